"""Hire or Fire: 3 to 6 players; simultaneous offers, anonymous applications, salaries, guesses."""

"""A second Hire or Fire: a referee and a model of judgement in plain Python, to check the engine against."""

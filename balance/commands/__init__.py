"""Commands that are too long for `balance.__main__`, each in a file of its own."""

"""Commands of the command line that have a file of their own; `balance.__main__` names them all."""

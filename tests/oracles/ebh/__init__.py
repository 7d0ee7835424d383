"""The referee of Extremely Bad Hires: the rule book in plain Python, to be read beside it."""

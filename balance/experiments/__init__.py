"""Experiments: designs that ask for simulations and judge them with statistics (none yet)."""

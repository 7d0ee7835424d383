"""Experiments: designs that ask for simulations and judge them with statistics.

arena       bots against a field, every deal the same for all
space       the numbers of a bot that a search may move: ranges and characters
search      a search for numbers that win (CMA-ES)
journal     what a search has measured, kept while it goes on
tuning      each plan in turn against the others; back into bots.yaml
bots_file   numbers into YAML, comments kept
ladders     does each bot beat the ones below it
strengths   how far the plans can be beaten by a bot tuned freely
voice       what is said meanwhile
fitting     models of choice fitted to records of real games, compared by what they foretell
constants   what they say of the card data, as a file
fitting_in_words  the same on the terminal
playtests   games of bots written down as people would
"""

from balance.experiments.ladders import Ladder, ladder
from balance.experiments.strengths import Strength, strength
from balance.experiments.tuning import Tuned, load, table_of, tune

__all__ = ["Ladder", "Strength", "Tuned", "ladder", "load", "strength", "table_of", "tune"]

"""How well records of so many games tell what is known: `python tests/benchmarks/bench_fit.py [REPEATS]`.

Hire or Fire, five players. The folders and offers are those of games played by the engine; hirers choose

  by the logit itself    coverage of the 95 % intervals and standard errors, five coefficients and two
  as the engine does     with private noise: how much smaller the two coefficients are then

Two coefficients: the fit to the own offer with the weights of the card data, and the contrast with other
offers. Repeats in which no finite values fit best (the choices are separated) are counted, and left out.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from rich.console import Console

from balance import games
from balance.experiments.fitting import decisions_of
from balance.experiments.playtests import playtest
from balance.simulation.places import card_folder
from balance.statistics import ChoiceSets, Separated, conditional_logit, softmax_choice

if TYPE_CHECKING:
    from balance.cards import CardSet

GAME = "hire_or_fire"
PLAYERS = 5
POOL = 400
SIZES = (5, 20, 80)
TAU = 6.0  # of hirers in the engine
NOISE = 0.3
TRUTH = 3.0  # of the logit itself: about what is left of TAU with that noise
CLEAR = (
    ("base.level", 2),
    ("base.tau", TAU),
    ("base.tau_spread", 0),
    ("base.lapse", 0),
    ("base.contrast", 1),
    ("model.noise.shared", 0),
)


def cards_with(*overrides: tuple[str, object]) -> CardSet:
    """The card data that ships, with hirers whose constants are known."""
    game = games.get(GAME)
    return game.load(card_folder(GAME), [*CLEAR, *overrides])


def level_two(
    cards: CardSet, count: int, seed: int, bots: tuple[str, ...] = ("reader",)
) -> tuple[ChoiceSets, np.ndarray]:
    """Decisions of played games as level 2 sees them, and the game of each."""
    game = games.get(GAME)
    with tempfile.TemporaryDirectory() as place:
        playtest(
            game, cards, bots, Path(place), games=count, players=PLAYERS, seed=seed, leave_out=("hands",)
        )
        question = game.choice_data(cards, Path(place)).questions[0]
    sets, _ = decisions_of(question.models[1])
    return sets, pd.factorize(np.array(question.games))[0]


def two_terms(sets: ChoiceSets, weights: np.ndarray) -> ChoiceSets:
    """Fit and contrast only."""
    fit = sets.x[:, : len(weights)] @ weights
    x = np.column_stack([fit, sets.x[:, -1]])
    return ChoiceSets(("fit", "contrast"), x, sets.place, sets.starts, sets.option, sets.chosen, sets.options)


def repeats(
    sets: ChoiceSets, game: np.ndarray, truth: np.ndarray, size: int, count: int, rng: np.random.Generator
) -> pd.DataFrame:
    """Fits to choices drawn anew for so many games of the pool: a row per repeat and term."""
    found = []
    pool = int(game.max()) + 1
    for number in range(count):
        some = sets.take(np.isin(game, rng.choice(pool, size, replace=False)))
        drawn = softmax_choice(some, truth, rng.random(some.count))
        with contextlib.suppress(Separated):
            table = conditional_logit(drawn).table()
            found.append(table.assign(repeat=number, truth=truth))
    return pd.concat(found)


def summary(found: pd.DataFrame) -> pd.DataFrame:
    """By term: truth, mean estimate, its spread over repeats, mean standard error, coverage."""
    found = found.assign(covered=(found["low"] <= found["truth"]) & (found["truth"] <= found["high"]))
    return found.groupby("term", sort=False).agg(
        truth=("truth", "first"),
        mean=("value", "mean"),
        spread=("value", "std"),
        error=("standard_error", "mean"),
        coverage=("covered", "mean"),
        fitted=("repeat", "nunique"),
    )


def main() -> None:
    """All of it."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = np.random.default_rng(20240605)
    began = time.monotonic()
    quiet = cards_with(("model.noise.private", 0))
    sets, game = level_two(quiet, POOL, 1)
    weights = quiet.model.model.weights
    parts = np.array([weights.job, weights.strength, weights.weakness, weights.cover])
    pd.set_option("display.width", 120)
    say = Console(highlight=False, soft_wrap=True).print
    for size in SIZES:
        for some, truth in (
            (sets, TRUTH * np.append(parts, 1.0)),
            (two_terms(sets, parts), TRUTH * np.ones(2)),
        ):
            say(f"\n{size} games, by the logit itself, {count} repeats ({time.monotonic() - began:.0f} s)")
            say(summary(repeats(some, game, truth, size, count, rng)).round(3).to_string())
    noisy = cards_with(("model.noise.private", NOISE))
    sets, game = level_two(noisy, POOL, 2)
    sets = two_terms(sets, parts)
    for size in SIZES:
        pieces = POOL // size
        say(f"\n{size} games, as the engine hires with tau {TAU:g} and private noise {NOISE}, {pieces} times")
        rows = [
            conditional_logit(sets.take(game // size == piece)).table().assign(truth=TAU, repeat=piece)
            for piece in range(pieces)
        ]
        say(summary(pd.concat(rows)).round(3).to_string())
    say(f"\n{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()

"""What players think of their chances (`model.salary`) is what comes of games of readers among themselves.

Where it is not any more, after a change of cards, model or rules: `tests/benchmarks/calibrate_salary.py`.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit

from balance.games.hire_or_fire import GAME
from balance.games.hire_or_fire.fits import chance_points
from balance.simulation.places import card_folder
from tests.benchmarks.calibrate_salary import outlook, regress

GAMES = 600


def test_the_regression_finds_what_was_put_in() -> None:
    rng = np.random.default_rng(2)
    appeals = rng.normal(1.5, 0.5, 60_000)
    matched = (rng.random(60_000) < expit(-0.7 + 0.9 * appeals)).astype(float)
    assert regress(appeals, matched) == pytest.approx((-0.7, 0.9), abs=0.07)


@pytest.mark.parametrize("noise", [0.15, 0.45, 0.55, 0.9])
@pytest.mark.parametrize("seats", [3, 6])
def test_chances_as_readers_see_them(noise, seats) -> None:
    """Up to 0.03 between the noises of the file, where numbers go in proportion."""
    found = outlook(noise, seats, GAMES)
    cards = GAME.load(card_folder(GAME.info.id), [("model.noise.private", noise)])
    salary = cards.model.model.salary
    base, slope, mean, spread = (
        salary.at(name, noise, seats) for name in ("base", "slope", "appeal_mean", "appeal_sd")
    )
    slack = 4 * found.error + (0 if noise in salary.noise else 0.03)
    assert mean == pytest.approx(found.appeal_mean, abs=0.06)
    assert spread == pytest.approx(found.appeal_sd, abs=0.06)
    points = chance_points(base, slope, mean, spread)
    assert points.mean() == pytest.approx(found.match, abs=slack)
    for x in (mean - spread, mean + spread):
        assert expit(base + slope * x) == pytest.approx(expit(found.base + found.slope * x), abs=slack + 0.03)

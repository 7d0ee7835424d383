"""Every bot in bots.yaml, tested because it is there: add one, and it is tested without a line of Python.

The bots that ship beat chance and see nothing hidden, with the numbers that ship. That plans build
differently is asked of the frozen copy: a designer may want two plans that are alike.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from balance.chance import deal_key
from balance.games.employee_handbook import GAME
from balance.games.employee_handbook.state import Phase
from balance.games.interface import JOB
from tests.games.employee_handbook.cases import data, shipped

if TYPE_CHECKING:
    from collections.abc import Callable

    from balance.cards import CardSet

    Where = Callable[[], tuple[CardSet, np.ndarray]]

BOTS = list(shipped()[0].bots)
PLANS = [name for name in BOTS if name != "random"]
FROZEN_PLANS = [name for name in data()[0].bots if name != "random"]
DEALS = 400


def games(one: str, other: str, where: Where, deals: int = DEALS) -> tuple[np.ndarray, np.ndarray]:
    """Each deal twice, with the seats exchanged: the rows of `one` and of `other`."""
    cards, tables = where()
    bots = np.array([GAME.bot(cards, one), GAME.bot(cards, other)])
    jobs = np.zeros(2 * deals, JOB)
    jobs["key"] = np.repeat([deal_key(7, deal) for deal in range(deals)], 2)
    jobs["bot"][0::2, :2] = (0, 1)
    jobs["bot"][1::2, :2] = (1, 0)
    rows = np.zeros(2 * deals, GAME.game_row), np.zeros((2 * deals, 2), GAME.seat_row)
    GAME.kernels.play(tables, bots, np.zeros(1, GAME.state_dtype), jobs, *rows)
    mine = rows[1][np.arange(2 * deals), np.tile([0, 1], deals)]
    theirs = rows[1][np.arange(2 * deals), np.tile([1, 0], deals)]
    return mine, theirs


def test_there_are_bots() -> None:
    assert "random" in BOTS
    assert PLANS


@pytest.mark.parametrize("name", PLANS)
def test_beats_chance(name: str) -> None:
    """Beyond doubt: the share of wins is six standard errors above one half, and the margin above 0."""
    mine, theirs = games(name, "random", shipped)
    difference = (mine["score"] - theirs["score"]).astype(float)
    won = np.where(difference > 0, 1.0, np.where(difference < 0, 0.0, 0.5))
    by_deal, margin = won.reshape(-1, 2).mean(axis=1), difference.reshape(-1, 2).mean(axis=1)
    for values, middle in ((by_deal, 0.5), (margin, 0.0)):
        assert values.mean() - middle > 6 * values.std(ddof=1) / len(values) ** 0.5


@lru_cache
def owned(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Buildings of each kind at the end, against itself: mean, and standard error."""
    mine, _ = games(name, name, data)
    values = mine["owned"].astype(float)
    return values.mean(axis=0), values.std(axis=0, ddof=1) / len(values) ** 0.5


@pytest.mark.parametrize(("one", "other"), list(combinations(FROZEN_PLANS, 2)))
def test_plans_build_differently(one: str, other: str) -> None:
    """Of some building one plan owns more than the other, by far more than chance."""
    (first, error), (second, other_error) = owned(one), owned(other)
    apart = np.abs(first - second) / np.maximum(np.hypot(error, other_error), 0.01)
    assert apart.max() > 6


@pytest.mark.parametrize("name", BOTS)
def test_sees_nothing_hidden_and_picks_what_is_offered(name: str) -> None:
    """HB-35, HB-62, HB-63: whatever deck, hand and knowledge of the rival are, the choice is the same."""
    watch(name, shipped)


def test_plans_meet_every_kind_of_decision() -> None:
    """Or the test above would show little; asked of frozen card data, in which hazards and shields exist."""
    assert {Phase.BUSINESS, Phase.DRAW, Phase.PLACE} <= watch(FROZEN_PLANS[0], data)


def watch(name: str, where: Where) -> set[int]:
    """Play some games; at each decision permute what is hidden, and ask again. The phases met."""
    cards, tables = where()
    rng = np.random.default_rng(sum(map(ord, name)))
    bots = np.array([GAME.bot(cards, name)] * 2)
    phases: set[int] = set()
    for deal in range(8):
        match = GAME.new(tables, 13, deal)
        while GAME.decider(match) >= 0:
            choice = GAME.choose(match, bots)
            assert choice in GAME.options(match)
            phases.add(int(match.state[0]["phase"]))
            other = GAME.permute_hidden(match, GAME.decider(match), rng)
            assert GAME.choose(other, bots) == choice
            GAME.apply(match, choice)
    return phases


@pytest.mark.parametrize("name", BOTS)
def test_says_what_it_does(name: str) -> None:
    assert shipped()[0].bots[name].strip()

"""The ladder of the bots that ship, and how its verdicts come about."""

from __future__ import annotations

import numpy as np
import pytest

from balance import experiments
from balance.experiments import space as spaces
from balance.experiments.arena import Arena, Results
from balance.experiments.ladders import levels
from tests.games.employee_handbook.cases import shipped

GAME = "employee_handbook"


@pytest.fixture(scope="module")
def shipped_ladder() -> experiments.Ladder:
    game, _ = experiments.load(GAME)
    cards, _ = shipped()
    plans = spaces.plans(cards)
    return experiments.ladder(game, cards, rungs=[["random"], ["first_come"], plans], deals=200, seed=11)


def test_every_bot_that_ships_beats_the_ones_below_beyond_doubt(shipped_ladder) -> None:
    assert shipped_ladder.holds, shipped_ladder.table().to_string()
    assert (shipped_ladder.table()["low"] > 0.5).all()


def test_every_pair_of_neighbouring_rungs_is_there(shipped_ladder) -> None:
    plans = spaces.plans(shipped()[0])
    pairs = [(rung.bot, rung.below) for rung in shipped_ladder.rungs]
    assert pairs == [("first_come", "random"), *((plan, "first_come") for plan in plans)]


def test_the_rungs_are_those_that_exist() -> None:
    cards, _ = shipped()
    found = levels(cards)
    assert found[:3] == [["random"], ["first_come"], spaces.plans(cards)]
    assert all(bot in cards.bots for rung in found for bot in rung)


def test_a_ladder_upside_down_does_not_hold() -> None:
    game, _ = experiments.load(GAME)
    cards, _ = shipped()
    found = experiments.ladder(game, cards, rungs=[["first_come"], ["random"]], deals=100, seed=11)
    assert not found.holds
    assert found.rungs[0].share.high < 0.5


def test_equals_are_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot against itself wins exactly half of each deal: not more, and the ladder says so."""
    monkeypatch.setattr(
        Arena,
        "play",
        lambda _self, one, other, first, last: Results(
            np.full((len(one), len(other), last - first), 0.5),
            np.zeros((len(one), len(other), last - first)),
        ),
    )
    game, _ = experiments.load(GAME)
    cards, _ = shipped()
    found = experiments.ladder(game, cards, rungs=[["random"], ["first_come"]], deals=50)
    assert not found.holds


@pytest.mark.parametrize("jobs", [1, 3])
def test_an_arena_seats_everybody_everywhere(jobs: int) -> None:
    """Against itself a bot wins half of every deal and has no margin, as both seats are played."""
    game, _ = experiments.load(GAME)
    cards, _ = shipped()
    bots = [game.bot(cards, name) for name in ("random", "first_come")]
    heard: list[int] = []
    arena = Arena(game, cards, 3, jobs)
    arena.heard = heard.append
    results = arena.play(bots, bots, 5, 305)
    assert results.share.shape == results.margin.shape == (2, 2, 300)
    assert (results.share[[0, 1], [0, 1]] == 0.5).all()
    assert (results.margin[[0, 1], [0, 1]] == 0).all()
    assert np.allclose(results.share[0, 1], 1 - results.share[1, 0])
    assert np.array_equal(results.margin[0, 1], -results.margin[1, 0])
    assert sum(heard) == arena.games(2, 2, 300) == 2400

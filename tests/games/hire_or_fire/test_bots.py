"""Every bot in bots.yaml, tested because it is there, with the cards that ship, at each number of players."""

from __future__ import annotations

import numpy as np
import pytest

from balance import experiments
from balance.games.hire_or_fire import GAME
from balance.games.hire_or_fire.state import Phase
from balance.games.interface import RANDOM_BOT
from balance.simulation.places import card_folder

CARDS = GAME.load(card_folder("hire_or_fire"))
BOTS = list(CARDS.bots)
PLANS = [name for name in BOTS if name != RANDOM_BOT]
DEALS = 150


def test_there_are_bots() -> None:
    """A plain one, one that reads offers, one that bluffs, one that saves, and chance."""
    assert {RANDOM_BOT, "plain", "reader", "bluffer", "saver"} <= set(BOTS)


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_beats_chance(seats: int) -> None:
    """One random player among its like leaves each of them more than an even share, beyond doubt."""
    found = experiments.ladder(
        GAME, CARDS, rungs=[[RANDOM_BOT], PLANS], deals=DEALS, seed=7, jobs=1, players=seats
    )
    assert found.holds, found.table().to_string()
    assert [rung.bot for rung in found.rungs] == PLANS
    for rung in found.rungs:
        assert rung.share.value - 1 / seats > 6 * rung.share.standard_error, rung.bot


@pytest.mark.parametrize("name", BOTS)
def test_sees_nothing_hidden(name: str) -> None:
    """Hands, decks, offers not yet up, whose folder is whose: the same options, the same choice."""
    seats, rng = 4, np.random.default_rng(sum(map(ord, name)))
    tables, bots = GAME.tables(CARDS, seats), np.array([GAME.bot(CARDS, name)] * seats)
    met: set[int] = set()
    for deal in range(2):
        match = GAME.new(tables, 11, deal)
        while (seat := GAME.decider(match)) >= 0:
            met.add(int(match.state[0]["phase"]))
            options, choice = GAME.options(match), GAME.choose(match, bots)
            assert choice in options
            other = GAME.permute_hidden(match, seat, rng)
            assert GAME.options(other) == options
            assert GAME.choose(other, bots) == choice
            GAME.apply(match, choice)
    assert {Phase.OFFER, Phase.JOB, Phase.STRENGTH, Phase.WEAKNESS, Phase.SALARY, Phase.HIRE} <= met

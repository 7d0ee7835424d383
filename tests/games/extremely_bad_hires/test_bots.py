"""Every bot in bots.yaml, tested because it is there, with the cards that ship, at each number of players."""

from __future__ import annotations

import numpy as np
import pytest

from balance.chance import deal_key
from balance.games.extremely_bad_hires import GAME
from balance.games.extremely_bad_hires.state import Phase
from balance.games.interface import JOB, RANDOM_BOT
from balance.simulation.places import card_folder

CARDS = GAME.load(card_folder("extremely_bad_hires"))
BOTS = list(CARDS.bots)
PLANS = [name for name in BOTS if name != RANDOM_BOT]
DEALS = 120


def games(names: list[str], seating: np.ndarray, deals: int) -> tuple[np.ndarray, np.ndarray]:
    """(game rows, seat rows) of each deal played once per seating (rows of indices into the names)."""
    seats = seating.shape[1]
    bots = np.array([GAME.bot(CARDS, name) for name in names])
    jobs = np.zeros(deals * len(seating), JOB)
    jobs["key"] = np.repeat([deal_key(7, deal) for deal in range(deals)], len(seating))
    jobs["bot"][:, :seats] = np.tile(seating, (deals, 1))
    rows = np.zeros(len(jobs), GAME.game_row), np.zeros((len(jobs), seats), GAME.seat_row)
    GAME.kernels.play(GAME.tables(CARDS, seats), bots, np.zeros(1, GAME.state_dtype), jobs, *rows)
    return rows


def test_there_are_bots() -> None:
    assert RANDOM_BOT in BOTS
    assert len(PLANS) >= 5


@pytest.mark.parametrize("seats", GAME.info.seats)
@pytest.mark.parametrize("name", PLANS)
def test_beats_chance(name: str, seats: int) -> None:
    """Alone among random players, in every seat: its share is six standard errors above an even one."""
    _, rows = games([name, RANDOM_BOT], 1 - np.eye(seats, dtype=int), DEALS)
    mine = rows["win_share_ppm"][np.arange(len(rows)), np.tile(np.arange(seats), DEALS)] / 1e6
    by_deal = mine.reshape(DEALS, seats).mean(axis=1)
    assert by_deal.mean() - 1 / seats > 6 * by_deal.std(ddof=1) / DEALS**0.5


@pytest.mark.parametrize("name", BOTS)
def test_sees_nothing_hidden(name: str) -> None:
    """Other hands and the order of every deck may be what they like: the same options, the same choice."""
    seats, rng = 3, np.random.default_rng(sum(map(ord, name)))
    tables, bots = GAME.tables(CARDS, seats), np.array([GAME.bot(CARDS, name)] * seats)
    met: set[int] = set()
    for deal in range(3):
        match = GAME.new(tables, 11, deal)
        while (seat := GAME.decider(match)) >= 0:
            met.add(int(match.state[0]["phase"]))
            options, choice = GAME.options(match), GAME.choose(match, bots)
            assert choice in options
            other = GAME.permute_hidden(match, seat, rng)
            assert GAME.options(other) == options
            assert GAME.choose(other, bots) == choice
            GAME.apply(match, choice)
    assert {Phase.PREPARATION, Phase.CREW, Phase.MAYHEM, Phase.HIRE} <= met

"""Hundreds of games against the same game written in C by hand: every decision, every final Profit.

The C program (tests/benchmarks/extremely_bad_hires.c) holds the card set of tests/benchmarks/hires as code,
so it checks loader, compiler, interpreter, rules and bots together, as far as that card set reaches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from balance.chance import chain, deal_key
from balance.games.extremely_bad_hires import GAME
from balance.games.extremely_bad_hires.state import Phase
from balance.games.interface import JOB
from tests.benchmarks.c_hires import FOLDER, Hires

if TYPE_CHECKING:
    from balance.cards import CardSet

GAMES = 240
QUIET_GAMES = 4_000


@pytest.fixture(scope="module")
def cards() -> CardSet:
    """The card set that the C program knows."""
    return GAME.load(FOLDER)


def jobs(games: int, bots: int, seats: int) -> np.ndarray:
    """All pairs of bots in turn, then all other line-ups, on deals 0, 1, 2, ..."""
    found = np.zeros(games, JOB)
    for i, job in enumerate(found):
        job["key"] = deal_key(seats, i)
        for seat in range(seats):
            job["bot"][seat] = (i // bots**seat + seat * (i // bots**2)) % bots
    return found


def digests(cards: CardSet, bots: np.ndarray, work: np.ndarray, seats: int) -> list[tuple[int, list[int]]]:
    """Ours, a decision at a time: per game a digest of who chose what out of how many, and the Profits."""
    tables, state = GAME.tables(cards, seats), np.zeros(1, GAME.state_dtype)
    at_table = np.zeros(seats, GAME.bot_dtype)
    game, over = state[0], int(Phase.OVER)
    found = []
    for job in work:
        at_table[:] = bots[job["bot"][:seats]]
        GAME.kernels.setup(tables, state, job["key"], 0)
        digest = 0
        while game["phase"] != over:
            option = int(GAME.kernels.choose(tables, state, at_table))
            decision = option | int(game["option_count"]) << 16 | int(game["decider"]) << 24
            digest = chain.balance_twin(digest, decision)
            assert GAME.kernels.apply(tables, state, option)
        found.append((digest, game["player"]["profit"][:seats].tolist()))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_same_decisions(cards: CardSet, seats: int) -> None:
    """Every bot: who is asked, among how many options, what is taken; and the Profits at the end."""
    names = list(cards.bots)
    bots = np.array([GAME.bot(cards, name) for name in names], GAME.bot_dtype)
    work = jobs(GAMES, len(names), seats)
    theirs, _ = Hires(cards, names).play(work, seats, digests=True)
    for i, (digest, profit) in enumerate(digests(cards, bots, work, seats)):
        line_up = [names[bot] for bot in work["bot"][i][:seats]]
        assert profit == theirs["profit"][i][:seats].tolist(), (i, line_up)
        assert digest == theirs["digest"][i], (i, line_up)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_thousands_of_games(cards: CardSet, seats: int) -> None:
    """As in a benchmark: decisions, turns and Profits of each game."""
    names = list(cards.bots)
    bots = np.array([GAME.bot(cards, name) for name in names], GAME.bot_dtype)
    work = jobs(QUIET_GAMES, len(names), seats)
    rows = np.zeros(QUIET_GAMES, GAME.game_row), np.zeros((QUIET_GAMES, seats), GAME.seat_row)
    GAME.kernels.play(GAME.tables(cards, seats), bots, np.zeros(1, GAME.state_dtype), work, *rows)
    theirs, _ = Hires(cards, names).play(work, seats)
    assert (rows[1]["score"] == theirs["profit"][:, :seats]).all()
    assert (rows[0]["decisions"] == theirs["decisions"]).all()
    assert (rows[0]["turns"] == theirs["turns"]).all()


def test_what_these_games_are_made_of(cards: CardSet) -> None:
    """Every card is played, every Job tried on both paths: nothing of the card set goes untested."""
    names = list(cards.bots)
    bots = np.array([GAME.bot(cards, name) for name in names], GAME.bot_dtype)
    work = jobs(QUIET_GAMES, len(names), 2)
    rows = np.zeros(QUIET_GAMES, GAME.game_row), np.zeros((QUIET_GAMES, 2), GAME.seat_row)
    GAME.kernels.play(GAME.tables(cards, 2), bots, np.zeros(1, GAME.state_dtype), work, *rows)
    model = cards.model
    assert rows[1]["cards"]["played"].sum((0, 1))[: len(model.company())].min() > 100
    for path in ("qualified", "unqualified"):
        assert rows[1]["jobs"][f"completed_{path}"].sum((0, 1))[: len(model.jobs)].min() > 100
    assert rows[1]["mayhem_cancelled"].sum() > 100
    assert rows[1]["cards"]["recovered"].sum() > 100

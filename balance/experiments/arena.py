"""Bots against a field: every candidate meets every opponent on the same deals, in all seats."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from balance.chance import deal_key
from balance.games.interface import JOB
from balance.simulation.columns import win_shares
from balance.simulation.plan import game_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from balance.cards import CardSet
    from balance.games.interface import Game

BLOCK = 2_000
"""Games in one compiled call, at most about; fewer when their rows are large."""
BLOCK_BYTES = 16 << 20


@dataclass(frozen=True)
class Results:
    """Means over the seats of a deal, shape (candidates, opponents, deals).

    share   of the win, 0..1
    margin  own score less the best other
    """

    share: np.ndarray
    margin: np.ndarray


class Arena:
    """A game with its card data, ready to be played on threads (compiled rules let go of the lock)."""

    def __init__(
        self, game: Game, cards: CardSet, seed: int, jobs: int | None = None, players: int | None = None
    ) -> None:
        """Take the luck of a seed, and as many threads as jobs (default: one per processor).

        players: how many sit at a table; by default as few as the game can be played with.
        """
        self.game = game
        self.seats = players or min(game.info.seats)
        self.tables = game.tables(cards, self.seats)
        self.seed = seed
        self.jobs = jobs or os.cpu_count() or 1
        self.heard: Callable[[int], None] = lambda _games: None
        """Told of games as they are done."""

    def games(self, candidates: int, opponents: int, deals: int) -> int:
        """How many games `play` plays."""
        return candidates * opponents * self.seats * deals

    def play(self, candidates: Sequence[np.void], field: Sequence[np.void], first: int, last: int) -> Results:
        """Play the deals first..last - 1; at a table of more than two, the opponent has all other seats."""
        bots = np.array([*candidates, *field], self.game.bot_dtype)
        count, others = len(candidates), len(field)
        seating = np.array(
            [_turned(own, count + other, self.seats) for own in range(count) for other in range(others)]
        ).reshape(-1, self.seats)
        block_games = min(BLOCK, BLOCK_BYTES // game_bytes(self.game, self.seats))
        step = max(1, block_games // len(seating))
        blocks = [(at, min(at + step, last)) for at in range(first, last, step)]

        def block(deals: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
            share, margin = (
                values.reshape(-1, count, others, self.seats).mean(axis=3).transpose(1, 2, 0)
                for values in self._block(bots, seating, *deals)
            )
            return share, margin

        parts = []
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                for part in pool.map(block, blocks):
                    parts.append(part)
                    self.heard(part[0].size * self.seats)
            except BaseException:
                pool.shutdown(wait=True, cancel_futures=True)
                raise
        shares, margins = zip(*parts, strict=True)
        return Results(np.concatenate(shares, axis=2), np.concatenate(margins, axis=2))

    def _block(
        self, bots: np.ndarray, seating: np.ndarray, first: int, last: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """(share, margin) of the candidate's seat in each game, deal by deal in the order of the seating."""
        deals = last - first
        jobs = np.zeros(deals * len(seating), JOB)
        jobs["key"] = np.repeat([deal_key(self.seed, deal) for deal in range(first, last)], len(seating))
        jobs["bot"][:, : self.seats] = np.tile(seating, (deals, 1))
        rows = np.zeros(len(jobs), self.game.game_row), np.zeros((len(jobs), self.seats), self.game.seat_row)
        state = np.zeros(1, self.game.state_dtype)
        self.game.kernels.play(self.tables, bots, state, jobs, *rows)
        games = np.arange(len(jobs))
        mine = games % self.seats  # as the seating goes round
        score = rows[1]["score"].astype(float)
        own = score[games, mine]
        score[games, mine] = -np.inf
        return win_shares(rows[1])[games, mine], own - score.max(axis=1)


def _turned(own: int, other: int, seats: int) -> list[list[int]]:
    """A seating for each seat that `own` can have, with `other` in all the rest."""
    return [[own if seat == mine else other for seat in range(seats)] for mine in range(seats)]

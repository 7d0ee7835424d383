"""A run, ready to be played: plain numbers that a worker can be sent, and nothing to read from disk."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np

from balance.games import GAMES
from balance.simulation import line_ups as pairing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from balance.cards import CardSet
    from balance.games.interface import Contrast, Game
    from balance.simulation.line_ups import Entry, LineUp

GAMES_PER_CHUNK = 4_000
PLAIN_GAMES_PER_CHUNK = 200
CHUNK_BYTES = 32 << 20
"""A chunk holds fewer games if its rows would take more memory than this (in each worker)."""


@dataclass(frozen=True)
class CurveSums:
    """What has to be added up for one curve: two counters along an axis, in its first bins.

    A contrast is six of them: each pair of its four counters (`pairs_of`), so that all products are there.
    """

    id: str
    axis: str
    top: str
    bottom: str
    bins: int


@dataclass(frozen=True, eq=False)
class Plan:
    """Everything that playing needs.

    Deals are numbered from 0; every deal is played by each entry of the schedule, and game number =
    deal * games_per_deal + position in the schedule.
    """

    game: str
    module: str  # where the game is found, for workers
    seed: int
    seats: int
    bot_names: tuple[str, ...]
    line_ups: tuple[LineUp, ...]
    schedule: tuple[Entry, ...]
    tables: np.ndarray  # one record
    bots: np.ndarray  # one record per bot name
    labels: Mapping[str, Sequence[str]]
    curves: tuple[CurveSums, ...]
    targets: tuple[str, ...]  # measures that the run stops by
    cards: CardSet | None  # for those measures only

    @property
    def games_per_deal(self) -> int:
        """Games of one deal."""
        return len(self.schedule)

    def games_per_chunk(self, *, plain: bool = False) -> int:
        """Games of a chunk, at most about, unless told otherwise: as many as fit `CHUNK_BYTES`."""
        most = PLAIN_GAMES_PER_CHUNK if plain else GAMES_PER_CHUNK
        return max(1, min(most, CHUNK_BYTES // game_bytes(self.rules(), self.seats)))

    def rules(self) -> Game:
        """The game itself (imported where it is needed; it is not sent to workers)."""
        game: Game = import_module(self.module).GAME
        return game

    def deals_for(self, games: int) -> int:
        """The smallest number of whole deals with at least so many games, and at least one."""
        return max(1, -(-games // self.games_per_deal))


def pairs_of(contrast: Contrast) -> list[tuple[str, str, str, str]]:
    """The pairs of counters of a contrast: (name in the curves table, axis, one counter, another)."""
    counters = (contrast.top, contrast.bottom, contrast.other_top, contrast.other_bottom)
    pairs = [(0, 1), (2, 3), (0, 2), (0, 3), (1, 2), (1, 3)]
    return [
        (f"{contrast.id}:{one}{other}", contrast.axis, counters[one], counters[other]) for one, other in pairs
    ]


def game_bytes(game: Game, seats: int) -> int:
    """Bytes of the rows that one game fills."""
    return game.game_row.itemsize + seats * game.seat_row.itemsize


def make_plan(
    game: Game,
    cards: CardSet,
    *,
    seed: int,
    seats: int,
    line_ups: Sequence[Sequence[str]],
    rotate: bool = True,
    targets: Sequence[str] = (),
) -> Plan:
    """Compile cards, bots and line-ups into a plan. Line-ups that differ by rotation only are one."""
    kept = pairing.distinct(line_ups) if rotate else list(dict.fromkeys(tuple(one) for one in line_ups))
    names = tuple(dict.fromkeys(bot for line_up in kept for bot in line_up))
    bots = np.zeros(len(names), game.bot_dtype)
    for position, bot in enumerate(names):
        bots[position] = game.bot(cards, bot)
    axes = {axis.id: axis for axis in game.book.axes}
    return Plan(
        game=game.info.id,
        module=GAMES[game.info.id],
        seed=seed,
        seats=seats,
        bot_names=names,
        line_ups=tuple(kept),
        schedule=pairing.schedule(kept, names, rotate=rotate),
        tables=game.tables(cards, seats),
        bots=bots,
        labels=game.labels(cards),
        curves=tuple(
            CurveSums(
                name,
                axis,
                top,
                bottom,
                min(len(axes[axis].labels(cards)), game.seat_row[axis].shape[0]),
            )
            for name, axis, top, bottom in (
                *((curve.id, curve.axis, curve.top, curve.bottom) for curve in game.book.curves),
                *(pair for contrast in game.book.contrasts for pair in pairs_of(contrast)),
            )
        ),
        targets=tuple(targets),
        cards=cards if targets else None,
    )

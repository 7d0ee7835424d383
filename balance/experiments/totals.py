"""A run added up deal by deal, read once in pieces of whole deals: all that comparing it needs.

Kept are two numbers per deal and quantity, and how often each value of a distribution was seen in each of
some groups of deals; single games are not.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from balance.simulation import Run
from balance.simulation.layout import Layout, check_piece, layout_of
from balance.statistics import DealTotals

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy.typing import NDArray

    from balance.experiments.quantities import Quantity

_layouts: WeakKeyDictionary[Run, Layout] = WeakKeyDictionary()
GROUPS_MAX = 400
"""Deals are dealt out in turn to so many groups, for resampling distributions."""
PIECE_GAMES = 16_384
WIDEST = 4_096
"""Whole numbers that lie no further apart are counted without sorting them."""


@dataclass(frozen=True, eq=False)
class Seen:
    """A distribution: each pair of a group of deals and a value that was seen, and how often."""

    group: NDArray[np.int64]
    value: NDArray[np.float64]
    times: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class RunTotals:
    """The quantities of one run, by id, over the first `deals` deals.

    seen         of distributions
    orders_vary  somebody does not move in the order of seats
    """

    run: Run
    places: tuple[int, ...]
    deals: int
    totals: dict[str, DealTotals]
    seen: dict[str, Seen]
    orders_vary: bool


def layout_in(run: Run) -> Layout:
    """The layout of the games of a run, from its first deal."""
    found = _layouts.get(run) if isinstance(run, Run) else None
    if found is None:
        games, seats = run.deal(0, ["game", "deal", "line_up", "rotation"], ["bot", "opponent"])
        found = layout_of(games, seats)
        if isinstance(run, Run):  # not what only looks like one
            _layouts[run] = found
    return found


def chosen(frame: pd.DataFrame, layout: Layout, places: Sequence[int], rows_per_game: int) -> pd.DataFrame:
    """The rows of some games of every deal, in that order. places: of the games in a deal.

    Unless these are all, the games are numbered anew: one game may stand for two of another run.
    """
    if list(places) == list(range(layout.games)):
        return frame.reset_index(drop=True)
    deals = len(frame) // (layout.games * rows_per_game)
    game = (np.arange(deals)[:, None] * layout.games + np.asarray(places)[None, :]).ravel()
    rows = (game[:, None] * rows_per_game + np.arange(rows_per_game)[None, :]).ravel()
    found = frame.iloc[rows].reset_index(drop=True)
    number = np.repeat(np.arange(deals * len(places)), rows_per_game) + int(frame["deal"].iloc[0]) * len(
        places
    )
    return found.assign(game=number)


def add_up(
    run: Run, layout: Layout, places: Sequence[int], wanted: Sequence[Quantity], deals: int
) -> RunTotals:
    """Add the quantities up over some games (places in the deal) of the first so many deals."""
    sums = {item.id: _Sums(deals) for item in wanted}
    values: dict[str, list[NDArray[np.float64]]] = {item.id: [] for item in wanted if item.distribution}
    groups = min(deals, GROUPS_MAX)
    done, vary = 0, False
    for games, seats in run.batches(max(PIECE_GAMES, layout.games), cuts=[deals]):
        check_piece(layout, games, seats)
        count = len(games) // layout.games
        tables: Any = SimpleNamespace(
            games=chosen(games, layout, places, 1),
            seats=chosen(seats, layout, places, layout.seats),
            cards=run.cards,
        )
        vary = vary or bool((tables.seats["order"] != tables.seats["seat"]).any())
        for item in wanted:
            top, bottom = item.rows(tables)
            sums[item.id].add(top, bottom, done, count, len(places))
            if item.distribution:
                values[item.id].append(_counted(top, bottom, done, count, groups))
        done += count
        if done >= deals:
            break
    totals = {name: found.close(deals * len(places)) for name, found in sums.items()}
    seen = {name: _seen(parts) for name, parts in values.items()}
    return RunTotals(run, tuple(places), deals, totals, seen, vary)


class _Sums:
    """What a `DealTotals` is made of, while the run is read."""

    def __init__(self, deals: int) -> None:
        self.top, self.bottom = np.zeros(deals), np.zeros(deals)
        self.squares = np.zeros(3)

    def add(
        self, top: NDArray[np.float64], bottom: NDArray[np.float64], first: int, deals: int, games: int
    ) -> None:
        """Rows of some deals from the first on, every deal with so many games."""
        t, b = (_by_game(values, deals * games) for values in (top, bottom))
        # not with @: it calls up threads for what takes a few microseconds
        self.squares += [float(np.einsum("i,i", *pair)) for pair in ((t, t), (t, b), (b, b))]
        for kept, values in ((self.top, t), (self.bottom, b)):
            kept[first : first + deals] = values.reshape(deals, games).sum(axis=1)

    def close(self, games: int) -> DealTotals:
        """What was found."""
        return DealTotals(self.top, self.bottom, games, *self.squares.tolist())


def _by_game(values: NDArray[np.float64], games: int) -> NDArray[np.float64]:
    """Rows added up to games; column by column, which is far faster for a few seats."""
    rows = values.reshape(games, -1)
    found = rows[:, 0].copy()
    for seat in range(1, rows.shape[1]):
        found += rows[:, seat]
    return found


def _counted(
    top: NDArray[np.float64], bottom: NDArray[np.float64], first: int, deals: int, groups: int
) -> NDArray[np.float64]:
    """Group, value, times as three rows."""
    deal = first + np.repeat(np.arange(deals), top.size // deals)
    spoke = bottom > 0
    single = top[spoke] / bottom[spoke]
    low = np.floor(single.min()) if single.size else 0.0
    whole = single - low
    if single.size and whole.max() < WIDEST and (whole == np.floor(whole)).all():  # nothing to sort
        kinds = int(whole.max()) + 1
        found = np.bincount((deal % groups)[spoke] * kinds + whole.astype(np.int64))
        codes = np.flatnonzero(found)
        values, times = low + np.arange(kinds), found[codes]
    else:
        values, index = np.unique(single, return_inverse=True)
        kinds = max(1, values.size)
        codes, times = np.unique((deal % groups)[spoke] * kinds + index, return_counts=True)
    group, index = np.divmod(codes, kinds)
    return np.stack([group.astype(float), values[index], times.astype(float)])


def _seen(parts: Sequence[NDArray[np.float64]]) -> Seen:
    group, value, times = np.concatenate([np.empty((3, 0)), *parts], axis=1)
    return Seen(group.astype(np.int64), value, times.astype(np.int64))

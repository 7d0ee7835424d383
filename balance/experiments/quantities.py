"""What is compared of two runs: shares of the win, what every game counts, and the measures a game declares.

A quantity is sum(top) / sum(bottom) over the rows of its level, as the measures of a game are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from balance.simulation.asked import MOVER_SHARE, SEAT_SHARE, WIN_SHARE

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from balance.games.interface import Measure, MeasureBook, Tables, Unit
    from balance.simulation.layout import Layout

Rows = tuple["NDArray[np.float64]", "NDArray[np.float64]"]
STALLED, GIVEN_UP = "stalled", "given_up"
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True)
class Quantity:
    """One thing to compare. `rows` takes tables of whole deals and gives top and bottom per row.

    distribution: its single values are compared, too; shown: a panel of the game shows them.
    """

    id: str
    name: str
    unit: Unit
    rate: bool
    level: Literal["game", "seat"]
    rows: Callable[[Tables], Rows]
    distribution: bool = False


def quantities(book: MeasureBook, layout: Layout, *, stalls: bool) -> list[Quantity]:
    """Everything there is to compare in games of that layout.

    layout: of the games compared, those of the field. stalls: games may be given up.
    """
    plans = [name[1] for name in layout.groups if name[0] == "rivals"]
    found = [_plan(bot, layout.groups["rivals", bot]) for bot in plans if layout.groups["rivals", bot].any()]
    # of two seats one says what the other does
    places = range(1 if layout.seats == 2 else layout.seats)
    found += [place_share(SEAT_SHARE, place) for place in places]
    found += [place_share(MOVER_SHARE, place) for place in places]
    if stalls:
        found.append(_given_up())
    shown = {
        item
        for chapter in book.chapters
        for panel in chapter.panels
        if panel.kind == "distribution"
        for item in panel.items
    }
    return found + [_declared(measure, measure.id in shown) for measure in book.measures]


def _plan(bot: str, weights: NDArray[np.float64]) -> Quantity:
    """Win share of a plan against other plans, each opponent counting the same. weights: (games, seats)."""
    weights = weights * ((weights > 0).sum() / weights.sum())  # so that they count seats

    def rows(tables: Tables) -> Rows:
        win = tables.seats["win_share"].to_numpy(dtype=float)
        each = np.tile(weights.ravel(), win.size // weights.size)
        return win * each, each

    return Quantity(f"{WIN_SHARE}.{bot}", f"win share of {bot}", "share", True, "seat", rows)


def place_share(kind: str, place: int) -> Quantity:
    """Win share of a seat (`SEAT_SHARE`), or of who moves in that place (`MOVER_SHARE`), from 0."""
    seat = kind == SEAT_SHARE
    name = f"win share of seat {place + 1}" if seat else f"win share of who moves {PLACES[place]}"
    column = "seat" if seat else "order"

    def rows(tables: Tables) -> Rows:
        mine = (tables.seats[column].to_numpy() == place).astype(float)
        return tables.seats["win_share"].to_numpy(dtype=float) * mine, mine

    return Quantity(f"{kind}.{place + 1}", name, "share", True, "seat", rows)


def _given_up() -> Quantity:
    def rows(tables: Tables) -> Rows:
        given_up = (tables.games[STALLED].to_numpy() != 0).astype(float)
        return given_up, np.ones(given_up.size)

    return Quantity(GIVEN_UP, "games given up", "share", True, "game", rows)


def _declared(measure: Measure, shown: bool) -> Quantity:
    def rows(tables: Tables) -> Rows:
        upper, lower = measure.columns(tables)
        top = np.asarray(upper, dtype=np.float64)
        missing = np.isnan(top)
        bottom = np.where(missing, 0.0, 1.0) if lower is None else np.asarray(lower, np.float64)
        return np.where(missing, 0.0, top), bottom

    whole = measure.bottom is None and not measure.rate and measure.unit != "share"
    return Quantity(measure.id, measure.name, measure.unit, measure.rate, measure.level, rows, whole or shown)

"""Sums over deals that are all a curve and its interval need, exact to the last unit.

For each curve, bin and group: the number of deals with data, the sums of the deals' totals (top, bottom),
and of their squares and product. Sums of squares can pass 64 bits, so chunks carry them as three
parts of 24 bits' weight (`value = a * 2**48 + b * 2**24 + c`); parts simply add, in any order.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from balance.games.interface import RANDOM_BOT
from balance.simulation import columns, line_ups

if TYPE_CHECKING:
    from balance.simulation.line_ups import Entry
    from balance.simulation.plan import Plan

SUMS = ("clusters", "top", "bottom")
PRODUCTS = ("top_top", "bottom_bottom", "top_bottom")
PARTS = (1 << 48, 1 << 24, 1)
_SHIFT, _LOW = 24, (1 << 24) - 1
KINDS = ("all", "field", "bot", "line_up")
LINE_UPS_MAX = 24
"""With more line-ups than this, no curve is kept of each: there would be more sums than rows."""


def groups(plan: Plan) -> list[tuple[str, str, np.ndarray]]:
    """(kind, name, which of a deal's seats): everything, the field, each bot, each line-up if they are few.

    The field is every game in which the random bot does not sit (everything, if it sits in all); a named
    bot is counted in the field, the random bot wherever it sits.

    A deal's seats are counted game by game: game position * seats + seat.
    """
    bots = np.array([entry.bots for entry in plan.schedule]).ravel()
    line_up = np.repeat([entry.line_up for entry in plan.schedule], plan.seats)
    serious = np.repeat([RANDOM_BOT not in _names(plan, entry) for entry in plan.schedule], plan.seats)
    if not serious.any():
        serious[:] = True
    found = [("all", "all", np.arange(bots.size)), ("field", "field", np.flatnonzero(serious))]
    for n, name in enumerate(plan.bot_names):
        mine = bots == n
        found.append(("bot", name, np.flatnonzero(mine if name == RANDOM_BOT else mine & serious)))
    found += [
        ("line_up", line_ups.name(names), np.flatnonzero(line_up == n))
        for n, names in enumerate(plan.line_ups if len(plan.line_ups) <= LINE_UPS_MAX else ())
    ]
    return found


def _names(plan: Plan, entry: Entry) -> list[str]:
    return [plan.bot_names[bot] for bot in entry.bots]


def chunk_sums(plan: Plan, seat_rows: np.ndarray) -> np.ndarray:
    """Sums of a chunk of whole deals, shape (curves * groups * bins, 12), all int64.

    seat_rows: shape (games, seats). The columns are SUMS, then the PARTS of each of PRODUCTS.
    """
    totals = {axis: _totals(plan, seat_rows, axis) for axis in {curve.axis for curve in plan.curves}}

    @functools.cache
    def counter(axis: str, name: str) -> np.ndarray:
        bins = max(curve.bins for curve in plan.curves if curve.axis == axis)
        found = totals[axis][:, :, :bins, columns.place(seat_rows.dtype[axis].base, name)]
        return np.ascontiguousarray(found)

    @functools.cache
    def most(axis: str, name: str) -> int:
        found = counter(axis, name)
        return max(int(found.max(initial=0)), -int(found.min(initial=0)))

    @functools.cache
    def products(axis: str, one: str, two: str) -> list[np.ndarray]:
        fits = most(axis, one) * most(axis, two) * len(seat_rows) < 1 << 63
        return _products(counter(axis, one), counter(axis, two), in_one=fits)

    blocks = []
    for curve in plan.curves:
        pairs = (curve.top, curve.top), (curve.bottom, curve.bottom), (curve.top, curve.bottom)
        top, bottom = counter(curve.axis, curve.top), counter(curve.axis, curve.bottom)
        sums = [np.count_nonzero((top != 0) | (bottom != 0), axis=0), top.sum(axis=0), bottom.sum(axis=0)]
        for pair in pairs:
            sums += products(curve.axis, *pair)
        blocks.append(np.stack(sums, axis=-1)[:, : curve.bins].reshape(-1, len(sums)))
    width = len(SUMS) + len(PRODUCTS) * len(PARTS)
    return np.concatenate(blocks).astype(np.int64) if blocks else np.zeros((0, width), np.int64)


def _totals(plan: Plan, rows: np.ndarray, axis: str) -> np.ndarray:
    """Totals of all counters of an axis, shape (deals, groups, bins, counters).

    Each row is added once, to the total of its line-up and bot; groups are sums of those.
    """
    dtype = rows.dtype[axis]
    first = columns.place(rows.dtype, axis)
    size = dtype.itemsize // np.dtype(np.int64).itemsize
    deal_seats = len(plan.schedule) * plan.seats
    values = columns.numbers(rows)[:, first : first + size].reshape(-1, deal_seats, size)
    bots = np.array([entry.bots for entry in plan.schedule]).ravel()
    line_up = np.repeat([entry.line_up for entry in plan.schedule], plan.seats)
    _, cell = np.unique(line_up * len(plan.bot_names) + bots, return_inverse=True)
    cells = np.stack(
        [values[:, np.flatnonzero(cell == n)].sum(axis=1) for n in range(cell.max() + 1)], axis=1
    )
    found = [cells[:, np.unique(cell[seats])].sum(axis=1) for _, _, seats in groups(plan)]
    return np.stack(found, axis=1).reshape(len(values), len(found), dtype.shape[0], -1)


def _products(one: np.ndarray, two: np.ndarray, *, in_one: bool) -> list[np.ndarray]:
    """The sum over deals of one * two, both (deals, groups, bins), as PARTS of (groups, bins) each.

    in_one: the sum is known to fit 64 bits.
    """
    if in_one:
        whole = np.einsum("dgb,dgb->gb", one, two)
        return [whole >> 2 * _SHIFT, whole >> _SHIFT & _LOW, whole & _LOW]
    high, low = one >> _SHIFT, one & _LOW
    other_high, other_low = two >> _SHIFT, two & _LOW
    middle = (high * other_low + low * other_high).sum(axis=0)
    return [(high * other_high).sum(axis=0), middle, (low * other_low).sum(axis=0)]


def table(plan: Plan, sums: np.ndarray) -> pa.Table:
    """The curves table of a run.

    Columns: curve, axis, kind ("all", "bot", "line_up"), group, bin, clusters, top, bottom (int64), and
    top_top, bottom_bottom, top_bottom: float64, rounded once from the exact whole number.
    """
    kinds = groups(plan)
    names = [name for _, name, _ in kinds]
    curve, group, place = [], [], []
    for number, item in enumerate(plan.curves):
        curve += [number] * (len(kinds) * item.bins)
        group += [n for n in range(len(kinds)) for _ in range(item.bins)]
        place += list(range(item.bins)) * len(kinds)
    kind_of = np.array([KINDS.index(kind) for kind, _, _ in kinds], np.int32)
    axes = list(dict.fromkeys(item.axis for item in plan.curves))
    axis_of = np.array([axes.index(item.axis) for item in plan.curves], np.int32)
    words = list(dict.fromkeys(names))
    word_of = np.array([words.index(name) for name in names], np.int32)
    at, who = np.array(curve, np.int32), np.array(group, np.int32)
    found = {
        "curve": columns.texts(at, [item.id for item in plan.curves]),
        "axis": columns.texts(axis_of[at], axes),
        "kind": columns.texts(kind_of[who], KINDS),
        "group": columns.texts(word_of[who], words),
        "bin": pa.array(np.array(place, np.int32)),
    }
    found |= {name: pa.array(sums[:, n]) for n, name in enumerate(SUMS)}
    for n, name in enumerate(PRODUCTS):
        first = len(SUMS) + n * len(PARTS)
        found[name] = pa.array(_whole(sums[:, first : first + len(PARTS)]), pa.float64())
    return pa.table(found)


def _whole(parts: np.ndarray) -> np.ndarray:
    """Numbers from their PARTS, rounded once: in 64 bits where they fit (nearly all), else by Python."""
    found = np.zeros(len(parts))
    most = np.array([(1 << 61) // weight for weight in PARTS])
    fits = ((-most < parts) & (parts < most)).all(axis=1)
    found[fits] = (parts[fits] * np.array(PARTS)).sum(axis=1)
    for row in np.flatnonzero(~fits):
        numbers = zip(parts[row].tolist(), PARTS, strict=True)
        found[row] = float(sum(part * weight for part, weight in numbers))
    return found

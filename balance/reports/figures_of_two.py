"""Figures of a comparison: effects in units of their margins, and one distribution over another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.ticker import MaxNLocator

from balance.reports.figures import (
    BAND,
    INK,
    RULE,
    SMALL,
    SOFT,
    STYLE,
    TEXT,
    canvas,
    colour,
    finish,
    frame,
    short,
)
from balance.reports.numbers import free

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup
    from numpy.typing import NDArray

STEP = 33
INNER, LETTER_WIDE, NUMBER_WIDE = 340, 6.4, 5.6
"""Room of a row, and of a letter and a figure in it; for what is too long."""
FARTHEST = 8.0
"""Margins to each side that a figure shows at most; what lies beyond ends in an arrow."""
BEFORE, AFTER = 7, 0
"""Colours of the two versions, as indices."""
MOST_BINS = 30
TAIL = 0.002
"""So much of a distribution may lie beyond each end of a figure; it is counted into the last bin."""


@dataclass(frozen=True)
class Effect:
    """One row of a forest figure: low end, value and high end in margins, and the same in words."""

    label: str
    low: float
    value: float
    high: float
    said: str
    mark: str  # "o" moved, "s" cannot tell, "D" stayed
    colour: int


def forest(name: str, title: str, rows: Sequence[Effect]) -> Markup:
    """A dot with its interval per row, in margins; what lies within the margin is shaded."""
    top, bottom = 6, 34
    height = top + STEP * len(rows) + bottom
    reach = float(max(2.0, min(FARTHEST, 1.05 * max(_far(row) for row in rows))))
    with mpl.rc_context(STYLE):
        figure, axes = canvas(height, left=6, right=6, top=top, bottom=bottom)
        axes.set_axis_off()
        axes.set_xlim(-reach, reach)
        axes.set_ylim(len(rows) * STEP, 0)
        across, below = axes.get_yaxis_transform(), axes.get_xaxis_transform()
        lines = [index * STEP + 21 for index in range(len(rows))]
        shades = [[(-1, y - 7), (-1, y + 7), (1, y + 7), (1, y - 7)] for y in lines]
        axes.add_collection(PolyCollection(shades, facecolors=BAND, linewidths=0, zorder=0), autolim=False)
        axes.vlines([0] * len(rows), [y - 7 for y in lines], [y + 7 for y in lines], SOFT, lw=1, zorder=1)
        for y, row in zip(lines, rows, strict=True):
            tint = colour(row.colour)
            label = short(row.label, int((INNER - NUMBER_WIDE * len(row.said)) / LETTER_WIDE))
            axes.text(0, y - 11, label, transform=across, size=TEXT, color=INK)
            axes.text(1, y - 11, row.said, transform=across, size=SMALL, color=SOFT, ha="right")
            low, middle, high = np.clip([row.low, row.value, row.high], -reach, reach)
            axes.hlines([y], low, high, tint, lw=2.2, alpha=0.75)
            for end, limit, arrow in ((row.low, -reach, "<"), (row.high, reach, ">")):
                if abs(end) > reach and np.sign(end) == np.sign(limit):
                    axes.plot([limit], [y], arrow, color=tint, ms=6, clip_on=False)
            if abs(row.value) <= reach:
                axes.plot([middle], [y], row.mark, color=tint, ms=6)
        for x in _whole_ticks(reach):
            axes.text(x, -0.0, _tick(x), transform=below, va="top", ha="center", size=SMALL, color=SOFT)
        axes.text(
            0.5,
            -14 / (STEP * len(rows)),
            "margins (shaded: too little to matter)",
            transform=axes.transAxes,
            va="top",
            ha="center",
            size=SMALL,
            color=SOFT,
        )
        return finish(figure, name, title, "; ".join(f"{row.label}: {row.said}" for row in rows))


def over(
    name: str,
    title: str,
    before: NDArray[np.float64],
    after: NDArray[np.float64],
    *,
    x_name: str,
    unit: str,
    said: str,
) -> Markup:
    """Two distributions over each other: the first filled, the second as a line; medians as marks."""
    edges, labels = bins(before, after)
    shares = [100 * _shares(values, edges) for values in (before, after)]
    with mpl.rc_context(STYLE):
        figure, axes = canvas(205, left=40, right=8, top=14, bottom=38)
        axes.stairs(shares[0], edges, fill=True, color=colour(BEFORE), alpha=0.35, lw=0)
        axes.stairs(shares[0], edges, color=colour(BEFORE), lw=1.4, ls=(0, (5, 2)))
        axes.stairs(shares[1], edges, color=colour(AFTER), lw=2)
        room = 0.04 * (edges[-1] - edges[0])  # so that numbers at the corner do not lie on each other
        axes.set_xlim(edges[0] - room, edges[-1] + room)
        axes.set_ylim(0, 1.08 * max(float(s.max()) for s in shares))
        along = axes.get_xaxis_transform()
        for values, index, mark in ((before, BEFORE, "v"), (after, AFTER, "v")):
            middle = float(np.clip(np.median(values), edges[0], edges[-1]))
            axes.plot([middle], [1.02], mark, color=colour(index), ms=6, transform=along, clip_on=False)
        frame(axes, labels, x_name, unit, percent=True)
        axes.hlines([0], 0, 1, RULE, lw=0.8, transform=axes.get_yaxis_transform())
        return finish(figure, name, title, said)


def bins(
    before: NDArray[np.float64], after: NDArray[np.float64]
) -> tuple[NDArray[np.float64], list[tuple[float, str]]]:
    """Edges that both share, and the numbers under them: one bin per whole number where there are few."""
    both = np.concatenate([before, after])
    low, high = np.quantile(both, [TAIL, 1 - TAIL])
    steps = np.unique(both)
    whole = bool(np.all(steps == np.round(steps)))
    if whole and steps.size <= 2:  # all the same, or two values
        low, high = steps[0], steps[-1]
    if whole:
        step = max(1.0, float(np.ceil((high - low + 1) / MOST_BINS)))
        edges = np.arange(low - 0.5, high + 0.5 + step, step)
    else:
        room = 0.5 if high == low else 0.0
        edges = np.linspace(low - room, high + room, MOST_BINS + 1)
    ticks = MaxNLocator(nbins=6, integer=whole).tick_values(edges[0], edges[-1])
    return edges, [(float(x), free(float(x))) for x in ticks]


def _shares(values: NDArray[np.float64], edges: NDArray[np.float64]) -> NDArray[np.float64]:
    """The share of values in each bin; those beyond the ends are in the first and in the last."""
    inside = np.clip(values, edges[0], edges[-1])
    counted, _ = np.histogram(inside, edges)
    return counted / max(1, values.size)


def _far(row: Effect) -> float:
    """How far out a row reaches; of a long interval no more than three times its middle."""
    ends = max(abs(row.low), abs(row.high))
    return float(min(ends, max(3 * abs(row.value), 3.0))) if np.isfinite(ends) else abs(row.value)


def _whole_ticks(reach: float) -> list[float]:
    step = 1 if reach <= 4 else 2
    most = int(reach // step) * step
    return [float(x) for x in range(-most, most + 1, step)]


def _tick(x: float) -> str:
    return free(x) if x <= 0 else f"+{free(x)}"

"""Figures as inline SVG: text stays text, colours are the page's CSS variables, so both themes fit.

Figures are drawn for a column of a telephone (`WIDTH`) and only ever scaled up. Matplotlib is given
marker colours that no figure would use by itself; `finish` turns them into `var(--...)`.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from markupsafe import Markup
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from balance.reports.numbers import free, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from balance.statistics import Estimate

WIDTH = 360
COLOURS = 8  # colours of plans and lines; more than that repeat
SMALL, TEXT = 10.5, 12
DASHES = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (7, 2, 1.5, 2)))
MARKS = "osD^vPX*"
LEVELS = ("points", "$", "minutes", "rounds")  # units whose axis need not begin at 0
FAR = 5.0  # times the largest value: beyond that an interval says only that nothing is known
LEAST_RANGE = 0.2  # of the largest number: a dot figure never shows less

_VARIABLES = {"#a00001": "--ink", "#a00002": "--soft", "#a00003": "--rule", "#a00004": "--band"}
_VARIABLES |= {f"#a000{10 + n}": f"--c{n}" for n in range(COLOURS)}
INK, SOFT, RULE, BAND = list(_VARIABLES)[:4]
STYLE: dict[Any, Any] = {
    "svg.hashsalt": "balance",
    "svg.fonttype": "none",
    "text.parse_math": False,
    "axes.unicode_minus": True,
    "font.size": SMALL,
    "text.color": INK,
    "axes.edgecolor": RULE,
    "axes.labelcolor": SOFT,
    "xtick.color": RULE,
    "ytick.color": RULE,
    "xtick.labelcolor": SOFT,
    "ytick.labelcolor": SOFT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "path.simplify": True,
}


@dataclass(frozen=True)
class Dot:
    """One row of a dot figure."""

    label: str
    estimate: Estimate
    colour: int = 0


@dataclass(frozen=True)
class Series:
    """One line of a line figure: estimates by bin label."""

    label: str
    points: dict[str, Estimate]
    colour: int = 0


def colour(index: int) -> str:
    """The marker colour of a plan or line."""
    return f"#a000{10 + index % COLOURS}"


def dots(
    name: str,
    title: str,
    rows: Sequence[Dot],
    unit: str,
    *,
    rate: bool = False,
    reference: float | None = None,
) -> Markup:
    """A dot with its interval per row; the label stands above it, the numbers at the right."""
    factor = _factor(unit, rate=rate)
    step, top, bottom = 34, 6, 20
    height = top + step * len(rows) + bottom
    with mpl.rc_context(STYLE):
        figure, axes = canvas(height, left=6, right=6, top=top, bottom=bottom)
        axes.set_axis_off()  # drawing the axis here by hand takes a third of the time
        axes.set_ylim(len(rows) * step, 0)
        middles = [index * step + 24 for index in range(len(rows))]
        ends = np.array(
            [[factor * _known(x, row.estimate.value) for x in _ends(row.estimate)] for row in rows]
        )
        ends = _tame(ends, ends[:, 1])
        tints = [colour(row.colour) for row in rows]
        axes.hlines(middles, 0, 1, RULE, lw=0.6, transform=axes.get_yaxis_transform(), zorder=0)
        axes.hlines(middles, ends[:, 0], ends[:, 2], tints, lw=2.2, alpha=0.75)
        across = axes.get_yaxis_transform()
        for row, y, value, tint in zip(rows, middles, ends[:, 1], tints, strict=True):
            axes.plot([value], [y], MARKS[row.colour % len(MARKS)], color=tint, ms=6.5)
            axes.text(0, y - 12, short(row.label), transform=across, size=TEXT, color=INK)
            said = str(number(row.estimate, unit, rate=rate))
            axes.text(1, y - 12, said, transform=across, size=SMALL, color=SOFT, ha="right")
        level = None if reference is None else factor * reference
        _limits(axes, ends[np.isfinite(ends)].tolist(), level, unit)
        if level is not None:
            low, high = [y - 8 for y in middles], [y + 8 for y in middles]
            axes.vlines([level] * len(rows), low, high, SOFT, lw=1.2, zorder=0)
        _ticks(axes, unit, rate=rate)
        described = "; ".join(f"{r.label}: {number(r.estimate, unit, rate=rate)}" for r in rows)
        return finish(figure, name, title, described)


def strip(
    name: str,
    title: str,
    rows: Sequence[Dot],
    unit: str,
    *,
    rate: bool = False,
    reference: float | None = None,
) -> Markup:
    """The same for many rows: label, dot and numbers on one line, so that sixty fit a page."""
    factor = _factor(unit, rate=rate)
    step, top, bottom, left, right = 15, 4, 20, 136, 98
    height = top + step * len(rows) + bottom
    with mpl.rc_context(STYLE):
        figure, axes = canvas(height, left=left, right=right, top=top, bottom=bottom)
        axes.set_axis_off()
        axes.set_ylim(len(rows) * step, 0)
        middles = [index * step + step / 2 for index in range(len(rows))]
        ends = np.array(
            [[factor * _known(x, row.estimate.value) for x in _ends(row.estimate)] for row in rows]
        )
        ends = _tame(ends, ends[:, 1])
        tints = [colour(row.colour) for row in rows]
        across = axes.get_yaxis_transform()
        axes.hlines(middles, 0, 1, RULE, lw=0.4, transform=across, zorder=0)
        axes.hlines(middles, ends[:, 0], ends[:, 2], tints, lw=1.8, alpha=0.75)
        for row, y, value, tint in zip(rows, middles, ends[:, 1], tints, strict=True):
            axes.plot([value], [y], "o", color=tint, ms=4)
            axes.text(-0.03, y, short(row.label, 24), transform=across, size=9.5, ha="right", va="center")
            said = str(number(row.estimate, unit, rate=rate))
            axes.text(1.03, y, said, transform=across, size=9, color=SOFT, va="center")
        level = None if reference is None else factor * reference
        _limits(axes, ends[np.isfinite(ends)].tolist(), level, unit)
        if level is not None:
            axes.vlines([level], 0, len(rows) * step, SOFT, lw=1, zorder=0)
        _ticks(axes, unit, rate=rate, most=3)
        described = "; ".join(f"{r.label}: {number(r.estimate, unit, rate=rate)}" for r in rows)
        return finish(figure, name, title, described)


def lines(
    name: str,
    title: str,
    series: Sequence[Series],
    bins: Sequence[str],
    *,
    x_name: str,
    unit: str,
    rate: bool = False,
) -> Markup:
    """Lines with bands of their intervals along named bins."""
    factor = _factor(unit, rate=rate)
    height = 215
    with mpl.rc_context(STYLE):
        figure, axes = canvas(height, left=40, right=8, top=8, bottom=38)
        place = {label: index for index, label in enumerate(bins)}
        for index, line in enumerate(series):
            shown = [(place[label], *_ends(e)) for label, e in line.points.items() if label in place]
            if not shown:
                continue
            x, low, value, high = (np.array(column, dtype=float) for column in zip(*shown, strict=True))
            known = np.isfinite(low) & np.isfinite(high)
            low, high = _tame(low, value), _tame(high, value)
            tint = colour(line.colour)
            axes.fill_between(
                x,
                factor * np.where(known, low, value),
                factor * np.where(known, high, value),
                color=tint,
                alpha=0.22,
                lw=0,
            )
            axes.plot(x, factor * value, color=tint, lw=1.8, ls=DASHES[index % len(DASHES)])
            axes.plot(x, factor * value, MARKS[index % len(MARKS)], color=tint, ms=4)
        axes.set_xlim(-0.3, max(len(bins) - 0.7, 0.7))
        every_end = [_ends(e) for s in series for e in s.points.values()]
        middles = np.array([value for _, value, _ in every_end])
        reached = [factor * x for x in _tame(np.array(every_end).ravel(), middles) if np.isfinite(x)]
        floor, ceiling = min(reached, default=0.0), max(reached, default=1.0)
        floor = min(floor, 0.0)
        axes.set_ylim(floor, ceiling + (0.06 * (ceiling - floor) or 1.0))
        every = max(1, -(-len(bins) // (10 if max(map(len, bins), default=1) < 4 else 5)))
        frame(axes, [(n, bins[n]) for n in range(0, len(bins), every)], x_name, unit, percent=factor == 100)
        return finish(figure, name, title, "Lines: " + ", ".join(s.label for s in series))


def bars(
    name: str,
    title: str,
    edges: Sequence[float],
    shares: Sequence[float],
    x_name: str,
    *,
    band: tuple[float, float] | None = None,
    marks: Iterable[tuple[float, str]] = (),
) -> Markup:
    """A histogram: share of rows per bin, with an optional shaded band and named vertical marks."""
    with mpl.rc_context(STYLE):
        figure, axes = canvas(200, left=40, right=8, top=22, bottom=38)
        steps = np.asarray(edges, dtype=float)
        widths = np.diff(steps)
        gap = 0.12 * widths.min()
        if band is not None:
            axes.axvspan(*band, color=BAND, lw=0, zorder=0)
            steps = np.append(steps, band)
        lefts = np.asarray(edges)[:-1] + gap / 2
        boxes = [
            [(x, 0), (x, 100 * share), (x + w, 100 * share), (x + w, 0)]
            for x, w, share in zip(lefts, widths - gap, shares, strict=True)
        ]
        axes.add_collection(PolyCollection(boxes, facecolors=colour(0), linewidths=0), autolim=False)
        axes.set_xlim(steps.min(), steps.max())
        axes.set_ylim(0, 104 * max(shares, default=1.0))
        for at, said in marks:
            axes.plot([at, at], [0, 1], color=INK, lw=1, ls=(0, (3, 2)), transform=axes.get_xaxis_transform())
            axes.text(
                at, 1.02, said, transform=axes.get_xaxis_transform(), ha="center", size=SMALL, color=INK
            )
        ticks = MaxNLocator(nbins=6, integer=True).tick_values(*axes.get_xlim())
        frame(axes, [(x, free(x)) for x in ticks], x_name, "share", percent=True)
        return finish(figure, name, title, "Histogram")


def canvas(height: float, *, left: float, right: float, top: float, bottom: float) -> tuple[Figure, Axes]:
    """An empty figure of that height with room for what stands around its axes."""
    figure = Figure(figsize=(WIDTH / 72, height / 72))
    FigureCanvasSVG(figure)
    inner = (left / WIDTH, bottom / height, (WIDTH - left - right) / WIDTH, (height - top - bottom) / height)
    return figure, figure.add_axes(inner)


def finish(figure: Figure, name: str, title: str, description: str) -> Markup:
    """SVG text for a page: no date, no address, ids of this figure only, colours as variables."""
    buffer = io.StringIO()
    nothing: dict[str, Any] = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(buffer, format="svg", metadata=nothing, transparent=True)
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = svg.replace("xlink:href", "href")
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg))
    svg = re.sub(r' id="([^"]+)"', lambda m: f' id="{name}-{m[1]}"' if m[1] in used else "", svg)
    svg = re.sub(r'(href="#|url\(#)', rf"\1{name}-", svg)
    svg = re.sub(r"#a000\d\d", lambda m: f"var({_VARIABLES[m[0]]})", svg)
    svg = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", svg)
    svg = re.sub(r"font-family: [^;\"]*;? ?", "", svg)
    svg = re.sub(r"\n\s*", "\n", svg)
    view = re.search(r'viewBox="[^"]+"', svg)
    box = view[0] if view else ""
    body = svg[svg.index(">") + 1 :]
    head = (
        f'<svg {box} role="img" aria-labelledby="{name}-t" aria-describedby="{name}-d">'
        f'<title id="{name}-t">{escape(title)}</title><desc id="{name}-d">{escape(description)}</desc>'
    )
    return Markup(head + body)  # noqa: S704  matplotlib escapes its texts, the two above are escaped here


def _factor(unit: str, *, rate: bool) -> float:
    return 100.0 if rate or unit == "share" else 1.0


def _ends(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.low, estimate.value, estimate.high


def _tame(ends: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ends of intervals, kept in sight: those far beyond all values would leave nothing else to see."""
    most = FAR * float(np.abs(np.nan_to_num(values)).max(initial=0.0)) or np.inf
    return np.clip(ends, -most, most)


def _known(end: float, value: float) -> float:
    return end if np.isfinite(end) else value


def short(label: str, most: int = 34) -> str:
    """A label, cut where it is too long."""
    return label if len(label) <= most else label[: most - 1] + "\N{HORIZONTAL ELLIPSIS}"


def _limits(axes: Axes, values: Sequence[float], reference: float | None, unit: str) -> None:
    """Room for all intervals; not so close that noise looks like a difference."""
    finite = [x for x in (*values, *([] if reference is None else [reference])) if np.isfinite(x)]
    low, high = min(finite, default=0.0), max(finite, default=1.0)
    if reference is None and low >= 0 and unit not in LEVELS:
        low = 0.0
    least = LEAST_RANGE * max(abs(low), abs(high))
    if high - low < least:
        low, high = (low + high - least) / 2, (low + high + least) / 2
    room = 0.04 * (high - low) or 0.5
    axes.set_xlim(low - (room if low else 0.02 * high), high + room)


def frame(axes: Axes, x_ticks: Iterable[tuple[float, str]], x_name: str, unit: str, *, percent: bool) -> None:
    """Grid, numbers and the name of the lower axis; Matplotlib's own axes cost twice the time."""
    axes.set_axis_off()
    left, right = axes.get_xlim()
    low, high = axes.get_ylim()
    levels = [y for y in MaxNLocator(nbins=5).tick_values(low, high) if low <= y <= high]
    across, along = axes.get_yaxis_transform(), axes.get_xaxis_transform()
    axes.hlines(levels, 0, 1, RULE, lw=0.6, transform=across, zorder=0)
    for y in levels:
        axes.text(
            -0.02,
            y,
            _tick(y, unit, percent=percent),
            transform=across,
            ha="right",
            va="center",
            size=SMALL,
            color=SOFT,
        )
    for x, said in x_ticks:
        if left <= x <= right:
            axes.text(x, -0.03, said, transform=along, ha="center", va="top", size=SMALL, color=SOFT)
    axes.text(0.5, -0.13, x_name, transform=axes.transAxes, ha="center", va="top", size=SMALL, color=SOFT)


def _tick(value: float, unit: str, *, percent: bool) -> str:
    return f"{free(value)} %" if percent else f"${free(value)}" if unit == "$" else free(value)


def _ticks(axes: Axes, unit: str, *, rate: bool, most: int = 5) -> None:
    """Numbers under a dot figure, at round places."""
    low, high = axes.get_xlim()
    below = axes.get_xaxis_transform()
    percent = _factor(unit, rate=rate) == 100
    for x in MaxNLocator(nbins=most).tick_values(low, high):
        if low <= x <= high:
            said = _tick(x, unit, percent=percent)
            axes.text(x, 0, said, transform=below, va="top", ha="center", size=SMALL, color=SOFT)

"""Figures as inline SVG: text stays text, colours are the page's CSS variables, so both themes fit.

Figures are drawn for a column of a telephone (`WIDTH`) and only ever scaled up. Matplotlib is given
marker colours that no figure would use by itself; `_finish` turns them into `var(--...)`.
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
from matplotlib.figure import Figure

from balance.reports.numbers import free, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes

    from balance.statistics import Estimate

WIDTH = 360
COLOURS = 8  # colours of plans and lines; more than that repeat
SMALL, TEXT = 10.5, 12
DASHES = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (7, 2, 1.5, 2)))
MARKS = "osD^vPX*"
LINE = "line"

_VARIABLES = {"#a00001": "--ink", "#a00002": "--soft", "#a00003": "--rule", "#a00004": "--band"}
_VARIABLES |= {f"#a000{10 + n}": f"--c{n}" for n in range(COLOURS)}
INK, SOFT, RULE, BAND = list(_VARIABLES)[:4]
_STYLE = {
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
    name: str, title: str, rows: Sequence[Dot], unit: str, *, rate: bool = False, reference: float | None = None
) -> Markup:
    """A dot with its interval per row; the label stands above it, the numbers at the right."""
    factor = _factor(unit, rate=rate)
    step, top, bottom = 34, 6, 20
    height = top + step * len(rows) + bottom
    with mpl.rc_context(_STYLE):
        figure, axes = _canvas(height, left=6, right=6, top=top, bottom=bottom)
        axes.spines["left"].set_visible(False)
        axes.set_yticks([])
        axes.set_ylim(len(rows) * step, 0)
        for index, row in enumerate(rows):
            y = index * step + 24
            low, value, high = (factor * _known(x, row.estimate.value) for x in _ends(row.estimate))
            axes.plot([low, high], [y, y], color=colour(row.colour), lw=2.2, solid_capstyle="butt", alpha=0.75)
            axes.plot([value], [y], MARKS[row.colour % len(MARKS)], color=colour(row.colour), ms=6.5)
            across = axes.get_yaxis_transform()
            axes.text(0, index * step + 12, _short(row.label), transform=across, size=TEXT, color=INK)
            said = str(number(row.estimate, unit, rate=rate))
            axes.text(1, index * step + 12, said, transform=across, size=SMALL, color=SOFT, ha="right")
            axes.axhline(y, color=RULE, lw=0.6, zorder=0)
        _limits(axes, [factor * x for row in rows for x in _ends(row.estimate)], reference and factor * reference)
        if reference is not None:
            middles = [index * step + 24 for index in range(len(rows))]
            axes.vlines([factor * reference], [y - 8 for y in middles], [y + 8 for y in middles], SOFT, lw=1.2, zorder=0)
        _ticks(axes, unit, rate=rate)
        described = "; ".join(f"{r.label}: {number(r.estimate, unit, rate=rate)}" for r in rows)
        return _finish(figure, name, title, described)


def lines(
    name: str, title: str, series: Sequence[Series], bins: Sequence[str], x_name: str, unit: str, *, rate: bool = False
) -> Markup:
    """Lines with bands of their intervals along named bins."""
    factor = _factor(unit, rate=rate)
    height = 215
    with mpl.rc_context(_STYLE):
        figure, axes = _canvas(height, left=40, right=8, top=8, bottom=38)
        place = {label: index for index, label in enumerate(bins)}
        for index, line in enumerate(series):
            shown = [(place[label], *_ends(e)) for label, e in line.points.items() if label in place]
            if not shown:
                continue
            x, low, value, high = (np.array(column, dtype=float) for column in zip(*shown, strict=True))
            known = np.isfinite(low) & np.isfinite(high)
            tint = colour(line.colour)
            axes.fill_between(
                x, factor * np.where(known, low, value), factor * np.where(known, high, value),
                color=tint, alpha=0.22, lw=0,
            )
            axes.plot(x, factor * value, color=tint, lw=1.8, ls=DASHES[index % len(DASHES)])
            axes.plot(x, factor * value, MARKS[index % len(MARKS)], color=tint, ms=4)
        axes.set_xlim(-0.3, max(len(bins) - 0.7, 0.7))
        low_end = min((e.low for s in series for e in s.points.values() if np.isfinite(e.low)), default=0.0)
        if low_end >= 0:
            axes.set_ylim(bottom=0)
        every = max(1, -(-len(bins) // (10 if max(map(len, bins), default=1) < 4 else 5)))
        axes.set_xticks(range(0, len(bins), every), [bins[n] for n in range(0, len(bins), every)])
        axes.set_xlabel(x_name, size=SMALL)
        axes.grid(axis="y", color=RULE, lw=0.6)
        axes.set_axisbelow(True)
        axes.locator_params(axis="y", nbins=5)
        axes.spines["left"].set_visible(False)
        axes.tick_params(length=0)
        if factor == 100:
            axes.yaxis.set_major_formatter(lambda y, _: f"{free(y)} %")
        elif unit == "$":
            axes.yaxis.set_major_formatter(lambda y, _: f"${free(y)}")
        return _finish(figure, name, title, "Lines: " + ", ".join(s.label for s in series))


def bars(
    name: str, title: str, edges: Sequence[float], shares: Sequence[float], x_name: str,
    *, band: tuple[float, float] | None = None, marks: Iterable[tuple[float, str]] = (),
) -> Markup:
    """A histogram: share of rows per bin, with an optional shaded band and named vertical marks."""
    with mpl.rc_context(_STYLE):
        figure, axes = _canvas(200, left=40, right=8, top=22, bottom=38)
        steps = np.asarray(edges, dtype=float)
        widths = np.diff(steps)
        gap = 0.12 * widths.min()
        if band is not None:
            axes.axvspan(*band, color=BAND, lw=0, zorder=0)
            steps = np.append(steps, band)
        axes.bar(np.asarray(edges)[:-1] + gap / 2, 100 * np.asarray(shares), widths - gap, align="edge", color=colour(0))
        axes.set_xlim(steps.min(), steps.max())
        for at, said in marks:
            axes.axvline(at, color=INK, lw=1, ls=(0, (3, 2)))
            axes.text(at, 1.02, said, transform=axes.get_xaxis_transform(), ha="center", size=SMALL, color=INK)
        axes.grid(axis="y", color=RULE, lw=0.6)
        axes.set_axisbelow(True)
        axes.spines["left"].set_visible(False)
        axes.tick_params(length=0)
        axes.locator_params(axis="y", nbins=4)
        axes.yaxis.set_major_formatter(lambda y, _: f"{free(y)} %")
        axes.set_xlabel(x_name, size=SMALL)
        return _finish(figure, name, title, "Histogram")


def _canvas(height: float, *, left: float, right: float, top: float, bottom: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH / 72, height / 72))
    FigureCanvasSVG(figure)
    inner = (left / WIDTH, bottom / height, (WIDTH - left - right) / WIDTH, (height - top - bottom) / height)
    return figure, figure.add_axes(inner)


def _finish(figure: Figure, name: str, title: str, description: str) -> Markup:
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
        f'<svg {box} role="img" aria-labelledby="{name}-t {name}-d">'
        f'<title id="{name}-t">{escape(title)}</title><desc id="{name}-d">{escape(description)}</desc>'
    )
    return Markup(head + body)  # noqa: S704  matplotlib escapes its texts, the two above are escaped here


def _factor(unit: str, *, rate: bool) -> float:
    return 100.0 if rate or unit == "share" else 1.0


def _ends(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.low, estimate.value, estimate.high


def _known(end: float, value: float) -> float:
    return end if np.isfinite(end) else value


def _short(label: str, most: int = 34) -> str:
    return label if len(label) <= most else label[: most - 1] + "\N{HORIZONTAL ELLIPSIS}"


def _limits(axes: Axes, values: Sequence[float], reference: float | None) -> None:
    finite = [x for x in (*values, *([] if reference is None else [reference])) if np.isfinite(x)]
    low, high = min(finite, default=0.0), max(finite, default=1.0)
    if low >= 0 and low < 0.6 * high and reference is None:
        low = 0.0
    room = 0.06 * (high - low) or 0.5
    axes.set_xlim(low - room, high + room)


def _ticks(axes: Axes, unit: str, *, rate: bool) -> None:
    axes.locator_params(axis="x", nbins=5)
    axes.tick_params(axis="x", length=0, pad=3)
    if _factor(unit, rate=rate) == 100:
        axes.xaxis.set_major_formatter(lambda x, _: f"{free(x)} %")
    elif unit == "$":
        axes.xaxis.set_major_formatter(lambda x, _: f"${free(x)}")

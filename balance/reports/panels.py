"""From a declared panel to a figure with the table behind it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from balance import statistics
from balance.reports import bins, figures
from balance.reports.content import Cell, Figure, Key, Table, Term, cell, head
from balance.reports.numbers import NO_BREAK, count, free, number, single, unit_after, unit_words
from balance.reports.tally import described

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from balance.games.interface import Curve, Family, Measure, Panel
    from balance.reports.evidence import Evidence
    from balance.reports.values import Values
    from balance.statistics import Estimate

NOTHING = "This run has no case of it."
MOST_BARS = 32
RARE = 0.01
"""Bins of a curve with less than this share of the observations of the largest are left out."""
NO_CASE = Cell("\N{EN DASH}")


def figure(evidence: Evidence, panel: Panel, name: str) -> Figure:
    """The figure of a panel; where the run has nothing to show it says so."""
    makers: dict[str, Callable[[Evidence, Panel, str], Figure]] = {
        "measures": _measures,
        "by_plan": _by_plan,
        "curves": _curves,
        "curve_by_plan": _curve_by_plan,
        "distribution": _distribution,
        "family": _family,
        "counts": _counts,
        "parts": _parts,
        "sheet": _sheet,
        "bins": bins.figure,
    }
    return makers[panel.kind](evidence, panel, name)


def term(declared: Measure | Curve | Family) -> Term:
    """The definition of something declared, for the list of definitions."""
    return Term(
        f"def-{declared.id}",
        declared.name,
        unit_words(declared.unit, rate=declared.rate),
        declared.definition,
        tuple(declared.rules),
    )


def plan_colour(evidence: Evidence, plan: str) -> int:
    """The colour of a plan, the same all over the page."""
    return evidence.plans.index(plan) % figures.COLOURS


def estimates_table(
    caption: str,
    first: str,
    rows: Sequence[tuple[str, Estimate]],
    unit: str,
    *,
    rate: bool,
    of: str,
    medians: Mapping[str, float] | None = None,
) -> Table:
    """Label, value with interval, median where there is one, observations, deals."""
    body = tuple(
        (
            head(label),
            cell(number(e, unit, rate=rate)),
            *(() if medians is None else (Cell(single(medians[label], unit), number=True),)),
            Cell(count(e.n), number=True),
            Cell(count(e.clusters), number=True),
        )
        for label, e in rows
    )
    value = unit_words(unit, rate=rate) or "value"
    more = () if medians is None else ("median",)
    return Table(caption, (first, value if medians is None else f"mean, {value}", *more, of, "deals"), body)


def _missing(panel: Panel, name: str, terms: tuple[Term, ...]) -> Figure:
    return Figure(name, panel.title, note=panel.note, terms=terms, missing=NOTHING)


def _measures(evidence: Evidence, panel: Panel, name: str) -> Figure:
    """A table: measures of different units share no axis, and one row each says it better."""
    found = [(evidence.measures[item], evidence.estimate(item)) for item in panel.items]
    terms = tuple(term(measure) for measure, _ in found)
    rows = tuple(
        (
            head(measure.name, href=f"#def-{measure.id}"),
            NO_CASE
            if estimate is None
            else cell(
                number(estimate, measure.unit, rate=measure.rate),
                after=unit_after(measure.unit, rate=measure.rate),
            ),
            _usual(evidence, measure),
            Cell("" if estimate is None else count(estimate.n), number=True),
        )
        for measure, estimate in found
    )
    table = Table(panel.title, ("", "value", "median (5 % to 95 %)", "out of"), rows)
    return Figure(name, panel.title, note=panel.note, table=table, open_table=True, terms=terms)


def _usual(evidence: Evidence, measure: Measure) -> Cell:
    """Median and usual range over games or players, of a measure that has a number for each."""
    values = evidence.values(measure.id)
    if not described(measure) or values.n == 0:
        return Cell()
    low, middle, high = (single(values.quantile(share), measure.unit) for share in (0.05, 0.5, 0.95))
    return Cell(middle, f"({low} to {high})".replace(" ", NO_BREAK), number=True)


def _by_plan(evidence: Evidence, panel: Panel, name: str) -> Figure:
    measure = evidence.measures[panel.items[0]]
    found = evidence.by_plan(measure.id)
    terms = (term(measure),)
    if not found:
        return _missing(panel, name, terms)
    rows = [figures.Dot(plan, e, plan_colour(evidence, plan)) for plan, e in found.items()]
    svg = figures.dots(name, panel.title, rows, measure.unit, rate=measure.rate)
    of = (
        measure.unit.removeprefix("per ") + "s"
        if measure.bottom and measure.unit.startswith("per ")
        else "out of"
    )
    table = estimates_table(
        f"{measure.name}, by plan", "plan", list(found.items()), measure.unit, rate=measure.rate, of=of
    )
    return Figure(name, panel.title, svg, panel.note, table=table, terms=terms)


def _family(evidence: Evidence, panel: Panel, name: str) -> Figure:
    families = [evidence.families[item] for item in panel.items]
    terms = tuple(term(family) for family in families)
    found = [evidence.family(item) for item in panel.items]
    cards = list(dict.fromkeys(card for estimates in found for card in estimates))
    if not cards:
        return _missing(panel, name, terms)
    if len(families) > 1:
        return _family_table(evidence, panel, name)
    family = families[0]
    rows = [(evidence.card_name(card), found[0][card]) for card in cards]
    svg = figures.dots(
        name, panel.title, [figures.Dot(label, e) for label, e in rows], family.unit, rate=family.rate
    )
    medians = None
    if family.seen:
        medians = {evidence.card_name(card): evidence.median(family.id, card) for card in cards}
    table = estimates_table(
        family.name, "card", rows, family.unit, rate=family.rate, of="out of", medians=medians
    )
    return Figure(name, panel.title, svg, panel.note, table=table, terms=terms)


def _family_table(evidence: Evidence, panel: Panel, name: str) -> Figure:
    families = [evidence.families[item] for item in panel.items]
    found = [evidence.family(item) for item in panel.items]
    cards = list(dict.fromkeys(card for estimates in found for card in estimates))
    rows = tuple(
        (
            head(evidence.card_name(card)),
            *(
                cell(number(estimates[card], family.unit, rate=family.rate)) if card in estimates else NO_CASE
                for family, estimates in zip(families, found, strict=True)
            ),
        )
        for card in cards
    )
    columns = tuple(f"{f.name}, {unit_words(f.unit, rate=f.rate)}".rstrip(", ") for f in families)
    first = "card" if any(card in evidence.names for card in cards) else ""
    table = Table(panel.title, (first, *columns), rows)
    terms = tuple(term(family) for family in families)
    return Figure(name, panel.title, note=panel.note, table=table, open_table=True, terms=terms)


def _curves(evidence: Evidence, panel: Panel, name: str) -> Figure:
    found = [(evidence.curves[item], evidence.curve(item)) for item in panel.items]
    lines = [(curve.name, points) for curve, points in found if points]
    terms = tuple(term(curve) for curve, _ in found)
    if not lines:
        return _missing(panel, name, terms)
    colours = range(len(lines))
    return _drawn(
        evidence,
        panel,
        name,
        lines=lines,
        colours=list(colours),
        curve=next(c for c, points in found if points),
        terms=terms,
    )


def _curve_by_plan(evidence: Evidence, panel: Panel, name: str) -> Figure:
    curve = evidence.curves[panel.items[0]]
    lines = [(plan, evidence.curve(curve.id, plan, "bot")) for plan in evidence.plans]
    lines = [(plan, points) for plan, points in lines if points]
    if not lines:
        return _missing(panel, name, (term(curve),))
    colours = [plan_colour(evidence, plan) for plan, _ in lines]
    return _drawn(evidence, panel, name, lines=lines, colours=colours, curve=curve, terms=(term(curve),))


def _often(points: dict[str, Estimate]) -> dict[str, Estimate]:
    """Bins that are not far rarer than the most frequent one: those say nothing and hide the rest."""
    most = max((estimate.n for estimate in points.values()), default=0)
    return {label: estimate for label, estimate in points.items() if estimate.n >= RARE * most}


def _drawn(
    evidence: Evidence,
    panel: Panel,
    name: str,
    *,
    lines: list[tuple[str, dict[str, Estimate]]],
    colours: list[int],
    curve: Curve,
    terms: tuple[Term, ...],
) -> Figure:
    axis = {a.id: a for a in evidence.book.axes}[curve.axis]
    lines = [(said, _often(points)) for said, points in lines]
    seen = {label for _, points in lines for label in points}
    bins = [label for label in axis.labels(evidence.run.cards) if label in seen]
    series = [
        figures.Series(label, points, tint) for (label, points), tint in zip(lines, colours, strict=True)
    ]
    svg = figures.lines(name, panel.title, series, bins, x_name=axis.name, unit=curve.unit, rate=curve.rate)
    rows = tuple(
        (
            head(label),
            *(
                cell(number(points[label], curve.unit, rate=curve.rate)) if label in points else NO_CASE
                for _, points in lines
            ),
        )
        for label in bins
    )
    unit = unit_words(curve.unit, rate=curve.rate)
    columns = tuple(f"{label}, {unit}" if unit else label for label, _ in lines)
    table = Table(panel.title, (axis.name, *columns), rows)
    legend = tuple(
        Key(label, tint, n % len(figures.DASHES))
        for n, ((label, _), tint) in enumerate(zip(lines, colours, strict=True))
    )
    return Figure(name, panel.title, svg, panel.note, legend if len(lines) > 1 else (), table, terms=terms)


def _distribution(evidence: Evidence, panel: Panel, name: str) -> Figure:
    measure = evidence.measures[panel.items[0]]
    values = evidence.values(measure.id)
    if values.n == 0:
        return _missing(panel, name, (term(measure),))
    edges, shares, labels = _bins(values, measure.unit)
    summary = {key: values.quantile(share) for _, key, share in _SUMMARY}
    band = None if panel.band is None else panel.band(evidence.run.cards)
    x_name = f"{measure.name}, {unit_words(measure.unit)}".rstrip(", ")
    if measure.unit in ("per game", "count"):
        x_name = measure.name
    middle = f"median {single(summary['p50'], measure.unit)}"
    svg = figures.bars(
        name, panel.title, edges, shares, x_name, band=band, marks=[(_centre(summary["p50"], edges), middle)]
    )
    rows = [(head(said), Cell(single(summary[key], measure.unit), number=True)) for said, key, _ in _SUMMARY]
    rows += [
        (head(label), Cell(free(100 * part) + " %", number=True))
        for label, part in zip(labels, shares, strict=True)
    ]
    table = Table(f"{measure.name}: summary, then share of games", ("", "value"), tuple(rows))
    return Figure(name, panel.title, svg, panel.note, table=table, terms=(term(measure),))


def _counts(evidence: Evidence, panel: Panel, name: str) -> Figure:
    """How often each whole number was counted: shares of all, over all rows together."""
    family = evidence.families[panel.items[0]]
    terms = (term(family),)
    found = evidence.count_shares(family.id)
    if not found:
        return _missing(panel, name, terms)
    labels = list(found)
    totals = np.array([times for times, _ in found.values()]).round()
    parts = [share for _, share in found.values()]
    numbers = np.array([int(label.rstrip("+")) for label in labels])
    seen = statistics.describe_counts(numbers, totals)
    kept = [n for n, number_ in enumerate(numbers) if number_ <= seen["max"]]
    edges = [*(numbers[kept] - 0.5), float(numbers[kept[-1]]) + 0.5]
    shares = (totals[kept] / totals.sum()).tolist()
    middle = f"median {free(seen['p50'])}"
    svg = figures.bars(name, panel.title, edges, shares, family.name, marks=[(seen["p50"], middle)])
    open_end = labels[-1] if labels[-1].endswith("+") and seen["max"] == numbers[-1] else ""
    rows = [
        (head(said), Cell(open_end if key == "max" and open_end else free(seen[key]), number=True))
        for said, key, _ in _SUMMARY
    ]
    for n in kept:
        part = parts[n]
        if part is not None:
            rows.append((head(labels[n]), cell(number(part, "share", rate=True))))
    table = Table(f"{family.name}: summary, then share of all counted", ("", "value"), tuple(rows))
    return Figure(name, panel.title, svg, panel.note, table=table, terms=terms)


def _parts(evidence: Evidence, panel: Panel, name: str) -> Figure:
    """What a measure is made of: a dot for each part, and a table with the plans."""
    whole, *items = panel.items
    measure = evidence.measures[whole]
    declared = [evidence.families.get(item) or evidence.measures[item] for item in items]
    terms = (term(measure), *(term(item) for item in declared))
    plans = evidence.plans if len(evidence.plans) > 1 else ()
    columns = [_parts_of(evidence, panel.items, plan) for plan in ("", *plans)]
    labels = list(columns[0])
    if len(labels) < 2:
        return _missing(panel, name, terms)
    dots = [figures.Dot(label, estimate) for label, estimate in list(columns[0].items())[1:]]
    svg = figures.dots(name, panel.title, dots, measure.unit)
    rows = tuple(
        (
            head(label),
            *(
                cell(number(column[label], measure.unit)) if label in column else NO_CASE
                for column in columns
            ),
        )
        for label in labels
    )
    table = Table(f"{panel.title}, {unit_words(measure.unit)}", ("", "all plans", *plans), rows)
    return Figure(name, panel.title, svg, panel.note, table=table, terms=terms)


def _parts_of(evidence: Evidence, items: Sequence[str], plan: str) -> dict[str, Estimate]:
    """Name of the whole and of each part -> estimate, for all plans or one."""
    found: dict[str, Estimate] = {}
    for item in items:
        if item in evidence.families:
            family = evidence.family(item, plan)
            found |= {evidence.card_name(card): estimate for card, estimate in family.items()}
            continue
        estimate = evidence.by_plan(item).get(plan) if plan else evidence.estimate(item)
        if estimate is not None:
            found[evidence.measures[item].name] = estimate
    return found


def _sheet(evidence: Evidence, panel: Panel, name: str) -> Figure:
    """A table from the card data."""
    if panel.sheet is None:
        return _missing(panel, name, ())
    sheet = panel.sheet(evidence.run.cards)
    rows = tuple((head(first), *(Cell(text, number=True) for text in rest)) for first, *rest in sheet.rows)
    table = Table(panel.title, sheet.columns, rows)
    return Figure(name, panel.title, note=panel.note, table=table, open_table=True)


_SUMMARY = (
    ("smallest", "min", 0.0),
    ("5 % lie below", "p05", 0.05),
    ("median", "p50", 0.5),
    ("95 % lie below", "p95", 0.95),
    ("largest", "max", 1.0),
)


def _bins(counted: Values, unit: str) -> tuple[list[float], list[float], list[str]]:
    """Edges, shares and labels: one bar per whole number where that is few enough, else even steps."""
    values, parts = counted.value, counted.times / counted.n
    low, high = float(values[0]), float(values[-1])
    whole = bool((values == np.round(values)).all())
    if whole and high - low < MOST_BARS:
        bars = np.arange(low, high + 1)
        shares = np.bincount((values - low).astype(int), weights=parts)
        return [*(bars - 0.5), high + 0.5], shares.tolist(), [single(v, unit) for v in bars.tolist()]
    steps = (1, 2, 5)
    scale = 10.0 ** np.floor(np.log10((high - low) / MOST_BARS)) if high > low else 1.0
    step = next(s * scale for s in (*steps, 10, 20) if (high - low) / (s * scale) <= MOST_BARS)
    first = np.floor(low / step)
    bins = (first + np.arange(np.floor(high / step) - first + 2)) * step
    shares = np.histogram(values, bins, weights=parts)[0]
    labels = [f"{single(a, unit)} to below {single(b, unit)}" for a, b in pairwise(bins)]
    return bins.tolist(), shares.tolist(), labels


def _centre(value: float, edges: Sequence[float]) -> float:
    """A value kept inside the figure."""
    return float(min(max(value, edges[0]), edges[-1]))

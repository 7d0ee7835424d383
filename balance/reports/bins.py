"""The panel `bins`: curves and contrasts of one axis, a row for each of its bins (a card, say)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from markupsafe import Markup

from balance import statistics
from balance.games.interface import Contrast
from balance.reports import figures
from balance.reports.content import Cell, Figure, Table, Term, head
from balance.reports.numbers import number, unit_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from balance.games.interface import Curve, Panel
    from balance.reports.evidence import Evidence
    from balance.statistics import Estimate

NO_CASE = Cell("no case")
FEW_CASES = Cell("few cases")
FEW = 10
"""Deals: with fewer an interval says nothing, and the largest and smallest of many bins are chance."""
MANY = 40
"""With more bins than this the figure shows the ends only, and the table is folded."""
ENDS = 12
"""So many of the largest, and of the smallest."""
ASSOCIATION = (
    "A difference here is an association, not a cause: whoever plays otherwise, or leads, may also draw or"
    " play otherwise. * differs from 0 after correction for the number of rows (Benjamini and Hochberg)."
)


def figure(evidence: Evidence, panel: Panel, name: str) -> Figure:
    """Dots of the first item, largest first, and a table with a column for each item."""
    contrasts = {item.id: item for item in evidence.book.contrasts}
    declared: list[Curve | Contrast] = [contrasts.get(i) or evidence.curves[i] for i in panel.items]
    allowed = None if panel.members is None else set(panel.members(evidence.run.cards))
    labels = {axis.id: axis for axis in evidence.book.axes}[declared[0].axis].labels(evidence.run.cards)
    bins = [label for label in dict.fromkeys(labels) if allowed is None or label in allowed]
    found = [_values(evidence, item, bins) for item in declared]
    terms = tuple(term(item) for item in declared)
    if not any(found):
        missing = "This run has no case of it."
        return Figure(name, panel.title, note=panel.note, terms=terms, missing=missing)
    names = {} if panel.names is None else panel.names(evidence.run.cards)
    first = {label: e for label, e in found[0].items() if e.clusters >= FEW}
    few = [label for label in found[0] if label not in first]
    none = [label for label in bins if label not in found[0]]
    order = [*sorted(first, key=lambda label: -first[label].value), *few, *none]
    drawn = list(first) if len(first) <= MANY else [*order[:ENDS], *order[len(first) - ENDS : len(first)]]
    both = list(zip(declared, found, strict=True))
    stars = [_sure(values) if _associates(item) else set() for item, values in both]
    main = declared[0]
    rows = [
        figures.Dot(names.get(label) or evidence.card_name(label), first[label])
        for label in order
        if label in drawn
    ]
    svg = Markup()
    if rows:
        reference = 0.0 if isinstance(main, Contrast) else None
        svg = figures.strip(name, panel.title, rows, main.unit, rate=main.rate, reference=reference)
    body = tuple(
        (
            head(names.get(label) or evidence.card_name(label)),
            *(
                _cell(values.get(label), item, sure=label in sure)
                for (item, values), sure in zip(both, stars, strict=True)
            ),
        )
        for label in order
    )
    columns = tuple(f"{item.name}, {_unit(item)}".rstrip(", ") for item in declared)
    axis = {axis.id: axis for axis in evidence.book.axes}[main.axis]
    table = Table(panel.title, (axis.name, *columns), body)
    compared = any(_associates(item) for item in declared)
    ends = f"the {ENDS} largest and the {ENDS} smallest of {len(first)}" if len(drawn) < len(first) else ""
    dots = f"Dots: {main.name}{', ' * bool(ends)}{ends}." if len(declared) > 1 or ends else ""
    scarce = f"Few cases: from fewer than {FEW} deals." if FEW_CASES in chain.from_iterable(body) else ""
    note = " ".join(part for part in (dots, panel.note, ASSOCIATION if compared else "", scarce) if part)
    several = len(declared) > 1  # then the table says more than the figure
    unfolded = not rows or (several and len(order) <= MANY)
    return Figure(name, panel.title, svg, note, table=table, terms=terms, open_table=unfolded, full=several)


def _associates(item: Curve | Contrast) -> bool:
    """Whether it compares two groups, or one with a price alone; else a contrast is gain less cost."""
    return isinstance(item, Contrast) and (not item.price or item.other_top == item.other_bottom)


def _values(evidence: Evidence, item: Curve | Contrast, bins: list[str]) -> dict[str, Estimate]:
    found = evidence.contrast(item.id) if isinstance(item, Contrast) else evidence.curve(item.id)
    return {label: found[label] for label in bins if label in found}


def _sure(values: Mapping[str, Estimate]) -> set[str]:
    """Bins whose difference is not 0 after correcting for their number; of those with enough deals."""
    enough = {label: e for label, e in values.items() if e.clusters >= FEW and e.standard_error > 0}
    if not enough:
        return set()
    tested = statistics.benjamini_hochberg(statistics.p_values(enough, null=0.0))
    return {str(label) for label in tested.loc[tested["rejected"], "name"]}


def _cell(estimate: Estimate | None, item: Curve | Contrast, *, sure: bool) -> Cell:
    if estimate is None:
        return NO_CASE
    if estimate.clusters < FEW:
        return FEW_CASES
    said = number(estimate, item.unit, rate=item.rate)
    return Cell(said.value + ("*" if sure else ""), said.interval, number=True)


def _unit(item: Curve | Contrast) -> str:
    return "difference" if _associates(item) else unit_words(item.unit, rate=item.rate)


def term(item: Curve | Contrast) -> Term:
    """The definition of a curve or a contrast."""
    return Term(f"def-{item.id}", item.name, _unit(item), item.definition, tuple(item.rules))

"""The page of a comparison, variant by variant: the change, the effects, all measures, one telling deal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.cards.changes import summed_up
from balance.errors import BalanceError
from balance.experiments.pairing import pair
from balance.experiments.totals import chosen, layout_in
from balance.reports import changes_in_words, comparison_checks, differences, figures_of_two
from balance.reports.changes_in_words import Group, label
from balance.reports.content import Cell, Figure, Key, Table, Term, cell, head
from balance.reports.findings import headline
from balance.reports.numbers import count, free, plain, single, unit_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from pandas import DataFrame

    from balance.cards.changes import Change
    from balance.experiments.compared import Compared, Comparison
    from balance.reports.verdicts import Finding
    from balance.simulation.layout import Layout

NOT = Cell("\N{EN DASH}")
LOOKS = {"moved": ("o", 0), "undetermined": ("s", 4), "equivalent": ("D", 2)}
"""Mark and colour of a verdict in the forest figure."""
SIGNS = {"equivalent": "=", "undetermined": "?"}
MOST_DRAWN = 6
MOST_SIDE_BY_SIDE = 15
LAST_ALIKE = 3
FIRST_APART = 30
"""Lines before and after the place where two games of a deal part that are shown; others are folded."""


@dataclass(frozen=True)
class Line:
    """A change in words; where it stands, if the line is of one change alone."""

    text: str
    path: str = ""
    place: str = ""


@dataclass(frozen=True)
class Sides:
    """Two transcripts of one deal: what is alike in both, then each for itself."""

    intro: str
    alike: tuple[str, ...] = ()
    last_alike: tuple[str, ...] = ()
    heads: tuple[str, str] = ("", "")
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    rest: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    trouble: str = ""


@dataclass(frozen=True)
class View:
    """What is shown of one comparison. prefix: of the ids of its sections."""

    prefix: str
    label: str
    other: tuple[str, ...]
    changes: tuple[Line, ...]
    summary: Finding
    groups: tuple[Group, ...]
    effects: tuple[Figure, ...]
    measures: Table
    luck: Table
    distributions: tuple[Figure, ...]
    quantiles: Table | None
    telling: Sides | None
    checks: comparison_checks.Checks
    unmatched: str
    correction: str
    versions: tuple[str, str]


def view(comparison: Comparison, among: Sequence[Comparison], number: int) -> View:
    """What the page shows of a comparison, the number-th of its page."""
    prefix = f"v{number}-" if len(among) > 1 else ""
    nothing = comparison.identical
    quantiles, checks = _quantiles(comparison), comparison_checks.checks(comparison)
    return View(
        prefix=prefix,
        label=label(comparison, among),
        other=comparison.other,
        changes=tuple(lines(comparison.changes)),
        summary=changes_in_words.summary(comparison),
        groups=tuple(changes_in_words.groups(comparison)),
        effects=() if nothing else tuple(_effects(comparison, prefix)),
        measures=_named(_measures(comparison), comparison, among),
        luck=_named(_luck(comparison), comparison, among),
        distributions=() if nothing else tuple(_distributions(comparison, prefix)),
        quantiles=None if nothing or quantiles is None else _named(quantiles, comparison, among),
        telling=_telling(comparison),
        checks=replace(checks, table=_named(checks.table, comparison, among)),
        unmatched=changes_in_words.unmatched(comparison),
        correction=differences.corrected(comparison),
        versions=(comparison.against, comparison.name),
    )


def _named(table: Table, comparison: Comparison, among: Sequence[Comparison]) -> Table:
    """The table with the name of the variant, where there are several: no two are called the same."""
    if len(among) == 1:
        return table
    return replace(table, caption=f"{label(comparison, among)}: {table.caption}")


def terms(comparisons: Sequence[Comparison]) -> tuple[Term, ...]:
    """The definitions of all measures that are compared, as the game declares them."""
    ids = {item.measure for comparison in comparisons for item in comparison.measures}
    return tuple(
        Term(f"def-{m.id}", m.name, unit_words(m.unit, rate=m.rate), m.definition, m.rules)
        for m in comparisons[0].baseline.game.book.measures
        if m.id in ids
    )


def lines(found: Sequence[Change]) -> list[Line]:
    """The changes in words, a line each; many of one kind become one line."""
    known = {change.text: change for change in found}
    made = []
    for text in summed_up(found):
        change = known.get(text)
        said = differences.arrowed(text)
        made.append(Line(said) if change is None else Line(said, change.path, differences.place(change)))
    return made


# ---------------------------------------------------------------------------------------- overview


def overview(comparisons: Sequence[Comparison]) -> Table:
    """What each variant changed, and what came of it, a row each."""
    rows = []
    for number, item in enumerate(comparisons, 1):
        moved = [found for found in changes_in_words.ordered(item) if found.verdict.word == "moved"]
        names = ", ".join(found.name for found in moved[:3]) + (" and others" if len(moved) > 3 else "")
        if item.identical:
            names = "exactly zero everywhere"
        texts = [line.text for line in lines(item.changes)]
        changed = "; ".join(texts[:3]) or "nothing"
        changed += f" and {count(len(texts) - 3)} more" if len(texts) > 3 else ""
        rows.append(
            (
                head(label(item, comparisons), href=f"#v{number}-change"),
                Cell(changed),
                *(
                    Cell(count(len(item.by_word(word))), number=True)
                    for word in ("moved", "equivalent", "undetermined")
                ),
                Cell(names or "nothing that this can tell"),
            )
        )
    columns = ("variant", "changed", "moved", "stayed", "cannot tell", "moved most, in margins")
    return Table("Variants", columns, tuple(rows))


def side_by_side(comparisons: Sequence[Comparison]) -> tuple[Table, Table]:
    """Differences of all variants: of the measures that moved most in one of them, and of all others."""
    known = [{item.measure: item for item in found.measures} for found in comparisons]
    by_measure: dict[str, list[Compared]] = {}
    for found in known:
        for name, item in found.items():
            by_measure.setdefault(name, []).append(item)
    sizes = {
        name: max((differences.size(item) for item in items if item.verdict.word == "moved"), default=0.0)
        for name, items in by_measure.items()
    }
    most = sorted((name for name, size in sizes.items() if size > 0), key=lambda name: -sizes[name])
    first = most[:MOST_SIDE_BY_SIDE]
    others = [
        name
        for name, items in by_measure.items()
        if name not in first and not all(item.exactly_zero for item in items)
    ]
    columns = ("", *(label(item, comparisons) for item in comparisons))
    tables = []
    for caption, names in (
        ("What moved most (in bold: moved; =: stayed; ?: cannot tell)", first),
        ("Other measures that differ", others),
    ):
        rows = tuple(
            (
                head(by_measure[name][0].name, after=differences.short_unit(by_measure[name][0])),
                *(NOT if name not in found else _in_short(found[name]) for found in known),
            )
            for name in names
        )
        tables.append(Table(f"{caption} ({len(rows)})" if names is others else caption, columns, rows))
    return tables[0], tables[1]


def _in_short(item: Compared) -> Cell:
    said = differences.difference(item, unit=False).value
    if item.verdict.word != "moved":
        return Cell(f"{SIGNS[item.verdict.word]} {said}", number=True)
    gap = item.difference.estimate.value
    shade = float(np.sign(gap) * min(1.0, differences.size(item) / figures_of_two.FARTHEST))
    return Cell(said, strong=True, shade=shade)


# ----------------------------------------------------------------------------------------- effects


def _effects(comparison: Comparison, prefix: str) -> list[Figure]:
    """Forest figures: what moved and what is open, then what stayed."""
    items = [item for item in changes_in_words.ordered(comparison) if not item.exactly_zero]
    drawn = [item for item in items if item.margin > 0 and np.isfinite(item.difference.estimate.half_width)]
    made = []
    for name, title, words in (
        ("effects", "What moved, and what is open", ("moved", "undetermined")),
        ("stayed", "What stayed", ("equivalent",)),
    ):
        own = [item for item in drawn if item.verdict.word in words]
        if not own:
            continue
        rows = [_effect(item) for item in own]
        used = dict.fromkeys(item.verdict.word for item in own)
        legend = tuple(Key(differences.VERDICTS[word], LOOKS[word][1]) for word in used)
        note = "Differences, after less before, in units of their margin; an arrow: it goes on further out."
        if name == "effects" and len(drawn) < len(items):
            left = ", ".join(item.name for item in items if item not in drawn)
            note += f" Without a margin or an interval, so not drawn: {left}."
        svg = figures_of_two.forest(f"{prefix}fig-{name}", title, rows)
        made.append(Figure(f"{prefix}fig-{name}", title, svg, note, legend))
    return made


def _effect(item: Compared) -> figures_of_two.Effect:
    low, middle, high = differences.effect(item)
    mark, tint = LOOKS[item.verdict.word]
    said = str(differences.difference(item, unit=False))
    return figures_of_two.Effect(item.name, low, middle, high, said, mark, tint)


# ------------------------------------------------------------------------------------ all measures


def _measures(comparison: Comparison) -> Table:
    rows = []
    defined = {term.id for term in terms([comparison])}
    for item in changes_in_words.ordered(comparison):
        word = item.verdict.word
        rows.append(
            (
                head(item.name, href=f"#def-{item.measure}" if f"def-{item.measure}" in defined else ""),
                Cell(differences.value(item, item.before), number=True),
                Cell(differences.value(item, item.after), number=True),
                cell(differences.difference(item, unit=False), after=differences.short_unit(item)),
                Cell(differences.amount(item, item.margin, unit=False), number=True),
                Cell(differences.VERDICTS[word], strong=word == "moved", number=True),
                Cell(differences.more_games(item).removesuffix(" more games"), number=True),
                Cell(differences.p_text(item.p_adjusted), number=True),
            )
        )
    name = differences.CORRECTIONS[comparison.correction]
    p = "p" if comparison.correction == "none" else f"p after {name}"
    caption = f"All measures; verdicts {differences.corrected(comparison)}"
    columns = ("", comparison.against, comparison.name, "difference", "margin", "verdict", "games more", p)
    return Table(caption, columns, tuple(rows))


def _luck(comparison: Comparison) -> Table:
    """What common deals brought, measure by measure."""
    rows = []
    for item in changes_in_words.ordered(comparison):
        found = item.difference
        independent = (
            count(found.independent_games) if np.isfinite(found.independent_games) else "\N{EN DASH}"
        )
        rows.append(
            (
                head(item.name),
                Cell(
                    "\N{EN DASH}" if np.isnan(found.correlation) else plain(found.correlation, 2), number=True
                ),
                Cell(differences.saved(item), number=True),
                Cell(independent, number=True),
                Cell(f"{count(found.deals_moved)} of {count(comparison.deals)}", number=True),
                Cell(
                    differences.amount(item, comparison_checks.limit(item), unit=False),
                    after=differences.short_unit(item),
                    number=True,
                ),
            )
        )
    columns = (
        "",
        "correlation",
        "games saved",
        "independent games needed",
        "deals that differ",
        "smallest difference seen",
    )
    return Table(
        "What common deals brought, and the smallest difference that is seen in 80 % of repeats",
        columns,
        tuple(rows),
    )


# ----------------------------------------------------------------------------------- distributions


def _distributions(comparison: Comparison, prefix: str) -> list[Figure]:
    """One distribution over the other: of measures that changed, of headlines, of playing time."""
    shown = _worth_drawing(comparison)
    if not shown:
        return []
    found = values(comparison, [item.measure for item in shown])
    made = []
    for item in shown:
        before, after = found[item.measure]
        if not before.size or not after.size:
            continue
        said = "; ".join(_quantile_words(item))
        unit = unit_words(item.unit, rate=item.rate)
        name = f"{prefix}fig-over-{item.measure}"
        svg = figures_of_two.over(
            name,
            item.name,
            before,
            after,
            x_name=f"{item.name}, {unit}".rstrip(", "),
            unit=item.unit,
            said=said,
        )
        legend = (
            Key(f"{comparison.against} (filled)", figures_of_two.BEFORE, 1),
            Key(comparison.name, figures_of_two.AFTER),
        )
        note = f"Triangles: medians. {said}."
        made.append(Figure(name, differences.capital(item.name), svg, note, legend))
    return made


def _worth_drawing(comparison: Comparison) -> list[Compared]:
    """The measures whose distributions are drawn, those that changed most first."""
    book = comparison.baseline.game.book
    known = {measure.id for measure in book.measures}
    named = headline(book)

    def rank(item: Compared) -> int | None:
        if item.verdict.word == "moved":
            return 0
        if any(not quantile.difference.contains(0) for quantile in item.quantiles):
            return 1
        if item.unit == "minutes" or item.measure in named:
            return 2
        return None

    ranked = [
        (rank(item), item)
        for item in changes_in_words.ordered(comparison)
        if item.quantiles and item.measure in known and not item.exactly_zero
    ]
    best = sorted(((at, item) for at, item in ranked if at is not None), key=lambda pair: pair[0])
    return [item for _, item in best[:MOST_DRAWN]]


def values(
    comparison: Comparison, measures: Sequence[str]
) -> dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Measures of every game or seat that is compared, before and after; missing ones left out."""
    paired = pair(comparison.baseline, comparison.variant)
    found: dict[str, list[NDArray[np.float64]]] = {name: [] for name in measures}
    for run, places in ((comparison.baseline, paired.places), (comparison.variant, paired.other_places)):
        layout = layout_in(run)
        tables: Any = SimpleNamespace(
            games=_of_deals(run.games, layout, places, 1, comparison.deals),
            seats=_of_deals(run.seats, layout, places, layout.seats, comparison.deals),
            cards=run.cards,
        )
        for name in measures:
            upper, lower = run.game.book.measure(name).columns(tables)
            top = np.asarray(upper, dtype=float)
            if lower is not None:
                with np.errstate(divide="ignore", invalid="ignore"):
                    top = top / np.asarray(lower, dtype=float)
            found[name].append(top[np.isfinite(top)])
    return {name: (before, after) for name, (before, after) in found.items()}


def _of_deals(frame: DataFrame, layout: Layout, places: Sequence[int], rows: int, deals: int) -> DataFrame:
    return chosen(frame[frame["deal"] < deals], layout, places, rows)


def _quantiles(comparison: Comparison) -> Table | None:
    rows = [
        (
            head(f"{item.name}, {_share_name(quantile.share)}"),
            Cell(single(quantile.before, item.unit, rate=item.rate), number=True),
            Cell(single(quantile.after, item.unit, rate=item.rate), number=True),
            cell(
                differences.difference(item, quantile.difference, unit=False),
                after=differences.short_unit(item),
            ),
        )
        for item in comparison.measures
        for quantile in item.quantiles
    ]
    if not rows:
        return None
    columns = ("", comparison.against, comparison.name, "difference")
    return Table("Quantiles before and after; intervals from resampling deals", columns, tuple(rows))


def _quantile_words(item: Compared) -> list[str]:
    return [
        f"{_share_name(quantile.share)} {single(quantile.before, item.unit, rate=item.rate)}"
        f" {differences.ARROW} {single(quantile.after, item.unit, rate=item.rate)}"
        for quantile in item.quantiles
    ]


def _share_name(share: float) -> str:
    return "median" if share == 0.5 else f"{free(100 * share)} % quantile"


# ------------------------------------------------------------------------------------ telling deal


def _telling(comparison: Comparison) -> Sides | None:
    """The deal with the largest change, told twice."""
    found = comparison.telling
    if found is None:
        return None
    item = comparison.measure(found.measure)
    was, became = (single(x, item.unit, rate=item.rate) for x in (found.before, found.after))
    unit = "" if differences.in_percent(item) else differences.unit_of(item)
    changed = f"{was} {differences.ARROW} {became} {unit}".rstrip()
    mean = ", a mean over its players" if item.level == "seat" and comparison.players > 1 else ""
    intro = (
        f"The clearest change is in {item.name}, and the deal in which it is largest is deal {found.deal}."
        f" In game {found.game} of it: {changed}{mean}."
    )
    heads = (f"{comparison.against}: game {found.game}", f"{comparison.name}: game {found.game_after}")
    try:
        one = comparison.baseline.replay(found.game)
        other = comparison.variant.replay(found.game_after)
    except BalanceError as error:
        return Sides(intro, trouble=f"This game could not be played again: {error}")
    return sides(intro, heads, one, other)


def sides(intro: str, heads: tuple[str, str], one: Sequence[str], other: Sequence[str]) -> Sides:
    """Two transcripts, parted at their first difference."""
    pairs = list(zip_longest(one, other))
    parted = next((n for n, (left, right) in enumerate(pairs) if left != right), len(pairs))
    shown = max(0, parted - LAST_ALIKE)
    return Sides(
        intro,
        alike=tuple(one[:shown]),
        last_alike=tuple(one[shown:parted]),
        heads=heads,
        before=tuple(one[parted : parted + FIRST_APART]),
        after=tuple(other[parted : parted + FIRST_APART]),
        rest=(tuple(one[parted + FIRST_APART :]), tuple(other[parted + FIRST_APART :])),
    )

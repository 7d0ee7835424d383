"""The page of a comparison, variant by variant: the change, the effects, all measures, one telling deal."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np

from balance.errors import BalanceError
from balance.reports import changes_in_words, comparison_checks, differences, figures_of_two
from balance.reports.changes_in_words import Group, label
from balance.reports.content import Cell, Figure, Key, Table, Term, cell, head
from balance.reports.numbers import count, free, plain, single, unit_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from balance.cards.changes import Change
    from balance.experiments.compared import Comparison, Compared
    from balance.reports.verdicts import Finding
    from balance.simulation import Run

NOT = Cell("\N{EN DASH}")
LOOKS = {"moved": ("o", 0), "undetermined": ("s", 4), "equivalent": ("D", 2)}
"""Mark and colour of a verdict in the forest figure."""
LAST_ALIKE = 3
"""Lines before the two games of a deal part that are shown; those before are folded."""


@dataclass(frozen=True)
class Sides:
    """Two transcripts of one deal: what is alike in both, then each for itself."""

    intro: str
    alike: tuple[str, ...] = ()
    last_alike: tuple[str, ...] = ()
    heads: tuple[str, str] = ("", "")
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    trouble: str = ""


@dataclass(frozen=True)
class View:
    """What is shown of one comparison. prefix: of the ids of its sections."""

    prefix: str
    label: str
    other: tuple[str, ...]
    changes: tuple[Change, ...]
    summary: Finding
    groups: tuple[Group, ...]
    effects: tuple[Figure, ...]
    measures: tuple[Table, ...]
    distributions: tuple[Figure, ...]
    quantiles: Table | None
    telling: Sides | None
    checks: comparison_checks.Checks
    unmatched: tuple[str, ...]
    correction: str
    versions: tuple[str, str]


def view(comparison: Comparison, among: Sequence[Comparison], number: int) -> View:
    """What the page shows of a comparison, the number-th of its page."""
    prefix = f"v{number}-" if len(among) > 1 else ""
    shown = comparison.identical
    return View(
        prefix=prefix,
        label=label(comparison, among),
        other=comparison.other,
        changes=comparison.changes,
        summary=changes_in_words.summary(comparison),
        groups=tuple(changes_in_words.groups(comparison)),
        effects=() if shown else tuple(_effects(comparison, prefix)),
        measures=(_measures(comparison), _luck(comparison)),
        distributions=() if shown else tuple(_distributions(comparison, prefix)),
        quantiles=_quantiles(comparison),
        telling=_telling(comparison),
        checks=comparison_checks.checks(comparison),
        unmatched=comparison.unmatched,
        correction=differences.corrected(comparison),
        versions=(comparison.against, comparison.name),
    )


def terms(comparisons: Sequence[Comparison]) -> tuple[Term, ...]:
    """The definitions of all measures that are compared, as the game declares them."""
    ids = {item.measure for comparison in comparisons for item in comparison.measures}
    return tuple(
        Term(f"def-{m.id}", m.name, unit_words(m.unit, rate=m.rate), m.definition, m.rules)
        for m in comparisons[0].baseline.game.book.measures
        if m.id in ids
    )


# ---------------------------------------------------------------------------------------- overview


def overview(comparisons: Sequence[Comparison]) -> tuple[Table, ...]:
    """What each variant did, a row each; and every measure, a column for each variant."""
    rows = []
    for number, item in enumerate(comparisons, 1):
        moved = [found for found in changes_in_words.ordered(item) if found.verdict.word == "moved"]
        names = ", ".join(found.name for found in moved[:3]) + (" and others" if len(moved) > 3 else "")
        if item.identical:
            names = "exactly zero everywhere"
        changed = "; ".join(change.text for change in item.changes[:3]) or "nothing"
        changed += f" and {count(len(item.changes) - 3)} more" if len(item.changes) > 3 else ""
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
    return (Table("Variants", columns, tuple(rows)), _side_by_side(comparisons))


def _side_by_side(comparisons: Sequence[Comparison]) -> Table:
    """Differences of all variants, measure by measure, with their verdicts."""
    names = {item.measure: item.name for found in comparisons for item in found.measures}
    known = [{item.measure: item for item in found.measures} for found in comparisons]
    rows = []
    for measure, name in names.items():
        items = [found.get(measure) for found in known]
        if all(item is None or item.exactly_zero for item in items):
            continue
        rows.append((head(name), *(NOT if item is None else _in_short(item) for item in items)))
    columns = ("measure", *(label(item, comparisons) for item in comparisons))
    return Table("Differences of all variants (measures that differ anywhere)", columns, tuple(rows))


def _in_short(item: Compared) -> Cell:
    said = differences.difference(item)
    return Cell(said.value, said.interval, differences.VERDICTS[item.verdict.word], number=True)


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
        note = "Differences, after less before, in units of their margin; an arrow: it goes on beyond the figure."
        if name == "effects" and len(drawn) < len(items):
            left = ", ".join(item.name for item in items if item not in drawn)
            note += f" Without a margin or an interval, so not drawn: {left}."
        svg = figures_of_two.forest(f"{prefix}fig-{name}", title, rows)
        made.append(Figure(f"{prefix}fig-{name}", title, svg, note, legend))
    return made


def _effect(item: Compared) -> figures_of_two.Effect:
    low, middle, high = differences.effect(item)
    mark, tint = LOOKS[item.verdict.word]
    said = str(differences.difference(item)).replace("percentage points", "pts")
    return figures_of_two.Effect(item.name, low, middle, high, said, mark, tint)


# ------------------------------------------------------------------------------------ all measures


def _measures(comparison: Comparison) -> Table:
    rows = []
    defined = {term.id for term in terms([comparison])}
    for item in changes_in_words.ordered(comparison):
        said = differences.difference(item, unit=False)
        more = differences.more_games(item) if item.verdict.word == "undetermined" else ""
        rows.append(
            (
                head(item.name, href=f"#def-{item.measure}" if f"def-{item.measure}" in defined else ""),
                Cell(differences.value(item, item.before), number=True),
                Cell(differences.value(item, item.after), number=True),
                cell(said, after=differences.unit_of(item)),
                Cell(differences.amount(item, item.margin)),
                Cell(differences.VERDICTS[item.verdict.word], after=more, strong=item.verdict.word == "moved"),
                Cell(differences.p_text(item.p_adjusted), number=True),
            )
        )
    name = differences.CORRECTIONS[comparison.correction]
    p = "p" if comparison.correction == "none" else f"p after {name}"
    caption = f"All measures; verdicts {differences.corrected(comparison)}"
    columns = ("measure", comparison.against, comparison.name, "difference", "margin", "verdict", p)
    return Table(caption, columns, tuple(rows))


def _luck(comparison: Comparison) -> Table:
    """What common deals brought, measure by measure."""
    rows = []
    for item in changes_in_words.ordered(comparison):
        found = item.difference
        independent = count(found.independent_games) if np.isfinite(found.independent_games) else "\N{EN DASH}"
        rows.append(
            (
                head(item.name),
                Cell("\N{EN DASH}" if np.isnan(found.correlation) else plain(found.correlation, 2), number=True),
                Cell(differences.saved(item), number=True),
                Cell(independent, number=True),
                Cell(f"{count(found.deals_moved)} of {count(found.estimate.clusters)}", number=True),
                Cell(differences.amount(item, comparison_checks.limit(item)), number=True),
            )
        )
    columns = (
        "measure",
        "correlation",
        "games saved",
        "independent games for the same",
        "deals that differ",
        "smallest difference seen in 80 % of repeats",
    )
    return Table("What the common deals brought", columns, tuple(rows))


# ----------------------------------------------------------------------------------- distributions


def _distributions(comparison: Comparison, prefix: str) -> list[Figure]:
    """One distribution over the other, for each measure that is shown as one and differs."""
    made = []
    known = {measure.id for measure in comparison.baseline.game.book.measures}
    for item in comparison.measures:
        if not item.quantiles or item.measure not in known or item.exactly_zero:
            continue
        before, after = (values(run, item.measure, comparison.deals) for run in _runs(comparison))
        if not before.size or not after.size:
            continue
        said = "; ".join(_quantile_words(item))
        unit = unit_words(item.unit, rate=item.rate)
        name = f"{prefix}fig-over-{item.measure}"
        svg = figures_of_two.over(
            name, item.name, before, after, x_name=f"{item.name}, {unit}".rstrip(", "), unit=item.unit, said=said
        )
        legend = (
            Key(f"{comparison.against} (filled)", figures_of_two.BEFORE, 1),
            Key(comparison.name, figures_of_two.AFTER),
        )
        note = f"Triangles: medians. {said}."
        made.append(Figure(name, differences.capital(item.name), svg, note, legend))
    return made


def values(run: Run, measure: str, deals: int) -> NDArray[np.float64]:
    """A measure of every game or seat of the first deals of a run; missing ones left out."""
    declared = run.game.book.measure(measure)
    table = run.games if declared.level == "game" else run.seats
    upper, lower = declared.columns(run)
    top = np.asarray(upper, dtype=float)
    inside = table["deal"].to_numpy() < deals
    if lower is not None:
        with np.errstate(divide="ignore", invalid="ignore"):
            top = top / np.asarray(lower, dtype=float)
    found: NDArray[np.float64] = top[inside & np.isfinite(top)]
    return found


def _quantiles(comparison: Comparison) -> Table | None:
    rows = [
        (
            head(f"{item.name}, {_share_name(quantile.share)}"),
            Cell(single(quantile.before, item.unit, rate=item.rate), number=True),
            Cell(single(quantile.after, item.unit, rate=item.rate), number=True),
            cell(
                differences.difference(item, quantile.difference, unit=False), after=differences.unit_of(item)
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


def _runs(comparison: Comparison) -> tuple[Run, Run]:
    return comparison.baseline, comparison.variant


# ------------------------------------------------------------------------------------ telling deal


def _telling(comparison: Comparison) -> Sides | None:
    """The deal with the largest change, told twice."""
    found = comparison.telling
    if found is None:
        return None
    item = comparison.measure(found.measure)
    was, became = (single(x, item.unit, rate=item.rate) for x in (found.before, found.after))
    unit = "" if differences.in_percent(item) else differences.unit_of(item)
    intro = (
        f"Deal {found.deal} changed most in {item.name}: {was} {differences.ARROW} {became} {unit}".rstrip()
        + f" in game {found.game}."
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
        before=tuple(one[parted:]),
        after=tuple(other[parted:]),
    )

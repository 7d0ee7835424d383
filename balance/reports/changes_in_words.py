"""What a comparison found, in sentences: what moved, what stayed, what is not known yet.

How it looks, on a page or in a terminal, is elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from balance.reports import differences
from balance.reports.findings import headline
from balance.reports.numbers import count, single
from balance.reports.verdicts import Finding, Mark, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from balance.experiments.compared import Compared, Comparison
    from balance.reports.numbers import Number

MOST_SENTENCES = 8
"""Of one verdict: what is more than that is named in one last sentence, and stands in the table."""

MOST_NAMES = 20
UNSEEN = 0.05
"""Chance that nothing was seen of what shows in as many deals as the summary says, or more."""


@dataclass(frozen=True)
class Group:
    """Sentences of one kind, under a heading."""

    title: str
    findings: tuple[Finding, ...]


def label(comparison: Comparison, among: Sequence[Comparison] = ()) -> str:
    """What a comparison is called among others: the variant, and whatever else sets it apart."""
    against = {item.against for item in among}
    players = {item.players for item in among}
    said = comparison.name
    if len(against) > 1:
        said += f" against {comparison.against}"
    if len(players) > 1:
        said += f", {comparison.players} players"
    return said


def title(comparison: Comparison, among: Sequence[Comparison] = ()) -> str:
    """What is compared with what."""
    said = label(comparison, among)
    return said if " against " in said else f"{said} against {comparison.against}"


def summary(comparison: Comparison) -> Finding:
    """All of it in one sentence."""
    measures, games = comparison.measures, count(comparison.deals * comparison.games)
    if comparison.identical:
        if not measures:
            return Finding("Summary", say("There is no measure that both of them have."), "open")
        text = (
            f"Exactly zero everywhere: in each of {games} games on {count(comparison.deals)} deals all"
            f" {count(len(measures))} measures are the same, before and after."
        )
        if not comparison.changes:
            return Finding("Summary", say(text + " Nothing was changed, so that is as it must be."), "good")
        rare = _rare(comparison)
        text += (
            " The change met no game, or no bot plays otherwise for it; one that shows in more than"
            f" {rare} of deals would almost certainly have been seen."
        )
        return Finding("Summary", say(text), "open")
    moved, stayed, open_ = (len(comparison.by_word(word)) for word in ("moved", "equivalent", "undetermined"))
    some = count(moved) if moved else "none"
    text = (
        f"Of {count(len(measures))} measures {some} moved, {count(stayed)} stayed within their margin, and of"
        f" {count(open_)} this cannot tell yet ({games} games on {count(comparison.deals)} deals, each played"
        " both ways)."
    )
    return Finding("Summary", say(text), "moved" if moved else "open" if open_ else "good")


def groups(comparison: Comparison) -> list[Group]:
    """The sentences, by verdict; those without any are left out. Of an A/A comparison there are none."""
    if comparison.identical:
        return []
    made = [
        Group("What moved", tuple(_moved(comparison))),
        Group("What stayed", tuple(_stayed(comparison))),
        Group("What this cannot tell yet", tuple(_unknown(comparison))),
    ]
    return [group for group in made if group.findings]


def unmatched(comparison: Comparison) -> str:
    """Of which measures no difference can be said, in a sentence; empty when there are none."""
    known = {measure.id: measure.name for measure in comparison.baseline.game.book.measures}
    names = "; ".join(known.get(name, name) for name in comparison.unmatched)
    return f"No difference can be said of what has no case in both versions: {names}." if names else ""


def ordered(comparison: Comparison) -> list[Compared]:
    """All measures: those that moved first, by their size in margins; then what is open; then what stayed."""
    order = ("moved", "undetermined", "equivalent")
    return sorted(
        comparison.measures, key=lambda item: (order.index(item.verdict.word), -differences.size(item))
    )


def _moved(comparison: Comparison) -> Iterable[Finding]:
    items = [item for item in ordered(comparison) if item.verdict.word == "moved"]
    return _some(items, "moved", lambda item: [*_from_to(item), *_sure(item)], "Moved, too: ")


def _stayed(comparison: Comparison) -> Iterable[Finding]:
    named = headline(comparison.baseline.game.book)
    items = comparison.by_word("equivalent")
    zero = [item for item in items if item.exactly_zero]
    rest = [item for item in items if not item.exactly_zero]
    rest.sort(key=lambda item: named.index(item.measure) if item.measure in named else len(named))
    yield from _some(rest, "good", _stays, "Within their margins, too: ")
    if zero:
        yield Finding("", say(f"Exactly the same in every game: {_listed(zero)}."), "good")


def _unknown(comparison: Comparison) -> Iterable[Finding]:
    items = [item for item in ordered(comparison) if item.verdict.word == "undetermined"]
    zero = [item for item in items if item.exactly_zero]
    rest = [item for item in items if not item.exactly_zero]
    yield from _some(rest, "open", lambda item: _open(comparison, item), "Not known, either: ")
    if zero:
        unseen = f"a change in fewer than {_rare(comparison)} of deals may be unseen"
        yield Finding("", say(f"Exactly the same in every game, though {unseen}: {_listed(zero)}."), "open")


def _rare(comparison: Comparison) -> str:
    """The share of deals in which a change would almost certainly have been seen."""
    return single(1 - UNSEEN ** (1 / comparison.deals), "share")


def _some(
    items: Sequence[Compared],
    mark: Mark,
    sentence: Callable[[Compared], Sequence[str | Number]],
    more: str,
) -> Iterable[Finding]:
    """A sentence for each, and one that names those that are too many."""
    shown = items if len(items) <= MOST_SENTENCES + 1 else items[:MOST_SENTENCES]
    for item in shown:
        yield Finding(item.name, say(differences.capital(item.name), *sentence(item), "."), mark)
    if len(shown) < len(items):
        yield Finding("", say(f"{more}{_listed(items[len(shown) :])}."), mark)


def _from_to(item: Compared) -> list[str | Number]:
    """Rose from this to that: by so much."""
    gap = item.difference.estimate.value
    verb = "rose" if gap > 0 else "fell" if gap < 0 else "changed"
    before, after = differences.value(item, item.before), differences.value(item, item.after)
    return [f" {verb} from {before} to {after}: ", differences.difference(item)]


def _sure(item: Compared) -> list[str | Number]:
    """How sure it is that it moved, and by more than the margin."""
    said = differences.chance(item.p_adjusted)
    found = item.difference.estimate
    margin = differences.amount(item, item.margin)
    if found.low > item.margin or found.high < -item.margin:
        beyond = f"its whole interval is beyond the margin of {margin}" if item.margin > 0 else ""
    elif abs(found.value) > item.margin:
        beyond = f"whether by more than the margin of {margin} is open"
    else:
        beyond = f"it may be less than the margin of {margin}"
    return [f"; {words}" for words in (said, beyond) if words]


def _stays(item: Compared) -> list[str | Number]:
    margin = differences.amount(item, item.margin)
    before, after = differences.value(item, item.before), differences.value(item, item.after)
    real = "; the difference is real, but too small to matter" if item.verdict.differs else ""
    return [
        f" stayed within {margin}: {before} before, {after} after, ",
        differences.difference(item),
        real,
    ]


def _open(comparison: Comparison, item: Compared) -> list[str | Number]:
    margin = differences.amount(item, item.margin)
    before, after = differences.value(item, item.before), differences.value(item, item.after)
    more = differences.more_games(item)
    would = f"; {more} would tell" if more else "; how many more games would tell cannot be said"
    alone = ""
    if item.verdict.differs:
        alone = f"; alone it would count as moved, but not among {count(comparison.tests)} tests"
    return [
        f": {before} before, {after} after, ",
        differences.difference(item),
        f", margin {margin}{alone}{would}",
    ]


def _listed(items: Sequence[Compared]) -> str:
    more = len(items) - MOST_NAMES
    names = "; ".join(item.name for item in items[:MOST_NAMES])
    return f"{names}; and {count(more)} more" if more > 0 else names

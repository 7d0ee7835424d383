"""What a save changed: lines and a table for the terminal, and the page that keeps itself up to date."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from balance.cards.changes import summed_up
from balance.experiments.pairing import same_games
from balance.games.stated import headline
from balance.reports import changes_in_words, differences, page
from balance.reports.content import Cell, Table, cell, head
from balance.reports.numbers import count, plain
from balance.simulation.asked import SHARES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.experiments.compared import Compared, Comparison
    from balance.experiments.watching import View

COLUMNS = ("measure", "before", "now", "difference", "margin", "verdict")
MOST_ROWS = 12
"""Of measures that moved: what is more than that stands in a line."""
MOST_NAMES = 8


@dataclass(frozen=True)
class Said:
    """What there is to say of one look.

    head     which save, how long it took, how many games
    trouble  a message as every command gives it; else empty
    lines    what changed, what is not the change, what else there is to say
    after    what stands below the table
    """

    head: str
    trouble: str
    lines: tuple[str, ...]
    table: Table | None
    after: tuple[str, ...]


def said(view: View) -> Said:
    """A view in words."""
    which = f"Save {view.save}" if view.save else "Watching"
    took = f", {plain(view.seconds, 1)} s after it" if view.save else ""
    if view.error:
        words = "Nothing is played until this is mended; the watch goes on."
        return Said(f"{which}: this cannot be played", view.error, (words,), None, ())
    if view.comparison is None:
        return Said(f"{which}: {view.note}", "", (), None, ())
    found = view.comparison
    look = f", look {view.look} of {view.looks}" if view.looks > 1 else ""
    title = f"{which}: {count(view.games)} games{look}{took}"
    lines = [differences.arrowed(text) for text in summed_up(found.changes)]
    lines = lines or ["No card and no rule changed."]
    lines += [f"Not only the cards differ: {text}" for text in found.other]
    if found.identical:
        sure = "Nothing that is played is changed: the difference is exactly 0."
        so_far = "Every game so far is the same: no game has met the change yet."
        words = sure if same_games(found.baseline, found.variant) else so_far
        return Said(title, "", (*lines, words), None, ())
    return Said(title, "", tuple(lines), _table(found), _after(found))


def _table(found: Comparison) -> Table:
    """Measures that moved, largest first, then win shares."""
    ordered = changes_in_words.ordered(found)
    moved = [item for item in ordered if item.verdict.word == "moved"][:MOST_ROWS]
    shares = [item for item in found.measures if _is_share(item) and item not in moved]
    rows = tuple(_row(item) for item in (*moved, *shares))
    return Table("What moved, and how plans do", COLUMNS, rows)


def _is_share(item: Compared) -> bool:
    return item.measure.partition(".")[0] in SHARES and not item.exactly_zero


def _row(item: Compared) -> tuple[Cell, ...]:
    unit = differences.short_unit(item)
    return (
        head(f"{item.name}, {unit}" if unit else item.name),
        Cell(differences.value(item, item.before), number=True),
        Cell(differences.value(item, item.after), number=True),
        cell(differences.difference(item, unit=False)),
        Cell(differences.amount(item, item.margin, unit=False), number=True),
        Cell(differences.VERDICTS[item.verdict.word], strong=item.verdict.word == "moved"),
    )


def _after(found: Comparison) -> tuple[str, ...]:
    """What is not in the table, and what the intervals hold for."""
    moved = [item for item in changes_in_words.ordered(found) if item.verdict.word == "moved"]
    lines = [] if moved else ["Nothing moved for certain so far."]
    named = headline(found.baseline.game.book)
    unknown = _rest(found.by_word("undetermined"))
    unknown.sort(key=lambda item: named.index(item.measure) if item.measure in named else len(named))
    groups = ("Moved, too", moved[MOST_ROWS:]), ("Cannot tell yet", unknown)
    lines += [f"{words}: {_names(items)}." for words, items in groups if items]
    stayed = _rest(found.by_word("equivalent"))
    if stayed:
        zero = sum(item.exactly_zero for item in stayed)
        same = f", {count(zero)} of them exactly" if zero else ""
        lines.append(f"Stayed within their margins: {count(len(stayed))} other measures{same}.")
    level = f"{100 * found.level:.1f}".rstrip("0").rstrip(".")
    lines.append(
        f"Intervals hold {level} % each, so that all looks together hold 95 %; verdicts are"
        f" {differences.corrected(found)}."
    )
    return tuple(lines)


def _rest(items: Sequence[Compared]) -> list[Compared]:
    """Those that are not in the table."""
    return [item for item in items if not _is_share(item)]


def _names(items: Sequence[Compared]) -> str:
    more = len(items) - MOST_NAMES
    names = "; ".join(item.name for item in items[:MOST_NAMES])
    return f"{names}; and {count(more)} more" if more > 0 else names


def html(title: str, game: str, views: Sequence[View], *, version: int, nonce: str) -> str:
    """The page: the latest look of each save, newest first. It asks for a newer version of itself."""
    return page.template(
        "watch.html.j2",
        title=title,
        game=game,
        newest=[said(view) for view in views[:1]],
        earlier=[said(view) for view in views[1:]],
        version=version,
        nonce=nonce,
    )

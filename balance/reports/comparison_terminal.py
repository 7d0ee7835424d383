"""A comparison in a terminal: the same sentences as on the page, and a table of all measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table
from rich.text import Text

from balance.cards.changes import summed_up
from balance.reports import changes_in_words, differences
from balance.reports.numbers import NO_BREAK, THIN
from balance.simulation import asked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from balance.experiments.compared import Compared, Comparison

SIGNS = {"moved": "*", "good": "=", "open": "?", "bad": "!", "note": " "}
STYLES = {"moved": "bold cyan", "good": "green", "open": "yellow", "bad": "bold red", "note": ""}
SHARES = tuple(f"{word}." for word in asked.SHARES)
WIDE, MOST_LETTERS = 110, 14
VERDICT_STYLES = {"moved": "bold cyan", "equivalent": "green", "undetermined": "yellow"}


def print_comparison(comparisons: Sequence[Comparison], console: Console, *, whole: bool = False) -> None:
    """Print what each comparison found: what else differs, the change, the sentences, then a table.

    whole: the table has every measure that differs; else those that moved, those that are open, win shares.
    """
    for number, comparison in enumerate(comparisons):
        if number:
            console.print()
        _print(comparison, comparisons, console, whole=whole)
    if len(comparisons) > 1:
        console.print()
        console.print(overview(comparisons))


def _print(comparison: Comparison, among: Sequence[Comparison], console: Console, *, whole: bool) -> None:
    _line(console, changes_in_words.title(comparison, among), "bold")
    for words in comparison.other:
        _line(console, f"! not only the change differs: {words}", STYLES["bad"])
    for text in summed_up(comparison.changes):
        _line(console, f"  {text}")
    if not comparison.changes:
        _line(console, "  nothing was changed")
    summary = changes_in_words.summary(comparison)
    _line(console, summary.text, STYLES[summary.mark])
    for group in changes_in_words.groups(comparison):
        console.print()
        _line(console, group.title, "bold")
        for finding in group.findings:
            said = Text(f"{SIGNS[finding.mark]} ", STYLES[finding.mark])
            console.print(said.append(_spaces(finding.text), "default"))
    if comparison.unmatched:
        _line(console, changes_in_words.unmatched(comparison))
    if not comparison.identical:
        console.print()
        console.print(measures(comparison, console.width, whole=whole))
        _line(
            console, f"Square brackets hold 95 % intervals. Verdicts are {differences.corrected(comparison)}."
        )
    found = comparison.telling
    if found is not None:
        what = comparison.measure(found.measure).name
        _line(console, f"The most telling game, by {what}, before and after:")
        for run, game in ((comparison.baseline, found.game), (comparison.variant, found.game_after)):
            console.print(f"  balance replay {run.folder} {game}", markup=False, soft_wrap=True)


def measures(comparison: Comparison, width: int = WIDE, *, whole: bool = True) -> Table:
    """Measures that differ in any deal, with before, after, difference, verdict.

    width: letters in a line; where they are few, margins and numbers of games are left to the sentences.
    whole: also those that stayed, and are no win shares.
    """
    shown = Table(box=None, pad_edge=False)
    shown.add_column("measure", overflow="fold")
    for name in (comparison.against, comparison.name):
        shown.add_column(escape(name), justify="right", no_wrap=True, max_width=MOST_LETTERS)
    shown.add_column("difference", justify="right", no_wrap=True)
    shown.add_column("verdict", no_wrap=True)
    if width >= WIDE:
        shown.add_column("margin", justify="right", no_wrap=True)
        shown.add_column("games more", justify="right", no_wrap=True)
    for item in changes_in_words.ordered(comparison):
        shares = item.measure.startswith(SHARES)
        if not item.exactly_zero and (whole or shares or item.verdict.word != "equivalent"):
            shown.add_row(*_cells(item)[: len(shown.columns)])
    return shown


def overview(comparisons: Sequence[Comparison]) -> Table:
    """How many measures moved, stayed and are not known, a row for each comparison."""
    shown = Table(box=None, pad_edge=False)
    shown.add_column("variant", overflow="fold")
    for name in ("moved", "stayed", "cannot tell"):
        shown.add_column(name, justify="right")
    shown.add_column("moved most", overflow="fold")
    for item in comparisons:
        moved = [found for found in changes_in_words.ordered(item) if found.verdict.word == "moved"]
        counts = [len(item.by_word(word)) for word in ("moved", "equivalent", "undetermined")]
        most = (
            "exactly zero everywhere"
            if item.identical
            else ", ".join(found.name for found in moved[:2]) or "-"
        )
        label = changes_in_words.label(item, comparisons)
        shown.add_row(escape(label), *map(str, counts), escape(most))
    return shown


def _cells(item: Compared) -> list[str | Text]:
    more = differences.more_games(item).removesuffix(" more games")
    word = item.verdict.word
    return [
        escape(item.name),
        _spaces(differences.value(item, item.before)),
        _spaces(differences.value(item, item.after)),
        Text(_spaces(str(differences.difference(item, unit=False)))),
        Text(differences.VERDICTS[word], VERDICT_STYLES[word]),
        _spaces(differences.amount(item, item.margin).replace("percentage ", "")),
        _spaces(more) if word == "undetermined" else "",
    ]


def _line(console: Console, text: str, style: str = "") -> None:
    console.print(Text(_spaces(text), style))


def _spaces(text: str) -> str:
    """Spaces that a terminal knows how to draw."""
    return text.replace(THIN, " ").replace(NO_BREAK, " ")

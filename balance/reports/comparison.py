"""Two versions of a game side by side: a page, JSON and CSV beside it, and the same in a terminal.

changes_in_words     what moved, what stayed, what is unknown: sentences
differences          differences as text
comparison_sections  what stands on the page of one comparison
comparison_checks    what a comparison checks of itself
comparison_stopped   what was found when the play stopped by itself
comparison_files     JSON and CSV, with their keys
comparison_terminal  sentences and a table for a terminal
figures_of_two       its figures
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from balance.errors import RunError
from balance.reports import comparison_files, comparison_sections, comparison_stopped, differences, page
from balance.reports.numbers import count
from balance.simulation import write_whole
from balance.simulation.storage import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.experiments.compared import Comparison
    from balance.experiments.until import Sequential
    from balance.reports.comparison_sections import View
    from balance.reports.content import Table, Term
    from balance.reports.verdicts import Mark

FILE = "comparison.html"
MARK_WORDS: dict[Mark, str] = {
    "moved": "moved",
    "good": "stayed",
    "open": "cannot tell yet",
    "bad": "look here",
}
MARK_SIGNS: dict[Mark, str] = {
    "moved": "\N{GREEK CAPITAL LETTER DELTA}",
    "good": "=",
    "open": "?",
    "bad": "!",
}


@dataclass(frozen=True)
class ComparisonPage:
    """What the page says; the views are of one variant each."""

    title: str
    game: str
    question: str
    caveats: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    stopped: tuple[tuple[str, Table], ...]
    overview: tuple[Table, ...]
    folded: tuple[Table, ...]
    views: tuple[View, ...]
    terms: tuple[Term, ...]


def write_comparison(
    comparisons: Sequence[Comparison],
    out: Path | str | None = None,
    *,
    title: str = "",
    question: str = "",
    json: Path | str | None = None,
    stopped: Sequence[Sequential] = (),
) -> Path:
    """Write the page to `out`, and JSON and CSV of the same name beside it; returns where the page is.

    out: the file; None: `comparison.html` in the folder of the variant's run, or in the one that holds the
    runs of all variants. json: where the JSON goes instead. stopped: what was found if the play stopped by
    itself. All is worked out before anything is written, and
    each file is written whole or not at all. RunError when there is nothing to compare.
    """
    target = _place(comparisons) if out is None else Path(out)
    text = comparison_html(comparisons, title=title, question=question, stopped=stopped)
    plain = json_text(comparison_files.as_json(comparisons, stopped))
    table = comparison_files.as_csv(comparisons)
    write_whole(target.with_suffix(".csv"), table)
    write_whole(target.with_suffix(".json") if json is None else Path(json), plain)
    return write_whole(target, text)


def comparison_html(
    comparisons: Sequence[Comparison],
    *,
    title: str = "",
    question: str = "",
    stopped: Sequence[Sequential] = (),
) -> str:
    """The page as text; the same comparisons give the same text."""
    shown = build(comparisons, title=title, question=question, stopped=stopped)
    return page.template("comparison.html.j2", page=shown, mark_words=MARK_WORDS, mark_signs=MARK_SIGNS)


def build(
    comparisons: Sequence[Comparison],
    *,
    title: str = "",
    question: str = "",
    stopped: Sequence[Sequential] = (),
) -> ComparisonPage:
    """What the page says. RunError when there is nothing to compare."""
    if not comparisons:
        msg = "there is nothing to compare: no variant"
        raise RunError(msg)
    first = comparisons[0]
    several = len(comparisons) > 1
    asked = first.baseline.manifest.get("run", {}).get("scenario", {})
    overview: tuple[Table, ...] = ()
    folded: tuple[Table, ...] = ()
    if several:
        moved, others = comparison_sections.side_by_side(comparisons)
        overview = (comparison_sections.overview(comparisons), *([moved] if moved.rows else []))
        folded = (others,)
    return ComparisonPage(
        title=title or _title(comparisons),
        game=str(first.baseline.game.info.title),
        question=question or (str(asked.get("question") or "") if several else ""),
        caveats=tuple(first.baseline.game.book.caveats),
        facts=_facts(comparisons),
        stopped=tuple((comparison_stopped.words(item), comparison_stopped.table(item)) for item in stopped),
        overview=overview,
        folded=tuple(table for table in folded if table.rows),
        views=tuple(
            comparison_sections.view(item, comparisons, number) for number, item in enumerate(comparisons, 1)
        ),
        terms=comparison_sections.terms(comparisons),
    )


def _place(comparisons: Sequence[Comparison]) -> Path:
    """Where the page goes when nobody says so."""
    folders = {item.variant.folder for item in comparisons}
    folder = next(iter(folders), Path())
    while not all(folder == other or folder in other.parents for other in folders):
        folder = folder.parent
    return folder / FILE


def _title(comparisons: Sequence[Comparison]) -> str:
    """The change itself where it is one; else the scenario, and how many variants."""
    first = comparisons[0]
    if len(comparisons) > 1:
        asked = first.baseline.manifest.get("run", {}).get("scenario", {})
        name = str(
            asked.get("title") or first.baseline.manifest.get("name") or first.baseline.game.info.title
        )
        return f"{name}: {count(len(comparisons))} comparisons"
    texts = [line.text for line in comparison_sections.lines(first.changes)]
    if not texts:
        return differences.capital(f"{first.name} against {first.against}")
    more = len(texts) - 1
    return texts[0] + (f", and {count(more)} more change{'s' if more > 1 else ''}" if more else "")


def _facts(comparisons: Sequence[Comparison]) -> tuple[tuple[str, str], ...]:
    first = comparisons[0]
    facts = first.baseline.manifest.get("run", {})
    shown = (
        ("players", _all(str(item.players) for item in comparisons)),
        ("deals in common", _all(count(item.deals) for item in comparisons)),
        ("games of each", _all(count(item.deals * item.games) for item in comparisons)),
        ("seed", str(facts.get("seed", ""))),
        ("verdicts", differences.corrected(first)),
        ("baseline run", str(first.baseline.manifest.get("identity", ""))[:12]),
    )
    return tuple((name, value) for name, value in shown if value)


def _all(values: object) -> str:
    return ", ".join(dict.fromkeys(values))  # type: ignore[call-overload]  # texts

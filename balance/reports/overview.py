"""One page that compares the runs of a scenario with several numbers of players."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from balance.errors import RunError
from balance.reports import brief, figures, many
from balance.reports.content import Cell, Figure, Page, Section, Table, cell, head
from balance.reports.numbers import count, number, single, unit_words
from balance.reports.verdicts import Finding, Mark, judge_share, say, share
from balance.simulation import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from balance.simulation import Run
    from balance.statistics import Estimate

FILE = "overview.html"
NOT = Cell("\N{EN DASH}")


def write(runs: Sequence[Run]) -> Path:
    """Write the page beside the folders of the runs (their reports must be written): where it is.

    RunError when a report is missing.
    """
    found = {int(run.manifest["run"]["players"]): (run, brief.read(run.folder)) for run in runs}
    for run, known in found.values():
        if known is None:
            msg = f"{run.folder}: its report is not written yet; `balance report {run.folder}` writes it"
            raise RunError(msg)
    target = _common([run for run, _ in found.values()]) / FILE
    links = {
        seats: os.path.relpath(run.folder / "report.html", target.parent) for seats, (run, _) in found.items()
    }
    return write_whole(target, html({seats: known or {} for seats, (_, known) in found.items()}, links))


def html(briefs: Mapping[int, Mapping[str, Any]], links: Mapping[int, str]) -> str:
    """The page as text. briefs, links: by number of players; links lead to the reports."""
    from balance.reports.page import render  # noqa: PLC0415  (the page imports this)

    first = next(iter(briefs.values()))
    page = Page(
        title=str(first["title"]),
        game=str(first["game"]),
        scenario=str(first["name"]),
        question=str(first["question"]),
        facts=tuple(
            (f"{seats} players", f"{count(known['games'])} games") for seats, known in briefs.items()
        ),
        plans=(),
        findings=tuple(_findings(briefs)),
        missing=(),
        sections=(_reports(briefs, links), _moving(briefs), _plans(briefs), _measures(briefs)),
    )
    return render(page, overview=True)


def _common(runs: Sequence[Run]) -> Path:
    """The folder that holds the runs of every number of players."""
    folder = runs[0].folder
    name = f"{runs[0].manifest['run']['players']}-players"
    return folder.parent if folder.name == name else folder.parent.parent


def _findings(briefs: Mapping[int, Mapping[str, Any]]) -> list[Finding]:
    """What each number of players found that wants a look, and how its order of moving fared."""
    found = []
    for seats, known in briefs.items():
        for item in known["findings"]:
            if item["topic"] in ("Fairness", "Unfinished", "Dominance") or item["mark"] == "bad":
                mark: Mark = item["mark"]
                found.append(Finding(f"{seats} players", say(item["text"]), mark, "reports"))
    return found


def _reports(briefs: Mapping[int, Mapping[str, Any]], links: Mapping[int, str]) -> Section:
    rows = tuple(
        (
            head(f"{seats} players", href=links[seats]),
            Cell(count(known["games"]), number=True),
            Cell(count(known["deals"]), number=True),
            _cell(known["stalled"], "share", rate=True),
        )
        for seats, known in briefs.items()
    )
    table = Table("Reports", ("", "games", "deals", "games given up"), rows)
    return Section("reports", "Reports", "Where is more about each number of players?", (), tables=(table,))


def _moving(briefs: Mapping[int, Mapping[str, Any]]) -> Section:
    rows, dots = [], []
    for seats, known in briefs.items():
        for place, plain in known["places"]:
            estimate = brief.estimate(plain)
            more = many.advantage(estimate, seats)
            label = f"{seats} players, {place} to move"
            dots.append(figures.Dot(label, more, list(briefs).index(seats)))
            rows.append(
                (
                    head(label),
                    cell(share(estimate)),
                    Cell(single(1 / seats, "share"), number=True),
                    cell(number(more, "share")),
                    Cell(judge_share(estimate, 1 / seats).short),
                )
            )
    title = "Over an even share, by order of moving"
    svg = figures.dots("fig-places", title, dots, "share", reference=0.0)
    columns = ("", "win share", "even", "over even", "verdict")
    where = {str(known["where"]) for known in briefs.values()}
    note = f"Of games {' or '.join(sorted(where))}. Over even: win share times the number of players, less 1."
    shown = (
        Figure("fig-places", title, svg, note),
        Figure(
            "tab-places",
            "Win share by order of moving",
            table=Table(title, columns, tuple(rows)),
            open_table=True,
        ),
    )
    return Section("moving", "Moving first", "Is the order of moving fair at every table?", (), shown)


def _plans(briefs: Mapping[int, Mapping[str, Any]]) -> Section:
    shares = [dict(known["plans"]) for known in briefs.values()]
    plans = list(dict.fromkeys(plan for found in shares for plan in found))
    rows = tuple(
        (head(plan), *(_cell(found.get(plan), "share", rate=True) for found in shares)) for plan in plans
    )
    even = (head("even"), *(Cell(single(1 / seats, "share"), number=True) for seats in briefs))
    columns = ("plan", *(f"{seats} players" for seats in briefs))
    table = Table("Win share of each plan against the others", columns, (*rows, even))
    figure = Figure("tab-plans", table.caption, table=table, open_table=True, full=True)
    return Section("plans", "Plans", "Does the same plan win at every table?", (), (figure,))


def _measures(briefs: Mapping[int, Mapping[str, Any]]) -> Section:
    by_seats = {seats: {item["id"]: item for item in known["measures"]} for seats, known in briefs.items()}
    names = list(dict.fromkeys(name for items in by_seats.values() for name in items))
    rows = []
    for name in names:
        items = [items.get(name) for items in by_seats.values()]
        one = next(item for item in items if item is not None)
        unit = unit_words(one["unit"], rate=one["rate"])
        shown = (
            NOT if item is None else _cell(item["estimate"], item["unit"], rate=item["rate"])
            for item in items
        )
        rows.append((head(f"{one['name']}, {unit}".rstrip(", ")), *shown))
    table = Table("Headline numbers", ("", *(f"{seats} players" for seats in briefs)), tuple(rows))
    figure = Figure("tab-measures", table.caption, table=table, open_table=True, full=True)
    question = "How do length and all the rest change with the number of players?"
    return Section("measures", "Headline numbers", question, (), (figure,))


def _cell(plain: dict[str, Any] | None, unit: str, *, rate: bool = False) -> Cell:
    found: Estimate | None = None if plain is None else brief.estimate(plain)
    return NOT if found is None else cell(number(found, unit, rate=rate))

"""One page that compares the runs of a scenario with several numbers of players, or settings."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from balance.errors import RunError
from balance.reports import brief, figures, many, settings
from balance.reports.content import Cell, Figure, Page, Section, Table, cell, head
from balance.reports.numbers import count, number, single, unit_words
from balance.reports.verdicts import Finding, Mark, judge_share, say, share
from balance.simulation import storage, write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from balance.simulation import Run
    from balance.statistics import Estimate

FILE, SHORT = "overview.html", "overview.json"
NOT = Cell("\N{EN DASH}")
Brief = dict[str, Any]


def write(runs: Sequence[Run]) -> Path:
    """Write the page beside the folders of the runs (their reports must be written): where it is.

    What it found stands in a file beside it, for the index. RunError when a report is missing.
    """
    from balance.reports.page import render  # noqa: PLC0415  (the page imports this)

    folder = _common(runs)
    briefs, links = {}, {}
    for run in runs:
        known = brief.read(run.folder)
        if known is None:
            msg = f"{run.folder}: its report is not written yet; `balance report {run.folder}` writes it"
            raise RunError(msg)
        at = int(run.manifest["run"]["players"]), run.setting
        briefs[at], links[at] = known, os.path.relpath(run.folder / "report.html", folder)
    made = page(briefs, links)
    said = [brief.finding(item) for item in made.findings]
    kept = {"format": brief.FORMAT, "settings": list(dict.fromkeys(s for _, s in briefs)), "findings": said}
    storage.write_json(folder / SHORT, storage.sealed(kept))
    return write_whole(folder / FILE, render(made, overview=True))


def short(folder: Path) -> dict[str, Any]:
    """The settings and the findings of the page in that folder; none when there is none, or nothing whole."""
    return brief.read(folder, SHORT) or {"settings": [], "findings": []}


def page(briefs: Mapping[tuple[int, str], Brief], links: Mapping[tuple[int, str], str]) -> Page:
    """What the page says. briefs, links: by number of players and setting; links lead to the reports."""
    if any(setting for _, setting in briefs):
        return settings.page(settings.Grid(briefs, links))
    return _of_players(
        {seats: known for (seats, _), known in briefs.items()},
        {seats: link for (seats, _), link in links.items()},
    )


def _of_players(briefs: Mapping[int, Brief], links: Mapping[int, str]) -> Page:
    """The same of runs that differ in the number of players alone."""
    first = next(iter(briefs.values()))
    return Page(
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
        caveats=tuple(first.get("caveats", ())),
    )


def _common(runs: Sequence[Run]) -> Path:
    """The folder that holds all of the runs."""
    folder = runs[0].folder.parent
    while not all(folder in run.folder.parents for run in runs):
        folder = folder.parent
    return folder


def _findings(briefs: Mapping[int, Brief]) -> list[Finding]:
    """What each number of players found that wants a look, and how its order of moving fared."""
    found = []
    for seats, known in briefs.items():
        for item in known["findings"]:
            if item["topic"] in ("Fairness", "Unfinished", "Dominance") or item["mark"] == "bad":
                mark: Mark = item["mark"]
                found.append(Finding(f"{seats} players", say(item["text"]), mark, "reports"))
    return found


def _reports(briefs: Mapping[int, Brief], links: Mapping[int, str]) -> Section:
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


def _moving(briefs: Mapping[int, Brief]) -> Section:
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


def _plans(briefs: Mapping[int, Brief]) -> Section:
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


def _measures(briefs: Mapping[int, Brief]) -> Section:
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

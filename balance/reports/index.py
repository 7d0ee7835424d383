"""The page that leads to all reports: one entry per scenario in the folder of runs, game by game."""

from __future__ import annotations

import datetime as dt
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance import games
from balance.cards.edits import in_short
from balance.reports import brief, overview
from balance.reports.numbers import count
from balance.simulation import places, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

FILE = "index.html"
MOST_FINDINGS = 4


@dataclass(frozen=True)
class Report:
    """A report that lies in the folder of runs, what is kept of it, and when it was written."""

    page: Path
    said: Mapping[str, Any]
    when: float

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.said["players"])

    @property
    def setting(self) -> str:
        """The setting it is of, if its scenario has any."""
        return str(self.said.get("setting", ""))

    @property
    def which(self) -> str:
        """Which run of its scenario it is, in words; empty when that has only one."""
        players = f"{self.players} players" if self.said["several"] else ""
        return ", ".join(part for part in (players, self.setting) if part)

    @property
    def changed(self) -> str:
        """The values it changes, in words."""
        return ", ".join(in_short(path, value) for path, value in self.said["overrides"])


Links = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Entry:
    """The reports of one scenario as the index shows them.

    href        of the page that compares its runs, or of its latest report
    runs        for each number of players: words, then label and link of the latest run at each setting
    earlier     link, label and a few words for each run that was played anew since
    """

    title: str
    href: str
    question: str
    facts: tuple[tuple[str, str], ...]
    findings: tuple[Mapping[str, Any], ...]
    compared: Links
    runs: tuple[tuple[str, Links], ...]
    earlier: tuple[tuple[str, str, str], ...]


def write() -> Path:
    """Write the index anew, whole, from what lies beside the reports there are: where it is."""
    folder = places.runs_folder()
    return write_whole(folder / FILE, html(entries(folder)))


def entries(folder: Path) -> dict[str, list[Entry]]:
    """Title of a game -> its scenarios, the latest first; games in the order of the registry."""
    order = {name: number for number, name in enumerate(games.GAMES)}
    found: dict[tuple[int, str, str], list[Report]] = {}
    for report in _reports(folder):
        said = report.said
        key = (order.get(said["game_id"], len(order)), str(said["game"]), str(said["name"]))
        found.setdefault(key, []).append(report)
    latest = sorted(found, key=lambda key: (key[0], -max(report.when for report in found[key]), key[2]))
    made: dict[str, list[Entry]] = {}
    for key in latest:
        made.setdefault(key[1], []).append(_entry(folder, found[key]))
    return made


def _reports(folder: Path) -> Iterable[Report]:
    """Every whole report, in the order of its path."""
    depths = ("*/*", "*/*/*", "*/*/*/*")
    for path in sorted(path for depth in depths for path in folder.glob(f"{depth}/{brief.FILE}")):
        page, said = path.parent / "report.html", brief.read(path.parent)
        varied = places.VARIANTS in path.relative_to(folder).parts  # told beside their baseline
        if said is not None and page.is_file() and not varied:
            yield Report(page, said, page.stat().st_mtime)


def _entry(folder: Path, reports: Sequence[Report]) -> Entry:
    newest_first = sorted(reports, key=lambda report: (-report.when, str(report.page)))
    current: dict[tuple[int, str], Report] = {}
    for report in newest_first:
        current.setdefault((report.players, report.setting) if report.which else (0, ""), report)
    newest = newest_first[0]
    whole = folder / newest.page.relative_to(folder).parts[0]
    pages = [
        path for path in (whole / overview.FILE, *sorted(whole.glob(f"*/{overview.FILE}"))) if path.is_file()
    ]
    several = len(current) > 1 and bool(pages)
    compared = [(_compares(whole, path), _link(folder, path)) for path in pages if several]
    kept = overview.short(pages[0].parent) if several else {}
    shown = _in_order(list(current.values()), kept.get("settings", ()))
    said = newest.said
    findings = kept.get("findings") or said["findings"]
    alone = f"{said['title']}, {newest.which}" if newest.which else str(said["title"])
    facts = (
        ("written", _date(newest.when)),
        ("players", ", ".join(dict.fromkeys(str(report.players) for report in shown))),
        ("settings", ", ".join(dict.fromkeys(report.setting for report in shown if report.setting))),
        ("games", _ends([int(report.said["games"]) for report in shown])),
        ("scenario", str(said["name"])),
        ("run", str(said["identity"])[:10] if len(shown) == 1 else ""),
        ("changed", newest.changed if len(shown) == 1 else ""),
    )
    return Entry(
        title=str(said["title"]) if len(shown) > 1 else alone,
        href=compared[0][1] if compared else _link(folder, newest.page),
        question=str(said["question"]),
        facts=tuple((name, value) for name, value in facts if value),
        findings=tuple(_first(findings)),
        compared=tuple(compared),
        runs=_runs(folder, shown) if len(shown) > 1 else (),
        earlier=tuple(
            (_link(folder, report.page), report.which or str(report.said["identity"])[:10], _in_short(report))
            for report in newest_first
            if report not in shown
        ),
    )


def _in_order(reports: Sequence[Report], settings: Sequence[str]) -> list[Report]:
    """By number of players, then as the settings stand in their scenario (others: by name)."""
    known = [*settings, *sorted({report.setting for report in reports} - {*settings})]
    return sorted(reports, key=lambda report: (report.players, known.index(report.setting)))


def _runs(folder: Path, shown: Sequence[Report]) -> tuple[tuple[str, Links], ...]:
    """Words and links, a line for each number of players where there are settings, else one line."""
    if not any(report.setting for report in shown):
        return (("reports", tuple((report.which, _link(folder, report.page)) for report in shown)),)
    by_players: dict[int, list[Report]] = {}
    for report in shown:
        by_players.setdefault(report.players, []).append(report)
    return tuple(
        (f"{players} players", tuple((report.setting, _link(folder, report.page)) for report in some))
        for players, some in by_players.items()
    )


def _compares(whole: Path, page: Path) -> str:
    """What a page that compares runs is called."""
    return "all runs compared" if page.parent == whole else f"{page.parent.name.replace('-', ' ')} compared"


def _in_short(report: Report) -> str:
    pieces = (_date(report.when), f"{count(report.said['games'])} games", report.changed)
    return ", ".join(piece for piece in pieces if piece)


def _ends(numbers: Sequence[int]) -> str:
    """The least and the most."""
    return " to ".join(dict.fromkeys((count(min(numbers)), count(max(numbers)))))


def _date(when: float) -> str:
    return dt.datetime.fromtimestamp(when, tz=dt.UTC).strftime("%Y-%m-%d %H:%M UTC")


def _first(findings: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """A few findings: those that want a look before all others."""
    ordered = sorted(findings, key=lambda found: found["mark"] != "bad")
    return ordered[:MOST_FINDINGS]


def _link(folder: Path, page: Path) -> str:
    return os.path.relpath(page, folder).replace(os.sep, "/")


def html(found: Mapping[str, Sequence[Entry]]) -> str:
    """The page as text."""
    from balance.reports.page import template  # noqa: PLC0415  (templates load when they are used)

    return template("index.html.j2", found=found)

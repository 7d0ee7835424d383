"""The page that leads to all reports: one entry per run in the folder of runs, game by game."""

from __future__ import annotations

import datetime as dt
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance import games
from balance.reports import brief, overview
from balance.reports.numbers import count
from balance.simulation import places, write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

FILE = "index.html"
MOST_FINDINGS = 4


@dataclass(frozen=True)
class Entry:
    """One report as the index shows it. `others`: label and link of further pages."""

    scenario: str
    title: str
    href: str
    question: str
    facts: tuple[tuple[str, str], ...]
    findings: tuple[Mapping[str, Any], ...]
    others: tuple[tuple[str, str], ...]


def write() -> Path:
    """Write the index anew, whole, from what lies beside the reports there are: where it is."""
    folder = places.runs_folder()
    return write_whole(folder / FILE, html(entries(folder)))


def entries(folder: Path) -> dict[str, list[Entry]]:
    """Title of a game -> its reports, the latest first; games in the order of the registry."""
    found: dict[str, list[tuple[float, Entry]]] = {}
    order = {name: number for number, name in enumerate(games.GAMES)}
    known = []
    for path in sorted({*folder.glob(f"*/*/{brief.FILE}"), *folder.glob(f"*/*/*/{brief.FILE}")}):
        page, said = path.parent / "report.html", brief.read(path.parent)
        if said is not None and page.is_file():
            known.append((page, said))
    known.sort(key=lambda item: (order.get(item[1]["game_id"], len(order)), item[1]["players"]))
    for page, said in known:
        when = page.stat().st_mtime
        found.setdefault(str(said["game"]), []).append((when, _entry(folder, page, said, when)))
    return {game: _latest_first(items) for game, items in found.items()}


def _latest_first(items: Sequence[tuple[float, Entry]]) -> list[Entry]:
    """Entries by time, those of one scenario together: they differ in players, and so stay in that order."""
    latest: dict[str, float] = {}
    for when, entry in items:
        latest[entry.scenario] = max(when, latest.get(entry.scenario, 0.0))
    ordered = sorted(items, key=lambda item: (-latest[item[1].scenario], item[1].scenario))
    return [entry for _, entry in ordered]


def _entry(folder: Path, page: Path, said: Mapping[str, Any], when: float) -> Entry:
    date = dt.datetime.fromtimestamp(when, tz=dt.UTC).strftime("%Y-%m-%d %H:%M UTC")
    changed = ", ".join(f"{path}={value}" for path, value in said["overrides"])
    facts = [
        ("written", date),
        ("players", str(said["players"])),
        ("games", count(said["games"])),
        ("scenario", str(said["name"])),
        ("run", str(said["identity"])[:10]),
        ("changed", changed),
    ]
    compared = page.parent.parent.parent / overview.FILE
    others = (
        [("all numbers of players", compared)] if compared.is_file() and compared.parent != folder else []
    )
    players = f", {said['players']} players" if said["several"] else ""
    return Entry(
        scenario=str(said["name"]),
        title=f"{said['title']}{players}",
        href=_link(folder, page),
        question=str(said["question"]),
        facts=tuple((name, value) for name, value in facts if value),
        findings=tuple(_first(said["findings"])),
        others=tuple((label, _link(folder, path)) for label, path in others),
    )


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

"""The page that compares runs at several settings (and with several numbers of players): a column each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance.reports import brief, signs
from balance.reports.content import Cell, Figure, Page, Section, Table, cell, head
from balance.reports.numbers import count, number, single, unit_words
from balance.reports.verdicts import Finding, Mark, judge_share, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Brief = dict[str, Any]
NOT = Cell("\N{EN DASH}")
WORST: tuple[Mark, ...] = ("bad", "open", "good", "note")
SHADE = 0.5


@dataclass(frozen=True)
class Grid:
    """Runs by number of players and setting. briefs: what their reports say; links: where these are."""

    briefs: Mapping[tuple[int, str], Brief]
    links: Mapping[tuple[int, str], str]

    @property
    def players(self) -> list[int]:
        """The numbers of players."""
        return list(dict.fromkeys(players for players, _ in self.briefs))

    @property
    def settings(self) -> list[str]:
        """The settings."""
        return list(dict.fromkeys(setting for _, setting in self.briefs))

    @property
    def several(self) -> bool:
        """Whether there are several numbers of players."""
        return len(self.players) > 1

    def row(self, players: int) -> dict[str, Brief]:
        """The runs with so many players, by setting."""
        return {setting: self.briefs[players, setting] for n, setting in self.briefs if n == players}

    def title(self, title: str, players: int) -> str:
        """The caption of a table of the runs with so many players."""
        return f"{title}, {players} players" if self.several else title


def page(grid: Grid) -> Page:
    """What the page says."""
    first = next(iter(grid.briefs.values()))
    lines = [line for players in grid.players for line in signs.lines(grid.row(players), players)]
    games = sorted({int(known["games"]) for known in grid.briefs.values()})
    facts = (
        ("players", ", ".join(map(str, grid.players))),
        ("settings", ", ".join(grid.settings)),
        ("games of each run", " to ".join(count(end) for end in dict.fromkeys((games[0], games[-1])))),
    )
    return Page(
        title=str(first["title"]),
        game=str(first["game"]),
        scenario=str(first["name"]),
        question=str(first["question"]),
        facts=facts,
        plans=(),
        findings=(*signs.findings(lines, several=grid.several), *_findings(grid)),
        missing=(),
        sections=(
            _signs(grid, lines),
            _reports(grid),
            _plans(grid),
            _measures(grid),
            *([moving] if (moving := _moving(grid)) else []),
        ),
        caveats=tuple(
            dict.fromkeys(text for known in grid.briefs.values() for text in known.get("caveats", []))
        ),
    )


# --------------------------------------------------------------------------------------- findings


def _findings(grid: Grid) -> list[Finding]:
    """What the runs found of fairness, dominance, unfinished games, and all that wants a look, in short.

    Runs that found the same are named together; by topic, the verdict that wants a look before all others.
    """
    found: dict[str, dict[str, tuple[Mark, list[tuple[int, str]]]]] = {}
    for at, known in grid.briefs.items():
        for item in known["findings"]:
            if item["topic"] in ("Fairness", "Unfinished", "Dominance") or item["mark"] == "bad":
                said = item.get("short") or item["text"].rstrip(".")
                mark, where = found.setdefault(item["topic"], {}).setdefault(said, (item["mark"], []))
                found[item["topic"]][said] = min(mark, item["mark"], key=WORST.index), [*where, at]
    made = []
    for topic, verdicts in found.items():
        ordered = sorted(verdicts.items(), key=lambda item: WORST.index(item[1][0]))
        text = "; ".join(f"{said} {_where(grid, where)}" for said, (_, where) in ordered)
        mark = ordered[0][1][0]
        made.append(Finding(topic, say(f"{text[0].upper()}{text[1:]}."), mark, "reports"))
    return made


def _where(grid: Grid, at: Sequence[tuple[int, str]]) -> str:
    """Some of the runs, in words."""
    if len(at) == len(grid.briefs):
        return "in all runs"
    by_settings: dict[tuple[str, ...], list[int]] = {}
    for players in grid.players:
        settings = tuple(setting for n, setting in at if n == players)
        if settings:
            by_settings.setdefault(settings, []).append(players)
    pieces = []
    for settings, tables in by_settings.items():
        every = len(settings) == len(grid.settings)
        place = "at all settings" if every else f"at {signs.listed(settings)}"
        who = f"with {signs.listed([str(n) for n in tables])} players" if grid.several else ""
        pieces.append(f"{who} {place}".strip())
    return ", ".join(pieces)


# --------------------------------------------------------------------------------------- sections


def _signs(grid: Grid, lines: Sequence[signs.Line]) -> Section:
    """Every measure with a neutral value and every plan: above or below it, at each setting."""

    def shown(line: signs.Line, setting: str) -> Cell:
        where = line.sides[setting]
        shade = {signs.ABOVE: SHADE, signs.BELOW: -SHADE}.get(where)
        return Cell(where, interval=line.value(setting), shade=shade)

    figures = [_flags(grid, lines)] if grid.several else []
    for players in grid.players:
        rows = tuple(
            (
                head(line.name),
                Cell(line.turns_at, number=True),
                *(shown(line, setting) for setting in line.found),
                Cell(line.flag, strong=line.changes),
            )
            for line in lines
            if line.players == players
        )
        columns = ("", "turns round at", *grid.row(players), "all together")
        figures.append(_table(grid, "signs", "Above or below", players, columns, rows))
    words = (
        "Each number here says one thing above a certain value and the opposite below it: a plan that wins"
        " more than its even share is strong, one that wins less is weak. Above and below: the whole interval"
        " is there. About one interval in twenty misses the truth by chance."
    )
    return Section(
        "signs", "Does it depend on the setting?", "Which conclusions turn round?", (words,), tuple(figures)
    )


def _flags(grid: Grid, lines: Sequence[signs.Line]) -> Figure:
    """What all settings together say, for every number of players."""
    by_name: dict[str, dict[int, signs.Line]] = {}
    for line in lines:
        by_name.setdefault(line.name, {})[line.players] = line

    def shown(line: signs.Line | None) -> Cell:
        return NOT if line is None else Cell(line.flag, strong=line.changes)

    rows = tuple(
        (head(name), *(shown(known.get(players)) for players in grid.players))
        for name, known in by_name.items()
    )
    columns = ("", *(f"{players} players" for players in grid.players))
    table = Table("All settings together", columns, rows)
    return Figure("tab-signs", table.caption, table=table, open_table=True, full=True)


def _reports(grid: Grid) -> Section:
    """A link to every report, and what the settings change."""
    rows = tuple(
        (
            head(f"{players} players"),
            *(
                Cell(f"report, {count(known['games'])} games", href=grid.links[players, setting])
                for setting, known in grid.row(players).items()
            ),
        )
        for players in grid.players
    )
    tables = [Table("Reports", ("", *grid.settings), rows)]
    values = _values(grid)
    if values:
        tables.insert(0, Table("What the settings change", ("value", *grid.settings), values))
    question = "What differs between the settings, and where is more about each run?"
    return Section("reports", "Settings and reports", question, (), tables=tuple(tables))


def _values(grid: Grid) -> tuple[tuple[Cell, ...], ...]:
    """The values that are not the same at all settings."""
    changed = {setting: dict(grid.row(grid.players[0])[setting]["overrides"]) for setting in grid.settings}
    paths = list(dict.fromkeys(path for values in changed.values() for path in values))
    return tuple(
        (head(path), *(Cell(values.get(path, "as in the card data")) for values in changed.values()))
        for path in paths
        if len({values.get(path) for values in changed.values()}) > 1
    )


def _plans(grid: Grid) -> Section:
    figures = []
    for players in grid.players:
        known = grid.row(players)
        shares = [dict(found["plans"]) for found in known.values()]
        plans = list(dict.fromkeys(plan for found in shares for plan in found))
        rows = [
            (head(plan), *(_number(found.get(plan), "share", rate=True) for found in shares))
            for plan in plans
        ]
        rows.append((head("even"), *(Cell(single(1 / players, "share"), number=True) for _ in known)))
        figures.append(_table(grid, "plans", "Win share against the others", players, ("plan", *known), rows))
    return Section("plans", "Plans", "Does the same plan win at every setting?", (), tuple(figures))


def _measures(grid: Grid) -> Section:
    """The numbers that the sentences of the game state, and folded all others."""
    figures, folded = [], []
    for players in grid.players:
        known = grid.row(players)
        rows = _rows([found["measures"] for found in known.values()])
        if any(found["stalled"] is not None for found in known.values()):
            given_up = (_number(found["stalled"], "share", rate=True) for found in known.values())
            rows.append((head("games given up, %"), *given_up))
        figures.append(_table(grid, "measures", "Headline numbers", players, ("", *known), rows))
        others = _rows([found.get("others", []) for found in known.values()])
        if others:
            folded.append(Table(grid.title("All other numbers", players), ("", *known), tuple(others)))
    question = "How do length and all the rest change with the setting?"
    return Section("measures", "Numbers", question, (), tuple(figures), folded=tuple(folded))


def _rows(listed: Sequence[Sequence[Mapping[str, Any]]]) -> list[tuple[Cell, ...]]:
    """A row for each measure that one of the runs has, a cell for each run."""
    by_run = [{item["id"]: item for item in items} for items in listed]
    rows = []
    for name in dict.fromkeys(name for items in by_run for name in items):
        items = [found.get(name) for found in by_run]
        one = next(item for item in items if item is not None)
        unit = unit_words(one["unit"], rate=one["rate"])
        shown = (
            NOT if item is None else _number(item["estimate"], item["unit"], rate=item["rate"])
            for item in items
        )
        rows.append((head(f"{one['name']}, {unit}".rstrip(", ")), *shown))
    return rows


def _moving(grid: Grid) -> Section | None:
    """Win share of every place in the order of moving; None where no game tells."""
    figures = []
    for players in grid.players:
        known = grid.row(players)
        places = [dict(found["places"]) for found in known.values()]
        rows = []
        for place in dict.fromkeys(place for found in places for place in found):
            shown = []
            for found in places:
                if place not in found:
                    shown.append(NOT)
                    continue
                estimate = brief.estimate(found[place])
                verdict = judge_share(estimate, 1 / players).short.partition(";")[0]
                shown.append(cell(number(estimate, "share", rate=True), after=verdict))
            rows.append((head(f"{place} to move"), *shown))
        if rows:
            title = f"Win share by order of moving (even is {single(1 / players, 'share')})"
            figures.append(_table(grid, "places", title, players, ("", *known), rows))
    if not figures:
        return None
    where = sorted({str(known["where"]) for known in grid.briefs.values()})
    intro = (f"Of games {' or '.join(where)}.",)
    return Section(
        "moving", "Moving first", "Is the order of moving fair at every setting?", intro, tuple(figures)
    )


def _table(
    grid: Grid, name: str, title: str, players: int, columns: Sequence[str], rows: Sequence[tuple[Cell, ...]]
) -> Figure:
    table = Table(grid.title(title, players), tuple(columns), tuple(rows))
    return Figure(f"tab-{name}-{players}", table.caption, table=table, open_table=True, full=True)


def _number(plain: dict[str, Any] | None, unit: str, *, rate: bool = False) -> Cell:
    return NOT if plain is None else cell(number(brief.estimate(plain), unit, rate=rate))

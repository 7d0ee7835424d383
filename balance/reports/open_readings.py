"""What trying every reading of the open questions found, as tables: in the report, and on the terminal."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from balance.errors import RunError
from balance.experiments.reading_records import read_parts
from balance.games import GAMES
from balance.reports import differences
from balance.reports.content import Cell, Table, head
from balance.reports.numbers import count, plain
from balance.reports.verdicts import round_up

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.experiments.reading_records import Asked, Moved, Part, Tried
    from balance.reports.evidence import Evidence

SETTLE = 3
"""So many questions are to be settled first."""
COLUMNS = ("question", "reading", "moves most", "by", "margins", "verdict")
WORDS = {"moved": "moved", "equivalent": "too little to matter", "undetermined": "cannot tell"}


def in_report(evidence: Evidence) -> tuple[list[str], list[Table]]:
    """Sentences and tables for the chapter of assumptions of a report."""
    run = evidence.run
    cards = run.cards
    game = run.game.info
    if getattr(game, "id", "") not in GAMES or not any(item.alternatives for item in cards.assumptions):
        return [], []
    command = f"python -m balance readings {game.id}"
    try:
        parts = read_parts(game.id)
    except RunError as error:
        return [f"Which open question matters most cannot be said: {error}."], []
    players = evidence.seats_at_table
    here = [item for item in parts if item.players == players]
    good = [item for item in here if item.cards == cards.hash and item.rules_version == game.rules_version]
    if good:
        part = good[0]
        return intro(part), tables(part)
    if len(game.seats) > 1:
        command += f" --players {players}"
    if run.setting:
        command += f" --setting {run.setting}"
    if here:
        text = (
            "How far each open reading moves the results was tried with other card data, and is not shown;"
            f" anew: {command}"
        )
        return [text], []
    return [f"How far each open reading moves the results was not tried yet: {command} does."], []


def intro(part: Part) -> list[str]:
    """What was tried, in sentences."""
    tried = sum(len(item.tried) for item in part.questions)
    which = f" with {part.players} players" if part.several else ""
    which += f", {part.setting}" if part.setting else ""
    every = [(item.id, each) for item in part.questions for each in item.tried]
    refused = [f"{name} {each.reading}" for name, each in every if each.refused]
    words = (
        f"Each of {count(tried)} other readings was played by {part.scenario}{which}, {count(part.games)}"
        f" games each on the same {count(part.deals)} deals. Sizes are in margins: how many times as large as"
        " what would just begin to matter. Verdicts count that"
        f" {count(part.tests)} measures and readings were tested (Holm)."
    )
    found = [words]
    first = part.first[:SETTLE]
    if first:
        names = _listed([item.id for item in first])
        found.append(f"Settle with the designer first: {names}.")
    else:
        found.append("No other reading moves a headline measure for certain.")
    if refused:
        found.append(f"Cannot be played with these cards: {_listed(refused)}.")
    return found


def tables(part: Part) -> list[Table]:
    """The questions to settle first, the others that move something, and those that change nothing."""
    found = []
    first = part.first
    if first:
        words = {1: "this", 2: "these two", 3: "these three"}[len(first[:SETTLE])]
        found.append(_ranked(f"Settle {words} with the designer first", first[:SETTLE]))
    if first[SETTLE:]:
        found.append(_ranked("Also move a headline measure for certain", first[SETTLE:]))
    if part.others:
        found.append(_ranked("Move nothing for certain", part.others))
    if part.zero:
        rows = tuple(
            (head(f"{item.id}: {item.question}"), Cell(item.in_use), Cell(_nothing(item.tried)))
            for item in part.zero
        )
        found.append(
            Table(
                "Change no headline measure in any deal: exactly zero",
                ("question", "reading in use", "other readings"),
                rows,
            )
        )
    return found


def _nothing(tried: Sequence[Tried]) -> str:
    """Readings that change nothing."""
    said = {True: "every game is the same to the last counter", False: "other counters differ"}
    return "; ".join(f"{item.reading} ({said[item.same]})" for item in tried)


def _ranked(caption: str, questions: Sequence[Asked]) -> Table:
    rows = [(item, tried) for item in questions for tried in item.tried]
    return Table(caption, COLUMNS, tuple(_row(item, tried, item.tried[0] is tried) for item, tried in rows))


def _row(item: Asked, tried: Tried, leads: bool) -> tuple[Cell, ...]:
    name = f"{item.id}: {item.question}" if leads else item.id
    start = (head(name), Cell(f"{tried.reading} for {item.in_use}"))
    if tried.moves:
        most = tried.moves[0]
        return (
            *start,
            Cell(most.name),
            Cell(*difference(most), number=True),
            Cell(size(most), number=True),
            Cell(verdict(most)),
        )
    word = "cannot be played" if tried.refused else "exactly zero"
    if tried.gone:
        word = f"has no case with one of the readings: {_listed(tried.gone)}"
    return (*start, Cell("\N{EN DASH}"), Cell(), Cell(), Cell(word))


def difference(moved: Moved) -> tuple[str, str]:
    """A difference with its sign and unit, and its interval."""
    low, high = (math.inf if end is None else end for end in (moved.low, moved.high))
    item: Any = moved  # has a unit and a value: all that is looked at
    shown: Any = SimpleNamespace(value=moved.difference, low=low, high=high)
    found = differences.difference(item, shown, unit=False)
    return f"{found.value} {differences.short_unit(item)}".strip(), found.interval


def size(moved: Moved) -> str:
    """A difference in units of its margin."""
    return plain(moved.size, 1)


def verdict(moved: Moved) -> str:
    """The verdict in words."""
    more = moved.more_games
    return f"{WORDS[moved.word]}, about {count(round_up(more))} more games" if more else WORDS[moved.word]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)

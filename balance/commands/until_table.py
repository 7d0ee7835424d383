"""What was found of the measures that playing went on for, on the terminal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from balance.reports.numbers import MINUS, NO_BREAK, THIN, count, number, single

if TYPE_CHECKING:
    from balance.experiments.until import Reached, Sequential

WIDTH = 110
"""Letters in a line at least: the table is not read when words are broken."""
WORDS = {"moved": "moved", "equivalent": "stayed", "undetermined": "cannot tell"}


def show(found: Sequential) -> None:
    """Print how far was played, and the verdicts."""
    console = Console(highlight=False)
    console.width = max(WIDTH, console.width)
    why = "every measure has a verdict" if found.settled else "not every measure has a verdict"
    players = f"{found.players} players, " if found.players > 2 else ""
    _say(console, f"{players}{count(found.deals)} deals, {len(found.looks)} looks: {why}")
    table = Table(box=None, pad_edge=False)
    for head in ("", "variant", "before", "after", "difference", "", "verdict"):
        table.add_column(head, justify="left" if head in ("", "variant", "verdict") else "right")
    for item in found.measures:
        table.add_row(*map(_spaces, _row(item)))
    console.print(table)
    _say(console, f"{found.label}; what follows is of all measures on these deals, as of one look.")
    console.print()


def _row(item: Reached) -> tuple[str, ...]:
    before, after = (
        number(replace(item.difference, value=value), item.unit, rate=item.rate).value
        for value in (item.before, item.after)
    )
    difference = number(item.difference, item.unit, rate=item.rate)
    sign = "" if difference.value.startswith(MINUS) else "+"
    word = WORDS[item.word]
    if item.word == "equivalent":
        word += f" within {single(item.margin, item.unit, rate=item.rate)}"
    if item.decided:
        word += f", after {count(item.decided)} deals"
    return item.name, item.variant, before, after, f"{sign}{difference.value}", difference.interval, word


def _say(console: Console, text: str) -> None:
    console.print(_spaces(text), markup=False, soft_wrap=True)


def _spaces(text: str) -> str:
    return text.replace(THIN, " ").replace(NO_BREAK, " ")

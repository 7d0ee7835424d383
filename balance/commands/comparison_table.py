"""Comparisons on the terminal: the change, what else differs, what moved, what stayed, what is not known."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from balance.cards.changes import summed_up
from balance.reports.numbers import MINUS, count, number, plain, single, unit_after

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.experiments.compared import Compared, Comparison

WORDS = {"moved": "moved", "equivalent": "stayed", "undetermined": "cannot tell"}
CORRECTIONS = {"holm": "Holm", "benjamini-hochberg": "Benjamini and Hochberg"}
SHARES = ("win_share.", "seat_share.", "mover_share.")
MANY = 1_000
WIDTH, NAME_WIDTH = 110, 26
"""Columns at least, also where nothing says how wide the terminal is."""


def show(found: Sequence[Comparison], *, whole: bool = False) -> None:
    """Print comparisons, one after the other. whole: every measure, not only what moved or may have."""
    console = Console(highlight=False)
    console.width = max(WIDTH, console.width)
    several = len({item.players for item in found}) > 1
    for item in found:
        _show(console, item, several=several, whole=whole)
    if any(item.by_word("undetermined") for item in found):
        _say(console, "more: about so many more games of each run until there may be a verdict")
    if found:
        first = found[0]
        how = CORRECTIONS.get(first.correction)
        tested = f"{first.tests} measures and variants were tested"
        words = f"{tested}; verdicts are corrected for that ({how})" if how else f"{tested}, uncorrected"
        _say(console, f"{words}. Intervals hold {first.level:.0%} each by itself.")


def _show(console: Console, item: Comparison, *, several: bool, whole: bool) -> None:
    players = f", {item.players} players" if several else ""
    console.print(f"{item.against} -> {item.name}{players}", style="bold", markup=False, soft_wrap=True)
    for text in item.other:
        _say(console, f"note first: {text}")
    lines = summed_up(item.changes)
    for text in lines or ["nothing: the card data is the same"]:
        _say(console, f"changed: {text}")
    games = item.deals * item.games
    _say(console, f"{count(games)} games of {count(item.deals)} deals, the same luck in both")
    if item.identical:
        _say(console, "every measure is exactly the same in every deal: the difference is 0")
        console.print()
        return
    moved = sorted(item.by_word("moved"), key=lambda each: each.p)
    open_ones = item.by_word("undetermined")
    stayed = item.by_word("equivalent")
    shown = [
        *moved,
        *(each for each in item.measures if each not in moved and each.measure.startswith(SHARES)),
    ]
    if whole:
        shown = [*shown, *(each for each in item.measures if each not in shown)]
    console.print(_table(shown))
    if not moved:
        _say(console, "no measure moved for certain")
    for words, group in (("stayed", stayed), ("cannot tell yet", open_ones)):
        hidden = [each.name for each in group if each not in shown]
        if hidden:
            _say(console, f"{words}: {', '.join(hidden)}")
    if item.telling is not None:
        told = item.measure(item.telling.measure)
        values = (
            single(value, told.unit, rate=told.rate) for value in (item.telling.before, item.telling.after)
        )
        _say(
            console,
            f"most telling: game {item.telling.game} of deal {item.telling.deal} ({told.name}:"
            f" {' -> '.join(values)}); balance replay {item.baseline.folder} {item.telling.game},"
            f" balance replay {item.variant.folder} {item.telling.game_after}",
        )
    console.print()


def _table(shown: Sequence[Compared]) -> Table:
    table = Table(box=None, pad_edge=False)
    for head in ("", "before", "after", "difference", "", "verdict", "correlation", "saved"):
        left = not table.columns or head in ("", "verdict")
        table.add_column(
            head,
            justify="left" if left else "right",
            no_wrap=bool(table.columns),
            min_width=None if table.columns else NAME_WIDTH,
        )
    for item in shown:
        table.add_row(*_row(item))
    return table


def _row(item: Compared) -> tuple[str, ...]:
    difference = number(item.difference.estimate, item.unit, rate=item.rate)
    # to the digits of the difference: two values that differ must not look alike
    before, after = (
        number(replace(item.difference.estimate, value=each.value), item.unit, rate=item.rate).value
        for each in (item.before, item.after)
    )
    points = difference.value.replace("\N{NO-BREAK SPACE}%", "")
    sign = "" if points.startswith(MINUS) or item.exactly_zero else "+"
    unit = unit_after(item.unit, rate=item.rate)
    saved, related = item.difference.games_saved, item.difference.correlation
    return (
        f"{item.name}{f', {unit}' if unit else ''}",
        before,
        after,
        f"{sign}{points}",
        difference.interval,
        _verdict(item),
        "" if math.isnan(related) else f"{related:.2f}".replace("-", MINUS),
        "" if math.isnan(saved) else f"{saved:.1f} times" if saved < MANY else "all",
    )


def _verdict(item: Compared) -> str:
    words = WORDS[item.verdict.word]
    margin = item.margin * (100 if item.rate or item.unit == "share" else 1)
    if item.verdict.word == "equivalent":
        return f"{words} within {plain(margin, 3).rstrip('0').rstrip('.')}"
    if item.verdict.more_games:
        return f"{words}: {count(_round(item.verdict.more_games))} more"
    return words


def _round(games: int) -> int:
    """Two digits are all that a forecast is worth."""
    step = 10 ** max(0, len(str(games)) - 2)
    return -(-games // step) * step


def _say(console: Console, text: str) -> None:
    console.print(text, markup=False, soft_wrap=True)

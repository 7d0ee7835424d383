"""What was found when the play stopped by itself: verdicts that allow for having looked again and again."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from balance.reports import differences
from balance.reports.content import Cell, Table, cell, head
from balance.reports.numbers import count, single

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.experiments.until import Reached, Sequential


def words(found: Sequential) -> str:
    """How far was played and why no further, in a sentence."""
    why = (
        "then every measure had its verdict"
        if found.settled
        else "that was the limit, and not every measure has a verdict"
    )
    often = "once" if len(found.looks) == 1 else f"{count(len(found.looks))} times"
    return (
        f"With {count(found.players)} players {count(found.deals)} deals were played and looked at {often};"
        f" {why}."
        f" {differences.capital(found.label)}. All other verdicts on this page are as of one look."
    )


def table(found: Sequential) -> Table:
    """The measures that were played for."""
    rows = tuple(
        (
            head(item.name),
            Cell(item.variant),
            Cell(single(item.before, item.unit, rate=item.rate), number=True),
            Cell(single(item.after, item.unit, rate=item.rate), number=True),
            cell(
                differences.difference(item, item.difference, unit=False), after=differences.short_unit(item)
            ),
            Cell(differences.amount(item, item.margin, unit=False), number=True),
            Cell(differences.VERDICTS[item.word], strong=item.word == "moved", number=True),
            Cell(count(item.decided) if item.decided else "\N{EN DASH}", number=True),
        )
        for item in found.measures
    )
    columns = ("", "variant", "before", "after", "difference", "margin", "verdict", "known after deals")
    caption = f"Verdicts when the play stopped, {count(found.players)} players"
    return Table(f"{caption} (intervals hold at all looks together)", columns, rows)


def as_json(stopped: Sequence[Sequential]) -> list[dict[str, Any]]:
    """The same as plain data."""
    return [
        {
            "players": found.players,
            "deals": found.deals,
            "games": found.games,
            "limit": found.limit,
            "looks": list(found.looks),
            "settled": found.settled,
            "label": found.label,
            "measures": [_measure(item) for item in found.measures],
        }
        for found in stopped
    ]


def _measure(item: Reached) -> dict[str, Any]:
    ends = {"value": item.difference.value, "low": item.difference.low, "high": item.difference.high}
    return {
        "variant": item.variant,
        "measure": item.measure,
        "name": item.name,
        "unit": item.unit,
        "rate": item.rate,
        "before": item.before,
        "after": item.after,
        "difference": {name: end if math.isfinite(end) else None for name, end in ends.items()},
        "margin": item.margin,
        "verdict": item.word,
        "decided": item.decided,
        "deals_moved": item.deals_moved,
    }

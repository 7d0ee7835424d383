"""What a comparison checks of itself: games played again, deals in common, what it was too small to see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from balance import statistics
from balance.errors import BalanceError
from balance.reports import control
from balance.reports.content import Cell, Table, head
from balance.reports.numbers import count, free, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.experiments.compared import Compared, Comparison
    from balance.simulation import Run


@dataclass(frozen=True)
class Checks:
    """A table of checks, and what of them must be said first."""

    table: Table
    alarms: tuple[str, ...]


def limit(item: Compared) -> float:
    """The smallest difference that this comparison sees in 80 % of repeats, alone among no others."""
    found = item.difference.estimate
    if not np.isfinite(found.standard_error):
        return float("inf")
    return statistics.detection_limit(found.standard_error, found.clusters, level=found.level)


def checks(comparison: Comparison) -> Checks:
    """All checks of a comparison; some games are played again for it."""
    alarms: list[str] = []
    rows = [
        *_again(comparison, alarms),
        *_deals(comparison),
        *_correlations(comparison.measures),
        *_limits(comparison.measures),
    ]
    return Checks(Table("Checks", ("", "value", "meaning"), tuple(rows)), tuple(alarms))


def _row(name: str, value: str, meaning: str) -> tuple[Cell, ...]:
    return head(name), Cell(value, number=True), Cell(meaning)


def _again(comparison: Comparison, alarms: list[str]) -> list[tuple[Cell, ...]]:
    """A/A: the telling deal (else the first) of each run against itself, played now: exactly nothing."""
    deal = 0 if comparison.telling is None else comparison.telling.deal
    rows = []
    for name, run in ((comparison.against, comparison.baseline), (comparison.name, comparison.variant)):
        title = f"{name} against itself"
        try:
            differing, columns, games = _played_again(run, deal)
        except BalanceError as error:
            rows.append(_row(title, "not done", str(error)))
            continue
        same = not differing
        rows.append(
            _row(
                title,
                "exactly 0" if same else "DIFFERENT",
                f"the {count(games)} games of deal {deal}, played again now: {count(len(differing))} of"
                f" {count(columns)} columns differ. Must be 0, exactly.",
            )
        )
        if not same:
            alarms.append(
                f"{name}: games played again came out otherwise ({', '.join(differing[:5])}). The rules are"
                " not those of the stored run: do not trust this comparison; play it again."
            )
    return rows


def _played_again(run: Run, deal: int) -> tuple[list[str], int, int]:
    """Columns that differ, number of columns, number of games."""
    stored = [table.reset_index(drop=True) for table in run.deal(deal)]
    played = run.again([deal])
    differing: list[str] = []
    columns = 0
    for old, new in zip(stored, played, strict=True):
        columns += len(old.columns.union(new.columns))
        differing += control.differing_columns(old, new)
    return differing, columns, len(stored[0])


def _deals(comparison: Comparison) -> list[tuple[Cell, ...]]:
    most = max((item.difference.deals_moved for item in comparison.measures), default=0)
    names = [item.name for item in comparison.measures if item.difference.deals_moved == most]
    if most == 0:
        said = "no measure differs in any deal"
    else:
        said = f"deals in which {names[0]} differs, the measure that differs in most of them"
    played = min(
        int(run.manifest.get("games_per_deal", comparison.games))
        for run in (comparison.baseline, comparison.variant)
    )
    return [
        _row(
            "games compared",
            f"{count(comparison.games)} of {count(played)}",
            "games of a deal that both versions have, without those of the random bot",
        ),
        _row(
            "deals in common", count(comparison.deals), "both versions were played on the luck of these deals"
        ),
        _row("deals touched by the change", f"{count(most)} of {count(comparison.deals)}", said),
    ]


def _correlations(items: Sequence[Compared]) -> list[tuple[Cell, ...]]:
    known = [item for item in items if np.isfinite(item.difference.correlation)]
    if not known:
        return [_row("correlation reached", "\N{EN DASH}", "no measure varies in both versions")]
    found = np.array([item.difference.correlation for item in known])
    worst = known[int(found.argmin())]
    rows = [
        _row(
            "correlation reached",
            plain(float(np.median(found)), 2),
            f"median over {count(len(known))} measures, deal by deal; least {plain(float(found.min()), 2)}"
            f" ({worst.name})",
        )
    ]
    factors = [x for x in (item.difference.games_saved for item in items) if np.isfinite(x)]
    if factors:
        hurt = sum(x < 1 for x in factors)
        rows.append(
            _row(
                "games saved",
                f"{free(float(np.median(factors)))} times",
                "median over measures: so many times the games would have been needed without common deals"
                + (
                    f"; for {count(hurt)} of {count(len(factors))} measures common deals did not help"
                    if hurt
                    else ""
                ),
            )
        )
    return rows


def _limits(items: Sequence[Compared]) -> list[tuple[Cell, ...]]:
    told = [item for item in items if item.margin > 0]
    blind = [item for item in told if limit(item) > item.margin]
    if not told:
        return []
    names = ", ".join(item.name for item in blind[:6]) + (" and others" if len(blind) > 6 else "")
    said = "measures of which a change as large as the margin is missed in more than 20 % of repeats"
    return [
        _row(
            "detection limit",
            f"{count(len(blind))} of {count(len(told))}",
            said + (f": {names}" if names else ""),
        )
    ]

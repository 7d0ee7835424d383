"""The few numbers that a run prints when it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from balance.reports.evidence import Evidence
from balance.reports.tally import Tally

if TYPE_CHECKING:
    from balance.simulation import Run
    from balance.statistics import Estimate

FIRST = "who moves first"


def win_shares(run: Run) -> dict[str, Estimate]:
    """Win share of each plan in its games against other plans, and of whoever moves first."""
    evidence = Evidence(run, Tally(run, wins_only=True))
    found = {bot: evidence.win_share(("others", bot)) for bot in run.bots}
    found[FIRST] = evidence.mover(0)
    return {name: estimate for name, estimate in found.items() if estimate is not None}

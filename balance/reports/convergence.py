"""Which numbers of a run are not settled: those that drift from quarter to quarter, and those too wide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from balance import statistics
from balance.reports.tally import BLOCKS, QUARTERS, quarter

if TYPE_CHECKING:
    from balance.reports.evidence import Evidence
    from balance.reports.tally import Key
    from balance.simulation.layout import Group
    from balance.statistics import Estimate

PRECISE = 0.05
"""Wanted: an interval of 5 % of the value to each side, ..."""
POINT = 0.01
"""... or of one point of a hundred, for a share."""


@dataclass(frozen=True)
class Settled:
    """How settled a number is.

    whole     over the run
    running   after each quarter, over all games so far
    p         of the quarters, for "they differ no more than by chance", after Holm's correction
    wanted    the half width that counts as precise
    more      games beyond those played after which it would be; 0 where it is, None where unknown
    """

    name: str
    whole: Estimate
    rate: bool
    running: tuple[Estimate | None, ...]
    p: float
    wanted: float
    more: int | None

    @property
    def drifts(self) -> bool:
        """Whether its quarters differ beyond chance."""
        return self.p < 0.05

    @property
    def wide(self) -> bool:
        """Whether its interval is wider than wanted."""
        return self.more != 0


def settle(evidence: Evidence, asked: dict[str, tuple[Key, Group, bool]]) -> list[Settled]:
    """Judge each quantity (name -> key, group, rate): trend and precision."""
    rows, tests = [], []
    for name, (key, group, rate) in asked.items():
        whole = evidence.solve(key, group, rate=rate)
        if whole is None:
            continue
        parts = [evidence.solve(key, group, blocks=quarter(n)) for n in range(QUARTERS)]
        running = [
            evidence.solve(key, group, rate=rate, blocks=list(range((n + 1) * BLOCKS // QUARTERS)))
            for n in range(QUARTERS)
        ]
        tests.append(statistics.homogeneity([part for part in parts if part is not None], whole))
        wanted = _wanted(evidence, key, group, whole, rate=rate)
        rows.append((name, whole, rate, tuple(running), wanted, _more(evidence, whole, wanted)))
    adjusted = statistics.holm(pd.DataFrame({"p": np.array(tests, dtype=float)}))["p_adjusted"]
    return [
        Settled(name, whole, rate, running, float(p), wanted, more)
        for (name, whole, rate, running, wanted, more), p in zip(rows, adjusted, strict=True)
    ]


def _wanted(evidence: Evidence, key: Key, group: Group, whole: Estimate, *, rate: bool) -> float:
    """The half width that counts as precise.

    A value that may as well be 0 is measured by what a single deal gives: 5 % of nothing is never reached.
    """
    size = abs(whole.value)
    if whole.contains(0.0) and not rate:
        sums = evidence.tally.moments(key, group)
        size = np.sqrt(sums.top_top / max(1.0, sums.clusters)) / (sums.bottom / max(1.0, sums.clusters))
    return max(PRECISE * float(size), POINT if rate else 0.0)


def _more(evidence: Evidence, whole: Estimate, wanted: float) -> int | None:
    half = whole.half_width
    if half <= wanted:
        return 0
    if not np.isfinite(half) or wanted <= 0:
        return None
    return int(np.ceil(evidence.games * ((half / wanted) ** 2 - 1)))

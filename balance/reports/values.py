"""What is kept of single games: how often each value was seen, the ends, and how many games differ."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import default_rng

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd
    from numpy.typing import NDArray

MOST_VALUES = 50_000
"""More different values than this are kept with four digits only."""
MOST_PRINTS = 1 << 17
"""So many fingerprints of games are kept; above it the number of different games is an estimate."""


@dataclass
class Values:
    """How often each value was seen, in order; missing values are left out."""

    value: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    times: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))

    def add(self, found: NDArray[np.float64]) -> None:
        """Count further values."""
        value, times = np.unique(found[~np.isnan(found)], return_counts=True)
        self._merge(value, times)
        if self.value.size > MOST_VALUES:
            size = 10.0 ** (np.floor(np.log10(np.maximum(np.abs(self.value), 1e-300))) - 3)
            rough, times = np.round(self.value / size) * size, self.times
            self.value, self.times = np.zeros(0), np.zeros(0, np.int64)
            self._merge(rough, times)

    def _merge(self, value: NDArray[np.float64], times: NDArray[np.int64]) -> None:
        joined, where = np.unique(np.concatenate([self.value, value]), return_inverse=True)
        counts = np.zeros(joined.size, np.int64)
        np.add.at(counts, where, np.concatenate([self.times, times]))
        self.value, self.times = joined, counts

    @property
    def n(self) -> int:
        """Values seen."""
        return int(self.times.sum())

    def quantile(self, share: float) -> float:
        """A quantile by linear interpolation, as NumPy's; NaN when nothing was seen."""
        if self.n == 0:
            return float("nan")
        ends = np.cumsum(self.times)
        at = share * (self.n - 1)
        low, high = np.searchsorted(ends, [np.floor(at), np.ceil(at)], side="right")
        a, b = float(self.value[low]), float(self.value[high])
        return a + (b - a) * (at - np.floor(at))

    def median_interval(self, level_reach: float = 1.96) -> tuple[float, float]:
        """Limits of the median from order statistics, as if the values were independent."""
        if self.n == 0:
            return float("nan"), float("nan")
        half = level_reach / 2 / np.sqrt(self.n)
        return self.quantile(max(0.0, 0.5 - half)), self.quantile(min(1.0, 0.5 + half))


@dataclass
class Peak:
    """The first row that shows an end of a measure: its value, its game, and the rows of that game."""

    sign: int  # 1: the largest, -1: the smallest
    value: float = float("nan")
    game: int = -1
    seats: pd.DataFrame | None = None

    def better(self, values: NDArray[np.float64]) -> int | None:
        """The row that beats what was seen so far, if one does."""
        if np.isnan(values).all():
            return None
        at = int(np.nanargmax(self.sign * values))
        return at if not self.sign * values[at] <= self.sign * self.value else None


class Distinct:
    """How many different rows there are among all whose fingerprints were added.

    Exact up to MOST_PRINTS; above that the smallest of the rows' 64-bit fingerprints are kept, and their
    spacing gives the number to a third of a percent. Bar-Yossef et al., "Counting distinct elements in a
    data stream", RANDOM 2002.
    """

    def __init__(self) -> None:
        """Nothing seen."""
        self.smallest = np.zeros(0, np.uint64)
        self.full = False

    def add(self, prints: NDArray[np.uint64]) -> None:
        """Fingerprints of further rows."""
        kept = np.unique(np.concatenate([self.smallest, prints]))
        self.full = self.full or kept.size > MOST_PRINTS
        self.smallest = kept[:MOST_PRINTS]

    @property
    def count(self) -> float:
        """The number, or its estimate."""
        if not self.full:
            return float(self.smallest.size)
        return float((MOST_PRINTS - 1) / (float(self.smallest[-1]) / 2.0**64))


def fingerprints(columns: Iterable[NDArray[np.int64]], rows: int) -> NDArray[np.uint64]:
    """A 64-bit hash of each row, column after column (the mixer of splitmix64)."""
    found = np.zeros(rows, np.uint64)
    for number, column in enumerate(columns):
        found ^= np.ascontiguousarray(column).view(np.uint64) + np.uint64(number * 0x9E3779B97F4A7C15 % 2**64)
        found = (found ^ (found >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        found = (found ^ (found >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        found ^= found >> np.uint64(31)
    return found


class Resamples:
    """Totals of every resample of the deals, without keeping a deal.

    A deal is drawn a Poisson number of times with mean 1 in each resample, on its own (Hanley and MacGibbon,
    Comput. Methods Programs Biomed. 83, 2006): what a bootstrap over deals does, as a stream.
    """

    def __init__(self, columns: int, resamples: int) -> None:
        """So many columns of totals, so many resamples."""
        self.totals = np.zeros((resamples, columns))

    def add(self, first_deal: int, totals: NDArray[np.float64]) -> None:
        """Totals of the deals from that one on, shape (deals, columns); the same deals draw the same."""
        drawn = default_rng([first_deal, 0x5EED]).poisson(1.0, (len(self.totals), len(totals)))
        self.totals += drawn @ totals

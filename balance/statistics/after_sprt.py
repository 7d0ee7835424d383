"""What may be said of an effect once a sequential test has stopped.

A test that stops when the evidence is strong stops more often on lucky streaks: the plain mean is too far
out. The path of the log likelihood ratio is close to a Brownian motion between two walls, and for that the
chance of every outcome (which wall, and how early) is known. The value under which the outcome seen is as
likely to be beaten as not is the estimate (median unbiased); the interval holds those under which it is no
rare one. Siegmund, "Sequential Analysis" (1985), chapter 3; Cox and Miller, "The Theory of Stochastic
Processes" (1965), section 5.7.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import log_ndtr, ndtr

from balance.statistics.arrays import check_share
from balance.statistics.estimate import Estimate
from balance.statistics.sprt import wald_bounds

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

STRONG = 15.0
"""Drift beyond which a wall on the other side plays no part (less than one path in e^15 sees it first)."""
TERMS = 2_000
FARTHEST = 2.0**10
"""How far from the bounds an effect is looked for, in distances of the two."""
METHOD = "after a sequential test: median unbiased, its path taken as Brownian"


def after_sprt(
    counts: ArrayLike,
    scores: ArrayLike,
    bounds: tuple[float, float],
    llr: float,
    *,
    false_alarm: float = 0.05,
    miss: float = 0.05,
    level: float = 0.95,
) -> Estimate:
    """Estimate the mean score of a block, given that a test of two means ended with this likelihood ratio.

    counts, scores   as in `llr_mean`; bounds: the two means that were tested, the lower one first
    llr              where the test ended (also between Wald's bounds: at the limit of games)

    The test is taken to have looked often: a path that ends beyond a wall is set back to the moment it met
    it. Raises ValueError for bounds that do not rise, or results that are all the same.
    """
    check_share(level, "level")
    seen, values = np.asarray(counts, dtype=np.float64), np.asarray(scores, dtype=np.float64)
    first, second = bounds
    if not first < second:
        message = f"bounds: expected the lower one first, found {first}, {second}"
        raise ValueError(message)
    total = float(seen.sum())
    mean = float(seen @ values / total)
    variance = float(seen @ (values - mean) ** 2 / total)
    if not variance > 0:
        message = "counts: expected blocks with different results"
        raise ValueError(message)
    low, high = wald_bounds(false_alarm, miss)
    end = min(max(llr, low), high)
    steps = total * end / llr if end != llr else total
    step = second - first
    path = partial(_worse, low=low, high=high, steps=steps, end=end, spread=step**2 / variance)

    def effect(chance: float) -> float:
        """The mean under which an outcome as bad as this one, or worse, has that chance."""
        from scipy.optimize import brentq  # noqa: PLC0415  slow to import

        def off(value: float) -> float:
            return path((value - (first + second) / 2) * step / variance) - chance

        reach, middle = step, (first + second) / 2
        while reach < FARTHEST * step and off(middle - reach) * off(middle + reach) > 0:
            reach *= 2
        if off(middle - reach) * off(middle + reach) > 0:
            return float("nan")
        return float(brentq(off, middle - reach, middle + reach, xtol=1e-9 * step))

    return Estimate(
        value=effect(0.5),
        low=effect((1 + level) / 2),
        high=effect((1 - level) / 2),
        level=level,
        n=total,
        clusters=int(total),
        standard_error=float(np.sqrt(variance / total)),
        method=METHOD,
    )


@dataclass(frozen=True)
class _Motion:
    """A Brownian motion from `start` between walls at 0 and `wall`, so long."""

    start: float
    wall: float
    drift: float
    spread: float
    time: float

    @property
    def lean(self) -> float:
        """Drift in the unit in which the walls are."""
        return self.drift / self.spread

    def mirrored(self) -> _Motion:
        """The same seen from the other wall."""
        return _Motion(self.wall - self.start, self.wall, -self.drift, self.spread, self.time)

    def hits(self) -> float:
        """Chance that it has met the wall at 0 by now, and not the other one before."""
        lean, wall, start = self.lean, self.wall, self.start
        if abs(lean) * wall > STRONG:
            root = np.sqrt(self.spread * self.time)
            straight = ndtr((-start - self.drift * self.time) / root)
            bent = np.exp(-2 * lean * start + log_ndtr((-start + self.drift * self.time) / root))
            return float(straight + bent)
        n, rates = self._modes()
        ever = (wall - start) / wall
        if abs(lean) * wall > 1e-9:
            ever = np.exp(-lean * start) * np.sinh(lean * (wall - start)) / np.sinh(lean * wall)
        later = n * np.sin(n * np.pi * start / wall) * np.exp(-lean * start - rates * self.time) / rates
        return float(ever - np.pi * self.spread / wall**2 * later.sum())

    def below(self, end: float) -> float:
        """Chance that it has met no wall by now and lies below `end`."""
        if abs(self.lean) * self.wall > STRONG:
            return float(ndtr((end - self.start - self.drift * self.time) / np.sqrt(self.spread * self.time)))
        n, rates = self._modes()
        waves, lean = n * np.pi / self.wall, self.lean
        area = np.exp(lean * end) * (lean * np.sin(waves * end) - waves * np.cos(waves * end)) + waves
        terms = np.sin(waves * self.start) * np.exp(-lean * self.start - rates * self.time)
        return float(2 / self.wall * (terms * area / (lean**2 + waves**2)).sum())

    def _modes(self) -> tuple[np.ndarray, np.ndarray]:
        # the others have died out by now (e^-40)
        alive = self.wall / np.pi * np.sqrt(80 / (self.spread * self.time))
        n = np.arange(1, min(TERMS, int(alive) + 2) + 1, dtype=np.float64)
        return n, (n * np.pi / self.wall) ** 2 * self.spread / 2 + self.drift**2 / self.spread / 2


def _worse(drift: float, *, low: float, high: float, steps: float, end: float, spread: float) -> float:
    """Chance of an outcome that speaks no more for the second hypothesis than one that ended so.

    Worse are: the lower wall met earlier, the upper one later or not at all, or a lower end at the limit.
    """
    motion = _Motion(-low, high - low, drift, spread, steps)
    if end >= high:
        return 1 - motion.mirrored().hits()
    if end <= low:
        return motion.hits()
    if abs(motion.lean) * motion.wall > STRONG:
        return motion.below(end - low)
    return motion.hits() + motion.below(end - low)

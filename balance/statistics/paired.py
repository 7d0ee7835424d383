"""Two variants on common deals, from totals of deals: ratios, and quantiles.

A measure is sum(tops) / sum(bottoms) over all games of a run; a mean has bottoms of 1. What a deal does to
the difference of two such ratios is, to first order, (t - R b) / B of the one less that of the other
(Cochran, Sampling Techniques, 1977, chapter 6): its spread over deals gives the interval, whatever two games
of one deal have to do with each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from balance.statistics.arrays import check_share
from balance.statistics.comparisons import PairedDifference
from balance.statistics.estimate import Estimate
from balance.statistics.intervals import open_limits, two_sided
from balance.statistics.ratios import Moments, ratio_from_moments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

ROUNDING = 1e-9
FEW_TELLING = 30


@dataclass(frozen=True, eq=False)
class DealTotals:
    """One measure in one run.

    top, bottom     totals of each deal, one entry per deal, in the same order in all runs compared
    games           games behind them
    top_top, top_bottom, bottom_bottom   sums over games of squares and products of the totals of a game
    """

    top: NDArray[np.float64]
    bottom: NDArray[np.float64]
    games: int
    top_top: float
    top_bottom: float
    bottom_bottom: float

    @property
    def deals(self) -> int:
        """How many deals."""
        return int(self.top.size)

    @property
    def ratio(self) -> float:
        """The measure; NaN without a case."""
        total = float(self.bottom.sum())
        return float(self.top.sum()) / total if total > 0 else float("nan")

    @property
    def influence(self) -> NDArray[np.float64]:
        """What each deal does to the ratio, to first order."""
        return np.asarray((self.top - self.ratio * self.bottom) / self.bottom.sum())

    @property
    def effective(self) -> float:
        """The number of deals, fewer where some have most of the cases (Kish, Survey Sampling, 1965)."""
        squares = float(self.bottom @ self.bottom)
        return float(self.bottom.sum()) ** 2 / squares if squares > 0 else 0.0

    @property
    def independent(self) -> float:
        """Variance of the ratio, had every game been a deal of its own."""
        ratio = self.ratio
        squares = self.top_top - 2 * ratio * self.top_bottom + ratio**2 * self.bottom_bottom
        return max(squares, 0.0) / float(self.bottom.sum()) ** 2

    def estimate(self, level: float = 0.95, *, rate: bool = False) -> Estimate:
        """The measure with its interval; ValueError without a case."""
        spoke = (self.top != 0) | (self.bottom != 0)
        sums = Moments(
            clusters=int(spoke.sum()),
            top=float(self.top.sum()),
            bottom=float(self.bottom.sum()),
            top_top=float(self.top @ self.top),
            bottom_bottom=float(self.bottom @ self.bottom),
            top_bottom=float(self.top @ self.bottom),
        )
        return ratio_from_moments(sums, level, bounded=rate and 0 <= sums.top <= sums.bottom)


def paired_ratios(before: DealTotals, after: DealTotals, level: float = 0.95) -> PairedDifference:
    """Estimate the ratio of `after` less that of `before`, deal by deal.

    n of the estimate counts the games of one run; its clusters are the effective number of deals. Where no
    deal differs, the difference and its interval are exactly 0. Agrees with `paired_difference` where all
    bottoms are 1 and both runs have the same games. ValueError for unequal deals, or without a case.
    """
    check_share(level, "level")
    if before.deals != after.deals or not before.deals:
        message = (
            f"deals: expected the same in both, and at least one, found {before.deals} and {after.deals}"
        )
        raise ValueError(message)
    if not (before.bottom.sum() > 0 and after.bottom.sum() > 0):
        message = "bottom: expected a sum above 0 in both"
        raise ValueError(message)
    own, theirs = after.influence, before.influence
    gap = own - theirs
    moved = (before.top != after.top) | (before.bottom != after.bottom)
    spoke = (before.bottom != 0) | (after.bottom != 0) | moved
    deals = int(spoke.sum())
    effective = int(min(before.effective, after.effective) + ROUNDING)
    value = after.ratio - before.ratio if moved.any() else 0.0
    error = np.inf
    if effective > 1:
        error = float(np.sqrt(deals / (deals - 1) * (gap @ gap))) if moved.any() else 0.0
    low, high = open_limits(value, error, effective - 1, level)
    games = max(before.games, after.games)
    varies = min(np.ptp(own), np.ptp(theirs)) > ROUNDING * max(np.abs(own).max(), np.abs(theirs).max())
    independent = before.independent + after.independent
    if not np.isfinite(error) or not independent > 0:
        saved = float("nan")
    else:
        saved = independent / error**2 if error > 0 else float("inf")
    return PairedDifference(
        estimate=Estimate(
            value=value,
            low=float(low),
            high=float(high),
            level=level,
            n=float(games),
            clusters=effective,
            standard_error=error,
            method="paired on common deals, delta method, Student's t",
        ),
        correlation=float(np.corrcoef(own[spoke], theirs[spoke])[0, 1]) if varies else float("nan"),
        games_saved=saved,
        independent_games=2 * games * saved,
        deals_moved=int(moved.sum()),
    )


def unseen(before: DealTotals, after: DealTotals, scale: float, level: float = 0.95) -> float:
    """How much of a difference may have gone unseen: what an interval has to be wider by, to each side.

    Where few deals differ (below `FEW_TELLING`, counted by squares over fourth powers), their spread says
    too little: as many more as may have gone unseen (Wilson's limit for none in so many deals) could each
    have done as much as one deal can do. scale: how much that is; 1 for a share. 0 where enough deals differ.
    """
    gap = after.influence - before.influence
    squares, fourth = float((gap**2).sum()), float((gap**4).sum())
    if fourth > 0 and squares**2 / fourth >= FEW_TELLING:
        return 0.0
    bound = float(two_sided(level, max(gap.size - 1, 1))) ** 2
    return scale * bound / (gap.size + bound)


def paired_quantiles(
    values: NDArray[np.float64],
    before: NDArray[np.float64],
    after: NDArray[np.float64],
    shares: Sequence[float],
    level: float = 0.95,
    *,
    games: int,
    resamples: int = 400,
    seed: int = 0,
) -> list[tuple[float, float, Estimate]]:
    """Quantiles before, after, and their difference with an interval, for each of some shares.

    values: what was seen, rising. before, after: shape (groups of deals, values): how often; the same groups
    in both. Groups are drawn with replacement, in both runs the same ones, and limits are percentiles. A
    quantile is the smallest value that at least this share does not exceed. n: games of one run. ValueError
    when a run has seen nothing.
    """
    if before.shape != after.shape or not (before.sum() > 0 and after.sum() > 0):
        message = f"expected cases in both and the same groups, found {before.shape} and {after.shape}"
        raise ValueError(message)
    groups = len(before)
    times = _drawn(groups, resamples, seed)
    found = []
    whole = [
        (_places(counts.sum(0)[None], shares), _places(times @ counts, shares)) for counts in (before, after)
    ]
    for number, share in enumerate(shares):
        (first, firsts), (second, seconds) = whole
        one, other = float(values[first[0, number]]), float(values[second[0, number]])
        drawn = values[seconds[:, number]] - values[firsts[:, number]]
        low, high, error = -np.inf, np.inf, np.inf
        if groups > 1:
            low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
            error = float(drawn.std())
        estimate = Estimate(
            value=other - one,
            low=float(low),
            high=float(high),
            level=level,
            n=float(games),
            clusters=groups,
            standard_error=error,
            method=f"bootstrap over deals, quantile {share:g}",
        )
        found.append((one, other, estimate))
    return found


@lru_cache(maxsize=4)
def _drawn(groups: int, resamples: int, seed: int) -> NDArray[np.float64]:
    """How often each resample drew each group, shape (resamples, groups); the same for every measure."""
    generator = np.random.default_rng(seed)
    return generator.multinomial(groups, np.full(groups, 1 / groups), size=resamples).astype(np.float64)


def _places(counts: NDArray[np.float64], shares: Sequence[float]) -> NDArray[np.intp]:
    """Index of each quantile in each row of counts, shape (rows, shares); of a row of nothing, 0."""
    below = np.cumsum(counts, axis=1)
    wanted = np.asarray(shares)[None, :, None] * below[:, None, -1:] * (1 - 1e-12)
    reached = below[:, None, :] >= wanted
    return np.asarray(np.argmax(reached, axis=2))

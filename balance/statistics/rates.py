"""Rates and means of dependent games: the interval counts clusters, not rows.

All games of one deal share its luck, so the deal is the independent unit. Every standard error
here is the sandwich over cluster totals (Liang and Zeger, Biometrika 73, 1986) with the factor
K / (K - 1) for K clusters; clusters may have different sizes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from balance.statistics.arrays import check_share, cluster_codes, numbers
from balance.statistics.estimate import Estimate
from balance.statistics.intervals import open_limits
from balance.statistics.ratios import clustered_ratio

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def wilson(successes: float, n: float, level: float = 0.95) -> Estimate:
    """Estimate the rate of independent yes/no trials.

    successes of n trials, 0 <= successes <= n. Wilson, J. Am. Stat. Assoc. 22 (1927).
    Raises ValueError for n = 0 or successes outside 0..n.
    """
    from statsmodels.stats.proportion import proportion_confint  # noqa: PLC0415  slow to import

    check_share(level, "level")
    if n <= 0:
        message = f"n: expected at least one trial, found {n}"
        raise ValueError(message)
    if not 0 <= successes <= n:
        message = f"successes: expected 0..{n}, found {successes}"
        raise ValueError(message)
    rate = successes / n
    low, high = proportion_confint(successes, n, alpha=1 - level, method="wilson")
    return Estimate(
        value=rate,
        # Wilson's limits are exactly 0 and 1 at the ends; rounding must not move them
        low=0.0 if successes == 0 else float(low),
        high=1.0 if successes == n else float(high),
        level=level,
        n=float(n),
        clusters=int(n),
        standard_error=float(np.sqrt(rate * (1 - rate) / n)),
        method="Wilson",
    )


def clustered_rate(hits: ArrayLike, clusters: ArrayLike, level: float = 0.95) -> Estimate:
    """Estimate the mean of values in 0..1 (yes/no, or win shares) that depend inside clusters.

    hits and clusters: one entry per game. The value is the mean over games; the interval is
    Wilson's on the effective sample size (`intervals.rate_limits`), so it stays in 0..1.
    Raises ValueError for no games, missing values, or a value outside 0..1.
    """
    values = numbers(hits, "hits")
    outside = np.flatnonzero((values < 0) | (values > 1))
    if outside.size:
        row = outside[0]
        message = f"hits: expected values in 0..1, found {values[row]} in row {row}"
        raise ValueError(message)
    return clustered_ratio(values, np.ones_like(values), clusters, level=level, bounded=True)


def clustered_mean(values: ArrayLike, clusters: ArrayLike, level: float = 0.95) -> Estimate:
    """Estimate the mean of values that depend inside clusters.

    values and clusters: one entry per game. Limits are t quantiles with clusters - 1 degrees of
    freedom. With one cluster the limits and the standard error are infinite.
    Raises ValueError for no games or missing values.
    """
    check_share(level, "level")
    data = numbers(values, "values")
    codes, count = cluster_codes(clusters, data.size)
    # equal values must give themselves, so that a control experiment is exactly 0
    mean = float(data[0] + np.mean(data - data[0]))
    residuals = np.bincount(codes, weights=data - mean, minlength=count)
    error = np.inf
    if count > 1:
        error = float(np.sqrt(count / (count - 1) * np.sum(residuals**2)) / data.size)
    low, high = open_limits(mean, error, count - 1, level)
    return Estimate(
        value=mean,
        low=float(low),
        high=float(high),
        level=level,
        n=float(data.size),
        clusters=count,
        standard_error=error,
        method="cluster-robust, Student's t",
    )

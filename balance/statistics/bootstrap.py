"""Bootstrap over clusters, for numbers that have no simple standard error.

Whole clusters are drawn with replacement, so the dependence inside a deal is kept (Davison and
Hinkley, Bootstrap Methods and their Application, 1997, section 3.8). Limits are percentiles of
the resampled values. The same seed gives the same limits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from balance.statistics.arrays import check_share, cluster_codes, numbers
from balance.statistics.estimate import Estimate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

CELLS_AT_ONCE = 2_000_000  # keeps the memory of one batch of resamples near 16 MB


def bootstrap_mean(
    values: ArrayLike,
    clusters: ArrayLike,
    level: float = 0.95,
    *,
    resamples: int = 2_000,
    seed: int = 0,
) -> Estimate:
    """Estimate the mean over rows by resampling clusters.

    values and clusters: one entry per row. With one cluster the limits are infinite.
    Raises ValueError for no rows or missing values.
    """
    data = numbers(values, "values")
    codes, count = cluster_codes(clusters, data.size)
    totals = np.bincount(codes, weights=data, minlength=count)
    sizes = np.bincount(codes, minlength=count)
    drawn = np.concatenate(
        [(times @ totals) / (times @ sizes) for times in _times(count, count, resamples, seed)],
    )
    return _summary(float(data.mean()), drawn, data.size, count, level)


def bootstrap_quantile(
    values: ArrayLike,
    clusters: ArrayLike,
    quantile: float,
    level: float = 0.95,
    *,
    resamples: int = 1_000,
    seed: int = 0,
) -> Estimate:
    """Estimate a quantile over rows (0.5 is the median) by resampling clusters.

    values and clusters: one entry per row; 0 < quantile < 1. The quantile is the smallest value
    that at least this share of rows does not exceed, so it is always a value that was seen. The
    time grows with rows times resamples. Raises ValueError for no rows, missing values or a
    quantile outside 0..1.
    """
    check_share(quantile, "quantile")
    data = numbers(values, "values")
    codes, count = cluster_codes(clusters, data.size)
    order = np.argsort(data, kind="stable")
    ordered, codes = data[order], codes[order]
    drawn = []
    for times in _times(count, max(count, data.size), resamples, seed):
        below = np.cumsum(times[:, codes], axis=1)
        # compared as sums of integers; the tiny allowance keeps 0.1 * 30 from exceeding 3
        enough = below >= quantile * below[:, -1:] * (1 - 1e-12)
        drawn.append(ordered[np.argmax(enough, axis=1)])
    value = float(np.quantile(data, quantile, method="inverted_cdf"))
    return _summary(value, np.concatenate(drawn), data.size, count, level)


def _times(count: int, width: int, resamples: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """Yield batches (resamples, clusters): how often each resample drew each cluster."""
    generator = np.random.default_rng(seed)
    batch = max(1, CELLS_AT_ONCE // width)
    for start in range(0, resamples, batch):
        size = min(batch, resamples - start)
        drawn = generator.integers(count, size=(size, count))
        drawn += count * np.arange(size)[:, np.newaxis]
        yield np.bincount(drawn.ravel(), minlength=size * count).reshape(size, count)


def _summary(
    value: float,
    drawn: NDArray[np.float64],
    n: int,
    count: int,
    level: float,
) -> Estimate:
    check_share(level, "level")
    low, high, error = -np.inf, np.inf, np.inf
    if count > 1:
        low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
        error = float(drawn.std(ddof=1))
    return Estimate(
        value=value,
        low=float(low),
        high=float(high),
        level=level,
        n=float(n),
        clusters=count,
        standard_error=error,
        method="bootstrap over clusters",
    )

"""How much the games of one deal depend on each other, and what that costs or saves."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from balance.statistics.arrays import check_share, cluster_codes, numbers, same_length
from balance.statistics.estimate import Estimate
from balance.statistics.intervals import two_sided
from balance.statistics.rates import clustered_mean

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

UNDEFINED = "undefined: one side does not vary"


def clustered_correlation(
    first: ArrayLike,
    second: ArrayLike,
    clusters: ArrayLike,
    level: float = 0.95,
) -> Estimate:
    """Estimate Pearson's correlation of two columns whose rows depend inside clusters.

    first, second, clusters: one entry per row. The standard error is that of the influence
    function summed over clusters (no normal distribution is assumed); the interval is taken on
    Fisher's scale, so it stays in -1..1. If a column does not vary the value is NaN and the
    interval -1..1. Raises ValueError for no rows, missing values or unequal lengths.
    """
    left, right = numbers(first, "first"), numbers(second, "second")
    same_length(first=left, second=right)
    codes, count = cluster_codes(clusters, left.size)
    return _mean_correlation([(left, right)], [codes], count, left.size, level)


def rotation_correlation(
    values: ArrayLike,
    clusters: ArrayLike,
    rotations: ArrayLike,
    level: float = 0.95,
) -> Estimate:
    """Estimate the correlation between the same bot's results in two rotations of one deal.

    values: the bot's result in each game; clusters: its deal; rotations: the seat it sat in (or
    the number of the rotation). With two seats this is the correlation across the seat swap;
    with more it is the mean over all pairs of rotations. Deals without both rotations of a pair
    are left out of that pair. Below 0, swapping seats cancels luck and saves games; above 0, a
    deal repeats itself. Interval and undefined cases as in `clustered_correlation`.
    Raises ValueError if a deal has two games in one rotation, or no deal has two rotations.
    """
    results = numbers(values, "values")
    codes, _ = cluster_codes(clusters, results.size)
    seats, _ = cluster_codes(rotations, results.size)
    frame = pd.DataFrame({"deal": codes, "seat": seats, "value": results})
    if frame.duplicated(["deal", "seat"]).any():
        twice = frame[frame.duplicated(["deal", "seat"])].iloc[0]
        row = int(twice.name)
        message = (
            f"rotations: expected one game per deal and rotation, "
            f"row {row} repeats deal {np.asarray(clusters)[row]}"
        )
        raise ValueError(message)
    table = frame.pivot_table(index="deal", columns="seat", values="value").to_numpy()
    pairs, deals = [], []
    for one, other in combinations(range(table.shape[1]), 2):
        both = np.flatnonzero(~np.isnan(table[:, one]) & ~np.isnan(table[:, other]))
        if both.size:
            pairs.append((table[both, one], table[both, other]))
            deals.append(both)
    if not pairs:
        message = "rotations: expected deals with two rotations, found none"
        raise ValueError(message)
    count = np.unique(np.concatenate(deals)).size
    return _mean_correlation(pairs, deals, count, results.size, level)


def intraclass_correlation(values: ArrayLike, clusters: ArrayLike) -> float:
    """Correlation of two games of one deal, as the ANOVA estimate; clusters may be unequal.

    values and clusters: one entry per game. 1 when games of a deal are equal, about 0 when the
    deal does not matter, down to -1 / (games per deal - 1). NaN if the values do not vary, or
    there is one cluster, or no cluster has two games. Donner, Int. Stat. Rev. 54 (1986).
    """
    data = numbers(values, "values")
    codes, count = cluster_codes(clusters, data.size)
    n = data.size
    if count < 2 or count == n:
        return float("nan")
    sizes = np.bincount(codes, minlength=count)
    centred = data - data.mean()
    means = np.bincount(codes, weights=centred, minlength=count) / sizes
    between = np.sum(sizes * means**2) / (count - 1)
    within = np.sum((centred - means[codes]) ** 2) / (n - count)
    typical = (n - np.sum(sizes**2) / n) / (count - 1)
    total = between + (typical - 1) * within
    return float((between - within) / total) if total > 0 else float("nan")


def design_effect(values: ArrayLike, clusters: ArrayLike) -> float:
    """Variance of the mean, divided by what as many independent games would have given.

    values and clusters: one entry per game. Below 1 the blocks save games, above 1 they cost.
    NaN if the values do not vary or there is one cluster. Kish, Survey Sampling (1965).
    """
    data = numbers(values, "values")
    estimate = clustered_mean(data, clusters)
    if data.size < 2 or not np.isfinite(estimate.standard_error):
        return float("nan")
    independent = data.var(ddof=1) / data.size
    return float(estimate.standard_error**2 / independent) if independent > 0 else float("nan")


def effective_games(values: ArrayLike, clusters: ArrayLike) -> float:
    """How many independent games would have measured the mean as well: n / design effect.

    Infinite where the games of every deal cancel exactly; NaN where the design effect is.
    """
    effect = design_effect(values, clusters)
    return float("inf") if effect == 0 else np.size(values) / effect


def _mean_correlation(
    pairs: list[tuple[NDArray[np.float64], NDArray[np.float64]]],
    codes: list[NDArray[np.intp]],
    count: int,
    n: int,
    level: float,
) -> Estimate:
    """Mean of the correlations of several pairs of columns, clusters shared among the pairs."""
    check_share(level, "level")
    width = 1 + max(int(code.max()) for code in codes)
    influence = np.zeros(width)
    values = []
    for (left, right), code in zip(pairs, codes, strict=True):
        if np.ptp(left) == 0 or np.ptp(right) == 0:
            continue
        x, y = ((side - side.mean()) / side.std() for side in (left, right))
        value = float(np.clip(np.mean(x * y), -1, 1))
        rows = (x * y - value * (x**2 + y**2) / 2) / left.size
        influence += np.bincount(code, weights=rows, minlength=width)
        values.append(value)
    if not values or count < 2:
        value = float(np.mean(values)) if values else float("nan")
        method = "one cluster" if values else UNDEFINED
        return Estimate(value, -1.0, 1.0, level, float(n), count, float("inf"), method)
    value = float(np.mean(values))
    error = float(np.sqrt(count / (count - 1) * np.sum((influence / len(values)) ** 2)))
    low = high = value
    slope = 1 - value**2
    if slope > 1e-12:
        reach = float(two_sided(level, count - 1)) * error / slope
        low, high = np.tanh(np.arctanh(value) + np.array([-reach, reach]))
    return Estimate(
        value=value,
        low=float(low),
        high=float(high),
        level=level,
        n=float(n),
        clusters=count,
        standard_error=error,
        method="influence function, clustered, Fisher's scale",
    )

"""Ratios of sums, such as events per draw, from rows or from stored sums.

The estimate is (sum of tops) / (sum of bottoms); its standard error is the delta method over
cluster totals (Cochran, Sampling Techniques, 1977, chapter 6). Everything needed is six sums over
clusters, which add up over chunks of a run as long as no cluster lies in two chunks.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields
from typing import TYPE_CHECKING

import numpy as np

from balance.statistics.arrays import (
    check_columns,
    check_share,
    cluster_codes,
    numbers,
    same_length,
)
from balance.statistics.estimate import Estimate
from balance.statistics.intervals import open_limits, rate_limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

ROUNDING = 1e-12  # relative size below which a sum of squares is rounding error


@dataclass(frozen=True, slots=True)
class Moments:
    """Sums over clusters of cluster totals: all that a ratio and its interval need.

    clusters        number of clusters that have a bottom (to count the others too is harmless
                    when there are many)
    top, bottom     sums of the totals
    top_top, bottom_bottom, top_bottom   sums of their squares and of their product
    """

    clusters: float
    top: float
    bottom: float
    top_top: float
    bottom_bottom: float
    top_bottom: float

    def __add__(self, other: Moments) -> Moments:
        """Moments of two sets of clusters that share none."""
        pairs = zip(astuple(self), astuple(other), strict=True)
        return Moments(*(mine + theirs for mine, theirs in pairs))


MOMENT_COLUMNS = [field.name for field in fields(Moments)]


def moments(tops: ArrayLike, bottoms: ArrayLike, clusters: ArrayLike) -> Moments:
    """Sum rows to clusters, and clusters to moments.

    tops, bottoms, clusters: one entry per row. A cluster whose bottom and top are both 0 is not
    counted: it had no chance to say anything. Raises ValueError for no rows or missing values.
    """
    top = numbers(tops, "tops")
    bottom = numbers(bottoms, "bottoms")
    same_length(tops=top, bottoms=bottom)
    codes, count = cluster_codes(clusters, top.size)
    top = np.bincount(codes, weights=top, minlength=count).astype(np.float64)
    bottom = np.bincount(codes, weights=bottom, minlength=count).astype(np.float64)
    spoke = (top != 0) | (bottom != 0)
    return Moments(
        clusters=int(spoke.sum()),
        top=float(top.sum()),
        bottom=float(bottom.sum()),
        top_top=float(top @ top),
        bottom_bottom=float(bottom @ bottom),
        top_bottom=float(top @ bottom),
    )


def clustered_ratio(
    tops: ArrayLike,
    bottoms: ArrayLike,
    clusters: ArrayLike,
    level: float = 0.95,
    *,
    bounded: bool = False,
) -> Estimate:
    """Estimate sum(tops) / sum(bottoms), for instance explosions per draw.

    tops, bottoms, clusters: one entry per row (a game, a seat, a turn). bounded: the ratio is a
    rate in 0..1, and Wilson's form on the effective sample size keeps the interval there. The
    n of the estimate is sum(bottoms). Raises ValueError as `ratio_from_moments` does.
    """
    return ratio_from_moments(moments(tops, bottoms, clusters), level, bounded=bounded)


def ratio_from_moments(
    sums: Moments,
    level: float = 0.95,
    *,
    bounded: bool = False,
) -> Estimate:
    """Estimate a ratio from stored sums; agrees with `clustered_ratio` to the last digit.

    The degrees of freedom are K - 1 with K = bottom^2 / bottom_bottom, the effective number of
    clusters (Kish, Survey Sampling, 1965): the number of clusters if all have the same bottom,
    fewer if some have most of it. Raises ValueError if the bottom is not positive, or bounded and
    the ratio is not in 0..1.
    """
    if not sums.bottom > 0:
        message = f"bottom: expected a sum above 0, found {sums.bottom}"
        raise ValueError(message)
    row = _solve(np.array([astuple(sums)], dtype=np.float64), level, bounded=bounded)
    return Estimate(
        value=float(row["value"][0]),
        low=float(row["low"][0]),
        high=float(row["high"][0]),
        level=level,
        n=float(sums.bottom),
        clusters=int(sums.clusters),
        standard_error=float(row["standard_error"][0]),
        method=_method(bounded=bounded),
    )


def difference_from_moments(
    pairs: Sequence[Moments], level: float = 0.95, *, scale: float = 1.0
) -> Estimate | None:
    """Estimate sum(a) / sum(b) - sum(c) / sum(d), both ratios from the same clusters.

    pairs: moments of (a, b), (c, d), (a, c), (a, d), (b, c), (b, d), in this order: from these come all
    products of the four totals of a cluster. scale multiplies a and c. The influence of a cluster is
    scale * ((a - R b) / B - (c - S d) / D) with R, S the two ratios and B, D the sums of b and d; degrees of
    freedom as in `ratio_from_moments`, from whichever of b and d is the less even. None where b or d is 0.
    """
    check_share(level, "level")
    ab, cd, ac, ad, bc, bd = pairs
    if not (ab.bottom > 0 and cd.bottom > 0):
        return None
    one, other = ab.top / ab.bottom, cd.top / cd.bottom
    own = (ab.top_top - 2 * one * ab.top_bottom + one**2 * ab.bottom_bottom) / ab.bottom**2
    theirs = (cd.top_top - 2 * other * cd.top_bottom + other**2 * cd.bottom_bottom) / cd.bottom**2
    cross = ac.top_bottom - other * ad.top_bottom - one * bc.top_bottom + one * other * bd.top_bottom
    squares = own + theirs - 2 * cross / (ab.bottom * cd.bottom)
    size = ab.top_top / ab.bottom**2 + cd.top_top / cd.bottom**2
    squares = 0.0 if squares < ROUNDING * size else squares
    clusters = bd.clusters
    effective = min(pair.bottom**2 / pair.bottom_bottom for pair in (ab, cd))
    several = clusters > 1 and effective - 1 > ROUNDING
    error = scale * float(np.sqrt(clusters / (clusters - 1) * squares)) if several else np.inf
    value = scale * (one - other)
    low, high = open_limits(np.array([value]), np.array([error]), np.array([effective - 1]), level)
    return Estimate(
        value=value,
        low=float(low[0]),
        high=float(high[0]),
        level=level,
        n=float(ab.bottom + cd.bottom),
        clusters=int(clusters),
        standard_error=error,
        method=_method(bounded=False),
    )


def ratio_table(
    frame: pd.DataFrame,
    by: Sequence[str] = (),
    level: float = 0.95,
    *,
    bounded: bool = False,
) -> pd.DataFrame:
    """Ratios of many bins at once.

    frame: columns clusters, top, bottom, top_top, bottom_bottom, top_bottom (see `Moments`) and
    those named in by. Rows with the same by are added first. Returns one row per combination,
    sorted: by..., value, low, high, standard_error, n, clusters. A bin with a bottom of 0 has
    no ratio: its four numbers are NaN. Raises ValueError for a missing column, or bounded and a
    ratio outside 0..1.
    """
    keys = list(by)
    check_columns(frame, keys + MOMENT_COLUMNS)
    if keys:
        sums = frame.groupby(keys, observed=True, sort=True, dropna=False)[MOMENT_COLUMNS].sum()
        sums = sums.reset_index()
    else:
        sums = frame[MOMENT_COLUMNS].sum().to_frame().T
    solved = _solve(sums[MOMENT_COLUMNS].to_numpy(dtype=np.float64), level, bounded=bounded)
    table = sums[keys].copy()
    for column, values in solved.items():
        table[column] = values
    table["n"] = sums["bottom"]
    table["clusters"] = sums["clusters"].astype(np.int64)
    return table


def _method(*, bounded: bool) -> str:
    return "Wilson on the effective n, clustered" if bounded else "delta method, clustered"


def _solve(
    sums: NDArray[np.float64],
    level: float,
    *,
    bounded: bool,
) -> dict[str, NDArray[np.float64]]:
    """Solve rows of moments: value, low, high, standard_error, each an array of len(sums)."""
    check_share(level, "level")
    count, top, bottom, top_top, bottom_bottom, top_bottom = sums.T
    usable = bottom > 0
    safe = np.where(usable, bottom, 1.0)
    value = np.where(usable, top / safe, np.nan)
    if bounded and ((value < 0) | (value > 1)).any():
        message = f"bounded: expected ratios in 0..1, found {np.nanmin(value)}..{np.nanmax(value)}"
        raise ValueError(message)
    size = top_top + value**2 * bottom_bottom
    squares = size - 2 * value * top_bottom
    squares = np.where(squares < ROUNDING * size, 0.0, squares)
    effective = np.where(usable, bottom**2 / np.where(usable, bottom_bottom, 1.0), np.nan)
    several = (count > 1) & (effective - 1 > ROUNDING)
    factor = count / np.where(several, count - 1, 1.0)
    error = np.where(several, np.sqrt(factor * squares) / safe, np.inf)
    error = np.where(usable, error, np.nan)
    effective = np.where(several, effective, 1.0)
    if bounded:
        low, high = rate_limits(value, error, effective, level)
    else:
        low, high = open_limits(value, error, effective - 1, level)
    return {"value": value, "low": low, "high": high, "standard_error": error}

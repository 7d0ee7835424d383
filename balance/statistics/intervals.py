"""Interval limits from a value and its standard error, on numbers or whole arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy import special  # scipy.stats has the same functions, and takes half a second to import

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

NO_FREEDOM = 1e-9  # an effective number of clusters this close to 1 is one cluster


def t_quantile(probability: float, df: ArrayLike) -> NDArray[np.float64]:
    """Quantile of Student's t; the normal one for infinite df, infinite where df is 0 or less."""
    freedom = np.asarray(df, dtype=np.float64)
    usable = freedom > NO_FREEDOM
    finite = usable & np.isfinite(freedom)
    quantile = special.stdtrit(np.where(finite, freedom, 1.0), probability)
    return np.where(finite, quantile, np.where(usable, special.ndtri(probability), np.inf))


def t_tail(distance: float, df: float) -> float:
    """Probability that Student's t exceeds a distance; the normal one for infinite df."""
    return float(special.ndtr(-distance) if np.isinf(df) else special.stdtr(df, -distance))


def two_sided(level: float, df: ArrayLike) -> NDArray[np.float64]:
    """How many standard errors reach to each side in an interval of this level."""
    return t_quantile((1 + level) / 2, df)


def open_limits(
    value: ArrayLike,
    standard_error: ArrayLike,
    df: ArrayLike,
    level: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Value plus and minus t standard errors; infinite limits where df is 0."""
    value = np.asarray(value, dtype=np.float64)
    quantile = two_sided(level, df)
    # an infinite quantile times a standard error of 0 is infinite here: nothing is known
    with np.errstate(invalid="ignore"):
        reach = np.where(np.isinf(quantile), np.inf, quantile * np.asarray(standard_error))
    return value - reach, value + reach


HUGE = 1e70
"""A quantile or a penalty beyond this gives 0..1, and its square is still a number."""


def rate_limits(
    rate: ArrayLike,
    standard_error: ArrayLike,
    clusters: ArrayLike,
    level: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Wilson limits on the effective sample size, never outside 0..1.

    rate, standard_error and clusters (the effective number of them) are numbers or arrays of one
    shape. The effective sample size is rate (1 - rate) / standard_error^2, the quantile is
    Student's t with clusters - 1 degrees of freedom (after Korn and Graubard, Survey Methodology
    24, 1998, with Wilson's form in place of Clopper and Pearson's).

    Where no cluster differed from another (all zeros, all ones, all one half) the standard error
    is 0 and says nothing. Then at most q^2 / (clusters + q^2) of all clusters can be different
    (Wilson's limit for none in so many), and each of them could be anything in 0..1. At rates 0
    and 1 this is Wilson's interval with each cluster counted once. One cluster gives 0..1.
    """
    rate = np.asarray(rate, dtype=np.float64)
    se = np.asarray(standard_error, dtype=np.float64)
    units = np.asarray(clusters, dtype=np.float64)
    quantile = two_sided(level, units - 1)
    known = np.isfinite(quantile)
    square = np.minimum(np.where(known, quantile, 0.0), HUGE) ** 2
    spread = rate * (1 - rate)
    varied = (se > 0) & (spread > 0) & np.isfinite(se)

    penalty = square * np.where(varied, se, 0.0) ** 2 / np.where(varied, spread, 1.0)
    penalty = np.minimum(penalty, HUGE)
    centre = (rate + penalty / 2) / (1 + penalty)
    reach = np.sqrt(penalty * spread + penalty**2 / 4) / (1 + penalty)
    unseen = square / (units + square)

    low = np.where(varied, centre - reach, rate - rate * unseen)
    high = np.where(varied, centre + reach, rate + (1 - rate) * unseen)
    nothing = ~np.isnan(rate) & ~known
    low = np.where(nothing, 0.0, np.clip(low, 0.0, 1.0))
    high = np.where(nothing, 1.0, np.clip(high, 0.0, 1.0))
    return low, high

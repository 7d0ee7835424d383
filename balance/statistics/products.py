"""Correlations and slopes from stored sums, so that no row need be kept.

For each cluster take the totals of (1, x, y, x*x, y*y, x*y) over its rows. The sums of these totals over
clusters, and of their products with each other, are all that a correlation or a slope needs, standard
error and all: the influence of a cluster is linear in its totals. Sums of parts of a run simply add.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy import special

from balance.statistics.arrays import check_share
from balance.statistics.estimate import Estimate
from balance.statistics.intervals import two_sided

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

ROUNDING = 1e-12  # relative size below which a variance is rounding error
UNDEFINED = "undefined: one side does not vary"


@dataclass(frozen=True)
class Products:
    """Sums over clusters of (1, x, y, xx, yy, xy).

    clusters   those with at least one row
    sums       shape (6,): over all rows
    products   shape (6, 6): sum over clusters of the products of their totals
    """

    clusters: int
    sums: NDArray[np.float64]
    products: NDArray[np.float64]

    def __add__(self, other: Products) -> Products:
        """Products of two sets of clusters that share none."""
        return Products(
            self.clusters + other.clusters, self.sums + other.sums, self.products + other.products
        )


def products(x: ArrayLike, y: ArrayLike) -> Products:
    """Sum rows to clusters, and clusters to products.

    x, y: shape (clusters, rows of a cluster); a row in which either is NaN is left out. Raises ValueError
    for other shapes.
    """
    left, right = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if left.ndim != 2 or left.shape != right.shape:
        message = f"expected two arrays (clusters, rows) of one shape, found {left.shape} and {right.shape}"
        raise ValueError(message)
    seen = ~(np.isnan(left) | np.isnan(right))
    left, right = np.where(seen, left, 0.0), np.where(seen, right, 0.0)
    parts = (seen, left, right, left * left, right * right, left * right)
    totals = np.stack([part.sum(axis=1, dtype=np.float64) for part in parts], axis=1)
    return Products(int((totals[:, 0] > 0).sum()), totals.sum(axis=0), totals.T @ totals)


def correlation_from_products(sums: Products, level: float = 0.95) -> Estimate:
    """Pearson's correlation of x and y; agrees with `clustered_correlation`.

    If a side does not vary, or there are no rows, the value is NaN and the interval -1..1.
    """
    check_share(level, "level")
    n, x, y, xx, yy, xy = sums.sums
    count = sums.clusters
    if n == 0 or _flat(n, x, xx) or _flat(n, y, yy):
        return Estimate(np.nan, -1.0, 1.0, level, float(n), count, np.inf, UNDEFINED)
    mean_x, mean_y = x / n, y / n
    var_x, var_y = xx / n - mean_x**2, yy / n - mean_y**2
    scale = np.sqrt(var_x * var_y)
    value = float(np.clip((xy / n - mean_x * mean_y) / scale, -1, 1))
    if count < 2:
        return Estimate(value, -1.0, 1.0, level, float(n), count, np.inf, "one cluster")
    both = np.array([mean_x * mean_y, -mean_y, -mean_x, 0, 0, 1]) / scale
    left = np.array([mean_x**2, -2 * mean_x, 0, 1, 0, 0]) / var_x
    right = np.array([mean_y**2, 0, -2 * mean_y, 0, 1, 0]) / var_y
    influence = (both - value * (left + right) / 2) / n
    error = _root(influence @ sums.products @ influence, influence, sums) * np.sqrt(count / (count - 1))
    low = high = value
    slope = 1 - value**2
    if slope > ROUNDING:
        reach = float(two_sided(level, count - 1)) * error / slope
        low, high = np.tanh(np.arctanh(value) + np.array([-reach, reach]))
    method = "influence function, clustered, Fisher's scale"
    return Estimate(value, float(low), float(high), level, float(n), count, float(error), method)


def slope_from_products(sums: Products, level: float = 0.95) -> Estimate:
    """Slope of the regression of y on x, with a constant; agrees with `clustered_regression`.

    Raises ValueError for fewer than two clusters, or an x that does not vary.
    """
    check_share(level, "level")
    n, x, y, xx, _, xy = sums.sums
    count = sums.clusters
    if count < 2 or n <= 2 or _flat(n, x, xx):
        message = f"expected two clusters or more and an x that varies, found {count} clusters, {n:.0f} rows"
        raise ValueError(message)
    spread = n * xx - x * x
    slope = (n * xy - x * y) / spread
    constant = (y - slope * x) / n
    # the slope's influence is (n * sum(x e) - x * sum(e)) / spread, with e = y - constant - slope * x
    errors = np.array([-constant, -slope, 1, 0, 0, 0])
    weighted = np.array([0, -constant, 0, -slope, 0, 1])
    influence = (n * weighted - x * errors) / spread
    factor = count / (count - 1) * (n - 1) / (n - 2)
    error = _root(influence @ sums.products @ influence, influence, sums) * np.sqrt(factor)
    reach = float(two_sided(level, count - 1)) * error
    method = "least squares, cluster-robust, Student's t"
    return Estimate(
        float(slope),
        float(slope - reach),
        float(slope + reach),
        level,
        float(n),
        count,
        float(error),
        method,
    )


def homogeneity(parts: Sequence[Estimate], whole: Estimate) -> float:
    """P-value for "the parts of a run have one and the same value": small where they differ beyond chance.

    parts: estimates from sets of clusters that share none; whole: from all of them together. Squared
    distances from the whole, each in the standard error that a part of its n has when all are alike,
    against chi squared with one degree of freedom less than there are parts (Cochran, Biometrics 10,
    1954). The errors are those of the whole, so that a part without a single event is not taken for
    certain. 1 where nothing is known.
    """
    known = [part for part in parts if np.isfinite(part.value) and part.n > 0]
    if len(known) < 2 or not np.isfinite(whole.standard_error):
        return 1.0
    distance = np.array([part.value - whole.value for part in known])
    if whole.standard_error == 0:
        return 1.0 if not distance.any() else 0.0
    n = np.array([part.n for part in known])
    statistic = float(n @ distance**2) / (whole.n * whole.standard_error**2)
    return float(special.chdtrc(len(known) - 1, statistic))


def _flat(n: float, total: float, squares: float) -> bool:
    """Whether the variance is nothing but rounding."""
    return bool(squares / n - (total / n) ** 2 <= ROUNDING * max(squares / n, 1e-300))


def _root(square: float, influence: NDArray[np.float64], sums: Products) -> float:
    """The root of a sum of squares; 0 where it is only what rounding left of larger terms."""
    size = float(np.abs(influence) @ np.abs(sums.products) @ np.abs(influence))
    return float(np.sqrt(square)) if square > 1e-15 * size else 0.0

"""Least squares with standard errors that count deals, not rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scipy import special

from balance.statistics.arrays import check_share, cluster_codes, numbers
from balance.statistics.intervals import two_sided

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

CONSTANT = "constant"


def clustered_regression(
    outcome: ArrayLike,
    factors: pd.DataFrame,
    clusters: ArrayLike,
    level: float = 0.95,
    *,
    within: bool = False,
) -> pd.DataFrame:
    """Regress an outcome on factors.

    outcome: one number per row; factors: a frame of as many rows, a column per factor (no
    constant: it is added); clusters: the deal of each row. within: compare only rows of the same
    deal (each deal gets its own constant), which takes the luck of the deal out.

    Returns one row per term, the constant first unless within: term, value, low, high,
    standard_error, p, n, clusters. Sandwich over clusters with the small-sample factor
    K / (K - 1) * (n - 1) / (n - terms) (Cameron and Miller, J. Hum. Resour. 50, 2015), Student's
    t with K - 1 degrees of freedom. Raises ValueError for missing values, fewer than two
    clusters, or factors that do not vary independently of each other.
    """
    check_share(level, "level")
    response = numbers(outcome, "outcome")
    codes, count = cluster_codes(clusters, response.size)
    terms = [str(name) for name in factors.columns]
    design = factors.to_numpy(dtype=np.float64)
    if design.shape[0] != response.size or not np.isfinite(design).all():
        message = f"factors: expected {response.size} rows of finite numbers"
        raise ValueError(message)
    if count < 2:
        message = f"clusters: expected two or more, found {count}"
        raise ValueError(message)
    if within:
        means = pd.DataFrame(design).groupby(codes).transform("mean").to_numpy()
        design = design - means
        response = response - pd.Series(response).groupby(codes).transform("mean").to_numpy()
    else:
        terms = [CONSTANT, *terms]
        design = np.column_stack([np.ones(response.size), design])

    scale = np.sqrt(np.mean(design**2, axis=0))
    unit = design / np.where(scale > 0, scale, 1.0)
    if response.size <= len(terms) or np.linalg.matrix_rank(unit) < len(terms):
        message = f"factors: {terms} do not vary independently in {response.size} rows"
        raise ValueError(message)
    bread = np.linalg.inv(unit.T @ unit)
    slopes = bread @ (unit.T @ response)
    residuals = response - unit @ slopes
    scores = np.column_stack(
        [np.bincount(codes, weights=column * residuals, minlength=count) for column in unit.T],
    )
    n = response.size
    factor = count / (count - 1) * (n - 1) / (n - len(terms))
    covariance = factor * bread @ (scores.T @ scores) @ bread
    errors = np.sqrt(np.diag(covariance)) / scale
    slopes = slopes / scale
    reach = two_sided(level, count - 1) * errors
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * special.stdtr(count - 1, -np.abs(slopes / errors))
    return pd.DataFrame(
        {
            "term": terms,
            "value": slopes,
            "low": slopes - reach,
            "high": slopes + reach,
            "standard_error": errors,
            "p": p,
            "n": n,
            "clusters": count,
        },
    )

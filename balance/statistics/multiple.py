"""Many measures at once: p-values, and what is left of them after counting the tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from balance.statistics.arrays import check_columns, check_share
from balance.statistics.intervals import t_quantile, t_tail

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from balance.statistics.estimate import Estimate


def p_value(estimate: Estimate, null: float = 0.0) -> float:
    """Two-sided p-value of an estimate against a null value, 0..1.

    Uses Student's t with clusters - 1 degrees of freedom on value and standard error. Estimates
    with a Wilson interval use the score test that belongs to it: the variance is taken at the
    null value, so that an observed rate of 0 or 1 is no certainty.
    """
    gap = abs(estimate.value - null)
    if gap == 0 or np.isinf(estimate.standard_error):
        return 1.0
    df = np.inf if estimate.method == "Wilson" else estimate.clusters - 1
    if not estimate.method.startswith("Wilson"):
        distance = np.inf if estimate.standard_error == 0 else gap / estimate.standard_error
        return 2 * t_tail(distance, df)
    spread = null * (1 - null)
    if spread <= 0:
        return 0.0
    # (limit - value)^2 = penalty * limit * (1 - limit) is what defines Wilson's limits
    limit = estimate.high if null > estimate.value else estimate.low
    penalty = (limit - estimate.value) ** 2 / (limit * (1 - limit))
    reach = float(t_quantile((1 + estimate.level) / 2, df))
    return 2 * t_tail(reach * gap / np.sqrt(penalty * spread), df)


def one_sided(estimate: Estimate, null: float, *, above: bool) -> float:
    """P-value for "the value is above null" (or below it), 0..1: small where the estimate says so."""
    half = p_value(estimate, null) / 2
    return half if (estimate.value > null) == above and estimate.value != null else 1 - half


def band_p(estimate: Estimate, low: float, high: float) -> tuple[float, float]:
    """P-values for "the value lies in low..high" and for "it lies outside": two one-sided tests each.

    The first is the larger of the two one-sided p-values (Schuirmann, J. Pharmacokinet. Biopharm. 15,
    1987), the second the smaller of those for the other sides. An end that is infinite is not tested.
    Raises ValueError if low is not below high.
    """
    if not low < high:
        message = f"band: expected low < high, found {low}..{high}"
        raise ValueError(message)
    inside, outside = [0.0], [1.0]
    if np.isfinite(low):
        inside.append(one_sided(estimate, low, above=True))
        outside.append(one_sided(estimate, low, above=False))
    if np.isfinite(high):
        inside.append(one_sided(estimate, high, above=False))
        outside.append(one_sided(estimate, high, above=True))
    return max(inside), min(outside)


def p_values(estimates: Mapping[str, Estimate], null: float = 0.0) -> pd.DataFrame:
    """Test several estimates against one null value.

    estimates: by name. Returns one row each: name, value, low, high, null, p.
    """
    rows = [
        (name, estimate.value, estimate.low, estimate.high, null, p_value(estimate, null))
        for name, estimate in estimates.items()
    ]
    return pd.DataFrame(rows, columns=["name", "value", "low", "high", "null", "p"])


def holm(frame: pd.DataFrame, p: str = "p", level: float = 0.95) -> pd.DataFrame:
    """Adjust p-values so that any false alarm at all has probability 1 - level at most.

    frame: one row per test, the p-values (0..1) in column p. Returns a copy with the columns
    p_adjusted and rejected. A missing p-value is no test: it stays missing and is not counted.
    Holm, Scand. J. Stat. 6 (1979). Raises ValueError for p-values outside 0..1.
    """
    return _adjust(frame, p, level, _step_down)


def benjamini_hochberg(frame: pd.DataFrame, p: str = "p", level: float = 0.95) -> pd.DataFrame:
    """Adjust p-values so that false alarms are a share of 1 - level at most among the findings.

    Arguments, result and errors as in `holm`. The share is the expected one, for independent or
    positively dependent tests. Benjamini and Hochberg, J. R. Stat. Soc. B 57 (1995).
    """
    return _adjust(frame, p, level, _step_up)


def _adjust(
    frame: pd.DataFrame, p: str, level: float, method: Callable[[NDArray[np.float64]], NDArray[np.float64]]
) -> pd.DataFrame:
    check_share(level, "level")
    check_columns(frame, [p])
    values = frame[p].to_numpy(dtype=np.float64)
    tested = ~np.isnan(values)
    if ((values[tested] < 0) | (values[tested] > 1)).any():
        message = f"{p}: expected p-values in 0..1, found {values.min()}..{values.max()}"
        raise ValueError(message)
    adjusted = np.full(values.shape, np.nan)
    rejected = np.zeros(values.shape, dtype=bool)
    if tested.any():
        adjusted[tested] = method(values[tested])
        rejected = adjusted <= 1 - level  # NaN is not
    return frame.assign(p_adjusted=adjusted, rejected=rejected)


# statsmodels has both; importing it brings in scipy.stats, half a second before anything is computed


def _step_down(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """Holm: the smallest times the number of tests, the next times one less, ..., never falling."""
    order = np.argsort(p, kind="stable")
    steps = np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted


def _step_up(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """Benjamini and Hochberg: p times the number of tests by its rank, made monotone from above."""
    order = np.argsort(p, kind="stable")
    steps = np.minimum.accumulate((p[order] * p.size / np.arange(1, p.size + 1))[::-1])[::-1]
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted

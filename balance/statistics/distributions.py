"""Distributions, not only means: quantiles, extremes with the game that shows them, counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from balance.statistics.rates import clustered_mean

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

QUANTILES = {"p05": 0.05, "p25": 0.25, "p50": 0.5, "p75": 0.75, "p95": 0.95}
WIDEST = 100_000  # a histogram of integers wider than this is a mistake


def describe(
    values: pd.DataFrame | pd.Series | ArrayLike,
    clusters: ArrayLike | None = None,
    labels: ArrayLike | None = None,
    level: float = 0.95,
) -> pd.DataFrame:
    """Describe one measure or several.

    values: a frame with a column per measure and a row per game, or one column. clusters: the
    deal of each row (default: each row by itself). labels: the name of each row, such as the
    number of the game (default: the index of the frame, or 0, 1, 2, ...). Missing values are
    left out, measure by measure.

    Returns one row per measure (index: its name, "value" for a bare array) with n, clusters,
    mean, low, high (clustered interval of the mean), sd, p05, p25, p50, p75, p95 (linear
    interpolation), min, min_label, max, max_label (the first row that shows the extreme). A
    measure without values has n = 0 and NaN. Raises ValueError for unequal lengths.
    """
    frame = _frame(values)
    groups = np.arange(len(frame)) if clusters is None else np.asarray(clusters)
    names = frame.index.to_numpy() if labels is None else np.asarray(labels)
    for name, column in (("clusters", groups), ("labels", names)):
        if len(column) != len(frame):
            message = f"{name}: expected {len(frame)} entries, found {len(column)}"
            raise ValueError(message)
    rows = {
        name: _describe(frame[name].to_numpy(dtype=np.float64), groups, names, level)
        for name in frame.columns
    }
    return pd.DataFrame.from_dict(rows, orient="index")


def describe_counts(values: ArrayLike, counts: ArrayLike) -> dict[str, float]:
    """Describe values of which each was seen so many times.

    values and counts: one entry per value; counts 0 or more. Returns n, mean, p05, p25, p50, p75, p95
    (the smallest value that at least this share does not exceed), min and max of those seen; without
    any, n = 0 and NaN. Raises ValueError for unequal lengths or a count below 0.
    """
    data, times = np.asarray(values, np.float64), np.asarray(counts, np.float64)
    if data.shape != times.shape or data.ndim != 1:
        message = f"expected as many counts as values, found {times.shape} and {data.shape}"
        raise ValueError(message)
    if (times < 0).any():
        message = f"counts: expected 0 or more, found {times.min()}"
        raise ValueError(message)
    order = np.argsort(data, kind="stable")
    data, times = data[order][times[order] > 0], times[order][times[order] > 0]
    n = float(times.sum())
    if n == 0:
        return {"n": 0.0} | dict.fromkeys(["mean", *QUANTILES, "min", "max"], float("nan"))
    below = np.cumsum(times)
    quantiles = {
        name: float(data[np.searchsorted(below, share * n * (1 - 1e-12))])
        for name, share in QUANTILES.items()
    }
    ends = {"min": float(data[0]), "max": float(data[-1])}
    return {"n": n, "mean": float(data @ times / n)} | quantiles | ends


def histogram(values: ArrayLike) -> pd.DataFrame:
    """Count integers.

    Returns value, count, share (0..1), one row for every integer from the smallest to the largest
    seen, so that gaps show as 0. Missing values are left out; none at all gives an empty table.
    Raises ValueError for values that are not whole, or span more than 100,000.
    """
    data = np.asarray(values, dtype=np.float64).ravel()
    data = data[~np.isnan(data)]
    broken = np.flatnonzero(data != np.round(data))
    if broken.size:
        message = f"values: expected whole numbers, found {data[broken[0]]}"
        raise ValueError(message)
    whole = data.astype(np.int64)
    if whole.size == 0:
        low, counts = 0, np.zeros(0, dtype=np.int64)
    else:
        low, high = int(whole.min()), int(whole.max())
        if high - low > WIDEST:
            message = f"values: expected a span of {WIDEST} at most, found {low}..{high}"
            raise ValueError(message)
        counts = np.bincount(whole - low)
    return pd.DataFrame(
        {
            "value": low + np.arange(counts.size),
            "count": counts,
            "share": counts / max(whole.size, 1),
        },
    )


def _frame(values: pd.DataFrame | pd.Series | ArrayLike) -> pd.DataFrame:
    if isinstance(values, pd.DataFrame):
        return values
    if isinstance(values, pd.Series):
        return values.to_frame("value" if values.name is None else values.name)
    return pd.DataFrame({"value": np.asarray(values, dtype=np.float64)})


def _describe(
    column: np.ndarray,
    groups: np.ndarray,
    names: np.ndarray,
    level: float,
) -> dict[str, object]:
    seen = ~np.isnan(column)
    column, groups, names = column[seen], groups[seen], names[seen]
    if column.size == 0:
        blank = ["mean", "low", "high", "sd", *QUANTILES, "min", "min_label", "max", "max_label"]
        return {"n": 0, "clusters": 0} | dict.fromkeys(blank, float("nan"))
    estimate = clustered_mean(column, groups, level)
    quantiles = np.quantile(column, list(QUANTILES.values()))
    least, most = int(np.argmin(column)), int(np.argmax(column))
    return {
        "n": column.size,
        "clusters": estimate.clusters,
        "mean": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "sd": float(column.std(ddof=1)) if column.size > 1 else float("nan"),
        **dict(zip(QUANTILES, map(float, quantiles), strict=True)),
        "min": float(column[least]),
        "min_label": names[least],
        "max": float(column[most]),
        "max_label": names[most],
    }

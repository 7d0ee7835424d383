"""What a run of this size can see: the detection limit, said before and after it."""

from __future__ import annotations

from math import ceil, sqrt

from scipy import special

from balance.statistics.arrays import check_share
from balance.statistics.intervals import t_quantile, two_sided


def detection_limit(
    standard_error: float,
    clusters: float = float("inf"),
    *,
    power: float = 0.8,
    level: float = 0.95,
) -> float:
    """Smallest difference from a null value that a test would see with this power.

    standard_error: of the estimate, over clusters; the result has its unit. clusters: their
    number (few of them make Student's t matter). The test is two-sided at 1 - level. Infinite
    for one cluster. Raises ValueError for a negative standard error.
    """
    if not standard_error >= 0:
        message = f"standard_error: expected 0 or more, found {standard_error}"
        raise ValueError(message)
    check_share(power, "power")
    check_share(level, "level")
    if clusters <= 1:
        return float("inf")
    steps = two_sided(level, clusters - 1) + t_quantile(power, clusters - 1)
    return float(steps * standard_error)


def detection_limit_between(
    standard_error: float,
    other: float | None = None,
    clusters: float = float("inf"),
    *,
    correlation: float = 0.0,
    power: float = 0.8,
    level: float = 0.95,
) -> float:
    """Smallest difference between two runs that a test would see with this power.

    standard_error and other: of the two estimates (other: the same again if not given).
    clusters: in each run. correlation: between the two estimates, 0 for runs on their own deals,
    the correlation reached for runs on common deals. Raises ValueError for a negative standard
    error or a correlation outside -1..1.
    """
    if not -1 <= correlation <= 1:
        message = f"correlation: expected -1..1, found {correlation}"
        raise ValueError(message)
    second = standard_error if other is None else other
    if min(standard_error, second) < 0:
        message = f"standard_error: expected 0 or more, found {min(standard_error, second)}"
        raise ValueError(message)
    variance = standard_error**2 + second**2 - 2 * correlation * standard_error * second
    return detection_limit(sqrt(max(variance, 0.0)), clusters, power=power, level=level)


def clusters_needed(
    standard_error: float,
    clusters: int,
    effect: float,
    *,
    power: float = 0.8,
    level: float = 0.95,
) -> int:
    """How many clusters in all would see an effect of this size, judging by a run made already.

    standard_error over so many clusters was reached; effect: in its unit, above 0. Normal
    quantiles, so for 30 clusters or more. Raises ValueError for an effect of 0 or less.
    """
    if not effect > 0:
        message = f"effect: expected a number above 0, found {effect}"
        raise ValueError(message)
    steps = float(special.ndtri((1 + level) / 2) + special.ndtri(power))
    return ceil(clusters * (steps * standard_error / effect) ** 2)

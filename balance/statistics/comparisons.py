"""Two variants on common deals, and what may be said about the difference."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Literal

import numpy as np
from scipy import special

from balance.statistics.arrays import cluster_codes, numbers, same_length
from balance.statistics.intervals import t_quantile, two_sided
from balance.statistics.rates import clustered_mean

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from balance.statistics.estimate import Estimate

HALVINGS = 60
POWER = 0.8  # "about N more games" means: enough for a verdict in 80 % of repeats


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The difference of two variants, taken deal by deal.

    estimate            mean of first minus second, per game; n counts pairs of games
    correlation         of the two variants' deal means, -1..1; NaN if one does not vary
    games_saved         independent games that the same precision would have cost, divided by the
                        games played; infinite if no deal made a difference
    independent_games   that number of games, both variants together
    deals_moved         deals in which the two variants differ at all
    """

    estimate: Estimate
    correlation: float
    games_saved: float
    independent_games: float
    deals_moved: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What may be said about an estimate.

    word         "moved", "equivalent" (within the margin) or "undetermined"
    margin       in the unit of the estimate
    differs      the interval excludes the null value; may be true of "equivalent": then the
                 difference is real, and too small to matter
    more_games   further observations (in the unit of the estimate's n) after which a verdict can
                 be expected with 80 % power if the value stays as it is; 0 when there is a
                 verdict, None when it cannot be said
    """

    word: Literal["moved", "equivalent", "undetermined"]
    margin: float
    differs: bool
    more_games: int | None


def paired_difference(
    a: ArrayLike,
    b: ArrayLike,
    clusters: ArrayLike,
    level: float = 0.95,
) -> PairedDifference:
    """Estimate mean(a) - mean(b), where row i of both is the same game but for the variant.

    a, b, clusters: one entry per game (the same deal, seats and line-up in both). If a and b are
    equal the difference is exactly 0 with an interval of exactly 0. Raises ValueError for no
    games, missing values or unequal lengths.
    """
    first, second = numbers(a, "a"), numbers(b, "b")
    same_length(a=first, b=second)
    difference = first - second
    estimate = clustered_mean(difference, clusters, level)
    codes, count = cluster_codes(clusters, first.size)
    sizes = np.bincount(codes, minlength=count)
    one = np.bincount(codes, weights=first, minlength=count) / sizes
    other = np.bincount(codes, weights=second, minlength=count) / sizes
    varies = np.ptp(one) > 0 and np.ptp(other) > 0
    correlation = float(np.corrcoef(one, other)[0, 1]) if varies else float("nan")

    n = first.size
    independent = (first.var(ddof=1) + second.var(ddof=1)) / n if n > 1 else np.nan
    error = estimate.standard_error
    if np.isinf(error) or not independent > 0:
        saved = float("nan")
    else:
        saved = float(independent / error**2) if error > 0 else float("inf")
    moved = np.bincount(codes, weights=difference != 0, minlength=count) > 0
    return PairedDifference(
        estimate=replace(estimate, method="paired on common deals, clustered, Student's t"),
        correlation=correlation,
        games_saved=saved,
        independent_games=2 * n * saved,
        deals_moved=int(moved.sum()),
    )


def verdict(estimate: Estimate, margin: float, null: float = 0.0) -> Verdict:
    """Say whether an estimate is away from the null value, or close to it, or neither.

    margin: how far from null does not matter yet, in the unit of the estimate, 0 or more (0: only
    an exact null is equivalent). "equivalent" needs two one-sided tests at 1 - level (Schuirmann,
    J. Pharmacokinet. Biopharm. 15, 1987) and goes before "moved", which needs an interval that
    excludes null. Raises ValueError for a negative margin or a value that is not a number.
    """
    if not margin >= 0:
        message = f"margin: expected 0 or more, found {margin}"
        raise ValueError(message)
    if np.isnan(estimate.value):
        message = "estimate: expected a number, found NaN"
        raise ValueError(message)
    gap = abs(estimate.value - null)
    error = estimate.standard_error
    differs = not estimate.contains(null)
    one_sided = float(t_quantile(estimate.level, estimate.clusters - 1))
    known = np.isfinite(error) and np.isfinite(one_sided)
    if known and gap + one_sided * error <= margin:
        return Verdict("equivalent", margin, differs, 0)
    if differs:
        return Verdict("moved", margin, differs, 0)
    more = _more_games(estimate, gap, margin, one_sided) if known else None
    return Verdict("undetermined", margin, differs, more)


def band(estimate: Estimate, low: float, high: float) -> Literal["met", "missed", "undetermined"]:
    """Compare an estimate with a target band, both in the unit of the estimate.

    "met": the whole interval lies in low..high; "missed": none of it does. Raises ValueError if
    low is above high.
    """
    if low > high:
        message = f"band: expected low <= high, found {low}..{high}"
        raise ValueError(message)
    if low <= estimate.low and estimate.high <= high:
        return "met"
    if estimate.high < low or high < estimate.low:
        return "missed"
    return "undetermined"


def _more_games(estimate: Estimate, gap: float, margin: float, one_sided: float) -> int | None:
    """Observations missing until the standard error allows the nearer of the two verdicts."""
    reach = float(two_sided(estimate.level, estimate.clusters - 1))
    wanted = gap / (reach + float(special.ndtri(POWER)))
    if gap < margin:
        wanted = max(wanted, _equivalence_error(gap, margin, one_sided))
    if wanted <= 0:
        return None
    factor = (estimate.standard_error / wanted) ** 2
    return max(1, ceil(estimate.n * (factor - 1)))


def _equivalence_error(gap: float, margin: float, one_sided: float) -> float:
    """Return the standard error at which both one-sided tests pass with the power wanted."""

    def lacking(error: float) -> float:
        near = special.ndtr((margin - gap) / error - one_sided)
        far = special.ndtr((margin + gap) / error - one_sided)
        return float(near + far - 1 - POWER)

    room = margin - gap
    low, high = room / (one_sided + 5), room / one_sided
    for _ in range(HALVINGS):  # scipy.optimize has better, and takes most of a second to import
        middle = (low + high) / 2
        low, high = (middle, high) if lacking(middle) > 0 else (low, middle)
    return (low + high) / 2

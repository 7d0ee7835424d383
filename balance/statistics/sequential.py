"""Stopping early, honestly: intervals that hold at every look, however often one looks.

The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas,
"Time-uniform central limit theory and asymptotic confidence sequences", Ann. Stat. 52 (2024),
theorem 2.2. Its observations are independent: cluster means (one number per deal), not games.
It is wider than an interval for one look, about 1.5 times near `tuned_for`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import lambertw

from balance.statistics.arrays import check_share
from balance.statistics.estimate import Estimate

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

FIRST_LOOK = 100  # clusters before the first decision: the guarantee is for large samples
TUNED_FOR = 1_000.0


def sequence_half_width(
    sd: ArrayLike,
    n: ArrayLike,
    level: float = 0.95,
    tuned_for: float = TUNED_FOR,
) -> NDArray[np.float64]:
    """Half width of the confidence sequence after n clusters, for numbers or arrays.

    sd: standard deviation of the cluster means so far; n: clusters so far, 1 or more. tuned_for:
    the n at which the sequence is narrowest; it must be chosen before the first look, and is no
    promise to stop there. Raises ValueError for n < 1 or a tuned_for that is not positive.
    """
    check_share(level, "level")
    count = np.asarray(n, dtype=np.float64)
    if (count < 1).any():
        message = f"n: expected 1 or more, found {count.min()}"
        raise ValueError(message)
    if not tuned_for > 0:
        message = f"tuned_for: expected a number above 0, found {tuned_for}"
        raise ValueError(message)
    alpha = 1 - level
    # rho^2 * tuned_for minimises the width: the lower branch of Lambert's W solves it exactly
    rho_squared = (-lambertw(-(alpha**2) / np.e, k=-1).real - 1) / tuned_for
    scaled = count * rho_squared
    square = 2 * (scaled + 1) / (count * scaled) * np.log(np.sqrt(scaled + 1) / alpha)
    return np.asarray(np.asarray(sd, dtype=np.float64) * np.sqrt(square))


def confidence_sequence(
    mean: float,
    sd: float,
    n: int,
    level: float = 0.95,
    tuned_for: float = TUNED_FOR,
) -> Estimate:
    """Estimate a mean with an interval that holds at all looks together.

    mean and sd: of the cluster means so far; n: their number. Arguments and errors as in
    `sequence_half_width`. The standard error is that of a single look.
    """
    reach = float(sequence_half_width(sd, n, level, tuned_for))
    return Estimate(
        value=mean,
        low=mean - reach,
        high=mean + reach,
        level=level,
        n=float(n),
        clusters=n,
        standard_error=sd / float(np.sqrt(n)),
        method="confidence sequence",
    )


def enough(
    sd: float,
    n: int,
    half_width: float,
    level: float = 0.95,
    tuned_for: float = TUNED_FOR,
    *,
    first_look: int = FIRST_LOOK,
) -> bool:
    """Whether the precision asked for is reached, so that a run may stop.

    half_width: the target, in the unit of sd. Never before first_look clusters: early on the
    standard deviation is not known well enough. Raises ValueError for a target of 0 or less.
    """
    if not half_width > 0:
        message = f"half_width: expected a number above 0, found {half_width}"
        raise ValueError(message)
    if n < max(first_look, 2):
        return False
    return bool(sequence_half_width(sd, n, level, tuned_for) <= half_width)


def clusters_until(
    sd: float,
    half_width: float,
    level: float = 0.95,
    tuned_for: float = TUNED_FOR,
) -> int:
    """How many clusters in all `enough` will ask for if sd stays as it is, for a forecast."""
    if not half_width > 0:
        message = f"half_width: expected a number above 0, found {half_width}"
        raise ValueError(message)
    low, high = 1, 2
    while float(sequence_half_width(sd, high, level, tuned_for)) > half_width:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if float(sequence_half_width(sd, middle, level, tuned_for)) > half_width:
            low = middle
        else:
            high = middle
    return max(high, FIRST_LOOK)

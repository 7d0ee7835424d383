"""Looking a planned number of times: how far out an effect must be at each look.

All looks together keep the chance of a false alarm. How much of it may have been spent by a look is laid
down before the first one (Lan and DeMets, Biometrika 70, 1983; Kim and DeMets, Biometrika 74, 1987: the share
of the most observations, to some power). An estimate plus and minus its bound is a repeated confidence
interval: it holds at all looks together, so a test may stop for any reason (Jennison and Turnbull,
J. R. Stat. Soc. B 51, 1989). With few looks it is far narrower than a confidence sequence, which allows any
number of them, for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr, ndtri

from balance.statistics.arrays import check_share, numbers
from balance.statistics.intervals import t_quantile

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

POINTS = 601  # of the grid on which the path is followed
POWER = 1.0


def look_bounds(looks: ArrayLike, level: float = 0.95, power: float = POWER) -> NDArray[np.float64]:
    """How many standard errors reach to each side at each look.

    looks: observations at each, rising; the last one is the most there will be. power: 1 spends the chance of
    a false alarm evenly over the observations, 3 hardly any before the last ones. Raises ValueError for looks
    that do not rise, or a power that is not positive.
    """
    counts = _rising(looks)
    check_share(level, "level")
    if not power > 0:
        message = f"power: expected a number above 0, found {power}"
        raise ValueError(message)
    spent = (1 - level) * (counts / counts[-1]) ** power
    found = np.empty(counts.size)
    walk = _Walk()
    for at, share in enumerate(np.diff(spent, prepend=0.0)):
        found[at] = walk.bound(counts[at], share)
        walk.go_on(counts[at], found[at])
    return found


def crossing_chance(looks: ArrayLike, bounds: ArrayLike, drift: float = 0.0) -> NDArray[np.float64]:
    """Chance to be beyond the bound, to either side, for the first time at each look.

    looks as in `look_bounds`; bounds: in standard errors, one per look. drift: the true effect in standard
    deviations of one observation.
    """
    counts, reach = _rising(looks), numbers(bounds, "bounds")
    if reach.size != counts.size:
        message = f"bounds: expected one for each of {counts.size} looks, found {reach.size}"
        raise ValueError(message)
    walk, found = _Walk(drift), np.empty(counts.size)
    for at, bound in enumerate(reach):
        found[at] = walk.beyond(counts[at], bound)
        walk.go_on(counts[at], bound)
    return found


class _Walk:
    """Where a sum of observations (mean drift, variance 1) may be, if it has met no bound so far."""

    def __init__(self, drift: float = 0.0) -> None:
        self.drift = drift
        self.count = 0.0
        self.places = np.zeros(1)
        self.mass = np.ones(1)

    def beyond(self, count: float, bound: float) -> float:
        """Chance to be beyond so many standard errors at that count."""
        root, edge = np.sqrt(count - self.count), bound * np.sqrt(count)
        centre = self.places + self.drift * (count - self.count)
        return float(self.mass @ (ndtr((centre - edge) / root) + ndtr((-edge - centre) / root)))

    def bound(self, count: float, chance: float) -> float:
        """The bound with that chance."""
        from scipy.optimize import brentq  # noqa: PLC0415  slow to import

        widest = float(-ndtri(chance / 4)) + 1
        return float(brentq(lambda bound: self.beyond(count, bound) - chance, 0.0, widest, xtol=1e-10))

    def go_on(self, count: float, bound: float) -> None:
        """Leave out what is beyond the bound at that count."""
        edge, step = bound * np.sqrt(count), count - self.count
        places = np.linspace(-edge, edge, POINTS)
        weights = np.full(POINTS, 2 * edge / (POINTS - 1) / 3)  # Simpson's rule
        weights[1:-1:2] *= 4
        weights[2:-1:2] *= 2
        gaps = places[:, None] - self.places[None, :] - self.drift * step
        density = np.exp(-(gaps**2) / (2 * step)) @ self.mass / np.sqrt(2 * np.pi * step)
        self.count, self.places, self.mass = count, places, density * weights


def _rising(looks: ArrayLike) -> NDArray[np.float64]:
    counts = numbers(looks, "looks")
    if counts.size == 0 or counts[0] <= 0 or not (np.diff(counts) > 0).all():
        message = f"looks: expected rising numbers above 0, found {counts.tolist()}"
        raise ValueError(message)
    return counts


def students(bounds: ArrayLike, looks: ArrayLike) -> NDArray[np.float64]:
    """The same bounds where the standard deviation is itself estimated: Student's t in place of the normal.

    Each keeps its chance; it is wider where there are few observations, most of all far out.
    """
    reach, counts = numbers(bounds, "bounds"), _rising(looks)
    tails = np.maximum(ndtr(-reach), np.finfo(np.float64).tiny)
    return np.array([-float(t_quantile(tail, n - 1)) for tail, n in zip(tails, counts, strict=True)])

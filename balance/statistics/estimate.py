"""One estimated number and how far it can be trusted."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval.

    value            the estimate, in the unit of what was measured (a rate is 0..1, not percent)
    low, high        limits of the interval; infinite when one cluster is all there is
    level            probability that the interval was built to cover the truth, 0..1
    n                observations behind it (games, draws, ...)
    clusters         independent units behind it (deals)
    standard_error   in the unit of the value; infinite with one cluster, 0 if no cluster differed
    method           how the interval was made, in words
    """

    value: float
    low: float
    high: float
    level: float
    n: float
    clusters: int
    standard_error: float
    method: str

    @property
    def half_width(self) -> float:
        """Half the length of the interval, in the unit of the value."""
        return (self.high - self.low) / 2

    def contains(self, value: float) -> bool:
        """Whether the interval covers this value (limits included)."""
        return self.low <= value <= self.high


def left_to_each(share: Estimate, others: int) -> Estimate:
    """What a share leaves to each of so many others: (1 - share) / others. ValueError without others."""
    if others < 1:
        message = f"others: expected at least one, found {others}"
        raise ValueError(message)
    return replace(
        share,
        value=(1 - share.value) / others,
        low=(1 - share.high) / others,
        high=(1 - share.low) / others,
        standard_error=share.standard_error / others,
    )

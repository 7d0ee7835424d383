"""Data whose truth is known, and the share of intervals that contain it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

Arrays = tuple["NDArray[np.float64]", "NDArray[np.int64]"]


@pytest.fixture(scope="session")
def yes_no_deals() -> Callable[..., Iterator[Arrays]]:
    """Function that yields runs of unequal deals with a planted rate and correlation."""
    return _yes_no_deals


@pytest.fixture(scope="session")
def cover() -> Callable[[NDArray[np.float64], float], float]:
    """Function that gives the share of intervals (rows low, high) that contain the truth."""
    return _cover


def _yes_no_deals(
    repeats: int,
    deals: int,
    rate: float,
    correlation: float,
    seed: int,
) -> Iterator[Arrays]:
    """Yield (hits, deal of each) with unequal deals of 1 to 5 games.

    Each deal has its own chance, from a beta distribution: two games of a deal correlate by
    exactly the number given, and the mean over games is exactly the rate given.
    """
    generator = np.random.default_rng(seed)
    mass = 1 / correlation - 1
    for _ in range(repeats):
        sizes = generator.integers(1, 6, size=deals)
        chance = generator.beta(mass * rate, mass * (1 - rate), size=deals)
        deal = np.repeat(np.arange(deals), sizes)
        yield (generator.random(deal.size) < chance[deal]).astype(float), deal


def _cover(limits: NDArray[np.float64], truth: float) -> float:
    """Share of intervals (rows low, high) that contain the truth."""
    return float(np.mean((limits[:, 0] <= truth) & (truth <= limits[:, 1])))

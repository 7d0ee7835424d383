"""A contrast whose second ratio has a price is the contrast of the multiplied counter."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from balance.reports.evidence import _priced
from balance.statistics import difference_from_moments, moments

PAIRS = [(0, 1), (2, 3), (0, 2), (0, 3), (1, 2), (1, 3)]


def test_price_multiplies_the_second_top() -> None:
    rng = np.random.default_rng(3)
    counters = [rng.integers(0, 9, 80).astype(float) for _ in range(4)]
    deals = np.arange(80) // 4
    priced = [counters[0], counters[1], 0.37 * counters[2], counters[3]]
    assert {tuple(sorted(pair)) for pair in PAIRS} <= set(combinations(range(4), 2))
    told, wanted = (
        difference_from_moments(given)
        for given in (
            _priced([moments(counters[i], counters[j], deals) for i, j in PAIRS], 0.37),
            [moments(priced[i], priced[j], deals) for i, j in PAIRS],
        )
    )
    assert told is not None
    assert wanted is not None
    for part in ("value", "low", "high", "standard_error"):
        assert getattr(told, part) == pytest.approx(getattr(wanted, part))

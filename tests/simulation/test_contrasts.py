"""Contrasts: what is stored of them, and that the interval is that of a count deal by deal."""

from __future__ import annotations

import numpy as np
import pytest

from balance.simulation import play, prepare, run
from balance.simulation.plan import pairs_of
from balance.statistics import Moments, difference_from_moments, moments

pytestmark = pytest.mark.usefixtures("desk")


def by_hand(counters: np.ndarray) -> tuple[float, float]:
    """Difference of two ratios and its standard error, from totals (deals, 4), by influence values."""
    a, b, c, d = counters.T.astype(float)
    one, other = a.sum() / b.sum(), c.sum() / d.sum()
    influence = (a - one * b) / b.sum() - (c - other * d) / d.sum()
    clusters = int(((b != 0) | (d != 0)).sum())
    return one - other, float(np.sqrt(clusters / (clusters - 1) * (influence**2).sum()))


def test_a_contrast_in_the_curves_table_gives_the_difference_by_hand() -> None:
    plan = prepare("three").plan
    contrast = plan.rules().book.contrasts[0]
    rows = play.play_rows(plan, 0, 30).seat_rows["cards"]
    table = run("three", jobs=1).curves
    for place in range(6):
        found = []
        for name, *_ in pairs_of(contrast):
            row = table[(table["curve"] == name) & (table["kind"] == "all") & (table["bin"] == place)]
            found.append(Moments(*(float(row[field].iloc[0]) for field in Moments.__dataclass_fields__)))
        fields = (contrast.top, contrast.bottom, contrast.other_top, contrast.other_bottom)
        totals = np.stack([rows[name][:, :, place].reshape(30, -1).sum(axis=1) for name in fields], axis=1)
        value, error = by_hand(totals)
        estimate = difference_from_moments(found, scale=1e-6)
        assert estimate is not None
        assert estimate.value == pytest.approx(1e-6 * value)
        assert estimate.standard_error == pytest.approx(1e-6 * error)
        assert estimate.low < estimate.value < estimate.high


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    """Two rates of 0.5 and 0.3 in the same clusters, with luck in common."""
    rng = np.random.default_rng(5)
    hits = 0
    for _ in range(400):
        luck = rng.normal(0, 0.1, 80)
        b, d = rng.integers(1, 9, 80), rng.integers(1, 9, 80)
        a = rng.binomial(b, np.clip(0.5 + luck, 0, 1))
        c = rng.binomial(d, np.clip(0.3 + luck, 0, 1))
        clusters = np.arange(80)
        pairs = [moments(x, y, clusters) for x, y in ((a, b), (c, d), (a, c), (a, d), (b, c), (b, d))]
        estimate = difference_from_moments(pairs)
        assert estimate is not None
        hits += estimate.low <= 0.2 <= estimate.high
    assert 0.92 < hits / 400 < 0.98


def test_without_a_case_on_either_side_there_is_no_difference() -> None:
    some, none = moments([1, 0], [1, 1], [0, 1]), moments([0, 0], [0, 0], [0, 1])
    assert difference_from_moments([some, none, none, none, none, none]) is None
    assert difference_from_moments([none, some, none, none, none, none]) is None


def test_one_cluster_says_nothing_of_how_sure_it_is() -> None:
    one = moments([1], [2], [0])
    estimate = difference_from_moments([one] * 6)
    assert estimate is not None
    assert (estimate.low, estimate.high) == (-np.inf, np.inf)

"""Confidence sequences under peeking, and the sequential test of block counts."""

from math import log, sqrt

import numpy as np
import pytest

from balance.statistics import (
    clusters_until,
    confidence_sequence,
    enough,
    llr_effect,
    llr_mean,
    sequence_half_width,
    sprt_decision,
)

NELO = sqrt(2) * log(10) / 800  # effect size of a block of two games, per unit of normalised Elo
FISHTEST = [379, 10170, 21828, 10640, 343]


def running(values):
    """Mean and standard deviation after 1, 2, ... columns of each row."""
    n = np.arange(1, values.shape[1] + 1)
    mean = values.cumsum(axis=1) / n
    square = (values**2).cumsum(axis=1) / n
    return n, mean, np.sqrt(np.maximum(square - mean**2, 0))


@pytest.mark.parametrize("tuned_for", [100, 1_000])
def test_sequence_covers_at_all_looks_together(tuned_for):
    # win shares of deals: 0, 1/2, 1 with mean 0.4, looked at after every deal from 100 to 3,000
    generator = np.random.default_rng(0)
    values = generator.choice([0, 0.5, 1], p=[0.4, 0.4, 0.2], size=(1_000, 3_000))
    n, mean, sd = running(values)
    seen = n >= 100
    miss = np.abs(mean - 0.4)[:, seen]
    ours = (miss > sequence_half_width(sd, n, tuned_for=tuned_for)[:, seen]).any(axis=1)
    naive = (miss > (1.96 * sd / np.sqrt(n))[:, seen]).any(axis=1)
    assert ours.mean() <= 0.05
    assert naive.mean() > 0.2


def test_the_mean_is_covered_when_the_run_stops_itself():
    generator = np.random.default_rng(1)
    values = generator.exponential(size=(500, 4_000))
    n, mean, sd = running(values)
    widths = sequence_half_width(sd, n, tuned_for=1_000)
    stops = np.argmax((widths <= 0.12) & (n >= 100), axis=1)
    assert stops.min() > 100
    rows = np.arange(500)
    assert enough(sd[0, stops[0]], int(n[stops[0]]), 0.12)
    assert not enough(sd[0, stops[0] - 1], int(n[stops[0] - 1]), 0.12)
    assert np.mean(np.abs(mean[rows, stops] - 1) <= widths[rows, stops]) >= 0.95


def test_sequence_is_narrowest_where_it_is_tuned():
    candidates = np.geomspace(10, 100_000, 41)
    widths = [float(sequence_half_width(1, 1_000, tuned_for=tuned)) for tuned in candidates]
    assert candidates[np.argmin(widths)] == pytest.approx(1_000)


def test_price_of_peeking():
    # about one and a half times the interval of a single look
    ratio = float(sequence_half_width(1, 1_000, tuned_for=1_000)) / (1.96 / sqrt(1_000))
    assert 1.4 < ratio < 1.6


def test_estimate_of_a_sequence():
    estimate = confidence_sequence(0.4, 0.5, 400)
    assert estimate.half_width == pytest.approx(float(sequence_half_width(0.5, 400)))
    assert (estimate.value, estimate.standard_error) == (0.4, 0.025)


def test_never_enough_before_the_first_look():
    assert not enough(0.0, 99, 0.01)
    assert enough(0.0, 100, 0.01)
    assert not enough(0.0, 1, 0.01, first_look=0)


def test_forecast_is_what_enough_asks_for():
    n = clusters_until(0.45, 0.02)
    assert enough(0.45, n, 0.02)
    assert not enough(0.45, n - 1, 0.02)
    assert clusters_until(0.0, 0.02) == 100


def test_sequence_input():
    with pytest.raises(ValueError, match="n: expected 1 or more"):
        sequence_half_width(1, 0)
    with pytest.raises(ValueError, match="tuned_for: expected a number above 0"):
        sequence_half_width(1, 5, tuned_for=0)
    with pytest.raises(ValueError, match="half_width: expected a number above 0"):
        enough(1, 500, 0)
    with pytest.raises(ValueError, match="half_width: expected a number above 0"):
        clusters_until(1, -1)


def test_published_sequential_tests():
    assert llr_effect(FISHTEST, 0, 2 * NELO) == pytest.approx(2.946, abs=6e-4)
    counts = [93, 18711, 58877, 18739, 100]
    assert llr_effect(counts, -1.75 * NELO, 0.25 * NELO) == pytest.approx(2.94210, abs=5e-6)


def test_published_effect_size():
    # 3.05 +/- 2.31 normalised Elo
    counts = np.array(FISHTEST)
    scores = np.repeat(np.linspace(0, 1, 5), counts)
    effect = (scores.mean() - 0.5) / scores.std() / NELO
    assert round(effect, 2) == 3.05
    # the likelihood ratio against the fitted effect is largest there
    ratios = [llr_effect(FISHTEST, 0, x * NELO) for x in (2.9, 3.05, 3.2)]
    assert max(ratios) == ratios[1]


def test_mean_ratio_by_hand():
    # two results: the likelihood of a coin, 60 heads of 100, 0.6 against 0.5
    expected = 60 * log(0.6 / 0.5) + 40 * log(0.4 / 0.5)
    assert llr_mean([40, 60], 0.5, 0.6) == pytest.approx(expected)
    assert llr_mean([50, 50, 0], 0.4, 0.4) == 0


def test_decisions_and_their_error_rate():
    assert [sprt_decision(llr) for llr in (2.95, 2.94, -2.94, -2.95)] == [
        *["second", "continue", "continue", "first"],
    ]
    generator = np.random.default_rng(2)
    wrong = 0
    for _ in range(200):
        counts, word = np.zeros(3), "continue"
        while word == "continue":
            counts += generator.multinomial(40, [0.3, 0.4, 0.3])
            word = sprt_decision(llr_mean(counts, 0.5, 0.55))
        wrong += word == "second"
    assert wrong <= 18  # 5 % of 200 and three standard errors


@pytest.mark.parametrize("counts", [[], [5], [0, 0], [1, -1]])
def test_counts_must_be_counts(counts):
    with pytest.raises(ValueError, match="counts: expected"):
        llr_mean(counts, 0.5, 0.6)

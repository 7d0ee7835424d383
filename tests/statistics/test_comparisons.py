"""Paired differences and verdicts: planted effects, error rates, promises kept."""

import numpy as np
import pytest

from balance.statistics import (
    Estimate,
    band,
    clustered_mean,
    paired_difference,
    verdict,
)


def estimate(value, standard_error, clusters=10_000):
    reach = 1.96 * standard_error
    low, high = value - reach, value + reach
    return Estimate(value, low, high, 0.95, clusters, clusters, standard_error, "by hand")


def test_a_control_against_itself_is_exactly_zero():
    values = np.random.default_rng(0).random(100)
    result = paired_difference(values, values.copy(), np.repeat(np.arange(25), 4))
    assert (result.estimate.value, result.estimate.low, result.estimate.high) == (0, 0, 0)
    assert result.correlation == pytest.approx(1)
    assert result.games_saved == np.inf
    assert result.deals_moved == 0
    assert verdict(result.estimate, 0).word == "equivalent"


def test_planted_difference_correlation_and_games_saved():
    # common luck of variance 1, own noise of variance 0.1 each: 2.2 / 0.2 = 11 times fewer games
    generator = np.random.default_rng(1)
    luck = generator.normal(size=50_000)
    noise = np.sqrt(0.1) * generator.normal(size=(2, 50_000))
    result = paired_difference(luck + noise[0] + 0.05, luck + noise[1], np.arange(50_000))
    assert result.estimate.contains(0.05)
    assert result.estimate.half_width < 0.01
    assert result.correlation == pytest.approx(1 / 1.1, abs=0.005)
    assert result.games_saved == pytest.approx(11, rel=0.03)
    assert result.independent_games == pytest.approx(1_100_000, rel=0.03)
    assert result.deals_moved == 50_000


def test_paired_interval_covers(cover):
    generator = np.random.default_rng(2)
    deals = np.repeat(np.arange(60), 2)
    found = []
    for _ in range(1_000):
        luck, shift = generator.normal(size=(2, 60))[:, deals]
        a = luck + 0.3 + 0.5 * shift + generator.normal(size=120)
        b = luck + generator.normal(size=120)
        result = paired_difference(a, b, deals).estimate
        found.append((result.low, result.high))
    assert 0.93 <= cover(np.array(found), 0.3) <= 0.97


def test_pairs_must_match():
    with pytest.raises(ValueError, match="expected columns of one length"):
        paired_difference([1, 2], [1], [0, 1])


def test_one_deal_gives_no_precision():
    result = paired_difference([1, 0], [0, 0], [7, 7])
    assert np.isnan(result.games_saved)
    assert np.isnan(result.correlation)
    answer = verdict(result.estimate, 0.1)
    assert (answer.word, answer.more_games) == ("undetermined", None)


@pytest.mark.parametrize(
    ("value", "standard_error", "word", "differs"),
    [
        (0.05, 0.01, "moved", True),
        (-0.05, 0.01, "moved", True),
        (0.00, 0.005, "equivalent", False),
        (0.01, 0.001, "equivalent", True),
        (0.01, 0.02, "undetermined", False),
        (0.00, 0.02, "undetermined", False),
    ],
)
def test_the_three_verdicts(value, standard_error, word, differs):
    answer = verdict(estimate(value, standard_error), 0.02)
    assert (answer.word, answer.differs) == (word, differs)
    assert (answer.more_games == 0) == (word != "undetermined")


def test_false_verdicts_come_at_the_stated_rate():
    generator = np.random.default_rng(3)
    samples = generator.normal(size=(2_000, 60))
    error = 1 / np.sqrt(60)
    deals = np.arange(60)
    words = {"null": [], "margin": []}
    for row in samples:
        words["null"].append(verdict(clustered_mean(row, deals), 0).word)
        # a true value that sits on the margin must not be called equivalent too often
        words["margin"].append(verdict(clustered_mean(row + 4 * error, deals), 4 * error).word)
    assert np.mean(np.array(words["null"]) == "moved") == pytest.approx(0.05, abs=0.01)
    assert np.mean(np.array(words["margin"]) == "equivalent") == pytest.approx(0.05, abs=0.01)


@pytest.mark.parametrize(("truth", "margin"), [(0.1, 0.05), (0.0, 0.1)])
def test_more_games_lead_to_a_verdict_in_80_percent(truth, margin):
    first = estimate(truth, 1 / np.sqrt(100), clusters=100)
    games = int(first.n + verdict(first, margin).more_games)
    generator = np.random.default_rng(4)
    means = truth + generator.normal(size=2_000) / np.sqrt(games)
    words = [verdict(estimate(mean, 1 / np.sqrt(games), games), margin).word for mean in means]
    wanted = "moved" if truth else "equivalent"
    assert np.mean(np.array(words) == wanted) == pytest.approx(0.8, abs=0.03)


def test_verdict_input():
    with pytest.raises(ValueError, match="margin: expected 0 or more"):
        verdict(estimate(0, 1), -1)
    with pytest.raises(ValueError, match="found NaN"):
        verdict(estimate(float("nan"), 1), 1)


@pytest.mark.parametrize(
    ("value", "standard_error", "word"),
    [(0.5, 0.005, "met"), (0.6, 0.005, "missed"), (0.51, 0.01, "undetermined")],
)
def test_bands(value, standard_error, word):
    assert band(estimate(value, standard_error), 0.48, 0.52) == word


def test_bands_have_an_order():
    with pytest.raises(ValueError, match="expected low <= high"):
        band(estimate(0, 1), 2, 1)

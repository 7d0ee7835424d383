"""Rates and means against published numbers, statsmodels and planted truth."""

import numpy as np
import pytest
import statsmodels.api as sm

from balance.statistics import clustered_mean, clustered_rate, wilson
from balance.statistics.intervals import rate_limits


def limits(estimate):
    return [estimate.low, estimate.high]


def test_wilson_of_a_published_count():
    estimate = wilson(53, 150)
    assert [round(100 * limit, 1) for limit in limits(estimate)] == [28.1, 43.3]
    assert estimate.value == 53 / 150


def test_wilson_of_newcombe():
    # Newcombe, Stat. Med. 17 (1998), table I, method 3
    assert np.round(limits(wilson(81, 263)), 4).tolist() == [0.2553, 0.3662]
    assert np.round(limits(wilson(15, 148)), 4).tolist() == [0.0624, 0.1605]
    assert np.round(limits(wilson(0, 20)), 4).tolist() == [0, 0.1611]
    assert np.round(limits(wilson(1, 29)), 4).tolist() == [0.0061, 0.1718]


@pytest.mark.parametrize(("successes", "n"), [(0, 0), (-1, 3), (4, 3)])
def test_wilson_refuses_impossible_counts(successes, n):
    with pytest.raises(ValueError, match="expected"):
        wilson(successes, n)


@pytest.mark.parametrize("level", [0, 1, 95])
def test_levels_are_shares(level):
    with pytest.raises(ValueError, match="level: expected a number between 0 and 1"):
        wilson(1, 2, level)


@pytest.mark.parametrize(("rate", "correlation"), [(0.5, 0.3), (0.25, 0.5), (0.1, 0.1)])
def test_rate_interval_covers_the_truth(rate, correlation, yes_no_deals, cover):
    runs = yes_no_deals(2_000, 150, rate, correlation, seed=7)
    found = np.array([limits(clustered_rate(hits, deals)) for hits, deals in runs])
    assert 0.935 <= cover(found, rate) <= 0.965


def test_ignoring_the_deals_would_not_cover(yes_no_deals, cover):
    runs = yes_no_deals(500, 150, 0.5, 0.5, seed=7)
    found = np.array([limits(wilson(hits.sum(), hits.size)) for hits, _ in runs])
    assert cover(found, 0.5) < 0.85


def test_rate_interval_covers_when_seats_cancel_luck(cover):
    # the deal gives seat 0 its chance, the swapped game the opposite one
    generator = np.random.default_rng(5)
    found = []
    for _ in range(1_000):
        luck = generator.beta(0.5, 0.5, size=200)
        chance = np.concatenate([0.1 + 0.8 * luck, 0.9 - 0.8 * luck])
        hits = generator.random(400) < chance
        found.append(limits(clustered_rate(hits, np.tile(np.arange(200), 2))))
    assert 0.935 <= cover(np.array(found), 0.5) <= 0.965
    # the swap correlates the two games by -0.32: 0.68 of the variance of independent games
    assert np.mean(np.diff(found)) == pytest.approx(2 * 1.96 * np.sqrt(0.68 * 0.25 / 400), rel=0.02)


def test_rate_interval_covers_with_win_shares_of_three_players(cover):
    generator = np.random.default_rng(3)
    shares = np.array([0, 1 / 3, 1 / 2, 1])
    found = []
    for _ in range(1_000):
        luck = generator.dirichlet([3, 0.5, 0.5, 2], size=120)
        draws = (generator.random((120, 3, 1)) > luck.cumsum(axis=1)[:, np.newaxis]).sum(axis=2)
        values = shares[np.minimum(draws, 3)].ravel()
        found.append(limits(clustered_rate(values, np.repeat(np.arange(120), 3))))
    truth = (0.5 / 3 + 0.5 / 2 + 2) / 6
    assert 0.935 <= cover(np.array(found), truth) <= 0.965


def test_rare_events_are_not_missed_above(yes_no_deals, cover):
    # with about two events in all, the interval must be wide enough above
    runs = yes_no_deals(1_000, 400, 0.002, 0.05, seed=1)
    found = np.array([limits(clustered_rate(hits, deals)) for hits, deals in runs])
    assert cover(found, 0.002) >= 0.94
    assert found.min() >= 0


def test_independent_games_give_almost_wilson():
    hits = np.repeat([1, 0], [530, 970])
    ours, wilsons = clustered_rate(hits, np.arange(1500)), wilson(530, 1500)
    assert limits(ours) == pytest.approx(limits(wilsons), abs=1e-4)


def test_standard_errors_match_statsmodels(yes_no_deals):
    hits, deals = next(yes_no_deals(1, 60, 0.4, 0.3, seed=2))
    fit = sm.OLS(hits, np.ones_like(hits)).fit(cov_type="cluster", cov_kwds={"groups": deals})
    for estimate in (clustered_rate(hits, deals), clustered_mean(hits, deals)):
        assert estimate.value == pytest.approx(fit.params[0], rel=1e-12)
        assert estimate.standard_error == pytest.approx(fit.bse[0], rel=1e-9)


def test_standard_errors_match_gee():
    generator = np.random.default_rng(4)
    deals = np.repeat(np.arange(80), generator.integers(1, 7, size=80))
    values = generator.normal(size=80)[deals] + generator.normal(size=deals.size)
    fit = sm.GEE(values, np.ones_like(values), groups=deals).fit()
    expected = fit.bse[0] * np.sqrt(80 / 79)  # GEE leaves out the small-sample factor
    assert clustered_mean(values, deals).standard_error == pytest.approx(expected, rel=1e-9)


def test_mean_interval_covers_with_few_clusters(cover):
    generator = np.random.default_rng(6)
    deals = np.repeat(np.arange(8), 5)
    luck = generator.normal(size=(2_000, 8))[:, deals]
    values = 10 + luck + generator.normal(size=(2_000, 40))
    found = np.array([limits(clustered_mean(row, deals)) for row in values])
    assert 0.935 <= cover(found, 10) <= 0.965


def test_far_from_zero_means_lose_no_digits():
    values = 1e9 + np.array([0.0, 1, 0, 1, 0, 1])
    estimate = clustered_mean(values, np.arange(6))
    assert estimate.value == 1e9 + 0.5
    assert estimate.standard_error == pytest.approx(np.sqrt(0.3 / 6), rel=1e-6)


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_all_alike_is_wilson_with_each_deal_counted_once(value):
    estimate = clustered_rate(np.full(4_000, value), np.repeat(np.arange(1_000), 4))
    expected = wilson(1_000 * value, 1_000)
    assert limits(estimate) == pytest.approx(limits(expected), abs=2e-5)
    assert estimate.contains(value)
    assert estimate.half_width < 0.002


def test_all_one_half_leaves_room_for_deals_not_seen():
    few = clustered_rate([0.5] * 4, [0, 0, 1, 1])
    many = clustered_rate([0.5] * 2_000, np.repeat(np.arange(1_000), 2))
    assert few.half_width > 0.45
    assert 0 < many.half_width < 0.002


def test_one_cluster_says_nothing_about_precision():
    rate = clustered_rate([1, 0, 1], ["x", "x", "x"])
    assert (rate.value, rate.low, rate.high, rate.clusters) == (2 / 3, 0, 1, 1)
    mean = clustered_mean([5, 7], ["x", "x"])
    assert (mean.value, mean.low, mean.high) == (6, -np.inf, np.inf)
    assert mean.standard_error == np.inf
    assert mean.half_width == np.inf


@pytest.mark.parametrize("function", [clustered_rate, clustered_mean])
@pytest.mark.parametrize(
    ("values", "clusters", "message"),
    [
        ([], [], "expected at least one observation"),
        ([1, np.nan], [0, 1], "found nan in row 1"),
        ([1, 0], [0], "expected one label for each of 2 rows"),
        ([1, 0], [0, None], "row 1 has no label"),
        ([[1, 0]], [0, 1], "expected one dimension"),
    ],
)
def test_broken_input_is_named(function, values, clusters, message):
    with pytest.raises(ValueError, match=message):
        function(values, np.array(clusters, dtype=object))


def test_rates_are_not_percent():
    with pytest.raises(ValueError, match=r"values in 0\.\.1, found 48\.0 in row 1"):
        clustered_rate([1, 48], [0, 1])


@pytest.mark.parametrize("clusters", [1.003, 1.015])
def test_hardly_more_than_one_cluster_says_nothing_about_precision(clusters):
    """Its quantile is astronomic; its square must not run over."""
    low, high = rate_limits(np.array([0.4]), np.array([0.1]), np.array([clusters]), 0.95)
    assert low[0] == pytest.approx(0, abs=1e-9)
    assert high[0] == pytest.approx(1, abs=1e-9)

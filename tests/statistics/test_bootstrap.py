"""Bootstrap: coverage of known quantiles, agreement with theory, the seed."""

import numpy as np
import pytest
from scipy import stats

from balance.statistics import bootstrap_mean, bootstrap_quantile, clustered_mean


def deals_of_normals(generator, deals=60, games=4):
    """Normal values of variance 2 around 0, correlated one half inside deals."""
    luck = np.repeat(generator.normal(size=deals), games)
    return luck + generator.normal(size=deals * games), np.repeat(np.arange(deals), games)


@pytest.mark.parametrize("quantile", [0.5, 0.9])
def test_quantile_interval_covers(quantile, cover):
    generator = np.random.default_rng(0)
    found = []
    for seed in range(400):
        values, deals = deals_of_normals(generator)
        estimate = bootstrap_quantile(values, deals, quantile, resamples=300, seed=seed)
        found.append((estimate.low, estimate.high))
    truth = stats.norm.ppf(quantile) * np.sqrt(2)
    assert 0.91 <= cover(np.array(found), truth) <= 0.98


def test_mean_agrees_with_the_sandwich():
    values, deals = deals_of_normals(np.random.default_rng(1), deals=500)
    ours, theirs = bootstrap_mean(values, deals, seed=3), clustered_mean(values, deals)
    assert ours.value == pytest.approx(theirs.value)
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.05)
    assert ours.low == pytest.approx(theirs.low, abs=0.02)


def test_same_seed_same_limits():
    values, deals = deals_of_normals(np.random.default_rng(2))
    assert bootstrap_mean(values, deals, seed=9) == bootstrap_mean(values, deals, seed=9)
    assert bootstrap_mean(values, deals, seed=9).low != bootstrap_mean(values, deals, seed=8).low


def test_the_median_is_a_value_that_was_seen():
    estimate = bootstrap_quantile([3, 1, 2, 10], [0, 1, 2, 3], 0.5)
    assert estimate.value == 2
    assert {estimate.low, estimate.high} <= {1.0, 2.0, 3.0, 10.0}


def test_constant_values_and_one_cluster():
    estimate = bootstrap_mean([4, 4, 4], [0, 1, 1])
    assert (estimate.value, estimate.low, estimate.high) == (4, 4, 4)
    single = bootstrap_quantile([1, 2, 3], [0, 0, 0], 0.5)
    assert (single.value, single.low, single.high) == (2, -np.inf, np.inf)


def test_broken_input():
    with pytest.raises(ValueError, match="found none"):
        bootstrap_mean([], [])
    with pytest.raises(ValueError, match="quantile: expected a number between 0 and 1, found 5"):
        bootstrap_quantile([1], [1], 5)

"""Regression against statsmodels and planted effects."""

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm

from balance.statistics import clustered_regression


def sample(generator, deals=40, games=3):
    deal = np.repeat(np.arange(deals), games)
    luck = generator.normal(size=deals)[deal]
    factors = pd.DataFrame({"cost": generator.integers(0, 3, deal.size), "seat": deal % 2 + luck})
    outcome = 2 - 0.5 * factors["cost"] + luck + generator.normal(size=deal.size)
    return outcome.to_numpy(), factors, deal


def test_statsmodels_agrees():
    outcome, factors, deal = sample(np.random.default_rng(0))
    ours = clustered_regression(outcome, factors, deal)
    fit = sm.OLS(outcome, sm.add_constant(factors)).fit(
        cov_type="cluster",
        cov_kwds={"groups": deal},
        use_t=True,
    )
    assert ours["term"].tolist() == ["constant", "cost", "seat"]
    assert ours["value"].to_numpy() == pytest.approx(fit.params.to_numpy())
    assert ours["standard_error"].to_numpy() == pytest.approx(fit.bse.to_numpy())
    assert ours["p"].to_numpy() == pytest.approx(fit.pvalues.to_numpy())
    assert ours[["low", "high"]].to_numpy() == pytest.approx(fit.conf_int().to_numpy())


def test_within_deals_equals_a_constant_per_deal():
    outcome, factors, deal = sample(np.random.default_rng(1))
    ours = clustered_regression(outcome, factors[["cost"]], deal, within=True)
    dummies = pd.get_dummies(deal, dtype=float).assign(cost=factors["cost"])
    assert ours["value"][0] == pytest.approx(sm.OLS(outcome, dummies).fit().params["cost"])


def test_within_takes_the_luck_out():
    outcome, factors, deal = sample(np.random.default_rng(2), deals=2_000)
    across = clustered_regression(outcome, factors[["cost"]], deal).iloc[1]
    within = clustered_regression(outcome, factors[["cost"]], deal, within=True).iloc[0]
    for fit in (across, within):
        assert fit["low"] <= -0.5 <= fit["high"]
    assert within["standard_error"] < 0.9 * across["standard_error"]


@pytest.mark.parametrize("within", [False, True])
def test_planted_effect_is_covered(within, cover):
    generator = np.random.default_rng(3)
    found = []
    for _ in range(400):
        outcome, factors, deal = sample(generator, deals=80)
        table = clustered_regression(outcome, factors[["cost"]], deal, within=within)
        found.append(table.set_index("term").loc["cost", ["low", "high"]])
    assert 0.92 <= cover(np.array(found, dtype=float), -0.5) <= 0.98


@pytest.mark.parametrize(
    ("factors", "deals", "message"),
    [
        ({"x": [1, 1, 1, 1]}, [0, 0, 1, 1], "do not vary independently"),
        ({"x": [1, 2, 3, 4], "y": [2, 4, 6, 8]}, [0, 0, 1, 1], "do not vary independently"),
        ({"x": [1, 2, 3, 4]}, [0, 0, 0, 0], "clusters: expected two or more, found 1"),
        ({"x": [1, 2, 3]}, [0, 0, 1, 1], "expected 4 rows of finite numbers"),
        ({"x": [1, 2, 3, np.inf]}, [0, 0, 1, 1], "expected 4 rows of finite numbers"),
    ],
)
def test_broken_input(factors, deals, message):
    with pytest.raises(ValueError, match=message):
        clustered_regression([1, 2, 3, 5], pd.DataFrame(factors), deals)

"""Correlations and slopes from sums are those from rows; tests of bands and of equal parts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.multitest import multipletests

from balance.statistics import (
    any_mix,
    band_p,
    benjamini_hochberg,
    clustered_correlation,
    clustered_mean,
    clustered_rate,
    clustered_regression,
    correlation_from_products,
    holm,
    homogeneity,
    nash_mix,
    one_sided,
    products,
    slope_from_products,
    wilson,
)
from balance.statistics.intervals import t_quantile, t_tail


def rows(seed: int = 3, deals: int = 60, games: int = 5):
    rng = np.random.default_rng(seed)
    luck = rng.normal(size=(deals, 1))
    x = luck + rng.normal(size=(deals, games)) + 4
    y = 0.5 * x + luck + rng.normal(size=(deals, games))
    y[rng.random(y.shape) < 0.2] = np.nan
    seen = ~np.isnan(y)
    clusters = np.broadcast_to(np.arange(deals)[:, None], x.shape)[seen]
    return x, y, x[seen], y[seen], clusters


def close(one, other) -> None:
    for name in ("value", "low", "high", "standard_error", "n", "clusters"):
        assert getattr(one, name) == pytest.approx(getattr(other, name), rel=1e-9), name


def test_correlation_is_that_of_the_rows() -> None:
    x, y, flat_x, flat_y, clusters = rows()
    close(correlation_from_products(products(x, y)), clustered_correlation(flat_x, flat_y, clusters))


def test_slope_is_that_of_the_rows() -> None:
    x, y, flat_x, flat_y, clusters = rows()
    fit = clustered_regression(flat_y, pd.DataFrame({"x": flat_x}), clusters).iloc[1]
    close(slope_from_products(products(x, y)), fit)


def test_parts_add_up() -> None:
    x, y, *_ = rows()
    whole, parts = products(x, y), products(x[:20], y[:20]) + products(x[20:], y[20:])
    close(slope_from_products(whole), slope_from_products(parts))
    close(correlation_from_products(whole), correlation_from_products(parts))


def test_an_exact_line() -> None:
    x = np.arange(12.0).reshape(6, 2)
    found = slope_from_products(products(x, 3 - 2 * x))
    assert found.value == pytest.approx(-2)
    assert found.standard_error == pytest.approx(0, abs=1e-6)
    assert correlation_from_products(products(x, 3 - 2 * x)).value == pytest.approx(-1)


def test_what_does_not_vary_has_no_correlation_and_no_slope() -> None:
    flat, x = np.full((6, 2), 0.1), np.arange(12.0).reshape(6, 2)
    assert np.isnan(correlation_from_products(products(flat, x)).value)
    assert np.isnan(correlation_from_products(products(x * np.nan, x)).value)
    with pytest.raises(ValueError, match="an x that varies"):
        slope_from_products(products(flat, x))
    with pytest.raises(ValueError, match="one shape"):
        products(x, x[:3])


def made(value: float, error: float, clusters: int = 1_000):
    half = clustered_mean([-1.0, 1.0], [0, 1])
    return type(half)(value, value - 2 * error, value + 2 * error, 0.95, 100, clusters, error, "made up")


def parts(*values: float) -> list:
    return [made(v, 1.0) for v in values]


def whole(values, error: float):
    return replace(made(float(np.mean(values)), error), n=100.0 * len(values))


def test_equal_parts_and_a_part_that_is_off() -> None:
    assert homogeneity(parts(1, 1, 1, 1), whole([1.0], 0.1)) == 1.0
    off = (1.0, 1.0, 1.0, 1.8)
    assert homogeneity(parts(*off), whole(off, 0.05)) < 1e-6
    # chi squared of 4 with 3 degrees of freedom: four parts, each one of its errors (2 * 0.5) away
    apart = (-1.0, 1.0, -1.0, 1.0)
    assert homogeneity(parts(*apart), whole(apart, 0.5)) == pytest.approx(0.2615, abs=1e-4)
    assert homogeneity(parts(1, 1), whole([1.0, 1.0], 0.0)) == 1.0
    assert homogeneity(parts(1, 1.1), whole([1.05, 1.05], 0.0)) == 0.0
    assert homogeneity(parts(1, 2), whole([1.5, 1.5], np.inf)) == 1.0
    assert homogeneity(parts(1), whole([1.0], 0.1)) == 1.0


def test_false_alarms_of_homogeneity() -> None:
    rng = np.random.default_rng(5)
    drawn = rng.normal(size=(2_000, 4))
    alarms = [homogeneity(parts(*values), whole(values, 0.5)) < 0.05 for values in drawn]
    assert 0.04 < np.mean(alarms) < 0.06


def test_a_part_without_an_event_is_not_certain() -> None:
    """Three events in 4,000 games: where they fall says nothing."""
    hits = np.zeros(4_000)
    hits[[10, 1_500, 1_600]] = 1
    every = np.arange(4_000)
    split = [clustered_rate(hits[n::4], every[n::4]) for n in range(4)]
    assert homogeneity(split, clustered_rate(hits, every)) > 0.05


def test_bands() -> None:
    inside, outside = band_p(made(1.0, 0.1), 0.5, 1.5)
    assert inside < 1e-5
    assert outside > 0.99
    inside, outside = band_p(made(2.0, 0.1), 0.5, 1.5)
    assert inside > 0.99
    assert outside < 1e-5
    assert min(band_p(made(1.4, 0.5), 0.5, 1.5)) > 0.05
    assert band_p(made(9.0, 0.1), 0.5, np.inf)[0] < 1e-5
    assert band_p(made(9.0, 0.1), -np.inf, 0.5)[1] < 1e-5
    with pytest.raises(ValueError, match="low < high"):
        band_p(made(1.0, 0.1), 1.0, 1.0)


def test_one_sided_halves() -> None:
    assert one_sided(made(0.0, 1.0), 0.0, above=True) == 0.5
    up, down = (one_sided(made(1.0, 1.0), 0.0, above=above) for above in (True, False))
    assert up + down == pytest.approx(1)
    assert up == pytest.approx(0.1587, abs=1e-3)
    assert one_sided(wilson(100, 100), 0.5, above=True) < 1e-6


@pytest.mark.parametrize(("ours", "theirs"), [(holm, "holm"), (benjamini_hochberg, "fdr_bh")])
def test_corrections_are_those_of_statsmodels(ours, theirs: str) -> None:
    rng = np.random.default_rng(2)
    for size in (1, 2, 7, 60):
        p = np.round(rng.random(size) ** 3, 3)  # with ties
        rejected, adjusted, _, _ = multipletests(p, alpha=0.05, method=theirs)
        found = ours(pd.DataFrame({"p": p}))
        np.testing.assert_allclose(found["p_adjusted"], adjusted, rtol=1e-12)
        assert (found["rejected"] == rejected).all()


def test_quantiles_are_those_of_scipy() -> None:
    from scipy import stats

    df = np.array([1.0, 2.5, 30.0, 555.0, np.inf])
    np.testing.assert_allclose(t_quantile(0.975, df), stats.t.ppf(0.975, df), rtol=1e-14)
    for freedom in df:
        assert t_tail(1.7, freedom) == pytest.approx(stats.t.sf(1.7, freedom), rel=1e-14)


def test_any_mix_is_the_mix_where_there_is_one() -> None:
    rng = np.random.default_rng(8)
    for size in (2, 3, 5):
        upper = np.triu(rng.uniform(0.2, 0.8, (size, size)), 1)
        square = upper + np.tril(1 - upper.T, -1) + np.eye(size) / 2
        names = [f"p{n}" for n in range(size)]
        mix = nash_mix(pd.DataFrame(square, names, names)).mix
        np.testing.assert_allclose(any_mix(square), mix, atol=1e-6)

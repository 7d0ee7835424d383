"""Detection limits against simulation and statsmodels."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import TTestPower

from balance.statistics import clusters_needed, detection_limit, detection_limit_between


def test_limit_is_seen_in_80_percent_of_runs():
    generator = np.random.default_rng(0)
    limit = detection_limit(1 / np.sqrt(50), clusters=50)
    runs = generator.normal(loc=limit, size=(10_000, 50))
    assert np.mean(stats.ttest_1samp(runs, 0, axis=1).pvalue < 0.05) == pytest.approx(0.8, abs=0.015)


@pytest.mark.parametrize("clusters", [10, 30, 1_000])
def test_limit_matches_statsmodels(clusters):
    effect = TTestPower().solve_power(nobs=clusters, alpha=0.05, power=0.8)
    ours = detection_limit(1 / np.sqrt(clusters), clusters)
    assert ours == pytest.approx(effect, rel=0.03)


def test_many_clusters_need_2_8_standard_errors():
    # 1.960 + 0.842
    assert detection_limit(1) == pytest.approx(2.8016, abs=1e-4)
    assert detection_limit_between(1) == pytest.approx(2.8016 * np.sqrt(2), abs=1e-4)
    assert detection_limit_between(3, 4) == pytest.approx(2.8016 * 5, abs=1e-3)


def test_common_deals_lower_the_limit():
    assert detection_limit_between(1, correlation=0.98) == pytest.approx(2.8016 * 0.2, abs=1e-4)
    assert detection_limit_between(1, correlation=1) == 0


def test_clusters_needed_reach_the_limit():
    # 100 deals gave 0.05: an effect of 0.05 needs 100 * 2.8016^2
    assert clusters_needed(0.05, 100, 0.05) == 785


def test_nothing_is_seen_with_one_deal():
    assert detection_limit(0.1, clusters=1) == np.inf


def test_errors():
    with pytest.raises(ValueError, match="standard_error: expected 0 or more"):
        detection_limit(-1)
    with pytest.raises(ValueError, match="standard_error: expected 0 or more"):
        detection_limit_between(1, -1)
    with pytest.raises(ValueError, match=r"correlation: expected -1\.\.1"):
        detection_limit_between(1, correlation=2)
    with pytest.raises(ValueError, match="effect: expected a number above 0"):
        clusters_needed(1, 5, 0)

"""Corrections on published p-values, and p-values that belong to their intervals."""

import numpy as np
import pandas as pd
import pytest

from balance.statistics import (
    benjamini_hochberg,
    clustered_mean,
    clustered_rate,
    holm,
    p_value,
    p_values,
    wilson,
)

# Benjamini and Hochberg (1995), section 3.2: 15 tests, of which their method finds 4
PUBLISHED = [
    *[0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344],
    *[0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000],
]


def test_published_example():
    frame = pd.DataFrame({"p": PUBLISHED})
    assert benjamini_hochberg(frame)["rejected"].sum() == 4
    assert holm(frame)["rejected"].sum() == 3


def test_holm_by_hand():
    result = holm(pd.DataFrame({"name": list("abcd"), "p": [0.01, 0.04, 0.03, 0.005]}))
    assert result["p_adjusted"].tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert result["rejected"].tolist() == [True, False, False, True]
    assert result["name"].tolist() == list("abcd")


def test_missing_p_values_are_no_tests():
    result = holm(pd.DataFrame({"q": [np.nan, 0.04]}), p="q")
    assert np.isnan(result["p_adjusted"][0])
    assert result["p_adjusted"][1] == 0.04
    assert result["rejected"].tolist() == [False, True]
    assert holm(pd.DataFrame({"p": []})).empty


def test_impossible_p_values():
    with pytest.raises(ValueError, match=r"expected p-values in 0\.\.1"):
        holm(pd.DataFrame({"p": [np.nan, 5.0]}))


def test_score_test_of_a_published_count():
    # 53 of 150 against one half: z = -3.5925
    assert p_value(wilson(53, 150), 0.5) == pytest.approx(0.000328, abs=1e-6)


def test_t_test_by_hand():
    # mean 1, standard error 1 / sqrt(3), 3 degrees of freedom: t = sqrt(3), p = 0.1817
    estimate = clustered_mean([0, 0, 2, 2], [0, 1, 2, 3])
    assert p_value(estimate) == pytest.approx(0.1817, abs=1e-4)


def test_p_and_interval_agree(yes_no_deals):
    for hits, deals in yes_no_deals(300, 40, 0.5, 0.2, seed=0):
        for estimate in (clustered_rate(hits, deals), wilson(hits.sum(), hits.size)):
            p = p_value(estimate, 0.4)
            if abs(p - 0.05) > 0.005:
                assert (p > 0.05) == estimate.contains(0.4)


def test_certainty_needs_more_than_no_variance():
    none = clustered_rate([0] * 20, range(20))
    assert 0.01 < p_value(none, 0.2) < 0.05
    assert p_value(none, 0.0) == 1
    assert p_value(none, 1.0) == 0
    assert p_value(clustered_rate([1, 1], [0, 0]), 0.5) == 1
    assert p_value(clustered_mean([3, 3], [0, 1]), 2) == 0


def test_table_of_estimates():
    table = p_values({"a": wilson(53, 150), "b": wilson(75, 150)}, null=0.5)
    assert table["name"].tolist() == ["a", "b"]
    assert table["p"][1] == 1
    assert holm(table)["rejected"].tolist() == [True, False]

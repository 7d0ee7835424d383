"""Distributions of small data by hand."""

import numpy as np
import pandas as pd
import pytest

from balance.statistics import describe, describe_counts, histogram


def test_describe_by_hand():
    frame = pd.DataFrame({"turns": [7, 3, 9, 3, 8], "cash": [1, np.nan, 1, 1, 1]}, index=range(10, 15))
    table = describe(frame, clusters=[0, 0, 1, 1, 2])
    turns = table.loc["turns"]
    assert (turns["n"], turns["clusters"], turns["mean"]) == (5, 3, 6)
    assert turns["sd"] == pytest.approx(np.sqrt(8))
    assert turns[["p25", "p50", "p75"]].tolist() == [3, 7, 8]
    # the first game that shows the extreme
    assert (turns["min"], turns["min_label"], turns["max"], turns["max_label"]) == (3, 11, 9, 12)
    assert turns["low"] < 6 < turns["high"]
    cash = table.loc["cash"]
    assert (cash["n"], cash["sd"], cash["low"], cash["high"]) == (4, 0, 1, 1)


def test_percentiles_of_0_to_100():
    table = describe(np.random.default_rng(0).permutation(101))
    assert table.loc["value", ["p05", "p25", "p50", "p75", "p95"]].tolist() == [5, 25, 50, 75, 95]


def test_labels_may_be_anything():
    series = pd.Series([4, 2], name="points")
    assert describe(series, labels=["game 7", "game 9"]).loc["points", "min_label"] == "game 9"


def test_nothing_to_describe():
    table = describe([])
    assert table.loc["value", "n"] == 0
    assert np.isnan(table.loc["value", "mean"])
    assert list(table.columns) == list(describe([1]).columns)
    assert np.isnan(describe([1]).loc["value", "sd"])


def test_lengths_must_match():
    with pytest.raises(ValueError, match="clusters: expected 2 entries, found 1"):
        describe([1, 2], clusters=[1])


def test_histogram_shows_gaps():
    table = histogram([3, 5, 3, 6, np.nan])
    assert table["value"].tolist() == [3, 4, 5, 6]
    assert table["count"].tolist() == [2, 0, 1, 1]
    assert table["share"].tolist() == [0.5, 0, 0.25, 0.25]
    assert histogram([-1, -1])["value"].tolist() == [-1]
    assert histogram([]).empty


def test_histogram_refuses_what_is_not_a_count():
    with pytest.raises(ValueError, match=r"expected whole numbers, found 0\.5"):
        histogram([1, 0.5])
    with pytest.raises(ValueError, match="expected a span"):
        histogram([0, 10**9])


def test_counts_are_described_as_the_values_are():
    generator = np.random.default_rng(5)
    values = generator.poisson(4, 1_000)
    sizes, counts = np.unique(values, return_counts=True)
    found = describe_counts(sizes[::-1], counts[::-1])
    assert found["n"] == 1_000
    assert found["mean"] == pytest.approx(values.mean())
    assert (found["min"], found["max"]) == (values.min(), values.max())
    for name, share in {"p05": 0.05, "p25": 0.25, "p50": 0.5, "p75": 0.75, "p95": 0.95}.items():
        assert found[name] == np.quantile(values, share, method="inverted_cdf")


def test_counts_of_nothing():
    found = describe_counts([0, 1, 2, 7], [0, 3, 1, 0])
    assert (found["min"], found["p50"], found["max"]) == (1, 1, 2)
    nothing = describe_counts([0, 1], [0, 0])
    assert nothing["n"] == 0
    assert np.isnan(nothing["p50"])
    with pytest.raises(ValueError, match="as many counts as values"):
        describe_counts([1, 2], [1])
    with pytest.raises(ValueError, match="expected 0 or more"):
        describe_counts([1, 2], [1, -1])

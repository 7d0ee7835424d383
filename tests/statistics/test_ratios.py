"""Ratios of sums: coverage, the two ways in, tables, degenerate bins."""

from dataclasses import asdict

import numpy as np
import pandas as pd
import pytest

from balance.statistics import (
    Moments,
    clustered_mean,
    clustered_rate,
    clustered_ratio,
    moments,
    ratio_from_moments,
    ratio_table,
)

RATE = 0.12


def events_per_draw(repeats, deals, seed):
    """Moments of repeats runs; each deal has its own chance and its own number of draws."""
    generator = np.random.default_rng(seed)
    draws = generator.integers(1, 40, size=(repeats, deals))
    events = generator.binomial(draws, generator.beta(6 * RATE, 6 * (1 - RATE), draws.shape))
    return pd.DataFrame(
        {
            "repeat": np.arange(repeats),
            "clusters": deals,
            "top": events.sum(axis=1),
            "bottom": draws.sum(axis=1),
            "top_top": (events**2).sum(axis=1),
            "bottom_bottom": (draws**2).sum(axis=1),
            "top_bottom": (events * draws).sum(axis=1),
        },
    )


@pytest.mark.parametrize("bounded", [True, False])
def test_ratio_interval_covers_the_truth(bounded, cover):
    table = ratio_table(events_per_draw(4_000, 300, seed=0), by=["repeat"], bounded=bounded)
    assert 0.935 <= cover(table[["low", "high"]].to_numpy(), RATE) <= 0.965


def test_few_clusters_are_still_covered_when_bounded(cover):
    table = ratio_table(events_per_draw(4_000, 25, seed=1), by=["repeat"], bounded=True)
    assert cover(table[["low", "high"]].to_numpy(), RATE) >= 0.93
    assert table["low"].min() >= 0


def test_ratio_of_sums_when_top_may_exceed_bottom(cover):
    # gold per card: truth 2.5, size of a deal correlated with its yield
    generator = np.random.default_rng(2)
    found = []
    for _ in range(1_000):
        cards = generator.poisson(6, size=200) + 1
        gold = generator.poisson(cards * generator.gamma(4, 2.5 / 4, size=200))
        estimate = clustered_ratio(gold, cards, np.arange(200))
        found.append((estimate.low, estimate.high))
    assert 0.935 <= cover(np.array(found), 2.5) <= 0.965


@pytest.mark.parametrize("bounded", [True, False])
def test_rows_moments_and_table_agree_exactly(bounded):
    generator = np.random.default_rng(3)
    deals = generator.integers(0, 50, size=400)
    draws = generator.integers(0, 9, size=400)
    events = generator.binomial(draws, 0.3)
    direct = clustered_ratio(events, draws, deals, bounded=bounded)
    sums = moments(events, draws, deals)
    assert ratio_from_moments(sums, bounded=bounded) == direct
    table = ratio_table(pd.DataFrame([asdict(sums)]), bounded=bounded)
    assert len(table) == 1
    for column in ("value", "low", "high", "standard_error", "n", "clusters"):
        assert table[column][0] == getattr(direct, column)


def test_moments_by_hand():
    # deals a: tops 1 + 2, bottoms 4 + 5; b: top 0, bottom 2; c: nothing at all
    sums = moments([1, 2, 0, 0], [4, 5, 2, 0], ["a", "a", "b", "c"])
    assert sums == Moments(2, 3, 11, 9, 85, 27)
    assert ratio_from_moments(sums).value == 3 / 11


def test_chunks_add_up():
    generator = np.random.default_rng(4)
    tops, bottoms, deals = generator.integers(0, 5, size=(3, 90))
    deals = np.sort(deals * 100 + np.arange(90) // 3)
    half = np.searchsorted(deals, deals[45])
    whole = moments(tops, bottoms, deals)
    parts = [moments(tops[part], bottoms[part], deals[part]) for part in (np.s_[:half], np.s_[half:])]
    assert parts[0] + parts[1] == whole
    chunks = pd.DataFrame([asdict(part) for part in parts])
    assert ratio_table(chunks)["high"][0] == ratio_from_moments(whole).high


def test_bottoms_of_one_give_the_mean_and_the_rate():
    hits, deals = [1, 0, 0, 1, 1, 0], [0, 0, 1, 1, 2, 2]
    ones = [1] * 6
    ratio, mean = clustered_ratio(hits, ones, deals), clustered_mean(hits, deals)
    assert [ratio.low, ratio.high] == pytest.approx([mean.low, mean.high])
    assert clustered_ratio(hits, ones, deals, bounded=True) == clustered_rate(hits, deals)


def test_table_groups_and_sorts():
    frame = events_per_draw(4, 30, seed=5).assign(card=["b", "a", "b", "a"], year=[1, 1, 1, 2])
    table = ratio_table(frame, by=["card", "year"])
    assert table[["card", "year"]].to_numpy().tolist() == [["a", 1], ["a", 2], ["b", 1]]
    assert table["clusters"].tolist() == [30, 30, 60]
    assert table["n"][2] == frame["bottom"][0] + frame["bottom"][2]


def test_empty_bins_have_no_ratio_but_a_row():
    frame = pd.DataFrame([asdict(Moments(0, 0, 0, 0, 0, 0)), asdict(Moments(9, 0, 9, 0, 9, 0))])
    table = ratio_table(frame.assign(bin=["none", "zero"]), by=["bin"], bounded=True)
    assert table[["value", "low", "high", "standard_error"]].iloc[0].isna().all()
    zero = table.iloc[1]
    assert (zero["value"], zero["low"]) == (0, 0)
    assert 0.2 < zero["high"] < 0.4


def test_deals_that_had_no_chance_do_not_count():
    # five draws in 10,000 deals: no event among them is weak evidence
    loose = ratio_from_moments(Moments(10_000, 0, 5, 0, 5, 0), bounded=True)
    tight = ratio_from_moments(Moments(5, 0, 5, 0, 5, 0), bounded=True)
    assert loose.high == tight.high > 0.4


def test_one_cluster_with_all_the_bottom():
    estimate = ratio_from_moments(Moments(1, 2, 8, 4, 64, 16))
    assert (estimate.value, estimate.low, estimate.high) == (0.25, -np.inf, np.inf)
    bounded = ratio_from_moments(Moments(10_000, 2, 8, 4, 64, 16), bounded=True)
    assert (bounded.low, bounded.high) == (0, 1)


def test_no_bottom_is_an_error():
    with pytest.raises(ValueError, match="bottom: expected a sum above 0, found 0"):
        clustered_ratio([0, 0], [0, 0], [1, 2])


def test_bounded_needs_a_rate():
    with pytest.raises(ValueError, match=r"expected ratios in 0\.\.1"):
        clustered_ratio([3, 4], [1, 1], [1, 2], bounded=True)


def test_missing_columns_are_named():
    with pytest.raises(ValueError, match="missing"):
        ratio_table(pd.DataFrame({"top": [1], "bottom": [2]}))

"""Ratios and quantiles of two variants on common deals, against answers that are known."""

from __future__ import annotations

import numpy as np
import pytest

from balance.statistics import DealTotals, paired_difference, paired_quantiles, paired_ratios, unseen


def totals(top: np.ndarray, bottom: np.ndarray) -> DealTotals:
    """Of rows (deals, games)."""
    return DealTotals(
        top.sum(1),
        bottom.sum(1),
        top.size,
        float((top * top).sum()),
        float((top * bottom).sum()),
        float((bottom * bottom).sum()),
    )


def draw(seed: int, deals: int = 200, games: int = 4) -> tuple[np.ndarray, ...]:
    """Two variants that share luck: tops and bottoms, (deals, games). True ratios 2 and 2.2."""
    random = np.random.default_rng(seed)
    luck = random.normal(size=(deals, 1))
    found = []
    for ratio in (2.0, 2.2):
        bottom = random.poisson(3, (deals, games)) + 1.0
        found += [bottom * (ratio + 0.5 * luck + random.normal(scale=0.3, size=bottom.shape)), bottom]
    return tuple(found)


def test_means_are_the_paired_difference_of_means() -> None:
    one, _, other, _ = draw(1)
    ones = np.ones_like(one)
    found = paired_ratios(totals(one, ones), totals(other, ones))
    known = paired_difference(other.ravel(), one.ravel(), np.repeat(np.arange(len(one)), one.shape[1]))
    assert found.estimate.value == pytest.approx(known.estimate.value)
    assert found.estimate.standard_error == pytest.approx(known.estimate.standard_error)
    assert (found.estimate.low, found.estimate.high) == pytest.approx(
        (known.estimate.low, known.estimate.high)
    )
    assert found.correlation == pytest.approx(known.correlation)
    assert found.games_saved == pytest.approx(known.games_saved, rel=0.01)
    assert (found.deals_moved, found.estimate.n) == (known.deals_moved, known.estimate.n)


def test_the_error_is_that_of_leaving_deals_out_one_by_one() -> None:
    one, under, other, below = draw(2, deals=60)
    deals = np.arange(60)

    def gap(kept: np.ndarray) -> float:
        return other[kept].sum() / below[kept].sum() - one[kept].sum() / under[kept].sum()

    left = np.array([gap(deals != deal) for deal in deals])
    jackknife = np.sqrt(59 / 60 * ((left - left.mean()) ** 2).sum())
    found = paired_ratios(totals(one, under), totals(other, below)).estimate
    assert found.value == pytest.approx(gap(deals >= 0))
    assert found.standard_error == pytest.approx(jackknife, rel=0.03)


def test_intervals_hold_the_planted_difference_as_often_as_they_say() -> None:
    held = 0
    for seed in range(400):
        one, under, other, below = draw(seed, deals=30)
        held += paired_ratios(totals(one, under), totals(other, below)).estimate.contains(0.2)
    assert 0.92 <= held / 400 <= 0.98


def test_games_saved_are_those_that_shared_luck_saves() -> None:
    """One game a deal, correlation 0.8: the variance of the difference falls to one fifth."""
    random = np.random.default_rng(3)
    luck = random.normal(size=(40_000, 1))
    rows = [np.sqrt(0.8) * luck + np.sqrt(0.2) * random.normal(size=luck.shape) for _ in range(2)]
    found = paired_ratios(*(totals(each, np.ones_like(each)) for each in rows))
    assert found.correlation == pytest.approx(0.8, abs=0.01)
    assert found.games_saved == pytest.approx(5, rel=0.05)
    assert found.independent_games == pytest.approx(2 * 40_000 * found.games_saved)


def test_the_same_twice_is_exactly_nothing() -> None:
    one, under, _, _ = draw(4)
    found = paired_ratios(totals(one, under), totals(one, under))
    estimate = found.estimate
    assert (estimate.value, estimate.low, estimate.high, estimate.standard_error) == (0, 0, 0, 0)
    assert found.deals_moved == 0
    assert np.isinf(found.games_saved)


def test_one_deal_says_nothing_of_the_spread_and_cases_in_one_deal_neither() -> None:
    one = np.array([[1.0, 2.0]])
    assert np.isinf(paired_ratios(totals(one, one * 0 + 1), totals(one + 1, one * 0 + 1)).estimate.high)
    rare = np.zeros((50, 1))
    rare[7] = 1
    found = paired_ratios(totals(rare * 2, rare), totals(rare * 3, rare)).estimate
    assert (found.value, found.clusters) == (1, 1)
    assert np.isinf(found.high)


def test_deals_must_be_the_same_and_have_a_case() -> None:
    one = np.ones((3, 1))
    with pytest.raises(ValueError, match="expected the same in both"):
        paired_ratios(totals(one, one), totals(one[:2], one[:2]))
    with pytest.raises(ValueError, match="expected a sum above 0 in both"):
        paired_ratios(totals(one, one), totals(one * 0, one * 0))


def counted(rows: np.ndarray, values: np.ndarray) -> np.ndarray:
    return np.stack([(rows[:, :, None] == values).sum(1)[deal] for deal in range(len(rows))]).astype(float)


def test_quantiles_of_a_shifted_distribution_shift_by_as_much() -> None:
    random = np.random.default_rng(5)
    rows = random.integers(0, 20, (80, 5))
    values = np.arange(30.0)
    found = paired_quantiles(
        values, counted(rows, values), counted(rows + 3, values), (0.05, 0.5, 0.95), games=400
    )
    for share, (before, after, difference) in zip((0.05, 0.5, 0.95), found, strict=True):
        assert before == np.quantile(rows, share, method="inverted_cdf")
        assert after == before + 3
        assert (difference.value, difference.low, difference.high) == (3, 3, 3)
        assert (difference.n, difference.clusters) == (400, 80)


def test_intervals_of_quantiles_hold_the_truth() -> None:
    """Medians of a wide and an even wider spread: the truth is 10 less."""
    values = np.arange(101.0)
    held = 0
    for seed in range(60):
        random = np.random.default_rng(seed)
        luck = random.random((60, 3))
        before, after = (np.floor(luck * width) for width in (101, 81))
        ((_, _, median),) = paired_quantiles(
            values, counted(before, values), counted(after, values), (0.5,), games=180, resamples=200
        )
        held += median.contains(-10)
    assert held >= 54


def test_what_hardly_ever_happens_is_not_ruled_out_by_not_seeing_it() -> None:
    """One deal in 500 gains a whole win: in 200 deals it is mostly not seen, but must not be ruled out."""
    held = 0
    for seed in range(300):
        moved = (np.random.default_rng(seed).random((200, 1)) < 1 / 500).astype(float)
        none, ones = np.zeros((200, 1)), np.ones((200, 1))
        before, after = totals(none, ones), totals(moved, ones)
        found, hidden = paired_ratios(before, after).estimate, unseen(before, after, 1.0)
        held += found.low - hidden <= 1 / 500 <= found.high + hidden
    assert held >= 285
    random = np.random.default_rng(1)
    many = totals(random.random((200, 1)), ones)
    assert unseen(before, many, 1.0) == 0

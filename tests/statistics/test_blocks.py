"""Dependence inside deals: published and planted correlations."""

import numpy as np
import pytest

from balance.statistics import (
    clustered_correlation,
    design_effect,
    effective_games,
    intraclass_correlation,
    rotation_correlation,
)


def swapped(generator, deals, reach):
    """Results of a bot in two seats; luck favours a seat, so the swap correlates by -reach^2/3."""
    luck = generator.uniform(-reach / 2, reach / 2, size=deals)
    chance = np.concatenate([0.5 + luck, 0.5 - luck])
    hits = (generator.random(2 * deals) < chance).astype(float)
    return hits, np.tile(np.arange(deals), 2), np.repeat([0, 1], deals)


def test_swap_correlation_covers_the_planted_one(cover):
    generator = np.random.default_rng(0)
    found = []
    for _ in range(400):
        estimate = rotation_correlation(*swapped(generator, 200, 1.0))
        found.append((estimate.low, estimate.high))
    assert 0.93 <= cover(np.array(found), -1 / 3) <= 0.97


def test_swap_correlation_is_pearsons():
    hits, deals, seats = swapped(np.random.default_rng(1), 300, 0.8)
    mixed = np.random.default_rng(2).permutation(600)
    estimate = rotation_correlation(hits[mixed], deals[mixed], seats[mixed])
    assert estimate.value == pytest.approx(np.corrcoef(hits[:300], hits[300:])[0, 1])
    assert (estimate.n, estimate.clusters) == (600, 300)


def test_three_rotations_share_a_planted_correlation():
    generator = np.random.default_rng(3)
    values = np.sqrt(0.3) * generator.normal(size=(4_000, 1))
    values = values + np.sqrt(0.7) * generator.normal(size=(4_000, 3))
    estimate = rotation_correlation(
        values.ravel(),
        np.repeat(np.arange(4_000), 3),
        np.tile([0, 1, 2], 4_000),
    )
    assert estimate.contains(0.3)
    assert estimate.half_width < 0.03


def test_perfect_and_undefined_correlation():
    perfect = rotation_correlation([1, 0, 1, 1, 0, 1], [0, 1, 2, 0, 1, 2], [0, 0, 0, 1, 1, 1])
    assert (perfect.value, perfect.low, perfect.high) == pytest.approx((1, 1, 1))
    constant = rotation_correlation([1, 1, 1, 1], [0, 1, 0, 1], [0, 0, 1, 1])
    assert np.isnan(constant.value)
    assert (constant.low, constant.high) == (-1, 1)


def test_rotations_must_be_there_once():
    with pytest.raises(ValueError, match="row 1 repeats deal x"):
        rotation_correlation([1, 0], ["x", "x"], [0, 0])
    with pytest.raises(ValueError, match="expected deals with two rotations"):
        rotation_correlation([1, 0], [0, 1], [0, 1])


def test_clustering_widens_the_interval():
    generator = np.random.default_rng(4)
    x, y = np.repeat(generator.normal(size=(2, 100)), 10, axis=1)
    apart = clustered_correlation(x, y, np.arange(1_000))
    together = clustered_correlation(x, y, np.repeat(np.arange(100), 10))
    assert together.half_width == pytest.approx(apart.half_width * np.sqrt(10), rel=0.05)


def test_intraclass_correlation_of_shrout_and_fleiss():
    # Psychol. Bull. 86 (1979), table 2: ICC(1, 1) = 0.17
    ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    value = intraclass_correlation(np.ravel(ratings), np.repeat(np.arange(6), 4))
    assert round(value, 2) == 0.17


def test_intraclass_correlation_of_unequal_deals(yes_no_deals):
    runs = yes_no_deals(200, 300, 0.3, 0.25, seed=5)
    found = [intraclass_correlation(hits, deals) for hits, deals in runs]
    assert np.mean(found) == pytest.approx(0.25, abs=0.01)


def test_games_that_repeat_or_cancel():
    repeat, cancel = [0, 0, 1, 1, 0, 0, 1, 1], [0, 1, 1, 0, 0, 1, 1, 0]
    deals = np.repeat(np.arange(4), 2)
    assert intraclass_correlation(repeat, deals) == 1
    assert intraclass_correlation(cancel, deals) == -1
    assert design_effect(cancel, deals) == 0
    assert effective_games(cancel, deals) == np.inf


def test_design_effect_of_equal_deals():
    # 1 + (games per deal - 1) * correlation
    generator = np.random.default_rng(6)
    chance = generator.beta(2, 2, size=(20_000, 1))  # correlation 1 / 5
    hits = (generator.random((20_000, 4)) < chance).ravel()
    deals = np.repeat(np.arange(20_000), 4)
    assert design_effect(hits, deals) == pytest.approx(1.6, rel=0.03)
    assert effective_games(hits, deals) == pytest.approx(50_000, rel=0.03)


@pytest.mark.parametrize(("values", "deals"), [([1, 1, 1], [0, 0, 1]), ([1, 0], [0, 0])])
def test_nothing_to_tell(values, deals):
    assert np.isnan(intraclass_correlation(values, deals))
    assert np.isnan(design_effect(values, deals))
    assert np.isnan(effective_games(values, deals))

"""Bounds for a planned number of looks: published constants, error rates on data whose truth is known."""

from math import sqrt

import numpy as np
import pytest

from balance.statistics import crossing_chance, look_bounds, students


@pytest.mark.parametrize(
    ("looks", "pocock", "o_brien"),
    # Jennison and Turnbull, Group Sequential Methods (2000), tables 2.1 and 2.3, two-sided 5 %
    [(1, 1.960, 1.960), (2, 2.178, 1.977), (3, 2.289, 2.004), (5, 2.413, 2.040), (10, 2.555, 2.087)],
)
def test_published_constants(looks, pocock, o_brien):
    counts = np.arange(1, looks + 1)
    flat = np.full(looks, pocock)
    falling = o_brien * np.sqrt(looks / counts)
    assert crossing_chance(counts, flat).sum() == pytest.approx(0.05, abs=2e-4)
    assert crossing_chance(counts, falling).sum() == pytest.approx(0.05, abs=2e-4)


def test_published_power():
    # tables 2.2: Pocock, 5 looks, power 0.8: 1.229 times the observations of one look, with effect 1
    fixed = (1.959964 + 0.841621) ** 2
    counts = np.arange(1, 6) * fixed * 1.229 / 5
    assert crossing_chance(counts, [2.413] * 5, drift=1.0).sum() == pytest.approx(0.8, abs=1e-3)


def test_the_chance_is_spent_as_laid_down():
    looks = [200, 300, 450, 1_000, 5_000]
    spent = crossing_chance(looks, look_bounds(looks)).cumsum()
    assert spent == pytest.approx([0.05 * n / 5_000 for n in looks], abs=1e-6)
    late = crossing_chance(looks, look_bounds(looks, power=3)).cumsum()
    assert late == pytest.approx([0.05 * (n / 5_000) ** 3 for n in looks], abs=1e-6)
    assert look_bounds([100])[0] == pytest.approx(1.959964, abs=1e-6)


def test_bounds_hold_at_all_looks_together_and_one_look_after_the_other_does_not():
    generator = np.random.default_rng(1)
    looks = np.array([200, 300, 450, 675, 1_000])
    values = generator.choice([-1.0, 0.0, 1.0], p=[0.2, 0.6, 0.2], size=(4_000, 1_000))
    sums, squares = values.cumsum(axis=1)[:, looks - 1], (values**2).cumsum(axis=1)[:, looks - 1]
    z = sums / np.sqrt(squares)
    ours = (np.abs(z) > look_bounds(looks)).any(axis=1).mean()
    naive = (np.abs(z) > 1.96).any(axis=1).mean()
    assert abs(ours - 0.05) < 3 * sqrt(0.05 * 0.95 / 4_000)
    assert naive > 0.1


def test_students_bounds_keep_their_chance():
    # tables of Student's t: 2.228 and 3.169 with 10 degrees of freedom, 1.984 with 100
    found = students([1.959964, 2.575829], [11, 12])
    assert found[0] == pytest.approx(2.228, abs=5e-4)
    assert students([2.575829], [11])[0] == pytest.approx(3.169, abs=5e-4)
    assert students([1.959964], [101])[0] == pytest.approx(1.984, abs=5e-4)
    assert np.isfinite(students([60.0], [500])).all()


def test_input():
    with pytest.raises(ValueError, match="looks: expected rising numbers above 0"):
        look_bounds([200, 200])
    with pytest.raises(ValueError, match="looks: expected at least one"):
        look_bounds([])
    with pytest.raises(ValueError, match="power: expected a number above 0"):
        look_bounds([1, 2], power=0)
    with pytest.raises(ValueError, match="bounds: expected one for each of 2 looks, found 1"):
        crossing_chance([1, 2], [2.0])

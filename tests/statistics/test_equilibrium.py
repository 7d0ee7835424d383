"""Equilibria of small games that are known."""

import numpy as np
import pandas as pd
import pytest

from balance.statistics import nash_mix


def square(rows):
    names = [f"plan {number}" for number in range(len(rows))]
    return pd.DataFrame(rows, index=names, columns=names, dtype=float)


ROCK_PAPER_SCISSORS = [[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]]


def test_rock_paper_scissors():
    result = nash_mix(square(ROCK_PAPER_SCISSORS))
    assert result.mix.to_numpy() == pytest.approx([1 / 3] * 3)
    assert (result.positive, result.choice) == (3, "unique")


def test_weighted_rock_paper_scissors():
    # rock beats scissors by 3, scissors paper by 2, paper rock by 1: the weight of each plan is
    # what the other two play for: rock 2, paper 3, scissors 1 of 6
    gain = np.array([[0, -1, 3], [1, 0, -2], [-3, 2, 0]]) / 10
    result = nash_mix(square(0.5 + gain))
    assert result.mix.to_numpy() == pytest.approx([2 / 6, 3 / 6, 1 / 6], abs=1e-6)


def test_best_plan_takes_all():
    result = nash_mix(square([[0.5, 0.6, 0.7], [0.4, 0.5, 0.9], [0.3, 0.1, 0.5]]))
    assert result.mix.tolist() == [1, 0, 0]
    assert result.positive == 1


def test_a_copy_shares_the_weight():
    rows = np.array(ROCK_PAPER_SCISSORS)[np.ix_([0, 0, 1, 2], [0, 0, 1, 2])]
    result = nash_mix(square(rows))
    assert result.choice == "maximum entropy"
    assert result.mix.to_numpy() == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 3], abs=1e-4)


def test_equal_plans_share_evenly():
    result = nash_mix(square(np.full((5, 5), 0.5)))
    assert result.mix.to_numpy() == pytest.approx([0.2] * 5)
    assert result.positive == 5


def test_no_plan_beats_the_mix():
    generator = np.random.default_rng(0)
    for size in (2, 4, 9, 16):
        gain = generator.uniform(-0.25, 0.25, size=(size, size))
        shares = square(0.5 + gain - gain.T)
        result = nash_mix(shares)
        assert (result.mix @ shares).min() >= 0.5 - 1e-6
        assert result.mix.sum() == pytest.approx(1)


def test_close_contests_have_one_equilibrium():
    # random square matrices have one equilibrium with probability 1, however small the gaps
    generator = np.random.default_rng(1)
    for scale in (0.2, 0.01, 0.0001):
        gain = generator.uniform(-scale, scale, size=(10, 10))
        result = nash_mix(square(0.5 + gain - gain.T))
        assert result.choice == "unique"
        assert result.positive % 2 == 1  # an even number of plans cannot balance in general


def test_measured_cells_that_do_not_add_up_are_averaged():
    result = nash_mix(square([[0.5, 0.61], [0.41, 0.5]]))
    assert result.mix.tolist() == [1, 0]


def test_not_a_square():
    with pytest.raises(ValueError, match="same plans in rows and columns"):
        nash_mix(square(ROCK_PAPER_SCISSORS).iloc[:2])

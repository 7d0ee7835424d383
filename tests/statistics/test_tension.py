"""Tension measures on random walks, whose answers are known."""

import numpy as np
import pytest

from balance.statistics import (
    catch_up,
    catch_up_by_round,
    lead_changes,
    lead_correlation,
    leader_wins,
)

ROUNDS = 10


@pytest.fixture(scope="module")
def walk():
    """Leads of 20,000 games that drift with no memory, and who won."""
    leads = np.random.default_rng(0).normal(size=(20_000, ROUNDS)).cumsum(axis=1)
    return leads, (leads[:, -1] > 0).astype(float), np.arange(20_000)


def test_leader_of_a_random_walk_wins_by_the_arcsine_law(walk):
    # two normals correlated by r have the same sign with chance 1/2 + arcsin(r) / pi
    table = leader_wins(*walk)
    k = np.arange(1, ROUNDS + 1)
    truth = 0.5 + np.arcsin(np.sqrt(k / ROUNDS)) / np.pi
    assert table["round"].tolist() == k.tolist()
    assert np.abs(table["value"] - truth).max() < 0.015
    assert table["value"].iloc[-1] == 1


def test_correlation_of_a_random_walk(walk):
    leads, _, deals = walk
    table = lead_correlation(leads, leads[:, -1], deals)
    truth = np.sqrt(np.arange(1, ROUNDS + 1) / ROUNDS)
    assert np.abs(table["value"] - truth).max() < 0.02
    assert table["high"].iloc[-1] == pytest.approx(1)


def test_lead_changes_of_a_random_walk(walk):
    k = np.arange(1, ROUNDS)
    truth = np.sum(np.arccos(np.sqrt(k / (k + 1))) / np.pi)
    assert lead_changes(walk[0]).mean() == pytest.approx(truth, abs=0.03)


def test_lead_changes_by_hand():
    leads = [
        [2, 0, 1, np.nan],
        [2, 0, -1, np.nan],
        [1, -1, 1, -1],
        [0, 0, 0, 3],
        [np.nan, np.nan, np.nan, np.nan],
    ]
    assert lead_changes(leads).tolist() == [0, 1, 3, 0, 0]


@pytest.mark.parametrize("slope", [-0.3, 0.0, 0.2])
def test_planted_catch_up(slope):
    generator = np.random.default_rng(1)
    leads = np.empty((4_000, 6))
    leads[:, 0] = generator.normal(size=4_000)
    for k in range(1, 6):
        # seat 0 gains half a point each round: an advantage, not growth
        leads[:, k] = (1 + slope) * leads[:, k - 1] + 0.5 + generator.normal(size=4_000)
    deals = np.repeat(np.arange(2_000), 2)
    whole = catch_up(leads, deals)
    assert whole.contains(slope)
    assert whole.half_width < 0.02
    assert (whole.n, whole.clusters) == (20_000, 2_000)
    table = catch_up_by_round(leads, deals)
    assert table["round"].tolist() == [1, 2, 3, 4, 5]
    assert np.abs(table["value"] - slope).max() < 0.06


def test_leader_wins_by_hand():
    leads = np.array([[1, 3], [-2, np.nan], [0, -1], [4, -4]])
    table = leader_wins(leads, [1, 0, 0.5, 0], [0, 0, 1, 1])
    # round 1: right, right, level lead and tied result, wrong; round 2: right, tied, right
    assert table["value"].tolist() == [2.5 / 4, 2.5 / 3]
    assert table["n"].tolist() == [4, 3]
    assert table["level_games"].tolist() == [1, 0]


def test_rounds_nobody_reached_are_left_out():
    leads = np.array([[1.0, np.nan, np.nan], [2.0, np.nan, np.nan]])
    assert leader_wins(leads, [1, 1], [0, 1])["round"].tolist() == [1]
    assert lead_correlation(leads, [1, 2], [0, 1]).empty
    assert catch_up_by_round(leads, [0, 1]).empty
    with pytest.raises(ValueError, match="found none"):
        catch_up(leads, [0, 1])


def test_leads_without_variation():
    leads = np.ones((5, 3))
    assert catch_up_by_round(leads, range(5)).empty
    assert lead_correlation(leads, range(5), range(5))["value"].isna().all()
    with pytest.raises(ValueError, match="do not vary"):
        catch_up(leads, range(5))


def test_shapes_are_checked():
    with pytest.raises(ValueError, match="leads: expected an array"):
        lead_changes([1, 2])
    with pytest.raises(ValueError, match="win_share: expected one entry for 2 games"):
        leader_wins([[1], [2]], [1], [0, 1])

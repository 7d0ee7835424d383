"""Plan matrices: planted strengths, mirrors, fields, dominance."""

import numpy as np
import pandas as pd
import pytest

from balance.statistics import (
    dominant_plan,
    field_shares,
    largest_gap,
    nash_mix,
    plan_matrix,
)

CYCLE = {("rock", "scissors"): 0.8, ("scissors", "paper"): 0.8, ("paper", "rock"): 0.8}
LADDER = {("a", "b"): 0.7, ("a", "c"): 0.9, ("b", "c"): 0.75}


def play(strengths, deals, seed=0, *, both=True):
    """Two games of each pair on each deal, seats swapped, luck common to all pairs of a deal."""
    generator = np.random.default_rng(seed)
    luck = generator.uniform(-0.1, 0.1, size=deals)
    rows = []
    for (bot, opponent), strength in strengths.items():
        for side in (1, -1):
            wins = generator.random(deals) < strength + side * luck
            seat = {"deal": np.arange(deals), "bot": bot, "opponent": opponent, "win_share": wins}
            rows.append(pd.DataFrame(seat))
            if both:
                seat = {"deal": np.arange(deals), "bot": opponent, "opponent": bot}
                rows.append(pd.DataFrame(seat | {"win_share": ~wins}))
    return pd.concat(rows).astype({"win_share": float}).sample(frac=1, random_state=seed)


def test_planted_cycle_is_found():
    matrix = plan_matrix(play(CYCLE, 2_000))
    assert matrix.plans == ("paper", "rock", "scissors")
    for (bot, opponent), strength in CYCLE.items():
        assert matrix.shares.loc[bot, opponent] == pytest.approx(strength, abs=0.03)
        assert matrix.shares.loc[opponent, bot] + matrix.shares.loc[bot, opponent] == 1
    cells = matrix.cells
    assert (cells.loc[~cells["mirror"], "n"] == 4_000).all()
    assert (cells.loc[~cells["mirror"], "clusters"] == 2_000).all()
    mix = nash_mix(matrix.shares)
    assert mix.positive == 3
    assert mix.mix.to_numpy() == pytest.approx([1 / 3] * 3, abs=0.03)
    assert dominant_plan(matrix) is None
    assert largest_gap(matrix).value == pytest.approx(0.8, abs=0.03)


def test_mirrors_are_one_half_and_marked():
    table = play(LADDER, 50)
    mirror = pd.DataFrame({"deal": [0], "bot": "d", "opponent": "d", "win_share": 1.0})
    matrix = plan_matrix(pd.concat([table, mirror]))
    assert np.diag(matrix.shares).tolist() == [0.5] * 4
    assert matrix.cells["mirror"].sum() == 4
    assert np.isnan(matrix.shares.loc["a", "d"])
    with pytest.raises(ValueError, match="a has not met d"):
        nash_mix(matrix.shares)
    assert dominant_plan(matrix) is None


def test_one_side_is_enough():
    both, one = (plan_matrix(play(LADDER, 300, both=both)) for both in (True, False))
    pd.testing.assert_frame_equal(both.shares, one.shares)
    pd.testing.assert_frame_equal(both.cells, one.cells)


def test_intervals_cover_the_planted_strength():
    inside = []
    for seed in range(60):
        cells = plan_matrix(play(LADDER, 150, seed)).cells.set_index(["bot", "opponent"])
        for pair, strength in LADDER.items():
            inside.append(cells.loc[pair, "low"] <= strength <= cells.loc[pair, "high"])
    assert 0.92 <= np.mean(inside) <= 0.98


def test_dominant_plan_and_how_certain():
    sure = dominant_plan(plan_matrix(play(LADDER, 3_000)))
    assert (sure.bot, sure.certain) == ("a", True)
    assert sure.worst == pytest.approx(0.7, abs=0.03)
    close = {("a", "b"): 0.56, ("a", "c"): 0.9, ("b", "c"): 0.75}
    unsure = dominant_plan(plan_matrix(play(close, 3_000)))
    assert (unsure.bot, unsure.certain) == ("a", False)
    with pytest.raises(ValueError, match="threshold: expected above"):
        dominant_plan(plan_matrix(play(close, 5)), 0.5)


def test_field_shares_and_their_intervals():
    truth = {"a": 0.8, "b": (0.3 + 0.75) / 2, "c": (0.1 + 0.25) / 2}
    inside = []
    for seed in range(60):
        field = field_shares(play(LADDER, 150, seed))
        assert field["bot"].tolist() == ["a", "b", "c"]
        inside += [
            low <= truth[bot] <= high
            for bot, low, high in zip(field["bot"], field["low"], field["high"], strict=True)
        ]
    assert 0.92 <= np.mean(inside) <= 0.98


def test_every_opponent_counts_the_same():
    table = pd.DataFrame(
        {
            "deal": [0, 1, 2, 3],
            "bot": "a",
            "opponent": ["b", "b", "b", "c"],
            "win_share": [1, 1, 1, 0],
        },
    )
    field = field_shares(table).set_index("bot")
    assert field.loc["a", "value"] == 0.5
    assert field.loc["a", "opponents"] == 2


def test_broken_tables():
    with pytest.raises(ValueError, match="missing"):
        plan_matrix(pd.DataFrame({"deal": [1]}))
    table = pd.DataFrame({"deal": [1], "bot": "a", "opponent": "b", "win_share": [50]})
    with pytest.raises(ValueError, match=r"win_share: expected values in 0\.\.1"):
        plan_matrix(table)
    with pytest.raises(ValueError, match="found none"):
        field_shares(table.iloc[:0])


def test_a_plan_alone():
    table = pd.DataFrame({"deal": [1], "bot": "a", "opponent": "a", "win_share": [1.0]})
    matrix = plan_matrix(table)
    assert largest_gap(matrix) is None
    assert dominant_plan(matrix) is None
    assert field_shares(table).empty
    assert nash_mix(matrix.shares).mix.tolist() == [1]

"""Skill against luck: planted variances and planted ratings come out again."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy.special import expit

from balance.statistics import elo_ratings, variance_components
from balance.statistics.skill import ELO

PAIRINGS = np.array([-6.0, -2.0, 0.0, 2.0, 6.0])  # mean margins of five pairings: variance 16


def margins(generator, deals, luck=3.0, rest=4.0):
    """A margin per deal and pairing: pairing + luck of the deal + luck of its own."""
    shape = (deals, PAIRINGS.size)
    values = PAIRINGS + luck * generator.normal(size=(deals, 1)) + rest * generator.normal(size=shape)
    names = np.broadcast_to(np.arange(PAIRINGS.size), shape)
    numbers = np.broadcast_to(np.arange(deals)[:, None], shape)
    return values.ravel(), names.ravel(), numbers.ravel()


def test_planted_variances_are_found():
    found = variance_components(*margins(np.random.default_rng(0), 20_000))
    assert (found.pairing, found.deal, found.rest) == pytest.approx((16, 9, 16), rel=0.05)
    assert found.skill.value == pytest.approx(16 / 41, abs=0.01)
    assert found.luck.value == 1 - found.skill.value
    assert (found.luck.low, found.luck.high) == (1 - found.skill.high, 1 - found.skill.low)
    assert (found.skill.n, found.skill.clusters) == (100_000, 20_000)


def test_the_interval_covers_the_planted_share(cover):
    generator = np.random.default_rng(1)
    found = [variance_components(*margins(generator, 60)).skill for _ in range(150)]
    assert 0.92 <= cover(np.array([(e.low, e.high) for e in found]), 16 / 41) <= 0.98
    assert np.mean([e.value for e in found]) == pytest.approx(16 / 41, abs=0.02)  # a ratio leans a little


def test_by_hand():
    # two deals, two pairings, margins 1 3 / 3 9: sums of squares 16 (pairings), 16 (deals), 4 (rest)
    found = variance_components([1, 3, 3, 9], ["a", "b", "a", "b"], [0, 0, 1, 1])
    assert (found.pairing, found.deal, found.rest) == pytest.approx(((16 - 4) / 2 / 2, (16 - 4) / 2, 4))
    assert (found.skill.low, found.skill.high) == (0, 1)  # two deals: nothing can be left out


def test_only_skill_and_only_luck():
    only = variance_components([1, 3, 1, 3, 1, 3], [0, 1] * 3, [0, 0, 1, 1, 2, 2])
    assert (only.skill.value, only.skill.low, only.skill.high) == (1, 1, 1)
    none = variance_components([1, 1, 3, 3, 8, 8], [0, 1] * 3, [0, 0, 1, 1, 2, 2])
    assert (none.skill.value, none.luck.value, none.rest) == (0, 1, 0)


def test_a_deal_that_not_all_played_is_left_out():
    values, names, deals = margins(np.random.default_rng(2), 50)
    whole = variance_components(values, names, deals)
    more = variance_components([*values, 1e6], [*names, 0], [*deals, 99])
    assert more.skill == whole.skill


@pytest.mark.parametrize(
    ("values", "pairings", "deals"),
    [([1, 2], [0, 1], [0, 0]), ([1, 2], [0, 0], [0, 1]), ([2, 2, 2, 2], [0, 1, 0, 1], [0, 0, 1, 1])],
)
def test_nothing_to_split(values, pairings, deals):
    assert variance_components(values, pairings, deals) is None


def test_a_pairing_plays_a_deal_once():
    with pytest.raises(ValueError, match="one game per deal and pairing"):
        variance_components([1, 2, 3], [0, 0, 1], [0, 0, 0])


TRUTH = {"a": 150.0, "b": 50.0, "c": 0.0, "d": -200.0}


def league(generator, deals, *, both=True, reach=0.1):
    """Each pair plays each deal in both seats; the luck of the deal favours a seat."""
    luck = generator.uniform(-reach, reach, size=deals)
    frames = []
    for one, other in combinations(TRUTH, 2):
        for side in (1, -1):
            won = generator.random(deals) < expit((TRUTH[one] - TRUTH[other]) / ELO) + side * luck
            seat = {"deal": np.arange(deals), "bot": one, "opponent": other, "win_share": won}
            frames.append(pd.DataFrame(seat))
            if both:
                seat = {"deal": np.arange(deals), "bot": other, "opponent": one, "win_share": ~won}
                frames.append(pd.DataFrame(seat))
    return pd.concat(frames).astype({"win_share": float})


def test_planted_ratings_are_covered(cover):
    generator = np.random.default_rng(3)
    limits = {plan: [] for plan in TRUTH}
    for _ in range(80):
        for row in elo_ratings(league(generator, 100)).to_dict("records"):
            limits[row["bot"]].append((row["low"], row["high"]))
    inside = [cover(np.array(limits[plan]), TRUTH[plan]) for plan in TRUTH]
    assert 0.92 <= np.mean(inside) <= 0.98


def test_one_side_says_the_same():
    both, one = (elo_ratings(league(np.random.default_rng(4), 80, both=told)) for told in (True, False))
    pd.testing.assert_frame_equal(both, one)
    assert both["bot"].tolist() == ["a", "b", "c", "d"]
    assert both["value"].sum() == pytest.approx(0, abs=1e-6)
    assert both["n"].tolist() == [480] * 4
    assert both["clusters"].tolist() == [80] * 4


def test_two_plans_by_hand():
    """Three wins and one loss, and the tie that is added: odds of 3.5 to 1.5."""
    table = pd.DataFrame({"deal": range(4), "bot": "a", "opponent": "b", "win_share": [1, 1, 1, 0]})
    rated = elo_ratings(table).set_index("bot")
    assert rated.loc["a", "value"] == pytest.approx(ELO * np.log(3.5 / 1.5) / 2)
    assert rated.loc["b", "value"] == pytest.approx(-rated.loc["a", "value"])


def test_who_wins_everything_stays_finite():
    table = pd.DataFrame({"deal": range(10), "bot": "a", "opponent": "b", "win_share": 1.0})
    rated = elo_ratings(table).set_index("bot")
    assert rated.loc["a", "value"] == pytest.approx(ELO * np.log(10.5 / 0.5) / 2)


def test_broken_tables():
    with pytest.raises(ValueError, match="missing"):
        elo_ratings(pd.DataFrame({"deal": [1]}))
    with pytest.raises(ValueError, match=r"expected values in 0\.\.1"):
        elo_ratings(pd.DataFrame({"deal": [1], "bot": "a", "opponent": "b", "win_share": [2]}))
    apart = pd.DataFrame({"deal": [1, 1], "bot": ["a", "c"], "opponent": ["b", "d"], "win_share": [1, 0]})
    with pytest.raises(ValueError, match="linked by games, found 2 groups"):
        elo_ratings(apart)
    alone = pd.DataFrame({"deal": [1], "bot": "a", "opponent": "a", "win_share": [0.5]})
    assert elo_ratings(alone).empty

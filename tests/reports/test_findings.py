"""Planted situations must be called by their names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from balance.reports.evidence import Evidence
from balance.reports.findings import (
    UnfilledError,
    all_findings,
    declared,
    fairness,
    fill,
    ladder,
    ladder_table,
    plans,
    tension,
    unseen,
)
from balance.reports.verdicts import judge_share
from balance.statistics import clustered_rate, left_to_each, wilson
from tests.reports.pebbles import EVIL, pebbles


def rate(wins: int, games: int):
    return clustered_rate([1.0] * wins + [0.0] * (games - wins), range(games))


@pytest.mark.parametrize(
    ("wins", "games", "word"),
    [
        (10_050, 20_000, "fair"),  # 50.25 %, known to 0.7 points
        (21_000, 40_000, "unfair"),  # 52.5 %, at least 52.0 %
        (10_440, 20_000, "uneven"),  # 52.2 %: not even, yet maybe within two points
        (105, 200, "unknown"),
        (9_000, 20_000, "unfair"),
    ],
)
def test_judgement(wins: int, games: int, word: str) -> None:
    assert judge_share(rate(wins, games), 0.5).word == word


def test_real_but_small_is_said() -> None:
    assert "the difference is real, but small" in judge_share(rate(50_500, 100_000), 0.5).clause


def test_unknown_says_how_many_more_games() -> None:
    clause = judge_share(rate(105, 200), 0.5).clause
    assert "cannot tell yet" in clause
    assert "more games would tell" in clause


def test_even_is_a_third_at_a_table_of_three() -> None:
    assert judge_share(wilson(33_333, 100_000), 1 / 3).word == "fair"
    assert judge_share(wilson(50_000, 100_000), 1 / 3).word == "unfair"


def test_planted_advantage_of_the_first_to_move() -> None:
    found = fairness(Evidence(pebbles(400, first=0.75)))[0]
    assert found.mark == "bad"
    assert "unfair, by more than 2 points" in found.text
    assert found.text.count("[") >= 1


def test_fair_game() -> None:
    found = fairness(Evidence(pebbles(1_500, first=0.5, plans=("calm",), ties=0.95)))[0]
    assert found.mark == "good"
    assert "fair, within 2 points" in found.text


def test_few_games_are_not_called_fair() -> None:
    found = fairness(Evidence(pebbles(20)))[0]
    assert found.mark == "open"
    assert "cannot tell yet" in found.text


def test_only_one_plan_is_uneven() -> None:
    run = pebbles(300, plans=("calm", "wild"))
    mine = run.seats["line_up"] == "wild v wild"
    run.seats.loc[mine, "win_share"] = 1.0 - run.seats.loc[mine, "order"]
    found = fairness(Evidence(run))[0]
    assert "When wild plays itself, the first to move wins 100 %" in found.text.replace(
        "\N{NO-BREAK SPACE}", " "
    ).replace("100.0", "100")
    assert found.mark == "bad"


def test_dominant_plan() -> None:
    found = plans(Evidence(pebbles(200, plans=("calm", "wild", "odd"), strength={"wild": 0.3})))
    assert "wild wins most" in found[0].text
    assert found[1].mark == "bad"
    assert "wild is dominant, certainly" in found[1].text


def test_no_dominant_plan() -> None:
    found = plans(Evidence(pebbles(700, plans=("calm", "wild", "odd"))))
    assert "No plan wins 55" in found[1].text
    assert found[1].mark == "good"


def test_random_play_is_no_rival() -> None:
    evidence = Evidence(pebbles(200, plans=("calm", "wild", "random"), strength={"random": -0.45}, ties=0.0))
    assert "random" not in plans(evidence)[0].text
    assert ladder(evidence)[0].mark == "good"
    assert "random play left out" in fairness(evidence)[0].text


def test_a_plan_that_does_not_beat_random_play() -> None:
    found = ladder(Evidence(pebbles(200, plans=("calm", "random"), strength={"calm": -0.3})))[0]
    assert found.mark == "bad"
    assert "No better than random play: calm." in found.text


def test_one_deal_settles_nothing() -> None:
    evidence = Evidence(pebbles(1, plans=("calm", "wild", "odd", "random"), strength={"random": -0.45}))
    assert {f.mark for f in plans(evidence)[1:]} == {"open"}
    assert "this run cannot tell" in plans(evidence)[1].text
    assert [f.mark for f in ladder(evidence)] == ["open"]


def test_leader_wins() -> None:
    found = tension(Evidence(pebbles(200)))[0]
    assert "Whoever leads after round 2 wins" in found.text


def test_detection_limit_is_said() -> None:
    assert "points of win share would probably have gone unseen" in unseen(Evidence(pebbles(200)))[0].text
    assert "too small to see anything" in unseen(Evidence(pebbles(3)))[0].text


def test_declared_sentences_are_filled_or_reported() -> None:
    found, missing = declared(Evidence(pebbles(40)))
    assert [f.topic for f in found] == ["Water", "Pebbles"]
    assert f"{EVIL} is held by " in found[1].text
    assert missing == ["Gap (nothing)"]


def test_places() -> None:
    evidence = Evidence(pebbles(40))
    assert "".join(p.text or str(p.number) for p in fill("{card[grey]}", evidence)) == "Grey & round"
    assert fill("{splash_by_round[2]}", evidence)[0].number is not None
    for wrong in ("{held}", "{held[blue]}", "{splash_by_round[9]}", "{what}"):
        with pytest.raises(UnfilledError):
            fill(wrong, evidence)


def test_everything_of_a_zero_run() -> None:
    found, missing = all_findings(Evidence(pebbles(40, splash=0.0, ties=0.0)))
    water = next(f for f in found if f.topic == "Water")
    assert water.parts[0].number is not None
    assert water.parts[0].number.value.startswith("0\N{NO-BREAK SPACE}")
    assert missing


def test_partners_are_measured_by_what_random_play_leaves_to_them() -> None:
    """At a table of two it is the same number, from the other side."""
    run = pebbles(200, plans=("calm", "random"), strength={"random": -0.3})
    alone, partners = Evidence(run), Evidence(run)
    partners.__dict__["book"] = replace(partners.book, partners=True)
    found, other = ladder_table(alone)["calm"], ladder_table(partners)["calm"]
    assert (other.value, other.low, other.high) == pytest.approx((found.value, found.low, found.high))
    assert left_to_each(rate(1, 5), 4).value == pytest.approx(0.2)
    with pytest.raises(ValueError, match="at least one"):
        left_to_each(found, 0)

"""What holds in every game, whatever the rule set and however it is played; on the engine."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balance.chance import deal_key
from balance.games.hire_or_fire.play import KERNELS
from balance.games.hire_or_fire.record import GAME as STATE
from balance.games.hire_or_fire.state import Phase
from tests.games.hire_or_fire.subjects import BOX, tables
from tests.oracles.hof import adapter, makers

few = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
of_all = st.tuples(st.integers(0, 500), st.integers(3, 6), st.integers(0, 1000))


def places(position: dict[str, Any]) -> tuple[list[int], list[int], int]:
    """All jobs, all skill cards, and the number of salary cards, wherever they are."""
    jobs = [*position["job deck"], *position["bin"][0]]
    skills = [*position["skill deck"], *position["bin"][1]]
    salaries = position["bin"][2]
    for me in position["players"]:
        offer, job, strength, weakness = me["parts"]
        jobs += [*me["jobs"], *(card for card in (offer, job) if card is not None)]
        one_card = strength is not None and strength == weakness
        halves = (strength,) if one_card else (strength, weakness)
        skills += [*me["skills"], *(card for card in halves if card is not None)]
        salaries += len(me["salaries"]) + len(me["won"]) + (me["salary"] is not None and not me["matched"])
    return jobs, skills, salaries


def holds(rules: np.void, position: dict[str, Any], frame: dict[str, Any]) -> None:
    """What must be so at every decision."""
    jobs, skills, salaries = places(position)
    assert sorted(jobs) == list(range(int(rules["jobs"])))
    assert sorted(skills) == list(range(int(rules["skills"])))
    assert salaries == len(frame["salaries"]) * int(rules["players"])
    target = position["target"]
    assert sorted(target) == list(range(len(target)))
    assert all(employer != seat for seat, employer in enumerate(target))
    assert all(position["bin"][n] == sorted(position["bin"][n]) for n in (0, 1))
    for me in position["players"]:
        assert me["jobs"] == sorted(me["jobs"])
        assert me["skills"] == sorted(me["skills"])
        earned = frame["bonus"] * me["bonuses"] + frame["compensation"] * me["compensations"]
        assert me["money"] == sum(me["won"]) + earned
        assert len(me["aside"][0]) + len(me["aside"][1]) <= frame["swap_cards"]
        assert me["compensations"] <= position["week"] + 1
        assert me["bonuses"] <= position["week"] + 1


def play(made: np.ndarray, seed: int) -> list[dict[str, Any]]:
    """A game by chance, checked at every decision; positions at the start of each week, and the end."""
    rules, state, rng = made[0], np.zeros(1, STATE), np.random.default_rng(seed)
    KERNELS.setup(made, state, deal_key(6, seed), 0)
    frame, weeks = adapter.data(rules).frame, []
    while int(state[0]["phase"]) != Phase.OVER:
        KERNELS.options(made, state)
        codes = state[0]["option"][: int(state[0]["option_count"])].tolist()
        assert len(codes) == len(set(codes)) > 0
        position = adapter.position(rules, state[0])
        holds(rules, position, frame)
        if position["week"] == len(weeks):
            weeks.append(position)
        assert KERNELS.apply(made, state, codes[rng.integers(len(codes))])
    weeks.append(adapter.position(rules, state[0]))
    return weeks


@few
@given(of_all)
def test_cards_money_and_targets(drawn: tuple[int, int, int]) -> None:
    """HF-4, HF-23, HF-24, HF-44, HF-48, HD-3, HD-5, HG-19: in any rule set and reading, at every decision.

    Every card is in exactly one place, money is what was won, targets are a permutation without fixed points,
    and there always is an option.
    """
    lot, players, seed = drawn
    made = makers.lot(lot, players)
    weeks = play(made, seed)
    assert len(weeks) == int(made[0]["weeks"]) + 1
    frame = adapter.data(made[0]).frame
    for before, after in pairwise(weeks):
        both = list(zip(before["players"], after["players"], strict=True))
        earned = sum(a["money"] - b["money"] for b, a in both)
        won = sum(sum(a["won"]) - sum(b["won"]) for b, a in both)
        matches = sum(len(a["won"]) - len(b["won"]) for b, a in both)
        compensations = sum(a["compensations"] - b["compensations"] for b, a in both)
        assert earned == won + matches * frame["bonus"] + compensations * frame["compensation"]
        assert matches == sum(a["bonuses"] - b["bonuses"] for b, a in both)
        assert matches + compensations <= players
        assert set(before["bin"][0]) <= set(after["bin"][0])  # never back
        assert set(before["bin"][1]) <= set(after["bin"][1])


@few
@given(st.tuples(st.integers(3, 6), st.integers(0, 10000)))
def test_games_of_the_box(drawn: tuple[int, int]) -> None:
    """HF-5, HF-11, HF-46, HD-4, HG-19: full hands at the start of each week; 0 to 36,000 in steps of 500."""
    players, seed = drawn
    frame, weeks = BOX["frame"], play(tables(players), seed)
    assert len(weeks) == frame["weeks"] + 1 == 5
    for number, position in enumerate(weeks[:-1]):
        for me in position["players"]:
            assert (len(me["jobs"]), len(me["skills"])) == (frame["hand_jobs"], frame["hand_skills"])
            assert len(me["salaries"]) == frame["weeks"] - number
    for me in weeks[-1]["players"]:
        assert 0 <= me["money"] <= sum(frame["salaries"]) + frame["weeks"] * frame["bonus"] == 36000
        assert me["money"] % 500 == 0

"""The cases of the rules inventory, and further ones for clauses that they leave out."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from balance.errors import BalanceError
from balance.games.employee_handbook import GAME
from tests.games.employee_handbook.cases import WORDS, Case, Table, load_cases, run_case

CASES = load_cases("cases.yaml", "clauses.yaml", "sides.yaml")
GAPS = {4, 10, 16, 22, 28, 34, 40, 46, 52, 58}
NUMBERS = {f"{number:02}" for number in range(1, 61)} - {f"{number:02}" for number in GAPS}
BY_HAND = {"02"}  # below, in Python


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    run_case(case)


def test_no_case_is_missing_or_there_twice() -> None:
    names = [case.name for case in CASES]
    assert len(set(names)) == len(names)
    found = {name[3:5] for name in names if name.startswith("HC-")}
    assert found | BY_HAND == NUMBERS
    assert len(NUMBERS) == 50


def test_turn_order_of_a_whole_game() -> None:
    """HC-02 (HB-2, HB-3, HB-4, D-1): ten rounds, a turn each, the right to open alternates."""
    table = Table("new game")
    turns = []
    while GAME.decider(table.match) >= 0:
        turn = (int(table.game["round"]), int(table.game["half"]), int(table.game["active"]))
        turns += [turn] if not turns or turns[-1] != turn else []
        offered = GAME.options(table.match)
        draw, bank, end = (WORDS[word] * 256 for word in ("draw", "bank", "end business"))
        GAME.apply(table.match, next(option for option in (draw, bank, end, *offered) if option in offered))
    companies = "".join("AB"[active] for _, _, active in turns)
    assert companies == "ABBA" * 5
    assert [(n // 2 + 1, n % 2) for n in range(20)] == [turn[:2] for turn in turns]
    numbers = [sum(n + 1 for n in range(20) if companies[n] == seat) for seat in "AB"]
    assert numbers == [105, 105]  # D-1


def test_a_lab_makes_each_kind_alike() -> None:
    """HC-24 (HA-13): each of four kinds with probability 1/4; the rival's luck is another."""
    kinds: Counter[str] = Counter()
    for luck in range(2000):
        table = Table(f"A: $0, W1 L1\nluck {luck}")
        table.run("activate L1")
        kinds[table.text().split("hand ")[1].split(",")[0]] += 1
    assert set(kinds) == {"1I", "1O", "1R", "1S"}
    assert chisquare(list(kinds.values())).pvalue > 0.001


def test_a_reorganization_shuffles_evenly() -> None:
    """HC-54 (HA-39): every card is equally likely at every position, whatever the order before."""
    places = np.zeros(6, int)
    for luck in range(3000):
        table = Table(f"A: $0, W1, hand 1R\ndeck: H P W P I P\nluck {luck}")
        table.run("play reorganization")
        deck = next(line for line in table.text().splitlines() if line.startswith("deck:"))
        places[[token[0] for token in deck.split()[1:]].index("H")] += 1
    assert chisquare(places).pvalue > 0.001


def test_a_runner_that_never_fails_would_prove_nothing() -> None:
    for play in (
        "buy lab",  # too dear
        "refused end business",
        "= A: $1",
        "= owes 2",
        "= A holds 1",
        "= only draw",
        "= deck 19 cards",
        "= B to move",
        "= deck holds 19P 1H",
        "= A scores 7",
        "= deck: 20P",
    ):
        with pytest.raises(AssertionError):
            Table("A: $0, W1").run(play)
    with pytest.raises(BalanceError, match="Q9"):
        Table("A: $0, Q9")
    with pytest.raises(BalanceError, match="room for 1"):
        Table("A: $0, W1, shields 1/2")

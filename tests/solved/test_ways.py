"""How many ways there are to play: by hand, by our rules, by the rules in C."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from balance.chance import deal_key
from balance.games.employee_handbook import GAME
from tests.benchmarks import c_oracle
from tests.frozen import frozen_folder
from tests.solved.ways import still, ways

CASES = yaml.safe_load(Path(__file__).with_name("ways.yaml").read_text(encoding="utf-8"))
TO_THE_END = 1000
by_name = pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])


@cache
def cards_of(name: str) -> Any:
    """The card data of a case."""
    return still(next(case for case in CASES if case["case"] == name).get("set", {}))


def oracle(cards: Any) -> c_oracle.Oracle:
    if why := c_oracle.missing():
        pytest.skip(why)
    return c_oracle.Oracle(cards)


@by_name
def test_ways_by_hand(case: dict[str, Any]) -> None:
    """Our rules leave as many ways as can be counted by hand."""
    match = GAME.new(GAME.tables(cards_of(case["case"])), 1, 0)
    assert ways(match, TO_THE_END) == case["ways"], case["why"]


@by_name
def test_ways_in_c(case: dict[str, Any]) -> None:
    """So do the rules in C."""
    assert oracle(cards_of(case["case"])).ways(deal_key(1, 0), TO_THE_END) == case["ways"], case["why"]


def test_cases_name_clauses_that_exist() -> None:
    """Each case says which clauses it guards."""
    text = (Path(__file__).parents[2] / "docs" / "employee_handbook_rules.md").read_text(encoding="utf-8")
    known = {*re.findall(r"^- \*\*([A-Z]+-\d+)\*\*", text, re.MULTILINE), "T0"}
    for case in CASES:
        refs = {ref.strip() for ref in case["refs"].split(",")}
        assert refs, case["case"]
        assert refs <= known, case["case"]


GOLDEN = {  # deal of the frozen cards -> ways after so many decisions
    0: {1: 8, 2: 22, 3: 24, 4: 53, 5: 243, 6: 715},
    4: {1: 8, 2: 22, 3: 23, 4: 51, 5: 233, 6: 684, 7: 1210},
}


@pytest.mark.parametrize("deal", GOLDEN)
def test_ways_of_the_real_game(deal: int) -> None:
    """Too many to count by hand; both rules agree on them."""
    cards = GAME.load(frozen_folder("employee_handbook"))
    tables = GAME.tables(cards)
    for depth, expected in GOLDEN[deal].items():
        assert ways(GAME.new(tables, 1, deal), depth) == expected
        assert oracle(cards).ways(deal_key(1, deal), depth) == expected

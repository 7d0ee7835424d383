"""Every clause, consequence and open point is named by a case or a test; and what no position can show.

A clause counts as tested when its id stands among the `rules` of a case, or in the docstring of a test
function of this folder or of tests/oracles/hof.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.games.hire_or_fire.cases import load_cases
from tests.oracles.hof import duel, makers

HERE = Path(__file__).parent
ORACLE = Path(duel.__file__).parent
ID = r"\b(?:HF-\d+|HD-\d+|HG-\d\d)\b"
WANTED = (HERE / "clauses.txt").read_text(encoding="utf-8").split()


def in_tests() -> set[str]:
    """Ids in the docstrings of test functions."""
    found: set[str] = set()
    for path in [*HERE.glob("test_*.py"), *ORACLE.glob("test_*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(re.findall(ID, ast.get_docstring(node) or ""))
    return found


NAMED = {rule for case in load_cases() for rule in case.rules} | in_tests()


@pytest.mark.parametrize("clause", WANTED)
def test_clause_is_named_by_a_test(clause: str) -> None:
    assert clause in NAMED


def test_no_test_names_a_clause_that_does_not_exist() -> None:
    assert set(WANTED) >= NAMED
    assert len(WANTED) == len(set(WANTED)) == 51 + 10 + 20


def test_every_position_of_a_switch_is_played_by_a_case_or_told_by_a_test() -> None:
    """Cases show the other position of the switches of rules; those of judgement are in other tests."""
    by_cases = {(switch, position) for case in load_cases() for switch, position in case.readings.items()}
    elsewhere = {("offers", "in_turn"), ("talk", "leaks"), ("halves", "whole_card")}
    others = {(s, position) for s, positions in makers.POSITIONS.items() for position in positions[1:]}
    assert by_cases | elsewhere == others


def test_the_referee_knows_no_kernel() -> None:
    """It reads the layout of the records, and nothing of the rules that the engine is made of."""
    for path in ORACLE.glob("*.py"):
        if path.name == "duel.py" or path.name.startswith("test_"):
            continue
        found = set(re.findall(r"balance\.games\.hire_or_fire\.(\w+)", path.read_text(encoding="utf-8")))
        assert found <= {"state", "weights"}, path.name

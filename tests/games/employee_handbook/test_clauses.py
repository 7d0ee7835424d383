"""Every clause of the rule book, and every consequence of it, is named by a test.

A clause counts as tested when its id stands among the `refs` of a case (YAML beside this file), or in the
docstring of a test function in this folder. What the clauses say: docs/employee_handbook_rules.md.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.games.employee_handbook.cases import data, load_cases

HERE = Path(__file__).parent
CLAUSES = Path(__file__).resolve().parents[3] / "docs" / "employee_handbook_rules.md"
ID = r"\b(?:HB-\d+|D-\d+|HA-\d+)\b"
WANTED = [f"HB-{n}" for n in range(1, 75)] + [f"D-{n}" for n in range(1, 12)]


def in_cases() -> set[str]:
    """Ids among the refs of cases."""
    return {
        ref
        for case in load_cases("cases.yaml", "clauses.yaml", "readings.yaml", "sides.yaml")
        for ref in case.refs
    }


def in_tests() -> set[str]:
    """Ids in the docstrings of test functions."""
    found: set[str] = set()
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(re.findall(ID, ast.get_docstring(node) or ""))
    return found


NAMED = in_cases() | in_tests()


@pytest.mark.parametrize("clause", WANTED)
def test_clause_is_named_by_a_test(clause: str) -> None:
    assert clause in NAMED


def test_every_open_point_is_named_by_a_test() -> None:
    missing = {assumption.id for assumption in data()[0].assumptions} - NAMED
    assert not missing


def test_no_test_names_a_clause_that_does_not_exist() -> None:
    known = {*WANTED, "T0", *(assumption.id for assumption in data()[0].assumptions)}
    assert not NAMED - known


def test_the_document_has_every_clause_once() -> None:
    defined = re.findall(rf"^- \*\*({ID})\*\*", CLAUSES.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(defined) == sorted({*WANTED, *(assumption.id for assumption in data()[0].assumptions)})


def test_kernels_and_measures_name_only_clauses_that_exist() -> None:
    """Docstrings and comments of the game, too."""
    known = {*WANTED, *(assumption.id for assumption in data()[0].assumptions)}
    folder = CLAUSES.parents[1] / "balance" / "games" / "employee_handbook"
    for path in folder.glob("*.py"):
        assert not set(re.findall(ID, path.read_text(encoding="utf-8"))) - known, path.name

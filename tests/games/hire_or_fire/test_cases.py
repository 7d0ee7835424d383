"""Every case of `cases/*.yaml`, on the engine and on the referee; and that none is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.hire_or_fire.cases import Case, Play, load_cases

HERE = Path(__file__).parent
CASES = load_cases()
LISTED = (HERE / "case_ids.txt").read_text(encoding="utf-8").split()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
@pytest.mark.parametrize("subject", ["engine", "referee"])
def test_case(case: Case, subject: str) -> None:
    Play(case, subject).run()


def test_every_listed_case_is_there() -> None:
    """A case may have parts: FC-13 a, FC-13 b. FC-01 and FC-11 are tests of their own."""
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_[!c]*.py"))
    there = {case.id.split()[0] for case in CASES} | set(re.findall(r"\bFC-\d\d\b", tests))
    assert {name for name in there if name.startswith("FC-")} == set(LISTED)
    assert len({case.id for case in CASES}) == len(CASES)

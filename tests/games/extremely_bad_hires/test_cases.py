"""Every case of `cases/*.yaml`, on the engine and on the referee; and that none is missing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.games.extremely_bad_hires.cases import Case, Play, engine_data, file_sets, load_cases, start

if TYPE_CHECKING:
    import numpy as np

    from tests.oracles.ebh.things import Data

HERE = Path(__file__).parent
CASES = load_cases()
LISTED = (HERE / "case_ids.txt").read_text(encoding="utf-8").split()


@pytest.fixture(scope="module")
def shared(
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[tuple[str, int], tuple[Data, np.ndarray, list[str]]]:
    """Card set by case id and players: compiled once for all cases that can share it."""
    folder = tmp_path_factory.mktemp("sets")
    found = {}
    for number, cases in enumerate(file_sets(CASES).values()):
        by_players: dict[int, list[Case]] = {}
        for case in cases:
            by_players.setdefault(case.given.get("players", 2), []).append(case)
        for players, several in by_players.items():
            data = engine_data(cases, folder / f"{number}_{players}", players)
            found.update({(case.id, players): data for case in several})
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_engine(case: Case, shared: dict[tuple[str, int], tuple[Data, np.ndarray, list[str]]]) -> None:
    Play(case, start(case, "engine", shared[case.id, case.given.get("players", 2)])).run()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_referee(case: Case) -> None:
    Play(case, start(case, "referee", None)).run()  # type: ignore[arg-type]


def test_every_listed_case_is_there() -> None:
    """A case may have parts: C-080 a, C-080 b."""
    there = Counter(case.id.split()[0] for case in CASES)
    assert [name for name in LISTED if name not in there] == []
    assert len(LISTED) == 162

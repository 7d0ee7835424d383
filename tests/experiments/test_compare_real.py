"""A price of Employee Handbook changed, played and compared by the real rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.experiments.comparing import Asked, compare_scenario
from balance.simulation.storage import file_hash

SCENARIO = """game: employee_handbook
title: The price of a factory
seed: 5
games: 1200
line_ups: {matrix: [builder, gambler, balanced]}
variants:
  same: {}
  cheap: {"buildings.factory.levels[0].cost": 7}
"""


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("price.yaml").write_text(SCENARIO)
    return compare_scenario("price.yaml", asked=Asked(jobs=1))


def test_a_cheaper_factory(found) -> None:
    same, cheap = found
    assert same.identical
    assert (same.changes, same.other, cheap.other) == ((), (), ())
    assert [change.text for change in cheap.changes] == ["Factory level 1: cost 8 -> 7"]
    assert not cheap.identical
    left = cheap.measure("cash_left")
    assert left.difference.estimate.low > 0  # what is saved is left
    assert left.difference.games_saved > 2  # luck is shared
    assert left.difference.correlation > 0.9
    by_measure = {item.measure for item in cheap.measures}
    declared = {measure.id for measure in cheap.baseline.game.book.measures}
    assert declared <= by_measure | set(cheap.unmatched)
    assert {"win_share.builder", "seat_share.1", "mover_share.1"} <= by_measure
    telling = cheap.telling
    assert cheap.baseline.replay(telling.game) != cheap.variant.replay(telling.game_after)
    again = compare_scenario("price.yaml", asked=Asked(jobs=2))
    assert repr([each.measures for each in again]) == repr([each.measures for each in found])
    hashes = [file_hash(each.variant.folder / "seats.parquet") for each in found]
    assert hashes[0] == file_hash(same.baseline.folder / "seats.parquet") != hashes[1]

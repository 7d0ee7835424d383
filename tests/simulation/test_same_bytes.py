"""The tables of a run do not depend on how it was played: workers, chunks, backend, compiled or plain."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.simulation import Run, merge, run
from balance.simulation.storage import file_hash

pytestmark = pytest.mark.usefixtures("desk", "many_workers")


def hashes(played: Run) -> dict[str, str]:
    return {name: file_hash(played.folder / f"{name}.parquet") for name in merge.TABLES}


@pytest.mark.parametrize(
    "how",
    [
        {"jobs": 1, "chunk": 1},
        {"jobs": 1, "chunk": 100},
        {"jobs": 1, "plain": True},
        {"jobs": 2, "chunk": 40},
        {"jobs": 4, "chunk": 20},
        {"jobs": 2, "chunk": 30, "backend": "threading"},
    ],
    ids=str,
)
def test_tables_are_the_same_bytes_however_they_were_played(
    how: dict, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merge, "ROWS", 64)  # several row groups, ending inside chunks
    reference = run("three", jobs=1, out="reference")
    other = run("three", out="other", **how)
    assert hashes(other) == hashes(reference)
    assert other.manifest["tables"] == reference.manifest["tables"]
    assert other.manifest == reference.manifest


def test_another_seed_is_another_run() -> None:
    assert run("three").manifest["identity"] != run("three", seed=8).manifest["identity"]


def test_a_manifest_names_no_folder_of_this_machine(desk: Path) -> None:
    played = run("three", overrides=[("dice.faces", 4)])
    text = (played.folder / "manifest.json").read_text()
    assert str(desk) not in text
    assert str(Path(__file__).parents[2]) not in text
    assert str(Path.home()) not in text


def test_nothing_but_tables_and_manifest_is_left() -> None:
    left = {path.name for path in run("three").folder.iterdir()}
    assert left == {"manifest.json", "games.parquet", "seats.parquet", "curves.parquet"}

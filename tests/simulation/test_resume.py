"""Going on with a run, refusing a foreign folder, doing nothing twice."""

from __future__ import annotations

import json
import os
import platform
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from balance.errors import RunError
from balance.simulation import chunks, open_run, play, prepare, run, runner, workers
from balance.simulation.lock import LOCK
from balance.simulation.progress import Quiet

pytestmark = pytest.mark.usefixtures("desk")


class Voice(Quiet):
    """Remembers what was said and played."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.games = 0

    def say(self, text: str) -> None:
        self.said.append(text)

    def advance(self, games: int) -> None:
        self.games += games


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run that was interrupted after its third chunk of 5 deals."""
    play_chunk = workers.play_chunk

    def three(plan, code, deals, *, plain):
        if deals[0] >= 15:
            raise KeyboardInterrupt
        return play_chunk(plan, code, deals, plain=plain)

    with monkeypatch.context() as patch:
        patch.setattr(workers, "play_chunk", three)
        with pytest.raises(KeyboardInterrupt, match=r"135 of 270 games are kept in part; the same command"):
            run("three", out="part", chunk=45, jobs=1)
    return Path("part")


def test_an_interrupted_run_says_how_far_it_is(stopped: Path) -> None:
    data = json.loads((stopped / "manifest.json").read_text())
    assert (data["state"], data["deals_done"]) == ("in progress", 15)
    with pytest.raises(RunError, match="not finished"):
        open_run(stopped)


def test_going_on_plays_only_what_is_missing_with_another_chunk_size(stopped: Path) -> None:
    shutil.rmtree(stopped / "chunks" / "deals-000005-000010")
    (stopped / "chunks" / ".unfinished-abc").mkdir()
    voice = Voice()
    played = run("three", out=stopped, chunk=63, jobs=1, progress=voice)
    assert voice.games == 20 * 9
    assert any("going on: 90 games" in line for line in voice.said)
    assert played.manifest["tables"] == run("three").manifest["tables"]


@pytest.mark.parametrize("harm", ["truncate", "seal", "foreign", "table"])
def test_a_damaged_chunk_is_played_again(stopped: Path, harm: str) -> None:
    chunk = stopped / "chunks" / "deals-000005-000010"
    if harm == "truncate":
        data = (chunk / "seats.arrow").read_bytes()
        (chunk / "seats.arrow").write_bytes(data[: len(data) // 2])
    elif harm == "seal":
        (chunk / chunks.SEAL).write_text("{")
    elif harm == "foreign":
        seal = json.loads((chunk / chunks.SEAL).read_text())
        (chunk / chunks.SEAL).write_text(json.dumps(seal | {"identity": "another"}))
    else:
        (chunk / "games.arrow").unlink()
    voice = Voice()
    played = run("three", out=stopped, chunk=45, jobs=1, progress=voice)
    assert any("deals-000005-000010" in line and "played again" in line for line in voice.said)
    assert voice.games == 20 * 9
    assert played.manifest["tables"] == run("three").manifest["tables"]


def test_a_finished_run_is_left_alone() -> None:
    first = run("three")
    times = {path.name: path.stat().st_mtime_ns for path in first.folder.iterdir()}
    voice = Voice()
    again = run("three", progress=voice)
    assert voice.said == [f"nothing left to do: this run is finished, in {first.folder}"]
    assert {path.name: path.stat().st_mtime_ns for path in again.folder.iterdir()} == times


def test_a_finished_run_with_a_damaged_table_is_played_again() -> None:
    first = run("three")
    (first.folder / "seats.parquet").write_bytes(b"")
    voice = Voice()
    assert run("three", progress=voice).manifest["tables"] == first.manifest["tables"]
    assert "seats.parquet is missing or damaged" in voice.said[0]


@pytest.mark.parametrize("change", [{"seed": 8}, {"games": 90}, {"overrides": [("dice.faces", 5)]}], ids=str)
def test_a_folder_with_another_run_is_refused_and_left(change: dict) -> None:
    folder = run("three", out="mine").folder
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(RunError, match="holds another run"):
        run("three", out="mine", **change)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_folder_with_other_things_is_refused(desk: Path) -> None:
    with pytest.raises(RunError, match="other things"):
        run("three", out=desk / "scenarios")
    with pytest.raises(RunError, match="found a file"):
        run("three", out=desk / "scenarios" / "three.yaml")


def test_the_latest_run_is_found_by_name() -> None:
    run("three", seed=8)
    second = run("three")
    assert open_run("three").folder == open_run("reports/three").folder == second.folder
    with pytest.raises(RunError, match="did you mean three"):
        open_run("thre")


def test_two_runs_in_one_folder_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    messages = []

    def meanwhile(*_args: object) -> None:
        with pytest.raises(RunError, match=f"process {os.getpid()}") as caught:
            run("three", out="one")
        messages.append(caught.value)

    monkeypatch.setattr(runner, "_complete", lambda *args: (meanwhile(), complete(*args)))
    run("three", out="one")
    assert len(messages) == 1


complete = runner._complete


def test_a_lock_file_that_nobody_holds_holds_nobody_up() -> None:
    folder = Path("one")
    folder.mkdir()
    (folder / LOCK).write_text(json.dumps({"pid": os.getppid(), "host": platform.node()}))  # alive
    assert run("three", out=folder).manifest["state"] == "finished"
    assert not (folder / LOCK).exists()


def test_missing_ranges_fill_the_gaps_and_nothing_else() -> None:
    there = [chunks.Chunk(5, 10, Path()), chunks.Chunk(10, 12, Path()), chunks.Chunk(20, 40, Path())]
    assert chunks.missing(there, 0, 30, 4) == [(0, 4), (4, 5), (12, 16), (16, 20)]
    assert chunks.missing([], 0, 3, 10) == [(0, 3)]
    assert chunks.missing(there, 0, 11, 100) == [(0, 5)]
    assert chunks.deals_in(there, 30) == 17


def test_a_number_that_does_not_fit_is_an_error_and_not_another_number() -> None:
    plan = prepare("three").plan
    rows = play.play_rows(plan, 0, 1)
    rows.seat_rows["score"][0, 0] = 2**31
    with pytest.raises(RunError, match="score"):
        play.seats_table(plan, SimpleNamespace(**vars(rows)))

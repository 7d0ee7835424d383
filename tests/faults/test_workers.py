"""Workers that die, and workers whose parent died."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

import pytest

from balance.errors import RunError
from balance.simulation import backends, prepare, workers

if TYPE_CHECKING:
    from pathlib import Path

TWO = ("--jobs", "2", "--chunk", "9")


def deadly(folder: Path, times: int) -> dict[str, str]:
    folder.mkdir()
    for n in range(times):
        (folder / str(n)).touch()
    return {"DICE_DIES": str(folder)}


def test_a_killed_worker_is_replaced_and_said(crash, tmp_path: Path) -> None:
    ended = crash.run("ill", *TWO, env=deadly(tmp_path / "once", 1))
    assert ended.code == 0, ended.err
    assert "a worker process died (SIGKILL(-9)); going on with fresh ones" in ended.err
    assert "72 games in" in ended.err  # what a dead worker was at is counted once
    assert crash.files("ill") == crash.files("reference")


def test_workers_that_go_on_dying_end_the_run_with_one_line(crash, tmp_path: Path) -> None:
    ended = crash.run("plague", *TWO, env=deadly(tmp_path / "always", 99))
    assert ended.code == 2
    assert "Traceback" not in ended.err
    (said,) = [line for line in ended.err.splitlines() if "9 of 72 games are kept in plague" in line]
    assert "worker processes died 3 times in a row, perhaps for want of memory" in said
    again = crash.run("plague", *TWO)
    assert "going on: 9 games" in again.err
    assert crash.files("plague") == crash.files("reference")


def test_workers_without_a_parent_end_and_change_nothing(crash) -> None:
    slow = ("--set", "dice.slow_ms=20")
    whole = crash.run("slowly", *slow, "--jobs", "1")
    assert whole.code == 0
    seal = next(n for n, step in enumerate(whole.steps, 1) if "chunk.json" in step)
    pid, answer = crash.begin("orphans", *slow, "--jobs", "2", "--chunk", "9", at=seal + 12, do="SIGKILL")
    assert crash.end(pid, answer).code == -signal.SIGKILL
    assert alive(pid)  # its workers, busy
    stored = crash.chunks("orphans")
    again = crash.run("orphans", *slow, "--jobs", "1", "--chunk", "27")
    assert f"going on: {9 * len(stored)} games" in again.err
    assert crash.files("orphans") == crash.files("slowly")
    until = time.monotonic() + 20
    while alive(pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not alive(pid)
    assert crash.files("orphans") == crash.files("slowly")


def alive(group: int) -> bool:
    """Whether a process of that group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_worker_with_other_code_of_the_rules_does_not_play(desk) -> None:
    plan = prepare("three").plan
    with pytest.raises(RunError, match="other code of the rules"):
        workers.play_chunk(plan, "0" * 64, (0, 1), plain=False)


def test_deaths_are_counted_from_the_last_chunk_that_came(desk, monkeypatch) -> None:
    plan, said, kept = prepare("three").plan, [], []

    def two_chunks_then_death(plan, code, ranges, how):
        for deals in ranges[:2]:
            yield deals, {}
        if len(ranges) > 2:
            raise backends.WorkersDied("killed")

    monkeypatch.setattr(workers, "WORTH_WORKERS", 0.0)
    monkeypatch.setattr(workers, "_results", two_chunks_then_death)
    ranges = [(n, n + 1) for n in range(12)]
    how = workers.How(jobs=2, backend="loky", plain=False)
    workers.play_ranges(plan, ranges, how, keep=lambda deals, _: kept.append(deals), say=said.append)
    assert kept == ranges
    assert len(said) == 5

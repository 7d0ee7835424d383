"""A run that is stopped before any one of its steps on disk goes on, and ends as the same bytes."""

from __future__ import annotations

import os
import re
import signal

import pytest

GAMES = 72


@pytest.fixture(scope="session")
def steps(crash) -> list[str]:
    """What an undisturbed run does on disk."""
    found = crash.run("counted").steps
    assert crash.files("counted") == crash.files("reference")
    assert len(found) > 30
    return found


def kept(said: str) -> int:
    """Games that a run found there already."""
    found = re.search(r"going on: (\d+) games", said)
    return int(found[1]) if found else 0


def games_in(names: list[str]) -> int:
    """Games in chunks, by their names."""
    ranges = [re.fullmatch(r"deals-(\d+)-(\d+)", name) for name in names]
    return sum(int(found[2]) - int(found[1]) for found in ranges if found) * 9


def test_kill_before_any_step_loses_nothing_and_counts_nothing_twice(crash, steps) -> None:
    sealed = max(n for n, step in enumerate(steps, 1) if step.startswith("os.rename"))
    for at in [*range(1, sealed + 1), *range(sealed + 1, len(steps) + 1, 4)]:
        where = f"before step {at}: {steps[at - 1]}"
        folder = f"killed{at}"
        assert crash.run(folder, at=at, do="SIGKILL").code == -signal.SIGKILL, where
        stored = games_in(crash.chunks(folder))
        again = crash.run(folder, "--chunk", "63")
        assert (again.code, "Traceback" in again.err) == (0, False), (where, again.err)
        if "nothing left to do" not in again.err:
            assert kept(again.err) == stored, where
            assert f"{GAMES - stored} games in" in again.err or stored == GAMES, where
        assert crash.files(folder) == crash.files("reference"), where


@pytest.mark.parametrize("trouble", ["ENOSPC", "EROFS"])
def test_a_disk_that_takes_no_more_from_any_step_on_is_one_line(crash, steps, trouble: str) -> None:
    words = os.strerror(getattr(__import__("errno"), trouble))
    writing = [n for n, step in enumerate(steps, 1) if not step.startswith(("os.remove", "os.rmdir"))]
    for at in writing[:: 2 if trouble == "ENOSPC" else 7]:
        where = f"from step {at} on: {steps[at - 1]}"
        folder = f"{trouble}{at}"
        ended = crash.run(folder, at=at, do=trouble)
        assert (ended.code, "Traceback" in ended.err) == (2, False), (where, ended.err)
        assert words in ended.last, where
        assert crash.run(folder).code == 0, where
        assert crash.files(folder) == crash.files("reference"), where


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_ctrl_c_and_sigterm_say_what_is_kept(crash, steps, name: str) -> None:
    begun = next(n for n, step in enumerate(steps, 1) if "deals-" in step or "chunks" in step)
    for at in range(begun, len(steps), 6 if name == "SIGINT" else 13):
        folder = f"{name}{at}"
        ended = crash.run(folder, at=at, do=name)
        where = f"at step {at}: {steps[at - 1]}: {ended.err}"
        assert "Traceback" not in ended.err, where
        assert ended.code == 130, where
        again = crash.run(folder)
        games = re.search(r"^interrupted: (\d+) of 72 games are kept in", ended.last)
        if games:
            assert kept(again.err) == int(games[1]), where
        else:  # after the seal
            assert "nothing left to do" in again.err, where
        assert crash.files(folder) == crash.files("reference"), where


def test_of_two_runs_at_once_one_is_told_to_wait(crash, steps) -> None:
    lock = next(n for n, step in enumerate(steps, 1) if step.endswith("run.lock"))
    for at in range(lock + 1, len(steps), 11):
        folder = f"two{at}"
        pid, answer = crash.begin(folder, at=at, do="SIGSTOP")
        assert crash.ask("wait", pid=pid) == {"stopped": True}
        sealed = crash.run(folder)
        if sealed.code:
            assert sealed.code == 2
            assert re.search(f"{folder}: process {pid} is playing this run now", sealed.last)
            assert "Traceback" not in sealed.err
        else:  # the first had only to clean up
            assert "nothing left to do" in sealed.err
        os.kill(pid, signal.SIGCONT)
        assert crash.end(pid, answer).code == 0
        assert crash.files(folder) == crash.files("reference")


def test_the_slower_of_two_that_begin_at_once_finds_nothing_left(crash) -> None:
    pid, answer = crash.begin("late", at=1, do="SIGSTOP")  # before it makes the folder
    assert crash.ask("wait", pid=pid) == {"stopped": True}
    assert crash.run("late").code == 0
    os.kill(pid, signal.SIGCONT)
    ended = crash.end(pid, answer)
    assert (ended.code, "nothing left to do" in ended.err) == (0, True)
    assert crash.files("late") == crash.files("reference")


def test_the_slower_of_two_other_runs_does_not_take_the_first_for_its_own(crash) -> None:
    pid, answer = crash.begin("mixed", at=1, do="SIGSTOP")
    assert crash.ask("wait", pid=pid) == {"stopped": True}
    assert crash.run("mixed", "--seed", "8").code == 0
    before = crash.files("mixed")
    os.kill(pid, signal.SIGCONT)
    ended = crash.end(pid, answer)
    assert ended.code == 2
    assert "holds another run" in ended.last
    assert crash.files("mixed") == before

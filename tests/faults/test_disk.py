"""A disk that is really full, a file that may not grow, a folder that cannot be written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SIZES = (700, 2_000, 6_000)


@pytest.mark.parametrize("size", SIZES)
def test_a_file_that_may_not_grow_is_one_line_and_the_run_goes_on_later(crash, size: int) -> None:
    folder = f"small{size}"
    ended = crash.run(folder, file_size=size)
    assert (ended.code, "Traceback" in ended.err) == (2, False), ended.err
    assert "File too large" in ended.last
    again = crash.run(folder)
    assert again.code == 0
    assert crash.files(folder) == crash.files("reference")


@pytest.fixture
def disk(crash):
    """A function that mounts a disk of so many bytes at a folder, or mounts it another way."""
    if not crash.may_mount:
        pytest.skip("mounting is not permitted here; other tests stand in with limits and raised errors")

    def mount(folder: str, options: str, *, again: bool = False) -> None:
        place = crash.desk / folder
        place.mkdir(exist_ok=True)
        flags = f"remount,{options}" if again else options
        assert crash.ask("mount", words=["-t", "tmpfs", "-o", flags, "none", str(place)])["code"] == 0

    return mount


def test_a_full_disk_is_one_line_and_after_making_room_the_run_goes_on(crash, disk) -> None:
    full = 0
    page = os.sysconf("SC_PAGESIZE")
    for pages in range(1, 40, 3):
        disk(f"disk{pages}", f"size={pages * page}")
        folder = f"disk{pages}/run"
        ended = crash.run(folder)
        if ended.code:
            full += 1
            assert (ended.code, "Traceback" in ended.err) == (2, False), ended.err
            assert "No space left on device" in ended.last
            if "kept" in ended.last:
                assert "make room on the disk, then the same command goes on" in ended.last
            disk(f"disk{pages}", "size=4m", again=True)
            assert crash.run(folder).code == 0
        assert crash.files(folder) == crash.files("reference")
    assert full > 3


def test_a_read_only_disk_is_one_line_and_a_finished_run_on_it_can_be_opened(crash, disk) -> None:
    disk("closed", "size=4m")
    assert crash.run("closed/part", at=20, do="SIGKILL").code < 0
    assert crash.run("closed/whole").code == 0
    disk("closed", "ro", again=True)
    for folder in ("closed/part", "closed/new"):
        ended = crash.run(folder)
        assert (ended.code, len(ended.err.splitlines())) == (2, 1)
        assert "Read-only file system" in ended.last
    ended = crash.run("closed/whole")
    assert (ended.code, "nothing left to do" in ended.err) == (0, True)
    disk("closed", "rw", again=True)
    for folder in ("closed/part", "closed/new"):
        assert crash.run(folder).code == 0
        assert crash.files(folder) == crash.files("reference")


def test_a_file_where_a_folder_should_be_is_one_line(crash) -> None:
    Path(crash.desk / "file").write_text("mine")
    for folder in ("file", "file/run"):
        ended = crash.run(folder)
        assert (ended.code, len(ended.err.splitlines())) == (2, 1)
        assert "file" in ended.last
    assert Path(crash.desk / "file").read_text() == "mine"

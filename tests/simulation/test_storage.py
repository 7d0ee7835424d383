"""Files are whole or absent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from balance.simulation import storage, write_whole

if TYPE_CHECKING:
    from pathlib import Path


def test_write_whole_makes_folders_and_replaces(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.txt"
    write_whole(path, "one")
    write_whole(path, b"two")
    assert path.read_text() == "two"
    assert [item.name for item in path.parent.iterdir()] == ["b.txt"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = write_whole(tmp_path / "a.txt", "old")

    def fail() -> None:
        with storage.whole_file(path) as place:
            place.write_text("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert path.read_text() == "old"
    assert [item.name for item in tmp_path.iterdir()] == ["a.txt"]


def test_a_failed_folder_is_gone(tmp_path: Path) -> None:
    def fail() -> None:
        with storage.whole_folder(tmp_path / "f") as place:
            (place / "x").write_text("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert list(tmp_path.iterdir()) == []


def test_text_hash_does_not_see_the_order_of_keys() -> None:
    assert storage.text_hash({"a": 1, "b": 2}) == storage.text_hash({"b": 2, "a": 1})
    assert storage.text_hash([1, 2]) != storage.text_hash([2, 1])

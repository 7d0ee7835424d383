"""Compiled and plain: the same text runs both ways, and the cache knows every kernel source."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from balance import jit
from balance.jit import store  # kernels are found by plain names only

ROOT = Path(__file__).resolve().parents[1]
INNER = np.dtype([("number", np.int64), ("weight", np.float64), ("row", np.int64, (3,))])
OUTER = np.dtype([("count", np.int64), ("part", INNER, (2,)), ("single", INNER)])


@jit.kernel
def add(record, amount):
    record.count += amount
    record.part[1].row[2] = amount


@jit.kernel
def even(n):
    return n == 0 or odd(n - 1)


@jit.kernel
def odd(n):
    return n != 0 and even(n - 1)


@jit.entry
def count_up(records, amount):
    add(records[0], amount)
    return records[0].count


@jit.entry
def copy_first(rows, records):
    store(rows, 1, records[0])


def filled() -> np.ndarray:
    records = np.zeros(1, OUTER)
    records["count"], records["single"]["weight"] = 3, 2.5
    records["part"]["row"] = [[[1, 2, 3], [4, 5, 6]]]
    return records


def test_both_ways_give_the_same() -> None:
    records, objects = filled(), jit.as_objects(filled())
    assert count_up(records, 4) == jit.plain(count_up)(objects, 4) == 7
    back = np.zeros(1, OUTER)
    jit.from_objects(objects, back)
    assert back == records
    assert back[0]["part"][1]["row"].tolist() == [4, 5, 4]


def test_records_survive_as_objects() -> None:
    records = filled()
    back = np.zeros(1, OUTER)
    jit.from_objects(jit.as_objects(records), back)
    assert back == records


def test_objects_are_a_copy_with_fixed_fields() -> None:
    records = filled()
    objects = jit.as_objects(records)
    objects[0].count = 99
    assert records[0]["count"] == 3
    with pytest.raises(AttributeError):
        objects[0].cuont = 1


def test_rows_can_be_stored_both_ways() -> None:
    compiled, plain = np.zeros(2, OUTER), np.zeros(2, OUTER)
    copy_first(compiled, filled())
    jit.plain(copy_first)(plain, jit.as_objects(filled()))
    assert np.array_equal(compiled, plain)
    assert compiled[1] == filled()[0]


def test_plain_python_refuses_indices_out_of_range() -> None:
    row = jit.as_objects(filled())[0].single.row
    with pytest.raises(IndexError):
        row[3]
    with pytest.raises(IndexError, match="below 0"):
        row[-1]
    with pytest.raises(IndexError, match="below 0"):
        row[-1] = 4


def test_plain_functions_call_plain_functions() -> None:
    twin = jit.plain(even)
    assert twin(10)
    assert not twin(7)
    assert twin is jit.plain(even)
    assert not isinstance(twin.__globals__["odd"], type(even))


def test_every_kernel_source_is_in_the_name_of_the_cache() -> None:
    """A file that takes part in compiling, but not in the hash, would leave old machine code running."""
    sources = {path.resolve() for path in jit.kernel_sources()}
    for path in (ROOT / "balance").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if any(mark in text for mark in ("@kernel", "@inline", "@entry")) or path.name == "state.py":
            assert path.resolve() in sources, path
    assert jit.CACHE.name.startswith("kernels-")


def test_the_cache_is_another_with_other_options(tmp_path: Path) -> None:
    def folder(**changes: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "BALANCE_CACHE": str(tmp_path), **changes}
        command = [sys.executable, "-c", "from balance import jit; print(jit.CACHE)"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    plain, checked = folder(BALANCE_BOUNDSCHECK=""), folder(BALANCE_BOUNDSCHECK="1")
    assert plain != checked
    assert Path(plain).parent == tmp_path

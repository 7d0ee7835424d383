"""Compiled and plain: the same text runs both ways, and the cache knows every kernel source."""

from __future__ import annotations

import ast
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


def names_from_jit(tree: ast.Module) -> set[str]:
    """What a module takes from `balance.jit`: by `from ... import`, or as attributes of the module."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    found = {name.name for node in imports if node.module == "balance.jit" for name in node.names}
    return found | {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value).split(".")[-1] == "jit"
    }


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


GAME_FILES = sorted((ROOT / "balance" / "games").rglob("*.py"))
SOURCES = set(jit.kernel_sources())
SKIPPED = [path for path in GAME_FILES if path not in SOURCES]


@pytest.mark.parametrize("path", SKIPPED, ids=lambda path: path.relative_to(ROOT / "balance").as_posix())
def test_a_file_that_is_left_out_makes_no_kernels(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not names_from_jit(tree) & {"kernel", "inline", "entry", "twin", "*"}


def test_kernels_take_nothing_from_a_file_that_is_left_out() -> None:
    """A constant in such a file would be frozen into compiled code, and an edit of it not be seen."""
    harmless = {"balance.games.interface.Kernels"}
    modules = {module(path) for path in GAME_FILES}
    left_out = {module(path) for path in SKIPPED}
    for path in set(GAME_FILES) - set(SKIPPED):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert not {name.name for name in node.names} & left_out, path
            elif isinstance(node, ast.ImportFrom):
                taken = {f"{node.module}.{name.name}" for name in node.names}
                assert not taken & left_out, path
                if node.module in left_out:
                    assert taken - modules <= harmless, path


def test_every_name_that_is_left_out_is_that_of_a_file() -> None:
    assert {path.name for path in SKIPPED} == set(jit.NO_KERNELS)


def test_an_entry_is_cold_until_it_is_compiled_whatever_others_are_called(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(jit, "CACHE", tmp_path)
    assert jit.is_cold(count_up)
    assert not jit.is_cold(jit.plain(count_up)), "ordinary Python needs no compiling"
    here = Path(__file__)
    for folder, name in (
        ("another_game_0123", f"{here.stem}.count_up-46.py311.1.nbc"),
        (f"{here.parent.name}_0123", "other.count_up-46.py311.1.nbc"),
        (f"{here.parent.name}_0123", f"{here.stem}.copy_first-46.py311.1.nbc"),
    ):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).touch()
    assert jit.is_cold(count_up)
    (tmp_path / f"{here.parent.name}_0123" / f"{here.stem}.count_up-46.py311.1.nbc").touch()
    assert not jit.is_cold(count_up)


def test_the_cache_of_numba_is_where_it_is_looked_for(tmp_path: Path) -> None:
    """The names of numba's files are its own affair: another version could change them."""
    code = (
        "from tests.test_jit import count_up, filled, jit\n"
        "print(jit.is_cold(count_up)); count_up(filled(), 1); print(jit.is_cold(count_up))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "BALANCE_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]


def test_a_new_file_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in (
        "jit.py",
        "chance.py",
        "games/words.py",
        "games/new.py",
        "games/other/state.py",
        "games/other/words.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    monkeypatch.setattr(jit, "PACKAGE", tmp_path)
    found = [path.relative_to(tmp_path).as_posix() for path in jit.kernel_sources()]
    assert found == ["jit.py", "folding.py", "chance.py", "games/new.py", "games/other/state.py"]


def test_the_cache_is_another_with_other_options(tmp_path: Path) -> None:
    def folder(**changes: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "BALANCE_CACHE": str(tmp_path), **changes}
        command = [sys.executable, "-c", "from balance import jit; print(jit.CACHE)"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    plain, checked = folder(BALANCE_BOUNDSCHECK=""), folder(BALANCE_BOUNDSCHECK="1")
    assert plain != checked
    assert Path(plain).parent == tmp_path

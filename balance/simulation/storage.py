"""Files that are whole or absent: written under another name, forced to disk, then renamed."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Iterator

UNFINISHED = ".unfinished-"
"""Beginning of the name of a file or folder that is still being written."""


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A place to write to that becomes `path` when the block ends well, and is gone when it does not."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=UNFINISHED, suffix=path.suffix, dir=path.parent)
    os.close(handle)
    place = Path(name)
    try:
        yield place
        place.chmod(0o666 & ~_umask())
        _force(place)
        place.replace(path)
    finally:
        place.unlink(missing_ok=True)


def write_whole(path: Path | str, data: bytes | str) -> Path:
    """Write a file so that a reader finds the old text or the new one, never half of it."""
    target = Path(path)
    with whole_file(target) as place:
        place.write_bytes(data.encode() if isinstance(data, str) else data)
    return target


def write_json(path: Path, data: Any) -> Path:
    """Write JSON in one form for one content: sorted keys, two spaces, a last newline."""
    return write_whole(path, json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False) + "\n")


def read_json(path: Path) -> Any:
    """Read a JSON file; RunError when it is missing or damaged."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        msg = f"{path}: there is no such file"
        raise RunError(msg) from None
    except (ValueError, OSError, RecursionError) as error:
        msg = f"{path}: cannot be read ({error})"
        raise RunError(msg) from None


@contextlib.contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """The same for a folder: what was at `path` before is replaced."""
    path.parent.mkdir(parents=True, exist_ok=True)
    place = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=path.parent))
    try:
        yield place
        for item in place.iterdir():
            _force(item)
        shutil.rmtree(path, ignore_errors=True)
        place.replace(path)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def remove_unfinished(folder: Path) -> None:
    """Remove what an interrupted writer left behind."""
    for item in folder.glob(f"{UNFINISHED}*"):
        if item.is_dir():
            shutil.rmtree(item, ignore_errors=True)
        else:
            item.unlink(missing_ok=True)


def file_hash(path: Path) -> str:
    """SHA-256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def text_hash(data: Any) -> str:
    """SHA-256 of plain data (mappings, lists, texts, numbers), whatever the order of the keys."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _force(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _umask() -> int:
    now = os.umask(0o022)
    os.umask(now)
    return now

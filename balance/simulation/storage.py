"""Files that are whole or absent: written under another name, forced to disk, then renamed."""

from __future__ import annotations

import contextlib
import fcntl
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
    """A place to write to that becomes `path` when the block ends well, and is gone when it does not.

    An OSError (no space, read-only) names `path`, not the place.
    """
    with named(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=UNFINISHED, suffix=path.suffix, dir=path.parent)
        place = Path(name)
        try:
            _claim(handle)
            yield place
            place.chmod(0o666 & ~_umask())
            _force(place)
            place.replace(path)
            _force(path.parent)
        finally:
            os.close(handle)
            with contextlib.suppress(OSError):
                place.unlink()


def write_whole(path: Path | str, data: bytes | str) -> Path:
    """Write a file so that a reader finds the old text or the new one, never half of it."""
    target = Path(path)
    with whole_file(target) as place:
        place.write_bytes(data.encode() if isinstance(data, str) else data)
    return target


def write_json(path: Path, data: Any) -> Path:
    """Write JSON in one form for one content: sorted keys, two spaces, a last newline."""
    return write_whole(path, json_text(data))


def json_text(data: Any) -> str:
    """JSON in one form for one content."""
    return json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


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
    """The same for a folder that is not there yet (OSError when it is); it is not forced to disk.

    After a power cut its files may be short: whoever reads it must know their hashes.
    """
    with named(path):
        place = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=path.parent))
        handle = os.open(place, os.O_RDONLY)
        try:
            _claim(handle)
            yield place
            place.rename(path)  # a folder with something in it is never replaced
        finally:
            os.close(handle)
            shutil.rmtree(place, ignore_errors=True)


def remove_unfinished(folder: Path) -> None:
    """Remove what an interrupted writer left behind, and nothing that a live one is writing."""
    for item in folder.glob(f"{UNFINISHED}*"):
        with contextlib.suppress(OSError):
            handle = os.open(item, os.O_RDONLY)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                remove(item)
            finally:
                os.close(handle)


def remove(path: Path) -> None:
    """Remove a file, or a folder with all that is in it."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def file_hash(path: Path) -> str:
    """SHA-256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def bytes_hash(data: bytes) -> str:
    """SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def text_hash(data: Any) -> str:
    """SHA-256 of plain data (mappings, lists, texts, numbers), whatever the order of the keys."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return bytes_hash(text.encode())


def sealed(data: dict[str, Any]) -> dict[str, Any]:
    """The same mapping, as JSON gives it back, with a hash of its content under `seal`."""
    plain: dict[str, Any] = json.loads(json.dumps(data))
    return plain | {"seal": _seal(plain)}


def is_sealed(data: Any) -> bool:
    """Whether this is a mapping that `sealed` made and nobody changed since."""
    return isinstance(data, dict) and data.get("seal") == _seal(data)


def _seal(data: dict[str, Any]) -> str:
    return text_hash({key: value for key, value in data.items() if key != "seal"})


@contextlib.contextmanager
def named(path: Path) -> Iterator[None]:
    """An OSError of writing, which may know no file or only the unfinished one, names the file meant."""
    try:
        yield
    except OSError as error:
        name = str(error.filename or "")
        if error.errno is None or (name and UNFINISHED not in name):
            raise
        raise OSError(error.errno, os.strerror(error.errno), str(path)) from error


def _claim(handle: int) -> None:
    """Mark as being written, for as long as this process lives; a file system without locks has no marks."""
    with contextlib.suppress(OSError):
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)


def _force(path: Path) -> None:
    """Force a file, or the names in a folder, to disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _umask() -> int:
    now = os.umask(0o022)
    os.umask(now)
    return now

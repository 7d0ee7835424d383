"""One run per folder at a time: a lock that the operating system drops when its holder ends, however.

The file says who holds it, for the message; only the lock on it counts. So a file that a killed process
left behind holds nobody up, and a process number that was given out again fools nobody.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import platform
from typing import TYPE_CHECKING

from balance.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCK = "run.lock"


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder; RunError when another process (or another thread) does."""
    path = folder / LOCK
    handle = _take(path)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            path.unlink()  # while it is held: nobody can have taken it
        os.close(handle)


def _take(path: Path) -> int:
    """An open file with the lock on it."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)  # not inherited by worker processes
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_file_at(path, handle):
                _sign(handle)
                return handle
        except BlockingIOError:
            msg = f"{path.parent}: {_holder(path)} is playing this run now; wait for it, or stop it"
            os.close(handle)
            raise RunError(msg) from None
        except OSError as error:
            os.close(handle)
            msg = f"{path}: this file system does not offer locks ({error.strerror}); give another --out"
            raise RunError(msg) from None
        os.close(handle)  # its holder ended and removed it between the two calls: once more


def _is_file_at(path: Path, handle: int) -> bool:
    """Whether the open file is still the one that lies there."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def _sign(handle: int) -> None:
    with contextlib.suppress(OSError):  # a full disk: then nobody can say who holds it
        os.ftruncate(handle, 0)
        os.write(handle, json.dumps({"pid": os.getpid(), "host": platform.node()}).encode())


def _holder(path: Path) -> str:
    """Who holds the lock, in words."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        pid, host = int(data["pid"]), str(data["host"])
    except (OSError, ValueError, KeyError, TypeError):
        return "another process"
    here = "" if host == platform.node() else f" on {host}"
    return f"process {pid}{here}{' (this one)' if pid == os.getpid() and not here else ''}"

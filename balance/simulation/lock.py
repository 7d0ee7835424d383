"""One run per folder at a time: a lock file with the number of the process that holds it."""

from __future__ import annotations

import contextlib
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
    """Hold the folder; RunError when another live process does. A dead process's lock is removed."""
    path = folder / LOCK
    card = folder / f"{LOCK}.{os.getpid()}"
    for attempt in range(2):
        card.write_text(json.dumps({"pid": os.getpid(), "host": platform.node()}))
        try:
            os.link(card, path)  # with its content, or not at all: a reader never finds it empty
            break
        except FileExistsError:
            holder = _holder(path)
            if holder is not None or attempt:
                who = f"process {holder}" if holder else "another process"
                msg = (
                    f"{folder}: {who} is playing this run now; wait for it, or stop it"
                    f" (if there is no such process, remove {path})"
                )
                raise RunError(msg) from None
            _remove_stale(path, card)
        finally:
            card.unlink(missing_ok=True)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def _holder(path: Path) -> str | None:
    """Who holds the lock, in words; None when that process is gone."""
    try:
        data = json.loads(path.read_text())
        pid, host = int(data["pid"]), str(data["host"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if host != platform.node():
        return f"{pid} on {host}"
    if pid == os.getpid():
        return f"{pid} (this one)"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return None
    except PermissionError:
        pass
    return str(pid)


def _remove_stale(path: Path, aside: Path) -> None:
    """Take the stale lock away by renaming it, so that of two processes only one does so."""
    with contextlib.suppress(FileNotFoundError):
        path.rename(aside)

"""What can stop a run from outside: signals, and a disk that takes no more."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
CLOSED = (errno.EROFS, errno.EACCES, errno.EPERM)


@contextlib.contextmanager
def as_ctrl_c() -> Iterator[None]:
    """In the block, SIGTERM and SIGHUP end a run as Ctrl-C does (where nobody else deals with them)."""
    before = {}

    def stop(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def in_words(error: OSError) -> str:
    """Which file, and what is the matter with it."""
    words = os.strerror(error.errno) if error.errno else str(error)
    return f"{error.filename}: {words}" if error.filename else words


def advice(error: OSError) -> str:
    """What to do before the same command can go on, ending in "then "; nothing when it is not known."""
    if error.errno in FULL:
        return "make room on the disk, then "
    return "make the folder writable, then " if error.errno in CLOSED else ""

# ruff: noqa: PLC0415  (joblib loads only when workers start)
"""Playing ranges of deals, here or in joblib's workers; each range ends as a chunk on disk."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import TYPE_CHECKING, Any

from balance.errors import RunError, ScenarioError
from balance.simulation import chunks, play

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from balance.simulation.chunks import Chunk
    from balance.simulation.plan import Plan

WORTH_WORKERS = 1.5
"""Seconds of work left from which starting worker processes pays."""

Range = tuple[int, int]


def default_jobs() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_chunk(plan: Plan, folder: Path, identity: str, deals: Range, *, plain: bool) -> Chunk:
    """Play a range and store it: what a worker does."""
    tables = play.play_range(plan, *deals, plain=plain)
    return chunks.store(folder, identity, *deals, tables)


def play_ranges(
    plan: Plan,
    folder: Path,
    identity: str,
    ranges: Sequence[Range],
    *,
    jobs: int,
    backend: str,
    plain: bool,
    done: Callable[[Chunk], None],
) -> None:
    """Play all ranges and call `done` for each chunk as it comes, in any order.

    The first ranges are played in this process; workers are started only when more than about a second
    of work is left for them. RunError when a worker dies.
    """
    left = list(ranges)
    while left:
        start = time.perf_counter()
        chunk = play_chunk(plan, folder, identity, left.pop(0), plain=plain)
        done(chunk)
        rate = (time.perf_counter() - start) / (chunk.last - chunk.first)
        work = rate * sum(last - first for first, last in left)
        if jobs > 1 and len(left) > 1 and work > WORTH_WORKERS:
            break
    if left:
        _play_in_workers(plan, folder, identity, left, jobs=jobs, backend=backend, plain=plain, done=done)


def _play_in_workers(
    plan: Plan,
    folder: Path,
    identity: str,
    ranges: Sequence[Range],
    *,
    jobs: int,
    backend: str,
    plain: bool,
    done: Callable[[Chunk], None],
) -> None:
    import joblib
    from joblib.externals.loky.process_executor import BrokenProcessPool

    options: dict[str, Any] = {}
    if backend == "loky":
        options = {"initializer": _begin_worker, "initargs": (os.getpid(),)}
    pool = joblib.Parallel(
        jobs, backend=backend, return_as="generator_unordered", batch_size=1, max_nbytes=None, **options
    )
    task = joblib.delayed(play_chunk)
    results = pool(task(plan, folder, identity, deals, plain=plain) for deals in ranges)
    try:
        for chunk in results:
            done(chunk)
    except BrokenProcessPool as error:
        msg = (
            "a worker process died, perhaps for want of memory; what it had finished is kept:"
            " start the same run again, with fewer --jobs or a smaller --chunk"
        )
        raise RunError(msg) from error
    except BaseException:
        if backend == "loky":
            _end_workers()
        raise


def check_backend(name: str) -> None:
    """ScenarioError for a backend that joblib does not know."""
    if name in ("loky", "threading"):
        return
    from joblib.parallel import BACKENDS

    if name not in BACKENDS:
        msg = f"--backend {name}: joblib has no such backend here (known: {', '.join(sorted(BACKENDS))})"
        raise ScenarioError(msg)


def _end_workers() -> None:
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor(reuse=True, kill_workers=True).shutdown(wait=True, kill_workers=True)


def _begin_worker(parent: int) -> None:
    """Leave interrupts to the parent, and end when the parent is gone (killed, it can tell nobody)."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()

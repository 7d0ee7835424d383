# ruff: noqa: PLC0415  (joblib loads only when workers start)
"""Playing ranges of deals, here or in joblib's workers; each range comes back as the bytes of its tables."""

from __future__ import annotations

import contextlib
import os
import threading
import time
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance.errors import RunError
from balance.simulation import backends, chunks, play
from balance.simulation.rule_code import rule_code

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence

    from balance.simulation.plan import Plan

WORTH_WORKERS = 1.5
"""Seconds of work left from which starting worker processes pays."""
WORTH_THREADS = 0.2
"""The same for threads."""
DEATHS_MAX = 3
"""So many times worker processes may die, with no chunk finished in between, before a run gives up."""

Range = tuple[int, int]
Packed = dict[str, bytes]


@dataclass(frozen=True)
class How:
    """How ranges are played; the games do not depend on it."""

    jobs: int
    backend: str
    plain: bool
    client: Any = None  # of a dask scheduler


def default_jobs() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_FIRST = threading.Lock()
_ready: set[tuple[str, bool]] = set()


def play_chunk(plan: Plan, code: str, deals: Range, *, plain: bool) -> tuple[Range, Packed]:
    """Play a range: what a worker does. RunError when the rules here are not those of the run."""
    if rule_code(plan.module) != code:
        msg = (
            "a worker has other code of the rules than this process: the files were edited since it was"
            " started, or the worker's machine has another version; make them the same and start again"
        )
        raise RunError(msg)
    if plain and (plan.module, plain) not in _ready:
        with _FIRST:  # plain twins of kernels are built once, and not by two threads at a time
            plan.rules().kernels.plain()
            _ready.add((plan.module, plain))
    return deals, chunks.pack(play.play_range(plan, *deals, plain=plain))


def play_ranges(
    plan: Plan,
    ranges: Sequence[Range],
    how: How,
    *,
    keep: Callable[[Range, Mapping[str, bytes]], None],
    say: Callable[[str], None],
) -> None:
    """Play all ranges and call `keep` here, in this thread, for each as it comes, in any order.

    The first ranges are played in this process; workers are started only when more than about a second
    of work is left for them. Workers that die are replaced, which is said; RunError when that does not help.
    """
    left = list(ranges)
    worth = min(WORTH_WORKERS, WORTH_THREADS) if how.backend == "threading" else WORTH_WORKERS
    code = rule_code(plan.module)
    while left:
        start = time.perf_counter()
        (first, last), packed = play_chunk(plan, code, left.pop(0), plain=how.plain)
        keep((first, last), packed)
        work = (time.perf_counter() - start) / (last - first) * sum(end - begin for begin, end in left)
        if (how.jobs > 1 or how.client) and len(left) > 1 and work > worth:
            break
    deaths = 0
    while left:
        try:
            with contextlib.closing(_results(plan, code, tuple(left), how)) as results:
                for deals, packed in results:
                    keep(deals, packed)
                    left.remove(deals)
                    deaths = 0
        except backends.WorkersDied as died:
            deaths += 1
            if deaths == DEATHS_MAX:
                msg = (
                    f"worker processes died {deaths} times in a row, perhaps for want of memory ({died});"
                    " fewer --jobs or a smaller --chunk may help"
                )
                raise RunError(msg) from died
            say(f"a worker process died ({died}); going on with fresh ones")


def _results(
    plan: Plan, code: str, ranges: Sequence[Range], how: How
) -> Generator[tuple[Range, Packed], None, None]:
    """What workers send back; they end when the caller does. WorkersDied, or a RunError."""
    import joblib

    with contextlib.ExitStack() as stack:
        options: dict[str, Any] = {"n_jobs": how.jobs, "backend": how.backend}
        if how.backend == "dask":
            stack.enter_context(joblib.parallel_config(backend="dask", client=how.client))
            options = {"n_jobs": -1}
        elif how.backend == "loky":
            options |= {"initializer": backends.begin_worker, "initargs": (os.getpid(),)}
        pool = joblib.Parallel(**options, return_as="generator_unordered", batch_size=1, max_nbytes=None)
        task = joblib.delayed(play_chunk)
        work = [task(plan, code, deals, plain=how.plain) for deals in ranges]
        results = None
        try:
            with backends.deaf_children() if how.backend == "loky" else contextlib.nullcontext():
                results = pool(work)
            for result in results:  # noqa: UP028  (closed below, where its warning can be kept quiet)
                yield result
        except BaseException as error:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that what was not waited for is thrown away
                if results is not None:
                    results.close()
            if how.backend == "loky":
                backends.end_workers()
            if isinstance(error, Exception) and (trouble := backends.trouble(error, how.backend)) is not None:
                raise trouble from error
            raise

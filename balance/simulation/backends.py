# ruff: noqa: PLC0415  (joblib and dask load only when workers start)
"""Where chunks are played: which joblib backends there are, and how a dask scheduler is reached."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import signal
import threading
import time
from typing import TYPE_CHECKING, Any

from balance.cards.paths import listing, nearest
from balance.errors import RunError, ScenarioError

if TYPE_CHECKING:
    from collections.abc import Iterator

BACKENDS = ("loky", "threading", "dask")
SCHEDULER = "DASK_SCHEDULER_ADDRESS"
"""The environment variable that dask itself reads."""
THREADS_MAX = 4
"""Up to so many workers, threads are the faster ones for compiled rules: nothing to start."""
CONNECT_SECONDS = 10
INSTALL = "pip install 'balance[dask]'"


class WorkersDied(RunError):  # noqa: N818  (what happened)
    """Worker processes ended without an answer; others can be started."""


def chosen(backend: str | None, scheduler: str | None, *, threads: bool = False) -> str:
    """The backend to use; ScenarioError when it is unknown, not installed, or does not fit the scheduler.

    threads: whether threads will do where nothing is said.
    """
    name = backend or ("dask" if scheduler else "threading" if threads else "loky")
    if name not in BACKENDS:
        near = nearest(name, BACKENDS)
        hint = f"; did you mean {near}?" if near else ""
        msg = f"--backend {name}: there is no such backend (known: {listing(BACKENDS)}){hint}"
        raise ScenarioError(msg)
    if scheduler and name != "dask":
        msg = f"--dask {scheduler}: goes with --backend dask, and found --backend {name}"
        raise ScenarioError(msg)
    if name == "dask" and importlib.util.find_spec("distributed") is None:
        msg = f"--backend dask: dask is not installed here; {INSTALL} installs it"
        raise ScenarioError(msg)
    return name


@contextlib.contextmanager
def connected(backend: str, scheduler: str | None) -> Iterator[Any]:
    """A client of the dask scheduler while the block lasts; None with another backend.

    scheduler: its address; otherwise $DASK_SCHEDULER_ADDRESS, otherwise the client that this Python
    process has already. ScenarioError when nobody answers there.
    """
    if backend != "dask":
        yield None
        return
    import distributed

    address = scheduler or os.environ.get(SCHEDULER)
    if not address:
        try:
            yield distributed.get_client()
        except ValueError:
            msg = f"--backend dask: give the scheduler's address: --dask tcp://HOST:PORT, or ${SCHEDULER}"
            raise ScenarioError(msg) from None
        return
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        msg = f"--dask {address}: no dask scheduler answers there ({reason})"
        raise ScenarioError(msg) from None
    try:
        yield client
    finally:
        client.close()


@contextlib.contextmanager
def deaf_children() -> Iterator[None]:
    """Processes started in the block do not see Ctrl-C (it goes to the whole group): the parent ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_worker(parent: int) -> None:
    """Leave interrupts to the parent, and end when the parent is gone (killed, it can tell nobody)."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def end_workers() -> None:
    """Kill loky's workers: what they were at is thrown away."""
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor(reuse=True, kill_workers=True).shutdown(wait=True, kill_workers=True)


def trouble(error: Exception, backend: str) -> RunError | None:
    """What an error of the backend (not of the game) means; None when it is not one."""
    from concurrent.futures import CancelledError

    if backend == "loky":
        from joblib.externals.loky.process_executor import BrokenProcessPool

        if isinstance(error, BrokenProcessPool):
            codes = re.search(r"exit codes of the workers are \{(.+?)\}", str(error))
            return WorkersDied(codes[1] if codes else str(error).splitlines()[0])
    if backend == "dask":
        from distributed.comm import CommClosedError
        from distributed.scheduler import KilledWorker

        if isinstance(error, KilledWorker):
            return WorkersDied("dask lost, several times, the worker that played the same deals")
        if isinstance(error, CancelledError | CommClosedError):
            return RunError("the dask scheduler is gone; start it and the same run again")
        if isinstance(error, TimeoutError):
            return RunError("the dask scheduler has no workers; start some and the same run again")
        if isinstance(error, ImportError):
            return RunError(
                f"a dask worker cannot import the toolkit ({error}); install the same version there"
            )
    return None

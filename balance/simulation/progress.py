# ruff: noqa: PLC0415  (rich loads only on a terminal)
"""What is said while a run goes on: a live line on a terminal, an occasional plain line elsewhere."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import Progress

EVERY = 5.0
"""Seconds between two plain lines."""


class Quiet:
    """Says nothing: the default of the library."""

    def say(self, text: str) -> None:
        """One line."""

    def start(self, total: int, ready: int) -> None:
        """Games of the run (for an early stop: at most so many), and how many are there already."""

    def advance(self, games: int) -> None:
        """So many more games are done."""

    def stop(self) -> None:
        """No more games will come."""

    @contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """Something that takes a while and cannot be counted."""
        del text
        yield


class Lines(Quiet):
    """Plain lines, for logs and pipes."""

    def __init__(self, stream: TextIO | None = None) -> None:
        """Write to a stream, by default stderr."""
        self.stream = stream or sys.stderr
        self.total = self.done = self.ready = 0
        self.begun = self.said = 0.0

    def say(self, text: str) -> None:
        """One line."""
        self.stream.write(f"{text}\n")
        self.stream.flush()

    def start(self, total: int, ready: int) -> None:
        """Games of the run, and how many are there already."""
        self.total, self.done, self.ready = total, ready, ready
        self.begun = self.said = time.monotonic()

    def advance(self, games: int) -> None:
        """So many more games are done."""
        self.done += games
        now = time.monotonic()
        if now - self.said >= EVERY:
            self.said = now
            self.say(self._line(now))

    def stop(self) -> None:
        """No more games will come: say how fast it went."""
        played, seconds = self.done - self.ready, time.monotonic() - self.begun
        if played:
            self.say(f"{played:,} games in {seconds:.1f} s ({played / max(seconds, 1e-9):,.0f} per second)")

    def _line(self, now: float) -> str:
        rate = (self.done - self.ready) / max(now - self.begun, 1e-9)
        left = (self.total - self.done) / rate if rate else 0
        return f"{self.done:,} of {self.total:,} games, {rate:,.0f} per second, about {clock(left)} left"

    @contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """Say it, and wait."""
        self.say(text)
        yield


class Live(Lines):
    """The same on one line that moves (rich)."""

    def __init__(self) -> None:
        """Write to the terminal behind stderr."""
        super().__init__()
        from rich.console import Console

        self.console = Console(stderr=True)
        self.bar: Progress | None = None

    def say(self, text: str) -> None:
        """One line."""
        self.console.print(text, highlight=False, markup=False, soft_wrap=True)

    def start(self, total: int, ready: int) -> None:
        """Games of the run, and how many are there already."""
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        super().start(total, ready)
        bar = Progress(
            BarColumn(),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=self.console,
            transient=True,
        )
        self.task = bar.add_task("", total=total, completed=ready, rate="")
        self.bar = bar
        bar.start()

    def advance(self, games: int) -> None:
        """So many more games are done."""
        self.done += games
        if self.bar is not None:
            rate = (self.done - self.ready) / max(time.monotonic() - self.begun, 1e-9)
            self.bar.update(self.task, completed=self.done, rate=f"{rate:,.0f} per second")

    def stop(self) -> None:
        """No more games will come: say how fast it went."""
        if self.bar is not None:
            self.bar.stop()
            self.bar = None
        super().stop()

    @contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """Say it, and wait."""
        with self.console.status(text):
            yield


def for_terminal() -> Quiet:
    """Live on a terminal, plain lines otherwise."""
    return Live() if sys.stderr.isatty() else Lines()


def clock(seconds: float) -> str:
    """Seconds as m:ss or h:mm:ss."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02d}:{second:02d}" if hours else f"{minute}:{second:02d}"

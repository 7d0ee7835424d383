# ruff: noqa: PLC0415  (rich loads only on a terminal)
"""What is said while a search goes on: games done and left, and how far the search is."""

from __future__ import annotations

import sys
import time

from balance.simulation.progress import EVERY, Lines, Live, Quiet


class SearchQuiet(Quiet):
    """Says nothing."""

    def note(self, text: str) -> None:
        """Where the search stands now."""


class SearchLines(SearchQuiet, Lines):
    """Plain lines, at most one every few seconds."""

    noted = ""

    def note(self, text: str) -> None:
        """Where the search stands: said with the next line."""
        self.noted = text

    def advance(self, games: int) -> None:
        """So many more games are done."""
        self.done += games
        now = time.monotonic()
        if now - self.said >= EVERY:
            self.said = now
            self.say(f"{self.noted}; {self._line(now)}" if self.noted else self._line(now))


class SearchLive(SearchQuiet, Live):
    """A line that moves (rich)."""

    def note(self, text: str) -> None:
        """Where the search stands, before the bar."""
        if self.bar is not None:
            self.bar.update(self.task, description=text)

    def start(self, total: int, ready: int) -> None:
        """Games of the search, and how many are there already."""
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        Lines.start(self, total, ready)
        bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=20),
            TextColumn("{task.percentage:.0f} %"),
            TimeRemainingColumn(),
            console=self.console,
            transient=True,
        )
        self.task = bar.add_task("", total=total, completed=ready, rate="")
        self.bar = bar
        bar.start()


def for_search() -> SearchQuiet:
    """Live on a terminal, plain lines otherwise."""
    return SearchLive() if sys.stderr.isatty() else SearchLines()

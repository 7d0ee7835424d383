"""What a search has measured so far, on disk: interrupted, it measures nothing twice.

A search asks its questions in a fixed order, so going on is asking them again from the start; those in the
journal are answered at once, with the same numbers to the last digit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance.errors import RunError
from balance.simulation import storage

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Journal:
    """Answers by question, for a search of that identity; in memory only when there is no path."""

    def __init__(self, path: Path | None, identity: str) -> None:
        """Read what is there; a damaged journal, or another search's, counts as none."""
        self.path = path
        self.identity = identity
        self.answers: dict[str, Any] = {}
        if path is not None and path.is_file():
            try:
                data = storage.read_json(path)
                if data["identity"] == identity:
                    self.answers = dict(data["answers"])
            except (RunError, KeyError, TypeError, ValueError):
                self.answers = {}
        self.found = len(self.answers)

    def ask(self, question: str, measure: Callable[[], Any]) -> Any:
        """The answer kept, or that of `measure` (plain data), kept from now on."""
        if question not in self.answers:
            self.answers[question] = measure()
            if self.path is not None:
                storage.write_json(self.path, {"identity": self.identity, "answers": self.answers})
        return self.answers[question]

    def remove(self) -> None:
        """The search is done and its result written."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)

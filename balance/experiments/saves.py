"""Which files are saved, and when: a thread that notes it, and a queue that can be asked."""

from __future__ import annotations

import queue
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from balance.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

STEP_MS, AT_MOST_MS, LOOK_MS = 40, 400, 200
"""An editor writes in several steps: so long nothing more must come; so long it waits; how often it looks
whether it is to end.
"""


class Saves(Protocol):
    """Where saves are heard of."""

    def wait(self) -> bool:
        """Return when something was saved since the last time: True. False: nothing will come any more."""

    def waiting(self) -> bool:
        """Whether something was saved that nobody has waited for yet."""

    def close(self) -> None:
        """Listen no longer."""


class FileSaves:
    """Saves of some files, as the system tells of them (watchfiles)."""

    def __init__(self, folders: Sequence[Path], wanted: Callable[[Path], bool]) -> None:
        """Listen to folders (not to those in them) for files that `wanted` says yes to."""
        self._folders, self._wanted = [str(folder) for folder in folders], wanted
        self._heard: queue.Queue[bool] = queue.Queue()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="saves", daemon=True)
        self._error: Exception | None = None
        self._ready = threading.Event()
        self._thread.start()
        self._ready.wait()  # from here on nothing is missed

    def wait(self) -> bool:
        """Return when something was saved since the last time; RunError when the system does not tell."""
        found = self._heard.get()
        while found and not self._heard.empty():
            found = self._heard.get()
        if self._error is not None:
            msg = f"files cannot be watched here: {self._error}"
            raise RunError(msg) from self._error
        return found

    def waiting(self) -> bool:
        """Whether something was saved that nobody has waited for yet."""
        return not self._heard.empty()

    def close(self) -> None:
        """Listen no longer."""
        self._end.set()
        self._thread.join()

    def _listen(self) -> None:
        import watchfiles  # noqa: PLC0415  (only here, and it takes a while)

        try:
            for found in watchfiles.watch(
                *self._folders,
                watch_filter=lambda _, path: self._wanted(Path(path)),
                debounce=AT_MOST_MS,
                step=STEP_MS,
                rust_timeout=LOOK_MS,
                stop_event=self._end,
                yield_on_timeout=True,
                raise_interrupt=False,
                recursive=False,
            ):
                self._ready.set()
                if found:
                    self._heard.put(True)
        except Exception as error:  # noqa: BLE001  (of whatever system this is; said where it is waited for)
            self._error = error
        finally:
            self._heard.put(False)
            self._ready.set()


def files_of(card_folder: Path, scenario: Path) -> tuple[list[Path], Callable[[Path], bool]]:
    """The folders to listen to, and which files in them matter: YAML of the cards, and the scenario."""
    cards, file = card_folder.resolve(), scenario.resolve()

    def wanted(path: Path) -> bool:
        found = path.resolve()
        return found == file or (found.parent == cards and found.suffix in (".yaml", ".yml"))

    return list(dict.fromkeys([cards, file.parent])), wanted


def of(card_folder: Path, scenario: Path) -> FileSaves:
    """Saves of the card files and of the scenario."""
    return FileSaves(*files_of(card_folder, scenario))

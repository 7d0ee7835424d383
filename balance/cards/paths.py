"""Places and paths: where a value stands in a file, and how a person names it.

A path is a tuple of keys and list indices; its text form is `buildings.factory.levels[0].cost`.
"""

from __future__ import annotations

import contextlib
import difflib
import re
from dataclasses import dataclass
from itertools import islice
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

Path = tuple[str | int, ...]

_STEP = re.compile(r"(?:^|\.)([A-Za-z0-9_-]+)|\[(\d{1,6})\]")
SHOWN_TEXT = 60
SHOWN_PATH = 200
FILE_TEXT = 300
PATH_MAX = 1000
NAMES_MAX = 2000


@dataclass(frozen=True)
class Place:
    """Where a value was written. `line` and `column` count from 1; 0 means the whole of `file`."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        """As editors read it: `file:line:column`."""
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


def shown_file(file: FilePath | str) -> str:
    """A file name for messages: relative to the current folder when it lies inside it."""
    path = FilePath(file)
    with contextlib.suppress(ValueError, OSError):  # elsewhere, or no file name at all: as it was given
        path = path.resolve().relative_to(FilePath.cwd())
    return shorten(path.as_posix(), FILE_TEXT)


def path_text(path: Path) -> str:
    """`("levels", 0, "cost")` as `levels[0].cost`."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{step}" if text else step
    return text


def shown_path(path: Path) -> str:
    """A path for messages: cut, on one line."""
    return shorten(path_text(path), SHOWN_PATH)


def parse_path(text: str) -> Path | None:
    """The inverse of `path_text`; None when the text is not a path, or longer than any there is."""
    if len(text) > PATH_MAX:
        return None
    steps: list[str | int] = []
    at = 0
    while at < len(text):
        found = _STEP.match(text, at)
        if found is None or (at == 0 and found[0][0] in ".["):
            return None
        steps.append(found[1] if found[1] is not None else int(found[2]))
        at = found.end()
    return tuple(steps) or None


def nearest(word: object, known: Iterable[str]) -> str | None:
    """The known word (of the first 2,000) most like this one, whatever its capitals; None: no word is."""
    names = {name.lower(): name for name in islice(known, NAMES_MAX)}
    close = difflib.get_close_matches(str(word)[:200].lower(), names, n=1, cutoff=0.6)
    return names[close[0]] if close else None


def listing(names: Iterable[str], most: int = 20) -> str:
    """Names with commas, cut after `most`."""
    words = list(names)
    rest = len(words) - most
    return ", ".join(words[:most]) + (f" and {rest} more" if rest > 0 else "")


def shorten(text: str, most: int = SHOWN_TEXT) -> str:
    """The text, cut to `most` characters, on one line."""
    line = text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    return line if len(line) <= most else line[: most - 3] + "..."


def in_words(value: Any) -> str:
    """A value with its type, in plain words: `the text "3"`, `the whole number 3`, `nothing`."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"the truth value {str(value).lower()}"
    if isinstance(value, int):
        return f"the whole number {value}"
    if isinstance(value, float):
        return f"the number {value!r}"
    if isinstance(value, str):
        return f'the text "{shorten(value)}"'
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        if not value:
            return "an empty mapping"
        return f"a mapping with the keys {listing((shorten(str(k), 30) for k in value), 6)}"
    return f"a value of type {type(value).__name__}"


def leaves(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every (path, value) that is neither a mapping nor a list."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from leaves(value, (*path, index))
    else:
        yield path, data


def nodes(data: Any, path: Path = ()) -> Iterator[Path]:
    """The path of every value, mappings and lists too."""
    yield path
    if isinstance(data, dict):
        for key, value in data.items():
            yield from nodes(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from nodes(value, (*path, index))


def at_path(data: Any, path: Path) -> Any:
    """The value at a path; KeyError when there is none."""
    for step in path:
        if isinstance(step, int):
            if not isinstance(data, list) or step >= len(data):
                raise KeyError(step)
        elif not isinstance(data, dict) or step not in data:
            raise KeyError(step)
        data = data[step]
    return data


def copied(data: Any) -> Any:
    """Plain data, copied all the way down."""
    if isinstance(data, dict):
        return {key: copied(value) for key, value in data.items()}
    if isinstance(data, list):
        return [copied(value) for value in data]
    return data

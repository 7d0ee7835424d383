"""YAML text in, plain data and the place of every value out.

A strict part of YAML: mappings, lists, texts, numbers, true, false, null. Refused, each with its place:
anchors, aliases and merge keys (a small file could grow without bound), tags, second documents, duplicate
keys, numbers in unusual forms, `yes`/`no`/`on`/`off` without quotes, infinities. Bytes, nodes, depth
and digits are bounded. The events of PyYAML's parser are used, not its objects, so nothing is ever built
but dict, list, str, int, float, bool and None.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import yaml

from balance.cards.paths import Path, Place, nearest, shorten, shown_file, shown_path
from balance.errors import BalanceError, CardDataError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

BYTES_MAX = 1_000_000
NODES_MAX = 50_000
DEPTH_MAX = 24
DIGITS_MAX = 15
KEY_MAX = 200

_TOO_DEEP = f"nested deeper than {DEPTH_MAX}, allowed: at most {DEPTH_MAX} levels"

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?")
_ODD_NUMBER = re.compile(
    r"[-+]?(?:0x[0-9a-fA-F_]+|0o?[0-7_]+|0b[01_]+|[0-9][0-9_]*(?:\.[0-9_]*)?|[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?)"
)
_ENDLESS = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_NULL = {"", "~", "null", "Null", "NULL"}
_TRUTH = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_DOUBTFUL = {form for w in ("yes", "no", "on", "off") for form in (w, w.capitalize(), w.upper())}
_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_COMMENT = re.compile(r"\s+#+(.*)")
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Document:
    """Plain data with the place of every value (`where`) and of every mapping key (`keys`).

    comments    what is written behind a value on its line (`cash: 8  # $`)
    """

    data: Any
    where: dict[Path, Place]
    keys: dict[Path, Place]
    comments: dict[Path, str] = field(default_factory=dict)

    def place(self, path: Path) -> Place:
        """Where the value at this path stands, or the nearest thing around it."""
        return self._nearest(self.where, path)

    def key_place(self, path: Path) -> Place:
        """Where the key of this path stands, or the nearest thing around it."""
        found = self.keys.get(path)
        return found if found is not None else self.place(path)

    @staticmethod
    def _nearest(places: dict[Path, Place], path: Path) -> Place:
        for length in range(len(path), -1, -1):
            found = places.get(path[:length])
            if found is not None:
                return found
        return Place("card data")


def read_yaml(file: FilePath | str, error: type[BalanceError] = CardDataError) -> Document:
    """Read a YAML file. Anything wrong with it raises `error` with file, line and column."""
    path = FilePath(file)
    name = shown_file(path)
    try:
        if path.is_dir():
            raise error(f"{name}: found a folder, allowed: a YAML file")
        if not path.exists():
            raise error(f"{name}: there is no such file{_similar_file(path)}")
        if not path.is_file():
            raise error(f"{name}: found something that is not a file, allowed: a YAML file")
        with path.open("rb") as stream:
            raw = stream.read(BYTES_MAX + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise error(f"{name}: cannot be read ({reason})") from None
    return read_bytes(raw, name, error)


def read_bytes(raw: bytes, name: str, error: type[BalanceError] = CardDataError) -> Document:
    """The document in these bytes; `name` is what messages call it."""
    if len(raw) > BYTES_MAX:
        raise error(f"{name}: found more than {BYTES_MAX} bytes, allowed: at most {BYTES_MAX}")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line, column = _line_column(raw[: problem.start].decode("utf-8", "replace"))
        byte = raw[problem.start]
        raise error(
            f"{name}:{line}:{column}: found the byte 0x{byte:02x}, allowed: UTF-8 text (save it as UTF-8)"
        ) from None
    return read_text(text, name, error)


def read_text(text: str, name: str, error: type[BalanceError] = CardDataError) -> Document:
    """The document in this text; `name` is what messages call it."""
    odd = _UNPRINTABLE.search(text)
    if odd:
        line, column = _line_column(text[: odd.start()])
        code = f"U+{ord(odd[0]):04X}"
        raise error(f"{name}:{line}:{column}: found the control character {code}, allowed: printable text")
    builder = _Builder(name, error)
    try:
        events = yaml.parse(text, Loader=_LOADER)
        data = builder.document(events)
    except yaml.MarkedYAMLError as problem:
        raise error(_syntax(problem, text, name)) from None
    except yaml.YAMLError as problem:
        raise error(f"{name}: not valid YAML ({shorten(str(problem), 120)})") from None
    return Document(data, builder.where, builder.keys, _comments(builder.ends, text))


def read_value(text: str, name: str, error: type[BalanceError] = CardDataError) -> Any:
    """One YAML value (scalar or flow) as plain data: the value part of an override."""
    try:
        return read_text(text, name, CardDataError).data
    except CardDataError as problem:
        said = re.sub(r"^:[0-9]+:[0-9]+:", ":", str(problem).removeprefix(name))
        raise error(name + said) from None


# ------------------------------------------------------------------------------------ the builder


class _Builder:
    """Builds plain data from parser events and notes where each value stood."""

    def __init__(self, name: str, error: type[BalanceError]) -> None:
        self.name = name
        self.error = error
        self.where: dict[Path, Place] = {}
        self.keys: dict[Path, Place] = {}
        self.ends: dict[Path, tuple[int, int]] = {}  # line and column (from 0) behind a single value
        self.nodes = 0

    def fail(self, event: Any, text: str) -> NoReturn:
        raise self.error(f"{self.place(event)}: {text}")

    def place(self, event: Any) -> Place:
        return Place(self.name, event.start_mark.line + 1, event.start_mark.column + 1)

    def document(self, events: Iterator[Any]) -> Any:
        """The one document of the stream."""
        next(events)  # stream start
        event = next(events)
        if isinstance(event, yaml.StreamEndEvent):
            raise self.error(f"{self.name}: the file is empty, allowed: a YAML mapping")
        data = self.node(next(events), events, (), 1)
        next(events)  # document end
        event = next(events)
        if not isinstance(event, yaml.StreamEndEvent):
            self.fail(event, "found a second document (---), allowed: one document per file")
        return data

    def node(self, event: Any, events: Iterator[Any], path: Path, depth: int) -> Any:
        """The value that begins with this event."""
        self.guard(event, path, depth)
        self.where[path] = self.place(event)
        if isinstance(event, yaml.ScalarEvent):
            self.ends[path] = event.end_mark.line, event.end_mark.column
            return self.scalar(event, path)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Any] = []
            on_one_line = event.flow_style
            while not isinstance(event := next(events), yaml.SequenceEndEvent):
                items.append(self.node(event, events, (*path, len(items)), depth + 1))
            if on_one_line:
                self.ends[path] = event.end_mark.line, event.end_mark.column
            return items
        result: dict[str, Any] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            key = self.key(event, path, depth)
            here = (*path, key)
            if key in result:
                first = self.keys[here]
                self.fail(
                    event,
                    f"{shown_path(here)}: the key {shorten(key)!r} appears twice "
                    f"(first in line {first.line})",
                )
            self.keys[here] = self.place(event)
            result[key] = self.node(next(events), events, here, depth + 1)
        return result

    def guard(self, event: Any, path: Path, depth: int) -> None:
        """Refuse what could grow or act: aliases, anchors, tags, too many nodes, too deep."""
        if event.anchor is not None or isinstance(event, yaml.AliasEvent):
            kind, mark, allowed = "anchor", "&", "plain values without anchors"
            if isinstance(event, yaml.AliasEvent):
                kind, mark, allowed = "alias", "*", "the value itself, written out"
            name = shorten(event.anchor or "")
            self.fail(event, f"{_at(path)}found the {kind} {mark}{name}, allowed: {allowed}")
        if event.tag is not None:
            tag = shorten(event.tag.replace("tag:yaml.org,2002:", "!!"))
            self.fail(event, f"{_at(path)}found the tag {tag}, allowed: plain values without tags")
        self.nodes += 1
        if self.nodes > NODES_MAX:
            self.fail(event, f"found more than {NODES_MAX} values, allowed: at most {NODES_MAX}")
        if depth > DEPTH_MAX:
            self.fail(event, f"found values {_TOO_DEEP}")

    def key(self, event: Any, path: Path, depth: int) -> str:
        """A mapping key: a plain or quoted word."""
        self.guard(event, path, depth)
        if not isinstance(event, yaml.ScalarEvent):
            kind = "mapping" if isinstance(event, yaml.MappingStartEvent) else "list"
            self.fail(event, f"found a {kind} as a key, allowed: a word as a key")
        if event.implicit[0] and event.value == "<<":
            self.fail(event, "found the merge key <<, allowed: the values themselves, written out")
        value = self.scalar(event, path)
        if len(event.value) > KEY_MAX:
            self.fail(event, f"found a key of {len(event.value)} characters, allowed: at most {KEY_MAX}")
        if not isinstance(value, str):
            self.fail(
                event,
                f"found {shorten(event.value) or 'nothing'} as a key, allowed: a word (in quotes if need be)",
            )
        return value

    def scalar(self, event: Any, path: Path) -> Any:
        """Text, number, truth value or None; quoted scalars are always text."""
        text = event.value
        if not event.implicit[0]:
            return text
        if text in _NULL:
            return None
        if text in _TRUTH:
            return _TRUTH[text]
        if text in _DOUBTFUL:
            truth = "true" if text.lower() in ("yes", "on") else "false"
            self.fail(
                event,
                f"{_at(path)}found {text}, which YAML may read as a truth value, "
                f'allowed: {truth}, or "{text}" in quotes for the word',
            )
        return self.number(event, text, path)

    def number(self, event: Any, text: str, path: Path) -> Any:
        """A plain scalar as a number when it is one, else as text."""
        if _INT.fullmatch(text):
            digits = len(text.lstrip("+-"))
            if digits > DIGITS_MAX:
                allowed = f"at most {DIGITS_MAX} digits"
                self.fail(event, f"{_at(path)}found a number of {digits} digits, allowed: {allowed}")
            return int(text)
        if _FLOAT.fullmatch(text):
            value = float(text)
            if not math.isfinite(value):
                self.fail(event, f"{_at(path)}found {shorten(text)}, allowed: a number that is not infinite")
            return value
        if _ENDLESS.fullmatch(text):
            self.fail(event, f"{_at(path)}found {text}, allowed: a number (not infinite, not NaN)")
        if _ODD_NUMBER.fullmatch(text):
            self.fail(
                event,
                f"{_at(path)}found {shorten(text)}, allowed: a number in plain digits, "
                f'or "{shorten(text)}" in quotes for text',
            )
        return text


def _at(path: Path) -> str:
    """How a message about this path begins; made for messages only, as there are thousands of values."""
    return f"{shown_path(path)}: " if path else ""


def _comments(ends: dict[Path, tuple[int, int]], text: str) -> dict[Path, str]:
    """What is written behind values, each on the line of its value."""
    lines = _BREAK.split(text.removeprefix("\ufeff"))
    found = {
        path: _COMMENT.match(lines[line], column)
        for path, (line, column) in ends.items()
        if line < len(lines)
    }
    return {path: match[1].strip() for path, match in found.items() if match and match[1].strip()}


# --------------------------------------------------------------------------------------- messages

_PLAIN = {
    "mapping values are not allowed in this context": "a colon where none can be (quote a text with a colon)",
    "mapping values are not allowed here": "a colon where none can be (quote a text with a colon)",
    "did not find expected ',' or '}'": "a comma or a closing } is missing, or a text needs quotes",
    "did not find expected ',' or ']'": "a comma or a closing ] is missing, or a text needs quotes",
    "did not find expected key": "wrong indentation, or a missing comma, colon or quote nearby",
    "could not find expected ':'": "a key without a colon",
    "found unexpected end of stream": "the end of the file inside a quoted text or a bracket",
}


def _syntax(problem: yaml.MarkedYAMLError, text: str, name: str) -> str:
    """A syntax error of the parser as one line, tabs named as such."""
    mark = problem.problem_mark or problem.context_mark
    if mark is None:
        return f"{name}: not valid YAML ({problem.problem})"
    lines = text.splitlines()
    for row in (mark.line, mark.line - 1):
        line = lines[row] if 0 <= row < len(lines) else ""
        tab = line.find("\t")
        if tab >= 0 and (not line[:tab].strip() or (row == mark.line and tab == mark.column)):
            return f"{name}:{row + 1}:{tab + 1}: found a tab, allowed: spaces"
    said = (problem.problem or "syntax error").strip()
    if "nesting depth" in said:
        return f"{name}:{mark.line + 1}:{mark.column + 1}: found values {_TOO_DEEP}"
    return f"{name}:{mark.line + 1}:{mark.column + 1}: not valid YAML: {_PLAIN.get(said, said)}"


def _line_column(before: str) -> tuple[int, int]:
    """Line and column (from 1) of whatever follows this text."""
    lines = re.split(r"\r\n|\r|\n", before)
    return len(lines), len(lines[-1]) + 1


def _similar_file(path: FilePath) -> str:
    """A hint at a file of nearly that name in the same folder."""
    if not path.parent.is_dir():
        return f" (nor the folder {shown_file(path.parent)})"
    near = nearest(path.name, (p.name for p in path.parent.iterdir()))
    return f"; did you mean {near}?" if near else ""

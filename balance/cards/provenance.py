"""Where each number comes from: `source:` keys beside the values, inherited downwards.

`source: HB-19` speaks for all values of its mapping; `source: {limit: HB-48, levels: T0}` for single keys
(nested as deep as needed). The nearest source wins. An overridden value has the kind "changed here".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from balance.cards.paths import Path, leaves, path_text
from balance.cards.read import Document
from balance.cards.validate import PROBLEMS_MAX, Problem, unknown_ids, wrong

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Kind = Literal["rule book", "assumed", "changed here", "not stated"]


@dataclass(frozen=True)
class Provenance:
    """A number of the rules or cards and where it comes from."""

    path: str
    value: float
    source: str  # an id (HB-19, HA-11, T0), or the place of the override
    kind: Kind


@dataclass(frozen=True)
class SourceIds:
    """The forms an id may have (regular expressions), the kind of each, and both in words."""

    kinds: tuple[tuple[str, Kind], ...]
    allowed: str

    def kind(self, source: str) -> Kind | None:
        """The kind of an id; None when it has no known form."""
        return next((kind for form, kind in self.kinds if re.fullmatch(form, source)), None)


def split_sources(document: Document, ids: SourceIds) -> tuple[Document, dict[Path, str], list[Problem]]:
    """The document without its `source` keys, the source of each path that has one, what is wrong."""
    taken = _Sources(document, ids)
    taken.collect(document.data, ())
    plain = Document(strip_sources(document.data), document.where, document.keys, document.comments)
    return plain, taken.sources, taken.problems


class _Sources:
    """Collects the `source` keys of a document."""

    def __init__(self, document: Document, ids: SourceIds) -> None:
        self.document = document
        self.ids = ids
        self.sources: dict[Path, str] = {}
        self.problems: list[Problem] = []

    def collect(self, value: Any, path: Path) -> None:
        """All sources at and below a value."""
        if isinstance(value, list):
            for index, item in enumerate(value):
                self.collect(item, (*path, index))
        elif isinstance(value, dict):
            for key, inner in value.items():
                if key == "source":
                    self.note(inner, (*path, key), path, value)
                else:
                    self.collect(inner, (*path, key))

    def note(self, said: Any, spot: Path, target: Path, value: Any) -> None:
        """Take the source `said`, written at `spot`, for the value at `target`."""
        if isinstance(said, dict) and isinstance(value, dict):
            known = {name: None for name in value if name != "source"}
            for key, inner in said.items():
                if key in known:
                    self.note(inner, (*spot, key), (*target, key), value[key])
            room = PROBLEMS_MAX + 1 - len(self.problems)
            self.problems += islice(
                unknown_ids(self.document, spot, said, known, "key beside this source"), max(0, room)
            )
        elif isinstance(said, str):
            self.sources[target] = said
            if self.ids.kind(said) is None:
                self.problems.append(wrong(self.document, spot, said, self.ids.allowed))
        else:
            self.problems.append(wrong(self.document, spot, said, f"{self.ids.allowed}; or keys with ids"))


def strip_sources(value: Any) -> Any:
    """Plain data without any `source` key (for values of overrides)."""
    if isinstance(value, list):
        return [strip_sources(item) for item in value]
    if isinstance(value, dict):
        return {key: strip_sources(inner) for key, inner in value.items() if key != "source"}
    return value


def provenance_of(
    data: Mapping[str, Any],
    sections: Iterable[str],
    sources: Mapping[Path, str],
    changed: Mapping[Path, tuple[str, Kind]],
    ids: SourceIds,
) -> tuple[Provenance, ...]:
    """One record for each number in these sections of the data."""
    result = []
    for section in sections:
        for path, value in leaves(data.get(section, {}), (section,)):
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                continue
            source, kind = _origin(path, sources, changed, ids)
            result.append(Provenance(path_text(path), value, source, kind))
    return tuple(result)


def _origin(
    path: Path,
    sources: Mapping[Path, str],
    changed: Mapping[Path, tuple[str, Kind]],
    ids: SourceIds,
) -> tuple[str, Kind]:
    """Source and kind of one value: what changed it, else the nearest source above it."""
    prefixes = [path[:length] for length in range(len(path), -1, -1)]
    for prefix in prefixes:
        if prefix in changed:
            return changed[prefix]
    for prefix in prefixes:
        if prefix in sources:
            return sources[prefix], ids.kind(sources[prefix]) or "not stated"
    return "", "not stated"

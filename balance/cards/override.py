"""Changing card data: set a value, add an entry, remove one, copy one under a new name.

An override is a path and a value; which of the four it is stands before the path, as a word:
`add buildings.bank`, `remove cards.windfall`, `copy buildings.bank` (its value is the path that is copied);
without a word the value is set. So it stays a pair of a text and a plain value wherever it goes: into
scenarios, manifests, reports, commands.

A path must lead to something that is there, or to a key that the schema knows or allows to be
added (a new building, a further level). A mistyped path gets the nearest that works. Whatever is wrong
with a value that was put in this way is reported with the override as its place.
"""

from __future__ import annotations

import contextlib
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from balance.cards.paths import (
    SHOWN_PATH,
    Path,
    Place,
    at_path,
    copied,
    in_words,
    leaves,
    listing,
    nearest,
    nodes,
    parse_path,
    path_text,
    shorten,
    shown_path,
)
from balance.cards.read import DEPTH_MAX, NODES_MAX, Document
from balance.cards.validate import PROBLEMS_MAX, Problem, Schema, child, raise_problems, resolve
from balance.errors import BalanceError, CardDataError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

Kind = Literal["set", "add", "remove", "copy"]
KINDS: tuple[Kind, ...] = ("set", "add", "remove", "copy")
EVERYWHERE = "everywhere"
"""The value of a `remove` that takes what names the entry along (copies in decks, tastes of bots)."""
T = TypeVar("T")


class Override(NamedTuple):
    """A path (perhaps with its kind before it), a value, and where that was written (None: on the command
    line).
    """

    path: str
    value: Any
    place: Place | None = None

    @property
    def kind(self) -> Kind:
        """What is done."""
        return split_kind(self.path)[0]

    @property
    def target(self) -> str:
        """The path, without the word before it."""
        return split_kind(self.path)[1]


@dataclass(frozen=True)
class Removal:
    """An entry that was taken out, and whether what names it goes too."""

    path: Path
    place: Place
    everywhere: bool


@dataclass(frozen=True)
class Applied:
    """What overrides did: the document, the paths they set, what they took out (in order)."""

    document: Document
    changed: dict[Path, Place] = field(default_factory=dict)
    removed: tuple[Removal, ...] = ()


def split_kind(text: str) -> tuple[Kind, str]:
    """`"add buildings.bank"` as `("add", "buildings.bank")`; a path alone is one to set."""
    word, gap, rest = text.partition(" ")
    kind = next((kind for kind in KINDS if gap and word == kind), None)
    return (kind, rest.strip()) if kind is not None else ("set", text)


def with_kind(kind: Kind, path: str) -> str:
    """The inverse of `split_kind`."""
    return path if kind == "set" else f"{kind} {path}"


def as_overrides(items: Iterable[Sequence[Any]]) -> list[Override]:
    """Pairs (path, value) or triples (path, value, place) as `Override`s, each with a place."""
    result = []
    for path, value, *place in items:
        where = place[0] if place and place[0] is not None else None
        result.append(Override(str(path), _plain(value), where or Place(_option(str(path), value))))
    return result


def _option(path: str, value: Any) -> str:
    """How an override would be written on the command line, cut."""
    kind, target = split_kind(path)
    name = f"--{kind} {shorten(target, 100)}"
    if kind == "remove" and value != EVERYWHERE:
        return name
    return f"{name}={shorten(str(value).lower() if isinstance(value, bool) else str(value), 40)}"


def apply_overrides(
    document: Document,
    overrides: Iterable[Sequence[Any]],
    schema: Schema,
    *,
    route: Callable[[Path, Any], Path] | None = None,
    error: type[BalanceError] = CardDataError,
    below: Path = (),
) -> tuple[Document, dict[Path, Place]]:
    """A new document with the overrides applied in order, and the paths they set.

    `route` may send a path elsewhere (short forms). Paths that lead nowhere raise one `error`; it names
    them with the path `below` before them.
    """
    done = applied(document, overrides, schema, route=route, error=error, below=below)
    return done.document, done.changed


def applied(
    document: Document,
    overrides: Iterable[Sequence[Any]],
    schema: Schema,
    *,
    route: Callable[[Path, Any], Path] | None = None,
    error: type[BalanceError] = CardDataError,
    below: Path = (),
) -> Applied:
    """The same, and what was taken out."""
    given = as_overrides(overrides)
    if not given:
        return Applied(document)
    work = _Work(document, schema, route, below)
    problems: list[Problem] = []
    for item in given:
        assert item.place is not None
        path = parse_path(item.target)
        if path is None:
            text = f'found the path "{shorten(item.target)}", allowed: a path such as {_example(work.data)}'
            problems.append(Problem(item.place, "", text))
            continue
        path = route(path, item.value) if route is not None else path
        said = work.apply(item.kind, path, item.value, item.place)
        if said is not None:
            problems.append(Problem(item.place, path_text((*below, *path)), said))
            if len(problems) > PROBLEMS_MAX:
                break
    raise_problems(problems, error)
    return Applied(
        Document(work.data, work.where, work.keys, work.comments), work.changed, tuple(work.removed)
    )


class _Work:
    """A document while overrides are put into it."""

    def __init__(
        self, document: Document, schema: Schema, route: Callable[[Path, Any], Path] | None, below: Path
    ) -> None:
        self.data = copied(document.data)
        self.where, self.keys = dict(document.where), dict(document.keys)
        self.comments = document.comments
        self.changed: dict[Path, Place] = {}
        self.removed: list[Removal] = []
        self.schema, self.route, self.below = schema, route, below
        self.room = NODES_MAX  # values that copies may still add: copies of copies grow fast

    def apply(self, kind: Kind, path: Path, value: Any, place: Place) -> str | None:
        """Do it; or say why that is not possible and change nothing."""
        if kind == "remove":
            return self.remove(path, value, place)
        if kind in ("add", "copy"):
            with contextlib.suppress(KeyError):
                there = at_path(self.data, path)
                return self.taken(path, there)
        if kind == "copy":
            found = self.to_copy(path, value)
            if isinstance(found, str):
                return found
            value = found[0]
        before: Any = None
        with contextlib.suppress(KeyError):
            before = at_path(self.data, path)
        said = _set(self.data, path, value, self.schema, self.below)
        if said is None:
            for old in nodes(before, path):  # what stood there, with all below it
                for noted in (self.where, self.keys, self.changed):
                    noted.pop(old, None)
            self.where[path] = self.keys[path] = self.changed[path] = place
        return said

    def taken(self, path: Path, there: Any) -> str:
        """Something stands already where something is to be added."""
        stands = self.where.get(path)
        spot = f" ({stands})" if stands else ""
        if isinstance(path[-1], int):
            size = len(at_path(self.data, path[:-1]))
            return f"found an entry that is there already{spot}, allowed: [{size}] to add one"
        near = f"; `set` changes what is there ({in_words(there)})"
        return f"found a key that is there already{spot}, allowed: a new key{near}"

    def to_copy(self, new: Path, written: Any) -> tuple[Any] | str:
        """What stands at the path that is to be copied; or what is wrong with that path."""
        old = parse_path(written) if isinstance(written, str) else None
        if old is None:
            allowed = f"the path of what is copied, such as {_example(self.data)}"
            return f"found {in_words(written)}, allowed: {allowed}"
        old = self.route(old, None) if self.route is not None else old
        try:
            value = at_path(self.data, old)
        except KeyError:
            return f"copied from {shorten(written, SHOWN_PATH)}: {self.missing(old)}"
        found = list(nodes(value))
        self.room -= len(found)
        if self.room < 0:
            return f"found copies of more than {NODES_MAX} values, allowed: at most {NODES_MAX}"
        if len(new) + max(map(len, found)) > DEPTH_MAX:
            return f"found values nested deeper than {DEPTH_MAX}, allowed: at most {DEPTH_MAX} levels"
        return (copied(value),)

    def missing(self, path: Path) -> str:
        """Why nothing stands at this path."""
        here: Any = self.data
        for depth, step in enumerate(path):
            try:
                here = at_path(here, (step,))
            except KeyError:
                return _nowhere(self.data, path, depth, (here, {}), self.below, adding=False)
        raise KeyError(path)

    def remove(self, path: Path, value: Any, place: Place) -> str | None:
        """Take out a key or an entry of a list; the entries behind it move up."""
        if value not in (None, EVERYWHERE):
            return f"found {in_words(value)}, allowed: {EVERYWHERE} (what names it goes too), or nothing"
        try:
            at_path(self.data, path)
        except KeyError:
            return self.missing(path)
        around: Any = at_path(self.data, path[:-1])
        del around[path[-1]]
        self.where, self.keys, self.changed = (
            without(noted, path) for noted in (self.where, self.keys, self.changed)
        )
        self.comments = without(self.comments, path)
        if isinstance(path[-1], str):  # a key that must be there is missing because of this
            self.where[path] = self.keys[path] = place
        self.removed.append(Removal(path, place, value == EVERYWHERE))
        return None


def without(noted: Mapping[Path, T], gone: Path) -> dict[Path, T]:
    """What was noted by path, after something was taken out there: entries of a list behind it move up."""
    depth = len(gone) - 1
    last = gone[depth]
    result = {}
    for path, value in noted.items():
        if len(path) <= depth or path[:depth] != gone[:depth]:
            result[path] = value
            continue
        step = path[depth]
        if step == last:
            continue
        if isinstance(step, int) and isinstance(last, int) and step > last:
            result[(*path[:depth], step - 1, *path[depth + 1 :])] = value
        else:
            result[path] = value
    return result


# --------------------------------------------------------------------------------------- details


def _plain(value: Any) -> Any:
    """NumPy scalars and tuples as plain Python; endless numbers as None (which no field allows)."""
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return value


def _set(data: Any, path: Path, value: Any, schema: Schema, below: Path) -> str | None:
    """Put the value at the path; if that is not possible, say why and change nothing."""
    node = resolve(schema, schema)
    here = data
    for depth, step in enumerate(path):
        last = depth == len(path) - 1
        inner = child(node, step)
        fits = inner is not None and isinstance(here, list if isinstance(step, int) else dict)
        node_below = resolve(inner, schema) if inner is not None else {}
        if fits and isinstance(step, int):
            fits = step < len(here) or (last and step == len(here))
        elif fits and step not in here and not last:  # an optional mapping that is not written out yet
            fits = step in node.get("properties", {}) and node_below.get("type") == "object"
        if not fits:
            return _nowhere(data, path, depth, (here, node), below)
        if not last:
            here = here[step] if isinstance(step, int) else here.get(step, {})
        node = node_below
    target = data
    for step in path[:-1]:
        target = target[step] if isinstance(step, int) else target.setdefault(step, {})
    if isinstance(target, list) and path[-1] == len(target):
        target.append(copied(value))
    else:
        target[path[-1]] = copied(value)
    return None


def _nowhere(
    data: Any, path: Path, depth: int, at: tuple[Any, Schema], below: Path, *, adding: bool = True
) -> str:
    """Why the path leads nowhere, with the nearest path that leads somewhere."""
    here, node = at
    before, step, after = path[:depth], path[depth], path[depth + 1 :]
    inside = f"in {shown_path(before)} " if before else ""
    if isinstance(here, list) and isinstance(step, int):
        size = len(here)
        allowed = f"[0] to [{size - 1}]" if size else "none"
        allowed += "" if after or not adding else f", or [{size}] to add one"
        return f"no such entry {inside}({size} there), allowed: {allowed}"
    names = (
        [*here, *(k for k in node.get("properties", {}) if k not in here)] if isinstance(here, dict) else []
    )
    text = f"no such key {step!r} {inside}".rstrip()
    if not names:
        holds = in_words(here) if not isinstance(here, dict) else "an empty mapping"
        text += f", which is {holds}" if before else ""
    else:
        text += f", allowed: {listing(names)}"
    near = nearest(step, names)
    if near:
        guess: str | None = path_text((*before, near, *after))
    else:
        every = [path_text(p) for p in (nodes(data) if not adding else (p for p, _ in leaves(data))) if p]
        tail = f".{path_text(path)}"
        guess = next((p for p in every if p.endswith(tail)), None) or nearest(path_text(path), every)
    if guess and below:
        guess = f"{path_text(below)}.{guess}"
    return f"{text}; did you mean {shorten(guess, SHOWN_PATH)}?" if guess else text


def _example(data: Any) -> str:
    """Some path of the data that holds a number."""
    return next((path_text(p) for p, v in leaves(data) if isinstance(v, int)), "company.actions")

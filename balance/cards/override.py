"""Changing single values: `buildings.factory.levels[0].cost=7`.

A path must lead to something that is there, or to a key that the schema knows or allows to be
added (a new building, a further level). A mistyped path gets the nearest that works. Whatever is wrong
with a value that was put in this way is reported with the override as its place.
"""

from __future__ import annotations

import contextlib
import math
from typing import TYPE_CHECKING, Any, NamedTuple

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
from balance.cards.read import Document, read_value
from balance.cards.validate import PROBLEMS_MAX, Problem, Schema, child, raise_problems, resolve
from balance.errors import BalanceError, CardDataError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


class Override(NamedTuple):
    """A path, its new value, and where that was written (None: on the command line)."""

    path: str
    value: Any
    place: Place | None = None


def parse_override(text: str, error: type[BalanceError] = CardDataError) -> tuple[str, Any]:
    """`"company.actions=3"` as `("company.actions", 3)`; the value is one YAML value."""
    path, sign, value = text.partition("=")
    name = f"--set {shorten(text)}"
    if not sign or parse_path(path.strip()) is None:
        raise error(f"{name}: found {in_words(text)}, allowed: path=value, such as company.actions=3")
    if not value.strip():
        raise error(f"{name}: found no value, allowed: path=value, such as company.actions=3")
    return path.strip(), read_value(value, name, error)


def as_overrides(items: Iterable[Sequence[Any]]) -> list[Override]:
    """Pairs (path, value) or triples (path, value, place) as `Override`s, each with a place."""
    result = []
    for path, value, *place in items:
        where = place[0] if place and place[0] is not None else None
        shown = shorten(str(value).lower() if isinstance(value, bool) else str(value), 40)
        plain = _plain(value)
        result.append(Override(str(path), plain, where or Place(f"--set {shorten(str(path), 100)}={shown}")))
    return result


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
    changes = as_overrides(overrides)
    if not changes:
        return document, {}
    data = copied(document.data)
    where, keys = dict(document.where), dict(document.keys)
    changed: dict[Path, Place] = {}
    problems = []
    before: Any
    for path_written, value, place in changes:
        before = None
        assert place is not None
        path = parse_path(path_written)
        if path is None:
            text = f'found the path "{shorten(path_written)}", allowed: a path such as {_example(data)}'
            problems.append(Problem(place, "", text))
            continue
        path = route(path, value) if route is not None else path
        with contextlib.suppress(KeyError):
            before = at_path(data, path)
        said = _set(data, path, value, schema, below)
        if said is not None:
            problems.append(Problem(place, path_text((*below, *path)), said))
            if len(problems) > PROBLEMS_MAX:
                break
            continue
        for old in nodes(before, path):  # what stood there, with all below it
            for noted in (where, keys, changed):
                noted.pop(old, None)
        where[path] = keys[path] = changed[path] = place
    raise_problems(problems, error)
    return Document(data, where, keys), changed


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


def _nowhere(data: Any, path: Path, depth: int, at: tuple[Any, Schema], below: Path) -> str:
    """Why the path leads nowhere, with the nearest path that leads somewhere."""
    here, node = at
    before, step, after = path[:depth], path[depth], path[depth + 1 :]
    inside = f"in {shown_path(before)} " if before else ""
    if isinstance(here, list) and isinstance(step, int):
        size = len(here)
        allowed = f"[0] to [{size - 1}]" + ("" if after else f", or [{size}] to add one")
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
        every = [path_text(p) for p, _ in leaves(data)]
        tail = f".{path_text(path)}"
        guess = next((p for p in every if p.endswith(tail)), None) or nearest(path_text(path), every)
    if guess and below:
        guess = f"{path_text(below)}.{guess}"
    return f"{text}; did you mean {shorten(guess, SHOWN_PATH)}?" if guess else text


def _example(data: Any) -> str:
    """Some path of the data that holds a number."""
    return next((path_text(p) for p, v in leaves(data) if isinstance(v, int)), "company.actions")

"""A document against a pydantic model, and what is wrong in words: place, key, found, allowed, nearest.

The words for "allowed" come from the model's own JSON schema, so a bound is written once, in the model.
A field may say them itself: `Field(json_schema_extra={"allowed": "a word of small letters"})`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from balance.cards.paths import (
    SHOWN_PATH,
    Path,
    Place,
    at_path,
    in_words,
    listing,
    nearest,
    path_text,
    shorten,
)
from balance.errors import BalanceError, CardDataError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from balance.cards.read import Document

SHOWN_MAX = 10
PROBLEMS_MAX = 100
"""So many problems are worked out, so that a file with thousands is answered as fast as one with ten."""
UNKNOWN, WRONG, MISSING, CROSS = 1, 2, 3, 4  # ranks of problems: the likeliest cause first
Model = TypeVar("Model", bound=BaseModel)
Schema = Mapping[str, Any]


class Strict(BaseModel):
    """Base of every model of card data: exact types, no unknown keys, frozen."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong. `rank` orders them: the likeliest cause first."""

    place: Place
    path: str
    text: str
    rank: int = CROSS

    def __str__(self) -> str:
        """As one line: place, path, what is wrong."""
        shown = re.sub(r"^--(?:set|add|copy|remove) ", "", str(self.place))
        option = shown != str(self.place) and (shown == self.path or shown.startswith(f"{self.path}="))
        said_already = not self.path or option
        path = shorten(self.path, SHOWN_PATH)
        return f"{self.place}: {self.text}" if said_already else f"{self.place}: {path}: {self.text}"


def raise_problems(problems: Iterable[Problem], error: type[BalanceError] = CardDataError) -> None:
    """Raise one error that lists the problems, likeliest cause first; nothing when there are none."""
    found = list(islice(problems, PROBLEMS_MAX + 1))
    unique = list(dict.fromkeys(sorted(found, key=lambda p: (p.rank, p.place.file, p.place.line))))
    if not unique:
        return
    if len(unique) == 1:
        raise error(str(unique[0]))
    lines = [f"{len(unique)} errors:" if len(found) <= PROBLEMS_MAX else f"more than {PROBLEMS_MAX} errors:"]
    lines += [f"{number}. {problem}" for number, problem in enumerate(unique[:SHOWN_MAX], 1)]
    if len(found) > PROBLEMS_MAX:
        lines.append("... and more")
    elif len(unique) > SHOWN_MAX:
        lines.append(f"... and {len(unique) - SHOWN_MAX} more")
    raise error("\n".join(lines))


def validate(
    document: Document,
    model: type[Model],
    error: type[BalanceError] = CardDataError,
) -> Model:
    """The document as a `model`, or one `error` that lists everything wrong with it."""
    result, problems = check(document, model)
    raise_problems(problems, error)
    assert result is not None
    return result


def check(document: Document, model: type[Model]) -> tuple[Model | None, list[Problem]]:
    """The document as a `model` and no problems, or None and the problems."""
    try:
        return model.model_validate(document.data), []
    except ValidationError as failed:
        errors = failed.errors(include_url=False)[: PROBLEMS_MAX + 1]
        found = [_problem(item, document, schema_of(model)) for item in errors]
    guessed = {near for problem, near in found if near}
    return None, [
        problem for problem, _ in found if not (problem.rank == MISSING and problem.path in guessed)
    ]


def wrong(
    document: Document,
    path: Path,
    found: Any,
    allowed: str,
    known: Sequence[str] = (),
    *,
    key: bool = False,
) -> Problem:
    """A problem with the value (or, with `key`, the key) at a path, in the usual words.

    `known` are the names that would do: the nearest is proposed when `found` is a text.
    """
    text = f"found {in_words(found)}, allowed: {allowed}"
    near = nearest(found, known) if isinstance(found, str) and known else None
    if near:
        text += f"; did you mean {near}?"
    return Problem(document.key_place(path) if key else document.place(path), path_text(path), text)


def unknown_ids(
    document: Document, at: Path, ids: Iterable[str], known: Iterable[str], what: str
) -> Iterator[Problem]:
    """Problems with keys of the mapping at a path that are not the id of any known `what`."""
    names = dict.fromkeys(known)
    for name in ids:
        if name not in names:
            text = f"no such {what}, allowed: {listing(names) or 'none'}"
            near = nearest(name, names)
            text += f"; did you mean {near}?" if near else ""
            yield Problem(document.key_place((*at, name)), path_text((*at, name)), text, UNKNOWN)


def because(document: Document, path: Path) -> str:
    """A bound that another value sets, for messages: ` (company.space, game.yaml:22:10)`."""
    return f" ({path_text(path)}, {document.place(path)})"


# --------------------------------------------------------------------------- pydantic errors to words


def _problem(item: Any, document: Document, schema: Schema) -> tuple[Problem, str | None]:
    """One pydantic error as (problem, path of the key that was probably meant)."""
    location = item["loc"]
    is_key = bool(location) and location[-1] == "[key]"
    path: Path = tuple(location[:-1] if is_key else location)
    if item["type"] == "extra_forbidden":
        return _unknown(path, document, schema)
    node = schema_at(schema, path)
    if item["type"] == "missing":
        text = f"the key is missing, allowed: {allowed_words(node, schema)}"
        return Problem(document.place(path), path_text(path), text, MISSING), None
    if is_key:
        keys = resolve(schema_at(schema, path[:-1]), schema).get("propertyNames", {})
        words = allowed_words(keys, schema)
        found = wrong(document, path, path[-1], words, _choices(keys, schema), key=True)
        return Problem(found.place, found.path, found.text, UNKNOWN), None
    found = wrong(document, path, item["input"], allowed_words(node, schema), _choices(node, schema))
    return Problem(found.place, found.path, found.text, WRONG), None


def _unknown(path: Path, document: Document, schema: Schema) -> tuple[Problem, str | None]:
    """An unknown key: the keys allowed there, those not yet used first when guessing."""
    allowed = list(resolve(schema_at(schema, path[:-1]), schema).get("properties", {}))
    try:
        used = set(at_path(document.data, path[:-1]))
    except (KeyError, TypeError):
        used = set()
    near = nearest(path[-1], [k for k in allowed if k not in used]) or nearest(path[-1], allowed)
    text = f"unknown key, allowed: {listing(allowed)}"
    if near:
        text += f"; did you mean {near}?"
    problem = Problem(document.key_place(path), shorten(path_text(path), 120), text, UNKNOWN)
    return problem, path_text((*path[:-1], near)) if near else None


# ------------------------------------------------------------------------------- reading the schema


@lru_cache(maxsize=64)
def schema_of(model: type[BaseModel]) -> Schema:
    """The JSON schema of a model (built once)."""
    return model.model_json_schema()


def resolve(node: Schema, schema: Schema) -> Schema:
    """A schema node without references and without the null of an optional value."""
    for _ in range(20):
        if "$ref" in node:
            extra = {k: v for k, v in node.items() if k != "$ref"}
            node = {**schema["$defs"][node["$ref"].rsplit("/", 1)[-1]], **extra}
        elif "anyOf" in node and any(n.get("type") == "null" for n in node["anyOf"]):
            extra = {k: v for k, v in node.items() if k not in ("anyOf", "default")}
            others = [n for n in node["anyOf"] if n.get("type") != "null"]
            node = {**others[0], **extra} if len(others) == 1 else {**extra, "anyOf": others}
        else:
            break
    return node


def schema_at(schema: Schema, path: Path) -> Schema:
    """The schema node of a path; an empty one where the schema says nothing."""
    node = resolve(schema, schema)
    for step in path:
        below = child(node, step)
        if below is None:
            return {}
        node = resolve(below, schema)
    return node


def child(node: Schema, step: str | int) -> Schema | None:
    """The schema below a resolved node for one key or index; None when there can be none."""
    below: Any = None
    if "anyOf" in node:  # the first of them that has such a place
        return next((found for n in node["anyOf"] if (found := child(n, step)) is not None), None)
    if isinstance(step, int):
        prefix = node.get("prefixItems", ())
        below = prefix[step] if step < len(prefix) else node.get("items")
    elif step in node.get("properties", {}):
        below = node["properties"][step]
    else:
        below = node.get("additionalProperties")
        if below is True:
            below = {}
        if below is None and node.get("patternProperties"):
            below = next(iter(node["patternProperties"].values()))
    return below if isinstance(below, Mapping) else None


def _choices(node: Schema, schema: Schema) -> list[str]:
    """The texts a node allows, when they are a short list."""
    node = resolve(node, schema)
    if "const" in node:
        return [str(node["const"])]
    return [str(word) for word in node.get("enum", ())]


def allowed_words(node: Schema, schema: Schema) -> str:
    """What a schema node allows, in plain words."""
    node = resolve(node, schema)
    if "allowed" in node:
        return str(node["allowed"])
    if "anyOf" in node:
        return " or ".join(dict.fromkeys(allowed_words(n, schema) for n in node["anyOf"]))
    choices = _choices(node, schema)
    if choices:
        return choices[0] if len(choices) == 1 else f"one of {listing(choices, 40)}"
    kind = node.get("type")
    if kind in ("integer", "number"):
        return ("a whole number" if kind == "integer" else "a number") + _bounds(node)
    if kind == "string":
        return "text" if node.get("minLength", 0) == 0 else "text that is not empty"
    if kind == "boolean":
        return "true or false"
    if kind == "array":
        inner = allowed_words(node["items"], schema) if node.get("items") else "values"
        return f"a list of {_count(node, 'minItems', 'maxItems')}{inner}"
    if kind == "object":
        if node.get("properties"):
            return f"a mapping with the keys {listing(node['properties'])}"
        return f"a mapping{_members(node, schema)}"
    return "another value"


def _members(node: Schema, schema: Schema) -> str:
    """What an open mapping holds: ` of words to whole numbers`."""
    inner = node.get("additionalProperties")
    return (
        f" whose values are each {allowed_words(inner, schema)}"
        if isinstance(inner, Mapping) and inner
        else ""
    )


def _count(node: Schema, low: str, high: str) -> str:
    least, most = node.get(low), node.get(high)
    if least is None and most is None:
        return ""
    if least == most:
        return f"{least}, each "
    return f"{least or 0} to {most}, each " if most is not None else f"at least {least}, each "


def _bounds(node: Schema) -> str:
    low, high = node.get("minimum"), node.get("maximum")
    if "exclusiveMinimum" in node:
        return f" above {_plain(node['exclusiveMinimum'])}" + (
            f", at most {_plain(high)}" if high is not None else ""
        )
    if low is not None and high is not None:
        return f" from {_plain(low)} to {_plain(high)}"
    if low is not None:
        return f", at least {_plain(low)}"
    return f", at most {_plain(high)}" if high is not None else ""


def _plain(number: float) -> str:
    return str(int(number)) if float(number).is_integer() else str(number)

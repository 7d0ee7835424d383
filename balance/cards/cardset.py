"""A folder of card data as one checked, frozen, hashed `CardSet`; a `Layout` says what a game has."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from balance.cards.override import Override, applied, apply_overrides, as_overrides, without
from balance.cards.paths import (
    Path,
    Place,
    at_path,
    in_words,
    listing,
    nearest,
    parse_path,
    path_text,
    shown_file,
)
from balance.cards.provenance import Kind, Provenance, SourceIds, provenance_of, split_sources, strip_sources
from balance.cards.read import Document, read_yaml
from balance.cards.readings import Assumption, Question, assumptions_of, check_readings
from balance.cards.references import settled
from balance.cards.validate import Problem, check, raise_problems, schema_of
from balance.errors import CardDataError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pydantic import BaseModel


@dataclass(frozen=True)
class Layout:
    """The card data of a game: its files, the model of all of them together, further checks.

    The model has a field `readings` (id -> `Question`) and may have `bots` (name -> anything with `about`).
    """

    game: str
    model: type[BaseModel]
    files: Mapping[str, tuple[str, ...]]  # file name -> top-level keys that stand in it
    source_ids: SourceIds
    sourced: tuple[str, ...]  # files whose numbers have sources
    optional: tuple[str, ...] = ()  # files that may be absent
    ordered: tuple[str, ...] = ()  # top-level mappings whose order of entries is content
    check: Callable[[Any, Document], Iterable[Problem]] = lambda _model, _document: ()
    route: Callable[[Path, Any], Path] = lambda path, _value: path


@dataclass(frozen=True)
class CardSet:
    """The card data of a game as it is played: files, readings and overrides together.

    data         the merged values, without sources (do not change them)
    model        the same, checked (pydantic)
    hash         moves exactly when a value, a name or a text moves; not with comments or order of keys
    part_hash    the same for each file, e.g. `part_hash["deck.yaml"]`
    provenance   where each number of rules and cards comes from
    """

    game: str
    folder: FilePath
    model: Any
    data: dict[str, Any]
    hash: str
    part_hash: dict[str, str]
    overrides: tuple[tuple[str, Any], ...]  # as `override.py` writes them: `("copy buildings.bank", ...)`
    provenance: tuple[Provenance, ...]
    assumptions: tuple[Assumption, ...]
    bots: dict[str, str] = field(default_factory=dict)  # name -> what it does, in words
    document: Document = field(repr=False, compare=False, default=Document({}, {}, {}))
    ordered: tuple[str, ...] = ()  # top-level mappings whose order of entries is content

    def __hash__(self) -> int:
        """As equal content."""
        return hash(self.hash)

    def value(self, path: str) -> Any:
        """The value at a path such as `buildings.factory.levels[0].cost`; KeyError if there is none."""
        steps = parse_path(path)
        if steps is None:
            raise KeyError(path)
        return at_path(self.data, steps)

    def assumption(self, name: str) -> Assumption:
        """The assumption of that id; KeyError if there is none."""
        return {a.id: a for a in self.assumptions}[name]


def load_cards(layout: Layout, folder: FilePath | str, overrides: Iterable[Sequence[Any]] = ()) -> CardSet:
    """Read, merge and check a folder; apply readings and overrides. Raises CardDataError.

    Order: overrides of `readings`, then the values set by the readings in use, then all other overrides.
    """
    folder = FilePath(folder)
    document, sources, misplaced = _read_folder(layout, folder)
    schema = schema_of(layout.model)
    base, problems = check(document, layout.model)
    raise_problems(problems)
    if base is None:  # cannot be: no model without problems
        raise CardDataError(f"{shown_file(folder)}: not valid")

    def route(path: Path, value: Any) -> Path:
        if len(path) == len(("readings", "id")) and path[0] == "readings" and not isinstance(value, dict):
            return (*path, "reading")
        return layout.route(path, value)

    given = [Override(o.path, strip_sources(o.value), o.place) for o in as_overrides(overrides)]
    early = [o for o in given if (parse_path(o.target) or ("",))[0] == "readings"]
    late = [o for o in given if o not in early]
    changed: dict[Path, tuple[str, Kind]] = {}

    document, places = apply_overrides(document, early, schema, route=route)
    changed.update({path: (str(place), "changed here") for path, place in places.items()})
    questions = _checked(document, layout).readings
    raise_problems(check_readings(questions, document))
    _check_sets(questions, document, schema, route=route)
    for name, question in questions.items():
        sets = _sets(name, question.reading, question, document)
        document, places = apply_overrides(document, sets, schema, route=route)
        changed.update(dict.fromkeys(places, (name, "assumed")))
    done = applied(document, late, schema, route=route)
    model, done = settled(layout.model, layout.check, done)
    document = done.document
    for item in done.removed:
        sources, changed = without(sources, item.path), without(changed, item.path)
    changed.update({path: (str(place), "changed here") for path, place in done.changed.items()})
    raise_problems(misplaced)  # last: a mistyped key is the likelier cause
    sections = [key for file in layout.sourced for key in layout.files[file]]
    part_hash = {file: _hash(model, keys, layout.ordered) for file, keys in layout.files.items()}
    return CardSet(
        game=layout.game,
        folder=folder,
        model=model,
        data=document.data,
        hash=hashlib.sha256(json.dumps([layout.game, part_hash], sort_keys=True).encode()).hexdigest(),
        part_hash=part_hash,
        overrides=tuple((o.path, o.value) for o in given),
        provenance=provenance_of(document.data, sections, sources, changed, layout.source_ids),
        assumptions=assumptions_of(model.readings),
        bots={name: bot.about for name, bot in (getattr(model, "bots", None) or {}).items()},
        document=document,
        ordered=layout.ordered,
    )


# ------------------------------------------------------------------------------------- the folder


def _read_folder(layout: Layout, folder: FilePath) -> tuple[Document, dict[Path, str], list[Problem]]:
    """All files of the folder as one document, the sources of its values, what is wrong with those."""
    name = shown_file(folder)
    if not folder.exists():
        raise CardDataError(
            f"{name}: there is no such folder, allowed: a folder with {listing(layout.files)}"
        )
    if not folder.is_dir():
        raise CardDataError(f"{name}: found a file, allowed: a folder with {listing(layout.files)}")
    for file in sorted(p.name for p in folder.iterdir() if p.suffix.lower() in (".yaml", ".yml")):
        if file not in layout.files:
            near = nearest(file, layout.files)
            hint = f"; did you mean {near}?" if near else ""
            raise CardDataError(
                f"{name}/{file}: nothing reads this file, allowed: {listing(layout.files)}{hint}"
            )

    data: dict[str, Any] = {}
    where: dict[Path, Place] = {(): Place(name)}
    keys: dict[Path, Place] = {}
    comments: dict[Path, str] = {}
    sources: dict[Path, str] = {}
    foreign: list[Problem] = []
    misplaced: list[Problem] = []
    for file, owned in layout.files.items():
        if file in layout.optional and not (folder / file).exists():
            continue
        if not (folder / file).exists():
            raise CardDataError(f"{name}/{file}: there is no such file, allowed: {listing(layout.files)}")
        document = read_yaml(folder / file)
        if not isinstance(document.data, dict):
            text = f"found {in_words(document.data)}, allowed: a mapping with the keys {listing(owned)}"
            raise CardDataError(f"{document.place(())}: {text}")
        if file in layout.sourced:
            document, found, wrongs = split_sources(document, layout.source_ids)
            sources.update({path: source for path, source in found.items() if path})
            if () in found:  # a source for the whole file
                sources.update({(key,): found[()] for key in owned if (key,) not in found})
            misplaced += wrongs
        foreign += _foreign_keys(document, file, layout)
        data.update({key: value for key, value in document.data.items() if key in owned})
        where.update({(key,): document.place(()) for key in owned})
        where.update({path: place for path, place in document.where.items() if path and path[0] in owned})
        keys.update({path: place for path, place in document.keys.items() if path[0] in owned})
        comments.update({path: text for path, text in document.comments.items() if path and path[0] in owned})
    raise_problems(foreign)
    return Document(data, where, keys, comments), sources, misplaced


def _foreign_keys(document: Document, file: str, layout: Layout) -> list[Problem]:
    """Top-level keys that do not belong in this file."""
    problems = []
    for key in document.data:
        if key in layout.files[file]:
            continue
        home = next((other for other, owned in layout.files.items() if key in owned), None)
        near = nearest(key, layout.files[file])
        text = f"unknown key, allowed: {listing(layout.files[file])}"
        if home:
            text = f"found {key}, which belongs in {home}, allowed: {listing(layout.files[file])}"
        elif near:
            text += f"; did you mean {near}?"
        problems.append(Problem(document.key_place((key,)), path_text((key,)), text, 1))
    return problems


# ------------------------------------------------------------------------------- readings and checks


def _checked(document: Document, layout: Layout) -> Any:
    """The document as the game's model."""
    model, problems = check(document, layout.model)
    raise_problems(problems)
    return model


def _sets(name: str, reading: str, question: Question, document: Document) -> list[Override]:
    """What a reading sets, each with its place in readings.yaml."""
    at: Path = ("readings", name, "choices", reading, "set")
    return [
        Override(path, strip_sources(value), document.key_place((*at, path)))
        for path, value in question.choices[reading].sets.items()
    ]


def _check_sets(
    questions: Mapping[str, Question],
    document: Document,
    schema: Mapping[str, Any],
    route: Callable[[Path, Any], Path],
) -> None:
    """Refuse a reading, in use or not, that sets a path which leads nowhere."""
    every = [
        item
        for name, question in questions.items()
        for reading in question.choices
        for item in _sets(name, reading, question, document)
    ]
    apply_overrides(document, every, schema, route=route)


def _hash(model: BaseModel, keys: Sequence[str], ordered: Sequence[str]) -> str:
    """SHA-256 of the canonical JSON of some top-level keys (defaults left out, keys sorted)."""
    content = model.model_dump(mode="json", by_alias=True, exclude_defaults=True, include=set(keys))
    order = {key: list(content[key]) for key in ordered if key in content}
    text = json.dumps([content, order], sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()

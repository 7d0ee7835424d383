"""Overrides as a designer writes them: a block of YAML, or options of a command.

    set: {"buildings.factory.levels[0].cost": 6}     a value that is there (or that may be there)
    add: {cards.bonus: {name: Bonus, ...}}           an entry that is not there yet
    copy: {buildings.bank: buildings.factory}        new: old
    remove: [cards.windfall]                         or {cards.windfall: everywhere}: with all that names it

They are done in the order copy, add, set, remove, so that a copy can be priced anew and a list is taken out
of last; several entries of one list are taken out from its end, so that each number is the one in the file.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, PlainValidator

from balance.cards.override import EVERYWHERE, KINDS, Kind, Override, split_kind, with_kind
from balance.cards.paths import Path, in_words, parse_path, shorten
from balance.cards.read import Document, read_value
from balance.cards.validate import Strict
from balance.errors import BalanceError, CardDataError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

EDITS_MAX = 500
ORDER: tuple[Kind, ...] = ("copy", "add", "set", "remove")
_PATH = {"allowed": "a path such as buildings.factory.levels[0].cost"}
At = Annotated[str, Field(min_length=1, max_length=1000, json_schema_extra=_PATH)]


def _removes(value: Any) -> Any:
    """A list of paths, or a mapping of paths to nothing or `everywhere`."""
    words = value.values() if isinstance(value, dict) else ()
    right = isinstance(value, (list, dict)) and len(value) <= EDITS_MAX
    if right and all(isinstance(path, str) for path in value) and all(w in (None, EVERYWHERE) for w in words):
        return value
    raise ValueError(REMOVES)


REMOVES = f"a list of paths, or a mapping of paths to `{EVERYWHERE}`"
Removes = Annotated[Any, PlainValidator(_removes, json_schema_input_type=Any)]


class Edits(Strict):
    """A block of changes to card data."""

    sets: dict[At, Any] = Field(default_factory=dict, alias="set", max_length=EDITS_MAX)
    adds: dict[At, Any] = Field(default_factory=dict, alias="add", max_length=EDITS_MAX)
    removes: Removes = Field(default_factory=list, alias="remove", json_schema_extra={"allowed": REMOVES})
    copies: dict[At, At] = Field(default_factory=dict, alias="copy", max_length=EDITS_MAX)

    def overrides(self, document: Document | None = None, at: Path = ()) -> list[Override]:
        """The block as overrides, in the order they are done; with places, if it stands in a document."""
        removes = dict.fromkeys(self.removes) if isinstance(self.removes, list) else self.removes
        blocks: dict[Kind, Mapping[str, Any]] = {
            "copy": self.copies,
            "add": self.adds,
            "set": self.sets,
            "remove": dict(sorted(removes.items(), key=_from_the_end)),
        }
        found = []
        for kind in ORDER:
            for path, value in blocks[kind].items():
                spot: Path = (*at, kind, path)
                if kind == "remove" and isinstance(self.removes, list):
                    spot = (*at, kind, self.removes.index(path))
                place = document.key_place(spot) if document is not None else None
                found.append(Override(with_kind(kind, path), value, place))
        return found


def _from_the_end(item: tuple[str, Any]) -> tuple[int, ...]:
    """Sorts entries of one list backwards and leaves all else in its order."""
    path = parse_path(item[0]) or ()
    return tuple(-step for step in path if isinstance(step, int))


# ------------------------------------------------------------------------------------ the command line


def parse_override(text: str, error: type[BalanceError] = CardDataError) -> tuple[str, Any]:
    """`--set`: `"company.actions=3"` as `("company.actions", 3)`; the value is one YAML value."""
    return _parse("set", text, "path=value, such as company.actions=3", error)


def parse_add(text: str, error: type[BalanceError] = CardDataError) -> tuple[str, Any]:
    """`--add`: `"cards.bonus={name: Bonus, family: money, pays: 3}"`; the value is one YAML value."""
    return _parse("add", text, "path=value, such as buildings.bank={name: Bank, ...}", error)


def parse_copy(text: str, error: type[BalanceError] = CardDataError) -> tuple[str, Any]:
    """`--copy`: `"buildings.bank=buildings.factory"`, new before old."""
    allowed = "new=old, such as buildings.bank=buildings.factory"
    path, value = _parse("copy", text, allowed, error)
    if not isinstance(value, str) or parse_path(value) is None:
        raise error(f"--copy {shorten(text)}: found {in_words(value)} as the old path, allowed: {allowed}")
    return path, value


def parse_remove(text: str, error: type[BalanceError] = CardDataError) -> tuple[str, Any]:
    """`--remove`: `"cards.windfall"`, or `"cards.windfall=everywhere"` with all that names it."""
    path, sign, value = text.partition("=")
    if parse_path(path.strip()) is None or (sign and value.strip() != EVERYWHERE):
        allowed = f"a path such as cards.windfall, or cards.windfall={EVERYWHERE}"
        raise error(f"--remove {shorten(text)}: found {in_words(text)}, allowed: {allowed}")
    return with_kind("remove", path.strip()), EVERYWHERE if sign else None


def _parse(kind: Kind, text: str, allowed: str, error: type[BalanceError]) -> tuple[str, Any]:
    path, sign, value = text.partition("=")
    name = f"--{kind} {shorten(text)}"
    if not sign or parse_path(path.strip()) is None:
        raise error(f"{name}: found {in_words(text)}, allowed: {allowed}")
    if not value.strip():
        raise error(f"{name}: found no value, allowed: {allowed}")
    return with_kind(kind, path.strip()), read_value(value, name, error)


def from_options(
    sets: Iterable[str] | None = None,
    adds: Iterable[str] | None = None,
    removes: Iterable[str] | None = None,
    copies: Iterable[str] | None = None,
    error: type[BalanceError] = CardDataError,
) -> list[tuple[str, Any]]:
    """The texts of all `--copy`, `--add`, `--set` and `--remove` as overrides, in that order."""
    taken = [parse_remove(text, error) for text in removes or ()]
    return [
        *(parse_copy(text, error) for text in copies or ()),
        *(parse_add(text, error) for text in adds or ()),
        *(parse_override(text, error) for text in sets or ()),
        *sorted(taken, key=lambda item: _from_the_end((split_kind(item[0])[1], None))),
    ]


def option_text(path: str, value: Any) -> tuple[str, str]:
    """The inverse: option and argument of this override (`--copy`, `buildings.bank=buildings.factory`)."""
    kind, target = split_kind(path)
    assert kind in KINDS
    if kind == "remove":
        return "--remove", f"{target}={EVERYWHERE}" if value == EVERYWHERE else target
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if isinstance(value, str):
        try:
            same = read_value(text, "") == value
        except CardDataError:
            same = False
        text = text if same else json.dumps(value, ensure_ascii=False)
    return f"--{kind}", f"{target}={text}"


def in_short(path: str, value: Any) -> str:
    """An override for a line of text: `company.actions=3`, `remove cards.windfall`."""
    return path if split_kind(path)[0] == "remove" and value in (None, "None", "") else f"{path}={value}"

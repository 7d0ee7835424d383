"""How far a search may move the numbers of a bot: ranges for all bots, narrower ones for a character."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from balance.cards.paths import path_text
from balance.cards.validate import Problem, unknown_ids, wrong

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from balance.cards.paths import Path
    from balance.cards.read import Document

    Sections = Mapping[str, Mapping[str, Sequence[float]]]
    """For each section of a bot (weights, taste) and each name in it: lowest and highest value."""

NUMBER_MAX = 1_000_000
PAIR = "two numbers, the lower first"

Range = Annotated[
    list[Annotated[float, Field(ge=-NUMBER_MAX, le=NUMBER_MAX)]],
    Field(min_length=2, max_length=2, json_schema_extra={"allowed": PAIR}),
]


def check_ranges(
    document: Document, at: Path, ranges: Sections, known: Mapping[str, tuple[str, Sequence[str]]]
) -> Iterator[Problem]:
    """Ranges at a path: names that exist (`known`: section -> what they are, the names), low before high."""
    for section, entries in ranges.items():
        what, names = known[section]
        yield from unknown_ids(document, (*at, section), entries, names, what)
        for name, (low, high) in entries.items():
            if low > high:
                yield wrong(document, (*at, section, name), [low, high], PAIR)


def check_character(
    document: Document, at: Path, character: Sections, numbers: Mapping[str, Mapping[str, float]]
) -> Iterator[Problem]:
    """The numbers of the bot at a path (section -> name -> number) lie within its character."""
    for section, entries in character.items():
        for name, (low, high) in entries.items():
            value = numbers[section].get(name)
            if value is not None and low <= high and not low <= value <= high:
                spot = (*at, "character", section, name)
                text = (
                    f"found {value:g}, allowed: {low:g} to {high:g}, its character"
                    f" ({path_text(spot)}, {document.place(spot)})"
                )
                path = (*at, section, name)
                yield Problem(document.place(path), path_text(path), text)

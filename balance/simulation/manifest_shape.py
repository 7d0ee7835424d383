"""What a manifest must hold, so that one that was damaged or written by hand is refused before it is used."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from balance.cards import Document, Place, Problem, raise_problems, validate
from balance.errors import RunError

Triple = Annotated[list[Any], Field(min_length=3, max_length=3)]
Number = Annotated[int, Field(ge=0, lt=2**53)]


class _Open(BaseModel):
    """Exact types; other keys may stand beside these."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True)


class Asked(_Open):
    """The scenario, as far as it is read back."""

    title: str


class Facts(_Open):
    """What was played."""

    game: str
    rules_version: int
    seed: Number
    scenario: Asked


class Seating(_Open):
    """One game of every deal."""

    line_up: str
    rotation: Number
    seats: list[str]


class Cards(_Open):
    """The card data, as text, and what was put on top."""

    hash: str
    files: dict[Annotated[str, Field(min_length=1, max_length=200)], str]
    overrides: list[Triple]


class Varied(_Open):
    """Which variant of its scenario a run is of, and which bots play for which others."""

    name: str
    bots: dict[str, str]


class Manifest(_Open):
    """A run that has begun."""

    identity: str
    name: str
    setting: str | None = None
    variant: Varied | None = None
    state: Literal["finished", "in progress"]
    run: Facts
    line_ups: list[str]
    bots: list[str]
    games_per_deal: Annotated[int, Field(ge=1, lt=2**53)]
    schedule: list[Seating]
    cards: Cards


class Finished(Manifest):
    """A run that has ended."""

    games: Number
    deals: Number
    stopped: dict[str, Any]
    tables: dict[str, dict[str, Any]]


def check_manifest(data: Any, name: str) -> None:
    """RunError that says what is wrong with the content of the manifest of that name."""
    document = Document(data, {(): Place(name)}, {})
    done = isinstance(data, dict) and data.get("state") == "finished"
    model = validate(document, Finished if done else Manifest, RunError)
    known = {"line_ups": model.line_ups, "bots": model.bots}
    problems = [
        Problem(document.place(()), f"schedule[{n}]", f"found {text!r}, allowed: one of `{where}`")
        for n, item in enumerate(model.schedule)
        for where, text in (("line_ups", item.line_up), *(("bots", bot) for bot in item.seats))
        if text not in known[where]
    ]
    if len(model.schedule) != model.games_per_deal:
        text = f"found {model.games_per_deal}, allowed: {len(model.schedule)}, the length of the schedule"
        problems.append(Problem(document.place(()), "games_per_deal", text))
    for n, (path, _, place) in enumerate(model.cards.overrides):
        kinds = [type(part) for part in place] if isinstance(place, list) else []
        if not isinstance(path, str) or (place is not None and kinds != [str, int, int]):
            text = "found something else, allowed: a path, a value, and a place or null"
            problems.append(Problem(document.place(()), f"cards.overrides[{n}]", text))
    raise_problems(problems, RunError)

"""The card data of Extremely Bad Hires: the schema of its YAML, checks of how it goes together, loading.

What the texts of cards may say stands in `language.py` and `operations.py` and is read in `reader.py`. Bounds
are the sizes of the records; the numbers of the game are in `card_data/extremely_bad_hires/`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from balance.cards import CardSet, Document, Layout, Problem, Question, SourceIds, Strict, load_cards, wrong
from balance.cards.character import Range, check_character, check_ranges
from balance.cards.paths import Path, listing, path_text
from balance.cards.readings import AssumptionId, Text, Word, check_switches
from balance.cards.validate import unknown_ids
from balance.games.extremely_bad_hires import language, state
from balance.games.extremely_bad_hires.compiler import capacity_problems
from balance.games.extremely_bad_hires.reader import read_texts
from balance.games.extremely_bad_hires.state import (
    CARD_KINDS,
    DECK_MAX,
    JOB_KINDS,
    OPTIONS_OF,
    QUALIFICATIONS,
    ROUNDS,
    SEATS,
    STAFF,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path as FilePath

    import numpy as np

GAME = "extremely_bad_hires"
QUESTIONS_MAX = 200
WEIGHT_MAX = 1_000_000
ROUNDS_MAX = 1000
TARGET_MAX = 1000
PLAYS_MAX = 64
DECKS_MAX = 32

SWITCHES = {
    name: [position.name.lower() for position in positions] for name, positions in state.SWITCHES.items()
}

Count = Annotated[int, Field(ge=0, le=language.NUMBER_MAX)]
Copies = Annotated[int, Field(ge=0, le=DECK_MAX)]
Weight = Annotated[float, Field(ge=-WEIGHT_MAX, le=WEIGHT_MAX)]
Tree = TypeAliasType(  # any plain value; what it says is checked by the reader
    "Tree",
    Annotated[
        "dict[str, Tree] | list[Tree] | str | int | float | bool | None",
        Field(json_schema_extra={"allowed": "plain values, not nested deeper than a file can be"}),
    ],
)


def _trees(what: str) -> Any:
    return Field(
        default_factory=list,
        max_length=language.LIST_MAX,
        json_schema_extra={"allowed": f"a list of at most {language.LIST_MAX} {what}"},
    )


Instructions = Annotated[list[Tree], _trees("instructions")]
Targets = Annotated[list[Tree], _trees("targets")]
Conditions = Annotated[list[Tree], _trees("conditions")]

# ---------------------------------------------------------------------------------------- the schema


class Frame(Strict):
    """What holds for the whole game."""

    target: int = Field(ge=1, le=TARGET_MAX)
    opening_hand: int = Field(ge=0, le=DECK_MAX)
    start_draw: int = Field(ge=0, le=DECK_MAX)
    hire_plays: int = Field(ge=0, le=PLAYS_MAX)
    fix_plays: int = Field(ge=0, le=PLAYS_MAX)
    attempts: int = Field(ge=0, le=PLAYS_MAX)
    mayhem_plays: int = Field(ge=0, le=PLAYS_MAX)
    staff_limit: int = Field(ge=1, le=STAFF)
    hand_limit: int = Field(ge=0, le=DECK_MAX)
    incapacitated_turns: int = Field(ge=1, le=language.NUMBER_MAX)
    start_profit: int = Field(ge=0, le=TARGET_MAX)
    min_required: int = Field(ge=0, le=STAFF)
    max_rounds: int = Field(ge=1, le=ROUNDS_MAX)
    no_progress_rounds: int = Field(ge=1, le=ROUNDS_MAX)
    plays_per_turn: int = Field(ge=1, le=PLAYS_MAX)
    early_round: int = Field(ge=1, le=ROUNDS)


class Qualification(Strict):
    """A Qualification."""

    name: Text


class Card(Strict):
    """What every card has."""

    name: Text
    text: str = Field(default="", max_length=2000)
    notes: str = Field(default="", max_length=2000)
    copies: Copies | None = None  # in a deck list that names the card without a number


class Hire(Card):
    """A Hire: no text, one Qualification."""

    qualification: Word
    abilities: list[Tree] = Field(
        default_factory=list,
        max_length=0,
        json_schema_extra={"allowed": "an empty list: Hires have no abilities (O-03)"},
    )


class Mode(Strict):
    """One side of a card of which one is chosen at play."""

    id: Word
    text: str = Field(default="", max_length=2000)
    requires: Conditions
    targets: Targets
    cost: Instructions
    effects: Instructions


class Play(Card):
    """A card that is played for its effect."""

    requires: Conditions
    targets: Targets
    cost: Instructions
    effects: Annotated[list[Tree], _trees("instructions")]
    modes: list[Mode] = Field(default_factory=list, max_length=OPTIONS_OF)


class Mayhem(Play):
    """A Mayhem."""

    timing: list[Literal["mayhem"]] = Field(default=["mayhem"], min_length=1, max_length=1)


class Fix(Play):
    """A Fix."""

    timing: list[Literal["prep", "recovery", "mayhem"]] = Field(
        default=["prep", "recovery"], min_length=1, max_length=3
    )


class Crew(Strict):
    """How many Hires a Job lets be sent."""

    min: int = Field(default=1, ge=1, le=STAFF)
    max: int = Field(default=STAFF, ge=1, le=STAFF)


class JobPath(Strict):
    """What a Job does on one path."""

    text: str = Field(default="", max_length=2000)
    clock_in: Instructions
    resolve: Instructions


class Job(Card):
    """A Job."""

    qualification: Word
    required: Count
    profit: Count
    crew: Crew = Field(default_factory=Crew)
    qualified: JobPath
    unqualified: JobPath


class Deck(Strict):
    """A Company Deck. A card without a number comes in its own `copies`."""

    about: Text
    cards: dict[Word, Copies | None] = Field(min_length=1, max_length=CARD_KINDS)


class Ranges(Strict):
    """How far a search may move the numbers of a bot: lowest and highest."""

    weights: dict[Word, Range] = Field(default_factory=dict)
    taste: dict[Word, Range] = Field(default_factory=dict)


class Bot(Strict):
    """A bot: how it differs from the base weights, and what it likes."""

    about: Text
    character: Ranges | None = None  # what a search must keep; without it, the bot is not tuned
    weights: dict[Word, Weight] = Field(default_factory=dict)
    taste: dict[Word, Weight] = Field(default_factory=dict)  # points for a Hire of a Qualification


class CardData(Strict):
    """Everything in `card_data/extremely_bad_hires/`."""

    frame: Frame
    qualifications: dict[Word, Qualification] = Field(min_length=1, max_length=QUALIFICATIONS)
    hires: dict[Word, Hire] = Field(max_length=CARD_KINDS)
    mayhem: dict[Word, Mayhem] = Field(max_length=CARD_KINDS)
    fixes: dict[Word, Fix] = Field(max_length=CARD_KINDS)
    jobs: dict[Word, Job] = Field(min_length=1, max_length=JOB_KINDS)
    decks: dict[Word, Deck] = Field(min_length=1, max_length=DECKS_MAX)
    job_deck: dict[Word, Copies | None] = Field(min_length=1, max_length=JOB_KINDS)
    seats: list[Word] = Field(min_length=SEATS, max_length=SEATS)
    readings: dict[AssumptionId, Question] = Field(max_length=QUESTIONS_MAX)
    base: dict[Word, Weight] = Field(default_factory=dict)
    ranges: Ranges | None = None
    bots: dict[Word, Bot] = Field(default_factory=dict)

    def company(self) -> dict[str, Hire | Mayhem | Fix]:
        """All Company cards, in the order of their numbers."""
        return {**self.hires, **self.mayhem, **self.fixes}

    def deck(self, seat: int) -> dict[str, int]:
        """Copies of each card in the Company Deck of a seat, 0 where it is not in it."""
        given = self.decks[self.seats[seat]].cards
        return {name: _copies(given, name, card) for name, card in self.company().items()}

    def job_copies(self) -> dict[str, int]:
        """Copies of each Job in the Job Deck."""
        return {name: _copies(self.job_deck, name, job) for name, job in self.jobs.items()}


def _copies(given: dict[str, int | None], name: str, card: Card) -> int:
    if name not in given:
        return 0
    copies = given[name]
    return copies if copies is not None else (card.copies or 0)


# --------------------------------------------------------------------------------------------- loading


def load(folder: FilePath | str, overrides: Iterable[Sequence[Any]] = ()) -> CardSet:
    """The card data of a folder with overrides, (path, value) or (path, value, place); or CardDataError."""
    return load_cards(LAYOUT, folder, overrides)


# ----------------------------------------------------------------------- checks beyond single values


def _check(model: CardData, document: Document) -> Iterator[Problem]:
    """What single values cannot show: texts, how values go together, whether the records can hold them."""
    yield from check_switches(model.readings, document, SWITCHES)
    yield from _check_ids(model, document)
    yield from _check_decks(model, document)
    texts, problems = read_texts(model, document)
    yield from problems
    if not problems:
        yield from capacity_problems(model, texts, document)
    yield from _check_bots(model, document)


def _check_ids(model: CardData, document: Document) -> Iterator[Problem]:
    """Qualifications that exist, ids that are used once, crews that can be."""
    bad = partial(wrong, document)
    known = list(model.qualifications)
    allowed = f"one of {listing(known, 40)}"
    for section in ("hires", "jobs"):
        for name, card in getattr(model, section).items():
            if card.qualification not in model.qualifications:
                yield bad((section, name, "qualification"), card.qualification, allowed, known)
    seen: dict[str, str] = {}
    for section in ("hires", "mayhem", "fixes"):
        for name in getattr(model, section):
            if name in seen:
                text = f"found an id that {seen[name]} has too, allowed: one that no other Company card has"
                yield Problem(document.key_place((section, name)), path_text((section, name)), text)
            seen[name] = section
    if len(seen) > CARD_KINDS:
        text = f"found {len(seen)} Company cards, allowed: at most {CARD_KINDS}"
        yield Problem(document.place(("hires",)), "", text)
    for name, job in model.jobs.items():
        if job.crew.min > job.crew.max:
            yield bad(("jobs", name, "crew", "min"), job.crew.min, f"at most {job.crew.max}, the max")
    for section in ("mayhem", "fixes"):
        for name, card in getattr(model, section).items():
            modes = [mode.id for mode in card.modes]
            for number, mode in enumerate(modes):
                if mode in modes[:number]:
                    at = (section, name, "modes", number, "id")
                    yield bad(at, mode, "an id that no other mode of this card has")
            if len(modes) == 1:
                yield bad(
                    (section, name, "modes"), card.modes, f"2 to {OPTIONS_OF} modes, or effects without modes"
                )


def _check_decks(model: CardData, document: Document) -> Iterator[Problem]:
    """Decks of known cards, not too large, one for each seat."""
    bad = partial(wrong, document)
    company = model.company()
    lists: list[tuple[Path, dict[str, int | None], Any, str]] = [
        (("decks", name, "cards"), deck.cards, company, "Company card") for name, deck in model.decks.items()
    ]
    for at, given, cards, what in [*lists, (("job_deck",), model.job_deck, model.jobs, "Job")]:
        yield from unknown_ids(document, at, given, cards, what)
        for name, copies in given.items():
            if copies is None and name in cards and cards[name].copies is None:
                yield bad((*at, name), None, "a number of copies, as the card has no `copies` of its own")
        total = sum(_copies(given, name, cards[name]) for name in given if name in cards)
        if not 1 <= total <= DECK_MAX:
            text = f"found {total} cards in all, allowed: 1 to {DECK_MAX}"
            yield Problem(document.place(at), path_text(at), text)
    for seat, name in enumerate(model.seats):
        if name not in model.decks:
            known = list(model.decks)
            yield bad(("seats", seat), name, f"one of {listing(known, 40)}", known)


def bot_weights() -> tuple[dict[str, tuple[str, str]], np.dtype]:
    """The weights a bot has, (unit, meaning) by name, and its record."""
    from balance.games.extremely_bad_hires import weights  # noqa: PLC0415  (so that tests can replace them)

    return weights.WEIGHTS, weights.BOT


def _check_bots(model: CardData, document: Document) -> Iterator[Problem]:
    """Weights by their names; the base names every weight."""
    if not model.bots and not model.base:
        return
    named = bot_weights()[0]
    if not model.base:
        text = "the key is missing, allowed: a mapping of all weights"
        yield Problem(document.place(("base",)), "base", text)
        return
    yield from unknown_ids(document, ("base",), model.base, named, "weight")
    for weight, (unit, meaning) in named.items():
        if weight not in model.base:
            text = f"the key is missing, allowed: a number ({unit}: {meaning})"
            yield Problem(document.place(("base",)), path_text(("base", weight)), text)
    known: dict[str, tuple[str, Sequence[str]]] = {
        "weights": ("weight", list(named)),
        "taste": ("Qualification", list(model.qualifications)),
    }
    if model.ranges is not None:
        yield from check_ranges(document, ("ranges",), model.ranges.model_dump(), known)
    for name, bot in model.bots.items():
        at: Path = ("bots", name)
        for section, (what, names) in known.items():
            yield from unknown_ids(document, (*at, section), getattr(bot, section), names, what)
        if bot.character is not None:
            character = bot.character.model_dump()
            yield from check_ranges(document, (*at, "character"), character, known)
            own = {"weights": {**model.base, **bot.weights}, "taste": bot.taste}
            yield from check_character(document, at, character, own)


LAYOUT = Layout(
    game=GAME,
    model=CardData,
    files={
        "game.yaml": ("frame",),
        "hires.yaml": ("qualifications", "hires"),
        "mayhem.yaml": ("mayhem",),
        "fixes.yaml": ("fixes",),
        "jobs.yaml": ("jobs",),
        "decks.yaml": ("decks", "job_deck", "seats"),
        "readings.yaml": ("readings",),
        "bots.yaml": ("base", "ranges", "bots"),
    },
    source_ids=SourceIds(
        kinds=(
            (r"EBH-[1-9][0-9]?\.[1-9][0-9]?", "rule book"),
            (r"O-[0-9]{2}", "assumed"),
            (r"V-[0-9]{2}", "assumed"),
            (r"T0", "assumed"),
        ),
        allowed="the id of a source: EBH-5.2, O-01 and so on, or T0",
    ),
    sourced=("game.yaml", "hires.yaml", "mayhem.yaml", "fixes.yaml", "jobs.yaml", "decks.yaml"),
    optional=("bots.yaml",),
    ordered=("qualifications", "hires", "mayhem", "fixes", "jobs"),
    check=_check,
)

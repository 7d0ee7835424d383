"""The card data of Employee Handbook: the schema of its YAML, checks, and loading.

What may stand here: which keys there are, what a value may be, and how values go together. Bounds are the
sizes of the records and what 64-bit numbers can hold; the numbers of the game are in
`card_data/employee_handbook/`. What the rules read is made of it in `tables.py`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from balance.cards import CardSet, Document, Layout, Problem, Question, SourceIds, Strict, load_cards, nearest
from balance.cards.character import Range, check_character, check_ranges
from balance.cards.paths import Path, listing, path_text
from balance.cards.readings import AssumptionId, Text, Word, check_switches, switch_position
from balance.cards.seats import own_path, seat_data
from balance.cards.validate import because, unknown_ids, wrong
from balance.games.employee_handbook import state, weights
from balance.games.employee_handbook.state import (
    BUILDING_KINDS,
    CARD_KINDS,
    COPIES_MAX,
    DECK_MAX,
    ERAS,
    KNOWN_MAX,
    LEVELS,
    ROUNDS,
    SEATS,
    SPACES,
    Effect,
    FreshDeck,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path as FilePath

    import numpy as np

GAME = "employee_handbook"
MONEY_MAX = 1_000_000
COUNT_MAX = 100
SECONDS_MAX = 3600
QUESTIONS_MAX = 200
DRAWS_MAX = 2 * DECK_MAX  # in one turn: games end soon, and in a number of decisions that is known
WEIGHT_MAX = 1_000_000

Money = Annotated[int, Field(ge=0, le=MONEY_MAX)]
Points = Annotated[int, Field(ge=0, le=MONEY_MAX)]
Count = Annotated[int, Field(ge=0, le=COUNT_MAX)]
Seen = Annotated[int, Field(ge=1, le=KNOWN_MAX)]
Seconds = Annotated[float, Field(ge=0, le=SECONDS_MAX)]
Weight = Annotated[float, Field(ge=-WEIGHT_MAX, le=WEIGHT_MAX)]

SWITCHES = {
    name: [position.name.lower() for position in positions]
    for name, positions in (
        ("opener", state.Opener),
        ("fresh_deck", state.FreshDeck),
        ("workshop_pay", state.WorkshopPay),
        ("factory_pay", state.FactoryPay),
        ("repair_shield", state.RepairShield),
        ("exploded_hazard", state.ExplodedHazard),
        ("explosion_order", state.ExplosionOrder),
        ("cancel", state.Cancel),
        ("memory", state.Memory),
        ("salvage_pays", state.SalvagePays),
    )
}
SEAT_IDS = ("a", "b")
PER_COMPANY = ("company", "buildings", "start")

# ---------------------------------------------------------------------------------------- the schema


class Frame(Strict):
    """What holds for the whole game."""

    rounds: int = Field(ge=1, le=ROUNDS)
    dollars_per_point: int = Field(ge=1, le=MONEY_MAX)
    disabled_divisor: int = Field(ge=1, le=MONEY_MAX)
    age_bin: int = Field(ge=1, le=DECK_MAX)


class Company(Strict):
    """What a company may do, pays and receives."""

    basic_income: Money
    actions: Count
    required_draws: Count
    optional_draws: Count
    repair_cost: Money
    recharge_cost: Money
    explosion_loss: Money
    hand_limit: Count
    surplus_pay: Money
    queue_limit: Count
    space: int = Field(ge=1, le=SPACES)
    base_capacity: Count
    place_within: Seen
    second_player_cash: Money


class Start(Strict):
    """What a company has at the start."""

    cash: Money
    charged: Count
    buildings: dict[Word, Annotated[int, Field(ge=0, le=SPACES)]]
    hand: dict[Word, Count]


class Level(Strict):
    """A level of a building: what it costs, scores and does."""

    cost: Money
    value: Points
    income: Money = 0
    draws: Count = 0
    pay: Money = 0
    gain: Literal["none", "random", "choose", "inspect", "reorder"] = "none"
    gain_count: Annotated[int, Field(ge=0, le=KNOWN_MAX)] | None = None
    capacity: Count = 0
    shields: Count = 0
    payout: Money = 0

    @property
    def gains(self) -> int:
        """Tactics gained or cards looked at: one unless said otherwise, none without a gain."""
        if self.gain_count is None:
            return int(self.gain != "none")
        return self.gain_count


class Building(Strict):
    """A kind of building."""

    name: Text
    limit: int = Field(ge=0, le=SPACES)
    levels: list[Level] = Field(min_length=1, max_length=LEVELS)


class Card(Strict):
    """A kind of card."""

    name: Text
    family: Literal["money", "tactic", "hazard"]
    text: Text
    pays: Money = 0
    effect: Literal[
        "none", "inspect", "overtime", "shuffle", "cancel_draw", "reorder", "move_disablement"
    ] = "none"
    amount: Count = 0

    @property
    def sentence(self) -> str:
        """What the card says, with its numbers."""
        return self.text.replace("{pays}", str(self.pays)).replace("{amount}", str(self.amount))


class Era(Strict):
    """A fresh deck: before which round, and its cards."""

    round: int = Field(ge=1, le=ROUNDS)
    copies: dict[Word, Annotated[int, Field(ge=0, le=COPIES_MAX)]]


class SecondsPer(Strict):
    """Seconds for each decision of a kind, and for each turn."""

    business: Seconds
    draw: Seconds
    placement: Seconds
    disabling: Seconds
    naming: Seconds
    ordering: Seconds
    shutdown: Seconds
    turn: Seconds


class Time(Strict):
    """How long a game takes at the table: as claimed, and per decision."""

    claimed_minutes: list[Annotated[float, Field(ge=0, le=1440)]] = Field(min_length=2, max_length=2)
    seconds: SecondsPer


class Stakes(Strict):
    """What a hazard may cost a company and what a tactic may be worth to it, least and most."""

    hazard_cost: list[Money] = Field(min_length=2, max_length=2)
    tactic_value: list[Money] = Field(min_length=2, max_length=2)


class Companies(Strict):
    """Paths and values that hold for one company only."""

    a: dict[str, Any] = Field(default_factory=dict)
    b: dict[str, Any] = Field(default_factory=dict)


class Ranges(Strict):
    """How far a search may move the numbers of a bot: lowest and highest."""

    weights: dict[Word, Range] = Field(default_factory=dict)
    taste: dict[Word, Range] = Field(default_factory=dict)
    keep: dict[Word, Range] = Field(default_factory=dict)


class Bot(Strict):
    """A bot: how it differs from the base weights, and what it likes."""

    about: Text
    character: Ranges | None = None  # what a search must keep; without it, the bot is not tuned
    weights: dict[Word, Weight] = Field(default_factory=dict)
    taste: dict[Word, Weight] = Field(default_factory=dict)  # points for owning a building
    keep: dict[Word, Weight] = Field(default_factory=dict)  # points for keeping a tactic


class CardData(Strict):
    """Everything in `card_data/employee_handbook/`."""

    frame: Frame
    company: Company
    start: Start
    companies: Companies = Field(default_factory=Companies)
    time: Time
    stakes: Stakes
    buildings: dict[Word, Building] = Field(min_length=1, max_length=BUILDING_KINDS)
    cards: dict[Word, Card] = Field(min_length=1, max_length=CARD_KINDS)
    eras: list[Era] = Field(min_length=1, max_length=ERAS)
    readings: dict[AssumptionId, Question] = Field(max_length=QUESTIONS_MAX)
    base: dict[Word, Weight] = Field(default_factory=dict)
    ranges: Ranges | None = None
    bots: dict[Word, Bot] = Field(default_factory=dict)


class CompanyData(Strict):
    """The part of the card data that may differ between companies."""

    company: Company
    start: Start
    buildings: dict[Word, Building] = Field(min_length=1, max_length=BUILDING_KINDS)


# --------------------------------------------------------------------------------------------- loading


def load(folder: FilePath | str, overrides: Iterable[Sequence[Any]] = ()) -> CardSet:
    """The card data of a folder with overrides, (path, value) or (path, value, place); or CardDataError."""
    return load_cards(LAYOUT, folder, overrides)


def _route(path: Path, value: Any) -> Path:
    """`companies.b.buildings.lab.limit` is the key `buildings.lab.limit` of `companies.b`."""
    return own_path(path, value) if path[0] == "companies" else path


def company_data(document: Document, seat: int) -> tuple[CompanyData, Document]:
    """What holds for one company: the common values with its own changes."""
    return seat_data(document, ("companies", SEAT_IDS[seat]), PER_COMPANY, CompanyData, "buildings")


# ----------------------------------------------------------------------- checks beyond single values


def _check(model: CardData, document: Document) -> Iterator[Problem]:
    """What single values cannot show: how they go together, and whether the records can hold them."""
    switched = list(check_switches(model.readings, document, SWITCHES))
    yield from switched
    yield from _check_cards(model, document)
    yield from _check_eras(model, document)
    minutes = document.data["time"]["claimed_minutes"]
    if minutes[0] > minutes[1]:
        yield wrong(
            document, ("time", "claimed_minutes", 0), minutes[0], f"at most {minutes[1]:g}, the longer time"
        )
    for name, (least, most) in model.stakes:
        if least > most:
            allowed = f"at most {most}, the other end of the range"
            yield wrong(document, ("stakes", name, 0), least, allowed)
    common = CompanyData(company=model.company, start=model.start, buildings=model.buildings)
    yield from _check_company(common, model, document)
    yield from _check_draws(common, model, document)
    for seat, name in enumerate(SEAT_IDS):
        if getattr(model.companies, name):
            own, places = company_data(document, seat)
            for problem in (*_check_company(own, model, places), *_check_draws(own, model, places)):
                yield replace(problem, path=f"companies.{name}.{problem.path}")
    if not switched:
        yield from _check_room(model, document)
    yield from _check_bots(model, document)


def _tactics(model: CardData) -> list[str]:
    return [name for name, card in model.cards.items() if card.family == "tactic"]


def _check_cards(model: CardData, document: Document) -> Iterator[Problem]:
    """Each family has its own keys, each effect its amount."""
    bad = partial(wrong, document)
    for name, card in model.cards.items():
        at: Path = ("cards", name)
        if card.family != "money" and card.pays:
            yield bad((*at, "pays"), card.pays, f"0, as a {card.family} does not pay")
        if card.family != "tactic" and card.effect != "none":
            yield bad((*at, "effect"), card.effect, "none, as only tactics have an effect")
        elif card.family == "tactic" and card.effect == "none":
            known = [effect.name.lower() for effect in Effect if effect]
            yield bad((*at, "effect"), None, f"one of {listing(known)}")
        amount = card.amount if "amount" in card.model_fields_set else None
        if card.effect in ("inspect", "reorder") and not 1 <= card.amount <= KNOWN_MAX:
            yield bad((*at, "amount"), amount, f"a whole number from 1 to {KNOWN_MAX}, the cards looked at")
        elif card.effect in ("overtime", "cancel_draw") and card.amount < 1:
            yield bad((*at, "amount"), amount, f"a whole number from 1 to {COUNT_MAX}, the draws")
        elif card.effect in ("none", "shuffle", "move_disablement") and card.amount:
            yield bad((*at, "amount"), amount, f"0, as the effect {card.effect} uses no amount")
        for place in re.findall(r"\{.*?\}", card.text):
            if place not in ("{pays}", "{amount}"):
                yield bad((*at, "text"), place, "{pays} or {amount} between braces")


def _check_eras(model: CardData, document: Document) -> Iterator[Problem]:
    """Eras start in round 1 and rise; each says for every card how often it is in the deck."""
    bad = partial(wrong, document)
    before = 0
    for index, era in enumerate(model.eras):
        at: Path = ("eras", index)
        if index == 0 and era.round != 1:
            yield bad((*at, "round"), era.round, "1, as the first era begins with the game")
        elif era.round <= before:
            yield bad((*at, "round"), era.round, f"more than {before}, the round of the era before")
        elif era.round > model.frame.rounds:
            last = f"at most {model.frame.rounds}, the last round{because(document, ('frame', 'rounds'))}"
            yield bad((*at, "round"), era.round, last)
        before = era.round
        yield from unknown_ids(document, (*at, "copies"), era.copies, model.cards, "card")
        meant = {nearest(name, model.cards) for name in era.copies if name not in model.cards}
        for card in model.cards:
            if card not in era.copies and card not in meant:
                text = f"the key is missing, allowed: a whole number from 0 to {COPIES_MAX} for every card"
                yield Problem(document.place((*at, "copies")), path_text((*at, "copies", card)), text)
        cards = sum(era.copies.values())
        if not 1 <= cards <= DECK_MAX:
            yield bad((*at, "copies"), cards, f"1 to {DECK_MAX} cards in all")


def _check_company(own: CompanyData, model: CardData, document: Document) -> Iterator[Problem]:
    """The buildings one company may own, and its opening position."""
    yield from _check_start(own, model, document)
    bad = partial(wrong, document)
    space = because(document, ("company", "space"))
    for kind, building in own.buildings.items():
        at: Path = ("buildings", kind)
        if building.limit > own.company.space:
            allowed = f"at most {own.company.space}, the space of a company{space}"
            yield bad((*at, "limit"), building.limit, allowed)
        for index, level in enumerate(building.levels):
            spot = (*at, "levels", index)
            before = building.levels[index - 1].capacity if index else 0
            if level.capacity < before:
                yield bad((*spot, "capacity"), level.capacity, f"at least {before}, that of the level before")
            if level.gain == "none" and level.gain_count:
                yield bad((*spot, "gain_count"), level.gain_count, "0, as this level has no gain")
            elif level.gain != "none" and level.gains < 1:
                yield bad((*spot, "gain_count"), level.gain_count, f"a whole number from 1 to {KNOWN_MAX}")
            if level.gain in ("random", "choose") and not _tactics(model):
                yield bad((*spot, "gain"), level.gain, "none, as there are no tactics among the cards")


def _check_start(own: CompanyData, model: CardData, document: Document) -> Iterator[Problem]:
    """The opening position: known ids, within limits, space, capacity and hand limit."""
    bad = partial(wrong, document)
    space = because(document, ("company", "space"))
    start = own.start
    yield from unknown_ids(document, ("start", "buildings"), start.buildings, own.buildings, "building")
    yield from unknown_ids(document, ("start", "hand"), start.hand, _tactics(model), "tactic")
    known = {kind: count for kind, count in start.buildings.items() if kind in own.buildings}
    for kind, count in known.items():
        if count > own.buildings[kind].limit:
            limit = because(document, ("buildings", kind, "limit"))
            allowed = f"at most {own.buildings[kind].limit}, the limit of {kind}{limit}"
            yield bad(("start", "buildings", kind), count, allowed)
    owned = sum(start.buildings.values())
    if owned > own.company.space:
        yield bad(
            ("start", "buildings"),
            owned,
            f"at most {own.company.space} in all, the space of a company{space}",
        )
    room = own.company.base_capacity
    room += sum(count * own.buildings[kind].levels[0].capacity for kind, count in known.items())
    if start.charged > room:
        yield bad(("start", "charged"), start.charged, f"at most {room}, the capacity at the start")
    held = sum(start.hand.values())
    if held > own.company.hand_limit:
        limit = because(document, ("company", "hand_limit"))
        yield bad(("start", "hand"), held, f"at most {own.company.hand_limit} in all, the hand limit{limit}")


def _check_draws(own: CompanyData, model: CardData, document: Document) -> Iterator[Problem]:
    """How many cards one turn could ask for: a game must end while somebody waits."""
    company = own.company
    orders = max((card.amount for card in model.cards.values() if card.effect == "overtime"), default=0)
    parts = {
        "required_draws": company.required_draws,
        "optional_draws": company.optional_draws,
        "queue_limit": company.queue_limit * orders,
        "activations": sum(
            building.limit * max(level.draws for level in building.levels)
            for building in own.buildings.values()
        ),
    }
    if sum(parts.values()) > DRAWS_MAX:
        most = max(parts, key=lambda name: parts[name])
        path: Path = ("buildings",) if most == "activations" else ("company", most)
        text = f"found up to {sum(parts.values())} draws that could come into one turn ("
        text += f"{parts['required_draws']} required, {parts['optional_draws']} optional, "
        text += f"{parts['queue_limit']} by Overtime Orders, {parts['activations']} by activations)"
        yield Problem(document.place(path), path_text(path), f"{text}, allowed: at most {DRAWS_MAX}")


def _check_room(model: CardData, document: Document) -> Iterator[Problem]:
    """Whether the deck's record can hold all cards that could ever come together in it.

    That is the deck of an era, the tactics held when it began, and those gained in it: all of them may be
    played, and shuffled into it. With hazards added instead of fresh decks, nothing ever leaves the game.
    """
    hands = opening = gains = 0
    for seat in range(SEATS):
        own, _ = company_data(document, seat)
        hands += own.company.hand_limit
        opening += sum(own.start.hand.values())
        for building in own.buildings.values():
            gained = [level.gains for level in building.levels if level.gain in ("random", "choose")]
            gains += building.limit * max(gained, default=0) * min(1, own.company.hand_limit)
    ends = [*(era.round for era in model.eras[1:]), model.frame.rounds + 1]
    tactics, hazards = (
        [card for card, kind in model.cards.items() if kind.family == family]
        for family in ("tactic", "hazard")
    )
    found: list[tuple[int, int]] = []  # (cards that could come together, those held or gained) in each era
    deck, held = 0, opening
    for era, end in zip(model.eras, ends, strict=True):
        own_gains = gains * max(0, end - era.round)
        if not found or switch_position(model.readings, SWITCHES, "fresh_deck") == FreshDeck.REPLACE:
            held = held if not found else min(held, hands)
            deck = sum(era.copies.values())
        else:
            deck += sum(era.copies.get(card, 0) for card in hazards)
        found.append((deck + held + own_gains, held + own_gains))
        held += own_gains
        if switch_position(model.readings, SWITCHES, "fresh_deck") == FreshDeck.REPLACE:
            held += sum(era.copies.get(card, 0) for card in tactics)
    most, extra = max(found)
    if most > DECK_MAX:
        text = (
            f"found up to {most} cards that could come into one deck ({extra} of them tactics held before, "
            f"or gained), allowed: at most {DECK_MAX}"
        )
        yield Problem(document.place(("eras",)), "eras", text)


def bot_weights() -> tuple[dict[str, tuple[str, str]], np.dtype]:
    """The weights a bot has, (unit, meaning) by name, and its record."""
    return weights.WEIGHTS, weights.BOT


def _check_bots(model: CardData, document: Document) -> Iterator[Problem]:
    """Weights, buildings and tactics by their names; the base names every weight."""
    if not model.bots and not model.base:
        return
    named = bot_weights()[0]
    if not model.base:
        yield Problem(
            document.place(("base",)), "base", "the key is missing, allowed: a mapping of all weights"
        )
        return
    yield from unknown_ids(document, ("base",), model.base, named, "weight")
    for weight, (unit, meaning) in named.items():
        if weight not in model.base:
            text = f"the key is missing, allowed: a number ({unit}: {meaning})"
            yield Problem(document.place(("base",)), path_text(("base", weight)), text)
    known: dict[str, tuple[str, Sequence[str]]] = {
        "weights": ("weight", list(named)),
        "taste": ("building", list(model.buildings)),
        "keep": ("tactic", _tactics(model)),
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
            own = {"weights": {**model.base, **bot.weights}, "taste": bot.taste, "keep": bot.keep}
            yield from check_character(document, at, character, own)


LAYOUT = Layout(
    game=GAME,
    model=CardData,
    files={
        "game.yaml": ("frame", "company", "start", "companies", "time", "stakes"),
        "buildings.yaml": ("buildings",),
        "deck.yaml": ("cards", "eras"),
        "readings.yaml": ("readings",),
        "bots.yaml": ("base", "ranges", "bots"),
    },
    source_ids=SourceIds(
        kinds=(
            (r"HB-[1-9][0-9]?", "rule book"),
            (r"D-[1-9][0-9]?", "rule book"),
            (r"HA-[0-9]{2}", "assumed"),
            (r"T0", "assumed"),
        ),
        allowed="the id of a source: HB-1, D-1, HA-01 and so on, or T0",
    ),
    sourced=("game.yaml", "buildings.yaml", "deck.yaml"),
    optional=("bots.yaml",),
    ordered=("buildings", "cards"),
    check=_check,
    route=_route,
)

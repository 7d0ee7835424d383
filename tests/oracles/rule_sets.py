"""Rule sets to play: what ships, each other reading, tables at their limits, and some drawn by lot."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.errors import CardDataError
from balance.games.employee_handbook import GAME
from tests.frozen import frozen_folder

if TYPE_CHECKING:
    from balance.cards import CardSet

Overrides = tuple[tuple[str, Any], ...]
FOLDER = frozen_folder("employee_handbook")
TACTICS = ("inspection", "overtime", "reorganization", "shutdown")
KINDS = ("profit", "windfall", *TACTICS, "hazard")


def decks(**copies: int) -> Overrides:
    """The same deck in all three eras; cards not named are not in it."""
    return tuple((f"eras[{era}].copies.{card}", copies.get(card, 0)) for era in range(3) for card in KINDS)


def each(path: str, *values: Any) -> dict[str, Overrides]:
    """One rule set per value."""
    return {f"{path} {value}": ((path, value),) for value in values}


def eras(*rounds: int) -> tuple[str, Any]:
    """Other rounds for fresh decks, with the copies of the card data."""
    own = base().model.eras
    return ("eras", [{"round": r, "copies": dict(era.copies)} for r, era in zip(rounds, own, strict=False)])


def cards(overrides: Overrides) -> CardSet:
    """The frozen card data with overrides."""
    return GAME.load(FOLDER, overrides)


@lru_cache(maxsize=1)
def base() -> CardSet:
    """The frozen card data as they are."""
    return cards(())


THREE_LEVELS = [
    {"cost": 2, "value": 1, "income": 1, "capacity": 2, "shields": 2},
    {"cost": 1, "value": 5, "draws": 2, "pay": 3, "gain": "choose", "gain_count": 2, "capacity": 2},
    {"cost": 3, "value": 4, "income": 3, "capacity": 3, "shields": 4, "payout": 2},
]
PRICES = {"buildings.factory.levels[0].cost": 3, "buildings.lab.levels[1].value": 20, "company.actions": 3}
EASY = {"start.cash": 40, "company.required_draws": 0, "company.place_within": 2, "start.hand.shutdown": 3}


def made_by_hand() -> dict[str, Overrides]:
    """Tables at their limits, and odd cards."""
    tiny = decks(profit=3, windfall=1, inspection=1, overtime=1, reorganization=1, shutdown=1, hazard=2)
    return {
        "as shipped": (),
        "tiny deck": tiny,
        "tiny deck, hazards back": (*tiny, ("readings.HA-25", "back")),
        "void draws": decks(inspection=1, shutdown=1),
        "nothing but hazards": (*decks(hazard=4), ("company.base_capacity", 4), ("start.charged", 4)),
        "nothing but tactics": decks(inspection=9, overtime=9, reorganization=9, shutdown=9),
        "one card": decks(hazard=1),
        "no hand": (("company.hand_limit", 0), ("start.hand.inspection", 0)),
        "small hand, gains": (("company.hand_limit", 1), ("buildings.lab.levels[0].gain", "choose")),
        **each("company.place_within", 1, 7, 8),
        **each("company.space", 3),
        **each("company.actions", 0, 1, 5),
        **each("company.optional_draws", 0, 9),
        **each("company.required_draws", 0, 3),
        **each("company.queue_limit", 0, 5),
        **each("company.explosion_loss", 0, 9),
        **each("frame.dollars_per_point", 1, 7),
        **each("frame.disabled_divisor", 1, 3),
        **each("frame.age_bin", 1, 256),
        "rich": (("company.basic_income", 25), ("company.actions", 4)),
        "poor": (("company.basic_income", 0), ("buildings.workshop.levels[0].income", 0)),
        "one round": (("frame.rounds", 1), eras(1)),
        "three rounds": (("frame.rounds", 3), eras(1, 2, 3)),
        "sixteen rounds": (("frame.rounds", 16), eras(1, 4, 16)),
        "no room for shields": (("company.base_capacity", 0), ("start.charged", 0)),
        "two companies": (("companies.b", PRICES), ("companies.a", EASY)),
        "three levels": (
            ("buildings.workshop.levels", THREE_LEVELS),
            ("company.basic_income", 8),
            ("readings.HA-09", "at_once"),
            ("readings.HA-18", "included"),
        ),
        "far sight": (("cards.inspection.amount", 8), ("cards.overtime.amount", 3)),
        "long order": (
            ("cards.reorganization.effect", "reorder"),
            ("cards.reorganization.amount", 8),
            ("readings.HA-40", "none"),
            *decks(profit=6, windfall=4, reorganization=8, hazard=3),
        ),
        "strong shutdown": (
            ("cards.shutdown.amount", 3),
            ("company.required_draws", 2),
            ("readings.HA-37", "added_only"),
        ),
        "movers": (
            ("cards.reorganization.effect", "move_disablement"),
            ("buildings.containment.levels[1].capacity", 3),
            ("buildings.containment.levels[0].capacity", 3),
            ("buildings.containment.levels[0].shields", 2),
            *decks(profit=9, reorganization=8, hazard=6),
        ),
        "labs that look": (("readings.HA-13", "look"), ("buildings.lab.limit", 4), ("company.actions", 3)),
        "noisy bots": (
            ("base.noise", 1.5),
            ("base.haste", -0.5),
            ("base.crowding", 0.7),
            ("base.judgement", 0.5),
        ),
        "other readings together": (
            ("readings.HA-05", "add"),
            ("readings.HA-09", "at_once"),
            ("readings.HA-25", "back"),
            ("readings.HA-31", "disable_first"),
            ("readings.HA-46", "rival"),
            ("readings.HA-40", "none"),
        ),
    }


def other_readings() -> dict[str, Overrides]:
    """Each reading of an open question that is implemented and not in use."""
    return {
        f"{question.id} {other.name}": ((f"readings.{question.id}", other.name),)
        for question in base().assumptions
        for other in question.alternatives
    }


def by_lot(number: int) -> Overrides:
    """Many values drawn by lot; what the loader refuses is drawn anew."""
    rng = np.random.default_rng(number)
    while True:
        overrides = tuple(_drawn(rng))
        try:
            cards(overrides)
        except CardDataError:
            continue
        return overrides


def _drawn(rng: np.random.Generator) -> list[tuple[str, Any]]:
    def some(least: int, most: int) -> int:
        return int(rng.integers(least, most + 1))

    def one(choices: Any) -> str:
        return str(rng.choice(list(choices)))

    drawn: list[tuple[str, Any]] = [
        (f"readings.{question.id}", one(a.name for a in question.alternatives))
        for question in base().assumptions
        if question.alternatives and rng.random() < 0.4
    ]
    limits = {"actions": 4, "required_draws": 3, "optional_draws": 4, "hand_limit": 9, "queue_limit": 3}
    limits |= {"space": 8, "base_capacity": 3, "place_within": 8, "repair_cost": 5, "recharge_cost": 5}
    least = {"space": 4, "place_within": 1, "base_capacity": 1, "hand_limit": 1}
    limits |= {"basic_income": 6, "explosion_loss": 6, "surplus_pay": 4, "second_player_cash": 4}
    for name in rng.choice(list(limits), 6, replace=False):
        prefix = str(rng.choice(["company", "companies.a.company", "companies.b.company"]))
        drawn.append((f"{prefix}.{name}", some(least.get(str(name), 0), limits[name])))
    for name in rng.choice(list(base().model.buildings), 2, replace=False):
        levels = [_level(rng) for _ in range(some(1, 3))]
        drawn += [(f"buildings.{name}.levels", levels), (f"buildings.{name}.limit", some(1, 3))]
    effects = {"inspect": some(1, 8), "overtime": some(1, 3), "shuffle": 0, "cancel_draw": some(1, 3)}
    effects |= {"reorder": some(1, 8), "move_disablement": 0}
    for name in TACTICS:
        if rng.random() < 0.4:
            effect = one(effects)
            drawn += [(f"cards.{name}.effect", effect), (f"cards.{name}.amount", effects[effect])]
            drawn.append((f"cards.{name}.text", "by lot"))
    for era in range(3):
        drawn += [(f"eras[{era}].copies.{card}", some(0, 6)) for card in KINDS if rng.random() < 0.5]
    return drawn


def _level(rng: np.random.Generator) -> dict[str, Any]:
    level: dict[str, Any] = {"cost": int(rng.integers(0, 9)), "value": int(rng.integers(0, 9))}
    most = {"income": 3, "draws": 2, "pay": 5, "capacity": 3, "shields": 3, "payout": 5}
    for name in rng.choice(list(most), 3, replace=False):
        level[str(name)] = int(rng.integers(0, most[name] + 1))
    level["gain"] = str(rng.choice(["none", "none", "random", "choose", "inspect", "reorder"]))
    if level["gain"] != "none":
        level["gain_count"] = int(rng.integers(1, 5))
    return level


LOTS = 30
RULE_SETS: dict[str, Overrides | int] = {
    **made_by_hand(),
    **other_readings(),
    **{f"by lot {number}": number for number in range(LOTS)},
}
"""Name -> overrides of the frozen card data, or the number of the lot that draws them."""


def cards_of(name: str) -> CardSet:
    """The card data of a rule set."""
    overrides = RULE_SETS[name]
    return cards(by_lot(overrides) if isinstance(overrides, int) else overrides)

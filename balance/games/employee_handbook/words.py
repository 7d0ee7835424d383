"""Names of things in Employee Handbook: letters of kinds, printed names, and options in plain words.

What may stand here: how a single thing or option is called. A position as text is in `positions.py`, the
log of a game in `transcripts.py`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from balance.games.employee_handbook.state import Verb

if TYPE_CHECKING:
    from balance.cards import CardSet
    from balance.games.interface import Match

TITLE = "Employee Handbook"
SEAT_NAMES = ("Company A", "Company B")

# -------------------------------------------------------------------------------------------- letters


@lru_cache
def letters(ids: tuple[str, ...]) -> tuple[str, ...]:
    """For each id its shortest beginning that no other id begins with, the first letter large."""
    found = []
    for name in ids:
        others = [other for other in ids if other != name]
        length = 1
        while length < len(name) and any(other.startswith(name[:length]) for other in others):
            length += 1
        found.append(name[:length].capitalize())
    return tuple(found)


def building_letters(cards: CardSet) -> tuple[str, ...]:
    """The letter of each kind of building."""
    return letters(tuple(cards.model.buildings))


def card_letters(cards: CardSet) -> tuple[str, ...]:
    """The letter of each kind of card."""
    return letters(tuple(cards.model.cards))


def building_name(cards: CardSet, kind: int) -> str:
    """The printed name of a building."""
    return list(cards.model.buildings.values())[kind].name


def card_name(cards: CardSet, kind: int) -> str:
    """The printed name of a card."""
    return list(cards.model.cards.values())[kind].name


def count(number: int, noun: str) -> str:
    """A number and a noun: 1 card, 2 cards."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def article(name: str) -> str:
    """The name with `a` or `an` before it."""
    return f"{'an' if name[:1].upper() in 'AEIOU' else 'a'} {name}"


# -------------------------------------------------------------------------------------------- options


def option_text(cards: CardSet, match: Match, option: int) -> str:
    """An option in plain words, for whoever decides in this position."""
    game = match.state[0]
    verb, argument = Verb(option >> 8), option & 255
    me = game["company"][game["active"]]
    table = match.tables[0]["table"][game["active"]]

    def building(slot: int) -> str:
        b = me["building"][slot]
        return f"{building_name(cards, b['kind'])} of level {b['level']}"

    match verb:
        case Verb.END_BUSINESS:
            return "end business"
        case Verb.BUY:
            price = table["kind"][argument]["level"][0]["cost"]
            return f"buy {article(building_name(cards, argument))} for ${price}"
        case Verb.UPGRADE:
            b = me["building"][argument]
            price = table["kind"][b["kind"]]["level"][b["level"]]["cost"]
            return f"upgrade the {building(argument)} for ${price}" + (" (activated)" if b["used"] else "")
        case Verb.REPAIR:
            return f"repair the {building(argument)} for ${table['repair_cost']}"
        case Verb.RECHARGE:
            return f"recharge a shield for ${table['recharge_cost']}"
        case Verb.ACTIVATE:
            return f"activate the {building(argument)}"
        case Verb.PLAY:
            return f"play {article(card_name(cards, argument))}"
        case Verb.DRAW:
            return "draw a required card" if game["debt"] else "draw an optional card"
        case Verb.BANK:
            return "bank the turn"
        case Verb.PLACE:
            return f"put the hazard back as card {argument}"
        case Verb.DISABLE:
            return f"disable the {building(argument)}" + (
                " (activated)" if me["building"][argument]["used"] else ""
            )
        case Verb.NAME:
            return f"name {card_name(cards, argument)}"
        case Verb.ORDER:
            return f"make the {card_name(cards, me['known'][argument - 1] - 1)} card {game['order_at']}"
        case Verb.MOVE:
            out, into = (
                building(slot) + (" (activated)" if me["building"][slot]["used"] else "")
                for slot in (argument // 16, argument % 16)
            )
            return f"put the {out} to work, disable the {into}"

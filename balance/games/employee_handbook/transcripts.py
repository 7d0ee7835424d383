"""A game of Employee Handbook in words: a line per event, with the money a company has after it.

What may stand here: the words of each event, `transcript`, and what reads a transcript back.

The first line of a decision ends with the option's code in brackets, so that `parse_transcript` gives
back the options, and the game can be played again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance.games.employee_handbook.state import SEATS, Event
from balance.games.employee_handbook.words import SEAT_NAMES, TITLE, article, building_name, card_name, count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from balance.cards import CardSet
    from balance.games.interface import Match


@dataclass
class Telling:
    """What the words of an event may use: the cards, the bots, and money as it stands after the event."""

    cards: CardSet
    names: Sequence[str]
    cash: list[int]

    def company(self, seat: int) -> str:
        """Company A, with its bot when there is one."""
        bot = f" ({self.names[seat]})" if seat < len(self.names) and self.names[seat] else ""
        return SEAT_NAMES[seat] + bot

    def has(self, line: Any) -> str:
        """What the company of that line has now."""
        return f"has ${self.cash[line['seat']]}"

    def building(self, kind: int, level: int) -> str:
        """A building with its level."""
        return f"{building_name(self.cards, kind)} of level {level}"

    def card(self, kind: int) -> str:
        """A card with an article."""
        return article(card_name(self.cards, kind))


def drawn(line: Any) -> str:
    """Whether a card was required."""
    return "draws (required)" if line["c"] else "draws (optional)"


def money_words(t: Telling, line: Any) -> str:
    """A Profit, a Windfall, or pay that comes at once by another reading."""
    if line["a"] < 0:
        return f"is paid ${line['b']} at once, {t.has(line)}"
    return f"{drawn(line)} {t.card(line['a'])}: ${line['b']}, {t.has(line)}"


def bank_words(t: Telling, line: Any) -> str:
    """The end of a turn, with the pay that waited for it."""
    return f"banks and is paid ${line['a']}, {t.has(line)}" if line["a"] else "banks"


def buy_words(t: Telling, line: Any) -> str:
    """A purchase."""
    extra = f", {count(line['c'], 'shield')} charged" if line["c"] else ""
    return f"buys {article(building_name(t.cards, line['a']))} for ${line['b']}, {t.has(line)}{extra}"


def activate_words(t: Telling, line: Any) -> str:
    """An activation."""
    extra = f": {count(line['c'], 'more draw')} owed" if line["c"] else ""
    return f"activates the {t.building(line['a'], line['b'])}{extra}"


WORDS: dict[Event, Callable[[Telling, Any], str]] = {
    Event.FRESH_DECK: lambda _, e: f"A fresh deck: {count(e['b'], 'card')}, {count(e['c'], 'hazard')}.",
    Event.TURN: lambda t, e: (
        f"Round {e['a']}, {t.company(e['seat'])}: income ${e['b']}, {t.has(e)}, owes {count(e['c'], 'draw')}"
    ),
    Event.END_BUSINESS: lambda _, e: f"ends business with {count(e['a'], 'action')} left",
    Event.BUY: buy_words,
    Event.UPGRADE: lambda t, e: (
        f"upgrades a {building_name(t.cards, e['a'])} to level {e['b']} for ${e['c']}, {t.has(e)}"
    ),
    Event.REPAIR: lambda t, e: f"repairs the {t.building(e['a'], e['b'])} for ${e['c']}, {t.has(e)}",
    Event.RECHARGE: lambda t, e: f"recharges a shield for ${e['a']}, {t.has(e)}, {e['b']} charged",
    Event.ACTIVATE: activate_words,
    Event.PLAY: lambda t, e: f"plays {t.card(e['a'])}",
    Event.MONEY: money_words,
    Event.TACTIC: lambda t, e: f"{drawn(e)} {t.card(e['a'])}, to the hand",
    Event.SURPLUS: lambda t, e: (
        f"{drawn(e)} {t.card(e['a'])}, the hand is full: ${e['b']} instead, {t.has(e)}"
    ),
    Event.BLOCK: lambda t, e: f"{drawn(e)} {t.card(e['a'])}: a shield blocks it, {e['b']} still charged",
    Event.PLACE: lambda _, e: f"secretly puts the hazard back as card {e['a']}",
    Event.EXPLODE: lambda t, e: f"{drawn(e)} {t.card(e['a'])} without a shield: an explosion",
    Event.SALVAGE: lambda t, e: f"{SEAT_NAMES[e['seat']]} is paid ${e['a']} for salvage, {t.has(e)}",
    Event.DISABLE: lambda t, e: f"disables the {t.building(e['a'], e['b'])}, and the turn ends",
    Event.VOID_DRAW: lambda _, e: f"{drawn(e)}, but there is no card left",
    Event.BANK: bank_words,
    Event.GAIN: lambda t, e: f"gains {t.card(e['a'])}",
    Event.GAIN_SURPLUS: lambda t, e: f"gains no tactic, the hand is full: ${e['a']} instead, {t.has(e)}",
    Event.RESHUFFLE: lambda _, e: (
        f"the discard pile is shuffled into a new deck: {count(e['a'], 'card')}, {count(e['b'], 'hazard')}"
    ),
    Event.INSPECT: lambda _, e: f"looks at the next {count(e['a'], 'card')}",
    Event.MOVE: lambda t, e: (
        f"puts a {building_name(t.cards, e['a'])} back to work, disables a {building_name(t.cards, e['b'])}"
    ),
    Event.SCORE: lambda t, e: f"{t.company(e['seat'])}: {count(e['a'], 'point')}, ${e['b']} left",
    Event.ORDER: lambda t, e: f"makes {t.card(e['a'])} card {e['b']}",
    Event.RETURN: lambda t, e: f"{t.card(e['a'])} goes back into the deck, nobody knows where",
    Event.SEEN: lambda t, e: f"card {e['b']} is {t.card(e['a'])}",
    Event.LOSS: lambda t, e: f"loses ${e['a']}, {t.has(e)}",
    Event.CHOICE: lambda _, e: f"[{e['a']}]",
    Event.SHIELDS: lambda _, e: f"{count(e['a'], 'shield')} charged with it, {e['b']} in all",
}
"""The words of each event; money is what the company has after it."""

MONEY_FIELD = {
    Event.TURN: ("b", 1),
    Event.BUY: ("b", -1),
    Event.UPGRADE: ("c", -1),
    Event.REPAIR: ("c", -1),
    Event.RECHARGE: ("a", -1),
    Event.MONEY: ("b", 1),
    Event.SURPLUS: ("b", 1),
    Event.SALVAGE: ("a", 1),
    Event.BANK: ("a", 1),
    Event.GAIN_SURPLUS: ("a", 1),
    Event.LOSS: ("a", -1),
}
"""Where an event says how much money moves, and which way."""


def money_moved(line: Any) -> int:
    """$ that the company of a log line gains or loses by it."""
    field, sign = MONEY_FIELD.get(Event(line["event"]), ("a", 0))
    return sign * int(line[field])


def transcript(cards: CardSet, match: Match, names: Sequence[str]) -> list[str]:
    """The log of a game in words; `names` are the bots, by seat."""
    game = match.state[0]
    log = game["log"][: min(int(game["log_count"]), len(game["log"]))]
    cash = [int(me["cash"]) for me in game["company"]]
    if game["log_count"] > len(log):  # what happened last is lost: from the opening position instead
        rules = match.tables[0]
        cash = [int(fresh["cash"]) for fresh in rules["fresh"]]
        cash[1 - game["first"]] += int(rules["table"][1 - game["first"]]["second_player_cash"])
    else:
        for line in log:
            if line["seat"] >= 0:
                cash[line["seat"]] -= money_moved(line)
    telling = Telling(cards, names, cash)
    lines = [f"{TITLE}, luck {game['luck']}"]
    lines.append(", ".join(f"{telling.company(seat)} starts with ${cash[seat]}" for seat in range(SEATS)))
    choice = ""
    shown_round = 0
    for line in log:
        event = Event(line["event"])
        if line["seat"] >= 0:
            cash[line["seat"]] += money_moved(line)
        text = WORDS[event](telling, line)
        if event == Event.CHOICE:
            choice = f"  {text}"
            continue
        if event in (Event.FRESH_DECK, Event.SCORE):
            lines += ["", text] if lines[-1] and event == Event.FRESH_DECK else [text]
            continue
        if event == Event.TURN:
            lines += [""] if line["a"] != shown_round and lines[-1] else []
            shown_round = line["a"]
            lines.append(text)
            continue
        lines.append(f"  {text}{choice}")
        choice = ""
    if game["log_count"] > len(log):
        lines.append(f"(the log holds {len(log)} lines; {game['log_count'] - len(log)} more are lost)")
    return lines


def parse_transcript(lines: Iterable[str]) -> list[int]:
    """The options taken, in order: what stands in brackets at the end of lines."""
    found = (re.search(r"\[(\d+)\]$", line) for line in lines)
    return [int(code[1]) for code in found if code]

"""Employee Handbook as text: options, positions that can be pasted into a test, and transcripts.

Position
    One line per thing, `name: value` or a list with commas; `state_text` writes everything that matters
    to play, hidden things included, and `parse_state` also reads a part of it (what is left out gets the
    value it has at the start of a turn)::

        round 5, second turn, A to move: draw
        actions 0, owes 1, drawn 0, optional 2, pending $4
        A: $7, W2 F2* L1, shields 0/1, hand 2I 1O, orders 0
        B: $3, W1 S1x, shields 1/2, hand none, orders 1 (1 draw)
        A knows: ? H! P
        deck: P7 H0 P3 W1
        discard: 3P 1H
        luck 123, decisions 41, gains 0 1, reshuffles 0, reorganizations 0, returns 0

    A building is its letter and level, `x` disabled, `*` activated this turn. A card is its letter; in the
    deck (next card first) a number behind it tells copies apart, and a number in front repeats it. Letters
    are the shortest beginnings of the ids in the card data; ids, and `T(overtime)`, are read as well.
    Of the cards a company knows, `!` marks one it placed itself; `near` tells within how many next cards
    each hazard lies that its rival placed.

Transcript
    A line per event, with the money a company has after it. The first line of a decision ends with the
    option's code in brackets, so that `parse_transcript` gives back the options, and the game can be
    played again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.errors import BalanceError
from balance.games.employee_handbook.knowledge import INSPECTED, PLACED
from balance.games.employee_handbook.state import GAME, KNOWN_MAX, SEATS, WINDOWS, Effect, Event, Phase, Verb
from balance.games.interface import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from balance.cards import CardSet

TITLE = "Employee Handbook"
SEAT_LETTERS = "AB"
SEAT_NAMES = ("Company A", "Company B")
TURNS = ("first", "second")
NOTHING, UNKNOWN = "none", "?"
LUCK = ("decisions", "reshuffles", "reorganizations", "returns")
FRAME = {
    "actions": "actions_left",
    "owes": "debt",
    "drawn": "required_done",
    "optional": "optional_left",
    "pending": "pending",
}

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
            return f"put the {building(argument // 16)} to work, disable the {building(argument % 16)}"


# ------------------------------------------------------------------------------------- position, out


def state_text(cards: CardSet, match: Match) -> str:
    """A position as text; `parse_state` reads it back."""
    game = match.state[0]
    names = card_letters(cards)

    def counted(copies: Any) -> str:
        return " ".join(f"{n}{name}" for name, n in zip(names, copies, strict=False) if n) or NOTHING

    def copy(card: int) -> str:
        return f"{names[card >> 8]}{card & 255}"

    phase = Phase(game["phase"])
    mover, turn = SEAT_LETTERS[game["active"]], TURNS[game["half"]]
    frame = ", ".join(
        f"{word} {'$' if word == 'pending' else ''}{game[field]}" for word, field in FRAME.items()
    )
    lines = [f"round {game['round']}, {turn} turn, {mover} to move: {phase.name.lower()}", frame]
    if phase == Phase.PLACE:
        lines.append(f"placing: {copy(game['placing'])}")
    if phase == Phase.NAME_TACTIC:
        lines.append(f"naming {game['named_left']}")
    if phase == Phase.ORDER:
        lines.append(f"ordering {game['order_at']} of {game['order_of']}")
    for seat in range(SEATS):
        lines += _company_lines(cards, match, seat, counted)
    deck = [copy(card) for card in game["deck"][: game["deck_size"]][::-1].tolist()]
    lines.append(f"deck: {' '.join(deck) or NOTHING}")
    lines.append(f"discard: {counted(game['discard'])}")
    gains = " ".join(str(me["gains"]) for me in game["company"])
    lines.append(
        f"luck {game['luck']}, gains {gains}, " + ", ".join(f"{field} {game[field]}" for field in LUCK)
    )
    return "\n".join(lines)


def _company_lines(cards: CardSet, match: Match, seat: int, counted: Callable[[Any], str]) -> list[str]:
    """The lines of one company: its board, and what it knows of the deck."""
    me = match.state[0]["company"][seat]
    kinds, names = building_letters(cards), card_letters(cards)
    board = " ".join(
        f"{kinds[b['kind']]}{b['level']}{'' if b['operating'] else 'x'}{'*' if b['used'] else ''}"
        for b in me["building"][: me["building_count"]]
    )
    orders = f"orders {me['queue']}" + (f" ({count(me['queued_draws'], 'draw')})" if me["queue"] else "")
    parts = [f"${me['cash']}", board or "no buildings"]
    parts += [f"shields {me['charged']}/{capacity(match, seat)}", f"hand {counted(me['hand'])}", orders]
    if me["exploded"]:
        parts.append(f"exploded {me['exploded']}")
    letter = SEAT_LETTERS[seat]
    lines = [f"{letter}: {', '.join(parts)}"]
    if me["seen_count"]:
        lines.append(f"{letter} sees: {' '.join(names[k] for k in me['seen'][: me['seen_count']])}")
    if me["known_to"]:
        known = zip(me["known"][: me["known_to"]], me["known_how"], strict=False)
        marks = [(UNKNOWN if not k else names[k - 1] + ("!" if how == PLACED else "")) for k, how in known]
        lines.append(f"{letter} knows: {' '.join(marks)}")
    if me["windows"]:
        lines.append(f"{letter} near: {' '.join(str(n) for n in me['window'][: me['windows']])}")
    return lines


def capacity(match: Match, seat: int) -> int:
    """Shields the company can hold (HB-51, HB-52)."""
    me, table = match.state[0]["company"][seat], match.tables[0]["table"][seat]
    levels = [
        table["kind"][b["kind"]]["level"][b["level"] - 1]
        for b in me["building"][: me["building_count"]]
        if b["operating"]
    ]
    return int(table["base_capacity"] + sum(level["capacity"] for level in levels))


# -------------------------------------------------------------------------------------- position, in


def parse_state(cards: CardSet, tables: np.ndarray, text: str) -> Match:
    """A position from its text. BalanceError says which line cannot be read, and why."""
    return _Reader(cards, tables).read(text)


class _Reader:
    """Fills a record from the lines of a position."""

    def __init__(self, cards: CardSet, tables: np.ndarray) -> None:
        self.cards = cards
        self.match = Match(tables, np.zeros(1, GAME))
        self.game = self.match.state[0]
        self.rules = tables[0]
        self.kinds = _aliases(cards.model.buildings, building_letters(cards))
        self.names = _aliases(cards.model.cards, card_letters(cards))

    def read(self, text: str) -> Match:
        game = self.game
        lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
        lines.sort(key=lambda line: not line.startswith("round "))  # who moves, before what that sets
        if not lines or not lines[0].startswith("round "):
            raise BalanceError("a position needs a line such as: round 5, first turn, A to move: business")
        self.shields: list[tuple[int, str]] = []
        self.deck: list[tuple[int, int]] = []
        game["placing"] = -1
        game["leader"] = -1
        for line in lines:
            try:
                self.line(line)
            except (BalanceError, ValueError, KeyError, IndexError) as error:
                reason = f": {error}" if isinstance(error, BalanceError) else ""
                raise BalanceError(f"cannot read the line {line!r} of a position{reason}") from None
        self.fill_deck()
        self.fill_counts()
        for seat, text_of_it in self.shields:
            if int(text_of_it) != capacity(self.match, seat):
                have = capacity(self.match, seat)
                name = SEAT_NAMES[seat]
                raise BalanceError(f"{name}: its buildings give room for {have} shields, not {text_of_it}")
        return self.match

    def line(self, line: str) -> None:
        game = self.game
        word, _, rest = line.partition(":")
        rest = rest.strip()
        if line.startswith("round "):
            self.frame(line)
        elif word in SEAT_LETTERS:
            self.company(SEAT_LETTERS.index(word), rest)
        elif word[:1] in SEAT_LETTERS and word[1:] in (" sees", " knows", " near"):
            self.knowledge(game["company"][SEAT_LETTERS.index(word[0])], word[2:], rest)
        elif word == "deck":
            self.deck = self.list_cards(rest)
        elif word == "discard":
            for kind, _copy in self.list_cards(rest):
                game["discard"][kind] += 1
        elif word == "placing":
            ((kind, copy),) = self.list_cards(rest)
            game["placing"] = kind * 256 + max(copy, 0)
        elif line.startswith("ordering "):
            at, of = line.removeprefix("ordering ").split(" of ")
            game["order_at"], game["order_of"] = int(at), int(of)
        else:
            for part in line.split(","):
                self.number(part.strip())

    def frame(self, line: str) -> None:
        found = re.fullmatch(r"round (\d+), (first|second) turn, ([AB]) to move: (\w+)", line)
        if not found:
            raise BalanceError("expected: round 5, first turn, A to move: business")
        game, rules = self.game, self.rules
        game["round"], game["half"] = int(found[1]), TURNS.index(found[2])
        game["active"] = SEAT_LETTERS.index(found[3])
        game["phase"] = Phase[found[4].upper()]
        game["first"] = (game["active"] + game["round"] + game["half"] + 1) % SEATS
        game["era"] = sum(int(era["round"] <= game["round"]) for era in rules["era"][: rules["eras"]]) - 1
        table = rules["table"][game["active"]]
        game["actions_left"], game["debt"] = table["actions"], table["required_draws"]
        game["optional_left"] = table["optional_draws"]

    def number(self, part: str) -> None:
        game = self.game
        word, *values = part.split()
        if word in FRAME:
            game[FRAME[word]] = int(values[0].removeprefix("$"))
        elif word == "naming":
            game["named_left"] = int(values[0])
        elif word == "gains":
            for seat in range(SEATS):
                game["company"][seat]["gains"] = int(values[seat])
        elif word == "luck" or word in LUCK:
            game[word] = int(values[0])
        else:
            raise BalanceError(f"{word!r} is not a word of positions")

    def company(self, seat: int, rest: str) -> None:
        me = self.game["company"][seat]
        for part in (part.strip() for part in rest.split(",")):
            word, _, value = part.partition(" ")
            if part.startswith("$"):
                me["cash"] = int(part[1:])
            elif word == "shields":
                charged, _, room = value.partition("/")
                me["charged"] = int(charged)
                if room:
                    self.shields.append((seat, room))
            elif word == "hand":
                for kind, _copy in self.list_cards(value):
                    me["hand"][kind] += 1
            elif word == "orders":
                orders, _, draws = value.partition(" (")
                me["queue"] = int(orders)
                me["queued_draws"] = int(draws.split()[0]) if draws else int(orders) * self.order_draws()
            elif word == "exploded":
                me["exploded"] = int(value)
            elif part != "no buildings":
                self.buildings(me, part)

    def buildings(self, me: Any, text: str) -> None:
        for token in text.split():
            found = re.fullmatch(r"(.+)(\d)(x?)(\*?)", token)
            if not found or found[1] not in self.kinds:
                raise BalanceError(f"{token!r} is not a building such as W1, F2x or F1*")
            building = me["building"][int(me["building_count"])]
            building["kind"] = self.kinds[found[1]]
            building["level"] = int(found[2])
            building["operating"] = not found[3]
            building["used"] = bool(found[4])
            me["owned"][building["kind"]] += 1
            me["building_count"] += 1

    def order_draws(self) -> int:
        kinds = self.rules["card"][: self.rules["card_kinds"]]
        return next((int(k["amount"]) for k in kinds if k["effect"] == Effect.OVERTIME), 0)

    def knowledge(self, me: Any, word: str, rest: str) -> None:
        tokens = rest.split()
        if word == "near":
            if len(tokens) > WINDOWS:
                raise BalanceError(f"at most {WINDOWS} numbers")
            me["windows"] = len(tokens)
            me["window"][: len(tokens)] = [int(token) for token in tokens]
            return
        if len(tokens) > KNOWN_MAX:
            raise BalanceError(f"at most {KNOWN_MAX} cards")
        if word == "sees":
            me["seen_count"] = len(tokens)
            me["seen"][: len(tokens)] = [self.list_cards(token)[0][0] for token in tokens]
            return
        me["known_to"] = len(tokens)
        for place, token in enumerate(tokens):
            if token != UNKNOWN:
                me["known"][place] = self.list_cards(token.removesuffix("!"))[0][0] + 1
                me["known_how"][place] = PLACED if token.endswith("!") else INSPECTED

    def list_cards(self, text: str) -> list[tuple[int, int]]:
        """(kind, copy, -1 if not said) of each card named."""
        cards = []
        for token in text.split():
            if token == NOTHING:
                continue
            found = re.fullmatch(r"(\d*)(?:T\()?([A-Za-z_][A-Za-z_0-9]*?)\)?(\d*)", token)
            if found is None:
                raise BalanceError(f"{token!r} is not a card")
            name, copy = found[2], found[3]
            if name not in self.names and name + copy in self.names:
                name, copy = name + copy, ""
            if name not in self.names:
                raise BalanceError(f"no card is called {name!r} (cards: {' '.join(self.names)})")
            cards += [(self.names[name], int(copy) if copy else -1)] * int(found[1] or 1)
        return cards

    def fill_deck(self) -> None:
        """Lay the deck, and number the copies that the text does not number."""
        game = self.game
        taken = {card for card in self.deck if card[1] >= 0}
        if game["placing"] >= 0:
            taken.add((int(game["placing"]) >> 8, int(game["placing"]) & 255))
        pile = []
        for kind, copy in self.deck:
            number = copy
            if number < 0:
                number = next(n for n in range(256) if (kind, n) not in taken)
                taken.add((kind, number))
            pile.append(kind * 256 + number)
        game["deck_size"] = len(pile)
        game["deck"][: len(pile)] = pile[::-1]

    def fill_counts(self) -> None:
        """What follows from the rest."""
        game, rules = self.game, self.rules
        hazard = [card["family"] == 2 for card in rules["card"]]
        game["deck_hazards"] = sum(hazard[card >> 8] for card in game["deck"][: game["deck_size"]].tolist())
        game["discard_size"] = game["discard"].sum()
        for me in game["company"]:
            me["hand_size"] = me["hand"].sum()
            me["tally"]["money_in"] = me["cash"]
        game["company"][game["first"]]["tally"]["opened"] = 1
        game["made"] = game["deck_size"] + game["discard_size"] + (game["placing"] >= 0)
        game["made"] += sum(me["hand_size"] for me in game["company"])


def _aliases(ids: Iterable[str], short: tuple[str, ...]) -> dict[str, int]:
    """Letter and id of each kind -> its number."""
    names = list(ids)
    return {**{name: n for n, name in enumerate(names)}, **{name: n for n, name in enumerate(short)}}


# -------------------------------------------------------------------------------------- transcript


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

"""A position of Employee Handbook as text that can be pasted into a test; read back, it plays on the same.

What may stand here: `state_text`, `parse_state`, and what both need to know of a position.

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
"""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from balance import jit
from balance.errors import BalanceError
from balance.games.employee_handbook import board
from balance.games.employee_handbook.knowledge import INSPECTED, PLACED
from balance.games.employee_handbook.state import GAME, KNOWN_MAX, SEATS, WINDOWS, Effect, Family, Phase
from balance.games.employee_handbook.words import SEAT_NAMES, building_letters, card_letters, count
from balance.games.interface import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from balance.cards import CardSet

SEAT_LETTERS = "AB"
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

# ------------------------------------------------------------------------------------------- writing


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
    """Shields the company can hold: the rule itself, asked in plain mode."""
    table, me = match.tables[0]["table"][seat], match.state[0]["company"][seat]
    built = me["building"][: int(me["building_count"])]
    kinds = {int(k): jit.as_objects(table["kind"][k : k + 1])[0] for k in np.unique(built["kind"])}
    own = SimpleNamespace(base_capacity=table["base_capacity"], kind=kinds)
    company = SimpleNamespace(building_count=len(built), building=jit.as_objects(built))
    rules, game = SimpleNamespace(table={seat: own}), SimpleNamespace(company={seat: company})
    return int(jit.plain(board.capacity)(rules, game, seat))


# ------------------------------------------------------------------------------------------- reading


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
        for card in game["deck"][: game["deck_size"]].tolist():
            game["deck_money"] += rules["card"][card >> 8]["pays"]
            game["deck_tactics"] += rules["card"][card >> 8]["family"] == Family.TACTIC
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

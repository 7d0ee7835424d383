"""How the parts of a position are written: a card, a place, a set of Hires, and the fields of a record.

What may stand here: one way of writing for each kind of value, and lines such as `n 2, fresh, since 14` for a
record of numbers. Fields without a way of their own are written as numbers, so that a new field is not lost.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from balance.errors import BalanceError
from balance.games.extremely_bad_hires.state import (
    SEATS,
    STAFF,
    At,
    Ban,
    CardType,
    Deck,
    End,
    Harm,
    Lasting,
    Leave,
    Path,
    Phase,
    Role,
    Shield,
    Source,
    Stage,
    Until,
    Window,
)
from balance.games.extremely_bad_hires.words import COPIES

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Sequence
    from enum import IntEnum

    import numpy as np

    from balance.games.extremely_bad_hires.words import Names

NOTHING = "none"


@dataclass(frozen=True)
class Way:
    """A way of writing a number: both directions know the names and the record it stands in."""

    show: Callable[[Names, Any, int], str]
    read: Callable[[Names, Any, str], int]


def known(word: str, ids: Sequence[str], what: str) -> int:
    """The number of an id; BalanceError names the nearest one."""
    if word in ids:
        return ids.index(word)
    near = difflib.get_close_matches(word, ids, n=1)
    raise BalanceError(f"no {what} is called {word!r}" + (f"; did you mean {near[0]!r}?" if near else ""))


def is_number(text: str) -> bool:
    """Whether a word is a whole number."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 20  # what 64 bits may need


def whole(text: str) -> int:
    """A whole number of the record's size; BalanceError if it is none."""
    if not is_number(text) or not -(2**63) <= int(text) < 2**63:
        raise BalanceError(f"{text!r} is not a whole number")
    return int(text)


def among(enum: type[IntEnum]) -> Way:
    """The words of an enum, in small letters; a number that is none of them stays a number."""
    words = {int(member): member.name.lower() for member in enum}

    def show(_: Names, __: Any, value: int) -> str:
        return words.get(value, str(value))

    def read(_: Names, __: Any, text: str) -> int:
        if is_number(text):
            return int(text)
        return list(words)[known(text, list(words.values()), enum.__name__.lower())]

    return Way(show, read)


def seat_of(text: str) -> int:
    """A seat from 1, or none."""
    if text == NOTHING:
        return -1
    seat = whole(text) - 1
    if not 0 <= seat < SEATS:
        raise BalanceError(f"{text!r} is not a player (1 to {SEATS})")
    return seat


def place_text(place: int) -> str:
    """A place in a staff: the player, a dot, the space."""
    return NOTHING if place < 0 else f"{place // STAFF + 1}.{place % STAFF + 1}"


def place_of(text: str) -> int:
    """A place such as 2.1."""
    if text == NOTHING:
        return -1
    seat, dot, slot = text.partition(".")
    if not dot or not 1 <= whole(slot) <= STAFF:
        raise BalanceError(f"{text!r} is not a place such as 2.1")
    return seat_of(seat) * STAFF + whole(slot) - 1


def card_text(ids: Sequence[str], card: int, single: Container[int] = ()) -> str:
    """A card with its copy; `single`: kinds of which there is one, so that nothing need be said."""
    if card < 0:
        return NOTHING
    kind, copy = divmod(card, COPIES)
    return ids[kind] if kind in single and copy == 0 else f"{ids[kind]}#{copy}"


def card_of(ids: Sequence[str], text: str, what: str) -> int:
    """A card such as wet_floor#2; without a copy, copy 0."""
    if text == NOTHING:
        return -1
    name, mark, copy = text.partition("#")
    number = whole(copy) if mark else 0
    if not 0 <= number < COPIES:
        raise BalanceError(f"{text!r} is no card: copies go from 0 to {COPIES - 1}")
    return known(name, ids, what) * COPIES + number


def mask(show_bit: Callable[[int], str], read_bit: Callable[[str], int], size: int) -> Way:
    """A set as bits: its members, joined by +."""

    def show(_: Names, __: Any, value: int) -> str:
        if value < 0 or value >> size:
            return f"bits {value}"
        return "+".join(show_bit(bit) for bit in range(size) if value >> bit & 1) or NOTHING

    def read(_: Names, __: Any, text: str) -> int:
        if text.startswith("bits "):
            return whole(text.removeprefix("bits "))
        if text == NOTHING:
            return 0
        return sum({1 << read_bit(part) for part in text.split("+")})

    return Way(show, read)


def _slot(text: str) -> int:
    slot = whole(text) - 1
    if not 0 <= slot < STAFF:
        raise BalanceError(f"{text!r} is not a space (1 to {STAFF})")
    return slot


def _source_text(called: Names, record: Any, value: int) -> str:
    ids = called.job_ids if record["source"] == Source.JOB else called.kind_ids
    return ids[value] if 0 <= value < len(ids) else str(value)


def _source_of(called: Names, record: Any, text: str) -> int:
    if is_number(text):
        return int(text)
    job = record["source"] == Source.JOB
    return known(text, called.job_ids if job else called.kind_ids, "Job" if job else "card")


def _maker_text(called: Names, record: Any, value: int) -> str:
    return _source_text(called, {"source": record["by_source"]}, value)


def _maker_of(called: Names, record: Any, text: str) -> int:
    return _source_of(called, {"source": record["by_source"]}, text)


WHAT: dict[int, Way] = {
    Lasting.PROTECT: among(Shield),
    Lasting.FORBID: among(Ban),
    Lasting.ALLOW: among(Leave),
    Lasting.LATER: among(At),
}


def _what_text(called: Names, record: Any, value: int) -> str:
    if record["kind"] == Lasting.QUALIFY and 0 <= value < len(called.qualification_ids):
        return called.qualification_ids[value]
    way = WHAT.get(int(record["kind"]))
    return way.show(called, record, value) if way else str(value)


def _what_of(called: Names, record: Any, text: str) -> int:
    if is_number(text):
        return int(text)
    if record["kind"] == Lasting.QUALIFY:
        return known(text, called.qualification_ids, "Qualification")
    way = WHAT.get(int(record["kind"]))
    return way.read(called, record, text) if way else whole(text)


def _asked_text(called: Names, record: Any, value: int) -> str:
    return (PLACES if record["phase"] == Phase.HIRE else NUMBER).show(called, record, value)


def _asked_of(called: Names, record: Any, text: str) -> int:
    return (PLACES if record["phase"] == Phase.HIRE else NUMBER).read(called, record, text)


NUMBER = Way(lambda *given: str(given[2]), lambda *given: whole(given[2]))
SEAT = Way(lambda *given: NOTHING if given[2] < 0 else str(given[2] + 1), lambda *given: seat_of(given[2]))
PLACE = Way(lambda *given: place_text(given[2]), lambda *given: place_of(given[2]))
SLOTS = mask(lambda bit: str(bit + 1), _slot, STAFF)
PLACES = mask(place_text, place_of, SEATS * STAFF)
CARD = Way(
    lambda called, _, value: card_text(called.kind_ids, value),
    lambda called, _, text: card_of(called.kind_ids, text, "card"),
)
JOB = Way(
    lambda called, _, value: called.job_ids[value] if 0 <= value < len(called.job_ids) else str(value),
    lambda called, _, text: int(text) if is_number(text) else known(text, called.job_ids, "Job"),
)

WAYS: dict[str, Way] = {
    "phase": among(Phase),
    "window": among(Window),
    "stage": among(Stage),
    "decider": SEAT,
    "active": SEAT,
    "first": SEAT,
    "looker": SEAT,
    "look_deck": among(Deck),
    "asked_hand": SEAT,
    "asked_type": among(CardType),
    "asked_mask": Way(_asked_text, _asked_of),
    # a Hire
    "harm": among(Harm),
    "clock": SEAT,
    "by_source": among(Source),
    "by_card": Way(_maker_text, _maker_of),
    "by_seat": SEAT,
    # an attempt
    "job": JOB,
    "path": among(Path),
    "crew": SLOTS,
    "ending": among(End),
    # a lasting thing
    "kind": among(Lasting),
    "what": Way(_what_text, _what_of),
    "hire": PLACE,
    "player": SEAT,
    "owner": SEAT,
    "until": among(Until),
    "controller": SEAT,
    "source": among(Source),
    "card": Way(_source_text, _source_of),
    # an effect
    "code": CARD,
    "role": among(Role),
    "used": PLACES,
}
"""How the field of that name is written; all others are numbers."""

OTHER_WAYS = {"lasting": {"clock": NUMBER}}
"""Where the same name means something else, by record."""

DEFAULTS = {
    "hire": -1,
    "code": -1,
    "set_to": -1,
    "when": -1,
    "bound": -1,
    "mode": -1,
    "looker": -1,
    "asked_hand": -1,
    "asked_type": CardType.ANY,
    "played": 1,
    "shuffles": 1,
    "answer": -1,
    "taken": -1,
    "asked_qualification": -1,
}
"""What a field is when it is left out, where that is not 0."""


@dataclass(frozen=True)
class Fields:
    """The fields of a kind of record that are written as words and values."""

    name: str
    dtype: np.dtype
    without: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()  # 1 is the bare word
    sized: tuple[tuple[str, str], ...] = ()  # list and the field with its length
    always: tuple[str, ...] = ()  # told even where they are as they would be without

    @cached_property
    def ways(self) -> dict[str, Way]:
        """How each field is written; those that others depend on come first, as they do in the record."""
        plain = [name for name in self.dtype.names or () if self.dtype[name].base.names is None]
        other = OTHER_WAYS.get(self.name, {})
        return {name: other.get(name) or WAYS.get(name, NUMBER) for name in plain if name not in self.without}

    @cached_property
    def lists(self) -> dict[str, int]:
        """The fields that hold several numbers, and how many."""
        return {name: self.dtype[name].shape[0] for name in self.ways if self.dtype[name].shape}

    def blank(self, record: Any) -> None:
        """Every field as it is when it is left out."""
        for field in self.ways:
            record[field] = DEFAULTS.get(field, 0)

    def parts(self, called: Names, record: Any, only: Iterable[str] = ()) -> list[str]:
        """`word value` for each field that is not as it would be without (`only` these, if given)."""
        found = []
        for field in only or self.ways:
            value, default, way = record[field], DEFAULTS.get(field, 0), self.ways[field]
            if field in self.lists:
                value = value[: record[dict(self.sized)[field]]] if field in dict(self.sized) else value
                shown = [
                    f"{place}={way.show(called, record, int(v))}"
                    for place, v in enumerate(value)
                    if v != default
                ]
                found += [f"{field} {' '.join(shown)}"] if shown else []
            elif value == default and not only and field not in self.always:
                continue
            elif field in self.flags and value == 1:
                found.append(field)
            else:
                found.append(f"{field} {way.show(called, record, int(value))}")
        return found

    def take(self, called: Names, record: Any, part: str) -> None:
        """Read one such part into the record."""
        word, _, rest = part.strip().partition(" ")
        if word not in self.ways:
            near = difflib.get_close_matches(word, self.ways, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise BalanceError(f"{word!r} is not a word of this line{hint}")
        way = self.ways[word]
        if word in self.lists:
            for item in rest.split():
                place, _, value = item.partition("=")
                if not 0 <= whole(place) < self.lists[word]:
                    raise BalanceError(f"{word} has no place {place}")
                record[word][whole(place)] = way.read(called, record, value)
        elif not rest and word in self.flags:
            record[word] = 1
        else:
            record[word] = way.read(called, record, rest.strip())


def cards_text(ids: Sequence[str], cards: Iterable[int], single: Container[int], *, in_order: bool) -> str:
    """Cards, as they lie or sorted; sorted copies of a kind stand together: wet_floor#0+2."""
    if in_order:
        return " ".join(card_text(ids, card, single) for card in cards) or NOTHING
    copies: dict[int, list[int]] = {}
    for card in sorted(cards):
        copies.setdefault(card // COPIES, []).append(card % COPIES)
    found = [
        card_text(ids, kind * COPIES + numbers[0], single) + "".join(f"+{n}" for n in numbers[1:])
        for kind, numbers in copies.items()
    ]
    return " ".join(found) or NOTHING


def cards_of(ids: Sequence[str], text: str, what: str) -> list[tuple[int, int]]:
    """(kind, copy) of each card in a list, -1 for a copy that is not told: a, a#1, a#0+2, a*3."""
    found: list[tuple[int, int]] = []
    for token in text.split():
        if token == NOTHING:
            continue
        fits = re.fullmatch(r"([^#*]+)(?:#([\d+]+)|\*(\d+))?", token)
        if fits is None:
            raise BalanceError(f"{token!r} is not a card such as {ids[0]} or {ids[0]}#0")
        kind = known(fits[1], ids, what)
        if fits[2]:
            found += [(kind, card_of(ids, f"{fits[1]}#{copy}", what) % COPIES) for copy in fits[2].split("+")]
        else:
            found += [(kind, -1)] * min(whole(fits[3] or "1"), COPIES)
    return found

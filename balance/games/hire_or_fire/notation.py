"""How the parts of a position are written: a seat, money, a set of salary cards, a list of cards.

What may stand here: one way of writing for each kind of value, in both directions.
"""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, Any

from balance.errors import BalanceError
from balance.games.hire_or_fire.words import SEAT_NAMES, dollars

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NOTHING = "none"
WIDTH = 100


def known(word: str, ids: Sequence[str], what: str) -> int:
    """The number of an id; BalanceError names the nearest one."""
    if word in ids:
        return ids.index(word)
    near = difflib.get_close_matches(word, ids, n=1)
    raise BalanceError(f"no {what} is called {word!r}" + (f"; did you mean {near[0]!r}?" if near else ""))


def whole(text: str, least: int = -(2**63), most: int = 2**63 - 1) -> int:
    """A whole number within these bounds; BalanceError if it is none."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):  # what 64 bits may need
        raise BalanceError(f"{text!r} is not a whole number")
    if not least <= int(text) <= most:
        raise BalanceError(f"{text} is not between {least} and {most}")
    return int(text)


def seat_text(seat: int) -> str:
    """A seat by its letter."""
    return NOTHING if seat < 0 else SEAT_NAMES[seat]


def seat_of(text: str, players: int) -> int:
    """A seat such as B, or none."""
    if text == NOTHING:
        return -1
    if text not in SEAT_NAMES[:players]:
        raise BalanceError(f"{text!r} is not a player ({' '.join(SEAT_NAMES[:players])})")
    return SEAT_NAMES.index(text)


def money_of(text: str) -> int:
    """Money such as $12,500; 12500 is read as well."""
    return whole(text.removeprefix("$").replace(",", ""), 0)


def kit(rules: Any) -> list[int]:
    """What the salary cards of a kit are worth, by number."""
    return [int(worth) for worth in rules["salary"][: rules["salaries"]]]


def salaries_text(rules: Any, bits: int) -> str:
    """A set of salary cards: $3,000+$5,000."""
    worths = [dollars(worth) for number, worth in enumerate(kit(rules)) if bits >> number & 1]
    return "+".join(worths) or NOTHING


def salary_of(rules: Any, text: str) -> int:
    """The number of a salary card."""
    worth, worths = money_of(text), kit(rules)
    if worth not in worths:
        raise BalanceError(f"no salary card is worth {text} ({', '.join(dollars(w) for w in worths)})")
    return worths.index(worth)


def salaries_of(rules: Any, text: str) -> int:
    """A set of salary cards as bits."""
    if text == NOTHING:
        return 0
    numbers = [salary_of(rules, part) for part in text.split("+")]
    if len(set(numbers)) < len(numbers):
        raise BalanceError(f"{text!r} names a salary card twice")
    return sum(1 << number for number in numbers)


def cards_text(ids: Sequence[str], cards: Iterable[int]) -> str:
    """Cards by their ids, as they lie."""
    return " ".join(ids[card] for card in cards) or NOTHING


def cards_of(ids: Sequence[str], text: str, what: str) -> list[int]:
    """The cards of a list."""
    return [known(word, ids, what) for word in text.split() if word != NOTHING]


def parts_of(text: str) -> list[str]:
    """What stands between commas; the comma inside an amount divides nothing."""
    return [part for part in (part.strip() for part in re.split(r",(?!\d)", text)) if part]


def wrapped(head: str, text: str) -> list[str]:
    """A line, broken where it is too long; what follows begins with +."""
    words = (f"{head}: {text}" if head else text).split(" ")
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) < WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(f"+ {word}")
    return lines


def glued(text: str) -> list[str]:
    """The lines, with those that begin with + at the end of the one before; remarks (#) left out."""
    lines: list[str] = []
    for line in (line.strip() for line in text.splitlines()):
        if line.startswith("+") and lines:
            lines[-1] += " " + line[1:].strip()
        elif line and not line.startswith("#"):
            lines.append(line)
    return lines

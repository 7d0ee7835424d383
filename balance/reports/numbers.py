"""Numbers as text: no more digits than the interval supports, one form for each unit."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from balance.statistics import Estimate

MINUS = "\N{MINUS SIGN}"
THIN = "\N{NARROW NO-BREAK SPACE}"
NO_BREAK = "\N{NO-BREAK SPACE}"
MOST_DECIMALS = 3
UNIT_DECIMALS = {"minutes": 1, "points": 2, "$": 2, "rounds": 2, "share": 2}
UNLIMITED = "not known"

RATE_WORDS = {"per draw": "of draws", "per turn": "of turns", "per game": "of games"}


@dataclass(frozen=True)
class Number:
    """A value and its interval, as text; `interval` is empty when there is none."""

    value: str
    interval: str = ""

    def __str__(self) -> str:
        """Value, then the interval in square brackets."""
        return f"{self.value} {self.interval}" if self.interval else self.value


def decimals_for(half_width: float) -> int | None:
    """How many decimals an interval of that half width supports; None if it says nothing.

    The last digit shown is worth between a tenth and the whole of the half width.
    """
    if not math.isfinite(half_width) or half_width <= 0:
        return None
    return min(MOST_DECIMALS, max(0, math.ceil(-math.log10(half_width) - 1e-9)))


def plain(value: float, decimals: int) -> str:
    """A number with thousands set apart and a real minus sign; never a negative zero."""
    if not math.isfinite(value):
        return UNLIMITED if math.isnan(value) else (MINUS if value < 0 else "") + "\N{INFINITY}"
    text = f"{abs(value):,.{decimals}f}".replace(",", THIN)
    negative = value < 0 and any(digit in "123456789" for digit in text)
    return MINUS + text if negative else text


def count(value: float) -> str:
    """A whole number."""
    return plain(value, 0)


def free(value: float) -> str:
    """A number without an interval: up to three digits that matter."""
    if not math.isfinite(value) or value == 0:
        return plain(value, 0)
    size = math.floor(math.log10(abs(value)))
    text = plain(value, min(MOST_DECIMALS, max(0, 2 - size)))
    return text.rstrip("0").rstrip(".") if "." in text else text


def single(value: float, unit: str, *, rate: bool = False) -> str:
    """A number without an interval, in its unit."""
    if rate or unit == "share":
        return free(100 * value) + NO_BREAK + "%"
    return _money(free(value)) if unit == "$" else free(value)


def number(estimate: Estimate, unit: str, *, rate: bool = False) -> Number:
    """An estimate in its unit; rates and shares in percent."""
    percent = rate or unit == "share"
    factor = 100.0 if percent else 1.0
    value, low, high = (factor * x for x in (estimate.value, estimate.low, estimate.high))
    places = decimals_for((high - low) / 2)
    if places is not None:
        places = min(places, UNIT_DECIMALS.get(unit, MOST_DECIMALS))
    if places is None:
        exact = free(value) + (NO_BREAK + "%" if percent else "")
        known = math.isfinite(low) and math.isfinite(high)
        return Number(_money(exact) if unit == "$" else exact, "" if known else "[one deal: no interval]")
    text = plain(value, places) + (NO_BREAK + "%" if percent else "")
    ends = f"[{plain(low, places)}, {plain(high, places)}]".replace(" ", NO_BREAK)
    return Number(_money(text) if unit == "$" else text, ends)


def percent(value: float, half_width: float = 0.001) -> str:
    """A share as percent, with the digits that the half width supports."""
    return plain(100 * value, decimals_for(100 * half_width) or 0) + NO_BREAK + "%"


def unit_words(unit: str, *, rate: bool = False) -> str:
    """The unit as it stands in the head of a table or on an axis."""
    if rate:
        return "% " + RATE_WORDS[unit] if unit in RATE_WORDS else "%"
    return {"share": "%", "count": "", "$": "$"}.get(unit, unit)


def unit_after(unit: str, *, rate: bool = False) -> str:
    """The unit as it stands after a number that already carries its % or $."""
    if rate:
        return RATE_WORDS.get(unit, "")
    return "" if unit in ("share", "count", "$") else unit


def _money(text: str) -> str:
    return f"{MINUS}${text[1:]}" if text.startswith(MINUS) else f"${text}"

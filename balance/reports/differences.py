"""Differences as text: signed, in percentage points where the measure is in percent; how sure they are."""

from __future__ import annotations

import math
from pathlib import PurePath
from typing import TYPE_CHECKING, Protocol, overload

from balance.reports.numbers import (
    MOST_DECIMALS,
    NO_BREAK,
    UNIT_DECIMALS,
    UNLIMITED,
    Number,
    count,
    decimals_for,
    free,
    plain,
    unit_words,
)
from balance.reports.verdicts import round_up

if TYPE_CHECKING:
    from balance.cards.changes import Change
    from balance.experiments.compared import Compared, Comparison
    from balance.statistics import Estimate

ARROW = "\N{RIGHTWARDS ARROW}"
LEAST_CHANCE = 0.001
FINER = 3
"""Differences are written as finely as if their intervals were so many times shorter."""
CORRECTIONS = {"holm": "Holm", "benjamini-hochberg": "Benjamini-Hochberg", "none": "none"}
VERDICTS = {"moved": "moved", "equivalent": "stayed", "undetermined": "cannot tell"}


class Measured(Protocol):
    """What has a unit: a measure in two runs, however its difference was come by."""

    @property
    def unit(self) -> str:
        """As declared."""

    @property
    def rate(self) -> bool:
        """Whether it lies in 0..1."""


def in_percent(item: Measured) -> bool:
    """Whether its values are percent, and its differences therefore percentage points."""
    return item.rate or item.unit == "share"


def signed(value: float, decimals: int) -> str:
    """A number with its sign; exactly nothing has none."""
    text = plain(value, decimals)
    rises = value > 0 and math.isfinite(value) and any(digit in "123456789" for digit in text)
    return f"+{text}" if rises else text


def places(item: Compared) -> int | None:
    """How many decimals the interval of the difference supports; None where it has no width."""
    return _decimals(item, _factor(item) * item.difference.estimate.half_width)


def value(item: Compared, estimate: Estimate) -> str:
    """A value before or after, in its unit, with as many decimals as the difference."""
    decimals = places(item)
    shown = _factor(item) * estimate.value
    text = free(shown) if decimals is None else plain(shown, decimals)
    if in_percent(item):
        return text + NO_BREAK + "%"
    return _money(text) if item.unit == "$" else text


@overload
def difference(item: Compared, *, unit: bool = ...) -> Number: ...
@overload
def difference(item: Measured, estimate: Estimate, *, unit: bool = ...) -> Number: ...
def difference(item: Measured, estimate: Estimate | None = None, *, unit: bool = True) -> Number:
    """After less before with its interval. estimate: of another difference in the same unit (a quantile)."""
    shown: Estimate = item.difference.estimate if estimate is None else estimate  # type: ignore[attr-defined]
    factor = _factor(item)
    middle, low, high = (factor * x for x in (shown.value, shown.low, shown.high))
    after = f" {unit_of(item)}" if unit and unit_of(item) else ""
    decimals = _decimals(item, (high - low) / 2)
    if decimals is None:
        exact = "0" if middle == 0 else ("+" if middle > 0 else "") + free(middle)
        known = math.isfinite(low) and math.isfinite(high)
        return Number(_signed_money(item, exact) + after, "" if known else "[one deal: no interval]")
    ends = f"[{signed(low, decimals)}, {signed(high, decimals)}]".replace(" ", NO_BREAK)
    return Number(_signed_money(item, signed(middle, decimals)) + after, ends)


def amount(item: Measured, size: float, *, unit: bool = True) -> str:
    """A size in the unit of the differences, without a sign: a margin, a detection limit."""
    if not math.isfinite(size):
        return UNLIMITED
    text = free(_factor(item) * size)
    text = _money(text) if item.unit == "$" and not item.rate else text
    if not unit:
        return text
    if text == "1" and in_percent(item):
        return "1 percentage point"
    return f"{text} {unit_of(item)}".strip()


def unit_of(item: Measured) -> str:
    """The unit of a difference, in words; empty where the number carries it ($) or has none."""
    if in_percent(item):
        return "percentage points"
    return "" if item.unit in ("$", "count") else unit_words(item.unit)


def short_unit(item: Measured) -> str:
    """The same for a table, where % before and after tell which points are meant."""
    return "points" if in_percent(item) else unit_of(item)


def effect(item: Compared) -> tuple[float, float, float]:
    """Low end, value and high end of the difference, in margins; NaN where the margin is 0."""
    found = item.difference.estimate
    if item.margin <= 0:
        return math.nan, math.nan, math.nan
    return found.low / item.margin, found.value / item.margin, found.high / item.margin


def size(item: Compared) -> float:
    """How large the change is, in margins: by this measures are ordered; infinite without a margin."""
    found = abs(item.difference.estimate.value)
    if found == 0:
        return 0.0
    return found / item.margin if item.margin > 0 else math.inf


def chance(p: float) -> str:
    """What a p-value says, in words; empty when there is none."""
    if math.isnan(p):
        return ""
    if p < LEAST_CHANCE:
        return f"luck alone would show as much less than once in {count(1 / LEAST_CHANCE)} comparisons"
    often = round_up(round(1 / p))
    if often < 2:
        return "luck alone would often show as much"
    return f"luck alone would show as much once in {count(often)} comparisons"


def p_text(p: float) -> str:
    """A p-value for a table."""
    if math.isnan(p):
        return "\N{EN DASH}"
    return f"< {LEAST_CHANCE}" if p < LEAST_CHANCE else plain(p, 3)


def more_games(item: Compared) -> str:
    """How many games more would bring a verdict, in words; empty when that cannot be said."""
    more = item.verdict.more_games
    return f"about {count(round_up(more))} more games" if more else ""


def saved(item: Compared) -> str:
    """By how much common deals saved games: a factor."""
    found = item.difference.games_saved
    if math.isnan(found):
        return "\N{EN DASH}"
    return "no deal differs" if math.isinf(found) else f"{free(found)} times"


def corrected(comparison: Comparison) -> str:
    """How the verdicts are corrected for their number, in words."""
    if comparison.correction == "none":
        return f"not corrected for the {count(comparison.tests)} tests"
    name = CORRECTIONS[comparison.correction]
    what = "" if comparison.correction == "holm" else " (of those said to have moved, 5 % may be luck)"
    return f"corrected for {count(comparison.tests)} tests together ({name}){what}"


def capital(text: str) -> str:
    """The same text, as it begins a sentence."""
    return text[:1].upper() + text[1:]


def arrowed(text: str) -> str:
    """A change in words, with a printed arrow."""
    return text.replace(" -> ", f" {ARROW} ")


def place(change: Change) -> str:
    """Where a value was written: file and line (its folder is of one machine), or the option."""
    if change.place.line:
        return f"{PurePath(change.place.file).name}:{change.place.line}"
    return change.place.file if change.place.file.startswith("--") else ""


def _decimals(item: Measured, half_width: float) -> int | None:
    """Decimals that an interval of that half width supports; up to one more than of a value by itself."""
    found = decimals_for(half_width / FINER)
    return None if found is None else min(found, UNIT_DECIMALS.get(item.unit, MOST_DECIMALS))


def _factor(item: Measured) -> float:
    return 100.0 if in_percent(item) else 1.0


def _money(text: str) -> str:
    return f"{text[0]}${text[1:]}" if text[:1] in ("+", "\N{MINUS SIGN}") else f"${text}"


def _signed_money(item: Measured, text: str) -> str:
    return _money(text) if item.unit == "$" and not item.rate else text

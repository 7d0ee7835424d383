"""What a scenario wants of its measures: bands such as `48..52 %`, and whether they can be meant.

targets:
  rounds: 8..12                   # in the unit of the measure; `8..` and `..12` have one end only
  seat_share.1: 48..52 %          # win share of a seat; also win_share.BOT and mover_share.PLACE
  minutes: {"3": 30..45, "4": 40..60}   # by the number of players
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance.cards import Problem, raise_problems, wrong
from balance.cards.paths import listing, nearest, shorten
from balance.errors import ScenarioError
from balance.simulation.asked import MOVER_SHARE, SEAT_SHARE, SHARES, WIN_SHARE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from balance.cards import Document
    from balance.games.interface import Game, MeasureBook
    from balance.simulation.plan import Plan

FORMS = "a band such as 8..12, 8.., ..12 or [8, 12]"
_NUMBER = r"[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d{1,3})?"
_BAND = re.compile(rf"\s*({_NUMBER})?\s*\.\.\s*({_NUMBER})?\s*(%)?\s*")
LONGEST = 100
Where = tuple[str | int, ...]


@dataclass(frozen=True)
class Band:
    """From low to high, both included; an end may be infinite. percent: given in percent."""

    low: float
    high: float
    percent: bool = False


@dataclass(frozen=True)
class Target:
    """A measure (or the win share of a bot, a seat, a place in the order of moving) and its band.

    id      as the scenario has it
    word    "win_share", "seat_share" or "mover_share"; empty for a declared measure
    of      of which bot, seat or place; empty for a declared measure
    """

    id: str
    word: str
    of: str
    band: Band


def parse_band(value: Any) -> Band | None:
    """A band as it stands in a scenario; None when it is none."""
    if isinstance(value, str):
        found = _BAND.fullmatch(value) if len(value) <= LONGEST else None
        if found is None or (found[1] is None and found[2] is None):
            return None
        low, high = float(found[1] or "-inf"), float(found[2] or "inf")
        part = 100.0 if found[3] else 1.0
        ends = (float(found[1] or 0), float(found[2] or 0))
        return Band(low / part, high / part, bool(found[3])) if all(map(math.isfinite, ends)) else None
    pair = isinstance(value, list) and len(value) == 2
    if not pair or any(isinstance(end, bool) or not isinstance(end, (int, float)) for end in value):
        return None
    try:
        low, high = (float(end) for end in value)
    except OverflowError:
        return None
    return Band(low, high) if math.isfinite(low) and math.isfinite(high) else None


def targets_for(wanted: Mapping[str, Any] | None, players: int) -> tuple[Target, ...]:
    """The targets of a run with so many players, from the `targets` of its scenario."""
    found = []
    for name, value in (wanted or {}).items():
        band = parse_band(value.get(str(players)) if isinstance(value, dict) else value)
        if band is not None:
            word, _, of = name.partition(".")
            shares = word in SHARES and bool(of)
            found.append(Target(name, word if shares else "", of if shares else "", band))
    return tuple(found)


def check(
    wanted: Mapping[str, Any] | None,
    document: Document,
    game: Game,
    bots: Sequence[str],
    plans: Sequence[Plan],
    tables: Sequence[int],
) -> None:
    """ScenarioError for targets that cannot be meant: unknown names, bands upside down, idle bots.

    plans: those that are to be played; tables: all numbers of players of the scenario.
    """
    found: list[Problem] = []
    for name, value in (wanted or {}).items():
        at: Where = ("targets", name)
        bands: list[tuple[Where, int | None, Any]] = [(at, None, value)]
        if isinstance(value, dict):
            bands = [((*at, key), int(key) if key.isdecimal() else 0, part) for key, part in value.items()]
            if not bands:
                found.append(wrong(document, at, value, f"{FORMS}, or one for each number of players"))
        unknown = _unknown(name, document, game, bots, plans)
        if unknown is not None:
            found.append(unknown)
            continue
        for where, players, part in bands:
            if players is not None and players not in tables:
                allowed = f"{listing(map(str, tables))} (players of this scenario)"
                found.append(wrong(document, where, str(where[-1]), allowed, key=True))
            found += _wrong_band(name, document, where, part, game.book)
            found += _wrong_of(name, document, at, [p for p in plans if players in (None, p.seats)])
    raise_problems(found, ScenarioError)


def _unknown(
    name: str, document: Document, game: Game, bots: Sequence[str], plans: Sequence[Plan]
) -> Problem | None:
    """What is wrong with the name of a target, with the nearest that would do."""
    measures = [measure.id for measure in game.book.measures]
    seats = [str(n) for n in range(1, max(game.info.seats) + 1)]
    playing = [bot for bot in bots if any(bot in plan.bot_names for plan in plans)]
    shares = {WIN_SHARE: list(bots), SEAT_SHARE: seats, MOVER_SHARE: seats}
    known = [*measures, *(f"{word}.{of}" for word, many in shares.items() for of in many)]
    if name in known:
        return None
    shown = [*measures, *(f"{WIN_SHARE}.{bot}" for bot in playing), f"{SEAT_SHARE}.1", f"{MOVER_SHARE}.1"]
    near = nearest(name, known) or nearest(name.partition(".")[0], measures)
    text = f"found {shorten(name)}, allowed: {listing(shown)}" + (f"; did you mean {near}?" if near else "")
    return Problem(document.key_place(("targets", name)), f"targets.{shorten(name)}", text)


def is_share(name: str, book: MeasureBook) -> bool:
    """Whether a target is a share, which is shown in percent."""
    if name.partition(".")[0] in SHARES:
        return True
    measure = book.measure(name)
    return measure.rate or measure.unit == "share"


def _wrong_band(
    name: str, document: Document, where: Where, value: Any, book: MeasureBook
) -> Iterator[Problem]:
    """What is wrong with one band."""
    band = parse_band(value)
    if band is None:
        yield wrong(document, where, value, FORMS)
        return
    bounded = name.partition(".")[0] in SHARES or book.measure(name).rate
    if band.low > band.high:
        yield wrong(document, where, value, "the lower end first")
    elif band.percent and not is_share(name, book):
        unit = book.measure(name).unit
        yield wrong(document, where, value, f"a band without %: {name} is no share (its unit: {unit})")
    elif bounded and any(math.isfinite(end) and not 0 <= end <= 1 for end in (band.low, band.high)):
        yield wrong(document, where, value, "a share: in 0..1, or with a percent sign as in 48..52 %")


def _wrong_of(name: str, document: Document, at: Where, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Bots, seats and places of which these plans have none."""
    word, _, of = name.partition(".")
    if word == WIN_SHARE and plans and not any(meets_another(plan, of) for plan in plans):
        others = [bot for plan in plans for bot in plan.bot_names if meets_another(plan, bot)]
        allowed = f"a bot that meets another one ({listing(dict.fromkeys(others)) or 'none does'})"
        yield wrong(document, at, name, allowed, key=True)
    elif word in (SEAT_SHARE, MOVER_SHARE) and plans and int(of) > max(plan.seats for plan in plans):
        most = max(plan.seats for plan in plans)
        yield wrong(document, at, name, f"{word}.1 to {word}.{most} (so many play)", key=True)


def meets_another(plan: Plan, bot: str) -> bool:
    """Whether the bot plays in a line-up with another one."""
    return any(bot in names and len(set(names)) > 1 for names in plan.line_ups)

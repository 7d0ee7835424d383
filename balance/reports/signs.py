"""Which conclusions depend on the setting: numbers, the values at which they turn round, and the sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance.reports import brief
from balance.reports.numbers import number, single
from balance.reports.verdicts import Finding, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from balance.statistics import Estimate

ABOVE, BELOW, UNTOLD, NO_CASE = "above", "below", "cannot tell", "no case"
CHANGES = "changes sign"
MOST_FINDINGS = 6


@dataclass(frozen=True)
class Line:
    """A number at every setting, with so many players.

    neutral     the value at which what it says turns round
    found       by setting; None where the run had no case of it
    """

    name: str
    unit: str
    rate: bool
    players: int
    neutral: float
    found: Mapping[str, Estimate | None]

    @property
    def sides(self) -> dict[str, str]:
        """Above, below or cannot tell, for each setting: where the whole interval lies."""
        return {setting: side(estimate, self.neutral) for setting, estimate in self.found.items()}

    @property
    def told(self) -> dict[str, str]:
        """The same for the settings that tell."""
        return {name: where for name, where in self.sides.items() if where in (ABOVE, BELOW)}

    @property
    def changes(self) -> bool:
        """Whether two settings say opposite things."""
        return len(set(self.told.values())) > 1

    @property
    def flag(self) -> str:
        """What all settings together say, in a few words."""
        told = self.told
        if self.changes:
            return CHANGES
        if len(self.found) < 2:
            return ""
        if not told:
            return "cannot tell at any"
        where = next(iter(told.values()))
        return f"{where} at all" if len(told) == len(self.found) else f"{where} only at {listed(list(told))}"

    def value(self, setting: str) -> str:
        """The number at a setting, in words."""
        estimate = self.found[setting]
        return "" if estimate is None else str(number(estimate, self.unit, rate=self.rate))

    @property
    def turns_at(self) -> str:
        """The neutral value, in words."""
        return single(self.neutral, self.unit, rate=self.rate)


def side(estimate: Estimate | None, neutral: float) -> str:
    """On which side of a value an estimate certainly lies."""
    if estimate is None:
        return NO_CASE
    return ABOVE if estimate.low > neutral else BELOW if estimate.high < neutral else UNTOLD


def listed(names: Sequence[str]) -> str:
    """Names as in a sentence."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def lines(briefs: Mapping[str, Mapping[str, Any]], players: int) -> list[Line]:
    """Every measure with a neutral value and every plan, with so many players. briefs: by setting."""
    found = []
    measures = {s: {item["id"]: item for item in known.get("turning", [])} for s, known in briefs.items()}
    for name in dict.fromkeys(name for items in measures.values() for name in items):
        items = {setting: known.get(name) for setting, known in measures.items()}
        one = next(item for item in items.values() if item is not None)
        estimates = {
            s: None if item is None else brief.estimate(item["estimate"]) for s, item in items.items()
        }
        found.append(Line(one["name"], one["unit"], one["rate"], players, float(one["neutral"]), estimates))
    plans = {setting: dict(known["plans"]) for setting, known in briefs.items()}
    for plan in sorted({plan for shares in plans.values() for plan in shares}):
        shares = {
            setting: brief.estimate(known[plan]) if plan in known else None
            for setting, known in plans.items()
        }
        found.append(Line(f"win share of {plan}", "share", True, players, 1 / players, shares))
    return found


def findings(every: Sequence[Line], *, several: bool) -> list[Finding]:
    """Which conclusions change sign with the setting, or that none does. several: numbers of players."""
    if not every or len(every[0].found) < 2:
        return []
    turned: dict[str, list[Line]] = {}
    for line in every:
        if line.changes:
            turned.setdefault(line.name, []).append(line)
    found = [_turned(name, turned[name], several=several) for name in list(turned)[:MOST_FINDINGS]]
    if len(turned) > MOST_FINDINGS:
        more = f"{len(turned) - MOST_FINDINGS} more change sign: the table of settings has them."
        found.append(Finding("Changes sign", say(more), "bad", "signs"))
    return [_count(every), *found]


def _turned(name: str, at: Sequence[Line], *, several: bool) -> Finding:
    pieces = []
    once = len({line.turns_at for line in at}) == 1
    for line in at:
        sides = {where: [s for s, said in line.told.items() if said == where] for where in (ABOVE, BELOW)}
        who = f"with {line.players} players " if several else ""
        pieces.append(
            f"{who}above {'it' if once else line.turns_at} at {listed(sides[ABOVE])},"
            f" below it at {listed(sides[BELOW])}"
        )
    value = f" (turns round at {at[0].turns_at})" if once else ""
    text = f"{name[0].upper()}{name[1:]}{value}: {'; '.join(pieces)}."
    return Finding("Changes sign", say(text), "bad", "signs")


def _count(every: Sequence[Line]) -> Finding:
    """How many conclusions hold, in one sentence."""
    settings = list(every[0].found)
    changes = sum(line.changes for line in every)
    same = sum(not line.changes and len(line.told) == len(settings) for line in every)
    none = sum(not line.told for line in every)
    some = len(every) - changes - same - none
    first = (
        f"{changes} of {len(every)} conclusions change"
        if changes > 1
        else f"1 of {len(every)} conclusions changes"
    )
    if not changes:
        first = f"None of {len(every)} conclusions changes"
    text = (
        f"{first} sign between {listed(settings)}. The same at all of them: {same}; can be told only at some:"
        f" {some}; at none: {none}."
    )
    return Finding("Settings", say(text), "note" if changes else "good", "signs")

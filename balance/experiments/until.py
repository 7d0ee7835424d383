"""Playing on until every named measure has a verdict: moved, or equivalent within its margin.

Baseline and variants are played on common deals, in looks (200 deals, 300, 450, ..., the limit). At each look
every difference has an interval that holds at all looks together, for all measures and variants together
(`statistics.look_bounds`, Bonferroni): so playing may stop as soon as every one of them excludes 0 or lies
within its margin, without more than 5 % of such tests being wrong anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from balance import statistics
from balance.cards.paths import listing, nearest, shorten
from balance.errors import ScenarioError
from balance.experiments.in_memory import Table, joined
from balance.experiments.margins import margin_of
from balance.experiments.pairing import pair
from balance.experiments.quantities import STALLED, quantities
from balance.simulation.asked import SHARES, WIN_SHARE
from balance.simulation.progress import Quiet
from balance.simulation.stopping import looks as planned_looks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from balance.experiments.pairing import Paired
    from balance.experiments.quantities import Quantity
    from balance.simulation import Prepared
    from balance.statistics import DealTotals, Estimate, PairedDifference

MAX_GAMES = 200_000
"""Games of each run at most, unless told otherwise."""
FEW_TELLING = 30
"""With fewer deals than this behind a spread, what was not seen is added to an interval (see `reach`)."""
LABEL = (
    "the play stopped by itself: intervals hold at all looks and for all these measures together, the values"
    " in the middle lean a little away from 0"
)
Word = Literal["moved", "equivalent", "undetermined"]


@dataclass(frozen=True)
class Reached:
    """One measure of one variant when the play stopped.

    variant, measure, name, unit, rate   which it is
    before, after   its value in the baseline and in the variant
    difference      after less before; its interval holds at all looks and over all measures together, and
                    is what is left when those of all looks are laid over each other
    margin          what does not matter
    word            the verdict; differs: the interval excludes 0
    decided         deals after which there was a verdict first; None without one
    deals_moved     deals that differ at all
    """

    variant: str
    measure: str
    name: str
    unit: str
    rate: bool
    before: float
    after: float
    difference: Estimate
    margin: float
    word: Word
    differs: bool
    decided: int | None
    deals_moved: int


@dataclass(frozen=True)
class Sequential:
    """How far baseline and variants were played, and what was found.

    deals     so many of each; games: of all runs together; limit: deals at most
    looks     after how many deals it was looked
    settled   every measure has a verdict (else the limit was reached)
    measures  by variant, in the order in which they were named
    """

    players: int
    deals: int
    games: int
    limit: int
    looks: tuple[int, ...]
    settled: bool
    measures: tuple[Reached, ...]
    level: float
    label: str = LABEL


def until_verdicts(
    ready: Sequence[Prepared],
    named: Sequence[str] = (),
    *,
    margins: Mapping[str, float] | None = None,
    max_games: int | None = None,
    level: float = 0.95,
    jobs: int | None = None,
    progress: Quiet | None = None,
) -> Sequential:
    """Play a baseline (the first) and its variants (with the same number of players) until all is said.

    named      measures, or "win_share" and its like for all of these; by default those that `margins` names,
               else the win shares
    margins    as in `compare_runs`
    max_games  of each run at most

    ScenarioError for a measure that there is not.
    """
    voice, margins = progress or Quiet(), dict(margins or {})
    first = ready[0].plan
    limit = first.deals_for(max_games or MAX_GAMES)
    tables = [Table(item, limit, jobs) for item in ready]
    for table in tables:
        table.warm(voice)
    races = [_Race(tables[0], table, named or list(margins) or [WIN_SHARE]) for table in tables[1:]]
    tests = sum(len(race.wanted) for race in races)
    stops = planned_looks(limit)
    bounds = statistics.students(statistics.look_bounds(stops, 1 - (1 - level) / tests), stops)
    done, used = 0, 0
    voice.start(limit * sum(table.plan.games_per_deal for table in tables), 0)
    try:
        for stop, bound in zip(stops, bounds, strict=True):
            for race in races:
                race.play_on(done, stop, voice)
                race.look(stop, float(bound), margins)
            done, used = stop, used + 1
            if all(race.settled for race in races):
                break
    finally:
        voice.stop()
    return Sequential(
        players=first.seats,
        deals=done,
        games=done * sum(table.plan.games_per_deal for table in tables),
        limit=limit,
        looks=tuple(stops[:used]),
        settled=all(race.settled for race in races),
        measures=tuple(item for race in races for item in race.reached(level, tests)),
        level=level,
    )


def chosen_measures(named: Sequence[str], there: Sequence[Quantity]) -> list[Quantity]:
    """The quantities of those names ("win_share": all that begin so); ScenarioError if there is none."""
    found: dict[str, Quantity] = {}
    for name in named:
        fitting = [item for item in there if name in (item.id, item.id.partition(".")[0])]
        if not fitting:
            known = [item.id for item in there] + list(SHARES)
            near = nearest(name, known)
            hint = f"; did you mean {near}?" if near else ""
            msg = f"--until: found {shorten(name)}, allowed: {listing([item.id for item in there])}{hint}"
            raise ScenarioError(msg)
        found |= {item.id: item for item in fitting}
    return list(found.values())


def reach(error: float, bound: float, scale: float, gaps: NDArray[np.float64]) -> float:
    """Half the width of the interval at a look: so many standard errors, and what may have gone unseen.

    gaps: what each deal does to the difference; scale: how much one deal can do. Where few deals make up the
    spread (squares over fourth powers count them) it says too little: then as many more as may have gone
    unseen (Wilson's limit for none in so many deals) could each have done so much.
    """
    squares, fourth = float((gaps**2).sum()), float((gaps**4).sum())
    telling = squares**2 / fourth if fourth > 0 else 0.0
    unseen = scale * bound**2 / (gaps.size + bound**2) if telling < FEW_TELLING else 0.0
    return bound * error + unseen


class _Race:
    """A baseline and one variant, played side by side."""

    def __init__(self, baseline: Table, variant: Table, named: Sequence[str]) -> None:
        self.tables = baseline, variant
        one, other = baseline, variant
        self.paired: Paired = pair(one, other)  # type: ignore[arg-type]  # they answer what it asks of runs
        game = baseline.ready.game
        stalls = STALLED in (game.game_row.names or ())
        layouts = self.paired.one, self.paired.one if self.paired.paired else self.paired.other
        there, theirs = (quantities(game.book, layout, stalls=stalls) for layout in layouts)
        twins = {item.id: item for item in theirs}
        self.wanted = [
            replace(item, distribution=False)
            for item in chosen_measures(named, [item for item in there if item.id in twins])
        ]
        self.theirs = [replace(twins[item.id], distribution=False) for item in self.wanted]
        self.totals: tuple[dict[str, DealTotals], ...] = ({}, {})
        self.low = dict.fromkeys((item.id for item in self.wanted), -np.inf)
        self.high = dict.fromkeys(self.low, np.inf)
        self.margins: dict[str, float] = {}
        self.decided: dict[str, int] = {}
        self.found: dict[str, PairedDifference] = {}
        # the same cards, rules, bots and line-ups make the same games
        same = ("cards", "bots", "line_ups", "compiled_cards")
        self.identical = all(one.manifest["run"][key] == other.manifest["run"][key] for key in same)

    def play_on(self, first: int, last: int, voice: Quiet) -> None:
        """Play the deals first..last - 1 of both."""
        sides = (self.paired.places, self.wanted), (self.paired.other_places, self.theirs)
        for table, kept, (places, wanted) in zip(self.tables, self.totals, sides, strict=True):
            for name, more in table.add_up(places, wanted, first, last, voice).items():
                kept[name] = joined([kept[name], more]) if name in kept else more

    def look(self, deals: int, bound: float, margins: Mapping[str, float]) -> None:
        """Narrow the interval of every measure."""
        for item in self.wanted:
            before, after = (kept[item.id] for kept in self.totals)
            if not (before.bottom.sum() > 0 and after.bottom.sum() > 0):
                continue
            margin = self.margins.setdefault(item.id, margin_of(item.id, item.unit, before.ratio, margins))
            found = self.found[item.id] = statistics.paired_ratios(before, after)
            gaps, error = after.influence - before.influence, found.estimate.standard_error
            half = 0.0 if self.identical else reach(error, bound, _scale(item, before), gaps)
            middle = found.estimate.value
            if np.isfinite(half):
                low, high = max(self.low[item.id], middle - half), min(self.high[item.id], middle + half)
                if low <= high:  # else one of the looks was a rare one; the last word stays
                    self.low[item.id], self.high[item.id] = low, high
            if item.id not in self.decided and self._word(item.id, margin) != "undetermined":
                self.decided[item.id] = deals

    def _word(self, name: str, margin: float) -> Word:
        low, high = self.low[name], self.high[name]
        if -margin <= low and high <= margin:
            return "equivalent"
        return "moved" if low > 0 or high < 0 else "undetermined"

    @property
    def settled(self) -> bool:
        """Whether every measure has a verdict."""
        return all(item.id in self.decided for item in self.wanted)

    def reached(self, level: float, tests: int) -> list[Reached]:
        """What was found."""
        made = []
        for item in self.wanted:
            if item.id not in self.found:
                continue
            found, low, high = self.found[item.id], self.low[item.id], self.high[item.id]
            method = f"repeated interval, all looks and {tests} tests together"
            estimate = replace(found.estimate, low=float(low), high=float(high), level=level, method=method)
            before, after = (kept[item.id].ratio for kept in self.totals)
            margin = self.margins[item.id]
            made.append(
                Reached(
                    variant=self.tables[1].ready.variant or "",
                    measure=item.id,
                    name=item.name,
                    unit=item.unit,
                    rate=item.rate,
                    before=before,
                    after=after,
                    difference=estimate,
                    margin=margin,
                    word=self._word(item.id, margin),
                    differs=not low <= 0 <= high,
                    decided=self.decided.get(item.id),
                    deals_moved=found.deals_moved,
                )
            )
        return made


def _scale(item: Quantity, totals: DealTotals) -> float:
    """How much one deal can do to a measure: a share its whole range, others as far as deals lie apart."""
    if item.rate or item.unit == "share":
        return 1.0
    spoke = totals.bottom > 0
    return float(np.ptp(totals.top[spoke] / totals.bottom[spoke]))

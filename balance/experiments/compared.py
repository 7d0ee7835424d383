"""What a comparison of two runs found: a baseline, a variant on the same deals, and a verdict per measure.

Every difference is the variant's value less the baseline's. A comparison says first what was changed, then
what else is not the same (bots, line-ups, versions), then how each measure moved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from balance.cards.changes import Change
    from balance.games.interface import Unit
    from balance.simulation import Run
    from balance.statistics import Estimate, PairedDifference, Verdict

Correction = Literal["holm", "benjamini-hochberg", "none"]


@dataclass(frozen=True, slots=True)
class QuantileChange:
    """One quantile of a distribution before and after, in the unit of its measure.

    share        which one: 0.5 is the median
    difference   after less before, interval from resampling deals, both runs together
    """

    share: float
    before: float
    after: float
    difference: Estimate


@dataclass(frozen=True, slots=True)
class Compared:
    """One measure in two runs.

    measure      its id: that of a declared measure, or "win_share.builder" and its like (`SHARES` in
                 balance/simulation/asked.py); a margin may be given for the word (all of them) or one id
    name         in words
    unit, rate   as declared: a rate lies in 0..1
    level        "game", or "seat": over the seats of the field
    before, after   its value in the baseline and in the variant, over the common deals
    difference   after less before, deal by deal, with correlation and games saved
    margin       what does not matter yet, in its unit
    verdict      "moved", "equivalent" or "undetermined", after the correction for many measures
    p            for no difference at all; NaN where nothing can be tested
    p_adjusted   the same after that correction
    quantiles    of measures that are shown as distributions; else none
    """

    measure: str
    name: str
    unit: Unit
    rate: bool
    level: Literal["game", "seat"]
    before: Estimate
    after: Estimate
    difference: PairedDifference
    margin: float
    verdict: Verdict
    p: float
    p_adjusted: float
    quantiles: tuple[QuantileChange, ...] = ()

    @property
    def exactly_zero(self) -> bool:
        """Whether no deal differs in this measure."""
        return self.difference.deals_moved == 0 and self.difference.estimate.value == 0


@dataclass(frozen=True, slots=True)
class Telling:
    """The deal with the largest change of a measure, and of its games the one in which it changed most.

    deal, game      their numbers, the same in both runs; game: that of the baseline
    game_after      that of the variant (another one only where the line-ups are not the same)
    before, after   the measure in that game, over all its seats where it is one of seats
    measure         its id
    """

    deal: int
    game: int
    game_after: int
    before: float
    after: float
    measure: str


@dataclass(frozen=True)
class Comparison:
    """A variant and its baseline.

    name         of the variant ("changed" for changes on the command line)
    against      of what it is compared with: "baseline", or another variant (all pairs)
    players      at the table
    deals        common to both, and compared; of each, `games` games that both have
    changes      of the card data, the rules and the bots, in words and as values
    other        what else is not the same, a sentence each: line-ups, bots, versions, numbers of games
    measures     in the order: win shares, seats, then as the game declares them
    unmatched    ids of measures that one of the runs has no case of: no difference can be said
    telling      None where nothing changed
    correction   over `tests` measures and variants
    """

    name: str
    against: str
    baseline: Run
    variant: Run
    players: int
    deals: int
    games: int
    changes: tuple[Change, ...]
    other: tuple[str, ...]
    measures: tuple[Compared, ...]
    unmatched: tuple[str, ...]
    telling: Telling | None
    correction: Correction
    tests: int
    level: float = 0.95

    @property
    def identical(self) -> bool:
        """Whether every game of every deal gave the same: an A/A comparison, or a change that nobody met."""
        return all(measure.exactly_zero for measure in self.measures)

    def measure(self, name: str) -> Compared:
        """The measure of that id; KeyError if there is none."""
        return {item.measure: item for item in self.measures}[name]

    def by_word(self, word: Literal["moved", "equivalent", "undetermined"]) -> tuple[Compared, ...]:
        """The measures with that verdict."""
        return tuple(item for item in self.measures if item.verdict.word == word)

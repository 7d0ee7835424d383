"""What a scenario wants of its measures: met, missed, or not yet known."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from scipy.special import ndtri

from balance import statistics
from balance.experiments.pairing import some_games
from balance.experiments.quantities import STALLED, Quantity, place_share, quantities
from balance.experiments.totals import add_up, layout_in
from balance.simulation.asked import MOVER_SHARE, SEAT_SHARE, WIN_SHARE
from balance.simulation.targets import Band, Target, targets_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from balance.simulation import Run
    from balance.simulation.layout import Layout
    from balance.statistics import Estimate

Word = Literal["met", "missed", "undetermined"]
LEVEL, POWER = 0.95, 0.8
EXIT: dict[Word, int] = {"met": 0, "missed": 1, "undetermined": 3}
"""What the command line answers."""


@dataclass(frozen=True)
class Judged:
    """A target and what a run says of it.

    name        in words
    unit, rate  of the measure
    estimate    its interval takes account of the number of targets; None: the run had no case of it
    more_games  about so many more would tell; None where that cannot be said, or there is a verdict
    """

    target: Target
    name: str
    unit: str
    rate: bool
    estimate: Estimate | None
    word: Word
    more_games: int | None = None


def judge(run: Run) -> tuple[Judged, ...]:
    """Judge the targets of a run, by name in order; none where it has none.

    Over the games of the field, as variants are compared. The intervals together hold with 95 % (each at
    1 - 5 % / targets); after a run that stopped by itself they hold at every look it took.
    """
    facts = run.manifest.get("run", {})
    wanted = targets_for(facts.get("scenario", {}).get("targets"), int(facts.get("players") or 0))
    wanted = tuple(target for target in wanted if target.word != WIN_SHARE or target.of in run.bots)
    if not wanted:
        return ()
    layout = layout_in(run)
    places = [place for place in range(layout.games) if layout.field[place]]
    chosen = some_games(layout, places)
    known = {item.id: item for item in _known(run, chosen)}
    asked = [known[target.id] for target in wanted if target.id in known]
    deals = int(run.manifest["deals"])
    totals = add_up(run, layout, places, [replace(item, distribution=False) for item in asked], deals).totals
    level = 1 - (1 - LEVEL) / len(wanted)
    found = []
    for target in wanted:
        item = known.get(target.id)
        if item is None or not totals[item.id].bottom.sum() > 0:
            found.append(
                Judged(target, item.name if item else target.id, "share", True, None, "undetermined")
            )
            continue
        estimate = totals[item.id].estimate(level, rate=item.rate)
        if by_itself(run):
            estimate = _at_every_look(estimate, rate=item.rate)
        found.append(_judged(target, item, estimate, int(run.manifest["games"])))
    return tuple(found)


def worst(words: Iterable[Word]) -> Word:
    """Missed if one is; else undetermined if one is; else met."""
    seen = set(words)
    return "missed" if "missed" in seen else "undetermined" if "undetermined" in seen else "met"


def by_itself(run: Run) -> bool:
    """Whether the run chose its own length."""
    stopped = run.manifest.get("stopped")
    return isinstance(stopped, dict) and "looks" in stopped


def _known(run: Run, layout: Layout) -> Sequence[Quantity]:
    """Everything that can be wanted: what is compared, and the places that this leaves to be guessed."""
    found = quantities(run.game.book, layout, stalls=STALLED in (run.game.game_row.names or ()))
    named = {item.id for item in found}
    every = [place_share(word, n) for word in (SEAT_SHARE, MOVER_SHARE) for n in range(layout.seats)]
    return [*found, *(item for item in every if item.id not in named)]


def _judged(target: Target, item: Quantity, estimate: Estimate, games: int) -> Judged:
    word = statistics.band(estimate, target.band.low, target.band.high)
    more = _more_games(estimate, target.band, games) if word == "undetermined" else None
    return Judged(target, item.name, item.unit, item.rate, estimate, word, more)


def _at_every_look(found: Estimate, *, rate: bool) -> Estimate:
    """The same with an interval that holds however often the run has looked."""
    sd = found.standard_error * math.sqrt(found.clusters)
    if not math.isfinite(sd) or sd == 0:
        return found
    wide = statistics.confidence_sequence(found.value, sd, found.clusters, found.level)
    low, high = (max(0.0, wide.low), min(1.0, wide.high)) if rate else (wide.low, wide.high)
    return replace(found, low=low, high=high, method=wide.method)


def _more_games(found: Estimate, band: Band, games: int) -> int | None:
    """Games after which the nearer end of the band would probably lie outside the interval."""
    gap = min(abs(found.value - end) for end in (band.low, band.high) if math.isfinite(end))
    error = found.standard_error
    if gap == 0 or not math.isfinite(error) or error == 0:
        return None
    wanted = gap / (found.half_width / error + float(ndtri(POWER)))
    return max(1, math.ceil(games * ((error / wanted) ** 2 - 1)))

"""A sequential test between two sizes of an effect: two bots, or a variant against its baseline.

The unit is the block: one deal, played from every seat. Of two bots its result is the mean win share of the
first, alone among copies of the other; of a variant the difference of a share from the baseline on the same
deal. The test looks often, stops at Wald's bounds, and says what may be said of the effect after stopping.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from balance import statistics
from balance.cards.paths import listing
from balance.errors import ScenarioError
from balance.experiments.in_memory import Table
from balance.experiments.pairing import pair
from balance.experiments.quantities import STALLED, Quantity, quantities
from balance.experiments.until import chosen_measures
from balance.simulation import manifest
from balance.simulation.asked import WIN_SHARE
from balance.simulation.plan import make_plan
from balance.simulation.progress import Quiet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from balance.simulation import Prepared
    from balance.statistics import Estimate

FIRST_LOOK, FACTOR = 100, 1.05
MAX_GAMES = 400_000
NELO = float(np.sqrt(2) * np.log(10) / 800)
"""Effect size of a block of two games, per unit of normalised Elo."""
NELO_MOST = 100.0
"""Farther out no test is needed, and none can be fitted."""
Unit = Literal["points", "nelo"]
Word = Literal["above", "below", "undecided"]
EXIT: dict[Word, int] = {"above": 0, "below": 1, "undecided": 3}
"""What the command line answers."""


@dataclass(frozen=True)
class Look:
    """Blocks played, mean of their results (less what is even), log likelihood ratio."""

    blocks: int
    mean: float
    llr: float


@dataclass(frozen=True)
class Tested:
    """A test that has ended.

    what       the effect in words
    bounds     the two sizes that were tested, in the unit; stops: the log likelihood ratios at which it stops
    looks      the last one is the end
    word       "above": rather the higher size, "below": the lower one, "undecided": the limit came first
    scores, counts   results of blocks, and how often each was seen
    even       the result that favours nobody
    estimate   of the effect as a share, corrected for having stopped; None where all blocks were alike
    games      played in all
    """

    what: str
    unit: Unit
    bounds: tuple[float, float]
    stops: tuple[float, float]
    looks: tuple[Look, ...]
    word: Word
    scores: NDArray[np.float64]
    counts: NDArray[np.float64]
    even: float
    estimate: Estimate | None
    games: int


@dataclass(frozen=True)
class Errors:
    """false_alarm: chance of "above" at the lower size; miss: of "below" at the higher one."""

    false_alarm: float = 0.05
    miss: float = 0.05


def bots_apart(
    ready: Prepared,
    one: str,
    other: str,
    bounds: tuple[float, float],
    *,
    unit: Unit = "points",
    errors: Errors | None = None,
    max_games: int | None = None,
    jobs: int | None = None,
    progress: Quiet | None = None,
) -> Tested:
    """Test how much more than an even share a bot wins, alone among copies of another one.

    ready      the game, its cards and the luck; its line-ups do not matter
    bounds     shares above (or below) even, for instance 0 and 0.01; with "nelo" normalised Elo (two players)

    ScenarioError for bots that do not exist, or are one, and bounds that cannot be.
    """
    plan = ready.plan
    bots = list(ready.cards.bots)
    for bot in (one, other):
        if bot not in bots:
            msg = f"--bots: found {bot}, allowed: {listing(bots)}"
            raise ScenarioError(msg)
    if one == other:
        msg = f"--bots: found {one} twice, allowed: two different bots"
        raise ScenarioError(msg)
    if unit == "nelo" and plan.seats != 2:
        msg = f"--unit: found nelo with {plan.seats} players, allowed: points (nelo is of two players)"
        raise ScenarioError(msg)
    seats = plan.seats
    line_up = (one, *[other] * (seats - 1))
    duel = make_plan(ready.game, ready.cards, seed=plan.seed, seats=seats, line_ups=[line_up])
    facts = manifest.facts(ready.scenario, ready.game, ready.cards, duel)
    table = Table(replace(ready, plan=duel, facts=facts), 1, jobs)
    known = quantities(ready.game.book, table.layout, stalls=False)
    (item,) = chosen_measures([f"{WIN_SHARE}.{one}"], known)
    limit = duel.deals_for(max_games or MAX_GAMES)
    voice = progress or Quiet()
    table.warm(voice)

    def play(first: int, last: int) -> NDArray[np.float64]:
        totals = table.add_up(range(table.layout.games), [item], first, last, voice)[item.id]
        return totals.top / totals.bottom

    what = f"win share of {one} against {other}" + (" in all other seats" if seats > 2 else "")
    return _run(
        what, bounds, unit, errors or Errors(), play, limit, duel.games_per_deal, voice, (0.0, 1.0), 1 / seats
    )


def variant_apart(
    baseline: Prepared,
    variant: Prepared,
    measure: str,
    bounds: tuple[float, float],
    *,
    errors: Errors | None = None,
    max_games: int | None = None,
    jobs: int | None = None,
    progress: Quiet | None = None,
) -> Tested:
    """Test how far a variant moves a share: "win_share.BOT", "seat_share.N", "mover_share.N".

    bounds: differences of the share, for instance 0 and 0.01. ScenarioError for a measure that there is not,
    or that is no share of so many seats in every deal.
    """
    limit = baseline.plan.deals_for(max_games or MAX_GAMES)
    tables = [Table(item, limit, jobs) for item in (baseline, variant)]
    voice = progress or Quiet()
    for table in tables:
        table.warm(voice)
    paired = pair(tables[0], tables[1])  # type: ignore[arg-type]  # they answer what it asks of runs
    game = baseline.game
    stalls = STALLED in (game.game_row.names or ())
    there, theirs = (
        quantities(game.book, layout, stalls=stalls)
        for layout in (paired.one, paired.one if paired.paired else paired.other)
    )
    item = _one_share(measure, there)
    twin = next((each for each in theirs if each.id == item.id), None)
    if twin is None:
        msg = f"--measure: found {measure}, which only the baseline has"
        raise ScenarioError(msg)
    sides = (tables[0], paired.places, item), (tables[1], paired.other_places, twin)

    def play(first: int, last: int) -> NDArray[np.float64]:
        shares = []
        for table, places, wanted in sides:
            totals = table.add_up(places, [wanted], first, last, voice)[wanted.id]
            shares.append(totals.top / totals.bottom)
        return shares[1] - shares[0]

    per_deal = sum(table.plan.games_per_deal for table in tables)
    what = f"{item.name}, {variant.variant or 'the variant'} less baseline"
    return _run(what, bounds, "points", errors or Errors(), play, limit, per_deal, voice, (-1.0, 1.0), 0.0)


def _one_share(measure: str, there: list[Quantity]) -> Quantity:
    """The measure, if it is a share of the win of the same places in every deal."""
    shares = [item for item in there if item.unit == "share" and "." in item.id and item.rate]
    found = chosen_measures([measure], shares)
    if len(found) != 1:
        msg = f"--measure: found {measure}, allowed: one of {listing([item.id for item in found])}"
        raise ScenarioError(msg)
    return found[0]


def _run(
    what: str,
    bounds: tuple[float, float],
    unit: Unit,
    errors: Errors,
    play: Callable[[int, int], NDArray[np.float64]],
    limit: int,
    games_per_deal: int,
    voice: Quiet,
    ends: tuple[float, float],
    even: float,
) -> Tested:
    """Play in looks until the test stops or the limit is reached."""
    low, high = bounds
    room = (ends[0] - even, ends[1] - even) if unit == "points" else (-NELO_MOST, NELO_MOST)
    if not low < high or not (room[0] < low and high < room[1]):
        least, most = (f"{end:.0%}" if unit == "points" else f"{end:g}" for end in room)
        allowed = "the lower one first" if low >= high else f"between {least} and {most}"
        msg = f"--bounds: found {low:g} and {high:g}, allowed: {allowed}"
        raise ScenarioError(msg)
    results = np.zeros(0)
    found: list[Look] = []
    decision = "continue"
    scores, counts, means = results, results, bounds
    voice.start(limit * games_per_deal, 0)
    try:
        for stop in looks(limit):
            results = np.concatenate([results, play(results.size, stop)])
            scores, counts = statistics.block_counts(results, *ends)
            if unit == "nelo":
                scale = NELO * float(results.std())
                means = (even + low * scale, even + high * scale)
                llr = statistics.llr_effect(counts, low * NELO, high * NELO, scores, even)
            else:
                means = (even + low, even + high)
                llr = statistics.llr_mean(counts, *means, scores)
            found.append(Look(stop, float(results.mean()) - even, llr))
            decision = statistics.sprt_decision(llr, errors.false_alarm, errors.miss)
            if decision != "continue":
                break
    finally:
        voice.stop()
    estimate = None
    if np.ptp(results) > 0:
        after = statistics.after_sprt(
            counts, scores, means, found[-1].llr, false_alarm=errors.false_alarm, miss=errors.miss
        )
        estimate = replace(after, value=after.value - even, low=after.low - even, high=after.high - even)
    words: dict[str, Word] = {"second": "above", "first": "below", "continue": "undecided"}
    return Tested(
        what=what,
        unit=unit,
        bounds=bounds,
        stops=statistics.wald_bounds(errors.false_alarm, errors.miss),
        looks=tuple(found),
        word=words[decision],
        scores=scores,
        counts=counts,
        even=even,
        estimate=estimate,
        games=results.size * games_per_deal,
    )


def looks(limit: int) -> Iterator[int]:
    """100 blocks, then a twentieth more each time, at last the limit."""
    look = float(FIRST_LOOK)
    while int(look) < limit:
        yield int(look)
        look *= FACTOR
    yield limit

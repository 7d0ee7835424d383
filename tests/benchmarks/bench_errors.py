"""How often verdicts are wrong, and how often they come (`make bench-errors`; repeats may follow).

Deals of two real comparisons are drawn again and again: two bots of Employee Handbook with a Factory for one
less, and one bot of Hire or Fire alone among three others with another bonus. What each deal does to a
difference is taken less its mean, so that the truth is known: nothing moved. A planted effect is added to
every deal. Judged are, each at 5 %:

one measure      a comparison of a fixed number of deals, Student's t
all measures     the same over all measures of the game together, Holm: is any of them called moved?
until            looks after 200 deals, 300, 450, ...: repeated intervals (`balance compare --until`)
sequence         the confidence sequence at every look (runs that stop at a precision)
SPRT             block results of two bots, looks as in `balance sprt`

Not part of the tests; a small version with made-up deals is: tests/statistics/test_errors.py.
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console
from rich.table import Table as Sheet

from balance import statistics
from balance.experiments.in_memory import Table
from balance.experiments.pairing import pair
from balance.experiments.quantities import quantities
from balance.experiments.sprt import looks as sprt_looks
from balance.simulation import prepare_each
from balance.simulation.progress import Quiet
from balance.simulation.stopping import looks as planned_looks
from balance.statistics import sprt
from balance.statistics.intervals import t_quantile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

REPEATS = 10_000
LEVEL, POWER = 0.95, 0.8
DEALS, LIMIT, BLOCKS = 1_000, 5_000, 40_000
CHUNK = 200
BISECTIONS = 60
SPRT_STEP = 0.03
SCENARIOS = {
    "employee_handbook, two players": (
        """game: employee_handbook
title: Errors
seed: 5
games: 8000
line_ups: {list: [[builder, gambler]]}
variants: {cheap: {"buildings.factory.levels[0].cost": 7}}
""",
        "win_share.builder",
    ),
    "hire_or_fire, four players": (
        """game: hire_or_fire
title: Errors
seed: 5
players: 4
games: 16000
line_ups: {list: [[reader, plain, plain, plain]]}
variants: {less: {frame.bonus: 3500}}
""",
        "win_share.reader",
    ),
}


@dataclass(frozen=True)
class Deals:
    """What is drawn from.

    effects  (deals, measures): what each deal does to the difference of each, mean 0
    main     which of these the sequential methods judge
    blocks   mean win share of a bot in each deal
    """

    effects: NDArray[np.float64]
    main: int
    blocks: NDArray[np.float64]


@dataclass(frozen=True)
class Rate:
    """A promise and what was found in so many repeats."""

    method: str
    what: str
    promised: str
    found: float
    repeats: int
    note: str = ""

    @property
    def error(self) -> float:
        """Two standard errors."""
        return 2 * sqrt(self.found * (1 - self.found) / self.repeats)


def real_deals(text: str, main: str) -> Deals:
    """Play baseline and variant, and take what each deal does."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "errors.yaml"
        file.write_text(text, encoding="utf-8")
        ready = prepare_each(file)
    tables = [Table(item, item.deals) for item in ready]
    for table in tables:
        table.warm(Quiet())
    paired = pair(tables[0], tables[1])  # type: ignore[arg-type]  # they answer what it asks of runs
    wanted = quantities(ready[0].game.book, paired.one, stalls=False)
    sides = zip(tables, (paired.places, paired.other_places), strict=True)
    before, after = (table.add_up(at, wanted, 0, paired.deals, Quiet()) for table, at in sides)
    columns, names = [], []
    for item in wanted:
        one, other = before[item.id], after[item.id]
        if one.bottom.sum() > 0 and other.bottom.sum() > 0:
            gaps = (other.influence - one.influence) * paired.deals
            if gaps.std() > 0:
                columns.append(gaps - gaps.mean())
                names.append(item.id)
    share = before[main]
    return Deals(np.stack(columns, axis=1), names.index(main), share.top / share.bottom)


def fixed(
    effects: NDArray[np.float64], deals: int, repeats: int, seed: int, planted: float = 0.0
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(means, standard errors) of every measure in each repeat, shape (repeats, measures)."""
    generator = np.random.default_rng(seed)
    means, errors = [], []
    for first in range(0, repeats, CHUNK):
        count = min(CHUNK, repeats - first)
        drawn = effects[generator.integers(len(effects), size=(count, deals))]
        means.append(drawn.mean(axis=1) + planted)
        errors.append(drawn.std(axis=1, ddof=1) / sqrt(deals))
    return np.concatenate(means), np.concatenate(errors)


def any_moved(means: NDArray[np.float64], errors: NDArray[np.float64], deals: int) -> NDArray[np.bool_]:
    """Whether Holm's method calls any measure moved: it does exactly if the smallest p-value passes."""
    reach = t_quantile(1 - (1 - LEVEL) / 2 / means.shape[1], deals - 1)
    return np.asarray((np.abs(means) > reach * errors).any(axis=1))


@dataclass(frozen=True)
class Paths:
    """Means and standard errors at each look of each repeat, shape (repeats, looks)."""

    looks: NDArray[np.int64]
    means: NDArray[np.float64]
    errors: NDArray[np.float64]


def paths(effect: NDArray[np.float64], looks: list[int], repeats: int, seed: int) -> Paths:
    """Draw deals up to each look; only how often each value was drawn is kept."""
    generator = np.random.default_rng(seed)
    values, times = np.unique(np.round(effect, 9), return_counts=True)
    shares = times / times.sum()
    sums, squares = np.zeros((repeats, len(looks))), np.zeros((repeats, len(looks)))
    total, square, before = np.zeros(repeats), np.zeros(repeats), 0
    for at, look in enumerate(looks):
        counts = generator.multinomial(look - before, shares, size=repeats)
        total, square, before = total + counts @ values, square + counts @ values**2, look
        sums[:, at], squares[:, at] = total, square
    n = np.array(looks)
    means = sums / n
    spread = np.sqrt(np.maximum(squares / n - means**2, 0) * n / (n - 1))
    return Paths(n, means, spread / np.sqrt(n))


def first_verdict(
    found: Paths, halves: NDArray[np.float64], planted: float, margin: float
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.int64]]:
    """(moved, equivalent, deals played) of each repeat; it ends with the first verdict, or the last look."""
    low, high = found.means + planted - halves, found.means + planted + halves
    low, high = np.maximum.accumulate(low, axis=1), np.minimum.accumulate(high, axis=1)
    same = (low >= -margin) & (high <= margin)
    away = ((low > 0) | (high < 0)) & ~same
    ended = same | away
    ended[:, -1] = True
    at = ended.argmax(axis=1)
    rows = np.arange(len(at))
    return away[rows, at], same[rows, at], found.looks[at]


def llr_rows(
    counts: NDArray[np.float64], scores: NDArray[np.float64], mean0: float, mean1: float
) -> NDArray[np.float64]:
    """`llr_mean` of every row of counts at once, by bisection."""
    filled = np.where(counts == 0, sprt.EMPTY, counts)
    logs = []
    for mean in (mean0, mean1):
        gap = scores - mean
        low = np.full(len(filled), -1 / gap.max() * (1 - 1e-9))
        high = np.full(len(filled), -1 / gap.min() * (1 - 1e-9))
        for _ in range(BISECTIONS):
            tilt = (low + high) / 2
            above = (filled * gap / (1 + tilt[:, None] * gap)).sum(axis=1) > 0
            low, high = np.where(above, tilt, low), np.where(above, high, tilt)
        logs.append(np.log1p(((low + high) / 2)[:, None] * gap))
    return np.asarray((filled * (logs[0] - logs[1])).sum(axis=1))


def sprt_repeats(
    blocks: NDArray[np.float64], bounds: tuple[float, float], repeats: int, seed: int, limit: int = BLOCKS
) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """(1 above, -1 below, 0 undecided; blocks played) of each repeat."""
    generator = np.random.default_rng(seed)
    scores, times = statistics.block_counts(blocks)
    shares = times / times.sum()
    low, high = statistics.wald_bounds()
    words, played = np.zeros(repeats, np.int8), np.full(repeats, limit)
    going = np.arange(repeats)
    counts, before = np.zeros((repeats, scores.size)), 0
    for look in sprt_looks(limit):
        counts[going] += generator.multinomial(look - before, shares, size=going.size)
        before = look
        llr = llr_rows(counts[going], scores, *bounds)
        words[going[llr >= high]], words[going[llr <= low]] = 1, -1
        over = (llr >= high) | (llr <= low)
        played[going[over]] = look
        going = going[~over]
        if not going.size:
            break
    return words, played


def rates(found: Deals, repeats: int) -> Iterator[Rate]:
    """Every promise, put to the test."""
    effect = found.effects[:, found.main]
    spread = float(effect.std())
    # a fixed number of deals
    means, errors = fixed(found.effects, DEALS, repeats, 1)
    reach = float(t_quantile((1 + LEVEL) / 2, DEALS - 1))
    one_sided = float(t_quantile(LEVEL, DEALS - 1))
    main_mean, main_error = means[:, found.main], errors[:, found.main]
    each = (np.abs(means) > reach * errors).mean(axis=0)
    note = f"its measures: {each.min():.1%} to {each.max():.1%}"
    yield Rate("one measure", "false moved", "5 %", float(each[found.main]), repeats, note)
    count = found.effects.shape[1]
    wrong = float(any_moved(means, errors, DEALS).mean())
    yield Rate(f"all {count} measures", "false moved, any", "5 % at most", wrong, repeats)
    limit = statistics.detection_limit(spread / sqrt(DEALS), DEALS, power=POWER)
    seen = float((np.abs(main_mean + limit) > reach * main_error).mean())
    note = f"an effect of {100 * limit:.2f} points"
    yield Rate("one measure", "true moved", "80 %", seen, repeats, note)
    same = float((np.abs(main_mean + limit) + one_sided * main_error <= limit).mean())
    yield Rate("one measure", "false equivalent", "5 %", same, repeats, "the truth at the margin")
    # looks
    looks = planned_looks(LIMIT)
    walked = paths(effect, looks, repeats, 2)
    bounds = statistics.look_bounds(looks)
    halves = statistics.students(bounds, looks) * walked.errors
    moved, _, _ = first_verdict(walked, halves, 0.0, 0.0)
    yield Rate("until", "false moved", "5 %", float(moved.mean()), repeats, f"{len(looks)} looks")
    naive, _, _ = first_verdict(walked, 1.96 * walked.errors, 0.0, 0.0)
    yield Rate("looks without care", "false moved", "(5 %)", float(naive.mean()), repeats, "what is avoided")
    effect_of = statistics.detection_limit(spread / sqrt(LIMIT), LIMIT, power=POWER)
    promised = float(statistics.crossing_chance(looks, bounds, effect_of / spread).sum())
    moved, _, deals = first_verdict(walked, halves, effect_of, 0.0)
    note = f"an effect of {100 * effect_of:.2f} points; {deals.mean():,.0f} of {LIMIT:,} deals on average"
    yield Rate("until", "true moved", f"{promised:.0%}", float(moved.mean()), repeats, note)
    _, same, _ = first_verdict(walked, halves, effect_of, effect_of)
    yield Rate(
        "until", "false equivalent", "5 % at most", float(same.mean()), repeats, "the truth at the margin"
    )
    margin = 2 * effect_of
    moved, same, deals = first_verdict(walked, halves, 0.0, margin)
    note = f"nothing moved, margin {100 * margin:.2f} points; {deals.mean():,.0f} deals on average"
    yield Rate("until", "true equivalent", "", float(same.mean()), repeats, note)
    wide = statistics.sequence_half_width(walked.errors * np.sqrt(walked.looks), walked.looks)
    moved, _, _ = first_verdict(walked, wide, 0.0, 0.0)
    note = "holds for ever, so less is spent on these looks"
    yield Rate("sequence", "false moved", "5 % at most", float(moved.mean()), repeats, note)
    moved, _, _ = first_verdict(walked, wide, effect_of, 0.0)
    yield Rate("sequence", "true moved", "", float(moved.mean()), repeats, "the same effect as with until")
    # the sequential test
    truth = float(found.blocks.mean())
    scores, times = statistics.block_counts(found.blocks)
    known = statistics.llr_mean(times, truth, truth + SPRT_STEP, scores)
    assert abs(llr_rows(times[None, :], scores, truth, truth + SPRT_STEP)[0] - known) < 1e-6 * abs(known)
    cases = (
        ("false HIGH (LOW is true)", (truth, truth + SPRT_STEP), 1, "5 % at most"),
        ("false LOW (HIGH is true)", (truth - SPRT_STEP, truth), -1, "5 % at most"),
    )
    for number, (what, means_of, wrong_word, promise) in enumerate(cases):
        words, played = sprt_repeats(found.blocks, means_of, repeats, 3 + number)
        left = f"{np.mean(words == 0):.1%} undecided"
        note = f"{scores.size} results; {played.mean():,.0f} blocks on average, {left}"
        yield Rate("SPRT", what, promise, float(np.mean(words == wrong_word)), repeats, note)
        right = float(np.mean(words == -wrong_word))
        yield Rate("SPRT", f"true {'LOW' if wrong_word > 0 else 'HIGH'}", "95 % at least", right, repeats)


def main() -> None:
    """Print a table for each game."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else REPEATS
    console = Console(highlight=False)
    for title, (text, measure) in SCENARIOS.items():
        began = time.perf_counter()
        found = real_deals(text, measure)
        played = time.perf_counter() - began
        head = f"{title}: {len(found.effects):,} deals played in {played:.0f} s, {repeats:,} repeats"
        sheet = Sheet("method", "verdict", "promised", "found", "", title=head, title_justify="left")
        for rate in rates(found, repeats):
            sheet.add_row(
                rate.method,
                rate.what,
                rate.promised,
                f"{rate.found:.2%} +/- {rate.error:.2%}",
                rate.note,
            )
        console.print(sheet)
        console.print(f"{time.perf_counter() - began:.0f} s\n")


if __name__ == "__main__":
    main()

"""How often verdicts are wrong, on made-up deals in which nothing moved: a small `make bench-errors`.

The deals are like those of games: most do not change, the others by a half or a whole win in one of a few
games; two measures hang together. Every rate is compared with its promise, three standard errors either way.
"""

from math import sqrt

import numpy as np
import pandas as pd
import pytest

from balance import statistics
from balance.simulation.stopping import looks as planned_looks
from tests.benchmarks import bench_errors as bench

REPEATS = 1_500
DEALS = 500


@pytest.fixture(scope="module")
def deals() -> bench.Deals:
    generator = np.random.default_rng(7)
    win = generator.choice(
        [-1, -0.5, -0.25, 0, 0.25, 0.5, 1], p=[0.04, 0.08, 0.05, 0.6, 0.05, 0.12, 0.06], size=4_000
    )
    length = generator.poisson(3.0, 4_000) - 2.0 * win
    seat = win * generator.choice([-1, 1], size=4_000)
    effects = np.stack([win, length, seat], axis=1)
    blocks = generator.choice(
        [0, 1 / 8, 1 / 4, 1 / 3, 1 / 2, 3 / 4, 1], p=[0.4, 0.05, 0.25, 0.05, 0.15, 0.08, 0.02], size=4_000
    )
    return bench.Deals(effects - effects.mean(axis=0), 0, blocks)


def near(found: float, promised: float, slack: float = 0.0) -> bool:
    return abs(found - promised) <= 3 * sqrt(promised * (1 - promised) / REPEATS) + slack


def at_most(found: float, promised: float) -> bool:
    return found <= promised + 3 * sqrt(promised * (1 - promised) / REPEATS)


def by_name(deals: bench.Deals, monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str], float]:
    monkeypatch.setattr(bench, "DEALS", DEALS)
    monkeypatch.setattr(bench, "LIMIT", 2_000)
    found = list(bench.rates(deals, REPEATS))
    assert len({(rate.method, rate.what) for rate in found}) == len(found)
    return {(rate.method, rate.what): rate.found for rate in found}


def test_every_promise_is_kept(deals: bench.Deals, monkeypatch: pytest.MonkeyPatch) -> None:
    found = by_name(deals, monkeypatch)
    assert near(found["one measure", "false moved"], 0.05)
    assert at_most(found["all 3 measures", "false moved, any"], 0.05)
    assert near(found["one measure", "true moved"], 0.8, 0.01)
    assert near(found["one measure", "false equivalent"], 0.05)
    assert near(found["until", "false moved"], 0.05)
    assert at_most(found["until", "false equivalent"], 0.05)
    assert found["looks without care", "false moved"] > 0.12
    assert at_most(found["sequence", "false moved"], 0.05)
    assert found["until", "true moved"] > found["sequence", "true moved"]
    assert at_most(found["SPRT", "false HIGH (LOW is true)"], 0.05)
    assert at_most(found["SPRT", "false LOW (HIGH is true)"], 0.05)
    assert found["SPRT", "true HIGH"] > 0.95 - 3 * sqrt(0.05 * 0.95 / REPEATS)


def test_power_with_looks_is_the_one_worked_out_beforehand(deals: bench.Deals) -> None:
    effect = deals.effects[:, 0]
    looks = planned_looks(2_000)
    bounds = statistics.look_bounds(looks)
    planted = 3 * effect.std() / sqrt(2_000)
    walked = bench.paths(effect, looks, REPEATS, 4)
    moved, _, _ = bench.first_verdict(
        walked, statistics.students(bounds, looks) * walked.errors, planted, 0.0
    )
    assert near(moved.mean(), statistics.crossing_chance(looks, bounds, planted / effect.std()).sum(), 0.01)


def test_the_bench_judges_as_the_library_does(deals: bench.Deals) -> None:
    # a repeat as a comparison would judge it: totals of deals, p-values, Holm
    generator = np.random.default_rng(1)
    means, errors = bench.fixed(deals.effects, DEALS, 40, 1)
    moved = bench.any_moved(means, errors, DEALS)
    drawn = deals.effects[generator.integers(4_000, size=(40, DEALS))]
    for repeat in range(40):
        ps = []
        for measure in drawn[repeat].T:
            ones = np.ones(DEALS)
            squares = (float(measure @ measure), float(measure.sum()), float(DEALS))
            after = statistics.DealTotals(measure, ones, DEALS, *squares)
            before = statistics.DealTotals(np.zeros(DEALS), ones, DEALS, 0.0, 0.0, float(DEALS))
            difference = statistics.paired_ratios(before, after).estimate
            ps.append(statistics.p_value(difference))
        frame = statistics.holm(pd.DataFrame({"p": ps}))
        assert bool(frame["rejected"].any()) == moved[repeat]


def test_rows_of_counts_are_judged_as_one_by_one(deals: bench.Deals) -> None:
    scores, counts = statistics.block_counts(deals.blocks)
    rows = np.random.default_rng(2).multinomial(300, counts / counts.sum(), size=5).astype(float)
    found = bench.llr_rows(rows, scores, 0.2, 0.24)
    assert found == pytest.approx([statistics.llr_mean(row, 0.2, 0.24, scores) for row in rows], abs=1e-6)

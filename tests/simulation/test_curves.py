"""Curve sums against a slow count with whole numbers of any size."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from balance.simulation import curves, play, prepare, run

pytestmark = pytest.mark.usefixtures("desk")


@pytest.fixture
def sums() -> dict:
    """(curve, kind, group, bin) -> the six sums, counted row by row."""
    plan = prepare("three").plan
    rows = play.play_rows(plan, 0, 30)
    totals: dict = defaultdict(lambda: [0, 0])
    for number in range(270):
        deal, position = divmod(number, 9)
        entry = plan.schedule[position]
        line_up = " v ".join(plan.line_ups[entry.line_up])
        for seat in range(2):
            bot = plan.bot_names[entry.bots[seat]]
            for kind, group in (("all", "all"), ("field", "field"), ("bot", bot), ("line_up", line_up)):
                for curve, top, bottom in (("six", "sixes", "rolls"), ("weight", "weight_ppm", "rolls")):
                    for place in range(4):
                        row = rows.seat_rows[number, seat]["rounds"][place]
                        total = totals[curve, kind, group, place, deal]
                        total[0] += int(row[top])
                        total[1] += int(row[bottom])
    found: dict = defaultdict(lambda: [0] * 6)
    for (*key, _deal), (top, bottom) in totals.items():
        for n, value in enumerate((1, top, bottom, top**2, bottom**2, top * bottom)):
            found[tuple(key)][n] += value
    return found


def test_curves_equal_a_slow_count(sums: dict) -> None:
    table = run("three", chunk=50).curves
    table = table[table["axis"] == "rounds"]
    assert len(table) == len(sums) == 2 * (2 + 3 + 6) * 4
    assert max(value[3] for value in sums.values()) > 2**63  # more than a machine integer holds
    for row in table.to_dict("records"):
        clusters, *wanted = sums[row["curve"], row["kind"], row["group"], row["bin"]]
        assert row["clusters"] == clusters
        assert [row["top"], row["bottom"]] == wanted[:2]
        assert [row["top_top"], row["bottom_bottom"], row["top_bottom"]] == [float(n) for n in wanted[2:]]


def test_a_deal_without_data_is_no_cluster() -> None:
    from balance.simulation import curves

    plan = prepare("three").plan
    rows = play.play_rows(plan, 0, 3).seat_rows
    rows["rounds"][:9] = np.zeros((), rows["rounds"].dtype)
    of_rounds = np.array([curve.axis == "rounds" for curve in plan.curves for _ in range(11 * curve.bins)])
    assert set(curves.chunk_sums(plan, rows)[of_rounds, 0]) == {2}


def test_sums_of_products_are_rounded_once_whatever_their_size() -> None:
    random = np.random.default_rng(1)
    parts = [random.integers(-(2**bits), 2**bits, size=(300, 3)) for bits in (3, 14, 30, 50, 62)]
    edges = [[2**13 - 1, 2**37 - 1, 2**61 - 1], [2**13, 0, 1], [0, 0, 2**61 + 1], [-(2**63)] * 3]
    each = np.concatenate([*parts, np.array(edges)])
    exact = [high * 2**48 + middle * 2**24 + low for high, middle, low in each.tolist()]
    assert curves._whole(each).tolist() == [float(number) for number in exact]

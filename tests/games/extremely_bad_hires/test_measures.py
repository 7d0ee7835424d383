"""Measures: defined, sourced, right on tables done by hand, and working on a small run."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from balance import simulation
from balance.games import get
from balance.games.extremely_bad_hires.chapters import BOOK
from balance.games.extremely_bad_hires.counts import (
    CARD_ROW,
    GAME_TALLY,
    JOB_ROW,
    QUALIFICATION_ROW,
    ROUND_ROW,
    TALLY,
)
from balance.games.extremely_bad_hires.curves import company, deck_sheet, qualification_sheet
from balance.games.extremely_bad_hires.measures import typical_profit
from balance.games.extremely_bad_hires.staffing import POINT_WORDS
from balance.games.extremely_bad_hires.state import POINTS, Stop
from balance.reports import report_html
from balance.reports.evidence import Evidence
from balance.reports.findings import all_findings
from balance.simulation.places import card_folder

DECLARED = (*BOOK.measures, *BOOK.curves, *BOOK.families, *BOOK.contrasts)
ROWS = {"rounds": ROUND_ROW, "jobs": JOB_ROW, "qualifications": QUALIFICATION_ROW, "cards": CARD_ROW}
CLAUSES = set((Path(__file__).parent / "clauses.txt").read_text(encoding="utf-8").split())
SCENARIO = """
game: extremely_bad_hires
title: a small run
seed: 5
games: 120
players: {players}
line_ups: {{versus: [steady, saboteur, random]}}
"""


@pytest.fixture(scope="module")
def game():
    return get("extremely_bad_hires")


@pytest.fixture(scope="module")
def cards(game):
    return game.load(card_folder("extremely_bad_hires"))


@pytest.fixture(scope="module", params=[3])
def run(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("measures")
    scenario = folder / "small.yaml"
    scenario.write_text(SCENARIO.format(players=request.param))
    return simulation.run(scenario, out=folder / "run", jobs=1)


# ------------------------------------------------------------------------------------- what is declared


def test_ids_are_unique() -> None:
    ids = [item.id for item in DECLARED]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("item", DECLARED, ids=lambda item: item.id)
def test_defined_and_sourced(item, cards) -> None:
    known = CLAUSES | set(cards.data["readings"])
    assert item.definition.endswith(".")
    assert len(item.definition) > 15
    assert item.name
    assert item.rules
    assert set(item.rules) <= known


def test_curves_and_families_name_counters() -> None:
    axes = {axis.id for axis in BOOK.axes}
    assert axes == set(ROWS)
    for curve in BOOK.curves:
        assert {curve.top, curve.bottom} <= set(ROWS[curve.axis].names), curve.id
    for contrast in BOOK.contrasts:
        named = {contrast.top, contrast.bottom, contrast.other_top, contrast.other_bottom}
        assert named <= set(ROWS[contrast.axis].names), contrast.id
    for family in BOOK.families:
        assert {family.top, family.bottom or family.top} <= set(TALLY.names)
    assert {BOOK.leader, BOOK.margin} <= set(GAME_TALLY.names)


def test_panels_sentences_and_extremes_name_what_exists() -> None:
    measures = {m.id: m for m in BOOK.measures}
    curves = {c.id: c for c in BOOK.curves}
    kinds = {
        "measures": set(measures),
        "by_plan": {name for name, m in measures.items() if m.level == "seat"},
        "distribution": set(measures),
        "curves": set(curves),
        "curve_by_plan": set(curves),
        "family": {f.id for f in BOOK.families},
        "bins": set(curves) | {c.id for c in BOOK.contrasts},
        "sheet": set(),
    }
    axis_of = {item.id: item.axis for item in (*BOOK.curves, *BOOK.contrasts)}
    for panel in chain.from_iterable(chapter.panels for chapter in BOOK.chapters):
        assert set(panel.items) <= kinds[panel.kind], panel.title
        assert (panel.sheet is not None) == (panel.kind == "sheet"), panel.title
        if panel.kind in ("by_plan", "distribution", "curve_by_plan"):
            assert len(panel.items) == 1
        if panel.kind in ("bins", "curves"):
            assert len({axis_of[name] for name in panel.items}) == 1, panel.title
        if panel.kind == "curves":
            units = {(curves[name].unit, curves[name].rate) for name in panel.items}
            assert len(units) == 1, f"{panel.title}: lines of one figure share a unit"
    chapters = {chapter.id for chapter in BOOK.chapters}
    assert {sentence.chapter for sentence in BOOK.sentences} <= chapters
    assert {extreme.measure for extreme in BOOK.extremes} <= set(measures)


def test_every_decision_point_has_words() -> None:
    assert set(POINT_WORDS) == set(range(1, POINTS))


def test_every_axis_has_a_label_per_bin(cards) -> None:
    for axis in BOOK.axes:
        labels = axis.labels(cards)
        assert len(labels) <= TALLY[axis.id].shape[0]
        assert len(set(labels)) == len(labels)
    assert set(company(cards)) <= set(BOOK.names(cards))


# ----------------------------------------------------------------------------------------- done by hand


def ratio(name: str, table: pd.DataFrame) -> float:
    """A measure over a whole table."""
    measure = BOOK.measure(name)
    assert measure.bottom is not None
    return measure.top(table).sum() / measure.bottom(table).sum()


def test_players_by_hand() -> None:
    """Two players, one game."""
    table = pd.DataFrame(
        {
            "game": [3, 3],
            "seat": [0, 1],
            "order": [1, 0],
            "win_share": [0.0, 1.0],
            "turns": [8, 9],
            "attempts": [5, 7],
            "attempts_qualified": [2, 4],
            "completed": [3, 6],
            "completed_qualified": [2, 3],
            "ended_mayhem": [1, 0],
            "ended_short": [0, 1],
            "ended_own": [0, 0],
            "ended_removed": [0, 0],
            "no_crew": [2, 1],
            "skips": [1, 0],
            "surplus_sum": [3, 3],
            "active": [20, 10],
            "inactive": [5, 5],
            "incapacitated": [0, 10],
            "sent": [12, 9],
            "own_profit": [10, 20],
            "mayhem": [3, 2],
            "mayhem_chances": [6, 4],
            "mayhem_on_leader": [2, 1],
            "leader_attempts": [1, 4],
            "ends.count": [3, 1],
            "ends.left": [0, 1],
        }
    )
    assert ratio("attempt_rate", table) == 12 / 17
    assert ratio("no_crew", table) == 3 / 16
    assert ratio("skipped", table) == 1 / 13
    assert ratio("completion", table) == 9 / 12
    assert ratio("completion_qualified", table) == 5 / 6
    assert ratio("completion_unqualified", table) == 4 / 6
    assert ratio("ended_open", table) == 1 / 12
    assert ratio("surplus", table) == 6 / 12
    assert ratio("active_share", table) == 30 / 50
    assert ratio("staff_use", table) == 21 / 30
    assert ratio("hire_turn", table) == 1
    assert ratio("mayhem_rate", table) == 5 / 10
    assert ratio("on_leader", table) == 3 / 5
    assert ratio("leader_attempts", table) == 5 / 12
    assert ratio("end_left", table) == 1 / 5
    assert ratio("first_edge", table) == 1
    assert ratio("seat_2", table) == 1
    both = type("Tables", (), {"seats": table, "games": pd.DataFrame({"game": [3]}), "cards": None})
    top, bottom = BOOK.measure("met_leader").columns(both)
    assert (top.tolist(), bottom.tolist()) == ([3], [5])
    top, bottom = BOOK.measure("met_others").columns(both)
    assert (top.tolist(), bottom.tolist()) == ([2], [7])


def test_games_by_hand(cards) -> None:
    """A game won alone, one shared, one given up."""
    table = pd.DataFrame(
        {
            "players": [2, 2, 2],
            "turns": [17, 20, 60],
            "winner": [1, -1, -1],
            "stalled": [0, 0, int(Stop.FROZEN)],
            "margin": [1, 0, 0],
            "overshoot": [2, 4, 0],
            "trailing": [1, 1, 0],
            "comeback": [1, 0, 0],
            "closing": [5, 3, -1],
        }
    )
    tables = type("Tables", (), {"games": table, "seats": None, "cards": cards})

    def values(name: str) -> list[float]:
        return BOOK.measure(name).columns(tables)[0].tolist()

    assert values("length") == [8.5, 10, 30]
    assert values("given_up") == [0, 0, 1]
    assert values("margin") == [1, pytest.approx(np.nan, nan_ok=True), pytest.approx(np.nan, nan_ok=True)]
    assert values("overshoot") == [2, 4, pytest.approx(np.nan, nan_ok=True)]
    assert values("closing") == [5, 3, pytest.approx(np.nan, nan_ok=True)]
    assert ratio("comeback", table) == 1 / 2
    assert typical_profit(cards) > 1
    assert values("one_job_away")[0] == 1


def test_sheets_of_the_card_data(cards) -> None:
    sheet = qualification_sheet(cards)
    jobs = [int(re.search(r"\((\d+)\)", row[1])[1]) for row in sheet.rows]
    assert sum(jobs) == sum(copies or 0 for copies in cards.data["job_deck"].values())
    for row, deck in zip(deck_sheet(cards).rows, cards.data["seats"], strict=True):
        assert row[1] == deck
        assert sum(map(int, row[2:])) == sum(cards.data["decks"][deck]["cards"].values())


# --------------------------------------------------------------------------------------- over a small run


def test_every_measure_works_on_a_run(run) -> None:
    for measure in BOOK.measures:
        top, bottom = measure.columns(run)
        rows = len(run.games if measure.level == "game" else run.seats)
        assert len(top) == rows, measure.id
        if bottom is not None:
            assert len(bottom) == rows, measure.id
            assert (np.asarray(bottom, float) >= 0).all(), measure.id
        if measure.rate and bottom is None:
            assert set(np.unique(np.asarray(top, float)[~np.isnan(np.asarray(top, float))])) <= {0, 1}


def test_parts_add_up(run) -> None:
    seats = run.seats
    parts = ["completion", "ended_short", "ended_mayhem", "ended_own", "ended_removed", "ended_open"]
    assert sum(ratio(name, seats) for name in parts) == pytest.approx(1)
    assert ratio("active_share", seats) + ratio("inactive_share", seats) + ratio(
        "hurt_share", seats
    ) == pytest.approx(1)
    lost = sum(BOOK.measure(name).top(seats).sum() for name in ("lost_job", "lost_mayhem", "lost_fix"))
    kinds = ("kind_timed", "kind_next_end", "kind_fix", "kind_recovery_fix")
    assert lost == sum(BOOK.measure(name).top(seats).sum() for name in kinds) == seats["lost_turns"].sum()
    ends = ("end_count", "end_recover", "end_reduce", "end_any_fix", "end_left", "end_never")
    assert sum(ratio(name, seats) for name in ends) == pytest.approx(1)
    asked = sum(BOOK.measure(f"asked_{point}").top(run.games).sum() for point in POINT_WORDS)
    assert asked == run.games["decisions"].sum()


def test_seats_share_the_wins(run) -> None:
    players = int(run.games["players"].iloc[0])
    shares = [ratio(f"seat_{seat + 1}", run.seats) for seat in range(players)]
    assert sum(shares) == pytest.approx(1 - (run.games["stalled"] > 0).mean())


def test_net_value_of_a_job(run) -> None:
    """Profit per attempt less Hire-turns lost at their price."""
    evidence = Evidence(run)
    net, profit, lost = evidence.contrast("job_net"), evidence.curve("job_profit"), evidence.curve("job_lost")
    price = evidence.estimate("hire_turn")
    assert len(net) > 10
    for job, estimate in net.items():
        assert estimate.value == pytest.approx(profit[job].value - price.value * lost[job].value)


def test_every_sentence_can_be_said(run) -> None:
    found, missing = all_findings(Evidence(run))
    assert missing == []
    assert not any("{" in one.text for one in found)
    always = {"Length", "Catching up", "Jobs", "Attempts", "Paths", "Mayhem", "Staff", "Hand", "Decisions"}
    assert always <= {one.topic for one in found}


def test_page_of_this_game(run) -> None:
    page = report_html(run)
    assert page.count('role="img"') > 10
    assert len(page) < 4_000_000

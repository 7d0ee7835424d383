"""Each measure is defined, cites a rule and works on the tables; panels and sentences name what exists."""

from __future__ import annotations

import re
from itertools import chain

import numpy as np
import pandas as pd
import pytest

from balance.games.employee_handbook.chapters import BOOK
from balance.games.employee_handbook.measures import deficit
from balance.games.employee_handbook.state import (
    AGE_ROW,
    BUILDING_KINDS,
    GAME_TALLY,
    PLACE_ROW,
    ROUND_ROW,
    TALLY,
)
from balance.reports import report_html
from balance.reports.evidence import Evidence
from balance.reports.findings import all_findings
from tests.games.employee_handbook.made_up import made_up

DECLARED = (*BOOK.measures, *BOOK.curves, *BOOK.families)
RULE = re.compile(r"(HB|HA|D|T)-?\d+")


@pytest.fixture(scope="module")
def run():
    return made_up(40)


@pytest.fixture(scope="module")
def evidence(run):
    return Evidence(run)


def test_ids_are_unique() -> None:
    ids = [item.id for item in DECLARED]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("item", DECLARED, ids=lambda item: item.id)
def test_defined_and_sourced(item) -> None:
    assert item.definition.endswith(".")
    assert len(item.definition) > 15
    assert item.name
    assert item.rules
    assert all(RULE.fullmatch(rule) for rule in item.rules)


@pytest.mark.parametrize("measure", BOOK.measures, ids=lambda measure: measure.id)
def test_works_on_the_table(measure, run) -> None:
    top, bottom = measure.columns(run)
    rows = len(run.games if measure.level == "game" else run.seats)
    assert len(top) == rows
    assert np.isfinite(np.asarray(top, float)).all()
    if bottom is not None:
        assert len(bottom) == rows
        assert (np.asarray(bottom, float) >= 0).all()
    if measure.rate and bottom is None:
        assert np.asarray(top, float).min() >= 0
        assert np.asarray(top, float).max() <= 1


def test_curves_and_families_name_counters() -> None:
    rows = {"rounds": ROUND_ROW, "ages": AGE_ROW, "places": PLACE_ROW}
    axes = {axis.id for axis in BOOK.axes}
    for curve in BOOK.curves:
        assert curve.axis in axes
        assert {curve.top, curve.bottom} <= set(rows[curve.axis].names)
    for family in BOOK.families:
        assert {family.top, family.bottom or family.top} <= set(TALLY.names)
    assert BOOK.lead in GAME_TALLY.names


def test_panels_sentences_and_extremes_name_what_exists() -> None:
    kinds = {
        "measures": {m.id for m in BOOK.measures},
        "by_plan": {m.id for m in BOOK.measures if m.level == "seat"},
        "distribution": {m.id for m in BOOK.measures},
        "curves": {c.id for c in BOOK.curves},
        "curve_by_plan": {c.id for c in BOOK.curves},
        "family": {f.id for f in BOOK.families},
        "counts": {f.id for f in BOOK.families},
        "parts": {m.id for m in BOOK.measures} | {f.id for f in BOOK.families},
        "sheet": set(),
    }
    chapters = {chapter.id for chapter in BOOK.chapters}
    for panel in chain.from_iterable(chapter.panels for chapter in BOOK.chapters):
        assert set(panel.items) <= kinds[panel.kind], panel.title
        assert (panel.sheet is not None) == (panel.kind == "sheet"), panel.title
        if panel.kind in ("by_plan", "distribution", "curve_by_plan", "counts"):
            assert len(panel.items) == 1
    for panel in chain.from_iterable(chapter.panels for chapter in BOOK.chapters):
        if panel.kind == "curves":
            axes = {c.axis for c in BOOK.curves if c.id in panel.items}
            units = {(c.unit, c.rate) for c in BOOK.curves if c.id in panel.items}
            assert len(axes) == len(units) == 1, f"{panel.title}: lines of one figure share axis and unit"
    assert {sentence.chapter for sentence in BOOK.sentences} <= chapters
    assert {extreme.measure for extreme in BOOK.extremes} <= kinds["measures"]


def test_every_sentence_can_be_said(evidence) -> None:
    found, missing = all_findings(evidence)
    assert missing == []
    assert {s.topic for s in BOOK.sentences} - {"Activation"} <= {f.topic for f in found}
    assert not any("{" in f.text for f in found)


def test_every_axis_has_a_label_per_bin(run) -> None:
    labels = {axis.id: axis.labels(run.cards) for axis in BOOK.axes}
    assert labels["rounds"] == [str(n) for n in range(1, 11)]
    assert len(labels["ages"]) <= TALLY["ages"].shape[0]
    assert labels["ages"][0].startswith("0-")


def test_names_are_the_printed_ones(run) -> None:
    names = BOOK.names(run.cards)
    assert names["containment"] == "Containment Chamber"
    assert names["overtime"] == "Overtime Order"
    assert len(run.cards.data["buildings"]) <= BUILDING_KINDS


def test_known_answers(run) -> None:
    """A table small enough to do by hand."""
    measures = {m.id: m for m in BOOK.measures}
    table = pd.DataFrame(
        {
            "game": [0, 0],
            "blocks": [3, 1],
            "shields_left": [1, 0],
            "score": [40, 44],
            "opened": [0, 1],
            "optional_draws": [6, 4],
            "optional_offered": [20, 10],
            "required_draws": [14, 16],
            "explosions": [1, 2],
        },
    )

    def ratio(name: str) -> float:
        measure = measures[name]
        return measure.top(table).sum() / measure.bottom(table).sum()

    assert ratio("fill_rate") == 4 / 5
    assert ratio("opener_margin") == 4
    assert ratio("optional_taken") == 10 / 30
    assert ratio("explosion_rate") == 3 / 40
    leads = pd.DataFrame({"lead.1": [3, -5, 0], "lead.2": [-2, 1, 4], "lead.10": [1, -4, 0]})
    assert deficit(leads).tolist() == [2, 1, 0]


def test_minutes_by_hand(run) -> None:
    """Two turns: 2 actions, 3 draws, 1 placement."""
    seconds = run.cards.data["time"]["seconds"]
    counters = (
        "required_draws",
        "optional_draws",
        "placements",
        "disablings",
        "names",
        "orderings",
        "actions_used",
    )
    seats = pd.DataFrame({name: [0, 0] for name in counters}).assign(game=[7, 7])
    seats.loc[0, ["actions_used", "required_draws", "placements"]] = [2, 1, 1]
    seats.loc[1, "optional_draws"] = 2
    seats["played.shutdown"] = [0, 1]
    games = pd.DataFrame({"game": [7], "turns": [2]})
    tables = type("Tables", (), {"games": games, "seats": seats, "cards": run.cards})
    expected = sum(
        n * seconds[kind]
        for kind, n in {"business": 2, "draw": 3, "placement": 1, "shutdown": 1, "turn": 2}.items()
    )
    top, _ = BOOK.measure("minutes").columns(tables)
    assert top.tolist() == [pytest.approx(expected / 60)]


def test_page_of_this_game(run) -> None:
    page = report_html(run)
    assert page.count('role="img"') > 20
    assert "This run has no case of it." not in page
    assert len(page) < 3_000_000

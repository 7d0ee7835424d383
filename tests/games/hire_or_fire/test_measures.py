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
from balance.games.hire_or_fire.chapters import BOOK
from balance.games.hire_or_fire.counts import (
    GAME_TALLY,
    JOB_ROW,
    OFFSET_ROW,
    SALARY_ROW,
    SKILL_ROW,
    TALLY,
    TOKEN_ROW,
    WEEK_ROW,
)
from balance.games.hire_or_fire.curves import short, trait_sheet
from balance.games.hire_or_fire.staffing import standard
from balance.reports import report_html
from balance.reports.evidence import Evidence
from balance.reports.findings import all_findings
from balance.simulation.places import card_folder

DECLARED = (*BOOK.measures, *BOOK.curves, *BOOK.contrasts)
ROWS = {
    "weeks": WEEK_ROW,
    "salaries": SALARY_ROW,
    "offsets": OFFSET_ROW,
    "by_tokens": TOKEN_ROW,
    "jobs": JOB_ROW,
    "skills": SKILL_ROW,
}
RULES = Path(__file__).parents[3] / "docs" / "hire_or_fire_rules.md"
CLAUSES = set(re.findall(r"\b(?:HF|HD|HG|M)-\d+", RULES.read_text(encoding="utf-8")))
SCENARIO = """
game: hire_or_fire
title: a small run
seed: 5
games: 240
players: {players}
rotations: none
line_ups: {{versus: [reader, bluffer, random]}}
"""


@pytest.fixture(scope="module")
def cards():
    return get("hire_or_fire").load(card_folder("hire_or_fire"))


@pytest.fixture(scope="module", params=[4])
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
def test_defined_and_sourced(item) -> None:
    assert item.definition.endswith(".")
    assert len(item.definition) > 15
    assert item.name
    assert item.rules
    assert set(item.rules) <= CLAUSES


def test_curves_and_contrasts_name_counters() -> None:
    assert {axis.id for axis in BOOK.axes} == set(ROWS)
    for curve in BOOK.curves:
        assert {curve.top, curve.bottom} <= set(ROWS[curve.axis].names), curve.id
    measures = {measure.id for measure in BOOK.measures}
    for contrast in BOOK.contrasts:
        named = {contrast.top, contrast.bottom, contrast.other_top, contrast.other_bottom}
        assert named <= set(ROWS[contrast.axis].names), contrast.id
        assert contrast.price in measures
    assert {BOOK.leader, BOOK.margin} <= set(GAME_TALLY.names)


def test_panels_sentences_and_extremes_name_what_exists() -> None:
    measures = {m.id: m for m in BOOK.measures}
    curves = {c.id: c for c in BOOK.curves}
    kinds = {
        "measures": set(measures),
        "by_plan": {name for name, m in measures.items() if m.level == "seat"},
        "distribution": set(measures),
        "parts": set(measures),
        "curves": set(curves),
        "bins": set(curves) | {c.id for c in BOOK.contrasts},
        "sheet": set(),
    }
    axis_of = {item.id: item.axis for item in (*BOOK.curves, *BOOK.contrasts)}
    shown = set()
    for panel in chain.from_iterable(chapter.panels for chapter in BOOK.chapters):
        assert set(panel.items) <= kinds[panel.kind], panel.title
        assert (panel.sheet is not None) == (panel.kind == "sheet"), panel.title
        shown |= set(panel.items)
        if panel.kind in ("by_plan", "distribution"):
            assert len(panel.items) == 1
        if panel.kind in ("bins", "curves"):
            assert len({axis_of[name] for name in panel.items}) == 1, panel.title
        if panel.kind == "curves":
            units = {(curves[name].unit, curves[name].rate) for name in panel.items}
            assert len(units) == 1, f"{panel.title}: lines of one figure share a unit"
    assert {item.id for item in DECLARED} == shown, "what is counted is shown"
    chapters = {chapter.id for chapter in BOOK.chapters}
    assert {sentence.chapter for sentence in BOOK.sentences} <= chapters
    assert {extreme.measure for extreme in BOOK.extremes} <= set(measures)
    assert len(BOOK.caveats) >= 2


def test_every_axis_has_a_label_per_bin(cards) -> None:
    for axis in BOOK.axes:
        labels = axis.labels(cards)
        assert len(labels) <= TALLY[axis.id].shape[0]
        assert len(set(labels)) == len(labels)


def test_printed_names(cards) -> None:
    names = BOOK.names(cards)
    assert set(names) == {*cards.data["jobs"], *cards.data["skills"]}
    card, printed = next((c, names[c]) for c in cards.data["skills"])
    strength, weakness = printed.split(" / ")
    assert cards.data["skills"][card]["strength"]["text"].startswith(
        strength.rstrip("\N{HORIZONTAL ELLIPSIS}")
    )
    assert cards.data["skills"][card]["weakness"]["text"].startswith(
        weakness.rstrip("\N{HORIZONTAL ELLIPSIS}")
    )


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("fits", "fits"),
        ("one two three", "one two\N{HORIZONTAL ELLIPSIS}"),
        ("one two, and so on", "one two\N{HORIZONTAL ELLIPSIS}"),
        ("incomprehensible", "incompreh\N{HORIZONTAL ELLIPSIS}"),
    ],
)
def test_long_texts_are_cut_after_a_word(text, cut) -> None:
    assert short(text, 10) == cut


def test_traits_are_counted(cards) -> None:
    sheet = trait_sheet(cards)
    assert [row[0] for row in sheet.rows] == list(cards.data["traits"])
    found = np.array([[int(cell.split()[0]) for cell in row[1:]] for row in sheet.rows])
    skills = cards.data["skills"].values()
    assert found.sum(axis=0).tolist() == [
        sum(len(job["tags"]) for job in cards.data["jobs"].values()),
        sum(len(card["strength"]["tags"]) for card in skills),
        sum(len(card["weakness"]["tags"]) for card in skills),
    ]


# ----------------------------------------------------------------------------------------- done by hand


class Hand:
    """Two tables written by hand."""

    def __init__(self, games: dict[str, list], seats: dict[str, list]) -> None:
        """Columns of the games table and of the seats table."""
        self.games, self.seats, self.cards = pd.DataFrame(games), pd.DataFrame(seats), None


@pytest.fixture
def hand():
    """Two games of three players, two weeks each: one won by bonuses, one shared by two."""
    return Hand(
        {
            "game": [7, 9],
            "players": [3, 3],
            "rounds": [2, 2],
            "margin": [0, 0],
            "tied": [1, 1],
            "by_bonuses": [1, 0],
            "by_compensations": [0, 0],
            "shared": [0, 1],
            "matches": [3, 2],
            "mutual_weeks": [1, 0],
            "mutual_matches": [2, 0],
            "compensations": [2, 1],
            "compensations_most": [2, 1],
            "overflow": [0, 1],
            "folders": [6, 6],
            "crowded": [0, 1],
            "empty": [1, 2],
            "herfindahl_ppm": [800_000, 1_000_000],
            "dry": [0, 1],
            "skills_left": [50, 40],
            "jobs_left": [120, 110],
            "decisions": [80, 90],
        },
        {
            "game": [7, 7, 7, 9, 9, 9],
            "seat": [0, 1, 2, 0, 1, 2],
            "bot": ["reader"] * 6,
            "win_share": [1, 0, 0, 0.5, 0.5, 0],
            "score": [9_000, 9_000, 500, 8_000, 8_000, 0],
            "matches": [1, 2, 0, 1, 1, 0],
            "bonuses": [2, 1, 0, 1, 1, 0],
            "compensations": [0, 0, 2, 0, 0, 1],
            "salary_income": [3_000, 9_000, 0, 3_500, 3_500, 0],
            "bonus_income": [9_000, 4_500, 0, 4_500, 4_500, 0],
            "compensation_income": [0, 0, 1_000, 0, 0, 500],
            "tokens": [2, 3, 2, 1, 2, 3],
            "wrong_tokens": [1, 1, 2, 0, 1, 3],
            "empty": [0, 0, 0, 1, 0, 1],
            "swaps": [4, 2, 0, 2, 2, 2],
            "swap_weeks": [2, 1, 0, 1, 2, 1],
            "swaps_late": [1, 0, 0, 0, 2, 0],
            "swaps_short": [0, 0, 1, 0, 0, 0],
            "fit_ppm": [2_000_000, 1_500_000, 500_000, 1_000_000, 1_000_000, 0],
            "best_ppm": [2_400_000, 2_000_000, 600_000, 1_000_000, 1_500_000, 500_000],
            "nothing": [0, 0, 1, 0, 0, 2],
            "ambiguity_ppm": [800_000, 600_000, 1_400_000, 900_000, 900_000, 1_400_000],
            "ambiguity_missed_ppm": [500_000, 0, 1_400_000, 500_000, 600_000, 1_400_000],
            "entropy_ppm": [1_000_000, 0, 2_000_000, 500_000, 500_000, 2_000_000],
            "ladder_ppm.L0": [1_000_000] * 6,
            "ladder_ppm.L1": [1_200_000, 1_400_000, 600_000, 1_000_000, 1_200_000, 600_000],
            "ladder_ppm.L2": [1_500_000, 1_700_000, 600_000, 1_000_000, 1_500_000, 900_000],
            "ladder_ppm.L3": [1_500_000, 1_600_000, 600_000, 1_300_000, 1_500_000, 1_000_000],
            "useful": [2, 2, 1, 2, 2, 1],
            "kept": [0, 1, 1, 1, 0, 0],
            "chance_ppm": [1_200_000, 1_400_000, 800_000, 1_000_000, 1_000_000, 600_000],
            "judge_ppm": [1_000_000, -500_000, -1_500_000, 500_000, 0, -1_000_000],
            "apply_ppm": [0, 1_000_000, -1_000_000, 500_000, 500_000, -2_000_000],
            "salary_by_chance": [4_500, 9_000, 0, 4_500, 4_500, 0],
            "salary_thresholds": [5_000, 9_000, 0, 4_000, 6_000, 0],
            "salary_hindsight": [6_000, 11_000, 0, 6_000, 6_000, 0],
        },
    )


def value(tables, name: str) -> float:
    """A measure over whole tables."""
    top, bottom = BOOK.measure(name).columns(tables)
    return float(top.mean() if bottom is None else top.sum() / bottom.sum())


BY_HAND = {
    "score": 34_500 / 6,
    "winners_money": 8_500,
    "spread": (8_500 + 8_000) / 2,
    "margin": 0,
    "ties": 1,
    "by_bonuses": 1 / 2,
    "by_compensations": 0,
    "unsettled": 1 / 2,
    "shared": 1 / 2,
    "match_rate": 5 / 12,
    "lift": (5 / 12 - 1 / 2) / (1 / 2),
    "found": 5 / 12,
    "compensated": 3 / 12,
    "flops": 2 / 12,
    "mutual_rate": 2 / 3,
    "other_rate": 3 / 9,
    "level_0": 1 / 2,
    "level_1": 6.0 / 12,
    "level_2": 7.2 / 12,
    "level_3": 7.5 / 12,
    "reading": 1.2 / 12,
    "weighing": 0.3 / 12,
    "doubt": 6 / 12,
    "ambiguity": 6.0 / 12,
    "ambiguity_missed": 4.4 / 7,
    "ambiguity_matched": 1.6 / 5,
    "concentration": 1.8 / 4,
    "crowded": 1 / 12,
    "empty": 3 / 12,
    "compensations": 3 / 2,
    "compensations_most": 3 / 2,
    "overflow": 1 / 2,
    "salaries": 19_000 / 6,
    "bonus_money": 22_500 / 6,
    "compensation_money": 1_500 / 6,
    "salary_share": 19_000 / 34_500,
    "bonus_share": 22_500 / 34_500,
    "compensation_share": 1_500 / 34_500,
    "all_money": 34_500 / 2,
    "salary_by_chance": 22_500 / 6,
    "salary_thresholds": 24_000 / 6,
    "salary_hindsight": 29_000 / 6,
    "regret": 10_000 / 6,
    "order_income": -3_500 / 6_500,
    "order_thresholds": 1_500 / 6_500,
    "salary_stake": 6_500 / 34_500,
    "believed": 6.0 / 12,
    "fit": 6.0 / 12,
    "best_fit": 8.0 / 12,
    "fit_left": 2.0 / 12,
    "nothing": 3 / 12,
    "swaps": 12 / 6,
    "swap_weeks": 7 / 12,
    "useful": 10 / 12,
    "kept": 3 / 10,
    "swaps_late": 3 / 12,
    "swaps_short": 1 / 12,
    "dry": 1 / 2,
    "skills_left": 45,
    "jobs_left": 115,
    "decoyed": 8 / 12,
    "wrong": 8 / 13,
    "others_money": 34_500 / 6,
    "decisions": 85,
    "all_swaps": 6,
}


@pytest.mark.parametrize(("name", "expected"), BY_HAND.items(), ids=list(BY_HAND))
def test_by_hand(name, expected, hand) -> None:
    assert value(hand, name) == pytest.approx(expected)


SKILL = [
    f"{skill}_{result}"
    for skill in ("judge", "apply")
    for result in ("bonuses", "matches", "score", "win_share")
]
NEIGHBOURS = [f"neighbour_{places}" for places in range(1, 6)]


def test_every_measure_is_done_by_hand() -> None:
    assert {*BY_HAND, *SKILL, *NEIGHBOURS} == {measure.id for measure in BOOK.measures}


def test_money_of_the_others(hand) -> None:
    top, _ = BOOK.measure("others_money").columns(hand)
    assert top.tolist() == [4_750, 4_750, 9_000, 4_000, 4_000, 8_000]


# ------------------------------------------------------------------------------------ correlations


def many(seed: int, count: int = 6_000, players: int = 4) -> Hand:
    """Games of players whose skill does something: money grows with judging, matches with applying."""
    rng = np.random.default_rng(seed)
    rows = count * players
    judge, apply = rng.standard_normal(rows), rng.standard_normal(rows)
    noise = rng.standard_normal((3, rows))
    plan = np.where(rng.random(rows) < 0.5, "reader", "solver")
    right = np.roll(judge.reshape(count, players), 1, axis=1).ravel()  # of the neighbour on the right
    seats = {
        "game": np.repeat(np.arange(count), players),
        "seat": np.tile(np.arange(players), count),
        "bot": plan,
        "judge_ppm": np.round(judge * 1e6).astype(int),
        "apply_ppm": np.round(apply * 1e6).astype(int),
        "score": np.round(20_000 + 3_000 * (plan == "solver") + 600 * judge + 5_000 * noise[0]),
        "matches": np.round(2 + 0.5 * apply + 0.3 * right + noise[1], 3),
        "bonuses": np.full(rows, 2),
        "win_share": (noise[2] > 0).astype(float),
    }
    games = {"game": list(range(count)), "players": [players] * count, "rounds": [4] * count}
    return Hand(games, seats)


def test_correlation_of_skill_with_money() -> None:
    """As known from how the games were made, and as a correlation worked out within each plan."""
    tables = many(1)
    planted = 600 / np.hypot(600, 5_000)
    assert value(tables, "judge_score") == pytest.approx(planted, abs=0.025)
    assert value(tables, "apply_score") == pytest.approx(0, abs=0.025)
    assert value(tables, "apply_matches") == pytest.approx(0.5 / np.sqrt(0.25 + 0.09 + 1), abs=0.025)
    seats = tables.seats
    by_plan = [np.corrcoef(mine["judge_ppm"], mine["score"])[0, 1] for _, mine in seats.groupby("bot")]
    assert value(tables, "judge_score") == pytest.approx(np.mean(by_plan), abs=0.005)


def test_a_difference_between_plans_is_no_skill() -> None:
    """Plans that earn more do not make their players' skill look like money."""
    tables = many(2)
    tables.seats["judge_ppm"] += 1_000_000 * (tables.seats["bot"] == "solver")
    raw = np.corrcoef(tables.seats["judge_ppm"], tables.seats["score"])[0, 1]
    assert raw > value(tables, "judge_score") + 0.05


def test_nothing_is_said_of_results_that_do_not_vary() -> None:
    tables = many(3, count=50)
    top, bottom = BOOK.measure("judge_bonuses").columns(tables)
    assert bottom.sum() == 0
    assert top.sum() == 0
    assert standard(tables.seats, tables.seats["bonuses"]).isna().all()


def test_skill_of_neighbours() -> None:
    """Planted in the neighbour on the right alone."""
    tables = many(4)
    assert value(tables, "neighbour_1") == pytest.approx(0.3 / np.sqrt(0.25 + 0.09 + 1), abs=0.025)
    assert value(tables, "neighbour_2") == pytest.approx(0, abs=0.025)
    assert value(tables, "neighbour_3") == pytest.approx(0, abs=0.025)
    for places in (4, 5):  # nobody sits there
        top, bottom = BOOK.measure(f"neighbour_{places}").columns(tables)
        assert (top.sum(), bottom.sum()) == (0, 0)


# --------------------------------------------------------------------------------------- over a small run


def test_every_measure_works_on_a_run(run) -> None:
    for measure in BOOK.measures:
        top, bottom = measure.columns(run)
        rows = len(run.games if measure.level == "game" else run.seats)
        assert len(top) == rows, measure.id
        if bottom is not None:
            assert len(bottom) == rows, measure.id
            assert (np.asarray(bottom, float) >= 0).all(), measure.id
        if measure.rate and bottom is not None:
            assert (np.asarray(top, float) <= np.asarray(bottom, float) + 1e-9).all(), measure.id


def test_parts_add_up(run) -> None:
    ends = ("match_rate", "compensated", "flops")
    assert sum(value(run, name) for name in ends) == pytest.approx(1)
    assert value(run, "match_rate") == pytest.approx(value(run, "found"))
    assert value(run, "score") == pytest.approx(
        sum(value(run, name) for name in ("salaries", "bonus_money", "compensation_money"))
    )
    shares = ("salary_share", "bonus_share", "compensation_share")
    assert sum(value(run, name) for name in shares) == pytest.approx(1)
    settled = ("by_bonuses", "by_compensations", "unsettled")
    assert sum(value(run, name) for name in settled) == pytest.approx(1)
    assert value(run, "empty") == pytest.approx(value(run, "flops"))
    assert value(run, "salary_hindsight") >= value(run, "salaries")


def test_levels_start_at_chance(run) -> None:
    players = int(run.games["players"].iloc[0])
    assert value(run, "level_0") == pytest.approx(1 / (players - 1), abs=1e-5)
    assert value(run, "reading") == pytest.approx(value(run, "level_2") - value(run, "level_1"))
    assert value(run, "weighing") == pytest.approx(value(run, "level_3") - value(run, "level_2"))


def test_curves_agree_with_measures(run) -> None:
    """Weeks, salary cards, places and tokens are four ways to count the same matches."""
    curves = run.curves[run.curves["kind"] == "all"]
    matches = run.seats["matches"].sum()
    for name in ("match_by_week", "salary_match", "match_by_offset", "match_by_tokens", "job_matched"):
        assert curves.loc[curves["curve"] == name, "top"].sum() == matches, name
    for name in ("strength_match", "weakness_match", "job_found"):
        assert curves.loc[curves["curve"] == name, "top"].sum() == matches, name
    mutual = curves[curves["curve"] == "mutual_by_offset"]
    assert mutual["top"].sum() == run.games["mutual_matches"].sum()


def test_match_rate_of_a_card_over_the_average(run) -> None:
    evidence = Evidence(run)
    over, own, usual = (
        evidence.contrast("job_over"),
        evidence.curve("job_matched"),
        evidence.estimate("match_rate"),
    )
    assert len(over) > 100
    for job, estimate in over.items():
        assert estimate.value == pytest.approx(own[job].value - usual.value)


def test_every_sentence_can_be_said(run) -> None:
    found, missing = all_findings(Evidence(run))
    assert missing == []
    assert not any("{" in one.text for one in found)
    assert {sentence.topic for sentence in BOOK.sentences} <= {one.topic for one in found}


def test_page_of_this_game(run) -> None:
    page = report_html(run)
    assert page.count('role="img"') > 15
    assert len(page) < 4_000_000

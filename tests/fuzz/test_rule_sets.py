"""Rule sets by chance, valid ones: whatever the numbers are, what must hold in a game holds.

A slice of the campaign in `tests/benchmarks/bench_fuzz.py`.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balance.games.employee_handbook import GAME
from balance.games.employee_handbook.state import LOG_MAX
from tests.conformance import conformance
from tests.frozen import frozen_folder
from tests.fuzz.invariants import check_rows, walk
from tests.fuzz.rule_sets import ByNumbers, fitted, rule_set, rule_sets
from tests.fuzz.targets import bots_of, jobs_of, play

GAMES_EACH = 100
DECISIONS_MAX = 400  # of games that are walked step by step
few = settings(
    max_examples=8, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


def test_rows_of_many_rule_sets(tmp_path) -> None:
    fits = 0
    for number in range(30):
        cards, times = fitted(rule_set(ByNumbers(np.random.default_rng([21, number]))), tmp_path)
        fits += times == 0
        tables, bots = GAME.tables(cards), bots_of(cards)
        check_rows(tables, *play(tables, bots, jobs_of(GAMES_EACH, len(bots))))
    assert 5 < fits < 30  # some as they came, some filled to what the records hold


def test_a_game_longer_than_its_log() -> None:
    """The log stays within its drawer; what it holds is told with the money there was; the end says so."""
    changes: list[tuple[str, Any]] = [
        ("company.required_draws", 100),
        ("company.second_player_cash", 5),
        ("readings.HA-03", "fixed"),
    ]
    changes += [(f"eras[{era}].copies.hazard", 0) for era in range(3)]
    cards = GAME.load(frozen_folder("employee_handbook"), changes)
    match = GAME.new(GAME.tables(cards), 1, 1, log=True)
    while GAME.decider(match) >= 0:
        GAME.apply(match, GAME.options(match)[0])
    assert match.state[0]["log_count"] > LOG_MAX
    lines = GAME.transcript(cards, match, ["", ""])
    assert lines[1] == "Company A starts with $8, Company B starts with $13"
    assert lines[-1].startswith(f"(the log holds {LOG_MAX} lines; ")


def test_a_building_that_acts_only_at_its_middle_level() -> None:
    """Turns with an activation are counted whatever the levels before and after can do."""
    levels = [{"cost": 0, "value": 1}, {"cost": 0, "value": 2, "pay": 3}, {"cost": 0, "value": 9}]
    cards = GAME.load(frozen_folder("employee_handbook"), [("buildings.factory.levels", levels)])
    tables, bots = GAME.tables(cards), bots_of(cards)
    games, seats = play(tables, bots, jobs_of(200, len(bots)))
    assert seats["activated"][:, :, 1].sum() > 0
    check_rows(tables, games, seats)


@few
@given(files=rule_sets(), seed=st.integers(0, 10**6))
def test_each_decision(files: dict[str, Any], seed: int) -> None:
    """Cards, money, options, score; bots see only what they may; plain Python plays the same; words."""
    with tempfile.TemporaryDirectory() as folder:
        cards, _ = fitted(files, Path(folder))
    tables, bots = GAME.tables(cards), bots_of(cards)
    games, seats = play(tables, bots, jobs_of(12, len(bots), seed))
    check_rows(tables, games, seats)
    if games["decisions"].max() > DECISIONS_MAX:
        return
    walk(cards, tables, np.random.default_rng(seed), seed)
    subject = conformance.Subject(GAME, cards, 2)
    conformance.bots_see_only_what_they_may(subject, seed)
    conformance.plain_python_plays_the_same(subject, seed)
    conformance.positions_survive_as_text(subject, seed)
    conformance.transcripts_can_be_replayed(subject, seed)

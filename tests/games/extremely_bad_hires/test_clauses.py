"""Every clause and every open point is named by a case or a test; and what no position can show.

A clause counts as tested when its id stands among the `rules` of a case, or in the docstring of a test
function of this folder or of tests/oracles/ebh.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from balance.chance import deal_key
from balance.errors import CardDataError
from balance.games.extremely_bad_hires import GAME
from balance.games.extremely_bad_hires.state import SWITCHES, Phase
from balance.games.interface import Match
from balance.simulation.places import card_folder
from tests.games.extremely_bad_hires.cases import BASE, load_cases
from tests.oracles.ebh import card_makers, duel
from tests.oracles.ebh.referee import Referee
from tests.oracles.ebh.things import READINGS

HERE = Path(__file__).parent
ORACLE = Path(duel.__file__).parent
ID = r"\b(?:EBH-\d+\.\d+|O-\d\d|V-\d\d|C-\d\d\d)\b"
WANTED = (HERE / "clauses.txt").read_text(encoding="utf-8").split()


def in_tests() -> set[str]:
    """Ids in the docstrings of test functions."""
    found: set[str] = set()
    for path in [*HERE.glob("test_*.py"), *ORACLE.glob("test_*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(re.findall(ID, ast.get_docstring(node) or ""))
    return found


NAMED = {rule for case in load_cases() for rule in case.rules} | in_tests()


@pytest.mark.parametrize("clause", WANTED)
def test_clause_is_named_by_a_test(clause: str) -> None:
    assert clause in NAMED


def test_no_test_names_a_clause_that_does_not_exist() -> None:
    listed = {*WANTED, *(HERE / "case_ids.txt").read_text(encoding="utf-8").split()}
    assert {name for name in NAMED if not name.startswith("V-")} - listed == set()
    assert len(WANTED) == len(set(WANTED)) == 244


def test_every_open_point_is_a_reading_of_the_shipped_cards() -> None:
    """EBH-1.1, EBH-1.4, O-01: what the reference leaves open is a question with a named reading."""
    cards = GAME.load(card_folder("extremely_bad_hires"))
    asked = {assumption.id for assumption in cards.assumptions}
    assert {point for point in WANTED if point.startswith("O-")} <= asked


def test_every_switch_has_a_case_or_a_duel_for_each_position() -> None:
    assert set(card_makers.POSITIONS) == set(SWITCHES) == set(READINGS)
    for switch, positions in SWITCHES.items():
        assert card_makers.POSITIONS[switch] == [position.name.lower() for position in positions]
        assert READINGS[switch] == card_makers.POSITIONS[switch][0]


@pytest.mark.parametrize("players", [1, 5])
def test_one_and_five_players_are_refused(players: int) -> None:
    """EBH-13.1, C-003."""
    assert players not in GAME.info.seats
    assert GAME.info.seats == (2, 3, 4)


def test_hires_have_no_text(tmp_path: Path) -> None:
    """O-03: the key is there, and must be empty."""
    for path in BASE.glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        (tmp_path / path.name).write_text(
            text.replace("t1: {name: t1,", "t1: {name: t1, abilities: [{draw: 1}],")
        )
    with pytest.raises(CardDataError, match=r"hires\.t1\.abilities"):
        GAME.load(tmp_path)


def test_a_random_discard_is_anybodys_card() -> None:
    """EBH-12.6, C-162: two of five, each with probability 2/5, and whatever else is in the deal."""
    from tests.oracles.ebh import luck

    cards = [("t1", 0), ("t2", 0), ("s1", 0), ("s2", 0), ("o1", 0)]
    deals = 4000
    gone = Counter(
        card for deal in range(deals) for card in luck.random_discard(deal_key(7, deal), 1, 0, cards, 2)
    )
    expected, spread = deals * 0.4, (deals * 0.4 * 0.6) ** 0.5
    assert all(abs(gone[card] - expected) < 5 * spread for card in cards)


def test_hidden_cards_stay_hidden(tmp_path: Path) -> None:
    """EBH-5.8, EBH-10.2, O-30: options do not depend on hidden cards; piles and marks are public."""
    cards = card_makers.card_set(3)
    tables = GAME.tables(GAME.load(card_makers.write(cards, tmp_path)), 3)
    match = GAME.new(tables, 1, 1)
    rng = np.random.default_rng(0)
    for _ in range(60):
        if GAME.decider(match) < 0:
            break
        options = GAME.options(match)
        for seat in range(3):
            other = GAME.permute_hidden(match, seat, rng)
            if seat == GAME.decider(match):
                assert GAME.options(other) == options
            for field in ("profit", "hand_size", "deck_size", "discard_size", "discard", "staff"):
                assert np.array_equal(other.state[0]["player"][field], match.state[0]["player"][field])
        GAME.apply(match, options[rng.integers(len(options))])


@pytest.mark.parametrize(
    ("frame", "why"),
    [({"max_rounds": 3}, "max_rounds"), ({"no_progress_rounds": 2}, "no_progress"), ({}, "frozen")],
)
def test_games_that_lead_nowhere_are_stopped(frame: dict[str, int], why: str, tmp_path: Path) -> None:
    """O-36: stalled, without a winner; both in the engine and in the referee."""
    cards = card_makers.card_set(0)
    cards["hires"] = {"only": {"name": "Only", "qualification": "technical"}}
    cards["decks"] = {"few": {"only": 1 if why == "frozen" else 40}}
    cards["seats"] = ["few"] * 4
    cards["readings"] = dict(READINGS)
    cards["jobs"] = {"big": {"name": "Big", "qualification": "occult", "required": 6, "profit": 1}}
    cards["job_deck"] = {"big": 2}
    cards["frame"] |= {"max_rounds": 30, "no_progress_rounds": 30, "target": 20} | frame
    tables = GAME.tables(GAME.load(card_makers.write(cards, tmp_path)), 2)
    data, key = card_makers.data(cards, 2), deal_key(0, 0)
    match = duel.Duel(GAME.kernels, tables, GAME.state_dtype, data, key, card_makers.QUALIFICATIONS)

    def nothing(words: dict[tuple[str, ...], int]) -> tuple[str, ...]:
        return next((w for w in words if w in {("done",), ("skip",), ("pass",)}), next(iter(words)))

    match.play(nothing)
    assert match.referee.g.stalled == why
    assert match.referee.g.winners == []
    assert int(match.state[0]["phase"]) == Phase.OVER
    shares, _ = GAME.result(Match(tables, match.state))
    assert shares == [0.0, 0.0]


def test_the_referee_knows_no_kernel() -> None:
    """It reads the layout of the records, and nothing of the rules that the engine is made of."""
    allowed = {"state", "record"}
    for path in ORACLE.glob("*.py"):
        if path.name in {"duel.py", "adapter.py"} or path.name.startswith("test_"):
            continue
        assert "balance.games" not in path.read_text(encoding="utf-8"), path.name
    text = (ORACLE / "adapter.py").read_text(encoding="utf-8")
    assert set(re.findall(r"balance\.games\.extremely_bad_hires\.(\w+)", text)) <= allowed
    assert Referee.__module__ == "tests.oracles.ebh.referee"

"""The game as text: positions can be written by hand, every event has words, transcripts name everything."""

from __future__ import annotations

import numpy as np
import pytest

from balance.errors import BalanceError
from balance.games.employee_handbook import GAME, words
from balance.games.employee_handbook.state import LOG, Event, Phase, Verb
from balance.games.employee_handbook.transcripts import WORDS, Telling
from tests.games.employee_handbook.cases import Table, data

FULL = """\
round 5, second turn, A to move: place
actions 0, owes 1, drawn 1, optional 2, pending $4
placing: H2
A: $7, W2 F2* L1, shields 0/1, hand 2I 1O, orders 0
A knows: ? H! P
B: $3, W1 S1x, shields 1/1, hand none, orders 1 (1 draw), exploded 1
B sees: P H
B knows: P H
B near: 4 5
deck: P7 H0 P3 W1
discard: 3P 1H
luck -123, gains 0 1, decisions 41, reshuffles 0, reorganizations 2, returns 0"""


def read(text: str) -> str:
    cards, tables = data()
    return GAME.state_text(cards, GAME.parse_state(cards, tables, text))


def test_a_position_is_read_back() -> None:
    assert read(FULL) == FULL


def test_lines_may_come_in_any_order_with_remarks() -> None:
    assert read("# from a bug report\n" + "\n".join(reversed(FULL.splitlines()))) == FULL


def test_what_is_left_out_is_as_at_the_start_of_a_turn() -> None:
    text = read("round 5, first turn, B to move: business\nA: $5, W1")
    assert "actions 2, owes 1, drawn 0, optional 2, pending $0" in text
    assert "A: $5, W1, shields 0/1, hand none, orders 0" in text


def test_names_and_letters() -> None:
    head = "round 5, first turn, B to move: business\n"
    for deck in ("deck: 2profit hazard", "deck: P P H", "deck: P0 P1 H0", "deck: 2P T(hazard)"):
        assert "deck: P0 P1 H0" in read(head + deck)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "needs a line"),
        ("A: $5", "needs a line"),
        ("round five", "expected: round 5"),
        ("round 5, first turn, A to move: sleeping", "sleeping"),
        ("round 5, first turn, A to move: draw\nhope 3", "hope"),
        ("round 5, first turn, A to move: draw\nA: $x", "A: \\$x"),
        ("round 5, first turn, A to move: draw\nA: Z1", "Z1"),
        ("round 5, first turn, A to move: draw\nA: W1, shields 0/2", "room for 1"),
        ("round 5, first turn, A to move: draw\ndeck: Q", "no card"),
        ("round 5, first turn, A to move: draw\ndeck: !", "not a card"),
        ("round 5, first turn, A to move: draw\nA near: 1 2 3 4 5 6", "at most"),
        ("round 5, first turn, A to move: draw\nA sees: 1 2 3 4 5 6 7 8 9", "at most"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, message: str) -> None:
    with pytest.raises(BalanceError, match=message):
        read(text)


@pytest.mark.parametrize("event", list(Event))
def test_every_event_has_words(event: Event) -> None:
    line = np.zeros(1, LOG)[0]
    line["event"], line["a"], line["b"], line["c"] = event, 1, 2, 1
    text = WORDS[event](Telling(data()[0], ["builder", "gambler"], [5, 6]), line)
    assert text.strip()
    assert "None" not in text


def test_every_option_has_words() -> None:
    """Each verb, in a position in which it is offered."""
    cards, tables = data((("readings.HA-39", "reorder"),))
    seen = set()
    board = "A: $50, W1 F1 L2 W1x, hand 1I\nA knows: P W\ndeck: 9P\nplacing: H\n"
    for phase in Phase:
        head = f"round 5, first turn, A to move: {phase.name.lower()}\n"
        match = GAME.parse_state(cards, tables, head + board + "ordering 1 of 2\nowes 0")
        for option in GAME.options(match):
            assert GAME.option_text(cards, match, option).strip()
            seen.add(Verb(option >> 8))
    assert seen == set(Verb)


def test_letters_are_the_shortest_that_differ() -> None:
    assert words.letters(("workshop", "factory")) == ("W", "F")
    assert words.letters(("lab", "lab2", "salvage", "store")) == ("Lab", "Lab2", "Sa", "St")


def test_money_in_a_transcript_adds_up() -> None:
    """What a company has at the end is what the last line with its money says."""
    cards, tables = data()
    rng = np.random.default_rng(5)
    match = GAME.new(tables, 1, 1, log=True)
    while GAME.decider(match) >= 0:
        options = GAME.options(match)
        GAME.apply(match, options[rng.integers(len(options))])
    lines = GAME.transcript(cards, match, ["one", "two"])
    assert lines[1] == "Company A (one) starts with $8, Company B (two) starts with $8"
    for seat, name in enumerate(("Company A (one)", "Company B (two)")):
        last = next(line for line in lines if line.startswith(f"{name}: ") and "points" in line)
        assert last.endswith(f"${match.state[0]['company'][seat]['cash']} left")
    assert sum("income" in line for line in lines) == 20


def test_a_full_log_says_so() -> None:
    cards, _ = data()
    table = Table("A: $0, W1")
    table.match.state[0]["log_on"] = 1
    table.match.state[0]["log_count"] = len(table.match.state[0]["log"]) + 3
    table.match.state[0]["log"]["event"] = Event.END_BUSINESS
    assert "3 more are lost" in GAME.transcript(cards, table.match, ["", ""])[-1]

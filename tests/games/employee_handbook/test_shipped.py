"""What must hold for the files in `card_data/employee_handbook/`, whatever a designer has made of them.

They are valid, every number has a source, every reading of an open point works. That each bot beats chance is
in `test_bots.py`. No number of the files is named here: those that tests rely on are in the frozen copy
(`tests/frozen.py`).
"""

from __future__ import annotations

import numpy as np
import pytest

from balance.cards import read_yaml
from balance.cards.paths import leaves
from balance.games.employee_handbook import GAME
from balance.simulation.places import card_folder

SHIPPED = card_folder("employee_handbook")
CLAUSES = {f"HB-{n}" for n in range(1, 75)} | {f"D-{n}" for n in range(1, 12)} | {"T0"}


@pytest.fixture(scope="module")
def cards():
    return GAME.load(SHIPPED)


def test_they_are_valid(cards) -> None:
    assert GAME.tables(cards).dtype == GAME.tables_dtype
    assert GAME.labels(cards)
    assert "random" in cards.bots
    for name in cards.bots:
        assert GAME.bot(cards, name).dtype == GAME.bot_dtype


def test_every_number_has_a_known_source(cards) -> None:
    known = CLAUSES | set(cards.data["readings"])
    numbers = [
        path
        for section in cards.data
        if section not in ("readings", "base", "bots", "ranges")
        for path, value in leaves(cards.data[section])
        if isinstance(value, (int, float))
    ]
    assert len(cards.provenance) == len(numbers)
    for item in cards.provenance:
        assert item.source in known, item
        assert item.kind == ("rule book" if item.source[:2] in ("HB", "D-") else "assumed")
        assert cards.value(item.path) == item.value


def test_every_open_question_is_one(cards) -> None:
    assert cards.assumptions
    for item in cards.assumptions:
        assert item.question.endswith("?")
        assert item.text


def alternatives() -> list[tuple[str, str]]:
    data = read_yaml(SHIPPED / "readings.yaml").data["readings"]
    return [(name, c) for name, q in data.items() for c in q["choices"] if c != q["reading"]]


@pytest.mark.parametrize(("name", "reading"), alternatives())
def test_every_reading_works(cards, name, reading) -> None:
    """It can be chosen, and a game by it comes to its end."""
    other = GAME.load(SHIPPED, [(f"readings.{name}", reading)])
    assert other.assumption(name).reading == reading
    assert other.hash != cards.hash
    rng = np.random.default_rng(1)
    match = GAME.new(GAME.tables(other), 1, 1)
    while GAME.decider(match) >= 0:
        options = GAME.options(match)
        GAME.apply(match, options[rng.integers(len(options))])
    assert sum(GAME.result(match)[0]) == 1

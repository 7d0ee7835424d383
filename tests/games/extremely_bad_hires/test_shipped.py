"""What must hold for the files in `card_data/extremely_bad_hires/`, whatever a designer has made of them."""

from __future__ import annotations

import numpy as np
import pytest

from balance.cards import read_yaml
from balance.games.extremely_bad_hires import GAME
from balance.simulation.places import card_folder
from tests.games.extremely_bad_hires.test_bots import PLANS, games

SHIPPED = card_folder("extremely_bad_hires")
QUESTIONS = read_yaml(SHIPPED / "readings.yaml").data["readings"]
ALTERNATIVES = [(name, c) for name, q in QUESTIONS.items() for c in q["choices"] if c != q["reading"]]


@pytest.fixture(scope="module")
def cards():
    return GAME.load(SHIPPED)


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_they_are_valid(cards, seats: int) -> None:
    assert GAME.tables(cards, seats).dtype == GAME.tables_dtype
    assert GAME.labels(cards)
    for name in cards.bots:
        assert GAME.bot(cards, name).dtype == GAME.bot_dtype


def test_every_open_point_is_a_question(cards) -> None:
    known = {item.id for item in cards.assumptions}
    assert {f"O-{n:02d}" for n in range(1, 45)} <= known
    for item in cards.assumptions:
        assert item.question.endswith("?")
        assert item.text


@pytest.mark.parametrize(("name", "choice"), ALTERNATIVES)
def test_every_other_reading_loads_and_sets_something(cards, name: str, choice: str) -> None:
    other = GAME.load(SHIPPED, [(f"readings.{name}", choice)])
    assert next(item for item in other.assumptions if item.id == name).reading == choice
    assert GAME.tables(other, 2).tobytes() != GAME.tables(cards, 2).tobytes()


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_games_of_the_plans_end(seats: int) -> None:
    """Stalls below one game in a hundred: a designer's set that freezes should be noticed here."""
    seating = np.random.default_rng(seats).integers(0, len(PLANS), (10, seats))
    rows, _ = games(PLANS, seating, 60)
    assert (rows["stalled"] > 0).mean() < 0.01
    assert (rows["rounds"] > 1).all()

"""The open points of the rule book as they are shipped: all there, none without a switch that it needs."""

from __future__ import annotations

import pytest

from balance.games.hire_or_fire.cards import SWITCHES, load
from balance.simulation.places import card_folder

CARDS = load(card_folder("hire_or_fire"))
READINGS = CARDS.model.readings


def test_every_open_point_is_a_question() -> None:
    assert list(READINGS) == [f"HG-{number:02}" for number in range(1, 21)]


@pytest.mark.parametrize("name", list(READINGS))
def test_a_question_asks_and_each_reading_answers(name) -> None:
    question = READINGS[name]
    assert question.question.endswith("?")
    assert question.reading in question.choices
    for choice in question.choices.values():
        assert choice.text.endswith(".")
    texts = [choice.text for choice in question.choices.values()]
    assert len(set(texts)) == len(texts)


def test_readings_that_can_be_chosen_are_positions_of_a_switch() -> None:
    for question in READINGS.values():
        if len(question.choices) > 1:
            assert list(question.choices) == SWITCHES[question.switch]
        else:
            assert question.switch is None
    assert {q.switch for q in READINGS.values() if q.switch} == set(SWITCHES)


def test_the_reading_in_use_is_the_first_position() -> None:
    """So that a record of zeros is the game as it is shipped."""
    for question in READINGS.values():
        if question.switch:
            assert question.reading == SWITCHES[question.switch][0]


def test_an_assumption_names_its_alternatives() -> None:
    found = {a.id: (a.impact, a.reading, [other.name for other in a.alternatives]) for a in CARDS.assumptions}
    assert found["HG-03"] == ("H", "two_cards", ["one_card"])
    assert found["HG-16"] == ("L", "shared", [])

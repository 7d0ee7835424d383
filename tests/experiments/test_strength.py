"""How far the plans can be beaten: searched, stored, read again, told apart from what has changed."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from balance.errors import RunError
from balance.experiments import strengths
from balance.experiments.ladders import BEST_RESPONSE
from balance.experiments.strengths import FILE, read, strength, verify
from balance.experiments.tuning import load
from balance.reports import strength as section_of
from balance.statistics import Estimate

GAME = "employee_handbook"
LITTLE = {"budget": 0.01, "seed": 5}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strengths, "DEALS", 100)
    monkeypatch.setattr(strengths, "HABIT_DEALS", 40)


@pytest.fixture
def stored(folder, small):
    """What was measured, with its files written."""
    del small
    before = (folder / "bots.yaml").read_text()
    found = strength(GAME, **LITTLE)
    assert (folder / "bots.yaml").read_text().startswith(before)
    return found


def test_the_best_response_beats_the_poor_plan_and_is_a_bot_like_any_other(folder, stored) -> None:
    assert stored.start == "good"
    assert stored.against["poor"].low > 0.5
    low, high = sorted(estimate.value for estimate in stored.against.values())
    assert low < stored.mean.value < high
    _, cards = load(GAME)
    assert BEST_RESPONSE in cards.bots
    assert cards.model.bots[BEST_RESPONSE].character is None
    assert read(folder / FILE) == stored


def test_habits_name_what_it_does_otherwise(stored) -> None:
    habits = {(habit.family, habit.card): habit for habit in stored.habits}
    assert any(family == "bought" for family, _ in habits)
    for habit in habits.values():
        assert habit.best - habit.field == pytest.approx(habit.difference.value, abs=1e-5)
        assert not habit.difference.contains(0)


def test_the_ladder_has_the_best_response_on_top(stored) -> None:
    top = {rung.below for rung in stored.ladder.rungs if rung.bot == BEST_RESPONSE}
    assert top == {"poor", "good"}


def test_again_it_begins_with_what_was_found(folder, stored) -> None:
    del stored
    text = (folder / "bots.yaml").read_text()
    again = strength(GAME, **LITTLE)
    assert again.start in (BEST_RESPONSE, "good")
    assert (folder / "bots.yaml").read_text().count("best_response:") == text.count("best_response:") == 1


def test_whoever_doubts_can_play_it_again(folder, stored) -> None:
    assert verify(GAME, jobs=1) == stored
    path = folder / FILE
    data = json.loads(path.read_text())
    data["mean"]["value"] += 0.01
    path.write_text(json.dumps(data))
    with pytest.raises(RunError, match="give other figures"):
        verify(GAME)


@pytest.mark.parametrize(
    ("override", "said"),
    [
        (("company.actions", 3), "the card data"),
        (("bots.poor.weights.caution", 0.75), "the bot poor"),
        (("bots.best_response.weights.caution", 1.5), "the bot best_response"),
        (("bots.random.about", "other words"), None),
    ],
)
def test_says_what_has_changed(folder, stored, override, said) -> None:
    game, _ = load(GAME)
    cards = game.load(folder, [override])
    assert stored.changed(game, cards) == ([said] if said else [])


@pytest.mark.usefixtures("small")
def test_nothing_stored_and_something_damaged(folder) -> None:
    assert read(folder / FILE) is None
    with pytest.raises(RunError, match="balance strength employee_handbook"):
        verify(GAME)
    for text in ("{", "{}", '{"ladder": 3}', "[]"):
        (folder / FILE).write_text(text)
        with pytest.raises(RunError, match=FILE):
            read(folder / FILE)


# ------------------------------------------------------------------------------------- in the report


class Evidence:
    """As much of it as the section asks for."""

    even = 0.5
    plans = ("poor", "good")

    def __init__(self, overrides=()) -> None:
        game, cards = load(GAME)
        self.run = SimpleNamespace(game=game, cards=game.load(cards.folder, overrides))
        self.manifest = {"run": {"game": GAME}}
        self.seats_at_table = 2
        self.families = {family.id: family for family in game.book.families}

    def card_name(self, card: str) -> str:
        return card.title()


@pytest.mark.usefixtures("folder")
def test_without_a_measurement_there_is_no_section() -> None:
    assert section_of.section(Evidence()) is None


@pytest.mark.usefixtures("stored")
def test_the_section_says_what_was_measured() -> None:
    section = section_of.section(Evidence())
    text = " ".join(section.intro)
    assert "Measured on other values" not in text
    assert "What it does otherwise" in text
    labels = [row[0].text for row in section.figures[0].table.rows]
    assert labels == ["all plans", "poor", "good"]
    assert len(section.figures[1].table.rows) == 5


@pytest.mark.usefixtures("stored")
def test_the_section_says_when_something_has_changed() -> None:
    section = section_of.section(Evidence([("company.actions", 3)]))
    assert section.intro[0] == (
        "Measured on other values than this run's; different now: the card data."
        " To measure again: balance strength employee_handbook."
    )


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.50, 0.54, "near the best"),
        (0.72, 0.75, "hang on weak play"),
        (0.60, 0.65, "may change with it"),
        (0.53, 0.58, "cannot tell"),
        (0.68, 0.72, "cannot tell"),
    ],
)
def test_the_verdict_keeps_to_the_interval(low: float, high: float, said: str) -> None:
    mean = Estimate((low + high) / 2, low, high, 0.95, 100, 100, 0.01, "")
    assert said in section_of._verdict(SimpleNamespace(mean=mean))

"""Ranges and characters as a designer writes them, and what a search writes back."""

from __future__ import annotations

import re

import pytest

from balance.errors import CardDataError, RunError
from balance.experiments import space as spaces
from balance.experiments.bots_file import BotsFile, rewritten
from balance.experiments.tuning import load

FILE = r"card_data/employee_handbook/bots.yaml"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "caution: [0, 3]",
            "caution: [3, 0]",
            r":28:22: ranges.weights.caution: found .*, allowed: two numbers, the lower first",
        ),
        ("caution: [0, 3]", "caution: [3]", r":28:22: .*found .*, allowed: two numbers, the lower first"),
        (
            "caution: [0, 3]",
            "cauton: [0, 3]",
            r":28:13: ranges.weights.cauton: no such weight.*did you mean caution\?",
        ),
        (
            "taste: {workshop: [-4, 5]}",
            "taste: {workshops: [-4, 5]}",
            r"no such building.*did you mean workshop\?",
        ),
        ("character: {}", "character: {tastes: {}}", r"unknown key.*did you mean taste\?"),
        ("caution: [0.25, 1]", "caution: [low, 1]", r"character.weights.caution.*found .*low"),
        (
            "caution: [0.25, 1]",
            "caution: [0.75, 1]",
            r"poor.weights.caution: found 0.5, allowed: 0.75 to 1, its character \(bots.poor.char.*:38:36\)",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(folder, old: str, new: str, said: str) -> None:
    path = folder / "bots.yaml"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(CardDataError) as caught:
        load("employee_handbook")
    assert str(caught.value).startswith(FILE)
    assert re.search(said, str(caught.value)), str(caught.value)


@pytest.mark.usefixtures("folder")
def test_a_space_is_the_ranges_with_the_character_in_their_place() -> None:
    _, cards = load("employee_handbook")
    assert spaces.plans(cards) == ["poor", "good"]
    free, own = spaces.space_of(cards, None), spaces.space_of(cards, "poor")
    assert free.keys == own.keys == (("weights", "caution"), ("weights", "foresight"), ("taste", "workshop"))
    assert free.low.tolist() == [0, 0, -4]
    assert own.low.tolist() == [0.25, 0, -4]
    assert own.high.tolist() == [1, 2, 5]
    assert spaces.numbers_of(cards, "poor", own) == {
        "weights": {"caution": 0.5, "foresight": 0},
        "taste": {"workshop": -2},
    }
    with pytest.raises(CardDataError, match=r'"god" is no bot with a character.*did you mean good\?'):
        spaces.space_of(cards, "god")


def test_without_ranges_nothing_can_be_searched(folder) -> None:
    path = folder / "bots.yaml"
    path.write_text(re.sub(r"ranges:\n.*\n.*\n", "", path.read_text()))
    _, cards = load("employee_handbook")
    with pytest.raises(CardDataError, match="no `ranges`"):
        spaces.space_of(cards, None)


def test_only_the_numbers_change(folder) -> None:
    text = (folder / "bots.yaml").read_text()
    after = rewritten(text, {"poor": {"weights": {"foresight": 1.25}, "taste": {"workshop": 3.0}}})
    changed = [(a, b) for a, b in zip(text.splitlines(), after.splitlines(), strict=True) if a != b]
    assert changed == [
        (
            "    weights: {foresight: 0} # no eye for what will come",
            "    weights: {foresight: 1.25} # no eye for what will come",
        ),
        (
            "    taste: {workshop: -2, factory: -9, lab: -9, containment: -9, salvage: -9}",
            "    taste: {workshop: 3, factory: -9, lab: -9, containment: -9, salvage: -9}",
        ),
    ]
    assert rewritten(text, {}) == text


def test_a_new_bot_is_added_at_the_end(folder) -> None:
    game, cards = load("employee_handbook")
    file = BotsFile(cards)
    text = rewritten(file.before, {"new": {"weights": {"caution": 2.0}}}, {"new": "added"})
    assert text.startswith(file.before)
    after = file.write(game, cards, text)
    assert after.bots["new"] == "added"
    assert game.bot(after, "new")["caution"] == 2
    assert (folder / "bots.yaml").read_text() == text


def test_what_is_not_valid_is_not_written(folder) -> None:
    game, cards = load("employee_handbook")
    file = BotsFile(cards)
    with pytest.raises(CardDataError, match="its character"):
        file.write(game, cards, rewritten(file.before, {"poor": {"weights": {"caution": 2.0}}}))
    assert (folder / "bots.yaml").read_text() == file.before


def test_a_file_changed_meanwhile_is_left(folder) -> None:
    game, cards = load("employee_handbook")
    file = BotsFile(cards)
    text = rewritten(file.before, {"good": {"weights": {"caution": 2.0}}})
    mine = file.before + "# mine\n"
    (folder / "bots.yaml").write_text(mine)
    with pytest.raises(RunError, match="changed while the search ran"):
        file.write(game, cards, text)
    assert (folder / "bots.yaml").read_text() == mine

"""Tuning real plans with tiny budgets: repeatable, within bounds, whole or not at all."""

from __future__ import annotations

import re

import pytest

from balance.errors import CardDataError
from balance.experiments import tune
from balance.experiments import tuning as module
from balance.experiments.arena import Arena
from balance.experiments.tuning import load
from balance.experiments.voice import SearchQuiet

GAME = "employee_handbook"
LITTLE = {"budget": 0.006, "rounds": 1, "seed": 5}


def bots(folder) -> str:
    return (folder / "bots.yaml").read_text()


@pytest.fixture
def tuned(folder) -> str:
    """The bots file after tuning the poor plan."""
    before = bots(folder)
    done = tune(GAME, only=["poor"], jobs=2, **LITTLE)
    assert done.changed
    assert [step.kept for step in done.steps] == [True]
    assert done.steps[0].found.gain.low > 0
    assert bots(folder) != before
    return bots(folder)


def test_a_poor_plan_gets_better_within_its_character(tuned: str) -> None:
    _, cards = load(GAME)  # and so the loader, which checks the character, takes the file
    poor = cards.model.bots["poor"]
    assert 0.25 <= poor.weights["caution"] <= 1
    assert poor.weights["foresight"] > 0
    assert poor.taste["factory"] == -9  # no range: not searched
    assert "Buys little." in tuned


@pytest.mark.usefixtures("tuned")
def test_nothing_is_left_of_a_search_that_ended_well() -> None:
    assert not list(module.places.runs_folder().rglob("*.json"))


def test_comments_stay(tuned: str) -> None:
    for comment in (
        "# what stands above",
        "# beside a weight",
        "# a plan with much to learn",
        "# no eye for what will come",
    ):
        assert comment in tuned


def test_the_same_seed_gives_the_same_bytes_with_other_jobs(folder, tuned: str) -> None:
    from tests.experiments.conftest import BOTS

    (folder / "bots.yaml").write_text(BOTS)
    tune(GAME, only=["poor"], jobs=1, **LITTLE)
    assert bots(folder) == tuned


@pytest.mark.parametrize("after", [1, 6])
def test_interrupted_the_file_stays_and_going_on_gives_the_same(
    folder, tuned: str, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    from tests.experiments.conftest import BOTS

    (folder / "bots.yaml").write_text(BOTS)
    play, calls = Arena.play, []

    def stops(self, *args):
        calls.append(args)
        if len(calls) > after:
            raise KeyboardInterrupt
        return play(self, *args)

    with monkeypatch.context() as patch:
        patch.setattr(Arena, "play", stops)
        with pytest.raises(KeyboardInterrupt, match=r"measured is kept in .*; the same command goes on"):
            tune(GAME, only=["poor"], **LITTLE)
    assert bots(folder) == BOTS
    tune(GAME, only=["poor"], **LITTLE)
    assert bots(folder) == tuned


def test_what_is_not_better_beyond_doubt_is_not_kept(folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the search proposes, it loses on the deals that judge it."""
    before = bots(folder)
    play = Arena.play

    def turned(self, candidates, field, first, last):
        results = play(self, candidates, field, first, last)
        if len(candidates) == 2:  # the start, and the one chosen
            results.share[1] = 0
        return results

    monkeypatch.setattr(Arena, "play", turned)
    done = tune(GAME, only=["poor"], **LITTLE)
    assert [step.kept for step in done.steps] == [False]
    assert not done.changed
    assert bots(folder) == before


def test_fresh_begins_in_the_middle_of_the_character_whatever_the_file_says(folder) -> None:
    tune(GAME, only=["poor"], fresh=True, **LITTLE)
    first = bots(folder)
    changed = re.sub(r"{foresight: [\d.]+", "{foresight: 0.77", first)
    assert changed != first
    (folder / "bots.yaml").write_text(changed)
    done = tune(GAME, only=["poor"], fresh=True, **LITTLE)
    assert done.changed
    assert re.sub(" +", " ", bots(folder)) == re.sub(" +", " ", first)  # a comment may move along its line


@pytest.mark.usefixtures("folder")
def test_every_plan_has_its_turn_in_every_round() -> None:
    steps = []

    class Voice(SearchQuiet):
        def say(self, text: str) -> None:
            steps.append(text.split(":", maxsplit=1)[0])

    tune(GAME, budget=0.01, rounds=2, seed=5, voice=Voice())
    assert steps == ["round 1, poor", "round 1, good", "round 2, poor", "round 2, good"]


def test_one_plan_has_nobody_to_play(folder) -> None:
    (folder / "bots.yaml").write_text(bots(folder).replace("    character: {}\n", ""))
    with pytest.raises(CardDataError, match="two bots with a `character`"):
        tune(GAME, **LITTLE)


@pytest.mark.usefixtures("folder")
def test_a_mistyped_bot_gets_the_nearest() -> None:
    with pytest.raises(CardDataError, match=r"did you mean poor\?"):
        tune(GAME, only=["pooor"], **LITTLE)

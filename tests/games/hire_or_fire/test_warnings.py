"""What a designer is told of a card set before it is played: each warning where it is due, not elsewhere."""

from __future__ import annotations

import re

import pytest

from balance.games.hire_or_fire import GAME
from balance.games.hire_or_fire.cards import load
from balance.games.hire_or_fire.warnings import card_set_warnings
from balance.simulation.places import card_folder
from tests.games.hire_or_fire.conftest import SMALL


def said(*overrides, seats: int = 4) -> list[str]:
    return card_set_warnings(load(SMALL, overrides), seats)


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_nothing_is_said_of_a_sound_set(seats) -> None:
    assert said(seats=seats) == []
    assert GAME.warnings(GAME.load(card_folder(GAME.info.id)), seats) == []


# ------------------------------------------------------------------------------------ money, readings


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        (
            [("frame.salaries", [2000, 2000])],
            "All salary cards are worth $2,000: which one is played decides nothing.",
        ),
        (
            [("frame.salaries", [1000, 2000, 2000]), ("frame.weeks", 2)],
            "2 salary cards of a kit are worth the same, $2,000.",
        ),
        (
            [("frame.salaries", [1000, 2000, 4000])],
            "A kit has 3 salary cards for 2 weeks: what is below $2,000 need never be played.",
        ),
        (
            [("frame.compensation", 1000)],
            "A compensation ($1,000) is no less than the lowest salary ($1,000): missing can pay as well as",
        ),
        ([("frame.bonus", 0)], "The bonus is $0: nobody gains anything by finding the own applicant."),
        (
            [("frame.bonus", 500)],
            "A compensation ($500) is no less than the bonus ($500): misleading others pays as well",
        ),
        (
            [("readings.HG-14", "leaks"), ("frame.leak_chance", 0)],
            "HG-14 has players talk, and frame.leak_chance is 0: no folder is ever given away.",
        ),
        (
            [("readings.HG-03", "one_card"), ("readings.HG-04", "whole_card")],
            "HG-04 whole_card changes nothing where one card fills both spaces (HG-03 one_card).",
        ),
        (
            [("readings.HG-04", "whole_card"), ("model.other_half", 0)],
            "HG-04 whole_card changes nothing while model.other_half is 0.",
        ),
        (
            [("readings.HG-18", "repeat")],
            "HG-18 repeat changes nothing: with 4 players tokens would come home in week 4, and the game has",
        ),
    ],
)
def test_money_and_readings(overrides, expected) -> None:
    assert [text for text in said(*overrides) if text.startswith(expected)]


@pytest.mark.parametrize(
    "overrides",
    [
        [("frame.compensation", 999)],
        [("frame.salaries", [500, 2000]), ("frame.compensation", 400)],
        [("readings.HG-14", "leaks")],
        [("frame.leak_chance", 0)],
        [("readings.HG-04", "whole_card")],
        [("readings.HG-03", "one_card")],
    ],
)
def test_nothing_is_said_where_it_makes_a_difference(overrides) -> None:
    assert said(*overrides) == []


def test_tokens_that_come_home_in_time() -> None:
    weeks = [("frame.weeks", 4), ("frame.salaries", [1000, 2000, 3000, 4000]), ("readings.HG-18", "repeat")]
    cards = [("frame.hand_jobs", 2), ("frame.hand_skills", 2)]
    more = [(f"jobs.extra_{n}", job(numbers=1, water=2)) for n in range(18)]
    more += [(f"skills.extra_{n}", skill(water=2)) for n in range(18)]
    home = [
        [text for text in said(*weeks, *cards, *more, seats=seats) if "come home" in text] for seats in (4, 5)
    ]
    assert home[0] == []
    assert len(home[1]) == 1


# ------------------------------------------------------------------------------------------- the model


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        (
            [(f"model.weights.{part}", 0) for part in ("job", "strength", "weakness")],
            "All weights of the model are 0: folders differ by chance only.",
        ),
        ([("model.noise.private", 0)], "The private noise is 0: all players see the same in every folder."),
        (
            [("model.salary.slope.4", [0, 0])],
            "All folders seem equally likely to match (model.salary): thresholds part no salary cards.",
        ),
        (
            [("model.salary.appeal_sd.4", [0, 0])],
            "All folders seem equally likely to match (model.salary): thresholds part no salary cards.",
        ),
        (
            [("model.crowd_of", 30)],
            "model.crowd_of is 30, and a job has 29 others: all of them count.",
        ),
    ],
)
def test_the_model(overrides, expected) -> None:
    assert expected in said(*overrides)


def test_chances_of_other_numbers_of_players_do_not_matter() -> None:
    assert said(("model.salary.slope.5", [0, 0])) == []
    assert said(("model.crowd_of", 29)) == []


# ----------------------------------------------------------------------------------------------- cards


def job(title: str = "Extra", **tags) -> dict:
    return {"title": title, "tags": tags}


def skill(text: str = "is extra", **tags) -> dict:
    return {"strength": {"text": text, "tags": tags}, "weakness": {"text": f"{text}, again", "tags": tags}}


QUIET = [("quotas.jobs_per_trait", [0, 99]), ("quotas.strengths_per_trait", [0, 99])]
QUIET += [("quotas.weaknesses_per_trait", [0, 99]), ("model.noise.shared", 0)]
NEW = ("traits.sand", {"about": "deserts"})


def test_traits_that_ask_and_answer() -> None:
    assert said(NEW, *QUIET) == ["No card has the trait sand."]
    asks = ("jobs.dune_sweeper", job("Dune Sweeper", sand=3, nerve=1))
    easy = ("model.nothing_below", 0)
    assert said(NEW, asks, easy, *QUIET) == ["No skill card has the trait sand of jobs."]
    answers = ("skills.digs", skill("digs", sand=3, nerve=2))
    assert said(NEW, answers, *QUIET) == ["No job has the trait sand of skill cards: it answers no offer."]
    assert said(NEW, asks, answers, easy, *QUIET) == []


def test_a_job_that_nothing_fits() -> None:
    asks = ("jobs.dune_sweeper", job("Dune Sweeper", sand=3))
    nothing = "Nothing fits Dune Sweeper: no other card has its traits, or related ones."
    assert nothing in said(NEW, asks, *QUIET)
    hardly = (
        "Hardly any hand fits Dune Sweeper: the best that can be expected is below model.nothing_below (0.6)."
    )
    found = said(NEW, asks, ("relatedness.sand-water", 0.3), *QUIET)
    assert nothing not in found
    assert hardly in found
    assert not [text for text in said(NEW, asks, ("relatedness.sand-water", 0.8), *QUIET) if "fits" in text]


def test_quotas() -> None:
    found = said(
        ("quotas.jobs_per_trait", [10, 13]),
        ("quotas.strengths_per_trait", [8, 20]),
        ("quotas.weaknesses_per_trait", [1, 10]),
        ("quotas.tags_per_job", [2, 3]),
        ("quotas.tags_per_side", [1, 1]),
        ("quotas.weight", [1, 2]),
    )
    assert found[0] == "Fewer than 10 jobs with the trait animals (8), water (8)."
    assert found[1] == "More than 13 jobs with the trait nerve (14)."
    assert found[2] == "Jobs with fewer than 2 or more than 3 tags: tax_reader, town_crier, bomb_sitter."
    assert found[3].startswith("Jobs with a tag below 1 or above 2: otter_nurse, goat_counter, horse_dentist")
    assert found[4].startswith("Fewer than 8 strengths with the trait animals (")
    assert found[5].startswith("Strengths with fewer than 1 or more than 1 tags: calms_cats, whistles_birds,")
    assert found[-2].startswith("Weaknesses with fewer than 1 or more than 1 tags: calms_cats, ")
    assert found[-1].startswith(
        "Weaknesses with a tag below 1 or above 2: counts_all, sings_loud, drives_all"
    )


def test_cards_that_are_hardly_to_be_told_apart() -> None:
    same = [("jobs.otter_doctor", job("Otter Doctor", animals=3, water=2))]
    same += [("skills.otter_smell", skill("smells like an otter", water=2, animals=1))]
    found = said(*same, ("lint.duplicate_side", 0.9999))
    assert (
        found[0] == "Jobs that are hardly to be told apart by their tags: Otter Nurse / Otter Doctor (1.00)."
    )
    texts = {text.split(" ")[0]: text for text in found[1:]}
    assert set(texts) == {"Strengths", "Weaknesses"}
    assert "smells of fish / smells like an otter, again (1.00)" in texts["Weaknesses"]
    assert said(*same, ("lint.duplicate", 1), ("lint.duplicate_side", 1)) == []


def test_only_the_nearest_pairs_are_shown() -> None:
    (found,) = said(("lint.duplicate", 0.9))
    assert found.count(" / ") == 5
    assert re.search(r"\) and [0-9]+ more\.$", found)
    values = [float(part.split(")")[0]) for part in found.split("(")[1:]]
    assert values == sorted(values, reverse=True)


def test_cards_that_say_the_same() -> None:
    again = ("jobs.second_crier", job("town crier", stage=1, water=3))
    assert said(again) == ["Two jobs say the same: town crier."]
    text = ("skills.walks_dogs.strength.text", "Calms any cat")
    assert said(text) == ["Two strengths say the same: Calms any cat."]
    text = ("skills.walks_dogs.weakness.text", "glows")
    assert said(text) == ["Two weaknesses say the same: glows."]


def test_a_weakness_that_is_of_no_use() -> None:
    spin = ("skills.lies_well.weakness.spin", 0)
    assert said(spin) == ["The weakness of lies_well (spin 0) fits no offer at all."]
    assert said(spin, ("model.weights.weakness", 0)) == []

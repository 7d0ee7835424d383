"""What a designer is told of a card set before it is played: each warning where it is due, not elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.games.extremely_bad_hires.cards import load
from balance.games.extremely_bad_hires.warnings import card_set_warnings

SMALL = Path(__file__).parent / "cards" / "small"
JOB = {
    "name": "X Job",
    "qualification": "baking",
    "required": 1,
    "profit": 1,
    "qualified": {},
    "unqualified": {},
}
HIRES = {"crumb_counter": 4, "tap_whisperer": 4}
PLAYED = {"wet_floor": 1, "long_form": 1, "toll": 1, "relapse": 1, "walkout": 1}
FIXES = {"tea": 1, "amnesty": 1, "errand": 1, "market": 1, "umbrella": 1, "course": 1, "gossip": 1}


def said(*overrides, seats: int = 2) -> list[str]:
    return card_set_warnings(load(SMALL, overrides), seats)


def job(**changes) -> list:
    return [("jobs.x", {**JOB, **changes}), ("job_deck.x", 1)]


def fix(**card) -> list:
    return [("fixes.x", {"name": "X Fix", "effects": [{"draw": 1}], **card}), ("decks.plain.cards.x", 1)]


def mayhem(**card) -> list:
    return [("mayhem.x", {"name": "X Mayhem", "effects": [{"draw": 1}], **card}), ("decks.plain.cards.x", 1)]


def test_nothing_is_said_of_a_sound_set() -> None:
    for seats in (2, 3, 4):
        assert said(seats=seats) == []


# ----------------------------------------------------------------------------------------------- Jobs


@pytest.mark.parametrize(
    "changes",
    [
        {"required": 7},
        {"required": 3, "crew": {"max": 2}},
        {
            "required": 5,
            "qualified": {"clock_in": [{"required": 2}]},
            "unqualified": {"clock_in": [{"required": {"set": 9}}]},
        },
    ],
)
def test_a_job_that_nobody_can_staff(changes) -> None:
    (sentence,) = said(*job(**changes))
    assert sentence.startswith(
        "Nobody can staff X Job: on either path more Hires are required than can be sent."
    )
    assert sentence.endswith("Unless a card takes such a Job away, it stays Active for ever.")


def test_a_job_that_can_be_staffed_on_one_path() -> None:
    changes = {"required": 5, "unqualified": {"clock_in": [{"required": 2}]}}
    expected = (
        "X Job cannot be attempted on its No Qualification path: 7 Hires are required there, and at most"
    )
    assert said(*job(**changes)) == [f"{expected} 6 can be sent."]
    unsure = {"clock_in": [{"required": -2, "when": {"profit": {"min": 1}}}]}
    assert said(*job(required=7, qualified=unsure)) == [f"{expected} 6 can be sent."]


def test_a_deck_with_too_few_hires() -> None:
    few = {"about": "Few Hires.", "cards": {"crumb_counter": 1, **PLAYED, **FIXES}}
    assert said(("decks.few", few), ("seats[1]", "few")) == [
        "The deck few has fewer Hires (1) than a Job requires as printed (2)."
    ]
    plumbers = {"about": "Plumbers.", "cards": {"tap_whisperer": 3, "tea": 1, "amnesty": 1}}
    changes = job(required=4, qualified={"clock_in": [{"required": -1}]})
    assert said(*changes, ("decks.few", plumbers), ("seats[1]", "few"))[0] == (
        "The deck few cannot staff X Job on any path that its Hires open."
    )
    assert said(*changes, ("decks.few", plumbers)) == []  # the deck is not in use


def test_a_qualification_that_no_deck_holds() -> None:
    new = [("qualifications.diving", {"name": "Diving"}), ("qualifications.baking.name", "Bread")]
    assert said(*new, *job(qualification="diving")) == [
        "No deck in use holds a Hire with the Qualification Diving of X Job."
    ]
    assert said(*new) == ["No Job of the Job Deck has the Qualification Diving."]
    bakers = {"about": "Bakers.", "cards": {"crumb_counter": 8, "tea": 1}}
    without = [("decks.bakers", bakers), ("seats[1]", "bakers"), ("fixes.course.effects", [{"draw": 1}])]
    assert said(*without) == [
        "The deck bakers holds no Hire with the Qualification Plumbing, which 1 Job has."
    ]
    assert said(*without[:2]) == []  # Course makes a plumber of anybody


@pytest.mark.parametrize(
    ("changes", "poor"),
    [
        ({"profit": 0}, True),
        (
            {"profit": 1, "qualified": {"resolve": [{"lose": 1}]}, "unqualified": {"resolve": [{"lose": 2}]}},
            True,
        ),
        ({"profit": 0, "qualified": {"resolve": [{"gain": {"count": {"hand": "you"}}}]}}, False),
        ({"profit": 0, "qualified": {"resolve": [{"may": {"do": [{"gain": 1}]}}]}}, False),
    ],
)
def test_a_job_without_profit(changes, poor) -> None:
    found = said(*job(**changes))
    assert ("No Profit can be had from X Job: players may leave such a Job Active for ever." in found) == poor
    assert ("X Job brings no Profit on its No Qualification path." in found) == (not poor)


def test_what_depends_on_the_game_is_no_sure_loss() -> None:
    assert said(*job(unqualified={"resolve": [{"lose": 9, "when": {"hand": {"min": 1}}}]})) == []
    options = [{"do": [{"lose": 9}]}, {"do": [{"draw": 1}]}]
    assert said(*job(unqualified={"resolve": [{"choose_one": {"options": options}}]})) == []


# -------------------------------------------------------------------------------------- Incapacitation


def test_an_incapacitation_that_nothing_cures() -> None:
    hurt = {"incapacitate": {"who": {"pick": "participating"}, "until": "recovery_fix"}}
    deck = {"about": "No cure.", "cards": {**HIRES, "gossip": 1}}
    without = [("decks.ill", deck), ("seats[1]", "ill")]
    expected = (
        "No Fix of the deck ill brings back a Hire on which a Fix must be used (X Job): six of them freeze"
    )
    assert said(*job(unqualified={"resolve": [hurt]}), *without) == [f"{expected} a staff for good."]
    assert said(*job(unqualified={"resolve": [hurt]})) == []
    assert said(*without) == []


def test_a_hire_that_waits_for_a_fix_nobody_holds() -> None:
    waits = mayhem(effects=[{"incapacitate": {"who": {"pick": "participating"}, "until": "fix"}}])
    deck = {"about": "No Fix.", "cards": {**HIRES, **PLAYED}}
    assert said(*waits, ("decks.ill", deck), ("seats[1]", "ill")) == [
        "The deck ill holds no Fix: a Hire that waits for one (X Mayhem) never comes back."
    ]


# ---------------------------------------------------------------------------------------- no legal play


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        (fix(requires=[{"path": "qualified"}]), "what it requires cannot be while it may be played"),
        (fix(requires=[{"profit": {"min": 20}}]), "what it requires cannot be while it may be played"),
        (fix(requires=[{"players": {"min": 3}}]), "what it requires cannot be while it may be played"),
        (mayhem(requires=[{"window": "prep"}]), "what it requires cannot be while it may be played"),
        (
            fix(targets=[{"as": "t", "pick": "participating"}]),
            "its target is a participating Hire, and there is none when it may be played",
        ),
        (
            fix(targets=[{"as": "t", "pick": "own_staff", "where": ["active", "incapacitated"]}]),
            "no Hire can be all that its target has to be",
        ),
        (
            fix(targets=[{"as": "t", "pick": "own_staff", "count": 7}]),
            "it needs 7 targets in one staff, which holds 6",
        ),
        (fix(cost=[{"lose": 20}]), "it costs 20 Profit, and whoever has 20 has won"),
    ],
)
def test_a_card_that_can_never_be_played(card, reason) -> None:
    name = "X Fix" if card[0][0].startswith("fixes") else "X Mayhem"
    assert said(*card) == [f"{name} can never be played: {reason}."]


def test_a_card_without_a_target_in_its_deck() -> None:
    deck = {"about": "No Mayhem.", "cards": {**HIRES, "x": 1, "tea": 1}}
    card = fix(targets=[{"as": "c", "zone": "discard", "type": "mayhem"}])[:1]
    assert said(*card, ("decks.calm", deck), ("seats", ["calm"] * 4)) == [
        "X Fix can never be played: its deck holds no card that can be its target."
    ]


def test_modes_that_can_never_be_played() -> None:
    never = {"requires": [{"path": "qualified"}], "effects": [{"draw": 1}]}
    modes = [{"id": "a", **never}, {"id": "b", **never}]
    card = [("fixes.x", {"name": "X Fix", "modes": modes}), ("decks.plain.cards.x", 1)]
    reason = "what it requires cannot be while it may be played"
    assert said(*card) == [f"X Fix can never be played: none of its modes can ({reason})."]
    assert said(*card, ("fixes.x.modes[1]", {"id": "b", "effects": [{"draw": 1}]})) == []


def test_what_might_be_played_is_not_warned_of() -> None:
    assert said(*fix(requires=[{"any": [{"path": "qualified"}, {"hand": {"min": 3}}]}])) == []
    assert said(*fix(requires=[{"path": "qualified"}], timing=["mayhem"])) == []
    assert said(*fix(targets=[{"as": "t", "pick": "own_staff", "count": {"up_to": 9}}])) == []


# -------------------------------------------------------------------------------------------- of no use


def test_instructions_that_do_nothing() -> None:
    assert said(*fix(effects=[{"end_attempt": {}}])) == [
        "X Fix: end_attempt does nothing, as no attempt runs when it is played."
    ]
    assert said(*fix(effects=[{"later": {"at": "job_step2", "do": [{"end_attempt": {}}]}}])) == []
    (sentence,) = said(*job(qualified={"resolve": [{"required": 1}]}))
    assert sentence.startswith(
        "X Job: required does nothing in resolve, as Required Hires are not tested again;"
    )


def test_cards_in_no_deck() -> None:
    assert said(("decks.plain.cards.tea", 0)) == ["In no deck: Tea."]
    assert said(("jobs.x", JOB)) == ["Not in the Job Deck: X Job."]

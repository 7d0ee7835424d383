"""What is in the box as shipped, against the rule book; and card data that cannot be played."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from balance.errors import CardDataError
from balance.games.hire_or_fire import GAME
from balance.games.hire_or_fire.state import SEATS
from balance.simulation.places import card_folder
from tests.games.hire_or_fire.subjects import BOX

if TYPE_CHECKING:
    from balance.cards import CardSet

FOLDER = card_folder("hire_or_fire")


@lru_cache
def shipped(*overrides: tuple[str, Any]) -> CardSet:
    return GAME.load(FOLDER, overrides)


def test_what_is_in_the_box() -> None:
    """FC-01, HF-1, HF-2, HF-3, HF-5: counted in the card data and in what is made of it."""
    model, frame = shipped().model, BOX["frame"]
    assert (len(model.jobs), len(model.skills)) == (BOX["jobs"], BOX["skills"]) == (180, 90)
    assert len(model.jobs) + len(model.skills) == 270
    assert all(skill.strength.text and skill.weakness.text for skill in model.skills.values())
    shipped_frame = {name: getattr(model.frame, name) for name in frame}
    assert shipped_frame == frame
    assert frame["compensation_pieces"] * frame["compensation"] == 9000
    assert SEATS * len(frame["salaries"]) == 24
    assert sum(frame["salaries"]) == 18000
    assert (
        SEATS * frame["weeks"] * frame["bonus"] == 24 * 4500 == 108000
    )  # HD-5: as many bonuses as can be earned


def test_titles_and_texts_mean_nothing() -> None:
    """HF-51, HF-9: other words on a card change no number; nor does it matter which kit one takes."""
    plain = shipped()
    job, skill = next(iter(plain.model.jobs)), next(iter(plain.model.skills))
    other = shipped((f"jobs.{job}.title", "Somebody Else"), (f"skills.{skill}.weakness.text", "is late"))
    assert other.model.jobs[job].title == "Somebody Else" != plain.model.jobs[job].title
    for players in GAME.info.seats:
        assert GAME.tables(other, players).tobytes() == GAME.tables(plain, players).tobytes()
    assert len({GAME.new(GAME.tables(plain, 4), 0, 0).state.tobytes() for _ in range(2)}) == 1


def test_only_the_used_half_counts() -> None:
    """HG-04: a strength fits by itself; with the other reading the weakness on its card adds to it."""
    plain = shipped()
    skill = next(iter(plain.model.skills))
    trait = next(t for t in plain.model.traits if t not in plain.model.skills[skill].weakness.tags)
    reading = ("readings.HG-04", "whole_card")
    fits = {}
    for whole in (False, True):
        for changed in (False, True):
            overrides = [reading] * whole + [(f"skills.{skill}.weakness.tags", {trait: 3})] * changed
            fits[whole, changed] = GAME.tables(shipped_anew(*overrides), 4)[0]["strength_fit"][0]["to"].copy()
    assert np.array_equal(fits[False, False], fits[False, True])
    assert not np.array_equal(fits[True, False], fits[True, True])
    assert not np.array_equal(fits[True, False], fits[False, False])
    weak = GAME.tables(plain, 4)[0]["weakness_fit"][0]["to"]
    half = plain.model.model.other_half
    assert np.allclose(fits[True, False], fits[False, False] + half * weak)


def shipped_anew(*overrides: tuple[str, Any]) -> CardSet:
    return GAME.load(FOLDER, overrides)


def test_how_many_can_play() -> None:
    """HG-15, HF-5, HF-9: three to six, each with a kit of its own; two are refused, and so are seven."""
    assert GAME.info.seats == tuple(BOX["players"]) == (3, 4, 5, 6)
    for players in GAME.info.seats:
        match = GAME.new(GAME.tables(shipped(), players), 0, 0)
        kits = match.state[0]["player"]["salaries"].tolist()
        assert kits == [15] * players + [0] * (SEATS - players)
    with pytest.raises(KeyError):
        GAME.tables(shipped(), 2)


@pytest.mark.parametrize(
    ("overrides", "where"),
    [
        ({"frame.weeks": 6, "frame.salaries": [1, 2, 3, 4, 5, 6]}, r"skills.*90.*96"),
        ({"frame.weeks": 5}, r"salar"),
    ],
)
def test_card_data_that_could_run_out_is_refused(overrides: dict[str, Any], where: str) -> None:
    """HG-19, HD-6, HD-4: hands and refills of six players, and a salary card a week, must be there."""
    with pytest.raises(CardDataError, match=where):
        GAME.load(FOLDER, tuple(overrides.items()))
    fewer = {"frame.weeks": 6, "frame.salaries": [1, 2, 3, 4, 5, 6], "frame.hand_skills": 5}
    assert GAME.load(FOLDER, tuple(fewer.items())).model.frame.weeks == 6  # 6 * (5 + 2 * 5) = 90

"""The cards that are shipped: how many, their words, their tags."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from balance.games.hire_or_fire import cards, lint

FOLDER = Path(__file__).parents[3] / "card_data" / "hire_or_fire"
MODEL = cards.load(FOLDER).model
SIDES = {
    "strengths": [skill.strength for skill in MODEL.skills.values()],
    "weaknesses": [skill.weakness for skill in MODEL.skills.values()],
}


def words(text: str) -> str:
    """A text without what can differ between two texts that read the same."""
    return " ".join(re.findall(r"[a-z0-9]+", text.lower()))


def test_as_many_cards_as_the_box_holds() -> None:
    assert len(MODEL.traits) == 24
    assert len(MODEL.jobs) == 180
    assert len(MODEL.skills) == 90


def test_no_text_comes_twice() -> None:
    texts = [job.title for job in MODEL.jobs.values()]
    texts += [half.text for halves in SIDES.values() for half in halves]
    texts += [trait.about for trait in MODEL.traits.values()]
    assert [text for text, count in Counter(map(words, texts)).items() if count > 1] == []


def test_texts_fit_on_a_card() -> None:
    assert max(len(job.title) for job in MODEL.jobs.values()) <= 40
    assert max(len(half.text) for halves in SIDES.values() for half in halves) <= 60


def test_ids_of_jobs_are_their_titles() -> None:
    for name, job in MODEL.jobs.items():
        assert name == words(job.title.replace("'s", "s")).replace(" ", "_")


@pytest.mark.parametrize("what", ["jobs", "strengths", "weaknesses"])
def test_every_trait_is_within_its_quota(what: str) -> None:
    held = MODEL.jobs.values() if what == "jobs" else SIDES[what]
    low, high = getattr(MODEL.quotas, f"{what}_per_trait")
    counts = Counter(trait for card in held for trait in card.tags)
    assert {trait: counts[trait] for trait in MODEL.traits if not low <= counts[trait] <= high} == {}
    assert set(counts) == set(MODEL.traits)


def test_tags_are_as_many_and_as_heavy_as_meant() -> None:
    light, heavy = MODEL.quotas.weight
    for held, (low, high) in (
        (list(MODEL.jobs.values()), MODEL.quotas.tags_per_job),
        ([half for halves in SIDES.values() for half in halves], MODEL.quotas.tags_per_side),
    ):
        for card in held:
            assert low <= len(card.tags) <= high
            assert all(light <= weight <= heavy for weight in card.tags.values())


def test_the_halves_of_a_card_have_no_trait_in_common() -> None:
    for name, skill in MODEL.skills.items():
        assert not set(skill.strength.tags) & set(skill.weakness.tags), name


def test_some_weaknesses_are_harder_to_turn_than_others() -> None:
    spins = [weakness.spin for weakness in SIDES["weaknesses"]]
    assert min(spins) < 1
    assert max(spins) == 1


def test_the_lint_has_nothing_to_say() -> None:
    assert lint.lint(cards.load(FOLDER)).warnings == ()

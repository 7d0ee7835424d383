"""What is said at the top of the page, for numbers of every kind: nothing that they do not bear out."""

from __future__ import annotations

import pytest

from balance.games.hire_or_fire.sentences import CLEAR, FEW, SENTENCES
from balance.statistics import Estimate


def e(value: float, half: float = 0.01, clusters: int = 500) -> Estimate:
    """An estimate with its interval."""
    return Estimate(value, value - half, value + half, 0.95, 1e4, clusters, half / 2, "by hand")


def clause(topic: str, found: dict) -> str:
    """What the judgement of a topic adds."""
    judges = [sentence.judge for sentence in SENTENCES if sentence.topic == topic and sentence.judge]
    assert len(judges) == 1
    return judges[0](found)


@pytest.mark.parametrize("sentence", [s for s in SENTENCES if s.judge], ids=lambda s: s.topic)
def test_nothing_is_said_of_nothing(sentence) -> None:
    assert sentence.judge({}) == ""


@pytest.mark.parametrize(
    ("topic", "found", "said"),
    [
        ("Matches", {"match_by_week": {"1": e(0.7), "2": e(0.6), "3": e(0.65)}}, "most frequent in week 1"),
        ("Matches", {"match_by_week": {"1": e(0.61), "2": e(0.6), "3": e(0.6)}}, "no clear difference"),
        ("Mutual weeks", {"mutual_rate": e(0.7), "other_rate": e(0.6)}, "whom one applies to matters"),
        ("Mutual weeks", {"mutual_rate": e(0.6), "other_rate": e(0.7)}, "whom one applies to matters"),
        ("Mutual weeks", {"mutual_rate": e(0.6), "other_rate": e(0.61)}, "no clear difference"),
        ("Reading", {"reading": e(0.05)}, "of others pays"),
        ("Reading", {"reading": e(-0.05)}, "does not pay"),
        ("Reading", {"reading": e(0.005)}, "cannot tell"),
        ("Ambiguity", {"ambiguity_missed": e(0.5), "ambiguity_matched": e(0.4)}, "miss more often"),
        ("Ambiguity", {"ambiguity_missed": e(0.4), "ambiguity_matched": e(0.5)}, "do not miss more"),
        ("Ambiguity", {"ambiguity_missed": e(0.5), "ambiguity_matched": e(0.5)}, "no clear difference"),
        ("Hands", {"best_by_week": {"1": e(1.2), "2": e(1), "3": e(1.1)}}, "wear down from week 1 to week 3"),
        ("Hands", {"best_by_week": {"1": e(1.1), "2": e(1.2)}}, "get better"),
        ("Hands", {"best_by_week": {"1": e(1.1), "2": e(1.1)}}, "as good at the end"),
        ("Exchange", {"useful": e(0.95), "kept": e(0.1)}, "upkeep"),
        ("Exchange", {"useful": e(0.5), "kept": e(0.1), "swaps_short": e(0.3)}, "no skill card to spare"),
        ("Salary order", {"salary_stake": e(0.01), "order_income": e(0.2)}, "hardly matters; of this"),
        ("Salary order", {"salary_stake": e(0.01)}, "hardly matters."),
        ("Confidence", {"believed": e(0.7), "match_rate": e(0.6)}, "too sure"),
        ("Confidence", {"believed": e(0.5), "match_rate": e(0.6)}, "too modest"),
        ("Compensations", {"overflow": e(0.2)}, "do not suffice"),
        ("Compensations", {"overflow": e(0.0)}, "always suffice"),
        ("Ties", {"by_bonuses": e(0.2), "by_compensations": e(0.1), "unsettled": e(0.7)}, "stay shared"),
        ("Salary cards", {"salary_income": {"$3,000": e(2_000)}}, "$3,000 brings {salary_income[$3,000]}"),
    ],
)
def test_what_the_numbers_bear_out(topic, found, said) -> None:
    assert said in clause(topic, found)


@pytest.mark.parametrize(
    ("topic", "found", "unsaid"),
    [
        ("Exchange", {"useful": e(0.85), "kept": e(0.1), "swaps_short": e(0, 0)}, "upkeep"),
        ("Exchange", {"useful": e(0.85), "kept": e(0.1), "swaps_short": e(0, 0)}, "spare"),
        ("Exchange", {"useful": e(0.0, 0)}, "exchange"),  # none allowed
        ("Salary order", {"salary_stake": e(0.05), "order_income": e(0.2)}, "hardly"),
        ("Confidence", {"believed": e(0.6), "match_rate": e(0.6)}, "they are"),
        ("Ties", {}, "shared"),  # no ties
        ("Mutual weeks", {"other_rate": e(0.6)}, "match"),  # no such weeks
    ],
)
def test_what_they_do_not(topic, found, unsaid) -> None:
    assert unsaid not in clause(topic, found)


def test_easy_and_hard_jobs() -> None:
    found = {"easy": e(0.9), "usual": e(0.61), "hard": e(0.3), "rare": e(1.0, clusters=FEW - 1)}
    text = clause("Offers", {"job_found": found, "match_rate": e(0.6)})
    assert "Easiest to hire for are {card[easy]}" in text
    assert "Hardest to hire for: {card[hard]}" in text
    assert "usual" not in text
    assert "rare" not in text
    usual = {"one": e(0.6), "two": e(0.61)}
    assert "clearly easier or harder" in clause("Offers", {"job_found": usual, "match_rate": e(0.6)})


def test_a_card_must_be_far_off_as_there_are_many() -> None:
    near, far = CLEAR * 0.005 - 0.001, CLEAR * 0.005 + 0.001  # the standard error is half of 0.01
    assert "No card" in clause("Strong cards", {"job_over": {"one": e(near), "two": e(-near)}})
    text = clause("Strong cards", {"job_over": {"one": e(far)}, "weakness_over": {"two": e(-far)}})
    assert "above the average: {card[one]} as a job {job_over[one]}" in text
    assert "below: {card[two]} as a weakness {weakness_over[two]}" in text


def test_dead_cards_are_counted_and_named_when_certain() -> None:
    jobs = {"dead": e(0.001, 0.001), "rare": e(0.009), "alive": e(0.2)}
    text = clause("Dead cards", {"job_used": jobs, "strength_used": {"card": e(0.3)}})
    assert "2 of 3 jobs, 0 of 1 strengths" in text
    assert "Certainly so: {card[dead]}." in text
    assert "Certainly" not in clause("Dead cards", {"job_used": {"rare": e(0.009)}})


@pytest.mark.parametrize(
    ("judge", "apply", "games"),
    [(0.2, 0.0, "96"), (0.1, 0.1, "200"), (0.6, 0.8, ""), (0.04, 0.03, "1\N{NARROW NO-BREAK SPACE}600")],
)
def test_games_until_players_are_ranked(judge, apply, games) -> None:
    """Spearman and Brown: n r / (1 + (n - 1) r) = 0.8 where n = 4 (1 - r) / r."""
    text = clause("Skill", {"judge_score": e(judge, 0.001), "apply_score": e(apply, 0.001)})
    if games:
        assert f"about {games} games" in text
    else:
        assert "cannot tell" in text  # more than all of it explained: not to be believed


def test_skill_that_may_be_nothing_ranks_nobody() -> None:
    text = clause("Skill", {"judge_score": e(0.02, 0.05), "apply_score": e(0.01, 0.05)})
    assert "cannot tell how many games" in text

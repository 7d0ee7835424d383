"""Positions as text: read back they are the same, may be written by hand, and say what is wrong with them."""

from __future__ import annotations

import re

import numpy as np
import pytest

from balance.errors import BalanceError
from balance.games.hire_or_fire import GAME, positions
from balance.games.hire_or_fire.state import Home, Offers, Phase, SelfHire, SkillsUsed, SwapUntil, Talk
from tests.games.hire_or_fire.plain_cards import (
    CARDS,
    JOBS,
    SKILLS,
    Cards,
    Half,
    Job,
    Model,
    Skill,
    options,
    position,
    rules,
    shown,
)

FULL = """\
week 2, phase hire, decider C, first B, asked 1, offset 2, tokens 2
A: money $12,000, won $3,000, bonuses 2, compensations 0, salaries $4,000+$5,000, swapped
A jobs: job_1 job_2
A skills: skill_1 skill_2
A offer: job_3
A folder: job job_4, strength skill_4, weakness skill_3, salary $6,000
B: money $500, won none, bonuses 0, compensations 1, salaries $3,000+$5,000+$6,000
B jobs: job_5 job_6
B skills: skill_5 skill_6
B offer: job_7
B folder: job job_8, strength skill_7, weakness skill_8, salary $4,000
B choice: hired 3
C: money $4,500, won none, bonuses 1, compensations 0, salaries $4,000+$5,000
C jobs: none
C skills: none
C offer: job_9
C folder: job job_10, strength skill_9, weakness skill_10, salary $3,000
C choice: hint 1
laid: B A C
deck jobs: job_13 job_11 job_12
deck skills: skill_13 skill_12 skill_11
bin jobs: job_14 job_15
bin skills: skill_14 skill_15
bin salaries: 2
luck -123, decisions 41"""

START = "week 1, phase offer, decider A"
HANDS = """
A jobs: job_1 job_2
A skills: skill_1 skill_2
B jobs: job_3 job_4
B skills: skill_3 skill_4
C jobs: job_5 job_6
C skills: skill_5 skill_6
"""
OFFERS = "A offer: job_30\nB offer: job_31\nC offer: job_32\n"
FOLDERS = """\
A folder: job job_40, strength skill_40, weakness skill_41, salary $3,000
B folder: job job_42, strength skill_42, weakness skill_43, salary $4,000
C folder: job job_44, strength skill_44, weakness skill_45, salary $6,000
"""
TABLE = f"{HANDS}{OFFERS}{FOLDERS}laid: B C A\n"


def test_a_position_is_read_back() -> None:
    assert shown(position(FULL)) == FULL


def test_the_example_of_the_page_can_be_read() -> None:
    found = re.search(r"::\n\n(.*?)\n\n", positions.__doc__ or "", re.DOTALL)
    assert found
    text = found[1]
    jobs = " ".join(re.findall(r"(?:jobs|offer|job):? ([a-z_ ]+)", text)).split()
    skills = " ".join(re.findall(r"(?:skills|strength|weakness):? ([a-z_ ]+)", text)).split()
    cards = Cards(
        Model({name: Job(name) for name in jobs}, {name: Skill(Half(name), Half(name)) for name in skills})
    )
    match = GAME.parse_state(cards, rules(3), text)
    assert [GAME.option_text(cards, match, option) for option in GAME.options(match)] == [
        'show the strength "never_lost"',
        'show the strength "always_late"',
    ]


def test_remarks_blank_lines_and_broken_lines_are_read() -> None:
    text = FULL.replace("\n", "\n\n").replace("deck jobs: job_13 ", "deck jobs:\n+ job_13\n+ ")
    assert shown(position("# from a bug report\n" + text)) == FULL


def test_long_lines_are_broken_and_read_back() -> None:
    match = GAME.new(rules(6), 1, 3)
    text = shown(match)
    assert max(len(line) for line in text.splitlines()) <= 110
    assert shown(position(text, 6)) == text


def test_a_deck_that_is_left_out_holds_the_other_cards() -> None:
    match = position(f"{START}{HANDS}")
    assert GAME.census(match) == (JOBS + SKILLS, JOBS + SKILLS)
    game = match.state[0]
    assert (game["jobs_size"], game["skills_size"]) == (JOBS - 6, SKILLS - 6)
    assert "deck jobs: job_0 job_7 job_8 " in shown(match)


def test_the_census_misses_a_card_and_finds_one_twice() -> None:
    match = position(f"{START}{HANDS}")
    match.state[0]["player"][0]["jobs"][0] = 3
    assert GAME.census(match)[0] < JOBS + SKILLS
    match.state[0]["player"][0]["jobs"][0] = 1
    match.state[0]["jobs_size"] -= 1
    assert GAME.census(match)[0] == JOBS + SKILLS - 1
    match.state[0]["jobs_size"] += 2  # one is found twice
    match.state[0]["jobs"][int(match.state[0]["jobs_size"]) - 1] = 3
    assert GAME.census(match)[0] == JOBS + SKILLS - 1


def test_what_is_left_out_follows_from_the_rest() -> None:
    text = f"week 2, phase job, decider C, first B{HANDS}{OFFERS}A: won $4,000, bonuses 1, compensations 1\n"
    folder = "B folder: job job_40, strength skill_40, weakness skill_41, salary $3,000"
    game = position(text + folder).state[0]
    assert (game["asked"], game["offset"], game["tokens"]) == (1, 2, 2)
    assert game["player"]["money"][:3].tolist() == [9000, 0, 0]
    assert game["player"]["salaries"][:3].tolist() == [0b1101, 0b1110, 0b1111]
    only = position(f"week 1, phase offer, first C{HANDS}").state[0]
    assert (only["decider"], only["first"], only["asked"]) == (2, 2, 0)


@pytest.mark.parametrize(
    ("seats", "home", "offsets"),
    [
        (3, Home.EXTRA_PASS, [1, 2, 1, 2]),
        (4, Home.EXTRA_PASS, [1, 2, 3, 1]),
        (6, Home.EXTRA_PASS, [1, 2, 3, 4]),
        (3, Home.REPEAT, [1, 2, 2, 1]),
        (4, Home.REPEAT, [1, 2, 3, 3]),
    ],
)
def test_targets_follow_from_the_week(seats: int, home: Home, offsets: list[int]) -> None:
    """As a game has them."""
    hands = "".join(
        f"\n{seat} jobs: job_{2 * n} job_{2 * n + 1}\n{seat} skills: skill_{2 * n} skill_{2 * n + 1}"
        for n, seat in enumerate("ABCDEF"[:seats])
    )
    for week, offset in enumerate(offsets):
        game = position(f"week {week + 1}, phase offer, decider A{hands}", seats, home=home).state[0]
        assert game["offset"] == offset
    match = GAME.new(rules(seats, home=home), 1, 1)
    while GAME.decider(match) >= 0:
        week = int(match.state[0]["week"])
        assert match.state[0]["offset"] == offsets[week]
        GAME.apply(match, GAME.options(match)[-1])


def test_a_position_by_hand_can_be_played() -> None:
    text = f"week 2, phase salary, decider A, first B{HANDS}{OFFERS}"
    text += FOLDERS.replace(", salary $3,000", "") + "A: won $6,000"
    match = position(text)
    assert options(match) == ["ask for $3,000", "ask for $4,000", "ask for $5,000"]
    GAME.apply(match, GAME.options(match)[0])
    assert match.state[0]["phase"] == Phase.HIRE
    assert GAME.decider(match) == 1
    assert len(options(match)) == 2


def test_a_week_by_hand_pays() -> None:
    """Conformance case: a token of one's employer, tokens of others, no token (HF-36..42)."""
    match = position(f"week 1, phase hire, decider A{TABLE}")  # A applies to C, B to A, C to B
    for place in (0, 2, 0):  # A hires B; B hires A; C hires B
        GAME.apply(match, 9 * 256 + place)
    players = match.state[0]["player"][:3]
    assert players["money"].tolist() == [4500 + 500, 4000, 0]
    assert players["won"].tolist() == [0, 0b0010, 0]
    assert GAME.money(match) == [(5000, 5000), (4000, 4000), (0, 0)]


def test_cards_put_aside_are_read_back() -> None:
    match = position(f"{START}{HANDS}A jobs aside: job_2\nA skills aside: skill_1")
    me = match.state[0]["player"][0]
    assert (me["put_jobs"], me["put_skills"]) == (0b10, 0b01)
    assert "A jobs aside: job_2\n" in shown(match)
    assert options(match) == ["exchange 1 job and 1 skill card"]


def test_one_card_for_both_halves() -> None:
    text = f"week 1, phase salary, decider A{HANDS}{OFFERS}A folder: job job_40, strength skill_40, weakness "
    match = position(text + "skill_40", skills_used=SkillsUsed.ONE_CARD)
    assert GAME.census(match) == (JOBS + SKILLS, JOBS + SKILLS)
    with pytest.raises(BalanceError, match="holds one skill card"):
        position(text + "skill_41", skills_used=SkillsUsed.ONE_CARD)
    with pytest.raises(BalanceError, match="holds two skill cards"):
        position(text + "skill_40")


def test_the_result_is_read_from_what_was_won() -> None:
    """HF-49, HF-50, HG-16."""
    head = "week 5, phase over, decider A\n"
    bonuses = position(f"{head}A: won $3,000+$6,000, bonuses 1\nB: bonuses 3")
    assert GAME.decider(bonuses) == -1
    assert GAME.result(bonuses) == ([0, 1, 0], [13500, 13500, 0])
    compensations = position(f"{head}A: won $6,000, bonuses 1\nC: won $5,000, bonuses 1, compensations 2")
    assert GAME.result(compensations) == ([0, 0, 1], [10500, 0, 10500])
    shared = position(f"{head}A: won $4,000, bonuses 2\nB: won $4,000, bonuses 2")
    assert GAME.result(shared) == ([0.5, 0.5, 0], [13000, 13000, 0])


@pytest.mark.parametrize(
    "readings",
    [
        {},
        {"offers": Offers.IN_TURN, "self_hire": SelfHire.ALLOWED},
        {"talk": Talk.LEAKS, "home": Home.REPEAT},
        {"skills_used": SkillsUsed.ONE_CARD, "swap_until": SwapUntil.FOLDER_CLOSED},
    ],
)
@pytest.mark.parametrize("seats", [3, 5])
def test_every_position_of_a_game_is_read_back(seats: int, readings: dict[str, int]) -> None:
    rng = np.random.default_rng([seats, len(readings)])
    tables = rules(seats, **readings)
    tables[0]["leak_chance"] = 0.5
    match = GAME.new(tables, 1, 4)
    while GAME.decider(match) >= 0:
        text = shown(match)
        again = GAME.parse_state(CARDS, tables, text)
        assert shown(again) == text
        offered = GAME.options(match)
        assert GAME.options(again) == offered
        option = offered[rng.integers(len(offered))]
        GAME.apply(match, option)
        GAME.apply(again, option)
        assert shown(again) == shown(match)
    assert shown(GAME.parse_state(CARDS, tables, shown(match))) == shown(match)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "needs a first line"),
        ("A jobs: job_1", "needs a first line"),
        ("week x", "'x' is not a whole number"),
        ("week 0", "not between 1 and 5"),
        ("week 9", "not between 1 and 5"),
        (f"week 5, phase offer, decider A{HANDS}", "the game is over after 4 weeks"),
        ("week 1, phase hier", "did you mean 'hire'"),
        ("week 1, phase offer, decider D", r"'D' is not a player \(A B C\)"),
        ("week 1, offset 3", "not between 0 and 2"),
        ("week 1, wind 3", "'wind' is not a word of this line"),
        ("week 1, week 2", "'week' is told twice"),
        (f"{START}\nhope: 3", "'hope' begins no line"),
        (f"{START}\nD jobs: job_1", r"'D' is not a player \(A B C\)"),
        (f"{START}\nA luck: 3", "'luck' is not jobs, skills, offer, folder or choice"),
        (f"{START}\nA jobs: job_x", "no job is called 'job_x'; did you mean"),
        (f"{START}\nA skills: skil_1", "no skill card is called 'skil_1'; did you mean"),
        (f"{START}\nA jobs: job_1\nA jobs: job_2", "'A jobs' is told twice"),
        (f"{START}\nA: bonuses 1, bonuses 2", "'bonuses of A' is told twice"),
        (f"{START}\nA: bonuses 9", "not between 0 and 4"),
        (f"{START}\nA: gold 1", "'gold' is not money, won, bonuses"),
        (f"{START}\nA: swapped twice", "'swapped' is not money"),
        (f"{START}\nA: won $3,500", r"no salary card is worth \$3,500"),
        (f"{START}\nA: won $3,000+$3,000", "names a salary card twice"),
        (f"{START}\nA folder: hobby job_1", "'hobby' is not job, strength"),
        (f"{START}\nA choice: fired 1", "'fired' is not hired or hint"),
        (f"{START}\nA choice: hired 4", "not between 1 and 3"),
        (f"{START}\nlaid: A B", "every player has one folder"),
        (f"{START}\nlaid: A B B", "every player has one folder"),
        (f"{START}\nbin salaries: 99", "not between 0 and 12"),
        (f"{START}\nA jobs: {' '.join(f'job_{n}' for n in range(9))}", "at most 8 cards"),
        (f"{START}{HANDS}bin jobs: job_1", "job_1 is in two places"),
        (f"{START}{HANDS}deck skills: skill_50 skill_50", "skill_50 is in two places"),
        (f"{START}{HANDS}A: won $3,000, salaries $3,000", "A: a salary card is in two places"),
        (f"{START}{HANDS}B: money $3,000", r"B: what was won comes to \$0, not \$3,000"),
        (f"{START}{HANDS}A jobs aside: job_5", "A: job_5 is put aside, but not in hand"),
        (f"week 1, phase offer, decider none{HANDS}", "somebody is asked"),
        (
            f"week 1, phase offer, decider B, first A, asked 2{HANDS}",
            "B is asked after 1 others from the first",
        ),
        (f"{START}{HANDS}laid: A B C", "does not know folders on the table"),
        (f"{START}{HANDS}A offer: job_30", "A has not yet an offer in the phase offer"),
        (f"week 1, phase offer, decider B, first A{HANDS}", "A needs an offer in the phase offer"),
        (f"week 1, phase job, decider A{HANDS}A offer: job_30", "B needs an offer in the phase job"),
        (f"week 1, phase weakness, decider A{HANDS}{OFFERS}A folder: job job_40", "of A needs a strength"),
        (f"week 1, phase job, decider B, first A{HANDS}{OFFERS}", "the folder of A needs a job"),
        (f"week 1, phase job, decider A{HANDS}{OFFERS}A folder: job job_40", "of A has not yet a job"),
        (f"{START}\nA jobs: job_1", "A needs 2 jobs and 2 skill cards in hand"),
        (f"{START}\nA jobs: job_1 job_2\nA skills: skill_1", "A needs 2 jobs and 2 skill cards in hand"),
        (f"{START}{HANDS}A: salaries $3,000", "A needs 4 salary cards not yet played"),
        (f"week 1, phase hire, decider A{HANDS}{OFFERS}{FOLDERS}", "needs folders on the table"),
        (f"week 1, phase hire, decider B, first A{TABLE}", "A needs a folder hired in the phase hire"),
        (f"week 1, phase hire, decider A{TABLE}A choice: hired 1", "A has not yet a folder hired"),
        (f"week 1, phase hire, decider B, first A{TABLE}A choice: hired 3", "cannot hire the own folder"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(BalanceError, match=message):
        position(text)


def test_a_line_that_cannot_be_read_is_shown() -> None:
    with pytest.raises(BalanceError, match="cannot read the line 'A jobs: job_x' of a position: no job"):
        position(f"{START}\nA jobs: job_x")

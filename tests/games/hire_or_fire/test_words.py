"""Options and the log in words: everything has words, and they say what is the case."""

from __future__ import annotations

import re

import numpy as np
import pytest

from balance.games.hire_or_fire import GAME, words
from balance.games.hire_or_fire.events import Event, How, Result, Why
from balance.games.hire_or_fire.record import LOG
from balance.games.hire_or_fire.state import Home, Offers, Phase, SelfHire, SkillsUsed, Talk, Verb
from balance.games.hire_or_fire.telling import WORDS, Telling
from tests.games.hire_or_fire.plain_cards import (
    CARDS,
    Cards,
    Half,
    Job,
    Model,
    Skill,
    options,
    position,
    rules,
    told,
)

VERB = 256
A, B, C = range(3)
HANDS = """
A jobs: job_1 job_2
A skills: skill_1 skill_2
B jobs: job_11 job_12
B skills: skill_11 skill_12
C jobs: job_21 job_22
C skills: skill_21 skill_22
"""
OFFERS = "A offer: job_30\nB offer: job_31\nC offer: job_32\n"
TABLE = """
A folder: job job_40, strength skill_40, weakness skill_41, salary $3,000
B folder: job job_42, strength skill_42, weakness skill_43, salary $4,000
C folder: job job_44, strength skill_44, weakness skill_45, salary $6,000
laid: B C A
"""


def choice(seat: int, verb: Verb, argument: int, about: int = -1) -> tuple[int, ...]:
    """A line of the log."""
    return Event.CHOICE, seat, verb * VERB + argument, Phase.OFFER, about


# ------------------------------------------------------------------------------------------ options


def test_offers_and_exchanges() -> None:
    match = position(f"week 1, phase offer, decider A{HANDS}")
    assert options(match) == [
        "put Job 1 aside for an exchange",
        "put Job 2 aside for an exchange",
        'put "Strong 1" / "Weak 1" aside for an exchange',
        'put "Strong 2" / "Weak 2" aside for an exchange',
        "post Job 1",
        "post Job 2",
    ]


@pytest.mark.parametrize(
    ("aside", "said"),
    [
        ("A jobs aside: job_1", "exchange 1 job"),
        ("A jobs aside: job_1 job_2", "exchange 2 jobs"),
        ("A skills aside: skill_2", "exchange 1 skill card"),
        ("A jobs aside: job_2\nA skills aside: skill_1", "exchange 1 job and 1 skill card"),
    ],
)
def test_the_end_of_an_exchange_says_what_is_exchanged(aside: str, said: str) -> None:
    match = position(f"week 1, phase offer, decider A{HANDS}{aside}")
    assert options(match)[-1] == said


def test_a_folder_is_filled_slot_by_slot() -> None:
    match = position(f"week 1, phase job, decider A{HANDS}{OFFERS}A: swapped")
    said = []
    for option in (Verb.JOB * VERB + 1, Verb.STRENGTH * VERB, Verb.WEAKNESS * VERB, Verb.SALARY * VERB + 2):
        said.append(options(match))
        GAME.apply(match, option)
    assert said == [
        ["apply as Job 1", "apply as Job 2"],
        ['show the strength "Strong 1"', 'show the strength "Strong 2"'],
        ['show the weakness "Weak 2"'],
        ["ask for $3,000", "ask for $4,000", "ask for $5,000", "ask for $6,000"],
    ]


def test_one_card_shows_both_halves() -> None:
    text = f"week 1, phase strength, decider A{HANDS}{OFFERS}A folder: job job_40"
    match = position(text, skills_used=SkillsUsed.ONE_CARD)
    assert options(match)[0] == 'show the strength "Strong 1" and the weakness "Weak 1"'


def test_folders_on_the_table_do_not_name_their_author() -> None:
    match = position(f"week 1, phase hire, decider A{HANDS}{OFFERS}{TABLE}")
    assert options(match) == [
        'hire folder 1: Job 42; strength "Strong 42"; weakness "Weak 43"',
        'hire folder 2: Job 44; strength "Strong 44"; weakness "Weak 45"',
    ]


def test_the_own_folder_and_one_that_is_known_are_marked() -> None:
    text = f"week 1, phase hire, decider A{HANDS}{OFFERS}{TABLE}A choice: hint 1"
    match = position(text, self_hire=SelfHire.ALLOWED, talk=Talk.LEAKS)
    first, second, third = options(match)
    assert first.endswith(" (plainly written for this offer)")
    assert second.endswith('"Weak 45"')
    assert third.endswith(" (the own folder)")


def test_after_the_reveal_one_may_exchange_nothing() -> None:
    choices = "A choice: hired 1\nB choice: hired 2\nC choice: hired 3\n"
    match = position(f"week 1, phase late, decider A{HANDS}{OFFERS}{TABLE}{choices}")
    assert options(match)[-1] == "exchange nothing"


def test_cards_that_say_the_same_are_told_apart() -> None:
    skill = Skill(Half("Loud"), Half("Late"))
    other = Skill(Half("Loud"), Half("Early"))
    cards = Cards(Model({"a": Job("Poet"), "b": Job("Poet")}, {"x": skill, "y": other}))
    called = words.names(cards)
    assert called.jobs == ("Poet (a)", "Poet (b)")
    assert called.skill(0) == '"Loud" (x) / "Late"'
    assert called.skill(1) == '"Loud" (y) / "Early"'


@pytest.mark.parametrize("amount", [0, 500, 4500, 12500, 1_000_000])
def test_money_has_separators(amount: int) -> None:
    text = words.dollars(amount)
    assert text.startswith("$")
    assert int(text[1:].replace(",", "")) == amount
    assert all(len(part) == 3 for part in text[1:].split(",")[1:])


# ------------------------------------------------------------------------------------------- the log


@pytest.mark.parametrize("event", list(Event))
def test_every_event_has_words(event: Event) -> None:
    telling = Telling(words.names(CARDS), rules()[0], ["plain", "reader"], 3, [0, 0, 0])
    line = np.zeros(1, LOG)[0]
    line["event"], line["a"], line["b"] = event, Verb.OFFER * VERB if event == Event.CHOICE else 1, 1
    text = WORDS[event](telling, line)
    assert text.strip()
    assert "None" not in text


@pytest.mark.parametrize(
    ("event", "field", "values"),
    [
        (Event.DEALT_JOB, 3, Why),
        (Event.DEALT_SKILL, 3, Why),
        (Event.PAID, 2, Result),
        (Event.WINS, 2, How),
    ],
)
def test_each_kind_of_it_has_words_of_its_own(event, field, values) -> None:
    said = set()
    for value in values:
        line = [event, 1, 0, 500, 0]
        line[field] = value
        said.add(told(tuple(line))[-1])
    assert len(said) == len(values)


@pytest.mark.parametrize("verb", list(Verb))
def test_each_choice_has_a_line(verb: Verb) -> None:
    (line,) = told(choice(B, verb, 1, 2))
    assert re.fullmatch(r"  B \w+ .+  \[" + str(verb * VERB + 1) + r"\]", line)


def test_a_week_says_who_applies_to_whom() -> None:
    _, line = told((Event.WEEK, B, 1, 2), bots=("plain", "reader"), seats=4)
    assert line == (
        "Week 1: everybody applies 2 places to the right (A to C, B to D, C to A, D to B); "
        "B (reader) is the first to deliver"
    )


def test_tokens_that_come_home_are_told() -> None:
    weeks = [(Event.WEEK, A, week + 1, offset) for week, offset in enumerate((1, 2, 1, 2))]
    passed = [line for line in told(*weeks) if "came home" in line]
    assert [line[:7] for line in passed] == ["Week 3:"]
    weeks = [(Event.WEEK, A, week + 1, offset) for week, offset in enumerate((1, 2, 2, 1))]
    rested = [line for line in told(*weeks, home=Home.REPEAT) if "at home" in line]
    assert [line[:7] for line in rested] == ["Week 3:"]


def test_a_week_from_the_offers_to_the_money() -> None:
    """Three players; A applies to C, B to A, C to B."""
    assert told(
        (Event.WEEK, B, 1, 1),
        choice(B, Verb.OFFER, 0, 31),
        choice(C, Verb.OFFER, 0, 32),
        choice(A, Verb.OFFER, 0, 30),
        (Event.OFFERED, B, 31),
        (Event.OFFERED, C, 32),
        (Event.OFFERED, A, 30),
        choice(B, Verb.SWAP_JOB, 1, 12),
        choice(B, Verb.SWAP_SKILL, 0, 11),
        choice(B, Verb.DRAW, 0),
        (Event.BINNED_JOB, B, 12),
        (Event.BINNED_SKILL, B, 11),
        (Event.DEALT_JOB, B, 50, Why.SWAP),
        (Event.DEALT_SKILL, B, 51, Why.SWAP),
        choice(B, Verb.JOB, 1, 13),
        choice(B, Verb.STRENGTH, 2, 14),
        choice(B, Verb.WEAKNESS, 3, 15),
        choice(B, Verb.SALARY, 2, 2),
        (Event.LAID, B, 0, 1),
        choice(A, Verb.HIRE, 0, B),
        (Event.PAID, B, Result.MATCH, 5000, 2),
        (Event.BONUS, A, B, 4500),
        (Event.PAID, C, Result.FLOP, 0, 3),
        (Event.PAID, A, Result.COMPENSATION, 500, 0),
        choice(A, Verb.PASS, 0),
        (Event.DEALT_JOB, B, 1, Why.REFILL),
        (Event.DEALT_JOB, B, 2, Why.REFILL),
    )[1:] == [
        (
            "Week 1: everybody applies 1 place to the right (A to C, B to A, C to B); "
            "B is the first to deliver"
        ),
        "  B posts Job 31  [256]",
        "  C posts Job 32  [256]",
        "  A posts Job 30  [256]",
        "  on the board of B: Job 31; C has to apply",
        "  on the board of C: Job 32; A has to apply",
        "  on the board of A: Job 30; B has to apply",
        "  B puts Job 12 aside for an exchange  [513]",
        '  B puts "Strong 11" / "Weak 11" aside for an exchange  [768]',
        "  B exchanges 1 job and 1 skill card  [1024]",
        "    to the paper bin: Job 12",
        '    to the paper bin: "Strong 11" / "Weak 11"',
        "    B draws Job 50",
        '    B draws "Strong 51" / "Weak 51"',
        "  B applies for the job of A, Job 30; experience: Job 13  [1281]",
        '  B shows the strength "Strong 14"  [1538]',
        '  B shows the weakness "Weak 15"  [1795]',
        "  B asks for $5,000, face down  [2050]",
        (
            '  folder 1, by B: Job 13; strength "Strong 14"; weakness "Weak 15"; '
            "A can tell that it was written for A"
        ),
        "  A puts HIRED! on folder 1, which B wrote  [2304]",
        "  B turns over $5,000: a match, gets the job of A, Job 30, and $5,000; has $5,000",
        "  A found B: $4,500 bonus; has $4,500",
        "  C turns over $6,000: no token; has $0",
        "  A turns over $3,000: no match, but other tokens: $500 compensation; has $5,000",
        "  A exchanges nothing  [2560]",
        "  B refills the hand with Job 1, Job 2",
    ]


def test_one_card_is_told_once() -> None:
    lines = told(
        (Event.WEEK, B, 1, 1),
        choice(B, Verb.JOB, 1, 13),
        choice(B, Verb.STRENGTH, 2, 14),
        (Event.LAID, B, 2, 0),
        skills_used=SkillsUsed.ONE_CARD,
    )
    assert lines[-2:] == [
        '  B shows the strength "Strong 14" and the weakness "Weak 14"  [1538]',
        '  folder 3, by B: Job 13; strength "Strong 14"; weakness "Weak 14"',
    ]


def test_the_end_says_what_settled_it() -> None:
    assert told(
        (Event.SCORE, A, 24000, 3, 1),
        (Event.SCORE, B, 24000, 1, 0),
        (Event.SCORE, C, 0, 0, 2),
        (Event.WINS, A, How.BONUSES, 1_000_000),
    ) == [
        "A (plain): $24,000, with 3 bonuses and 1 compensation",
        "B: $24,000, with 1 bonus and 0 compensations",
        "C: $0, with 0 bonuses and 2 compensations",
        "A (plain) wins: of those with the most money, with the most bonuses",
    ]
    shared = [(Event.WINS, seat, How.SHARED, 333_333) for seat in (A, B, C)]
    assert told(*shared)[1] == "B is one of 3 who share the win"


def test_cards_of_different_players_have_lines_of_their_own() -> None:
    assert told(
        (Event.DEALT_JOB, A, 1, Why.DEAL),
        (Event.DEALT_JOB, A, 2, Why.DEAL),
        (Event.DEALT_SKILL, A, 1, Why.DEAL),
        (Event.DEALT_JOB, B, 3, Why.DEAL),
        (Event.DEALT_JOB, B, 4, Why.REFILL),
    ) == [
        "  A is dealt Job 1, Job 2",
        '  A is dealt "Strong 1" / "Weak 1"',
        "  B is dealt Job 3",
        "  B refills the hand with Job 4",
    ]


def test_money_starts_from_what_was_there_when_the_log_began() -> None:
    match = position(
        "week 2, phase offer, decider A\nA: won $3,000\nA jobs: job_1 job_2\nA skills: skill_1 skill_2"
        "\nB jobs: job_3 job_4\nB skills: skill_3 skill_4\nC jobs: job_5 job_6\nC skills: skill_5 skill_6"
    )
    game = match.state[0]
    game["log_count"], game["log"][0] = 1, (Event.BONUS, A, B, 4500, 0)
    game["player"][A]["money"] += 4500
    assert GAME.transcript(CARDS, match, [])[-1] == "  A found B: $4,500 bonus; has $7,500"


@pytest.mark.parametrize(
    "readings", [{}, {"skills_used": SkillsUsed.ONE_CARD}, {"offers": Offers.IN_TURN, "home": Home.REPEAT}]
)
@pytest.mark.parametrize("seats", [3, 6])
def test_games_by_chance_have_words_for_everything(seats: int, readings: dict[str, int]) -> None:
    """No two options of a decision read the same, every kind is met, and there is a code per decision."""
    met, phases = set(), set()
    for deal in range(6):
        rng = np.random.default_rng([seats, deal])
        match, taken = GAME.new(rules(seats, **readings), 1, deal, log=True), []
        while GAME.decider(match) >= 0:
            offered = GAME.options(match)
            texts = [GAME.option_text(CARDS, match, option) for option in offered]
            assert len(set(texts)) == len(texts)
            met |= {Verb(option // VERB) for option in offered}
            phases.add(Phase(match.state[0]["phase"]))
            taken.append(offered[rng.integers(len(offered))])
            GAME.apply(match, taken[-1])
        codes = [re.search(r"\[(\d+)\]$", line) for line in GAME.transcript(CARDS, match, [])]
        assert [int(code[1]) for code in codes if code] == taken
    without = {Verb.WEAKNESS} if "skills_used" in readings else set()
    assert met == set(Verb) - without
    assert phases == set(Phase) - {Phase.OVER} - ({Phase.WEAKNESS} if without else set())


def test_a_full_log_says_so() -> None:
    match = GAME.new(rules(), 1, 1)
    match.state[0]["log_count"] = len(match.state[0]["log"]) + 3
    match.state[0]["log"]["event"] = Event.OFFERED
    assert "3 more are lost" in GAME.transcript(CARDS, match, [])[-1]


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_the_words_are_enough_to_pay_everybody(seats: int) -> None:
    """HF-36..42 worked out from the lines alone come to the money that the last lines tell."""
    for deal in range(8):
        rng = np.random.default_rng([seats, deal])
        match = GAME.new(rules(seats), 3, deal, log=True)
        while GAME.decider(match) >= 0:
            offered = GAME.options(match)
            GAME.apply(match, offered[rng.integers(len(offered))])
        lines = "\n".join(GAME.transcript(CARDS, match, []))
        weeks = re.split(r"\nWeek \d: ", lines)[1:]
        assert len(weeks) == 4
        money = dict.fromkeys("ABCDEF"[:seats], 0)
        for week in weeks:
            employer = dict(re.findall(r"\b([A-F]) to ([A-F])\b", week))
            hires = dict(re.findall(r"  ([A-F]) puts HIRED! on folder \d, which ([A-F]) wrote", week))
            asks = dict(re.findall(r"  ([A-F]) asks for \$([\d,]+), face down", week))
            assert set(employer) == set(hires) == set(asks) == set(money)
            for seat in money:
                if hires[employer[seat]] == seat:
                    money[seat] += int(asks[seat].replace(",", ""))
                    money[employer[seat]] += 4500
                elif seat in hires.values():
                    money[seat] += 500
        found = re.findall(r"^([A-F]): \$([\d,]+), with", weeks[-1], re.MULTILINE)
        assert {seat: int(amount.replace(",", "")) for seat, amount in found} == money
        best = max(money.values())
        winners = re.findall(r"^([A-F]) (?:wins|is one of)", weeks[-1], re.MULTILINE)
        assert winners
        assert {money[seat] for seat in winners} == {best}

"""Options, effects and the log in words: everything has words, and they say what is the case."""

from __future__ import annotations

import re

import numpy as np
import pytest

from balance.games.extremely_bad_hires import GAME, words
from balance.games.extremely_bad_hires.events import Back, Discarded, Drawn, Event, Shuffled
from balance.games.extremely_bad_hires.gist import Gist
from balance.games.extremely_bad_hires.record import LOG
from balance.games.extremely_bad_hires.state import VERB, At, Deck, End, Harm, Op, Path, Phase, Stop, Verb
from balance.games.extremely_bad_hires.telling import WORDS, Telling
from tests.games.extremely_bad_hires.small import data, options, position

CRUMB, TAP, WET, TOLL, TEA, GOSSIP = 0, 1, 2, 4, 7, 13  # numbers of cards in the set
BREAD, LEAK = 0, 1
START = "turn 5, active 1, phase"


def told(*events: tuple[int, ...]) -> list[str]:
    """The transcript of these log lines: event, seat, a, b, c."""
    cards, tables = data()
    match = GAME.new(tables, 1, 1)
    game = match.state[0]
    game["log_count"] = len(events)
    for line, event in zip(game["log"], events, strict=False):
        for field, value in zip(LOG.names, (*event, 0, 0, 0), strict=False):
            line[field] = value
    return GAME.transcript(cards, match, ["plain", ""])[1:]


# ------------------------------------------------------------------------------------------ options


def test_every_kind_of_option_is_met_and_has_words() -> None:
    """Games by chance; no two options of a decision have the same words."""
    met = set()
    for seats, deals in ((2, range(6)), (4, range(6))):
        cards, tables = data(seats)
        for deal in deals:
            rng = np.random.default_rng([seats, deal])
            match = GAME.new(tables, 1, deal)
            while GAME.decider(match) >= 0:
                offered = GAME.options(match)
                texts = [GAME.option_text(cards, match, option) for option in offered]
                assert len(set(texts)) == len(texts)
                assert all(text.strip() for text in texts)
                met |= {Verb(option // VERB) for option in offered}
                GAME.apply(match, offered[rng.integers(len(offered))])
    assert met == set(Verb) - {Verb.NEXT}  # two effects that wait for one moment: see below


def test_two_waiting_effects_of_the_same_card_are_told_apart() -> None:
    row = "lasting: kind later, what end_of_turn, player 1, until spent, source fix, card gossip\n"
    match = position(f"{START} order\njob: leak\nasked: asked_mask 3\n{row}{row}")
    assert options(match) == [
        "resolve what Gossip set up (waiting effect 1)",
        "resolve what Gossip set up (waiting effect 2)",
    ]


def test_hires_of_the_same_name_are_told_apart_by_their_space() -> None:
    staff = (
        "1.1: tap_whisperer\n1.3: tap_whisperer, incapacitated, n 2\n2.1: tap_whisperer\n2.2: crumb_counter\n"
    )
    match = position(f"{START} hire\njob: leak\nasked: asked_mask 1.1+1.3+2.1+2.2\n{staff}")
    assert options(match) == [
        "pick Tap Whisperer (space 1) of Agency 1",
        "pick Tap Whisperer (space 3) of Agency 1, Incapacitated for 2 turns",
        "pick Tap Whisperer of Agency 2",
        "pick Crumb Counter of Agency 2",
    ]


def test_a_full_staff_makes_room() -> None:
    staff = "".join(
        f"1.{slot}: {'crumb_counter' if slot < 4 else 'tap_whisperer'}, n {slot}\n" for slot in range(1, 7)
    )
    match = position(f"{START} preparation\njob: leak\n{staff}1 hand: tap_whisperer")
    assert options(match)[1] == "play Tap Whisperer (Plumbing), dismiss Crumb Counter (space 1)"


def test_crews_say_whether_they_qualify() -> None:
    match = position(f"{START} crew\njob: leak\n1.1: crumb_counter\n1.2: tap_whisperer")
    assert options(match) == [
        "skip Leak",
        "send Crumb Counter to Leak (not qualified)",
        "send Tap Whisperer to Leak (qualified)",
        "send Crumb Counter and Tap Whisperer to Leak (qualified)",
    ]


def test_a_granted_qualification_counts() -> None:
    lasting = "lasting: kind qualify, what plumbing, hire 1.1, until end_of_turn"
    match = position(f"{START} crew\njob: leak\n1.1: crumb_counter\n{lasting}")
    assert options(match)[1] == "send Crumb Counter to Leak (qualified)"


def test_choices_inside_an_effect_name_the_card() -> None:
    rules = data()[1][0]
    places = [n for n in range(int(rules["code_size"])) if rules["code"][n]["op"] == Op.MODE]
    effect = f"effect: role mayhem, source mayhem, card toll, code toll#0, controller 2, pc {places[0]}"
    match = position(f"{START} option\njob: leak\nasked: asked_mask 3\n{effect}")
    assert options(match) == [
        "Toll: mode 1: the active player: lose 1 Profit, gain some Profit",
        "Toll: mode 2: discard 1 card, 1 participating Hire: stop participating",
    ]


# ------------------------------------------------------------------------------------------- effects


def test_every_instruction_can_be_told() -> None:
    cards, tables = data()
    rules = tables[0]
    gist = Gist(rules, words.names(cards).qualifications)
    silent = set()
    for line in rules["code"][: rules["code_size"]]:
        if not gist.instruction(line):
            silent.add(Op(line["op"]))
    assert silent == {Op.END, Op.TARGET, Op.MODE, Op.BEGIN, Op.JUMP, Op.NEXT}


def test_names_follow_the_numbers_of_the_tables() -> None:
    cards, tables = data()
    called, rules = words.names(cards), tables[0]
    assert len(called.kinds) == rules["kinds"]
    assert len(called.jobs) == rules["jobs"]
    assert [called.kind_ids[k] for k in (CRUMB, TAP, WET, TOLL, TEA, GOSSIP)] == [
        "crumb_counter",
        "tap_whisperer",
        "wet_floor",
        "toll",
        "tea",
        "gossip",
    ]
    assert called.qualifications[rules["kind"][TAP]["qualification"]] == "Plumbing"


# ------------------------------------------------------------------------------------------- the log


@pytest.mark.parametrize("event", list(Event))
def test_every_event_has_words(event: Event) -> None:
    cards, tables = data()
    telling = Telling(words.names(cards), tables[0], ["plain", "baker"])
    line = np.zeros(1, LOG)[0]
    line["event"], line["a"], line["b"], line["c"] = event, 1, 0, 0
    text = WORDS[event](telling, line)
    assert text.strip()
    assert "None" not in text


@pytest.mark.parametrize(
    ("event", "a", "values", "part"),
    [
        (Event.SHUFFLE, "c", Shuffled, "shuffled"),
        (Event.BACK, "c", Back, "Crumb Counter of Agency 1"),
        (Event.DISCARD, "b", Discarded, "discards"),
        (Event.DRAW, "b", Drawn, "Crumb Counter"),
        (Event.ENDED, "a", End, "attempt"),
        (Event.STALL, "a", Stop, "Nobody wins"),
        (Event.LATER, "a", At, "will come"),
        (Event.VOID, "a", Op, "impossible"),
        (Event.COST, "a", Op, "cost"),
        (Event.CHOICE, "c", Phase, "Agency 1"),
        (Event.RESOLVE, "b", Path, "qualified"),
    ],
)
def test_each_kind_of_it_has_words(event, a, values, part) -> None:
    cards, tables = data()
    telling = Telling(words.names(cards), tables[0], [])
    line = np.zeros(1, LOG)[0]
    for value in values:
        line["event"], line[a] = event, value
        assert part in WORDS[event](telling, line)


@pytest.mark.parametrize("verb", list(Verb))
def test_each_choice_can_be_told_by_itself(verb: Verb) -> None:
    (line,) = told((Event.CHOICE, 1, verb * VERB + 1, 0, Phase.HIRE))
    assert line.startswith("    Agency 2 ")
    assert line.endswith(f"  [{verb * VERB + 1}]")


def test_a_choice_stands_with_what_says_it() -> None:
    assert told(
        (Event.CHOICE, 0, Verb.HIRE * VERB + TAP * 8 + 7, -1, Phase.PREPARATION),
        (Event.HIRE, 0, TAP * 64, 0),
        (Event.CHOICE, 1, Verb.CARD * VERB + TEA, 0, Phase.CARD),
        (Event.DISCARD, 0, TEA * 64, Discarded.EFFECT),
        (Event.CHOICE, 0, Verb.DONE * VERB, 0, Phase.PREPARATION),
    ) == [
        "  Agency 1 plays Tap Whisperer, Inactive  [1039]",
        "    Agency 2 picks Tea in the hand of Agency 1  [9223]",
        "    Agency 1 discards Tea",
        "  Agency 1 ends Preparation  [0]",
    ]


def test_things_of_a_kind_share_a_line() -> None:
    assert told(
        (Event.TURN, 0, 3, 2),
        (Event.WORKS, 0, 0, TAP),
        (Event.WORKS, 0, 1, CRUMB),
        (Event.DRAW, 0, TEA * 64, Drawn.START),
        (Event.DRAW, 0, TOLL * 64, Drawn.EFFECT),
        (Event.DRAW, 0, WET * 64, Drawn.EFFECT),
        (Event.DRAW, 1, WET * 64, Drawn.EFFECT),
        (Event.CREW, 0, LEAK, Path.QUALIFIED, 1),
        (Event.SENT, 0, 0, TAP, 1),
        (Event.SENT, 0, 1, CRUMB, 0),
        (Event.LOOK, 1, Deck.JOB, 2),
        (Event.SEEN, 1, BREAD * 64, Deck.JOB),
        (Event.SEEN, 1, LEAK * 64, Deck.JOB),
    ) == [
        "",
        "Turn 3, round 2: Agency 1 (plain)",
        "  Agency 1: Tap Whisperer and Crumb Counter start work",
        "  Agency 1 draws Tea",
        "    Agency 1 draws Toll, Wet Floor",
        "    Agency 2 draws Wet Floor",
        (
            "  Agency 1 clocks in for Leak, qualified, 1 Hire required: "
            "sends Tap Whisperer (matches) and Crumb Counter"
        ),
        "    Agency 2 looks at the top 2 cards of the Job Deck: Bread, Leak",
    ]


def test_a_job_dropped_by_an_effect_is_told_inside_it() -> None:
    assert told((Event.DROP_JOB, 0, LEAK), (Event.FILE_JOB, -1, LEAK), (Event.JOB, -1, BREAD, 4)) == [
        "    Leak leaves the Active position",
        "    Leak goes to the Job discard pile",
        "    the Active Job is Bread",
    ]
    assert told((Event.FILE_JOB, -1, LEAK))[0] == "  Leak goes to the Job discard pile"


def test_conditions_are_told_whole() -> None:
    assert told(
        (Event.HURT, 0, 0, TAP, Harm.TIMED + 16 * 2),
        (Event.HURT, 0, 6, TAP, Harm.NEXT_END + 8),
        (Event.HURT, 0, 0, TAP, Harm.RECOVERY_FIX),
    ) == [
        "    Tap Whisperer of Agency 1 is Incapacitated for 2 turns",
        (
            "    Tap Whisperer of Agency 2 is Incapacitated until the end of the next own turn, "
            "with no other recovery"
        ),
        "    Tap Whisperer of Agency 1 is Incapacitated until a Fix is used on it",
    ]


def test_no_line_without_a_choice_ends_in_a_code() -> None:
    """Whatever happens in a game: as many codes as decisions, and each of them in its order."""
    cards, tables = data(3)
    rng = np.random.default_rng(4)
    match, taken = GAME.new(tables, 1, 4, log=True), []
    while GAME.decider(match) >= 0:
        offered = GAME.options(match)
        taken.append(offered[rng.integers(len(offered))])
        GAME.apply(match, taken[-1])
    codes = [re.search(r"\[(\d+)\]$", line) for line in GAME.transcript(cards, match, [])]
    assert [int(code[1]) for code in codes if code] == taken


def test_a_full_log_says_so() -> None:
    cards, tables = data()
    match = GAME.new(tables, 1, 1)
    match.state[0]["log_count"] = len(match.state[0]["log"]) + 3
    match.state[0]["log"]["event"] = Event.PASS
    assert "3 more are lost" in GAME.transcript(cards, match, [])[-1]

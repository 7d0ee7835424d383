"""Positions as text: read back they are the same, may be written by hand, and say what is wrong with them."""

from __future__ import annotations

import numpy as np
import pytest

from balance.errors import BalanceError
from balance.games.extremely_bad_hires import GAME
from balance.games.extremely_bad_hires.state import Harm, Phase, Stage, Status, Stop, Window
from tests.games.extremely_bad_hires.small import options, position, shown

FULL = """\
turn 12, active 2, decider 1, phase hire
this turn: window mayhem, stage mayhem, hires_played 1, attempts_made 1, plays 2, moved 1, still 3
asked: asked_mask 2.1+2.3
job: bread#1
1: profit 7
1.1: tap_whisperer#3, active, uid 4
1 hand: crumb_counter#0+2 relapse
1 deck: tap_whisperer#0 tap_whisperer#1 crumb_counter#1 walkout tea amnesty errand market umbrella
+ course gossip toll
1 discard: crumb_counter#3 tap_whisperer#2 long_form
2: profit 9, shuffles 2, randoms 1
2.1: tap_whisperer#2, active, uid 1
2.2: crumb_counter#1, incapacitated, uid 2, harm timed, n 2, since 9, clock 2, by_card wet_floor
2.3: crumb_counter#0, active, uid 3
2 hand: none
2 deck: crumb_counter#2 crumb_counter#3 tap_whisperer#0 tap_whisperer#1 wet_floor long_form toll
+ relapse walkout
2 discard: tap_whisperer#3 tea amnesty errand market umbrella course gossip
lasting: kind cancel, what 0, player 2, owner 2, until spent, clock 1, count 1, age 5
lasting: kind later, what end_of_turn, player 1, owner 1, until spent, clock 1, count 12, age 6,
+ controller 1, source fix, card gossip, pc 77, when 3, bound 0=1, bound_uid 0=-2
attempt: job bread, path qualified, crew 1+3, sent 2, sent_as 0=2 1=1, raw 2, set_to 3
effect: role mayhem, source mayhem, card wet_floor, code wet_floor#0, controller 1, pc 4, effect 15,
+ pending 0=2, step 1, left 1, steps 1
loop: todo 6, place 3
jobs: leak#2 bread#0
job discard: bread#2 leak#0+1
luck -123, first 1, decisions 41, effects 15, uids 4, ages 6, random_picks 2, job_shuffles 1"""

START = "turn 5, active 1, phase preparation"
LOOKING = """\
turn 5, active 1, phase looked
looking: looker 1, look_deck job
looked at: bread leak
job: leak"""


def test_a_position_is_read_back() -> None:
    assert shown(position(FULL)) == FULL


def test_a_whole_position_has_every_card_once() -> None:
    assert GAME.census(position(FULL)) == (46, 46)


def test_remarks_and_blank_lines_are_left_out() -> None:
    assert shown(position("# from a bug report\n" + FULL.replace("\n", "\n\n"))) == FULL


def test_a_deck_that_is_left_out_holds_the_other_cards() -> None:
    match = position(
        f"{START}\njob: leak\n1 hand: tea crumb_counter*2\n1.2: crumb_counter#3\n1 discard: toll"
    )
    assert "1 hand: crumb_counter#0+1 tea" in shown(match)
    assert "1 deck: crumb_counter#2 tap_whisperer#0 tap_whisperer#1" in shown(match)
    assert "jobs: bread#0 bread#1 bread#2 leak#1 leak#2" in shown(match)
    assert GAME.census(match) == (46, 46)


def test_what_is_left_out_is_as_it_mostly_is() -> None:
    match = position(
        f"{START}\njob: leak\n1: profit 4\n1.1: tap_whisperer\n2.3: crumb_counter, incapacitated\n"
        "lasting: kind protect, what mayhem, hire 2.3, until end_of_turn\nattempt: crew 1"
    )
    game = match.state[0]
    hurt, lasting = game["player"][1]["staff"][2], game["lasting"][0]
    assert (game["decider"], game["stage"], game["window"]) == (0, Stage.PREPARATION, Window.PREPARATION)
    assert (hurt["status"], hurt["harm"], hurt["n"], hurt["clock"]) == (
        Status.INCAPACITATED,
        Harm.TIMED,
        1,
        1,
    )
    assert (lasting["player"], lasting["owner"], lasting["clock"]) == (1, 1, 1)
    assert lasting["uid"] == hurt["uid"] > 0
    attempt = game["attempt"]
    assert (attempt["sent"], attempt["sent_as"][0], attempt["raw"]) == (1, 2, 1)
    assert GAME.money(match) == [(4, 4), (0, 0)]


def test_a_position_by_hand_can_be_played() -> None:
    match = position(f"{START}\njob: leak\n1.1: tap_whisperer\n1 hand: tap_whisperer toll\n2 hand: toll")
    assert options(match) == ["end Preparation", "play Tap Whisperer (Plumbing)"]
    GAME.apply(match, 0)
    assert options(match) == ["skip Leak", "send Tap Whisperer to Leak (qualified)"]


def test_arrivals_that_are_not_told_come_after_those_that_are() -> None:
    match = position(f"{START}\njob: leak\n1.1: tap_whisperer, uid 7\n1.2: tap_whisperer")
    assert match.state[0]["player"][0]["staff"]["uid"][:2].tolist() == [7, 8]


@pytest.mark.parametrize(("shares", "stop"), [("0 1000000", Stop.NONE), ("0 0", Stop.FROZEN)])
def test_a_finished_game_keeps_its_result(shares: str, stop: Stop) -> None:
    over = f"over: millionths {shares}, stop {stop.name.lower()}"
    match = position(f"turn 5, active 1, phase over\njob: leak\n2: profit 21\n{over}")
    won = float(stop == Stop.NONE)
    assert GAME.decider(match) == -1
    assert GAME.result(match) == ([0.0, won], [0, 21])
    assert over in shown(match)


def test_a_shared_win_adds_up_to_one() -> None:
    match = position(
        "turn 5, active 1, phase over\njob: leak\nover: millionths 333333 333333 333333", seats=3
    )
    assert sum(GAME.result(match)[0]) == pytest.approx(1, abs=1e-12)


def test_looked_at_cards_are_neither_in_the_deck_nor_lost() -> None:
    match = position(LOOKING)
    assert GAME.census(match) == (46, 46)
    assert "looked at: bread#0 leak#1\n" in shown(match)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "needs a first line"),
        ("job: leak", "needs a first line"),
        ("turn x", "not a whole number"),
        ("turn 5, active 3, phase preparation\njob: leak", "there are 2 players"),
        ("turn 5, active 9", "not a player"),
        ("turn 5, phase sleeping", "sleeping"),
        ("turn 5, active 1, phase recovry", "did you mean 'recovery'"),
        (f"{START}\nhope: 3", "'hope' begins no line"),
        (f"{START}\nthis turn: plaid 3", "did you mean 'plays'"),
        (f"{START}\n1 hand: teea", "did you mean 'tea'"),
        (f"{START}\n1 hand: tea#", "not a card"),
        (f"{START}\n1 hand: tea#64", "copies go from 0 to 63"),
        (f"{START}\n1 hand: tea tea#0\n1 discard: tea#0", "tea#0 lies in two places"),
        (f"{START}\n1 hand: tea*65", "more than 64|at most"),
        (f"{START}\n1 glove: tea", "not hand, deck or discard"),
        (f"{START}\n3 hand: tea", "there are 2 players"),
        (f"{START}\n1.7: tap_whisperer", "not a place"),
        (f"{START}\n1.1: tap_whisperer tap_whisperer", "one Hire"),
        (f"{START}\n1.1: tap_whisperer, harm tired", "did you mean 'timed'"),
        (f"{START}\nlasting: kind qualify, what bakng, hire 1.1", "did you mean 'baking'"),
        (f"{START}\neffect: bound 9=1", "no place 9"),
        (f"{START}\nattempt: crew 1+9", "not a space"),
        (f"{START}\njob: leek", "no Job is called 'leek'"),
        (f"{START}\njobs: none", "needs an Active Job"),
        (f"{START}\njob: leak\nluck 99999999999999999999", "not a whole number"),
        (f"{START}\njob: leak\n" + "lasting: kind cancel\n" * 33, "at most 32 such lines"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, message: str) -> None:
    with pytest.raises(BalanceError, match=message):
        position(text)


def test_the_line_is_named() -> None:
    with pytest.raises(BalanceError, match="cannot read the line '1 hand: teea' of a position: no card"):
        position(f"{START}\n1 hand: teea")


# ------------------------------------------------------------------------------------ hidden things


def zones(match, seat: int) -> dict[str, list[int]]:
    me = match.state[0]["player"][seat]
    return {name: me[name][: int(me[f"{name}_size"])].tolist() for name in ("hand", "deck", "discard")}


def permuted(match, seat: int = 0):
    return GAME.permute_hidden(match, seat, np.random.default_rng(3))


def test_hidden_cards_move_and_the_others_stay() -> None:
    hand = "2 hand: crumb_counter#2+3 toll"
    text = FULL.replace("2 hand: none", hand).replace("2 deck: crumb_counter#2 crumb_counter#3 ", "2 deck: ")
    match = position(text.replace("long_form toll", "long_form"))
    other = permuted(match)
    assert zones(other, 0)["hand"] == zones(match, 0)["hand"]
    assert zones(other, 0)["deck"] != zones(match, 0)["deck"]
    for seat in (0, 1):
        before, after = zones(match, seat), zones(other, seat)
        assert after["discard"] == before["discard"]
        assert sorted(after["hand"] + after["deck"]) == sorted(before["hand"] + before["deck"])
        assert [len(cards) for cards in after.values()] == [len(cards) for cards in before.values()]
    hand = zones(other, 1)["hand"]
    assert hand != zones(match, 1)["hand"]
    assert hand == sorted(hand)
    assert (other.state[0]["player"]["staff"] == match.state[0]["player"]["staff"]).all()


def test_a_hand_that_is_picked_from_stays() -> None:
    asked = (
        f"{START.replace('preparation', 'card')}\nasked: asked_hand 2\njob: leak\n2 hand: tea toll walkout"
    )
    match = position(asked)
    assert match.state[0]["phase"] == Phase.CARD
    assert zones(permuted(match), 1)["hand"] == zones(match, 1)["hand"]


def test_looked_at_cards_stay() -> None:
    match = position(LOOKING)
    assert (permuted(match).state[0]["look"] == match.state[0]["look"]).all()


def test_a_lost_and_a_doubled_card_are_missed() -> None:
    match = position(FULL)
    match.state[0]["player"][0]["hand"][0] = match.state[0]["player"][0]["hand"][1]
    found, expected = GAME.census(match)
    assert found == expected - 1

"""From a card text to the program: order, jumps, bindings, who chooses, what is asked of Hires."""

from __future__ import annotations

import pytest

from balance.games.extremely_bad_hires import state
from balance.games.extremely_bad_hires.state import FALSE, Count, Op, Pick, Where, Who
from tests.games.extremely_bad_hires.programs import Program

# ----------------------------------------------------------------------------------------------- order


def test_targets_come_before_costs_and_costs_before_effects() -> None:
    """EBH-9.7, 8.5."""
    found = Program(
        {
            "targets": [{"as": "t", "pick": "own_staff"}, {"as": "p", "player": "opponents"}],
            "cost": [{"discard": 2}, {"lose": 1}],
            "effects": [{"recover": {"who": "$t"}}, {"draw": {"player": "$p"}}],
        }
    )
    assert found.ops == ["TARGET", "TARGET", "DISCARD", "LOSE", "BEGIN", "RECOVER", "DRAW", "END"]
    assert [int(one["cost"]) for one in found.code] == [0, 0, 1, 1, 0, 0, 0, 0]
    assert found.find("DRAW")["player"] == Who.BOUND + 16 * found.find("TARGET", 1)["binding"]
    needs = found.rules["need"][found.row["first_need"] :][: found.row["needs"]]
    assert needs["pool"].tolist() == [0, 4, 1, 3]
    assert needs["mode"].tolist() == [-1] * 4
    assert [found.number(int(n))[0][1] for n in needs["number"]] == [1, 1, 2, 1]


def test_a_player_chosen_at_play_may_choose_the_next_target() -> None:
    targets = [{"as": "p", "player": "opponents"}, {"as": "t", "pick": "own_staff", "by": "$p"}]
    found = Program({"targets": targets, "effects": [{"recover": {"who": "$t"}}]})
    assert found.find("TARGET", 1)["by"] == Who.BOUND + 16 * found.find("TARGET")["binding"]


def test_targets_are_chosen_when_reached_under_that_reading() -> None:
    """O-22."""
    card = {"targets": [{"as": "t", "pick": "own_staff"}], "cost": [{"discard": 1}], "effects": [{"draw": 1}]}
    found = Program(card, set_=[("readings.O-22", "reached")])
    assert found.ops == ["DISCARD", "BEGIN", "TARGET", "DRAW", "END"]
    assert found.row["needs"] == 2


def test_each_mode_has_its_own_program() -> None:
    found = Program(
        {
            "targets": [{"as": "t", "pick": "own_staff"}],
            "cost": [{"discard": 1}],
            "modes": [
                {"id": "a", "effects": [{"dismiss": {"who": "$t"}}]},
                {
                    "id": "b",
                    "requires": [{"completed": True}],
                    "targets": [{"as": "u", "pick": "own_staff"}],
                    "effects": [{"return_hire": {"who": "$t"}}, {"recover": {"who": "$u"}}],
                },
            ],
        }
    )
    first = ["TARGET", "DISCARD", "BEGIN", "DISMISS", "END"]
    second = ["TARGET", "TARGET", "DISCARD", "BEGIN", "RETURN_HIRE", "RECOVER", "END"]
    assert found.ops == ["MODE", *first, *second]
    assert found.row["modes"] == 2
    choices = found.rules["choice"][int(found.code[0]["choice"]) :][:2]
    assert (choices["first"] - found.begin).tolist() == [1, 6]
    assert (choices["last"] - found.begin).tolist() == [5, 12]
    assert choices["requires"][0] == -1
    assert found.rules["condition"][choices["requires"][1]]["test"] == state.Test.COMPLETED
    needs = found.rules["need"][found.row["first_need"] :][: found.row["needs"]]
    assert needs["mode"].tolist() == [0, 0, 1, 1, 1]
    wheres = [int(found.who("TARGET", n)["where"]) for n in range(3)]
    assert wheres == [Where.CAN_DISMISS, Where.CAN_RETURN, Where.RECOVERABLE]


def test_a_job_has_a_program_for_each_part() -> None:
    found = Program({"effects": [{"required": -1}]}, kind="jobs", path="clock_in")
    assert found.ops == ["REQUIRED", "END"]
    assert found.row["path"]["resolve"].tolist() == [0, 0]
    assert found.rules["code"][0]["op"] == Op.END


# --------------------------------------------------------------------------------------------- control


def test_if_and_else() -> None:
    text = {"if": {"when": {"completed": True}, "do": [{"draw": 1}], "else": [{"gain": 1}, {"gain": 2}]}}
    found = Program({"effects": [text, {"lose": 1}]})
    assert found.ops == ["BEGIN", "UNLESS", "DRAW", "JUMP", "GAIN", "GAIN", "LOSE", "END"]
    assert found.jump("UNLESS") == found.ops.index("GAIN")
    assert found.jump("JUMP") == found.ops.index("LOSE")


def test_if_without_else() -> None:
    found = Program({"effects": [{"if": {"when": {"completed": True}, "do": [{"draw": 1}]}}, {"lose": 1}]})
    assert found.ops == ["BEGIN", "UNLESS", "DRAW", "LOSE", "END"]
    assert found.jump("UNLESS") == found.ops.index("LOSE")


def test_may() -> None:
    text = {"may": {"by": "left", "do": [{"draw": 1}]}, "id": "did"}
    found = Program({"effects": [text, {"gain": 1, "needs": "did"}]})
    assert found.ops == ["BEGIN", "MAY", "DRAW", "GAIN", "END"]
    assert found.jump("MAY") == 3
    assert found.find("MAY")["by"] == Who.LEFT
    assert found.find("MAY")["slot"] == found.find("GAIN")["needs"] == 0


def test_what_a_block_needs_becomes_a_jump_over_it() -> None:
    text = {"may": {"do": [{"draw": 1}]}, "needs": {"id": "a", "at_least": 2}, "when": {"completed": True}}
    found = Program({"effects": [{"draw": 3, "id": "a"}, text, {"gain": 1}]})
    assert found.ops == ["BEGIN", "DRAW", "UNLESS", "MAY", "DRAW", "GAIN", "END"]
    assert found.jump("UNLESS") == found.ops.index("GAIN")
    first = found.rules["condition"][found.find("UNLESS")["when"]]
    assert (first["test"], first["low"], first["no"]) == (state.Test.DID, 2, FALSE)
    assert found.rules["condition"][first["yes"]]["test"] == state.Test.COMPLETED
    assert (found.find("MAY")["needs"], found.find("MAY")["when"]) == (-1, -1)


def test_choose_one() -> None:
    options = [{"do": [{"draw": 1}, {"discard": 1}]}, {"do": [{"lose": 1}]}]
    found = Program({"effects": [{"choose_one": {"options": options}}, {"gain": 1}]})
    assert found.ops == ["BEGIN", "CHOOSE_ONE", "DRAW", "DISCARD", "JUMP", "LOSE", "JUMP", "GAIN", "END"]
    after = found.ops.index("GAIN")
    assert [found.jump("CHOOSE_ONE"), found.jump("JUMP"), found.jump("JUMP", 1)] == [after] * 3
    choices = found.rules["choice"][int(found.find("CHOOSE_ONE")["choice"]) :][:2]
    assert (choices["first"] - found.begin).tolist() == [2, 5]
    assert (choices["last"] - found.begin).tolist() == [4, 6]


def test_a_choice_inside_a_choice_keeps_both_lists_together() -> None:
    inner = {"choose_one": {"options": [{"do": [{"draw": 1}]}, {"do": [{"draw": 2}]}]}}
    found = Program({"effects": [{"choose_one": {"options": [{"do": [inner]}, {"do": [{"gain": 1}]}]}}]})
    outer = int(found.find("CHOOSE_ONE")["choice"])
    choices = found.rules["choice"]
    assert found.rules["code"][choices[outer]["first"]]["op"] == Op.CHOOSE_ONE
    assert found.rules["code"][choices[outer + 1]["first"]]["op"] == Op.GAIN
    assert int(found.find("CHOOSE_ONE", 1)["choice"]) == outer + 2


def test_each_over_players_and_hires() -> None:
    inner = {"each": {"over": {"pick": {"staff_of": "$p"}}, "as": "h", "do": [{"recover": {"who": "$h"}}]}}
    found = Program({"effects": [{"each": {"over": "others", "as": "p", "do": [inner]}}, {"gain": 1}]})
    assert found.ops == ["BEGIN", "EACH_PLAYER", "EACH_HIRE", "RECOVER", "NEXT", "NEXT", "GAIN", "END"]
    assert found.find("EACH_PLAYER")["player"] == Who.OTHERS
    assert found.jump("EACH_PLAYER") == found.ops.index("GAIN")
    assert found.jump("EACH_HIRE") == 5
    over = found.who("EACH_HIRE")
    assert (over["pick"], over["player"], over["count"]) == (Pick.STAFF, Who.BOUND, Count.ALL)
    assert found.who("RECOVER")["binding"] == found.find("EACH_HIRE")["binding"] == 1


def test_a_group_discards_one_after_the_other() -> None:
    text = {"discard": {"player": "opponents", "count": 2}, "id": "lost"}
    found = Program({"effects": [text, {"gain": {"count": {"done": "lost"}}}]})
    assert found.ops == ["BEGIN", "EACH_PLAYER", "DISCARD", "NEXT", "GAIN", "END"]
    discard = found.find("DISCARD")
    assert discard["player"] == discard["by"] == Who.BOUND
    assert discard["slot"] == 0
    assert found.find("EACH_PLAYER")["slot"] == -1


def test_a_group_draws_at_once() -> None:
    found = Program({"effects": [{"draw": {"player": "opponents"}}]})
    assert found.ops == ["BEGIN", "DRAW", "END"]
    assert found.find("DRAW")["player"] == Who.OPPONENTS


def test_a_delayed_effect() -> None:
    text = {
        "later": {
            "at": "after_job",
            "of": "left",
            "when": {"completed": True},
            "do": [{"draw": 1, "id": "a"}],
        }
    }
    found = Program({"effects": [{"gain": 1, "id": "b"}, text, {"gain": 2, "id": "c"}]})
    assert found.ops == ["BEGIN", "GAIN", "LATER", "DRAW", "END", "GAIN", "END"]
    later = found.find("LATER")
    assert (later["what"], later["player"]) == (state.At.AFTER_JOB, Who.LEFT)
    assert found.rules["condition"][later["when"]]["test"] == state.Test.COMPLETED
    assert found.jump("LATER") == 5
    assert found.find("DRAW")["slot"] == 0  # its own count begins anew
    assert [found.find("GAIN")["slot"], found.find("GAIN", 1)["slot"]] == [0, 1]


def test_names_of_a_block_make_room_when_it_ends() -> None:
    block = [{"choose": {"as": f"h{n}", "pick": "own_staff"}} for n in range(state.BINDINGS)]
    found = Program({"effects": [{"may": {"do": block}}, {"may": {"do": block}}]})
    assert sorted({int(one["binding"]) for one in found.code}) == [-1, *range(state.BINDINGS)]


# --------------------------------------------------------------------------------- who, what, how many


@pytest.mark.parametrize(
    ("text", "op", "by"),
    [
        ({"incapacitate": {"who": {"pick": "participating"}}}, "INCAPACITATE", Who.AP),  # EBH-12.2
        ({"incapacitate": {"who": {"pick": "participating", "by": "left"}}}, "INCAPACITATE", Who.LEFT),
        ({"return_hire": {"who": {"pick": "participating"}}}, "RETURN_HIRE", Who.UNNAMED),  # O-12
        ({"recover": {"who": {"pick": "participating", "by": "random"}}}, "RECOVER", Who.RANDOM),
    ],
)
def test_who_chooses_on_a_job(text, op, by) -> None:
    found = Program({"effects": [text]}, kind="jobs")
    assert found.who(op)["by"] == by
    assert found.find(op)["by"] == by


def test_who_chooses_on_a_mayhem() -> None:
    """A Mayhem that Incapacitates names nobody either: O-12, not 12.2."""
    found = Program({"effects": [{"incapacitate": {"who": {"pick": "participating"}}}]}, kind="mayhem")
    assert found.who("INCAPACITATE")["by"] == Who.UNNAMED
    found = Program({"effects": [{"discard": {"player": "ap"}}]}, kind="mayhem")
    assert found.find("DISCARD")["by"] == Who.AP  # EBH-5.12


BITS = [
    ("incapacitate", Where.CAN_INCAPACITATE),
    ("recover", Where.RECOVERABLE),
    ("return_hire", Where.CAN_RETURN),
    ("dismiss", Where.CAN_DISMISS),
    ("activate", Where.INACTIVE),
    ("unassign", Where.PARTICIPATING),
    ("reduce", Where.CAN_REDUCE),
    ("worsen", Where.INCAPACITATED | Where.TIMED),
]


@pytest.mark.parametrize(("op", "bits"), BITS)
def test_what_an_instruction_asks_of_its_hires(op, bits) -> None:
    """EBH-8.13, 10.11: nobody can choose a Hire to which it cannot happen."""
    who = {"pick": "own_staff", "where": ["matching"]}
    assert Program({"effects": [{op: {"who": who}}]}).who(op.upper())["where"] == bits | Where.MATCHING


@pytest.mark.parametrize(("op", "bits"), BITS)
def test_the_first_use_of_a_name_is_asked_of_its_choice(op, bits) -> None:
    uses = [{op: {"who": "$t"}}, {"recover": {"who": "$t"}}]
    found = Program({"targets": [{"as": "t", "pick": "own_staff"}], "effects": uses})
    declared = Where.INCAPACITATED if op == "reduce" else bits  # O-25: any Incapacitated one will do
    assert found.who("TARGET")["where"] == declared
    found = Program({"effects": [{"choose": {"as": "t", "pick": "own_staff"}}, *uses]})
    assert found.who("CHOOSE")["where"] == bits
    assert found.who("CHOOSE")["pick"] == Pick.STAFF


def test_readings_that_change_what_is_asked() -> None:
    incapacitate = {"effects": [{"incapacitate": {"who": {"pick": "participating"}}}]}
    free = Program(incapacitate, kind="mayhem", set_=[("readings.O-21", "free")])
    assert free.who("INCAPACITATE")["where"] == 0
    reduce = {"targets": [{"as": "t", "pick": "own_staff"}], "effects": [{"reduce": {"who": "$t"}}]}
    strict = Program(reduce, set_=[("readings.O-25", "not_allowed")])
    assert strict.who("TARGET")["where"] == Where.CAN_REDUCE


@pytest.mark.parametrize(
    ("pick", "code", "player"),
    [
        ("participating", Pick.PARTICIPATING, Who.YOU),
        ("own_staff", Pick.STAFF, Who.YOU),
        ("ap_staff", Pick.STAFF, Who.AP),
        ({"staff_of": "right"}, Pick.STAFF, Who.RIGHT),
        ("any_staff", Pick.ANY_STAFF, Who.YOU),
    ],
)
def test_picks(pick, code, player) -> None:
    row = Program({"effects": [{"activate": {"who": {"pick": pick, "count": {"up_to": 3}}}}]}).who("ACTIVATE")
    assert (row["pick"], row["player"], row["count"]) == (code, player, Count.UP_TO)


def test_equal_selectors_and_numbers_are_kept_once() -> None:
    once = Program({"effects": [{"recover": {"who": {"pick": "own_staff"}}}]})
    twice = Program({"effects": [{"recover": {"who": {"pick": "own_staff"}}}] * 2})
    assert twice.find("RECOVER", 0)["who"] == twice.find("RECOVER", 1)["who"] == once.find("RECOVER")["who"]


def test_turns_left_out_are_those_of_the_frame() -> None:
    """EBH-10.4: a printed duration replaces the default."""
    card = {"effects": [{"incapacitate": {"who": {"pick": "participating"}}}]}
    found = Program(card, kind="mayhem", set_=[("frame.incapacitated_turns", 3)])
    one = found.find("INCAPACITATE")
    assert one["until"] == state.Harm.TIMED
    assert found.number(int(one["number"])) == [(state.Number.CONST, 3, 1)]
    until = {"effects": [{"incapacitate": {"who": {"pick": "participating"}, "until": "recovery_fix"}}]}
    one = Program(until, kind="mayhem").find("INCAPACITATE")
    assert (one["until"], one["number"]) == (state.Harm.RECOVERY_FIX, -1)


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ({"look": {"deck": "job", "count": 2, "rest": "any_order"}}, {"what": 1, "extra": 1, "other": -1}),
        ({"look": {"count": 2, "keep": {"to": "deck_bottom"}}}, {"what": 0, "count": state.Zone.DECK_BOTTOM}),
        ({"take_back": {"card": {}, "to": "deck_top"}}, {"what": state.Zone.DECK_TOP}),
        ({"reveal": {"what": "top", "count": 2}}, {"extra": 1}),
        ({"shuffle": {"deck": "job", "with_discard": True}}, {"what": 1, "extra": 1}),
        (
            {"protect": {"who": {"pick": "own_staff"}, "from": "return", "until": "spent"}},
            {"what": 4, "until": 4},
        ),
        ({"qualify": {"who": {"pick": "own_staff"}, "qualification": "occult"}}, {"what": 2, "until": 1}),
        ({"forbid": {"what": "draw"}}, {"what": state.Ban.DRAW, "player": Who.YOU, "until": 1}),
        ({"allow": {"what": {"override": "draw"}}}, {"what": state.Leave.OVERRIDE + state.Ban.DRAW}),
        ({"cancel_next_mayhem": {"count": 2}}, {"player": Who.YOU, "until": state.Until.ATTEMPT}),
        ({"discard": "all"}, {"count": Count.ALL, "number": -1, "what": state.CardType.ANY}),
        (
            {"discard": {"count": {"up_to": 2}, "type": "fix"}},
            {"count": Count.UP_TO, "what": state.CardType.FIX},
        ),
        ({"job_profit": -2}, {"player": Who.AP}),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_fields_of_plain_instructions(text, fields) -> None:
    one = Program({"effects": [text]}).code[1]
    assert {name: int(one[name]) for name in fields} == {name: int(value) for name, value in fields.items()}


def test_forbid_on_a_mayhem_is_about_the_attempting_player() -> None:
    found = Program({"effects": [{"forbid": {"what": "play_fix"}}]}, kind="mayhem")
    assert found.find("FORBID")["player"] == Who.AP


@pytest.mark.parametrize(
    ("effects", "recovery"),
    [
        ([{"recover": {"who": {"pick": "own_staff"}}}], 1),
        ([{"may": {"do": [{"reduce": {"who": {"pick": "own_staff"}}}]}}], 1),
        ([{"draw": 1}], 0),
    ],
)
def test_which_fix_is_of_the_recovery_type(effects, recovery) -> None:
    """EBH-10.22."""
    assert Program({"effects": effects}).row["recovery"] == recovery

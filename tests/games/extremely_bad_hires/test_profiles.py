"""What is known of a text before it is played: Required Hires, conditions and numbers as trees, profiles."""

from __future__ import annotations

import random
from typing import Any

import pytest

from balance.games.extremely_bad_hires import state
from balance.games.extremely_bad_hires.pieces import Pieces
from balance.games.extremely_bad_hires.state import TRUE
from balance.games.extremely_bad_hires.texts import Condition, Number
from tests.games.extremely_bad_hires.programs import Program

M = {"kind": "mayhem"}
HURT = {"incapacitate": {"who": {"pick": "participating"}}}

# -------------------------------------------------------------------------------- Required Hires before


@pytest.mark.parametrize(
    ("clock_in", "fixed", "required"),
    [
        ([], 1, 2),
        ([{"required": -1}], 1, 1),
        ([{"required": -5}], 1, 1),  # O-06
        ([{"required": 1}, {"required": {"set": 3}}], 1, 3),
        ([{"required": {"set": 3}}, {"required": 1}], 1, 4),
        ([{"required": 1, "when": {"path": "qualified"}}], 1, 3),
        ([{"required": 1, "when": {"path": "unqualified"}}], 1, 2),
        ([{"required": 1, "when": {"players": {"min": 3}}}], 1, 2),
        ([{"required": 1, "when": {"profit": {"min": 3}}}], 0, 2),
        ([{"required": {"by": {"count": {"pick": "sent"}}}}], 0, 2),
        ([{"forbid": {"what": "lower_required", "until": "attempt"}}, {"required": -1}], 0, 1),
    ],
)
def test_required_hires_that_are_known_beforehand(clock_in, fixed, required) -> None:
    path = Program({"qualified": {"clock_in": clock_in}}, kind="jobs").row["path"][1]
    assert (path["fixed"], path["required"]) == (fixed, required)


def test_sets_before_sums_under_that_reading() -> None:
    """O-28."""
    text = {"qualified": {"clock_in": [{"required": 1}, {"required": {"set": 3}}]}}
    found = Program(text, kind="jobs", set_=[("readings.O-28", "sets_first")])
    assert found.row["path"][1]["required"] == 4


# ------------------------------------------------------------------------------ conditions and numbers


def random_condition(rng: random.Random, depth: int) -> Condition:
    if depth == 0 or rng.random() < 0.3:
        return Condition("players", low=rng.randrange(8), high=None)
    word = rng.choice(["all", "any", "not"])
    parts = tuple(random_condition(rng, depth - 1) for _ in range(1 if word == "not" else rng.randint(1, 3)))
    return Condition(word, parts=parts)


def truth(condition: Condition, facts: dict[int, bool]) -> bool:
    parts = [truth(part, facts) for part in condition.parts]
    match condition.word:
        case "all":
            return all(parts)
        case "any":
            return any(parts)
        case "not":
            return not parts[0]
    assert condition.low is not None
    return facts[condition.low]


def test_a_condition_is_walked_as_it_is_meant() -> None:
    """Leaf after leaf with where to go on, against the tree itself, for conditions by chance."""
    rng = random.Random(3)
    for _ in range(300):
        condition = random_condition(rng, 4)
        pieces = Pieces([])
        begin = pieces.condition(condition)
        for _ in range(5):
            facts = {leaf: rng.random() < 0.5 for leaf in range(8)}
            place = begin
            while place >= 0:
                _, _, leaf, _, yes, no = pieces.built.conditions[place]
                place = yes if facts[leaf] else no
            assert (place == TRUE) == truth(condition, facts)


def random_number(rng: random.Random, depth: int) -> Number:
    if depth == 0 or rng.random() < 0.3:
        return Number("const", rng.randint(-5, 5))
    return Number(
        rng.choice(["min", "max", "add"]),
        parts=(random_number(rng, depth - 1), random_number(rng, depth - 1)),
    )


def value(number: Number) -> int:
    if number.word == "const":
        return number.value
    one, two = (value(part) for part in number.parts)
    return {"min": min(one, two), "max": max(one, two), "add": one + two}[number.word]


def test_a_number_is_worked_out_as_it_is_meant() -> None:
    rng = random.Random(4)
    for _ in range(300):
        number = random_number(rng, 5)
        pieces = Pieces([])
        place = pieces.number(number)
        stack: list[int] = []
        while True:
            kind, of, last = pieces.built.numbers[place]
            if kind == state.Number.CONST:
                stack.append(of)
            else:
                two, one = stack.pop(), stack.pop()
                done = {state.Number.MIN: min, state.Number.MAX: max, state.Number.ADD: lambda a, b: a + b}
                stack.append(done[state.Number(kind)](one, two))
            assert len(stack) <= state.STACK
            place += 1
            if last:
                break
        assert stack == [value(number)]


# ------------------------------------------------------------------------------------------- profiles


def profile(card: dict[str, Any], **how: Any) -> dict[str, float]:
    row = Program(card, **how).row
    row = row["path"][1]["profile"] if how.get("kind") == "jobs" else row["profile"]
    return {name: round(float(row[name]), 3) for name in state.PROFILE.names if row[name]}


@pytest.mark.parametrize(
    ("card", "how", "expected"),
    [
        ({"effects": [{"draw": 2}, {"gain": 1}, {"lose": 3}]}, {}, {"draw": 2, "gain": -2}),
        ({"cost": [{"discard": 1}], "effects": [{"draw": 2}]}, {}, {"draw": 2, "discard": 1}),
        ({"effects": [{"gain": {"player": "opponents"}}]}, {}, {"gift": 1}),
        (
            {
                "targets": [{"as": "t", "pick": "participating"}],
                "effects": [{"incapacitate": {"who": "$t", "turns": 2}}],
            },
            M,
            {"hurt": 2, "remove": 1},
        ),
        ({"effects": [{"lose": {"player": "ap", "count": 2}}]}, M, {"harm": 2}),
        ({"effects": [{"discard_random": {"player": "ap"}}, {"end_attempt": {}}]}, M, {"rob": 1, "ends": 1}),
        ({"effects": [{"recover": {"who": {"pick": "own_staff"}}}]}, {}, {"recover": 1}),
        (
            {"effects": [{"choose_one": {"options": [{"do": [{"gain": 2}]}, {"do": [{"draw": 1}]}]}}]},
            {},
            {"gain": 1, "draw": 0.5},
        ),
        ({"effects": [{"each": {"over": "opponents", "as": "p", "do": [{"gain": 1}]}}]}, {}, {"gain": 1}),
        ({"effects": [HURT, {"gain": 1}]}, {"kind": "jobs"}, {"hurt": 1, "remove": 1, "gain": 1}),
        ({"effects": [{"job_profit": 2}]}, {"kind": "jobs"}, {"job_profit": 2}),
    ],
)
def test_profiles(card, how, expected) -> None:
    assert profile(card, **how) == expected

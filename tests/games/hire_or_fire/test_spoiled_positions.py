"""Positions with a few words wrong: refused with a message, or played on to the end.

Played in plain Python, where an index out of range is an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from balance import jit
from balance.errors import BalanceError
from balance.games.hire_or_fire import GAME
from balance.games.hire_or_fire.state import Home, Offers, Phase, SelfHire, SkillsUsed, Talk
from tests.games.hire_or_fire.plain_cards import CARDS, rules, shown

if TYPE_CHECKING:
    from balance.games.interface import Match

READINGS = [
    {},
    {"offers": Offers.IN_TURN, "self_hire": SelfHire.ALLOWED},
    {"skills_used": SkillsUsed.ONE_CARD, "talk": Talk.LEAKS, "home": Home.REPEAT},
]
WORDS = ("0", "-1", "9" * 20, "3", "none", "job", "A", "F", "$3,000", "won", ",", "")
TIMES = 150
STEPS_MAX = 1000


def texts(tables: np.ndarray) -> list[str]:
    """Positions of a game by chance."""
    rng, match, found = np.random.default_rng(1), GAME.new(tables, 1, 5), []
    while GAME.decider(match) >= 0:
        if rng.random() < 0.2:
            found.append(shown(match))
        offered = GAME.options(match)
        GAME.apply(match, offered[rng.integers(len(offered))])
    return [*found, shown(match)]


def spoiled(rng: np.random.Generator, text: str) -> str:
    """A line lost, told twice or moved, or a word replaced."""
    lines = text.split("\n")
    for _ in range(rng.integers(1, 3)):
        place, other, way = rng.integers(len(lines)), rng.integers(len(lines)), rng.random()
        if way < 0.3 and len(lines) > 1:
            del lines[place]
        elif way < 0.4:
            lines.insert(other, lines[place])
        elif way < 0.8:
            words = lines[place].split(" ")
            found = lines[other].split(" ") if rng.random() < 0.6 else WORDS
            words[rng.integers(len(words))] = found[rng.integers(len(found))]
            lines[place] = " ".join(words)
        else:
            lines[place], lines[other] = lines[other], lines[place]
    return "\n".join(lines)


def played_on(match: Match, rng: np.random.Generator) -> None:
    """To the end of the game, in plain Python."""
    plain = GAME.kernels.plain()
    tables, state = jit.as_objects(match.tables), jit.as_objects(match.state)
    for _ in range(STEPS_MAX):
        if state[0].phase == Phase.OVER:
            return
        plain.options(tables, state)
        assert state[0].option_count > 0, "somebody is asked, and can do nothing"
        assert plain.apply(tables, state, state[0].option[rng.integers(state[0].option_count)])
    msg = "no end"
    raise AssertionError(msg)


@pytest.mark.parametrize("readings", READINGS)
def test_spoiled_positions(readings: dict[str, int]) -> None:
    tables, rng = rules(3, **readings), np.random.default_rng(7)
    whole, refused = texts(tables), set()
    good = 0
    for _ in range(TIMES):
        text = spoiled(rng, whole[rng.integers(len(whole))])
        try:
            match = GAME.parse_state(CARDS, tables, text)
        except BalanceError as error:
            refused.add(str(error).partition(":")[0][:25])
            continue
        good += 1
        assert shown(GAME.parse_state(CARDS, tables, shown(match))) == shown(match)
        played_on(match, rng)
    assert good > 5
    assert len(refused) > 5

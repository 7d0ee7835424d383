"""The interpreter of card texts by itself: one long text, resolved over and over in one position.

The text (`PROGRAM`) is made of what card texts are made of most: draws and discards, Hires hurt and
recovered, Profit, conditions, numbers that must be counted, a loop over players. Nobody has to choose, and
each round leaves hands and staffs as they were: no options, no bots, no turns, nothing but the text.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.chance import deal_key
from balance.games.extremely_bad_hires import GAME
from balance.games.extremely_bad_hires.effects import begin_effect, run
from balance.games.extremely_bad_hires.state import Phase, Role, Source
from balance.jit import entry

if TYPE_CHECKING:
    from pathlib import Path

OWN = {"pick": "own_staff", "count": "all"}
BLOCK: list[dict[str, Any]] = [
    {"incapacitate": {"who": {**OWN, "where": ["active"]}}},
    {"recover": {"who": {**OWN, "where": ["incapacitated"]}}},
    {"draw": 1},
    {"discard_random": 1},
    {"if": {"when": {"hand": {"min": 3}}, "do": [{"gain": 1}], "else": [{"lose": 1}]}},
    {"gain": {"count": {"min": [{"count": OWN}, 3]}}},
    {"lose": {"player": "opponents", "count": 1}},
    {"each": {"over": "opponents", "as": "p", "do": [{"lose": {"player": "$p", "count": 1}}]}},
    {"gain": 1, "when": {"count": {"of": {**OWN, "where": ["active"]}, "min": 2}}},
]
PROGRAM = BLOCK * 2
CARD = "biscuit_tin"
TIMES = 20_000


@entry
def resolve(tables, state, kind, times):
    """Resolve the text of a Fix so many times; the number of instructions that took."""
    rules = tables[0]
    game = state[0]
    before = game.tally.instructions
    for _ in range(times):
        begin_effect(game, Role.FIX, Source.FIX, kind, -1, game.active, rules.kind[kind].code)
        run(rules, game)
    game.frame.on = 0
    return game.tally.instructions - before


class Interpreter:
    """A position in the middle of a game over the cards of a folder, one of whose Fixes has that text."""

    def __init__(self, folder: Path) -> None:
        cards = GAME.load(folder, [(f"fixes.{CARD}.effects", PROGRAM)])
        self.tables = GAME.tables(cards, 2)
        self.kind = list(cards.model.company()).index(CARD)
        self.state = np.zeros(1, GAME.state_dtype)
        bots = np.array([GAME.bot(cards, "steady")] * 2, GAME.bot_dtype)
        GAME.kernels.setup(self.tables, self.state, deal_key(1, 1), 0)
        game = self.state[0]
        while not (game["phase"] == Phase.CREW and game["player"][game["active"]]["staff_size"] >= 4):
            option = GAME.kernels.choose(self.tables, self.state, bots)
            assert GAME.kernels.apply(self.tables, self.state, option)
        resolve(self.tables, self.state, self.kind, 1)

    def seconds(self) -> float:
        """CPU seconds of one instruction."""
        began = time.process_time()
        instructions = resolve(self.tables, self.state, self.kind, TIMES)
        return (time.process_time() - began) / instructions

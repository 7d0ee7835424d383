"""The compiled entry points: what Python calls, with arrays of one record.

Setting up, listing, applying and choosing share one compiled function, as each of them reaches nearly all of
the rules: so these are compiled twice (there, and in `play_games`), not five times.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from balance import jit
from balance.games.extremely_bad_hires.bots import decide
from balance.games.extremely_bad_hires.options import list_options
from balance.games.extremely_bad_hires.rules import advance, apply, perform
from balance.games.extremely_bad_hires.state import Phase
from balance.games.extremely_bad_hires.turns import setup
from balance.games.extremely_bad_hires.weights import BOT
from balance.games.interface import Kernels
from balance.jit import entry, store, twin

NOBODY = np.zeros(1, BOT)


class Wish(IntEnum):
    """What `step` is asked to do."""

    SETUP = 0
    OPTIONS = 1
    APPLY = 2
    CHOOSE = 3


@entry
def step(tables, state, bots, wish, argument, log_on):
    """One call of the door, by `Wish`; the option chosen, 1 or 0 for applied or refused, else 0."""
    rules = tables[0]
    game = state[0]
    if wish == Wish.SETUP:
        setup(rules, game, argument, log_on)
        advance(rules, game)
    elif wish == Wish.OPTIONS:
        list_options(rules, game)
    elif wish == Wish.APPLY:
        return int(apply(rules, game, argument))
    else:
        list_options(rules, game)
        return decide(rules, game, bots[game.decider])
    return 0


def _both(make: Any) -> Any:
    """A function that calls `step`, with the twin that calls it as ordinary Python."""
    return twin(make(lambda: step), make(lambda: jit.plain(step)))


def _new_game(door: Any) -> Any:
    def new_game(tables: Any, state: Any, key: int, log_on: int) -> None:
        """A new game with the luck of that key, at its first decision."""
        door()(tables, state, NOBODY, int(Wish.SETUP), key, log_on)

    return new_game


def _legal_options(door: Any) -> Any:
    def legal_options(tables: Any, state: Any) -> None:
        """Write the legal options into the record."""
        door()(tables, state, NOBODY, int(Wish.OPTIONS), 0, 0)

    return legal_options


def _apply_option(door: Any) -> Any:
    def apply_option(tables: Any, state: Any, option: int) -> bool:
        """Take an option; False, and nothing changed, when it is not offered."""
        return bool(door()(tables, state, NOBODY, int(Wish.APPLY), option, 0))

    return apply_option


def _choose(door: Any) -> Any:
    def choose(tables: Any, state: Any, bots: Any) -> int:
        """The option that the deciding seat's bot picks (`bots`: one record per seat)."""
        return int(door()(tables, state, bots, int(Wish.CHOOSE), 0, 0))

    return choose


@entry
def play_games(tables, bots, state, jobs, game_rows, seat_rows):
    """Play one game per job and store what was counted: game_rows[i], seat_rows[i, seat]."""
    rules = tables[0]
    game = state[0]
    for i in range(len(jobs)):
        job = jobs[i]
        setup(rules, game, job.key, 0)
        advance(rules, game)
        while game.phase != Phase.OVER:
            perform(rules, game, decide(rules, game, bots[job.bot[game.decider]]))
        store(game_rows, i, game.tally)
        for seat in range(rules.players):
            store(seat_rows[i], seat, game.player[seat].tally)


KERNELS = Kernels(
    setup=_both(_new_game),
    options=_both(_legal_options),
    apply=_both(_apply_option),
    choose=_both(_choose),
    play=play_games,
)

"""The compiled entry points: what Python calls, with arrays of one record."""

from __future__ import annotations

from balance.games.hire_or_fire.bots import decide
from balance.games.hire_or_fire.noting import note
from balance.games.hire_or_fire.options import list_options
from balance.games.hire_or_fire.rules import apply, perform
from balance.games.hire_or_fire.state import Phase
from balance.games.hire_or_fire.weeks import setup
from balance.games.interface import Kernels
from balance.jit import entry, store


@entry
def new_game(tables, state, key, log_on):
    """A new game with the luck of that key."""
    setup(tables[0], state[0], key, log_on)


@entry
def legal_options(tables, state):
    """Write the legal options into the record."""
    list_options(tables[0], state[0])


@entry
def apply_option(tables, state, option):
    """Take an option; False, and nothing changed, when it is not offered."""
    return apply(tables[0], state[0], option)


@entry
def choose(tables, state, bots):
    """The option that the deciding seat's bot picks (`bots`: one record per seat)."""
    game = state[0]
    list_options(tables[0], game)
    return decide(tables[0], game, bots[game.decider])


@entry
def play_games(tables, bots, state, jobs, game_rows, seat_rows):
    """Play one game per job and store what was counted: game_rows[i], seat_rows[i, seat]."""
    rules = tables[0]
    game = state[0]
    for i in range(len(jobs)):
        job = jobs[i]
        setup(rules, game, job.key, 0)
        while game.phase != Phase.OVER:
            bot = bots[job.bot[game.decider]]
            note(rules, game, bot)
            perform(rules, game, decide(rules, game, bot))
        store(game_rows, i, game.tally)
        for seat in range(rules.players):
            store(seat_rows[i], seat, game.player[seat].tally)


KERNELS = Kernels(setup=new_game, options=legal_options, apply=apply_option, choose=choose, play=play_games)

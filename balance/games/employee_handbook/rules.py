"""The rules of Employee Handbook: the one door.

A game is a state machine. `turns.setup` brings it to its first decision; then, until `Phase.OVER`, the
company `game.active` has the options that `options.list_options` writes into the record, and `perform`
takes one of them. The rules lie in `board`, `options`, `turns`, `business`, `drawing`, `deck` and
`knowledge`, and nowhere else. Clause ids (HB stated, D derived, HA reading of an open point) are those of
`docs/employee_handbook_rules.md`.
"""

from __future__ import annotations

from balance.games.employee_handbook.business import (
    activate,
    buy,
    move_disablement,
    name_tactic,
    order,
    play,
    recharge,
    repair,
    upgrade,
)
from balance.games.employee_handbook.choices import note_offer
from balance.games.employee_handbook.deck import log
from balance.games.employee_handbook.drawing import bank, disable, draw, place
from balance.games.employee_handbook.options import list_options
from balance.games.employee_handbook.state import Event, Verb
from balance.games.employee_handbook.turns import end_business
from balance.jit import inline, kernel


@inline
def perform(rules, game, option):
    """Take an option known to be offered."""
    verb = option >> 8
    argument = option & 255
    game.decisions += 1
    log(game, Event.CHOICE, game.active, option, 0, 0)
    if verb == Verb.DRAW:
        if game.debt == 0:
            note_offer(rules, game)
        draw(rules, game)
    elif verb == Verb.BANK:
        if game.optional_left > 0:
            note_offer(rules, game)
        bank(rules, game)
    elif verb == Verb.END_BUSINESS:
        log(game, Event.END_BUSINESS, game.active, game.actions_left, 0, 0)
        end_business(rules, game)
    elif verb == Verb.BUY:
        buy(rules, game, argument)
    elif verb == Verb.UPGRADE:
        upgrade(rules, game, argument)
    elif verb == Verb.REPAIR:
        repair(rules, game, argument)
    elif verb == Verb.RECHARGE:
        recharge(rules, game)
    elif verb == Verb.ACTIVATE:
        activate(rules, game, argument)
    elif verb == Verb.PLAY:
        play(rules, game, argument)
    elif verb == Verb.PLACE:
        place(rules, game, argument)
    elif verb == Verb.DISABLE:
        disable(rules, game, argument)
    elif verb == Verb.NAME:
        name_tactic(rules, game, argument)
    elif verb == Verb.ORDER:
        order(rules, game, argument)
    else:
        move_disablement(rules, game, argument)


@kernel
def apply(rules, game, option):
    """Take an option if it is offered; otherwise change nothing and say so."""
    list_options(rules, game)
    for i in range(game.option_count):
        if game.option[i] == option:
            perform(rules, game, option)
            return True
    return False

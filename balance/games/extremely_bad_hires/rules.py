"""The rules of Extremely Bad Hires: the one door.

A game is a state machine. `turns.setup` and `advance` bring it to its first decision; then, until
`Phase.OVER`, the seat `game.decider` has the options that `options.list_options` writes into the record, and
`perform` takes one of them and goes on to the next decision. Where only one thing is legal nobody is asked
(EBH-8.9). The rules lie in `turns`, `attempts`, `settlement`, `options`, `needs`, `effects`, `card_ops`,
`hire_ops`, `performable`, `picks`, `values`, `staff`, `lasting` and `piles`, and nowhere else. Clause ids
(EBH stated, O and V our reading of an open point) are those of `docs/extremely_bad_hires_rules.md`.
"""

from __future__ import annotations

from balance.games.extremely_bad_hires.attempts import begin_attempt, finish_effect, next_opponent
from balance.games.extremely_bad_hires.counting import (
    count_decision,
    count_facing,
    count_fix,
    count_mayhem,
    count_mayhem_end,
    count_opportunity,
    count_window,
)
from balance.games.extremely_bad_hires.effects import begin_effect, run
from balance.games.extremely_bad_hires.events import Discarded, Event
from balance.games.extremely_bad_hires.lasting import log
from balance.games.extremely_bad_hires.options import list_options
from balance.games.extremely_bad_hires.picks import STOP
from balance.games.extremely_bad_hires.piles import COPIES, hand_out, in_hand, to_discard
from balance.games.extremely_bad_hires.staff import at, dismiss_hire, enter_staff
from balance.games.extremely_bad_hires.state import STAFF, VERB, Phase, Role, Source, Stage, Verb
from balance.games.extremely_bad_hires.turns import end_recovery, go_on, start_waiting
from balance.jit import inline, kernel


@kernel
def point_of(game):
    """The decision point (D1..D12) of the question that is asked now."""
    phase = game.phase
    if phase == Phase.HIRE and game.frame.role == Role.MAYHEM and game.decider == game.active:
        return 4
    if phase == Phase.PREPARATION:
        return 1
    if phase == Phase.CREW:
        return 2
    if phase == Phase.MAYHEM:
        return 3
    if phase == Phase.RECOVERY:
        return 8
    if phase == Phase.FIX_WINDOW:
        return 12
    if phase == Phase.LIMIT:
        return 9
    if phase == Phase.CARD:
        return 6
    if phase == Phase.FILE or phase == Phase.LOOKED:
        return 7
    if phase == Phase.PLAYER:
        return 11
    if phase == Phase.ORDER:
        return 10
    return 5


@kernel
def advance(rules, game):
    """Go on until somebody has two options or more, or the game is over."""
    while game.phase != Phase.OVER:
        if game.phase == Phase.NONE:
            if game.frame.on:
                if run(rules, game):
                    ended_effect(rules, game)
            else:
                go_on(rules, game)
            continue
        list_options(rules, game)
        if game.phase == Phase.MAYHEM:
            count_opportunity(rules, game)
        elif game.phase == Phase.PREPARATION or game.phase == Phase.RECOVERY:
            count_window(rules, game)
        if game.option_count > 1:
            return
        take(rules, game, game.option[0])
    game.option_count = 0


@inline
def ended_effect(rules, game):
    """Count what a Mayhem did, then go on by the role of the effect."""
    frame = game.frame
    if frame.role == Role.MAYHEM:
        count_mayhem_end(game, frame.controller, frame.card, frame.cancelled)
    finish_effect(rules, game)


@kernel
def more_of(game, verb, argument):
    """What the log says of an option beside its code (Event.CHOICE)."""
    if verb == Verb.PICK:
        return at(game, argument).card // COPIES
    if verb == Verb.HIRE:
        slot = argument % 8
        if slot == 7:
            return -1
        return at(game, game.active * STAFF + slot).card // COPIES
    if verb == Verb.CARD or verb == Verb.FILE:
        if game.phase == Phase.LIMIT:
            return game.decider
        return game.asked_hand
    if verb == Verb.LOOKED:
        return game.look_deck
    if verb == Verb.NEXT:
        row = game.lasting[argument]
        return row.card * 4 + row.source
    return 0


@kernel
def perform(rules, game, option):
    """Take an option known to be offered, and go on to the next decision."""
    if game.log_on:
        log(
            game, Event.CHOICE, game.decider, option, more_of(game, option // VERB, option % VERB), game.phase
        )
    count_decision(game, point_of(game))
    game.decisions += 1
    take(rules, game, option)
    advance(rules, game)


@kernel
def take(rules, game, option):
    """What an option does at once."""
    verb = option // VERB
    argument = option % VERB
    if verb == Verb.HIRE:
        play_hire(rules, game, argument)
    elif verb == Verb.FIX:
        play_fix(rules, game, argument)
    elif verb == Verb.MAYHEM:
        play_mayhem(rules, game, argument)
    elif verb == Verb.DONE:
        leave_window(rules, game)
    elif verb == Verb.SKIP:
        count_facing(rules, game, 0)
        log(game, Event.SKIP, game.active, game.job, int(game.option_count > 1), 0)
        game.stage = Stage.RECOVERY
    elif verb == Verb.CREW:
        count_facing(rules, game, argument)
        begin_attempt(rules, game, argument)
    elif verb == Verb.PASS:
        log(game, Event.PASS, game.decider, 0, 0, 0)
        next_opponent(game)
    elif verb == Verb.NEXT:
        start_waiting(rules, game, argument)
    elif game.phase == Phase.LIMIT:
        discard_at_limit(rules, game, argument)
    elif verb == Verb.STOP:
        game.frame.answer = STOP
    elif verb == Verb.YES:
        game.frame.answer = 1
    elif verb == Verb.NO:
        game.frame.answer = 0
    else:
        game.frame.answer = argument
    if game.phase != Phase.OVER:
        game.phase = Phase.NONE


@kernel
def leave_window(rules, game):
    """EBH-4.14: the window is left, and not entered again."""
    if game.phase == Phase.PREPARATION:
        game.stage = Stage.CREW
    elif game.phase == Phase.RECOVERY:
        end_recovery(rules, game)


@kernel
def play_hire(rules, game, argument):
    """EBH-6.3, 6.10: a Hire enters the staff; at the limit an Active one leaves first."""
    seat = game.active
    me = game.player[seat]
    slot = argument % 8
    if slot != 7:
        dismiss_hire(game, seat * STAFF + slot, 1)
        me.tally.dismissals += 1
        if game.replaced == 0:
            me.tally.replaced_preps += 1
        game.replaced = 1
    card = hand_out(me, in_hand(me, argument // 8))
    place = enter_staff(rules, game, seat, card, 1)
    game.hires_played += 1
    me.tally.hires_played += 1
    me.tally.cards[card // COPIES].played += 1
    game.tally.plays += 1
    log(game, Event.HIRE, seat, card, place, 0)


@kernel
def play_fix(rules, game, kind):
    """EBH-9.2, 9.7, 9.8: it leaves the hand; choices, costs and effects follow."""
    seat = game.active
    me = game.player[seat]
    card = hand_out(me, in_hand(me, kind))
    count_fix(game, kind)
    game.fixes_played += 1
    game.plays += 1
    game.moved = 1
    log(game, Event.FIX, seat, card, game.window, 0)
    begin_effect(game, Role.FIX, Source.FIX, kind, card, seat, rules.kind[kind].code)
    game.frame.recovery = rules.kind[kind].recovery


@kernel
def play_mayhem(rules, game, kind):
    """EBH-8.5, O-33: it leaves the hand; choices, costs, then effects or nothing if it is cancelled."""
    seat = game.decider
    me = game.player[seat]
    card = hand_out(me, in_hand(me, kind))
    count_mayhem(game, seat, kind)
    game.moved = 1
    log(game, Event.MAYHEM, seat, card, 0, 0)
    begin_effect(game, Role.MAYHEM, Source.MAYHEM, kind, card, seat, rules.kind[kind].code)


@kernel
def discard_at_limit(rules, game, kind):
    """EBH-5.10: one card of the owner's choice."""
    seat = game.active
    me = game.player[seat]
    card = hand_out(me, in_hand(me, kind))
    to_discard(game, seat, card)
    me.tally.limit_discards += 1
    me.tally.limit_by_type[rules.kind[kind].type] += 1
    log(game, Event.DISCARD, seat, card, Discarded.LIMIT, 0)


@kernel
def apply(rules, game, option):
    """Take an option if it is offered; otherwise change nothing and say so."""
    list_options(rules, game)
    for i in range(game.option_count):
        if game.option[i] == option:
            perform(rules, game, option)
            return True
    return False

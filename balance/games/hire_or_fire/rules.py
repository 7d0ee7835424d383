"""The rules of Hire or Fire: the one door.

A game is a state machine. `weeks.setup` brings it to its first decision; then, until `Phase.OVER`, the player
`game.decider` has the options that `options.list_options` writes into the record, and `perform` takes one of
them. What is chosen at the same time at the table is asked one player after the other, and nobody is shown
it before all have chosen. The rules lie in `weeks`, `exchange`, `options`, `scoring` and `dealing`, nowhere
else. Clause ids (HF stated, HD derived, HG reading of an open point): `docs/hire_or_fire_rules.md`.
"""

from __future__ import annotations

from balance.games.hire_or_fire.counting import count_begun, count_folder
from balance.games.hire_or_fire.dealing import log, take_job, take_skill
from balance.games.hire_or_fire.events import Event
from balance.games.hire_or_fire.exchange import exchange
from balance.games.hire_or_fire.options import list_options
from balance.games.hire_or_fire.state import Phase, SkillsUsed, Verb
from balance.games.hire_or_fire.weeks import after_folder, after_hire, after_offer, ask_late
from balance.jit import inline, kernel


@inline
def about(game, verb, argument):
    """What an option is about: a card, a salary card's number, the author of a folder; -1: nothing."""
    me = game.player[game.decider]
    if verb == Verb.OFFER or verb == Verb.SWAP_JOB or verb == Verb.JOB:
        return me.jobs[argument]
    if verb == Verb.SWAP_SKILL or verb == Verb.STRENGTH or verb == Verb.WEAKNESS:
        return me.skills[argument]
    if verb == Verb.HIRE:
        return game.laid[argument]
    if verb == Verb.SALARY:
        return argument
    return -1


@kernel
def perform(rules, game, option):
    """Take an option known to be offered."""
    verb = option >> 8
    argument = option & 255
    seat = game.decider
    me = game.player[seat]
    game.decisions += 1
    log(game, Event.CHOICE, seat, option, game.phase, about(game, verb, argument))
    if verb == Verb.OFFER:
        me.tally.jobs[me.jobs[argument]].offered += 1
        me.offer = take_job(me, argument)
        after_offer(rules, game)
    elif verb == Verb.SWAP_JOB:
        me.put_jobs |= 1 << argument
    elif verb == Verb.SWAP_SKILL:
        me.put_skills |= 1 << argument
    elif verb == Verb.DRAW:
        exchange(game, seat)
        if game.phase == Phase.LATE:
            ask_late(rules, game)
    elif verb == Verb.JOB:
        count_begun(rules, game, seat)
        me.job = take_job(me, argument)
        game.phase = Phase.STRENGTH
    elif verb == Verb.STRENGTH:
        me.strength = take_skill(me, argument)
        game.phase = Phase.WEAKNESS
        if rules.reading.skills_used == SkillsUsed.ONE_CARD:  # HG-03
            me.weakness = me.strength
            game.phase = Phase.SALARY
    elif verb == Verb.WEAKNESS:
        me.weakness = take_skill(me, argument)
        game.phase = Phase.SALARY
    elif verb == Verb.SALARY:
        me.salary = argument
        me.salaries ^= 1 << argument
        count_folder(rules, game, seat)
        after_folder(rules, game)
    elif verb == Verb.HIRE:
        me.hired = argument
        after_hire(rules, game)
    else:  # HG-05: no exchange this week
        ask_late(rules, game)


@kernel
def apply(rules, game, option):
    """Take an option if it is offered; otherwise change nothing and say so."""
    list_options(rules, game)
    for i in range(game.option_count):
        if game.option[i] == option:
            perform(rules, game, option)
            return True
    return False

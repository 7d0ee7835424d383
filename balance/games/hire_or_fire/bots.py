"""Decisions driven by named weights (weights.py): one function, asked at every decision point."""

from __future__ import annotations

from balance.games.hire_or_fire.applying import ask_for
from balance.games.hire_or_fire.composing import job_place, planned, skill_place
from balance.games.hire_or_fire.hiring import hire
from balance.games.hire_or_fire.offering import post, swap
from balance.games.hire_or_fire.state import Phase, Verb
from balance.jit import kernel


@kernel
def decide(rules, game, bot):
    """The option that the decider's bot takes."""
    seat = game.decider
    me = game.player[seat]
    phase = game.phase
    if phase == Phase.OFFER:
        if me.put_jobs + me.put_skills > 0:  # somebody else began it
            return Verb.DRAW * 256
        return post(rules, game, bot, seat)
    if phase == Phase.JOB or phase == Phase.LATE:
        option = swap(rules, game, bot, seat)
        if option > 0:
            return option
        if phase == Phase.LATE:
            return Verb.PASS * 256
        planned(rules, game, bot, seat)
        return Verb.JOB * 256 + job_place(me, me.plan_job)
    if phase == Phase.STRENGTH:
        planned(rules, game, bot, seat)
        return Verb.STRENGTH * 256 + skill_place(me, me.plan_strength)
    if phase == Phase.WEAKNESS:
        planned(rules, game, bot, seat)
        return Verb.WEAKNESS * 256 + skill_place(me, me.plan_weakness)
    if phase == Phase.SALARY:
        return ask_for(rules, game, bot, seat)
    return hire(rules, game, bot, seat)

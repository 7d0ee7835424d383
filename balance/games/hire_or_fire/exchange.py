"""The weekly exchange of hand cards (HF-21; HG-05, HG-06, HG-09)."""

from __future__ import annotations

from balance.games.hire_or_fire.dealing import (
    bin_job,
    bin_skill,
    draw_job,
    draw_skill,
    log,
    take_job,
    take_skill,
)
from balance.games.hire_or_fire.events import Event, Why
from balance.games.hire_or_fire.state import Phase, Reserve, SkillsUsed, SwapFrom, SwapUntil
from balance.jit import bits, inline, kernel


@inline
def skills_a_week(rules):
    """HG-03: skill cards that a folder takes."""
    if rules.reading.skills_used == SkillsUsed.ONE_CARD:
        return 1
    return 2


@inline
def refills(rules, game):
    """HF-46, HG-12: refills still to come."""
    return rules.weeks - 1 - game.week


@inline
def spare_jobs(rules, game):
    """HG-09: jobs in the deck that an exchange may draw (may be below 0)."""
    if rules.reading.reserve == Reserve.NONE:
        return game.jobs_size
    return game.jobs_size - refills(rules, game) * game.players * 2


@inline
def spare_skills(rules, game):
    """HG-09: the same for skill cards."""
    if rules.reading.reserve == Reserve.NONE:
        return game.skills_size
    return game.skills_size - refills(rules, game) * game.players * skills_a_week(rules)


@inline
def moment(rules, game):
    """HG-05, HG-06: whether the phase is one in which cards can be exchanged."""
    if game.phase == Phase.OFFER:
        return rules.reading.swap_from == SwapFrom.ANY_MOMENT
    if game.phase == Phase.LATE:
        return rules.reading.swap_until == SwapUntil.WEEK_END
    return game.phase == Phase.JOB


@inline
def put_aside(me):
    """Cards put aside so far."""
    return bits(me.put_jobs) + bits(me.put_skills)


@inline
def can_put(rules, game, me):
    """HF-21: whether another card may be put aside at all."""
    return me.swapped == 0 and put_aside(me) < rules.swap_cards and moment(rules, game)


@inline
def can_put_job(rules, game, me):
    """A job more: the deck can replace it."""
    return me.jobs_size > bits(me.put_jobs) and spare_jobs(rules, game) > bits(me.put_jobs)


@inline
def can_put_skill(rules, game, me):
    """A skill card more."""
    return me.skills_size > bits(me.put_skills) and spare_skills(rules, game) > bits(me.put_skills)


@inline
def can_begin(rules, game, seat):
    """Whether an exchange could be begun now."""
    me = game.player[seat]
    if not can_put(rules, game, me):
        return False
    return can_put_job(rules, game, me) or can_put_skill(rules, game, me)


@kernel
def exchange(game, seat):
    """HF-21: what was put aside goes to the paper bin, and as many of each type are drawn."""
    me = game.player[seat]
    jobs = bits(me.put_jobs)
    skills = bits(me.put_skills)
    for place in range(me.jobs_size - 1, -1, -1):  # from above: places below stay what they are
        if (me.put_jobs >> place) & 1:
            card = take_job(me, place)
            bin_job(game, card)
            log(game, Event.BINNED_JOB, seat, card, 0, 0)
    for place in range(me.skills_size - 1, -1, -1):
        if (me.put_skills >> place) & 1:
            card = take_skill(me, place)
            bin_skill(game, card)
            log(game, Event.BINNED_SKILL, seat, card, 0, 0)
    me.put_jobs = 0
    me.put_skills = 0
    me.swapped = 1
    me.plan_week = 0
    for _ in range(jobs):
        draw_job(game, seat, Why.SWAP)
    for _ in range(skills):
        draw_skill(game, seat, Why.SWAP)
    count_exchange(game, seat, jobs + skills)


@inline
def count_exchange(game, seat, cards):
    """Cards exchanged, by whom and when."""
    me = game.player[seat]
    me.tally.swaps += cards
    me.tally.swap_weeks += 1
    me.tally.weeks[game.week].swapped += cards
    game.tally.swaps += cards
    if game.phase == Phase.LATE:
        me.tally.swaps_late += cards

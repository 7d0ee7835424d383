"""Which job to offer, and which cards to exchange (M-5)."""

from __future__ import annotations

from balance.chance import chain
from balance.games.hire_or_fire.applying import time_left
from balance.games.hire_or_fire.exchange import can_put, can_put_job, can_put_skill, put_aside
from balance.games.hire_or_fire.perception import normal, whim_key
from balance.games.hire_or_fire.seating import target_of
from balance.games.hire_or_fire.state import GRID, Offers, Phase, Verb
from balance.jit import inline, kernel


@kernel
def post(rules, game, bot, seat):
    """The job to offer: an option."""
    me = game.player[seat]
    whims = whim_key(game, seat, Verb.OFFER)
    eta = time_left(rules, game)
    chosen = 0
    best = 0.0
    for place in range(me.jobs_size):
        card = me.jobs[place]
        row = rules.job[card]
        worth = bot.reach * row.reach - bot.distinct * row.crowd - eta * bot.saving * row.keep
        if rules.reading.offers == Offers.IN_TURN and game.asked > 0:
            worth = worth - bot.distinct * likeness(rules, game, card)
        worth = bot.judgement * worth
        if bot.whim != 0.0:
            worth = worth + bot.whim * normal(rules, chain(whims, row.luck))
        if place == 0 or worth > best:
            chosen = place
            best = worth
    return Verb.OFFER * 256 + chosen


@inline
def likeness(rules, game, card):
    """HG-07 (other reading): how much a job says to the offers already up."""
    most = rules.job_fit[card].to[game.player[game.first].offer]
    for turn in range(1, game.asked):
        offered = game.player[(game.first + turn) % game.players].offer
        most = max(most, rules.job_fit[card].to[offered])
    return most


# ---------------------------------------------------------------------------------------- exchange


@inline
def grid_place(rules, b):
    """Where a value lies on the grid of the excess tables, 0 to GRID - 1."""
    x = (b - rules.excess_low) / rules.excess_step
    return min(GRID - 1.0, max(0.0, x))


@inline
def between(x, at, low, high):
    """Linear interpolation."""
    return low + (x - at) * (high - low)


@inline
def job_excess(rules, offered, b):
    """E max(0, X - b), X what a job drawn now would add."""
    x = grid_place(rules, b)
    at = min(GRID - 2, int(x))
    row = rules.excess[offered]
    return between(x, at, row.job[at], row.job[at + 1])


@inline
def strength_excess(rules, offered, b):
    """The same for a strength."""
    x = grid_place(rules, b)
    at = min(GRID - 2, int(x))
    row = rules.excess[offered]
    return between(x, at, row.strength[at], row.strength[at + 1])


@inline
def weakness_excess(rules, offered, b):
    """The same for a weakness."""
    x = grid_place(rules, b)
    at = min(GRID - 2, int(x))
    row = rules.excess[offered]
    return between(x, at, row.weakness[at], row.weakness[at + 1])


@kernel
def job_gain(rules, me, offered, place):
    """Mean gain for this week's folder of exchanging a job: E max(b', X) - b; 0 where it is the only one."""
    found = 0
    rest = 0.0
    for other in range(me.jobs_size):
        if other != place and (me.put_jobs >> other) & 1 == 0:
            value = rules.job_fit[me.jobs[other]].to[offered]
            if found == 0 or value > rest:
                rest = value
            found = 1
    mine = rules.job_fit[me.jobs[place]].to[offered]
    if found == 0:
        rest = rules.excess_low
    return job_excess(rules, offered, rest) + rest - max(rest, mine)


@kernel
def skill_gain(rules, me, offered, place):
    """The same of a skill card: for its strength and its weakness."""
    found = 0
    strength = 0.0
    weakness = 0.0
    for other in range(me.skills_size):
        if other != place and (me.put_skills >> other) & 1 == 0:
            value = rules.strength_fit[me.skills[other]].to[offered]
            if found == 0 or value > strength:
                strength = value
            value = rules.weakness_fit[me.skills[other]].to[offered]
            if found == 0 or value > weakness:
                weakness = value
            found = 1
    if found == 0:
        strength = rules.excess_low
        weakness = rules.excess_low
    mine = rules.strength_fit[me.skills[place]].to[offered]
    gain = strength_excess(rules, offered, strength) + strength - max(strength, mine)
    mine = rules.weakness_fit[me.skills[place]].to[offered]
    return gain + weakness_excess(rules, offered, weakness) + weakness - max(weakness, mine)


# The best of the cards in hand that are not put aside, and the second best: what is left without one of them
# is the best, or, without the best itself, the second; `excess_low` where nothing is left.


@kernel
def rank_jobs(rules, me, offered):
    """(place of the best, what it says to the offer, what the second best says)."""
    top = -1
    best = rules.excess_low
    second = rules.excess_low
    n = 0
    for place in range(me.jobs_size):
        if (me.put_jobs >> place) & 1:
            continue
        value = rules.job_fit[me.jobs[place]].to[offered]
        if n == 0 or value > best:
            if n > 0:
                second = best
            best = value
            top = place
        elif n == 1 or value > second:
            second = value
        n += 1
    return top, best, second


@kernel
def rank_strengths(rules, me, offered):
    """The same of the strengths in hand."""
    top = -1
    best = rules.excess_low
    second = rules.excess_low
    n = 0
    for place in range(me.skills_size):
        if (me.put_skills >> place) & 1:
            continue
        value = rules.strength_fit[me.skills[place]].to[offered]
        if n == 0 or value > best:
            if n > 0:
                second = best
            best = value
            top = place
        elif n == 1 or value > second:
            second = value
        n += 1
    return top, best, second


@kernel
def rank_weaknesses(rules, me, offered):
    """The same of the weaknesses in hand."""
    top = -1
    best = rules.excess_low
    second = rules.excess_low
    n = 0
    for place in range(me.skills_size):
        if (me.put_skills >> place) & 1:
            continue
        value = rules.weakness_fit[me.skills[place]].to[offered]
        if n == 0 or value > best:
            if n > 0:
                second = best
            best = value
            top = place
        elif n == 1 or value > second:
            second = value
        n += 1
    return top, best, second


@kernel
def swap(rules, game, bot, seat):
    """The card to put aside, or the end of the exchange: an option; 0: no (further) exchange is wanted.

    A card is worth exchanging for what that gains on average for this week's folder (E max(b', X) - b, with
    an offer to answer), and for later weeks.
    """
    me = game.player[seat]
    chosen = 0
    best = 0.0
    if can_put(rules, game, me):
        offered = game.player[target_of(game, seat)].offer if game.phase == Phase.JOB else -1
        later = bot.swap_next * time_left(rules, game)
        if can_put_job(rules, game, me):
            whims = whim_key(game, seat, Verb.SWAP_JOB)
            top = -1
            first = second = excess_first = excess_second = 0.0
            if offered >= 0:
                top, first, second = rank_jobs(rules, me, offered)
                excess_first = job_excess(rules, offered, first)
                excess_second = job_excess(rules, offered, second)
            for place in range(me.jobs_size):
                if (me.put_jobs >> place) & 1:
                    continue
                card = me.jobs[place]
                gain = later * (rules.mean_keep_job - rules.job[card].keep)
                if offered >= 0:
                    rest = second if place == top else first
                    excess = excess_second if place == top else excess_first
                    gain = excess + rest - max(rest, rules.job_fit[card].to[offered]) + gain
                worth = bot.judgement * gain
                if bot.whim != 0.0:
                    worth = worth + bot.whim * normal(rules, chain(whims, rules.job[card].luck))
                if worth > bot.swap_cost and (chosen == 0 or worth > best):
                    chosen = Verb.SWAP_JOB * 256 + place
                    best = worth
        if can_put_skill(rules, game, me):
            whims = whim_key(game, seat, Verb.SWAP_SKILL)
            mean = rules.mean_keep_strength + rules.mean_keep_weakness
            top = top_w = -1
            first = second = excess_first = excess_second = 0.0
            first_w = second_w = excess_first_w = excess_second_w = 0.0
            if offered >= 0:
                top, first, second = rank_strengths(rules, me, offered)
                excess_first = strength_excess(rules, offered, first)
                excess_second = strength_excess(rules, offered, second)
                top_w, first_w, second_w = rank_weaknesses(rules, me, offered)
                excess_first_w = weakness_excess(rules, offered, first_w)
                excess_second_w = weakness_excess(rules, offered, second_w)
            for place in range(me.skills_size):
                if (me.put_skills >> place) & 1:
                    continue
                card = me.skills[place]
                row = rules.skill[card]
                gain = later * (mean - (row.keep_strength + row.keep_weakness))
                if offered >= 0:
                    rest = second if place == top else first
                    excess = excess_second if place == top else excess_first
                    now = excess + rest - max(rest, rules.strength_fit[card].to[offered])
                    rest = second_w if place == top_w else first_w
                    excess = excess_second_w if place == top_w else excess_first_w
                    now = now + excess + rest - max(rest, rules.weakness_fit[card].to[offered])
                    gain = now + gain
                worth = bot.judgement * gain
                if bot.whim != 0.0:
                    worth = worth + bot.whim * normal(rules, chain(whims, row.luck))
                if worth > bot.swap_cost and (chosen == 0 or worth > best):
                    chosen = Verb.SWAP_SKILL * 256 + place
                    best = worth
    if chosen == 0 and put_aside(me) > 0:
        return Verb.DRAW * 256
    return chosen

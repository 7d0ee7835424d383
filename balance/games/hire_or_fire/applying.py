"""How an applicant fills a folder (M-5) and what to ask for it (M-6)."""

from __future__ import annotations

import math

from balance.chance import below, chain
from balance.games.hire_or_fire.dealing import ORDER
from balance.games.hire_or_fire.perception import (
    applying_skill,
    fit,
    noise,
    noise_key,
    normal,
    sharp_of,
    spread,
    whim_key,
)
from balance.games.hire_or_fire.salaries import by_thresholds, logistic, ranked
from balance.games.hire_or_fire.seating import target_of
from balance.games.hire_or_fire.state import SkillsUsed, Verb
from balance.jit import inline, kernel


@inline
def time_left(rules, game):
    """eta: from 1 in the first week to 0 in the last."""
    if rules.weeks <= 1:
        return 0.0
    return (rules.weeks - 1 - game.week) / (rules.weeks - 1)


@inline
def composing_noise(rules, game, bot, seat):
    """Width of the private noise with which a player sees own folders in the making."""
    width = rules.private_noise * bot.blur
    if bot.blur_spread != 0.0:
        width = width * spread(-bot.blur_spread, applying_skill(rules, game, seat))
    return width


@kernel
def see_others(rules, game, target, key, width, job, strength, weakness):
    """G(A, v) for the offers of all but the target, into game.fit, by seat."""
    for other in range(game.players):
        if other != target:
            offered = game.player[other].offer
            game.fit[other] = fit(rules, job, strength, weakness, offered) + noise(rules, key, width, offered)


@inline
def most_of_others(game, target, skip):
    """The largest of them, without the offer of `skip` (-1: none)."""
    first = 1
    most = 0.0
    for other in range(game.players):
        if other not in (target, skip) and (first or game.fit[other] > most):
            most = game.fit[other]
            first = 0
    return most


@inline
def soft_most(game, target, skip, most, sharp):
    """m(A) = (1/k) log mean exp(k G(A, v)) of them."""
    total = 0.0
    n = 0
    for other in range(game.players):
        if other not in (target, skip):
            total = total + math.exp(sharp * (game.fit[other] - most))
            n += 1
    return most + math.log(total / n) / sharp


@kernel
def worth_of(rules, game, bot, seat, key, width, slack, best, job, strength, weakness):
    """What a folder is worth to its author, before whims; `key`: of its noise.

    A folder that cannot be better than `best` need not be worked out: then any number that is not above
    `best` is returned. That it cannot be is seen from m(A), which lies between the largest of its numbers and
    that less `slack`, log(players) / k.
    """
    target = target_of(game, seat)
    offered = game.player[target].offer
    worth = fit(rules, job, strength, weakness, offered) + noise(rules, key, width, offered)
    if bot.saving != 0.0:
        keep = rules.job[job].keep
        keep = keep + rules.skill[strength].keep_strength
        keep = keep + rules.skill[weakness].keep_weakness
        worth = worth - time_left(rules, game) * bot.saving * keep
    if bot.clarity != 0.0 or bot.decoy != 0.0:
        sharp = sharp_of(bot)
        see_others(rules, game, target, key, width, job, strength, weakness)
        most = most_of_others(game, target, -1)
        wrong = most_of_others(game, target, seat)
        if slack >= 0.0:
            bound = bot.judgement * (worth - bot.clarity * (most - slack) + bot.decoy * wrong)
            if bound < best:
                return bound
        if bot.clarity != 0.0:
            worth = worth - bot.clarity * soft_most(game, target, -1, most, sharp)
        if bot.decoy != 0.0:
            worth = worth + bot.decoy * soft_most(game, target, seat, wrong, sharp)
    return bot.judgement * worth


@inline
def bound_slack(game, bot):
    """The slack for `worth_of`; -1 where its bound would not hold."""
    if bot.judgement >= 0.0 and bot.clarity >= 0.0 and bot.decoy >= 0.0 and bot.whim == 0.0:
        return math.log(float(game.players)) / sharp_of(bot)
    return -1.0


@kernel
def make_plan(rules, game, bot, seat):
    """The best folder that can be made of the hand and what already lies in it: into the player's plan.

    The first of the best, in the order of job, strength, weakness: so the plan stays the same while it is
    carried out.
    """
    me = game.player[seat]
    width = composing_noise(rules, game, bot, seat)
    root = noise_key(game, seat)
    whims = whim_key(game, seat, Verb.JOB)
    one_card = rules.reading.skills_used == SkillsUsed.ONE_CARD
    slack_then = bound_slack(game, bot)
    found = 0
    best = 0.0
    for a in range(me.jobs_size if me.job < 0 else 1):
        job = me.jobs[a] if me.job < 0 else me.job
        key_a = chain(root, rules.job[job].luck)
        whim_a = chain(whims, rules.job[job].luck)
        for b in range(me.skills_size if me.strength < 0 else 1):
            strength = me.skills[b] if me.strength < 0 else me.strength
            key_b = chain(key_a, rules.skill[strength].luck)
            whim_b = chain(whim_a, rules.skill[strength].luck)
            for c in range(1 if one_card else me.skills_size):
                weakness = strength if one_card else me.skills[c]
                if weakness == strength and not one_card:
                    continue
                luck = rules.skill[weakness].luck
                slack = slack_then if found else -1.0
                worth = worth_of(
                    rules, game, bot, seat, chain(key_b, luck), width, slack, best, job, strength, weakness
                )
                if bot.whim != 0.0:
                    worth = worth + bot.whim * normal(rules, chain(whim_b, luck))
                if found == 0 or worth > best:
                    found = 1
                    best = worth
                    me.plan_job = job
                    me.plan_strength = strength
                    me.plan_weakness = weakness
    me.plan_week = game.week + 1


@inline
def planned(rules, game, bot, seat):
    """A plan that goes with what already lies in the folder."""
    me = game.player[seat]
    fresh = me.plan_week == game.week + 1
    if me.job >= 0 and me.plan_job != me.job:
        fresh = False
    if me.strength >= 0 and me.plan_strength != me.strength:
        fresh = False
    if not fresh:
        make_plan(rules, game, bot, seat)


@inline
def job_place(me, card):
    """Where a job lies in the hand; the size of the hand: nowhere."""
    place = 0
    while place < me.jobs_size and me.jobs[place] != card:
        place += 1
    return place


@inline
def skill_place(me, card):
    """Where a skill card lies in the hand; the size of the hand: nowhere."""
    place = 0
    while place < me.skills_size and me.skills[place] != card:
        place += 1
    return place


# ------------------------------------------------------------------------------------------ salary


@kernel
def appeal(rules, game, bot, seat):
    """X = G(A, v*) - m(A): how clearly the own folder speaks to the target, as its author sees it."""
    me = game.player[seat]
    target = target_of(game, seat)
    offered = game.player[target].offer
    width = composing_noise(rules, game, bot, seat)
    key = chain(noise_key(game, seat), rules.job[me.job].luck)
    key = chain(key, rules.skill[me.strength].luck)
    key = chain(key, rules.skill[me.weakness].luck)
    seen = fit(rules, me.job, me.strength, me.weakness, offered) + noise(rules, key, width, offered)
    see_others(rules, game, target, key, width, me.job, me.strength, me.weakness)
    return seen - soft_most(game, target, -1, most_of_others(game, target, -1), sharp_of(bot))


@kernel
def ask_for(rules, game, bot, seat):
    """The salary card to play: an option."""
    me = game.player[seat]
    left = rules.weeks - game.week
    count = 0
    for card in range(rules.salaries):
        count += (me.salaries >> card) & 1
    count = min(count, left)
    order = int(bot.order + 0.5)
    if order <= 0:
        slope = rules.chance_slope * bot.confidence
        x = rules.chance_base + slope * appeal(rules, game, bot, seat) + bot.boldness
        card = by_thresholds(rules, me.salaries, left, logistic(x))
    elif order == 1:
        card = ranked(rules, me.salaries, left, 1)
    elif order == 2:
        card = ranked(rules, me.salaries, left, count)
    else:
        luck = chain(chain(chain(game.luck, ORDER), game.week), seat)
        card = ranked(rules, me.salaries, left, 1 + below(luck, count))
    return Verb.SALARY * 256 + card

"""How an applicant sees a folder of its own (M-5), and what to ask for it (M-6)."""

from __future__ import annotations

import math

from balance.chance import below, chain
from balance.games.hire_or_fire.dealing import ORDER
from balance.games.hire_or_fire.perception import (
    applying_skill,
    fit,
    noise,
    noise_key,
    sharp_of,
    spread,
)
from balance.games.hire_or_fire.salaries import by_thresholds, logistic, ranked
from balance.games.hire_or_fire.seating import target_of
from balance.games.hire_or_fire.state import Verb
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

"""How a hirer judges folders (M-4): four levels, and the pick.

`look` writes what the hirer sees into the record, `judge` makes chances of it, `hire` picks. Folders are
counted without the own one, in the order they lie; offers without the one that the own folder answers, the
own first.
"""

from __future__ import annotations

import math

from balance.chance import chain, unit
from balance.games.hire_or_fire.dealing import LAPSE, PICK
from balance.games.hire_or_fire.perception import (
    fit,
    folder_key,
    judging_skill,
    noise,
    noise_key,
    sharp_of,
    spread,
)
from balance.games.hire_or_fire.seating import target_of
from balance.games.hire_or_fire.state import LEVELS, SEATS, Verb
from balance.jit import bits, inline, kernel

GUMBEL_SCALE = 1.0 - 2.0**-30
GUMBEL_SHIFT = 2.0**-31
CHANCE_MIN = 1e-300


@inline
def precision(rules, game, bot, seat):
    """tau_h: this player's precision in this game."""
    return bot.tau * spread(bot.tau_spread, judging_skill(rules, game, seat))


@inline
def level_of(bot):
    """The level of a hirer as a whole number."""
    return min(LEVELS - 1, max(0, int(bot.level + 0.5)))


@kernel
def look(rules, game, bot, seat):
    """G(A, v) of every foreign folder and every offer it may answer: game.fit[folder * SEATS + offer]."""
    width = rules.private_noise * bot.blur
    key = noise_key(game, seat)
    target = target_of(game, seat)
    n = 0
    for place in range(game.laid_size):
        if game.laid[place] == seat:
            continue
        author = game.player[game.laid[place]]
        mine = folder_key(rules, key, author.job, author.strength, author.weakness)
        at = n * SEATS
        offered = game.player[seat].offer
        game.fit[at] = fit(rules, author.job, author.strength, author.weakness, offered) + noise(
            rules, mine, width, offered
        )
        for other in range(game.players):
            if other in (seat, target):
                continue
            at += 1
            offered = game.player[other].offer
            game.fit[at] = fit(rules, author.job, author.strength, author.weakness, offered) + noise(
                rules, mine, width, offered
            )
        n += 1


@inline
def contrast(game, folder, count, sharp):
    """(1/k) log mean exp(k G(A, v)) over the other offers."""
    at = folder * SEATS
    most = game.fit[at + 1]
    for other in range(2, count):
        most = max(most, game.fit[at + other])
    total = 0.0
    for other in range(1, count):
        total = total + math.exp(sharp * (game.fit[at + other] - most))
    return most + math.log(total / (count - 1)) / sharp


@kernel
def posterior(game, count, tau):
    """L3: log chance that each folder answers the own offer, into game.chance: a permanent, by subsets.

    Folders and offers are as many. `subset[mask]`: total weight of all ways in which the folders of the mask
    answer the first other offers, as many as there are folders in it.
    """
    for other in range(count):
        most = tau * game.fit[other]
        for folder in range(1, count):
            most = max(most, tau * game.fit[folder * SEATS + other])
        for folder in range(count):
            at = folder * SEATS + other
            game.weight[at] = math.exp(tau * game.fit[at] - most)
    everybody = (1 << count) - 1
    game.subset[0] = 1.0
    for mask in range(1, everybody):
        other = bits(mask)
        total = 0.0
        for folder in range(count):
            if (mask >> folder) & 1:
                total = total + game.subset[mask ^ (1 << folder)] * game.weight[folder * SEATS + other]
        game.subset[mask] = total
    total = 0.0
    for folder in range(count):
        game.chance[folder] = game.weight[folder * SEATS] * game.subset[everybody ^ (1 << folder)]
        total = total + game.chance[folder]
    for folder in range(count):
        chance = game.chance[folder] / total if total > 0.0 else 1.0 / count
        game.chance[folder] = math.log(max(chance, CHANCE_MIN))


@kernel
def appraise(game, bot, count, level, tau):
    """tau_h U(A) of each foreign folder, into game.chance."""
    if level == 0:
        for folder in range(count):
            game.chance[folder] = 0.0
    elif level == 1:
        for folder in range(count):
            game.chance[folder] = tau * game.fit[folder * SEATS]
    elif level == 2:
        sharp = sharp_of(bot)
        for folder in range(count):
            other = contrast(game, folder, count, sharp)
            game.chance[folder] = tau * (game.fit[folder * SEATS] - bot.contrast * other)
    else:
        posterior(game, count, tau)


@kernel
def judge(game, bot, count, level, tau):
    """The chance that each foreign folder is picked, into game.chance (`look` first)."""
    if level == 0:
        for folder in range(count):
            game.chance[folder] = 1.0 / count
        return
    appraise(game, bot, count, level, tau)
    most = game.chance[0]
    for folder in range(1, count):
        most = max(most, game.chance[folder])
    total = 0.0
    for folder in range(count):
        game.chance[folder] = math.exp(game.chance[folder] - most)
        total = total + game.chance[folder]
    for folder in range(count):
        game.chance[folder] = bot.lapse / count + (1.0 - bot.lapse) * game.chance[folder] / total


@inline
def gumbel(key):
    """A standard Gumbel number from a key."""
    return -math.log(-math.log(unit(key) * GUMBEL_SCALE + GUMBEL_SHIFT))


@kernel
def hire(rules, game, bot, seat):
    """Whom to hire: an option. Which of equal folders is picked does not depend on where it lies."""
    me = game.player[seat]
    if me.hint >= 0:  # HG-14
        return Verb.HIRE * 256 + me.hint
    level = level_of(bot)
    lapse = chain(chain(chain(game.luck, LAPSE), game.week), seat)
    blind = level == 0 or unit(lapse) < bot.lapse
    if not blind:
        look(rules, game, bot, seat)
        appraise(game, bot, game.players - 1, level, precision(rules, game, bot, seat))
    key = chain(chain(chain(game.luck, PICK), game.week), seat)
    chosen = -1
    best = 0.0
    luckiest = 0
    folder = 0
    for place in range(game.laid_size):
        if game.laid[place] == seat:
            continue
        author = game.player[game.laid[place]]
        luck = folder_key(rules, key, author.job, author.strength, author.weakness)
        if blind:
            if chosen < 0 or luck > luckiest:
                chosen = place
                luckiest = luck
        else:
            worth = game.chance[folder] + gumbel(luck)
            if chosen < 0 or worth > best:
                chosen = place
                best = worth
        folder += 1
    return Verb.HIRE * 256 + chosen

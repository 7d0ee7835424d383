"""What a player makes of a folder (M-3): fit, and private noise."""

from __future__ import annotations

import math

from balance.chance import below, chain
from balance.games.hire_or_fire.dealing import APPLY, JUDGE, NOISE, WHIM
from balance.games.hire_or_fire.state import NORMALS
from balance.jit import inline, kernel

SPREAD_MAX = 20.0  # no factor beyond exp(20)
SHARP_MIN = 1e-6


@inline
def normal(rules, key):
    """A normal number, mean 0 and variance 1, from a key."""
    return rules.normal[below(key, NORMALS)]


@inline
def spread(width, z):
    """A factor exp(width z), bounded."""
    return math.exp(min(SPREAD_MAX, max(-SPREAD_MAX, width * z)))


@inline
def sharp_of(bot):
    """The sharpness of a soft maximum, above 0."""
    return max(bot.sharp, SHARP_MIN)


@inline
def judging_skill(rules, game, seat):
    """Standard normal, per game and player."""
    return normal(rules, chain(chain(game.luck, JUDGE), seat))


@inline
def applying_skill(rules, game, seat):
    """Standard normal, per game and player."""
    return normal(rules, chain(chain(game.luck, APPLY), seat))


@inline
def whim_key(game, seat, verb):
    """Where the whims about options of a verb come from."""
    return chain(chain(chain(chain(game.luck, WHIM), game.week), seat), verb)


@inline
def noise_key(game, seat):
    """Where a player's private noise of a week comes from."""
    return chain(chain(chain(game.luck, NOISE), game.week), seat)


@kernel
def cover(rules, job, strength, weakness, offered):
    """Share of the offer's tag weight that at least one card of the folder touches."""
    touched = rules.job[job].traits
    touched |= rules.skill[strength].strength_traits
    touched |= rules.skill[weakness].weakness_traits
    touched &= rules.job[offered].traits
    total = 0.0
    trait = 0
    while touched >> trait:
        if (touched >> trait) & 1:
            total += rules.job[offered].share[trait]
        trait += 1
    return total


@inline
def fit(rules, job, strength, weakness, offered):
    """F(A, v): the fit of a folder to an offer, known to everybody who knows the cards."""
    total = rules.job_fit[job].to[offered]
    total = total + rules.strength_fit[strength].to[offered]
    total = total + rules.weakness_fit[weakness].to[offered]
    if rules.cover != 0.0:
        total = total + rules.cover * cover(rules, job, strength, weakness, offered)
    return total


@inline
def folder_key(rules, key, job, strength, weakness):
    """The key of a folder's noise inside that of a player's week: by its cards, whoever wrote it."""
    key = chain(key, rules.job[job].luck)
    key = chain(key, rules.skill[strength].luck)
    return chain(key, rules.skill[weakness].luck)


@inline
def noise(rules, key, width, offered):
    """Private noise about a folder (its key) and an offer."""
    return width * normal(rules, chain(key, rules.job[offered].luck))

"""The best folder that a hand can make (M-5): every one of them bounded, few worked out to the end."""

from __future__ import annotations

import math

from balance.chance import chain
from balance.games.hire_or_fire.applying import composing_noise, time_left
from balance.games.hire_or_fire.perception import (
    cover,
    folder_key,
    noise_key,
    normal,
    sharp_of,
    whim_key,
)
from balance.games.hire_or_fire.seating import target_of
from balance.games.hire_or_fire.state import HAND, NORMALS, SkillsUsed, Verb
from balance.jit import inline, kernel

LEAST = -1e300  # below any fit


@inline
def job_at(me, place):
    """The job of a folder: of the hand, or the one that already lies in it."""
    return me.jobs[place] if me.job < 0 else me.job


@inline
def strength_at(me, place):
    """The same for the strength."""
    return me.skills[place] if me.strength < 0 else me.strength


@kernel
def lay_desk(rules, game, seat):
    """What each card that may go into the folder says to each offer: the target's, then seat by seat."""
    me = game.player[seat]
    target = target_of(game, seat)
    for c in range(me.skills_size):
        game.luck_weakness[c] = rules.skill[me.skills[c]].luck
        game.keep_weakness[c] = rules.skill[me.skills[c]].keep_weakness
    for turn in range(game.players):
        other = turn
        if turn == 0:
            other = target
        elif turn <= target:
            other = turn - 1
        if other == seat:
            game.desk_own = turn
        offered = game.player[other].offer
        game.desk_offer[turn] = offered
        game.desk_luck[turn] = rules.job[offered].luck
        for a in range(me.jobs_size if me.job < 0 else 1):
            game.says_job[turn * HAND + a] = rules.job_fit[job_at(me, a)].to[offered]
        for b in range(me.skills_size if me.strength < 0 else 1):
            game.says_strength[turn * HAND + b] = rules.strength_fit[strength_at(me, b)].to[offered]
        for c in range(me.skills_size):
            game.says_weakness[turn * HAND + c] = rules.weakness_fit[me.skills[c]].to[offered]


@inline
def desk_fit(rules, game, turn, c, job, strength, weakness):
    """F of the folder at hand to an offer on the desk."""
    total = game.says_pair[turn] + game.says_weakness[turn * HAND + c]
    if rules.cover != 0.0:
        total = total + rules.cover * cover(rules, job, strength, weakness, game.desk_offer[turn])
    return total


@inline
def desk_soft_most(game, skip, most, sharp):
    """m(A) = (1/k) log mean exp(k G(A, v)) of the offers on the desk but the target's and that at `skip`."""
    total = 0.0
    n = 0
    for turn in range(1, game.players):
        if turn != skip:
            total = total + math.exp(sharp * (game.fit[turn] - most))
            n += 1
    return most + math.log(total / n) / sharp


@kernel
def worth_in_full(rules, game, bot, key, width, slack, best, worth, c, job, strength, weakness):
    """What a folder is worth to its author, before whims; `worth`: for what the target sees.

    Where it cannot be better than `best` (never with `slack` below 0), some number below that.
    """
    most = LEAST
    wrong = LEAST
    for turn in range(1, game.players):
        seen = desk_fit(rules, game, turn, c, job, strength, weakness)
        seen = seen + width * normal(rules, chain(key, game.desk_luck[turn]))
        game.fit[turn] = seen
        most = max(most, seen)
        if turn != game.desk_own:
            wrong = max(wrong, seen)
    if slack >= 0.0:
        bound = bot.judgement * (worth - bot.clarity * (most - slack) + bot.decoy * wrong)
        if bound < best:
            return bound
    sharp = sharp_of(bot)
    if bot.clarity != 0.0:
        worth = worth - bot.clarity * desk_soft_most(game, -1, most, sharp)
    if bot.decoy != 0.0:
        worth = worth + bot.decoy * desk_soft_most(game, game.desk_own, wrong, sharp)
    return bot.judgement * worth


@inline
def bound_slack(rules, game, bot, width):
    """The slack of bounds; -1 where they would not hold."""
    if bot.judgement < 0.0 or bot.clarity < 0.0 or bot.decoy < 0.0 or width < 0.0:
        return -1.0
    if bot.whim != 0.0 or rules.cover != 0.0:
        return -1.0
    return math.log(float(game.players)) / sharp_of(bot)


@inline
def pair_up(game, a, b):
    """What job and strength say together to each offer on the desk."""
    for turn in range(game.players):
        game.says_pair[turn] = game.says_job[turn * HAND + a] + game.says_strength[turn * HAND + b]


@inline
def draw_keys(game, key, luck_target):
    """Keys of the noise of the folders with job and strength so far (key) and the target's offer.

    Of all places of a hand, whether cards lie there or not: so many at once are quick.
    """
    for c in range(HAND):
        game.key_target[c] = chain(chain(key, game.luck_weakness[c]), luck_target)


@inline
def hear_others(game, decoy):
    """The most that any other offer hears of the folders with job and strength as paired, noise left out."""
    for c in range(HAND):
        game.most_said[c] = LEAST
        game.most_wrong[c] = LEAST
    for turn in range(1, game.players):
        pair = game.says_pair[turn]
        for c in range(HAND):
            seen = pair + game.says_weakness[turn * HAND + c]
            game.most_said[c] = max(game.most_said[c], seen)
        if decoy != 0.0 and turn != game.desk_own:
            for c in range(HAND):
                seen = pair + game.says_weakness[turn * HAND + c]
                game.most_wrong[c] = max(game.most_wrong[c], seen)


@kernel
def bound_folders(rules, game, bot, seat, width, slack):
    """Into game.said what each folder is worth for what the target sees, into game.bound what it can be.

    Returns the place of the folder with the highest bound.
    """
    me = game.player[seat]
    judgement = bot.judgement
    clarity = bot.clarity
    decoy = bot.decoy
    saving = time_left(rules, game) * bot.saving
    least = width * rules.normal[0] - slack
    highest = width * rules.normal[NORMALS - 1]
    root = noise_key(game, seat)
    luck_target = game.desk_luck[0]
    one_card = rules.reading.skills_used == SkillsUsed.ONE_CARD
    weaknesses = me.skills_size
    likely = -1
    high = 0.0
    for a in range(me.jobs_size if me.job < 0 else 1):
        job = job_at(me, a)
        key_a = chain(root, rules.job[job].luck)
        for b in range(me.skills_size if me.strength < 0 else 1):
            strength = strength_at(me, b)
            key_b = chain(key_a, rules.skill[strength].luck)
            pair_up(game, a, b)
            hear_others(game, decoy)
            draw_keys(game, key_b, luck_target)
            keep = rules.job[job].keep + rules.skill[strength].keep_strength
            pair = game.says_pair[0]
            for c in range(weaknesses):
                place = (a * HAND + b) * HAND + c
                weakness = me.skills[c]
                worth = pair + game.says_weakness[c]
                if rules.cover != 0.0:
                    worth = worth + rules.cover * cover(rules, job, strength, weakness, game.desk_offer[0])
                worth = worth + width * normal(rules, game.key_target[c])
                worth = worth - saving * (keep + game.keep_weakness[c])
                others = clarity * (game.most_said[c] + least)
                bound = judgement * (worth - others + decoy * (game.most_wrong[c] + highest))
                game.said[place] = worth
                game.bound[place] = bound
                if (weakness == strength) == one_card and (likely < 0 or bound > high):
                    likely = place
                    high = bound
    return likely


@kernel
def worth_at(rules, game, bot, seat, width, slack, best, place):
    """What the folder at a place is worth to its author; below `best`: some number below it."""
    me = game.player[seat]
    a = place // (HAND * HAND)
    b = place // HAND % HAND
    c = place % HAND
    job = job_at(me, a)
    strength = strength_at(me, b)
    weakness = me.skills[c]
    worth = game.said[place]
    if bot.judgement == 0.0:
        worth = 0.0
    elif bot.clarity != 0.0 or bot.decoy != 0.0:
        key = folder_key(rules, noise_key(game, seat), job, strength, weakness)
        pair_up(game, a, b)
        worth = worth_in_full(rules, game, bot, key, width, slack, best, worth, c, job, strength, weakness)
    else:
        worth = bot.judgement * worth
    if bot.whim != 0.0:
        key = folder_key(rules, whim_key(game, seat, Verb.JOB), job, strength, weakness)
        worth = worth + bot.whim * normal(rules, key)
    return worth


@kernel
def make_plan(rules, game, bot, seat):
    """The best folder that can be made of the hand and what already lies in it: into the player's plan.

    The first of the best, in the order of job, strength, weakness: so the plan stays the same while it is
    carried out.

    Most folders need not be worked out, because they cannot be better than one that looks likely. m(A) lies
    between the largest of its numbers and that less `slack`, log(players) / k; and these have bounds even
    before they are drawn, as noise lies between the outermost quantiles.
    """
    me = game.player[seat]
    width = composing_noise(rules, game, bot, seat)
    one_card = rules.reading.skills_used == SkillsUsed.ONE_CARD
    slack = bound_slack(rules, game, bot, width)
    lay_desk(rules, game, seat)
    chosen = bound_folders(rules, game, bot, seat, width, max(0.0, slack))
    best = worth_at(rules, game, bot, seat, width, -1.0, 0.0, chosen)
    likely = chosen
    for a in range(me.jobs_size if me.job < 0 else 1):
        for b in range(me.skills_size if me.strength < 0 else 1):
            strength = strength_at(me, b)
            for c in range(me.skills_size):
                place = (a * HAND + b) * HAND + c
                if slack >= 0.0 and game.bound[place] < best:
                    continue
                if (me.skills[c] == strength) != one_card or place == likely:
                    continue
                worth = worth_at(rules, game, bot, seat, width, slack, best, place)
                if worth > best or (worth == best and place < chosen):
                    chosen = place
                    best = worth
    me.plan_job = job_at(me, chosen // (HAND * HAND))
    me.plan_strength = strength_at(me, chosen // HAND % HAND)
    me.plan_weakness = me.skills[chosen % HAND]
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

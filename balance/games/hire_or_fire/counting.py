"""When what is counted, as far as it follows from what happened (what bots think: `noting`)."""

from __future__ import annotations

import math

from balance.games.hire_or_fire.perception import fit
from balance.games.hire_or_fire.seating import mutual, target_of
from balance.games.hire_or_fire.state import TOKENS, SkillsUsed
from balance.jit import inline, kernel

MILLION = 1e6


@inline
def ppm(x):
    """A number in millionths, rounded."""
    return math.floor(x * MILLION + 0.5)


@kernel
def best_of_hand(rules, me, offered):
    """The best fit that a hand can reach for an offer, cover left out."""
    job = rules.job_fit[me.jobs[0]].to[offered]
    for place in range(1, me.jobs_size):
        job = max(job, rules.job_fit[me.jobs[place]].to[offered])
    found = 0
    pair = 0.0
    for one in range(me.skills_size):
        strength = rules.strength_fit[me.skills[one]].to[offered]
        for other in range(me.skills_size):
            if (one == other) == (rules.reading.skills_used == SkillsUsed.ONE_CARD):
                both = strength + rules.weakness_fit[me.skills[other]].to[offered]
                if found == 0 or both > pair:
                    pair = both
                found = 1
    return job + pair


@kernel
def count_begun(rules, game, seat):
    """A folder is begun: what is held, and how good it could become."""
    me = game.player[seat]
    offered = game.player[target_of(game, seat)].offer
    for place in range(me.jobs_size):
        me.tally.jobs[me.jobs[place]].held += 1
    for place in range(me.skills_size):
        me.tally.skills[me.skills[place]].held += 1
    best = best_of_hand(rules, me, offered)
    row = me.tally.weeks[game.week]
    row.best_ppm += ppm(best)
    me.tally.best_ppm += ppm(best)
    if best < rules.nothing_below:
        row.nothing += 1
        me.tally.nothing += 1


@kernel
def count_folder(rules, game, seat):
    """A folder is full."""
    me = game.player[seat]
    offered = game.player[target_of(game, seat)].offer
    value = ppm(fit(rules, me.job, me.strength, me.weakness, offered))
    me.tally.fit_ppm += value
    me.tally.weeks[game.week].fit_ppm += value
    me.tally.jobs[me.job].used += 1
    me.tally.skills[me.strength].strength += 1
    me.tally.skills[me.weakness].weakness += 1
    me.tally.salaries[me.salary].played += 1
    me.tally.salaries[me.salary].chance_ppm += ppm(me.chances[game.week])
    me.tally.weeks[game.week].asked += rules.salary[me.salary]
    row = me.tally.offsets[game.offset - 1]
    row.applied += 1
    row.mutual += mutual(game)


@inline
def ambiguity(rules, game, me):
    """1 - share of the best offer in the fit (above 0) of a folder to all offers."""
    total = 0.0
    best = 0.0
    for seat in range(game.players):
        value = max(0.0, fit(rules, me.job, me.strength, me.weakness, game.player[seat].offer))
        total = total + value
        best = max(best, value)
    if total <= 0.0:
        return 1.0 - 1.0 / game.players
    return 1.0 - best / total


@kernel
def count_paid(rules, game, seat, tokens):
    """An applicant has the result (after it is paid)."""
    me = game.player[seat]
    employer = game.player[target_of(game, seat)]
    row = me.tally.weeks[game.week]
    row.played += 1
    muddle = ppm(ambiguity(rules, game, me))
    me.tally.ambiguity_ppm += muddle
    me.tally.jobs[me.job].ambiguity_ppm += muddle
    tokens_row = me.tally.by_tokens[min(tokens, TOKENS - 1)]
    tokens_row.folders += 1
    me.tally.tokens += tokens
    me.tally.wrong_tokens += tokens - me.matched
    game.tally.folders += 1
    game.tally.crowded += int(tokens >= 3)
    game.tally.herfindahl_ppm += ppm(tokens * tokens / (game.players * game.players))
    if tokens == 0:
        me.tally.empty += 1
        game.tally.empty += 1
    if me.matched == 0:
        me.tally.ambiguity_missed_ppm += muddle
        if tokens > 0:
            row.compensated += 1
            row.income += rules.compensation
            me.tally.compensations += 1
            me.tally.compensation_income += rules.compensation
            game.tally.compensations += 1
        return
    earned = rules.salary[me.salary]
    tokens_row.matched += 1
    row.matched += 1
    row.income += earned
    me.matches |= 1 << game.week
    me.tally.matches += 1
    me.tally.salary_income += earned
    me.tally.salaries[me.salary].matched += 1
    me.tally.salaries[me.salary].income += earned
    me.tally.jobs[me.job].matched += 1
    me.tally.skills[me.strength].strength_matched += 1
    me.tally.skills[me.weakness].weakness_matched += 1
    offset = me.tally.offsets[game.offset - 1]
    offset.matched += 1
    offset.mutual_matched += mutual(game)
    game.tally.matches += 1
    game.tally.mutual_matches += mutual(game)
    employer.tally.bonuses += 1
    employer.tally.bonus_income += rules.bonus
    employer.tally.weeks[game.week].hired += 1
    employer.tally.weeks[game.week].income += rules.bonus
    employer.tally.jobs[employer.offer].found += 1


@kernel
def count_week(rules, game):
    """The end of a week: who leads."""
    paid = 0
    best = -1
    second = -1
    leader = -1
    for seat in range(game.players):
        me = game.player[seat]
        paid += me.tally.weeks[game.week].compensated
        if me.money > best:
            second = best
            best = me.money
            leader = seat
        else:
            second = max(second, me.money)
    game.tally.compensations_most = max(game.tally.compensations_most, paid)
    game.tally.mutual_weeks += mutual(game)
    game.tally.lead[game.week] = best - second
    game.tally.leader[game.week] = leader if best > second else -1
    game.tally.rounds += 1
    if game.tally.compensations > rules.compensation_stock:
        game.tally.overflow = 1

"""The end of a game: income, ties, win shares (HF-47..50, HG-16)."""

from __future__ import annotations

from balance.games.hire_or_fire.counting import ppm
from balance.games.hire_or_fire.dealing import log
from balance.games.hire_or_fire.events import Event, How
from balance.games.hire_or_fire.perception import applying_skill, judging_skill
from balance.games.hire_or_fire.salaries import by_thresholds, ranked
from balance.jit import bits, inline, kernel


@inline
def rank(me, what):
    """What players are compared by: 0 money, 1 bonuses, 2 compensations."""
    if what == 0:
        return me.money
    if what == 1:
        return me.bonuses
    return me.compensations


@kernel
def best_among(game, among, what):
    """Those of a set of players (bits) that have the most."""
    best = -1
    found = 0
    for seat in range(game.players):
        if (among >> seat) & 1:
            mine = rank(game.player[seat], what)
            if mine > best:
                best = mine
                found = 0
            if mine == best:
                found |= 1 << seat
    return found


@kernel
def finish(rules, game):
    """HF-49, HF-50: most money; then bonuses; then compensations; then the win is shared."""
    winners = best_among(game, (1 << game.players) - 1, 0)
    how = How.MONEY * 1
    if bits(winners) > 1:
        game.tally.tied = 1
        winners = best_among(game, winners, 1)
        how = How.BONUSES * 1
        if bits(winners) > 1:
            winners = best_among(game, winners, 2)
            how = How.COMPENSATIONS * 1
            if bits(winners) > 1:
                how = How.SHARED * 1
    game.tally.by_bonuses = int(how == How.BONUSES)
    game.tally.by_compensations = int(how == How.COMPENSATIONS)
    game.tally.shared = int(how == How.SHARED)
    game.tally.winner = -1
    game.tally.margin = game.tally.lead[rules.weeks - 1]
    game.tally.skills_left = game.skills_size
    game.tally.jobs_left = game.jobs_size
    game.tally.decisions = game.decisions
    for seat in range(game.players):
        me = game.player[seat]
        me.tally.score = me.money
        game.tally.standing[seat] = me.money
        if (winners >> seat) & 1:
            me.tally.win_share_ppm = ppm(1.0 / bits(winners))
            if how != How.SHARED:
                game.tally.winner = seat
        me.tally.judge_ppm = ppm(judging_skill(rules, game, seat))
        me.tally.apply_ppm = ppm(applying_skill(rules, game, seat))
        count_salaries(rules, me)
        log(game, Event.SCORE, seat, me.money, me.bonuses, me.compensations)
    for seat in range(game.players):
        if (winners >> seat) & 1:
            log(game, Event.WINS, seat, how, game.player[seat].tally.win_share_ppm, 0)


@inline
def without(unused, card):
    """A set of salary cards without one of them."""
    return unused & ~(1 << card)


@kernel
def count_salaries(rules, me):
    """M-10.4: what the matches would have paid with the salary cards in another order."""
    kit = (1 << rules.salaries) - 1
    matched = bits(me.matches)
    total = 0
    for i in range(rules.weeks):
        total += rules.salary[ranked(rules, kit, rules.weeks, i + 1)]
    me.tally.salary_by_chance = int(total * matched / rules.weeks + 0.5)
    for i in range(matched):
        me.tally.salary_hindsight += rules.salary[ranked(rules, kit, rules.weeks, rules.weeks - i)]
    for week in range(rules.weeks):
        card = by_thresholds(rules, kit, rules.weeks - week, me.chances[week])
        kit = without(kit, card)
        if (me.matches >> week) & 1:
            me.tally.salary_thresholds += rules.salary[card]

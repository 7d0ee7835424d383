"""What things are worth to a bot, in points of Profit, from what its player may know.

Looked at: the own hand; all staffs, marks, lasting effects, totals, piles; hand and deck sizes; what the deck
lists hold (O-30). Never: another hand, the order of a deck.
"""

from __future__ import annotations

from balance.games.extremely_bad_hires.lasting import cancellers
from balance.games.extremely_bad_hires.piles import COPIES
from balance.games.extremely_bad_hires.staff import at
from balance.games.extremely_bad_hires.state import STAFF, CardType, Harm, Status
from balance.games.extremely_bad_hires.values import crew_counts, required_now
from balance.jit import inline, kernel


@kernel
def best_other(game, seat):
    """The highest total among the others."""
    best = 0
    for other in range(game.players):
        if other != seat:
            best = max(best, game.player[other].profit)
    return best


@kernel
def missing_turns(game, place):
    """Own turns a Hire will still miss, roughly; 3 where only a Fix helps."""
    return missing(at(game, place))


@inline
def missing(hire):
    """The same of a Hire at hand."""
    if hire.status != Status.INCAPACITATED:
        return 0.0
    if hire.harm == Harm.TIMED:
        return hire.n + 0.0
    if hire.harm == Harm.NEXT_END:
        return 1.0
    return 3.0


@kernel
def hurt_turns(game, seat):
    """Hire-turns that a player's staff will still miss."""
    m = game.mind
    if m.turns_of == seat:
        return m.turns
    turns = 0.0
    me = game.player[seat]
    for slot in range(STAFF):
        if me.staff[slot].card >= 0:
            turns += missing(me.staff[slot])
    m.turns_of = seat
    m.turns = turns
    return turns


@kernel
def waiting_hires(game, seat):
    """Hires of a player's staff that any Fix brings back."""
    count = 0
    me = game.player[seat]
    for slot in range(STAFF):
        count += int(me.staff[slot].card >= 0 and me.staff[slot].harm == Harm.FIX)
    return count


@inline
def longest_absence(game, seat):
    """The most turns any Hire of a staff will still miss."""
    most = 0.0
    me = game.player[seat]
    for slot in range(STAFF):
        if me.staff[slot].card >= 0:
            most = max(most, missing(me.staff[slot]))
    return most


@kernel
def profile_worth(rules, game, w, p, seat):
    """What a text does for its controller: its profile, weighed by the position."""
    turns = hurt_turns(game, seat)
    worth = p.gain * w.ambition - p.discard * w.loss + p.look * w.insight
    worth += p.draw * w.card
    worth += min(p.recover * 2.0, turns) * w.cure
    worth += min(p.reduce, turns) * w.cure
    worth += p.shield * w.guard + p.more * w.liberty
    if game.player[seat].staff_size < rules.staff_limit:
        worth += p.staff * w.roster
    worth -= p.lose_staff * w.hire
    worth += (p.harm + p.rob + p.ban) * w.malice - p.gift * w.malice
    return worth


@kernel
def hire_worth(rules, game, w, seat, kind, at_hand):
    """What a Hire card would add to a staff. at_hand: 1 if it is in the staff already."""
    me = game.player[seat]
    qualification = rules.kind[kind].qualification
    m = game.mind
    place = qualification * 2 + at_hand
    if (m.hires_known >> place) & 1:
        return m.hires[place]
    have = game.mind.have[qualification] - at_hand
    worth = w.hire - w.crowd * (me.staff_size - at_hand) + w.taste[qualification]
    if have <= 0:
        worth += w.variety
    if qualification == rules.job[game.job].qualification and have <= 0:
        worth += w.match
    m.hires_known |= 1 << place
    m.hires[place] = worth
    return worth


@kernel
def card_worth(rules, game, w, seat, kind):
    """What holding a card is worth."""
    card = rules.kind[kind]
    if card.type == CardType.HIRE:
        worth = w.keep_hire + 0.5 * hire_worth(rules, game, w, seat, kind, 0)
        if game.player[seat].staff_size >= rules.staff_limit:
            worth -= 0.5 * w.loyalty
        return worth
    if card.type == CardType.FIX:
        return w.keep_fix + 0.25 * profile_worth(rules, game, w, card.profile, seat)
    p = card.profile
    return w.keep_mayhem + 0.25 * (p.ends + 0.5 * p.remove + 0.5 * p.required) * w.sabotage


@kernel
def copies_held(me, kind):
    """Copies of a kind in a hand."""
    count = 0
    for i in range(me.hand_size):
        count += int(me.hand[i] // COPIES == kind)
    return count


@kernel
def threat(rules, game, w, seat):
    """Mayhem to expect against an attempt of a player now: by hand sizes and deck lists."""
    found = 0.0
    for other in range(game.players):
        if other != seat:
            cards = game.player[other].hand_size * rules.mayhem_share[other]
            found += cards / (1.0 + cards)
    found *= w.fear
    return max(0.0, found - cancellers(game, seat))


@kernel
def job_worth(rules, game, w, kind, path, seat):
    """What completing a Job brings, its effect included."""
    job = rules.job[kind]
    p = job.path[path].profile
    worth = w.ambition * (job.profit + p.job_profit)
    worth += w.benefit * (profile_worth(rules, game, w, p, seat))
    worth -= w.pain * p.hurt
    return worth


@kernel
def sinks(rules, game, p):
    """The chance that a Mayhem with this profile ends the running attempt."""
    if p.ends > 0.0 or p.drops > 0.0:
        return 1.0
    spare = crew_counts(game) - required_now(rules, game)
    blow = p.remove + p.required
    if blow <= 0.0:
        return 0.0
    if blow > spare:
        return 1.0
    return 0.25 * blow / (1.0 + spare)

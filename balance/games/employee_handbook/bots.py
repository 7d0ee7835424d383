"""Bots: one decision kernel, driven by named weights (card_data/employee_handbook/bots.yaml).

Each option gets a worth in points (of the final score) from what its company may know; the best is
taken. Only these are looked at: own company, the rival's public board (money, buildings, shields, queue,
hand size), deck size, hazard count, discard pile, and `knowledge.py` for the order of cards. A test
permutes everything else and demands the same choice.
"""

from __future__ import annotations

import numpy as np

from balance.chance import chain, unit
from balance.games.employee_handbook.board import level_of
from balance.games.employee_handbook.deck import BOT_LUCK, PLACE_LUCK
from balance.games.employee_handbook.knowledge import hazard_chance
from balance.games.employee_handbook.state import (
    KNOWN_MAX,
    LEVELS,
    Effect,
    FactoryPay,
    Family,
    FreshDeck,
    Gain,
    Phase,
    Verb,
)
from balance.games.employee_handbook.weights import APPRAISAL
from balance.jit import as_objects, inline, kernel, twin

FAR = 1e9


# -------------------------------------------------------------------------------- what things are worth


@kernel
def mean_gain(rules, game, w):
    """$ that a harmless card of this era brings on average."""
    era = rules.era[game.era]
    total = 0.0
    cards = 0
    for kind in range(rules.card_kinds):
        card = rules.card[kind]
        if card.family == Family.MONEY:
            total += era.copies[kind] * card.pays
            cards += era.copies[kind]
        elif card.family == Family.TACTIC:
            total += era.copies[kind] * w.tactic
            cards += era.copies[kind]
    if cards == 0:
        return 0.0
    return total / cards


def _blank_appraisals_python(count):
    return as_objects(np.zeros(count, APPRAISAL))


@kernel
def _blank_appraisals(count):
    return np.zeros(count, APPRAISAL)


blank_appraisals = twin(_blank_appraisals, _blank_appraisals_python)
"""blank_appraisals(count): so many appraisals, none worked out yet."""


@kernel
def appraise(rules, game, w, a):
    """Work out what does not change within an era: once per bot, company and era, not once per game."""
    table = rules.table[game.active]
    a.ready = 1
    a.gain = mean_gain(rules, game, w)
    a.point = 1.0 / rules.dollars_per_point
    a.wound = (table.explosion_loss + table.repair_cost) * a.point + 1.0
    a.repair = table.repair_cost * a.point + w.action
    hazards = 0
    cards = 0
    for card in range(rules.card_kinds):
        copies = rules.era[game.era].copies[card]
        cards += copies
        if rules.card[card].family == Family.HAZARD:
            hazards += copies
    safe = 1.0 - hazards / max(1, cards)
    for kind in range(table.kinds):
        for rank in range(table.kind[kind].levels):
            level = table.kind[kind].level[rank]
            k = kind * LEVELS + rank
            a.rate[k] = (
                w.foresight * output_worth(rules, w, a, level, safe) + w.safety * level.capacity * 0.15
            )
            a.cover[k] = w.insurance * level.payout * 0.5 * a.point
            a.stake[k] = level.value - level.scrap
            a.shields[k] = level.shields
            a.deal[k] = level.value - w.money * level.cost * a.point - w.patience
            a.more_rate[k] = a.rate[k]
            a.more_cover[k] = a.cover[k]
            if rank > 0:
                a.deal[k] += 0.5 * w.taste[kind] - table.kind[kind].level[rank - 1].value
                a.more_rate[k] -= a.rate[k - 1]
                a.more_cover[k] -= a.cover[k - 1]
            else:
                a.deal[k] += w.taste[kind]


@inline
def base_danger(game):
    """Chance of a hazard on the next card when no order is known."""
    if game.deck_size == 0:
        return 0.0
    return game.deck_hazards / game.deck_size


@inline
def think(rules, game, w, a, m):
    """Work out, once per decision, what several options need."""
    m.left = rules.rounds - game.round
    if game.phase == Phase.BUSINESS or game.phase == Phase.DRAW:
        charged = game.company[game.active].charged
        m.base = base_danger(game)
        m.next = hazard_chance(rules, game, game.active, 1)
        if charged > 0 or game.phase == Phase.BUSINESS:
            think_of_shields(rules, game, w, a, m, charged)
        if charged > 0:
            recharge = rules.table[game.active].recharge_cost * a.point + w.action
            m.cost = min(recharge, m.spent) - 0.4 * w.malice
        elif m.next > 0.0 or game.phase == Phase.BUSINESS:
            m.cost = explosion_damage(rules, game, a, m)
        else:
            m.cost = 0.0  # the next card is known to be harmless


@inline
def think_of_shields(rules, game, w, a, m, charged):
    """Hazards to expect in the rest of the game, and what shields do against them.

    Their number is taken as geometric: more spread than Poisson, as hazards that are put back come in
    rows, and free of an exponential.
    """
    table = rules.table[game.active]
    meet = (m.left + 1.0) * (table.required_draws + 0.75 * table.optional_draws) * m.base
    m.bare = max(0.0, meet - charged)
    again = meet / (1.0 + meet)  # chance to meet one more
    used = w.safety * a.wound
    for _ in range(charged):
        used *= again
    m.spent = used
    m.shield = used * again


@kernel
def output_worth(rules, w, a, level, safe):
    """Points that a building's level brings per own turn to come."""
    worth = w.income * level.income
    active = level.draws * a.gain * safe
    if rules.reading.factory_pay != FactoryPay.NONE:
        active += level.pay
    if level.gain == Gain.RANDOM or level.gain == Gain.CHOOSE:
        active += level.gain_count * w.tactic
    elif level.gain != Gain.NONE:
        active += w.tactic * 0.5
    if active > 0.0:
        worth += w.industry * max(0.0, active - w.action * rules.dollars_per_point)
    return worth * a.point


@inline
def idle_worth(a, m, b):
    """Points a building would lose by standing idle to the end."""
    k = b.kind * LEVELS + b.level - 1
    return a.stake[k] + m.left * a.rate[k]


@inline
def keep_worth(a, m, idle):
    """Points lost when a building is disabled: idle to the end, or repaired."""
    if m.left == 0.0:
        return idle
    return min(idle, a.repair + 0.05 * idle)


@kernel
def explosion_damage(rules, game, a, m):
    """Points that exploding now costs the company at turn (HB-38..41)."""
    seat = game.active
    me = game.company[seat]
    table = rules.table[seat]
    least = FAR
    salvage = 0.0
    for i in range(me.building_count):
        b = me.building[i]
        if b.operating:
            least = min(least, idle_worth(a, m, b))
            salvage += a.cover[b.kind * LEVELS + b.level - 1]
    damage = 0.0
    if least < FAR:
        damage = keep_worth(a, m, least)
    money = min(table.explosion_loss, me.cash) + game.pending
    money += (game.debt + 0.5 * game.optional_left) * a.gain
    return money * a.point - 2.0 * salvage + damage


@inline
def rival_damage(rules, game, a):
    """Points that a hazard costs the rival, from its public board."""
    rival = game.company[1 - game.active]
    table = rules.table[1 - game.active]
    if rival.charged > 0:
        return table.recharge_cost * a.point
    return (table.explosion_loss + table.repair_cost) * a.point + 1.0


@kernel
def new_deck_next(rules, game):
    """Whether the pile is replaced, or the game over, right after this turn (D-9)."""
    if game.half == 0:
        return False
    if game.round == rules.rounds:
        return True
    if rules.reading.fresh_deck != FreshDeck.REPLACE:
        return False
    return game.era + 1 < rules.eras and rules.era[game.era + 1].round == game.round + 1


@kernel
def place_worth(rules, game, w, a, position):
    """Points of a hazard lying at a position: who will draw it, and what it costs them (D-10)."""
    seat = game.active
    me = game.company[seat]
    own = rules.table[seat]
    cost = a.wound
    if me.charged > 0:
        cost = own.recharge_cost * a.point
    if position <= game.debt:
        return -w.dread * cost
    if new_deck_next(rules, game):
        return 0.0
    rest = position - game.debt
    if game.half == 1:  # the company at turn moves again next (D-1)
        forced = own.required_draws + me.queued_draws
        if rest <= forced:
            return -w.dread * cost
        rest -= forced
    rival = game.company[1 - seat]
    table = rules.table[1 - seat]
    forced = table.required_draws + rival.queued_draws
    theirs = 0.4
    if rest <= forced:
        theirs = 1.0
    elif rest <= forced + table.optional_draws:
        theirs = 0.7
    return w.malice * theirs * rival_damage(rules, game, a)


# ------------------------------------------------------------------------------ worth of each option


@inline
def reach_worth(a, m, kind, rank):
    """HB-17, HB-18: points of buying a building (rank 0) or of its next level, less the price."""
    k = kind * LEVELS + rank
    return a.deal[k] + m.left * a.more_rate[k] + m.bare * a.more_cover[k] + m.shield * a.shields[k]


@inline
def repair_worth(rules, game, w, a, m, slot):
    """HB-19: what comes back, less the price."""
    back = idle_worth(a, m, game.company[game.active].building[slot])
    return w.upkeep * back - w.money * rules.table[game.active].repair_cost * a.point - w.patience


@inline
def recharge_worth(rules, game, w, a, m):
    """HB-20: a shield, less the price."""
    worth = m.shield + w.safety * 1.5 * m.next * max(1, game.debt)
    return worth - w.money * rules.table[game.active].recharge_cost * a.point - w.patience


@kernel
def activate_worth(rules, game, w, a, m, slot):
    """HB-21: pay and draws against the danger, or tactics gained."""
    seat = game.active
    b = game.company[seat].building[slot]
    level = level_of(rules, seat, b.kind, b.level)
    worth = 0.0
    if level.gain == Gain.RANDOM or level.gain == Gain.CHOOSE:
        worth += level.gain_count * w.tactic * a.point
    elif level.gain != Gain.NONE:
        worth += w.curiosity * 0.3
    if level.draws > 0 or level.pay > 0:
        danger = hazard_chance(rules, game, seat, game.debt + 1)
        pay = level.pay * a.point
        if rules.reading.factory_pay == FactoryPay.NONE:
            pay = 0.0
        elif rules.reading.factory_pay == FactoryPay.BANK and game.company[seat].charged == 0:
            for _ in range(game.debt + level.draws):
                pay *= 1.0 - danger
        cost = w.caution * danger * m.cost
        worth += pay + level.draws * ((1.0 - danger) * a.gain * a.point - cost)
    return w.industry * worth - w.patience


@inline
def draw_worth(w, a, m):
    """Points of taking the next card (S-15): gain if harmless against the cost of a hazard."""
    worth = (1.0 - m.next) * a.gain * a.point
    if m.next > 0.0:
        worth -= w.caution * m.next * m.cost
    return worth


@kernel
def overtime_worth(rules, game, a, m, amount):
    """HB-28: harm of the draws it adds to the rival's turn, less what they pay it (D-11)."""
    seat = game.active
    at = game.debt
    if game.half == 1:
        at += rules.table[seat].required_draws
        if new_deck_next(rules, game):
            at = KNOWN_MAX  # a new pile: nothing is known
    at += rules.table[1 - seat].required_draws + game.company[1 - seat].queued_draws
    worth = 0.0
    for extra in range(1, amount + 1):
        danger = m.base
        if at + extra <= KNOWN_MAX:
            danger = hazard_chance(rules, game, seat, at + extra)
        worth += danger * rival_damage(rules, game, a) - (1.0 - danger) * a.gain * a.point
    return worth


@kernel
def move_worth(game, a, m):
    """HA-39: the best exchange of a disabled building for a working one."""
    me = game.company[game.active]
    best = 0.0
    for out in range(me.building_count):
        for into in range(me.building_count):
            if me.building[out].operating == 0 and me.building[into].operating == 1:
                gain = idle_worth(a, m, me.building[out]) - idle_worth(a, m, me.building[into])
                best = max(best, gain)
    return best


@kernel
def play_worth(rules, game, w, a, m, kind):
    """HB-54..58: worth of playing a tactic now, less that of keeping it."""
    card = rules.card[kind]
    keep = w.keep[kind]
    if m.left == 0.0:
        keep = 0.0  # unplayed tactics score nothing (HB-72)
    if card.effect == Effect.CANCEL_DRAW:
        if game.phase == Phase.BUSINESS:
            return -FAR  # as good later, when more is known
        return -w.escape * card.amount * draw_worth(w, a, m) - keep
    keep += w.patience
    if card.effect == Effect.INSPECT:
        if game.company[game.active].known[0] > 0:
            return -FAR
        return w.curiosity * m.cost * min(1.0, 2.0 * m.next) - keep
    if card.effect == Effect.OVERTIME:
        return w.overtime * w.malice * overtime_worth(rules, game, a, m, card.amount) - keep
    if card.effect == Effect.SHUFFLE:
        if m.next <= m.base:
            return -keep
        less = (m.next - m.base) * max(1, game.debt)
        return w.reshuffle * less * m.cost - keep
    if card.effect == Effect.REORDER:
        stake = m.cost + w.malice * rival_damage(rules, game, a)
        return w.reshuffle * m.next * stake - keep
    if card.effect == Effect.MOVE_DISABLEMENT:
        return move_worth(game, a, m) - keep
    return -FAR


@kernel
def order_worth(rules, game, w, a, position):
    """HA-39: the card now at a position, made the next one to be fixed."""
    kind = game.company[game.active].known[position - 1] - 1
    if rules.card[kind].family == Family.HAZARD:
        return place_worth(rules, game, w, a, game.order_at)
    if game.order_at <= game.debt + game.optional_left:
        return (rules.card[kind].pays + 0.1) * a.point
    return -rules.card[kind].pays * a.point


@inline
def option_worth(rules, game, w, a, m, option):
    """Points of one option; the option to stop is worth 0."""
    me = game.company[game.active]
    verb = option >> 8
    argument = option & 255
    if verb == Verb.DRAW:
        if game.debt > 0:
            return 0.0
        return draw_worth(w, a, m) + w.greed
    if verb == Verb.BUY:
        worth = reach_worth(a, m, argument, 0) - w.crowding * me.owned[argument]
        if game.actions_left > 1 and level_of(rules, game.active, argument, 1).acts:
            worth += w.industry * 0.5  # it can be used at once
        return worth
    if verb == Verb.UPGRADE:
        b = me.building[argument]
        return reach_worth(a, m, b.kind, b.level)
    if verb == Verb.REPAIR:
        return repair_worth(rules, game, w, a, m, argument)
    if verb == Verb.RECHARGE:
        return recharge_worth(rules, game, w, a, m)
    if verb == Verb.ACTIVATE:
        return activate_worth(rules, game, w, a, m, argument)
    if verb == Verb.PLAY:
        return play_worth(rules, game, w, a, m, argument)
    if verb == Verb.PLACE:
        return place_worth(rules, game, w, a, argument)
    if verb == Verb.DISABLE:
        return -keep_worth(a, m, idle_worth(a, m, me.building[argument]))
    if verb == Verb.NAME:
        return w.keep[argument] - w.variety * me.hand[argument]
    if verb == Verb.ORDER:
        return order_worth(rules, game, w, a, argument)
    if verb == Verb.MOVE:
        return idle_worth(a, m, me.building[argument // 16]) - idle_worth(a, m, me.building[argument % 16])
    return 0.0


@inline
def luck_of_choice(game):
    """Names the random worth of the options at hand.

    A placement is named by round and hazard, so that it stays as it is when other decisions are added.
    """
    if game.phase == Phase.PLACE:
        return chain(chain(chain(game.luck, PLACE_LUCK), game.active), game.round * 65536 + game.placing)
    return chain(chain(chain(game.luck, BOT_LUCK), game.active), game.decisions)


@inline
def decide(rules, game, w, a):
    """The best option listed in the record (the first of equals), by what the bot thinks of this era."""
    if game.option_count == 1:
        return game.option[0]
    m = game.company[game.active].mind
    width = w.noise
    if game.phase == Phase.PLACE:
        width += w.guile
    key = 0
    if width > 0.0:
        key = luck_of_choice(game)
    judgement = w.judgement
    haste = w.haste
    if judgement != 0.0:
        if a.ready == 0:
            appraise(rules, game, w, a)
        think(rules, game, w, a, m)
    best = game.option[0]
    best_worth = -FAR * 2.0
    for i in range(game.option_count):
        option = game.option[i]
        worth = 0.0
        if judgement != 0.0:
            worth = judgement * option_worth(rules, game, w, a, m, option)
        if width > 0.0:
            worth += width * unit(chain(key, option))
        if option == Verb.END_BUSINESS * 256:
            worth -= haste
        if worth > best_worth:
            best_worth = worth
            best = option
    return best

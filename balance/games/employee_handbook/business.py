"""Business: buildings and tactics, each action a kernel (HB-13, HB-17..25, HB-47..59)."""

from __future__ import annotations

from balance.chance import below, chain
from balance.games.employee_handbook.board import capacity, earn, level_of, spend
from balance.games.employee_handbook.deck import GAIN, REORGANIZE, discard, log, shuffle
from balance.games.employee_handbook.knowledge import forget_order, look, reordered
from balance.games.employee_handbook.options import can_cancel
from balance.games.employee_handbook.state import (
    Effect,
    Event,
    FactoryPay,
    Family,
    Gain,
    Phase,
    RepairShield,
    WorkshopPay,
)
from balance.games.employee_handbook.turns import action_done, back_to_business
from balance.jit import kernel


@kernel
def charge_on_reaching(rules, game, seat, shields):
    """HB-53: a Chamber bought or upgraded brings a shield, never above capacity."""
    if shields == 0:
        return 0
    me = game.company[seat]
    gained = min(shields, capacity(rules, game, seat) - me.charged)
    gained = max(gained, 0)
    me.charged += gained
    me.tally.shields_charged += gained
    return gained


@kernel
def buy(rules, game, kind):
    """HB-17, HB-23, HB-47..49, HA-09, HA-16."""
    seat = game.active
    me = game.company[seat]
    level = level_of(rules, seat, kind, 1)
    spend(me, level.cost)
    b = me.building[me.building_count]
    me.building_count += 1
    me.owned[kind] += 1
    b.kind = kind
    b.level = 1
    b.operating = 1
    b.used = 0
    b.round = game.round
    b.paid = level.cost
    b.earned = 0
    b.pending = 0
    b.ready = 0
    gained = charge_on_reaching(rules, game, seat, level.shields)
    me.tally.bought[kind] += 1
    if me.tally.first_round[kind] == 0:
        me.tally.first_round[kind] = game.round
    log(game, Event.BUY, seat, kind, level.cost, gained)
    if rules.reading.workshop_pay == WorkshopPay.AT_ONCE and level.income > 0:
        earn(me, level.income)
        b.earned += level.income
        log(game, Event.MONEY, seat, -1, level.income, 1)
    action_done(rules, game)


@kernel
def upgrade(rules, game, slot):
    """HB-18, HB-50, HA-16, HA-19."""
    seat = game.active
    me = game.company[seat]
    b = me.building[slot]
    old = level_of(rules, seat, b.kind, b.level)
    b.level += 1
    new = level_of(rules, seat, b.kind, b.level)
    spend(me, new.cost)
    b.paid += new.cost
    gained = charge_on_reaching(rules, game, seat, new.shields)
    me.tally.upgraded[b.kind] += 1
    log(game, Event.UPGRADE, seat, b.kind, b.level, new.cost)
    if gained > 0:
        log(game, Event.SHIELDS, seat, gained, me.charged, 0)
    if rules.reading.workshop_pay == WorkshopPay.AT_ONCE and new.income > old.income:
        earn(me, new.income - old.income)
        b.earned += new.income - old.income
        log(game, Event.MONEY, seat, -1, new.income - old.income, 1)
    action_done(rules, game)


@kernel
def repair(rules, game, slot):
    """HB-19, HB-44, HA-18."""
    seat = game.active
    me = game.company[seat]
    b = me.building[slot]
    spend(me, rules.table[seat].repair_cost)
    b.operating = 1
    me.tally.repairs += 1
    log(game, Event.REPAIR, seat, b.kind, b.level, rules.table[seat].repair_cost)
    if rules.reading.repair_shield == RepairShield.INCLUDED:
        gained = charge_on_reaching(rules, game, seat, level_of(rules, seat, b.kind, b.level).shields)
        if gained > 0:
            log(game, Event.SHIELDS, seat, gained, me.charged, 0)
    action_done(rules, game)


@kernel
def recharge(rules, game):
    """HB-20, HA-17."""
    seat = game.active
    me = game.company[seat]
    spend(me, rules.table[seat].recharge_cost)
    me.charged += 1
    me.tally.shields_charged += 1
    me.tally.recharges += 1
    log(game, Event.RECHARGE, seat, rules.table[seat].recharge_cost, me.charged, 0)
    action_done(rules, game)


@kernel
def activate(rules, game, slot):
    """HB-21, HB-24, HB-27, HA-11..13, HA-16."""
    seat = game.active
    me = game.company[seat]
    b = me.building[slot]
    level = level_of(rules, seat, b.kind, b.level)
    b.used = 1
    game.debt += level.draws
    me.tally.activated[b.kind] += 1
    log(game, Event.ACTIVATE, seat, b.kind, b.level, level.draws)
    if level.pay > 0:
        if rules.reading.factory_pay == FactoryPay.BANK:
            b.pending = level.pay
            game.pending += level.pay
        elif rules.reading.factory_pay == FactoryPay.IMMEDIATE:
            earn(me, level.pay)
            b.earned += level.pay
            me.tally.factory_received += level.pay
            log(game, Event.MONEY, seat, -1, level.pay, 1)
    game.actions_left -= 1
    me.tally.actions_used += 1
    if level.gain == Gain.RANDOM:
        for _ in range(level.gain_count):
            gain_random(rules, game)
        back_to_business(rules, game)
    elif level.gain == Gain.CHOOSE and level.gain_count > 0:
        game.named_left = level.gain_count
        game.phase = Phase.NAME_TACTIC
    elif level.gain == Gain.INSPECT:
        inspect(game, level.gain_count)
        back_to_business(rules, game)
    elif level.gain == Gain.REORDER:
        begin_order(rules, game, level.gain_count)
    else:
        back_to_business(rules, game)


@kernel
def gain_random(rules, game):
    """HA-13: a tactic of a random kind from an endless side supply."""
    seat = game.active
    me = game.company[seat]
    kinds = 0
    for kind in range(rules.card_kinds):
        if rules.card[kind].family == Family.TACTIC:
            kinds += 1
    if kinds == 0:
        return
    pick = below(chain(chain(chain(game.luck, GAIN), seat), me.gains), kinds)
    for kind in range(rules.card_kinds):
        if rules.card[kind].family == Family.TACTIC:
            if pick == 0:
                gain_tactic(rules, game, kind)
                return
            pick -= 1


@kernel
def gain_tactic(rules, game, kind):
    """HB-32, HA-13, HA-14: into the hand; with a full hand it is not made and pays instead."""
    seat = game.active
    me = game.company[seat]
    me.gains += 1
    if me.hand_size < rules.table[seat].hand_limit:
        me.hand[kind] += 1
        me.hand_size += 1
        game.made += 1
        log(game, Event.GAIN, seat, kind, 0, 0)
    else:
        earn(me, rules.table[seat].surplus_pay)
        me.tally.surplus_tactics += 1
        log(game, Event.GAIN_SURPLUS, seat, rules.table[seat].surplus_pay, 0, 0)


@kernel
def name_tactic(rules, game, kind):
    """HA-13: the tactic named is gained."""
    game.company[game.active].tally.names += 1
    gain_tactic(rules, game, kind)
    game.named_left -= 1
    if game.named_left == 0:
        back_to_business(rules, game)


@kernel
def inspect(game, cards):
    """HB-63, HA-28, HA-33: see the next cards; never reshuffles."""
    seat = game.active
    me = game.company[seat]
    n = look(game, seat, cards)
    log(game, Event.INSPECT, seat, n, 0, 0)
    for i in range(n):
        log(game, Event.SEEN, seat, me.seen[i], i + 1, 0)


@kernel
def begin_order(rules, game, cards):
    """HA-13, HA-39 (other readings): look at the next cards and put them in any order."""
    inspect(game, cards)
    game.order_of = game.company[game.active].seen_count
    game.order_at = 1
    if game.order_of > 1:
        game.phase = Phase.ORDER
    else:
        reordered(rules, game, game.active)
        back_to_business(rules, game)


@kernel
def order(rules, game, position):
    """Make the card now at a position the next one to be fixed."""
    seat = game.active
    me = game.company[seat]
    at = game.deck_size - game.order_at
    card = game.deck[game.deck_size - position]
    known = me.known[position - 1]
    for i in range(game.deck_size - position, at):
        game.deck[i] = game.deck[i + 1]
    game.deck[at] = card
    for i in range(position - 1, game.order_at - 1, -1):
        me.known[i] = me.known[i - 1]
    me.known[game.order_at - 1] = known
    me.tally.orderings += 1
    log(game, Event.ORDER, seat, card >> 8, game.order_at, 0)
    game.order_at += 1
    if game.order_at >= game.order_of:
        game.order_at = 0
        game.order_of = 0
        reordered(rules, game, seat)
        back_to_business(rules, game)


@kernel
def play(rules, game, kind):
    """HB-22, HB-54..59, HA-27: the card goes to the discard pile, then does what it says."""
    seat = game.active
    me = game.company[seat]
    rival = game.company[1 - seat]
    card = rules.card[kind]
    me.hand[kind] -= 1
    me.hand_size -= 1
    discard(game, kind)
    me.tally.played[kind] += 1
    log(game, Event.PLAY, seat, kind, 0, 0)
    if card.effect == Effect.CANCEL_DRAW:  # free: no business action (HB-57)
        for _ in range(card.amount):
            if can_cancel(rules, game):
                game.debt -= 1
        return
    game.actions_left -= 1
    me.tally.actions_used += 1
    if card.effect == Effect.INSPECT:
        inspect(game, card.amount)
        back_to_business(rules, game)
    elif card.effect == Effect.OVERTIME:
        rival.queue += 1
        rival.queued_draws += card.amount
        back_to_business(rules, game)
    elif card.effect == Effect.SHUFFLE:
        shuffle(rules, game, chain(chain(game.luck, REORGANIZE), game.reorganizations))
        game.reorganizations += 1
        forget_order(rules, game)
        back_to_business(rules, game)
    elif card.effect == Effect.REORDER:
        begin_order(rules, game, card.amount)
    elif card.effect == Effect.MOVE_DISABLEMENT:
        game.phase = Phase.MOVE
    else:
        back_to_business(rules, game)


@kernel
def move_disablement(rules, game, argument):
    """HA-39 (other reading): one disabled building works again, another stops instead."""
    seat = game.active
    me = game.company[seat]
    out = me.building[argument // 16]
    into = me.building[argument % 16]
    out.operating = 1
    into.operating = 0
    me.charged = min(me.charged, capacity(rules, game, seat))
    log(game, Event.MOVE, seat, out.kind, into.kind, 0)
    back_to_business(rules, game)

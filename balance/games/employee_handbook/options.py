"""What may be done: the legal options of each decision point, written into the record.

An option is `verb * 256 + argument`. Options that differ in nothing (two equal buildings) are one option.
"""

from __future__ import annotations

from balance.games.employee_handbook.board import can_activate, capacity, operating_count, twin_before
from balance.games.employee_handbook.state import LEVELS, Cancel, Effect, Family, Phase, Verb
from balance.jit import inline, kernel


@inline
def offer(game, n, wanted, verb, argument):
    """The n-th option, if `wanted` is 1: written always, counted only then. Returns how many there are now.

    The count travels in a register, and there is no branch to mispredict: listing is a fifth of the time.
    """
    game.option[n] = verb * 256 + argument
    return n + wanted


@inline
def can_cancel(rules, game):
    """HB-57..59, HA-37, HA-38: a required draw is owed, and one that may be cancelled (1 or 0)."""
    protected = 0
    if rules.reading.cancel == Cancel.ADDED_ONLY:
        protected = max(0, rules.table[game.active].required_draws - game.required_done)
    return int(game.debt > protected)


@inline
def playable_effects(rules, game):
    """HB-54..59, HA-36: the effects a card may have to be played now, as bits (`can_move` is apart)."""
    acts = (game.phase == Phase.BUSINESS) & (game.actions_left > 0)
    rival = game.company[1 - game.active]
    to_come = (game.round < rules.rounds) | (game.half == 0)  # the rival still has a turn
    overtime = acts & to_come & (rival.queue < rules.table[1 - game.active].queue_limit)
    common = (1 << Effect.INSPECT) | (1 << Effect.SHUFFLE) | (1 << Effect.REORDER)
    return acts * common + (overtime << Effect.OVERTIME) + (can_cancel(rules, game) << Effect.CANCEL_DRAW)


@kernel
def can_move(game):
    """HA-39 (other reading): a disabled building to bring back, and one at work to stop instead."""
    me = game.company[game.active]
    if game.phase != Phase.BUSINESS or game.actions_left == 0:
        return 0
    working = operating_count(me)
    return int(0 < working < me.building_count)


@inline
def offer_business(rules, game):
    """HB-13, HB-17..22."""
    seat = game.active
    me = game.company[seat]
    table = rules.table[seat]
    cash = me.cash
    n = offer(game, 0, 1, Verb.END_BUSINESS, 0)
    if game.actions_left > 0:
        if me.building_count < table.space:
            for kind in range(table.kinds):
                k = table.kind[kind]
                n = offer(game, n, (cash >= k.level[0].cost) & (me.owned[kind] < k.limit), Verb.BUY, kind)
        for slot in range(me.building_count):
            if twin_before(me, slot):
                continue
            b = me.building[slot]
            k = table.kind[b.kind]
            next_cost = k.level[min(b.level, LEVELS - 1)].cost
            works = b.operating
            n = offer(game, n, works & (b.level < k.levels) & (cash >= next_cost), Verb.UPGRADE, slot)
            n = offer(game, n, can_activate(rules, seat, b), Verb.ACTIVATE, slot)
            n = offer(game, n, (1 - works) & (cash >= table.repair_cost), Verb.REPAIR, slot)
        if cash >= table.recharge_cost:
            n = offer(game, n, me.charged < capacity(rules, game, seat), Verb.RECHARGE, 0)
    return offer_cards(rules, game, n)


@inline
def offer_cards(rules, game, n):
    """The tactics in hand that can be played now."""
    me = game.company[game.active]
    if me.hand_size == 0:
        return n
    effects = playable_effects(rules, game)
    for kind in range(rules.card_kinds):
        effect = rules.card[kind].effect
        wanted = (me.hand[kind] > 0) & (effects >> effect)
        if effect == Effect.MOVE_DISABLEMENT:
            wanted = (me.hand[kind] > 0) & can_move(game)
        n = offer(game, n, wanted, Verb.PLAY, kind)
    return n


@inline
def offer_draw(rules, game):
    """HB-14..16, HA-20, HA-21: required draws first, then optional ones or the bank."""
    n = offer(game, 0, (game.debt > 0) | (game.optional_left > 0), Verb.DRAW, 0)
    if game.debt == 0:
        return offer(game, n, 1, Verb.BANK, 0)
    return offer_cards(rules, game, n)


@kernel
def offer_choices(rules, game):
    """The options of the rarer decisions: placing, disabling, naming, ordering, moving."""
    me = game.company[game.active]
    n = 0
    if game.phase == Phase.PLACE:  # HB-35, HA-24
        for position in range(1, min(rules.table[game.active].place_within, game.deck_size + 1) + 1):
            n = offer(game, n, 1, Verb.PLACE, position)
    elif game.phase == Phase.DISABLE:  # HB-39
        for slot in range(me.building_count):
            if not twin_before(me, slot):
                n = offer(game, n, me.building[slot].operating, Verb.DISABLE, slot)
    elif game.phase == Phase.NAME_TACTIC:  # HA-13
        for kind in range(rules.card_kinds):
            n = offer(game, n, rules.card[kind].family == Family.TACTIC, Verb.NAME, kind)
    elif game.phase == Phase.ORDER:  # HA-39: equal cards make one option
        for position in range(game.order_at, game.order_of + 1):
            new = True
            for earlier in range(game.order_at, position):
                if me.known[earlier - 1] == me.known[position - 1]:
                    new = False
            n = offer(game, n, new, Verb.ORDER, position)
    elif game.phase == Phase.MOVE:  # HA-39: which comes back to work, which stops instead
        for out in range(me.building_count):
            if me.building[out].operating == 0 and not twin_before(me, out):
                for into in range(me.building_count):
                    if me.building[into].operating and not twin_before(me, into):
                        n = offer(game, n, 1, Verb.MOVE, out * 16 + into)
    return n


@inline
def list_options(rules, game):
    """Write the legal options of the deciding company into the record (none when the game is over)."""
    if game.phase == Phase.BUSINESS:
        game.option_count = offer_business(rules, game)
    elif game.phase == Phase.DRAW:
        game.option_count = offer_draw(rules, game)
    else:
        game.option_count = offer_choices(rules, game)

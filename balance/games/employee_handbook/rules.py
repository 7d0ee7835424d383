"""The rules of Employee Handbook: setup, options, apply. The only place a rule lives.

A game is a state machine. `setup` brings it to its first decision; then, until `Phase.OVER`, the company
`game.active` has the options that `list_options` writes into the record, and `perform` takes one of
them. Clause ids (HB stated, D derived, HA reading of an open point) are those of the rules inventory;
`docs/employee_handbook_rules.md` has them in our words.
"""

from __future__ import annotations

from balance.chance import below, chain
from balance.games.employee_handbook import state as _state
from balance.games.employee_handbook.deck import (
    FIRST,
    GAIN,
    REORGANIZE,
    RETURN,
    discard,
    fresh_deck,
    insert,
    log,
    reshuffle_if_empty,
    shuffle,
    take_top,
)
from balance.games.employee_handbook.knowledge import (
    expire_inspections,
    forget_order,
    look,
    reordered,
    saw_draw,
    saw_placement,
)
from balance.games.employee_handbook.state import (
    AGE_BINS,
    LEVELS,
    Cancel,
    Effect,
    Event,
    ExplodedHazard,
    ExplosionOrder,
    FactoryPay,
    Family,
    Gain,
    Opener,
    Phase,
    RepairShield,
    SalvagePays,
    Verb,
    WorkshopPay,
)
from balance.jit import inline, kernel, twin

# ------------------------------------------------------------------------------------ small helpers


@inline
def earn(me, amount):
    """Money in."""
    me.cash += amount
    me.tally.money_in += amount


@inline
def spend(me, amount):
    """Money out."""
    me.cash -= amount
    me.tally.money_out += amount


@inline
def level_of(rules, seat, kind, level):
    """The numbers of a building at a level (1 = as bought)."""
    return rules.table[seat].kind[kind].level[level - 1]


@inline
def operating_count(me):
    """Buildings at work."""
    n = 0
    for i in range(me.building_count):
        n += me.building[i].operating
    return n


@inline
def capacity(rules, game, seat):
    """HB-51, HB-52: shields a company can hold charged."""
    me = game.company[seat]
    total = rules.table[seat].base_capacity
    for i in range(me.building_count):
        b = me.building[i]
        total += b.operating * level_of(rules, seat, b.kind, b.level).capacity
    return total


@kernel
def score(rules, game, seat):
    """HB-69..72, HA-44: printed values, disabled ones divided and rounded down, and money left."""
    me = game.company[seat]
    total = me.cash // rules.dollars_per_point
    for i in range(me.building_count):
        b = me.building[i]
        if b.operating:
            total += level_of(rules, seat, b.kind, b.level).value
        else:
            total += level_of(rules, seat, b.kind, b.level).scrap
    return total


@inline
def twin_before(me, slot):
    """Whether an earlier building is the same in every respect, so that one option stands for both."""
    b = me.building[slot]
    if me.owned[b.kind] == 1:
        return False
    for i in range(slot):
        o = me.building[i]
        if o.kind == b.kind and o.level == b.level and o.operating == b.operating and o.used == b.used:
            return True
    return False


@inline
def can_activate(rules, seat, b):
    """HB-21, HB-24, HB-42: at work, not used this turn, and of a kind that does something (1 or 0)."""
    return b.operating & (1 - b.used) & level_of(rules, seat, b.kind, b.level).acts


# ------------------------------------------------------------------------------------------ options


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
    """HB-54..59, HA-36: the effects a card may have to be played now, as bits (all but moving a disablement)."""
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


# --------------------------------------------------------------------------------- frame of the game


def _seat_companies_python(rules, game):
    from copy import deepcopy  # noqa: PLC0415  plain mode only: kernels cannot see it

    for seat in range(2):
        game.company[seat] = deepcopy(rules.fresh[seat])


@kernel
def _seat_companies(rules, game):
    game.company[0] = rules.fresh[0]
    game.company[1] = rules.fresh[1]


seat_companies = twin(_seat_companies, _seat_companies_python)
"""HB-7..10: each company as its opening position says."""


@kernel
def setup(rules, game, luck, log_on):
    """HB-1..12, HA-01..03: a new game with the luck of a deal, at the first decision."""
    seat_companies(rules, game)
    game.luck = luck
    game.log_on = log_on
    game.log_count = 0
    game.option_count = 0
    game.round = 1
    game.half = 0
    game.era = 0
    game.pending = 0
    game.deck_size = 0
    game.deck_hazards = 0
    game.discard_size = 0
    game.placing = -1
    game.named_left = 0
    game.order_at = 0
    game.order_of = 0
    game.made = 0
    game.gone = 0
    game.reshuffles = 0
    game.reorganizations = 0
    game.returns = 0
    game.decisions = 0
    game.leader = -1
    game.tally.lead_changes = 0
    for i in range(_state.ROUNDS):
        game.tally.lead[i] = 0
    for kind in range(_state.CARD_KINDS):
        game.discard[kind] = 0
    game.first = 0
    if rules.reading.opener == Opener.RANDOM:
        game.first = below(chain(luck, FIRST), 2)
    second = game.company[1 - game.first]
    second.cash += rules.table[1 - game.first].second_player_cash
    for seat in range(2):
        me = game.company[seat]
        me.tally.money_in = me.cash
        game.made += me.hand_size
        for kind in range(rules.table[seat].kinds):
            me.owned[kind] = 0
        for i in range(me.building_count):
            me.owned[me.building[i].kind] += 1
    game.company[game.first].tally.opened = 1
    fresh_deck(rules, game)
    start_turn(rules, game)


@kernel
def start_turn(rules, game):
    """HB-4, HB-11, HB-12, HB-26, HB-28, HB-45, HA-35: income, and the draws owed."""
    seat = game.first
    if (game.round + game.half) % 2 == 0:
        seat = 1 - game.first
    game.active = seat
    me = game.company[seat]
    table = rules.table[seat]
    income = table.basic_income
    for i in range(me.building_count):
        b = me.building[i]
        b.used = 0
        b.pending = 0
        b.ready = 0
        if b.operating:
            b.ready = 1
            amount = level_of(rules, seat, b.kind, b.level).income
            income += amount
            b.earned += amount
    earn(me, income)
    game.debt = table.required_draws + me.queued_draws
    me.queue = 0
    me.queued_draws = 0
    game.required_done = 0
    game.optional_left = table.optional_draws
    game.actions_left = table.actions
    game.pending = 0
    game.phase = Phase.BUSINESS
    me.tally.rounds[game.round - 1].turns += 1
    log(game, Event.TURN, seat, game.round, income, game.debt)


@inline
def end_business(rules, game):
    """HB-14, HA-08: from here on cards are drawn."""
    seat = game.active
    me = game.company[seat]
    me.tally.actions_unused += game.actions_left
    game.phase = Phase.DRAW
    for i in range(me.building_count):
        b = me.building[i]
        if b.used or (b.ready and can_activate(rules, seat, b)):
            used = b.used
            first = True
            for j in range(me.building_count):
                o = me.building[j]
                if o.kind == b.kind and j != i and (o.used or (o.ready and can_activate(rules, seat, o))):
                    used |= o.used
                    first = first and j > i
            if first:
                me.tally.could_activate[b.kind] += 1
                me.tally.activated_turns[b.kind] += used


@kernel
def action_done(rules, game):
    """HB-13: one business action less; after the last one the cards are drawn."""
    game.actions_left -= 1
    game.company[game.active].tally.actions_used += 1
    back_to_business(rules, game)


@kernel
def back_to_business(rules, game):
    """Go on with business, or with drawing when no action is left."""
    game.phase = Phase.BUSINESS
    if game.actions_left == 0:
        end_business(rules, game)


@kernel
def end_turn(rules, game):
    """HB-2..4, HB-16, HB-66, HB-67, HB-73: the other half of the round, the next round, or the end."""
    seat = game.active
    game.company[seat].tally.draws_lost += game.debt
    game.debt = 0
    game.pending = 0
    if game.half == 0:
        game.half = 1
        start_turn(rules, game)
        return
    end_round(rules, game)
    if game.round == rules.rounds:
        end_game(rules, game)
        return
    game.round += 1
    game.half = 0
    for s in range(2):
        game.company[s].exploded = 0
    if game.era + 1 < rules.eras and rules.era[game.era + 1].round == game.round:
        game.era += 1
        fresh_deck(rules, game)
    start_turn(rules, game)


@kernel
def end_round(rules, game):
    """Note how things stand."""
    for seat in range(2):
        me = game.company[seat]
        row = me.tally.rounds[game.round - 1]
        row.score = score(rules, game, seat)
        row.cash = me.cash
        row.buildings = me.building_count
        row.disabled = me.building_count - operating_count(me)
        row.charged = me.charged
    lead = game.company[0].tally.rounds[game.round - 1].score
    lead -= game.company[1].tally.rounds[game.round - 1].score
    game.tally.lead[game.round - 1] = lead
    if lead != 0:
        leader = 0
        if lead < 0:
            leader = 1
        if game.leader == 1 - leader:
            game.tally.lead_changes += 1
        game.leader = leader


@kernel
def end_game(rules, game):
    """HB-5, HB-6, HB-69..73: count up."""
    game.phase = Phase.OVER
    for seat in range(2):
        me = game.company[seat]
        t = me.tally
        t.score = score(rules, game, seat)
        t.cash_left = me.cash
        t.cash_points = me.cash // rules.dollars_per_point
        t.shields_left = me.charged
        t.tactics_left = me.hand_size
        for i in range(me.building_count):
            b = me.building[i]
            level = level_of(rules, seat, b.kind, b.level)
            value = level.value
            if b.operating == 0:
                value = level.scrap
                t.lost_points += level.value - level.scrap
            t.owned[b.kind] += 1
            t.points[b.kind] += value
            if b.round > 0:
                t.earned[b.kind] += b.earned
                if b.earned >= b.paid:
                    t.repaid[b.kind] += 1
        log(game, Event.SCORE, seat, t.score, me.cash, 0)
    g = game.tally
    g.rounds = game.round
    g.turns = 2 * game.round
    g.opener = game.first
    g.decisions = game.decisions
    g.reshuffles = game.reshuffles
    g.margin = abs(game.company[0].tally.score - game.company[1].tally.score)


# ---------------------------------------------------------------------------------- business actions


@kernel
def charge_on_reaching(rules, game, seat, shields):
    """HB-53: a Chamber bought or upgraded brings a shield, never above capacity."""
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
        inspect(rules, game, level.gain_count)
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


# ------------------------------------------------------------------------------------------- tactics


@kernel
def inspect(rules, game, cards):
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
    inspect(rules, game, cards)
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
        inspect(rules, game, card.amount)
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


# ------------------------------------------------------------------------------------------- drawing


@inline
def draw(rules, game):
    """HB-14, HB-15, HB-29..33, HA-21, HA-23, HA-28: take one card and resolve it."""
    seat = game.active
    me = game.company[seat]
    t = me.tally
    row = t.rounds[game.round - 1]
    required = 0
    if game.debt > 0:
        required = 1
        game.debt -= 1
        game.required_done += 1
    else:
        game.optional_left -= 1
    reshuffle_if_empty(rules, game)
    if game.deck_size == 0:
        expire_inspections(rules, game)
        log(game, Event.VOID_DRAW, seat, 0, 0, required)
        return
    if required:
        t.required_draws += 1
    else:
        t.optional_draws += 1
        row.optional += 1
    age = t.ages[min(int((game.removed + 0.5) / rules.age_bin), AGE_BINS - 1)]
    danger = int(1000000.0 * game.deck_hazards / game.deck_size)  # a float division is the faster one
    row.draws += 1
    row.danger_ppm += danger
    age.draws += 1
    age.danger_ppm += danger
    card = take_top(rules, game)
    kind = card >> 8
    family = rules.card[kind].family
    saw_draw(rules, game, kind)
    if family == Family.MONEY:
        earn(me, rules.card[kind].pays)
        discard(game, kind)
        log(game, Event.MONEY, seat, kind, rules.card[kind].pays, required)
    elif family == Family.TACTIC:
        if me.hand_size < rules.table[seat].hand_limit:
            me.hand[kind] += 1
            me.hand_size += 1
            log(game, Event.TACTIC, seat, kind, 0, required)
        else:
            earn(me, rules.table[seat].surplus_pay)
            t.surplus_tactics += 1
            discard(game, kind)
            log(game, Event.SURPLUS, seat, kind, rules.table[seat].surplus_pay, required)
    else:
        t.hazards += 1
        row.hazards += 1
        age.hazards += 1
        if me.charged > 0:
            block(game, card, required)
        else:
            row.explosions += 1
            age.explosions += 1
            explode(rules, game, card, required)


@kernel
def block(game, card, required):
    """HB-34, HA-45: a charged shield is used up, whether wanted or not; the hazard is in hand."""
    me = game.company[game.active]
    me.charged -= 1
    me.tally.blocks += 1
    me.tally.rounds[game.round - 1].blocks += 1
    game.placing = card
    game.phase = Phase.PLACE
    log(game, Event.BLOCK, game.active, card >> 8, me.charged, required)


@kernel
def place(rules, game, position):
    """HB-35..37, HA-43: back into the deck as one of the next cards."""
    seat = game.active
    me = game.company[seat]
    kind = game.placing >> 8
    within = min(rules.table[seat].place_within, game.deck_size + 1)
    insert(rules, game, game.placing, position)
    game.placing = -1
    saw_placement(rules, game, seat, position, kind, within)
    me.tally.placements += 1
    me.tally.placed_at[min(position, _state.KNOWN_MAX) - 1] += 1
    game.phase = Phase.DRAW
    log(game, Event.PLACE, seat, position, 0, 0)


@kernel
def lose_money(rules, game):
    """HB-38, HA-30: up to so many $."""
    me = game.company[game.active]
    loss = min(rules.table[game.active].explosion_loss, me.cash)
    spend(me, loss)
    me.tally.explosion_loss += loss
    log(game, Event.LOSS, game.active, loss, 0, 0)


@kernel
def pay_salvage(rules, game):
    """HB-41, D-2, HA-31, HA-46: on the first unshielded explosion of the round."""
    me = game.company[game.active]
    if me.exploded > 1:
        return
    seat = game.active
    if rules.reading.salvage_pays == SalvagePays.RIVAL:
        seat = 1 - seat
    owner = game.company[seat]
    total = 0
    for i in range(owner.building_count):
        b = owner.building[i]
        if b.operating:
            payout = level_of(rules, seat, b.kind, b.level).payout
            total += payout
            b.earned += payout
    if total > 0:
        earn(owner, total)
        owner.tally.salvage_received += total
        log(game, Event.SALVAGE, seat, total, 0, 0)


@kernel
def lose_and_salvage(rules, game):
    """Money side of an explosion, in the order of the reading in force (HA-31)."""
    if rules.reading.explosion_order == ExplosionOrder.SALVAGE_FIRST:
        pay_salvage(rules, game)
        lose_money(rules, game)
    else:
        lose_money(rules, game)
        pay_salvage(rules, game)


@kernel
def explode(rules, game, card, required):
    """HB-38..41, HA-11, HA-25, HA-31, HA-32: an unshielded hazard ends the turn and a building's work."""
    seat = game.active
    me = game.company[seat]
    kind = card >> 8
    me.exploded += 1
    me.tally.explosions += 1
    me.tally.pay_lost += game.pending
    game.pending = 0
    log(game, Event.EXPLODE, seat, kind, 0, required)
    if rules.reading.exploded_hazard == ExplodedHazard.BACK:
        where = below(chain(chain(game.luck, RETURN), game.returns), game.deck_size + 1)
        insert(rules, game, card, where + 1)
        game.returns += 1
        forget_order(rules, game)
        log(game, Event.RETURN, seat, kind, 0, 0)
    else:
        discard(game, kind)
    if rules.reading.explosion_order != ExplosionOrder.DISABLE_FIRST:
        lose_and_salvage(rules, game)
    if operating_count(me) > 0:
        game.phase = Phase.DISABLE
    else:
        if rules.reading.explosion_order == ExplosionOrder.DISABLE_FIRST:
            lose_and_salvage(rules, game)
        end_turn(rules, game)


@kernel
def disable(rules, game, slot):
    """HB-39, HB-40, HB-42: one building stops, and so does the turn."""
    seat = game.active
    me = game.company[seat]
    b = me.building[slot]
    b.operating = 0
    me.tally.disablings += 1
    me.tally.disabled[b.kind] += 1
    log(game, Event.DISABLE, seat, b.kind, b.level, 0)
    if rules.reading.explosion_order == ExplosionOrder.DISABLE_FIRST:
        lose_and_salvage(rules, game)
    end_turn(rules, game)


@kernel
def bank(rules, game):
    """HB-16, HA-11, HA-20: pending pay comes in and the turn is over."""
    seat = game.active
    me = game.company[seat]
    if game.pending > 0:
        earn(me, game.pending)
        me.tally.factory_received += game.pending
        for i in range(me.building_count):
            me.building[i].earned += me.building[i].pending
    log(game, Event.BANK, seat, game.pending, 0, 0)
    end_turn(rules, game)


# -------------------------------------------------------------------------------------- the one door


@inline
def perform(rules, game, option):
    """Take an option known to be offered."""
    verb = option >> 8
    argument = option & 255
    game.decisions += 1
    log(game, Event.CHOICE, game.active, option, 0, 0)
    if verb == Verb.DRAW:
        if game.debt == 0:
            game.company[game.active].tally.optional_offered += 1
        draw(rules, game)
    elif verb == Verb.BANK:
        if game.optional_left > 0:
            game.company[game.active].tally.optional_offered += 1
        bank(rules, game)
    elif verb == Verb.END_BUSINESS:
        log(game, Event.END_BUSINESS, game.active, game.actions_left, 0, 0)
        end_business(rules, game)
    elif verb == Verb.BUY:
        buy(rules, game, argument)
    elif verb == Verb.UPGRADE:
        upgrade(rules, game, argument)
    elif verb == Verb.REPAIR:
        repair(rules, game, argument)
    elif verb == Verb.RECHARGE:
        recharge(rules, game)
    elif verb == Verb.ACTIVATE:
        activate(rules, game, argument)
    elif verb == Verb.PLAY:
        play(rules, game, argument)
    elif verb == Verb.PLACE:
        place(rules, game, argument)
    elif verb == Verb.DISABLE:
        disable(rules, game, argument)
    elif verb == Verb.NAME:
        name_tactic(rules, game, argument)
    elif verb == Verb.ORDER:
        order(rules, game, argument)
    else:
        move_disablement(rules, game, argument)


@kernel
def apply(rules, game, option):
    """Take an option if it is offered; otherwise change nothing and say so."""
    list_options(rules, game)
    for i in range(game.option_count):
        if game.option[i] == option:
            perform(rules, game, option)
            return True
    return False

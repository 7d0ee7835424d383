"""Drawing: cards, shields, explosions, the bank (HB-14..16, HB-26..46)."""

from __future__ import annotations

from balance.chance import below, chain
from balance.games.employee_handbook.board import earn, level_of, operating_count, spend
from balance.games.employee_handbook.deck import RETURN, discard, insert, log, reshuffle_if_empty, take_top
from balance.games.employee_handbook.knowledge import (
    expire_inspections,
    forget_order,
    saw_draw,
    saw_placement,
)
from balance.games.employee_handbook.state import (
    AGE_BINS,
    CHAINS,
    KNOWN_MAX,
    Event,
    ExplodedHazard,
    ExplosionOrder,
    Family,
    Phase,
    SalvagePays,
)
from balance.games.employee_handbook.turns import end_turn
from balance.jit import inline, kernel


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
    age = t.ages[min(int((game.removed + 0.5) * rules.age_step), AGE_BINS - 1)]
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
        game.deck_money -= rules.card[kind].pays
        discard(game, kind)
        log(game, Event.MONEY, seat, kind, rules.card[kind].pays, required)
    elif family == Family.TACTIC:
        game.deck_tactics -= 1
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
        blocks = met(game, card)
        if me.charged > 0:
            block(game, card, required, blocks)
        else:
            row.explosions += 1
            age.explosions += 1
            t.chain[min(blocks, CHAINS - 1)] += 1
            explode(rules, game, card, required)


@kernel
def met(game, card):
    """How often this hazard has been blocked so far; if a shield put it back, note whom it met."""
    for i in range(game.plants):
        plant = game.plant[i]
        if plant.card == card:
            t = game.company[plant.seat].tally
            place = t.places[plant.position - 1]
            rival = int(plant.seat != game.active)
            if plant.half == 0:
                t.early += 1
                t.early_rival += rival
                place.early += 1
                place.early_rival += rival
            else:
                t.late += 1
                t.late_rival += rival
                place.late += 1
                place.late_rival += rival
            blocks = plant.blocks
            game.plants -= 1
            last = game.plant[game.plants]
            plant.card = last.card
            plant.seat = last.seat
            plant.half = last.half
            plant.position = last.position
            plant.blocks = last.blocks
            return blocks
    return 0


@kernel
def block(game, card, required, blocks):
    """HB-34, HA-45: a charged shield is used up, whether wanted or not; the hazard is in hand."""
    me = game.company[game.active]
    me.charged -= 1
    me.tally.blocks += 1
    me.tally.rounds[game.round - 1].blocks += 1
    game.placing = card
    game.blocked = blocks + 1
    game.tally.longest_chain = max(game.tally.longest_chain, game.blocked)
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
    plant = game.plant[game.plants]
    plant.card = game.placing
    plant.seat = seat
    plant.half = game.half
    plant.position = min(position, KNOWN_MAX)
    plant.blocks = game.blocked
    game.plants += 1
    game.placing = -1
    saw_placement(rules, game, seat, position, kind, within)
    me.tally.placements += 1
    me.tally.placed_at[min(position, KNOWN_MAX) - 1] += 1
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
    me.tally.exploded_rounds |= 1 << (game.round - 1)
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

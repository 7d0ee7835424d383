"""The frame of the game: setup, turns, rounds, eras, the end."""

from __future__ import annotations

from balance.chance import below, chain
from balance.games.employee_handbook.board import earn, level_of, operating_count, score
from balance.games.employee_handbook.deck import FIRST, fresh_deck, log
from balance.games.employee_handbook.state import CARD_KINDS, ROUNDS, Event, Opener, Phase
from balance.jit import inline, kernel, twin


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
    for i in range(ROUNDS):
        game.tally.lead[i] = 0
    for kind in range(CARD_KINDS):
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
    for kind in range(rules.table[seat].kinds):
        acts = 0
        for rank in range(rules.table[seat].kind[kind].levels):
            acts |= rules.table[seat].kind[kind].level[rank].acts
        if me.owned[kind] == 0 or acts == 0:
            continue
        could = 0
        used = 0
        for i in range(me.building_count):
            b = me.building[i]
            if b.kind == kind:
                could |= b.used | (b.ready & b.operating)
                used |= b.used
        me.tally.could_activate[kind] += could
        me.tally.activated_turns[kind] += used


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

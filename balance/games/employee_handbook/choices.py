"""Whether an optional draw is a choice at all (S-16 of the statistics): counted, never played by.

One more card brings (1 - p) g - p C on average: p, the chance that the next card is a hazard for all the
company may know; g, what a harmless card brings; C, what a hazard costs. C and the worth v of a tactic are a
matter of taste within the ranges that the card data declare. Where the sign is the same all over them, the
draw (or the stop) is right whatever the taste: no choice.

g is public: every drawn card is seen (HA-42), so everybody can tell how many cards of each money kind, how
many tactics and how many hazards the draw pile still holds. It is their mean over the harmless cards, without
those that the company knows to lie further down; a next card that it knows counts for itself. A tactic beyond
the hand limit pays what the rules say instead of v.
"""

from __future__ import annotations

from balance.games.employee_handbook.knowledge import hazard_chance
from balance.games.employee_handbook.state import Family
from balance.jit import inline, kernel

EVEN = 1e-9
"""What rounding can make of two sides that are equal."""


@inline
def note_offer(rules, game):
    """HB-15: an optional draw can be taken or left; count it, and whether it is a choice.

    Mostly it is not, as the money in the deck alone is worth more than its hazards may cost: asked first.
    """
    me = game.company[game.active]
    me.tally.optional_offered += 1
    if me.known_to + me.windows > 0 or game.deck_money <= rules.hazard_cost_high * game.deck_hazards:
        weigh_offer(rules, game)


@kernel
def weigh_offer(rules, game):
    """Count an offer that is a choice, or that is better left. An empty draw pile leaves it open.

    The sign asked for is that of the mean gain times the number of harmless cards: nothing is divided.
    """
    me = game.company[game.active]
    low = rules.tactic_value_low
    high = rules.tactic_value_high
    if me.hand_size >= rules.table[game.active].hand_limit:
        low = rules.table[game.active].surplus_pay
        high = low
    if me.known_to + me.windows > 0:
        sign = sign_by_knowledge(rules, game, low, high)
    else:
        worst = game.deck_money + low * game.deck_tactics - rules.hazard_cost_high * game.deck_hazards
        best = game.deck_money + high * game.deck_tactics - rules.hazard_cost_low * game.deck_hazards
        sign = int(worst > 0) - int(best < 0)
    if sign < 0:
        me.tally.clear_stop += 1
    elif sign == 0:
        me.tally.optional_open += 1
        me.tally.rounds[game.round - 1].open += 1


@kernel
def sign_by_knowledge(rules, game, low, high):
    """1: draw, -1: stop, 0: a choice; for a company that knows more of the deck than the counts."""
    me = game.company[game.active]
    money = game.deck_money
    tactics = game.deck_tactics
    harmless = game.deck_size - game.deck_hazards
    if me.known[0] > 0:
        card = rules.card[me.known[0] - 1]
        money = card.pays
        tactics = int(card.family == Family.TACTIC)
        harmless = 1
    else:
        for i in range(me.known_to):
            if me.known[i] > 0:
                card = rules.card[me.known[i] - 1]
                if card.family != Family.HAZARD:
                    harmless -= 1
                    money -= card.pays
                    tactics -= int(card.family == Family.TACTIC)
    danger = hazard_chance(rules, game, game.active, 1)
    threat = danger * max(1, harmless)
    if (1.0 - danger) * (money + low * tactics) - threat * rules.hazard_cost_high > EVEN:
        return 1
    if (1.0 - danger) * (money + high * tactics) - threat * rules.hazard_cost_low < -EVEN:
        return -1
    return 0

"""Instructions that move cards: draw, discard, take back, exchange, enlist (EBH-12, EBH-14).

Each returns 1 when it is done, 0 when somebody was asked; `done` counts the units that happened.
"""

from __future__ import annotations

from balance.chance import chain, sort_word
from balance.games.extremely_bad_hires.events import Discarded, Drawn, Event
from balance.games.extremely_bad_hires.lasting import log
from balance.games.extremely_bad_hires.needs import bound_card, card_places
from balance.games.extremely_bad_hires.picks import (
    NO_ANSWER,
    RANDOM,
    STOP,
    ask,
    by_lot,
    chooser,
    hand_candidates,
    kinds_in,
    nth_bit,
    pick_card,
)
from balance.games.extremely_bad_hires.piles import (
    CARD_BITS,
    COPIES,
    RANDOM_DISCARD,
    draw_one,
    hand_in,
    hand_out,
    to_discard,
)
from balance.games.extremely_bad_hires.staff import enter_staff
from balance.games.extremely_bad_hires.state import CardType, Count, Op, Phase, Pick, Zone
from balance.games.extremely_bad_hires.values import card_fits, number, seat_of, seats_of
from balance.jit import bits, kernel, lowest


@kernel
def note_done(game, ins, units):
    """Count what an instruction with an id has done."""
    if ins.slot >= 0:
        game.frame.done[ins.slot] += units


@kernel
def how_many(rules, game, ins):
    """The number of an instruction, at least 0."""
    return max(0, number(rules, game, ins.number, game.frame.controller, game.frame.source))


@kernel
def op_draw(rules, game, ins):
    """EBH-12.4: each of the players, the active one first."""
    mask = seats_of(game, ins.player, game.frame.controller)
    count = how_many(rules, game, ins)
    for step in range(game.players):
        seat = (game.active + step) % game.players
        if (mask >> seat) & 1:
            for _ in range(count):
                note_done(game, ins, draw_one(rules, game, seat, Drawn.EFFECT))
    return 1


@kernel
def discard_place(game, seat, place, why):
    """The card at a place of a hand goes to the pile."""
    card = hand_out(game.player[seat], place)
    to_discard(game, seat, card)
    game.moved = 1
    log(game, Event.DISCARD, seat, card, why, 0)


@kernel
def op_discard(rules, game, ins):
    """EBH-5.12, 14.1: chosen cards leave at once when picked; fewer if there are fewer. Also CYCLE."""
    frame = game.frame
    owner = seat_of(game, ins.player, frame.controller)
    if owner < 0:
        return 1
    me = game.player[owner]
    exact = ins.count != Count.UP_TO and ins.op != Op.CYCLE
    if frame.step == 0:
        frame.step = 1
        frame.taken = 0
        fitting = bits(hand_candidates(rules, game, ins, owner))
        frame.left = fitting
        if ins.count != Count.ALL or ins.op == Op.CYCLE:
            frame.left = min(fitting, how_many(rules, game, ins))
    if frame.answer != NO_ANSWER:
        if frame.answer == STOP:
            frame.left = 0
        else:
            frame.left -= 1
            discard_kind(rules, game, ins, owner, frame.answer)
        frame.answer = NO_ANSWER
    while frame.left > 0:
        mask = hand_candidates(rules, game, ins, owner)
        if mask == 0:
            break
        if exact and (bits(mask) <= frame.left or kinds_in(me, mask) == 1):
            frame.left -= 1
            discard_kind(rules, game, ins, owner, me.hand[lowest(mask)] // COPIES)
            continue
        seat = chooser(rules, game, ins.by, owner)
        if seat == RANDOM:
            frame.left -= 1
            place = nth_bit(mask, by_lot(game, bits(mask)))
            discard_place(game, owner, place, Discarded.RANDOM)
            note_done(game, ins, 1)
            frame.taken += 1
            continue
        ask(game, Phase.CARD, seat)
        game.asked_hand = owner
        game.asked_mask = mask
        game.asked_stop = int(not exact)
        return 0
    return 1


@kernel
def discard_kind(rules, game, ins, owner, kind):
    """The first card of a kind that may go leaves the hand."""
    me = game.player[owner]
    mask = hand_candidates(rules, game, ins, owner)
    while mask != 0:
        place = lowest(mask)
        mask &= mask - 1
        if me.hand[place] // COPIES == kind:
            discard_place(game, owner, place, Discarded.EFFECT)
            note_done(game, ins, 1)
            game.frame.taken += 1
            return


@kernel
def op_cycle(rules, game, ins):
    """Discard up to so many, then draw as many as were discarded."""
    if not op_discard(rules, game, ins):
        return 0
    owner = seat_of(game, ins.player, game.frame.controller)
    if owner < 0:
        return 1
    for _ in range(game.frame.taken):
        draw_one(rules, game, owner, Drawn.EFFECT)
    return 1


@kernel
def op_discard_random(rules, game, ins):
    """EBH-12.6, 14.2: the fitting cards with the smallest keys go; no chance where all must go."""
    owner = seat_of(game, ins.player, game.frame.controller)
    if owner < 0:
        return 1
    me = game.player[owner]
    count = how_many(rules, game, ins)
    key = chain(chain(chain(game.luck, RANDOM_DISCARD), owner), me.randoms)
    me.randoms += 1
    for _ in range(count):
        best = -1
        least = 0
        for i in range(me.hand_size):
            card = me.hand[i]
            if card_fits(rules, card, ins.what, -1) and not (ins.cost and bound_card(game, card, owner)):
                luck = rules.kind[card // COPIES].luck
                word = sort_word(chain(key, luck * COPIES + card % COPIES), card, CARD_BITS)
                if best < 0 or word < least:
                    best = i
                    least = word
        if best < 0:
            break
        discard_place(game, owner, best, Discarded.RANDOM)
        note_done(game, ins, 1)
    return 1


# --------------------------------------------------------------------------------------- discard pile


@kernel
def selected_card(rules, game, ins):
    """The card that an instruction speaks of, into `frame.taken`: bound, or picked now."""
    frame = game.frame
    selector = rules.selector[ins.who]
    if selector.pick == Pick.BOUND:
        frame.taken = frame.bound[selector.binding]
        return 1
    return pick_card(rules, game, ins, selector)


@kernel
def take_card(game, seat, card):
    """Take one card out of a discard pile or hand; False when it is not there. (where it was: Zone)"""
    me = game.player[seat]
    for i in range(me.discard_size):
        if me.discard[i] == card:
            me.discard_size -= 1
            for j in range(i, me.discard_size):
                me.discard[j] = me.discard[j + 1]
            return Zone.DISCARD
    for i in range(me.hand_size):
        if me.hand[i] == card:
            hand_out(me, i)
            return Zone.HAND
    return -1


@kernel
def card_owner(game, selector):
    """Whose card a selector speaks of."""
    if selector.pick == Pick.BOUND:
        return -10 - game.frame.bound_uid[selector.binding]
    return seat_of(game, selector.player, game.frame.controller)


@kernel
def op_take_back(rules, game, ins):
    """EBH-14.4: a card out of the own discard pile."""
    if not selected_card(rules, game, ins):
        return 0
    card = game.frame.taken
    if card < 0:
        return 1
    seat = card_owner(game, rules.selector[ins.who])
    if not in_pile(game, seat, card):
        return 1
    take_card(game, seat, card)
    put_card(rules, game, seat, card, ins.what)
    game.moved = 1
    note_done(game, ins, 1)
    log(game, Event.TAKE_BACK, seat, card, ins.what, 0)
    return 1


@kernel
def in_pile(game, seat, card):
    """Whether this very card lies in a discard pile."""
    me = game.player[seat]
    for i in range(me.discard_size):
        if me.discard[i] == card:
            return True
    return False


@kernel
def put_card(rules, game, seat, card, zone):
    """A Company card goes to a place of its owner's."""
    me = game.player[seat]
    if zone == Zone.HAND:
        hand_in(rules, game, seat, card)
    elif zone == Zone.DISCARD:
        to_discard(game, seat, card)
    else:
        me.deck_size += 1
        if zone == Zone.DECK_TOP:
            me.deck[me.deck_size - 1] = card
        else:
            for i in range(me.deck_size - 1, 0, -1):
                me.deck[i] = me.deck[i - 1]
            me.deck[0] = card


@kernel
def op_exchange(rules, game, ins):
    """O-32: a hand card and a discarded card change places; both are chosen first."""
    frame = game.frame
    give = rules.selector[ins.who]
    take = rules.selector[ins.other]
    if frame.step == 0:
        if not has_card(rules, game, give) or not has_card(rules, game, take):
            return 1
        frame.step = 1
    if frame.step == 1:
        if give.pick == Pick.BOUND:
            frame.taken = frame.bound[give.binding]
        elif not pick_card(rules, game, ins, give):
            return 0
        frame.picked = frame.taken
        frame.step = 2
    if take.pick == Pick.BOUND:
        frame.taken = frame.bound[take.binding]
    elif not pick_card(rules, game, ins, take):
        return 0
    given = frame.picked
    taken = frame.taken
    giver = card_owner(game, give)
    taker = card_owner(game, take)
    if take_card(game, giver, given) < 0:  # EBH-13.7: each card moves within its owner's zones
        return 1
    if take_card(game, taker, taken) < 0:
        hand_in(rules, game, giver, given)
        return 1
    to_discard(game, giver, given)
    hand_in(rules, game, taker, taken)
    game.moved = 1
    note_done(game, ins, 1)
    log(game, Event.EXCHANGE, giver, given, taken, 0)
    return 1


@kernel
def has_card(rules, game, selector):
    """Whether a card selector finds anything."""
    if selector.pick == Pick.BOUND:
        return game.frame.bound[selector.binding] >= 0
    seat = seat_of(game, selector.player, game.frame.controller)
    return card_places(rules, game, selector, seat, -1, 0) != 0


@kernel
def op_enlist(rules, game, ins):
    """A Hire from hand or pile enters the staff; no normal Hire play, but the limit holds."""
    seat = card_owner(game, rules.selector[ins.who])
    if seat < 0 or (game.frame.answer == NO_ANSWER and game.player[seat].staff_size >= rules.staff_limit):
        return 1
    if not selected_card(rules, game, ins):
        return 0
    card = game.frame.taken
    if card < 0 or rules.kind[card // COPIES].type != CardType.HIRE:
        return 1
    zone = take_card(game, seat, card)
    if zone < 0:
        return 1
    place = enter_staff(rules, game, seat, card, 0)
    note_done(game, ins, 1)
    log(game, Event.ENLIST, seat, card, place, zone)
    return 1

"""Choices inside an effect: the interpreter stops, asks, and goes on with the answer.

Every function here returns 1 when the choice is made, 0 when somebody was asked. Where it stands is in the
frame: `step` (0: not begun), `picked`, `left`, `taken`, and `answer` when somebody has chosen.
"""

from __future__ import annotations

from balance.chance import below, chain
from balance.games.extremely_bad_hires.events import Event
from balance.games.extremely_bad_hires.lasting import log
from balance.games.extremely_bad_hires.needs import (
    HAND,
    HIRES,
    PILE,
    bound_card,
    can_all_be_met,
    card_places,
    gather,
)
from balance.games.extremely_bad_hires.piles import COPIES, RANDOM_PICK
from balance.games.extremely_bad_hires.staff import at, spared
from balance.games.extremely_bad_hires.state import Count, NoChooser, Op, Phase, Pick, Source, TooFew, Who
from balance.games.extremely_bad_hires.values import bound_hires, card_fits, hires_of, number, seat_of
from balance.jit import bits, inline, kernel, lowest

NO_ANSWER = -1
STOP = -2
RANDOM = -9


@kernel
def ask(game, phase, seat):
    """Somebody has to choose."""
    game.phase = phase
    game.decider = seat
    game.asked_mask = 0
    game.asked_stop = 0
    game.asked_hand = -1
    game.asked_type = 3
    game.asked_qualification = -1


@kernel
def chooser(rules, game, by, owner):
    """Who chooses (EBH-8.8, 12.1, 12.2, 13.5, O-12). owner: of what is picked from. RANDOM: nobody."""
    you = game.frame.controller
    plain = by % 16
    if plain == Who.RANDOM:
        return RANDOM
    if plain == Who.UNNAMED:
        if rules.reading.no_chooser == NoChooser.ATTEMPTING:
            return game.active
        return you
    if plain == Who.OWNER and by // 16 == 0:
        return owner
    seat = seat_of(game, by, you)
    if seat < 0:
        return you
    return seat


@kernel
def by_lot(game, count):
    """A number below `count` by chance; each has its own name."""
    game.random_picks += 1
    return below(chain(chain(game.luck, RANDOM_PICK), game.random_picks - 1), count)


@kernel
def nth_bit(mask, n):
    """The place of the n-th set bit, from 0."""
    while n > 0:
        mask &= mask - 1
        n -= 1
    return lowest(mask)


@inline
def is_declared(ins):
    """1: a target or a cost, which must be met together with the others of the play."""
    return int(ins.op == Op.TARGET) | ins.cost


@kernel
def narrowed(rules, game, mask, pool, more):
    """Those of the candidates that leave enough for the other targets and costs of this play.

    more: how many must still be picked here after this one.
    """
    frame = game.frame
    kind = rules.kind[frame.card]
    you = frame.controller
    gone = frame.used | frame.picked
    after = frame.need + 1
    count = gather(rules, game, kind, frame.mode, you, pool, after, gone, -1)
    if count == 0:
        return mask
    good = 0
    rest = mask
    while rest != 0:
        bit = rest & -rest
        rest &= rest - 1
        for i in range(count):
            game.need_mask[i] &= ~bit
        game.need_mask[count] = mask & ~bit
        game.need_count[count] = more
        if can_all_be_met(game, count + 1):
            good |= bit
        gather(rules, game, kind, frame.mode, you, pool, after, gone, -1)
    return good


@kernel
def pick_hires(rules, game, ins):
    """The Hires of an instruction's selector, into `frame.picked`."""
    frame = game.frame
    selector = rules.selector[ins.who]
    you = frame.controller
    if selector.pick == Pick.BOUND:
        frame.picked = allowed_of(rules, game, bound_hires(game, selector.binding))
        return 1
    if frame.step == 0:
        found = hires_of(rules, game, selector, you, frame.source, int(selector.count != Count.ALL))
        if selector.count == Count.ALL:
            frame.picked = found
            return 1
        frame.picked = 0
        wanted = max(0, number(rules, game, selector.number, you, frame.source))
        have = bits(found)
        if have < wanted and selector.count == Count.EXACT:
            if rules.reading.too_few == TooFew.NONE and not is_declared(ins):
                return 1
        frame.left = min(wanted, have)
        frame.step = 1
    if frame.answer != NO_ANSWER:
        if frame.answer == STOP:
            frame.left = 0
        else:
            frame.picked |= 1 << frame.answer
            frame.left -= 1
        frame.answer = NO_ANSWER
    while frame.left > 0:
        found = hires_of(rules, game, selector, you, frame.source, 1) & ~frame.picked
        if is_declared(ins):
            found &= ~frame.used
            if rules.kind[frame.card].needs > 1:
                more = 0
                if selector.count == Count.EXACT:
                    more = frame.left - 1
                found = narrowed(rules, game, found, HIRES, more)
        if found == 0:
            break
        if selector.count == Count.EXACT and bits(found) <= frame.left:
            frame.picked |= found
            break
        owner = you
        if selector.pick == Pick.PARTICIPATING:
            owner = game.active
        elif selector.pick == Pick.STAFF:
            owner = seat_of(game, selector.player, you)
        seat = chooser(rules, game, selector.by, owner)
        if ins.cost and selector.by == Who.UNNAMED:
            seat = you  # EBH-9.7: who plays the card pays
        if seat == RANDOM:
            frame.picked |= 1 << nth_bit(found, by_lot(game, bits(found)))
            frame.left -= 1
            continue
        ask(game, Phase.HIRE, seat)
        game.asked_mask = found
        game.asked_stop = int(selector.count == Count.UP_TO)
        return 0
    return 1


@kernel
def allowed_of(rules, game, mask):
    """Of bound Hires those that no protection keeps this effect off."""
    if game.frame.source != Source.MAYHEM or game.lasting_size == 0:
        return mask
    found = 0
    while mask != 0:
        place = lowest(mask)
        mask &= mask - 1
        if not spared(rules, game, place, Source.MAYHEM, 0):
            found |= 1 << place
    return found


# ------------------------------------------------------------------------------------------- cards


@kernel
def card_candidates(rules, game, ins, selector, owner):
    """The places of a hand or pile that may be picked, as bits; targets are all different cards."""
    target = int(ins.op == Op.TARGET)
    found = card_places(rules, game, selector, owner, -1, target)
    if target and found != 0 and rules.kind[game.frame.card].needs > 1:
        pool = PILE
        if selector.pick == Pick.HAND:
            pool = HAND
        found = narrowed(rules, game, found, pool, 0)
    return found


@kernel
def pick_card(rules, game, ins, selector):
    """One card of a hand or discard pile that a selector fits, into `frame.taken`; -1 when there is none."""
    frame = game.frame
    owner = seat_of(game, selector.player, frame.controller)
    frame.taken = -1
    if owner < 0:
        return 1
    me = game.player[owner]
    mask = card_candidates(rules, game, ins, selector, owner)
    if frame.answer != NO_ANSWER:
        kind = frame.answer
        frame.answer = NO_ANSWER
        frame.taken = first_of(me, selector.pick, mask, kind)
        return 1
    if mask == 0:
        return 1
    kind = card_at(me, selector.pick, lowest(mask)) // COPIES
    if same_kind(me, selector.pick, mask, kind):
        frame.taken = first_of(me, selector.pick, mask, kind)
        return 1
    seat = chooser(rules, game, selector.by, owner)
    if seat == RANDOM:
        frame.taken = card_by_lot(game, me, selector.pick, mask)
        return 1
    phase = Phase.FILE
    if selector.pick == Pick.HAND:
        phase = Phase.CARD
    ask(game, phase, seat)
    game.asked_hand = owner
    game.asked_mask = mask
    return 0


@inline
def card_at(me, pick, i):
    """The i-th card of a hand or a discard pile."""
    card = me.discard[i]
    if pick == Pick.HAND:
        card = me.hand[i]
    return card


@kernel
def same_kind(me, pick, mask, kind):
    """Whether all cards at these places are of one kind."""
    while mask != 0:
        if card_at(me, pick, lowest(mask)) // COPIES != kind:
            return False
        mask &= mask - 1
    return True


@kernel
def first_of(me, pick, mask, kind):
    """Of the cards at these places the lowest copy of a kind; -1: none."""
    best = -1
    while mask != 0:
        card = card_at(me, pick, lowest(mask))
        mask &= mask - 1
        if card // COPIES == kind and (best < 0 or card < best):
            best = card
    return best


@kernel
def card_by_lot(game, me, pick, mask):
    """One of the cards at these places by chance, in ascending order of cards."""
    n = by_lot(game, bits(mask))
    last = -1
    while True:
        best = -1
        rest = mask
        while rest != 0:
            card = card_at(me, pick, lowest(rest))
            rest &= rest - 1
            if card > last and (best < 0 or card < best):
                best = card
        if n == 0:
            return best
        n -= 1
        last = best


@kernel
def hand_candidates(rules, game, ins, owner):
    """Cards of a hand that an instruction may discard, as bits of places; costs leave targets alone."""
    me = game.player[owner]
    found = 0
    for i in range(me.hand_size):
        card = me.hand[i]
        fitting = ins.op == Op.CYCLE or card_fits(rules, card, ins.what, -1)
        if fitting and not (ins.cost and bound_card(game, card, owner)):
            found |= 1 << i
    if ins.cost and found != 0 and rules.kind[game.frame.card].needs > 1:
        more = 0
        if game.frame.step == 1 and ins.count != Count.UP_TO:
            more = game.frame.left - 1
        found = narrowed(rules, game, found, HAND, max(0, more))
    return found


@kernel
def kinds_in(me, mask):
    """How many different kinds the cards at these places of a hand are."""
    kinds = 0
    before = -1
    for i in range(me.hand_size):
        if (mask >> i) & 1 and me.hand[i] // COPIES != before:
            kinds += 1
            before = me.hand[i] // COPIES
    return kinds


@kernel
def log_target(rules, game, ins):
    """Tell what a TARGET has bound."""
    frame = game.frame
    bound = frame.bound[ins.binding]
    if ins.who < 0:
        log(game, Event.TARGET, frame.controller, bound, 0, 4)
        return
    selector = rules.selector[ins.who]
    if selector.pick == Pick.HAND:
        log(game, Event.TARGET, frame.controller, bound, seat_of(game, selector.player, frame.controller), 1)
    elif selector.pick == Pick.DISCARD:
        log(game, Event.TARGET, frame.controller, bound, seat_of(game, selector.player, frame.controller), 2)
    else:
        mask = bound
        while mask > 0:
            place = lowest(mask)
            mask &= mask - 1
            log(game, Event.TARGET, frame.controller, place, at(game, place).card // COPIES, 0)

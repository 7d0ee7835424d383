"""Whether a card may be played: what must be there before it is (EBH-2.10, 8.5, 9.7)."""

from __future__ import annotations

from balance.games.extremely_bad_hires.lasting import allowed, banned
from balance.games.extremely_bad_hires.piles import COPIES
from balance.games.extremely_bad_hires.state import (
    NEEDS_AT_ONCE,
    Ban,
    CardType,
    Count,
    Leave,
    Pick,
    Role,
    Source,
    Window,
)
from balance.games.extremely_bad_hires.values import card_fits, hires_of, holds, number, seat_of
from balance.jit import bits, inline, kernel

HIRES, HAND, PILE, PROFIT, PLAYERS = 0, 1, 2, 3, 4
"""Pools of a NEED: what its candidates are."""


@kernel
def source_of(kind):
    """The source of a Company card."""
    if kind.type == CardType.MAYHEM:
        return Source.MAYHEM
    return Source.FIX


@inline
def card_bound_by(seat):
    """The mark of a binding that holds a card: whose it is (Hires have an arrival number, players -2)."""
    return -10 - seat


@kernel
def bound_card(game, card, seat):
    """Whether a card of a player is bound as a target of this play."""
    frame = game.frame
    if frame.role != Role.FIX and frame.role != Role.MAYHEM:
        return False
    for i in range(len(frame.bound)):
        if frame.bound[i] == card and frame.bound_uid[i] == card_bound_by(seat):
            return True
    return False


@kernel
def card_places(rules, game, selector, seat, without, bound):
    """The places of a hand or discard pile that a selector fits, as bits.

    without: a card that has left the hand (EBH-9.8); bound: 1 to leave out targets of this play.
    """
    if seat < 0:
        return 0
    me = game.player[seat]
    found = 0
    in_hand = selector.pick == Pick.HAND
    size = me.discard_size
    if in_hand:
        size = me.hand_size
    for i in range(size):
        card = me.discard[i]
        if in_hand:
            card = me.hand[i]
        if (not in_hand or card != without) and card_fits(rules, card, selector.type, selector.qualification):
            if not (bound and bound_card(game, card, seat)):
                found |= 1 << i
    return found


@kernel
def gather(rules, game, kind, mode, seat, pool, after, used, without):
    """The requirements of a card that draw on a pool, from number `after` on, into the scratch fields.

    used: Hires that are taken already. Returns how many requirements there are.
    """
    count = 0
    number_of = 0
    for i in range(kind.first_need, kind.first_need + kind.needs):
        need = rules.need[i]
        if need.mode >= 0 and need.mode != mode:
            continue
        number_of += 1
        if number_of <= after or need.pool != pool or count == NEEDS_AT_ONCE:
            continue
        selector = rules.selector[need.selector]
        if selector.count != Count.EXACT:
            continue
        source = source_of(kind)
        if pool == HIRES:
            game.need_mask[count] = hires_of(rules, game, selector, seat, source, 1) & ~used
        else:
            owner = seat_of(game, selector.player, seat)
            game.need_mask[count] = card_places(rules, game, selector, owner, without, int(after > 0))
        game.need_count[count] = number(rules, game, need.number, seat, source)
        count += 1
    return count


@kernel
def can_all_be_met(game, count):
    """Whether distinct things can be found for all requirements in the scratch fields (Hall's theorem)."""
    for subset in range(1, 1 << count):
        union = 0
        asked = 0
        for i in range(count):
            if (subset >> i) & 1:
                union |= game.need_mask[i]
                asked += game.need_count[i]
        if bits(union) < asked:
            return False
    return True


@kernel
def needs_met(rules, game, seat, kind, mode, without):
    """Whether every target can be chosen and every cost paid, all of them together (O-42)."""
    pools = 0
    profit = 0
    for i in range(kind.first_need, kind.first_need + kind.needs):
        need = rules.need[i]
        if need.mode < 0 or need.mode == mode:
            pools |= 1 << need.pool
            if need.pool == PROFIT:
                profit += max(0, number(rules, game, need.number, seat, source_of(kind)))
    if profit > game.player[seat].profit:
        return False
    for pool in range(PILE + 1):
        if (pools >> pool) & 1:
            found = gather(rules, game, kind, mode, seat, pool, 0, 0, without)
            if not can_all_be_met(game, found):
                return False
    return True


@kernel
def holds_without(rules, game, condition, seat, source, card):
    """Whether a condition holds once a card has left its player's hand (EBH-9.8); -1: it has left already."""
    me = game.player[seat]
    place = -1
    for i in range(me.hand_size):
        if me.hand[i] == card:
            place = i
    if place < 0:
        return holds(rules, game, condition, seat, source)
    for i in range(place, me.hand_size - 1):
        me.hand[i] = me.hand[i + 1]
    me.hand_size -= 1
    found = holds(rules, game, condition, seat, source)
    for i in range(me.hand_size, place, -1):
        me.hand[i] = me.hand[i - 1]
    me.hand[place] = card
    me.hand_size += 1
    return found


@kernel
def mode_legal(rules, game, seat, index, mode, without):
    """Whether a mode of a card may be chosen at play."""
    kind = rules.kind[index]
    choice = rules.choice[rules.code[kind.code].choice + mode]
    source = source_of(kind)
    if choice.requires >= 0 and not holds_without(rules, game, choice.requires, seat, source, without):
        return False
    return needs_met(rules, game, seat, kind, mode, without)


@kernel
def playable(rules, game, seat, card):
    """Whether a Mayhem or Fix in a player's hand is a legal play now, window and allowance apart."""
    index = card // COPIES
    kind = rules.kind[index]
    if not (kind.windows >> game.window) & 1:
        if not (
            kind.type == CardType.FIX
            and game.window == Window.MAYHEM
            and allowed(game, Leave.FIX_IN_MAYHEM_WINDOW, seat) > 0
        ):
            return False
    if kind.requires >= 0 and not holds(rules, game, kind.requires, seat, source_of(kind)):
        return False
    if kind.modes == 0:
        return kind.needs == 0 or needs_met(rules, game, seat, kind, -1, card)
    for mode in range(kind.modes):
        if mode_legal(rules, game, seat, index, mode, card):
            return True
    return False


@kernel
def may_fix(rules, game):
    """EBH-9.2, 4.12: whether the active player's allowance leaves a Fix."""
    seat = game.active
    extra = 0
    if game.lasting_size > 0:
        if banned(game, Ban.PLAY_FIX, seat, -1):
            return False
        extra = allowed(game, Leave.EXTRA_FIX, seat)
    return game.fixes_played < rules.fix_plays + extra and game.plays < rules.plays_per_turn

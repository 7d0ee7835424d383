"""Players, numbers and conditions of card texts, worked out on the state as it is now (EBH-3.2)."""

from __future__ import annotations

from balance.games.extremely_bad_hires.piles import COPIES
from balance.games.extremely_bad_hires.staff import at, candidates, wanted
from balance.games.extremely_bad_hires.state import (
    STAFF,
    TRUE,
    CardType,
    Number,
    Pick,
    RequiredOrder,
    Status,
    Test,
    Where,
    Who,
)
from balance.jit import bits, inline, kernel, lowest

# ------------------------------------------------------------------------------------------- players


@kernel
def seat_of(game, who, you):
    """The one player meant by `who`; `you` is the controller. -1: the owner of a Hire that nobody chose."""
    plain = who % 16
    if plain == Who.YOU:
        return you
    if plain == Who.AP:
        return game.active
    if plain == Who.LEFT:
        return (game.active + 1) % game.players
    if plain == Who.RIGHT:
        return (game.active + game.players - 1) % game.players
    bound = game.frame.bound[who // 16]
    if plain == Who.OWNER:
        if bound <= 0:
            return -1
        return lowest(bound) // STAFF
    return bound  # BOUND


@kernel
def seats_of(game, who, you):
    """The players meant by `who`, as a mask."""
    everybody = (1 << game.players) - 1
    plain = who % 16
    if plain == Who.OPPONENTS:
        return everybody & ~(1 << you)
    if plain == Who.OTHERS:
        return everybody & ~(1 << game.active)
    if plain == Who.ALL:
        return everybody
    seat = seat_of(game, who, you)
    if seat < 0:
        return 0
    return 1 << seat


@inline
def next_in_order(game, mask):
    """EBH-3.7: of a set of players the first one in turn order from the active player; -1: none."""
    for step in range(game.players):
        seat = (game.active + step) % game.players
        if (mask >> seat) & 1:
            return seat
    return -1


# --------------------------------------------------------------------------------------------- Hires


@kernel
def bound_hires(game, binding):
    """The Hires of a binding that are still where they were (EBH-5.19), as a mask."""
    mask = game.frame.bound[binding]
    found = 0
    while mask > 0:
        place = lowest(mask)
        mask &= mask - 1
        hire = at(game, place)
        if hire.card >= 0 and hire.uid <= game.frame.bound_uid[binding]:
            found |= 1 << place
    return found


@kernel
def hires_of(rules, game, selector, you, source, choice):
    """The Hires that a selector speaks of now, as a mask."""
    if selector.pick == Pick.BOUND:
        return bound_hires(game, selector.binding)
    owner = you
    if selector.pick == Pick.STAFF:
        owner = seat_of(game, selector.player, you)
    return candidates(rules, game, selector, owner, source, choice)


@kernel
def count_sent(rules, game, selector):
    """O-39: Hires of the crew at Clock-In, wherever their cards are now."""
    attempt = game.attempt
    if not attempt.running:
        return 0
    count = 0
    for i in range(attempt.sent):
        match = (attempt.sent_as[i] >> wanted(rules, game)) & 1
        if selector.where & Where.MATCHING and not match:
            continue
        if selector.where & Where.NOT_MATCHING and match:
            continue
        if selector.where & Where.QUALIFICATION and not (attempt.sent_as[i] >> selector.qualification) & 1:
            continue
        count += 1
    return count


@kernel
def count_of(rules, game, index, you, source):
    """How many Hires or cards a selector finds."""
    selector = rules.selector[index]
    if selector.pick == Pick.SENT:
        return count_sent(rules, game, selector)
    if selector.pick == Pick.HAND or selector.pick == Pick.DISCARD:
        return count_cards(rules, game, selector, seat_of(game, selector.player, you))
    return bits(hires_of(rules, game, selector, you, source, -1))


@kernel
def card_fits(rules, card, kind_of, qualification):
    """Whether a Company card has the type (CardType) and Qualification (-1: any) asked for."""
    kind = rules.kind[card // COPIES]
    if kind_of != CardType.ANY and kind.type != kind_of:
        return False
    return qualification < 0 or (kind.type == CardType.HIRE and kind.qualification == qualification)


@kernel
def count_cards(rules, game, selector, seat):
    """Cards of a hand or a discard pile that a selector fits."""
    if seat < 0:
        return 0
    me = game.player[seat]
    count = 0
    if selector.pick == Pick.HAND:
        for i in range(me.hand_size):
            count += int(card_fits(rules, me.hand[i], selector.type, selector.qualification))
    else:
        for i in range(me.discard_size):
            count += int(card_fits(rules, me.discard[i], selector.type, selector.qualification))
    return count


# ----------------------------------------------------------------------------------- Required Hires


@inline
def required_now(rules, game):
    """EBH-8.17, O-06, O-28: Required Hires of the running attempt."""
    attempt = game.attempt
    raw = attempt.raw
    if rules.reading.required_order == RequiredOrder.SETS_FIRST:
        raw = attempt.added
        if attempt.set_to >= 0:
            raw += attempt.set_to
        else:
            raw += rules.job[attempt.job].required
    return max(rules.min_required, raw)


@inline
def change_required(game, amount, is_set):
    """Add to Required Hires, or set them."""
    attempt = game.attempt
    if is_set:
        attempt.raw = amount
        attempt.set_to = amount
    else:
        attempt.raw += amount
        attempt.added += amount


@kernel
def crew_counts(game):
    """EBH-8.12, 8.17: crew members that count toward Required Hires."""
    count = 0
    me = game.player[game.active]
    for slot in range(STAFF):
        count += int((game.attempt.crew >> slot) & 1 and me.staff[slot].status == Status.ACTIVE)
    return count


# ------------------------------------------------------------------------------------------- numbers


@kernel
def number(rules, game, index, you, source):
    """The value of a number of a card text."""
    first = rules.number[index]
    if first.last and first.kind == Number.CONST:
        return first.a
    return long_number(rules, game, index, you, source)


@kernel
def long_number(rules, game, index, you, source):
    """A number in postfix order."""
    stack = game.frame.stack
    depth = 0
    while True:
        entry = rules.number[index]
        if entry.kind >= Number.MIN and entry.kind <= Number.ADD:
            depth -= 1
            one = stack[depth - 1]
            other = stack[depth]
            if entry.kind == Number.MIN:
                stack[depth - 1] = min(one, other)
            elif entry.kind == Number.MAX:
                stack[depth - 1] = max(one, other)
            else:
                stack[depth - 1] = one + other
        else:
            stack[depth] = leaf(rules, game, entry, you, source)
            depth += 1
        if entry.last:
            return stack[0]
        index += 1


@kernel
def leaf(rules, game, entry, you, source):
    """A value that stands by itself in a number."""
    if entry.kind == Number.COUNT:
        return count_of(rules, game, entry.a, you, source)
    if entry.kind == Number.DONE:
        return game.frame.done[entry.a]
    if entry.kind == Number.HAND or entry.kind == Number.PROFIT:
        seat = seat_of(game, entry.a, you)
        if seat < 0:
            return 0
        if entry.kind == Number.HAND:
            return game.player[seat].hand_size
        return game.player[seat].profit
    if entry.kind == Number.REQUIRED:
        if entry.a == 0 or not game.attempt.running:
            job = game.job
            if game.attempt.running:
                job = game.attempt.job
            return rules.job[job].required
        return required_now(rules, game)
    return entry.a


# ---------------------------------------------------------------------------------------- conditions


@kernel
def holds(rules, game, index, you, source):
    """Whether a condition holds now; -1: none is asked."""
    if index < 0:
        return True
    while index >= 0:
        test = rules.condition[index]
        if passes(rules, game, test, you, source):
            index = test.yes
        else:
            index = test.no
    return index == TRUE


@kernel
def passes(rules, game, test, you, source):
    """One leaf of a condition."""
    kind = test.test
    if kind == Test.PATH:
        return game.attempt.running == 1 and game.attempt.path == test.a
    if kind == Test.WINDOW:
        return (test.a >> game.window) & 1 == 1
    if kind == Test.DID:
        return game.frame.done[test.a] >= test.low
    if kind == Test.COMPLETED:
        return game.completed == 1
    if kind == Test.JOB:
        return wanted(rules, game) == test.a
    value = 0
    if kind == Test.COUNT:
        value = count_of(rules, game, test.a, you, source)
    elif kind == Test.REQUIRED:
        if not game.attempt.running:
            return False
        value = required_now(rules, game)
    elif kind == Test.PLAYERS:
        value = game.players
    elif test.a < 0:
        value = game.jobs_size
    else:
        seat = seat_of(game, test.a, you)
        if seat < 0:
            return False
        if kind == Test.HAND:
            value = game.player[seat].hand_size
        elif kind == Test.PROFIT:
            value = game.player[seat].profit  # O-17: before the running settlement
        else:
            value = game.player[seat].deck_size
    return test.low <= value <= test.high

"""Whether an option of a choose-one can be done (EBH-14.6, O-19)."""

from __future__ import annotations

from balance.games.extremely_bad_hires.card_ops import card_owner, has_card
from balance.games.extremely_bad_hires.lasting import banned, protected
from balance.games.extremely_bad_hires.piles import COPIES
from balance.games.extremely_bad_hires.staff import (
    at,
    can_dismiss,
    can_hurt,
    can_recover,
    can_reduce,
    can_return,
    in_crew,
)
from balance.games.extremely_bad_hires.state import (
    TRUE,
    Ban,
    CardType,
    Count,
    Deck,
    Harm,
    OneOf,
    Op,
    Pick,
    Shield,
    Source,
    Status,
    Test,
    Worsen,
)
from balance.games.extremely_bad_hires.values import hires_of, holds, seat_of, seats_of
from balance.jit import inline, kernel, lowest


@kernel
def performable(rules, game, choice):
    """EBH-14.6, O-19: whether an option of a choose-one can be done, in part or (by the reading) whole."""
    entry = rules.choice[choice]
    frame = game.frame
    whole = rules.reading.one_of == OneOf.WHOLE
    if entry.requires >= 0 and not holds(rules, game, entry.requires, frame.controller, frame.source):
        return False
    pc = entry.first
    inside = slots_in(rules, entry)
    some = False
    while pc < entry.last:
        ins = rules.code[pc]
        step = stride(rules, game, ins, pc, entry.last, inside)
        if step != pc:  # it only steers
            pc = step
            continue
        good = meets(rules, game, ins, inside)
        if good and ins.op == Op.CHOOSE_ONE:
            good = False
            for i in range(ins.choices):
                if inner_performable(rules, game, ins.choice + i, inside, whole):
                    good = True
        elif good:
            good = can_plainly(rules, game, ins, pc)
        if good:
            some = True
            if not whole:
                return True
        elif whole:
            return False
        pc = after(ins, pc)
    return some


@kernel
def slots_in(rules, entry):
    """The ids (slots, as bits) that instructions of an option have: what needs one may come to happen."""
    found = 0
    for pc in range(entry.first, entry.last):
        if rules.code[pc].slot >= 0:
            found |= 1 << rules.code[pc].slot
    return found


@kernel
def inner_performable(rules, game, choice, inside, whole):
    """The same for an option of a choose-one inside an option; a third one inside that counts as done."""
    entry = rules.choice[choice]
    inside |= slots_in(rules, entry)
    pc = entry.first
    some = False
    while pc < entry.last:
        ins = rules.code[pc]
        step = stride(rules, game, ins, pc, entry.last, inside)
        if step != pc:
            pc = step
            continue
        good = meets(rules, game, ins, inside)
        if good and ins.op != Op.CHOOSE_ONE:
            good = can_plainly(rules, game, ins, pc)
        if good:
            some = True
            if not whole:
                return True
        elif whole:
            return False
        pc = after(ins, pc)
    return some


@kernel
def stride(rules, game, ins, pc, last, inside):
    """Where the walk goes on from an instruction that only steers; `pc` for one that does something."""
    op = ins.op
    if op == Op.JUMP:
        return min(ins.jump, last)
    if op == Op.UNLESS:
        index = ins.when
        test = rules.condition[index]
        if test.test == Test.DID and (inside >> test.a) & 1:  # what it needs lies in the same option
            index = test.yes
        if index == TRUE or (
            index >= 0 and holds(rules, game, index, game.frame.controller, game.frame.source)
        ):
            return pc + 1
        return ins.jump
    if op == Op.CHOOSE or op == Op.CHOOSE_PLAYER or op == Op.EACH_PLAYER or op == Op.EACH_HIRE:
        game.frame.bound[ins.binding] = -1  # nobody has chosen yet
    if op == Op.MAY or op == Op.NEXT:
        return pc + 1
    return pc


@kernel
def meets(rules, game, ins, inside):
    """Whether an instruction's condition holds, and what it needs is done or lies in the same option."""
    frame = game.frame
    if ins.needs >= 0 and not (inside >> ins.needs) & 1 and frame.done[ins.needs] < ins.needs_least:
        return False
    if ins.when < 0 or ins.op == Op.LATER:
        return True
    return holds(rules, game, ins.when, frame.controller, frame.source)


@inline
def after(ins, pc):
    """Where the walk over an option goes on after an instruction: past its body."""
    if ins.op == Op.LATER or ins.op == Op.EACH_PLAYER or ins.op == Op.EACH_HIRE or ins.op == Op.CHOOSE_ONE:
        return ins.jump
    return pc + 1


@kernel
def can_plainly(rules, game, ins, pc):
    """Whether an instruction could do anything now; a group of players: for any of them."""
    if ins.op == Op.EACH_PLAYER:
        mask = seats_of(game, ins.player, game.frame.controller)
        if ins.extra == 0 or mask == 0:
            return mask != 0
        for seat in range(game.players):  # one instruction for several players
            if (mask >> seat) & 1:
                game.frame.bound[ins.binding] = seat
                if can_one(rules, game, rules.code[pc + 1]):
                    return True
        return False
    return can_one(rules, game, ins)


@kernel
def can_one(rules, game, ins):
    """Whether one instruction can be done now, by its operation."""
    op = ins.op
    frame = game.frame
    you = frame.controller
    if op == Op.CHOOSE_PLAYER or op == Op.GAIN or op == Op.LOSE or op == Op.LATER:
        return True
    if op == Op.DRAW:
        mask = seats_of(game, ins.player, you)
        for seat in range(game.players):
            me = game.player[seat]
            if (mask >> seat) & 1 and me.deck_size + me.discard_size > 0:
                if not banned(game, Ban.DRAW, seat, -1):
                    return True
        return False
    if op == Op.DISCARD or op == Op.DISCARD_RANDOM or op == Op.CYCLE:
        return can_discard(rules, game, ins, you)
    if op == Op.TAKE_BACK:
        return has_card(rules, game, rules.selector[ins.who])
    if op == Op.EXCHANGE:
        return has_card(rules, game, rules.selector[ins.who]) and has_card(
            rules, game, rules.selector[ins.other]
        )
    if op == Op.LOOK:
        if ins.what == Deck.JOB:
            return game.jobs_size > 0
        return game.player[you].deck_size > 0
    if op == Op.REVEAL:
        return can_reveal(game, ins, you)
    if op == Op.SHUFFLE or op == Op.DROP_JOB or op == Op.CANCEL_NEXT_MAYHEM:
        return True
    if op == Op.REQUIRED or op == Op.END_ATTEMPT or op == Op.JOB_PROFIT:
        return game.attempt.running == 1
    if (op == Op.FORBID or op == Op.ALLOW) and ins.who < 0:
        return True
    if op == Op.ENLIST:
        return can_enlist(rules, game, rules.selector[ins.who])
    selector = rules.selector[ins.who]
    if selector.pick == Pick.HAND or selector.pick == Pick.DISCARD:
        return has_card(rules, game, selector)
    mask = hires_of(rules, game, selector, you, frame.source, int(selector.count != Count.ALL))
    while mask > 0:
        place = lowest(mask)
        mask &= mask - 1
        if can_on(game, ins, place):
            return True
    return False


@kernel
def can_on(game, ins, place):
    """Whether an instruction about Hires would do anything to this one."""
    op = ins.op
    source = game.frame.source
    if game.lasting_size > 0 and source == Source.MAYHEM and protected(game, Shield.MAYHEM, place):
        return op == Op.CHOOSE or op == Op.EACH_HIRE
    if op == Op.INCAPACITATE:
        return can_hurt(game, place, source)
    if op == Op.RECOVER:
        return can_recover(game, place, source)
    if op == Op.REDUCE:
        return can_reduce(game, place, source)
    if op == Op.RETURN_HIRE:
        return can_return(game, place)
    if op == Op.UNASSIGN:
        return in_crew(game, place) == 1
    if op == Op.DISMISS:
        return can_dismiss(game, place)
    if op == Op.ACTIVATE:
        return at(game, place).status == Status.INACTIVE
    if op == Op.WORSEN:
        if ins.what == Worsen.EXTEND:
            return at(game, place).harm == Harm.TIMED
        return at(game, place).status == Status.INCAPACITATED
    return True


@kernel
def can_enlist(rules, game, selector):
    """Whether there is room, and the card is a Hire that is there."""
    seat = card_owner(game, selector)
    if seat < 0 or game.player[seat].staff_size >= rules.staff_limit:
        return False
    if selector.pick == Pick.BOUND:
        card = game.frame.bound[selector.binding]
        return card >= 0 and rules.kind[card // COPIES].type == CardType.HIRE
    return has_card(rules, game, selector)


@kernel
def can_discard(rules, game, ins, you):
    """Whether there is a fitting hand card."""
    seat = seat_of(game, ins.player, you)
    if seat < 0:
        return False
    me = game.player[seat]
    if ins.op == Op.CYCLE:
        return me.hand_size > 0
    for i in range(me.hand_size):
        if ins.what == CardType.ANY or rules.kind[me.hand[i] // COPIES].type == ins.what:
            return True
    return False


@kernel
def can_reveal(game, ins, you):
    """Whether there is anything to show."""
    mask = seats_of(game, ins.player, you)
    for seat in range(game.players):
        if (mask >> seat) & 1:
            if ins.extra == 0 and game.player[seat].hand_size > 0:
                return True
            if ins.extra == 1 and game.player[seat].deck_size > 0:
                return True
    return False

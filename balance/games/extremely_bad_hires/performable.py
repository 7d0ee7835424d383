"""Whether an option of a choose-one can be done (EBH-14.6, O-19)."""

from __future__ import annotations

from balance.games.extremely_bad_hires.card_ops import has_card
from balance.games.extremely_bad_hires.lasting import banned, protected
from balance.games.extremely_bad_hires.piles import COPIES, lowest
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
    Worsen,
)
from balance.games.extremely_bad_hires.values import hires_of, holds, seat_of, seats_of
from balance.jit import inline, kernel


@kernel
def performable(rules, game, choice):
    """EBH-14.6, O-19: whether an option of a choose-one can be done, in part or (by the reading) whole."""
    entry = rules.choice[choice]
    frame = game.frame
    whole = rules.reading.one_of == OneOf.WHOLE
    if entry.requires >= 0 and not holds(rules, game, entry.requires, frame.controller, frame.source):
        return False
    pc = entry.first
    inside = 0  # slots counted inside the option
    some = False
    while pc < entry.last:
        ins = rules.code[pc]
        op = ins.op
        if op == Op.JUMP:
            if ins.jump >= entry.last:
                break
            pc = ins.jump
            continue
        if op == Op.UNLESS:
            pc += 1
            if not holds(rules, game, ins.when, frame.controller, frame.source):
                pc = ins.jump
            continue
        ours = ins.needs >= 0 and (inside >> ins.needs) & 1
        if ins.slot >= 0:
            inside |= 1 << ins.slot
        if op == Op.MAY or op == Op.NEXT:
            pc += 1
            continue
        if ins.when >= 0 and op != Op.LATER:
            if not holds(rules, game, ins.when, frame.controller, frame.source):
                pc = after(ins, pc)
                continue
        if ins.needs >= 0 and not ours and frame.done[ins.needs] < ins.needs_least:
            pc = after(ins, pc)
            continue
        if can(rules, game, ins):
            some = True
            if not whole:
                return True
        elif whole:
            return False
        pc = after(ins, pc)
    return some


@inline
def after(ins, pc):
    """Where the walk over an option goes on after an instruction: past its body."""
    if ins.op == Op.LATER or ins.op == Op.EACH_PLAYER or ins.op == Op.EACH_HIRE or ins.op == Op.CHOOSE_ONE:
        return ins.jump
    return pc + 1


@kernel
def can(rules, game, ins):
    """Whether an instruction could do anything now."""
    frame = game.frame
    you = frame.controller
    op = ins.op
    if op == Op.CHOOSE_ONE:
        for i in range(ins.choices):
            if simply_performable(rules, game, ins.choice + i):
                return True
        return False
    return can_plainly(rules, game, ins, you)


@kernel
def simply_performable(rules, game, choice):
    """A choose-one inside an option: whether any plain instruction of this option can be done."""
    entry = rules.choice[choice]
    frame = game.frame
    pc = entry.first
    while pc < entry.last:
        ins = rules.code[pc]
        if ins.op == Op.JUMP:
            if ins.jump >= entry.last:
                return False
            pc = ins.jump
            continue
        if ins.op == Op.UNLESS:
            pc += 1
            if not holds(rules, game, ins.when, frame.controller, frame.source):
                pc = ins.jump
            continue
        if ins.op != Op.MAY and ins.op != Op.NEXT and ins.op != Op.CHOOSE_ONE:
            if (
                ins.when < 0
                or ins.op == Op.LATER
                or holds(rules, game, ins.when, frame.controller, frame.source)
            ):
                if can_plainly(rules, game, ins, frame.controller):
                    return True
        pc = after(ins, pc)
    return False


@kernel
def can_plainly(rules, game, ins, you):
    """The performability of each operation (effects file, column "can")."""
    op = ins.op
    frame = game.frame
    if op == Op.EACH_PLAYER:
        return seats_of(game, ins.player, you) != 0
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
        return has_card(rules, game, rules.selector[ins.who], you)
    if op == Op.EXCHANGE:
        return has_card(rules, game, rules.selector[ins.who], you) and has_card(
            rules, game, rules.selector[ins.other], you
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
        if game.player[you].staff_size >= rules.staff_limit:
            return False
        return has_card(rules, game, rules.selector[ins.who], you)
    selector = rules.selector[ins.who]
    if selector.pick == Pick.HAND or selector.pick == Pick.DISCARD:
        return has_card(rules, game, selector, you)
    mask = hires_of(rules, game, selector, you, frame.source, selector.count != Count.ALL)
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
def can_discard(rules, game, ins, you):
    """Whether there is a fitting hand card."""
    me = game.player[seat_of(game, ins.player, you)]
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

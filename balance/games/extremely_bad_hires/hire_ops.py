"""Instructions about Hires: Incapacitation, recovery, protection, leaving and entering (EBH-8..10, 12)."""

from __future__ import annotations

from balance.games.extremely_bad_hires.card_ops import how_many, note_done
from balance.games.extremely_bad_hires.events import Event
from balance.games.extremely_bad_hires.lasting import add_lasting, log, protected, spend_protection
from balance.games.extremely_bad_hires.picks import pick_hires
from balance.games.extremely_bad_hires.piles import COPIES
from balance.games.extremely_bad_hires.staff import (
    ENDED_RECOVER,
    at,
    back_to_work,
    can_recover,
    condition_code,
    dismiss_hire,
    hurt,
    in_crew,
    leave_crew,
    reduce,
    return_hire,
    set_harm,
)
from balance.games.extremely_bad_hires.state import (
    STAFF,
    Count,
    Harm,
    Lasting,
    MassFix,
    Op,
    Pick,
    Shield,
    Source,
    Status,
    Worsen,
)
from balance.jit import kernel


@kernel
def op_hires(rules, game, ins):
    """Pick the Hires of an instruction, then do it to each: the active player's first, slot by slot."""
    if not pick_hires(rules, game, ins):
        return 0
    frame = game.frame
    if ins.cost:
        frame.used |= frame.picked
    for step in range(game.players):
        seat = (game.active + step) % game.players
        for slot in range(STAFF):
            place = seat * STAFF + slot
            if (frame.picked >> place) & 1 and at(game, place).card >= 0:
                if kept_off(game, place):
                    continue
                note_done(game, ins, do_to_hire(rules, game, ins, place))
    return 1


@kernel
def kept_off(game, place):
    """EBH-8.14: a protection that keeps all Mayhem off a Hire stops this one, and is spent by it."""
    if game.frame.source != Source.MAYHEM or game.lasting_size == 0:
        return False
    if not protected(game, Shield.MAYHEM, place):
        return False
    log(game, Event.SPARED, place // STAFF, place, at(game, place).card // COPIES, Shield.MAYHEM)
    spend_protection(game, Shield.MAYHEM, place)
    return True


@kernel
def do_to_hire(rules, game, ins, place):
    """What an instruction does to one Hire; 1 if something happened."""
    frame = game.frame
    op = ins.op
    if op == Op.INCAPACITATE:
        turns = 0
        if ins.until == Harm.TIMED:
            turns = how_many(rules, game, ins)
        return hurt(rules, game, place, ins.until, turns, ins.extra, frame.source, frame.controller)
    if op == Op.RECOVER:
        return do_recover(rules, game, ins, place)
    if op == Op.REDUCE:
        return reduce(rules, game, place, how_many(rules, game, ins), frame.source)
    if op == Op.RETURN_HIRE:
        return return_hire(rules, game, place)
    if op == Op.UNASSIGN:
        return unassign(game, place)
    if op == Op.DISMISS:
        return dismiss_hire(game, place, 0)
    if op == Op.ACTIVATE:
        return activate(game, place)
    if op == Op.PROTECT:
        return lasts_on(game, ins, place, Lasting.PROTECT)
    if op == Op.QUALIFY:
        return lasts_on(game, ins, place, Lasting.QUALIFY)
    if op == Op.FORBID:
        return ban_or_leave(game, ins, place, Lasting.FORBID)
    if op == Op.ALLOW:
        return ban_or_leave(game, ins, place, Lasting.ALLOW)
    return worsen(rules, game, ins, place)


@kernel
def do_recover(rules, game, ins, place):
    """EBH-10.12, 10.16, 10.22, O-24."""
    frame = game.frame
    hire = at(game, place)
    if not can_recover(game, place, frame.source):
        return 0
    if hire.harm == Harm.RECOVERY_FIX and rules.reading.mass_fix == MassFix.DOES_NOT:
        selector = rules.selector[ins.who]
        if selector.count == Count.ALL and selector.pick != Pick.BOUND:
            return 0
    back_to_work(rules, game, place, ENDED_RECOVER)
    return 1


@kernel
def unassign(game, place):
    """EBH-8.11: stays in the staff with its status, leaves the crew."""
    if not in_crew(game, place):
        return 0
    leave_crew(game, place)
    game.moved = 1
    log(game, Event.UNASSIGN, place // STAFF, place, at(game, place).card // COPIES, 0)
    return 1


@kernel
def activate(game, place):
    """An Inactive Hire becomes Active, and may be sent at once: a stated exception (EBH-2.1)."""
    hire = at(game, place)
    if hire.status != Status.INACTIVE:
        return 0
    hire.status = Status.ACTIVE
    hire.entered = 0
    game.moved = 1
    log(game, Event.ACTIVATE, place // STAFF, place, hire.card // COPIES, 0)
    return 1


@kernel
def lasts_on(game, ins, place, kind):
    """A protection or a Qualification on a Hire, for its owner's turns."""
    owner = place // STAFF
    row = add_lasting(game, kind, ins.what, place, -1, owner, ins.until)
    if row < 0:
        return 0
    event = Event.PROTECT
    if kind == Lasting.QUALIFY:
        event = Event.QUALIFY
        at(game, place).skills |= 1 << ins.what
    log(game, event, owner, place, at(game, place).card // COPIES, ins.what * 8 + ins.until)
    return 1


@kernel
def ban_or_leave(game, ins, place, kind):
    """EBH-2.5, 2.1: a "cannot" or an exception about one Hire."""
    owner = place // STAFF
    row = add_lasting(game, kind, ins.what, place, -1, owner, ins.until)
    if row < 0:
        return 0
    if kind == Lasting.FORBID:
        card = at(game, place).card
        log(game, Event.FORBID, owner, ins.what * 8 + ins.until, place, card // COPIES)
    else:
        game.lasting[row].count = 1
        log(game, Event.ALLOW, owner, ins.what, ins.until, 1)
    return 1


@kernel
def worsen(rules, game, ins, place):
    """EBH-10.10: the one way to change a condition: longer, another one, or the same again."""
    hire = at(game, place)
    if hire.status != Status.INCAPACITATED:
        return 0
    turns = how_many(rules, game, ins)
    if ins.what == Worsen.EXTEND:
        if hire.harm != Harm.TIMED or turns < 1:
            return 0
        hire.n += turns
    else:
        harm = ins.until
        if ins.what == Worsen.RESET:
            harm = hire.harm
        if harm == Harm.TIMED and turns < 1:
            return 0
        lock = hire.lock
        set_harm(rules, game, place, harm, turns, game.frame.controller)
        if ins.what == Worsen.REPLACE:
            hire.lock = ins.extra
        else:
            hire.lock = lock
    game.moved = 1
    log(game, Event.WORSENED, place // STAFF, place, hire.card // COPIES, condition_code(hire))
    return 1

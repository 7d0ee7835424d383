"""Hires in a staff: who may be picked for what, and what can befall them (EBH-6, EBH-10)."""

from __future__ import annotations

from balance.games.extremely_bad_hires.events import Event
from balance.games.extremely_bad_hires.lasting import banned, forget_hire, log, protected, spend_protection
from balance.games.extremely_bad_hires.piles import COPIES, hand_in, to_discard
from balance.games.extremely_bad_hires.state import (
    STAFF,
    Ban,
    FreshRecovery,
    Harm,
    HurtCrew,
    MassMayhem,
    Pick,
    Shield,
    Source,
    Status,
    Where,
    Whose,
)
from balance.jit import inline, kernel

ENDED_COUNT, ENDED_RECOVER, ENDED_REDUCE, ENDED_FIX, ENDED_LEFT, ENDED_NEVER = 0, 1, 2, 3, 4, 5
"""Places in the tally `ends`."""


@inline
def at(game, place):
    """The Hire at a place (seat * STAFF + slot)."""
    seat = (place * 43) >> 8  # place // STAFF, for all places there are, without a division
    return game.player[seat].staff[place - STAFF * seat]


@inline
def in_crew(game, place):
    """1: a participating Hire (EBH-6.8)."""
    return int(place // STAFF == game.active) & (game.attempt.crew >> (place % STAFF)) & 1


@inline
def wanted(rules, game):
    """The Qualification of the Job that is attempted, or of the Active Job."""
    job = game.job
    if game.attempt.running:
        job = game.attempt.job
    return rules.job[job].qualification


@inline
def qualifications(game, place):
    """Its Qualifications as bits: the printed one and those that effects add (EBH-7.9)."""
    return at(game, place).skills


@kernel
def can_hurt(game, place, source):
    """EBH-10.10, 10.11: a Hire that an effect of this source can Incapacitate."""
    if at(game, place).status == Status.INCAPACITATED:
        return False
    if game.lasting_size == 0:
        return True
    if protected(game, Shield.INCAPACITATION, place):
        return False
    if source == Source.JOB:
        return not protected(game, Shield.JOB_INCAPACITATION, place)
    return True


@kernel
def can_recover(game, place, source):
    """EBH-10.12, 10.16, 10.22: a Hire that `recover` brings back."""
    hire = at(game, place)
    if hire.status != Status.INCAPACITATED or hire.lock:
        return False
    if hire.harm == Harm.RECOVERY_FIX and source != Source.FIX:
        return False
    return game.lasting_size == 0 or not banned(game, Ban.RECOVER, place // STAFF, place)


@kernel
def can_reduce(game, place, source):
    """EBH-10.13, 10.17, 10.18, 10.23: a Hire on which a reduction does something."""
    return can_recover(game, place, source) and at(game, place).harm != Harm.FIX


@kernel
def can_return(game, place):
    """A Hire that may be returned to its owner's hand."""
    return game.lasting_size == 0 or not protected(game, Shield.RETURN, place)


@kernel
def can_dismiss(game, place):
    """A Hire that may be dismissed, for room or by an effect."""
    return game.lasting_size == 0 or not banned(game, Ban.DISMISS, place // STAFF, place)


@kernel
def spared(rules, game, place, source, choice):
    """EBH-8.14, O-13: whether a protection keeps Mayhem off this Hire."""
    if source != Source.MAYHEM or game.lasting_size == 0:
        return False
    if protected(game, Shield.MAYHEM, place):
        return True
    if choice or rules.reading.mass_mayhem == MassMayhem.ALL:
        return protected(game, Shield.MAYHEM_TARGET, place)
    return False


@kernel
def fits(rules, game, place, selector, source):
    """Whether a Hire is what a selector asks for (`where`)."""
    where = selector.where
    hire = at(game, place)
    status = hire.status
    if where & (Where.ACTIVE | Where.INACTIVE | Where.INCAPACITATED | Where.TIMED | Where.INDEFINITE):
        if where & Where.ACTIVE and status != Status.ACTIVE:
            return False
        if where & Where.INACTIVE and status != Status.INACTIVE:
            return False
        if where & Where.INCAPACITATED and status != Status.INCAPACITATED:
            return False
        if where & Where.TIMED and hire.harm != Harm.TIMED:
            return False
        if where & Where.INDEFINITE and hire.harm != Harm.RECOVERY_FIX:
            return False
    if where & Where.CAN_INCAPACITATE and not can_hurt(game, place, source):
        return False
    if where & Where.RECOVERABLE and not can_recover(game, place, source):
        return False
    if where & Where.CAN_REDUCE:
        if not can_reduce(game, place, source):
            return False
    if where & (Where.MATCHING | Where.NOT_MATCHING | Where.QUALIFICATION):
        own = qualifications(game, place)
        match = (own >> wanted(rules, game)) & 1
        if where & Where.MATCHING and not match:
            return False
        if where & Where.NOT_MATCHING and match:
            return False
        if where & Where.QUALIFICATION and not (own >> selector.qualification) & 1:
            return False
    if where & Where.PARTICIPATING and not takes_part(rules, game, place):
        return False
    if where & Where.NOT_PARTICIPATING and takes_part(rules, game, place):
        return False
    if where & Where.CAN_RETURN and not can_return(game, place):
        return False
    return not (where & Where.CAN_DISMISS and not can_dismiss(game, place))


@kernel
def takes_part(rules, game, place):
    """EBH-6.8, 8.12, O-38: "participating" as an effect means it."""
    if not in_crew(game, place):
        return False
    if rules.reading.hurt_crew == HurtCrew.INCLUDED:
        return True
    return at(game, place).status != Status.INCAPACITATED


@kernel
def candidates(rules, game, selector, owner, source, choice):
    """The Hires that a selector may pick, as a mask. owner: whose staff, for Pick.STAFF.

    choice: 1 somebody chooses among them, 0 all are meant, -1 they are only counted (no protection matters).
    """
    found = 0
    pick = selector.pick
    for seat in range(game.players):
        if pick == Pick.PARTICIPATING and seat != game.active:
            continue
        if pick == Pick.STAFF and seat != owner:
            continue
        for slot in range(STAFF):
            place = seat * STAFF + slot
            if game.player[seat].staff[slot].card < 0:
                continue
            if pick == Pick.PARTICIPATING and not takes_part(rules, game, place):
                continue
            if fits(rules, game, place, selector, source):
                if choice < 0 or not spared(rules, game, place, source, choice):
                    found |= 1 << place
    return found


@kernel
def alike(game, one, other):
    """Two Hires of a staff that differ in nothing that matters (equal options are one)."""
    a = at(game, one)
    b = at(game, other)
    if a.skills != b.skills or a.status != b.status or a.entered != b.entered:
        return False
    if in_crew(game, one) != in_crew(game, other):
        return False
    if a.status == Status.INCAPACITATED:
        if a.harm != b.harm or a.n != b.n or a.fresh != b.fresh or a.lock != b.lock or a.clock != b.clock:
            return False
    if game.lasting_size == 0:
        return True
    ours = 0
    theirs = 0
    for i in range(game.lasting_size):
        row = game.lasting[i]
        if row.hire == one:
            ours += 1
            twin = 0
            for j in range(game.lasting_size):
                like = game.lasting[j]
                if (
                    like.hire == other
                    and like.kind == row.kind
                    and like.what == row.what
                    and like.until == row.until
                    and like.clock == row.clock
                ):
                    twin = 1
            if twin == 0:
                return False
        elif row.hire == other:
            theirs += 1
    return ours == theirs


# ------------------------------------------------------------------------------------------ changes


@kernel
def free_slot(game, seat):
    """The first free space of a staff; -1: none."""
    for slot in range(STAFF):
        if game.player[seat].staff[slot].card < 0:
            return slot
    return -1


@kernel
def enter_staff(rules, game, seat, card, played):
    """EBH-6.3: a Hire enters Inactive."""
    me = game.player[seat]
    slot = free_slot(game, seat)
    hire = me.staff[slot]
    game.uids += 1
    hire.card = card
    hire.uid = game.uids
    hire.qualification = rules.kind[card // COPIES].qualification
    hire.skills = 1 << hire.qualification
    hire.status = Status.INACTIVE
    hire.entered = 1
    hire.played = played
    clear_harm(hire)
    me.staff_size += 1
    game.moved = 1
    return seat * STAFF + slot


@inline
def condition_code(hire):
    """The condition of a Hire as the log writes it."""
    return hire.harm + 8 * hire.lock + 16 * hire.n


@inline
def clear_harm(hire):
    """No Incapacitation any more."""
    hire.harm = Harm.NONE
    hire.n = 0
    hire.fresh = 0
    hire.lock = 0
    hire.since = 0
    hire.clock = 0


@kernel
def leave_staff(game, place):
    """EBH-5.15, 6.14, 10.25: out of staff and crew; status and marks are forgotten. Returns the card."""
    me = game.player[place // STAFF]
    hire = at(game, place)
    card = hire.card
    if hire.status == Status.INCAPACITATED:
        me.tally.ends[ENDED_LEFT] += 1
    hire.card = -1
    hire.status = Status.INACTIVE
    hire.entered = 0
    hire.played = 0
    clear_harm(hire)
    me.staff_size -= 1
    leave_crew(game, place)
    if game.lasting_size > 0:
        forget_hire(game, place)
    game.moved = 1
    return card


@inline
def leave_crew(game, place):
    """The Hire does not participate any more."""
    if place // STAFF == game.active:
        game.attempt.crew &= ~(1 << (place % STAFF))


@kernel
def return_hire(rules, game, place):
    """EBH-5.15: to the owner's hand; 1 if it happened."""
    if not can_return(game, place):
        log(game, Event.SPARED, place // STAFF, place, at(game, place).card // COPIES, Shield.RETURN)
        spend_protection(game, Shield.RETURN, place)
        return 0
    seat = place // STAFF
    card = leave_staff(game, place)
    hand_in(rules, game, seat, card)
    game.player[seat].tally.laid_off += 1
    log(game, Event.RETURN, seat, card, place, 0)
    return 1


@kernel
def dismiss_hire(game, place, for_room):
    """Staff to the owner's discard pile; 1 if it happened."""
    if not can_dismiss(game, place):
        return 0
    seat = place // STAFF
    card = leave_staff(game, place)
    to_discard(game, seat, card)
    log(game, Event.DISMISS, seat, card, place, for_room)
    return 1


@kernel
def set_harm(rules, game, place, harm, turns, controller):
    """EBH-10.5..10.9, O-11: the condition of a Hire that becomes Incapacitated now."""
    hire = at(game, place)
    seat = place // STAFF
    hire.status = Status.INCAPACITATED
    hire.harm = harm
    hire.n = 0
    if harm == Harm.TIMED:
        hire.n = turns
    hire.clock = seat
    if rules.reading.whose == Whose.PLAYER and game.frame.source == Source.MAYHEM and harm != Harm.TIMED:
        hire.clock = controller
    hire.fresh = int(hire.clock == game.active)
    hire.since = game.effects
    hire.by_source = game.frame.source
    hire.by_card = game.frame.card
    hire.by_seat = controller
    game.moved = 1


@kernel
def hurt(rules, game, place, harm, turns, lock, source, controller):
    """EBH-10.4..10.11: Incapacitate a Hire; 1 if it happened."""
    if not can_hurt(game, place, source):
        if game.lasting_size > 0 and at(game, place).status != Status.INCAPACITATED:
            shield = Shield.JOB_INCAPACITATION
            if protected(game, Shield.INCAPACITATION, place):
                shield = Shield.INCAPACITATION
            log(game, Event.SPARED, place // STAFF, place, at(game, place).card // COPIES, shield)
            spend_protection(game, shield, place)
        return 0
    if harm == Harm.TIMED and turns < 1:
        return 0
    set_harm(rules, game, place, harm, turns, controller)
    hire = at(game, place)
    hire.lock = lock
    game.player[place // STAFF].tally.hurt += 1
    log(game, Event.HURT, place // STAFF, place, hire.card // COPIES, condition_code(hire))
    return 1


@kernel
def back_to_work(rules, game, place, how):
    """EBH-10.12: Active at once, the condition gone."""
    hire = at(game, place)
    me = game.player[place // STAFF]
    me.tally.ends[how] += 1
    if how != ENDED_COUNT and game.frame.source == Source.FIX:
        game.player[game.frame.controller].tally.cards[game.frame.card].recovered += 1
    hire.status = Status.ACTIVE
    clear_harm(hire)
    if rules.reading.fresh_recovery == FreshRecovery.MAY_WORK:
        hire.entered = 0
    game.moved = 1
    log(game, Event.BACK, place // STAFF, place, hire.card // COPIES, how)


@kernel
def reduce(rules, game, place, by, source):
    """EBH-10.13, 10.17, 10.18, 10.23, O-25: take turns off; 1 if something happened."""
    if by < 1 or not can_reduce(game, place, source):
        return 0
    hire = at(game, place)
    if hire.harm == Harm.TIMED and hire.n > by:
        hire.n -= by
        game.moved = 1
        log(game, Event.REDUCED, place // STAFF, place, hire.card // COPIES, hire.n)
        return 1
    back_to_work(rules, game, place, ENDED_REDUCE)
    return 1

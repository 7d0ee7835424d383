"""What lasts beyond the effect that made it: protections, prohibitions, exceptions, delayed effects."""

from __future__ import annotations

from balance.games.extremely_bad_hires.state import LASTING, LOG_MAX, STAFF, Lasting, Leave, Until
from balance.jit import inline, kernel, twin


@inline
def log(game, event, seat, a, b, c):
    """Note an event, when the log is on."""
    if game.log_on:
        if game.log_count < LOG_MAX:
            line = game.log[game.log_count]
            line.event = event
            line.seat = seat
            line.a = a
            line.b = b
            line.c = c
        game.log_count += 1


@kernel
def add_lasting(game, kind, what, hire, player, owner, until):
    """A lasting thing begins, or an equal one is lengthened; its row, or -1 when the drawer is full.

    The caller fills what only some kinds have (`count`, and all of a delayed effect).
    """
    if kind != Lasting.LATER:
        for i in range(game.lasting_size):
            row = game.lasting[i]
            if row.kind == kind and row.what == what and row.hire == hire and row.player == player:
                clock = clock_of(game, owner, until)
                if kind == Lasting.CANCEL or (kind == Lasting.ALLOW and what < Leave.OVERRIDE):
                    if row.until == until and row.clock == clock:
                        return i
                else:
                    if how_long(game, owner, until, clock) >= how_long(game, owner, row.until, row.clock):
                        row.until = until
                        row.clock = clock
                    return i
    if game.lasting_size == LASTING - 1:  # one row more is kept free, for shifting
        return -1
    row = game.lasting[game.lasting_size]
    game.lasting_size += 1
    game.ages += 1
    row.kind = kind
    row.what = what
    row.hire = hire
    row.uid = 0
    if hire >= 0:
        row.uid = game.player[hire // STAFF].staff[hire % STAFF].uid
    row.player = player
    row.owner = owner
    row.until = until
    row.clock = clock_of(game, owner, until)
    row.count = 0
    row.age = game.ages
    row.controller = 0
    row.source = 0
    row.card = 0
    row.pc = 0
    row.when = -1
    return game.lasting_size - 1


@kernel
def how_long(game, owner, until, clock):
    """What orders lasting effects on the same thing by their end: the later one has the larger number."""
    if until == Until.END_OF_NEXT_TURN and owner == game.active and clock == 1:
        return Until.END_OF_TURN + 0
    return until + 0


@kernel
def clock_of(game, owner, until):
    """How many of the owner's turns must still end (or begin) before it is over."""
    if until == Until.END_OF_NEXT_TURN and owner == game.active:
        return 2
    return 1


def _shift_python(game, place):
    from copy import deepcopy  # noqa: PLC0415  plain mode only: kernels cannot see it

    for i in range(place, game.lasting_size):
        game.lasting[i] = deepcopy(game.lasting[i + 1])


@kernel
def _shift(game, place):
    for i in range(place, game.lasting_size):
        game.lasting[i] = game.lasting[i + 1]


shift = twin(_shift, _shift_python)
"""shift(game, place): the rows behind a place move up by one (records are copied, not shared)."""


@kernel
def skills_again(game, place):
    """The Qualifications of a Hire: the printed one and those that still last."""
    hire = game.player[place // STAFF].staff[place % STAFF]
    hire.skills = 1 << hire.qualification
    for i in range(game.lasting_size):
        row = game.lasting[i]
        if row.kind == Lasting.QUALIFY and row.hire == place:
            hire.skills |= 1 << row.what


@kernel
def drop_lasting(game, place):
    """Take a row out; the others keep their order (oldest first)."""
    row = game.lasting[place]
    hire = -1
    if row.kind == Lasting.QUALIFY:
        hire = row.hire
    game.lasting_size -= 1
    shift(game, place)
    if hire >= 0:
        skills_again(game, hire)


@kernel
def forget_hire(game, hire):
    """EBH-5.15: nothing lasts on a Hire that has left."""
    i = 0
    while i < game.lasting_size:
        if game.lasting[i].hire == hire:
            drop_lasting(game, i)
        else:
            i += 1


@kernel
def expire_attempt(game):
    """What lasts for an attempt is over."""
    i = 0
    while i < game.lasting_size:
        row = game.lasting[i]
        if row.kind != Lasting.LATER and row.until == Until.ATTEMPT:
            drop_lasting(game, i)
        else:
            i += 1


@kernel
def expire_at_start(game):
    """What lasts until the start of this player's turn is over."""
    i = 0
    while i < game.lasting_size:
        row = game.lasting[i]
        if row.kind != Lasting.LATER and row.until == Until.START_OF_NEXT_TURN and row.owner == game.active:
            drop_lasting(game, i)
        else:
            i += 1


@kernel
def expire_at_end(game):
    """What lasts for the running turn is over, and what ends with the owner's next turn counts down."""
    i = 0
    while i < game.lasting_size:
        row = game.lasting[i]
        over = row.until == Until.ATTEMPT or row.until == Until.END_OF_TURN
        if row.kind != Lasting.LATER and row.until == Until.END_OF_NEXT_TURN and row.owner == game.active:
            row.clock -= 1
            over = row.clock == 0
        if over:
            drop_lasting(game, i)
        else:
            i += 1


@kernel
def allowed(game, what, seat):
    """How often something is allowed to a player by effects (Leave)."""
    count = 0
    for i in range(game.lasting_size):
        row = game.lasting[i]
        if row.kind == Lasting.ALLOW and row.what == what and row.player == seat:
            count += row.count
    return count


@kernel
def lifted(game, ban, seat, hire):
    """Whether an effect expressly lifts a prohibition for a player or a Hire (EBH-2.5)."""
    for i in range(game.lasting_size):
        row = game.lasting[i]
        if row.kind == Lasting.ALLOW and row.what == Leave.OVERRIDE + ban:
            if row.hire >= 0:
                if row.hire == hire:
                    return True
            elif row.player == seat:
                return True
    return False


@kernel
def banned(game, ban, seat, hire):
    """Whether something is forbidden to a player, or to a Hire of theirs (its place; -1: none)."""
    for i in range(game.lasting_size):
        row = game.lasting[i]
        if row.kind == Lasting.FORBID and row.what == ban:
            about = row.player == seat
            if row.hire >= 0:
                about = row.hire == hire
            if about:
                return not lifted(game, ban, seat, hire)
    return False


@kernel
def protected(game, shield, hire):
    """Whether a Hire (its place) has a protection."""
    for i in range(game.lasting_size):
        row = game.lasting[i]
        if row.kind == Lasting.PROTECT and row.what == shield and row.hire == hire:
            return True
    return False


@kernel
def spend_protection(game, shield, hire):
    """A protection has stopped something: one that lasts until spent is over."""
    for i in range(game.lasting_size):
        row = game.lasting[i]
        if row.kind == Lasting.PROTECT and row.what == shield and row.hire == hire:
            if row.until == Until.SPENT:
                drop_lasting(game, i)
            return


@kernel
def cancellers(game, seat):
    """How many Mayhem against a player's crew are cancelled."""
    count = 0
    for i in range(game.lasting_size):
        row = game.lasting[i]
        if row.kind == Lasting.CANCEL and row.player == seat:
            count += row.count
    return count


@kernel
def spend_canceller(game, seat):
    """EBH-8.15, O-16: the oldest canceller is spent."""
    for i in range(game.lasting_size):
        row = game.lasting[i]
        if row.kind == Lasting.CANCEL and row.player == seat:
            row.count -= 1
            if row.count == 0:
                drop_lasting(game, i)
            return

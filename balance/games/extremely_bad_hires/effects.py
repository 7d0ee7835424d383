"""The interpreter of card texts: runs a program until it ends or somebody has to choose.

What resolves, and where it stands, is `game.frame`: the place in the code, what is bound, what is done, the
running settlement. A function that stops returns 0 and has put the question into the record; `run` is called
again with `frame.answer` set, and the same instruction goes on. So bots, people and searches use one door.
"""

from __future__ import annotations

from balance.games.extremely_bad_hires.card_ops import (
    how_many,
    note_done,
    op_cycle,
    op_discard,
    op_discard_random,
    op_draw,
    op_enlist,
    op_exchange,
    op_take_back,
)
from balance.games.extremely_bad_hires.events import Event
from balance.games.extremely_bad_hires.hire_ops import op_hires
from balance.games.extremely_bad_hires.lasting import add_lasting, banned, cancellers, log, spend_canceller
from balance.games.extremely_bad_hires.look_ops import op_look, op_reveal, op_shuffle
from balance.games.extremely_bad_hires.needs import card_bound_by, mode_legal
from balance.games.extremely_bad_hires.performable import performable
from balance.games.extremely_bad_hires.picks import (
    NO_ANSWER,
    RANDOM,
    ask,
    by_lot,
    chooser,
    log_target,
    nth_bit,
    pick_card,
    pick_hires,
)
from balance.games.extremely_bad_hires.piles import discard_job, reveal_job
from balance.games.extremely_bad_hires.staff import at
from balance.games.extremely_bad_hires.state import (
    BINDINGS,
    LOOPS,
    SLOTS,
    STAFF,
    Ban,
    CancelledCost,
    Count,
    End,
    Lasting,
    Op,
    Phase,
    Pick,
    Role,
    Source,
    Stop,
    Until,
)
from balance.games.extremely_bad_hires.values import (
    change_required,
    holds,
    next_in_order,
    number,
    required_now,
    seat_of,
    seats_of,
)
from balance.jit import bits, inline, kernel

STEPS_MAX = 4000
"""Instructions of one effect: loops are over at most 24 Hires, four deep, so a longer one is a defect."""


@kernel
def begin_effect(game, role, source, card, code, controller, pc):
    """A new effect resolves next; its settlement goes on only for the parts of a Job (EBH-3.5)."""
    frame = game.frame
    frame.on = 1
    frame.role = role
    frame.source = source
    frame.card = card
    frame.code = code
    frame.controller = controller
    frame.pc = pc
    game.effects += 1
    frame.effect = game.effects
    frame.cancelled = 0
    frame.recovery = 0
    frame.mode = -1
    frame.loops = 0
    frame.step = 0
    frame.picked = 0
    frame.left = 0
    frame.taken = -1
    frame.answer = NO_ANSWER
    frame.used = 0
    frame.need = 0
    frame.steps = 0
    for i in range(BINDINGS):
        frame.bound[i] = -1
        frame.bound_uid[i] = 0
    for i in range(SLOTS):
        frame.done[i] = 0
    if role != Role.JOB and role != Role.STEP_TWO:
        for seat in range(game.players):
            frame.pending[seat] = 0


@kernel
def run(rules, game):
    """Go on with the effect; True when it has ended, False when somebody is asked."""
    frame = game.frame
    while True:
        ins = rules.code[frame.pc]
        op = ins.op
        if op == Op.END:
            return True
        if frame.step == 0 and frame.answer == NO_ANSWER:
            frame.steps += 1
            game.tally.instructions += 1
            if frame.steps > STEPS_MAX:
                game.tally.stalled = Stop.FAULT
                return True
            if skipped(rules, game, ins):
                frame.pc += 1
                if (
                    op == Op.MAY
                    or op == Op.CHOOSE_ONE
                    or op == Op.EACH_PLAYER
                    or op == Op.EACH_HIRE
                    or op == Op.LATER
                ):
                    frame.pc = ins.jump
                continue
        if op < Op.DRAW:
            state = control(rules, game, ins)
            if state == 0:
                return False
            if state == 2:
                continue
        else:
            if ins.cost and frame.step == 0 and frame.answer == NO_ANSWER:
                if rules.reading.cancelled_cost == CancelledCost.KEPT and cancelled_here(game):
                    return True
                log(game, Event.COST, frame.controller, op, 0, 0)
            if not act(rules, game, ins):
                return False
            if ins.cost:
                frame.need += 1
        frame.step = 0
        frame.picked = 0
        frame.pc += 1


@inline
def skipped(rules, game, ins):
    """EBH-3.3, 12.10: whether an instruction's condition fails, or what it needs did not happen."""
    frame = game.frame
    if ins.needs >= 0 and frame.done[ins.needs] < ins.needs_least:
        return True
    if ins.when < 0 or ins.op == Op.UNLESS or ins.op == Op.LATER:
        return False
    return not holds(rules, game, ins.when, frame.controller, frame.source)


@kernel
def cancelled_here(game):
    """EBH-8.15: a Mayhem against a crew with a canceller stops, and the canceller is spent."""
    frame = game.frame
    if frame.role != Role.MAYHEM or game.lasting_size == 0 or cancellers(game, game.active) == 0:
        return False
    spend_canceller(game, game.active)
    frame.cancelled = 1
    log(game, Event.CANCELLED, frame.controller, frame.card, cancellers(game, game.active), 0)
    return True


# -------------------------------------------------------------------------------------------- control


@kernel
def control(rules, game, ins):
    """Instructions that steer. 0: somebody is asked, 1: go on with the next, 2: the place is set."""
    frame = game.frame
    op = ins.op
    if op == Op.UNLESS:
        if holds(rules, game, ins.when, frame.controller, frame.source):
            return 1
        frame.pc = ins.jump
        return 2
    if op == Op.JUMP:
        frame.pc = ins.jump
        return 2
    if op == Op.BEGIN:
        if cancelled_here(game):
            while rules.code[frame.pc].op != Op.END:
                frame.pc += 1
            return 2
        return 1
    if op == Op.TARGET or op == Op.CHOOSE or op == Op.CHOOSE_PLAYER:
        return bind(rules, game, ins)
    if op == Op.MODE or op == Op.CHOOSE_ONE:
        return choose_one(rules, game, ins)
    if op == Op.MAY:
        return may(rules, game, ins)
    if op == Op.LATER:
        set_later(game, ins)
        frame.pc = ins.jump
        return 2
    if op == Op.NEXT:
        return next_of_loop(rules, game)
    return begin_loop(rules, game, ins)


@kernel
def bind(rules, game, ins):
    """Bind Hires, a card or a player: at play (TARGET), or when reached."""
    frame = game.frame
    if ins.who < 0:
        return bind_player(rules, game, ins)
    selector = rules.selector[ins.who]
    if selector.pick == Pick.HAND or selector.pick == Pick.DISCARD:
        if not pick_card(rules, game, ins, selector):
            return 0
        frame.bound[ins.binding] = frame.taken
        frame.bound_uid[ins.binding] = card_bound_by(seat_of(game, selector.player, frame.controller))
        note_done(game, ins, int(frame.taken >= 0))
    else:
        if not pick_hires(rules, game, ins):
            return 0
        frame.bound[ins.binding] = frame.picked
        frame.bound_uid[ins.binding] = game.uids
        if ins.op == Op.TARGET and selector.count != Count.ALL:
            frame.used |= frame.picked
        note_done(game, ins, bits(frame.picked))
    if ins.op == Op.TARGET:
        frame.need += 1
        log_target(rules, game, ins)
    frame.step = 0
    frame.picked = 0
    frame.pc += 1
    return 2


@kernel
def bind_player(rules, game, ins):
    """EBH-12.1: one of a group of players."""
    frame = game.frame
    if frame.answer == NO_ANSWER:
        mask = seats_of(game, ins.player, frame.controller)
        if not ask_or_draw(rules, game, ins, Phase.PLAYER, mask):
            return 0
    frame.bound[ins.binding] = frame.answer
    frame.bound_uid[ins.binding] = -2
    frame.answer = NO_ANSWER
    note_done(game, ins, 1)
    if ins.op == Op.TARGET:
        frame.need += 1
        log_target(rules, game, ins)
    frame.pc += 1
    return 2


@kernel
def ask_or_draw(rules, game, ins, phase, mask):
    """Put a choice among bits to the chooser; True: a lot has answered it."""
    seat = chooser(rules, game, ins.by, game.frame.controller)
    if seat == RANDOM:
        game.frame.answer = nth_bit(mask, by_lot(game, bits(mask)))
        return True
    ask(game, phase, seat)
    game.asked_mask = mask
    return False


@kernel
def choose_one(rules, game, ins):
    """EBH-14.6, O-19: one performable option, else void; a mode at play is one that may be played."""
    frame = game.frame
    if frame.answer == NO_ANSWER:
        mask = 0
        for i in range(ins.choices):
            if ins.op == Op.MODE:
                if mode_legal(rules, game, frame.controller, frame.card, i, frame.code):
                    mask |= 1 << i
            elif performable(rules, game, ins.choice + i):
                mask |= 1 << i
        if mask == 0:
            log(game, Event.VOID, frame.controller, ins.op, 0, 0)
            frame.pc = ins.jump
            return 2
        if not ask_or_draw(rules, game, ins, Phase.OPTION, mask):
            return 0
    option = frame.answer
    frame.answer = NO_ANSWER
    choice = ins.choice + option
    if ins.op == Op.MODE:
        frame.mode = option
        log(game, Event.MODE, frame.controller, option, choice, 0)
    else:
        note_done(game, ins, 1)
        log(game, Event.OPTION, game.decider, option, choice, 0)
    frame.pc = rules.choice[choice].first
    return 2


@kernel
def may(rules, game, ins):
    """An optional block."""
    frame = game.frame
    if frame.answer == NO_ANSWER:
        seat = chooser(rules, game, ins.by, frame.controller)
        if seat != RANDOM:
            ask(game, Phase.MAY, seat)
            return 0
        frame.answer = by_lot(game, 2)
    yes = frame.answer
    frame.answer = NO_ANSWER
    if yes:
        note_done(game, ins, 1)
        return 1
    frame.pc = ins.jump
    return 2


@kernel
def begin_loop(rules, game, ins):
    """EBH-3.7: over players from the active one on, or over Hires; the list is fixed now."""
    frame = game.frame
    if ins.op == Op.EACH_HIRE and not pick_hires(rules, game, ins):
        return 0
    loop = frame.loop[min(frame.loops, LOOPS - 1)]
    loop.place = frame.pc
    if ins.op == Op.EACH_PLAYER:
        loop.todo = seats_of(game, ins.player, frame.controller)
    else:
        loop.todo = frame.picked
        frame.bound_uid[ins.binding] = game.uids
        frame.step = 0
        frame.picked = 0
    frame.loops += 1
    return next_of_loop(rules, game)


@kernel
def next_of_loop(rules, game):
    """The next of the innermost loop, or the end of it."""
    frame = game.frame
    loop = frame.loop[frame.loops - 1]
    ins = rules.code[loop.place]
    if ins.op == Op.EACH_PLAYER:
        seat = next_in_order(game, loop.todo)
        if seat >= 0:
            loop.todo &= ~(1 << seat)
            frame.bound[ins.binding] = seat
            frame.bound_uid[ins.binding] = -2
            frame.pc = loop.place + 1
            return 2
    else:
        for step in range(game.players):
            seat = (game.active + step) % game.players
            for slot in range(STAFF):
                place = seat * STAFF + slot
                if (loop.todo >> place) & 1:
                    loop.todo &= ~(1 << place)
                    hire = at(game, place)
                    if hire.card >= 0 and hire.uid <= frame.bound_uid[ins.binding]:
                        frame.bound[ins.binding] = 1 << place
                        frame.pc = loop.place + 1
                        return 2
    frame.loops -= 1
    frame.pc = ins.jump
    return 2


@kernel
def set_later(game, ins):
    """A delayed effect is set up, with what is bound now."""
    frame = game.frame
    you = frame.controller
    seat = seat_of(game, ins.player, you)
    if seat < 0:
        return
    place = add_lasting(game, Lasting.LATER, ins.what, -1, seat, seat, Until.SPENT)
    if place < 0:
        game.tally.stalled = Stop.FAULT
        return
    row = game.lasting[place]
    row.count = game.turn
    row.controller = you
    row.source = frame.source
    row.card = frame.card
    row.pc = frame.pc + 1
    row.when = ins.when
    for i in range(BINDINGS):
        row.bound[i] = frame.bound[i]
        row.bound_uid[i] = frame.bound_uid[i]
    note_done(game, ins, 1)
    log(game, Event.LATER, you, ins.what, seat, 0)


# ------------------------------------------------------------------------------------- what is done


@kernel
def act(rules, game, ins):
    """One plain instruction; False: somebody is asked."""
    op = ins.op
    if op >= Op.INCAPACITATE and op <= Op.QUALIFY:
        if op == Op.ENLIST:
            return op_enlist(rules, game, ins)
        return op_hires(rules, game, ins)
    if op == Op.DRAW:
        return op_draw(rules, game, ins)
    if op == Op.DISCARD:
        return op_discard(rules, game, ins)
    if op == Op.DISCARD_RANDOM:
        return op_discard_random(rules, game, ins)
    if op == Op.CYCLE:
        return op_cycle(rules, game, ins)
    if op == Op.TAKE_BACK:
        return op_take_back(rules, game, ins)
    if op == Op.EXCHANGE:
        return op_exchange(rules, game, ins)
    if op == Op.LOOK:
        return op_look(rules, game, ins)
    if op == Op.REVEAL:
        return op_reveal(rules, game, ins)
    if op == Op.SHUFFLE:
        return op_shuffle(rules, game, ins)
    if ins.who >= 0:
        return op_hires(rules, game, ins)  # FORBID, ALLOW
    return act_on_attempt(rules, game, ins)


@kernel
def act_on_attempt(rules, game, ins):
    """Required Hires, the attempt, Profit, prohibitions and exceptions: nobody is ever asked."""
    op = ins.op
    frame = game.frame
    if op == Op.GAIN or op == Op.LOSE:
        change_profit(rules, game, ins)
    elif op == Op.REQUIRED:
        op_required(rules, game, ins)
    elif op == Op.JOB_PROFIT:
        if game.attempt.running:
            amount = number(rules, game, ins.number, frame.controller, frame.source)
            mask = seats_of(game, ins.player, frame.controller)
            for seat in range(game.players):
                if (mask >> seat) & 1:
                    game.attempt.profit[seat] += amount
                    log(game, Event.JOB_PROFIT, seat, amount, 0, 0)
            note_done(game, ins, 1)
    elif op == Op.CANCEL_NEXT_MAYHEM:
        count = how_many(rules, game, ins)
        seat = seat_of(game, ins.player, frame.controller)
        if count > 0 and seat >= 0:
            place = add_lasting(game, Lasting.CANCEL, 0, -1, seat, seat, ins.until)
            if place >= 0:
                game.lasting[place].count += count
                log(game, Event.SHIELD, seat, count, ins.until, 0)
                note_done(game, ins, 1)
    elif op == Op.END_ATTEMPT:
        if game.attempt.running:
            if game.attempt.ending == End.COMPLETED:
                game.attempt.ending = End.MAYHEM
                if frame.source == Source.JOB:
                    game.attempt.ending = End.OWN
            note_done(game, ins, 1)
            log(game, Event.END_ATTEMPT, frame.controller, 0, 0, 0)
    elif op == Op.DROP_JOB:
        log(game, Event.DROP_JOB, frame.controller, game.job, 0, 0)
        discard_job(game)
        reveal_job(rules, game)
        game.moved = 1
        if game.attempt.running:
            game.attempt.ending = End.REMOVED
        note_done(game, ins, 1)
    else:
        forbid_or_allow(rules, game, ins)
    return 1


@kernel
def change_profit(rules, game, ins):
    """EBH-11.7: added to the running settlement. `lose` counts what can really be lost."""
    frame = game.frame
    amount = how_many(rules, game, ins)
    mask = seats_of(game, ins.player, frame.controller)
    for step in range(game.players):
        seat = (game.active + step) % game.players
        if (mask >> seat) & 1:
            if ins.op == Op.GAIN:
                frame.pending[seat] += amount
                note_done(game, ins, amount)
                log(game, Event.GAIN, seat, amount, 0, 0)
            else:
                frame.pending[seat] -= amount
                note_done(game, ins, min(amount, game.player[seat].profit))
                log(game, Event.LOSE, seat, amount, 0, 0)


@kernel
def op_required(rules, game, ins):
    """EBH-7.10, 8.17, O-28: change Required Hires of the running attempt, unless that is forbidden."""
    frame = game.frame
    if not game.attempt.running:
        return
    amount = number(rules, game, ins.number, frame.controller, frame.source)
    before = required_now(rules, game)
    rises = amount > 0
    falls = amount < 0
    if ins.extra == 1:
        rises = amount > before
        falls = amount < before
    if game.lasting_size > 0:
        if rises and banned(game, Ban.RAISE_REQUIRED, game.active, -1):
            return
        if falls and banned(game, Ban.LOWER_REQUIRED, game.active, -1):
            return
    change_required(game, amount, ins.extra == 1)
    note_done(game, ins, 1)
    log(game, Event.REQUIRED, game.active, amount, ins.extra, required_now(rules, game))


@kernel
def forbid_or_allow(rules, game, ins):
    """EBH-2.5, 2.1: a "cannot", or a stated exception, about players (about Hires: `hire_ops`)."""
    frame = game.frame
    kind = Lasting.FORBID
    if ins.op == Op.ALLOW:
        kind = Lasting.ALLOW
    seats = seats_of(game, ins.player, frame.controller)
    count = 1
    if ins.op == Op.ALLOW and ins.number >= 0:
        count = how_many(rules, game, ins)
    for seat in range(game.players):
        if (seats >> seat) & 1:
            row = add_lasting(game, kind, ins.what, -1, seat, seat, ins.until)
            if row >= 0:
                note_done(game, ins, 1)
                if kind == Lasting.FORBID:
                    log(game, Event.FORBID, seat, ins.what * 8 + ins.until, -1, 0)
                else:
                    game.lasting[row].count += count
                    log(game, Event.ALLOW, seat, ins.what, ins.until, count)

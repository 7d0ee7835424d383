"""What may be done: the legal options of each decision point, written into the record.

An option is `verb * 1024 + argument`. Options that differ in nothing (equal Hires, equal cards) are one.
"""

from __future__ import annotations

from balance.games.extremely_bad_hires.lasting import allowed, banned
from balance.games.extremely_bad_hires.needs import may_fix, playable
from balance.games.extremely_bad_hires.piles import COPIES
from balance.games.extremely_bad_hires.staff import alike, can_dismiss
from balance.games.extremely_bad_hires.state import (
    OPTIONS_MAX,
    STAFF,
    VERB,
    Ban,
    CardType,
    Deck,
    Leave,
    Op,
    Path,
    Phase,
    Source,
    Status,
    Verb,
)
from balance.games.extremely_bad_hires.values import (
    card_fits,
    change_required,
    holds,
    number,
    required_now,
    seats_of,
)
from balance.jit import inline, kernel, lowest


@inline
def offer(game, n, verb, argument):
    """Write the n-th option; returns how many there are now."""
    game.option[n] = verb * VERB + argument
    return min(n + 1, OPTIONS_MAX - 1)


@kernel
def list_options(rules, game):
    """The legal options of the decider (none when the game is over)."""
    phase = game.phase
    n = 0
    if phase == Phase.PREPARATION:
        n = offer(game, n, Verb.DONE, 0)
        n = offer_hires(rules, game, n)
        n = offer_fixes(rules, game, n)
    elif phase == Phase.CREW:
        n = offer(game, n, Verb.SKIP, 0)
        n = offer_crews(rules, game, n)
    elif phase == Phase.MAYHEM:
        n = offer(game, n, Verb.PASS, 0)
        n = offer_mayhem(rules, game, n)
    elif phase == Phase.RECOVERY or phase == Phase.FIX_WINDOW:
        n = offer(game, n, Verb.DONE, 0)
        n = offer_fixes(rules, game, n)
    elif phase == Phase.OVER or phase == Phase.NONE:
        n = 0
    else:
        n = offer_picks(rules, game)
    game.option_count = n


@kernel
def hire_plays_left(rules, game):
    """EBH-4.6: Hires that may still be played in this Preparation Window."""
    plays = rules.hire_plays
    if game.lasting_size > 0:
        plays += allowed(game, Leave.EXTRA_HIRE, game.active)
    return plays - game.hires_played


@kernel
def offer_hires(rules, game, n):
    """EBH-4.6, 6.2, 6.9..6.13: Hires from hand; at the limit, each with an Active Hire to dismiss."""
    if hire_plays_left(rules, game) < 1:
        return n
    seat = game.active
    me = game.player[seat]
    full = me.staff_size >= rules.staff_limit
    leaving = 0
    if full:
        leaving = dismissable(game, seat)
        if leaving == 0:
            return n
    before = -1
    for i in range(me.hand_size):
        kind = me.hand[i] // COPIES
        if kind == before or rules.kind[kind].type != CardType.HIRE:
            continue
        before = kind
        if not full:
            n = offer(game, n, Verb.HIRE, kind * 8 + 7)
        rest = leaving
        while rest != 0:
            n = offer(game, n, Verb.HIRE, kind * 8 + lowest(rest))
            rest &= rest - 1
    return n


@kernel
def dismissable(game, seat):
    """EBH-6.10: the slots of a staff whose Hire may leave for another; of equal ones the lowest."""
    found = 0
    for slot in range(STAFF):
        hire = game.player[seat].staff[slot]
        if hire.card >= 0 and hire.status == Status.ACTIVE:
            if can_dismiss(game, seat * STAFF + slot) and not twin_before(game, seat, slot):
                found |= 1 << slot
    return found


@kernel
def twin_before(game, seat, slot):
    """Whether an equal Hire has a lower slot."""
    for other in range(slot):
        if game.player[seat].staff[other].card >= 0:
            if alike(game, seat * STAFF + other, seat * STAFF + slot):
                return True
    return False


@kernel
def offer_fixes(rules, game, n):
    """EBH-9.1, 9.2, 4.12: Fixes from hand that may be played now."""
    if not may_fix(rules, game):
        return n
    seat = game.active
    me = game.player[seat]
    before = -1
    for i in range(me.hand_size):
        kind = me.hand[i] // COPIES
        if kind != before and rules.kind[kind].type == CardType.FIX:
            if playable(rules, game, seat, me.hand[i]):
                n = offer(game, n, Verb.FIX, kind)
        before = kind
    return n


@kernel
def offer_mayhem(rules, game, n):
    """EBH-8.4, 8.5: Mayhem from the hand of the opponent who acts."""
    seat = game.decider
    me = game.player[seat]
    if game.lasting_size > 0 and banned(game, Ban.PLAY_MAYHEM, seat, -1):
        return n
    before = -1
    for i in range(me.hand_size):
        kind = me.hand[i] // COPIES
        if kind != before and rules.kind[kind].type == CardType.MAYHEM:
            if playable(rules, game, seat, me.hand[i]):
                n = offer(game, n, Verb.MAYHEM, kind)
        before = kind
    return n


# --------------------------------------------------------------------------------------------- crews


@kernel
def sendable(game):
    """EBH-7.3, 6.3: the active player's slots whose Hire may be sent, as a mask."""
    found = 0
    me = game.player[game.active]
    for slot in range(STAFF):
        hire = me.staff[slot]
        if hire.card >= 0 and hire.status == Status.ACTIVE and not hire.entered:
            if game.lasting_size == 0 or not banned(game, Ban.SEND, game.active, game.active * STAFF + slot):
                found |= 1 << slot
    return found


@kernel
def matching(rules, game, mask):
    """Of the active player's slots those whose Hire has the Active Job's Qualification."""
    wanted = rules.job[game.job].qualification
    found = 0
    me = game.player[game.active]
    for slot in range(STAFF):
        if (mask >> slot) & 1:
            found |= ((me.staff[slot].skills >> wanted) & 1) << slot
    return found


@kernel
def required_of(rules, game, path, crew):
    """EBH-7.10: final Required Hires of the Active Job for a proposed crew: a dry run of Clock-In."""
    job = rules.job[game.job]
    way = job.path[path]
    if way.fixed and game.lasting_size == 0:
        return way.required
    attempt = game.attempt
    kept_raw = attempt.raw
    kept_set = attempt.set_to
    kept_added = attempt.added
    attempt.running = 1
    attempt.job = game.job
    attempt.path = path
    attempt.crew = crew
    attempt.sent = 0
    for slot in range(STAFF):
        if (crew >> slot) & 1:
            attempt.sent_as[attempt.sent] = game.player[game.active].staff[slot].skills
            attempt.sent += 1
    attempt.raw = job.required
    attempt.set_to = -1
    attempt.added = 0
    raising = game.lasting_size == 0 or not banned(game, Ban.RAISE_REQUIRED, game.active, -1)
    lowering = game.lasting_size == 0 or not banned(game, Ban.LOWER_REQUIRED, game.active, -1)
    pc = way.clock_in
    while rules.code[pc].op != Op.END:
        ins = rules.code[pc]
        if ins.op == Op.REQUIRED or ins.op == Op.FORBID:
            if ins.when < 0 or holds(rules, game, ins.when, game.active, Source.JOB):
                if ins.op == Op.FORBID:
                    if ins.who >= 0 or not (seats_of(game, ins.player, game.active) >> game.active) & 1:
                        pc += 1
                        continue
                    raising = raising and ins.what != Ban.RAISE_REQUIRED
                    lowering = lowering and ins.what != Ban.LOWER_REQUIRED
                else:
                    amount = number(rules, game, ins.number, game.active, Source.JOB)
                    up = amount > 0
                    down = amount < 0
                    if ins.extra == 1:
                        up = amount > required_now(rules, game)
                        down = amount < required_now(rules, game)
                    if (raising or not up) and (lowering or not down):
                        change_required(game, amount, ins.extra == 1)
        pc += 1
    found = required_now(rules, game)
    attempt.running = 0
    attempt.job = 0
    attempt.path = 0
    attempt.crew = 0
    attempt.raw = kept_raw
    attempt.set_to = kept_set
    attempt.added = kept_added
    return found


@kernel
def offer_crews(rules, game, n):
    """EBH-7.2..7.12, O-40: every crew that reaches Clock-In; of equal Hires the lowest slots go."""
    ready = sendable(game)
    if ready == 0:
        return n
    job = rules.job[game.job]
    match = matching(rules, game, ready)
    me = game.player[game.active]
    quiet = game.lasting_size == 0
    twins = 0  # six bits per slot: its lower equals
    with_twin = 0
    for slot in range(1, STAFF):
        if (ready >> slot) & 1:
            for other in range(slot):
                if (ready >> other) & 1:
                    if quiet:  # ready ones, no crew yet: nothing else can differ
                        same = me.staff[other].skills == me.staff[slot].skills
                    else:
                        same = alike(game, game.active * STAFF + other, game.active * STAFF + slot)
                    if same:
                        twins |= 1 << (slot * STAFF + other)
                        with_twin |= 1 << slot
    plain = job.path[0].fixed and job.path[1].fixed
    if plain and not quiet:
        plain = not (
            banned(game, Ban.RAISE_REQUIRED, game.active, -1)
            or banned(game, Ban.LOWER_REQUIRED, game.active, -1)
        )
    mask = -ready & ready
    while mask != 0:
        size = crew_size(mask)
        if size >= job.crew_min and size <= job.crew_max and canonical(mask, with_twin, twins):
            path = Path.UNQUALIFIED + 0
            if mask & match:
                path = Path.QUALIFIED + 0
            if plain:
                least = job.path[path].required
            else:
                least = required_of(rules, game, path, mask)
            if size >= least:
                n = offer(game, n, Verb.CREW, mask)
        mask = (mask - ready) & ready  # the next crew out of those that are ready
    return n


@inline
def crew_size(mask):
    """How many of six bits are set."""
    pairs = mask - ((mask >> 1) & 0b010101)
    fours = (pairs & 0b110011) + ((pairs >> 2) & 0b110011)
    return (fours + (fours >> 4)) & 0b1111


@inline
def canonical(mask, with_twin, twins):
    """Whether of equal Hires always the lowest slots are in the crew."""
    rest = mask & with_twin
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        lower = (twins >> (slot * STAFF)) & ((1 << STAFF) - 1)
        if lower & ~mask:
            return False
    return True


# --------------------------------------------------------------------------------------------- picks


@kernel
def offer_picks(rules, game):
    """Choices inside an effect, the hand limit, the order of waiting effects."""
    phase = game.phase
    n = 0
    if game.asked_stop:
        n = offer(game, n, Verb.STOP, 0)
    if phase == Phase.HIRE:
        return offer_hire_picks(game, n)
    if phase == Phase.LIMIT:
        me = game.player[game.decider]
        before = -1
        for i in range(me.hand_size):
            kind = me.hand[i] // COPIES
            if kind != before:
                n = offer(game, n, Verb.CARD, kind)
            before = kind
        return n
    if phase == Phase.CARD:
        return offer_hand_cards(game, n)
    if phase == Phase.FILE:
        return offer_filed_cards(game, n)
    if phase == Phase.LOOKED:
        return offer_looked_cards(rules, game, n)
    if phase == Phase.PLAYER or phase == Phase.OPTION:
        verb = Verb.OPTION
        if phase == Phase.PLAYER:
            verb = Verb.PLAYER
        for i in range(8):
            if (game.asked_mask >> i) & 1:
                n = offer(game, n, verb, i)
        return n
    if phase == Phase.MAY:
        n = offer(game, n, Verb.YES, 0)
        return offer(game, n, Verb.NO, 0)
    for i in range(game.lasting_size):  # ORDER
        if (game.asked_mask >> i) & 1:
            n = offer(game, n, Verb.NEXT, i)
    return n


@kernel
def offer_hire_picks(game, n):
    """Hires, equal ones once."""
    mask = game.asked_mask
    for place in range(game.players * STAFF):
        if not (mask >> place) & 1:
            continue
        twin = False
        start = place // STAFF * STAFF
        for other in range(start, place):
            if (mask >> other) & 1 and alike(game, other, place):
                twin = True
        if not twin:
            n = offer(game, n, Verb.PICK, place)
    return n


@kernel
def offer_hand_cards(game, n):
    """Cards of the hand picked from, each kind once; hands are sorted."""
    me = game.player[game.asked_hand]
    before = -1
    for i in range(me.hand_size):
        kind = me.hand[i] // COPIES
        if (game.asked_mask >> i) & 1 and kind != before:
            n = offer(game, n, Verb.CARD, kind)
            before = kind
    return n


@kernel
def offer_filed_cards(game, n):
    """Cards of the discard pile picked from, each kind once, in the order of their numbers."""
    me = game.player[game.asked_hand]
    last = -1
    while True:
        least = -1
        for i in range(me.discard_size):
            kind = me.discard[i] // COPIES
            if (game.asked_mask >> i) & 1 and kind > last and (least < 0 or kind < least):
                least = kind
        if least < 0:
            return n
        n = offer(game, n, Verb.FILE, least)
        last = least


@kernel
def offer_looked_cards(rules, game, n):
    """Kinds among the looked-at cards (those not ordered yet), each once."""
    size = game.look_size
    ordering = game.frame.step == 3
    if ordering:
        size = game.frame.left
    for i in range(size):
        card = game.look[i]
        good = ordering or game.look_deck == Deck.JOB
        if not good:
            good = card_fits(rules, card, game.asked_type, game.asked_qualification)
        if good:
            for j in range(i):
                if game.look[j] // COPIES == card // COPIES:
                    good = False
        if good:
            n = offer(game, n, Verb.LOOKED, card // COPIES)
    return n

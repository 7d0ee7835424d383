"""Instructions that look at cards, show them or shuffle a deck (EBH-14.3, O-31)."""

from __future__ import annotations

from balance.games.extremely_bad_hires.card_ops import how_many, note_done, put_card
from balance.games.extremely_bad_hires.events import Event, Shuffled
from balance.games.extremely_bad_hires.lasting import log
from balance.games.extremely_bad_hires.picks import NO_ANSWER, ask, chooser
from balance.games.extremely_bad_hires.piles import COPIES, shuffle_company, shuffle_jobs, to_discard
from balance.games.extremely_bad_hires.state import LOOK_MAX, Deck, Phase, Rest, Zone
from balance.games.extremely_bad_hires.values import card_fits, number, seat_of, seats_of
from balance.jit import kernel


@kernel
def op_look(rules, game, ins):
    """EBH-14.3, O-31: the top cards, for the looker only; some may be kept, the rest goes back."""
    frame = game.frame
    if frame.step == 0:
        if seats_of(game, ins.by, frame.controller) == 0:
            return 1
        begin_look(rules, game, ins)
        note_done(game, ins, game.look_size)
    if frame.step == 1:
        if not keep_looked(rules, game, ins):
            return 0
        frame.step = 2
    return lay_back(game, ins)


@kernel
def begin_look(rules, game, ins):
    """Take the cards up; the next one first."""
    frame = game.frame
    seat = frame.controller
    game.looker = chooser(rules, game, ins.by, seat)
    game.look_deck = ins.what
    count = min(LOOK_MAX, how_many(rules, game, ins))
    me = game.player[seat]
    game.look_size = 0
    if ins.what == Deck.OWN:
        count = min(count, me.deck_size)
    else:
        count = min(count, game.jobs_size)
    log(game, Event.LOOK, game.looker, ins.what, count, 0)
    for i in range(count):
        if ins.what == Deck.OWN:
            me.deck_size -= 1
            game.look[i] = me.deck[me.deck_size]
        else:
            game.jobs_size -= 1
            game.look[i] = game.jobs[game.jobs_size]
        log(game, Event.SEEN, game.looker, game.look[i], ins.what, 0)
    game.look_size = count
    frame.step = 1
    frame.left = 0
    if ins.other >= 0:
        keep = rules.selector[ins.other]
        frame.left = max(0, number(rules, game, keep.number, seat, frame.source))


@kernel
def looked(rules, game, kind_of, qualification):
    """(place of the first fitting looked-at card or -1, how many kinds fit, how many cards fit)."""
    first = -1
    kinds = 0
    cards = 0
    for i in range(game.look_size):
        card = game.look[i]
        if game.look_deck == Deck.JOB or card_fits(rules, card, kind_of, qualification):
            new = 1
            for j in range(i):
                if game.look[j] // COPIES == card // COPIES:
                    new = 0
            kinds += new
            cards += 1
            if first < 0:
                first = i
    return first, kinds, cards


@kernel
def take_looked(game, kind):
    """Take the looked-at card of a kind that lies nearest to the top."""
    for i in range(game.look_size):
        if game.look[i] // COPIES == kind:
            card = game.look[i]
            game.look_size -= 1
            for j in range(i, game.look_size):
                game.look[j] = game.look[j + 1]
            return card
    return -1


@kernel
def keep_looked(rules, game, ins):
    """The cards kept, one at a time."""
    frame = game.frame
    if ins.other < 0:
        return 1
    keep = rules.selector[ins.other]
    if frame.answer != NO_ANSWER:
        keep_one(rules, game, ins, frame.answer)
        frame.answer = NO_ANSWER
    while frame.left > 0:
        first, kinds, cards = looked(rules, game, keep.type, keep.qualification)
        if first < 0:
            break
        if kinds == 1 or cards <= frame.left:
            keep_one(rules, game, ins, game.look[first] // COPIES)
            continue
        ask(game, Phase.LOOKED, game.looker)
        game.asked_type = keep.type
        game.asked_qualification = keep.qualification
        return 0
    return 1


@kernel
def keep_one(rules, game, ins, kind):
    """A looked-at card of a kind is kept."""
    frame = game.frame
    frame.left -= 1
    card = take_looked(game, kind)
    if game.look_deck == Deck.OWN:
        put_card(rules, game, frame.controller, card, ins.count)
    elif ins.count == Zone.DISCARD:
        to_job_discard(game, card)
    elif ins.count == Zone.DECK_BOTTOM:
        under(game, frame.controller, card)
    else:
        on_top(game, frame.controller, card)
    game.moved = 1
    log(game, Event.KEPT, frame.controller, card, ins.what, ins.count)


@kernel
def lay_back(game, ins):
    """The rest goes back on top, to the bottom, or to the pile."""
    frame = game.frame
    if ins.extra == Rest.ANY_ORDER:
        return lay_in_any_order(game, ins)
    seat = frame.controller
    if ins.extra == Rest.SAME_ORDER:
        for i in range(game.look_size - 1, -1, -1):
            on_top(game, seat, game.look[i])
    elif ins.extra == Rest.BOTTOM:
        for i in range(game.look_size):
            under(game, seat, game.look[i])
    else:
        for i in range(game.look_size):
            if game.look_deck == Deck.OWN:
                to_discard(game, seat, game.look[i])
            else:
                to_job_discard(game, game.look[i])
    for i in range(game.look_size):
        log(game, Event.PUT, seat, game.look[i], ins.what, ins.extra)
    game.look_size = 0
    return 1


@kernel
def to_job_discard(game, card):
    """A Job that is not the Active one goes to the Job discard pile."""
    game.job_discard[game.job_discard_size] = card
    game.job_discard_size += 1


@kernel
def on_top(game, seat, card):
    """A card on top of the deck that is looked at."""
    if game.look_deck == Deck.OWN:
        me = game.player[seat]
        me.deck[me.deck_size] = card
        me.deck_size += 1
    else:
        game.jobs[game.jobs_size] = card
        game.jobs_size += 1


@kernel
def under(game, seat, card):
    """A card to the bottom of the deck that is looked at."""
    if game.look_deck == Deck.OWN:
        me = game.player[seat]
        for i in range(me.deck_size, 0, -1):
            me.deck[i] = me.deck[i - 1]
        me.deck[0] = card
        me.deck_size += 1
    else:
        for i in range(game.jobs_size, 0, -1):
            game.jobs[i] = game.jobs[i - 1]
        game.jobs[0] = card
        game.jobs_size += 1


@kernel
def lay_in_any_order(game, ins):
    """One at a time; the first chosen will lie on top. Chosen cards wait at the end of `look`."""
    frame = game.frame
    seat = frame.controller
    if frame.step == 2:
        frame.step = 3
        frame.left = game.look_size  # still to be ordered: the first `left` cards
        frame.taken = game.look_size
    if frame.answer != NO_ANSWER:
        order_one(game, frame.answer)
        frame.answer = NO_ANSWER
    while frame.left > 0:
        kinds = 0
        for i in range(frame.left):
            new = 1
            for j in range(i):
                if game.look[j] // COPIES == game.look[i] // COPIES:
                    new = 0
            kinds += new
        if kinds == 1:
            order_one(game, game.look[0] // COPIES)
            continue
        ask(game, Phase.LOOKED, game.looker)
        return 0
    for i in range(game.look_size):
        log(game, Event.PUT, seat, game.look[i], ins.what, ins.extra)
    for i in range(game.look_size - 1, -1, -1):
        on_top(game, seat, game.look[i])
    game.look_size = 0
    return 1


@kernel
def order_one(game, kind):
    """The first open card of a kind moves behind those that are ordered already."""
    frame = game.frame
    for i in range(frame.left):
        if game.look[i] // COPIES == kind:
            card = game.look[i]
            for j in range(i, frame.taken - 1):
                game.look[j] = game.look[j + 1]
            game.look[frame.taken - 1] = card
            frame.left -= 1
            return


@kernel
def op_reveal(rules, game, ins):
    """Cards are shown to all; nothing moves."""
    mask = seats_of(game, ins.player, game.frame.controller)
    for step in range(game.players):
        seat = (game.active + step) % game.players
        if (mask >> seat) & 1:
            me = game.player[seat]
            count = me.hand_size
            if ins.extra == 1:
                count = min(me.deck_size, how_many(rules, game, ins))
            log(game, Event.REVEAL, seat, ins.extra, count, 0)
            for i in range(count):
                card = me.hand[i]
                if ins.extra == 1:
                    card = me.deck[me.deck_size - 1 - i]
                log(game, Event.SHOWN, seat, card, 0, 0)
            note_done(game, ins, count)
    return 1


@kernel
def op_shuffle(rules, game, ins):
    """EBH-14.3: a deck is shuffled on order, with its pile if the card says so."""
    seat = seat_of(game, ins.player, game.frame.controller)
    if ins.what == Deck.OWN:
        if seat < 0:
            return 1
        me = game.player[seat]
        if ins.extra == 1:
            for i in range(me.discard_size):
                me.deck[me.deck_size] = me.discard[i]
                me.deck_size += 1
            me.discard_size = 0
        shuffle_company(rules, game, seat)
        log(game, Event.SHUFFLE, seat, me.deck_size, Deck.OWN, Shuffled.EFFECT)
    else:
        if ins.extra == 1:
            for i in range(game.job_discard_size):
                game.jobs[game.jobs_size] = game.job_discard[i]
                game.jobs_size += 1
            game.job_discard_size = 0
        shuffle_jobs(rules, game)
        log(game, Event.SHUFFLE, -1, game.jobs_size, Deck.JOB, Shuffled.EFFECT)
    note_done(game, ins, 1)
    return 1

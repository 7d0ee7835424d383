"""Hands, Company Decks, discard piles, the Job Deck (EBH-5): where cards lie, and the luck of their order."""

from __future__ import annotations

from balance.chance import chain, sort_word
from balance.games.extremely_bad_hires.events import Event, Shuffled
from balance.games.extremely_bad_hires.lasting import banned, log
from balance.games.extremely_bad_hires.state import Ban, Deck
from balance.jit import inline, kernel

# purposes: they name the streams of a deal's luck, and must never change their number
FIRST = 1
DECK = 2
JOBS = 3
RANDOM_DISCARD = 4
RANDOM_PICK = 5
BOT_LUCK = 6

CARD_BITS = 13
CARD_MASK = 8191
COPIES = 64


@inline
def round_now(game):
    """The round, from 1 (setup counts as round 1)."""
    return game.round


# ------------------------------------------------------------------------------------------- hands


@kernel
def hand_in(rules, game, seat, card):
    """A card comes to a hand; hands are sorted."""
    me = game.player[seat]
    i = me.hand_size
    while i > 0 and me.hand[i - 1] > card:
        me.hand[i] = me.hand[i - 1]
        i -= 1
    me.hand[i] = card
    me.hand_size += 1
    if round_now(game) <= rules.early_round:
        me.tally.cards[card // COPIES].early = 1


@kernel
def hand_out(me, place):
    """Take the card at a place out of a hand."""
    card = me.hand[place]
    me.hand_size -= 1
    for i in range(place, me.hand_size):
        me.hand[i] = me.hand[i + 1]
    return card


@kernel
def in_hand(me, kind):
    """The place of the first card of a kind in a hand; -1: none."""
    for i in range(me.hand_size):
        if me.hand[i] // COPIES == kind:
            return i
    return -1


@kernel
def to_discard(game, seat, card):
    """EBH-5.13, 5.14: a Company card goes to its owner's discard pile, which is kept sorted."""
    me = game.player[seat]
    i = me.discard_size
    while i > 0 and me.discard[i - 1] > card:
        me.discard[i] = me.discard[i - 1]
        i -= 1
    me.discard[i] = card
    me.discard_size += 1


# ------------------------------------------------------------------------------------------- decks


@kernel
def shuffle_company(rules, game, seat):
    """Order a Company Deck by a key per card copy: other cards keep their order when one is added."""
    me = game.player[seat]
    key = chain(chain(chain(game.luck, DECK), seat), me.shuffles)
    me.shuffles += 1
    for i in range(me.deck_size):
        card = me.deck[i]
        luck = rules.kind[card // COPIES].luck
        word = sort_word(chain(key, luck * COPIES + card % COPIES), card, CARD_BITS)
        j = i
        while j > 0 and me.deck[j - 1] > word:
            me.deck[j] = me.deck[j - 1]
            j -= 1
        me.deck[j] = word
    for i in range(me.deck_size):
        me.deck[i] &= CARD_MASK


@kernel
def recycle_company(rules, game, seat):
    """EBH-5.4: the discard pile becomes (part of) the deck."""
    me = game.player[seat]
    for i in range(me.discard_size):
        me.deck[me.deck_size] = me.discard[i]
        me.deck_size += 1
    me.discard_size = 0
    shuffle_company(rules, game, seat)
    me.tally.recycled += 1
    log(game, Event.SHUFFLE, seat, me.deck_size, Deck.OWN, Shuffled.RECYCLE)


@kernel
def shuffle_jobs(rules, game):
    """The same for the Job Deck."""
    key = chain(chain(game.luck, JOBS), game.job_shuffles)
    game.job_shuffles += 1
    for i in range(game.jobs_size):
        card = game.jobs[i]
        luck = rules.job[card // COPIES].luck
        word = sort_word(chain(key, luck * COPIES + card % COPIES), card, CARD_BITS)
        j = i
        while j > 0 and game.jobs[j - 1] > word:
            game.jobs[j] = game.jobs[j - 1]
            j -= 1
        game.jobs[j] = word
    for i in range(game.jobs_size):
        game.jobs[i] &= CARD_MASK


@kernel
def recycle_jobs(rules, game):
    """EBH-5.7: the Job discard pile becomes (part of) the Job Deck."""
    for i in range(game.job_discard_size):
        game.jobs[game.jobs_size] = game.job_discard[i]
        game.jobs_size += 1
    game.job_discard_size = 0
    shuffle_jobs(rules, game)
    game.tally.job_recycled += 1
    log(game, Event.SHUFFLE, -1, game.jobs_size, Deck.JOB, Shuffled.RECYCLE)


@kernel
def reveal_job(rules, game):
    """EBH-5.3, 5.7, 5.17: the top card of the Job Deck becomes the Active Job."""
    if game.jobs_size == 0:
        recycle_jobs(rules, game)
    game.jobs_size -= 1
    game.job_card = game.jobs[game.jobs_size]
    game.job = game.job_card // COPIES
    game.job_since = game.turn
    log(game, Event.JOB, -1, game.job, game.jobs_size, 0)


@inline
def count_left(game):
    """The Active Job leaves its place in the active player's turn."""
    row = game.player[game.active].tally.jobs[game.job]
    row.left += 1
    row.dwell += game.turn - game.job_since


@kernel
def discard_job(game):
    """EBH-5.17: the Active Job goes to the Job discard pile."""
    count_left(game)
    game.job_discard[game.job_discard_size] = game.job_card
    game.job_discard_size += 1
    log(game, Event.FILE_JOB, -1, game.job, 0, 0)


# ------------------------------------------------------------------------------------------- draws


@kernel
def draw_one(rules, game, seat, why):
    """EBH-12.4, 5.4, 5.5: one card from the own deck to the hand; 1 if there was one."""
    me = game.player[seat]
    if game.lasting_size > 0 and banned(game, Ban.DRAW, seat, -1):
        return 0
    if me.deck_size == 0:
        if me.discard_size == 0:
            log(game, Event.NO_DRAW, seat, 0, 0, 0)
            return 0
        recycle_company(rules, game, seat)
    me.deck_size -= 1
    card = me.deck[me.deck_size]
    hand_in(rules, game, seat, card)
    me.tally.drawn += 1
    me.tally.cards[card // COPIES].drawn += 1
    game.moved = 1
    log(game, Event.DRAW, seat, card, why, 0)
    return 1

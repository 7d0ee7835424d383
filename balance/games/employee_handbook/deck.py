"""The draw pile and the discard pile: building, shuffling, drawing from, placing into (HB-65..68)."""

from __future__ import annotations

from balance.chance import chain, sort_word
from balance.games.employee_handbook.knowledge import forget_order
from balance.games.employee_handbook.state import (
    BUCKETS,
    CHAINS,
    DECK_MAX,
    LOG_MAX,
    Event,
    Family,
    FreshDeck,
)
from balance.jit import inline, kernel

# purposes: they name the streams of a deal's luck, and must never change their number
FIRST = 1
DECK = 2
RESHUFFLE = 3
REORGANIZE = 4
GAIN = 5
RETURN = 6
BOT_LUCK = 7
PLACE_LUCK = 8

_CARD_BITS = 12
_BUCKET_SHIFT = 59  # of a 63-bit word: leaves 16 buckets


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
def shuffle(rules, game, key):
    """Order the draw pile by a key per card copy, so that other cards keep their order when one is added.

    Key and card in one word, thrown into buckets by the top bits, then an insertion sort.
    """
    n = game.deck_size
    for i in range(BUCKETS + 1):
        game.bucket[i] = 0
    for i in range(n):
        card = game.deck[i]
        word = sort_word(chain(key, rules.card[card >> 8].luck * 256 + (card & 255)), card, _CARD_BITS)
        game.deck[i] = word
        game.bucket[(word >> _BUCKET_SHIFT) + 1] += 1
    for i in range(BUCKETS):
        game.bucket[i + 1] += game.bucket[i]
    for i in range(n):
        word = game.deck[i]
        where = word >> _BUCKET_SHIFT
        game.scratch[game.bucket[where]] = word
        game.bucket[where] += 1
    for i in range(n):
        word = game.scratch[i]
        j = i
        while j > 0 and game.deck[j - 1] > word:
            game.deck[j] = game.deck[j - 1]
            j -= 1
        game.deck[j] = word
    for i in range(n):
        game.deck[i] &= 4095


@inline
def put(rules, game, kind, copy):
    """Lay a card on the draw pile."""
    game.deck[game.deck_size] = kind * 256 + copy
    game.deck_size += 1
    if rules.card[kind].family == Family.HAZARD:
        game.deck_hazards += 1


@kernel
def count_in(rules, game, kind, copies):
    """Copies of a card come into the draw pile: what it is worth, for all to see."""
    if rules.card[kind].family == Family.MONEY:
        game.deck_money += rules.card[kind].pays * copies
    elif rules.card[kind].family == Family.TACTIC:
        game.deck_tactics += copies


@kernel
def end_chains(game):
    """The blocked hazards in the deck vanish: count how often each was blocked."""
    for i in range(game.plants):
        plant = game.plant[i]
        game.company[plant.seat].tally.chain[min(plant.blocks, CHAINS - 1)] += 1
    game.plants = 0


@kernel
def fresh_deck(rules, game):
    """HB-65..67, HA-05: the deck of an era; by the other reading the old one gets its hazards added."""
    era = rules.era[game.era]
    if game.era == 0 or rules.reading.fresh_deck == FreshDeck.REPLACE:
        game.gone += game.deck_size + game.discard_size
        end_chains(game)
        game.deck_size = 0
        game.deck_hazards = 0
        game.deck_money = 0
        game.deck_tactics = 0
        game.discard_size = 0
        for kind in range(rules.card_kinds):
            game.discard[kind] = 0
            count_in(rules, game, kind, era.copies[kind])
            for copy in range(era.copies[kind]):
                put(rules, game, kind, copy)
        game.made += game.deck_size
    else:
        for kind in range(rules.card_kinds):
            if rules.card[kind].family == Family.HAZARD:
                have = 0
                for i in range(game.deck_size):
                    if game.deck[i] >> 8 == kind:
                        have += 1
                before = rules.era[game.era - 1].copies[kind]
                for extra in range(era.copies[kind] - have):
                    if game.deck_size < DECK_MAX:
                        put(rules, game, kind, (before + extra) & 255)
                        game.made += 1
    game.removed = 0
    shuffle(rules, game, chain(chain(game.luck, DECK), game.era))
    forget_order(rules, game)
    log(game, Event.FRESH_DECK, -1, game.era, game.deck_size, game.deck_hazards)


@inline
def discard(game, kind):
    """HA-27: onto the one shared discard pile."""
    game.discard[kind] += 1
    game.discard_size += 1


@inline
def reshuffle_if_empty(rules, game):
    """HB-68, HA-28: only when a card must be drawn from an empty deck."""
    if game.deck_size > 0 or game.discard_size == 0:
        return
    for kind in range(rules.card_kinds):
        count_in(rules, game, kind, game.discard[kind])
        for copy in range(game.discard[kind]):
            put(rules, game, kind, copy & 255)
        game.discard[kind] = 0
    game.discard_size = 0
    shuffle(rules, game, chain(chain(game.luck, RESHUFFLE), game.reshuffles))
    game.reshuffles += 1
    forget_order(rules, game)
    log(game, Event.RESHUFFLE, -1, game.deck_size, game.deck_hazards, 0)


@inline
def take_top(rules, game):
    """Take the next card off the pile."""
    game.deck_size -= 1
    card = game.deck[game.deck_size]
    game.removed += 1
    if rules.card[card >> 8].family == Family.HAZARD:
        game.deck_hazards -= 1
    return card


@kernel
def insert(rules, game, card, position):
    """HA-43: put a card so that it is the position-th next one."""
    at = game.deck_size - (position - 1)
    for i in range(game.deck_size, at, -1):
        game.deck[i] = game.deck[i - 1]
    game.deck[at] = card
    game.deck_size += 1
    game.removed -= 1
    if rules.card[card >> 8].family == Family.HAZARD:
        game.deck_hazards += 1

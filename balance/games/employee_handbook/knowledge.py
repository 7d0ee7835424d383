"""What each company can know of the draw pile, kept up to date from what it saw (HB-60..64, HA-40).

Two things per company. `known`: the kinds of the next cards it inspected, put in order or placed itself.
`window`: for each hazard its rival placed and it has not met, the number of next cards it lies within
(the position is secret, HB-35). Whoever plays, compiled bot or person, is shown this and nothing else.
"""

from __future__ import annotations

from balance.games.employee_handbook.state import KNOWN_MAX, WINDOWS, Family, Memory
from balance.jit import inline, kernel

INSPECTED = 1
PLACED = 2


@inline
def expire_inspections(rules, game):
    """HB-64, HA-29: any draw or change of the deck ends both inspections; HA-40: memory may go too."""
    for seat in range(2):
        me = game.company[seat]
        me.seen_count = 0
        if rules.reading.memory == Memory.NONE:
            for i in range(me.known_to):
                if me.known_how[i] == INSPECTED:
                    me.known[i] = 0
                    me.known_how[i] = 0


@kernel
def forget_order(rules, game):
    """The pile was shuffled: nobody knows an order any more."""
    expire_inspections(rules, game)
    for seat in range(2):
        me = game.company[seat]
        me.windows = 0
        forget_known(me)


@kernel
def forget_known(me):
    """Know no position any more."""
    for i in range(me.known_to):
        me.known[i] = 0
        me.known_how[i] = 0
    me.known_to = 0


@kernel
def drop_window(me, index):
    """Forget one of the rival's placed hazards."""
    me.windows -= 1
    for i in range(index, me.windows):
        me.window[i] = me.window[i + 1]


@inline
def saw_draw(rules, game, kind):
    """The next card was taken, face up: positions move up by one."""
    hazard = rules.card[kind].family == Family.HAZARD
    expire_inspections(rules, game)
    for seat in range(2):
        me = game.company[seat]
        expected = me.known[0] == kind + 1
        if me.known_to > 0:
            me.known_to -= 1
            for i in range(me.known_to):
                me.known[i] = me.known[i + 1]
                me.known_how[i] = me.known_how[i + 1]
            me.known[me.known_to] = 0
            me.known_how[me.known_to] = 0
        if me.windows > 0:
            if hazard and not expected:  # the likeliest: the one with the fewest places left
                least = 0
                for i in range(1, me.windows):
                    if me.window[i] < me.window[least]:
                        least = i
                drop_window(me, least)
            i = 0
            while i < me.windows:
                me.window[i] -= 1
                if me.window[i] <= 0:
                    drop_window(me, i)
                else:
                    i += 1


@kernel
def saw_placement(rules, game, seat, position, kind, within):
    """HB-35: the blocker knows where the hazard lies; its rival knows only that it is near."""
    expire_inspections(rules, game)
    me = game.company[seat]
    if position <= KNOWN_MAX:
        me.known_to = min(max(me.known_to + 1, position), KNOWN_MAX)
        for i in range(me.known_to - 1, position - 1, -1):
            me.known[i] = me.known[i - 1]
            me.known_how[i] = me.known_how[i - 1]
        me.known[position - 1] = kind + 1
        me.known_how[position - 1] = PLACED
    for i in range(me.windows):
        me.window[i] += 1
    rival = game.company[1 - seat]
    forget_known(rival)
    for i in range(rival.windows):
        rival.window[i] += 1
    if rival.windows < WINDOWS:
        rival.window[rival.windows] = within
        rival.windows += 1


@kernel
def look(game, seat, cards):
    """HB-63, HA-33: see the next cards in order, as many as there are."""
    me = game.company[seat]
    n = min(cards, game.deck_size, KNOWN_MAX)
    me.seen_count = n
    me.known_to = max(me.known_to, n)
    for i in range(n):
        kind = game.deck[game.deck_size - 1 - i] // 256
        me.seen[i] = kind
        me.known[i] = kind + 1
        me.known_how[i] = INSPECTED
    i = 0
    while i < me.windows:  # a placed hazard within the cards seen is known now
        if me.window[i] <= n:
            drop_window(me, i)
        else:
            i += 1
    return n


@kernel
def reordered(rules, game, seat):
    """The next cards were put in order by this company: its rival's knowledge of them is void."""
    expire_inspections(rules, game)
    rival = game.company[1 - seat]
    rival.windows = 0
    forget_known(rival)


@kernel
def hazard_chance(rules, game, seat, position):
    """Chance that the card at a position (1 = next) is a hazard, for all this company may know."""
    me = game.company[seat]
    if position > game.deck_size:
        return 0.0
    if me.known_to == 0 and me.windows == 0:  # as below, with nothing known: most decisions
        return 1.0 - (1.0 - min(1.0, game.deck_hazards / game.deck_size))
    if position <= KNOWN_MAX and me.known[position - 1] > 0:
        if rules.card[me.known[position - 1] - 1].family == Family.HAZARD:
            return 1.0
        return 0.0
    unknown = game.deck_size - me.windows
    hazards = game.deck_hazards - me.windows
    for i in range(me.known_to):
        if me.known[i] > 0:
            unknown -= 1
            if rules.card[me.known[i] - 1].family == Family.HAZARD:
                hazards -= 1
    safe = 1.0
    if hazards > 0 and unknown > 0:
        safe = 1.0 - min(1.0, hazards / unknown)
    for i in range(me.windows):
        if position <= me.window[i]:
            places = me.window[i]
            for q in range(min(me.window[i], me.known_to)):
                if me.known[q] > 0:
                    places -= 1
            if places > 0:
                safe *= 1.0 - 1.0 / places
    return 1.0 - safe

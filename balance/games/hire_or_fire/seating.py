"""Who applies to whom (HF-16, HF-20, HD-1)."""

from __future__ import annotations

from balance.jit import inline


@inline
def target_of(game, seat):
    """HF-16: whose offer a player applies for."""
    return (seat - game.offset + game.players) % game.players


@inline
def applicant_of(game, seat):
    """HF-20: who applies for the offer of a player."""
    return (seat + game.offset) % game.players


@inline
def mutual(game):
    """HD-3: 1 in a week in which partners judge each other."""
    return int(2 * game.offset == game.players)


@inline
def tokens_on(game, place):
    """HIRED! tokens on the folder at a place."""
    n = 0
    for seat in range(game.players):
        n += int(game.player[seat].hired == place)
    return n

"""How chance is named: every random thing is a hash of the deal's key and of what it is for."""

from __future__ import annotations

import zlib

from balance import chance, jit

chain = jit.plain(chance.chain)
below = jit.plain(chance.below)


def _word(card: tuple[str, int]) -> int:
    return zlib.crc32(card[0].encode()) * 64 + card[1]


def _by_key(key: int, cards: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Ascending by the unsigned key of each card (without the 14 lowest bits: cards are packed there)."""
    return sorted(cards, key=lambda card: ((chain(key, _word(card)) % (1 << 64)) >> 14, card))


def first_player(key: int, players: int) -> int:
    return below(chain(key, 1), players)


def company_deck_order(
    key: int, seat: int, shuffle: int, cards: list[tuple[str, int]]
) -> list[tuple[str, int]]:
    """The bottom card first, the top card last."""
    return _by_key(chain(chain(chain(key, 2), seat), shuffle), cards)


def job_deck_order(key: int, shuffle: int, cards: list[tuple[str, int]]) -> list[tuple[str, int]]:
    return _by_key(chain(chain(key, 3), shuffle), cards)


def random_discard(
    key: int, seat: int, number: int, cards: list[tuple[str, int]], count: int
) -> list[tuple[str, int]]:
    """Which of the cards go (EBH-12.6)."""
    return _by_key(chain(chain(chain(key, 4), seat), number), cards)[:count]


def random_pick(key: int, number: int, candidates: int) -> int:
    return below(chain(chain(key, 5), number), candidates)

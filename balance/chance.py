"""Keyed chance: every random thing is named, so that two variants of a game share their luck.

There is no running stream. A number is a hash of (scenario seed, deal, purpose, occasion, index), made
by chaining splitmix64 steps (Steele, Lea, Flood 2014: "Fast splittable pseudorandom number
generators"). Asking for one number more, in one place, moves no number anywhere else.

Keys are int64 (a bit pattern, sign without meaning), because kernels mix them with int64 fields; only
the mixers below work in uint64, and only they have a Python twin for plain mode.
"""

from __future__ import annotations

import numpy as np

from balance.jit import kernel, twin

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_MASK = (1 << 64) - 1


def _chain_python(key: int, word: int) -> int:
    z = ((key & _MASK) + ((word & _MASK) * 2 + 1) * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    z ^= z >> 31
    return z - (1 << 64) if z >> 63 else z


@kernel
def _chain(key, word):
    z = np.uint64(key) + (np.uint64(word) * np.uint64(2) + np.uint64(1)) * _GOLDEN
    z = (z ^ (z >> _S30)) * _M1
    z = (z ^ (z >> _S27)) * _M2
    return np.int64(z ^ (z >> _S31))


def _below_python(key: int, n: int) -> int:
    return (((key & _MASK) >> 32) * n) >> 32


@kernel
def _below(key, n):
    return np.int64(((np.uint64(key) >> _S32) * np.uint64(n)) >> _S32)


def _unit_python(key: int) -> float:
    return ((key & _MASK) >> 11) * (1.0 / 9007199254740992.0)


@kernel
def _unit(key):
    return np.float64(np.uint64(key) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


def _sort_word_python(key: int, card: int, bits: int) -> int:
    return (((key & _MASK) >> (bits + 1)) << bits) | card


@kernel
def _sort_word(key, card, bits):
    b = np.uint64(bits)
    return np.int64(((np.uint64(key) >> (b + np.uint64(1))) << b) | np.uint64(card))


chain = twin(_chain, _chain_python)
"""chain(key, word) -> key of the stream `word` inside the stream `key`."""

below = twin(_below, _below_python)
"""below(key, n) -> whole number 0..n-1, n < 2**31 (bias under n / 2**32)."""

unit = twin(_unit, _unit_python)
"""unit(key) -> float in [0, 1)."""

sort_word = twin(_sort_word, _sort_word_python)
"""sort_word(key, card, bits) -> a non-negative word that sorts by the key and carries the card below."""


def deal_key(seed: int, deal: int) -> int:
    """The key of all luck of one deal (Python side)."""
    return _chain_python(_chain_python(0, seed), deal)

"""Keyed chance: known numbers, twins that agree, and streams that look like chance."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare, kstest

from balance import chance
from balance.jit import plain

INT64 = st.integers(-(2**63), 2**63 - 1)


@numba.njit(error_model="numpy")
def compiled(key, word, n, card):
    """Each mixer once, called from compiled code."""
    return (
        chance.chain(key, word),
        chance.below(key, n),
        chance.unit(key),
        chance.sort_word(key, card, 12),
    )


@settings(max_examples=500, deadline=None, derandomize=True)
@given(key=INT64, word=st.integers(-1000, 2**40), n=st.integers(1, 2**31 - 1), card=st.integers(0, 4095))
def test_twins_agree(key: int, word: int, n: int, card: int) -> None:
    expected = (
        plain(chance.chain)(key, word),
        plain(chance.below)(key, n),
        plain(chance.unit)(key),
        plain(chance.sort_word)(key, card, 12),
    )
    assert compiled(key, word, n, card) == expected
    _, low, real, packed = expected
    assert 0 <= low < n
    assert 0.0 <= real < 1.0
    assert 0 <= packed < 2**63
    assert packed & 4095 == card


def test_splitmix64_as_published() -> None:
    """With word 0 the first number after a seed is that of the published generator."""
    chain = plain(chance.chain)
    assert chain(0, 0) & (2**64 - 1) == 0xE220A8397B1DCDAF
    assert chain(1234567, 0) & (2**64 - 1) == 6457827717110365317


def test_streams_of_neighbours_do_not_meet() -> None:
    keys = {chance.deal_key(seed, deal) for seed in range(300) for deal in range(300)}
    assert len(keys) == 90_000
    chain = plain(chance.chain)
    key = chance.deal_key(1, 1)
    inside = {chain(chain(key, purpose), occasion) for purpose in range(10) for occasion in range(1000)}
    assert len(inside) == 10_000


@pytest.mark.parametrize("n", [2, 3, 10, 36])
def test_below_is_even(n: int) -> None:
    chain, below = plain(chance.chain), plain(chance.below)
    key = chance.deal_key(9, n)
    counts = np.bincount([below(chain(key, i), n) for i in range(20_000)], minlength=n)
    assert chisquare(counts).pvalue > 0.001


def test_unit_is_even_and_neighbours_are_independent() -> None:
    chain, unit = plain(chance.chain), plain(chance.unit)
    values = np.array([unit(chain(chance.deal_key(2, deal), 3)) for deal in range(20_000)])
    assert kstest(values, "uniform").pvalue > 0.001
    assert abs(np.corrcoef(values[:-1], values[1:])[0, 1]) < 4 / len(values) ** 0.5


def test_one_bit_of_the_key_moves_half_of_the_bits() -> None:
    chain = plain(chance.chain)
    flips = [
        ((chain(key, 5) ^ chain(key ^ (1 << bit), 5)) & (2**64 - 1)).bit_count()
        for key in range(50)
        for bit in range(63)
    ]
    assert 31.5 < np.mean(flips) < 32.5
    assert min(flips) > 8

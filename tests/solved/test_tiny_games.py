"""Games so small that chances to win can be worked out by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from balance.chance import deal_key
from balance.games.employee_handbook import GAME
from balance.games.interface import JOB
from tests.solved.ways import NOTHING, still

GAMES = 20_000
ONE_ROUND: dict[str, Any] = {
    "eras": [{"round": 1, "copies": NOTHING | {"profit": 2, "windfall": 1, "hazard": 1}}],
    "start.cash": 0,
    "frame.dollars_per_point": 1,
    "company.explosion_loss": 4,
    "companies.a": {"company.optional_draws": 1},
    "bots.balanced.weights": {"greed": 1000},
}
"""Four cards, P P W H, one point per dollar. A draws one and may draw another, then B draws one.

A hazard costs up to $4 and the turn. B always moves last and has no choice.
"""
CARDS = still(ONE_ROUND)
TABLES = GAME.tables(CARDS)

# By hand, over the first card of A (and its second, if it is drawn), as (A wins, ties, B wins).
#
# A always draws on:     H 1/4: A $0, B has 2 or 5: lost.
#   P 1/2, then P 1/3: A $4, B meets W (lost) or H (won); W 1/3: A $7, won; H 1/3: A $0, B has $2 or $5: lost.
#   W 1/4, then P 2/3: A $7, won; H 1/3: A $1, B has $2: lost.
#   won: 1/2 (1/3 1/2 + 1/3) + 1/4 2/3 = 5/12; lost: 7/12
# A never draws on:      H 1/4: lost. W 1/4: A $5, won. P 1/2: A $2, B has P (tie), W (lost), H (won).
#   won: 1/4 + 1/6, which is 5/12; tie: 1/6; lost: 5/12
ALWAYS = (Fraction(5, 12), Fraction(0), Fraction(7, 12))
NEVER = (Fraction(5, 12), Fraction(1, 6), Fraction(5, 12))
BY_CHANCE = tuple(
    (a + b) / 2 for a, b in zip(ALWAYS, NEVER, strict=True)
)  # a random bot draws every other time
BOTS = {"balanced": ALWAYS, "random": BY_CHANCE}


def played(bots: np.ndarray, order: tuple[int, ...] | None, deal: int) -> int:
    """Who wins (0 A, 1 tie, 2 B) when A's bot decides, with the deck in that order (next card first)."""
    match = GAME.new(TABLES, 3, deal)
    if order is not None:
        match.state[0]["deck"][: len(order)] = order[::-1]
    while GAME.decider(match) >= 0:
        GAME.apply(match, GAME.choose(match, bots))
    a, b = GAME.result(match)[1]
    return 1 if a == b else 0 if a > b else 2


def shares(counts: Counter[int]) -> tuple[Fraction, ...]:
    return tuple(Fraction(counts[outcome], counts.total()) for outcome in range(3))


def test_every_order_of_the_deck() -> None:
    """HB-5, HB-6, HB-29, HB-30, HB-38: all 24 orders of the deck give exactly what was worked out."""
    deck = GAME.new(TABLES, 3, 0).state[0]["deck"][:4].tolist()
    greedy = GAME.bot(CARDS, "balanced")
    for greed, expected in ((1000.0, ALWAYS), (-1000.0, NEVER)):
        bots = np.array([greedy, greedy], GAME.bot_dtype)
        bots["greed"] = greed
        assert shares(Counter(played(bots, order, 0) for order in permutations(deck))) == expected


@pytest.mark.parametrize("bot", BOTS)
def test_many_games(bot: str) -> None:
    """HB-5, HB-6: win shares of simulated games lie within four standard errors of the exact ones."""
    bots = np.array([GAME.bot(CARDS, bot), GAME.bot(CARDS, "balanced")], GAME.bot_dtype)
    jobs = np.zeros(GAMES, JOB)
    for deal, job in enumerate(jobs):
        job["key"] = deal_key(2024, deal)
        job["bot"][:2] = (0, 1)
    rows, seats = np.zeros(GAMES, GAME.game_row), np.zeros((GAMES, 2), GAME.seat_row)
    GAME.kernels.play(TABLES, bots, np.zeros(1, GAME.state_dtype), jobs, rows, seats)
    lead = seats["score"][:, 0] - seats["score"][:, 1]
    found = [(lead > 0).mean(), (lead == 0).mean(), (lead < 0).mean()]
    for share, exact in zip(found, BOTS[bot], strict=True):
        p = float(exact)
        assert abs(share - p) <= 4 * (p * (1 - p) / GAMES) ** 0.5


def test_the_opener_is_drawn_fairly() -> None:
    """HA-03: with a drawn opener either side moves first half the time, and each wins as the mover would."""
    cards = still(
        ONE_ROUND
        | {
            "readings.HA-03": "random",
            "companies.a": {},
            "company.optional_draws": 0,
            "company.explosion_loss": 0,
        }
    )
    tables = GAME.tables(cards)
    bots = np.array([GAME.bot(cards, "balanced")] * 2, GAME.bot_dtype)
    jobs = np.zeros(GAMES, JOB)
    jobs["key"] = [deal_key(7, deal) for deal in range(GAMES)]
    rows, seats = np.zeros(GAMES, GAME.game_row), np.zeros((GAMES, 2), GAME.seat_row)
    GAME.kernels.play(tables, bots, np.zeros(1, GAME.state_dtype), jobs, rows, seats)
    opener = rows["opener"].mean()
    assert abs(opener - 0.5) <= 4 * (0.25 / GAMES) ** 0.5
    # one card each out of P P W H: equal only when both draw a P, 2/4 x 1/3
    tie = (rows["margin"] == 0).mean()
    assert abs(tie - 1 / 6) <= 4 * (5 / 36 / GAMES) ** 0.5

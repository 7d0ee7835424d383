"""The ladder of bots: each rung has to beat the one below, or its games say nothing about the game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from balance import statistics
from balance.experiments import space as spaces
from balance.experiments.arena import Arena
from balance.games.interface import RANDOM_BOT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.cards import CardSet
    from balance.games.interface import Game
    from balance.statistics import Estimate

FIRST_COME = "first_come"
"""By convention of this toolkit the bot of that name does the first thing it can."""
BEST_RESPONSE = "best_response"
"""By convention the bot that a free search found against the plans."""
SEED = 20240605
DEALS = 2_000


@dataclass(frozen=True)
class Rung:
    """One bot against one of the rung below.

    share   win share of `bot` (see `ladder`), seats exchanged, every deal the same for all
    beats   more than even, beyond doubt (Holm's correction for all steps of the ladder)
    """

    bot: str
    below: str
    share: Estimate
    beats: bool


@dataclass(frozen=True)
class Ladder:
    """All steps, from the foot upwards."""

    rungs: tuple[Rung, ...]
    deals: int
    seed: int

    @property
    def holds(self) -> bool:
        """Whether each bot beats each of the rung below."""
        return all(rung.beats for rung in self.rungs)

    def table(self) -> pd.DataFrame:
        """One row per step: bot, below, value, low, high, deals, beats."""
        return pd.DataFrame(
            [
                {
                    "bot": rung.bot,
                    "below": rung.below,
                    "value": rung.share.value,
                    "low": rung.share.low,
                    "high": rung.share.high,
                    "deals": rung.share.clusters,
                    "beats": rung.beats,
                }
                for rung in self.rungs
            ]
        )


def best_response(game: Game, players: int) -> str:
    """The name of the best response at a table of so many: that of the fewest players needs no number."""
    return BEST_RESPONSE if players == min(game.info.seats) else f"{BEST_RESPONSE}_{players}"


def levels(cards: CardSet, best: str = BEST_RESPONSE) -> list[list[str]]:
    """The rungs there are: random, first come, the plans, the best response to them."""
    wanted = [[RANDOM_BOT], [FIRST_COME], spaces.plans(cards), [best]]
    there = [[bot for bot in rung if bot in cards.bots] for rung in wanted]
    return [rung for rung in there if rung]


def ladder(
    game: Game,
    cards: CardSet,
    *,
    rungs: Sequence[Sequence[str]] | None = None,
    deals: int = DEALS,
    seed: int = SEED,
    jobs: int | None = None,
    players: int | None = None,
) -> Ladder:
    """Play each bot against each of the rung below, on the same deals.

    rungs    names from the foot upwards; by default `levels`
    players  at a table: the bot, and in all other seats the one of the rung below; by default the fewest.
             In a game of partners (`MeasureBook.partners`) the one of the rung below sits alone, and what it
             leaves to each of the others is their share
    """
    arena = Arena(game, cards, seed, jobs, players)
    best = best_response(game, arena.seats)
    order = [list(rung) for rung in rungs] if rungs is not None else levels(cards, best)
    found: list[tuple[str, str, Estimate]] = []
    for lower, upper in pairwise(order):
        high, low = ([game.bot(cards, name) for name in names] for names in (upper, lower))
        partners = game.book.partners
        results = arena.play(low, high, 0, deals) if partners else arena.play(high, low, 0, deals)
        for i, bot in enumerate(upper):
            for j, below in enumerate(lower):
                shares = results.share[j, i] if partners else results.share[i, j]
                share = statistics.clustered_rate(shares, np.arange(deals))
                if partners:
                    share = statistics.left_to_each(share, arena.seats - 1)
                found.append((bot, below, share))
    return Ladder(tuple(_judged(found, 1 / arena.seats)), deals, seed)


def _judged(found: Sequence[tuple[str, str, Estimate]], even: float) -> list[Rung]:
    if not found:
        return []
    table = statistics.holm(statistics.p_values({str(n): item[2] for n, item in enumerate(found)}, null=even))
    sure = [bool(value) for value in table["rejected"]]
    return [
        Rung(bot, below, share, certain and share.value > even)
        for (bot, below, share), certain in zip(found, sure, strict=True)
    ]

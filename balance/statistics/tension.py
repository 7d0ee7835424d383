"""Is a game decided early? Leads after each round, against how the game ended.

`leads` is an array (games, rounds): the lead of seat 0 after each round, in points or money,
NaN once the game is over. Games that are over drop out of later rounds, so late rounds speak of
long games only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from balance.statistics.blocks import clustered_correlation
from balance.statistics.estimate import Estimate
from balance.statistics.rates import clustered_rate
from balance.statistics.regression import clustered_regression

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

FEW = 3  # with fewer games, or clusters, a line through them says nothing


def leader_wins(
    leads: ArrayLike,
    win_share: ArrayLike,
    clusters: ArrayLike,
    level: float = 0.95,
) -> pd.DataFrame:
    """How often the leader after each round goes on to win.

    leads: (games, rounds); win_share: of seat 0, 0..1, per game; clusters: deal per game. A tied
    game counts half, and so does a lead of 0. Returns one row per round that any game reached:
    round (from 1), value (0.5: the lead says nothing, 1: the game is decided), low, high,
    standard_error, n, clusters, level_games (games with a lead of 0).
    """
    table, deals = _games(leads, clusters)
    shares = _per_game(win_share, table, "win_share")
    rows = []
    for index, lead, seen in _rounds(table):
        share = shares[seen]
        hits = np.where(lead > 0, share, np.where(lead < 0, 1 - share, 0.5))
        estimate = clustered_rate(hits, deals[seen], level)
        rows.append(_row(index, estimate) | {"level_games": int((lead == 0).sum())})
    return _table(rows, "level_games")


def lead_correlation(
    leads: ArrayLike,
    margin: ArrayLike,
    clusters: ArrayLike,
    level: float = 0.95,
) -> pd.DataFrame:
    """Correlation of the lead after each round with the final margin.

    leads: (games, rounds); margin: of seat 0 at the end, per game; clusters: deal per game.
    Returns one row per round: round (from 1), value (-1..1, NaN if one does not vary), low, high,
    standard_error, n, clusters. Rounds with fewer than three games are left out.
    """
    table, deals = _games(leads, clusters)
    margins = _per_game(margin, table, "margin")
    rows = [
        _row(index, clustered_correlation(lead, margins[seen], deals[seen], level))
        for index, lead, seen in _rounds(table)
        if lead.size >= FEW
    ]
    return _table(rows)


def catch_up(leads: ArrayLike, clusters: ArrayLike, level: float = 0.95) -> Estimate:
    """Slope of the next round's change of lead on the lead, all rounds together.

    leads: (games, rounds), clusters: deal per game. Below 0 the leader is caught up with (-0.2: a
    lead loses a fifth of itself in a round on average), above 0 leads grow by themselves, 0: a
    lead stays. A constant is fitted too, so that an advantage of seat 0 is not taken for growth.
    Note that noise in the lead that does not last pulls the slope below 0. n counts changes.
    Raises ValueError if fewer than two deals have a next round, or no lead varies.
    """
    table, deals = _games(leads, clusters)
    before, after = table[:, :-1], table[:, 1:]
    both = ~np.isnan(before) & ~np.isnan(after)
    where = np.broadcast_to(deals[:, np.newaxis], both.shape)
    return _slope(before[both], after[both], where[both], level)


def catch_up_by_round(leads: ArrayLike, clusters: ArrayLike, level: float = 0.95) -> pd.DataFrame:
    """Catch-up slope (see `catch_up`) from each round to the next.

    Returns one row per round: round (from 1, the one before the change), value, low, high,
    standard_error, n, clusters. Rounds with fewer than three games or deals, or in which all
    leads are equal, are left out.
    """
    table, deals = _games(leads, clusters)
    rows = []
    for index in range(table.shape[1] - 1):
        before, after = table[:, index], table[:, index + 1]
        both = ~np.isnan(before) & ~np.isnan(after)
        if np.unique(deals[both]).size < FEW or np.ptp(before[both]) == 0:
            continue
        rows.append(_row(index, _slope(before[both], after[both], deals[both], level)))
    return _table(rows)


def lead_changes(leads: ArrayLike) -> NDArray[np.int64]:
    """Count how often the lead passes from one seat to the other, per game.

    leads: (games, rounds). A tie in between is not a change: +2, 0, +1 has none, +2, 0, -1 has
    one. Returns one number per game; feed it to `describe` or `clustered_mean`.
    """
    table = _leads(leads)
    signs = np.sign(np.nan_to_num(table)).astype(np.int64)
    changes = np.zeros(len(table), dtype=np.int64)
    holder = np.zeros(len(table), dtype=np.int64)
    for sign in signs.T:
        changes += (sign * holder) < 0
        holder = np.where(sign != 0, sign, holder)
    return changes


def _slope(
    before: NDArray[np.float64],
    after: NDArray[np.float64],
    deals: NDArray[np.generic],
    level: float,
) -> Estimate:
    factors = pd.DataFrame({"lead": before})
    fit = clustered_regression(after - before, factors, deals, level).iloc[1]
    return Estimate(
        value=float(fit["value"]),
        low=float(fit["low"]),
        high=float(fit["high"]),
        level=level,
        n=float(fit["n"]),
        clusters=int(fit["clusters"]),
        standard_error=float(fit["standard_error"]),
        method="least squares, cluster-robust, Student's t",
    )


def _leads(leads: ArrayLike) -> NDArray[np.float64]:
    table = np.asarray(leads, dtype=np.float64)
    if table.ndim != 2 or table.size == 0:
        message = f"leads: expected an array (games, rounds), found shape {table.shape}"
        raise ValueError(message)
    return table


def _games(
    leads: ArrayLike,
    clusters: ArrayLike,
) -> tuple[NDArray[np.float64], NDArray[np.generic]]:
    table = _leads(leads)
    return table, _per_game(clusters, table, "clusters")


def _per_game(column: ArrayLike, table: NDArray[np.float64], name: str) -> NDArray[np.generic]:
    values = np.asarray(column)
    if values.shape != (len(table),):
        message = f"{name}: expected one entry for {len(table)} games, found shape {values.shape}"
        raise ValueError(message)
    return values


def _rounds(
    table: NDArray[np.float64],
) -> Iterator[tuple[int, NDArray[np.float64], NDArray[np.bool_]]]:
    """Yield (index of the round, leads of the games still on, which games those are)."""
    for index, lead in enumerate(table.T):
        seen = ~np.isnan(lead)
        if seen.any():
            yield index, lead[seen], seen


def _row(index: int, estimate: Estimate) -> dict[str, float]:
    return {
        "round": index + 1,
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "standard_error": estimate.standard_error,
        "n": estimate.n,
        "clusters": estimate.clusters,
    }


def _table(rows: list[dict[str, float]], *more: str) -> pd.DataFrame:
    columns = ["round", "value", "low", "high", "standard_error", "n", "clusters", *more]
    return pd.DataFrame(rows, columns=columns)

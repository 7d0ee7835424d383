"""Skill against luck: what decides a margin, and how far plans lie apart on one scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scipy.special import expit

from balance.statistics.arrays import check_columns, check_share, cluster_codes, numbers
from balance.statistics.estimate import Estimate
from balance.statistics.intervals import open_limits

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

ELO = 400 / np.log(10)
"""Elo points per unit of log odds: 400 points are odds of ten to one."""


@dataclass(frozen=True, slots=True)
class Components:
    """Where the variance of a result comes from, as variances and shares of their sum.

    pairing  who plays whom (and in which seat): skill
    deal     luck that is the same for all pairings of a deal
    rest     luck that hits each pairing of a deal differently
    skill    share of `pairing`, 0..1
    luck     1 - skill, the luck index
    """

    pairing: float
    deal: float
    rest: float
    skill: Estimate
    luck: Estimate


def variance_components(
    values: ArrayLike,
    pairings: ArrayLike,
    deals: ArrayLike,
    level: float = 0.95,
) -> Components | None:
    """Split the variance of a result between who plays and the luck of the deal.

    values: a result per game, seen from a fixed seat (its margin); pairings: who sits where; deals: the
    luck. Every deal must be played once by every pairing; deals that are not are left out. None with
    fewer than two whole deals or two pairings, or when nothing varies.

    Two-way analysis of variance without repetition. Pairings are fixed (these plans, each counted the
    same), deals are drawn by chance: pairing = variance of the pairings' means less the part that is
    noise, deal and rest from the mean squares (Searle, Casella and McCulloch, Variance Components, 1992,
    section 4.3); below 0 they are 0. Interval: jackknife over deals, Student's t, kept in 0..1.
    Raises ValueError for missing values, unequal lengths, or a pairing that plays a deal twice.
    """
    check_share(level, "level")
    data = numbers(values, "values")
    rows, _ = cluster_codes(deals, data.size)
    columns, width = cluster_codes(pairings, data.size)
    frame = pd.DataFrame({"deal": rows, "pairing": columns, "value": data})
    if frame.duplicated(["deal", "pairing"]).any():
        message = "pairings: expected one game per deal and pairing, found two"
        raise ValueError(message)
    table = frame.pivot_table(index="deal", columns="pairing", values="value").dropna().to_numpy()
    count = len(table)
    if count < 2 or width < 2:
        return None
    table = table - table.mean()
    sums, square, means = table.sum(axis=0), (table**2).sum(axis=1), table.mean(axis=1) ** 2
    parts = _components(sums, square.sum(), means.sum(), count)
    total = float(parts.sum())
    if not total > 0:
        return None
    share, error = float(parts[0] / total), np.inf
    if count > 2:  # leaving out one deal at a time
        left = _components(sums - table, square.sum() - square, means.sum() - means, count - 1)
        shares = left[0] / np.where(left.sum(axis=0) > 0, left.sum(axis=0), np.inf)
        error = float(np.sqrt((count - 1) / count * ((shares - shares.mean()) ** 2).sum()))
    low, high = (float(np.clip(limit, 0.0, 1.0)) for limit in open_limits(share, error, count - 1, level))
    n, method = float(table.size), "two-way components, jackknife over deals"
    skill = Estimate(share, low, high, level, n, count, error, method)
    luck = Estimate(1 - share, 1 - high, 1 - low, level, n, count, error, method)
    return Components(float(parts[0]), float(parts[1]), float(parts[2]), skill, luck)


def _components(
    sums: NDArray[np.float64], square: ArrayLike, means: ArrayLike, count: int
) -> NDArray[np.float64]:
    """Variances (pairing, deal, rest) of a whole table, or of several (first axes).

    sums: of each pairing (last axis); square: sum of all squares; means: sum of the squared means of deals.
    """
    width = sums.shape[-1]
    columns = sums / count
    grand = columns.mean(axis=-1)
    between = count * ((columns - grand[..., None]) ** 2).sum(axis=-1)
    deals = width * (np.asarray(means) - count * grand**2)
    total = np.asarray(square) - count * width * grand**2
    rest = np.maximum(total - between - deals, 0.0) / ((count - 1) * (width - 1))
    # these pairings are all there are: divided by their number, not by one less
    pairing = (between / (width - 1) - rest) / count * (width - 1) / width
    deal = (deals / (count - 1) - rest) / width
    return np.asarray(np.maximum(np.stack([pairing, deal, rest]), 0.0))


def elo_ratings(table: pd.DataFrame, level: float = 0.95) -> pd.DataFrame:
    """Rate plans on one scale, in Elo points around their mean.

    table: columns deal, bot, opponent, win_share (0..1), as for `plan_matrix`. Of two rows of one game
    (A, B) and (B, A) both may be there. Bradley and Terry (Biometrika 39, 1952): the odds that one plan
    beats another are the ratio of their strengths, a tie is half a win. To keep a plan finite that has
    won or lost everything, each pairing is given one more game, a tie.

    Returns one row per plan, best first: bot, value, low, high, standard_error, n (games), clusters
    (deals). Sandwich over deals, Student's t. A plan that met no other is left out; plans must be linked
    by games. Raises ValueError for missing columns, win shares outside 0..1, or plans that are not linked.
    """
    check_share(level, "level")
    check_columns(table, ["deal", "bot", "opponent", "win_share"])
    shares = numbers(table["win_share"], "win_share")
    if ((shares < 0) | (shares > 1)).any():
        message = f"win_share: expected values in 0..1, found {shares.min()}..{shares.max()}"
        raise ValueError(message)
    names = {name: table[name].astype(str) for name in ("bot", "opponent")}
    rows = table.assign(**names, win_share=shares)
    rows = rows[rows["bot"] != rows["opponent"]]
    columns = ["bot", "value", "low", "high", "standard_error", "n", "clusters"]
    if rows.empty:
        return pd.DataFrame(columns=columns)
    plans = sorted(set(rows["bot"]) | set(rows["opponent"]))
    place = {plan: number for number, plan in enumerate(plans)}
    one, other = (rows[name].map(place).to_numpy() for name in ("bot", "opponent"))
    codes, count = cluster_codes(rows["deal"], len(rows))
    met = np.zeros((len(plans), len(plans)))
    np.add.at(met, (one, other), 1.0)
    # where games are told from both sides, each side counts half
    weight = np.where(met[other, one] > 0, 0.5, 1.0)
    games, won = np.zeros_like(met), np.zeros_like(met)
    np.add.at(games, (one, other), weight)
    np.add.at(won, (one, other), weight * rows["win_share"].to_numpy())
    games, won = games + games.T, won + (games - won).T
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415  slow to import

    linked, _ = connected_components(games)
    if linked > 1:
        message = f"table: expected plans linked by games, found {linked} groups among {plans}"
        raise ValueError(message)
    strength, bread = _strengths(games + (games > 0), won + (games > 0) / 2)
    gap = weight * (rows["win_share"].to_numpy() - expit(strength[one] - strength[other]))
    by_deal = np.zeros((count, len(plans)))
    np.add.at(by_deal, (codes, one), gap)
    np.add.at(by_deal, (codes, other), -gap)
    error = np.full(len(plans), np.inf)
    if count > 1:
        error = ELO * np.sqrt(((by_deal @ bread) ** 2).sum(axis=0) * count / (count - 1))
    value = ELO * strength
    low, high = open_limits(value, error, count - 1, level)
    deals = [len(np.unique(codes[(one == n) | (other == n)])) for n in range(len(plans))]
    numbers_of = (plans, value, low, high, error, games.sum(axis=1), deals)
    found = pd.DataFrame(dict(zip(columns, numbers_of, strict=True)))
    return found.sort_values(["value", "bot"], ascending=[False, True]).reset_index(drop=True)


def _strengths(
    games: NDArray[np.float64], won: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Log strengths around their mean, and the inverse of the information (both sides of a game told)."""
    from scipy.optimize import minimize  # noqa: PLC0415  slow to import

    def loss(strength: NDArray[np.float64]) -> float:
        gap = strength[:, None] - strength
        return float((games * np.logaddexp(0.0, gap) - won * gap).sum() / 2 + strength.sum() ** 2 / 2)

    def slope(strength: NDArray[np.float64]) -> NDArray[np.float64]:
        chance = expit(strength[:, None] - strength)
        return np.asarray((games * chance - won).sum(axis=1) + strength.sum())

    def curvature(strength: NDArray[np.float64]) -> NDArray[np.float64]:
        chance = expit(strength[:, None] - strength)
        weight = games * chance * (1 - chance)
        return np.asarray(np.diag(weight.sum(axis=1)) - weight + 1.0)

    # the square of the sum fixes the mean at 0 and changes no difference
    fit = minimize(loss, np.zeros(len(games)), jac=slope, hess=curvature, method="trust-exact")
    strength = np.asarray(fit.x, dtype=np.float64)
    return strength, np.asarray(np.linalg.inv(curvature(strength)), dtype=np.float64)

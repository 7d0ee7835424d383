"""Plans against each other: the square of win shares, and what it says about the field.

A plan is a bot. The square is read row against column: 0.6 in row A, column B means that A wins
60 % against B (a tie of two counts half to each).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from balance.statistics.arrays import check_columns, check_share, numbers
from balance.statistics.intervals import rate_limits
from balance.statistics.ratios import MOMENT_COLUMNS, ratio_table

if TYPE_CHECKING:
    from collections.abc import Iterable

COLUMNS = ["deal", "bot", "opponent", "win_share"]
DOMINANT = 0.55


@dataclass(frozen=True, slots=True)
class PlanMatrix:
    """Win shares of every plan against every plan.

    plans    the names, in the order of rows and columns
    shares   square frame, 0..1; the diagonal is 0.5; NaN where two plans never met
    cells    one row per cell: bot, opponent, value, low, high, standard_error, n (games),
             clusters (deals), mirror (a plan against itself: 0.5 by symmetry, not measured)
    level    of the intervals
    """

    plans: tuple[str, ...]
    shares: pd.DataFrame
    cells: pd.DataFrame
    level: float


@dataclass(frozen=True, slots=True)
class Gap:
    """The pairing farthest from even: bot beats opponent by value - 0.5, interval as given."""

    bot: str
    opponent: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Dominant:
    """A plan that reaches the threshold against all others; certain: all intervals lie above."""

    bot: str
    worst: float
    certain: bool


def plan_matrix(table: pd.DataFrame, level: float = 0.95) -> PlanMatrix:
    """Build the square of win shares.

    table: columns deal, bot, opponent, win_share (0..1), one row per seat and game of two plans:
    a game gives the row (A, B) and the row (B, A). If only one of the two is there, the other is
    its complement. Rows of a plan against itself only name the plan. Plans are sorted by name.
    Raises ValueError for missing columns, no rows, or win shares outside 0..1.
    """
    check_share(level, "level")
    rows = _rows(table)
    plans = set(rows["bot"]) | set(rows["opponent"])
    played = rows[rows["bot"] != rows["opponent"]]
    return matrix_from_moments(_cells(played), plans, level)


def matrix_from_moments(cells: pd.DataFrame, plans: Iterable[str], level: float = 0.95) -> PlanMatrix:
    """Build the square of win shares from stored sums.

    cells: columns bot, opponent and those of `Moments` (top: win shares, bottom: games), a row per pair of
    different plans, one way round or both. plans: all of them. Raises ValueError for a missing column.
    """
    check_columns(cells, ["bot", "opponent", *MOMENT_COLUMNS])
    plans = sorted(plans)
    numbers_of = {"value", "low", "high", "standard_error", "n", "clusters"}
    found: dict[tuple[str, str], dict[str, float]] = {}
    solved = ratio_table(cells, by=["bot", "opponent"], level=level, bounded=True)
    for row in solved.to_dict("records"):
        found[row["bot"], row["opponent"]] = {name: row[name] for name in numbers_of}
    blank = dict.fromkeys(numbers_of, float("nan")) | {"n": 0.0, "clusters": 0}
    mirror = {"value": 0.5, "low": 0.5, "high": 0.5, "standard_error": 0.0, "n": 0.0, "clusters": 0}
    square_cells = []
    for bot in plans:
        for opponent in plans:
            if bot == opponent:
                numbers_here = mirror
            elif (bot, opponent) in found:
                numbers_here = found[bot, opponent]
            elif (opponent, bot) in found:
                numbers_here = _complement(found[opponent, bot])
            else:
                numbers_here = blank
            names = {"bot": bot, "opponent": opponent}
            square_cells.append(names | numbers_here | {"mirror": bot == opponent})
    order = ["bot", "opponent", "value", "low", "high", "standard_error", "n", "clusters", "mirror"]
    long = pd.DataFrame(square_cells)[order]
    square = long.pivot_table(index="bot", columns="opponent", values="value", dropna=False)
    square = square.reindex(index=plans, columns=plans)
    return PlanMatrix(tuple(plans), square, long, level)


def largest_gap(matrix: PlanMatrix) -> Gap | None:
    """Return the pairing farthest from 0.5, seen from the winner; None if no two plans met."""
    others = matrix.cells[~matrix.cells["mirror"] & matrix.cells["value"].notna()]
    if others.empty:
        return None
    row = others.loc[others["value"].idxmax()]
    return Gap(row["bot"], row["opponent"], row["value"], row["low"], row["high"])


def dominant_plan(matrix: PlanMatrix, threshold: float = DOMINANT) -> Dominant | None:
    """Return the plan that wins at least threshold against every other, None if there is none.

    A plan that has not met all the others is never dominant. Raises ValueError for a threshold
    of 0.5 or less: two plans could reach it.
    """
    if not 0.5 < threshold <= 1:
        message = f"threshold: expected above 0.5 and up to 1, found {threshold}"
        raise ValueError(message)
    others = matrix.cells[~matrix.cells["mirror"]]
    for bot, rows in others.groupby("bot", sort=False):
        worst = rows["value"].min(skipna=False)
        if worst >= threshold:
            return Dominant(str(bot), float(worst), bool((rows["low"] >= threshold).all()))
    return None


def field_shares(table: pd.DataFrame, level: float = 0.95) -> pd.DataFrame:
    """Mean win share of each plan against the others, every opponent counting the same.

    table: as for `plan_matrix`; games of a plan against itself are left out. Returns one row per
    plan, best first: bot, value, low, high, standard_error, n (games), clusters (deals),
    opponents. The interval is clustered by deal across all opponents (they share the deals).
    """
    check_share(level, "level")
    rows = _rows(table)
    rows = rows[rows["bot"] != rows["opponent"]]
    pair = rows.groupby(["bot", "opponent"])["win_share"]
    games, mean = pair.transform("size"), pair.transform("mean")
    opponents = rows.groupby("bot")["opponent"].transform("nunique")
    weight = 1 / (games * opponents)
    rows = rows.assign(
        opponents=opponents,
        part=weight * rows["win_share"],
        influence=weight * (rows["win_share"] - mean),
    )
    by_deal = rows.groupby(["bot", "deal"])["influence"].sum().reset_index()
    by_deal["square"] = by_deal["influence"] ** 2
    squares = by_deal.groupby("bot").agg(squares=("square", "sum"), clusters=("deal", "size"))
    field = rows.groupby("bot").agg(
        value=("part", "sum"),
        n=("part", "size"),
        opponents=("opponents", "first"),
    )
    field = field.join(squares)
    count = field["clusters"].to_numpy(dtype=np.float64)
    several = count > 1
    factor = count / np.where(several, count - 1, 1.0)
    error = np.where(several, np.sqrt(factor * field["squares"]), np.inf)
    error = np.where(error < 1e-12, 0.0, error)
    value = field["value"].clip(0.0, 1.0)
    low, high = rate_limits(value, error, count, level)
    field = field.assign(value=value, low=low, high=high, standard_error=error)
    order = ["bot", "value", "low", "high", "standard_error", "n", "clusters", "opponents"]
    field = field.reset_index().sort_values(["value", "bot"], ascending=[False, True])
    return field[order].reset_index(drop=True)


def _rows(table: pd.DataFrame) -> pd.DataFrame:
    check_columns(table, COLUMNS)
    shares = numbers(table["win_share"], "win_share")
    if ((shares < 0) | (shares > 1)).any():
        message = f"win_share: expected values in 0..1, found {shares.min()}..{shares.max()}"
        raise ValueError(message)
    rows = table[COLUMNS].assign(win_share=shares)
    return rows.assign(bot=rows["bot"].astype(str), opponent=rows["opponent"].astype(str))


def _cells(played: pd.DataFrame) -> pd.DataFrame:
    keys = ["bot", "opponent"]
    totals = played.groupby([*keys, "deal"])["win_share"].agg(top="sum", bottom="size")
    totals = totals.reset_index().assign(
        clusters=1,
        top_top=lambda frame: frame["top"] ** 2,
        bottom_bottom=lambda frame: frame["bottom"] ** 2,
        top_bottom=lambda frame: frame["top"] * frame["bottom"],
    )
    return totals[keys + MOMENT_COLUMNS]


def _complement(cell: dict[str, float]) -> dict[str, float]:
    """Return the same games seen from the other side."""
    turned = {"value": 1 - cell["value"], "low": 1 - cell["high"], "high": 1 - cell["low"]}
    return cell | turned

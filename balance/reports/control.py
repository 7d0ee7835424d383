"""The two controls of a run: the baseline played again, and one half of the run against the other."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from balance import statistics
from balance.errors import BalanceError
from balance.reports.tally import BLOCKS, WIN, Key, half
from balance.statistics import Estimate
from balance.statistics.intervals import two_sided
from balance.statistics.ratios import MOMENT_COLUMNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from balance.reports.evidence import Evidence
    from balance.simulation.layout import Group

HALVINGS = 200
"""Ways of halving the run by which the planned one is judged."""
FEWEST_DEALS = 4 * BLOCKS
LEVEL = 0.95


@dataclass(frozen=True)
class Again:
    """Some games of the run, played again as a variant that changes nothing.

    games        how many were played
    columns      columns compared, both tables together
    differing    column -> rows in which it differs, or -1 where one side does not have it
    measures     headline measure -> difference of variant and baseline, which must be 0
    trouble      why it was not done, if it was not
    """

    games: int = 0
    columns: int = 0
    differing: dict[str, int] = field(default_factory=dict)
    measures: dict[str, float] = field(default_factory=dict)
    trouble: str = ""

    @property
    def same(self) -> bool:
        """Whether it was done, and all is equal."""
        return not self.trouble and not self.differing and not any(self.measures.values())


def again(evidence: Evidence, headline: Sequence[str]) -> Again:
    """Play the control's deals again, and compare every column and every headline measure."""
    run, control = evidence.run, evidence.tally.control
    if not hasattr(run, "again"):
        return Again(trouble="these tables do not come with the means to play their games again")
    stored = control.tables()
    try:
        played = run.again(control.deals)
    except BalanceError as error:
        return Again(trouble=str(error))
    differing: dict[str, int] = {}
    columns = 0
    for name, old, new in zip(("games", "seats"), stored, played, strict=True):
        columns += len(old.columns.union(new.columns))
        differing |= {f"{name}.{column}": rows for column, rows in differing_columns(old, new).items()}
    measures = {"win share": _difference(*(t["win_share"].to_numpy(float) for t in (stored[1], played[1])))}
    for measure_id in headline:
        measure = evidence.measures[measure_id]
        try:
            old_value, new_value = (_value(evidence, measure_id, tables) for tables in (stored, played))
        except KeyError as missing:
            differing[str(missing)] = -1
            continue
        measures[measure.name] = new_value - old_value
    return Again(len(stored[0]), columns, differing, measures)


def differing_columns(old: pd.DataFrame, new: pd.DataFrame) -> dict[str, int]:
    """Columns that differ, and in how many rows."""
    found = {}
    for column in dict.fromkeys([*old.columns, *new.columns]):
        if column not in old or column not in new or len(old) != len(new):
            found[str(column)] = -1
            continue
        one, other = (
            t[column].astype(str) if t[column].dtype.kind not in "biuf" else t[column] for t in (old, new)
        )
        rows = int((one.to_numpy() != other.to_numpy()).sum())
        if rows:
            found[str(column)] = rows
    return found


def _difference(old: NDArray[np.float64], new: NDArray[np.float64]) -> float:
    return float(np.abs(new - old).mean()) if old.shape == new.shape else float("nan")


def _value(evidence: Evidence, name: str, tables: tuple[pd.DataFrame, pd.DataFrame]) -> float:
    """A measure over some tables, as it is on the page; 0 where it has no case."""
    view: Any = SimpleNamespace(games=tables[0], seats=tables[1], cards=evidence.run.cards)
    upper, lower = evidence.measures[name].columns(view)
    top = np.asarray(upper, dtype=float)
    bottom = ~np.isnan(top) if lower is None else np.asarray(lower, dtype=float)
    return float(np.nansum(top) / bottom.sum()) if bottom.sum() > 0 else 0.0


@dataclass(frozen=True)
class Noise:
    """The run against itself: every other deal against the rest.

    rows        quantity -> difference of the halves
    outside     quantities whose 95 % interval excludes 0
    expected    how many would by chance, on average
    usual       between these counts lie 95 % of other ways of halving the same run
    mean_share  of quantities outside, over those other ways
    """

    rows: dict[str, Estimate]
    outside: tuple[str, ...]
    expected: float
    usual: tuple[int, int]
    mean_share: float

    @property
    def good(self) -> bool:
        """Whether the count is nothing unusual."""
        return len(self.outside) <= self.usual[1]


def quantities(evidence: Evidence) -> dict[str, tuple[Key, Group, bool]]:
    """Everything with an interval that belongs to the whole field: name -> key, group, whether a rate."""
    found: dict[str, tuple[Key, Group, bool]] = {}
    for measure in evidence.measures.values():
        found[measure.name] = (("measure", measure.id), evidence.scope, measure.rate)
    for family in evidence.families.values():
        for card in evidence.cards_of(family.id):
            name = f"{family.name}: {evidence.card_name(card)}"
            found[name] = (("family", family.id, card), evidence.scope, family.rate)
    for plan in evidence.plans:
        found[f"win share of {plan}"] = (WIN, ("rivals", plan), True)
    found["win share of the first to move"] = (("order", "0"), evidence.scope, True)
    return {
        name: item
        for name, item in found.items()
        if evidence.solve(item[0], item[1], rate=item[2]) is not None
    }


def noise(evidence: Evidence, *, seed: int = 0) -> Noise | None:
    """Halve the run and compare; None where it has too few deals for that."""
    if evidence.deals < FEWEST_DEALS:
        return None
    asked = quantities(evidence)
    names = list(asked)
    blocks = np.stack([evidence.tally.block_moments(key, group) for key, group, _ in asked.values()])
    planned = np.isin(np.arange(BLOCKS), half(0))
    generator = np.random.default_rng(seed)
    others = np.array([generator.permutation(planned) for _ in range(HALVINGS)])
    splits = np.vstack([planned, others])
    gaps, reach = _halves(blocks, splits)
    told = np.isfinite(reach)
    outside = told & (np.abs(gaps) > reach)
    counts = outside[1:].sum(axis=1)
    low, high = np.quantile(counts, [0.025, 0.975])
    rows = {
        name: Estimate(
            float(gap),
            float(gap - width),
            float(gap + width),
            LEVEL,
            evidence.games,
            evidence.deals,
            float(width / 2),
            "half against half",
        )
        for name, gap, width, known in zip(names, gaps[0], reach[0], told[0], strict=True)
        if known
    }
    return Noise(
        rows,
        tuple(name for name, out in zip(names, outside[0], strict=True) if out),
        (1 - LEVEL) * int(told[0].sum()),
        (int(np.floor(low)), int(np.ceil(high))),
        float(outside[1:].sum() / max(1, told[1:].sum())),
    )


def _halves(
    blocks: NDArray[np.float64], splits: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Difference of the halves and half width of its interval, each of shape (splits, quantities).

    blocks: moments, shape (quantities, BLOCKS, 6); splits: shape (splits, BLOCKS).
    """
    values, errors, freedom = [], [], []
    for side in (splits, ~splits):
        sums = np.einsum("sb,qbm->sqm", side.astype(float), blocks)
        shape = sums.shape[:2]
        frame = pd.DataFrame(sums.reshape(-1, sums.shape[2]), columns=MOMENT_COLUMNS)
        frame["row"] = np.arange(len(frame))
        solved = statistics.ratio_table(frame, by=["row"])
        values.append(solved["value"].to_numpy().reshape(shape))
        errors.append(solved["standard_error"].to_numpy().reshape(shape))
        with np.errstate(divide="ignore", invalid="ignore"):
            freedom.append(sums[..., 2] ** 2 / sums[..., 4] - 1)
    error = np.hypot(*errors)
    error[~(error > 0)] = np.inf  # no interval: nothing varied, or no case in one half
    return values[0] - values[1], error * two_sided(LEVEL, np.minimum(*freedom) * 2)

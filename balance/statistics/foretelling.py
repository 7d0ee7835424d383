"""How well choices are foretold by what other groups chose: how rival models are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from balance.statistics.arrays import cluster_codes
from balance.statistics.choice import best, check, conditional_logit, log_likelihoods, log_sums
from balance.statistics.decisions import choice_sets

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from balance.statistics.decisions import ChoiceSets
    from balance.statistics.estimate import Estimate

    Floats = NDArray[np.float64]

FOLDS_MAX = 100


@dataclass(frozen=True, slots=True)
class HeldOut:
    """How well each decision was foretold by coefficients from the other folds.

    each          log of the chance it was given, per decision
    fold          number of its fold
    coefficients  folds x terms: what the others of each fold say
    """

    each: Floats
    fold: NDArray[np.intp]
    coefficients: Floats

    @property
    def per_decision(self) -> float:
        """Mean log-likelihood of a decision, in nats."""
        return float(self.each.mean())


def held_out(
    sets: ChoiceSets,
    groups: ArrayLike,
    *,
    folds: int | None = None,
    prior: float | None = None,
    lapse: float = 0.0,
    seed: int = 0,
) -> HeldOut:
    """Foretell each group of decisions from all others.

    groups: a label per decision; a group is never split. folds: put the groups, in an order drawn with
    `seed`, into so many folds of nearly the same number of groups; None leaves out one group at a time
    (or in 100 folds, where there are more groups). Raises ValueError for fewer than two groups, and what
    `conditional_logit` raises, with the fold named.
    """
    check(prior, lapse)
    codes, count = cluster_codes(groups, sets.count)
    parts = min(count, FOLDS_MAX) if folds is None else folds
    if count < 2 or not 2 <= parts <= count:
        message = (
            f"groups: expected two or more, and 2 to {count} folds, found {count} groups in {parts} folds"
        )
        raise ValueError(message)
    number = np.empty(count, dtype=np.intp)
    number[np.random.default_rng(seed).permutation(count)] = np.arange(count) % parts
    fold = number[codes]
    each, values = np.empty(sets.count), np.empty((parts, len(sets.terms)))
    for part in range(parts):
        out = fold == part
        try:
            values[part] = best(sets.take(~out), prior, lapse)[0]
        except ValueError as error:
            message = f"without fold {part + 1} of {parts}: {error}"
            raise type(error)(message) from None
        each[out] = log_likelihoods(sets.take(out), values[part], lapse)
    return HeldOut(each, fold, values)


def calibration_slope(
    sets: ChoiceSets,
    found: HeldOut,
    *,
    clusters: ArrayLike | None = None,
    lapse: float = 0.0,
    level: float = 0.95,
) -> Estimate:
    """How surely people chose what was foretold, over how surely it was foretold.

    1: as surely; below 1: the values, from other groups, promise too much. A conditional logit of the
    choices on the log chances that `held_out` gave to every option.
    """
    score = (sets.x * found.coefficients[found.fold][sets.place]).sum(axis=1)
    share = log_sums(sets, score)[1]
    frame = pd.DataFrame(
        {"decision": sets.place, "option": sets.option, "chosen": sets.chosen, "chance": share}
    )
    rows = frame.groupby(["decision", "option"], as_index=False).agg(
        chosen=("chosen", "first"), chance=("chance", "sum")
    )
    told = pd.DataFrame({"foretold": np.log(np.maximum(rows["chance"], 1e-300))})
    again = choice_sets(rows["decision"], rows["chosen"], told)
    fit = conditional_logit(again, clusters=clusters, lapse=lapse, level=level)
    return fit.estimate({"foretold": 1.0})

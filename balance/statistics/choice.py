"""Which of several was chosen, and why: the conditional logit and its relatives.

A decision has options, an option has covariates, and the chance of an option goes with
exp(coefficients . covariates) (McFadden, in Zarembka, Frontiers in Econometrics, 1974). Three things more
than the textbook has:

- an option may have several rows, the ways in which it can come about: its chance is their sum
- a lapse: with that chance somebody picks blindly, all options alike
- a Gaussian prior around 0, the same as a ridge: for few decisions, or some that separate

Rankings (Plackett and Luce) are decisions too, one for each rank: `decisions.ranking_sets`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from balance.statistics.arrays import check_share, cluster_codes
from balance.statistics.decisions import ChoiceSets
from balance.statistics.estimate import Estimate
from balance.statistics.intervals import open_limits, t_tail

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

STEPS_MAX = 200
NEAR = 1e-10
"""A step that can gain less than this (in log-likelihood) is the last."""
SUSPECT = 4.0
"""Coefficients times the spread of their covariate: beyond this, decisions are searched for a separation."""
RUNAWAY = 60.0


class Separated(ValueError):  # noqa: N818  (what the data are)
    """The choices follow some mix of the covariates without exception: no finite values fit them best."""


class _Likelihood(NamedTuple):
    """Log-likelihood per decision, its slope per decision and term, and the sum of its curvatures."""

    each: Floats
    slope: Floats
    curvature: Floats


def log_likelihoods(sets: ChoiceSets, values: ArrayLike, lapse: float = 0.0) -> Floats:
    """The log of the chance that each decision was given, with these values of the covariates."""
    return _likelihood(sets, np.asarray(values, dtype=np.float64), lapse).each


def log_likelihood_slopes(sets: ChoiceSets, values: ArrayLike, lapse: float = 0.0) -> Floats:
    """Its derivatives: decisions x terms.

    Without a lapse: covariates of the chosen less their mean over the options by chance. A lapse weights
    that by the chance that the decision was none, (1 - l) P / (l / options + (1 - l) P).
    """
    return _likelihood(sets, np.asarray(values, dtype=np.float64), lapse).slope


def _likelihood(sets: ChoiceSets, values: Floats, lapse: float) -> _Likelihood:
    score = sets.x @ values
    log_all, share = log_sums(sets, score)
    log_picked, share_picked = log_sums(sets, np.where(sets.chosen, score, -np.inf))
    log_chance = log_picked - log_all
    mean = np.add.reduceat(share[:, None] * sets.x, sets.starts)
    mean_picked = np.add.reduceat(share_picked[:, None] * sets.x, sets.starts)
    gap = mean_picked - mean
    if lapse > 0:
        aimed = (1 - lapse) * np.exp(log_chance)
        each = np.log(lapse / sets.options + aimed)
        weight = aimed / np.exp(each)
    else:
        each, weight = log_chance, np.ones(sets.count)
    rows = weight[sets.place] * (share_picked - share)
    curvature = (
        sets.x.T @ (rows[:, None] * sets.x)
        - mean_picked.T @ (weight[:, None] * mean_picked)
        + mean.T @ (weight[:, None] * mean)
        + gap.T @ ((weight * (1 - weight))[:, None] * gap)
    )
    return _Likelihood(each, weight[:, None] * gap, curvature)


def log_sums(sets: ChoiceSets, score: Floats) -> tuple[Floats, Floats]:
    """Per decision the log of the sum of exp(score); per row its share in that sum."""
    top = np.maximum.reduceat(score, sets.starts)
    weight = np.exp(score - top[sets.place])
    total = np.add.reduceat(weight, sets.starts)
    return top + np.log(total), weight / total[sets.place]


def option_chances(sets: ChoiceSets, values: ArrayLike, lapse: float = 0.0) -> pd.DataFrame:
    """The chance of every option: a row each, columns decision, option, chosen, chance."""
    share = log_sums(sets, sets.x @ np.asarray(values, dtype=np.float64))[1]
    frame = pd.DataFrame(
        {"decision": sets.place, "option": sets.option, "chosen": sets.chosen, "chance": share}
    )
    found = frame.groupby(["decision", "option"], as_index=False).agg(
        chosen=("chosen", "first"), chance=("chance", "sum")
    )
    found["chance"] = lapse / sets.options[found["decision"]] + (1 - lapse) * found["chance"]
    return found


# -------------------------------------------------------------------------------------------- fit


@dataclass(frozen=True, slots=True)
class ChoiceFit:
    """What fits best.

    coefficients    per term, in log odds per unit of the covariate
    covariance      of the coefficients
    log_likelihood  of all decisions, in nats, without the prior
    decisions       how many
    clusters        independent units behind them; the decisions themselves where none were given
    freedom         degrees of freedom of the intervals (infinite: normal)
    """

    terms: tuple[str, ...]
    coefficients: Floats
    covariance: Floats
    log_likelihood: float
    decisions: int
    clusters: int
    freedom: float
    level: float
    prior: float | None
    lapse: float
    method: str

    @property
    def per_decision(self) -> float:
        """Mean log-likelihood of a decision."""
        return self.log_likelihood / self.decisions

    def estimate(self, weights: Mapping[str, float]) -> Estimate:
        """A sum of values, each times its weight, with its interval."""
        slope = np.array([weights.get(name, 0.0) for name in self.terms])
        return self._estimate(float(slope @ self.coefficients), slope, self.method)

    def ratio(self, top: Mapping[str, float], bottom: Mapping[str, float]) -> Estimate:
        """One sum of values over another (delta method: trust it where the lower is far from 0)."""
        above = np.array([top.get(name, 0.0) for name in self.terms])
        below = np.array([bottom.get(name, 0.0) for name in self.terms])
        base = float(below @ self.coefficients)
        if base == 0:
            message = f"{sorted(bottom)}: expected a value that is not 0"
            raise ValueError(message)
        value = float(above @ self.coefficients) / base
        return self._estimate(value, (above - value * below) / base, f"{self.method}, delta method")

    def correlation(self, one: str, other: str) -> float:
        """How the errors of two values go together, -1..1: near either end only their sum is known."""
        i, j = self.terms.index(one), self.terms.index(other)
        spread = np.sqrt(self.covariance[i, i] * self.covariance[j, j])
        return float(self.covariance[i, j] / spread)

    def table(self) -> pd.DataFrame:
        """A row per term: term, value, low, high, standard_error, p, n (decisions), clusters."""
        found = [self.estimate({name: 1.0}) for name in self.terms]
        return pd.DataFrame(
            {
                "term": list(self.terms),
                "value": [e.value for e in found],
                "low": [e.low for e in found],
                "high": [e.high for e in found],
                "standard_error": [e.standard_error for e in found],
                "p": [2 * t_tail(abs(e.value) / e.standard_error, self.freedom) for e in found],
                "n": self.decisions,
                "clusters": self.clusters,
            }
        )

    def _estimate(self, value: float, slope: Floats, method: str) -> Estimate:
        error = float(np.sqrt(max(float(slope @ self.covariance @ slope), 0.0)))
        low, high = (float(limit) for limit in open_limits(value, error, self.freedom, self.level))
        return Estimate(value, low, high, self.level, self.decisions, self.clusters, error, method)


def conditional_logit(
    sets: ChoiceSets,
    *,
    clusters: ArrayLike | None = None,
    prior: float | None = None,
    lapse: float = 0.0,
    level: float = 0.95,
) -> ChoiceFit:
    """Fit the conditional logit by maximum likelihood (Newton's method).

    clusters: a label per decision. Without it the covariance is the inverse of the observed information and
    intervals are normal; with it, a sandwich over clusters with the factor K / (K - 1) and Student's t with
    K - 1 degrees of freedom. prior: standard deviation of a normal prior around 0 on every value. lapse: the
    chance that a decision was taken blindly; taken as known.

    Raises Separated where no finite values fit best (a prior helps), ValueError for covariates that do not
    vary independently inside decisions (a prior helps too), fewer than two clusters, or a lapse outside
    0 <= lapse < 1.
    """
    check_share(level, "level")
    check(prior, lapse)
    label, units = None, sets.count
    if clusters is not None:
        label, units = cluster_codes(clusters, sets.count)
        if units < 2:
            message = f"clusters: expected two or more, found {units}"
            raise ValueError(message)
    values, found, information = best(sets, prior, lapse)
    bread: Floats = np.asarray(np.linalg.inv(information), dtype=np.float64)
    covariance, freedom, method = bread, np.inf, "observed information"
    if label is not None:
        scores = np.zeros((units, len(sets.terms)))
        np.add.at(scores, label, found.slope)
        covariance = units / (units - 1) * bread @ (scores.T @ scores) @ bread
        freedom, method = float(units - 1), "sandwich over clusters"
    return ChoiceFit(
        sets.terms,
        values,
        covariance,
        float(found.each.sum()),
        sets.count,
        units,
        freedom,
        level,
        prior,
        lapse,
        method,
    )


def check(prior: float | None, lapse: float) -> None:
    """Raise ValueError for a prior or a lapse that cannot be."""
    if prior is not None and not (np.isfinite(prior) and prior > 0):
        message = f"prior: expected a standard deviation above 0, found {prior}"
        raise ValueError(message)
    if not 0 <= lapse < 1:
        message = f"lapse: expected a number from 0 to below 1, found {lapse}"
        raise ValueError(message)


def best(sets: ChoiceSets, prior: float | None, lapse: float) -> tuple[Floats, _Likelihood, Floats]:
    """Values, likelihood and information where the likelihood (with the prior) is highest."""
    gaps = sets.x - _means(sets)[sets.place]
    scale = np.sqrt(np.mean(gaps**2, axis=0))
    ridge = np.zeros(len(scale)) if prior is None else np.full(len(scale), prior**-2)
    if prior is None:
        unit = gaps / np.where(scale > 0, scale, 1.0)
        if np.linalg.matrix_rank(unit.T @ unit / len(unit), tol=1e-10) < len(scale):
            message = f"covariates: {list(sets.terms)} do not vary independently inside decisions"
            raise ValueError(message)
    unit_of = np.where(scale > 0, scale, 1.0)  # one step is as long in every direction
    values = np.zeros(len(scale))
    here = _likelihood(sets, values, lapse)
    height = float(here.each.sum())
    for _ in range(STEPS_MAX):
        slope = here.slope.sum(axis=0) - ridge * values
        step, gain = _step(slope / unit_of, (np.diag(ridge) - here.curvature) / np.outer(unit_of, unit_of))
        if gain < NEAR:  # the last step doubles the digits that are right
            values = values + step / unit_of
            here = _likelihood(sets, values, lapse)
            break
        for _ in range(60):
            there = values + step / unit_of
            after = _likelihood(sets, there, lapse)
            reached = float(after.each.sum() - ridge @ there**2 / 2)
            if reached > height:
                break
            step = step / 2
        else:
            break
        values, here, height = there, after, reached
        if prior is None and np.abs(values * scale).max() > RUNAWAY:
            raise Separated(_separated(sets.terms))
    if prior is None and np.abs(values * scale).max() > SUSPECT and _is_separated(sets):
        raise Separated(_separated(sets.terms))
    information = np.diag(ridge) - here.curvature
    if (np.linalg.eigvalsh(information / np.outer(unit_of, unit_of)) <= 0).any():
        message = f"covariates: {list(sets.terms)} cannot be told apart by these decisions"
        raise ValueError(message)
    return values, here, information


def _step(slope: Floats, bend: Floats) -> tuple[Floats, float]:
    """Newton's step uphill and about twice what it gains; where the surface bends up, as if it bent down."""
    size, axes = np.linalg.eigh(bend)
    size = np.maximum(np.abs(size), 1e-9 * max(float(np.abs(size).max()), 1e-9))
    along = axes.T @ slope
    step = axes @ (along / size)
    length = float(np.abs(step).max())
    gain = float((along**2 / size).sum())
    return (step * (5.0 / length) if length > 5.0 else step), gain


def _means(sets: ChoiceSets) -> Floats:
    rows = np.diff(sets.starts, append=len(sets.place))
    return np.asarray(np.add.reduceat(sets.x, sets.starts) / rows[:, None])


def _separated(terms: Sequence[str]) -> str:
    return (
        f"covariates: a mix of {list(terms)} foretells the choices without exception, so the likelihood has"
        " no highest point; give a prior, take fewer covariates or more decisions"
    )


def _is_separated(sets: ChoiceSets) -> bool:
    """Whether some mix of the covariates is never lower for the chosen option, and sometimes higher.

    A linear programme (Albert and Anderson, Biometrika 71, 1984). Where options have several rows, the
    mix would have to be highest in the best of them; that is not searched for.
    """
    if (np.bincount(sets.place, weights=sets.chosen) > 1).any():
        return False
    from scipy.optimize import linprog  # noqa: PLC0415  slow to import

    picked = sets.x[np.flatnonzero(sets.chosen)]
    gaps = (picked[sets.place] - sets.x)[~sets.chosen]
    gaps = gaps / max(float(np.abs(gaps).max()), 1e-300)
    found = linprog(
        -gaps.sum(axis=0),
        A_ub=-gaps,
        b_ub=np.zeros(len(gaps)),
        bounds=[(-1.0, 1.0)] * gaps.shape[1],
        method="highs",
    )
    return bool(found.status == 0 and -found.fun > 1e-7)


def softmax_choice(sets: ChoiceSets, values: ArrayLike, draws: ArrayLike, lapse: float = 0.0) -> ChoiceSets:
    """The same decisions as these values would take them: one number in 0..1 per decision is its luck."""
    chances = option_chances(sets, values, lapse)
    ends = chances.groupby("decision")["chance"].cumsum().to_numpy()
    luck = np.asarray(draws, dtype=np.float64)[chances["decision"]]
    passed = np.bincount(chances["decision"], weights=ends <= luck, minlength=sets.count).astype(np.intp)
    picked = np.minimum(passed, sets.options - 1)
    return ChoiceSets(
        sets.terms,
        sets.x,
        sets.place,
        sets.starts,
        sets.option,
        sets.option == picked[sets.place],
        sets.options,
    )

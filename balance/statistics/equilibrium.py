"""The mix of plans that no plan beats: what a field of strong players would settle on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from numpy.typing import NDArray

Choice = Literal["unique", "maximum entropy", "centre"]
PRESENT = 1e-6  # a smaller weight is rounding error of the solver
SAME = 1e-4  # equilibria whose weights differ by less are one and the same
SLACK = 1e-9  # how far below one half (in units of the largest gap) still counts as one half


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """A mix of plans against which no plan wins more than half.

    mix        weight of each plan (index: its name), 0..1, summing to 1
    positive   number of plans with positive weight
    choice     "unique": there is no other such mix; "maximum entropy": of several, the most even
               one (the Nash average); "centre": of several, the mean of the extreme ones, taken
               only if the search for the most even one failed
    """

    mix: pd.Series
    positive: int
    choice: Choice


def nash_mix(shares: pd.DataFrame) -> Equilibrium:
    """Solve the symmetric zero-sum game with the win share against each plan as its payoff.

    shares: square frame of win shares in 0..1, row against column, same names in both, none
    missing. Cells (A, B) and (B, A) are averaged so that they add up to 1. Of several equilibria
    the one with maximum entropy is taken, so that a plan entered twice shares the weight it had
    once: Balduzzi, Tuyls, Perolat and Graepel, "Re-evaluating evaluation", NeurIPS 2018.
    Raises ValueError for a frame that is not square, or missing cells.
    """
    names = list(shares.index)
    if not names or names != list(shares.columns):
        message = f"shares: expected the same plans in rows and columns, found {shares.shape}"
        raise ValueError(message)
    square = shares.to_numpy(dtype=np.float64)
    if np.isnan(square).any():
        row, column = np.argwhere(np.isnan(square))[0]
        message = f"shares: {names[row]} has not met {names[column]}"
        raise ValueError(message)
    payoff = (square - square.T) / 2
    payoff = payoff / (np.abs(payoff).max() or 1.0)  # the solver's tolerances are absolute
    corners = np.array([_extreme(payoff, plan) for plan in range(len(names))])
    # plan i at its largest possible weight, for each i: equal corners mean one equilibrium
    mix = corners[0]
    choice: Choice = "unique"
    if np.ptp(corners, axis=0).max() >= SAME:
        mix, choice = _most_even(payoff, corners)
    mix = np.where(mix < PRESENT, 0.0, mix)
    mix = mix / mix.sum()
    series = pd.Series(mix, index=shares.index, name="weight")
    return Equilibrium(series, int((mix > 0).sum()), choice)


def any_mix(square: NDArray[np.float64]) -> NDArray[np.float64]:
    """One equilibrium of a square of win shares, as an array: `nash_mix` without the search for others.

    For resamples of measured shares, where there is but one. Raises ValueError if there is none to be found.
    """
    payoff = (square - square.T) / 2
    unbeaten = np.flatnonzero((payoff >= 0).all(axis=1))
    if unbeaten.size:  # no need of a solver
        return np.asarray(np.arange(len(payoff)) == unbeaten[0], dtype=np.float64)
    mix = _extreme(payoff / (np.abs(payoff).max() or 1.0), 0)
    mix = np.where(mix < PRESENT, 0.0, mix)
    return np.asarray(mix / mix.sum())


def _extreme(payoff: NDArray[np.float64], plan: int) -> NDArray[np.float64]:
    """Return the equilibrium with the largest weight on one plan."""
    from scipy.optimize import linprog  # noqa: PLC0415  slow to import

    size = len(payoff)
    goal = np.zeros(size)
    goal[plan] = -1.0
    result = linprog(
        goal,
        A_ub=-payoff.T,  # the mix wins at least half against every plan
        b_ub=np.full(size, SLACK),
        A_eq=np.ones((1, size)),
        b_eq=[1.0],
        bounds=(0, 1),
        method="highs-ds",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if not result.success:
        message = f"shares: no equilibrium found ({result.message})"
        raise ValueError(message)
    return np.asarray(result.x)


def _most_even(
    payoff: NDArray[np.float64],
    corners: NDArray[np.float64],
) -> tuple[NDArray[np.float64], Choice]:
    """Maximise the entropy over all equilibria, starting inside the set of them."""
    from scipy.optimize import minimize  # noqa: PLC0415  slow to import

    centre = corners.mean(axis=0)
    support = np.flatnonzero(corners.max(axis=0) > PRESENT)
    inside = payoff[support]
    found = minimize(
        lambda x: float(np.sum(x * np.log(x))),
        np.maximum(centre[support], PRESENT),
        jac=lambda x: np.log(x) + 1,
        method="SLSQP",
        bounds=[(PRESENT / 100, 1)] * support.size,
        constraints=[
            {"type": "eq", "fun": lambda x: x.sum() - 1, "jac": np.ones_like},
            {"type": "ineq", "fun": lambda x: x @ inside + SLACK, "jac": lambda _: inside.T},
        ],
        options={"ftol": 1e-13, "maxiter": 500},
    )
    mix = np.zeros(len(payoff))
    mix[support] = found.x
    valid = found.success and abs(mix.sum() - 1) < PRESENT and (mix @ payoff).min() > -PRESENT
    if not valid:
        return centre, "centre"
    return mix, "maximum entropy"

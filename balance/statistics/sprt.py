"""A sequential test between two sizes of an effect, on counts of block results.

A block is one deal played from both seats; its result is one of k equally spaced scores (five for
two games with ties: 0, 1/2, 1, 3/2, 2 points). The generalised likelihood ratio compares the best
fitting distribution under each of two hypotheses with the counts seen (Van den Bergh, "A practical
introduction to the GSPRT", 2020). Stopping at Wald's bounds keeps both error rates at any number
of looks.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Literal

import numpy as np

from balance.statistics.arrays import check_share, numbers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

EMPTY = 1e-3  # stands for a count of 0, so that every result stays possible
ROUNDS = 50


def llr_mean(counts: ArrayLike, mean0: float, mean1: float) -> float:
    """Log likelihood ratio of mean score mean1 against mean0.

    counts: blocks with each result, worst first, spaced evenly over 0..1; means: in 0..1 (one half
    is even). Above 0 the counts speak for mean1. Raises ValueError for fewer than two results, no
    blocks, or means outside 0..1.
    """
    scores, shares, total = _shares(counts)
    for name, mean in (("mean0", mean0), ("mean1", mean1)):
        check_share(mean, name)
    fits = [_tilt(shares, scores - mean) for mean in (mean0, mean1)]
    return float(total * np.sum(shares * (np.log(fits[1]) - np.log(fits[0]))))


def llr_effect(counts: ArrayLike, effect0: float, effect1: float) -> float:
    """Log likelihood ratio of effect size effect1 against effect0.

    counts as in `llr_mean`. The effect size of a block is (mean score - 1/2) / standard deviation
    of the block score: the same number for decisive and for drawish games.
    """
    scores, shares, total = _shares(counts)
    fits = [_fit_effect(scores, shares, effect) for effect in (effect0, effect1)]
    return float(total * np.sum(shares * (np.log(fits[1]) - np.log(fits[0]))))


def sprt_decision(
    llr: float,
    false_alarm: float = 0.05,
    miss: float = 0.05,
) -> Literal["second", "first", "continue"]:
    """Wald's decision: "second" hypothesis, "first", or "continue".

    false_alarm: chance of "second" when the first is true; miss: of "first" when the second is.
    Wald, Ann. Math. Stat. 16 (1945).
    """
    check_share(false_alarm, "false_alarm")
    check_share(miss, "miss")
    if llr >= log((1 - miss) / false_alarm):
        return "second"
    if llr <= log(miss / (1 - false_alarm)):
        return "first"
    return "continue"


def _shares(counts: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    seen = numbers(counts, "counts")
    if seen.size < 2 or (seen < 0).any() or seen.sum() == 0:
        message = f"counts: expected two or more counts of 0 or more, found {seen.tolist()}"
        raise ValueError(message)
    filled = np.where(seen == 0, EMPTY, seen)
    total = float(filled.sum())
    return np.linspace(0, 1, seen.size), filled / total, total


def _tilt(shares: NDArray[np.float64], constraint: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the likeliest distribution with sum(p * constraint) = 0 (empirical likelihood)."""
    from scipy.optimize import brentq  # noqa: PLC0415  slow to import

    low, high = -1 / constraint.max(), -1 / constraint.min()
    room = 1e-9 * (high - low)
    tilt = brentq(
        lambda x: float(np.sum(shares * constraint / (1 + x * constraint))),
        low + room,
        high - room,
        xtol=1e-14,
    )
    return np.asarray(shares / (1 + tilt * constraint))


def _fit_effect(
    scores: NDArray[np.float64],
    shares: NDArray[np.float64],
    effect: float,
) -> NDArray[np.float64]:
    """Return the likeliest distribution with (mean - 1/2) / sd = effect, by iteration."""
    fit = np.full(scores.size, 1 / scores.size)
    for _ in range(ROUNDS):
        mean = float(fit @ scores)
        sd = sqrt(float(fit @ (scores - mean) ** 2))
        # the condition, made linear in the distribution around the last fit
        constraint = scores - 0.5 - effect * sd * (1 + ((mean - scores) / sd) ** 2) / 2
        last, fit = fit, _tilt(shares, constraint)
        if np.abs(fit - last).max() < 1e-12:
            break
    return fit

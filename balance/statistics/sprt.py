"""A sequential test between two sizes of an effect, on counts of block results.

A block is one deal played from all seats; its result is one of a few scores: five, equally spaced, for two
seats (0, 1/2, 1, 3/2, 2 points), for more seats whatever mean win shares there can be, for two variants the
differences of these. The generalised likelihood ratio compares the best fitting distribution under each of
two hypotheses with the counts seen (Van den Bergh, "A practical introduction to the GSPRT", 2020). Stopping
at Wald's bounds keeps both error rates at any number of looks.
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


def llr_mean(counts: ArrayLike, mean0: float, mean1: float, scores: ArrayLike | None = None) -> float:
    """Log likelihood ratio of mean score mean1 against mean0.

    counts: blocks with each result. scores: these results, rising; without, spaced evenly over 0..1 (one half
    is even). Above 0 the counts speak for mean1. Raises ValueError for fewer than two results, no blocks, or
    means that are not between the first and the last score.
    """
    values, shares, total = _shares(counts, scores)
    for name, mean in (("mean0", mean0), ("mean1", mean1)):
        if not values[0] < mean < values[-1]:
            message = f"{name}: expected a number between {values[0]:g} and {values[-1]:g}, found {mean}"
            raise ValueError(message)
    fits = [_tilt(shares, values - mean) for mean in (mean0, mean1)]
    return float(total * np.sum(shares * (np.log(fits[1]) - np.log(fits[0]))))


def llr_effect(
    counts: ArrayLike,
    effect0: float,
    effect1: float,
    scores: ArrayLike | None = None,
    even: float = 0.5,
) -> float:
    """Log likelihood ratio of effect size effect1 against effect0.

    counts and scores as in `llr_mean`. The effect size of a block is (mean score - even) / standard deviation
    of the block score: the same number for decisive and for drawish games.
    """
    values, shares, total = _shares(counts, scores)
    fits = [_fit_effect(values - even, shares, effect) for effect in (effect0, effect1)]
    return float(total * np.sum(shares * (np.log(fits[1]) - np.log(fits[0]))))


def block_counts(
    results: ArrayLike, low: float = 0.0, high: float = 1.0
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(scores, counts) of block results: each result once, and how often it was seen.

    low, high: the least and the best result there can be; they are scores even where they were not seen, so
    that every mean between them stays possible. Results are told apart to nine decimals, so that thirds that
    were added up in another order are one. Raises ValueError for results outside low..high.
    """
    found = np.round(numbers(results, "results"), 9)
    low, high = round(low, 9), round(high, 9)
    if found.size and (found.min() < low or found.max() > high):
        message = f"results: expected {low:g}..{high:g}, found {found.min():g}..{found.max():g}"
        raise ValueError(message)
    scores, counts = np.unique(np.concatenate([[low, high], found]), return_counts=True)
    counts[[0, -1]] -= 1
    return scores, counts.astype(np.float64)


def wald_bounds(false_alarm: float = 0.05, miss: float = 0.05) -> tuple[float, float]:
    """The log likelihood ratios at which a test stops: for the first hypothesis, for the second.

    Wald, Ann. Math. Stat. 16 (1945).
    """
    check_share(false_alarm, "false_alarm")
    check_share(miss, "miss")
    return log(miss / (1 - false_alarm)), log((1 - miss) / false_alarm)


def sprt_decision(
    llr: float,
    false_alarm: float = 0.05,
    miss: float = 0.05,
) -> Literal["second", "first", "continue"]:
    """Wald's decision: "second" hypothesis, "first", or "continue".

    false_alarm: chance of "second" when the first is true; miss: of "first" when the second is.
    """
    low, high = wald_bounds(false_alarm, miss)
    if llr >= high:
        return "second"
    return "first" if llr <= low else "continue"


def _shares(
    counts: ArrayLike, scores: ArrayLike | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Scores, the share of each (none of them 0), and the number of blocks."""
    seen = numbers(counts, "counts")
    if seen.size < 2 or (seen < 0).any() or seen.sum() == 0:
        message = f"counts: expected two or more counts of 0 or more, found {seen.tolist()}"
        raise ValueError(message)
    filled = np.where(seen == 0, EMPTY, seen)
    total = float(filled.sum())
    values = np.linspace(0, 1, seen.size) if scores is None else numbers(scores, "scores")
    if values.size != seen.size or not (np.diff(values) > 0).all():
        message = f"scores: expected {seen.size} rising numbers, found {values.tolist()}"
        raise ValueError(message)
    return values, filled / total, total


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
    """Return the likeliest distribution with mean / sd = effect, by iteration."""
    fit = np.full(scores.size, 1 / scores.size)
    for _ in range(ROUNDS):
        mean = float(fit @ scores)
        sd = sqrt(float(fit @ (scores - mean) ** 2))
        # the condition, made linear in the distribution around the last fit
        constraint = scores - effect * sd * (1 + ((mean - scores) / sd) ** 2) / 2
        last, fit = fit, _tilt(shares, constraint)
        if np.abs(fit - last).max() < 1e-12:
            break
    return fit

"""The test of block results with more than two seats, and what may be said once it has stopped."""

from math import log, log10, sqrt

import numpy as np
import pytest

from balance.statistics import after_sprt, block_counts, llr_effect, llr_mean, wald_bounds

NELO = sqrt(2) * log(10) / 800
PENTA = np.linspace(0, 1, 5)
PUBLISHED = np.array([93.0, 18711, 58877, 18739, 100])


def published():
    """The published test, in means of the block score: counts, bounds, likelihood ratio."""
    mean = PUBLISHED @ PENTA / PUBLISHED.sum()
    sd = sqrt(PUBLISHED @ (PENTA - mean) ** 2 / PUBLISHED.sum())
    bounds = tuple(0.5 + x * NELO * sd for x in (-1.75, 0.25))
    return bounds, llr_effect(PUBLISHED, -1.75 * NELO, 0.25 * NELO)


def elo(score):
    return -400 * log10(1 / score - 1)


def test_published_estimate_after_stopping():
    # Elo -0.0678 [-0.8466, 0.6601], where the plain mean would be +0.076
    bounds, llr = published()
    found = after_sprt(PUBLISHED, PENTA, bounds, llr)
    assert [round(elo(x), 4) for x in (found.value, found.low, found.high)] == [-0.0678, -0.8466, 0.6601]
    assert elo(PUBLISHED @ PENTA / PUBLISHED.sum()) == pytest.approx(0.0756, abs=1e-3)


def test_a_ratio_beyond_the_wall_is_set_back_to_it():
    bounds, llr = published()
    there = after_sprt(PUBLISHED, PENTA, bounds, wald_bounds()[1])
    beyond = after_sprt(PUBLISHED * 1.2, PENTA, bounds, wald_bounds()[1] * 1.2)
    assert beyond.value == pytest.approx(there.value, abs=1e-9)
    assert beyond.high == pytest.approx(there.high, abs=1e-9)
    assert llr < wald_bounds()[1]


def test_scores_of_four_seats_give_what_the_closed_form_gives():
    # Van den Bergh: for close hypotheses the ratio is N (m1 - m0) (2 m - m0 - m1) / (2 v)
    generator = np.random.default_rng(5)
    deals = generator.choice([0, 1 / 4, 1 / 3, 1 / 2, 1], p=[0.6, 0.02, 0.03, 0.1, 0.25], size=(40_000, 4))
    results = deals.mean(axis=1)
    scores, counts = block_counts(results)
    low, high = results.mean() - 0.004, results.mean() + 0.006
    variance = np.var(results)
    closed = results.size * (high - low) * (2 * results.mean() - low - high) / (2 * variance)
    assert llr_mean(counts, low, high, scores) == pytest.approx(closed, rel=0.02)


def test_evenly_spaced_scores_need_not_be_said():
    assert llr_mean([5, 20, 30], 0.5, 0.6) == llr_mean([5, 20, 30], 0.5, 0.6, [0, 0.5, 1])
    # moved by a constant, and stretched, the evidence is the same
    assert llr_mean([5, 20, 30], 0.0, 0.2, [-1, 0, 1]) == pytest.approx(llr_mean([5, 20, 30], 0.5, 0.6))
    assert llr_effect([5, 20, 30], 0, 0.1, [0, 2, 4], 2) == pytest.approx(llr_effect([5, 20, 30], 0, 0.1))


def test_counts_of_results():
    scores, counts = block_counts([1 / 3, 0.5, (0.1 + 0.2) / 0.9, 0.5, 0.5])
    assert scores == pytest.approx([0, 1 / 3, 0.5, 1])
    assert counts.tolist() == [0, 2, 3, 0]
    scores, counts = block_counts([1, -1, 0, 0], -1, 1)
    assert counts.tolist() == [1, 2, 1]
    with pytest.raises(ValueError, match=r"results: expected 0..1, found -0.5..1"):
        block_counts([-0.5, 1])


def test_a_mean_must_be_possible():
    with pytest.raises(ValueError, match="mean1: expected a number between 0 and 1, found 1"):
        llr_mean([1, 2], 0.5, 1.0)
    with pytest.raises(ValueError, match="scores: expected 3 rising numbers"):
        llr_mean([1, 2, 3], 0.5, 0.6, [0, 0, 1])
    with pytest.raises(ValueError, match="bounds: expected the lower one first"):
        after_sprt([1, 2, 3], [0, 0.5, 1], (0.6, 0.5), 1.0)
    with pytest.raises(ValueError, match="blocks with different results"):
        after_sprt([0, 2, 0], [0, 0.5, 1], (0.5, 0.6), 1.0)


def stopped_tests(scores, shares, bounds, repeats, seed, limit):
    """Counts and likelihood ratios (closed form) of tests that looked after every block from the 100th on."""
    generator = np.random.default_rng(seed)
    (first, second), (low, high) = bounds, wald_bounds()
    n = np.arange(1, limit + 1)
    for _ in range(repeats):
        which = generator.choice(scores.size, p=shares, size=limit)
        mean = scores[which].cumsum() / n
        variance = np.maximum((scores[which] ** 2).cumsum() / n - mean**2, 1e-3)
        llr = n * (second - first) * (2 * mean - first - second) / (2 * variance)
        out = ((llr <= low) | (llr >= high)) & (n >= 100)
        at = out.argmax() if out.any() else limit - 1
        yield np.bincount(which[: at + 1], minlength=scores.size), llr[at]


@pytest.mark.parametrize("limit", [8_000, 2_000])
def test_after_stopping_the_estimate_is_too_high_as_often_as_too_low(limit):
    # three outcomes of a block, the truth off the middle of the bounds; at 2,000 blocks many are open
    scores, shares, bounds = np.array([0, 0.4, 1]), np.array([0.26, 0.44, 0.30]), (0.46, 0.48)
    truth = scores @ shares
    ended = list(stopped_tests(scores, shares, bounds, 400, 4, limit))
    found = [after_sprt(counts, scores, bounds, llr) for counts, llr in ended]
    covered = np.mean([estimate.contains(truth) for estimate in found])
    assert abs(np.mean([estimate.value > truth for estimate in found]) - 0.5) < 3 * sqrt(0.25 / 400)
    assert abs(covered - 0.95) < 3 * sqrt(0.05 * 0.95 / 400)


def test_the_plain_mean_is_not_to_be_trusted_after_stopping():
    # of the tests that found for the second hypothesis the plain mean is too high nearly always
    scores, shares, bounds = np.array([0, 0.4, 1]), np.array([0.26, 0.44, 0.30]), (0.46, 0.48)
    truth = scores @ shares
    ended = [pair for pair in stopped_tests(scores, shares, bounds, 300, 6, 8_000) if pair[1] > 0]
    plain = [counts @ scores / counts.sum() for counts, _ in ended]
    corrected = [after_sprt(counts, scores, bounds, llr).value for counts, llr in ended]
    assert abs(np.mean(corrected) - truth) < np.mean(plain) - truth


def test_chances_of_a_path_between_walls():
    # against paths that were walked, in small steps, from -1 and 2 away from walls
    from balance.statistics.after_sprt import _Motion

    generator = np.random.default_rng(8)
    drift, spread, time, steps = 0.7, 1.3, 1.5, 3_000
    moves = generator.normal(drift * time / steps, sqrt(spread * time / steps), (4_000, steps))
    place = 1.0 + moves.cumsum(axis=1)
    # a walk in steps sees a wall a little late: moved in by 0.5826 of a step (Chernoff, 1965)
    late = 0.5826 * sqrt(spread * time / steps)
    low, high = place <= late, place >= 3 - late
    first_low = np.where(low.any(axis=1), low.argmax(axis=1), steps + 1)
    first_high = np.where(high.any(axis=1), high.argmax(axis=1), steps + 1)
    alive = np.minimum(first_low, first_high) > steps
    motion = _Motion(1.0, 3.0, drift, spread, time)
    error = 3 * sqrt(0.25 / 4_000)
    assert motion.hits() == pytest.approx(np.mean(first_low < first_high), abs=error)
    assert motion.mirrored().hits() == pytest.approx(np.mean(first_high < first_low), abs=error)
    assert motion.below(1.7) == pytest.approx(np.mean(alive & (place[:, -1] < 1.7)), abs=error)
    whole = motion.hits() + motion.mirrored().hits() + motion.below(3.0)
    assert whole == pytest.approx(1, abs=1e-9)


def test_strong_drifts_join_the_weak_ones_smoothly():
    from balance.statistics.after_sprt import STRONG, _Motion

    for sign in (-1, 1):
        near = [_Motion(2.0, 5.9, sign * (STRONG + off) / 5.9, 1.0, 2.0).hits() for off in (-1e-6, 1e-6)]
        assert near[0] == pytest.approx(near[1], abs=1e-6)

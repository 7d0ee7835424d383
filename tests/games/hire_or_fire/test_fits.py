"""Fits and what follows from them, each closed form against counting out every case."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import expit
from scipy.stats import kstest, norm

from balance import chance
from balance.games.hire_or_fire import fits
from balance.games.hire_or_fire.cards import load

SMALL = Path(__file__).parent / "cards" / "small"
RNG = np.random.default_rng(3)
TIES = np.array([[0.2, 0.9, 0.2], [0.2, 0.1, 0.5], [0.7, 0.9, 0.3], [-0.4, 0.9, 0.3], [0.1, 0.0, 0.2]])


def model(*overrides):
    return load(SMALL, overrides).model


# ------------------------------------------------------------------------------------ associations


def test_association_is_the_cosine_of_the_tags_when_no_traits_are_related() -> None:
    tags = fits.tag_matrix([{"a": 3, "b": 2}, {"b": 1}, {"c": 2}], ["a", "b", "c"])
    assert tags.tolist() == [[3, 2, 0], [0, 1, 0], [0, 0, 2]]
    found = fits.unit_vectors(tags, np.eye(3))
    known = fits.association(found, found)
    assert known == pytest.approx(np.array([[1, 2 / 13**0.5, 0], [2 / 13**0.5, 1, 0], [0, 0, 1]]))


def test_related_traits_count_in_part() -> None:
    related = np.array([[1, 0.4, 0], [0.4, 1, 0.2], [0, 0.2, 1]])
    assert fits.root(related) @ fits.root(related) == pytest.approx(related)
    tags = RNG.integers(1, 4, (6, 3)).astype(float)
    vectors = fits.unit_vectors(tags, related)
    found = fits.association(vectors, vectors)
    for one, x in enumerate(tags):
        for other, y in enumerate(tags):
            lengths = (x @ related @ x) ** 0.5 * (y @ related @ y) ** 0.5
            assert found[one, other] == pytest.approx(x @ related @ y / lengths)
    alone = fits.unit_vectors(np.eye(3), related)
    assert fits.association(alone, alone) == pytest.approx(related)


def test_no_association_leaves_its_bounds_by_rounding() -> None:
    vectors = fits.unit_vectors(RNG.integers(0, 4, (200, 9)) + np.eye(200, 9), np.eye(9))
    found = fits.association(vectors, vectors)
    assert found.min() >= 0
    assert found.max() == 1


# ------------------------------------------------------------------------------------ shared links


def test_chains_of_whole_arrays_are_those_of_the_games() -> None:
    keys = [int(x) for x in RNG.integers(-(2**63), 2**63, 50)]
    words = [int(x) for x in RNG.integers(-(2**63), 2**63, 50)]
    mask = (1 << 64) - 1
    found = fits.chained(
        np.array([k & mask for k in keys], np.uint64), np.array([w & mask for w in words], np.uint64)
    )
    known = [chance._chain_python(k, w) & mask for k, w in zip(keys, words, strict=True)]
    assert found.tolist() == known


def test_links_are_keyed_by_world_side_and_both_cards() -> None:
    cards, offers = [5, 2**32 - 1, 77], [9, 5]
    found = fits.standard_links(4, fits.STRENGTH, cards, offers)
    for row, card in enumerate(cards):
        for column, offer in enumerate(offers):
            key = 0
            for word in (4, fits.STRENGTH, card, offer):
                key = chance._chain_python(key, word)
            middle = chance._unit_python(key) + 0.5 / 2**53
            assert found[row, column] == pytest.approx(norm.ppf(middle))
    assert fits.standard_links(4, fits.STRENGTH, cards[::-1], offers).tolist() == found[::-1].tolist()
    assert np.all(fits.standard_links(4, fits.WEAKNESS, cards, offers) != found)
    assert np.all(fits.standard_links(5, fits.STRENGTH, cards, offers) != found)


def test_links_are_standard_normal_and_not_the_same_both_ways() -> None:
    lucks = list(range(150))
    found = fits.standard_links(1, fits.JOB, lucks, lucks)
    assert kstest(found.ravel(), "norm").pvalue > 0.001
    assert abs(np.corrcoef(found.ravel(), found.T.ravel())[0, 1]) < 0.03


# ----------------------------------------------------------------------------------- order statistics


@pytest.mark.parametrize("table", [RNG.normal(size=(7, 3)), TIES], ids=["any", "ties"])
@pytest.mark.parametrize("drawn", [1, 2, 4, 5, 9])
def test_expected_best_of_a_hand(table, drawn) -> None:
    hands = list(combinations(range(len(table)), min(drawn, len(table))))
    for offer, found in enumerate(fits.best_of(table, drawn)):
        assert found == pytest.approx(fmean(max(table[card, offer] for card in hand) for hand in hands))


@pytest.mark.parametrize("table", [RNG.normal(size=(7, 3)), TIES], ids=["any", "ties"])
@pytest.mark.parametrize("drawn", [1, 3, 4, 9])
def test_expected_best_of_a_hand_of_the_others(table, drawn) -> None:
    found = fits.best_without(table, drawn)
    for card in range(len(table)):
        rest = [other for other in range(len(table)) if other != card]
        hands = list(combinations(rest, min(drawn, len(rest))))
        for offer in range(table.shape[1]):
            known = fmean(max(table[other, offer] for other in hand) for hand in hands)
            assert found[card, offer] == pytest.approx(known)


def test_where_there_are_no_others() -> None:
    assert fits.best_without(np.ones((1, 2)), 3).tolist() == [[0, 0]]
    assert fits.best_without(np.ones((4, 2)), 0).tolist() == [[0, 0]] * 4
    assert fits.best_of(np.ones((4, 2)), 0).tolist() == [0, 0]


def test_the_chance_to_be_the_best_sums_to_one_for_the_largest_decks() -> None:
    for drawn in (1, 5, 8):
        weights = fits.order_weights(240, drawn)
        assert weights.sum() == pytest.approx(1)
        assert np.all(np.diff(weights) >= 0)


def expected_best(values, drawn: int) -> float:
    """By counting out all hands."""
    return fmean(max(hand) for hand in combinations(values, min(drawn, len(values))))


def test_keep_values_of_skill_cards() -> None:
    table = RNG.normal(size=(6, 4))
    for card, found in enumerate(fits.keep_values(table, 3)):
        rest = np.delete(table, card, axis=0)
        gains = [max(0, table[card, v] - expected_best(rest[:, v], 3)) for v in range(4)]
        assert found == pytest.approx(fmean(gains))


def test_keep_values_of_jobs_leave_out_the_offer_itself() -> None:
    table = RNG.normal(size=(6, 6)) + 9 * np.eye(6)
    for job, found in enumerate(fits.keep_jobs(table, 3)):
        gains = []
        for offer in range(6):
            if offer != job:
                rest = [table[other, offer] for other in range(6) if other not in (job, offer)]
                gains.append(max(0, table[job, offer] - expected_best(rest, 3)))
        assert found == pytest.approx(fmean(gains))


def test_crowds_are_means_of_the_most_similar_other_jobs() -> None:
    table = RNG.random((6, 6)) + np.eye(6)
    for count in (1, 3, 5, 12):
        for offer, found in enumerate(fits.crowds(table, count)):
            rest = sorted((table[job, offer] for job in range(6) if job != offer), reverse=True)
            assert found == pytest.approx(fmean(rest[:count]))


def test_mean_excess() -> None:
    table, grid = RNG.normal(size=(9, 4)), np.linspace(-3, 3, 13)
    found = fits.mean_excess(table, grid)
    for offer in range(4):
        for step, b in enumerate(grid):
            assert found[offer, step] == pytest.approx(fmean(max(0, x - b) for x in table[:, offer]))


# ---------------------------------------------------------------------------------------- all of it


def test_fits_are_weights_times_associations_and_links() -> None:
    quiet = ("model.noise.shared", 0)
    plain, weighted = fits.work_out(model(quiet)), fits.work_out(model(quiet, ("model.weights.strength", 2)))
    assert plain.job == pytest.approx(plain.associations)
    assert weighted.strength == pytest.approx(plain.strength / 0.8 * 2)
    cards = list(model().skills)
    spun = fits.work_out(model(quiet, ("skills.whistles_birds.weakness.spin", 0.25)))
    row = cards.index("whistles_birds")
    assert spun.weakness[row] == pytest.approx(plain.weakness[row] / 2)
    assert np.delete(spun.weakness, row, 0) == pytest.approx(np.delete(plain.weakness, row, 0))
    loud = fits.work_out(model())
    lucks = [fits.luck_of(name) for name in model().jobs]
    assert loud.job - plain.job == pytest.approx(0.15 * fits.standard_links(1, fits.JOB, lucks, lucks))
    assert loud.associations == pytest.approx(plain.associations)


def test_a_horse_dentist_and_a_lion_groomer() -> None:
    """Worked out by hand: animals 3, nerve 2 and animals 3, nerve 3; nothing related in between."""
    found, jobs = fits.work_out(model()), list(model().jobs)
    known = (9 + 6) / (13**0.5 * 18**0.5)
    assert found.associations[jobs.index("horse_dentist"), jobs.index("lion_groomer")] == pytest.approx(known)
    share = found.share[jobs.index("horse_dentist")]
    assert share == pytest.approx([3 / 5, 0, 0, 0, 0, 2 / 5])


def test_the_unused_half_counts_in_part_with_its_own_fit() -> None:
    plain = fits.work_out(model())
    whole = fits.work_out(model(("readings.HG-04", "whole_card"), ("model.other_half", 0.3)))
    assert whole.strength == pytest.approx(plain.strength + 0.3 * plain.weakness)
    assert whole.weakness == pytest.approx(plain.weakness + 0.3 * plain.strength)
    one_card = [("readings.HG-04", "whole_card"), ("readings.HG-03", "one_card")]
    assert fits.work_out(model(*one_card)).strength == pytest.approx(plain.strength)


def test_reach_is_what_hands_reach_on_average() -> None:
    """Against hands drawn at random: 2 jobs and 3 skill cards (hands of 3, one job offered)."""
    rng = np.random.default_rng(8)
    two, one = fits.work_out(model()), fits.work_out(model(("readings.HG-03", "one_card")))
    for offer in (0, 12, 29):
        apart, joined = [], []
        for _ in range(4000):
            jobs = rng.choice(np.delete(np.arange(30), offer), 2, replace=False)
            skills = rng.choice(30, 3, replace=False)
            best = two.job[jobs, offer].max()
            strength, weakness = two.strength[skills, offer], two.weakness[skills, offer]
            apart.append(best + strength.max() + weakness.max())
            joined.append(best + (strength + weakness).max())
        for found, drawn in ((two, apart), (one, joined)):
            error = np.std(drawn) / len(drawn) ** 0.5
            assert abs(found.reach[offer] - np.mean(drawn)) < 4 * error


def test_fits_do_not_depend_on_the_order_of_the_cards() -> None:
    data = model()
    names = list(data.jobs)[::-1]
    turned = data.model_copy(update={"jobs": {name: data.jobs[name] for name in names}})
    one, other = fits.work_out(data), fits.work_out(turned)
    assert other.job == pytest.approx(one.job[::-1, ::-1])
    assert other.weakness == pytest.approx(one.weakness[:, ::-1])
    for name in ("crowd", "reach", "keep_job"):
        assert getattr(other, name) == pytest.approx(getattr(one, name)[::-1])


# ------------------------------------------------------------------------------- chances and salaries


def test_normal_quantiles() -> None:
    values = fits.normal_quantiles(1024)
    assert values.mean() == pytest.approx(0, abs=1e-12)
    assert values.std() == pytest.approx(1)
    assert np.all(np.diff(values) > 0)
    assert kstest(values, "norm").statistic < 0.002


@pytest.mark.parametrize("spread", [0, 0.4, 3])
def test_chances_against_integration(spread) -> None:
    points = fits.chance_points(-0.5, 1.3, 0.9, spread)
    known = quad(lambda z: norm.pdf(z) * expit(-0.5 + 1.3 * (0.9 + spread * z)), -9, 9)[0]
    assert points.mean() == pytest.approx(known, abs=1e-6)
    assert np.mean(points <= expit(-0.5 + 1.3 * 0.9)) == 0.5 or spread == 0


UNIFORM = (np.arange(20_000) + 0.5) / 20_000


def test_thresholds_for_uniform_chances() -> None:
    """The known answers (M-6)."""
    found = fits.thresholds(UNIFORM, 4)
    assert found[0] == found[1] == []
    assert found[2] == pytest.approx([0.5])
    assert found[3] == pytest.approx([0.375, 0.625])
    assert found[4] == pytest.approx([0.3047, 0.5, 0.6953], abs=1e-4)


def test_thresholds_of_one_chance_are_that_chance() -> None:
    assert fits.thresholds(np.full(10, 0.3), 3) == [[], [], pytest.approx([0.3]), pytest.approx([0.3, 0.3])]


def test_thresholds_play_as_well_as_can_be() -> None:
    """Against trying all orders of all cards, for chances that take one of a few values."""
    points = (0.1, 0.25, 0.3, 0.55, 0.95)
    cards = (1, 3, 6, 10)

    @cache
    def value(left: tuple[int, ...]) -> float:
        return fmean(max(gain(left, p, card) for card in left) for p in points) if left else 0.0

    def gain(left: tuple[int, ...], p: float, card: int) -> float:
        return p * card + value(tuple(other for other in left if other != card))

    found = fits.thresholds(np.array(points), len(cards) + 1)
    for size in range(1, len(cards) + 1):
        for left in combinations(cards, size):
            for p in points:
                place = sum(at < p for at in found[size])
                assert gain(left, p, left[place]) == pytest.approx(max(gain(left, p, c) for c in left))
            assert value(left) == pytest.approx(
                sum(c * a for c, a in zip(left, found[size + 1], strict=True))
            )

"""How well cards fit offers: associations of tags, shared links, and what follows from them in closed form.

All tables are cards x offers: a row for each card, a column for each job on offer. Expectations are over
cards drawn from the whole deck without replacement; nothing is sampled. M ids are sections of
`docs/hire_or_fire_rules.md` on the model of judgement.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit, ndtri

from balance.games.hire_or_fire.state import Halves, SkillsUsed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from balance.games.hire_or_fire.cards import CardData

JOB, STRENGTH, WEAKNESS = 0, 1, 2
"""Sides that a card can show to an offer; they name the shared links."""
POINTS = 8192
"""Equally likely values that stand for a continuous distribution."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)


# ------------------------------------------------------------------------------------ associations


def luck_of(name: str) -> int:
    """What names a card in everything that is drawn."""
    return zlib.crc32(name.encode())


def tag_matrix(tags: Iterable[Mapping[str, int]], traits: Iterable[str]) -> np.ndarray:
    """Cards x traits: t(x) of M-2."""
    names = list(traits)
    rows = [[float(given.get(name, 0)) for name in names] for given in tags]
    return np.array(rows).reshape(len(rows), len(names))


def root(matrix: np.ndarray) -> np.ndarray:
    """The symmetric square root of a positive definite matrix."""
    values, vectors = np.linalg.eigh(matrix)
    result: np.ndarray = (vectors * np.sqrt(values)) @ vectors.T
    return result


def unit_vectors(tags: np.ndarray, related: np.ndarray) -> np.ndarray:
    """Cards x traits: u(x) = R^(1/2) t(x) / norm (M-2)."""
    turned = tags @ root(related)
    result: np.ndarray = turned / np.linalg.norm(turned, axis=1, keepdims=True)
    return result


def association(cards: np.ndarray, offers: np.ndarray) -> np.ndarray:
    """Cards x offers: a(x, v) = u(x) . u(v), from 0 (nothing in common) to 1 (M-2)."""
    result: np.ndarray = np.clip(cards @ offers.T, 0, 1)
    return result


# ------------------------------------------------------------------------------------ shared links


def chained(key: np.ndarray, word: np.ndarray) -> np.ndarray:
    """`balance.chance.chain` for whole arrays (uint64)."""
    z = key + (word * np.uint64(2) + np.uint64(1)) * _GOLDEN
    z = (z ^ (z >> np.uint64(30))) * _M1
    z = (z ^ (z >> np.uint64(27))) * _M2
    return z ^ (z >> np.uint64(31))


def standard_links(world: int, side: int, cards: Sequence[int], offers: Sequence[int]) -> np.ndarray:
    """Cards x offers: standard normal, fixed for each world, side, card and offer (both by their lucks)."""
    key = chained(np.zeros(1, np.uint64), np.array([world], np.uint64))
    key = chained(key, np.array([side], np.uint64))
    rows = chained(key, np.array(cards, np.uint64))
    keys = chained(rows[:, None], np.array(offers, np.uint64)[None, :])
    middle = ((keys >> np.uint64(11)).astype(float) + 0.5) / float(1 << 53)
    result: np.ndarray = ndtri(middle)
    return result


# ----------------------------------------------------------------------------------- order statistics


def order_weights(size: int, drawn: int) -> np.ndarray:
    """Chance of each of `size` cards, from the worst to the best, to be the best of `drawn` of them."""
    drawn = min(drawn, size)
    if drawn < 1:
        return np.zeros(size)
    ways = comb(size, drawn)
    return np.array([comb(rank, drawn - 1) / ways for rank in range(size)])


def best_of(table: np.ndarray, drawn: int) -> np.ndarray:
    """Per offer: expected best of so many cards drawn without replacement."""
    result: np.ndarray = order_weights(len(table), drawn) @ np.sort(table, axis=0)
    return result


def best_without(table: np.ndarray, drawn: int) -> np.ndarray:
    """Cards x offers: expected best of so many of the *other* cards; 0 where there are none."""
    size = len(table)
    if size < 2 or drawn < 1:
        return np.zeros_like(table)
    order = np.argsort(table, axis=0, kind="stable")
    ranked = np.take_along_axis(table, order, axis=0)
    weights = order_weights(size - 1, drawn)[:, None]
    below = np.zeros_like(ranked)  # what the worse cards add: they keep their ranks
    below[1:] = np.cumsum(ranked[:-1] * weights, axis=0)
    above = np.zeros_like(ranked)  # what the better ones add: each stands one rank lower
    above[:-1] = np.cumsum((ranked[1:] * weights)[::-1], axis=0)[::-1]
    found = np.empty_like(table)
    np.put_along_axis(found, order, below + above, axis=0)
    return found


def others(table: np.ndarray) -> np.ndarray:
    """Jobs x jobs without the diagonal: a column holds the fits of all other jobs to that offer."""
    size = len(table)
    apart = ~np.eye(size, dtype=bool)
    return table.T[apart].reshape(size, size - 1).T


def keep_values(table: np.ndarray, rest: int) -> np.ndarray:
    """M-5: per card, mean over all offers of what it is better than the expected best of the rest."""
    gain = np.maximum(0, table - best_without(table, rest))
    result: np.ndarray = gain.mean(axis=1)
    return result


def keep_jobs(table: np.ndarray, rest: int) -> np.ndarray:
    """The same for jobs: a job is no experience for itself, neither here nor among the rest."""
    size = len(table)
    left = others(table)
    gain = np.maximum(0, left - best_without(left, rest))
    whole = np.zeros((size, size))
    whole.T[~np.eye(size, dtype=bool)] = gain.T.ravel()
    result: np.ndarray = whole.sum(axis=1) / max(1, size - 1)
    return result


def crowds(associations: np.ndarray, count: int) -> np.ndarray:
    """M-5: per job, mean of so many of the largest associations with other jobs."""
    ranked = np.sort(others(associations), axis=0)
    result: np.ndarray = ranked[-min(count, len(ranked)) :].mean(axis=0) if len(ranked) else np.zeros(1)
    return result


def mean_excess(table: np.ndarray, grid: np.ndarray) -> np.ndarray:
    """Offers x grid: E max(0, X - b) for a card drawn at random."""
    rows = [np.maximum(0, table - b).mean(axis=0) for b in grid]
    return np.array(rows).T


# ---------------------------------------------------------------------------------------- all of it


@dataclass(frozen=True)
class Fits:
    """What is worked out for a set of cards. Tables are cards x offers."""

    associations: np.ndarray  # jobs x jobs, from 0 to 1
    job: np.ndarray  # weight * association + shared link
    strength: np.ndarray
    weakness: np.ndarray
    share: np.ndarray  # jobs x traits: share of a job's tag weight
    crowd: np.ndarray  # per job
    reach: np.ndarray
    keep_job: np.ndarray
    keep_strength: np.ndarray  # per skill card
    keep_weakness: np.ndarray


def work_out(model: CardData) -> Fits:
    """The fits of a set of cards (M-2, M-3, M-5)."""
    skills, parts, frame = model.skills.values(), model.model.weights, model.frame
    related = model.related()
    tags = tag_matrix([job.tags for job in model.jobs.values()], model.traits)
    offers = unit_vectors(tags, related)
    strong = unit_vectors(tag_matrix([skill.strength.tags for skill in skills], model.traits), related)
    weak = unit_vectors(tag_matrix([skill.weakness.tags for skill in skills], model.traits), related)
    spin = np.array([skill.weakness.spin for skill in skills])[:, None]
    jobs, cards = [luck_of(name) for name in model.jobs], [luck_of(name) for name in model.skills]

    def links(side: int, lucks: list[int]) -> np.ndarray:
        return model.model.noise.shared * standard_links(model.model.world, side, lucks, jobs)

    associations = association(offers, offers)
    job = parts.job * associations + links(JOB, jobs)
    strength = parts.strength * association(strong, offers) + links(STRENGTH, cards)
    weakness = parts.weakness * spin * association(weak, offers) + links(WEAKNESS, cards)
    one_card = model.reading("skills_used") == SkillsUsed.ONE_CARD.name.lower()
    if model.reading("halves") == Halves.WHOLE_CARD.name.lower() and not one_card:
        half = model.model.other_half
        strength, weakness = strength + half * weakness, weakness + half * strength
    if one_card:
        skilled = best_of(strength + weakness, frame.hand_skills)
    else:
        skilled = best_of(strength, frame.hand_skills) + best_of(weakness, frame.hand_skills)
    return Fits(
        associations=associations,
        job=job,
        strength=strength,
        weakness=weakness,
        share=tags / tags.sum(axis=1, keepdims=True),
        crowd=crowds(associations, model.model.crowd_of),
        reach=best_of(others(job), frame.hand_jobs - 1) + skilled,
        keep_job=keep_jobs(job, frame.hand_jobs - 1),
        keep_strength=keep_values(strength, frame.hand_skills - 1),
        keep_weakness=keep_values(weakness, frame.hand_skills - 1),
    )


# ------------------------------------------------------------------------------- chances and salaries


def normal_quantiles(count: int) -> np.ndarray:
    """So many equally likely values that stand for a normal distribution: mean 0, variance 1."""
    values = ndtri((np.arange(count) + 0.5) / count)
    values -= values.mean()
    result: np.ndarray = values / values.std()
    return result


def chance_points(base: float, slope: float, mean: float, spread: float) -> np.ndarray:
    """Equally likely values of p-hat = logistic(base + slope * X), X normal (M-6)."""
    appeal = mean + spread * ndtri((np.arange(POINTS) + 0.5) / POINTS)
    result: np.ndarray = expit(base + slope * appeal)
    return result


def thresholds(points: np.ndarray, most: int) -> list[list[float]]:
    """M-6: by the number of cards to choose from, 0 to `most`, the chances that part them.

    The sequential assignment problem (Derman, Lieberman, Ross 1972) for chances of matching that are drawn
    independently, each from these equally likely values. With k cards left there are k - 1 thresholds; the
    i-th for k + 1 cards is the mean chance, held between the (i-1)-th and the i-th for k cards.
    """
    found: list[list[float]] = [[], []]
    while len(found) <= most:
        edges = pairwise([-np.inf, *found[-1], np.inf])
        found.append([float(np.clip(points, low, high).mean()) for low, high in edges])
    return found

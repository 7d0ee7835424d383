"""How well two people who tagged the same cards agree (M-8): the weighted kappa of each trait.

The second tagging is a YAML file in the shape of jobs.yaml and skills.yaml, with some of the cards or all.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from pydantic import Field

from balance.cards import Document, Strict, raise_problems, read_yaml, validate
from balance.cards.paths import listing
from balance.cards.provenance import strip_sources
from balance.cards.readings import Text, Word  # noqa: TC001  (pydantic reads them)
from balance.cards.validate import unknown_ids
from balance.errors import CardDataError
from balance.games.hire_or_fire.cards import Share, Tags  # noqa: TC001
from balance.games.interface import Sheet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from balance.cards import CardSet
    from balance.games.hire_or_fire.cards import CardData

SHOWN = 10
TINY = 1e-6


class Tagged(Strict):
    """Tags by somebody else. What else the card files have may stand there too."""

    tags: Tags
    title: Text | None = None
    text: Text | None = None
    spin: Share | None = None


class TaggedSkill(Strict):
    """Halves of a skill card tagged by somebody else."""

    strength: Tagged | None = None
    weakness: Tagged | None = None


class Tagging(Strict):
    """A second tagging, of some cards or all, in the shape of jobs.yaml and skills.yaml."""

    jobs: dict[Word, Tagged] = Field(default_factory=dict)
    skills: dict[Word, TaggedSkill] = Field(default_factory=dict)


@dataclass(frozen=True)
class Pair:
    """A job, or half of a skill card, that two people have tagged."""

    title: str
    first: Mapping[str, int]
    second: Mapping[str, int]

    @property
    def apart(self) -> int:
        """How far the two differ: over all traits, by how much."""
        traits = {*self.first, *self.second}
        return sum(abs(self.first.get(trait, 0) - self.second.get(trait, 0)) for trait in traits)


def read_pairs(cards: CardSet, file: Path) -> list[Pair]:
    """What the file and the card data have both tagged; CardDataError says what is wrong with the file."""
    document = read_yaml(file)
    document = Document(strip_sources(document.data), document.where, document.keys)
    given = validate(document, Tagging)
    model: CardData = cards.model
    problems = [
        *unknown_ids(document, ("jobs",), given.jobs, model.jobs, "job"),
        *unknown_ids(document, ("skills",), given.skills, model.skills, "skill card"),
    ]
    raise_problems(problems)
    pairs = []
    for name, job in given.jobs.items():
        problems += unknown_ids(document, ("jobs", name, "tags"), job.tags, model.traits, "trait")
        pairs.append(Pair(model.jobs[name].title, model.jobs[name].tags, job.tags))
    for name, skill in given.skills.items():
        card = model.skills[name]
        for side, own, half in (
            ("strength", card.strength, skill.strength),
            ("weakness", card.weakness, skill.weakness),
        ):
            if half is not None:
                at = ("skills", name, side, "tags")
                problems += unknown_ids(document, at, half.tags, model.traits, "trait")
                pairs.append(Pair(own.text, own.tags, half.tags))
    raise_problems(problems)
    if not pairs:
        raise CardDataError(f"{document.place(())}: found no tags, allowed: jobs or skills with their tags")
    return pairs


def two_taggers(cards: CardSet, file: Path) -> tuple[list[tuple[str, Sheet]], list[str]]:
    """How well a second tagging agrees with the first, by trait, and where the two differ most."""
    model: CardData = cards.model
    pairs = read_pairs(cards, file)
    rows, warnings = [], []
    for trait in model.traits:
        marks = [(pair.first.get(trait, 0), pair.second.get(trait, 0)) for pair in pairs]
        used = Counter((one > 0, two > 0) for one, two in marks)
        counts = (used[True, False], used[False, True], used[True, True])
        found = weighted_kappa(marks)
        rows.append((trait, *map(str, counts), *_kappa_texts(found)))
        if found is not None and found[0] < model.lint.agreement:
            warnings.append(
                f"The taggers do not agree on {trait} (weighted kappa {found[0]:.2f},"
                f" below {model.lint.agreement:g}): say in traits.yaml more clearly what it takes in."
            )
    heads = ("trait", "first only", "second only", "both", "weighted kappa", "95 % interval")
    differ = [pair for pair in sorted(pairs, key=lambda pair: -pair.apart)[:SHOWN] if pair.apart]
    apart = [(pair.title, _told(pair.first), _told(pair.second)) for pair in differ]
    tables = [(f"Agreement of two taggers on {len(pairs)} jobs and halves", Sheet(heads, tuple(rows)))]
    if apart:
        tables.append(("Where they differ most", Sheet(("card", "first", "second"), tuple(apart))))
    return tables, warnings


def weighted_kappa(marks: Sequence[tuple[int, int]]) -> tuple[float, float, float] | None:
    """Cohen's kappa with linear weights, and the ends of its 95 % interval.

    None where both always say the same one thing. Where the two never differ, or one always says the same,
    the formula for the interval fails, and there is none (nan).
    """
    from statsmodels.stats.inter_rater import cohens_kappa  # noqa: PLC0415  (only when it is asked for)

    said = {mark for pair in marks for mark in pair}
    if len(said) < 2:
        return None
    table = np.zeros((1 + max(said), 1 + max(said)))
    for one, two in marks:
        table[one, two] += 1
    with np.errstate(divide="ignore", invalid="ignore"):
        found = cohens_kappa(table, wt="linear")
    low, high = float(found.kappa_low), float(found.kappa_upp)
    return float(found.kappa), *((low, high) if high - low > TINY else (math.nan, math.nan))


def _kappa_texts(found: tuple[float, float, float] | None) -> tuple[str, str]:
    """Kappa and its interval for a table, empty where there is none."""
    if found is None:
        return "", ""
    value, low, high = found
    return f"{value:.2f}", "" if math.isnan(low) else f"{low:.2f} to {high:.2f}"


def _told(tags: Mapping[str, int]) -> str:
    return listing(f"{trait} {weight}" for trait, weight in tags.items())

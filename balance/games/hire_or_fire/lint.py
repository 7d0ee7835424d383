"""What can be said of a list of cards before a game is played: near duplicates, dead cards, bare traits.

Everything follows from tags and from the model of judgement (M-2, M-3), exactly: nothing is played and no
hand is sampled. The links that tags miss are averaged over `lint.worlds` draws of them. Private noise, which
hits all cards alike, is left out where cards are compared. Strengths and weaknesses are looked at as two
lists, as if both could come from one card.

association  of two cards, from 0 (no trait in common) to 1 (the same tags)
reach        of a job as an offer: fit of the best application out of an unknown hand
crowd        of a job as an offer: association with those jobs that are most like it
mistaken     of a job as an offer: chance that a folder made for another offer looks better to the hirer
use          of a card in a folder: chance to be the best of its kind in a hand, over all offers
fit          what it then adds to the fit
doubt        chance that another offer suits it better than the one for which it is used
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr

from balance.cards.paths import nearest
from balance.errors import CardDataError
from balance.games.hire_or_fire import agreement, fits
from balance.games.interface import Lint, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from balance.cards import CardSet
    from balance.games.hire_or_fire.cards import CardData

JOB, STRENGTH, WEAKNESS = "job", "strength", "weakness"
PLURAL = {JOB: "jobs", STRENGTH: "strengths", WEAKNESS: "weaknesses"}

LEAST_VARIANCE = 1e-12
"""Of folders that are all the same, seen without noise."""

ABOUT = {
    "reach": "fit within reach, as an offer",
    "crowd": "jobs like it, as an offer",
    "mistaken": "other folders look better, as an offer",
    "use": "the best of a hand",
    "fit": "fit it then adds",
    "doubt": "other offers suit it better",
}
ODD = {
    "reach": (False, "is hard to apply for: little fit within reach of a hand"),
    "mistaken": (True, "is ambiguous as an offer: folders made for other offers often look better"),
    "fit": (False, "is weak in a folder: it adds little where it is the best of a hand"),
    "doubt": (True, "says little in a folder: other offers often suit it better"),
}
"""Measures of which an end is worth a word about a named card: whether it is the high end, and the word."""


def lint(cards: CardSet, only: Sequence[str] = (), second: Path | None = None) -> Lint:
    """Tables and warnings about all cards, or about the named ones; and how well two taggers agree.

    only: ids of jobs and skill cards. second: a YAML file with other tags for some of the cards.
    """
    check_names(cards, only)
    kinds = look(cards) if only or second is None else []
    named = [
        (kind, kind.ids.index(name)) for name in dict.fromkeys(only) for kind in kinds if name in kind.ids
    ]
    tables: list[tuple[str, Sheet]] = []
    warnings: list[str] = []
    if named:
        for kind, index in named:
            tables += one_card(cards.model, kind, index)
            warnings += card_warnings(cards.model, kind, index)
    elif second is None:
        tables += whole_list(cards.model, kinds)
        warnings += list_warnings(cards.model, kinds)
    if second is not None:
        more, doubts = agreement.two_taggers(cards, second)
        tables += more
        warnings += doubts
    return Lint(tuple(tables), tuple(warnings))


# ------------------------------------------------------------------------------ what is worked out


@dataclass(frozen=True)
class Kind:
    """All jobs, or all halves of one side of the skill cards."""

    name: str
    ids: list[str]
    titles: list[str]
    tags: Sequence[Mapping[str, int]]
    near: np.ndarray  # associations among them; 0 with itself
    measures: dict[str, np.ndarray]  # see the top of this file; a value per card

    def called(self, index: int) -> str:
        """A card in a sentence."""
        return self.titles[index] if self.name == JOB else f'"{self.titles[index]}" ({self.ids[index]})'

    def tagged(self, trait: str) -> int:
        """How many of them have a trait."""
        return sum(trait in tags for tags in self.tags)


def look(cards: CardSet) -> list[Kind]:
    """Jobs, strengths and weaknesses with everything that is said of them."""
    model: CardData = cards.model
    skills = model.skills.values()
    lists = {
        JOB: (list(model.jobs), [(job.title, job.tags) for job in model.jobs.values()]),
        STRENGTH: (list(model.skills), [(skill.strength.text, skill.strength.tags) for skill in skills]),
        WEAKNESS: (list(model.skills), [(skill.weakness.text, skill.weakness.tags) for skill in skills]),
    }
    found = measures_of(model)
    kinds = []
    for name, (ids, printed) in lists.items():
        tags = [given for _, given in printed]
        units = fits.unit_vectors(fits.tag_matrix(tags, model.traits), model.related())
        near = fits.association(units, units)
        np.fill_diagonal(near, 0)
        kinds.append(Kind(name, ids, [title for title, _ in printed], tags, near, found[name]))
    return kinds


def measures_of(model: CardData) -> dict[str, dict[str, np.ndarray]]:
    """Kind -> measure -> a value per card, averaged over draws of the shared links."""
    worlds = [_measures_in(_in_world(model, world)) for world in range(model.lint.worlds)]
    return {
        kind: {name: np.mean([found[kind][name] for found in worlds], axis=0) for name in measures}
        for kind, measures in worlds[0].items()
    }


def _in_world(model: CardData, world: int) -> CardData:
    """The same cards with other shared links."""
    return model.model_copy(update={"model": model.model.model_copy(update={"world": world})})


def _measures_in(model: CardData) -> dict[str, dict[str, np.ndarray]]:
    worked = fits.work_out(model)
    strength, weakness = worked.strength, worked.weakness
    if model.skills_a_week() == 1:  # both halves of one card
        strength = weakness = strength + weakness
    rest = model.frame.hand_skills - 1
    job_best = best_job_chances(worked.job, model.frame.hand_jobs - 2)
    strength_best, weakness_best = best_chances(strength, rest), best_chances(weakness, rest)
    parts = [(worked.job, job_best), (strength, strength_best)]
    if weakness is not strength:
        parts.append((weakness, weakness_best))
    return {
        JOB: {
            "reach": worked.reach,
            "crowd": worked.crowd,
            "mistaken": mistaken(parts, model.model.noise.private),
            **in_folders(worked.job, job_best, own=True),
        },
        STRENGTH: in_folders(strength, strength_best),
        WEAKNESS: in_folders(weakness, weakness_best),
    }


def best_chances(table: np.ndarray, rest: int) -> np.ndarray:
    """Cards x offers: chance of a card to be the best of itself and `rest` others drawn; ties are shared."""
    size = len(table)
    drawn = min(rest + 1, size)
    whole = np.append(0, np.cumsum(fits.order_weights(size, drawn) * size / drawn))
    found = np.empty_like(table)
    for offer, column in enumerate(table.T):
        ranked = np.sort(column)
        below = np.searchsorted(ranked, column, "left")
        upto = np.searchsorted(ranked, column, "right")
        found[:, offer] = (whole[upto] - whole[below]) / (upto - below)
    return found


def best_job_chances(table: np.ndarray, rest: int) -> np.ndarray:
    """The same for jobs, of which none is experience for itself: 0 there."""
    size = len(table)
    found = np.zeros((size, size))
    found.T[~np.eye(size, dtype=bool)] = best_chances(fits.others(table), rest).T.ravel()
    return found


def in_folders(table: np.ndarray, chances: np.ndarray, *, own: bool = False) -> dict[str, np.ndarray]:
    """use, fit and doubt of cards with these fits; `own`: jobs, which do not meet themselves as an offer."""
    offers = table.shape[1] - own
    total = chances.sum(axis=1)
    weights = np.full_like(chances, 1 / chances.shape[1])  # of a card that is never the best
    np.divide(chances, total[:, None], out=weights, where=total[:, None] > 0)
    better = np.empty_like(table)
    for card, row in enumerate(table):
        others = np.sort(np.delete(row, card) if own else row)
        under = np.searchsorted(others, row, "left")
        upto = np.searchsorted(others, row, "right")
        # ties count half, itself left out; the entry of a job with itself has no weight
        better[card] = (len(others) - upto + (upto - under - 1) / 2) / max(1, offers - 1)
    return {
        "use": total / offers,
        "fit": (weights * table).sum(axis=1),
        "doubt": (weights * better).sum(axis=1),
    }


def mistaken(parts: Sequence[tuple[np.ndarray, np.ndarray]], noise: float) -> np.ndarray:
    """Per offer: chance that a folder made for another offer looks better for it than the one made for it.

    parts: fits of cards, and their chances to be the best of a hand, for each part of a folder. Fits of whole
    folders are taken as normal, and each is seen with so much noise.
    """
    size = parts[0][0].shape[1]
    means, spread = (
        np.zeros((size, size)),
        np.zeros((size, size)),
    )  # offer it was made for x offer it is seen for
    for table, chances in parts:
        cards = chances / chances.sum(axis=0)
        mean = cards.T @ table
        means += mean
        spread += cards.T @ table**2 - mean**2
    apart = ~np.eye(size, dtype=bool)
    others = means.T[apart].reshape(size, size - 1)
    around = spread.T[apart].reshape(size, size - 1).mean(axis=1) + others.var(axis=1)
    margin = np.diag(means) - others.mean(axis=1)
    variance = np.maximum(np.diag(spread) + around + 2 * noise**2, LEAST_VARIANCE)
    result: np.ndarray = ndtr(-margin / np.sqrt(variance))
    return result


def percentile(values: np.ndarray, index: int) -> float:
    """Percent of the other values that lie below this one; equal ones count half."""
    others = np.delete(values, index)
    if not len(others):
        return 50.0
    below = (others < values[index]).sum() + (others == values[index]).sum() / 2
    return float(100 * below / len(others))


# --------------------------------------------------------------------------------------- the whole list


def whole_list(model: CardData, kinds: Sequence[Kind]) -> list[tuple[str, Sheet]]:
    """Traits against their quotas, the ends of every measure, the nearest pairs."""
    return [
        ("Cards with each trait", _coverage(model, kinds)),
        ("The ends of the list", _ends(model, kinds)),
        ("Cards most like each other", _pairs(model, kinds)),
    ]


def _quota(model: CardData, kind: str) -> tuple[int, int]:
    """Least and most cards of a kind with a trait."""
    low, high = getattr(model.quotas, f"{PLURAL[kind]}_per_trait")
    return low, high


def _coverage(model: CardData, kinds: Sequence[Kind]) -> Sheet:
    heads = [f"{PLURAL[kind.name]} ({_span(_quota(model, kind.name))})" for kind in kinds]
    rows = []
    for trait in model.traits:
        counts = [kind.tagged(trait) for kind in kinds]
        odd = [_off(n, _quota(model, kind.name)) for n, kind in zip(counts, kinds, strict=True)]
        texts = [f"{n}: {off}" if off else str(n) for n, off in zip(counts, odd, strict=True)]
        rows.append((trait, *texts))
    return Sheet(("trait", *heads), tuple(rows))


def _ends(model: CardData, kinds: Sequence[Kind]) -> Sheet:
    rows = []
    for kind in kinds:
        for name, values in kind.measures.items():
            order = np.argsort(values, kind="stable")
            ends = order[: model.lint.nearest], order[::-1][: model.lint.nearest]
            low, high = (
                "\n".join(f"{kind.ids[i]} {_shown(name, values[i])}" for i in indices) for indices in ends
            )
            rows.append((f"{kind.name}: {ABOUT[name]}", _shown(name, float(np.median(values))), low, high))
    return Sheet(("what", "middle", "lowest", "highest"), tuple(rows))


def _pairs(model: CardData, kinds: Sequence[Kind]) -> Sheet:
    rows = []
    for kind in kinds:
        limit = _duplicate(model, kind.name)
        ones, others = np.triu_indices(len(kind.ids), 1)
        near = kind.near[ones, others]
        order = np.argsort(-near, kind="stable")
        for pair in order[: max(model.lint.nearest, int((near > limit).sum()))]:
            one, other = ones[pair], others[pair]
            note = "too near" if near[pair] > limit else ""
            rows.append((kind.name, kind.ids[one], kind.ids[other], f"{near[pair]:.2f}", note))
    return Sheet(("kind", "card", "card", "association", ""), tuple(rows))


def list_warnings(model: CardData, kinds: Sequence[Kind]) -> list[str]:
    """What is odd about the list, a sentence each."""
    found = []
    for kind in kinds:
        for trait in model.traits:
            quota = _quota(model, kind.name)
            count = kind.tagged(trait)
            if off := _off(count, quota):
                found.append(
                    f"{_many(count, kind.name)} tagged {trait}: {off}, {_span(quota)} are meant"
                    " (quotas in traits.yaml)."
                )
        for one, other in zip(*np.nonzero(np.triu(kind.near > _duplicate(model, kind.name))), strict=True):
            found.append(_alike(kind, one, other))
        for index in range(len(kind.ids)):
            found += [*_tag_warnings(model, kind, index), *_dead_warnings(model, kind, index)]
    return found


# ----------------------------------------------------------------------------------------- named cards


def check_names(cards: CardSet, names: Iterable[str]) -> None:
    """CardDataError for the first that is the id of no card; it names the nearest."""
    known = [*cards.model.jobs, *cards.model.skills]
    for name in names:
        if name not in known:
            near = nearest(name, known)
            hint = f"; did you mean {near}?" if near else ""
            msg = f"no such card {name!r}, allowed: the id of a card in jobs.yaml or skills.yaml{hint}"
            raise CardDataError(msg)


def one_card(model: CardData, kind: Kind, index: int) -> list[tuple[str, Sheet]]:
    """Where a card stands among those of its kind, what is like it, and what it does for its traits."""
    rows = []
    for name, values in kind.measures.items():
        middle = float(np.median(np.delete(values, index))) if len(values) > 1 else float(values[index])
        place = f"{percentile(values, index):.0f}"
        rows.append((ABOUT[name], _shown(name, values[index]), _shown(name, middle), place))
    title = f"{kind.titles[index]} ({kind.name})"
    measures = Sheet(("what", "this card", "middle of the others", "percentile"), tuple(rows))
    order = np.argsort(-kind.near[index], kind="stable")
    order = order[order != index][: model.lint.nearest]
    like = [
        (
            kind.titles[other],
            f"{kind.near[index, other]:.2f}",
            ", ".join(t for t in kind.tags[index] if t in kind.tags[other]),
        )
        for other in order
    ]
    traits = []
    for trait, weight in kind.tags[index].items():
        after, quota = kind.tagged(trait), _quota(model, kind.name)
        traits.append(
            (trait, str(weight), str(after - 1), str(after), f"{_span(quota)} {_off(after, quota)}".strip())
        )
    return [
        (title, measures),
        (f"{title}: what is most like it", Sheet(("card", "association", "traits of both"), tuple(like))),
        (
            f"{title}: its traits",
            Sheet(("trait", "weight", f"{PLURAL[kind.name]} without it", "with it", "quota"), tuple(traits)),
        ),
    ]


def card_warnings(model: CardData, kind: Kind, index: int) -> list[str]:
    """What is odd about a card, a sentence each."""
    found = _tag_warnings(model, kind, index)
    for trait in kind.tags[index]:
        count, quota = kind.tagged(trait), _quota(model, kind.name)
        if count > quota[1]:
            found.append(
                f"{kind.called(index)} makes {_many(count, kind.name)} tagged {trait}, over {quota[1]}."
            )
    limit = _duplicate(model, kind.name)
    found += [_alike(kind, index, int(other)) for other in np.nonzero(kind.near[index] > limit)[0]]
    found += _dead_warnings(model, kind, index)
    for name, (high, words) in ODD.items():
        if name not in kind.measures:
            continue
        place = percentile(kind.measures[name], index)
        if place > model.lint.ambiguous_percentile if high else place < model.lint.weak_percentile:
            found.append(f"{kind.called(index)} {words} (percentile {place:.0f}).")
    return found


def _tag_warnings(model: CardData, kind: Kind, index: int) -> list[str]:
    """Number of tags and their weights, against the quotas."""
    tags = kind.tags[index]
    meant = model.quotas.tags_per_job if kind.name == JOB else model.quotas.tags_per_side
    low, high = model.quotas.weight
    found = []
    if off := _off(len(tags), meant):
        many = "1 tag" if len(tags) == 1 else f"{len(tags)} tags"
        found.append(f"{kind.called(index)} has {many}: {off}, {_span(meant)} are meant.")
    found += [
        f"{kind.called(index)}: {trait} weighs {weight}, {_span((low, high))} is meant."
        for trait, weight in tags.items()
        if not low <= weight <= high
    ]
    return found


def _dead_warnings(model: CardData, kind: Kind, index: int) -> list[str]:
    use = kind.measures["use"][index]
    if use >= model.lint.dead_use:
        return []
    return [
        f"{kind.called(index)} is the best {kind.name} of a hand in {use:.1%} of the cases only: a dead card."
    ]


def _alike(kind: Kind, one: int, other: int) -> str:
    near = f"association {kind.near[one, other]:.2f}"
    return (
        f"{kind.called(one)} and {kind.called(other)} are nearly the same {kind.name} by their tags ({near})."
    )


def _duplicate(model: CardData, kind: str) -> float:
    return model.lint.duplicate if kind == JOB else model.lint.duplicate_side


def _off(count: int, quota: Iterable[int]) -> str:
    low, high = quota
    return "too few" if count < low else "too many" if count > high else ""


def _span(quota: Iterable[int]) -> str:
    low, high = quota
    return f"{low} to {high}"


def _many(count: int, kind: str) -> str:
    return f"{count} {kind if count == 1 else PLURAL[kind]}"


def _shown(measure: str, value: float) -> str:
    return f"{value:.1%}" if measure in ("use", "doubt", "mistaken") else f"{value:.2f}"

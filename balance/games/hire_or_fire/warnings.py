"""What a designer should know of a card set before it is played: sentences that name the cards.

Nothing here is an error: such a set can be played. All is worked out from the card data alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from balance.cards.paths import listing
from balance.games.hire_or_fire.fits import association, others, tag_matrix, unit_vectors, work_out
from balance.games.hire_or_fire.state import Halves, Home, SkillsUsed, Talk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from balance.cards import CardSet
    from balance.games.hire_or_fire.cards import CardData, Half

SHOWN = 8
SHOWN_PAIRS = 5


def card_set_warnings(cards: CardSet, seats: int) -> list[str]:
    """What is odd about a card set, for so many players, in plain sentences."""
    critic = Critic(cards.model, seats)
    return [
        *critic.money(),
        *critic.readings(),
        *critic.judgement(),
        *critic.traits(),
        *critic.quotas(),
        *critic.lonely(),
        *critic.alike(),
        *critic.useless(),
    ]


class Critic:
    """Looks at one card set."""

    def __init__(self, model: CardData, seats: int) -> None:
        """For so many players."""
        self.model = model
        self.seats = seats
        self.strengths: dict[str, Half] = {name: card.strength for name, card in model.skills.items()}
        self.weaknesses: dict[str, Half] = {name: card.weakness for name, card in model.skills.items()}

    def jobs_named(self, ids: Iterable[str]) -> str:
        """Titles, cut."""
        return listing([self.model.jobs[name].title for name in ids], SHOWN)

    # ------------------------------------------------------------------------------ money, readings
    def money(self) -> Iterator[str]:
        """Amounts between which there is nothing to choose."""
        frame = self.model.frame
        salaries = frame.salaries
        if len(salaries) > 1 and len(set(salaries)) == 1:
            yield f"All salary cards are worth ${salaries[0]:,}: which one is played decides nothing."
        else:
            for value in sorted({value for value in salaries if salaries.count(value) > 1}):
                yield f"{salaries.count(value)} salary cards of a kit are worth the same, ${value:,}."
        if len(salaries) > frame.weeks:
            least = salaries[len(salaries) - frame.weeks]
            yield (
                f"A kit has {len(salaries)} salary cards for {frame.weeks} weeks:"
                f" what is below ${least:,} need never be played."
            )
        if frame.compensation >= salaries[0]:
            yield (
                f"A compensation (${frame.compensation:,}) is no less than the lowest salary"
                f" (${salaries[0]:,}): missing can pay as well as matching."
            )
        if not frame.bonus:
            yield "The bonus is $0: nobody gains anything by finding the own applicant."
        elif frame.compensation >= frame.bonus:
            yield (
                f"A compensation (${frame.compensation:,}) is no less than the bonus (${frame.bonus:,}):"
                " misleading others pays as well as finding the own applicant."
            )

    def readings(self) -> Iterator[str]:
        """Readings that another number or reading leaves without effect."""
        model, frame = self.model, self.model.frame
        one_card = _is(model, "skills_used", SkillsUsed.ONE_CARD)
        if _is(model, "talk", Talk.LEAKS) and not frame.leak_chance:
            yield "HG-14 has players talk, and frame.leak_chance is 0: no folder is ever given away."
        if _is(model, "halves", Halves.WHOLE_CARD):
            if one_card:
                yield "HG-04 whole_card changes nothing where one card fills both spaces (HG-03 one_card)."
            elif not model.model.other_half:
                yield "HG-04 whole_card changes nothing while model.other_half is 0."
        if _is(model, "home", Home.REPEAT) and frame.weeks < self.seats:
            yield (
                f"HG-18 repeat changes nothing: with {self.seats} players tokens would come home in week"
                f" {self.seats}, and the game has {frame.weeks} weeks."
            )

    def judgement(self) -> Iterator[str]:
        """Numbers of the model that leave nothing to judge."""
        model = self.model.model
        parts = model.weights
        if not parts.job + parts.strength + parts.weakness + parts.cover:
            yield "All weights of the model are 0: folders differ by chance only."
        if not model.noise.private:
            yield "The private noise is 0: all players see the same in every folder."
        noise = model.noise.private
        spread = [model.salary.at(name, noise, self.seats) for name in ("slope", "appeal_sd")]
        if len(self.model.frame.salaries) > 1 and 0 in spread:
            yield "All folders seem equally likely to match (model.salary): thresholds part no salary cards."
        if model.crowd_of > len(self.model.jobs) - 1:
            yield (
                f"model.crowd_of is {model.crowd_of}, and a job has {len(self.model.jobs) - 1} others:"
                " all of them count."
            )

    # --------------------------------------------------------------------------------------- traits
    def traits(self) -> Iterator[str]:
        """Traits that offers ask for and nothing answers, or the other way round."""
        asked = _count(job.tags for job in self.model.jobs.values())
        given = _count(half.tags for half in (*self.strengths.values(), *self.weaknesses.values()))
        unused = [name for name in self.model.traits if name not in asked and name not in given]
        if unused:
            yield f"No card has the trait {listing(unused, SHOWN)}."
        unasked = [name for name in given if name not in asked]
        if unasked:
            yield f"No job has the trait {listing(unasked, SHOWN)} of skill cards: it answers no offer."
        unanswered = [name for name in asked if name not in given]
        if unanswered:
            yield f"No skill card has the trait {listing(unanswered, SHOWN)} of jobs."

    def quotas(self) -> Iterator[str]:
        """Quotas of the list that it does not keep (M-8)."""
        quotas = self.model.quotas
        lists: list[tuple[str, Mapping[str, Mapping[str, int]], list[int], list[int]]] = [
            (
                "jobs",
                {n: job.tags for n, job in self.model.jobs.items()},
                quotas.jobs_per_trait,
                quotas.tags_per_job,
            )
        ]
        for what, halves, quota in (
            ("strengths", self.strengths, quotas.strengths_per_trait),
            ("weaknesses", self.weaknesses, quotas.weaknesses_per_trait),
        ):
            lists.append((what, {n: half.tags for n, half in halves.items()}, quota, quotas.tags_per_side))
        for what, tags, (low, high), per_card in lists:
            counts = _count(tags.values())
            few = [f"{t} ({counts.get(t, 0)})" for t in self.model.traits if counts.get(t, 0) < low]
            many = [f"{t} ({counts[t]})" for t in self.model.traits if counts.get(t, 0) > high]
            if few:
                yield f"Fewer than {low} {what} with the trait {listing(few, SHOWN)}."
            if many:
                yield f"More than {high} {what} with the trait {listing(many, SHOWN)}."
            yield from self._tag_counts(what, tags, per_card)

    def _tag_counts(
        self, what: str, tags: Mapping[str, Mapping[str, int]], per_card: Sequence[int]
    ) -> Iterator[str]:
        """Cards with more or fewer tags, or other weights of tags, than the quotas want."""
        low, high = per_card
        odd = [name for name, given in tags.items() if not low <= len(given) <= high]
        if odd:
            yield f"{_first(what)} with fewer than {low} or more than {high} tags: {listing(odd, SHOWN)}."
        least, most = self.model.quotas.weight
        odd = [name for name, given in tags.items() if not all(least <= w <= most for w in given.values())]
        if odd:
            yield f"{_first(what)} with a tag below {least} or above {most}: {listing(odd, SHOWN)}."

    # ---------------------------------------------------------------------------------------- cards
    def lonely(self) -> Iterator[str]:
        """Jobs that no other card, or hardly any hand, fits as an offer."""
        vectors, names = self._vectors(), list(self.model.jobs)
        best = np.maximum(
            others(association(vectors["jobs"], vectors["jobs"])).max(axis=0),
            np.maximum(*(association(vectors[side], vectors["jobs"]).max(axis=0) for side in SIDES)),
        )
        nothing = [name for name, most in zip(names, best, strict=True) if most <= 0]
        if nothing:
            yield f"Nothing fits {self.jobs_named(nothing)}: no other card has its traits, or related ones."
        reach, bound = work_out(self.model).reach, self.model.model.nothing_below
        hard = [n for n, fit in zip(names, reach, strict=True) if fit < bound and n not in nothing]
        if hard:
            yield (
                f"Hardly any hand fits {self.jobs_named(hard)}: the best that can be expected is below"
                f" model.nothing_below ({bound:g})."
            )

    def alike(self) -> Iterator[str]:
        """Cards that are nearly the same, by their tags or word for word."""
        vectors, lint = self._vectors(), self.model.lint
        titles = [job.title for job in self.model.jobs.values()]
        yield from _same_words("jobs", titles)
        yield from _near("jobs", titles, vectors["jobs"], lint.duplicate)
        for side, halves in (("strengths", self.strengths), ("weaknesses", self.weaknesses)):
            texts = [half.text for half in halves.values()]
            yield from _same_words(side, texts)
            yield from _near(side, texts, vectors[side], lint.duplicate_side)

    def useless(self) -> Iterator[str]:
        """Weaknesses that cannot be turned into anything."""
        never = [name for name, card in self.model.skills.items() if not card.weakness.spin]
        if never and self.model.model.weights.weakness:
            yield f"The weakness of {listing(never, SHOWN)} (spin 0) fits no offer at all."

    def _vectors(self) -> dict[str, np.ndarray]:
        """Unit vectors of jobs and of both sides of the skill cards."""
        tags = {
            "jobs": [job.tags for job in self.model.jobs.values()],
            "strengths": [half.tags for half in self.strengths.values()],
            "weaknesses": [half.tags for half in self.weaknesses.values()],
        }
        related = self.model.related()
        return {
            name: unit_vectors(tag_matrix(given, self.model.traits), related) for name, given in tags.items()
        }


SIDES = ("strengths", "weaknesses")


def _is(model: CardData, switch: str, position: Halves | Home | SkillsUsed | Talk) -> bool:
    """Whether a switch is in a position."""
    return model.reading(switch) == position.name.lower()


def _first(word: str) -> str:
    return word[0].upper() + word[1:]


def _count(tags: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Cards with each trait."""
    found: dict[str, int] = {}
    for given in tags:
        for name in given:
            found[name] = found.get(name, 0) + 1
    return found


def _same_words(what: str, texts: list[str]) -> Iterator[str]:
    """Texts that stand on several cards."""
    lower = [text.casefold() for text in texts]
    again = [text for index, text in enumerate(texts) if lower[index] in lower[:index]]
    if again:
        yield f"Two {what} say the same: {listing(dict.fromkeys(again), SHOWN)}."


def _near(what: str, texts: list[str], vectors: np.ndarray, above: float) -> Iterator[str]:
    """Pairs of cards whose tags say nearly the same."""
    likeness = np.triu(association(vectors, vectors), 1)
    pairs = [(float(likeness[a, b]), texts[a], texts[b]) for a, b in np.argwhere(likeness > above)]
    pairs.sort(key=lambda pair: -pair[0])
    if pairs:
        shown = [f"{a} / {b} ({value:.2f})" for value, a, b in pairs[:SHOWN_PAIRS]]
        rest = len(pairs) - len(shown)
        more = f" and {rest} more." if rest else "."
        yield f"{_first(what)} that are hardly to be told apart by their tags: {'; '.join(shown)}{more}"

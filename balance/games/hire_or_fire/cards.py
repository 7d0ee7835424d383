"""The card data of Hire or Fire: the schema of its YAML, checks of how it goes together, loading.

Bounds are the sizes of the records; the numbers of the game are in `card_data/hire_or_fire/`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from pydantic import Field

from balance.cards import CardSet, Document, Layout, Problem, Question, SourceIds, Strict, load_cards, wrong
from balance.cards.character import Range, check_character, check_ranges
from balance.cards.paths import Path, listing, path_text
from balance.cards.readings import AssumptionId, Text, Word, check_switches
from balance.cards.validate import because, unknown_ids
from balance.games.hire_or_fire import state
from balance.games.hire_or_fire.state import HAND, JOBS, SALARIES, SEATS, SKILLS, SWAPS, TRAITS, WEEKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path as FilePath

GAME = "hire_or_fire"
QUESTIONS_MAX = 200
WEIGHT_MAX = 1_000_000
MONEY_MAX = 1_000_000
PIECES_MAX = 10_000
WORLD_MAX = 999_999_999
FIT_MAX = 10
NOISES_MAX = 8
WORLDS_MAX = 1000
LEAST_EIGENVALUE = 1e-6
"""Below it two mixtures of traits could hardly be told apart, and roots of the matrix lose their digits."""

SWITCHES = {
    name: [position.name.lower() for position in positions] for name, positions in state.SWITCHES.items()
}

Money = Annotated[int, Field(ge=0, le=MONEY_MAX)]
Weight = Annotated[float, Field(ge=-WEIGHT_MAX, le=WEIGHT_MAX)]
Fit = Annotated[float, Field(ge=0, le=FIT_MAX)]
Numbers = Annotated[list[Weight], Field(min_length=1, max_length=NOISES_MAX)]
Fits = Annotated[list[Fit], Field(min_length=1, max_length=NOISES_MAX)]
Share = Annotated[float, Field(ge=0, le=1)]
Percent = Annotated[float, Field(ge=0, le=100)]
Between = Annotated[
    list[Annotated[int, Field(ge=0, le=JOBS)]],
    Field(
        min_length=2,
        max_length=2,
        json_schema_extra={"allowed": f"two whole numbers from 0 to {JOBS}, the lower first"},
    ),
]
Tag = Annotated[int, Field(ge=1, le=3)]
Tags = Annotated[
    dict[Word, Tag],
    Field(
        min_length=1,
        max_length=TRAITS,
        json_schema_extra={
            "allowed": "a mapping of traits to 1 (a hint), 2 (clear) or 3 (defining), one at least"
        },
    ),
]
Pair = Annotated[
    str,
    Field(
        pattern=r"^[a-z][a-z0-9_]{0,39}-[a-z][a-z0-9_]{0,39}$",
        json_schema_extra={"allowed": "two traits with a hyphen between them, such as water-outdoors"},
    ),
]


def _mapping(most: int, what: str) -> Any:
    """A mapping of so many ids at most, one at least."""
    allowed = f"a mapping of 1 to {most} {what}"
    return Field(min_length=1, max_length=most, json_schema_extra={"allowed": allowed})


# ---------------------------------------------------------------------------------------- the schema


class Frame(Strict):
    """What holds for the whole game."""

    weeks: int = Field(ge=1, le=WEEKS)
    hand_jobs: int = Field(ge=2, le=HAND)
    hand_skills: int = Field(ge=2, le=HAND)
    swap_cards: int = Field(ge=0, le=SWAPS)
    salaries: list[Money] = Field(min_length=1, max_length=SALARIES)
    bonus: Money
    compensation: Money
    compensation_pieces: int = Field(ge=0, le=PIECES_MAX)
    leak_chance: Share


class Parts(Strict):
    """M-3: what each part of an application weighs."""

    job: Fit
    strength: Fit
    weakness: Fit
    cover: Fit


class Noise(Strict):
    """M-3: standard deviations, of links between cards that tags miss, and of what each player sees."""

    shared: Fit
    private: Fit


class BySeats(Strict):
    """Numbers for each number of players, one for each noise."""

    three: Numbers = Field(alias="3")
    four: Numbers = Field(alias="4")
    five: Numbers = Field(alias="5")
    six: Numbers = Field(alias="6")

    def of(self, seats: int) -> list[float]:
        """The numbers for so many players."""
        found: list[float] = self.model_dump(by_alias=True)[str(seats)]
        return found


class Sizes(BySeats):
    """The same for numbers not below 0."""

    three: Fits = Field(alias="3")
    four: Fits = Field(alias="4")
    five: Fits = Field(alias="5")
    six: Fits = Field(alias="6")


class Salary(Strict):
    """M-6: how likely a match seems by the appeal of a folder, and how appeals are spread."""

    noise: Fits
    base: BySeats
    slope: Sizes
    appeal_mean: BySeats
    appeal_sd: Sizes

    def at(self, name: str, private: float, seats: int) -> float:
        """One of the numbers for so much private noise: in proportion between noises, held beyond."""
        values: BySeats = getattr(self, name)
        return float(np.interp(private, self.noise, values.of(seats)))


class Model(Strict):
    """The model of judgement."""

    weights: Parts
    other_half: Share
    noise: Noise
    world: int = Field(ge=0, le=WORLD_MAX)
    crowd_of: int = Field(ge=1, le=JOBS)
    nothing_below: float = Field(ge=-FIT_MAX, le=FIT_MAX)
    salary: Salary


class Trait(Strict):
    """What a card can bring to mind."""

    about: Text


class Quotas(Strict):
    """M-8: least and most, for a list that gives every trait a chance. Only `lint` and warnings ask."""

    jobs_per_trait: Between
    strengths_per_trait: Between
    weaknesses_per_trait: Between
    tags_per_job: Between
    tags_per_side: Between
    weight: Between


class Lint(Strict):
    """When `lint` warns of a card."""

    duplicate: Share
    duplicate_side: Share
    dead_use: Share
    ambiguous_percentile: Percent
    weak_percentile: Percent
    agreement: Share
    worlds: int = Field(ge=1, le=WORLDS_MAX)
    nearest: int = Field(ge=1, le=JOBS)


class Job(Strict):
    """A job card."""

    title: Text
    tags: Tags


class Half(Strict):
    """A strength."""

    text: Text
    tags: Tags


class Weakness(Half):
    """A weakness; `spin`: how usable it is."""

    spin: Share = 1.0


class Skill(Strict):
    """A skill card."""

    strength: Half
    weakness: Weakness


class Ranges(Strict):
    """How far a search may move the numbers of a bot: lowest and highest."""

    weights: dict[Word, Range] = Field(default_factory=dict)


class Bot(Strict):
    """A bot: how it differs from the base weights."""

    about: Text
    character: Ranges | None = None  # what a search must keep; without it, the bot is not tuned
    weights: dict[Word, Weight] = Field(default_factory=dict)


class CardData(Strict):
    """Everything in `card_data/hire_or_fire/`."""

    frame: Frame
    model: Model
    traits: dict[Word, Trait] = _mapping(TRAITS, "traits")
    relatedness: dict[Pair, Share] = Field(default_factory=dict)
    quotas: Quotas
    lint: Lint
    jobs: dict[Word, Job] = _mapping(JOBS, "jobs")
    skills: dict[Word, Skill] = _mapping(SKILLS, "skill cards")
    readings: dict[AssumptionId, Question] = Field(max_length=QUESTIONS_MAX)
    base: dict[Word, Weight] = Field(default_factory=dict)
    ranges: Ranges | None = None
    bots: dict[Word, Bot] = Field(default_factory=dict)

    def reading(self, switch: str) -> str:
        """The reading in use of the question with this switch."""
        return next(q.reading for q in self.readings.values() if q.switch == switch)

    def skills_a_week(self) -> int:
        """Skill cards of one folder (HG-03)."""
        return 1 if self.reading("skills_used") == state.SkillsUsed.ONE_CARD.name.lower() else 2

    def related(self) -> np.ndarray:
        """The matrix of relatedness: symmetric, ones on the diagonal, traits in the order of the file."""
        number = {name: index for index, name in enumerate(self.traits)}
        matrix = np.eye(len(number))
        for pair, value in self.relatedness.items():
            one, other = (number[name] for name in pair.split("-"))
            matrix[one, other] = matrix[other, one] = value
        return matrix


# --------------------------------------------------------------------------------------------- loading


def load(folder: FilePath | str, overrides: Iterable[Sequence[Any]] = ()) -> CardSet:
    """The card data of a folder with overrides, (path, value) or (path, value, place); or CardDataError."""
    return load_cards(LAYOUT, folder, overrides)


# ----------------------------------------------------------------------- checks beyond single values


def _check(model: CardData, document: Document) -> Iterator[Problem]:
    """What single values cannot show: how values go together, whether there are cards enough."""
    problems = list(check_switches(model.readings, document, SWITCHES))
    yield from problems
    yield from _check_salaries(model, document)
    yield from _check_noises(model, document)
    yield from _check_tags(model, document)
    yield from _check_relatedness(model, document)
    for name, (low, high) in model.quotas.model_dump().items():
        if low > high:
            yield wrong(document, ("quotas", name), [low, high], "two whole numbers, the lower first")
    if not problems:
        yield from _check_supply(model, document)
    yield from _check_bots(model, document)


def _check_salaries(model: CardData, document: Document) -> Iterator[Problem]:
    """Salary cards from low to high, one for each week at least (HD-4)."""
    at: Path = ("frame", "salaries")
    salaries = model.frame.salaries
    for index in range(1, len(salaries)):
        if salaries[index] < salaries[index - 1]:
            allowed = f"at least {salaries[index - 1]}, the one before: from low to high"
            yield wrong(document, (*at, index), salaries[index], allowed)
    if len(salaries) < model.frame.weeks:
        text = f"found a list of {len(salaries)}, allowed: at least {model.frame.weeks}, a card for each week"
        yield Problem(document.place(at), path_text(at), text + because(document, ("frame", "weeks")))


def _check_noises(model: CardData, document: Document) -> Iterator[Problem]:
    """The numbers of M-6: noises from low to high, one number for each of them."""
    salary, at = model.model.salary, ("model", "salary")
    for index in range(1, len(salary.noise)):
        if salary.noise[index] <= salary.noise[index - 1]:
            allowed = f"above {salary.noise[index - 1]:g}, the one before"
            yield wrong(document, (*at, "noise", index), salary.noise[index], allowed)
    count = len(salary.noise)
    for name in ("base", "slope", "appeal_mean", "appeal_sd"):
        for seats, values in getattr(salary, name).model_dump(by_alias=True).items():
            if len(values) != count:
                path = (*at, name, seats)
                text = f"found a list of {len(values)}, allowed: a list of {count}, a number for each noise"
                why = because(document, (*at, "noise"))
                yield Problem(document.place(path), path_text(path), text + why)


def _check_tags(model: CardData, document: Document) -> Iterator[Problem]:
    """Tags are traits."""
    for name, job in model.jobs.items():
        yield from unknown_ids(document, ("jobs", name, "tags"), job.tags, model.traits, "trait")
    for name, skill in model.skills.items():
        for side, half in (("strength", skill.strength), ("weakness", skill.weakness)):
            yield from unknown_ids(document, ("skills", name, side, "tags"), half.tags, model.traits, "trait")


def _check_relatedness(model: CardData, document: Document) -> Iterator[Problem]:
    """Pairs of known traits, each once, that go together: a positive definite matrix (M-2)."""
    problems: list[Problem] = []
    seen: dict[frozenset[str], str] = {}
    for pair in model.relatedness:
        at: Path = ("relatedness", pair)
        names = pair.split("-")
        unknown = [name for name in names if name not in model.traits]
        for name in unknown:
            allowed = f"one of {listing(model.traits, 40)}"
            problems.append(wrong(document, at, name, allowed, list(model.traits), key=True))
        if names[0] == names[1]:
            problems.append(wrong(document, at, pair, "two different traits", key=True))
        elif frozenset(names) in seen:
            allowed = f"each pair once; this one stands there as {seen[frozenset(names)]}"
            problems.append(wrong(document, at, pair, allowed, key=True))
        seen.setdefault(frozenset(names), pair)
    yield from problems
    if problems or not model.relatedness:
        return
    values, vectors = np.linalg.eigh(model.related())
    if values[0] < LEAST_EIGENVALUE:
        traits = list(model.traits)
        worst = [traits[index] for index in np.argsort(-np.abs(vectors[:, 0]), kind="stable")[:3]]
        text = (
            f"found values that cannot hold together (least eigenvalue {values[0]:.3f}), allowed: a positive"
            f" definite matrix, so smaller ones, first those of {listing(worst)}"
        )
        yield Problem(document.place(("relatedness",)), "relatedness", text)


def _check_supply(model: CardData, document: Document) -> Iterator[Problem]:
    """HD-6: cards for as many players as can play, without exchanges."""
    frame = model.frame
    for section, hand, used in (
        ("jobs", frame.hand_jobs, 2),
        ("skills", frame.hand_skills, model.skills_a_week()),
    ):
        need = SEATS * (hand + used * (frame.weeks - 1))
        have = len(getattr(model, section))
        if have < need:
            text = (
                f"found {have} cards, allowed: at least {need}, for {SEATS} players with {hand} each at first"
                f" (frame.hand_{section}) and {used} more for each week after the first (frame.weeks)"
            )
            yield Problem(document.place((section,)), section, text)


def bot_weights() -> tuple[dict[str, tuple[str, str]], np.dtype]:
    """The weights a bot has, (unit, meaning) by name, and its record."""
    from balance.games.hire_or_fire import weights  # noqa: PLC0415  (so that tests can replace them)

    return weights.WEIGHTS, weights.BOT


BOUNDS: dict[str, tuple[float, float]] = {
    "whim": (0, WEIGHT_MAX),
    "level": (0, state.LEVELS - 1),
    "tau": (0, 1000),
    "tau_spread": (0, 3),
    "lapse": (0, 1),
    "sharp": (0.001, 1000),
    "blur": (0, 1000),
    "blur_spread": (0, 3),
    "order": (0, 3),
}
"""Weights that are no free numbers: lowest and highest."""
WHOLE = ("level", "order")


def _check_bots(model: CardData, document: Document) -> Iterator[Problem]:
    """Weights by their names and within their bounds; the base names every weight."""
    if not model.bots and not model.base:
        return
    named = bot_weights()[0]
    if not model.base:
        text = "the key is missing, allowed: a mapping of all weights"
        yield Problem(document.place(("base",)), "base", text)
        return
    yield from _check_weights(document, ("base",), model.base, named)
    for weight, (unit, meaning) in named.items():
        if weight not in model.base:
            text = f"the key is missing, allowed: a number ({unit}: {meaning})"
            yield Problem(document.place(("base",)), path_text(("base", weight)), text)
    known: dict[str, tuple[str, Sequence[str]]] = {"weights": ("weight", list(named))}
    if model.ranges is not None:
        yield from check_ranges(document, ("ranges",), model.ranges.model_dump(), known)
        yield from _check_ends(document, ("ranges", "weights"), model.ranges.weights)
    for name, bot in model.bots.items():
        at: Path = ("bots", name)
        yield from _check_weights(document, (*at, "weights"), bot.weights, named)
        if bot.character is not None:
            character = bot.character.model_dump()
            yield from check_ranges(document, (*at, "character"), character, known)
            yield from _check_ends(document, (*at, "character", "weights"), bot.character.weights)
            own = {"weights": {**model.base, **bot.weights}}
            yield from check_character(document, at, character, own)


def _check_weights(
    document: Document, at: Path, weights: Mapping[str, float], named: Mapping[str, tuple[str, str]]
) -> Iterator[Problem]:
    """Weights at a path: names that exist, values that can be."""
    yield from unknown_ids(document, at, weights, named, "weight")
    for name, value in weights.items():
        if name in BOUNDS:
            low, high = BOUNDS[name]
            whole = name in WHOLE
            if not low <= value <= high or (whole and value != int(value)):
                kind = "a whole number" if whole else "a number"
                found = int(value) if value == int(value) else value
                yield wrong(document, (*at, name), found, f"{kind} from {low:g} to {high:g}")


def _check_ends(document: Document, at: Path, ranges: Mapping[str, Sequence[float]]) -> Iterator[Problem]:
    """Ranges at a path do not lead where the weights cannot be."""
    bad = partial(wrong, document)
    for name, (low, high) in ranges.items():
        if name in WHOLE:
            yield bad((*at, name), [low, high], "no range: it is a choice, not an amount")
        elif name in BOUNDS and (min(low, high) < BOUNDS[name][0] or max(low, high) > BOUNDS[name][1]):
            least, most = BOUNDS[name]
            yield bad((*at, name), [low, high], f"two numbers from {least:g} to {most:g}, the lower first")


LAYOUT = Layout(
    game=GAME,
    model=CardData,
    files={
        "game.yaml": ("frame",),
        "model.yaml": ("model",),
        "traits.yaml": ("traits", "relatedness", "quotas", "lint"),
        "jobs.yaml": ("jobs",),
        "skills.yaml": ("skills",),
        "readings.yaml": ("readings",),
        "bots.yaml": ("base", "ranges", "bots"),
    },
    source_ids=SourceIds(
        kinds=(
            (r"HF-[1-9][0-9]?", "rule book"),
            (r"HD-[1-9][0-9]?", "rule book"),
            (r"HG-[0-9]{2}", "assumed"),
            (r"M-[1-9][0-9]?", "assumed"),
            (r"T0", "assumed"),
        ),
        allowed="the id of a source: HF-1, HD-1, HG-01, M-3 and so on, or T0",
    ),
    sourced=("game.yaml", "model.yaml", "traits.yaml", "jobs.yaml", "skills.yaml"),
    optional=("bots.yaml",),
    ordered=("traits", "jobs", "skills"),
    check=_check,
)

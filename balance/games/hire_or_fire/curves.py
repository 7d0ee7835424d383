"""Counters of Hire or Fire by week, by salary card, by place of the target, by job and by skill card.

To add one, write a `Curve` or a `Contrast` here that names counters of the records in `counts.py`, and name
it in a panel of `chapters.py`. A single number for a game or a player is a measure: one function in
`measures.py`.

What may stand here: curves, contrasts, axes, printed names, and tables of the card data alone (sheets).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance.games.hire_or_fire.tables import labels
from balance.games.interface import Axis, Contrast, Curve, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from balance.cards import CardSet

# ------------------------------------------------------------------------------------------------ axes


def _axis(name: str, words: str) -> Axis:
    """An axis whose bins are called as the columns of tables are."""
    return Axis(name, words, lambda cards: labels(cards)[name])


AXES = (
    _axis("weeks", "week"),
    _axis("salaries", "salary card"),
    _axis("offsets", "places to the right of the applicant"),
    _axis("by_tokens", "tokens on the folder"),
    _axis("jobs", "job"),
    _axis("skills", "skill card"),
)

HALF = 34
"""Letters of each half of a skill card in its name."""


def names(cards: CardSet) -> dict[str, str]:
    """Printed names: the title of a job, both texts of a skill card (shortened)."""
    jobs = {name: str(job["title"]) for name, job in cards.data["jobs"].items()}
    strong, weak = strengths(cards), weaknesses(cards)
    return {**jobs, **{card: f"{short(strong[card])} / {short(weak[card])}" for card in strong}}


def strengths(cards: CardSet) -> dict[str, str]:
    """The strength of each skill card, as printed."""
    return {name: str(card["strength"]["text"]) for name, card in cards.data["skills"].items()}


def weaknesses(cards: CardSet) -> dict[str, str]:
    """The weakness of each skill card, as printed."""
    return {name: str(card["weakness"]["text"]) for name, card in cards.data["skills"].items()}


def short(text: str, most: int = HALF) -> str:
    """A text cut after a word, when it is longer than that."""
    if len(text) <= most:
        return text
    whole = text[: most - 1].rpartition(" ")[0] or text[: most - 1]
    return whole.rstrip(" ,;.") + "\N{HORIZONTAL ELLIPSIS}"


# --------------------------------------------------------------------------------------------- by week

# fmt: off
BY_WEEK = (
    Curve(
        "match_by_week", "match rate", "share", "weeks", "matched", "played",
        "Share of the applications of that week that get the dream job.", ("HF-36",),
    ),
    Curve(
        "nothing_by_week", "nothing that fits", "share", "weeks", "nothing", "played",
        "Share of players whose hand allows no better fit in that week than a number of the card data"
        " (`nothing_below`).", ("M-10",),
    ),
    Curve(
        "best_by_week", "best the hand allows", "count", "weeks", "best_ppm", "played",
        "The best fit that the hand could reach for the offer when the folder was begun.", ("M-3", "M-10"),
        scale=1e-6, rate=False,
    ),
    Curve(
        "fit_by_week", "fit of the folder", "count", "weeks", "fit_ppm", "played",
        "Fit of the folder to the offer it answers.", ("M-3",), scale=1e-6, rate=False,
    ),
    Curve(
        "income_by_week", "income", "$", "weeks", "income", "played",
        "Dollars that a player earns in that week: salary, bonus, compensation.", ("HD-5", "HF-48"),
        rate=False,
    ),
    Curve(
        "asked_by_week", "salary card in the folder", "$", "weeks", "asked", "played",
        "Mean of the salary cards put into the folders of that week.", ("HF-27", "HD-4"), rate=False,
    ),
    Curve(
        "believed_by_week", "chance as the author sees it", "share", "weeks", "chance_ppm", "played",
        "Mean chance of a match that players give their own folders of that week.", ("M-6",), scale=1e-6,
    ),
    Curve(
        "useful_by_week", "exchange would help", "share", "weeks", "useful", "played",
        "Share of players for whom an exchange before the folder would gain something on average.",
        ("HF-21", "M-5"),
    ),
    Curve(
        "kept_by_week", "and was not made", "share", "weeks", "kept", "played",
        "Share of players for whom it would, and who did not exchange.", ("HF-21", "M-5"),
    ),
    Curve(
        "swapped_by_week", "cards exchanged", "count", "weeks", "swapped", "played",
        "Cards that a player exchanges in that week.", ("HF-21",), rate=False,
    ),
)

# --------------------------------------------------------------- by salary card, by target, by tokens

BY_SALARY = (
    Curve(
        "salary_match", "match rate", "share", "salaries", "matched", "played",
        "Share of the applications with this salary card that get the dream job.", ("HF-27", "HF-36"),
    ),
    Curve(
        "salary_income", "brings on average", "$", "salaries", "income", "played",
        "Dollars that this salary card brings, divided by the times it is played.", ("HF-27", "HF-36"),
        rate=False,
    ),
    Curve(
        "salary_believed", "chance as the author sees it", "share", "salaries", "chance_ppm", "played",
        "Mean chance of a match that players gave the folders they put this card into.", ("M-6",),
        scale=1e-6,
    ),
)

BY_TARGET = (
    Curve(
        "match_by_offset", "all weeks", "share", "offsets", "matched", "applied",
        "Share of the applications to a player so many places to the right that get the dream job.",
        ("HD-1", "HD-3"),
    ),
    Curve(
        "mutual_by_offset", "mutual weeks", "share", "offsets", "mutual_matched", "mutual",
        "The same in weeks in which the two apply to each other.", ("HD-3",),
    ),
)

BY_TOKENS = (
    Curve(
        "match_by_tokens", "match rate", "share", "by_tokens", "matched", "folders",
        "Of the folders with so many tokens, the share that gets the dream job.", ("HF-36", "HF-39"),
    ),
)

# ------------------------------------------------------------------------------------- by job, by skill

BY_JOB = (
    Curve(
        "job_found", "applicant found", "share", "jobs", "found", "offered",
        "Of the times this job is on offer, the share in which its applicant is found.", ("HF-19", "HF-33"),
    ),
    Curve(
        "job_doubt", "doubt of its hirer", "count", "jobs", "entropy_ppm", "offered",
        "Entropy of the hirer's choice, in bits, when this job is on offer: 0 is certain, 1 as two equal"
        " folders, 2 as four.", ("HF-19", "M-4"), scale=1e-6, rate=False,
    ),
    Curve(
        "job_offered", "left the hand as an offer", "share", "jobs", "offered", "gone",
        "Of the times this job left a hand (offered, used, exchanged), the share in which it was offered.",
        ("HF-19",),
    ),
    Curve(
        "job_used", "in the folder, when held", "share", "jobs", "used", "held",
        "Of the folders begun with this job in hand, the share it goes into.", ("HF-23",),
    ),
    Curve(
        "job_matched", "match rate", "share", "jobs", "matched", "used",
        "Of the folders with this job in them, the share that gets the dream job.", ("HF-23", "HF-36"),
    ),
    Curve(
        "job_ambiguity", "ambiguity of its folders", "share", "jobs", "ambiguity_ppm", "used",
        "1 less the part of the best offer in the fit of the folder to all offers, mean over the folders with"
        " this job in them.", ("M-3",), scale=1e-6, rate=False,
    ),
    Curve(
        "job_weeks", "weeks in hand", "count", "jobs", "weeks_held", "gone",
        "Weeks in hand until it was offered, used or exchanged, of the times it was.", ("HF-19", "HF-21"),
        rate=False,
    ),
)

BY_SKILL = (
    Curve(
        "strength_used", "strength used, when held", "share", "skills", "strength", "held",
        "Of the folders begun with this card in hand, the share that shows its strength.",
        ("HF-24", "HF-25"),
    ),
    Curve(
        "weakness_used", "weakness used, when held", "share", "skills", "weakness", "held",
        "Of the folders begun with this card in hand, the share that shows its weakness.",
        ("HF-24", "HF-26"),
    ),
    Curve(
        "strength_match", "match rate", "share", "skills", "strength_matched", "strength",
        "Of the folders that show its strength, the share that gets the dream job.", ("HF-25", "HF-36"),
    ),
    Curve(
        "weakness_match", "match rate", "share", "skills", "weakness_matched", "weakness",
        "Of the folders that show its weakness, the share that gets the dream job.", ("HF-26", "HF-36"),
    ),
    Curve(
        "skill_weeks", "weeks in hand", "count", "skills", "weeks_held", "gone",
        "Weeks in hand until it was used or exchanged, of the times it was.", ("HF-21", "HF-24"), rate=False,
    ),
)

CONTRASTS = (
    Contrast(
        "job_over", "match rate over the average", "share", "jobs", "matched", "used", "used", "used",
        "Match rate of the folders with this job in them, less that of all folders.", ("HF-23", "HF-36"),
        price="match_rate",
    ),
    Contrast(
        "strength_over", "match rate over the average", "share", "skills", "strength_matched", "strength",
        "strength", "strength",
        "Match rate of the folders that show this strength, less that of all folders.",
        ("HF-25", "HF-36"), price="match_rate",
    ),
    Contrast(
        "weakness_over", "match rate over the average", "share", "skills", "weakness_matched", "weakness",
        "weakness", "weakness",
        "Match rate of the folders that show this weakness, less that of all folders.",
        ("HF-26", "HF-36"), price="match_rate",
    ),
)
# fmt: on

CURVES = (*BY_WEEK, *BY_SALARY, *BY_TARGET, *BY_TOKENS, *BY_JOB, *BY_SKILL)

# ------------------------------------------------------------------------------ from the card data alone


def trait_sheet(cards: CardSet) -> Sheet:
    """Per trait: jobs, strengths and weaknesses tagged with it, and what they add up to in tags."""
    data = cards.data
    kinds = {
        "jobs": [job["tags"] for job in data["jobs"].values()],
        "strengths": [card["strength"]["tags"] for card in data["skills"].values()],
        "weaknesses": [card["weakness"]["tags"] for card in data["skills"].values()],
    }
    rows = tuple((trait, *(tagged(tags, trait) for tags in kinds.values())) for trait in data["traits"])
    return Sheet(("trait", *kinds), rows)


def tagged(tags: Iterable[Any], trait: str) -> str:
    """How many cards have the trait, and how many of them have it above all others."""
    mine = [found for found in tags if trait in found]
    first = sum(found[trait] == max(found.values()) for found in mine)
    return f"{len(mine)} ({first})"

"""Card data of Hire or Fire as what rules and bots read: records of numbers, and their labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from balance.cards import nearest
from balance.cards.paths import listing
from balance.cards.readings import switch_position
from balance.errors import CardDataError
from balance.games.hire_or_fire.cards import SWITCHES, bot_weights
from balance.games.hire_or_fire.fits import (
    Fits,
    chance_points,
    luck_of,
    mean_excess,
    normal_quantiles,
    others,
    thresholds,
    work_out,
)
from balance.games.hire_or_fire.state import GRID, LEVELS, NORMALS, READINGS, RULES, SEATS, TOKENS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from balance.cards import CardSet
    from balance.games.hire_or_fire.cards import CardData

PLAIN = ("weeks", "hand_jobs", "hand_skills", "swap_cards", "bonus", "compensation", "leak_chance")
"""Numbers of the frame that stand in the record under the same name."""


def compile_tables(cards: CardSet, seats: int) -> np.ndarray:
    """An array of one `RULES` record, for so many players."""
    model: CardData = cards.model
    tables = np.zeros(1, RULES)
    rules = tables[0]
    frame, judged = model.frame, model.model
    rules["players"] = seats
    for name in PLAIN:
        rules[name] = getattr(frame, name)
    rules["salaries"] = len(frame.salaries)
    rules["salary"][: len(frame.salaries)] = frame.salaries
    rules["compensation_stock"] = frame.compensation_pieces
    for switch in READINGS.names or ():
        rules["reading"][switch] = switch_position(model.readings, SWITCHES, switch)
    rules["private_noise"] = judged.noise.private
    rules["cover"] = judged.weights.cover
    rules["nothing_below"] = judged.nothing_below
    rules["normal"] = normal_quantiles(NORMALS)
    fits = work_out(model)
    _fill_cards(rules, model, fits)
    _fill_excess(rules, fits)
    _fill_salaries(rules, model, seats)
    return tables


def _bits(tags: Iterable[str], traits: list[str]) -> int:
    return sum(1 << traits.index(name) for name in tags)


def _fill_cards(rules: np.void, model: CardData, fits: Fits) -> None:
    """Jobs and skill cards in the order of their files, and how they fit."""
    traits, jobs, skills = list(model.traits), len(model.jobs), len(model.skills)
    rules["jobs"], rules["skills"] = jobs, skills
    row = rules["job"][:jobs]
    row["luck"] = [luck_of(name) for name in model.jobs]
    row["traits"] = [_bits(job.tags, traits) for job in model.jobs.values()]
    row["crowd"], row["reach"], row["keep"] = fits.crowd, fits.reach, fits.keep_job
    row["share"][:, : len(traits)] = fits.share
    row = rules["skill"][:skills]
    row["luck"] = [luck_of(name) for name in model.skills]
    row["strength_traits"] = [_bits(skill.strength.tags, traits) for skill in model.skills.values()]
    row["weakness_traits"] = [_bits(skill.weakness.tags, traits) for skill in model.skills.values()]
    row["keep_strength"], row["keep_weakness"] = fits.keep_strength, fits.keep_weakness
    rules["job_fit"]["to"][:jobs, :jobs] = fits.job
    rules["strength_fit"]["to"][:skills, :jobs] = fits.strength
    rules["weakness_fit"]["to"][:skills, :jobs] = fits.weakness
    rules["mean_keep_job"] = fits.keep_job.mean()
    rules["mean_keep_strength"] = fits.keep_strength.mean()
    rules["mean_keep_weakness"] = fits.keep_weakness.mean()


def _fill_excess(rules: np.void, fits: Fits) -> None:
    """What a card drawn at random would add, over a grid that holds every fit there is."""
    used = {"job": others(fits.job), "strength": fits.strength, "weakness": fits.weakness}
    low = min(float(table.min()) for table in used.values())
    high = max(float(table.max()) for table in used.values())
    rules["excess_low"] = low
    rules["excess_step"] = (high - low) / (GRID - 1) or 1.0  # all fits the same: any step will do
    grid = rules["excess_low"] + rules["excess_step"] * np.arange(GRID)
    for name, table in used.items():
        rules["excess"][name][: table.shape[1]] = mean_excess(table, grid)


def _fill_salaries(rules: np.void, model: CardData, seats: int) -> None:
    """M-6: chances as players see them, and what parts the salary cards."""
    names = ("base", "slope", "appeal_mean", "appeal_sd")
    private = model.model.noise.private
    numbers = [model.model.salary.at(name, private, seats) for name in names]
    rules["chance_base"], rules["chance_slope"] = numbers[:2]
    points = chance_points(*numbers)
    for count, row in enumerate(thresholds(points, len(model.frame.salaries))):
        rules["thresholds"][count]["at"][: len(row)] = row


# -------------------------------------------------------------------------------------- bots, labels


def compile_bot(cards: CardSet, name: str) -> np.void:
    """The weights of a bot as one `BOT` record; CardDataError for an unknown name."""
    model: CardData = cards.model
    if name not in model.bots:
        near = nearest(name, model.bots)
        hint = f"; did you mean {near}?" if near else ""
        known = listing(model.bots, 40) or "none: bots.yaml holds no bots"
        raise CardDataError(f'no bot is called "{name}", allowed: {known}{hint}')
    weights, dtype = bot_weights()
    bot = model.bots[name]
    record: np.void = np.zeros(1, dtype)[0]
    for weight in weights:
        record[weight] = bot.weights.get(weight, model.base.get(weight, 0.0))
    return record


def labels(cards: CardSet) -> dict[str, list[str]]:
    """Names for the members of the array fields of `TALLY` and `GAME_TALLY`."""
    model: CardData = cards.model
    weeks = [str(number) for number in range(1, model.frame.weeks + 1)]
    return {
        "weeks": weeks,
        "salaries": _money(model.frame.salaries),
        "offsets": [str(number) for number in range(1, SEATS)],
        "ladder_ppm": [f"L{number}" for number in range(LEVELS)],
        "by_tokens": [*(str(number) for number in range(TOKENS - 1)), f"{TOKENS - 1}+"],
        "jobs": list(model.jobs),
        "skills": list(model.skills),
        "stalled": ["never"],
        "leader": weeks,
        "lead": weeks,
        "standing": [str(seat + 1) for seat in range(SEATS)],
    }


def _money(values: list[int]) -> list[str]:
    """Amounts as text, the second of two equal ones with its number."""
    found = []
    for index, value in enumerate(values):
        before = values[:index].count(value)
        found.append(f"${value:,}" + (f" ({before + 1})" if before else ""))
    return found

"""Tables by chance: small sets of made-up cards, frame numbers and readings; and weights of bots.

The numbers of the model are drawn, not derived: what a table says does not matter to a duel, only that both
sides make the same of it.
"""

from __future__ import annotations

import random
from statistics import NormalDist
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from balance.games.hire_or_fire.state import NORMALS, RULES, SALARIES, SKILLS, SWITCHES
from balance.games.hire_or_fire.weights import BOT, WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Mapping

READINGS = {name: positions(0).name.lower() for name, positions in SWITCHES.items()}
POSITIONS = {name: [p.name.lower() for p in positions] for name, positions in SWITCHES.items()}


def lot(seed: int, players: int, readings: Mapping[str, str] | None = None) -> np.ndarray:
    """Tables of one rule set by chance. `readings`: these, and the first position of the other switches."""
    rng = random.Random(f"{seed} tables {players}")
    if readings is None:
        read = {name: rng.choice(names) for name, names in POSITIONS.items()}
    else:
        read = READINGS | dict(readings)
    one_card = read["skills_used"] == "one_card"
    weeks, swaps = rng.choice([1, 2, 3, 4, 4, 4, 6]), rng.choice([0, 1, 2, 2, 2, 4])
    least = 2 * (weeks - 1) if read["reserve"] == "none" else 0  # a hand must last, whatever is exchanged
    frame = {
        "weeks": weeks,
        "swap_cards": swaps,
        "hand_jobs": min(8, max(least + 2, rng.randint(2, 5))),
        "hand_skills": min(8, max((least // 2 + 1) if one_card else least + 2, rng.randint(2, 5))),
        "salaries": sorted(
            rng.choices(range(1000, 9000, 500), k=min(SALARIES, weeks + rng.choice([0, 0, 1])))
        ),
        "bonus": rng.randrange(0, 6000, 500),
        "compensation": rng.randrange(0, 2000, 500),
        "leak_chance": rng.choice([0.1, 0.5]),
    }
    if weeks == 6 and read["reserve"] == "none":
        read["reserve"] = "refills_first"
    per_week = 1 if one_card else 2
    jobs = players * (frame["hand_jobs"] + 2 * (weeks - 1)) + rng.choice([0, 1, 3, 20])
    skills = players * (frame["hand_skills"] + per_week * (weeks - 1)) + rng.choice([0, 1, 3, 20])
    skills = min(SKILLS, skills)
    return tables(players, frame, read, jobs, skills, rng)


def tables(
    players: int,
    frame: Mapping[str, Any],
    readings: Mapping[str, str],
    jobs: int,
    skills: int,
    rng: random.Random,
) -> np.ndarray:
    """A record of the rules with that frame; all numbers of the model by chance."""
    made = np.zeros(1, RULES)
    rules = made[0]
    rules["players"], rules["jobs"], rules["skills"] = players, jobs, skills
    for name in ("weeks", "hand_jobs", "hand_skills", "swap_cards", "bonus", "compensation", "leak_chance"):
        rules[name] = frame[name]
    rules["salaries"] = len(frame["salaries"])
    rules["salary"][: len(frame["salaries"])] = frame["salaries"]
    rules["compensation_stock"] = frame.get("compensation_pieces", 5)
    for name, position in readings.items():
        rules["reading"][name] = SWITCHES[name][position.upper()]
    rules["private_noise"] = rng.choice([0.0, 0.15, 0.45, 0.9])
    rules["cover"] = rng.choice([0.0, 0.0, 0.5])
    rules["nothing_below"] = 0.3
    rules["excess_low"], rules["excess_step"] = -0.2, rng.uniform(0.03, 0.08)
    for name in ("mean_keep_job", "mean_keep_strength", "mean_keep_weakness"):
        rules[name] = rng.uniform(0, 0.3)
    rules["chance_base"], rules["chance_slope"] = rng.uniform(-1, 1), rng.uniform(0, 3)
    for k in range(2, SALARIES + 1):
        rules["thresholds"][k]["at"][: k - 1] = sorted(rng.uniform(0.1, 0.9) for _ in range(k - 1))
    rules["normal"] = [NormalDist().inv_cdf((i + 0.5) / NORMALS) for i in range(NORMALS)]
    numbers = np.random.default_rng(rng.randrange(1 << 30))
    _cards(rules, jobs, skills, numbers)
    return made


def _cards(rules: np.void, jobs: int, skills: int, rng: np.random.Generator) -> None:
    def masks(size: int) -> np.ndarray:
        return (1 << rng.integers(0, 8, size)) | (1 << rng.integers(0, 8, size))

    job, skill = rules["job"][:jobs], rules["skill"][:skills]
    job["luck"] = [crc32(f"job {n}".encode()) for n in range(jobs)]
    skill["luck"] = [crc32(f"skill {n}".encode()) for n in range(skills)]
    job["traits"] = masks(jobs)
    skill["strength_traits"], skill["weakness_traits"] = masks(skills), masks(skills)
    for name in ("crowd", "reach", "keep"):
        job[name] = rng.uniform(0, 1, jobs)
    for name in ("keep_strength", "keep_weakness"):
        skill[name] = rng.uniform(0, 0.5, skills)
    for n in range(jobs):
        bits = [t for t in range(8) if int(job["traits"][n]) >> t & 1]
        job["share"][n][bits] = 1 / len(bits)
        for what in ("job", "strength", "weakness"):
            row = rules["excess"][n][what]
            row[:] = np.sort(rng.uniform(0, 0.8, len(row)))[::-1]
    rules["job_fit"]["to"][:jobs, :jobs] = rng.uniform(-0.2, 1, (jobs, jobs))
    rules["strength_fit"]["to"][:skills, :jobs] = rng.uniform(-0.2, 0.8, (skills, jobs))
    rules["weakness_fit"]["to"][:skills, :jobs] = rng.uniform(-0.2, 0.6, (skills, jobs))


def weights(rng: random.Random) -> dict[str, float]:
    """A bot by chance."""
    return {
        "judgement": rng.choice([0.0, 1.0, 1.0, 2.0]),
        "whim": rng.choice([0.0, 0.05, 0.5]),
        "level": float(rng.randint(0, 3)),
        "tau": rng.uniform(0.5, 10),
        "tau_spread": rng.choice([0.0, 0.8]),
        "lapse": rng.choice([0.0, 0.02, 0.3]),
        "contrast": rng.uniform(0, 1.5),
        "sharp": rng.uniform(1, 5),
        "blur": rng.uniform(0, 2),
        "blur_spread": rng.choice([0.0, 0.5]),
        "clarity": rng.uniform(0, 1.5),
        "decoy": rng.choice([0.0, 0.7]),
        "saving": rng.uniform(0, 1),
        "distinct": rng.uniform(0, 1),
        "reach": rng.uniform(0, 1),
        "swap_cost": rng.choice([-0.2, 0.0, 0.1, 0.3]),
        "swap_next": rng.uniform(0, 1),
        "order": float(rng.randint(0, 3)),
        "confidence": rng.uniform(0, 2),
        "boldness": rng.uniform(-1, 1),
    }


def bots(each: list[dict[str, float]]) -> np.ndarray:
    """As records, one per seat."""
    return np.array([tuple(one[name] for name in WEIGHTS) for one in each], BOT)

"""Card sets by chance: cards with every word of the language, decks, numbers, readings.

`card_set(seed)` gives the same set for the same seed. A set is what the YAML files hold; `write` writes them.
Names and ids are legal by construction; what a card does makes no sense, which is the point.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import yaml

from tests.oracles.ebh.card_texts import Texts
from tests.oracles.ebh.things import READINGS, Data

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

QUALIFICATIONS = ["technical", "occult", "survival"]
POSITIONS = {
    "late_seats": ["none", "extra_card"],
    "next_end": ["countdown", "effects"],
    "arrivals": ["all", "played_only"],
    "fresh_recovery": ["waits", "may_work"],
    "whose": ["owner", "player"],
    "no_chooser": ["controller", "attempting"],
    "mass_mayhem": ["choice_only", "all"],
    "cancelled_cost": ["paid", "kept"],
    "tie": ["turn_order", "highest", "shared"],
    "one_of": ["part", "whole"],
    "too_few": ["take_all", "none"],
    "blocked_choice": ["limited", "free"],
    "targets_when": ["play", "reached"],
    "mass_fix": ["counts", "does_not"],
    "reduce_waiting": ["allowed", "not_allowed"],
    "required_order": ["in_order", "sets_first"],
    "failed_profit": ["settles", "lost"],
    "hurt_crew": ["included", "left_out"],
    "equal_turns": ["at_once", "finish_round"],
}
FRAME_DEFAULTS = {"early_round": 4}


class Plain(yaml.SafeDumper):
    """Writes everything out: card files have no anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def dump(content: Any) -> str:
    return yaml.dump(content, Dumper=Plain, sort_keys=False)


def card_set(seed: int) -> dict[str, Any]:
    """All sections of the card files, by chance."""
    rng = random.Random(f"cards {seed}")
    texts = Texts(rng, QUALIFICATIONS)
    hires = {
        f"h_{q[:4]}_{n}": {"name": f"Hire {q} {n}", "qualification": q}
        for q in QUALIFICATIONS
        for n in range(rng.randint(1, 2))
    }
    mayhem = {f"m_{n}": {"name": f"Mayhem {n}", **texts.company("mayhem")} for n in range(rng.randint(4, 9))}
    fixes = {f"f_{n}": {"name": f"Fix {n}", **texts.company("fix")} for n in range(rng.randint(4, 9))}
    jobs = {f"j_{n}": {"name": f"Job {n}", **texts.job()} for n in range(rng.randint(3, 7))}
    decks = {f"deck_{n}": deck(rng, hires, mayhem, fixes) for n in range(2)}
    readings = {
        switch: rng.choice(positions) if rng.random() < 0.25 else READINGS[switch]
        for switch, positions in POSITIONS.items()
    }
    return {
        "frame": frame(rng),
        "hires": hires,
        "mayhem": mayhem,
        "fixes": fixes,
        "jobs": jobs,
        "decks": decks,
        "job_deck": {job: rng.randint(1, 2) for job in jobs},
        "seats": [rng.choice(list(decks)) for _ in range(4)],
        "readings": readings,
    }


def deck(
    rng: random.Random, hires: Mapping[str, Any], mayhem: Mapping[str, Any], fixes: Mapping[str, Any]
) -> dict[str, int]:
    """Mostly of a usual size; sometimes so small that it runs dry."""
    if rng.random() < 0.3:
        cards = [
            *rng.sample(list(hires), min(2, len(hires))),
            *rng.sample(list(mayhem), 2),
            *rng.sample(list(fixes), 2),
        ]
        return dict.fromkeys(cards, 1)
    counts = {hire: rng.randint(1, 4) for hire in hires}
    for card in (*mayhem, *fixes):
        if rng.random() < 0.8:
            counts[card] = rng.randint(1, 2)
    return counts


def frame(rng: random.Random) -> dict[str, int]:
    usual = {
        "target": rng.choice([5, 10, 10, 20]),
        "opening_hand": rng.choice([5, 5, 5, 3]),
        "start_draw": 1,
        "hire_plays": 2,
        "fix_plays": 1,
        "attempts": 1,
        "mayhem_plays": 1,
        "staff_limit": rng.choice([6, 6, 6, 3]),
        "hand_limit": rng.choice([7, 7, 7, 4]),
        "incapacitated_turns": rng.choice([1, 1, 1, 2]),
        "start_profit": rng.choice([0, 0, 0, 3]),
        "min_required": rng.choice([1, 1, 1, 2]),
        "max_rounds": rng.choice([30, 30, 12]),
        "no_progress_rounds": rng.choice([30, 8]),
        "plays_per_turn": 20,
    }
    return usual | FRAME_DEFAULTS


def data(cards: Mapping[str, Any], players: int) -> Data:
    """The set as the referee reads it."""
    return Data(
        players,
        cards["hires"],
        cards["mayhem"],
        cards["fixes"],
        cards["jobs"],
        [cards["decks"][cards["seats"][seat]] for seat in range(players)],
        cards["job_deck"],
        dict(cards["frame"]),
        dict(cards["readings"]),
    )


def write(cards: Mapping[str, Any], folder: Path, qualifications: list[str] | None = None) -> Path:
    """The same set as the files of a card folder."""
    folder.mkdir(parents=True, exist_ok=True)
    named = {q: {"name": q} for q in qualifications or QUALIFICATIONS}
    files: dict[str, dict[str, Any]] = {
        "game": {"frame": FRAME_DEFAULTS | dict(cards["frame"])},
        "hires": {"qualifications": named, "hires": cards["hires"]},
        "mayhem": {"mayhem": cards["mayhem"]},
        "fixes": {"fixes": cards["fixes"]},
        "jobs": {"jobs": {name: with_paths(job) for name, job in cards["jobs"].items()}},
        "decks": {
            "decks": {name: {"about": name, "cards": dict(given)} for name, given in cards["decks"].items()},
            "job_deck": dict(cards["job_deck"]),
            "seats": list(cards["seats"]),
        },
    }
    for name, content in files.items():
        (folder / f"{name}.yaml").write_text(dump({"source": "T0", **content}))
    questions = {
        f"O-{number:02}": question(switch, reading)
        for number, (switch, reading) in enumerate(cards["readings"].items(), 50)
    }
    (folder / "readings.yaml").write_text(dump({"readings": questions}))
    return folder


def with_paths(job: dict[str, Any]) -> dict[str, Any]:
    return {**job, "qualified": job.get("qualified") or {}, "unqualified": job.get("unqualified") or {}}


def question(switch: str, reading: str) -> dict[str, Any]:
    return {
        "question": switch,
        "impact": "L",
        "reading": reading,
        "switch": switch,
        "choices": {position: {"text": position} for position in POSITIONS[switch]},
    }

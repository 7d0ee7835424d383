"""A card set of numbered cards, for tests of words and positions: no file, no fit, only names and rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from balance.games.hire_or_fire import GAME
from balance.games.hire_or_fire.events import Event
from balance.games.hire_or_fire.record import LOG
from balance.games.hire_or_fire.state import RULES, SWITCHES
from balance.games.interface import Match

JOBS, SKILLS = 120, 110
SALARIES = [3000, 4000, 5000, 6000]


@dataclass(frozen=True)
class Job:
    title: str


@dataclass(frozen=True)
class Half:
    text: str


@dataclass(frozen=True)
class Skill:
    strength: Half
    weakness: Half


@dataclass(eq=False)
class Model:
    jobs: dict[str, Job] = field(default_factory=lambda: {f"job_{n}": Job(f"Job {n}") for n in range(JOBS)})
    skills: dict[str, Skill] = field(
        default_factory=lambda: {
            f"skill_{n}": Skill(Half(f"Strong {n}"), Half(f"Weak {n}")) for n in range(SKILLS)
        }
    )


@dataclass(eq=False)
class Cards:
    model: Model = field(default_factory=Model)


CARDS: Any = Cards()


def rules(seats: int = 3, **readings: int) -> np.ndarray:
    """The tables for so many players; readings by the name of their switch, else the first position."""
    tables = np.zeros(1, RULES)
    this = tables[0]
    this["players"], this["weeks"], this["hand_jobs"], this["hand_skills"] = seats, 4, 6, 6
    this["swap_cards"], this["salaries"], this["bonus"], this["compensation"] = 2, len(SALARIES), 4500, 500
    this["salary"][: len(SALARIES)] = SALARIES
    this["jobs"], this["skills"] = JOBS, SKILLS
    for name, position in readings.items():
        assert position in list(SWITCHES[name])
        this["reading"][name] = position
    return tables


def position(text: str, seats: int = 3, **readings: int) -> Match:
    """The position of that text."""
    return GAME.parse_state(CARDS, rules(seats, **readings), text)


def shown(match: Match) -> str:
    """The position as text."""
    return GAME.state_text(CARDS, match)


def options(match: Match) -> list[str]:
    """The words of what may be done."""
    return [GAME.option_text(CARDS, match, option) for option in GAME.options(match)]


def told(
    *events: tuple[int, ...], seats: int = 3, bots: tuple[str, ...] = ("plain", ""), **readings: int
) -> list[str]:
    """The transcript of these log lines (event, seat, a, b, c), without its head."""
    match = Match(rules(seats, **readings), np.zeros(1, GAME.state_dtype))
    game = match.state[0]
    game["players"], game["log_count"] = seats, len(events)
    for line, event in zip(game["log"], events, strict=False):
        for name, value in zip(LOG.names or (), (*event, 0, 0, 0), strict=False):
            line[name] = value
    for event, seat, _, paid, *_ in ((*event, 0, 0) for event in events):
        if event in (Event.PAID, Event.BONUS):
            game["player"][seat]["money"] += paid
    return GAME.transcript(CARDS, match, bots)[2:]

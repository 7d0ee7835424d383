"""Counting ways to play, through the door: options and apply on copies of the position."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from balance.games.employee_handbook import GAME
from tests.frozen import frozen_folder

if TYPE_CHECKING:
    from balance.cards import CardSet
    from balance.games.interface import Match

FOLDER = frozen_folder("employee_handbook")
NOTHING = {"profit": 20} | dict.fromkeys(
    ("windfall", "inspection", "overtime", "reorganization", "shutdown", "hazard"), 0
)
STILL: dict[str, Any] = {
    "frame.rounds": 1,
    "eras": [{"round": 1, "copies": NOTHING}],
    "readings.HA-03": "fixed",
    "company.actions": 0,
    "company.optional_draws": 0,
    "company.basic_income": 0,
    "start.cash": 100,
    "start.charged": 0,
    "start.hand.inspection": 0,
    "start.buildings.workshop": 0,
    "company.recharge_cost": 1000,
}
"""A game in which nobody decides anything."""


def still(changes: dict[str, Any]) -> CardSet:
    """Card data of that game, with changes: each kind has one level, and as many as it may unless said so."""
    own: dict[str, Any] = {}
    for kind, level in first_levels().items():
        own[f"buildings.{kind}.levels"] = [level]
        own[f"buildings.{kind}.limit"] = changes.get(f"start.buildings.{kind}", 0)
    return GAME.load(FOLDER, tuple((STILL | own | changes).items()))


@cache
def first_levels() -> dict[str, dict[str, Any]]:
    """The first level of each kind of building."""
    model: Any = GAME.load(FOLDER).model
    return {
        kind: building.levels[0].model_dump(exclude_defaults=True)
        for kind, building in model.buildings.items()
    }


def ways(match: Match, depth: int) -> int:
    """Sequences of so many decisions from here; shorter ones that end the game count too."""
    while depth and GAME.decider(match) >= 0:
        options = GAME.options(match)
        depth -= 1
        if len(options) > 1:
            return sum(ways(after(match, option), depth) for option in options)
        GAME.apply(match, options[0])
    return 1


def after(match: Match, option: int) -> Match:
    """The game with one more decision taken; the match itself stays as it is."""
    copy = match.copy()
    GAME.apply(copy, option)
    return copy

"""Which one run of a scenario is meant where it has several and only one is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from balance.games import get
from balance.simulation.scenario import counts, read_scenario

if TYPE_CHECKING:
    from pathlib import Path


def one_run(scenario: Path | str, players: int | None, setting: str | None) -> tuple[int, str | None]:
    """Number of players and setting: those asked for, else the first number, and the middle setting."""
    read, _ = read_scenario(scenario)
    settings = list(read.settings or {})
    if players is None:
        players = counts(read, get(read.game).info.seats)[0]
    if setting is None and settings:
        setting = settings[(len(settings) - 1) // 2]
    return players, setting

"""Rule books behind one small interface. Adding a game is one line in `GAMES`."""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import TYPE_CHECKING

from balance.errors import ScenarioError

if TYPE_CHECKING:
    from balance.games.interface import Game

GAMES = {
    "employee_handbook": "balance.games.employee_handbook",
    "extremely_bad_hires": "balance.games.extremely_bad_hires",
    "hire_or_fire": "balance.games.hire_or_fire",
}
"""Game id -> module with a `GAME`."""


def get(name: str) -> Game:
    """The game of that id; ScenarioError names the nearest when there is none."""
    module = GAMES.get(name)
    if module is None:
        near = difflib.get_close_matches(str(name), GAMES, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        msg = f"there is no game {name!r} (games: {', '.join(GAMES)}){hint}"
        raise ScenarioError(msg)
    game: Game = import_module(module).GAME
    return game


__all__ = ["GAMES", "get"]

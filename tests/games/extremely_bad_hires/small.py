"""The card set `small` (every word of the card language) as tests of words and positions use it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from balance.games.extremely_bad_hires import GAME

if TYPE_CHECKING:
    import numpy as np

    from balance.cards import CardSet
    from balance.games.interface import Match

FOLDER = Path(__file__).parent / "cards" / "small"


@lru_cache
def data(seats: int = 2) -> tuple[CardSet, np.ndarray]:
    """Card set and tables for so many players."""
    cards = GAME.load(FOLDER)
    return cards, GAME.tables(cards, seats)


def position(text: str, seats: int = 2) -> Match:
    """The position of that text."""
    return GAME.parse_state(*data(seats), text)


def options(match: Match) -> list[str]:
    """The words of what may be done."""
    cards, _ = data(int(match.state[0]["players"]))
    return [GAME.option_text(cards, match, option) for option in GAME.options(match)]


def shown(match: Match) -> str:
    """The position as text."""
    return GAME.state_text(data(int(match.state[0]["players"]))[0], match)

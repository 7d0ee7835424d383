"""Card data that stays as it is when designers change `card_data/`: for tests that pin numbers or games."""

from __future__ import annotations

from pathlib import Path

from balance.simulation.places import card_folder

CARDS = Path(__file__).parent / "cards"
FOLDERS = {
    "employee_handbook": CARDS / "handbook",
    "extremely_bad_hires": CARDS / "agencies",
    "hire_or_fire": CARDS / "vacancies",
}


def frozen_folder(game: str) -> Path:
    """The frozen card data of a game; what ships, for a game that has no such copy yet."""
    return FOLDERS.get(game) or card_folder(game)

"""A folder with the fake game's card data and scenario, and the fake game known by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from balance.games import GAMES

from . import fake_game

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder with `card_data/dice` and `scenarios/three.yaml`."""
    monkeypatch.setitem(GAMES, "dice", fake_game.__name__)
    monkeypatch.chdir(tmp_path)
    for name, text in (
        ("card_data/dice/rules.yaml", fake_game.RULES),
        ("card_data/dice/bots.yaml", fake_game.BOTS),
        ("scenarios/three.yaml", fake_game.SCENARIO),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path

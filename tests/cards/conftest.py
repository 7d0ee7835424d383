"""A folder of card data to spoil, and two made-up weights for its bots (instead of those in `handbook/`)."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from balance.games.employee_handbook import state
from balance.games.employee_handbook import weights as real
from tests.frozen import frozen_folder

WEIGHTS = {"greed": ("points", "worth of an optional draw"), "caution": ("factor", "weight of damage")}
BOT = np.dtype(
    [(name, np.float64) for name in WEIGHTS]
    + [("taste", np.float64, (state.BUILDING_KINDS,)), ("keep", np.float64, (state.CARD_KINDS,))]
)
BOTS = """\
base: {greed: 1.5, caution: 1}
bots:
  plain: {about: Plays the base weights.}
  builder:
    about: Likes Workshops.
    weights: {greed: 0}
    taste: {workshop: 2}
    keep: {inspection: -1}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """Card data as it first shipped, in `data` below the current folder."""
    monkeypatch.setattr(real, "WEIGHTS", WEIGHTS)
    monkeypatch.setattr(real, "BOT", BOT)
    monkeypatch.chdir(tmp_path)
    copy = Path("data")
    copy.mkdir()
    for file in frozen_folder("employee_handbook").glob("*.yaml"):
        shutil.copy(file, copy)
    (copy / "bots.yaml").write_text(BOTS)
    return copy

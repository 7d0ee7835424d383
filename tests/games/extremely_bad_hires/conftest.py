"""A folder of card data to spoil, with two made-up weights for its bots."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from balance.games.extremely_bad_hires import state
from balance.games.extremely_bad_hires import weights as real

SETS = Path(__file__).parent / "cards"
WEIGHTS = {"ambition": ("factor", "weight of Profit"), "caution": ("points", "what a Job must be worth")}
BOT = np.dtype([(name, np.float64) for name in WEIGHTS] + [("taste", np.float64, (state.QUALIFICATIONS,))])
BOTS = """\
base: {ambition: 1.5, caution: 1}
ranges:
  weights: {ambition: [0, 3]}
bots:
  plain: {about: Plays the base weights.}
  baker:
    about: Likes Bakers.
    character: {taste: {baking: [1, 3]}}
    weights: {caution: 0}
    taste: {baking: 2}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """The card set `small`, in `data` below the current folder."""
    monkeypatch.setattr(real, "WEIGHTS", WEIGHTS)
    monkeypatch.setattr(real, "BOT", BOT)
    monkeypatch.chdir(tmp_path)
    copy = Path("data")
    shutil.copytree(SETS / "small", copy)
    (copy / "bots.yaml").write_text(BOTS)
    return copy

"""A small folder of card data to spoil: 30 jobs, 30 skill cards, two weeks."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

SMALL = Path(__file__).parent / "cards" / "small"


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """The card set `small`, in `data` below the current folder."""
    monkeypatch.chdir(tmp_path)
    copy = Path("data")
    shutil.copytree(SMALL, copy)
    return copy

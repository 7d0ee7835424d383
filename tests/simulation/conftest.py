"""The fake game, under one name for tests, workers and subprocesses: top-level `fake_game`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import fake_game


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder with `card_data/dice` and `scenarios/three.yaml`."""
    return fake_game.lay_desk(tmp_path, monkeypatch)


@pytest.fixture
def many_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start workers however little there is to do."""
    monkeypatch.setattr("balance.simulation.workers.WORTH_WORKERS", 0.0)

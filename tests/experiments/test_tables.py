"""The arena at tables of more than two: one bot against the rest, in every seat, on the same deals."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "simulation"))

import fake_game

from balance.experiments import arena as arenas
from balance.experiments import ladder
from balance.experiments.arena import Arena
from balance.experiments.strengths import file_of
from balance.simulation import line_ups, make_plan
from balance.simulation.play import play_rows


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return fake_game.lay_desk(tmp_path, monkeypatch)


def subjects(names: tuple[str, ...]) -> tuple:
    cards = fake_game.GAME.load(Path("card_data/dice"))
    return cards, [fake_game.GAME.bot(cards, name) for name in names]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_shares_are_those_of_the_same_games_in_a_simulation(seats: int) -> None:
    cards, (bold, dull) = subjects(("bold", "dull"))
    found = Arena(fake_game.GAME, cards, 3, jobs=1, players=seats).play([bold], [dull], 0, 20)
    group = ("bold", *["dull"] * (seats - 1))
    plan = make_plan(fake_game.GAME, cards, seed=3, seats=seats, line_ups=[group])
    rows = play_rows(plan, 0, 20).seat_rows
    wins = rows["win_share_ppm"].reshape(20, seats, seats) / 1e6
    mine = [line_ups.rotations(group)[turn].index("bold") for turn in range(seats)]
    assert found.share[0, 0] == pytest.approx(wins[:, range(seats), mine].mean(axis=1))


def test_large_rows_make_small_blocks_and_the_same_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    cards, bots = subjects(("bold", "dull"))
    arena = Arena(fake_game.GAME, cards, 3, jobs=2, players=4)
    whole = arena.play(bots, bots, 0, 20)
    monkeypatch.setattr(arenas, "BLOCK_BYTES", 1)
    assert np.array_equal(arena.play(bots, bots, 0, 20).share, whole.share)


def test_the_ladder_of_four_knows_what_is_even() -> None:
    cards, _ = subjects(())
    steps = ladder(fake_game.GAME, cards, rungs=[["dull"], ["bold"]], deals=200, players=4)
    (rung,) = steps.rungs
    assert rung.beats
    assert rung.share.low > 0.25


def test_measurements_have_a_file_for_each_number_of_players() -> None:
    names = [file_of(fake_game.GAME, Path("here"), players).name for players in (None, 2, 3, 4)]
    assert names == ["strength.json", "strength.json", "strength_3.json", "strength_4.json"]

"""Counters of judgement in games of the engine's bots, against the same games of the model's."""

from __future__ import annotations

import random

import numpy as np
import pytest

from balance.chance import deal_key
from balance.games.hire_or_fire.counts import GAME_TALLY, TALLY
from balance.games.hire_or_fire.play import KERNELS
from balance.games.hire_or_fire.record import GAME as STATE
from balance.games.interface import JOB
from tests.oracles.hof import adapter, makers
from tests.oracles.hof.judged import Judged

PPM = 1e6
GAMES = 16


def counted(made: np.ndarray, key: int, bots: np.ndarray) -> np.ndarray:
    """The seat rows of a game of the engine."""
    jobs = np.zeros(1, JOB)
    jobs["key"], jobs["bot"] = key, np.arange(6)
    seats = np.zeros((1, len(bots)), TALLY)
    KERNELS.play(made, bots, np.zeros(1, STATE), jobs, np.zeros(1, GAME_TALLY), seats)
    return seats[0]


@pytest.fixture(scope="module")
def games() -> list[tuple[Judged, np.ndarray]]:
    """The same games in both."""
    found = []
    for seed in range(GAMES):
        rng, players = random.Random(seed), 3 + seed % 4
        made = makers.lot(seed, players, {"skills_used": "one_card"} if seed % 5 == 4 else {})
        weights = [makers.weights(rng) for _ in range(players)]
        model = Judged(adapter.data(made[0]), deal_key(2, seed), weights).play()
        found.append((model, counted(made, deal_key(2, seed), makers.bots(weights))))
    return found


def test_the_games_are_the_same(games: list[tuple[Judged, np.ndarray]]) -> None:
    for model, seats in games:
        assert seats["score"].tolist() == [player.money for player in model.referee.g.players]


@pytest.mark.parametrize(
    ("field", "name"),
    [
        ("entropy_ppm", "entropy"),
        ("fit_ppm", "fit"),
        ("best_ppm", "best"),
        ("chance_ppm", "chance"),
        ("judge_ppm", "judge"),
        ("apply_ppm", "apply"),
    ],
)
def test_sums_of_players(field: str, name: str, games: list[tuple[Judged, np.ndarray]]) -> None:
    for model, seats in games:
        for seat, row in enumerate(seats):
            assert row[field] / PPM == pytest.approx(model.sums[seat][name], abs=1e-5)


@pytest.mark.parametrize("name", ["useful", "kept"])
def test_exchanges_that_would_have_helped(name: str, games: list[tuple[Judged, np.ndarray]]) -> None:
    for model, seats in games:
        assert seats[name].tolist() == [model.sums[seat][name] for seat in range(len(seats))]
    assert sum(int(seats[name].sum()) for _, seats in games) > 20


def test_weeks_without_a_skill_card_to_draw(games: list[tuple[Judged, np.ndarray]]) -> None:
    for model, seats in games:
        assert seats["swaps_short"].tolist() == [model.sums[seat]["short"] for seat in range(len(seats))]
    assert sum(int(seats["swaps_short"].sum()) for _, seats in games) > 5


@pytest.mark.parametrize("level", range(4))
def test_ladder(level: int, games: list[tuple[Judged, np.ndarray]]) -> None:
    """M-4: the chance of the right folder at each level, by every way in which folders can answer offers."""
    for model, seats in games:
        for seat, row in enumerate(seats):
            assert row["ladder_ppm"][level] / PPM == pytest.approx(model.sums[seat][f"L{level}"], abs=1e-5)


@pytest.mark.parametrize("name", ["appeal", "chance", "fit", "best"])
def test_weeks(name: str, games: list[tuple[Judged, np.ndarray]]) -> None:
    for model, seats in games:
        for seat, row in enumerate(seats):
            for week in range(model.referee.g.frame("weeks")):
                found = row["weeks"][week][f"{name}_ppm"] / PPM
                assert found == pytest.approx(model.weeks[seat, week][name], abs=1e-5)


def test_doubt_by_offer(games: list[tuple[Judged, np.ndarray]]) -> None:
    for model, seats in games:
        by_job = seats["jobs"]["entropy_ppm"].sum(axis=0) / PPM
        assert set(np.flatnonzero(by_job)) <= set(model.offers)
        for job, row in model.offers.items():
            assert by_job[job] == pytest.approx(row["entropy"], abs=1e-5)

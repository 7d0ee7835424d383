"""What players cannot know does not move them; and what they may know can."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from balance.chance import deal_key
from balance.games.hire_or_fire.counts import GAME_TALLY, TALLY
from balance.games.hire_or_fire.play import KERNELS
from balance.games.hire_or_fire.record import GAME as STATE
from balance.games.hire_or_fire.state import Offers, Phase
from balance.games.interface import JOB
from tests.games.hire_or_fire.subjects import BOX, tables
from tests.oracles.hof import makers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDER = ("job", "strength", "weakness", "salary")


def positions(made: np.ndarray, seed: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Every decision of a game of bots by chance: the record, and the bots."""
    rng = random.Random(seed)
    bots = makers.bots([makers.weights(rng) for _ in range(int(made[0]["players"]))])
    state = np.zeros(1, STATE)
    KERNELS.setup(made, state, deal_key(3, seed), 0)
    while int(state[0]["phase"]) != Phase.OVER:
        yield state.copy(), bots
        assert KERNELS.apply(made, state, KERNELS.choose(made, state, bots))


def seen_of(made: np.ndarray, state: np.ndarray, bots: np.ndarray) -> tuple[list[int], int]:
    """Options, and what the bot takes."""
    state = state.copy()
    KERNELS.options(made, state)
    codes = state[0]["option"][: int(state[0]["option_count"])].tolist()
    return codes, int(KERNELS.choose(made, state, bots))


def mix(rng: np.random.Generator, game: np.void, kind: str, places: list[tuple[np.void, str]]) -> None:
    """Deal the hidden cards of a type anew: deck, hands of others, and these single places."""
    me, hand = int(game["decider"]), f"{kind}_size"
    others = [game["player"][s] for s in range(int(game["players"])) if s != me]
    rows = [(game[kind], int(game[hand])), *[(other[kind], int(other[hand])) for other in others]]
    cards = [card for row, size in rows for card in row[:size].tolist()]
    cards += [int(record[name]) for record, name in places]
    dealt = iter(rng.permutation(cards).tolist())
    for number, (row, size) in enumerate(rows):
        row[:size] = [next(dealt) for _ in range(size)]
        if number:
            row[:size].sort()
    for record, name in places:
        record[name] = next(dealt)


def hide_cards(rng: np.random.Generator, game: np.void, offers: bool) -> None:
    """Decks, hands of others, their closed folders, and their offers if those are hidden still."""
    phase = int(game["phase"])
    others = [game["player"][s] for s in range(int(game["players"])) if s != int(game["decider"])]
    jobs = [(other, "job") for other in others if phase < Phase.HIRE and other["job"] >= 0]
    if offers and phase == Phase.OFFER:
        jobs += [(other, "offer") for other in others if other["offer"] >= 0]
    skills = [
        (other, half)
        for other in others
        for half in ("strength", "weakness")
        if phase < Phase.HIRE and other[half] >= 0
    ]
    mix(rng, game, "jobs", jobs)
    mix(rng, game, "skills", skills)


def hide_authors(rng: np.random.Generator, game: np.void, offers: bool) -> None:
    """The same folders at the same places, made by other authors who ask for other salaries."""
    del offers
    if int(game["phase"]) != Phase.HIRE:
        return
    players, me = int(game["players"]), int(game["decider"])
    others = [seat for seat in range(players) if seat != me]
    moved = dict(zip(others, rng.permutation(others).tolist(), strict=True)) | {me: me}
    old = game["player"][:players].copy()
    for seat, new in moved.items():
        for part in FOLDER[:3]:
            game["player"][new][part] = old[seat][part]
    for seat in others:
        game["player"][seat]["salary"] = rng.integers(0, 4)
    game["laid"][:players] = [moved[author] for author in game["laid"][:players].tolist()]


@pytest.mark.parametrize("hide", [hide_cards, hide_authors])
def test_what_is_hidden_does_not_matter(hide: Callable[[np.random.Generator, np.void, bool], None]) -> None:
    """HF-10, HF-27, HF-28, HF-30, HD-10, HG-07: neither options nor bots know cards, authors, salaries."""
    rng, differ = np.random.default_rng(0), 0
    for seed in range(4):
        made = tables(3 + seed % 4)
        for state, bots in positions(made, seed):
            other = state.copy()
            hide(rng, other[0], True)
            differ += other.tobytes() != state.tobytes()
            assert seen_of(made, other, bots) == seen_of(made, state, bots)
    assert differ > 50


def test_offers_that_are_up_matter_only_in_turn() -> None:
    """HG-07: with the other reading the next one looks at what is up, and chooses otherwise."""
    rng, changed = np.random.default_rng(1), {}
    for reading in Offers:
        made = tables(5, readings=(("offers", reading.name.lower()),))
        count = 0
        for seed in range(12):
            for state, bots in positions(made, seed):
                if int(state[0]["phase"]) == Phase.OFFER:
                    other, keen = state.copy(), bots.copy()
                    keen["judgement"], keen["distinct"], keen["whim"] = 1, 3, 0
                    hide_cards(rng, other[0], True)
                    count += seen_of(made, other, keen) != seen_of(made, state, keen)
        changed[reading] = count
    assert changed[Offers.HIDDEN] == 0
    assert changed[Offers.IN_TURN] > 20


def played(made: np.ndarray, games: int, **weights: float) -> np.ndarray:
    """Seat rows of many games of one bot, by default one that does everything by chance."""
    players = int(made[0]["players"])
    bot = dict.fromkeys(makers.weights(random.Random(0)), 0.0) | {"whim": 1.0, "tau": 1.0, "sharp": 1.0}
    bots = makers.bots([bot | {"order": 3.0, "swap_cost": 1.0} | weights] * players)
    jobs = np.zeros(games, JOB)
    jobs["key"] = [deal_key(2, deal) for deal in range(games)]
    rows, seats = np.zeros(games, GAME_TALLY), np.zeros((games, players), TALLY)
    KERNELS.play(made, bots, np.zeros(1, STATE), jobs, rows, seats)
    return seats


@pytest.mark.parametrize("players", BOX["players"])
def test_by_chance_the_right_folder_is_found_one_time_in_n_less_one(players: int) -> None:
    """HD-7, HF-33: and a bot that looks finds it more often."""
    weeks, games = BOX["frame"]["weeks"], 1000
    rate = played(tables(players), games)["bonuses"].sum() / (games * players * weeks)
    expected = 1 / (players - 1)
    assert abs(rate - expected) < 5 * (expected * (1 - expected) / (games * weeks)) ** 0.5
    looks = {"judgement": 1.0, "whim": 0.0, "level": 1.0, "tau": 6.0, "blur": 0.0}
    assert played(tables(players), 100, **looks)["bonuses"].sum() / (100 * players * weeks) > expected + 0.1


def test_talk() -> None:
    """HG-14, HF-31, HF-43: without talk nobody can tell; if all leaks, everybody finds the applicant."""
    found = {}
    for talk, chance in (("none", 1), ("leaks", 0), ("leaks", 0.5), ("leaks", 1)):
        made = tables(4, (("leak_chance", chance),), (("talk", talk),))
        found[talk, chance] = played(made, 400)["bonuses"].sum() / (400 * 4 * 4)
    assert found["none", 1] == found["leaks", 0]
    assert found["leaks", 1] == 1
    assert abs(found["leaks", 0.5] - (0.5 + 0.5 / 3)) < 0.05
    assert abs(found["none", 1] - 1 / 3) < 0.05

"""Thousands of games of Hire or Fire against the same game written in C by hand.

Decision by decision and at the end: money, bonuses, compensations, shares of the win, seat by seat. The C
program (tests/benchmarks/hire_or_fire.c) has its own rules and bots and reads the tables of any card set, so
every reading, odd numbers and bots of all kinds are tried with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from balance.chance import chain, deal_key
from balance.games.hire_or_fire import GAME
from balance.games.hire_or_fire.state import SWITCHES, Phase
from balance.games.hire_or_fire.weights import BOT, WEIGHTS
from balance.games.interface import JOB
from tests.benchmarks.c_fire import Fire
from tests.frozen import frozen_folder

if TYPE_CHECKING:
    from balance.cards import CardSet

STEPPED_GAMES = 36
GAMES = 2_000
RULE_SETS = 12
GAMES_EACH = 150
SEATS = [3, 4, 5, 6]


@pytest.fixture(scope="module")
def cards() -> CardSet:
    """The frozen card data."""
    return GAME.load(frozen_folder("hire_or_fire"))


def named(cards: CardSet) -> np.ndarray:
    """All bots that have a name."""
    return np.array([GAME.bot(cards, name) for name in cards.bots], BOT)


def jobs(games: int, bots: int, seats: int) -> np.ndarray:
    """All pairs of bots in turn, the other seats varied more slowly, on deals 0, 1, 2, ..."""
    found = np.zeros(games, JOB)
    for i, job in enumerate(found):
        job["key"] = deal_key(seats, i)
        for seat in range(seats):
            job["bot"][seat] = (i // bots**seat + seat * (i // bots**2)) % bots
    return found


def play(tables: np.ndarray, bots: np.ndarray, work: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ours, as in a run: what is counted of games and seats."""
    seats = int(tables[0]["players"])
    rows = np.zeros(len(work), GAME.game_row), np.zeros((len(work), seats), GAME.seat_row)
    GAME.kernels.play(tables, bots, np.zeros(1, GAME.state_dtype), work, *rows)
    return rows


def compare(tables: np.ndarray, bots: np.ndarray, work: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Play with both; every seat of every game must end the same. What ours counted."""
    games, seats = play(tables, bots, work)
    theirs, _ = Fire(tables, bots).play(work)
    players = seats.shape[1]
    assert (games["decisions"] == theirs["decisions"]).all()
    assert (seats["score"] == theirs["money"][:, :players]).all()
    assert (seats["bonuses"] == theirs["bonuses"][:, :players]).all()
    assert (seats["compensations"] == theirs["compensations"][:, :players]).all()
    assert (seats["win_share_ppm"] == theirs["share"][:, :players]).all()
    return games, seats


def digest(tables: np.ndarray, bots: np.ndarray, job: np.void) -> int:
    """Ours, a decision at a time: a digest of who chose what."""
    state = np.zeros(1, GAME.state_dtype)
    game, found = state[0], 0
    at_table = bots[job["bot"][: int(tables[0]["players"])]]
    GAME.kernels.setup(tables, state, job["key"], 0)
    while game["phase"] != Phase.OVER:
        option = int(GAME.kernels.choose(tables, state, at_table))
        found = chain.balance_twin(found, option | int(game["decider"]) << 16)
        assert GAME.kernels.apply(tables, state, option)
    return found


@pytest.mark.parametrize("seats", SEATS)
def test_the_same_decisions(cards: CardSet, seats: int) -> None:
    """Who is asked and what is taken, from the first decision to the last; options are offered."""
    tables, bots = GAME.tables(cards, seats), named(cards)
    work = jobs(STEPPED_GAMES, len(bots), seats)
    theirs, _ = Fire(tables, bots).play(work, digests=True)
    for job, row in zip(work, theirs, strict=True):
        assert digest(tables, bots, job) == row["digest"], (job["key"], job["bot"])


@pytest.mark.parametrize("seats", SEATS)
def test_thousands_of_games(cards: CardSet, seats: int) -> None:
    """All named bots, and all that happens in these games: exchanges, ties, compensations, every card."""
    bots = named(cards)
    games, counted = compare(GAME.tables(cards, seats), bots, jobs(GAMES, len(bots), seats))
    model: Any = cards.model
    assert counted["jobs"]["used"].sum((0, 1))[: len(model.jobs)].min() > 10
    assert counted["jobs"]["offered"].sum((0, 1))[: len(model.jobs)].min() > 0
    for half in ("strength", "weakness"):
        assert counted["skills"][half].sum((0, 1))[: len(model.skills)].min() > 10
    assert games["swaps"].sum() > GAMES
    assert games["tied"].sum() > 10
    assert counted["compensations"].sum() > GAMES


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_other_position_of_each_switch(cards: CardSet, seats: int, switch: str) -> None:
    """One switch the other way, bots as they are."""
    model: Any = cards.model
    question = next(name for name, each in model.readings.items() if each.switch == switch)
    chosen = model.readings[question]
    other = next(name for name in chosen.choices if name != chosen.reading)
    changed = GAME.load(frozen_folder("hire_or_fire"), [(f"readings.{question}", other)])
    tables = GAME.tables(changed, seats)
    assert tables[0]["reading"][switch] == 1
    bots = named(changed)
    compare(tables, bots, jobs(GAMES_EACH, len(bots), seats))


def drawn_bot(rng: np.random.Generator) -> np.void:
    """A bot whose every weight may be anything, below 0 too."""
    bot = np.zeros((), BOT)
    base = {
        "judgement": 1,
        "level": rng.integers(4),
        "tau": 6,
        "sharp": 3,
        "blur": 1,
        "order": rng.integers(4),
    }
    for name in WEIGHTS:
        bot[name] = rng.normal(0, 1.5) if rng.random() < 0.4 else base.get(name, 0)
    return bot[()]


@pytest.mark.parametrize("seats", SEATS)
def test_odd_rules_and_odd_bots(cards: CardSet, seats: int) -> None:
    """Switches, numbers and weights drawn by lot, cover and leaks and short decks among them."""
    rng = np.random.default_rng(seats)
    dry = 0
    for _ in range(RULE_SETS):
        overrides = [
            ("model.weights.cover", float(rng.choice([0.0, 0.4]))),
            ("model.noise.private", float(rng.choice([0.0, 0.2, 1.5]))),
            ("frame.swap_cards", int(rng.integers(5))),
        ]
        tables = GAME.tables(GAME.load(frozen_folder("hire_or_fire"), overrides), seats)
        rules = tables[0]
        for switch, positions in SWITCHES.items():
            rules["reading"][switch] = rng.integers(len(positions))
        rules["weeks"] = rng.integers(1, 5)
        rules["hand_jobs"] = rng.integers(4, 9)
        rules["hand_skills"] = rng.integers(max(4, 2 * rules["weeks"]), 9)  # enough without a refill
        fewest = seats * (rules["hand_skills"] + 2 * (rules["weeks"] - 1))
        rules["skills"] = min(rules["skills"], fewest + rng.integers(-1, 8))
        rules["bonus"] = rng.choice([0, 500, 4500])
        bots = np.array([drawn_bot(rng) for _ in range(6)], BOT)
        games, _ = compare(tables, bots, jobs(GAMES_EACH, len(bots), seats))
        dry += int(games["dry"].sum())
    assert dry > 10


@pytest.mark.parametrize("seats", SEATS)
def test_exchanges_after_the_reveal(cards: CardSet, seats: int) -> None:
    """HG-05: only bots that want bad cards do that now and then; others have done it before the folder."""
    bots = named(cards)
    for bot in bots:
        bot["judgement"], bot["swap_next"], bot["swap_cost"] = -1.0, 0.01, 0.0
    _, counted = compare(GAME.tables(cards, seats), bots, jobs(GAMES_EACH, len(bots), seats))
    assert counted["swaps_late"].sum() > 20

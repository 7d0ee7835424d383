"""A test double: a game of dice in ordinary Python, with every shape of row that a real game may have.

Each player rolls one die per round; a bot's `bonus` is added to each roll. The highest total wins. The
luck of a roll is named by deal, round and seat, so it is the same in every rotation.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import Field

from balance import chance, jit
from balance.cards import CardSet, Layout, Question, SourceIds, Strict, load_cards
from balance.games import GAMES
from balance.games.interface import Axis, Curve, Game, GameInfo, Kernels, Match, Measure, MeasureBook

if TYPE_CHECKING:
    import pytest

Int = np.int64
ROUNDS_MAX, FACES_MAX, SEATS = 6, 8, 2
chain, below = jit.plain(chance.chain), jit.plain(chance.below)

ROW = np.dtype([("rolls", Int), ("sixes", Int), ("weight_ppm", Int)])
SEAT_ROW = np.dtype(
    [
        ("score", Int),
        ("opened", Int),
        ("faces", Int, (FACES_MAX,)),
        ("lucky", Int),
        ("rounds", ROW, (ROUNDS_MAX,)),
    ]
)
GAME_ROW = np.dtype([("rounds", Int), ("opener", Int), ("margin", Int), ("lead", Int, (ROUNDS_MAX,))])
TABLES = np.dtype([("rounds", Int), ("faces", Int), ("slow_ms", Int)])
BOT = np.dtype([("bonus", Int)])
STATE = np.dtype(
    [
        ("deal", Int),
        ("round", Int),
        ("seat", Int),
        ("option_count", Int),
        ("option", Int, (2,)),
        ("total", Int, (SEATS,)),
    ]
)


class Dice(Strict):
    """What rules.yaml says."""

    rounds: int
    faces: int
    slow_ms: int = 0


class Player(Strict):
    """A bot."""

    about: str
    bonus: int


class Model(Strict):
    """All files together."""

    dice: Dice
    bots: dict[str, Player]
    readings: dict[str, Question] = Field(default={})


LAYOUT = Layout(
    game="dice",
    model=Model,
    files={"rules.yaml": ("dice",), "bots.yaml": ("bots",), "readings.yaml": ("readings",)},
    source_ids=SourceIds(kinds=(), allowed="no source"),
    sourced=(),
    optional=("readings.yaml",),
)


def roll(faces: int, key: int, round_: int, seat_luck: int) -> int:
    """A die of 1..faces."""
    return below(chain(chain(key, round_), seat_luck), faces) + 1


def play(tables, bots, state, jobs, game_rows, seat_rows):
    """Play one game per job (arrays and objects alike: only items and fields by name)."""
    del state
    fall_ill()
    rules = tables[0]
    for i, job in enumerate(jobs):
        key, chosen = get(job, "key"), get(job, "bot")
        opener = below(chain(key, 99), SEATS)
        total = [0, 0]
        for n in range(get(rules, "rounds")):
            for seat in range(SEATS):
                row = seat_rows[i, seat]
                face = roll(get(rules, "faces"), key, n, seat)
                total[seat] += face + get(bots[chosen[seat]], "bonus")
                row["faces"][face - 1] += 1
                row["rounds"][n]["rolls"] += 1 + n
                row["rounds"][n]["sixes"] += face == get(rules, "faces")
                row["rounds"][n]["weight_ppm"] += face * 10**9  # squares of sums pass 64 bits
            game_rows[i]["lead"][n] = total[0] - total[1]
        for seat in range(SEATS):
            seat_rows[i, seat]["score"] = total[seat]
            seat_rows[i, seat]["opened"] = seat == opener
            seat_rows[i, seat]["lucky"] = -1
        game_rows[i]["rounds"], game_rows[i]["opener"] = get(rules, "rounds"), opener
        game_rows[i]["margin"] = abs(total[0] - total[1])
    if get(rules, "slow_ms"):
        time.sleep(get(rules, "slow_ms") / 1000 * len(jobs))


def fall_ill() -> None:
    """A worker process dies here, for each file in the folder `$DICE_DIES`."""
    folder = os.environ.get("DICE_DIES")
    if folder and os.environ.get("DICE_PARENT") != str(os.getpid()):
        for file in Path(folder).iterdir():
            with contextlib.suppress(FileNotFoundError):  # another worker took it
                file.unlink()
                os.kill(os.getpid(), signal.SIGKILL)


def get(record: Any, field: str) -> Any:
    """A field of a record or of a plain object."""
    if isinstance(record, np.void):
        value = record[field]
        return value.item() if isinstance(value, np.generic) else value
    return getattr(record, field)


def setup(tables: Any, state: Any, key: int, log_on: int) -> None:
    """A new game (plain objects: a replay is played that way)."""
    del tables, log_on
    state[0].deal, state[0].round, state[0].seat = key, 0, 0


def options(tables: Any, state: Any) -> None:
    """One option: to roll, with the bonus of whoever is next."""
    state[0].option_count = int(state[0].round < tables[0].rounds)


def choose(tables: Any, state: Any, bots: Any) -> int:
    """The bonus is part of the option."""
    del tables
    return bots[state[0].seat].bonus


def apply(tables: Any, state: Any, option: int) -> bool:
    """Roll once for whoever is next."""
    game = state[0]
    game.total[game.seat] += roll(tables[0].faces, game.deal, game.round, game.seat) + option
    game.seat = 1 - game.seat
    game.round += 1 - game.seat
    return True


@dataclass(frozen=True)
class PlainKernels(Kernels):
    """Kernels that are ordinary Python already."""

    def plain(self) -> Kernels:
        """The same."""
        return self


BOOK = MeasureBook(
    measures=(
        Measure("margin", "margin", "points", "game", "difference", (), lambda t: t["margin"]),
        Measure(
            "sixes",
            "best faces",
            "share",
            "seat",
            "per roll",
            (),
            lambda t: t["faces.six"],
            lambda t: t["score"],
        ),
    ),
    curves=(
        Curve("six", "sixes", "share", "rounds", "sixes", "rolls", "sixes per roll", ()),
        Curve("weight", "weight", "points", "rounds", "weight_ppm", "rolls", "weight per roll", (), 1e-6),
    ),
    axes=(Axis("rounds", "round", lambda cards: [str(n + 1) for n in range(cards.model.dice.rounds)]),),
    families=(),
    chapters=(),
    sentences=(),
    lead="lead",
)


class DiceGame(Game):
    """The fake."""

    info = GameInfo("dice", "Dice", (2,), ("left", "right"), 1)
    state_dtype, tables_dtype, bot_dtype = STATE, TABLES, BOT
    game_row, seat_row = GAME_ROW, SEAT_ROW
    kernels = PlainKernels(setup=setup, options=options, apply=apply, choose=choose, play=play)
    book = BOOK

    def load(self, folder: Any, overrides: Any = ()) -> CardSet:
        return load_cards(LAYOUT, folder, overrides)

    def tables(self, cards: CardSet, seats: int | None = None) -> np.ndarray:
        del seats
        dice = cards.model.dice
        return np.array([(dice.rounds, dice.faces, dice.slow_ms)], TABLES)

    def bot(self, cards: CardSet, name: str) -> np.void:
        return np.array([(cards.model.bots[name].bonus,)], BOT)[0]

    def labels(self, cards: CardSet) -> dict[str, list[str]]:
        names = ["one", "two", "three", "four", "five", "six"]
        return {"faces": names, "lead": [str(n + 1) for n in range(cards.model.dice.rounds)]}

    def transcript(self, cards: CardSet, match: Match, names: Any) -> list[str]:
        del cards
        return [f"{name}: {total}" for name, total in zip(names, match.state[0]["total"], strict=True)]

    def result(self, match: Match) -> tuple[list[float], list[int]]:
        total = match.state[0]["total"].tolist()
        best = [score == max(total) for score in total]
        return [won / sum(best) for won in best], total

    decider = option_text = state_text = parse_state = census = money = permute_hidden = None  # type: ignore[assignment]


GAME = DiceGame()

RULES = "dice:\n  rounds: 4\n  faces: 6\n"
BOTS = """bots:
  bold: {about: adds two, bonus: 2}
  calm: {about: adds one, bonus: 1}
  dull: {about: adds nothing, bonus: 0}
"""
SCENARIO = """# which of three players is best
game: dice
title: Three players
question: Who wins?
seed: 7
games: 270
line_ups:
  matrix: [bold, calm, dull]
"""

HERE = Path(__file__).parent
COMMAND = f"""
import sys
sys.path.insert(0, {str(HERE)!r})
from balance.games import GAMES
GAMES["dice"] = "fake_game"
from balance.__main__ import main
main()
"""
"""The command line with the fake game, for `python -c`."""


def lay_desk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder with the fake game's card data and one scenario, the game known by name."""
    monkeypatch.setitem(GAMES, "dice", __name__)
    monkeypatch.syspath_prepend(str(HERE))
    monkeypatch.setenv("PYTHONPATH", str(HERE.parents[1]))
    monkeypatch.chdir(folder)
    for name, text in (
        ("card_data/dice/rules.yaml", RULES),
        ("card_data/dice/bots.yaml", BOTS),
        ("scenarios/three.yaml", SCENARIO),
    ):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder

"""A test double: a game of dice in ordinary Python, with every shape of row that a real game may have.

Each player rolls one die per round; a bot's `bonus` is added to each roll. The highest total wins. The
luck of a roll is named by deal, round and seat, so it is the same in every rotation. Two to four play.

`head_start` is what moving first is worth. With `ends_in`, one game in so many ends after each round but the
first. With `stalls_in`, one game in so many is given up: nobody wins it. A card is a face: whoever rolls it
in the first round has drawn it.
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
from balance.games.interface import (
    Axis,
    Chapter,
    Contrast,
    Curve,
    Game,
    GameInfo,
    Kernels,
    Match,
    Measure,
    MeasureBook,
    Panel,
    Sentence,
)

if TYPE_CHECKING:
    import pytest

Int = np.int64
ROUNDS_MAX, FACES_MAX, SEATS = 6, 8, 4
chain, below = jit.plain(chance.chain), jit.plain(chance.below)

ROW = np.dtype([("rolls", Int), ("sixes", Int), ("weight_ppm", Int)])
CARD = np.dtype([("drawn", Int), ("drawn_won", Int), ("other", Int), ("other_won", Int), ("kept", Int)])
SEAT_ROW = np.dtype(
    [
        ("score", Int),
        ("opened", Int),
        ("faces", Int, (FACES_MAX,)),
        ("lucky", Int),
        ("rounds", ROW, (ROUNDS_MAX,)),
        ("cards", CARD, (FACES_MAX,)),
        ("win_share_ppm", Int),
    ]
)
GAME_ROW = np.dtype(
    [
        ("rounds", Int),
        ("opener", Int),
        ("margin", Int),
        ("lead", Int, (ROUNDS_MAX,)),
        ("leader", Int, (ROUNDS_MAX,)),
        ("over", Int, (ROUNDS_MAX,)),
        ("stalled", Int),
    ]
)
TABLES = np.dtype(
    [
        ("rounds", Int),
        ("faces", Int),
        ("slow_ms", Int),
        ("seats", Int),
        ("head_start", Int),
        ("ends_in", Int),
        ("stalls_in", Int),
    ]
)
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
    head_start: int = 0
    ends_in: int = 0
    stalls_in: int = 0


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
        seats = get(rules, "seats")
        opener = below(chain(key, 99), seats)
        total = [get(rules, "head_start") * (seat == opener) for seat in range(seats)]
        first = [0] * seats
        for n in range(get(rules, "rounds")):
            if n and one_in(get(rules, "ends_in"), key, 200 + n):
                break
            game_rows[i]["rounds"] = n + 1
            for seat in range(seats):
                row = seat_rows[i, seat]
                face = roll(get(rules, "faces"), key, n, seat)
                total[seat] += face + get(bots[chosen[seat]], "bonus")
                first[seat] = first[seat] or face
                row["faces"][face - 1] += 1
                row["rounds"][n]["rolls"] += 1 + n
                row["rounds"][n]["sixes"] += face == get(rules, "faces")
                row["rounds"][n]["weight_ppm"] += face * 10**9  # squares of sums pass 64 bits
            game_rows[i]["lead"][n] = total[0] - total[1]
            best, second = sorted(total)[:-3:-1]
            game_rows[i]["leader"][n] = total.index(best) if best > second else -1
            game_rows[i]["over"][n] = best - second
        stalled = 0
        if one_in(get(rules, "stalls_in"), key, 300):
            stalled = 1 + below(chain(key, 301), 2)
        game_rows[i]["stalled"] = stalled
        winners = total.count(max(total))
        for seat in range(seats):
            seat_rows[i, seat]["score"] = total[seat]
            seat_rows[i, seat]["opened"] = seat == opener
            seat_rows[i, seat]["lucky"] = -1
            won = total[seat] == max(total) and not stalled
            ppm = 10**6 // winners * won
            seat_rows[i, seat]["win_share_ppm"] = ppm
            for face in range(get(rules, "faces")):
                card = seat_rows[i, seat]["cards"][face]
                drawn = first[seat] == face + 1
                card["drawn" if drawn else "other"] += 1
                card["drawn_won" if drawn else "other_won"] += ppm
                card["kept"] += drawn and face > 0
        game_rows[i]["opener"] = opener
        game_rows[i]["margin"] = max(total) - min(total)
    if get(rules, "slow_ms"):
        time.sleep(get(rules, "slow_ms") / 1000 * len(jobs))


def one_in(number: int, key: int, what: int) -> bool:
    """Whether something happens that happens once in so many games (0: never)."""
    return number > 0 and below(chain(key, what), number) == 0


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
    del log_on
    state[0].deal, state[0].round, state[0].seat = key, 0, 0
    opener = below(chain(key, 99), tables[0].seats)
    state[0].total[opener] += tables[0].head_start


def options(tables: Any, state: Any) -> None:
    """One option: to roll, with the bonus of whoever is next."""
    number = state[0].round
    ended = any(one_in(tables[0].ends_in, state[0].deal, 200 + n) for n in range(1, number + 1))
    state[0].option_count = int(number < tables[0].rounds and not ended)


def choose(tables: Any, state: Any, bots: Any) -> int:
    """The bonus is part of the option."""
    del tables
    return bots[state[0].seat].bonus


def apply(tables: Any, state: Any, option: int) -> bool:
    """Roll once for whoever is next."""
    game = state[0]
    game.total[game.seat] += roll(tables[0].faces, game.deal, game.round, game.seat) + option
    game.seat = (game.seat + 1) % tables[0].seats
    game.round += game.seat == 0
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
        Measure(
            "opener",
            "wins of whoever moves first",
            "share",
            "seat",
            "Win share of the first to move.",
            (),
            lambda t: t["win_share"].where(t["order"] == 0),
            rate=True,
            neutral=lambda players: 1 / players,
        ),
        Measure(
            "edge",
            "margin over nine",
            "points",
            "game",
            "difference",
            (),
            lambda t: t["margin"] - 9,
            neutral=0,
        ),
    ),
    curves=(
        Curve("six", "sixes", "share", "rounds", "sixes", "rolls", "sixes per roll", ()),
        Curve("weight", "weight", "points", "rounds", "weight_ppm", "rolls", "weight per roll", (), 1e-6),
        Curve("drawn_won", "wins when drawn", "share", "cards", "drawn_won", "drawn", "wins", (), 1e-6),
        Curve("kept", "kept", "share", "cards", "kept", "drawn", "kept when drawn", ()),
    ),
    axes=(
        Axis("rounds", "round", lambda cards: [str(n + 1) for n in range(cards.model.dice.rounds)]),
        Axis("cards", "card", lambda cards: [f"face {n + 1}" for n in range(cards.model.dice.faces)]),
    ),
    families=(),
    chapters=(
        Chapter(
            "faces",
            "Cards",
            "What is a card worth?",
            (
                Panel("bins", "Cards drawn", ("drawn_won", "kept", "drawn_or_not")),
                Panel("bins", "Low faces only", ("drawn_or_not",), members=lambda _: ["face 1", "face 2"]),
            ),
        ),
    ),
    sentences=(Sentence("The margin is {margin}.", topic="Margin", chapter="faces"),),
    lead="lead",
    leader="leader",
    margin="over",
    caveats=("Dice do not bluff: what a glance gives away, no simulation can tell.",),
    contrasts=(
        Contrast(
            "drawn_or_not",
            "win share when drawn less when not",
            "share",
            "cards",
            "drawn_won",
            "drawn",
            "other_won",
            "other",
            "Win share of seats that drew the card first, less that of the others.",
            (),
            1e-6,
        ),
    ),
)


class DiceGame(Game):
    """The fake."""

    info = GameInfo("dice", "Dice", (2, 3, 4), ("left", "right"), 1)
    state_dtype, tables_dtype, bot_dtype = STATE, TABLES, BOT
    game_row, seat_row = GAME_ROW, SEAT_ROW
    kernels = PlainKernels(setup=setup, options=options, apply=apply, choose=choose, play=play)
    book = BOOK

    def load(self, folder: Any, overrides: Any = ()) -> CardSet:
        return load_cards(LAYOUT, folder, overrides)

    def tables(self, cards: CardSet, seats: int | None = None) -> np.ndarray:
        dice = cards.model.dice
        rules = (dice.rounds, dice.faces, dice.slow_ms, seats or min(self.info.seats))
        return np.array([(*rules, dice.head_start, dice.ends_in, dice.stalls_in)], TABLES)

    def bot(self, cards: CardSet, name: str) -> np.void:
        return np.array([(cards.model.bots[name].bonus,)], BOT)[0]

    def labels(self, cards: CardSet) -> dict[str, list[str]]:
        names = ["one", "two", "three", "four", "five", "six"]
        rounds = [str(n + 1) for n in range(cards.model.dice.rounds)]
        leads = dict.fromkeys(("lead", "leader", "over"), rounds)
        return {"faces": names, "stalled": ["nobody can move", "frozen"], **leads}

    def warnings(self, cards: CardSet, seats: int) -> list[str]:
        few = [f"a die of {cards.model.dice.faces} faces"] if cards.model.dice.faces < 2 else []
        return few + ([f"too few rounds for {seats}"] if cards.model.dice.rounds < 2 else [])

    def transcript(self, cards: CardSet, match: Match, names: Any) -> list[str]:
        del cards
        return [f"{name}: {total}" for name, total in zip(names, self.result(match)[1], strict=True)]

    def result(self, match: Match) -> tuple[list[float], list[int]]:
        total = match.state[0]["total"][: match.tables[0]["seats"]].tolist()
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
players: 2
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

"""Employee Handbook in C (`employee_handbook.c`): compiled, fed with a checked card model, played.

It has its own rules and its own bots, so it is an oracle for ours and a measure of how fast they could be.
"""

from __future__ import annotations

import ctypes
import functools
import os
import shutil
import subprocess
import tempfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.games.employee_handbook.cards import company_data

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.cards import CardSet

SOURCE = Path(__file__).with_name("employee_handbook.c")
FLAGS = ("-O3", "-march=native", "-std=gnu11", "-ffp-contract=off", "-shared", "-fPIC")

FAMILIES = ("money", "tactic", "hazard")
EFFECTS = ("none", "inspect", "overtime", "shuffle", "cancel_draw", "reorder", "move_disablement")
GAINS = ("none", "random", "choose", "inspect", "reorder")
SWITCHES = {
    "opener": ("random", "fixed"),
    "fresh_deck": ("replace", "add"),
    "workshop_pay": ("next_turn", "at_once"),
    "factory_pay": ("bank", "immediate", "none"),
    "repair_shield": ("none", "included"),
    "exploded_hazard": ("discard", "back"),
    "explosion_order": ("loss_first", "salvage_first", "disable_first"),
    "cancel": ("any", "added_only"),
    "memory": ("free", "none"),
    "salvage_pays": ("own", "rival"),
}
"""The readings C knows, in the order it reads them; their numbers are positions in these rows."""


def names(text: str) -> list[str]:
    """Words of a text."""
    return text.split()


COMPANY = names(
    "basic_income actions required_draws optional_draws repair_cost recharge_cost explosion_loss hand_limit "
    "surplus_pay queue_limit space base_capacity place_within second_player_cash"
)
WEIGHTS = names(
    "judgement noise patience haste action money foresight income industry insurance safety caution greed "
    "malice dread guile upkeep curiosity overtime reshuffle escape tactic variety"
)
KINDS, CARDS, ROUNDS, AGES, NEAR = 8, 16, 16, 8, 8

I = np.int32
ROUND_ROW = np.dtype(
    [
        (name, I)
        for name in names(
            "draws hazards explosions blocks danger_ppm turns score cash buildings disabled charged optional"
        )
    ]
)
AGE_ROW = np.dtype([(name, I) for name in ("draws", "hazards", "explosions", "danger_ppm")])
SEAT_ROW = np.dtype(
    [
        (name, I)
        for name in names(
            "score cash_left cash_points lost_points money_in money_out required_draws optional_draws "
            "optional_offered hazards blocks explosions explosion_loss salvage_received factory_received "
            "pay_lost draws_lost shields_charged shields_left repairs recharges actions_used actions_unused "
            "placements disablings names orderings surplus_tactics tactics_left opened"
        )
    ]
    + [
        (name, I, (KINDS,))
        for name in names(
            "bought upgraded activated could_activate activated_turns first_round owned points repaid earned "
            "disabled"
        )
    ]
    + [
        ("played", I, (CARDS,)),
        ("placed_at", I, (NEAR,)),
        ("rounds", ROUND_ROW, (ROUNDS,)),
        ("ages", AGE_ROW, (AGES,)),
    ]
)
GAME_ROW = np.dtype(
    [(name, I) for name in ("rounds", "turns", "opener", "margin", "lead_changes", "decisions", "reshuffles")]
    + [("lead", I, (ROUNDS,))]
)
LINE = np.dtype([(name, I) for name in ("event", "seat", "a", "b", "c")])


def compiler() -> str | None:
    """The C compiler: `$CC`, else cc, gcc or clang; None if there is none."""
    named = os.environ.get("CC", "")
    return next(
        (path for name in (named, "cc", "gcc", "clang") if name and (path := shutil.which(name))), None
    )


def missing() -> str:
    """Why C cannot be asked here: a line for `pytest.skip`. Nothing in CI, where it must be."""
    if compiler() is not None or os.environ.get("CI", "").lower() == "true":
        return ""
    return "no C compiler here (cc, gcc or clang): the C oracle cannot be asked"


def build(folder: Path, source: Path = SOURCE) -> ctypes.CDLL:
    """Compile a source into a folder and load it; CalledProcessError with what the compiler said."""
    library = folder / "employee_handbook.so"
    command = [compiler() or "cc", *FLAGS, str(source), "-o", str(library)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    loaded = ctypes.CDLL(str(library))
    loaded.oracle_new.restype = ctypes.c_void_p
    loaded.oracle_new.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
    loaded.oracle_free.argtypes = [ctypes.c_void_p]
    loaded.oracle_free.restype = None
    loaded.oracle_size.argtypes = [ctypes.c_int64]
    loaded.oracle_size.restype = ctypes.c_int64
    loaded.oracle_play.restype = ctypes.c_double
    loaded.oracle_play.argtypes = [
        *(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p),
        *(ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p),
    ]
    loaded.oracle_ways.restype = ctypes.c_int64
    loaded.oracle_ways.argtypes = [
        *(ctypes.c_void_p, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64),
    ]
    sizes = [loaded.oracle_size(what) for what in range(3)]
    assert sizes == [GAME_ROW.itemsize, SEAT_ROW.itemsize, LINE.itemsize], sizes
    return loaded


@functools.cache
def library() -> ctypes.CDLL:
    """The compiled program, made once per process; its file is gone once it is loaded."""
    with tempfile.TemporaryDirectory() as folder:
        return build(Path(folder))


def numbers(cards: CardSet) -> np.ndarray:
    """The card model as the flat list that C reads."""
    model: Any = cards.model
    frame = model.frame
    out = [frame.rounds, frame.dollars_per_point, frame.disabled_divisor, frame.age_bin]
    chosen = dict.fromkeys(SWITCHES, 0)
    for question in model.readings.values():
        if question.switch is not None:
            chosen[question.switch] = SWITCHES[question.switch].index(question.reading)
    out += [chosen[name] for name in SWITCHES]
    out.append(len(model.cards))
    for name, card in model.cards.items():
        out += [zlib.crc32(name.encode()), FAMILIES.index(card.family), card.pays]
        out += [EFFECTS.index(card.effect), card.amount]
    out.append(len(model.eras))
    for era in model.eras:
        out += [era.round, *(era.copies[card] for card in model.cards)]
    for seat in range(2):
        own, _ = company_data(cards.document, seat)
        out += [getattr(own.company, name) for name in COMPANY]
        out += [own.start.cash, own.start.charged, len(own.buildings)]
        for kind, building in own.buildings.items():
            out += [own.start.buildings.get(kind, 0), building.limit, len(building.levels)]
            for level in building.levels:
                gains = level.gain_count if level.gain_count is not None else int(level.gain != "none")
                out += [level.cost, level.value, level.income, level.draws, level.pay]
                out += [GAINS.index(level.gain), gains, level.capacity, level.shields, level.payout]
        out += [own.start.hand.get(card, 0) for card in model.cards]
    return np.array(out, np.int64)


def weights(cards: CardSet, bots: Sequence[str]) -> np.ndarray:
    """The bots as the rows of floats that C reads."""
    model: Any = cards.model
    out = np.zeros((len(bots), len(WEIGHTS) + KINDS + CARDS))
    for row, name in zip(out, bots, strict=True):
        bot = model.bots[name]
        row[: len(WEIGHTS)] = [bot.weights.get(weight, model.base[weight]) for weight in WEIGHTS]
        tastes = [bot.taste.get(kind, 0.0) for kind in model.buildings]
        row[len(WEIGHTS) :][: len(tastes)] = tastes
        keeps = [bot.keep.get(card, 0.0) for card in model.cards]
        row[len(WEIGHTS) + KINDS :][: len(keeps)] = keeps
    return out


class Oracle:
    """The game in C with some card data and bots (names out of the card data)."""

    def __init__(
        self, cards: CardSet, bots: Sequence[str] | None = None, loaded: ctypes.CDLL | None = None
    ) -> None:
        self._c = loaded or library()
        self._numbers = numbers(cards)
        self._weights = weights(cards, list(cards.model.bots) if bots is None else bots)
        self._oracle = self._c.oracle_new(
            self._numbers.ctypes.data, self._weights.ctypes.data, len(self._weights)
        )

    def __del__(self) -> None:
        """Free what C holds."""
        if hasattr(self, "_oracle"):
            self._c.oracle_free(self._oracle)

    def play(self, jobs: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
        """Play jobs (records with `key` and `bot`): GAME_ROW (n), SEAT_ROW (n, 2), CPU seconds."""
        own = self._jobs(jobs)
        games, seats = np.zeros(len(own), GAME_ROW), np.zeros((len(own), 2), SEAT_ROW)
        games.fill(0)  # its memory is there before time is taken
        seats.fill(0)
        args = (own.ctypes.data, len(own), games.ctypes.data, seats.ctypes.data)
        return games, seats, self._c.oracle_play(self._oracle, *args, None, 0, None)

    def play_logged(
        self, jobs: np.ndarray, lines: int
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The same with the log: game rows, seat rows, at most so many LINEs, and where each game's end."""
        own = self._jobs(jobs)
        games, seats = np.zeros(len(own), GAME_ROW), np.zeros((len(own), 2), SEAT_ROW)
        log, ends = np.zeros(lines, LINE), np.zeros(len(own), np.int64)
        args = (own.ctypes.data, len(own), games.ctypes.data, seats.ctypes.data)
        self._c.oracle_play(self._oracle, *args, log.ctypes.data, lines, ends.ctypes.data)
        return games, seats, log[: ends[-1]], ends

    def ways(self, key: int, depth: int, options: Sequence[int] = ()) -> int:
        """Sequences of `depth` decisions (or fewer, to the end of the game) after the given options."""
        done = np.array(options, np.int64)
        return self._c.oracle_ways(self._oracle, key & (2**64 - 1), done.ctypes.data, len(done), depth)

    @staticmethod
    def _jobs(jobs: np.ndarray) -> np.ndarray:
        return np.column_stack([jobs["key"], jobs["bot"][:, :2]]).astype(np.int64)

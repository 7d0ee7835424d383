"""Extremely Bad Hires in C (`extremely_bad_hires.c`), for the card set of `hires/`: compiled, and played.

The C program holds the cards of that folder as code; bots and deals come from here. It counts nothing: it
tells how many decisions a game took, each player's Profit, and, where asked, a digest of all decisions.
"""

from __future__ import annotations

import ctypes
import functools
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from balance.games.extremely_bad_hires import GAME
from balance.games.extremely_bad_hires.weights import WEIGHTS
from tests.benchmarks import c_oracle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.cards import CardSet

FOLDER = Path(__file__).with_name("hires")
SOURCE = Path(__file__).with_name("extremely_bad_hires.c")
SEATS = 4
QUALIFICATIONS = 4

ROW = np.dtype(
    [("decisions", np.int64), ("turns", np.int64), ("profit", np.int64, (SEATS,)), ("digest", np.int64)]
)


@functools.cache
def library() -> ctypes.CDLL:
    """The compiled program, made once per process; CalledProcessError with what the compiler said."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "extremely_bad_hires.so"
        command = [c_oracle.compiler() or "cc", *c_oracle.FLAGS, str(SOURCE), "-o", str(made)]
        subprocess.run(command, check=True, capture_output=True, text=True)
        loaded = ctypes.CDLL(str(made))
    loaded.hires_play.restype = ctypes.c_double
    loaded.hires_play.argtypes = [
        *(ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64),
        *(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64),
    ]
    loaded.hires_weights.restype = ctypes.c_int64
    assert loaded.hires_weights() == len(WEIGHTS) + QUALIFICATIONS
    return loaded


class Hires:
    """The game in C with bots (records of weights) out of the card data of `FOLDER`."""

    def __init__(self, cards: CardSet, bots: Sequence[str]) -> None:
        """`cards` are those of `FOLDER`."""
        records = [GAME.bot(cards, name) for name in bots]
        self._weights = np.array(
            [[*(bot[w] for w in WEIGHTS), *bot["taste"][:QUALIFICATIONS]] for bot in records], np.float64
        )

    def play(self, jobs: np.ndarray, seats: int = 2, *, digests: bool = False) -> tuple[np.ndarray, float]:
        """Play jobs (records with `key` and `bot`): a ROW each, and CPU seconds."""
        deals = np.column_stack([jobs["key"], jobs["bot"][:, :SEATS]]).astype(np.int64)
        rows = np.zeros(len(jobs), ROW)
        rows.fill(0)  # its memory is there before time is taken
        seconds = library().hires_play(
            *(self._weights.ctypes.data, len(self._weights), deals.ctypes.data, len(deals)),
            *(seats, rows.ctypes.data, int(digests)),
        )
        return rows, seconds

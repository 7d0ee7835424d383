"""Hire or Fire in C (`hire_or_fire.c`): compiled, and played with the tables and bots of any card set.

It has its own rules and its own bots, so it is an oracle for ours and a measure of how fast they could be. It
counts nothing: it tells how many decisions a game took, what each player has at the end and, where asked, a
digest of all decisions.
"""

from __future__ import annotations

import ctypes
import functools
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from balance.games.hire_or_fire.state import RULES, SEATS
from balance.games.hire_or_fire.weights import BOT
from tests.benchmarks import c_oracle

SOURCE = Path(__file__).with_name("hire_or_fire.c")

DEAL = np.dtype([("key", np.int64), ("bot", np.int64, (SEATS,))])
ROW = np.dtype(
    [
        ("decisions", np.int64),
        ("money", np.int64, (SEATS,)),
        ("bonuses", np.int64, (SEATS,)),
        ("compensations", np.int64, (SEATS,)),
        ("share", np.int64, (SEATS,)),  # of the win, in millionths
        ("digest", np.int64),
    ]
)


@functools.cache
def library() -> ctypes.CDLL:
    """The compiled program, made once per process; CalledProcessError with what the compiler said."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "hire_or_fire.so"
        command = [c_oracle.compiler() or "cc", *c_oracle.FLAGS, str(SOURCE), "-lm", "-o", str(made)]
        subprocess.run(command, check=True, capture_output=True, text=True)
        loaded = ctypes.CDLL(str(made))
    loaded.fire_play.restype = ctypes.c_double
    loaded.fire_play.argtypes = [
        *(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64),
        *(ctypes.c_void_p, ctypes.c_int64),
    ]
    loaded.fire_size.argtypes = [ctypes.c_int64]
    loaded.fire_size.restype = ctypes.c_int64
    sizes = [loaded.fire_size(what) for what in range(4)]
    assert sizes == [each.itemsize for each in (RULES, BOT, DEAL, ROW)], sizes
    return loaded


class Fire:
    """The game in C with some tables (one record of RULES) and bots (records of weights)."""

    def __init__(self, tables: np.ndarray, bots: np.ndarray) -> None:
        """Both are copied."""
        self._tables = np.array(tables, RULES)
        self._bots = np.array(bots, BOT)

    def play(self, jobs: np.ndarray, *, digests: bool = False) -> tuple[np.ndarray, float]:
        """Play jobs (records with `key` and `bot`): a ROW each, and CPU seconds."""
        deals = np.zeros(len(jobs), DEAL)
        deals["key"] = jobs["key"]
        deals["bot"] = jobs["bot"][:, :SEATS]
        rows = np.zeros(len(jobs), ROW)
        rows.fill(0)  # its memory is there before time is taken
        seconds = library().fire_play(
            *(self._tables.ctypes.data, self._bots.ctypes.data, len(self._bots)),
            *(deals.ctypes.data, len(deals), rows.ctypes.data, int(digests)),
        )
        return rows, seconds

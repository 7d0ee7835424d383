"""Our games with the log on, many in one call: the compiled entry points, driven from compiled code."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from balance.games.employee_handbook import GAME
from balance.games.employee_handbook.play import apply_option, choose, new_game
from balance.games.employee_handbook.state import LOG, LOG_MAX, Phase

_OVER = int(Phase.OVER)


@numba.njit(nogil=True)
def _play(
    tables: Any, bots: Any, pair: Any, state: Any, jobs: Any, games: Any, seats: Any, log: Any, ends: Any
) -> None:
    game = state[0]
    used = 0
    for i in range(len(jobs)):
        for seat in range(2):
            pair[seat] = bots[jobs[i].bot[seat]]
        new_game(tables, state, jobs[i].key, 1)
        while game.phase != _OVER:
            apply_option(tables, state, choose(tables, state, pair))
        for line in range(min(game.log_count, LOG_MAX)):
            log[used] = game.log[line]
            used += 1
        ends[i] = used
        games[i] = game.tally
        for seat in range(2):
            seats[i, seat] = game.company[seat].tally


def play_logged(
    tables: np.ndarray, bots: np.ndarray, jobs: np.ndarray, lines: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Game rows, seat rows, at most `lines` log lines of all games, and where each game's lines end."""
    games, seats = np.zeros(len(jobs), GAME.game_row), np.zeros((len(jobs), 2), GAME.seat_row)
    log, ends = np.zeros(lines, LOG), np.zeros(len(jobs), np.int64)
    state, pair = np.zeros(1, GAME.state_dtype), np.zeros(2, GAME.bot_dtype)
    _play(tables, bots, pair, state, jobs, games, seats, log, ends)
    return games, seats, log[: ends[-1]], ends

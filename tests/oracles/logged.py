"""Our games with the log on: the compiled entry points, a decision at a time."""

from __future__ import annotations

import numpy as np

from balance.games.employee_handbook import GAME
from balance.games.employee_handbook.state import LOG, LOG_MAX, Phase


def play_logged(
    tables: np.ndarray, bots: np.ndarray, jobs: np.ndarray, lines: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Game rows, seat rows, at most `lines` log lines of all games, and where each game's lines end."""
    games, seats = np.zeros(len(jobs), GAME.game_row), np.zeros((len(jobs), 2), GAME.seat_row)
    log, ends = np.zeros(lines, LOG), np.zeros(len(jobs), np.int64)
    state, pair = np.zeros(1, GAME.state_dtype), np.zeros(2, GAME.bot_dtype)
    phase, own_log, count = state["phase"], state["log"][0], state["log_count"]
    choose, apply, over = GAME.kernels.choose, GAME.kernels.apply, int(Phase.OVER)
    used = 0
    for i, job in enumerate(jobs):
        pair[:] = bots[job["bot"][:2]]
        GAME.kernels.setup(tables, state, job["key"], 1)
        while phase[0] != over:
            apply(tables, state, choose(tables, state, pair))
        of_game = min(int(count[0]), LOG_MAX)
        log[used : used + of_game] = own_log[:of_game]
        used += of_game
        ends[i] = used
        games[i] = state["tally"][0]
        seats[i] = state["company"]["tally"][0]
    return games, seats, log[:used], ends

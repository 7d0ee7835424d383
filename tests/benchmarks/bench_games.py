"""How fast the games are, side by side in one run (`make bench`). Not part of the tests.

Everything is measured in this process or in fresh processes started from here, in interleaved rounds, and
the median is printed; the same games are played by both modes, so the ratio is of like with like.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from balance import games, jit
from balance.chance import deal_key
from balance.games.interface import JOB

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 7
COMPILED_GAMES = 4_000
PLAIN_GAMES = 40
SCENARIO = "scenarios/{game}_baseline.yaml"


def jobs_for(bots: int, seats: int, games_wanted: int) -> np.ndarray:
    """One game for each pair of bots in turn, on deals 0, 1, 2, ..."""
    jobs = np.zeros(games_wanted, JOB)
    for i in range(games_wanted):
        jobs[i]["key"] = deal_key(1, i)
        for seat in range(seats):
            jobs[i]["bot"][seat] = (i // bots**seat) % bots
    return jobs


def fresh_process(arguments: list[str], **environment: str) -> float:
    """Wall seconds of a new Python process."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - began


def play_seconds(play: object, arguments: tuple, rows: tuple) -> float:
    """CPU seconds of one call."""
    began = time.process_time()
    play(*arguments, *rows)  # type: ignore[operator]
    return time.process_time() - began


def bench_kernel(name: str, table: Table) -> None:
    """Compiled against plain Python, the same games."""
    game = games.get(name)
    cards = game.load(ROOT / "card_data" / name)
    tables = game.tables(cards)
    bot_names = list(cards.bots)
    bots = np.array([game.bot(cards, bot) for bot in bot_names], game.bot_dtype)
    seats = min(game.info.seats)
    state = np.zeros(1, game.state_dtype)

    def rows(n: int) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros(n, game.game_row), np.zeros((n, seats), game.seat_row)

    many, few = jobs_for(len(bots), seats, COMPILED_GAMES), jobs_for(len(bots), seats, PLAIN_GAMES)
    compiled_rows, plain_rows, check_rows = rows(COMPILED_GAMES), rows(PLAIN_GAMES), rows(PLAIN_GAMES)
    play, plain = game.kernels.play, jit.plain(game.kernels.play)
    objects = [jit.as_objects(a) for a in (tables, bots, state, few)]
    play(tables, bots, state, few, *check_rows)  # compiled or loaded
    fast, slow = [], []
    for _ in range(ROUNDS):
        fast.append(play_seconds(play, (tables, bots, state, many), compiled_rows) / COMPILED_GAMES)
        slow.append(play_seconds(plain, tuple(objects), plain_rows) / PLAIN_GAMES)
    same = all((a == b).all() for a, b in zip(plain_rows, check_rows, strict=True))
    decisions = float(compiled_rows[0]["decisions"].mean())
    a, b = statistics.median(fast), statistics.median(slow)
    table.add_row("compiled, one core", f"{1 / a:,.0f} games/s", f"{a / decisions * 1e9:.0f} ns/decision")
    best = min(fast)
    table.add_row("  best round", f"{1 / best:,.0f} games/s", f"{best / decisions * 1e9:.0f} ns/decision")
    table.add_row("decisions in a game", f"{decisions:.0f}", "")
    table.add_row("plain Python", f"{1 / b:,.0f} games/s", f"{b / decisions * 1e9:,.0f} ns/decision")
    verdict = "same games" if same else "DIFFERENT GAMES"
    table.add_row("compiled against plain", f"{b / a:,.0f} times", verdict)


def bench_processes(name: str, table: Table) -> None:
    """Cold compile, warm start, a whole run with its report."""
    scenario = SCENARIO.format(game=name)
    with tempfile.TemporaryDirectory() as folder:
        cold = fresh_process(["-m", "balance", "compile"], BALANCE_CACHE=folder)
        warm = [fresh_process(["-m", "balance", "compile"], BALANCE_CACHE=folder) for _ in range(3)]
    table.add_row("first compile, fresh process", f"{cold:.1f} s", "")
    start = statistics.median(warm)
    table.add_row("warm start, fresh process", f"{start:.1f} s", f"{cold / start:.0f} times less")
    seconds: dict[str, list[float]] = {"1": [], "2": []}
    with_report = []
    for _ in range(3):
        for workers, measured in seconds.items():
            with tempfile.TemporaryDirectory() as folder:
                command = ["-m", "balance", "run", scenario, "--games", "20000", "--jobs", workers]
                measured.append(fresh_process([*command, "--out", f"{folder}/run", "--no-report"]))
                if workers == "2":
                    with_report.append(fresh_process([*command, "--out", f"{folder}/again"]))
    one, two = (statistics.median(seconds[w]) for w in ("1", "2"))
    table.add_row("run of 20,000 games, 1 worker", f"{one:.1f} s", "")
    table.add_row("run of 20,000 games, 2 workers", f"{two:.1f} s", f"{one / two:.2f} times faster")
    whole = statistics.median(with_report)
    table.add_row("run of 20,000 games with report", f"{whole:.1f} s", "2 workers, warm")


def main() -> None:
    """Print one table per game."""
    console = Console(width=100)
    for name in games.GAMES:
        table = Table("what", "measured", "", title=f"{name}: medians of {ROUNDS} interleaved rounds")
        bench_kernel(name, table)
        bench_processes(name, table)
        console.print(table)


if __name__ == "__main__":
    main()

"""How fast the games are, side by side in one run (`make bench`). Not part of the tests.

Everything is measured in this process or in fresh processes started from here, in interleaved rounds, and
the median is printed; the same games are played by C, compiled Python and plain Python, so that each ratio
is of like with like. `--large` adds a run of ten million games (about ten minutes): its memory.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import c_oracle
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
WORKERS_GAMES = 200_000
MEMORY_GAMES = (100_000, 1_000_000)
LARGE_GAMES = 10_000_000
ORACLES = {"employee_handbook": c_oracle.Oracle}
"""The same game in C, where there is one: what takes (cards, bots) and plays jobs."""


def jobs_for(bots: int, seats: int, games_wanted: int) -> np.ndarray:
    """One game for each pair of bots in turn, on deals 0, 1, 2, ..."""
    jobs = np.zeros(games_wanted, JOB)
    for i in range(games_wanted):
        jobs[i]["key"] = deal_key(1, i)
        for seat in range(seats):
            jobs[i]["bot"][seat] = (i // bots**seat) % bots
    return jobs


def fresh_process(arguments: list[str], **environment: str) -> tuple[float, float]:
    """Wall seconds of a new Python process, and the peak memory of it or of one of its workers in MiB."""
    began = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"failed: {' '.join(arguments)}")
    return time.perf_counter() - began, usage.ru_maxrss / 1024


def seconds_of(arguments: list[str], **environment: str) -> float:
    """Wall seconds of a new Python process."""
    return fresh_process(arguments, **environment)[0]


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
    oracle = ORACLES[name](cards, bot_names) if name in ORACLES and not c_oracle.missing() else None
    fast, slow, in_c = [], [], []
    for _ in range(ROUNDS):
        fast.append(play_seconds(play, (tables, bots, state, many), compiled_rows) / COMPILED_GAMES)
        if oracle is not None:
            c_rows, _, seconds = oracle.play(many)
            in_c.append(seconds / COMPILED_GAMES)
        slow.append(play_seconds(plain, tuple(objects), plain_rows) / PLAIN_GAMES)
    same = all((a == b).all() for a, b in zip(plain_rows, check_rows, strict=True))
    decisions = float(compiled_rows[0]["decisions"].mean())

    def row(what: str, seconds: list[float]) -> None:
        middle, best = statistics.median(seconds), min(seconds)
        rate = f"{1 / middle:,.0f} games/s (best round {1 / best:,.0f})"
        table.add_row(what, rate, f"{middle / decisions * 1e9:,.0f} ns/decision")

    table.add_row("decisions in a game", f"{decisions:.0f}", "")
    if oracle is not None:
        row("C, one core", in_c)
    row("compiled, one core", fast)
    row("plain Python", slow)
    if oracle is not None:
        same_as_c = (c_rows["decisions"] == compiled_rows[0]["decisions"]).all()
        ratio = statistics.median(c / ours for c, ours in zip(in_c, fast, strict=True))
        table.add_row("compiled against C", f"{ratio:.2f} of its speed", verdict(same_as_c))
    ratio = statistics.median(p / ours for p, ours in zip(slow, fast, strict=True))
    table.add_row("compiled against plain", f"{ratio:,.0f} times", verdict(same))


def verdict(same: bool) -> str:
    """Whether two ways played the same games."""
    return "same games" if same else "DIFFERENT GAMES"


def bench_processes(name: str, table: Table) -> None:
    """Cold compile, warm start, a whole run with its report, workers."""
    scenario = SCENARIO.format(game=name)
    with tempfile.TemporaryDirectory() as folder:
        few = ["-m", "balance", "run", scenario, "--games", "100", "--jobs", "1", "--no-report", "--out"]
        cold = seconds_of([*few, f"{folder}/a"], BALANCE_CACHE=f"{folder}/cache")
        warm = [seconds_of([*few, f"{folder}/{n}"], BALANCE_CACHE=f"{folder}/cache") for n in range(3)]
        every = seconds_of(["-m", "balance", "compile"], BALANCE_CACHE=f"{folder}/other")
    start = statistics.median(warm)
    table.add_row("first run ever: 100 games", f"{cold:.1f} s", f"of it {cold - start:.1f} s compiling")
    table.add_row("the same, warm", f"{start:.1f} s", f"{cold / start:.0f} times less")
    table.add_row("compiling every entry point", f"{every:.1f} s", "`balance compile`")
    report = []
    seconds: dict[str, list[float]] = {"1": [], "2": []}
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            command = ["-m", "balance", "run", scenario, "--games", "20000"]
            report.append(seconds_of([*command, "--out", f"{folder}/again"]))
        for workers, measured in seconds.items():
            with tempfile.TemporaryDirectory() as folder:
                command = ["-m", "balance", "run", scenario, "--games", str(WORKERS_GAMES), "--no-report"]
                measured.append(seconds_of([*command, "--jobs", workers, "--out", f"{folder}/run"]))
    table.add_row("run of 20,000 games with report", f"{statistics.median(report):.1f} s", "warm, all cores")
    one, two = (statistics.median(seconds[w]) for w in ("1", "2"))
    ratio = statistics.median(a / b for a, b in zip(seconds["1"], seconds["2"], strict=True))
    table.add_row(
        f"run of {WORKERS_GAMES:,} games, 1 worker", f"{one:.1f} s", f"{WORKERS_GAMES / one:,.0f}/s"
    )
    table.add_row("the same, 2 workers", f"{two:.1f} s", f"{ratio:.2f} times faster")


def bench_memory(name: str, table: Table, *, large: bool) -> None:
    """Peak memory of runs of growing size, report included."""
    scenario = SCENARIO.format(game=name)
    for wanted in (*MEMORY_GAMES, *((LARGE_GAMES,) if large else ())):
        with tempfile.TemporaryDirectory() as folder:
            command = ["-m", "balance", "run", scenario, "--games", str(wanted), "--out", f"{folder}/run"]
            seconds, memory = fresh_process(command)
        table.add_row(
            f"run of {wanted:,} games with report", f"{memory:,.0f} MiB at most", f"{seconds:.0f} s"
        )


def main() -> None:
    """Print one table per game."""
    console = Console(width=110)
    for name in games.GAMES:
        table = Table("what", "measured", "", title=f"{name}: medians of {ROUNDS} interleaved rounds")
        bench_kernel(name, table)
        bench_processes(name, table)
        bench_memory(name, table, large="--large" in sys.argv)
        console.print(table)


if __name__ == "__main__":
    main()

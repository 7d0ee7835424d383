"""How fast the games are, side by side in one run (`make bench`). Not part of the tests.

Everything is measured in this process or in fresh processes started from here, in interleaved rounds over
all games, and the median is printed. Compiled and plain Python play the same games with the shipped cards; C
plays the same games as compiled Python with the cards it knows: of Employee Handbook and Hire or Fire those
that ship, of Extremely Bad Hires the small set in `hires/`. Hire or Fire is played by four readers (hirers of
level 2), the others by two players and all their bots. The referee of Extremely Bad Hires (tests/oracles/ebh)
is slow, obvious Python; it and ours play random options with the shipped cards. What one instruction of a
card text costs is measured by itself (`interpreter.py`). `--large` adds a run of ten million games (about ten
minutes): its memory. `--kernels` leaves out everything in fresh processes. Names of games: only those.
"""

from __future__ import annotations

import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import yaml
from rich.console import Console
from rich.table import Table

from balance import games, jit
from balance.chance import deal_key
from balance.games.interface import JOB

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # run as a program: `tests` is found from the root

from tests.benchmarks import c_fire, c_hires, c_oracle  # noqa: E402
from tests.benchmarks.interpreter import Interpreter  # noqa: E402
from tests.oracles.ebh.referee import Referee  # noqa: E402
from tests.oracles.ebh.things import Data  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from balance.cards import CardSet
    from balance.games.interface import Game

ROUNDS = 7
COMPILED_GAMES = 4_000
PLAIN_GAMES = 20
REFEREE_GAMES = 10
AT_TABLE: dict[str, tuple[int, list[str]]] = {"hire_or_fire": (4, ["reader"])}
"""Players and bots, where they are not the fewest players and all bots."""
SCENARIO = "scenarios/{game}_baseline.yaml"
WORKERS_GAMES = 200_000
MEMORY_GAMES = (100_000, 1_000_000)
LARGE_GAMES = 10_000_000

GOALS = {
    "compiled, one core": "20,000/s (EBH)",
    "compiled against plain": "50 times",
    "compiled against C": "0.50",
    "one instruction of a card text": "25 ns",
    "compiling every entry point": "90 s in all",
    "first run again, warm": "2 s",
}
"""What is aimed at, beside what is measured."""


class Measured(NamedTuple):
    """Rounds of one way to play: seconds of a game, decisions in a game."""

    seconds: list[float]
    decisions: float

    def __str__(self) -> str:
        """The median, as games and as time per decision."""
        middle = statistics.median(self.seconds)
        best = 1 / min(self.seconds)
        rate = f"{1 / middle:,.0f}/s (best {best:,.0f})" if best > 100 else f"{1 / middle:,.1f}/s"
        return f"{rate}, {middle / self.decisions * 1e9:,.0f} ns/decision"


def ratio(slow: Measured, fast: Measured) -> float:
    """How many times faster a decision is: the median over rounds that lie side by side."""
    return statistics.median(
        (a / slow.decisions) / (b / fast.decisions) for a, b in zip(slow.seconds, fast.seconds, strict=True)
    )


def jobs_for(bots: int, seats: int, games_wanted: int) -> np.ndarray:
    """One game for each pair of bots in turn, on deals 0, 1, 2, ..."""
    jobs = np.zeros(games_wanted, JOB)
    for i in range(games_wanted):
        jobs[i]["key"] = deal_key(1, i)
        for seat in range(seats):
            jobs[i]["bot"][seat] = (i // bots**seat) % bots
    return jobs


def cpu(call: Callable[[], Any]) -> float:
    """CPU seconds of a call."""
    began = time.process_time()
    call()
    return time.process_time() - began


# ------------------------------------------------------------------------------------------- kernels


class Side:
    """Compiled and plain Python with some cards: the same games."""

    def __init__(self, game: Game, cards: CardSet, bot_names: list[str] | None = None) -> None:
        self.game, self.cards = game, cards
        self.seats, bots = AT_TABLE.get(game.info.id, (min(game.info.seats), list(cards.bots)))
        self.bot_names = bot_names or bots
        self.tables = game.tables(cards, self.seats)
        self.bots = np.array([game.bot(cards, bot) for bot in self.bot_names], game.bot_dtype)
        self.state = np.zeros(1, game.state_dtype)
        self.many = jobs_for(len(self.bots), self.seats, COMPILED_GAMES)
        self.rows = self._rows(COMPILED_GAMES)
        self.compiled, self.plain = Measured([], 1.0), Measured([], 1.0)
        self.compiled_round()  # compiled or loaded
        self.compiled = Measured([], float(self.rows[0]["decisions"].mean()))

    def _rows(self, n: int) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros(n, self.game.game_row), np.zeros((n, self.seats), self.game.seat_row)

    def compiled_round(self) -> None:
        """Many games, compiled."""
        arguments = (self.tables, self.bots, self.state, self.many, *self.rows)
        self.compiled.seconds.append(cpu(lambda: self.game.kernels.play(*arguments)) / len(self.many))

    def plain_round(self) -> bool:
        """A few games as ordinary Python; whether both ways counted the same."""
        few, rows = self.many[:PLAIN_GAMES], self._rows(PLAIN_GAMES)
        objects = [jit.as_objects(a) for a in (self.tables, self.bots, self.state, few)]
        play = jit.plain(self.game.kernels.play)
        self.plain.seconds.append(cpu(lambda: play(*objects, *rows)) / PLAIN_GAMES)
        self.plain = Measured(self.plain.seconds, float(rows[0]["decisions"].mean()))
        return all((a[:PLAIN_GAMES] == b).all() for a, b in zip(self.rows, rows, strict=True))


class HandbookInC:
    """Employee Handbook in C."""

    def __init__(self, side: Side) -> None:
        self._oracle = c_oracle.Oracle(side.cards, side.bot_names)

    def play(self, jobs: np.ndarray) -> tuple[np.ndarray, float]:
        """Rows with what they share, and CPU seconds."""
        rows, _, seconds = self._oracle.play(jobs)
        return rows, seconds


def in_c(name: str, side: Side) -> HandbookInC | c_hires.Hires | c_fire.Fire:
    """The game in C with the cards of a side."""
    if name == "employee_handbook":
        return HandbookInC(side)
    if name == "hire_or_fire":
        return c_fire.Fire(side.tables, side.bots)
    return c_hires.Hires(side.cards, side.bot_names)


class RefereeGames:
    """Random games of the referee with the cards of a folder."""

    def __init__(self, folder: Path) -> None:
        read = {f: yaml.safe_load((folder / f"{f}.yaml").read_text("utf-8")) for f in self.FILES}
        decks = read["decks"]
        self.data = Data(
            2,
            *(read[kind][kind] for kind in ("hires", "mayhem", "fixes", "jobs")),
            [decks["decks"][name]["cards"] for name in decks["seats"][:2]],
            decks["job_deck"],
            {key: value for key, value in read["game"]["frame"].items() if key != "source"},
        )
        self.rng = random.Random(1)
        self.rounds: list[float] = []

    FILES = ("game", "hires", "mayhem", "fixes", "jobs", "decks")

    def round(self) -> None:
        """Some games; seconds of a decision."""
        decisions, began = 0, time.process_time()
        for deal in range(REFEREE_GAMES):
            referee = Referee(self.data, deal_key(1, deal)).start()
            while referee.asking is not None:
                referee.apply(self.rng.choice(list(referee.asking.options)))
                decisions += 1
        self.rounds.append((time.process_time() - began) / decisions)


class HiresOnly:
    """What is measured of Extremely Bad Hires alone: against the referee, and one instruction."""

    def __init__(self, cards: CardSet, folder: Path) -> None:
        self.by_chance = Side(games.get("extremely_bad_hires"), cards, ["random"])
        self.referee, self.interpreter = RefereeGames(folder), Interpreter(c_hires.FOLDER)
        self.instruction: list[float] = []

    def round(self) -> None:
        """One of each."""
        self.by_chance.compiled_round()
        self.referee.round()
        self.instruction.append(self.interpreter.seconds())

    def tell(self, found: Rows) -> None:
        """The medians."""
        name = "extremely_bad_hires"
        slow, quick = self.referee.rounds, self.by_chance.compiled
        times = statistics.median(a / (b / quick.decisions) for a, b in zip(slow, quick.seconds, strict=True))
        found["referee, random play"][name] = f"{statistics.median(slow) * 1e6:,.0f} us/decision"
        found["compiled against referee"][name] = f"{times:,.0f} times, both at random"
        found["one instruction of a card text"][name] = f"{statistics.median(self.instruction) * 1e9:.0f} ns"


Rows = dict[str, dict[str, str]]
"""What is measured -> game -> figure."""


def bench_kernels(found: Rows, names: list[str]) -> None:
    """Compiled, plain, C, referee, interpreter: rounds in turn over all games."""
    folders = {name: ROOT / "card_data" / name for name in names}
    sides = {name: Side(games.get(name), games.get(name).load(folder)) for name, folder in folders.items()}
    cards_of_c, alone = dict(sides), None
    if "extremely_bad_hires" in names:
        hires = games.get("extremely_bad_hires")
        cards_of_c["extremely_bad_hires"] = Side(hires, hires.load(c_hires.FOLDER))
        alone = HiresOnly(sides["extremely_bad_hires"].cards, folders["extremely_bad_hires"])
    programs = {} if c_oracle.missing() else {name: in_c(name, side) for name, side in cards_of_c.items()}
    c_seconds: dict[str, list[float]] = {name: [] for name in programs}
    same: dict[tuple[str, str], bool] = defaultdict(lambda: True)
    for _ in range(ROUNDS):
        for name, side in sides.items():
            side.compiled_round()
            same[name, "plain"] &= side.plain_round()
        for name, program in programs.items():
            side = cards_of_c[name]
            if side is not sides[name]:
                side.compiled_round()
            rows, seconds = program.play(side.many)
            c_seconds[name].append(seconds / len(side.many))
            same[name, "C"] &= bool((rows["decisions"] == side.rows[0]["decisions"]).all())
        if alone:
            alone.round()
    for name, side in sides.items():
        found["decisions in a game"][name] = f"{side.compiled.decisions:.0f}"
        found["compiled, one core"][name] = str(side.compiled)
        found["plain Python"][name] = str(side.plain)
        times = f"{ratio(side.plain, side.compiled):,.0f} times"
        found["compiled against plain"][name] = f"{times}, {verdict(same[name, 'plain'])}"
    for name, seconds in c_seconds.items():
        side = cards_of_c[name]
        c = Measured(seconds, side.compiled.decisions)
        found["C, one core"][name] = str(c)
        found["compiled, with the cards of C"][name] = str(side.compiled)
        of_it = f"{ratio(c, side.compiled):.2f} of its speed"
        found["compiled against C"][name] = f"{of_it}, {verdict(same[name, 'C'])}"
    if alone:
        alone.tell(found)


def verdict(same: bool) -> str:
    """Whether two ways played the same games."""
    return "same games" if same else "DIFFERENT GAMES"


# ----------------------------------------------------------------------------------------- processes


def fresh_process(arguments: list[str], **environment: str) -> tuple[float, float, str]:
    """Wall seconds of a new Python process, its (or a worker's) peak memory in MiB, what it printed."""
    began = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    said = child.stdout.read() if child.stdout else ""
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"failed: {' '.join(arguments)}")
    return time.perf_counter() - began, usage.ru_maxrss / 1024, said


def seconds_of(arguments: list[str], **environment: str) -> float:
    """Wall seconds of a new Python process."""
    return fresh_process(arguments, **environment)[0]


def bench_processes(found: Rows, names: list[str]) -> None:
    """Cold compile, warm start, whole runs with their reports, workers."""
    with tempfile.TemporaryDirectory() as folder:
        every, _, said = fresh_process(["-m", "balance", "compile"], BALANCE_CACHE=f"{folder}/other")
        for name, seconds in re.findall(r"^(\w+): compiled in ([\d.]+) s", said, re.MULTILINE):
            found["compiling every entry point"][name] = f"{seconds} s of {every:.1f} s for all games"
        for name in names:
            few = ["-m", "balance", "run", SCENARIO.format(game=name), "--games", "100", "--jobs", "1"]
            few += ["--no-report", "--out"]
            cold = seconds_of([*few, f"{folder}/{name}"], BALANCE_CACHE=f"{folder}/cache_{name}")
            warm = [
                seconds_of([*few, f"{folder}/{name}_{n}"], BALANCE_CACHE=f"{folder}/cache_{name}")
                for n in range(3)
            ]
            start = statistics.median(warm)
            compiling = f"{cold - start:.1f} s compiling"
            found["first run ever: 100 games"][name] = f"{cold:.1f} s, of it {compiling}"
            found["first run again, warm"][name] = f"{start:.1f} s"
    report: dict[str, list[float]] = defaultdict(list)
    worked: dict[tuple[str, str], list[float]] = defaultdict(list)
    for _ in range(3):
        for name in names:
            command = ["-m", "balance", "run", SCENARIO.format(game=name), "--games"]
            with tempfile.TemporaryDirectory() as folder:
                report[name].append(seconds_of([*command, "20000", "--out", f"{folder}/again"]))
            for workers in ("1", "2"):
                with tempfile.TemporaryDirectory() as folder:
                    many = [*command, str(WORKERS_GAMES), "--no-report", "--jobs", workers]
                    worked[name, workers].append(seconds_of([*many, "--out", f"{folder}/run"]))
    for name in names:
        found["run of 20,000 games with report"][name] = f"{statistics.median(report[name]):.1f} s, all cores"
        one, two = (statistics.median(worked[name, w]) for w in ("1", "2"))
        times = statistics.median(a / b for a, b in zip(worked[name, "1"], worked[name, "2"], strict=True))
        rate = f"{WORKERS_GAMES / one:,.0f}/s"
        found[f"run of {WORKERS_GAMES:,} games, 1 worker"][name] = f"{one:.1f} s, {rate}"
        found["the same, 2 workers"][name] = f"{two:.1f} s, {times:.2f} times faster"


def bench_memory(found: Rows, names: list[str], *, large: bool) -> None:
    """Peak memory of runs of growing size, reports included."""
    for wanted in (*MEMORY_GAMES, *((LARGE_GAMES,) if large else ())):
        for name in names:
            with tempfile.TemporaryDirectory() as folder:
                command = ["-m", "balance", "run", SCENARIO.format(game=name), "--games", str(wanted)]
                seconds, memory, _ = fresh_process([*command, "--out", f"{folder}/run"])
            found[f"run of {wanted:,} games with report"][name] = f"{memory:,.0f} MiB, {seconds:.0f} s"


def main() -> None:
    """Print one table of all games."""
    found: Rows = defaultdict(dict)
    names = [name for name in games.GAMES if name in sys.argv] or list(games.GAMES)
    bench_kernels(found, names)
    if "--kernels" not in sys.argv:
        bench_processes(found, names)
        bench_memory(found, names, large="--large" in sys.argv)
    title = f"two players, Hire or Fire four readers; medians of {ROUNDS} interleaved rounds"
    table = Table("what", *(name.replace("_", " ") for name in names), "goal", title=title)
    for what, figures in found.items():
        table.add_row(what, *(figures.get(name, "-") for name in names), GOALS.get(what, ""))
    Console(width=150).print(table)


if __name__ == "__main__":
    main()

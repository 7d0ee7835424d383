"""`kill -9` at random moments, with the real game (`make bench-faults`). Not part of the tests.

Parent: a run is killed again and again, each time going on with another chunk size, and at last left to
end. Worker: one of its worker processes is killed while the run goes on by itself. Every run that ends
is compared, byte for byte, with one that nobody disturbed and that one process played.

    python tests/benchmarks/bench_faults.py [KILLS] [GAMES]
"""

from __future__ import annotations

import functools
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import psutil
import pyarrow.parquet as pq
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = "employee_handbook_baseline"
KILLS, GAMES = 50, 20_000
IN_A_ROW = 5
"""Kills of one run, at most, before it is left to end."""
CHUNKS = (500, 1_000, 2_000, 4_000)
SEED = 3
PER_DEAL = 36
"""Games of a deal in that scenario."""


def start(folder: Path, games: int, chunk: int, jobs: int = 2) -> subprocess.Popen[str]:
    """A run."""
    words = ["run", SCENARIO, "--games", str(games), "--no-report", "--out", str(folder)]
    return subprocess.Popen(
        [sys.executable, "-m", "balance", *words, "--chunk", str(chunk), "--jobs", str(jobs)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def contents(folder: Path) -> dict[str, bytes]:
    """Every file."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def text_of(file: Path) -> str:
    """A text; nothing, if there is no such file."""
    return file.read_text() if file.exists() else ""


def stored(folder: Path, per_deal: int) -> int:
    """Games in whole chunks on disk."""
    found = [re.fullmatch(r"deals-(\d+)-(\d+)", path.name) for path in folder.glob("chunks/deals-*")]
    return sum(int(one[2]) - int(one[1]) for one in found if one) * per_deal


def doubles(folder: Path) -> int:
    """Rows of games.parquet that are there more than once, or are not there, or are out of place."""
    numbers = pq.read_table(folder / "games.parquet", columns=["game"])["game"].to_pylist()
    return sum(number != place for place, number in enumerate(numbers))


def is_held(folder: Path, pid: int) -> bool:
    """Whether that process plays in the folder."""
    lock = folder / "run.lock"
    return lock.exists() and f'"pid": {pid},' in lock.read_text()


def wait_until(process: subprocess.Popen[str], there: object) -> bool:
    """Whether something came to be before the process ended."""
    while process.poll() is None:
        if there():  # type: ignore[operator]
            return True
        time.sleep(0.005)
    return False


class Moments:
    """Random moments within about the time a run takes, which changes with what else the machine does."""

    def __init__(self, seconds: float) -> None:
        self.dice = random.Random(SEED)
        self.seconds = seconds

    def wait(self, process: subprocess.Popen[str], share: float = 1.0) -> bool:
        """Wait until such a moment; False when the run ended before (the next moments are then earlier)."""
        until = time.monotonic() + self.dice.uniform(0, self.seconds * share)
        while process.poll() is None and time.monotonic() < until:
            time.sleep(0.003)
        if process.poll() is not None:
            self.seconds *= 0.9
        return process.poll() is None


def workers_of(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Loky's worker processes."""
    found = []
    for child in psutil.Process(process.pid).children():
        try:
            if any("popen_loky" in word for word in child.cmdline()):
                found.append(child)
        except psutil.Error:
            continue
    return found


def judge(tally: Counter, folder: Path, whole: dict[str, bytes], code: int, said: str) -> None:
    """Count how a run ended."""
    tally["runs left to end"] += 1
    tally["ended well"] += code == 0
    tally["tracebacks"] += "Traceback" in said
    tally["identical, all files"] += contents(folder) == whole
    tally["games lost or counted twice"] += doubles(folder)
    shutil.rmtree(folder)


def parents(kills: int, games: int, whole: dict[str, bytes], seconds: float, place: Path) -> Counter:
    """Kill the process that plays, at random moments."""
    moments, tally = Moments(seconds), Counter()
    while tally["kills"] < kills:
        folder = place / "parent"
        before, killed = 0, 0
        while True:
            process = start(folder, games, moments.dice.choice(CHUNKS))
            last = killed == IN_A_ROW or tally["kills"] == kills
            locked = functools.partial(is_held, folder, process.pid)
            if not last and wait_until(process, locked) and moments.wait(process):
                process.kill()
                said = process.communicate()[1]
                tally["kills"] += 1
                killed += 1
            else:
                last, said = True, process.communicate()[1]
            if before:
                found = re.search(r"going on: ([\d,]+) games", said)
                if found:
                    tally["resumed, and said from where"] += int(found[1].replace(",", "")) == before
                    tally["stored chunks lost"] += int(found[1].replace(",", "")) < before
            if last:
                judge(tally, folder, whole, process.returncode, said)
                break
            now = stored(folder, PER_DEAL)
            sealed = '"state": "finished"' in text_of(folder / "manifest.json")  # its chunks may go
            tally["stored chunks lost"] += now < before and not sealed
            before = now
            tally["kills with something stored"] += now > 0
    return tally


def workers(kills: int, games: int, whole: dict[str, bytes], seconds: float, place: Path) -> Counter:
    """Kill one of the workers, at random moments."""
    moments, tally = Moments(seconds), Counter()
    while tally["kills"] < kills:
        folder = place / "worker"
        process = start(folder, games, moments.dice.choice(CHUNKS))
        there = functools.partial(workers_of, process)
        struck = 0
        while struck < IN_A_ROW and tally["kills"] < kills and wait_until(process, there):
            found = there() if moments.wait(process, 1 / IN_A_ROW) else []
            if found:
                moments.dice.choice(found).kill()
                tally["kills"] += 1
                struck += 1
        said = process.communicate()[1]
        tally["said so, and went on"] += said.count("going on with fresh ones")
        if "died 3 times in a row" in said:  # no chunk was finished in between: as it should be
            tally["gave up after 3 in a row (exit code 2)"] += process.returncode == 2
            before = stored(folder, PER_DEAL)
            process = start(folder, games, moments.dice.choice(CHUNKS))
            said = process.communicate()[1]
            tally["stored chunks lost"] += bool(before) and f"going on: {before:,} games" not in said
        judge(tally, folder, whole, process.returncode, said)
    return tally


def main() -> None:
    """Print the counts."""
    kills, games = (int(word) for word in [*sys.argv[1:], *map(str, (KILLS, GAMES)[len(sys.argv) - 1 :])])
    console = Console(width=100)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        subprocess.run([sys.executable, "-m", "balance", "compile"], cwd=ROOT, check=True)
        alone = start(place / "whole", games, 3_000, jobs=1)
        alone.communicate()
        whole = contents(place / "whole")
        timed = start(place / "timed", games, 1_000)
        wait_until(timed, functools.partial(is_held, place / "timed", timed.pid))
        began = time.monotonic()
        timed.communicate()
        seconds = time.monotonic() - began
        console.print(f"undisturbed: {games:,} games, {seconds:.1f} s from lock to end, two workers")
        assert contents(place / "timed") == whole
        for title, campaign in (("kill -9 of the parent", parents), ("kill -9 of a worker", workers)):
            table = Table("what", "count", title=title)
            began = time.monotonic()
            for what, count in campaign(kills, games, whole, seconds, place).items():
                table.add_row(what, f"{count:,}")
            console.print(table, f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()

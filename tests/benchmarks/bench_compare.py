"""How long `balance compare` takes to answer, and what common luck is worth there (`make bench-compare`).

For each game one number is changed, and the command is timed as somebody waits for it: Python starts, cards
are read, games are played, compared and printed. Warm: the rules are compiled, and the run before the change
lies there, as another change was compared first. Not part of the tests.

half width   of a 95 % interval of the change of a win share: of the middle plan and of the worst; wanted are
             half a percentage point
saved        games without common luck for the same precision, in proportion: as many games, each on a deal of
             its own ("apart"); or the same line-ups on deals of their own ("other deals"). The first is less,
             as line-ups that share a deal tell less than games apart; common luck has to make up for that too
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Console
from rich.table import Table

from balance import games
from balance.cards.paths import parse_path
from balance.experiments.comparing import Asked, compare_scenario
from balance.simulation import places, read_scenario

if TYPE_CHECKING:
    from balance.experiments.compared import Comparison

WANTED = 0.005
SECONDS = 6.0


@dataclass(frozen=True)
class Case:
    """One number of one game: the scenario, what is changed by how much, players and games of each run."""

    scenario: str
    path: str
    step: int
    players: int
    games: int

    def change(self, steps: int = 1) -> tuple[str, int]:
        """The change as an override, so many steps from the card data."""
        name = read_scenario(self.scenario)[0].game
        value: Any = games.get(name).load(places.card_folder(name)).data
        for part in parse_path(self.path) or ():
            value = value[part]
        return self.path, value + steps * self.step


CASES = (
    Case("employee_handbook_prices", "buildings.factory.levels[0].cost", -1, 2, 80_000),
    Case("extremely_bad_hires_changes", "jobs.goose_census.profit", 1, 2, 24_000),
    Case("hire_or_fire_changes", "frame.bonus", -500, 4, 26_000),
)


def command(case: Case, change: tuple[str, int], folder: Path) -> tuple[float, float]:
    """Wall and CPU seconds of one `balance compare` in the terminal."""
    line = [sys.executable, "-m", "balance", "compare", case.scenario, "--set", f"{change[0]}={change[1]}"]
    line += ["--players", str(case.players), "--games", str(case.games), "--no-report"]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(line, cwd=folder, check=True, capture_output=True)
    seconds, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def row(case: Case, found: Comparison, change: tuple[str, int], took: tuple[float, float]) -> list[str]:
    """A row of the table."""
    shares = [item.difference for item in found.measures if item.measure.startswith("win_share.")]
    widths = [item.estimate.half_width for item in shares]
    wins = [item for item in found.measures if item.measure.startswith("win_share.")]
    other = [
        (item.before.standard_error**2 + item.after.standard_error**2)
        / item.difference.estimate.standard_error**2
        for item in wins
    ]
    apart = [item.games_saved for item in shares]
    return [
        f"{case.scenario.rpartition('_')[0]}: {change[0]} {change[1] - case.step} -> {change[1]}",
        f"2 x {found.deals * found.games:,}",
        f"{took[0]:.1f} s",
        f"{took[1]:.1f} s",
        f"{100 * np.median(widths):.2f}, {100 * max(widths):.2f}",
        f"{np.median([item.correlation for item in shares]):.2f}",
        f"{np.median(apart):.1f} ({2 * found.deals * found.games * np.median(apart):,.0f})",
        f"{np.median(other):.1f}",
    ]


def main() -> None:
    """Print the table."""
    wanted = sys.argv[1:]
    table = Table(title=f"balance compare: half a point of win share, wanted in {SECONDS:g} s on two cores")
    for name in ("change", "games", "wall", "CPU", "half width (middle, worst)", "correlation"):
        table.add_column(name)
    table.add_column("saved against games apart (needed)")
    table.add_column("against other deals")
    home = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(games.__file__).parents[2]), *sys.path[1:]])
        for case in CASES:
            if wanted and not any(word in case.scenario for word in wanted):
                continue
            command(case, case.change(2), Path(name))  # leaves the run before the change, and compiled rules
            took = command(case, case.change(), Path(name))
            os.chdir(name)
            asked = Asked(games=case.games, players=case.players)
            (found,) = compare_scenario(case.scenario, [case.change()], asked)
            os.chdir(home)
            table.add_row(*row(case, found, case.change(), took))
    Console(width=170).print(table)


if __name__ == "__main__":
    main()

"""The campaign of which `tests/fuzz` runs a slice: tens of thousands of spoiled inputs, a million games.

    python tests/benchmarks/bench_fuzz.py [--files 20000] [--games 1000000] [--seed 1]

Prints counts. Ends with 1 when anything came out that is neither a clear message nor a valid run; each such
input can be made again from the numbers printed. With BALANCE_BOUNDSCHECK=1 every index is checked.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from balance import jit  # noqa: E402
from balance.cards import parse_override  # noqa: E402
from balance.games.employee_handbook import GAME  # noqa: E402
from balance.simulation import runner  # noqa: E402
from tests.conformance import conformance  # noqa: E402
from tests.fuzz.invariants import check_rows, walk  # noqa: E402
from tests.fuzz.mutators import spoiled  # noqa: E402
from tests.fuzz.rule_sets import ByNumbers, fitted, rule_set  # noqa: E402
from tests.fuzz.targets import Folder, bots_of, hostile_override, jobs_of, kind, play, refusal  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES_EACH = 400
WALK_EVERY = 10
DECISIONS_MAX = 400
KINDS_SHOWN = 20


class Campaign:
    """Counts what comes of inputs."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.outcomes: Counter[str] = Counter()
        self.defects: list[str] = []
        self.slowest = (0.0, "")
        self.began = time.process_time()

    def attempt(self, label: str, action: Callable[[], object]) -> None:
        """One input; anything but a clear message or success is noted."""
        began = time.perf_counter()
        try:
            self.outcomes[kind(refusal(action))] += 1
        except Exception as error:  # noqa: BLE001  (the very thing that is looked for)
            self.defects.append(f"{self.name} {label}: {type(error).__name__}: {str(error)[:300]}")
        self.slowest = max(self.slowest, (time.perf_counter() - began, label))

    def row(self) -> list[str]:
        """For the table at the end."""
        valid = self.outcomes["valid"]
        refused = self.outcomes.total() - valid
        slow = f"{self.slowest[0]:.1f} s ({self.slowest[1]})"
        spent = time.process_time() - self.began
        return [
            self.name,
            *(f"{n:,}" for n in (valid + refused, refused, valid, len(self.outcomes), len(self.defects))),
            slow,
            f"{spent:.0f} s",
        ]


def card_files(seed: int, many: int) -> Campaign:
    """Spoiled files of the card data that ships: refused, or played."""
    campaign = Campaign("card data")
    folder = Folder(ROOT / "card_data" / "employee_handbook", Path("data"))
    names = list(folder.raw)
    for number in range(many):
        name = names[number % len(names)]
        folder.spoil(np.random.default_rng([seed, 1, number]), name)
        campaign.attempt(f"{name} {number}", folder.use)
        folder.mend(name)
    return campaign


def scenarios(seed: int, many: int) -> Campaign:
    """Spoiled scenarios: refused, or prepared to the last."""
    campaign = Campaign("scenarios")
    raw = [path.read_bytes() for path in sorted((ROOT / "scenarios").glob("*.yaml"))]
    for number in range(many):
        Path("spoiled.yaml").write_bytes(
            spoiled(np.random.default_rng([seed, 2, number]), raw[number % len(raw)])
        )
        campaign.attempt(str(number), lambda: runner.prepare("spoiled.yaml"))
    return campaign


def overrides(seed: int, many: int) -> Campaign:
    """Hostile texts for `--set`: refused, or applied and played."""
    campaign = Campaign("overrides")
    folder = Folder(ROOT / "card_data" / "employee_handbook", Path("data"))
    for number in range(many):
        text = hostile_override(np.random.default_rng([seed, 3, number]))
        campaign.attempt(f"{number}", lambda text=text: folder.use([parse_override(text)]))
    return campaign


def valid_rule_sets(seed: int, many: int) -> tuple[list[str], list[str]]:
    """Rule sets by chance, games with each, everything checked: lines for people, and defects."""
    began = time.process_time()
    games = walked = full = decisions = most = 0
    defects = []
    with tempfile.TemporaryDirectory() as place:
        sets = -(-many // GAMES_EACH)
        for number in range(sets):
            try:
                cards, times = fitted(
                    rule_set(ByNumbers(np.random.default_rng([seed, 4, number]))), Path(place)
                )
                full += times > 0
                tables, bots = GAME.tables(cards), bots_of(cards)
                rows, seats = play(tables, bots, jobs_of(GAMES_EACH, len(bots), number))
                games += GAMES_EACH
                decisions += int(rows["decisions"].sum())
                most = max(most, int(rows["decisions"].max()))
                check_rows(tables, rows, seats)
                if number % WALK_EVERY == 0 and rows["decisions"].max() <= DECISIONS_MAX:
                    walked += 1
                    walk(cards, tables, np.random.default_rng([seed, 5, number]), number)
                    subject = conformance.Subject(GAME, cards, 2)
                    conformance.bots_see_only_what_they_may(subject, number)
                    conformance.plain_python_plays_the_same(subject, number)
                    conformance.plain_python_counts_the_same(subject, range(number, number + 3))
            except Exception as error:  # noqa: BLE001  (the very thing that is looked for)
                defects.append(f"rule set {number}: {type(error).__name__}: {str(error)[:300]}")
    head = f"{sets:,} rule sets ({full:,} of them filled to what the records hold), {games:,} games, "
    said = [
        head + f"{decisions:,} decisions (at most {most:,} in a game)",
        f"{walked:,} of them checked at every decision, by bots that see and by plain Python",
        f"{len(defects)} defects; {time.process_time() - began:.0f} s of CPU",
    ]
    return said, defects


def main() -> None:
    """Run the campaign and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--files", type=int, default=20_000, help="spoiled inputs in all")
    parser.add_argument("--games", type=int, default=1_000_000, help="games with valid rule sets")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    console = Console(width=130, highlight=False)
    console.print(f"seed {wanted.seed}, index checks {'on' if jit.BOUNDS_CHECKED else 'off'}")
    table = Table("inputs", "read", "refused", "valid", "kinds", "defects", "slowest", "CPU")
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        campaigns = [
            make(wanted.seed, wanted.files * share // 10)
            for make, share in ((card_files, 6), (scenarios, 2), (overrides, 2))
        ]
        os.chdir(ROOT)
    defects: list[str] = []
    for campaign in campaigns:
        table.add_row(*campaign.row())
        defects += campaign.defects
    console.print(table)
    kinds = sum((campaign.outcomes for campaign in campaigns), Counter())
    for name, count in kinds.most_common(KINDS_SHOWN):
        console.print(f"{count:8,}  {name}", markup=False)
    lines, more = valid_rule_sets(wanted.seed, wanted.games)
    for line in lines:
        console.print(line)
    for defect in (*defects, *more):
        console.print(defect, markup=False)
    sys.exit(bool(defects or more))


if __name__ == "__main__":
    main()

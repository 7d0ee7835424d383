"""Simulation: a scenario becomes deals, deals become chunks, chunks become the tables of a run.

    scenario -> plan -> play_range(plan, first, last) -> chunks -> merge -> games, seats, curves
                        (a pure function, here or in joblib's workers)

`run` plays a scenario and returns a `Run`, `run_each` one for each number of players, setting and variant;
`open_run` finds one that was played. `write_whole` writes any file so that it is whole or absent.
"""

from __future__ import annotations

from balance.simulation.opened import Run, open_run
from balance.simulation.plan import Plan, make_plan
from balance.simulation.play import play_range
from balance.simulation.prepared import Prepared, prepare, prepare_each
from balance.simulation.runner import run
from balance.simulation.scenario import Scenario, read_scenario
from balance.simulation.several import play_all, run_each
from balance.simulation.storage import write_whole

__all__ = [
    "Plan",
    "Prepared",
    "Run",
    "Scenario",
    "make_plan",
    "open_run",
    "play_all",
    "play_range",
    "prepare",
    "prepare_each",
    "read_scenario",
    "run",
    "run_each",
    "write_whole",
]

"""Balance analysis and playtesting for card games.

    cards  ->  games  ->  simulation  ->  experiments  ->  reports
               statistics (pure functions) ->

cards        YAML in, checked tables out
games        rules, bots and measures, one folder each, behind one interface
statistics   intervals, comparisons, matrices: table in, table out
simulation   a scenario becomes the stored tables of a run
experiments  designs that ask for simulations
reports      a run as one HTML page

A folder imports only from its left. The command line is `balance.__main__`.

    from balance import run, open_run, write_report
    page = write_report(run("employee_handbook_baseline"))
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "BalanceError": "balance.errors",
    "get_game": "balance.games",
    "open_run": "balance.simulation",
    "run": "balance.simulation",
    "write_report": "balance.reports",
}


def __getattr__(name: str) -> Any:
    """The public names, imported when first used: `import balance` itself costs nothing."""
    if name not in _HOMES:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(import_module(_HOMES[name]), "get" if name == "get_game" else name)


__all__ = ["BalanceError", "__version__", "get_game", "open_run", "run", "write_report"]

"""A scenario with several numbers of players: a run for each, one after the other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.simulation import places, runner
from balance.simulation.progress import Quiet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.simulation.opened import Run


def run_each(
    scenario: Path | str,
    *,
    games: int | None = None,
    seed: int | None = None,
    out: Path | str | None = None,
    overrides: Sequence[tuple[str, Any]] = (),
    players: int | None = None,
    progress: Quiet | None = None,
    **how: Any,
) -> list[Run]:
    """Play a scenario with each of its numbers of players (or with one of them), and return the runs.

    The same as `runner.run`, which see, for each; games: of each run. With several, `out` holds a folder for
    each number of players. What is wrong with any of them is said before the first is played. Interrupted,
    the same command goes on: finished runs are left as they are.
    """
    ready = runner.prepare_each(scenario, games_wanted=games, seed=seed, overrides=overrides, players=players)
    voice = progress or Quiet()
    found = []
    for item in ready:
        seats = item.plan.seats
        folder = Path(out) if out is not None else None
        if item.several:
            voice.say(f"{item.name} with {seats} players")
            folder = None if folder is None else places.runs_of(folder, seats)
        found.append(
            runner.run(
                scenario,
                games=games,
                seed=seed,
                out=folder,
                overrides=overrides,
                players=seats if item.several else players,
                progress=voice,
                **how,
            )
        )
    return found

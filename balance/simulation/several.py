"""A scenario with several numbers of players, settings or variants: a run for each, one after the other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.simulation import runner
from balance.simulation.prepared import prepare_each
from balance.simulation.progress import Quiet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.simulation.opened import Run
    from balance.simulation.prepared import Prepared


def run_each(
    scenario: Path | str,
    *,
    games: int | None = None,
    seed: int | None = None,
    out: Path | str | None = None,
    overrides: Sequence[tuple[str, Any]] = (),
    players: int | None = None,
    setting: str | None = None,
    variant: str | None = None,
    progress: Quiet | None = None,
    **how: Any,
) -> list[Run]:
    """Play a scenario with each of its numbers of players, at each of its settings, the baseline and each of
    its variants (or one of them), and return the runs.

    The same as `runner.run`, which see, for each; games: of each run. With several, `out` holds a folder for
    each number of players, and in these (or alone) one for each setting, or the runs of the baseline and
    of its variants. What is wrong with any of them is said before the first is played. Interrupted, the same
    command goes on: finished runs stay as they are.
    """
    ready = prepare_each(
        scenario,
        games_wanted=games,
        seed=seed,
        overrides=overrides,
        players=players,
        setting=setting,
        variant=variant,
    )
    return play_all(ready, out=out, progress=progress, **how)


def play_all(
    ready: Sequence[Prepared], *, out: Path | str | None = None, progress: Quiet | None = None, **how: Any
) -> list[Run]:
    """The same of what `prepare_each` returned."""
    voice = progress or Quiet()
    found = []
    for item in ready:
        if not item.alone:
            voice.say(item.title)
        folder = None if out is None else item.below(Path(out))
        found.append(runner.run_prepared(item, out=folder, progress=voice, **how))
    return found

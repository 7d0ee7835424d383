"""From a question to its comparisons: play what is missing of baseline and variants, then compare.

compare_scenario   a scenario with variants, or with changes made now
compare_folders    two folders of card data
compare_revision   card data as it was at a revision of git, and as it is
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.cards import card_folder_at
from balance.cards.override import split_kind
from balance.cards.paths import listing
from balance.errors import ScenarioError
from balance.experiments.compare import CHANGED, compare_groups
from balance.games import GAMES
from balance.simulation import places, play_all, prepare_each, read_scenario
from balance.simulation.variants import BASELINE, Variant, is_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from balance.experiments.compared import Comparison, Correction
    from balance.simulation import Prepared, Run
    from balance.simulation.progress import Quiet

NAME_MAX = 30


@dataclass(frozen=True)
class Asked:
    """How to play and to compare; see `runner.run` and `compare_runs`."""

    games: int | None = None
    seed: int | None = None
    jobs: int | None = None
    players: int | None = None
    correction: Correction = "holm"
    all_pairs: bool = False
    strict: bool = False
    progress: Quiet | None = None
    margins: Mapping[str, float] = field(default_factory=dict)

    @property
    def prepared(self) -> dict[str, Any]:
        """What `prepare_each` takes of it."""
        return {"games_wanted": self.games, "seed": self.seed, "players": self.players}


def compare_scenario(
    scenario: Path | str, changed: Sequence[tuple[str, Any]] = (), asked: Asked | None = None
) -> tuple[Comparison, ...]:
    """Compare a scenario with each of its variants, or with the same after some changes (overrides).

    A comparison per variant and number of players; all are corrected together. ScenarioError when there is
    nothing to compare, CardDataError for a change that cannot be, both before anything is played.
    """
    asked = asked or Asked()
    read, _ = read_scenario(scenario)
    name = places.scenario_file(scenario).stem
    if read.settings is not None:
        msg = f"{name}: found settings, allowed: a scenario with variants, or without settings and --set"
        raise ScenarioError(msg)
    if not changed and not read.variants:
        msg = (
            f"{name}: there is nothing to compare, allowed: a scenario with `variants`, changes (--set), two"
            " runs, two card folders, or --against a revision"
        )
        raise ScenarioError(msg)
    if changed:
        ready = [
            *prepare_each(scenario, variant=BASELINE, **asked.prepared),
            *prepare_each(scenario, variant=CHANGED, more={CHANGED: _variant(changed)}, **asked.prepared),
        ]
    else:
        ready = prepare_each(scenario, **asked.prepared)
    return _compared(ready, asked, read.margins)


def _variant(changed: Sequence[tuple[str, Any]]) -> Variant:
    """Changes from the command line as a variant."""
    blocks: dict[str, dict[str, Any]] = {}
    for path, value in changed:
        kind, target = split_kind(path)
        blocks.setdefault(kind, {})[target] = value
    return Variant.model_validate(blocks)


def compare_folders(
    before: Path, after: Path, scenario: Path | str | None = None, asked: Asked | None = None
) -> tuple[Comparison, ...]:
    """Compare two folders of card data, by a scenario or the baseline of the game they are named after."""
    asked = asked or Asked()
    wanted = scenario or baseline_of(before, after)
    names = tuple(map(str, (before, after)))
    return _of_folders((before, after), names, _slugs(names), wanted, asked)


def compare_revision(
    revision: str, what: Path | str, scenario: Path | str | None = None, asked: Asked | None = None
) -> tuple[Comparison, ...]:
    """Compare card data as it was at a revision of git with what it is now.

    what: a folder of card data, or a scenario (then that of its game). CardDataError when git does not know
    the revision or the folder.
    """
    asked = asked or Asked()
    folder = Path(what)
    wanted: Path | str
    if is_card_folder(folder):
        wanted = scenario or baseline_of(folder)
    else:
        wanted = what
        read, _ = read_scenario(wanted)
        folder = places.card_folder(read.game)
    with card_folder_at(revision, folder) as old:
        names = (revision, "now")
        return _of_folders((old, folder), names, _slugs(names), wanted, asked)


def _of_folders(
    folders: Sequence[Path], names: Sequence[str], slugs: Sequence[str], scenario: Path | str, asked: Asked
) -> tuple[Comparison, ...]:
    read, _ = read_scenario(scenario)
    own = places.card_folder(read.game).resolve()
    ready = []
    for folder, slug in zip(folders, slugs, strict=True):
        found = prepare_each(scenario, variant=BASELINE, cards=folder, **asked.prepared)
        # runs of the game's own cards lie where they always do
        ready += [item if folder.resolve() == own else replace(item, variant=slug) for item in found]
    return _compared(ready, asked, read.margins, names=names, declared=False)


def _compared(
    ready: Sequence[Prepared],
    asked: Asked,
    margins: Mapping[str, float] | None,
    names: Sequence[str] = (),
    *,
    declared: bool | None = None,
) -> tuple[Comparison, ...]:
    """Play, and compare the first run of each number of players with the others."""
    runs = play_all(ready, jobs=asked.jobs, progress=asked.progress)
    groups: dict[int, list[Run]] = {}
    for item, run in zip(ready, runs, strict=True):
        groups.setdefault(item.plan.seats, []).append(run)
    return compare_groups(
        [(first, others) for first, *others in groups.values()],
        margins={**(margins or {}), **asked.margins},
        correction=asked.correction,
        all_pairs=asked.all_pairs,
        strict=asked.strict,
        declared=declared,
        names=names,
    )


def is_card_folder(path: Path) -> bool:
    """Whether a folder holds YAML files, and no run."""
    return path.is_dir() and not (path / places.MANIFEST).exists() and any(path.glob("*.yaml"))


def baseline_of(*folders: Path) -> str:
    """The baseline scenario of the game that a folder is named after; ScenarioError if none is."""
    for folder in folders:
        if folder.resolve().name in GAMES:
            return f"{folder.resolve().name}_baseline"
    shown = listing(map(str, folders))
    msg = (
        f"{shown}: which game these are cards of is not said, allowed: a folder with the name of a game"
        f" ({listing(GAMES)}), or --scenario"
    )
    raise ScenarioError(msg)


def _slugs(names: Sequence[str]) -> list[str]:
    """Names for folders of runs, each another one unless the names are the same."""
    found: list[str] = []
    for name in names:
        slug = re.sub("[^a-z0-9_-]+", "-", name.lower())[-NAME_MAX:].strip("-_")
        slug = slug if is_name(slug) else f"cards-{slug}"[:NAME_MAX].strip("-_")
        twins = [other for other, known in zip(names, found, strict=False) if known == slug and other != name]
        found.append(f"{slug[: NAME_MAX - 2]}-{len(found) + 1}" if twins else slug)
    return found


def stated_margins(run: Run) -> Mapping[str, float]:
    """The margins of the scenario that a run was played by, if it is still there under its name."""
    if run.name not in places.scenario_names():
        return {}
    read, _ = read_scenario(run.name)
    return read.margins or {}

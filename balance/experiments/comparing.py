"""From a question to its comparisons: play what is missing of baseline and variants, then compare.

compare_scenario   a scenario with variants, or with changes made now
compare_folders    two folders of card data
compare_revision   card data as it was at a revision of git, and as it is
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.cards import card_folder_at
from balance.cards.override import split_kind
from balance.cards.paths import listing
from balance.errors import ScenarioError
from balance.experiments.compare import CHANGED, compare_groups
from balance.experiments.until import until_verdicts
from balance.games import GAMES
from balance.simulation import places, play_all, prepare_each, read_scenario
from balance.simulation.prepared import for_deals
from balance.simulation.variants import BASELINE, Variant, is_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from balance.experiments.compared import Comparison, Correction
    from balance.experiments.until import Sequential
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


@dataclass(frozen=True, eq=False)
class Question:
    """What is to be played and compared: for each number of players the run before, then those after.

    names      of the runs, where they do not say themselves
    declared   as in `compare_runs`
    """

    ready: tuple[Prepared, ...]
    margins: Mapping[str, float]
    names: tuple[str, ...] = ()
    declared: bool | None = None

    @property
    def tables(self) -> dict[int, list[Prepared]]:
        """The runs for each number of players."""
        found: dict[int, list[Prepared]] = {}
        for item in self.ready:
            found.setdefault(item.plan.seats, []).append(item)
        return found


def compare_scenario(
    scenario: Path | str, changed: Sequence[tuple[str, Any]] = (), asked: Asked | None = None
) -> tuple[Comparison, ...]:
    """Compare a scenario with each of its variants, or with the same after some changes (overrides).

    A comparison per variant and number of players; all are corrected together. ScenarioError when there is
    nothing to compare, CardDataError for a change that cannot be, both before anything is played.
    """
    asked = asked or Asked()
    return answer(of_scenario(scenario, changed, asked), asked)


def compare_folders(
    before: Path, after: Path, scenario: Path | str | None = None, asked: Asked | None = None
) -> tuple[Comparison, ...]:
    """Compare two folders of card data, by a scenario or the baseline of the game they are named after."""
    asked = asked or Asked()
    return answer(of_folders(before, after, scenario, asked), asked)


def compare_revision(
    revision: str, what: Path | str, scenario: Path | str | None = None, asked: Asked | None = None
) -> tuple[Comparison, ...]:
    """Compare card data as it was at a revision of git with what it is now.

    what: a folder of card data, or a scenario (then that of its game). CardDataError when git does not know
    the revision or the folder.
    """
    asked = asked or Asked()
    with of_revision(revision, what, scenario, asked) as question:
        return answer(question, asked)


def of_scenario(scenario: Path | str, changed: Sequence[tuple[str, Any]], asked: Asked) -> Question:
    """The question of `compare_scenario`."""
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
        more = {CHANGED: _variant(changed)}
        ready = [
            *prepare_each(scenario, variant=BASELINE, **asked.prepared),
            *prepare_each(scenario, variant=CHANGED, more=more, **asked.prepared),
        ]
    else:
        ready = prepare_each(scenario, **asked.prepared)
    return Question(tuple(ready), read.margins or {})


def of_folders(before: Path, after: Path, scenario: Path | str | None, asked: Asked) -> Question:
    """The question of `compare_folders`."""
    names = str(before), str(after)
    return _of_folders((before, after), names, scenario or baseline_of(before, after), asked)


@contextmanager
def of_revision(
    revision: str, what: Path | str, scenario: Path | str | None, asked: Asked
) -> Iterator[Question]:
    """The question of `compare_revision`; the cards of the revision are there as long as this is open."""
    folder, wanted = Path(what), what
    if is_card_folder(folder):
        wanted = scenario or baseline_of(folder)
    else:
        folder = places.card_folder(read_scenario(wanted)[0].game)
    with card_folder_at(revision, folder) as old:
        yield _of_folders((old, folder), (revision, "now"), wanted, asked)


def _of_folders(
    folders: tuple[Path, Path], names: tuple[str, str], scenario: Path | str, asked: Asked
) -> Question:
    read, _ = read_scenario(scenario)
    own = places.card_folder(read.game).resolve()
    ready: list[Prepared] = []
    for folder, slug in zip(folders, _slugs(names), strict=True):
        found = prepare_each(scenario, variant=BASELINE, cards=folder, **asked.prepared)
        # runs of the game's own cards lie where they always do
        ready += [item if folder.resolve() == own else replace(item, variant=slug) for item in found]
    return Question(tuple(ready), read.margins or {}, names, declared=False)


def _variant(changed: Sequence[tuple[str, Any]]) -> Variant:
    """Changes from the command line as a variant."""
    blocks: dict[str, dict[str, Any]] = {}
    for path, value in changed:
        kind, target = split_kind(path)
        blocks.setdefault(kind, {})[target] = value
    return Variant.model_validate(blocks)


def answer(question: Question, asked: Asked) -> tuple[Comparison, ...]:
    """Play what is missing, and compare the first run of each number of players with the others."""
    runs: list[list[Run]] = [
        play_all(ready, jobs=asked.jobs, progress=asked.progress) for ready in question.tables.values()
    ]
    return compare_groups(
        [(first, others) for first, *others in runs],
        margins={**question.margins, **asked.margins},
        correction=asked.correction,
        all_pairs=asked.all_pairs,
        strict=asked.strict,
        declared=question.declared,
        names=question.names,
    )


def answer_until(
    question: Question, named: Sequence[str], asked: Asked
) -> tuple[tuple[Sequential, ...], tuple[Comparison, ...]]:
    """Play until each of these measures has a verdict (or `asked.games` are played), then compare as ever.

    named: as in `until_verdicts`. The verdicts on these measures are the first that is returned: they allow
    for having looked again and again, those of the comparisons do not.
    """
    stopped, ready = [], []
    for items in question.tables.values():
        found = until_verdicts(
            items,
            named,
            margins={**question.margins, **asked.margins},
            max_games=asked.games,
            jobs=asked.jobs,
            progress=asked.progress,
        )
        stopped.append(found)
        ready += [for_deals(item, found.deals) for item in items]
    return tuple(stopped), answer(replace(question, ready=tuple(ready)), asked)


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

"""A scenario played anew whenever a card file or the scenario is saved, and compared with how it was before.

Every state is a copy of the files, so what is read, played and compared is one version, whatever is saved
meanwhile. A state is played in looks: few games first, then more, on the deals of the state before. A save
in between ends the looks that are left. Verdicts and intervals hold for all looks together.
"""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from balance.cards.read import shown_file
from balance.errors import BalanceError
from balance.experiments.compare import compare_runs
from balance.experiments.one_run import one_run
from balance.experiments.pairing import same_games
from balance.simulation import manifest, places, prepare_each, read_scenario
from balance.simulation.progress import Quiet
from balance.simulation.runner import run_prepared
from balance.simulation.variants import BASELINE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from balance.experiments.compared import Comparison
    from balance.simulation import Prepared, Run

FIRST, GROWS, GAMES = 2_000, 4, 16_000
"""Games of the first look, by how much each further look is larger, and games of the last."""
LEVEL = 0.95
OTHER_SEED = "another seed, so there is no deal to compare on; the next save is compared with this one"


@dataclass(frozen=True)
class View:
    """What there is to show after a save.

    save         its number; 0: how it was when the watch began
    comparison   with the state before; None: there is none, or `error` or `note` says why not
    error        what is wrong with the files, as every command says it; the watch goes on
    note         anything else there is to say
    games        of this look
    look, looks  which look it is, of how many
    seconds      since the save was heard of
    """

    save: int
    title: str
    comparison: Comparison | None = None
    error: str = ""
    note: str = ""
    games: int = 0
    look: int = 0
    looks: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class _State:
    """A version of the files: where its copy lies, and what it plays."""

    folder: Path
    ready: Prepared
    margins: Mapping[str, float]


class _SupersededError(Exception):
    """Something was saved meanwhile: what is being played is of no use any more."""


class _Patient(Quiet):
    """Stops a run as soon as something was saved."""

    def __init__(self, superseded: Callable[[], bool]) -> None:
        self.superseded = superseded

    def advance(self, games: int) -> None:
        """So many more games are done: on with it?"""
        del games
        if self.superseded():
            raise _SupersededError


class Watch:
    """The watch over one scenario. `work` is a folder of its own for copies and runs."""

    def __init__(
        self,
        scenario: Path | str,
        work: Path,
        *,
        games: int = GAMES,
        players: int | None = None,
        setting: str | None = None,
        jobs: int | None = None,
        waiting: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
        voice: Quiet | None = None,
    ) -> None:
        """Find the files; ScenarioError when there is no such scenario.

        games      of the last look
        players, setting   which run of the scenario (see `one_run`)
        waiting    whether a further save is waiting: then no more looks are taken
        """
        read, _ = read_scenario(scenario)
        self.file = places.scenario_file(scenario)
        self.cards = places.card_folder(read.game)
        self.game = read.game
        self.players, self.setting = one_run(scenario, players, setting)
        self.sizes = _sizes(games)
        self._work, self._jobs, self._waiting, self._clock = work, jobs, waiting, clock
        self._voice = voice or Quiet()
        self._count = 0
        self._shown: _State | None = None

    def begin(self) -> Iterator[View]:
        """Play how it is now: the first look at once, the others as long as nothing is saved.

        ScenarioError or CardDataError when the files are not in order.
        """
        state = self._read()
        self._shown = state
        self._play(state, self.sizes[0], self._voice)
        title = state.ready.title
        yield View(0, title, note="as it was when the watch began", looks=len(self.sizes))
        self._ahead(state)

    def saved(self) -> Iterator[View]:
        """What a save changed: a view for each look."""
        began = self._clock()
        self._count += 1
        before = self._shown
        if before is None:
            msg = "the watch has not begun"
            raise RuntimeError(msg)

        def view(**shown: object) -> View:
            seconds = self._clock() - began
            return replace(View(self._count, before.ready.title, seconds=seconds), **shown)  # type: ignore[arg-type]

        try:
            state = self._read()
        except (BalanceError, OSError) as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            yield view(error=self._own_words(str(error)))
            return
        sizes = self.sizes
        if _same(before, state, sizes[0]):
            shutil.rmtree(state.folder, ignore_errors=True)
            yield view(note="saved, and nothing is changed that is played")
            self._ahead(before)
            return
        if before.ready.plan.seed != state.ready.plan.seed:
            self._play(state, sizes[0], self._voice)
            self._show(state)
            yield view(note=OTHER_SEED)
            self._ahead(state)
            return
        try:
            for number, size in enumerate(sizes, 1):
                patient = _Patient(self._waiting) if number > 1 else Quiet()  # the first is soon over
                runs = [self._play(each, size, patient) for each in (before, state)]
                (found,) = compare_runs(
                    runs[0],
                    runs[1:],
                    margins=state.margins,
                    level=1 - (1 - LEVEL) / len(sizes),
                    names=("before", "now"),
                    declared=False,
                    details=False,
                )
                games = found.deals * found.games
                yield view(comparison=found, games=games, look=number, looks=len(sizes))
                if same_games(*runs) or self._waiting():
                    break
        except _SupersededError:
            pass
        except BalanceError as error:
            yield view(error=self._own_words(str(error)))
        self._show(state)

    # ---------------------------------------------------------------------------------- states

    @property
    def _folder(self) -> Path:
        """The copy of the latest save."""
        return self._work / f"state-{self._count}"

    def _read(self) -> _State:
        """A copy of the files as they are now, read and checked."""
        folder = self._folder
        shutil.rmtree(folder, ignore_errors=True)
        cards = folder / self.game
        cards.mkdir(parents=True)
        for file in sorted(self.cards.iterdir()):
            if file.suffix.lower() in (".yaml", ".yml"):
                shutil.copyfile(file, cards / file.name)
        scenario = folder / "scenario" / f"{self.file.stem}.yaml"
        scenario.parent.mkdir()
        shutil.copyfile(self.file, scenario)
        read, _ = read_scenario(scenario)
        if read.game != self.game:
            msg = f"{self.file}: found the game {read.game}, allowed: {self.game}, as when the watch began"
            raise BalanceError(msg)
        setting = self.setting if read.settings else None
        ready = prepare_each(
            scenario,
            games_wanted=self.sizes[0],
            variant=BASELINE,
            players=self.players,
            setting=setting,
            cards=cards,
        )[0]
        return _State(folder, ready, read.margins or {})

    def _own_words(self, text: str) -> str:
        """A message about the copy, as one about the files themselves."""
        copy = self._folder
        pairs = (
            (copy / self.game, self.cards),
            (copy / "scenario" / f"{self.file.stem}.yaml", self.file),
        )
        for mine, theirs in pairs:
            for name in (shown_file(mine), str(mine)):
                text = text.replace(name, shown_file(theirs))
        return text

    def _show(self, state: _State) -> None:
        """What comes next is compared with this state; the one before is not needed any more."""
        if self._shown is not None and self._shown.folder != state.folder:
            shutil.rmtree(self._shown.folder, ignore_errors=True)
        self._shown = state

    # ---------------------------------------------------------------------------------- playing

    def _play(self, state: _State, games: int, voice: Quiet) -> Run:
        """The run of a state with so many games; one that was played already is opened."""
        ready = _of(state.ready, games)
        return run_prepared(ready, jobs=self._jobs, out=state.folder / f"games-{games}", progress=voice)

    def _ahead(self, state: _State) -> None:
        """Play the larger looks of a state while nothing happens: the next save will want them."""
        try:
            for size in self.sizes[1:]:
                if self._waiting():
                    return
                self._play(state, size, _Patient(self._waiting))
        except _SupersededError:
            pass


def _of(ready: Prepared, games: int) -> Prepared:
    """The same with so many games."""
    asked = ready.scenario.model_copy(update={"games": games, "until": None, "max_games": None})
    return replace(ready, scenario=asked, facts=manifest.facts(asked, ready.game, ready.cards, ready.plan))


def _same(one: _State, other: _State, games: int) -> bool:
    """Whether two states play the same games, and judge them alike."""
    identities = [_of(state.ready, games).identity for state in (one, other)]
    return identities[0] == identities[1] and one.margins == other.margins


def _sizes(games: int) -> list[int]:
    """Games of each look: few first."""
    found = [min(FIRST, games)]
    while found[-1] < games:
        found.append(min(found[-1] * GROWS, games))
    return found

"""A run from scenario to tables: prepare, play what is missing, merge, seal."""

from __future__ import annotations

import contextlib
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance import jit
from balance.cards import Override
from balance.cards.paths import listing, nearest, shorten
from balance.errors import RunError, ScenarioError
from balance.games import GAMES, get
from balance.simulation import (
    backends,
    cards_in_manifest,
    chunks,
    folders,
    interrupts,
    manifest,
    merge,
    places,
    play,
    stopping,
    storage,
    workers,
)
from balance.simulation import line_ups as pairing
from balance.simulation import targets as bands
from balance.simulation.lock import locked
from balance.simulation.opened import Run, open_run
from balance.simulation.plan import Plan, make_plan
from balance.simulation.progress import Quiet
from balance.simulation.rule_code import rule_code
from balance.simulation.scenario import (
    MAX_GAMES,
    Scenario,
    at_setting,
    check_wanted,
    checked_names,
    for_players,
    read_scenario,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from balance.cards import CardSet, Document
    from balance.games.interface import Game

COMPILE_SECONDS = 40
"""About how long compiling the rules takes, for the message."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """A scenario with its card data read and checked: ready to run."""

    name: str
    scenario: Scenario
    game: Game
    cards: CardSet
    plan: Plan
    overrides: tuple[Override, ...]
    facts: dict[str, Any]
    several: bool = False  # the scenario has other numbers of players, too
    setting: str | None = None  # which of its settings, when it has any

    @property
    def folder(self) -> Path:
        """Where its runs go, unless told otherwise."""
        return self.below(places.runs_folder() / self.name)

    def below(self, folder: Path) -> Path:
        """Its place in a folder for all runs of the scenario: that folder, when it is the only one."""
        return places.runs_of(folder, self.plan.seats if self.several else None, self.setting)

    @property
    def alone(self) -> bool:
        """Whether it is the only run of its scenario."""
        return not self.several and self.setting is None

    @property
    def title(self) -> str:
        """The name of the scenario, and which of its runs it is."""
        players = f" with {self.plan.seats} players" if self.several else ""
        return f"{self.name}{players}" + (f", setting {self.setting}" if self.setting else "")

    @property
    def identity(self) -> str:
        """The hash that names the run."""
        return manifest.identity(self.facts)

    @property
    def deals(self) -> int:
        """Deals to play (with `until`: at most)."""
        return self.plan.deals_for(self.scenario.games or self.scenario.max_games or MAX_GAMES)


def prepare(
    scenario: Path | str,
    *,
    games_wanted: int | None = None,
    seed: int | None = None,
    overrides: Sequence[tuple[str, Any]] = (),
    players: int | None = None,
    setting: str | None = None,
) -> Prepared:
    """Read a scenario and its card data; ScenarioError or CardDataError when anything is wrong.

    players: which of its numbers of players; it must be said when there are several. setting: likewise.
    """
    found = prepare_each(
        scenario,
        games_wanted=games_wanted,
        seed=seed,
        overrides=overrides,
        players=players,
        setting=setting,
    )
    name = found[0].name
    counts = dict.fromkeys(str(ready.plan.seats) for ready in found)
    if len(counts) > 1:
        msg = f"{name}: played with several numbers of players ({listing(counts)}); say which: --players"
        raise ScenarioError(msg)
    if len(found) > 1:
        settings = listing(str(ready.setting) for ready in found)
        msg = f"{name}: played at several settings ({settings}); say which: --setting"
        raise ScenarioError(msg)
    return found[0]


def prepare_each(
    scenario: Path | str,
    *,
    games_wanted: int | None = None,
    seed: int | None = None,
    overrides: Sequence[tuple[str, Any]] = (),
    players: int | None = None,
    setting: str | None = None,
) -> list[Prepared]:
    """The same for every number of players of the scenario (or one of them), and for each of these for every
    setting (or one of them): what each run needs.
    """
    check_wanted(games_wanted, seed)
    read, document = read_scenario(scenario)
    changes: dict[str, Any] = {}
    if games_wanted is not None:
        changes |= {"games": games_wanted, "until": None, "max_games": None}
    if seed is not None:
        changes["seed"] = seed
    game = get(read.game)
    rule_code(GAMES[read.game])  # now: the code that was imported, whatever is written over it later
    name = places.scenario_file(scenario).stem
    known = list(read.settings or {})
    if setting is not None and setting not in known:
        near = nearest(setting, known)
        hint = f"; did you mean {near}?" if near else f" (settings of {name})"
        msg = f"--setting: found {shorten(setting)}, allowed: {listing(known) or 'none'}{hint}"
        raise ScenarioError(msg)
    made: dict[tuple[int, str | None], Prepared] = {}
    tables: list[int] = []
    wanted: list[str | None] = [*known] or [None]
    for at in wanted if setting is None else [setting]:
        placed = [*_placed(read, document, at), *(Override(path, value) for path, value in overrides)]
        changes["overrides"] = {item.path: item.value for item in placed}
        here = at_setting(read, at).model_copy(update=changes)
        cards = game.load(places.card_folder(read.game), placed)
        bots, targets = cards_in_manifest.bot_names(cards), stopping.known_targets(game.book)
        tables = checked_names(here, document, bots, targets, game.info.seats)
        if players is not None and players not in tables:
            msg = f"--players: found {players}, allowed: {listing(map(str, tables))} (players of {name})"
            raise ScenarioError(msg)
        for seats in tables if players is None else [players]:
            asked = for_players(here, seats)
            plan = _plan(asked, game, cards, seats)
            facts = manifest.facts(asked, game, cards, plan)
            made[seats, at] = Prepared(
                name, asked, game, cards, plan, tuple(placed), facts, len(tables) > 1, at
            )
    plans = [ready.plan for ready in made.values()]
    bands.check(read.targets, document, game, cards_in_manifest.bot_names(cards), plans, tables)
    return [ready for seats in tables for (players_of, _), ready in made.items() if players_of == seats]


def _placed(read: Scenario, document: Document, setting: str | None) -> list[Override]:
    """What the scenario changes, for all and at that setting, with the places where it says so."""
    where: dict[str, tuple[str, ...]] = dict.fromkeys(read.overrides, ("overrides",))
    if setting is not None and read.settings:
        where |= dict.fromkeys(read.settings[setting], ("settings", setting))
    values = at_setting(read, setting).overrides
    return [Override(path, values[path], document.key_place((*at, path))) for path, at in where.items()]


def _plan(asked: Scenario, game: Game, cards: CardSet, seats: int) -> Plan:
    groups = asked.line_ups
    plan = make_plan(
        game,
        cards,
        seed=asked.seed,
        seats=seats,
        line_ups=[
            *pairing.matrix(tuple(groups.matrix), seats),
            *pairing.versus(groups.versus or (), seats),
            *groups.each,
        ],
        rotate=asked.rotations == "all",
        targets=tuple(asked.until or ()),
    )
    stopping.quantities(plan)
    return plan


def run(
    scenario: Path | str,
    *,
    games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    out: Path | str | None = None,
    chunk: int | None = None,
    backend: str | None = None,
    dask: str | None = None,
    overrides: Sequence[tuple[str, Any]] = (),
    plain: bool = False,
    players: int | None = None,
    setting: str | None = None,
    progress: Quiet | None = None,
) -> Run:
    """Play a scenario, or what is missing of it, and return the run.

    games, seed, overrides   in place of, or on top of, what the scenario says
    jobs                     worker processes; by default one per processor (a dask cluster has its own)
    out                      the folder; by default `reports/<scenario>/<identity>`
    chunk                    games per chunk, at most about; by default 4,000 (200 with `plain`), or as
                             many as have 32 MB of rows
    backend                  joblib's: "threading" (the default for up to four workers and compiled rules),
                             "loky" (processes) or "dask"
    dask                     the address of a dask scheduler; without it $DASK_SCHEDULER_ADDRESS, or the
                             dask client that this process has. Only this process writes to the folder
    players                  which number of players, if the scenario has several (`several.run_each`
                             plays all)
    setting                  which of its settings, if it has any
    plain                    play with ordinary Python instead of compiled rules; the games are the same

    A folder that holds another run is refused (RunError) and left as it is. A run that ended early,
    however, goes on where it was, and ends as the same bytes.
    """
    ready = prepare(
        scenario, games_wanted=games, seed=seed, overrides=overrides, players=players, setting=setting
    )
    return run_prepared(
        ready, jobs=jobs, out=out, chunk=chunk, backend=backend, dask=dask, plain=plain, progress=progress
    )


def run_prepared(
    ready: Prepared,
    *,
    jobs: int | None = None,
    out: Path | str | None = None,
    chunk: int | None = None,
    backend: str | None = None,
    dask: str | None = None,
    plain: bool = False,
    progress: Quiet | None = None,
) -> Run:
    """The same of what `prepare` returned."""
    compiled = hasattr(ready.plan.rules().kernels.play, "py_func") and not plain
    few = (jobs or workers.default_jobs()) <= backends.THREADS_MAX
    backend = backends.chosen(backend, dask, threads=compiled and few)
    folder = Path(out) if out is not None else ready.folder / ready.identity[:10]
    voice = progress or Quiet()
    for warning in ready.game.warnings(ready.cards, ready.plan.seats):
        voice.say(f"warning: {warning}")
    folders.refuse_foreign(folder, ready.facts)
    if out is None and not folder.exists() and (older := folders.older_code(folder.parent, ready.facts)):
        voice.say(f"the code of the rules has changed since {older}, which stays; playing anew in {folder}")
    done = f"nothing left to do: this run is finished, in {folder}"
    if folders.is_finished(folder, voice):
        voice.say(done)
    else:
        size = chunk or ready.plan.games_per_chunk(plain=plain)
        with interrupts.as_ctrl_c(), backends.connected(backend, dask) as client:
            how = workers.How(jobs or workers.default_jobs(), backend, plain, client)
            folder.mkdir(parents=True, exist_ok=True)
            with locked(folder):
                folders.refuse_foreign(folder, ready.facts)  # another process may have been here since
                if folders.is_finished(folder, Quiet()):
                    voice.say(done)
                else:
                    _complete(ready, folder, how, size, voice)
    if out is None:
        _point_to(folder)
    return open_run(folder)


def _point_to(folder: Path) -> None:
    """Make the folder the latest of its scenario; written only when it is another one."""
    latest, name = folder.parent / places.LATEST, f"{folder.name}\n"
    if not latest.is_file() or latest.read_bytes() != name.encode():
        storage.write_whole(latest, name)


def _complete(ready: Prepared, folder: Path, how: workers.How, size: int, voice: Quiet) -> None:
    """Play what is missing, merge, and seal."""
    plan = ready.plan
    data = manifest.begin(
        ready.name, ready.facts, plan, cards_in_manifest.write(ready.cards, ready.overrides)
    )
    if ready.several:
        data["several"] = True
    if ready.setting is not None:
        data["setting"] = ready.setting
    there: list[chunks.Chunk] = []

    def kept() -> str:
        """How much is kept, in words and in the manifest (as far as there is room for it)."""
        deals = chunks.deals_in(there, ready.deals)
        with contextlib.suppress(OSError):
            manifest.write(folder, data | {"deals_done": deals})
        games, of = deals * plan.games_per_deal, ready.deals * plan.games_per_deal
        return f"{games:,} of {of:,} games are kept in {folder}"

    try:
        _play_and_seal(ready, folder, there, data, how, size, voice)
    except KeyboardInterrupt:
        msg = f"interrupted: {kept()}; the same command goes on"
        raise KeyboardInterrupt(msg) from None
    except OSError as error:
        msg = f"{interrupts.in_words(error)}; {kept()}; {interrupts.advice(error)}the same command goes on"
        raise RunError(msg) from error
    except RunError as error:
        msg = f"{error}; {kept()}"
        raise RunError(msg) from error
    # sealed: from here on nothing may touch the manifest, and what is left of chunks goes next time
    shutil.rmtree(folder / chunks.FOLDER, ignore_errors=True)


def _play_and_seal(
    ready: Prepared,
    folder: Path,
    there: list[chunks.Chunk],
    data: dict[str, Any],
    how: workers.How,
    size: int,
    voice: Quiet,
) -> None:
    """The same; `there` is what is on disk at any time."""
    plan, store = ready.plan, folder / chunks.FOLDER
    storage.remove_unfinished(folder)
    if store.is_dir():
        storage.remove_unfinished(store)
        found, messages = chunks.present(store, ready.identity)
        there += found
        for message in messages:
            voice.say(message)
    kept = chunks.deals_in(there, ready.deals)
    manifest.write(folder, data | {"deals_done": kept})  # first of all: it says whose folder this is
    store.mkdir(exist_ok=True)
    if kept:
        voice.say(f"going on: {kept * plan.games_per_deal:,} games are there already")
    if not how.plain and kept < ready.deals:
        _compile(plan, voice)
    voice.start(ready.deals * plan.games_per_deal, kept * plan.games_per_deal)
    with merge.Tables(plan, folder) as making:
        try:
            stopped = _play(ready, store, there, making, how, size, voice)
        finally:
            voice.stop()
        deals = stopped["deals"]
        games = deals * plan.games_per_deal
        tables = making.close(deals)
    sealed = {"state": manifest.FINISHED, "deals": deals, "games": games, "stopped": stopped}
    manifest.write(folder, data | sealed | {"tables": tables})


def _play(
    ready: Prepared,
    store: Path,
    there: list[chunks.Chunk],
    making: merge.Tables,
    how: workers.How,
    size: int,
    voice: Quiet,
) -> dict[str, Any]:
    """Play up to each look, until it is enough, adding chunks to `there`: why and where it stopped."""
    plan, until = ready.plan, ready.scenario.until
    most = max(1, size // plan.games_per_deal)
    seen: list[dict[str, Any]] = []
    stops = stopping.looks(ready.deals) if until else [ready.deals]

    def keep(deals: workers.Range, packed: Mapping[str, bytes]) -> None:
        there.append(chunks.store(store, ready.identity, *deals, packed))
        voice.advance((deals[1] - deals[0]) * plan.games_per_deal)
        making.take(there, stop)

    for stop in stops:
        making.take(there, stop)
        workers.play_ranges(plan, chunks.missing(there, 0, stop, most), how, keep=keep, say=voice.say)
        there.sort()
        if until:
            totals = stopping.gather([chunk.read("deals") for chunk in there if chunk.first < stop])
            judged = stopping.judge(plan, totals, stop, until)
            seen.append({"deals": stop, "reached": all(fact["reached"] for fact in judged), "judged": judged})
            if seen[-1]["reached"]:
                break
    if not until:
        return {"by": "games", "deals": ready.deals}
    last = seen[-1]
    return {
        "by": "precision" if last["reached"] else "max_games",
        "deals": last["deals"],
        "looks": [{"deals": look["deals"], "reached": look["reached"]} for look in seen],
        "label": "estimates of a run that stopped by itself; half widths here hold at every look",
        "judged": last["judged"],
    }


def _compile(plan: Plan, voice: Quiet) -> None:
    """Load the rules here, compiling them if need be, so that workers find them in the cache."""
    game = plan.rules()
    if jit.is_cold(game.kernels.play):
        with voice.waiting(f"compiling the rules of {game.info.title}, once (about {COMPILE_SECONDS} s)"):
            play.warm(plan)
    else:
        play.warm(plan)

"""A run from scenario to tables: prepare, play what is missing, merge, seal."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance import jit
from balance.cards import Override
from balance.errors import RunError
from balance.games import get
from balance.simulation import (
    cards_in_manifest,
    chunks,
    manifest,
    merge,
    places,
    play,
    stopping,
    storage,
    workers,
)
from balance.simulation import line_ups as pairing
from balance.simulation.lock import locked
from balance.simulation.opened import Run, open_run
from balance.simulation.plan import GAMES_PER_CHUNK, PLAIN_GAMES_PER_CHUNK, Plan, make_plan
from balance.simulation.progress import Quiet
from balance.simulation.scenario import MAX_GAMES, Scenario, check_wanted, checked_names, read_scenario

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.cards import CardSet
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
) -> Prepared:
    """Read a scenario and its card data; ScenarioError or CardDataError when anything is wrong."""
    check_wanted(games_wanted, seed)
    read, document = read_scenario(scenario)
    changes: dict[str, Any] = {}
    if games_wanted is not None:
        changes |= {"games": games_wanted, "until": None, "max_games": None}
    if seed is not None:
        changes["seed"] = seed
    game = get(read.game)
    placed = [
        Override(path, value, document.key_place(("overrides", path)))
        for path, value in read.overrides.items()
    ]
    placed += [Override(path, value) for path, value in overrides]
    changes["overrides"] = {item.path: item.value for item in placed}
    read = read.model_copy(update=changes)
    cards = game.load(places.card_folder(read.game), placed)
    seats = checked_names(
        read, document, cards_in_manifest.bot_names(cards), stopping.known_targets(game.book), game.info.seats
    )
    plan = make_plan(
        game,
        cards,
        seed=read.seed,
        seats=seats,
        line_ups=[*pairing.matrix(tuple(read.line_ups.matrix), seats), *read.line_ups.each],
        rotate=read.rotations == "all",
        targets=tuple(read.until or ()),
    )
    stopping.quantities(plan)
    name = places.scenario_file(scenario).stem
    facts = manifest.facts(read, game, cards, plan)
    return Prepared(name, read, game, cards, plan, tuple(placed), facts)


def run(
    scenario: Path | str,
    *,
    games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    out: Path | str | None = None,
    chunk: int | None = None,
    backend: str = "loky",
    overrides: Sequence[tuple[str, Any]] = (),
    plain: bool = False,
    progress: Quiet | None = None,
) -> Run:
    """Play a scenario, or what is missing of it, and return the run.

    games, seed, overrides   in place of, or on top of, what the scenario says
    jobs                     worker processes; by default one per processor
    out                      the folder; by default `reports/<scenario>/<identity>`
    chunk                    games per chunk, at most about; by default 4,000 (200 with `plain`)
    backend                  joblib's: "loky" (processes), "threading", or another registered one
    plain                    play with ordinary Python instead of compiled rules; the games are the same

    A folder that holds another run is refused (RunError) and left as it is.
    """
    workers.check_backend(backend)
    ready = prepare(scenario, games_wanted=games, seed=seed, overrides=overrides)
    identity = ready.identity
    folder = Path(out) if out is not None else places.runs_folder() / ready.name / identity[:10]
    voice = progress or Quiet()
    _refuse_foreign(folder, identity)
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        if _is_finished(folder, voice):
            voice.say(f"nothing left to do: this run is finished, in {folder}")
        else:
            size = chunk or (PLAIN_GAMES_PER_CHUNK if plain else GAMES_PER_CHUNK)
            settings = _Settings(jobs or workers.default_jobs(), backend, plain, size)
            _complete(ready, folder, settings, voice)
    if out is None:
        storage.write_whole(folder.parent / places.LATEST, f"{folder.name}\n")
    return open_run(folder)


@dataclass(frozen=True)
class _Settings:
    jobs: int
    backend: str
    plain: bool
    games_per_chunk: int


def _refuse_foreign(folder: Path, identity: str) -> None:
    """RunError, before anything is written, when the folder is not this run's."""
    if folder.exists() and not folder.is_dir():
        msg = f"{folder}: found a file, allowed: a folder for the run"
        raise RunError(msg)
    if not folder.is_dir() or not any(folder.iterdir()):
        return
    if not (folder / places.MANIFEST).exists():
        if all(item.name.startswith((storage.UNFINISHED, "run.lock")) for item in folder.iterdir()):
            return
        msg = f"{folder}: this folder holds other things and no run; give an empty folder, or a new name"
        raise RunError(msg)
    there = manifest.read(folder)["identity"]
    if there != identity:
        msg = (
            f"{folder}: this folder holds another run ({there[:10]}; the one asked for is {identity[:10]});"
            " it is left as it is: give another --out, or the same scenario, seed, games and card data"
        )
        raise RunError(msg)


def _is_finished(folder: Path, voice: Quiet) -> bool:
    """Whether the run is whole; if its tables were damaged since, say so: it is played again."""
    if not (folder / places.MANIFEST).exists():
        return False
    data = manifest.read(folder)
    if data["state"] != manifest.FINISHED:
        return False
    for name, facts in data["tables"].items():
        path = folder / f"{name}.parquet"
        if not path.is_file() or storage.file_hash(path) != facts["sha256"]:
            voice.say(f"{path.name} is missing or damaged: playing the run again")
            return False
    shutil.rmtree(folder / "chunks", ignore_errors=True)
    return True


def _complete(ready: Prepared, folder: Path, settings: _Settings, voice: Quiet) -> None:
    """Play what is missing, merge, and seal."""
    plan = ready.plan
    store = (folder / "chunks").resolve()  # a worker may stand in another folder
    store.mkdir(exist_ok=True)
    storage.remove_unfinished(folder)
    storage.remove_unfinished(store)
    data = manifest.begin(
        ready.name, ready.facts, plan, cards_in_manifest.write(ready.cards, ready.overrides)
    )
    there, messages = chunks.present(store, ready.identity)
    for message in messages:
        voice.say(message)
    kept = chunks.deals_in(there, ready.deals)
    manifest.write(folder, data | {"deals_done": kept})
    if kept:
        voice.say(f"going on: {kept * plan.games_per_deal:,} games are there already")
    try:
        if not settings.plain and kept < ready.deals:
            _compile(plan, voice)
        voice.start(ready.deals * plan.games_per_deal, kept * plan.games_per_deal)
        stopped = _play(ready, store, there, settings, voice)
    except KeyboardInterrupt:
        kept = chunks.deals_in(there, ready.deals)
        manifest.write(folder, data | {"deals_done": kept})
        games, of = kept * plan.games_per_deal, ready.deals * plan.games_per_deal
        msg = f"interrupted: {games:,} of {of:,} games are kept in {folder}; the same command goes on"
        raise KeyboardInterrupt(msg) from None
    finally:
        voice.stop()
    deals = stopped["deals"]
    tables = merge.merge(plan, [chunk for chunk in there if chunk.first < deals], deals, folder)
    data |= {
        "state": manifest.FINISHED,
        "deals": deals,
        "games": deals * plan.games_per_deal,
        "stopped": stopped,
        "tables": tables,
    }
    manifest.write(folder, data)
    shutil.rmtree(store)


def _play(
    ready: Prepared, store: Path, there: list[chunks.Chunk], settings: _Settings, voice: Quiet
) -> dict[str, Any]:
    """Play up to each look, until it is enough, adding chunks to `there`: why and where it stopped."""
    plan, until = ready.plan, ready.scenario.until
    size = max(1, settings.games_per_chunk // plan.games_per_deal)
    seen: list[dict[str, Any]] = []
    stops = stopping.looks(ready.deals) if until else [ready.deals]

    def done(chunk: chunks.Chunk) -> None:
        there.append(chunk)
        voice.advance((chunk.last - chunk.first) * plan.games_per_deal)

    for stop in stops:
        ranges = chunks.missing(there, 0, stop, size)
        workers.play_ranges(
            plan,
            store,
            ready.identity,
            ranges,
            jobs=settings.jobs,
            backend=settings.backend,
            plain=settings.plain,
            done=done,
        )
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
    compiled = getattr(plan.rules().kernels.play, "py_func", None)
    if compiled is not None and jit.is_cold(compiled.__name__):
        with voice.waiting(f"compiling the rules, once (about {COMPILE_SECONDS} s)"):
            play.warm(plan)
    else:
        play.warm(plan)

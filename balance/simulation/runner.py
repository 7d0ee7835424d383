"""A run from scenario to tables: prepare, play what is missing, merge, seal."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance import jit
from balance.errors import RunError
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
from balance.simulation.lock import locked
from balance.simulation.opened import Run, open_run
from balance.simulation.prepared import Prepared, prepare
from balance.simulation.progress import Quiet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from balance.simulation.plan import Plan

COMPILE_SECONDS = 40
"""About how long compiling the rules takes, for the message."""


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
    variant: str | None = None,
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
    variant                  which of its variants; without it the baseline
    plain                    play with ordinary Python instead of compiled rules; the games are the same

    A folder that holds another run is refused (RunError) and left as it is. A run that ended early,
    however, goes on where it was, and ends as the same bytes.
    """
    ready = prepare(
        scenario,
        games_wanted=games,
        seed=seed,
        overrides=overrides,
        players=players,
        setting=setting,
        variant=variant,
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
    if ready.variant is not None:
        data["variant"] = {"name": ready.variant, "bots": dict(ready.bots)}
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

"""What lies in a folder before a run: nothing, this run (part of it or all), or something to leave alone."""

from __future__ import annotations

import contextlib
import shutil
from typing import TYPE_CHECKING, Any

from balance.errors import RunError
from balance.simulation import chunks, lock, manifest, places, storage

if TYPE_CHECKING:
    from pathlib import Path

    from balance.simulation.progress import Quiet

LEFT = "it is left as it is"


def refuse_foreign(folder: Path, facts: dict[str, Any]) -> None:
    """RunError, before anything is written, when the folder is not that of the run with these facts."""
    identity = manifest.identity(facts)
    if folder.exists() and not folder.is_dir():
        msg = f"{folder}: found a file, allowed: a folder for the run"
        raise RunError(msg)
    if not folder.is_dir():
        return
    names = {item.name for item in folder.iterdir()}
    names = {name for name in names if not name.startswith((storage.UNFINISHED, lock.LOCK))}
    store = folder / chunks.FOLDER
    mine = chunks.belong(store, identity)  # all else can be made anew from the chunks
    if places.MANIFEST not in names:
        begun = names <= {chunks.FOLDER} and not any(store.glob("*"))
        if mine or begun:
            return
        msg = f"{folder}: this folder holds other things and no run; give an empty folder, or a new name"
        raise RunError(msg)
    try:
        there = manifest.read(folder)
    except RunError as error:
        if mine:
            return
        msg = f"{error}; the folder is left as it is: move it away, or give another --out"
        raise RunError(msg) from None
    if there["identity"] != identity:
        raise RunError(_other_run(folder, there, facts))


def _other_run(folder: Path, there: dict[str, Any], facts: dict[str, Any]) -> str:
    """Why the run that is there is not the one with these facts."""
    if manifest.is_other_code(there["run"], facts):
        return (
            f"{folder}: this run ({there['state']}) was made by other code of the rules, with the same rules"
            f" version {facts['rules_version']}; the two are not mixed, and {LEFT}: give another --out,"
            " or go back to the code it was made with"
        )
    differ = ", ".join(manifest.differences(there["run"], facts))
    return (
        f"{folder}: this folder holds another run ({there['identity'][:10]}; the one asked for is"
        f" {manifest.identity(facts)[:10]}; they differ in: {differ}); {LEFT}: give another --out,"
        " or the same scenario, seed, games and card data"
    )


def is_finished(folder: Path, voice: Quiet) -> bool:
    """Whether the run is whole; if something in it was damaged since, say so: it is made anew."""
    if not (folder / places.MANIFEST).exists():
        return False
    try:
        data = manifest.read(folder)
    except RunError:
        voice.say(f"{places.MANIFEST} is damaged; it is written anew from the chunks")
        return False
    if data["state"] != manifest.FINISHED:
        return False
    for name, facts in data["tables"].items():
        path = folder / f"{name}.parquet"
        if not path.is_file() or storage.file_hash(path) != facts["sha256"]:
            voice.say(f"{path.name} is missing or damaged: playing the run again")
            return False
    _tidy(folder)
    return True


def _tidy(folder: Path) -> None:
    """Remove what a run that was killed after its seal left behind, if that can be done now."""
    left = (chunks.FOLDER, lock.LOCK, storage.UNFINISHED)
    if any(item.name.startswith(left) for item in folder.iterdir()):
        with contextlib.suppress(OSError, RunError), lock.locked(folder):
            storage.remove_unfinished(folder)
            shutil.rmtree(folder / chunks.FOLDER, ignore_errors=True)


def older_code(runs: Path, facts: dict[str, Any]) -> Path | None:
    """A run in that folder of runs which is the same question, played by other code of the rules."""
    for path in sorted(runs.glob(f"*/{places.MANIFEST}")):
        with contextlib.suppress(RunError):
            if manifest.is_other_code(manifest.read(path.parent)["run"], facts):
                return path.parent
    return None

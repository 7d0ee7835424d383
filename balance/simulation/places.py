"""Where things lie: scenarios, card data and runs, by name, in the current folder or beside the package."""

from __future__ import annotations

import json
import os
from pathlib import Path

from balance.cards.paths import listing, nearest
from balance.errors import RunError, ScenarioError

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds the package: its card data and scenarios are used when there are none here."""

LATEST = "latest"
PLAYERS = "-players"
VARIANTS = "variants"
MANIFEST = "manifest.json"


def runs_folder() -> Path:
    """The folder for runs: `reports` in the current folder."""
    return Path("reports")


def card_folder(game: str) -> Path:
    """The card data of a game."""
    return _here_or_beside(Path("card_data") / game)


def scenarios_folder() -> Path:
    """The folder of scenario files."""
    return _here_or_beside(Path("scenarios"))


def scenario_names() -> list[str]:
    """The names (without ending) of the scenarios there are."""
    return sorted(path.stem for path in scenarios_folder().glob("*.yaml"))


def scenario_file(wanted: Path | str) -> Path:
    """The file meant: a path, or the name of a scenario; ScenarioError names the nearest."""
    path = Path(wanted)
    if _exists(path):
        return path
    named = scenarios_folder() / (path.name if path.suffix == ".yaml" else f"{path.name}.yaml")
    if path.parent == Path() and _exists(named):
        return named
    names = scenario_names()
    near = nearest(path.stem, names)
    hint = f"; did you mean {_shown(scenarios_folder() / near)}.yaml?" if near else ""
    there = f" (scenarios: {listing(names)})" if names and not near else ""
    msg = f"{wanted}: there is no such scenario{there}{hint}"
    raise ScenarioError(msg)


def runs_of(
    folder: Path, players: int | None = None, setting: str | None = None, variant: str | None = None
) -> Path:
    """The folder, in that of a scenario, of the runs with so many players, at that setting, of that variant.

    players, setting: None where the scenario has only one number of players, or no settings; variant: None
    for the baseline, which lies where it would without variants.
    """
    folder = folder if players is None else folder / f"{players}{PLAYERS}"
    folder = folder if setting is None else folder / setting
    return folder if variant is None else folder / VARIANTS / variant


def run_folder(
    wanted: Path | str, players: int | None = None, setting: str | None = None, variant: str | None = None
) -> Path:
    """The folder of a run: itself, the latest of a scenario's folder, or of a scenario's name.

    players: which number of players, where there are runs with several; setting: which setting, likewise;
    RunError when it is not said. variant: which variant; without it the baseline.
    """
    if variant is not None:
        return _variant_folder(Path(wanted), players, variant)
    for path in (Path(wanted), runs_folder() / wanted, runs_folder() / Path(wanted).stem):
        if _exists(path / MANIFEST):
            return path
        counts = _players_in(path)
        if players is not None and players in counts:
            return run_folder(runs_of(path, players), setting=setting)
        if len(counts) == 1 and not _exists(path / LATEST):
            return run_folder(runs_of(path, counts[0]), setting=setting)
        if counts and not _exists(path / LATEST):
            why = "which one is not said" if players is None else f"there is none with {players} players"
            here = listing(map(str, counts))
            msg = f"{path}: runs with several numbers of players, and {why}; give --players (here: {here})"
            raise RunError(msg)
        settings = _settings_in(path)
        if setting in settings:
            return run_folder(runs_of(path, setting=setting))
        if len(settings) == 1 and setting is None and not _exists(path / LATEST):
            return run_folder(runs_of(path, setting=settings[0]))
        if settings and not _exists(path / LATEST):
            why = "which one is not said" if setting is None else f"there is none at {setting}"
            msg = f"{path}: runs at several settings, and {why}; give --setting (here: {listing(settings)})"
            raise RunError(msg)
        if _exists(path / LATEST):
            run = path / (path / LATEST).read_text(encoding="utf-8").strip()
            if _exists(run / MANIFEST):
                return run
            msg = f"{path / LATEST} names {run.name}, and there is no such run"
            raise RunError(msg)
    found = [path for depth in ("*", "*/*", "*/*/*") for path in runs_folder().glob(f"{depth}/{LATEST}")]
    names = sorted({path.relative_to(runs_folder()).parts[0] for path in found})
    near = nearest(Path(wanted).name, names)
    hint = f"; did you mean {near}?" if near else f" (runs: {listing(names) or 'none yet'})"
    msg = f"{wanted}: there is no run here{hint}"
    raise RunError(msg)


def _variant_folder(wanted: Path, players: int | None, variant: str) -> Path:
    """The folder of the latest run of a variant."""
    found: list[str] = []
    for path in (wanted, runs_folder() / wanted, runs_folder() / wanted.stem):
        counts = _players_in(path)
        at = players if players in counts else counts[0] if len(counts) == 1 and players is None else None
        inside = runs_of(path, at) / VARIANTS
        if _exists(inside / variant):
            return run_folder(inside / variant)
        found = found or (sorted(item.name for item in inside.iterdir()) if _exists(inside) else [])
    near = nearest(variant, found)
    hint = f"; did you mean {near}?" if near else f" (variants played: {listing(found) or 'none'})"
    msg = f"{wanted}: there is no run of the variant {variant}{hint}"
    raise RunError(msg)


def _players_in(folder: Path) -> list[int]:
    """The numbers of players of which there are runs."""
    if not _exists(folder):
        return []
    found = (path.name.removesuffix(PLAYERS) for path in folder.glob(f"*{PLAYERS}"))
    return sorted(int(name) for name in found if name.isdecimal())


def _settings_in(folder: Path) -> list[str]:
    """The settings of which there are runs."""
    if not _exists(folder) or not folder.is_dir():
        return []
    inside = (path for path in folder.iterdir() if path.is_dir() and not path.name.endswith(PLAYERS))
    return sorted(path.name for path in inside if _exists(path / LATEST) or _setting_of(path) == path.name)


def _setting_of(run: Path) -> str | None:
    """The setting that a run says it is of."""
    try:
        data = json.loads((run / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return data.get("setting") if isinstance(data, dict) else None


def _here_or_beside(path: Path) -> Path:
    return path if path.is_dir() or not (ROOT / path).is_dir() else ROOT / path


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name too long, or with a zero byte
        return False


def _shown(path: Path) -> str:
    return os.path.relpath(path)

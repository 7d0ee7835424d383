"""What a run is (its identity), what it was played with, and how far it got."""

from __future__ import annotations

import importlib.metadata
import platform
from typing import TYPE_CHECKING, Any

import numpy as np

import balance
from balance.errors import RunError
from balance.simulation import line_ups, storage
from balance.simulation.manifest_shape import check_manifest
from balance.simulation.places import MANIFEST
from balance.simulation.rule_code import rule_code

if TYPE_CHECKING:
    from pathlib import Path

    from balance.cards import CardSet
    from balance.games.interface import Game
    from balance.simulation.plan import Plan
    from balance.simulation.scenario import Scenario

FORMAT, UNSEALED = 2, 1
"""Version of the layout of a run folder; the first had no seal."""

FINISHED, IN_PROGRESS = "finished", "in progress"
PACKAGE = "balance"
CODE = ("rule_code", "compiled_cards")
"""The facts that the code of a game decides."""


def toolkit_version() -> str:
    """The version of the toolkit: `balance.__version__`, or that of the installed package, or 0."""
    stated = getattr(balance, "__version__", None)
    if stated is not None:
        return str(stated)
    try:
        return importlib.metadata.version(PACKAGE)
    except importlib.metadata.PackageNotFoundError:
        return "0"


def facts(scenario: Scenario, game: Game, cards: CardSet, plan: Plan) -> dict[str, Any]:
    """Everything that decides which games are played and what is said about them. No times, no paths."""
    return {
        "format": FORMAT,
        "game": game.info.id,
        "rules_version": game.info.rules_version,
        "toolkit_version": toolkit_version(),
        "scenario": scenario.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"margins"}),
        "seed": plan.seed,
        "players": plan.seats,
        "line_ups": [list(names) for names in plan.line_ups],
        "bots": {name: plain(record) for name, record in zip(plan.bot_names, plan.bots, strict=True)},
        "cards": cards.hash,
        "rule_code": rule_code(plan.module),
        "compiled_cards": storage.bytes_hash(plan.tables.tobytes()),
    }


def identity(facts_of_run: dict[str, Any]) -> str:
    """The name of a run: the hash of its facts."""
    return storage.text_hash(facts_of_run)


def begin(name: str, facts_of_run: dict[str, Any], plan: Plan, cards: dict[str, Any]) -> dict[str, Any]:
    """The manifest of a run that has yet to be played."""
    return {
        "identity": identity(facts_of_run),
        "run": facts_of_run,
        "name": name,
        "state": IN_PROGRESS,
        "line_ups": [line_ups.name(names) for names in plan.line_ups],
        "bots": list(plan.bot_names),
        "games_per_deal": plan.games_per_deal,
        "schedule": [
            {
                "line_up": line_ups.name(plan.line_ups[entry.line_up]),
                "rotation": entry.rotation,
                "seats": [plan.bot_names[bot] for bot in entry.bots],
            }
            for entry in plan.schedule
        ],
        "cards": cards,
        "software": software(),
    }


def software() -> dict[str, str]:
    """Versions of what computed the run; for the curious, not part of the identity."""
    names = ("numpy", "numba", "pandas", "pyarrow", "joblib")
    return {"python": platform.python_version()} | {name: importlib.metadata.version(name) for name in names}


def read(folder: Path) -> dict[str, Any]:
    """The manifest of a run folder; RunError when it is missing or damaged."""
    data = storage.read_json(folder / MANIFEST)
    if not isinstance(data, dict) or not {"identity", "run", "state", "cards"} <= data.keys():
        msg = f"{folder / MANIFEST}: this is not the manifest of a run"
        raise RunError(msg)
    check_manifest(data, str(folder / MANIFEST))
    run = data["run"]
    if data["identity"] != identity(run) or (run.get("format") != UNSEALED and not storage.is_sealed(data)):
        msg = f"{folder / MANIFEST}: this manifest is damaged, or was changed by hand"
        raise RunError(msg)
    return data


def write(folder: Path, data: dict[str, Any]) -> None:
    """Write the manifest, whole or not at all."""
    storage.write_json(folder / MANIFEST, storage.sealed(data))


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """The facts in which two runs differ; those of the scenario by their own names."""

    def keys(a: dict[str, Any], b: dict[str, Any]) -> list[str]:
        return [key for key in dict.fromkeys([*a, *b]) if a.get(key) != b.get(key)]

    found = keys(one, other)
    if "scenario" in found and isinstance(one.get("scenario"), dict):
        found[found.index("scenario")] = ", ".join(keys(one["scenario"], other["scenario"]))
    return list(dict.fromkeys(", ".join(found).split(", "))) if found else []


def is_other_code(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two runs are the same question, answered by other code of the rules."""
    found = set(differences(one, other))
    return found <= {*CODE, "bots"} and not found.isdisjoint(CODE)


def plain(value: Any) -> Any:
    """A NumPy record as plain numbers, lists and mappings."""
    if isinstance(value, np.void) and value.dtype.names:
        return {name: plain(value[name]) for name in value.dtype.names}
    if isinstance(value, np.ndarray):
        return [plain(part) for part in value]
    return value.item() if isinstance(value, np.generic) else value

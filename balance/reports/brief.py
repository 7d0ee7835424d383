"""What other pages need to know of a report: its findings and headline numbers, in a file beside it."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from balance.errors import RunError
from balance.reports import many
from balance.reports.findings import headline
from balance.reports.trust import scenario
from balance.simulation import storage
from balance.statistics import Estimate

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from balance.reports.content import Page
    from balance.reports.evidence import Evidence
    from balance.reports.verdicts import Finding

FILE = "report.json"
FORMAT = 1


def brief(evidence: Evidence, field: Evidence, page: Page) -> dict[str, Any]:
    """Findings and numbers as JSON holds them. field: the games without the random bot."""
    manifest, run, book = evidence.manifest, evidence.run, evidence.book
    facts = manifest.get("run", manifest)
    places, where = many.places(evidence)
    neutral = {item.id: item.turns_at(evidence.seats_at_table) for item in book.measures}
    turning = [
        said | {"neutral": neutral[said["id"]]}
        for said in _measures(field, [name for name, at in neutral.items() if at is not None])
    ]
    setting = str(manifest.get("setting") or "")
    others = [item.id for item in book.measures if item.id not in headline(book)]
    some = {  # what few runs have
        "setting": setting,
        "others": _measures(field, others) if setting else [],
        "caveats": list(book.caveats),
        "turning": turning,
    }
    return {
        "format": FORMAT,
        "identity": str(manifest.get("identity", "")),
        "name": str(manifest.get("name") or ""),
        "title": page.title,
        "question": str(scenario(manifest).get("question") or ""),
        "game": run.game.info.title,
        "game_id": str(facts.get("game", "")),
        "players": evidence.seats_at_table,
        "several": bool(manifest.get("several")),
        "games": evidence.games,
        "deals": evidence.deals,
        "overrides": [[str(path), str(value)] for path, value in getattr(run.cards, "overrides", ())],
        "findings": [finding(found) for found in page.findings],
        "where": where,
        "places": [[name, _plain(estimate)] for name, estimate in places.items()],
        "plans": [[plan, _plain(e)] for plan, e in (field.against("rivals") or field.against()).items()],
        "stalled": None if evidence.stalled is None else _plain(evidence.stalled),
        "measures": _measures(field, headline(book)),
    } | {name: value for name, value in some.items() if value}


def finding(found: Finding) -> dict[str, str]:
    """A finding as JSON holds it."""
    said: dict[str, str] = {"topic": found.topic, "text": found.text, "mark": found.mark}
    return said | ({"short": found.short} if found.short else {})


def _measures(field: Evidence, names: Sequence[str]) -> list[dict[str, Any]]:
    """Measures of which the run has a case, with their estimates."""
    found = []
    for name in names:
        measure, estimate = field.measures[name], field.estimate(name)
        if estimate is not None:
            said = {"id": name, "name": measure.name, "unit": measure.unit, "rate": measure.rate}
            found.append(said | {"estimate": _plain(estimate)})
    return found


def write(folder: Path, found: dict[str, Any]) -> None:
    """Write it into the folder of the run."""
    storage.write_json(folder / FILE, storage.sealed(found))


def read(folder: Path, name: str = FILE) -> dict[str, Any] | None:
    """What lies in the folder of a run; None when there is nothing, or nothing whole, of this format."""
    try:
        found = storage.read_json(folder / name)
    except RunError:
        return None
    if not storage.is_sealed(found) or found.get("format") != FORMAT:
        return None
    kept: dict[str, Any] = found
    return kept


def estimate(plain: dict[str, Any]) -> Estimate:
    """The inverse of what is written of an estimate."""
    low, high = (
        end if plain[name] is None else float(plain[name])
        for name, end in (("low", -math.inf), ("high", math.inf))
    )
    error = math.inf if plain["standard_error"] is None else float(plain["standard_error"])
    kept = {name: plain[name] for name in ("value", "level", "n", "clusters", "method")}
    return Estimate(low=low, high=high, standard_error=error, **kept)


def _plain(found: Estimate) -> dict[str, Any]:
    """Plain numbers; None for those that are infinite."""
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in asdict(found).items()
    }

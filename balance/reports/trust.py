"""The sections about the run itself: assumptions, how far to trust it, how to repeat it, definitions."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import numpy as np

from balance import statistics
from balance.cards import option_text
from balance.reports import bins, many, open_readings
from balance.reports.content import Cell, Section, Table, cell, head
from balance.reports.evidence import FEW_DEALS
from balance.reports.numbers import Number, count, free, number, plain
from balance.reports.panels import term
from balance.reports.tally import FIRST_SQUARED
from balance.reports.verdicts import first_group, first_mover

if TYPE_CHECKING:
    from collections.abc import Iterable

    from balance.games.interface import Curve, Family, Measure
    from balance.reports.evidence import Evidence
    from balance.statistics import Estimate

IMPACT = {"H": "high", "M": "some", "L": "hardly any"}
IMPACT_ORDER = "HML"


def assumptions(evidence: Evidence) -> Section:
    """Readings in force, overrides, and where each number comes from."""
    cards = evidence.run.cards
    ordered = sorted(cards.assumptions, key=lambda a: (IMPACT_ORDER.find(str(a.impact)[:1]), a.id))
    rows = tuple(
        (
            head(a.id),
            Cell(a.question),
            Cell(IMPACT.get(str(a.impact), str(a.impact))),
            Cell(f"{a.reading}: {a.text}"),
            Cell("; ".join(f"{r.name}: {r.text}" for r in a.alternatives) or "none implemented"),
        )
        for a in ordered
    )
    tables = []
    overrides = _overrides(evidence)
    if overrides:
        tables.append(
            Table(
                "Changed for this run",
                ("value", "set to"),
                tuple((head(str(p)), Cell(str(v) if v is not None else "nothing")) for p, v in overrides),
            )
        )
    columns = ("id", "what the rule book leaves open", "impact", "reading in use", "other readings")
    folded = [Table(f"Open questions and how they are read ({len(rows)})", columns, rows)] if rows else []
    kinds: dict[str, int] = {}
    for item in cards.provenance:
        kinds[item.kind] = kinds.get(item.kind, 0) + 1
    sources = tuple(
        (head(p.path), Cell(free(float(p.value)), number=True), Cell(p.kind), Cell(p.source))
        for p in cards.provenance
    )
    if sources:
        folded.append(
            Table(
                f"Where each number comes from ({len(sources)})",
                ("value", "number", "kind", "source"),
                sources,
            )
        )
    warnings = many.warnings(evidence)
    if warnings:
        tables.insert(
            0,
            Table("Warnings about the card set", ("what looks wrong",), tuple((head(w),) for w in warnings)),
        )
    intro = []
    if kinds:
        parts = ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items(), key=lambda item: -item[1]))
        intro.append(
            f"Numbers in the card data by origin: {parts}. What is assumed can change every result above."
        )
    if not overrides:
        intro.append("No value was changed for this run.")
    if not rows:
        intro.append("The card data names no open question.")
    said, ranked = open_readings.in_report(evidence)
    intro += said
    tables += ranked
    return Section(
        "assumptions",
        "Assumptions in force",
        "Which numbers and readings are ours, not the rule book's?",
        tuple(intro),
        tables=tuple(tables),
        folded=tuple(folded),
    )


def trust(evidence: Evidence, missing: Iterable[str]) -> Section:
    """Clusters, correlation of rotations, different games, detection limit, many intervals."""
    games = evidence.games
    rows: list[tuple[Cell, ...]] = [
        _fact("games", count(games), ""),
        _fact("deals", count(evidence.deals), "the unit of evidence: all games of one deal share its luck"),
    ]
    rows += _rotation(evidence)
    estimate, where = first_mover(evidence)
    if estimate is not None:
        worth = _effective_games(evidence, estimate)
        if np.isfinite(worth):
            said = (
                f"for the win share of the first to move, {where}: {count(estimate.n)} games measured it as"
                " well as so many independent ones"
            )
            rows.append(_fact("effective games", count(worth), said))
        limit = statistics.detection_limit(estimate.standard_error, estimate.clusters)
        if np.isfinite(limit) and limit > 0:
            said = "smallest advantage of the first to move that a run like this sees in 80 % of repeats"
            rows.append(_fact("detection limit", f"{plain(100 * limit, 1)} points", said))
    rows.append(
        _fact(
            "different games",
            _different(evidence),
            "by length, leads, scores and counters; fewer than games means that bots repeat themselves",
        )
    )
    bounded = (
        "rates: Wilson's form on the effective number of games; means and ratios: standard errors over deals,"
        " Student's t"
    )
    rows.append(_fact("intervals", "95 %", bounded))
    shown = len(evidence.measures) + sum(len(evidence.family(f)) for f in evidence.families)
    shown += sum(len(evidence.curve(c)) for c in evidence.curves)
    many = (
        "numbers of this page with an interval, or about so many; about one in twenty of them misses the"
        " truth by chance. Corrected for that (Holm): the table of plans, and moving first plan by plan"
    )
    rows.append(_fact("many intervals", count(shown), many))
    intro = []
    if evidence.deals < FEW_DEALS:
        intro.append(f"Fewer than {FEW_DEALS} deals: read every interval here as a rough guess.")
    stopped = stopping(evidence.manifest)
    if stopped:
        intro.append(stopped)
    intro.append(
        "All this is about games between the bots named above. Bots that play better, or people, may find"
        " what these do not."
    )
    gone = tuple(missing)
    if gone:
        intro.append("This run had no case for: " + "; ".join(gone) + ".")
    never = [measure.name for measure in evidence.measures.values() if evidence.estimate(measure.id) is None]
    if never:
        intro.append("Measures without a case: " + ", ".join(never) + ".")
    table = Table("How far this run can be trusted", ("", "value", "meaning"), tuple(rows))
    return Section(
        "trust", "How far to trust this", "What stands behind the intervals?", tuple(intro), tables=(table,)
    )


def stopping(manifest: Any) -> str:
    """A sentence about a run that stopped by itself, if it did."""
    until = scenario(manifest).get("until")
    if not until:
        return ""
    wanted = ", ".join(f"{name} to \N{PLUS-MINUS SIGN}{free(float(width))}" for name, width in until.items())
    reached = manifest.get("stopped", {}).get("by") != "max_games"
    went = f"went on until it knew {wanted}" if reached else f"was to know {wanted}, and ended before it did"
    return (
        f"The run {went}. It looked several times, by a method that allows that; the intervals on this page"
        " are those of a single look and may be a little too narrow for the numbers it stopped by."
    )


def scenario(manifest: Any) -> dict[str, Any]:
    """The scenario in a manifest."""
    facts = manifest.get("run", manifest)
    found = facts.get("scenario", {})
    return found if isinstance(found, dict) else {"title": str(found)}


def _rotation(evidence: Evidence) -> list[tuple[Cell, ...]]:
    name = "correlation of rotations"
    layout, kept = evidence.layout, evidence.tally.sample_wins
    said = (
        "of one plan's results when the same deal is played with seats swapped; below 0 the swap cancels luck"
    )
    plan = {up: min(layout.bots[n].tolist()) for n, up in enumerate(layout.line_ups)}
    at = [
        (n, layout.bots[n].tolist().index(plan[up]))
        for n, up in enumerate(layout.line_ups)
        if not layout.mirror[n] and plan[up] in layout.bots[n]
    ]
    if len({layout.rotations[n] for n, _ in at}) < 2:
        return [_fact(name, "\N{EN DASH}", "no deal was played with seats swapped")]
    wins = np.concatenate(kept)
    values = np.stack([wins[:, game, seat] for game, seat in at], axis=1)
    codes = {up: n for n, up in enumerate(dict.fromkeys(layout.line_ups))}
    # one line-up and deal is one block here
    block = np.array([codes[layout.line_ups[n]] for n, _ in at])[None, :] + len(codes) * np.arange(
        len(wins)
    ).reshape(-1, 1)
    turns = np.broadcast_to([layout.rotations[n] for n, _ in at], values.shape)
    try:
        value = statistics.rotation_correlation(values.ravel(), block.ravel(), turns.ravel())
    except ValueError:
        return [_fact(name, "\N{EN DASH}", "no deal was played with seats swapped")]
    if not np.isfinite(value.value):
        return [_fact(name, "\N{EN DASH}", "results do not vary")]
    games = len(wins) * layout.games
    if games < evidence.games:
        said += f" (from the first {count(games)} games)"
    return [_fact(name, number(value, "count"), said)]


def _effective_games(evidence: Evidence, estimate: Estimate) -> float:
    """How many independent games would have measured the win share of the first to move as well."""
    group, _ = first_group(evidence)
    squares = evidence.solve(FIRST_SQUARED, group)
    if squares is None or not 0 < estimate.standard_error < np.inf or estimate.n < 2:
        return float("nan")
    spread = (squares.value - estimate.value**2) * estimate.n / (estimate.n - 1)
    return float(spread / estimate.standard_error**2)


def _different(evidence: Evidence) -> str:
    different = evidence.tally.different
    return ("about " if different.full else "") + count(different.count)


def _fact(name: str, value: str | Number, meaning: str) -> tuple[Cell, ...]:
    return (head(name), cell(value, number=True) if isinstance(value, str) else cell(value), Cell(meaning))


def _overrides(evidence: Evidence) -> tuple[tuple[str, Any], ...]:
    """Values changed for this run."""
    return tuple(getattr(evidence.run.cards, "overrides", ()))


def reproduce(evidence: Evidence) -> Section:
    """The commands that give this page again."""
    manifest = evidence.manifest
    name = str(manifest.get("name") or scenario(manifest).get("name") or "the_scenario")
    numbered = evidence.tally.first_game
    facts = manifest.get("run", manifest)
    options = [f"--seed {facts['seed']}"] if "seed" in facts else []
    games = scenario(manifest).get("games")
    options += [f"--games {games}"] if games else []
    changed = (option_text(str(path), value) for path, value in _overrides(evidence))
    options += [f"{option} {shlex.quote(text)}" for option, text in changed]
    which = f" --players {facts['players']}" if manifest.get("several") else ""
    which += f" --setting {manifest['setting']}" if manifest.get("setting") else ""
    commands = (
        ("play the games again", " ".join([f"python -m balance run {shlex.quote(name)}{which}", *options])),
        ("write this page again", f"python -m balance report {shlex.quote(name)}{which}"),
        ("read one game", f"python -m balance replay {shlex.quote(name)} {numbered}{which}"),
    )
    rows = [("seed", facts.get("seed", "")), ("identity of the run", manifest.get("identity", ""))]
    rows.append(("hash of the card data", getattr(evidence.run.cards, "hash", "")))
    rows.append(("version of the rules", facts.get("rules_version", "")))
    rows += sorted(manifest.get("software", manifest.get("versions", {})).items())
    table = Table(
        "What the run was made with",
        ("", "value"),
        tuple((head(str(k)), Cell(str(v))) for k, v in rows if v != ""),
    )
    return Section(
        "reproduce",
        "How to reproduce this",
        "",
        ("The same scenario and seed give the same games and the same page.",),
        tables=(table,),
        commands=commands,
    )


def definitions(evidence: Evidence) -> Section:
    """Every declared term."""
    declared: tuple[Measure | Curve | Family, ...] = (
        *evidence.book.measures,
        *evidence.book.curves,
        *evidence.book.families,
    )
    every = [*(term(item) for item in declared), *(bins.term(item) for item in evidence.book.contrasts)]
    terms = tuple(sorted(every, key=lambda t: (t.name.lower(), t.id)))
    return Section("definitions", "Definitions", "What exactly was counted?", (), terms=terms)

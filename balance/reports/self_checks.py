"""The section in which a run checks itself: would anybody notice if something were wrong with it?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from balance import statistics
from balance.reports import claims as claimed
from balance.reports import control, convergence
from balance.reports.content import Cell, Section, Table, cell, head
from balance.reports.evidence import FEW_DEALS
from balance.reports.findings import headline, ladder_table
from balance.reports.numbers import count, free, number, plain, single, unit_words
from balance.reports.verdicts import RANDOM, Finding, first_mover, round_up, say, share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.reports.claims import Answer, Claim
    from balance.reports.control import Again, Noise
    from balance.reports.evidence import Evidence
    from balance.statistics import Estimate

POINT = 0.01
MOST_NAMES = 8
SIGNS = {"holds": "\N{CHECK MARK} holds", "cannot tell": "? cannot tell", "does not hold": "! does not hold"}
ALONE = "\N{EN DASH}"


@dataclass(frozen=True)
class Checked:
    """The section, and what of it belongs on the first page."""

    section: Section
    findings: tuple[Finding, ...]


def checks(evidence: Evidence, field: Evidence) -> Checked:
    """Check a run. field: the same without random play, which is what the page speaks of."""
    named = headline(evidence.book)
    replayed = control.again(evidence, named)
    halves = control.noise(field)
    settled = convergence.settle(field, control.quantities(field))
    answers = claimed.answers(field)
    tables = [_controls(replayed, halves), _limits(field, named), _ladder(evidence)]
    tables += [_unsettled(field, settled), _claims(answers)]
    folded = [_halves(field, halves), _running(field, settled), *_everywhere(answers)]
    section = Section(
        "checks",
        "Self-checks",
        "Would this run notice if something were wrong with it, and what was it too small to see?",
        tuple(_words(field, replayed, halves, settled, answers)),
        tables=tuple(table for table in tables if table is not None),
        folded=tuple(table for table in folded if table is not None),
    )
    return Checked(section, tuple(_findings(replayed)))


def _findings(replayed: Again) -> list[Finding]:
    if replayed.same or replayed.trouble:
        return []
    text = (
        f"The stored run and the present rules differ: {count(replayed.games)} of its games were played"
        f" again, and {_list(list(replayed.differing) or list(replayed.measures))} came out otherwise."
        " Nothing on this page may be taken for the rules as they are now."
        " Play the run again under a new rules version."
    )
    return [Finding("Self-check", say(text), "bad", "checks")]


def _words(
    evidence: Evidence,
    replayed: Again,
    halves: Noise | None,
    settled: Sequence[convergence.Settled],
    answers: Sequence[Answer],
) -> list[str]:
    said = [finding.text for finding in _findings(replayed)]
    if replayed.trouble:
        said.append(f"No game could be played again: {replayed.trouble}.")
    if halves is None:
        said.append("The run has too few deals to be halved.")
    elif not halves.good:
        said.append(
            "The halves of this run differ in more numbers than they should: do not trust the intervals."
        )
    drifting = [item.name for item in settled if item.drifts]
    if drifting:
        said.append(f"Not settled, because they drift from quarter to quarter: {_list(drifting)}.")
    wide = sum(item.wide for item in settled)
    said.append(
        f"{count(wide)} of {count(len(settled))} numbers are known less well than wanted (5 % of the value to"
        " each side, or one point for a share)."
    )
    if answers:
        where = [answer for answer in answers if answer.kind == "line-up"]
        words = [answer.word for answer in where]
        said.append(
            f"Put to each line-up by itself, {count(words.count('holds'))} of {count(len(words))} statements"
            f" of the first page hold, {count(words.count('does not hold'))} do not, and of the others this"
            " run cannot tell. All are corrected together (Holm)."
        )
    if evidence.deals < FEW_DEALS:
        said.append(f"Fewer than {FEW_DEALS} deals: none of these checks says much.")
    return said


# ------------------------------------------------------------------------------------------ the controls


def _controls(replayed: Again, halves: Noise | None) -> Table:
    rows: list[tuple[Cell, ...]] = []
    if replayed.trouble:
        rows.append((head("the baseline against itself"), Cell(ALONE), Cell(f"not done: {replayed.trouble}")))
    else:
        differ = sum(1 for value in replayed.measures.values() if value)
        said = (
            f"{count(replayed.games)} games spread over the run, played again now from its manifest:"
            f" {count(len(replayed.differing))} of {count(replayed.columns)} columns differ, and"
            f" {count(differ)} of {count(len(replayed.measures))} headline numbers. Must be 0 and 0, exactly."
        )
        worst = max((abs(v) for v in replayed.measures.values()), default=0.0)
        rows.append(
            (head("the baseline against itself"), Cell("same" if replayed.same else "DIFFERENT"), Cell(said))
        )
        rows.append(
            (
                head("largest difference"),
                Cell("exactly 0" if worst == 0 else free(worst), number=True),
                Cell("of the headline numbers of these games, variant less baseline"),
            )
        )
        if replayed.differing:
            rows.append(
                (
                    head("columns that differ"),
                    Cell(count(len(replayed.differing)), number=True),
                    Cell(_list(list(replayed.differing))),
                )
            )
    if halves is not None:
        said = (
            "even deals against odd ones, as if they were two variants: numbers whose 95 % interval of the"
            f" difference excludes 0, of {count(len(halves.rows))}. By chance 5 %, so about"
            f" {count(halves.expected)}; numbers hang together, so 95 % of {control.HALVINGS} other ways to"
            f" halve this run give {count(halves.usual[0])} to {count(halves.usual[1])}, on average"
            f" {plain(100 * halves.mean_share, 1)} %"
        )
        rows.append(
            (head("one half against the other"), Cell(count(len(halves.outside)), number=True), Cell(said))
        )
    return Table("Controls: what must come out as nothing", ("", "value", "meaning"), tuple(rows))


def _halves(evidence: Evidence, halves: Noise | None) -> Table | None:
    if halves is None:
        return None
    units = _units(evidence)
    rates = {name for name, (_, _, rate) in control.quantities(evidence).items() if rate}
    rows = tuple(
        (
            head(name),
            cell(number(estimate, units.get(name, "share"), rate=name in rates)),
            Cell("excludes 0" if name in halves.outside else ""),
        )
        for name, estimate in halves.rows.items()
    )
    return Table(
        f"One half against the other, number by number ({len(rows)})",
        ("", "difference", ""),
        rows,
    )


# ------------------------------------------------------------------------------------------------ limits


def _limits(evidence: Evidence, named: Sequence[str]) -> Table:
    rows = []
    first, where = first_mover(evidence)
    if first is not None:
        rows.append(
            _limit(
                f"win share of the first to move, {where}", first, "share", rate=True, games=evidence.games
            )
        )
    for name in named:
        measure, estimate = evidence.measures[name], evidence.estimate(name)
        if estimate is not None:
            rows.append(_limit(measure.name, estimate, measure.unit, rate=measure.rate, games=evidence.games))
    caption = (
        "Detection limits: the smallest difference from a fixed value that this run sees in 80 % of repeats"
    )
    return Table(
        caption,
        ("", "value", "smallest effect seen", "in % of the value", "games to see one point, or 1 %"),
        tuple(rows),
    )


def _limit(name: str, estimate: Estimate, unit: str, *, rate: bool, games: float) -> tuple[Cell, ...]:
    limit = statistics.detection_limit(estimate.standard_error, estimate.clusters)
    shown = rate or unit == "share"
    effect = POINT if shown else abs(estimate.value) / 100
    text, part, needed = ALONE, ALONE, ALONE
    if np.isfinite(limit) and limit > 0:
        text = f"{plain(100 * limit, 2)} points" if shown else f"{single(limit, unit)} {_unit(unit)}".strip()
        if estimate.value:
            part = free(100 * limit / abs(estimate.value)) + " %"
        if effect > 0:
            clusters = statistics.clusters_needed(estimate.standard_error, estimate.clusters, effect)
            needed = count(round_up(clusters / estimate.clusters * games))
    return (
        head(name),
        cell(number(estimate, unit, rate=rate)),
        Cell(text, number=True),
        Cell(part, number=True),
        Cell(needed, number=True),
    )


def _unit(unit: str) -> str:
    return "" if unit in ("$", "count") else unit_words(unit)


def _ladder(evidence: Evidence) -> Table | None:
    """Each plan against random play, with the p-value after correction."""
    found = ladder_table(evidence)
    if not found:
        return None
    tested = statistics.holm(statistics.p_values(found, null=evidence.even))
    rows = []
    for (plan, estimate), p in zip(found.items(), tested["p_adjusted"], strict=True):
        word = (
            "beats it"
            if p < 0.05 and estimate.value > evidence.even
            else "no better"
            if estimate.high <= evidence.even
            else "cannot tell"
        )
        rows.append((head(plan), cell(share(estimate)), Cell(word), Cell(count(estimate.n), number=True)))
    return Table(
        f"Each plan against {RANDOM} play, from this run",
        ("plan", "win share", "after Holm's correction", "games"),
        tuple(rows),
    )


# ------------------------------------------------------------------------------------------- convergence


def _text(evidence: Evidence, item: convergence.Settled, estimate: Estimate | None) -> Cell:
    unit = _units(evidence).get(item.name, "share")
    return Cell(ALONE) if estimate is None else cell(number(estimate, unit, rate=item.rate))


def _units(evidence: Evidence) -> dict[str, str]:
    found: dict[str, str] = {measure.name: measure.unit for measure in evidence.measures.values()}
    for family in evidence.families.values():
        found |= {
            f"{family.name}: {evidence.card_name(c)}": family.unit for c in evidence.cards_of(family.id)
        }
    return found


def _unsettled(evidence: Evidence, settled: Sequence[convergence.Settled]) -> Table:
    rows = []
    for item in settled:
        if not (item.drifts or item.wide):
            continue
        why = [f"drifts (p {plain(item.p, 3)} after Holm)"] if item.drifts else []
        if item.wide:
            size = 100 * item.whole.half_width / abs(item.whole.value) if item.whole.value else float("inf")
            why.append(
                f"interval of {free(size)} % of the value to each side"
                if np.isfinite(size)
                else "no interval"
            )
        more = (
            "about " + count(round_up(item.more)) + " more"
            if item.more
            else ALONE
            if not item.wide
            else "not known"
        )
        rows.append(
            (
                head(item.name),
                _text(evidence, item, item.whole),
                Cell("; ".join(why)),
                Cell(more, number=True),
            )
        )
    caption = "Not settled" if rows else "Not settled: none"
    return Table(caption, ("", "value", "why", "games until settled"), tuple(rows))


def _running(evidence: Evidence, settled: Sequence[convergence.Settled]) -> Table:
    rows = tuple(
        (
            head(item.name),
            *(_text(evidence, item, estimate) for estimate in item.running),
            Cell(plain(item.p, 2), number=True),
        )
        for item in settled
    )
    columns = (
        "",
        "after a quarter",
        "after half",
        "after three quarters",
        "whole run",
        "quarters alike, p after Holm",
    )
    return Table(f"Running estimates ({len(rows)})", columns, rows)


# ------------------------------------------------------------------------------------------------ claims


def _claims(answers: Sequence[Answer]) -> Table | None:
    """Each statement: in how many line-ups it holds, and where it does not."""
    rows = []
    for claim, own in _by_claim(answers).items():
        where = [answer for answer in own if answer.kind == "line-up"]
        words = [answer.word for answer in where]
        failing = [answer.where for answer in where if answer.word == "does not hold"]
        plans = [answer.where for answer in own if answer.kind == "plan" and answer.word == "does not hold"]
        rows.append(
            (
                head(claim.text),
                Cell(f"{words.count('holds')} of {len(words)}", number=True),
                Cell(count(words.count("cannot tell")), number=True),
                Cell(count(len(failing)), number=True),
                Cell(_list(failing) if failing else ALONE),
                Cell(_list(plans) if plans else ALONE),
            )
        )
    if not rows:
        return None
    columns = (
        "statement",
        "holds in line-ups",
        "cannot tell",
        "does not hold",
        "not in",
        "not for the plans",
    )
    return Table("Which statements hold whoever plays", columns, tuple(rows))


def _everywhere(answers: Sequence[Answer]) -> list[Table]:
    """Statement by line-up, and by plan: the word and the number behind it."""
    tables = []
    found = _by_claim(answers)
    for kind, caption in (("line-up", "Statement by line-up"), ("plan", "Statement by plan")):
        names = list(dict.fromkeys(answer.where for answer in answers if answer.kind == kind))
        used = [claim for claim, own in found.items() if any(answer.kind == kind for answer in own)]
        rows = []
        for name in names:
            row = [head(name)]
            for claim in used:
                here = [a for a in found[claim] if a.kind == kind and a.where == name]
                row.append(_answer(here[0]) if here else Cell(ALONE))
            rows.append(tuple(row))
        if rows:
            tables.append(
                Table(f"{caption} ({len(rows)})", (kind, *(claim.topic for claim in used)), tuple(rows))
            )
    return tables


def _answer(answer: Answer) -> Cell:
    said = number(answer.estimate, "share" if answer.claim.rate else "count", rate=answer.claim.rate)
    return Cell(SIGNS[answer.word], f"{said.value} {said.interval}")


def _by_claim(answers: Sequence[Answer]) -> dict[Claim, list[Answer]]:
    found: dict[Claim, list[Answer]] = {}
    for answer in answers:
        found.setdefault(answer.claim, []).append(answer)
    return found


def _list(names: Sequence[str]) -> str:
    """Names, the first few of many."""
    more = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")

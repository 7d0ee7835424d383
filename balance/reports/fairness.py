"""The sections every game has: is it fair, which plan is best, when is a game decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from balance import statistics
from balance.reports import figures, skill
from balance.reports import tables_of_many as tables
from balance.reports.content import Cell, Figure, Section, Table, cell, head
from balance.reports.evidence import from_row
from balance.reports.findings import first_by_plan, ladder_table
from balance.reports.numbers import count, free, number, percent, single
from balance.reports.panels import estimates_table, plan_colour
from balance.reports.verdicts import FAIR_MARGIN, RANDOM, first_mover, judge_share, share

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from balance.reports.evidence import Evidence
    from balance.statistics import Estimate

EVEN_MARK = "Small upright strokes: even."
WORTH_NAMING = 0.005
"""A plan that hardly any resample gives a weight is not named in the mix."""
PLACES = ("moved first", "moved second", "moved third", "moved fourth", "moved fifth", "moved sixth")


def section(evidence: Evidence) -> Section:
    """Fairness and plans."""
    several = len(evidence.plans) > 1
    shown = [
        tables.places(evidence) if evidence.seats_at_table > 2 else None,
        _moving_first(evidence),
        _field(evidence) if several else None,
        _ladder(evidence) if several else None,
    ]
    shown += [skill.ratings(evidence) if several else None, _order(evidence)]
    shown += [_matrix(evidence), tables.among(evidence), skill.luck(evidence)] if several else []
    made = tuple(figure for figure in shown if figure is not None)
    even = (
        f"A win counts 1, a tie of k players 1/k. Even is {single(evidence.even, 'share')}; a share within"
        f" {free(100 * FAIR_MARGIN)} points of it counts as fair."
    )
    intro = [even]
    if len(evidence.plans) == 1:
        intro.append("Only one plan played: nothing can be said about plans against each other.")
    elif not evidence.different_plans_met:
        intro.append("Every plan met only itself: nothing can be said about plans against each other.")
    elif not evidence.layout.mirror.any():
        intro.append("No plan met itself: what moving first is worth is mixed with who met whom.")
    return Section(
        "fairness",
        "Fairness and plans",
        "Does the first to move win more, and is there a plan that beats the others?",
        tuple(intro),
        made,
    )


def _moving_first(evidence: Evidence) -> Figure | None:
    overall, where = first_mover(evidence)
    if overall is None:
        return None
    rows: list[tuple[str, Estimate]] = [("all together", overall)]
    colours = [figures.COLOURS - 1]
    for plan, estimate in first_by_plan(evidence).items() if len(evidence.plans) > 1 else ():
        rows.append((f"{plan} against itself", estimate))
        colours.append(plan_colour(evidence, plan))
    dots = [figures.Dot(label, e, tint) for (label, e), tint in zip(rows, colours, strict=True)]
    title = "Win share of the first to move"
    svg = figures.dots("fig-first", title, dots, "share", rate=True, reference=evidence.even)
    table = _judged(title, "who plays", rows, evidence.even)
    return Figure("fig-first", title, svg, f"{where.capitalize()}. {EVEN_MARK}", table=table)


def _judged(title: str, first: str, rows: list[tuple[str, Estimate]], even: float) -> Table:
    """Shares with a verdict each."""
    body = tuple(
        (head(label), cell(share(e)), Cell(judge_share(e, even).short), Cell(count(e.n), number=True))
        for label, e in rows
    )
    return Table(title, (first, "win share", "verdict", "games"), body)


def _order(evidence: Evidence) -> Figure | None:
    """Win share by order of moving and by seat, over all pairings."""
    names = evidence.run.game.info.seat_names
    rows: list[tuple[str, Estimate]] = []
    for index in range(evidence.seats_at_table):
        estimate = evidence.mover(index)
        if estimate is not None:
            rows.append((PLACES[index] if index < len(PLACES) else f"place {index + 1}", estimate))
    for index in range(evidence.seats_at_table):
        estimate = evidence.win_share(("seat", str(index)))
        if estimate is not None:
            rows.append((f"seat {names[index] if index < len(names) else index + 1}", estimate))
    table = estimates_table(
        "Win share by order and seat, all pairings", "", rows, "share", rate=True, of="games"
    )
    note = (
        "Seats rotate over the same deals, so a seat that differs from even would be a fault of the design."
        if len(set(evidence.layout.rotations)) > 1
        else "Plans do not change seats here, so who sits where matters, too."
    )
    return Figure("fig-order", "Win share by order and seat", note=note, table=table, open_table=True)


def _field(evidence: Evidence) -> Figure | None:
    if not evidence.different_plans_met:
        return None
    rows = list(evidence.against().items())
    dots = [figures.Dot(plan, e, plan_colour(evidence, plan)) for plan, e in rows]
    title = "Win share of each plan against the others"
    svg = figures.dots("fig-field", title, dots, "share", rate=True, reference=evidence.even)
    table = estimates_table(title, "plan", rows, "share", rate=True, of="games")
    note = f"Every opponent counts the same. {EVEN_MARK}"
    if evidence.seats_at_table > 2:
        note = f"Each plan alone among others of one plan, where such games were played. {note}"
    return Figure("fig-field", title, svg, note, table=table)


def _ladder(evidence: Evidence) -> Figure | None:
    rows = ladder_table(evidence)
    if not rows:
        return None
    title = f"Win share against {RANDOM} play"
    dots = [figures.Dot(plan, e, plan_colour(evidence, plan)) for plan, e in rows.items()]
    svg = figures.dots("fig-ladder", title, dots, "share", rate=True, reference=evidence.even)
    table = estimates_table(title, "plan", list(rows.items()), "share", rate=True, of="games")
    note = "A plan that does not beat random play is no evidence of anything."
    if evidence.book.partners:
        note = f"What one random player leaves to each player of a plan. {note}"
    return Figure("fig-ladder", title, svg, note, table=table)


def _matrix(evidence: Evidence) -> Figure | None:
    """Plan against plan, as a shaded table; with the mix that no plan beats."""
    if evidence.seats_at_table != 2 or not evidence.different_plans_met:
        return None
    matrix = evidence.matrix
    cells = {(row["bot"], row["opponent"]): row for row in matrix.cells.to_dict("records")}
    sure = _after_holm(cells)
    plans = [plan for plan in evidence.plans if plan in matrix.plans]
    rows = []
    for plan in plans:
        row = [head(plan, key=plan_colour(evidence, plan))]
        row += [_matrix_cell(cells[plan, other], plan == other, sure) for other in plans]
        rows.append(tuple(row))
    table = Table("Win share of the row against the column, %", ("", *plans), tuple(rows), matrix=True)
    colours = (
        "Blue: the row wins more than half; orange: less. * differs from even after Holm's correction for"
        " the number of pairings."
    )
    notes = [colours]
    if matrix.shares.notna().all().all():
        notes.append(_mix(evidence, plans))
    else:
        notes.append("Not every plan met every other, so no mix can be computed.")
    return Figure("fig-matrix", "Plan against plan", note=" ".join(notes), table=table, open_table=True)


def _mix(evidence: Evidence, plans: Sequence[str]) -> str:
    """The mix of plans that no plan beats, each weight with its interval."""
    mix = statistics.nash_mix(evidence.matrix.shares).mix
    limits = evidence.mix_limits
    parts = []
    for plan in plans:
        low, high = limits.get(plan, (float("nan"), float("nan")))
        if mix[plan] > 0 or high > WORTH_NAMING:
            ends = f" [{free(100 * low)}, {free(100 * high)}]" if low <= high else ""
            parts.append(f"{plan} {percent(mix[plan], 0.01)}{ends}")
    said = f"The mix of plans that no plan here beats: {', '.join(parts)}."
    if limits:
        said += (
            " Intervals: 95 % of resamples of the deals; the weights are known far less well than the shares."
        )
    return said


def _matrix_cell(row: Mapping[str, object], mirror: bool, sure: set[tuple[str, str]]) -> Cell:
    if mirror:
        return Cell("\N{EN DASH}")
    estimate = from_row(row)
    if not estimate.n > 0:
        return Cell("not met")
    said = number(estimate, "share", rate=True)
    star = "*" if (row["bot"], row["opponent"]) in sure else ""
    strength = max(-1.0, min(1.0, round((estimate.value - 0.5) / 0.3, 2)))
    return Cell(said.value.removesuffix("%").strip() + star, said.interval, shade=strength, number=True)


def _after_holm(cells: Mapping[tuple[str, str], Mapping[str, object]]) -> set[tuple[str, str]]:
    """Pairings that differ from even after correcting for how many were looked at."""
    tested = {
        pair: from_row(row) for pair, row in cells.items() if pair[0] < pair[1] and float(str(row["n"])) > 0
    }
    if not tested:
        return set()
    table = statistics.holm(statistics.p_values({str(n): e for n, e in enumerate(tested.values())}, null=0.5))
    kept = {pair for pair, rejected in zip(tested, table["rejected"], strict=True) if rejected}
    return kept | {(other, one) for one, other in kept}


def tension(evidence: Evidence) -> Section | None:
    """How early a game is decided."""
    leaders = evidence.leaders()
    if not leaders:
        return None
    if not evidence.tally.lead_of_two:
        return tables.tension(evidence)
    title = "How often the leader after a round goes on to win"
    series = [figures.Series("leader wins", leaders, 0)]
    svg = figures.lines("fig-leader", title, series, list(leaders), x_name="round", unit="share", rate=True)
    table = estimates_table(title, "round", list(leaders.items()), "share", rate=True, of="games")
    note = "50 %: the lead says nothing. 100 %: the game is decided. A level game counts half."
    made = [Figure("fig-leader", title, svg, note, table=table)]
    rows: list[tuple[Cell, ...]] = []
    slope = evidence.catch_up
    if slope is not None:
        rows.append((head("catch-up slope, all rounds"), cell(number(slope, "count"))))
    rows += _correlations(evidence)
    if rows:
        caption = "Catch-up and correlation"
        note = (
            "Catch-up slope: change of the lead in the next round per point of lead; below 0 the leader is"
            " caught up with. Correlation: of the lead after that round with the final lead."
        )
        table = Table(caption, ("", "value"), tuple(rows))
        made.append(Figure("fig-catch-up", caption, note=note, table=table, open_table=True))
    return Section("tension", "Comebacks", "When is a game decided?", (), tuple(made))


def _correlations(evidence: Evidence) -> list[tuple[Cell, ...]]:
    found = list(evidence.lead_correlations.items())
    return [
        (head(f"correlation after round {played}"), cell(number(estimate, "count")))
        for played, estimate in found[:-1]
    ]

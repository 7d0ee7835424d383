"""Figures of the fairness sections for more than two players, and of games that were given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from balance.reports import figures, many
from balance.reports.content import Cell, Figure, Section, Table, cell, head
from balance.reports.numbers import count, free, number, single
from balance.reports.panels import estimates_table, plan_colour
from balance.reports.verdicts import judge_share, share

if TYPE_CHECKING:
    from balance.reports.evidence import Evidence
    from balance.statistics import Estimate

REACHED_LEAST = 0.02
"""Rounds that fewer games reached are not shown: their numbers are of a few odd games."""


def places(evidence: Evidence) -> Figure | None:
    """Win share of each place in the order, and how much more than even that is."""
    found, where = many.places(evidence)
    if not found:
        return None
    seats, even = evidence.seats_at_table, evidence.even
    title = "Win share by order of moving"
    rows = [(f"moved {name}", estimate) for name, estimate in found.items()]
    dots = [figures.Dot(label, e, figures.COLOURS - 1) for label, e in rows]
    svg = figures.dots("fig-places", title, dots, "share", rate=True, reference=even)
    body = tuple(
        (
            head(label),
            cell(share(e)),
            cell(number(many.advantage(e, seats), "share")),
            Cell(judge_share(e, even).short),
            Cell(count(e.n), number=True),
        )
        for label, e in rows
    )
    table = Table(title, ("", "win share", "over even", "verdict", "games"), body)
    note = (
        f"{where.capitalize()}. Small upright strokes: even, {single(even, 'share')}. Over even:"
        f" {seats} times the share, less 1."
    )
    return Figure("fig-places", title, svg, note, table=table)


def among(evidence: Evidence) -> Figure | None:
    """Each plan alone among others of one plan, as a shaded table (more than two players)."""
    if evidence.seats_at_table < 3:
        return None
    met = many.among(evidence)
    if not met:
        return None
    plans = [plan for plan in evidence.plans if any(plan in pair for pair in met)]
    even = evidence.even

    def shaded(one: str, other: str) -> Cell:
        if one == other:
            return Cell("\N{EN DASH}")
        if (one, other) not in met:
            return Cell("not met")
        estimate = met[one, other]
        said = share(estimate)
        strength = max(-1.0, min(1.0, round((estimate.value - even) / (0.6 * even), 2)))
        return Cell(said.value.removesuffix("%").strip(), said.interval, shade=strength, number=True)

    rows = tuple(
        (head(plan, key=plan_colour(evidence, plan)), *(shaded(plan, other) for other in plans))
        for plan in plans
    )
    caption = "Win share of the row, where all others are the column, %"
    note = f"Blue: the row wins more than {single(even, 'share')}; orange: less."
    table = Table(caption, ("", *plans), rows, matrix=True)
    return Figure("fig-among", "Each plan alone among each other", note=note, table=table, open_table=True)


def tension(evidence: Evidence) -> Section | None:
    """How early a game is decided, by who leads alone (games of any length)."""
    wins, alone = evidence.leaders(), evidence.by_round("sole", rate=True)
    most = max(estimate.n for estimate in alone.values())
    shown = [name for name in wins if alone[name].n >= REACHED_LEAST * most]
    if not shown:
        return None
    wins = {name: wins[name] for name in shown}
    margins, changes = evidence.by_round("margin", rate=False), evidence.by_round("change", rate=True)
    title = "How often the leader after a round goes on to win"
    series = [figures.Series("leader wins", wins, 0)]
    svg = figures.lines("fig-leader", title, series, shown, x_name="round", unit="share", rate=True)
    table = estimates_table(title, "round", list(wins.items()), "share", rate=True, of="games")
    note = (
        f"Games that somebody led alone after that round. {single(evidence.even, 'share')}: the lead says"
        " nothing. 100 %: the game is decided."
    )
    made = [Figure("fig-leader", title, svg, note, table=table)]
    unit = evidence.measures["score"].unit if "score" in evidence.measures else "points"
    body = tuple(
        (
            head(name),
            Cell(free(100 * alone[name].n / most) + " %", number=True),
            _or_dash(alone.get(name), "share", rate=True),
            _or_dash(margins.get(name), unit),
            _or_dash(changes.get(name), "share", rate=True),
        )
        for name in shown
    )
    columns = (
        "round",
        "games that reached it",
        "led by one alone",
        "lead" if unit == "$" else f"lead, {unit}",
        "another leader than before",
    )
    caption = "The lead, round by round"
    made.append(
        Figure(
            "fig-lead",
            caption,
            note="Another leader: of the rounds that one player led alone, as the round before.",
            table=Table(caption, columns, body),
            open_table=True,
        )
    )
    left = len(alone) - len(shown)
    intro = (
        (f"Rounds that less than {free(100 * REACHED_LEAST)} % of the games reached are left out.",)
        if left
        else ()
    )
    return Section("tension", "Comebacks", "When is a game decided?", intro, tuple(made))


def _or_dash(estimate: Estimate | None, unit: str, *, rate: bool = False) -> Cell:
    return Cell("\N{EN DASH}") if estimate is None else cell(number(estimate, unit, rate=rate))


def unfinished(evidence: Evidence) -> Section | None:
    """Games that were given up, by cause; None where the game does not count that."""
    estimate = evidence.stalled
    if estimate is None:
        return None
    rows = [("all causes", estimate), *evidence.stalls.items()]
    table = estimates_table("Games given up", "cause", rows, "share", rate=True, of="games")
    said = (
        "A game that cannot end is given up: nobody wins it, and it stays in every denominator, so that win"
        " shares add up to less than 1 by as much as is given up."
    )
    question = "Does every game come to an end?"
    return Section("unfinished", "Unfinished games", question, (said,), tables=(table,))

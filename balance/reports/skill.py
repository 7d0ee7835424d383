"""Skill against luck: ratings of the plans on one scale, and what decides a margin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from balance import statistics
from balance.games.interface import RANDOM_BOT
from balance.reports import figures
from balance.reports.content import Cell, Figure, Table, cell, head
from balance.reports.evidence import from_row
from balance.reports.numbers import count, free, number, percent
from balance.reports.panels import estimates_table, plan_colour

if TYPE_CHECKING:
    from balance.reports.evidence import Evidence
    from balance.statistics import Components


def ratings(evidence: Evidence) -> Figure | None:
    """Every plan on one Elo-like scale."""
    if evidence.seats_at_table != 2:
        return None
    rated = statistics.elo_ratings(evidence.sample)
    if len(rated) < 2:
        return None
    rows = [(str(row["bot"]), from_row(row)) for row in rated.to_dict("records")]
    title = "Strength of the plans on one scale"
    dots = [figures.Dot(plan, e, plan_colour(evidence, plan)) for plan, e in rows]
    svg = figures.dots("fig-ratings", title, dots, "points", reference=0.0)
    table = estimates_table(title, "plan", rows, "points", rate=False, of="games")
    note = (
        "Elo points around the mean of these plans: 100 points ahead wins 64 %, 400 points 91 %. One scale"
        " cannot show that a plan has one opponent it fears; the square of plans can."
    )
    return Figure("fig-ratings", title, svg, note, table=table)


def luck(evidence: Evidence) -> Figure | None:
    """Share of the margin that the plans decide, and share that luck decides."""
    if evidence.seats_at_table != 2 or "score" not in evidence.sample:
        return None
    rows: list[tuple[str, Components]] = []
    plans = [plan for plan in evidence.plans if plan != RANDOM_BOT]
    for said, among in (
        (f"plans without {RANDOM_BOT}", plans),
        ("all plans", list(evidence.plans)),
    ):
        if said == "all plans" and len(among) == len(plans) and rows:
            continue
        found = components(evidence, among)
        if found is not None:
            rows.append((said, found))
    if not rows:
        return None
    body = tuple(
        (
            head(said),
            cell(number(found.skill, "share", rate=True)),
            cell(number(found.luck, "share", rate=True)),
            Cell(percent(found.deal / (found.pairing + found.deal + found.rest)), number=True),
            Cell(free(float(np.sqrt(found.pairing + found.deal + found.rest))), number=True),
            Cell(count(found.skill.clusters), number=True),
        )
        for said, found in rows
    )
    columns = (
        "games between different plans",
        "skill",
        "luck index",
        "of which: luck of the deal, common to all pairings",
        "spread of the margin, points",
        "deals",
    )
    note = (
        "Share of the variance of the margin that is explained by which plans meet, and the rest: the luck"
        " index. Every pairing plays the same deals. Plans of about the same strength leave much to luck, so"
        " this says as much of the plans as of the game."
    )
    title = "Skill or luck?"
    return Figure("fig-luck", title, note=note, table=Table(title, columns, body), open_table=True)


def components(evidence: Evidence, plans: list[str]) -> Components | None:
    """What decides the lead of seat 0 over seat 1, in games between two different plans of these."""
    seats = evidence.sample
    one, two = (seats[seats["seat"] == seat].reset_index(drop=True) for seat in (0, 1))
    wanted = one["bot"].isin(plans) & one["opponent"].isin(plans) & (one["bot"] != one["opponent"])
    if not wanted.any():
        return None
    lead = (one["score"] - two["score"])[wanted].to_numpy(dtype=float)
    pairings = (one["bot"] + " v " + one["opponent"])[wanted].to_numpy()
    return statistics.variance_components(lead, pairings, one["deal"][wanted].to_numpy())

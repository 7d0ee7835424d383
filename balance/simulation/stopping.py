# ruff: noqa: PLC0415  (scipy loads only when it judges)
"""Stopping when the numbers asked for are known well enough, at looks that no chunk size can move.

A run looks after 200 deals, 300, 450, ... It keeps two numbers per deal and quantity (the deal's total
of a measure and of what it is divided by) and judges with a confidence sequence, which holds however
often one looks. A ratio is judged by its linear part: (top - ratio * bottom) / mean bottom per deal.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from balance.errors import ScenarioError
from balance.simulation import line_ups

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from balance.games.interface import MeasureBook
    from balance.simulation.plan import Plan

WIN_SHARE = "win_share"
FIRST_LOOK, FACTOR = 200, 1.5


def known_targets(book: MeasureBook) -> list[str]:
    """The measures that a run can stop by."""
    return [WIN_SHARE, *(measure.id for measure in book.measures)]


def looks(limit: int) -> list[int]:
    """Numbers of deals after which a run looks: 200, 300, 450, ... and at last the limit."""
    found = []
    look = float(FIRST_LOOK)
    while int(look) < limit:
        found.append(int(look))
        look *= FACTOR
    return [*found, limit]


def quantities(plan: Plan) -> list[tuple[str, str | None]]:
    """What is judged: (measure, None), and for win shares one per bot that meets another bot."""
    found: list[tuple[str, str | None]] = []
    for target in plan.targets:
        if target == WIN_SHARE:
            met = {bot for names in plan.line_ups if len(set(names)) > 1 for bot in names}
            if not met:
                msg = "until: win_share needs line-ups in which different bots meet"
                raise ScenarioError(msg)
            found += [(WIN_SHARE, bot) for bot in plan.bot_names if bot in met]
        else:
            found.append((target, None))
    return found


def deal_totals(plan: Plan, tables: Mapping[str, pa.Table], first: int, last: int) -> pa.Table:
    """Per deal and quantity the totals "<n>.top" and "<n>.bottom", float64, in the order of deals."""
    frames = SimpleNamespace(
        games=tables["games"].to_pandas(), seats=tables["seats"].to_pandas(), cards=plan.cards
    )
    book = plan.rules().book
    columns = {}
    for number, (target, bot) in enumerate(quantities(plan)):
        if target == WIN_SHARE:
            mixed = {line_ups.name(names) for names in plan.line_ups if len(set(names)) > 1}
            mine = ((frames.seats["bot"] == bot) & frames.seats["line_up"].isin(mixed)).to_numpy(float)
            level, top, bottom = "seat", frames.seats["win_share"].to_numpy() * mine, mine
        else:
            measure = book.measure(target)
            level = measure.level
            upper, lower = measure.columns(frames)
            top = np.asarray(upper, dtype=np.float64)
            bottom = np.where(np.isnan(top), 0.0, 1.0) if lower is None else np.asarray(lower, np.float64)
            top = np.nan_to_num(top)
        deal = (frames.games if level == "game" else frames.seats)["deal"].to_numpy() - first
        for part, values in (("top", top), ("bottom", bottom)):
            columns[f"{number}.{part}"] = np.bincount(deal, weights=values, minlength=last - first)
    return pa.table(columns)


def judge(
    plan: Plan, totals: Mapping[str, np.ndarray], deals: int, until: Mapping[str, float]
) -> list[dict[str, Any]]:
    """How well each quantity is known after so many deals: value, half width, what was asked, reached."""
    from balance.statistics.sequential import enough, sequence_half_width

    found = []
    for number, (target, bot) in enumerate(quantities(plan)):
        top, bottom = totals[f"{number}.top"][:deals], totals[f"{number}.bottom"][:deals]
        fact: dict[str, Any] = {"measure": target, "bot": bot, "asked": until[target], "reached": False}
        if bottom.sum() > 0:
            value = top.sum() / bottom.sum()
            sd = float(np.std((top - value * bottom) / bottom.mean(), ddof=1)) if deals > 1 else float("inf")
            fact["value"] = float(value)
            if np.isfinite(sd):
                fact["half_width"] = float(sequence_half_width(sd, deals))
                fact["reached"] = enough(sd, deals, until[target])
        found.append(fact)
    return found


def gather(parts: Sequence[pa.Table]) -> dict[str, np.ndarray]:
    """The per-deal totals of several ranges, joined."""
    whole = pa.concat_tables(parts)
    return {name: whole[name].to_numpy() for name in whole.column_names}


def in_words(stopped: Mapping[str, Any]) -> str:
    """Why and where a run stopped, as a sentence part."""
    if stopped["by"] == "games":
        return "the number asked for"
    if stopped["by"] == "precision":
        return f"stopped at look {len(stopped['looks'])}, when the precision asked for was reached"
    worst = ", ".join(
        f"{fact['measure']}{' of ' + fact['bot'] if fact['bot'] else ''}"
        for fact in stopped["judged"]
        if not fact["reached"]
    )
    return f"stopped at the limit of games, before the precision asked for was reached ({worst})"

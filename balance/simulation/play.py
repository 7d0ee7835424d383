# ruff: noqa: PLC0415  (pandas loads only for runs that stop by themselves)
"""Playing a range of deals: a pure function from plan and range to tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from balance import jit
from balance.chance import deal_key
from balance.games.interface import JOB
from balance.simulation import columns, curves, line_ups

if TYPE_CHECKING:
    from balance.simulation.plan import Plan


@dataclass(frozen=True)
class Rows:
    """What the kernels filled: game_rows (games,), seat_rows (games, seats), games in numbered order."""

    first_deal: int
    game_rows: np.ndarray
    seat_rows: np.ndarray


def play_rows(plan: Plan, first_deal: int, last_deal: int, *, plain: bool = False) -> Rows:
    """Play the deals first_deal..last_deal - 1 and return the rows of their games."""
    game = plan.rules()
    deals = range(first_deal, last_deal)
    jobs = np.zeros(len(deals) * plan.games_per_deal, JOB)
    jobs["key"] = np.repeat([deal_key(plan.seed, deal) for deal in deals], plan.games_per_deal)
    seating = np.array([entry.bots for entry in plan.schedule])
    jobs["bot"][:, : plan.seats] = np.tile(seating, (len(deals), 1))
    game_rows = np.zeros(len(jobs), game.game_row)
    seat_rows = np.zeros((len(jobs), plan.seats), game.seat_row)
    state = np.zeros(1, game.state_dtype)
    if plain:
        objects = [jit.as_objects(records) for records in (plan.tables, plan.bots, state, jobs)]
        game.kernels.plain().play(*objects, game_rows, seat_rows)
    else:
        game.kernels.play(plan.tables, plan.bots, state, jobs, game_rows, seat_rows)
    return Rows(first_deal, game_rows, seat_rows)


def warm(plan: Plan) -> None:
    """Load the compiled rules, or compile them, by playing one game."""
    game = plan.rules()
    jobs = np.zeros(1, JOB)
    state = np.zeros(1, game.state_dtype)
    rows = np.zeros(1, game.game_row), np.zeros((1, plan.seats), game.seat_row)
    game.kernels.play(plan.tables, plan.bots, state, jobs, *rows)


def play_range(plan: Plan, first_deal: int, last_deal: int, *, plain: bool = False) -> dict[str, pa.Table]:
    """Play the deals first_deal..last_deal - 1: tables `games`, `seats`, `sums`; with targets, `deals`."""
    rows = play_rows(plan, first_deal, last_deal, plain=plain)
    tables = {"games": games_table(plan, rows), "seats": seats_table(plan, rows)}
    sums = curves.chunk_sums(plan, rows.seat_rows)
    tables["sums"] = pa.table({str(n): sums[:, n] for n in range(sums.shape[1])})
    if plan.targets:
        from balance.simulation import stopping

        tables["deals"] = stopping.deal_totals(plan, tables, first_deal, last_deal)
    return tables


def _keys(plan: Plan, rows: Rows, repeat: int) -> dict[str, pa.Array]:
    """The columns that say which game a row is of."""
    count = len(rows.game_rows)
    number = np.arange(count, dtype=np.int64) + rows.first_deal * plan.games_per_deal
    deal, position = np.divmod(number, plan.games_per_deal)
    line_up = np.array([entry.line_up for entry in plan.schedule])[position]
    rotation = np.array([entry.rotation for entry in plan.schedule])[position]
    return {
        "game": pa.array(np.repeat(number, repeat)),
        "deal": pa.array(np.repeat(deal, repeat)),
        "line_up": columns.texts(
            np.repeat(line_up, repeat), [line_ups.name(names) for names in plan.line_ups]
        ),
        "rotation": pa.array(np.repeat(rotation, repeat).astype(np.int8)),
    }


def games_table(plan: Plan, rows: Rows) -> pa.Table:
    """One row per game: which game it is, and the fields of the game row."""
    found = _keys(plan, rows, 1)
    fields = columns.columns_of(rows.game_rows.dtype, plan.labels, columns.GAME_KEYS)
    found.update(columns.arrays(fields, rows.game_rows))
    return pa.table(found)


def seats_table(plan: Plan, rows: Rows) -> pa.Table:
    """One row per game and seat: which, who against whom, the share of the win, and the seat's fields."""
    count, seats = rows.seat_rows.shape
    found = _keys(plan, rows, seats)
    bots = np.array([entry.bots for entry in plan.schedule])
    field, words = _opponents(plan)
    found["seat"] = pa.array(np.tile(np.arange(seats, dtype=np.int8), count))
    found["order"] = pa.array(columns.orders(rows.seat_rows).ravel().astype(np.int8))
    deals = count // plan.games_per_deal
    found["bot"] = columns.texts(np.tile(bots.ravel(), deals), plan.bot_names)
    found["opponent"] = columns.texts(np.tile(field.ravel(), deals), words)
    found["win_share"] = pa.array(columns.win_shares(rows.seat_rows).ravel())
    flat = rows.seat_rows.reshape(-1)
    fields = columns.columns_of(flat.dtype, plan.labels, columns.SEAT_KEYS)
    found.update(columns.arrays(fields, flat))
    return pa.table(found)


def _opponents(plan: Plan) -> tuple[np.ndarray, list[str]]:
    """For each game of a deal and seat, who the others are: (index into the words, the words)."""
    field = []
    for entry in plan.schedule:
        for seat in range(plan.seats):
            others = entry.bots[seat + 1 :] + entry.bots[:seat]
            field.append(", ".join(sorted(plan.bot_names[bot] for bot in others)))
    words = list(dict.fromkeys(field))
    return np.array([words.index(text) for text in field]), words

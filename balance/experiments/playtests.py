"""Playtests that never were: games of bots written down as people would, with constants that are known."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.simulation import write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from balance.cards import CardSet
    from balance.games.interface import Game


def playtest(
    game: Game,
    cards: CardSet,
    bots: Sequence[str],
    folder: Path,
    *,
    games: int,
    players: int,
    seed: int = 0,
    leave_out: Sequence[str] = (),
) -> Path:
    """Play games and write their records: the tables of `Game.record_rows` as CSV files in a folder.

    bots: the seats of all games get them in turn. leave_out: tables that nobody kept.
    """
    tables = game.tables(cards, players)
    weights = np.array([game.bot(cards, bots[seat % len(bots)]) for seat in range(players)], game.bot_dtype)
    found: dict[str, list[dict[str, Any]]] = {}
    for deal in range(games):
        match = game.new(tables, seed, deal, log=True)
        while game.decider(match) >= 0:
            game.apply(match, game.choose(match, weights))
        for table, rows in game.record_rows(cards, match, f"game {deal + 1}").items():
            found.setdefault(table, []).extend(rows)
    for table, rows in found.items():
        if rows and table not in leave_out:
            write_whole(folder / f"{table}.csv", csv_text(rows))
    return folder


def csv_text(rows: Sequence[dict[str, Any]]) -> str:
    """Rows as a CSV table."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()

"""Distributions of the declared measures, and the games at their ends, played again and written out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from balance import statistics
from balance.errors import BalanceError
from balance.reports.content import Cell, Section, Table, Transcript, head
from balance.reports.numbers import count, single, unit_words

if TYPE_CHECKING:
    from balance.games.interface import Extreme
    from balance.reports.evidence import Evidence


def section(evidence: Evidence) -> Section:
    """The table of distributions, and the transcripts."""
    transcripts = _transcripts(evidence)
    known = {t.game: t.id for t in transcripts}
    return Section(
        "games",
        "Distributions and single games",
        "What is usual, what is the worst, and how did that game go?",
        ("Each game here can be played again from its number; its text below is made that way.",),
        tables=(_described(evidence, known),),
        transcripts=tuple(transcripts),
    )


def _described(evidence: Evidence, known: dict[int, str]) -> Table:
    rows = []
    for level, deals, table in (
        ("game", evidence.game_deals, evidence.games),
        ("seat", evidence.seat_deals, evidence.seats),
    ):
        columns = {}
        for measure in evidence.measures.values():
            if (
                measure.level == level
                and measure.bottom is None
                and not measure.rate
                and measure.unit != "share"
            ):
                columns[measure.id] = evidence.columns(measure.id)[0]
        if not columns:
            continue
        games = table["game"].to_numpy()
        described = statistics.describe(pd.DataFrame(columns), deals, games)
        rows += [_row(evidence, str(name), row, known) for name, row in described.iterrows() if row["n"] > 0]
    columns_shown = ("measure", "unit", "5 %", "median", "95 %", "smallest", "in game", "largest", "in game")
    return Table("Distributions over games and players", columns_shown, tuple(rows))


def _row(evidence: Evidence, name: str, row: pd.Series, known: dict[int, str]) -> tuple[Cell, ...]:
    measure = evidence.measures[name]

    def value(key: str) -> Cell:
        return Cell(single(float(row[key]), measure.unit), number=True)

    def game(key: str) -> Cell:
        number = int(row[key])
        return Cell(str(number), href=f"#{known[number]}" if number in known else "", number=True)

    return (
        head(measure.name, href=f"#def-{name}"),
        Cell(unit_words(measure.unit)),
        value("p05"),
        value("p50"),
        value("p95"),
        value("min"),
        game("min_label"),
        value("max"),
        game("max_label"),
    )


def _transcripts(evidence: Evidence) -> list[Transcript]:
    reasons: dict[int, list[str]] = {}
    for extreme in evidence.book.extremes:
        found = _find(evidence, extreme)
        if found is not None:
            game, value = found
            measure = evidence.measures[extreme.measure]
            unit = "" if measure.unit in ("$", "count", "per game") else f" {unit_words(measure.unit)}"
            reasons.setdefault(game, []).append(f"{extreme.title} ({single(value, measure.unit)}{unit})")
    made = []
    for game, why in reasons.items():
        trouble, lines = "", []
        try:
            lines = list(evidence.run.replay(game))
        except BalanceError as error:
            trouble = f"This game could not be played again: {error}"
        made.append(Transcript(f"game-{game}", game, tuple(why), _who(evidence, game), tuple(lines), trouble))
    return made


def _find(evidence: Evidence, extreme: Extreme) -> tuple[int, float] | None:
    """(number of the game, value) at that end of a measure; None when nothing differs."""
    measure = evidence.measures[extreme.measure]
    top, bottom = evidence.columns(measure.id)
    values = (
        top if bottom is None else np.divide(top, bottom, out=np.full(top.shape, np.nan), where=bottom > 0)
    )
    if not np.isfinite(values).any() or np.nanmin(values) == np.nanmax(values):
        return None
    at = int(np.nanargmax(values) if extreme.end == "max" else np.nanargmin(values))
    table = evidence.games if measure.level == "game" else evidence.seats
    return int(table["game"].iloc[at]), float(values[at])


def _who(evidence: Evidence, game: int) -> str:
    """Who sat where, and how it ended."""
    rows = np.flatnonzero(evidence.seats["game"].to_numpy() == game)
    names = evidence.run.game.info.seat_names
    said = []
    for row in rows:
        seat = int(evidence.seats["seat"].iloc[row])
        name = names[seat] if seat < len(names) else f"seat {seat + 1}"
        score = f" {count(float(evidence.seats['score'].iloc[row]))}" if "score" in evidence.seats else ""
        said.append(f"{name} ({evidence.bots[row]}){score}")
    return ", ".join(said)

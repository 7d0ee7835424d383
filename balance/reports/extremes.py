"""Distributions of the declared measures, and the games at their ends, played again and written out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from balance.errors import BalanceError
from balance.reports.content import Cell, Section, Table, Transcript, head
from balance.reports.numbers import count, single, unit_words
from balance.reports.tally import described

if TYPE_CHECKING:
    from balance.games.interface import Extreme
    from balance.reports.evidence import Evidence
    from balance.reports.values import Peak


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
    rows = [
        _row(evidence, measure.id, known)
        for level in ("game", "seat")
        for measure in evidence.measures.values()
        if measure.level == level and described(measure) and evidence.values(measure.id).n > 0
    ]
    columns_shown = ("measure", "unit", "5 %", "median", "95 %", "smallest", "in game", "largest", "in game")
    return Table("Distributions over games and players", columns_shown, tuple(rows))


def _row(evidence: Evidence, name: str, known: dict[int, str]) -> tuple[Cell, ...]:
    measure, values = evidence.measures[name], evidence.values(name)

    def value(share: float) -> Cell:
        return Cell(single(values.quantile(share), measure.unit), number=True)

    def game(end: str) -> Cell:
        peak = evidence.peak(name, end)
        number = -1 if peak is None else peak.game
        return Cell(str(number), href=f"#{known[number]}" if number in known else "", number=True)

    return (
        head(measure.name, href=f"#def-{name}"),
        Cell(unit_words(measure.unit)),
        value(0.05),
        value(0.5),
        value(0.95),
        value(0.0),
        game("min"),
        value(1.0),
        game("max"),
    )


def _transcripts(evidence: Evidence) -> list[Transcript]:
    reasons: dict[int, list[str]] = {}
    peaks: dict[int, Peak] = {}
    for extreme in evidence.book.extremes:
        peak = _find(evidence, extreme)
        if peak is not None:
            measure = evidence.measures[extreme.measure]
            unit = "" if measure.unit in ("$", "count", "per game") else f" {unit_words(measure.unit)}"
            reasons.setdefault(peak.game, []).append(
                f"{extreme.title} ({single(peak.value, measure.unit)}{unit})"
            )
            peaks[peak.game] = peak
    made = []
    for game, why in reasons.items():
        trouble, lines = "", []
        try:
            lines = list(evidence.run.replay(game))
        except BalanceError as error:
            trouble = f"This game could not be played again: {error}"
        who = _who(evidence, peaks[game])
        made.append(Transcript(f"game-{game}", game, tuple(why), who, tuple(lines), trouble))
    return made


def _find(evidence: Evidence, extreme: Extreme) -> Peak | None:
    """The game at that end of a measure; None when nothing differs."""
    values = evidence.values(extreme.measure)
    return None if values.value.size < 2 else evidence.peak(extreme.measure, extreme.end)


def _who(evidence: Evidence, peak: Peak) -> str:
    """Who sat where, and how it ended."""
    names = evidence.run.game.info.seat_names
    said = []
    for row in [] if peak.seats is None else peak.seats.to_dict("records"):
        seat = int(row["seat"])
        name = names[seat] if seat < len(names) else f"seat {seat + 1}"
        score = f" {count(float(row['score']))}" if "score" in row else ""
        said.append(f"{name} ({row['bot']}){score}")
    return ", ".join(said)

"""Targets in words: met, missed, not yet known; on the page, and on the terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from balance.experiments.targets import LEVEL, Judged, Word, by_itself, worst
from balance.reports.content import Cell, Section, Table, cell, head
from balance.reports.numbers import count, free, number, single
from balance.reports.verdicts import Finding, Mark, round_up, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.simulation import Run
    from balance.simulation.targets import Band

MARKS: dict[Word, Mark] = {"met": "good", "missed": "bad", "undetermined": "open"}
SECTION = "targets"
NO_CASE = "no case of it"
WHAT = (
    "Met: the whole interval lies in the band. Missed: none of it does. All intervals together hold with"
    f" {free(100 * LEVEL)} %: each is widened for the number of targets. Games with random play are left out."
)


def band_text(band: Band, unit: str, *, rate: bool) -> str:
    """A band as a person would write it."""
    low, high = (single(end, unit, rate=rate) for end in (band.low, band.high))
    if math.isinf(band.low):
        return f"at most {high}"
    return f"at least {low}" if math.isinf(band.high) else f"{low} to {high}"


def row(item: Judged) -> tuple[str, str, str, str]:
    """A target in four texts: measure, wanted, found, verdict."""
    found = str(number(item.estimate, item.unit, rate=item.rate)) if item.estimate else NO_CASE
    return item.name, band_text(item.target.band, item.unit, rate=item.rate), found, in_words(item)


def in_words(item: Judged) -> str:
    """The verdict in a few words."""
    if item.word == "undetermined" and item.more_games:
        return f"undetermined; about {count(round_up(item.more_games))} more games would tell"
    return item.word


def section(run: Run, judged: Sequence[Judged]) -> Section | None:
    """What was wanted and what was found; None without targets."""
    if not judged:
        return None
    rows = tuple(
        (
            head(item.name),
            Cell(band_text(item.target.band, item.unit, rate=item.rate)),
            cell(number(item.estimate, item.unit, rate=item.rate) if item.estimate else NO_CASE),
            Cell(in_words(item)),
        )
        for item in judged
    )
    intro = [WHAT]
    if by_itself(run):
        intro.append("This run stopped by itself; these intervals hold at every look it took.")
    table = Table("Targets", ("measure", "wanted", "found", "verdict"), rows)
    question = "Is the game where the scenario wants it?"
    return Section(SECTION, "Targets", question, tuple(intro), tables=(table,))


def findings(judged: Sequence[Judged]) -> list[Finding]:
    """The targets in a sentence."""
    if not judged:
        return []
    said = {"missed": "missed", "undetermined": "not known yet", "met": "met"}
    parts = [
        f"{words}: {', '.join(names)}"
        for word, words in said.items()
        if (names := [item.name for item in judged if item.word == word])
    ]
    text = "; ".join(parts)
    word = worst(item.word for item in judged)
    return [Finding("Targets", say(f"{text[0].upper()}{text[1:]}."), MARKS[word], SECTION, word)]

"""What a page is made of: plain records that say what is shown, not how it looks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markupsafe import Markup

from balance.reports.numbers import Number

if TYPE_CHECKING:
    from balance.reports.findings import Finding


NARROW_COLUMNS = 3


@dataclass(frozen=True)
class Cell:
    """One cell of a table. `shade` runs from -1 (below even) to 1 (above), `key` is a colour index."""

    text: str = ""
    interval: str = ""
    after: str = ""
    href: str = ""
    shade: float | None = None
    key: int | None = None
    head: bool = False
    number: bool = False
    strong: bool = False


@dataclass(frozen=True)
class Table:
    """A table with a caption; the first cell of a row is its head."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    matrix: bool = False


@dataclass(frozen=True)
class Key:
    """One entry of a legend: colour, dash and mark as in the figure."""

    label: str
    colour: int
    dash: int = 0


@dataclass(frozen=True)
class Term:
    """A declared definition."""

    id: str
    name: str
    unit: str
    definition: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Figure:
    """A figure with its legend, the table behind it and the terms it uses."""

    id: str
    title: str
    svg: Markup = field(default_factory=Markup)
    note: str = ""
    legend: tuple[Key, ...] = ()
    table: Table | None = None
    open_table: bool = False  # the table is the figure
    terms: tuple[Term, ...] = ()
    missing: str = ""  # why there is nothing to see
    full: bool = False  # it needs the whole width whatever is in it

    @property
    def wide(self) -> bool:
        """Whether it needs the whole width: a table of many columns."""
        return self.full or (
            self.open_table and self.table is not None and len(self.table.columns) > NARROW_COLUMNS
        )


@dataclass(frozen=True)
class Transcript:
    """A game worth reading, line by line, and why."""

    id: str
    game: int
    reasons: tuple[str, ...]
    line_up: str
    lines: tuple[str, ...]
    trouble: str = ""


@dataclass(frozen=True)
class Section:
    """A section of the page: figures, then tables, then words."""

    id: str
    title: str
    question: str = ""
    intro: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    folded: tuple[Table, ...] = ()
    transcripts: tuple[Transcript, ...] = ()
    commands: tuple[tuple[str, str], ...] = ()
    terms: tuple[Term, ...] = ()
    outro: tuple[str, ...] = ()


@dataclass(frozen=True)
class Page:
    """The whole report."""

    title: str
    game: str
    scenario: str
    question: str
    facts: tuple[tuple[str, str], ...]
    plans: tuple[Key, ...]
    findings: tuple[Finding, ...]
    missing: tuple[str, ...]
    sections: tuple[Section, ...]
    caveats: tuple[str, ...] = ()  # before all findings


def cell(value: str | Number, **more: object) -> Cell:
    """A cell from words, or from a number with its interval."""
    if isinstance(value, Number):
        return Cell(value.value, value.interval, number=True, **more)  # type: ignore[arg-type]  # fields of Cell
    return Cell(value, **more)  # type: ignore[arg-type]  # fields of Cell


def head(value: str, **more: object) -> Cell:
    """The first cell of a row."""
    return Cell(value, head=True, **more)  # type: ignore[arg-type]  # fields of Cell

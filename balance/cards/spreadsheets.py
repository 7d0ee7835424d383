"""Small CSV tables in, rows of text with their places out.

What spreadsheets save is read as it is: with or without a byte order mark, separated by commas, semicolons,
tabs or bars, with blank lines, spaces around cells and capitals in heads. Everything wrong with a file is
collected, each with line and column (the number of the cell in its row); bytes, rows, columns and cells are
bounded.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from balance.cards.paths import Place, in_words, listing, nearest, shorten, shown_file
from balance.cards.validate import MISSING, PROBLEMS_MAX, UNKNOWN, WRONG, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path as FilePath

BYTES_MAX = 5_000_000
ROWS_MAX = 50_000
COLUMNS_MAX = 40
CELL_MAX = 200
SEPARATORS = ",;\t|"
UNREAD = ("note", "notes", "comment", "comments", "")
"""Heads of columns that anybody may add."""


@dataclass(frozen=True)
class Column:
    """A column by its head, and other heads that mean it."""

    name: str
    needed: bool = True
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """A row that is not blank: text by column, "" where the cell is empty or the column is not there."""

    file: str
    line: int
    cells: dict[str, str]
    at: dict[str, int]

    def __getitem__(self, column: str) -> str:
        """The text of a cell."""
        return self.cells.get(column, "")

    def place(self, column: str = "") -> Place:
        """Where a cell stands; without a column, the row."""
        return Place(self.file, self.line, self.at.get(column, 1))

    def wrong(self, column: str, allowed: str, known: Sequence[str] = ()) -> Problem:
        """A problem with a cell, in the usual words: found, allowed, and the nearest of the known."""
        found = in_words(self[column]) if self[column] else "nothing"
        near = nearest(self[column], known) if known else None
        text = f"found {found}, allowed: {allowed}" + (f"; did you mean {near}?" if near else "")
        return Problem(self.place(column), column, text, WRONG if self[column] else MISSING)

    def problem(self, column: str, text: str) -> Problem:
        """Another problem with a cell."""
        return Problem(self.place(column), column, text)


def head_form(text: str) -> str:
    """A head, or the id of a card, whatever its capitals, with spaces and hyphens as underscores."""
    return "_".join(text.strip().lower().replace("-", " ").replace("_", " ").split())


def read_rows(file: FilePath, columns: Sequence[Column]) -> tuple[list[Row], list[Problem]]:
    """The rows of a file, and all that is wrong with it as a table (rows may be left out then)."""
    name = shown_file(file)
    try:
        with file.open("rb") as stream:
            raw = stream.read(BYTES_MAX + 1)
    except OSError as error:
        return [], [Problem(Place(name), "", f"cannot be read ({error.strerror or error})")]
    if len(raw) > BYTES_MAX:
        text = f"found more than {BYTES_MAX} bytes, allowed: at most {BYTES_MAX}"
        return [], [Problem(Place(name), "", text)]
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return [], [Problem(Place(name), "", "found UTF-16, allowed: UTF-8 text (save it as CSV UTF-8)")]
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        text = f"found the byte 0x{raw[error.start]:02x}, allowed: UTF-8 text (save it as CSV UTF-8)"
        return [], [Problem(Place(name, before.count(b"\n") + 1, 1), "", text)]
    return _rows(text, name, columns)


def _rows(text: str, name: str, columns: Sequence[Column]) -> tuple[list[Row], list[Problem]]:
    lines = _lines(text, name, _separator(text, columns))
    problems: list[Problem] = []
    rows: list[Row] = []
    heads: list[str] | None = None
    for line, cells in lines:
        if isinstance(cells, Problem):
            problems.append(cells)
        elif not any(cell.strip(SEPARATORS) for cell in cells):
            continue
        elif heads is None:
            heads, problems = _heads(cells, Place(name, line, 1), columns)
            if len(cells) > COLUMNS_MAX:
                break
        elif len(rows) == ROWS_MAX:
            found = f"found more than {ROWS_MAX} rows, allowed: at most {ROWS_MAX}"
            problems.append(Problem(Place(name, line, 1), "", found))
            break
        else:
            problems += _cell_problems(name, line, cells, heads)
            named = {head: cell for head, cell in zip(heads, cells, strict=False) if head}
            rows.append(Row(name, line, named, {head: n for n, head in enumerate(heads, 1) if head}))
        if len(problems) > PROBLEMS_MAX:
            break
    if heads is None and not problems:
        found = f"the file is empty, allowed: a table with the columns {listing(c.name for c in columns)}"
        problems.append(Problem(Place(name), "", found))
    return rows, problems


def _separator(text: str, columns: Sequence[Column]) -> str:
    """What parts the heads: that which gives most heads that are known."""
    first = next((line for line in text.splitlines() if line.strip(SEPARATORS + " \"'")), "")
    known = {head for column in columns for head in (column.name, *column.also)}

    def hits(separator: str) -> int:
        return sum(head_form(cell.strip(" \"'")) in known for cell in first.split(separator))

    return max(SEPARATORS, key=hits)


def _lines(text: str, name: str, separator: str) -> Iterator[tuple[int, list[str] | Problem]]:
    """Each line of the table with the number it begins at; a problem where reading ends."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            said = f"not a row of a CSV table ({error}); is a quotation mark left open?"
            yield line, Problem(Place(name, line, 1), "", said)
            return
        yield line, [" ".join(cell.split()) for cell in cells]
        line = reader.line_num + 1


def _heads(cells: Sequence[str], place: Place, columns: Sequence[Column]) -> tuple[list[str], list[Problem]]:
    """The column of each cell ("" : nobody reads it), and what is wrong with the heads."""
    if len(cells) > COLUMNS_MAX:
        text = f"found {len(cells)} columns, allowed: at most {COLUMNS_MAX}"
        return [], [Problem(place, "", text)]
    meant = {head: column.name for column in columns for head in (column.name, *column.also)}
    heads: list[str] = []
    problems: list[Problem] = []
    guessed: set[str | None] = set()
    for number, cell in enumerate(cells, 1):
        head = meant.get(head_form(cell), "")
        at = Place(place.file, place.line, number)
        if head and head in heads:
            text = f"found the column {head} twice (first in column {heads.index(head) + 1}), allowed: once"
            problems.append(Problem(at, shorten(cell), text, UNKNOWN))
            head = ""
        elif not head and head_form(cell) not in UNREAD:
            free = [column.name for column in columns if column.name not in heads]
            near = nearest(head_form(cell), free)
            guessed.add(near)
            text = f"unknown column, allowed: {listing(dict.fromkeys(meant.values()))}, notes"
            text += f"; did you mean {near}?" if near else ""
            problems.append(Problem(at, shorten(cell), text, UNKNOWN))
        heads.append(head)
    for column in columns:
        if column.needed and column.name not in heads and column.name not in guessed:
            text = f"the column is missing, found: {listing(shorten(cell, 30) for cell in cells)}"
            problems.append(Problem(place, column.name, text, MISSING))
    return heads, problems


def _cell_problems(name: str, line: int, cells: Sequence[str], heads: Sequence[str]) -> Iterator[Problem]:
    """Cells beyond the heads, too long, or not printable."""
    for number, cell in enumerate(cells, 1):
        head = heads[number - 1] if number <= len(heads) else ""
        if number > len(heads) and cell:
            text = (
                f"found {in_words(cell)} in column {number}, allowed: {len(heads)} columns, as the heads say"
            )
            yield Problem(Place(name, line, number), "", text)
        elif len(cell) > CELL_MAX and head:
            text = f"found {len(cell)} characters, allowed: at most {CELL_MAX}"
            yield Problem(Place(name, line, number), head, text)
        elif not cell.isprintable():
            odd = next(c for c in cell if not c.isprintable())
            text = f"found the control character U+{ord(odd):04X}, allowed: printable text"
            yield Problem(Place(name, line, number), head, text)

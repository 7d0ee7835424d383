"""The CSV tables of recorded games: which there are, their columns, and their cells as values.

What may stand here: one table at a time. How tables go together is in `records.py`.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from balance.cards.paths import Place, listing, nearest, shown_file
from balance.cards.spreadsheets import Column, Row, head_form, read_rows
from balance.cards.validate import PROBLEMS_MAX, UNKNOWN, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path as FilePath

    from balance.games.hire_or_fire.cards import CardData

SCORE_MAX = 10
SECONDS_MAX = 100_000
RANK_MAX = 6
MOMENTS = ("before_offer", "before_folder", "week_end")
"""When cards were exchanged: before the own offer, before the own folder, after the reveal."""

GAME, WEEK, PLAYER = Column("game"), Column("week"), Column("player", also=("seat",))

TABLES: dict[str, tuple[Column, ...]] = {
    "offers": (GAME, WEEK, PLAYER, Column("job", also=("offer",))),
    "applications": (
        GAME,
        WEEK,
        PLAYER,
        Column("target"),
        Column("job"),
        Column("strength"),
        Column("weakness"),
        Column("salary"),
        Column("seconds", needed=False),
    ),
    "hires": (GAME, WEEK, Column("hirer"), Column("chosen_player", also=("chosen",))),
    "hands": (GAME, WEEK, PLAYER, Column("card")),
    "exchanges": (
        GAME,
        WEEK,
        PLAYER,
        Column("out", also=("card", "card_out")),
        Column("drawn", needed=False, also=("in", "card_in")),
        Column("moment", needed=False),
    ),
    "rankings": (GAME, WEEK, Column("hirer"), Column("rank"), PLAYER),
    "ratings": (
        Column("rater"),
        Column("application"),
        Column("offer"),
        Column("score", also=("score0_10",)),
    ),
    "groups": (GAME, Column("group")),
}
"""Table -> its columns. The first three are needed, the others optional."""
NEEDED = ("offers", "applications", "hires")

Card = tuple[str, int]
"""A card by its kind, "jobs" or "skills", and its number."""

_THOUSANDS = re.compile(r"\d{1,3}([.,' ]\d{3})+")
_REST = re.compile(r"[.,]0{1,2}$")


@dataclass(frozen=True)
class Entry:
    """A row with its cells as values; None where a cell is wrong, or empty and may be so."""

    row: Row
    values: dict[str, Any]

    def __getitem__(self, column: str) -> Any:
        """The value of a cell."""
        return self.values[column]

    def place(self, column: str = "") -> Place:
        """Where it stands."""
        return self.row.place(column)


@dataclass
class Exchange:
    """Cards exchanged by a player in a week; drawn: None where it is not noted."""

    moment: int  # of reader.MOMENTS
    out: list[Card] = field(default_factory=list)
    drawn: list[Card | None] = field(default_factory=list)
    place: Place = field(default_factory=lambda: Place(""))


class Cells:
    """Cells of text as values, by the cards in use; what is wrong is collected."""

    def __init__(self, model: CardData) -> None:
        """Learn what cards are called: their ids, and what is printed on them."""
        self.weeks, self.salaries = model.frame.weeks, list(model.frame.salaries)
        self.problems: list[Problem] = []
        self.jobs = _called(list(model.jobs), [job.title for job in model.jobs.values()])
        skills, cards = list(model.skills), model.skills.values()
        self.skills = _called(skills, [])
        self.strengths = _called(skills, [skill.strength.text for skill in cards])
        self.weaknesses = _called(skills, [skill.weakness.text for skill in cards])

    def entries(self, table: str, file: FilePath) -> list[Entry]:
        """The rows of a table."""
        rows, problems = read_rows(file, TABLES[table])
        self.problems += problems
        if problems and not rows:
            return []
        there = rows[0].at if rows else {}
        columns = [column for column in TABLES[table] if column.name in there]
        found = []
        for row in rows:
            values: dict[str, Any] = {column.name: None for column in TABLES[table]}
            for column in columns:
                values[column.name] = self.value(column, row)
            found.append(Entry(row, values))
            if len(self.problems) > PROBLEMS_MAX:
                break
        return found

    def value(self, column: Column, row: Row) -> Any:
        """The value of a cell."""
        name = column.name
        if not row[name]:
            if column.needed:
                self.problems.append(row.wrong(name, "a cell that is not empty"))
            return None
        match name:
            case "week":
                return self.whole(row, name, 1, self.weeks)
            case "rank":
                return self.whole(row, name, 1, RANK_MAX)
            case "job" | "offer":
                return self.card(row, name, self.jobs)
            case "strength":
                return self.card(row, name, self.strengths)
            case "weakness":
                return self.card(row, name, self.weaknesses)
            case "card" | "out" | "drawn":
                return self.any_card(row, name)
            case "salary":
                return self.salary(row, name)
            case "seconds":
                return self.number(row, name, SECONDS_MAX)
            case "score":
                return self.number(row, name, SCORE_MAX)
            case "moment":
                return self.moment(row, name)
        return row[name]  # a word: game, player, rater, ...

    def whole(self, row: Row, column: str, low: int, high: int) -> int | None:
        """A whole number; 2.0 is read as 2."""
        text = row[column].removesuffix(".0")
        if text.isascii() and text.isdigit() and len(text) < 6 and low <= int(text) <= high:
            return int(text)
        self.problems.append(row.wrong(column, f"a whole number from {low} to {high}"))
        return None

    def number(self, row: Row, column: str, most: float) -> float | None:
        """A number from 0; a comma is read as a point."""
        try:
            value = float(row[column].replace(",", ".", 1))
        except ValueError:
            value = math.nan
        if 0 <= value <= most:
            return value
        self.problems.append(row.wrong(column, f"a number from 0 to {most}"))
        return None

    def salary(self, row: Row, column: str) -> int | None:
        """The number of a salary card; $3,000 and 3000 are the same."""
        text = row[column].replace("$", "").strip()
        if _THOUSANDS.fullmatch(text):
            text = re.sub(r"\D", "", text)
        text = _REST.sub("", text)
        if text.isascii() and text.isdigit() and len(text) < 10 and int(text) in self.salaries:
            return self.salaries.index(int(text))
        cards = listing(f"${worth:,}" for worth in self.salaries)
        self.problems.append(row.wrong(column, f"a salary card: {cards}"))
        return None

    def moment(self, row: Row, column: str) -> int | None:
        """When an exchange was made."""
        text = head_form(row[column])
        if text in MOMENTS:
            return MOMENTS.index(text)
        self.problems.append(row.wrong(column, f"one of {listing(MOMENTS)}", MOMENTS))
        return None

    def card(self, row: Row, column: str, called: dict[str, int]) -> int | None:
        """The number of a card, by its id or what is printed on it."""
        form = head_form(row[column])
        if form in called:
            return called[form]
        what = "job" if called is self.jobs else "skill card"
        self.problems.append(row.wrong(column, f"the id of a {what}", list(called)))
        return None

    def any_card(self, row: Row, column: str) -> tuple[str, int] | None:
        """A job or a skill card, with its kind; `job:` or `skill:` before an id that both have."""
        kind, colon, name = row[column].partition(":")
        form = head_form(name if colon else kind)
        kinds = {"jobs": self.jobs, "skills": self.skills}
        if colon:
            kinds = {k: v for k, v in kinds.items() if k.startswith(head_form(kind))}
        found = [(key, called[form]) for key, called in kinds.items() if form in called]
        if len(found) == 1:
            return found[0]
        if found:
            self.problems.append(row.wrong(column, f"job:{form} or skill:{form}, as both kinds have that id"))
        else:
            known = [name for called in kinds.values() for name in called]
            self.problems.append(row.wrong(column, "the id of a job or a skill card", known))
        return None


def _called(ids: list[str], printed: list[str]) -> dict[str, int]:
    """Numbers by id and by what is printed; ids count first, a print that two cards have counts for none."""
    forms = [head_form(text) for text in printed]
    found = {form: number for number, form in enumerate(forms) if forms.count(form) == 1 and form}
    return {**found, **{head_form(name): number for number, name in enumerate(ids)}}


def table_files(folder: FilePath) -> tuple[dict[str, FilePath], list[Problem]]:
    """The files of the tables in a folder, and what is wrong with it."""
    name = shown_file(folder)
    allowed = f"a folder with {listing(f'{table}.csv' for table in NEEDED)}"
    if not folder.is_dir():
        found = "found a file" if folder.exists() else "there is no such folder"
        return {}, [Problem(Place(name), "", f"{found}, allowed: {allowed}")]
    files: dict[str, FilePath] = {}
    problems: list[Problem] = []
    guessed: set[str | None] = set()
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() not in (".csv", ".tsv", ".txt") or path.name.startswith("."):
            continue
        table = path.stem.strip().lower()
        at = Place(shown_file(path))
        if table in TABLES and table not in files:
            files[table] = path
        elif table in TABLES:
            text = f"found the table twice (also {files[table].name}), allowed: once"
            problems.append(Problem(at, "", text, UNKNOWN))
        elif path.suffix.lower() != ".txt":
            near = nearest(table, TABLES)
            guessed.add(near)
            text = f"nothing reads this file, allowed: {listing(f'{t}.csv' for t in TABLES)}"
            problems.append(Problem(at, "", text + (f"; did you mean {near}.csv?" if near else ""), UNKNOWN))
    problems += _absent(name, files, guessed, allowed)
    return files, problems


def _absent(
    name: str, files: dict[str, FilePath], guessed: set[str | None], allowed: str
) -> Iterator[Problem]:
    for table in NEEDED:
        if table not in files and table not in guessed:
            yield Problem(Place(f"{name}/{table}.csv"), "", f"there is no such file, allowed: {allowed}")


def twice(entry: Entry, first: Entry, column: str, what: str) -> Problem:
    """A second row for the same."""
    same = "the same row" if entry.row.cells == first.row.cells else "another row"
    text = f"found {same} for {what} (first in line {first.row.line}), allowed: one"
    return Problem(entry.place(column), column, text, UNKNOWN)


def key_of(word: str) -> str:
    """A name of a game or player, whatever its capitals."""
    return word.casefold()

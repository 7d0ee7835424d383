"""Games that people played, as small CSV tables: read, checked against each other, put in order.

Tables and columns are those of `reader.TABLES`; a game is whole weeks, 1 to as many as were played. All
that is wrong is said at once. What is checked here needs no deck: who played, cards and salaries used once,
hires that can be. Whether the rules could have led there is for `recorded.py`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from balance.cards import raise_problems
from balance.cards.paths import Place, in_words, listing, nearest, shown_file
from balance.cards.validate import MISSING, PROBLEMS_MAX, WRONG, Problem
from balance.errors import RecordsError
from balance.games.hire_or_fire.extras import Extras
from balance.games.hire_or_fire.reader import NEEDED, Cells, Entry, key_of, table_files, twice
from balance.games.hire_or_fire.words import SEAT_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path as FilePath

    from balance.cards import CardSet
    from balance.games.hire_or_fire.cards import CardData
    from balance.games.hire_or_fire.reader import Card, Exchange

ACTOR = {"offers": "player", "applications": "player", "hires": "hirer"}

# ------------------------------------------------------------------------------------- what is read


class Folder(NamedTuple):
    """An application: seat applied to, numbers of its cards, seconds it took (None: not noted)."""

    target: int
    job: int
    strength: int
    weakness: int
    salary: int
    seconds: float | None


@dataclass
class Week:
    """A week, by seat: job offered, application, author hired; and what was noted beyond that."""

    offers: list[int]
    folders: list[Folder]
    hires: list[int]
    hands: dict[int, list[Card]] = field(default_factory=dict)  # as the week began
    exchanges: dict[int, Exchange] = field(default_factory=dict)
    rankings: dict[int, list[int]] = field(default_factory=dict)  # authors, the best first
    places: dict[tuple[str, int], Place] = field(default_factory=dict)

    def place(self, table: str, seat: int) -> Place:
        """Where the row of a player stands."""
        return self.places[table, seat]


@dataclass
class RecordedGame:
    """A game: its name, the group that played it, players in the order of their seats, weeks."""

    name: str
    group: str
    players: tuple[str, ...]
    weeks: list[Week]


class Rating(NamedTuple):
    """How well an application suits an offer, in somebody's eyes: 0 to 10."""

    rater: str
    game: int
    week: int
    seat: int
    offer: int
    score: float


@dataclass
class Records:
    """All games of a folder."""

    folder: FilePath
    games: list[RecordedGame]
    ratings: list[Rating]
    grouped: bool  # groups were given

    def game(self, name: str | None = None) -> RecordedGame:
        """A game by name; without a name the only one. RecordsError when there is none."""
        names = [game.name for game in self.games]
        if name is None and len(names) == 1:
            return self.games[0]
        found = [game for game in self.games if name is not None and key_of(game.name) == key_of(name)]
        if found:
            return found[0]
        near = nearest(name, names) if name else None
        said = f"there is no game {in_words(name)}" if name else "say which game"
        raise RecordsError(
            f"{shown_file(self.folder)}: {said} (games: {listing(names)})"
            + (f"; did you mean {near}?" if near else "")
        )


# -------------------------------------------------------------------------------------------- reading


def read(cards: CardSet, folder: FilePath, seats: Sequence[int]) -> Records:
    """The records of a folder; RecordsError lists everything wrong with them.

    seats: numbers of players that can be.
    """
    return _Reading(cards.model, folder, seats).records()


class _Reading:
    """Reads a folder, and collects what is wrong."""

    def __init__(self, model: CardData, folder: FilePath, seats: Sequence[int]) -> None:
        self.model, self.folder, self.seats = model, folder, seats
        self.self_hire = model.reading("self_hire") == "allowed"
        self.cards_a_week = model.skills_a_week()
        self.cells = Cells(model)
        self.problems = self.cells.problems
        self.tables: dict[str, list[Entry]] = {}
        self.holes: set[str] = set()  # tables with rows that cannot be placed
        self.names: dict[str, str] = {}  # key of a game -> its name as first written

    def records(self) -> Records:
        files, problems = table_files(self.folder)
        self.problems += problems
        for table, file in files.items():
            before = len(self.problems)
            self.tables[table] = self.cells.entries(table, file)
            if len(self.problems) > before:
                self.holes.add(table)
        if not set(NEEDED) <= set(files) or len(self.problems) > PROBLEMS_MAX:
            raise_problems(self.problems, RecordsError)
        by_game: dict[str, dict[str, list[Entry]]] = {}
        for table, entries in self.tables.items():
            for entry in entries:
                if entry.values.get("game") is not None:
                    key = key_of(entry["game"])
                    if table in ACTOR:
                        self.names.setdefault(key, entry["game"])
                    by_game.setdefault(key, {}).setdefault(table, []).append(entry)
        self.problems += self._strangers(by_game)
        groups = self._groups()
        games = []
        for key, name in self.names.items():
            made = Making(self, name, by_game[key]).game(groups.get(key, name))
            if made is not None:
                games.append(made)
            if len(self.problems) > PROBLEMS_MAX:
                break
        ratings = [] if self.problems else list(self._ratings(games))
        if not games and not self.problems:
            text = "found no row, allowed: at least one week of one game"
            self.problems.append(Problem(Place(shown_file(files["offers"])), "", text))
        raise_problems(self.problems, RecordsError)
        return Records(self.folder, games, ratings, bool(groups))

    def _strangers(self, by_game: dict[str, dict[str, list[Entry]]]) -> Iterator[Problem]:
        """Rows about games that nobody played."""
        known = list(self.names.values())
        for key, tables in by_game.items():
            if key not in self.names:
                entry = next(iter(tables.values()))[0]
                yield entry.row.wrong("game", f"a game that has offers: {listing(known)}", known)

    def _groups(self) -> dict[str, str]:
        """Group of each game, by its key."""
        found: dict[str, str] = {}
        rows: dict[str, Entry] = {}
        for entry in self.tables.get("groups", ()):
            if entry["game"] is None or entry["group"] is None:
                continue
            key = key_of(entry["game"])
            if key in rows:
                self.problems.append(twice(entry, rows[key], "game", f"the game {entry['game']}"))
            rows[key] = entry
            found[key] = entry["group"]
        if found and "groups" not in self.holes:
            for key, name in self.names.items():
                if key not in found:
                    at = self.tables["groups"][0].place()
                    text = f"found no group for the game {name}, allowed: a row for every game"
                    self.problems.append(Problem(Place(at.file), "game", text, MISSING))
        return found

    def _ratings(self, games: list[RecordedGame]) -> Iterator[Rating]:
        """Ratings of applications, which are named game/week/player."""
        known = {
            key_of(f"{game.name}/{week}/{player}"): (number, week, seat)
            for number, game in enumerate(games)
            for week in range(1, len(game.weeks) + 1)
            for seat, player in enumerate(game.players)
        }
        seen: dict[tuple[str, tuple[int, int, int], int], Entry] = {}
        for entry in self.tables.get("ratings", ()):
            if None in entry.values.values():
                continue
            about = known.get(key_of("/".join(part.strip() for part in entry["application"].split("/"))))
            if about is None:
                allowed = "game/week/player of an application, such as " + next(iter(known), "g1/1/A")
                self.problems.append(entry.row.wrong("application", allowed, list(known)))
                continue
            key = (key_of(entry["rater"]), about, entry["offer"])
            if key in seen:
                self.problems.append(twice(entry, seen[key], "rater", "the rating"))
            seen[key] = entry
            game, week, seat = about
            yield Rating(entry["rater"], game, week, seat, entry["offer"], entry["score"])


class Making:
    """One game out of its rows."""

    def __init__(self, reading: _Reading, name: str, tables: dict[str, list[Entry]]) -> None:
        """Find out who plays, and whose each row is."""
        self.reading, self.name, self.tables = reading, name, tables
        self.problems = reading.problems
        self.players = self._players()
        self.rows: dict[str, dict[tuple[int, str], Entry]] = {t: self._placed(t) for t in ACTOR}

    # ---- who and when
    def _players(self) -> dict[str, str]:
        """Key -> name of those who play: whoever acts about as often as the others."""
        count: Counter[str] = Counter()
        written: dict[str, str] = {}
        for table, column in ACTOR.items():
            for entry in self.tables.get(table, ()):
                if entry[column] is not None:
                    count[key_of(entry[column])] += 1
                    written.setdefault(key_of(entry[column]), entry[column])
        often = max(count.values(), default=0)
        return {key: name for key, name in written.items() if 2 * count[key] >= often}

    def _placed(self, table: str) -> dict[tuple[int, str], Entry]:
        """Rows of a table by week and player."""
        found: dict[tuple[int, str], Entry] = {}
        column = ACTOR[table]
        for entry in self.tables.get(table, ()):
            week, player = entry["week"], self.player(entry, column)
            if week is None or player is None:
                self.reading.holes.add(table)
                continue
            if (week, player) in found:
                what = f"{self.players[player]} in week {week} of game {self.name}"
                self.problems.append(twice(entry, found[week, player], column, what))
                continue
            found[week, player] = entry
        return found

    def player(self, entry: Entry, column: str) -> str | None:
        """The key of the player in a cell; a problem for anybody else."""
        name = entry[column]
        if name is None:
            return None
        if key_of(name) in self.players:
            return key_of(name)
        known = list(self.players.values())
        allowed = f"a player of game {self.name}: {listing(known)}"
        self.problems.append(entry.row.wrong(column, allowed, known))
        return None

    def _file(self, table: str) -> Place:
        entries = self.reading.tables[table]
        return Place(entries[0].row.file if entries else f"{table}.csv")

    # ---- all of it
    def game(self, group: str) -> RecordedGame | None:
        """The game, when nothing is wrong with it."""
        before = len(self.problems)
        if len(self.players) not in self.reading.seats:
            allowed = listing(str(seats) for seats in self.reading.seats)
            text = f"found {len(self.players)} players in game {self.name}, allowed: {allowed}"
            self.problems.append(Problem(self._file("offers"), "player", text))
        weeks = sorted({week for rows in self.rows.values() for week, _ in rows})
        self.problems += self._gaps(weeks)
        for week in weeks:
            self._check_targets(week)
            self._check_hires(week)
        self._check_cards(weeks)
        self._check_salaries()
        order = self._seats()
        seat = {key: number for number, key in enumerate(order)}
        more = Extras(self, seat)
        more.check()
        if len(self.problems) > before or not weeks or self.reading.holes & set(ACTOR):
            return None
        made = [self._week(week, order, seat) for week in weeks]
        more.put(made)
        return RecordedGame(self.name, group, tuple(self.players[key] for key in order), made)

    def _gaps(self, weeks: list[int]) -> Iterator[Problem]:
        """Weeks or rows that are not there."""
        absent = sorted(set(range(1, max(weeks, default=0) + 1)) - set(weeks))
        if absent:
            text = (
                f"found no row of week {listing(map(str, absent))} of game {self.name}, but of week"
                f" {weeks[-1]}; allowed: all weeks from 1 on"
            )
            yield Problem(self._file("offers"), "week", text, MISSING)
        for table, rows in self.rows.items():
            if table in self.reading.holes:
                continue
            for week in weeks:
                lost = [name for key, name in self.players.items() if (week, key) not in rows]
                if lost:
                    text = (
                        f"found no row of {listing(lost)} in week {week} of game {self.name}, allowed: a row"
                        " of every player in every week"
                    )
                    yield Problem(self._file(table), ACTOR[table], text, MISSING)

    def _seats(self) -> list[str]:
        """Players clockwise: by the letters of their seats, else as week 1 tells (HF-14, HF-16)."""
        letters = [key_of(name) for name in SEAT_NAMES[: len(self.players)]]
        if set(letters) == set(self.players):
            return letters
        applicant: dict[str, str] = {}
        for (week, player), entry in self.rows["applications"].items():
            if week == 1 and entry["target"] is not None:
                applicant[key_of(entry["target"])] = player
        order = [next(iter(self.players))] if self.players else []
        while order and (after := applicant.get(order[-1])) is not None and after not in order:
            order.append(after)
        return order if len(order) == len(self.players) else list(self.players)

    # ---- rules that rows show
    def _check_targets(self, week: int) -> None:
        """HF-17, HF-20, HD-3: nobody applies to himself, every offer has one applicant."""
        taken: dict[str, Entry] = {}
        for (when, player), entry in self.rows["applications"].items():
            if when != week or (target := self.player(entry, "target")) is None:
                continue
            if target == player:
                self.problems.append(entry.row.wrong("target", "another player than the applicant (HF-17)"))
            elif target in taken:
                text = (
                    f"found {entry['target']}, to whom {taken[target]['player']} applies as well (line"
                    f" {taken[target].row.line}), allowed: an offer that has no other applicant (HD-3)"
                )
                self.problems.append(entry.row.problem("target", text))
            taken.setdefault(target, entry)

    def _check_hires(self, week: int) -> None:
        """HF-33, HF-34, HG-01: somebody who has applied, and not oneself."""
        folders = self.rows["applications"]
        for (when, hirer), entry in self.rows["hires"].items():
            if when != week or (chosen := self.player(entry, "chosen_player")) is None:
                continue
            if chosen == hirer and not self.reading.self_hire:
                known = listing(name for key, name in self.players.items() if key != hirer)
                self.problems.append(entry.row.wrong("chosen_player", f"somebody else (HG-01): {known}"))
            elif (week, chosen) not in folders and "applications" not in self.reading.holes:
                allowed = f"somebody with an application in week {week}"
                self.problems.append(entry.row.wrong("chosen_player", allowed))

    def _check_cards(self, weeks: list[int]) -> None:
        """HF-23, HF-24, HF-44, HG-03: a card is used once in a game; two skill cards in a folder, or one."""
        used: dict[Card, tuple[Entry, str]] = {}
        for week in weeks:
            for table, slots in (("offers", ("job",)), ("applications", ("job", "strength", "weakness"))):
                for (when, _), entry in self.rows[table].items():
                    if when == week:
                        self._use(entry, slots, used)

    def _use(self, entry: Entry, slots: Sequence[str], used: dict[Card, tuple[Entry, str]]) -> None:
        one = self.reading.cards_a_week == 1
        both = "strength" in slots and None not in (entry["strength"], entry["weakness"])
        same = both and entry["strength"] == entry["weakness"]
        if same and not one:
            text = "a skill card other than that of the strength (HF-25, HF-26, HG-03)"
            self.problems.append(entry.row.wrong("weakness", text))
        elif both and one and not same:
            text = "the skill card of the strength: a folder takes one, with both its halves (HG-03)"
            self.problems.append(entry.row.wrong("weakness", text))
        for slot in slots:
            if entry[slot] is None or (slot == "weakness" and (same or one)):
                continue
            card = ("jobs" if slot == "job" else "skills", entry[slot])
            if card in used:
                first, where = used[card]
                text = (
                    f"found {in_words(entry.row[slot])}, which {first['player']} used in week {first['week']}"
                    f" ({first.place(where)}), allowed: a card that has not left the game (HF-44)"
                )
                self.problems.append(Problem(entry.place(slot), slot, text, WRONG))
            used.setdefault(card, (entry, slot))

    def _check_salaries(self) -> None:
        """HF-27: each salary card once."""
        seen: dict[tuple[str, int], Entry] = {}
        for (week, player), entry in sorted(self.rows["applications"].items()):
            if entry["salary"] is None:
                continue
            first = seen.setdefault((player, entry["salary"]), entry)
            if first is not entry:
                text = (
                    f"found {in_words(entry.row['salary'])}, which {entry['player']} used in week"
                    f" {first['week']} (line {first.row.line}), allowed: a salary card not used yet (HF-27)"
                )
                self.problems.append(entry.row.problem("salary", text))
            del week

    # ---- putting together
    def _week(self, week: int, order: list[str], seat: dict[str, int]) -> Week:
        at = [{key: self.rows[table][week, key] for key in order} for table in ACTOR]
        offers, folders, hires = at
        return Week(
            offers=[offers[key]["job"] for key in order],
            folders=[_folder(folders[key], seat) for key in order],
            hires=[seat[key_of(hires[key]["chosen_player"])] for key in order],
            places={
                (table, seat[key]): rows[key].place(ACTOR[table])
                for table, rows in zip(ACTOR, at, strict=True)
                for key in order
            },
        )


def _folder(entry: Entry, seat: dict[str, int]) -> Folder:
    names = ("job", "strength", "weakness", "salary", "seconds")
    return Folder(seat[key_of(entry["target"])], *(entry[name] for name in names))

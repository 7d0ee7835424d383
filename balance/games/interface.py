"""What a game is to the rest of the toolkit: data, tables, one door for decisions, declared measures.

Nothing outside `balance/games/<game>/` knows a name of a game. A game is one `Game` subclass that names
its records, its compiled entry points and what it counts; everything here works through those.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from balance import jit
from balance.chance import deal_key
from balance.errors import IllegalOption, RecordsError, ScenarioError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    import pandas as pd

    from balance.cards import CardSet, Override
    from balance.games.records import ChoiceData, Recorded


# ------------------------------------------------------------------------------ declared measures

Unit = Literal["share", "points", "$", "rounds", "minutes", "count", "per draw", "per game", "per turn"]


class Tables(Protocol):
    """What a measure may look at: a `Run`, or anything else with these tables."""

    @property
    def games(self) -> pd.DataFrame:
        """A row per game."""

    @property
    def seats(self) -> pd.DataFrame:
        """A row per game and seat."""

    @property
    def cards(self) -> CardSet:
        """The card data the games were played with."""


@dataclass(frozen=True)
class Measure:
    """A number per game or per seat, computed from the tables of a run.

    `top` (and `bottom` for a ratio of totals) take the table of that level and give one number per row.
    With `bottom`, the measure is sum(top) / sum(bottom), clustered by deal; without, the mean of `top`
    over the rows where it is not missing. `whole`: they take the run itself (`Tables`) instead, because
    they need more than one table or the card data; `columns` hides the difference.

    `neutral` is the value at which what the measure says turns round (0 for a difference, one half for a
    share that leans one way or the other), or a function of the number of players that gives it. Where a
    scenario has settings, its page says at which of them the measure lies above it, and at which below.
    """

    id: str
    name: str
    unit: Unit
    level: Literal["game", "seat"]
    definition: str
    rules: tuple[str, ...]
    top: Callable[[Any], pd.Series]
    bottom: Callable[[Any], pd.Series] | None = None
    rate: bool = False  # True: lies in 0..1, so a Wilson interval on the effective sample
    whole: bool = False
    neutral: float | Callable[[int], float] | None = None

    def turns_at(self, players: int) -> float | None:
        """The neutral value with so many players; None when it has none."""
        return self.neutral(players) if callable(self.neutral) else self.neutral

    def columns(self, run: Tables) -> tuple[pd.Series, pd.Series | None]:
        """(top, bottom or None) for each row of `run.games` or `run.seats`, whichever is its level."""
        table = run if self.whole else run.games if self.level == "game" else run.seats
        return self.top(table), None if self.bottom is None else self.bottom(table)


@dataclass(frozen=True)
class Curve:
    """A ratio of two counters along an axis (round, deck age): sum(top) / sum(bottom) per bin.

    `axis` names an array of rows in the seat's tally; `top` and `bottom` are fields of those rows.
    `scale` multiplies the ratio (a counter in millionths has scale 1e-6).
    """

    id: str
    name: str
    unit: Unit
    axis: str
    top: str
    bottom: str
    definition: str
    rules: tuple[str, ...]
    scale: float = 1.0
    rate: bool = True


@dataclass(frozen=True)
class Contrast:
    """Two ratios of one axis compared: sum(top) / sum(bottom) - sum(other_top) / sum(other_bottom) per bin.

    For instance the win share of seats that drew a card less that of seats that did not. It says what goes
    together, not what causes what, and the page says so. Fields and `scale` as for `Curve`; `scale` is
    applied to both tops.

    With `price`, the id of a measure, the second ratio is multiplied by the value of that measure in the run:
    what something brings less what it costs. The price counts as known in the interval.
    """

    id: str
    name: str
    unit: Unit
    axis: str
    top: str
    bottom: str
    other_top: str
    other_bottom: str
    definition: str
    rules: tuple[str, ...]
    scale: float = 1.0
    rate: bool = False  # a difference is no rate: it may be below 0
    price: str = ""


@dataclass(frozen=True)
class Axis:
    """How the bins of an axis are called: `label(cards)` gives one text per bin in use."""

    id: str
    name: str
    labels: Callable[[CardSet], list[str]]


@dataclass(frozen=True)
class Sheet:
    """A table worked out from the card data alone: heads of its columns, and its rows as text."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Lint:
    """What can be said of cards before a game is played: tables with their titles, warnings in words.

    note: what is to be known of the lint itself.
    """

    tables: tuple[tuple[str, Sheet], ...]
    warnings: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True)
class Panel:
    """One figure with the table behind it.

    kinds: `measures` (a table, one row with interval per measure), `by_plan` (one measure, a dot per plan),
    `curves` (lines along an axis), `curve_by_plan` (one curve, a line per plan), `distribution`
    (histogram of a per-row measure), `family` (one measure per card: its columns `field.<card>`),
    `counts` (histogram of a family whose members are whole numbers, the last one perhaps open: "5+"),
    `parts` (a measure, then the families and measures that add up to it, over all and by plan), `sheet`
    (a table from the card data; no items), `bins` (curves and contrasts of one axis, one row per bin such as
    a card: a dot figure of the first, largest first, and a table with a column for each).

    members: of `bins`, the labels it shows; None: all of the axis. names: of `bins`, how labels are called in
    it; None: by the names of the book.
    """

    kind: Literal[
        "measures",
        "by_plan",
        "curves",
        "curve_by_plan",
        "distribution",
        "family",
        "counts",
        "parts",
        "sheet",
        "bins",
    ]
    title: str
    items: tuple[str, ...]
    note: str = ""
    band: Callable[[CardSet], tuple[float, float]] | None = None  # shaded range of a distribution
    sheet: Callable[[CardSet], Sheet] | None = None
    members: Callable[[CardSet], Sequence[str]] | None = None
    names: Callable[[CardSet], Mapping[str, str]] | None = None


@dataclass(frozen=True)
class Chapter:
    """A section of the report that belongs to this game."""

    id: str
    title: str
    question: str
    panels: tuple[Panel, ...]


@dataclass(frozen=True)
class Sentence:
    """A finding in words.

    `text` holds places, each filled with value and interval: `{measure_id}`, `{family_id[card id]}`,
    `{curve_id[bin label]}`; `{card[card id]}` becomes the printed name. `judge`, when given, gets the
    estimates (an Estimate per measure id; a dict of label -> Estimate per family or curve id; nothing
    where the run had no case) and returns a further clause, which may hold places too. A sentence with
    a place that cannot be filled is left out, and the report says so.
    """

    text: str
    judge: Callable[[Mapping[str, Any]], str] | None = None
    topic: str = ""  # one or two words before the sentence
    chapter: str = ""  # id of the chapter that shows more


@dataclass(frozen=True)
class Family:
    """Measures with one member per card: columns `<field>.<card id>` of the seats table."""

    id: str
    name: str
    unit: Unit
    definition: str
    rules: tuple[str, ...]
    top: str
    bottom: str | None = None  # another field, with the same labels or with none; None = per seat
    rate: bool = False
    some: bool = False  # True: count rows with at least one (top > 0) instead of the total
    seen: bool = False  # True: the mean of top over the rows where it is above 0
    members: Callable[[CardSet], Sequence[str]] | None = None  # the cards it speaks of; None: all


@dataclass(frozen=True)
class Extreme:
    """A game worth reading: the one in which a measure is largest or smallest."""

    title: str
    measure: str
    end: Literal["max", "min"]


@dataclass(frozen=True)
class MeasureBook:
    """Everything a game counts and says about itself in a report.

    Who leads, as array fields of the game tally with an entry per round: `lead` (two players) is the lead of
    seat 0; `leader` (any number) the seat that leads alone, -1 where none does, and `margin` its lead over
    the next. A game row may have `rounds` (what lies beyond was not played) and `stalled` (0: ended; n: given
    up, for the reason that is the n-th label of `Game.labels(cards)["stalled"]`, counted from 1).

    `caveats`: what a simulation of this game cannot tell, a sentence each; they stand before all findings.

    `partners`: players win only together with others (a hirer needs somebody who applies well), so a bot
    alone among worse ones cannot show what it can do. It is measured against them by what a worse one, alone,
    leaves to it.
    """

    measures: tuple[Measure, ...]
    curves: tuple[Curve, ...]
    axes: tuple[Axis, ...]
    families: tuple[Family, ...]
    chapters: tuple[Chapter, ...]
    sentences: tuple[Sentence, ...]
    lead: str | None = None  # array field of the game tally: lead of seat 0 after each round
    extremes: tuple[Extreme, ...] = ()
    names: Callable[[CardSet], Mapping[str, str]] | None = None  # card id -> printed name
    contrasts: tuple[Contrast, ...] = ()
    leader: str | None = None
    margin: str | None = None
    caveats: tuple[str, ...] = ()
    partners: bool = False

    def measure(self, name: str) -> Measure:
        """The measure of that id; KeyError if there is none."""
        return {m.id: m for m in self.measures}[name]


# --------------------------------------------------------------------------------------- the game

RANDOM_BOT = "random"
"""The foot of the ladder, in every game: it measures bots, and is left out of what is said of the game."""

SEATS_MAX = 6
JOB = np.dtype([("key", np.int64), ("bot", np.int64, (SEATS_MAX,))])
"""One game to play: the key of its luck, and for each seat an index into the bots."""


@dataclass(frozen=True)
class GameInfo:
    """What a person and a manifest need to know of a game."""

    id: str
    title: str
    seats: tuple[int, ...]  # player counts it can be played with
    seat_names: tuple[str, ...]
    rules_version: int  # moves only when the same key may give another game


@dataclass
class Match:
    """One game in play, as arrays of one record (what compiled entry points take)."""

    tables: np.ndarray
    state: np.ndarray

    def copy(self) -> Match:
        """The same game, to be played on by itself."""
        return Match(self.tables, self.state.copy())


@dataclass(frozen=True)
class Kernels:
    """The compiled entry points of a game. All take arrays of one record.

    setup(tables, state, key, log_on)      a new game with the luck of that key
    options(tables, state)                 fills state.option / option_count
    apply(tables, state, option) -> bool   False: not offered, and nothing changed
    choose(tables, state, bots) -> int     what the deciding seat's bot picks
    play(tables, bots, state, jobs, game_rows, seat_rows)   many games, in one call; a `JOB` each,
                                           rows filled: game_rows[i], seat_rows[i, seat]
    """

    setup: Any
    options: Any
    apply: Any
    choose: Any
    play: Any

    def plain(self) -> Kernels:
        """The same entry points as ordinary Python (for `jit.as_objects` states)."""
        return Kernels(**{name: jit.plain(getattr(self, name)) for name in self.__dataclass_fields__})


class Game(ABC):
    """A card game. Subclasses name records, kernels and words; the methods here work for all."""

    info: GameInfo
    state_dtype: np.dtype
    tables_dtype: np.dtype
    bot_dtype: np.dtype
    game_row: np.dtype
    seat_row: np.dtype
    kernels: Kernels

    @property
    @abstractmethod
    def book(self) -> MeasureBook:
        """What the game counts, and what a report says of it."""

    # ---- data
    @abstractmethod
    def load(self, folder: Path, overrides: Sequence[tuple[str, Any] | Override] = ()) -> CardSet:
        """Read and check the card data; CardDataError says file, line, column, what is allowed."""

    @abstractmethod
    def tables(self, cards: CardSet, seats: int | None = None) -> np.ndarray:
        """Card data as an array of one `tables_dtype` record, for a game of so many players.

        seats: one of `info.seats`; None: the least of them. A game whose rules do not ask may ignore it.
        """

    @abstractmethod
    def bot(self, cards: CardSet, name: str) -> np.void:
        """The weights of a named bot as one `bot_dtype` record."""

    @abstractmethod
    def labels(self, cards: CardSet) -> dict[str, list[str]]:
        """Names for the members of each array field of the rows, e.g. `bought` -> building ids."""

    def warnings(self, cards: CardSet, seats: int) -> list[str]:
        """What is valid but looks wrong in the card data, a sentence each: for runs and their reports."""
        del cards, seats
        return []

    def lint(self, cards: CardSet, only: Sequence[str] = (), second: Path | None = None) -> Lint:
        """What can be said of the cards without playing: of all, or of those named by id.

        second: a file in which somebody else has judged the cards; a game says what it makes of it. A game
        without a lint of its own has its warnings only.
        """
        if only or second is not None:
            msg = f"{self.info.title} has no lint of single cards and no second opinion: only of all cards"
            raise ScenarioError(msg)
        texts = dict.fromkeys(text for seats in self.info.seats for text in self.warnings(cards, seats))
        note = f"{self.info.title} has no lint of its own: these are the warnings that runs give."
        return Lint((), tuple(texts), note)

    # ---- records of real games
    def choice_data(self, cards: CardSet, folder: Path) -> ChoiceData:
        """What people chose, from the records in a folder; RecordsError says what is wrong with them."""
        del cards, folder
        msg = f"{self.info.id} has no model of choice to fit"
        raise RecordsError(msg)

    def recorded(self, cards: CardSet, folder: Path, name: str | None = None) -> Recorded:
        """A recorded game, played again (without a name: the only one); RecordsError when it cannot be."""
        del cards, folder, name
        msg = f"{self.info.id} does not read records of real games"
        raise RecordsError(msg)

    def record_rows(
        self, cards: CardSet, match: Match, name: str, players: Sequence[str] = ()
    ) -> dict[str, list[dict[str, Any]]]:
        """A game played here (its log on) as a record: the rows of each table."""
        del cards, match, name, players
        msg = f"{self.info.id} does not write records"
        raise RecordsError(msg)

    # ---- words
    @abstractmethod
    def option_text(self, cards: CardSet, match: Match, option: int) -> str:
        """An option in plain words."""

    @abstractmethod
    def state_text(self, cards: CardSet, match: Match) -> str:
        """A position as text that `parse_state` reads back."""

    @abstractmethod
    def parse_state(self, cards: CardSet, tables: np.ndarray, text: str) -> Match:
        """The inverse of `state_text`."""

    @abstractmethod
    def transcript(self, cards: CardSet, match: Match, names: Sequence[str]) -> list[str]:
        """The log of a game, a line for each thing that happened."""

    # ---- for the conformance test
    @abstractmethod
    def decider(self, match: Match) -> int:
        """The seat that decides now; -1 when the game is over."""

    @abstractmethod
    def census(self, match: Match) -> tuple[int, int]:
        """(cards found in all places, cards that should be there)."""

    @abstractmethod
    def money(self, match: Match) -> list[tuple[int, int]]:
        """Per seat: (money held, money in minus money out)."""

    @abstractmethod
    def permute_hidden(self, match: Match, seat: int, rng: np.random.Generator) -> Match:
        """A copy in which everything hidden from that seat is permuted, and nothing else."""

    @abstractmethod
    def result(self, match: Match) -> tuple[list[float], list[int]]:
        """(win share per seat, score per seat) of a finished game."""

    # ---- the one door
    def new(self, tables: np.ndarray, seed: int, deal: int, *, log: bool = False) -> Match:
        """A new game with the luck of (seed, deal), at its first decision."""
        state = np.zeros(1, self.state_dtype)
        self.kernels.setup(tables, state, deal_key(seed, deal), int(log))
        return Match(tables, state)

    def options(self, match: Match) -> list[int]:
        """The legal options of whoever decides."""
        self.kernels.options(match.tables, match.state)
        record = match.state[0]
        return record["option"][: int(record["option_count"])].tolist()

    def apply(self, match: Match, option: int) -> None:
        """Take an option; IllegalOption (and nothing changed) when it is not offered."""
        if not self.kernels.apply(match.tables, match.state, option):
            offered = ", ".join(str(o) for o in self.options(match)) or "none: the game is over"
            msg = f"option {option} is not offered here (offered: {offered})"
            raise IllegalOption(msg)

    def choose(self, match: Match, bots: np.ndarray) -> int:
        """What the bot of the deciding seat picks; `bots` has one record per seat."""
        return int(self.kernels.choose(match.tables, match.state, bots))

    def compile(self, cards: CardSet) -> None:
        """Have every entry point ready: compiled, or loaded from the cache."""
        seats = min(self.info.seats)
        tables = self.tables(cards, seats)
        first = self.bot(cards, next(iter(cards.bots)))
        bots = np.array([first] * seats, self.bot_dtype)
        match = self.new(tables, 0, 0)
        self.apply(match, self.choose(match, bots))
        jobs = np.zeros(1, JOB)
        self.kernels.play(
            tables, bots, match.state, jobs, np.zeros(1, self.game_row), np.zeros((1, seats), self.seat_row)
        )
        self.options(match)

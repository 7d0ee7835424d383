"""What the cases are run against: the engine, and the referee of tests/oracles/ebh; one interface.

A position is given in words (see cases.py); both lay the same cards on their own table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.chance import deal_key
from balance.games.extremely_bad_hires import GAME
from balance.games.extremely_bad_hires.state import Harm, Phase, Source, Status
from tests.oracles.ebh import adapter, luck
from tests.oracles.ebh.referee import Referee, play_on
from tests.oracles.ebh.things import SPACES, Data, Hire

if TYPE_CHECKING:
    from tests.oracles.ebh.things import Card

HARMS = {"E": "end_of_next_turn", "F": "fix", "R": "recovery_fix"}
NUMBERS = {
    "timed": Harm.TIMED,
    "end_of_next_turn": Harm.NEXT_END,
    "fix": Harm.FIX,
    "recovery_fix": Harm.RECOVERY_FIX,
}


def card(name: str) -> Card:
    """`M-RET` is the card m_ret; `a3` the third copy of a, `t1` the only copy of t1."""
    if found := re.fullmatch(r"([a-dxy])(\d+)", name):
        return found[1], int(found[2]) - 1
    return name.lower().replace("-", "_"), 0


def cards(text: Any) -> list[Card]:
    return [card(name) for name in str(text or "").split()]


@dataclass
class Given:
    """A Hire of a position: `t1`, `t1:I`, `t1:X2*`, `t1:XE`; `!`: it came this turn."""

    card: Card
    status: str = "active"
    harm: str = ""
    n: int = 0
    fresh: bool = False
    entered: bool = False

    @classmethod
    def read(cls, text: str) -> Given:
        name, _, mark = text.partition(":")
        found = cls(card(name.rstrip("!")), entered=text.endswith("!"))
        mark = mark.rstrip("!")
        if mark == "I":
            found.status = "inactive"
        elif mark.startswith("X"):
            found.status, found.fresh = "incapacitated", mark.endswith("*")
            kind = mark[1:].rstrip("*")
            found.harm = HARMS.get(kind, "timed")
            found.n = int(kind) if found.harm == "timed" else 0
        return found

    def mark(self) -> tuple[Any, ...]:
        """What a check compares."""
        return self.card, self.status, self.harm, self.n, self.fresh


@dataclass
class Place:
    """What one player has."""

    profit: int = 0
    hand: list[Card] = field(default_factory=list)
    deck: list[Card] = field(default_factory=list)  # the top one first
    pile: list[Card] = field(default_factory=list)
    staff: list[Given] = field(default_factory=list)


@dataclass
class Position:
    """A position at the Preparation Window of `active` (`start`: just before that turn)."""

    players: list[Place]
    active: int
    job: Card
    jobs: list[Card]  # the top one first
    job_pile: list[Card]
    start: bool = False


def key_with_first(players: int, first: int) -> int:
    """The key of a deal in which that seat moves first."""
    keys = (deal_key(0, deal) for deal in range(1000))
    return next(key for key in keys if luck.first_player(key, players) == first)


class Subject:
    """A game that a case is played on."""

    def options(self) -> list[tuple[Any, ...]]:
        raise NotImplementedError

    def take(self, option: tuple[Any, ...]) -> None:
        raise NotImplementedError

    def asked(self) -> tuple[int, str]:
        """Who decides, and about what (seat -1: the game is over)."""
        raise NotImplementedError

    def position(self) -> dict[str, Any]:
        raise NotImplementedError

    def winners(self) -> list[int]:
        raise NotImplementedError


class Engine(Subject):
    """The compiled game."""

    def __init__(
        self, data: Data, tables: np.ndarray, qualifications: list[str], given: Position | int
    ) -> None:
        self.data, self.tables = data, tables
        self.words = adapter.Words(data, tables[0], qualifications)
        self.state = np.zeros(1, GAME.state_dtype)
        if isinstance(given, int):
            GAME.kernels.setup(tables, self.state, given, 0)
            return
        before = (given.active - 1) % data.players if given.start else given.active
        GAME.kernels.setup(tables, self.state, key_with_first(data.players, before), 0)
        assert int(self.state[0]["phase"]) == Phase.PREPARATION
        turn = int(self.state[0]["turn"])
        self._lay(given)
        self._unasked()
        if given.start:
            while int(self.state[0]["turn"]) == turn:
                self.take(next(o for o in self.options() if o in {("done",), ("skip",), ("pass",)}))

    def _lay(self, given: Position) -> None:
        game, words = self.state[0], self.words
        game["job_card"], game["job"] = words.job_number(given.job), words.jobs.index(given.job[0])
        self._pile(game, "jobs", [words.job_number(c) for c in reversed(given.jobs)])
        self._pile(game, "job_discard", [words.job_number(c) for c in given.job_pile])
        for seat, place in enumerate(given.players):
            me = game["player"][seat]
            me["profit"] = place.profit
            self._pile(me, "deck", [words.number(c) for c in reversed(place.deck)])
            self._pile(me, "discard", [words.number(c) for c in place.pile])
            self._pile(me, "hand", sorted(words.number(c) for c in place.hand))
            me["staff"]["card"] = -1
            me["staff_size"] = len(place.staff)
            for slot, hire in enumerate(place.staff):
                self._hire(me["staff"][slot], hire, seat)

    def _hire(self, row: np.void, hire: Given, seat: int) -> None:
        game = self.state[0]
        game["uids"] += 1
        row["card"], row["uid"] = self.words.number(hire.card), int(game["uids"])
        row["qualification"] = self.tables[0]["kind"][int(row["card"]) // 64]["qualification"]
        row["skills"] = 1 << int(row["qualification"])
        row["status"] = Status[hire.status.upper()]
        row["entered"] = int(hire.entered or hire.status == "inactive")
        row["played"] = 1
        row["clock"] = row["by_seat"] = -1
        if hire.harm:
            row["harm"], row["n"], row["fresh"] = NUMBERS[hire.harm], hire.n, int(hire.fresh)
            row["clock"], row["by_seat"], row["by_source"] = seat, seat, Source.JOB

    @staticmethod
    def _pile(record: np.void, name: str, numbers: list[int]) -> None:
        record[name][:] = 0
        record[name][: len(numbers)] = numbers
        record[f"{name}_size"] = len(numbers)

    def _codes(self) -> dict[tuple[Any, ...], int]:
        GAME.kernels.options(self.tables, self.state)
        game = self.state[0]
        codes = game["option"][: int(game["option_count"])].tolist()
        return {self.words.option(game, code): code for code in codes}

    def _unasked(self) -> None:
        """At the start of a position: with one option only, nobody would have been asked (EBH-8.9)."""
        while len(codes := self._codes()) == 1:
            self._apply(next(iter(codes.values())))

    def _apply(self, code: int) -> None:
        assert GAME.kernels.apply(self.tables, self.state, code), f"{code} is refused"

    def options(self) -> list[tuple[Any, ...]]:
        return list(self._codes())

    def take(self, option: tuple[Any, ...]) -> None:
        codes = self._codes()
        assert option in codes, f"{option} is not offered: {list(codes)}"
        self._apply(codes[option])

    def asked(self) -> tuple[int, str]:
        game = self.state[0]
        if int(game["phase"]) == Phase.OVER:
            return -1, "over"
        return int(game["decider"]), adapter.phase_word(int(game["phase"]))

    def position(self) -> dict[str, Any]:
        return self.words.position(self.state[0])

    def winners(self) -> list[int]:
        game = self.state[0]
        seats = range(int(game["players"]))
        return [seat for seat in seats if int(game["player"][seat]["tally"]["win_share_ppm"]) > 0]


class Judge(Subject):
    """The referee."""

    def __init__(self, data: Data, given: Position | int) -> None:
        if isinstance(given, int):
            self.referee = Referee(data, given).start()
            return
        self.referee = Referee(data, key_with_first(data.players, given.active))
        g = self.referee.g
        g.first = g.active = given.active
        g.turn = 1
        g.job, g.jobs, g.job_discard = given.job, given.jobs[::-1], list(given.job_pile)
        for seat, place in enumerate(given.players):
            player = g.players[seat]
            player.profit, player.hand, player.deck = place.profit, sorted(place.hand), place.deck[::-1]
            player.discard, player.shuffles = list(place.pile), 1
            for slot, hire in enumerate(place.staff):
                player.staff[slot] = self._hire(data, hire, seat, slot)
        self.referee.start(play_on(g, "start" if given.start else "preparation"))

    @staticmethod
    def _hire(data: Data, given: Given, seat: int, slot: int) -> Hire:
        assert slot < SPACES
        hire = Hire(given.card, seat, slot, data.hires[given.card[0]]["qualification"])
        hire.status, hire.entered = given.status, given.entered or given.status == "inactive"
        hire.harm, hire.n, hire.fresh = given.harm, given.n, given.fresh
        hire.clock = seat if given.harm else -1
        return hire

    def options(self) -> list[tuple[Any, ...]]:
        return self.referee.options()

    def take(self, option: tuple[Any, ...]) -> None:
        self.referee.apply(option)

    def asked(self) -> tuple[int, str]:
        asking = self.referee.asking
        return (asking.seat, asking.phase) if asking else (-1, "over")

    def position(self) -> dict[str, Any]:
        return adapter.position(self.referee.g)

    def winners(self) -> list[int]:
        return sorted(self.referee.g.winners)

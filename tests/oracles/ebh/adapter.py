"""The engine's records in the referee's words: options as tuples, a position as plain lists.

Nothing here decides anything: it only reads the layout of `state.py` and `record.py`.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

from balance.games.extremely_bad_hires.record import HIRED
from balance.games.extremely_bad_hires.state import (
    STAFF,
    VERB,
    At,
    Ban,
    Harm,
    Lasting,
    Leave,
    Path,
    Phase,
    Shield,
    Status,
    Stop,
    Until,
    Verb,
)
from tests.oracles.ebh.questions import required

if TYPE_CHECKING:
    import numpy as np

    from tests.oracles.ebh.things import Card, Data, Hire, Table

HARMS = {Harm.NONE: "", Harm.TIMED: "timed", Harm.NEXT_END: "end_of_next_turn", Harm.FIX: "fix"} | {
    Harm.RECOVERY_FIX: "recovery_fix"
}
PHASES = {Phase.CARD: "card", Phase.LIMIT: "limit"}


class Words:
    """What the numbers of a compiled card set stand for."""

    def __init__(self, data: Data, rules: np.void, qualifications: list[str]) -> None:
        self.data = data
        self.qualifications = qualifications
        ids = {zlib.crc32(name.encode()): name for name in (*data.hires, *data.mayhem, *data.fixes)}
        jobs = {zlib.crc32(name.encode()): name for name in data.jobs}
        self.kinds = [ids[int(luck)] for luck in rules["kind"]["luck"][: int(rules["kinds"])]]
        self.jobs = [jobs[int(luck)] for luck in rules["job"]["luck"][: int(rules["jobs"])]]

    def card(self, number: int) -> Card:
        return self.kinds[int(number) // 64], int(number) % 64

    def job(self, number: int) -> Card:
        return self.jobs[int(number) // 64], int(number) % 64

    def number(self, card: Card) -> int:
        return self.kinds.index(card[0]) * 64 + card[1]

    def job_number(self, card: Card) -> int:
        return self.jobs.index(card[0]) * 64 + card[1]

    # ---- options
    def option(self, game: np.void, code: int) -> tuple[Any, ...]:
        """A code of the engine as the referee says it."""
        verb, argument = Verb(code // VERB), code % VERB
        match verb:
            case Verb.HIRE:
                slot = argument % 8
                return "hire", self.kinds[argument // 8], None if slot == 7 else slot
            case Verb.FIX | Verb.MAYHEM | Verb.CARD | Verb.FILE:
                return verb.name.lower(), self.kinds[argument]
            case Verb.LOOKED:
                return "looked", (self.jobs if int(game["look_deck"]) == 1 else self.kinds)[argument]
            case Verb.CREW:
                return "crew", frozenset(slot for slot in range(STAFF) if argument >> slot & 1)
            case Verb.PICK:
                return "pick", argument // STAFF, argument % STAFF
            case Verb.PLAYER | Verb.OPTION:
                return verb.name.lower(), argument
            case Verb.NEXT:
                return "next", self._waiting(game, argument)
        return (verb.name.lower(),)

    @staticmethod
    def _waiting(game: np.void, place: int) -> int:
        """Which of the delayed effects it is, by age."""
        rows = game["lasting"][: int(game["lasting_size"])]
        ages = sorted(int(row["age"]) for row in rows if int(row["kind"]) == Lasting.LATER)
        return ages.index(int(rows[place]["age"]))

    # ---- positions
    def position(self, game: np.void) -> dict[str, Any]:
        """What lies on the table, in the engine's record."""
        players = int(game["players"])
        looked = Phase(int(game["phase"])) == Phase.LOOKED
        return {
            "active": int(game["active"]),
            "turn": int(game["turn"]),
            "counts": [int(game[n]) for n in ("hires_played", "fixes_played", "attempts_made", "completed")],
            "job": self.job(game["job_card"]),
            "jobs": None
            if looked
            else [self.job(n) for n in game["jobs"][: int(game["jobs_size"])].tolist()],
            "job pile": None
            if looked
            else sorted(self.job(n) for n in game["job_discard"][: int(game["job_discard_size"])].tolist()),
            "attempt": self._attempt(game),
            "lasting": self._lasting(game),
            "players": [self._player(game["player"][seat], looked=looked) for seat in range(players)],
        }

    def _player(self, player: np.void, *, looked: bool) -> dict[str, Any]:
        piles = {
            name: [self.card(n) for n in player[name][: int(player[f"{name}_size"])].tolist()]
            for name in ("deck", "discard", "hand")
        }
        return {
            "profit": int(player["profit"]),
            "deck": None if looked else piles["deck"],
            "pile": None if looked else sorted(piles["discard"]),
            "hand": None if looked else sorted(piles["hand"]),
            "staff": [self._hire(row) for row in player["staff"]],
        }

    def _hire(self, row: np.void) -> Any:
        if row["card"] < 0:
            return None
        at = dict(zip(HIRED.names or (), row.tolist(), strict=True))
        hurt = at["status"] == Status.INCAPACITATED
        harm = HARMS[Harm(at["harm"])], at["n"], bool(at["fresh"]), bool(at["lock"]), at["clock"]
        marks = harm if hurt else ("", 0, False, False, -1)
        word = Status(at["status"]).name.lower()
        return self.card(at["card"]), word, bool(at["entered"]), bool(at["played"]), marks

    def _attempt(self, game: np.void) -> Any:
        attempt = game["attempt"]
        if not int(attempt["running"]):
            return None
        crew = int(attempt["crew"])
        return (
            self.jobs[int(attempt["job"])],
            Path(int(attempt["path"])).name.lower(),
            [slot for slot in range(STAFF) if crew >> slot & 1],
            int(attempt["sent"]),
            self._required(game),
            [int(p) for p in attempt["profit"].tolist()],
            bool(int(attempt["ending"])),
        )

    def _required(self, game: np.void) -> int:
        attempt = game["attempt"]
        if self.data.readings["required_order"] == "in_order":
            return int(attempt["raw"])
        set_to = int(attempt["set_to"])
        printed = self.data.jobs[self.jobs[int(attempt["job"])]]["required"]
        return (printed if set_to < 0 else set_to) + int(attempt["added"])

    def _lasting(self, game: np.void) -> list[Any]:
        rows = game["lasting"][: int(game["lasting_size"])]
        return sorted(self._row(row) for row in rows)

    def _row(self, row: np.void) -> tuple[Any, ...]:
        kind, what, hire = Lasting(int(row["kind"])), int(row["what"]), int(row["hire"])
        match kind:
            case Lasting.PROTECT:
                word = Shield(what).name
            case Lasting.QUALIFY:
                word = self.qualifications[what]
            case Lasting.FORBID:
                word = Ban(what).name
            case Lasting.ALLOW:
                word = (
                    Leave(what).name
                    if what < Leave.OVERRIDE
                    else f"override {Ban(what - Leave.OVERRIDE).name}"
                )
            case Lasting.LATER:
                word = At(what).name
            case _:
                word = "mayhem"
        later = kind == Lasting.LATER
        about = (hire // STAFF, hire % STAFF) if hire >= 0 else (int(row["player"]), -1)
        until = "" if later else Until(int(row["until"])).name.lower()
        return (
            kind.name.lower(),
            word.lower(),
            about,
            until,
            int(row["count"]) if kind == Lasting.CANCEL else 1,
        )


def phase_word(phase: int) -> str:
    return Phase(phase).name.lower()


def position(g: Table) -> dict[str, Any]:
    """The same of the referee."""
    looked = False
    return {
        "active": g.active,
        "turn": g.turn,
        "counts": [g.hires_played, g.fixes_played, g.attempts_made, int(g.completed)],
        "job": g.job,
        "jobs": None if looked else list(g.jobs),
        "job pile": sorted(g.job_discard),
        "attempt": _attempt(g),
        "lasting": sorted(_row(row) for row in g.lasting),
        "players": [
            {
                "profit": player.profit,
                "deck": list(player.deck),
                "pile": sorted(player.discard),
                "hand": sorted(player.hand),
                "staff": [_hire(hire) for hire in player.staff],
            }
            for player in g.players
        ],
    }


def _hire(hire: Hire | None) -> Any:
    if hire is None:
        return None
    marks = (hire.harm, hire.n, hire.fresh, hire.lock, hire.clock)
    return hire.card, hire.status, hire.entered, hire.played, marks


def _attempt(g: Table) -> Any:
    attempt = g.attempt
    if attempt is None:
        return None
    return (
        attempt.job,
        attempt.path,
        sorted(hire.slot for hire in attempt.crew),
        len(attempt.sent),
        required(g, attempt, floor=False),
        [attempt.profit.get(seat, 0) for seat in range(4)],
        attempt.ended,
    )


def _row(row: Any) -> tuple[Any, ...]:
    what = f"override {row.what[1]}" if isinstance(row.what, tuple) else row.what
    about = (row.hire.owner, row.hire.slot) if row.hire else (row.player, -1)
    until = "" if row.kind == "later" else row.until
    return row.kind, what, about, until, row.count if row.kind == "cancel" else 1


def stop_word(stalled: int) -> str:
    return "" if stalled == Stop.NONE else Stop(stalled).name.lower()

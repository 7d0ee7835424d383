"""A position read back from its text: the inverse of `positions.py`, which tells the form.

What may stand here: `parse_state`, and what follows from the lines of a text for what they leave out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from balance.errors import BalanceError
from balance.games.extremely_bad_hires.notation import (
    NOTHING,
    card_text,
    cards_of,
    is_number,
    place_of,
    seat_of,
    whole,
)
from balance.games.extremely_bad_hires.positions import (
    EMPTY,
    FIELDS_ASKED,
    FIELDS_ATTEMPT,
    FIELDS_FRAME,
    FIELDS_GAME,
    FIELDS_HEAD,
    FIELDS_HIRE,
    FIELDS_LASTING,
    FIELDS_LOOK,
    FIELDS_LOOP,
    FIELDS_LUCK,
    FIELDS_PLAYER,
    HEAD,
    STATUSES,
    STOPS,
)
from balance.games.extremely_bad_hires.record import GAME
from balance.games.extremely_bad_hires.state import (
    LASTING,
    LOOPS,
    STAFF,
    Deck,
    Harm,
    Lasting,
    Phase,
    Stage,
    Status,
    Window,
)
from balance.games.extremely_bad_hires.words import COPIES, names
from balance.games.interface import Match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.cards import CardSet

BEGINS = {
    Phase.PREPARATION: (Stage.PREPARATION, Window.PREPARATION),
    Phase.CREW: (Stage.CREW, Window.CREW),
    Phase.MAYHEM: (Stage.MAYHEM, Window.MAYHEM),
    Phase.FIX_WINDOW: (Stage.MAYHEM, Window.MAYHEM),
    Phase.RECOVERY: (Stage.RECOVERY, Window.RECOVERY),
    Phase.LIMIT: (Stage.LIMIT, Window.HAND),
}
"""Where in a turn a question is asked; for others the text has to say."""


def parse_state(cards: CardSet, tables: np.ndarray, text: str) -> Match:
    """A position from its text. BalanceError says which line cannot be read, and why."""
    return _Reader(cards, tables).read(text)


class _Reader:
    """Fills a record from the lines of a position."""

    def __init__(self, cards: CardSet, tables: np.ndarray) -> None:
        self.called = names(cards)
        self.match = Match(tables, np.zeros(1, GAME))
        self.game = self.match.state[0]
        self.rules = tables[0]
        self.players = int(self.rules["players"])
        self.piles: dict[tuple[int, str], list[tuple[int, int]]] = {}  # (seat or -1, pile) -> cards
        self.told_of_turn: set[str] = set()
        self.told_of_attempt: set[str] = set()

    def read(self, text: str) -> Match:
        lines = _glued(text)
        if not lines or not lines[0].startswith("turn "):
            raise BalanceError(
                "a position needs a first line such as: turn 1, active 1, decider 1, phase preparation"
            )
        self.blank()
        for line in lines:
            try:
                self.line(line)
            except (BalanceError, ValueError, KeyError, IndexError, OverflowError) as error:
                reason = f": {error}" if isinstance(error, BalanceError) else ""
                raise BalanceError(f"cannot read the line {line!r} of a position{reason}") from None
        self.lay_company()
        self.lay_jobs()
        self.fill_players()
        self.fill()
        return self.match

    def blank(self) -> None:
        """Everything as it is when it is left out."""
        game = self.game
        for fields in (FIELDS_GAME, FIELDS_HEAD, FIELDS_LUCK, FIELDS_ASKED, FIELDS_LOOK):
            fields.blank(game)
        game["players"], game["decider"], game["leader"], game["turn"] = self.players, -1, -1, 1
        game["job_card"] = -1
        FIELDS_ATTEMPT.blank(game["attempt"])
        FIELDS_FRAME.blank(game["frame"])
        for me in game["player"]:
            FIELDS_PLAYER.blank(me)
            me["staff"]["card"] = -1

    def line(self, line: str) -> None:
        game = self.game
        head, mark, rest = line.partition(":")
        rest = rest.strip()
        parts = [part.strip() for part in (rest if mark else line).split(",") if part.strip()]
        seat = head.partition(" ")[0]
        if not mark:
            for part in parts:
                fields = FIELDS_HEAD if part.split()[0] in HEAD else FIELDS_LUCK
                fields.take(self.called, game, part)
        elif is_number(seat):
            self.player(self.seat(seat), head.partition(" ")[2], parts, rest)
        elif "." in head:
            self.hire(place_of(head), parts)
        elif head in ("jobs", "job discard"):
            self.piles[-1, head] = cards_of(self.called.job_ids, rest, "Job")
        elif head == "job":
            self.piles[-1, "job"] = cards_of(self.called.job_ids, rest, "Job")[:1]
        elif head == "looked at":
            self.looked_at = rest
        elif head == "over":
            self.over(parts)
        else:
            self.record(head, parts)

    def record(self, head: str, parts: list[str]) -> None:
        """A line of fields of a record of the game."""
        game = self.game
        if head == "this turn":
            self.told_of_turn |= {part.split()[0] for part in parts}
            fields, record = FIELDS_GAME, game
        elif head in ("asked", "looking"):
            fields, record = FIELDS_ASKED if head == "asked" else FIELDS_LOOK, game
        elif head in ("attempt", "last attempt"):
            fields, record = FIELDS_ATTEMPT, game["attempt"]
            record["running"] = head == "attempt"
        elif head in ("effect", "settlement"):
            fields, record = FIELDS_FRAME, game["frame"]
            record["on"] = head == "effect"
        elif head == "lasting":
            record, fields = self.next_row(game, "lasting", LASTING), FIELDS_LASTING
            fields.blank(record)
        elif head == "loop":
            record, fields = self.next_row(game["frame"], "loop", LOOPS), FIELDS_LOOP
        else:
            raise BalanceError(f"{head!r} begins no line of a position")
        told = {part.split()[0] for part in parts}
        for part in parts:
            if part != EMPTY:
                fields.take(self.called, record, part)
        if head == "lasting":
            self.complete_lasting(record, told)
        elif head == "attempt":
            self.told_of_attempt = told

    def complete_lasting(self, row: Any, told: set[str]) -> None:
        """What a lasting thing mostly is: it ends with the turns of whom it is about, and counts for one."""
        if "player" not in told and row["hire"] >= 0:
            row["player"] = row["hire"] // STAFF
        if "owner" not in told:
            row["owner"] = row["player"]
        if row["kind"] == Lasting.LATER and "controller" not in told:
            row["controller"] = row["player"]
        for field in ("clock", "count"):
            if field not in told:
                row[field] = 1

    def complete_attempt(self) -> None:
        """What an attempt mostly is: at the Active Job, by Hires that are still the crew."""
        game, attempt, told = self.game, self.game["attempt"], self.told_of_attempt
        if "job" not in told:
            attempt["job"] = game["job"]
        if "raw" not in told:
            attempt["raw"] = self.rules["job"][attempt["job"]]["required"]
        if "sent" not in told:
            crew = [slot for slot in range(STAFF) if int(attempt["crew"]) >> slot & 1]
            staff = game["player"][game["active"]]["staff"]
            kinds = [int(staff[slot]["card"]) // COPIES for slot in crew]
            attempt["sent"] = len(crew)
            attempt["sent_as"][: len(crew)] = [1 << self.rules["kind"][k]["qualification"] for k in kinds]
        if "attempts_made" not in self.told_of_turn:
            game["attempts_made"] = 1

    def next_row(self, owner: Any, name: str, room: int) -> Any:
        """The next row of a list, which grows by one."""
        size = "lasting_size" if name == "lasting" else "loops"
        if owner[size] == room:
            raise BalanceError(f"at most {room} such lines")
        owner[size] += 1
        return owner[name][int(owner[size]) - 1]

    def seat(self, text: str) -> int:
        seat = seat_of(text)
        if seat >= self.players:
            raise BalanceError(f"there are {self.players} players, not {seat + 1}")
        return seat

    def player(self, seat: int, pile: str, parts: list[str], rest: str) -> None:
        if pile in ("hand", "deck", "discard"):
            self.piles[seat, pile] = cards_of(self.called.kind_ids, rest, "card")
        elif pile:
            raise BalanceError(f"{pile!r} is not hand, deck or discard")
        else:
            for part in parts:
                FIELDS_PLAYER.take(self.called, self.game["player"][seat], part)

    def hire(self, place: int, parts: list[str]) -> None:
        self.seat(str(place // STAFF + 1))
        hire = self.game["player"][place // STAFF]["staff"][place % STAFF]
        FIELDS_HIRE.blank(hire)
        hire["status"] = Status.ACTIVE
        cards = cards_of(self.called.kind_ids, parts[0], "card")
        if len(cards) != 1:
            raise BalanceError("one Hire stands in a space")
        self.piles[place // STAFF, f"staff {place % STAFF}"] = cards
        hire["card"] = cards[0][0] * COPIES
        words = {word: status for status, word in STATUSES.items()}
        for part in parts[1:]:
            if part in words:
                hire["status"] = words[part]
            else:
                FIELDS_HIRE.take(self.called, hire, part)
        told = {part.split()[0] for part in parts}
        if hire["status"] == Status.INCAPACITATED:
            if "clock" not in told:
                hire["clock"] = place // STAFF
            if "harm" not in told:
                hire["harm"] = Harm.TIMED
            if hire["harm"] == Harm.TIMED and "n" not in told:
                hire["n"] = self.rules["incapacitated_turns"]

    def over(self, parts: list[str]) -> None:
        words = {word: stop for stop, word in STOPS.items()}
        for part in parts:
            word, *values = part.split()
            if word == "millionths":
                for seat, value in enumerate(values):
                    self.game["player"][seat]["tally"]["win_share_ppm"] = whole(value)
            elif word == "stop":
                self.game["tally"]["stalled"] = words[values[0]]
            else:
                raise BalanceError(f"{word!r} is not a word of this line")

    # ---- cards to their places
    looked_at = NOTHING

    def lay_company(self) -> None:
        """Hands, staffs, piles and decks; copies that are not told get the lowest free numbers."""
        game = self.game
        own = game["look_deck"] == Deck.OWN and self.looked_at != NOTHING
        looker = int(game["frame"]["controller"])
        if own:
            self.piles[looker, "looked at"] = cards_of(self.called.kind_ids, self.looked_at, "card")
        for seat in range(self.players):
            me = game["player"][seat]
            mine = {pile: cards for (owner, pile), cards in self.piles.items() if owner == seat}
            if game["frame"]["code"] >= 0 and game["frame"]["controller"] == seat:
                mine["played"] = [divmod(int(game["frame"]["code"]), COPIES)]
            copies = {kind: int(n) for kind, n in enumerate(self.rules["deck"][seat]["copies"]) if n}
            laid = _numbered(mine, None if "deck" in mine else copies, "deck", self.called.kind_ids)
            for slot in range(STAFF):
                for card in laid.get(f"staff {slot}", ()):
                    me["staff"][slot]["card"] = card
            me["staff_size"] = (me["staff"]["card"] >= 0).sum()
            _lay(me, "hand", sorted(laid.get("hand", ())))
            _lay(me, "discard", laid.get("discard", ()))
            _lay(me, "deck", laid.get("deck", ())[::-1])
            if own and seat == looker:
                _lay(game, "look", laid["looked at"])

    def lay_jobs(self) -> None:
        """The Active Job, the Job Deck and its pile."""
        game = self.game
        mine = {pile: cards for (owner, pile), cards in self.piles.items() if owner < 0}
        if game["look_deck"] == Deck.JOB and self.looked_at != NOTHING:
            mine["looked at"] = cards_of(self.called.job_ids, self.looked_at, "Job")
        copies = {kind: int(n) for kind, n in enumerate(self.rules["job_copies"]) if n}
        laid = _numbered(mine, None if "jobs" in mine else copies, "jobs", self.called.job_ids)
        if not laid.get("job") and laid.get("jobs"):
            laid["job"] = [laid["jobs"].pop(0)]
        if not laid.get("job"):
            raise BalanceError("a position needs an Active Job, such as: job: " + self.called.job_ids[0])
        game["job_card"] = laid["job"][0]
        game["job"] = game["job_card"] // COPIES
        _lay(game, "jobs", laid.get("jobs", ())[::-1])
        _lay(game, "job_discard", laid.get("job discard", ()))
        if "looked at" in laid:
            _lay(game, "look", laid["looked at"])

    def fill(self) -> None:
        """What follows from the rest."""
        game = self.game
        for seat in (int(game["active"]), int(game["decider"]), int(game["first"])):
            if seat >= self.players:
                raise BalanceError(f"there are {self.players} players, not {seat + 1}")
        if game["decider"] < 0:
            game["decider"] = game["active"]
        stage, window = BEGINS.get(Phase(game["phase"]), (None, None))
        if stage is not None and "stage" not in self.told_of_turn:
            game["stage"] = stage
        if window is not None and "window" not in self.told_of_turn:
            game["window"] = window
        if game["attempt"]["running"]:
            self.complete_attempt()
        for place, row in enumerate(game["lasting"][: game["lasting_size"]]):
            row["age"] = row["age"] or place + 1
            if row["hire"] >= 0 and row["uid"] == 0:
                row["uid"] = game["player"][row["hire"] // STAFF]["staff"][row["hire"] % STAFF]["uid"]
        for me in game["player"][: self.players]:
            for hire in me["staff"]:
                if hire["card"] >= 0:
                    hire["qualification"] = self.rules["kind"][hire["card"] // COPIES]["qualification"]
                    hire["skills"] = 1 << hire["qualification"]
        for row in game["lasting"][: game["lasting_size"]]:
            if row["kind"] == Lasting.QUALIFY:
                game["player"][row["hire"] // STAFF]["staff"][row["hire"] % STAFF]["skills"] |= (
                    1 << row["what"]
                )
        game["ages"] = max(game["ages"], *game["lasting"]["age"], 0)

    def fill_players(self) -> None:
        """Who arrived when, and the books."""
        game = self.game
        game["uids"] = max(game["uids"], game["player"]["staff"]["uid"].max())
        game["round"] = game["round"] or (max(1, game["turn"]) - 1) // self.players + 1
        for me in game["player"][: self.players]:
            me["discard"][: me["discard_size"]].sort()
            me["tally"]["own_profit"] = me["profit"] - self.rules["start_profit"]
            me["tally"]["score"] = me["profit"]
            for hire in me["staff"]:
                if hire["card"] >= 0 and hire["uid"] == 0:
                    game["uids"] += 1
                    hire["uid"] = game["uids"]
                if hire["card"] >= 0:
                    hire["qualification"] = self.rules["kind"][hire["card"] // COPIES]["qualification"]
                    hire["skills"] = 1 << int(hire["qualification"])
        for row in game["lasting"][: game["lasting_size"]]:
            if row["kind"] == Lasting.QUALIFY:
                hire = game["player"][row["hire"] // STAFF]["staff"][row["hire"] % STAFF]
                hire["skills"] |= 1 << int(row["what"])


def _glued(text: str) -> list[str]:
    """The lines, with those that begin with + at the end of the one before; remarks (#) left out."""
    lines: list[str] = []
    for line in (line.strip() for line in text.splitlines()):
        if line.startswith("+") and lines:
            lines[-1] += " " + line[1:].strip()
        elif line and not line.startswith("#"):
            lines.append(line)
    return lines


def _numbered(
    piles: dict[str, list[tuple[int, int]]], copies: dict[int, int] | None, rest: str, ids: Sequence[str]
) -> dict[str, list[int]]:
    """Each pile as cards with copies; `copies` of each kind there are in all, if the rest lies in `rest`."""
    told = [kind * COPIES + copy for pile in piles.values() for kind, copy in pile if copy >= 0]
    taken = set(told)
    if len(taken) < len(told):
        twice = next(card for card in told if told.count(card) > 1)
        raise BalanceError(f"{card_text(ids, twice)} lies in two places")
    laid: dict[str, list[int]] = {}
    for name, pile in piles.items():
        laid[name] = []
        for kind, copy in pile:
            number = copy
            if number < 0:
                free = (n for n in range(COPIES) if kind * COPIES + n not in taken)
                number = next(free, -1)
                if number < 0:
                    raise BalanceError(f"more than {COPIES} copies of {ids[kind]}")
                taken.add(kind * COPIES + number)
            laid[name].append(kind * COPIES + number)
    if copies is not None:
        every = [kind * COPIES + copy for kind, count in copies.items() for copy in range(count)]
        laid[rest] = [card for card in every if card not in taken]
    return laid


def _lay(record: Any, pile: str, cards: Sequence[int]) -> None:
    """Put cards into a pile of a record."""
    if len(cards) > len(record[pile]):
        raise BalanceError(f"{pile}: at most {len(record[pile])} cards")
    record[f"{pile}_size"] = len(cards)
    record[pile][: len(cards)] = cards

"""A position of Extremely Bad Hires as text that can be pasted into a test; read back, it plays on the same.

What may stand here: `state_text`, `parse_state`, and which part of the record stands in which line.

One line per thing; a line that begins with `+` goes on with the one before it. `state_text` writes everything
that matters to play, hidden things included. `parse_state` also reads a part of it::

    turn 12, active 2, decider 1, phase mayhem
    1: profit 7
    2: profit 9
    2.1: fax_loyalist#0, active
    2.2: bear_liaison#2, incapacitated, harm timed, n 2
    1 hand: wet_floor#0+2 pulled_plug
    job: night_market
    attempt: job night_market, path qualified, crew 1, sent 1, raw 1

Players count from 1; `2.1` is the first space of player 2's staff. A card is its id in the card data, `#`
and its copy; without a copy it is the next one that is free, and `wet_floor*3` are three. Decks list the
next card first. A deck that is left out holds all cards of that deck that are named nowhere else. The words
of the other lines are the fields of the record (`record.py`), left out where they are as they mostly are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from balance.errors import BalanceError
from balance.games.extremely_bad_hires.notation import (
    NOTHING,
    Fields,
    card_text,
    cards_of,
    cards_text,
    is_number,
    place_of,
    place_text,
    seat_of,
    whole,
)
from balance.games.extremely_bad_hires.record import ATTEMPT, FRAME, GAME, HIRED, LASTING_ROW, LOOP, PLAYER
from balance.games.extremely_bad_hires.state import (
    LASTING,
    LOOPS,
    STAFF,
    Deck,
    Lasting,
    Phase,
    Stage,
    Status,
    Stop,
    Window,
)
from balance.games.extremely_bad_hires.words import COPIES, names
from balance.games.interface import Match

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from balance.cards import CardSet
    from balance.games.extremely_bad_hires.words import Names

WIDTH = 100
EMPTY = "begins"  # a line without any field that differs
PICKS = (Phase.HIRE, Phase.CARD, Phase.FILE, Phase.LOOKED, Phase.PLAYER, Phase.OPTION, Phase.MAY, Phase.ORDER)
HEAD = ("turn", "active", "decider", "phase")
LUCK = ("luck", "first", "decisions", "effects", "uids", "ages", "random_picks", "job_shuffles")
PILES = ("jobs", "jobs_size", "job_discard", "job_discard_size", "look", "look_size", "lasting_size")
ELSEWHERE = ("players", "job", "job_card", "option_count", "option", "log_on", "log_count")
COUNTED = ("job_since", "leader", "half_seen", "behind", "close_turn", "replaced")  # for statistics only
MET = ("met", "met_kind", "surplus", "before")  # for statistics only, too
SCRATCH = ("need_mask", "need_count", "stack")
OWN_PILES = ("deck", "deck_size", "discard", "discard_size", "hand", "hand_size", "staff_size", "turns")
ASKED = ("asked_hand", "asked_type", "asked_qualification", "asked_mask", "asked_stop")
LOOKS = ("looker", "look_deck")

FIELDS_GAME = Fields("game", GAME, (*HEAD, *LUCK, *PILES, *ELSEWHERE, *COUNTED, *SCRATCH, *ASKED, *LOOKS))
FIELDS_ASKED = Fields("asked", np.dtype([(name, GAME[name]) for name in ASKED]), (), ("asked_stop",))
FIELDS_LOOK = Fields("looking", np.dtype([(name, GAME[name]) for name in LOOKS]))
FIELDS_HEAD = Fields("head", np.dtype([(name, GAME[name]) for name in HEAD]))
FIELDS_LUCK = Fields("luck", np.dtype([(name, GAME[name]) for name in LUCK]))
FIELDS_PLAYER = Fields("player", PLAYER, OWN_PILES)
FIELDS_HIRE = Fields("hire", HIRED, ("card", "status"), ("entered", "played", "fresh", "lock"))
FIELDS_WELL = Fields(
    "hire", HIRED, (*FIELDS_HIRE.without, "by_source", "by_card", "by_seat"), FIELDS_HIRE.flags
)
FIELDS_LASTING = Fields("lasting", LASTING_ROW)
ONLY_LATER = ("controller", "source", "card", "pc", "when", "bound", "bound_uid")
FIELDS_SHORT = Fields("lasting", LASTING_ROW, ONLY_LATER)
FIELDS_ATTEMPT = Fields("attempt", ATTEMPT, ("running", *MET), (), (("sent_as", "sent"),))
FIELDS_FRAME = Fields("frame", FRAME, ("on", "loops", *SCRATCH), ("cancelled", "recovery"))
FIELDS_LOOP = Fields("loop", LOOP)

STATUSES = {status: status.name.lower() for status in Status}
STOPS = {stop: stop.name.lower() for stop in Stop}
BEGINS = {
    Phase.PREPARATION: (Stage.PREPARATION, Window.PREPARATION),
    Phase.CREW: (Stage.CREW, Window.CREW),
    Phase.MAYHEM: (Stage.MAYHEM, Window.MAYHEM),
    Phase.FIX_WINDOW: (Stage.MAYHEM, Window.MAYHEM),
    Phase.RECOVERY: (Stage.RECOVERY, Window.RECOVERY),
    Phase.LIMIT: (Stage.LIMIT, Window.HAND),
}
"""Where in a turn a question is asked; for others the text has to say."""

# ------------------------------------------------------------------------------------------- writing


def state_text(cards: CardSet, match: Match) -> str:
    """A position as text; `parse_state` reads it back."""
    game, rules, called = match.state[0], match.tables[0], names(cards)
    jobs = _single(rules["job_copies"])
    lines = [("", FIELDS_HEAD.parts(called, game, HEAD))]
    lines.append(("this turn", FIELDS_GAME.parts(called, game)))
    if game["phase"] in PICKS:
        lines.append(("asked", FIELDS_ASKED.parts(called, game)))
    lines.append(("job", [card_text(called.job_ids, int(game["job_card"]), jobs)]))
    if game["look_size"]:
        lines.append(("looking", FIELDS_LOOK.parts(called, game, LOOKS)))
        looked = game["look"][: game["look_size"]]
        if game["look_deck"] == Deck.JOB:
            lines.append(_pile("looked at", called.job_ids, looked, jobs, in_order=True))
        else:
            lines.append(_pile("looked at", called.kind_ids, looked, (), in_order=True))
    for seat in range(int(game["players"])):
        lines += _player_lines(called, game, seat, _single(rules["deck"][seat]["copies"]))
    for row in game["lasting"][: game["lasting_size"]]:
        fields = FIELDS_LASTING if row["kind"] == Lasting.LATER else FIELDS_SHORT
        lines.append(("lasting", fields.parts(called, row) or [EMPTY]))
    lines += _effect_lines(called, game)
    lines.append(_pile("jobs", called.job_ids, game["jobs"][: game["jobs_size"]][::-1], jobs, in_order=True))
    lines.append(_pile("job discard", called.job_ids, game["job_discard"][: game["job_discard_size"]], jobs))
    if game["phase"] == Phase.OVER:
        shares = " ".join(str(int(me["tally"]["win_share_ppm"])) for me in game["player"][: game["players"]])
        lines.append(("over", [f"millionths {shares}", f"stop {STOPS[Stop(game['tally']['stalled'])]}"]))
    lines.append(("", FIELDS_LUCK.parts(called, game, LUCK)))
    return "\n".join(text for head, parts in lines if parts for text in _wrapped(head, parts))


def _effect_lines(called: Names, game: Any) -> list[tuple[str, list[str]]]:
    """The attempt of this turn, and the effect that resolves."""
    attempt, frame, lines = game["attempt"], game["frame"], []
    if attempt["running"] or game["attempts_made"]:
        head = "attempt" if attempt["running"] else "last attempt"
        lines.append((head, FIELDS_ATTEMPT.parts(called, attempt) or [EMPTY]))
    if frame["on"]:
        lines.append(("effect", FIELDS_FRAME.parts(called, frame) or [EMPTY]))
        loops = frame["loop"][: frame["loops"]]
        lines += [("loop", FIELDS_LOOP.parts(called, row, FIELDS_LOOP.ways)) for row in loops]
    elif frame["pending"].any():
        lines.append(("settlement", FIELDS_FRAME.parts(called, frame, ("pending",))))
    return lines


def _single(copies: Any) -> set[int]:
    """Kinds of which a deck has one copy."""
    return set(np.flatnonzero(copies == 1).tolist())


def _pile(
    head: str, ids: Sequence[str], cards: Any, single: Container[int], *, in_order: bool = False
) -> tuple[str, list[str]]:
    """The line of a pile."""
    return head, [cards_text(ids, cards.tolist(), single, in_order=in_order)]


def _player_lines(called: Names, game: Any, seat: int, single: set[int]) -> list[tuple[str, list[str]]]:
    """The lines of one player: what is counted, staff, hand, piles."""
    me, number, ids = game["player"][seat], seat + 1, called.kind_ids
    lines = [(f"{number}", FIELDS_PLAYER.parts(called, me) or ["profit 0"])]
    for slot in range(STAFF):
        hire = me["staff"][slot]
        if hire["card"] >= 0:
            fields = FIELDS_HIRE if hire["status"] == Status.INCAPACITATED else FIELDS_WELL
            parts = [card_text(ids, int(hire["card"]), single), STATUSES[Status(hire["status"])]]
            lines.append((place_text(seat * STAFF + slot), parts + fields.parts(called, hire)))
    lines.append(_pile(f"{number} hand", ids, me["hand"][: me["hand_size"]], single))
    lines.append(_pile(f"{number} deck", ids, me["deck"][: me["deck_size"]][::-1], single, in_order=True))
    lines.append(_pile(f"{number} discard", ids, me["discard"][: me["discard_size"]], single))
    return lines


def _wrapped(head: str, parts: list[str]) -> list[str]:
    """A line, broken where it is too long; what follows begins with +."""
    text = (f"{head}: " if head else "") + ", ".join(parts)
    if len(text) <= WIDTH:
        return [text]
    pieces = parts[0].split(" ") if len(parts) == 1 else [f"{part}," for part in parts[:-1]] + parts[-1:]
    lines = [f"{head}:"] if head else []
    for piece in pieces:
        if lines and len(lines[-1]) + len(piece) < WIDTH:
            lines[-1] += f" {piece}"
        else:
            lines.append(f"+ {piece}" if lines else piece)
    return lines


# ------------------------------------------------------------------------------------------- reading


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
        self.windows: set[str] = set()

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
            self.windows |= {part.split()[0] for part in parts}
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
        for part in parts:
            if part != EMPTY:
                fields.take(self.called, record, part)

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
        if stage is not None and "stage" not in self.windows:
            game["stage"] = stage
        if window is not None and "window" not in self.windows:
            game["window"] = window
        for me in game["player"][: self.players]:
            me["tally"]["own_profit"] = me["profit"] - self.rules["start_profit"]
            me["tally"]["score"] = me["profit"]
            for hire in me["staff"]:
                if hire["card"] >= 0 and hire["uid"] == 0:
                    game["uids"] += 1
                    hire["uid"] = game["uids"]


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

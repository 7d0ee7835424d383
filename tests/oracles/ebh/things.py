"""What lies on the table: players, Hires, the attempt, lasting things, the effect that resolves.

Everything is called by the words of the card files: a card is `(its id, number of the copy)`, a status or a
condition is a word. The referee knows nothing of the engine's records.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.oracles.ebh import luck

if TYPE_CHECKING:
    from collections.abc import Iterator

Card = tuple[str, int]
SPACES = 6

FRAME = {
    "target": 20,
    "opening_hand": 5,
    "start_draw": 1,
    "hire_plays": 2,
    "fix_plays": 1,
    "attempts": 1,
    "mayhem_plays": 1,
    "staff_limit": 6,
    "hand_limit": 7,
    "incapacitated_turns": 1,
    "start_profit": 0,
    "min_required": 1,
    "max_rounds": 100,
    "no_progress_rounds": 30,
    "plays_per_turn": 20,
}
"""The numbers of the rule book (and the stop rules, O-36); a card set may give others."""

READINGS = {
    "late_seats": "none",
    "next_end": "countdown",
    "arrivals": "all",
    "fresh_recovery": "waits",
    "whose": "owner",
    "no_chooser": "controller",
    "mass_mayhem": "choice_only",
    "cancelled_cost": "paid",
    "tie": "turn_order",
    "one_of": "part",
    "too_few": "take_all",
    "blocked_choice": "limited",
    "targets_when": "play",
    "mass_fix": "counts",
    "reduce_waiting": "allowed",
    "required_order": "in_order",
    "failed_profit": "settles",
    "hurt_crew": "included",
    "equal_turns": "at_once",
}


@dataclass
class Data:
    """A card set as the YAML files say it, for one number of players."""

    players: int
    hires: dict[str, dict[str, Any]]
    mayhem: dict[str, dict[str, Any]]
    fixes: dict[str, dict[str, Any]]
    jobs: dict[str, dict[str, Any]]
    decks: list[dict[str, int]]  # per seat: card id -> copies
    job_deck: dict[str, int]
    frame: dict[str, int] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.frame = FRAME | self.frame
        self.readings = READINGS | self.readings

    def type_of(self, card: Card) -> str:
        """`hire`, `mayhem` or `fix`."""
        for name, cards in (("hire", self.hires), ("mayhem", self.mayhem), ("fix", self.fixes)):
            if card[0] in cards:
                return name
        raise KeyError(card)

    def text(self, kind: str) -> dict[str, Any]:
        """A Mayhem or a Fix as written."""
        return self.mayhem[kind] if kind in self.mayhem else self.fixes[kind]


@dataclass(eq=False)
class Hire:
    """A Hire in a staff (EBH-6.1). Once it leaves, this object is never in a staff again (EBH-5.19)."""

    card: Card
    owner: int
    slot: int
    qualification: str
    status: str = "inactive"  # active, incapacitated (EBH-6.4)
    entered: bool = True  # came after its owner's last start (EBH-6.3)
    played: bool = True  # by a normal play (O-09)
    harm: str = ""  # timed, end_of_next_turn, fix, recovery_fix (EBH-10.5)
    n: int = 0
    fresh: bool = False  # inflicted in the running turn of the player who counts it (EBH-10.7)
    lock: bool = False  # cannot recover another way (EBH-10.16)
    since: int = 0  # number of the effect that inflicted it (O-26)
    clock: int = -1  # whose turn ends or Fixes count (O-11)


@dataclass
class Player:
    seat: int
    profit: int = 0
    deck: list[Card] = field(default_factory=list)  # the last one is the next
    discard: list[Card] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    staff: list[Hire | None] = field(default_factory=lambda: [None] * SPACES)
    shuffles: int = 0
    randoms: int = 0

    def hires(self) -> list[Hire]:
        return [hire for hire in self.staff if hire is not None]


@dataclass
class Attempt:
    """From Clock-In to the end of the attempt (EBH-7.12)."""

    job: str
    crew: list[Hire]
    path: str  # qualified, unqualified: locked (EBH-7.15, 7.16)
    sent: list[set[str]]  # the Qualifications of each Hire sent (O-39)
    changes: list[tuple[str, int]] = field(default_factory=list)  # of Required Hires, in order (O-28)
    profit: dict[int, int] = field(default_factory=dict)  # beside the printed one, if completed
    ended: bool = False


@dataclass(eq=False)
class Lasting:
    """A thing that lasts: protect, cancel, qualify, forbid, allow, later."""

    kind: str
    what: Any
    until: str
    owner: int  # whose turns end it
    player: int = -1
    hire: Hire | None = None
    count: int = 1
    made: int = 0  # turn in which it came
    age: int = 0
    # delayed effects only
    effect: Effect | None = None
    body: list[Any] = field(default_factory=list)
    when: Any = None


@dataclass
class Effect:
    """A card or a delayed effect that resolves (EBH-3.1): what it has bound and done so far."""

    source: str  # mayhem, fix, job
    controller: int
    number: int = 0
    text: dict[str, Any] = field(default_factory=dict)
    bound: dict[str, Any] = field(default_factory=dict)
    done: dict[str, int] = field(default_factory=dict)
    pending: dict[int, int] = field(default_factory=dict)  # settled together (EBH-11.7)


@dataclass(frozen=True)
class Bound:
    """A card that was chosen, and where it lay then."""

    card: Card
    seat: int
    zone: str


@dataclass(frozen=True)
class Ask:
    """A decision: who, what about, among what."""

    seat: int
    phase: str
    options: tuple[Any, ...]


class GameOver(Exception):
    """Somebody has won, or the game is stopped."""


UNTIL = ("attempt", "end_of_turn", "start_of_next_turn", "end_of_next_turn", "spent")
"""How long things last, the shortest first."""

EXTRAS = ("extra_fix", "extra_hire", "extra_attempt", "fix_in_mayhem_window")
"""Exceptions that are counted: two of them are two more (EBH-2.3)."""


@dataclass
class Table:
    """The whole game."""

    data: Data
    key: int = 0
    players: list[Player] = field(default_factory=list)
    first: int = 0
    active: int = 0
    turn: int = 0
    window: str = ""
    hires_played: int = 0
    fixes_played: int = 0
    attempts_made: int = 0
    plays: int = 0
    completed: bool = False
    moved: bool = False
    idle: int = 0
    still: int = 0
    profit_moved: bool = False
    job: Card = ("", 0)
    jobs: list[Card] = field(default_factory=list)  # the last one is the next
    job_discard: list[Card] = field(default_factory=list)
    job_shuffles: int = 0
    random_picks: int = 0
    lasting: list[Lasting] = field(default_factory=list)
    ages: int = 0
    effects: int = 0
    attempt: Attempt | None = None
    winners: list[int] = field(default_factory=list)
    stalled: str = ""
    events: list[tuple[Any, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.players = self.players or [Player(seat) for seat in range(self.data.players)]

    def frame(self, name: str) -> int:
        return self.data.frame[name]

    def reads(self, switch: str, position: str) -> bool:
        """Whether an open point is read that way."""
        return self.data.readings[switch] == position

    def order(self, first: int | None = None) -> list[int]:
        """Seats in turn order, from the active player unless told otherwise (EBH-13.3, 13.4)."""
        n = self.data.players
        start = self.active if first is None else first
        return [(start + k) % n for k in range(n)]

    def staffs(self) -> Iterator[Hire]:
        """All Hires: from the active player's staff in turn order, space by space."""
        for seat in self.order():
            yield from self.players[seat].hires()

    def in_staff(self, hire: Hire) -> bool:
        return self.players[hire.owner].staff[hire.slot] is hire

    def crew(self) -> list[Hire]:
        return self.attempt.crew if self.attempt else []

    def say(self, *event: Any) -> None:
        self.events.append(event)

    def shuffled(self, cards: list[Card], seat: int) -> list[Card]:
        """Cards in the order of the next shuffle of a Company Deck, or of the Job Deck (seat -1)."""
        if seat < 0:
            k, self.job_shuffles = self.job_shuffles, self.job_shuffles + 1
            return luck.job_deck_order(self.key, k, cards)
        player = self.players[seat]
        k, player.shuffles = player.shuffles, player.shuffles + 1
        return luck.company_deck_order(self.key, seat, k, cards)

    # ---- lasting things
    def rows(self, kind: str, what: Any = None) -> list[Lasting]:
        return [row for row in self.lasting if row.kind == kind and (what is None or row.what == what)]

    def on(self, hire: Hire, kind: str, what: Any = None) -> list[Lasting]:
        return [row for row in self.rows(kind, what) if row.hire is hire]

    def qualifications(self, hire: Hire) -> set[str]:
        """EBH-7.6, 7.9: the printed one, and what cards gave it."""
        return {hire.qualification} | {row.what for row in self.on(hire, "qualify")}

    def forbidden(self, what: str, seat: int, hire: Hire | None = None) -> bool:
        """EBH-2.5: a prohibition wins, unless an effect expressly lifts it."""

        def about(row: Lasting) -> bool:
            return row.hire is hire if row.hire is not None else row.player == seat

        banned = any(about(row) for row in self.rows("forbid", what))
        return banned and not any(about(row) for row in self.rows("allow", ("override", what)))

    def allowed(self, what: str, seat: int) -> int:
        """EBH-2.1, 2.3: how often cards grant it to that player."""
        return sum(row.count for row in self.rows("allow", what) if row.player == seat)

    def clock(self, row: Lasting) -> tuple[str, bool]:
        """How long, and whether "the end of the next turn" still has to let its own running turn pass."""
        waits = row.until == "end_of_next_turn" and row.made == self.turn and row.owner == self.active
        return row.until, waits

    def ends(self, row: Lasting) -> int:
        """Sorts by when it ends: this attempt, this turn, next own start, next own end, once spent."""
        if row.until == "end_of_next_turn":
            now = row.owner == self.active and not self.clock(row)[1]
            return 1 if now else 3
        return {"attempt": 0, "end_of_turn": 1, "start_of_next_turn": 2, "spent": 4}[row.until]

    def last(self, new: Lasting) -> None:
        """Begin to last. Equal ones are one: what ends later stays; counts add up if they end together."""
        new.made = self.turn
        for row in self.lasting:
            same = (row.kind, row.what, row.hire, row.player) == (new.kind, new.what, new.hire, new.player)
            if not same or row.kind == "later":
                continue
            if row.kind == "cancel" or row.what in EXTRAS:
                if self.clock(row) == self.clock(new):
                    row.count += new.count
                    return
            else:
                if self.ends(new) >= self.ends(row):
                    row.until, row.made = new.until, self.turn
                return
        self.ages += 1
        new.age = self.ages
        self.lasting.append(new)

    def drop(self, *rows: Lasting) -> None:
        self.lasting = [row for row in self.lasting if row not in rows]

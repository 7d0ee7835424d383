"""A second count of a game, from its log alone: plain Python that shares nothing with `counting.py`.

What may stand here: how the lines of a log (`events.py`) add up to the rows of `counts.py`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import pairwise

from balance.games.extremely_bad_hires.events import Back, Discarded, Drawn, Event
from balance.games.extremely_bad_hires.state import CardType, End, Path, Source, Status

STAFF, COPIES = 6, 64


@dataclass
class Hire:
    """A Hire in a staff."""

    kind: int
    status: int
    source: tuple[int, int, int] | None = None  # Source, card or Job, seat: what hurt it
    changed: bool = False  # its condition was changed since, so what is to blame is not in the log


@dataclass
class Seat:
    """What is counted of one player: names as in `TALLY`, `jobs` and `cards` by number."""

    count: Counter[str] = field(default_factory=Counter)
    jobs: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    cards: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    ends: Counter[int] = field(default_factory=Counter)
    limit: Counter[int] = field(default_factory=Counter)
    sources: Counter[int] = field(default_factory=Counter)
    profit: int = 0
    hand: int = 0
    staff: dict[int, Hire] = field(default_factory=dict)


class Recount:
    """Reads a log from its first line to its last."""

    def __init__(self, log: list[tuple[int, int, int, int, int]], types: list[int], target: int) -> None:
        """log: rows of (event, seat, a, b, c); types: CardType of each kind of Company card."""
        self.types, self.target = types, target
        self.seats: list[Seat] = []
        self.turn = self.round = 0
        self.active = -1
        self.order: list[int] = []
        self.job = self.revealed = -1
        self.faced = False  # the staff of this turn has been looked at
        self.attempt: tuple[int, int] | None = None  # Job and Path
        self.before = 0  # Profit of the active player at Clock-In
        self.resolving = self.completing = self.leaving = False
        self.played: list[tuple[int, int]] = []  # Mayhem against this attempt, not cancelled: seat, kind
        self.context: tuple[int, int, int] | None = None
        self.unclear = False
        self.leaders: list[int] = []  # at the end of each turn: the seat that leads alone, or -1
        self.leads: list[int] = []  # and the best total less the second best
        self.close = self.stopped = 0
        self.behind: set[int] | None = None
        self.winners: list[int] = []
        self.changed: set[int] = set()
        for line in log:
            self.read(*line)
        self.finish()

    # ---- one line
    def read(self, event: int, seat: int, a: int, b: int, c: int) -> None:
        """Go on by one line."""
        if event != Event.SETTLE:
            self.settled()
            if self.completing:
                self.end_attempt(completed=True)
        handler = getattr(self, f"on_{Event(event).name.lower()}", None)
        if handler is not None:
            handler(seat, a, b, c)

    def on_start(self, seat: int, players: int, _target: int, _c: int) -> None:
        self.seats = [Seat() for _ in range(players)]
        self.order = [(seat + step) % players for step in range(players)]
        for place, who in enumerate(self.order):
            self.seats[who].count["order"] = place

    def on_turn(self, seat: int, turn: int, number: int, _c: int) -> None:
        if self.turn:
            self.note_leader()
        self.turn, self.round, self.active, self.faced, self.attempt = turn, number, seat, False, None
        self.seats[seat].count["turns"] += 1

    def on_job(self, _seat: int, job: int, _left: int, _c: int) -> None:
        self.job, self.revealed = job, self.turn

    def on_file_job(self, _seat: int, job: int, _b: int, _c: int) -> None:
        self.leaving = False
        row = self.seats[self.active].jobs[job]
        row["left"] += 1
        row["dwell"] += self.turn - self.revealed

    def on_draw(self, seat: int, card: int, why: int, _c: int) -> None:
        self.seats[seat].count["drawn"] += 1
        self.seats[seat].cards[card // COPIES]["drawn"] += 1
        assert why in set(Drawn)

    def on_hire(self, seat: int, card: int, place: int, _c: int) -> None:
        me = self.seats[seat]
        me.count["hires_played"] += 1
        me.cards[card // COPIES]["played"] += 1
        me.staff[place] = Hire(card // COPIES, Status.INACTIVE)

    def on_enlist(self, _seat: int, card: int, place: int, _zone: int) -> None:
        self.seats[place // STAFF].staff[place] = Hire(card // COPIES, Status.INACTIVE)

    def leave(self, place: int) -> None:
        """A Hire leaves its staff."""
        hire = self.seats[place // STAFF].staff.pop(place)
        if hire.status == Status.INCAPACITATED:
            self.seats[place // STAFF].ends[4] += 1

    def on_dismiss(self, seat: int, _card: int, place: int, for_room: int) -> None:
        self.leave(place)
        self.seats[seat].count["dismissals"] += for_room

    def on_return(self, _seat: int, _card: int, place: int, _c: int) -> None:
        self.leave(place)

    def on_works(self, _seat: int, place: int, _kind: int, _c: int) -> None:
        self.seats[place // STAFF].staff[place].status = Status.ACTIVE

    on_activate = on_works

    def on_hurt(self, _seat: int, place: int, _kind: int, _condition: int) -> None:
        hire = self.seats[place // STAFF].staff[place]
        hire.status, hire.source, hire.changed = Status.INCAPACITATED, self.context, False
        self.seats[place // STAFF].count["hurt"] += 1

    def on_worsened(self, _seat: int, place: int, _kind: int, _condition: int) -> None:
        self.seats[place // STAFF].staff[place].changed = True

    def on_back(self, _seat: int, place: int, _kind: int, why: int) -> None:
        self.seats[place // STAFF].staff[place].status = Status.ACTIVE
        self.seats[place // STAFF].ends[Back(why)] += 1
        if why != Back.COUNT and self.context is not None and self.context[0] == Source.FIX:
            self.seats[self.context[2]].cards[self.context[1]]["recovered"] += 1

    # ---- before the Job
    def face(self, *, attempt: bool, choice: bool) -> None:
        """The active player stands before the Active Job."""
        me = self.seats[self.active]
        row = me.jobs[self.job]
        row["faced"] += 1
        if not attempt:
            name = "skips" if choice else "no_crew"
            me.count[name] += 1
            row["skipped" if choice else "no_crew"] += 1
        if self.faced:
            return
        self.faced = True
        words = {Status.ACTIVE: "active", Status.INACTIVE: "inactive", Status.INCAPACITATED: "incapacitated"}
        for hire in me.staff.values():
            me.count[words[Status(hire.status)]] += 1
            if hire.status == Status.INCAPACITATED:
                self.lose_turn(me, hire)

    def lose_turn(self, me: Seat, hire: Hire) -> None:
        """A Hire misses a turn."""
        me.count["lost_turns"] += 1
        me.cards[hire.kind]["missed"] += 1
        self.unclear |= hire.changed or hire.source is None
        if hire.source is not None:
            source, card, by = hire.source
            me.sources[source] += 1
            if source == Source.JOB:
                me.jobs[card]["lost_turns"] += 1
            else:
                self.seats[by].cards[card]["caused"] += 1

    def on_skip(self, _seat: int, job: int, there: int, _c: int) -> None:
        assert job == self.job
        self.face(attempt=False, choice=bool(there))

    def on_crew(self, seat: int, job: int, path: int, _required: int) -> None:
        self.face(attempt=True, choice=True)
        self.attempt, self.played, self.resolving = (job, path), [], False
        me = self.seats[seat]
        self.before = me.profit
        leads = self.alone() == seat
        for row in (me.count, me.jobs[job]):
            row["attempts"] += 1
        me.count["leader_attempts"] += leads
        if path == Path.QUALIFIED:
            me.count["attempts_qualified"] += 1
            me.jobs[job]["qualified"] += 1
        else:
            me.jobs[job]["unqualified"] += 1

    def on_sent(self, seat: int, _place: int, kind: int, _match: int) -> None:
        self.seats[seat].count["sent"] += 1
        self.seats[seat].cards[kind]["sent"] += 1

    # ---- cards
    def on_fix(self, seat: int, card: int, _window: int, _c: int) -> None:
        self.context = (Source.FIX, card // COPIES, seat)
        self.seats[seat].count["fixes"] += 1
        self.seats[seat].cards[card // COPIES]["played"] += 1

    def on_mayhem(self, seat: int, card: int, _b: int, _c: int) -> None:
        kind = card // COPIES
        self.context = (Source.MAYHEM, kind, seat)
        me, them = self.seats[seat], self.seats[self.active]
        assert self.attempt is not None
        me.count["mayhem"] += 1
        me.cards[kind]["played"] += 1
        them.count["mayhem_met"] += 1
        them.jobs[self.attempt[0]]["met"] += 1
        me.count["mayhem_on_leader"] += self.alone() == self.active
        self.played.append((seat, kind))

    def on_cancelled(self, seat: int, kind: int, _b: int, _c: int) -> None:
        self.seats[seat].count["mayhem_cancelled"] += 1
        self.seats[seat].cards[kind]["cancelled"] += 1
        self.played.remove((seat, kind))

    def on_waiting(self, seat: int, kind: int, source: int, _at: int) -> None:
        self.context = (source, kind, seat)

    def on_resolve(self, seat: int, job: int, _path: int, _c: int) -> None:
        self.context = (Source.JOB, job, seat)
        self.resolving = True

    def on_ended(self, seat: int, how: int, job: int, _c: int) -> None:
        words = {End.MAYHEM: "mayhem", End.SHORT: "short", End.OWN: "own", End.REMOVED: "removed"}
        for row in (self.seats[seat].count, self.seats[seat].jobs[job]):
            row[f"ended_{words[End(how)]}"] += 1
        for who, kind in self.played:
            self.seats[who].cards[kind]["failed"] += 1
        self.end_attempt(completed=False)

    def on_completed(self, seat: int, job: int, _printed: int, _more: int) -> None:
        assert self.attempt is not None
        for row in (self.seats[seat].count, self.seats[seat].jobs[job]):
            row["completed"] += 1
            row["completed_qualified"] += self.attempt[1] == Path.QUALIFIED
            row["completed_unqualified"] += self.attempt[1] != Path.QUALIFIED
        self.completing = self.leaving = True

    def end_attempt(self, *, completed: bool) -> None:
        """An attempt is over and settled: what met it, and what it changed."""
        me = self.seats[self.active]
        change = me.profit - self.before
        met = min(len(self.played), 2)
        me.count[f"by_met.{met}"] += 1
        me.count[f"by_met_completed.{met}"] += completed
        me.count[f"by_met_profit.{met}"] += change
        for who, kind in self.played:
            self.seats[who].cards[kind]["met_profit"] += change
        self.attempt, self.completing, self.resolving = None, False, False

    def on_discard(self, seat: int, card: int, why: int, _c: int) -> None:
        if why == Discarded.LIMIT:
            self.seats[seat].count["limit_discards"] += 1
            self.seats[seat].limit[CardType(self.types[card // COPIES])] += 1

    # ---- Profit
    def on_settle(self, seat: int, _change: int, profit: int, _c: int) -> None:
        me = self.seats[seat]
        change = profit - me.profit
        me.count["own_profit" if seat == self.active else "other_profit"] += change
        me.profit = profit
        self.changed.add(seat)
        if self.resolving and self.attempt is not None and seat == self.active:
            job, path = self.attempt
            me.jobs[job]["profit"] += change
            me.jobs[job]["profit_qualified" if path == Path.QUALIFIED else "profit_unqualified"] += change

    def settled(self) -> None:
        """All changes of one settlement are there."""
        if not self.changed:
            return
        self.changed = set()
        best = max(me.profit for me in self.seats)
        if self.behind is None and 2 * best >= self.target:
            totals = enumerate(me.profit for me in self.seats)
            self.behind = {n for n, total in totals if 4 * (best - total) >= self.target}
        if not self.close and 4 * best >= 3 * self.target:
            self.close = self.turn

    def alone(self) -> int:
        """The seat that leads alone; -1: nobody."""
        totals = [me.profit for me in self.seats]
        best = max(totals)
        return totals.index(best) if totals.count(best) == 1 else -1

    def note_leader(self) -> None:
        """The end of a turn."""
        first, second, *_ = sorted((me.profit for me in self.seats), reverse=True)
        self.leaders.append(self.alone())
        self.leads.append(first - second)

    def on_stall(self, _seat: int, stop: int, _job: int, _c: int) -> None:
        self.stopped = stop

    def on_winner(self, seat: int, _total: int, _share: int, _c: int) -> None:
        self.winners.append(seat)

    def finish(self) -> None:
        """The end of the game."""
        self.settled()
        if self.completing:
            self.end_attempt(completed=True)
        if self.leaving:
            self.on_file_job(-1, self.job, 0, 0)
        self.note_leader()
        for me in self.seats:
            me.ends[5] += sum(hire.status == Status.INCAPACITATED for hire in me.staff.values())

    def by_round(self, values: list[int]) -> list[int]:
        """What was noted at the end of each round, the last one perhaps unfinished."""
        players = len(self.seats)
        return [*values[players - 1 :: players], *(values[-1:] if len(values) % players else [])]

    @property
    def lead_changes(self) -> int:
        """How often the sole leader is another than the last one."""
        known = [seat for seat in self.leaders if seat >= 0]
        return sum(one != other for one, other in pairwise(known))

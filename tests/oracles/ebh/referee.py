"""The turn (EBH-4.1), and the referee: who is asked what, and what then happens.

    referee = Referee(data, key)
    while referee.asking:
        referee.apply(one of referee.options())

An option is a tuple of words: ("hire", card id, None or the space of the Hire dismissed), ("fix", card id),
("done",), ("crew", spaces), ("skip",), ("mayhem", card id), ("pass",), ("pick", seat, space), ("card", id),
("file", id), ("looked", id), ("player", seat), ("option", number), ("yes",), ("no",), ("stop",),
("next", place among the effects that wait).
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from tests.oracles.ebh import luck, plays, staff
from tests.oracles.ebh.effects import perform, run, wanted_now
from tests.oracles.ebh.plays import ask, begin
from tests.oracles.ebh.questions import classes, required, split
from tests.oracles.ebh.things import Ask, Attempt, Data, Effect, GameOver, Hire, Table

if TYPE_CHECKING:
    from collections.abc import Generator

    Asking = Generator[Ask, Any, Any]


class Referee:
    """One game. `g` is the table; `asking` the decision, None once the game is over."""

    def __init__(self, data: Data, key: int = 0) -> None:
        self.g = Table(data, key)
        self.asking: Ask | None = None
        self._run: Asking = game(self.g)

    def start(self, turn: Asking | None = None) -> Referee:
        """Go to the first decision; `turn`: from a position, with the rest of that turn."""
        if turn is not None:
            self._run = turn
        self._send(None)
        return self

    def options(self) -> list[Any]:
        return list(self.asking.options) if self.asking else []

    def apply(self, option: Any) -> None:
        assert option in self.options(), f"{option} is not offered: {self.options()}"
        self._send(option)

    def _send(self, option: Any) -> None:
        try:
            self.asking = self._run.send(option)
        except (GameOver, StopIteration):
            self.asking = None


# ------------------------------------------------------------------------------------------- the game


def game(g: Table) -> Asking:
    set_up(g)
    g.active = g.first
    yield from play_on(g, "start")


def play_on(g: Table, since: str) -> Asking:
    """From a window of the running turn."""
    yield from turn(g, since=since)
    while True:
        yield from turn(g)


def set_up(g: Table) -> None:
    """EBH-5.1 to 5.3, 11.1, 13.3."""
    data = g.data
    g.first = luck.first_player(g.key, data.players)
    for player in g.players:
        player.profit = g.frame("start_profit")
        cards = [(kind, copy) for kind, copies in data.decks[player.seat].items() for copy in range(copies)]
        player.deck = g.shuffled(cards, player.seat)
        extra = (player.seat - g.first) % data.players if g.reads("late_seats", "extra_card") else 0  # O-04
        staff.draw(g, player.seat, g.frame("opening_hand") + extra)
    jobs = [(kind, copy) for kind, copies in data.job_deck.items() for copy in range(copies)]
    g.jobs = g.shuffled(jobs, -1)
    staff.reveal_job(g)


def turn(g: Table, *, since: str = "start") -> Asking:
    """EBH-4.1. `since`: the window with which a position begins."""
    order = ("start", "preparation", "crew", "recovery", "end")
    begins = order.index(since)
    if begins <= order.index("start"):
        yield from start(g)
    if begins <= order.index("preparation"):
        yield from preparation(g)
    if begins <= order.index("crew"):
        yield from attempts(g)
    if begins <= order.index("recovery"):
        yield from recovery(g)
    yield from end(g)


def start(g: Table) -> Asking:
    """EBH-4.3 to 4.5."""
    g.turn += 1
    g.window = "start"
    g.hires_played = g.fixes_played = g.attempts_made = g.plays = 0  # EBH-4.15
    g.completed = g.moved = g.profit_moved = False
    g.drop(*[r for r in g.lasting if r.until == "start_of_next_turn" and r.owner == g.active])
    for hire in g.players[g.active].hires():
        hire.entered = False
        if hire.status == "inactive" and (hire.played or g.reads("arrivals", "all")):  # O-09
            staff.to_active(g, hire)
    staff.draw(g, g.active, g.frame("start_draw"))  # EBH-4.4
    yield from plays.resolve_waiting(g, "start_of_next_turn")  # EBH-4.5, O-07


# -------------------------------------------------------------------------------------- Preparation


def preparation(g: Table) -> Asking:
    """EBH-4.6: Hires and a Fix, in any order, nothing compulsory."""
    g.window = "preparation"
    while True:
        options: list[Any] = [("done",), *hire_plays(g), *[("fix", kind) for kind in plays.fixes(g)]]
        choice = yield from ask(g.active, "preparation", options)
        if choice == ("done",):
            return
        if choice[0] == "hire":
            play_hire(g, choice[1], choice[2])
        else:
            yield from play_fix(g, choice[1])


def hire_plays(g: Table) -> list[Any]:
    """EBH-6.3, 6.9 to 6.13."""
    player = g.players[g.active]
    if g.hires_played >= g.frame("hire_plays") + g.allowed("extra_hire", g.active):
        return []
    kinds = sorted({card[0] for card in player.hand if g.data.type_of(card) == "hire"})
    if len(player.hires()) < g.frame("staff_limit"):
        return [("hire", kind, None) for kind in kinds]
    out = [h for h in player.hires() if h.status == "active" and not g.forbidden("dismiss", g.active, h)]
    return [("hire", kind, hire.slot) for kind in kinds for hire in classes(g, out)]


def play_hire(g: Table, kind: str, dismissed: int | None) -> None:
    player = g.players[g.active]
    if dismissed is not None:
        staff.lay_off(g, player.staff[dismissed])  # type: ignore[arg-type]
    card = min(card for card in player.hand if card[0] == kind)
    player.hand.remove(card)
    staff.enter(g, g.active, card, played=True)
    g.hires_played, g.plays, g.moved = g.hires_played + 1, g.plays + 1, True


def play_fix(g: Table, kind: str) -> Asking:
    g.fixes_played += 1  # EBH-9.13
    yield from plays.play(g, g.active, kind, "fix")


# ---------------------------------------------------------------------------------------- the attempt


def attempts(g: Table) -> Asking:
    """EBH-4.7, 4.8: once, or not; more often only by a card (EBH-4.10)."""
    while g.attempts_made < g.frame("attempts") + g.allowed("extra_attempt", g.active):
        if plays.worn_out(g):
            return
        g.window = "crew"
        crews = legal_crews(g)
        options: list[Any] = [("skip",), *[("crew", frozenset(h.slot for h in crew)) for crew in crews]]
        choice = yield from ask(g.active, "crew", options)
        if choice == ("skip",):
            return
        yield from attempt(g, [h for h in g.players[g.active].hires() if h.slot in choice[1]])


def legal_crews(g: Table) -> list[list[Hire]]:
    """Every crew that would reach Clock-In (EBH-7.2, 7.3, 7.11, O-40); of equal Hires the lowest spaces."""

    def may_go(hire: Hire) -> bool:
        waits = hire.entered and g.reads("fresh_recovery", "waits")  # EBH-6.3, O-10
        return hire.status == "active" and not waits and not g.forbidden("send", g.active, hire)

    able = [hire for hire in g.players[g.active].hires() if may_go(hire)]
    job = g.data.jobs[g.job[0]]
    limits = job.get("crew", {})
    found: dict[tuple[Any, ...], list[Hire]] = {}
    for size in range(max(1, limits.get("min", 0)), min(len(able), limits.get("max", len(able))) + 1):
        for crew in combinations(able, size):
            kinds = tuple(sorted(classes(g, able).index(alike_of(g, able, hire)) for hire in crew))
            if kinds not in found and size >= required_at_clock_in(g, list(crew)):
                found[kinds] = list(crew)
    return list(found.values())


def alike_of(g: Table, able: list[Hire], hire: Hire) -> Hire:
    return next(first for first in classes(g, able) if classes(g, [first, hire]) == [first])


def path_of(g: Table, crew: list[Hire]) -> str:
    """EBH-7.7, 7.8."""
    match = any(g.data.jobs[g.job[0]]["qualification"] in g.qualifications(hire) for hire in crew)
    return "qualified" if match else "unqualified"


def proposed(g: Table, crew: list[Hire]) -> Attempt:
    sent = [set(g.qualifications(hire)) for hire in crew]
    return Attempt(g.job[0], crew, path_of(g, crew), sent)


def required_at_clock_in(g: Table, crew: list[Hire]) -> int:
    """EBH-7.10: printed, then what the path changes, as if this crew had gone; no trace is left."""
    lasting, ages = [*g.lasting], g.ages
    rows = [(row, row.until, row.count, row.made) for row in lasting]
    g.attempt = proposed(g, crew)
    e = Effect("job", g.active)
    for instruction in path_text(g).get("clock_in", []):
        op, params = split(instruction)
        if op in {"required", "forbid", "allow"} and wanted_now(g, e, instruction):
            if isinstance(params, dict) and "who" in params:
                continue
            for _ in perform(g, e, op, params, []):
                pass  # nobody is asked
    now = required(g, g.attempt)
    g.attempt, g.lasting, g.ages = None, lasting, ages
    for row, until, count, made in rows:
        row.until, row.count, row.made = until, count, made
    return now


def path_text(g: Table) -> dict[str, Any]:
    assert g.attempt
    return g.data.jobs[g.attempt.job].get(g.attempt.path) or {}


def attempt(g: Table, crew: list[Hire]) -> Asking:
    """From Clock-In to the next Job (EBH-7.12 to 7.17)."""
    g.attempts_made, g.plays, g.moved = g.attempts_made + 1, g.plays + 1, True
    g.attempt = proposed(g, crew)
    text = path_text(g)
    g.say("clock in", tuple(h.card[0] for h in crew), g.attempt.path)
    e = begin(g, Effect("job", g.active))
    yield from run(g, e, text.get("clock_in", []))
    done = False
    yield from mayhem_window(g)
    if not g.attempt.ended and counting(g) < required(g, g.attempt):  # EBH-8.17
        g.say("short", counting(g), required(g, g.attempt))
        g.attempt.ended = True
    elif not g.attempt.ended:
        done = yield from resolve(g, text)
    g.attempt = None
    g.drop(*[row for row in g.lasting if row.until == "attempt"])
    if done:
        g.window = "after_job"
        yield from plays.resolve_waiting(g, "after_job")  # EBH-12.9


def counting(g: Table) -> int:
    """Who counts toward Required Hires (EBH-8.12, 8.17)."""
    return sum(hire.status != "incapacitated" for hire in g.crew())


def mayhem_window(g: Table) -> Asking:
    """EBH-8.4 to 8.7: each opponent once, from the left; and Fixes only by exception (O-44)."""
    assert g.attempt
    for seat in g.order()[1:]:
        yield from fix_window(g)
        for _ in range(g.frame("mayhem_plays")):
            g.window = "mayhem"
            if g.attempt.ended:  # EBH-8.21
                return
            legal = plays.mayhem(g, seat)
            choice = yield from ask(seat, "mayhem", [("pass",), *[("mayhem", kind) for kind in legal]])
            if choice == ("pass",):
                break
            yield from plays.play(g, seat, choice[1], "mayhem")
    yield from fix_window(g)


def fix_window(g: Table) -> Asking:
    g.window = "mayhem"
    assert g.attempt
    while not g.attempt.ended:
        choice = yield from ask(
            g.active, "fix_window", [("done",), *[("fix", kind) for kind in plays.fixes(g)]]
        )
        if choice == ("done",):
            return
        yield from play_fix(g, choice[1])


def resolve(g: Table, text: dict[str, Any]) -> Asking:
    """EBH-3.5: the path's effect, other effects, one settlement, win check, pile, next Job."""
    assert g.attempt
    g.window = "resolve"
    e = begin(g, Effect("job", g.active))
    yield from run(g, e, text.get("resolve", []))
    if not g.attempt.ended:
        g.window = "step_two"
        yield from plays.resolve_waiting(g, "job_step2", shared=e)
    if g.attempt.ended:  # O-37
        if g.reads("failed_profit", "lost"):
            e.pending = {}
        plays.settle(g, e)
        return False
    e.pending[g.active] = e.pending.get(g.active, 0) + g.data.jobs[g.attempt.job]["profit"]
    for seat, amount in g.attempt.profit.items():
        e.pending[seat] = e.pending.get(seat, 0) + amount
    g.completed = True
    plays.settle(g, e)
    staff.drop_job(g)  # EBH-5.17, 11.13: only if nobody has won
    return True


# --------------------------------------------------------------------------------- Recovery and End


def recovery(g: Table) -> Asking:
    """EBH-4.11, 4.12."""
    g.window = "recovery"
    while True:
        choice = yield from ask(
            g.active, "recovery", [("done",), *[("fix", kind) for kind in plays.fixes(g)]]
        )
        if choice == ("done",):
            return
        yield from play_fix(g, choice[1])


def end(g: Table) -> Asking:
    """EBH-4.13, and the turn passes (13.3)."""
    g.window = "end"
    if g.reads("next_end", "effects"):  # O-08
        back_at_end(g)
    yield from plays.resolve_waiting(g, "end_of_turn")
    countdown(g)
    g.window = "hand"
    player = g.players[g.active]
    while len(player.hand) > g.frame("hand_limit"):  # EBH-5.9, 5.10
        kinds = sorted({card[0] for card in player.hand})
        choice = yield from ask(g.active, "limit", [("card", kind) for kind in kinds])
        staff.discard(g, g.active, min(card for card in player.hand if card[0] == choice[1]))
    pass_on(g)


def back_at_end(g: Table) -> None:
    for hire in list(g.staffs()):
        if hire.harm == "end_of_next_turn" and hire.clock == g.active and not hire.fresh:
            staff.to_active(g, hire)


def countdown(g: Table) -> None:
    """EBH-10.6 to 10.9: only the turns of whoever counts it; the turn of infliction does not count."""
    for hire in list(g.staffs()):
        if hire.clock != g.active or hire.status != "incapacitated":
            continue
        if hire.fresh:
            hire.fresh = False
            g.moved = True
        elif hire.harm == "timed":
            hire.n -= 1
            g.moved = True
            if hire.n == 0:
                staff.to_active(g, hire)
        elif hire.harm == "end_of_next_turn":
            staff.to_active(g, hire)


def pass_on(g: Table) -> None:
    """What lasts this turn ends; has the game ended, or come to a stop (O-36)?"""

    def over(row: Any) -> bool:
        if row.kind == "later":
            return row.what != "start_of_next_turn"
        next_end = row.until == "end_of_next_turn" and row.owner == g.active and row.made < g.turn
        return row.until in {"attempt", "end_of_turn"} or next_end

    g.drop(*[row for row in g.lasting if over(row)])
    players = g.data.players
    g.still = 0 if g.profit_moved else g.still + 1
    g.idle = 0 if g.moved else g.idle + 1
    if g.reads("equal_turns", "finish_round") and g.order(g.first)[-1] == g.active:  # V-01
        plays.win(g, g.order(g.first))
    if g.turn >= g.frame("max_rounds") * players:
        g.stalled = "max_rounds"
    elif g.still >= g.frame("no_progress_rounds") * players:
        g.stalled = "no_progress"
    elif g.idle >= players:
        g.stalled = "frozen"
    if g.stalled:
        raise GameOver
    g.active = g.order()[1]


__all__ = ["Referee", "play_on"]

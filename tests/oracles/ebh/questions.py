"""Reading the table: players, numbers, conditions, candidates; and asking somebody to choose.

A chooser is a generator: it yields an `Ask` where a decision is needed, and returns what was chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.oracles.ebh import luck
from tests.oracles.ebh.things import Ask, Attempt, Bound, Card, Effect, Hire, Lasting, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    Asking = Generator[Ask, Any, Any]

WINDOWS = {"prep": "preparation", "mayhem": "mayhem", "recovery": "recovery"}

NEEDED = {
    "incapacitate": ("can_incapacitate",),
    "recover": ("recoverable",),
    "reduce": ("can_reduce",),
    "return_hire": ("can_return",),
    "dismiss": ("can_dismiss",),
    "activate": ("inactive",),
    "unassign": ("participating",),
}
"""What a Hire must be for an operation to do something with it (EBH-10.11, O-21)."""


def needed(g: Table, op: str, params: Any, *, target: bool = False) -> tuple[str, ...]:
    """The words that an operation adds to its choice of Hires; `target`: declared when the card is played."""
    if op == "incapacitate" and g.reads("blocked_choice", "free"):
        return ()  # O-21
    if op == "worsen":
        return ("incapacitated", "timed") if params.get("mode", "extend") == "extend" else ("incapacitated",)
    if op == "reduce" and target and g.reads("reduce_waiting", "allowed"):
        return ("incapacitated",)  # O-25
    return NEEDED.get(op, ())


def split(instruction: dict[str, Any]) -> tuple[str, Any]:
    """The operation of an instruction, and its parameters."""
    (op,) = (key for key in instruction if key not in {"id", "needs", "when"})
    return op, instruction[op]


# ------------------------------------------------------------------------------------------ players


def players(g: Table, e: Effect, who: Any) -> list[int]:
    """The seats that are meant, in turn order from the active player."""
    order = g.order()
    if isinstance(who, dict):  # {owner: $hire}
        hires = e.bound.get(who["owner"], [])
        return [hires[0].owner] if hires else []
    match who:
        case "you":
            return [e.controller]
        case "ap":
            return [g.active]
        case "left":
            return [order[1]]  # EBH-13.4, 13.5
        case "right":
            return [order[-1]]
        case "opponents":
            return [seat for seat in order if seat != e.controller]  # EBH-13.2
        case "others":
            return order[1:]
        case "all":
            return order
        case _:
            seat = e.bound.get(who)
            return [] if seat is None else [seat]


def player(g: Table, e: Effect, who: Any) -> int:
    found = players(g, e, who)
    return found[0] if found else -1


def chooser(g: Table, e: Effect, by: Any, *, op: str = "", staff: int = -1, hand: int = -1) -> Any:
    """Who chooses: a seat, or `random`. Named > Job that Incapacitates > own hand > O-12."""
    if by == "random":
        return "random"
    if by == "owner":
        return staff
    if by is not None:
        return player(g, e, by)
    if e.source == "job" and op == "incapacitate":
        return g.active  # EBH-12.2
    if hand >= 0:
        return hand  # EBH-5.12
    return g.active if g.reads("no_chooser", "attempting") else e.controller


# ------------------------------------------------------------------------------ numbers, conditions


def required(g: Table, attempt: Attempt, *, floor: bool = True) -> int:
    """Required Hires now (EBH-7.10, 8.17, O-28), never below the floor (O-06)."""
    now = g.data.jobs[attempt.job]["required"]
    changes = attempt.changes
    if g.reads("required_order", "sets_first"):
        changes = [c for c in changes if c[0] == "set"] + [c for c in changes if c[0] == "by"]
    for how, number in changes:
        now = number if how == "set" else now + number
    return max(now, g.frame("min_required")) if floor else now


def the_job(g: Table) -> str:
    return g.attempt.job if g.attempt else g.job[0]


def number(g: Table, e: Effect, what: Any) -> int:
    if isinstance(what, int):
        return what
    ((kind, of),) = what.items()
    match kind:
        case "count":
            return len(candidates(g, e, of, counting=True))
        case "done":
            return e.done.get(of, 0)
        case "hand":
            seat = player(g, e, of)
            return len(g.players[seat].hand) if seat >= 0 else 0
        case "profit":
            seat = player(g, e, of)
            return g.players[seat].profit if seat >= 0 else 0  # before the running settlement (O-17)
        case "required":  # EBH-12.14
            if of == "current" and g.attempt:
                return required(g, g.attempt)
            return g.data.jobs[the_job(g)]["required"]
        case "min":
            return min(number(g, e, part) for part in of)
        case "max":
            return max(number(g, e, part) for part in of)
        case "add":
            return sum(number(g, e, part) for part in of)
    raise KeyError(kind)


def between(value: int, limits: dict[str, Any]) -> bool:
    return limits.get("min", -(1 << 30)) <= value <= limits.get("max", 1 << 30)


def holds(g: Table, e: Effect, condition: Any) -> bool:
    """Whether a condition is true now (EBH-12.10); a list: all of them."""
    if condition is None:
        return True
    if isinstance(condition, list):
        return all(holds(g, e, part) for part in condition)
    ((kind, of),) = condition.items()
    match kind:
        case "all":
            return all(holds(g, e, part) for part in of)
        case "any":
            return any(holds(g, e, part) for part in of)
        case "not":
            return not holds(g, e, of)
        case "path":
            return g.attempt is not None and g.attempt.path == of
        case "window":
            return g.window in [WINDOWS[name] for name in (of if isinstance(of, list) else [of])]
        case "count":
            return between(len(candidates(g, e, of["of"], counting=True)), of)
        case "hand" | "profit":
            who = of.get("player", "you")
            return player(g, e, who) >= 0 and between(number(g, e, {kind: who}), of)
        case "required":
            return g.attempt is not None and between(required(g, g.attempt), of)
        case "did":
            name, least = (of, 1) if isinstance(of, str) else (of["id"], of.get("at_least", 1))
            return e.done.get(name, 0) >= least
        case "completed":
            return g.completed is bool(of)
        case "players":
            return between(g.data.players, of)
        case "job":
            return bool(g.data.jobs[the_job(g)]["qualification"] == of["qualification"])
        case "deck":
            if of["of"] == "job":
                return between(len(g.jobs), of)
            seat = player(g, e, of.get("of", "you"))
            return seat >= 0 and between(len(g.players[seat].deck), of)
    raise KeyError(kind)


def wanted(g: Table, e: Effect, selector: dict[str, Any]) -> tuple[str, int]:
    """(`exact`, n), (`up_to`, n) or (`all`, 0)."""
    count = selector.get("count", 1)
    if count == "all":
        return "all", 0
    if isinstance(count, dict) and "up_to" in count:
        return "up_to", max(0, number(g, e, count["up_to"]))
    return "exact", max(0, number(g, e, count))


# ----------------------------------------------------------------------------------------- shields


def stoppers(g: Table, e: Effect, hire: Hire, doing: str = "") -> list[Lasting]:
    """The protections that stop this effect from doing that to the Hire (EBH-8.14): exactly their words."""

    def stops(row: Lasting) -> bool:
        return (
            (row.what == "mayhem" and e.source == "mayhem")
            or (row.what == "incapacitation" and doing == "incapacitate")
            or (row.what == "job_incapacitation" and doing == "incapacitate" and e.source == "job")
            or (row.what == "return" and doing == "return_hire")
        )

    return [row for row in g.on(hire, "protect") if stops(row)]


def can_incapacitate(g: Table, e: Effect, hire: Hire) -> bool:
    return hire.status != "incapacitated" and not stoppers(g, e, hire, "incapacitate")  # EBH-10.10, 10.11


def recoverable(g: Table, e: Effect, hire: Hire, *, mass: bool = False) -> bool:
    if hire.status != "incapacitated" or hire.lock or g.forbidden("recover", hire.owner, hire):
        return False
    if hire.harm != "recovery_fix":
        return True
    used_on = not (mass and g.reads("mass_fix", "does_not"))  # O-24
    return e.source == "fix" and used_on  # EBH-10.16, 10.22


def can_reduce(g: Table, e: Effect, hire: Hire, *, mass: bool = False) -> bool:
    return hire.harm != "fix" and recoverable(g, e, hire, mass=mass)  # EBH-10.13, 10.17, 10.18, 10.23


# --------------------------------------------------------------------------------------- candidates


def is_word(g: Table, e: Effect, hire: Hire, word: Any, *, mass: bool) -> bool:
    if isinstance(word, dict):
        return word["qualification"] in g.qualifications(hire)
    in_crew = hire in g.crew()
    match word:
        case "active" | "inactive" | "incapacitated":
            return hire.status == word
        case "timed":
            return hire.harm == "timed"
        case "indefinite":
            return hire.harm == "recovery_fix"
        case "can_incapacitate":
            return can_incapacitate(g, e, hire)
        case "recoverable":
            return recoverable(g, e, hire, mass=mass)
        case "can_reduce":
            return can_reduce(g, e, hire, mass=mass)
        case "can_return":
            return not stoppers(g, e, hire, "return_hire")
        case "can_dismiss":
            return not g.forbidden("dismiss", hire.owner, hire)
        case "matching":
            return g.data.jobs[the_job(g)]["qualification"] in g.qualifications(hire)
        case "not_matching":
            return g.data.jobs[the_job(g)]["qualification"] not in g.qualifications(hire)
        case "participating":
            hurt = hire.status == "incapacitated" and g.reads("hurt_crew", "left_out")  # O-38
            return in_crew and not hurt
        case "not_participating":
            return not in_crew
    raise KeyError(word)


def is_sent(g: Table, has: set[str], word: Any) -> bool:
    job = g.data.jobs[the_job(g)]["qualification"]
    if isinstance(word, dict):
        return word["qualification"] in has
    return {"matching": job in has, "not_matching": job not in has}[word]


def candidates(
    g: Table, e: Effect, selector: Any, added: Sequence[str] = (), *, counting: bool = False
) -> list[Any]:
    """The Hires an effect may pick, staff by staff from seat 0 (`counting`: nobody is affected)."""
    if isinstance(selector, str):
        return [hire for hire in e.bound.get(selector, []) if g.in_staff(hire)]
    if "pick" not in selector:  # cards, counted
        return list(cards_in(g, *place_of(g, e, selector), selector))
    pick, where = selector["pick"], selector.get("where", [])
    if pick == "sent":  # O-39
        return [
            has for has in (g.attempt.sent if g.attempt else []) if all(is_sent(g, has, w) for w in where)
        ]
    seats: Any
    match pick:
        case "participating":  # EBH-6.8, 8.11, 8.12
            seats, where = [g.active], [*where, "participating"]
        case "own_staff":
            seats = [e.controller]
        case "ap_staff":
            seats = [g.active]
        case "any_staff":
            seats = range(g.data.players)
        case _:
            seats = players(g, e, pick["staff_of"])
    mass = selector.get("count") == "all" and not counting
    found = [
        hire
        for seat in sorted(seats)
        for hire in g.players[seat].hires()
        if all(is_word(g, e, hire, word, mass=mass) for word in (*where, *added))
    ]
    if counting or e.source != "mayhem":
        return found
    found = [hire for hire in found if not g.on(hire, "protect", "mayhem")]
    if not mass or g.reads("mass_mayhem", "all"):  # O-13
        found = [hire for hire in found if not g.on(hire, "protect", "mayhem_target")]
    return found


def cards_in(g: Table, seat: int, zone: str, selector: dict[str, Any]) -> list[Card]:
    """The cards of a hand or a discard pile that fit a card selector, sorted."""
    if seat < 0:
        return []
    place = g.players[seat].hand if zone == "hand" else g.players[seat].discard
    kind, qualification = selector.get("type", "any"), selector.get("qualification")

    def fits(card: Card) -> bool:
        if kind != "any" and g.data.type_of(card) != kind:
            return False
        return qualification is None or (
            card[0] in g.data.hires and g.data.hires[card[0]]["qualification"] == qualification
        )

    return sorted(card for card in place if fits(card))


def place_of(g: Table, e: Effect, selector: dict[str, Any]) -> tuple[int, str]:
    return player(g, e, selector.get("of", "you")), selector.get("zone", "discard")


# ------------------------------------------------------------------------------------------ choosing


def ask(seat: int, phase: str, options: Sequence[Any]) -> Asking:
    """EBH-8.9: with one option only, nobody is asked."""
    if len(options) == 1:
        return options[0]
    return (yield Ask(seat, phase, tuple(options)))


def alike(g: Table, hire: Hire) -> tuple[Any, ...]:
    """Equal Hires have equal marks: which of them is picked cannot matter."""
    shields = sorted((r.kind, str(r.what), g.clock(r)) for r in g.lasting if r.hire is hire)
    return (
        hire.owner,
        hire in g.crew(),
        tuple(sorted(g.qualifications(hire))),
        (hire.status, hire.harm, hire.n, hire.fresh, hire.lock, hire.entered, hire.clock),
        tuple(shields),
    )


def classes(g: Table, hires: Sequence[Hire]) -> list[Hire]:
    """Of equal Hires the one in the lowest space."""
    first: dict[tuple[Any, ...], Hire] = {}
    for hire in sorted(hires, key=lambda h: (h.owner, h.slot)):
        first.setdefault(alike(g, hire), hire)
    return list(first.values())


def by_kind(cards: Sequence[Card]) -> dict[str, Card]:
    """Card id -> the copy with the lowest number."""
    first: dict[str, Card] = {}
    for card in sorted(cards):
        first.setdefault(card[0], card)
    return first


def pick_hires(
    g: Table,
    by: Any,
    found: list[Hire],
    how: tuple[str, int],
    possible: Callable[[list[Hire]], bool] = lambda _: True,
) -> Asking:
    """Hires one at a time; `possible`: whether what was picked so far can still lead to a legal play."""
    kind, many = how
    if kind == "all" or (kind == "exact" and len(found) <= many):
        return list(found)
    picked: list[Hire] = []
    while len(picked) < many:
        rest = [hire for hire in found if hire not in picked]
        if not rest:
            break
        if by == "random":
            number_of_pick, g.random_picks = g.random_picks, g.random_picks + 1
            picked.append(rest[luck.random_pick(g.key, number_of_pick, len(rest))])
            continue
        fitting = [hire for hire in classes(g, rest) if possible([*picked, hire])]
        options: list[Any] = [("pick", hire.owner, hire.slot) for hire in fitting]
        if kind == "up_to" and possible(picked):
            options.insert(0, ("stop",))
        choice = yield from ask(by, "hire", options)
        if choice == ("stop",):
            break
        picked.append(next(h for h in fitting if ("pick", h.owner, h.slot) == choice))
    return sorted(picked, key=lambda h: (h.owner, h.slot))


def choose_hires(g: Table, e: Effect, selector: dict[str, Any], op: str = "", params: Any = None) -> Asking:
    """Hires for an instruction that is reached (O-20, O-22)."""
    found = candidates(g, e, selector, needed(g, op, params))
    how = wanted(g, e, selector)
    if how[0] == "exact" and len(found) < how[1] and g.reads("too_few", "none"):
        return []
    if not found:
        return []
    owner = found[0].owner
    return (yield from pick_hires(g, chooser(g, e, selector.get("by"), op=op, staff=owner), found, how))


def choose_card(
    g: Table, e: Effect, selector: dict[str, Any], possible: Callable[[Card], bool] = lambda _: True
) -> Asking:
    """One card of a hand or a pile, by its kind; None if there is none (EBH-14.4)."""
    seat, zone = place_of(g, e, selector)
    first = by_kind([card for card in cards_in(g, seat, zone, selector) if possible(card)])
    if not first:
        return None
    word, phase = ("card", "card") if zone == "hand" else ("file", "file")
    by = chooser(g, e, selector.get("by"), staff=seat)
    choice = yield from ask(by, phase, [(word, kind) for kind in first])
    return Bound(first[choice[1]], seat, zone)

"""Instructions, one after the other, each on the state its predecessors left (EBH-2.8, 3.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.oracles.ebh import cards, staff
from tests.oracles.ebh.options import first_use, performable
from tests.oracles.ebh.questions import (
    ask,
    candidates,
    choose_card,
    choose_hires,
    chooser,
    holds,
    number,
    player,
    players,
    split,
)
from tests.oracles.ebh.questions import required as required_now
from tests.oracles.ebh.things import Effect, Lasting, Table

if TYPE_CHECKING:
    from collections.abc import Generator

    from tests.oracles.ebh.things import Ask, Hire

    Asking = Generator[Ask, Any, Any]

GROUPS = ("opponents", "others", "all")


def run(g: Table, e: Effect, instructions: list[Any]) -> Asking:
    """In written order; what is impossible is skipped, and what depends on it (EBH-2.9)."""
    for at, instruction in enumerate(instructions):
        if not wanted_now(g, e, instruction):
            continue
        op, params = split(instruction)
        done = yield from perform(g, e, op, params, instructions[at + 1 :])
        if "id" in instruction:
            e.done[instruction["id"]] = e.done.get(instruction["id"], 0) + done


def wanted_now(g: Table, e: Effect, instruction: dict[str, Any]) -> bool:
    """`needs` (EBH-3.3) and `when` (EBH-12.10)."""
    needs = instruction.get("needs")
    if needs is not None:
        name, least = (needs, 1) if isinstance(needs, str) else (needs["id"], needs.get("at_least", 1))
        if e.done.get(name, 0) < least:
            return False
    return holds(g, e, instruction.get("when"))


def perform(g: Table, e: Effect, op: str, params: Any, later: list[Any]) -> Asking:
    """One instruction; how many units of it happened."""
    if not isinstance(params, dict):
        params = {"by" if op in {"required", "job_profit"} else "count": params}
    if op in CONTROL:
        return (yield from CONTROL[op](g, e, params, later))
    if op in HIRE_OPS or "who" in params:
        who = params["who"]
        hires = (
            candidates(g, e, who)
            if isinstance(who, str)
            else (yield from choose_hires(g, e, who, op, params))
        )
        return (HIRE_OPS | ON_HIRES)[op](g, e, params, hires)
    if op in cards.OPS:
        seats = players(g, e, params.get("player", "you"))
        if op in {"draw", "reveal"}:  # for all of a group at once: one number
            params = {**params, "count": number(g, e, params.get("count", 1))}
        done = 0
        for seat in seats:  # a group: one after the other
            done += yield from cards.OPS[op](g, e, params, seat)
        return done
    if op in cards.CARD_OPS:
        return (yield from cards.CARD_OPS[op](g, e, params))
    return PLAIN[op](g, e, params)


# ------------------------------------------------------------------------------------------- control


def choose(g: Table, e: Effect, params: Any, later: list[Any]) -> Asking:
    """Bind Hires or a card when reached; only what the effect can then do something with (O-21)."""
    if "zone" in params:
        e.bound["$" + params["as"]] = yield from choose_card(g, e, params)
        return int(e.bound["$" + params["as"]] is not None)
    op, use = first_use("$" + params["as"], later)
    e.bound["$" + params["as"]] = yield from choose_hires(g, e, params, op, use)
    return len(e.bound["$" + params["as"]])


def choose_player(g: Table, e: Effect, params: Any, later: list[Any]) -> Asking:
    seats = players(g, e, params.get("from", "opponents"))
    if not seats:
        return 0
    by = chooser(g, e, params.get("by", "you"))
    choice = yield from ask(by, "player", [("player", seat) for seat in seats])
    e.bound["$" + params["as"]] = choice[1]
    return 1


def choose_one(g: Table, e: Effect, params: Any, later: list[Any]) -> Asking:
    """A performable option; if there is none, nothing (EBH-14.6)."""
    options = params["options"]
    open_ = [("option", n) for n, option in enumerate(options) if performable(g, e, option["do"])]
    if not open_:
        return 0
    choice = yield from ask(chooser(g, e, params.get("by", "you")), "option", open_)
    yield from run(g, e, options[choice[1]]["do"])
    return 1


def conditional(g: Table, e: Effect, params: Any, later: list[Any]) -> Asking:
    if holds(g, e, params["when"]):
        yield from run(g, e, params["do"])
        return 1
    yield from run(g, e, params.get("else", []))
    return 0


def may(g: Table, e: Effect, params: Any, later: list[Any]) -> Asking:
    choice = yield from ask(chooser(g, e, params.get("by", "you")), "may", [("yes",), ("no",)])
    if choice == ("no",):
        return 0
    yield from run(g, e, params["do"])
    return 1


def each(g: Table, e: Effect, params: Any, later: list[Any]) -> Asking:
    """Over players or Hires, from the active player in turn order; the list is fixed at the beginning."""
    over, name = params["over"], "$" + params["as"]
    if isinstance(over, str) and not over.startswith("$"):
        for seat in players(g, e, over):
            e.bound[name] = seat
            yield from run(g, e, params["do"])
        return 1
    if isinstance(over, str):
        hires = candidates(g, e, over)
    else:
        hires = yield from choose_hires(g, e, {"count": "all", **over})
    hires.sort(key=lambda hire: (g.order().index(hire.owner), hire.slot))
    for hire in hires:
        if g.in_staff(hire):
            e.bound[name] = [hire]
            yield from run(g, e, params["do"])
    return 1


def delay(g: Table, e: Effect, params: Any, later: list[Any]) -> Asking:
    """An effect of its own, later (EBH-12.9); what is bound now stays bound."""
    of = player(g, e, params.get("of", "you"))
    if of < 0:
        return 0  # nobody's
    effect = Effect(e.source, e.controller, text=e.text, bound=dict(e.bound))
    g.last(
        Lasting(
            "later",
            params["at"],
            "spent",
            of,
            player=of,
            effect=effect,
            body=params["do"],
            when=params.get("when"),
        )
    )
    return 1
    yield


CONTROL = {
    "choose": choose,
    "choose_player": choose_player,
    "choose_one": choose_one,
    "if": conditional,
    "may": may,
    "each": each,
    "later": delay,
}

# --------------------------------------------------------------------------------------------- Hires


def turns_of(g: Table, e: Effect, params: Any) -> tuple[str, int]:
    """The condition that is meant; without a word, the default (EBH-10.4)."""
    if "until" in params:
        return params["until"], 0
    return "timed", number(g, e, params.get("turns", g.frame("incapacitated_turns")))


def incapacitate(g: Table, e: Effect, params: Any, hires: list[Hire]) -> int:
    harm, turns = turns_of(g, e, params)
    lock = bool(params.get("no_other_recovery", False))
    return staff.each_of(hires, g, lambda hire: staff.incapacitate(g, e, hire, harm, turns, lock=lock))


def reduce(g: Table, e: Effect, params: Any, hires: list[Hire]) -> int:
    by = number(g, e, params.get("by", 1))
    return staff.each_of(hires, g, lambda hire: staff.reduce(g, e, hire, by))


def worsen(g: Table, e: Effect, params: Any, hires: list[Hire]) -> int:
    harm, turns = turns_of(g, e, params)
    return staff.each_of(
        hires, g, lambda hire: staff.worsen(g, e, hire, params.get("mode", "extend"), harm, turns)
    )


def on_hires(kind: str, word: str, default: str) -> Any:
    """protect, qualify, and forbid or allow on Hires."""

    def op(g: Table, e: Effect, params: Any, hires: list[Hire]) -> int:
        what = params[word]
        what = ("override", what["override"]) if isinstance(what, dict) else what

        def one(hire: Hire) -> bool:
            if staff.stopped(g, e, hire):
                return False
            g.last(Lasting(kind, what, params.get("until", default), hire.owner, hire=hire))
            return True

        return staff.each_of(hires, g, one)

    return op


def simply(doing: Any) -> Any:
    def op(g: Table, e: Effect, params: Any, hires: list[Hire]) -> int:
        return staff.each_of(hires, g, lambda hire: doing(g, e, hire))

    return op


HIRE_OPS = {
    "incapacitate": incapacitate,
    "recover": simply(staff.recover),
    "reduce": reduce,
    "worsen": worsen,
    "return_hire": simply(staff.return_hire),
    "unassign": simply(staff.stop_participating),
    "dismiss": simply(staff.dismiss),
    "activate": simply(staff.activate),
    "protect": on_hires("protect", "from", "attempt"),
    "qualify": on_hires("qualify", "qualification", "end_of_turn"),
}

ON_HIRES = {
    "forbid": on_hires("forbid", "what", "end_of_turn"),
    "allow": on_hires("allow", "what", "end_of_turn"),
}
# --------------------------------------------------------------------- attempt, Job, Profit, cannot, may


def required(g: Table, e: Effect, params: Any) -> int:
    """A change of Required Hires (EBH-7.10, 8.17), unless it is forbidden that way (EBH-2.5)."""
    if g.attempt is None:
        return 0
    how = "set" if "set" in params else "by"
    value = number(g, e, params[how])
    if how == "set":
        value = max(0, value)
    before = required_now(g, g.attempt, floor=False)
    g.attempt.changes.append((how, value))
    after = required_now(g, g.attempt, floor=False)
    if (after > before and g.forbidden("raise_required", g.active)) or (
        after < before and g.forbidden("lower_required", g.active)
    ):
        g.attempt.changes.pop()
        return 0
    return 1


def cancel_next_mayhem(g: Table, e: Effect, params: Any) -> int:
    count = max(0, number(g, e, params.get("count", 1)))
    for seat in players(g, e, params.get("player", "you")):
        if count:
            g.last(
                Lasting("cancel", "mayhem", params.get("until", "attempt"), seat, player=seat, count=count)
            )
    return 1


def end_attempt(g: Table, e: Effect, params: Any) -> int:
    """Once the effect is finished (EBH-8.21)."""
    if g.attempt is None:
        return 0
    g.attempt.ended = True
    return 1


def drop_job(g: Table, e: Effect, params: Any) -> int:
    """O-34: to the pile, the next one is revealed; a running attempt ends after the effect."""
    staff.drop_job(g)
    if g.attempt:
        g.attempt.ended = True
    return 1


def job_profit(g: Table, e: Effect, params: Any) -> int:
    if g.attempt is None:
        return 0
    by = number(g, e, params["by"])
    for seat in players(g, e, params.get("player", "ap")):
        g.attempt.profit[seat] = g.attempt.profit.get(seat, 0) + by
    return 1


def gain(g: Table, e: Effect, params: Any) -> int:
    """Only into the running settlement (EBH-11.7)."""
    count, done = max(0, number(g, e, params["count"])), 0
    for seat in players(g, e, params.get("player", "you")):
        e.pending[seat] = e.pending.get(seat, 0) + count
        done += count
    return done


def lose(g: Table, e: Effect, params: Any) -> int:
    count, done = max(0, number(g, e, params["count"])), 0
    for seat in players(g, e, params.get("player", "you")):
        e.pending[seat] = e.pending.get(seat, 0) - count
        done += min(count, g.players[seat].profit)
    return done


def forbid_or_allow(kind: str) -> Any:
    def op(g: Table, e: Effect, params: Any) -> Any:
        what = params["what"]
        what = ("override", what["override"]) if isinstance(what, dict) else what
        until = params.get("until", "end_of_turn")
        default = "ap" if kind == "forbid" and e.source == "mayhem" else "you"
        seats = players(g, e, params.get("player", default))
        for seat in seats:
            g.last(Lasting(kind, what, until, seat, player=seat))
        return int(bool(seats))

    return op


PLAIN = {
    "required": required,
    "cancel_next_mayhem": cancel_next_mayhem,
    "end_attempt": end_attempt,
    "drop_job": drop_job,
    "job_profit": job_profit,
    "gain": gain,
    "lose": lose,
    "forbid": forbid_or_allow("forbid"),
    "allow": forbid_or_allow("allow"),
}

"""Playing a Mayhem or a Fix, and settling an effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.oracles.ebh import options, staff
from tests.oracles.ebh.effects import HIRE_OPS, run, wanted_now
from tests.oracles.ebh.questions import (
    ask,
    by_kind,
    candidates,
    cards_in,
    choose_hires,
    chooser,
    holds,
    number,
    pick_hires,
    place_of,
    wanted,
)
from tests.oracles.ebh.things import Bound, Card, Effect, GameOver, Table

if TYPE_CHECKING:
    from collections.abc import Generator

    from tests.oracles.ebh.options import Need
    from tests.oracles.ebh.things import Ask

    Asking = Generator[Ask, Any, Any]


# -------------------------------------------------------------------------------------- which cards


def fixes(g: Table) -> list[str]:
    """The Fixes the active player may play in this window (EBH-9.1, 9.2)."""
    seat = g.active
    if g.fixes_played >= g.frame("fix_plays") + g.allowed("extra_fix", seat) or worn_out(g):
        return []
    if g.forbidden("play_fix", seat):
        return []
    return [
        kind
        for kind in by_kind(cards_in(g, seat, "hand", {"type": "fix"}))
        if in_window(g, kind) and options.playable(g, seat, kind, "fix")
    ]


def in_window(g: Table, kind: str) -> bool:
    """The windows of the rules, of the card, or of an exception (EBH-2.1, 9.10, O-44)."""
    timing = g.data.text(kind).get("timing", ["prep", "recovery"])
    timing = timing if isinstance(timing, list) else [timing]
    word = {"preparation": "prep", "recovery": "recovery", "mayhem": "mayhem"}[g.window]
    return word in timing or (word == "mayhem" and g.allowed("fix_in_mayhem_window", g.active) > 0)


def worn_out(g: Table) -> bool:
    """The bound on plays in one turn (not a rule: cards that never run dry must)."""
    return g.plays >= g.frame("plays_per_turn")


def mayhem(g: Table, seat: int) -> list[str]:
    """EBH-8.4: the legal ones in that hand."""
    if g.forbidden("play_mayhem", seat):
        return []
    hand = by_kind(cards_in(g, seat, "hand", {"type": "mayhem"}))
    return [kind for kind in hand if options.playable(g, seat, kind, "mayhem")]


# ------------------------------------------------------------------------------------------- playing


def begin(g: Table, e: Effect) -> Effect:
    g.effects += 1
    e.number = g.effects
    return e


def play(g: Table, seat: int, kind: str, source: str) -> Asking:
    """EBH-9.7, 8.5: out of the hand; mode and targets; cost; effects; settlement; to the pile."""
    card = options.out_of_hand(g, seat, kind)
    g.plays, g.moved = g.plays + 1, True
    e = begin(g, Effect(source, seat, text=g.data.text(kind)))
    g.say("play", seat, kind)
    mode = -1
    if e.text.get("modes"):
        choice = yield from ask(seat, "option", [("option", n) for n in options.legal_modes(g, e)])
        mode = choice[1]
    needs = options.needs_of(g, e.text, mode)
    targets, costs = [n for n in needs if n[0] == "target"], [n for n in needs if n[0] == "cost"]
    used: list[Any] = []
    at_play = g.reads("targets_when", "play")  # O-22
    if at_play:
        for k, target in enumerate(targets):
            yield from declare(g, e, target, used, [*targets[k + 1 :], *costs])
    if source == "mayhem" and canceller(g) and g.reads("cancelled_cost", "kept"):  # O-14
        cancel(g, seat, kind)
        to_pile(g, seat, card)
        return
    for k, cost in enumerate(costs):
        yield from pay(g, e, cost, used, costs[k + 1 :])
    if source == "mayhem" and canceller(g):
        cancel(g, seat, kind)
    else:
        if not at_play:
            for target in targets:
                yield from declare_late(g, e, target, used)
        yield from run(g, e, options.declarations(g, e.text, mode)[2])
    settle(g, e)
    if source == "fix":
        any_fix(g, e)
    to_pile(g, seat, card)


def to_pile(g: Table, seat: int, card: Card) -> None:
    """EBH-5.13, 5.14."""
    g.players[seat].discard.append(card)
    g.say("to pile", seat, card[0])


def canceller(g: Table) -> Any:
    """The oldest thing that cancels the next Mayhem against the active player's crew (O-16)."""
    rows = [row for row in g.rows("cancel") if row.player == g.active]
    return min(rows, key=lambda row: row.age) if rows else None


def cancel(g: Table, seat: int, kind: str) -> None:
    """EBH-8.15: nothing of the card happens, and one cancellation is spent."""
    row = canceller(g)
    row.count -= 1
    if row.count <= 0:
        g.drop(row)
    g.say("cancelled", seat, kind)


def any_fix(g: Table, e: Effect) -> None:
    """EBH-10.20, 10.21, O-26, O-41: after the Fix, those that waited for any Fix of its player."""
    for hire in list(g.staffs()):
        if hire.harm == "fix" and hire.clock == e.controller and hire.since < e.number:
            staff.to_active(g, hire)


# ---------------------------------------------------------------------------------- targets and costs


def declare(g: Table, e: Effect, need: Need, used: list[Any], rest: list[Need]) -> Asking:
    """A target at play: only such that the rest of the card can still be filled (EBH-2.10)."""
    what = need[1]
    name = "$" + what["as"]

    def possible(picked: list[Any]) -> bool:
        e2 = options.trial(e)
        options.bind(e2, need, picked)
        objects = [p for p in picked if not options.is_seat(p)]
        missing = many - len(picked) if how == "exact" else 0
        if missing > 0:
            free = [c for c in options.choices(g, e, need)[0] if c not in used and c not in picked]  # type: ignore[index]
            return any(possible([*picked, c]) for c in free)
        return options.fillable(g, e2, rest, [*used, *objects])

    how, many = "exact", 1
    if "player" in what:
        seats = [s for s in options.choices(g, e, need)[0] if possible([s])]  # type: ignore[index]
        by = chooser(g, e, what.get("by"))
        choice = yield from ask(by, "player", [("player", seat) for _, seat in seats])
        e.bound[name] = choice[1]
        return
    if "zone" in what:
        seat, zone = place_of(g, e, what)
        free = [
            c
            for c in cards_in(g, seat, zone, what)
            if (zone, seat, c) not in used and possible([(zone, seat, c)])
        ]
        first = by_kind(free)
        word = "card" if zone == "hand" else "file"
        choice = yield from ask(
            chooser(g, e, what.get("by"), staff=seat), word, [(word, kind) for kind in first]
        )
        e.bound[name] = Bound(first[choice[1]], seat, zone)
        used.append((zone, seat, first[choice[1]]))
        return
    how, many = wanted(g, e, what)
    found = [hire for hire in candidates(g, e, what, what["added"]) if hire not in used or how == "all"]
    by = chooser(g, e, what.get("by"), staff=found[0].owner if found else -1)
    e.bound[name] = yield from pick_hires(g, by, found, (how, many), possible)
    if how != "all":  # all is no choice, and takes nothing from the others
        used.extend(e.bound[name])


def declare_late(g: Table, e: Effect, need: Need, used: list[Any]) -> Asking:
    """A target chosen when the effect begins (O-22, `reached`): as much as there is."""
    from tests.oracles.ebh.questions import choose_card, players

    what = need[1]
    name = "$" + what["as"]
    if "player" in what:
        seats = players(g, e, what["player"])
        choice = yield from ask(chooser(g, e, what.get("by")), "player", [("player", seat) for seat in seats])
        e.bound[name] = choice[1]
    elif "zone" in what:
        seat, zone = place_of(g, e, what)
        bound = yield from choose_card(g, e, what, lambda c: (zone, seat, c) not in used)
        e.bound[name] = bound
        used.append((zone, seat, bound.card) if bound else None)
    else:
        how = wanted(g, e, what)
        found = candidates(g, e, what, what["added"])
        found = found if how[0] == "all" else [hire for hire in found if hire not in used]
        by = chooser(g, e, what.get("by"), staff=found[0].owner if found else -1)
        short = how[0] == "exact" and len(found) < how[1] and g.reads("too_few", "none")
        e.bound[name] = [] if short else (yield from pick_hires(g, by, found, how))
        if how[0] != "all":
            used.extend(e.bound[name])


def pay(g: Table, e: Effect, need: Need, used: list[Any], rest: list[Need]) -> Asking:
    """A cost, in full (O-42): other objects than the targets; nobody else chooses it."""
    cost = need[1]
    if not wanted_now(g, e, cost):
        return
    op, params = options.cost_of(cost)
    seat = e.controller
    if op == "lose":
        count = number(g, e, params["count"])
        e.pending[seat] = e.pending.get(seat, 0) - count  # O-43
        done = min(count, g.players[seat].profit)
    elif op == "discard_random":
        fitting = cards_in(g, seat, "hand", {"type": params.get("type", "any")})
        done = staff.discard_random(g, seat, fitting, number(g, e, params.get("count", 1)))
    elif op == "discard":
        done = yield from pay_cards(g, e, params, used, rest)
    else:
        params = (
            {**params, "who": {"by": "you", **params["who"]}} if isinstance(params["who"], dict) else params
        )
        found = [hire for hire in options.choices(g, e, need)[0] if hire not in used]  # type: ignore[index]
        how = wanted(g, e, params["who"])

        def possible(picked: list[Any]) -> bool:
            missing = how[1] - len(picked) if how[0] == "exact" else 0
            if missing > 0:
                return any(possible([*picked, h]) for h in found if h not in picked)
            return options.fillable(g, options.trial(e), rest, [*used, *picked])

        by = chooser(g, e, params["who"].get("by"), staff=seat)
        hires = yield from pick_hires(g, by, found, how, possible)
        used.extend(hires)
        done = HIRE_OPS[op](g, e, params, hires)
    if "id" in cost:
        e.done[cost["id"]] = e.done.get(cost["id"], 0) + done


def pay_cards(g: Table, e: Effect, params: Any, used: list[Any], rest: list[Need]) -> Asking:
    """Each card leaves at once when picked; no card that is needed for the rest."""
    seat = e.controller
    kind = {"type": params.get("type", "any")}
    how, many = wanted(g, e, params)
    done = 0

    def free() -> list[Card]:
        return [c for c in cards_in(g, seat, "hand", kind) if ("hand", seat, c) not in used]

    if how == "all" or len(free()) <= many:
        for card in free():
            staff.discard(g, seat, card)
            done += 1
        return done
    while done < many:
        missing: list[Need] = [("cost", {"discard": {**params, "count": many - done - 1}})]
        first = by_kind(
            [
                c
                for c in free()
                if options.fillable(g, options.trial(e), [*missing, *rest], [*used, ("hand", seat, c)])
            ]
        )
        choice = yield from ask(
            chooser(g, e, params.get("by"), hand=seat), "card", [("card", k) for k in first]
        )
        staff.discard(g, seat, first[choice[1]])
        done += 1
    return done


# ------------------------------------------------------------------------------ settling and winning


def settle(g: Table, e: Effect) -> None:
    """All changes of one effect together; never below 0 (EBH-11.7, 11.8); then the win check (11.10)."""
    for seat, amount in e.pending.items():
        player = g.players[seat]
        total = max(0, player.profit + amount)
        g.profit_moved |= total != player.profit
        player.profit = total
    if e.pending:
        g.say("settle", dict(e.pending))
    e.pending = {}
    if g.reads("equal_turns", "at_once"):
        win(g, g.order())


def win(g: Table, order: list[int]) -> None:
    """EBH-11.3, 11.10, 11.11; several at once: O-18."""
    there = [seat for seat in order if g.players[seat].profit >= g.frame("target")]
    if not there:
        return
    late = g.reads("equal_turns", "finish_round")
    best = max(g.players[seat].profit for seat in there)
    top = [seat for seat in there if g.players[seat].profit == best]
    if g.reads("tie", "turn_order"):
        g.winners = top[:1] if late else there[:1]
    elif g.reads("tie", "highest") or late:
        g.winners = top
    else:
        g.winners = there
    raise GameOver


# ------------------------------------------------------------------------------------ waiting effects


def waiting(g: Table, at: str) -> list[Any]:
    """Delayed effects whose time has come, the oldest first."""
    rows = list(g.rows("later", at))
    if at == "start_of_next_turn":
        rows = [row for row in rows if row.player == g.active and row.made < g.turn]
    return rows


def resolve_waiting(g: Table, at: str, shared: Effect | None = None) -> Asking:
    """EBH-3.6, 3.7: all of the active player's in an order of choice, then around the table."""
    while rows := waiting(g, at):
        seat = next(seat for seat in g.order() if any(row.player == seat for row in rows))
        own = [row for row in rows if row.player == seat]
        every = g.rows("later")
        choice = yield from ask(seat, "order", [("next", every.index(row)) for row in own])
        row = every[choice[1]]
        g.drop(row)
        e = begin(g, row.effect)
        if shared:
            e.pending = shared.pending  # step 2 of a Job: one settlement (EBH-11.5)
        if holds(g, e, row.when):
            yield from run(g, e, row.body)
        if shared and g.attempt and g.attempt.ended:
            return
        if not shared:
            settle(g, e)


__all__ = ["begin", "choose_hires", "fixes", "mayhem", "play", "resolve_waiting", "settle", "win"]

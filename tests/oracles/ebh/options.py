"""What may be done: whether an option of a choose-one can be performed, whether a card can be played."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from tests.oracles.ebh.questions import (
    candidates,
    cards_in,
    holds,
    is_word,
    needed,
    number,
    place_of,
    player,
    players,
    split,
    wanted,
)
from tests.oracles.ebh.things import Bound, Card, Effect, Hire, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

# --------------------------------------------------------------------------- options of a choose-one


def performable(g: Table, e: Effect, instructions: list[Any], outer: set[str] | None = None) -> bool:
    """EBH-14.6, O-19: at least one of its instructions can be done, at least in part (or: all of them)."""
    found = list(tests(g, e, instructions, ids_in(instructions) | (outer or set())))
    return all(found) if g.reads("one_of", "whole") else any(found)


def ids_in(instructions: list[Any]) -> set[str]:
    """The ids set inside an option."""
    found = set()
    for instruction in instructions:
        if "id" in instruction:
            found.add(instruction["id"])
        op, params = split(instruction)
        if isinstance(params, dict):
            for name in ("do", "else"):
                found |= ids_in(params.get(name, []) if op != "later" else [])
            for option in params.get("options", []):
                found |= ids_in(option["do"])
    return found


def tests(g: Table, e: Effect, instructions: list[Any], inside: set[str]) -> Iterator[bool]:
    """One answer for each instruction met on the way through an option."""
    for at, instruction in enumerate(instructions):
        op, params = split(instruction)
        if not isinstance(params, dict):
            params = {"count": params}
        ready = holds(g, e, instruction.get("when")) and needs_met(e, instruction.get("needs"), inside)
        if not ready:
            yield False
        elif op == "if":
            yield from tests(
                g, e, params["do"] if holds(g, e, params["when"]) else params.get("else", []), inside
            )
        elif op == "may":
            yield from tests(g, e, params["do"], inside)
        elif op == "choose_one":
            yield any(performable(g, e, option["do"], inside) for option in params["options"])
        elif op == "choose" and "zone" not in params:
            use, with_ = first_use("$" + params["as"], instructions[at + 1 :])
            yield bool(candidates(g, e, params, needed(g, use, with_)))
        else:
            yield can(g, e, op, params)


def needs_met(e: Effect, needs: Any, inside: set[str]) -> bool:
    if needs is None:
        return True
    name, least = (needs, 1) if isinstance(needs, str) else (needs["id"], needs.get("at_least", 1))
    return name in inside or e.done.get(name, 0) >= least


def some_card(g: Table, e: Effect, card: Any, *, hire: bool = False) -> bool:
    """Whether the card of an instruction is there."""
    if isinstance(card, str):
        bound = e.bound.get(card)
        found = (
            [bound.card]
            if isinstance(bound, Bound) and bound.card in cards_in(g, bound.seat, bound.zone, {})
            else []
        )
    else:
        found = cards_in(g, *place_of(g, e, card), card)
    return any(not hire or g.data.type_of(c) == "hire" for c in found)


def room(g: Table, e: Effect, card: Any) -> bool:
    if isinstance(card, str):
        bound = e.bound.get(card)
        seat = bound.seat if isinstance(bound, Bound) else -1
    else:
        seat = player(g, e, card.get("of", "you"))
    return seat >= 0 and len(g.players[seat].hires()) < g.frame("staff_limit")


def can(g: Table, e: Effect, op: str, params: Any) -> bool:
    """The performability of one instruction, now."""
    who = params.get("who")
    if op == "incapacitate":
        return bool(fitting(g, e, who, ("can_incapacitate",)))
    if who is not None:
        return bool(fitting(g, e, who, needed(g, op, params)))
    seats = players(g, e, params.get("player", "you"))
    match op:
        case "draw":
            return any(
                (g.players[s].deck or g.players[s].discard) and not g.forbidden("draw", s) for s in seats
            )
        case "discard" | "discard_random" | "cycle":
            return any(cards_in(g, s, "hand", {"type": params.get("type", "any")}) for s in seats)
        case "reveal":
            hand = params.get("what", "hand") == "hand"
            return any(g.players[s].hand if hand else g.players[s].deck for s in seats)
        case "take_back":
            return some_card(g, e, params["card"])
        case "exchange":
            return some_card(g, e, params["give"]) and some_card(g, e, params["take"])
        case "enlist":
            return some_card(g, e, params["card"], hire=True) and room(g, e, params["card"])
        case "look":
            deck = g.jobs if params.get("deck", "own") == "job" else g.players[e.controller].deck
            return player(g, e, params.get("by", "you")) >= 0 and bool(deck)
        case "required" | "end_attempt" | "job_profit":
            return g.attempt is not None
        case "choose":
            return some_card(g, e, params)
        case "choose_player":
            return bool(players(g, e, params.get("from", "opponents")))
        case "each":
            over = params["over"]
            if isinstance(over, str) and not over.startswith("$"):
                return bool(players(g, e, over))
            return bool(candidates(g, e, over if isinstance(over, str) else {"count": "all", **over}))
    return True  # gain, lose (EBH-14.7), shuffle, cancel, drop_job, forbid, allow, later


def fitting(g: Table, e: Effect, who: Any, words: tuple[str, ...]) -> list[Hire]:
    """Candidates, for bound Hires too judged by the words."""
    if isinstance(who, str):
        return [h for h in candidates(g, e, who) if all(is_word(g, e, h, w, mass=False) for w in words)]
    return candidates(g, e, who, words)


# ------------------------------------------------------------------------------------ playing a card


def first_use(name: str, instructions: list[Any]) -> tuple[str, Any]:
    """The first operation, in written order, on the Hires bound to a name."""
    for instruction in instructions:
        op, params = split(instruction)
        if not isinstance(params, dict):
            continue
        if params.get("who") == name:
            return op, params
        for part in parts(op, params):
            found = first_use(name, part)
            if found[0]:
                return found
    return "", None


def parts(op: str, params: Any) -> list[list[Any]]:
    """The instruction lists inside an instruction."""
    if op == "choose_one":
        return [option["do"] for option in params["options"]]
    return [
        params[name] for name in ("do", "else") if op in {"if", "may", "each", "later"} and name in params
    ]


Need = tuple[str, Any]
"""(`target`, as written) or (`cost`, an instruction): what must be there to play a card."""


def declarations(g: Table, text: dict[str, Any], mode: int = -1) -> tuple[list[Any], list[Any], list[Any]]:
    """Targets, costs and effects of a card in that mode."""
    part = text["modes"][mode] if mode >= 0 else {}
    return (
        [*text.get("targets", []), *part.get("targets", [])],
        [*text.get("cost", []), *part.get("cost", [])],
        [*text.get("effects", []), *part.get("effects", [])],
    )


def needs_of(g: Table, text: dict[str, Any], mode: int = -1) -> list[Need]:
    targets, costs, effects = declarations(g, text, mode)
    found: list[Need] = []
    for target in targets:
        op, params = first_use("$" + target["as"], effects) if "pick" in target else ("", None)
        found.append(("target", {**target, "added": needed(g, op, params, target=True) if op else ()}))
    return found + [("cost", cost) for cost in costs]


def cost_of(cost: dict[str, Any]) -> tuple[str, Any]:
    op, params = split(cost)
    return op, params if isinstance(params, dict) else {"count": params}


def choices(g: Table, e: Effect, need: Need) -> tuple[list[Any], int] | None:
    """What a need is picked from, and how many it must be; None: it takes nothing away from the others."""
    kind, what = need
    if kind == "target":
        if "player" in what:
            return [("seat", seat) for seat in players(g, e, what["player"])], 1
        if "zone" in what:
            seat, zone = place_of(g, e, what)
            return [(zone, seat, card) for card in cards_in(g, seat, zone, what)], 1
        how, many = wanted(g, e, what)
        return candidates(g, e, what, what["added"]), many if how == "exact" else 0
    op, params = cost_of(what)
    if op in {"discard", "discard_random"}:
        hand = cards_in(g, e.controller, "hand", {"type": params.get("type", "any")})
        how, many = wanted(g, e, params)
        return [("hand", e.controller, card) for card in hand], many if how == "exact" else 0
    if op == "lose":
        return None
    how, many = wanted(g, e, params["who"])
    return candidates(g, e, params["who"], needed(g, op, params)), many if how == "exact" else 0


def fillable(g: Table, e: Effect, needs: list[Need], used: list[Any]) -> bool:
    """Whether all targets can be found and all costs paid, with different objects (EBH-2.10)."""
    if not needs:
        return True
    need, rest = needs[0], needs[1:]
    found = choices(g, e, need)
    if found is None:  # Profit: paid in full (O-42)
        owed = sum(
            number(g, e, cost_of(n[1])[1]["count"]) for n in needs if n[0] == "cost" and "lose" in n[1]
        )
        return owed <= g.players[e.controller].profit and fillable(
            g, e, [n for n in rest if not (n[0] == "cost" and "lose" in n[1])], used
        )
    free = [thing for thing in found[0] if thing not in used]
    for picked in combinations(free, found[1]):
        bind(e, need, list(picked))
        if fillable(g, e, rest, [*used, *(p for p in picked if not is_seat(p))]):
            return True
    return False


def is_seat(thing: Any) -> bool:
    return isinstance(thing, tuple) and thing[0] == "seat"


def bind(e: Effect, need: Need, picked: list[Any]) -> None:
    """What a declared target stands for from now on."""
    kind, what = need
    if kind != "target":
        return
    name = "$" + what["as"]
    if "player" in what:
        e.bound[name] = picked[0][1]
    elif "zone" in what:
        e.bound[name] = Bound(picked[0][2], picked[0][1], picked[0][0])
    else:
        e.bound[name] = picked


def legal_modes(g: Table, e: Effect) -> list[int]:
    """The modes in which a card can be played now (-1: it has none), the card itself out of the hand."""
    modes = e.text.get("modes")
    if not modes:
        return [-1] if fillable(g, trial(e), needs_of(g, e.text), []) else []
    return [
        n
        for n, mode in enumerate(modes)
        if holds(g, e, mode.get("requires")) and fillable(g, trial(e), needs_of(g, e.text, n), [])
    ]


def trial(e: Effect) -> Effect:
    return Effect(e.source, e.controller, text=e.text, bound=dict(e.bound))


def playable(g: Table, seat: int, kind: str, source: str) -> bool:
    """EBH-2.10: every choice, target and cost is there, once the card has left the hand (EBH-9.8)."""
    e = Effect(source, seat, text=g.data.text(kind))
    if not holds(g, e, e.text.get("requires")):
        return False
    card = out_of_hand(g, seat, kind)
    legal = legal_modes(g, e)
    g.players[seat].hand.append(card)
    g.players[seat].hand.sort()
    return bool(legal)


def out_of_hand(g: Table, seat: int, kind: str) -> Card:
    card = min(card for card in g.players[seat].hand if card[0] == kind)
    g.players[seat].hand.remove(card)
    return card

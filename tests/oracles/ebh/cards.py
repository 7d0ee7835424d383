"""Instructions about cards: hands, decks, piles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.oracles.ebh import staff
from tests.oracles.ebh.options import some_card
from tests.oracles.ebh.questions import ask, by_kind, cards_in, choose_card, chooser, number, player, wanted
from tests.oracles.ebh.things import Bound, Card, Effect, Table

if TYPE_CHECKING:
    from collections.abc import Generator

    from tests.oracles.ebh.things import Ask

    Asking = Generator[Ask, Any, Any]


def draw(g: Table, e: Effect, params: Any, seat: int) -> Asking:
    return staff.draw(g, seat, max(0, number(g, e, params.get("count", 1))))
    yield


def discard(g: Table, e: Effect, params: Any, seat: int) -> Asking:
    """Chosen by the discarding player, unless somebody is named (EBH-5.12); fewer if there are fewer."""
    how, many = wanted(g, e, params)
    by = chooser(g, e, params.get("by"), hand=seat)
    return (yield from discard_chosen(g, by, seat, how, many, params.get("type", "any")))


def discard_chosen(g: Table, by: int, seat: int, how: str, many: int, kind: str) -> Asking:
    fitting = cards_in(g, seat, "hand", {"type": kind})
    if how == "all" or (how == "exact" and len(fitting) <= many):
        for card in fitting:
            staff.discard(g, seat, card)
        return len(fitting)
    done = 0
    while done < many:
        first = by_kind(cards_in(g, seat, "hand", {"type": kind}))
        options: list[Any] = [("card", name) for name in first]
        if not options:
            break
        if how == "up_to":
            options.insert(0, ("stop",))
        choice = yield from ask(by, "card", options)
        if choice == ("stop",):
            break
        staff.discard(g, seat, first[choice[1]])
        done += 1
    return done


def discard_random(g: Table, e: Effect, params: Any, seat: int) -> Asking:
    fitting = cards_in(g, seat, "hand", {"type": params.get("type", "any")})
    return staff.discard_random(g, seat, fitting, number(g, e, params.get("count", 1)))
    yield


def cycle(g: Table, e: Effect, params: Any, seat: int) -> Asking:
    """Discard up to so many, then draw as many as were discarded."""
    by = chooser(g, e, params.get("by"), hand=seat)
    many = max(0, number(g, e, params.get("count", 1)))
    done = yield from discard_chosen(g, by, seat, "up_to", many, "any")
    staff.draw(g, seat, done)
    return done


def reveal(g: Table, e: Effect, params: Any, seat: int) -> Asking:
    """Everybody sees; nothing moves."""
    if params.get("what", "hand") == "hand":
        return len(g.players[seat].hand)
    return min(len(g.players[seat].deck), max(0, number(g, e, params.get("count", 1))))
    yield


OPS = {
    "draw": draw,
    "discard": discard,
    "discard_random": discard_random,
    "cycle": cycle,
    "reveal": reveal,
}
"""Those that one player or each of several does."""


def the_card(g: Table, e: Effect, card: Any) -> Asking:
    """A bound card, if it still lies where it lay (EBH-5.19), or one chosen now; None: there is none."""
    if not isinstance(card, str):
        return (yield from choose_card(g, e, card))
    bound = e.bound.get(card)
    if not isinstance(bound, Bound):
        return None
    return bound if bound.card in place(g, bound) else None


def place(g: Table, bound: Bound) -> list[Card]:
    owner = g.players[bound.seat]
    return owner.hand if bound.zone == "hand" else owner.discard


def put(g: Table, seat: int, card: Card, to: str) -> None:
    owner = g.players[seat]
    match to:
        case "hand":
            staff.to_hand(g, seat, card)
        case "deck_top":
            owner.deck.append(card)
        case "deck_bottom":
            owner.deck.insert(0, card)
        case _:
            owner.discard.append(card)


def take_back(g: Table, e: Effect, params: Any) -> Asking:
    """From its owner's pile (EBH-5.14, 14.4)."""
    found = yield from the_card(g, e, params["card"])
    if found is None:
        return 0
    place(g, found).remove(found.card)
    put(g, found.seat, found.card, params.get("to", "hand"))
    return 1


def exchange(g: Table, e: Effect, params: Any) -> Asking:
    """Both are chosen first, then they change places (O-32)."""
    give, take = params["give"], params["take"]
    give = give if isinstance(give, str) else {"zone": "hand", **give}
    if not (some_card(g, e, give) and some_card(g, e, take)):
        return 0
    given = yield from the_card(g, e, give)
    taken = yield from the_card(g, e, take)
    if given is None or taken is None:
        return 0
    place(g, given).remove(given.card)
    place(g, taken).remove(taken.card)
    put(g, given.seat, given.card, taken.zone)
    put(g, taken.seat, taken.card, given.zone)
    return 1


def enlist(g: Table, e: Effect, params: Any) -> Asking:
    """A Hire enters the staff of its owner, not as a normal play, if there is room (EBH-6.2)."""
    card = params["card"]
    if not isinstance(card, str):
        seat = player(g, e, card.get("of", "you"))
        if seat < 0 or len(g.players[seat].hires()) >= g.frame("staff_limit"):
            return 0
        found = yield from choose_card(g, e, card, lambda c: g.data.type_of(c) == "hire")
    else:
        found = yield from the_card(g, e, card)
    if found is None or g.data.type_of(found.card) != "hire":
        return 0
    if len(g.players[found.seat].hires()) >= g.frame("staff_limit"):
        return 0
    place(g, found).remove(found.card)
    staff.enter(g, found.seat, found.card, played=False)
    g.moved = True
    return 1


def look(g: Table, e: Effect, params: Any) -> Asking:
    """At the top cards, as many as there are; no recycling, no draw (EBH-14.3, O-31).

    `own`: the deck of whoever controls the effect, whoever looks; its cards stay its owner's (EBH-13.7).
    """
    by, owner = player(g, e, params.get("by", "you")), e.controller
    if by < 0:
        return 0
    own = params.get("deck", "own") == "own"
    deck = g.players[owner].deck if own else g.jobs
    count = min(len(deck), max(0, number(g, e, params.get("count", 1))))
    seen = [deck.pop() for _ in range(count)]  # the top one first
    keep = params.get("keep")
    if keep:
        yield from keep_some(g, e, by, seen, keep, own=own)
    rest = params.get("rest", "same_order")
    if rest == "any_order":
        ordered: list[Card] = []
        while seen:
            card = yield from one_of(by, seen)
            seen.remove(card)
            ordered.append(card)
        seen = ordered
    if rest == "bottom":
        deck[:0] = seen[::-1]
    elif rest == "discard":
        (g.players[owner].discard if own else g.job_discard).extend(seen)
    else:
        deck.extend(seen[::-1])
    return count


def one_of(by: int, seen: list[Card]) -> Asking:
    """A card by its kind: of equal ones the one nearest the top."""
    first: dict[str, Card] = {}
    for card in seen:
        first.setdefault(card[0], card)
    choice = yield from ask(by, "looked", [("looked", kind) for kind in first])
    return first[choice[1]]


def keep_some(g: Table, e: Effect, by: int, seen: list[Card], keep: dict[str, Any], *, own: bool) -> Asking:
    kind, to = keep.get("type", "any"), keep.get("to", "hand")
    left = max(0, number(g, e, keep.get("count", 1)))

    def fitting() -> list[Card]:
        return [card for card in seen if kind == "any" or g.data.type_of(card) == kind]

    kept: list[Card] = []
    everything = len(fitting()) <= left
    while left > 0 and fitting():
        card = fitting()[0] if everything else (yield from one_of(by, fitting()))
        seen.remove(card)
        kept.append(card)
        left -= 1
    for card in kept:
        if own:
            put(g, e.controller, card, to)
        elif to == "discard":
            g.job_discard.append(card)
        elif to == "deck_bottom":
            g.jobs.insert(0, card)
        else:
            g.jobs.append(card)


def shuffle(g: Table, e: Effect, params: Any) -> Asking:
    """On order only (EBH-14.3)."""
    if params.get("deck", "own") == "job":
        if params.get("with_discard", False):
            g.jobs, g.job_discard = g.jobs + g.job_discard, []
        g.jobs = g.shuffled(g.jobs, -1)
    else:
        owner = g.players[e.controller]
        if params.get("with_discard", False):
            owner.deck, owner.discard = owner.deck + owner.discard, []
        owner.deck = g.shuffled(owner.deck, e.controller)
    return 1
    yield


CARD_OPS = {"take_back": take_back, "exchange": exchange, "enlist": enlist, "look": look, "shuffle": shuffle}

"""What can happen to a card or a Hire: moving, drawing, getting hurt, getting well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles.ebh import luck
from tests.oracles.ebh.questions import can_reduce, recoverable, stoppers
from tests.oracles.ebh.things import SPACES, Card, Effect, Hire, Table

if TYPE_CHECKING:
    from collections.abc import Callable

# --------------------------------------------------------------------------------------------- cards


def to_hand(g: Table, seat: int, card: Card) -> None:
    g.players[seat].hand.append(card)
    g.players[seat].hand.sort()


def recycle(g: Table, seat: int) -> None:
    """EBH-5.4: the pile becomes the new deck."""
    player = g.players[seat]
    player.deck, player.discard = g.shuffled(player.discard, seat), []
    g.say("recycle", seat)


def draw(g: Table, seat: int, count: int) -> int:
    """Cards from the top of the own deck; how many were drawn (EBH-12.4)."""
    if g.forbidden("draw", seat):
        return 0
    player, drawn = g.players[seat], 0
    while drawn < count:
        if not player.deck:
            if not player.discard:
                break  # EBH-5.5
            recycle(g, seat)  # EBH-5.6: only when a card is needed
        card = player.deck.pop()
        to_hand(g, seat, card)
        g.say("draw", seat, card[0])
        drawn += 1
    g.moved |= drawn > 0
    return drawn


def discard(g: Table, seat: int, card: Card) -> None:
    """From the hand to the owner's pile (EBH-5.14)."""
    g.players[seat].hand.remove(card)
    g.players[seat].discard.append(card)
    g.say("discard", seat, card[0])


def discard_random(g: Table, seat: int, cards: list[Card], count: int) -> int:
    """EBH-12.6; all of them without luck, if they are no more than that (EBH-14.2)."""
    player = g.players[seat]
    number, player.randoms = player.randoms, player.randoms + 1
    if count <= 0:
        return 0
    if count < len(cards):
        cards = luck.random_discard(g.key, seat, number, cards, count)
    for card in cards:
        discard(g, seat, card)
    return len(cards)


def reveal_job(g: Table) -> None:
    """EBH-5.17; with an empty Job Deck its pile is shuffled first (EBH-5.7)."""
    if not g.jobs:
        g.jobs, g.job_discard = g.shuffled(g.job_discard, -1), []
    g.job = g.jobs.pop()
    g.say("reveal", g.job[0])


def drop_job(g: Table) -> None:
    g.job_discard.append(g.job)
    g.say("job to pile", g.job[0])
    reveal_job(g)


# --------------------------------------------------------------------------------------------- Hires


def enter(g: Table, seat: int, card: Card, *, played: bool) -> Hire:
    """Into the lowest free space, Inactive (EBH-6.3, 10.25)."""
    slot = next(s for s in range(SPACES) if g.players[seat].staff[s] is None)
    hire = Hire(card, seat, slot, g.data.hires[card[0]]["qualification"], played=played)
    g.players[seat].staff[slot] = hire
    g.say("enter", seat, card[0])
    return hire


def leave(g: Table, hire: Hire) -> None:
    """Out of the staff and the crew; nothing that lasted on it stays (EBH-5.15, 6.14, 10.25)."""
    g.players[hire.owner].staff[hire.slot] = None
    unassign(g, hire)
    g.drop(*[row for row in g.lasting if row.hire is hire])


def unassign(g: Table, hire: Hire) -> None:
    """Out of the crew, still in the staff (EBH-8.11)."""
    if g.attempt and hire in g.attempt.crew:
        g.attempt.crew.remove(hire)


def to_active(g: Table, hire: Hire) -> None:
    """The condition is removed completely (EBH-10.12)."""
    hire.status, hire.harm, hire.n, hire.fresh, hire.lock = "active", "", 0, False, False
    hire.clock = -1
    g.moved = True
    g.say("active", hire.owner, hire.card[0])


def set_harm(g: Table, e: Effect, hire: Hire, harm: str, turns: int) -> None:
    """A condition begins now. It counts from the next turn of whoever counts it (EBH-10.6 to 10.9)."""
    hire.status, hire.harm = "incapacitated", harm
    hire.n = turns if harm == "timed" else 0
    # O-11: "your" turn, "you" play a Fix; a number of turns is always the owner's (EBH-10.6)
    theirs = e.source == "mayhem" and harm != "timed" and g.reads("whose", "player")
    hire.clock = e.controller if theirs else hire.owner
    hire.fresh = g.active == hire.clock
    hire.since = e.number
    g.moved = True
    g.say("incapacitated", hire.owner, hire.card[0])


def stopped(g: Table, e: Effect, hire: Hire, doing: str = "") -> bool:
    """Whether a protection stops it now; one that lasts until spent is spent by that (EBH-8.14)."""
    rows = stoppers(g, e, hire, doing)
    if rows and rows[0].until == "spent":
        g.drop(rows[0])
    return bool(rows)


def incapacitate(g: Table, e: Effect, hire: Hire, harm: str, turns: int, *, lock: bool) -> bool:
    if hire.status == "incapacitated" or (harm == "timed" and turns <= 0):
        return False  # EBH-10.10
    if stopped(g, e, hire, "incapacitate"):
        return False
    set_harm(g, e, hire, harm, turns)
    hire.lock = lock
    return True


def recover(g: Table, e: Effect, hire: Hire) -> bool:
    if not recoverable(g, e, hire) or stopped(g, e, hire):
        return False
    to_active(g, hire)
    return True


def reduce(g: Table, e: Effect, hire: Hire, by: int) -> bool:
    if by <= 0 or not can_reduce(g, e, hire) or stopped(g, e, hire):
        return False
    if hire.harm == "timed" and hire.n > by:
        hire.n -= by
        g.moved = True
    else:  # to 0 (EBH-10.13), end of next turn counts as 1 (10.17), a Fix used on it (10.23)
        to_active(g, hire)
    return True


def worsen(g: Table, e: Effect, hire: Hire, mode: str, harm: str, turns: int) -> bool:
    """The only way to change a condition (EBH-10.10)."""
    if hire.status != "incapacitated" or (mode == "extend" and hire.harm != "timed"):
        return False
    timed = harm == "timed" if mode == "replace" else hire.harm == "timed"
    if (timed and turns <= 0) or stopped(g, e, hire):
        return False
    if mode == "extend":
        hire.n += turns
    elif mode == "replace":
        set_harm(g, e, hire, harm, turns)
        hire.lock = False
    else:  # reset: the same condition, as if inflicted now
        clock = hire.clock
        set_harm(g, e, hire, hire.harm, turns)
        hire.clock, hire.fresh = clock, g.active == clock
    g.moved = True
    return True


def return_hire(g: Table, e: Effect, hire: Hire) -> bool:
    """To its owner's hand (EBH-5.15)."""
    if stopped(g, e, hire, "return_hire"):
        return False
    leave(g, hire)
    to_hand(g, hire.owner, hire.card)
    g.say("return", hire.owner, hire.card[0])
    return True


def dismiss(g: Table, e: Effect, hire: Hire) -> bool:
    if g.forbidden("dismiss", hire.owner, hire) or stopped(g, e, hire):
        return False
    lay_off(g, hire)
    return True


def lay_off(g: Table, hire: Hire) -> None:
    """To its owner's pile (EBH-6.14)."""
    leave(g, hire)
    g.players[hire.owner].discard.append(hire.card)
    g.say("dismiss", hire.owner, hire.card[0])


def stop_participating(g: Table, e: Effect, hire: Hire) -> bool:
    if hire not in g.crew() or stopped(g, e, hire):
        return False
    unassign(g, hire)
    return True


def activate(g: Table, e: Effect, hire: Hire) -> bool:
    """A stated exception: it may be sent at once (EBH-2.1)."""
    if hire.status != "inactive" or stopped(g, e, hire):
        return False
    to_active(g, hire)
    hire.entered = False
    return True


def each_of(hires: list[Hire], g: Table, doing: Callable[[Hire], bool]) -> int:
    """Do it to each Hire that is still in a staff; to how many it happened."""
    return sum(int(doing(hire)) for hire in hires if g.in_staff(hire))

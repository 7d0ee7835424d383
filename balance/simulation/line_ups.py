"""Who plays whom, in which seats: line-ups, their rotations, and the order of the games of a deal."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LineUp = tuple[str, ...]
"""Bot of each seat, before rotation."""


@dataclass(frozen=True)
class Entry:
    """One game of every deal: `bots[seat]` is an index into the bots of the plan."""

    line_up: int
    rotation: int
    bots: tuple[int, ...]


def name(line_up: Sequence[str]) -> str:
    """A line-up in words: "builder v gambler"."""
    return " v ".join(line_up)


def matrix(bots: Sequence[str], seats: int) -> list[LineUp]:
    """Every group of `seats` of these bots, mirrors included; the order in a group does not matter."""
    return list(combinations_with_replacement(bots, seats))


def versus(bots: Sequence[str], seats: int) -> list[LineUp]:
    """For every ordered pair (a, b) of these bots: a in one seat, b in all others; and each by itself.

    At a table of two this is the matrix. At larger ones it is far less (6 bots, 4 players: 36 line-ups, not
    126), and says of every plan how it does alone among each other.
    """
    return [(one, *[other] * (seats - 1)) for one in bots for other in bots]


def distinct(line_ups: Iterable[Sequence[str]]) -> list[LineUp]:
    """Each line-up once, in order; a rotation of an earlier one is the same line-up."""
    seen: set[LineUp] = set()
    kept = []
    for line_up in line_ups:
        turns = rotations(tuple(line_up))
        if not seen.intersection(turns):
            kept.append(tuple(line_up))
        seen.update(turns)
    return kept


def rotations(line_up: LineUp) -> list[LineUp]:
    """The line-up with everybody moved on by 0, 1, 2, ... seats; each seating once (a mirror has one)."""
    turns = [line_up[-k:] + line_up[:-k] if k else line_up for k in range(len(line_up))]
    return list(dict.fromkeys(turns))


def schedule(line_ups: Sequence[LineUp], bots: Sequence[str], *, rotate: bool) -> tuple[Entry, ...]:
    """The games of one deal in the order of their numbers."""
    index = {bot: position for position, bot in enumerate(bots)}
    entries = []
    for number, line_up in enumerate(line_ups):
        for rotation, seating in enumerate(rotations(line_up) if rotate else [line_up]):
            entries.append(Entry(number, rotation, tuple(index[bot] for bot in seating)))
    return tuple(entries)

"""Where cards are: the piles of a game, and everything of a kind that lies anywhere.

What may stand here: reading and laying piles of a record, for words and for the conformance test.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance.errors import BalanceError

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS = ("jobs", "skills")
IN_FOLDER = {"jobs": ("job",), "skills": ("strength", "weakness")}


def pile(record: Any, name: str) -> list[int]:
    """The cards of a pile, as they lie."""
    return record[name][: int(record[f"{name}_size"])].tolist()


def lay(record: Any, name: str, cards: Sequence[int]) -> None:
    """Put these cards into a pile, instead of what is there."""
    if len(cards) > len(record[name]):
        raise BalanceError(f"at most {len(record[name])} cards")
    record[f"{name}_size"] = len(cards)
    record[name][: len(cards)] = cards


def folder(me: Any, kind: str) -> list[int]:
    """The cards of a kind in the folder of a player; one card used for both halves is one card."""
    cards = [int(me[slot]) for slot in IN_FOLDER[kind] if me[slot] >= 0]
    return cards[:1] if len(set(cards)) < len(cards) else cards


def offer(me: Any, kind: str) -> list[int]:
    """The job on the board of a player."""
    return [int(me["offer"])] if kind == "jobs" and me["offer"] >= 0 else []


def everywhere(game: Any, kind: str) -> list[int]:
    """Every card of a kind: deck, paper bin, hands, boards, folders."""
    cards = pile(game, kind) + pile(game, f"bin_{kind}")
    for me in game["player"][: int(game["players"])]:
        cards += pile(me, kind) + offer(me, kind) + folder(me, kind)
    return cards

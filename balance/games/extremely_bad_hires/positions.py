"""A position of Extremely Bad Hires as text that can be pasted into a test; read back, it plays on the same.

What may stand here: `state_text`, and which part of the record stands in which line. Reading is in
`parsing.py`.

One line per thing; a line that begins with `+` goes on with the one before it. `state_text` writes everything
that matters to play, hidden things included. `parse_state` also reads a part of it::

    turn 12, active 2, decider 1, phase mayhem
    1: profit 7
    2: profit 9
    2.1: fax_loyalist#0, active
    2.2: bear_liaison#2, incapacitated, harm timed, n 2
    1 hand: wet_floor#0+2 pulled_plug
    job: night_market
    attempt: job night_market, path qualified, crew 1, sent 1, raw 1

Players count from 1; `2.1` is the first space of player 2's staff. A card is its id in the card data, `#`
and its copy; without a copy it is the next one that is free, and `wet_floor*3` are three. Decks list the
next card first. A deck that is left out holds all cards of that deck that are named nowhere else. The words
of the other lines are the fields of the record (`record.py`), left out where they are as they mostly are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from balance.games.extremely_bad_hires.notation import (
    Fields,
    card_text,
    cards_text,
    place_text,
)
from balance.games.extremely_bad_hires.record import ATTEMPT, FRAME, GAME, HIRED, LASTING_ROW, LOOP, PLAYER
from balance.games.extremely_bad_hires.state import (
    STAFF,
    Deck,
    Lasting,
    Phase,
    Status,
    Stop,
)
from balance.games.extremely_bad_hires.words import names

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from balance.cards import CardSet
    from balance.games.extremely_bad_hires.words import Names
    from balance.games.interface import Match

WIDTH = 100
EMPTY = "begins"  # a line without any field that differs
PICKS = (Phase.HIRE, Phase.CARD, Phase.FILE, Phase.LOOKED, Phase.PLAYER, Phase.OPTION, Phase.MAY, Phase.ORDER)
HEAD = ("turn", "active", "decider", "phase")
LUCK = ("luck", "first", "decisions", "effects", "uids", "ages", "random_picks", "job_shuffles")
PILES = ("jobs", "jobs_size", "job_discard", "job_discard_size", "look", "look_size", "lasting_size")
ELSEWHERE = ("players", "round", "job", "job_card", "option_count", "option", "log_on", "log_count")
COUNTED = (
    "job_since",
    "leader",
    "half_seen",
    "behind",
    "close_turn",
    "noted",
    "replaced",
)  # for statistics only
MET = ("met", "met_kind", "surplus", "before")  # for statistics only, too
SCRATCH = ("need_mask", "need_count", "stack")
OWN_PILES = ("deck", "deck_size", "discard", "discard_size", "hand", "hand_size", "staff_size", "turns")
ASKED = ("asked_hand", "asked_type", "asked_qualification", "asked_mask", "asked_stop")
LOOKS = ("looker", "look_deck")

FIELDS_GAME = Fields("game", GAME, (*HEAD, *LUCK, *PILES, *ELSEWHERE, *COUNTED, *SCRATCH, *ASKED, *LOOKS))
FIELDS_ASKED = Fields("asked", np.dtype([(name, GAME[name]) for name in ASKED]), (), ("asked_stop",))
FIELDS_LOOK = Fields("looking", np.dtype([(name, GAME[name]) for name in LOOKS]))
FIELDS_HEAD = Fields("head", np.dtype([(name, GAME[name]) for name in HEAD]))
FIELDS_LUCK = Fields("luck", np.dtype([(name, GAME[name]) for name in LUCK]))
FIELDS_PLAYER = Fields("player", PLAYER, OWN_PILES)
FIELDS_HIRE = Fields(
    "hire", HIRED, ("card", "status", "qualification", "skills"), ("entered", "fresh", "lock"), (), ("clock",)
)
FIELDS_WELL = Fields(
    "hire", HIRED, (*FIELDS_HIRE.without, "by_source", "by_card", "by_seat"), FIELDS_HIRE.flags
)
TOLD = ("kind", "what", "player", "owner", "until", "clock", "count")
FIELDS_LASTING = Fields("lasting", LASTING_ROW, (), (), (), (*TOLD, "controller"))
ONLY_LATER = ("controller", "source", "card", "pc", "when", "bound", "bound_uid")
FIELDS_SHORT = Fields("lasting", LASTING_ROW, ONLY_LATER, (), (), TOLD)
FIELDS_ATTEMPT = Fields(
    "attempt", ATTEMPT, ("running", *MET), (), (("sent_as", "sent"),), ("job", "path", "sent", "raw")
)
FIELDS_FRAME = Fields(
    "frame",
    FRAME,
    ("on", "loops", *SCRATCH),
    ("cancelled", "recovery"),
    (),
    ("role", "source", "card", "controller", "pc"),
)
FIELDS_LOOP = Fields("loop", LOOP)

STATUSES = {status: status.name.lower() for status in Status}
STOPS = {stop: stop.name.lower() for stop in Stop}


def state_text(cards: CardSet, match: Match) -> str:
    """A position as text; `parse_state` reads it back."""
    game, rules, called = match.state[0], match.tables[0], names(cards)
    jobs = _single(rules["job_copies"])
    lines = [("", FIELDS_HEAD.parts(called, game, HEAD))]
    lines.append(("this turn", FIELDS_GAME.parts(called, game)))
    if game["phase"] in PICKS:
        lines.append(("asked", FIELDS_ASKED.parts(called, game)))
    lines.append(("job", [card_text(called.job_ids, int(game["job_card"]), jobs)]))
    if game["look_size"]:
        lines.append(("looking", FIELDS_LOOK.parts(called, game, LOOKS)))
        looked = game["look"][: game["look_size"]]
        if game["look_deck"] == Deck.JOB:
            lines.append(_pile("looked at", called.job_ids, looked, jobs, in_order=True))
        else:
            lines.append(_pile("looked at", called.kind_ids, looked, (), in_order=True))
    for seat in range(int(game["players"])):
        lines += _player_lines(called, game, seat, _single(rules["deck"][seat]["copies"]))
    for row in game["lasting"][: game["lasting_size"]]:
        fields = FIELDS_LASTING if row["kind"] == Lasting.LATER else FIELDS_SHORT
        lines.append(("lasting", fields.parts(called, row) or [EMPTY]))
    lines += _effect_lines(called, game)
    lines.append(_pile("jobs", called.job_ids, game["jobs"][: game["jobs_size"]][::-1], jobs, in_order=True))
    lines.append(_pile("job discard", called.job_ids, game["job_discard"][: game["job_discard_size"]], jobs))
    if game["phase"] == Phase.OVER:
        shares = " ".join(str(int(me["tally"]["win_share_ppm"])) for me in game["player"][: game["players"]])
        lines.append(("over", [f"millionths {shares}", f"stop {STOPS[Stop(game['tally']['stalled'])]}"]))
    lines.append(("", FIELDS_LUCK.parts(called, game, LUCK)))
    return "\n".join(text for head, parts in lines if parts for text in _wrapped(head, parts))


def _effect_lines(called: Names, game: Any) -> list[tuple[str, list[str]]]:
    """The attempt of this turn, and the effect that resolves."""
    attempt, frame, lines = game["attempt"], game["frame"], []
    if attempt["running"] or game["attempts_made"]:
        head = "attempt" if attempt["running"] else "last attempt"
        lines.append((head, FIELDS_ATTEMPT.parts(called, attempt) or [EMPTY]))
    if frame["on"]:
        lines.append(("effect", FIELDS_FRAME.parts(called, frame) or [EMPTY]))
        loops = frame["loop"][: frame["loops"]]
        lines += [("loop", FIELDS_LOOP.parts(called, row, FIELDS_LOOP.ways)) for row in loops]
    elif frame["pending"].any():
        lines.append(("settlement", FIELDS_FRAME.parts(called, frame, ("pending",))))
    return lines


def _single(copies: Any) -> set[int]:
    """Kinds of which a deck has one copy."""
    return set(np.flatnonzero(copies == 1).tolist())


def _pile(
    head: str, ids: Sequence[str], cards: Any, single: Container[int], *, in_order: bool = False
) -> tuple[str, list[str]]:
    """The line of a pile."""
    return head, [cards_text(ids, cards.tolist(), single, in_order=in_order)]


def _player_lines(called: Names, game: Any, seat: int, single: set[int]) -> list[tuple[str, list[str]]]:
    """The lines of one player: what is counted, staff, hand, piles."""
    me, number, ids = game["player"][seat], seat + 1, called.kind_ids
    lines = [(f"{number}", FIELDS_PLAYER.parts(called, me) or ["profit 0"])]
    for slot in range(STAFF):
        hire = me["staff"][slot]
        if hire["card"] >= 0:
            fields = FIELDS_HIRE if hire["status"] == Status.INCAPACITATED else FIELDS_WELL
            parts = [card_text(ids, int(hire["card"]), single), STATUSES[Status(hire["status"])]]
            lines.append((place_text(seat * STAFF + slot), parts + fields.parts(called, hire)))
    lines.append(_pile(f"{number} hand", ids, me["hand"][: me["hand_size"]], single))
    lines.append(_pile(f"{number} deck", ids, me["deck"][: me["deck_size"]][::-1], single, in_order=True))
    lines.append(_pile(f"{number} discard", ids, me["discard"][: me["discard_size"]], single))
    return lines


def _wrapped(head: str, parts: list[str]) -> list[str]:
    """A line, broken where it is too long; what follows begins with +."""
    text = (f"{head}: " if head else "") + ", ".join(parts)
    if len(text) <= WIDTH:
        return [text]
    pieces = parts[0].split(" ") if len(parts) == 1 else [f"{part}," for part in parts[:-1]] + parts[-1:]
    lines = [f"{head}:"] if head else []
    for piece in pieces:
        if lines and len(lines[-1]) + len(piece) < WIDTH:
            lines[-1] += f" {piece}"
        else:
            lines.append(f"+ {piece}" if lines else piece)
    return lines

"""The words of the card language: the one place from which checks, compiler and the printed page are made.

Only words, what they take and what they mean. The numbers behind them are the enums of `state.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from balance.games.extremely_bad_hires.state import (
    LOOK_MAX,
    SEATS,
    STAFF,
    Ban,
    CardType,
    Harm,
    Leave,
    Op,
    Path,
    Pick,
    Until,
    Where,
    Who,
    Window,
    Zone,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

# ------------------------------------------------------------------ bounds of a text
NUMBER_MAX = 99  # a number on a card
LIST_MAX = 24  # instructions, targets, conditions in one list
NEST_MAX = 8  # blocks, conditions, numbers inside each other
STEPS_MAX = 4000  # instructions that one effect could run through

# ------------------------------------------------------------------ where an instruction may stand
COST, CLOCK_IN, EFFECTS = "cost", "clock_in", "effects"
PLACES = (COST, CLOCK_IN, EFFECTS)
"""`effects` also means `resolve` of a Job, and the blocks inside of both."""


@dataclass(frozen=True)
class Key:
    """A key of an instruction, a selector or a condition.

    kind     what it takes: a name of `KINDS`
    default  what holds when it is left out (a value of the language; None: nothing)
    words    the words it allows, for kind `word`
    """

    kind: str
    meaning: str
    default: Any = None
    needed: bool = False
    words: Mapping[str, int] = field(default_factory=dict)
    low: int = 0
    high: int = NUMBER_MAX


@dataclass(frozen=True)
class Word:
    """An instruction. `short`: the key that a bare number or text fills. `code` None: control without one."""

    code: Op | None
    meaning: str
    keys: dict[str, Key]
    places: tuple[str, ...] = (EFFECTS,)
    short: str = ""
    counts: str = ""  # what its id counts; "": it can have no id


KINDS = {
    "number": "a number",
    "amount": "a number, all, or {up_to: number}",
    "word": "one of its words",
    "hires": "a Hire selector, or $name",
    "card": "a card selector, or $name",
    "player": "one player",
    "players": "one player, or opponents, others, all",
    "group": "opponents, others or all",
    "chooser": "you, ap, left, right, owner, random, or $name of a player",
    "name": "a new name",
    "block": "a list of instructions",
    "options": "a list of {do: [...]}",
    "condition": "a condition",
    "over": "opponents, others, all, or a Hire selector",
    "qualification": "a Qualification",
    "flag": "true or false",
    "keep": "a mapping with count, to, type",
    "allowance": "one of its words, or {override: what is forbidden}",
}
"""What a key takes, in words."""


def words(enum: Any, *names: str) -> dict[str, int]:
    """Members of an enum as the words of the language."""
    return {member.name.lower(): int(member) for member in enum if not names or member.name.lower() in names}


# ------------------------------------------------------------------ words that are numbers elsewhere
PLAYERS = words(Who, "you", "ap", "left", "right")
GROUPS = words(Who, "opponents", "others", "all")
CHOOSERS = {**PLAYERS, **words(Who, "owner", "random")}
PLAYER_MEANINGS = {
    "you": "the controller: who played the Mayhem or Fix; the active player for a Job",
    "ap": "the active player",
    "left": "the player left of the active player",
    "right": "the player right of the active player",
    "opponents": "all players but you",
    "others": "all players but the active player",
    "all": "all players",
    "owner": "`{owner: $name}` of a Hire: whose staff it is in; as a chooser: whose staff is picked from",
    "random": "as a chooser only: nobody picks, chance does",
}

PICKS = {
    "participating": (Pick.PARTICIPATING, "the crew as it is now, Incapacitated Hires included"),
    "sent": (Pick.SENT, "the crew at Clock-In, wherever its cards are now; for counting only"),
    "own_staff": (Pick.STAFF, "your staff"),
    "ap_staff": (Pick.STAFF, "the active player's staff"),
    "staff_of": (Pick.STAFF, "`{staff_of: player}`: that player's staff"),
    "any_staff": (Pick.ANY_STAFF, "all staffs"),
}
WHERES = {
    "active": (Where.ACTIVE, "Active"),
    "inactive": (Where.INACTIVE, "Inactive"),
    "incapacitated": (Where.INCAPACITATED, "Incapacitated"),
    "timed": (Where.TIMED, "Incapacitated for a number of turns"),
    "indefinite": (Where.INDEFINITE, "Incapacitated until a Fix is used on it"),
    "can_incapacitate": (Where.CAN_INCAPACITATE, "can become Incapacitated by this card"),
    "recoverable": (Where.RECOVERABLE, "`recover` would bring it back"),
    "matching": (Where.MATCHING, "has the Job's Qualification"),
    "not_matching": (Where.NOT_MATCHING, "has not the Job's Qualification"),
    "participating": (Where.PARTICIPATING, "in the crew now"),
    "not_participating": (Where.NOT_PARTICIPATING, "not in the crew"),
    "qualification": (Where.QUALIFICATION, "`{qualification: name}`: has that Qualification"),
}
TYPES = words(CardType)
ZONES = {"hand": Pick.HAND, "discard": Pick.DISCARD}
WINDOWS = {"prep": Window.PREPARATION, "mayhem": Window.MAYHEM, "recovery": Window.RECOVERY}
PATHS = {"qualified": Path.QUALIFIED, "unqualified": Path.UNQUALIFIED}
HARMS = {
    "end_of_next_turn": Harm.NEXT_END,
    "fix": Harm.FIX,
    "recovery_fix": Harm.RECOVERY_FIX,
}
HARM_MEANING = "end_of_next_turn: of its owner; fix: any Fix of its owner; recovery_fix: a Fix used on it"
UNTIL_ALL = words(Until)
UNTIL_TURNS = {name: number for name, number in UNTIL_ALL.items() if name != "spent"}
BANS = words(Ban)
HIRE_BANS = ("recover", "dismiss", "send")
LEAVES = {name: number for name, number in words(Leave).items() if name != "override"}
SHOWN = {"hand": 0, "top": 1}

HIRE_KEYS = {
    "pick": Key(
        "word", "where to look", needed=True, words={name: code for name, (code, _) in PICKS.items()}
    ),
    "where": Key("word", "what they must be, all of it", words={n: code for n, (code, _) in WHERES.items()}),
    "count": Key("amount", "how many", 1, low=1),
    "by": Key(
        "chooser", "who picks (left out: the active player where a Job Incapacitates, else the controller)"
    ),
}
CARD_KEYS = {
    "zone": Key("word", "where it lies", "discard", words={n: int(z) for n, z in ZONES.items()}),
    "of": Key("player", "whose", "you"),
    "type": Key("word", "what kind of card", "any", words=TYPES),
    "qualification": Key("qualification", "Hires with that Qualification only"),
    "count": Key("number", "in numbers and conditions only: all that fit are counted"),
    "by": Key("chooser", "who picks (left out: the controller)"),
}

INSTRUCTION_KEYS = {
    "id": "a name under which it counts what it did",
    "needs": "an id before it: done at least once; `{id: name, at_least: k}`: at least k times",
    "when": "a condition: without it the instruction is skipped",
}


def _range(low: str, high: str) -> dict[str, Key]:
    return {"min": Key("number", low), "max": Key("number", high)}


CONDITIONS: dict[str, tuple[dict[str, Key], str]] = {
    "path": ({}, "qualified or unqualified: the path of the running attempt"),
    "window": ({}, "prep, mayhem or recovery: the window that is open"),
    "count": (
        {"of": Key("hires", "Hires (or cards) counted", needed=True), **_range("at least", "at most")},
        "how many a selector finds",
    ),
    "hand": (
        {"player": Key("player", "whose hand", "you"), **_range("at least", "at most")},
        "the size of a hand",
    ),
    "profit": (
        {"player": Key("player", "whose Profit", "you"), **_range("at least", "at most")},
        "a Profit total, before the running settlement",
    ),
    "required": (_range("at least", "at most"), "current Required Hires of the running attempt"),
    "did": (
        {"id": Key("id", "an id before it", needed=True), "at_least": Key("number", "how often", 1, low=1)},
        "what an instruction counted",
    ),
    "completed": ({}, "true: a Job was completed this turn"),
    "players": (_range("at least", "at most"), "the number of players"),
    "job": (
        {"qualification": Key("qualification", "which", needed=True)},
        "the Qualification of the Job",
    ),
    "deck": (
        {"of": Key("deck", "a player, or job for the Job Deck", "you"), **_range("at least", "at most")},
        "cards left in a deck",
    ),
    "all": ({}, "a list: all hold"),
    "any": ({}, "a list: one or more holds"),
    "not": ({}, "a condition that does not hold"),
}

NUMBERS = {
    "count": "a Hire or card selector: how many there are",
    "done": "an id before it: what it counted",
    "hand": "a player: cards in hand",
    "profit": "a player: Profit total, before the running settlement",
    "required": "printed or current: Required Hires",
    "min": "a list of two: the smaller",
    "max": "a list of two: the larger",
    "add": "a list of two: their sum",
}
REQUIRED_WORDS = {"printed": 0, "current": 1}

KEEP_KEYS = {
    "count": Key("number", "how many", 1, low=1, high=LOOK_MAX),
    "to": Key("word", "where they go", "hand", words=words(Zone)),
    "type": Key("word", "only that kind of card", "any", words=TYPES),
}

HIRES_MOST = SEATS * STAFF

"""What a piece of a card's program does, in few words: for options that are no card of their own.

What may stand here: words for instructions and what they point at. The printed text of a card is in the card
data; a choose-one on a card has no text for each of its options, so it is told from the program.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance.games.extremely_bad_hires.state import (
    At,
    Ban,
    CardType,
    Count,
    Deck,
    Harm,
    Leave,
    Number,
    Op,
    Pick,
    Shield,
    Until,
    Where,
    Who,
    Worsen,
    Zone,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PLAYERS = {
    Who.YOU: "you",
    Who.AP: "the active player",
    Who.LEFT: "the player to the left",
    Who.RIGHT: "the player to the right",
    Who.OWNER: "its owner",
    Who.BOUND: "that player",
    Who.OPPONENTS: "each opponent",
    Who.OTHERS: "each player whose turn it is not",
    Who.ALL: "each player",
}
PLACES = {
    Pick.PARTICIPATING: "participating Hire",
    Pick.SENT: "Hire sent",
    Pick.STAFF: "Hire of ",  # and whose
    Pick.ANY_STAFF: "Hire in any staff",
}
STATES = {
    Where.ACTIVE: "Active",
    Where.INACTIVE: "Inactive",
    Where.INCAPACITATED: "Incapacitated",
    Where.MATCHING: "matching",
    Where.NOT_MATCHING: "not matching",
}
BANS = {
    Ban.RAISE_REQUIRED: "Required Hires cannot rise",
    Ban.LOWER_REQUIRED: "Required Hires cannot fall",
    Ban.PLAY_MAYHEM: "no Mayhem may be played",
    Ban.PLAY_FIX: "no Fix may be played",
    Ban.DRAW: "no card may be drawn",
    Ban.RECOVER: "no recovery",
    Ban.DISMISS: "no dismissal",
    Ban.SEND: "may not be sent",
}
LEAVES = {
    Leave.EXTRA_FIX: "one more Fix",
    Leave.EXTRA_HIRE: "one more Hire",
    Leave.EXTRA_ATTEMPT: "one more attempt",
    Leave.FIX_IN_MAYHEM_WINDOW: "a Fix in the Mayhem Window",
}
SHIELDS = {
    Shield.JOB_INCAPACITATION: "Incapacitation by Jobs",
    Shield.MAYHEM_TARGET: "being targeted by Mayhem",
    Shield.MAYHEM: "Mayhem",
    Shield.INCAPACITATION: "Incapacitation",
    Shield.RETURN: "being returned",
}
UNTILS = {
    Until.ATTEMPT: "for this attempt",
    Until.END_OF_TURN: "until the end of the turn",
    Until.START_OF_NEXT_TURN: "until the start of the next own turn",
    Until.END_OF_NEXT_TURN: "until the end of the next own turn",
    Until.SPENT: "until spent",
}
WHEN = {
    At.END_OF_TURN: "at the end of the turn",
    At.START_OF_NEXT_TURN: "at the start of the next own turn",
    At.AFTER_JOB: "after the Job is completed",
    At.JOB_STEP2: "when the Job resolves",
}
ZONES = {
    Zone.HAND: "the hand",
    Zone.DECK_TOP: "the top of the deck",
    Zone.DECK_BOTTOM: "the bottom of the deck",
    Zone.DISCARD: "the discard pile",
}
TYPES = {CardType.HIRE: "Hire", CardType.MAYHEM: "Mayhem", CardType.FIX: "Fix", CardType.ANY: "card"}


def count(number: int, noun: str) -> str:
    """A number and a noun: 1 card, 2 cards."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def condition_words(harm: int, turns: int, *, locked: bool = False) -> str:
    """How long a Hire is Incapacitated."""
    words = {
        Harm.NONE: "",
        Harm.TIMED: f"for {count(turns, 'turn')}",
        Harm.NEXT_END: "until the end of the next own turn",
        Harm.FIX: "until a Fix is played",
        Harm.RECOVERY_FIX: "until a Fix is used on it",
    }[Harm(harm)]
    return words + (", with no other recovery" if locked else "")


def leave_words(leave: int) -> str:
    """What a player is allowed."""
    if leave >= Leave.OVERRIDE:
        return f"an exception from: {BANS[Ban(leave - Leave.OVERRIDE)]}"
    return LEAVES[Leave(leave)]


class Gist:
    """Words for the instructions of `rules`; `qualifications` are their printed names."""

    def __init__(self, rules: Any, qualifications: Sequence[str]) -> None:
        """Keep what the words are made of."""
        self.rules = rules
        self.qualifications = qualifications
        self.targets: dict[int, str] = {}  # binding -> what was declared, until it is told

    def piece(self, first: int, last: int) -> str:
        """The instructions from `first` to before `last`, joined by commas."""
        found = []
        for place in range(first, last):
            line = self.rules["code"][place]
            if line["op"] == Op.TARGET and line["who"] >= 0:
                self.targets[int(line["binding"])] = self.hires(int(line["who"]))
            words = self.instruction(line)
            if words:
                found.append(words)
        return ", ".join(found) or "nothing"

    def instruction(self, line: Any) -> str:
        """One instruction; nothing for what only steers."""
        tell = TELL.get(Op(line["op"]))
        return tell(self, line) if tell else ""

    def number(self, place: int, *, default: str = "1") -> str:
        """A number, or that it is worked out."""
        if place < 0:
            return default
        entry = self.rules["number"][place]
        return str(int(entry["a"])) if entry["last"] and entry["kind"] == Number.CONST else "some"

    def signed(self, place: int) -> str:
        """The same with its sign."""
        text = self.number(place)
        return text if text.startswith("-") or text == "some" else f"+{text}"

    def cards(self, line: Any) -> str:
        """How many cards of which type."""
        number = "all" if line["count"] == Count.ALL else self.number(line["number"])
        kind = TYPES.get(line["what"], "card")
        up_to = "up to " if line["count"] == Count.UP_TO else ""
        return f"{up_to}{number} {kind}" + ("" if number == "1" or kind in ("Mayhem", "Fix") else "s")

    def player(self, who: int) -> str:
        """A player or a group."""
        return PLAYERS.get(Who(who % 16), "you")

    def does(self, line: Any, verb: str) -> str:
        """A verb for `you`, or another player with it."""
        who = line["player"] % 16
        return verb if who == Who.YOU else f"{self.player(line['player'])}: {verb}"

    def hires(self, place: int) -> str:
        """Which Hires, or which card."""
        if place < 0:
            return ""
        s = self.rules["selector"][place]
        if s["pick"] == Pick.BOUND:
            return self.targets.pop(int(s["binding"]), "it")
        number = self.number(s["number"])
        many = s["count"] == Count.ALL or number != "1"
        if s["pick"] in (Pick.HAND, Pick.DISCARD):
            zone = "hand" if s["pick"] == Pick.HAND else "discard pile"
            return f"{number} {TYPES.get(s['type'], 'card')} of the {zone}"
        states = [word for bit, word in STATES.items() if s["where"] & bit]
        if s["where"] & Where.QUALIFICATION:
            states.append(self.qualifications[s["qualification"]])
        noun = PLACES[Pick(s["pick"])]
        if many:
            noun = noun.replace("Hire", "Hires")
        if s["pick"] == Pick.STAFF:
            yours = s["player"] % 16 == Who.YOU
            noun = noun.replace(" of ", "") if yours else noun + self.player(s["player"])
            states = ["own", *states] if yours else states
        amount = "all" if s["count"] == Count.ALL else number
        return " ".join([*(["up to"] if s["count"] == Count.UP_TO else []), amount, *states, noun])


def _draw(t: Gist, i: Any) -> str:
    return t.does(i, f"draw {count_text(t.number(i['number']), 'card')}")


def count_text(number: str, noun: str) -> str:
    """A number that may be a word, and a noun."""
    return f"{number} {noun}" if number == "1" else f"{number} {noun}s"


def _incapacitate(t: Gist, i: Any) -> str:
    turns = t.number(i["number"], default=str(int(t.rules["incapacitated_turns"])))
    if i["until"] != Harm.TIMED or turns.isdigit():
        turns = turns if turns.isdigit() else "0"
        return (
            f"Incapacitate {t.hires(i['who'])} {condition_words(i['until'], int(turns), locked=i['extra'])}"
        )
    return f"Incapacitate {t.hires(i['who'])} for some turns"


def _worsen(t: Gist, i: Any) -> str:
    verb = {Worsen.EXTEND: "extend", Worsen.REPLACE: "replace", Worsen.RESET: "reset"}[Worsen(i["what"])]
    return f"{verb} the Incapacitation of {t.hires(i['who'])}"


def _required(t: Gist, i: Any) -> str:
    return f"Required Hires {'become ' + t.number(i['number']) if i['extra'] else t.signed(i['number'])}"


def _forbid(t: Gist, i: Any) -> str:
    whom = t.hires(i["who"]) if i["who"] >= 0 else t.player(i["player"])
    return f"{whom}: {BANS[Ban(i['what'])]} {UNTILS[Until(i['until'])]}"


def _look(t: Gist, i: Any) -> str:
    deck = "Job Deck" if i["what"] == Deck.JOB else "deck"
    return f"look at the top {count_text(t.number(i['number']), 'card')} of the {deck}"


TELL: dict[Op, Callable[[Gist, Any], str]] = {
    Op.CHOOSE: lambda t, i: f"choose {t.hires(i['who'])}",
    Op.CHOOSE_PLAYER: lambda *_: "choose a player",
    Op.CHOOSE_ONE: lambda *_: "one of",
    Op.UNLESS: lambda *_: "if so",
    Op.MAY: lambda *_: "may",
    Op.EACH_PLAYER: lambda t, i: f"for {t.player(i['player'])}",
    Op.EACH_HIRE: lambda t, i: f"for each of {t.hires(i['who'])}",
    Op.LATER: lambda _, i: f"{WHEN[At(i['what'])]}",
    Op.DRAW: _draw,
    Op.DISCARD: lambda t, i: t.does(i, f"discard {t.cards(i)}"),
    Op.DISCARD_RANDOM: lambda t, i: t.does(i, f"discard {t.cards(i)} at random"),
    Op.CYCLE: lambda t, i: t.does(i, f"replace up to {count_text(t.number(i['number']), 'card')}"),
    Op.TAKE_BACK: lambda t, i: f"put {t.hires(i['who'])} back to {ZONES[Zone(i['what'])]}",
    Op.EXCHANGE: lambda t, i: f"exchange {t.hires(i['who'])} for {t.hires(i['other'])}",
    Op.LOOK: _look,
    Op.REVEAL: lambda t, i: t.does(i, "reveal " + ("the top of the deck" if i["extra"] else "the hand")),
    Op.SHUFFLE: lambda _, i: f"shuffle the {'Job Deck' if i['what'] == Deck.JOB else 'deck'}",
    Op.INCAPACITATE: _incapacitate,
    Op.RECOVER: lambda t, i: f"{t.hires(i['who'])}: recover",
    Op.REDUCE: lambda t, i: f"{t.hires(i['who'])}: {count_text(t.number(i['number']), 'turn')} less",
    Op.WORSEN: _worsen,
    Op.PROTECT: lambda t, i: f"protect {t.hires(i['who'])} from {SHIELDS[Shield(i['what'])]}",
    Op.RETURN_HIRE: lambda t, i: f"return {t.hires(i['who'])}",
    Op.UNASSIGN: lambda t, i: f"{t.hires(i['who'])}: stop participating",
    Op.DISMISS: lambda t, i: f"dismiss {t.hires(i['who'])}",
    Op.ENLIST: lambda t, i: f"enlist {t.hires(i['who'])}",
    Op.ACTIVATE: lambda t, i: f"activate {t.hires(i['who'])}",
    Op.QUALIFY: lambda t, i: f"{t.hires(i['who'])}: also {t.qualifications[i['what']]}",
    Op.REQUIRED: _required,
    Op.CANCEL_NEXT_MAYHEM: lambda *_: "cancel the next Mayhem",
    Op.END_ATTEMPT: lambda *_: "end the attempt",
    Op.DROP_JOB: lambda *_: "discard the Active Job",
    Op.JOB_PROFIT: lambda t, i: f"Job Profit {t.signed(i['number'])}",
    Op.GAIN: lambda t, i: t.does(i, f"gain {t.number(i['number'])} Profit"),
    Op.LOSE: lambda t, i: t.does(i, f"lose {t.number(i['number'])} Profit"),
    Op.FORBID: _forbid,
    Op.ALLOW: lambda t, i: t.does(i, f"allowed: {leave_words(i['what'])}"),
}
"""Words for an instruction; those that only steer have none."""

"""The words of each event of a game of Extremely Bad Hires.

What may stand here: `WORDS`, and what its entries need. How lines are put together is in `transcripts.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance.games.extremely_bad_hires.events import Back, Discarded, Drawn, Event, Shuffled
from balance.games.extremely_bad_hires.gist import (
    BANS,
    SHIELDS,
    UNTILS,
    WHEN,
    ZONES,
    condition_words,
    count,
    leave_words,
)
from balance.games.extremely_bad_hires.state import (
    STAFF,
    VERB,
    At,
    Ban,
    Deck,
    End,
    Lasting,
    Op,
    Path,
    Phase,
    Rest,
    Shield,
    Stop,
    Until,
    Verb,
    Window,
    Zone,
)
from balance.games.extremely_bad_hires.words import (
    COPIES,
    DONE,
    SEAT_NAMES,
    Names,
    choice_words,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass
class Telling:
    """What the words of an event may use: names of cards, the tables, the bots."""

    called: Names
    rules: Any
    bots: Sequence[str]

    def agency(self, seat: int) -> str:
        """Agency 1, with its bot when there is one."""
        bot = f" ({self.bots[seat]})" if seat < len(self.bots) and self.bots[seat] else ""
        return SEAT_NAMES[seat] + bot

    def who(self, line: Any) -> str:
        """The Agency of a line, short."""
        return SEAT_NAMES[line["seat"]]

    def card(self, card: int) -> str:
        """A Company card."""
        return self.called.kinds[card // COPIES]

    def job(self, job: int) -> str:
        """A Job."""
        return self.called.jobs[job]

    def hire(self, place: int, kind: int) -> str:
        """A Hire with its owner."""
        return f"{self.called.kinds[kind]} of {SEAT_NAMES[place // STAFF]}"

    def looked(self, card: int, deck: int) -> str:
        """A card of either kind of deck."""
        return self.called.in_deck(deck, card // COPIES)

    def choice(self, entry: int) -> str:
        """What an option or a mode does."""
        return choice_words(self.called, self.rules, entry)


# ------------------------------------------------------------------------------------ words of an event

ENDINGS = {
    End.COMPLETED: "is completed",
    End.MAYHEM: "is ended by Mayhem",
    End.SHORT: "ends: too few Hires are left",
    End.OWN: "is ended by the Job itself",
    End.REMOVED: "ends: the Job is gone",
}
STOPS = {
    Stop.NONE: "nothing",
    Stop.MAX_ROUNDS: "the most rounds were played",
    Stop.NO_PROGRESS: "no Profit has changed for too long",
    Stop.FROZEN: "nothing can happen any more",
    Stop.FAULT: "a fault of the program",
}
BACK = {
    Back.COUNT: "has served its time",
    Back.RECOVER: "recovers",
    Back.REDUCE: "recovers, no turn is left",
    Back.ANY_FIX: "recovers, since a Fix was played",
}
RESTS = {
    Rest.SAME_ORDER: "back on top",
    Rest.ANY_ORDER: "back on top, in this order",
    Rest.BOTTOM: "under the deck",
    Rest.DISCARD: "to the discard pile",
}
OPS = {op: op.name.lower().replace("_", " ") for op in Op}


def deck_name(deck: int) -> str:
    """Which deck."""
    return "the Job Deck" if deck == Deck.JOB else "the deck"


def shuffle_words(_: Telling, e: Any) -> str:
    """A deck made new."""
    deck = "the Job Deck" if e["b"] == Deck.JOB else f"the deck of {SEAT_NAMES[e['seat']]}"
    why = {
        Shuffled.SETUP: f"{deck} is shuffled",
        Shuffled.RECYCLE: f"the discard pile is shuffled into {deck}",
        Shuffled.EFFECT: f"{deck} is shuffled",
    }[Shuffled(e["c"])]
    return f"{why}: {count(int(e['a']), 'card')}"


def choice_line(t: Telling, e: Any) -> str:
    """A choice told by itself."""
    who, verb, argument, more = t.who(e), Verb(e["a"] // VERB), int(e["a"]) % VERB, int(e["b"])
    match verb:
        case Verb.DONE:
            words = DONE.get(Phase(e["c"]), "done").replace("end ", "ends ").replace("play ", "plays ")
            return f"{who} {words}"
        case Verb.STOP:
            return f"{who} picks no more"
        case Verb.PICK:
            return f"{who} picks {t.hire(argument, more)}"
        case Verb.CARD:
            return f"{who} picks {t.called.kinds[argument]} in the hand of {SEAT_NAMES[more]}"
        case Verb.FILE:
            return f"{who} picks {t.called.kinds[argument]} in the discard pile of {SEAT_NAMES[more]}"
        case Verb.LOOKED:
            return f"{who} picks {t.called.in_deck(more, argument)} of the cards looked at"
        case Verb.PLAYER:
            return f"{who} picks {SEAT_NAMES[argument]}"
        case Verb.OPTION:
            return f"{who} takes option {argument + 1}"
        case Verb.YES | Verb.NO:
            return f"{who} says {verb.name.lower()}"
        case Verb.NEXT:
            return f"{who} first resolves what {t.called.source(more % 4, more // 4)} set up"
    kind = argument // 8 if verb == Verb.HIRE else argument
    card = f" {t.called.kinds[kind]}" if verb in (Verb.HIRE, Verb.FIX, Verb.MAYHEM) else ""
    return f"{who} chooses: {verb.name.lower()}{card}"


def target_words(t: Telling, e: Any) -> str:
    """A target declared at play."""
    a, b, pool = int(e["a"]), int(e["b"]), int(e["c"])
    what = {
        0: lambda: t.hire(a, b),
        1: lambda: f"{t.card(a)} in the hand of {SEAT_NAMES[b]}",
        2: lambda: f"{t.card(a)} in the discard pile of {SEAT_NAMES[b]}",
        4: lambda: SEAT_NAMES[a],
    }[pool]()
    return f"target: {what}"


def crew_words(t: Telling, e: Any) -> str:
    """The head of a crew; the Hires are told after it."""
    path = "qualified" if e["b"] == Path.QUALIFIED else "not qualified"
    known = t.rules["job"][e["a"]]["path"][e["b"]]["fixed"]  # else it depends on the crew
    required = f", {count(int(e['c']), 'Hire')} required" if known else ""
    return f"{t.who(e)} clocks in for {t.job(e['a'])}, {path}{required}"


def condition_of(code: int) -> str:
    """How long, as HURT and WORSENED say it."""
    return condition_words(code % 8, code // 16, locked=bool(code // 8 % 2))


def required_words(_: Telling, e: Any) -> str:
    """A change of Required Hires."""
    change = f"become {e['a']}" if e["b"] else f"change by {e['a']:+d}"
    return f"Required Hires {change}: now {e['c']}"


def shield_words(t: Telling, e: Any) -> str:
    """Mayhem will be cancelled."""
    many = "" if e["a"] == 1 else f"{e['a']} "
    return f"the next {many}Mayhem against {t.who(e)} will be cancelled, {UNTILS[Until(e['b'])]}"


def forbid_words(t: Telling, e: Any) -> str:
    """A prohibition."""
    whom = t.hire(e["b"], e["c"]) if e["b"] >= 0 else t.who(e)
    return f"{whom}: {BANS[Ban(e['a'] // 8)]}, {UNTILS[Until(e['a'] % 8)]}"


def expired_words(t: Telling, e: Any) -> str:
    """Something that lasted is over."""
    kind, what = Lasting(e["a"] // COPIES), int(e["a"]) % COPIES
    whom = t.hire(e["b"], e["c"]) if e["b"] >= 0 else t.who(e)
    words = {
        Lasting.PROTECT: lambda: f"no longer protected from {SHIELDS[Shield(what)]}",
        Lasting.CANCEL: lambda: "no longer has a Mayhem cancelled",
        Lasting.QUALIFY: lambda: f"no longer {t.called.qualifications[what]} too",
        Lasting.FORBID: lambda: f"no longer holds: {BANS[Ban(what)]}",
        Lasting.ALLOW: lambda: f"no longer allowed: {leave_words(what)}",
        Lasting.LATER: lambda: "what was to come later is void",
    }[kind]()
    return f"{whom}: {words}"


def completed_words(t: Telling, e: Any) -> str:
    """A Job completed, with what it brings."""
    extra = f" and {e['c']:+d} by its effects" if e["c"] else ""
    return f"{t.who(e)} completes {t.job(e['a'])}: {e['b']} Profit{extra}"


def discard_words(t: Telling, e: Any) -> str:
    """A hand card to the pile."""
    why = {Discarded.EFFECT: "", Discarded.RANDOM: " at random", Discarded.LIMIT: ", the hand is full"}
    return f"{t.who(e)} discards {t.card(e['a'])}{why[Discarded(e['b'])]}"


def winner_words(t: Telling, e: Any) -> str:
    """Who won."""
    shared = f", shared by {e['b']}" if e["b"] > 1 else ""
    return f"{t.agency(e['seat'])} wins with {e['a']} Profit{shared}"


WORDS: dict[Event, Callable[[Telling, Any], str]] = {
    Event.START: lambda t, e: (
        f"{count(int(e['a']), 'player')}, target {e['b']} Profit; {t.agency(e['seat'])} moves first"
    ),
    Event.SHUFFLE: shuffle_words,
    Event.TURN: lambda t, e: f"Turn {e['a']}, round {e['b']}: {t.agency(e['seat'])}",
    Event.WORKS: lambda t, e: f"{t.who(e)}: {t.called.kinds[e['b']]} starts work",
    Event.DRAW: lambda t, e: (
        f"{t.who(e)} {'opens with' if e['b'] == Drawn.OPENING else 'draws'} {t.card(e['a'])}"
    ),
    Event.NO_DRAW: lambda t, e: f"{t.who(e)} cannot draw: no card is left",
    Event.CHOICE: choice_line,
    Event.HIRE: lambda t, e: f"{t.who(e)} plays {t.card(e['a'])}, Inactive",
    Event.DISMISS: lambda t, e: (
        f"{t.hire(e['b'], e['a'] // COPIES)} is dismissed" + (" to make room" if e["c"] else "")
    ),
    Event.FIX: lambda t, e: (
        f"{t.who(e)} plays the Fix {t.card(e['a'])}"
        + (" in the Mayhem Window" if e["b"] == Window.MAYHEM else "")
    ),
    Event.MAYHEM: lambda t, e: f"{t.who(e)} plays the Mayhem {t.card(e['a'])}",
    Event.MODE: lambda t, e: f"mode {e['a'] + 1}: {t.choice(e['b'])}",
    Event.TARGET: target_words,
    Event.COST: lambda _, e: f"cost: {OPS[Op(e['a'])]}",
    Event.SKIP: lambda t, e: f"{t.who(e)} skips {t.job(e['a'])}" + ("" if e["b"] else ": nobody can be sent"),
    Event.CREW: crew_words,
    Event.SENT: lambda t, e: f"sends {t.called.kinds[e['b']]}" + (" (matches)" if e["c"] else ""),
    Event.PASS: lambda t, e: f"{t.who(e)} plays no Mayhem",
    Event.CANCELLED: lambda t, e: (
        f"{t.called.kinds[e['a']]} is cancelled" + (f", {e['b']} more will be" if e["b"] else "")
    ),
    Event.CHECK: lambda _, e: f"staffing check: {count(int(e['a']), 'Hire')} of {e['b']} required",
    Event.ENDED: lambda t, e: f"the attempt at {t.job(e['b'])} {ENDINGS[End(e['a'])]}",
    Event.RESOLVE: lambda t, e: (
        f"{t.job(e['a'])} resolves, {'qualified' if e['b'] == Path.QUALIFIED else 'not qualified'}"
    ),
    Event.COMPLETED: completed_words,
    Event.WAITING: lambda t, e: (
        f"what {t.called.source(int(e['b']), int(e['a']))} of {t.who(e)} set up comes {WHEN[At(e['c'])]}"
    ),
    Event.DISCARD: discard_words,
    Event.TAKE_BACK: lambda t, e: f"{t.who(e)} takes back {t.card(e['a'])} to {ZONES[Zone(e['b'])]}",
    Event.EXCHANGE: lambda t, e: f"{t.who(e)} exchanges {t.card(e['a'])} for {t.card(e['b'])}",
    Event.LOOK: lambda t, e: (
        f"{t.who(e)} looks at the top {count(int(e['b']), 'card')} of {deck_name(e['a'])}"
    ),
    Event.SEEN: lambda t, e: f"sees {t.looked(e['a'], e['b'])}",
    Event.KEPT: lambda t, e: f"{t.looked(e['a'], e['b'])} goes to {ZONES[Zone(e['c'])]}",
    Event.PUT: lambda t, e: f"{RESTS[Rest(e['c'])]}: {t.looked(e['a'], e['b'])}",
    Event.REVEAL: lambda t, e: (
        f"{t.who(e)} shows {'the top of the deck' if e['a'] else 'the hand'}: {count(int(e['b']), 'card')}"
    ),
    Event.SHOWN: lambda t, e: f"shows {t.card(e['a'])}",
    Event.HURT: lambda t, e: f"{t.hire(e['a'], e['b'])} is Incapacitated {condition_of(int(e['c']))}",
    Event.BACK: lambda t, e: f"{t.hire(e['a'], e['b'])} {BACK[Back(e['c'])]}",
    Event.REDUCED: lambda t, e: f"{t.hire(e['a'], e['b'])}: {count(int(e['c']), 'turn')} left",
    Event.WORSENED: lambda t, e: f"{t.hire(e['a'], e['b'])} is now Incapacitated {condition_of(int(e['c']))}",
    Event.COUNTED: lambda t, e: f"{t.hire(e['a'], e['b'])}: {count(int(e['c']), 'turn')} left",
    Event.SPARED: lambda t, e: (
        f"{t.hire(e['a'], e['b'])} is protected from {SHIELDS[Shield(e['c'])]}: nothing happens to it"
    ),
    Event.PROTECT: lambda t, e: (
        f"{t.hire(e['a'], e['b'])} is protected from {SHIELDS[Shield(e['c'] // 8)]}, "
        f"{UNTILS[Until(e['c'] % 8)]}"
    ),
    Event.RETURN: lambda t, e: f"{t.hire(e['b'], e['a'] // COPIES)} returns to the hand",
    Event.UNASSIGN: lambda t, e: f"{t.hire(e['a'], e['b'])} stops participating",
    Event.ENLIST: lambda t, e: (
        f"{t.hire(e['b'], e['a'] // COPIES)} enters the staff from {ZONES[Zone(e['c'])]}"
    ),
    Event.ACTIVATE: lambda t, e: f"{t.hire(e['a'], e['b'])} becomes Active",
    Event.QUALIFY: lambda t, e: (
        f"{t.hire(e['a'], e['b'])} is {t.called.qualifications[e['c'] // 8]} too, {UNTILS[Until(e['c'] % 8)]}"
    ),
    Event.REQUIRED: required_words,
    Event.SHIELD: shield_words,
    Event.END_ATTEMPT: lambda *_: "the attempt will end after this",
    Event.DROP_JOB: lambda t, e: f"{t.job(e['a'])} leaves the Active position",
    Event.JOB_PROFIT: lambda t, e: f"{e['a']:+d} Profit for {t.who(e)} if the Job is completed",
    Event.GAIN: lambda t, e: f"{t.who(e)} is to gain {e['a']} Profit",
    Event.LOSE: lambda t, e: f"{t.who(e)} is to lose {e['a']} Profit",
    Event.FORBID: forbid_words,
    Event.ALLOW: lambda t, e: (
        f"{t.who(e)} may have {leave_words(e['a'])}, {UNTILS[Until(e['b'])]}"
        + (f", {e['c']} times" if e["c"] > 1 else "")
    ),
    Event.LATER: lambda _, e: f"something will come {WHEN[At(e['a'])]} of {SEAT_NAMES[e['b']]}",
    Event.OPTION: lambda t, e: f"{t.who(e)} takes option {e['a'] + 1}: {t.choice(e['b'])}",
    Event.VOID: lambda _, e: f"impossible, left out: {OPS[Op(e['a'])]}",
    Event.EXPIRED: expired_words,
    Event.SETTLE: lambda t, e: f"{t.who(e)} settles {e['a']:+d} Profit, has {e['b']}",
    Event.FILE_JOB: lambda t, e: f"{t.job(e['a'])} goes to the Job discard pile",
    Event.JOB: lambda t, e: f"the Active Job is {t.job(e['a'])}",
    Event.REACHED: lambda t, e: f"{t.who(e)} has reached the target with {e['a']}; the round is finished",
    Event.STALL: lambda t, e: f"Nobody wins: {STOPS[Stop(e['a'])]}; the Active Job is {t.job(e['b'])}",
    Event.WINNER: winner_words,
    Event.SCORE: lambda t, e: f"{t.agency(e['seat'])}: {e['a']} Profit",
}
"""The words of each event."""

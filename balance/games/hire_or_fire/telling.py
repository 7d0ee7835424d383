"""The words of each event of a game of Hire or Fire.

What may stand here: `WORDS`, and what its entries need. How lines are put together is in `transcripts.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from balance.games.hire_or_fire.events import Event, How, Result, Why
from balance.games.hire_or_fire.state import Home, SkillsUsed, Verb
from balance.games.hire_or_fire.words import (
    SEAT_NAMES,
    VERB,
    Names,
    applicant,
    count,
    dollars,
    folder_words,
    put_aside,
    target,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MILLION = 1_000_000


@dataclass
class Telling:
    """What the words of an event may use: names, the tables, the bots, and what has been told before it."""

    called: Names
    rules: Any
    bots: Sequence[str]
    players: int
    money: list[int]  # what each player has after the event
    offset: int = 0  # places to the right that everybody applies; 0: not told
    before: int = 0  # the same, last week
    offers: dict[int, int] = field(default_factory=dict)  # seat -> job on its board
    folders: dict[int, dict[str, int]] = field(default_factory=dict)  # seat -> slot -> card
    aside: dict[int, list[int]] = field(default_factory=dict)  # seat -> jobs and skill cards put aside

    def player(self, seat: int) -> str:
        """A, with its bot when there is one."""
        bot = f" ({self.bots[seat]})" if seat < len(self.bots) and self.bots[seat] else ""
        return SEAT_NAMES[seat] + bot

    def one_card(self) -> bool:
        """Whether both halves of one skill card are shown (HG-03)."""
        return bool(self.rules["reading"]["skills_used"] == SkillsUsed.ONE_CARD)

    def salary(self, number: int) -> str:
        """What a salary card asks."""
        return dollars(int(self.rules["salary"][number]))

    def has(self, seat: int) -> str:
        """What a player has now."""
        return f"has {dollars(self.money[seat])}"

    def vacancy(self, seat: int) -> str:
        """What a player applies for: the job of D, Crocodile Dentist."""
        if not self.offset:
            return "the dream job"
        employer = target(seat, self.offset, self.players)
        job = self.offers.get(employer)
        return f"the job of {SEAT_NAMES[employer]}" + ("" if job is None else f", {self.called.jobs[job]}")

    def note(self, line: Any) -> None:
        """Remember what later lines speak of."""
        event, seat, a, b, c = (int(line[name]) for name in ("event", "seat", "a", "b", "c"))
        if event == Event.WEEK:
            self.before, self.offset = self.offset, b
            self.offers, self.folders, self.aside = {}, {}, {}
        elif event == Event.OFFERED:
            self.offers[seat] = a
        elif event in (Event.PAID, Event.BONUS):
            self.money[seat] += b
        elif event == Event.CHOICE:
            self.note_choice(seat, Verb(a // VERB), c)

    def note_choice(self, seat: int, verb: Verb, about: int) -> None:
        """Remember what was put where."""
        folder = self.folders.setdefault(seat, {})
        match verb:
            case Verb.JOB:
                folder["job"] = about
            case Verb.STRENGTH:
                folder["strength"] = about
                if self.one_card():
                    folder["weakness"] = about
            case Verb.WEAKNESS:
                folder["weakness"] = about
            case Verb.SWAP_JOB:
                self.aside.setdefault(seat, [0, 0])[0] += 1
            case Verb.SWAP_SKILL:
                self.aside.setdefault(seat, [0, 0])[1] += 1


# ------------------------------------------------------------------------------------ words of an event


def week_words(t: Telling, e: Any) -> str:
    """A new week: who applies to whom."""
    offset, home = int(e["b"]), t.rules["reading"]["home"]
    whom = [
        f"{SEAT_NAMES[seat]} to {SEAT_NAMES[target(seat, offset, t.players)]}" for seat in range(t.players)
    ]
    why = ""
    if home == Home.EXTRA_PASS and offset < t.before:
        why = ": every token came home, and goes one place on"
    elif home == Home.REPEAT and offset == t.before:
        why = ", as last week: every token is at home"
    return (
        f"Week {e['a']}: everybody applies {count(offset, 'place')} to the right{why} "
        f"({', '.join(whom)}); {t.player(e['seat'])} is the first to deliver"
    )


def choice_words(t: Telling, e: Any) -> str:
    """A choice; what it is about stands in the event."""
    verb, argument, about, called = Verb(e["a"] // VERB), int(e["a"]) % VERB, int(e["c"]), t.called
    who = SEAT_NAMES[e["seat"]]
    match verb:
        case Verb.OFFER:
            return f"{who} posts {called.jobs[about]}"
        case Verb.SWAP_JOB:
            return f"{who} puts {called.jobs[about]} aside for an exchange"
        case Verb.SWAP_SKILL:
            return f"{who} puts {called.skill(about)} aside for an exchange"
        case Verb.DRAW:
            return f"{who} exchanges {put_aside(*t.aside.get(int(e['seat']), (0, 0))) or 'cards'}"
        case Verb.JOB:
            return f"{who} applies for {t.vacancy(int(e['seat']))}; experience: {called.jobs[about]}"
        case Verb.STRENGTH if t.one_card():
            strength, weakness = called.strengths[about], called.weaknesses[about]
            return f"{who} shows the strength {strength} and the weakness {weakness}"
        case Verb.STRENGTH:
            return f"{who} shows the strength {called.strengths[about]}"
        case Verb.WEAKNESS:
            return f"{who} shows the weakness {called.weaknesses[about]}"
        case Verb.SALARY:
            return f"{who} asks for {t.salary(about)}, face down"
        case Verb.HIRE:
            return f"{who} puts HIRED! on folder {argument + 1}, which {SEAT_NAMES[about]} wrote"
        case Verb.PASS:
            return f"{who} exchanges nothing"


def offered_words(t: Telling, e: Any) -> str:
    """A job on a board."""
    seat = int(e["seat"])
    who = f"; {SEAT_NAMES[applicant(seat, t.offset, t.players)]} has to apply" if t.offset else ""
    return f"on the board of {SEAT_NAMES[seat]}: {t.called.jobs[e['a']]}{who}"


def laid_words(t: Telling, e: Any) -> str:
    """A folder on the table, and what it says."""
    seat, folder = int(e["seat"]), t.folders.get(int(e["seat"]), {})
    says = ""
    if {"job", "strength", "weakness"} <= folder.keys():
        says = f": {folder_words(t.called, folder['job'], folder['strength'], folder['weakness'])}"
    hirer = SEAT_NAMES[target(seat, t.offset, t.players)]
    told = f"; {hirer} can tell that it was written for {hirer}" if e["b"] else ""
    return f"folder {e['a'] + 1}, by {SEAT_NAMES[seat]}{says}{told}"


def paid_words(t: Telling, e: Any) -> str:
    """How an application ended."""
    seat = int(e["seat"])
    who, asked, has = SEAT_NAMES[seat], t.salary(int(e["c"])), t.has(seat)
    match Result(e["a"]):
        case Result.MATCH:
            return f"{who} turns over {asked}: a match, gets {t.vacancy(seat)}, and {dollars(e['b'])}; {has}"
        case Result.COMPENSATION:
            return (
                f"{who} turns over {asked}: no match, but other tokens: {dollars(e['b'])} compensation; {has}"
            )
        case Result.FLOP:
            return f"{who} turns over {asked}: no token; {has}"


def wins_words(t: Telling, e: Any) -> str:
    """Who won, and what settled it."""
    who, won = t.player(e["seat"]), max(1, int(e["b"]))
    match How(e["a"]):
        case How.MONEY:
            return f"{who} wins with the most money"
        case How.BONUSES:
            return f"{who} wins: of those with the most money, with the most bonuses"
        case How.COMPENSATIONS:
            return f"{who} wins: of those with the most money and bonuses, with the most compensations"
        case How.SHARED:
            return f"{who} is one of {round(MILLION / won)} who share the win"


DRAWN = {Why.DEAL: "is dealt", Why.SWAP: "draws", Why.REFILL: "refills the hand with"}

WORDS: dict[Event, Callable[[Telling, Any], str]] = {
    Event.CHOICE: choice_words,
    Event.WEEK: week_words,
    Event.DEALT_JOB: lambda t, e: f"{SEAT_NAMES[e['seat']]} {DRAWN[Why(e['b'])]} {card_words(t, e)}",
    Event.DEALT_SKILL: lambda t, e: f"{SEAT_NAMES[e['seat']]} {DRAWN[Why(e['b'])]} {card_words(t, e)}",
    Event.BINNED_JOB: lambda t, e: f"to the paper bin: {card_words(t, e)}",
    Event.BINNED_SKILL: lambda t, e: f"to the paper bin: {card_words(t, e)}",
    Event.OFFERED: offered_words,
    Event.LAID: laid_words,
    Event.PAID: paid_words,
    Event.BONUS: lambda t, e: (
        f"{SEAT_NAMES[e['seat']]} found {SEAT_NAMES[e['a']]}: "
        f"{dollars(e['b'])} bonus; {t.has(int(e['seat']))}"
    ),
    Event.SCORE: lambda t, e: (
        f"{t.player(e['seat'])}: {dollars(e['a'])}, with {counted(int(e['b']), 'bonus', 'bonuses')} "
        f"and {count(int(e['c']), 'compensation')}"
    ),
    Event.WINS: wins_words,
}
"""The words of each event."""


def counted(number: int, one: str, many: str) -> str:
    """A number and a noun whose plural takes more than an s."""
    return f"{number} {one if number == 1 else many}"


def card_words(t: Telling, e: Any) -> str:
    """The card of an event about a single card: more of the kind may follow in its line."""
    if Event(e["event"]) in (Event.DEALT_JOB, Event.BINNED_JOB):
        return t.called.jobs[e["a"]]
    return t.called.skill(int(e["a"]))

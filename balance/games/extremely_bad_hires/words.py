"""Names of things in Extremely Bad Hires: cards, Jobs, Agencies, Hires, and options in plain words.

What may stand here: how a single thing or option is called. What a program of a card does is in `gist.py`,
a position as text in `positions.py`, the log of a game in `transcripts.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from balance.games.extremely_bad_hires.gist import Gist, condition_words
from balance.games.extremely_bad_hires.state import (
    SEATS,
    STAFF,
    VERB,
    Deck,
    Lasting,
    Op,
    Phase,
    Source,
    Status,
    Verb,
)

if TYPE_CHECKING:
    from balance.cards import CardSet
    from balance.games.interface import Match

TITLE = "Extremely Bad Hires"
SEAT_NAMES = tuple(f"Agency {seat + 1}" for seat in range(SEATS))
COPIES = 64  # a card is kind * COPIES + copy
FREE = 7  # Verb.HIRE: nobody is dismissed


@dataclass(frozen=True)
class Names:
    """Ids and printed names, by number: kinds of Company cards, Jobs, Qualifications."""

    kind_ids: tuple[str, ...]
    kinds: tuple[str, ...]
    job_ids: tuple[str, ...]
    jobs: tuple[str, ...]
    qualification_ids: tuple[str, ...]
    qualifications: tuple[str, ...]

    def source(self, source: int, number: int) -> str:
        """The name of the card or Job an effect comes from."""
        return self.jobs[number] if source == Source.JOB else self.kinds[number]

    def in_deck(self, deck: int, number: int) -> str:
        """The name of a Company card, or of a Job for the Job Deck."""
        return self.jobs[number] if deck == Deck.JOB else self.kinds[number]


@lru_cache
def names(cards: CardSet) -> Names:
    """Ids and names of a card set, in the order of the tables."""
    model = cards.model
    company = {**model.hires, **model.mayhem, **model.fixes}
    return Names(
        tuple(company),
        tuple(card.name for card in company.values()),
        tuple(model.jobs),
        tuple(job.name for job in model.jobs.values()),
        tuple(model.qualifications),
        tuple(each.name for each in model.qualifications.values()),
    )


def hire_words(called: Names, game: Any, place: int) -> str:
    """A Hire in a staff; with its space where another of the same name stands in that staff."""
    seat, slot = divmod(place, STAFF)
    staff = game["player"][seat]["staff"]
    kind = int(staff[slot]["card"]) // COPIES
    others = sum(int(hire["card"]) // COPIES == kind for hire in staff if hire["card"] >= 0)
    return called.kinds[kind] + (f" (space {slot + 1})" if others > 1 else "")


def status_words(hire: Any) -> str:
    """What a Hire is, unless it is simply Active."""
    if hire["status"] == Status.INCAPACITATED:
        lasts = condition_words(int(hire["harm"]), int(hire["n"]), locked=bool(hire["lock"]))
        return f"Incapacitated {lasts}"
    return "Inactive" if hire["status"] == Status.INACTIVE else ""


def crew_qualifies(match: Match, mask: int) -> bool:
    """Whether a crew of the active player has the Active Job's Qualification (EBH-7.7)."""
    game, rules = match.state[0], match.tables[0]
    active = int(game["active"])
    asked = rules["job"][game["job"]]["qualification"]
    slots = [slot for slot in range(STAFF) if mask >> slot & 1]
    staff = game["player"][active]["staff"]
    if any(rules["kind"][staff[slot]["card"] // COPIES]["qualification"] == asked for slot in slots):
        return True
    granted = {
        int(row["hire"])
        for row in game["lasting"][: game["lasting_size"]]
        if row["kind"] == Lasting.QUALIFY and row["what"] == asked
    }
    return any(active * STAFF + slot in granted for slot in slots)


def listed(parts: list[str]) -> str:
    """A, B and C."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


# -------------------------------------------------------------------------------------------- options

DONE = {
    Phase.PREPARATION: "end Preparation",
    Phase.RECOVERY: "play no Fix",
    Phase.FIX_WINDOW: "play no Fix now",
}


INSIDE = (
    Verb.STOP,
    Verb.PICK,
    Verb.CARD,
    Verb.FILE,
    Verb.LOOKED,
    Verb.PLAYER,
    Verb.OPTION,
    Verb.YES,
    Verb.NO,
)
"""Choices inside an effect: their words begin with the card or Job they are for."""


def option_text(cards: CardSet, match: Match, option: int) -> str:
    """An option in plain words, for whoever decides in this position."""
    game, called = match.state[0], names(cards)
    frame, text = game["frame"], _option_text(called, match, Verb(option // VERB), option % VERB)
    if frame["on"] and option // VERB in INSIDE:
        return f"{called.source(int(frame['source']), int(frame['card']))}: {text}"
    return text


def _option_text(called: Names, match: Match, verb: Verb, argument: int) -> str:
    game = match.state[0]
    asked = int(game["decider"])
    match verb:
        case Verb.DONE:
            return DONE.get(Phase(game["phase"]), "done")
        case Verb.HIRE:
            kind, slot = divmod(argument, 8)
            room = "" if slot == FREE else f", dismiss {hire_words(called, game, asked * STAFF + slot)}"
            qualification = called.qualifications[match.tables[0]["kind"][kind]["qualification"]]
            return f"play {called.kinds[kind]} ({qualification}){room}"
        case Verb.FIX | Verb.MAYHEM:
            return f"play {called.kinds[argument]}"
        case Verb.SKIP:
            return f"skip {called.jobs[game['job']]}"
        case Verb.CREW:
            crew = [
                hire_words(called, game, asked * STAFF + slot)
                for slot in range(STAFF)
                if argument >> slot & 1
            ]
            path = "qualified" if crew_qualifies(match, argument) else "not qualified"
            return f"send {listed(crew)} to {called.jobs[game['job']]} ({path})"
        case Verb.PASS:
            return "play no Mayhem"
        case Verb.STOP:
            return "no more"
        case Verb.PICK:
            hire = game["player"][argument // STAFF]["staff"][argument % STAFF]
            status = status_words(hire)
            name = hire_words(called, game, argument)
            whose = SEAT_NAMES[argument // STAFF]
            return f"pick {name} of {whose}" + (f", {status}" if status else "")
        case Verb.CARD:
            if game["phase"] == Phase.LIMIT:
                return f"discard {called.kinds[argument]}"
            owner = int(game["asked_hand"])
            return f"pick {called.kinds[argument]} " + (
                "in the hand" if owner == asked else f"in the hand of {SEAT_NAMES[owner]}"
            )
        case Verb.FILE:
            return f"pick {called.kinds[argument]} in the discard pile"
        case Verb.LOOKED:
            return f"pick {called.in_deck(int(game['look_deck']), argument)} of the cards looked at"
        case Verb.PLAYER:
            return f"pick {SEAT_NAMES[argument]}"
        case Verb.OPTION:
            return option_of(called, match, argument)
        case Verb.YES | Verb.NO:
            offered = may_words(called, match)
            return (f"yes: {offered}" if offered else "yes") if verb == Verb.YES else "no"
        case Verb.NEXT:
            row = game["lasting"][argument]
            source = called.source(int(row["source"]), int(row["card"]))
            return f"resolve what {source} set up (waiting effect {argument + 1})"


def option_of(called: Names, match: Match, number: int) -> str:
    """An option of a choose-one, or a mode of a card, with what it does."""
    rules, frame = match.tables[0], match.state[0]["frame"]
    line = rules["code"][frame["pc"]]
    word = "mode" if line["op"] == Op.MODE else "option"
    if line["op"] not in (Op.MODE, Op.CHOOSE_ONE):
        return f"{word} {number + 1}"
    entry = int(line["choice"]) + number
    return f"{word} {number + 1}: {choice_words(called, rules, entry)}"


def choice_words(called: Names, rules: Any, entry: int) -> str:
    """What an entry of `RULES.choice` does."""
    choice = rules["choice"][entry]
    return Gist(rules, called.qualifications).piece(int(choice["first"]), int(choice["last"]))


def may_words(called: Names, match: Match) -> str:
    """What may be done, if the place of the effect says so."""
    rules, pc = match.tables[0], int(match.state[0]["frame"]["pc"])
    line = rules["code"][pc]
    if line["op"] != Op.MAY:
        return ""
    return Gist(rules, called.qualifications).piece(pc + 1, int(line["jump"]))

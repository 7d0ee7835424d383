"""A game of Extremely Bad Hires in words: a heading per turn, a line per thing that happens in it.

What may stand here: `transcript`, and which events share a line. Their words are in `telling.py`.

The first line of a decision ends with the option's code in brackets, and no other line does: a transcript
and the key of its deal are enough to play the game again. Where what follows a choice says what was chosen
(a card played, a crew sent), the code stands there; else the choice has a line of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance.games.extremely_bad_hires.events import Back, Discarded, Drawn, Event, Shuffled
from balance.games.extremely_bad_hires.state import VERB, Phase, Verb
from balance.games.extremely_bad_hires.telling import WORDS, Telling
from balance.games.extremely_bad_hires.words import TITLE, listed, names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.cards import CardSet
    from balance.games.interface import Match

HEADINGS = (Event.TURN, Event.STALL, Event.WINNER)
EDGE = (*HEADINGS, Event.START, Event.SCORE)  # not indented
ACTS = (
    Event.SHUFFLE,
    Event.WORKS,
    Event.CHOICE,
    Event.HIRE,
    Event.FIX,
    Event.MAYHEM,
    Event.SKIP,
    Event.CREW,
    Event.PASS,
    Event.CHECK,
    Event.ENDED,
    Event.RESOLVE,
    Event.COMPLETED,
    Event.WAITING,
    Event.COUNTED,
    Event.SETTLE,
    Event.FILE_JOB,
    Event.JOB,
    Event.REACHED,
    Event.EXPIRED,
)
"""What happens in a turn; whatever is not named here is what one of these does, and stands deeper."""

INSIDE = (Phase.HIRE, Phase.CARD, Phase.FILE, Phase.LOOKED, Phase.PLAYER, Phase.OPTION, Phase.MAY)
"""Choices inside an effect."""

TOLD_BY = {
    Verb.HIRE: (Event.HIRE, Event.DISMISS),
    Verb.FIX: (Event.FIX,),
    Verb.SKIP: (Event.SKIP,),
    Verb.CREW: (Event.CREW,),
    Verb.PASS: (Event.PASS,),
    Verb.MAYHEM: (Event.MAYHEM,),
    Verb.PICK: (Event.TARGET,),
    Verb.CARD: (Event.DISCARD, Event.TARGET),
    Verb.FILE: (Event.TARGET, Event.TAKE_BACK),
    Verb.LOOKED: (Event.KEPT, Event.PUT),
    Verb.PLAYER: (Event.TARGET,),
    Verb.OPTION: (Event.OPTION, Event.MODE),
    Verb.NEXT: (Event.WAITING,),
}
"""Lines that say what was chosen, if they come right after the choice and speak of who chose."""

GROUPS: dict[Event, Event] = {
    Event.WORKS: Event.WORKS,
    Event.DRAW: Event.DRAW,
    Event.SENT: Event.CREW,
    Event.SEEN: Event.LOOK,
    Event.SHOWN: Event.REVEAL,
    Event.PUT: Event.PUT,
}
"""Events told in one line with others of their kind: what such a line begins with."""


def told_by(verb: Verb, choice: Any, following: Any) -> bool:
    """Whether the line after a choice says what was chosen."""
    return Event(following["event"]) in TOLD_BY.get(verb, ()) and choice["seat"] == following["seat"]


def deep(event: Event, line: Any) -> int:
    """How far a line is indented."""
    if event in EDGE:
        return 0
    if event == Event.DRAW:
        return 1 if line["b"] != Drawn.EFFECT else 2
    if event == Event.BACK:
        return 1 if line["c"] in (Back.COUNT, Back.ANY_FIX) else 2
    if event == Event.CHOICE:
        return 2 if line["c"] in INSIDE else 1
    if event == Event.SHUFFLE:
        return 2 if line["c"] == Shuffled.EFFECT else 1
    if event == Event.DISMISS:
        return 1 if line["c"] else 2
    if event == Event.DISCARD:
        return 1 if line["b"] == Discarded.LIMIT else 2
    return 1 if event in ACTS else 2


def joined(t: Telling, log: Any, at: int) -> tuple[str, int]:
    """The words of the event at that place and of those told with it, and the place after them."""
    line = log[at]
    event = Event(line["event"])
    text = WORDS[event](t, line)
    after = at + 1
    parts: list[str] = []
    while after < len(log):
        following = log[after]
        if GROUPS.get(Event(following["event"])) != event or not same_line(event, line, following):
            break
        parts.append(part_words(t, following))
        after += 1
    if not parts:
        return text, after
    if event == Event.WORKS:
        return f"{t.who(line)}: {listed([t.called.kinds[line['b']], *parts])} start work", after
    if event in (Event.DRAW, Event.PUT):
        return ", ".join([text, *parts]), after
    if event == Event.CREW:
        return f"{text}: sends {listed(parts)}", after
    return f"{text}: {', '.join(parts)}", after


def same_line(event: Event, line: Any, following: Any) -> bool:
    """Whether a card more belongs to the line of the first."""
    if event == Event.DRAW:
        return bool(line["seat"] == following["seat"] and line["b"] == following["b"])
    return event != Event.PUT or bool(line["c"] == following["c"])


def part_words(t: Telling, line: Any) -> str:
    """One more thing in a line that tells several."""
    match Event(line["event"]):
        case Event.SENT:
            return t.called.kinds[line["b"]] + (" (matches)" if line["c"] else "")
        case Event.WORKS:
            return t.called.kinds[line["b"]]
        case Event.SEEN | Event.PUT:
            return t.looked(line["a"], line["b"])
        case _:
            return t.card(line["a"])


def transcript(cards: CardSet, match: Match, bots: Sequence[str]) -> list[str]:
    """The log of a game in words; `bots` are their names, by seat."""
    game = match.state[0]
    log = game["log"][: min(int(game["log_count"]), len(game["log"]))]
    t = Telling(names(cards), match.tables[0], bots)
    lines = [f"{TITLE}, luck {game['luck']}"]
    at, dropping = 0, False
    while at < len(log):
        event, code = Event(log[at]["event"]), ""
        if event == Event.CHOICE:
            code = f"  [{log[at]['a']}]"
            verb = Verb(log[at]["a"] // VERB)
            if at + 1 < len(log) and told_by(verb, log[at], log[at + 1]):
                at += 1
                event = Event(log[at]["event"])
        first = log[at]
        text, at = joined(t, log, at)
        if event in HEADINGS and lines[-1]:
            lines.append("")
        dropping = event == Event.DROP_JOB or (dropping and event in (Event.FILE_JOB, Event.JOB))
        depth = 2 if dropping else deep(event, first)
        lines.append("  " * depth + text + code)
    if game["log_count"] > len(log):
        lines.append(f"(the log holds {len(log)} lines; {game['log_count'] - len(log)} more are lost)")
    return lines

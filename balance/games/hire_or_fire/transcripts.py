"""A game of Hire or Fire in words: a heading per week, a line per thing that happens in it.

What may stand here: `transcript`, and which events share a line. Their words are in `telling.py`.

The first line of a decision ends with the option's code in brackets, and no other line does: a transcript
and the key of its deal are enough to play the game again. The reader sees everything: who wrote which folder,
and what is chosen face down. Money is what a player has after the event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance.games.hire_or_fire.events import Event, Why
from balance.games.hire_or_fire.telling import WORDS, Telling, card_words
from balance.games.hire_or_fire.words import TITLE, count, names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.cards import CardSet
    from balance.games.interface import Match

DEALT = (Event.DEALT_JOB, Event.DEALT_SKILL)
BINNED = (Event.BINNED_JOB, Event.BINNED_SKILL)
MONEY = (Event.PAID, Event.BONUS)
HEADINGS = (Event.WEEK, Event.SCORE, Event.WINS)
INSIDE = 2  # depth of what an exchange does


def deep(line: Any) -> int:
    """How far a line is indented."""
    event = Event(line["event"])
    if event in HEADINGS:
        return 0
    return INSIDE if event in BINNED or (event in DEALT and line["b"] == Why.SWAP) else 1


def same_line(first: Any, line: Any) -> bool:
    """Whether an event is told with the one that begins a line: cards of a kind that go the same way."""
    return bool(
        Event(first["event"]) in (*DEALT, *BINNED)
        and (line["event"], line["seat"], line["b"]) == (first["event"], first["seat"], first["b"])
    )


def starting_money(match: Match, log: Any) -> list[int]:
    """What each player had when the log begins; nothing, if the end of the log is lost."""
    game = match.state[0]
    if game["log_count"] > len(log):
        return [0] * int(game["players"])
    money = [int(me["money"]) for me in game["player"][: game["players"]]]
    for line in log:
        if Event(line["event"]) in MONEY:
            money[line["seat"]] -= int(line["b"])
    return money


def transcript(cards: CardSet, match: Match, bots: Sequence[str]) -> list[str]:
    """The log of a game in words; `bots` are their names, by seat."""
    game = match.state[0]
    log = game["log"][: min(int(game["log_count"]), len(game["log"]))]
    players = int(game["players"])
    t = Telling(names(cards), match.tables[0], bots, players, starting_money(match, log))
    lines = [f"{TITLE}, luck {game['luck']}"]
    lines.append(f"{count(players, 'player')}: {', '.join(t.player(seat) for seat in range(players))}")
    at = 0
    while at < len(log):
        first = log[at]
        event = Event(first["event"])
        t.note(first)
        text = WORDS[event](t, first)
        at += 1
        while at < len(log) and same_line(first, log[at]):
            text += f", {card_words(t, log[at])}"
            at += 1
        code = f"  [{first['a']}]" if event == Event.CHOICE else ""
        if event == Event.WEEK or (event == Event.SCORE and lines[-1].startswith(" ")):
            lines.append("")
        lines.append("  " * deep(first) + text + code)
    if game["log_count"] > len(log):
        lines.append(f"(the log holds {len(log)} lines; {game['log_count'] - len(log)} more are lost)")
    return lines

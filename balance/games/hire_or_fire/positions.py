"""A position of Hire or Fire as text that can be pasted into a test; read back, it plays on the same.

What may stand here: `state_text`, and which part of the record stands in which line. Reading is in
`parsing.py`.

One line per thing; a line that begins with `+` goes on with the one before it. `state_text` writes everything
that matters to play, hidden things included. `parse_state` also reads a part of it::

    week 2, phase strength, decider B, first A
    A: won $3,000, bonuses 1
    A offer: ghost_driver
    A folder: job lion_barber, strength counts_everything, weakness talks_to_machines, salary $5,000
    B skills: never_lost always_late
    B offer: ticket_eater
    B folder: job snow_taster
    C jobs: fire_eater
    C skills: early_bird loud_sleeper
    C offer: bee_lawyer

Cards are their ids in the card data. Decks list the next card first; a deck that is left out holds all cards
of its kind that are named nowhere else. `laid` names the author of each folder by its place on the table.
What is left out is as it mostly is: targets follow from the week, salary cards that are neither won nor in
the folder have not been played, money follows from what was won. `hired` and `hint` are places on the table,
from 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance.games.hire_or_fire.notation import (
    cards_text,
    salaries_text,
    seat_text,
    wrapped,
)
from balance.games.hire_or_fire.state import Phase
from balance.games.hire_or_fire.words import dollars, names

if TYPE_CHECKING:
    from balance.cards import CardSet
    from balance.games.hire_or_fire.words import Names
    from balance.games.interface import Match


def state_text(cards: CardSet, match: Match) -> str:
    """A position as text; `parse_state` reads it back."""
    game, rules, called = match.state[0], match.tables[0], names(cards)
    lines = wrapped("", head_text(game))
    for seat in range(int(game["players"])):
        lines += _player_lines(called, rules, game["player"][seat], seat_text(seat))
    if game["laid_size"]:
        authors = game["laid"][: game["laid_size"]]
        lines += wrapped("laid", " ".join(seat_text(author) for author in authors))
    for head, ids, pile in (
        ("deck jobs", called.job_ids, game["jobs"][: game["jobs_size"]][::-1]),
        ("deck skills", called.skill_ids, game["skills"][: game["skills_size"]][::-1]),
        ("bin jobs", called.job_ids, game["bin_jobs"][: game["bin_jobs_size"]]),
        ("bin skills", called.skill_ids, game["bin_skills"][: game["bin_skills_size"]]),
    ):
        lines += wrapped(head, cards_text(ids, pile))
    lines.append(f"bin salaries: {game['bin_salaries']}")
    lines.append(f"luck {game['luck']}, decisions {game['decisions']}")
    return "\n".join(lines)


def head_text(game: Any) -> str:
    """The first line: when it is, and who is asked what."""
    return (
        f"week {game['week'] + 1}, phase {Phase(game['phase']).name.lower()}, "
        f"decider {seat_text(int(game['decider']))}, first {seat_text(int(game['first']))}, "
        f"asked {game['asked']}, offset {game['offset']}, tokens {game['tokens']}"
    )


def money_parts(rules: Any, me: Any) -> list[str]:
    """What lies before a player, and the salary cards not yet played."""
    return [
        f"money {dollars(int(me['money']))}",
        f"won {salaries_text(rules, int(me['won']))}",
        f"bonuses {me['bonuses']}",
        f"compensations {me['compensations']}",
        f"salaries {salaries_text(rules, int(me['salaries']))}",
        *(["swapped"] if me["swapped"] else []),
    ]


def folder_parts(called: Names, rules: Any, me: Any) -> list[str]:
    """What is in the folder of this week."""
    parts = [f"job {called.job_ids[me['job']]}"] if me["job"] >= 0 else []
    parts += [f"{half} {called.skill_ids[me[half]]}" for half in ("strength", "weakness") if me[half] >= 0]
    if me["salary"] >= 0:
        parts.append(f"salary {salaries_text(rules, 1 << int(me['salary']))}")
    return parts + (["matched"] if me["matched"] else [])


def _player_lines(called: Names, rules: Any, me: Any, name: str) -> list[str]:
    """The lines of one player."""
    lines = wrapped(name, ", ".join(money_parts(rules, me)))
    for word, ids in (("jobs", called.job_ids), ("skills", called.skill_ids)):
        hand, aside = me[word][: me[f"{word}_size"]], int(me[f"put_{word}"])
        lines += wrapped(f"{name} {word}", cards_text(ids, hand))
        if aside:
            put = [card for place, card in enumerate(hand) if aside >> place & 1]
            lines += wrapped(f"{name} {word} aside", cards_text(ids, put))
    if me["offer"] >= 0:
        lines += wrapped(f"{name} offer", called.job_ids[me["offer"]])
    folder = folder_parts(called, rules, me)
    if folder:
        lines += wrapped(f"{name} folder", ", ".join(folder))
    choice = [f"{word} {me[word] + 1}" for word in ("hired", "hint") if me[word] >= 0]
    if choice:
        lines += wrapped(f"{name} choice", ", ".join(choice))
    return lines

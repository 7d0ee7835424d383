"""Names of things in Hire or Fire: cards, seats, money, and options in plain words.

What may stand here: how a single thing or option is called. A position as text is in `positions.py`, the
log of a game in `transcripts.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from balance.games.hire_or_fire.state import SEATS, SkillsUsed, Verb

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from balance.cards import CardSet
    from balance.games.interface import Match

TITLE = "Hire or Fire"
SEAT_NAMES = tuple("ABCDEF"[:SEATS])
VERB = 256  # an option is verb * VERB + argument


@dataclass(frozen=True)
class Names:
    """Ids and printed names, by number. Where two cards say the same, their ids stand beside it."""

    job_ids: tuple[str, ...]
    jobs: tuple[str, ...]
    skill_ids: tuple[str, ...]
    strengths: tuple[str, ...]
    weaknesses: tuple[str, ...]

    def skill(self, card: int) -> str:
        """A skill card: what it says on both halves."""
        return f"{self.strengths[card]} / {self.weaknesses[card]}"


@lru_cache
def names(cards: CardSet) -> Names:
    """Ids and names of a card set, in the order of the tables."""
    jobs, skills = cards.model.jobs, cards.model.skills
    return Names(
        tuple(jobs),
        distinct([job.title for job in jobs.values()], jobs),
        tuple(skills),
        distinct([f'"{skill.strength.text}"' for skill in skills.values()], skills),
        distinct([f'"{skill.weakness.text}"' for skill in skills.values()], skills),
    )


def distinct(texts: Sequence[str], ids: Iterable[str]) -> tuple[str, ...]:
    """The texts; those that occur more than once with the id after them."""
    met: dict[str, int] = {}
    for text in texts:
        met[text] = met.get(text, 0) + 1
    return tuple(f"{text} ({name})" if met[text] > 1 else text for text, name in zip(texts, ids, strict=True))


def dollars(amount: int) -> str:
    """Money: $12,500."""
    return f"${amount:,}"


def count(number: int, noun: str) -> str:
    """A number and a noun: 1 card, 2 cards."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(parts: Sequence[str]) -> str:
    """A, B and C."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def target(seat: int, offset: int, players: int) -> int:
    """The seat one applies to (HF-16, HD-1)."""
    return (seat - offset) % players


def applicant(seat: int, offset: int, players: int) -> int:
    """The seat that applies to this one."""
    return (seat + offset) % players


def folder_words(called: Names, job: int, strength: int, weakness: int) -> str:
    """What an application says."""
    return (
        f"{called.jobs[job]}; strength {called.strengths[strength]}; weakness {called.weaknesses[weakness]}"
    )


def put_aside(jobs: int, skills: int) -> str:
    """So many cards of each type: 1 job and 2 skill cards."""
    return listed([count(n, noun) for n, noun in ((jobs, "job"), (skills, "skill card")) if n])


def option_text(cards: CardSet, match: Match, option: int) -> str:
    """An option in plain words, for whoever decides in this position."""
    game, rules, called = match.state[0], match.tables[0], names(cards)
    seat, argument = int(game["decider"]), option % VERB
    me = game["player"][seat]
    match Verb(option // VERB):
        case Verb.OFFER:
            return f"post {called.jobs[me['jobs'][argument]]}"
        case Verb.SWAP_JOB:
            return f"put {called.jobs[me['jobs'][argument]]} aside for an exchange"
        case Verb.SWAP_SKILL:
            return f"put {called.skill(me['skills'][argument])} aside for an exchange"
        case Verb.DRAW:
            jobs, skills = int(me["put_jobs"]).bit_count(), int(me["put_skills"]).bit_count()
            return f"exchange {put_aside(jobs, skills)}"
        case Verb.JOB:
            return f"apply as {called.jobs[me['jobs'][argument]]}"
        case Verb.STRENGTH:
            card = me["skills"][argument]
            if rules["reading"]["skills_used"] == SkillsUsed.ONE_CARD:
                return (
                    f"show the strength {called.strengths[card]} and the weakness {called.weaknesses[card]}"
                )
            return f"show the strength {called.strengths[card]}"
        case Verb.WEAKNESS:
            return f"show the weakness {called.weaknesses[me['skills'][argument]]}"
        case Verb.SALARY:
            return f"ask for {dollars(int(rules['salary'][argument]))}"
        case Verb.HIRE:
            return _hire_text(called, game, seat, argument)
        case Verb.PASS:
            return "exchange nothing"


def _hire_text(called: Names, game: Any, seat: int, place: int) -> str:
    """Hire the folder at that place; who wrote it is not said, unless this hirer may know."""
    author = int(game["laid"][place])
    folder = game["player"][author]
    words = folder_words(called, folder["job"], folder["strength"], folder["weakness"])
    told = ""
    if author == seat:
        told = " (the own folder)"
    elif game["player"][seat]["hint"] == place:
        told = " (plainly written for this offer)"
    return f"hire folder {place + 1}: {words}{told}"

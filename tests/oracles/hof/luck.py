"""How chance is named: every random thing is a hash of the deal's key and of what it is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from balance import chance, jit

if TYPE_CHECKING:
    from tests.oracles.hof.things import Data

chain = jit.plain(chance.chain)
below = jit.plain(chance.below)
unit = jit.plain(chance.unit)
sort_word = jit.plain(chance.sort_word)

FIRST, JOBS, SKILLS, LAY, LEAK, NOISE, PICK, LAPSE, JUDGE, APPLY, WHIM, ORDER = range(1, 13)
PLACE = {"offer": 1, "swap_job": 2, "swap_skill": 3, "job": 5}  # what a whim is about


def stream(key: int, *words: int) -> int:
    for word in words:
        key = chain(key, word)
    return key


def normal(data: Data, key: int, *words: int) -> float:
    """A normal number of that name."""
    return data.normal[below(stream(key, *words), len(data.normal))]


def shuffled_jobs(data: Data, key: int) -> list[int]:
    """The deck of jobs; the last one is drawn next."""
    own = stream(key, JOBS)
    return sorted(range(len(data.jobs)), key=lambda n: sort_word(chain(own, data.jobs[n].luck), n, 8))


def shuffled_skills(data: Data, key: int) -> list[int]:
    own = stream(key, SKILLS)
    return sorted(range(len(data.skills)), key=lambda n: sort_word(chain(own, data.skills[n].luck), n, 7))


def first_to_deliver(key: int, week: int, players: int) -> int:
    return below(stream(key, FIRST, week), players)


def laid_out(key: int, week: int, players: int) -> list[int]:
    """Authors of the folders from the first place on (HF-30)."""
    return sorted(range(players), key=lambda seat: stream(key, LAY, week, seat))


def leaks(key: int, week: int, hirer: int, chance_of: float) -> bool:
    return unit(stream(key, LEAK, week, hirer)) < chance_of

"""What lies on the table, as plain objects, and the data that a game is played with.

A card is its number: jobs 0.., skill cards 0... A salary card is what it pays, a folder goes by its author.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Job:
    luck: int
    traits: set[int]
    crowd: float
    reach: float
    keep: float
    share: dict[int, float]  # of its tag weight, per trait
    fit: list[float]  # as experience, to each job on offer
    excess: dict[str, list[float]]  # "job", "strength", "weakness": what a drawn card adds, on the grid


@dataclass
class Skill:
    luck: int
    traits: dict[str, set[int]]  # "strength", "weakness"
    keep: dict[str, float]
    fit: dict[str, list[float]]


@dataclass
class Data:
    """Rules and cards."""

    players: int
    frame: dict[
        str, Any
    ]  # weeks, hand_jobs, hand_skills, swap_cards, salaries, bonus, compensation, leak_chance
    readings: dict[str, str]
    jobs: list[Job]
    skills: list[Skill]
    model: dict[str, float]
    thresholds: dict[int, list[float]]  # by cards to choose from
    normal: list[float]


@dataclass
class Player:
    seat: int
    salaries: list[int]
    jobs: list[int] = field(default_factory=list)
    skills: list[int] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    exchanged: bool = False
    aside_jobs: list[int] = field(default_factory=list)  # still counted in the hand
    aside_skills: list[int] = field(default_factory=list)
    offer: int | None = None
    job: int | None = None
    strength: int | None = None
    weakness: int | None = None
    salary: int | None = None
    hired: int | None = None  # author of the folder under the own token
    knows: bool = False  # can tell whose folder is meant for it (HG-14)
    matched: bool = False
    money: int = 0
    bonuses: int = 0
    compensations: int = 0

    def aside(self) -> int:
        return len(self.aside_jobs) + len(self.aside_skills)


@dataclass
class Ask:
    """A decision: who, about what, and what can be done as things are."""

    seat: int
    phase: str
    listing: Callable[[], list[tuple[Any, ...]]]

    @property
    def options(self) -> list[tuple[Any, ...]]:
        return self.listing()


class Table:
    """One game."""

    def __init__(self, data: Data, key: int) -> None:
        self.data, self.key = data, key
        self.week = 0
        self.first = 0
        self.players = [Player(seat, list(data.frame["salaries"])) for seat in range(data.players)]
        self.before = list(range(data.players))  # whose dream-job token lies before each seat
        self.target = [-1] * data.players  # whose offer each seat applies for
        self.job_deck: list[int] = []  # the last one is drawn next
        self.skill_deck: list[int] = []
        self.bin_jobs: list[int] = []
        self.bin_skills: list[int] = []
        self.bin_salaries: list[int] = []
        self.laid: list[int] = []  # authors
        self.revealed: list[tuple[int, str, int]] = []  # of this week: author, result, $ as applicant
        self.winners: list[int] = []
        self.settled = ""  # what settled the win

    def reads(self, switch: str, position: str) -> bool:
        return self.data.readings[switch] == position

    def frame(self, name: str) -> Any:
        return self.data.frame[name]

    def left_of(self, seat: int) -> int:
        return (seat + 1) % self.data.players

    def order(self) -> list[Player]:
        """Clockwise from whoever delivered first."""
        n = self.data.players
        return [self.players[(self.first + k) % n] for k in range(n)]

    def last_week(self) -> bool:
        return self.week == self.frame("weeks") - 1

    def draw_job(self, player: Player) -> None:
        player.jobs = sorted([*player.jobs, self.job_deck.pop()])

    def draw_skill(self, player: Player) -> None:
        player.skills = sorted([*player.skills, self.skill_deck.pop()])


__all__ = ["Ask", "Data", "Job", "Player", "Skill", "Table"]

"""What records of real games say to the rest of the toolkit, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np

    from balance.games.interface import Match


@dataclass(frozen=True)
class Recorded:
    """A game that people played, played again through the one door.

    names  of the players, by seat; "" where the seat says it all
    notes  what the records do not say and how that was filled, a sentence each
    """

    match: Match
    names: tuple[str, ...]
    notes: tuple[str, ...]


# ---------------------------------------------------------------- what people chose, for a model of it


@dataclass(frozen=True)
class ChoiceModel:
    """One idea of what people look at when they choose: a row per option, or per way in which it can be.

    decision    number of the decision of each row, 0, 1, 2, ...
    option      number of the option inside it; rows of one option are the ways in which it can come about
    rank        1: chosen; 2, 3, ...: next best, where people ranked; 0: not ranked
    covariates  rows x terms
    """

    id: str
    name: str
    terms: tuple[str, ...]
    decision: np.ndarray
    option: np.ndarray
    rank: np.ndarray
    covariates: np.ndarray


@dataclass(frozen=True)
class Question:
    """Decisions of one kind, and rival models of them: the same decisions, the simplest first.

    games, players: per decision.
    """

    id: str
    title: str
    noun: str  # what one decision is called
    models: tuple[ChoiceModel, ...]
    games: tuple[str, ...]
    players: tuple[str, ...]


@dataclass(frozen=True)
class Outcomes:
    """Bets that people placed, and whether they came true: a row each.

    stake   size of the bet, in `unit`; left: bets still to be placed then; hit: 0 or 1
    """

    title: str
    unit: str
    stake: np.ndarray
    left: np.ndarray
    hit: np.ndarray
    games: tuple[str, ...]


@dataclass(frozen=True)
class Ratings:
    """The same things rated by several people, a row each; expected: what the model says of the thing."""

    title: str
    items: tuple[str, ...]
    raters: tuple[str, ...]
    scores: np.ndarray
    expected: np.ndarray


@dataclass(frozen=True)
class Constant:
    """A value of the card data as records have it, with its interval (None: set, not estimated)."""

    path: str
    value: float
    low: float | None
    high: float | None
    about: str


class Fitted(Protocol):
    """A fitted model, as far as a game needs it to speak of it."""

    @property
    def terms(self) -> tuple[str, ...]:
        """Covariates that were fitted."""

    @property
    def lapse(self) -> float:
        """Share of choices taken as blind."""

    def estimate(self, weights: Mapping[str, float]) -> Any:
        """A sum of coefficients: value, low, high, standard_error."""

    def ratio(self, top: Mapping[str, float], bottom: Mapping[str, float]) -> Any:
        """One sum over another."""

    def correlation(self, one: str, other: str) -> float:
        """How the errors of two coefficients go together."""


@dataclass(frozen=True)
class Verdict:
    """The model of a question that held-out choices speak for, fitted to all of them; and why it is this."""

    model: str
    fit: Fitted
    because: str


@dataclass(frozen=True)
class ChoiceData:
    """What the records of real games say to models of choice.

    groups     group of each game: people who play together, never split when models are compared
    constants  what the fits say of the card data
    caveats    what can and cannot be told from such records, in words with the numbers of this fit;
               given the verdicts and the agreement of raters (None: no ratings)
    notes      what was left out
    """

    questions: tuple[Question, ...]
    groups: Mapping[str, str]
    grouped: bool
    constants: Callable[[Mapping[str, Verdict]], Sequence[Constant]]
    caveats: Callable[[Mapping[str, Verdict], float | None], Sequence[str]]
    outcomes: Outcomes | None = None
    ratings: Ratings | None = None
    notes: tuple[str, ...] = ()

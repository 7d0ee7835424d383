"""What trying every reading of the open questions found, as it is kept in a file beside the runs.

`reports/readings/GAME.json` holds a part for each number of players and setting that was tried.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import ValidationError

from balance.cards import Strict
from balance.errors import RunError
from balance.games.interface import Unit  # noqa: TC001  (pydantic reads it)
from balance.simulation import places, storage

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FOLDER = "readings"


class Moved(Strict):
    """One headline measure under another reading; all values in its unit."""

    measure: str
    name: str
    unit: Unit
    rate: bool
    before: float
    after: float
    difference: float
    low: float | None
    high: float | None
    margin: float
    word: Literal["moved", "equivalent", "undetermined"]
    p_adjusted: float | None
    more_games: int | None

    @property
    def size(self) -> float:
        """The difference in units of its margin."""
        gap = abs(self.difference)
        return gap / self.margin if self.margin > 0 else float("inf") if gap else 0.0

    @property
    def rank(self) -> tuple[bool, float]:
        """What moved for certain stands before the rest, then by size."""
        return self.word == "moved", self.size


class Tried(Strict):
    """Another reading of a question.

    refused   why it cannot be played; else empty
    same      every game came out the same to the last counter
    moves     the headline measures that differ at all, largest first
    gone      headline measures that only one of the two has a case of: no difference can be said
    """

    reading: str
    text: str
    refused: str = ""
    same: bool = False
    moves: tuple[Moved, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def zero(self) -> bool:
        """Whether no headline measure differs in any deal."""
        return not (self.refused or self.moves or self.gone)


class Asked(Strict):
    """An open question: the reading in use, and every other that was tried, largest effect first."""

    id: str
    question: str
    impact: str
    in_use: str
    tried: tuple[Tried, ...]

    @property
    def largest(self) -> tuple[Tried, Moved] | None:
        """The reading and the measure that move most; None when nothing does."""
        found = [(tried, tried.moves[0]) for tried in self.tried if tried.moves]
        return max(found, key=lambda pair: pair[1].rank, default=None)

    @property
    def moves(self) -> bool:
        """Whether some reading moves a headline measure for certain."""
        largest = self.largest
        return largest is not None and largest[1].word == "moved"


class Part(Strict):
    """Every reading tried with one number of players, at one setting.

    cards, rules_version   of the baseline: the result speaks of these only
    identity               of all its runs together
    level, tests           of the intervals; how many measures and readings were tested (Holm)
    questions              largest effect first
    """

    scenario: str
    players: int
    setting: str
    several: bool
    cards: str
    rules_version: int
    identity: str
    seed: int
    games: int
    deals: int
    level: float
    tests: int
    questions: tuple[Asked, ...]

    @property
    def first(self) -> tuple[Asked, ...]:
        """Questions that move a headline measure for certain, largest first."""
        return tuple(item for item in self.questions if item.moves)

    @property
    def others(self) -> tuple[Asked, ...]:
        """Questions that may move something, but nothing for certain."""
        return tuple(item for item in self.questions if item not in (*self.first, *self.zero))

    @property
    def zero(self) -> tuple[Asked, ...]:
        """Questions of which no reading changes a headline measure in any deal."""
        return tuple(item for item in self.questions if all(tried.zero for tried in item.tried))


class _File(Strict):
    format: Literal[1] = 1
    game: str
    parts: tuple[Part, ...]


def file_of(game: str) -> Path:
    """Where it is kept."""
    return places.runs_folder() / FOLDER / f"{game}.json"


def read_parts(game: str) -> tuple[Part, ...]:
    """What was tried of a game: nothing when there is no such file; RunError when it is damaged."""
    path = file_of(game)
    if not path.is_file():
        return ()
    try:
        return _File.model_validate_json(path.read_bytes()).parts
    except (ValidationError, OSError) as error:
        first = str(error).partition("\n")[0]
        msg = f"{path}: cannot be read ({first}); balance readings {game} writes it anew"
        raise RunError(msg) from None


def keep(game: str, part: Part, among: Sequence[Part]) -> Path:
    """Write a part in the place of the one with its number of players and setting."""
    others = [item for item in among if (item.players, item.setting) != (part.players, part.setting)]
    parts = sorted([*others, part], key=lambda item: (item.players, item.setting))
    file = _File(game=game, parts=tuple(parts))
    return storage.write_json(file_of(game), file.model_dump(mode="json"))

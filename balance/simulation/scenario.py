"""A scenario: one question, asked of a number of games. What a YAML file in `scenarios/` may say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from balance import games
from balance.cards import Document, Problem, Strict, raise_problems, read_yaml, validate, wrong
from balance.cards.paths import listing
from balance.errors import ScenarioError
from balance.simulation import places

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MAX_GAMES = 1_000_000
SEED_LIMIT = 2**53
MATRIX_MAX = 64
LIST_MAX = 2_000
TARGETS_MAX = 50
GAMES_MAX = 10**10
Count = Annotated[int, Field(ge=1, le=GAMES_MAX)]
Word = Annotated[str, Field(min_length=1, max_length=200)]


class LineUps(Strict):
    """Who plays: every pair of `matrix` (mirrors included), and the line-ups of `list`."""

    matrix: list[Word] = Field(default=[], max_length=MATRIX_MAX)
    each: list[Annotated[list[Word], Field(max_length=6)]] = Field(
        default=[], alias="list", max_length=LIST_MAX
    )


class Scenario(Strict):
    """What to play. Either `games` (in all, rounded up to whole deals) or `until` (a precision)."""

    game: Word
    title: Annotated[str, Field(min_length=1, max_length=300)]
    question: Annotated[str, Field(max_length=2_000)] = ""
    seed: Annotated[int, Field(ge=0, lt=SEED_LIMIT)]
    games: Count | None = None
    until: dict[Word, Annotated[float, Field(gt=0, lt=1e9)]] | None = Field(
        default=None, max_length=TARGETS_MAX
    )
    max_games: Count | None = None
    line_ups: LineUps
    rotations: Literal["all", "none"] = "all"
    players: Annotated[int, Field(ge=1, le=6)] | None = None
    overrides: dict[Word, Any] = Field(default={})


def read_scenario(file: Path | str) -> tuple[Scenario, Document]:
    """Read and check a scenario file, or one of that name in `scenarios/`.

    Returns the scenario and the document (for the places of values). Raises ScenarioError with file, line
    and column. Bots and measures are checked later, when the card data is read.
    """
    document = read_yaml(places.scenario_file(file), ScenarioError)
    data = document.data
    if isinstance(data, dict) and isinstance(data.get("game"), str) and data["game"] not in games.GAMES:
        known = list(games.GAMES)
        raise_problems([wrong(document, ("game",), data["game"], listing(known), known)], ScenarioError)
    scenario = validate(document, Scenario, ScenarioError)
    raise_problems(_contradictions(scenario, document), ScenarioError)
    return scenario, document


def _contradictions(scenario: Scenario, document: Document) -> list[Problem]:
    """What no single value shows to be wrong."""

    def problem(key: str, text: str) -> Problem:
        return Problem(document.key_place((key,)), key, text)

    found = []
    if scenario.games is None and scenario.until is None:
        found.append(
            problem("games", "the key is missing, allowed: `games` (a number) or `until` (a precision)")
        )
    if scenario.games is not None and scenario.until is not None:
        found.append(problem("until", "found beside `games`, allowed: one of the two"))
    if scenario.until is not None and not scenario.until:
        found.append(problem("until", "found an empty mapping, allowed: a measure and a half width"))
    if scenario.max_games is not None and scenario.until is None:
        found.append(problem("max_games", "found without `until`, allowed: together with `until`"))
    if not scenario.line_ups.matrix and not scenario.line_ups.each:
        found.append(
            problem("line_ups", "found no line-up, allowed: `matrix` (bots), `list` (line-ups), or both")
        )
    return found


def check_wanted(games_wanted: int | None, seed: int | None) -> None:
    """What is asked for in place of a scenario's values; ScenarioError when it is out of bounds."""
    for name, found, low, high in (("games", games_wanted, 1, GAMES_MAX), ("seed", seed, 0, SEED_LIMIT - 1)):
        if found is not None and not low <= found <= high:
            raise ScenarioError(f"{name}: found {found}, allowed: a whole number from {low} to {high}")


def checked_names(
    scenario: Scenario, document: Document, bots: Sequence[str], measures: Sequence[str], seats: Sequence[int]
) -> int:
    """The number of players; ScenarioError when a bot, a measure or a number of players does not exist."""
    found = []
    players = scenario.players or (seats[0] if len(seats) == 1 else 0)
    if players not in seats:
        allowed = f"{listing(map(str, seats))} (players of this game)"
        found.append(wrong(document, ("players",), scenario.players, allowed))
    named: list[tuple[tuple[str | int, ...], str]]
    named = [(("line_ups", "matrix", n), bot) for n, bot in enumerate(scenario.line_ups.matrix)]
    for n, bot in enumerate(scenario.line_ups.matrix):
        if bot in scenario.line_ups.matrix[:n]:
            found.append(
                wrong(document, ("line_ups", "matrix", n), bot, "each bot once (it meets all, and itself)")
            )
    for number, line_up in enumerate(scenario.line_ups.each):
        path: tuple[str | int, ...] = ("line_ups", "list", number)
        named += [((*path, n), bot) for n, bot in enumerate(line_up)]
        if players in seats and len(line_up) != players:
            found.append(wrong(document, path, line_up, f"a list of {players} bots, one per player"))
    found += [wrong(document, path, bot, listing(bots), bots) for path, bot in named if bot not in bots]
    for measure in scenario.until or ():
        if measure not in measures:
            found.append(wrong(document, ("until", measure), measure, listing(measures), measures, key=True))
    raise_problems(found, ScenarioError)
    return players

"""A scenario: one question, asked of a number of games. What a YAML file in `scenarios/` may say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from balance import games
from balance.cards import Document, Problem, Strict, raise_problems, read_yaml, validate, wrong
from balance.cards.paths import listing
from balance.errors import ScenarioError
from balance.simulation import places, variants
from balance.simulation.asked import SHARES, LineUps, Word
from balance.simulation.variants import VARIANTS_MAX, Variant

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MAX_GAMES = 1_000_000
SEED_LIMIT = 2**53
TARGETS_MAX = 50
GAMES_MAX = 10**10
SETTINGS_MAX = 12
_SETTING = variants.NAME
Count = Annotated[int, Field(ge=1, le=GAMES_MAX)]


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
    targets: dict[Word, Any] | None = Field(default=None, max_length=TARGETS_MAX)
    """Measure -> band, or number of players -> band (see `balance.simulation.targets`)."""
    line_ups: LineUps
    rotations: Literal["all", "none"] = "all"
    players: Annotated[int, Field(ge=1, le=6)] | None = None
    overrides: dict[Word, Any] = Field(default={})
    settings: Annotated[dict[str, dict[Word, Any]], Field(min_length=1, max_length=SETTINGS_MAX)] | None = (
        None
    )
    """Name -> overrides on top of `overrides`: a run for each (see `at_setting`)."""
    variants: Annotated[dict[str, Variant], Field(min_length=1, max_length=VARIANTS_MAX)] | None = None
    """Name -> what is changed: a run for each on the deals of this one (see `at_variant`)."""
    margins: dict[Word, Annotated[float, Field(ge=0, lt=1e9)]] | None = Field(
        default=None, max_length=TARGETS_MAX
    )
    """Measure -> what does not matter yet, in its unit, where runs are compared."""


Players = Annotated[int, Field(ge=1, le=6)]
ByPlayers = dict[Literal["1", "2", "3", "4", "5", "6"], LineUps]


class Several(Scenario):
    """A scenario that is played with several numbers of players: a run for each."""

    players: Annotated[list[Players], Field(min_length=1, max_length=6)]  # type: ignore[assignment]  # as read


class Apart(Scenario):
    """A scenario whose line-ups are given for each number of players."""

    line_ups: Annotated[ByPlayers, Field(min_length=1)]  # type: ignore[assignment]  # as read


class SeveralApart(Several):
    """Both."""

    line_ups: Annotated[ByPlayers, Field(min_length=1)]  # type: ignore[assignment]  # as read


def read_scenario(file: Path | str) -> tuple[Scenario, Document]:
    """Read and check a scenario file, or one of that name in `scenarios/`.

    Returns the scenario (as the file has it: see `Several`, `Apart`, `for_players`, `at_setting`) and the
    document (for the places of values). Raises ScenarioError with file, line and column. Bots, measures and
    overrides are checked later, when the card data is read.
    """
    document = read_yaml(places.scenario_file(file), ScenarioError)
    data = document.data
    if isinstance(data, dict) and isinstance(data.get("game"), str) and data["game"] not in games.GAMES:
        known = list(games.GAMES)
        raise_problems([wrong(document, ("game",), data["game"], listing(known), known)], ScenarioError)
    document = variants.spelled_out(document)
    scenario = validate(document, _kind(data), ScenarioError)
    raise_problems(_contradictions(scenario, document), ScenarioError)
    return scenario, document


def _kind(data: Any) -> type[Scenario]:
    """Which of the four shapes a file has."""
    several = isinstance(data, dict) and isinstance(data.get("players"), list)
    groups = data.get("line_ups") if isinstance(data, dict) else None
    apart = isinstance(groups, dict) and any(key.isdecimal() for key in groups)
    return (SeveralApart if apart else Several) if several else Apart if apart else Scenario


def counts(scenario: Scenario, seats: Sequence[int]) -> list[int]:
    """The numbers of players it is played with, at least one; 0 when it should say one and does not.

    seats: those the game can be played with.
    """
    found: Any = scenario.players
    if isinstance(found, list):
        return list(found)
    if found is None and isinstance(scenario.line_ups, dict):
        return [int(key) for key in scenario.line_ups]
    return [found or (seats[0] if len(seats) == 1 else 0)]


def for_players(scenario: Scenario, players: int) -> Scenario:
    """The scenario with one number of players: what one run is of."""
    if type(scenario) is Scenario and scenario.players in (None, players):
        return scenario
    plain = scenario.model_dump(by_alias=True, exclude_none=True)
    groups: Any = scenario.line_ups
    if isinstance(groups, dict):
        plain["line_ups"] = plain["line_ups"][str(players)]
    return Scenario.model_validate(plain | {"players": players})


def at_setting(scenario: Scenario, setting: str | None) -> Scenario:
    """The scenario at one of its settings: the same as if it had these overrides of its own."""
    more = (scenario.settings or {}).get(setting or "", {})
    return scenario.model_copy(update={"settings": None, "overrides": scenario.overrides | more})


def at_variant(scenario: Scenario, variant: Variant | None) -> Scenario:
    """The scenario as a variant plays it (None: the baseline): with its changes as overrides of its own, and
    with other bots or line-ups if it says so.
    """
    changes: dict[str, Any] = {"variants": None}
    if variant is not None:
        more = {item.path: item.value for item in variant.overrides()}
        changes["overrides"] = scenario.overrides | more
        found = [
            (path, variant.line_ups or each.renamed(variant.bots)) for path, each, _ in _groups(scenario)
        ]
        apart = isinstance(scenario.line_ups, dict)
        changes["line_ups"] = {path[-1]: each for path, each in found} if apart else found[0][1]
    return scenario.model_copy(update=changes)


def _groups(scenario: Scenario) -> list[tuple[tuple[str | int, ...], LineUps, int | None]]:
    """Path, line-ups, and the number of players these are for (None: for all)."""
    groups: Any = scenario.line_ups
    if isinstance(groups, dict):
        return [(("line_ups", key), value, int(key)) for key, value in groups.items()]
    return [(("line_ups",), groups, None)]


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
    for path, groups, _ in _groups(scenario):
        if not groups.matrix and not groups.each and not groups.versus:
            found.append(_no_line_up(document, path))
    if scenario.variants is not None:
        if scenario.settings is not None:
            found.append(problem("variants", "found beside `settings`, allowed: one of the two"))
        played = dict.fromkeys(bot for _, groups, _ in _groups(scenario) for bot in groups.bots)
        found += variants.wrong_variants(scenario.variants, list(played), document)
        for name, variant in scenario.variants.items():
            if variant.line_ups is not None and not variant.line_ups.bots:
                found.append(_no_line_up(document, ("variants", name, "line_ups")))
    return found + _wrong_settings(scenario, document)


def _no_line_up(document: Document, path: tuple[str | int, ...]) -> Problem:
    text = "found no line-up, allowed: some of `matrix` (bots), `versus` (bots), `list` (line-ups)"
    return Problem(document.key_place(path), ".".join(map(str, path)), text)


def _wrong_settings(scenario: Scenario, document: Document) -> list[Problem]:
    """Names that cannot be those of folders, and settings that are the same as another."""
    found = []
    settings = scenario.settings or {}
    reserved = (places.LATEST, places.VARIANTS)
    for number, (name, overrides) in enumerate(settings.items()):
        path = ("settings", name)
        if not _SETTING.fullmatch(name) or name in reserved or name.endswith(places.PLAYERS):
            allowed = "a name of lower-case letters, digits, - and _ (its runs lie in a folder of that name)"
            found.append(wrong(document, path, name, allowed, key=True))
        same = next((other for other in list(settings)[:number] if settings[other] == overrides), None)
        if same is not None:
            text = f"found the same values as in {same}, allowed: each setting once"
            found.append(Problem(document.key_place(path), f"settings.{name}", text))
    return found


def check_wanted(games_wanted: int | None, seed: int | None) -> None:
    """What is asked for in place of a scenario's values; ScenarioError when it is out of bounds."""
    for name, found, low, high in (("games", games_wanted, 1, GAMES_MAX), ("seed", seed, 0, SEED_LIMIT - 1)):
        if found is not None and not low <= found <= high:
            raise ScenarioError(f"{name}: found {found}, allowed: a whole number from {low} to {high}")


def checked_names(
    scenario: Scenario,
    document: Document,
    bots: Sequence[str],
    measures: Sequence[str],
    seats: Sequence[int],
    variant: tuple[str, Variant] | None = None,
) -> list[int]:
    """The numbers of players; ScenarioError when a bot, a measure or a number of players does not exist.

    variant: the scenario is played as this one (see `at_variant`).
    """
    tables = counts(scenario, seats)
    found = _wrong_counts(scenario, document, tables, seats)
    below: tuple[str | int, ...] = ()
    if variant is not None:
        name, changed = variant
        below = ("variants", name) if changed.line_ups is not None else ()
        for old, new in changed.bots.items():
            if new not in bots:
                found.append(wrong(document, ("variants", name, "bots", old), new, listing(bots), bots))
        raise_problems(found, ScenarioError)
    named: list[tuple[tuple[str | int, ...], str]] = []
    for at, groups, only in _groups(scenario):
        where = (*below, *at)
        for kind, listed in (("matrix", groups.matrix), ("versus", groups.versus or [])):
            named += [((*where, kind, n), bot) for n, bot in enumerate(listed)]
            for n, bot in enumerate(listed):
                if bot in listed[:n]:
                    once = "each bot once (it meets all, and itself)"
                    found.append(wrong(document, (*where, kind, n), bot, once))
        for number, line_up in enumerate(groups.each):
            path = (*where, "list", number)
            named += [((*path, n), bot) for n, bot in enumerate(line_up)]
            for players in [only] if only is not None else tables:
                if players in seats and len(line_up) != players:
                    found.append(wrong(document, path, line_up, f"a list of {players} bots, one per player"))
    found += [wrong(document, path, bot, listing(bots), bots) for path, bot in named if bot not in bots]
    for measure in scenario.until or ():
        if measure not in measures:
            found.append(wrong(document, ("until", measure), measure, listing(measures), measures, key=True))
    known = [*dict.fromkeys((*SHARES, *measures))]
    for measure in scenario.margins or ():
        if measure not in known and measure.partition(".")[0] not in SHARES:
            found.append(wrong(document, ("margins", measure), measure, listing(known), known, key=True))
    raise_problems(found, ScenarioError)
    return tables


def _wrong_counts(
    scenario: Scenario, document: Document, tables: Sequence[int], seats: Sequence[int]
) -> list[Problem]:
    """Numbers of players that the game, or the line-ups, do not have."""
    allowed = f"{listing(map(str, seats))} (players of this game)"
    listed: Any = scenario.players
    if not isinstance(listed, list):
        keys = isinstance(scenario.line_ups, dict) and listed is None
        found = [
            wrong(document, ("line_ups", str(n)) if keys else ("players",), n or listed, allowed, key=keys)
            for n in tables
            if n not in seats
        ]
    else:
        found = [
            wrong(document, ("players", n), count, allowed)
            for n, count in enumerate(listed)
            if count not in seats
        ]
        found += [
            wrong(document, ("players", n), count, "each number once")
            for n, count in enumerate(listed)
            if count in listed[:n]
        ]
    groups: Any = scenario.line_ups
    if isinstance(groups, dict) and listed is not None:
        place = document.key_place(("line_ups",))
        found += [
            Problem(place, "line_ups", f"found none for {n} players, allowed: line-ups for each of `players`")
            for n in tables
            if str(n) not in groups
        ]
    return found

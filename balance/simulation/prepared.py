"""A scenario made ready: card data read and checked, all known that a run needs, nothing played yet."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from balance.cards import Override
from balance.cards.paths import listing, nearest, shorten
from balance.errors import ScenarioError
from balance.games import GAMES, get
from balance.simulation import cards_in_manifest, manifest, places, stopping
from balance.simulation import line_ups as pairing
from balance.simulation import targets as bands
from balance.simulation.plan import Plan, make_plan
from balance.simulation.rule_code import rule_code
from balance.simulation.scenario import (
    MAX_GAMES,
    Scenario,
    at_setting,
    at_variant,
    check_wanted,
    checked_names,
    for_players,
    read_scenario,
)
from balance.simulation.variants import BASELINE, Variant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from balance.cards import CardSet, Document
    from balance.games.interface import Game


@dataclass(frozen=True, eq=False)
class Prepared:
    """A scenario with its card data read and checked: ready to run."""

    name: str
    scenario: Scenario
    game: Game
    cards: CardSet
    plan: Plan
    overrides: tuple[Override, ...]
    facts: dict[str, Any]
    several: bool = False  # the scenario has other numbers of players, too
    setting: str | None = None  # which of its settings, when it has any
    variant: str | None = None  # which of its variants; None: the baseline
    bots: Mapping[str, str] = field(default_factory=dict)  # of a variant: who plays for whom

    @property
    def folder(self) -> Path:
        """Where its runs go, unless told otherwise."""
        return self.below(places.runs_folder() / self.name)

    def below(self, folder: Path) -> Path:
        """Its place in a folder for all runs of the scenario: that folder, when it is the only one."""
        return places.runs_of(folder, self.plan.seats if self.several else None, self.setting, self.variant)

    @property
    def alone(self) -> bool:
        """Whether it is the only run of its scenario."""
        return not self.several and self.setting is None and self.variant is None

    @property
    def title(self) -> str:
        """The name of the scenario, and which of its runs it is."""
        players = f" with {self.plan.seats} players" if self.several else ""
        setting = f", setting {self.setting}" if self.setting else ""
        return f"{self.name}{players}{setting}" + (f", variant {self.variant}" if self.variant else "")

    @property
    def identity(self) -> str:
        """The hash that names the run."""
        return manifest.identity(self.facts)

    @property
    def deals(self) -> int:
        """Deals to play (with `until`: at most)."""
        return self.plan.deals_for(self.scenario.games or self.scenario.max_games or MAX_GAMES)


def prepare(
    scenario: Path | str,
    *,
    games_wanted: int | None = None,
    seed: int | None = None,
    overrides: Sequence[tuple[str, Any]] = (),
    players: int | None = None,
    setting: str | None = None,
    variant: str | None = None,
) -> Prepared:
    """Read a scenario and its card data; ScenarioError or CardDataError when anything is wrong.

    players: which of its numbers of players; it must be said when there are several. setting: likewise.
    variant: which of its variants; without it the baseline.
    """
    found = prepare_each(
        scenario,
        games_wanted=games_wanted,
        seed=seed,
        overrides=overrides,
        players=players,
        setting=setting,
        variant=variant or BASELINE,
    )
    name = found[0].name
    counts = dict.fromkeys(str(ready.plan.seats) for ready in found)
    if len(counts) > 1:
        msg = f"{name}: played with several numbers of players ({listing(counts)}); say which: --players"
        raise ScenarioError(msg)
    if len(found) > 1:
        settings = listing(str(ready.setting) for ready in found)
        msg = f"{name}: played at several settings ({settings}); say which: --setting"
        raise ScenarioError(msg)
    return found[0]


def prepare_each(
    scenario: Path | str,
    *,
    games_wanted: int | None = None,
    seed: int | None = None,
    overrides: Sequence[tuple[str, Any]] = (),
    players: int | None = None,
    setting: str | None = None,
    variant: str | None = None,
    more: Mapping[str, Variant] | None = None,
    cards: Path | None = None,
) -> list[Prepared]:
    """The same for every number of players of the scenario (or one of them), and for each of these for every
    setting (or one of them), or for the baseline and every variant (or one of these): what each run needs.

    more: variants besides those of the scenario. cards: the folder of card data, in place of the game's own.
    """
    check_wanted(games_wanted, seed)
    read, document = read_scenario(scenario)
    changes: dict[str, Any] = {}
    if games_wanted is not None:
        changes |= {"games": games_wanted, "until": None, "max_games": None}
    if seed is not None:
        changes["seed"] = seed
    game = get(read.game)
    rule_code(GAMES[read.game])  # now: the code that was imported, whatever is written over it later
    name = places.scenario_file(scenario).stem
    settings, own = read.settings or {}, read.variants or {}
    every: dict[str, Variant | None] = {BASELINE: None, **own, **(more or {})}
    _check_known("setting", setting, list(settings), name)
    _check_known("variant", variant, list(every), name)
    made: list[Prepared] = []
    tables: list[int] = []
    ats: list[str | None] = [*settings] or [None]
    wanted: list[tuple[str | None, str | None]] = [
        (at, None if which == BASELINE else which)
        for at in (ats if setting is None else [setting])
        for which in every
        if variant in (None, which) or which == BASELINE  # which says how many deals there are
    ]
    deals: dict[int, int] = {}
    for at, which in wanted:
        varied = every[which] if which is not None else None
        placed = _placed(read, document, at)
        if which is not None and varied is not None:
            stands = document if which in own else None
            placed += varied.overrides(stands, ("variants", which))
        placed += [Override(path, value) for path, value in overrides]
        here = at_variant(at_setting(read, at), varied)
        values = {item.path: item.value for item in placed}
        here = here.model_copy(update=changes | {"overrides": values})
        deck = game.load(cards or places.card_folder(read.game), placed)
        names, targets = cards_in_manifest.bot_names(deck), stopping.known_targets(game.book)
        chosen = None if which is None or varied is None else (which, varied)
        tables = checked_names(here, document, names, targets, game.info.seats, chosen)
        if players is not None and players not in tables:
            msg = f"--players: found {players}, allowed: {listing(map(str, tables))} (players of {name})"
            raise ScenarioError(msg)
        for seats in tables if players is None else [players]:
            asked = for_players(here, seats)
            plan = _plan(asked, game, deck, seats)
            if which is None:
                deals[seats] = plan.games_per_deal
            elif deals.get(seats, plan.games_per_deal) != plan.games_per_deal:
                asked = _on_deals_of(asked, deals[seats], plan)
            facts = manifest.facts(asked, game, deck, plan)
            several, bots = len(tables) > 1, {} if varied is None else varied.bots
            made.append(
                Prepared(name, asked, game, deck, plan, tuple(placed), facts, several, at, which, bots)
            )
    bands.check(read.targets, document, game, names, [ready.plan for ready in made], tables)
    kept = [ready for ready in made if variant in (None, ready.variant or BASELINE)]
    return [ready for seats in tables for ready in kept if ready.plan.seats == seats]


def _on_deals_of(asked: Scenario, games_per_deal: int, plan: Plan) -> Scenario:
    """A variant with other line-ups, for as many deals as the baseline plays (with so many games each)."""

    def scaled(games: int) -> int:
        return -(-games // games_per_deal) * plan.games_per_deal

    limit = asked.max_games or (MAX_GAMES if asked.until else None)
    changes = {"games": asked.games and scaled(asked.games), "max_games": limit and scaled(limit)}
    return asked.model_copy(update=changes)


def for_deals(ready: Prepared, deals: int) -> Prepared:
    """The same run with so many deals, whatever the scenario says of games or precision."""
    changes = {"games": deals * ready.plan.games_per_deal, "until": None, "max_games": None}
    asked = ready.scenario.model_copy(update=changes)
    plan = replace(ready.plan, targets=(), cards=None)
    facts = manifest.facts(asked, ready.game, ready.cards, plan)
    return replace(ready, scenario=asked, plan=plan, facts=facts)


def _check_known(what: str, wanted: str | None, known: Sequence[str], name: str) -> None:
    """ScenarioError when a setting or a variant of that name is asked for, and there is none."""
    if wanted is not None and wanted not in known:
        near = nearest(wanted, known)
        hint = f"; did you mean {near}?" if near else f" ({what}s of {name})"
        msg = f"--{what}: found {shorten(wanted)}, allowed: {listing(known) or 'none'}{hint}"
        raise ScenarioError(msg)


def _placed(read: Scenario, document: Document, setting: str | None) -> list[Override]:
    """What the scenario changes, for all and at that setting, with the places where it says so."""
    where: dict[str, tuple[str, ...]] = dict.fromkeys(read.overrides, ("overrides",))
    if setting is not None and read.settings:
        where |= dict.fromkeys(read.settings[setting], ("settings", setting))
    values = at_setting(read, setting).overrides
    return [Override(path, values[path], document.key_place((*at, path))) for path, at in where.items()]


def _plan(asked: Scenario, game: Game, cards: CardSet, seats: int) -> Plan:
    groups = asked.line_ups
    plan = make_plan(
        game,
        cards,
        seed=asked.seed,
        seats=seats,
        line_ups=[
            *pairing.matrix(tuple(groups.matrix), seats),
            *pairing.versus(groups.versus or (), seats),
            *groups.each,
        ],
        rotate=asked.rotations == "all",
        targets=tuple(asked.until or ()),
    )
    stopping.quantities(plan)
    return plan

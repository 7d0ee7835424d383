"""How far the bots of a game can be beaten: a bot tuned freely against the plans, and the ladder below it.

The bot goes into the bots file as `best_response`, so that any scenario can play it; what it wins goes into
`strength.json` beside it, with what it was measured on. For more players than the fewest both names end in
the number: `best_response_4`, `strength_4.json`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from balance import statistics
from balance.errors import CardDataError, RunError
from balance.experiments import space as spaces
from balance.experiments.arena import Arena
from balance.experiments.bots_file import FILE as BOTS_FILE
from balance.experiments.bots_file import BotsFile, rewritten
from balance.experiments.ladders import Ladder, Rung, best_response, ladder
from balance.experiments.search import effort
from balance.experiments.tuning import MILLION, journal_for, load, one_search, table_of, warm
from balance.experiments.voice import SearchQuiet
from balance.simulation import line_ups, make_plan, storage
from balance.simulation.manifest import plain
from balance.simulation.play import play_rows
from balance.statistics import Estimate

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from balance.cards import CardSet
    from balance.games.interface import Family, Game
    from balance.simulation.plan import Plan

FILE = "strength.json"
BUDGET = 3.0
"""Millions of games of the free search unless told otherwise."""
SEED = 20240606
DEALS = 4_000
HABIT_DEALS = 500
HABITS = 6
FIRST_HELD_OUT = 900 * MILLION
"""Deals from here on belong to no search."""
ABOUT = "found by a free search for what beats the plans (balance strength); no plan, and not tuned with them"
COUNTED = "per game"
DIGITS = 6


@dataclass(frozen=True)
class Habit:
    """What the best response does otherwise: a family of measures and a card, per company and game."""

    family: str
    card: str
    best: float
    field: float
    difference: Estimate


@dataclass(frozen=True)
class Strength:
    """What was measured, and on what.

    measured_on  rules version, hash of the card data without bots, hash of each bot
    start        the bot that the free search began with
    players      at a table; None: the fewest
    mean         win share of the best response against the plans, each counting the same
    against      the same against each plan
    habits       what it does otherwise than the plans do among themselves, the clearest first
    """

    game: str
    measured_on: dict[str, Any]
    seed: int
    budget: float
    start: str
    mean: Estimate
    against: dict[str, Estimate]
    habits: tuple[Habit, ...]
    ladder: Ladder
    players: int | None = None

    def changed(self, game: Game, cards: CardSet) -> list[str]:
        """What is no longer as it was measured, in words: the rules, the card data, names of bots."""
        now, then = fingerprint(game, cards, self.players), self.measured_on
        found = ["the rules"] if now["rules_version"] != then["rules_version"] else []
        found += ["the card data"] if now["cards"] != then["cards"] else []
        one, other = then["bots"], now["bots"]
        names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
        return found + [f"the bot {name}" for name in names]


def fingerprint(game: Game, cards: CardSet, players: int | None = None) -> dict[str, Any]:
    """What the strength of bots depends on: rules, card data, and the bots on the ladder."""
    best = best_response(game, table_of(game, players))
    named = [*spaces.plans(cards), *(bot for bot in (best,) if bot in cards.bots)]
    return {
        "rules_version": game.info.rules_version,
        "cards": storage.text_hash({k: v for k, v in cards.part_hash.items() if k != BOTS_FILE}),
        "bots": {name: storage.text_hash(plain(game.bot(cards, name))) for name in named},
    }


def strength(
    name: str,
    *,
    budget: float = BUDGET,
    seed: int = SEED,
    jobs: int | None = None,
    players: int | None = None,
    folder: Path | str | None = None,
    voice: SearchQuiet | None = None,
) -> Strength:
    """Search freely for the bot that beats the plans, measure it, and write both files.

    budget   millions of games of the search
    players  at a table: the bot, and one plan in all other seats; by default the fewest

    It begins with whichever bot does best against the plans now. The same files, budget and seed give the
    same result, whatever the jobs.
    """
    game, cards = load(name, folder)
    best = best_response(game, table_of(game, players))
    plans = spaces.plans(cards)
    if not plans:
        msg = f"{cards.folder}: no bot has a `character`, so there are no plans that could be beaten"
        raise CardDataError(msg)
    file, talk = BotsFile(cards), voice or SearchQuiet()
    space = spaces.space_of(cards, None)
    settings = {"budget": budget, "seed": seed, "players": table_of(game, players)}
    with journal_for("strength", game, cards, settings) as journal:
        warm(game, cards, talk)
        arena = Arena(game, cards, seed, jobs, players)
        start = _strongest(game, cards, arena, plans)
        now = spaces.with_numbers(cards, best, {}, like=start)
        arena.heard = talk.advance
        talk.start(round(budget * MILLION), 0)
        try:
            found = one_search(
                game,
                now,
                arena,
                journal,
                bot=best,
                space=space,
                field=plans,
                much=effort(budget * MILLION, len(plans), arena.seats, len(space.keys)),
                label=best,
                turn=0,
                seed=seed,
                told=talk.note,
            )
        finally:
            talk.stop()
        if found.better:
            numbers = found.numbers
        else:  # nothing better than where it began
            numbers = space.numbers(space.unit(spaces.numbers_of(now, best, space)))
        text = rewritten(file.before, {best: numbers}, {best: ABOUT})
        cards = file.write(game, cards, text)
        result = measure(game, cards, seed=seed, budget=budget, start=start, jobs=jobs, players=players)
        storage.write_json(file_of(game, cards.folder, players), as_plain(result))
    return result


def measure(
    game: Game,
    cards: CardSet,
    *,
    seed: int,
    budget: float,
    start: str,
    jobs: int | None = None,
    players: int | None = None,
) -> Strength:
    """Measure the best response in the bots file on deals that no search has seen; nothing is written."""
    plans = spaces.plans(cards)
    arena = Arena(game, cards, seed, jobs, players)
    results = arena.play(
        [game.bot(cards, best_response(game, arena.seats))],
        [game.bot(cards, plan) for plan in plans],
        FIRST_HELD_OUT,
        FIRST_HELD_OUT + DEALS,
    )
    shares, clusters = results.share[0], np.arange(DEALS)
    found = Strength(
        game=game.info.id,
        measured_on=fingerprint(game, cards, players),
        seed=seed,
        budget=budget,
        start=start,
        mean=statistics.clustered_rate(shares.mean(axis=0), clusters),
        against={
            plan: statistics.clustered_rate(own, clusters) for plan, own in zip(plans, shares, strict=True)
        },
        habits=_habits(game, cards, plans, seed, arena.seats),
        ladder=ladder(game, cards, deals=DEALS, seed=seed, jobs=jobs, players=players),
        players=None if arena.seats == min(game.info.seats) else arena.seats,
    )
    return from_plain(as_plain(found))  # as it will be read


def _strongest(game: Game, cards: CardSet, arena: Arena, plans: Sequence[str]) -> str:
    """The bot that wins most against the plans: one of them, or the best response there is already."""
    names = [*plans, *(bot for bot in (best_response(game, arena.seats),) if bot in cards.bots)]
    bots = [game.bot(cards, name) for name in names]
    last = FIRST_HELD_OUT + 2 * DEALS
    results = arena.play(bots, bots[: len(plans)], last - DEALS // 4, last)
    return names[int(np.argmax(results.share.mean(axis=(1, 2))))]


def _habits(game: Game, cards: CardSet, plans: Sequence[str], seed: int, seats: int) -> tuple[Habit, ...]:
    """Counters per card in which the best response lies farthest from the plans, in their own spread."""
    if len(plans) < 2:
        return ()
    bot = best_response(game, seats)
    pairs = [(bot, plan) for plan in plans]
    pairs += [(one, other) for one, other in line_ups.matrix(plans, 2) if one != other]
    plan = make_plan(game, cards, seed=seed, seats=seats, line_ups=_filled(pairs, seats))
    counted = list(dict.fromkeys(family.top for family in game.book.families if _is_habit(family)))
    rows = _counted(plan, counted)
    who = np.array([entry.bots for entry in plan.schedule]).ravel()
    best = plan.bot_names.index(bot)
    with_best = np.array([best in entry.bots for entry in plan.schedule]).repeat(plan.seats)
    found = []
    cards_named = game.book.names(cards) if game.book.names is not None else None
    for family in game.book.families:
        if not _is_habit(family):
            continue
        shown = set(family.members(cards)) if family.members is not None else None
        for number, card in enumerate(plan.labels[family.top]):
            if (shown is not None and card not in shown) or (cards_named and card not in cards_named):
                continue
            values = rows[family.top][:, :, number].astype(float)
            mine, theirs = values[:, who == best], values[:, ~with_best]
            apart = mine.mean(axis=1) - theirs.mean(axis=1)
            estimate = statistics.clustered_mean(apart, np.arange(HABIT_DEALS))
            weight = abs(estimate.value) / max(float(theirs.std()), 0.05)
            found.append((weight, Habit(family.id, card, float(mine.mean()), float(theirs.mean()), estimate)))
    clear = [item for item in found if not item[1].difference.contains(0.0)]
    clear.sort(key=lambda item: -item[0])
    return tuple(habit for _, habit in clear[:HABITS])


def _is_habit(family: Family) -> bool:
    return family.unit == COUNTED and family.bottom is None and not family.rate


def _counted(plan: Plan, fields: Sequence[str]) -> dict[str, np.ndarray]:
    """These fields of the seat rows of held-out deals, each of shape (deals, seats of a deal, members)."""
    step = max(1, plan.games_per_chunk() // plan.games_per_deal)
    parts = []
    for first in range(0, HABIT_DEALS, step):
        deals = min(step, HABIT_DEALS - first)
        rows = play_rows(plan, FIRST_HELD_OUT + first, FIRST_HELD_OUT + first + deals).seat_rows
        parts.append({name: rows[name].reshape(deals, -1, rows[name].shape[-1]).copy() for name in fields})
    return {name: np.concatenate([part[name] for part in parts]) for name in fields}


def _filled(pairs: Sequence[tuple[str, str]], seats: int) -> list[tuple[str, ...]]:
    """Pairs as line-ups of a whole table: the second of a pair has all other seats."""
    return [(one, *[other] * (seats - 1)) for one, other in pairs]


# ------------------------------------------------------------------------------------------ the file


def as_plain(found: Strength) -> dict[str, Any]:
    """As JSON holds it."""
    plain_data: dict[str, Any] = _rounded(asdict(found))
    if found.players is None:
        del plain_data["players"]
    return plain_data


def file_of(game: Game, folder: Path, players: int | None = None) -> Path:
    """Where the measurement at a table of so many lies, beside the card data."""
    seats = table_of(game, players)
    return folder / (FILE if seats == min(game.info.seats) else f"strength_{seats}.json")


def from_plain(data: dict[str, Any]) -> Strength:
    """The inverse of `as_plain`; KeyError or TypeError when it is not that."""
    steps = data["ladder"]
    rungs = tuple(Rung(**{**rung, "share": Estimate(**rung["share"])}) for rung in steps["rungs"])
    habits = tuple(
        Habit(**{**habit, "difference": Estimate(**habit["difference"])}) for habit in data["habits"]
    )
    return Strength(
        **{
            **data,
            "mean": Estimate(**data["mean"]),
            "against": {plan: Estimate(**item) for plan, item in data["against"].items()},
            "habits": habits,
            "ladder": Ladder(rungs, steps["deals"], steps["seed"]),
        }
    )


def read(path: Path) -> Strength | None:
    """What lies in that file; None when there is none. RunError when it is damaged."""
    if not path.is_file():
        return None
    data = storage.read_json(path)
    try:
        return from_plain(data)
    except (KeyError, TypeError, AttributeError, ValueError):
        msg = f"{path}: not what `balance strength` writes; write it anew with that command, or remove it"
        raise RunError(msg) from None


def verify(
    name: str, *, jobs: int | None = None, players: int | None = None, folder: Path | str | None = None
) -> Strength:
    """Play the held-out games again; RunError when the stored figures are not what comes out."""
    game, cards = load(name, folder)
    path = file_of(game, cards.folder, players)
    stored = read(path)
    again_with = f"balance strength {name}" + ("" if players is None else f" --players {players}")
    if stored is None:
        msg = f"{path}: there is no such file; `{again_with}` writes it"
        raise RunError(msg)
    changed = stored.changed(game, cards)
    if changed:
        msg = f"{path}: changed since: {', '.join(changed)}; run: {again_with}"
        raise RunError(msg)
    again = measure(
        game,
        cards,
        seed=stored.seed,
        budget=stored.budget,
        start=stored.start,
        jobs=jobs,
        players=players,
    )
    if again != stored:
        msg = f"{path}: the games played again give other figures; the file was changed"
        raise RunError(msg)
    return stored


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, (list, tuple)) else value

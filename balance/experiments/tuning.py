"""Tuning plans: each in turn searches, within its character, for its best answer to the others."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance import games, jit
from balance.errors import CardDataError, ScenarioError
from balance.experiments import space as spaces
from balance.experiments.arena import Arena
from balance.experiments.bots_file import BotsFile, rewritten
from balance.experiments.journal import Journal
from balance.experiments.search import Effort, Found, Search, effort
from balance.experiments.voice import SearchQuiet
from balance.simulation import places, storage
from balance.simulation.lock import locked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np

    from balance.cards import CardSet
    from balance.experiments.space import Numbers
    from balance.games.interface import Game

MILLION = 1_000_000
BUDGET = 6.0
"""Millions of games that tuning plays unless told otherwise: some minutes on two processors."""
SEED = 20240604
ROUNDS = 2
LEAST_PLANS = 2


@dataclass(frozen=True)
class Step:
    """One plan's search against the others as they were then."""

    round: int
    bot: str
    field: tuple[str, ...]
    found: Found

    @property
    def kept(self) -> bool:
        """Whether the plan was changed."""
        return self.found.better

    def __str__(self) -> str:
        """As one line."""
        found, gain = self.found, self.found.gain
        done = "better beyond doubt, kept" if self.kept else "not better beyond doubt, left as it was"
        shares = f"{100 * found.before.value:.1f} % -> {100 * found.share.value:.1f} %"
        gained = f"{100 * gain.value:+.1f}, {100 * gain.low:+.1f} to {100 * gain.high:+.1f}"
        return f"round {self.round}, {self.bot}: {shares} ({gained}): {done}"


@dataclass(frozen=True)
class Tuned:
    """What tuning did: its steps in order, the card data now, and whether the file was changed."""

    steps: tuple[Step, ...]
    cards: CardSet
    changed: bool


def load(name: str, folder: Path | str | None = None) -> tuple[Game, CardSet]:
    """A game and its card data as they lie on disk."""
    game = games.get(name)
    return game, game.load(Path(folder) if folder else places.card_folder(name))


def table_of(game: Game, players: int | None) -> int:
    """How many sit at a table: what was asked for, or the fewest; ScenarioError when it cannot be."""
    seats = game.info.seats
    if players is not None and players not in seats:
        allowed = " or ".join(map(str, seats))
        msg = f"players: found {players}, allowed: {allowed} (players of {game.info.id})"
        raise ScenarioError(msg)
    return players or min(seats)


@contextmanager
def journal_for(what: str, game: Game, cards: CardSet, settings: dict[str, Any]) -> Iterator[Journal]:
    """The journal of a search (a context): it goes when the search ends well, and stays when it does not."""
    facts = {
        "what": what,
        "game": game.info.id,
        "rules_version": game.info.rules_version,
        "cards": cards.hash,
        "cmaes": version("cmaes"),
        **settings,
    }
    identity = storage.text_hash(facts)
    folder = places.runs_folder() / "searches"
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        journal = Journal(folder / f"{what}-{game.info.id}-{identity[:10]}.json", identity)
        try:
            yield journal
        except KeyboardInterrupt:
            msg = f"interrupted: what was measured is kept in {journal.path}; the same command goes on"
            raise KeyboardInterrupt(msg) from None
        journal.remove()


def tune(
    name: str,
    *,
    budget: float = BUDGET,
    seed: int = SEED,
    rounds: int = ROUNDS,
    jobs: int | None = None,
    fresh: bool = False,
    only: Sequence[str] = (),
    players: int | None = None,
    folder: Path | str | None = None,
    voice: SearchQuiet | None = None,
) -> Tuned:
    """Tune all bots with a character, and write them back when all rounds are done.

    budget   millions of games in all, shared evenly by rounds and plans
    only     tune these bots; the others are opponents
    players  at a table: the bot that is tuned, and one other bot in all other seats; by default the fewest
    fresh    begin in the middle of each character, not with the numbers in the file
    folder   the card data; by default that of the game

    The same card data, budget, rounds and seed give the same file, whatever the jobs.
    """
    game, cards = load(name, folder)
    players = table_of(game, players)
    plans = spaces.plans(cards)
    if len(plans) < LEAST_PLANS:
        msg = f"{cards.folder}: tuning needs two bots with a `character` or more, found {len(plans)}"
        raise CardDataError(msg)
    tuned = list(only) or plans
    each_space = {bot: spaces.space_of(cards, bot) for bot in tuned}
    file = BotsFile(cards)
    now = _in_the_middle(cards, tuned) if fresh else cards
    settings = {"budget": budget, "seed": seed, "rounds": rounds, "fresh": fresh, "only": tuned}
    settings |= {"players": players}
    turns = [(number, plan) for number in range(1, rounds + 1) for plan in tuned]
    steps: list[Step] = []
    talk = voice or SearchQuiet()
    with journal_for("tune", game, cards, settings) as journal:
        arena = Arena(game, cards, seed, jobs, players)
        warm(game, cards, talk)
        arena.heard = talk.advance
        each = budget * MILLION / len(turns)
        talk.start(round(budget * MILLION), 0)
        try:
            for turn, (number, plan) in enumerate(turns):
                space = each_space[plan]
                field = tuple(other for other in plans if other != plan)
                found = one_search(
                    game,
                    now,
                    arena,
                    journal,
                    bot=plan,
                    space=space,
                    field=field,
                    much=effort(each, len(field), arena.seats, len(space.keys)),
                    label=f"round {number}, {plan}",
                    turn=turn,
                    seed=seed,
                    told=talk.note,
                )
                steps.append(Step(number, plan, field, found))
                talk.say(str(steps[-1]))
                if found.better:
                    now = spaces.with_numbers(now, plan, found.numbers)
        finally:
            talk.stop()
        changed = {step.bot for step in steps if step.kept or fresh}
        numbers = {bot: spaces.numbers_of(now, bot, each_space[bot]) for bot in tuned if bot in changed}
        text = rewritten(file.before, numbers) if numbers else file.before
        different = text != file.before
        after = file.write(game, cards, text)
    return Tuned(tuple(steps), after, different)


def one_search(
    game: Game,
    cards: CardSet,
    arena: Arena,
    journal: Journal,
    *,
    bot: str,
    space: spaces.Space,
    field: Sequence[str],
    much: Effort,
    label: str,
    turn: int,
    seed: int,
    told: Callable[[str], None],
) -> Found:
    """Search for a bot's numbers against a field, from those it has now, on deals of its own."""

    def make(numbers: Numbers) -> np.void:
        return spaces.record(game, cards, bot, numbers)

    search = Search(
        arena,
        journal,
        label=label,
        field=[game.bot(cards, other) for other in field],
        make=make,
        first=turn * 10 * MILLION,
        seed=(seed + turn) % 2**32,
        told=told,
    )
    return search.run(space, spaces.numbers_of(cards, bot, space), much)


def warm(game: Game, cards: CardSet, voice: SearchQuiet) -> None:
    """Have the rules compiled, and say so when that takes a while."""
    if jit.is_cold(game.kernels.play):
        with voice.waiting(f"compiling the rules of {game.info.title}, once (about a minute)"):
            game.compile(cards)


def _in_the_middle(cards: CardSet, plans: Sequence[str]) -> CardSet:
    for plan in plans:
        space = spaces.space_of(cards, plan)
        cards = spaces.with_numbers(cards, plan, space.numbers(0.5 + 0 * space.low))
    return cards

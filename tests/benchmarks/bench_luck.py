"""What common luck is worth (`make bench-luck`; a number of games may follow). Not part of the tests.

A variant is played on the same deals as the baseline, game by game: same line-up, same seats. The more the
two results hang together, the fewer games a comparison needs. Ways of making luck are compared:

keyed        as the toolkit does it: every random thing has a name, and the order of asking does not matter
sequential   one running stream of numbers per game, seeded with the deal and used up in the order of asking;
             decks are shuffled by Fisher and Yates. The rules are the same text, compiled anew in this
             process with another `chain`, `shuffle` and `setup`.
no draws     keyed, and no bot draws when it places a hazard: what such draws cost, named by round and card

Games saved: variance of the difference with luck of its own for each side, divided by that with common luck.
The same figure comes out as 1 / (1 - correlation) when both sides vary alike. Intervals are 95 %, from
resamples of the deals.
"""

from __future__ import annotations

import sys
import time
import types
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher
from rich.console import Console
from rich.table import Table

from balance import games
from balance.cards import parse_override
from balance.chance import deal_key
from balance.games.interface import JOB

ROOT = Path(__file__).resolve().parents[2]
GAME = "employee_handbook"
GAMES = 8_000
SEED = 20_240_601
RESAMPLES = 400
MIRROR = "balanced"
ERAS = 3
PLANS = ("builder", "gambler", "saboteur", "cautious", "balanced")
PROTOTYPE = {  # games saved as margin / win share, said of an earlier prototype of this game
    ("a Factory for 1 less", "keyed"): "11 / 6",
    ("one Windfall more in each era", "keyed"): "8.4 / 3.9",
    ("a Factory for 1 less", "sequential"): "4 / 3",
    ("one Windfall more in each era", "sequential"): "1.5 / 1.3",
}


def changes(cards: Any) -> dict[str, list[str]]:
    """The variants, as overrides of the card data."""
    cost = cards.data["buildings"]["factory"]["levels"][0]["cost"]

    def one_more(card: str) -> list[str]:
        return [
            f"eras[{era}].copies.{card}={cards.data['eras'][era]['copies'][card] + 1}" for era in range(ERAS)
        ]

    own = cards.data["bots"][MIRROR].get("weights", {})
    caution = own.get("caution", cards.data["base"]["caution"])
    return {
        "nothing": [],
        "a Factory for 1 less": [f"buildings.factory.levels[0].cost={cost - 1}"],
        "one Hazard more in each era": one_more("hazard"),
        "one Windfall more in each era": one_more("windfall"),
        f"caution of {MIRROR} a quarter up": [f"bots.{MIRROR}.weights.caution={caution * 1.25:.4f}"],
    }


# ------------------------------------------------------------------------------- the sequential stream


@numba.njit
def any_word(_key, _word):
    """In place of `chain`: the next number of the stream, whatever was asked for."""
    high = np.random.randint(0, 2**32)  # noqa: NPY002  numba knows this one
    low = np.random.randint(0, 2**32)  # noqa: NPY002
    return np.int64((np.uint64(high) << np.uint64(32)) | np.uint64(low))


@numba.njit
def fisher_yates(_rules, game, _key):
    """In place of `shuffle`: the draw pile by Fisher and Yates, from the stream."""
    for i in range(game.deck_size - 1, 0, -1):
        j = np.random.randint(0, i + 1)  # noqa: NPY002
        card = game.deck[i]
        game.deck[i] = game.deck[j]
        game.deck[j] = card


def sequential(entry: Any) -> Any:
    """The same entry point, with everything it reaches compiled anew over one stream of numbers per game."""
    spaces: dict[int, dict[str, Any]] = {}
    made: dict[int, Any] = {}
    replaced = dict.fromkeys(("chain", "shuffle", "setup"), 0)

    def seeded(setup: Any) -> Any:
        @numba.njit
        def begin(rules, game, luck, log_on):
            np.random.seed(np.uint32(luck & 0xFFFFFFFF))  # noqa: NPY002
            setup(rules, game, luck, log_on)

        return begin

    def rebuilt(kernel: Any) -> Any:
        if id(kernel) not in made:
            name = kernel.py_func.__name__.lstrip("_")
            if name == "chain":
                made[id(kernel)] = any_word
            elif name == "shuffle":
                made[id(kernel)] = fisher_yates
            elif not kernel.py_func.__module__.startswith("balance.games"):
                made[id(kernel)] = kernel  # chance, jit: nothing random in them but `chain`
            else:
                function = kernel.py_func
                space = spaces.get(id(function.__globals__))
                if space is None:
                    space = spaces[id(function.__globals__)] = dict(function.__globals__)
                    for key, value in function.__globals__.items():
                        if isinstance(value, Dispatcher):
                            space[key] = rebuilt(value)
                copy = types.FunctionType(function.__code__, space, function.__name__, function.__defaults__)
                copy.__module__ = function.__module__
                options = {
                    "error_model": "numpy",
                    "forceinline": kernel.targetoptions.get("forceinline", False),
                }
                again = numba.njit(**options)(copy)
                made[id(kernel)] = seeded(again) if name == "setup" else again
            if name in replaced:
                replaced[name] += 1
        return made[id(kernel)]

    found = rebuilt(entry)
    missing = [name for name, times in replaced.items() if times != 1]
    if missing:
        raise SystemExit(f"the rules have changed: {', '.join(missing)} could not be replaced by a stream")
    return found


# ------------------------------------------------------------------------------------------- the games


class Player:
    """Plays games of given bots on given deals with one card set; gives margin and win share of seat 0."""

    def __init__(self, cards: Any, play: Any) -> None:
        self.game = games.get(GAME)
        self.tables = self.game.tables(cards)
        self.bots = np.array([self.game.bot(cards, name) for name in PLANS], self.game.bot_dtype)
        self.play = play

    def results(self, pairs: list[tuple[int, int]], deals: range) -> tuple[np.ndarray, np.ndarray]:
        """Arrays (deals, pairs): score of seat 0 less that of seat 1, and win share of seat 0."""
        jobs = np.zeros(len(deals) * len(pairs), JOB)
        jobs["key"] = np.repeat([deal_key(SEED, deal) for deal in deals], len(pairs))
        jobs["bot"][:, :2] = np.tile(pairs, (len(deals), 1))
        game_rows = np.zeros(len(jobs), self.game.game_row)
        seat_rows = np.zeros((len(jobs), 2), self.game.seat_row)
        self.play(self.tables, self.bots, np.zeros(1, self.game.state_dtype), jobs, game_rows, seat_rows)
        score = seat_rows["score"].reshape(len(deals), len(pairs), 2)
        margin = (score[..., 0] - score[..., 1]).astype(float)
        return margin, (np.sign(margin) + 1) / 2


def figures(base: np.ndarray, other: np.ndarray) -> tuple[float, float, float, float]:
    """Correlation game by game, games saved, and the limits of that; arrays (deals, pairs)."""

    def saved(one: np.ndarray, two: np.ndarray) -> float:
        gap = (one - two).var()
        return float((one.var() + two.var()) / gap) if gap > 0 else float("inf")

    if (base == other).all():
        return 1.0, float("inf"), float("inf"), float("inf")
    generator = np.random.default_rng(1)
    drawn = [generator.integers(len(base), size=len(base)) for _ in range(RESAMPLES)]
    low, high = np.quantile([saved(base[rows], other[rows]) for rows in drawn], [0.025, 0.975])
    return float(np.corrcoef(base.ravel(), other.ravel())[0, 1]), saved(base, other), float(low), float(high)


def main() -> None:
    """Print one table per way of pairing plans."""
    console = Console(width=140)
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    game = games.get(GAME)
    folder = ROOT / "card_data" / GAME
    base = game.load(folder)
    variants = {name: [parse_override(text) for text in texts] for name, texts in changes(base).items()}
    began = time.perf_counter()
    compiled, stream = game.kernels.play, sequential(game.kernels.play)
    still = [parse_override(f"bots.{plan}.weights.guile=0") for plan in PLANS]
    ways = {"keyed": (compiled, []), "no draws": (compiled, still), "sequential": (stream, [])}
    mine = PLANS.index(MIRROR)
    mixed = [(one, other) for one in range(len(PLANS)) for other in range(len(PLANS)) if one != other]
    for title, pairs in (
        (f"{MIRROR} against itself", [(mine, mine)]),
        ("every plan against every other", mixed),
    ):
        deals = range(-(-wanted // len(pairs)))
        table = Table(
            "variant",
            "luck",
            "correlation\nof the margin",
            "games saved\nby the margin",
            "correlation\nof win shares",
            "games saved\nby win shares",
            "prototype\nmargin / win share",
            title=f"{title}: {len(deals) * len(pairs):,} games of {len(deals):,} deals on each side",
        )
        before = {
            way: Player(game.load(folder, fixed), play).results(pairs, deals)
            for way, (play, fixed) in ways.items()
        }
        if title.startswith(MIRROR):
            console.print(f"compiled over one stream in {time.perf_counter() - began:.0f} s")
        for name, changed in variants.items():
            for way, (play, fixed) in ways.items():
                after = Player(game.load(folder, [*fixed, *changed]), play).results(pairs, deals)
                cells = []
                for one, two in zip(before[way], after, strict=True):
                    correlation, saved, low, high = figures(one, two)
                    cells += [
                        f"{correlation:.3f}",
                        "all" if np.isinf(saved) else f"{saved:.1f} [{low:.1f}, {high:.1f}]",
                    ]
                table.add_row(name, way, *cells, PROTOTYPE.get((name, way), ""))
            table.add_section()
        console.print(table)


if __name__ == "__main__":
    main()

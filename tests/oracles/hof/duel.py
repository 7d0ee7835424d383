"""A game of the engine and the same game of the referee, decision by decision.

Run as a program it plays many games over many rule sets:

    python -m tests.oracles.hof.duel --sets 400 --games 10 --first 0
"""

from __future__ import annotations

import argparse
import random
import sys
import traceback
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.chance import deal_key
from balance.games.hire_or_fire.play import KERNELS
from balance.games.hire_or_fire.record import GAME as STATE
from balance.games.hire_or_fire.state import Phase
from tests.oracles.hof import adapter, makers, mind
from tests.oracles.hof.referee import Referee

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.oracles.hof.things import Data

    Words = dict[tuple[Any, ...], int]

NEAR = 1e-9  # worths nearer than this are one: sums may be rounded in another order


class Disagreement(AssertionError):
    """Engine and referee differ."""


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Where two positions differ: engine first."""
    if isinstance(one, dict):
        return [d for key in one for d in differences(one[key], other[key], f"{path}.{key}")]
    if path == ".players":
        pairs = enumerate(zip(one, other, strict=True))
        return [d for n, (a, b) in pairs for d in differences(a, b, f"{path}[{n}]")]
    return [] if one == other else [f"{path}: engine {one}, referee {other}"]


class Duel:
    """One game in both."""

    def __init__(self, tables: np.ndarray, key: int, data: Data | None = None) -> None:
        self.tables, self.rules = tables, tables[0]
        self.state = np.zeros(1, STATE)
        KERNELS.setup(tables, self.state, key, 0)
        self.referee = Referee(data or adapter.data(tables[0]), key)
        self.taken: list[Any] = []

    @property
    def game(self) -> np.void:
        return self.state[0]

    def codes(self) -> list[int]:
        KERNELS.options(self.tables, self.state)
        return self.game["option"][: int(self.game["option_count"])].tolist()

    def over(self) -> bool:
        return int(self.game["phase"]) == Phase.OVER

    def check(self) -> Words:
        """The options, engine code by the referee's word, in the engine's order; or a disagreement."""
        asking = self.referee.asking
        if self.over() or asking is None:
            self._check_end()
            return {}
        codes = self.codes()
        listed = [adapter.option(self.rules, self.game, code) for code in codes]
        words = dict(zip(listed, codes, strict=True))  # of two equal salary cards either will do
        found: list[str] = []
        here = (int(self.game["decider"]), adapter.phase_word(int(self.game["phase"])))
        if here != (asking.seat, asking.phase):
            found.append(f"asked: engine {here}, referee {(asking.seat, asking.phase)}")
        if len(set(codes)) != len(codes) or sorted(listed) != sorted(asking.options):
            found.append(f"options: engine {sorted(listed)}, referee {sorted(asking.options)}")
        found += self.position_differences()
        if found:
            self.fail(found)
        return words

    def position_differences(self) -> list[str]:
        return differences(adapter.position(self.rules, self.game), adapter.referee_position(self.referee.g))

    def _check_end(self) -> None:
        g, game = self.referee.g, self.game
        if not self.over() or self.referee.asking is not None:
            self.fail([f"over: engine {self.over()}, referee {self.referee.asking}, phase {game['phase']}"])
        rows = [(p.money, p.bonuses, p.compensations, len(p.won)) for p in g.players]
        seats = [game["player"][seat] for seat in range(int(game["players"]))]
        engine = [
            (int(m["money"]), int(m["bonuses"]), int(m["compensations"]), int(m["won"]).bit_count())
            for m in seats
        ]
        win = [seat for seat, m in enumerate(seats) if m["tally"]["win_share_ppm"] > 0]
        flags = {
            "money": not game["tally"]["tied"],
            "bonuses": bool(game["tally"]["by_bonuses"]),
            "compensations": bool(game["tally"]["by_compensations"]),
            "shared": bool(game["tally"]["shared"]),
        }
        settled = [how for how, flag in flags.items() if flag]
        if (rows, g.winners, [g.settled]) != (engine, win, settled):
            self.fail([f"end: engine {engine} {win} {settled}, referee {rows} {g.winners} {g.settled}"])

    def fail(self, found: list[str]) -> None:
        read = {k: v for k, v in self.referee.g.data.readings.items() if v != makers.READINGS[k]}
        about = f"readings {read}, frame {self.referee.g.data.frame}"
        raise Disagreement("\n".join([*found, f"after {len(self.taken)}: {self.taken[-6:]}", about]))

    def take(self, word: tuple[Any, ...], code: int) -> None:
        self.taken.append(word)
        if not KERNELS.apply(self.tables, self.state, code):
            self.fail([f"the engine refuses {word}"])
        self.referee.apply(word)

    def play(self, choose: Callable[[Duel, Words], tuple[Any, ...]]) -> int:
        """To the end; the number of decisions."""
        while words := self.check():
            word = choose(self, words)
            self.take(word, words[word])
        return len(self.taken)

    def bot_choice(
        self, words: Words, weights: list[dict[str, float]], model: list[dict[str, float]] | None = None
    ) -> tuple[Any, ...]:
        """What the engine's bot takes, once the model (of other bots, if given) finds nothing better."""
        asking, g = self.referee.asking, self.referee.g
        assert asking
        model = model or weights
        code = int(KERNELS.choose(self.tables, self.state, makers.bots(weights)))
        word = adapter.option(self.rules, self.game, code) if code in self.codes() else None
        scores = mind.scores(g, asking, model[asking.seat])
        top = max(worth for _, worth in scores)
        if not any(option == word and worth >= top - NEAR for option, worth in scores):
            bot = model[asking.seat]
            mine = mind.choose(g, asking, bot)
            self.fail(
                [f"{asking.phase}: bot of the engine {word}, model {mine}; {dict(scores)}", f"bot {bot}"]
            )
        return word


def by_chance(rng: random.Random) -> Callable[[Duel, Words], tuple[Any, ...]]:
    """Any option; but cards are put aside less often than each would be."""

    def choose(duel: Duel, words: Words) -> Any:
        options = sorted(words)
        others = [word for word in options if not word[0].startswith("swap")]
        return rng.choice(others if others and rng.random() < 0.6 else options)

    return choose


def by_bots(rng: random.Random, players: int, strays: float = 0.2) -> Callable[[Duel, Words], Any]:
    """Bots by chance, whose choices are compared; now and then (`strays`) another option is taken."""
    weights = [makers.weights(rng) for _ in range(players)]
    at_random = by_chance(rng)

    def choose(duel: Duel, words: Words) -> Any:
        word = duel.bot_choice(words, weights)
        return at_random(duel, words) if rng.random() < strays else word

    return choose


def play_set(
    seed: int, games: int, readings: dict[str, str] | None = None, *, judged: bool = False
) -> tuple[int, int, list[str]]:
    """Games over one rule set by chance: games, decisions, what went wrong."""
    played, decisions, wrong = 0, 0, []
    for number in range(games):
        players = 3 + (seed + number) % 4
        made = makers.lot(seed, players, readings)
        rng = random.Random(f"{seed} {number}")
        try:
            duel = Duel(made, deal_key(seed, number))
            decisions += duel.play(by_bots(rng, players) if judged else by_chance(rng))
            played += 1
        except Exception as error:  # noqa: BLE001  (every kind is a finding)
            text = str(error) if isinstance(error, Disagreement) else traceback.format_exc()
            wrong.append(f"set {seed} game {number} ({players} players):\n{text}")
    return played, decisions, wrong


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Games of engine and referee over rule sets by chance.")
    parser.add_argument("--sets", type=int, default=100)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--show", type=int, default=5)
    parser.add_argument(
        "--judged", action="store_true", help="bots choose, and the model says whether rightly"
    )
    given = parser.parse_args(arguments)
    played = decisions = failed = 0
    for seed in range(given.first, given.first + given.sets):
        done, steps, wrong = play_set(seed, given.games, judged=given.judged)
        played, decisions = played + done, decisions + steps
        for text in wrong[: max(0, given.show - failed)]:
            say(text)
        failed += len(wrong)
    say(f"{played} games agree, {failed} do not; {decisions} decisions, {given.sets} rule sets")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())

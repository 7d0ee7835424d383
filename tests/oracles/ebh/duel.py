"""A game of the engine and the same game of the referee, decision by decision.

Run as a program it plays many games over many card sets:

    python -m tests.oracles.ebh.duel --sets 400 --games 25 --first 0
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.chance import deal_key
from balance.games.extremely_bad_hires import GAME
from balance.games.extremely_bad_hires.state import Phase
from tests.oracles.ebh import adapter, card_makers
from tests.oracles.ebh.referee import Referee
from tests.oracles.ebh.things import READINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from balance.games.interface import Kernels
    from tests.oracles.ebh.things import Data

DECISIONS_MAX = 20_000


class Disagreement(AssertionError):
    """Engine and referee differ."""


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Where two positions differ: engine first."""
    if isinstance(one, dict) and isinstance(other, dict):
        return [d for key in one for d in differences(one[key], other[key], f"{path}.{key}")]
    if path.endswith("players"):
        return [
            d
            for n, (a, b) in enumerate(zip(one, other, strict=True))
            for d in differences(a, b, f"{path}[{n}]")
        ]
    return [] if one is None or one == other else [f"{path}: engine {one}, referee {other}"]


class Duel:
    """One game in both."""

    def __init__(
        self,
        kernels: Kernels,
        tables: np.ndarray,
        state_dtype: np.dtype,
        data: Data,
        key: int,
        qualifications: list[str],
    ) -> None:
        self.kernels, self.tables = kernels, tables
        self.words = adapter.Words(data, tables[0], qualifications)
        self.state = np.zeros(1, state_dtype)
        kernels.setup(tables, self.state, key, 0)
        self.referee = Referee(data, key).start()
        self.taken: list[Any] = []

    def codes(self) -> list[int]:
        self.kernels.options(self.tables, self.state)
        game = self.state[0]
        return game["option"][: int(game["option_count"])].tolist()

    def over(self) -> bool:
        return int(self.state[0]["phase"]) == Phase.OVER

    def check(self) -> dict[tuple[Any, ...], int]:
        """The options, engine code by the referee's word; or a disagreement."""
        game, asking = self.state[0], self.referee.asking
        if self.over() or asking is None:
            self._check_end()
            return {}
        codes = self.codes()
        words = {self.words.option(game, code): code for code in codes}
        found: list[str] = []
        here = (int(game["decider"]), adapter.phase_word(int(game["phase"])))
        if here != (asking.seat, asking.phase):
            found.append(f"asked: engine {here}, referee {(asking.seat, asking.phase)}")
        if len(words) != len(codes) or set(words) != set(asking.options):
            mine = set(asking.options)
            found.append(f"options: only engine {sorted(set(words) - mine, key=str)}")
            found.append(f"         only referee {sorted(mine - set(words), key=str)}")
        found += differences(self.words.position(game), adapter.position(self.referee.g))
        if found:
            self._fail(found)
        return words

    def _check_end(self) -> None:
        game, g = self.state[0], self.referee.g
        if not self.over() or self.referee.asking is not None:
            self._fail([f"over: engine {self.over()}, referee {self.referee.asking}, phase {game['phase']}"])
        seats = range(int(game["players"]))
        shares = [int(game["player"][s]["tally"]["win_share_ppm"]) for s in seats]
        one = ([s for s in seats if shares[s] > 0], adapter.stop_word(int(game["tally"]["stalled"])))
        one_profit = [int(game["player"][s]["profit"]) for s in seats]
        other = (sorted(g.winners), g.stalled)
        if one != other or one_profit != [p.profit for p in g.players]:
            self._fail([f"end: engine {one} {one_profit}, referee {other} {[p.profit for p in g.players]}"])

    def _fail(self, found: list[str]) -> None:
        raise Disagreement(
            "\n".join([*found, f"after {len(self.taken)} decisions, the last: {self.taken[-4:]}"])
        )

    def take(self, word: tuple[Any, ...], code: int) -> None:
        self.taken.append(word)
        if not self.kernels.apply(self.tables, self.state, code):
            self._fail([f"the engine refuses {word}"])
        self.referee.apply(word)

    def play(self, choose: Callable[[dict[tuple[Any, ...], int]], tuple[Any, ...]]) -> int:
        """To the end; the number of decisions."""
        for step in range(DECISIONS_MAX):
            words = self.check()
            if not words:
                return step
            word = choose(words)
            self.take(word, words[word])
        raise Disagreement("no end")

    def replay(self, codes: Iterable[int]) -> int:
        """A logged game: each option must be there for both, and lead to the same position."""
        for code in codes:
            words = self.check()
            by_code = {number: word for word, number in words.items()}
            if code not in by_code:
                self._fail([f"the log takes {code}, which is not offered"])
            self.take(by_code[code], code)
        self.check()
        return len(self.taken)


def by_chance(rng: random.Random) -> Callable[[dict[Any, int]], Any]:
    """Any option; but cards are played and crews sent more often than not."""
    dull = {("done",), ("skip",), ("pass",)}

    def choose(words: dict[Any, int]) -> Any:
        options = sorted(words, key=lambda word: words[word])
        lively = [word for word in options if word not in dull]
        return rng.choice(lively if lively and rng.random() < 0.5 else options)

    return choose


def compiled(folder: Path, seats: int) -> np.ndarray:
    return GAME.tables(GAME.load(folder), seats)


def engine() -> tuple[Kernels, np.dtype]:
    return GAME.kernels, GAME.state_dtype


def play_set(
    seed: int, games: int, folder: Path, readings: dict[str, str] | None = None
) -> tuple[int, int, list[str]]:
    """Games over one random card set: games, decisions, what went wrong. `readings`: not by chance."""
    kernels, dtype = engine()
    cards = card_makers.card_set(seed)
    if readings is not None:
        cards["readings"] = READINGS | readings
    card_makers.write(cards, folder)
    played, decisions, wrong = 0, 0, []
    tables = {seats: compiled(folder, seats) for seats in (2, 3, 4)}
    for game in range(games):
        seats = 2 + game % 3
        data = card_makers.data(cards, seats)
        try:
            duel = Duel(kernels, tables[seats], dtype, data, deal_key(seed, game), card_makers.QUALIFICATIONS)
            decisions += duel.play(by_chance(random.Random(f"{seed} {game}")))
            played += 1
        except Exception as error:  # noqa: BLE001  (every kind is a finding)
            text = str(error) if isinstance(error, Disagreement) else traceback.format_exc()
            wrong.append(f"set {seed} game {game} ({seats} players):\n{text}")
    return played, decisions, wrong


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Games of engine and referee over random card sets.")
    parser.add_argument("--sets", type=int, default=400)
    parser.add_argument("--games", type=int, default=25)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--show", type=int, default=5)
    given = parser.parse_args(arguments)
    played = decisions = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(given.first, given.first + given.sets):
            done, steps, wrong = play_set(seed, given.games, Path(folder) / str(seed))
            played, decisions = played + done, decisions + steps
            for text in wrong[: max(0, given.show - failed)]:
                say(text)
            failed += len(wrong)
    say(f"{played} games agree, {failed} do not; {decisions} decisions, {given.sets} card sets")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())

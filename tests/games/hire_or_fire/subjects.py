"""What the cases are run against: the engine, and the referee of tests/oracles/hof; one interface.

Both play the same deal. What a case lays out by hand (money, a short deck) is put into either's own table.
"""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import yaml

from balance.chance import deal_key
from balance.games.hire_or_fire.events import Event
from balance.games.hire_or_fire.play import KERNELS
from balance.games.hire_or_fire.record import GAME as STATE
from balance.games.hire_or_fire.state import Phase
from tests.oracles.hof import adapter, luck, makers
from tests.oracles.hof.referee import Referee

if TYPE_CHECKING:
    from collections.abc import Mapping

BOX = yaml.safe_load((Path(__file__).parent / "box.yaml").read_text(encoding="utf-8"))
SEATS = "ABCDEF"
KEYS = [deal_key(0, deal) for deal in range(4000)]


@lru_cache
def tables(
    players: int, frame: tuple[tuple[str, Any], ...] = (), readings: tuple[tuple[str, str], ...] = ()
) -> np.ndarray:
    """The box for so many players, with other numbers and readings."""
    numbers = {**BOX["frame"], **dict(frame)}
    read = makers.READINGS | dict(readings)
    return makers.tables(players, numbers, read, BOX["jobs"], BOX["skills"], random.Random(1))


def key_with_first(players: int, firsts: Mapping[int, int]) -> int:
    """The key of a deal in which these seats are the first to deliver in these weeks (from 0)."""

    def fits(key: int) -> bool:
        return all(luck.first_to_deliver(key, week, players) == seat for week, seat in firsts.items())

    return next(key for key in KEYS if fits(key))


class Subject:
    """A game that a case is played on."""

    def options(self) -> list[tuple[Any, ...]]:
        raise NotImplementedError

    def take(self, option: tuple[Any, ...]) -> None:
        raise NotImplementedError

    def asked(self) -> tuple[int, str]:
        """Who decides, and about what (seat -1: the game is over)."""
        raise NotImplementedError

    def position(self) -> dict[str, Any]:
        raise NotImplementedError

    def winners(self) -> tuple[list[int], str]:
        """Who wins, and what settled it."""
        raise NotImplementedError

    def revealed(self) -> list[int]:
        """Authors in the order in which this week's folders were told apart."""
        raise NotImplementedError

    def set_player(self, seat: int, name: str, value: int) -> None:
        """Money, bonuses or compensations by hand."""
        raise NotImplementedError

    def cut_deck(self, name: str, size: int) -> None:
        """Of the deck of "jobs" or "skills" only so many cards are left; the rest is in the bin."""
        raise NotImplementedError


class Engine(Subject):
    """The compiled game."""

    def __init__(self, made: np.ndarray, key: int) -> None:
        self.tables = made
        self.state = np.zeros(1, STATE)
        KERNELS.setup(made, self.state, key, 1)

    @property
    def game(self) -> np.void:
        return self.state[0]

    def _codes(self) -> dict[tuple[Any, ...], int]:
        KERNELS.options(self.tables, self.state)
        codes = self.game["option"][: int(self.game["option_count"])].tolist()
        return {adapter.option(self.tables[0], self.game, code): code for code in codes}

    def options(self) -> list[tuple[Any, ...]]:
        return list(self._codes())

    def take(self, option: tuple[Any, ...]) -> None:
        codes = self._codes()
        assert option in codes, f"{option} is not offered: {list(codes)}"
        assert KERNELS.apply(self.tables, self.state, codes[option]), f"{option} is refused"

    def asked(self) -> tuple[int, str]:
        if int(self.game["phase"]) == Phase.OVER:
            return -1, "over"
        return int(self.game["decider"]), adapter.phase_word(int(self.game["phase"]))

    def position(self) -> dict[str, Any]:
        return adapter.position(self.tables[0], self.game)

    def winners(self) -> tuple[list[int], str]:
        tally = self.game["tally"]
        how = next((how for how in ("bonuses", "compensations") if tally[f"by_{how}"]), "money")
        seats = range(int(self.game["players"]))
        won = [seat for seat in seats if self.game["player"][seat]["tally"]["win_share_ppm"] > 0]
        return won, "shared" if tally["shared"] else how

    def revealed(self) -> list[int]:
        log = self.game["log"][: int(self.game["log_count"])]
        week = max(n for n, line in enumerate(log) if line["event"] == Event.WEEK)
        return [int(line["seat"]) for line in log[week:] if line["event"] == Event.PAID]

    def set_player(self, seat: int, name: str, value: int) -> None:
        self.game["player"][seat][name] = value

    def cut_deck(self, name: str, size: int) -> None:
        deck, thrown = self.game[name], self.game[f"bin_{name}"]
        now, gone = int(self.game[f"{name}_size"]), int(self.game[f"bin_{name}_size"])
        cards = sorted([*thrown[:gone].tolist(), *deck[: now - size].tolist()])
        thrown[: len(cards)] = cards
        deck[:size] = deck[now - size : now].copy()
        self.game[f"{name}_size"], self.game[f"bin_{name}_size"] = size, len(cards)


class Judge(Subject):
    """The referee."""

    def __init__(self, made: np.ndarray, key: int) -> None:
        self.referee = Referee(adapter.data(made[0]), key)

    def options(self) -> list[tuple[Any, ...]]:
        return self.referee.options()

    def take(self, option: tuple[Any, ...]) -> None:
        self.referee.apply(option)

    def asked(self) -> tuple[int, str]:
        asking = self.referee.asking
        return (asking.seat, asking.phase) if asking else (-1, "over")

    def position(self) -> dict[str, Any]:
        return adapter.referee_position(self.referee.g)

    def winners(self) -> tuple[list[int], str]:
        return self.referee.g.winners, self.referee.g.settled

    def revealed(self) -> list[int]:
        return [author for author, _, _ in self.referee.g.revealed]

    def set_player(self, seat: int, name: str, value: int) -> None:
        setattr(self.referee.g.players[seat], name, value)

    def cut_deck(self, name: str, size: int) -> None:
        g = self.referee.g
        deck, thrown = (g.job_deck, g.bin_jobs) if name == "jobs" else (g.skill_deck, g.bin_skills)
        thrown += deck[:-size] if size else deck
        del deck[: len(deck) - size]


def start(
    subject: str,
    players: int,
    firsts: Mapping[int, int],
    frame: Mapping[str, Any] | None = None,
    readings: Mapping[str, str] | None = None,
) -> Subject:
    """A new game of the box."""
    changed = {k: tuple(v) if isinstance(v, list) else v for k, v in (frame or {}).items()}
    made = tables(players, tuple(sorted(changed.items())), tuple(sorted((readings or {}).items())))
    key = key_with_first(players, firsts)
    return Engine(made, key) if subject == "engine" else Judge(made, key)

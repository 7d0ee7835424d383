"""What the games of one deal are: who plays whom in which seat, and the groups that are asked about.

Every deal of a run is played by the same games in the same order, so a group of games is a set of places
in that order, and its total over a deal is a sum over places.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from balance.errors import RunError
from balance.games.interface import RANDOM_BOT

if TYPE_CHECKING:
    import pandas as pd

Group = tuple[str, ...]
"""A group of games, or of seats: its kind, then names.

("all",)   everything; ("field",) without the random bot (everything, if it sits in all games)
("bot", a)            the seats of a in the field (the random bot's: all), and the games these are in
("with", a)           every seat of the games of the field that a sits in
("line_up", x)        the games of a line-up
("pair", a, b)        the seats of a whose opponents are all b
("others", a)         the seats of a in games with another plan
("against", a)        the seats of a against others, every opponent counting the same; where there are games
                      of a alone among one other plan, these only (of two players all are)
("rivals", a)         the same, in the field
("equals",)           the games between equal plans, random play left out if that leaves any; may be empty
("mirror", a)         the games of a against itself
("seat", "0")         a seat of every game
"""

ALL: Group = ("all",)
FIELD: Group = ("field",)
EQUALS: Group = ("equals",)


@dataclass(frozen=True)
class Layout:
    """The games of a deal, in order.

    line_ups, rotations   per game
    bots, opponents       shape (games, seats)
    """

    line_ups: tuple[str, ...]
    rotations: tuple[int, ...]
    bots: np.ndarray
    opponents: np.ndarray

    @property
    def games(self) -> int:
        """Games of a deal."""
        return len(self.line_ups)

    @property
    def seats(self) -> int:
        """Players in a game."""
        return int(self.bots.shape[1])

    @cached_property
    def mirror(self) -> np.ndarray:
        """Games in which everybody follows the same plan."""
        return np.asarray((self.bots == self.bots[:, :1]).all(axis=1))

    @cached_property
    def rest(self) -> np.ndarray:
        """Per place, the plan of all the others at the table; "" where they differ."""
        found = np.full(self.bots.shape, "", dtype=self.bots.dtype)
        for seat in range(self.seats):
            others = np.delete(self.bots, seat, axis=1)
            if others.shape[1]:
                same = (others == others[:, :1]).all(axis=1)
                found[:, seat] = np.where(same, others[:, 0], "")
        return found

    @cached_property
    def field(self) -> np.ndarray:
        """Games without the random bot; all games if it sits in all."""
        without = ~(self.bots == RANDOM_BOT).any(axis=1)
        return without if without.any() else np.ones(self.games, dtype=bool)

    @cached_property
    def groups(self) -> dict[Group, np.ndarray]:
        """The weight of each place (games, seats) in each group."""
        whole = np.ones(self.bots.shape)
        field = self.field[:, None] * whole
        mirror = self.mirror[:, None] * whole
        equal = mirror * (self.bots != RANDOM_BOT)
        found: dict[Group, np.ndarray] = {ALL: whole, FIELD: field, EQUALS: equal if equal.any() else mirror}
        line_ups = np.array(self.line_ups)
        for name in dict.fromkeys(self.line_ups):
            found["line_up", name] = (line_ups == name)[:, None] * whole
        for bot in dict.fromkeys(self.bots.ravel().tolist()):
            mine = self.bots == bot
            found["bot", bot] = mine * (whole if bot == RANDOM_BOT else field)
            found["with", bot] = mine.any(axis=1)[:, None] * (whole if bot == RANDOM_BOT else field)
            found["mirror", bot] = mine * mirror
            others = self._alone(mine & ~self.mirror[:, None])
            found["others", bot] = others * 1.0
            found["against", bot] = self._against(others)
            found["rivals", bot] = self._against(others & self.field[:, None])
            for other in dict.fromkeys(self.rest[mine].tolist()):
                if other:
                    found["pair", bot, other] = (mine & (self.rest == other)) * 1.0
        for seat in range(self.seats):
            found["seat", str(seat)] = (np.arange(self.seats) == seat)[None, :] * whole
        return found

    def _alone(self, mine: np.ndarray) -> np.ndarray:
        """Of these places, those among others of one plan; all if there are none.

        In (a, b, b, b) the three share what a leaves them, which says little of b.
        """
        alone = mine & (self.rest != "")
        return alone if alone.any() else mine

    def _against(self, mine: np.ndarray) -> np.ndarray:
        """Weights that add up to 1 and give every opponent as much as any other."""
        weights = np.zeros(mine.shape)
        others = dict.fromkeys(self.opponents[mine].tolist())
        for other in others:
            pair = mine & (self.opponents == other)
            weights[pair] = 1 / (pair.sum() * len(others))
        return weights

    @cached_property
    def game_groups(self) -> dict[Group, np.ndarray]:
        """The weight of each game in each group: 1 where any of its seats is in it."""
        return {
            name: np.where((weights > 0).any(axis=1), 1.0, 0.0)
            for name, weights in self.groups.items()
            if name[0] not in ("seat", "against", "rivals")
        }


def layout_of(games: pd.DataFrame, seats: pd.DataFrame) -> Layout:
    """The layout of a run, from its first deal; RunError when the tables are not of whole deals in order."""
    first = games["deal"].to_numpy() == games["deal"].iloc[0]
    count = int(first.sum())
    players = len(seats) // max(1, len(games))
    block = seats.iloc[: count * players]
    shape = (count, players)
    if not first[:count].all() or players * len(games) != len(seats):
        msg = "the tables of this run are not in order: whole deals, one after the other"
        raise RunError(msg)
    return Layout(
        tuple(games["line_up"].iloc[:count].astype(str)),
        tuple(int(r) for r in games["rotation"].iloc[:count]),
        block["bot"].astype(str).to_numpy(dtype=str).reshape(shape),
        block["opponent"].astype(str).to_numpy(dtype=str).reshape(shape),
    )


def check_piece(layout: Layout, games: pd.DataFrame, seats: pd.DataFrame) -> None:
    """RunError unless a piece of a run has the layout: whole deals, seats in order."""
    deals, odd = divmod(len(games), layout.games)
    good = odd == 0 and len(seats) == len(games) * layout.seats
    if good:
        per_deal = games["deal"].to_numpy().reshape(deals, layout.games)
        good = bool((per_deal == per_deal[:, :1]).all()) and bool(
            (seats["game"].to_numpy().reshape(-1, layout.seats) == games["game"].to_numpy()[:, None]).all()
        )
        good = good and bool(
            (seats["seat"].to_numpy().reshape(-1, layout.seats) == np.arange(layout.seats)).all()
        )
    if not good:
        msg = "the tables of this run are not in order: every deal must hold the same games, seat by seat"
        raise RunError(msg)

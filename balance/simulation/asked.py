"""Parts of a scenario file that stand in more than one place of it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from balance.cards import Strict

MATRIX_MAX = 64
LIST_MAX = 2_000
Word = Annotated[str, Field(min_length=1, max_length=200)]

WIN_SHARE, SEAT_SHARE, MOVER_SHARE = "win_share", "seat_share", "mover_share"
"""Measures that every game has, of one plan, one seat or one place in the order of moving each: the id is
such a word, a dot and a name ("win_share.builder", "seat_share.1", "mover_share.1").
"""
SHARES = (WIN_SHARE, SEAT_SHARE, MOVER_SHARE)


class LineUps(Strict):
    """Who plays: every group of `matrix` (mirrors included), one against the rest for every ordered pair of
    `versus` (mirrors included), and the line-ups of `list`.
    """

    matrix: list[Word] = Field(default=[], max_length=MATRIX_MAX)
    versus: list[Word] | None = Field(default=None, max_length=MATRIX_MAX)
    each: list[Annotated[list[Word], Field(max_length=6)]] = Field(
        default=[], alias="list", max_length=LIST_MAX
    )

    @property
    def bots(self) -> list[str]:
        """Every bot that plays, once."""
        listed = [bot for line_up in self.each for bot in line_up]
        return list(dict.fromkeys([*self.matrix, *(self.versus or ()), *listed]))

    def renamed(self, names: dict[str, str]) -> LineUps:
        """The same line-ups with some bots in the places of others."""

        def new(bots: list[str]) -> list[str]:
            return [names.get(bot, bot) for bot in bots]

        return LineUps(
            matrix=list(dict.fromkeys(new(self.matrix))),
            versus=None if self.versus is None else list(dict.fromkeys(new(self.versus))),
            list=[new(line_up) for line_up in self.each],
        )

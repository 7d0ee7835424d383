"""How a game declares its measures: a function for each, under a decorator that says its level.

    DECLARED = Declaring()
    MEASURES = DECLARED.measures
    seat, game, run, seat_run = DECLARED.levels()

    @seat("score", "points", "R-1")
    def score(t):
        \"\"\"Points of a player at the end.\"\"\"
        return t["score"]

The name of the function is the id of the measure, its docstring the definition that reports print. What may
stand here: declaring, and what functions of several games need for it. No name of any game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance.games.interface import Measure

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

    from balance.games.interface import Tables


class Declaring:
    """The measures of a game, in the order they are declared."""

    def __init__(self) -> None:
        """None so far."""
        self.measures: list[Measure] = []

    def levels(
        self,
    ) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
        """Decorators: a row per player and game, a row per game; of the whole run: per game, per player."""
        return (
            self._level("seat"),
            self._level("game"),
            self._level("game", whole=True),
            self._level("seat", whole=True),
        )

    def _level(self, level: str, *, whole: bool = False) -> Callable[..., Any]:
        """A decorator that makes a measure of that level out of a function."""

        def decorator(
            name: str,
            unit: str,
            *rules: str,
            per: Callable[[Any], pd.Series] | None = None,
            rate: bool = False,
            neutral: float | Callable[[int], float] | None = None,
        ) -> Callable[[Callable[[Any], pd.Series]], Callable[[Any], pd.Series]]:
            def keep(top: Callable[[Any], pd.Series]) -> Callable[[Any], pd.Series]:
                text = " ".join((top.__doc__ or "").split())
                # unit and level come as plain text; the Literal types of Measure say what is meant
                measure = Measure(
                    top.__name__,
                    name,
                    unit,  # type: ignore[arg-type]
                    level,  # type: ignore[arg-type]
                    text,
                    rules,
                    top,
                    per,
                    rate,
                    whole,
                    neutral,
                )
                self.measures.append(measure)
                return top

            return keep

        return decorator


def counter(name: str) -> Callable[[pd.DataFrame], pd.Series]:
    """A column, as what a measure is divided by."""
    return lambda t: t[name]


def total(r: Tables, values: pd.Series) -> pd.Series:
    """All players of a game together, in the order of the games table."""
    sums = values.groupby(r.seats["game"].to_numpy()).sum()
    return sums.reindex(r.games["game"]).set_axis(r.games.index)

"""Games that are played now, added up and thrown away: for tests that look again and again."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from balance import jit
from balance.experiments.totals import chosen, layout_in
from balance.simulation import manifest, play
from balance.statistics import DealTotals

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy.typing import NDArray

    from balance.experiments.quantities import Quantity
    from balance.simulation import Prepared
    from balance.simulation.layout import Layout
    from balance.simulation.progress import Quiet

PIECE_GAMES = 4_000
COMPILE_SECONDS = 40


class Table:
    """A prepared scenario of which any deals can be played: what comparing asks of a run, in memory.

    folder    what it is called in messages
    manifest  as of a run of so many deals (the most there will be)
    """

    def __init__(self, ready: Prepared, deals: int, jobs: int | None = None) -> None:
        """deals: the most that will be played; jobs: threads (default: one per processor)."""
        self.ready, self.plan, self.cards = ready, ready.plan, ready.cards
        self.folder = Path(ready.title)
        self.manifest: dict[str, Any] = manifest.begin(ready.name, ready.facts, ready.plan, {})
        self.manifest |= {"deals": deals, "variant": {"name": ready.variant, "bots": dict(ready.bots)}}
        self.jobs = jobs or os.cpu_count() or 1
        self.plain = not hasattr(self.plan.rules().kernels.play, "py_func")
        self._layout: Layout | None = None
        self._last: tuple[Any, dict[str, DealTotals]] | None = None  # several variants ask for the same

    @property
    def layout(self) -> Layout:
        """The games of a deal."""
        if self._layout is None:
            self._layout = layout_in(self)  # type: ignore[arg-type]  # it asks for a deal only
        return self._layout

    def warm(self, voice: Quiet) -> None:
        """Load the rules, or compile them, which is said."""
        game = self.plan.rules()
        if not self.plain and jit.is_cold(game.kernels.play):
            say = f"compiling the rules of {game.info.title}, once (about {COMPILE_SECONDS} s)"
            with voice.waiting(say):
                play.warm(self.plan)

    def deal(
        self, number: int, games: Sequence[str] | None = None, seats: Sequence[str] | None = None
    ) -> tuple[pd.DataFrame, pd.DataFrame]:
        """The games and seats of one deal, or some columns."""
        found = self._frames(number, number + 1)
        wanted = (games, seats)
        one, other = (
            frame if columns is None else frame[list(columns)]
            for frame, columns in zip(found, wanted, strict=True)
        )
        return one, other

    def add_up(
        self, places: Sequence[int], wanted: Sequence[Quantity], first: int, last: int, voice: Quiet
    ) -> dict[str, DealTotals]:
        """The quantities over some games (places in the deal) of the deals first..last - 1."""
        asked = (tuple(places), tuple(item.id for item in wanted), first, last)
        if self._last is not None and self._last[0] == asked:
            return self._last[1]
        step = max(1, PIECE_GAMES // self.plan.games_per_deal)
        ranges = [(at, min(at + step, last)) for at in range(first, last, step)]
        parts: list[dict[str, DealTotals]] = []
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                for part in pool.map(lambda deals: self._piece(places, wanted, *deals), ranges):
                    parts.append(part)
                    deals = next(iter(part.values())).deals if part else 0
                    voice.advance(deals * self.plan.games_per_deal)
            except BaseException:
                pool.shutdown(wait=True, cancel_futures=True)
                raise
        found = {item.id: joined([part[item.id] for part in parts]) for item in wanted}
        self._last = (asked, found)
        return found

    def _frames(self, first: int, last: int) -> tuple[pd.DataFrame, pd.DataFrame]:
        tables = play.play_range(self.plan, first, last, plain=self.plain)
        return tables["games"].to_pandas(), tables["seats"].to_pandas()

    def _piece(
        self, places: Sequence[int], wanted: Sequence[Quantity], first: int, last: int
    ) -> dict[str, DealTotals]:
        games, seats = self._frames(first, last)
        layout, deals = self.layout, last - first
        tables: Any = SimpleNamespace(
            games=chosen(games, layout, places, 1),
            seats=chosen(seats, layout, places, layout.seats),
            cards=self.cards,
        )
        return {item.id: _totals(item, tables, deals, deals * len(places)) for item in wanted}


def joined(parts: Sequence[DealTotals]) -> DealTotals:
    """Totals of one measure over deals that follow each other."""
    return DealTotals(
        np.concatenate([part.top for part in parts]),
        np.concatenate([part.bottom for part in parts]),
        sum(part.games for part in parts),
        sum(part.top_top for part in parts),
        sum(part.top_bottom for part in parts),
        sum(part.bottom_bottom for part in parts),
    )


def _totals(item: Quantity, tables: Any, deals: int, games: int) -> DealTotals:
    top, bottom = (values.reshape(games, -1).sum(axis=1) for values in item.rows(tables))
    return DealTotals(
        _by_deal(top, deals),
        _by_deal(bottom, deals),
        games,
        float(top @ top),
        float(top @ bottom),
        float(bottom @ bottom),
    )


def _by_deal(values: NDArray[np.float64], deals: int) -> NDArray[np.float64]:
    return np.asarray(values.reshape(deals, -1).sum(axis=1))

"""A run, read once in pieces of whole deals and added up: memory does not grow with the number of games.

For every quantity (a declared measure, a member of a family, a win share, ...) and every group of places
in a deal (see `layout`) six sums are kept, apart for each of 16 blocks of deals: what a rate, a mean or a
ratio and its interval need, over the run, over a quarter or a half of it. Distributions are kept as counts
of values, and of single games only the few that are shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from balance.errors import RunError
from balance.reports.values import Distinct, Peak, Resamples, Values, fingerprints
from balance.simulation.layout import FIELD, Group, Layout, check_piece, layout_of
from balance.statistics import Moments, Products, products

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from balance.games.interface import MeasureBook
    from balance.simulation import Run

Key = tuple[str, ...]
"""A quantity: ("measure", id), ("family", id, card), ("win",), ("order", n), ("leader", round)..."""

QUARTERS = 4
BLOCKS = 16
"""Four quarters of the run, each dealt out in turn to four hands."""
RESAMPLES = 200
CONTROL_GAMES = 200
SAMPLE_GAMES = 50_000
"""Of the first so many games the rows of win shares and scores are kept, for what needs single rows."""
WIN: Key = ("win",)
STALLED, OTHER = "stalled", "another cause"
FIRST_SQUARED: Key = ("order squared", "0")
NOT_COUNTED = frozenset({"game", "deal", "rotation", "line_up", "seat", "order"})
"""Columns that say which game it is, not what happened in it."""


@dataclass
class Sums:
    """Sums of one quantity over deals: `parts` has shape (BLOCKS, groups, 6), as `Moments`."""

    level: str
    parts: NDArray[np.float64]


@dataclass
class Control:
    """Some deals as they are stored, for playing them again."""

    deals: tuple[int, ...]
    games: list[pd.DataFrame] = field(default_factory=list)
    seats: list[pd.DataFrame] = field(default_factory=list)

    def tables(self) -> tuple[pd.DataFrame, pd.DataFrame]:
        """The stored games and seats of these deals."""
        return tuple(pd.concat(part).reset_index(drop=True) for part in (self.games, self.seats))


class Tally:
    """Everything that a report needs of the games and seats tables."""

    def __init__(self, run: Run, *, wins_only: bool = False) -> None:
        """Read the tables once. wins_only: no declared measure, for a quick summary."""
        self.run = run
        self.book: MeasureBook = run.game.book
        self.wins_only = wins_only
        self.sums: dict[Key, Sums] = {}
        self.seen: dict[Key, Values] = {}
        self.peaks: dict[tuple[str, str], Peak] = {}
        self.leads: dict[str, Products] = {}
        self.different = Distinct()
        self.deals = self.games = self.sample_deals = 0
        self.first_game = 0
        self.rounds = 0
        self.sample_wins: list[NDArray[np.float64]] = []
        self.sample_scores: list[NDArray[np.float64]] = []
        self.layout: Layout
        self.control: Control
        self._members: dict[str, list[str]] = {}
        total = _deals_of(run)
        for number, (games, seats) in enumerate(_pieces(run, total, wins_only=wins_only)):
            if number == 0:
                self._begin(games, seats, total)
            self._add(games, seats, total)
        if not self.games:
            msg = "this run holds no games"
            raise RunError(msg)

    # ---- answers
    def moments(self, key: Key, group: Group, blocks: Sequence[int] | None = None) -> Moments:
        """Sums over all deals, or over some blocks; KeyError for a group the quantity does not have."""
        sums = self.sums[key]
        at = self._places[sums.level][group]
        chosen = slice(None) if blocks is None else list(blocks)
        return Moments(*sums.parts[chosen, at].sum(axis=0).tolist())

    def block_moments(self, key: Key, group: Group) -> NDArray[np.float64]:
        """Moments of each block as rows of an array (BLOCKS, 6)."""
        sums = self.sums[key]
        return sums.parts[:, self._places[sums.level][group]]

    def groups(self, level: str = "seat") -> list[Group]:
        """The groups there are."""
        return list(self._places[level])

    # ---- the pass
    def _begin(self, games: pd.DataFrame, seats: pd.DataFrame, total: int) -> None:
        from scipy import sparse  # noqa: PLC0415  slow to import

        self.layout = layout = layout_of(games, seats)
        self.first_game = int(games["game"].iloc[0])
        self._weights, self._places = {}, {}
        for level, groups in (("seat", layout.groups), ("game", layout.game_groups)):
            rows = np.stack([weights.ravel() for weights in groups.values()])
            self._weights[level] = (sparse.csr_array(rows), rows.sum(axis=1))
            self._places[level] = {name: number for number, name in enumerate(groups)}
        field_seats = np.repeat(layout.field, layout.seats)
        self._field = {"game": layout.field, "seat": field_seats}
        pairs = [g for g in self._places["seat"] if g[0] == "pair" and g[1] < g[2] and layout.seats == 2]
        self.pairs = pairs
        self.resamples = Resamples(2 * len(pairs), RESAMPLES)
        wanted = min(total, -(-CONTROL_GAMES // layout.games))
        spread = np.linspace(0, total - 1, wanted).round().astype(int)
        self.control = Control(tuple(int(deal) for deal in np.unique(spread)))
        for family in self.book.families:
            prefix = f"{family.top}."
            cards = [c.removeprefix(prefix) for c in seats.columns if c.startswith(prefix)]
            if family.members is not None:
                allowed = set(family.members(self.run.cards))
                cards = [card for card in cards if card in allowed]
            self._members[family.id] = cards
        self._lead_columns = _by_round(games, self.book.lead if layout.seats == 2 else None)
        self._leader_columns = _by_round(games, None if self._lead_columns else self.book.leader)
        self.lead_of_two = bool(self._lead_columns)
        self._margin_columns = _by_round(games, self.book.margin)
        self._causes = (
            list(self.run.game.labels(self.run.cards).get("stalled", ())) if STALLED in games else []
        )
        for extreme in self.book.extremes:
            self.peaks[extreme.measure, extreme.end] = Peak(1 if extreme.end == "max" else -1)
        panels = [panel for chapter in self.book.chapters for panel in chapter.panels]
        kinds: list[tuple[str, tuple[str, ...]]] = [(panel.kind, panel.items) for panel in panels]
        self._counts = {item for kind, items in kinds if kind == "counts" for item in items}
        self._shown = {item for panel in panels if panel.kind == "distribution" for item in panel.items}

    def _add(self, games: pd.DataFrame, seats: pd.DataFrame, total: int) -> None:
        layout = self.layout
        check_piece(layout, games, seats)
        count = len(games) // layout.games
        first = self.deals
        self.deals, self.games = first + count, self.games + len(games)
        quarter = first * QUARTERS // total
        number = np.arange(first, first + count)
        blocks = quarter * QUARTERS + number % QUARTERS
        self._blocks = blocks
        win = seats["win_share"].to_numpy(dtype=float)
        order = seats["order"].to_numpy()
        totals = self._sum(WIN, "seat", win, None)
        self._resample(first, totals)
        for place in range(layout.seats):
            mine = (order == place).astype(float)
            self._sum(("order", str(place)), "seat", win * mine, mine)
            if place == 0:
                self._sum(FIRST_SQUARED, "seat", win * win * mine, mine)
        if self.wins_only:
            return
        self._measures(games, seats)
        self._families(seats)
        self._lead(games, seats, win)
        self._leader(games, win)
        self._stalled(games)
        self.different.add(fingerprints(self._counted(games, seats), len(games)))
        if self.sample_deals * layout.games < SAMPLE_GAMES:
            shape = (count, layout.games, layout.seats)
            self.sample_wins.append(win.reshape(shape))
            if "score" in seats:
                self.sample_scores.append(seats["score"].to_numpy(dtype=float).reshape(shape))
            self.sample_deals += count
        for deal in self.control.deals:
            if first <= deal < first + count:
                at = (deal - first) * layout.games
                rows = slice(at * layout.seats, (at + layout.games) * layout.seats)
                # copies: a slice would keep its whole piece alive
                self.control.games.append(games.iloc[at : at + layout.games].copy())
                self.control.seats.append(seats.iloc[rows].copy())

    def _sum(
        self, key: Key, level: str, top: NDArray[np.float64], bottom: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        """Add a quantity up; returns the totals of top, shape (groups, deals)."""
        weights, size = self._weights[level]
        sums = self.sums.setdefault(key, Sums(level, np.zeros((BLOCKS, len(size), 6))))
        places = weights.shape[1]
        missing = bottom is None and bool(np.isnan(top).any())
        if missing:
            bottom = (~np.isnan(top)).astype(float)
            top = np.nan_to_num(top)
        upper = weights @ np.ascontiguousarray(top.reshape(-1, places).T)
        lower = None if bottom is None else weights @ np.ascontiguousarray(bottom.reshape(-1, places).T)
        for block in self._blocks[:QUARTERS]:
            mine = slice(int(block - self._blocks[0]) % QUARTERS, None, QUARTERS)
            t = upper[:, mine]
            if lower is None:
                n = t.shape[1]
                spoke = np.where(size > 0, n, 0)
                part = [spoke, t.sum(1), size * n, np.einsum("gd,gd->g", t, t), size**2 * n, t.sum(1) * size]
            else:
                b = lower[:, mine]
                both = [np.einsum("gd,gd->g", x, y) for x, y in ((t, t), (b, b), (t, b))]
                spoke = ((t != 0) | (b != 0)).sum(1)
                part = [spoke, t.sum(1), b.sum(1), *both]
            sums.parts[block] += np.stack(part, axis=1)
        return np.asarray(upper)

    def _resample(self, first: int, totals: NDArray[np.float64]) -> None:
        if not self.pairs:
            return
        at = [self._places["seat"][pair] for pair in self.pairs]
        games = self._weights["seat"][1][at]
        wins = totals[at].T
        self.resamples.add(first, np.concatenate([wins, np.broadcast_to(games, wins.shape)], axis=1))

    def _measures(self, games: pd.DataFrame, seats: pd.DataFrame) -> None:
        tables: Any = SimpleNamespace(games=games, seats=seats, cards=self.run.cards)
        for measure in self.book.measures:
            upper, lower = measure.columns(tables)
            top = np.asarray(upper, dtype=float)
            bottom = None if lower is None else np.asarray(lower, dtype=float)
            self._sum(("measure", measure.id), measure.level, top, bottom)
            ends = [peak for (name, _), peak in self.peaks.items() if name == measure.id]
            if not (ends or measure.id in self._shown or described(measure)):
                continue
            ratio = top
            if bottom is not None:
                ratio = np.divide(top, bottom, out=np.full(top.shape, np.nan), where=bottom > 0)
            serious = np.tile(self._field[measure.level], len(self._blocks))
            if not serious.all():
                ratio = np.where(serious, ratio, np.nan)
            self.seen.setdefault(("measure", measure.id), Values()).add(ratio)
            numbers = (games if measure.level == "game" else seats)["game"].to_numpy()
            if described(measure):
                for end, sign in (("max", 1), ("min", -1)):
                    ends.append(self.peaks.setdefault((measure.id, end), Peak(sign)))
            for peak in {id(end): end for end in ends}.values():
                at = peak.better(ratio)
                if at is not None:
                    peak.value, peak.game = float(ratio[at]), int(numbers[at])
                    peak.seats = seats[seats["game"].to_numpy() == peak.game]

    def _families(self, seats: pd.DataFrame) -> None:
        for family in self.book.families:
            if family.id in self._counts:
                columns = [f"{family.top}.{card}" for card in self._members[family.id]]
                every = seats[columns].to_numpy(dtype=float).sum(axis=1)
                for card, column in zip(self._members[family.id], columns, strict=True):
                    self._sum(("count", family.id, card), "seat", seats[column].to_numpy(dtype=float), every)
            for card in self._members[family.id]:
                top = seats[f"{family.top}.{card}"].to_numpy(dtype=float)
                bottom = None
                if family.bottom is not None:
                    own = f"{family.bottom}.{card}"
                    bottom = seats[own if own in seats else family.bottom].to_numpy(dtype=float)
                if family.some:
                    top = (top > 0).astype(float)
                if family.seen:
                    top = np.where(top > 0, top, np.nan)
                    serious = np.tile(self._field["seat"], len(self._blocks))
                    self.seen.setdefault(("family", family.id, card), Values()).add(top[serious])
                self._sum(("family", family.id, card), "seat", top, bottom)

    def _lead(self, games: pd.DataFrame, seats: pd.DataFrame, win: NDArray[np.float64]) -> None:
        layout = self.layout
        if not self._lead_columns:
            return
        leads = games[self._lead_columns].to_numpy(dtype=float)
        if "rounds" in games:  # rounds that were not played hold no lead
            played = games["rounds"].to_numpy()[:, None]
            leads = np.where(np.arange(leads.shape[1])[None, :] < played, leads, np.nan)
        share = win.reshape(-1, 2)[:, 0]
        final = last_known(leads)
        if "score" in seats:
            score = seats["score"].to_numpy(dtype=float).reshape(-1, 2)
            final = score[:, 0] - score[:, 1]
        deals = len(games) // layout.games

        def serious(values: NDArray[np.float64]) -> NDArray[np.float64]:
            return values.reshape(deals, layout.games, -1)[:, layout.field].reshape(deals, -1)

        for number, lead in enumerate(leads.T, 1):
            seen = ~np.isnan(lead)
            if seen.any():
                self.rounds = max(self.rounds, number)
            hits = np.where(lead > 0, share, np.where(lead < 0, 1 - share, 0.5)) * seen
            self._sum(("leader", str(number)), "game", hits, seen.astype(float))
            self._product(f"round {number}", serious(lead), serious(final))
        if leads.shape[1] > 1:
            self._product("catch up", serious(leads[:, :-1]), serious(np.diff(leads, axis=1)))

    def _leader(self, games: pd.DataFrame, win: NDArray[np.float64]) -> None:
        """Round by round: who leads alone, by how much, for how long, and how often it ends so."""
        if not self._leader_columns:
            return
        count = len(games)
        leaders = games[self._leader_columns].to_numpy(dtype=int)
        played = np.ones(leaders.shape, dtype=bool)
        if "rounds" in games:
            played = np.arange(leaders.shape[1])[None, :] < games["rounds"].to_numpy()[:, None]
        alone = played & (leaders >= 0)
        shares = win.reshape(count, -1)
        for at in range(leaders.shape[1]):
            name, there, sole = str(at + 1), played[:, at].astype(float), alone[:, at].astype(float)
            if there.any():
                self.rounds = max(self.rounds, at + 1)
            hits = shares[np.arange(count), np.maximum(leaders[:, at], 0)] * sole
            self._sum(("leader", name), "game", hits, sole)
            self._sum(("sole", name), "game", sole, there)
            if at < len(self._margin_columns):
                margin = games[self._margin_columns[at]].to_numpy(dtype=float)
                self._sum(("margin", name), "game", margin * sole, sole)
            if at:
                both = (alone[:, at] & alone[:, at - 1]).astype(float)
                change = (leaders[:, at] != leaders[:, at - 1]) * both
                self._sum(("change", name), "game", change, both)

    def _stalled(self, games: pd.DataFrame) -> None:
        """Games that were given up, and why."""
        if STALLED not in games:
            return
        cause = games[STALLED].to_numpy()
        self._sum((STALLED,), "game", (cause > 0).astype(float), None)
        for number, label in enumerate(self._causes, 1):
            self._sum((STALLED, label), "game", (cause == number).astype(float), None)
        other = cause > len(self._causes)
        if other.any() or (STALLED, OTHER) in self.sums:
            self._sum((STALLED, OTHER), "game", other.astype(float), None)

    def _product(self, name: str, x: NDArray[np.float64], y: NDArray[np.float64]) -> None:
        found = products(x, y)
        self.leads[name] = self.leads[name] + found if name in self.leads else found

    def _counted(self, games: pd.DataFrame, seats: pd.DataFrame) -> Iterator[NDArray[np.int64]]:
        """All that was counted of each game, column by column, as whole numbers."""
        for table, rows in ((games, 1), (seats, self.layout.seats)):
            for name, kind in table.dtypes.items():
                if name in NOT_COUNTED or kind.kind not in "biuf":
                    continue
                column = table[name].to_numpy()
                if kind.kind == "f":
                    column = np.round(column * 1e6)
                column = column.astype(np.int64)
                for seat in range(rows):
                    yield column[seat::rows]


def last_known(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """The last value of each row that is not missing; NaN where all are."""
    known = ~np.isnan(rows)
    last = rows.shape[1] - 1 - known[:, ::-1].argmax(axis=1)
    return np.where(known.any(axis=1), rows[np.arange(len(rows)), last], np.nan)


def _by_round(games: pd.DataFrame, field: str | None) -> list[str]:
    """The columns of an array field with an entry per round, in order."""
    head = f"{field}."
    found = [c for c in games.columns if c.startswith(head) and c.removeprefix(head).isdigit()]
    return sorted(found, key=lambda name: int(name.removeprefix(head)))


def described(measure: Any) -> bool:
    """Whether a measure has a distribution worth a line: a plain number of each game or seat."""
    return measure.bottom is None and not measure.rate and measure.unit != "share"


def quarter(number: int) -> list[int]:
    """The blocks of a quarter of the run, 0 to 3."""
    return list(range(number * QUARTERS, (number + 1) * QUARTERS))


def half(number: int) -> list[int]:
    """The blocks of every other deal, 0 or 1."""
    return [block for block in range(BLOCKS) if block % 2 == number]


def _deals_of(run: Any) -> int:
    if hasattr(run, "batches"):
        return int(run.manifest["deals"])
    return int(run.games["deal"].nunique())


def _pieces(run: Any, total: int, *, wins_only: bool) -> Iterator[tuple[pd.DataFrame, pd.DataFrame]]:
    """Whole deals in order; no piece passes the end of a quarter."""
    cuts = [-(-total * n // QUARTERS) for n in range(1, QUARTERS)]
    if hasattr(run, "batches"):
        some = ("game", "deal", "line_up", "rotation", "seat", "order", "bot", "opponent", "win_share")
        yield from run.batches(cuts=cuts, seats=some if wins_only else None)
        return
    order = pd.factorize(run.games["deal"])[0]
    seat_order = pd.factorize(run.seats["deal"])[0]
    ends: Iterable[int] = sorted({*(cut for cut in cuts if 0 < cut < total), total})
    first = 0
    for end in ends:
        games = run.games[(order >= first) & (order < end)]
        seats = run.seats[(seat_order >= first) & (seat_order < end)]
        yield games.reset_index(drop=True), seats.reset_index(drop=True)
        first = end


__all__ = ["BLOCKS", "FIELD", "QUARTERS", "WIN", "Control", "Key", "Tally", "described", "half", "quarter"]

"""A run, asked for estimates: each question once, every interval clustered by deal."""

from __future__ import annotations

from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from balance import statistics
from balance.games.interface import RANDOM_BOT
from balance.statistics import Estimate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from balance.games.interface import Curve, Family, Measure
    from balance.simulation import Run

FEW_DEALS = 30


def without_random(run: Run) -> Run:
    """The games of a run in which the random bot does not sit, as a run; the run itself if none are left."""
    with_it = run.seats.loc[run.seats["bot"].astype(str) == RANDOM_BOT, "game"].unique()
    games = run.games[~run.games["game"].isin(with_it)]
    if games.empty or len(games) == len(run.games):
        return run
    curves = run.curves[run.curves["kind"].astype(str) != "all"]
    view: Any = SimpleNamespace(
        games=games.reset_index(drop=True),
        seats=run.seats[~run.seats["game"].isin(with_it)].reset_index(drop=True),
        curves=curves.assign(kind=curves["kind"].astype(str).replace("field", "all")),
        manifest=run.manifest,
        cards=run.cards,
        game=run.game,
        replay=run.replay,
    )
    return view


class Evidence:
    """What a run can answer. Nothing here knows which game it is."""

    def __init__(self, run: Run) -> None:
        """Read the tables once; text columns as plain text, deals as numbers."""
        self.run = run
        self.book = run.game.book
        self.manifest: Mapping[str, Any] = run.manifest
        self.games: pd.DataFrame = run.games
        self.seats: pd.DataFrame = run.seats
        self.game_deals = self.games["deal"].to_numpy()
        self.seat_deals = self.seats["deal"].to_numpy()
        self.bots = self.seats["bot"].astype(str).to_numpy()
        self.opponents = self.seats["opponent"].astype(str).to_numpy()
        self.measures: dict[str, Measure] = {m.id: m for m in self.book.measures}
        self.curves: dict[str, Curve] = {c.id: c for c in self.book.curves}
        self.families: dict[str, Family] = {f.id: f for f in self.book.families}
        self.estimate = lru_cache(maxsize=None)(self._estimate)
        self.by_plan = lru_cache(maxsize=None)(self._by_plan)
        self.family = lru_cache(maxsize=None)(self._family)
        self.columns = lru_cache(maxsize=None)(self._columns)

    # ---- the field
    @cached_property
    def plans(self) -> tuple[str, ...]:
        """The plans that played, in the order of the run's line-ups (else by name)."""
        seen = set(self.bots)
        listed = [bot for line_up in self.manifest.get("line_ups", ()) for bot in _members(line_up)]
        order = dict.fromkeys(bot for bot in listed if bot in seen)
        named = (*order, *sorted(seen - set(order)))
        return (*(bot for bot in named if bot != RANDOM_BOT), *(bot for bot in named if bot == RANDOM_BOT))

    @cached_property
    def seats_at_table(self) -> int:
        """Players in a game."""
        return int(self.seats["seat"].max()) + 1

    @property
    def even(self) -> float:
        """The win share of a player in a game that favours nobody."""
        return 1 / self.seats_at_table

    @cached_property
    def mirror(self) -> np.ndarray:
        """Rows of the seats table in which everybody at the table follows the same plan."""
        frame = pd.DataFrame({"game": self.seats["game"].to_numpy(), "bot": self.bots})
        return (frame.groupby("game")["bot"].transform("nunique") == 1).to_numpy()

    @property
    def deals(self) -> int:
        """Independent deals."""
        return int(pd.unique(self.game_deals).size)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Printed names of cards by id."""
        return {} if self.book.names is None else dict(self.book.names(self.run.cards))

    def card_name(self, card: str) -> str:
        """The printed name of a card; its id when it has none."""
        return self.names.get(card, card)

    # ---- rates of winning
    def win_share(self, rows: np.ndarray) -> Estimate | None:
        """Mean win share over some rows of the seats table."""
        if not rows.any():
            return None
        shares = self.seats["win_share"].to_numpy(dtype=float)[rows]
        return statistics.clustered_rate(shares, self.seat_deals[rows])

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """Rows of the seats table as `statistics.plan_matrix` wants them."""
        return pd.DataFrame(
            {
                "deal": self.seat_deals,
                "bot": self.bots,
                "opponent": self.opponents,
                "win_share": self.seats["win_share"].to_numpy(dtype=float),
            },
        )

    @cached_property
    def matrix(self) -> statistics.PlanMatrix:
        """Every plan against every plan."""
        return statistics.plan_matrix(self.pairs)

    def serious_matrix(self, without: str) -> statistics.PlanMatrix:
        """The same without one plan."""
        cells = self.matrix.cells
        kept = cells[(cells["bot"] != without) & (cells["opponent"] != without)]
        plans = tuple(plan for plan in self.matrix.plans if plan != without)
        shares = self.matrix.shares.loc[list(plans), list(plans)]
        return statistics.PlanMatrix(plans, shares, kept, self.matrix.level)

    @cached_property
    def field(self) -> pd.DataFrame:
        """Each plan against all others."""
        return statistics.field_shares(self.pairs)

    # ---- declared measures
    def _columns(self, name: str) -> tuple[np.ndarray, np.ndarray | None]:
        top, bottom = self.measures[name].columns(self.run)
        return np.asarray(top, dtype=float), None if bottom is None else np.asarray(bottom, dtype=float)

    def _estimate(self, name: str) -> Estimate | None:
        """A measure over the whole run; None when the run has no case of it."""
        return self._solve(self.measures[name], None)

    def _by_plan(self, name: str) -> dict[str, Estimate]:
        """A measure of the seats, for each plan that has a case of it."""
        measure = self.measures[name]
        if measure.level != "seat":
            return {}
        found = {plan: self._solve(measure, self.bots == plan) for plan in self.plans}
        return {plan: estimate for plan, estimate in found.items() if estimate is not None}

    def _solve(self, measure: Measure, rows: np.ndarray | None) -> Estimate | None:
        top, bottom = self.columns(measure.id)
        deals = self.game_deals if measure.level == "game" else self.seat_deals
        if rows is not None:
            top, deals = top[rows], deals[rows]
            bottom = None if bottom is None else bottom[rows]
        return solve(top, bottom, deals, rate=measure.rate)

    def curve(self, name: str, group: str = "all", kind: str = "all") -> dict[str, Estimate]:
        """A curve: bin label -> estimate, bins without a case left out."""
        return self._curves.get((name, kind, group if kind != "all" else "all"), {})

    @cached_property
    def _curves(self) -> dict[tuple[str, str, str], dict[str, Estimate]]:
        """Every curve of every group, solved together: far faster than one by one."""
        labels = {axis.id: axis.labels(self.run.cards) for axis in self.book.axes}
        table = self.run.curves.astype({"curve": str, "kind": str, "group": str})
        table.loc[table["kind"] == "all", "group"] = "all"
        table = table[table["kind"].isin(["all", "bot"]) & table["curve"].isin(self.curves)]
        scale = table["curve"].map({name: curve.scale for name, curve in self.curves.items()}).astype(float)
        table = table.assign(
            top=table["top"] * scale,
            top_top=table["top_top"] * scale**2,
            top_bottom=table["top_bottom"] * scale,
        )
        # a ratio above 1 (a counter that is not a rate, or rounding) cannot have a rate's interval
        rates = [name for name, curve in self.curves.items() if curve.rate]
        bounded = table["curve"].isin(rates) & (table["top"] <= table["bottom"])
        found: dict[tuple[str, str, str], dict[str, Estimate]] = {}
        for part, rate in ((table[bounded], True), (table[~bounded], False)):
            solved = statistics.ratio_table(part, by=["curve", "kind", "group", "bin"], bounded=rate)
            for row in solved.to_dict("records"):
                names = labels[self.curves[row["curve"]].axis]
                if row["n"] > 0 and row["bin"] < len(names):
                    line = found.setdefault((row["curve"], row["kind"], row["group"]), {})
                    line[names[row["bin"]]] = from_row(row)
        return found

    def _family(self, name: str, plan: str = "") -> dict[str, Estimate]:
        """A family: card id -> estimate, cards without a case left out; for all plans, or for one."""
        rows = self.bots == plan if plan else slice(None)
        family = self.families[name]
        prefix = f"{family.top}."
        cards = [name.removeprefix(prefix) for name in self.seats.columns if name.startswith(prefix)]
        if family.members is not None:
            wanted = set(family.members(self.run.cards))
            cards = [card for card in cards if card in wanted]
        found = {}
        for card in cards:
            column = prefix + card
            top = self.seats[column].to_numpy(dtype=float)
            bottom = (
                None if family.bottom is None else self.seats[self._below(family, card)].to_numpy(dtype=float)
            )
            if family.some:
                top = (top > 0).astype(float)
            if family.seen:
                top = np.where(top > 0, top, np.nan)
            bottom = None if bottom is None else bottom[rows]
            estimate = solve(top[rows], bottom, self.seat_deals[rows], rate=family.rate)
            if estimate is not None:
                found[card] = estimate
        return found

    def _below(self, family: Family, card: str) -> str:
        """The column that a member of a family is divided by: its own, or one for all members."""
        own = f"{family.bottom}.{card}"
        return own if own in self.seats else str(family.bottom)

    @cached_property
    def everything(self) -> dict[str, Any]:
        """Estimates by id, for sentences: a measure, or a dict of label -> estimate."""
        found: dict[str, Any] = {name: self.estimate(name) for name in self.measures}
        found |= {name: self.curve(name) for name in self.curves}
        found |= {name: self.family(name) for name in self.families}
        return {name: value for name, value in found.items() if value}

    # ---- tension
    @cached_property
    def leads(self) -> np.ndarray | None:
        """Lead of seat 0 after each round, shape (games, rounds); None when the game has no such count."""
        if self.book.lead is None:
            return None
        found = {}
        for column in self.games.columns:
            head, _, tail = column.partition(".")
            if head == self.book.lead and tail.isdigit():
                found[int(tail)] = self.games[column].to_numpy(dtype=float)
        if not found:
            return None
        leads = np.stack([found[number] for number in sorted(found)], axis=1)
        if "rounds" in self.games:  # rounds that were not played hold no lead
            played = self.games["rounds"].to_numpy()[:, None]
            leads = np.where(np.arange(leads.shape[1])[None, :] < played, leads, np.nan)
        return leads[:, ~np.isnan(leads).all(axis=0)]

    @cached_property
    def first_seat_share(self) -> np.ndarray:
        """Win share of seat 0, per game."""
        rows = self.seats[self.seats["seat"] == 0]
        return rows.set_index("game")["win_share"].reindex(self.games["game"]).to_numpy(dtype=float)


def solve(top: np.ndarray, bottom: np.ndarray | None, deals: np.ndarray, *, rate: bool) -> Estimate | None:
    """A mean, a rate or a ratio clustered by deal; None when there is no case."""
    if bottom is None:
        seen = ~np.isnan(top)
        if not seen.all():
            top, deals = top[seen], deals[seen]
        if top.size == 0:
            return None
        if rate:
            return statistics.clustered_rate(top, deals)
        return statistics.clustered_mean(top, deals)
    if not bottom.sum() > 0:
        return None
    bounded = rate and 0 <= top.sum() <= bottom.sum()
    return statistics.clustered_ratio(top, bottom, deals, bounded=bounded)


def from_row(row: Mapping[str, Any]) -> Estimate:
    """An estimate from a row of a table of `balance.statistics`."""
    return Estimate(
        value=float(row["value"]),
        low=float(row["low"]),
        high=float(row["high"]),
        level=0.95,
        n=float(row["n"]),
        clusters=int(row["clusters"]),
        standard_error=float(row["standard_error"]),
        method="clustered by deal",
    )


def _members(line_up: Any) -> list[str]:
    """The bots of a line-up: a list of names, or "a v b"."""
    if isinstance(line_up, str):
        return line_up.split(" v ")
    if isinstance(line_up, dict):
        return _members(line_up.get("bots", []))
    return [str(bot) for bot in line_up]

"""A run, asked for estimates: each question once, every interval clustered by deal."""

from __future__ import annotations

from dataclasses import astuple, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from balance import statistics
from balance.games.interface import RANDOM_BOT
from balance.reports.tally import STALLED, WIN, Key, Tally
from balance.reports.values import Peak, Values
from balance.simulation.layout import ALL, FIELD, Group
from balance.simulation.plan import pairs_of
from balance.statistics import Estimate, Moments

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from balance.games.interface import Curve, Family, Measure
    from balance.simulation import Run

FEW_DEALS = 30


class Evidence:
    """What a run can answer, over all its games or over the field. Nothing here knows which game it is."""

    def __init__(self, run: Run, tally: Tally | None = None, scope: Group = ALL) -> None:
        """Read the run's tables, unless that has been done. scope: `ALL` games, or those of the `FIELD`."""
        self.run = run
        self.tally = tally or Tally(run)
        self.scope = scope
        self.layout = self.tally.layout
        self.book = run.game.book
        self.manifest: Mapping[str, Any] = run.manifest
        self.measures: dict[str, Measure] = {m.id: m for m in self.book.measures}
        self.curves: dict[str, Curve] = {c.id: c for c in self.book.curves}
        self.families: dict[str, Family] = {f.id: f for f in self.book.families}
        self.estimate = lru_cache(maxsize=None)(self._estimate)
        self.by_plan = lru_cache(maxsize=None)(self._by_plan)
        self.family = lru_cache(maxsize=None)(self._family)

    def without_random(self) -> Evidence:
        """The games in which the random bot does not sit, as evidence; itself if that changes nothing."""
        if self.scope == FIELD or self.layout.field.all():
            return self
        return Evidence(self.run, self.tally, FIELD)

    # ---- the field
    @cached_property
    def plans(self) -> tuple[str, ...]:
        """The plans that played, in the order of the run's line-ups (else by name), random play last."""
        games = self.layout.field if self.scope == FIELD else np.ones(self.layout.games, dtype=bool)
        seen = set(self.layout.bots[games].ravel().tolist())
        listed = [bot for line_up in self.manifest.get("line_ups", ()) for bot in _members(line_up)]
        order = dict.fromkeys(bot for bot in listed if bot in seen)
        named = (*order, *sorted(seen - set(order)))
        return (*(bot for bot in named if bot != RANDOM_BOT), *(bot for bot in named if bot == RANDOM_BOT))

    @cached_property
    def line_ups(self) -> tuple[str, ...]:
        """The line-ups of the field, in order."""
        games = zip(self.layout.line_ups, self.layout.field, strict=True)
        return tuple(dict.fromkeys(name for name, serious in games if serious))

    @property
    def seats_at_table(self) -> int:
        """Players in a game."""
        return self.layout.seats

    @property
    def even(self) -> float:
        """The win share of a player in a game that favours nobody."""
        return 1 / self.seats_at_table

    @property
    def deals(self) -> int:
        """Independent deals."""
        return self.tally.deals

    @property
    def games(self) -> int:
        """Games in all."""
        return self.tally.games

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Printed names of cards by id."""
        return {} if self.book.names is None else dict(self.book.names(self.run.cards))

    def card_name(self, card: str) -> str:
        """The printed name of a card; its id when it has none."""
        return self.names.get(card, card)

    # ---- any quantity, over any group
    def solve(
        self, key: Key, group: Group | None = None, *, rate: bool = False, blocks: Sequence[int] | None = None
    ) -> Estimate | None:
        """A mean, a rate or a ratio clustered by deal; None when there is no case of it.

        group: of the layout (default: all games of this evidence); blocks: only some blocks of deals.
        """
        if key not in self.tally.sums:
            return None
        try:
            sums = self.tally.moments(key, group or self.scope, blocks)
        except KeyError:
            return None
        if not sums.bottom > 0:
            return None
        bounded = rate and 0 <= sums.top <= sums.bottom
        return statistics.ratio_from_moments(sums, bounded=bounded)

    # ---- rates of winning
    def win_share(self, group: Group) -> Estimate | None:
        """Mean win share over a group of seats."""
        return self.solve(WIN, group, rate=True)

    def mover(self, place: int, group: Group | None = None) -> Estimate | None:
        """Win share of whoever moves first (0), second, ... over a group of games."""
        return self.solve(("order", str(place)), group, rate=True)

    @cached_property
    def meetings(self) -> pd.DataFrame:
        """Sums of win shares for each plan and its opponents: bot, opponent, and the columns of `Moments`."""
        rows = []
        for group in self.tally.groups():
            if group[0] == "pair" and group[1] != group[2]:
                sums = self.tally.moments(WIN, group)
                rows.append([group[1], group[2], *astuple(sums)])
        columns = ["bot", "opponent", *statistics.Moments.__dataclass_fields__]
        return pd.DataFrame(rows, columns=columns)

    @property
    def different_plans_met(self) -> bool:
        """Whether there are games between different plans."""
        return not bool(self.layout.mirror.all())

    @cached_property
    def matrix(self) -> statistics.PlanMatrix:
        """Every plan against every plan (games of two)."""
        return statistics.matrix_from_moments(self.meetings, self.plans)

    def serious_matrix(self, without: str) -> statistics.PlanMatrix:
        """The same without one plan."""
        cells = self.matrix.cells
        kept = cells[(cells["bot"] != without) & (cells["opponent"] != without)]
        plans = tuple(plan for plan in self.matrix.plans if plan != without)
        shares = self.matrix.shares.loc[list(plans), list(plans)]
        return statistics.PlanMatrix(plans, shares, kept, self.matrix.level)

    @cached_property
    def mix_limits(self) -> dict[str, tuple[float, float]]:
        """95 % limits of each plan's weight in the mix that no plan beats, from resamples of the deals.

        Empty where fewer than FEW_DEALS deals were played, or not every plan met every other.
        """
        plans = self.matrix.plans
        at = {plan: number for number, plan in enumerate(plans)}
        met = {group[1:]: column for column, group in enumerate(self.tally.pairs)}
        wanted = len(plans) * (len(plans) - 1) // 2
        if self.deals < FEW_DEALS or len(met) < wanted or len(plans) < 2:
            return {}
        mixes = []
        for totals in self.tally.resamples.totals:
            wins, games = np.split(totals, 2)
            square = np.full((len(plans), len(plans)), 0.5)
            for (one, other), column in met.items():
                won = wins[column] / games[column]
                square[at[one], at[other]], square[at[other], at[one]] = won, 1 - won
            mixes.append(statistics.any_mix(square))
        low, high = np.quantile(mixes, [0.025, 0.975], axis=0)
        return {plan: (float(low[at[plan]]), float(high[at[plan]])) for plan in plans}

    def against(self, kind: str = "against") -> dict[str, Estimate]:
        """Each plan against the others, every opponent counting the same, best first.

        kind: "against" all others, or its "rivals": without random play.
        """
        found = {}
        for plan in self.plans:
            estimate = self.solve(WIN, (kind, plan), rate=True)
            if estimate is not None:
                places = int((self.layout.groups[kind, plan] > 0).sum())
                found[plan] = replace(estimate, n=float(places * self.deals), clusters=self.deals)
        return dict(sorted(found.items(), key=lambda item: (-item[1].value, item[0])))

    # ---- declared measures
    def _estimate(self, name: str, group: Group | None = None) -> Estimate | None:
        """A measure over the whole run, or over a group; None when the run has no case of it."""
        return self.solve(("measure", name), group, rate=self.measures[name].rate)

    def _by_plan(self, name: str) -> dict[str, Estimate]:
        """A measure of the seats, for each plan that has a case of it."""
        if self.measures[name].level != "seat":
            return {}
        found = {plan: self.estimate(name, ("bot", plan)) for plan in self.plans}
        return {plan: estimate for plan, estimate in found.items() if estimate is not None}

    def values(self, name: str) -> Values:
        """How often each value of a measure was seen in the field (measures that are shown so only)."""
        return self.tally.seen.get(("measure", name), Values())

    def peak(self, name: str, end: str) -> Peak | None:
        """The first game of the field that shows that end ("max", "min") of a measure."""
        found = self.tally.peaks.get((name, end))
        return found if found is not None and found.game >= 0 else None

    # ---- curves
    def curve(self, name: str, group: str = "all", kind: str = "all") -> dict[str, Estimate]:
        """A curve: bin label -> estimate, bins without a case left out."""
        return self._curves.get((name, kind, group if kind != "all" else "all"), {})

    @cached_property
    def _curves(self) -> dict[tuple[str, str, str], dict[str, Estimate]]:
        """Every curve of every group, solved together: far faster than one by one."""
        labels = {axis.id: axis.labels(self.run.cards) for axis in self.book.axes}
        table = self.run.curves.astype({"curve": str, "kind": str, "group": str})
        if self.scope == FIELD:
            table = table[table["kind"] != "all"]
            table = table.assign(kind=table["kind"].replace("field", "all"))
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

    @cached_property
    def _contrasts(self) -> dict[tuple[str, str], dict[str, Estimate]]:
        """(contrast, "" or a plan) -> bin label -> difference."""
        declared = self.book.contrasts
        if not declared:
            return {}
        table = self.run.curves.astype({"curve": str, "kind": str, "group": str})
        everything = "field" if self.scope == FIELD else "all"
        table = table[table["curve"].str.contains(":") & table["kind"].isin([everything, "bot"])]
        group = np.where(table["kind"] == "bot", table["group"], "")
        stored = {
            key: Moments(*row[:6])
            for key, row in zip(
                zip(table["curve"], group, table["bin"], strict=True),
                table[list(Moments.__dataclass_fields__)].to_numpy(dtype=float).tolist(),
                strict=True,
            )
        }
        labels = {axis.id: axis.labels(self.run.cards) for axis in self.book.axes}
        found: dict[tuple[str, str], dict[str, Estimate]] = {}
        for contrast in declared:
            price = self.estimate(contrast.price) if contrast.price else None
            if contrast.price and price is None:
                continue
            for plan in ("", *self.plans):
                for place, label in enumerate(labels[contrast.axis]):
                    names = [name for name, *_ in pairs_of(contrast)]
                    pairs = [stored.get((name, plan, place)) for name in names]
                    kept = [pair for pair in pairs if pair is not None]
                    if len(kept) == len(names):
                        if price is not None:
                            kept = _priced(kept, price.value)
                        estimate = statistics.difference_from_moments(kept, scale=contrast.scale)
                        if estimate is not None:
                            found.setdefault((contrast.id, plan), {})[label] = estimate
        return found

    def contrast(self, name: str, plan: str = "") -> dict[str, Estimate]:
        """A contrast: bin label -> difference, bins without a case on either side left out."""
        return self._contrasts.get((name, plan), {})

    # ---- stalls
    @property
    def stalled(self) -> Estimate | None:
        """How often a game was given up; None where the game does not count that."""
        return self.solve((STALLED,), rate=True)

    @property
    def stalls(self) -> dict[str, Estimate]:
        """The same by cause, causes that were never seen left out."""
        causes = [key for key in self.tally.sums if key[0] == STALLED and len(key) > 1]
        found = {key[1]: self.solve(key, rate=True) for key in causes}
        return {cause: e for cause, e in found.items() if e is not None and e.value > 0}

    # ---- families
    def cards_of(self, name: str) -> list[str]:
        """The members of a family in this run."""
        return [key[2] for key in self.tally.sums if key[:2] == ("family", name)]

    def _family(self, name: str, plan: str = "") -> dict[str, Estimate]:
        """A family: card id -> estimate, cards without a case left out; for all plans, or for one."""
        rate, group = self.families[name].rate, ("bot", plan) if plan else None
        found = {card: self.solve(("family", name, card), group, rate=rate) for card in self.cards_of(name)}
        return {card: estimate for card, estimate in found.items() if estimate is not None}

    def median(self, name: str, card: str) -> float:
        """The median of a member of a family that is a mean over those seen; NaN where it was not."""
        return self.tally.seen.get(("family", name, card), Values()).quantile(0.5)

    @cached_property
    def everything(self) -> dict[str, Any]:
        """Estimates by id, for sentences: a measure, or a dict of label -> estimate."""
        found: dict[str, Any] = {name: self.estimate(name) for name in self.measures}
        found |= {name: self.curve(name) for name in self.curves}
        found |= {name: self.family(name) for name in self.families}
        found |= {contrast.id: self.contrast(contrast.id) for contrast in getattr(self.book, "contrasts", ())}
        return {name: value for name, value in found.items() if value}

    def count_shares(self, name: str) -> dict[str, tuple[float, Estimate]]:
        """A family of counts: label -> (times counted, its share of all counts), in order of the columns.

        Only of families that a panel of the kind "counts" shows; empty when nothing was counted.
        """
        found = {}
        for label in self.cards_of(name):
            estimate = self.solve(("count", name, label), rate=True)
            if estimate is not None:
                found[label] = (estimate.value * estimate.n, estimate)
        return found

    # ---- rows
    @cached_property
    def sample(self) -> pd.DataFrame:
        """The seats of the first games of the run (see `SAMPLE_GAMES`), for what needs single rows.

        Columns: game (counted from 0), deal, seat, bot, opponent, win_share, and score where the game has it.
        """
        layout, wins = self.layout, np.concatenate(self.tally.sample_wins)
        deals, games, seats = wins.shape
        found = {
            "game": np.repeat(np.arange(deals * games), seats),
            "deal": np.repeat(np.arange(deals), games * seats),
            "seat": np.tile(np.arange(seats), deals * games),
            "bot": np.tile(layout.bots.ravel(), deals),
            "opponent": np.tile(layout.opponents.ravel(), deals),
            "win_share": wins.ravel(),
        }
        if self.tally.sample_scores:
            found["score"] = np.concatenate(self.tally.sample_scores).ravel()
        table = pd.DataFrame(found)
        if self.scope == FIELD:
            table = table[np.tile(np.repeat(layout.field, seats), deals)].reset_index(drop=True)
        return table

    # ---- tension
    def reached(self) -> list[str]:
        """The rounds that at least half of the games had, for sentences; the others are the end of few."""
        games = self.solve(WIN)
        key = "leader" if self.tally.lead_of_two else "sole"
        found = []
        for number in range(1, self.tally.rounds + 1):
            estimate = self.solve((key, str(number)), rate=True)
            enough = 0 if games is None else games.n / 2 / self.seats_at_table
            if estimate is not None and estimate.n >= enough:
                found.append(str(number))
        return found

    def by_round(self, key: str, *, rate: bool) -> dict[str, Estimate]:
        """Round -> estimate of ("sole", "margin" or "change"), rounds without a case left out."""
        numbers = [str(number) for number in range(1, self.tally.rounds + 1)]
        found = {number: self.solve((key, number), rate=rate) for number in numbers}
        return {number: estimate for number, estimate in found.items() if estimate is not None}

    def leaders(self, group: Group | None = None) -> dict[str, Estimate]:
        """Round -> how often its leader wins; empty where the game keeps no lead."""
        rounds = [str(number) for number in range(1, self.tally.rounds + 1)]
        found = {number: self.solve(("leader", number), group, rate=True) for number in rounds}
        return {number: estimate for number, estimate in found.items() if estimate is not None}

    @cached_property
    def catch_up(self) -> Estimate | None:
        """Slope of the next change of the lead on the lead, if the run has leads that vary."""
        sums = self.tally.leads.get("catch up")
        if sums is None or self.deals < FEW_DEALS:
            return None
        try:
            return statistics.slope_from_products(sums)
        except ValueError:
            return None

    @cached_property
    def lead_correlations(self) -> dict[str, Estimate]:
        """Round -> correlation of its lead with the final one, rounds in which nothing varies left out."""
        found = {}
        for number in range(1, self.tally.rounds + 1):
            sums = self.tally.leads.get(f"round {number}")
            if sums is None or sums.sums[0] < 3:
                continue
            estimate = statistics.correlation_from_products(sums)
            if np.isfinite(estimate.value):
                found[str(number)] = estimate
        return found


def _priced(pairs: Sequence[Moments], price: float) -> list[Moments]:
    """Moments of a contrast (see `difference_from_moments`) with its second top, c, multiplied by a price."""
    ab, cd, ac, ad, bc, bd = pairs
    top = {"top": price * cd.top, "top_top": price**2 * cd.top_top, "top_bottom": price * cd.top_bottom}

    def below(pair: Moments) -> Moments:
        changed = {"bottom": price * pair.bottom, "bottom_bottom": price**2 * pair.bottom_bottom}
        return replace(pair, **changed, top_bottom=price * pair.top_bottom)

    return [ab, replace(cd, **top), below(ac), ad, below(bc), bd]


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

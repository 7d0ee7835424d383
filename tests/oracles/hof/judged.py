"""What is counted of judgement, counted once more from games of the referee that the model's bots play.

The log of a game says what was done; how sure a player was, and what could have been, only the model does.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import product
from math import log2
from typing import TYPE_CHECKING, Any

from tests.oracles.hof import luck
from tests.oracles.hof.mind import Mind, choose
from tests.oracles.hof.referee import Referee, exchanges

if TYPE_CHECKING:
    from tests.oracles.hof.things import Ask, Data, Table

LEVELS = range(4)


class Judged:
    """Sums per seat, and per seat and week, in the units of the model (not millionths)."""

    def __init__(self, data: Data, key: int, bots: list[dict[str, float]]) -> None:
        self.bots, self.referee = bots, Referee(data, key)
        self.sums: dict[int, Counter[str]] = defaultdict(Counter)
        self.weeks: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
        self.offers: dict[int, Counter[str]] = defaultdict(Counter)  # by job on offer
        self.exchanged: set[tuple[int, int]] = set()
        self.chances: dict[int, list[float]] = defaultdict(list)
        self.matched: dict[int, list[bool]] = defaultdict(list)

    def play(self) -> Judged:
        g = self.referee.g
        begun: set[tuple[int, int]] = set()
        while asking := self.referee.asking:
            seat, here = asking.seat, (asking.seat, g.week)
            word = choose(g, asking, self.bots[seat])
            if asking.phase == "job" and here not in begun:
                begun.add(here)
                self.sums[seat]["short"] += self._short(g, seat)
                self.weeks[here]["useful"] = int(self._useful(g, seat))
            self._look(g, asking, word)
            if word[0].startswith("swap"):
                self.exchanged.add(here)
            self.referee.apply(word)
            if word[0] == "salary":
                self._folder(g, seat)
        self._end()
        return self

    def mind(self, g: Table, seat: int, **weights: float) -> Mind:
        return Mind(g, g.players[seat], self.bots[seat] | weights)

    def _useful(self, g: Table, seat: int) -> bool:
        mind = self.mind(g, seat, judgement=1.0, whim=0.0, swap_next=0.0)
        options = [o for o in exchanges(g, g.players[seat]) if o != ("draw",)]
        return any(mind.swap_worth(option, now=True) > 0 for option in options)

    @staticmethod
    def _short(g: Table, seat: int) -> bool:
        """HG-09: a player who could exchange still finds no skill card to draw."""
        able = not g.players[seat].exchanged and g.frame("swap_cards") > 0
        return able and not any(option[0] == "swap_skill" for option in exchanges(g, g.players[seat]))

    def _look(self, g: Table, asking: Ask, word: tuple[Any, ...]) -> None:
        seat = asking.seat
        mind, week = self.mind(g, seat), self.weeks[seat, g.week]
        if word[0] == "job":
            week["best"] = self._best(g, mind)
        if asking.phase == "hire":
            right = g.target.index(seat)
            for level in LEVELS:
                self.sums[seat][f"L{level}"] += mind.chances(level)[right]
            level = round(mind.w["level"])
            own = mind.chances(level).values()
            bits = -sum(p * log2(p) for p in own if p > 0)
            self.sums[seat]["entropy"] += bits
            self.offers[mind.offer_of(seat)]["entropy"] += bits

    @staticmethod
    def _best(g: Table, mind: Mind) -> float:
        """The best fit that the hand can reach for the target's offer, cover left out."""
        me, jobs, skills = mind.player, g.data.jobs, g.data.skills
        one, offer = g.reads("skills_used", "one_card"), mind.target_offer()
        halves = [
            skills[s].fit["strength"][offer] + skills[w].fit["weakness"][offer]
            for s, w in product(me.skills, me.skills)
            if (s == w) == one
        ]
        return max(jobs[j].fit[offer] for j in me.jobs) + max(halves)

    def _folder(self, g: Table, seat: int) -> None:
        """A folder that has just been closed."""
        mind, me, week = (
            self.mind(g, seat, confidence=1.0, boldness=0.0),
            g.players[seat],
            self.weeks[seat, g.week],
        )
        week["appeal"], week["chance"] = mind.appeal(), mind.match_chance()
        folder = (me.job, me.strength, me.weakness)
        week["fit"] = mind.fit(folder, mind.target_offer())  # type: ignore[arg-type]
        self.chances[seat].append(week["chance"])

    def _end(self) -> None:
        g = self.referee.g
        for player in g.players:
            own = self.sums[player.seat]
            for week in range(g.frame("weeks")):
                row = self.weeks[player.seat, week]
                row["kept"] = int(row["useful"] and (player.seat, week) not in self.exchanged)
                for name in ("useful", "kept", "best", "fit", "chance"):
                    own[name] += row[name]
            own["judge"] = luck.normal(g.data, g.key, luck.JUDGE, player.seat)
            own["apply"] = luck.normal(g.data, g.key, luck.APPLY, player.seat)

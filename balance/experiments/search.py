"""A search for the numbers of one bot that win most against a field (CMA-ES, by the library `cmaes`).

Each generation is played on deals of its own, the same for all its candidates, and with them two more bots:
the one that the search began with, and the centre of the search as it was before. The centre was not chosen
by these deals, so its lead over the start is an honest measure of progress.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from balance import statistics
from balance.statistics import Estimate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from balance.experiments.arena import Arena, Results
    from balance.experiments.journal import Journal
    from balance.experiments.space import Numbers, Space

SPREAD = 0.05
"""Standard deviation of the first generation, in widths of the ranges."""
TIE_BREAK = 0.02
"""A standard deviation of the margin counts as much as such a share of the wins."""
FINALISTS = 8
DOUBT = 0.99
"""Level of the interval that must lie above 0 before a bot is changed."""


@dataclass(frozen=True)
class Effort:
    """How much is played, in deals (each with every opponent, in every seat).

    population   candidates of a generation
    generations  fresh deals of each generation: few at first, when candidates differ much
    selection    to choose among the finalists
    held_out     to compare the one chosen with the start
    """

    population: int
    generations: tuple[int, ...]
    selection: int
    held_out: int

    @property
    def games(self) -> int:
        """Games per opponent and seat."""
        search = sum(self.generations) * (self.population + 2)
        return search + (FINALISTS + 1) * self.selection + 2 * self.held_out


FEWEST, MOST = 10, 100
"""Deals of the first generation and of the last, when there are games enough."""


def effort(games: float, opponents: int, seats: int, dimensions: int) -> Effort:
    """Split so many games: seven tenths to search, one to choose, two to judge. At least a tiny search."""
    each = games / (opponents * seats)
    population = 4 + int(4 * math.log(max(2, dimensions)))
    deals = 0.7 * each / (population + 2)
    most = min(MOST, max(FEWEST, deals / 30))
    mean = FEWEST if most == FEWEST else (most - FEWEST) / math.log(most / FEWEST)
    count = max(5, round(deals / mean))
    return Effort(
        population,
        tuple(int(deals) for deals in np.round(np.geomspace(FEWEST, most, count))),
        max(10, round(0.1 * each / (FINALISTS + 1))),
        max(20, round(0.1 * each)),
    )


@dataclass(frozen=True)
class Found:
    """What a search came to, judged on deals that it had not seen.

    numbers   of the bot chosen
    before    win share of the start against the field
    share     win share of the bot chosen
    gain      their difference, deal by deal
    better    the gain lies above 0 beyond doubt
    games     played
    """

    numbers: Numbers
    before: Estimate
    share: Estimate
    gain: Estimate
    better: bool
    games: int


class Search:
    """One search; `label` names its questions in the journal, `first` is its first deal."""

    def __init__(
        self,
        arena: Arena,
        journal: Journal,
        *,
        label: str,
        field: Sequence[np.void],
        make: Callable[[Numbers], np.void],
        first: int,
        seed: int,
        told: Callable[[str], None] = lambda _text: None,
    ) -> None:
        """Take a field, and how numbers become a bot; `told` hears of each generation."""
        self.arena, self.journal, self.label, self.field = arena, journal, label, field
        self.make, self.deal, self.seed, self.told = make, first, seed, told

    def run(self, space: Space, start: Numbers, much: Effort) -> Found:
        """Search, choose, judge. The start is moved into the space if it lies outside."""
        begun = self.deal
        end = begun + sum(much.generations)
        start = space.numbers(space.unit(start))
        finalists = self._climb(space, start, much)
        self.deal = end  # wherever the search stopped, the same deals judge it
        scores = self._scores("selection", [*finalists, start], much.selection)
        chosen = finalists[int(np.argmax(scores["worth"][:-1]))]
        before, share, gain = self._judge(chosen, start, much.held_out)
        games = much.games * len(self.field) * self.arena.seats
        return Found(chosen, before, share, gain, gain.low > 0 and chosen != start, games)

    def _climb(self, space: Space, start: Numbers, much: Effort) -> list[Numbers]:
        """The finalists: centres of the later half of the search, and the best of single generations."""
        from cmaes import CMA  # noqa: PLC0415  (only for searching)

        size = len(space.keys)
        optimizer = CMA(
            mean=space.unit(start),
            sigma=SPREAD,
            bounds=np.tile([0.0, 1.0], (size, 1)),
            population_size=much.population,
            seed=self.seed,
        )
        centres = [optimizer.mean]
        best: list[Numbers] = []
        for generation, deals in enumerate(much.generations):
            points = [optimizer.ask() for _ in range(much.population)]
            candidates = [space.numbers(point) for point in [*points, centres[-1]]]
            scores = self._scores(f"generation {generation}", [*candidates, start], deals)
            worth = scores["worth"][: much.population]
            optimizer.tell([(point, -value) for point, value in zip(points, worth, strict=True)])
            centres.append(optimizer.mean)
            best.append(candidates[int(np.argmax(worth))])
            lead, half = scores["lead"]
            self.told(
                f"{self.label}: generation {generation + 1} of {len(much.generations)},"
                f" wins {100 * scores['share'][-2]:.1f} % ({100 * lead:+.1f} ± {100 * half:.1f} to the start)"
            )
            if optimizer.should_stop():
                break
        later = centres[len(centres) // 2 :]
        half = FINALISTS // 2
        picked = [later[index] for index in np.linspace(0, len(later) - 1, half - 1).astype(int)]
        return [*(space.numbers(point) for point in [*picked, np.mean(later, axis=0)]), *best[-half:]]

    def _ask(self, question: str, measure: Callable[[], Any], bots: int, deals: int) -> Any:
        name = f"{self.label}: {question}"
        if name in self.journal.answers:
            self.arena.heard(self.arena.games(bots, len(self.field), deals))
        return self.journal.ask(name, measure)

    def _play(self, numbers: Sequence[Numbers], deals: int) -> tuple[Results, np.ndarray]:
        first = self.deal
        results = self.arena.play([self.make(item) for item in numbers], self.field, first, first + deals)
        return results, np.arange(first, first + deals)

    def _scores(self, question: str, numbers: Sequence[Numbers], deals: int) -> dict[str, Any]:
        """For each bot its share and its worth to the search; the lead of the last but one on the last."""

        def measure() -> dict[str, Any]:
            results, clusters = self._play(numbers, deals)
            share = results.share.mean(axis=(1, 2))
            spread = float(results.margin.std()) or 1.0
            worth = share + TIE_BREAK * results.margin.mean(axis=(1, 2)) / spread
            by_deal = results.share[-2:].mean(axis=1)
            lead = statistics.clustered_mean(by_deal[0] - by_deal[1], clusters)
            return {
                "share": share.tolist(),
                "worth": worth.tolist(),
                "lead": [lead.value, lead.half_width],
            }

        answer: dict[str, Any] = self._ask(question, measure, len(numbers), deals)
        self.deal += deals
        return answer

    def _judge(self, chosen: Numbers, start: Numbers, deals: int) -> tuple[Estimate, Estimate, Estimate]:
        """Win share of the start, of the one chosen, and the difference, on deals nobody has seen."""

        def measure() -> list[dict[str, Any]]:
            results, clusters = self._play([start, chosen], deals)
            shares = results.share.mean(axis=1)
            found = [statistics.clustered_rate(values, clusters) for values in shares]
            found.append(statistics.clustered_mean(shares[1] - shares[0], clusters, DOUBT))
            return [asdict(estimate) for estimate in found]

        answer = self._ask("held out", measure, 2, deals)
        self.deal += deals
        before, share, gain = (Estimate(**fields) for fields in answer)
        return before, share, gain

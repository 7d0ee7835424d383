"""What the first page says, as statements that can be put to any part of a run.

A claim is a quantity and a band: it holds for some games if the quantity lies in the band for them. The
band is made from the run as a whole, so a claim that holds in every line-up does not hang on who plays. Each
claim is tried on each line-up and each plan, both ways, and all p-values together are corrected (Holm).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
import pandas as pd

from balance import statistics
from balance.games.interface import RANDOM_BOT
from balance.reports.findings import headline, middle_round
from balance.reports.numbers import free, single, unit_words
from balance.reports.tally import WIN
from balance.reports.verdicts import DOMINANT, FAIR_MARGIN, first_group, judge_share

if TYPE_CHECKING:
    from collections.abc import Callable

    from balance.reports.evidence import Evidence
    from balance.reports.tally import Key
    from balance.simulation.layout import Group
    from balance.statistics import Estimate

SAME = 0.25
"""A number counts as the same in a line-up when it differs from the whole by a quarter of it at most."""

Word = Literal["holds", "cannot tell", "does not hold"]
LEVEL = 0.95


@dataclass(frozen=True)
class Claim:
    """A statement about any part of a run.

    topic, text   as on the first page, in short
    key, rate     the quantity
    low, high     it holds where the quantity lies between; infinite: no limit
    part          the group of places that answers for a line-up (None: the claim is not about it)
    plan          the same for a plan
    """

    topic: str
    text: str
    key: Key
    rate: bool
    low: float
    high: float
    part: Callable[[str], Group | None]
    plan: Callable[[str], Group | None]

    def ask(self, evidence: Evidence, group: Group) -> Estimate | None:
        """The quantity over a group."""
        return evidence.solve(self.key, group, rate=self.rate)


@dataclass(frozen=True)
class Answer:
    """How a claim fared in one part: the word after correction, and the estimate behind it."""

    claim: Claim
    where: str
    kind: Literal["line-up", "plan"]
    estimate: Estimate
    word: Word


def claims(evidence: Evidence) -> list[Claim]:
    """The claims of the first page, made from the run as a whole."""
    found = [*_first_move(evidence), *_plans(evidence), *_leader(evidence)]
    for name in headline(evidence.book):
        measure, whole = evidence.measures[name], evidence.estimate(name)
        if whole is None or whole.value == 0 or not np.isfinite(whole.value):
            continue
        reach = SAME * abs(whole.value)
        if not whole.half_width < reach:  # not known well enough to say what would be the same
            continue
        said = single(whole.value, measure.unit, rate=measure.rate)
        after = "" if measure.unit in ("share", "$", "count") else " " + unit_words(measure.unit)
        text = f"{measure.name} {said}{'' if measure.rate else after}, give or take a quarter"
        low, high = whole.value - reach, whole.value + reach
        if measure.rate:
            low, high = low if low > 0 else -np.inf, high if high < 1 else np.inf
        found.append(
            Claim(
                measure.name,
                text,
                ("measure", name),
                measure.rate,
                low,
                high,
                lambda name: ("line_up", name),
                lambda plan: ("bot", plan),
            )
        )
    return found


def _first_move(evidence: Evidence) -> list[Claim]:
    group, _ = first_group(evidence)
    whole = evidence.mover(0, group)
    if whole is None:
        return []
    even = evidence.even
    if judge_share(whole, even).word == "unfair":
        more = whole.value > even
        text = f"the first to move wins {'more' if more else 'less'} than {single(even, 'share')}"
        low, high = (even, np.inf) if more else (-np.inf, even)
    else:
        near = free(100 * FAIR_MARGIN)
        text = f"the first to move wins within {near} points of {single(even, 'share')}"
        low, high = even - FAIR_MARGIN, even + FAIR_MARGIN
    key = ("order", "0")
    return [
        Claim(
            "first move",
            text,
            key,
            True,
            low,
            high,
            lambda name: ("line_up", name),
            lambda plan: ("mirror", plan) if ("mirror", plan) in evidence.layout.groups else None,
        )
    ]


def _plans(evidence: Evidence) -> list[Claim]:
    """The best plan beats each other one; and no pairing is more uneven than dominance allows."""
    if not evidence.different_plans_met or evidence.seats_at_table != 2:
        return []
    field = evidence.against("rivals")
    if not field:
        return []
    best = next(iter(field))
    pairs = {
        name: (str(bots[0]), str(bots[1]))
        for name, bots in zip(evidence.layout.line_ups, evidence.layout.bots, strict=True)
        if bots[0] != bots[1]
    }

    def of_best(name: str) -> Group | None:
        one, other = pairs.get(name, ("", ""))
        if best not in (one, other):
            return None
        return ("pair", best, other if one == best else one)

    def of_first(name: str) -> Group | None:
        return ("pair", *pairs[name]) if name in pairs else None

    def rivals(plan: str) -> Group:
        return ("rivals", plan)

    return [
        Claim(f"{best} is best", f"{best} wins more than half", WIN, True, 0.5, np.inf, of_best, _never),
        Claim(
            "no rout",
            f"neither plan wins {single(DOMINANT, 'share')} or more",
            WIN,
            True,
            1 - DOMINANT,
            DOMINANT,
            of_first,
            rivals,
        ),
    ]


def _leader(evidence: Evidence) -> list[Claim]:
    rounds = evidence.leaders()
    if len(rounds) < 2:
        return []
    common = evidence.reached()
    if len(common) < 2:
        return []
    middle = middle_round(common)
    whole = rounds[middle]
    reach = SAME * (whole.value - evidence.even)
    if reach <= 0:
        return []
    text = (
        f"the leader after round {middle} wins {single(whole.value, 'share')}, give or take a quarter of"
        f" what is above {'half' if evidence.seats_at_table == 2 else 'even'}"
    )
    return [
        Claim(
            "leader at half",
            text,
            ("leader", middle),
            True,
            whole.value - reach,
            whole.value + reach if whole.value + reach < 1 else np.inf,
            lambda name: ("line_up", name),
            lambda plan: ("with", plan),
        )
    ]


def _never(_: str) -> Group | None:
    return None


def answers(evidence: Evidence, asked: list[Claim] | None = None) -> list[Answer]:
    """Each claim, in each line-up and for each plan of the field that it is about."""
    parts: list[tuple[Claim, str, Literal["line-up", "plan"], Estimate]] = []
    for claim in claims(evidence) if asked is None else asked:
        for kind, names, place in (
            ("line-up", evidence.line_ups, claim.part),
            ("plan", evidence.plans, claim.plan),
        ):
            for name in names:
                group = None if name == RANDOM_BOT else place(name)
                estimate = None if group is None else claim.ask(evidence, group)
                if estimate is not None:
                    parts.append((claim, name, kind, estimate))  # type: ignore[arg-type]  # kind
    tests = [statistics.band_p(estimate, claim.low, claim.high) for claim, _, _, estimate in parts]
    flat = statistics.holm(pd.DataFrame({"p": np.array(tests, dtype=float).ravel()}), level=LEVEL)
    sure = flat["rejected"].to_numpy().reshape(-1, 2)
    made = []
    for (claim, name, kind, estimate), (inside, outside) in zip(parts, sure, strict=True):
        word: Word = "holds" if inside else "does not hold" if outside else "cannot tell"
        made.append(Answer(claim, name, kind, estimate, word))
    return made

"""What is said of more than two players, and of games that were given up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from balance import statistics
from balance.games.interface import RANDOM_BOT
from balance.reports.numbers import count, free, single
from balance.reports.tally import WIN
from balance.reports.verdicts import (
    CANNOT_TELL,
    DOMINANT,
    FAIR_MARGIN,
    FAIRNESS,
    NOT_DOMINANT,
    Finding,
    Mark,
    first_group,
    judge_share,
    say,
    share,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from balance.reports.evidence import Evidence
    from balance.reports.numbers import Number
    from balance.statistics import Estimate

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
STALLED_MOST = 0.005
"""More games given up than this, and the page says: look here."""


def places(evidence: Evidence) -> tuple[dict[str, Estimate], str]:
    """Win share of each place in the order of moving, and in which games."""
    group, where = first_group(evidence)
    found = {ORDINALS[n]: evidence.mover(n, group) for n in range(evidence.seats_at_table)}
    return {name: estimate for name, estimate in found.items() if estimate is not None}, where


def advantage(estimate: Estimate, seats: int) -> Estimate:
    """The same as how much more than an even share it is: n * W - 1."""
    return statistics.Estimate(
        value=seats * estimate.value - 1,
        low=seats * estimate.low - 1,
        high=seats * estimate.high - 1,
        level=estimate.level,
        n=estimate.n,
        clusters=estimate.clusters,
        standard_error=seats * estimate.standard_error,
        method=estimate.method,
    )


def order(evidence: Evidence) -> list[Finding]:
    """Does the order of moving matter?"""
    found, where = places(evidence)
    if not found:
        return []
    even = evidence.even
    words = {name: judge_share(estimate, even).word for name, estimate in found.items()}
    margin = f"{free(100 * FAIR_MARGIN)} points"
    unfair = [name for name, word in words.items() if word == "unfair"]
    mark: Mark
    if unfair:
        clause, mark = f"unfair, by more than {margin} for the {_and(unfair)} to move", "bad"
    elif all(word == "fair" for word in words.values()):
        clause, mark = f"fair, every place within {margin} of {single(even, 'share')}", "good"
    else:
        clause, mark = (
            f"cannot tell yet whether it is fair (within {margin} of {single(even, 'share')})",
            "open",
        )
    pieces: list[str | Number] = [f"Order of moving ({where}): {clause}. The"]
    for n, (name, estimate) in enumerate(found.items()):
        pieces += [f", the {name} " if n else f" {name} to move wins ", share(estimate)]
    return [Finding("Fairness", say(*pieces, "."), mark, "fairness", FAIRNESS[mark])]


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


# ------------------------------------------------------------------------------------ plans of many


def dominant_share(seats: int) -> float:
    """The win share that makes a plan dominant: 55 % of two, and of more players the same odds for each."""
    if seats == 2:
        return DOMINANT
    odds = DOMINANT / (1 - DOMINANT)
    return odds / (odds + seats - 1)


def among(evidence: Evidence) -> dict[tuple[str, str], Estimate]:
    """(a, b) -> win share of a where all others are b, of the plans that met so; equal plans left out."""
    found = {}
    for one in evidence.plans:
        for other in evidence.plans:
            estimate = evidence.solve(WIN, ("pair", one, other), rate=True) if one != other else None
            if estimate is not None:
                found[one, other] = estimate
    return found


@dataclass(frozen=True)
class Lead:
    """A plan and what it wins at least: alone among each other plan, or against all others together."""

    plan: str
    worst: Estimate
    certain: bool


def strongest(evidence: Evidence) -> tuple[Lead | None, bool]:
    """The plan that reaches the dominant share, if one does; and whether every plan met every other alone."""
    plans = [plan for plan in evidence.plans if plan != RANDOM_BOT]
    met = among(evidence)
    whole = all((one, other) in met for one in plans for other in plans if one != other)
    enough = dominant_share(evidence.seats_at_table)
    field = evidence.against("rivals") or evidence.against()
    for plan in plans:
        shown = [met[plan, other] for other in plans if other != plan] if whole else [*_only(field, plan)]
        if shown and min(e.value for e in shown) >= enough:
            worst = min(shown, key=lambda e: e.value)
            return Lead(plan, worst, all(e.low >= enough for e in shown)), whole
    return None, whole


def _only(field: Mapping[str, Estimate], plan: str) -> list[Estimate]:
    return [field[plan]] if plan in field else []


def dominance(evidence: Evidence) -> list[Finding]:
    """Is there a plan that beats the others at a table of many?"""
    plans = [plan for plan in evidence.plans if plan != RANDOM_BOT]
    if len(plans) < 2:
        return []
    seats = evidence.seats_at_table
    enough, even = single(dominant_share(seats), "share"), single(evidence.even, "share")
    lead, whole = strongest(evidence)
    against = "alone among each other plan" if whole else "against the others"
    if lead is not None:
        sure = "certainly" if lead.certain else "as far as this run can see"
        pieces = say(
            f"{lead.plan} is dominant, {sure}: {against} it wins at least ",
            share(lead.worst),
            f" (even is {even}, dominant {enough} or more).",
        )
        return [Finding("Dominance", pieces, "bad", "fairness", f"{lead.plan} is dominant")]
    text = f"No plan wins {enough} or more {against} (even is {even}; {enough} are the odds of 55 % of two)."
    open_ = _open(evidence, plans, whole=whole)
    if open_:
        text = f"Whether {' or '.join(open_)} wins {enough} or more {against} this run cannot tell."
    short = CANNOT_TELL if open_ else NOT_DOMINANT
    return [Finding("Dominance", say(text), "open" if open_ else "good", "fairness", short)]


def _open(evidence: Evidence, plans: list[str], *, whole: bool) -> list[str]:
    """Plans whose intervals leave it open that they are dominant."""
    enough = dominant_share(evidence.seats_at_table)
    met, field = among(evidence), evidence.against("rivals") or evidence.against()
    found = []
    for plan in plans:
        shown = [met[plan, other] for other in plans if other != plan] if whole else _only(field, plan)
        if shown and all(estimate.high >= enough for estimate in shown):
            found.append(plan)
    return found


# ---------------------------------------------------------------------------------- games given up


def stalled(evidence: Evidence) -> list[Finding]:
    """How many games did not end, and why; nothing where the game does not count that."""
    estimate = evidence.stalled
    if estimate is None:
        return []
    pieces: list[str | Number]
    if estimate.value == 0:
        pieces = ["Every game ended; those that do not are at most ", single(estimate.high, "share"), "."]
        return [Finding("Unfinished", say(*pieces), "good", "unfinished", "every game ended")]
    seen = round(estimate.value * evidence.games)
    pieces = [
        f"{count(seen)} of {count(evidence.games)} games did not end and were given up, ",
        share(estimate),
    ]
    causes = evidence.stalls
    for n, (cause, part) in enumerate(causes.items() if len(causes) > 1 else ()):
        pieces += [f"{', ' if n else ' ('}{cause} ", share(part)]
    if len(causes) == 1:
        pieces.append(f" ({next(iter(causes))}")
    pieces.append("). Nobody wins them, and they count in every number here." if causes else ".")
    mark: Mark = "bad" if estimate.value > STALLED_MOST else "note"
    return [Finding("Unfinished", say(*pieces), mark, "unfinished", "some games were given up")]


def warned(evidence: Evidence) -> list[Finding]:
    """What is valid in the card data but looks wrong."""
    return [Finding("Card set", say(text), "bad", "assumptions") for text in warnings(evidence)]


def warnings(evidence: Evidence) -> list[str]:
    """The warnings of the game about this card set, a sentence each."""
    game = evidence.run.game
    if not hasattr(game, "warnings"):
        return []
    return [str(text) for text in game.warnings(evidence.run.cards, evidence.seats_at_table)]

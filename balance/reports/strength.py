"""The section on the bots themselves: does each beat the one below, and how far can the plans be beaten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from balance.experiments import strengths
from balance.reports import figures
from balance.reports.content import Cell, Figure, Section, Table, cell, head
from balance.reports.numbers import count, free, number
from balance.reports.panels import plan_colour
from balance.reports.verdicts import share
from balance.simulation import places

if TYPE_CHECKING:
    from balance.experiments import Strength
    from balance.reports.evidence import Evidence

NEAR, FAR = 0.55, 0.70
"""Win shares against plans: up to the first they are near the best of their kind, from the second weak."""


def section(evidence: Evidence) -> Section | None:
    """What is stored beside the card data; None when nothing is."""
    name = evidence.manifest.get("run", {}).get("game")
    if not name:
        return None
    file = strengths.file_of(evidence.run.game, places.card_folder(name), evidence.seats_at_table)
    stored = strengths.read(file)
    if stored is None:
        return None
    changed = stored.changed(evidence.run.game, evidence.run.cards)
    intro = [_verdict(stored), _span(stored, evidence.even)]
    if changed:
        stale = (
            f"Measured on other values than this run's; different now: {', '.join(changed)}."
            f" To measure again: balance strength {_named(stored)}."
        )
        intro.insert(0, stale)
    if stored.habits:
        intro.append(_habits(evidence, stored))
    intro.append(
        "It decides in the same way as the plans and has only other weights, so a better player of another"
        " kind may beat them by more: the share is how far they can be beaten at least."
    )
    return Section(
        "strength",
        "How far these bots can be beaten",
        "Would the conclusions stand against better play?",
        tuple(intro),
        (_against(evidence, stored), _ladder(stored)),
        commands=(
            ("play its games again and compare", f"python -m balance strength {_named(stored)} --verify"),
            ("search again, from there", _command(stored)),
        ),
    )


def _named(stored: Strength) -> str:
    return stored.game if stored.players is None else f"{stored.game} --players {stored.players}"


def _command(stored: Strength) -> str:
    return f"python -m balance strength {_named(stored)} --seed {stored.seed} --budget {stored.budget:g}"


def _verdict(stored: Strength) -> str:
    """What the best response wins, and what that means."""
    mean = stored.mean
    if mean.high <= NEAR:
        meaning = "the plans are near the best that bots of their kind can do"
    elif mean.low >= FAR:
        meaning = "conclusions above hang on weak play"
    elif mean.low > NEAR and mean.high < FAR:
        meaning = "better play is possible, and which plan is best may change with it"
    else:
        meaning = "whether that is near or far this measurement cannot tell"
    return (
        f"A bot tuned freely, for nothing but to beat these plans, wins {share(mean)} against them, each plan"
        f" counting the same, on {count(mean.clusters)} deals that its search had not seen: {meaning}"
        f" ({free(100 * NEAR)} % and less would be near, {free(100 * FAR)} % and more far)."
    )


def _span(stored: Strength, even: float) -> str:
    """The plan it beats least, and the one it beats most."""
    order = sorted(stored.against.items(), key=lambda item: item[1].value)
    (hard, least), (easy, most) = order[0], order[-1]
    said = f"Against one plan at a time it wins from {share(least)} ({hard}) to {share(most)} ({easy})."
    if least.low <= even:
        said += f" It does not beat {hard} beyond doubt: what it gains, it gains from the weaker plans."
    return said


def _habits(evidence: Evidence, stored: Strength) -> str:
    """What it does otherwise, in one sentence."""
    parts = []
    for habit in stored.habits:
        family = evidence.families.get(habit.family)
        name = evidence.card_name(habit.card)
        what = f"{name}, {family.name}" if family is not None else f"{name}, {habit.family}"
        parts.append(f"{what}: {habit.best:.2f} (plans {habit.field:.2f})")
    return (
        "What it does otherwise than the plans do among themselves, per company and game: "
        + "; ".join(parts)
        + "."
    )


def _against(evidence: Evidence, stored: Strength) -> Figure:
    title = "Win share of the best response"
    against = sorted(stored.against.items(), key=lambda item: -item[1].value)
    rows = [("all plans", stored.mean), *against]
    tints = [figures.COLOURS - 1, *(_colour(evidence, plan) for plan, _ in against)]
    dots = [figures.Dot(label, e, tint) for (label, e), tint in zip(rows, tints, strict=True)]
    even = evidence.even
    svg = figures.dots("fig-strength", title, dots, "share", rate=True, reference=even)
    body = tuple(
        (head(label), cell(number(e, "share", rate=True)), Cell(count(e.clusters), number=True))
        for label, e in rows
    )
    table = Table(title, ("against", "win share", "deals"), body)
    note = "Found by a free search against the mean of the plans. Small upright strokes: even."
    return Figure("fig-strength", title, svg, note, table=table)


def _colour(evidence: Evidence, plan: str) -> int:
    return plan_colour(evidence, plan) if plan in evidence.plans else figures.COLOURS - 1


def _ladder(stored: Strength) -> Figure:
    title = "The ladder: each bot against the ones below it"
    body = tuple(
        (
            head(rung.bot),
            Cell(rung.below),
            cell(share(rung.share)),
            Cell("beats it" if rung.beats else "does not beat it beyond doubt"),
        )
        for rung in stored.ladder.rungs
    )
    holds = (
        "Each step beats the one below."
        if stored.ladder.holds
        else "Not every step beats the one below beyond doubt."
    )
    note = (
        f"{holds} {count(stored.ladder.deals)} deals for each pair, seats exchanged; verdicts after Holm's"
        f" correction for {len(stored.ladder.rungs)} steps."
    )
    table = Table(title, ("bot", "against", "win share", "verdict"), body)
    return Figure("fig-rungs", title, note=note, table=table, open_table=True)

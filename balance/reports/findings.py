"""What a run found, in sentences: what is said, and how sure it is. How it looks is elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance import statistics
from balance.games.stated import PLACE, headline  # noqa: F401  (others find it here)
from balance.reports import many
from balance.reports.evidence import FEW_DEALS
from balance.reports.numbers import NO_BREAK, Number, count, number, percent, plain
from balance.reports.verdicts import (
    CANNOT_TELL,
    DOMINANT,
    FAIR_MARGIN,
    FAIRNESS,
    NOT_DOMINANT,
    RANDOM,
    Finding,
    Part,
    first_mover,
    judge_share,
    say,
    share,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from balance.games.interface import Sentence
    from balance.reports.evidence import Evidence
    from balance.statistics import Estimate


# ------------------------------------------------------------------------------------ one question each


def first_by_plan(evidence: Evidence) -> dict[str, Estimate]:
    """Win share of the first to move, for each plan against itself."""
    found = {plan: evidence.mover(0, ("mirror", plan)) for plan in evidence.plans}
    return {plan: estimate for plan, estimate in found.items() if estimate is not None}


def fairness(evidence: Evidence) -> list[Finding]:
    """Is moving first an advantage?"""
    if evidence.seats_at_table > 2:
        return many.order(evidence)
    estimate, where = first_mover(evidence)
    if estimate is None:
        return []
    judged = judge_share(estimate, evidence.even)
    pieces: list[str | Number] = [
        f"Moving first ({where}): ",
        judged.clause,
        ". The first to move wins ",
        share(estimate),
        ".",
    ]
    mark = judged.mark
    for plan, own in _uneven_plans(evidence).items():
        pieces += [f" When {plan} plays itself, the first to move wins ", share(own), "."]
        mark = "bad" if judge_share(own, evidence.even).word == "unfair" else mark
    return [Finding("Fairness", say(*pieces), mark, "fairness", FAIRNESS[mark])]


def _uneven_plans(evidence: Evidence) -> dict[str, Estimate]:
    """Plans for which moving first matters, after Holm's correction for their number."""
    own = first_by_plan(evidence)
    if len(own) < 2 or evidence.deals < FEW_DEALS:
        return {}
    tested = statistics.holm(statistics.p_values(own, null=evidence.even))
    return {str(plan): own[str(plan)] for plan in tested.loc[tested["rejected"], "name"]}


def plans(evidence: Evidence) -> list[Finding]:
    """Which plans are strong, weak, dominant?"""
    if not evidence.different_plans_met:
        only = "Only one plan played" if len(evidence.plans) == 1 else "Every plan met only itself"
        return [
            Finding(
                "Plans", say(f"{only}, so this run cannot say which plans are strong."), "open", "fairness"
            )
        ]
    field = evidence.against("rivals") or evidence.against()
    best, worst = next(iter(field)), next(reversed(field))
    found = []
    parts = say(
        f"Against the other plans {best} wins most, ",
        share(field[best]),
        f", and {worst} least, ",
        share(field[worst]),
        ".",
    )
    found.append(Finding("Plans", parts, "note", "fairness"))
    if len(field) > 1 and evidence.seats_at_table == 2:
        found += _dominance(evidence, field)
    elif evidence.seats_at_table > 2:
        found += many.dominance(evidence)
    return found


def _dominance(evidence: Evidence, field: Mapping[str, Estimate]) -> list[Finding]:
    matrix = evidence.serious_matrix(RANDOM)
    strong = statistics.dominant_plan(matrix, DOMINANT)
    found = []
    if strong is not None:
        sure = "certainly" if strong.certain else "as far as this run can see"
        worst = percent(strong.worst)
        text = f"{strong.bot} is dominant, {sure}: it wins at least {worst} against every other plan."
        found.append(Finding("Dominance", say(text), "bad", "fairness", f"{strong.bot} is dominant"))
    elif len(field) > 2:
        gap = statistics.largest_gap(matrix)
        if gap is not None:
            lead = Number(percent(gap.value, (gap.high - gap.low) / 2), _ends(gap.low, gap.high))
            maybe = _maybe_dominant(matrix)
            first = "No plan wins 55 % or more against every other"
            if maybe:
                first = f"Whether {_list(maybe)} could win 55 % against every other plan this run cannot tell"
            pairing = f". The most uneven pairing is {gap.bot} against {gap.opponent}, "
            parts = say(first, pairing, lead, ".")
            short = CANNOT_TELL if maybe else NOT_DOMINANT
            found.append(Finding("Dominance", parts, "open" if maybe else "good", "fairness", short))
    return found


def _maybe_dominant(matrix: statistics.PlanMatrix) -> list[str]:
    """Plans whose intervals leave it open that they beat all others."""
    others = matrix.cells[~matrix.cells["mirror"]]
    # a pairing that was not played (NaN) leaves it open too
    beaten = others.loc[others["high"] < DOMINANT, "bot"]
    return [plan for plan in matrix.plans if plan not in set(beaten)]


def _list(names: Sequence[str]) -> str:
    """Names as in a sentence."""
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


def ladder(evidence: Evidence) -> list[Finding]:
    """Does each plan beat random play?"""
    rows = ladder_table(evidence)
    if not rows:
        return []
    lost = [plan for plan, estimate in rows.items() if estimate.high <= evidence.even + FAIR_MARGIN]
    unsure = [plan for plan, estimate in rows.items() if estimate.low <= evidence.even and plan not in lost]
    least = min(rows, key=lambda plan: rows[plan].value)
    found = []
    if lost:
        names = ", ".join(lost)
        text = f"No better than random play: {names}. What such a plan does says nothing about the game."
        found.append(Finding("Bots", say(text), "bad", "fairness"))
    if unsure:
        text = f"Whether {_list(unsure)} beats random play this run cannot tell."
        found.append(Finding("Bots", say(text), "open", "fairness"))
    if not found:
        closest = f"{least}, which wins "
        parts = say("Every plan beats random play; the closest is ", closest, share(rows[least]), ".")
        found.append(Finding("Bots", parts, "good", "fairness"))
    return found


def ladder_table(evidence: Evidence) -> dict[str, Estimate]:
    """Win share of each plan against the random bot, see `MeasureBook.partners`."""
    found = {}
    for plan in evidence.plans:
        if plan == RANDOM:
            continue
        pair = (RANDOM, plan) if evidence.book.partners else (plan, RANDOM)
        estimate = evidence.win_share(("pair", *pair))
        if estimate is None:
            continue
        if evidence.book.partners:
            estimate = statistics.left_to_each(estimate, evidence.seats_at_table - 1)
        found[plan] = estimate
    return found


def tension(evidence: Evidence) -> list[Finding]:
    """When is a game decided, and does the leader get caught?"""
    table = evidence.leaders()
    if len(table) < 2:
        return []
    rounds = evidence.reached()
    if len(rounds) < 2:
        return []
    # in the last round of all the lead is the result; where few games go on, the last common one is not
    middle, late = middle_round(rounds), rounds[-2 if rounds[-1] == list(table)[-1] else -1]
    pieces: list[str | Number] = [f"Whoever leads after round {middle} wins ", share(table[middle])]
    if late != middle:
        pieces += [f"; after round {late}, ", share(table[late])]
    pieces.append(".")
    slope = evidence.catch_up
    if slope is not None:
        value = number(slope, "share")
        if slope.high < 0:
            pieces += [" Leads shrink: each round takes ", _flip(value), " of a lead away."]
        elif slope.low > 0:
            pieces += [" Leads grow by themselves: each round adds ", value, " to a lead."]
        else:
            pieces += [" Leads neither shrink nor grow by themselves, as far as this run can see."]
    return [Finding("Comeback", say(*pieces), "note", "tension")]


def middle_round(rounds: Sequence[str]) -> str:
    """The round at half of the game."""
    return rounds[(len(rounds) - 1) // 2]


def unseen(evidence: Evidence) -> list[Finding]:
    """What this run could not see."""
    found = []
    estimate, where = first_mover(evidence)
    if estimate is not None:
        limit = statistics.detection_limit(estimate.standard_error, estimate.clusters)
        if evidence.deals < FEW_DEALS or limit > 0.5 or limit == 0:
            deals = "1 deal" if evidence.deals == 1 else f"{count(evidence.deals)} deals"
            text = f"With {deals} this run is too small to see anything but the grossest effects."
        else:
            points = plain(100 * limit, 1 if limit < 0.1 else 0)
            text = (
                f"An advantage of moving first ({where}) below {points} points of win share would probably"
                " have gone unseen."
            )
        found.append(Finding("Limits", say(text), "open", "trust"))
    return found


# ------------------------------------------------------------------------------- sentences of the game


class UnfilledError(LookupError):
    """A sentence has a place for which this run has no number."""


def fill(text: str, evidence: Evidence) -> tuple[Part, ...]:
    """Words with places filled; UnfilledError names the first place that has no number."""
    pieces: list[str | Number] = []
    at = 0
    for match in PLACE.finditer(text):
        pieces.append(text[at : match.start()])
        pieces.append(_place(match[1], match[2], evidence))
        at = match.end()
    pieces.append(text[at:])
    return say(*pieces)


def _place(name: str, label: str | None, evidence: Evidence) -> str | Number:
    if name == "card" and label is not None:
        return evidence.card_name(label)
    found: Any = evidence.everything.get(name)
    if label is not None and isinstance(found, dict):
        found = found.get(label)
    if found is None or isinstance(found, dict):
        raise UnfilledError(name if label is None else f"{name}[{label}]")
    contrasts = {contrast.id: contrast for contrast in evidence.book.contrasts}
    known = (evidence.measures, evidence.curves, evidence.families, contrasts)
    declared: Any = next((items[name] for items in known if name in items), None)
    if declared is None:
        raise UnfilledError(name)
    return number(found, declared.unit, rate=declared.rate)


def declared(evidence: Evidence) -> tuple[list[Finding], list[str]]:
    """The sentences of the game, and the topics about which this run has nothing to say."""
    found, missing = [], []
    for sentence in evidence.book.sentences:
        try:
            parts = _sentence(sentence, evidence)
        except UnfilledError as gap:
            missing.append(f"{sentence.topic or 'a sentence'} ({gap})")
            continue
        if parts:
            found.append(Finding(sentence.topic or "Also", parts, "note", sentence.chapter))
    return found, missing


def _sentence(sentence: Sentence, evidence: Evidence) -> tuple[Part, ...]:
    parts = fill(sentence.text, evidence)
    estimates: Mapping[str, Any] = evidence.everything
    clause = sentence.judge(estimates) if sentence.judge else ""
    if not clause:
        return parts
    gap = (Part(text=" "),) if parts else ()
    return (*parts, *gap, *fill(clause, evidence))


def all_findings(evidence: Evidence, field: Evidence | None = None) -> tuple[list[Finding], list[str]]:
    """Everything said at the top of the page, and what could not be said.

    field: the games without the random bot, for what is said of the game itself (default: all games).
    """
    serious = field or evidence
    own, missing = declared(serious)
    found: Iterable[Finding] = (
        *many.warned(evidence),
        *many.stalled(evidence),
        *fairness(evidence),
        *plans(evidence),
        *ladder(evidence),
        *own,
        *tension(serious),
        *unseen(evidence),
    )
    return list(found), missing


# ---------------------------------------------------------------------------------------------- details


def _ends(low: float, high: float) -> str:
    half = (high - low) / 2
    inner = f"{percent(low, half)}, {percent(high, half)}".replace(NO_BREAK + "%", "")
    return f"[{inner}]".replace(" ", NO_BREAK)


def _flip(value: Number) -> Number:
    """The same number without its sign, the ends of the interval in order."""
    ends = value.interval.strip("[]").replace(NO_BREAK, " ").split(", ")
    turned = ", ".join(end.lstrip("\N{MINUS SIGN}") for end in reversed(ends))
    return Number(value.value.lstrip("\N{MINUS SIGN}"), f"[{turned}]".replace(" ", NO_BREAK))

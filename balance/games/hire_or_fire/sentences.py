"""What the report says of Hire or Fire at the top of the page.

A sentence has places for measures; a judgement adds a clause when the numbers bear it out (see
`interface.Sentence`). What may stand here: words, and when they are said. Nothing is counted here.
"""

from __future__ import annotations

from math import ceil, inf
from typing import TYPE_CHECKING, Any

from balance.games.interface import Sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

CAVEATS = (
    "Bots read tags, not texts: this report cannot say whether a card is funny or an argument persuades.",
    "How often the right applicant is hired follows from the noise assumed in the card data.",
    "Compare runs at equal noise, and trust what holds at low, medium and high noise.",
)

DEAD = 0.01
"""A card that goes into fewer of the folders it could go into is said to be dead."""

LITTLE = 0.03
"""A part of all money below this is said to hardly matter."""

NEARLY_ALWAYS = 0.9
"""An exchange that helps in more weeks than this is said to be upkeep."""

RELIABLE = 0.8
"""Reliability at which players count as ranked."""

FEW = 30
"""With fewer deals, how far an estimate is off is not known well enough to call a card odd."""

CLEAR = 3.5
"""Standard errors from what is usual: beyond chance even for the most extreme of some hundred cards."""


def _apart(estimate: Any, usual: float) -> int:
    """1: clearly more than usual, -1: clearly less, 0: cannot tell, with as many cards as there are."""
    if estimate.clusters < FEW:
        return 0
    gap = estimate.value - usual
    inside = estimate.low <= usual <= estimate.high
    return 0 if inside or not abs(gap) > CLEAR * estimate.standard_error else 1 if gap > 0 else -1


def _ranked(found: Mapping[str, Any], sign: int, limit: Callable[[Any], bool] = lambda _: True) -> list[str]:
    """Labels whose estimate passes, the largest first (sign 1) or the smallest (-1)."""
    kept = [label for label, estimate in found.items() if limit(estimate)]
    return sorted(kept, key=lambda label: -sign * found[label].value)


def _listed(name: str, labels: list[str], most: int = 3) -> str:
    """Cards with their numbers, as in a sentence."""
    return ", ".join(f"{{card[{label}]}} {{{name}[{label}]}}" for label in labels[:most])


# -------------------------------------------------------------------------------------------- matches


def _trend(e: Mapping[str, Any]) -> str:
    found = e.get("match_by_week", {})
    if len(found) < 2:
        return ""
    most, *_, least = _ranked(found, 1)
    if found[most].low > found[least].high:
        return (
            f"They are most frequent in week {most}, {{match_by_week[{most}]}}, and rarest in week {least},"
            f" {{match_by_week[{least}]}}."
        )
    return "Between weeks this run sees no clear difference."


def _mutual(e: Mapping[str, Any]) -> str:
    mutual, other = e.get("mutual_rate"), e.get("other_rate")
    if mutual is None or other is None:
        return ""
    text = "When two players apply to each other {mutual_rate} of applications match, else {other_rate}"
    if mutual.low > other.high or mutual.high < other.low:
        return f"{text}: whom one applies to matters."
    return f"{text}: no clear difference."


def _reading(e: Mapping[str, Any]) -> str:
    gain = e.get("reading")
    if gain is None:
        return ""
    if gain.low > 0:
        return "Reading the offers of others pays: {reading} of applicants more are found."
    if gain.high < 0:
        return "Reading the offers of others does not pay: what is found changes by {reading} of applicants."
    return "Whether reading the offers of others pays this run cannot tell."


def _misses(e: Mapping[str, Any]) -> str:
    missed, matched = e.get("ambiguity_missed"), e.get("ambiguity_matched")
    if missed is None or matched is None:
        return ""
    text = (
        "Folders that miss have {ambiguity_missed} of their fit with other offers than the best, those that"
        " match {ambiguity_matched}"
    )
    if missed.low > matched.high:
        return f"{text}: folders that could be for anybody miss more often."
    if missed.high < matched.low:
        return f"{text}: ambiguous folders do not miss more often."
    return f"{text}: no clear difference."


def _offers(e: Mapping[str, Any]) -> str:
    found, usual = e.get("job_found", {}), e.get("match_rate")
    if len(found) < 2 or usual is None:
        return ""
    hard = _ranked(found, -1, lambda estimate: _apart(estimate, usual.value) < 0)
    easy = _ranked(found, 1, lambda estimate: _apart(estimate, usual.value) > 0)
    pieces = []
    if easy:
        pieces.append(f"Easiest to hire for are {_listed('job_found', easy)} of applicants found.")
    if hard:
        pieces.append(f"Hardest to hire for: {_listed('job_found', hard)}.")
    return " ".join(pieces) or "No job is clearly easier or harder to hire for than the others."


# ---------------------------------------------------------------------------------------------- cards

_KINDS = (("job_used", "jobs"), ("strength_used", "strengths"), ("weakness_used", "weaknesses"))


def _dead(e: Mapping[str, Any]) -> str:
    pieces, named = [], []
    for name, words in _KINDS:
        found = e.get(name, {})
        if not found:
            continue
        dead = _ranked(found, -1, lambda estimate: estimate.value < DEAD)
        named += [f"{{card[{label}]}}" for label in dead if found[label].high < DEAD][:2]
        pieces.append(f"{len(dead)} of {len(found)} {words}")
    if not pieces:
        return ""
    text = f"Put into less than 1 % of the folders of players who hold them: {', '.join(pieces)}."
    return f"{text} Certainly so: {', '.join(named)}." if named else text


_OVER = (("job_over", "job"), ("strength_over", "strength"), ("weakness_over", "weakness"))


def _over(e: Mapping[str, Any]) -> str:
    good, bad = [], []
    for name, word in _OVER:
        found = e.get(name, {})
        up = _ranked(found, 1, lambda estimate: _apart(estimate, 0) > 0)
        down = _ranked(found, -1, lambda estimate: _apart(estimate, 0) < 0)
        good += [f"{{card[{label}]}} as a {word} {{{name}[{label}]}}" for label in up[:1]]
        bad += [f"{{card[{label}]}} as a {word} {{{name}[{label}]}}" for label in down[:1]]
    if not any(e.get(name) for name, _ in _OVER):
        return ""
    pieces = []
    if good:
        pieces.append(f"Match most above the average: {', '.join(good)}.")
    if bad:
        pieces.append(f"Most below: {', '.join(bad)}.")
    if not pieces:
        return "No card goes together with matching so clearly that this run can see it."
    return " ".join([*pieces, "These are associations, not effects."])


# --------------------------------------------------------------------------------- hands and exchanges


def _hands(e: Mapping[str, Any]) -> str:
    found = e.get("best_by_week", {})
    if len(found) < 2:
        return ""
    first, last = next(iter(found)), next(reversed(found))
    if found[last].high < found[first].low:
        return f"Hands wear down from week {first} to week {last}."
    if found[last].low > found[first].high:
        return f"Hands get better from week {first} to week {last}."
    return "Hands are as good at the end as at the beginning, as far as this run can see."


def _exchange(e: Mapping[str, Any]) -> str:
    useful, kept = e.get("useful"), e.get("kept")
    if useful is None or kept is None:
        return ""
    text = "An exchange would help in {useful} of weeks; in {kept} of these none is made."
    if useful.low > NEARLY_ALWAYS:
        text += " So it is upkeep rather than a decision."
    short = e.get("swaps_short")
    if short is not None and short.value > 0:
        text += " The deck has no skill card to spare in {swaps_short} of weeks."
    return text


# ---------------------------------------------------------------------------------------------- money


def _cards(e: Mapping[str, Any]) -> str:
    found = e.get("salary_income", {})
    parts = [f"{label} brings {{salary_income[{label}]}}" for label in found]
    return f"Of the salary cards {', '.join(parts)} on average." if parts else ""


def _order(e: Mapping[str, Any]) -> str:
    stake = e.get("salary_stake")
    if stake is None:
        return ""
    text = "In hindsight the best order of salary cards pays {salary_stake} of all money more than one by lot"
    if stake.high < LITTLE:
        text += ", so the choice hardly matters"
    reached = e.get("order_income")
    return text + ("; of this players reach {order_income}." if reached is not None else ".")


def _confidence(e: Mapping[str, Any]) -> str:
    thought, usual = e.get("believed"), e.get("match_rate")
    if thought is None or usual is None:
        return ""
    text = "Players give their folders {believed}; {match_rate} match"
    if thought.low > usual.high:
        return f"{text}: they are too sure."
    if thought.high < usual.low:
        return f"{text}: they are too modest."
    return f"{text}."


def _ties(e: Mapping[str, Any]) -> str:
    if not {"by_bonuses", "by_compensations", "unsettled"} <= set(e):
        return ""
    return (
        "Of these bonuses settle {by_bonuses}, compensations {by_compensations}, and {unsettled} stay shared"
        " victories."
    )


def _pieces(e: Mapping[str, Any]) -> str:
    over = e.get("overflow")
    if over is None:
        return ""
    if over.value == 0:
        return "The pieces in the box always suffice."
    return "In {overflow} of games the pieces in the box do not suffice."


# ---------------------------------------------------------------------------------------------- skill


def _skill(e: Mapping[str, Any]) -> str:
    """How many games it takes until money ranks players, by Spearman and Brown."""
    judge, apply = e.get("judge_score"), e.get("apply_score")
    if judge is None or apply is None:
        return ""
    fewest, usual, most = (
        _games(sum(max(0.0, getattr(one, end)) ** 2 for one in (judge, apply)))
        for end in ("high", "value", "low")
    )
    text = "Money correlates with judging skill by {judge_score}, with applicant skill by {apply_score}."
    if most == inf or usual == inf:
        return f"{text} This run cannot tell how many games it takes to rank players."
    return (
        f"{text} It takes about {_round(usual)} games ({_round(fewest)} to {_round(most)}) to rank players by"
        f" their money with a reliability of {round(100 * RELIABLE)} %."
    )


def _games(explained: float) -> float:
    """Games until the mean of a result is reliable: a single one explains so much of it by skill."""
    return RELIABLE / (1 - RELIABLE) * (1 - explained) / explained if 0 < explained < 1 else inf


def _round(games: float) -> str:
    """A number of games with two digits that matter."""
    whole = max(1, ceil(games))
    step = 10 ** max(0, len(str(whole)) - 2)
    return f"{round(whole / step) * step:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


# fmt: off
SENTENCES = (
    Sentence(
        "{match_rate} of applications get the dream job; hiring at random would be right in {level_0}.",
        _trend, "Matches", "matches",
    ),
    Sentence("", _mutual, "Mutual weeks", "matches"),
    Sentence(
        "On the same folders {level_1} of applicants are found by the own offer alone, {level_2} against the"
        " other offers, {level_3} by weighing all at once.",
        _reading, "Reading", "reading",
    ),
    Sentence("", _misses, "Ambiguity", "reading"),
    Sentence(
        "{empty} of folders get no token, {crowded} get three or more.", None, "Tokens", "reading",
    ),
    Sentence("", _offers, "Offers", "offers"),
    Sentence("", _dead, "Dead cards", "cards"),
    Sentence("", _over, "Strong cards", "cards"),
    Sentence("In {nothing} of weeks a hand has nothing that fits the offer.", _hands, "Hands", "hands"),
    Sentence("", _exchange, "Exchange", "hands"),
    Sentence("", _cards, "Salary cards", "salary"),
    Sentence("", _order, "Salary order", "salary"),
    Sentence("", _confidence, "Confidence", "salary"),
    Sentence(
        "A player earns {score}, the winner {winners_money}: {salary_share} of money is from salaries,"
        " {bonus_share} from bonuses, {compensation_share} from compensations.",
        None, "Money", "money",
    ),
    Sentence("{ties} of games have a tie for the most money.", _ties, "Ties", "money"),
    Sentence(
        "{compensations} compensations are paid in a game.", _pieces, "Compensations", "money",
    ),
    Sentence(
        "A folder draws {decoyed} tokens a week from hirers it was not meant for.", None, "Decoys", "bluff",
    ),
    Sentence("", _skill, "Skill", "skill"),
    Sentence("A game asks for {decisions} decisions of all players.", None, "Decisions", "skill"),
)
# fmt: on

"""What the report says of Extremely Bad Hires at the top of the page.

A sentence has places for measures; a judgement adds a clause when the numbers bear it out (see
`interface.Sentence`). What may stand here: words, and when they are said. Nothing is counted here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance.games.interface import Sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FEW = 0.02
"""A share below this is said to be hardly ever."""

OFTEN = 0.1
"""A share below this is not often."""

NEARLY_ALL = 0.98
"""A share above this is said to be nearly all."""

CLEAR = 3.5
"""Standard errors from what is usual: beyond chance even for the most extreme of some fifty cards."""


def _apart(estimate: Any, usual: float) -> int:
    """1: clearly more than usual, -1: clearly less, 0: cannot tell, with as many cards as there are."""
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


def _cause(e: Mapping[str, Any]) -> str:
    causes = {
        "ended_short": "too few Hires were left",
        "ended_mayhem": "a Mayhem ended them",
        "ended_own": "the Job itself ended them",
        "ended_removed": "the Job was taken away",
    }
    known = {name: e[name] for name in causes if name in e and e[name].value > 0}
    first, *rest = [f"{{{name}}} {{}}because {causes[name]}" for name in _ranked(known, 1)] or [""]
    if not first:
        return ""
    return ", ".join([first.replace("{}", "fail "), *(one.replace("{}", "") for one in rest)]) + "."


def _hardest(e: Mapping[str, Any]) -> str:
    found, usual = e.get("job_completion", {}), e.get("completion")
    if len(found) < 2 or usual is None:
        return ""
    hard = _ranked(found, -1, lambda estimate: _apart(estimate, usual.value) < 0)
    easy = _ranked(found, 1, lambda estimate: _apart(estimate, usual.value) > 0)
    pieces = []
    if hard:
        pieces.append(f"Completed least often are {_listed('job_completion', hard)} of attempts.")
    if easy:
        pieces.append(f"Completed most often: {_listed('job_completion', easy)}.")
    return " ".join(pieces) or "No Job is completed clearly more or less often than the others."


def _left(e: Mapping[str, Any]) -> str:
    found = e.get("job_skipped", {})
    average = e.get("skipped")
    if average is None:
        return ""
    clear = _ranked(found, 1, lambda estimate: _apart(estimate, max(2 * average.value, OFTEN)) > 0)
    return f"Left most although a crew was there: {_listed('job_skipped', clear)}." if clear else ""


def _aim(e: Mapping[str, Any]) -> str:
    leader, others = e.get("met_leader"), e.get("met_others")
    if leader is None or others is None or not others.value > 0:
        return ""
    if leader.low > others.high:
        return "Whoever leads meets more of it than the others."
    if leader.high < others.low:
        return "Whoever leads meets less of it than the others: it is not aimed at the leader."
    return "Whether whoever leads meets more of it this run cannot tell."


def _strongest(e: Mapping[str, Any]) -> str:
    found, usual = e.get("card_failed", {}), e.get("completion")
    if not found or usual is None:
        return ""
    fails = 1 - usual.value
    strong = _ranked(found, 1, lambda estimate: _apart(estimate, fails) > 0)
    weak = _ranked(found, -1, lambda estimate: estimate.value > 0 and estimate.low <= fails)
    pieces = []
    if strong:
        pieces.append(f"Attempts fail most after {_listed('card_failed', strong)}.")
    if weak:
        pieces.append(
            f"No more than usual, as far as this run can see, after {_listed('card_failed', weak)}."
        )
    return " ".join(pieces)


def _met(e: Mapping[str, Any]) -> str:
    done = e.get("met_done", {})
    words = {"0": "with none", "1": "with one", "2+": "with more"}
    parts = [f"{words[label]} {{met_done[{label}]}}" for label in words if label in done]
    if len(parts) < 2:
        return ""
    text = f"Completed of the attempts by the Mayhem that met them: {', '.join(parts)}."
    if done.get("0") is not None and done["0"].low > NEARLY_ALL:
        text += " Without Mayhem hardly any attempt fails."
    return text


def _idle(e: Mapping[str, Any]) -> str:
    found = e.get("card_used", {})
    idle = _ranked(found, -1, lambda estimate: estimate.high < OFTEN)
    return f"Hardly ever played: {_listed('card_used', idle, 5)} of draws." if idle else ""


def _sources(e: Mapping[str, Any]) -> str:
    words = {"lost_job": "Jobs", "lost_mayhem": "Mayhem", "lost_fix": "Fixes"}
    known = {name: e[name] for name in words if name in e}
    parts = [f"{{{name}}} through {words[name]}" for name in _ranked(known, 1)]
    return "That is " + ", ".join(parts) + "." if parts else ""


def _stuck(e: Mapping[str, Any]) -> str:
    stuck = e.get("stuck")
    if stuck is None or stuck.low < FEW:
        return ""
    return "In {stuck} of turns the staff is full and nobody in it can work, so that no Hire can be played."


def _discards(e: Mapping[str, Any]) -> str:
    limit = e.get("limit_discards")
    if limit is None:
        return ""
    return "The hand limit hardly ever bites." if limit.high < FEW else ""


def _lift(e: Mapping[str, Any]) -> str:
    found = e.get("card_lift", {})
    good = _ranked(found, 1, lambda estimate: _apart(estimate, 0) > 0)
    bad = _ranked(found, -1, lambda estimate: _apart(estimate, 0) < 0)
    pieces = []
    if good:
        pieces.append(
            f"Players who draw one of these early win more often, by so much: {_listed('card_lift', good)}."
        )
    if bad:
        pieces.append(f"After these they win less often: {_listed('card_lift', bad)}.")
    if not found:
        return ""
    if not pieces:
        return "No card goes together with winning so clearly that this run can see it."
    return " ".join([*pieces, "These are associations, not effects."])


# fmt: off
SENTENCES = (
    Sentence(
        "A game takes {length} rounds; {one_job_away} are won by no more than an average Job brings.",
        None, "Length", "works",
    ),
    Sentence(
        "The lead changes {lead_changes} times in a game. In {trailing} of games somebody is far behind when"
        " the first player has half the target; such a player wins {comeback} of them.",
        None, "Catching up", "works",
    ),
    Sentence("{completion} of attempts are completed.", _cause, "Jobs", "jobs"),
    Sentence("", _hardest, "Jobs", "jobs"),
    Sentence(
        "A crew could be sent in all but {no_crew} of turns; when it could, the Job was left in {skipped}.",
        _left, "Attempts", "jobs",
    ),
    Sentence(
        "{qualified_share} of attempts have the Qualification; of these {completion_qualified} are completed,"
        " of the others {completion_unqualified}.",
        None, "Paths", "jobs",
    ),
    Sentence(
        "An attempt meets {mayhem_met} Mayhem: {met_leader} if its player leads alone, {met_others} if not.",
        _aim, "Mayhem", "interaction",
    ),
    Sentence("", _met, "Mayhem", "interaction"),
    Sentence("", _strongest, "Mayhem", "interaction"),
    Sentence(
        "A player loses {lost_turns} Hire-turns in a game to Incapacitation.", _sources, "Staff", "staff",
    ),
    Sentence("{staff_use} of Active Hires are sent.", _stuck, "Staff", "staff"),
    Sentence(
        "A turn ends with {hand} cards in hand, and {limit_discards} are discarded at the limit.",
        _discards, "Hand", "hands",
    ),
    Sentence("", _idle, "Dead cards", "interaction"),
    Sentence("", _lift, "Cards", "cards"),
    Sentence(
        "A game asks for {decisions} decisions, {decisions_per_turn} in a turn.",
        None, "Decisions", "decisions",
    ),
)
# fmt: on

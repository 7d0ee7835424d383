"""Words for one number: a sentence in parts, its mark, and whether a share is even."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from balance import statistics
from balance.games.interface import RANDOM_BOT
from balance.reports.numbers import Number, count, free, number, single
from balance.simulation.layout import ALL, EQUALS

if TYPE_CHECKING:
    from balance.reports.evidence import Evidence
    from balance.simulation.layout import Group
    from balance.statistics import Estimate

FAIR_MARGIN = 0.02
"""A win share closer than this to even counts as fair: 2 points of a hundred."""


DOMINANT = 0.55
"""A plan that wins so much against every other is dominant."""


RANDOM = RANDOM_BOT
"""By convention of this toolkit the bot of that name plays any legal option."""


Mark = Literal["good", "bad", "open", "note", "moved"]


CANNOT_TELL, NOT_DOMINANT = "cannot tell", "no plan is dominant"
FAIRNESS: dict[Mark, str] = {"good": "fair", "bad": "unfair", "open": CANNOT_TELL, "note": ""}
"""Verdicts in short (see `Finding`)."""


MARK_WORDS = {"good": "in order", "bad": "look here", "open": "not settled", "note": "finding"}


@dataclass(frozen=True)
class Part:
    """A piece of a sentence: words, or a number with its interval."""

    text: str = ""
    number: Number | None = None


@dataclass(frozen=True)
class Finding:
    """A sentence with a topic, a mark, and the id of the section that shows more.

    `short` is its verdict in a few words, the same for all runs that find the same.
    """

    topic: str
    parts: tuple[Part, ...]
    mark: Mark = "note"
    section: str = ""
    short: str = ""

    @property
    def text(self) -> str:
        """The sentence as plain text."""
        return "".join(part.text or str(part.number) for part in self.parts)


def say(*pieces: str | Number | Part) -> tuple[Part, ...]:
    """Words and numbers as parts of a sentence."""
    made = []
    for piece in pieces:
        if isinstance(piece, Number):
            made.append(Part(number=piece))
        elif isinstance(piece, Part):
            made.append(piece)
        elif piece:
            made.append(Part(text=piece))
    return tuple(made)


def share(estimate: Estimate) -> Number:
    """A share as a number in percent."""
    return number(estimate, "share", rate=True)


@dataclass(frozen=True)
class Judgement:
    """Whether a win share is even, in one word and one clause."""

    word: Literal["fair", "unfair", "uneven", "unknown"]
    clause: str
    more_games: int | None = None

    @property
    def short(self) -> str:
        """A few words, for a table."""
        words = {"fair": "fair", "unfair": "unfair", "uneven": "not even", "unknown": "cannot tell"}
        more = f"; {count(round_up(self.more_games))} games more would" if self.more_games else ""
        return words[self.word] + more

    @property
    def mark(self) -> Mark:
        """How it is marked on the page."""
        marks: dict[str, Mark] = {"fair": "good", "unfair": "bad", "uneven": "open", "unknown": "open"}
        return marks[self.word]


def judge_share(estimate: Estimate, even: float, margin: float = FAIR_MARGIN) -> Judgement:
    """Say whether a win share is even within a margin, unfair beyond it, or not yet known."""
    verdict = statistics.verdict(estimate, margin, null=even)
    points = free(100 * margin)
    within = f"within {points} points of {single(even, 'share')}"
    if verdict.word == "equivalent":
        real = "; the difference is real, but small" if verdict.differs else ""
        return Judgement("fair", f"fair, {within}{real}")
    if estimate.low > even + margin or estimate.high < even - margin:
        return Judgement("unfair", f"unfair, by more than {points} points")
    if verdict.word == "moved":
        return Judgement("uneven", f"not even; whether by more than {points} points this run cannot tell")
    more = ""
    if verdict.more_games:
        more = f"; about {count(round_up(verdict.more_games))} more games would tell"
    return Judgement("unknown", f"cannot tell yet whether it is fair ({within}){more}", verdict.more_games)


def first_mover(evidence: Evidence) -> tuple[Estimate | None, str]:
    """Win share of whoever moves first, and in which games: between equal plans, else all."""
    group, where = first_group(evidence)
    return evidence.mover(0, group), where


def first_group(evidence: Evidence) -> tuple[Group, str]:
    """The games that judge the first move, and the same in words."""
    layout = evidence.layout
    if not layout.mirror.any():
        return ALL, "over all pairings"
    own = set(layout.bots[layout.mirror].ravel().tolist())
    left_out = RANDOM in own and len(own) > 1
    return EQUALS, "between equal plans" + (", random play left out" if left_out else "")


def round_up(value: float) -> float:
    """Two digits are enough for a forecast."""
    step = 10 ** max(0, len(str(int(value))) - 2)
    return float(-(-value // step) * step)

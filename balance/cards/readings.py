"""Open questions of a rule book: the readings that are implemented, and the one in use.

A reading either turns a switch of the rules (`switch` names it, the readings are its positions) or sets
values of the card data (`set`: paths and values), or needs neither because it is what the rules do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from balance.cards.paths import Path, listing, path_text
from balance.cards.validate import Problem, Strict, unknown_ids, wrong

if TYPE_CHECKING:
    from collections.abc import Iterator

    from balance.cards.read import Document

Impact = Literal["H", "M", "L"]
WORD = Field(
    pattern=r"^[a-z][a-z0-9_]{0,39}$",
    json_schema_extra={
        "allowed": "a word of small letters, digits and _, at most 40, beginning with a letter"
    },
)
Word = Annotated[str, WORD]
AssumptionId = Annotated[
    str,
    Field(
        pattern=r"^[A-Z]{1,4}-[0-9]{1,3}$",
        json_schema_extra={"allowed": "the id of an assumption, such as HA-11"},
    ),
]
Text = Annotated[str, Field(min_length=1, max_length=2000)]


class Choice(Strict):
    """One reading: what it says, and the values it sets."""

    text: Text
    sets: dict[str, Any] = Field(default_factory=dict, alias="set")


class Question(Strict):
    """An open question: how much it matters, the reading in use, all readings implemented."""

    question: Text
    impact: Impact
    reading: Word
    switch: Word | None = None
    choices: dict[Word, Choice] = Field(min_length=1, max_length=50)
    left_out: Text | None = None  # readings one could think of that are not implemented


@dataclass(frozen=True)
class Reading:
    """A reading by name, in words."""

    name: str
    text: str


@dataclass(frozen=True)
class Assumption:
    """What the rule book leaves open and how it is read here; `alternatives` can be chosen instead."""

    id: str
    question: str
    impact: Impact
    reading: str
    text: str
    alternatives: tuple[Reading, ...]


def check_readings(questions: Mapping[str, Question], document: Document) -> Iterator[Problem]:
    """A reading in use that is not implemented."""
    for name, question in questions.items():
        if question.reading not in question.choices:
            known = list(question.choices)
            allowed = (
                f"one of {listing(known)}" if len(known) > 1 else f"{known[0]} (the only one implemented)"
            )
            yield wrong(document, ("readings", name, "reading"), question.reading, allowed, known)


def assumptions_of(questions: Mapping[str, Question]) -> tuple[Assumption, ...]:
    """The questions as records for reports, in the order of their ids."""
    return tuple(
        Assumption(
            id=name,
            question=q.question,
            impact=q.impact,
            reading=q.reading,
            text=q.choices[q.reading].text,
            alternatives=tuple(Reading(n, c.text) for n, c in q.choices.items() if n != q.reading),
        )
        for name, q in sorted(questions.items())
    )


Switches = Mapping[str, Sequence[str]]
"""For each switch of the rules the names of its positions, in the order of their numbers."""


def check_switches(
    questions: Mapping[str, Question], document: Document, switches: Switches
) -> Iterator[Problem]:
    """Each switch belongs to one question, and the readings of that question are its positions."""
    used: dict[str, str] = {}
    for name, question in questions.items():
        at: Path = ("readings", name)
        switch = question.switch
        if switch is None:
            continue
        if switch not in switches:
            yield wrong(document, (*at, "switch"), switch, f"one of {listing(switches)}", list(switches))
            continue
        if switch in used:
            text = f"found the switch {switch}, which {used[switch]} has already, allowed: one question each"
            yield Problem(document.place((*at, "switch")), path_text((*at, "switch")), text)
            continue
        used[switch] = name
        yield from unknown_ids(document, (*at, "choices"), question.choices, switches[switch], "reading")
    for switch in switches:
        if switch not in used:
            text = f"no question has the switch {switch}, allowed: one question for each switch of the rules"
            yield Problem(document.place(("readings",)), "readings", text)


def switch_position(questions: Mapping[str, Question], switches: Switches, switch: str) -> int:
    """The number of a switch's position, by the reading in use."""
    reading = next(q.reading for q in questions.values() if q.switch == switch)
    return switches[switch].index(reading)

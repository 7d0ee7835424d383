"""Every registered game passes the checks of `conformance.py`, with every number of players."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest

from balance.games import GAMES, get
from tests.conformance import conformance
from tests.conformance.conformance import Subject

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]


TABLES = [(name, seats) for name in sorted(GAMES) for seats in get(name).info.seats]


@pytest.fixture(scope="module", params=TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])
def subject(request: pytest.FixtureRequest) -> Subject:
    name, seats = request.param
    return conformance.subject(name, seats=seats)


@pytest.fixture(scope="module")
def others(subject: Subject) -> list[Subject]:
    """The game with each open point read another way, one at a time; each with one number of players."""
    name = subject.game.info.id
    return [
        conformance.subject(name, [other], subject.seats)
        for other in part(subject, conformance.readings(name))
    ]


def part(subject: Subject, things: Sequence[T]) -> Sequence[T]:
    """These things dealt out to the numbers of players of a game: those of this one."""
    seats = subject.game.info.seats
    return things[seats.index(subject.seats) :: len(seats)]


def test_options_are_exactly_those_that_apply(subject: Subject, others: list[Subject]) -> None:
    fewest = subject.seats == min(subject.game.info.seats)
    conformance.options_are_exactly_those_that_apply(subject, 0, every_code=fewest)
    for deal in part(subject, range(1, 8)):
        conformance.options_are_exactly_those_that_apply(subject, deal, every_code=False)
    for number, other in enumerate(others):
        conformance.options_are_exactly_those_that_apply(other, 100 + number, every_code=False)


def test_cards_and_money_are_conserved(subject: Subject, others: list[Subject]) -> None:
    for deal in part(subject, range(15)):
        conformance.cards_and_money_are_conserved(subject, deal)
    for number, other in enumerate(others):
        conformance.cards_and_money_are_conserved(other, 100 + number)


def test_a_game_ends_with_a_result(subject: Subject, others: list[Subject]) -> None:
    for number, other in enumerate([*part(subject, [subject] * 30), *others * 3]):
        conformance.a_game_ends_with_a_result(other, number)


def test_the_same_key_gives_the_same_game(subject: Subject) -> None:
    for deal in part(subject, range(10)):
        conformance.the_same_key_gives_the_same_game(subject, deal)


def test_positions_survive_as_text(subject: Subject, others: list[Subject]) -> None:
    for number, other in enumerate([*part(subject, [subject] * 3), *others]):
        conformance.positions_survive_as_text(other, number)


def test_option_texts_differ(subject: Subject, others: list[Subject]) -> None:
    for number, other in enumerate([*part(subject, [subject] * 10), *others]):
        conformance.option_texts_differ(other, number)


def test_transcripts_can_be_replayed(subject: Subject, others: list[Subject]) -> None:
    for number, other in enumerate([*part(subject, [subject] * 10), *others]):
        conformance.transcripts_can_be_replayed(other, number)


def test_bots_see_only_what_they_may(subject: Subject, others: list[Subject]) -> None:
    for number, other in enumerate([*part(subject, [subject] * 15), *others]):
        conformance.bots_see_only_what_they_may(other, number)


def test_plain_python_plays_the_same(subject: Subject, others: list[Subject]) -> None:
    for number, other in enumerate([*part(subject, [subject] * 10), *others]):
        conformance.plain_python_plays_the_same(other, number)


def test_plain_python_counts_the_same(subject: Subject, others: list[Subject]) -> None:
    conformance.plain_python_counts_the_same(subject, part(subject, range(40)))
    for number, other in enumerate(others):
        deals = range(100 + 5 * number, 105 + 5 * number)
        conformance.plain_python_counts_the_same(other, part(subject, deals))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_index_checks_find_nothing(name: str) -> None:
    """The same games in a process that compiles with index checks. Cold, it compiles for a while, once."""
    environment = {**os.environ, "BALANCE_BOUNDSCHECK": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.conformance.conformance", name]
    found = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.split() == ["True", conformance.digest(name)]


def test_the_checks_have_teeth(subject: Subject) -> None:
    """A game that cheats is found out: a bot that looks at the deck, a transcript that lacks a line."""

    class Peeks(type(subject.game)):  # type: ignore[misc]
        def choose(self, match, bots):
            options = self.options(match)
            return options[zlib.crc32(match.state.tobytes()) % len(options)]

    cheat = Subject(Peeks(), subject.cards, subject.seats)
    with pytest.raises(AssertionError, match="hidden"):
        conformance.bots_see_only_what_they_may(cheat, 0)

    class Forgets(type(subject.game)):  # type: ignore[misc]
        def transcript(self, cards, match, names):
            lines = super().transcript(cards, match, names)
            return lines[: len(lines) // 2]

    with pytest.raises(AssertionError):
        conformance.transcripts_can_be_replayed(Subject(Forgets(), subject.cards, subject.seats), 0)

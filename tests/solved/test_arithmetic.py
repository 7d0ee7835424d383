"""Danger and the price of a card: our numbers against closed forms."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare, hypergeom

from balance import jit
from balance.games.employee_handbook import GAME
from balance.games.employee_handbook.bots import base_danger, draw_worth, mean_gain
from balance.games.employee_handbook.knowledge import hazard_chance
from balance.games.employee_handbook.state import MIND
from balance.games.employee_handbook.weights import APPRAISAL, BOT
from tests.frozen import frozen_folder
from tests.games.employee_handbook.cases import Table

HARMLESS = 22 * 2 + 4 * 5 + 8 * 2  # $ in a fresh deck when a tactic is worth $2 (HB-65)
HAZARDS = {1: 2, 4: 3, 7: 4}  # HB-65..67
SHUFFLES = 6000
each_deck = pytest.mark.parametrize(("number", "hazards"), HAZARDS.items(), ids=str)


@cache
def shuffled(hazards: int) -> np.ndarray:
    """Where hazards lie (1) in many opening decks with so many of them, next card first."""
    cards = GAME.load(frozen_folder("employee_handbook"), (("eras[0].copies.hazard", hazards),))
    tables, hazard = GAME.tables(cards), list(cards.model.cards).index("hazard")
    size = 34 + hazards
    found = np.zeros((SHUFFLES, size), bool)
    for deal in range(SHUFFLES):
        match = GAME.new(tables, 1515 + hazards, deal)
        state = match.state[0]
        assert state["deck_size"] == size
        found[deal] = (state["deck"][:size][::-1] >> 8) == hazard
    return found


def fresh(number: int) -> Any:
    """Rules and game, as objects, with a new deck just shuffled before that round; A has not moved yet."""
    if number == 1:
        match = Table("new game").match
    else:
        table = Table(f"round {number - 1}, second turn, A to move: draw\nowes 0")
        table.run("bank")
        match = table.match
    return jit.as_objects(match.tables)[0], jit.as_objects(match.state)[0]


@each_deck
def test_next_card(number: int, hazards: int) -> None:
    """S-15: with nothing known, hazards over cards, public (HB-60, HB-61, HB-65..67)."""
    rules, game = fresh(number)
    expected = hazards / (34 + hazards)
    assert jit.plain(base_danger)(game) == pytest.approx(expected, abs=1e-15)
    for position in (1, 2, 20, 34 + hazards):
        chance = jit.plain(hazard_chance)(rules, game, game.active, position)
        assert chance == pytest.approx(expected, abs=1e-12)


@each_deck
@pytest.mark.parametrize("cost", [4, 8, 12])
def test_price_of_one_more_card(number: int, hazards: int, cost: int) -> None:
    """S-15: (1 - p) g - p C, as the bots weigh it (HB-29, HB-30); a tactic counts $2."""
    rules, game = fresh(number)
    bot, appraisal, mind = (jit.as_objects(np.zeros(1, kind))[0] for kind in (BOT, APPRAISAL, MIND))
    bot.tactic, bot.caution = 2.0, 1.0
    appraisal.gain = jit.plain(mean_gain)(rules, game, bot)
    appraisal.point = 1 / 3
    mind.next, mind.cost = jit.plain(base_danger)(game), cost / 3
    worth = 3 * jit.plain(draw_worth)(bot, appraisal, mind)
    assert worth == pytest.approx(float(Fraction(HARMLESS - hazards * cost, 34 + hazards)), abs=1e-12)
    mind.cost = HARMLESS / hazards / 3  # where it breaks even
    assert jit.plain(draw_worth)(bot, appraisal, mind) == pytest.approx(0.0, abs=1e-12)


def test_table_of_fresh_decks() -> None:
    """S-15 in round numbers, worked out by hand: p, EV for C = 4, 8, 12, break-even C."""
    rows = []
    for hazards in HAZARDS.values():
        size = 34 + hazards
        values = [round((HARMLESS - hazards * cost) / size, 2) for cost in (4, 8, 12)]
        rows.append((round(hazards / size, 4), *values, round(HARMLESS / hazards, 1)))
    assert rows == [
        (0.0556, 2.0, 1.78, 1.56, 40.0),
        (0.0811, 1.84, 1.51, 1.19, 26.7),
        (0.1053, 1.68, 1.26, 0.84, 20.0),
    ]


@each_deck
@pytest.mark.parametrize("draws", [1, 2, 3, 5, 7])
def test_hazards_among_the_next_cards(number: int, hazards: int, draws: int) -> None:
    """HB-65..67: as many hazards in the first cards of a shuffled deck as the hypergeometric law says."""
    size = 34 + hazards
    seen = np.bincount(shuffled(hazards)[:, :draws].sum(axis=1), minlength=hazards + 1)
    law = hypergeom(size, hazards, draws).pmf(np.arange(hazards + 1))
    none = comb(size - hazards, draws) / comb(size, draws)
    assert abs(seen[0] / SHUFFLES - none) < 4 * (none * (1 - none) / SHUFFLES) ** 0.5
    rare = SHUFFLES * law < 5  # too few for chi-square: counted with the next more frequent
    last = int(np.flatnonzero(~rare)[-1])
    expected = np.append(law[:last], law[last:].sum()) * SHUFFLES
    found = np.append(seen[:last], seen[last:].sum())
    assert chisquare(found, expected).pvalue > 0.001


@each_deck
def test_hazards_lie_anywhere(number: int, hazards: int) -> None:
    """HB-65..67: every position holds a hazard equally often."""
    counts = shuffled(hazards).sum(axis=0)
    assert counts.sum() == SHUFFLES * hazards
    # positions of one deck share its hazards: the sum of squares is smaller than chi-square by (1 - p)
    spread = ((counts - counts.mean()) ** 2 / counts.mean()).sum() / (1 - hazards / len(counts))
    degrees = len(counts) - 1
    assert abs(spread - degrees) < 4 * (2 * degrees) ** 0.5


def test_where_the_first_hazard_lies() -> None:
    """HB-65: the first of two hazards is card k with C(36 - k, 1) / C(36, 2)."""
    first = shuffled(2).argmax(axis=1)
    law = np.array([comb(35 - place, 1) / comb(36, 2) for place in range(35)])
    assert law.sum() == pytest.approx(1.0)
    seen = np.bincount(first, minlength=35)[:35]
    found, expected = np.append(seen[:30], seen[30:].sum()), np.append(law[:30], law[30:].sum())
    assert chisquare(found, expected * SHUFFLES).pvalue > 0.001


@pytest.mark.parametrize("hazards", [2, 3, 4])
@pytest.mark.parametrize("place", [1, 2, 3, 4, 5])
def test_after_a_block(hazards: int, place: int) -> None:
    """S-15, HB-35, HB-36: the rival of a blocker faces one of five places, and the other hazards.

    In a deck of 30, the placed hazard alike on 1..5 and the others alike on the 29 other places, the next
    k cards are safe with (5 - k) / 5 C(30 - h, k) / C(29, k). What the rival may know gives the same, draw
    by draw, wherever the hazard lies.
    """
    table = Table(
        "round 5, first turn, A to move: draw\nowes 1\nA: $0, W1, shields 1/1\n"
        f"B: $0, W1, orders 2\ndeck: H {30 - hazards}P {hazards - 1}H"
    )
    table.run(f"draw\nplace {place}\nbank\nend business")
    safe = 1.0
    for k in range(1, 6):
        rules, game = jit.as_objects(table.match.tables)[0], jit.as_objects(table.match.state)[0]
        assert game.active == 1
        assert game.deck_size == 31 - k
        chance = jit.plain(hazard_chance)(rules, game, 1, 1)
        safe *= 1.0 - chance
        expected = Fraction((5 - k) * comb(30 - hazards, k), 5 * comb(29, k))
        assert safe == pytest.approx(float(expected), abs=1e-12)
        if k == 1:
            assert round(chance, 3) == {2: 0.228, 3: 0.255, 4: 0.283}[hazards]
        if k == place:  # the next card is the hazard
            return
        table.run("draw")

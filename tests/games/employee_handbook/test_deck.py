"""The draw pile: keyed order, even shuffles, and the danger that can be known exactly."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import chisquare

from balance import jit
from balance.games.employee_handbook import GAME
from balance.games.employee_handbook.deck import shuffle
from balance.games.employee_handbook.knowledge import hazard_chance
from tests.frozen import frozen_folder
from tests.games.employee_handbook.cases import Table, data

Readings = tuple[tuple[str, str], ...]


def deck(tables: np.ndarray, seed: int, deal: int) -> list[int]:
    """The opening deck of a deal, next card first."""
    game = GAME.new(tables, seed, deal).state[0]
    return game["deck"][: game["deck_size"]][::-1].tolist()


def changed(*overrides: tuple[str, object]) -> np.ndarray:
    return GAME.tables(GAME.load(frozen_folder("employee_handbook"), overrides))


def kind(name: str) -> int:
    return list(data()[0].model.cards).index(name)


def test_one_more_hazard_moves_no_other_card() -> None:
    """HB-65: two decks that differ by a card have the others in the same order."""
    tables, more = data()[1], changed(("eras[0].copies.hazard", 3))
    new = kind("hazard") * 256 + 2
    for deal in range(50):
        with_it = deck(more, 1, deal)
        assert len(with_it) == 37
        with_it.remove(new)
        assert with_it == deck(tables, 1, deal)


def test_other_seeds_deals_and_eras_have_other_orders() -> None:
    """HB-66: luck is named by seed, deal and era."""
    tables = data()[1]
    orders = {tuple(deck(tables, seed, deal)) for seed in range(20) for deal in range(20)}
    assert len(orders) == 400
    harmless = []
    for before in (3, 6):
        table = Table(f"round {before}, second turn, A to move: draw\nowes 0\nluck 77")
        table.run("bank")
        pile = table.game["deck"][: table.game["deck_size"]].tolist()
        harmless.append([card for card in pile if card >> 8 != kind("hazard")])
    assert sorted(harmless[0]) == sorted(harmless[1])
    assert harmless[0] != harmless[1]


def test_what_is_bought_moves_no_luck() -> None:
    """The decks of later rounds do not depend on what happened before."""
    decks = []
    for board in ("A: $0, W1", "A: $50, W2 F2, hand 3R"):
        decisions = len(board)
        table = Table(
            f"round 3, second turn, A to move: draw\nowes 0\n{board}\nluck 5\ndecisions {decisions}"
        )
        table.run("bank")
        decks.append(table.game["deck"][:37].tolist())
    assert decks[0] == decks[1]


def test_opening_decks_are_shuffled_evenly() -> None:
    """HB-65: over many deals each card is equally likely at each position; the same for pairs of cards."""
    tables = data()[1]
    deals = 4000
    orders = np.array([deck(tables, 99, deal) for deal in range(deals)])
    hazard, windfall = kind("hazard") * 256, kind("windfall") * 256
    for card in (0, hazard, windfall + 3):
        places = np.bincount(np.nonzero(orders == card)[1], minlength=36)
        assert chisquare(places).pvalue > 0.001
    first = np.nonzero(orders == hazard)[1]
    second = np.nonzero(orders == hazard + 1)[1]
    apart = np.bincount((second - first) % 36, minlength=36)[1:]
    assert chisquare(apart).pvalue > 0.001
    assert abs((first < second).mean() - 0.5) < 4 * 0.5 / deals**0.5


def test_small_decks_have_every_order_alike() -> None:
    """HB-68: the 24 orders of four cards, each as often as chance allows."""
    tables, plain = jit.as_objects(data()[1]), jit.plain(shuffle)
    table = Table("deck: P W I H")
    game = jit.as_objects(table.match.state)[0]
    start = [game.deck[place] for place in range(4)]
    seen: dict[tuple[int, ...], int] = {}
    rng = np.random.default_rng(3)
    for key in rng.integers(-(2**63), 2**63, 6000).tolist():
        for place in range(4):
            game.deck[place] = start[place]
        plain(tables[0], game, key)
        order = tuple(game.deck[place] for place in range(4))
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 24
    assert chisquare(list(seen.values())).pvalue > 0.001


def test_a_reshuffle_is_even() -> None:
    """HB-68: each card of the discard pile may come first, alike; the second time is another."""
    firsts = np.zeros(5, int)
    same = 0
    given = (
        "round 5, first turn, A to move: draw\nA: $0, W1, shields 1/1\ndeck: none\ndiscard: 1P 1W 1I 1O 1H\n"
    )
    kinds = ["profit", "windfall", "inspection", "overtime", "hazard"]
    for luck in range(2000):
        piles = []
        for times in (0, 1):
            table = Table(f"{given}luck {luck}\nreshuffles {times}")
            table.run("draw\n= deck 4 cards")
            piles.append(table.game["deck"][:4].tolist())
        same += piles[0] == piles[1]
        left = {card >> 8 for card in piles[0]}
        firsts[next(n for n, name in enumerate(kinds) if kind(name) not in left)] += 1
    assert chisquare(firsts).pvalue > 0.001
    assert same < 60  # 1 in 120


def test_a_shuffle_keeps_every_card() -> None:
    """D-8: cards are put in another order, none is lost and none made."""
    table = Table("A: $0, W1, hand 1R\ndeck: 22P 4W 2I 2O 2S 3H\nluck 4")
    before = sorted(table.game["deck"][: table.game["deck_size"]].tolist())
    table.run("play reorganization")
    assert sorted(table.game["deck"][: table.game["deck_size"]].tolist()) == before


def chance(given: str, seat: int, position: int) -> float:
    """What a company can know of the danger at a position."""
    match = Table(given).match
    rules, game = jit.as_objects(match.tables)[0], jit.as_objects(match.state)[0]
    return float(jit.plain(hazard_chance)(rules, game, seat, position))


@pytest.mark.parametrize(
    ("given", "position", "expected"),
    [
        ("deck: H 4P", 1, Fraction(1, 5)),  # nothing known: hazards over cards
        ("deck: 2H 6P", 5, Fraction(2, 8)),
        ("deck: H 4P", 6, Fraction(0)),  # beyond the bottom
        ("deck: H 4P\nA knows: H", 1, Fraction(1)),  # seen or placed
        ("deck: P H 3P\nA knows: P", 1, Fraction(0)),
        ("deck: P H 3P\nA knows: P", 2, Fraction(1, 4)),  # one of four others
        ("deck: H 4P\nA knows: H!", 2, Fraction(0)),  # the only hazard lies elsewhere
        ("deck: H 7P\nA near: 5", 1, Fraction(1, 5)),  # the rival placed it in one of five
        ("deck: H 7P\nA near: 5", 6, Fraction(0)),
        ("deck: P H 6P\nA knows: P\nA near: 5", 2, Fraction(1, 4)),
        ("deck: 2H 6P\nA near: 5", 1, 1 - Fraction(4, 5) * Fraction(6, 7)),  # that one, or the other
    ],
)
def test_danger_is_exact(given: str, position: int, expected: Fraction) -> None:
    """HB-60, HB-61, HB-63: the chance of a hazard for all that a company may know."""
    assert chance(given, 0, position) == pytest.approx(float(expected), abs=1e-12)


def test_danger_can_be_counted() -> None:
    """HB-60, HB-61: without knowledge the chance is what many shuffles come to."""
    hits = []
    for luck in range(2000):
        table = Table(f"A: $0, W1, hand 1R\ndeck: 3H 9P\nluck {luck}")
        table.run("play reorganization\nend business")
        hits.append(table.game["deck"][table.game["deck_size"] - 1] >> 8 == kind("hazard"))
    assert abs(np.mean(hits) - 0.25) < 4 * (0.25 * 0.75 / 2000) ** 0.5

"""Engine and referee agree, decision by decision, on games by chance over card sets by chance.

These are some hundred games; `python -m tests.oracles.ebh.duel --sets 400 --games 25` plays 10,000 (no test).
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from balance.chance import deal_key
from balance.games.extremely_bad_hires import GAME
from tests.oracles.ebh import adapter, card_makers, duel
from tests.oracles.ebh.referee import Referee

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("seed", range(24))
def test_games_over_a_random_card_set(seed: int, tmp_path: Path) -> None:
    played, _, wrong = duel.play_set(seed, 12, tmp_path)
    assert wrong == []
    assert played == 12


@pytest.mark.parametrize("switch", card_makers.POSITIONS)
def test_each_reading(switch: str, tmp_path: Path) -> None:
    """Every position of every switch, the others as they usually are (O-04 to O-38, V-01)."""
    for number, reading in enumerate(card_makers.POSITIONS[switch][1:]):
        seed = 1000 + 10 * sorted(card_makers.POSITIONS).index(switch) + number
        played, _, wrong = duel.play_set(seed, 6, tmp_path / reading, {switch: reading})
        assert wrong == []
        assert played == 6


def test_a_logged_game_can_be_checked_step_by_step(tmp_path: Path) -> None:
    """The codes of a transcript, and one of them changed."""
    cards = card_makers.card_set(0)
    tables = duel.compiled(card_makers.write(cards, tmp_path), 3)
    data, key, rng = card_makers.data(cards, 3), deal_key(5, 5), random.Random(5)
    match = duel.Duel(GAME.kernels, tables, GAME.state_dtype, data, key, card_makers.QUALIFICATIONS)
    codes: list[int] = []
    choose = duel.by_chance(rng)
    while words := match.check():
        word = choose(words)
        codes.append(words[word])
        match.take(word, words[word])
    again = duel.Duel(GAME.kernels, tables, GAME.state_dtype, data, key, card_makers.QUALIFICATIONS)
    assert again.replay(codes) == len(codes) > 10
    wrong = duel.Duel(GAME.kernels, tables, GAME.state_dtype, data, key, card_makers.QUALIFICATIONS)
    with pytest.raises(duel.Disagreement, match="not offered"):
        wrong.replay([*codes[:5], 16 * 1024 + 31])


def test_a_difference_is_seen(tmp_path: Path) -> None:
    """The duel compares what matters: a total, a hand, a deck, a mark moved by hand is found."""
    cards = card_makers.card_set(0)
    tables = duel.compiled(card_makers.write(cards, tmp_path), 2)
    data = card_makers.data(cards, 2)
    match = duel.Duel(
        GAME.kernels, tables, GAME.state_dtype, data, deal_key(0, 0), card_makers.QUALIFICATIONS
    )
    assert match.check()
    for change in ("profit", "hand_size", "deck_size"):
        before = match.state.copy()
        match.state[0]["player"][1][change] += 1 if change == "profit" else -1
        with pytest.raises(duel.Disagreement, match="players"):
            match.check()
        match.state[:] = before


def test_a_game_goes_on_below_the_target_and_is_over_at_it() -> None:
    """EBH-11.10, EBH-11.11, C-111: never an open game with a total at or above the target."""
    for seed in range(6):
        cards = card_makers.card_set(seed)
        cards["readings"]["equal_turns"] = "at_once"
        referee, rng = (
            Referee(card_makers.data(cards, 2 + seed % 3), deal_key(seed, 0)).start(),
            random.Random(seed),
        )
        top = cards["frame"]["target"]
        while referee.asking:
            assert max(player.profit for player in referee.g.players) < top
            referee.apply(rng.choice(referee.options()))
        reached = [p.seat for p in referee.g.players if p.profit >= top]
        assert bool(reached) is bool(referee.g.winners)
        assert set(referee.g.winners) <= set(reached)
        assert bool(referee.g.stalled) is not bool(reached)
        assert adapter.position(referee.g)["players"]

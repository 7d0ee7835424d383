"""Engine and referee agree, decision by decision; and bots choose as the model of judgement says.

These are some hundred games; `python -m tests.oracles.hof.duel --sets 400` plays more (no test).
"""

from __future__ import annotations

import random

import pytest

from balance.chance import deal_key
from balance.games.hire_or_fire import GAME
from balance.games.hire_or_fire.weights import WEIGHTS
from balance.simulation.places import card_folder
from tests.oracles.hof import adapter, duel, makers
from tests.oracles.hof.referee import decide


@pytest.mark.parametrize("block", range(4))
def test_games_of_rule_sets_by_chance(block: int) -> None:
    """Options, positions, money, winners: all frames, readings and numbers of players."""
    for seed in range(15 * block, 15 * block + 15):
        played, _, wrong = duel.play_set(seed, 4)
        assert wrong == []
        assert played == 4


@pytest.mark.parametrize("block", range(4))
def test_bots_choose_as_the_model_says(block: int) -> None:
    """M-2 to M-6: offers, exchanges, folders, salaries and hires of bots by chance; now and then off plan."""
    for seed in range(500 + 10 * block, 506 + 10 * block):
        played, _, wrong = duel.play_set(seed, 3, judged=True)
        assert wrong == []
        assert played == 3


@pytest.mark.parametrize("players", [3, 6])
def test_shipped_cards_and_bots(players: int) -> None:
    """M-2 to M-6: all 150 folders of a hand of shipped cards are weighed."""
    cards = GAME.load(card_folder("hire_or_fire"))
    names = list(cards.bots)
    bots = [GAME.bot(cards, names[seat % len(names)]) for seat in range(players)]
    weights = [{name: float(bot[name]) for name in WEIGHTS} for bot in bots]
    one = duel.Duel(GAME.tables(cards, players), deal_key(8, players))
    assert one.play(lambda game, words: game.bot_choice(words, weights)) > 4 * 6 * players


@pytest.mark.parametrize("switch", makers.POSITIONS)
def test_each_reading(switch: str) -> None:
    """Every position of every switch, the others as they usually are (HG-01 to HG-18)."""
    for number, reading in enumerate(makers.POSITIONS[switch]):
        seed = 1000 + 10 * sorted(makers.POSITIONS).index(switch) + number
        played, _, wrong = duel.play_set(seed, 4, {switch: reading})
        assert wrong == []
        assert played == 4


@pytest.mark.parametrize("switch", sorted(set(makers.POSITIONS) - {"halves", "offers"}))
def test_a_switch_is_seen(switch: str) -> None:
    """A referee that reads it another way disagrees (offers in turn and whole cards move only judgement)."""
    seen = 0
    for seed in range(12):
        players = 3 + seed % 2  # with more players tokens do not come home
        made = makers.lot(seed, players, {switch: makers.POSITIONS[switch][1]})
        data = adapter.data(made[0])
        data.readings[switch] = makers.POSITIONS[switch][0]
        one = duel.Duel(made, deal_key(seed, 0), data)
        try:
            one.play(duel.by_chance(random.Random(seed)))
        except duel.Disagreement:
            seen += 1
    assert seen > 0


@pytest.mark.parametrize("weight", makers.weights(random.Random(0)))
def test_a_weight_is_seen(weight: str) -> None:
    """A model in which a bot weighs something otherwise disagrees with it."""
    for seed in range(60):
        players = 3 + seed % 4
        rng = random.Random(seed)
        bots = [makers.weights(rng) | {"lapse": 0.0} for _ in range(players)]
        for bot in bots:  # nothing that hides the weight in question
            bot["judgement"] = 1.0
            bot["tau_spread"] = bot["blur_spread"] = 0.5
            if weight in {"confidence", "boldness"}:
                bot["order"] = 0.0
            if weight != "level":
                bot["level"] = 2.0 + seed % 2 if weight != "contrast" else 2.0
        others = [
            bot | {weight: bot[weight] + 1.0 if weight != "level" else (bot[weight] + 1) % 4} for bot in bots
        ]
        one = duel.Duel(makers.lot(seed, players, {}), deal_key(seed, 1))
        try:
            while words := one.check():
                word = one.bot_choice(words, bots, others)
                one.take(word, words[word])
        except duel.Disagreement:
            return
    pytest.fail("nothing changed")


def test_a_difference_is_seen() -> None:
    """The duel compares what matters: money, a hand, a deck, an offer moved by hand is found."""
    one = duel.Duel(makers.lot(0, 3), deal_key(0, 0))
    choose = duel.by_chance(random.Random(1))
    for _ in range(8):
        words = one.check()
        word = choose(one, words)
        one.take(word, words[word])
    assert one.check()
    for name in ("money", "bonuses", "compensations", "won", "salaries", "swapped", "offer"):
        before = one.state.copy()
        one.state[0]["player"][1][name] ^= 1
        with pytest.raises(duel.Disagreement, match="players"):
            one.check()
        one.state[:] = before
    for name in ("jobs_size", "skills_size", "week", "first", "offset"):
        before = one.state.copy()
        one.state[0][name] += 1
        with pytest.raises(duel.Disagreement):
            one.check()
        one.state[:] = before
    with pytest.raises(duel.Disagreement, match="refuses"):
        one.take(("pass",), 31)


def test_what_settles_the_win() -> None:
    """HF-49, HF-50, HG-16: money, then bonuses, then compensations of those still level, then all of them."""
    assert decide([(9000, 0, 0), (8500, 3, 1)]) == ([0], "money")
    assert decide([(13500, 1, 0), (13500, 3, 0), (500, 4, 1)]) == ([1], "bonuses")
    assert decide([(10500, 1, 0), (10500, 1, 2), (10500, 0, 9)]) == ([1], "compensations")
    assert decide([(500, 0, 1), (500, 0, 1), (0, 0, 0)]) == ([0, 1], "shared")

"""Bots in YAML: base weights, what differs, tastes; found by name."""

from __future__ import annotations

import pytest

from balance.errors import CardDataError
from balance.games.employee_handbook import cards as handbook
from balance.games.employee_handbook.cards import load
from balance.games.employee_handbook.tables import compile_bot


def test_a_bot_is_the_base_and_what_differs(folder) -> None:
    cards = load(folder)
    assert cards.bots == {"plain": "Plays the base weights.", "builder": "Likes Workshops."}
    bot = compile_bot(cards, "builder")
    assert bot.dtype == handbook.bot_weights()[1]
    assert (bot["greed"], bot["caution"]) == (0, 1)
    assert bot["taste"].tolist()[:2] == [2, 0]
    assert bot["keep"].tolist()[:3] == [0, 0, -1]


def test_weights_can_be_overridden(folder) -> None:
    assert compile_bot(load(folder, [("bots.plain.weights.greed", 7)]), "plain")["greed"] == 7
    assert compile_bot(load(folder, [("base.greed", 2)]), "plain")["greed"] == 2
    added = load(folder, [("bots.new", {"about": "Added.", "weights": {"caution": 3}})])
    assert compile_bot(added, "new")["caution"] == 3


def test_a_mistyped_name_gets_the_nearest(folder) -> None:
    with pytest.raises(CardDataError) as caught:
        compile_bot(load(folder), "bilder")
    assert str(caught.value) == 'no bot is called "bilder", allowed: plain, builder; did you mean builder?'


def test_there_may_be_no_bots(folder) -> None:
    (folder / "bots.yaml").unlink()
    cards = load(folder)
    assert cards.bots == {}
    with pytest.raises(
        CardDataError, match=r"^no bot is called \"plain\", allowed: none: bots.yaml holds no bots$"
    ):
        compile_bot(cards, "plain")

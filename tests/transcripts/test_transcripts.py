"""A golden transcript for every registered game and number of players: same key, same game, same words.

They are played with frozen card data and bots (`tests/frozen.py`): an edit of `card_data/` moves nothing
here. When rules, what bots do with their weights, or words change on purpose, write them anew, read the
difference, and raise `rules_version` when the same key gives another game::

    pytest tests/transcripts --renew-golden
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from balance.games import GAMES, get
from tests.frozen import frozen_folder

if TYPE_CHECKING:
    from balance.games.interface import Game, Match

HERE = Path(__file__).parent
SEED, DEAL = 1, 7


def golden_lines(name: str, seats: int) -> list[str]:
    """A game of named bots (the last ones in the card data), and the position at its end."""
    game = get(name)
    cards = game.load(frozen_folder(name))
    tables = game.tables(cards, seats)
    names = [list(cards.bots)[-1 - seat] for seat in range(seats)]
    bots = np.array([game.bot(cards, bot) for bot in names])
    match = finished(game, game.new(tables, SEED, DEAL, log=True), bots)
    shares, scores = game.result(match)
    return [
        f"# seed {SEED}, deal {DEAL}, {game.info.title}, rules version {game.info.rules_version}",
        *game.transcript(cards, match, names),
        "",
        *game.state_text(cards, match).splitlines(),
        f"scores {scores}, shares of the win {shares}",
    ]


def finished(game: Game, match: Match, bots: np.ndarray) -> Match:
    while game.decider(match) >= 0:
        game.apply(match, game.choose(match, bots))
    return match


def files() -> dict[str, tuple[str, int]]:
    """File name -> game and number of players; the fewest players need no number."""
    return {
        name if seats == min(get(name).info.seats) else f"{name}_{seats}": (name, seats)
        for name in sorted(GAMES)
        for seats in get(name).info.seats
    }


@pytest.mark.parametrize("file", files())
def test_golden_transcript(file: str, renew_golden: bool) -> None:
    path = HERE / f"{file}.txt"
    text = "\n".join(golden_lines(*files()[file])) + "\n"
    if renew_golden:
        path.write_text(text, encoding="utf-8")
    assert path.exists(), "there is no golden transcript: pytest tests/transcripts --renew-golden"
    assert path.read_text(encoding="utf-8") == text


def test_no_transcript_is_left_over() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(files())

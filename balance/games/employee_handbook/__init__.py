# ruff: noqa: PLC0415  (card data and measures bring in pydantic and pandas: only when they are asked for)
"""Employee Handbook: two companies, ten rounds, business and then danger.

state        the records
rules        the one door for decisions; the rules themselves lie in the next seven
board        money, buildings, capacity, score
options      what may be done
turns        setup, turns, rounds, eras, the end
business     buildings and tactics
drawing      cards, shields, explosions, the bank
deck         draw pile and discard pile
knowledge    what each company can know of the draw pile
bots         decisions driven by named weights
weights      what a bot weighs
play         the compiled entry points
cards        card data: schema, checks, loading
tables       card data as records
measures     what is counted: one number per game or company
fates        the same for hazards: where they go, whom they hit, what an explosion leads to
choices      whether an optional draw is a choice
curves       what is counted by round, by age of the deck and by card
chapters     what the report says of it
words        letters, names, options in words
positions    a position as text
transcripts  a game in words
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from balance.games.employee_handbook import positions, transcripts, words
from balance.games.employee_handbook.play import KERNELS
from balance.games.employee_handbook.state import (
    GAME as STATE,
)
from balance.games.employee_handbook.state import (
    GAME_TALLY,
    KNOWN_MAX,
    RULES,
    SEATS,
    TALLY,
    WINDOWS,
    Family,
    Phase,
)
from balance.games.employee_handbook.weights import BOT
from balance.games.interface import Game, GameInfo, Match

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Any

    from balance.cards import CardSet, Override
    from balance.games.interface import MeasureBook


class EmployeeHandbook(Game):
    """The game as the rest of the toolkit sees it."""

    info = GameInfo(
        id="employee_handbook",
        title=words.TITLE,
        seats=(SEATS,),
        seat_names=words.SEAT_NAMES,
        rules_version=2,
    )
    state_dtype = STATE
    tables_dtype = RULES
    bot_dtype = BOT
    game_row = GAME_TALLY
    seat_row = TALLY
    kernels = KERNELS

    @cached_property
    def book(self) -> MeasureBook:
        """What is counted (imported when asked for: it brings in pandas)."""
        from balance.games.employee_handbook.chapters import BOOK

        return BOOK

    # ---- data
    def load(self, folder: Path, overrides: Sequence[tuple[str, Any] | Override] = ()) -> CardSet:
        """Read and check the card data."""
        from balance.games.employee_handbook import cards as data

        return data.load(folder, overrides)

    def tables(self, cards: CardSet, seats: int | None = None) -> np.ndarray:
        """Card data as tables (there are always two companies)."""
        from balance.games.employee_handbook import tables as data

        del seats

        return data.compile_tables(cards)

    def bot(self, cards: CardSet, name: str) -> np.void:
        """The weights of a bot."""
        from balance.games.employee_handbook import tables as data

        return data.compile_bot(cards, name)

    def labels(self, cards: CardSet) -> dict[str, list[str]]:
        """Names for the members of array fields."""
        from balance.games.employee_handbook import tables as data

        return data.labels(cards)

    # ---- words
    def option_text(self, cards: CardSet, match: Match, option: int) -> str:
        """An option in plain words."""
        return words.option_text(cards, match, option)

    def state_text(self, cards: CardSet, match: Match) -> str:
        """A position as text."""
        return positions.state_text(cards, match)

    def parse_state(self, cards: CardSet, tables: np.ndarray, text: str) -> Match:
        """A position from its text."""
        return positions.parse_state(cards, tables, text)

    def transcript(self, cards: CardSet, match: Match, names: Sequence[str]) -> list[str]:
        """The log of a game in words."""
        return transcripts.transcript(cards, match, names)

    # ---- for the conformance test
    def decider(self, match: Match) -> int:
        """The company that decides now; -1 when the game is over."""
        game = match.state[0]
        return -1 if game["phase"] == Phase.OVER else int(game["active"])

    def census(self, match: Match) -> tuple[int, int]:
        """Cards in deck, discard pile, hands and in between; and cards made less those put away."""
        game = match.state[0]
        found = game["deck_size"] + game["discard"].sum() + (game["placing"] >= 0)
        found += sum(me["hand"].sum() for me in game["company"])
        return int(found), int(game["made"] - game["gone"])

    def money(self, match: Match) -> list[tuple[int, int]]:
        """Per company: money held, and money in less money out."""
        companies = match.state[0]["company"]
        return [
            (int(me["cash"]), int(me["tally"]["money_in"] - me["tally"]["money_out"])) for me in companies
        ]

    def permute_hidden(self, match: Match, seat: int, rng: np.random.Generator) -> Match:
        """Another order of the deck, another hand and other knowledge of the rival.

        What this company itself knows of the deck stays as it is, so that its bot can be asked whether
        it looks at the deck or at its knowledge.
        """
        other = match.copy()
        game, rules = other.state[0], other.tables[0]
        size = int(game["deck_size"])
        game["deck"][:size] = rng.permutation(game["deck"][:size])
        game["scratch"] = rng.permutation(game["scratch"])  # what is left of the last shuffle
        rival = game["company"][1 - seat]
        count = int(rules["card_kinds"])
        tactics = np.flatnonzero(rules["card"]["family"][:count] == int(Family.TACTIC))
        if len(tactics):
            hand = tactics[rng.integers(len(tactics), size=int(rival["hand_size"]))]
            rival["hand"] = np.bincount(hand, minlength=len(rival["hand"]))
        rival["seen_count"] = rng.integers(0, KNOWN_MAX + 1)
        rival["seen"] = rng.integers(0, count, size=KNOWN_MAX)
        rival["known_to"] = rng.integers(0, KNOWN_MAX + 1)
        known = rng.integers(0, count + 1, size=KNOWN_MAX)
        known[int(rival["known_to"]) :] = 0
        rival["known"] = known
        rival["known_how"] = (known > 0) * rng.integers(1, 3, size=KNOWN_MAX)
        rival["windows"] = rng.integers(0, WINDOWS + 1)
        rival["window"] = rng.integers(1, KNOWN_MAX, size=WINDOWS)
        game["log"][: int(game["log_count"])] = 0  # for transcripts, not for bots
        return other

    def result(self, match: Match) -> tuple[list[float], list[int]]:
        """Win shares (HB-5, HB-6: equal scores share the win) and scores of a finished game."""
        scores = [int(me["tally"]["score"]) for me in match.state[0]["company"]]
        best = max(scores)
        winners = scores.count(best)
        return [1.0 / winners if score == best else 0.0 for score in scores], scores


GAME = EmployeeHandbook()
"""What `balance.games.get` gives."""

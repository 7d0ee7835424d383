# ruff: noqa: PLC0415  (card data and measures bring in pydantic and pandas: only when they are asked for)
"""Hire or Fire: 3 to 6 players, each a hirer and an applicant; hidden offers, folders without a name.

state        the tables of the rules, and every enum
counts       what is counted
record       one game in play
events       what the log can say
rules        the one door for decisions; the rules themselves lie in the next files
weeks        setup, the phases of a week, the end
options      what may be done
exchange     hand cards exchanged for new ones
seating      who applies to whom
scoring      income, ties, the win
dealing      hands, decks, the paper bin, and their luck
counting     what the rules count
noting       what is counted of bots: how sure they are, and what they could have done
bots         decisions driven by named weights
offering     which job they post
applying     what they put into a folder
salaries     which salary card
hiring       whom they hire
perception   how a folder looks to somebody
weights      what a bot weighs
play         the compiled entry points
cards        card data: schema, checks, loading
fits         how well cards fit each other
tables       card data as records
warnings     what is odd about a set of cards
lint         the same of every card, for whoever writes them
agreement    how well two people who tagged the same cards agree
measures     what is counted of games and players: one number per game or player
staffing     the same of hirers and applicants
curves       what is counted by week, card and place
sentences    what the report says at the top
chapters     what it shows
words        names, options in words
notation     how the parts of a position are written
positions    a position as text
parsing      and read back
telling      the words of each event
transcripts  a game in words
places       where cards are
hidden       what a player cannot know, dealt anew
reader       tables of recorded games: columns, and cells as values
records      whole recorded games, checked
extras       their optional tables
recorded     a recorded game as a match, and a match as a record
evidence     recorded games as choices that a model can be fitted to
identified   what a fit says of the card data, and what it cannot
identified   which constants of the model they settle
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from balance.games.hire_or_fire import hidden, parsing, positions, transcripts, words
from balance.games.hire_or_fire.counts import GAME_TALLY, TALLY
from balance.games.hire_or_fire.places import KINDS, everywhere
from balance.games.hire_or_fire.play import KERNELS
from balance.games.hire_or_fire.record import GAME as STATE
from balance.games.hire_or_fire.state import RULES, Phase
from balance.games.hire_or_fire.weights import BOT
from balance.games.interface import Game, GameInfo, Match

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Any

    import numpy as np

    from balance.cards import CardSet, Override
    from balance.games.interface import Lint, MeasureBook
    from balance.games.records import ChoiceData, Recorded


class HireOrFire(Game):
    """The game as the rest of the toolkit sees it."""

    info = GameInfo(
        id="hire_or_fire",
        title=words.TITLE,
        seats=(3, 4, 5, 6),
        seat_names=words.SEAT_NAMES,
        rules_version=1,
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
        from balance.games.hire_or_fire.chapters import BOOK

        return BOOK

    # ---- data
    def load(self, folder: Path, overrides: Sequence[tuple[str, Any] | Override] = ()) -> CardSet:
        """Read and check the card data."""
        from balance.games.hire_or_fire import cards as data

        return data.load(folder, overrides)

    def tables(self, cards: CardSet, seats: int | None = None) -> np.ndarray:
        """Card data as tables, for so many players."""
        from balance.games.hire_or_fire import tables as data

        return data.compile_tables(cards, seats or min(self.info.seats))

    def bot(self, cards: CardSet, name: str) -> np.void:
        """The weights of a bot."""
        from balance.games.hire_or_fire import tables as data

        return data.compile_bot(cards, name)

    def labels(self, cards: CardSet) -> dict[str, list[str]]:
        """Names for the members of array fields."""
        from balance.games.hire_or_fire import tables as data

        return data.labels(cards)

    def warnings(self, cards: CardSet, seats: int) -> list[str]:
        """What is odd about the card data."""
        from balance.games.hire_or_fire import warnings as data

        return data.card_set_warnings(cards, seats)

    def lint(self, cards: CardSet, only: Sequence[str] = (), second: Path | None = None) -> Lint:
        """What can be said of the cards without playing."""
        from balance.games.hire_or_fire import lint as data

        return data.lint(cards, only, second)

    # ---- records of real games
    def choice_data(self, cards: CardSet, folder: Path) -> ChoiceData:
        """Hires, and applications where hands were noted."""
        from balance.games.hire_or_fire import evidence, records

        return evidence.choice_data(cards, records.read(cards, folder, self.info.seats))

    def recorded(self, cards: CardSet, folder: Path, name: str | None = None) -> Recorded:
        """A recorded game, played again."""
        from balance.games.hire_or_fire import recorded, records

        return recorded.play(self, cards, records.read(cards, folder, self.info.seats).game(name))

    def record_rows(
        self, cards: CardSet, match: Match, name: str, players: Sequence[str] = ()
    ) -> dict[str, list[dict[str, Any]]]:
        """A game played here as a record."""
        from balance.games.hire_or_fire import recorded

        return recorded.rows(cards, match, name, players)

    # ---- words
    def option_text(self, cards: CardSet, match: Match, option: int) -> str:
        """An option in plain words."""
        return words.option_text(cards, match, option)

    def state_text(self, cards: CardSet, match: Match) -> str:
        """A position as text."""
        return positions.state_text(cards, match)

    def parse_state(self, cards: CardSet, tables: np.ndarray, text: str) -> Match:
        """A position from its text."""
        return parsing.parse_state(cards, tables, text)

    def transcript(self, cards: CardSet, match: Match, names: Sequence[str]) -> list[str]:
        """The log of a game in words."""
        return transcripts.transcript(cards, match, names)

    # ---- for the conformance test
    def decider(self, match: Match) -> int:
        """The player who decides now; -1 when the game is over."""
        game = match.state[0]
        return -1 if game["phase"] == Phase.OVER else int(game["decider"])

    def census(self, match: Match) -> tuple[int, int]:
        """Cards in all places, one that is found twice counting as lost; jobs and skill cards of the deck."""
        game, rules = match.state[0], match.tables[0]
        found = 0
        for kind in KINDS:
            cards = everywhere(game, kind)
            found += 2 * len(set(cards)) - len(cards)
        return found, int(rules["jobs"] + rules["skills"])

    def money(self, match: Match) -> list[tuple[int, int]]:
        """Per player: money, and what salary cards won, bonuses and compensations come to (HF-48)."""
        game, rules = match.state[0], match.tables[0]
        worths = rules["salary"][: rules["salaries"]].tolist()
        found = []
        for me in game["player"][: game["players"]]:
            won = sum(worth for number, worth in enumerate(worths) if int(me["won"]) >> number & 1)
            paid = me["bonuses"] * rules["bonus"] + me["compensations"] * rules["compensation"]
            found.append((int(me["money"]), won + int(paid)))
        return found

    def permute_hidden(self, match: Match, seat: int, rng: np.random.Generator) -> Match:
        """A copy in which everything hidden from that seat is dealt anew, and nothing else."""
        return hidden.permute_hidden(match, seat, rng)

    def result(self, match: Match) -> tuple[list[float], list[int]]:
        """Win shares (HF-49, HF-50; HG-16: who is still level shares) and money of a finished game."""
        players = match.state[0]["player"][: match.state[0]["players"]]
        ranks = [(int(me["money"]), int(me["bonuses"]), int(me["compensations"])) for me in players]
        best = max(ranks)
        return [1.0 / ranks.count(best) if rank == best else 0.0 for rank in ranks], [r[0] for r in ranks]


GAME = HireOrFire()
"""What `balance.games.get` gives."""

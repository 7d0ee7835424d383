# ruff: noqa: PLC0415  (card data and measures bring in pydantic and pandas: only when they are asked for)
"""Extremely Bad Hires: 2 to 4 agencies, cards with printed effects, sabotage in the turns of others.

state        the tables of the rules, and every enum
counts       what is counted
record       one game in play
events       what the log can say
rules        the one door for decisions; the rules themselves lie in the next files
turns        setup, the steps of a turn, the end
attempts     from Clock-In to the end of an attempt
settlement   Profit is settled, and somebody may have won
options      what may be done
needs        whether a card may be played
effects      the interpreter of card texts
card_ops     its instructions that move cards
hire_ops     its instructions that change Hires
look_ops     its instructions that look at cards
performable  which options of a choose-one can be done
picks        who chooses, and among what
values       numbers, conditions, selectors, players
staff        Hires in a staff and what befalls them
lasting      what lasts beyond its effect
piles        hands, decks, discard piles, and their luck
counting     when what is counted
bots         decisions driven by named weights
appraisal    what a bot makes of a position
weights      what a bot weighs
play         the compiled entry points
cards        card data: schema, checks, loading
language     the words of the card language
operations   its instructions
language_page  the page about it, made from the words
texts        a card text as a tree
phrases      reading what stands inside an instruction
reader       reading whole texts
pieces       the pieces of a compiled program
compiler     texts as one integer program
profiles     what a text does in round numbers, for bots
warnings     what is odd about a set of cards
tables       card data as records
measures     what is counted of games and players: one number per game or player
staffing     the same of staffs, hands, Fixes and decisions
curves       what is counted by round, Job, Qualification and card
sentences    what the report says at the top
chapters     what it shows
words        names, options in words
gist         what a piece of a card's program does, in few words
notation     how the parts of a position are written
positions    a position as text
parsing      and read back
telling      the words of each event
transcripts  a game in words
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from balance.games.extremely_bad_hires import parsing, positions, transcripts, words
from balance.games.extremely_bad_hires.counts import GAME_TALLY, TALLY
from balance.games.extremely_bad_hires.play import KERNELS
from balance.games.extremely_bad_hires.record import GAME as STATE
from balance.games.extremely_bad_hires.state import RULES, Deck, Phase
from balance.games.extremely_bad_hires.weights import BOT
from balance.games.interface import Game, GameInfo, Match

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Any

    from balance.cards import CardSet, Override
    from balance.games.interface import MeasureBook


class ExtremelyBadHires(Game):
    """The game as the rest of the toolkit sees it."""

    info = GameInfo(
        id="extremely_bad_hires",
        title=words.TITLE,
        seats=(2, 3, 4),
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
        from balance.games.extremely_bad_hires.chapters import BOOK

        return BOOK

    # ---- data
    def load(self, folder: Path, overrides: Sequence[tuple[str, Any] | Override] = ()) -> CardSet:
        """Read and check the card data."""
        from balance.games.extremely_bad_hires import cards as data

        return data.load(folder, overrides)

    def tables(self, cards: CardSet, seats: int | None = None) -> np.ndarray:
        """Card data as tables, for so many players."""
        from balance.games.extremely_bad_hires import tables as data

        return data.compile_tables(cards, seats or min(self.info.seats))

    def bot(self, cards: CardSet, name: str) -> np.void:
        """The weights of a bot."""
        from balance.games.extremely_bad_hires import tables as data

        return data.compile_bot(cards, name)

    def labels(self, cards: CardSet) -> dict[str, list[str]]:
        """Names for the members of array fields."""
        from balance.games.extremely_bad_hires import tables as data

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
        """Different cards in all places; and cards in the decks as the tables have them."""
        game, rules = match.state[0], match.tables[0]
        frame, looked = game["frame"], game["look"][: game["look_size"]].tolist()
        found = {(-1, card) for pile in ("jobs", "job_discard") for card in _pile(game, pile)}
        found.add((-1, int(game["job_card"])))
        if game["look_deck"] == Deck.JOB:
            found |= {(-1, card) for card in looked}
        expected = int(rules["job_deck_size"])
        for seat in range(int(game["players"])):
            me = game["player"][seat]
            mine = [card for pile in ("deck", "discard", "hand") for card in _pile(me, pile)]
            mine += [card for card in me["staff"]["card"].tolist() if card >= 0]
            if frame["controller"] == seat:
                mine += [int(frame["code"])] if frame["code"] >= 0 else []
                mine += looked if game["look_deck"] == Deck.OWN else []
            found |= {(seat, card) for card in mine}
            expected += int(rules["deck_size"][seat])
        return len(found), expected

    def money(self, match: Match) -> list[tuple[int, int]]:
        """Per player: Profit, and Profit at the start with all that was settled."""
        game, start = match.state[0], int(match.tables[0]["start_profit"])
        return [
            (
                int(me["profit"]),
                start + int(me["tally"]["own_profit"]) + int(me["tally"]["other_profit"]),
            )
            for me in game["player"][: game["players"]]
        ]

    def permute_hidden(self, match: Match, seat: int, rng: np.random.Generator) -> Match:
        """Other orders of all decks, other hands of the others, drawn from what they hold and will draw.

        Cards being looked at stay, as only the looker is asked meanwhile; so does a hand that this player is
        asked to pick from.
        """
        other = match.copy()
        game = other.state[0]
        _mix(game, ["jobs"], rng)
        for owner in range(int(game["players"])):
            me = game["player"][owner]
            if owner == seat or (game["phase"] == Phase.CARD and game["asked_hand"] == owner):
                _mix(me, ["deck"], rng)
                continue
            _mix(me, ["deck", "hand"], rng)
            size = int(me["hand_size"])
            me["hand"][:size] = np.sort(me["hand"][:size])
        game["log"][: int(game["log_count"])] = 0  # for transcripts, not for bots
        return other

    def result(self, match: Match) -> tuple[list[float], list[int]]:
        """Win shares (EBH-11.10, O-18; all 0 in a stalled game, O-36) and Profit of a finished game."""
        players = match.state[0]["player"][: match.state[0]["players"]]
        won = [bool(me["tally"]["win_share_ppm"] > 0) for me in players]
        return [1.0 / sum(won) if one else 0.0 for one in won], [int(me["profit"]) for me in players]


def _pile(record: Any, name: str) -> list[int]:
    """The cards of a pile."""
    return record[name][: int(record[f"{name}_size"])].tolist()


def _mix(record: Any, piles: Sequence[str], rng: np.random.Generator) -> None:
    """Deal the cards of these piles anew, as many to each as before."""
    cards = rng.permutation([card for name in piles for card in _pile(record, name)])
    start = 0
    for name in piles:
        size = int(record[f"{name}_size"])
        record[name][:size] = cards[start : start + size]
        start += size


GAME = ExtremelyBadHires()
"""What `balance.games.get` gives."""

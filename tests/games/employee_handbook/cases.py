"""Runs cases written in YAML: a position, what is played, what must hold.

::

    - case: HC-33
      title: Position 1 and greed
      refs: HB-34, HB-38, HA-23
      readings: {HA-25: back}      # open points read another way, if any
      change: {path: value}        # changes of the card data, if any
      given: |                     # lines of a position; what is left out is as below
        A: $4, W1 F1, shields 1/1
        deck: H 6P
      play: |
        end business
        draw
        place 1
        = A: shields 0/1           # what must hold now
        refused bank               # must not be offered; tried, and nothing may change

Given without further words: round 5, first turn, A to move in the business part with two actions, one draw
owed, no charged shield, no tactic; B has $8, W1, a charged shield; the deck is twenty Profits. `given: new
game` is a game from the start in which A moves first.

What can be played: buy KIND, upgrade W1, repair W1x, recharge, activate F1, play TACTIC, end business, draw,
bank, place 3, disable W1, name TACTIC, order CARD, move W1x F1.

What can hold (commas join several): any part of a line of the position's text (`A: $5, hand 1I`, `owes 1`,
`deck: P H P`, `discard: 2P`, `A sees: P W`, `B near: 5`), and `B to move`, `phase draw`, `round 6`, `deck 5
cards`, `deck 2 hazards`, `deck holds 2P 1H` (in any order), `A holds 2` (tactics), `A scores 15`, `A wins`,
`both win`, `only bank, draw` (the options, each once).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from balance import jit
from balance.games.employee_handbook import GAME, board
from balance.games.employee_handbook.state import Phase, Verb
from balance.games.employee_handbook.words import building_letters, card_letters
from balance.simulation.places import card_folder
from tests.frozen import frozen_folder

if TYPE_CHECKING:
    import numpy as np

    from balance.cards import CardSet
    from balance.games.interface import Match

HERE = Path(__file__).parent
DEFAULT = {
    "round": "round 5, first turn, A to move: business",
    "A": "A: $0",
    "B": "B: $8, W1, shields 1/1",
    "deck": "deck: 20P",
}
SEATS = "AB"
WORDS = {
    "end business": Verb.END_BUSINESS,
    "recharge": Verb.RECHARGE,
    "draw": Verb.DRAW,
    "bank": Verb.BANK,
}


Overrides = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Case:
    """One case of a YAML file."""

    name: str
    title: str
    refs: tuple[str, ...]
    given: str
    play: str
    readings: dict[str, str] = field(default_factory=dict)
    change: dict[str, Any] = field(default_factory=dict)

    @property
    def overrides(self) -> Overrides:
        """What is changed in the card data."""
        return (*((f"readings.{name}", value) for name, value in self.readings.items()), *self.change.items())


def load_cases(*files: str) -> list[Case]:
    """The cases of YAML files beside this one."""
    found = []
    for file in files:
        for item in yaml.safe_load((HERE / file).read_text(encoding="utf-8")):
            refs = tuple(ref.strip() for ref in item.pop("refs").split(","))
            found.append(Case(name=item.pop("case"), refs=refs, **item))
    return found


@lru_cache
def data(overrides: Overrides = ()) -> tuple[CardSet, np.ndarray]:
    """Frozen card data and its tables, with changes."""
    cards = GAME.load(frozen_folder("employee_handbook"), overrides)
    return cards, GAME.tables(cards)


@lru_cache
def shipped() -> tuple[CardSet, np.ndarray]:
    """The card data that ships, and its tables: for what must hold whatever a designer changes."""
    cards = GAME.load(card_folder("employee_handbook"))
    return cards, GAME.tables(cards)


def position(text: str, overrides: Overrides = ()) -> Match:
    """The position of a `given` text."""
    cards, tables = data(overrides)
    if text.strip() == "new game":
        deals = (GAME.new(tables, 0, deal) for deal in range(64))
        return next(match for match in deals if match.state[0]["active"] == 0)
    lines = dict(DEFAULT)
    for raw in text.splitlines():
        line = raw.split("#")[0].strip()
        if line:
            key = line.split(":")[0] if not line.startswith("round ") else "round"
            lines[key] = line
    return GAME.parse_state(cards, tables, "\n".join(lines.values()))


class Table:
    """A position that is played on, line by line."""

    def __init__(self, given: str, overrides: Overrides = ()) -> None:
        self.cards = data(overrides)[0]
        self.match = position(given, overrides)
        self.kinds = building_letters(self.cards)
        self.names = card_letters(self.cards)

    @property
    def game(self) -> Any:
        return self.match.state[0]

    def text(self) -> str:
        return GAME.state_text(self.cards, self.match)

    # ---- playing
    def run(self, lines: str) -> None:
        """Play and check all lines of a case."""
        for raw in lines.splitlines():
            line = raw.split("#")[0].strip()
            try:
                if line.startswith("="):
                    self.check(line[1:].strip())
                elif line.startswith("refused "):
                    self.refuse(line.removeprefix("refused "))
                elif line:
                    self.take(line)
            except AssertionError as error:
                raise AssertionError(f"{line}: {error}\n{self.text()}") from None

    def take(self, line: str) -> None:
        """Take the option that a line means."""
        offered = GAME.options(self.match)
        codes = [code for code in self.codes(line) if code in offered]
        assert codes, "this is not offered"
        GAME.apply(self.match, codes[0])

    def refuse(self, line: str) -> None:
        """Try everything that the line may mean: not offered, and nothing changes."""
        offered = GAME.options(self.match)
        codes = self.codes(line)
        assert codes, "there is nothing that this could mean"
        for code in codes:
            before = self.match.state.tobytes()
            assert code not in offered, "this is offered"
            assert not GAME.kernels.apply(self.match.tables, self.match.state, code), "this is not refused"
            assert self.match.state.tobytes() == before, "something has changed"

    def codes(self, line: str) -> list[int]:
        """The options that a line may mean (buildings that look alike: one for each)."""
        if line in WORDS:
            return [WORDS[line] * 256]
        word, *rest = line.split()
        verb = Verb[word.upper()]
        if verb == Verb.BUY:
            return [verb * 256 + self.number(rest[0], self.cards.model.buildings, self.kinds)]
        if verb in (Verb.PLAY, Verb.NAME):
            return [verb * 256 + self.number(rest[0], self.cards.model.cards, self.names)]
        if verb == Verb.PLACE:
            return [verb * 256 + int(rest[0])]
        if verb == Verb.MOVE:
            return [
                verb * 256 + out * 16 + into for out in self.slots(rest[0]) for into in self.slots(rest[1])
            ]
        if verb == Verb.ORDER:
            kind = self.number(rest[0], self.cards.model.cards, self.names)
            places = range(self.game["order_at"], self.game["order_of"] + 1)
            known = self.game["company"][self.game["active"]]["known"]
            return [verb * 256 + place for place in places if known[place - 1] == kind + 1]
        return [verb * 256 + slot for slot in self.slots(rest[0])]

    def number(self, name: str, ids: Any, letters: tuple[str, ...]) -> int:
        return list(ids).index(name) if name in ids else letters.index(name)

    def slots(self, token: str) -> list[int]:
        me = self.game["company"][self.game["active"]]
        buildings = me["building"][: me["building_count"]]
        return [slot for slot, b in enumerate(buildings) if token in (self.token(b), self.token(b) + "*")]

    def token(self, b: Any) -> str:
        return f"{self.kinds[b['kind']]}{b['level']}{'' if b['operating'] else 'x'}"

    # ---- checking
    def check(self, line: str) -> None:
        """One line of what must hold."""
        shown = self.text().splitlines()
        if line.startswith("only "):
            expected = {code for part in line[5:].split(",") for code in self.codes(part.strip())[:1]}
            assert set(GAME.options(self.match)) == expected, GAME.options(self.match)
            return
        head, colon, rest = line.partition(":")
        if colon and not line.startswith("round "):
            found = next((text for text in shown if text.startswith(f"{head}:")), f"{head}: none")
            if head in ("deck", "placing"):
                found = re.sub(r"(?<=[A-Za-z])\d+", "", found)  # which copy it is does not matter
            parts = self.parts(found.partition(":")[2])
            for part in self.parts(rest):
                assert part in parts, f"expected {part!r}, found {parts}"
            return
        everything = {part for text in shown for part in self.parts(text)}
        for part in self.parts(line):
            found = self.special(part)
            assert part in everything if found is None else found, f"{part!r} does not hold"

    @staticmethod
    def parts(text: str) -> list[str]:
        """Parts between commas, without the marks of activated buildings."""
        return [part.strip().replace("*", "") for part in text.split(",")]

    def special(self, part: str) -> bool | None:
        """What a position's text does not say in one part; None: nothing of that kind."""
        game = self.game
        if found := re.fullmatch(r"([AB]) to move", part):
            return bool(game["active"] == SEATS.index(found[1]))
        if found := re.fullmatch(r"phase (\w+)", part):
            return bool(game["phase"] == Phase[found[1].upper()])
        if found := re.fullmatch(r"deck (\d+) cards?", part):
            return bool(game["deck_size"] == int(found[1]))
        if found := re.fullmatch(r"deck (\d+) hazards?", part):
            return bool(game["deck_hazards"] == int(found[1]))
        if found := re.fullmatch(r"deck holds (.*)", part):
            kinds = Counter(self.names[card >> 8] for card in game["deck"][: game["deck_size"]].tolist())
            expected = {token.lstrip("0123456789"): int(token[:-1]) for token in found[1].split()}
            return dict(kinds) == expected
        if found := re.fullmatch(r"([AB]) holds (\d+)", part):
            return bool(game["company"][SEATS.index(found[1])]["hand_size"] == int(found[2]))
        if found := re.fullmatch(r"([AB]) scores (\d+)", part):
            state, tables = jit.as_objects(self.match.state), jit.as_objects(self.match.tables)
            return bool(jit.plain(board.score)(tables[0], state[0], SEATS.index(found[1])) == int(found[2]))
        if found := re.fullmatch(r"(A|B|both) wins?", part):
            winners = [SEATS[seat] for seat, share in enumerate(GAME.result(self.match)[0]) if share]
            return winners == (["A", "B"] if found[1] == "both" else [found[1]])
        return None


def run_case(case: Case) -> None:
    """Play a case."""
    Table(case.given, case.overrides).run(case.play)

"""A position read back from its text: the inverse of `positions.py`, which tells the form.

What may stand here: `parse_state`, what follows from the lines of a text for what they leave out, and whether
a position has what its phase needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from balance.errors import BalanceError
from balance.games.hire_or_fire.notation import (
    cards_of,
    glued,
    kit,
    known,
    money_of,
    parts_of,
    salaries_of,
    salary_of,
    seat_of,
    seat_text,
    whole,
)
from balance.games.hire_or_fire.places import KINDS, everywhere, lay, pile
from balance.games.hire_or_fire.record import GAME
from balance.games.hire_or_fire.state import Home, Phase, SelfHire, SkillsUsed
from balance.games.hire_or_fire.words import SEAT_NAMES, count, dollars, names, put_aside
from balance.games.interface import Match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.cards import CardSet

START = "a position needs a first line such as: week 1, phase offer, decider A, first A"
PHASES = {phase.name.lower(): phase for phase in Phase}
SLOTS = ("job", "strength", "weakness", "salary")
FILLED = {Phase.JOB: 0, Phase.STRENGTH: 1, Phase.WEAKNESS: 2, Phase.SALARY: 3}
"""Slots of the folder of whoever is asked that have been filled before that phase."""

ON_TABLE = (Phase.HIRE, Phase.LATE)
"""Phases in which all folders lie open."""


def parse_state(cards: CardSet, tables: np.ndarray, text: str) -> Match:
    """A position from its text. BalanceError says which line cannot be read, and why."""
    return _Reader(cards, tables).read(text)


class _Reader:
    """Fills a record from the lines of a position."""

    def __init__(self, cards: CardSet, tables: np.ndarray) -> None:
        called = names(cards)
        self.ids = {"jobs": (called.job_ids, "job"), "skills": (called.skill_ids, "skill card")}
        self.match = Match(tables, np.zeros(1, GAME))
        self.game = self.match.state[0]
        self.rules = tables[0]
        self.players = int(self.rules["players"])
        self.told: set[str] = set()
        self.money: dict[int, int] = {}
        self.aside: dict[tuple[int, str], list[int]] = {}

    def read(self, text: str) -> Match:
        lines = glued(text)
        if not lines or not lines[0].startswith("week "):
            raise BalanceError(START)
        self.blank()
        for line in lines:
            try:
                self.line(line)
            except BalanceError as error:
                raise BalanceError(f"cannot read the line {line!r} of a position: {error}") from None
        self.fill_head()
        self.fill_decks()
        for seat in range(self.players):
            self.fill_player(seat)
        self.check()
        return self.match

    def blank(self) -> None:
        """Everything as it is when it is left out."""
        game = self.game
        game["players"], game["decider"], game["first"] = self.players, -1, -1
        for me in game["player"]:
            for field in ("offer", *SLOTS, "hired", "hint"):
                me[field] = -1

    # ---- lines
    def line(self, line: str) -> None:
        head, mark, rest = line.partition(":")
        first, _, name = head.partition(" ")
        rest = rest.strip()
        if not mark:
            for part in parts_of(line):
                self.number(*_word(part))
            return
        self.once(head)
        if first in SEAT_NAMES:
            self.player(seat_of(first, self.players), name, rest)
        elif head == "laid":
            self.lay([seat_of(word, self.players) for word in rest.split()])
        elif head == "bin salaries":
            self.game["bin_salaries"] = whole(rest, 0, self.players * len(kit(self.rules)))
        elif first == "deck" and name in KINDS:
            lay(self.game, name, self.cards(name, rest)[::-1])
        elif first == "bin" and name in KINDS:
            lay(self.game, f"bin_{name}", sorted(self.cards(name, rest)))
        else:
            raise BalanceError(f"{head!r} begins no line of a position")

    def once(self, what: str) -> None:
        """Remember that something was told; BalanceError if it was before."""
        if what in self.told:
            raise BalanceError(f"{what!r} is told twice")
        self.told.add(what)

    def number(self, word: str, value: str) -> None:
        """A word of the first line or the last."""
        game, others = self.game, self.players - 1
        self.once(word)
        match word:
            case "week":
                game["week"] = whole(value, 1, int(self.rules["weeks"]) + 1) - 1
            case "phase":
                game["phase"] = list(PHASES.values())[known(value, list(PHASES), "phase")]
            case "decider" | "first":
                game[word] = seat_of(value, self.players)
            case "asked":
                game["asked"] = whole(value, 0, self.players)
            case "offset" | "tokens":
                game[word] = whole(value, 0, others)
            case "luck":
                game["luck"] = whole(value)
            case "decisions":
                game["decisions"] = whole(value, 0)
            case _:
                raise BalanceError(f"{word!r} is not a word of this line")

    def player(self, seat: int, name: str, rest: str) -> None:
        """A line of one player."""
        me = self.game["player"][seat]
        kind, _, aside = name.partition(" ")
        if name in KINDS:
            lay(me, name, sorted(self.cards(name, rest)))
        elif kind in KINDS and aside == "aside":
            self.aside[seat, kind] = self.cards(kind, rest)
        elif name == "offer":
            me["offer"] = known(rest, *self.ids["jobs"])
        elif name in ("", "folder", "choice"):
            take = {"": self.held, "folder": self.folder, "choice": self.choice}[name]
            for part in parts_of(rest):
                word, value = _word(part)
                self.once(f"{word} of {seat_text(seat)}")
                take(seat, word, value)
        else:
            raise BalanceError(f"{name!r} is not jobs, skills, offer, folder or choice")

    def held(self, seat: int, word: str, value: str) -> None:
        """What lies before a player."""
        me, rules = self.game["player"][seat], self.rules
        if word == "money":
            self.money[seat] = money_of(value)
        elif word in ("won", "salaries"):
            me[word] = salaries_of(rules, value)
        elif word in ("bonuses", "compensations"):
            me[word] = whole(value, 0, int(rules["weeks"]))
        elif word == "swapped" and not value:
            me["swapped"] = 1
        else:
            raise BalanceError(f"{word!r} is not money, won, bonuses, compensations, salaries or swapped")

    def folder(self, seat: int, word: str, value: str) -> None:
        """What is in a folder."""
        me = self.game["player"][seat]
        if word == "job":
            me["job"] = known(value, *self.ids["jobs"])
        elif word in ("strength", "weakness"):
            me[word] = known(value, *self.ids["skills"])
        elif word == "salary":
            me["salary"] = salary_of(self.rules, value)
        elif word == "matched" and not value:
            me["matched"] = 1
        else:
            raise BalanceError(f"{word!r} is not job, strength, weakness, salary or matched")

    def choice(self, seat: int, word: str, value: str) -> None:
        """A place on the table."""
        if word not in ("hired", "hint"):
            raise BalanceError(f"{word!r} is not hired or hint")
        self.game["player"][seat][word] = whole(value, 1, self.players) - 1

    def lay(self, authors: Sequence[int]) -> None:
        """The folders on the table."""
        if sorted(authors) != list(range(self.players)):
            raise BalanceError("every player has one folder on the table")
        self.game["laid_size"] = self.players
        self.game["laid"][: self.players] = authors

    def cards(self, kind: str, text: str) -> list[int]:
        """The cards of a list."""
        ids, what = self.ids[kind]
        return cards_of(ids, text, what)

    # ---- what is left out
    def fill_head(self) -> None:
        """Who is asked, and where everybody applies."""
        game, players = self.game, self.players
        if "decider" not in self.told:
            game["decider"] = max(0, int(game["first"]))
        if "first" not in self.told:
            game["first"] = max(0, int(game["decider"]))
        if "asked" not in self.told and game["decider"] >= 0:
            game["asked"] = (game["decider"] - game["first"]) % players
        rests = self.rules["reading"]["home"] == Home.REPEAT
        if "tokens" not in self.told:
            game["tokens"] = (game["week"] + 1) % players if rests else game["week"] % (players - 1) + 1
        if "offset" not in self.told:
            game["offset"] = game["tokens"] or players - 1

    def fill_decks(self) -> None:
        """A deck that is not told holds what is nowhere else; nothing lies in two places."""
        for kind in KINDS:
            ids, cards = self.ids[kind][0], everywhere(self.game, kind)
            twice = next((card for card in cards if cards.count(card) > 1), None)
            if twice is not None:
                raise BalanceError(f"{ids[twice]} is in two places of a position")
            if f"deck {kind}" not in self.told:
                lay(self.game, kind, sorted(set(range(len(ids))) - set(cards))[::-1])

    def fill_player(self, seat: int) -> None:
        """Money, salary cards not played yet, places of what is put aside."""
        me, rules, name, worths = self.game["player"][seat], self.rules, seat_text(seat), kit(self.rules)
        won = int(me["won"])
        played = won | (1 << int(me["salary"]) if me["salary"] >= 0 else 0)
        if f"salaries of {name}" not in self.told:
            me["salaries"] = ((1 << len(worths)) - 1) & ~played
        if int(me["salaries"]) & played:
            raise BalanceError(f"{name}: a salary card is in two places of a position")
        me["money"] = sum(worth for number, worth in enumerate(worths) if won >> number & 1)
        me["money"] += me["bonuses"] * rules["bonus"] + me["compensations"] * rules["compensation"]
        has, said = int(me["money"]), self.money.get(seat, int(me["money"]))
        if has != said:
            raise BalanceError(f"{name}: what was won comes to {dollars(has)}, not {dollars(said)}")
        for kind in KINDS:
            hand = pile(me, kind)
            for card in self.aside.get((seat, kind), ()):
                if card not in hand:
                    raise BalanceError(f"{name}: {self.ids[kind][0][card]} is put aside, but not in hand")
                me[f"put_{kind}"] |= 1 << hand.index(card)

    # ---- what a phase needs
    def check(self) -> None:
        """BalanceError if something is missing that play goes on from, or there is too much."""
        game, players = self.game, self.players
        phase = Phase(game["phase"])
        if phase == Phase.OVER:
            return
        if game["week"] == self.rules["weeks"]:
            raise BalanceError(f"the game is over after {count(int(self.rules['weeks']), 'week')}")
        if game["decider"] < 0 or game["first"] < 0:
            raise BalanceError("somebody is asked in a position, and somebody is first to deliver")
        if bool(game["laid_size"]) != (phase in ON_TABLE):
            word = "needs" if phase in ON_TABLE else "does not know"
            raise BalanceError(f"the phase {phase.name.lower()} {word} folders on the table (laid)")
        turn = (int(game["decider"]) - int(game["first"])) % players
        if game["asked"] != turn:
            name = seat_text(int(game["decider"]))
            raise BalanceError(
                f"{name} is asked after {turn} others from the first, not after {game['asked']}"
            )
        for seat in range(players):
            before = (seat - int(game["first"])) % players - turn  # below 0: has answered
            self.check_folder(seat, phase, before)

    def check_folder(self, seat: int, phase: Phase, before: int) -> None:
        """What a player has put down by now; `before`: how many are asked before this player."""
        me, name, word = self.game["player"][seat], seat_text(seat), phase.name.lower()
        offered = phase != Phase.OFFER or before < 0
        if (me["offer"] >= 0) != offered:
            raise BalanceError(f"{name} {'needs' if offered else 'has not yet'} an offer in the phase {word}")
        filled = 0
        if phase in ON_TABLE or (phase in FILLED and before < 0):
            filled = len(SLOTS)
        elif before == 0:
            filled = FILLED.get(phase, 0)
        one_card = self.rules["reading"]["skills_used"] == SkillsUsed.ONE_CARD
        for number, slot in enumerate(SLOTS):
            if (me[slot] >= 0) != (number < filled):
                there = "needs" if number < filled else "has not yet"
                raise BalanceError(f"the folder of {name} {there} a {slot} in the phase {word}")
        if me["strength"] >= 0 and me["weakness"] >= 0 and (me["strength"] == me["weakness"]) != one_card:
            many = "one skill card" if one_card else "two skill cards"
            raise BalanceError(f"the folder of {name} holds {many}")
        jobs = int(me["offer"] < 0) + int(me["job"] < 0)
        skills = int(me["strength"] < 0) + int(me["weakness"] < 0 and not one_card)
        if me["jobs_size"] < jobs or me["skills_size"] < skills:
            raise BalanceError(f"{name} needs {put_aside(jobs, skills)} in hand in the phase {word}")
        weeks = int(self.rules["weeks"] - self.game["week"]) - int(me["salary"] >= 0)
        if int(me["salaries"]).bit_count() < weeks:
            raise BalanceError(f"{name} needs {count(weeks, 'salary card')} not yet played")
        self.check_hired(seat, phase, before)

    def check_hired(self, seat: int, phase: Phase, before: int) -> None:
        """Whether a player has hired when it should have, and somebody else."""
        game, name, place = self.game, seat_text(seat), int(self.game["player"][seat]["hired"])
        chosen = phase == Phase.LATE or (phase == Phase.HIRE and before < 0)
        if (place >= 0) != chosen:
            there = "needs" if chosen else "has not yet"
            raise BalanceError(f"{name} {there} a folder hired in the phase {phase.name.lower()}")
        if (
            place >= 0
            and game["laid"][place] == seat
            and self.rules["reading"]["self_hire"] != SelfHire.ALLOWED
        ):
            raise BalanceError(f"{name} cannot hire the own folder")


def _word(part: str) -> tuple[str, str]:
    """A word and what is said of it."""
    word, _, value = part.partition(" ")
    return word, value.strip()

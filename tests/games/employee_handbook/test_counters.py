"""Counters of hazards, hands and optional draws: against small games done by hand, and a slow recount."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from balance import jit
from balance.games.employee_handbook import GAME, knowledge
from balance.games.employee_handbook.state import CHAINS, HANDS, Event, Phase, Verb
from tests.games.employee_handbook.cases import Table, data

if TYPE_CHECKING:
    from balance.games.interface import Match

GAMES = 200
hazard_chance = jit.plain(knowledge.hazard_chance)


# --------------------------------------------------------------------------------- done by hand


def tally(table: Table, seat: int, *names: str) -> list[int]:
    return [int(table.game["company"][seat]["tally"][name]) for name in names]


def places(table: Table, seat: int, name: str) -> list[int]:
    return table.game["company"][seat]["tally"]["places"][name].tolist()


FATES = ("early", "early_rival", "late", "late_rival")


def test_a_plant_that_hits_the_rival() -> None:
    """HB-35: A puts it back as the second card, and B draws it."""
    table = Table("A: $0, W1, shields 1/1\nB: $0, W1, shields 0/1\ndeck: H 9P")
    table.run("end business\ndraw\nplace 2\ndraw\nbank\nend business\ndraw\ndisable W1")
    assert tally(table, 0, "hazards", "blocks", *FATES) == [1, 1, 1, 1, 0, 0]
    assert places(table, 0, "early")[:3] == [0, 1, 0]
    assert places(table, 0, "early_rival")[:3] == [0, 1, 0]
    assert tally(table, 1, "hazards", "explosions", "exploded_rounds") == [1, 1, 1 << 4]
    assert table.game["company"][1]["tally"]["chain"][:3].tolist() == [0, 1, 0]
    assert table.game["plants"] == 0
    assert table.game["tally"]["longest_chain"] == 1


def test_a_plant_that_comes_back() -> None:
    """HB-36: put back as the next card in the second turn, and met twice by its own blocker."""
    table = Table(
        "round 5, second turn, A to move: draw\nA: $0, W1 C2, shields 2/3\ndeck: H 9P\nowes 3, optional 0"
    )
    table.run("draw\nplace 1\ndraw\nplace 1\ndraw\ndisable W1")
    assert tally(table, 0, "hazards", "blocks", *FATES) == [3, 2, 0, 0, 2, 0]
    assert places(table, 0, "late")[:2] == [2, 0]
    assert table.game["company"][0]["tally"]["chain"][:4].tolist() == [0, 0, 1, 0]
    assert table.game["tally"]["longest_chain"] == 2


def test_a_plant_that_vanishes() -> None:
    """D-9: blocked by the second player of round 6; the deck of round 7 is fresh."""
    table = Table("round 6, second turn, A to move: draw\nA: $0, W1, shields 1/1\ndeck: H 9P\nowes 1")
    table.run("draw\nplace 3")
    assert table.game["plants"] == 1
    table.run("bank\n= round 7")
    assert tally(table, 0, "blocks", *FATES) == [1, 0, 0, 0, 0]
    assert table.game["company"][0]["tally"]["chain"][:3].tolist() == [0, 1, 0]
    assert table.game["plants"] == 0


def test_a_plant_that_the_end_takes() -> None:
    """D-9: the same in the last turn of the game."""
    table = Table("round 10, second turn, A to move: draw\nA: $0, W1, shields 1/1\ndeck: H 9P\nowes 1")
    table.run("draw\nplace 3\nbank\n= phase over")
    assert table.game["company"][0]["tally"]["chain"][:3].tolist() == [0, 1, 0]


def test_a_reorganization_takes_no_plant_away() -> None:
    """HA-39: shuffled, but still the same card; two cards in the deck, so B meets it in two draws."""
    table = Table("A: $0, W1, shields 1/1\nB: $0, W1, shields 1/1, hand 1R\ndeck: H 1P\ndiscard: 9P")
    table.run("end business\ndraw\nplace 1\nbank\nplay reorganization\nend business\ndraw")
    if table.game["phase"] == Phase.DRAW:
        table.run("draw")
    assert tally(table, 0, *FATES) == [1, 1, 0, 0]


def test_hands_at_the_end_of_turns() -> None:
    """HB-31, HB-32: a full hand after a tactic, then a turn that an explosion ends."""
    table = Table("A: $0, W1, hand 4I 3O\nB: $0, W1, shields 0/1, hand 1S\ndeck: R H 9P")
    table.run("end business\ndraw\nbank\nend business\ndraw\ndisable W1")
    assert table.game["company"][0]["tally"]["hands"].tolist() == [0] * 8 + [1]
    assert table.game["company"][1]["tally"]["hands"].tolist() == [0, 1] + [0] * 7


CHOICES = {
    # 9P: +18; 1H: -4 to -9: draw whatever it costs
    "deck: 9P 1H": (1, 0),
    # 2P: +4; 1H: -4 to -9: a choice only at the cheap end, where it is level
    "deck: 2P 1H": (0, 0),
    # 1P: +2; -4 at least: stop
    "deck: 1P 1H": (0, 1),
    # 3 tactics: +3 to +9; 1H: -4 to -9
    "deck: 3I 1H": (0, 0),
    # only hazards
    "deck: 2H": (0, 1),
    # the next card is known to be safe, the rest is not
    "deck: P 3H\nA knows: P": (1, 0),
    # the next card is known to be a hazard
    "deck: H 30P\nA knows: H": (0, 1),
    # 5 of 6 Profits are known to lie below the next card, which is a Profit or a hazard
    "deck: P P P P P P H\nA knows: ? P P P P P": (0, 1),
    # a hazard the rival put within the next two: an even chance, though 20 Profits are left
    "deck: 20P 1H\nA near: 2": (0, 1),
    # the same within five: one in five, and 2 against 4 to 9: level at a cost of 8
    "deck: 20P 1H\nA near: 5": (0, 0),
    # nothing left to draw: left open
    "deck: none\ndiscard: 3P": (0, 0),
}


@pytest.mark.parametrize("verb", ["draw", "bank"])
@pytest.mark.parametrize("given", CHOICES)
def test_is_it_a_choice(given: str, verb: str) -> None:
    """HB-15, HA-42: taken or left, the offer counts once."""
    table = Table(
        f"round 5, first turn, A to move: draw\nA: $0, W1, shields 1/1\nowes 0, optional 1\n{given}"
    )
    table.run(verb)
    draw, stop = CHOICES[given]
    is_open = 1 - draw - stop
    assert tally(table, 0, "optional_offered", "optional_open", "clear_stop") == [1, is_open, stop]
    row = table.game["company"][0]["tally"]["rounds"][4]
    assert row["open"] == is_open


def test_a_full_hand_pays_for_a_tactic() -> None:
    """HB-32: 5 tactics that pay $2 each make up for a hazard of $9; with v from 1 to 3 they may not."""
    given = "round 5, first turn, A to move: draw\nowes 0, optional 1\ndeck: 5I 1H\nA: $0, W1, hand "
    full, nearly = Table(given + "8I"), Table(given + "7I")
    for table in (full, nearly):
        table.run("bank")
    assert tally(full, 0, "optional_open", "clear_stop") == [0, 0]
    assert tally(nearly, 0, "optional_open", "clear_stop") == [1, 0]


def test_a_required_draw_is_no_offer() -> None:
    """HB-14, HB-15."""
    table = Table("A: $0, W1\ndeck: 9P")
    table.run("end business\ndraw")
    assert tally(table, 0, "optional_offered") == [0]
    table.run("draw\ndraw\nbank")
    assert tally(table, 0, "optional_offered", "optional_open", "clear_stop") == [2, 0, 0]


# ------------------------------------------------------------------------------------ slow recount


class Recount:
    """What the log of a game says of hazards, hands and offers; each card by its kind and copy."""

    def __init__(self, match: Match) -> None:
        self.match = match
        kinds = match.tables[0]["card"]
        self.family, self.pays = kinds["family"].tolist(), kinds["pays"].tolist()
        self.found: list[Counter[Any]] = [Counter(), Counter()]
        self.planted: dict[int, tuple[int, int, int, int]] = {}
        self.hand = [int(me["hand_size"]) for me in match.state[0]["company"]]
        self.blocks, self.longest, self.turn, self.seat, self.round = 0, 0, -1, -1, 0
        self.card = -1
        self.read = 0

    def before(self, option: int) -> None:
        """Look at what is about to be drawn or placed, and at what is on offer."""
        game = self.match.state[0]
        verb, seat = option >> 8, int(game["active"])
        pile = game["deck"][: game["deck_size"]].tolist()
        self.card = pile[-1] if verb == Verb.DRAW and pile else int(game["placing"])
        assert game["deck_money"] == sum(self.pays[card >> 8] for card in pile)
        assert game["deck_tactics"] == sum(self.family[card >> 8] == 1 for card in pile)
        if (verb == Verb.DRAW and game["debt"] == 0) or (verb == Verb.BANK and game["optional_left"] > 0):
            clear = self.clear(pile, seat)
            self.found[seat][clear] += 1
            self.found[seat]["open", self.round] += clear == "open"

    def clear(self, pile: list[int], seat: int) -> str:
        """The sign of what one more card brings, at every whole cost and worth."""
        if not pile:
            return "open"
        game = self.match.state[0]
        me = game["company"][seat]
        known = me["known"][: me["known_to"]].tolist()
        kinds = Counter(card >> 8 for card in pile)
        if known and known[0]:
            kinds = Counter([known[0] - 1])
        else:
            kinds -= Counter(kind - 1 for kind in known if kind)
        harmless = [kind for kind in kinds.elements() if self.family[kind] != 2]
        money = sum(self.pays[kind] for kind in harmless)
        tactics = sum(self.family[kind] == 1 for kind in harmless)
        chance = self.chance(seat)
        signs = set()
        for worth in (2,) if self.hand[seat] == 8 else (1, 2, 3):
            gain = Fraction(money + worth * tactics, max(1, len(harmless)))
            for cost in range(4, 10):
                mean = (1 - chance) * gain - chance * cost
                signs.add((mean > 0) - (mean < 0))
        return {(1,): "draw", (-1,): "stop"}.get(tuple(signs), "open")

    def chance(self, seat: int) -> Fraction:
        """The chance that bots are shown, as the fraction it is meant to be."""
        game = self.match.state[0]
        me = game["company"][seat]
        names = ("known", "known_to", "windows", "window")
        shown = SimpleNamespace(**{name: me[name].tolist() for name in names})
        families = [SimpleNamespace(family=f) for f in self.family]
        numbers = {name: int(game[name]) for name in ("deck_size", "deck_hazards")}
        position = SimpleNamespace(company={seat: shown}, **numbers)
        chance = hazard_chance(SimpleNamespace(card=families), position, seat, 1)
        return Fraction(chance).limit_denominator(10**6)

    def after(self) -> None:
        """Read what happened."""
        game = self.match.state[0]
        for line in game["log"][self.read : game["log_count"]]:
            self.event(Event(line["event"]), int(line["seat"]), int(line["a"]))
        self.read = int(game["log_count"])

    def event(self, event: Event, seat: int, a: int) -> None:
        count = self.found[seat] if seat >= 0 else Counter()
        if event in (Event.TURN, Event.FRESH_DECK, Event.SCORE) and self.seat >= 0:  # a turn has ended
            self.found[self.seat]["hands", min(self.hand[self.seat], HANDS - 1)] += 1
            self.seat = -1
        if event == Event.TURN:
            self.turn, self.seat, self.round = self.turn + 1, seat, a
        elif event in (Event.TACTIC, Event.GAIN):
            self.hand[seat] += 1
        elif event == Event.PLAY:
            self.hand[seat] -= 1
        elif event in (Event.BLOCK, Event.EXPLODE):
            self.blocks = self.meet(seat)
            if event == Event.EXPLODE:
                count["chain", min(self.blocks, CHAINS - 1)] += 1
                count["rounds"] += 1 << (self.round - 1)
            self.longest = max(self.longest, self.blocks + (event == Event.BLOCK))
        elif event == Event.PLACE:
            self.planted[self.card] = (seat, self.turn % 2, a, self.blocks + 1)
        elif event in (Event.FRESH_DECK, Event.SCORE):
            for owner, _, _, blocks in self.planted.values():
                self.found[owner]["chain", min(blocks, CHAINS - 1)] += 1
            self.planted = {}

    def meet(self, seat: int) -> int:
        """Somebody draws a hazard; how often it was blocked before."""
        owner, half, place, blocks = self.planted.pop(self.card, (-1, 0, 0, 0))
        if blocks:
            name = "late" if half else "early"
            self.found[owner][name, place] += 1
            self.found[owner][f"{name}_rival", place] += seat != owner
        return blocks


def checked(match: Match, again: Recount) -> None:
    """The record against the recount."""
    game = match.state[0]
    assert game["tally"]["longest_chain"] == again.longest
    for me, found in zip(game["company"], again.found, strict=True):
        t = me["tally"]
        for name in FATES:
            expected = [found[name, place + 1] for place in range(len(t["places"]))]
            assert t["places"][name].tolist() == expected
            assert t[name] == sum(expected)
        assert t["chain"].tolist() == [found["chain", n] for n in range(CHAINS)]
        assert t["hands"].tolist() == [found["hands", n] for n in range(HANDS)]
        assert t["exploded_rounds"] == found["rounds"]
        assert (t["optional_open"], t["clear_stop"]) == (found["open"], found["stop"])
        assert t["optional_offered"] == found["draw"] + found["stop"] + found["open"]
        rows = t["rounds"][:10]
        assert rows["open"].tolist() == [found["open", n + 1] for n in range(10)]
        assert t["hands"].sum() == 10
        met = t["early"] + t["late"]
        assert 0 <= t["early_rival"] + t["late_rival"] <= met <= t["blocks"]
    chains = sum(int(me["tally"]["chain"].sum()) for me in game["company"])
    again_met = sum(int(me["tally"][name]) for me in game["company"] for name in ("early", "late"))
    assert chains == sum(int(me["tally"]["hazards"]) for me in game["company"]) - again_met


@pytest.mark.parametrize("reading", [None, ("readings.HA-25", "back"), ("readings.HA-40", "none")])
def test_recounted_from_the_log(reading: tuple[str, str] | None) -> None:
    """HB-15, HB-32, HB-34, HB-35, HB-38, D-8, D-9, D-10: every counter, game by game."""
    cards, tables = data((reading,) if reading else ())
    names = [name for name in cards.bots if name != "random"]
    rng = np.random.default_rng(5)
    seen: Counter[str] = Counter()
    for deal in range(GAMES if reading is None else GAMES // 8):
        bots = np.array([GAME.bot(cards, names[n]) for n in rng.integers(len(names), size=2)], GAME.bot_dtype)
        match = GAME.new(tables, 17, deal, log=True)
        again = Recount(match)
        again.after()
        while GAME.decider(match) >= 0:
            options = GAME.options(match)
            option = options[rng.integers(len(options))] if rng.random() < 0.1 else GAME.choose(match, bots)
            again.before(option)
            GAME.apply(match, option)
            again.after()
        checked(match, again)
        for found in again.found:
            seen.update({name: found[name] for name in ("draw", "stop", "open")})
    if reading is None:
        assert min(seen.values()) > 50  # each answer was met often enough to mean something

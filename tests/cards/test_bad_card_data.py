"""Card data that is wrong: one clear CardDataError, whatever it is.

The messages stand in `bad_card_data.txt`; `UPDATE_MESSAGES=1` writes them anew.
"""

from __future__ import annotations

import os
import random
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from balance.cards import Place
from balance.errors import CardDataError
from balance.games.employee_handbook import state
from balance.games.employee_handbook.cards import load
from balance.games.employee_handbook.tables import compile_tables, labels

GOLDEN = Path(__file__).parent / "bad_card_data.txt"
LINE = {"-": "old", "+": "new", ">": "message"}


class Case(NamedTuple):
    file: str
    old: str
    new: str
    message: str

    def spoil(self, folder: Path) -> None:
        path = folder / self.file
        text = path.read_text()
        assert self.old in text
        old = self.old if self.new or f"{self.old}\n" not in text else f"{self.old}\n"
        path.write_text(text.replace(old, self.new.replace("\\t", "\t"), 1))

    def block(self, message: str) -> str:
        lines = [self.file, *(f"-{line}" for line in self.old.split("\n"))]
        lines += [f"+{line}" for line in self.new.split("\n")] if self.new else []
        return "\n".join([*lines, *(f">{line}" for line in message.split("\n"))])


def golden() -> tuple[str, list[Case]]:
    """The comment at the top, and the cases."""
    head, *blocks = GOLDEN.read_text().strip("\n").split("\n\n")
    cases = []
    for block in blocks:
        file, *lines = block.split("\n")
        parts = {mark: "\n".join(line[1:] for line in lines if line[0] == mark) for mark in LINE}
        cases.append(Case(file, *parts.values()))
    return head, cases


def failing(folder: Path, overrides=()) -> str:
    with pytest.raises(CardDataError) as caught:
        load(folder, overrides)
    return str(caught.value)


@pytest.mark.parametrize("case", golden()[1], ids=lambda case: f"{case.file}: {case.new or 'gone'}"[:60])
def test_the_message_for_bad_card_data(folder, case) -> None:
    case.spoil(folder)
    message = failing(folder)
    if os.environ.get("UPDATE_MESSAGES"):
        head, cases = golden()
        blocks = [c.block(message if c == case else c.message) for c in cases]
        GOLDEN.write_text("\n\n".join([head, *blocks]) + "\n")
    else:
        assert message == case.message


def test_a_deck_of_no_cards(folder) -> None:
    path = folder / "deck.yaml"
    path.write_text(re.sub(r"^(      \w+): \d+$", r"\1: 0", path.read_text(), flags=re.MULTILINE))
    assert (
        "1. data/deck.yaml:55:7: eras[0].copies: found the whole number 0, allowed: 1 to 256 cards in all"
        in failing(folder)
    )


def test_decks_larger_than_the_record(folder) -> None:
    copies = {"profit": 200, "windfall": 50}
    said = failing(folder, [(f"eras[1].copies.{card}", n) for card, n in copies.items()])
    assert "eras[1].copies: found the whole number 261, allowed: 1 to 256 cards in all" in said
    said = failing(folder, [("eras[1].copies.profit", 200), ("eras[1].copies.windfall", 30)])
    assert said.startswith(
        "data/deck.yaml:53:3: eras: found up to 263 cards that could come into one deck (22 of them"
    )
    assert "eras: found up to" in failing(
        folder, [("readings.HA-05", "add"), ("eras[1].copies.hazard", 100), ("eras[2].copies.hazard", 100)]
    )


def test_tactics_held_over_a_change_of_decks(folder) -> None:
    """Both hands may come back, played and shuffled, into a deck that is full already."""
    full = [("company.hand_limit", 100), ("eras[0].copies.inspection", 200), ("eras[1].copies.profit", 200)]
    assert "eras: found up to 421 cards that could come into one deck (206 of them tactics held before" in (
        failing(folder, full)
    )
    load(folder, [*full, ("company.hand_limit", 17)])
    assert "eras: found up to 257 cards" in failing(folder, [*full, ("company.hand_limit", 18)])


def test_more_draws_in_a_turn_than_anybody_waits_for(folder) -> None:
    load(folder, [("company.queue_limit", 100), ("cards.overtime.amount", 5)])
    said = failing(folder, [("company.queue_limit", 100), ("cards.overtime.amount", 6)])
    assert "found up to 605 draws that could come into one turn (1 required, 2 optional, 600 by Over" in said
    assert said.endswith("2 by activations), allowed: at most 512")
    own = [("companies.b.company.queue_limit", 100), ("cards.overtime.amount", 6)]
    assert "companies.b.company.queue_limit" in failing(folder, own)
    draws = [("buildings.workshop.levels[0].draws", 100), ("buildings.salvage.levels[1].draws", 100)]
    load(folder, draws)
    assert "buildings: found up to 517 draws" in failing(folder, [*draws, ("company.required_draws", 11)])


def test_more_kinds_than_the_record_holds(folder) -> None:
    new = {"name": "X", "limit": 1, "levels": [{"cost": 1, "value": 1}]}
    said = failing(folder, [(f"buildings.x{n}", new) for n in range(4)])
    assert "buildings: found a mapping with the keys workshop" in said
    card = {"name": "X", "family": "money", "pays": 1, "text": "x"}
    assert "cards: found a mapping with" in failing(folder, [(f"cards.x{n}", card) for n in range(10)])
    many = [{"cost": 1, "value": 1}] * (state.LEVELS + 1)
    assert "allowed: a list of 1 to 3, each a mapping" in failing(folder, [("buildings.lab.levels", many)])


def test_no_tactics_at_all(folder) -> None:
    cards = {"profit": {"name": "P", "family": "money", "text": "x", "pays": 1}}
    eras = [{"round": 1, "copies": {"profit": 9}}]
    said = failing(folder, [("cards", cards), ("eras", eras)])
    assert (
        'buildings.lab.levels[0].gain: found the text "random", allowed: none, as there are no tactics'
        in said
    )


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        (
            [("buildings.factory.levels[0].cost", "x")],
            '--set buildings.factory.levels[0].cost=x: found the text "x", allowed: a whole number from 0 t',
        ),
        ([("buildings.factry.levels[0].cost", 7)], "did you mean buildings.factory.levels[0].cost?"),
        ([("factory.levels[0].cost", 7)], "did you mean buildings.factory.levels[0].cost?"),
        ([("company.space", 2)], "at most 2, the space of a company (company.space, --set company.space=2)"),
        (
            [("readings.HA-11", "immediat")],
            '--set readings.HA-11=immediat: readings.HA-11.reading: found the text "immediat", allowed: one',
        ),
        ([("readings.HA-11", True)], "readings.HA-11.reading: found the truth value true"),
        (
            [("readings.HA-99", "x")],
            "--set readings.HA-99=x: readings.HA-99.reading: no such key 'HA-99' in readings",
        ),
        ([("eras[0].copies.windfal", 1)], "--set eras[0].copies.windfal=1: no such card"),
        ([("companies.b.buildings.lab.limt", 1)], "did you mean companies.b.buildings.lab.limit?"),
        ([("companies.c.company.actions", 1)], "no such key 'c' in companies, allowed: a, b"),
        ([("frame.rounds", float("nan"))], '--set frame.rounds=nan: found the text "nan"'),
        ([("frame.rounds", 10.0)], "--set frame.rounds=10.0: found the number 10.0, allowed: a whole number"),
        ([("frame", None)], "--set frame=None: found nothing, allowed: a mapping with the keys rounds"),
    ],
)
def test_bad_overrides(folder, overrides, expected) -> None:
    said = failing(folder, overrides)
    assert expected in said


def test_overrides_can_name_their_own_place(folder) -> None:
    place = Place("scenarios/price.yaml", 7, 5)
    assert failing(folder, [("company.actions", "x", place)]).startswith(
        'scenarios/price.yaml:7:5: company.actions: found the text "x"'
    )


def test_the_folder(folder) -> None:
    with pytest.raises(
        CardDataError, match=r"^nowhere: there is no such folder, allowed: a folder with game.yaml"
    ):
        load("nowhere")
    with pytest.raises(CardDataError, match=r"^data/game.yaml: found a file, allowed: a folder with"):
        load(folder / "game.yaml")
    (folder / "deck.yaml").rename(folder / "dek.yaml")
    with pytest.raises(
        CardDataError, match=r"^data/dek.yaml: nothing reads this file, .*; did you mean deck.yaml\?$"
    ):
        load(folder)
    (folder / "dek.yaml").unlink()
    with pytest.raises(CardDataError, match=r"^data/deck.yaml: there is no such file, allowed: game.yaml"):
        load(folder)
    (folder / "deck.yaml").write_text("- 1\n")
    with pytest.raises(
        CardDataError,
        match=r"^data/deck.yaml:1:1: found a list of 1, allowed: a mapping with the keys cards, eras$",
    ):
        load(folder)


def test_mutated_files_never_raise_anything_else(folder) -> None:
    """Bytes changed, removed, doubled: either it loads and compiles, or there is one CardDataError."""
    rng = random.Random(7)
    words = b"- { } [ : ? ' # % | &a *a !!x 999999999999999999 -1 1.5 null yes --- <<: .nan source:".split()
    bits = [*words, *(word + b" " for word in words), b"\t", b"\n", b"\xff", b"\0", b"\n---\n"]
    originals = {path.name: path.read_bytes() for path in folder.iterdir()}
    outcomes = {"fine": 0, "error": 0}
    longest = 0
    for number in range(200):
        name = sorted(originals)[number % len(originals)]
        raw = bytearray(originals[name])
        for _ in range(rng.choice((1, 1, 2, 5))):
            at = rng.randrange(len(raw))
            what = rng.randrange(4)
            if what == 0:
                raw[at] = rng.randrange(256)
            elif what == 1:
                raw[at:at] = rng.choice(bits)
            elif what == 2:
                del raw[at : at + rng.randrange(1, 40)]
            else:
                raw[at:at] = raw[at : at + rng.randrange(1, 200)]
        (folder / name).write_bytes(raw)
        try:
            cards = load(folder)
            labels(cards)
            compile_tables(cards)
            outcomes["fine"] += 1
        except CardDataError as error:
            outcomes["error"] += 1
            longest = max(longest, len(str(error)))
        (folder / name).write_bytes(originals[name])
    assert min(outcomes.values()) > 10, outcomes
    assert longest < 5000

"""Card texts that are wrong: one clear CardDataError, whatever it is.

The messages stand in `bad_cards.txt`; `UPDATE_MESSAGES=1` writes them anew.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import NamedTuple

import pytest

from balance.errors import CardDataError
from balance.games.extremely_bad_hires import language, state
from balance.games.extremely_bad_hires.cards import load
from balance.games.extremely_bad_hires.tables import compile_tables, labels
from balance.games.extremely_bad_hires.warnings import card_set_warnings

GOLDEN = Path(__file__).parent / "bad_cards.txt"
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
        path.write_text(text.replace(old, self.new, 1))

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


# ---------------------------------------------------------------------------------------- overrides


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        (
            [("jobs.leak.profit", "x")],
            '--set jobs.leak.profit=x: found the text "x", allowed: a whole number',
        ),
        (
            [("jobs.leek.profit", 3)],
            "no such key 'leek' in jobs, allowed: bread, leak; did you mean jobs.leak.",
        ),
        ([("mayhem.wet_floor.effects[0].incapacitate.turn", 3)], "unknown key, allowed: who, turns, until"),
        ([("mayhem.wet_floor.effects[9].draw", 3)], "no such entry in mayhem.wet_floor.effects (2 there)"),
        (
            [("mayhem.wet_floor.effects[1].draw", 300)],
            "--set mayhem.wet_floor.effects[1].draw=300: found the who",
        ),
        ([("seats[0]", "plane")], "did you mean plain?"),
        ([("readings.O-12", "controler")], "did you mean controller?"),
        (
            [("fixes.tea.effects", 5)],
            "--set fixes.tea.effects=5: found the whole number 5, allowed: a list of at",
        ),
    ],
)
def test_bad_overrides(folder, overrides, expected) -> None:
    assert expected in failing(folder, overrides)


# --------------------------------------------------------------------------------------------- bounds


def nested(depth: int) -> dict:
    text: dict = {"draw": 1}
    for _ in range(depth):
        text = {"may": {"do": [text]}}
    return text


def test_texts_inside_each_other(folder) -> None:
    load(folder, [("fixes.tea.effects[1]", nested(language.NEST_MAX - 1))])
    said = failing(folder, [("fixes.tea.effects[1]", nested(language.NEST_MAX))])
    assert f"found instructions inside each other deeper than {language.NEST_MAX}, allowed: fewer" in said


def test_a_text_far_too_deep_to_read(folder) -> None:
    """No recursion error: the depth is bounded before anything is read."""
    said = failing(folder, [("fixes.tea.effects[1]", nested(100))])
    assert "inside each other" in said or "nested" in said


def test_conditions_and_numbers_inside_each_other(folder) -> None:
    condition: dict = {"completed": True}
    number: object = 1
    for _ in range(language.NEST_MAX + 1):
        condition, number = {"not": condition}, {"add": [1, number]}
    assert "conditions inside each other deeper" in failing(folder, [("fixes.tea.requires", [condition])])
    said = failing(folder, [("fixes.tea.effects[1].draw", number)])
    assert "numbers inside each other" in said


def test_numbers_deeper_than_the_stack(folder) -> None:
    """A number nested to the right keeps all its parts on the stack at once."""
    number: object = 1
    for _ in range(state.STACK - 1):
        number = {"add": [1, number]}
    load(folder, [("fixes.tea.effects[1].draw", number)])
    said = failing(folder, [("fixes.tea.effects[1].draw", {"add": [1, number]})])
    assert f"numbers inside each other, allowed: at most {state.STACK}" in said


def loop(depth: int, over: object = "all") -> dict:
    text: dict = {"draw": 1}
    for number in range(depth):
        text = {"each": {"over": over, "as": f"p{number}", "do": [text]}}
    return text


def test_loops_inside_each_other(folder) -> None:
    load(folder, [("fixes.tea.effects[1]", loop(state.LOOPS))])
    said = failing(folder, [("fixes.tea.effects[1]", loop(state.LOOPS + 1))])
    assert f"found {state.LOOPS + 1} loops inside each other, allowed: at most {state.LOOPS}" in said


def test_an_effect_that_could_run_on_and_on(folder) -> None:
    said = failing(folder, [("fixes.tea.effects[1]", loop(3, {"pick": "any_staff"}))])
    assert f"instructions, allowed: at most {language.STEPS_MAX}" in said


def test_more_names_and_ids_than_there_is_room_for(folder) -> None:
    names = [{"choose": {"as": f"h{n}", "pick": "own_staff"}} for n in range(state.BINDINGS + 1)]
    assert f"names at once in one text, allowed: at most {state.BINDINGS}" in failing(
        folder, [("fixes.gossip.effects", names)]
    )
    ids = [{"draw": 1, "id": f"i{n}"} for n in range(state.SLOTS + 1)]
    said = failing(folder, [("fixes.gossip.effects", ids)])
    assert f"ids in one text, allowed: at most {state.SLOTS}" in said


def test_more_targets_than_one_play_can_match(folder) -> None:
    targets = [{"as": f"h{n}", "pick": "own_staff"} for n in range(6)]
    costs = [{"discard": 1}] * (state.NEEDS_AT_ONCE - 6)
    given = [("fixes.gossip.targets", targets), ("fixes.gossip.effects", [{"draw": 1}])]
    load(folder, [*given, ("fixes.gossip.cost", costs)])
    said = failing(folder, [*given, ("fixes.gossip.cost", [*costs, {"lose": 1}])])
    assert f"targets and costs of one card, allowed: at most {state.NEEDS_AT_ONCE}" in said


def test_more_code_than_the_record_holds(folder) -> None:
    block = [{"may": {"do": [{"draw": 1}] * 20}}] * 20
    fixes = {f"x{n}": {"name": "X", "effects": block} for n in range(5)}
    said = failing(folder, [(f"fixes.{name}", card) for name, card in fixes.items()])
    assert f"instructions in all card texts together, allowed: at most {state.CODE_MAX}" in said


def test_decks_larger_than_the_record(folder) -> None:
    said = failing(folder, [("decks.plain.cards.tea", state.DECK_MAX)])
    assert f"cards in all, allowed: 1 to {state.DECK_MAX}" in said


# ----------------------------------------------------------------------------------------- any bytes


def test_mutated_files_never_raise_anything_else(folder) -> None:
    """Bytes changed, removed, doubled: it loads, compiles and is judged, or there is one CardDataError."""
    rng = random.Random(11)
    bits = (
        b"- { } [ : ' # &a *a 999999 -1 1.5 null yes all $t $x ap who until count pick by do each if".split()
    )
    bits += [word + b" " for word in bits] + [b"\t", b"\n", b"\xff"]
    originals = {path.name: path.read_bytes() for path in folder.iterdir()}
    outcomes = {"fine": 0, "error": 0}
    longest = 0
    for number in range(160):
        name = sorted(originals)[number % len(originals)]
        raw = bytearray(originals[name])
        for _ in range(rng.choice((1, 1, 2))):
            at = rng.randrange(len(raw))
            match rng.randrange(4):
                case 0:
                    raw[at] = rng.randrange(256)
                case 1:
                    raw[at:at] = rng.choice(bits)
                case 2:
                    del raw[at : at + rng.randrange(1, 40)]
                case _:
                    raw[at:at] = raw[at : at + rng.randrange(1, 200)]
        (folder / name).write_bytes(raw)
        try:
            cards = load(folder)
            labels(cards)
            compile_tables(cards, 3)
            card_set_warnings(cards, 3)
            outcomes["fine"] += 1
        except CardDataError as error:
            outcomes["error"] += 1
            longest = max(longest, len(str(error)))
        (folder / name).write_bytes(originals[name])
    assert min(outcomes.values()) > 8, outcomes
    assert longest < 6000


WORDS = [
    "all",
    "$t",
    "$x",
    "$p",
    "you",
    "ap",
    "own_staff",
    -1,
    0,
    1,
    999,
    True,
    None,
    [],
    {},
    "",
    "draw",
    1.5,
]
WORDS += [["active"], {"pick": "own_staff"}, {"count": 1}, {"up_to": 2}, [{"draw": 1}], {"owner": "$t"}]
KEYS = [
    "who",
    "count",
    "by",
    "until",
    "as",
    "id",
    "needs",
    "when",
    "do",
    "pick",
    "where",
    "player",
    "draw",
    "if",
]


def spoil(rng: random.Random, text: object) -> object:
    """Some value of a text replaced, left out, put elsewhere."""
    if isinstance(text, dict) and text and rng.random() < 0.8:
        key = rng.choice(list(text))
        kept = dict(text)
        if rng.random() < 0.7:
            kept[key] = spoil(rng, text[key])
        elif rng.random() < 0.5:
            del kept[key]
        else:
            kept[rng.choice(KEYS)] = kept.pop(key)
        return kept
    if isinstance(text, list) and text and rng.random() < 0.8:
        place = rng.randrange(len(text))
        return [*text[:place], spoil(rng, text[place]), *text[place + 1 :]]
    return rng.choice(WORDS)


def test_spoilt_texts_never_raise_anything_else(folder) -> None:
    """Texts that are well-formed YAML and wrong in what they say."""
    rng = random.Random(5)
    cards = load(folder)
    places = [f"{section}.{name}" for section in ("mayhem", "fixes", "jobs") for name in cards.data[section]]
    outcomes = {"fine": 0, "error": 0}
    for number in range(300):
        place = places[number % len(places)]
        text = spoil(rng, cards.value(place))
        try:
            spoilt = load(folder, [(place, text)])
            compile_tables(spoilt, 2)
            card_set_warnings(spoilt, 2)
            outcomes["fine"] += 1
        except CardDataError:
            outcomes["error"] += 1
    assert min(outcomes.values()) > 20, outcomes

"""The card data of Hire or Fire: what loads, what a designer can change, one clear error for what is wrong.

The messages stand in `bad_cards.txt`; `UPDATE_MESSAGES=1` writes them anew.
"""

from __future__ import annotations

import os
import pickle
import random
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from balance.errors import CardDataError
from balance.experiments.space import numbers_of, plans, space_of
from balance.games.hire_or_fire import state
from balance.games.hire_or_fire.cards import BOUNDS, WHOLE, load
from balance.games.hire_or_fire.tables import compile_bot, compile_tables, labels
from balance.games.hire_or_fire.warnings import card_set_warnings
from balance.games.hire_or_fire.weights import WEIGHTS
from balance.simulation.places import card_folder

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


# ------------------------------------------------------------------------------------------ what loads


def test_equal_content_has_one_hash_and_a_changed_tag_another(folder) -> None:
    one, same = load(folder), load(folder)
    assert one.hash == same.hash
    assert pickle.loads(pickle.dumps(one)).hash == one.hash
    changed = load(folder, [("jobs.otter_nurse.tags.water", 1)])
    assert [name for name, part in changed.part_hash.items() if part != one.part_hash[name]] == ["jobs.yaml"]


def test_the_order_of_cards_and_traits_is_content_and_that_of_tags_is_not(folder) -> None:
    one = load(folder)
    path = folder / "jobs.yaml"
    text = path.read_text()
    path.write_text(text.replace("{animals: 3, water: 2}", "{water: 2, animals: 3}", 1))
    assert load(folder).hash == one.hash
    first, *lines = text.splitlines()
    path.write_text("\n".join([first, *lines[::-1]]) + "\n")
    assert load(folder).hash != one.hash


def test_sources_of_numbers(folder) -> None:
    cards = load(folder, [("model.noise.private", 0.9)])
    found = {p.path: (p.source, p.kind) for p in cards.provenance}
    assert found["frame.weeks"] == ("HF-11", "rule book")
    assert found["frame.salaries[1]"] == ("T0", "assumed")
    assert found["model.noise.shared"] == ("M-3", "assumed")
    assert found["frame.bonus"] == ("", "not stated")
    assert found["model.noise.private"][1] == "changed here"


# ------------------------------------------------------------------------------------------- overrides


def test_an_override_adds_a_job_a_tag_and_a_pair(folder) -> None:
    cards = load(
        folder,
        [
            ("jobs.frog_critic", {"title": "Frog Critic", "tags": {"animals": 2, "stage": 2}}),
            ("jobs.otter_nurse.tags.nerve", 1),
            ("relatedness.machines-numbers", 0.2),
            ("model.salary.base.4[0]", 2),
            ("model.salary.base.4[1]", 2),
        ],
    )
    rules = compile_tables(cards, 4)[0]
    assert rules["jobs"] == 31
    assert rules["chance_base"] == 2
    assert rules["job"]["traits"][0] == 0b100011
    assert cards.model.related()[4, 2] == cards.model.related()[2, 4] == 0.2


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ([("jobs.oter_nurse.title", "x")], "did you mean jobs.otter_nurse.title?"),
        (
            [("jobs.otter_nurse.tags.watr", 2)],
            "--set jobs.otter_nurse.tags.watr=2: no such trait, allowed: animals",
        ),
        ([("model.salary.base.7", 0)], "allowed: 3, 4, 5, 6; did you mean"),
        ([("model.nose.private", 0)], "did you mean model.noise.private?"),
        ([("readings.HG-07", "in_turns")], "did you mean in_turn?"),
        (
            [("frame.salaries[2]", 1500)],
            "found the whole number 1500, allowed: at least 2000, the one before",
        ),
        ([("bots.plain.weights.order", 4)], "found the whole number 4, allowed: a whole number from 0 to 3"),
    ],
)
def test_bad_overrides(folder, overrides, expected) -> None:
    assert expected in failing(folder, overrides)


# --------------------------------------------------------------------------------------------- bounds


def jobs(count: int) -> dict:
    return {f"j{n}": {"title": f"Job {n}", "tags": {"animals": 1 + n % 3, "water": 2}} for n in range(count)}


def test_as_many_cards_as_the_records_hold(folder) -> None:
    rules = compile_tables(load(folder, [("jobs", jobs(state.JOBS))]), 6)[0]
    assert rules["jobs"] == state.JOBS
    assert rules["job_fit"]["to"][-1, 0] != 0
    said = failing(folder, [("jobs", jobs(state.JOBS + 1))])
    assert said.endswith(f"allowed: a mapping of 1 to {state.JOBS} jobs")


def test_enough_cards_for_six_players(folder) -> None:
    """HD-6: hands, and what refills take."""
    one_card = ("readings.HG-03", "one_card")
    load(folder, [("frame.weeks", 2), ("frame.hand_jobs", 3)])
    said = failing(folder, [("frame.weeks", 3), ("frame.salaries", [1, 2, 3])])
    assert "jobs: found 30 cards, allowed: at least 42, for 6 players with 3 each at first" in said
    assert "skills: found 30 cards, allowed: at least 42" in said
    said = failing(folder, [("frame.weeks", 3), ("frame.salaries", [1, 2, 3]), one_card])
    assert "skills:" not in said  # 6 * (3 + 1 + 1) = 30
    load(folder, [("frame.weeks", 3), ("frame.salaries", [1, 2, 3]), one_card, ("jobs", jobs(42))])
    said = failing(folder, [("frame.weeks", 3), ("frame.salaries", [1, 2, 3]), one_card, ("jobs", jobs(41))])
    assert "found 41 cards, allowed: at least 42" in said


def test_every_bound_of_a_weight_is_of_a_weight() -> None:
    assert set(BOUNDS) <= set(WEIGHTS)
    assert set(WHOLE) <= set(BOUNDS)


@pytest.mark.parametrize("name", list(BOUNDS))
def test_weights_at_their_bounds(folder, name) -> None:
    for end in BOUNDS[name]:
        assert compile_bot(load(folder, [(f"bots.saver.weights.{name}", end)]), "saver")[name] == end
    low, high = BOUNDS[name]
    for beyond in (low - 1, high + 1):
        assert " from " in failing(folder, [(f"bots.saver.weights.{name}", beyond)])


def test_a_matrix_that_is_only_just_positive_definite(folder) -> None:
    """Three traits that are each the same as the next: r = 0.7 for neighbours cannot be, below 1/sqrt(2)."""
    pairs = {"animals-water": 0.7071, "water-numbers": 0.7071}
    load(folder, [("relatedness", pairs)])
    said = failing(folder, [("relatedness", {**pairs, "water-numbers": 0.7072})])
    assert said.endswith(
        "allowed: a positive definite matrix, so smaller ones, first those of water, numbers, animals"
    )


# ----------------------------------------------------------------------------------------------- bots

SHIPPED = load(card_folder("hire_or_fire"))


@pytest.mark.parametrize("name", plans(SHIPPED))
def test_wherever_a_search_takes_a_plan_it_still_loads(name) -> None:
    """`balance tune` and `balance strength` move bots within their characters."""
    space = space_of(SHIPPED, name)
    assert np.all(space.low < space.high)
    own = numbers_of(SHIPPED, name, space)["weights"]
    for place, (section, weight) in enumerate(space.keys):
        assert section == "weights"
        assert space.low[place] <= own[weight] <= space.high[place], weight
    for ends in (space.low, (space.low + space.high) / 2, space.high):
        moved = [
            (f"bots.{name}.weights.{key}", float(end)) for (_, key), end in zip(space.keys, ends, strict=True)
        ]
        found = compile_bot(load(SHIPPED.folder, moved), name)
        assert found["level"] == compile_bot(SHIPPED, name)["level"]


def test_a_search_does_not_move_how_well_a_bot_sees() -> None:
    gifts = {"tau", "tau_spread", "lapse", "blur", "blur_spread", "judgement", "whim"}
    for name in plans(SHIPPED):
        assert gifts.isdisjoint(weight for _, weight in space_of(SHIPPED, name).keys)
        bot = compile_bot(SHIPPED, name)
        assert all(bot[gift] == SHIPPED.model.base[gift] for gift in gifts)


def test_plans_are_what_they_are_called() -> None:
    found = {name: compile_bot(SHIPPED, name) for name in SHIPPED.bots}
    assert list(found) == ["random", "plain", "reader", "solver", "bluffer", "saver"]
    assert plans(SHIPPED) == list(found)[1:]
    assert [int(bot["level"]) for bot in found.values()] == [0, 1, 2, 3, 2, 2]
    assert (found["random"]["judgement"], found["plain"]["clarity"]) == (0, 0)
    assert found["bluffer"]["decoy"] > max(bot["decoy"] for name, bot in found.items() if name != "bluffer")
    assert found["saver"]["saving"] > max(bot["saving"] for name, bot in found.items() if name != "saver")


# ----------------------------------------------------------------------------------------- any bytes


def test_mutated_files_never_raise_anything_else(folder) -> None:
    """Bytes changed, removed, doubled: it loads, compiles and is judged, or there is one CardDataError."""
    rng = random.Random(11)
    bits = b"- { } [ : ' # &a *a 999999 -1 1.5 0 null yes tags title spin weights level animals-stage".split()
    bits += [word + b" " for word in bits] + [b"\t", b"\n", b"\xff"]
    originals = {path.name: path.read_bytes() for path in folder.iterdir()}
    outcomes = {"fine": 0, "error": 0}
    longest = 0
    for number in range(210):
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

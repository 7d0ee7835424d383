"""The card data of Employee Handbook: how it compiles, and what a designer can change.

All numbers here are those of the frozen copy (`tests/cards/handbook/`). What must hold for the files in
`card_data/`, whatever a designer has made of them, is in `test_shipped.py`.
"""

from __future__ import annotations

import json
import pickle
import re
import shutil
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import numpy as np
import pytest

from balance.cards import read_yaml
from balance.cards.paths import leaves
from balance.games.employee_handbook import cards as handbook
from balance.games.employee_handbook import state
from balance.games.employee_handbook.cards import Card, Level, load
from balance.games.employee_handbook.tables import compile_bot, compile_tables, labels
from tests.frozen import frozen_folder

if TYPE_CHECKING:
    from enum import IntEnum

FROZEN = frozen_folder("employee_handbook")
RULE_FILES = ("game.yaml", "buildings.yaml", "deck.yaml", "readings.yaml")


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """A copy of the rule files, called `data` in the current folder."""
    monkeypatch.chdir(tmp_path)
    copy = Path("data")
    copy.mkdir()
    for name in RULE_FILES:
        shutil.copy(FROZEN / name, copy)
    return copy


def edit(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


# -------------------------------------------------------------------------------- files into tables


@pytest.fixture(scope="module")
def cards(tmp_path_factory):
    """The rule files, without bots."""
    copy = tmp_path_factory.mktemp("frozen")
    for name in RULE_FILES:
        shutil.copy(FROZEN / name, copy)
    return load(copy)


def test_bots(cards) -> None:
    whole = load(FROZEN)
    assert list(whole.bots)[:2] == ["random", "builder"]
    assert whole.data["buildings"] == cards.data["buildings"]
    bot = compile_bot(whole, "builder")
    assert bot.dtype == handbook.bot_weights()[1]
    assert bot["taste"][0] == whole.data["bots"]["builder"]["taste"]["workshop"]


def test_table_t0(cards) -> None:
    table = compile_tables(cards)["table"][0]
    assert labels(cards)["bought"] == ["workshop", "factory", "lab", "containment", "salvage"]
    for seat in range(2):
        kind = table[seat]["kind"]
        assert table[seat]["kinds"] == 5
        level = kind["level"]
        assert kind["limit"].tolist() == [3, 2, 1, 2, 2, 0, 0, 0]
        assert kind["levels"].tolist() == [2, 2, 2, 2, 2, 0, 0, 0]
        assert level["cost"][:5, :2].tolist() == [[7, 9], [8, 10], [7, 9], [8, 9], [6, 8]]
        assert level["value"][:5, :2].tolist() == [[2, 6], [3, 7], [4, 8], [2, 6], [3, 7]]
        assert level["income"][0].tolist() == [1, 2, 0]
        assert level["draws"][1].tolist() == [1, 1, 0]
        assert level["pay"][1].tolist() == [2, 4, 0]
        assert level["gain"][2].tolist() == [state.Gain.RANDOM, state.Gain.CHOOSE, 0]
        assert level["gain_count"][2].tolist() == [1, 1, 0]
        assert level["capacity"][3].tolist() == [1, 2, 0]
        assert level["shields"][3].tolist() == [1, 1, 0]
        assert level["payout"][4].tolist() == [3, 5, 0]
        assert level["scrap"][:5, :2].tolist() == [[1, 3], [1, 3], [2, 4], [1, 3], [1, 3]]


def test_company_and_frame(cards) -> None:
    rules = compile_tables(cards)[0]
    frame = [int(rules[name]) for name in ("rounds", "dollars_per_point", "disabled_divisor")]
    assert frame == [10, 3, 2]
    expected = {
        "basic_income": 2, "actions": 2, "required_draws": 1, "optional_draws": 2, "repair_cost": 3,
        "recharge_cost": 4, "explosion_loss": 2, "hand_limit": 8, "surplus_pay": 2, "queue_limit": 2,
        "space": 7, "base_capacity": 1, "place_within": 5, "second_player_cash": 0,
    }  # fmt: skip
    for seat in range(2):
        assert {name: int(rules["table"][seat][name]) for name in expected} == expected


def test_opening_position(cards) -> None:
    rules = compile_tables(cards)[0]
    inspection = list(cards.data["cards"]).index("inspection")
    for fresh in rules["fresh"]:
        assert (fresh["cash"], fresh["charged"], fresh["building_count"], fresh["hand_size"]) == (8, 1, 1, 1)
        first = fresh["building"][0]
        assert [int(first[n]) for n in ("kind", "level", "operating", "used", "round", "paid")] == [
            0,
            1,
            1,
            0,
            0,
            0,
        ]
        assert fresh["hand"].tolist() == [int(n == inspection) for n in range(state.CARD_KINDS)]
        assert not fresh["known"].any()
        assert not fresh["tally"].tobytes().strip(b"\0")


def test_deck(cards) -> None:
    rules = compile_tables(cards)[0]
    ids = labels(cards)["played"]
    assert ids == ["profit", "windfall", "inspection", "overtime", "reorganization", "shutdown", "hazard"]
    card = rules["card"][: rules["card_kinds"]]
    assert card["luck"].tolist() == [zlib.crc32(name.encode()) for name in ids]
    assert card["family"].tolist() == [0, 0, 1, 1, 1, 1, 2]
    assert card["pays"].tolist() == [2, 5, 0, 0, 0, 0, 0]
    E = state.Effect
    assert card["effect"].tolist() == [0, 0, E.INSPECT, E.OVERTIME, E.SHUFFLE, E.CANCEL_DRAW, 0]
    assert card["amount"].tolist() == [0, 0, 3, 1, 0, 1, 0]
    assert rules["era"]["round"][:3].tolist() == [1, 4, 7]
    assert rules["era"]["copies"][:3, :7].tolist() == [[22, 4, 2, 2, 2, 2, n] for n in (2, 3, 4)]
    assert rules["eras"] == 3
    assert not any(rules["reading"].tolist())  # the default of every switch is its first position


def test_card_sentences(cards) -> None:
    assert cards.model.cards["windfall"].sentence == "Collect $5."
    assert "next 3 cards" in cards.model.cards["inspection"].sentence


def test_labels(cards) -> None:
    names = labels(cards)
    assert names["placed_at"] == ["1", "2", "3", "4", "5"]
    assert names["lead"] == [str(n) for n in range(1, 11)]
    plain = {n for n in state.TALLY.names if state.TALLY[n].subdtype and not state.TALLY[n].base.names}
    assert set(names) == plain | {"lead"}


def test_words_of_the_schema_are_those_of_the_records() -> None:
    def words(kind: type[IntEnum]) -> set[str]:
        return {member.name.lower() for member in kind}

    assert set(get_args(Card.model_fields["effect"].annotation)) == words(state.Effect)
    assert set(get_args(Card.model_fields["family"].annotation)) == words(state.Family)
    assert set(get_args(Level.model_fields["gain"].annotation)) == words(state.Gain)
    assert set(Level.model_fields) | {"scrap", "acts"} == set(state.LEVEL.names)  # those two are computed
    assert set(handbook.SWITCHES) == set(state.READINGS.names)
    assert np.iinfo(np.int64).max > handbook.MONEY_MAX * handbook.COUNT_MAX * state.DECK_MAX


# -------------------------------------------------------------------------------- where numbers come from


def test_the_source_of_a_number(cards) -> None:
    numbers = [
        path
        for section in cards.data
        if section not in ("readings", "base", "bots")
        for path, value in leaves(cards.data[section])
        if isinstance(value, (int, float))
    ]
    assert len(cards.provenance) == len(numbers) > 90
    for item in cards.provenance:
        assert item.kind == ("rule book" if item.source[:2] in ("HB", "D-") else "assumed")
        assert cards.value(item.path) == item.value
    by_path = {item.path: item.source for item in cards.provenance}
    assert by_path["buildings.factory.limit"] == "HB-48"
    assert by_path["buildings.factory.levels[1].draws"] == "HA-12"
    assert by_path["buildings.factory.levels[1].cost"] == "T0"
    assert by_path["eras[2].copies.hazard"] == "HB-67"
    assert by_path["eras[2].copies.overtime"] == "HA-04"
    assert by_path["company.repair_cost"] == "HB-19"


def test_every_open_question_is_there(cards) -> None:
    assert [a.id for a in cards.assumptions] == [f"HA-{n:02}" for n in range(1, 49)]
    for item in cards.assumptions:
        assert item.impact in "HML"
        assert item.question.endswith("?")
        assert item.text
    of = cards.assumption
    assert (of("HA-11").reading, [a.name for a in of("HA-11").alternatives]) == (
        "bank",
        ["immediate", "none"],
    )
    open_questions = {a.id for a in cards.assumptions if a.alternatives}
    assert open_questions == {
        f"HA-{n}"
        for n in [
            "03",
            "04",
            "05",
            "07",
            "09",
            "11",
            "12",
            "13",
            "18",
            "25",
            "31",
            "33",
            "37",
            "39",
            "40",
            "41",
            "46",
        ]
    }


def alternatives() -> list[tuple[str, str]]:
    data = read_yaml(FROZEN / "readings.yaml").data["readings"]
    return [(name, c) for name, q in data.items() for c in q["choices"] if c != q["reading"]]


@pytest.mark.parametrize(("name", "reading"), alternatives())
def test_every_alternative_compiles_to_other_tables(cards, folder, name, reading) -> None:
    before = compile_tables(cards)
    by_override = load(folder, [(f"readings.{name}", reading)])
    assert compile_tables(by_override).tobytes() != before.tobytes()
    assert by_override.hash != cards.hash
    assert by_override.assumption(name).reading == reading
    assert by_override.data == load(folder, [(f"readings.{name}.reading", reading)]).data
    edit_reading(folder, name, reading)
    by_file = load(folder)
    assert compile_tables(by_file).tobytes() == compile_tables(by_override).tobytes()
    assert by_file.hash == by_override.hash


def edit_reading(folder: Path, name: str, reading: str) -> None:
    path = folder / "readings.yaml"
    text, count = re.subn(rf"({name}:\n(?:    .*\n)*?    reading: )\w+", rf"\g<1>{reading}", path.read_text())
    assert count == 1
    path.write_text(text)


def test_readings_that_set_values(folder) -> None:
    def value(name: str, reading: str, path: str):
        return load(folder, [(f"readings.{name}", reading)]).value(path)

    assert value("HA-07", "two_dollars", "company.second_player_cash") == 2
    assert value("HA-12", "two_at_level_2", "buildings.factory.levels[1].draws") == 2
    assert value("HA-13", "look", "buildings.lab.levels[1].gain") == "reorder"
    assert value("HA-33", "five", "cards.inspection.amount") == 5
    assert value("HA-39", "move_disablement", "cards.reorganization.effect") == "move_disablement"
    assert value("HA-41", "two", "cards.overtime.amount") == 2
    heavy = load(folder, [("readings.HA-04", "shutdown_heavy")])
    tactics = [name for name, card in heavy.data["cards"].items() if card["family"] == "tactic"]
    for era in heavy.data["eras"]:
        assert [era["copies"][name] for name in tactics] == [2, 1, 1, 4]


def test_an_override_beats_a_reading_and_a_reading_beats_the_file(folder) -> None:
    chosen = load(folder, [("cards.inspection.amount", 4), ("readings.HA-33", "five")])
    assert chosen.value("cards.inspection.amount") == 4
    by_path = {item.path: item for item in chosen.provenance}
    assert by_path["cards.inspection.amount"].kind == "changed here"
    assert by_path["cards.inspection.amount"].source == "--set cards.inspection.amount=4"
    edit(folder, "deck.yaml", "amount: 3", "amount: 2")
    read = load(folder, [("readings.HA-33", "five")])
    assert read.value("cards.inspection.amount") == 5
    changed = {item.path: item for item in read.provenance}["cards.inspection.amount"]
    assert (changed.kind, changed.source) == ("assumed", "HA-33")


# -------------------------------------------------------------------------------------- identity


def test_the_hash_moves_only_with_content(folder) -> None:
    first = load(folder).hash
    assert re.fullmatch("[0-9a-f]{64}", first)
    edit(folder, "game.yaml", "  rounds: 10\n  dollars_per_point: 3  # $ left that make one point\n",
         "  # other order, other comment\n  dollars_per_point:   3\n  rounds: 10\n")  # fmt: skip
    edit(
        folder,
        "buildings.yaml",
        "{cost: 6, value: 3, payout: 3}",
        "{payout: 3, income: 0, value: 3, cost: 6}",
    )
    edit(folder, "buildings.yaml", "source: {limit: HB-48, levels: T0}", "source: T0")
    assert load(folder).hash == first
    part = load(folder).part_hash
    edit(folder, "buildings.yaml", "payout: 3", "payout: 4")
    moved = load(folder)
    assert moved.hash != first
    assert [file for file in part if part[file] != moved.part_hash[file]] == ["buildings.yaml"]
    assert load(folder, [("buildings.salvage.levels[0].payout", 3)]).hash == first


def test_the_order_of_buildings_is_content_as_it_numbers_them(folder) -> None:
    before = load(folder)
    text = (folder / "buildings.yaml").read_text()
    head, *parts = re.split(r"(?m)^(?=  \w+:$)", text)
    (folder / "buildings.yaml").write_text(head + "".join(part.rstrip() + "\n\n" for part in reversed(parts)))
    after = load(folder)
    assert after.hash != before.hash
    assert labels(after)["bought"] == labels(before)["bought"][::-1]


def test_pickles(cards) -> None:
    again = pickle.loads(pickle.dumps(cards))
    assert again == cards
    assert hash(again) == hash(cards)
    assert compile_tables(again).tobytes() == compile_tables(cards).tobytes()


# ------------------------------------------------------------------------------- what a designer can add


BANK = """
  bank:
    name: Bank
    limit: 1
    levels:
      - {cost: 5, value: 1, income: 3}
    source: T0
"""


def test_a_sixth_building_is_an_edit_of_yaml(folder) -> None:
    with (folder / "buildings.yaml").open("a") as file:
        file.write(BANK)
    cards = load(folder)
    kind = compile_tables(cards)[0]["table"][1]["kind"][5]
    assert (kind["limit"], kind["levels"], kind["level"]["income"].tolist()) == (1, 1, [3, 0, 0])
    assert labels(cards)["bought"][-1] == "bank"
    assert [p.kind for p in cards.provenance if p.path.startswith("buildings.bank")] == ["assumed"] * 4


def test_a_building_can_come_by_override(folder) -> None:
    cards = load(
        folder, [("buildings.bank", {"name": "Bank", "limit": 1, "levels": [{"cost": 5, "value": 1}]})]
    )
    assert compile_tables(cards)[0]["table"][0]["kinds"] == 6
    assert {p.kind for p in cards.provenance if p.path.startswith("buildings.bank")} == {"changed here"}


def test_a_third_level_can_come_by_override(folder) -> None:
    cards = load(folder, [("buildings.lab.levels[2]", {"cost": 5, "value": 12})])
    assert compile_tables(cards)[0]["table"][0]["kind"]["levels"][2] == 3


def test_a_new_money_card_is_an_edit_of_yaml(folder) -> None:
    edit(
        folder,
        "deck.yaml",
        "cards:\n",
        "cards:\n  bonus: {name: Bonus, family: money, pays: 9, text: Collect 9.}\n",
    )
    text = (folder / "deck.yaml").read_text()
    (folder / "deck.yaml").write_text(text.replace("      profit: 22", "      bonus: 1\n      profit: 22"))
    cards = load(folder)
    rules = compile_tables(cards)[0]
    assert (labels(cards)["played"][0], rules["card"]["pays"][0]) == ("bonus", 9)
    assert rules["era"]["copies"][:3, 0].tolist() == [1, 1, 1]
    assert rules["card"]["luck"][1] == zlib.crc32(b"profit")  # the luck of the others stays


def test_a_number_without_source_is_not_stated(folder) -> None:
    edit(folder, "deck.yaml", "    source: HB-29\n", "")
    by_path = {item.path: item for item in load(folder).provenance}
    assert (by_path["cards.profit.pays"].kind, by_path["cards.profit.pays"].source) == ("not stated", "")


@pytest.mark.parametrize("where", ["file", "override"])
def test_one_company_can_have_its_own_numbers(folder, where) -> None:
    changes = {"buildings.factory.levels[0].cost": 1, "company.actions": 3, "start.hand.shutdown": 2}
    if where == "file":
        edit(folder, "game.yaml", "b: {}", f"b: {json.dumps(changes)}")
        cards = load(folder)
    else:
        cards = load(folder, [(f"companies.b.{path}", value) for path, value in changes.items()])
    rules = compile_tables(cards)[0]
    assert rules["table"]["kind"]["level"]["cost"][:, 1, 0].tolist() == [8, 1]
    assert rules["table"]["actions"].tolist() == [2, 3]
    assert rules["fresh"]["hand_size"].tolist() == [1, 3]

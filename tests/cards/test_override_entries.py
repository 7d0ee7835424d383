"""Entries added, copied and removed by overrides; what still names an entry that is gone."""

from __future__ import annotations

import json

import pytest
from pydantic import Field

from balance import games
from balance.cards import (
    Edits,
    Place,
    Strict,
    apply_overrides,
    from_options,
    option_text,
    parse_add,
    parse_copy,
    parse_remove,
    read_text,
    validate,
)
from balance.cards.edits import in_short
from balance.cards.override import Override, applied, as_overrides, split_kind, with_kind
from balance.cards.read import NODES_MAX
from balance.cards.validate import schema_of
from balance.errors import CardDataError, ScenarioError
from balance.simulation import cards_in_manifest
from balance.simulation.manifest_shape import Cards
from tests.frozen import frozen_folder

HANDBOOK = games.get("employee_handbook")
GAMES = ["employee_handbook", "extremely_bad_hires", "hire_or_fire"]


class Item(Strict):
    cost: int
    tags: dict[str, int] = Field(default_factory=dict)


class Shop(Strict):
    items: dict[str, list[Item]]
    rent: float = 0.0


TEXT = "items:\n  apple: [{cost: 1}, {cost: 2}, {cost: 3}]\n  pear: [{cost: 3}]  # soft\n"


def changed(*overrides):
    return applied(read_text(TEXT, "shop.yaml"), overrides, schema_of(Shop))


def handbook(**options):
    return HANDBOOK.load(frozen_folder("employee_handbook"), from_options(**options))


# ------------------------------------------------------------------------------------------ one document


def test_an_entry_is_copied_and_priced_anew() -> None:
    done = changed(("copy items.plum", "items.apple"), ("items.plum[0].cost", 9))
    assert done.document.data["items"]["plum"] == [{"cost": 9}, {"cost": 2}, {"cost": 3}]
    assert done.document.data["items"]["apple"][0] == {"cost": 1}
    assert str(done.document.place(("items", "plum", 1, "cost"))) == "--copy items.plum=items.apple"
    assert set(done.changed) == {("items", "plum"), ("items", "plum", 0, "cost")}


def test_entries_behind_one_that_is_taken_out_move_up_with_their_places() -> None:
    before = read_text(TEXT, "shop.yaml")
    done = changed(("items.apple[2].cost", 8), ("remove items.apple[0]", None))
    assert done.document.data["items"]["apple"] == [{"cost": 2}, {"cost": 8}]
    assert done.document.place(("items", "apple", 0, "cost")) == before.place(("items", "apple", 1, "cost"))
    assert str(done.document.place(("items", "apple", 1, "cost"))) == "--set items.apple[2].cost=8"
    assert set(done.changed) == {("items", "apple", 1, "cost")}
    assert [item.path for item in done.removed] == [("items", "apple", 0)]
    assert before.data["items"]["apple"][0] == {"cost": 1}


def test_comments_stay_with_their_values() -> None:
    assert read_text(TEXT, "shop.yaml").comments == {("items", "pear"): "soft"}
    assert changed(("items.pear[0].cost", 4)).document.comments == {("items", "pear"): "soft"}
    assert changed(("remove items.pear", None)).document.comments == {}


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (
            "add items.pear",
            [],
            "--add items.pear=[]: found a key that is there already (shop.yaml:3:9), allowed:",
        ),
        ("add items.pear[0]", {}, "--add items.pear[0]={}: found an entry that is there already"),
        ("add items.pear[0]", {}, "allowed: [1] to add one"),
        ("add itms.plum", [], "did you mean items.plum?"),
        ("copy items.pear", "items.apple", "found a key that is there already"),
        ("copy items.plum", "items.aple", "copied from items.aple: no such key 'aple' in items"),
        ("copy items.plum", "items.aple", "did you mean items.apple?"),
        ("copy items.plum", 3, "found the whole number 3, allowed: the path of what is copied"),
        ("copy items.plum", "a b", 'found the text "a b", allowed: the path of what is copied'),
        ("copy items.plum", "items.apple[7]", "(3 there), allowed: [0] to [2]"),
        ("remove items.plum", None, "--remove items.plum: no such key 'plum' in items, allowed: apple, pear"),
        ("remove items.paer", "everywhere", "--remove items.paer=everywhere: no such key"),
        ("remove items.paer", None, "did you mean items.pear?"),
        ("remove items.apple[3]", None, "no such entry in items.apple (3 there), allowed: [0] to [2]"),
        ("remove items.pear", 3, "found the whole number 3, allowed: everywhere"),
        ("remove a b", None, 'found the path "a b", allowed: a path'),
    ],
)
def test_what_cannot_be_done(path: str, value: object, expected: str) -> None:
    with pytest.raises(CardDataError) as caught:
        changed((path, value))
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_key_that_must_be_there_is_missed_because_of_the_override() -> None:
    document, _ = apply_overrides(
        read_text(TEXT, "shop.yaml"), [("remove items.pear[0].cost", None)], schema_of(Shop)
    )
    with pytest.raises(CardDataError) as caught:
        validate(document, Shop)
    assert str(caught.value) == "--remove items.pear[0].cost: the key is missing, allowed: a whole number"


def test_copies_of_copies_are_bounded() -> None:
    wide = [("items.pear", [{"cost": n} for n in range(NODES_MAX // 8)])]
    copies = [(f"copy items.n{n}", "items.pear") for n in range(8)]
    with pytest.raises(
        CardDataError, match=r"found copies of more than 50000 values, allowed: at most 50000"
    ):
        changed(*wide, *copies)


# -------------------------------------------------------------------------------------- how it is written


@pytest.mark.parametrize("kind", ["set", "add", "remove", "copy"])
def test_kinds_round_trip(kind) -> None:
    assert split_kind(with_kind(kind, "a.b[0]")) == (kind, "a.b[0]")
    item = Override(with_kind(kind, "a.b"), 1)
    assert (item.kind, item.target) == (kind, "a.b")


def test_options_are_read() -> None:
    assert parse_add("cards.x={name: X, pays: 3}") == ("add cards.x", {"name": "X", "pays": 3})
    assert parse_copy(" cards.x = cards.y ") == ("copy cards.x", "cards.y")
    assert parse_remove("eras[1]") == ("remove eras[1]", None)
    assert parse_remove("cards.x=everywhere") == ("remove cards.x", "everywhere")


@pytest.mark.parametrize(
    ("parse", "text", "expected"),
    [
        (parse_add, "cards.x", "--add cards.x: found the text"),
        (parse_add, "cards.x=", "--add cards.x=: found no value"),
        (parse_add, "cards.x={a: ", "--add cards.x={a: : not valid YAML"),
        (
            parse_copy,
            "cards.x=3",
            "--copy cards.x=3: found the whole number 3 as the old path, allowed: new=old",
        ),
        (parse_copy, "cards.x=a..b", 'found the text "a..b" as the old path'),
        (parse_remove, "cards.x=all", '--remove cards.x=all: found the text "cards.x=all", allowed: a path'),
        (parse_remove, "", "--remove : found the text"),
    ],
)
def test_options_that_are_wrong(parse, text: str, expected: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse(text, ScenarioError)
    assert expected in str(caught.value)


def test_options_are_done_in_an_order_in_which_they_make_sense() -> None:
    found = from_options(
        sets=["items.plum[0].cost=4"],
        copies=["items.plum=items.apple"],
        removes=["items.plum[1]", "items.plum[2]"],
    )
    done = changed(*found)
    assert done.document.data["items"]["plum"] == [{"cost": 4}]
    assert from_options() == []


@pytest.mark.parametrize(
    "override",
    [
        ("a.b", 3),
        ("a.b", "yes"),
        ("a.b", "plain words"),
        ("a.b", "it's: [odd"),
        ("a.b", None),
        ("a.b", [1, {"x": True}]),
        ("add a.b", {"name": 'A "b"', "pays": 2.5}),
        ("copy a.b", "a.c"),
        ("remove a[1]", None),
        ("remove a.b", "everywhere"),
    ],
)
def test_an_option_text_is_the_override_again(override) -> None:
    option, text = option_text(*override)
    name = {"--set": "sets", "--add": "adds", "--copy": "copies", "--remove": "removes"}[option]
    assert from_options(**{name: [text]}) == [override]


def test_overrides_in_a_line() -> None:
    assert in_short("company.actions", 3) == "company.actions=3"
    assert in_short("copy buildings.bank", "buildings.lab") == "copy buildings.bank=buildings.lab"
    assert in_short("remove cards.windfall", None) == "remove cards.windfall"
    assert in_short("remove cards.windfall", "everywhere") == "remove cards.windfall=everywhere"


BLOCK = """\
cheap:
  set: {"items.plum[0].cost": 4}
  copy: {items.plum: items.apple}
  remove: ["items.apple[0]", "items.apple[2]"]
plain: {remove: {items.pear: everywhere}}
wrong: {remove: {items.pear: sometimes}}
odd: {delete: [items.pear]}
"""


def test_a_block_of_yaml() -> None:
    document = read_text(BLOCK, "s.yaml")
    block = Edits.model_validate(document.data["cheap"])
    found = block.overrides(document, ("cheap",))
    assert [(item.path, item.value) for item in found] == [
        ("copy items.plum", "items.apple"),
        ("items.plum[0].cost", 4),
        ("remove items.apple[2]", None),
        ("remove items.apple[0]", None),
    ]
    assert [item.place for item in found] == [
        Place("s.yaml", 3, 10),
        Place("s.yaml", 2, 9),
        Place("s.yaml", 4, 30),
        Place("s.yaml", 4, 12),
    ]
    done = changed(*found)
    assert done.document.data["items"]["apple"] == [{"cost": 2}]
    plain = Edits.model_validate(document.data["plain"]).overrides()
    assert plain == [Override("remove items.pear", "everywhere", None)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "wrong",
            "s.yaml:6:17: remove: found a mapping with the keys items.pear, allowed: a list of paths, or",
        ),
        ("odd", "s.yaml:7:7: delete: unknown key, allowed: set, add, remove, copy"),
    ],
)
def test_a_block_that_is_wrong(name: str, expected: str) -> None:
    document = read_text(BLOCK, "s.yaml")
    part = type(document)(
        document.data[name],
        {p[1:]: v for p, v in document.where.items() if p[:1] == (name,)},
        {p[1:]: v for p, v in document.keys.items() if p[:1] == (name,) and len(p) > 1},
    )
    with pytest.raises(CardDataError) as caught:
        validate(part, Edits)
    assert expected in str(caught.value)


# ------------------------------------------------------------------------------------------- whole games


def test_a_card_that_decks_still_name_is_not_removed() -> None:
    with pytest.raises(CardDataError) as caught:
        handbook(removes=["cards.windfall"])
    text = str(caught.value)
    assert text.startswith("--remove cards.windfall: still named in eras[0].copies.windfall (")
    assert "eras[2].copies.windfall (" in text
    assert "deck.yaml:" in text
    assert text.endswith("allowed: nothing that names what is gone (`everywhere` takes it out too)")


def test_a_card_goes_with_all_that_names_it() -> None:
    before = handbook().data
    cards = handbook(removes=["cards.inspection=everywhere"])
    assert "inspection" not in cards.data["cards"]
    assert "inspection" not in json.dumps({key: cards.data[key] for key in ("eras", "start", "bots")})
    assert len(cards.data["bots"]) == len(before["bots"])
    assert cards.data["eras"][0]["copies"] == {
        name: count for name, count in before["eras"][0]["copies"].items() if name != "inspection"
    }


def test_values_of_one_seat_go_with_their_building() -> None:
    seat = "companies.b.buildings.factory.levels[0].cost=7"
    cards = handbook(sets=[seat], removes=["buildings.factory=everywhere"])
    assert cards.data["companies"]["b"] == {}
    with pytest.raises(CardDataError, match=r"companies\.b\.buildings\.factory"):
        handbook(sets=[seat], removes=["buildings.factory"])


def test_a_word_that_only_looks_the_same_is_left_alone() -> None:
    # "strength" is a trait, and one half of every skill card
    game = games.get("hire_or_fire")
    before = game.load(frozen_folder("hire_or_fire"))
    name = next(name for name, job in before.data["jobs"].items() if "strength" in job["tags"])
    with pytest.raises(CardDataError) as caught:
        game.load(frozen_folder("hire_or_fire"), from_options(removes=["traits.strength"]))
    assert f"jobs.{name}.tags.strength" in str(caught.value)
    assert "skills.jar_opener.strength (" not in str(caught.value)
    emptied = {
        f"skills.{card}.{half}": before.data["skills"][card][half]
        for card in before.data["skills"]
        for half in ("strength", "weakness")
        if list(before.data["skills"][card][half]["tags"]) == ["strength"]
    }
    more = [f"{path}.tags.stamina=1" for path in emptied]
    cards = game.load(
        frozen_folder("hire_or_fire"), from_options(sets=more, removes=["traits.strength=everywhere"])
    )
    assert cards.data["skills"].keys() == before.data["skills"].keys()
    assert all(
        "strength" in card and "strength" not in card["strength"]["tags"]
        for card in cards.data["skills"].values()
    )


def test_what_taking_out_leaves_behind_is_told_with_its_cause() -> None:
    game = games.get("hire_or_fire")
    bare = ["skills.jar_opener.strength.tags={water: 2}"]
    with pytest.raises(CardDataError) as caught:
        game.load(frozen_folder("hire_or_fire"), from_options(sets=bare, removes=["traits.water=everywhere"]))
    assert "found an empty mapping" in str(caught.value)
    assert "(what is left by --remove traits.water=everywhere)" in str(caught.value)


def test_what_cannot_be_left_out_is_told() -> None:
    game = games.get("extremely_bad_hires")
    with pytest.raises(CardDataError) as caught:
        game.load(
            frozen_folder("extremely_bad_hires"), from_options(removes=["qualifications.legal=everywhere"])
        )
    text = str(caught.value)
    assert "--remove qualifications.legal=everywhere: still named in" in text
    assert ".qualification (" in text
    assert "takes it out too" not in text


def test_sources_move_with_their_values() -> None:
    before = {item.path: item for item in handbook().provenance}
    after = {item.path: item for item in handbook(removes=["eras[0]"], sets=["eras[1].round=1"]).provenance}
    assert before["eras[0].copies.hazard"].source != before["eras[1].copies.hazard"].source
    assert after["eras[0].copies.hazard"].source == before["eras[1].copies.hazard"].source
    assert after["eras[0].round"].kind == "changed here"
    assert after["eras[1].copies.hazard"].source == before["eras[2].copies.hazard"].source
    copied = handbook(copies=["buildings.bank=buildings.factory"]).provenance
    kinds = {item.kind for item in copied if item.path.startswith("buildings.bank")}
    assert kinds == {"changed here"}


EDITS = {
    "employee_handbook": {
        "copies": ["buildings.bank=buildings.factory"],
        "adds": ["cards.bonus={name: Bonus, family: money, pays: 3, text: Collect.}"]
        + [f"eras[{n}].copies.bonus=2" for n in range(3)],
        "sets": ["buildings.bank.levels[0].cost=5"],
        "removes": ["cards.windfall=everywhere", "buildings.salvage.levels[1]"],
    },
    "extremely_bad_hires": {
        "copies": ["hires.bear_twin=hires.bear_liaison"],
        "adds": ["decks.standard.cards.bear_twin=1"],
        "removes": ["hires.bear_liaison=everywhere"],
    },
    "hire_or_fire": {"copies": ["jobs.anchor=jobs.anchor_lifter"], "removes": ["jobs.anchor_lifter"]},
}


@pytest.mark.parametrize("name", GAMES)
def test_a_manifest_gives_the_cards_back(name: str) -> None:
    game, folder = games.get(name), frozen_folder(name)
    given = from_options(**EDITS[name])
    cards = game.load(folder, given)
    assert cards.hash != game.load(folder).hash
    written = json.loads(json.dumps(cards_in_manifest.write(cards, as_overrides(given))))
    Cards.model_validate(written)
    again = cards_in_manifest.read(game, written)
    assert again.hash == cards.hash
    assert again.data == cards.data
    assert game.load(folder, again.overrides).hash == cards.hash

"""Overrides: parsing, where they may point, what is said when they point nowhere."""

from __future__ import annotations

import numpy as np
import pytest
from pydantic import Field

from balance.cards import Place, Strict, apply_overrides, parse_override, parse_path, path_text, read_text
from balance.cards.validate import check, schema_of
from balance.errors import CardDataError, ScenarioError


class Item(Strict):
    cost: int
    tags: dict[str, int] = Field(default_factory=dict)


class Shop(Strict):
    items: dict[str, list[Item]]
    rent: float = 0.0


TEXT = "items:\n  apple: [{cost: 1}, {cost: 2}]\n  pear: [{cost: 3}]\n"


def applied(*overrides):
    return apply_overrides(read_text(TEXT, "shop.yaml"), overrides, schema_of(Shop))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.b[0].c=7", ("a.b[0].c", 7)),
        ("a=x=y", ("a", "x=y")),
        ("a = 2.5 ", ("a", 2.5)),
        ("readings.HA-11=immediate", ("readings.HA-11", "immediate")),
        ("a={b: [1, 2], c: 'yes'}", ("a", {"b": [1, 2], "c": "yes"})),
        ("a=null", ("a", None)),
        ("a=true", ("a", True)),
    ],
)
def test_parse(text: str, expected: tuple) -> None:
    assert parse_override(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.b", '--set a.b: found the text "a.b", allowed: path=value, such as company.actions=3'),
        ("=3", "--set =3: found the text"),
        ("a b=3", "--set a b=3: found the text"),
        ("a..b=3", "allowed: path=value"),
        ("[0]=3", "allowed: path=value"),
        ("a=", "--set a=: found no value"),
        ("a=[1", "--set a=[1: not valid YAML: a comma or a closing ] is missing"),
        ("a=yes", "--set a=yes: found yes, which YAML may read as a truth value"),
        ("a=!!python/name:os.system x", "found the tag !!python/name:os.system"),
        ("a=&x 1", "found the anchor &x"),
        ("a=" + "9" * 50, "found a number of 50 digits"),
    ],
)
def test_parse_errors(text: str, expected: str) -> None:
    with pytest.raises(CardDataError) as caught:
        parse_override(text)
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(ScenarioError):
        parse_override(text, ScenarioError)


@pytest.mark.parametrize("path", ["a", "a.b", "a[0]", "a[0][1].b-c", "readings.HA-11.reading"])
def test_paths_round_trip(path: str) -> None:
    steps = parse_path(path)
    assert steps is not None
    assert path_text(steps) == path


@pytest.mark.parametrize(
    "path", ["", ".", "a.", ".a", "a[", "a[-1]", "a[x]", "a b", "[0]", "a[0]b", "a[99999999]"]
)
def test_what_is_no_path(path: str) -> None:
    assert parse_path(path) is None


def test_values_are_set_in_a_copy_and_name_their_place() -> None:
    before = read_text(TEXT, "shop.yaml")
    scenario = Place("s.yaml", 4, 2)
    after, changed = apply_overrides(
        before,
        [("items.apple[0].cost", 7), ("items.pear[0]", {"cost": 9}, scenario), ("rent", np.float64(1.5))],
        schema_of(Shop),
    )
    assert before.data["items"]["apple"][0]["cost"] == 1
    assert after.data == {"items": {"apple": [{"cost": 7}, {"cost": 2}], "pear": [{"cost": 9}]}, "rent": 1.5}
    assert type(after.data["rent"]) is float
    assert str(after.place(("items", "apple", 0, "cost"))) == "--set items.apple[0].cost=7"
    assert after.place(("items", "pear", 0, "cost")) == scenario
    assert set(changed) == {("items", "apple", 0, "cost"), ("items", "pear", 0), ("rent",)}


def test_entries_can_be_added_where_the_schema_is_open() -> None:
    after, _ = applied(
        ("items.plum", [{"cost": 1}]), ("items.pear[1]", {"cost": 2}), ("items.plum[0].tags.red", 1)
    )
    assert after.data["items"]["plum"] == [{"cost": 1, "tags": {"red": 1}}]
    assert after.data["items"]["pear"][1] == {"cost": 2}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (
            "items.aple[0].cost",
            "no such key 'aple' in items, allowed: apple, pear; did you mean items.apple[0].cost?",
        ),
        (
            "items.apple[0].cots",
            "no such key 'cots' in items.apple[0], allowed: cost, tags; did you mean items.apple[0].cost?",
        ),
        ("apple[1].cost", "no such key 'apple', allowed: items, rent; did you mean items.apple[1].cost?"),
        ("items.apple[5].cost", "no such entry in items.apple (2 there), allowed: [0] to [1]"),
        ("items.apple[3]", "no such entry in items.apple (2 there), allowed: [0] to [1], or [2] to add one"),
        ("items.apple.cost", "no such key 'cost' in items.apple, which is a list of 2"),
        ("items[0]", "no such key 0 in items"),
        ("items.apple[0].cost.x", "no such key 'x' in items.apple[0].cost, which is the whole number 1"),
        ("a b", 'found the path "a b", allowed: a path such as items.apple[0].cost'),
    ],
)
def test_paths_that_lead_nowhere(path: str, expected: str) -> None:
    with pytest.raises(CardDataError) as caught:
        applied((path, 7))
    assert str(caught.value).startswith(f"--set {path}=7: {expected}")


def test_several_wrong_paths_are_listed_together() -> None:
    with pytest.raises(CardDataError, match=r"^2 errors:\n1. .*\n2. .*$"):
        applied(("x", 1), ("y", 2))


def test_a_wrong_value_names_the_override() -> None:
    after, _ = applied(("items.apple[0].cost", "x"))
    _, problems = check(after, Shop)
    assert [str(p) for p in problems] == [
        '--set items.apple[0].cost=x: found the text "x", allowed: a whole number'
    ]


def test_endless_numbers_never_get_in() -> None:
    after, _ = applied(("rent", float("nan")), ("items.apple[0].cost", float("inf")))
    assert len(check(after, Shop)[1]) == 2


def test_the_last_of_two_overrides_wins() -> None:
    after, changed = applied(("items.pear", [{"cost": 4}]), ("items.pear[0].cost", 5))
    assert after.data["items"]["pear"] == [{"cost": 5}]
    assert len(changed) == 2


def test_a_backslash_in_an_override() -> None:
    with pytest.raises(CardDataError) as caught:
        parse_override(r"a=\p \1 : :")
    assert str(caught.value).startswith(r"--set a=\p \1 : :: not valid YAML: a colon where none can be")

"""Models to messages: place, path, found, allowed, nearest."""

from __future__ import annotations

from typing import Literal

import pytest
from pydantic import Field

from balance.cards import Strict, raise_problems, read_text, validate, wrong
from balance.errors import CardDataError, ScenarioError


class Part(Strict):
    size: int = Field(ge=1, le=9)
    kind: Literal["red", "green"] = "red"


class Thing(Strict):
    name: str = Field(min_length=1)
    share: float = Field(gt=0, le=1)
    on_top: bool = False
    parts: list[Part] = Field(min_length=1, max_length=3)
    by_name: dict[str, Part] = Field(default_factory=dict)
    note: str | None = None
    low: int = Field(default=0, ge=-3)


GOOD = "name: x\nshare: 0.5\nparts:\n  - {size: 1}\n"


def message(text: str) -> str:
    with pytest.raises(CardDataError) as caught:
        validate(read_text(text, "f.yaml"), Thing)
    return str(caught.value)


def test_good_text_gives_the_model() -> None:
    thing = validate(read_text(GOOD + "note: null\nby_name: {a: {size: 2, kind: green}}\n", "f.yaml"), Thing)
    assert (thing.parts[0].size, thing.by_name["a"].kind, thing.share) == (1, "green", 0.5)
    assert validate(read_text(GOOD.replace("0.5", "1"), "f.yaml"), Thing).share == 1.0


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "size: 1",
            'size: "3"',
            'f.yaml:4:12: parts[0].size: found the text "3", allowed: a whole number from 1 to 9',
        ),
        (
            "size: 1",
            "size: 3.0",
            "f.yaml:4:12: parts[0].size: found the number 3.0, allowed: a whole number from 1",
        ),
        (
            "size: 1",
            "size: true",
            "f.yaml:4:12: parts[0].size: found the truth value true, allowed: a whole number",
        ),
        (
            "size: 1",
            "size: ",
            "f.yaml:4:12: parts[0].size: found nothing, allowed: a whole number from 1 to 9",
        ),
        (
            "size: 1",
            "size: 10",
            "f.yaml:4:12: parts[0].size: found the whole number 10, allowed: a whole number",
        ),
        ("size: 1", "size: [1]", "f.yaml:4:12: parts[0].size: found a list of 1, allowed: a whole number"),
        (
            "size: 1",
            "size: {a: 1}",
            "parts[0].size: found a mapping with the keys a, allowed: a whole number",
        ),
        (
            "size: 1",
            "size: {}",
            "f.yaml:4:12: parts[0].size: found an empty mapping, allowed: a whole number",
        ),
        (
            "size: 1",
            "sise: 1",
            "f.yaml:4:6: parts[0].sise: unknown key, allowed: size, kind; did you mean size?",
        ),
        ("size: 1", "size: 1, hue: 1", "f.yaml:4:15: parts[0].hue: unknown key, allowed: size, kind"),
        ("size: 1", "", "f.yaml:4:5: parts[0].size: the key is missing, allowed: a whole number from 1 to 9"),
        (
            "size: 1",
            "size: 1, kind: gren",
            'f.yaml:4:21: parts[0].kind: found the text "gren", allowed: one of red, green; did you mean gr',
        ),
        (
            "{size: 1}",
            "7",
            "f.yaml:4:5: parts[0]: found the whole number 7, allowed: a mapping with the keys size, kind",
        ),
        (
            "\n  - {size: 1}",
            " {a: 1}",
            "parts: found a mapping with the keys a, allowed: a list of 1 to 3, each a map",
        ),
        (
            "\n  - {size: 1}",
            " []",
            "f.yaml:3:8: parts: found a list of 0, allowed: a list of 1 to 3, each a mapping",
        ),
        ("0.5", "0", "f.yaml:2:8: share: found the whole number 0, allowed: a number above 0, at most 1"),
        ("0.5", "half", 'f.yaml:2:8: share: found the text "half", allowed: a number above 0, at most 1'),
        ("0.5", "true", "f.yaml:2:8: share: found the truth value true, allowed: a number above 0"),
        ("name: x", 'name: ""', 'f.yaml:1:7: name: found the text "", allowed: text that is not empty'),
        ("name: x", "name: 3", "f.yaml:1:7: name: found the whole number 3, allowed: text that is not empty"),
        (
            "name: x",
            "name: x\non_top: 1",
            "f.yaml:2:9: on_top: found the whole number 1, allowed: true or false",
        ),
        ("name: x", "name: x\nnote: 1", "f.yaml:2:7: note: found the whole number 1, allowed: text"),
        (
            "name: x",
            "name: x\nlow: -4",
            "f.yaml:2:6: low: found the whole number -4, allowed: a whole number, at least -3",
        ),
        (
            "name: x",
            "name: x\nby_name: [1]",
            "by_name: found a list of 1, allowed: a mapping whose values are each a m",
        ),
    ],
)
def test_messages(old: str, new: str, expected: str) -> None:
    assert old in GOOD
    assert expected in message(GOOD.replace(old, new))


def test_list_where_a_mapping_belongs() -> None:
    keys = ", ".join(Thing.model_fields)
    assert message("- 1\n") == f"f.yaml:1:1: found a list of 1, allowed: a mapping with the keys {keys}"


def test_several_errors_are_numbered_likeliest_cause_first() -> None:
    text = message("nane: x\nshare: 2\nparts: [{size: 0}, {}]\n")
    lines = text.splitlines()
    assert lines[0] == "4 errors:"
    assert lines[1].startswith("1. f.yaml:1:1: nane: unknown key")
    assert [line[:9] for line in lines[2:]] == ["2. f.yaml", "3. f.yaml", "4. f.yaml"]
    assert (
        lines[4] == "4. f.yaml:3:20: parts[1].size: the key is missing, allowed: a whole number from 1 to 9"
    )
    assert "name: the key is missing" not in text  # it was mistyped, and that was said


def test_a_long_list_is_cut() -> None:
    keys = "".join(f"odd{n}: 1\n" for n in range(15))
    lines = message(GOOD + keys).splitlines()
    assert (len(lines), lines[0], lines[-1]) == (12, "15 errors:", "... and 5 more")


def test_problems_of_our_own_and_other_errors() -> None:
    document = read_text(GOOD, "f.yaml")
    raise_problems([])
    with pytest.raises(
        ScenarioError, match=r"f\.yaml:1:7: name: found the text \"x\", allowed: y; did you mean xx\?"
    ):
        raise_problems([wrong(document, ("name",), "x", "y", ["xx"])], ScenarioError)

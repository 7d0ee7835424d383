"""Reading YAML: what is accepted, and the message for everything that is not."""

from __future__ import annotations

import os

import pytest

from balance.cards import Place, read_text, read_yaml
from balance.cards.read import BYTES_MAX, DEPTH_MAX, NODES_MAX, read_bytes
from balance.errors import CardDataError, ScenarioError


def failing(text: str | bytes) -> str:
    raw = text.encode() if isinstance(text, str) else text
    with pytest.raises(CardDataError) as caught:
        read_bytes(raw, "f.yaml")
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_plain_data_and_places() -> None:
    text = "a: 1\nb:\n  - x\n  - {c: 2.5, d: null}\ne: 'yes'\nf: true\ng: |\n  two\n  lines\nh: -1e3\n"
    document = read_text(text, "f.yaml")
    assert document.data == {
        "a": 1,
        "b": ["x", {"c": 2.5, "d": None}],
        "e": "yes",
        "f": True,
        "g": "two\nlines\n",
        "h": -1000.0,
    }
    assert document.place(("b", 1, "c")) == Place("f.yaml", 4, 9)
    assert document.key_place(("b", 1, "c")) == Place("f.yaml", 4, 6)
    assert document.place(("b", 1, "absent")) == Place("f.yaml", 4, 5)
    assert str(document.place(("a",))) == "f.yaml:1:4"


@pytest.mark.parametrize(
    "text", ["none", "y", "n", "1 card", "3-2", "HA-01", "a_1", "2024-01-02", "inf", "nan"]
)
def test_plain_words_stay_text(text: str) -> None:
    assert read_text(f"a: {text}", "f.yaml").data == {"a": text}


BAD = [
    ("", "f.yaml: the file is empty, allowed: a YAML mapping"),
    ("# only a comment\n", "f.yaml: the file is empty"),
    (
        "a: yes",
        'f.yaml:1:4: a: found yes, which YAML may read as a truth value, allowed: true, or "yes" in quotes',
    ),
    ("a: Off", 'f.yaml:1:4: a: found Off, which YAML may read as a truth value, allowed: false, or "Off" in'),
    ("a:\n  on: 1", "f.yaml:2:3: a: found on, which YAML may read as a truth value"),
    ("a: 1\nb: 2\na: 3", "f.yaml:3:1: a: the key 'a' appears twice (first in line 1)"),
    ("a: {b: 1, b: 1}", "f.yaml:1:11: a.b: the key 'b' appears twice (first in line 1)"),
    ("a: 1\n\tb: 2", "f.yaml:2:1: found a tab, allowed: spaces"),
    ("a:\n\t- 1", "f.yaml:2:1: found a tab, allowed: spaces"),
    ("a: &x 1\nb: *x", "f.yaml:1:4: a: found the anchor &x, allowed: plain values without anchors"),
    ("a: *x", "f.yaml:1:4: a: found the alias *x, allowed: the value itself, written out"),
    ("*x : 1", "f.yaml:1:1: found the alias *x"),
    ("&x a: 1", "f.yaml:1:1: found the anchor &x"),
    ("a: {<<: {b: 1}}", "f.yaml:1:5: found the merge key <<"),
    (
        "a: !!python/object/apply:os.system ['x']",
        "f.yaml:1:4: a: found the tag !!python/object/apply:os.system",
    ),
    ("a: !!int 3", "f.yaml:1:4: a: found the tag !!int, allowed: plain values without tags"),
    ("a: !own 3", "f.yaml:1:4: a: found the tag !own"),
    ("a: 1\n---\nb: 2", "f.yaml:2:1: found a second document (---), allowed: one document per file"),
    ("a: .inf", "f.yaml:1:4: a: found .inf, allowed: a number (not infinite, not NaN)"),
    ("a: -.INF", "f.yaml:1:4: a: found -.INF"),
    ("a: .nan", "f.yaml:1:4: a: found .nan"),
    ("a: 1e999", "f.yaml:1:4: a: found 1e999, allowed: a number that is not infinite"),
    ("a: " + "9" * 100_000, "f.yaml:1:4: a: found a number of 100000 digits, allowed: at most 15 digits"),
    ("a: 013", 'f.yaml:1:4: a: found 013, allowed: a number in plain digits, or "013" in quotes for text'),
    ("a: 0x1F", "f.yaml:1:4: a: found 0x1F, allowed: a number in plain digits"),
    ("a: 1_000", "f.yaml:1:4: a: found 1_000"),
    ("a: 1:30", "f.yaml:1:4: a: found 1:30"),
    ("3: a", "f.yaml:1:1: found 3 as a key, allowed: a word (in quotes if need be)"),
    ("a: {null: 1}", "f.yaml:1:5: found null as a key"),
    ("[a]: 1", "f.yaml:1:1: found a list as a key, allowed: a word as a key"),
    ("? {a: 1}\n: 1", "f.yaml:1:3: found a mapping as a key"),
    ("a: 3: 4", "f.yaml:1:5: not valid YAML: a colon where none can be"),
    ("a: [1, 2", "not valid YAML: a comma or a closing ] is missing"),
    ("a: {b: 1", "not valid YAML: a comma or a closing } is missing"),
    ("a: 'x", "f.yaml:1:6: not valid YAML"),
    ("a: 1\n  b: 2\n", "f.yaml:2:4: not valid YAML: a colon where none can be"),
    ("a: @x", "f.yaml:1:4: not valid YAML"),
    (b"a: caf\xe9", "f.yaml:1:7: found the byte 0xe9, allowed: UTF-8 text (save it as UTF-8)"),
    (b"a: 1\r\nb: \xff", "f.yaml:2:4: found the byte 0xff"),
    ("a: 1".encode("utf-16"), "f.yaml:1:1: found the byte 0xff"),
    ("a: x\x00y", "f.yaml:1:5: found the control character U+0000, allowed: printable text"),
    ("a: 1\nb: \x1b[31m", "f.yaml:2:4: found the control character U+001B"),
    ("a: " + "[" * 10_000, f"nested deeper than {DEPTH_MAX}, allowed: at most {DEPTH_MAX} levels"),
    ("a: " + "{b: " * 10_000, f"nested deeper than {DEPTH_MAX}"),
    ("\n".join("- " * 40 for _ in range(1)) + "x", f"nested deeper than {DEPTH_MAX}"),
    ("[" + "1," * (NODES_MAX + 1) + "]", f"found more than {NODES_MAX} values"),
    ("# " + "x" * BYTES_MAX, f"f.yaml: found more than {BYTES_MAX} bytes, allowed: at most {BYTES_MAX}"),
]


@pytest.mark.parametrize(("text", "expected"), BAD, ids=range(len(BAD)))
def test_bad_text_has_one_clear_message(text: str | bytes, expected: str) -> None:
    assert expected in failing(text)


def test_alias_bomb_is_refused_at_its_first_anchor() -> None:
    bomb = 'a: &a ["x","x"]\n' + "".join(
        f"{b}: &{b} [*{a},*{a}]\n" for a, b in zip("abcdef", "bcdefg", strict=True)
    )
    assert failing(bomb).startswith("f.yaml:1:4: a: found the anchor &a")


def test_byte_order_mark_is_harmless() -> None:
    assert read_bytes(b"\xef\xbb\xbfa: 1\n", "f.yaml").data == {"a": 1}


def test_missing_file_folder_and_similar_name(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deck.yaml").write_text("a: 1")
    with pytest.raises(CardDataError, match=r"^dek\.yaml: there is no such file; did you mean deck\.yaml\?$"):
        read_yaml("dek.yaml")
    with pytest.raises(CardDataError, match=r"^no/deck\.yaml: there is no such file \(nor the folder no\)$"):
        read_yaml("no/deck.yaml")
    (tmp_path / "sub").mkdir()
    with pytest.raises(CardDataError, match=r"^sub: found a folder, allowed: a YAML file$"):
        read_yaml(tmp_path / "sub")
    with pytest.raises(CardDataError, match="cannot be read"):
        read_yaml("x" * 300)
    with pytest.raises(CardDataError, match=r"^a b: "):
        read_yaml("a\0b")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CardDataError, match=r"^pipe: found something that is not a file"):
        read_yaml("pipe")


def test_other_errors_can_be_asked_for(tmp_path) -> None:
    with pytest.raises(ScenarioError, match="there is no such file"):
        read_yaml(tmp_path / "x.yaml", ScenarioError)
    with pytest.raises(ScenarioError, match="empty"):
        read_text("", "x.yaml", ScenarioError)

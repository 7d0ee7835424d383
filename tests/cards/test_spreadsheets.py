"""CSV tables as spreadsheets and people save them: read as they are, or refused with a place."""

from __future__ import annotations

import os

import pytest

from balance.cards import spreadsheets
from balance.cards.spreadsheets import Column, head_form, read_rows

COLUMNS = (Column("game"), Column("week"), Column("player", also=("seat",)), Column("seconds", needed=False))
PLAIN = "game,week,player,seconds\nfirst,1,Ann,30\nfirst,2,Bob,\n"


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def reading(text, encoding="utf-8"):
        data = text if isinstance(text, bytes) else text.encode(encoding)
        (tmp_path / "t.csv").write_bytes(data)
        rows, problems = read_rows(tmp_path / "t.csv", COLUMNS)
        return [tuple(row[c.name] for c in COLUMNS) for row in rows], [str(p) for p in problems]

    return reading


ROWS = [("first", "1", "Ann", "30"), ("first", "2", "Bob", "")]


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        PLAIN.replace(",", ";"),
        PLAIN.replace(",", "\t"),
        PLAIN.replace(",", "|"),
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        PLAIN.replace("game", " Game ").replace("player", "SEAT").replace("first", "  first "),
        "\n\n" + PLAIN.replace("\n", "\n\n").replace("Bob,", "Bob,\n , ,,\n"),
        "seconds,player,week,game\n30,Ann,1,first\n,Bob,2,first\n",
        '"game","week","player","seconds"\n"first","1","Ann","30"\nfirst,2,"Bob"\n',
        PLAIN.replace("seconds\n", "seconds,Notes\n").replace("30\n", "30,she laughed a lot\n"),
        PLAIN.replace("\nfirst,2,Bob,", "\nfirst,2,Bob,,,"),
    ],
)
def test_forms_of_one_table(read, text) -> None:
    assert read(text) == (ROWS, [])


def test_a_byte_order_mark_is_no_part_of_the_first_head(read) -> None:
    assert read(PLAIN, "utf-8-sig") == (ROWS, [])


def test_names_may_be_in_any_script(read) -> None:
    rows, problems = read("game;week;player\nSpiel 1;1;Çağla\n")
    assert rows == [("Spiel 1", "1", "Çağla", "")]
    assert problems == []


def test_lines_count_as_an_editor_counts_them(tmp_path) -> None:
    (tmp_path / "t.csv").write_text('\ngame,week,player\n"two\nlines",1,Ann\n\nfirst,2,Bob\n')
    rows, problems = read_rows(tmp_path / "t.csv", COLUMNS)
    assert [(row.line, row["game"]) for row in rows] == [(3, "two lines"), (6, "first")]
    assert problems == []
    assert str(rows[1].place("player")).endswith("t.csv:6:3")


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("", ["t.csv: the file is empty, allowed: a table with the columns game, week, player, seconds"]),
        (" \n;;\n", ["t.csv: the file is empty"]),
        (PLAIN.replace("week", "weak"), ["t.csv:1:2: weak: unknown column", "did you mean week?"]),
        ("game,player\nfirst,Ann\n", ["t.csv:1:1: week: the column is missing, found: game, player"]),
        (
            PLAIN.replace("seconds", "Seat"),
            ["t.csv:1:4: Seat: found the column player twice (first in column 3), allowed: once"],
        ),
        (
            PLAIN.replace("Ann,30", "Ann,30,late"),
            ['t.csv:2:5: found the text "late" in column 5, allowed: 4 columns'],
        ),
        (PLAIN.replace("Ann", "A" * 300), ["t.csv:2:3: player: found 300 characters, allowed: at most 200"]),
        (PLAIN.replace("Ann", "A\x07n"), ["t.csv:2:3: player: found the control character U+0007"]),
        (PLAIN.replace("Ann", '"Ann'), ["t.csv:2:1: not a row of a CSV table", "quotation mark left open?"]),
        (PLAIN.encode("utf-16"), ["t.csv: found UTF-16, allowed: UTF-8 text"]),
        (PLAIN.replace("Ann", "Änn").encode("latin-1"), ["t.csv:2:1: found the byte 0xc4, allowed: UTF-8"]),
        (",".join(f"c{n}" for n in range(50)), ["t.csv:1:1: found 50 columns, allowed: at most 40"]),
    ],
)
def test_tables_that_are_none(read, text, messages) -> None:
    _, problems = read(text)
    for message in messages:
        assert message in "\n".join(problems)


def test_every_problem_is_told(read) -> None:
    rows, problems = read(PLAIN.replace("Ann", "\x00").replace("Bob,", "Bob,,,x").replace("seconds", "time"))
    assert len(problems) == 3
    assert len(rows) == 2


def test_rows_and_bytes_are_bounded(read, monkeypatch) -> None:
    monkeypatch.setattr(spreadsheets, "ROWS_MAX", 5)
    rows, problems = read("game,week,player\n" + "first,1,Ann\n" * 10)
    assert len(rows) == 5
    assert problems == ["t.csv:7:1: found more than 5 rows, allowed: at most 5"]
    monkeypatch.setattr(spreadsheets, "BYTES_MAX", 100)
    assert read(PLAIN * 10) == ([], ["t.csv: found more than 100 bytes, allowed: at most 100"])


def test_problems_are_bounded(read) -> None:
    _, problems = read("game,week,player\n" + "first,1,Ann,x,x\n" * 5000)
    assert 100 < len(problems) < 110


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(read, tmp_path) -> None:
    read(PLAIN)
    (tmp_path / "t.csv").chmod(0)
    _, problems = read_rows(tmp_path / "t.csv", COLUMNS)
    assert "cannot be read (Permission denied)" in str(problems[0])


def test_a_folder_is_no_file(tmp_path) -> None:
    _, problems = read_rows(tmp_path, COLUMNS)
    assert "cannot be read" in str(problems[0])


def test_head_form() -> None:
    assert head_form("  Chosen-Player ") == head_form("chosen player") == "chosen_player"

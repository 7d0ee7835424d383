# ruff: noqa: RUF001  (the minus sign of print)
"""Comparisons made by hand: what the page, the sentences, the files and the terminal say of them."""

from __future__ import annotations

import csv
import io
import json
import math
import os
import re
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from balance.cards.changes import Change
from balance.cards.paths import Place
from balance.errors import RunError
from balance.reports import changes_in_words, comparison, comparison_files, comparison_sections, differences
from balance.reports.comparison import comparison_html, write_comparison
from balance.reports.comparison_terminal import print_comparison
from tests.reports.pebbles import EVIL
from tests.reports.test_page import GOLDEN, UPDATE, Reader, scrubbed
from tests.reports.versions import MEASURES, changed, compared, doubtful, nothing, sequential

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def page() -> str:
    return comparison_html([changed()])


@pytest.fixture(scope="module")
def pages() -> str:
    return comparison_html([changed(), nothing(), doubtful()], title="Three ponds")


def sentences(of: object) -> dict[str, list[str]]:
    return {
        group.title: [finding.text.replace("\N{NO-BREAK SPACE}", " ") for finding in group.findings]
        for group in changes_in_words.groups(of)  # type: ignore[arg-type]
    }


# ------------------------------------------------------------------------------------- sentences


def test_sentences_say_what_moved_by_how_much_and_how_sure() -> None:
    assert sentences(changed())["What moved"] == [
        (
            "Length rose from 8.9 to 11.4: +2.5 minutes [+2.3, +2.7]; luck alone would show as much once in"
            " 130 comparisons; its whole interval is beyond the margin of 0.25 minutes."
        ),
        (
            "Win share of calm rose from 48.0 % to 52.2 %: +4.2 percentage points [+3.1, +5.3]; luck alone"
            " would show as much less than once in 1\N{NARROW NO-BREAK SPACE}000 comparisons; its"
            " whole interval is beyond the margin of 1 percentage point."
        ),
    ]


def test_sentences_say_what_stayed_even_where_the_difference_is_real() -> None:
    assert sentences(changed())["What stayed"] == [
        (
            "Margin stayed within 0.2 points: 4.40 before, 4.45 after, +0.05 points [0.00, +0.10]; the"
            " difference is real, but too small to matter."
        ),
        "Exactly the same in every game: splashes.",
    ]


def test_sentences_say_what_is_unknown_and_how_many_games_would_tell() -> None:
    unsure, unclear = sorted(sentences(changed())["What this cannot tell yet"])
    assert unsure.startswith("Splashes per throw: 20.0 % before, 20.6 % after, +0.6 percentage points")
    assert unsure.endswith(
        "margin 0.5 percentage points; alone it would count as moved, but not among 12 tests; how many more"
        " games would tell cannot be said."
    )
    assert unclear.endswith("; about 13\N{NARROW NO-BREAK SPACE}000 more games would tell.")


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ((0.011, 0.02, 0.03), "its whole interval is beyond the margin"),
        ((-0.03, -0.02, -0.011), "its whole interval is beyond the margin"),
        ((0.005, 0.02, 0.035), "whether by more than the margin of 1 percentage point is open"),
        ((0.001, 0.006, 0.011), "it may be less than the margin"),
    ],
)
def test_whether_it_matters(ends: tuple[float, float, float], said: str) -> None:
    one = compared("x", "x", "share", 0.5, ends, 0.01, "moved", rate=True, p=0.001)
    (text,) = sentences(changed(measures=(one,)))["What moved"]
    assert said in text
    assert ("fell" in text) == (ends[1] < 0)


def test_many_of_one_kind_are_named_in_one_sentence() -> None:
    ends = [(0.5 + n, 1.0 + n, 1.5 + n) for n in range(12)]
    many = tuple(
        compared(f"m{n}", f"measure {n}", "points", 5, end, 0.1, "moved") for n, end in enumerate(ends)
    )
    said = sentences(changed(measures=many))["What moved"]
    assert len(said) == changes_in_words.MOST_SENTENCES + 1
    assert said[0].startswith("Measure 11 rose"), "the largest first"
    assert said[-1] == "Moved, too: measure 3; measure 2; measure 1; measure 0."


def test_the_same_version_is_exactly_zero_and_says_so() -> None:
    assert changes_in_words.groups(nothing()) == []
    said = changes_in_words.summary(nothing())
    assert said.mark == "good"
    assert said.text == (
        "Exactly zero everywhere: in each of 160 games on 40 deals all 6 measures are the same, before and"
        " after. Nothing was changed, so that is as it must be."
    )
    unmet = changes_in_words.summary(nothing(changes=changed().changes))
    assert unmet.mark == "open"
    assert "The change met no game" in unmet.text
    assert "more than 7.22\N{NO-BREAK SPACE}% of deals" in unmet.text  # 0.9278 to the power of 40 is 0.05


def test_what_has_no_case_is_named() -> None:
    assert changes_in_words.unmatched(doubtful()) == (
        "No difference can be said of what has no case in both versions: splashes."
    )
    assert changes_in_words.unmatched(changed()) == ""


def test_summary_counts() -> None:
    text = changes_in_words.summary(changed()).text
    assert text.startswith(
        "Of 6 measures 2 moved, 2 stayed within their margin, and of 2 this cannot tell yet"
    )


# ------------------------------------------------------------------------------- numbers as text


@pytest.mark.parametrize(
    ("unit", "rate", "ends", "said"),
    [
        ("share", True, (-0.0331, -0.0182, -0.0033), "−1.8 percentage points [−3.3, −0.3]"),
        ("$", False, (0.24, 0.52, 0.8), "+$0.52 [+0.24, +0.80]"),
        ("$", False, (-400, -310, -220), "−$310 [−400, −220]"),
        ("count", False, (-0.004, 0.0001, 0.004), "0.000 [−0.004, +0.004]"),
        ("minutes", False, (0.0, 0.0, 0.0), "0 minutes"),
        ("per turn", True, (0.5, 0.5, 0.5), "+50 percentage points"),
    ],
)
def test_differences_as_text(unit: str, rate: bool, ends: tuple[float, float, float], said: str) -> None:
    item = compared("x", "x", unit, 1.0, ends, 0.1, "moved", rate=rate)
    assert str(differences.difference(item)).replace("\N{NO-BREAK SPACE}", " ") == said


@pytest.mark.parametrize(
    ("p", "said"),
    [(0.0001, "less than once in 1"), (0.004, "once in 250 "), (0.9, "often"), (math.nan, "")],
)
def test_chances_as_text(p: float, said: str) -> None:
    text = differences.chance(p)
    assert said in text
    assert bool(text) == bool(said)


# ------------------------------------------------------------------------------------------ page


def test_golden() -> None:
    """The page of three comparisons. UPDATE_GOLDEN=1 writes it anew."""
    shown = scrubbed(
        comparison_html([changed(), nothing(), doubtful()], title="Three ponds", stopped=[sequential()])
    )
    golden = GOLDEN / "versions.html"
    if os.environ.get(UPDATE):
        golden.write_text(shown, encoding="utf-8")
    assert shown == golden.read_text(encoding="utf-8"), (
        f"the page changed; if that is meant: {UPDATE}=1 pytest {__file__}"
    )


def test_the_change_comes_first_and_what_else_differs_before_it(pages: str) -> None:
    for prefix in ("v1-", "v3-"):
        assert pages.index(f'id="{prefix}change"') < pages.index(f'id="{prefix}findings"')
    part = pages[pages.index('id="v3-change"') : pages.index('id="v3-findings"')]
    assert part.index("Not only the change differs") < part.index("weight 8 \N{RIGHTWARDS ARROW} 7")
    assert "Not only the change differs" not in pages[: pages.index('id="v3-change"')]


def test_several_variants_begin_with_a_table_of_all(page: str, pages: str) -> None:
    assert "overview" not in Reader(page).ids
    assert pages.index('id="overview"') < pages.index('id="v1-change"')
    rows = comparison_sections.overview([changed(), nothing()]).rows
    assert [[cell.text for cell in row[2:5]] for row in rows] == [["2", "2", "2"], ["0", "6", "0"]]
    moved, others = comparison_sections.side_by_side([changed(), nothing()])
    assert [[cell.text for cell in row] for row in moved.rows] == [
        ["length", "+2.5", "= 0"],
        ["win share of calm", "+4.2", "= 0"],
    ]
    assert [row[0].text for row in others.rows] == [f"win share of {EVIL}", "margin", "splashes per throw"]
    assert [row[1].text for row in others.rows] == ["? +0.4", "= +0.05", "? +0.6"]


def test_names_are_text_everywhere(page: str, pages: str) -> None:
    for text in (page, pages):
        assert EVIL not in text
        assert text.count("<script>") == 1  # the page's own
        figures = re.findall(r"<svg viewBox.*?</svg>", text, flags=re.DOTALL)
        assert any("&lt;script&gt;" in figure for figure in figures), "a name stands in a figure"
    assert "&lt;script&gt;alert(1)&lt;/script&gt;: weight" in page


def test_ids_are_unique_and_links_arrive(page: str, pages: str) -> None:
    for text in (page, pages):
        read = Reader(text)
        assert [name for name, times in read.ids.items() if times > 1] == []
        assert [link for link in (*read.links, *read.refs) if link not in read.ids] == []
        assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(read.ids)


def test_nothing_from_elsewhere_and_no_path_of_this_machine(pages: str) -> None:
    assert not re.search(r"https?:", pages.replace("http://www.w3.org/", ""))
    assert not re.search(r"@import|\bsrc=|url\((?!#)", pages)
    assert "/somewhere/else" not in pages
    assert "pebbles.yaml:12" in pages


def test_the_games_of_the_telling_deal_part_where_they_part(page: str) -> None:
    sides = comparison_sections.sides(
        "", ("a", "b"), ["one", "two", "three", "four", "five", "six"], ["one", "two", "three", "four", "x"]
    )
    assert (sides.alike, sides.last_alike) == (("one",), ("two", "three", "four"))
    assert (sides.before, sides.after) == (("five", "six"), ("x",))
    assert re.findall(r"<mark>(.*?)</mark>", page) == ["Left wins.", "Right throws."]


def test_a_game_that_is_longer_parts_where_the_other_is_over() -> None:
    sides = comparison_sections.sides("", ("a", "b"), ["one"], ["one", "two"])
    assert (sides.before, sides.after) == ((), ("two",))
    alike = comparison_sections.sides("", ("a", "b"), ["one"], ["one"])
    assert (alike.last_alike, alike.before, alike.after) == (("one",), (), ())


def test_distributions_are_of_the_games_compared() -> None:
    before, after = comparison_sections.values(changed(deals=10), ["length"])["length"]
    assert before.size == after.size == 40
    assert ((after - before) == 2.5).all()


def test_games_played_again_that_differ_are_an_alarm(pages: str) -> None:
    checks = comparison_sections.comparison_checks.checks(doubtful())
    (alarm,) = checks.alarms
    assert alarm.startswith("older run: games played again came out otherwise (deal")
    assert comparison_sections.comparison_checks.checks(changed()).alarms == ()
    assert pages.count("Look here:") == len(checks.alarms)


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (Place("/tmp/xyz/cards.yaml", 3, 1), "cards.yaml:3"),
        (Place("--set a.b=1"), "--set a.b=1"),
        (Place("/tmp/balance-o2th6acs"), ""),
    ],
)
def test_where_a_change_stands_is_no_place_of_this_machine(place: Place, said: str) -> None:
    assert differences.place(Change("a.b", 0, 1, "a: b 0 -> 1", place)) == said


def test_a_play_that_stopped_by_itself_says_so_before_it_says_what_it_found() -> None:
    page = comparison_html([changed()], stopped=[sequential()])
    assert page.index('id="change"') < page.index('id="stopped"')
    part = page[page.index('id="stopped"') : page.index('id="findings"')]
    assert "300 deals were played and looked at 2 times; then every measure had its verdict." in part
    assert "lean a little away from 0" in part
    rows = re.findall(r"<tr><th scope=.row.>.*?</tr>", part)
    assert [
        "<strong>moved</strong>" in rows[0],
        "+4.2" in rows[0],
        "[+2.1,\N{NO-BREAK SPACE}+6.3]" in rows[0],
    ] == [True] * 3
    assert EVIL not in page
    plain = json.loads(json.dumps(comparison_files.as_json([changed()], [sequential()]), allow_nan=False))[
        "stopped"
    ]
    assert plain[0]["looks"] == [200, 300]
    assert plain[0]["measures"][1]["difference"]["low"] is None
    assert comparison_files.as_json([changed()])["stopped"] == []


def test_nothing_to_compare_is_refused() -> None:
    with pytest.raises(RunError, match="nothing to compare"):
        comparison_html([])


# ----------------------------------------------------------------------------------------- files


def test_json_keeps_its_keys_and_has_no_number_that_json_does_not_know() -> None:
    found = json.loads(json.dumps(comparison_files.as_json([changed(), doubtful()]), allow_nan=False))
    assert found["format"] == comparison_files.FORMAT
    one, other = found["comparisons"]
    described = comparison_files.__doc__ or ""
    for keys in (found, one, one["measures"][0], one["measures"][0]["difference"], one["telling"]):
        for key in keys:
            assert re.search(rf"\b{key}\b", described), f"the key {key} is not described"
    assert one["measures"][0]["difference"]["value"] == pytest.approx(0.042)
    assert one["changes"][0] == {
        "path": "pebbles.evil.weight",
        "before": 8,
        "after": 7,
        "text": f"{EVIL}: weight 8 -> 7",
        "group": "cards",
        "place": "pebbles.yaml:12",
    }
    assert {item["verdict"] for item in one["sentences"]} == {"moved", "equivalent", "undetermined"}
    lost = other["measures"][0]
    assert (lost["p"], lost["correlation"], lost["difference"]["high"]) == (None, None, None)


def test_csv_has_a_row_for_each_measure_of_each_comparison() -> None:
    rows = list(csv.DictReader(io.StringIO(comparison_files.as_csv([changed(), nothing()]))))
    assert len(rows) == 2 * len(MEASURES)
    first = rows[0]
    assert (first["variant"], first["measure"], first["verdict"]) == (
        "light pebbles",
        "win_share.calm",
        "moved",
    )
    assert float(first["difference_low"]) == pytest.approx(0.031)
    assert rows[1]["games_saved"] == "0.9"
    assert next(row for row in rows if row["measure"] == "splash")["games_saved"] == ""


def test_three_files_of_one_name(tmp_path: Path) -> None:
    page = write_comparison([changed()], tmp_path / "deep" / "page.html")
    assert sorted(path.name for path in page.parent.iterdir()) == ["page.csv", "page.html", "page.json"]
    assert json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))["comparisons"]
    elsewhere = tmp_path / "else.json"
    write_comparison([changed()], tmp_path / "two" / "page.html", json=elsewhere)
    assert elsewhere.is_file()
    assert not (tmp_path / "two" / "page.json").exists()


def test_nothing_is_written_when_something_goes_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: object) -> str:
        raise RunError("no")

    monkeypatch.setattr(comparison.comparison_files, "as_csv", fails)
    with pytest.raises(RunError):
        write_comparison([changed()], tmp_path / "page.html")
    assert list(tmp_path.iterdir()) == []


# -------------------------------------------------------------------------------------- terminal


def printed(*found: object, width: int = 160) -> str:
    console = Console(width=width, file=io.StringIO(), highlight=False)
    print_comparison(found, console, whole=True)  # type: ignore[arg-type]
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_the_terminal_says_the_same_sentences() -> None:
    text = " ".join(printed(changed(), doubtful()).split())
    for said in sentences(changed()).values():
        for sentence in said:
            assert " ".join(sentence.split()) in text
    assert EVIL in text, "markup in names is text"
    assert text.index("not only the change differs: The bots") < text.rindex("weight 8 -> 7")


@pytest.mark.parametrize("width", [80, 160])
def test_the_table_fits(width: int) -> None:
    assert max(map(len, printed(changed(), nothing(), width=width).splitlines())) <= width


def test_markup_in_names_is_text() -> None:
    one = compared("x", "[bold]x[/bold]", "points", 1, (0.5, 1, 1.5), 0.1, "moved")
    assert "[bold]x[/bold]" in printed(changed(name="[red]y", measures=(one,), telling=None))

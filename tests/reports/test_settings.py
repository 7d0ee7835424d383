"""Runs at several settings on one page: side by side, what turns round, and how the index lists them."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "simulation"))

import fake_game

from balance.reports import brief, overview, page, signs, write_index, write_overview, write_report
from balance.reports.numbers import NO_BREAK
from balance.reports.signs import Line
from balance.simulation import run, run_each
from balance.statistics import Estimate
from tests.reports.test_page import GOLDEN, UPDATE, Reader, scrubbed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from balance.reports.content import Section
    from balance.simulation import Run

SCENARIO = """game: dice
title: Dice at every setting
question: Does <b>it</b> depend?
seed: 7
games: {games}
players: {players}
line_ups:
  versus: [bold, calm, dull]
overrides: {{dice.stalls_in: 20}}
settings:
  low: {{bots.calm.bonus: 4, dice.head_start: -4}}
  medium: {{}}
  high: {{bots.calm.bonus: 0, dice.head_start: 4}}
"""
WRITTEN = 1_800_000_000  # a time, so that the index is the same every time


def scenario(players: str = "[2, 3]", games: int = 600, name: str = "noise") -> str:
    Path(f"scenarios/{name}.yaml").write_text(SCENARIO.format(players=players, games=games))
    return name


def written(runs: list[Run]) -> list[Run]:
    for played in runs:
        os.utime(write_report(played), (WRITTEN, WRITTEN))
    return runs


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        yield fake_game.lay_desk(tmp_path_factory.mktemp("settings"), patch)


@pytest.fixture(scope="module")
def runs(place: Path) -> list[Run]:
    del place
    return written(run_each(scenario(), jobs=1))


@pytest.fixture(scope="module")
def shown(runs: list[Run]) -> str:
    return write_overview(runs).read_text(encoding="utf-8")


def sections(runs: list[Run]) -> dict[str, Section]:
    briefs = {(p.manifest["run"]["players"], p.setting): brief.read(p.folder) for p in runs}
    built = overview.page(briefs, dict.fromkeys(briefs, "there"))
    return {section.id: section for section in built.sections}


def anonymous(text: str) -> str:
    """The page without what the code of the fake game decides: the identities of runs."""
    return re.sub(r"[0-9a-f]{10}(?=[/<])", "0123456789", scrubbed(text))


@pytest.mark.parametrize("name", ["overview", "index"])
def test_golden(name: str, runs: list[Run], shown: str) -> None:
    """The pages about fixed runs. UPDATE_GOLDEN=1 writes them anew."""
    assert len(runs) == 6
    found = anonymous(shown if name == "overview" else write_index().read_text(encoding="utf-8"))
    golden = GOLDEN / f"{name}.html"
    if os.environ.get(UPDATE):
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8"), (
        f"the page changed; if that is meant: {UPDATE}=1 pytest {__file__}"
    )


def test_every_run_is_linked_and_every_link_arrives(runs: list[Run], shown: str) -> None:
    for played in runs:
        link = played.folder.relative_to("reports/noise") / "report.html"
        assert f'href="{link}"' in shown
        assert (Path("reports/noise") / link).is_file()
    read = Reader(shown)
    assert [name for name, times in read.ids.items() if times > 1] == []
    assert [link for link in (*read.links, *read.refs) if link not in read.ids] == []
    assert "<b>it" not in shown


def test_numbers_are_those_of_the_reports(runs: list[Run]) -> None:
    found = sections(runs)
    for played in runs:
        players, setting = played.manifest["run"]["players"], played.setting
        known = brief.read(played.folder)
        assert known is not None
        column = ["low", "medium", "high"].index(setting) + 1
        for section, cells in (
            ("plans", {name: plain["value"] for name, plain in known["plans"]}),
            ("moving", {f"{name} to move": plain["value"] for name, plain in known["places"]}),
        ):
            table = next(f.table for f in found[section].figures if f.id.endswith(f"-{players}"))
            assert table is not None
            seen = {row[0].text: float(row[column].text.split()[0]) for row in table.rows}
            assert {name: seen[name] for name in cells} == pytest.approx(
                {name: 100 * value for name, value in cells.items()}, abs=0.51
            )


def test_every_number_is_there_those_without_a_sentence_folded(runs: list[Run]) -> None:
    found = sections(runs)["measures"]
    assert [figure.title for figure in found.figures] == [f"Headline numbers, {n} players" for n in (2, 3)]
    rows = {row[0].text for table in found.folded for row in table.rows}
    names = {measure.name for measure in fake_game.BOOK.measures} - {"margin"}
    assert {row.partition(",")[0] for row in rows} == names
    table = found.folded[1]
    for column, played in enumerate(runs[3:], 1):
        first = played.seats.loc[played.seats["order"] == 0, "win_share"].mean()
        row = next(row for row in table.rows if row[0].text.startswith("wins of whoever"))
        assert float(row[column].text.split()[0]) == pytest.approx(100 * first, abs=0.51)


def test_what_the_settings_change_is_listed_and_what_they_share_is_not(runs: list[Run]) -> None:
    values = sections(runs)["reports"].tables[0]
    assert [[cell.text for cell in row] for row in values.rows] == [
        ["bots.calm.bonus", "4", "as in the card data", "0"],
        ["dice.head_start", "-4", "as in the card data", "4"],
    ]


def test_a_conclusion_that_turns_round_is_flagged_and_said_first(runs: list[Run], shown: str) -> None:
    short, _, three = sections(runs)["signs"].figures
    assert three.table is not None
    table = three.table
    rows = {row[0].text: [cell.text.replace(NO_BREAK, " ") for cell in row[1:]] for row in table.rows}
    assert rows["wins of whoever moves first"] == ["33.3 %", "below", "cannot tell", "above", "changes sign"]
    assert rows["win share of calm"][1:] == ["above", "above", "below", "changes sign"]
    assert rows["win share of dull"][1:] == ["below", "below", "below", "below at all"]
    assert "win share of bold" in rows
    assert short.table is not None
    assert {row[0].text: row[2].text for row in short.table.rows} == {k: row[-1] for k, row in rows.items()}
    assert [cell.text for cell in short.table.rows[0][1:]] == ["changes sign", "changes sign"]
    said = shown[: shown.index('id="signs"')].replace(NO_BREAK, " ")
    assert "with 3 players above 33.3 % at high, below it at low." in said
    assert re.search(r"[0-9] of 10 conclusions change sign between low, medium and high", said)


def test_findings_that_are_the_same_are_said_once(runs: list[Run], shown: str) -> None:
    del runs
    said = shown[: shown.index('id="signs"')]
    assert len(re.findall("Fairness<", said)) == 1
    assert "Unfair with 2 players at low and high, with 3 players at all settings; cannot tell with 2" in said
    assert "Every game ended in all runs." in said
    assert "calm is dominant" in said.lower()


def test_what_a_simulation_cannot_tell_stands_before_the_findings(runs: list[Run], shown: str) -> None:
    for text in (shown, (runs[0].folder / "report.html").read_text(encoding="utf-8")):
        (words,) = fake_game.BOOK.caveats
        assert text.index(words) < text.index('id="findings"')
        assert text.count(words) == 1


def test_a_report_says_its_setting_and_the_commands_name_it(runs: list[Run]) -> None:
    text = (runs[2].folder / "report.html").read_text(encoding="utf-8")
    assert "<dt>setting</dt><dd>high</dd>" in text
    assert "balance report noise --players 2 --setting high<" in text


def test_runs_of_one_number_of_players_are_compared_where_they_are(runs: list[Run], shown: str) -> None:
    few = written(run_each("noise", jobs=1, players=3, games=150))
    assert write_overview(few) == Path("reports/noise/3-players/overview.html")
    assert Path("reports/noise/overview.html").read_text(encoding="utf-8") == shown
    text = write_index().read_text(encoding="utf-8")
    assert text.count("<figure") == 1
    assert ">3 players compared</a>" in text
    assert "3 earlier runs" in text
    assert len(re.findall(r'report\.html"', text)) == len(runs) + len(few)


def test_one_number_of_players_needs_no_mention(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_game.lay_desk(tmp_path, monkeypatch)
    found = written(run_each(scenario("3", 90), jobs=1))
    text = write_overview(found).read_text(encoding="utf-8")
    assert "with 3 players" not in text
    assert ", 3 players<" not in text
    assert 'href="low/' in text
    assert "low, medium, high" in write_index().read_text(encoding="utf-8")


def test_without_settings_nothing_is_said_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_game.lay_desk(tmp_path, monkeypatch)
    played = run("three", jobs=1, games=90)
    assert "setting" not in page.render(page.build(played)).partition("<h2")[0]
    assert "setting" not in (brief.read(write_report(played).parent) or {})


# ------------------------------------------------------------------------------------------ signs


def line(neutral: float = 0.5, **found: tuple[float, float] | None) -> Line:
    """A share with these intervals, by setting."""
    made = {
        name: None if ends is None else Estimate(sum(ends) / 2, *ends, 0.95, 10, 10, 0.1, "")
        for name, ends in found.items()
    }
    return Line("leaning", "share", rate=True, players=3, neutral=neutral, found=made)


UP, DOWN, WIDE = (0.6, 0.8), (0.1, 0.3), (0.4, 0.7)


@pytest.mark.parametrize(
    ("found", "flag"),
    [
        ({"a": UP, "b": UP}, "above at all"),
        ({"a": DOWN, "b": DOWN, "c": DOWN}, "below at all"),
        ({"a": UP, "b": WIDE, "c": DOWN}, "changes sign"),
        ({"a": UP, "b": WIDE, "c": WIDE}, "above only at a"),
        ({"a": DOWN, "b": WIDE, "c": DOWN}, "below only at a and c"),
        ({"a": UP, "b": None}, "above only at a"),
        ({"a": WIDE, "b": WIDE}, "cannot tell at any"),
        ({"a": UP}, ""),
        ({"a": WIDE}, ""),
    ],
)
def test_flags(found: dict, flag: str) -> None:
    assert line(**found).flag == flag
    assert line(**found).changes == (flag == "changes sign")


def test_an_interval_that_touches_the_value_does_not_tell() -> None:
    assert line(a=(0.5, 0.8), b=(0.2, 0.5), c=(0.5, 0.5)).told == {}
    assert line(a=(float("-inf"), float("inf"))).sides == {"a": "cannot tell"}
    assert line(a=None).sides == {"a": "no case"}


def test_when_nothing_turns_round_that_is_said_and_is_in_order() -> None:
    (found,) = signs.findings([line(a=UP, b=UP), line(a=UP, b=WIDE), line(a=WIDE, b=WIDE)], several=False)
    assert found.mark == "good"
    assert found.text == (
        "None of 3 conclusions changes sign between a and b. The same at all of them: 1; can be told only at"
        " some: 1; at none: 1."
    )
    assert signs.findings([line(a=UP)], several=False) == []
    assert signs.findings([], several=True) == []


def test_more_changes_than_can_be_listed_are_counted() -> None:
    every = [
        Line(f"n{k}", "share", rate=True, players=2, neutral=0.5, found=line(a=UP, b=DOWN).found)
        for k in range(9)
    ]
    found = signs.findings(every, several=True)
    assert found[0].text.startswith("9 of 9 conclusions change sign")
    assert found[1].text == "N0 (turns round at 50 %): with 2 players above it at a, below it at b.".replace(
        " %", f"{NO_BREAK}%"
    )
    assert len(found) == 2 + signs.MOST_FINDINGS
    assert found[-1].text.startswith("3 more change sign")

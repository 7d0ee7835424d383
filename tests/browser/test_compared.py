"""The pages that compare runs and that lead to all of them, in a browser: quiet, readable, on a telephone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "simulation"))

import fake_game

from balance.reports import write_index, write_overview, write_report
from balance.simulation import run_each
from tests.browser.test_page import STACKED, VIEWS, WIDTHS
from tests.browser.visits import ask, violations

if TYPE_CHECKING:
    from tests.browser.visits import Visits

SCENARIO = """game: dice
title: Dice at every table and every setting
question: Does it depend on a_very_long_name_that_nobody_would_break_into_pieces_and_that_has_to_fit?
seed: 7
games: 200
players: [2, 3, 4]
line_ups:
  versus: [bold, calm, dull]
settings:
  low: {bots.calm.bonus: 4, dice.head_start: -4}
  a-setting-with-a-long-name: {}
  high: {bots.calm.bonus: 0, dice.head_start: 4}
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Three settings for three numbers of players, some played again."""
    folder = tmp_path_factory.mktemp("compared")
    with pytest.MonkeyPatch.context() as patch:
        fake_game.lay_desk(folder, patch)
        Path("scenarios/noise.yaml").write_text(SCENARIO)
        again = run_each("noise", jobs=1, games=100, players=3)
        runs = run_each("noise", jobs=1)
        for played in (*again, *runs):
            write_report(played)
        return {"overview": write_overview(runs).absolute(), "index": write_index().absolute()}


@pytest.fixture(params=["overview", "index"])
def file(request: pytest.FixtureRequest, pages: dict[str, Path]) -> Path:
    """The file of a page."""
    return pages[request.param]


def test_quiet_and_titled(visits: Visits, file: Path) -> None:
    page = visits.open(file, folds=True)
    assert page.locator("h1").count() == page.get_by_role("main").count() == 1
    links = page.locator("nav a")
    assert links.count() >= 1
    for index in range(links.count()):
        links.nth(index).click()
        page.wait_for_function(
            "wanted => location.hash === wanted", arg=links.nth(index).get_attribute("href")
        )


def test_links_lead_to_reports_that_are_there(visits: Visits, file: Path) -> None:
    page = visits.open(file)
    links = page.evaluate("[...document.querySelectorAll('main a')].map(a => a.getAttribute('href'))")
    reports = {link for link in links if not link.startswith("#")}
    assert len(reports) >= 9
    assert [link for link in reports if not (file.parent / link).is_file()] == []


@pytest.mark.parametrize(("width", "scheme"), VIEWS[:2])
def test_axe_core_has_no_complaint(visits: Visits, file: Path, width: int, scheme: str) -> None:
    page = visits.open(file, width=width, color_scheme=scheme, folds=True)
    assert violations(page, without=("color-contrast",)) == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_can_be_read(visits: Visits, file: Path, scheme: str) -> None:
    page = visits.open(file, color_scheme=scheme, folds=True, css=STACKED)
    assert ask(page, "pale") == []
    assert violations(page, only=("color-contrast",), unless=".mark") == ""


def test_nothing_sticks_out(visits: Visits, file: Path) -> None:
    page = visits.open(file, folds=True)
    found = {}
    for width, css in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        style = page.add_style_tag(content=f"/**/{css}")
        found[width, css] = ask(page, "sticking") + ask(page, "colliding")
        style.evaluate("element => element.remove()")
    assert {view: complaints for view, complaints in found.items() if complaints} == {}


def test_what_runs_were_played_before_is_folded(visits: Visits, pages: dict[str, Path]) -> None:
    page = visits.open(pages["index"])
    earlier = page.locator("details")
    assert not earlier.locator("a").first.is_visible()
    earlier.locator("summary").click()
    earlier.locator("a").first.wait_for(state="visible")
    assert earlier.locator("a").count() == 3

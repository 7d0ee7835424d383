"""The page that compares versions, in a browser: quiet, readable, on a telephone, without scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from balance.reports.comparison import comparison_html
from tests.browser.test_page import STACKED, VIEWS, WIDTHS
from tests.browser.visits import ask, violations
from tests.reports.versions import changed, doubtful, nothing

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.visits import Visits

LONG = "a_very_long_name_that_nobody_would_break_into_pieces_and_that_has_to_fit"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("versions")
    found = {"one": [changed(name=LONG)], "several": [changed(), nothing(), doubtful()]}
    for name, comparisons in found.items():
        (folder / f"{name}.html").write_text(comparison_html(comparisons), encoding="utf-8")
    return {name: folder / f"{name}.html" for name in found}


@pytest.fixture(params=["one", "several"])
def file(request: pytest.FixtureRequest, pages: dict[str, Path]) -> Path:
    """The file of a page."""
    return pages[request.param]


def test_quiet_and_titled(visits: Visits, file: Path) -> None:
    page = visits.open(file, folds=True)
    assert page.locator("h1").count() == page.get_by_role("main").count() == 1
    links = page.locator("nav a")
    assert links.count() >= 7
    for index in range(links.count()):
        links.nth(index).click()
        page.wait_for_function(
            "wanted => location.hash === wanted", arg=links.nth(index).get_attribute("href")
        )


@pytest.mark.parametrize(("width", "scheme"), VIEWS[:2])
def test_axe_core_has_no_complaint(visits: Visits, file: Path, width: int, scheme: str) -> None:
    page = visits.open(file, width=width, color_scheme=scheme, folds=True)
    assert violations(page, without=("color-contrast",)) == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_can_be_read(visits: Visits, file: Path, scheme: str) -> None:
    page = visits.open(file, color_scheme=scheme, folds=True, css=STACKED)
    assert ask(page, "pale") == []
    assert ask(page, "shorten") > 300  # figures: judged by now
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


def test_the_two_games_stand_side_by_side_where_there_is_room(visits: Visits, pages: dict[str, Path]) -> None:
    page = visits.open(pages["one"])
    tops = {}
    for width in (1280, 420):
        page.set_viewport_size({"width": width, "height": 900})
        sides = page.locator(".sides > div")
        tops[width] = [sides.nth(n).bounding_box()["y"] for n in range(2)]
    assert tops[1280][0] == tops[1280][1]
    assert tops[420][0] < tops[420][1]
    assert page.locator("mark").count() == 2

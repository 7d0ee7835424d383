"""The page in a browser: quiet, readable, usable by keyboard, on a telephone, in the dark and on paper."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import pytest
from pypdfium2 import PdfDocument

from tests.browser.visits import ask, violations

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.visits import Visits

VIEWS = [(1280, "light"), (400, "dark"), (1280, "dark"), (400, "light")]
LARGE = "html { font-size: 200%; }"  # what a reader does who sets a large font
WIDTHS = [(400, ""), (320, ""), (640, ""), (1280, ""), (400, LARGE), (1280, LARGE)]
STACKED = """
.scroll { background: none !important; }
table, thead, tbody, tr, th, td { display: block !important; min-width: 0 !important; }
th, td, td * { white-space: normal !important; }
"""
"""Cells below each other, so all are in sight; no shadows at edges, which hide the ground from axe-core."""


@pytest.fixture(scope="module", params=["real", "made up"])
def file(request: pytest.FixtureRequest) -> Path:
    """The file of a page."""
    return request.getfixturevalue(f"{request.param.replace(' ', '_')}_page")


def test_quiet_and_alone(visits: Visits, file: Path) -> None:
    """Every fold and every link of the contents used: nothing said, nothing loaded (see `visits`)."""
    page = visits.open(file, folds=True)
    links = page.locator("nav a")
    assert links.count() >= 8
    for index in range(links.count()):
        links.nth(index).click()
        page.wait_for_function(
            "wanted => location.hash === wanted", arg=links.nth(index).get_attribute("href")
        )
    page.mouse.wheel(0, 100_000)
    assert page.url.startswith(f"{file.as_uri()}#")


def test_what_the_language_and_the_title_are(visits: Visits, file: Path) -> None:
    page = visits.open(file)
    assert page.locator("html").get_attribute("lang") == "en"
    heading = page.get_by_role("heading", level=1)
    assert page.title().startswith(heading.inner_text())
    assert page.get_by_role("main").count() == page.get_by_role("navigation").count() == 1


def test_every_figure_has_a_name(visits: Visits, file: Path) -> None:
    """The name that the browser hands to a screen reader is the title above the figure."""
    page = visits.open(file)
    drawn = page.locator("figure > svg")
    titles = page.locator("figure:has(> svg) h3").all_inner_texts()
    assert drawn.count() == len(titles) >= 6
    for title in titles:
        assert page.get_by_role("img", name=title, exact=True).count() >= 1, title


@pytest.mark.parametrize(("width", "scheme"), VIEWS[:2])
def test_axe_core_has_no_complaint(visits: Visits, file: Path, width: int, scheme: str) -> None:
    """All its rules, those of WCAG 2.1 AA among them; colours are asked for below."""
    page = visits.open(file, width=width, color_scheme=scheme, folds=True)
    assert violations(page, without=("color-contrast",)) == ""


@pytest.mark.parametrize(("width", "scheme"), VIEWS)
def test_colours_can_be_read(visits: Visits, made_up_page: Path, width: int, scheme: str) -> None:
    page = visits.open(made_up_page, width=width, color_scheme=scheme, folds=True, css=STACKED)
    assert ask(page, "pale") == []
    assert ask(page, "shorten") > 300
    assert violations(page, only=("color-contrast",), unless=".mark") == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_of_a_long_report_can_be_read(visits: Visits, real_page: Path, scheme: str) -> None:
    """Some of everything by axe-core (row ten has the colours of row two), and all that it cannot judge."""
    page = visits.open(real_page, color_scheme=scheme, folds=True, css=STACKED)
    assert ask(page, "pale") == []
    assert ask(page, "shorten") > 500
    assert violations(page, only=("color-contrast",), unless=".mark") == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_figures_and_marks_can_be_read_in_the_colours_of_the_system(
    visits: Visits, made_up_page: Path, scheme: str
) -> None:
    page = visits.open(made_up_page, color_scheme=scheme, forced_colors="active", css=STACKED)
    assert page.locator(".bad > .mark").count() >= 1
    assert ask(page, "pale") == []


def test_nothing_sticks_out(visits: Visits, file: Path) -> None:
    """On a telephone, at zoom 400 % and 200 % of a window of 1280 pixels, and with a large font."""
    page = visits.open(file, folds=True)
    found = {}
    for width, css in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        style = page.add_style_tag(content=f"/**/{css}")
        found[width, css] = ask(page, "sticking") + ask(page, "colliding")
        style.evaluate("element => element.remove()")
    assert {view: complaints for view, complaints in found.items() if complaints} == {}


def test_a_large_font_makes_all_text_larger(visits: Visits, file: Path) -> None:
    texts = "[...document.querySelectorAll('h1, p, td, dd, summary, pre')]"
    sizes = f"{texts}.map(element => parseFloat(getComputedStyle(element).fontSize))"
    page = visits.open(file, width=400)
    before = page.evaluate(sizes)
    page.add_style_tag(content=LARGE)
    grown = [after / size for after, size in zip(page.evaluate(sizes), before, strict=True)]
    assert grown == pytest.approx([2.0] * len(before))


def test_keyboard_reaches_everything_in_order(visits: Visits, file: Path) -> None:
    page = visits.open(file, reduced_motion="reduce")
    places = ask(page, "stops")
    assert len(places) > 40
    assert ask(page, "listen")
    for _ in places:
        page.keyboard.press("Tab")
    reached = page.evaluate("reached")
    assert [places[number] if number >= 0 else "elsewhere" for number, _ in reached] == places
    assert [wrong for _, wrong in reached if wrong] == []


def test_keyboard_skips_and_opens(visits: Visits, file: Path) -> None:
    page = visits.open(file, reduced_motion="reduce")
    page.keyboard.press("Tab")
    assert page.locator(".skip:focus").bounding_box()["x"] >= 0
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.id === 'main'")
    fold = page.locator("details").first
    fold.locator("summary").first.focus()
    page.keyboard.press("Enter")
    fold.locator(".scroll").first.wait_for(state="visible")
    assert fold.get_attribute("open") is not None
    page.keyboard.press("Tab")
    fold.locator(".scroll:focus").wait_for(state="visible")


def test_wide_tables_scroll_by_keyboard(visits: Visits, real_page: Path) -> None:
    page = visits.open(real_page, width=400, reduced_motion="reduce")
    table = page.locator("#fig-matrix .scroll")
    table.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.activeElement.scrollLeft > 0")


def test_links_into_folded_parts_open_them(visits: Visits, file: Path) -> None:
    page = visits.open(file)
    link = page.locator("td a[href^='#game-']").first
    target = page.locator(link.get_attribute("href"))
    assert not target.locator("pre").is_visible()
    link.click()
    target.locator("pre").wait_for(state="visible")  # the script opens it when the browser gets to it
    again = visits.open(file, at=link.get_attribute("href"))
    again.locator("details.game[open] pre").wait_for(state="visible")


def test_works_without_scripts(visits: Visits, made_up_page: Path) -> None:
    """The same words, and folds that open."""
    plain = visits.open(made_up_page, java_script_enabled=False)
    assert plain.locator("body").inner_text() == visits.open(made_up_page).locator("body").inner_text()
    fold = plain.locator("details.fold").first
    fold.locator("summary").click()
    fold.locator("table, pre").first.wait_for(state="visible")


def test_nothing_moves_for_those_who_ask_for_it(visits: Visits, file: Path) -> None:
    page = visits.open(file, reduced_motion="reduce")
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    moving = (
        "[...document.querySelectorAll('*')].filter(e => getComputedStyle(e).transitionDuration !== '0s')"
    )
    assert page.evaluate(f"document.getAnimations().length + {moving}.length") == 0


# ------------------------------------------------------------------------------------------------ paper


def test_paper_shows_what_belongs_on_paper(visits: Visits, file: Path) -> None:
    page = visits.open(file)
    page.emulate_media(media="print")
    for gone in (".contents", ".skip", "footer", "figure details"):
        assert [e for e in page.locator(gone).all() if e.is_visible()] == [], gone
    folds = page.locator("details.fold:not(.game)").all()
    assert folds
    assert all(fold.locator("td").first.is_visible() for fold in folds), "assumptions are printed in full"
    games = page.locator("details.game").all()
    assert games
    assert all(game.locator("summary").is_visible() for game in games), "single games are listed"
    assert not any(game.locator("pre").is_visible() for game in games), "and not printed in full"


def test_paper_is_white_whatever_the_screen(visits: Visits, file: Path) -> None:
    values = (
        "() => ['--paper', '--card', '--ink', '--soft', '--good', '--bad', '--open', '--above', '--below',"
        " ...Array.from({length: 8}, (_, n) => `--c${n}`)]"
        ".map(name => getComputedStyle(document.documentElement).getPropertyValue(name))"
    )
    printed = []
    for scheme in ("light", "dark"):
        page = visits.open(file, color_scheme=scheme, css=STACKED)
        page.emulate_media(media="print", color_scheme=scheme)
        printed.append(page.evaluate(values))
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == "rgb(255, 255, 255)"
        assert ask(page, "pale") == []
    assert printed[0] == printed[1]


def test_pages_of_paper(visits: Visits, file: Path) -> None:
    """A PDF with all headings as text, and no page that ends with a heading or the head of a table."""
    page = visits.open(file, color_scheme="dark")
    headings = page.locator("h1, h2, figcaption").all_inner_texts()
    heads = page.evaluate(
        "[...document.querySelectorAll('thead tr')].map(r => [...r.cells].map(c => c.textContent).join(''))"
    )
    leaves = [leaf.get_textpage().get_text_bounded() for leaf in PdfDocument(page.pdf(format="A4"))]
    assert len(leaves) >= 3
    text = _letters("".join(leaves))
    missing = [
        said for said in headings if said != "Contents" and said != "Plans" and _letters(said) not in text
    ]
    assert missing == []
    ends = {_letters(said) for said in (*headings, *heads)} - {""}
    # a figure may end with the words of its table's head: the name of the axis, then the legend
    drawn = tuple({_letters(said) for said in page.locator(".legend").all_inner_texts()} - {""})
    stranded = (leaf for leaf in leaves[:-1] if not _letters(leaf).endswith(drawn))
    broken = [leaf[-80:] for leaf in stranded if any(_letters(leaf).endswith(end) for end in ends)]
    assert broken == []


def _letters(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())

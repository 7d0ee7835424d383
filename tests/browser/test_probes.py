"""The probes see what they are for: a page with one fault of each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.visits import Visits, ask, violations

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

HEAD = "<!DOCTYPE html><html lang='en'><title>t</title><style>body { margin: 0; background: #fff; }</style>"
TEXTS = "<text x='0' y='20'>first words</text><text x='9' y='22'>more words</text>"
FAULTS = {
    "wide": ("sticking", "<p style='width: 500px'>wide</p>", "p"),
    "in a box": (
        "sticking",
        "<div style='width: 90px; overflow: hidden'><p style='width: 99px'>x</p></div>",
        "div",
    ),
    "no tab stop": (
        "sticking",
        "<div class='scroll' style='overflow: auto'><p style='width: 500px'>x</p></div>",
        "scrolls",
    ),
    "collision": (
        "colliding",
        f"<figure><svg width='300' height='50'>{TEXTS}</svg></figure>",
        "lie on each other",
    ),
    "out of the figure": (
        "colliding",
        f"<figure style='width: 20px'><svg width='300'>{TEXTS}</svg></figure>",
        "leaves",
    ),
    "pale text": ("pale", f"<figure><svg fill='#aaa'>{TEXTS}</svg></figure>", "to 1"),
    "pale line": ("pale", "<figure><svg><path d='M0 0L9 9' stroke='#ddd'/></svg></figure>", "to 1"),
    "pale mark": ("pale", "<i class='mark' style='color: #eee'>!</i>", "to 1"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen(visits: Visits, tmp_path: Path, fault: str) -> None:
    probe, body, said = FAULTS[fault]
    file = tmp_path / "page.html"
    file.write_text(f"{HEAD}<p>calm</p>", encoding="utf-8")
    assert ask(visits.open(file, width=400), probe) == []
    file.write_text(f"{HEAD}{body}", encoding="utf-8")
    assert said in " ".join(ask(visits.open(file, width=400), probe))


def test_axe_core_names_rule_place_and_source(visits: Visits, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(
        f"{HEAD}<main><h1>t</h1><p id='pale' style='color: #ccc'>words</p></main>", encoding="utf-8"
    )
    said = violations(visits.open(file))
    assert "color-contrast (violations, serious, 1 places)" in said
    assert "at #pale" in said
    assert 'style="color: #ccc"' in said


@pytest.mark.parametrize(
    ("body", "noted"),
    [
        ("<script>console.log('hello')</script>", "console log: hello"),
        ("<script>nowhere()</script>", "error: nowhere is not defined"),
        ("<script>alert(1)</script>", "dialog: 1"),
        ("<img src='http://127.0.0.1:9/x.png' alt='x'>", "asks for http://127.0.0.1:9/x.png"),
        ("<link rel='stylesheet' href='other.css'>", "other.css"),
    ],
)
def test_a_loud_page_is_noted(browser: Browser, tmp_path: Path, body: str, noted: str) -> None:
    file = tmp_path / "page.html"
    file.write_text(f"{HEAD}{body}", encoding="utf-8")
    visits = Visits(browser)
    visits.open(file)
    with pytest.raises(AssertionError, match="quiet"):
        visits.end()
    assert noted in " ".join(visits.noted)

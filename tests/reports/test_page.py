"""The page as a reader and a browser meet it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from balance.reports import report_html, write_report
from balance.reports.trust import stopping
from tests.reports.pebbles import EVIL, pebbles

GOLDEN = Path(__file__).parent / "golden" / "pebbles.html"
UPDATE = "UPDATE_GOLDEN"


class Reader(HTMLParser):
    """Collects what the checks need."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.refs: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        self.ids.update([found["id"]] if found.get("id") else [])
        self.refs += (found.get("aria-labelledby") or "").split()
        href = found.get("href") or ""
        (self.links if tag == "a" else self.refs).extend(
            [href.removeprefix("#")] if href.startswith("#") else []
        )


@pytest.fixture(scope="module")
def page() -> str:
    return report_html(pebbles())


def test_golden(page: str) -> None:
    """The page of a fixed run, figures left out. UPDATE_GOLDEN=1 writes it anew."""
    shown = re.sub(r"<svg viewBox=\"0 0 (?!26 ).*?</svg>", "<svg/>", page, flags=re.DOTALL)
    shown = re.sub(r"<style>.*?</style>", "<style/>", shown, flags=re.DOTALL)
    shown = re.sub(r"<script>\n//.*?</script>", "<script/>", shown, flags=re.DOTALL)
    if os.environ.get(UPDATE):
        GOLDEN.write_text(shown, encoding="utf-8")
    assert shown == GOLDEN.read_text(encoding="utf-8"), (
        f"the page changed; if that is meant: {UPDATE}=1 pytest {__file__}"
    )


def test_same_run_same_bytes(page: str) -> None:
    assert report_html(pebbles()) == page


def test_written_where_asked(tmp_path: Path, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("balance.reports.page.html", lambda _run: page)
    target = write_report(pebbles(), tmp_path / "deep" / "page.html")
    assert target.read_text(encoding="utf-8") == page
    assert [p.name for p in target.parent.iterdir()] == ["page.html"]


def test_names_are_text_everywhere(page: str) -> None:
    assert EVIL not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") > 5
    figures = re.findall(r"<svg viewBox.*?</svg>", page, flags=re.DOTALL)
    assert any("&lt;script&gt;" in figure for figure in figures), "the card's name stands in a figure"
    assert page.count("<script>") == 1  # the page's own


def test_nothing_from_elsewhere(page: str) -> None:
    assert "http:" not in page.replace("http://www.w3.org/", "")
    assert "https:" not in page
    assert "//" not in re.sub(r"<script>.*?</script>", "", page, flags=re.DOTALL).replace(
        "http://www.w3.org/", ""
    )
    assert not re.search(r"@import|url\((?!#)", page)
    assert not re.search(r"\bsrc=", page)


def test_ids_are_unique_and_links_arrive(page: str) -> None:
    read = Reader(page)
    assert [name for name, times in read.ids.items() if times > 1] == []
    assert [link for link in (*read.links, *read.refs) if link not in read.ids] == []
    used = set(re.findall(r"url\(#([^)]+)\)", page))
    assert used <= set(read.ids)


def test_headings_in_order_and_labels(page: str) -> None:
    read = Reader(page)
    levels = [int(tag[1]) for tag, _ in read.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert dict(read.tags)["html"] == {"lang": "en"}
    figures = [attrs for tag, attrs in read.tags if tag == "svg" and attrs.get("role") == "img"]
    assert len(figures) >= 6
    assert page.count("<title id=") == page.count("<desc id=") == len(figures)


def test_figures_take_the_colours_of_the_page(page: str) -> None:
    figures = "".join(re.findall(r"<svg viewBox.*?</svg>", page, flags=re.DOTALL))
    assert "var(--ink)" in figures
    assert re.findall(r"#[0-9a-f]{6}", figures) == []


def test_no_date_and_no_path(page: str) -> None:
    assert not re.search(r"20[0-9]{2}-[0-9]{2}", page)
    assert str(Path(__file__).parents[2]) not in page


CASES = {
    "one deal": {"deals": 1},
    "one line-up": {"plans": ("calm", "wild"), "mirrors": False},
    "only mirrors": {"mixed": False},
    "one bot": {"plans": ("calm",)},
    "no ties, no splashes": {"ties": 0.0, "splash": 0.0},
    "all ties": {"ties": 1.0},
    "with random play": {"plans": ("calm", "wild", "random"), "strength": {"random": -0.3}},
    "three deals": {"deals": 3},
}


@pytest.mark.parametrize("case", CASES)
def test_poor_runs_still_give_a_page(case: str) -> None:
    read = Reader(report_html(pebbles(**({"deals": 6} | CASES[case]))))
    assert {"findings", "fairness", "water", "trust", "definitions"} <= set(read.ids)
    assert ("fig-matrix" in read.ids) == (case not in ("one bot", "only mirrors"))
    assert [link for link in read.links if link not in read.ids] == []


def test_missing_things_are_said() -> None:
    run = pebbles(6)
    run.seats["throws"] = 0
    text = report_html(run)
    assert "This run has no case of it." in text
    assert "Nothing to say about" in text


def test_a_run_that_stopped_by_itself_says_so() -> None:
    manifest = {"run": {"scenario": {"until": {"margin": 0.5}}}, "stopped": {"by": "precision"}}
    assert "The run went on until it knew margin to ±0.5." in stopping(manifest)
    manifest["stopped"]["by"] = "max_games"
    assert "ended before it did" in stopping(manifest)
    assert stopping({"run": {"scenario": {"games": 100}}}) == ""


# ------------------------------------------------------------------------------------------- a browser

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
PROBE = """<!DOCTYPE html><html><body style="margin:0">
<iframe id="f" style="width:400px;height:900px;border:0"></iframe>
<pre id="said">nothing</pre><script>
var frame = document.getElementById("f");
frame.onload = function () {
  var inside = frame.contentWindow, root = inside.document.documentElement, wide = [];
  inside.document.querySelectorAll("details").forEach(function (d) { d.open = true; });
  inside.document.querySelectorAll("body *").forEach(function (e) {
    var box = e.getBoundingClientRect();
    if (box.right > 401 && !e.closest(".scroll, svg, .skip")) { wide.push(e.tagName + "." + e.className); }
  });
  document.getElementById("said").textContent =
    "width=" + root.scrollWidth + " errors=" + inside.errors.length +
    " wide=" + wide.slice(0, 3).join(",") + ";";
};
frame.srcdoc = PAGE;
</script></body></html>"""


def test_in_a_browser(page: str, tmp_path: Path) -> None:
    """No error in the console, and nothing wider than a telephone of 400 pixels."""
    if CHROMIUM is None:
        assert os.environ.get("CI") != "true", "no Chromium found, and CI must have one"
        pytest.skip("no Chromium here: the page was not looked at in a browser")
    import json

    watched = page.replace(
        "<head>", "<head><script>var errors=[];onerror=function(m){errors.push(m)};</script>", 1
    )
    probe = tmp_path / "probe.html"
    probe.write_text(PROBE.replace("PAGE", json.dumps(watched).replace("</", "<\\/"), 1), encoding="utf-8")
    command = [
        CHROMIUM,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        f"--user-data-dir={tmp_path / 'profile'}",
        "--virtual-time-budget=5000",
        "--dump-dom",
        probe.as_uri(),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    said = re.search(r'<pre id="said">(.*?)</pre>', done.stdout, re.DOTALL)
    assert said is not None
    width, rest = said[1].split(" ", 1)
    assert int(width.removeprefix("width=")) <= 400
    assert rest == "errors=0 wide=;"

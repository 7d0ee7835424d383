"""The page as text: what it holds, and that the same run gives the same. In a browser: tests/browser."""

from __future__ import annotations

import os
import re
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from balance.errors import RunError
from balance.reports import page as page_module
from balance.reports import report_html, write_report
from balance.reports.trust import stopping
from balance.reports.verdicts import MARK_WORDS
from tests.reports.pebbles import EVIL, pebbles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import SimpleNamespace

GOLDEN = Path(__file__).parent / "golden"
TEMPLATES = Path(page_module.__file__).parent / "templates"
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


def poor() -> SimpleNamespace:
    """A run in which much is missing: no throws, pairings nobody played, games that cannot be replayed."""

    def replay(game: int) -> list[str]:
        raise RunError(f"the deal of game {game} is not in this run")

    run = pebbles(6, plans=("calm", "wild", "odd", "random"), strength={"random": -0.45}, ties=0.0)
    run.seats["throws"] = 0
    unmet = run.games.loc[run.games["line_up"] == "calm v odd", "game"]
    run.games = run.games[~run.games["game"].isin(unmet)]
    run.seats = run.seats[~run.seats["game"].isin(unmet)]
    run.manifest["run"]["scenario"] |= {"until": {"margin": 0.5}, "title": EVIL}
    run.replay = replay
    return run


def scrubbed(text: str) -> str:
    """The page without drawings, style and script: other tests look at those. The run fixes all else."""
    shown = re.sub(r"<svg viewBox=\"0 0 (?!26 ).*?</svg>", "<svg/>", text, flags=re.DOTALL)
    shown = re.sub(r"<style>.*?</style>", "<style/>", shown, flags=re.DOTALL)
    return re.sub(r"<script>\n//.*?</script>", "<script/>", shown, flags=re.DOTALL)


@pytest.mark.parametrize(("name", "run"), [("pebbles", pebbles), ("poor", poor)])
def test_golden(name: str, run: Callable[[], SimpleNamespace]) -> None:
    """The page of a fixed run. UPDATE_GOLDEN=1 writes it anew."""
    shown = scrubbed(report_html(run()))
    golden = GOLDEN / f"{name}.html"
    if os.environ.get(UPDATE):
        golden.write_text(shown, encoding="utf-8")
    assert shown == golden.read_text(encoding="utf-8"), (
        f"the page changed; if that is meant: {UPDATE}=1 pytest {__file__}"
    )


def test_golden_pages_have_a_case_of_everything() -> None:
    """Every class that the templates can write, so that no kind of content changes unseen."""

    def classes(files: Iterable[Path]) -> set[str]:
        texts = (re.sub(r"\{[{%].*?[%}]\}", " ", file.read_text(encoding="utf-8")) for file in files)
        return {
            name for text in texts for some in re.findall(r'class="([^"]*)', text) for name in some.split()
        }

    written = {name for name in classes(TEMPLATES.glob("*.j2")) if len(name) > 1}
    written |= {*MARK_WORDS, "above", "below"}
    assert len(written) > 25
    assert written - classes(GOLDEN.glob("*.html")) == set()


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

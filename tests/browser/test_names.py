"""Names from card data and scenarios are text on the page, whatever is written in them."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
import yaml

from balance.errors import BalanceError
from balance.reports import write_report
from balance.simulation import run
from tests.frozen import frozen_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.browser.visits import Visits

GAME = "employee_handbook"
EVIL = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "javascript:alert(3)",
    "</title></style></script><svg onload=alert(4)>",
    "' onmouseover='alert(5)",
    "<iframe src=https://example.com></iframe>",
    "{{ 7 * 7 }}{% raw %}&lt;b&gt;",
)
PARTS = """() => {
    const all = [...document.querySelectorAll("*")];
    return [all.map(e => e.tagName), all.flatMap(e => e.getAttributeNames())];
}"""


def write(folder: Path, name: Callable[[], str]) -> None:
    """Card data and a scenario in a folder, with names taken from `name`."""
    cards = folder / "card_data" / GAME
    shutil.copytree(frozen_folder(GAME), cards)
    for file, change in (
        ("buildings.yaml", _buildings),
        ("deck.yaml", _deck),
        ("readings.yaml", _readings),
        ("bots.yaml", _bots),
    ):
        data = yaml.safe_load((cards / file).read_text(encoding="utf-8"))
        change(data, name)
        (cards / file).write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    asked = {"game": GAME, "title": name(), "question": name(), "seed": 5, "games": 40}
    (folder / "scenarios").mkdir()
    text = yaml.safe_dump(asked | {"line_ups": {"matrix": ["builder", "gambler"]}})
    (folder / "scenarios" / "names.yaml").write_text(text, encoding="utf-8")


def _buildings(data: dict, name: Callable[[], str]) -> None:
    for building in data["buildings"].values():
        building["name"] = name()


def _deck(data: dict, name: Callable[[], str]) -> None:
    for card in data["cards"].values():
        card["name"] = name()
        card["text"] = name().replace("{", "(").replace("}", ")")  # braces hold a number of the card


def _readings(data: dict, name: Callable[[], str]) -> None:
    for question in data["readings"].values():
        question["question"] = name()
        for choice in question["choices"].values():
            choice["text"] = name()


def _bots(data: dict, name: Callable[[], str]) -> None:
    for bot in data["bots"].values():
        bot["about"] = name()


def names() -> Callable[[], str]:
    """The evil names in turn, each with a number of its own."""
    turn: Iterator[int] = iter(range(10_000))

    def name() -> str:
        number = next(turn)
        return f"{EVIL[number % len(EVIL)]}{number}"

    return name


@pytest.fixture(scope="module")
def evil_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a run with evil names."""
    folder = tmp_path_factory.mktemp("evil")
    write(folder, names())
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return write_report(run("names", jobs=1, out="run"), folder / "report.html")


def test_names_add_no_element_and_no_attribute(visits: Visits, evil_page: Path, made_up_page: Path) -> None:
    """Only what a tame page has too, and `visits` sees to dialogs and loads."""
    found = []
    for file in (evil_page, made_up_page):
        page = visits.open(file, folds=True)
        page.locator("figure").first.hover()
        found.append(page.evaluate(PARTS))
    (tags, attributes), (known_tags, known_attributes) = ([set(part) for part in parts] for parts in found)
    assert tags - known_tags == set()
    assert attributes - known_attributes == set()
    assert not {name for name in attributes if name.startswith("on")}
    assert found[0][0].count("SCRIPT") == 1


def test_names_stand_there_as_they_were_written(visits: Visits, evil_page: Path) -> None:
    page = visits.open(evil_page, folds=True)
    shown = page.evaluate("document.body.textContent")
    assert [name for name in EVIL if name not in shown] == []
    assert any("<script>" in text for text in page.locator("figure > svg text").all_text_contents())
    heading = page.evaluate("document.querySelector('h1').textContent")
    assert heading.startswith(EVIL)
    assert page.title().startswith(" ".join(heading.split()))


def test_links_lead_to_the_page_only(visits: Visits, evil_page: Path) -> None:
    page = visits.open(evil_page)
    links = page.evaluate("[...document.querySelectorAll('[href]')].map(e => e.getAttribute('href'))")
    assert links
    assert [link for link in links if not link.startswith("#")] == []


@pytest.mark.parametrize(
    ("file", "key", "old"), [("buildings.yaml", "buildings", "lab"), ("bots.yaml", "bots", "builder")]
)
def test_ids_with_angle_brackets_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, key: str, old: str
) -> None:
    write(tmp_path, lambda: "a name")
    path = tmp_path / "card_data" / GAME / file
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    data[key] = {(EVIL[0] if name == old else name): value for name, value in data[key].items()}
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        BalanceError, match=r'found the text "<script>alert\(1\)</script>", allowed: a word of small letters'
    ) as caught:
        run("names", jobs=1, out="run")
    assert f"{file}:" in str(caught.value)
    assert not (tmp_path / "run").exists()

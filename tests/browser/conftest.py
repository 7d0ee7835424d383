"""Chromium, the pages that are looked at, and visits that note whatever a page does that it should not.

No browser is downloaded: the one of the system is used. Without one these tests are skipped, in CI they fail.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from balance.reports import write_report
from balance.simulation import run
from tests.browser.visits import PATIENCE, Visits
from tests.reports.pebbles import pebbles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
SCENARIO = Path(__file__).parents[2] / "scenarios" / "employee_handbook_baseline.yaml"
GAMES = 2000


def chromium() -> str | None:
    """The path of a Chromium on this machine."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    return found or (str(MAC) if MAC.exists() else None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium. For a module only: the event loop of its library is in other tests' way."""
    path = chromium()
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Chromium found, and CI must have one: tests/install_browser.sh installs it")
        pytest.skip("no Chromium here: the page was not looked at in a browser")
    with sync_playwright() as library:
        started = library.chromium.launch(executable_path=path, timeout=PATIENCE)
        yield started
        started.close()


@pytest.fixture
def visits(browser: Browser) -> Iterator[Visits]:
    """Opens pages; at the end no page may have said, asked or loaded anything."""
    made = Visits(browser)
    yield made
    made.end()


@pytest.fixture(scope="session")
def real_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a small run of Employee Handbook as it ships."""
    folder = tmp_path_factory.mktemp("real")
    return write_report(run(SCENARIO, games=GAMES, jobs=1, out=folder / "run"), folder / "report.html")


@pytest.fixture(scope="session")
def made_up_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the game that nobody plays."""
    return write_report(pebbles(), tmp_path_factory.mktemp("made_up") / "report.html")

"""A watch over saves: what changed, what moved, trouble that passes; a page for this machine only."""

from __future__ import annotations

import http.client
import itertools
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parents[1] / "simulation"))

import fake_game

from balance.__main__ import app
from balance.commands.watch import KEPT, follow
from balance.errors import ScenarioError
from balance.experiments import saves, watching
from balance.experiments.watching import View, Watch
from balance.reports import watched
from balance.reports.serving import Served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

BOTS = Path("card_data/dice/bots.yaml")
RULES = Path("card_data/dice/rules.yaml")
SCENARIO = Path("scenarios/three.yaml")


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    fake_game.lay_desk(tmp_path, monkeypatch)
    monkeypatch.setattr(watching, "FIRST", 180)
    return tmp_path


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def watch(games: int = 720, **how) -> Watch:
    ticks = itertools.count()
    return Watch(
        "three",
        Path("work"),
        games=games,
        jobs=1,
        clock=lambda: float(next(ticks)),
        **{"players": None, **how},
    )


class Scripted:
    """Saves that come by themselves: each step edits files, then it counts as a save."""

    def __init__(self, *steps: Callable[[], None]) -> None:
        self.steps = list(steps)

    def wait(self) -> bool:
        if not self.steps:
            return False
        self.steps.pop(0)()
        return True

    def waiting(self) -> bool:
        return False

    def close(self) -> None:
        pass


def seen(over: Watch, *steps: Callable[[], None]) -> list[View]:
    """Every view that was shown, in order."""
    found: list[View] = []
    list(over.begin())
    for step in steps:
        step()
        found += over.saved()
    return found


def test_a_save_is_compared_with_the_state_before_in_growing_looks() -> None:
    over = watch()
    assert over.sizes == [180, 720]
    found = seen(over, lambda: edit(BOTS, "bonus: 2", "bonus: 0"))
    assert [(view.save, view.look, view.looks, view.games) for view in found] == [
        (1, 1, 2, 180),
        (1, 2, 2, 720),
    ]
    assert [view.seconds for view in found] == sorted({view.seconds for view in found})
    last = found[-1].comparison
    assert last is not None
    assert [change.text for change in last.changes] == ["bot bold: bonus 2 -> 0"]
    assert last.measure("win_share.bold").verdict.word == "moved"
    # verdicts hold for both looks together
    assert last.level == pytest.approx(0.975)


def test_the_state_before_is_the_last_one_saved_that_could_be_played() -> None:
    found = seen(
        watch(180),
        lambda: edit(BOTS, "bonus: 2", "bonus: 3"),
        lambda: edit(BOTS, "bonus: 3", "bonus: three"),
        lambda: edit(BOTS, "bonus: three", "bonus: 4"),
        lambda: edit(BOTS, "bonus: 4", "bonus: 2"),
    )
    texts = [[change.text for change in view.comparison.changes] for view in found if view.comparison]
    assert texts == [["bot bold: bonus 2 -> 3"], ["bot bold: bonus 3 -> 4"], ["bot bold: bonus 4 -> 2"]]
    (trouble,) = (view for view in found if view.error)
    assert trouble.save == 2
    # the file itself is named, not the copy
    assert re.match(r"card_data/dice/bots\.yaml:2:\d+: bots\.bold\.bonus: ", trouble.error)
    assert "work" not in trouble.error


@pytest.mark.parametrize(
    ("file", "text", "wanted"),
    [
        (BOTS, "bots: [", "card_data/dice/bots.yaml"),
        (RULES, "", "card_data/dice/rules.yaml: the file is empty"),
        (SCENARIO, "game: dcie\n", 'scenarios/three.yaml:1:7: game: found the text "dcie"'),
    ],
)
def test_broken_files_are_told_as_everywhere_and_the_watch_goes_on(
    file: Path, text: str, wanted: str
) -> None:
    whole = file.read_text()
    broken, mended = seen(
        watch(180), lambda: file.write_text(text) and None, lambda: file.write_text(whole) and None
    )
    assert wanted in broken.error
    assert "work" not in broken.error
    assert mended.note == "saved, and nothing is changed that is played"
    assert not Path("work/state-1").exists()


def test_a_file_that_is_gone_is_told_and_the_watch_goes_on() -> None:
    (found,) = seen(watch(180), RULES.unlink)
    assert "rules.yaml: there is no such file" in found.error


def test_saves_without_a_change_and_comments_are_no_news() -> None:
    (found,) = seen(watch(180), lambda: edit(BOTS, "bots:", "# plans\nbots:"))
    assert found.comparison is None
    assert "nothing is changed" in found.note


def test_the_scenario_is_watched_too() -> None:
    found = seen(
        watch(180),
        lambda: edit(SCENARIO, "players: 2", "players: 2\noverrides: {bots.bold.bonus: 5}"),
        lambda: edit(SCENARIO, "seed: 7", "seed: 8"),
        lambda: edit(BOTS, "bonus: 1", "bonus: 3"),
    )
    assert found[0].comparison is not None
    assert "bot bold: bonus 2 -> 5" in [change.text for change in found[0].comparison.changes]
    assert found[1].note == watching.OTHER_SEED
    assert found[2].comparison is not None
    assert [change.text for change in found[2].comparison.changes] == ["bot calm: bonus 1 -> 3"]


def test_a_further_save_ends_the_looks_that_are_left() -> None:
    over = watch(2880, waiting=lambda: bool(waiting))
    waiting: list[bool] = []
    list(over.begin())
    edit(BOTS, "bonus: 2", "bonus: 0")
    looks = []
    for view in over.saved():
        looks.append(view.look)
        waiting.append(True)
    assert looks == [1]
    waiting.clear()
    edit(BOTS, "bonus: 1", "bonus: 2")
    found = list(over.saved())
    # compared with the save whose first look was shown
    assert found[-1].comparison is not None
    assert [change.text for change in found[-1].comparison.changes] == ["bot calm: bonus 1 -> 2"]
    assert found[-1].look == 3


def test_a_save_while_a_look_is_played_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It turns up while the second look is played: that look is not shown, and the next save is."""
    saved: list[bool] = []
    over = watch(720, waiting=lambda: bool(saved))
    list(over.begin())
    play = fake_game.GAME.kernels.play

    def playing(tables, bots, state, jobs, *rows):
        if len(jobs) > 180:
            saved.append(True)
        play(tables, bots, state, jobs, *rows)

    edit(BOTS, "bonus: 2", "bonus: 0")
    with monkeypatch.context() as patch:
        patch.setattr(fake_game, "GAME", fake_game.DiceGame())
        patch.setattr(
            fake_game.DiceGame, "kernels", replace(fake_game.GAME.kernels, play=playing), raising=True
        )
        assert [view.look for view in over.saved()] == [1]
    assert saved
    saved.clear()
    edit(BOTS, "bonus: 1", "bonus: 2")
    assert [view.look for view in over.saved()] == [1, 2]


def test_copies_and_runs_of_older_states_do_not_pile_up() -> None:
    over = watch(180)
    list(over.begin())
    for bonus in range(3, 7):
        BOTS.write_text(re.sub(r"adds two, bonus: \d", f"adds two, bonus: {bonus}", BOTS.read_text()))
        list(over.saved())
        assert len(list(Path("work").iterdir())) == 1
    assert not Path("reports").exists()


def test_what_cannot_be_watched_is_refused() -> None:
    with pytest.raises(ScenarioError, match="did you mean"):
        Watch("thre", Path("work"))
    result = CliRunner().invoke(app, ["watch", "thre"])
    assert result.exit_code == 2
    assert "did you mean" in result.stderr


# ------------------------------------------------------------------------------------ terminal and page


def shown(views: Sequence[View]) -> str:
    """The page as text."""
    page = watched.html("three", "Dice", views, version=3, nonce="once")
    return " ".join(re.sub(r"<style.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL).split())


def test_terminal_and_page_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    views: list[View] = []
    changed: list[int] = []
    heard = Scripted(
        lambda: edit(BOTS, "bonus: 2", "bonus: 0"), lambda: edit(BOTS, "bonus: 0", "bonus: <b>x</b>")
    )
    follow(watch(180), heard, views, lambda: changed.append(len(views)))
    text = " ".join(capsys.readouterr().out.split())
    page = shown(views)
    assert [view.save for view in views] == [2, 1, 0]
    assert len(changed) == 3
    for words in (
        "bot bold: bonus 2 \N{RIGHTWARDS ARROW} 0",
        "win share of bold",
        "bots.bold.bonus",
        "bots.yaml:2:",
    ):
        assert words in text
        assert words in page
    assert "watching card_data/dice and scenarios/three.yaml; Ctrl-C ends it" in text
    html = watched.html("three", "Dice", views, version=3, nonce="once")
    assert "<b>x" not in html
    assert html.count('nonce="once"') == 2
    assert 'found !== "3"' in html


def test_a_change_of_words_is_exactly_zero_and_needs_no_further_look() -> None:
    over = watch()
    found = seen(over, lambda: edit(BOTS, "adds nothing", "adds naught"))
    assert [view.look for view in found] == [1]
    assert found[0].comparison is not None
    assert found[0].comparison.identical
    assert "the difference is exactly 0" in shown(found)


def test_a_change_that_no_game_has_met_yet_is_looked_for_in_more_games() -> None:
    """One game in a thousand million ends early."""
    over = watch()
    found = seen(over, lambda: edit(RULES, "faces: 6", "faces: 6\n  ends_in: 1000000000"))
    assert [view.look for view in found] == [1, 2]
    assert found[0].comparison is not None
    assert found[0].comparison.identical
    assert "no game has met the change yet" in shown(found)


def test_the_page_keeps_the_latest_saves_only() -> None:
    class Many:
        cards, file = Path("cards"), Path("file")

        def begin(self) -> Iterator[View]:
            yield View(0, "three", note="begun")

        def saved(self) -> Iterator[View]:
            self.count = getattr(self, "count", 0) + 1
            yield View(self.count, "three", note="look", look=1)
            yield View(self.count, "three", note="look", look=2)

    views: list[View] = []
    follow(Many(), Scripted(*[lambda: None] * 60), views, lambda: None)  # type: ignore[arg-type]
    assert len(views) == KEPT
    assert [(view.save, view.look) for view in views[:2]] == [(60, 2), (59, 2)]


# ---------------------------------------------------------------------------------------- serving


@pytest.fixture
def served() -> Iterator[Served]:
    pages = Served(lambda version, nonce: f"<p>page {version} {nonce}</p>")
    yield pages
    pages.close()


def get(served: Served, path: str, method: str = "GET", host: str | None = None):
    """Status, headers and text."""
    line = http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)
    line.request(method, path, headers={"Host": host or f"127.0.0.1:{served.port}"})
    found = line.getresponse()
    text = found.read().decode()
    line.close()
    return found.status, found.headers, text


def test_the_page_is_served_by_its_path_alone_and_says_when_it_changed(served: Served) -> None:
    status, headers, text = get(served, f"/{served.token}/")
    assert status == 200
    nonce = re.search(r"script-src 'nonce-([^']+)'", headers["Content-Security-Policy"])
    assert nonce
    assert text == f"<p>page 1 {nonce[1]}</p>"
    assert headers["Cache-Control"] == "no-store"
    assert get(served, f"/{served.token}/version")[2] == "1"
    served.changed()
    assert get(served, f"/{served.token}/version")[2] == "2"
    assert get(served, f"/{served.token}/", host=f"localhost:{served.port}")[0] == 200
    assert get(served, f"/{served.token}/", "HEAD")[2] == ""


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/version",
        "/{token}",
        "/{token}/..",
        "/{token}/../../etc/passwd",
        "/{token}/%2e%2e/card_data/dice/bots.yaml",
        "/{token}/card_data/dice/bots.yaml",
        "/{token}/?x",
        "/{short}/",
        "http://elsewhere/{token}/",
    ],
)
def test_nothing_else_can_be_reached(served: Served, path: str) -> None:
    status, _, text = get(served, path.format(token=served.token, short=served.token[:-1]))
    assert status == 404
    assert "page 1" not in text
    assert served.token not in text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_it_can_only_be_read(served: Served, method: str) -> None:
    assert get(served, f"/{served.token}/", method)[0] == 501


@pytest.mark.parametrize("host", ["elsewhere.example:{port}", "127.0.0.1", "127.0.0.1:1", "x:{port}"])
def test_names_of_other_machines_are_refused(served: Served, host: str) -> None:
    """A page of somebody else whose name was made to point here."""
    assert get(served, f"/{served.token}/", host=host.format(port=served.port))[0] == 404


def test_it_listens_on_loopback_only_and_each_token_is_new(served: Served) -> None:
    assert served._server.server_address[0] == "127.0.0.1"
    other = Served(lambda *_: "")
    assert other.token != served.token
    assert len(other.token) >= 32
    port = other.port
    other.close()
    with pytest.raises(ConnectionRefusedError):
        http.client.HTTPConnection("127.0.0.1", port, timeout=10).request("GET", "/")


# ------------------------------------------------------------------------------------------ saves


def test_only_card_files_and_the_scenario_count() -> None:
    folders, wanted = saves.files_of(Path("card_data/dice"), SCENARIO)
    assert folders == [Path("card_data/dice").resolve(), Path("scenarios").resolve()]
    assert wanted(BOTS)
    assert wanted(SCENARIO)
    for other in (
        "card_data/dice/bots.yaml~",
        "card_data/dice/.bots.yaml.swp",
        "scenarios/other.yaml",
        "x.yaml",
    ):
        assert not wanted(Path(other))


def test_a_save_is_heard_however_an_editor_does_it() -> None:
    """Written in place, and written anew and renamed; other files in the folder are not heard."""
    heard = saves.of(Path("card_data/dice"), SCENARIO)
    try:
        Path("scenarios/other.yaml").write_text("x")
        BOTS.write_text(BOTS.read_text() + "\n")
        assert heard.wait()
        new = Path("card_data/dice/.new")
        new.write_text(BOTS.read_text() + "\n")
        new.replace(BOTS)
        assert heard.wait()
        SCENARIO.write_text(SCENARIO.read_text() + "\n")
        assert heard.wait()
    finally:
        heard.close()
    assert not heard._thread.is_alive()


def test_ctrl_c_ends_it_clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is left: no copy, no thread, no page."""

    class Pressed(Scripted):
        closed = 0

        def wait(self) -> bool:
            raise KeyboardInterrupt

        def close(self) -> None:
            Pressed.closed += 1

    monkeypatch.setattr(saves, "of", lambda *_: Pressed())
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    result = CliRunner().invoke(app, ["watch", "three", "--games", "90", "--jobs", "1"])
    assert result.exit_code == 0, result.stderr
    assert "the watch has ended; nothing of it is kept" in result.stdout
    address = re.search(r"http://127\.0\.0\.1:(\d+)/", result.stdout)
    assert address
    with pytest.raises(ConnectionRefusedError):
        http.client.HTTPConnection("127.0.0.1", int(address[1]), timeout=10).request("GET", "/")
    assert Pressed.closed == 1
    assert list((tmp_path / "temporary").iterdir()) == []
    assert not Path("reports").exists()

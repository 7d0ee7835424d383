"""The command line: every mistake is one message and exit code 2; an interrupt is 130; pipes are quiet."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parent / "simulation"))

import fake_game

from balance.__main__ import app


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return fake_game.lay_desk(tmp_path, monkeypatch)


def balance(*words: str) -> tuple[int, str, str]:
    """Exit code, stdout, stderr."""
    result = CliRunner().invoke(app, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def scenario(text: str) -> str:
    Path("scenarios/bad.yaml").write_text(text)
    return "scenarios/bad.yaml"


def good(old: str = "", new: str = "") -> str:
    assert old in fake_game.SCENARIO
    return fake_game.SCENARIO.replace(old, new)


BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "scenarios/bad.yaml: the file is empty"),
        (BOMB, "scenarios/bad.yaml:1:4: a: found the anchor"),
        (good("  matrix", "\tmatrix"), "scenarios/bad.yaml:8:1: found a tab, allowed: spaces"),
        ("- game: dice\n", "scenarios/bad.yaml:1:1: found a list of 1, allowed: a mapping"),
        (
            good("line_ups:\n  matrix: [bold, calm, dull]", "line_ups: [bold]"),
            "bad.yaml:7:11: line_ups: found a list",
        ),
        (good("game: dice", "game: dcie"), 'bad.yaml:2:7: game: found the text "dcie"'),
        (good("game: dice", "game: dcie"), "did you mean dice?"),
        (good("calm", "clam"), 'bad.yaml:8:18: line_ups.matrix[1]: found the text "clam"'),
        (good("calm", "clam"), "did you mean calm?"),
        (good("seed: 7", "sede: 7"), "bad.yaml:5:1: sede: unknown key"),
        (good("seed: 7", "sede: 7"), "did you mean seed?"),
        (
            good("seed: 7", "seed: seven"),
            'bad.yaml:5:7: seed: found the text "seven", allowed: a whole number',
        ),
        (good("seed: 7", "seed: -7"), "bad.yaml:5:7: seed: found the whole number -7"),
        (good("games: 270", "games: 0"), "bad.yaml:6:8: games: found the whole number 0"),
        (good("games: 270\n", ""), "bad.yaml:2:1: games: the key is missing"),
        (good("games: 270", "games: 9\nuntil: {win_share: 0.1}"), "until: found beside `games`"),
        (good("games: 270", "games: 9\nmax_games: 10"), "max_games: found without `until`"),
        (good("games: 270", "until: {win_shar: 0.1}"), "did you mean win_share?"),
        (good("games: 270", "until: {win_share: 0}"), "until.win_share: found the whole number 0"),
        (good("matrix: [bold, calm, dull]", "list: [[bold]]"), "line_ups.list[0]: found a list of 1"),
        (good("matrix: [bold, calm, dull]", "matrix: []"), "line_ups: found no line-up"),
        (good("players: 2", "players: 5"), "players: found the whole number 5"),
        (good() + "overrides: {dice.faecs: 3}\n", "did you mean dice.faces?"),
        (good() + "overrides: {dice.faces: six}\n", 'found the text "six"'),
        (good() + "rotations: some\n", 'rotations: found the text "some"'),
    ],
)
def test_a_mistake_in_a_scenario_is_named_with_its_place(text: str, wanted: str) -> None:
    code, out, said = balance("run", scenario(text), "--no-report")
    assert wanted in said
    assert (code, out) == (2, "")
    assert not Path("reports").exists()


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["run", "scenarios/tree.yaml"], "did you mean scenarios/three.yaml?"),
        (["run", "thre"], "did you mean scenarios/three.yaml?"),
        (["run", "x" * 5000], "no such scenario"),
        (["run", "scenarios"], "found a folder"),
        (["run", "three", "--set", "dice.faces"], "--set dice.faces: found"),
        (["run", "three", "--set", "dice.faces="], "found no value"),
        (["run", "three", "--set", "dice.face=3"], "did you mean dice.faces?"),
        (["run", "three", "--set", "dice.faces=[1"], "not valid YAML"),
        (["run", "three", "--games", "0"], "--games"),
        (["run", "three", "--jobs", "none"], "--jobs"),
        (["run", "three", "--seed", "-1"], "--seed"),
        (["run", "three", "--speed", "3"], "--speed"),
        (["run", "three", "--backend", "lokey"], "known: "),
        (["run", "three", "--out", "scenarios"], "other things"),
        (["replay", "three", "0"], "there is no run"),
        (["report", "three"], "there is no run"),
        (["check", "dcie"], "no such scenario"),
        (["fly"], "fly"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_message(words: list[str], wanted: str) -> None:
    code, out, said = balance(*words)
    assert wanted in said
    assert "Traceback" not in said
    assert (code, out) == (2, "")


def test_run_replay_and_check() -> None:
    code, out, said = balance("run", "three", "--no-report", "--games", "1000", "--set", "dice.faces=4")
    assert code == 0
    assert "1,008 games of 112 deals" in out
    assert "bold" in out
    assert "per second" in said
    code, _, said = balance("run", "three", "--no-report", "--games", "1000", "--set", "dice.faces=4")
    assert code == 0
    assert "nothing left to do" in said
    code, out, _ = balance("replay", "three", "6")
    assert code == 0
    assert out.splitlines()[:2] == [
        "Three players: game 6 (deal 0, calm v dull, rotation 0)",
        "left is calm, right is dull",
    ]
    assert balance("check", "three")[1] == "three: valid (6 line-ups, 9 games per deal, 270 games)\n"
    assert "dice: card data is valid" in balance("check", "dice")[1]


def test_a_foreign_folder_is_refused() -> None:
    assert balance("run", "three", "--no-report", "--out", "mine")[0] == 0
    code, _, said = balance("run", "three", "--no-report", "--out", "mine", "--seed", "9")
    assert code == 2
    assert "holds another run" in said


def start(*words: str) -> subprocess.Popen[str]:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background are deaf to it
    return subprocess.Popen(
        [sys.executable, "-c", fake_game.COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_ctrl_c_keeps_what_was_played_and_ends_the_workers(desk: Path) -> None:
    slow = ["run", "three", "--no-report", "--set", "dice.slow_ms=4", "--games", "3000"]
    slow += ["--chunk", "45", "--jobs", "2", "--out", "slow"]
    process = start(*slow)
    chunk_folder = desk / "slow" / "chunks"
    deadline = time.monotonic() + 30
    while len(list(chunk_folder.glob("deals-*"))) < 4 and time.monotonic() < deadline:
        time.sleep(0.05)
    import os

    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: workers get it too
    out, said = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in said + out
    last = said.strip().splitlines()[-1]
    assert last.startswith("interrupted: ")
    assert "games are kept in slow" in last
    deadline = time.monotonic() + 10
    while _alive(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _alive(process.pid)
    assert len(list(chunk_folder.glob("deals-*"))) >= 4
    assert not list((desk / "slow").glob("run.lock*"))


def _alive(group: int) -> bool:
    import os

    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_broken_pipe_is_quiet() -> None:
    balance("run", "three", "--no-report")
    process = start("replay", "three", "3")
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait(timeout=20) == 0
    process.stderr.close()


def tables(players: str = "[2, 3]") -> None:
    text = good("players: 2", f"players: {players}").replace("games: 270", "games: 30")
    Path("scenarios/dice_baseline.yaml").write_text(text)


def test_the_baselines_are_played_and_end_with_the_index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("balance.games.GAMES", {"dice": "fake_game", "other": "no_module"})
    tables()
    code, out, said = balance("baselines")
    assert (code, out.splitlines()[-1]) == (0, "all reports: reports/index.html"), said
    assert "all numbers of players: reports/dice_baseline/overview.html" in out
    assert out.count("report: ") == 2


def test_report_and_replay_are_told_which_number_of_players() -> None:
    tables()
    assert balance("run", "dice_baseline", "--no-report")[0] == 0
    assert not Path("reports/index.html").exists()
    code, out, said = balance("replay", "dice_baseline", "3", "--players", "3")
    assert (code, out.count(": "), said) == (0, 4, "")
    assert balance("report", "dice_baseline", "--players", "3")[1].startswith(
        "reports/dice_baseline/3-players/"
    )
    for words in (("report", "dice_baseline"), ("replay", "dice_baseline", "3")):
        code, _, said = balance(*words)
        assert code == 2
        assert "which one is not said; give --players (here: 2, 3)" in said


def test_check_says_what_each_number_of_players_needs() -> None:
    tables()
    code, out, _ = balance("check", "dice_baseline")
    assert code == 0
    assert "dice_baseline with 2 players: valid (6 line-ups, 9 games per deal" in out
    assert "dice_baseline with 3 players: valid (10 line-ups, 24 games per deal" in out


def settings() -> None:
    text = good("players: 2", "players: [2, 3]").replace("games: 270", "games: 30")
    Path("scenarios/noise.yaml").write_text(f"{text}settings: {{low: {{dice.faces: 3}}, high: {{}}}}\n")


def test_all_settings_are_played_and_compared() -> None:
    settings()
    code, out, said = balance("run", "noise", "--jobs", "1")
    assert code == 0
    assert "noise with 3 players, setting high" in said
    lines = out.splitlines()
    assert lines[0].startswith(
        "Three players, 2 players, setting low: 36 games; report: reports/noise/2-players/low/"
    )
    assert lines[-2:] == ["all settings: reports/noise/overview.html", "all reports: reports/index.html"]
    assert len(lines) == 4 + 2


def test_run_report_and_replay_are_told_which_setting() -> None:
    settings()
    code, out, _ = balance("run", "noise", "--jobs", "1", "--setting", "low")
    assert code == 0
    assert out.count("report: ") == 2
    assert "overview.html" not in out  # two of four: nothing to compare settings by
    assert balance("run", "noise", "--players", "3", "--setting", "high", "--no-report")[0] == 0
    which = ("--players", "3", "--setting", "high")
    code, out, said = balance("replay", "noise", "3", *which)
    assert (code, out.count(": "), said) == (0, 4, "")
    assert balance("report", "noise", *which)[1].startswith("reports/noise/3-players/high/")
    code, _, said = balance("report", "noise", "--players", "3")
    assert code == 2
    assert "which one is not said; give --setting (here: high, low)" in said
    code, _, said = balance("run", "noise", "--setting", "hihg")
    assert code == 2
    assert said == "--setting: found hihg, allowed: low, high; did you mean high?\n"


def test_check_says_what_each_setting_needs() -> None:
    settings()
    code, out, _ = balance("check", "noise")
    assert code == 0
    assert "noise with 2 players, setting low: valid (6 line-ups, 9 games per deal" in out
    assert len(out.splitlines()) == 4


@pytest.mark.parametrize("command", ["tune", "ladder", "strength"])
def test_a_table_of_the_wrong_size_is_refused(command: str) -> None:
    code, _, said = balance(command, "dice", "--players", "5")
    assert (code, said) == (2, "players: found 5, allowed: 2 or 3 or 4 (players of dice)\n")

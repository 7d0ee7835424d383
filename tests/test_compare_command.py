"""`balance compare` as a user types it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parent / "simulation"))

import fake_game

from balance.__main__ import app

SCENARIO = """game: dice
title: What if
seed: 11
games: 300
players: 2
line_ups: {list: [[bold, calm]]}
"""
VARIANTS = "variants: {same: {}, even: {bots.calm.bonus: 2}}\n"


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = fake_game.lay_desk(tmp_path, monkeypatch)
    (folder / "scenarios/dice_baseline.yaml").write_text(SCENARIO)
    (folder / "scenarios/what_if.yaml").write_text(SCENARIO + VARIANTS)
    return folder


def balance(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == code, done.output
    return done.output


def flat(said: str) -> str:
    """The same in one line."""
    return " ".join(said.split())


def git(*words: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *words], check=True, capture_output=True)


def test_a_scenario_with_variants() -> None:
    said = balance("compare", "what_if", "--jobs", "1")
    assert "same against baseline\n  nothing was changed" in said
    assert "even against baseline" in said
    assert "bonus 1 -> 2" in said
    row = next(line for line in said.splitlines() if line.startswith("win share of bold"))
    assert "moved" in row
    assert "Holm" in said
    replay = next(line for line in said.splitlines() if "balance replay" in line).split()
    assert "What if: game" in balance(*replay[1:])
    assert "report: reports/what_if/variants/comparison.html" in said
    assert {path.suffix for path in Path("reports/what_if/variants").glob("comparison.*")} == {
        ".html",
        ".json",
        ".csv",
    }


def test_a_change_on_the_command_line_and_how_it_is_corrected() -> None:
    change = ("--set", "bots.calm.bonus=2", "--correction", "none")
    said = balance("compare", "dice_baseline", *change, "--all", "--no-report")
    assert not list(Path("reports").rglob("comparison.html"))
    balance("compare", "dice_baseline", *change, "--json", "found.json")
    assert "changed against baseline" in said
    assert "Holm" not in said
    (run,) = Path("reports/dice_baseline/variants/changed").glob("*/manifest.json")
    assert (run.parent / "comparison.html").exists()
    assert Path("found.json").read_text().startswith("{")


def test_running_a_scenario_with_variants_says_how_to_compare() -> None:
    said = balance("run", "what_if", "--jobs", "1")
    assert "What if, variant even: 300 games; tables: reports/what_if/variants/even/" in said
    assert "what the variants change: balance compare what_if" in said
    index = Path("reports/index.html").read_text()
    assert "variants/" not in index
    assert "What if: game 3" in balance("replay", "what_if", "3", "--variant", "even")


def test_two_runs_and_what_strict_refuses() -> None:
    balance("run", "dice_baseline", "--jobs", "1", "--no-report", "--out", "one")
    balance("run", "dice_baseline", "--jobs", "1", "--no-report", "--out", "two", "--games", "200")
    said = balance("compare", "one", "two")
    assert said.index("The numbers of deals are not the same: 150") < said.index("nothing was")
    assert "Nothing was changed, so that is as it must be" in flat(said)
    said = balance("compare", "one", "two", "--strict", code=2)
    assert "differ in more than the change: The numbers of deals are not the same" in said


def test_two_folders_and_a_revision_of_git() -> None:
    git("init", "-q", ".")
    git("add", "card_data")
    git("commit", "-qm", "cards")
    rules = Path("card_data/dice/rules.yaml")
    rules.write_text(rules.read_text().replace("faces: 6", "faces: 5"))
    said = balance("compare", "card_data/dice", "--against", "HEAD", "--jobs", "1")
    assert "now against HEAD" in said
    assert "6 -> 5" in said
    assert Path("reports/dice_baseline/variants/head").is_dir()
    assert said == said.replace("balance-", "")  # no temporary folder is named
    again = balance("compare", "dice_baseline", "--against", "HEAD", "--jobs", "1")
    assert again.partition("now against HEAD")[2] == said.partition("now against HEAD")[2]
    same = balance("compare", "card_data/dice", "card_data/dice", "--jobs", "1")
    assert "nothing was changed" in same
    assert "Nothing was changed, so that is as it must be" in flat(same)
    said = balance("compare", "card_data/dice", "--against", "HAED", code=2)
    assert "did you mean HEAD?" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("dice_baseline",), "there is nothing to compare, allowed: a scenario with `variants`"),
        (("dice_baseline", "--set", "dice.face=3"), "--set dice.face=3: no such key 'face' in dice"),
        (("dice_baseline", "--remove", "bots.clam"), "did you mean bots.calm?"),
        (("what_of",), "did you mean scenarios/what_if.yaml?"),
        (("what_if", "card_data/dice"), "found a card folder and something else"),
        (("one", "two", "--set", "dice.faces=3"), "--set: found beside two versions to compare"),
        (("one", "two", "--against", "HEAD"), "--against: found beside two"),
        (("one", "two", "--games", "10"), "two runs are compared as they were played"),
        (("scenarios", "scenarios"), "which game these are cards of is not said"),
        (("one", "two"), "one: there is no run here"),
    ],
)
def test_what_cannot_be_compared_is_said_before_anything_is_played(words: tuple[str, ...], said: str) -> None:
    assert said in balance("compare", *words, code=2)
    assert not Path("reports").exists()


def test_until_a_measure_has_a_verdict() -> None:
    words = ("compare", "dice_baseline", "--set", "bots.calm.bonus=2", "--games", "2000", "--no-report")
    said = balance(*words, "--until", "win_share.bold")
    assert "200 deals, 1 looks: every measure has a verdict" in said
    assert "moved, after 200 deals" in said
    (run,) = Path("reports/dice_baseline/variants/changed").glob("*/manifest.json")
    assert json.loads(run.read_text())["deals"] == 200
    assert "did you mean win_share.bold?" in balance(*words, "--until", "win_share.blod", code=2)

"""`balance tune`, `ladder` and `strength` as a user types them."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from balance.__main__ import app
from balance.experiments import strengths

pytestmark = pytest.mark.usefixtures("folder")
GAME = "employee_handbook"


def balance(*words: str):
    return CliRunner().invoke(app, list(words))


def test_tune_says_what_it_did_and_where(folder) -> None:
    done = balance("tune", GAME, "--budget", "0.01", "--rounds", "1", "--seed", "5", "--only", "poor")
    assert done.exit_code == 0, done.output
    assert "round 1, poor: " in done.output
    assert f"{folder / 'bots.yaml'}: written" in done.output


def test_ladder_prints_its_verdict() -> None:
    done = balance("ladder", GAME, "--deals", "100")
    assert done.exit_code == 0, done.output
    assert "first_come  random" in done.output
    assert "step" in done.output.splitlines()[-1]


def test_strength_stores_and_verifies(folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strengths, "DEALS", 60)
    monkeypatch.setattr(strengths, "HABIT_DEALS", 20)
    done = balance("strength", GAME, "--budget", "0.01")
    assert done.exit_code == 0, done.output
    assert "the best response wins" in done.output
    assert (folder / "strength.json").is_file()
    again = balance("strength", GAME, "--verify")
    assert again.exit_code == 0, again.output
    assert "every figure is as stored" in again.output


@pytest.mark.parametrize("command", ["tune", "ladder", "strength"])
def test_an_unknown_game_is_answered_with_the_nearest(command: str) -> None:
    done = balance(command, "employe_handbook")
    assert done.exit_code == 2
    assert "did you mean 'employee_handbook'?" in done.output


def test_a_mistyped_bot_is_answered_with_the_nearest() -> None:
    done = balance("tune", GAME, "--only", "goood")
    assert done.exit_code == 2
    assert "did you mean good?" in done.output


def test_strength_to_verify_when_there_is_none() -> None:
    done = balance("strength", GAME, "--verify")
    assert done.exit_code == 2
    assert "there is no such file" in done.output

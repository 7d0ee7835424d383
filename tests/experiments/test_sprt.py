"""The sequential test on games whose truth is known, and `balance sprt` as a user types it.

One round, a die of two faces: `bold` has a point more than `calm` and wins 7/8 of two-player games (blocks of
two games from the same rolls).
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parents[1] / "simulation"))

import fake_game

from balance.__main__ import app
from balance.experiments import sprt
from balance.simulation import prepare
from balance.statistics import llr_effect

RULES = "overrides: {dice.faces: 2, dice.rounds: 1}\n"


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return fake_game.lay_desk(tmp_path, monkeypatch)


def scenario(players: int = 2, bots: str = "[bold, calm]", more: str = "") -> str:
    head = f"game: dice\ntitle: T\nseed: 3\nplayers: {players}\ngames: 100\nline_ups: {{versus: {bots}}}\n"
    Path("scenarios/duel.yaml").write_text(head + RULES + more)
    return "duel"


def balance(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["sprt", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def trial(bounds: tuple[float, float], players: int = 2, **how) -> sprt.Tested:
    return sprt.bots_apart(prepare(scenario(players)), "bold", "calm", bounds, jobs=1, **how)


@pytest.mark.parametrize(
    ("bounds", "word"), [((0.33, 0.36), "above"), ((0.39, 0.42), "below"), ((0.374, 0.3755), "undecided")]
)
def test_two_bots_of_known_strength(bounds: tuple[float, float], word: str) -> None:
    found = trial(bounds, max_games=8_000)
    assert found.word == word
    assert found.even == 0.5
    assert set(found.scores) <= {0, 0.25, 0.5, 0.75, 1}
    assert found.counts.sum() == found.looks[-1].blocks
    assert found.games == 2 * found.counts.sum() <= 8_000
    assert found.estimate.contains(7 / 8 - 1 / 2)
    inside = [found.stops[0] < look.llr < found.stops[1] for look in found.looks]
    assert all(inside[:-1])
    assert inside[-1] == (word == "undecided")


def test_three_players_have_other_results() -> None:
    # alone among two equals with a point less: 1 with chance 1/2 + 1/2 * 1/4, else a tie with one or both
    truth = 1 / 2 + 1 / 2 * (1 / 4 + 2 / 4 / 2 + 1 / 4 / 3)
    found = trial((truth - 1 / 3 - 0.03, truth - 1 / 3 + 0.01), 3, max_games=30_000)
    assert found.even == pytest.approx(1 / 3)
    assert found.scores == pytest.approx([0, 2 / 3, 7 / 9, 1], abs=1e-6)
    assert found.estimate.contains(truth - 1 / 3)
    assert found.word == "above"


def test_normalised_elo_is_that_of_the_block() -> None:
    # four rolls of a die of eight faces: a sum's spread is some nine times the four points that bold has more
    text = Path(f"scenarios/{scenario()}.yaml")
    text.write_text(text.read_text().replace(RULES, "overrides: {dice.faces: 8}\n"))
    found = sprt.bots_apart(prepare("duel"), "bold", "calm", (0, 10), unit="nelo", jobs=1, max_games=2_000)
    assert found.word == "above"
    results = np.repeat(found.scores, found.counts.astype(int))
    effect = (results.mean() - 0.5) / results.std()
    assert effect > 10 * np.sqrt(2) * np.log(10) / 800
    expected = llr_effect(found.counts, 0, 10 * sprt.NELO, found.scores)
    assert found.looks[-1].llr == pytest.approx(expected)


def test_a_variant_against_its_baseline() -> None:
    more = "variants: {even: {bots.bold.bonus: 1}, other: {dice.head_start: 0}}\n"
    name = scenario(more=more)
    one, other = prepare(name), prepare(name, variant="even")
    found = sprt.variant_apart(one, other, "win_share.bold", (-0.4, -0.3), jobs=1, max_games=20_000)
    assert found.word == "below"  # the truth is 1/2 - 7/8
    assert found.estimate.contains(-3 / 8)
    assert found.even == 0
    same = sprt.variant_apart(
        one, prepare(name, variant="other"), "win_share.bold", (-0.1, 0.1), jobs=1, max_games=500
    )
    assert same.estimate is None
    assert {look.mean for look in same.looks} == {0}


def test_the_command_says_which_and_how_sure() -> None:
    code, said, _ = balance(scenario(), "--bounds", "33", "36", "--jobs", "1")
    assert code == 0
    assert "win share of bold against calm" in said
    assert "rather +36 points than +33 points (it stops at -2.94 and +2.94; " in said
    assert "estimate, corrected for having stopped: +3" in said
    assert balance("duel", "--bounds", "39", "42", "--bots", "bold", "calm")[0] == 1
    code, said, _ = balance("duel", "--bounds", "37.4", "37.55", "--max-games", "900")
    assert code == 3
    assert "not clear yet whether +37.4 points or +37.55 points: stopped at the limit of games" in said


def test_negative_bounds_and_variants_on_the_command_line() -> None:
    name = scenario(more="variants: {even: {bots.bold.bonus: 1}}\n")
    words = ("--variant", "even", "--measure", "win_share.bold", "--bounds", "-36", "-30")
    code, said, _ = balance(name, *words)
    assert code == 1
    assert "win share of bold, even less baseline" in said
    assert "rather -36 points than -30 points" in said
    assert balance(name, "--bots", "calm", "bold", "--bounds", "-39", "-36")[0] == 0


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("--bounds", "1", "0"), "--bounds: found 0.01 and 0, allowed: the lower one first"),
        (("--bounds", "0", "60"), "allowed: between -50% and 50%"),
        (("--bounds", "0", "600", "--unit", "nelo"), "allowed: between -100 and 100"),
        (("--bounds", "0", "1", "--bots", "bold", "clam"), "--bots: found clam, allowed: bold, calm, dull"),
        (("--bounds", "0", "1", "--bots", "bold", "bold"), "--bots: found bold twice"),
        (("--bounds", "0", "1", "--measure", "margin"), "--measure: found without --variant"),
        (("--bounds", "0", "1", "--variant", "evne", "--measure", "margin"), "did you mean even?"),
        (("--bounds", "0", "1", "--variant", "even"), "--variant: allowed with --measure"),
        (
            ("--bounds", "0", "1", "--variant", "even", "--measure", "win_share.blod"),
            "did you mean win_share.bold?",
        ),
    ],
)
def test_a_mistake_is_one_message(words: tuple[str, ...], wanted: str) -> None:
    code, _, said = balance(scenario(more="variants: {even: {bots.bold.bonus: 1}}\n"), *words)
    assert code == 2
    assert wanted in said


def test_which_bots_must_be_said_when_there_are_several() -> None:
    code, _, said = balance(scenario(bots="[bold, calm, dull]"), "--bounds", "0", "1")
    assert code == 2
    assert "--bots: which two is not said, and the scenario has bold, calm, dull" in said
    code, _, said = balance(scenario(3), "--bounds", "0", "1", "--unit", "nelo")
    assert code == 2
    assert "found nelo with 3 players" in said

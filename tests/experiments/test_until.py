"""Playing on until every measure has a verdict, on a game whose truth is known.

Two players, one round, a die of two faces. Equal bots win half; with a point more a bot wins 7/8 (see
tests/simulation/test_targets.py), with two points more always.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "simulation"))

import fake_game

from balance.errors import ScenarioError
from balance.experiments.compare import compare_runs
from balance.experiments.until import Sequential, reach, until_verdicts
from balance.simulation import play_all, prepare_each
from balance.simulation.progress import Quiet

HEAD = "game: dice\ntitle: Until\nseed: 11\nplayers: 2\ngames: 400\n"
RULES = "overrides: {dice.faces: 2, dice.rounds: 1}\n"
PAIR = "line_ups: {list: [[bold, calm]]}\n"


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return fake_game.lay_desk(tmp_path, monkeypatch)


def scenario(variants: str, more: str = RULES + PAIR) -> str:
    Path("scenarios/more.yaml").write_text(HEAD + more + f"variants: {variants}\n")
    return "more"


def played(variants: str, *named: str, more: str = RULES + PAIR, **how) -> Sequential:
    return until_verdicts(prepare_each(scenario(variants, more)), named, jobs=1, **how)


def test_a_large_effect_is_found_at_the_first_look() -> None:
    found = played("{strong: {bots.bold.bonus: 3}}", "win_share.bold", max_games=20_000)
    (item,) = found.measures
    assert (item.variant, item.measure, item.word) == ("strong", "win_share.bold", "moved")
    assert found.settled
    assert (found.deals, found.looks, item.decided) == (200, (200,), 200)
    assert found.games == 200 * 2 * 2
    assert item.after == 1
    assert item.difference.contains(1 - 7 / 8)


def test_no_effect_within_the_margin_is_found_to_be_none() -> None:
    # a die rolled twice as often, and who wins more of it is the same for equals: the truth is 0
    found = played(
        "{longer: {dice.rounds: 2}}",
        "seat_share.1",
        more=RULES + "line_ups: {list: [[calm, calm]]}\n",
        margins={"seat_share": 0.05},
        max_games=20_000,
    )
    (item,) = found.measures
    assert item.word == "equivalent"
    assert found.settled
    assert 200 < found.deals < 20_000
    assert item.difference.contains(0)
    assert -0.05 <= item.difference.low <= item.difference.high <= 0.05


def test_the_limit_ends_it_without_a_verdict() -> None:
    found = played(
        "{longer: {dice.rounds: 2}}",
        "seat_share.1",
        more=RULES + "line_ups: {list: [[calm, calm]]}\n",
        margins={"seat_share": 0.001},
        max_games=700,
    )
    (item,) = found.measures
    assert (item.word, item.decided, found.settled) == ("undetermined", None, False)
    assert (found.deals, found.limit, found.looks) == (700, 700, (200, 300, 450, 675, 700))


def test_values_are_those_of_a_comparison_of_runs() -> None:
    name = scenario("{longer: {dice.rounds: 3}, strong: {bots.bold.bonus: 3}}")
    found = until_verdicts(prepare_each(name), ["win_share", "margin", "mover_share"], jobs=1, max_games=450)
    runs = play_all(prepare_each(name, games_wanted=2 * found.deals), jobs=1)
    for comparison in compare_runs(runs[0], runs[1:], correction="none"):
        for item in (each for each in found.measures if each.variant == comparison.name):
            known = comparison.measure(item.measure)
            assert item.difference.value == pytest.approx(known.difference.estimate.value)
            assert item.before == pytest.approx(known.before.value)
            assert item.after == pytest.approx(known.after.value)
            assert item.margin == pytest.approx(known.margin)
            assert item.deals_moved == known.difference.deals_moved
    assert {item.variant for item in found.measures} == {"longer", "strong"}


def test_a_variant_that_is_the_baseline_is_exactly_equal_at_once() -> None:
    found = played("{same: {dice.rounds: 1}}", "win_share", "margin", max_games=20_000)
    assert found.deals == 200
    for item in found.measures:
        assert item.word == "equivalent"
        assert (item.difference.low, item.difference.high) == (0, 0)


def test_a_change_that_few_games_meet_is_not_called_equal_too_soon() -> None:
    # one game in 500 is given up: at the first look no deal need have shown it
    found = played(
        "{rare: {dice.stalls_in: 500}}", "win_share.bold", margins={"win_share": 0.01}, max_games=40_000
    )
    (item,) = found.measures
    assert item.word == "equivalent"
    assert found.deals > 300
    assert item.difference.low <= -7 / 8 / 500 <= item.difference.high
    strict = played(
        "{rare: {dice.stalls_in: 500}}", "win_share.bold", margins={"win_share": 0.001}, max_games=2_000
    )
    assert strict.measures[0].word == "undetermined"


def test_what_was_not_seen_is_added_while_few_deals_tell() -> None:
    def gaps(telling: int) -> np.ndarray:
        return np.where(np.arange(991) < telling, 0.1, 0.0)

    assert reach(0.01, 3.0, 1.0, gaps(30)) == pytest.approx(0.03)
    assert reach(0.01, 3.0, 1.0, gaps(29)) == pytest.approx(0.03 + 9 / 1_000)
    assert reach(0.01, 3.0, 0.5, gaps(0)) == pytest.approx(0.03 + 4.5 / 1_000)
    # one rare deal makes up the spread of many that hardly differ
    assert reach(0.01, 3.0, 1.0, gaps(1) + 0.001) == pytest.approx(0.03 + 9 / 1_000)


def test_an_event_that_was_never_seen_is_no_proof() -> None:
    # a face of six: there is none on this die, in either variant
    found = played("{longer: {dice.rounds: 2}}", "sixes", margins={"sixes": 0.001}, max_games=400)
    (item,) = found.measures
    assert (item.before, item.after, item.word) == (0, 0, "undetermined")


def test_measures_are_those_that_the_margins_name_or_the_win_shares() -> None:
    found = played("{strong: {bots.bold.bonus: 3}}", max_games=400)
    assert [item.measure for item in found.measures] == ["win_share.bold", "win_share.calm"]
    found = played("{strong: {bots.bold.bonus: 3}}", margins={"margin": 0.5}, max_games=400)
    assert [(item.measure, item.margin) for item in found.measures] == [("margin", 0.5)]


def test_an_unknown_measure_is_answered_with_the_nearest() -> None:
    with pytest.raises(ScenarioError, match=r"--until: found margni, allowed: .*; did you mean margin\?"):
        played("{strong: {bots.bold.bonus: 3}}", "margni")


def test_more_measures_and_variants_make_wider_intervals() -> None:
    one = played("{longer: {dice.rounds: 3}}", "opener", max_games=200)
    many = played("{longer: {dice.rounds: 3}, other: {dice.rounds: 2}}", "opener", "sixes", max_games=200)
    assert one.measures[0].difference.value == many.measures[0].difference.value
    assert many.measures[0].difference.half_width > 1.2 * one.measures[0].difference.half_width
    assert "4 tests" in many.measures[0].difference.method


def test_what_is_played_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Voice(Quiet):
        done = 0

        def advance(self, games: int) -> None:
            self.done += games

    voice = Voice()
    found = played("{a: {bots.bold.bonus: 3}, b: {bots.bold.bonus: 4}}", "margin", progress=voice)
    # the baseline is played once for both
    assert voice.done == found.games == found.deals * 3 * 2
    assert np.isfinite(found.measures[0].difference.half_width)

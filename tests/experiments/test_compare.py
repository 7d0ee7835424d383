"""Runs compared on common deals: effects of known size are found, nothing is found in nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "simulation"))

import fake_game

from balance.errors import RunError, ScenarioError
from balance.experiments.compare import compare_runs
from balance.experiments.comparing import Asked, compare_folders, compare_scenario
from balance.experiments.margins import defaults, margin_of
from balance.simulation import run, run_each

HEAD = "game: dice\ntitle: What if\nseed: 11\ngames: 600\nplayers: 2\n"
DUEL = "line_ups: {list: [[bold, calm]]}\n"
MATRIX = "line_ups: {matrix: [bold, calm, dull]}\n"


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return fake_game.lay_desk(tmp_path, monkeypatch)


def scenario(text: str, name: str = "what_if", head: str = HEAD) -> str:
    Path(f"scenarios/{name}.yaml").write_text(head + text)
    return name


def compared(text: str, head: str = HEAD, **how):
    baseline, *variants = run_each(scenario(text, head=head), jobs=1)
    return compare_runs(baseline, variants, **how)


def truth(ahead: int, rounds: int = 4, faces: int = 6) -> tuple[float, float]:
    """(Win share of who is so many points ahead, mean margin), by counting every roll of the dice."""
    die = np.full(faces, 1 / faces)
    total = np.ones(1)
    for _ in range(2 * rounds):  # the other's dice count backwards: the same shape
        total = np.convolve(total, die)
    gap = np.arange(total.size) - rounds * (faces - 1) + ahead
    return float(total @ ((gap > 0) + (gap == 0) / 2)), float(total @ np.abs(gap))


def test_a_planted_effect_is_found_and_its_interval_holds_the_truth() -> None:
    (found,) = compared(DUEL + "variants: {even: {bots.calm.bonus: 2}}\n")
    before, after = truth(4), truth(0)
    share, margin = found.measure("win_share.bold"), found.measure("margin")
    for item, at in ((share, 0), (margin, 1)):
        assert item.before.contains(before[at])
        assert item.after.contains(after[at])
        assert item.difference.estimate.contains(after[at] - before[at])
        assert item.verdict.word == "moved"
        assert item.difference.estimate.value == pytest.approx(item.after.value - item.before.value)
        assert item.difference.games_saved > 1
    assert 0 < margin.difference.correlation < 1
    assert np.isnan(share.difference.correlation)  # of equals, one rotation undoes the other: nothing varies
    assert share.p_adjusted <= 0.05
    assert found.deals == 300
    assert [change.path for change in found.changes] == ["bots.calm.bonus"]
    assert found.other == ()
    assert not found.identical


def test_the_share_of_the_other_is_what_is_left() -> None:
    (found,) = compared(DUEL + "variants: {even: {bots.calm.bonus: 2}}\n")
    bold, calm = (found.measure(f"win_share.{bot}").difference.estimate for bot in ("bold", "calm"))
    assert bold.value == pytest.approx(-calm.value)
    assert bold.standard_error == pytest.approx(calm.standard_error)


def test_nothing_changed_is_exactly_nothing() -> None:
    same, never = compared(MATRIX + "variants: {same: {}, never: {bots.extra: {about: idle, bonus: 9}}}\n")
    for found in (same, never):
        assert found.identical
        assert found.telling is None
        for item in found.measures:
            estimate = item.difference.estimate
            assert (estimate.value, estimate.low, estimate.high) == (0, 0, 0)
            assert (item.verdict.word, item.verdict.differs, item.p) == ("equivalent", False, 1)
            assert all(each.difference.value == each.difference.high == 0 for each in item.quantiles)
    assert same.changes == ()
    assert len(never.changes) == 1  # a bot that does not play was added


def test_a_change_that_no_game_met_is_not_ruled_out_by_few_games() -> None:
    text = DUEL + "variants: {rare: {dice.stalls_in: 1000000}}\n"
    (few,), (many,) = (compared(text, HEAD.replace("600", games)) for games in ("100", "1600"))
    for found, word in ((few, "undetermined"), (many, "equivalent")):
        share = found.measure("win_share.bold")
        assert found.identical
        assert share.exactly_zero
        assert share.difference.estimate.low < 0 < share.difference.estimate.high
        assert share.verdict.word == word


def test_a_small_change_is_equivalent_where_the_margin_says_so() -> None:
    text = DUEL + "variants: {even: {bots.calm.bonus: 2}}\nmargins: {win_share: 0.5, margin: 0.01}\n"
    (found,) = compare_scenario(scenario(text), asked=Asked(jobs=1))
    share, margin = found.measure("win_share.bold"), found.measure("margin")
    assert share.verdict.word == "equivalent"
    assert share.verdict.differs  # real, and too small to matter
    assert share.margin == 0.5
    assert (margin.margin, margin.verdict.word) == (0.01, "moved")


def test_too_few_games_cannot_tell_and_as_many_as_asked_for_can() -> None:
    text = DUEL + "variants: {ahead: {dice.head_start: 1}}\n"
    few = compared(text, HEAD.replace("600", "16"))[0].measure("mover_share.1")
    assert few.verdict.word == "undetermined"
    more = few.verdict.more_games
    assert more > 0
    head = HEAD.replace("600", str(16 + 2 * more))
    assert compared(text, head)[0].measure("mover_share.1").verdict.word == "moved"


def test_quantiles_tell_what_a_mean_does_not() -> None:
    (found,) = compared(DUEL + "variants: {long: {dice.rounds: 6}}\n")
    margin = found.measure("margin")
    shares = [each.share for each in margin.quantiles]
    assert shares == [0.05, 0.5, 0.95]
    highest = margin.quantiles[2]
    assert highest.difference.value == highest.after - highest.before > 0
    assert highest.difference.low > 0
    assert found.measure("win_share.bold").quantiles == ()


def test_a_plan_that_takes_the_place_of_another_is_compared_with_it() -> None:
    (found,) = compared(MATRIX + "variants: {dull: {bots: {bold: dull}}}\n")
    assert [change.text for change in found.changes] == ["dull plays in the place of bold"]
    assert found.other == ()
    # bold among calm and dull before; dull among calm and itself after
    share = found.measure("win_share.bold")
    before = (truth(4)[0] + truth(8)[0]) / 2
    after = (truth(-4)[0] + 0.5) / 2
    assert share.before.contains(before)
    assert share.difference.estimate.contains(after - before)


def test_other_line_ups_are_compared_in_the_games_that_both_have() -> None:
    (found,) = compared(MATRIX + "variants: {fewer: {line_ups: {matrix: [bold, calm]}}}\n")
    assert found.games == 4
    assert found.identical
    assert found.changes[0].text == "other line-ups: 3 in place of 6"


def test_every_variant_counts_as_a_test_and_on_request_every_pair() -> None:
    text = MATRIX + "variants: {a: {bots.calm.bonus: 2}, b: {dice.head_start: 2}}\n"
    one, other = compared(text)
    assert one.tests == len(one.measures) + len(other.measures)
    alone = compare_runs(one.baseline, [one.variant])[0]
    for item in alone.measures:
        assert (
            one.measure(item.measure).p == item.p <= item.p_adjusted <= one.measure(item.measure).p_adjusted
        )
    pairs = compared(text, all_pairs=True)
    assert [(item.against, item.name) for item in pairs] == [("baseline", "a"), ("baseline", "b"), ("a", "b")]
    back = compare_runs(pairs[0].variant, [pairs[0].baseline], names=("a", "baseline"))[0]
    for item in back.measures:
        assert item.difference.estimate.value == -one.measure(item.measure).difference.estimate.value


def test_corrections_are_the_known_ones() -> None:
    text = MATRIX + "variants: {a: {dice.head_start: 1}}\n"
    found = {how: compared(text, correction=how)[0] for how in ("holm", "benjamini-hochberg", "none")}
    p = {how: np.array([item.p_adjusted for item in each.measures]) for how, each in found.items()}
    assert (p["none"] == [item.p for item in found["holm"].measures]).all()
    assert (p["none"] <= p["benjamini-hochberg"]).all()
    assert (p["benjamini-hochberg"] <= p["holm"]).all()
    smallest = int(np.argmin(p["none"]))
    assert p["holm"][smallest] == pytest.approx(min(1, p["none"].size * p["none"][smallest]))
    with pytest.raises(ValueError, match="correction: expected one of"):
        compared(text, correction="bonferroni")


def test_the_most_telling_game_is_one_that_changed_that_way() -> None:
    (found,) = compared(DUEL + "variants: {even: {bots.calm.bonus: 5}}\n")
    telling = found.telling
    item = found.measure(telling.measure)
    assert item.verdict.word == "moved"
    assert np.sign(telling.after - telling.before) == np.sign(item.difference.estimate.value)
    games = found.baseline.games.set_index("game")
    assert games.loc[telling.game, "deal"] == telling.deal
    assert item.level == "game"
    counted = fake_game.BOOK.measure(telling.measure).top(games)
    assert counted[telling.game] == telling.before
    gaps = fake_game.BOOK.measure(telling.measure).top(found.variant.games.set_index("game")) - counted
    by_deal = gaps.groupby(games["deal"]).sum() * np.sign(item.difference.estimate.value)
    assert by_deal[telling.deal] == by_deal.max()
    assert found.baseline.replay(telling.game) != found.variant.replay(telling.game_after)


def test_numbers_of_players_are_compared_each_with_its_own_baseline() -> None:
    head = HEAD.replace("players: 2", "players: [2, 3]").replace("600", "300")
    text = "line_ups: {versus: [bold, calm]}\nvariants: {even: {bots.calm.bonus: 2}}\n"
    two, three = compare_scenario(scenario(text, head=head), asked=Asked(jobs=1))
    assert (two.players, three.players) == (2, 3)
    assert two.tests == three.tests == len(two.measures) + len(three.measures)
    assert [item.measure for item in two.measures if item.measure.startswith("seat")] == ["seat_share.1"]
    assert "seat_share.3" in [item.measure for item in three.measures]


# ---------------------------------------------------------------------- more than the named change


def test_more_than_the_change_is_said_first_or_refused() -> None:
    one = run(scenario(DUEL), jobs=1)
    bots = run(scenario(DUEL + "overrides: {bots.calm.bonus: 2}\n", "other"), jobs=1)
    (found,) = compare_runs(one, [bots])
    assert found.other == ("Bots do not play with the same numbers: calm.",)
    with pytest.raises(RunError, match="baseline and other differ in more than the change: Bots do not play"):
        compare_runs(one, [bots], strict=True)
    assert compare_runs(one, [bots], strict=True, declared=True)[0].other == ()


def test_other_numbers_of_games_leave_the_common_deals() -> None:
    one, more = run(scenario(DUEL), jobs=1), run(scenario(DUEL), games=1000, jobs=1)
    (found,) = compare_runs(one, [more])
    assert (found.deals, found.identical) == (300, True)
    assert "300 before, 500 after; compared are the first 300" in found.other[0]


def test_without_a_common_game_deals_are_compared() -> None:
    one = run(scenario("line_ups: {list: [[bold, calm]]}\n"), jobs=1)
    other = run(scenario("line_ups: {list: [[bold, dull]]}\n", "other"), jobs=1)
    (found,) = compare_runs(one, [other])
    said = (
        "The line-ups are not the same (only before bold v calm, calm v bold; only after bold v dull, dull"
        " v bold); no game is common to both, only deals are."
    )
    assert found.other == (said,)
    assert found.telling is None
    assert found.measure("margin").difference.estimate.contains(truth(8)[1] - truth(4)[1])
    assert "win_share.dull" not in [item.measure for item in found.measures]


def test_other_players_and_other_versions_of_the_rules_are_said() -> None:
    head = HEAD.replace("players: 2", "players: [2, 3]")
    two, three = run_each(scenario("line_ups: {versus: [bold, calm]}\n", head=head), jobs=1)
    (found,) = compare_runs(two, [three])
    assert found.other[0] == "The numbers of players are not the same: 2 before, 3 after."
    assert found.other[-1].startswith("The numbers of deals are not the same")
    old = run(scenario(DUEL), jobs=1)
    old.manifest["run"]["rules_version"] = 0
    (found,) = compare_runs(old, [run(scenario(DUEL), jobs=1)])
    assert found.other == ("The versions of the rules are not the same: 0 before, 1 after.",)


def test_other_luck_cannot_be_compared() -> None:
    one, other = run(scenario(DUEL), jobs=1), run(scenario(DUEL), seed=12, jobs=1)
    with pytest.raises(RunError, match=r"two seeds, so no deal is common to both \(11 and 12\)"):
        compare_runs(one, [other])


# ------------------------------------------------------------------------------- asking


def test_changes_make_a_variant_of_their_own() -> None:
    name = scenario(DUEL)
    changed = [("copy bots.new", "bots.calm"), ("bots.calm.bonus", 2)]
    (found,) = compare_scenario(name, changed, Asked(jobs=1))
    assert (found.name, found.variant.folder.parent) == ("changed", Path("reports/what_if/variants/changed"))
    assert found.measure("win_share.bold").verdict.word == "moved"
    with pytest.raises(
        ScenarioError, match="there is nothing to compare, allowed: a scenario with `variants`"
    ):
        compare_scenario(name, asked=Asked(jobs=1))
    with pytest.raises(ScenarioError, match="found settings, allowed"):
        compare_scenario(scenario(DUEL + "settings: {a: {dice.faces: 2}}\n"), asked=Asked(jobs=1))


def test_two_folders_of_cards() -> None:
    name = scenario(DUEL)
    new = Path("new/dice")
    new.mkdir(parents=True)
    for file in Path("card_data/dice").iterdir():
        (new / file.name).write_text(file.read_text().replace("faces: 6", "faces: 4"))
    (found,) = compare_folders(Path("card_data/dice"), new, name, Asked(jobs=1))
    assert (found.against, found.name) == ("card_data/dice", "new/dice")
    assert [change.path for change in found.changes] == ["dice.faces"]
    assert found.baseline.folder.parent == Path("reports/what_if")
    assert found.variant.folder.parent == Path("reports/what_if/variants/new-dice")
    margin = found.measure("margin").difference.estimate
    assert abs(margin.value - (truth(4, faces=4)[1] - truth(4)[1])) < 3 * margin.standard_error
    (same,) = compare_folders(new, new, name, Asked(jobs=1))
    assert same.identical


def test_margins_are_of_the_measure_or_of_its_unit() -> None:
    assert margin_of("win_share.bold", "share", 0.5, {"win_share": 0.02, "win_share.bold": 0.03}) == 0.03
    assert margin_of("win_share.calm", "share", 0.5, {"win_share": 0.02}) == 0.02
    rule = defaults()["points"]
    assert margin_of("margin", "points", 1_000, {}) == rule.part_of_value * 1_000 > rule.at_least
    assert margin_of("margin", "points", 0, {}) == rule.at_least > 0


def test_margins_that_are_wrong_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "margins.yaml"
    file.write_text("units:\n  share: {at_least: 0.01, part_of_value: 0}\n")
    with pytest.raises(ScenarioError, match="points: the key is missing: every unit has a margin"):
        defaults(file)
    file.write_text("units:\n  share: {at_least: -1, part_of_value: 0}\n")
    with pytest.raises(
        ScenarioError, match=r"margins.yaml:2:21: units.share.at_least: found the whole number -1"
    ):
        defaults(file)

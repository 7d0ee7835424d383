"""Targets of a scenario: what may be written, what a run says of them, and the exit code of `balance run`.

Truths by hand: two players, one round, a die of two faces. Equal bots tie every other game, so the margin is
1/2 on average and nobody has an edge; a bot with one point more wins three of four and ties the rest: 7/8.
"""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from balance.__main__ import app
from balance.errors import BalanceError
from balance.experiments import targets
from balance.reports import report_html
from balance.reports.targets import in_words, row
from balance.simulation import open_run, prepare, prepare_each, run
from balance.simulation.targets import Band, parse_band
from balance.statistics import Estimate

pytestmark = pytest.mark.usefixtures("desk")

HEAD = "game: dice\ntitle: Targets\nseed: 7\nplayers: {players}\ngames: {games}\n"
RULES = "overrides: {dice.faces: 2, dice.rounds: 1}\n"
PAIR = "line_ups: {list: [[bold, calm], [calm, calm]]}\n"
MIRROR = "line_ups: {list: [[calm, calm]]}\n"


def scenario(targets: str, players: str = "2", games: int = 800, more: str = RULES + PAIR) -> str:
    head = HEAD.format(players=players, games=games)
    Path("scenarios/aims.yaml").write_text(head + more + targets)
    return "aims"


def balance(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout


def words(name: str) -> dict[str, str]:
    return {item.target.id: item.word for item in targets.judge(open_run(name))}


@pytest.mark.parametrize(
    ("text", "band"),
    [
        ("48..52 %", Band(0.48, 0.52, percent=True)),
        ("48 .. 52%", Band(0.48, 0.52, percent=True)),
        ("0.48..0.52", Band(0.48, 0.52)),
        ("-1.5..2e3", Band(-1.5, 2000)),
        ("8..", Band(8, float("inf"))),
        ("..12", Band(float("-inf"), 12)),
        ("..", None),
        ("8...5", Band(8, 0.5)),
        ("8", None),
        ("8-12", None),
        ("1e999..2", None),
        ("1" * 200 + "..", None),
        ([8, 12.5], Band(8, 12.5)),
        ([8], None),
        ([8, True], None),
        ([10**400, 10**401], None),
        (12, None),
        (None, None),
    ],
)
def test_a_band_is_read(text: object, band: Band | None) -> None:
    assert parse_band(text) == band


def test_met_missed_and_undetermined() -> None:
    name = scenario(
        "targets:\n  margin: 0.4..1.2\n  edge: -20..-9\n  win_share.bold: 80..94 %\n"
        "  win_share.calm: 0.3..\n  seat_share.1: 49.99..50.01 %\n"
    )
    run(name, jobs=1)
    assert words(name) == {
        "margin": "met",
        "edge": "missed",
        "win_share.bold": "met",
        "win_share.calm": "missed",
        "seat_share.1": "undetermined",
    }


def test_the_interval_is_that_of_all_targets_together() -> None:
    one = scenario("targets: {margin: 0..1}\n")
    run(one, jobs=1, out="one")
    many = scenario("targets: {margin: 0..1, edge: 0..1, win_share.bold: 0..1, mover_share.2: 0..1}\n")
    run(many, jobs=1, out="many")
    (alone,), several = targets.judge(open_run("one")), targets.judge(open_run("many"))
    among = next(item for item in several if item.target.id == "margin")
    assert alone.estimate.value == among.estimate.value
    assert (alone.estimate.level, among.estimate.level) == (0.95, pytest.approx(0.9875))
    assert among.estimate.half_width > 1.2 * alone.estimate.half_width


def test_values_are_the_known_ones() -> None:
    name = scenario("targets: {margin: 0..1, win_share.bold: 0..1, mover_share.1: 0..1}\n", games=6000)
    run(name, jobs=1)
    found = {item.target.id: item.estimate for item in targets.judge(open_run(name))}
    assert found["win_share.bold"].contains(7 / 8)
    assert found["mover_share.1"].contains(1 / 2)
    assert found["margin"].contains((2 * 1 + 1 / 2) / 3)  # two rotations of the pair, one game of equals


def test_a_band_may_be_given_for_each_number_of_players() -> None:
    lines = '  mover_share.1: {"2": 30..70 %, "3": ..10 %}\n  mover_share.3: {"3": 20..50 %}\n'
    name = scenario(f"targets:\n{lines}", "[2, 3]", more=RULES + "line_ups: {matrix: [calm]}\n")
    code, said = balance("run", name, "--no-report", "--jobs", "1")
    assert code == 1
    assert "targets, 2 players" in said
    assert "targets, 3 players" in said
    assert re.search(r"win share of who moves first +30.% to 70.% .* met\n", said)
    assert re.search(r"win share of who moves first +at most 10.% .* missed\n", said)
    assert balance("run", name, "--no-report", "--players", "2", "--jobs", "1")[0] == 0


@pytest.mark.parametrize(
    ("wanted", "code", "last"),
    [
        ("{margin: 0.4..1.2}", 0, "all targets are met"),
        ("{margin: 2..3}", 1, "a target is missed"),
        ("{margin: 2..3, seat_share.2: 50..50 %}", 1, "a target is missed"),
        ("{margin: 0.4..1.2, seat_share.2: 50..50 %}", 3, "not all targets can be told yet"),
    ],
)
def test_the_exit_code_says_so(wanted: str, code: int, last: str) -> None:
    found, said = balance("run", scenario(f"targets: {wanted}\n"), "--no-report", "--jobs", "1")
    assert found == code
    assert said.splitlines()[-1] == last


def test_without_targets_all_is_as_before() -> None:
    ready = prepare(scenario(""))
    assert "targets" not in ready.facts["scenario"]
    code, said = balance("run", "aims", "--jobs", "1")
    assert code == 0
    assert "target" not in said
    assert 'id="targets"' not in Path(open_run("aims").folder / "report.html").read_text()


def test_the_report_has_a_section() -> None:
    name = scenario("targets: {margin: 2..3, win_share.bold: 80.. %}\n")
    page = report_html(run(name, jobs=1))
    assert 'id="targets"' in page
    assert "Missed: margin; met: win share of bold." in page
    assert "at least 80" in page


def test_more_games_are_named_where_they_would_tell() -> None:
    name = scenario("targets: {mover_share.1: 45..60 %}\n", games=120, more=RULES + MIRROR)
    run(name, jobs=1)
    (item,) = targets.judge(open_run(name))
    assert item.word == "undetermined"
    assert "more games would tell" in in_words(item)
    run(name, jobs=1, games=120 + 2 * item.more_games)
    assert words(name) == {"mover_share.1": "met"}


def test_a_run_that_stopped_by_itself_is_judged_by_what_holds_at_every_look() -> None:
    text = "targets: {margin: 0..1}\n"
    name = scenario(text, games=900)
    fixed = run(name, jobs=1, out="fixed")
    file = Path("scenarios/aims.yaml")
    file.write_text(file.read_text().replace("games: 900", "until: {margin: 0.02}\nmax_games: 900"))
    stopped = run(name, jobs=1, out="stopped")
    (one,), (other,) = targets.judge(fixed), targets.judge(stopped)
    assert one.estimate.value == other.estimate.value
    assert other.estimate.method == "confidence sequence"
    assert other.estimate.half_width > 1.4 * one.estimate.half_width
    assert "stopped by itself; these intervals hold" in report_html(stopped)


def test_a_bot_that_plays_with_other_numbers_of_players_only_is_judged_there() -> None:
    more = 'line_ups: {"2": {list: [[calm, calm]]}, "3": {list: [[bold, calm, calm]]}}\n'
    name = scenario("targets: {win_share.bold: 0..1}\n", "[2, 3]", 60, more)
    assert len(prepare_each(name)) == 2
    code, said = balance("run", name, "--no-report", "--jobs", "1")
    assert code == 0
    assert said.count("win share of bold") == 1


def test_the_worst_verdict_is_that_of_all() -> None:
    def of(*found: str) -> str:
        return targets.worst(found)

    assert of("met", "met") == "met"
    assert of("met", "undetermined") == "undetermined"
    assert of("undetermined", "missed", "met") == "missed"
    assert sorted(targets.EXIT.values()) == [0, 1, 3]


def test_no_case_of_a_measure_is_no_verdict() -> None:
    band = parse_band("0..1")
    item = targets.Judged(
        SimpleNamespace(band=band), "a", "count", rate=False, estimate=None, word="undetermined"
    )
    assert row(item) == ("a", "0 to 1", "no case of it", "undetermined")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("targets: {margni: 1..2}", "aims.yaml:8:11: targets.margni: found margni, allowed: margin, "),
        ("targets: {margni: 1..2}", "did you mean margin?"),
        ("targets: {win_share.blod: 1..2 %}", "did you mean win_share.bold?"),
        ("targets: {seat_share.9: 1..2 %}", "targets.seat_share.9: found seat_share.9, allowed"),
        ("targets: {seat_share.3: 1..2 %}", "aims.yaml:8:11: targets.seat_share.3: found"),
        ("targets: {seat_share.3: 1..2 %}", "allowed: seat_share.1 to seat_share.2 (so many play)"),
        ("targets: {win_share.dull: 1..2 %}", "a bot that meets another one (bold, calm)"),
        ("targets:\n  margin: 12..8", "aims.yaml:9:11: targets.margin: found the text"),
        ("targets:\n  margin: 12..8", "allowed: the lower end first"),
        ("targets: {margin: [12, 8]}", "allowed: the lower end first"),
        (
            "targets: {margin: 8}",
            "aims.yaml:8:19: targets.margin: found the whole number 8, allowed: a band such",
        ),
        ("targets: {margin: }", "targets.margin: found nothing, allowed: a band such"),
        ("targets: {margin: 8..12 %}", "allowed: a band without %: margin is no share (its unit: points)"),
        ("targets: {seat_share.1: 48..52}", "a share: in 0..1, or with a percent sign as in 48..52 %"),
        ("targets: {opener: -1..0.5}", "a share: in 0..1, or with a percent sign as in 48..52 %"),
        (
            'targets: {margin: {"3": 1..2}}',
            'aims.yaml:8:20: targets.margin.3: found the text "3", allowed: 2',
        ),
        ('targets: {margin: {"two": 1..2}}', "allowed: 2 (players of this scenario)"),
        ('targets: {margin: {"2": 2..1}}', "aims.yaml:8:25: targets.margin.2: found"),
        ("targets: {margin: {}}", "targets.margin: found an empty mapping, allowed: a band such"),
        ("targets: [margin]", "aims.yaml:8:10: targets: found a list"),
        ("tragets: {margin: 1..2}", "did you mean targets?"),
    ],
)
def test_a_mistake_is_named_with_its_place_before_anything_is_played(text: str, wanted: str) -> None:
    name = scenario(f"{text}\n")
    with pytest.raises(BalanceError) as caught:
        run(name, jobs=1)
    assert wanted in str(caught.value)
    assert not Path("reports").exists()


def test_an_interval_on_the_edge_of_a_band_is_inside() -> None:
    from balance.statistics import band

    estimate = Estimate(0.5, 0.4, 0.6, 0.95, 100, 100, 0.05, "made up")
    assert [band(estimate, *ends) for ends in ((0.4, 0.6), (0.6, 0.7), (0.61, 0.7))] == [
        "met",
        "undetermined",
        "missed",
    ]

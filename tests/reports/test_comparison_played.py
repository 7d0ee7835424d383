# ruff: noqa: RUF001  (the minus sign of print)
"""Pages of comparisons that were played: sentences are true of effects that are known, and A/A is nothing."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "simulation"))

import fake_game

from balance.experiments.compare import compare_runs
from balance.reports import changes_in_words, comparison_checks, comparison_sections
from balance.reports.comparison import comparison_html, write_comparison
from balance.simulation import run, run_each

HEAD = "game: dice\ntitle: What if\nseed: 11\ngames: {games}\nplayers: {players}\n"
DUEL = "line_ups: {list: [[bold, calm]]}\n"


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return fake_game.lay_desk(tmp_path, monkeypatch)


def compared(text: str, *, games: int = 600, players: object = 2, **how: object):
    head = HEAD.format(games=games, players=players)
    Path("scenarios/what_if.yaml").write_text(head + text)
    baseline, *variants = run_each("what_if", jobs=1)
    return compare_runs(baseline, variants, **how)


def said(found: object) -> dict[str, str]:
    """Name of a measure -> its sentence."""
    return {
        finding.topic: finding.text.replace("\N{NO-BREAK SPACE}", " ")
        for group in changes_in_words.groups(found)
        for finding in group.findings
        if finding.topic
    }


def test_a_planted_effect_is_said_as_it_is() -> None:
    (found,) = compared(DUEL + "variants: {even: {bots.calm.bonus: 2}}\n")
    runs = found.baseline, found.variant
    shares = [seats.loc[seats["bot"] == "bold", "win_share"].mean() for seats in (r.seats for r in runs)]
    margins = [r.games["margin"].mean() for r in runs]
    text = said(found)["win share of bold"]
    assert found.measure("win_share.bold").verdict.word == "moved"
    match = re.match(r"Win share of bold fell from ([\d.]+) % to ([\d.]+) %: −([\d.]+) percentage", text)
    assert match is not None
    before, after, gap = map(float, match.groups())
    assert before == pytest.approx(100 * shares[0], abs=0.06)
    assert after == pytest.approx(100 * shares[1], abs=0.06)
    assert gap == pytest.approx(100 * (shares[0] - shares[1]), abs=0.06)
    text = said(found)["margin"]
    match = re.match(r"Margin fell from ([\d.]+) to ([\d.]+): −([\d.]+) points", text)
    assert match is not None
    assert [float(x) for x in match.groups()] == pytest.approx([*margins, margins[0] - margins[1]], abs=0.006)


def test_a_card_folder_against_itself_is_exactly_zero_and_the_page_says_so() -> None:
    (found,) = compared(DUEL + "variants: {same: {}}\n")
    page = comparison_html([found])
    assert "Exactly zero everywhere: in each of 600 games on 300 deals" in page.replace(
        "\N{NARROW NO-BREAK SPACE}", ""
    )
    assert "Nothing was changed" in page
    assert "What moved" not in page
    checks = comparison_checks.checks(found)
    assert checks.alarms == ()
    rows = {row[0].text: row[1].text for row in checks.table.rows}
    assert rows["baseline against itself"] == rows["same against itself"] == "exactly 0"
    assert rows["deals touched by the change"] == "0 of 300"


def test_a_change_that_nobody_meets_is_exactly_zero_too() -> None:
    (found,) = compared(DUEL + "variants: {odd: {bots.dull.bonus: 9}}\n")
    summary = changes_in_words.summary(found)
    assert found.changes
    assert "The change met no game" in summary.text
    assert summary.mark == "open"


def test_distributions_on_the_page_have_the_medians_of_the_comparison() -> None:
    (found,) = compared(
        "line_ups: {matrix: [bold, calm, dull]}\nvariants: {longer: {dice.rounds: 6}}\n", games=900
    )
    before, after = comparison_sections.values(found, ["margin"])["margin"]
    assert before.size == after.size == found.deals * found.games
    median = found.measure("margin").quantiles[1]
    assert median.share == 0.5
    for values, stated in ((before, median.before), (after, median.after)):
        assert (values <= stated).mean() >= 0.5 - 1e-9
        assert (values < stated).mean() <= 0.5 + 1e-9


def test_the_telling_deal_is_told_twice() -> None:
    (found,) = compared(DUEL + "variants: {even: {bots.calm.bonus: 2}}\n")
    page = comparison_html([found])
    marked = re.findall(r"<mark>(.*?)</mark>", page)
    told = [found.baseline.replay(found.telling.game), found.variant.replay(found.telling.game_after)]
    first = next(n for n, pair in enumerate(zip(*told, strict=True)) if pair[0] != pair[1])
    assert marked == [lines[first] for lines in told]


def test_runs_without_a_common_game() -> None:
    Path("scenarios/one.yaml").write_text(HEAD.format(games=60, players=2) + DUEL)
    Path("scenarios/other.yaml").write_text(
        HEAD.format(games=60, players=2) + "line_ups: {list: [[bold, dull]]}\n"
    )
    (found,) = compare_runs(run("one", jobs=1), [run("other", jobs=1)])
    page = comparison_html([found])
    assert "no game is common to both" in page
    assert "The most telling deal" not in page
    assert page.index("no game is common to both") < page.index('id="findings"')


def test_where_the_page_goes() -> None:
    found = compared(DUEL + "variants: {even: {bots.calm.bonus: 2}, same: {}}\n", games=60)
    one = write_comparison(found[:1])
    assert one.parent == found[0].variant.folder
    page = write_comparison(found)
    assert page.name == "comparison.html"
    assert all(page.parent in item.variant.folder.parents for item in found)
    plain = json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))
    assert [item["name"] for item in plain["comparisons"]] == ["even", "same"]
    assert plain["comparisons"][1]["identical"] is True
    assert write_comparison(found).read_bytes() == page.read_bytes()

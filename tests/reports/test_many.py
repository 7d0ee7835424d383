"""Pages of more than two players, from games of dice: order of moving, plans, stalls, leads, cards."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "simulation"))

import fake_game

from balance.errors import RunError
from balance.reports import (
    brief,
    fairness,
    many,
    page,
    tables_of_many,
    write_index,
    write_overview,
    write_report,
)
from balance.reports.evidence import Evidence
from balance.simulation import run, run_each
from balance.statistics import Estimate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from balance.simulation import Run

SCENARIO = """game: dice
title: Dice at every table
question: Is <b>it</b> fair?
seed: 7
games: {games}
players: {players}
line_ups:
  {line_ups}
overrides: {{dice.head_start: {head}, dice.ends_in: {ends}, dice.stalls_in: {stalls}}}
"""


def play(
    line_ups: str = "versus: [bold, calm, dull]",
    games: int = 1500,
    *,
    head: int = 0,
    ends: int = 0,
    stalls: int = 0,
    players: int | None = None,
) -> list[Run]:
    facts = {"games": games, "line_ups": line_ups, "head": head, "ends": ends, "stalls": stalls}
    Path("scenarios/tables.yaml").write_text(SCENARIO.format(players=players or [2, 3, 4], **facts))
    return run_each("tables", jobs=1)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        yield fake_game.lay_desk(tmp_path_factory.mktemp("tables"), patch)


@pytest.fixture(scope="module")
def runs(place: Path) -> list[Run]:
    """Games with a head start, of different lengths, some given up; reports written."""
    del place
    found = play(head=6, ends=4, stalls=8)
    for played in found:
        write_report(played)
    return found


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return fake_game.lay_desk(tmp_path, monkeypatch)


def text_of(findings: list) -> str:
    return " ".join(finding.text for finding in findings)


@pytest.mark.parametrize("at", [1, 2])
def test_places_are_counted_as_in_the_tables(runs: list[Run], at: int) -> None:
    played = runs[at]
    evidence = Evidence(played)
    found, where = many.places(evidence)
    assert where == "between equal plans"
    assert list(found) == list(many.ORDINALS[: at + 2])
    equal = played.seats[[len(set(name.split(" v "))) == 1 for name in played.seats["line_up"]]]
    for place, estimate in enumerate(found.values()):
        assert estimate.value == pytest.approx(equal[equal["order"] == place]["win_share"].mean())


def test_over_even_is_seats_times_share_less_one() -> None:
    share = Estimate(0.3, 0.2, 0.4, 0.95, 100, 10, 0.05, "")
    over = many.advantage(share, 4)
    assert (over.value, over.low, over.high) == pytest.approx((0.2, -0.2, 0.6))


def test_a_head_start_is_found_unfair(runs: list[Run]) -> None:
    (finding,) = many.order(Evidence(runs[2]))
    assert finding.mark == "bad"
    assert "unfair, by more than 2 points for the first" in finding.text


@pytest.mark.usefixtures("desk")
def test_without_a_head_start_it_is_not_unfair() -> None:
    fair = many.order(Evidence(play(players=3)[0]))[0]
    assert fair.mark != "bad"


def test_stalled_games_stay_in_every_denominator(runs: list[Run]) -> None:
    for played in runs:
        evidence = Evidence(played)
        share = played.games["stalled"].gt(0).mean()
        assert share > 0.005
        assert evidence.stalled is not None
        assert evidence.stalled.value == pytest.approx(share)
        assert sum(part.value for part in evidence.stalls.values()) == pytest.approx(share)
        assert set(evidence.stalls) <= {"nobody can move", "frozen"}
        won = played.seats.groupby("game")["win_share"].sum()
        assert won[played.games["stalled"].to_numpy() > 0].max() == 0
        assert won.mean() == pytest.approx(1 - share, abs=1e-4)
        (finding,) = many.stalled(evidence)
        assert finding.mark == "bad"
        assert f"{played.games['stalled'].gt(0).sum()} of" in finding.text


def test_no_stall_is_in_order_with_a_limit(desk: Path) -> None:
    del desk
    (finding,) = many.stalled(Evidence(play(players=3)[0]))
    assert finding.mark == "good"
    assert finding.text.startswith("Every game ended")


def test_the_strongest_plan_is_dominant_by_the_odds_of_two(runs: list[Run]) -> None:
    assert many.dominant_share(2) == 0.55
    assert many.dominant_share(4) == pytest.approx(0.2895, abs=1e-4)
    evidence = Evidence(runs[2])
    lead, whole = many.strongest(evidence)
    assert whole
    assert lead is not None
    assert (lead.plan, lead.certain) == ("bold", True)
    assert "bold is dominant, certainly: alone among each other plan" in text_of(many.dominance(evidence))


def test_a_plan_alone_is_not_mixed_with_the_company_of_others(runs: list[Run]) -> None:
    """Three of dull share what one bold leaves: that says nothing of dull."""
    played = runs[2]
    seats = played.seats
    others = ["bold, bold, bold", "calm, calm, calm"]
    alone = seats[(seats["bot"] == "dull") & seats["opponent"].isin(others)]
    evidence = Evidence(played)
    each = [alone[alone["opponent"] == other]["win_share"].mean() for other in others]
    assert evidence.against()["dull"].value == pytest.approx(sum(each) / 2)
    assert evidence.win_share(("others", "dull")).value == pytest.approx(alone["win_share"].mean())
    pair = many.among(evidence)["dull", "bold"]
    assert pair.value == pytest.approx(each[0])


def test_without_games_alone_a_plan_is_judged_against_all_others(desk: Path) -> None:
    del desk
    played = play("list: [[bold, calm, dull]]", players=3)[0]
    evidence = Evidence(played)
    assert many.among(evidence) == {}
    lead, whole = many.strongest(evidence)
    assert not whole
    assert lead is not None
    assert "against the others it wins" in text_of(many.dominance(evidence))
    assert tables_of_many.among(evidence) is None


def test_equal_plans_are_not_dominant(desk: Path) -> None:
    file = Path("card_data/dice/bots.yaml")
    file.write_text(file.read_text().replace("bonus: 2", "bonus: 1"))
    del desk
    found = many.dominance(Evidence(play("versus: [bold, calm]", 3000, players=3)[0]))
    assert found[0].mark in ("good", "open")


def test_leads_are_of_the_games_that_reached_the_round(runs: list[Run]) -> None:
    played = runs[1]
    evidence = Evidence(played)
    games, seats = played.games, played.seats
    assert games["rounds"].nunique() > 1
    wins = seats["win_share"].to_numpy().reshape(-1, 3)
    for number, estimate in evidence.leaders().items():
        leader = games[f"leader.{number}"].to_numpy()
        there = (games["rounds"] >= int(number)).to_numpy() & (leader >= 0)
        assert estimate.n == there.sum()
        assert estimate.value == pytest.approx(wins[np.flatnonzero(there), leader[there]].mean())
        sole = evidence.by_round("sole", rate=True)[number]
        assert sole.n == (games["rounds"] >= int(number)).sum()
        margin = evidence.by_round("margin", rate=False)[number]
        assert margin.value == pytest.approx(games[f"over.{number}"][there].mean())
    assert evidence.reached() == [str(n) for n in range(1, 5) if (games["rounds"] >= n).mean() >= 0.5]
    section = fairness.tension(evidence)
    assert section is not None
    assert section.figures[1].table is not None


def test_two_players_keep_the_lead_of_the_first_seat(runs: list[Run]) -> None:
    assert Evidence(runs[0]).tally.lead_of_two
    assert not Evidence(runs[1]).tally.lead_of_two


def figures_of(played: Run) -> dict:
    return {f.title: f for section in page.build(played).sections for f in section.figures}


def test_bins_are_sorted_restricted_and_say_that_they_are_associations(runs: list[Run]) -> None:
    found = figures_of(runs[1])
    drawn, low = found["Cards drawn"], found["Low faces only"]
    assert drawn.table is not None
    assert drawn.table.columns[0] == "card"
    assert len(drawn.table.columns) == 4
    evidence = Evidence(runs[1])
    curve = evidence.curve("drawn_won")
    assert [row[0].text for row in drawn.table.rows] == sorted(curve, key=lambda label: -curve[label].value)
    assert "an association, not a cause" in drawn.note
    assert low.table is not None
    assert {row[0].text for row in low.table.rows} == {"face 1", "face 2"}
    stars = [row[3].text for row in drawn.table.rows]
    assert stars[0].endswith("*")  # a six first helps


def test_a_bin_without_a_case_says_so(desk: Path) -> None:
    del desk
    played = run("three", jobs=1, games=9)
    table = figures_of(played)["Cards drawn"].table
    assert table is not None
    seen = set(Evidence(played).curve("kept"))
    assert len(seen) < 6
    for row in table.rows:
        assert (row[2].text == "no case") == (row[0].text not in seen)
    assert [row[0].text in seen for row in table.rows] == sorted(
        (row[0].text in seen for row in table.rows), reverse=True
    )


def test_a_page_of_many_says_it_all(runs: list[Run]) -> None:
    text = (runs[2].folder / "report.html").read_text()
    for part in (
        "Win share by order of moving",
        "Each plan alone among each other",
        "Unfinished games",
        "The lead, round by round",
        "--players 4",
        "Is &lt;b&gt;it&lt;/b&gt; fair?",
    ):
        assert part in text


def test_warnings_are_a_finding_and_a_table(desk: Path) -> None:
    del desk
    played = run("three", jobs=1, games=90, overrides=[("dice.faces", 1)])
    built = page.build(played)
    assert built.findings[0].text == "a die of 1 faces"
    assert built.findings[0].mark == "bad"
    assumptions = next(section for section in built.sections if section.id == "assumptions")
    assert assumptions.tables[0].rows[0][0].text == "a die of 1 faces"


def test_the_overview_compares_and_links(runs: list[Run]) -> None:
    target = write_overview(runs)
    assert target == Path("reports/tables/overview.html")
    text = target.read_text()
    for played in runs:
        link = f"{played.folder.parent.name}/{played.folder.name}/report.html"
        assert f'href="{link}"' in text
        assert (target.parent / link).is_file()
    for part in ("4 players, fourth to move", "33.3", "Headline numbers", "margin, points", "bold"):
        assert part in text
    assert "<b>it" not in text
    assert write_overview(runs).read_text() == text
    (runs[1].folder / brief.FILE).rename(runs[1].folder / "away")
    with pytest.raises(RunError, match="its report is not written yet"):
        write_overview(runs)
    (runs[1].folder / "away").rename(runs[1].folder / brief.FILE)


def test_the_index_lists_what_is_there_and_nothing_that_is_spoiled(runs: list[Run]) -> None:
    write_overview(runs)
    text = write_index().read_text()
    assert text.count("<figure") == 1
    assert '<a href="tables/overview.html">Dice at every table</a>' in text
    links = [f'<a href="{played.folder.relative_to("reports")}/report.html">' for played in runs]
    assert text.index(links[0]) < text.index(links[1]) < text.index(links[2])
    assert "<b>it" not in text
    kept = (runs[0].folder / brief.FILE).read_text()
    (runs[0].folder / brief.FILE).write_text(kept.replace('"players": 2', '"players": 9'))
    assert links[0] not in write_index().read_text()
    (runs[0].folder / brief.FILE).write_text(kept)


def test_without_a_report_the_index_says_so(desk: Path) -> None:
    del desk
    assert "There is no report yet" in write_index().read_text()

"""Planted faults must be called, and a sound run must not be accused."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from balance.errors import RunError
from balance.reports import claims, control, convergence, report_html
from balance.reports.evidence import Evidence
from balance.reports.findings import headline
from balance.reports.self_checks import checks
from tests.reports.pebbles import pebbles

NAMED = headline(pebbles(1).game.book)


def checked(run):
    evidence = Evidence(run)
    return checks(evidence, evidence.without_random())


def words(run) -> str:
    section = checked(run).section
    cells = [c.text for t in section.tables for row in t.rows for c in row]
    return " | ".join([*section.intro, *cells])


# ------------------------------------------------------------------------------------------- A against A


def test_the_same_games_give_exactly_nothing() -> None:
    found = control.again(Evidence(pebbles(400)), NAMED)
    assert found.same
    assert found.games == 200
    assert found.columns == 27
    assert set(found.measures.values()) == {0.0}


def test_control_deals_are_spread_over_the_run() -> None:
    deals = Evidence(pebbles(400)).tally.control.deals
    assert deals[0] == 0
    assert deals[-1] == 399
    assert np.diff(deals).max() <= 9


@pytest.mark.parametrize("table", ["games", "seats"])
def test_one_number_in_one_game_is_found(table: str) -> None:
    run = pebbles(40)
    column = {"games": "margin", "seats": "splash"}[table]
    getattr(run, table).loc[7, column] += 1
    found = control.again(Evidence(run), NAMED)
    assert found.differing == {f"{table}.{column}": 1}
    assert not found.same
    assert found.measures["splashes per throw"] == pytest.approx(-1 / 3_200 if table == "seats" else 0)


def test_a_column_more_or_less_is_found() -> None:
    run = pebbles(40)
    run.seats["extra"] = 1
    assert control.again(Evidence(run), NAMED).differing == {"seats.extra": -1}
    del run.seats["extra"], run.seats["held.evil"]
    assert control.again(Evidence(run), NAMED).differing == {"seats.held.evil": -1}


def test_other_rules_are_said_loudly() -> None:
    run = pebbles(40)
    run.seats["splash"] += 1
    found = checked(run)
    assert found.findings[0].mark == "bad"
    assert "The stored run and the present rules differ" in found.findings[0].text
    assert found.section.intro[0] == found.findings[0].text
    assert "The stored run and the present rules differ" in report_html(run)


def test_without_the_means_it_is_said() -> None:
    run = pebbles(40)
    del run.again
    assert "do not come with the means" in words(run)

    def refuse(_deals):
        raise RunError("the card data is gone")

    run.again = refuse
    assert "No game could be played again: the card data is gone." in words(run)
    assert checked(run).findings == ()


# ----------------------------------------------------------------------------------------- half and half


def test_a_sound_run_has_few_differences_between_halves() -> None:
    found = control.noise(Evidence(pebbles(320)))
    assert found.good
    assert found.expected == pytest.approx(0.05 * len(found.rows))
    assert found.mean_share < 0.12


def test_five_percent_of_many_sound_runs() -> None:
    shares = []
    for seed in range(12):
        found = control.noise(Evidence(pebbles(64, seed=seed)))
        shares.append(len(found.outside) / len(found.rows))
    assert 0.01 < np.mean(shares) < 0.1


def test_a_planted_difference_between_halves_is_seen() -> None:
    run = pebbles(320)
    odd = run.seats["deal"] % 2 == 1
    run.seats.loc[odd, "splash"] += 1
    found = control.noise(Evidence(run))
    assert {"splashes", "splashes per throw"} <= set(found.outside)
    gap = found.rows["splashes"]
    assert gap.value == pytest.approx(-1, abs=0.3)
    assert gap.low < gap.value < gap.high < 0


def test_equal_halves_differ_by_nothing() -> None:
    run = pebbles(320)
    for table in (run.games, run.seats):
        twin = table[table["deal"] % 2 == 0]
        for column in twin.columns.difference(["game", "deal"]):
            table.loc[table["deal"] % 2 == 1, column] = twin[column].to_numpy()
    found = control.noise(Evidence(run))
    assert found.outside == ()
    assert max(abs(gap.value) for gap in found.rows.values()) == 0


def test_too_few_deals_to_halve() -> None:
    assert control.noise(Evidence(pebbles(20))) is None
    assert "too few deals to be halved" in words(pebbles(20))


# ------------------------------------------------------------------------------------------- convergence


def settled(run):
    evidence = Evidence(run)
    return {item.name: item for item in convergence.settle(evidence, control.quantities(evidence))}


def test_a_planted_trend_is_called_by_name() -> None:
    run = pebbles(320)
    run.games["margin"] = run.games["margin"] + run.games["deal"] // 80 * 2
    found = settled(run)
    assert found["margin"].drifts
    assert [name for name, item in found.items() if item.drifts] == ["margin"]
    assert "drift from quarter to quarter: margin." in words(run)
    first, *_, last = found["margin"].running
    assert last.value == found["margin"].whole.value
    assert first.value < last.value - 2


def test_a_sound_run_drifts_nowhere() -> None:
    assert not any(item.drifts for item in settled(pebbles(320)).values())


def test_too_wide_and_how_many_more_games() -> None:
    few, many = settled(pebbles(40))["margin"], settled(pebbles(640))["margin"]
    assert few.wide
    total = 40 * 4 + few.more
    assert total == pytest.approx(40 * 4 * (few.whole.half_width / (0.05 * few.whole.value)) ** 2, rel=0.01)
    assert many.whole.half_width < few.whole.half_width
    assert settled(pebbles(640, splash=0.5))["splashes per throw"].more == 0


def test_a_share_needs_a_point_only() -> None:
    item = settled(pebbles(640, splash=0.02))["splashes per throw"]
    assert item.whole.half_width > 0.05 * item.whole.value
    assert not item.wide


# ------------------------------------------------------------------------------------------------ claims


def answers(run) -> dict[tuple[str, str], str]:
    evidence = Evidence(run).without_random()
    return {(a.claim.topic, a.where): a.word for a in claims.answers(evidence)}


def test_a_statement_that_holds_everywhere() -> None:
    found = answers(pebbles(400, plans=("calm", "wild"), splash=0.3))
    assert {word for (topic, _), word in found.items() if topic == "splashes per throw"} == {"holds"}


def test_a_statement_that_fails_in_one_line_up_is_called_there() -> None:
    run = pebbles(400, plans=("calm", "wild", "odd"), splash=0.3)
    mine = run.seats["line_up"] == "odd v odd"
    run.seats.loc[mine, "splash"] = 9
    found = {where: word for (topic, where), word in answers(run).items() if topic == "splashes per throw"}
    assert found["odd v odd"] == "does not hold"
    assert "does not hold" not in {found["calm v wild"], found["calm v calm"]}


def test_the_best_plan_is_asked_only_where_it_plays() -> None:
    found = answers(pebbles(400, plans=("calm", "wild", "odd"), strength={"wild": 0.3}))
    mine = {where: word for (topic, where), word in found.items() if topic == "wild is best"}
    assert mine == {"calm v wild": "holds", "wild v odd": "holds"}
    assert found["no rout", "calm v wild"] == "does not hold"
    assert ("no rout", "calm v calm") not in found


def test_few_games_cannot_tell() -> None:
    found = answers(pebbles(6, plans=("calm", "wild")))
    assert found["first move", "calm v calm"] == "cannot tell"


def test_an_advantage_found_is_put_to_every_line_up() -> None:
    found = answers(pebbles(400, first=0.8, plans=("calm", "wild")))
    mine = {where: word for (topic, where), word in found.items() if topic == "first move"}
    assert set(mine.values()) == {"holds"}
    assert set(mine) == {"calm v calm", "calm v wild", "wild v wild", "calm", "wild"}


def test_random_play_is_no_line_up() -> None:
    run = pebbles(40, plans=("calm", "wild", "random"), strength={"random": -0.4})
    assert not any("random" in where for _, where in answers(run))


def test_false_alarms_stay_few() -> None:
    """Every line-up alike: over all tables together, hardly any statement may be called false."""
    wrong = 0
    for seed in range(10):
        found = answers(pebbles(64, plans=("calm", "wild", "odd"), seed=seed))
        wrong += "does not hold" in {w for (topic, _), w in found.items() if topic.startswith("splash")}
    assert wrong <= 1


# -------------------------------------------------------------------------------------------- the tables


def test_limits_shrink_with_games() -> None:
    def limit(run):
        table = next(t for t in checked(run).section.tables if t.caption.startswith("Detection"))
        return float(table.rows[0][2].text.split()[0])

    assert limit(pebbles(640)) == pytest.approx(limit(pebbles(160)) / 2, rel=0.2)


def test_the_ladder_is_there() -> None:
    run = pebbles(200, plans=("calm", "wild", "random"), strength={"random": -0.45})
    table = next(t for t in checked(run).section.tables if "against random" in t.caption)
    assert [row[2].text for row in table.rows] == ["beats it", "beats it"]


def test_one_deal_gives_a_section() -> None:
    assert "none of these checks says much" in words(pebbles(1))


def test_headline_measures_are_those_in_sentences() -> None:
    book = SimpleNamespace(
        measures=[SimpleNamespace(id=name) for name in ("a", "b", "c")],
        sentences=[SimpleNamespace(text="{b} and {x[1]} and {a}."), SimpleNamespace(text="{b}")],
    )
    assert headline(book) == ["b", "a"]
    assert pd.Series(NAMED).is_unique

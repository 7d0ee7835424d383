"""What is added up in one pass is what the rows say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from balance.errors import RunError
from balance.games.interface import Panel
from balance.reports.evidence import Evidence
from balance.reports.tally import BLOCKS, WIN, half, quarter
from balance.reports.values import MOST_PRINTS, Distinct, Resamples, Values, fingerprints
from balance.simulation.layout import FIELD
from balance.statistics import (
    catch_up,
    clustered_mean,
    clustered_rate,
    clustered_ratio,
    field_shares,
    lead_correlation,
    leader_wins,
    plan_matrix,
)
from tests.reports.pebbles import BOOK, pebbles

PLANS = ("calm", "wild", "odd", "random")


@pytest.fixture(scope="module")
def run():
    return pebbles(60, plans=PLANS, strength={"wild": 0.2, "random": -0.4})


@pytest.fixture(scope="module")
def evidence(run):
    return Evidence(run)


def close(one, other) -> None:
    for name in ("value", "low", "high", "standard_error", "n", "clusters"):
        expected = other[name] if isinstance(other, dict) else getattr(other, name)
        assert getattr(one, name) == pytest.approx(expected, rel=1e-9, abs=1e-12), name


def serious(table: pd.DataFrame, run) -> pd.DataFrame:
    with_it = run.seats.loc[run.seats["bot"] == "random", "game"]
    return table[~table["game"].isin(with_it)]


def test_measures_over_all_and_over_the_field(run, evidence) -> None:
    field = evidence.without_random()
    assert field.scope == FIELD
    assert "random" not in field.plans
    for asked, games in ((evidence, run.games), (field, serious(run.games, run))):
        close(asked.estimate("margin"), clustered_mean(games["margin"], games["deal"]))
    for asked, seats in ((evidence, run.seats), (field, serious(run.seats, run))):
        rate = clustered_ratio(seats["splash"], seats["throws"], seats["deal"], bounded=True)
        close(asked.estimate("splash_rate"), rate)


def test_by_plan_speaks_of_the_field(run, evidence) -> None:
    mine = serious(run.seats, run)
    mine = mine[mine["bot"] == "wild"]
    close(evidence.without_random().by_plan("splash")["wild"], clustered_mean(mine["splash"], mine["deal"]))


def test_families(run, evidence) -> None:
    close(evidence.family("held")["evil"], clustered_rate(run.seats["held.evil"] > 0, run.seats["deal"]))
    first = run.seats["first.evil"].where(run.seats["first.evil"] > 0)
    assert evidence.family("first")["evil"].value == pytest.approx(first.mean())
    own = serious(run.seats, run)["first.evil"]
    assert evidence.median("first", "evil") == np.median(own[own > 0])
    assert "grey" not in evidence.family("first")


def test_win_shares(run, evidence) -> None:
    seats = run.seats
    first = seats["order"] == 0
    mirror = (seats["bot"] == seats["opponent"]) & (seats["bot"] != "random")
    rows = seats[first & mirror]
    close(evidence.mover(0, ("equals",)), clustered_rate(rows["win_share"], rows["deal"]))
    rows = seats[(seats["bot"] == "calm") & (seats["opponent"] == "random")]
    close(evidence.win_share(("pair", "calm", "random")), clustered_rate(rows["win_share"], rows["deal"]))


def test_plans_against_each_other(run, evidence) -> None:
    square = plan_matrix(run.seats)
    pd.testing.assert_frame_equal(evidence.matrix.shares, square.shares)
    pd.testing.assert_frame_equal(evidence.matrix.cells, square.cells, rtol=1e-9)
    for row in field_shares(run.seats).to_dict("records"):
        close(evidence.against()[row["bot"]], row)
    assert "random" in evidence.against()
    without = run.seats[(run.seats["bot"] != "random") & (run.seats["opponent"] != "random")]
    for row in field_shares(without).to_dict("records"):
        close(evidence.against("rivals")[row["bot"]], row)


def test_leads(run, evidence) -> None:
    games = serious(run.games, run)
    leads = games[[f"lead.{n}" for n in range(1, 5)]].to_numpy(float, copy=True)
    leads[np.arange(4)[None, :] >= games["rounds"].to_numpy()[:, None]] = np.nan
    share = run.seats[run.seats["seat"] == 0].set_index("game")["win_share"].reindex(games["game"])
    field = evidence.without_random()
    for row in leader_wins(leads, share, games["deal"]).to_dict("records"):
        close(field.leaders()[str(row["round"])], row)
    close(field.catch_up, catch_up(leads, games["deal"]))
    scores = run.seats.pivot_table(index="game", columns="seat", values="score").reindex(games["game"])
    final = (scores[0] - scores[1]).to_numpy()
    for row in lead_correlation(leads, final, games["deal"]).to_dict("records"):
        close(field.lead_correlations[str(row["round"])], row)


def test_blocks_are_quarters_and_halves(run, evidence) -> None:
    deals = run.seats["deal"].to_numpy()
    share = run.seats["win_share"].to_numpy() * (run.seats["order"] == 0)
    for number in range(4):
        mine = deals * 4 // 60 == number
        assert evidence.tally.moments(("order", "0"), ("all",), quarter(number)).top == share[mine].sum()
    for number in range(2):
        mine = deals % 2 == number
        assert evidence.tally.moments(("order", "0"), ("all",), half(number)).top == share[mine].sum()
    assert sorted(half(0) + half(1)) == list(range(BLOCKS))


def test_distributions_and_ends(run, evidence) -> None:
    games = serious(run.games, run)
    values = evidence.values("margin")
    assert values.n == len(games)
    for share in (0.0, 0.05, 0.37, 0.5, 0.95, 1.0):
        assert values.quantile(share) == pytest.approx(np.quantile(games["margin"], share))
    peak = evidence.peak("margin", "max")
    assert peak.game == games.loc[games["margin"].idxmax(), "game"]
    assert set(peak.seats["game"]) == {peak.game}


def test_tables_out_of_order_are_refused(run) -> None:
    for spoil in ("games", "seats"):
        broken = pebbles(6)
        table = getattr(broken, spoil)
        setattr(broken, spoil, table.drop(index=table.index[3]).reset_index(drop=True))
        with pytest.raises(RunError, match="not in order"):
            Evidence(broken)


def test_different_games() -> None:
    def prints(first: int, last: int):
        numbers = np.arange(first, last)
        return fingerprints([numbers % 1_000, numbers // 1_000], numbers.size)

    few = Distinct()
    for _ in range(3):
        few.add(prints(0, 5_000))
    assert few.count == 5_000
    many = Distinct()
    for first in range(0, 1_000_000, 50_000):
        many.add(prints(first, first + 50_000))
        many.add(prints(first, first + 50_000))
    assert many.full
    assert many.smallest.size == MOST_PRINTS
    assert many.count == pytest.approx(1_000_000, rel=0.01)


def test_columns_are_told_apart() -> None:
    one, other = np.array([1, 2]), np.array([2, 1])
    assert set(fingerprints([one, other], 2)) != set(fingerprints([one, one], 2))
    assert fingerprints([one, other], 2)[0] != fingerprints([other, one], 2)[0]


def test_values_of_many_kinds_are_rounded_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("balance.reports.values.MOST_VALUES", 500)
    values = Values()
    drawn = np.random.default_rng(4).normal(3, 1, 2_000)
    for part in np.split(drawn, 4):
        values.add(part)
    assert values.n == 2_000
    assert values.quantile(0.5) == pytest.approx(np.median(drawn), abs=0.01)


def test_resamples_have_the_spread_of_a_bootstrap() -> None:
    totals = np.random.default_rng(6).binomial(1, 0.3, (900, 1)).astype(float)
    found = Resamples(2, 2_000)
    for first in range(0, 900, 300):
        part = totals[first : first + 300]
        found.add(first, np.concatenate([part, np.ones_like(part)], axis=1))
    shares = found.totals[:, 0] / found.totals[:, 1]
    assert shares.mean() == pytest.approx(totals.mean(), abs=0.002)
    assert shares.std() == pytest.approx(np.sqrt(totals.var() / 900), rel=0.08)


def test_limits_of_the_mix(run, evidence) -> None:
    limits = evidence.mix_limits
    assert set(limits) == set(PLANS)
    assert limits["random"] == (0.0, 0.0)
    assert all(0 <= low <= high <= 1 for low, high in limits.values())
    assert limits["wild"][1] == 1.0
    assert Evidence(pebbles(10)).mix_limits == {}


def test_the_sample_is_the_rows(run, evidence) -> None:
    columns = ["game", "deal", "seat", "bot", "opponent", "win_share", "score"]
    pd.testing.assert_frame_equal(evidence.sample, run.seats[columns], check_dtype=False)
    own = serious(run.seats, run)[columns].reset_index(drop=True)
    pd.testing.assert_frame_equal(evidence.without_random().sample, own, check_dtype=False)


def test_the_sample_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("balance.reports.tally.SAMPLE_GAMES", 50)
    assert Evidence(pebbles(100)).sample["deal"].max() == 24  # the first quarter, whole


def test_a_family_of_one_plan(run, evidence) -> None:
    mine = serious(run.seats, run)
    mine = mine[mine["bot"] == "odd"]
    close(evidence.family("held", "odd")["evil"], clustered_rate(mine["held.evil"] > 0, mine["deal"]))


def test_families_of_counts_and_of_one_bottom() -> None:
    run = pebbles(40)
    shared = replace(BOOK.families[0], id="by_throw", some=False, bottom="throws")
    chapter = replace(BOOK.chapters[0], panels=(Panel("counts", "Held", ("held",)),))
    run.game.book = replace(BOOK, families=(*BOOK.families, shared), chapters=(chapter,))
    evidence = Evidence(run)
    both = run.seats["held.evil"] + run.seats["held.grey"]
    times, share = evidence.count_shares("held")["evil"]
    assert times == pytest.approx(run.seats["held.evil"].sum())
    close(share, clustered_ratio(run.seats["held.evil"], both, run.seats["deal"], bounded=True))
    by_throw = clustered_ratio(run.seats["held.evil"], run.seats["throws"], run.seats["deal"], bounded=True)
    close(evidence.family("by_throw")["evil"], by_throw)


def test_a_quantity_nobody_counts(evidence) -> None:
    assert evidence.solve(("measure", "nothing")) is None
    assert evidence.solve(WIN, ("pair", "calm", "nobody")) is None

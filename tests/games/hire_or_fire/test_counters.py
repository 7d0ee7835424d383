"""What the rows count agrees with a second count of the log of the same games."""

from __future__ import annotations

import numpy as np
import pytest

from balance.chance import deal_key
from balance.games import get
from balance.games.hire_or_fire.state import Phase
from balance.games.interface import JOB
from balance.simulation.places import card_folder
from tests.games.hire_or_fire.recount import Recount


@pytest.fixture(scope="module")
def game():
    return get("hire_or_fire")


@pytest.fixture(scope="module")
def cards(game):
    return game.load(card_folder("hire_or_fire"))


def lined_up(game, cards, players: int, plans: tuple[str, ...]):
    """A record of weights for each seat."""
    return np.array([game.bot(cards, plans[seat % len(plans)]) for seat in range(players)], game.bot_dtype)


def played(game, cards, players: int, deal: int, plans: tuple[str, ...]):
    """A game played through the one door, with its log. No plans: any option, by chance."""
    match = game.new(game.tables(cards, players), 23, deal, log=True)
    bots = lined_up(game, cards, players, plans or ("random",))
    rng = np.random.default_rng([players, deal])
    while game.decider(match) >= 0:
        game.apply(match, game.choose(match, bots) if plans else rng.choice(game.options(match)))
    return match


GAMES = [
    (players, deal, plans)
    for players in (3, 4, 5, 6)
    for deal in range(7)
    for plans in ((), ("random",), ("reader", "bluffer"), ("saver", "solver", "plain"))
]


@pytest.fixture(scope="module")
def counted(game, cards):
    """Each game as (state, recount of its log)."""
    found = []
    for players, deal, plans in GAMES:
        match = played(game, cards, players, deal, plans)
        state = match.state[0]
        log = state["log"][: int(state["log_count"])].tolist()
        found.append((state, Recount(log, match.tables[0])))
    return found


SEAT_COUNTS = (
    "score",
    "win_share_ppm",
    "order",
    "matches",
    "bonuses",
    "compensations",
    "salary_income",
    "bonus_income",
    "compensation_income",
    "tokens",
    "wrong_tokens",
    "empty",
    "swaps",
    "swap_weeks",
    "swaps_late",
    "nothing",
    "salary_by_chance",
    "salary_hindsight",
)
GAME_COUNTS = (
    "rounds",
    "decisions",
    "winner",
    "margin",
    "tied",
    "by_bonuses",
    "by_compensations",
    "shared",
    "matches",
    "compensations",
    "overflow",
    "compensations_most",
    "folders",
    "crowded",
    "empty",
    "mutual_weeks",
    "mutual_matches",
    "swaps",
    "skills_left",
    "jobs_left",
)
ROW_COUNTS = {
    "weeks": ("played", "matched", "hired", "compensated", "income", "asked", "nothing", "swapped"),
    "salaries": ("played", "matched", "income"),
    "offsets": ("applied", "matched", "mutual", "mutual_matched"),
    "by_tokens": ("folders", "matched"),
    "jobs": ("held", "used", "matched", "offered", "found", "gone", "weeks_held"),
    "skills": (
        "held",
        "strength",
        "strength_matched",
        "weakness",
        "weakness_matched",
        "gone",
        "weeks_held",
    ),
}
CLOSE = 10
"""Millionths: sums of rounded numbers, worked out in another order."""


@pytest.mark.parametrize("name", SEAT_COUNTS)
def test_count_of_players_agrees_with_the_log(name, counted) -> None:
    for state, again in counted:
        told = [int(me["tally"][name]) for me in state["player"][: again.players]]
        assert told == [me.count[name] for me in again.seats]


@pytest.mark.parametrize("name", ["fit_ppm", "best_ppm", "ambiguity_ppm", "ambiguity_missed_ppm"])
def test_fits_of_players_agree_with_the_log(name, counted) -> None:
    for state, again in counted:
        told = [int(me["tally"][name]) for me in state["player"][: again.players]]
        assert told == pytest.approx([me.count[name] for me in again.seats], abs=CLOSE)


@pytest.mark.parametrize("name", GAME_COUNTS)
def test_count_of_games_agrees_with_the_log(name, counted) -> None:
    for state, again in counted:
        assert int(state["tally"][name]) == again.game[name]


@pytest.mark.parametrize(
    ("axis", "name"), [(axis, name) for axis, names in ROW_COUNTS.items() for name in names]
)
def test_count_by_bin_agrees_with_the_log(axis, name, counted) -> None:
    for state, again in counted:
        for seat, me in enumerate(again.seats):
            told = state["player"][seat]["tally"][axis][name]
            assert {n: int(times) for n, times in enumerate(told) if times} == {
                n: row[name] for n, row in getattr(me, axis).items() if row[name]
            }


@pytest.mark.parametrize(
    ("axis", "name"), [("weeks", "fit_ppm"), ("weeks", "best_ppm"), ("jobs", "ambiguity_ppm")]
)
def test_fits_by_bin_agree_with_the_log(axis, name, counted) -> None:
    for state, again in counted:
        for seat, me in enumerate(again.seats):
            told = state["player"][seat]["tally"][axis][name].tolist()
            again_found = [getattr(me, axis)[n][name] for n in range(len(told))]
            assert told == pytest.approx(again_found, abs=CLOSE)


def test_concentration_of_tokens_agrees_with_the_log(counted) -> None:
    for state, again in counted:
        assert int(state["tally"]["herfindahl_ppm"]) == pytest.approx(again.game["herfindahl_ppm"], abs=30)


def test_leader_and_lead_of_each_week_agree_with_the_log(counted) -> None:
    for state, again in counted:
        weeks = int(state["tally"]["rounds"])
        assert state["tally"]["leader"][:weeks].tolist() == again.leaders
        assert state["tally"]["lead"][:weeks].tolist() == again.leads
        assert state["tally"]["standing"][: again.players].tolist() == [me.money for me in again.seats]


def test_the_games_show_what_is_counted(counted) -> None:
    """These games are worth counting: everything happens in some of them, but what cannot in a few games."""
    seen = {name: sum(me.count[name] for _, again in counted for me in again.seats) for name in SEAT_COUNTS}
    assert all(seen.values()), seen
    seen = {name: sum(again.game[name] for _, again in counted) for name in GAME_COUNTS}
    assert {name for name, times in seen.items() if not times} <= {"overflow", "by_compensations"}


# ------------------------------------------------------------------- what bots think, counted in many games


@pytest.fixture(scope="module", params=[("reader", 2), ("solver", 3), ("plain", 1)], ids=lambda p: p[0])
def many(request, game, cards):
    """Seat rows of 400 games of four equal players, with the tables: plan, level, rules, rows."""
    plan, level = request.param
    tables, count, players = game.tables(cards, 4), 400, 4
    bots = lined_up(game, cards, players, (plan,))
    jobs = np.zeros(count, JOB)
    jobs["key"] = [deal_key(29, deal) for deal in range(count)]
    jobs["bot"][:, :players] = np.arange(players)
    rows = np.zeros((count, players), game.seat_row)
    state = np.zeros(1, game.state_dtype)
    game.kernels.play(tables, bots, state, jobs, np.zeros(count, game.game_row), rows)
    assert state["phase"][0] == Phase.OVER
    return plan, level, tables[0], rows


def test_hirers_find_as_often_as_their_level_says(many) -> None:
    """The chances that the ladder adds up are those with which folders are in fact chosen."""
    _, level, _, rows = many
    gap = (rows["bonuses"] - rows["ladder_ppm"][..., level] / 1e6).mean(axis=1)
    error = gap.std(ddof=1) / np.sqrt(len(gap))
    assert abs(gap.mean()) < 4 * error
    assert error < 0.05


def test_levels_are_in_order(many) -> None:
    _, _, _, rows = many
    found = rows["ladder_ppm"].sum(axis=(0, 1)) / (1e6 * 4 * rows.size)
    assert found[0] == pytest.approx(1 / 3, abs=1e-6)
    assert found[0] < found[1] < found[2]
    assert found[3] > found[1]


def test_doubt_lies_between_none_and_even_chances(many) -> None:
    _, _, _, rows = many
    assert (rows["entropy_ppm"] >= 0).all()
    assert (rows["entropy_ppm"] <= 4 * np.log2(3) * 1e6 + 10).all()
    by_job = rows["jobs"]["entropy_ppm"].sum(axis=2)
    assert (by_job == rows["entropy_ppm"]).all()


def test_skills_are_standard_normal(many) -> None:
    _, _, _, rows = many
    for name in ("judge_ppm", "apply_ppm"):
        z = rows[name].ravel() / 1e6
        assert abs(z.mean()) < 4 / np.sqrt(z.size)
        assert z.std() == pytest.approx(1, abs=4 / np.sqrt(2 * z.size))


def test_weeks_add_up_to_the_game(many) -> None:
    _, _, _, rows = many
    for name in ("useful", "kept", "chance_ppm", "fit_ppm", "best_ppm", "nothing"):
        assert (rows["weeks"][name].sum(axis=2) == rows[name]).all(), name
    assert (rows["salaries"]["chance_ppm"].sum(axis=2) == rows["chance_ppm"]).all()
    assert (rows["weeks"]["income"].sum(axis=2) == rows["score"]).all()


def test_an_exchange_is_kept_where_it_was_useful_and_not_made(many) -> None:
    _, _, _, rows = many
    weeks, early = rows["weeks"], rows["swaps_late"] == 0
    useful = (weeks["useful"] == 1) & early[..., None]
    assert useful.any()
    assert ((weeks["kept"] == 1) == (weeks["swapped"] == 0))[useful].all()
    assert (weeks["kept"] <= weeks["useful"]).all()


def test_salaries_by_thresholds(many) -> None:
    """Card by card: the i-th smallest left, where i - 1 thresholds lie below the chance."""
    _, _, rules, rows = many
    for row in rows.ravel():
        left = rules["salary"][: rules["salaries"]].tolist()
        paid = 0
        for week in row["weeks"][: rules["weeks"]]:
            below = rules["thresholds"][len(left)]["at"][: len(left) - 1] < week["chance_ppm"] / 1e6
            card = left.pop(int(below.sum()))
            paid += card * int(week["matched"])
        assert paid == row["salary_thresholds"]


def test_best_order_pays_most(many) -> None:
    _, _, _, rows = many
    for name in ("salary_by_chance", "salary_thresholds", "salary_income"):
        assert (rows["salary_hindsight"] >= rows[name]).all(), name


def test_a_deck_is_dry_when_it_has_no_skill_card_to_spare(game, cards) -> None:
    """Six players exchange more than the deck holds beyond the refills (HD-6); three do not."""
    seen = {}
    for players in (3, 6):
        tables, count = game.tables(cards, players), 60
        jobs = np.zeros(count, JOB)
        jobs["key"] = [deal_key(31, deal) for deal in range(count)]
        jobs["bot"][:, :players] = np.arange(players)
        games, rows = np.zeros(count, game.game_row), np.zeros((count, players), game.seat_row)
        bots = lined_up(game, cards, players, ("saver",))
        game.kernels.play(tables, bots, np.zeros(1, game.state_dtype), jobs, games, rows)
        assert (games["dry"] == (rows["swaps_short"].sum(axis=1) > 0)).all()
        assert (games["skills_left"] >= 0).all()
        seen[players] = games["dry"].mean()
    assert seen[3] == 0
    assert seen[6] > 0.5

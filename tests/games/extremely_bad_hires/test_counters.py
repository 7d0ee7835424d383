"""What the rows count agrees with a second count of the log of the same games."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games import get
from balance.games.extremely_bad_hires.counts import QUALIFICATION_ROW
from balance.games.extremely_bad_hires.state import MET, Source
from balance.simulation.places import card_folder
from tests.games.extremely_bad_hires.recount import Recount


@pytest.fixture(scope="module")
def game():
    return get("extremely_bad_hires")


@pytest.fixture(scope="module")
def cards(game):
    return game.load(card_folder("extremely_bad_hires"))


def played(game, cards, players: int, deal: int, plans: tuple[str, ...]):
    """A game played through the one door with its log: the finished match."""
    tables = game.tables(cards, players)
    bots = np.array([game.bot(cards, plans[seat % len(plans)]) for seat in range(players)], game.bot_dtype)
    match = game.new(tables, 17, deal, log=True)
    while game.decider(match) >= 0:
        game.apply(match, game.choose(match, bots))
    return match


GAMES = [
    (players, deal, plans)
    for players in (2, 3, 4)
    for deal in range(4)
    for plans in (("random",), ("steady", "saboteur"), ("hoarder", "rusher", "specialist"))
]


@pytest.fixture(scope="module")
def counted(game, cards):
    """Each game as (state, recount of its log)."""
    found = []
    for players, deal, plans in GAMES:
        match = played(game, cards, players, deal, plans)
        state, rules = match.state[0], match.tables[0]
        log = state["log"][: int(state["log_count"])].tolist()
        found.append((state, Recount(log, rules["kind"]["type"].tolist(), int(rules["target"]))))
    return found


SEAT_COUNTS = (
    "order",
    "turns",
    "attempts",
    "attempts_qualified",
    "completed",
    "completed_qualified",
    "ended_mayhem",
    "ended_short",
    "ended_own",
    "ended_removed",
    "no_crew",
    "skips",
    "own_profit",
    "other_profit",
    "active",
    "inactive",
    "incapacitated",
    "sent",
    "hires_played",
    "dismissals",
    "fixes",
    "mayhem",
    "mayhem_cancelled",
    "mayhem_on_leader",
    "mayhem_met",
    "leader_attempts",
    "lost_turns",
    "hurt",
    "limit_discards",
    "drawn",
)
JOB_COUNTS = (
    "faced",
    "no_crew",
    "skipped",
    "attempts",
    "qualified",
    "unqualified",
    "completed",
    "completed_qualified",
    "completed_unqualified",
    "ended_mayhem",
    "ended_short",
    "ended_own",
    "ended_removed",
    "met",
    "profit",
    "profit_qualified",
    "profit_unqualified",
    "left",
    "dwell",
)
CARD_COUNTS = ("drawn", "played", "cancelled", "failed", "sent", "recovered", "met_profit")


@pytest.mark.parametrize("name", SEAT_COUNTS)
def test_count_of_players_agrees_with_the_log(name, counted) -> None:
    for state, again in counted:
        told = [int(me["tally"][name]) for me in state["player"][: len(again.seats)]]
        assert told == [me.count[name] for me in again.seats]


@pytest.mark.parametrize("name", JOB_COUNTS)
def test_count_of_jobs_agrees_with_the_log(name, counted) -> None:
    for state, again in counted:
        for seat, me in enumerate(again.seats):
            rows = state["player"][seat]["tally"]["jobs"][name]
            assert {job: int(n) for job, n in enumerate(rows) if n} == {
                job: row[name] for job, row in me.jobs.items() if row[name]
            }


@pytest.mark.parametrize("name", CARD_COUNTS)
def test_count_of_cards_agrees_with_the_log(name, counted) -> None:
    for state, again in counted:
        for seat, me in enumerate(again.seats):
            rows = state["player"][seat]["tally"]["cards"][name]
            assert {kind: int(n) for kind, n in enumerate(rows) if n} == {
                kind: row[name] for kind, row in me.cards.items() if row[name]
            }


def test_hire_turns_lost_agree_with_the_log(counted) -> None:
    """By the Hire that missed them, and by the card or Job to blame where no later effect changed that."""
    for state, again in counted:
        for seat, me in enumerate(again.seats):
            tally = state["player"][seat]["tally"]
            expected = {kind: row["missed"] + row["caused"] for kind, row in me.cards.items()}
            if not again.unclear:
                told = {kind: int(n) for kind, n in enumerate(tally["cards"]["lost_turns"]) if n}
                assert told == {kind: n for kind, n in expected.items() if n}
                told = {job: int(n) for job, n in enumerate(tally["jobs"]["lost_turns"]) if n}
                assert told == {job: row["lost_turns"] for job, row in me.jobs.items() if row["lost_turns"]}
                assert tally["lost_by_source"].tolist() == [me.sources[source] for source in Source]
            assert tally["lost_by_source"].sum() == tally["lost_by_kind"].sum() == me.count["lost_turns"]


def test_ends_of_incapacitation_agree_with_the_log(counted) -> None:
    for state, again in counted:
        for seat, me in enumerate(again.seats):
            tally = state["player"][seat]["tally"]
            assert tally["ends"].tolist() == [me.ends[how] for how in range(6)]
            assert tally["ends"].sum() == tally["hurt"]


@pytest.mark.parametrize("name", ["by_met", "by_met_completed", "by_met_profit"])
def test_attempts_by_mayhem_met_agree_with_the_log(name, counted) -> None:
    for state, again in counted:
        for seat, me in enumerate(again.seats):
            told = state["player"][seat]["tally"][name].tolist()
            assert told == [me.count[f"{name}.{met}"] for met in range(MET)]


def test_qualifications_add_up_the_jobs(counted, game, cards) -> None:
    asked = game.tables(cards)[0]["job"]["qualification"]
    for state, again in counted:
        for seat in range(len(again.seats)):
            tally = state["player"][seat]["tally"]
            for name in QUALIFICATION_ROW.names:
                told = tally["qualifications"][name].tolist()
                assert told == np.bincount(asked, tally["jobs"][name], minlength=len(told)).tolist()


def test_leader_and_lead_of_each_round_agree_with_the_log(counted) -> None:
    for state, again in counted:
        rounds = int(state["tally"]["rounds"])
        assert state["tally"]["leader"][:rounds].tolist() == again.by_round(again.leaders)
        assert state["tally"]["lead"][:rounds].tolist() == again.by_round(again.leads)
        assert (state["tally"]["leader"][rounds:] == -1).all()


def test_turns_that_come_to_the_hand_check(counted) -> None:
    """All but the one in which somebody wins."""
    for state, again in counted:
        seats = state["player"][: len(again.seats)]
        turns = sum(int(me["tally"]["hand_turns"]) for me in seats)
        assert turns == again.turn - bool(again.winners)


def test_limit_discards_by_type_agree_with_the_log(counted) -> None:
    for state, again in counted:
        for seat, me in enumerate(again.seats):
            told = state["player"][seat]["tally"]["limit_by_type"].tolist()
            assert told == [me.limit[kind] for kind in range(3)]


def test_result_agrees_with_the_log(counted) -> None:
    for state, again in counted:
        tally = state["tally"]
        totals = [me.profit for me in again.seats]
        assert tally["standing"][: len(totals)].tolist() == totals
        assert tally["stalled"] == again.stopped
        assert tally["turns"] == again.turn
        if len(again.winners) == 1:
            (winner,) = again.winners
            rest = max(total for seat, total in enumerate(totals) if seat != winner)
            assert tally["winner"] == winner
            assert tally["margin"] == totals[winner] - rest
            assert tally["overshoot"] == totals[winner] - again.target
        assert tally["closing"] == (again.turn - again.close if again.close else -1)
        assert tally["trailing"] == bool(again.behind)
        assert tally["comeback"] == bool((again.behind or set()) & set(again.winners))


def test_lead_changes_agree_with_the_log(counted) -> None:
    for state, again in counted:
        assert state["tally"]["lead_changes"] == again.lead_changes


def test_the_games_show_what_is_counted(counted) -> None:
    """These games are worth counting: nearly everything happens in some of them."""
    seen = {name: sum(me.count[name] for _, again in counted for me in again.seats) for name in SEAT_COUNTS}
    unseen = {name for name, times in seen.items() if not times}
    assert unseen <= {"ended_own", "ended_removed"}

"""What holds in every game, however it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balance.games.employee_handbook import GAME
from balance.games.employee_handbook.state import Event, Phase
from balance.games.employee_handbook.words import capacity, money_moved
from tests.games.employee_handbook.cases import Table, data

if TYPE_CHECKING:
    from balance.games.interface import Match

ALTERNATIVES = [()] + [((a.id, other.name),) for a in data()[0].assumptions for other in a.alternatives]
few = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


def holds(match: Match) -> None:
    """What must be so at every decision."""
    game, rules = match.state[0], match.tables[0]
    found, expected = GAME.census(match)
    assert found == expected
    assert game["discard_size"] == game["discard"].sum()
    assert game["discard"].min() >= 0
    pile = game["deck"][: game["deck_size"]].tolist()
    hazards = sum(rules["card"][card >> 8]["family"] == 2 for card in pile)
    assert hazards == game["deck_hazards"]
    for seat, (held, balance) in enumerate(GAME.money(match)):
        me, table = game["company"][seat], rules["table"][seat]
        assert held == balance
        assert held >= 0
        assert 0 <= me["charged"] <= capacity(match, seat)  # D-3, HA-17
        assert 1 <= capacity(match, seat) <= 5  # D-4
        assert me["building_count"] <= table["space"]
        buildings = me["building"][: me["building_count"]]
        for kind in range(table["kinds"]):
            owned = int((buildings["kind"] == kind).sum())
            assert owned <= table["kind"][kind]["limit"]
            assert owned == me["owned"][kind]
        assert me["hand_size"] == me["hand"].sum() <= table["hand_limit"]
        assert 0 <= me["queue"] <= table["queue_limit"]
        assert 0 <= me["exploded"] <= 1  # D-2
    assert 0 <= game["actions_left"] <= rules["table"][game["active"]]["actions"]
    assert game["debt"] >= 0
    assert game["optional_left"] >= 0


def play(tables: np.ndarray, deal: int, seed: int) -> tuple[Match, list[dict[str, Any]]]:
    """A game by chance, checked at every decision; and for each turn what it owed and drew."""
    rng = np.random.default_rng(seed)
    match = GAME.new(tables, 11, deal, log=True)
    while GAME.decider(match) >= 0:
        holds(match)
        options = GAME.options(match)
        GAME.apply(match, options[rng.integers(len(options))])
    holds(match)
    return match, turns(match)


def turns(match: Match) -> list[dict[str, Any]]:
    """What the log says of each turn."""
    found: list[dict[str, Any]] = []
    for line in match.state[0]["log"][: match.state[0]["log_count"]]:
        if line["event"] == Event.TURN:
            found.append({"round": line["a"], "owed": line["c"], "drawn": 0, "exploded": 0})
        elif line["event"] == Event.ACTIVATE:
            found[-1]["owed"] += line["c"]
        elif line["event"] in (Event.MONEY, Event.TACTIC, Event.SURPLUS, Event.BLOCK, Event.EXPLODE):
            found[-1]["drawn"] += int(line["a"] >= 0)
            found[-1]["exploded"] += int(line["event"] == Event.EXPLODE)
    return found


@few
@given(deal=st.integers(0, 10**6), seed=st.integers(0, 10**6))
def test_every_game(deal: int, seed: int) -> None:
    """HB-2, HB-3, D-2, D-3, D-4, D-5: what holds at each decision, each turn, and at the end."""
    match, played = play(data()[1], deal, seed)
    assert len(played) == 20
    eras = {1: 0, 2: 0, 3: 0}
    for turn in played:
        assert turn["owed"] <= 5  # D-5
        assert turn["drawn"] <= 7  # D-5
        assert turn["exploded"] <= 1  # D-2
        eras[1 if turn["round"] < 4 else 2 if turn["round"] < 7 else 3] += turn["drawn"]
    assert eras[1] <= 30  # D-5
    assert eras[2] <= 32
    assert eras[3] <= 42
    log = match.state[0]["log"][: match.state[0]["log_count"]]
    for seat in range(2):
        me = match.state[0]["company"][seat]
        moved = sum(money_moved(line) for line in log if line["seat"] == seat)
        assert me["cash"] == 8 + moved  # HB-7: whatever moves money is in the log
        assert me["tally"]["score"] == me["tally"]["points"].sum() + me["cash"] // 3
        assert me["tally"]["explosions"] + me["tally"]["blocks"] == me["tally"]["hazards"]


@few
@given(deal=st.integers(0, 10**6), seed=st.integers(0, 10**6), readings=st.sampled_from(ALTERNATIVES))
def test_every_game_by_other_readings(deal: int, seed: int, readings: tuple[tuple[str, str], ...]) -> None:
    """D-2, D-3: the same under each other reading."""
    play(data(readings)[1], deal, seed)


def test_a_company_never_owns_everything() -> None:
    """D-6 (HB-48, HB-49): the limits add up to more than the space."""
    buildings = data()[0].model.buildings.values()
    assert sum(building.limit for building in buildings) == 10
    assert data()[0].model.company.space == 7


def test_actions_for_a_full_company() -> None:
    """D-7 (HB-13, HB-50): 6 purchases and 7 upgrades are 13 of the 20 actions of a game."""
    frame, company = data()[0].model.frame, data()[0].model.company
    assert frame.rounds * company.actions == 20
    started = sum(data()[0].model.start.buildings.values())
    assert (company.space - started) + company.space == 13


def test_a_forced_draw_pays_its_victim() -> None:
    """D-11 (HB-28, HB-29, HB-30): a harmless card of the opening deck brings about $2."""
    cards = data()[0].model
    copies = cards.eras[0].copies
    money = sum(copies[name] * cards.cards[name].pays for name in copies)
    assert money == 22 * 2 + 4 * 5
    assert 1.7 < money / (sum(copies.values()) - copies["hazard"]) < 2.2


def test_a_block_takes_no_hazard_out_of_the_deck() -> None:
    """D-8 (HB-35, HB-61): shields move danger, they do not reduce it."""
    table = Table("round 5, first turn, A to move: draw\nA: $0, W1 C2, shields 3/3\ndeck: 3H 6P\nowes 3")
    table.run("draw\nplace 5\ndraw\nplace 5\ndraw\nplace 5\n= deck 9 cards, deck 3 hazards")


def test_two_companies_and_the_claimed_length() -> None:
    """HB-1, HB-74: two seats; 30 to 45 minutes are claimed."""
    assert GAME.info.seats == (2,)
    assert data()[0].model.time.claimed_minutes == [30, 45]


def test_what_is_public_and_what_is_not() -> None:
    """HB-60, HB-61, HB-62, HB-63, HA-42: permuting what is hidden leaves all public things as they are."""
    rng = np.random.default_rng(2)
    cards, tables = data()
    match = GAME.new(tables, 3, 4)
    differs = {"deck": 0, "hand": 0}
    while GAME.decider(match) >= 0:
        options = GAME.options(match)
        GAME.apply(match, options[rng.integers(len(options))])
        for seat in range(2):
            game, other = match.state[0], GAME.permute_hidden(match, seat, rng).state[0]
            rival = game["company"][1 - seat], other["company"][1 - seat]
            for field in ("deck_size", "deck_hazards", "discard_size", "phase", "active", "debt", "round"):
                assert game[field] == other[field]
            assert np.array_equal(game["discard"], other["discard"])
            assert game["company"][seat] == other["company"][seat]
            for field in ("cash", "charged", "queue", "hand_size", "building_count"):
                assert rival[0][field] == rival[1][field]
            assert np.array_equal(rival[0]["building"], rival[1]["building"])
            assert sorted(game["deck"][: game["deck_size"]]) == sorted(other["deck"][: game["deck_size"]])
            differs["deck"] += int(not np.array_equal(game["deck"], other["deck"]))
            differs["hand"] += int(not np.array_equal(rival[0]["hand"], rival[1]["hand"]))
    assert min(differs.values()) > 20
    assert GAME.state_text(cards, match).count("over") == 1
    assert match.state[0]["phase"] == Phase.OVER

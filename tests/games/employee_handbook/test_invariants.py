"""What holds in every game, however it is played."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balance.games.employee_handbook import GAME
from balance.games.employee_handbook.positions import capacity
from balance.games.employee_handbook.state import Event, Phase, Verb
from balance.games.employee_handbook.transcripts import money_moved
from tests.games.employee_handbook.cases import Table, data

if TYPE_CHECKING:
    from balance.games.interface import Match

ALTERNATIVES = [()] + [
    ((f"readings.{a.id}", other.name),) for a in data()[0].assumptions for other in a.alternatives
]
few = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


def holds(match: Match, capacities: tuple[int, int] = (1, 5)) -> None:
    """What must be so at every decision, with the least and the most shields that a company can hold."""
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
        assert capacities[0] <= capacity(match, seat) <= capacities[1]  # D-4
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


def recount(lines: Any, seat: int) -> dict[str, Any]:
    """A company's counters, from the log alone."""
    found: Counter[Any] = Counter()
    first_round: dict[int, int] = {}
    now = 0
    turn: set[int] = set()
    for line in lines:
        event, a, c = Event(line["event"]), int(line["a"]), int(line["c"])
        if event == Event.TURN:
            now, turn = a, set()
        if line["seat"] != seat:
            continue
        moved = money_moved(line)
        found["money_in" if moved > 0 else "money_out"] += abs(moved)
        found[event] += 1
        if event in DRAWN and not (event == Event.MONEY and a < 0):
            found["required_draws" if c else "optional_draws"] += 1
            found["row", now, "draws"] += 1
            found["row", now, "optional"] += 1 - c
            found["row", now, "hazards"] += event in (Event.BLOCK, Event.EXPLODE)
        if event in (Event.BUY, Event.UPGRADE, Event.ACTIVATE, Event.DISABLE, Event.PLAY):
            found[event, a] += 1
        if event in (Event.BLOCK, Event.EXPLODE):
            found["row", now, "blocks" if event == Event.BLOCK else "explosions"] += 1
        if event == Event.BUY:
            first_round.setdefault(a, now)
            found["shields_charged"] += c
        if event == Event.ACTIVATE and a not in turn:
            turn.add(a)
            found["activated_turns", a] += 1
        if event in (Event.SALVAGE, Event.LOSS, Event.BANK, Event.PLACE, Event.SHIELDS):
            found[event, "sum"] += a
        if event == Event.PLACE:
            found["placed_at", a] += 1
    return {"count": found, "first_round": first_round}


DRAWN = (Event.MONEY, Event.TACTIC, Event.SURPLUS, Event.BLOCK, Event.EXPLODE)


@few
@given(deal=st.integers(0, 10**6), seed=st.integers(0, 10**6))
def test_what_is_counted_is_what_happened(deal: int, seed: int) -> None:
    """The counters behind every report, against a recount from the log."""
    match, _ = play(data()[1], deal, seed)
    game = match.state[0]
    lines = game["log"][: game["log_count"]]
    for seat in range(2):
        tally, again = game["company"][seat]["tally"], recount(lines, seat)
        n = again["count"]
        expected = {
            "money_in": 8 + n["money_in"],
            "money_out": n["money_out"],
            "required_draws": n["required_draws"],
            "optional_draws": n["optional_draws"],
            "hazards": n[Event.BLOCK] + n[Event.EXPLODE],
            "blocks": n[Event.BLOCK],
            "explosions": n[Event.EXPLODE],
            "explosion_loss": n[Event.LOSS, "sum"],
            "salvage_received": n[Event.SALVAGE, "sum"],
            "factory_received": n[Event.BANK, "sum"],
            "repairs": n[Event.REPAIR],
            "recharges": n[Event.RECHARGE],
            "shields_charged": n["shields_charged"] + n[Event.SHIELDS, "sum"] + n[Event.RECHARGE],
            "placements": n[Event.PLACE],
            "disablings": n[Event.DISABLE],
            "surplus_tactics": n[Event.SURPLUS] + n[Event.GAIN_SURPLUS],
            "opened": int(game["first"] == seat),
            "cash_left": game["company"][seat]["cash"],
            "shields_left": game["company"][seat]["charged"],
            "tactics_left": game["company"][seat]["hand_size"],
        }
        for name, value in expected.items():
            assert tally[name] == value, name
        assert tally["actions_used"] + tally["actions_unused"] == 20
        for kind in range(5):
            assert tally["bought"][kind] == n[Event.BUY, kind]
            assert tally["upgraded"][kind] == n[Event.UPGRADE, kind]
            assert tally["activated"][kind] == n[Event.ACTIVATE, kind]
            assert tally["disabled"][kind] == n[Event.DISABLE, kind]
            assert tally["first_round"][kind] == again["first_round"].get(kind, 0)
            assert tally["activated_turns"][kind] == n["activated_turns", kind]
            assert tally["activated_turns"][kind] <= tally["could_activate"][kind] <= 10
        for kind in range(7):
            assert tally["played"][kind] == n[Event.PLAY, kind]
        for position in range(5):
            assert tally["placed_at"][position] == n["placed_at", position + 1]
        for number in range(10):
            row = tally["rounds"][number]
            for name in ("draws", "optional", "hazards", "blocks", "explosions"):
                assert row[name] == n["row", number + 1, name], (number, name)
            assert row["turns"] == 1
        assert tally["rounds"]["draws"].sum() == tally["ages"]["draws"].sum()
        assert tally["rounds"]["danger_ppm"].sum() == tally["ages"]["danger_ppm"].sum()
    leads = game["tally"]["lead"][:10]
    scores = game["company"]["tally"]["score"]
    assert leads[-1] == scores[0] - scores[1]
    assert game["tally"]["margin"] == abs(leads[-1])
    signs = [sign for sign in np.sign(leads) if sign]
    assert game["tally"]["lead_changes"] == sum(a != b for a, b in pairwise(signs))


def test_chances_to_activate_are_counted_per_turn() -> None:
    """A turn counts for a kind when one was ready as it began, or one was used (bought this turn, say)."""
    rng = np.random.default_rng(8)
    could = np.zeros((2, 5), int)
    for deal in range(40):
        match = GAME.new(data()[1], 17, deal)
        turn, counted = None, set()
        could[:] = 0
        while GAME.decider(match) >= 0:
            game = match.state[0]
            seat = int(game["active"])
            me = game["company"][seat]
            if turn != (game["round"], game["half"]):
                turn, counted = (int(game["round"]), int(game["half"])), set()
                for b in me["building"][: me["building_count"]]:
                    if b["operating"] and b["kind"] in (1, 2):  # Factory, Lab
                        counted.add((seat, int(b["kind"])))
            options = GAME.options(match)
            option = options[rng.integers(len(options))]
            if option >> 8 == Verb.ACTIVATE:
                counted.add((seat, int(me["building"][option & 255]["kind"])))
            ends = game["phase"] == Phase.BUSINESS
            GAME.apply(match, option)
            if ends and match.state[0]["phase"] != Phase.BUSINESS:
                for key in counted:
                    could[key] += 1
                counted = set()
        for seat in range(2):
            assert (
                match.state[0]["company"][seat]["tally"]["could_activate"][:5].tolist()
                == could[seat].tolist()
            )


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

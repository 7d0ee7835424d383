"""What holds for the rows of any games with any rule set: arrays at a time, so that a million is cheap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from balance.games.employee_handbook import GAME
from balance.games.employee_handbook.state import LOG_MAX, OPTIONS_MAX, Effect, Gain
from tests.games.employee_handbook.test_invariants import holds

if TYPE_CHECKING:
    from balance.cards import CardSet
    from balance.games.interface import Match


def check_rows(tables: np.ndarray, games: np.ndarray, seats: np.ndarray) -> None:
    """Both tables of many games of one rule set; AssertionError names what does not hold."""
    rules = tables[0]
    _games(rules, games, seats)
    for seat in range(seats.shape[1]):
        _seat(rules, seat, seats[:, seat])


def must(name: str, truth: Any) -> None:
    """All of these are so."""
    wrong = np.flatnonzero(~np.atleast_1d(truth))
    assert not len(wrong), f"{name}: not so in {len(wrong)} games, the first is {wrong[0]}"


def _games(rules: np.void, games: np.ndarray, seats: np.ndarray) -> None:
    last = int(rules["rounds"])
    scores, lead = seats["score"], games["lead"]
    must("all rounds are played", (games["rounds"] == last) & (games["turns"] == 2 * last))
    must("the margin is that of the scores", games["margin"] == abs(scores[:, 0] - scores[:, 1]))
    must(
        "the lead is that of the scores",
        lead == seats["rounds"]["score"][:, 0] - seats["rounds"]["score"][:, 1],
    )
    must("the last lead is the result", lead[:, last - 1] == scores[:, 0] - scores[:, 1])
    must("one company opens", seats["opened"].sum(axis=1) == 1)
    must("it is the opener", seats["opened"][np.arange(len(seats)), games["opener"]] == 1)
    must("nothing is below 0", (games["reshuffles"] >= 0) & (games["decisions"] > 0))
    leader, changes = np.zeros(len(games), int), np.zeros(len(games), int)
    for number in range(last):
        sign = np.sign(lead[:, number])
        changes += (sign != 0) & (leader == -sign)
        leader = np.where(sign != 0, sign, leader)
    must("the lead changes so often", games["lead_changes"] == changes)


def _seat(rules: np.void, seat: int, t: np.ndarray) -> None:
    table, start, last = rules["table"][seat], rules["fresh"][seat], int(rules["rounds"])
    rows, ages, kinds = t["rounds"], t["ages"], int(table["kinds"])
    for name in t.dtype.names:
        whole = (
            t[name] if t[name].dtype.names is None else np.stack([t[name][f] for f in t[name].dtype.names])
        )
        must(f"{name} is not below 0", whole >= 0 if whole.ndim == 1 else (whole >= 0).reshape(-1))
    # money
    must("money adds up", t["money_in"] - t["money_out"] == t["cash_left"])
    must("money in points", t["cash_points"] == t["cash_left"] // rules["dollars_per_point"])
    must("points add up", t["score"] == t["points"].sum(axis=1) + t["cash_points"])
    must("opening money", t["money_in"] >= start["cash"] + last * table["basic_income"])
    levels = table["kind"]["level"]["cost"]
    next_costs = [levels[k, 1 : table["kind"]["levels"][k]] for k in range(len(levels))]
    least = np.array([min(costs, default=0) for costs in next_costs])
    most = np.array([max(costs, default=0) for costs in next_costs])
    spent = t["money_out"] - t["explosion_loss"] - t["repairs"] * table["repair_cost"]
    spent = spent - t["recharges"] * table["recharge_cost"] - t["bought"] @ levels[:, 0]
    must("money spent", (t["upgraded"] @ least <= spent) & (spent <= t["upgraded"] @ most))
    # cards
    for name in ("draws", "hazards", "explosions", "danger_ppm"):
        must(f"{name} by round and by age", rows[name].sum(axis=1) == ages[name].sum(axis=1))
    drawn = t["required_draws"] + t["optional_draws"]
    must("draws add up", rows["draws"].sum(axis=1) == drawn)
    must("optional draws add up", rows["optional"].sum(axis=1) == t["optional_draws"])
    must("optional draws were offered", t["optional_draws"] <= t["optional_offered"])
    must("optional draws are limited", rows["optional"] <= table["optional_draws"])
    for name in ("hazards", "blocks", "explosions"):
        must(f"{name} add up", rows[name].sum(axis=1) == t[name])
    must("a hazard is blocked or explodes", t["hazards"] == t["blocks"] + t["explosions"])
    must("a turn ends with its first explosion", rows["explosions"] <= 1)
    must("each block is followed by a placement", t["placements"] == t["blocks"])
    must("placements have positions", t["placed_at"].sum(axis=1) == t["placements"])
    must("placements are near", t["placed_at"][:, table["place_within"] :] == 0)
    must("an explosion costs so much", t["explosion_loss"] <= t["explosions"] * table["explosion_loss"])
    must("disablings by kind", t["disabled"].sum(axis=1) == t["disablings"])
    must("at most one disabled per explosion", t["disablings"] <= t["explosions"])
    # actions
    free = np.array([card["effect"] == Effect.CANCEL_DRAW for card in rules["card"]])
    paid = t["played"][:, ~free].sum(axis=1)
    done = t["bought"].sum(axis=1) + t["upgraded"].sum(axis=1) + t["activated"].sum(axis=1)
    must("actions by kind", t["actions_used"] == done + t["repairs"] + t["recharges"] + paid)
    must("actions add up", t["actions_used"] + t["actions_unused"] == last * table["actions"])
    # buildings
    first = np.bincount(start["building"]["kind"][: start["building_count"]], minlength=t["owned"].shape[1])
    must("buildings add up", t["owned"] == first + t["bought"])
    must("limits", (t["owned"] <= table["kind"]["limit"]) | (np.arange(len(first)) >= kinds))
    must("space", t["owned"].sum(axis=1) <= table["space"])
    must("first rounds", (t["first_round"] > 0) == (t["bought"] > 0))
    must("first rounds are rounds", t["first_round"] <= last)
    must("repaid are bought", t["repaid"] <= t["bought"])
    must(
        "turns with activations",
        (t["activated_turns"] <= t["could_activate"]) & (t["could_activate"] <= last),
    )
    must(
        "activations",
        (t["activated"] >= t["activated_turns"]) & ((t["activated"] > 0) == (t["activated_turns"] > 0)),
    )
    must("upgrades", t["upgraded"] <= t["owned"] * (table["kind"]["levels"] - 1).clip(0))
    unused = np.arange(len(first)) >= kinds
    must("no building that is not there", t["owned"][:, unused] == 0)
    # shields, hands, rounds
    must("shields", t["shields_left"] <= start["charged"] + t["shields_charged"] - t["blocks"])
    must("hands", t["tactics_left"] <= table["hand_limit"])
    names = sum(int(level["gain"] == Gain.CHOOSE) for kind in table["kind"] for level in kind["level"])
    must("names need a building that asks", t["names"] * (names == 0) == 0)
    must("a turn each round", rows["turns"] == (np.arange(rows.shape[1]) < last))
    for name, end in (("score", "score"), ("cash", "cash_left"), ("charged", "shields_left")):
        must(f"{name} after the last round", rows[name][:, last - 1] == t[end])
    must("buildings after the last round", rows["buildings"][:, last - 1] == t["owned"].sum(axis=1))
    must("disabled are owned", rows["disabled"] <= rows["buildings"])
    must("nothing after the last round", rows["score"][:, last:] == 0)


def walk(cards: CardSet, tables: np.ndarray, rng: np.random.Generator, deal: int) -> Match:
    """A game by chance in which everything is checked at every decision."""
    match = GAME.new(tables, 11, deal, log=True)
    decisions = 0
    while GAME.decider(match) >= 0:
        holds(match, capacities=(0, 10**6))
        options = GAME.options(match)
        assert 0 < len(options) == len(set(options)) <= OPTIONS_MAX
        GAME.apply(match, options[rng.integers(len(options))])
        decisions += 1
    game = match.state[0]
    assert decisions == game["decisions"]
    assert game["log_count"] >= decisions
    assert len(game["log"]) == LOG_MAX
    assert "..." not in GAME.transcript(cards, match, ["", ""])[0]
    for seat, me in enumerate(game["company"]):
        points = 0
        for b in me["building"][: me["building_count"]]:
            value = cards_value(cards, seat, int(b["kind"]), int(b["level"]))
            points += value if b["operating"] else value // cards.model.frame.disabled_divisor
        assert me["tally"]["score"] == points + me["cash"] // cards.model.frame.dollars_per_point
    return match


def cards_value(cards: CardSet, seat: int, kind: int, level: int) -> int:
    """Points printed on a building, from the files (and what one company has of its own)."""
    name = list(cards.model.buildings)[kind]
    own = getattr(cards.model.companies, "ab"[seat])
    printed = cards.model.buildings[name].levels[level - 1].value
    return int(own.get(f"buildings.{name}.levels[{level - 1}].value", printed))

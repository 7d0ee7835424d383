"""Card data of Employee Handbook as what the rules and the bots read: records of numbers, and their labels.

What may stand here: how a checked value gets into a record. What a value may be is said in `cards.py`.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import numpy as np

from balance.cards import nearest
from balance.cards.paths import listing
from balance.cards.readings import switch_position
from balance.errors import CardDataError
from balance.games.employee_handbook import state
from balance.games.employee_handbook.cards import SWITCHES, Company, Level, bot_weights, company_data
from balance.games.employee_handbook.state import (
    CARD_KINDS,
    CHAINS,
    HANDS,
    READINGS,
    RULES,
    SEATS,
    Effect,
    Gain,
)

if TYPE_CHECKING:
    from balance.cards import CardSet
    from balance.games.employee_handbook.cards import CardData, CompanyData


def compile_tables(cards: CardSet) -> np.ndarray:
    """An array of one `RULES` record."""
    model: CardData = cards.model
    tables = np.zeros(1, RULES)
    rules = tables[0]
    for name in ("rounds", "dollars_per_point", "disabled_divisor", "age_bin"):
        rules[name] = getattr(model.frame, name)
    rules["age_step"] = 1.0 / model.frame.age_bin
    rules["hazard_cost_low"], rules["hazard_cost_high"] = model.stakes.hazard_cost
    rules["tactic_value_low"], rules["tactic_value_high"] = model.stakes.tactic_value
    for switch in READINGS.names or ():
        rules["reading"][switch] = switch_position(model.readings, SWITCHES, switch)
    card_ids = list(model.cards)
    rules["card_kinds"] = len(card_ids)
    for index, (name, card) in enumerate(model.cards.items()):
        row = rules["card"][index]
        row["luck"] = zlib.crc32(name.encode())
        row["family"] = state.Family[card.family.upper()]
        row["pays"] = card.pays
        row["effect"] = Effect[card.effect.upper()]
        row["amount"] = card.amount
    rules["eras"] = len(model.eras)
    for index, era in enumerate(model.eras):
        rules["era"][index]["round"] = era.round
        for card_id, copies in era.copies.items():
            rules["era"][index]["copies"][card_ids.index(card_id)] = copies
    for seat in range(SEATS):
        own, _ = company_data(cards.document, seat)
        _fill_table(rules["table"][seat], own, model.frame.disabled_divisor)
        _fill_fresh(rules["fresh"][seat], own, card_ids)
    return tables


def _fill_table(table: np.void, own: CompanyData, disabled_divisor: int) -> None:
    """One company's `TABLE`."""
    for name in Company.model_fields:
        table[name] = getattr(own.company, name)
    table["kinds"] = len(own.buildings)
    for index, building in enumerate(own.buildings.values()):
        kind = table["kind"][index]
        kind["limit"] = building.limit
        kind["levels"] = len(building.levels)
        for number, level in enumerate(building.levels):
            row = kind["level"][number]
            for name in set(Level.model_fields) - {"gain", "gain_count"}:
                row[name] = getattr(level, name)
            row["gain"] = Gain[level.gain.upper()]
            row["gain_count"] = level.gains
            row["acts"] = int(level.draws > 0 or level.pay > 0 or row["gain"] != Gain.NONE)
            row["scrap"] = level.value // disabled_divisor


def _fill_fresh(fresh: np.void, own: CompanyData, card_ids: list[str]) -> None:
    """One company's opening position. What the second player gets is added by the rules at setup."""
    fresh["cash"] = own.start.cash
    fresh["charged"] = own.start.charged
    slot = 0
    for index, kind in enumerate(own.buildings):
        for _ in range(own.start.buildings.get(kind, 0)):
            building = fresh["building"][slot]
            building["kind"] = index
            building["level"] = 1
            building["operating"] = 1
            slot += 1
    fresh["building_count"] = slot
    for card_id, copies in own.start.hand.items():
        fresh["hand"][card_ids.index(card_id)] = copies
    fresh["hand_size"] = sum(own.start.hand.values())


def compile_bot(cards: CardSet, name: str) -> np.void:
    """The weights of a bot as one `BOT` record; CardDataError for an unknown name."""
    model: CardData = cards.model
    if name not in model.bots:
        near = nearest(name, model.bots)
        hint = f"; did you mean {near}?" if near else ""
        known = listing(model.bots, 40) or "none: bots.yaml holds no bots"
        raise CardDataError(f'no bot is called "{name}", allowed: {known}{hint}')
    weights, dtype = bot_weights()
    bot = model.bots[name]
    record: np.void = np.zeros(1, dtype)[0]
    for weight in weights:
        record[weight] = bot.weights.get(weight, model.base.get(weight, 0.0))
    for index, kind in enumerate(model.buildings):
        record["taste"][index] = bot.taste.get(kind, 0.0)
    for index, card in enumerate(model.cards):
        record["keep"][index] = bot.keep.get(card, 0.0)
    return record


def labels(cards: CardSet) -> dict[str, list[str]]:
    """Names for the members of the array fields of `TALLY` and `GAME_TALLY`."""
    model: CardData = cards.model
    rounds = [str(number) for number in range(1, model.frame.rounds + 1)]
    within = max(company_data(cards.document, seat)[0].company.place_within for seat in range(SEATS))
    result = {"lead": rounds, "placed_at": [str(number) for number in range(1, within + 1)]}
    limit = max(company_data(cards.document, seat)[0].company.hand_limit for seat in range(SEATS))
    result["hands"] = counted(limit, HANDS)
    result["chain"] = counted(None, CHAINS)
    for name in state.TALLY.names or ():
        kind = state.TALLY[name]
        if kind.subdtype is None or kind.base.names or name in result:
            continue
        result[name] = list(model.cards) if kind.shape == (CARD_KINDS,) else list(model.buildings)
    return result


def counted(most: int | None, bins: int) -> list[str]:
    """0, 1, ... up to the most there can be (None: no end); the last of so many bins is open."""
    if most is not None and most < bins:
        return [str(number) for number in range(most + 1)]
    return [*(str(number) for number in range(bins - 1)), f"{bins - 1}+"]

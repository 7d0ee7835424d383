"""Card data of Extremely Bad Hires as what rules and bots read: records of numbers, and their labels."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import numpy as np

from balance.cards import nearest
from balance.cards.paths import listing
from balance.cards.readings import switch_position
from balance.errors import CardDataError
from balance.games.extremely_bad_hires import language as words
from balance.games.extremely_bad_hires import state
from balance.games.extremely_bad_hires.cards import SWITCHES, bot_weights
from balance.games.extremely_bad_hires.compiler import Built, build
from balance.games.extremely_bad_hires.reader import read_texts
from balance.games.extremely_bad_hires.state import (
    READINGS,
    ROUNDS,
    RULES,
    SEATS,
    CardType,
    RequiredOrder,
    Stop,
    Window,
)

if TYPE_CHECKING:
    from balance.cards import CardSet
    from balance.games.extremely_bad_hires.cards import CardData
    from balance.games.extremely_bad_hires.texts import Condition, Number, PathText

STOP_WORDS = {
    Stop.MAX_ROUNDS: "too many rounds",
    Stop.NO_PROGRESS: "no change of Profit for too long",
    Stop.FROZEN: "nothing can move any more",
    Stop.FAULT: "a fault of the program",
}
POINT_LABELS = [f"D{number}" for number in range(state.POINTS)]


def compile_tables(cards: CardSet, seats: int) -> np.ndarray:
    """An array of one `RULES` record, for so many players."""
    model: CardData = cards.model
    texts, _ = read_texts(model, cards.document)
    built = build(model, texts, seats)
    tables = np.zeros(1, RULES)
    rules = tables[0]
    rules["players"] = seats
    for name in type(model.frame).model_fields:
        rules[name] = getattr(model.frame, name)
    for switch in READINGS.names or ():
        rules["reading"][switch] = switch_position(model.readings, SWITCHES, switch)
    rules["qualifications"] = len(model.qualifications)
    _fill_kinds(rules, model, built)
    _fill_jobs(rules, model, built, dict(texts.jobs), seats)
    for seat in range(SEATS):
        copies = list(model.deck(seat).values())
        rules["deck"][seat]["copies"][: len(copies)] = copies
        rules["deck_size"][seat] = sum(copies)
        mayhem = sum(copies[len(model.hires) : len(model.hires) + len(model.mayhem)])
        rules["mayhem_share"][seat] = mayhem / sum(copies)
    job_copies = list(model.job_copies().values())
    rules["job_copies"][: len(job_copies)] = job_copies
    rules["job_deck_size"] = sum(job_copies)
    _fill_program(rules, built)
    return tables


def _fill_kinds(rules: np.void, model: CardData, built: Built) -> None:
    """The Company cards: Hires, Mayhem, Fixes, each in the order of its file."""
    company = model.company()
    known = list(model.qualifications)
    rules["kinds"] = len(company)
    for index, name in enumerate(company):
        row = rules["kind"][index]
        row["luck"] = zlib.crc32(name.encode())
        row["requires"] = -1
        row["qualification"] = -1
        if name in model.hires:
            row["type"] = CardType.HIRE
            row["qualification"] = known.index(model.hires[name].qualification)
            row["windows"] = 1 << Window.PREPARATION
            continue
        row["type"] = CardType.MAYHEM if name in model.mayhem else CardType.FIX
        for field, value in built.kinds[name].items():
            if field == "profile":
                _fill_profile(row[field], value)
            else:
                row[field] = value


def _fill_jobs(
    rules: np.void, model: CardData, built: Built, texts: dict[str, tuple[PathText, PathText]], seats: int
) -> None:
    """The Jobs."""
    known = list(model.qualifications)
    rules["jobs"] = len(model.jobs)
    for index, (name, job) in enumerate(model.jobs.items()):
        row = rules["job"][index]
        row["luck"] = zlib.crc32(name.encode())
        row["qualification"] = known.index(job.qualification)
        row["required"] = job.required
        row["profit"] = job.profit
        row["crew_min"] = job.crew.min
        row["crew_max"] = job.crew.max
        for number, (path, text) in enumerate(zip(built.paths[name], texts[name], strict=True)):
            entry = row["path"][number]
            entry["clock_in"] = path["clock_in"]
            entry["resolve"] = path["resolve"]
            _fill_profile(entry["profile"], path["profile"])
            in_order = int(rules["reading"]["required_order"]) == RequiredOrder.IN_ORDER
            required, fixed = required_at(text, number, job.required, seats, in_order=in_order)
            entry["required"] = max(model.frame.min_required, required)
            entry["fixed"] = int(fixed)


def _fill_profile(row: np.void, profile: dict[str, float]) -> None:
    for name, value in profile.items():
        row[name] = value


def _fill_program(rules: np.void, built: Built) -> None:
    """Instructions, selectors, conditions, numbers, choices, needs."""
    rules["code_size"] = len(built.code)
    for index, instruction in enumerate(built.code):
        for field, value in instruction.items():
            rules["code"][index][field] = value
    for table in ("selector", "condition", "number"):
        rows = getattr(built, f"{table}s")
        for index, values in enumerate(rows):
            rules[table][index] = values
    for index, choice in enumerate(built.choices):
        row = rules["choice"][index]
        for field in ("first", "last", "requires"):
            row[field] = choice[field]
        _fill_profile(row["profile"], choice["profile"])
    for index, need in enumerate(built.needs):
        for field, value in need.items():
            rules["need"][index][field] = value


# ------------------------------------------------------------------------ Required Hires at Clock-In


def known_before(condition: Condition | None, path: int, seats: int) -> bool | None:
    """Whether a condition holds at Clock-In on a path, where that is known beforehand; None: it is not."""
    if condition is None:
        return True
    if condition.word == "path":
        return int(words.PATHS[condition.of]) == path
    if condition.word == "players":
        return (condition.low or 0) <= seats <= (state.NO_LIMIT if condition.high is None else condition.high)
    parts = [known_before(part, path, seats) for part in condition.parts]
    if condition.word == "not":
        return None if parts[0] is None else not parts[0]
    if condition.word == "all":
        return False if False in parts else None if None in parts else True
    if condition.word == "any":
        return True if True in parts else None if None in parts else False
    return None


def required_at(
    text: PathText, path: int, printed: int, seats: int, *, in_order: bool = True
) -> tuple[int, bool]:
    """Required Hires at Clock-In before the floor, and whether the crew cannot change it (O-28)."""
    value, base, added, fixed = printed, printed, 0, True
    for one in text.clock_in:
        if one.op == "forbid" and one.args["what"] in ("raise_required", "lower_required"):
            fixed = False
        if one.op != "required":
            continue
        holds = known_before(one.when, path, seats)
        number: Number = one.args["set"] if "set" in one.args else one.args["by"]
        fixed = fixed and holds is not None and number.constant is not None and not one.needs
        if not holds or number.constant is None:
            continue
        if "set" in one.args:
            value = base = number.constant
        else:
            value += number.constant
            added += number.constant
    return (value if in_order else base + added), fixed


# -------------------------------------------------------------------------------------- bots, labels


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
    for index, qualification in enumerate(model.qualifications):
        record["taste"][index] = bot.taste.get(qualification, 0.0)
    return record


def labels(cards: CardSet) -> dict[str, list[str]]:
    """Names for the members of the array fields of `TALLY` and `GAME_TALLY`."""
    model: CardData = cards.model
    last = min(ROUNDS, model.frame.max_rounds)
    rounds = [str(number) for number in range(1, last + 1)]
    if model.frame.max_rounds > ROUNDS:
        rounds[-1] = f"{ROUNDS}+"
    surplus = [*(str(number) for number in range(state.SURPLUS - 1)), f"{state.SURPLUS - 1}+"]
    met = [*(str(number) for number in range(state.MET - 1)), f"{state.MET - 1}+"]
    types = [kind.name.lower() for kind in CardType if kind != CardType.ANY]
    return {
        "surplus": surplus,
        "surplus_completed": surplus,
        "by_met": met,
        "by_met_completed": met,
        "by_met_profit": met,
        "lost_by_kind": [harm.name.lower() for harm in state.Harm],
        "lost_by_source": [source.name.lower() for source in state.Source],
        "ends": ["count", "recover", "reduce", "any_fix", "left", "never"],
        "limit_by_type": types,
        "rounds": rounds,
        "jobs": list(model.jobs),
        "qualifications": list(model.qualifications),
        "cards": list(model.company()),
        "stalled": [STOP_WORDS[stop] for stop in Stop if stop != Stop.NONE],
        "choices": POINT_LABELS,
        "options": POINT_LABELS,
        "leader": rounds,
        "lead": rounds,
        "standing": [str(seat + 1) for seat in range(SEATS)],
    }

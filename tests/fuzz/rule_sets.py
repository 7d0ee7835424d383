"""Rule sets by chance, in the schema of the card data, from the smallest to the largest the records hold.

`rule_set(choice)` builds the files of a folder. `choice` decides: `ByNumbers` (a NumPy generator: fast, for
thousands) or `ByHypothesis` (so that a failing rule set is made smaller). What single values cannot show
(will all cards fit?) is left to the loader: `fitted` takes cards out of the decks until it agrees.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Protocol

from hypothesis import strategies as st

from balance.errors import CardDataError
from balance.games.employee_handbook import GAME
from balance.games.employee_handbook.cards import COUNT_MAX, DRAWS_MAX, MONEY_MAX, SWITCHES
from balance.games.employee_handbook.state import (
    BUILDING_KINDS,
    CARD_KINDS,
    COPIES_MAX,
    DECK_MAX,
    ERAS,
    KNOWN_MAX,
    LEVELS,
    ROUNDS,
    SPACES,
)
from balance.games.employee_handbook.weights import WEIGHTS

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np

    from balance.cards import CardSet

EFFECTS = ("inspect", "overtime", "shuffle", "cancel_draw", "reorder", "move_disablement")
GAINS = ("none", "none", "random", "choose", "inspect", "reorder")
COUNTED = {"inspect": KNOWN_MAX, "reorder": KNOWN_MAX, "overtime": 5, "cancel_draw": COUNT_MAX}
BOTS = ("weighty", "odd", "random")


class Choice(Protocol):
    """Whatever decides."""

    def whole(self, low: int, high: int) -> int:
        """A whole number, both ends included."""

    def one(self, items: Any) -> Any:
        """One of the items."""


class ByNumbers:
    """Decides by a NumPy generator."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def whole(self, low: int, high: int) -> int:
        return int(self.rng.integers(low, high + 1))

    def one(self, items: Any) -> Any:
        return items[self.whole(0, len(items) - 1)]


class ByHypothesis:
    """Decides by Hypothesis: `draw` is that of a composite strategy."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw

    def whole(self, low: int, high: int) -> int:
        return int(self.draw(st.integers(low, high)))

    def one(self, items: Any) -> Any:
        return self.draw(st.sampled_from(items))


@st.composite
def rule_sets(draw: Any) -> dict[str, Any]:
    """A strategy for rule sets."""
    return rule_set(ByHypothesis(draw))


def up_to(choice: Choice, most: int, usual: int = 6, least: int = 0) -> int:
    """A number that is mostly small, and now and then as large or as small as can be."""
    kind = choice.whole(0, 9)
    if kind == 0:
        return most
    if kind == 1:
        return least
    return choice.whole(least, most if kind == 2 else min(most, max(usual, least)))


def rule_set(choice: Choice) -> dict[str, Any]:
    """The content of each file."""
    rounds = up_to(choice, ROUNDS, 8, 1)
    cards = _cards(choice)
    company, buildings = _company(choice), _buildings(choice, cards)
    for building in buildings.values():
        building["limit"] = min(building["limit"], company["space"])
    _restrain(company, buildings, cards)
    start = _start(choice, company, buildings, cards)
    companies: dict[str, Any] = {"a": {}, "b": {}}
    if choice.whole(0, 2) == 0:
        companies[choice.one(("a", "b"))] = _own(choice, buildings)
    return {
        "game.yaml": {
            "frame": {
                "rounds": rounds,
                "dollars_per_point": up_to(choice, MONEY_MAX, 5, 1),
                "disabled_divisor": up_to(choice, MONEY_MAX, 3, 1),
                "age_bin": up_to(choice, DECK_MAX, 6, 1),
            },
            "company": company,
            "start": start,
            "companies": companies,
            "stakes": {"hazard_cost": [4, 9], "tactic_value": [1, 3]},
            "time": {"claimed_minutes": [30, 45], "seconds": dict.fromkeys(SECONDS, 5)},
        },
        "buildings.yaml": {"buildings": buildings},
        "deck.yaml": {"cards": cards, "eras": _eras(choice, rounds, cards)},
        "readings.yaml": {"readings": dict(_readings(choice))},
        "bots.yaml": _bots(choice, buildings, cards),
    }


SECONDS = ("business", "draw", "placement", "disabling", "naming", "ordering", "shutdown", "turn")


def _company(choice: Choice) -> dict[str, int]:
    money = {name: up_to(choice, MONEY_MAX, 6) for name in ("basic_income", "explosion_loss", "surplus_pay")}
    prices = {name: up_to(choice, MONEY_MAX, 5) for name in ("repair_cost", "recharge_cost")}
    return {
        **money,
        **prices,
        "actions": up_to(choice, COUNT_MAX, 4),
        "required_draws": up_to(choice, COUNT_MAX, 4),
        "optional_draws": up_to(choice, COUNT_MAX, 4),
        "hand_limit": up_to(choice, COUNT_MAX, 8),
        "queue_limit": up_to(choice, COUNT_MAX, 3),
        "space": up_to(choice, SPACES, 8, 1),
        "base_capacity": up_to(choice, COUNT_MAX, 2),
        "place_within": up_to(choice, KNOWN_MAX, 5, 1),
        "second_player_cash": up_to(choice, MONEY_MAX, 4),
    }


def _cards(choice: Choice) -> dict[str, dict[str, Any]]:
    cards: dict[str, dict[str, Any]] = {}
    for number in range(up_to(choice, CARD_KINDS, 8, 1)):
        family = choice.one(("money", "tactic", "tactic", "hazard"))
        card: dict[str, Any] = {"name": f"Card {number}", "family": family, "text": "{pays} or {amount}"}
        if family == "money":
            card["pays"] = up_to(choice, MONEY_MAX, 5)
        if family == "tactic":
            card["effect"] = effect = choice.one(EFFECTS)
            if effect in COUNTED:
                card["amount"] = up_to(choice, COUNTED[effect], 3, 1)
        cards[f"{family}_{'abcdefghijklmnop'[number]}"] = card
    return cards


def _tactics(cards: dict[str, dict[str, Any]]) -> list[str]:
    return [name for name, card in cards.items() if card["family"] == "tactic"]


def _buildings(choice: Choice, cards: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    found = {}
    for number in range(up_to(choice, BUILDING_KINDS, 5, 1)):
        levels: list[dict[str, Any]] = []
        for _ in range(up_to(choice, LEVELS, 2, 1)):
            level: dict[str, Any] = {
                "cost": up_to(choice, MONEY_MAX, 9),
                "value": up_to(choice, MONEY_MAX, 9),
            }
            for name, most, usual in (
                ("income", MONEY_MAX, 3),
                ("draws", COUNT_MAX, 2),
                ("pay", MONEY_MAX, 4),
                ("capacity", COUNT_MAX, 2),
                ("shields", COUNT_MAX, 1),
                ("payout", MONEY_MAX, 4),
            ):
                if choice.whole(0, 2) == 0:
                    level[name] = up_to(choice, most, usual)
            if levels and "capacity" in levels[-1]:  # it never falls with a level
                level["capacity"] = max(level.get("capacity", 0), levels[-1]["capacity"])
            gain = choice.one(GAINS)
            if gain in ("inspect", "reorder") or (gain != "none" and _tactics(cards)):
                level |= {"gain": gain, "gain_count": up_to(choice, KNOWN_MAX, 2, 1)}
            levels.append(level)
        name = f"b{'abcdefgh'[number]}"
        found[name] = {"name": f"Building {number}", "limit": up_to(choice, SPACES, 3), "levels": levels}
    return found


def _restrain(company: dict[str, int], buildings: dict[str, Any], cards: dict[str, Any]) -> None:
    """No more draws in a turn than the loader allows (it is asked at its bound by other tests)."""
    room = DRAWS_MAX - company["required_draws"] - company["optional_draws"]
    orders = max((c.get("amount", 0) for c in cards.values() if c.get("effect") == "overtime"), default=0)
    if orders:
        company["queue_limit"] = min(company["queue_limit"], room // 2 // orders)
    room -= company["queue_limit"] * orders
    for building in buildings.values():
        most = max(level.get("draws", 0) for level in building["levels"])
        if building["limit"] * most > room:
            for level in building["levels"]:
                level.pop("draws", None)
        else:
            room -= building["limit"] * most


def _start(
    choice: Choice, company: dict[str, int], buildings: dict[str, Any], cards: dict[str, Any]
) -> dict[str, Any]:
    owned: dict[str, int] = {}
    room, capacity = company["space"], company["base_capacity"]
    for name, building in buildings.items():
        owned[name] = up_to(choice, min(room, building["limit"]), 1)
        room -= owned[name]
        capacity += owned[name] * building["levels"][0].get("capacity", 0)
    hand: dict[str, int] = {}
    free = min(company["hand_limit"], 40)
    for name in _tactics(cards):
        hand[name] = up_to(choice, free, 1)
        free -= hand[name]
    return {
        "cash": up_to(choice, MONEY_MAX, 10),
        "charged": up_to(choice, min(capacity, COUNT_MAX), 1),
        "buildings": owned,
        "hand": hand,
    }


def _own(choice: Choice, buildings: dict[str, Any]) -> dict[str, int]:
    """What holds for one company only."""
    name = choice.one(sorted(buildings))
    return {
        "company.basic_income": up_to(choice, MONEY_MAX, 4),
        "start.cash": up_to(choice, MONEY_MAX, 20),
        f"buildings.{name}.levels[0].cost": up_to(choice, MONEY_MAX, 9),
        f"buildings.{name}.levels[0].value": up_to(choice, MONEY_MAX, 9),
    }


def _eras(choice: Choice, rounds: int, cards: dict[str, Any]) -> list[dict[str, Any]]:
    eras: list[dict[str, Any]] = []
    begins = 1
    for _ in range(up_to(choice, ERAS, 3, 1)):
        if begins > rounds:
            break
        copies = {name: up_to(choice, COPIES_MAX, choice.one((1, 4, 12))) for name in cards}
        if not any(copies.values()):
            copies[next(iter(copies))] = 1
        eras.append({"round": begins, "copies": copies})
        begins += up_to(choice, ROUNDS, 3, 1)
    return eras


def _readings(choice: Choice) -> Any:
    for number, (switch, positions) in enumerate(SWITCHES.items(), 1):
        yield (
            f"HA-{number:02}",
            {
                "question": "Which?",
                "impact": "M",
                "reading": choice.one(positions),
                "switch": switch,
                "choices": {position: {"text": position} for position in positions},
            },
        )


def _bots(choice: Choice, buildings: dict[str, Any], cards: dict[str, Any]) -> dict[str, Any]:
    def weight() -> float:
        return choice.whole(-300, 300) / 100

    base = {name: abs(weight()) for name in WEIGHTS} | {"judgement": 1, "noise": 0}
    bots: dict[str, Any] = {
        "weighty": {
            "about": "likes some",
            "taste": {name: weight() for name in buildings},
            "keep": {name: weight() for name in _tactics(cards)},
        },
        "odd": {"about": "any weights", "weights": {name: weight() for name in WEIGHTS}},
        "random": {"about": "any option", "weights": {"judgement": 0, "noise": 1, "guile": 0}},
    }
    return {"base": base, "bots": bots}


# -------------------------------------------------------------------------------------------- loading


def write(files: dict[str, Any], folder: Path) -> None:
    """The files of a rule set (JSON is YAML)."""
    for name, content in files.items():
        (folder / name).write_text(json.dumps(content))


def fitted(files: dict[str, Any], folder: Path) -> tuple[CardSet, int]:
    """The rule set, loaded; and how often its decks had to be made smaller to fit the records."""
    for times in range(12):
        write(files, folder)
        try:
            return GAME.load(folder), times
        except CardDataError as error:
            _lighten(files, str(error))
    raise AssertionError("the loader is never content")


def _lighten(files: dict[str, Any], said: str) -> None:
    """Take out so many cards as the loader says are too many; anything else it says is a defect here."""
    eras = files["deck.yaml"]["eras"]
    found = re.search(r"found up to (\d+) cards that could come into one deck \((\d+) of them", said)
    assert found or re.search(r"allowed: 1 to \d+ cards in all", said), said
    for era in eras:
        _take(era["copies"], sum(era["copies"].values()) - DECK_MAX)
    if found and int(found[2]) + len(eras) > DECK_MAX:  # not the decks, but what is held and gained
        files["game.yaml"]["company"]["hand_limit"] //= 4
        files["game.yaml"]["start"]["hand"] = {}
        for building in files["buildings.yaml"]["buildings"].values():
            for level in building["levels"]:
                level.pop("gain", None)
                level.pop("gain_count", None)
    elif found:
        for era in eras:
            _take(era["copies"], int(found[1]) - DECK_MAX)


def _take(copies: dict[str, int], spare: int) -> None:
    """So many cards less, at least one left; the commonest first, so that the deck keeps its kinds."""
    while spare > 0 and sum(copies.values()) > 1:
        name = max(copies, key=lambda card: copies[card])
        less = min(spare, max(1, copies[name] // 2), sum(copies.values()) - 1)
        copies[name] -= less
        spare -= less

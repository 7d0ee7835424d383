"""Counters of Employee Handbook over time (curves) and for each building, card or place (families).

To add one, write a `Curve` or a `Family` here that names counters of the records in `state.py`, and name it
in a panel of `chapters.py`. A single number for a game or a company is a measure: one function in
`measures.py`.

What may stand here: curves, families, which members a family has, and tables of the card data alone (sheets).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from balance.games.interface import Curve, Family, Sheet

if TYPE_CHECKING:
    from balance.cards import CardSet

# -------------------------------------------------------------------------------------------- along time

# fmt: off
CURVES = (
    Curve(
        "hazards_by_round", "hazards per draw", "per draw", "rounds", "hazards", "draws",
        "Hazards drawn in a round (blocked or exploded), divided by the cards taken in it.",
        ("HB-65", "HB-66", "HB-67"),
    ),
    Curve(
        "public_by_round", "chance shown by the public counts", "per draw", "rounds", "danger_ppm", "draws",
        "Mean over draws of hazards in the deck divided by cards in the deck, which both companies may know."
        " Hazards drawn above it show that hazards are put back near the top.",
        ("HB-60", "HB-61"), scale=1e-6,
    ),
    Curve(
        "explosions_by_round", "explosions per draw", "per draw", "rounds", "explosions", "draws",
        "Unshielded hazards in a round, divided by the cards taken in it.", ("HB-38",),
    ),
    Curve(
        "replant_by_round", "re-plant factor", "count", "rounds", "hazards", "danger_ppm",
        "Hazards drawn, divided by the hazards that the public counts of the deck let one expect. 1: the "
        "deck is as dangerous as it looks; 2: twice as dangerous, because blocked hazards were put back near"
        " the top.",
        ("HB-35", "HB-60", "HB-61"), scale=1e6, rate=False,
    ),
    Curve(
        "hazards_by_age", "hazards per draw", "per draw", "ages", "hazards", "draws",
        "Hazards drawn at that age of the deck, divided by the cards taken. Age: cards taken since the deck "
        "was fresh.",
        ("HB-66", "HB-67"),
    ),
    Curve(
        "public_by_age", "chance shown by the public counts", "per draw", "ages", "danger_ppm", "draws",
        "Mean over draws of hazards in the deck divided by cards in the deck.", ("HB-60", "HB-61"),
        scale=1e-6,
    ),
    Curve(
        "explosions_by_age", "explosions per draw", "per draw", "ages", "explosions", "draws",
        "Unshielded hazards at that age of the deck, divided by the cards taken.", ("HB-38",),
    ),
    Curve(
        "score_by_round", "score", "points", "rounds", "score", "turns",
        "Score of a company after the round, counted as at the end of the game.", ("HB-69", "HB-70", "HB-71"),
        rate=False,
    ),
    Curve(
        "cash_by_round", "money", "$", "rounds", "cash", "turns", "Dollars a company holds after the round.",
        ("HB-73",), rate=False,
    ),
    Curve(
        "disabled_by_round", "disabled buildings", "count", "rounds", "disabled", "turns",
        "Disabled buildings of a company after the round.", ("HB-39", "HB-42"), rate=False,
    ),
    Curve(
        "charged_by_round", "charged shields", "count", "rounds", "charged", "turns",
        "Charged shields of a company after the round.", ("HB-51", "HB-52"), rate=False,
    ),
    Curve(
        "optional_by_round", "optional draws", "per turn", "rounds", "optional", "turns",
        "Optional draws taken per turn.", ("HB-15",), rate=False,
    ),
    Curve(
        "choice_by_round", "optional draws that are a choice", "per turn", "rounds", "open", "turns",
        "Optional draws on offer, per turn, in which neither drawing nor stopping is right for whatever a"
        " hazard costs and a tactic is worth within the ranges of the card data.", ("HB-15",), rate=False,
    ),
    Curve(
        "hit_early", "put back in the first turn of a round", "share", "places", "early_rival", "early",
        "Of the hazards put back at that position (1: the next card) in the first turn of a round and drawn"
        " again, the share that the rival draws. The rival has the next two turns.",
        ("HB-35", "HB-36", "D-10"),
    ),
    Curve(
        "hit_late", "put back in the second turn", "share", "places", "late_rival", "late",
        "Of the hazards put back at that position in the second turn of a round and drawn again, the share"
        " that the rival draws. The company that put it back moves next.",
        ("HB-35", "HB-36", "D-10"),
    ),
)
# fmt: on

# ------------------------------------------------------------------------------ by building, card, place


def tactics(cards: CardSet) -> list[str]:
    """Ids of the tactic cards."""
    return [name for name, card in cards.data["cards"].items() if card["family"] == "tactic"]


def activated_buildings(cards: CardSet) -> list[str]:
    """Ids of the buildings that do something only when activated (HB-21)."""
    return [
        name
        for name, building in cards.data["buildings"].items()
        if any(
            level.get("draws") or level.get("pay") or level.get("gain", "none") != "none"
            for level in building["levels"]
        )
    ]


def earning_buildings(cards: CardSet) -> list[str]:
    """Ids of the buildings that can bring in money."""
    return [
        name
        for name, building in cards.data["buildings"].items()
        if any(level.get("income") or level.get("pay") or level.get("payout") for level in building["levels"])
    ]


# fmt: off
FAMILIES = (
    Family(
        "owned", "companies that own one at the end", "share",
        "Share of companies that own at least one of it when the game ends, disabled or not.",
        ("HB-17", "HB-48"), "owned", rate=True, some=True,
    ),
    Family(
        "first_round", "round of the first purchase", "rounds",
        "Mean round in which a company buys its first one, over the companies that buy one.", ("HB-17",),
        "first_round", seen=True,
    ),
    Family(
        "repaid", "purchases that earned their price", "share",
        "Share of those bought that had brought in at least what was paid for them, upgrades included, when "
        "the game ended. Points and shields are not counted as income.",
        ("HB-12", "HB-17", "HB-41"), "repaid", "bought", rate=True, members=earning_buildings,
    ),
    Family(
        "activation", "turns used, when ready", "share",
        "Of the turns that began with one ready to be activated, the share in which one was.",
        ("HB-21", "HB-24"), "activated_turns", "could_activate", rate=True, members=activated_buildings,
    ),
    Family(
        "activated", "activations", "per game", "Activations per company and game.", ("HB-21",), "activated",
        members=activated_buildings,
    ),
    Family(
        "bought", "bought", "per game",
        "Purchases per company and game; the building every company begins with is not one.", ("HB-17",),
        "bought",
    ),
    Family(
        "upgraded", "upgraded", "per game", "Upgrades per company and game.", ("HB-18", "HB-50"), "upgraded",
    ),
    Family(
        "points", "points at the end", "points",
        "Points a company gets for all its buildings of that kind; disabled ones count half.",
        ("HB-69", "HB-70"), "points",
    ),
    Family(
        "earned", "income", "$", "Dollars that the buildings of that kind bring a company in a game.",
        ("HB-12", "HB-41"), "earned", members=earning_buildings,
    ),
    Family(
        "disabled", "disabled", "per game", "How often an explosion disables one, per company and game.",
        ("HB-39",), "disabled",
    ),
    Family(
        "played", "played", "per game", "How often a company plays it in a game.", ("HB-22",), "played",
        members=tactics,
    ),
    Family(
        "placed_at", "placements", "share",
        "Share of the blocked hazards that are put back at that position (1: the next card).",
        ("HB-35", "HB-36"), "placed_at", "placements", rate=True,
    ),
    Family(
        "hands", "turns that end with so many tactics in hand", "per game",
        "Turns of its own that a company ends with so many tactics in hand, per game.", ("HB-31", "HB-32"),
        "hands",
    ),
    Family(
        "chain", "hazards blocked so often", "per game",
        "Hazards that explode or vanish after so many blocks, per company and game; counted for the company"
        " that explodes, or else for the one that blocked last.", ("HB-34", "D-8"), "chain",
    ),
)
# fmt: on

# ------------------------------------------------------------------------------ from the card data alone

ACTION_WORTH = (0, 2, 4)  # $ that an action may be worth; what it is worth in play is not measured yet


def shield_prices(cards: CardSet) -> Sheet:
    """What one shield costs, in $: price, less what the points that come with it are worth, and an action.

    A building's step that brings shields is paid for in money and one action, and gives points that money
    could have bought at the end. Room for later recharges is not counted, so such a shield is worth a bit
    more than it says (S-6 of the statistics; HB-20, HB-53, HB-71).
    """
    per_point = cards.data["frame"]["dollars_per_point"]
    recharge = cards.data["company"]["recharge_cost"]
    steps = [("recharge", recharge, 0, 1)]
    for building in cards.data["buildings"].values():
        value = 0
        for number, level in enumerate(building["levels"], 1):
            if level.get("shields"):
                points = level["value"] - value
                steps.append((f"{building['name']}, level {number}", level["cost"], points, level["shields"]))
            value = level["value"]
    heads = ("", "price, $", "points it brings", "shields")
    priced = tuple(f"$ per shield, action worth ${worth}" for worth in ACTION_WORTH)
    rows = tuple(
        (
            name,
            str(price),
            str(points),
            str(shields),
            *(dollars((price - per_point * points + worth) / shields) for worth in ACTION_WORTH),
        )
        for name, price, points, shields in steps
    )
    return Sheet((*heads, *priced), rows)


def dollars(amount: float) -> str:
    """A number of $ as it is printed: at most two decimals, a real minus sign."""
    text = f"{abs(amount):.2f}".rstrip("0").rstrip(".")
    return f"\N{MINUS SIGN}{text}" if amount < 0 and text != "0" else text

"""What Employee Handbook counts and says about itself in a report.

Adding a measure is one function: it takes the table (a row per company and game with `@seat`, a row
per game with `@game`, the whole run with `@run`) and gives one number per row. The docstring is the
definition that the report prints. Then name it in a panel of `CHAPTERS`, or in a sentence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from balance.games.employee_handbook.state import AGE_BINS
from balance.games.interface import (
    Axis,
    Chapter,
    Curve,
    Extreme,
    Family,
    Measure,
    MeasureBook,
    Panel,
    Sentence,
    Tables,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from balance.cards import CardSet

MEASURES: list[Measure] = []


def _declare(level: str, *, whole: bool = False) -> Callable[..., Any]:
    """A decorator that makes a measure of that level out of a function."""

    def decorator(
        name: str,
        unit: str,
        *rules: str,
        per: Callable[[Any], pd.Series] | None = None,
        rate: bool = False,
    ) -> Callable[[Callable[[Any], pd.Series]], Callable[[Any], pd.Series]]:
        def keep(top: Callable[[Any], pd.Series]) -> Callable[[Any], pd.Series]:
            text = " ".join((top.__doc__ or "").split())
            measure = Measure(top.__name__, name, unit, level, text, rules, top, per, rate, whole)  # type: ignore[arg-type]
            MEASURES.append(measure)
            return top

        return keep

    return decorator


seat = _declare("seat")
game = _declare("game")
run = _declare("game", whole=True)


def draws(t: pd.DataFrame) -> pd.Series:
    """Cards taken by a company."""
    return t["required_draws"] + t["optional_draws"]


def total(r: Tables, values: pd.Series) -> pd.Series:
    """Both companies of a game together, in the order of the games table."""
    sums = values.groupby(r.seats["game"].to_numpy()).sum()
    return sums.reindex(r.games["game"]).set_axis(r.games.index)


# ---------------------------------------------------------------------------------------- the result


@seat("score", "points", "HB-69", "HB-70", "HB-71")
def score(t: pd.DataFrame) -> pd.Series:
    """Final score of a company: printed value of its buildings (half if disabled) and money left."""
    return t["score"]


@game("margin", "points", "HB-5")
def margin(t: pd.DataFrame) -> pd.Series:
    """Difference of the two final scores, never negative."""
    return t["margin"]


@game("ties", "share", "HB-6", rate=True)
def ties(t: pd.DataFrame) -> pd.Series:
    """Share of games that end with equal scores. In win shares a tie counts as half a win for each."""
    return t["margin"] == 0


@game("margin of 1 point or less", "share", "HB-5", "HB-6", rate=True)
def margin_1(t: pd.DataFrame) -> pd.Series:
    """Share of games decided by at most 1 point, ties included."""
    return t["margin"] <= 1


@game("margin of 2 points or less", "share", "HB-5", "HB-6", rate=True)
def margin_2(t: pd.DataFrame) -> pd.Series:
    """Share of games decided by at most 2 points, ties included."""
    return t["margin"] <= 2


@game("margin of 3 points or less", "share", "HB-5", "HB-6", rate=True)
def margin_3(t: pd.DataFrame) -> pd.Series:
    """Share of games decided by at most 3 points, ties included."""
    return t["margin"] <= 3


@seat("margin of the opener", "points", "HB-4", "HB-5", per=lambda t: t["opened"])
def opener_margin(t: pd.DataFrame) -> pd.Series:
    """Score of the company that opens round 1 minus its rival's score. Above 0: opening is worth points."""
    rival = t.groupby("game")["score"].transform("sum") - t["score"]
    return (t["score"] - rival) * t["opened"]


# --------------------------------------------------------------------------------------------- danger


@run("explosions", "per game", "HB-38", "HB-39", "HB-40")
def explosions(r: Tables) -> pd.Series:
    """Hazards that met a company without a charged shield, both companies together, per game."""
    return total(r, r.seats["explosions"])


@run("games without an explosion", "share", "HB-38", rate=True)
def quiet(r: Tables) -> pd.Series:
    """Share of games in which no company exploded."""
    return explosions(r) == 0


@seat("explosions of a company", "per game", "HB-38")
def own_explosions(t: pd.DataFrame) -> pd.Series:
    """Unshielded hazards per company and game."""
    return t["explosions"]


@seat("explosions per draw", "per draw", "HB-38", per=draws, rate=True)
def explosion_rate(t: pd.DataFrame) -> pd.Series:
    """Unshielded hazards, divided by cards taken."""
    return t["explosions"]


@seat("hazards per draw", "per draw", "HB-65", "HB-66", "HB-67", per=draws, rate=True)
def hazard_rate(t: pd.DataFrame) -> pd.Series:
    """Hazards drawn (blocked or exploded), divided by cards taken."""
    return t["hazards"]


@seat("money lost to explosions", "$", "HB-38")
def explosion_loss(t: pd.DataFrame) -> pd.Series:
    """Dollars a company loses to its own explosions in a game, pending pay not counted."""
    return t["explosion_loss"]


@seat("points lost to disablement", "points", "HB-43", "HB-70")
def lost_points(t: pd.DataFrame) -> pd.Series:
    """Points a company misses at the end because buildings are disabled."""
    return t["lost_points"]


@seat("repairs", "per game", "HB-19", "HB-44")
def repairs(t: pd.DataFrame) -> pd.Series:
    """Repairs per company and game."""
    return t["repairs"]


# -------------------------------------------------------------------------------------------- shields


@run("blocks", "per game", "HB-34", "HB-35")
def blocks(r: Tables) -> pd.Series:
    """Hazards stopped by a charged shield and put back into the deck, both companies together."""
    return total(r, r.seats["blocks"])


@seat("shields charged", "per game", "HB-9", "HB-20", "HB-53")
def shields_charged(t: pd.DataFrame) -> pd.Series:
    """Shields a company charges in a game: opening shield, recharges, and those that come with a building."""
    return t["blocks"] + t["shields_left"]


@seat("shields used", "per game", "HB-34")
def shields_used(t: pd.DataFrame) -> pd.Series:
    """Shields of a company that block a hazard."""
    return t["blocks"]


@seat("shields unused", "per game", "HB-72")
def shields_left(t: pd.DataFrame) -> pd.Series:
    """Shields of a company still charged at the end, worth nothing then."""
    return t["shields_left"]


@seat("shields put to use", "share", "HB-34", "HB-72", per=shields_charged, rate=True)
def fill_rate(t: pd.DataFrame) -> pd.Series:
    """Hazards blocked, divided by shields ever charged: the rest were paid for and never used."""
    return t["blocks"]


@seat("recharges", "per game", "HB-20")
def recharges(t: pd.DataFrame) -> pd.Series:
    """Shields recharged for money, per company and game."""
    return t["recharges"]


# ---------------------------------------------------------------------------------- actions and draws


@seat("optional draws taken", "share", "HB-15", per=lambda t: t["optional_offered"], rate=True)
def optional_taken(t: pd.DataFrame) -> pd.Series:
    """Optional draws taken, divided by the times one could be taken or left."""
    return t["optional_draws"]


@seat(
    "actions unused",
    "share",
    "HB-13",
    per=lambda t: t["actions_used"] + t["actions_unused"],
    rate=True,
)
def actions_unused(t: pd.DataFrame) -> pd.Series:
    """Business actions left over at the end of the business part of a turn, out of all there were."""
    return t["actions_unused"]


@seat("tactics left over", "per game", "HB-72")
def tactics_left(t: pd.DataFrame) -> pd.Series:
    """Tactic cards still in a company's hand at the end, worth nothing then."""
    return t["tactics_left"]


@seat("draws paid because the hand was full", "per game", "HB-32")
def surplus_tactics(t: pd.DataFrame) -> pd.Series:
    """Tactics beyond the hand limit, paid in money instead, per company and game."""
    return t["surplus_tactics"]


@seat("tactics played", "per game", "HB-22", "HB-54", "HB-57")
def tactics_played(t: pd.DataFrame) -> pd.Series:
    """Tactic cards a company plays in a game, all kinds together."""
    return t.filter(regex=r"^played\.").sum(axis=1)


# ---------------------------------------------------------------------------------------------- money


@seat("money received", "$", "HB-7", "HB-11")
def money_in(t: pd.DataFrame) -> pd.Series:
    """All dollars a company receives in a game."""
    return t["money_in"]


@seat("money left at the end", "$", "HB-71", "HB-73")
def cash_left(t: pd.DataFrame) -> pd.Series:
    """Dollars a company still has when the game ends."""
    return t["cash_left"]


@seat("points from money", "points", "HB-71")
def cash_points(t: pd.DataFrame) -> pd.Series:
    """Points for dollars left at the end."""
    return t["cash_points"]


@seat("salvage received", "$", "HB-41")
def salvage(t: pd.DataFrame) -> pd.Series:
    """Dollars that Salvage Yards pay a company in a game."""
    return t["salvage_received"]


@seat("factory pay received", "$", "HB-21", "HA-11")
def factory_pay(t: pd.DataFrame) -> pd.Series:
    """Dollars that activated Factories pay a company in a game."""
    return t["factory_received"]


@seat(
    "factory pay lost",
    "share",
    "HB-33",
    "HA-11",
    per=lambda t: t["factory_received"] + t["pay_lost"],
    rate=True,
)
def pay_lost(t: pd.DataFrame) -> pd.Series:
    """Share of the pay earned by Factories that is lost because the turn explodes before it is banked."""
    return t["pay_lost"]


# -------------------------------------------------------------------------------------------- tension


@game("lead changes", "per game", "HB-5")
def lead_changes(t: pd.DataFrame) -> pd.Series:
    """How often the lead in score passes from one company to the other, counted after each round."""
    return t["lead_changes"]


@game("largest lead given away", "points", "HB-5")
def deficit(t: pd.DataFrame) -> pd.Series:
    """By how much the later winner was behind after some round, at worst; 0 if never, or in a tied game."""
    leads = t.filter(regex=r"^lead\.\d+$")
    leads = leads[sorted(leads.columns, key=lambda name: int(name.split(".")[1]))].to_numpy(float)
    winner = np.sign(leads[:, -1]) if leads.shape[1] else np.zeros(len(t))
    behind = np.max(-leads * winner[:, None], axis=1, initial=0.0)
    return pd.Series(np.where(winner == 0, 0.0, behind), t.index)


# ----------------------------------------------------------------------------------------------- time


@run("decisions", "per game", "HB-74")
def decisions(r: Tables) -> pd.Series:
    """Decisions of both companies in a game, drawing a card counted as one."""
    return r.games["decisions"]


@run("draws", "per game", "HB-26", "HB-15")
def draws_per_game(r: Tables) -> pd.Series:
    """Cards taken by both companies in a game."""
    return total(r, draws(r.seats))


@run("playing time", "minutes", "HB-74")
def minutes(r: Tables) -> pd.Series:
    """Estimated minutes at the table: each kind of decision counted, times the seconds that the card
    data gives for it. The seconds are guesses until matches between people are timed.
    """
    seconds = seconds_of(r.cards)
    t = r.seats
    free = sum((t[f"played.{card}"] for card in free_tactics(r.cards) if f"played.{card}" in t), start=0)
    spent = (
        t["actions_used"] * seconds["business"]
        + draws(t) * seconds["draw"]
        + t["placements"] * seconds["placement"]
        + t["disablings"] * seconds["disabling"]
        + t["names"] * seconds["naming"]
        + t["orderings"] * seconds["ordering"]
        + free * seconds["shutdown"]
    )
    return (total(r, spent) + r.games["turns"] * seconds["turn"]) / 60


@run("games within the claimed time", "share", "HB-74", rate=True)
def in_claim(r: Tables) -> pd.Series:
    """Share of games whose estimated playing time lies within the length that the rule book claims."""
    low, high = claimed(r.cards)
    return minutes(r).between(low, high)


@run("games shorter than claimed", "share", "HB-74", rate=True)
def too_short(r: Tables) -> pd.Series:
    """Share of games whose estimated playing time is below the shortest length that the rule book claims."""
    low, _ = claimed(r.cards)
    return minutes(r) < low


def seconds_of(cards: CardSet) -> Mapping[str, float]:
    """Seconds per decision of each kind, and per turn, from the card data."""
    seconds: Mapping[str, float] = cards.data["time"]["seconds"]
    return seconds


def claimed(cards: CardSet) -> tuple[float, float]:
    """The length of a game that the rule book claims, in minutes."""
    low, high = cards.data["time"]["claimed_minutes"]
    return low, high


def free_tactics(cards: CardSet) -> list[str]:
    """Ids of the tactics that cost no business action (HB-57)."""
    return [name for name, card in cards.data["cards"].items() if card.get("effect") == "cancel_draw"]


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
)
# fmt: on


def round_labels(cards: CardSet) -> list[str]:
    """1, 2, ... one for each round of a game."""
    return [str(number + 1) for number in range(cards.data["frame"]["rounds"])]


def age_labels(cards: CardSet) -> list[str]:
    """Ranges of cards taken since the deck was fresh; the last one is open."""
    width = cards.data["frame"]["age_bin"]
    last = AGE_BINS - 1
    labels = [f"{width * i}-{width * (i + 1) - 1}" for i in range(last)]
    return [*labels, f"{width * last}+"]


AXES = (
    Axis("rounds", "round", round_labels),
    Axis("ages", "cards taken since the deck was fresh", age_labels),
)

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
        "placed_at", "placements", "per game",
        "Blocked hazards put back at that position (1: the next card), per company and game.",
        ("HB-35", "HB-36"), "placed_at",
    ),
)
# fmt: on

# -------------------------------------------------------------------------------------------- chapters

# fmt: off
CHAPTERS = (
    Chapter(
        "danger", "Danger", "Where does it hurt, and how much more than the open counts say?",
        (
            Panel(
                "curves", "Hazards per draw, by round",
                ("hazards_by_round", "public_by_round", "explosions_by_round"),
                "The gap between the first two lines is made by hazards that a shield put back near the top.",
            ),
            Panel(
                "curves", "Hazards per draw, by age of the deck",
                ("hazards_by_age", "public_by_age", "explosions_by_age"),
            ),
            Panel(
                "curves", "Re-plant factor", ("replant_by_round",),
                "1 means: as dangerous as the open counts say.",
            ),
            Panel("by_plan", "Explosions of a company, by plan", ("own_explosions",)),
            Panel("curve_by_plan", "Explosions per draw, by round and plan", ("explosions_by_round",)),
            Panel(
                "measures", "What explosions cost",
                (
                    "explosions", "quiet", "explosion_rate", "hazard_rate", "explosion_loss", "lost_points",
                    "repairs",
                ),
            ),
        ),
    ),
    Chapter(
        "shields", "Shields", "Are shields worth charging, and where do hazards go that they stop?",
        (
            Panel("by_plan", "Shields put to use, by plan", ("fill_rate",)),
            Panel("family", "Where blocked hazards are put", ("placed_at",)),
            Panel(
                "curves", "Charged shields and disabled buildings", ("charged_by_round", "disabled_by_round"),
            ),
            Panel(
                "measures", "Use of shields",
                ("shields_charged", "shields_used", "shields_left", "fill_rate", "recharges", "blocks"),
            ),
        ),
    ),
    Chapter(
        "buildings", "Buildings", "Which are bought, when, do they pay, and are they used?",
        (
            Panel("family", "Who owns one at the end", ("owned",)),
            Panel("family", "Round of the first purchase", ("first_round",)),
            Panel("family", "Purchases that earned their price", ("repaid",)),
            Panel("family", "Turns in which a ready building was activated", ("activation",)),
            Panel("family", "Points at the end", ("points",)),
            Panel("family", "More numbers", ("bought", "upgraded", "activated", "earned", "disabled")),
        ),
    ),
    Chapter(
        "tactics", "Tactics and actions", "Which tactics are played, and what is left lying?",
        (
            Panel("family", "Tactics played", ("played",)),
            Panel("curves", "Optional draws per turn", ("optional_by_round",), "At most two are allowed."),
            Panel("by_plan", "Actions unused, by plan", ("actions_unused",)),
            Panel(
                "measures", "What is used and what is left",
                ("optional_taken", "actions_unused", "tactics_played", "tactics_left", "surplus_tactics"),
            ),
        ),
    ),
    Chapter(
        "money", "Money", "Where does it come from, and how much is left over?",
        (
            Panel("curves", "Money in hand", ("cash_by_round",)),
            Panel("by_plan", "Money left at the end, by plan", ("cash_left",)),
            Panel(
                "measures", "Sources and leftovers",
                ("money_in", "salvage", "factory_pay", "pay_lost", "cash_left", "cash_points"),
            ),
        ),
    ),
    Chapter(
        "scores", "Scores", "How many points, and how close are games?",
        (
            Panel("distribution", "Margin", ("margin",)),
            Panel("by_plan", "Score, by plan", ("score",)),
            Panel("curves", "Score after each round", ("score_by_round",)),
            Panel("distribution", "Lead changes in a game", ("lead_changes",)),
            Panel(
                "measures", "Close games and comebacks",
                (
                    "ties", "margin_1", "margin_2", "margin_3", "margin", "opener_margin", "lead_changes",
                    "deficit",
                ),
            ),
        ),
    ),
    Chapter(
        "time", "Playing time", "Does a game last as long as the rule book says?",
        (
            Panel(
                "distribution", "Estimated playing time", ("minutes",),
                "The shaded band is the length that the rule book claims.", claimed,
            ),
            Panel(
                "measures", "What a game asks of its players",
                ("minutes", "in_claim", "too_short", "decisions", "draws_per_game"),
            ),
        ),
    ),
)
# fmt: on

# ------------------------------------------------------------------------------------------- sentences


def _peak(curve: Mapping[str, Any]) -> str | None:
    """Label of the bin with the highest value."""
    return max(curve, key=lambda label: curve[label].value) if curve else None


def _worst_round(e: Mapping[str, Any]) -> str:
    worst = _peak(e.get("explosions_by_round", {}))
    return (
        ""
        if worst is None
        else f"The worst round is {worst}, with {{explosions_by_round[{worst}]}} of draws."
    )


def _replanting(e: Mapping[str, Any]) -> str:
    factors = e.get("replant_by_round", {})
    worst = _peak(factors)
    if worst is None or factors[worst].low <= 1:
        return ""
    return (
        f"Hazards put back by shields make the deck more dangerous than it looks: in round {worst}, "
        f"{{replant_by_round[{worst}]}} times what the open counts say."
    )


def _time(e: Mapping[str, Any]) -> str:
    short = e.get("too_short")
    if short is None:
        return ""
    if short.value > 0.5:
        return "{too_short} are shorter."
    if short.high < 0.05 and e["in_claim"].high < 0.5:
        return "Nearly all others are longer."
    return ""


def _ownership(e: Mapping[str, Any]) -> str:
    owned = e.get("owned", {})
    ranked = sorted(owned, key=lambda card: -owned[card].value)
    parts = [f"{{card[{card}]}} {{owned[{card}]}}" for card in ranked]
    return (
        "At the end of the game these shares of companies own one: " + ", ".join(parts) + "." if parts else ""
    )


def _payback(e: Mapping[str, Any]) -> str:
    repaid = {card: value for card, value in e.get("repaid", {}).items() if value.high > 0.005}
    ranked = sorted(repaid, key=lambda card: -repaid[card].value)
    parts = [f"{{card[{card}]}} {{repaid[{card}]}}" for card in ranked]
    return "Purchases that earned their price in money: " + ", ".join(parts) + "." if parts else ""


def _idle(e: Mapping[str, Any]) -> str:
    used = e.get("activation", {})
    idle = [card for card in used if used[card].high < 0.2]
    parts = [
        f"{{card[{card}]}}, in {{activation[{card}]}} of the turns in which it was ready" for card in idle
    ]
    return "Hardly ever activated: " + "; ".join(parts) + "." if parts else ""


def _unplayed(e: Mapping[str, Any]) -> str:
    played = e.get("played", {})
    if not played:
        return ""
    least = min(played, key=lambda card: played[card].value)
    return f"The rarest tactic is {{card[{least}]}}, played {{played[{least}]}} times by a company in a game."


# fmt: off
SENTENCES = (
    Sentence(
        "{explosions} explosions in a game, {explosion_rate} of draws.", _worst_round, "Danger", "danger",
    ),
    Sentence("", _replanting, "Re-planting", "danger"),
    Sentence(
        "{fill_rate} of the shields ever charged stop a hazard; {shields_left} per company are left at the "
        "end.",
        None, "Shields", "shields",
    ),
    Sentence("", _ownership, "Buildings", "buildings"),
    Sentence("", _payback, "Payback", "buildings"),
    Sentence("", _idle, "Activation", "buildings"),
    Sentence("", _unplayed, "Tactics", "tactics"),
    Sentence(
        "{optional_taken} of the optional draws on offer are taken; {actions_unused} of business actions go "
        "unused, and {cash_left} per company is left at the end.",
        None, "Slack", "money",
    ),
    Sentence(
        "A game takes {minutes} minutes by the seconds in the card data, which are guesses. {in_claim} of "
        "games lie within the claimed time.",
        _time, "Length", "time",
    ),
    Sentence(
        "{ties} of games end level and {margin_3} are decided by 3 points or less; the mean margin is "
        "{margin} points.",
        None, "Closeness", "scores",
    ),
)
# fmt: on

EXTREMES = (
    Extreme("Longest game", "minutes", "max"),
    Extreme("Shortest game", "minutes", "min"),
    Extreme("Largest margin", "margin", "max"),
    Extreme("Most explosions", "explosions", "max"),
    Extreme("Largest comeback", "deficit", "max"),
    Extreme("Most lead changes", "lead_changes", "max"),
    Extreme("Highest score", "score", "max"),
    Extreme("Lowest score", "score", "min"),
)


def names(cards: CardSet) -> dict[str, str]:
    """Printed name of each building and card."""
    printed = {**cards.data["buildings"], **cards.data["cards"]}
    return {name: item["name"] for name, item in printed.items()}


BOOK = MeasureBook(
    measures=tuple(MEASURES),
    curves=CURVES,
    axes=AXES,
    families=FAMILIES,
    chapters=CHAPTERS,
    sentences=SENTENCES,
    lead="lead",
    extremes=EXTREMES,
    names=names,
)

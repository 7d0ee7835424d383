"""What Employee Handbook counts: one function per measure.

To add a measure, write one function here, with `@seat`, `@game`, `@run` or `@seat_run` above it. It takes the
table (a row per company and game with `@seat`, a row per game with `@game`; the whole run with `@run` and
`@seat_run`, for a number per game or per company) and gives one number per row; its docstring is the
definition that the report prints. A run can then stop by it. To show it in a figure, a table or a sentence,
name it in `chapters.py`.

What may stand here: measures, and what they need of the card data. Those of single hazard cards are in
`fates.py`, numbers by round or by card in `curves.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from balance.games.declaring import Declaring, total

if TYPE_CHECKING:
    from collections.abc import Mapping

    from balance.cards import CardSet
    from balance.games.interface import Tables

DECLARED = Declaring()
MEASURES = DECLARED.measures
seat, game, run, seat_run = DECLARED.levels()


def draws(t: pd.DataFrame) -> pd.Series:
    """Cards taken by a company."""
    return t["required_draws"] + t["optional_draws"]


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


@seat("optional draws", "per game", "HB-15")
def optional_draws(t: pd.DataFrame) -> pd.Series:
    """Optional draws that a company takes in a game."""
    return t["optional_draws"]


@seat("optional draws on offer", "per game", "HB-15")
def optional_offered(t: pd.DataFrame) -> pd.Series:
    """Times in a game that a company can take or leave an optional draw."""
    return t["optional_offered"]


@seat("optional draws that are no choice", "share", "HB-15", per=lambda t: t["optional_offered"], rate=True)
def no_choice(t: pd.DataFrame) -> pd.Series:
    """Of the optional draws on offer, the share in which drawing (or stopping) is right on average for
    whatever a hazard costs and a tactic is worth within the ranges of the card data (`stakes`), by what the
    company knows: the chance that the next card is a hazard, and what the harmless cards left in the deck
    bring, which everybody can count. One more card at a time: what the card after it may bring is left out.
    """
    return t["optional_offered"] - t["optional_open"]


@seat("optional draws plainly right", "share", "HB-15", per=lambda t: t["optional_offered"], rate=True)
def clear_draw(t: pd.DataFrame) -> pd.Series:
    """Of the optional draws on offer, the share in which drawing is right at both ends of the stakes."""
    return t["optional_offered"] - t["optional_open"] - t["clear_stop"]


@seat("optional draws plainly wrong", "share", "HB-15", per=lambda t: t["optional_offered"], rate=True)
def clear_stop(t: pd.DataFrame) -> pd.Series:
    """Of the optional draws on offer, the share in which stopping is right at both ends of the stakes."""
    return t["clear_stop"]


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


def hands(t: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Sizes of a hand, and how many turns of a company ended with each (a row per company and game)."""
    counted = t.filter(regex=r"^hands\.")
    return np.array([int(name.split(".")[1].rstrip("+")) for name in counted]), counted.to_numpy()


def hand_turns(t: pd.DataFrame) -> pd.Series:
    """Turns of a company."""
    return t.filter(regex=r"^hands\.").sum(axis=1)


@seat("tactics in hand", "count", "HB-31", "HB-32", per=hand_turns)
def hand(t: pd.DataFrame) -> pd.Series:
    """Tactic cards a company holds when a turn of its own ends, mean over its turns."""
    sizes, turns = hands(t)
    return pd.Series(turns @ sizes, t.index)


@seat("largest hand", "count", "HB-31", "HB-32")
def largest_hand(t: pd.DataFrame) -> pd.Series:
    """Most tactic cards a company holds at the end of a turn of its own in a game."""
    sizes, turns = hands(t)
    return pd.Series(np.max(sizes * (turns > 0), axis=1, initial=0), t.index)


def full_turns(r: Tables) -> pd.Series:
    """Turns of a company; none where hands of the size allowed are not counted apart."""
    apart = f"hands.{r.cards.data['company']['hand_limit']}" in r.seats
    return hand_turns(r.seats) * int(apart)


@seat_run("turns that end with a full hand", "share", "HB-32", per=full_turns, rate=True)
def full_hand(r: Tables) -> pd.Series:
    """Share of turns that end with as many tactics in hand as are allowed: the next one would be paid for."""
    column = f"hands.{r.cards.data['company']['hand_limit']}"
    return r.seats[column] if column in r.seats else full_turns(r)


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

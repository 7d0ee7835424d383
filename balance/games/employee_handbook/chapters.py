"""What the report says of Employee Handbook: axes, chapters, sentences, games worth showing, and the `BOOK`.

Numbers are counted in `measures.py`, `fates.py` and `curves.py`. To add a measure, write one function in
`measures.py`: the `BOOK` has it then, and nothing here needs to change. To show it, name the function in a
panel of `CHAPTERS`, in a sentence of `SENTENCES` or in `EXTREMES`.

What may stand here: what is shown, in which order and in which words. Nothing is counted here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance.games.employee_handbook.curves import CURVES, FAMILIES, shield_prices
from balance.games.employee_handbook.fates import MEASURES  # all of them: those of `measures.py` come first
from balance.games.employee_handbook.measures import claimed
from balance.games.employee_handbook.state import AGE_BINS
from balance.games.interface import Axis, Chapter, Extreme, MeasureBook, Panel, Sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from balance.cards import CardSet

# ------------------------------------------------------------------------------------------------ axes


def round_labels(cards: CardSet) -> list[str]:
    """1, 2, ... one for each round of a game."""
    return [str(number + 1) for number in range(cards.data["frame"]["rounds"])]


def age_labels(cards: CardSet) -> list[str]:
    """Ranges of cards taken since the deck was fresh; the last one is open."""
    width = cards.data["frame"]["age_bin"]
    last = AGE_BINS - 1
    labels = [f"{width * i}-{width * (i + 1) - 1}" for i in range(last)]
    return [*labels, f"{width * last}+"]


def place_labels(cards: CardSet) -> list[str]:
    """1, 2, ... one for each position a blocked hazard may be put at; 1 is the next card."""
    return [str(number + 1) for number in range(cards.data["company"]["place_within"])]


AXES = (
    Axis("rounds", "round", round_labels),
    Axis("ages", "cards taken since the deck was fresh", age_labels),
    Axis("places", "position the hazard was put at (1: the next card)", place_labels),
)

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
            Panel("distribution", "Explosions in a game", ("explosions",)),
            Panel(
                "by_plan", "Does an explosion bring the next one?", ("spiral",),
                "Share of the turns after an explosion that explode again, less the usual share of the same"
                " plan in the same round. Above 0 a company that is down is kept down; below 0 an explosion"
                " clears the air.",
            ),
            Panel("curves", "Disabled buildings of a company", ("disabled_by_round",)),
            Panel(
                "measures", "After an explosion", ("explosions_after", "explosions_usual", "spiral"),
            ),
        ),
    ),
    Chapter(
        "hazards", "Hazard cards", "What becomes of a hazard that somebody draws, and whom does a plant hit?",
        (
            Panel("by_plan", "Plants that hit the rival, by plan", ("plant_hit",)),
            Panel(
                "curves", "Whom does a plant hit?", ("hit_early", "hit_late"),
                "Above 50 %: the rival is the likelier victim. After the first turn of a round the rival has"
                " two turns in a row; after the second the company that put the hazard back moves next.",
            ),
            Panel("counts", "How often is one hazard blocked?", ("chain",)),
            Panel("family", "Where blocked hazards are put", ("placed_at",)),
            Panel(
                "measures", "Fate of a hazard that is drawn",
                ("fate_rival", "fate_self", "fate_gone", "fate_explodes"),
                "The four add up to all hazards drawn.",
            ),
            Panel(
                "measures", "Plants and chains",
                ("plant_hit", "plant_hit_early", "plant_hit_late", "chain_length", "longest_chain"),
            ),
        ),
    ),
    Chapter(
        "shields", "Shields", "Are shields worth charging, and where do hazards go that they stop?",
        (
            Panel("by_plan", "Shields put to use, by plan", ("fill_rate",)),
            Panel(
                "curves", "Charged shields and disabled buildings", ("charged_by_round", "disabled_by_round"),
            ),
            Panel(
                "measures", "Use of shields",
                ("shields_charged", "shields_used", "shields_left", "fill_rate", "recharges", "blocks"),
            ),
            Panel(
                "sheet", "What does a shield cost?", (),
                "From the card data, per shield charged: price, less the points that come with it at what a"
                " point costs in money at the end, plus the action. Shields that are never used cost the"
                " same: divide by the share put to use. What an action is worth is not measured yet, so three"
                " guesses are shown; room for later recharges is not counted.",
                sheet=shield_prices,
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
            Panel(
                "curves", "Optional draws per turn", ("optional_by_round", "choice_by_round"),
                "Where the second line is near 0, pressing your luck is decoration: drawing, or stopping, is"
                " right whatever is at stake.",
            ),
            Panel("counts", "Tactics in hand at the end of a turn", ("hands",)),
            Panel("by_plan", "Actions unused, by plan", ("actions_unused",)),
            Panel(
                "measures", "What is used and what is left",
                (
                    "optional_taken", "actions_unused", "tactics_played", "tactics_left", "surplus_tactics",
                    "hand", "largest_hand", "full_hand",
                ),
            ),
            Panel(
                "measures", "Is the optional draw a choice?",
                (
                    "optional_draws", "optional_offered", "optional_taken", "no_choice", "clear_draw",
                    "clear_stop",
                ),
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
            Panel("distribution", "Score of a company", ("score",)),
            Panel("by_plan", "Score, by plan", ("score",)),
            Panel(
                "parts", "What a score is made of", ("score", "points", "cash_points"),
                "Points of disabled buildings are what is left of them; what they lost is in the table of"
                " what explosions cost.",
            ),
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


def _aim(e: Mapping[str, Any]) -> str:
    if not {"plant_hit_early", "plant_hit_late"} <= set(e):
        return ""
    return (
        "Of the hazards put back and drawn again the rival draws {plant_hit_early} when they are put back in"
        " the first turn of a round, {plant_hit_late} in the second."
    )


def _anatomy(e: Mapping[str, Any]) -> str:
    points = e.get("points", {})
    if not points or not {"score", "cash_points", "lost_points"} <= set(e):
        return ""
    most = max(points, key=lambda card: points[card].value)
    return (
        f"Of {{score}} points of a company {{cash_points}} come from money left over; the building that"
        f" brings most is {{card[{most}]}}, with {{points[{most}]}}. Disablement costs {{lost_points}}"
        " points."
    )


# fmt: off
SENTENCES = (
    Sentence(
        "{explosions} explosions in a game, {explosion_rate} of draws.", _worst_round, "Danger", "danger",
    ),
    Sentence("", _replanting, "Re-planting", "danger"),
    Sentence(
        "After an explosion a company explodes again in {explosions_after} of its next turns;"
        " {explosions_usual} is usual for its plan in those rounds.",
        None, "Spiral", "danger",
    ),
    Sentence(
        "Of the hazards drawn, {fate_explodes} explode at once, {fate_rival} are blocked and hit the rival"
        " next, {fate_self} come back to the blocker, and {fate_gone} are blocked and never seen again.",
        _aim, "Hazards", "hazards",
    ),
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
        "A company ends its turns with {hand} tactics in hand, and {tactics_left} are never played.",
        None, "Hand", "tactics",
    ),
    Sentence(
        "In {no_choice} of the optional draws on offer one answer is right whatever is at stake: to draw in"
        " {clear_draw}, to stop in {clear_stop}.",
        None, "Press your luck", "tactics",
    ),
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
    Sentence("", _anatomy, "Points", "scores"),
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
    Extreme("Most cards drawn", "draws_per_game", "max"),
    Extreme("Fewest cards drawn", "draws_per_game", "min"),
    Extreme("Most decisions", "decisions", "max"),
    Extreme("Fewest decisions", "decisions", "min"),
    Extreme("Largest margin", "margin", "max"),
    Extreme("Smallest margin", "margin", "min"),
    Extreme("Most explosions", "explosions", "max"),
    Extreme("Fewest explosions", "explosions", "min"),
    Extreme("Hazard blocked most often", "longest_chain", "max"),
    Extreme("Largest hand", "largest_hand", "max"),
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

"""What a bot is made of: its named weights (`BOT`), and what it works out from them (`APPRAISAL`)."""

from __future__ import annotations

import numpy as np

from balance.games.employee_handbook.state import BUILDING_KINDS, CARD_KINDS, LEVELS

WEIGHTS: dict[str, tuple[str, str]] = {
    "judgement": ("factor", "weight of all worths against the noise; 0 plays at random"),
    "noise": ("points", "width of the random worth added to every option"),
    "patience": ("points", "what a business action must be worth to be taken at all"),
    "haste": ("points", "what any business action is worth over ending business"),
    "action": ("points", "worth of one business action, when weighing what will need one later"),
    "money": ("factor", "weight of money spent, against its worth at the final count"),
    "foresight": ("factor", "weight of what a building will bring in the turns to come"),
    "income": ("factor", "weight of steady income (Workshop)"),
    "crowding": ("points", "what each building owned takes off the worth of another of its kind"),
    "industry": ("factor", "weight of activations (Factory, Lab) to come, and of activating now"),
    "insurance": ("factor", "weight of pay on own explosions (Salvage Yard)"),
    "safety": ("factor", "worth of charged shields and capacity"),
    "caution": ("factor", "weight of the damage of an explosion when taking cards"),
    "greed": ("points", "extra worth of an optional draw"),
    "malice": ("factor", "weight of harm to the rival: where to place a hazard, Overtime"),
    "dread": ("factor", "weight of harm to oneself when placing a hazard"),
    "guile": ("points", "width of the random worth that varies where a hazard is placed"),
    "upkeep": ("factor", "weight of what a repair brings back"),
    "curiosity": ("factor", "worth of an Inspection, against the damage it may avert"),
    "overtime": ("factor", "worth of an Overtime Order, against the harm it can be expected to do"),
    "reshuffle": ("factor", "worth of a Reorganization, against the danger it takes away"),
    "escape": ("factor", "worth of an Emergency Shutdown, against the draw it avoids"),
    "tactic": ("$", "worth of a tactic drawn or gained"),
    "variety": ("points", "what a second copy of a tactic in hand is worth less"),
}
"""Weight -> (unit, meaning). `taste` (points per building) and `keep` (points per tactic) come beside."""

BOT = np.dtype(
    [(name, np.float64) for name in WEIGHTS]
    + [("taste", np.float64, (BUILDING_KINDS,)), ("keep", np.float64, (CARD_KINDS,))]
)

DEEDS = BUILDING_KINDS * LEVELS

APPRAISAL = (
    np.dtype(  # what a bot thinks of the market, for one company in one era; deed = kind * LEVELS + rank
        [
            ("ready", np.int64),
            ("gain", np.float64),  # $ that a harmless card brings on average
            ("point", np.float64),  # points per $
            ("wound", np.float64),  # points an explosion costs, typically
            ("repair", np.float64),  # points that having a building repaired costs, with its action
            ("rate", np.float64, (DEEDS,)),  # points a level brings per own turn to come
            ("cover", np.float64, (DEEDS,)),  # points it pays per hazard met without a shield
            ("stake", np.float64, (DEEDS,)),  # points of its value that are lost while it is disabled
            ("deal", np.float64, (DEEDS,)),  # points of reaching it: value gained and taste, less the price
            ("more_rate", np.float64, (DEEDS,)),  # rate, over that of the level before
            ("more_cover", np.float64, (DEEDS,)),  # cover, over that of the level before
            ("shields", np.float64, (DEEDS,)),  # shields it comes with
        ]
    )
)

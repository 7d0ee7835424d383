"""What a bot is made of: its named weights. Worths are in points of Profit."""

from __future__ import annotations

import numpy as np

from balance.games.extremely_bad_hires.state import QUALIFICATIONS

WEIGHTS: dict[str, tuple[str, str]] = {
    "judgement": ("factor", "weight of all worths against the noise; 0 plays at random"),
    "noise": ("points", "width of the random worth added to every option"),
    # attempts
    "ambition": ("factor", "weight of a Job's Profit when choosing a crew"),
    "benefit": ("factor", "weight of what a Job's effect brings beside its Profit"),
    "pain": ("points", "what a Hire-turn lost to a Job's effect costs"),
    "caution": ("points", "what a Job must be worth to be attempted"),
    "fear": ("factor", "how much Mayhem it expects of the hands of its opponents"),
    "cushion": ("factor", "how much each Hire beyond those required lowers that danger"),
    "exposure": ("points", "what sending one more Hire costs"),
    "denial": ("factor", "weight of not leaving a Job to the next player"),
    # staff
    "hire": ("points", "worth of a Hire more in the staff"),
    "crowd": ("points", "what each Hire in the staff takes off the next one's worth"),
    "variety": ("points", "worth of a Qualification that the staff lacks"),
    "match": ("points", "worth of having the Qualification of the Active Job"),
    "loyalty": ("points", "what dismissing a Hire for another costs beside its worth"),
    # Fixes
    "thrift": ("points", "what a Fix must be worth in Preparation"),
    "salvage": ("points", "what a Fix must be worth in Recovery"),
    "cure": ("points", "worth of a Hire-turn saved by recovering a Hire"),
    "card": ("points", "worth of a card drawn"),
    "loss": ("points", "cost of a card discarded"),
    "guard": ("points", "worth of a Mayhem cancelled or a Hire protected"),
    "roster": ("points", "worth of a Hire enlisted, activated or qualified by an effect"),
    "liberty": ("points", "worth of an extra Fix, Hire or attempt"),
    "insight": ("points", "worth of a card looked at"),
    # Mayhem
    "sabotage": ("factor", "weight of the Profit that a Mayhem denies"),
    "malice": ("points", "worth of a Hire-turn, a card or a point that another loses"),
    "leader": ("factor", "how much more Mayhem is worth against who leads, and less against who trails"),
    "block": ("points", "worth of stopping an attempt that would win the game"),
    "hold": ("points", "what a Mayhem must be worth to be played"),
    "strip": ("points", "worth of spending another's canceller with a Mayhem"),
    "deference": ("points", "what a Mayhem is worth less while other opponents still act"),
    # what to keep
    "keep_hire": ("points", "worth of a Hire card in hand"),
    "keep_mayhem": ("points", "worth of a Mayhem card in hand"),
    "keep_fix": ("points", "worth of a Fix card in hand"),
    "spare": ("points", "what a second copy in hand is worth less"),
    "optional": ("points", "worth of doing what an effect leaves open"),
}
"""Weight -> (unit, meaning). `taste` (points per Qualification) comes beside."""

BOT = np.dtype([(name, np.float64) for name in WEIGHTS] + [("taste", np.float64, (QUALIFICATIONS,))])

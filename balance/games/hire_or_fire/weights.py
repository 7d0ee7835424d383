"""What a bot is made of: its named weights. Worths are in units of fit."""

from __future__ import annotations

import numpy as np

WEIGHTS: dict[str, tuple[str, str]] = {
    "judgement": ("factor", "weight of all worths against whims; 0 plays at random"),
    "whim": ("fit", "width of the random worth added to every option (not to hiring: that has `lapse`)"),
    # hiring
    "level": (
        "level",
        "0 at random, 1 fit to the own offer, 2 contrast with others, 3 posterior over all",
    ),
    "tau": ("1/fit", "precision: how surely the better folder is picked"),
    "tau_spread": ("log", "spread of judging skill between players and games: standard deviation of log tau"),
    "lapse": ("share", "hires that are made at random"),
    "contrast": ("factor", "level 2: weight of what a folder says to other offers"),
    "sharp": ("1/fit", "how much the best of the other offers outweighs their mean"),
    "blur": ("factor", "private noise of this bot, as a factor on that of the model"),
    "blur_spread": ("log", "spread of applicant skill: standard deviation of log noise when composing"),
    # applying
    "clarity": ("factor", "how much it avoids looking right for other offers"),
    "decoy": ("factor", "how much it tries to look right for others than the target"),
    "saving": ("factor", "how much it spares cards that could serve later"),
    # offering
    "distinct": ("factor", "how much it offers jobs that few other jobs resemble"),
    "reach": ("factor", "how much it offers jobs that an unknown hand can fit"),
    # exchanging
    "swap_cost": ("fit", "what an exchanged card must gain; large: never exchanges"),
    "swap_next": ("factor", "weight of what a card could do in later weeks"),
    # salary
    "order": ("choice", "0 thresholds, 1 low cards first, 2 high cards first, 3 by chance"),
    "confidence": ("factor", "on the slope of its idea of how likely a match is"),
    "boldness": ("log odds", "added to that idea"),
}
"""Weight -> (unit, meaning)."""

BOT = np.dtype([(name, np.float64) for name in WEIGHTS])

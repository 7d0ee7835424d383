"""One game in play. What is not marked public is known to its owner alone, or to nobody."""

from __future__ import annotations

import numpy as np

from balance.games.hire_or_fire.counts import GAME_TALLY, TALLY
from balance.games.hire_or_fire.state import (
    HAND,
    JOBS,
    LOG_MAX,
    OPTIONS_MAX,
    SEATS,
    SKILLS,
    WEEKS,
    F,
    I,
)

PLAYER = np.dtype(
    [
        ("jobs_size", I),  # public
        ("skills_size", I),  # public
        ("jobs", I, (HAND,)),  # hand, ascending; entries beyond the size have no meaning
        ("skills", I, (HAND,)),
        ("job_weeks", I, (HAND,)),  # weeks each of them has been in hand (for counting)
        ("skill_weeks", I, (HAND,)),
        ("salaries", I),  # bits of the salary cards not played yet; public up to last week (HG-13)
        ("won", I),  # bits of the salary cards won; public
        ("swapped", I),  # 1: exchanged this week; public
        ("put_jobs", I),  # bits: places in the hand put aside for an exchange
        ("put_skills", I),
        ("offer", I),  # job on the board; -1: none; public once all are up (HG-07)
        ("job", I),  # in the folder; -1: none. The folder is public, its author hidden, once all are laid out
        ("strength", I),  # skill card; -1: none
        ("weakness", I),
        ("salary", I),  # number of the salary card in the folder; -1: none; hidden until the reveal
        ("hired", I),  # place of the folder chosen; -1: none; public once all have chosen
        ("hint", I),  # place of the folder that this hirer can tell is meant for it (HG-14); -1: none
        ("matched", I),  # 1: got the dream job this week
        ("money", I),  # public
        ("bonuses", I),  # public
        ("compensations", I),  # public
        # what a bot has worked out for the folder at hand; no part of the position
        ("plan_week", I),  # week + 1 of the plan; 0: none
        ("plan_job", I),
        ("plan_strength", I),
        ("plan_weakness", I),
        # for counting
        ("chances", F, (WEEKS,)),  # p-hat of each week
        ("matches", I),  # bits: weeks with a match
        ("tally", TALLY),
    ]
)

LOG = np.dtype([("event", I), ("seat", I), ("a", I), ("b", I), ("c", I)])

GAME = np.dtype(
    [
        ("luck", I),  # key of the deal
        ("phase", I),  # Phase
        ("decider", I),  # the seat that is asked
        ("players", I),
        ("week", I),  # from 0
        ("first", I),  # first to deliver this week: decides first, presents, reveals first; public
        ("asked", I),  # how many have answered in this phase
        ("offset", I),  # everybody applies to the seat so many places to the right
        ("tokens", I),  # places the tokens have gone from home, 0 when all are home (HG-18)
        ("jobs_size", I),  # public
        ("skills_size", I),  # public
        ("jobs", I, (JOBS,)),  # deck; hidden; the next card is the last entry
        ("skills", I, (SKILLS,)),
        ("bin_jobs_size", I),
        ("bin_skills_size", I),
        ("bin_salaries", I),  # losing salary cards
        ("bin_jobs", I, (JOBS,)),  # paper bin, ascending
        ("bin_skills", I, (SKILLS,)),
        ("laid", I, (SEATS,)),  # author of the folder at each place; hidden until the reveal
        ("laid_size", I),  # 0: not laid out
        ("decisions", I),  # taken so far
        ("tally", GAME_TALLY),
        ("option_count", I),
        ("log_on", I),
        ("log_count", I),
        # scratch of bots: no part of the position
        ("fit", F, (SEATS * SEATS,)),  # as a hirer sees them: place * SEATS + offer of a seat
        ("weight", F, (SEATS * SEATS,)),
        ("subset", F, (1 << SEATS,)),
        ("chance", F, (SEATS,)),
        ("desk_luck", I, (SEATS,)),  # offers when composing, the target's first: luck of the job
        ("desk_offer", I, (SEATS,)),
        ("desk_own", I),  # place of the own offer among them
        ("says_job", F, (SEATS * HAND,)),  # what each card at hand says to each of them: offer * HAND + place
        ("says_strength", F, (SEATS * HAND,)),
        ("says_weakness", F, (SEATS * HAND,)),
        ("says_pair", F, (SEATS,)),  # job and strength together
        ("keep_weakness", F, (HAND,)),  # what each weakness at hand could do later
        ("luck_weakness", I, (HAND,)),
        ("key_target", I, (HAND,)),  # by weakness: key of the noise of a folder and the target's offer
        ("most_said", F, (HAND,)),  # by weakness: the most that other offers hear, noise left out
        ("most_wrong", F, (HAND,)),  # and of those but the own
        (
            "said",
            F,
            (HAND * HAND * HAND,),
        ),  # by folder, (job * HAND + strength) * HAND + weakness: worth for the target
        ("bound", F, (HAND * HAND * HAND,)),  # and what the whole folder can be worth at most
        ("word", I, (JOBS,)),
        ("bucket", I, (65,)),
        ("player", PLAYER, (SEATS,)),
        ("option", I, (OPTIONS_MAX,)),
        ("log", LOG, (LOG_MAX,)),
    ]
)

BEFORE_PLAYERS = int(GAME.fields["player"][1])  # type: ignore[index]  # a structured type has fields
PLAYER_BYTES = PLAYER.itemsize
"""What a new game clears: the bytes before the players, and those of each player in it."""

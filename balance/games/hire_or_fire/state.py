"""The tables of the rules and of the model of judgement, and every enum of Hire or Fire.

Cards are numbers: a job 0.. in the order of `jobs.yaml`, a skill card 0.. in that of `skills.yaml`. Money is
in dollars. Clause ids (HF stated, HD derived, HG reading of an open point) are those of
`docs/hire_or_fire_rules.md`; M ids are its sections on the model of judgement.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

I = np.int64
F = np.float64

SEATS = 6
JOBS = 240  # jobs at most
SKILLS = 120  # skill cards at most
TRAITS = 32  # traits at most (bits of a mask)
HAND = 8  # jobs in a hand, and skill cards, at most
WEEKS = 6
SALARIES = 6  # salary cards of a kit at most
SWAPS = 4  # cards exchanged in a week at most
LEVELS = 4  # of hirers: L0 to L3
TOKENS = 6  # bins: HIRED! tokens on one folder (one more with self-hire goes into the last)
GRID = 33  # points at which the expected excess of a drawn card is tabled
NORMALS = 1024  # quantiles of the normal distribution that noise is drawn from
OPTIONS_MAX = 64
LOG_MAX = 2000


class Phase(IntEnum):
    """What the decider is asked."""

    OFFER = 0  # which job to post (HF-19), or to exchange first
    JOB = 1  # which job to put into the folder (HF-23), or to exchange first
    STRENGTH = 2  # which strength (HF-25)
    WEAKNESS = 3  # which weakness (HF-26)
    SALARY = 4  # which salary card (HF-27)
    HIRE = 5  # whom to hire (HF-34)
    LATE = 6  # whether to exchange after all is revealed (HG-05)
    OVER = 7


class Verb(IntEnum):
    """What an option does; an option is `verb * 256 + argument`."""

    OFFER = 1  # argument: place in the hand of jobs (sorted by number)
    SWAP_JOB = 2  # put a job aside for the exchange; argument: place in the hand of jobs
    SWAP_SKILL = 3  # the same; argument: place in the hand of skills
    DRAW = 4  # end the exchange: what was put aside goes to the paper bin, as many are drawn
    JOB = 5  # into the folder; argument: place in the hand of jobs
    STRENGTH = 6  # argument: place in the hand of skills
    WEAKNESS = 7  # argument: place in the hand of skills, without the strength's card
    SALARY = 8  # argument: number of the salary card in the kit, 0 the lowest
    HIRE = 9  # argument: place among the folders laid out
    PASS = 10  # no exchange this week


class SelfHire(IntEnum):
    """HG-01."""

    REFUSED = 0
    ALLOWED = 1


class SkillsUsed(IntEnum):
    """HG-03."""

    TWO_CARDS = 0
    ONE_CARD = 1  # both halves of one card


class Halves(IntEnum):
    """HG-04 (worked into the fit tables; kernels do not ask)."""

    USED_HALF = 0
    WHOLE_CARD = 1


class SwapUntil(IntEnum):
    """HG-05."""

    WEEK_END = 0
    FOLDER_CLOSED = 1


class SwapFrom(IntEnum):
    """HG-06."""

    ANY_MOMENT = 0
    OFFERS_UP = 1


class Offers(IntEnum):
    """HG-07."""

    HIDDEN = 0
    IN_TURN = 1  # each offer is seen before the next is chosen


class Reserve(IntEnum):
    """HG-09."""

    REFILLS_FIRST = 0
    NONE = 1


class Presenter(IntEnum):
    """HG-10: who delivers first (decides first, presents, reveals first)."""

    BY_LOT = 0
    IN_TURN = 1  # the next player to the left each week; by lot in the first


class Talk(IntEnum):
    """HG-14."""

    NONE = 0
    LEAKS = 1  # now and then a hirer can tell whose folder is whose


class Home(IntEnum):
    """HG-18: when all tokens would come home."""

    EXTRA_PASS = 0
    REPEAT = 1  # they rest at home for a week, and everybody applies where they last did


SWITCHES: dict[str, type[IntEnum]] = {
    "self_hire": SelfHire,
    "skills_used": SkillsUsed,
    "halves": Halves,
    "swap_until": SwapUntil,
    "swap_from": SwapFrom,
    "offers": Offers,
    "reserve": Reserve,
    "presenter": Presenter,
    "talk": Talk,
    "home": Home,
}
"""Switch of `readings.yaml` -> its positions."""

READINGS = np.dtype([(name, I) for name in SWITCHES])

JOB_CARD = np.dtype(
    [
        ("luck", I),  # crc32 of its id: names its place in shuffles and its noise
        ("traits", I),  # bits of the traits it is tagged with
        ("crowd", F),  # M-5 offers: mean of the 12 largest associations with other jobs
        ("reach", F),  # fit that an unknown hand can reach for it as an offer
        ("keep", F),  # M-5: opportunity value as experience
        ("share", F, (TRAITS,)),  # of its tag weight, per trait (for cover)
    ]
)

SKILL_CARD = np.dtype(
    [
        ("luck", I),
        ("strength_traits", I),
        ("weakness_traits", I),
        ("keep_strength", F),
        ("keep_weakness", F),
    ]
)

FIT = np.dtype([("to", F, (JOBS,))])
"""What a card adds to the fit of a folder, per job on offer: weight * association + shared noise."""

EXCESS = np.dtype(
    [
        ("job", F, (GRID,)),  # E max(0, X - b): X what a card drawn now would add, at b = low + i * step
        ("strength", F, (GRID,)),
        ("weakness", F, (GRID,)),
    ]
)
"""Per job on offer."""

THRESHOLDS = np.dtype([("at", F, (SALARIES,))])
"""M-6: a(1,k) .. a(k-1,k) of the sequential assignment problem, in the first k - 1 places."""

RULES = np.dtype(
    [
        ("players", I),
        ("weeks", I),
        ("hand_jobs", I),
        ("hand_skills", I),
        ("swap_cards", I),  # exchanged in a week at most
        ("salaries", I),  # cards in a kit
        ("salary", I, (SALARIES,)),  # ascending
        ("bonus", I),
        ("compensation", I),
        ("compensation_stock", I),  # pieces in the box: only counted (HF-41)
        ("jobs", I),
        ("skills", I),
        ("leak_chance", F),  # HG-14
        ("reading", READINGS),
        # the model of judgement
        ("private_noise", F),  # sig_pr
        ("cover", F),  # bC
        ("nothing_below", F),  # reports: with a best fit below this a player "has nothing"
        ("excess_low", F),
        ("excess_step", F),
        ("mean_keep_job", F),
        ("mean_keep_strength", F),
        ("mean_keep_weakness", F),
        ("chance_base", F),  # a_n of p-hat = logistic(a_n + b * appeal)
        ("chance_slope", F),  # b
        ("thresholds", THRESHOLDS, (SALARIES + 1,)),  # by cards to choose from
        ("normal", F, (NORMALS,)),  # quantiles, mean 0, variance 1
        ("job", JOB_CARD, (JOBS,)),
        ("skill", SKILL_CARD, (SKILLS,)),
        ("job_fit", FIT, (JOBS,)),  # bJ a(j, v) + z(j, v)
        ("strength_fit", FIT, (SKILLS,)),  # bS a(s, v) + z(s, v)
        ("weakness_fit", FIT, (SKILLS,)),  # bW spin_w a(w, v) + z(w, v)
        ("excess", EXCESS, (JOBS,)),
    ]
)

"""What is counted in a game: the rows that the kernels fill. All int64; `ppm` fields are in millionths."""

from __future__ import annotations

import numpy as np

from balance.games.hire_or_fire.state import (
    JOBS,
    LEVELS,
    SALARIES,
    SEATS,
    SKILLS,
    TOKENS,
    WEEKS,
    I,
)

WEEK_ROW = np.dtype(  # per player and week
    [
        ("played", I),
        ("matched", I),  # got the dream job
        ("hired", I),  # found the own applicant (bonus)
        ("compensated", I),
        ("income", I),  # $
        ("asked", I),  # $ of the salary card in the folder
        ("fit_ppm", I),  # fit F of the own folder to its target, without private noise
        ("best_ppm", I),  # best fit the hand could reach for it when the folder was begun
        ("nothing", I),  # 1: that was below `nothing_below`
        ("appeal_ppm", I),  # appeal of the own folder as its author sees it
        ("chance_ppm", I),  # p-hat, as its author thinks without over- or underconfidence
        ("swapped", I),  # cards exchanged
        ("useful", I),  # 1: an exchange would have gained something on average (before the folder)
        ("kept", I),  # 1: useful, and not made
    ]
)

SALARY_ROW = np.dtype(  # per player and salary card (0 the lowest)
    [
        ("played", I),
        ("matched", I),
        ("income", I),  # $
        ("chance_ppm", I),  # p-hat of the folders it lay in, summed
    ]
)

OFFSET_ROW = np.dtype(  # per player and place of the target: bin o - 1 for the o-th to the right
    [
        ("applied", I),
        ("matched", I),
        ("mutual", I),  # 1: the target applied to this player too
        ("mutual_matched", I),
    ]
)

TOKEN_ROW = np.dtype(  # per player and number of tokens on the own folder
    [
        ("folders", I),
        ("matched", I),
    ]
)

JOB_ROW = np.dtype(  # per player and job
    [
        ("held", I),  # folders begun with it in hand (after an exchange before it)
        ("used", I),  # as experience in the own folder
        ("matched", I),
        ("offered", I),  # by this player
        ("found", I),  # of those, the applicant found
        ("entropy_ppm", I),  # bits of the hirer's pick distribution, summed over those offers
        ("ambiguity_ppm", I),  # of the folders it was used in, summed (see TALLY)
        ("gone", I),  # left the hand: offered, used, exchanged
        ("weeks_held", I),  # weeks in hand until then, summed over those
    ]
)

SKILL_ROW = np.dtype(  # per player and skill card
    [
        ("held", I),
        ("strength", I),  # used for its strength
        ("strength_matched", I),
        ("weakness", I),
        ("weakness_matched", I),
        ("gone", I),
        ("weeks_held", I),
    ]
)

TALLY = np.dtype(  # per player
    [
        ("score", I),  # money at the end
        ("win_share_ppm", I),
        ("order", I),  # place from the first to deliver in week 1: no first mover, so it should not matter
        ("matches", I),
        ("bonuses", I),
        ("compensations", I),
        ("salary_income", I),  # $ of salary cards won
        ("bonus_income", I),
        ("compensation_income", I),
        ("tokens", I),  # HIRED! tokens on own folders
        ("wrong_tokens", I),  # of those, of others than the target
        ("empty", I),  # own folders without any
        ("swaps", I),  # cards exchanged
        ("swap_weeks", I),  # weeks with an exchange
        ("swaps_late", I),  # of the cards, after the folder was closed
        ("swaps_short", I),  # weeks in which the skill deck did not allow a skill to be exchanged
        ("fit_ppm", I),  # summed over weeks: fit F of the own folder to its target
        ("best_ppm", I),
        ("nothing", I),
        (
            "ambiguity_ppm",
            I,
        ),  # own folders, summed: 1 - share of the best offer in max(F, 0) of all
        ("ambiguity_missed_ppm", I),  # the same, over folders that were missed
        ("entropy_ppm", I),  # bits of the own pick distribution, summed over weeks
        ("ladder_ppm", I, (LEVELS,)),  # chance of picking the right folder at each level L0..L3, summed
        ("useful", I),  # weeks; these as in WEEK_ROW
        ("kept", I),
        ("chance_ppm", I),
        ("judge_ppm", I),  # judging skill: log(tau_h / tau) / om, standard normal
        ("apply_ppm", I),  # applicant skill, standard normal: the higher the keener
        ("salary_by_chance", I),  # what the matches would have paid with the salary cards by chance (rounded)
        ("salary_thresholds", I),  # with the order of the thresholds and the same chances
        ("salary_hindsight", I),  # with the best order, seen afterwards
        ("weeks", WEEK_ROW, (WEEKS,)),
        ("salaries", SALARY_ROW, (SALARIES,)),
        ("offsets", OFFSET_ROW, (SEATS,)),
        ("by_tokens", TOKEN_ROW, (TOKENS,)),
        ("jobs", JOB_ROW, (JOBS,)),
        ("skills", SKILL_ROW, (SKILLS,)),
    ]
)

GAME_TALLY = np.dtype(
    [
        ("players", I),
        ("rounds", I),  # weeks played
        ("stalled", I),  # always 0: a game lasts its weeks (HF-47)
        ("decisions", I),  # taken, every card chosen counts as one
        ("winner", I),  # seat; -1: shared
        ("margin", I),  # best money less the next
        ("tied", I),  # 1: several have the most money (HF-50)
        ("by_bonuses", I),  # 1: settled by bonuses
        ("by_compensations", I),  # 1: settled by compensations
        ("shared", I),  # 1: not settled (HG-16)
        ("matches", I),
        ("compensations", I),
        ("overflow", I),  # 1: more compensations than pieces in the box (HF-41)
        ("compensations_most", I),  # in one week
        ("folders", I),
        ("crowded", I),  # folders with three tokens or more
        ("empty", I),  # folders without any
        ("herfindahl_ppm", I),  # of the tokens over the folders, summed over weeks
        ("mutual_weeks", I),
        ("mutual_matches", I),
        ("swaps", I),
        ("dry", I),  # 1: a refill was short of skill cards, or none could be exchanged (the latter: noting)
        ("skills_left", I),
        ("jobs_left", I),
        ("leader", I, (WEEKS,)),  # seat that leads alone after each week; -1: none
        ("lead", I, (WEEKS,)),  # best money less the next after each week
        ("standing", I, (SEATS,)),  # money at the end by seat
    ]
)

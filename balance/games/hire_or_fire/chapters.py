"""What the report shows of Hire or Fire: chapters, games worth reading, and the `BOOK`.

Numbers are counted in `measures.py`, `staffing.py` and `curves.py`; sentences for the top of the page are in
`sentences.py`. To show a measure, name it in a panel of `CHAPTERS` or in `EXTREMES`.

What may stand here: what is shown, in which order and under which title. Nothing is counted here.
"""

from __future__ import annotations

from balance.games.hire_or_fire.curves import (
    AXES,
    CONTRASTS,
    CURVES,
    names,
    strengths,
    trait_sheet,
    weaknesses,
)
from balance.games.hire_or_fire.sentences import CAVEATS, SENTENCES
from balance.games.hire_or_fire.staffing import MEASURES  # those of `measures.py` first
from balance.games.hire_or_fire.state import LEVELS, SEATS
from balance.games.interface import Chapter, Extreme, MeasureBook, Panel

# fmt: off
CHAPTERS = (
    Chapter(
        "matches", "Matches", "How often is the right applicant hired, when, and by whom?",
        (
            Panel("by_plan", "Match rate as an applicant, by plan", ("match_rate",)),
            Panel("by_plan", "Applicants found as a hirer, by plan", ("found",)),
            Panel(
                "curves", "Match rate by week", ("match_by_week", "believed_by_week"),
                "What authors think of their own folders beside what becomes of them.",
            ),
            Panel(
                "curves", "Match rate by whom one applies to", ("match_by_offset", "mutual_by_offset"),
                "1: the neighbour on the right. In mutual weeks two players apply to each other.",
            ),
            Panel(
                "measures", "How applications end",
                ("match_rate", "lift", "compensated", "flops", "mutual_rate", "other_rate"),
                "Matches, compensations and flops add up to all applications. How often a match succeeds"
                " follows from the noise that the card data assumes: compare runs at equal noise.",
            ),
            Panel("curves", "Match rate by tokens on the folder", ("match_by_tokens",)),
            Panel(
                "measures", "Does it matter who sits where?",
                tuple(f"neighbour_{places}" for places in range(1, SEATS)),
                "One does not apply to everybody equally often: whom one applies to more often matters"
                " more.",
            ),
        ),
    ),
    Chapter(
        "reading", "Reading folders", "What is it worth to read the offers of others too?",
        (
            Panel(
                "measures", "Four ways to hire, on the same folders",
                (*(f"level_{number}" for number in range(LEVELS)), "reading", "weighing"),
                "The last two are differences of the rows above, folder by folder.",
            ),
            Panel("by_plan", "Worth of reading other offers, by plan", ("reading",)),
            Panel(
                "measures", "Ambiguity", ("ambiguity", "ambiguity_missed", "ambiguity_matched", "doubt"),
                "If folders that are missed are no more ambiguous than those that match, misses are noise.",
            ),
            Panel(
                "measures", "Tokens on folders", ("concentration", "crowded", "empty"),
            ),
        ),
    ),
    Chapter(
        "offers", "Jobs on offer", "Which jobs are easy to hire for, and which leave everybody guessing?",
        (
            Panel(
                "bins", "Jobs as offers", ("job_found", "job_doubt", "job_offered"),
                "A job that fits many folders leaves its hirer in doubt.",
            ),
        ),
    ),
    Chapter(
        "cards", "Cards", "Which cards are dead, and which say too much?",
        (
            Panel(
                "bins", "Jobs as experience",
                ("job_over", "job_matched", "job_used", "job_ambiguity", "job_weeks"),
                "Above 0: folders with this job match more often than others.",
            ),
            Panel("bins", "Are jobs used?", ("job_used", "job_offered", "job_weeks")),
            Panel(
                "bins", "Strengths", ("strength_over", "strength_match", "strength_used", "skill_weeks"),
                names=strengths,
            ),
            Panel(
                "bins", "Weaknesses", ("weakness_over", "weakness_match", "weakness_used", "skill_weeks"),
                names=weaknesses,
            ),
            Panel(
                "sheet", "Traits on the cards", (),
                "Cards tagged with the trait, and in brackets those that say nothing more strongly.",
                sheet=trait_sheet,
            ),
        ),
    ),
    Chapter(
        "hands", "Hands and exchanges", "Do hands answer the offer, and is an exchange a decision?",
        (
            Panel("curves", "Fit by week", ("best_by_week", "fit_by_week")),
            Panel("measures", "What a hand allows", ("best_fit", "fit", "fit_left", "nothing")),
            Panel("curves", "Hands without an answer, by week", ("nothing_by_week",)),
            Panel(
                "curves", "Would an exchange help?", ("useful_by_week", "kept_by_week"),
                "Exchanges cost nothing: where the first line is near 100 %, they are upkeep.",
            ),
            Panel(
                "measures", "Exchanges",
                ("swaps", "swap_weeks", "useful", "kept", "swaps_late", "swaps_short"),
            ),
            Panel("curves", "Cards exchanged, by week", ("swapped_by_week",)),
            Panel("by_plan", "Cards exchanged, by plan", ("swaps",)),
            Panel("measures", "Decks", ("dry", "skills_left", "jobs_left", "all_swaps")),
        ),
    ),
    Chapter(
        "salary", "Expected Salary", "Is it worth thinking about which salary card to play?",
        (
            Panel("curves", "Match rate by salary card", ("salary_match", "salary_believed")),
            Panel("curves", "What a salary card brings", ("salary_income",)),
            Panel("curves", "Salary card in the folder, by week", ("asked_by_week",)),
            Panel(
                "measures", "The order of salary cards",
                (
                    "salaries", "salary_by_chance", "salary_thresholds", "salary_hindsight", "regret",
                    "order_income", "order_thresholds", "salary_stake", "believed",
                ),
                "The same matches, paid with the cards in another order.",
            ),
            Panel("by_plan", "Order of salaries, by plan", ("order_income",)),
        ),
    ),
    Chapter(
        "money", "Money and the end", "Where does money come from, and how close are games?",
        (
            Panel("distribution", "Money of a player", ("score",)),
            Panel("distribution", "Money of the winner", ("winners_money",)),
            Panel(
                "parts", "What money is made of",
                ("score", "salaries", "bonus_money", "compensation_money"),
            ),
            Panel("curves", "Income by week", ("income_by_week",)),
            Panel(
                "measures", "Money",
                (
                    "score", "winners_money", "spread", "margin", "all_money", "salary_share", "bonus_share",
                    "compensation_share",
                ),
            ),
            Panel(
                "measures", "Ties for the most money",
                ("ties", "by_bonuses", "by_compensations", "unsettled", "shared"),
                "The middle three are of the ties.",
            ),
            Panel("measures", "Compensations", ("compensations", "compensations_most", "overflow")),
            Panel("distribution", "Margin", ("margin",)),
        ),
    ),
    Chapter(
        "bluff", "Decoys", "Does it pay to look right for others?",
        (
            Panel(
                "by_plan", "Wrong tokens on the own folder, by plan", ("decoyed",),
                "Whether drawing them wins games is in the win shares by plan.",
            ),
            Panel("by_plan", "Money of the others, by plan", ("others_money",)),
            Panel("measures", "Wrong tokens", ("decoyed", "wrong", "compensated", "others_money")),
        ),
    ),
    Chapter(
        "skill", "Skill", "How much do judging and applying well decide?",
        (
            Panel(
                "measures", "Correlation of skill with results",
                (
                    "judge_bonuses", "judge_matches", "judge_score", "judge_win_share", "apply_bonuses",
                    "apply_matches", "apply_score", "apply_win_share",
                ),
                "Within one game. Judging shows in bonuses, applying in dream jobs.",
            ),
            Panel("by_plan", "Judging skill and winning, by plan", ("judge_win_share",)),
            Panel("measures", "Decisions", ("decisions",)),
        ),
    ),
)
# fmt: on

EXTREMES = (
    Extreme("Richest winner", "winners_money", "max"),
    Extreme("Poorest winner", "winners_money", "min"),
    Extreme("Largest margin", "margin", "max"),
    Extreme("Closest finish", "margin", "min"),
    Extreme("Most money on the table", "all_money", "max"),
    Extreme("Least money on the table", "all_money", "min"),
    Extreme("Most compensations", "compensations", "max"),
    Extreme("Most in one week", "compensations_most", "max"),
    Extreme("Most exchanges", "all_swaps", "max"),
    Extreme("Shared victory", "shared", "max"),
)

BOOK = MeasureBook(
    measures=tuple(MEASURES),
    curves=CURVES,
    axes=AXES,
    families=(),
    chapters=CHAPTERS,
    sentences=SENTENCES,
    extremes=EXTREMES,
    names=names,
    contrasts=CONTRASTS,
    leader="leader",
    margin="lead",
    caveats=CAVEATS,
    partners=True,
)

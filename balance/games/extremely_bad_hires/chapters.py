"""What the report shows of Extremely Bad Hires: chapters, games worth reading, and the `BOOK`.

Numbers are counted in `measures.py`, `staffing.py` and `curves.py`; sentences for the top of the page are in
`sentences.py`. To show a measure, name it in a panel of `CHAPTERS` or in `EXTREMES`.

What may stand here: what is shown, in which order and under which title. Nothing is counted here.
"""

from __future__ import annotations

from balance.games.extremely_bad_hires.curves import (
    AXES,
    CONTRASTS,
    CURVES,
    FAMILIES,
    company,
    deck_sheet,
    fixes,
    hires,
    mayhem,
    names,
    qualification_sheet,
)
from balance.games.extremely_bad_hires.sentences import SENTENCES
from balance.games.extremely_bad_hires.staffing import MEASURES, POINT_WORDS  # those of `measures.py` first
from balance.games.interface import Chapter, Extreme, MeasureBook, Panel

# fmt: off
CHAPTERS = (
    Chapter(
        "works", "Does it work?", "How long is a game, does it end, and how close is it?",
        (
            Panel("distribution", "Length of a game", ("rounds_begun",)),
            Panel("distribution", "Margin", ("margin",)),
            Panel(
                "measures", "Length and end",
                ("length", "given_up", "closing", "overshoot", "margin", "one_job_away"),
                "Games given up count in every number here that does not say otherwise.",
            ),
            Panel(
                "measures", "Who leads, and who catches up",
                ("lead_changes", "trailing", "comeback", "first_edge"),
            ),
            Panel(
                "curves", "Profit of a turn, by round", ("profit_by_round", "moved_by_round"),
                "What a player's own turn brings, and what the turns of the others bring or take.",
            ),
            Panel(
                "curves", "Attempts and completed Jobs, by round",
                ("attempts_by_round", "completed_by_round", "completion_by_round"),
                "The first two of turns, the third of attempts.",
            ),
            Panel(
                "measures", "Profit", ("score", "profit_turn", "profit_others", "lost_to_others"),
            ),
            Panel(
                "measures", "Wins of each seat", tuple(f"seat_{number}" for number in range(1, 5)),
                "Seats differ in their Company Decks only. Where all play the same deck, a difference here is"
                " chance.",
            ),
            Panel("sheet", "Decks of the seats", (), sheet=deck_sheet),
        ),
    ),
    Chapter(
        "jobs", "Jobs", "Which are completed, and why are the others not?",
        (
            Panel(
                "measures", "What becomes of a turn and of an attempt",
                (
                    "attempt_rate", "no_crew", "skipped", "completion", "ended_short", "ended_mayhem",
                    "ended_own", "ended_removed", "ended_open",
                ),
                "The last six add up to all attempts.",
            ),
            Panel(
                "measures", "The two paths",
                ("qualified_share", "completion_qualified", "completion_unqualified", "surplus"),
            ),
            Panel("by_plan", "Attempts completed, by plan", ("completion",)),
            Panel(
                "family", "Hires to spare", ("surplus_share", "surplus_done"),
                "Left: Hires sent beyond Required Hires.",
            ),
            Panel(
                "bins", "Which Jobs are completed?",
                (
                    "job_completion", "job_completion_qualified", "job_completion_unqualified",
                    "job_attempted", "job_no_crew", "job_skipped",
                ),
            ),
            Panel(
                "bins", "Why do attempts fail?",
                ("job_short", "job_mayhem", "job_own", "job_removed", "job_met"),
                "Mayhem seldom ends an attempt by its text: mostly it takes Hires away until too few are"
                " left.",
            ),
            Panel(
                "bins", "What is a Job worth?",
                ("job_net", "job_profit", "job_lost", "job_dwell"),
                "Failed attempts counted. Net value: Profit per attempt, less Hire-turns lost times what a"
                " Hire-turn brings (in the table of staff).",
            ),
            Panel(
                "bins", "What is the Qualification worth?",
                (
                    "job_gap", "job_profit_qualified", "job_profit_unqualified", "job_qualified", "job_match",
                ),
                "Difference of two kinds of attempts, made by different crews at different times.",
            ),
            Panel(
                "bins", "Qualifications: asked for, and there",
                (
                    "asked_match", "asked_qualified", "asked_attempted", "asked_completion", "asked_profit",
                ),
            ),
            Panel("sheet", "Qualifications", (), sheet=qualification_sheet),
        ),
    ),
    Chapter(
        "interaction", "Mayhem and Fixes", "Is sabotage worth its card, and are Fixes?",
        (
            Panel(
                "measures", "Mayhem",
                ("mayhem_played", "mayhem_rate", "mayhem_met", "cancelled"),
            ),
            Panel(
                "family", "Attempts by the Mayhem they met", ("met_share", "met_done", "met_profit"),
                "Left: Mayhem that was not cancelled. An association: Mayhem is not played at random.",
            ),
            Panel(
                "measures", "Is Mayhem aimed at the leader?",
                ("met_leader", "met_others", "on_leader", "leader_attempts"),
                "Blind Mayhem meets the leader as often as the others.",
            ),
            Panel("by_plan", "Mayhem played when it could be, by plan", ("mayhem_rate",)),
            Panel("curves", "Mayhem per attempt, by round", ("mayhem_by_round",)),
            Panel(
                "bins", "What Mayhem does to the attempt",
                ("card_failed", "card_met_profit", "card_ended", "card_lost", "card_cancelled"),
                "Attempts fail without Mayhem too: compare with the share of all attempts that fail.",
                members=mayhem,
            ),
            Panel(
                "bins", "When Mayhem can be played, and is",
                ("card_played", "card_legal", "card_used", "card_drawn"), members=mayhem,
            ),
            Panel(
                "bins", "When Fixes can be played, and are",
                ("card_played", "card_legal", "card_used", "card_drawn", "card_recovered", "card_lost"),
                members=fixes,
            ),
            Panel("measures", "Fixes", ("fix_rate", "fix_taken", "fix_early")),
        ),
    ),
    Chapter(
        "staff", "Hires and staff", "Who can work, who cannot, how long and why?",
        (
            Panel(
                "measures", "The staff when a crew is chosen",
                (
                    "staff_size", "active_share", "inactive_share", "hurt_share", "staff_use", "hire_turn",
                ),
                "The three statuses add up to the staff.",
            ),
            Panel("by_plan", "Active Hires sent, by plan", ("staff_use",)),
            Panel(
                "measures", "Hire-turns lost, by cause",
                ("hurt", "lost_turns", "lost_per_turn", "lost_job", "lost_mayhem", "lost_fix"),
                "The last three add up to the Hire-turns lost.",
            ),
            Panel(
                "measures", "Hire-turns lost, by kind",
                ("kind_timed", "kind_next_end", "kind_fix", "kind_recovery_fix"),
            ),
            Panel(
                "measures", "How Incapacitation ends",
                ("end_count", "end_recover", "end_reduce", "end_any_fix", "end_left", "end_never"),
                "They add up to all Incapacitations.",
            ),
            Panel(
                "measures", "Room in the staff",
                ("hires_played", "dismissals", "full_staff", "replacing", "stuck"),
            ),
            Panel(
                "bins", "Hires", ("card_sent", "card_used", "card_lost", "card_played", "card_legal"),
                "Hires of one Qualification do the same: differences between them are chance.",
                members=hires,
            ),
        ),
    ),
    Chapter(
        "hands", "Hands and decks", "Are hands full or empty, and do decks run out?",
        (
            Panel(
                "measures", "Hands",
                ("hand", "limit_discards", "limit_hire", "limit_mayhem", "limit_fix"),
            ),
            Panel("by_plan", "Cards in hand at the end of a turn, by plan", ("hand",)),
            Panel("measures", "Decks", ("drawn", "recycled", "job_recycled", "plays")),
        ),
    ),
    Chapter(
        "cards", "Cards", "Which cards go together with winning?",
        (
            Panel(
                "bins", "Drawn early, and winning", ("card_lift", "card_early"),
                "What a card is worth, in the sense of what a deck wins or loses when it is replaced, needs"
                " an experiment and is not in this report.",
                members=company,
            ),
        ),
    ),
    Chapter(
        "decisions", "Decisions", "How much does a game ask of its players?",
        (
            Panel("distribution", "Decisions in a game", ("decisions",)),
            Panel("measures", "In a game", ("decisions", "decisions_per_turn", "plays", "jobs_completed")),
            Panel(
                "measures", "Decisions per turn, by kind", tuple(f"asked_{point}" for point in POINT_WORDS),
                "Only decisions with two options or more; turns of all players.",
            ),
            Panel(
                "measures", "Options of a decision, by kind",
                tuple(f"options_{point}" for point in POINT_WORDS),
            ),
        ),
    ),
)
# fmt: on

EXTREMES = (
    Extreme("Longest game", "rounds_begun", "max"),
    Extreme("Shortest game", "rounds_begun", "min"),
    Extreme("Given up", "given_up", "max"),
    Extreme("Closest finish", "margin", "min"),
    Extreme("Largest margin", "margin", "max"),
    Extreme("Most Mayhem", "mayhem_game", "max"),
    Extreme("Most lead changes", "lead_changes", "max"),
    Extreme("Slowest finish", "closing", "max"),
    Extreme("Most decisions", "decisions", "max"),
    Extreme("Most Profit lost to others", "lost_to_others", "max"),
    Extreme("Most Hire-turns lost", "lost_turns", "max"),
)

BOOK = MeasureBook(
    measures=tuple(MEASURES),
    curves=CURVES,
    axes=AXES,
    families=FAMILIES,
    chapters=CHAPTERS,
    sentences=SENTENCES,
    extremes=EXTREMES,
    names=names,
    contrasts=CONTRASTS,
    leader="leader",
    margin="lead",
)

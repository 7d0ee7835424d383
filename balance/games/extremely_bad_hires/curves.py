"""Counters of Extremely Bad Hires by round, Job, Qualification and card, and in classes.

To add one, write a `Curve`, a `Contrast` or a `Family` here that names counters of the records in
`counts.py`, and name it in a panel of `chapters.py`. A single number for a game or a player is a measure:
one function in `measures.py`.

What may stand here: curves, contrasts, families, axes, which cards a panel speaks of, and tables of the card
data alone (sheets).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from balance.games.extremely_bad_hires.state import ROUNDS
from balance.games.interface import Axis, Contrast, Curve, Family, Sheet

if TYPE_CHECKING:
    from balance.cards import CardSet

# ------------------------------------------------------------------------------------------------ axes


def round_labels(cards: CardSet) -> list[str]:
    """1, 2, ... one for each round that is counted apart; the last one is open."""
    last = min(ROUNDS, int(cards.data["frame"]["max_rounds"]))
    return [*(str(number) for number in range(1, last)), f"{last}+"]


def job_labels(cards: CardSet) -> list[str]:
    """Ids of the Jobs, in the order of their numbers."""
    return list(cards.data["jobs"])


def qualification_labels(cards: CardSet) -> list[str]:
    """Ids of the Qualifications, in the order of their numbers."""
    return list(cards.data["qualifications"])


def card_labels(cards: CardSet) -> list[str]:
    """Ids of the Company cards, in the order of their numbers."""
    return [*cards.data["hires"], *cards.data["mayhem"], *cards.data["fixes"]]


AXES = (
    Axis("rounds", "round", round_labels),
    Axis("jobs", "Job", job_labels),
    Axis("qualifications", "Qualification", qualification_labels),
    Axis("cards", "card", card_labels),
)

# ----------------------------------------------------------------------------------- who a panel shows


def dealt(cards: CardSet) -> set[str]:
    """Ids of the Company cards that lie in a deck of somebody."""
    data = cards.data
    kinds = {**data["hires"], **data["mayhem"], **data["fixes"]}
    found = set()
    for deck in set(data["seats"]):
        for name, copies in data["decks"][deck]["cards"].items():
            number = copies if copies is not None else (kinds[name].get("copies") or 0)
            if number > 0:
                found.add(name)
    return found


def hires(cards: CardSet) -> list[str]:
    """Ids of the Hires that lie in a deck."""
    return [name for name in cards.data["hires"] if name in dealt(cards)]


def mayhem(cards: CardSet) -> list[str]:
    """Ids of the Mayhem that lie in a deck."""
    return [name for name in cards.data["mayhem"] if name in dealt(cards)]


def fixes(cards: CardSet) -> list[str]:
    """Ids of the Fixes that lie in a deck."""
    return [name for name in cards.data["fixes"] if name in dealt(cards)]


def company(cards: CardSet) -> list[str]:
    """Ids of all Company cards that lie in a deck."""
    return [name for name in card_labels(cards) if name in dealt(cards)]


def names(cards: CardSet) -> dict[str, str]:
    """Printed names of cards, Jobs and Qualifications."""
    kinds = ("qualifications", "hires", "mayhem", "fixes", "jobs")
    return {name: item["name"] for kind in kinds for name, item in cards.data[kind].items()}


# -------------------------------------------------------------------------------------------- by round

# fmt: off
BY_ROUND = (
    Curve(
        "attempts_by_round", "attempted", "share", "rounds", "attempts", "turns",
        "Attempts that clocked in, divided by the turns of that round.", ("EBH-4.7", "EBH-7.12"),
    ),
    Curve(
        "completed_by_round", "completed", "share", "rounds", "completed", "turns",
        "Jobs completed, divided by the turns of that round.", ("EBH-7.17",),
    ),
    Curve(
        "completion_by_round", "attempts completed", "share", "rounds", "completed", "attempts",
        "Jobs completed, divided by the attempts of that round.", ("EBH-7.17", "EBH-8.17"),
    ),
    Curve(
        "profit_by_round", "in the own turn", "points", "rounds", "profit", "turns",
        "Change of a player's Profit in the own turn of that round.", ("EBH-11.6", "EBH-11.7"), rate=False,
    ),
    Curve(
        "moved_by_round", "in the turns of others", "points", "rounds", "other_profit", "turns",
        "Change of a player's Profit in the turns of others in that round.", ("EBH-11.6", "EBH-11.12"),
        rate=False,
    ),
    Curve(
        "mayhem_by_round", "Mayhem per attempt", "count", "rounds", "mayhem", "attempts",
        "Mayhem played against the attempts of that round, cancelled ones included, divided by those"
        " attempts.", ("EBH-8.3", "EBH-8.5"), rate=False,
    ),
)

# ---------------------------------------------------------------------------------------------- by Job

BY_JOB = (
    Curve(
        "job_completion", "completed", "share", "jobs", "completed", "attempts",
        "Completions of this Job, divided by the attempts at it that clocked in.", ("EBH-7.17", "EBH-8.17"),
    ),
    Curve(
        "job_attempted", "attempted", "share", "jobs", "attempts", "faced",
        "Attempts at this Job, divided by the times a player stood before it.", ("EBH-4.7", "EBH-5.16"),
    ),
    Curve(
        "job_no_crew", "nobody to send", "share", "jobs", "no_crew", "faced",
        "Of the times a player stood before this Job, the share without a single legal crew.",
        ("EBH-7.11", "EBH-14.12"),
    ),
    Curve(
        "job_skipped", "skipped by choice", "share", "jobs", "skipped", "faced",
        "Of the times a player stood before this Job, the share in which it was left although a legal crew"
        " was there.", ("EBH-4.8",),
    ),
    Curve(
        "job_dwell", "turns it lay there", "count", "jobs", "dwell", "left",
        "Turns from the reveal of the Job until it left, of the times it left: 1 if the next player completed"
        " it.", ("EBH-5.16", "EBH-5.17"), rate=False,
    ),
    Curve(
        "job_short", "too few Hires left", "share", "jobs", "ended_short", "attempts",
        "Share of the attempts at this Job that failed at the staffing check.", ("EBH-8.17",),
    ),
    Curve(
        "job_mayhem", "ended by Mayhem", "share", "jobs", "ended_mayhem", "attempts",
        "Share of the attempts at this Job that a Mayhem ended by its text.", ("EBH-8.21",),
    ),
    Curve(
        "job_own", "ended by the Job", "share", "jobs", "ended_own", "attempts",
        "Share of the attempts at this Job that its own effect ended.", ("EBH-4.9",),
    ),
    Curve(
        "job_removed", "taken away", "share", "jobs", "ended_removed", "attempts",
        "Share of the attempts at this Job that ended because it was taken away.", ("EBH-8.22", "O-34"),
    ),
    Curve(
        "job_met", "Mayhem met", "count", "jobs", "met", "attempts",
        "Mayhem played against an attempt at this Job, cancelled ones included.", ("EBH-8.3",), rate=False,
    ),
    Curve(
        "job_profit", "Profit per attempt", "points", "jobs", "profit", "attempts",
        "Profit of the attempting player settled by this Job, failed attempts included, divided by attempts.",
        ("EBH-11.4", "EBH-11.5"), rate=False,
    ),
    Curve(
        "job_profit_qualified", "with the Qualification", "points", "jobs", "profit_qualified", "qualified",
        "The same for attempts with a Hire of its Qualification.", ("EBH-7.7", "EBH-11.5"), rate=False,
    ),
    Curve(
        "job_profit_unqualified", "without it", "points", "jobs", "profit_unqualified", "unqualified",
        "The same for attempts without one.", ("EBH-7.8", "EBH-11.5"), rate=False,
    ),
    Curve(
        "job_lost", "Hire-turns lost", "count", "jobs", "lost_turns", "attempts",
        "Hire-turns lost through Incapacitation by this Job, divided by attempts at it.",
        ("EBH-12.2", "EBH-10.6"), rate=False,
    ),
    Curve(
        "job_qualified", "attempts with it", "share", "jobs", "qualified", "attempts",
        "Share of the attempts at this Job with a Hire of its Qualification.", ("EBH-7.7", "EBH-7.8"),
    ),
    Curve(
        "job_match", "Active match there", "share", "jobs", "match", "faced",
        "Of the times a player stood before this Job, the share with an Active Hire of its Qualification in"
        " the staff.", ("EBH-7.6", "EBH-7.9"),
    ),
    Curve(
        "job_completion_qualified", "completed with it", "share", "jobs", "completed_qualified", "qualified",
        "Completions of this Job, divided by attempts, with a Hire of its Qualification.", ("EBH-7.7",),
    ),
    Curve(
        "job_completion_unqualified", "completed without it", "share", "jobs", "completed_unqualified",
        "unqualified", "The same for attempts without one.", ("EBH-7.8",),
    ),
    Curve(
        "job_stalled", "games given up at it", "count", "jobs", "stalled", "faced",
        "Games given up while this Job was Active, divided by the times a player stood before it.", ("O-36",),
        rate=False,
    ),
)

BY_QUALIFICATION = (
    Curve(
        "asked_match", "Active match there", "share", "qualifications", "match", "faced",
        "Of the times a player stood before a Job that asks for this Qualification, the share with an Active"
        " Hire that has it in the staff.", ("EBH-7.6", "EBH-7.9"),
    ),
    Curve(
        "asked_qualified", "attempts with it", "share", "qualifications", "qualified", "attempts",
        "Share of the attempts at such Jobs with a Hire of the Qualification.", ("EBH-7.7", "EBH-7.8"),
    ),
    Curve(
        "asked_attempted", "attempted", "share", "qualifications", "attempts", "faced",
        "Attempts at such Jobs, divided by the times a player stood before one.", ("EBH-4.7",),
    ),
    Curve(
        "asked_completion", "completed", "share", "qualifications", "completed", "attempts",
        "Completions of such Jobs, divided by attempts.", ("EBH-7.17",),
    ),
    Curve(
        "asked_profit", "Profit per attempt", "points", "qualifications", "profit", "attempts",
        "Profit of the attempting player settled by such Jobs, divided by attempts.", ("EBH-11.5",),
        rate=False,
    ),
)

# --------------------------------------------------------------------------------------------- by card

BY_CARD = (
    Curve(
        "card_drawn", "drawn", "count", "cards", "drawn", "in_deck",
        "Times a copy is drawn in a game, for each copy in a deck.", ("EBH-4.4", "EBH-12.4"), rate=False,
    ),
    Curve(
        "card_used", "played, when drawn", "share", "cards", "played", "drawn",
        "Plays, divided by draws of the card.", ("EBH-12.4",),
    ),
    Curve(
        "card_legal", "legal, when held", "share", "cards", "legal", "held",
        "Of the chances to play the card while it was in hand, the share in which that was legal: Preparation"
        " Windows (Hires, Fixes), Recovery Windows (Fixes), attempts of others (Mayhem). The rest of the time"
        " it was dead.",
        ("EBH-2.10", "EBH-14.8"),
    ),
    Curve(
        "card_played", "played, when legal", "share", "cards", "played", "legal",
        "Plays of the card, divided by the chances at which it was legal.", ("EBH-4.6", "EBH-8.4", "EBH-9.1"),
    ),
    Curve(
        "card_cancelled", "cancelled", "share", "cards", "cancelled", "played",
        "Of the plays of this Mayhem, the share that was cancelled.", ("EBH-8.15",),
    ),
    Curve(
        "card_failed", "attempt failed after it", "share", "cards", "failed", "played",
        "Of the plays of this Mayhem, the share after which the attempt was not completed, whatever the"
        " cause. How many of those would have failed without it needs an experiment: playing on from the same"
        " position with and without the card.", ("EBH-8.17", "EBH-8.21"),
    ),
    Curve(
        "card_met_profit", "Profit of that attempt", "points", "cards", "met_profit", "played",
        "Change of the attempting player's Profit from Clock-In to the end of the attempt, summed over the"
        " attempts that this Mayhem met and that was not cancelled, divided by its plays. What the card"
        " denied needs an experiment.", ("EBH-11.5", "EBH-11.12"), rate=False,
    ),
    Curve(
        "card_ended", "ended by its text", "share", "cards", "ended", "played",
        "Of the plays of this Mayhem, the share that ended the attempt by the text of the card.",
        ("EBH-8.21",),
    ),
    Curve(
        "card_lost", "Hire-turns lost", "count", "cards", "lost_turns", "played",
        "Hire-turns lost through Incapacitation by this card, divided by its plays; of a Hire, turns that it"
        " missed itself.", ("EBH-10.6", "EBH-10.8"), rate=False,
    ),
    Curve(
        "card_sent", "sent, when played", "count", "cards", "sent", "played",
        "Attempts the Hire was sent on, divided by plays of the card.", ("EBH-7.2", "EBH-6.7"), rate=False,
    ),
    Curve(
        "card_recovered", "Hires brought back", "count", "cards", "recovered", "played",
        "Incapacitated Hires that this Fix brought back, divided by its plays.", ("EBH-10.12", "EBH-10.22"),
        rate=False,
    ),
    Curve(
        "card_early", "drawn early", "share", "cards", "early", "in_deck",
        "Share of games in which the card reached the hand by the early round (a number of the card data).",
        ("EBH-12.4",),
    ),
)

CONTRASTS = (
    Contrast(
        "job_net", "net value", "points", "jobs", "profit", "attempts", "lost_turns", "attempts",
        "Profit per attempt at this Job, failed attempts included, less the Hire-turns lost through it times"
        " what a turn of an Active Hire brings on average (Profit per Active Hire and turn).",
        ("EBH-11.5", "EBH-10.6"), price="hire_turn",
    ),
    Contrast(
        "job_gap", "gap: with it, less without", "points", "jobs", "profit_qualified", "qualified",
        "profit_unqualified", "unqualified",
        "Profit per attempt with a Hire of the Job's Qualification, less that without one.",
        ("EBH-7.7", "EBH-7.8"),
    ),
    Contrast(
        "card_lift", "wins when drawn early, less when not", "share", "cards", "early_won", "early",
        "other_won", "other",
        "Win share of the players whose hand the card reached by the early round (a number of the card data),"
        " less that of the players who have it in their deck and did not. An association: what a deck would"
        " win with another card in its place needs an experiment with changed decks.",
        ("EBH-12.4", "EBH-11.10"), scale=1e-6,
    ),
)

FAMILIES = (
    Family(
        "surplus_share", "attempts with so many to spare", "share",
        "Share of attempts by Hires sent beyond Required Hires, as they stood at Clock-In.",
        ("EBH-7.4", "EBH-7.10"), "surplus", "attempts", rate=True,
    ),
    Family(
        "surplus_done", "of these, completed", "share",
        "Of the attempts with so many Hires to spare, the share that was completed.",
        ("EBH-7.4", "EBH-8.17"), "surplus_completed", "surplus", rate=True,
    ),
    Family(
        "met_share", "attempts that met so many Mayhem", "share",
        "Share of attempts by the Mayhem that met them and was not cancelled.", ("EBH-8.3", "EBH-8.15"),
        "by_met", "attempts", rate=True,
    ),
    Family(
        "met_done", "of these, completed", "share",
        "Of the attempts that met so many Mayhem, the share that was completed.", ("EBH-8.3", "EBH-8.17"),
        "by_met_completed", "by_met", rate=True,
    ),
    Family(
        "met_profit", "Profit of the attempting player", "points",
        "Change of the attempting player's Profit from Clock-In to the end of the attempt, mean over the"
        " attempts that met so many Mayhem.", ("EBH-11.5", "EBH-11.12"), "by_met_profit", "by_met",
    ),
)
# fmt: on

CURVES = (*BY_ROUND, *BY_JOB, *BY_QUALIFICATION, *BY_CARD)

# ------------------------------------------------------------------------------ from the card data alone


def qualification_sheet(cards: CardSet) -> Sheet:
    """Per Qualification the share of Jobs that ask for it and of Hires in each deck that bring it."""
    data = cards.data
    decks = list(dict.fromkeys(data["seats"]))
    jobs = {name: int(copies or 0) for name, copies in data["job_deck"].items()}
    asked = sum(jobs.values())
    rows = []
    for name, item in data["qualifications"].items():
        mine = sum(jobs[job] for job in jobs if data["jobs"][job]["qualification"] == name)
        shares = [share(mine, asked)]
        for deck in decks:
            held = {
                card: int(n or 0) for card, n in data["decks"][deck]["cards"].items() if card in data["hires"]
            }
            bring = sum(n for card, n in held.items() if data["hires"][card]["qualification"] == name)
            shares.append(share(bring, sum(held.values())))
        rows.append((item["name"], *shares))
    heads = (
        "Qualification",
        "Jobs that ask for it",
        *(f"Hires that bring it, deck {deck}" for deck in decks),
    )
    return Sheet(heads, tuple(rows))


def deck_sheet(cards: CardSet) -> Sheet:
    """What lies in the deck of each seat."""
    data = cards.data
    rows = []
    for number, deck in enumerate(data["seats"], 1):
        held = data["decks"][deck]["cards"]
        counted = [
            sum(int(held.get(card) or 0) for card in data[kind]) for kind in ("hires", "mayhem", "fixes")
        ]
        rows.append((str(number), deck, *map(str, counted)))
    return Sheet(("seat", "deck", "Hires", "Mayhem", "Fixes"), tuple(rows))


def share(part: int, whole: int) -> str:
    """A part of a whole number in percent."""
    return f"{round(100 * part / whole)} % ({part})" if whole else "none"

"""What Hire or Fire counts of hands, exchanges, decoys and skill: one function per measure.

The manner is that of `measures.py`. What may stand here: what hands can do, exchanges, what players do to
each other, and what skill is worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from balance.games.declaring import counter, total
from balance.games.hire_or_fire.measures import MEASURES, PPM, game, players, run, seat, seat_run, weeks
from balance.games.hire_or_fire.state import SEATS

if TYPE_CHECKING:
    import pandas as pd

    from balance.games.interface import Tables

__all__ = ["MEASURES"]

# ----------------------------------------------------------------------------------------------- hands


@seat_run("fit of the own folder", "count", "M-3", per=weeks)
def fit(r: Tables) -> pd.Series:
    """Fit of a folder to the offer it answers, as all would agree on it; a job that says it all adds 1."""
    return r.seats["fit_ppm"] * PPM


@seat_run("best fit the hand allows", "count", "M-3", "M-10", per=weeks)
def best_fit(r: Tables) -> pd.Series:
    """The best fit that the hand could reach for that offer when the folder was begun."""
    return r.seats["best_ppm"] * PPM


@seat_run("fit given up", "count", "M-5", per=weeks)
def fit_left(r: Tables) -> pd.Series:
    """Best fit that the hand allows, less that of the folder: lost to noise, clarity, or sparing cards."""
    return (r.seats["best_ppm"] - r.seats["fit_ppm"]) * PPM


@seat_run("nothing that fits", "share", "M-10", per=weeks, rate=True)
def nothing(r: Tables) -> pd.Series:
    """Share of weeks in which the best fit that the hand allows is below a number of the card data
    (`nothing_below`): the player has nothing.
    """
    return r.seats["nothing"]


# ------------------------------------------------------------------------------------------- exchanges


@seat("cards exchanged", "per game", "HF-21")
def swaps(t: pd.DataFrame) -> pd.Series:
    """Cards that a player exchanges in a game."""
    return t["swaps"]


@seat_run("weeks with an exchange", "share", "HF-21", per=weeks, rate=True)
def swap_weeks(r: Tables) -> pd.Series:
    """Share of weeks in which a player exchanges something."""
    return r.seats["swap_weeks"]


@seat_run("exchange would help", "share", "HF-21", "M-5", per=weeks, rate=True)
def useful(r: Tables) -> pd.Series:
    """Share of weeks in which an exchange before the folder would gain something on average. Near 100 %: the
    exchange is upkeep, not a decision.
    """
    return r.seats["useful"]


@seat("helpful, and not made", "share", "HF-21", "M-5", per=counter("useful"), rate=True)
def kept(t: pd.DataFrame) -> pd.Series:
    """Of the weeks in which an exchange would gain something on average, the share without one."""
    return t["kept"]


@seat("exchanged after the folder", "share", "HF-21", "HG-05", per=counter("swaps"), rate=True)
def swaps_late(t: pd.DataFrame) -> pd.Series:
    """Of the cards exchanged, the share exchanged once the own folder was closed, for the next weeks."""
    return t["swaps_late"]


@seat_run("no skill to draw", "share", "HG-09", "HD-6", per=weeks, rate=True)
def swaps_short(r: Tables) -> pd.Series:
    """Share of weeks in which the deck had no skill card to spare for an exchange."""
    return r.seats["swaps_short"]


@game("skill deck runs dry", "share", "HD-6", "HG-09", rate=True)
def dry(t: pd.DataFrame) -> pd.Series:
    """Share of games in which some week left no skill card to exchange, or too few to fill up a hand."""
    return t["dry"]


@game("skill cards left", "count", "HD-6")
def skills_left(t: pd.DataFrame) -> pd.Series:
    """Skill cards left in the deck at the end of a game."""
    return t["skills_left"]


@game("jobs left", "count", "HD-6")
def jobs_left(t: pd.DataFrame) -> pd.Series:
    """Jobs left in the deck at the end of a game."""
    return t["jobs_left"]


# ---------------------------------------------------------------------------------------------- decoys


@seat_run("wrong tokens on the own folder", "count", "HF-39", "HD-8", per=weeks)
def decoyed(r: Tables) -> pd.Series:
    """Tokens of hirers a folder was not meant for, per week. Each is a bonus missed by its owner, and a
    salary by the applicant that it did not find.
    """
    return r.seats["wrong_tokens"]


@seat("of the tokens, wrong", "share", "HF-38", "HF-39", per=counter("tokens"), rate=True)
def wrong(t: pd.DataFrame) -> pd.Series:
    """Of the tokens on a player's folders, the share of hirers they were not meant for."""
    return t["wrong_tokens"]


@seat_run("money of the others", "$", "HD-8")
def others_money(r: Tables) -> pd.Series:
    """Mean dollars of the other players of the game. By plan: what others earn when this plan plays."""
    everybody = r.seats.groupby("game")["score"].transform("sum")
    return (everybody - r.seats["score"]) / (players(r) - 1)


# ----------------------------------------------------------------------------------------------- skill


def standard(t: pd.DataFrame, values: pd.Series) -> pd.Series:
    """Values less the mean of their plan, in its standard deviations; missing where a plan's do not vary."""
    found = values.astype(float).groupby(t["bot"].astype(str))
    spread = found.transform("std", ddof=0)
    return (values - found.transform("mean")) / spread.where(spread > 0)


_SKILLS = (
    ("judge", "judging skill", "judging skill (the precision with which a player picks folders)"),
    ("apply", "applicant skill", "applicant skill (how clearly a player sees what the own cards say)"),
)
_RESULTS = (
    ("bonuses", "bonuses", "bonuses", ("HF-37", "M-10")),
    ("matches", "dream jobs", "dream jobs got", ("HF-36", "M-10")),
    ("score", "money", "money at the end", ("HF-48", "M-10")),
    ("win_share", "winning", "win share", ("HF-49", "M-10")),
)


def _correlate(field: str, name: str, words: str, result: tuple[str, str, str, tuple[str, ...]]) -> None:
    """Declare the correlation of a skill with a result."""
    column, short, said, rules = result

    def product(t: pd.DataFrame) -> pd.Series:
        return t[f"{field}_ppm"] * PPM * standard(t, t[column])

    def top(t: pd.DataFrame) -> pd.Series:
        return product(t).fillna(0.0)

    def known(t: pd.DataFrame) -> pd.Series:
        return product(t).notna().astype(float)

    top.__name__ = f"{field}_{column}"
    top.__doc__ = (
        f"Correlation of {words} with {said} of the same game, among players of one plan. The skill is drawn"
        " anew for every player and game, with mean 0 and variance 1; 0 where a plan's skill does not vary."
    )
    seat(f"{name} and {short}", "count", *rules, per=known, neutral=0.0)(top)


for _skill in _SKILLS:
    for _result in _RESULTS:
        _correlate(*_skill, _result)


def _neighbour(places: int) -> None:
    """Declare the correlation of dream jobs with the judging skill of whoever sits there."""

    def product(r: Tables) -> pd.Series:
        count = int(players(r).iloc[0])
        skill = (r.seats["judge_ppm"].to_numpy() * PPM).reshape(-1, count)
        theirs = np.roll(skill, places, axis=1).ravel()
        return standard(r.seats, r.seats["matches"]) * theirs * (1.0 if places < count else np.nan)

    def top(r: Tables) -> pd.Series:
        return product(r).fillna(0.0)

    def known(r: Tables) -> pd.Series:
        return product(r).notna().astype(float)

    top.__name__ = f"neighbour_{places}"
    top.__doc__ = (
        "Correlation of dream jobs got with the judging skill of the player so many places to the right (1:"
        " the neighbour), among players of one plan. Whom one applies to more often counts more; whom"
        " one never applies to should count nothing."
    )
    name = f"dream jobs and skill, {places} to the right"
    seat_run(name, "count", "HD-1", "HD-3", per=known, neutral=0.0)(top)


for _places in range(1, SEATS):
    _neighbour(_places)


# ------------------------------------------------------------------------------------------- decisions


@game("decisions", "per game", "HF-12", "HF-13")
def decisions(t: pd.DataFrame) -> pd.Series:
    """Decisions of all players in a game: every card chosen, every hire, every exchange or pass."""
    return t["decisions"]


@run("exchanged by all", "per game", "HF-21")
def all_swaps(r: Tables) -> pd.Series:
    """Cards that all players of a game exchange."""
    return total(r, r.seats["swaps"])

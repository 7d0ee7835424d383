"""What Hire or Fire counts of games and players: one function per measure.

To add a measure, write one function here, with `@seat`, `@game`, `@run` or `@seat_run` above it. It takes the
table (a row per player and game with `@seat`, a row per game with `@game`; the whole run with `@run` and
`@seat_run`) and gives one number per row; its docstring is the definition that the report prints. A run can
then stop by it. To show it in a figure, a table or a sentence, name it in `chapters.py`.

What may stand here: who is hired, how well folders are read, money, ties. Hands, exchanges, decoys and skill
are in `staffing.py`, numbers by week or by card in `curves.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from balance.games.declaring import Declaring, counter, total
from balance.games.hire_or_fire.state import LEVELS

if TYPE_CHECKING:
    import pandas as pd

    from balance.games.interface import Tables

DECLARED = Declaring()
MEASURES = DECLARED.measures
seat, game, run, seat_run = DECLARED.levels()

PPM = 1e-6


def weeks(r: Tables) -> pd.Series:
    """Weeks that each player played: as many folders and as many hires."""
    played = r.games.set_index("game")["rounds"]
    return played.reindex(r.seats["game"]).set_axis(r.seats.index)


def players(r: Tables) -> pd.Series:
    """Players of the game, for each player."""
    return r.seats.groupby("game")["seat"].transform("size")


def chance(r: Tables) -> pd.Series:
    """How often a hirer who picks another player's folder at random is right (HD-7)."""
    return 1 / (players(r) - 1)


# ---------------------------------------------------------------------------------------- the result


@seat("money at the end", "$", "HF-48", "HF-49")
def score(t: pd.DataFrame) -> pd.Series:
    """Dollars of a player when the game ends: salary cards won, bonuses, compensations."""
    return t["score"]


@run("money of the winner", "$", "HF-49")
def winners_money(r: Tables) -> pd.Series:
    """Most dollars of a player in a game."""
    most = r.seats.groupby("game")["score"].max()
    return most.reindex(r.games["game"]).set_axis(r.games.index)


@run("best less worst", "$", "HF-48")
def spread(r: Tables) -> pd.Series:
    """Most dollars of a player in a game, less the fewest."""
    found = r.seats.groupby("game")["score"]
    return (found.max() - found.min()).reindex(r.games["game"]).set_axis(r.games.index)


@game("margin", "$", "HF-49")
def margin(t: pd.DataFrame) -> pd.Series:
    """Dollars of the richest player less those of the next; 0 where several have the most."""
    return t["margin"]


@game("ties for the most money", "share", "HF-50", rate=True)
def ties(t: pd.DataFrame) -> pd.Series:
    """Share of games in which several players have the most money."""
    return t["tied"]


@game("settled by bonuses", "share", "HF-50", per=counter("tied"), rate=True)
def by_bonuses(t: pd.DataFrame) -> pd.Series:
    """Of the ties for the most money, the share that the number of bonuses settles."""
    return t["by_bonuses"]


@game("settled by compensations", "share", "HF-50", per=counter("tied"), rate=True)
def by_compensations(t: pd.DataFrame) -> pd.Series:
    """Of the ties for the most money, the share that the number of compensations settles."""
    return t["by_compensations"]


@game("not settled", "share", "HF-50", "HG-16", per=counter("tied"), rate=True)
def unsettled(t: pd.DataFrame) -> pd.Series:
    """Of the ties for the most money, the share that neither settles: a shared victory."""
    return t["shared"]


@game("shared victories", "share", "HG-16", rate=True)
def shared(t: pd.DataFrame) -> pd.Series:
    """Share of games that end with several winners."""
    return t["shared"]


# ------------------------------------------------------------------------------------- who is hired


@seat_run("match rate", "share", "HF-36", "HD-7", per=weeks, rate=True)
def match_rate(r: Tables) -> pd.Series:
    """Share of applications that get the dream job."""
    return r.seats["matches"]


@seat_run("lift over chance", "share", "HF-36", "HD-7", per=lambda r: weeks(r) * (1 - chance(r)), neutral=0.0)
def lift(r: Tables) -> pd.Series:
    """Match rate above that of hiring at random, as a share of what there is above it: 0 is chance, 100 % is
    every application a match. So numbers of players can be compared.
    """
    return r.seats["matches"] - weeks(r) * chance(r)


@seat_run("applicants found", "share", "HF-33", "HF-37", per=weeks, rate=True)
def found(r: Tables) -> pd.Series:
    """Share of a player's hires that find the applicant. Over all players it is the match rate."""
    return r.seats["bonuses"]


@seat_run("compensated", "share", "HF-39", per=weeks, rate=True)
def compensated(r: Tables) -> pd.Series:
    """Share of applications that only others than the dream job wanted: a compensation."""
    return r.seats["compensations"]


@seat_run("flops", "share", "HF-42", per=weeks, rate=True)
def flops(r: Tables) -> pd.Series:
    """Share of applications that nobody wanted."""
    return r.seats["empty"]


@game(
    "match rate in mutual weeks", "share", "HD-3", per=lambda t: t["mutual_weeks"] * t["players"], rate=True
)
def mutual_rate(t: pd.DataFrame) -> pd.Series:
    """Share of applications that match, in weeks in which two players apply to each other."""
    return t["mutual_matches"]


@game(
    "match rate in other weeks",
    "share",
    "HD-3",
    per=lambda t: (t["rounds"] - t["mutual_weeks"]) * t["players"],
    rate=True,
)
def other_rate(t: pd.DataFrame) -> pd.Series:
    """The same in weeks in which nobody judges the player who judges him."""
    return t["matches"] - t["mutual_matches"]


# ------------------------------------------------------------------------------------ reading folders


_LEVELS = (
    ("at random", "at random"),
    ("by the own offer", "by how well a folder fits the own offer"),
    ("against other offers", "by that, less how well it fits the other offers"),
    ("all at once", "by weighing every way in which the folders could answer the offers"),
)


def _level(number: int) -> None:
    """Declare how often a hirer of that level is right."""
    name, words = _LEVELS[number]

    def top(r: Tables) -> pd.Series:
        return r.seats[f"ladder_ppm.L{number}"] * PPM

    top.__name__ = f"level_{number}"
    top.__doc__ = (
        f"How often the applicant would be found by hiring {words}. Counted on the folders as they were laid"
        " out, each hirer with the own precision, so that the levels can be compared."
    )
    seat_run(f"found, hiring {name}", "share", "M-4", "HD-7", per=weeks, rate=number > 0)(top)


for _number in range(LEVELS):
    _level(_number)


@seat_run("worth of reading other offers", "share", "M-4", per=weeks, neutral=0.0)
def reading(r: Tables) -> pd.Series:
    """How much more often the applicant is found by holding a folder against the other offers too than by the
    own offer alone, on the same folders.
    """
    return (r.seats["ladder_ppm.L2"] - r.seats["ladder_ppm.L1"]) * PPM


@seat_run("worth of weighing all at once", "share", "M-4", per=weeks, neutral=0.0)
def weighing(r: Tables) -> pd.Series:
    """How much more often the applicant is found by weighing all ways to share the folders among the offers,
    than by holding each folder against the other offers.
    """
    return (r.seats["ladder_ppm.L3"] - r.seats["ladder_ppm.L2"]) * PPM


@seat_run("doubt of a hirer", "count", "M-4", per=weeks)
def doubt(r: Tables) -> pd.Series:
    """Entropy of a hirer's choice, in bits: 0 is certain, 1 as two equal folders, 2 as four."""
    return r.seats["entropy_ppm"] * PPM


@seat_run("ambiguity of a folder", "share", "M-3", per=weeks)
def ambiguity(r: Tables) -> pd.Series:
    """1 less the part of the best offer in the fit of a folder to all offers: 0 when it fits one alone."""
    return r.seats["ambiguity_ppm"] * PPM


@seat_run("ambiguity, missed", "share", "M-3", per=lambda r: weeks(r) - r.seats["matches"])
def ambiguity_missed(r: Tables) -> pd.Series:
    """The same of folders that did not get the dream job."""
    return r.seats["ambiguity_missed_ppm"] * PPM


@seat("ambiguity, matched", "share", "M-3", per=counter("matches"))
def ambiguity_matched(t: pd.DataFrame) -> pd.Series:
    """The same of folders that got it."""
    return (t["ambiguity_ppm"] - t["ambiguity_missed_ppm"]) * PPM


# ---------------------------------------------------------------------------------------------- tokens


@game("concentration of tokens", "share", "HF-34", per=counter("rounds"))
def concentration(t: pd.DataFrame) -> pd.Series:
    """Herfindahl index of the tokens over the folders of a week: 1 divided by the number of players when
    every folder has one token, 100 % when one has them all.
    """
    return t["herfindahl_ppm"] * PPM


@game("folders with three tokens or more", "share", "HF-38", "HF-39", per=counter("folders"), rate=True)
def crowded(t: pd.DataFrame) -> pd.Series:
    """Share of folders that three hirers or more want."""
    return t["crowded"]


@game("folders without a token", "share", "HF-42", per=counter("folders"), rate=True)
def empty(t: pd.DataFrame) -> pd.Series:
    """Share of folders that nobody wants."""
    return t["empty"]


@game("compensations in a game", "per game", "HF-39", "HF-41")
def compensations(t: pd.DataFrame) -> pd.Series:
    """Compensations of all players in a game."""
    return t["compensations"]


@game("most in one week", "count", "HF-40", "HF-41")
def compensations_most(t: pd.DataFrame) -> pd.Series:
    """Compensations of all players in the week of a game that has the most."""
    return t["compensations_most"]


@game("more than there are pieces", "share", "HF-41", "HD-5", rate=True)
def overflow(t: pd.DataFrame) -> pd.Series:
    """Share of games with more compensations than the box has pieces."""
    return t["overflow"]


# ----------------------------------------------------------------------------------------------- money


@seat("from salaries", "$", "HF-36", "HF-48")
def salaries(t: pd.DataFrame) -> pd.Series:
    """Dollars of a player from salary cards won."""
    return t["salary_income"]


@seat("from bonuses", "$", "HF-37", "HF-48")
def bonus_money(t: pd.DataFrame) -> pd.Series:
    """Dollars of a player from bonuses."""
    return t["bonus_income"]


@seat("from compensations", "$", "HF-39", "HF-48")
def compensation_money(t: pd.DataFrame) -> pd.Series:
    """Dollars of a player from compensations."""
    return t["compensation_income"]


_SOURCES = (
    ("salary", "salaries", "salary cards won", "HF-36"),
    ("bonus", "bonuses", "bonuses", "HF-37"),
    ("compensation", "compensations", "compensations", "HF-39"),
)


def _source(field: str, name: str, words: str, rule: str) -> None:
    """Declare what part of all money comes from there."""

    def top(t: pd.DataFrame) -> pd.Series:
        return t[f"{field}_income"]

    top.__name__ = f"{field}_share"
    top.__doc__ = f"Of all dollars earned, the part from {words}."
    seat(f"part from {name}", "share", rule, "HF-48", per=counter("score"), rate=True)(top)


for _source_of in _SOURCES:
    _source(*_source_of)


@run("money of all players", "$", "HD-5")
def all_money(r: Tables) -> pd.Series:
    """Dollars that all players of a game earn together."""
    return total(r, r.seats["score"])


# ---------------------------------------------------------------------------------------------- salary


@seat("salaries, cards by chance", "$", "HD-4", "M-6")
def salary_by_chance(t: pd.DataFrame) -> pd.Series:
    """What a player's matches would have paid with the salary cards in an order drawn by lot."""
    return t["salary_by_chance"]


@seat("salaries, by thresholds", "$", "HD-4", "M-6")
def salary_thresholds(t: pd.DataFrame) -> pd.Series:
    """What they would have paid with the card that thresholds pick for the chance the player gave each
    application.
    """
    return t["salary_thresholds"]


@seat("salaries, in hindsight", "$", "HD-4", "M-6")
def salary_hindsight(t: pd.DataFrame) -> pd.Series:
    """What they would have paid with the highest cards on the matches."""
    return t["salary_hindsight"]


@seat("regret", "$", "HD-4", "M-6")
def regret(t: pd.DataFrame) -> pd.Series:
    """What the highest cards on the matches would have paid, less what was paid."""
    return t["salary_hindsight"] - t["salary_income"]


def to_win(t: pd.DataFrame) -> pd.Series:
    """What the best order pays more than one by lot."""
    return t["salary_hindsight"] - t["salary_by_chance"]


def _order(field: str, name: str, words: str) -> None:
    """Declare what part of the worth of the best order is reached."""

    def top(t: pd.DataFrame) -> pd.Series:
        return t[field] - t["salary_by_chance"]

    top.__name__ = f"order_{field.removeprefix('salary_')}"
    top.__doc__ = (
        f"Salaries {words}, less those of an order by lot, divided by what the best order seen afterwards"
        " would have paid more. 0: no better than by lot, 100 %: nothing to regret."
    )
    seat(name, "share", "HD-4", "M-6", per=to_win, neutral=0.0)(top)


_order("salary_income", "order of salaries, as played", "as played")
_order("salary_thresholds", "order of salaries, by thresholds", "by thresholds")


@seat("stake of the salary order", "share", "HD-4", "M-6", per=counter("score"))
def salary_stake(t: pd.DataFrame) -> pd.Series:
    """What the best order of salary cards, seen afterwards, pays more than one by lot, of all money."""
    return to_win(t)


@seat_run("chance as the author sees it", "share", "M-6", per=weeks)
def believed(r: Tables) -> pd.Series:
    """Mean chance of a match that players give their own folders. With the match rate it tells whether they
    judge themselves well.
    """
    return r.seats["chance_ppm"] * PPM

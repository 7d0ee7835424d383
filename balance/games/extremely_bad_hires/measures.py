"""What Extremely Bad Hires counts of games and players: one function per measure.

To add a measure, write one function here, with `@seat`, `@game`, `@run` or `@seat_run` above it. It takes the
table (a row per player and game with `@seat`, a row per game with `@game`; the whole run with `@run` and
`@seat_run`) and gives one number per row; its docstring is the definition that the report prints. A run can
then stop by it. To show it in a figure, a table or a sentence, name it in `chapters.py`.

What may stand here: the result, the course of a game, attempts, Mayhem. Staff, hands and decisions are in
`staffing.py`, numbers by round, Job or card in `curves.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from balance.games.declaring import Declaring, counter, total
from balance.games.extremely_bad_hires.state import SEATS

if TYPE_CHECKING:
    import pandas as pd

    from balance.cards import CardSet
    from balance.games.interface import Tables

DECLARED = Declaring()
MEASURES = DECLARED.measures
seat, game, run, seat_run = DECLARED.levels()


# ---------------------------------------------------------------------------------------- the result


@seat("Profit at the end", "points", "EBH-11.1", "EBH-11.3", "EBH-11.8")
def score(t: pd.DataFrame) -> pd.Series:
    """Profit of a player when the game ends, games given up included."""
    return t["score"]


@game("length", "rounds", "EBH-4.1", "EBH-11.11")
def length(t: pd.DataFrame) -> pd.Series:
    """Turns of a game, divided by the number of players; games given up included."""
    return t["turns"] / t["players"]


@game("rounds begun", "rounds", "EBH-4.1", "EBH-11.11")
def rounds_begun(t: pd.DataFrame) -> pd.Series:
    """Rounds of a game, the last one counted whole even if it was not finished."""
    return t["rounds"]


@game("games given up", "share", "EBH-11.11", "O-36", rate=True)
def given_up(t: pd.DataFrame) -> pd.Series:
    """Share of games stopped because they were too long, or nothing changed or could move any more."""
    return (t["stalled"] > 0).astype(float)


def won(t: pd.DataFrame) -> pd.Series:
    """Games that one player won alone."""
    return t["winner"] >= 0


@game("margin", "points", "EBH-11.10", "EBH-11.11")
def margin(t: pd.DataFrame) -> pd.Series:
    """Profit of the winner less that of the best other player, in games that one player won."""
    return t["margin"].where(won(t)).astype(float)


@run("won with one Job to spare or less", "share", "EBH-11.10", "EBH-11.11", rate=True)
def one_job_away(r: Tables) -> pd.Series:
    """Share of games won by no more Profit than the average Job of the Job Deck prints."""
    close = r.games["margin"] <= typical_profit(r.cards)
    return close.astype(float).where(won(r.games))


def typical_profit(cards: CardSet) -> float:
    """Mean printed Profit of the cards in the Job Deck."""
    copies = {name: int(number or 0) for name, number in cards.data["job_deck"].items()}
    profit = sum(cards.data["jobs"][name]["profit"] * number for name, number in copies.items())
    return float(profit / max(1, sum(copies.values())))


@game("overshoot", "points", "EBH-11.3")
def overshoot(t: pd.DataFrame) -> pd.Series:
    """Profit of the winner beyond the target, in games that somebody won."""
    return t["overshoot"].where(t["stalled"] == 0).astype(float)


@seat(
    "extra wins of the first to move", "share", "EBH-13.3", "EBH-11.11", "O-04", per=lambda t: t["order"] == 0
)
def first_edge(t: pd.DataFrame) -> pd.Series:
    """Win share of the first to move times the number of players, less 1: 0 is fair, 20 % means that the
    first to move wins a fifth more often than an even share. Games given up count as lost by all.
    """
    players = t.groupby("game")["seat"].transform("size")
    return (players * t["win_share"] - 1) * (t["order"] == 0)


@game("lead changes", "per game", "EBH-11.10")
def lead_changes(t: pd.DataFrame) -> pd.Series:
    """Ends of turns at which the player who leads alone is another than the last who did, per game."""
    return t["lead_changes"]


@game("games with somebody far behind", "share", "EBH-11.2", rate=True)
def trailing(t: pd.DataFrame) -> pd.Series:
    """Share of games in which, when the first player had half the target, another was a quarter of the target
    or more behind.
    """
    return t["trailing"]


@game("comebacks", "share", "EBH-11.2", "EBH-11.10", per=counter("trailing"), rate=True)
def comeback(t: pd.DataFrame) -> pd.Series:
    """Of the games with somebody far behind (a quarter of the target, when the first player had half of it),
    the share that such a player won.
    """
    return t["comeback"]


@game("turns to close", "count", "EBH-11.2", "EBH-11.11")
def closing(t: pd.DataFrame) -> pd.Series:
    """Turns of all players from the moment the first of them had three quarters of the target to the end."""
    return t["closing"].where(t["closing"] >= 0).astype(float)


def _wins_of(number: int) -> None:
    """Declare the win share of a seat, whoever sits there."""

    def top(t: pd.DataFrame) -> pd.Series:
        return t["win_share"] * (t["seat"] == number)

    top.__name__ = f"seat_{number + 1}"
    top.__doc__ = (
        "Win share of this seat over all games. Plans go round the seats and who begins is drawn by lot, so"
        " that seats differ in nothing but their Company Decks."
    )
    declared = seat(
        f"wins of seat {number + 1}",
        "share",
        "EBH-5.1",
        "O-02",
        per=lambda t: (t["seat"] == number).astype(float),
        rate=True,
    )
    declared(top)


for _number in range(SEATS):
    _wins_of(_number)

# ------------------------------------------------------------------------------------ turns and attempts


def facings(t: pd.DataFrame) -> pd.Series:
    """Times a player stood before the Active Job: once a turn, more often where a card allows it."""
    return t["attempts"] + t["skips"] + t["no_crew"]


@seat("attempts", "per turn", "EBH-4.7", "EBH-7.12", per=counter("turns"), rate=True)
def attempt_rate(t: pd.DataFrame) -> pd.Series:
    """Attempts that clocked in, divided by turns."""
    return t["attempts"]


@seat("nobody to send", "share", "EBH-7.11", "EBH-14.12", per=facings, rate=True)
def no_crew(t: pd.DataFrame) -> pd.Series:
    """Share of the times a player stood before the Active Job without a single legal crew."""
    return t["no_crew"]


@seat("skipped by choice", "share", "EBH-4.7", "EBH-4.8", per=lambda t: t["attempts"] + t["skips"], rate=True)
def skipped(t: pd.DataFrame) -> pd.Series:
    """Of the times a legal crew was there, the share in which the Job was left all the same."""
    return t["skips"]


@seat("attempts completed", "share", "EBH-7.17", "EBH-8.17", per=counter("attempts"), rate=True)
def completion(t: pd.DataFrame) -> pd.Series:
    """Completed Jobs, divided by attempts that clocked in."""
    return t["completed"]


@seat(
    "attempts completed, Qualification path",
    "share",
    "EBH-7.7",
    "EBH-7.17",
    per=counter("attempts_qualified"),
    rate=True,
)
def completion_qualified(t: pd.DataFrame) -> pd.Series:
    """The same for attempts with a Hire of the Job's Qualification."""
    return t["completed_qualified"]


def unqualified(t: pd.DataFrame) -> pd.Series:
    """Attempts without a Hire of the Job's Qualification."""
    return t["attempts"] - t["attempts_qualified"]


@seat("attempts completed, other path", "share", "EBH-7.8", "EBH-7.17", per=unqualified, rate=True)
def completion_unqualified(t: pd.DataFrame) -> pd.Series:
    """The same for attempts without one."""
    return t["completed"] - t["completed_qualified"]


@seat("attempts on the Qualification path", "share", "EBH-7.7", "EBH-7.8", per=counter("attempts"), rate=True)
def qualified_share(t: pd.DataFrame) -> pd.Series:
    """Share of attempts with a Hire of the Job's Qualification."""
    return t["attempts_qualified"]


@seat("ended by Mayhem", "share", "EBH-8.21", "EBH-4.9", per=counter("attempts"), rate=True)
def ended_mayhem(t: pd.DataFrame) -> pd.Series:
    """Share of attempts that a Mayhem ended by its text. Those in which Mayhem took away too many Hires are
    among the staffing shortages.
    """
    return t["ended_mayhem"]


@seat("too few Hires left", "share", "EBH-8.17", per=counter("attempts"), rate=True)
def ended_short(t: pd.DataFrame) -> pd.Series:
    """Share of attempts that failed at the staffing check: fewer Hires counted than were required by then."""
    return t["ended_short"]


@seat("ended by the Job itself", "share", "EBH-4.9", "O-37", per=counter("attempts"), rate=True)
def ended_own(t: pd.DataFrame) -> pd.Series:
    """Share of attempts that the Job's own effect ended."""
    return t["ended_own"]


@seat("Job taken away", "share", "EBH-8.22", "O-34", per=counter("attempts"), rate=True)
def ended_removed(t: pd.DataFrame) -> pd.Series:
    """Share of attempts that ended because the Active Job was taken away."""
    return t["ended_removed"]


@seat("game over first", "share", "EBH-11.10", "EBH-11.11", per=counter("attempts"), rate=True)
def ended_open(t: pd.DataFrame) -> pd.Series:
    """Share of attempts during which somebody won the game by another card, so that they have no end."""
    known = ["completed", "ended_mayhem", "ended_short", "ended_own", "ended_removed"]
    return t["attempts"] - t[known].sum(axis=1)


@seat("Hires to spare", "count", "EBH-7.4", "EBH-7.10", per=counter("attempts"))
def surplus(t: pd.DataFrame) -> pd.Series:
    """Hires sent beyond Required Hires, as they stood at Clock-In, mean over attempts."""
    return t["surplus_sum"]


@seat("Profit per own turn", "points", "EBH-11.6", "EBH-11.7", per=counter("turns"))
def profit_turn(t: pd.DataFrame) -> pd.Series:
    """Change of a player's Profit in the own turns, divided by those turns."""
    return t["own_profit"]


@seat("Profit in the turns of others", "points", "EBH-11.6", "EBH-11.12", per=counter("turns"))
def profit_others(t: pd.DataFrame) -> pd.Series:
    """Change of a player's Profit in the turns of others, per own turn."""
    return t["other_profit"]


@seat("Profit lost to others", "points", "EBH-11.6", "EBH-11.12")
def lost_to_others(t: pd.DataFrame) -> pd.Series:
    """Profit that a player loses in a game by Mayhem or in the turns of others."""
    return t["lost_to_others"]


# -------------------------------------------------------------------------------------------- Mayhem


@seat(
    "Mayhem played when it could be", "share", "EBH-8.4", "EBH-8.5", per=counter("mayhem_chances"), rate=True
)
def mayhem_rate(t: pd.DataFrame) -> pd.Series:
    """Mayhem played, divided by the attempts of others against which a player could legally play one."""
    return t["mayhem"]


@seat("Mayhem played by a player", "per game", "EBH-8.5")
def mayhem_played(t: pd.DataFrame) -> pd.Series:
    """Mayhem that a player plays in a game, cancelled ones included."""
    return t["mayhem"]


@run("Mayhem in a game", "per game", "EBH-8.5")
def mayhem_game(r: Tables) -> pd.Series:
    """Mayhem that all players together play in a game, cancelled ones included."""
    return total(r, r.seats["mayhem"])


@seat("Mayhem per attempt", "count", "EBH-8.3", "EBH-8.4", per=counter("attempts"))
def mayhem_met(t: pd.DataFrame) -> pd.Series:
    """Mayhem played against an attempt, cancelled ones included, mean over attempts."""
    return t["mayhem_met"]


@seat("Mayhem cancelled", "share", "EBH-8.15", per=counter("mayhem"), rate=True)
def cancelled(t: pd.DataFrame) -> pd.Series:
    """Of the Mayhem played, the share that was cancelled."""
    return t["mayhem_cancelled"]


@seat("Mayhem against the leader", "share", "EBH-8.4", per=counter("mayhem"), rate=True)
def on_leader(t: pd.DataFrame) -> pd.Series:
    """Of the Mayhem played, the share against the player who then led alone."""
    return t["mayhem_on_leader"]


@seat("attempts by the leader", "share", "EBH-7.12", per=counter("attempts"), rate=True)
def leader_attempts(t: pd.DataFrame) -> pd.Series:
    """Of the attempts, the share by a player who then led alone. Mayhem that does not look at who leads hits
    the leader as often as this.
    """
    return t["leader_attempts"]


@run(
    "Mayhem per attempt of the leader", "count", "EBH-8.3", per=lambda r: total(r, r.seats["leader_attempts"])
)
def met_leader(r: Tables) -> pd.Series:
    """Mayhem played against a player who leads alone, divided by that player's attempts."""
    return total(r, r.seats["mayhem_on_leader"])


@run(
    "Mayhem per attempt of the others",
    "count",
    "EBH-8.3",
    per=lambda r: total(r, r.seats["attempts"] - r.seats["leader_attempts"]),
)
def met_others(r: Tables) -> pd.Series:
    """The same for attempts of players who do not lead alone."""
    return total(r, r.seats["mayhem"] - r.seats["mayhem_on_leader"])

"""What Extremely Bad Hires counts of staffs, hands, Fixes and decisions: one function per measure.

The manner is that of `measures.py`. What may stand here: who can work and who cannot, how long and why; hands
and decks; Fixes; how much a game asks of its players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from balance.games.declaring import counter, total
from balance.games.extremely_bad_hires.measures import MEASURES, facings, game, run, seat
from balance.games.extremely_bad_hires.state import POINTS
from balance.games.interface import Measure, Tables

if TYPE_CHECKING:
    import pandas as pd

# --------------------------------------------------------------------------------------------- staff


def staff(t: pd.DataFrame) -> pd.Series:
    """Hires in a staff before the attempt, summed over turns."""
    return t["active"] + t["inactive"] + t["incapacitated"]


@seat("Hires in a staff", "count", "EBH-6.2", "EBH-6.4", per=facings)
def staff_size(t: pd.DataFrame) -> pd.Series:
    """Hires in a player's staff when a crew is chosen, whatever their status; mean over turns."""
    return staff(t)


@seat("Active", "share", "EBH-6.4", "EBH-6.6", per=staff, rate=True)
def active_share(t: pd.DataFrame) -> pd.Series:
    """Of the Hires in a staff when a crew is chosen, the share that is Active."""
    return t["active"]


@seat("Inactive", "share", "EBH-6.4", "EBH-6.5", per=staff, rate=True)
def inactive_share(t: pd.DataFrame) -> pd.Series:
    """Of the Hires in a staff when a crew is chosen, the share that has just come and waits."""
    return t["inactive"]


@seat("Incapacitated", "share", "EBH-6.4", "EBH-10.1", per=staff, rate=True)
def hurt_share(t: pd.DataFrame) -> pd.Series:
    """Of the Hires in a staff when a crew is chosen, the share that is Incapacitated."""
    return t["incapacitated"]


@seat("Active Hires sent", "share", "EBH-7.2", "EBH-7.5", per=counter("active"), rate=True)
def staff_use(t: pd.DataFrame) -> pd.Series:
    """Hires sent on attempts, divided by the Active Hires that stood there when the crew was chosen."""
    return t["sent"]


@seat("Profit per Active Hire and turn", "points", "EBH-6.6", "EBH-11.6", per=counter("active"))
def hire_turn(t: pd.DataFrame) -> pd.Series:
    """Profit of own turns, divided by the Active Hires of those turns: what a turn of a Hire brings on
    average, and so the price of a Hire-turn that is lost.
    """
    return t["own_profit"]


@seat("Hires played", "per game", "EBH-6.3", "EBH-4.6")
def hires_played(t: pd.DataFrame) -> pd.Series:
    """Hires that a player plays from hand in a game."""
    return t["hires_played"]


@seat("Hires replaced", "per game", "EBH-6.10", "EBH-6.12")
def dismissals(t: pd.DataFrame) -> pd.Series:
    """Active Hires that a player dismisses in a game to make room."""
    return t["dismissals"]


@seat("full staff, one replaced", "share", "EBH-6.10", per=counter("full_preps"), rate=True)
def replacing(t: pd.DataFrame) -> pd.Series:
    """Of the Preparation Windows that begin with a full staff, the share in which a Hire is replaced."""
    return t["replaced_preps"]


@seat("full staff at the start", "share", "EBH-6.2", per=counter("preps"), rate=True)
def full_staff(t: pd.DataFrame) -> pd.Series:
    """Share of Preparation Windows that begin with a full staff."""
    return t["full_preps"]


@seat("full staff that cannot change", "share", "EBH-14.11", per=counter("preps"), rate=True)
def stuck(t: pd.DataFrame) -> pd.Series:
    """Share of Preparation Windows that begin with a full staff and no Active Hire, so that no Hire can be
    played.
    """
    return t["stuck_preps"]


# ------------------------------------------------------------------------------------ Incapacitation


@seat("Hires hurt", "per game", "EBH-10.5")
def hurt(t: pd.DataFrame) -> pd.Series:
    """Times a Hire of a player becomes Incapacitated in a game."""
    return t["hurt"]


@seat("Hire-turns lost", "per game", "EBH-10.1", "EBH-10.6")
def lost_turns(t: pd.DataFrame) -> pd.Series:
    """Turns of a player that a Hire missed as it was Incapacitated when the crew was chosen, per game."""
    return t["lost_turns"]


@seat("Hire-turns lost per turn", "count", "EBH-10.1", "EBH-10.6", per=counter("turns"))
def lost_per_turn(t: pd.DataFrame) -> pd.Series:
    """Hires that a player misses when a crew is chosen, mean over turns."""
    return t["lost_turns"]


@seat("lost through Jobs", "per game", "EBH-12.2", "EBH-10.5")
def lost_job(t: pd.DataFrame) -> pd.Series:
    """Hire-turns lost because a Job Incapacitated the Hire."""
    return t["lost_by_source.job"]


@seat("lost through Mayhem", "per game", "EBH-8.10", "EBH-10.8")
def lost_mayhem(t: pd.DataFrame) -> pd.Series:
    """Hire-turns lost because a Mayhem Incapacitated the Hire, costs of own Mayhem included."""
    return t["lost_by_source.mayhem"]


@seat("lost through Fixes", "per game", "EBH-9.7", "EBH-10.7")
def lost_fix(t: pd.DataFrame) -> pd.Series:
    """Hire-turns lost because a Fix Incapacitated the Hire: a cost, as a rule."""
    return t["lost_by_source.fix"]


_KINDS = (
    ("timed", "lost, a number of turns", "for a number of turns", ("EBH-10.6",)),
    ("next_end", "lost, until the end of the next turn", "until the end of a turn", ("EBH-10.9", "O-08")),
    ("fix", "lost, until any Fix is played", "until any Fix is played", ("EBH-10.20", "EBH-10.21")),
    ("recovery_fix", "lost, until a Fix is used on it", "until a Fix is used on the Hire", ("EBH-10.22",)),
)
for _kind, _name, _words, _rules in _KINDS:
    _text = f"Hire-turns lost by Hires that were Incapacitated {_words}."
    MEASURES.append(
        Measure(f"kind_{_kind}", _name, "per game", "seat", _text, _rules, counter(f"lost_by_kind.{_kind}"))
    )


def ends(t: pd.DataFrame) -> pd.Series:
    """Incapacitations that ended, or were still there at the end of the game."""
    return t.filter(regex=r"^ends\.").sum(axis=1)


_ENDS = (
    ("count", "it ran out", "ran out at the end of a turn", ("EBH-10.6", "EBH-10.9")),
    ("recover", "the Hire recovered by an effect", "were ended by an effect", ("EBH-10.12", "EBH-10.22")),
    ("reduce", "turns were taken off", "ended as an effect took the last turns off", ("EBH-10.13",)),
    ("any_fix", "any Fix was played", "waited for any Fix, and one was played", ("EBH-10.20",)),
    ("left", "the Hire left the staff", "ended as the Hire left the staff", ("EBH-10.25",)),
    ("never", "the game ended first", "were still there at the end of the game", ("EBH-11.11",)),
)
for _end, _name, _words, _rules in _ENDS:
    _text = f"Of all Incapacitations, the share that {_words}."
    MEASURES.append(
        Measure(
            f"end_{_end}", _name, "share", "seat", _text, _rules, counter(f"ends.{_end}"), ends, rate=True
        )
    )

# --------------------------------------------------------------------------------------------- hands


@seat("cards in hand at the end of a turn", "count", "EBH-5.9", "EBH-4.13", per=counter("hand_turns"))
def hand(t: pd.DataFrame) -> pd.Series:
    """Cards a player holds at the end of an own turn, before the hand limit is applied."""
    return t["hand_sum"]


@seat("discarded at the limit", "count", "EBH-5.9", "EBH-5.10", per=counter("hand_turns"))
def limit_discards(t: pd.DataFrame) -> pd.Series:
    """Cards that a player must discard because of the hand limit, per turn."""
    return t["limit_discards"]


_TYPES = (("hire", "Hires"), ("mayhem", "Mayhem"), ("fix", "Fixes"))
for _type, _words in _TYPES:
    _text = f"Of the cards discarded because of the hand limit, the share that are {_words}."
    MEASURES.append(
        Measure(
            f"limit_{_type}",
            f"{_words} among those",
            "share",
            "seat",
            _text,
            ("EBH-5.10",),
            counter(f"limit_by_type.{_type}"),
            counter("limit_discards"),
            rate=True,
        )
    )


@seat("cards drawn", "per game", "EBH-4.4", "EBH-12.4")
def drawn(t: pd.DataFrame) -> pd.Series:
    """Cards that a player draws in a game, the opening hand included."""
    return t["drawn"]


@seat("decks used up", "per game", "EBH-5.4")
def recycled(t: pd.DataFrame) -> pd.Series:
    """Times a player's discard pile is shuffled into a new deck."""
    return t["recycled"]


@game("Job Decks used up", "per game", "EBH-5.7")
def job_recycled(t: pd.DataFrame) -> pd.Series:
    """Times the Job discard pile is shuffled into a new Job Deck."""
    return t["job_recycled"]


# --------------------------------------------------------------------------------------------- Fixes


@seat("Fixes", "per turn", "EBH-9.2", per=counter("turns"), rate=True)
def fix_rate(t: pd.DataFrame) -> pd.Series:
    """Fixes played, divided by turns."""
    return t["fixes"]


@seat("Fixes played when they could be", "share", "EBH-9.1", "EBH-9.2", per=counter("fix_chances"), rate=True)
def fix_taken(t: pd.DataFrame) -> pd.Series:
    """Fixes played, divided by the Preparation and Recovery Windows that began with a legal Fix in hand."""
    return t["fixes"]


@seat("Fixes played in Preparation", "share", "EBH-9.1", "EBH-9.5", per=counter("fixes"), rate=True)
def fix_early(t: pd.DataFrame) -> pd.Series:
    """Of the Fixes played, the share in the Preparation Window; the others come after the attempt."""
    return t["fixes_early"]


# ----------------------------------------------------------------------------------------- decisions


@game("decisions", "per game", "EBH-8.9")
def decisions(t: pd.DataFrame) -> pd.Series:
    """Decisions of all players in a game that had two options or more."""
    return t["decisions"]


@game("decisions per turn", "count", "EBH-8.9", per=counter("turns"))
def decisions_per_turn(t: pd.DataFrame) -> pd.Series:
    """Decisions with two options or more, of all players, divided by turns."""
    return t["decisions"]


@game("cards played", "per game", "EBH-6.3", "EBH-8.5", "EBH-9.7")
def plays(t: pd.DataFrame) -> pd.Series:
    """Hires, Mayhem and Fixes that all players together play in a game."""
    return t["plays"]


@run("Jobs completed in a game", "per game", "EBH-7.17")
def jobs_completed(r: Tables) -> pd.Series:
    """Jobs that all players together complete in a game."""
    return total(r, r.seats["completed"])


POINT_WORDS = {
    1: ("Hire or Fix before the attempt", "EBH-4.6"),
    2: ("crew or skip", "EBH-7.2"),
    3: ("Mayhem or pass", "EBH-8.4"),
    4: ("Hire picked because of a Mayhem", "EBH-8.8"),
    5: ("other choice inside an effect", "EBH-12.1"),
    6: ("card from hand for an effect", "EBH-5.12"),
    7: ("card from a pile or among those looked at", "EBH-14.3"),
    8: ("Fix after the attempt", "EBH-4.12"),
    9: ("discard at the hand limit", "EBH-5.10"),
    10: ("order of waiting effects", "EBH-3.6"),
    11: ("player picked", "EBH-13.2"),
    12: ("Fix during the Mayhem Window", "O-44"),
}
"""Decision point -> what is asked there, and the rule."""

for _point in range(1, POINTS):
    _words, _rule = POINT_WORDS[_point]
    MEASURES.append(
        Measure(
            f"asked_{_point}",
            _words,
            "per turn",
            "game",
            f"Decisions of this kind with two options or more ({_words}), divided by the turns of the game.",
            (_rule,),
            counter(f"choices.D{_point}"),
            counter("turns"),
        )
    )
    MEASURES.append(
        Measure(
            f"options_{_point}",
            f"options: {_words}",
            "count",
            "game",
            f"Mean number of options of such decisions ({_words}).",
            (_rule,),
            counter(f"options.D{_point}"),
            counter(f"choices.D{_point}"),
        )
    )

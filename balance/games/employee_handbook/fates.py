"""What becomes of hazards, and what an explosion does to the next turn: measures, as in `measures.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from balance.games.employee_handbook.measures import MEASURES, game, seat, seat_run

__all__ = ["MEASURES"]

if TYPE_CHECKING:
    from balance.games.interface import Tables

# ---------------------------------------------------------------------------------------- explosions


def exploded_turns(r: Tables) -> np.ndarray:
    """Whether a company exploded in a round: a row per company and game, a column per round, 0 or 1 (D-2)."""
    rounds = np.arange(r.cards.data["frame"]["rounds"])
    bits = r.seats["exploded_rounds"].to_numpy(np.int64)
    return np.asarray((bits[:, None] >> rounds) & 1)


def turns_after(r: Tables) -> pd.Series:
    """Turns of a company that follow one in which it exploded."""
    return pd.Series(exploded_turns(r)[:, :-1].sum(axis=1), r.seats.index)


def expected_after(r: Tables) -> pd.Series:
    """Explosions to expect in those turns: for each, the rate of the same plan in the same round."""
    exploded = exploded_turns(r)
    usual = pd.DataFrame(exploded[:, 1:], r.seats.index).groupby(r.seats["bot"].astype(str)).transform("mean")
    return pd.Series((exploded[:, :-1] * usual.to_numpy()).sum(axis=1), r.seats.index)


@seat_run("explosions in the turn after one", "share", "HB-38", "D-2", per=turns_after, rate=True)
def explosions_after(r: Tables) -> pd.Series:
    """Of the turns that follow a turn in which the company exploded, the share in which it explodes again."""
    exploded = exploded_turns(r)
    return pd.Series((exploded[:, :-1] & exploded[:, 1:]).sum(axis=1), r.seats.index)


@seat_run("explosions usual in those turns", "share", "HB-38", "D-2", per=turns_after, rate=True)
def explosions_usual(r: Tables) -> pd.Series:
    """Base rate for the turns that follow an explosion: how often companies of the same plan explode in the
    same round, whatever happened before. So neither late rounds nor a reckless plan look like a spiral.
    """
    return expected_after(r)


@seat_run("death-spiral index", "share", "HB-38", "HB-39", "D-2", per=turns_after)
def spiral(r: Tables) -> pd.Series:
    """Share of the turns after an explosion that explode again, minus the base rate of the same plan in the
    same round (taken as known). Above 0: an explosion brings the next one nearer; below 0: it makes safe.
    """
    return explosions_after(r) - expected_after(r)


# --------------------------------------------------------------------------------------- hazard fates


@seat("hazards that then hit the rival", "share", "HB-34", "HB-35", per=lambda t: t["hazards"], rate=True)
def fate_rival(t: pd.DataFrame) -> pd.Series:
    """Of the hazards a company draws, the share that it blocks and that its rival is the next to draw."""
    return t["early_rival"] + t["late_rival"]


@seat("hazards that come back", "share", "HB-34", "HB-36", per=lambda t: t["hazards"], rate=True)
def fate_self(t: pd.DataFrame) -> pd.Series:
    """Of the hazards a company draws, the share that it blocks and that it is itself the next to draw."""
    return t["early"] + t["late"] - t["early_rival"] - t["late_rival"]


@seat("hazards that vanish", "share", "HB-34", "HB-66", "D-9", per=lambda t: t["hazards"], rate=True)
def fate_gone(t: pd.DataFrame) -> pd.Series:
    """Of the hazards a company draws, the share that it blocks and that nobody draws again before a fresh
    deck or the end takes them away. A reorganization or a reshuffle takes no hazard out of the deck.
    """
    return t["blocks"] - t["early"] - t["late"]


@seat("hazards that explode", "share", "HB-38", per=lambda t: t["hazards"], rate=True)
def fate_explodes(t: pd.DataFrame) -> pd.Series:
    """Of the hazards a company draws, the share that meets no charged shield."""
    return t["explosions"]


@seat("blocks of one hazard", "count", "HB-34", "D-8", per=lambda t: t.filter(regex=r"^chain\.").sum(axis=1))
def chain_length(t: pd.DataFrame) -> pd.Series:
    """How often a hazard that is drawn at all is blocked before it explodes or vanishes."""
    return t["blocks"]


@game("longest chain", "count", "HB-34", "D-8")
def longest_chain(t: pd.DataFrame) -> pd.Series:
    """Blocks of the hazard of a game that was blocked most often before it exploded or vanished."""
    return t["longest_chain"]


# ---------------------------------------------------------------------------------- planted hazards


@seat("plants that hit", "share", "HB-35", per=lambda t: t["early"] + t["late"], rate=True)
def plant_hit(t: pd.DataFrame) -> pd.Series:
    """Of the hazards a company puts back and that are drawn again, the share that its rival draws."""
    return t["early_rival"] + t["late_rival"]


@seat("plants that hit, first turn of a round", "share", "HB-35", "D-10", per=lambda t: t["early"], rate=True)
def plant_hit_early(t: pd.DataFrame) -> pd.Series:
    """The same for hazards put back in the first turn of a round: the rival has the next two turns."""
    return t["early_rival"]


@seat("plants that hit, second turn of a round", "share", "HB-35", "D-10", per=lambda t: t["late"], rate=True)
def plant_hit_late(t: pd.DataFrame) -> pd.Series:
    """The same for hazards put back in the second turn of a round: the company itself moves next, unless a
    fresh deck comes first.
    """
    return t["late_rival"]

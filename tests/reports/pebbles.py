"""A tiny made-up game for the report: nobody plays it, its tables are written down here."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pandas as pd

from balance.cards import Assumption, Provenance, Reading
from balance.games.interface import (
    Axis,
    Chapter,
    Curve,
    Extreme,
    Family,
    Measure,
    MeasureBook,
    Panel,
    Sentence,
)

EVIL = "<script>alert(1)</script>"
ROUNDS = 4

BOOK = MeasureBook(
    measures=(
        Measure(
            "length",
            "length",
            "minutes",
            "game",
            "Minutes at the table.",
            ("PB-1",),
            lambda t: t["rounds"] * 2.5,
        ),
        Measure(
            "margin",
            "margin",
            "points",
            "game",
            "Difference of the scores.",
            ("PB-2",),
            lambda t: t["margin"],
        ),
        Measure(
            "splash",
            "splashes",
            "per game",
            "seat",
            "Splashes of a player.",
            ("PB-3",),
            lambda t: t["splash"],
        ),
        Measure(
            "splash_rate",
            "splashes per throw",
            "per draw",
            "seat",
            "Splashes divided by throws.",
            ("PB-3", "PB-4"),
            lambda t: t["splash"],
            lambda t: t["throws"],
            rate=True,
        ),
    ),
    curves=(
        Curve(
            "splash_by_round",
            "splashes per throw",
            "per draw",
            "rounds",
            "splash",
            "throws",
            "By round.",
            ("PB-3",),
        ),
    ),
    axes=(Axis("rounds", "round", lambda _: [str(n + 1) for n in range(ROUNDS)]),),
    families=(
        Family(
            "held", "players who hold one", "share", "At the end.", ("PB-5",), "held", rate=True, some=True
        ),
        Family(
            "first", "round of the first", "rounds", "Over those who take one.", ("PB-5",), "first", seen=True
        ),
    ),
    chapters=(
        Chapter(
            "water",
            "Water",
            "Who gets wet?",
            (
                Panel("measures", "Splashes", ("splash", "splash_rate")),
                Panel("by_plan", "Splashes by plan", ("splash_rate",)),
                Panel("curves", "Splashes by round", ("splash_by_round",), "A note."),
                Panel("curve_by_plan", "Splashes by round and plan", ("splash_by_round",)),
                Panel("family", "Pebbles held", ("held",)),
                Panel("family", "Pebbles", ("held", "first")),
                Panel("distribution", "Length", ("length",), band=lambda _: (5.0, 9.0)),
            ),
        ),
    ),
    sentences=(
        Sentence("{splash_rate} of throws splash.", None, "Water", "water"),
        Sentence(
            "",
            lambda e: "{card[evil]} is held by {held[evil]} of players." if "held" in e else "",
            "Pebbles",
            "water",
        ),
        Sentence("{nothing} of it.", None, "Gap"),
    ),
    lead="lead",
    extremes=(Extreme("Longest", "length", "max"), Extreme("Largest margin", "margin", "max")),
    names=lambda _: {"evil": EVIL, "grey": "Grey & round"},
)

CARDS = SimpleNamespace(
    hash="c0ffee" * 10,
    overrides=(("pebbles.grey.weight", 3),),
    provenance=(
        Provenance("pebbles.grey.weight", 3, "--set", "changed here"),
        Provenance("rounds", 4, "PB-1", "rule book"),
    ),
    assumptions=(
        Assumption("PA-1", f"May a {EVIL} skip?", "H", "no", "It sinks.", (Reading("yes", "It skips."),)),
        Assumption("PA-2", "Who begins?", "L", "random", "A coin.", ()),
    ),
)


def pebbles(
    deals: int = 40,
    *,
    first: float = 0.5,
    plans: tuple[str, ...] = ("calm", "wild"),
    mirrors: bool = True,
    mixed: bool = True,
    ties: float = 0.1,
    splash: float = 0.2,
    strength: dict[str, float] | None = None,
    seed: int = 7,
) -> SimpleNamespace:
    """Tables in which the first to move wins that share, and a plan wins by its strength."""
    rng = np.random.default_rng(seed)
    strength = strength or {}
    pairs = [(a, b) for n, a in enumerate(plans) for b in plans[n:] if (mirrors if a == b else mixed)]
    seatings = [
        (f"{a} v {b}", r, seats)
        for a, b in pairs
        for r, seats in enumerate([(a, b)] + ([(b, a)] if a != b else []))
    ]
    games, seats = [], []
    for deal in range(deals):
        opener = int(rng.integers(2))
        for line_up, rotation, bots in seatings:
            number = len(games)
            edge = first - 0.5 if opener == 0 else 0.5 - first
            chance = 0.5 + edge + strength.get(bots[0], 0.0) - strength.get(bots[1], 0.0)
            win = 0.5 if rng.random() < ties else float(rng.random() < chance)
            margin = 0 if win == 0.5 else int(rng.integers(1, 9)) * (1 if win else -1)
            leads = np.linspace(0, margin, ROUNDS).round().astype(int) + np.append(
                rng.integers(-2, 3, ROUNDS - 1), 0
            )
            games.append(
                {
                    "game": number,
                    "deal": deal,
                    "line_up": line_up,
                    "rotation": rotation,
                    "rounds": int(rng.integers(3, 5)),
                    "opener": opener,
                    "margin": abs(margin),
                }
                | {f"lead.{n + 1}": int(lead) for n, lead in enumerate(leads)},
            )
            seats += [
                {
                    "game": number,
                    "deal": deal,
                    "line_up": line_up,
                    "rotation": rotation,
                    "seat": seat,
                    "order": int(seat != opener),
                    "bot": bots[seat],
                    "opponent": bots[1 - seat],
                    "win_share": win if seat == 0 else 1 - win,
                    "score": 20 + (margin if seat == 0 else 0),
                    "throws": 10,
                    "splash": int(rng.binomial(10, splash)),
                    "held.evil": int(rng.integers(2)),
                    "held.grey": 1,
                    "first.evil": int(rng.integers(ROUNDS)),
                    "first.grey": 0,
                }
                for seat in (0, 1)
            ]
    games[0]["rounds"] = 6  # the longest, whatever the luck
    table, whole = pd.DataFrame(seats), pd.DataFrame(games)

    def again(wanted: tuple[int, ...]) -> tuple[pd.DataFrame, pd.DataFrame]:
        return tuple(t[t["deal"].isin(wanted)].reset_index(drop=True).copy() for t in (whole, table))

    return SimpleNamespace(
        games=whole.copy(),
        seats=table.copy(),
        again=again,
        curves=_curves(table, plans, rng, splash),
        cards=CARDS,
        folder=None,
        game=SimpleNamespace(
            book=BOOK, info=SimpleNamespace(title="Pebbles & ponds", seat_names=("Left", "Right"))
        ),
        manifest={
            "identity": "ab12" * 16,
            "name": "pond",
            "line_ups": [f"{a} v {b}" for a, b in pairs],
            "games": len(games),
            "run": {
                "seed": seed,
                "rules_version": 1,
                "scenario": {"title": "Is the pond fair?", "question": f"Ask {EVIL}."},
            },
            "software": {"numpy": "1", "python": "3"},
        },
        replay=lambda game: [f"Game {game} begins.", f"Left throws {EVIL}.", "Right wins."],
    )


def _curves(
    seats: pd.DataFrame, plans: tuple[str, ...], rng: np.random.Generator, splash: float
) -> pd.DataFrame:
    rows = []
    groups = [("all", "all", seats), ("field", "field", seats)]
    groups += [("bot", plan, seats[seats["bot"] == plan]) for plan in plans]
    for kind, group, part in groups:
        for index in range(ROUNDS):
            bottom = part.groupby("deal").size().to_numpy(float) * 2
            top = rng.binomial(bottom.astype(int), splash * (index + 1) / ROUNDS).astype(float)
            rows.append(
                {
                    "curve": "splash_by_round",
                    "axis": "rounds",
                    "kind": kind,
                    "group": group,
                    "bin": index,
                    "clusters": len(bottom),
                    "top": top.sum(),
                    "bottom": bottom.sum(),
                    "top_top": top @ top,
                    "bottom_bottom": bottom @ bottom,
                    "top_bottom": top @ bottom,
                },
            )
    return pd.DataFrame(rows)

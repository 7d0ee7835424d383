"""Tables with the columns of a real run and plausible numbers, made up; nobody played these games."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pandas as pd

from balance.games.employee_handbook.cards import load
from balance.games.employee_handbook.chapters import BOOK
from balance.games.employee_handbook.state import TALLY
from balance.games.employee_handbook.tables import labels
from tests.frozen import frozen_folder

PLANS = ("builder", "gambler", "saboteur", "random")
STRENGTH = {"builder": 4.0, "gambler": 0.0, "saboteur": 1.0, "random": -12.0}
HAZARDS = np.array([0.07, 0.07, 0.08, 0.08, 0.1, 0.12, 0.13, 0.16, 0.2, 0.23])
ROUNDS = 10


def made_up(deals: int = 60, seed: int = 1) -> SimpleNamespace:
    """A run in which builder is best and the first to move has a small advantage."""
    rng = np.random.default_rng(seed)
    cards = load(frozen_folder("employee_handbook"))
    pairs = [(a, b) for n, a in enumerate(PLANS) for b in PLANS[n:]]
    seatings = [
        (f"{a} v {b}", r, (a, b) if r == 0 else (b, a))
        for a, b in pairs
        for r in ((0,) if a == b else (0, 1))
    ]
    per = len(seatings)
    n = deals * per
    deal = np.repeat(np.arange(deals), per)
    bots = np.array([s[2] for s in seatings] * deals)
    opener = np.repeat(rng.integers(0, 2, deals), per)
    luck = np.repeat(rng.normal(0, 5, deals), per)
    lean = np.vectorize(STRENGTH.get)(bots)
    steps = rng.normal(0, 2.5, (n, ROUNDS)) + ((lean[:, 0] - lean[:, 1] + luck) / ROUNDS)[:, None]
    lead = np.round(steps.cumsum(axis=1) + np.where(opener == 0, 0.6, -0.6)[:, None]).astype(int)
    final = lead[:, -1]
    base = np.round(47 + rng.normal(0, 5, n)).astype(int)
    scores = np.stack([base + (final + 1) // 2, base - final // 2], axis=1)
    games = pd.DataFrame(
        {
            "game": np.arange(n),
            "deal": deal,
            "line_up": [s[0] for s in seatings] * deals,
            "rotation": [s[1] for s in seatings] * deals,
            "rounds": ROUNDS,
            "turns": 2 * ROUNDS,
            "opener": opener,
            "margin": np.abs(final),
            "lead_changes": (np.diff(np.sign(lead), axis=1) != 0).sum(axis=1),
            "decisions": rng.poisson(105, n),
            "reshuffles": 0,
            "longest_chain": rng.poisson(2.0, n),
        }
        | {f"lead.{r + 1}": lead[:, r] for r in range(ROUNDS)},
    )
    names = labels(cards)
    seats = pd.DataFrame(
        {
            "game": np.repeat(games["game"], 2),
            "deal": np.repeat(deal, 2),
            "line_up": np.repeat(games["line_up"], 2),
            "rotation": np.repeat(games["rotation"], 2),
            "seat": np.tile([0, 1], n),
            "order": (np.tile([0, 1], n) - np.repeat(opener, 2)) % 2,
            "bot": bots.ravel(),
            "opponent": bots[:, ::-1].ravel(),
            "win_share": np.stack([np.sign(final), -np.sign(final)], axis=1).ravel() / 2 + 0.5,
        },
    ).reset_index(drop=True)
    columns = {}
    for field in TALLY.names:
        kind = TALLY[field]
        if kind.subdtype is None:
            columns[field] = rng.poisson(2.0, 2 * n)
        elif kind.base.names is None:
            columns |= {f"{field}.{label}": rng.poisson(0.8, 2 * n) for label in names[field]}
    columns |= {
        "score": scores.ravel(),
        "opened": (seats["order"] == 0).astype(int),
        "required_draws": rng.poisson(17, 2 * n),
        "optional_draws": rng.binomial(20, 0.75, 2 * n),
        "optional_offered": np.full(2 * n, 20),
        "actions_used": rng.binomial(20, 0.9, 2 * n),
        "explosions": rng.poisson(np.where(seats["bot"] == "gambler", 2.2, 1.4)),
    }
    columns["hazards"] = columns["explosions"] + columns["blocks"]
    for half in ("early", "late"):
        columns[half] = rng.binomial(columns["blocks"], 0.3)
        columns[f"{half}_rival"] = rng.binomial(columns[half], 0.7)
    columns["clear_stop"] = rng.binomial(columns["optional_offered"], 0.1)
    columns["optional_open"] = rng.binomial(columns["optional_offered"] - columns["clear_stop"], 0.05)
    columns["placements"] = sum(columns[f"placed_at.{place}"] for place in names["placed_at"])
    columns["actions_unused"] = 20 - columns["actions_used"]
    for building in names["bought"]:
        columns[f"first_round.{building}"] = rng.integers(0, 11, 2 * n)
        columns[f"bought.{building}"] = columns[f"repaid.{building}"] + rng.poisson(0.4, 2 * n)
        columns[f"could_activate.{building}"] = columns[f"activated_turns.{building}"] + rng.poisson(3, 2 * n)
    seats = pd.concat([seats, pd.DataFrame(columns)], axis=1)
    everybody = seats.index == seats.index
    sides = {"all": everybody, "field": everybody}
    sides |= {plan: (seats["bot"] == plan).to_numpy() for plan in PLANS}
    return SimpleNamespace(
        games=games,
        seats=seats,
        curves=_curves(cards, rng, deals, sides),
        cards=cards,
        folder=None,
        game=SimpleNamespace(
            book=BOOK,
            info=SimpleNamespace(title="Employee Handbook", seat_names=("A", "B")),
        ),
        manifest={
            "identity": "f00d" * 16,
            "name": "made_up",
            "state": "finished",
            "games": n,
            "deals": deals,
            "line_ups": [f"{a} v {b}" for a, b in pairs],
            "run": {
                "seed": seed,
                "scenario": {"title": "A made-up run", "question": "Does the page say what the tables hold?"},
            },
        },
        replay=lambda game: (
            [f"Game {game}: round 1.", "A buys Workshop ($7).", "B draws Windfall ($5)."] * 40
        ),
    )


def _curves(cards, rng, deals, sides):
    """Sums over deals as a run keeps them."""
    rows = []
    for curve in BOOK.curves:
        axis = {a.id: a for a in BOOK.axes}[curve.axis]
        for group, chosen in sides.items():
            for index in range(len(axis.labels(cards))):
                weight = max(1, int(chosen.sum() / deals * 2.8))
                bottom = rng.poisson(weight, deals).astype(float)
                rate = HAZARDS[min(index, 9)] * {"explosions": 0.4, "danger_ppm": 0.75}.get(curve.top, 1.0)
                factor = 1.0 if curve.rate else 12.0
                top = np.minimum(rng.poisson(bottom * rate * factor), bottom if curve.rate else np.inf)
                top, low = top / curve.scale if curve.scale < 1 else top, bottom
                if curve.scale > 1:
                    low, top = bottom * curve.scale, rng.poisson(bottom * 1.3)
                rows.append(
                    {
                        "curve": curve.id,
                        "axis": curve.axis,
                        "kind": group if group in ("all", "field") else "bot",
                        "group": group,
                        "bin": index,
                        "clusters": deals,
                        "top": top.sum(),
                        "bottom": low.sum(),
                        "top_top": top @ top,
                        "bottom_bottom": low @ low,
                        "top_bottom": top @ low,
                    },
                )
    return pd.DataFrame(rows)

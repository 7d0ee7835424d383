"""Comparisons made by hand: two versions of the game of pebbles, with numbers written down here."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.cards.changes import Change
from balance.cards.paths import Place
from balance.errors import RunError
from balance.experiments.compared import Compared, Comparison, QuantileChange, Telling
from balance.experiments.until import Reached, Sequential
from balance.statistics import Estimate, PairedDifference, Verdict
from tests.reports.pebbles import EVIL, pebbles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pandas as pd

DEALS, PER_DEAL = 40, 4


def estimate(value: float, low: float | None = None, high: float | None = None, **more: Any) -> Estimate:
    """A value with its interval; without ends it is exact."""
    low, high = (value if end is None else end for end in (low, high))
    facts = {"level": 0.95, "n": DEALS * PER_DEAL, "clusters": DEALS, "method": "written down"}
    return Estimate(value, low, high, standard_error=(high - low) / 4, **(facts | more))


def compared(
    measure: str,
    name: str,
    unit: str,
    before: float,
    ends: tuple[float, float, float],
    margin: float,
    word: str,
    *,
    more: int | None = None,
    p: float = 0.5,
    differs: bool = False,
    level: str = "game",
    rate: bool = False,
    correlation: float = 0.8,
    saved: float = 5.0,
    deals_moved: int = 12,
    quantiles: Sequence[QuantileChange] = (),
) -> Compared:
    """One measure; ends: low end, value and high end of the difference."""
    low, gap, high = ends
    return Compared(
        measure=measure,
        name=name,
        unit=unit,  # type: ignore[arg-type]
        rate=rate,
        level=level,  # type: ignore[arg-type]
        before=estimate(before, before - 0.1, before + 0.1),
        after=estimate(before + gap, before + gap - 0.1, before + gap + 0.1),
        difference=PairedDifference(
            estimate=estimate(gap, low, high),
            correlation=correlation,
            games_saved=saved,
            independent_games=2 * DEALS * PER_DEAL * saved,
            deals_moved=deals_moved,
        ),
        margin=margin,
        verdict=Verdict(word, margin, differs, more),  # type: ignore[arg-type]
        p=p,
        p_adjusted=min(1.0, 2 * p),
        quantiles=tuple(quantiles),
    )


def same(measure: str, name: str, unit: str, value: float, **more: Any) -> Compared:
    """A measure that does not differ in any deal."""
    nothing = {"correlation": 1.0, "saved": float("inf"), "deals_moved": 0, "p": 1.0}
    return compared(measure, name, unit, value, (0.0, 0.0, 0.0), 0.1, "equivalent", **(nothing | more))


class Version(SimpleNamespace):
    """A run that is only equal to itself."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


def version(*, longer: int = 0, lines: Sequence[str] = (), **manifest: Any) -> Version:
    """A run of pebbles, as comparisons need it; longer: rounds more in every game."""
    run = Version(**vars(pebbles(DEALS)))
    run.games["rounds"] += longer
    run.folder = Path("reports/pond") / f"longer-{longer}"
    run.variant = ""
    run.game.info.id = "pebbles"
    run.manifest |= {"deals": DEALS, "games_per_deal": PER_DEAL, "games": DEALS * PER_DEAL} | manifest
    run.manifest["run"] |= {"game": "pebbles", "players": 2, "seed": 7}
    tables = (run.games, run.seats)

    def deal(number: int, *columns: Sequence[str] | None) -> tuple[pd.DataFrame, ...]:
        wanted = columns or (None, None)
        return tuple(
            t.loc[t["deal"] == number, slice(None) if some is None else list(some)]
            for t, some in zip(tables, wanted, strict=True)
        )

    def batches(_: int, cuts: Sequence[int]) -> Iterator[tuple[pd.DataFrame, ...]]:
        ends = sorted({15, 30, DEALS, *cuts})
        for low, high in pairwise([0, *ends]):
            yield tuple(t[t["deal"].between(low, high - 1)] for t in tables)

    run.deal, run.batches = deal, batches
    run.again = lambda deals: tuple(t[t["deal"].isin(deals)].reset_index(drop=True) for t in tables)
    told = [f"Left throws {EVIL}.", "Left is dry.", *lines]
    run.replay = lambda game: [f"Game {game} begins.", *told]
    return run


CHANGES = (
    Change(
        "pebbles.evil.weight",
        8,
        7,
        f"{EVIL}: weight 8 -> 7",
        Place("/somewhere/else/pebbles.yaml", 12, 3),
        "cards",
    ),
)
LENGTH = (
    QuantileChange(0.05, 7.5, 10.0, estimate(2.5, 2.5, 2.5)),
    QuantileChange(0.5, 10.0, 12.5, estimate(2.5, 1.5, 3.5)),
    QuantileChange(0.95, 10.0, 12.5, estimate(2.5, -0.5, 3.0)),
)
MEASURES = (
    compared("win_share.calm", "win share of calm", "share", 0.48, (0.031, 0.042, 0.053), 0.01, "moved",
             rate=True, p=0.0002, differs=True, level="seat"),
    compared("win_share.wild", f"win share of {EVIL}", "share", 0.52, (-0.02, 0.004, 0.03), 0.01,
             "undetermined", rate=True, more=12_345, level="seat", correlation=-0.1, saved=0.9),
    compared("length", "length", "minutes", 8.9, (2.3, 2.5, 2.7), 0.25, "moved", p=0.004, differs=True,
             quantiles=LENGTH),
    compared("margin", "margin", "points", 4.4, (0.001, 0.05, 0.099), 0.2, "equivalent", p=0.045,
             differs=True, quantiles=(QuantileChange(0.5, 4.0, 4.0, estimate(0.0, -1.0, 1.0)),)),
    compared("splash_rate", "splashes per throw", "per draw", 0.2, (0.001, 0.006, 0.011), 0.005,
             "undetermined", rate=True, level="seat", p=0.03, differs=True, more=None),
    same("splash", "splashes", "per game", 2.0, level="seat"),
)  # fmt: skip


def changed(**other: Any) -> Comparison:
    """A change that moved two measures."""
    facts: dict[str, Any] = {
        "name": "light pebbles",
        "against": "baseline",
        "baseline": version(lines=["Left wins."]),
        "variant": version(longer=1, lines=["Right throws.", "Right wins."]),
        "players": 2,
        "deals": DEALS,
        "games": PER_DEAL,
        "changes": CHANGES,
        "other": (),
        "measures": MEASURES,
        "unmatched": (),
        "telling": Telling(3, 12, 12, 10.0, 12.5, "length"),
        "correction": "holm",
        "tests": 12,
    }
    return Comparison(**(facts | other))


def nothing(**other: Any) -> Comparison:
    """A version compared with itself."""
    measures = tuple(same(m.measure, m.name, m.unit, m.before.value, rate=m.rate) for m in MEASURES)
    facts = {"name": "itself", "variant": version(lines=["Left wins."]), "changes": (), "telling": None}
    return changed(**({"measures": measures} | facts | other))


def doubtful() -> Comparison:
    """Two runs that differ in more than the change, one of which cannot be played again."""

    def gone(_: int) -> list[str]:
        raise RunError("the rules of this run are gone")

    run = version(longer=1)
    again = run.again
    run.again = lambda deals: tuple(table.assign(deal=np.nan) for table in again(deals))
    run.replay = gone
    infinite = estimate(0.3, -np.inf, np.inf, clusters=1)
    alone = compared("margin", "margin", "points", 4.4, (0.1, 0.3, 0.5), 0.0, "undetermined")
    one = Compared(
        **{name: getattr(alone, name) for name in Compared.__dataclass_fields__}
        | {
            "difference": PairedDifference(infinite, np.nan, np.nan, np.nan, 1),
            "p": np.nan,
            "p_adjusted": np.nan,
        }
    )
    return changed(
        name="older run",
        variant=run,
        other=(f"The bots are not the same: {EVIL} before, calm after.",),
        measures=(one, MEASURES[0], MEASURES[2]),
        unmatched=("splash",),
        correction="none",
    )


def sequential() -> Sequential:
    """A play that stopped when two measures had their verdicts."""
    shares = {"before": 0.48, "after": 0.522, "margin": 0.01, "unit": "share", "rate": True}
    moved = Reached(
        variant="light pebbles", measure="win_share.calm", name="win share of calm", word="moved",
        differs=True,
        difference=estimate(0.042, 0.021, 0.063), decided=200, deals_moved=80, **shares,
    )  # fmt: skip
    stayed = replace(
        moved, measure="length", name=EVIL, unit="minutes", rate=False, before=9.0, after=9.1, margin=0.25,
        word="equivalent", difference=estimate(0.1, -np.inf, 0.2), decided=None,
    )  # fmt: skip
    return Sequential(2, 300, 2400, 1000, (200, 300), settled=True, measures=(moved, stayed), level=0.95)

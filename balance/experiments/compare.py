"""Baseline and variants on common deals: every measure before and after, the difference, a verdict.

Differences are taken deal by deal. A verdict of "moved" or "equivalent" counts how many measures and variants
were tested: by Holm's method no false "moved" among all of them in 95 % of cases, and likewise no false
"equivalent"; by Benjamini and Hochberg's few among those found. Intervals are of one measure by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
import pandas as pd

from balance import statistics
from balance.cards.changes import Change, changes
from balance.errors import RunError
from balance.experiments.compared import Compared, Comparison, Correction, QuantileChange, Telling
from balance.experiments.margins import margin_of
from balance.experiments.pairing import Paired, bots_in_words, other_differences, pair, same_games
from balance.experiments.quantities import STALLED, Quantity, quantities
from balance.experiments.totals import RunTotals, add_up, chosen, layout_in
from balance.simulation.variants import BASELINE
from balance.statistics.intervals import open_limits

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from balance.experiments.totals import Seen
    from balance.simulation import Run
    from balance.statistics import DealTotals, Estimate, PairedDifference

QUANTILES = (0.05, 0.5, 0.95)
VALUES_MAX = 1_000
RESAMPLES = 400
CHANGED = "changed"


@dataclass(frozen=True, eq=False)
class _Raw:
    """A comparison before verdicts."""

    name: str
    against: str
    one: Run
    other: Run
    paired: Paired
    wanted: tuple[Quantity, ...]
    before: RunTotals
    after: RunTotals
    found: dict[str, PairedDifference]
    unseen: dict[str, float]
    margins: dict[str, float]
    other_words: tuple[str, ...]
    changed: tuple[Change, ...]
    details: bool


def compare_runs(
    baseline: Run,
    variants: Sequence[Run],
    *,
    margins: Mapping[str, float] | None = None,
    correction: Correction = "holm",
    level: float = 0.95,
    all_pairs: bool = False,
    strict: bool = False,
    declared: bool | None = None,
    names: Sequence[str] = (),
    only: Container[str] | None = None,
    details: bool = True,
) -> tuple[Comparison, ...]:
    """Compare each variant with the baseline, and on request each pair of variants.

    margins     measure (or "win_share", "seat_share", "mover_share") -> what does not matter, in its unit;
                others by unit: margins.yaml
    correction  over all measures and all comparisons: "holm", "benjamini-hochberg" or "none"
    strict      RunError when two runs differ in more than what was changed
    declared    bots and line-ups are part of the change; by default where the run says of which variant it is
    names       of the baseline and of the variants; by default "baseline" and what the runs say
    only        ids of measures, or words before their dots: nothing else is compared, nor corrected for
    details     also quantiles of distributions, and the most telling deal

    RunError where two runs have no deal in common: other games, other seeds.
    """
    return compare_groups(
        [(baseline, variants)],
        margins=margins,
        correction=correction,
        level=level,
        all_pairs=all_pairs,
        strict=strict,
        declared=declared,
        names=names,
        only=only,
        details=details,
    )


def compare_groups(
    groups: Sequence[tuple[Run, Sequence[Run]]],
    *,
    margins: Mapping[str, float] | None = None,
    correction: Correction = "holm",
    level: float = 0.95,
    all_pairs: bool = False,
    strict: bool = False,
    declared: bool | None = None,
    names: Sequence[str] = (),
    only: Container[str] | None = None,
    details: bool = True,
) -> tuple[Comparison, ...]:
    """The same for several baselines with their variants (numbers of players), corrected all together."""
    if correction not in get_args(Correction):
        message = f"correction: expected one of {get_args(Correction)}, found {correction}"
        raise ValueError(message)
    raws = []
    for baseline, variants in groups:
        named = list(zip(names or _names(baseline, variants), (baseline, *variants), strict=True))
        pairs = list(combinations(named, 2)) if all_pairs else [(named[0], item) for item in named[1:]]
        known: dict[tuple[Any, ...], RunTotals] = {}
        for (against, one), (name, other) in pairs:
            own = bool(other.variant) and other.name == one.name if declared is None else declared
            raws.append(_raw((against, one), (name, other), own, margins or {}, level, known, only, details))
            if strict and raws[-1].other_words:
                msg = f"{against} and {name} differ in more than the change: {' '.join(raws[-1].other_words)}"
                raise RunError(msg)
    return _judged(raws, correction, level)


def _names(baseline: Run, variants: Sequence[Run]) -> list[str]:
    """What the runs are called: each by another name."""
    found = [baseline.variant or BASELINE]
    for run in variants:
        name = run.variant or (run.name if run.name != baseline.name else CHANGED)
        count = sum(other.partition(" (")[0] == name for other in found)
        found.append(name if not count else f"{name} ({count + 1})")
    return found


def _raw(
    first: tuple[str, Run],
    second: tuple[str, Run],
    declared: bool,
    margins: Mapping[str, float],
    level: float,
    known: dict[tuple[Any, ...], RunTotals],
    only: Container[str] | None,
    details: bool,
) -> _Raw:
    (against, one), (name, other) = first, second
    paired = pair(one, other)
    before = _totals(one, paired.places, paired.one, paired.deals, known, only)
    layout = paired.one if paired.paired else paired.other
    after = _totals(other, paired.other_places, layout, paired.deals, known, only)
    wanted = [item for item in _wanted(one, paired.one, only) if item.id in after.totals]
    if not (before.orders_vary or after.orders_vary):  # who moves first sits first: it was said already
        wanted = [item for item in wanted if not item.id.startswith("mover_share.")]
    found: dict[str, PairedDifference] = {}
    hidden: dict[str, float] = {}
    same = same_games(one, other)
    for item in wanted:
        totals = before.totals[item.id], after.totals[item.id]
        if all(each.bottom.sum() > 0 for each in totals):
            found[item.id] = statistics.paired_ratios(*totals, level)
            hidden[item.id] = 0.0 if same else statistics.unseen(*totals, _reach(item, totals[0]), level)
    return _Raw(
        name,
        against,
        one,
        other,
        paired,
        tuple(wanted),
        before,
        after,
        {name: _wider(difference, hidden[name]) for name, difference in found.items()},
        hidden,
        {
            item.id: margin_of(item.id, item.unit, before.totals[item.id].ratio, margins)
            for item in wanted
            if item.id in found
        },
        tuple(other_differences(one, other, paired, declared=declared)),
        tuple(_changed(one, other, declared)),
        details,
    )


def _reach(item: Quantity, totals: DealTotals) -> float:
    """How much one deal can do to a measure: a share its whole range, others as far as deals lie apart."""
    if item.rate or item.unit == "share":
        return 1.0
    spoke = totals.bottom > 0
    return float(np.ptp(totals.top[spoke] / totals.bottom[spoke]))


def _wider(found: PairedDifference, unseen: float) -> PairedDifference:
    """A difference with what may have gone unseen in its interval."""
    estimate = found.estimate
    wide = replace(estimate, low=estimate.low - unseen, high=estimate.high + unseen)
    return found if not unseen else replace(found, estimate=wide)


def _wanted(run: Run, layout: Any, only: Container[str] | None) -> list[Quantity]:
    every = quantities(run.game.book, layout, stalls=STALLED in (run.game.game_row.names or ()))
    return [item for item in every if only is None or item.id in only or item.id.partition(".")[0] in only]


def _totals(
    run: Run,
    places: tuple[int, ...],
    layout: Any,
    deals: int,
    known: dict[tuple[Any, ...], RunTotals],
    only: Container[str] | None,
) -> RunTotals:
    """The totals of a run over these games, read once."""
    key = (run.folder, places, deals, layout.bots.tobytes())
    if key not in known:
        known[key] = add_up(run, layout_in(run), places, _wanted(run, layout, only), deals)
    return known[key]


def _changed(one: Run, other: Run, declared: bool) -> list[Change]:
    """What was changed: the card data, and bots and line-ups if the variant says so itself."""
    found = list(changes(one.cards, other.cards))
    if declared:
        place = other.cards.document.place(())
        for old, new in bots_in_words(other).items():
            found.append(Change("line_ups", old, new, f"{new} plays in the place of {old}", place))
        before, after = (run.manifest["line_ups"] for run in (one, other))
        if before != after and not bots_in_words(other):
            text = f"other line-ups: {len(after)} in place of {len(before)}"
            found.append(Change("line_ups", before, after, text, place))
    return found


# --------------------------------------------------------------------------------------- verdicts


def _judged(raws: Sequence[_Raw], correction: Correction, level: float) -> tuple[Comparison, ...]:
    """Verdicts over all comparisons together."""
    rows = [
        (
            number,
            name,
            statistics.p_value(difference.estimate),
            _same(difference.estimate, raw.margins[name] - raw.unseen[name]),
        )
        for number, raw in enumerate(raws)
        for name, difference in raw.found.items()
    ]
    table = pd.DataFrame(rows, columns=["raw", "name", "p", "p_same"])
    adjust = {"holm": statistics.holm, "benjamini-hochberg": statistics.benjamini_hochberg}.get(correction)
    kept: dict[str, Any] = {}
    left = 1
    for column in ("p", "p_same"):
        kept[column] = table[column].to_numpy()
        if adjust is not None and len(table):
            kept[column] = adjust(table, column, level)["p_adjusted"].to_numpy()
            left = max(left, len(table) - int((kept[column] <= 1 - level).sum()))
    adjusted = {
        (int(row.raw), str(row.name_)): (float(row.p), float(p), float(same))
        for row, p, same in zip(
            table.rename(columns={"name": "name_"}).itertuples(), kept["p"], kept["p_same"], strict=True
        )
    }
    return tuple(
        _comparison(
            raw, {name: adjusted[number, name] for name in raw.found}, left, len(table), correction, level
        )
        for number, raw in enumerate(raws)
    )


def _same(estimate: Estimate, margin: float) -> float:
    """P-value for "further from 0 than the margin": small where the difference is within it.

    margin: less what may have gone unseen.
    """
    if margin > 0:
        return statistics.band_p(estimate, -margin, margin)[0]
    return 0.0 if margin == 0 and estimate.value == 0 and estimate.standard_error == 0 else 1.0


def _verdict(estimate: Estimate, margin: float, p: float, same: float, left: int) -> statistics.Verdict:
    """The verdict of one measure, `p` and `same` adjusted; `left`: tests that have not been decided."""
    alpha, differs = 1 - estimate.level, not estimate.contains(0)
    if same <= alpha:
        return statistics.Verdict("equivalent", margin, differs, 0)
    if p <= alpha and differs:
        return statistics.Verdict("moved", margin, differs, 0)
    level = 1 - alpha / left
    low, high = open_limits(estimate.value, estimate.standard_error, estimate.clusters - 1, level)
    strict = replace(estimate, level=level, low=float(low), high=float(high))
    more = statistics.verdict(strict, margin).more_games
    return statistics.Verdict("undetermined", margin, differs, more or None)


def _comparison(
    raw: _Raw,
    adjusted: Mapping[str, tuple[float, float, float]],
    left: int,
    tests: int,
    correction: Correction,
    level: float,
) -> Comparison:
    measures = []
    for item in raw.wanted:
        if item.id not in raw.found:
            continue
        difference, margin = raw.found[item.id], raw.margins[item.id]
        p, p_adjusted, same = adjusted[item.id]
        before, after = (
            each.totals[item.id].estimate(level, rate=item.rate) for each in (raw.before, raw.after)
        )
        measures.append(
            Compared(
                measure=item.id,
                name=item.name,
                unit=item.unit,
                rate=item.rate,
                level=item.level,
                before=before,
                after=after,
                difference=difference,
                margin=margin,
                verdict=_verdict(difference.estimate, margin, p_adjusted, same, left),
                p=p,
                p_adjusted=p_adjusted,
                quantiles=_quantiles(item, raw, level),
            )
        )
    return Comparison(
        name=raw.name,
        against=raw.against,
        baseline=raw.one,
        variant=raw.other,
        players=raw.paired.one.seats,
        deals=raw.paired.deals,
        games=len(raw.paired.places),
        changes=raw.changed,
        other=raw.other_words,
        measures=tuple(measures),
        unmatched=tuple(item.id for item in raw.wanted if item.id not in raw.found and _spoken_of(raw, item)),
        telling=_telling(raw, measures),
        correction=correction,
        tests=tests,
        level=level,
    )


def _spoken_of(raw: _Raw, item: Quantity) -> bool:
    """Whether one of the runs has a case of a measure."""
    return any(each.totals[item.id].bottom.sum() > 0 for each in (raw.before, raw.after))


def _quantiles(item: Quantity, raw: _Raw, level: float) -> tuple[QuantileChange, ...]:
    """Quantiles of a distribution before and after; resampled only where a deal differs."""
    if not item.distribution or not raw.details:
        return ()
    seen = raw.before.seen[item.id], raw.after.seen[item.id]
    if not all(each.value.size for each in seen):
        return ()
    values = np.unique(np.concatenate([each.value for each in seen]))
    if values.size > VALUES_MAX:  # rounded down to as many values as can be told apart in a figure
        values = values[np.linspace(0, values.size - 1, VALUES_MAX).astype(int)]
    groups = 1 + max(int(each.group.max()) for each in seen)
    before, after = (_table(each, values, groups) for each in seen)
    resamples = RESAMPLES if raw.found[item.id].deals_moved else 1  # all alike where no deal differs
    games = raw.paired.deals * len(raw.paired.places)
    return tuple(
        QuantileChange(share, one, other, difference)
        for share, (one, other, difference) in zip(
            QUANTILES,
            statistics.paired_quantiles(
                values, before, after, QUANTILES, level, games=games, resamples=resamples
            ),
            strict=True,
        )
    )


def _table(seen: Seen, values: Any, groups: int) -> Any:
    """How often each value was seen in each group of deals."""
    at = np.searchsorted(values, seen.value, side="right") - 1
    flat = np.bincount(seen.group * values.size + at, weights=seen.times, minlength=groups * values.size)
    return flat.reshape(groups, values.size)


# --------------------------------------------------------------------------------------- one deal


def _telling(raw: _Raw, measures: Sequence[Compared]) -> Telling | None:
    """The deal in which the clearest change is largest; None if nothing changed, or games are not paired."""
    moved = [item for item in measures if item.difference.deals_moved and np.isfinite(item.p)]
    if not moved or not raw.paired.paired or not raw.details:
        return None

    def clear(item: Compared) -> tuple[bool, float]:
        estimate = item.difference.estimate
        return item.verdict.word == "moved", abs(estimate.value) / max(estimate.standard_error, 1e-300)

    best = max(moved, key=clear)
    sign = np.sign(best.difference.estimate.value) or 1.0
    gap = sign * (raw.after.totals[best.measure].influence - raw.before.totals[best.measure].influence)
    deal = int(np.argmax(gap))
    quantity = next(item for item in raw.wanted if item.id == best.measure)
    before = _game_values(raw.one, raw.paired.places, quantity, deal)
    after = _game_values(raw.other, raw.paired.other_places, quantity, deal)
    at = int(np.argmax(sign * np.nan_to_num(after - before)))
    per_deal = [int(run.manifest["games_per_deal"]) for run in (raw.one, raw.other)]
    return Telling(
        deal=deal,
        game=deal * per_deal[0] + raw.paired.places[at],
        game_after=deal * per_deal[1] + raw.paired.other_places[at],
        before=float(before[at]),
        after=float(after[at]),
        measure=best.measure,
    )


def _game_values(run: Run, places: Sequence[int], quantity: Quantity, deal: int) -> Any:
    """The quantity in each of some games of one deal; NaN where a game has no case of it."""
    games, seats = run.deal(deal)
    layout = layout_in(run)
    tables: Any = SimpleNamespace(
        games=chosen(games, layout, places, 1),
        seats=chosen(seats, layout, places, layout.seats),
        cards=run.cards,
    )
    top, bottom = (rows.reshape(len(places), -1).sum(axis=1) for rows in quantity.rows(tables))
    return np.divide(top, bottom, out=np.full(top.shape, np.nan), where=bottom > 0)

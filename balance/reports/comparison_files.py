"""Comparisons as JSON and as CSV, for whoever works on with them. Keys stay as they are within a format.

The JSON is one object:

format        the number of this format
game          id of the game
software      version of this toolkit
stopped       a list, empty unless the play stopped by itself: players, deals, games, limit, looks, settled,
              label, measures (variant, measure, name, unit, rate, before, after, difference, margin, verdict,
              decided: after how many deals, deals_moved), with intervals that hold at all looks together
comparisons   a list, in the order of the scenario; of each:
  name, against, players     the variant, what it is compared with, players at the table
  deals, games_per_deal      common to both, and compared
  correction, tests, level   "holm", "benjamini-hochberg" or "none"; how many tests; of the intervals
  identical                  true when no measure differs in any deal (A/A)
  baseline, variant          identity, name, seed, rules_version, cards (their hash) of the two runs
  changes                    a list of text, path, before, after, group, place (file:line)
  other                      what else is not the same, sentences
  summary, sentences         what was found, in words; sentences: a list of verdict and text
  unmatched                  ids of measures that only one of the runs has a case of
  telling                    null, or deal, game, game_after, measure, before, after
  measures                   a list; of each:
    measure, name, unit, rate, level    id and what it is; a rate lies in 0..1
    before, after, difference           value, low, high, standard_error, n, clusters; after less before
    margin, verdict                     "moved", "equivalent" or "undetermined"
    differs                             whether the interval of the difference excludes 0
    more_games                          until a verdict can be expected; null when that cannot be said
    p, p_adjusted                       before and after correction for many tests
    correlation, games_saved, independent_games, deals_moved   what common deals brought
    detection_limit                     smallest difference seen in 80 % of repeats
    quantiles                           a list of share, before, after, difference

Shares are 0..1, not percent. A number that is not known or infinite is null.

The CSV has a row for each comparison and measure: variant, against, players, then the keys of a measure, with
before_value, before_low and so on for the three estimates; no quantiles. What is not known is empty.
"""

from __future__ import annotations

import csv
import io
import math
from typing import TYPE_CHECKING, Any

import balance
from balance.reports import changes_in_words, comparison_checks, comparison_stopped, differences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.experiments.compared import Compared, Comparison
    from balance.experiments.until import Sequential
    from balance.simulation import Run
    from balance.statistics import Estimate

FORMAT = 1
ESTIMATES = ("before", "after", "difference")
WORDS = {"moved": "moved", "good": "equivalent", "open": "undetermined"}


def as_json(comparisons: Sequence[Comparison], stopped: Sequence[Sequential] = ()) -> dict[str, Any]:
    """Comparisons as plain data; the docstring of this file says what the keys mean."""
    return {
        "format": FORMAT,
        "game": _game(comparisons),
        "software": balance.__version__,
        "stopped": comparison_stopped.as_json(stopped),
        "comparisons": [_comparison(item) for item in comparisons],
    }


def as_csv(comparisons: Sequence[Comparison]) -> str:
    """A row for each comparison and measure, as text."""
    buffer = io.StringIO()
    rows = [_row(comparison, item) for comparison in comparisons for item in comparison.measures]
    if rows:
        writer = csv.DictWriter(buffer, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return buffer.getvalue()


def _comparison(item: Comparison) -> dict[str, Any]:
    telling = item.telling
    return {
        "name": item.name,
        "against": item.against,
        "players": item.players,
        "deals": item.deals,
        "games_per_deal": item.games,
        "correction": item.correction,
        "tests": item.tests,
        "level": item.level,
        "identical": item.identical,
        "baseline": _run(item.baseline),
        "variant": _run(item.variant),
        "changes": [
            {
                "text": change.text,
                "path": change.path,
                "before": _value(change.before),
                "after": _value(change.after),
                "group": change.group,
                "place": differences.place(change),
            }
            for change in item.changes
        ],
        "other": list(item.other),
        "summary": changes_in_words.summary(item).text,
        "sentences": [
            {"verdict": WORDS[finding.mark], "text": finding.text}
            for group in changes_in_words.groups(item)
            for finding in group.findings
        ],
        "unmatched": list(item.unmatched),
        "telling": None
        if telling is None
        else {
            "deal": telling.deal,
            "game": telling.game,
            "game_after": telling.game_after,
            "measure": telling.measure,
            "before": _number(telling.before),
            "after": _number(telling.after),
        },
        "measures": [_measure(found) for found in item.measures],
    }


def _measure(item: Compared) -> dict[str, Any]:
    found = item.difference
    return {
        "measure": item.measure,
        "name": item.name,
        "unit": item.unit,
        "rate": item.rate,
        "level": item.level,
        "before": _estimate(item.before),
        "after": _estimate(item.after),
        "difference": _estimate(found.estimate),
        "margin": _number(item.margin),
        "verdict": item.verdict.word,
        "differs": item.verdict.differs,
        "more_games": item.verdict.more_games,
        "p": _number(item.p),
        "p_adjusted": _number(item.p_adjusted),
        "correlation": _number(found.correlation),
        "games_saved": _number(found.games_saved),
        "independent_games": _number(found.independent_games),
        "deals_moved": found.deals_moved,
        "detection_limit": _number(comparison_checks.limit(item)),
        "quantiles": [
            {
                "share": quantile.share,
                "before": _number(quantile.before),
                "after": _number(quantile.after),
                "difference": _estimate(quantile.difference),
            }
            for quantile in item.quantiles
        ],
    }


def _row(comparison: Comparison, item: Compared) -> dict[str, Any]:
    row: dict[str, Any] = {
        "variant": comparison.name,
        "against": comparison.against,
        "players": comparison.players,
    }
    for key, value in _measure(item).items():
        if key == "quantiles":
            continue
        if key in ESTIMATES:
            row |= {f"{key}_{part}": found for part, found in value.items()}
        else:
            row[key] = value
    return row


def _estimate(found: Estimate) -> dict[str, Any]:
    return {
        "value": _number(found.value),
        "low": _number(found.low),
        "high": _number(found.high),
        "standard_error": _number(found.standard_error),
        "n": _number(found.n),
        "clusters": found.clusters,
    }


def _run(run: Run) -> dict[str, Any]:
    facts = run.manifest.get("run", {})
    return {
        "identity": str(run.manifest.get("identity", "")),
        "name": str(run.manifest.get("name") or ""),
        "seed": facts.get("seed"),
        "rules_version": facts.get("rules_version"),
        "cards": str(getattr(run.cards, "hash", "")),
    }


def _game(comparisons: Sequence[Comparison]) -> str:
    return str(comparisons[0].baseline.game.info.id) if comparisons else ""


def _number(value: float) -> float | None:
    """A plain number; None when it is not known or has no end."""
    return float(value) if math.isfinite(value) else None


def _value(value: Any) -> Any:
    """A value of the card data as JSON holds it; what JSON has no form for, as text."""
    if isinstance(value, bool | int | str) or value is None:
        return value
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, list | tuple):
        return [_value(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _value(item) for key, item in value.items()}
    return str(value)

"""Calibration: models of choice fitted to the records of real games, compared by what they foretell.

A game says what people chose between and which models of that are rivals (`Game.choice_data`). Each is
fitted to all decisions, and judged by how well it foretells groups of players that it was not fitted to:
never by how often its favourite was chosen. What follows for the card data, and what cannot be told, the
game says.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from balance import statistics
from balance.errors import RecordsError
from balance.games.records import Verdict
from balance.statistics import ChoiceSets, choice_sets, conditional_logit, held_out, ranking_sets

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from balance.cards import CardSet
    from balance.games.interface import Game
    from balance.games.records import ChoiceData, ChoiceModel, Constant, Outcomes, Question, Ratings
    from balance.statistics import ChoiceFit, Estimate

CLUSTERS_MIN = 10
"""Fewer groups than this say too little of how much they differ: then intervals count decisions."""
FOLDS = 20
"""Groups are left out one at a time, or in so many folds where there are more."""


@dataclass(frozen=True)
class Rival:
    """A model of a question.

    fit          to all decisions; None: it could not be fitted, `why` says it
    foretold     log-likelihood of a decision by coefficients from other groups: mean with interval; or None
    over_blind   the same less that of blind choice, minus log(options)
    over_first   less that of the first (simplest) model; None for the first itself
    slope        how surely people chose over how surely that was foretold (1: as surely)
    idle         covariates that never differ between options, left out
    """

    model: ChoiceModel
    fit: ChoiceFit | None
    why: str
    foretold: Estimate | None = None
    over_blind: Estimate | None = None
    over_first: Estimate | None = None
    slope: Estimate | None = None
    idle: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """A question with its rivals, and the one that foretells best.

    blind     log-likelihood of a decision taken blindly, mean
    best      None: none could be fitted
    because   why it is the best, in words
    """

    question: Question
    decisions: int
    blind: float
    rivals: tuple[Rival, ...]
    best: Rival | None
    because: str


@dataclass(frozen=True)
class Calibration:
    """Everything that was found in a folder of records."""

    game: Game
    cards: CardSet
    folder: Path
    games: int
    groups: int
    answers: tuple[Answer, ...]
    outcomes: pd.DataFrame | None  # stake, left (0: all together), n, hits, value, low, high
    steps: Estimate | None  # how much a stake one step higher goes with hits
    agreement: float | None  # of raters, as they rated
    beyond: float | None  # and beyond the model
    constants: tuple[Constant, ...]
    caveats: tuple[str, ...]
    notes: tuple[str, ...]
    prior: float | None
    lapse: float


def fit(
    game: Game,
    cards: CardSet,
    folder: Path,
    *,
    prior: float | None = None,
    lapse: float = 0.0,
) -> Calibration:
    """Fit all models of a game to the records in a folder.

    prior: standard deviation of a normal prior on every coefficient (None: none). lapse: share of decisions
    taken blindly. RecordsError says what is wrong with the records, or that no model can be fitted to them.
    """
    if prior is not None and not (np.isfinite(prior) and prior > 0):
        raise RecordsError(f"--prior: found {prior:g}, allowed: a number above 0")
    if not 0 <= lapse < 1:
        raise RecordsError(f"--lapse: found {lapse:g}, allowed: a number from 0 to below 1")
    data = game.choice_data(cards, folder)
    answers = tuple(_answer(question, data, prior, lapse) for question in data.questions)
    verdicts = {
        answer.question.id: Verdict(answer.best.model.id, answer.best.fit, answer.because)
        for answer in answers
        if answer.best is not None and answer.best.fit is not None
    }
    if not verdicts:
        why = "; ".join(dict.fromkeys(rival.why for answer in answers for rival in answer.rivals))
        raise RecordsError(f"{folder}: no model can be fitted: {why}")
    agreement = beyond = None
    if data.ratings is not None:
        agreement, beyond = _agreement(data.ratings)
    table, steps = (None, None) if data.outcomes is None else _outcomes(data.outcomes, data.groups)
    return Calibration(
        game,
        cards,
        folder,
        len(data.groups),
        len(set(data.groups.values())),
        answers,
        table,
        steps,
        agreement,
        beyond,
        tuple(data.constants(verdicts)),
        tuple(data.caveats(verdicts, beyond)),
        (*data.notes, *_notes(data, prior)),
        prior,
        lapse,
    )


def _notes(data: ChoiceData, prior: float | None) -> Sequence[str]:
    groups = len(set(data.groups.values()))
    found = []
    if groups < CLUSTERS_MIN:
        found.append(
            f"With {groups} of {CLUSTERS_MIN} groups needed, intervals count every decision as independent:"
            " they are too narrow if groups differ."
        )
    if prior is not None:
        found.append(f"Coefficients are held towards 0 by a prior with standard deviation {prior:g}.")
    return found


# --------------------------------------------------------------------------------------- one question


def decisions_of(model: ChoiceModel) -> tuple[ChoiceSets, np.ndarray]:
    """A model's decisions, and for each the number of the one in the records (rankings give several)."""
    frame = pd.DataFrame(model.covariates, columns=list(model.terms))
    if (model.rank > 1).any():
        return ranking_sets(model.decision, model.rank, frame)
    width = int(model.option.max()) + 1
    sets = choice_sets(model.decision, model.rank == 1, frame, model.decision * width + model.option)
    return sets, np.arange(sets.count)


def _answer(question: Question, data: ChoiceData, prior: float | None, lapse: float) -> Answer:
    rivals: list[Rival] = []
    foretold: list[np.ndarray | None] = []
    blind, decisions = float("nan"), 0
    group = np.array([])
    for model in question.models:
        sets, home = decisions_of(model)
        group = np.array([data.groups[name] for name in question.games])[home]
        if not decisions:
            blind, decisions = float(-np.log(sets.options).mean()), sets.count
        rival, each = _rival(model, sets, group, prior, lapse, foretold[0] if foretold else None)
        rivals.append(rival)
        foretold.append(each)
    best, because = _best(rivals, foretold, group)
    return Answer(question, decisions, blind, tuple(rivals), best, because)


def _rival(
    model: ChoiceModel,
    sets: ChoiceSets,
    group: np.ndarray,
    prior: float | None,
    lapse: float,
    first: np.ndarray | None,
) -> tuple[Rival, np.ndarray | None]:
    """A model fitted and judged; and the log-likelihood of each decision by other groups."""
    moving = sets.varying()
    idle = tuple(name for name in model.terms if name not in moving)
    if not moving:
        return Rival(model, None, "no covariate differs between options", idle=idle), None
    sets = sets.only(moving)
    count = len(set(group.tolist()))
    clusters = group if count >= CLUSTERS_MIN else None
    try:
        found = conditional_logit(sets, clusters=clusters, prior=prior, lapse=lapse)
    except ValueError as error:
        return Rival(model, None, _without_start(error), idle=idle), None
    if count < 2:
        why = "records of one group: nothing is left to foretell"
        return Rival(model, found, why, idle=idle), None
    try:
        out = held_out(sets, group, folds=min(count, FOLDS), prior=prior, lapse=lapse)
    except ValueError as error:
        return Rival(model, found, _without_start(error), idle=idle), None
    blind = -np.log(sets.options)
    slope: Estimate | None = None
    try:
        slope = statistics.calibration_slope(sets, out, clusters=clusters, lapse=lapse)
    except ValueError:
        slope = None
    rival = Rival(
        model,
        found,
        "",
        statistics.clustered_mean(out.each, group),
        statistics.clustered_mean(out.each - blind, group),
        None if first is None else statistics.clustered_mean(out.each - first, group),
        slope,
        idle,
    )
    return rival, out.each


def _without_start(error: ValueError) -> str:
    return str(error).replace("covariates: ", "")


def _best(
    rivals: Sequence[Rival], foretold: Sequence[np.ndarray | None], group: np.ndarray
) -> tuple[Rival | None, str]:
    """The model that foretells best; the simplest that can be fitted, where none foretells anything.

    foretold: the log-likelihood of each decision by other groups, per rival.
    """
    judged = [
        (rival, each) for rival, each in zip(rivals, foretold, strict=True) if each is not None and rival.fit
    ]
    if not judged:
        fitted = [rival for rival in rivals if rival.fit is not None]
        if not fitted:
            return None, "none can be fitted"
        return fitted[0], f"the simplest: {fitted[0].why or 'none could be judged'}"
    best, most = max(judged, key=lambda pair: float(pair[1].mean()))
    if best.over_blind is not None and best.over_blind.value <= 0:
        return best, "foretells best, and no better than blind choice"
    sure: list[str] = []
    unsure: list[str] = []
    for rival, each in judged:
        if rival is not best:
            gain = statistics.clustered_mean(most - each, group)
            (sure if gain.low > 0 else unsure).append(rival.model.id)
    words = ["foretells best what other groups chose"]
    words += [f"beyond doubt better than {' and '.join(sure)}"] if sure else []
    words += [f"not beyond doubt better than {' and '.join(unsure)}"] if unsure else []
    return best, "; ".join(words)


# --------------------------------------------------------------------------------- outcomes, ratings


def _outcomes(data: Outcomes, groups: Mapping[str, str]) -> tuple[pd.DataFrame, Estimate | None]:
    """Share of hits by stake, and by stake and bets left; what a step in stake goes with."""
    group = np.array([groups[name] for name in data.games])
    rows = []
    for stake in np.unique(data.stake):
        for left in (0, *np.unique(data.left)):
            here = (data.stake == stake) & ((data.left == left) | (left == 0))
            if not here.any():
                continue
            found = statistics.clustered_rate(data.hit[here], group[here])
            rows.append((stake, left, int(here.sum()), int(data.hit[here].sum()), *_three(found)))
    table = pd.DataFrame(rows, columns=["stake", "left", "n", "hits", "value", "low", "high"])
    step = np.searchsorted(np.unique(data.stake), data.stake)
    factors = pd.DataFrame({"step": step, "left": data.left}).astype(float)
    factors = factors.loc[:, factors.max() > factors.min()]
    try:
        found = statistics.clustered_regression(data.hit, factors, group).set_index("term").loc["step"]
    except (ValueError, KeyError):
        return table, None
    numbers = (float(found[name]) for name in ("value", "low", "high"))
    value, low, high = numbers
    clusters, error = int(found["clusters"]), float(found["standard_error"])
    return table, statistics.Estimate(value, low, high, 0.95, len(step), clusters, error, "least squares")


def _three(found: Estimate) -> tuple[float, float, float]:
    return found.value, found.low, found.high


def _agreement(ratings: Ratings) -> tuple[float | None, float | None]:
    """Intraclass correlation of items, raters centred: as rated, and beyond what the model says of them.

    None where no item has two ratings.
    """
    counted = Counter(ratings.items)
    kept = np.array([counted[item] > 1 for item in ratings.items])
    if not kept.any():
        return None, None
    frame = pd.DataFrame({"rater": ratings.raters, "score": ratings.scores, "expected": ratings.expected})
    centred = frame[["score", "expected"]] - frame.groupby("rater")[["score", "expected"]].transform("mean")
    score, expected = centred["score"].to_numpy(), centred["expected"].to_numpy()
    spread = float(expected @ expected)
    slope = float(expected @ score) / spread if spread > 0 else 0.0
    items = np.array(ratings.items)[kept]
    found = [
        statistics.intraclass_correlation(values[kept], items) for values in (score, score - slope * expected)
    ]
    as_rated, beyond = (None if np.isnan(value) else value for value in found)
    return as_rated, beyond

"""Decisions between options, as arrays: what `choice` fits and `foretelling` foretells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from balance.statistics.arrays import cluster_codes

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ChoiceSets:
    """Decisions, one after the other, their rows side by side. Made by `choice_sets`.

    terms    names of the covariates
    x        rows x terms
    place    decision of each row, 0, 1, 2, ...
    starts   first row of each decision
    option   option of each row, a number inside its decision
    chosen   rows of the option that was chosen
    options  how many options each decision has
    """

    terms: tuple[str, ...]
    x: Floats
    place: NDArray[np.intp]
    starts: NDArray[np.intp]
    option: NDArray[np.intp]
    chosen: NDArray[np.bool_]
    options: NDArray[np.intp]

    @property
    def count(self) -> int:
        """How many decisions."""
        return len(self.starts)

    def take(self, which: ArrayLike) -> ChoiceSets:
        """Some of the decisions: a truth value for each."""
        kept = np.asarray(which, dtype=bool)
        rows = kept[self.place]
        place = (np.cumsum(kept) - 1)[self.place[rows]]
        starts = np.flatnonzero(np.diff(place, prepend=-1))
        return ChoiceSets(
            self.terms,
            self.x[rows],
            place,
            starts,
            self.option[rows],
            self.chosen[rows],
            self.options[kept],
        )

    def only(self, terms: Sequence[str]) -> ChoiceSets:
        """The same decisions seen by some of the covariates."""
        columns = [self.terms.index(name) for name in terms]
        return ChoiceSets(
            tuple(terms),
            self.x[:, columns],
            self.place,
            self.starts,
            self.option,
            self.chosen,
            self.options,
        )

    def varying(self) -> list[str]:
        """The covariates that differ between rows of some decision; the others cannot matter."""
        gap = np.abs(self.x - self.x[self.starts[self.place]])
        return [name for name, most in zip(self.terms, gap.max(axis=0), strict=True) if most > 1e-12]


def choice_sets(
    decisions: ArrayLike,
    chosen: ArrayLike,
    covariates: pd.DataFrame,
    options: ArrayLike | None = None,
) -> ChoiceSets:
    """Decisions from a table with a row per option (or per way in which an option can come about).

    decisions: to which decision a row belongs, any labels; they are numbered in the order of appearance.
    chosen: whether a row is (a way of) what was chosen. covariates: a column each. options: which option a
    row belongs to, any labels; without it every row is one.

    Raises ValueError for unequal lengths, numbers that are not finite, decisions without exactly one option
    chosen or with fewer than two options.
    """
    x = covariates.to_numpy(dtype=np.float64)
    if x.ndim != 2 or not x.size:
        message = f"covariates: expected rows and columns of numbers, found shape {x.shape}"
        raise ValueError(message)
    bad = np.flatnonzero(~np.isfinite(x).all(axis=1))
    if bad.size:
        message = f"covariates: expected finite numbers, found others in row {bad[0]}"
        raise ValueError(message)
    codes, count = cluster_codes(decisions, len(x))
    picked = np.asarray(chosen, dtype=bool)
    if picked.shape != (len(x),):
        message = f"chosen: expected a truth value for each of {len(x)} rows, found shape {picked.shape}"
        raise ValueError(message)
    label = np.arange(len(x)) if options is None else cluster_codes(options, len(x))[0]
    order = np.lexsort((label, codes))
    place, label = codes[order], label[order]
    starts = np.flatnonzero(np.diff(place, prepend=-1))
    fresh = np.diff(label, prepend=-1) != 0
    fresh[starts] = True
    option = np.cumsum(fresh) - 1
    option = option - option[starts][place]
    sizes = np.bincount(place, weights=fresh, minlength=count).astype(np.intp)
    for set_, size in enumerate(sizes):
        if size < 2:
            message = f"decision {set_}: expected two options or more, found {size}"
            raise ValueError(message)
    kept = picked[order]
    first = np.full(count, -1, dtype=np.intp)
    first[place[kept][::-1]] = option[kept][::-1]
    whole = kept == (option == first[place])
    if (first < 0).any() or not whole.all():
        wrong = int(np.argmin(first)) if (first < 0).any() else int(place[np.argmin(whole)])
        found = len(np.unique(option[kept & (place == wrong)]))
        message = f"decision {wrong}: expected one option chosen (all its rows), found {found}"
        raise ValueError(message)
    terms = tuple(str(name) for name in covariates.columns)
    return ChoiceSets(terms, x[order], place, starts, option, kept, sizes)


def ranking_sets(
    rankings: ArrayLike,
    ranks: ArrayLike,
    covariates: pd.DataFrame,
) -> tuple[ChoiceSets, NDArray[np.intp]]:
    """Rankings as decisions: the best of all, the best of the rest, and so on (Plackett, Luce).

    rankings: to which ranking a row belongs. ranks: 1 the best, 2, ...; 0: not ranked, below all that are.
    Returns the decisions and for each the number of its ranking (they depend on each other: cluster by it).

    log L = sum over ranks r of [U(r) - log sum over the not yet ranked of exp U]; the last of all is no
    decision. Raises ValueError for ranks that are not 1, 2, ... without gaps.
    """
    codes, count = cluster_codes(rankings, len(covariates))
    rank = np.asarray(ranks, dtype=np.intp)
    rows, labels, picked = [], [], []
    home: list[int] = []
    for ranking in range(count):
        mine = np.flatnonzero(codes == ranking)
        given = np.sort(rank[mine][rank[mine] > 0])
        if not len(given) or (given != np.arange(1, len(given) + 1)).any() or (rank[mine] < 0).any():
            message = f"ranking {ranking}: expected ranks 1, 2, ... each once, found {given.tolist()}"
            raise ValueError(message)
        for best in given.tolist():
            left = mine[(rank[mine] == 0) | (rank[mine] >= best)]
            if len(left) < 2:
                continue
            rows.append(left)
            labels.append(np.full(len(left), len(home)))
            picked.append(rank[left] == best)
            home.append(ranking)
    if not home:
        message = "rankings: expected two options or more in some ranking, found none"
        raise ValueError(message)
    every = np.concatenate(rows)
    sets = choice_sets(np.concatenate(labels), np.concatenate(picked), covariates.iloc[every])
    return sets, np.array(home, dtype=np.intp)

"""The one door for input: arrays are checked here and clusters become 0, 1, 2, ..."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def numbers(values: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return values as a one-dimensional float array.

    Raises ValueError if there are none, if they are not one-dimensional, or not all finite.
    """
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1:
        message = f"{name}: expected one dimension, found {array.ndim}"
        raise ValueError(message)
    if array.size == 0:
        message = f"{name}: expected at least one observation, found none"
        raise ValueError(message)
    bad = np.flatnonzero(~np.isfinite(array))
    if bad.size:
        message = f"{name}: expected finite numbers, found {array[bad[0]]} in row {bad[0]}"
        raise ValueError(message)
    return array


def same_length(**arrays: NDArray[np.generic]) -> None:
    """Raise ValueError unless all arrays have the same length."""
    lengths = {name: len(array) for name, array in arrays.items()}
    if len(set(lengths.values())) > 1:
        message = f"expected columns of one length, found {lengths}"
        raise ValueError(message)


def cluster_codes(clusters: ArrayLike, n: int) -> tuple[NDArray[np.intp], int]:
    """Number the clusters 0, 1, 2, ... in order of appearance.

    clusters: n labels of any type. Returns (code of each row, number of clusters).
    Raises ValueError for a wrong length or a missing label.
    """
    labels = np.asarray(clusters)
    if labels.shape != (n,):
        message = f"clusters: expected one label for each of {n} rows, found shape {labels.shape}"
        raise ValueError(message)
    codes, uniques = pd.factorize(labels)
    if (codes < 0).any():
        message = f"clusters: row {int(np.argmin(codes))} has no label"
        raise ValueError(message)
    return codes, len(uniques)


def check_share(value: float, name: str) -> None:
    """Raise ValueError unless 0 < value < 1."""
    if not 0 < value < 1:
        message = f"{name}: expected a number between 0 and 1, found {value}"
        raise ValueError(message)


def check_columns(frame: pd.DataFrame, needed: list[str]) -> None:
    """Raise ValueError if a needed column is not in the frame."""
    missing = [column for column in needed if column not in frame.columns]
    if missing:
        message = f"expected columns {needed}, missing {missing}, found {list(frame.columns)}"
        raise ValueError(message)

"""From the records that kernels fill to the columns of tables: names, types, order.

The columns depend on the plan alone, never on what was played: dictionaries of text columns are fixed
beforehand, so that every chunk of a run has one and the same schema.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from balance.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

WIN_SHARE_PPM = "win_share_ppm"
GAME_KEYS = ("game", "deal", "line_up", "rotation")
SEAT_KEYS = (*GAME_KEYS, "seat", "order", "bot", "opponent", "win_share")
_INT32 = np.iinfo(np.int32)


@dataclass(frozen=True)
class Column:
    """A column taken from a field of the rows; `member` is the index in an array field."""

    name: str
    field: str
    member: int | None = None


def columns_of(row: np.dtype, labels: Mapping[str, Sequence[str]], taken: Sequence[str]) -> list[Column]:
    """The columns for the fields of a row.

    An array field gives one column per label, `field.label`; without labels one per member, counted
    from 1. Arrays of records are left out (they are axes of curves), and so are fields whose name is
    `taken` by a column that every table has.
    """
    found = []
    for field in row.names or ():
        dtype: np.dtype = row[field]
        if field in taken or field == WIN_SHARE_PPM:
            continue
        if dtype.subdtype is None:
            if dtype.names is None:
                found.append(Column(field, field))
            continue
        inner, shape = dtype.subdtype
        if inner.names is not None:
            continue
        if len(shape) != 1:
            msg = f"the field {field!r} has {len(shape)} dimensions; rows hold numbers and lists of numbers"
            raise TypeError(msg)
        names = labels.get(field) or [str(n) for n in range(1, shape[0] + 1)]
        found += [Column(f"{field}.{label}", field, n) for n, label in enumerate(names[: shape[0]])]
    return found


def numbers(rows: np.ndarray) -> np.ndarray:
    """All numbers of a contiguous array of rows, shape (rows, numbers): the same memory, seen as a table.

    TypeError when a row holds anything but int64.
    """
    _only_int64(rows.dtype)
    return rows.reshape(-1).view(np.int64).reshape(rows.size, -1)


def place(row: np.dtype, field: str) -> int:
    """Where a field begins in the numbers of a row."""
    fields: Any = row.fields
    return int(fields[field][1]) // np.dtype(np.int64).itemsize


def _only_int64(dtype: np.dtype) -> None:
    inner = dtype.subdtype[0] if dtype.subdtype else dtype
    if inner.names is None and inner != np.int64:
        msg = f"rows hold int64 numbers only, not {inner}"
        raise TypeError(msg)
    for name in inner.names or ():
        _only_int64(inner[name])


def arrays(columns: Sequence[Column], rows: np.ndarray) -> Iterator[tuple[str, pa.Array]]:
    """Each column of flat rows as int32; RunError when a number does not fit."""
    found = np.take(numbers(rows), [place(rows.dtype, c.field) + (c.member or 0) for c in columns], axis=1)
    if len(found):
        low, high = found.min(axis=0), found.max(axis=0)
        for n in np.flatnonzero((low < _INT32.min) | (high > _INT32.max)).tolist():
            msg = f"{columns[n].name}: {low[n]}..{high[n]} does not fit a column of 32 bits"
            raise RunError(msg)
    whole = np.ascontiguousarray(found.astype(np.int32).T)
    for column, values in zip(columns, whole, strict=True):
        yield column.name, pa.array(values)


def texts(codes: np.ndarray, words: Sequence[str]) -> pa.DictionaryArray:
    """A text column from indices into fixed words."""
    return pa.DictionaryArray.from_arrays(
        pa.array(codes.astype(np.int32)), pa.array(list(words), pa.string())
    )


def win_shares(seat_rows: np.ndarray) -> np.ndarray:
    """Share of the win of each seat, shape (games, seats): 1 for the best score, 1/k in a k-way tie."""
    if WIN_SHARE_PPM in (seat_rows.dtype.names or ()):
        return np.asarray(seat_rows[WIN_SHARE_PPM] / 1e6)
    score = seat_rows["score"]
    best = score == score.max(axis=1, keepdims=True)
    return np.asarray(best / best.sum(axis=1, keepdims=True))


def orders(seat_rows: np.ndarray) -> np.ndarray:
    """Place of each seat in the order of moving, 0 = moved first, shape (games, seats)."""
    if "order" in (seat_rows.dtype.names or ()):
        return np.asarray(seat_rows["order"])
    seats = seat_rows.shape[1]
    first = seat_rows["opened"].argmax(axis=1)[:, None]
    return np.asarray((np.arange(seats)[None, :] - first) % seats)

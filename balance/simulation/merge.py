"""From chunks to the tables of a run, as a stream, while others are still being played.

The files depend on the games alone: row groups have a fixed number of rows wherever the chunks end, and
curve sums are whole numbers. So one worker or eight, compiled or plain, any chunk size: the same bytes.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from balance.simulation import curves, storage

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from types import TracebackType

    from balance.simulation.chunks import Chunk
    from balance.simulation.plan import Plan

ROWS = 32_768
"""Rows of a row group: what is held in memory at once."""

TABLES = ("games", "seats", "curves")


class Tables:
    """games.parquet, seats.parquet and curves.parquet of a run, in the making.

    A context manager: the files appear, whole, when `close` is called; leaving before that leaves nothing.
    """

    def __init__(self, plan: Plan, folder: Path) -> None:
        """folder: of the run."""
        self._plan = plan
        self._folder = folder
        self._at = 0
        self._sums: np.ndarray | None = None
        self._stack = contextlib.ExitStack()
        self._streams: dict[str, _Stream] = {}

    def __enter__(self) -> Self:
        """Begin the files under other names."""
        for name in ("games", "seats"):
            place = self._stack.enter_context(storage.whole_file(self._folder / f"{name}.parquet"))
            self._streams[name] = self._stack.enter_context(contextlib.closing(_Stream(place)))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove what was not closed."""
        with contextlib.suppress(_AbandonedError), self._stack.pop_all():
            raise _AbandonedError

    def take(self, chunks: Iterable[Chunk], stop: int) -> None:
        """Write down the chunks that are next in order; the others wait, and so do those from `stop` on."""
        following = {chunk.first: chunk for chunk in chunks if self._at <= chunk.first < stop}
        while self._at in following:
            chunk = following[self._at]
            for name, stream in self._streams.items():
                with storage.named(self._folder / f"{name}.parquet"):
                    stream.write(chunk.read(name))
            table = chunk.read("sums")
            sums = np.stack([column.to_numpy() for column in table.columns], axis=1)
            self._sums = sums if self._sums is None else self._sums + sums
            self._at = chunk.last

    def close(self, deals: int) -> dict[str, dict[str, Any]]:
        """Finish the files: rows, columns and hash of each table, for the manifest."""
        if self._at != deals:
            msg = f"the tables hold {self._at} deals, not {deals}"
            raise AssertionError(msg)
        found: dict[str, dict[str, Any]] = {}
        for name, stream in self._streams.items():
            with storage.named(self._folder / f"{name}.parquet"):
                found[name] = stream.finish()
        self._stack.close()
        sums = np.zeros((0, 12), np.int64) if self._sums is None else self._sums
        table = curves.table(self._plan, sums)
        with storage.whole_file(self._folder / "curves.parquet") as place:
            pq.write_table(table, place, compression="zstd", row_group_size=ROWS)
        found["curves"] = {"rows": table.num_rows, "columns": table.num_columns}
        for name, facts in found.items():
            facts["sha256"] = storage.file_hash(self._folder / f"{name}.parquet")
        return found


class _AbandonedError(Exception):
    """The tables are not wanted any more."""


class _Stream:
    """A file of row groups of ROWS rows, from tables of any length."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._writer: pq.ParquetWriter | None = None
        self._waiting: list[pa.Table] = []
        self._count = self._total = 0

    def write(self, table: pa.Table) -> None:
        """Add rows."""
        if self._writer is None:
            self._writer = pq.ParquetWriter(
                self._place, table.schema, compression="zstd", compression_level=1
            )
        self._waiting.append(table)
        self._count += table.num_rows
        self._total += table.num_rows
        while self._count >= ROWS:
            whole = pa.concat_tables(self._waiting)
            self._writer.write_table(whole.slice(0, ROWS).combine_chunks(), row_group_size=ROWS)
            self._waiting = [whole.slice(ROWS)]
            self._count -= ROWS

    def finish(self) -> dict[str, Any]:
        """Write the last rows: how many there are, and how many columns."""
        if self._writer is None:
            return {"rows": 0, "columns": 0}
        if self._count:
            self._writer.write_table(pa.concat_tables(self._waiting).combine_chunks(), row_group_size=ROWS)
        width = len(self._writer.schema.names)
        self.close()
        return {"rows": self._total, "columns": width}

    def close(self) -> None:
        """Let go of the file."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

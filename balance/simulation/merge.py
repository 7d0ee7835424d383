"""From chunks to the tables of a run, as a stream.

The files depend on the games alone: row groups have a fixed number of rows wherever the chunks end, and
curve sums are whole numbers. So one worker or eight, compiled or plain, any chunk size: the same bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from balance.simulation import curves, storage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from balance.simulation.chunks import Chunk
    from balance.simulation.plan import Plan

ROWS = 32_768
"""Rows of a row group: what is held in memory at once."""

TABLES = ("games", "seats", "curves")


def merge(plan: Plan, chunks: Sequence[Chunk], deals: int, folder: Path) -> dict[str, dict[str, Any]]:
    """Write games.parquet, seats.parquet and curves.parquet of the deals 0..deals - 1.

    chunks: in order, covering those deals; a chunk that passes the end must have been left out. Returns
    rows, columns and hash of each table, for the manifest.
    """
    found: dict[str, dict[str, Any]] = {}
    for name in ("games", "seats"):
        with storage.whole_file(folder / f"{name}.parquet") as place:
            rows, width = _stream((chunk.read(name) for chunk in chunks), place)
        found[name] = {"rows": rows, "columns": width}
    sums = sum(_sums(chunk) for chunk in chunks)
    table = curves.table(plan, sums if isinstance(sums, np.ndarray) else np.zeros((0, 12), np.int64))
    with storage.whole_file(folder / "curves.parquet") as place:
        pq.write_table(table, place, compression="zstd", row_group_size=ROWS)
    found["curves"] = {"rows": table.num_rows, "columns": table.num_columns}
    for name, facts in found.items():
        facts["sha256"] = storage.file_hash(folder / f"{name}.parquet")
    if found["games"]["rows"] != deals * plan.games_per_deal:
        msg = f"merged {found['games']['rows']} games of {deals} deals with {plan.games_per_deal} games each"
        raise AssertionError(msg)
    return found


def _sums(chunk: Chunk) -> np.ndarray:
    table = chunk.read("sums")
    return np.stack([column.to_numpy() for column in table.columns], axis=1)


def _stream(tables: Iterator[pa.Table], place: Path) -> tuple[int, int]:
    """Write tables one after the other in row groups of ROWS; (rows, columns)."""
    writer = None
    waiting: list[pa.Table] = []
    count = total = 0
    try:
        for table in tables:
            if writer is None:
                writer = pq.ParquetWriter(place, table.schema, compression="zstd", compression_level=1)
            waiting.append(table)
            count += table.num_rows
            total += table.num_rows
            while count >= ROWS:
                whole = pa.concat_tables(waiting)
                writer.write_table(whole.slice(0, ROWS).combine_chunks(), row_group_size=ROWS)
                waiting = [whole.slice(ROWS)]
                count -= ROWS
        if writer is not None and count:
            writer.write_table(pa.concat_tables(waiting).combine_chunks(), row_group_size=ROWS)
    finally:
        if writer is not None:
            writer.close()
    return total, len(writer.schema.names) if writer is not None else 0

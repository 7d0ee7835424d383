"""What has been played so far: a folder per range of deals, each with its hashes."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa
from pyarrow import feather

from balance.errors import RunError
from balance.simulation import storage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

SEAL = "chunk.json"


@dataclass(frozen=True, order=True)
class Chunk:
    """The games of deals first..last - 1, on disk."""

    first: int
    last: int
    folder: Path

    def read(self, table: str) -> pa.Table:
        """One of its tables."""
        return feather.read_table(self.folder / f"{table}.arrow", memory_map=False)


def store(folder: Path, identity: str, first: int, last: int, tables: Mapping[str, pa.Table]) -> Chunk:
    """Write a chunk: all of it appears at once, under its final name, or none of it."""
    target = folder / f"deals-{first:06d}-{last:06d}"
    with storage.whole_folder(target) as place:
        for name, table in tables.items():
            feather.write_feather(table, place / f"{name}.arrow", compression="zstd")
        hashes = {name: storage.file_hash(place / f"{name}.arrow") for name in tables}
        seal = {"identity": identity, "first_deal": first, "last_deal": last, "tables": hashes}
        storage.write_json(place / SEAL, seal)
    return Chunk(first, last, target)


def present(folder: Path, identity: str) -> tuple[list[Chunk], list[str]]:
    """The whole chunks of this run, in order and without overlap, and a message for each one removed."""
    good: list[Chunk] = []
    messages = []
    for place in sorted(folder.glob("deals-*")):
        chunk, fault = _check(place, identity)
        if chunk is not None and good and chunk.first < good[-1].last:
            fault = "overlaps the one before it"
        if chunk is None or fault:
            messages.append(f"{place.name}: {fault}; these deals are played again")
            shutil.rmtree(place)
        else:
            good.append(chunk)
    return good, messages


def _check(place: Path, identity: str) -> tuple[Chunk | None, str]:
    """(the chunk, "") or (None, what is wrong with it)."""
    try:
        seal = storage.read_json(place / SEAL)
        chunk = Chunk(int(seal["first_deal"]), int(seal["last_deal"]), place)
        tables, owner = dict(seal["tables"]), seal["identity"]
    except (RunError, KeyError, TypeError, ValueError):
        return None, "its seal is missing or damaged"
    if owner != identity:
        return None, "it belongs to another run"
    for name, wanted in tables.items():
        path = place / f"{name}.arrow"
        if not path.is_file():
            return None, f"its table {name} is missing"
        if storage.file_hash(path) != wanted:
            return None, f"its table {name} is damaged"
    return chunk, ""


def missing(chunks: Iterable[Chunk], first: int, last: int, size: int) -> list[tuple[int, int]]:
    """The ranges of first..last - 1 that no chunk covers, cut into pieces of at most `size` deals."""
    gaps = []
    at = first
    for chunk in sorted(chunks):
        if chunk.first >= last:
            break
        if chunk.first > at:
            gaps.append((at, chunk.first))
        at = max(at, chunk.last)
    if at < last:
        gaps.append((at, last))
    return [(cut, min(cut + size, end)) for start, end in gaps for cut in range(start, end, size)]


def deals_in(chunks: Sequence[Chunk], last: int) -> int:
    """How many of the deals 0..last - 1 the chunks hold."""
    return sum(max(0, min(chunk.last, last) - chunk.first) for chunk in chunks)

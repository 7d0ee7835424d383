"""What has been played so far: a folder per range of deals, each with its hashes.

Only the process that plays the run writes here: workers send tables back as bytes. A worker that outlives
its run can therefore change nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pyarrow as pa
from pyarrow import feather

from balance.errors import RunError
from balance.simulation import storage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

SEAL = "chunk.json"
FOLDER = "chunks"
"""Where the chunks of a run lie, in its folder, until it is finished."""


@dataclass(frozen=True, order=True)
class Chunk:
    """The games of deals first..last - 1, on disk, and the hash of each of its tables."""

    first: int
    last: int
    folder: Path
    hashes: Mapping[str, str] = field(default_factory=dict, compare=False)

    def read(self, table: str) -> pa.Table:
        """One of its tables; RunError when it is not what was written."""
        path = self.folder / f"{table}.arrow"
        try:
            data = path.read_bytes()
        except OSError as error:
            data, trouble = None, str(error.strerror)
        if data is None or storage.bytes_hash(data) != self.hashes[table]:
            why = f"cannot be read ({trouble})" if data is None else "was damaged after it was written"
            msg = f"{path}: {why}; start the same run again: it plays these deals anew"
            raise RunError(msg)
        return feather.read_table(pa.BufferReader(data))


def pack(tables: Mapping[str, pa.Table]) -> dict[str, bytes]:
    """Tables as the bytes of their files: what a worker sends back."""
    packed = {}
    for name, table in tables.items():
        sink = pa.BufferOutputStream()
        feather.write_feather(table, sink, compression="zstd")
        packed[name] = sink.getvalue().to_pybytes()
    return packed


def store(folder: Path, identity: str, first: int, last: int, packed: Mapping[str, bytes]) -> Chunk:
    """Write a chunk: all of it appears at once, under its final name, or none of it."""
    target = folder / _name(first, last)
    hashes = {name: storage.bytes_hash(data) for name, data in packed.items()}
    with storage.whole_folder(target) as place:
        for name, data in packed.items():
            (place / f"{name}.arrow").write_bytes(data)
        seal = {"identity": identity, "first_deal": first, "last_deal": last, "tables": hashes}
        (place / SEAL).write_text(storage.json_text(storage.sealed(seal)), encoding="utf-8")
    return Chunk(first, last, target, hashes)


def present(folder: Path, identity: str) -> tuple[list[Chunk], list[str]]:
    """The whole chunks of this run, in order and without overlap, and a message for each one removed."""
    found: list[Chunk] = []
    good: list[Chunk] = []
    bad: list[tuple[Path, str]] = []
    for place in sorted(folder.glob("deals-*")):
        chunk, fault = _check(place, identity)
        if chunk is None:
            bad.append((place, fault))
        else:
            found.append(chunk)
    for chunk in sorted(found):
        if good and chunk.first < good[-1].last:
            bad.append((chunk.folder, "overlaps the one before it"))
        else:
            good.append(chunk)
    for place, _ in bad:
        storage.remove(place)
    return good, [f"{place.name}: {fault}; these deals are played again" for place, fault in bad]


def belong(folder: Path, identity: str) -> bool:
    """Whether there are chunks, and all that can be read are of this run."""
    found = [_check(place, identity) for place in folder.glob("deals-*")]
    return any(chunk for chunk, _ in found) and not any(fault == FOREIGN for _, fault in found)


FOREIGN = "it belongs to another run"


def _name(first: int, last: int) -> str:
    return f"deals-{first:06d}-{last:06d}"


def _check(place: Path, identity: str) -> tuple[Chunk | None, str]:
    """(the chunk, "") or (None, what is wrong with it)."""
    try:
        seal = storage.read_json(place / SEAL)
    except RunError:
        seal = None
    if not storage.is_sealed(seal):
        return None, "its seal is missing or damaged"
    if seal["identity"] != identity:
        return None, FOREIGN
    chunk = Chunk(seal["first_deal"], seal["last_deal"], place, seal["tables"])
    if place.name != _name(chunk.first, chunk.last):
        return None, "its name is not that of its deals"
    for name, wanted in chunk.hashes.items():
        path = place / f"{name}.arrow"
        if not path.is_file():
            return None, f"its table {name} is missing"
        try:
            whole = storage.file_hash(path) == wanted
        except OSError:
            whole = False
        if not whole:
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

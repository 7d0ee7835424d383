"""The hash of the code that decides how a game goes: a run is of that code, and of no other."""

from __future__ import annotations

import functools
import hashlib
from importlib import import_module
from pathlib import Path

from balance import jit


@functools.cache
def rule_code(module: str) -> str:
    """SHA-256 of the texts of the rules and bots of the game in that module, and of what they stand on.

    Taken once per process, when the game is first asked for, so it names the code that was imported
    and not what has been written over it since. No versions of Python or libraries are in it.
    """
    digest = hashlib.sha256()
    for path in sources(module):
        digest.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()


def sources(module: str) -> list[Path]:
    """The files that count for a game: shared kernel sources, and its own (its one file, if it has one)."""
    file = Path(str(import_module(module).__file__)).resolve()
    own = file.parent if file.name == "__init__.py" else file
    games = jit.PACKAGE.resolve() / "games"
    found = [path.resolve() for path in jit.kernel_sources()]
    kept = [path for path in found if not path.is_relative_to(games) or path.is_relative_to(own)]
    return kept if any(path.is_relative_to(own) for path in kept) else [*kept, file]

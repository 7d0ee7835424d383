"""Card data inside a manifest, so that a run can be replayed and reported without its YAML files.

The files stand there as text, with the overrides that were put on top (and, to be read by people, the
merged values): reading them back goes through the same door as reading a folder.
"""

from __future__ import annotations

import tempfile
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from balance.cards import Override, Place
from balance.errors import BalanceError, RunError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.cards import CardSet
    from balance.games.interface import Game


def bot_names(cards: CardSet) -> list[str]:
    """The bots that this card data defines."""
    return list(cards.bots)


def write(cards: CardSet, overrides: Sequence[Override]) -> dict[str, Any]:
    """Card data and overrides as plain data."""
    files = sorted(path for path in Path(cards.folder).iterdir() if path.suffix in (".yaml", ".yml"))
    return {
        "hash": cards.hash,
        "data": cards.data,
        "files": {path.name: path.read_text(encoding="utf-8-sig") for path in files},
        "overrides": [[item.path, item.value, _place(item.place)] for item in overrides],
    }


def read(game: Game, data: dict[str, Any]) -> CardSet:
    """The card data that `write` put there; RunError when the toolkit cannot read it any more."""
    overrides = [
        Override(path, value, Place(*place) if place else None) for path, value, place in data["overrides"]
    ]
    with tempfile.TemporaryDirectory(prefix="balance-") as folder:
        for name, text in data["files"].items():
            (Path(folder) / PurePath(name).name).write_text(text, encoding="utf-8")
        try:
            cards = game.load(Path(folder), overrides)
        except BalanceError as error:
            msg = f"the card data of this run is not what this version of the toolkit reads ({error})"
            raise RunError(msg) from None
    if cards.hash != data["hash"]:
        msg = "the card data in the manifest is not what the run was played with: the manifest was changed"
        raise RunError(msg)
    return cards


def _place(place: Place | None) -> list[Any] | None:
    """A place without the folder: no path of a machine goes into a manifest."""
    return [PurePath(place.file).name, place.line, place.column] if place is not None else None

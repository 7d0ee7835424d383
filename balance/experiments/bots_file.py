"""Writing numbers of bots back into a YAML file, with its comments and its order."""

from __future__ import annotations

import io
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.errors import RunError
from balance.simulation import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from balance.cards import CardSet
    from balance.experiments.space import Numbers
    from balance.games.interface import Game

FILE = "bots.yaml"
FLOW = 8
"""A mapping of more entries than this is written one to a line."""


def rewritten(text: str, numbers: Mapping[str, Numbers], about: Mapping[str, str] | None = None) -> str:
    """The text of a bots file with other numbers for some bots; all else stays, comments too.

    A bot that is not there is added at the end, with what `about` says of it.
    """
    from ruamel.yaml import YAML  # noqa: PLC0415  (only for writing)
    from ruamel.yaml.comments import CommentedMap  # noqa: PLC0415

    yaml: Any = YAML()
    yaml.preserve_quotes = True
    yaml.width = 4096  # lines are the author's; never broken inside a mapping
    data = yaml.load(text)
    for bot, sections in numbers.items():
        if bot not in data["bots"]:
            data["bots"][bot] = CommentedMap(about=(about or {}).get(bot, bot))
            data["bots"].yaml_set_comment_before_after_key(bot, before="\n")
        entry = data["bots"][bot]
        for section, values in sections.items():
            if section not in entry:
                entry[section] = CommentedMap()
                if len(values) <= FLOW:
                    entry[section].fa.set_flow_style()
            for name, value in values.items():
                entry[section][name] = int(value) if float(value).is_integer() else float(value)
    stream = io.StringIO()
    yaml.dump(data, stream)
    return stream.getvalue()


def checked(game: Game, cards: CardSet, text: str) -> CardSet:
    """The card data as it will be with that bots file, through the door that every user's file takes.

    Raises CardDataError, and nothing is written, when it is not valid.
    """
    with tempfile.TemporaryDirectory(prefix="balance-") as place:
        folder = Path(place) / cards.folder.name
        shutil.copytree(cards.folder, folder)
        (folder / FILE).write_text(text, encoding="utf-8")
        return game.load(folder)


class BotsFile:
    """The bots file of a game, as it was when the search began."""

    def __init__(self, cards: CardSet) -> None:
        """Read it."""
        self.path = cards.folder / FILE
        self.before = self.path.read_text(encoding="utf-8")

    def write(self, game: Game, cards: CardSet, text: str) -> CardSet:
        """Write it whole, if it is valid and nobody changed it meanwhile (RunError); the new card data."""
        checked(game, cards, text)
        if self.path.read_text(encoding="utf-8") != self.before:
            msg = f"{self.path}: changed while the search ran; nothing is written, start the search again"
            raise RunError(msg)
        if text != self.before:
            write_whole(self.path, text)
            self.before = text
        return game.load(cards.folder)

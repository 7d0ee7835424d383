"""What the sentences of a game speak of: its headline measures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from balance.games.interface import MeasureBook

PLACE = re.compile(r"\{([a-z_0-9]+)(?:\[([^\]{}]*)\])?\}")
"""A place in the text of a sentence: an id, and perhaps a label."""


def headline(book: MeasureBook) -> list[str]:
    """Ids of the measures that the sentences of the game state, in order."""
    known = {measure.id for measure in book.measures}
    named = [match[1] for sentence in book.sentences for match in PLACE.finditer(sentence.text)]
    return [name for name in dict.fromkeys(named) if name in known]

"""What differs between two sets of card data, in the words of designers: `Factory level 1: cost 7 -> 6`."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Literal

from balance.cards.paths import Path, Place, parse_path, path_text
from balance.cards.wording import MISSING, Words
from balance.errors import CardDataError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from balance.cards.cardset import CardSet

Group = Literal["rules", "cards", "decks", "readings", "bots"]
GROUPS: tuple[Group, ...] = ("rules", "cards", "decks", "readings", "bots")
ALIKE_MAX = 6
"""So many changes of the same thing (prices, copies in a deck) are told one by one; more are summed up."""
SHOWN_ALIKE = 3
WHOLE = 2  # steps of the path of a whole entry: collection, id
SHOWN_MAX = 40
"""So many lines of one group are told."""


@dataclass(frozen=True)
class Change:
    """One difference.

    path     where, as overrides write it; of something removed: where it was
    before   the value, None where there was none (`text` tells the two apart)
    after    likewise
    text     the change in words
    place    where the new value was written; of something removed: where the old one was (of a file outside
             the current folder only its name)
    group    what it is a change of
    """

    path: str
    before: Any
    after: Any
    text: str
    place: Place
    group: Group = "rules"


def changes(one: CardSet, other: CardSet) -> list[Change]:
    """What differs in `other`; nothing exactly if both have the same hash.

    Numbers of the rules first, then cards, decks, readings, bots; in each group in the order of the files.
    CardDataError when these are two games.
    """
    if one.game != other.game:
        raise CardDataError(
            f"card data of {one.game} and of {other.game}: found two games, allowed: one game"
        )
    if one.hash == other.hash:
        return []
    before, after = (cards.model.model_dump(mode="json", by_alias=True) for cards in (one, other))
    words = Words(one, before, other, after)
    found = [
        _change(words, path, old, new, (one, other)) for path, old, new in _differences(before, after, ())
    ]
    for key in other.ordered:
        old, new = (
            [name for name in data[key] if name in before[key] and name in after[key]]
            for data in (before, after)
        )
        if old != new:
            text = f"{words.spaced(key)}: in another order ({words.order(old, new)})"
            found.append(Change(key, old, new, text, other.document.key_place((key,)), words.group((key,))))
    return sorted(found, key=lambda change: GROUPS.index(change.group))


def summed_up(found: Sequence[Change]) -> list[str]:
    """The changes as lines for people; many of the same kind become one line."""
    lines: list[str] = []
    for group in GROUPS:
        mine = [change for change in found if change.group == group]
        sorts = Counter(map(_sort, mine))
        told: list[str] = []
        for change in mine:
            sort = _sort(change)
            if sorts[sort] <= ALIKE_MAX:
                told.append(change.text)
            elif sort in sorts and sorts[sort] > 0:
                told.append(_many([other for other in mine if _sort(other) == sort]))
                sorts[sort] = ALIKE_MAX + 1
        told = list(dict.fromkeys(told))
        rest = len(told) - SHOWN_MAX
        lines += told[:SHOWN_MAX] + ([f"and {rest} more changes of {group}"] if rest > 0 else [])
    return lines


def _sort(change: Change) -> tuple[str, str]:
    """What changes have in common that can be summed up: where they are, and what was changed there."""
    steps = parse_path(change.path) or (change.path,)
    words = [str(step) for step in steps if isinstance(step, str)]
    last = words[-1]
    if change.group == "rules":
        return " ".join(words[:2]), "numbers"
    if change.group == "decks":
        return path_text(steps[:-1]), "copies"
    if change.group == "readings":
        return ("readings", "wordings") if last != "reading" else ("readings", "readings")
    if change.group == "bots":
        return (
            f"bot {words[1]}" if words[0] == "bots" and len(words) > 1 else f"{words[0]} of bots"
        ), "numbers"
    if len(steps) == WHOLE:
        last = "added" if change.before is None else "removed" if change.after is None else last
    return words[0], last


def _many(alike: Sequence[Change]) -> str:
    """Many changes of one kind in one line."""
    where, what = _sort(alike[0])
    pairs = [(change.before or 0, change.after or 0) for change in alike]
    if all(isinstance(value, (int, float)) for pair in pairs for value in pair):
        up = sum(after > before for before, after in pairs)
        directions = [f"{n} {word}" for n, word in ((up, "up"), (len(pairs) - up, "down")) if n]
        what += f", {' and '.join(directions)}"
    spaced = where.replace("_", " ")
    texts = [
        change.text.removeprefix(f"{spaced}: ").removeprefix(f"{spaced} ") for change in alike[:SHOWN_ALIKE]
    ]
    return f"{spaced}: {len(alike)} changes ({what}): {'; '.join(texts)}; and {len(alike) - SHOWN_ALIKE} more"


# --------------------------------------------------------------------------------------- details


def _differences(before: Any, after: Any, path: Path) -> Iterator[tuple[Path, Any, Any]]:
    """(path, before, after) of everything that differs, as deep as both sides have the same shape.

    Entries of lists are known by what they say: one taken out of the middle is one difference. The path of
    something that is gone is the one it had.
    """
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        common = [key for key in before if key in after]
        if before and after and not common and path and isinstance(path[-1], int):
            yield path, before, after  # another instruction in the place of one
            return
        for key in before:
            yield from _differences(before[key], after.get(key, MISSING), (*path, key))
        for key in after:
            if key not in before:
                yield (*path, key), MISSING, after[key]
    elif isinstance(before, list) and isinstance(after, list):
        yield from _entries(before, after, path)
    else:
        yield path, before, after


def _entries(before: list[Any], after: list[Any], path: Path) -> Iterator[tuple[Path, Any, Any]]:
    """What differs between two lists."""
    if len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _differences(old, new, (*path, index))
        return
    was_said, is_said = ([json.dumps(item, sort_keys=True) for item in items] for items in (before, after))
    for kind, old, old_end, new, new_end in SequenceMatcher(
        a=was_said, b=is_said, autojunk=False
    ).get_opcodes():
        if kind == "equal":
            continue
        pairs = zip_longest(range(old, old_end), range(new, new_end))
        for was, now in pairs:
            if was is None:
                yield (*path, now), MISSING, after[now]
            elif now is None:
                yield (*path, was), before[was], MISSING
            else:
                yield from _differences(before[was], after[now], (*path, now))


def _change(words: Words, path: Path, old: Any, new: Any, sides: tuple[CardSet, CardSet]) -> Change:
    """A difference with its words and its place."""
    where = sides[0 if new is MISSING else 1].document
    place = where.keys.get(path) or where.place(path)
    if PurePath(place.file).is_absolute():  # elsewhere, perhaps in a folder that is gone soon
        place = replace(place, file=PurePath(place.file).name)
    before, after = (None if value is MISSING else value for value in (old, new))
    return Change(path_text(path), before, after, words.tell(path, old, new), place, words.group(path))

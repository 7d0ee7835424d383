"""The words of differences between card data: what cards are called, which sort of thing a value is.

Nothing here knows a game. A collection is a mapping of the card data whose entries all have one shape
(buildings, hires); a deck is something that counts entries of collections; bots and readings have the same
keys in all games.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

from balance.cards.paths import Path, at_path, leaves, parse_path, path_text, shorten
from balance.cards.validate import child, resolve, schema_of

if TYPE_CHECKING:
    from pydantic import BaseModel

    from balance.cards.cardset import CardSet

MISSING: Any = type("Missing", (), {"__repr__": lambda _self: "nothing"})()
"""Stands where one side has no such key or entry (a value can be None)."""
PRINTED = ("name", "title")
SILENT = ("frame",)  # sections that mean the game as a whole: their name tells nothing
BOTS = ("base", "ranges", "bots")
COUNTED = ("copies", "cards")  # the mapping of a deck that counts; its name tells nothing either
TEXT_MAX = 70
LIKE_MAX = 3
BRIEF_MAX = 8
COMMENT_MAX = 70


class Words:
    """Tells differences between two sides: `one` and what was dumped of it, `other` likewise."""

    def __init__(self, one: CardSet, before: dict[str, Any], other: CardSet, after: dict[str, Any]) -> None:
        """Take both sides."""
        self.one, self.before, self.other, self.after = one, before, other, after
        model: type[BaseModel] = type(other.model)
        self.schema = schema_of(model)
        self.tops = {key: resolve(node, self.schema) for key, node in self.schema["properties"].items()}
        self.collections = [
            key
            for key, node in self.tops.items()
            if self._holds_objects(node) and key not in ("readings", "bots")
        ]
        printed: dict[str, set[str]] = {}
        for data in (after, before):
            for key in self.collections:
                for name, entry in data[key].items():
                    if isinstance(entry, dict):
                        text = next((entry[word] for word in PRINTED if entry.get(word)), None)
                        printed.setdefault(f"{key}.{name}", set()).add(text or "")
        self.doubles = Counter(text for texts in printed.values() for text in texts if text)
        self.ids = Counter(path.partition(".")[2] for path in printed)

    # ------------------------------------------------------------------------------- what a value is

    def group(self, path: Path) -> Literal["rules", "cards", "decks", "readings", "bots"]:
        """Which group of changes a path belongs to."""
        top = str(path[0])
        if top == "readings":
            return "readings"
        if top in BOTS:
            return "bots"
        if self._is_deck(top):
            return "decks"
        return "cards" if top in self.collections else "rules"

    def _holds_objects(self, node: Any) -> bool:
        return resolve(_free(node), self.schema).get("type") == "object"

    def _is_deck(self, top: str) -> bool:
        """A section of counts of cards: by itself, or one in each of its entries."""
        node = self.tops.get(top, {})
        if self._counts(node):
            known = {
                name for key in self.collections for data in (self.before, self.after) for name in data[key]
            }
            return all(name in known for name in (*self.before[top], *self.after[top]))
        inner = resolve(_free(node) or node.get("items") or {}, self.schema)
        properties = inner.get("properties", {})
        if any(word in properties for word in (*PRINTED, "text")):
            return False
        return any(
            key in COUNTED and self._counts(resolve(below, self.schema)) for key, below in properties.items()
        )

    def _counts(self, node: Any) -> bool:
        return resolve(_free(node), self.schema).get("type") == "integer"

    # ---------------------------------------------------------------------------------------- names

    def called(self, collection: str, name: str) -> str:
        """What an entry is called: as printed (before the change), else by its id."""
        for data in (self.before, self.after):
            entry = data[collection].get(name)
            if isinstance(entry, dict):
                text = next((entry[word] for word in PRINTED if isinstance(entry.get(word), str)), None)
                if text:
                    return shorten(f"{text} ({name})" if self.doubles[text] > 1 else text, TEXT_MAX)
                break
        return self.spaced(name)[:1].upper() + self.spaced(name)[1:]

    def named(self, word: str) -> str:
        """A key: the name of the entry whose id it is, if there is one such entry that has a name."""
        if self.ids[word] == 1:
            home = next(
                key for key in self.collections if word in self.before[key] or word in self.after[key]
            )
            entry = self.before[home].get(word) or self.after[home].get(word)
            if any(entry.get(printed) for printed in PRINTED):
                return self.called(home, word)
        return self.spaced(word)

    @staticmethod
    def spaced(word: str) -> str:
        """An id as words."""
        return shorten(word.replace("_", " "), TEXT_MAX)

    def steps(self, path: Path, *, open_at: Path = ()) -> list[str]:
        """The steps of a path as words: `levels`, 0 become `level 1`."""
        words: list[str] = []
        for depth, step in enumerate(path):
            if isinstance(step, str):
                words.append(
                    self.named(step) if self._is_open((*open_at, *path[:depth])) else self.spaced(step)
                )
            else:
                before = words[-1] if words else ""
                entry = f"{before} entry" if not before or before[-1].isdecimal() else _singular(before)
                words[-1:] = [f"{entry} {step + 1}".strip()]
        return words

    def _is_open(self, path: Path) -> bool:
        """Whether the mapping at a path has free keys (ids), not the fields of a model."""
        node = resolve(self.schema, self.schema)
        for step in path:
            below = child(node, step)
            if below is None:
                return False
            node = resolve(below, self.schema)
        return bool(_free(node))

    # ---------------------------------------------------------------------------------------- telling

    def tell(self, path: Path, old: Any, new: Any) -> str:
        """A difference in words."""
        top = str(path[0])
        group = self.group(path)
        if group == "readings":
            return self._reading(path, old, new)
        if group == "bots":
            return self._bot(path, old, new)
        if group == "decks":
            return self._deck(path, old, new)
        if top in self.collections and len(path) > 1:
            return self._card(path, old, new)
        return self._rule(path, old, new)

    def _card(self, path: Path, old: Any, new: Any) -> str:
        collection, name = str(path[0]), str(path[1])
        called = self.called(collection, name)
        if len(path) == 2:  # the entry itself
            return (
                f"{called} removed"
                if new is MISSING
                else f"{called} added{self._like(collection, name, new)}"
            )
        if len(path) == 3 and path[2] in PRINTED:  # its name
            return f"{called} renamed {quoted(new)}"
        words = self.steps(path[2:], open_at=path[:2])
        return f"{' '.join([called, *words[:-1]])}: {self._pair(words[-1], old, new)}"

    def _rule(self, path: Path, old: Any, new: Any) -> str:
        if len(path) > 2 and "." in str(path[-1]):  # (a value of one seat: companies.b."a.b.c")
            return self._own(path, old, new)
        words = self.steps(path)
        if words[0] in SILENT and len(words) > 1:
            words = words[1:]
        before = " ".join(words[:-1])
        said = f"{before}: {self._pair(words[-1], old, new)}" if before else self._pair(words[-1], old, new)
        comment = self.other.document.comments.get(path) or self.one.document.comments.get(path) or ""
        comment = comment.partition(" (")[0].partition(";")[0].strip(" .")
        return f"{said} ({comment})" if comment and len(comment) <= COMMENT_MAX else said

    def _own(self, path: Path, old: Any, new: Any) -> str:
        """A value that holds for one seat only; without it the common value holds."""
        inside = parse_path(str(path[-1])) or (str(path[-1]),)
        sides = []
        for value, data in ((old, self.before), (new, self.after)):
            common, said = value is MISSING, value
            if common:
                try:
                    said = at_path(data, inside)
                except KeyError:
                    said = MISSING
            sides.append(shown(said) + (" (as for all)" if common else ""))
        words = self.steps(inside)
        if inside[0] in self.collections and len(inside) > 1:
            words = [self.called(str(inside[0]), str(inside[1])), *self.steps(inside[2:], open_at=inside[:2])]
        about = " ".join(
            [*map(self.spaced, [_singular(str(path[0])), *map(str, path[1:-1])]), "only:", *words[:-1]]
        )
        return f"{about}: {words[-1]} {sides[0]} -> {sides[1]}"

    def _deck(self, path: Path, old: Any, new: Any) -> str:
        top = str(path[0])
        if top in self.collections and len(path) > 1:
            box = [f"{_singular(self.spaced(top))} {self.spaced(str(path[1]))}"]
            rest = path[2:]
        elif len(path) > 1 and isinstance(path[1], int):
            box, rest = [f"{_singular(self.spaced(top))} {path[1] + 1}"], path[2:]
        else:
            box, rest = [self.spaced(top)], path[1:]
        if rest and rest[0] in COUNTED and len(rest) > 1:
            rest = rest[1:]
            counted = True
        else:
            counted = self._counts(self.tops[top])
        if counted and len(rest) == 1:
            return f"{self.named(str(rest[0]))}: {_copies(old)} -> {_copies(new, alone=True)} in {box[0]}"
        if not rest:
            said = "removed" if new is MISSING else f"added: {brief(new)}" if old is MISSING else "changed"
            return f"{box[0]} {said}"
        words = self.steps(rest, open_at=path[: len(path) - len(rest)])
        return f"{' '.join([*box, *words[:-1]])}: {self._pair(words[-1], old, new)}"

    def _reading(self, path: Path, old: Any, new: Any) -> str:
        name = str(path[1])
        question = (self.after["readings"].get(name) or self.before["readings"][name])["question"]
        if len(path) == 2:  # the question itself
            return f"{name}, {shorten(question, 2 * TEXT_MAX)} {'removed' if new is MISSING else 'added'}"
        if path[2:] == ("reading",):
            return f"{name}, {shorten(question, 2 * TEXT_MAX)} {self.spaced(old)} -> {self.spaced(new)}"
        words = [self.spaced(str(step)) for step in path[2:]]
        return f"{' '.join([name, *words[:-1]])}: {self._pair(words[-1], old, new)}"

    def _bot(self, path: Path, old: Any, new: Any) -> str:
        if path[0] == "bots" and len(path) > 1:
            who = f"bot {path[1]}"
            if len(path) == 2:  # the bot itself
                return (
                    f"{who} removed"
                    if new is MISSING
                    else f"{who} added: {shorten(str(new.get('about', '')), TEXT_MAX)}"
                )
            rest = path[2:]
            if rest[0] == "weights" and len(rest) == 2:  # section, name
                sides = [
                    f"{shown(data['base'].get(rest[1], MISSING))} (base)"
                    if value is MISSING
                    else shown(value)
                    for value, data in ((old, self.before), (new, self.after))
                ]
                return f"{who}: {self.spaced(str(rest[1]))} {sides[0]} -> {sides[1]}"
        else:
            who, rest = ("base of all bots", path[1:]) if path[0] == "base" else ("ranges of bots", path[1:])
        if not rest:
            return f"{who}: {'removed' if new is None else 'added' if old is None else 'changed'}"
        words = self.steps(rest, open_at=path[: len(path) - len(rest)])
        return f"{' '.join([who, *words[:-1]])}: {self._pair(words[-1], old, new)}"

    # ---------------------------------------------------------------------------------------- values

    @staticmethod
    def _pair(what: str, old: Any, new: Any) -> str:
        """`cost 7 -> 6`; of long texts only what differs."""
        entry = what.rpartition(" ")[2].isdecimal()  # one of a list
        if old is MISSING and (entry or isinstance(new, (dict, list))):
            return f"{what} added ({shown(new)})"
        if new is MISSING and (entry or isinstance(old, (dict, list))):
            return f"{what} removed ({shown(old)})"
        what += ":" if entry else ""
        if isinstance(old, str) and isinstance(new, str):
            old, new = _differing(old, new)
            return f"{what} {quoted(old)} -> {quoted(new)}" if " " in old + new else f"{what} {old} -> {new}"
        return f"{what} {shown(old)} -> {shown(new)}"

    def _like(self, collection: str, name: str, new: Any) -> str:
        """What an added entry is: like another but for some values, or its own values."""
        mine = dict(leaves(new))
        best: tuple[int, str] | None = None
        for other, entry in self.before[collection].items():
            theirs = dict(leaves(entry))
            if other == name or theirs.keys() != mine.keys():
                continue
            differing = sum(
                theirs[key] != mine[key] for key in mine if key != PRINTED[:1] and key[-1] not in PRINTED
            )
            if differing <= LIKE_MAX and 2 * differing < len(mine) and (best is None or differing < best[0]):
                best = differing, other
        if best is None:
            return f": {brief(new)}"
        theirs = dict(leaves(self.before[collection][best[1]]))
        said = []
        for path, value in mine.items():
            if theirs[path] != value and path[-1] not in PRINTED:
                words = self.steps(path, open_at=(collection, name))
                said.append(self._pair(" ".join(words), theirs[path], value))
        return f": as {self.called(collection, best[1])}" + (f", but {', '.join(said)}" if said else "")

    def order(self, old: list[str], new: list[str]) -> str:
        """The first entry that has another place, and which one stands before it now."""
        at = next(index for index, (was, now) in enumerate(zip(old, new, strict=True)) if was != now)
        after = f"after {self.named(new[at - 1])}" if at else "first"
        return f"{self.named(new[at])} now {after}"


def _free(node: Any) -> Any:
    """What a schema node holds under keys that are free; nothing where its keys are fixed."""
    patterns = node.get("patternProperties") or {}
    found = next(iter(patterns.values()), None) or node.get("additionalProperties")
    return found if isinstance(found, dict) else {}


def shown(value: Any) -> str:
    """A value, short."""
    if value is MISSING or value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return quoted(value) if " " in value else shorten(value, TEXT_MAX)
    if isinstance(value, list):
        return shorten(", ".join(map(shown, value)), TEXT_MAX) or "none"
    if isinstance(value, dict):
        return brief(value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def quoted(text: str) -> str:
    """A text in quotes, cut."""
    return f'"{shorten(text, TEXT_MAX)}"'


def brief(value: Any) -> str:
    """The first values of an entry that say something (none, nothing and 0 do not)."""
    said = [
        (path, leaf)
        for path, leaf in leaves(value)
        if leaf not in (None, 0, "", "none") and path[-1:] not in (("name",), ("title",))
    ]
    words = [f"{path_text(path).replace('_', ' ')} {shown(leaf)}".strip() for path, leaf in said[:BRIEF_MAX]]
    rest = len(said) - BRIEF_MAX
    return shorten(", ".join(words) + (f" and {rest} more" if rest > 0 else ""), 3 * TEXT_MAX) or "empty"


def _copies(count: Any, *, alone: bool = False) -> str:
    """`9 copies`; the second number of a pair stands alone."""
    if count is None:
        return "its own number of copies"
    number = 0 if count is MISSING else count
    if alone:
        return str(number)
    return f"{number} cop{'y' if number == 1 else 'ies'}"


def _singular(word: str) -> str:
    """One of several: `levels`, `companies`, `salaries`, `fixes`."""
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("xes", "sses", "ches")):
        return word[:-2]
    return word.removesuffix("s") if not word.endswith("ss") else word


def _differing(old: str, new: str) -> tuple[str, str]:
    """Two texts without most of what they have in common at both ends, if they are long."""
    if max(len(old), len(new)) <= TEXT_MAX:
        return old, new
    start = next(
        (n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
    short = min(len(old), len(new)) - start
    end = next((n for n in range(short) if old[-1 - n] != new[-1 - n]), max(short, 0))
    first, last = max(0, start - 20), max(0, end - 20)
    return tuple(  # type: ignore[return-value]  # two of them
        ("..." if first else "") + text[first : len(text) - last] + ("..." if last else "")
        for text in (old, new)
    )

"""What still names an entry that was taken out: told, or taken out too.

Only a game knows where the name of a card means that card, and where it is another word that looks the same.
So nothing is taken for a reference but what the checks of the game object to once the entry is gone.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from balance.cards.override import EVERYWHERE, Applied, Removal, without
from balance.cards.paths import Path, Place, at_path, copied, listing, nodes, parse_path, path_text
from balance.cards.read import Document
from balance.cards.validate import PROBLEMS_MAX, UNKNOWN, Problem, check, raise_problems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pydantic import BaseModel

PASSES_MAX = 200
"""So often references are looked for: each pass finds some hundred, and some come to light after others."""
SHOWN_MAX = 6
_PARTS = re.compile(r"[^A-Za-z0-9_]+")


def settled(
    model: type[BaseModel], checks: Callable[[Any, Document], Iterable[Problem]], done: Applied
) -> tuple[Any, Applied]:
    """The checked model, and the document without what named the entries that went `everywhere`.

    Raises CardDataError with all that is wrong; what still names an entry that is gone comes first.
    """
    gone = [item for item in done.removed if len(item.path) > 1 and isinstance(item.path[-1], str)]
    done = _own_changes(done, gone)
    for _ in range(PASSES_MAX):
        found, problems = check(done.document, model)
        if found is not None:
            problems = list(islice(checks(found, done.document), PROBLEMS_MAX + 1))
        if not problems:
            return found, done
        named = list(dict.fromkeys(_named(done.document, gone, problems)))
        going = {path: item.place for item, path in named if item.everywhere and _can_go(done.document, path)}
        if not going:
            raise_problems(_told(done, named, problems))
        done = _taken_out(done, going)
    raise_problems(problems)
    raise AssertionError  # there were problems


def _own_changes(done: Applied, gone: Sequence[Removal]) -> Applied:
    """Keys that are paths into an entry that went everywhere (values of one seat) go with it."""
    starts = {path_text(item.path): item.place for item in gone if item.everywhere}
    paths: dict[Path, Place] = {}
    for path in nodes(done.document.data) if starts else ():
        if len(path) > 1 and path[0] != "readings" and isinstance(path[-1], str):
            steps = parse_path(path[-1]) or ()
            inside = next(
                (text for n in range(2, len(steps) + 1) if (text := path_text(steps[:n])) in starts), None
            )
            if inside is not None:
                paths[path] = starts[inside]
    return _taken_out(done, paths)


def _named(
    document: Document, gone: Sequence[Removal], problems: Iterable[Problem]
) -> Iterable[tuple[Removal, Path]]:
    """Which of the entries that are gone a problem is about, and the path of what names it."""
    for problem in problems:
        path = _path_of(document, problem.path)
        if path is None:
            continue
        words = set(_PARTS.split(str(path[-1])))
        value = _at(document, path)
        if isinstance(value, str):
            words.add(value)
        yield from ((item, path) for item in gone if item.path[-1] in words and path != item.path)


def _path_of(document: Document, text: str) -> Path | None:
    """The path of something that is there, from its text (a last key may be any text)."""
    path = parse_path(text)
    if path is not None and _at(document, path) is not None:
        return path
    return None


def _at(document: Document, path: Path) -> Any:
    """The value; False where a key stands without one, None where nothing stands."""
    try:
        value = at_path(document.data, path)
    except KeyError:
        return None
    return False if value is None else value


def _can_go(document: Document, path: Path) -> bool:
    """Whether what names an entry can be left out: an entry of a list, or a key that is the name."""
    return isinstance(path[-1], int) or not isinstance(_at(document, path), str)


def _taken_out(done: Applied, paths: Mapping[Path, Place]) -> Applied:
    """Without these (each with what asks for that), the last ones of a list first."""
    data = copied(done.document.data)
    comments = done.document.comments
    where, keys, changed = done.document.where, done.document.keys, done.changed
    removed = list(done.removed)
    for path in sorted(paths, key=lambda p: [(isinstance(step, int), step) for step in p], reverse=True):
        del at_path(data, path[:-1])[path[-1]]
        where, keys, changed = (without(noted, path) for noted in (where, keys, changed))
        comments = without(comments, path)
        removed.append(Removal(path, paths[path], everywhere=True))
    return Applied(Document(data, where, keys, comments), changed, tuple(removed))


def _told(done: Applied, named: Sequence[tuple[Removal, Path]], problems: Sequence[Problem]) -> list[Problem]:
    """The problems, those with what still names an entry gathered into one for each entry."""
    about = {path_text(path) for _, path in named}
    told = [_because(problem, done) for problem in problems if problem.path not in about]
    for item in dict.fromkeys(item for item, _ in named):
        paths = [path for other, path in named if other == item]
        spots = listing((f"{path_text(path)} ({done.document.key_place(path)})" for path in paths), SHOWN_MAX)
        allowed = "nothing that names what is gone"
        if not item.everywhere:
            allowed += f" (`{EVERYWHERE}` takes it out too)"
        text = f"still named in {spots}, allowed: {allowed}"
        told.append(Problem(item.place, path_text(item.path), text, UNKNOWN - 1))
    return told


def _because(problem: Problem, done: Applied) -> Problem:
    """A problem with what references were taken out of, with what asked for that."""
    path = parse_path(problem.path) or ("",)
    left = next(
        (item for item in done.removed if item.path[:-1] == path and str(item.place) != str(problem.place)),
        None,
    )
    return replace(problem, text=f"{problem.text} (what is left by {left.place})") if left else problem

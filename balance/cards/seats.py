"""Values that hold for one seat only: `companies: {b: {"buildings.factory.levels[0].cost": 7}}`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from balance.cards.override import apply_overrides
from balance.cards.paths import Path, path_text
from balance.cards.read import Document
from balance.cards.validate import Model, Problem, check, raise_problems, schema_of

if TYPE_CHECKING:
    from collections.abc import Sequence


def own_path(path: Path, value: object) -> Path:
    """Where an override of one seat is kept: all below the seat's id is one key, a path itself."""
    del value
    return (*path[:2], path_text(path[2:])) if len(path) > 2 else path


def seat_data(
    document: Document,
    at: Path,
    sections: Sequence[str],
    model: type[Model],
    fixed: str,
) -> tuple[Model, Document]:
    """The common values of these sections with the changes of one seat (a mapping at `at`).

    The entries of the section `fixed` must stay the same for all seats: they are numbered.
    """
    common = {key: document.data[key] for key in sections}
    changes = document.data
    for step in at:
        changes = changes.get(step) or {}
    given = [(path, value, document.key_place((*at, path))) for path, value in changes.items()]
    shared = Document(common, document.where, document.keys)
    result, _ = apply_overrides(shared, given, schema_of(model), below=at)
    checked, problems = check(result, model)
    raise_problems(replace(problem, path=f"{path_text(at)}.{problem.path}") for problem in problems)
    assert checked is not None
    text = f"found an entry for one seat only, allowed: entries of {fixed}, which all seats share"
    raise_problems(
        Problem(result.place((fixed, name)), path_text((*at, fixed, name)), text)
        for name in result.data[fixed]
        if name not in common[fixed]
    )
    return checked, result

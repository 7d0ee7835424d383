"""Variants of a scenario: other cards, other rules or other bots, played on the same deals as the baseline.

    variants:
      cheap: {"buildings.factory.levels[0].cost": 7}
      doubles:
        add: {"buildings.twin": {...}}
        bots: {gambler: saboteur}

A plain mapping of paths to values is short for `set`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pydantic import Field

from balance.cards import Document, Problem, nearest, wrong
from balance.cards.edits import Edits
from balance.cards.paths import listing
from balance.simulation import places
from balance.simulation.asked import LineUps, Word  # noqa: TC001  (pydantic reads them)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

BASELINE = "baseline"
VARIANTS_MAX = 24
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,29}")
VERBS = ("set", "add", "remove", "copy", "bots", "line_ups")


class Variant(Edits):
    """What one variant changes, on top of the overrides of its scenario: cards, rules and bots as data (see
    `Edits`), and who plays.
    """

    bots: dict[Word, Word] = Field(default={})
    """Bot of the scenario -> the bot that plays in its places."""
    line_ups: LineUps | None = None
    """Other line-ups altogether, for every number of players."""


def spelled_out(document: Document) -> Document:
    """The same document with every variant in full: paths and values alone are put below `set`."""
    data = document.data
    variants = data.get("variants") if isinstance(data, dict) else None
    if not isinstance(variants, dict):
        return document
    short = {name for name, found in variants.items() if isinstance(found, dict) and _is_short(found)}
    full = {name: {"set": found} if name in short else found for name, found in variants.items()}

    def moved(noted: Mapping[Any, Any]) -> dict[Any, Any]:
        more = {
            ("variants", path[1], "set", *path[2:]): place
            for path, place in noted.items()
            if path[:1] == ("variants",) and len(path) > 1 and path[1] in short
        }
        return {**noted, **more}

    return Document({**data, "variants": full}, moved(document.where), moved(document.keys))


def _is_short(found: Mapping[str, Any]) -> bool:
    """Whether a variant is a mapping of paths to values; a mistyped `set` or `add` is none."""
    return bool(found) and not any(
        key in VERBS or (isinstance(value, (dict, list)) and nearest(key, VERBS))
        for key, value in found.items()
    )


def wrong_variants(
    variants: Mapping[str, Variant], played: Sequence[str], document: Document
) -> Iterator[Problem]:
    """What is wrong with names, and with the bots that others shall play for. played: the scenario's."""
    for number, (name, variant) in enumerate(variants.items()):
        path = ("variants", name)
        if not is_name(name):
            allowed = (
                "a name of lower-case letters, digits, - and _ (its runs lie in a folder of that name), other"
                f" than {BASELINE} and {places.LATEST}"
            )
            yield wrong(document, path, name, allowed, key=True)
        same = next((other for other in list(variants)[:number] if variants[other] == variant), None)
        if same is not None:
            text = f"found the same as in {same}, allowed: each variant once"
            yield Problem(document.key_place(path), f"variants.{name}", text)
        if variant.bots and variant.line_ups is not None:
            text = "found beside `line_ups`, allowed: one of the two"
            yield Problem(document.key_place((*path, "bots")), f"variants.{name}.bots", text)
        for old in variant.bots:
            if old not in played:
                allowed = f"{listing(played)} (bots of the line-ups)"
                yield wrong(document, (*path, "bots", old), old, allowed, played, key=True)


def is_name(name: str) -> bool:
    """Whether runs of a variant can lie in a folder of that name."""
    reserved = (BASELINE, places.LATEST)
    return bool(NAME.fullmatch(name)) and name not in reserved and not name.endswith(places.PLAYERS)

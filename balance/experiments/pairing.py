"""Which games of two runs belong together, and in what else, besides what was changed, the runs differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance.cards.paths import listing
from balance.errors import RunError
from balance.experiments.totals import layout_in
from balance.simulation.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from balance.simulation import Run

SHOWN = 6


@dataclass(frozen=True)
class Paired:
    """The games of a deal that are compared: places in the baseline's deals and in the variant's.

    one, other   layouts of these games. Where games are paired, `places` and `other_places` are of one
                 length, and the plans of the baseline stand for those that play in their place
    paired       False where the runs have no seating in common: then deals are, not games
    """

    places: tuple[int, ...]
    other_places: tuple[int, ...]
    one: Layout
    other: Layout
    deals: int
    paired: bool


def pair(one: Run, other: Run) -> Paired:
    """The games that two runs have in common; RunError where nothing can be compared.

    Games with the random bot are left out as everywhere, unless it sits in all.
    """
    facts, others = one.manifest["run"], other.manifest["run"]
    for key, what in (("game", "of two games"), ("seed", "with two seeds, so no deal is common to both")):
        if facts[key] != others[key]:
            msg = (
                f"{one.folder} and {other.folder} were played {what} ({facts[key]} and {others[key]}): they"
                " cannot be compared"
            )
            raise RunError(msg)
    layouts = layout_in(one), layout_in(other)
    deals = min(int(run.manifest["deals"]) for run in (one, other))
    renamed = dict((other.manifest.get("variant") or {}).get("bots", {}))
    back = dict((one.manifest.get("variant") or {}).get("bots", {}))
    first, second = layouts
    found: dict[tuple[str, ...], int] = {}
    for place, bots in enumerate(second.bots.tolist()):
        found.setdefault(tuple(bots), place)
    pairs = []
    for place, bots in enumerate(first.bots.tolist()):
        before = (
            [next((old for old, new in back.items() if new == bot), bot) for bot in bots] if back else bots
        )
        at = found.get(tuple(renamed.get(bot, bot) for bot in before))
        if at is not None and first.seats == second.seats:
            pairs.append((place, at))
    if not pairs:
        mine, theirs = (tuple(n for n in range(each.games) if each.field[n]) for each in layouts)
        return Paired(mine, theirs, some_games(first, mine), some_games(second, theirs), deals, paired=False)
    common = some_games(first, [place for place, _ in pairs])
    pairs = [item for item, field in zip(pairs, common.field, strict=True) if field]
    mine, theirs = tuple(place for place, _ in pairs), tuple(place for _, place in pairs)
    return Paired(mine, theirs, some_games(first, mine), some_games(second, theirs), deals, paired=True)


def some_games(layout: Layout, places: Sequence[int]) -> Layout:
    """The layout of some games of a deal."""
    at = list(places)
    return Layout(
        tuple(layout.line_ups[place] for place in at),
        tuple(layout.rotations[place] for place in at),
        layout.bots[at],
        layout.opponents[at],
    )


def same_games(one: Run, other: Run) -> bool:
    """Whether two runs are of the same games: the same rules as compiled, bots, line-ups and luck."""
    keys = ("rules_version", "rule_code", "compiled_cards", "bots", "line_ups", "players", "seed")
    return all(one.manifest["run"].get(key) == other.manifest["run"].get(key) for key in keys)


def other_differences(one: Run, other: Run, paired: Paired, *, declared: bool) -> list[str]:
    """In what two runs differ besides the card data, a sentence each.

    declared: the second is a variant that says itself which bots and line-ups it plays with, so these are
    part of the change; numbers of games and versions never are.
    """
    facts, others = one.manifest["run"], other.manifest["run"]
    found = []
    for key, what in (
        ("players", "numbers of players"),
        ("rules_version", "versions of the rules"),
        ("toolkit_version", "versions of the toolkit"),
    ):
        if facts.get(key) != others.get(key):
            found.append(f"The {what} are not the same: {facts.get(key)} before, {others.get(key)} after.")
    if (
        facts.get("rule_code") != others.get("rule_code")
        and facts["rules_version"] == others["rules_version"]
    ):
        found.append(
            "The code of the rules was changed between the two runs, within one version of the rules."
        )
    if not declared:
        found += _bots(one, other) + _line_ups(one, other, paired)
    sizes = [int(run.manifest["deals"]) for run in (one, other)]
    if sizes[0] != sizes[1]:
        found.append(
            f"The numbers of deals are not the same: {sizes[0]:,} before, {sizes[1]:,} after; compared are"
            f" the first {paired.deals:,}, which are common to both."
        )
    return found


def _bots(one: Run, other: Run) -> list[str]:
    """Bots of both runs that do not play with the same numbers."""
    before, after = one.manifest["run"].get("bots", {}), other.manifest["run"].get("bots", {})
    changed = [bot for bot in before if bot in after and before[bot] != after[bot]]
    if not changed:
        return []
    return [f"Bots do not play with the same numbers: {listing(changed, SHOWN)}."]


def _line_ups(one: Run, other: Run, paired: Paired) -> list[str]:
    """Line-ups that only one of the runs has, and what is compared then."""
    before, after = ([*map(tuple, _seatings(run))] for run in (one, other))
    lost = dict.fromkeys(" v ".join(bots) for bots in before if bots not in after)
    new = dict.fromkeys(" v ".join(bots) for bots in after if bots not in before)
    if not lost and not new:
        return []
    parts = [
        f"{words} {listing(names, SHOWN)}"
        for words, names in (("only before", lost), ("only after", new))
        if names
    ]
    what = (
        "compared are the games that both have"
        if paired.paired
        else "no game is common to both, only deals are"
    )
    return [f"The line-ups are not the same ({'; '.join(parts)}); {what}."]


def _seatings(run: Run) -> list[Any]:
    return [item["seats"] for item in run.manifest["schedule"]]


def bots_in_words(run: Run) -> Mapping[str, str]:
    """Of a variant: bot of the scenario -> the bot in its place."""
    return dict((run.manifest.get("variant") or {}).get("bots", {}))

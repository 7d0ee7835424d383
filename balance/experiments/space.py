"""The numbers of a bot that a search may move, and bots made of other numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.cards.paths import listing, nearest
from balance.errors import CardDataError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from balance.cards import CardSet
    from balance.games.interface import Game

DECIMALS = 2
"""Numbers of bots are tried, compared and written with so many."""

Numbers = dict[str, dict[str, float]]
"""A bot's numbers: section (weights, taste, ...) -> name -> number."""

Key = tuple[str, str]


@dataclass(frozen=True)
class Space:
    """The box that a search moves in, in a fixed order of (section, name). low, high: shape (names,)."""

    keys: tuple[Key, ...]
    low: np.ndarray
    high: np.ndarray

    def unit(self, numbers: Mapping[str, Mapping[str, float]]) -> np.ndarray:
        """Numbers as a point of the unit cube, moved into it where they lie outside."""
        values = np.array([numbers[section][name] for section, name in self.keys])
        width = np.where(self.high > self.low, self.high - self.low, 1.0)
        return np.clip((values - self.low) / width, 0.0, 1.0)

    def numbers(self, point: np.ndarray) -> Numbers:
        """A point of the unit cube as numbers, rounded, never outside the box."""
        values = self.low + np.clip(point, 0.0, 1.0) * (self.high - self.low)
        unit = 10.0**DECIMALS
        low, high = np.ceil(self.low * unit - 1e-9), np.floor(self.high * unit + 1e-9)
        whole = np.clip(np.round(values * unit), low, np.maximum(low, high))
        found: Numbers = {}
        for (section, name), value in zip(self.keys, whole / unit, strict=True):
            found.setdefault(section, {})[name] = float(value)
        return found


def plans(cards: CardSet) -> list[str]:
    """The bots with a character, in the order of the file: what is tuned, and the field of the others."""
    return [name for name, bot in cards.model.bots.items() if bot.character is not None]


def space_of(cards: CardSet, bot: str | None) -> Space:
    """Where a bot may go: its character, and elsewhere the ranges for all; None: those alone.

    CardDataError when the card data holds no ranges, or no such bot, or it has no character.
    """
    if cards.model.ranges is None:
        msg = f"{cards.folder}: the bots have no `ranges`, so there is nothing that a search could move"
        raise CardDataError(msg)
    found: dict[Key, Any] = {}
    sources = [cards.model.ranges]
    if bot is not None:
        known = plans(cards)
        if bot not in known:
            near = nearest(bot, known)
            hint = f"; did you mean {near}?" if near else ""
            raise CardDataError(f'"{bot}" is no bot with a character, allowed: {listing(known)}{hint}')
        sources.append(cards.model.bots[bot].character)
    for source in sources:
        for section, ranges in source.model_dump().items():
            found.update({(section, name): pair for name, pair in ranges.items()})
    low, high = np.array(list(found.values()), float).reshape(-1, 2).T
    return Space(tuple(found), low, high)


def numbers_of(cards: CardSet, bot: str, space: Space) -> Numbers:
    """The numbers that a bot has now, for each name of a space."""
    own = cards.model.bots[bot]
    found: Numbers = {}
    for section, name in space.keys:
        inherited = cards.model.base.get(name, 0.0) if section == "weights" else 0.0
        found.setdefault(section, {})[name] = float(getattr(own, section).get(name, inherited))
    return found


def with_numbers(cards: CardSet, bot: str, numbers: Numbers, like: str | None = None) -> CardSet:
    """Card data in which a bot has other numbers (`like`: taken from another bot first). Not checked."""
    model = cards.model
    own = model.bots[like or bot]
    sections = {section: {**getattr(own, section), **values} for section, values in numbers.items()}
    bots = {**model.bots, bot: own.model_copy(update=sections)}
    return replace(cards, model=model.model_copy(update={"bots": bots}))


def record(game: Game, cards: CardSet, bot: str, numbers: Numbers) -> np.void:
    """A bot with other numbers, as the kernels take it."""
    return game.bot(with_numbers(cards, bot, numbers), bot)

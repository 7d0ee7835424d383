"""A card text as a tree: made of YAML by the reader, walked through by compiler, profiles and warnings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from balance.cards.paths import Path


@dataclass(frozen=True)
class Player:
    """A player, some players, or a chooser: a word, and for `owner` and `bound` the name it speaks of."""

    word: str
    name: str = ""


YOU = Player("you")
UNNAMED = Player("unnamed")
"""As a chooser: nobody is named (O-12)."""


@dataclass(frozen=True)
class Number:
    """A number: `const` with a value, else a word of the language with what it speaks of."""

    word: str
    value: int = 0
    of: Any = None  # Selector, Player, or an id
    parts: tuple[Number, ...] = ()

    @property
    def constant(self) -> int | None:
        """The value, when it stands on the card."""
        return self.value if self.word == "const" else None


ONE = Number("const", 1)


@dataclass(frozen=True)
class Amount:
    """How many: exact, up_to or all."""

    word: str
    number: Number = ONE


@dataclass(frozen=True)
class Selector:
    """Hires or cards. `place`: a pick (own_staff ...), a zone (hand, discard), or `bound` with a name."""

    place: str
    cards: bool = False
    player: Player = YOU
    where: tuple[str, ...] = ()
    qualification: str = ""
    type: str = "any"
    name: str = ""
    count: Amount = Amount("exact")
    by: Player = UNNAMED

    @property
    def bound(self) -> bool:
        """Whether it speaks of what has been chosen before."""
        return self.place == "bound"


@dataclass(frozen=True)
class Condition:
    """A condition: its word, what it speaks of, its range, and the conditions inside."""

    word: str
    of: Any = None  # Selector, Player, a word, an id, a Qualification
    low: int | None = None
    high: int | None = None
    parts: tuple[Condition, ...] = ()


@dataclass
class Instruction:
    """An instruction: its word, its keys as read, and where it stands."""

    op: str
    path: Path
    args: dict[str, Any] = field(default_factory=dict)
    id: str = ""
    needs: str = ""
    needs_least: int = 1
    when: Condition | None = None

    def blocks(self) -> list[list[Instruction]]:
        """The lists of instructions inside it."""
        found = [self.args[key] for key in ("do", "else") if key in self.args]
        return found + [option.do for option in self.args.get("options", ())]

    def selectors(self) -> Iterator[Selector]:
        """The selectors it has itself."""
        for value in self.args.values():
            if isinstance(value, Selector):
                yield value


@dataclass
class Option:
    """An option of a choose-one."""

    do: list[Instruction]
    path: Path


@dataclass(frozen=True)
class Target:
    """What is chosen at play: Hires, a card (`who`) or a player (`player`: among whom)."""

    name: str
    path: Path
    who: Selector | None = None
    player: Player | None = None
    by: Player = UNNAMED


@dataclass
class Part:
    """What a Mayhem or a Fix says, or one of its modes."""

    path: Path
    id: str = ""
    requires: Condition | None = None
    targets: list[Target] = field(default_factory=list)
    cost: list[Instruction] = field(default_factory=list)
    effects: list[Instruction] = field(default_factory=list)


@dataclass
class CardText:
    """A Mayhem or a Fix: the windows it may be played in, what it says, its modes."""

    windows: tuple[str, ...]
    main: Part
    modes: list[Part] = field(default_factory=list)

    def parts(self) -> list[Part]:
        """The card itself and its modes."""
        return [self.main, *self.modes]


@dataclass
class PathText:
    """A path of a Job."""

    path: Path
    clock_in: list[Instruction] = field(default_factory=list)
    resolve: list[Instruction] = field(default_factory=list)


@dataclass
class Texts:
    """All card texts of a set, by id. Jobs: unqualified, qualified."""

    mayhem: dict[str, CardText] = field(default_factory=dict)
    fixes: dict[str, CardText] = field(default_factory=dict)
    jobs: dict[str, tuple[PathText, PathText]] = field(default_factory=dict)


def walk(block: list[Instruction]) -> Iterator[Instruction]:
    """Every instruction of a list, those inside others too, in written order."""
    for instruction in block:
        yield instruction
        for inner in instruction.blocks():
            yield from walk(inner)

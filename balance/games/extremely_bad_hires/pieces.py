"""The pieces of a compiled program: instructions, selectors, conditions, numbers, bindings, slots.

Equal selectors, conditions and numbers are kept once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from balance.games.extremely_bad_hires import language as words
from balance.games.extremely_bad_hires import state
from balance.games.extremely_bad_hires.state import FALSE, NO_LIMIT, TRUE, Count, Op, Pick, Test, Who
from balance.games.extremely_bad_hires.texts import (
    UNNAMED,
    Condition,
    Instruction,
    Number,
    Player,
    Selector,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from balance.cards.paths import Path


class TooMuch(Exception):  # noqa: N818  (not an error: a drawer that is full)
    """A text needs more than a record holds."""

    def __init__(self, path: Path, text: str) -> None:
        """Where, and what."""
        super().__init__(text)
        self.path = path


@dataclass
class Built:
    """Everything compiled: rows of the tables as mappings, by the names of their fields."""

    code: list[dict[str, int]] = field(default_factory=list)
    selectors: list[tuple[int, ...]] = field(default_factory=list)  # in the order of SELECTOR
    conditions: list[tuple[int, ...]] = field(default_factory=list)  # in the order of CONDITION
    numbers: list[tuple[int, int, int]] = field(default_factory=list)  # in the order of NUMBER
    choices: list[dict[str, Any]] = field(default_factory=list)
    needs: list[dict[str, int]] = field(default_factory=list)
    kinds: dict[str, dict[str, Any]] = field(default_factory=dict)  # of Mayhem and Fixes
    paths: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # of Jobs: unqualified, qualified


ROW = {
    "slot": -1,
    "needs": -1,
    "needs_least": 1,
    "when": -1,
    "who": -1,
    "other": -1,
    "number": -1,
    "by": int(Who.UNNAMED),
    "binding": -1,
    "jump": -1,
    "choice": -1,
}
"""Fields of an instruction that are not 0 when nothing is said."""


class Pieces:
    """Makes pieces and keeps them."""

    def __init__(self, qualifications: Iterable[str]) -> None:
        """For card texts that speak of these Qualifications."""
        self.built = Built()
        self.qualifications = list(qualifications)
        self.number_at: dict[tuple[Any, ...], int] = {}
        self.selector_at: dict[tuple[int, ...], int] = {}
        self.condition_at: dict[tuple[int, ...], int] = {}
        self.names: dict[str, int] = {}
        self.slots: dict[str, int] = {}
        self.path: Path = ()
        self.emit("END")  # the empty program

    def full(self, what: str, most: int) -> TooMuch:
        """A drawer is full."""
        return TooMuch(self.path, f"found more than {most} {what}, allowed: at most {most}")

    def emit(self, op: str, **fields: int) -> int:
        """Add an instruction; its place."""
        if len(self.built.code) == state.CODE_MAX:
            raise self.full("instructions in all card texts together", state.CODE_MAX)
        self.built.code.append(
            {**ROW, "op": int(Op[op]), **{name: int(value) for name, value in fields.items()}}
        )
        return len(self.built.code) - 1

    @property
    def here(self) -> int:
        """The place of the next instruction."""
        return len(self.built.code)

    def bind(self, name: str) -> int:
        """A new binding; its number."""
        number = max(self.names.values(), default=-1) + 1
        if number >= state.BINDINGS:
            raise self.full("names at once in one text", state.BINDINGS)
        self.names[name] = number
        return number

    def slot(self, instruction: Instruction) -> int:
        """Where it counts; -1: nowhere."""
        if not instruction.id:
            return -1
        if len(self.slots) == state.SLOTS:
            raise self.full("ids in one text", state.SLOTS)
        return self.slots.setdefault(instruction.id, len(self.slots))

    def player(self, player: Player) -> int:
        """A player, players, or a chooser."""
        if player.word == "bound":
            return int(Who.BOUND) + 16 * self.names[player.name]
        if player.word == "owner" and player.name:
            return int(Who.OWNER) + 16 * self.names[player.name]
        return int(Who[player.word.upper()])

    def number(self, number: Number) -> int:
        """A number; where it begins."""
        steps = list(self._steps(number))
        key = tuple(steps)
        if key not in self.number_at:
            if len(self.built.numbers) + len(steps) > state.NUMBERS:
                raise self.full("steps of numbers in all card texts together", state.NUMBERS)
            self.number_at[key] = len(self.built.numbers)
            rows = [(kind, of, int(n == len(steps) - 1)) for n, (kind, of) in enumerate(steps)]
            self.built.numbers += rows
        return self.number_at[key]

    def _steps(self, number: Number, depth: int = 1) -> Iterator[tuple[int, int]]:
        """Postfix."""
        if depth > state.STACK:
            raise self.full("numbers inside each other", state.STACK)
        if number.word == "const":
            yield int(state.Number.CONST), number.value
        elif number.parts:
            for more, part in enumerate(number.parts):
                yield from self._steps(part, depth + more)
            yield int(state.Number[number.word.upper()]), 0
        elif number.word == "count":
            yield int(state.Number.COUNT), self.selector(number.of)
        elif number.word == "done":
            yield int(state.Number.DONE), self.slots[number.of]
        elif number.word == "required":
            yield int(state.Number.REQUIRED), words.REQUIRED_WORDS[number.of]
        else:
            yield int(state.Number[number.word.upper()]), self.player(number.of)

    def selector(self, selector: Selector, bits: int = 0, by: Player = UNNAMED) -> int:
        """A selector with further bits of `where`; `by`: the chooser, if none is named."""
        for word in selector.where:
            bits |= words.WHERES[word][0]
        qualification = -1
        if selector.qualification:
            qualification = self.qualifications.index(selector.qualification)
        if selector.bound:
            pick, binding = Pick.BOUND, self.names[selector.name]
        else:
            pick, binding = words.ZONES.get(selector.place) or words.PICKS[selector.place][0], -1
        count = Count[selector.count.word.upper()]
        number = -1 if selector.bound or count == Count.ALL else self.number(selector.count.number)
        chooser = selector.by if selector.by != UNNAMED else by
        row = {
            "pick": pick,
            "player": self.player(selector.player),
            "where": bits,
            "qualification": qualification,
            "type": words.TYPES[selector.type],
            "binding": binding,
            "count": Count.ALL if selector.bound else count,
            "number": number,
            "by": Who.UNNAMED if count == Count.ALL or selector.bound else self.player(chooser),
        }
        return self._selector_row(row)

    def _selector_row(self, row: dict[str, int]) -> int:
        key = tuple(int(row[name]) for name in state.SELECTOR.names or ())
        if key not in self.selector_at:
            if len(self.built.selectors) == state.SELECTORS:
                raise self.full("different selectors in all card texts together", state.SELECTORS)
            self.selector_at[key] = len(self.built.selectors)
            self.built.selectors.append(key)
        return self.selector_at[key]

    def condition(self, condition: Condition | None, yes: int = TRUE, no: int = FALSE) -> int:
        """A condition, and where to go on; -1 when there is none."""
        if condition is None:
            return -1
        word = condition.word
        if word == "not":
            return self.condition(condition.parts[0], no, yes)
        if word in ("all", "any"):
            go_on = yes if word == "all" else no
            for part in reversed(condition.parts):
                go_on = self.condition(part, go_on, no) if word == "all" else self.condition(part, yes, go_on)
            return go_on
        key = (*self._leaf(condition), yes, no)
        if key not in self.condition_at:
            if len(self.built.conditions) == state.CONDITIONS:
                raise self.full("different conditions in all card texts together", state.CONDITIONS)
            self.condition_at[key] = len(self.built.conditions)
            self.built.conditions.append(key)
        return self.condition_at[key]

    def _leaf(self, condition: Condition) -> tuple[int, int, int, int]:
        """Test, what it is about, lowest and highest."""
        word, of = condition.word, condition.of
        low = condition.low if condition.low is not None else -NO_LIMIT
        high = condition.high if condition.high is not None else NO_LIMIT
        about = 0
        if word == "path":
            about = words.PATHS[of]
        elif word == "window":
            about = 1 << words.WINDOWS[of]
        elif word == "count":
            about = self.selector(of)
        elif word == "did":
            about = self.slots[of]
        elif word == "job":
            about = self.qualifications.index(of)
        elif word == "deck":
            about = -1 if of == "job" else self.player(of)
        elif isinstance(of, Player):
            about = self.player(of)
        return int(Test[word.upper()]), int(about), low, high

    def reserve(self, count: int) -> int:
        """Room for the options of a choice, side by side; the first."""
        first = len(self.built.choices)
        if first + count > state.CHOICES:
            raise self.full("options and modes in all card texts together", state.CHOICES)
        self.built.choices += [{} for _ in range(count)]
        return first

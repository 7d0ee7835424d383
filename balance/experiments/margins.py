"""How large a difference has to be before it matters: by measure as a scenario says, else by unit."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

from pydantic import Field

from balance.cards import Problem, Strict, raise_problems, read_yaml, validate
from balance.errors import ScenarioError
from balance.games.interface import Unit

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).with_name("margins.yaml")


class Rule(Strict):
    """At least so much, in the unit, or this part of the value in the baseline."""

    at_least: Annotated[float, Field(ge=0)]
    part_of_value: Annotated[float, Field(ge=0, le=1)]

    def margin(self, value: float) -> float:
        """The margin around a measure of that value."""
        return max(self.at_least, self.part_of_value * abs(value))


class Rules(Strict):
    """A rule for each unit."""

    units: dict[Unit, Rule]


@cache
def defaults(file: Path = FILE) -> dict[str, Rule]:
    """The rule of each unit; ScenarioError when the file is not as it must be."""
    document = read_yaml(file, ScenarioError)
    rules = validate(document, Rules, ScenarioError).units
    missing = [unit for unit in get_args(Unit) if unit not in rules]
    raise_problems(
        (
            Problem(document.place(("units",)), unit, "the key is missing: every unit has a margin")
            for unit in missing
        ),
        ScenarioError,
    )
    return {str(unit): rule for unit, rule in rules.items()}


def margin_of(measure: str, unit: str, value: float, stated: Mapping[str, float]) -> float:
    """The margin of a measure: stated for its id, for the word before its dot, or that of its unit."""
    word = measure.partition(".")[0]
    return stated.get(measure, stated.get(word, defaults()[unit].margin(value)))

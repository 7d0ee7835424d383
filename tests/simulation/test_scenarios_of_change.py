"""The scenarios that show one real change each: what they change, and that a spoiled one is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from balance.cards.changes import changes
from balance.errors import BalanceError
from balance.simulation import places, prepare_each

if TYPE_CHECKING:
    from pathlib import Path

CHANGED = {
    "employee_handbook_prices": {
        "cheap_factory": {"buildings.factory.levels[0].cost"},
        "more_hazards": {f"eras[{era}].copies.hazard" for era in range(3)},
        "hazards_return": {"readings.HA-25.reading"},
    },
    "extremely_bad_hires_changes": {
        "equal_turns": {"readings.V-01.reading"},
        "target_15": {"frame.target"},
        "no_wet_floor": {"decks.standard.cards.wet_floor", "decks.standard.cards.petty_cash"},
    },
    "hire_or_fire_changes": {
        "small_bonus": {"frame.bonus"},
        "no_exchange": {"frame.swap_cards"},
    },
}


@pytest.mark.parametrize("name", CHANGED)
def test_a_variant_changes_what_it_is_named_after_and_nothing_else(name: str) -> None:
    ready = prepare_each(name)
    seats = ready[0].plan.seats
    cards = {item.variant: item.cards for item in ready if item.plan.seats == seats}
    base = cards.pop(None)
    for variant, paths in CHANGED[name].items():
        assert {change.path for change in changes(base, cards[variant])} == paths
    hashes = [found.hash for found in (base, *cards.values())]
    assert len(set(hashes)) == len(hashes)


@pytest.mark.parametrize(
    ("name", "right", "wrong", "said"),
    [
        ("employee_handbook_prices", "factory.levels[0].cost", "factroy.levels[0].cost", "factory"),
        ("employee_handbook_prices", "reading: back", "reading: bank", "back"),
        ("extremely_bad_hires_changes", "reading: finish_round", "reading: finish_turn", "finish_round"),
        ("extremely_bad_hires_changes", "cards.wet_floor", "cards.wet_flour", "wet_floor"),
        ("hire_or_fire_changes", "[1000, 3000, 6000, 9000]", "[1000, 3000]", "salaries"),
        ("hire_or_fire_changes", "swap_cards: 0", "swap_cards: -1", "swap_cards"),
    ],
)
def test_a_variant_that_cannot_be_is_refused_before_anything_runs(
    name: str, right: str, wrong: str, said: str, tmp_path: Path
) -> None:
    text = places.scenario_file(name).read_text(encoding="utf-8")
    assert right in text
    file = tmp_path / "spoiled.yaml"
    file.write_text(text.replace(right, wrong), encoding="utf-8")
    with pytest.raises(BalanceError) as found:
        prepare_each(file)
    assert "spoiled.yaml:" in str(found.value)
    assert said in str(found.value)

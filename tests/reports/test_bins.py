"""The panel of bins: what is drawn of many, what is not said of few cases, what is compared with a price."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from balance.games.interface import Axis, Contrast, Curve, Panel
from balance.reports import bins
from balance.statistics import Estimate

RATE = Curve("rate", "rate", "share", "cards", "top", "bottom", "A rate of a card.", ("R-1",))
OVER = Contrast(
    "over",
    "over",
    "share",
    "cards",
    "top",
    "bottom",
    "bottom",
    "bottom",
    "Over usual.",
    ("R-1",),
    price="usual",
)
NET = Contrast(
    "net", "net", "share", "cards", "top", "bottom", "cost", "bottom", "Net.", ("R-1",), price="usual"
)


def estimate(value: float, clusters: int = 100, error: float = 0.01) -> Estimate:
    return Estimate(
        value, value - 2 * error, value + 2 * error, 0.95, 10.0 * clusters, clusters, error, "by hand"
    )


def evidence(found: dict[str, dict[str, Estimate]]) -> SimpleNamespace:
    """As much of an `Evidence` as the panel asks."""
    labels = list(dict.fromkeys(label for values in found.values() for label in values))
    return SimpleNamespace(
        book=SimpleNamespace(contrasts=(OVER, NET), axes=(Axis("cards", "card", lambda _: labels),)),
        curves={"rate": RATE},
        run=SimpleNamespace(cards=None),
        curve=lambda name: found[name],
        contrast=lambda name: found[name],
        card_name=lambda label: label.upper(),
    )


def drawn(svg: str, labels: list[str]) -> list[str]:
    return [label for label in labels if f">{label.upper()}<" in svg]


def test_of_many_the_ends_are_drawn_and_all_are_in_the_folded_table() -> None:
    values = {f"card{n:02}": estimate(0.2 + n / 200) for n in range(60)}
    made = bins.figure(evidence({"rate": values}), Panel("bins", "Cards", ("rate",)), "fig")
    assert drawn(str(made.svg), list(values)) == [f"card{n:02}" for n in (*range(12), *range(48, 60))]
    assert made.table is not None
    assert [row[0].text for row in made.table.rows] == [f"CARD{n:02}" for n in range(59, -1, -1)]
    assert not made.open_table
    assert "the 12 largest and the 12 smallest of 60" in made.note


def test_of_not_so_many_all_are_drawn() -> None:
    values = {f"card{n:02}": estimate(0.2 + n / 200) for n in range(40)}
    made = bins.figure(evidence({"rate": values}), Panel("bins", "Cards", ("rate",)), "fig")
    assert drawn(str(made.svg), list(values)) == list(values)
    assert "largest" not in made.note


def test_few_cases_have_no_number_and_come_last() -> None:
    values = {"odd": estimate(1.0, clusters=9), "usual": estimate(0.5), "low": estimate(0.1, clusters=10)}
    made = bins.figure(evidence({"rate": values}), Panel("bins", "Cards", ("rate",)), "fig")
    assert drawn(str(made.svg), list(values)) == ["usual", "low"]
    assert made.table is not None
    assert [row[0].text for row in made.table.rows] == ["USUAL", "LOW", "ODD"]
    assert [row[1].text for row in made.table.rows][2] == "few cases"
    assert "fewer than 10 deals" in made.note


def test_only_few_cases_are_a_table_without_a_figure() -> None:
    values = {"odd": estimate(1.0, clusters=2)}
    made = bins.figure(evidence({"rate": values}), Panel("bins", "Cards", ("rate",)), "fig")
    assert not made.svg
    assert made.open_table


@pytest.mark.parametrize(("name", "starred"), [("over", True), ("net", False)])
def test_a_difference_from_a_price_is_tested_a_gain_less_a_cost_is_not(name, starred) -> None:
    values = {
        "sure": estimate(0.3),
        "chance": estimate(0.01),
        "once": estimate(0.4, clusters=3),
        "always": estimate(0.5, error=0.0),
    }
    made = bins.figure(evidence({name: values}), Panel("bins", "Cards", (name,)), "fig")
    assert made.table is not None
    marked = {row[0].text for row in made.table.rows if row[1].text.endswith("*")}
    assert marked == ({"SURE"} if starred else set())
    assert ("an association, not a cause" in made.note) == starred


def test_a_panel_may_call_its_bins_otherwise() -> None:
    values = {"one": estimate(0.5), "two": estimate(0.4)}
    panel = Panel("bins", "Cards", ("rate",), names=lambda _: {"one": "its other half"})
    made = bins.figure(evidence({"rate": values}), panel, "fig")
    assert made.table is not None
    assert [row[0].text for row in made.table.rows] == ["its other half", "TWO"]
    assert ">its other half<" in str(made.svg)

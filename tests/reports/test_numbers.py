"""No more digits than the interval supports."""

from __future__ import annotations

import math

import pytest

from balance.reports.numbers import count, decimals_for, free, number, plain, single, unit_words
from balance.statistics import Estimate


def estimate(value: float, half: float) -> Estimate:
    return Estimate(value, value - half, value + half, 0.95, 100, 100, half / 2, "made up")


@pytest.mark.parametrize(
    ("half", "places"), [(2, 0), (1, 0), (0.5, 1), (0.1, 1), (0.05, 2), (0.0004, 3), (30, 0)]
)
def test_decimals(half: float, places: int) -> None:
    assert decimals_for(half) == places


@pytest.mark.parametrize("half", [0.0, math.inf, math.nan])
def test_no_interval_no_decimals(half: float) -> None:
    assert decimals_for(half) is None


@pytest.mark.parametrize(
    ("value", "half", "unit", "rate", "text"),
    [
        (0.524, 0.005, "share", True, "52.4 % [51.9, 52.9]"),
        (0.524, 0.03, "share", True, "52 % [49, 55]"),
        (6.913, 0.16, "points", False, "6.9 [6.8, 7.1]"),
        (12.346, 0.05, "$", False, "$12.35 [12.30, 12.40]"),
        (-1.5, 0.2, "$", False, "\N{MINUS SIGN}$1.5 [\N{MINUS SIGN}1.7, \N{MINUS SIGN}1.3]"),
        (0.0123, 0.0009, "per draw", True, "1.23 % [1.14, 1.32]"),
        (
            12345.6,
            80,
            "count",
            False,
            "12\N{NARROW NO-BREAK SPACE}346 [12\N{NARROW NO-BREAK SPACE}266, 12\N{NARROW NO-BREAK SPACE}426]",
        ),
        (27.3812, 0.002, "minutes", False, "27.4 [27.4, 27.4]"),
    ],
)
def test_number(value: float, half: float, unit: str, rate: bool, text: str) -> None:
    assert str(number(estimate(value, half), unit, rate=rate)).replace("\N{NO-BREAK SPACE}", " ") == text


def test_exact_and_unknown() -> None:
    assert str(number(estimate(3.0, 0.0), "count")) == "3"
    assert "one deal" in str(number(estimate(3.0, math.inf), "count"))


def test_plain_numbers() -> None:
    assert plain(-0.04, 1) == "0.0"
    assert count(1234567) == "1\N{NARROW NO-BREAK SPACE}234\N{NARROW NO-BREAK SPACE}567"
    assert [free(x) for x in (0, 7, 10.0, 0.12345, 1234.5, 99.96)] == [
        "0",
        "7",
        "10",
        "0.123",
        "1\N{NARROW NO-BREAK SPACE}234",
        "100",
    ]
    assert single(0.5, "share").replace("\N{NO-BREAK SPACE}", " ") == "50 %"
    assert single(2.5, "$") == "$2.5"
    assert unit_words("per draw", rate=True) == "% of draws"

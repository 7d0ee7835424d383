"""Each reading of an open point that is not in use does what it says, in one small position at least."""

from __future__ import annotations

import pytest

from tests.games.employee_handbook.cases import Case, data, load_cases, run_case

CASES = load_cases("readings.yaml")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_reading(case: Case) -> None:
    run_case(case)


@pytest.mark.parametrize(
    ("assumption", "reading"),
    [(a.id, other.name) for a in data()[0].assumptions for other in a.alternatives],
)
def test_no_reading_is_without_a_case(assumption: str, reading: str) -> None:
    assert any(case.readings == {assumption: reading} for case in CASES)


@pytest.mark.parametrize("case", [c for c in CASES if c.readings], ids=lambda case: case.name)
def test_the_reading_in_use_is_another(case: Case) -> None:
    """A case of another reading fails under the reading in use, or it would show nothing."""
    plain = Case(case.name, case.title, case.refs, case.given, case.play)
    if case.name in ALSO_SO:
        run_case(plain)
        return
    with pytest.raises(AssertionError):
        run_case(plain)


ALSO_SO = {
    "HA-03 fixed",  # a deal in which A opens is asked for
    "HA-31 disable_first, a Workshop",  # the Yard works either way
    "HA-31 disable_first, nothing to disable",
    "HA-37 added_only, after a draw",  # one of two owed draws can be cancelled either way
}
"""Cases that show where a reading makes no difference."""


def test_fixed_opener_never_changes() -> None:
    """HA-03: with `fixed` Company A opens every deal; with `random` about half of them."""
    from balance.games.employee_handbook import GAME

    def opened_by_a(readings: tuple[tuple[str, str], ...]) -> int:
        tables = data(readings)[1]
        return sum(int(GAME.new(tables, 5, deal).state[0]["first"] == 0) for deal in range(400))

    assert opened_by_a((("readings.HA-03", "fixed"),)) == 400
    assert 150 < opened_by_a(()) < 250

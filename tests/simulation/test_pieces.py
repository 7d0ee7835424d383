"""A run read in pieces, and some of its deals played again."""

from __future__ import annotations

from itertools import pairwise

import pandas as pd
import pytest

from balance.errors import RunError
from balance.simulation import merge, run

pytestmark = pytest.mark.usefixtures("desk")


@pytest.mark.parametrize("size", [1, 7, 64, 10_000])
def test_pieces_are_the_tables(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merge, "ROWS", 64)  # several row groups
    played = run("three", jobs=1)
    games, seats = zip(*played.batches(size), strict=True)
    pd.testing.assert_frame_equal(pd.concat(games, ignore_index=True), played.games)
    pd.testing.assert_frame_equal(pd.concat(seats, ignore_index=True), played.seats)
    assert all(set(g["deal"]) == set(s["deal"]) for g, s in zip(games, seats, strict=True))
    assert all(one["deal"].max() < next_one["deal"].min() for one, next_one in pairwise(games))


def test_pieces_end_at_cuts_and_have_the_columns_asked_for() -> None:
    played = run("three", jobs=1)
    pieces = list(played.batches(cuts=[2, 3], seats=["deal", "win_share"]))
    assert [int(games["deal"].iloc[0]) for games, _ in pieces] == [0, 2, 3]
    assert list(pieces[0][1].columns) == ["deal", "win_share"]


def test_a_short_table_is_an_error() -> None:
    played = run("three", jobs=1)
    played.seats.iloc[:-1].to_parquet(played.folder / "seats.parquet")
    with pytest.raises(RunError, match="fewer rows than the manifest says"):
        list(played.batches())
    (played.folder / "games.parquet").write_bytes(b"nothing")
    with pytest.raises(RunError, match="cannot be read"):
        list(played.batches())


def test_deals_played_again_are_the_stored_ones() -> None:
    played = run("three", jobs=1)
    wanted = [0, int(played.manifest["deals"]) - 1]
    games, seats = played.again(wanted)
    for again, stored in ((games, played.games), (seats, played.seats)):
        same = stored[stored["deal"].isin(wanted)].reset_index(drop=True)
        pd.testing.assert_frame_equal(again, same, check_categorical=False)

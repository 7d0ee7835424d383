"""One number names a game; a replay is that game; line-ups and rotations are what they should be."""

from __future__ import annotations

import numpy as np
import pytest

from balance.errors import RunError
from balance.simulation import columns, line_ups, run

pytestmark = pytest.mark.usefixtures("desk")


def test_game_number_is_deal_times_games_per_deal_plus_position() -> None:
    played = run("three")
    per_deal = played.manifest["games_per_deal"]
    assert per_deal == 9  # three pairs in two rotations and three mirrors
    games = played.games
    assert games["game"].tolist() == list(range(270))
    assert (games["deal"] == games["game"] // per_deal).all()
    for number in (0, 4, 137, 269):
        deal, entry, names = played.entry(number)
        row, seats = games.loc[number], played.seats[played.seats["game"] == number]
        assert (row["deal"], row["line_up"], row["rotation"]) == (
            deal,
            played.line_ups[entry.line_up],
            entry.rotation,
        )
        assert seats["bot"].tolist() == names


@pytest.mark.parametrize("number", [0, 4, 137, 269])
def test_a_replay_is_the_game_of_the_row(number: int) -> None:
    played = run("three")
    rows = played.seats[played.seats["game"] == number]
    shares, scores = played.game.result(played.match(number))
    assert scores == rows["score"].tolist()
    assert shares == rows["win_share"].tolist()
    assert played.replay(number) == [
        f"{bot}: {score}" for bot, score in zip(rows["bot"], rows["score"], strict=True)
    ]


def test_a_game_that_was_not_played_cannot_be_replayed() -> None:
    with pytest.raises(RunError, match="games: 0 to 269"):
        run("three").replay(270)


def test_a_run_needs_no_card_files_to_be_replayed(desk) -> None:
    played = run("three", overrides=[("dice.faces", 3)])
    for path in (desk / "card_data" / "dice").iterdir():
        path.write_text("spoilt: [")
    assert played.cards.model.dice.faces == 3
    assert played.replay(5)


def test_rotations_share_their_luck() -> None:
    played = run("three")
    one, two = (played.seats[played.seats["game"] == number] for number in (1, 2))
    assert one["bot"].tolist() == two["bot"].tolist()[::-1]
    sums = [
        frame["score"].to_numpy() - 4 * (frame["bot"] == "bold") * 2 - 4 * (frame["bot"] == "calm")
        for frame in (one, two)
    ]
    assert sums[0].tolist() == sums[1].tolist()  # the dice belong to the seat; only the bots moved


def test_opponent_order_and_win_share() -> None:
    seats = run("three").seats
    pair = seats[seats["game"] == 1]
    assert pair["opponent"].tolist() == pair["bot"].tolist()[::-1]
    assert (seats["order"] == 1 - seats["opened"]).all()
    assert (seats.groupby("game")["win_share"].sum() == 1).all()
    tied = seats.groupby("game")["score"].transform("nunique") == 1
    assert tied.any()
    assert (seats.loc[tied, "win_share"] == 0.5).all()


def test_win_shares_and_orders_of_three() -> None:
    rows = np.zeros((2, 3), [("score", np.int64), ("opened", np.int64)])
    rows["score"] = [[5, 5, 1], [2, 2, 2]]
    rows["opened"] = [[0, 0, 1], [0, 1, 0]]
    assert columns.win_shares(rows).tolist() == [[0.5, 0.5, 0], [1 / 3] * 3]
    assert columns.orders(rows).tolist() == [[1, 2, 0], [2, 0, 1]]


def test_line_ups() -> None:
    assert line_ups.matrix(("a", "b"), 2) == [("a", "a"), ("a", "b"), ("b", "b")]
    assert line_ups.rotations(("a", "b", "c")) == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]
    assert line_ups.rotations(("a", "b", "a", "b")) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert line_ups.distinct([["a", "b"], ["b", "a"], ["a", "a"]]) == [("a", "b"), ("a", "a")]


def test_labels_name_the_columns_and_cut_what_is_not_in_use() -> None:
    row = np.dtype([("x", int), ("some", int, (5,)), ("bare", int, (2,)), ("axis", [("y", int)], (3,))])
    found = [column.name for column in columns.columns_of(row, {"some": ["p", "q"]}, ("x",))]
    assert found == ["some.p", "some.q", "bare.1", "bare.2"]

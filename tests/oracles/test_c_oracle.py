"""Ten thousand games against the same rules written in C: every event, every counter.

The C program (tests/benchmarks/employee_handbook.c) was written from docs/employee_handbook_rules.md, and is
fed with the checked card model, so it also checks how tables are compiled. Where the two differ, one of them
reads a clause wrongly, or a clause is not clear.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from balance.chance import deal_key
from balance.games.employee_handbook import GAME
from balance.games.employee_handbook.state import Event
from balance.games.interface import JOB
from tests.benchmarks.c_oracle import AGE_ROW, GAME_ROW, LINE, ROUND_ROW, SEAT_ROW, Oracle
from tests.oracles.logged import play_logged
from tests.oracles.rule_sets import RULE_SETS, cards_of

if TYPE_CHECKING:
    from balance.cards import CardSet

GAMES = 10_000
PER_SET = -(-GAMES // len(RULE_SETS))
LINES = PER_SET * 1000

COMPARED = {
    "game": "rounds turns opener margin lead_changes decisions reshuffles lead",
    "seat": (
        "score cash_left cash_points lost_points money_in money_out required_draws optional_draws "
        "optional_offered hazards blocks explosions explosion_loss salvage_received factory_received "
        "pay_lost draws_lost shields_charged shields_left repairs recharges actions_used actions_unused "
        "placements disablings names orderings surplus_tactics tactics_left opened bought upgraded activated "
        "could_activate activated_turns first_round owned points repaid earned disabled played placed_at "
        "rounds ages"
    ),
    "round": (
        "draws hazards explosions blocks danger_ppm turns score cash buildings disabled charged optional"
    ),
    "age": "draws hazards explosions danger_ppm",
}
"""The counters that both must agree on. A counter that is not here has no second source yet."""


def jobs(games: int, bots: int, seed: int) -> np.ndarray:
    """Each pair of bots in turn, on deals 0, 1, 2, ..."""
    found = np.zeros(games, JOB)
    for i, job in enumerate(found):
        job["key"] = deal_key(seed, i)
        job["bot"][:2] = (i // bots % bots, i % bots)
    return found


def compare_rows(ours: np.ndarray, theirs: np.ndarray, where: str = "") -> None:
    """Field by field, for the fields that C counts."""
    for name in theirs.dtype.names or ():
        if theirs[name].dtype.names:
            compare_rows(ours[name], theirs[name], f"{where}{name}.")
            continue
        differ = np.argwhere(ours[name] != theirs[name])
        if len(differ):
            first = tuple(differ[0])
            pytest.fail(f"{where}{name}{[*first]}: ours {ours[name][first]}, C {theirs[name][first]}")


def compare_logs(ours: np.ndarray, our_ends: np.ndarray, theirs: np.ndarray, their_ends: np.ndarray) -> None:
    """Event by event; says which game, and what came before."""
    if len(ours) == len(theirs) and all((ours[name] == theirs[name]).all() for name in LINE.names or ()):
        return
    begin = 0, 0
    for game, ends in enumerate(zip(our_ends, their_ends, strict=True)):
        a, b = (
            [(Event(line["event"]).name, *(int(line[n]) for n in ("seat", "a", "b", "c"))) for line in log]
            for log in (ours[begin[0] : ends[0]], theirs[begin[1] : ends[1]])
        )
        begin = ends
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            before = "\n".join(map(str, a[max(0, at - 12) : at]))
            pytest.fail(f"game {game}, event {at}\n{before}\nours {a[at : at + 3]}\nC    {b[at : at + 3]}")


def same_games(cards: CardSet, games: int, seed: int) -> int:
    """Play with and without the log, ours and theirs, and compare everything; how many events there were."""
    names = list(cards.bots)
    work = jobs(games, len(names), seed)
    oracle = Oracle(cards, names)
    tables, bots = GAME.tables(cards), np.array([GAME.bot(cards, bot) for bot in names], GAME.bot_dtype)
    game_rows, seat_rows, log, ends = play_logged(tables, bots, work, LINES)
    their_game_rows, their_seat_rows, their_log, their_ends = oracle.play_logged(work, LINES)
    compare_logs(log, ends, their_log, their_ends)
    compare_rows(game_rows, their_game_rows)
    compare_rows(seat_rows, their_seat_rows)
    quiet = np.zeros(games, GAME.game_row), np.zeros((games, 2), GAME.seat_row)
    GAME.kernels.play(tables, bots, np.zeros(1, GAME.state_dtype), work, *quiet)
    their_quiet = oracle.play(work)
    compare_rows(quiet[0], their_quiet[0])
    compare_rows(quiet[1], their_quiet[1])
    assert (quiet[1] == seat_rows).all()  # the log changes nothing
    return len(log)


@pytest.mark.parametrize("name", RULE_SETS)
def test_same_games_by_event(name: str) -> None:
    """Every rule set: the same events with the same numbers, and the same counters."""
    events = same_games(cards_of(name), PER_SET, seed=list(RULE_SETS).index(name))
    assert events > PER_SET * 15


def test_ten_thousand_games() -> None:
    """What the tests above come to."""
    assert PER_SET * len(RULE_SETS) >= GAMES


def test_what_is_compared() -> None:
    """The list above is what C counts, and ours counts all of it."""
    for row, ours, theirs in (
        ("game", GAME.game_row, GAME_ROW),
        ("seat", GAME.seat_row, SEAT_ROW),
        ("round", GAME.seat_row["rounds"].base, ROUND_ROW),
        ("age", GAME.seat_row["ages"].base, AGE_ROW),
    ):
        assert COMPARED[row].split() == list(theirs.names or ())
        assert set(COMPARED[row].split()) <= set(ours.names or ())

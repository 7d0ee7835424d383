"""The search itself, against a planted optimum: no game is played."""

from __future__ import annotations

import numpy as np
import pytest

from balance.experiments import search as searching
from balance.experiments.arena import Results
from balance.experiments.journal import Journal
from balance.experiments.search import Effort, Search, effort
from balance.experiments.space import Space

BEST = {"a": 0.8, "b": -1.5}
SPACE = Space((("weights", "a"), ("weights", "b")), np.array([0.0, -3.0]), np.array([1.0, 3.0]))
START = {"weights": {"a": 0.4, "b": 0.5}}
MUCH = Effort(population=8, generations=(10,) * 8 + (20,) * 7, selection=50, held_out=200)


class Planted:
    """A bot wins the more the nearer its numbers are to `BEST`; each deal has luck that all share."""

    seats = 2

    def __init__(self, slope: float = 0.2) -> None:
        self.slope = slope
        self.seen: list[dict] = []
        self.deals: list[tuple[int, int]] = []
        self.heard = lambda _games: None

    def games(self, candidates, opponents, deals):
        return candidates * opponents * deals

    def play(self, candidates, field, first, last):
        self.seen += candidates
        self.deals.append((first, last))
        luck = np.array([np.random.default_rng(deal).normal(0, 0.1) for deal in range(first, last)])
        far = np.array([sum(abs(bot[name] - best) for name, best in BEST.items()) for bot in candidates])
        share = 0.6 - self.slope * far[:, None, None] + luck[None, None, :]
        return Results(np.clip(share, 0, 1).repeat(len(field), axis=1), share * 10)


def search(arena: Planted, journal: Journal | None = None, seed: int = 3, first: int = 0) -> Search:
    return Search(
        arena,
        journal or Journal(None, ""),
        label="it",
        field=[None, None],
        make=lambda numbers: numbers["weights"],
        first=first,
        seed=seed,
    )


def test_finds_the_planted_optimum() -> None:
    found = search(Planted()).run(SPACE, START, MUCH)
    numbers = found.numbers["weights"]
    assert abs(numbers["a"] - BEST["a"]) < 0.15
    assert abs(numbers["b"] - BEST["b"]) < 0.15
    assert found.better
    assert found.gain.low > 0
    assert found.share.value > found.before.value


def test_nothing_is_better_than_the_optimum() -> None:
    assert not search(Planted()).run(SPACE, {"weights": BEST}, MUCH).better


def test_where_numbers_make_no_difference_nothing_is_better() -> None:
    assert not search(Planted(slope=0)).run(SPACE, START, MUCH).better


def test_every_candidate_lies_in_the_box_and_has_two_decimals() -> None:
    arena = Planted()
    search(arena).run(SPACE, {"weights": {"a": 7, "b": -7}}, MUCH)
    for bot in arena.seen:
        assert 0 <= bot["a"] <= 1
        assert -3 <= bot["b"] <= 3
        assert all(round(value, 2) == value for value in bot.values())


def test_no_deal_is_used_twice() -> None:
    arena = Planted()
    search(arena, first=70).run(SPACE, START, MUCH)
    assert arena.deals[0][0] == 70
    deals = [deal for first, last in arena.deals for deal in range(first, last)]
    assert len(set(deals)) == len(deals)


def test_the_same_seed_gives_the_same_and_another_seed_another() -> None:
    one, same, other = (search(Planted(), seed=seed).run(SPACE, START, MUCH) for seed in (3, 3, 4))
    assert one == same
    assert one.numbers != other.numbers


@pytest.mark.parametrize("after", [1, 7, 16])
def test_going_on_measures_only_what_is_missing_and_ends_the_same(tmp_path, after: int) -> None:
    whole = Planted()
    expected = search(whole).run(SPACE, START, MUCH)

    class Stops(Planted):
        def play(self, *args):
            if len(self.deals) == after:
                raise KeyboardInterrupt
            return super().play(*args)

    path = tmp_path / "journal.json"
    with pytest.raises(KeyboardInterrupt):
        search(Stops(), Journal(path, "x")).run(SPACE, START, MUCH)
    rest = Planted()
    assert search(rest, Journal(path, "x")).run(SPACE, START, MUCH) == expected
    assert rest.deals == whole.deals[after:]


@pytest.mark.parametrize("text", ["{", '{"identity": "other", "answers": {}}', "[]"])
def test_a_damaged_or_foreign_journal_counts_as_none(tmp_path, text: str) -> None:
    path = tmp_path / "journal.json"
    path.write_text(text)
    assert Journal(path, "x").answers == {}


def test_progress_says_where_the_search_stands() -> None:
    said: list[str] = []
    it = search(Planted())
    it.told = said.append
    it.run(SPACE, START, MUCH)
    assert len(said) == len(MUCH.generations)
    assert said[-1].startswith("it: generation 15 of 15, wins ")


@pytest.mark.parametrize("games", [10, 50_000, 5_000_000])
def test_effort_keeps_to_the_games_it_is_given(games: int) -> None:
    much = effort(games, opponents=4, seats=2, dimensions=29)
    assert much.games * 8 <= max(1.1 * games, 9_000)
    assert much.population > searching.FINALISTS

"""Pay, for tokens by chance: on the engine, from the hiring to the money."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from balance.chance import deal_key
from balance.games.hire_or_fire.events import Event
from balance.games.hire_or_fire.play import KERNELS
from balance.games.hire_or_fire.record import GAME as STATE
from balance.games.hire_or_fire.state import Phase, Verb
from tests.games.hire_or_fire.subjects import BOX, tables

FRAME = BOX["frame"]
BONUS, COMPENSATION = FRAME["bonus"], FRAME["compensation"]


def at_the_hiring(made: np.ndarray, deal: int) -> np.ndarray:
    """A game by chance up to the first hiring."""
    state, rng = np.zeros(1, STATE), np.random.default_rng(deal)
    KERNELS.setup(made, state, deal_key(4, deal), 1)
    while int(state[0]["phase"]) != Phase.HIRE:
        KERNELS.options(made, state)
        codes = state[0]["option"][: int(state[0]["option_count"])]
        assert KERNELS.apply(made, state, rng.choice(codes))
    return state


def paid(made: np.ndarray, state: np.ndarray, tokens: tuple[int, ...], first: int | None = None) -> np.void:
    """The table after these tokens (hirer -> author); `first`: another presenter."""
    state = state.copy()
    game = state[0]
    if first is not None:
        game["first"] = game["decider"] = first
    laid = game["laid"].tolist()
    while int(game["phase"]) == Phase.HIRE:
        place = laid.index(tokens[int(game["decider"])])
        assert KERNELS.apply(made, state, int(Verb.HIRE) * 256 + place)
    return game


def money(game: np.void) -> list[int]:
    return game["player"][: int(game["players"])]["money"].tolist()


def choices(players: int) -> list[tuple[int, ...]]:
    """All ways to put the tokens down, or some of them."""
    every = list(product(*[[a for a in range(players) if a != hirer] for hirer in range(players)]))
    rng = np.random.default_rng(players)
    return every if len(every) < 100 else [every[n] for n in rng.choice(len(every), 100, replace=False)]


@pytest.mark.parametrize("players", BOX["players"])
def test_pay_of_a_week(players: int) -> None:
    """HF-36, HF-37, HF-38, HF-39, HF-40, HF-42, HD-5: each player, and all, from the tokens alone."""
    made = tables(players)
    state = at_the_hiring(made, players)
    asked = [FRAME["salaries"][n] for n in state[0]["player"][:players]["salary"].tolist()]
    target = [(seat - int(state[0]["offset"])) % players for seat in range(players)]
    for tokens in choices(players):
        game = paid(made, state, tokens)
        matched = [tokens[target[seat]] == seat for seat in range(players)]
        wanted = [seat in tokens and not matched[seat] for seat in range(players)]
        found = [matched[target.index(seat)] for seat in range(players)]
        for seat in range(players):
            income = matched[seat] * asked[seat] + wanted[seat] * COMPENSATION + found[seat] * BONUS
            assert money(game)[seat] == income
            assert int(game["player"][seat]["bonuses"]) == found[seat]
            assert int(game["player"][seat]["compensations"]) == wanted[seat]
        together = sum(asked[s] + BONUS for s in range(players) if matched[s]) + COMPENSATION * sum(wanted)
        assert sum(money(game)) == together
        assert sum(matched) + sum(wanted) <= players


@pytest.mark.parametrize("players", [3, 4])
def test_a_match_pays_both(players: int) -> None:
    """HD-8, HD-9, HF-33: neither the target's token nor the right folder is ever bad for anybody."""
    made = tables(players)
    state = at_the_hiring(made, players)
    target = [(seat - int(state[0]["offset"])) % players for seat in range(players)]
    for tokens in choices(players):
        before = money(paid(made, state, tokens))
        for seat, employer in enumerate(target):
            right = tuple(seat if hirer == employer else on for hirer, on in enumerate(tokens))
            after = money(paid(made, state, right))
            if tokens[employer] != seat:
                assert after[seat] >= before[seat] + FRAME["salaries"][0] - COMPENSATION
                assert after[employer] == before[employer] + BONUS


@pytest.mark.parametrize("players", [3, 4])
def test_the_own_folder_is_never_worth_a_guess(players: int) -> None:
    """HD-9, HG-01: at most 500, against 900 on average for any guess."""
    made = tables(players, readings=(("self_hire", "allowed"),))
    state = at_the_hiring(made, players)
    for tokens in choices(players):
        for hirer in range(players):
            own = tuple(hirer if h == hirer else on for h, on in enumerate(tokens))
            game, other = paid(made, state, own), paid(made, state, tokens)
            assert not game["player"][hirer]["bonuses"]
            bonus = BONUS * int(other["player"][hirer]["bonuses"])
            assert money(game)[hirer] - money(other)[hirer] + bonus in {0, COMPENSATION}
    assert all(BONUS / (n - 1) >= 900 > COMPENSATION for n in BOX["players"])


@pytest.mark.parametrize("players", BOX["players"])
def test_pay_does_not_depend_on_who_is_first(players: int) -> None:
    """HF-35, HG-10, HG-11, HG-17: whoever was quickest presents and reveals first; money is the same."""
    made = tables(players)
    state = at_the_hiring(made, players)
    for tokens in choices(players)[:12]:
        assert len({tuple(money(paid(made, state, tokens, first))) for first in range(players)}) == 1


def test_the_stock_never_limits() -> None:
    """HF-2, HF-3, HF-41, HD-5: without pieces six players get six compensations; bonuses suffice."""
    without = (("compensation_pieces", 0),)
    made = tables(6, without)
    state = at_the_hiring(made, 1)
    assert int(state[0]["offset"]) == 1  # so two to the left is nobody's applicant
    game = paid(made, state, tuple((hirer + 2) % 6 for hirer in range(6)))
    assert game["player"]["compensations"].tolist() == [1] * 6
    assert int(game["tally"]["overflow"]) == 1
    assert [n * FRAME["weeks"] for n in BOX["players"]] == [12, 16, 20, 24]
    short = [n for n in BOX["players"] if n * FRAME["weeks"] > FRAME["compensation_pieces"]]
    assert short == [5, 6]


def test_every_salary_is_shown() -> None:
    """HG-13, HF-35: of each folder all see what was asked, matched or not; clockwise from the first."""
    made = tables(4)
    state = at_the_hiring(made, 2)
    game = paid(made, state, (1, 2, 3, 0))
    log = game["log"][: int(game["log_count"])]
    told = [(int(line["seat"]), int(line["c"])) for line in log if line["event"] == Event.PAID]
    first = int(game["first"])
    assert [seat for seat, _ in told] == [(first + k) % 4 for k in range(4)]
    asked = state[0]["player"]["salary"].tolist()
    assert all(card == asked[seat] for seat, card in told)

"""What follows from the rules (HD), for every number of players, in games of the engine."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from balance.chance import deal_key
from balance.games.hire_or_fire.play import KERNELS
from balance.games.hire_or_fire.record import GAME as STATE
from balance.games.hire_or_fire.state import Phase, Verb
from tests.games.hire_or_fire.subjects import BOX, tables
from tests.oracles.hof import adapter, luck

PLAYERS = BOX["players"]
WEEKS = BOX["frame"]["weeks"]
PLACES = {3: [1, 2, 1, 2], 4: [1, 2, 3, 1], 5: [1, 2, 3, 4], 6: [1, 2, 3, 4]}


def new(made: np.ndarray, deal: int = 0) -> np.ndarray:
    state = np.zeros(1, STATE)
    KERNELS.setup(made, state, deal_key(9, deal), 0)
    return state


def options(made: np.ndarray, state: np.ndarray) -> list[int]:
    KERNELS.options(made, state)
    return state[0]["option"][: int(state[0]["option_count"])].tolist()


def take(made: np.ndarray, state: np.ndarray, option: int) -> None:
    assert KERNELS.apply(made, state, option)


def plain(codes: list[int]) -> list[int]:
    """Without exchanges."""
    swaps = {Verb.SWAP_JOB, Verb.SWAP_SKILL, Verb.DRAW}
    return [code for code in codes if Verb(code // 256) not in swaps]


def targets(players: int) -> list[list[int]]:
    """Who applies to whom, week by week, in a game of the engine."""
    made = tables(players)
    state, found = new(made), []
    while int(state[0]["phase"]) != Phase.OVER:
        if int(state[0]["week"]) == len(found):
            found.append(adapter.position(made[0], state[0])["target"])
        take(made, state, plain(options(made, state))[0])
    return found


@pytest.mark.parametrize("players", PLAYERS)
def test_rotation(players: int) -> None:
    """HD-1, HF-14, HF-17: w places to the right in week w, without multiples of the number of players."""
    passes = (p for p in range(1, 99) if p % players)
    assert [next(passes) % players for _ in range(WEEKS)] == PLACES[players]
    assert targets(players) == [
        [(seat - places) % players for seat in range(players)] for places in PLACES[players]
    ]


@pytest.mark.parametrize("players", PLAYERS)
def test_tokens_come_home_together(players: int) -> None:
    """HD-2: all in one week, once in four weeks; with three players in week 3, with four in week 4."""
    before, home = list(range(players)), []
    for week in range(1, WEEKS + 1):
        before = [before[seat - 1] for seat in range(players)]
        at_home = [owner == seat for seat, owner in enumerate(before)]
        assert all(at_home) or not any(at_home)
        if all(at_home):
            home.append(week)
            before = [before[seat - 1] for seat in range(players)]
        assert before == targets(players)[week - 1]
    assert home == {3: [3], 4: [4], 5: [], 6: []}[players]


@pytest.mark.parametrize("players", PLAYERS)
def test_every_offer_has_one_applicant(players: int) -> None:
    """HD-3, FC-11: permutations without fixed points, mutual half-way weeks, and who meets whom how often."""
    weeks = targets(players)
    for week in weeks:
        assert sorted(week) == list(range(players))
        assert all(target != seat for seat, target in enumerate(week))
    mutual = [n + 1 for n, week in enumerate(weeks) if all(week[week[s]] == s for s in range(players))]
    assert mutual == {3: [], 4: [2], 5: [], 6: [3]}[players]
    met = Counter((seat - target) % players for week in weeks for seat, target in enumerate(week))
    each = {places: count // players for places, count in met.items()}
    assert each == {3: {1: 2, 2: 2}, 4: {1: 2, 2: 1, 3: 1}}.get(players, dict.fromkeys(range(1, 5), 1))
    never = set(range(1, players)) - set(each)
    assert never == ({5} if players == 6 else set())  # five to the right is the left neighbour


def test_orders_of_the_salary_cards() -> None:
    """HD-4: one card a week, so every order can be played, the last card is forced, and there are 24."""
    made = tables(3)
    played = set()
    for order in permutations(range(WEEKS)):
        state, asked = new(made), []
        while int(state[0]["phase"]) != Phase.OVER:
            codes = options(made, state)
            option = plain(codes)[0]
            if int(state[0]["phase"]) == Phase.SALARY and int(state[0]["decider"]) == 0:
                asked.append(len(codes))
                option = Verb.SALARY * 256 + order[int(state[0]["week"])]
            take(made, state, option)
        assert asked == [4, 3, 2, 1]
        assert int(state[0]["player"][0]["salaries"]) == 0
        played.add(order)
    assert len(played) == 24


@pytest.mark.parametrize("players", PLAYERS)
def test_cards_that_a_game_takes(players: int) -> None:
    """HD-6, HF-46: two jobs and two skill cards for a player's week, refills after all weeks but the last."""
    made = tables(players)
    state = new(made)
    while int(state[0]["phase"]) != Phase.OVER:
        take(made, state, plain(options(made, state))[0])
    used = players * (BOX["frame"]["hand_jobs"] + 2 * (WEEKS - 1))
    assert used == {3: 36, 4: 48, 5: 60, 6: 72}[players]
    assert int(state[0]["jobs_size"]) == BOX["jobs"] - used
    assert int(state[0]["skills_size"]) == BOX["skills"] - used


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("verb", "deck"), [(Verb.SWAP_SKILL, 90), (Verb.SWAP_JOB, 180)])
def test_only_skill_cards_can_run_out(players: int, verb: Verb, deck: int) -> None:
    """HD-6, HG-09: all exchange two cards a week as long as there are any; refills never fall short."""
    made = tables(players)
    state, exchanged = new(made), 0
    while int(state[0]["phase"]) != Phase.OVER:
        codes = options(made, state)
        swaps = [code for code in codes if code // 256 == verb]
        exchanged += bool(swaps)
        take(made, state, (swaps or [code for code in codes if code // 256 == Verb.DRAW] or plain(codes))[0])
        if int(state[0]["phase"]) == Phase.OFFER and int(state[0]["asked"]) == 0:
            assert all(state[0]["player"][:players]["skills_size"] == BOX["frame"]["hand_skills"])
    wanted = 2 * players * WEEKS
    assert wanted == {3: 24, 4: 32, 5: 40, 6: 48}[players]
    spare = deck - players * (BOX["frame"]["hand_skills"] + 2 * (WEEKS - 1))
    assert exchanged == min(wanted, spare)
    short = verb == Verb.SWAP_SKILL and players >= 5
    assert (exchanged < wanted) == short
    if short:
        assert exchanged == {5: 30, 6: 18}[players]


@pytest.mark.parametrize("players", PLAYERS)
def test_folders_cannot_be_traced(players: int) -> None:
    """HF-6, HF-30, HF-31: every author is found as often at each place, the presenter's folder too."""
    deals = 6000
    laid = [luck.laid_out(deal_key(1, deal), 0, players) for deal in range(deals)]
    firsts = [luck.first_to_deliver(deal_key(1, deal), 0, players) for deal in range(deals)]
    expected, spread = deals / players, (deals * (players - 1)) ** 0.5 / players
    at = Counter((place, author) for folders in laid for place, author in enumerate(folders))
    presented = Counter(folders.index(first) for folders, first in zip(laid, firsts, strict=True))
    assert len(at) == players**2
    assert all(abs(count - expected) < 5 * spread for count in [*at.values(), *presented.values()])

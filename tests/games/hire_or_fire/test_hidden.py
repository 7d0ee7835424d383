"""What is chosen at the same time is hidden until all have chosen, from options and from bots.

`permute_hidden` deals anew what a player cannot know. Here it is shown that it leaves alone what that player
knows and moves all the rest, and that no choice of another reaches a player before the reveal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from balance.games.hire_or_fire import GAME
from balance.games.hire_or_fire.places import everywhere, pile
from balance.games.hire_or_fire.state import Offers, Phase, SelfHire, SkillsUsed, Talk, Verb
from balance.games.hire_or_fire.words import applicant
from tests.frozen import frozen_folder
from tests.games.hire_or_fire.plain_cards import rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from balance.cards import CardSet
    from balance.games.interface import Match

VERB = 256
SEATS = 4
DRAWS = 40  # so that what may move does so in one of them
FOLDER = (Phase.JOB, Phase.STRENGTH, Phase.WEAKNESS, Phase.SALARY)
SLOTS = ("job", "strength", "weakness")
OPEN = ("jobs_size", "skills_size", "won", "swapped", "matched")
READINGS: list[dict[str, int]] = [
    {},
    {"offers": Offers.IN_TURN},
    {"talk": Talk.LEAKS, "self_hire": SelfHire.ALLOWED},
    {"skills_used": SkillsUsed.ONE_CARD},
]


def positions(deal: int, **readings: int) -> Iterator[Match]:
    """Each decision of a game by chance; most exchanges are begun and ended at once."""
    tables, rng = rules(SEATS, **readings), np.random.default_rng(deal)
    tables[0]["leak_chance"] = 0.5
    match = GAME.new(tables, 1, deal, log=True)
    while GAME.decider(match) >= 0:
        yield match
        offered = GAME.options(match)
        GAME.apply(match, offered[rng.integers(len(offered))])


def known(match: Match, seat: int) -> dict[str, Any]:
    """What a player can see, in words of the test."""
    game, readings = match.state[0], match.tables[0]["reading"]
    phase = Phase(game["phase"])
    offers_up = phase != Phase.OFFER or readings["offers"] == Offers.IN_TURN
    revealed = phase in (Phase.LATE, Phase.OVER)
    view: dict[str, Any] = {
        name: int(game[name])
        for name in ("luck", "phase", "decider", "week", "first", "asked", "offset", "tokens", "bin_salaries")
    }
    view["bins"] = pile(game, "bin_jobs"), pile(game, "bin_skills")
    view["sizes"] = int(game["jobs_size"]), int(game["skills_size"]), int(game["laid_size"])
    view["table"] = [
        tuple(int(game["player"][author][slot]) for slot in SLOTS)
        for author in game["laid"][: game["laid_size"]].tolist()
    ]
    for player in range(SEATS):
        me = game["player"][player]
        row = {name: int(me[name]) for name in (*OPEN, "money", "bonuses", "compensations")}
        row["there"] = [int(me[slot] >= 0) for slot in ("offer", *SLOTS, "salary", "hired")]
        row["aside"] = int(me["put_jobs"]).bit_count(), int(me["put_skills"]).bit_count()
        row["kit"] = int(me["salaries"]) | (1 << int(me["salary"]) if me["salary"] >= 0 else 0)
        row["offer"] = int(me["offer"]) if offers_up else None
        if player == seat:
            row["hand"] = pile(me, "jobs"), pile(me, "skills")
            row["put"] = int(me["put_jobs"]), int(me["put_skills"])
            row["own"] = [int(me[slot]) for slot in ("offer", *SLOTS, "salary", "salaries", "hired", "hint")]
        if revealed:
            row["revealed"] = [int(me[slot]) for slot in (*SLOTS, "salary", "salaries", "hired")]
        view[f"player {player}"] = row
    if game["laid_size"]:
        laid = game["laid"][: game["laid_size"]].tolist()
        view["own place"] = laid.index(seat)
        hint = int(game["player"][seat]["hint"])
        view["hinted"] = laid[hint] if hint >= 0 else None
        view["authors"] = laid if revealed else None
    return view


@pytest.mark.parametrize("readings", READINGS)
def test_what_a_player_knows_stays(readings: dict[str, int]) -> None:
    rng = np.random.default_rng(1)
    phases = set()
    for match in positions(3, **readings):
        phases.add(Phase(match.state[0]["phase"]))
        offered, before = GAME.options(match), match.state.tobytes()
        for seat in range(SEATS):
            other = GAME.permute_hidden(match, seat, rng)
            assert known(other, seat) == known(match, seat)
            assert GAME.census(other) == GAME.census(match)
            if GAME.decider(match) == seat:
                assert GAME.options(other) == offered
        assert match.state.tobytes() == before, "the match itself was changed"
    assert phases >= set(Phase) - {Phase.OVER, Phase.WEAKNESS}


def hidden(match: Match, seat: int) -> dict[str, Any]:
    """What a player cannot see: kind -> value, each of which has to move in some draw."""
    game = match.state[0]
    phase, readings = Phase(game["phase"]), match.tables[0]["reading"]
    laid = game["laid"][: game["laid_size"]].tolist()
    found: dict[str, Any] = {"deck of jobs": pile(game, "jobs"), "deck of skills": pile(game, "skills")}
    for player in range(SEATS):
        me = game["player"][player]
        if player == seat:
            continue
        found[f"jobs of {player}"], found[f"skills of {player}"] = pile(me, "jobs"), pile(me, "skills")
        if phase == Phase.OFFER and readings["offers"] == Offers.HIDDEN and me["offer"] >= 0:
            found[f"offer of {player}"] = int(me["offer"])
        if not laid:
            found |= {f"{slot} of {player}": int(me[slot]) for slot in SLOTS if me[slot] >= 0}
        kit = int(me["salaries"]) | (1 << int(me["salary"]) if me["salary"] >= 0 else 0)
        if phase != Phase.LATE and me["salary"] >= 0 and kit.bit_count() > 1:
            found[f"salary of {player}"] = int(me["salary"])
        if phase == Phase.HIRE and me["hired"] >= 0:
            found[f"hired by {player}"] = int(me["hired"])
        if phase == Phase.HIRE and readings["talk"] == Talk.LEAKS:
            found[f"hint of {player}"] = int(me["hint"])
        for kind in ("jobs", "skills"):
            aside = int(me[f"put_{kind}"])
            if 0 < aside.bit_count() < me[f"{kind}_size"]:
                hand = pile(me, kind)
                found[f"{kind} put aside by {player}"] = [c for n, c in enumerate(hand) if aside >> n & 1]
    if phase == Phase.HIRE:
        found["authors"] = laid
    return found


@pytest.mark.parametrize("readings", READINGS)
def test_what_a_player_cannot_know_moves(readings: dict[str, int]) -> None:
    rng = np.random.default_rng(2)
    met = set()
    for step, match in enumerate(positions(3, **readings)):
        if step % 3:
            continue
        for seat in range(SEATS):
            now = hidden(match, seat)
            still, draws = set(now), 0
            while still and draws < DRAWS:
                other, draws = hidden(GAME.permute_hidden(match, seat, rng), seat), draws + 1
                still -= {name for name in still if other[name] != now[name]}
            assert not still, f"{Phase(match.state[0]['phase']).name}, for {seat}"
            met |= {name.rstrip("0123456789") for name in now}
    assert met >= {"job of ", "strength of ", "salary of ", "hired by ", "authors", "jobs put aside by "}
    assert ("offer of " in met) == (readings.get("offers") != Offers.IN_TURN)
    assert ("hint of " in met) == ("talk" in readings)


def test_a_folder_that_a_hirer_can_tell_keeps_its_author_for_that_hirer_only() -> None:
    rng, told = np.random.default_rng(3), 0
    for match in positions(5, talk=Talk.LEAKS):
        game = match.state[0]
        if game["phase"] != Phase.HIRE:
            continue
        for seat in range(SEATS):
            hint = int(game["player"][seat]["hint"])
            if hint < 0:
                continue
            told += 1
            author = applicant(seat, int(game["offset"]), SEATS)
            assert game["laid"][hint] == author
            other = [GAME.permute_hidden(match, seat, rng).state[0]["laid"][hint] for _ in range(DRAWS)]
            assert set(other) == {author}
            third = next(
                p for p in range(SEATS) if p not in (seat, author) and game["player"][p]["hint"] != hint
            )
            moved = [GAME.permute_hidden(match, third, rng).state[0]["laid"][hint] for _ in range(DRAWS)]
            assert len(set(moved)) > 1
    assert told


def test_folders_say_the_same_and_belong_to_their_new_author() -> None:
    """Each card is once in the game, and the hint of others tells their applicant's new place."""
    rng = np.random.default_rng(4)
    for match in positions(6, talk=Talk.LEAKS):
        if match.state[0]["phase"] != Phase.HIRE:
            continue
        game = GAME.permute_hidden(match, 0, rng).state[0]
        for kind in ("jobs", "skills"):
            cards = everywhere(game, kind)
            assert len(set(cards)) == len(cards)
        for seat in range(1, SEATS):
            hint = int(game["player"][seat]["hint"])
            assert hint < 0 or game["laid"][hint] == applicant(seat, int(game["offset"]), SEATS)


def test_notes_of_bots_and_the_log_are_forgotten() -> None:
    match = next(positions(1))
    match.state[0]["player"]["plan_week"] = 1
    match.state[0]["word"][:] = 7
    other = GAME.permute_hidden(match, 0, np.random.default_rng(1)).state[0]
    assert not other["player"]["plan_week"].any()
    assert not other["word"].any()
    assert not other["log"][: int(other["log_count"])]["event"].any()
    assert match.state[0]["log"]["event"][0]


# ------------------------------------------------------------------ no choice reaches another too early


@pytest.fixture(scope="module")
def cards() -> CardSet:
    return GAME.load(frozen_folder("hire_or_fire"))


def chosen_otherwise(match: Match, rng: np.random.Generator) -> Match | None:
    """The same position after another choice of the decider, up to the next player; None where none is."""
    other, seat = match.copy(), GAME.decider(match)
    week, group = int(match.state[0]["week"]), phase_group(match)
    while GAME.decider(other) == seat:
        offered = [o for o in GAME.options(other) if Verb(o // VERB) not in EXCHANGE]
        if not offered:
            return None  # in the middle of an exchange
        GAME.apply(other, offered[rng.integers(len(offered))])
        if phase_group(other) != group or other.state[0]["week"] != week:
            return None  # all have chosen
    return other


EXCHANGE = (Verb.SWAP_JOB, Verb.SWAP_SKILL, Verb.DRAW)


def phase_group(match: Match) -> int:
    """Phases in which the same is chosen by all; filling a folder is one choice."""
    phase = Phase(match.state[0]["phase"])
    return Phase.JOB if phase in FOLDER else phase


@pytest.mark.parametrize("seats", [3, 5])
def test_no_choice_changes_what_the_next_player_may_or_does(cards: CardSet, seats: int) -> None:
    """Whatever a player posts, puts into the folder, asks for or hires: others do the same."""
    tables, rng = GAME.tables(cards, seats), np.random.default_rng(seats)
    met = set()
    for deal in range(4):
        names = list(cards.bots)
        bots = np.array([GAME.bot(cards, names[(deal + seat) % len(names)]) for seat in range(seats)])
        match = GAME.new(tables, 2, deal)
        while GAME.decider(match) >= 0:
            one, another = chosen_otherwise(match, rng), chosen_otherwise(match, rng)
            if one and another:
                assert GAME.decider(one) == GAME.decider(another)
                assert GAME.options(one) == GAME.options(another)
                while phase_group(one) == phase_group(match) and GAME.decider(one) != GAME.decider(match):
                    option = GAME.choose(one, bots)
                    assert GAME.choose(another, bots) == option
                    GAME.apply(one, option)
                    GAME.apply(another, option)
                    met.add(phase_group(match))
            GAME.apply(match, GAME.choose(match, bots))
    assert met >= {Phase.OFFER, Phase.JOB, Phase.HIRE}

"""What every registered game must do, whatever its rules.

A game passes when each function here returns. They know nothing but `balance.games.interface`: the author
of another game adds one line to `balance.games.GAMES` and runs `pytest tests/conformance`. Three things are
asked of words: `parse_state(state_text(match))` is the same position, as far as play goes on from it; the
first line of a decision in a transcript ends with the option's code in brackets, and no other line does;
the same key and options give the same transcript.

Run as a program it plays games and prints a digest; the test does so with index checks compiled in.
"""

from __future__ import annotations

import hashlib
import re
import sys
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from balance import games, jit
from balance.chance import deal_key
from balance.games.interface import JOB, Game, Match
from balance.simulation.places import card_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from balance.cards import CardSet

SEED = 20240607
STEPS_MAX = 20_000
CODES_AT_ONCE = 4096
CLOSE = 35  # decisions
WEIRD = (-1, -256, 2**31, 2**40)


@dataclass(frozen=True)
class Subject:
    """A game with card data, as the checks take it."""

    game: Game
    cards: CardSet
    seats: int

    @cached_property
    def tables(self) -> np.ndarray:
        return self.game.tables(self.cards, self.seats)

    def new(self, deal: int, *, log: bool = True) -> Match:
        return self.game.new(self.tables, SEED, deal, log=log)

    def bots(self, rng: np.random.Generator) -> np.ndarray:
        """One bot per seat: named ones while there are any, else weights by chance."""
        names = list(self.cards.bots)
        bots = np.zeros(self.seats, self.game.bot_dtype)
        for seat in range(self.seats):
            if names and rng.random() < 0.7:
                bots[seat] = self.game.bot(self.cards, names[rng.integers(len(names))])
            else:
                bots[seat] = any_bot(self.game.bot_dtype, rng)
        return bots


def subject(name: str, overrides: Sequence[tuple[str, Any]] = (), seats: int | None = None) -> Subject:
    """A registered game with its card data in the repository."""
    game = games.get(name)
    return Subject(game, game.load(card_folder(name), overrides), seats or min(game.info.seats))


def readings(name: str) -> list[tuple[str, str]]:
    """Every (path, reading) that is not in use: one open point read another way."""
    cards = subject(name).cards
    return [(f"readings.{a.id}", other.name) for a in cards.assumptions for other in a.alternatives]


def any_bot(dtype: np.dtype, rng: np.random.Generator) -> np.void:
    """A bot whose weights are numbers by chance."""
    bot = np.zeros((), dtype)
    for field in dtype.names or ():
        if bot[field].dtype.kind == "f":
            bot[field] = rng.normal(0, 2, bot[field].shape)
    return bot[()]


def by_chance(rng: np.random.Generator) -> Callable[[Match, list[int]], int]:
    """Any option, each equally likely."""
    return lambda _match, options: options[rng.integers(len(options))]


def by_bots(subject: Subject, bots: np.ndarray) -> Callable[[Match, list[int]], int]:
    """What the bots pick."""
    return lambda match, _options: subject.game.choose(match, bots)


def players(subject: Subject, rng: np.random.Generator) -> list[Callable[[Match, list[int]], int]]:
    """Ways to play: by chance, and by bots."""
    return [by_chance(rng), by_bots(subject, subject.bots(rng))]


def positions(subject: Subject, match: Match, choose: Any) -> Iterator[tuple[list[int], int]]:
    """Play a game to its end: at each decision the options, and the one that is taken afterwards."""
    for _ in range(STEPS_MAX):
        if subject.game.decider(match) < 0:
            return
        options = subject.game.options(match)
        option = choose(match, options)
        yield options, option
        subject.game.apply(match, option)
    msg = f"no end after {STEPS_MAX} decisions"
    raise AssertionError(msg)


def dense(step: int) -> bool:
    """Which decisions are looked at closely: the first ones, then every seventh."""
    return step < CLOSE or step % 7 == 0


def played(subject: Subject, deal: int, choose: Any) -> tuple[Match, list[int]]:
    """A whole game, and the options taken."""
    match = subject.new(deal)
    taken = [option for _, option in positions(subject, match, choose)]
    return match, taken


def snapshot(match: Match) -> bytes:
    return match.state.tobytes()


# ------------------------------------------------------------------------------------------- checks


def options_are_exactly_those_that_apply(subject: Subject, deal: int, *, every_code: bool) -> None:
    """What is offered applies (on a copy); every other code is refused, and changes nothing.

    every_code: all of them, at each decision; or at some, in a game with very many codes.
    """
    rng = np.random.default_rng([SEED, deal])
    for choose in players(subject, rng):
        match = subject.new(deal, log=False)
        top = 256
        for step, (options, _) in enumerate(positions(subject, match, choose)):
            assert options, "somebody decides, but there is no option"
            assert len(set(options)) == len(options), "an option is offered twice"
            if not dense(step):
                continue
            top = max(top, max(options) // 256 * 256 + 512)
            before = snapshot(match)
            all_now = every_code and step % (1 + top // CODES_AT_ONCE) == 0
            codes = range(top) if all_now else rng.integers(0, top, 60).tolist()
            refused = [code for code in (*codes, *WEIRD) if code not in options]
            for code in refused:
                assert not subject.game.kernels.apply(match.tables, match.state, code), f"{code} not offered"
            assert snapshot(match) == before, "a refused option changed the record"
            for option in options:
                assert subject.game.kernels.apply(match.tables, match.copy().state, option)
            assert snapshot(match) == before
        assert subject.game.options(match) == []
        before = snapshot(match)
        assert not any(subject.game.kernels.apply(match.tables, match.state, code) for code in range(top))
        assert snapshot(match) == before, "the game is over, and the record changed"


def cards_and_money_are_conserved(subject: Subject, deal: int) -> None:
    """At each decision every card is somewhere, and money is what came in less what went out."""
    rng = np.random.default_rng([SEED, deal, 1])

    def check(match: Match) -> None:
        found, expected = subject.game.census(match)
        assert found == expected, f"{found} cards, {expected} expected"
        for seat, (held, balance) in enumerate(subject.game.money(match)):
            assert held == balance, f"seat {seat} has {held}, the books say {balance}"

    for choose in players(subject, rng):
        match = subject.new(deal, log=False)
        for _ in positions(subject, match, choose):
            check(match)
        check(match)


def a_game_ends_with_a_result(subject: Subject, deal: int) -> None:
    """It ends, win shares add up to 1 (or nobody wins), the log fits its drawer."""
    rng = np.random.default_rng([SEED, deal, 2])
    for choose in players(subject, rng):
        match, _ = played(subject, deal, choose)
        shares, scores = subject.game.result(match)
        assert len(shares) == len(scores) == subject.seats
        assert min(shares) >= 0
        assert abs(sum(shares) - 1) < 1e-9 or not any(shares)
        record = match.state[0]
        if "log_count" in (subject.game.state_dtype.names or ()):
            assert 0 < record["log_count"] <= len(record["log"]), "the log is too small"


def the_same_key_gives_the_same_game(subject: Subject, deal: int) -> None:
    """The key and the options settle everything; another deal is another game."""
    rng = np.random.default_rng([SEED, deal, 3])
    for choose in players(subject, rng):
        match, taken = played(subject, deal, choose)
        again = subject.new(deal)
        for option in taken:
            subject.game.apply(again, option)
        # `choose` may leave notes in the record, so what counts is compared, not every byte
        assert text(subject, again) == text(subject, match)
        assert subject.game.result(again) == subject.game.result(match)
    start = subject.new(deal)
    assert text(subject, start) == text(subject, subject.new(deal))
    assert snapshot(start) == snapshot(subject.new(deal))
    assert text(subject, start) != text(subject, subject.new(deal + 1))


def text(subject: Subject, match: Match) -> str:
    return subject.game.state_text(subject.cards, match)


def positions_survive_as_text(subject: Subject, deal: int) -> None:
    """A position read back from its text reads the same, offers the same, and plays on the same."""
    rng = np.random.default_rng([SEED, deal, 4])
    for choose in players(subject, rng):
        match, again = subject.new(deal, log=False), None
        for step, (options, option) in enumerate(positions(subject, match, choose)):
            if dense(step):
                shown = text(subject, match)
                if again is not None:
                    assert text(subject, again) == shown
                    assert subject.game.options(again) == options
                if step % 7 == 0:
                    again = subject.game.parse_state(subject.cards, subject.tables, shown)
                    assert text(subject, again) == shown
                    assert subject.game.options(again) == options
                for code in options:
                    assert subject.game.option_text(subject.cards, match, code).strip()
            subject.game.apply(again, option)
        over = subject.game.parse_state(subject.cards, subject.tables, text(subject, match))
        assert text(subject, over) == text(subject, match)
        assert subject.game.decider(over) == -1


def option_texts_differ(subject: Subject, deal: int) -> None:
    """No two options of a decision have the same words."""
    rng = np.random.default_rng([SEED, deal, 9])
    match = subject.new(deal, log=False)
    for step, (options, _) in enumerate(positions(subject, match, by_chance(rng))):
        if not dense(step):
            continue
        texts = [subject.game.option_text(subject.cards, match, option) for option in options]
        assert len(set(texts)) == len(texts), texts


def options_in(lines: Sequence[str]) -> list[int]:
    """The options taken, from a transcript: what stands in brackets at the end of a line."""
    codes = (re.search(r"\[(\d+)\]$", line) for line in lines)
    return [int(code[1]) for code in codes if code]


def transcripts_can_be_replayed(subject: Subject, deal: int) -> None:
    """A transcript holds the options taken; the same key and options give the same transcript."""
    rng = np.random.default_rng([SEED, deal, 5])
    names = [f"bot {seat}" for seat in range(subject.seats)]
    for choose in players(subject, rng):
        match, taken = played(subject, deal, choose)
        lines = subject.game.transcript(subject.cards, match, names)
        assert options_in(lines) == taken
        assert all("\n" not in line for line in lines)
        again = subject.new(deal)
        for option in options_in(lines):
            subject.game.apply(again, option)
        assert subject.game.transcript(subject.cards, again, names) == lines


def bots_see_only_what_they_may(subject: Subject, deal: int) -> None:
    """Whatever is hidden from the deciding seat: the same options, and the same choice."""
    rng = np.random.default_rng([SEED, deal, 6])
    match, bots = subject.new(deal, log=False), subject.bots(rng)
    for options, option in positions(subject, match, by_bots(subject, bots)):
        seat = subject.game.decider(match)
        assert option in options, f"a bot picks {option}, which is not offered"
        for _ in range(2):
            other = subject.game.permute_hidden(match, seat, rng)
            assert subject.game.options(other) == options
            assert subject.game.choose(other, bots) == option, "a bot looks at what is hidden from it"


def plain_python_plays_the_same(subject: Subject, deal: int) -> None:
    """The compiled game and the plain Python game are equal, field by field, log included."""
    rng = np.random.default_rng([SEED, deal, 7])
    game, plain = subject.game, subject.game.kernels.plain()
    bots = subject.bots(rng)
    tables, minds = jit.as_objects(subject.tables), jit.as_objects(bots)
    by_bot = by_bots(subject, bots)
    luck = by_chance(rng)
    match = subject.new(deal)
    state = jit.as_objects(np.zeros(1, game.state_dtype))
    plain.setup(tables, state, deal_key(SEED, deal), 1)
    for step, (options, option) in enumerate(
        positions(subject, match, lambda m, o: by_bot(m, o) if rng.random() < 0.5 else luck(m, o))
    ):
        choice = game.choose(match, bots)
        assert plain.choose(tables, state, minds) == choice, f"step {step}"
        found = state[0]
        assert [found.option[n] for n in range(found.option_count)] == options, f"step {step}"
        assert not plain.apply(tables, state, max(options) + 1) or max(options) + 1 in options
        assert plain.apply(tables, state, option), f"step {step}"
    plain.options(tables, state)
    game.options(match)
    back = np.zeros(1, game.state_dtype)
    jit.from_objects(state, back)
    differ(match.state[0], back[0])


def differ(one: Any, other: Any, path: str = "") -> None:
    """Fail with the first field in which two records differ."""
    if one.dtype.names:
        for name in one.dtype.names:
            differ(one[name], other[name], f"{path}.{name}")
        return
    assert np.array_equal(one, other), f"{path}: {one} compiled, {other} in plain Python"


def many_games(subject: Subject, deals: range, kernels: Any) -> tuple[np.ndarray, np.ndarray]:
    """Games of bots against each other in one call, as a simulation plays them."""
    rng = np.random.default_rng([SEED, 8])
    bots = np.concatenate([subject.bots(rng) for _ in range(4)])
    jobs = np.zeros(len(deals), JOB)
    jobs["key"] = [deal_key(SEED, deal) for deal in deals]
    jobs["bot"][:, : subject.seats] = rng.integers(0, len(bots), (len(deals), subject.seats))
    rows = (
        np.zeros(len(deals), subject.game.game_row),
        np.zeros((len(deals), subject.seats), subject.game.seat_row),
    )
    state = np.zeros(1, subject.game.state_dtype)
    taken: list[Any] = [subject.tables, bots, state, jobs]
    if kernels is not subject.game.kernels:
        taken = [jit.as_objects(records) for records in taken]
    kernels.play(*taken, *rows)
    return rows


def plain_python_counts_the_same(subject: Subject, deals: range) -> None:
    """Rows of a simulation: compiled and in plain Python."""
    compiled = many_games(subject, deals, subject.game.kernels)
    plain = many_games(subject, deals, subject.game.kernels.plain())
    for one, other in zip(compiled, plain, strict=True):
        differ(one, other)


def digest(name: str, games_each: int = 200) -> str:
    """What games over all readings and numbers of players come to, as one number."""
    found = hashlib.sha256()
    for seats in games.get(name).info.seats:
        for number, override in enumerate([None, *readings(name)]):
            this = subject(name, [override] if override else [], seats)
            deals = range(number * games_each, (number + 1) * games_each)
            for rows in many_games(this, deals, this.game.kernels):
                found.update(rows.tobytes())
    return found.hexdigest()


if __name__ == "__main__":
    print(jit.BOUNDS_CHECKED, *(digest(name) for name in sys.argv[1:]))  # noqa: T201  (a program)

"""What spoiled inputs are given to, and what must come of it: one clear message, or something good.

`refusal(action)` is the message of the `BalanceError`, or None when all went well; anything else that is
raised is a defect, and so is a message that does not say where, what and what instead.
"""

from __future__ import annotations

import re
import shutil
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.chance import deal_key
from balance.errors import BalanceError
from balance.games.employee_handbook import GAME
from balance.games.interface import JOB
from tests.fuzz.mutators import NUMBERS, TEXT, WORDS, spoiled

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from balance.cards import CardSet

MESSAGE_MAX = 6000
SECONDS_MAX = 20
SAID = re.compile(r"allowed: |not valid YAML|appears twice|is empty|no such|the key is missing|found beside")
_PLACE = re.compile(
    r"^(?:(?:more than )?\d+ errors:\n1\. )?(?:[^\n:]*\.ya?ml(?::\d+:\d+)?|--set [^\n]*?|[^\n:]{1,300}): ",
    re.DOTALL,
)


class TooLongError(Exception):
    """Something took longer than anybody waits."""


@contextmanager
def patience(seconds: int = SECONDS_MAX) -> Iterator[None]:
    """Raise `TooLongError` when the block takes longer."""

    def late(*_: object) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def refusal(action: Callable[[], Any]) -> str | None:
    """The message of the error that the action ends with; None when it ends well."""
    found: BalanceError | None = None
    try:
        with patience():
            action()
    except BalanceError as error:
        found = error
    if found is None:
        return None
    message = str(found)
    assert found.exit_code == 2
    assert len(message) <= MESSAGE_MAX, f"{len(message)} characters: {message[:300]}"
    assert _PLACE.match(message), f"no place: {message[:300]}"
    assert SAID.search(message), f"not said what instead: {message[:300]}"
    return message


def kind(message: str | None) -> str:
    """A message without what is special about it, to count the kinds there are."""
    if message is None:
        return "valid"
    line = re.sub(r"^(?:more than )?\d+ errors:\n1\. ", "", message).split("\n")[0]
    line = re.sub(r"^[^ ]*?\.ya?ml(:\d+:\d+)?: |^--set .*?: ", "", line)
    line = re.sub(
        r"(?:[\w-]+(?:\.[\w-]+|\[\d+\])*: )?(found|no such|the key|unknown|not valid)", r"\1", line, count=1
    )
    line = re.sub(r'"[^"]*"|\'[^\']*\'|-?\d[\d.e+-]*|allowed: .*|; did you .*|\(.*', "", line)
    return " ".join(line.split()[:6])


# ------------------------------------------------------------------------------------------ card data


class Folder:
    """Card data of which one file at a time is spoiled."""

    def __init__(self, source: Path, place: Path) -> None:
        self.place = place
        place.mkdir(parents=True, exist_ok=True)
        for file in sorted(source.glob("*.yaml")):
            shutil.copy(file, place)
        self.raw = {path.name: path.read_bytes() for path in sorted(place.glob("*.yaml"))}

    def spoil(self, rng: np.random.Generator, name: str) -> bytes:
        """Spoil a file; `mend` puts it back."""
        raw = spoiled(rng, self.raw[name])
        (self.place / name).write_bytes(raw)
        return raw

    def mend(self, name: str) -> None:
        """The file as it was."""
        (self.place / name).write_bytes(self.raw[name])

    def use(self, overrides: list[tuple[str, Any]] | None = None) -> None:
        """Load, compile and play a little: whatever a run would do."""
        cards = GAME.load(self.place, overrides or ())
        play_a_little(cards, 4)


def bots_of(cards: CardSet) -> np.ndarray:
    """The bots of the card data as records; a bot without opinions when there are none."""
    names = list(cards.bots)
    bots = np.zeros(max(1, len(names)), GAME.bot_dtype)
    for index, name in enumerate(names):
        bots[index] = GAME.bot(cards, name)
    return bots


def jobs_of(games: int, bots: int, seed: int = 5) -> np.ndarray:
    """So many games on different deals, bots meeting in turn."""
    jobs = np.zeros(games, JOB)
    number = np.arange(games)
    jobs["key"] = [deal_key(seed, int(n)) for n in number]
    jobs["bot"][:, 0] = number % bots
    jobs["bot"][:, 1] = (number // bots + number) % bots
    return jobs


def play(tables: np.ndarray, bots: np.ndarray, jobs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The rows of these games."""
    games, seats = np.zeros(len(jobs), GAME.game_row), np.zeros((len(jobs), 2), GAME.seat_row)
    GAME.kernels.play(tables, bots, np.zeros(1, GAME.state_dtype), jobs, games, seats)
    return games, seats


def play_a_little(cards: CardSet, games: int) -> None:
    """The first games of a run with this card data, to the end."""
    GAME.labels(cards)
    bots = bots_of(cards)
    rows, seats = play(GAME.tables(cards), bots, jobs_of(games, len(bots)))
    assert (rows["rounds"] == cards.model.frame.rounds).all()
    assert (seats["money_in"] - seats["money_out"] == seats["cash_left"]).all()
    assert (seats["cash_left"] >= 0).all()


# ------------------------------------------------------------------------------------------ overrides

PATHS = (
    *("company.actions", "frame.rounds", "buildings.factory.levels[0].cost", "buildings.lab.limit"),
    *("eras[0].copies.profit", "eras[1].round", "readings.HA-11", "readings.HA-05", "start.hand.inspection"),
    *("companies.b.buildings.lab.limit", "companies.a.start.cash", "buildings.new", "cards.profit.pays"),
    *("buildings.factory.levels[2]", "bots.builder.weights.greed", "base.greed", "time.claimed_minutes[1]"),
    *("companies.b", "start", "eras", "cards", "readings", "frame", "buildings.lab.levels[0].gain_count"),
    *("company.queue_limit", "company.hand_limit", "cards.overtime.amount", "company.required_draws"),
)


def hostile_override(rng: np.random.Generator) -> str:
    """A text for `--set`."""
    path = PATHS[int(rng.integers(len(PATHS)))]
    values = NUMBERS if rng.random() < 0.5 else WORDS
    text = f"{path}={values[int(rng.integers(len(values)))]}"
    if rng.random() < 0.5:
        raw = TEXT[int(rng.integers(len(TEXT)))](rng, text.encode())
        text = raw.decode("utf-8", "surrogateescape")
    return text


def tally(outcomes: Counter[str], message: str | None) -> None:
    """Count an outcome by its kind."""
    outcomes[kind(message)] += 1

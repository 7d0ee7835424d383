"""How likely a match is by the appeal of a folder: the numbers of `model.salary`. Not part of the tests.

`python tests/benchmarks/calibrate_salary.py` (a number of games may follow) prints them as YAML for
`card_data/hire_or_fire/model.yaml`. Games of the bot `reader` among themselves, for each noise that
`model.salary` has numbers for, and each number of players: mean and standard deviation of the appeals as
their authors see them, and a logistic regression of matches on appeals. Salary cards play no part in who
matches whom, so what comes out does not depend on the numbers in the file.
"""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize

from balance.chance import deal_key
from balance.games.hire_or_fire import GAME
from balance.games.interface import JOB
from balance.simulation.places import card_folder

BOT = "reader"
GAMES = 6_000
SEED = 20_240_601


class Outlook(NamedTuple):
    """What a run of games says."""

    base: float
    slope: float
    appeal_mean: float
    appeal_sd: float
    match: float  # share of folders that matched
    error: float  # standard error of the mean chance, folders of a game taken as one


def folders(noise: float, seats: int, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Games x folders: appeals, and whether they matched."""
    cards = GAME.load(card_folder(GAME.info.id), [("model.noise.private", noise)])
    tables, bots = GAME.tables(cards, seats), np.array([GAME.bot(cards, BOT)], GAME.bot_dtype)
    jobs = np.zeros(games, JOB)
    jobs["key"] = [deal_key(SEED, deal) for deal in range(games)]
    rows = np.zeros((games, seats), GAME.seat_row)
    state = np.zeros(1, GAME.state_dtype)
    GAME.kernels.play(tables, bots, state, jobs, np.zeros(games, GAME.game_row), rows)
    weeks = rows["weeks"][:, :, : cards.model.frame.weeks].reshape(games, -1)
    return weeks["appeal_ppm"] / 1e6, weeks["matched"].astype(float)


def regress(appeals: np.ndarray, matched: np.ndarray) -> tuple[float, float]:
    """Base and slope of the logistic curve that makes the matches likeliest."""
    x, y = appeals.ravel(), matched.ravel()

    def loss(numbers: np.ndarray) -> tuple[float, np.ndarray]:
        z = numbers[0] + numbers[1] * x
        off = 1 / (1 + np.exp(-z)) - y
        return float((np.logaddexp(0, z) - y * z).mean()), np.array([off.mean(), (off * x).mean()])

    found: Any = minimize(loss, np.zeros(2), jac=True, method="BFGS")
    return float(found.x[0]), float(found.x[1])


def outlook(noise: float, seats: int, games: int) -> Outlook:
    """The numbers for so much noise and so many players."""
    appeals, matched = folders(noise, seats, games)
    error = float(matched.mean(axis=1).std() / games**0.5)
    return Outlook(*regress(appeals, matched), appeals.mean(), appeals.std(), matched.mean(), error)


def main(games: int) -> None:
    """All of it, as YAML."""
    noises = GAME.load(card_folder(GAME.info.id)).model.model.salary.noise
    found = {(seats, noise): outlook(noise, seats, games) for seats in GAME.info.seats for noise in noises}
    lines = ["  salary:", f"    noise: [{', '.join(f'{noise:g}' for noise in noises)}]"]
    for name in ("base", "slope", "appeal_mean", "appeal_sd"):
        lines.append(f"    {name}:")
        for seats in GAME.info.seats:
            numbers = ", ".join(f"{getattr(found[seats, noise], name):.2f}" for noise in noises)
            lines.append(f'      "{seats}": [{numbers}]')
    for seats in GAME.info.seats:
        rates = ", ".join(f"{found[seats, noise].match:.3f}" for noise in noises)
        lines.append(f"# {seats} players match {rates}")
    sys.stdout.write("\n".join([*lines, ""]))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)

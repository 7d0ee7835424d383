"""Every game in the registry: compiled and plain play give the same bytes, and a replay is its row."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.games import GAMES, get
from balance.simulation import open_run, places, prepare_each, run

REAL = [(name, seats) for name in GAMES if name != "dice" for seats in get(name).info.seats]


@pytest.fixture(params=REAL, ids=[f"{name}-{seats}" for name, seats in REAL])
def scenario(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A small scenario with all bots of the game: in a row at a table of many, else each with each."""
    name, seats = request.param
    bots = list(get(name).load(places.card_folder(name)).bots)
    assert bots
    monkeypatch.chdir(tmp_path)
    Path("scenarios").mkdir()
    line_ups = f"matrix: [{', '.join(bots)}]"
    if seats > 2:
        rows = [[bots[(first + seat) % len(bots)] for seat in range(seats)] for first in range(len(bots))]
        line_ups = "list: [" + ", ".join(f"[{', '.join(row)}]" for row in rows) + "]"
    text = (
        f"game: {name}\nplayers: {seats}\ntitle: small\nseed: 3\ngames: 30\nrotations: none\n"
        f"line_ups:\n  {line_ups}\n"
    )
    Path("scenarios/small.yaml").write_text(text)
    return "small"


def test_compiled_and_plain_play_give_the_same_bytes_and_replays(scenario: str) -> None:
    compiled = run(scenario, jobs=1, out="compiled")
    plain = run(scenario, jobs=1, out="plain", plain=True, chunk=50)
    assert compiled.manifest == plain.manifest
    seats = compiled.seats
    for number in range(0, len(compiled.games), 13):
        shares, scores = compiled.game.result(compiled.match(number))
        row = seats[seats["game"] == number]
        assert scores == row["score"].tolist()
        assert shares == pytest.approx(row["win_share"].tolist())
    assert open_run("compiled").replay(0)


@pytest.mark.parametrize("name", places.scenario_names())
def test_every_scenario_in_the_house_is_valid(name: str) -> None:
    assert all(ready.plan.games_per_deal > 0 for ready in prepare_each(name))

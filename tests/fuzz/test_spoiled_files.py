"""Spoiled card data, scenarios, overrides and manifests: one clear message, or something that can be played.

A slice of the campaign in `tests/benchmarks/bench_fuzz.py`, by the same mutators.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from balance import games
from balance.cards import parse_override
from balance.errors import BalanceError, RunError
from balance.simulation import open_run, prepared, runner
from tests.frozen import frozen_folder
from tests.fuzz.mutators import change, spoiled
from tests.fuzz.targets import Folder, hostile_override, patience, refusal, tally

FILES = sorted(path.name for path in frozen_folder("employee_handbook").glob("*.yaml"))
SCENARIO = b"""\
game: employee_handbook
title: A small run
seed: 7
games: 8
line_ups:
  list: [[builder, random]]
overrides: {company.actions: 3, readings.HA-11: immediate}
settings: {low: {company.actions: 2}, high: {}}
"""


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """The rules are loaded, or compiled, before anybody looks at the clock."""
    game = games.get("employee_handbook")
    game.compile(game.load(frozen_folder("employee_handbook")))


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Folder:
    monkeypatch.chdir(tmp_path)
    return Folder(frozen_folder("employee_handbook"), Path("data"))


@pytest.mark.parametrize("file", FILES)
def test_card_data(folder, file) -> None:
    outcomes: Counter[str] = Counter()
    for number in range(40):
        folder.spoil(np.random.default_rng([FILES.index(file), number]), file)
        tally(outcomes, refusal(folder.use))
    assert len(outcomes) > 8, outcomes
    assert outcomes.total() - outcomes["valid"] > 20, outcomes


def test_scenarios(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    outcomes: Counter[str] = Counter()
    for number in range(700):
        Path("small.yaml").write_bytes(spoiled(np.random.default_rng([11, number]), SCENARIO))
        tally(outcomes, refusal(lambda: prepared.read_scenario("small.yaml")))
    assert outcomes["valid"] > 30, outcomes
    assert outcomes.total() - outcomes["valid"] > 400, outcomes


def test_overrides(folder) -> None:
    outcomes: Counter[str] = Counter()
    for number in range(1000):
        text = hostile_override(np.random.default_rng([12, number]))
        message = refusal(lambda text=text: parse_override(text))
        if message is None and number % 25 == 0:
            message = refusal(lambda text=text: folder.use([parse_override(text)]))
        tally(outcomes, message)
    assert outcomes["valid"] > 200, outcomes
    assert outcomes.total() - outcomes["valid"] > 200, outcomes


# ------------------------------------------------------------------------------------------ manifests


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Path:
    place = tmp_path_factory.mktemp("played")
    (place / "small.yaml").write_bytes(SCENARIO)
    runner.run(place / "small.yaml", setting="low", games=2, jobs=1, out=place / "run", plain=True)
    return place / "run"


def use(run: Path) -> None:
    """Whatever reads a manifest."""
    opened = open_run(run)
    repr(opened), opened.title, opened.line_ups, opened.bots, opened.entry(1)
    opened.replay(1)


def test_manifests(played) -> None:
    """Damaged JSON of a run: a RunError that names the file. What is written as it was can be read."""
    manifest = played / "manifest.json"
    raw = manifest.read_bytes()
    longest = 0
    outcomes: Counter[str] = Counter()
    for number in range(24):
        rng = np.random.default_rng([13, number])
        if number % 2:
            manifest.write_bytes(spoiled(rng, raw))
        else:
            data = json.loads(raw)
            del data["cards"]["data"], data["software"]  # for people; nothing reads them
            manifest.write_text(json.dumps(change(rng, data)))
        try:
            with patience():
                use(played)
            outcomes["fine"] += 1
        except BalanceError as error:
            outcomes["refused"] += 1
            longest = max(longest, len(str(error)))
    assert longest < 6000
    manifest.write_bytes(raw)
    use(played)
    assert outcomes["refused"] > outcomes["fine"], outcomes  # fine: changed in nothing but spaces


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("bots",), 5, "bots: found the whole number 5, allowed: a list of text"),
        (("games",), -1, "games: found the whole number -1, allowed: a whole number"),
        (("run", "seed"), 2**64, "run.seed: found the whole number 18446744073709551616, allowed"),
        (("run",), [], "run: found a list of 0, allowed: a mapping with the keys game"),
        (
            ("schedule", 0, "seats"),
            ["buildr", "random"],
            "schedule[0]: found 'buildr', allowed: one of `bots`",
        ),
        (("schedule", 0, "line_up"), "x", "schedule[0]: found 'x', allowed: one of `line_ups`"),
        (("games_per_deal",), 9, "games_per_deal: found 9, allowed: 2, the length of the schedule"),
        (("cards", "files"), {"game.yaml": []}, "cards.files.game.yaml: found a list of 0, allowed: text"),
        (("cards", "overrides", 0), [1, 2, 3], "cards.overrides[0]: found something else, allowed: a path"),
    ],
)
def test_what_a_manifest_must_hold(played, path, value, said) -> None:
    manifest = played / "manifest.json"
    raw = manifest.read_bytes()
    data = json.loads(raw)
    home = data
    for step in path[:-1]:
        home = home[step]
    home[path[-1]] = value
    manifest.write_text(json.dumps(data))
    try:
        with pytest.raises(RunError) as caught:
            open_run(played)
    finally:
        manifest.write_bytes(raw)
    assert f"manifest.json: {said}" in str(caught.value)


def test_a_manifest_nested_too_deep(played) -> None:
    manifest = played / "manifest.json"
    raw = manifest.read_bytes()
    manifest.write_text("[" * 100_000)
    try:
        with pytest.raises(RunError, match="cannot be read"):
            open_run(played)
    finally:
        manifest.write_bytes(raw)

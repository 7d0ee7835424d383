"""Files that are small to write and could be dear to read: cases of what once cost minutes, or all memory.

The guard of `refusal` turns a hang into a failure; what is asserted is the message.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.games.employee_handbook import GAME
from balance.simulation import runner
from tests.frozen import frozen_folder
from tests.fuzz.targets import Folder, refusal

MANY = 8_000
SCENARIO = """\
game: employee_handbook
title: A small run
seed: 7
games: 8
line_ups: {matrix: [builder, random]}
"""


def lines(text: str, many: int = MANY) -> str:
    return "".join(text.format(n) for n in range(many))


SOURCES = ", ".join(f"q{n}: HB-1" for n in range(MANY))
DEAR = {
    "unknown keys": (
        "game.yaml",
        "  rounds: 10\n",
        "  rounds: 10\n" + lines("  r{}: 1\n"),
        "more than 100 errors",
    ),
    "unknown weights": ("bots.yaml", "base:\n", "base:\n" + lines("  greedy{}: 1\n"), "more than 100 errors"),
    "unknown cards": (
        "deck.yaml",
        "    copies:\n",
        "    copies:\n" + lines("      k{}: 1\n"),
        "more than 100 err",
    ),
    "sources of nothing": (
        "game.yaml",
        "frame:\n  source: {",
        "frame:\n" + lines("  k{}: 1\n") + "  source: {" + SOURCES + ", ",
        "more than 100 errors",
    ),
    "values of a reading": (
        "readings.yaml",
        "        set:\n",
        "        set:\n" + lines("          bots.random.weights.k{}: 1\n"),
        "valid",
    ),
    "paths of a reading": (
        "readings.yaml",
        "        set:\n",
        "        set:\n" + lines("          buildigs.k{}: 1\n"),
        "more than 100 errors",
    ),
    "values of a company": (
        "game.yaml",
        "  b: {}\n",
        "  b:\n" + lines("    start.buildings.k{}: 1\n"),
        "more than 100 errors",
    ),
    "readings": (
        "readings.yaml",
        "    choices:\n",
        "    choices:\n" + lines("      e{}: {{text: x}}\n"),
        "readings.HA-01.choices: found a mapping",
    ),
    "a long key": (
        "game.yaml",
        "  b: {}\n",
        "  b:\n    ? " + "L" * 900_000 + "\n    : 1\n",
        "found a key of 900000 characters, allowed: at most 200",
    ),
    "a long anchor": (
        "game.yaml",
        "rounds: 10",
        "rounds: &" + "b" * 900_000 + " 1",
        "bbb..., allowed: plain values",
    ),
    "a long alias": (
        "game.yaml",
        "rounds: 10",
        "rounds: *" + "b" * 900_000,
        "bbb..., allowed: the value itself",
    ),
    "a key that turns the line": (
        "game.yaml",
        "  rounds:",
        "  \u202eroundz: 1\n  rounds:",
        "frame. roundz: unknown",
    ),
}


@pytest.mark.parametrize("name", DEAR)
def test_dear_card_data(tmp_path, monkeypatch, name) -> None:
    file, old, new, said = DEAR[name]
    monkeypatch.chdir(tmp_path)
    folder = Folder(frozen_folder("employee_handbook"), Path("data"))
    text = folder.raw[file].decode()
    assert old in text
    (folder.place / file).write_text(text.replace(old, new, 1))
    assert said in (refusal(lambda: GAME.load(folder.place)) or "valid")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "games: 8",
            "games: 8\noverrides:\n" + lines("  bots.random.weights.k{}: 1\n"),
            "more than 100 errors",
        ),
        ("games: 8", "games: 8\noverrides:\n" + lines("  bts.k{}: 1\n"), "more than 100 errors"),
        (
            "[builder",
            "[" + "builder, " * 9_000 + "builder",
            "line_ups.matrix: found a list of 9002, allowed: a list of",
        ),
        (
            "[builder",
            "[builder, builder",
            'line_ups.matrix[1]: found the text "builder", allowed: each bot once',
        ),
        (
            "{matrix",
            "{list: [" + "[builder, random], " * 9_000 + "], matrix",
            "line_ups.list: found a list of 9000",
        ),
        (
            "games: 8",
            "until: {" + ", ".join(f"w{n}: 1" for n in range(99)) + "}",
            "until: found a mapping with the",
        ),
        ("games: 8", "games: 8\nsettings:\n" + lines("  s{}: {{}}\n"), "settings: found a mapping with the"),
    ],
)
def test_dear_scenarios(tmp_path, monkeypatch, old, new, said) -> None:
    monkeypatch.chdir(tmp_path)
    assert old in SCENARIO
    Path("small.yaml").write_text(SCENARIO.replace(old, new, 1))
    assert said in (refusal(lambda: runner.prepare("small.yaml")) or "valid")


def test_a_long_path(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Folder(frozen_folder("employee_handbook"), Path("data"))
    said = refusal(lambda: folder.use([("a." * 50_000 + "a", 1)])) or ""
    assert "found the path" in said
    assert len(said) < 1_000

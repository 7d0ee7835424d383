"""The command line with arguments nobody means: exit code 0 or 2, one message, no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from balance.__main__ import app
from tests.fuzz.targets import patience

COMMANDS = ("run", "report", "replay", "check", "games", "compare", "")
ARGUMENTS = (
    *("--set", "--games", "--seed", "--jobs", "--out", "--chunk", "--backend", "--plain", "--no-report"),
    *("--help", "--", "-", "..", "/", "/dev/null", "/proc/self/mem", "~", "*", "x" * 5000, "\udcff", "a\nb"),
    *(
        "\x1b[31m",
        "1e9",
        "-1",
        "0",
        "18446744073709551616",
        "nan",
        "company.actions=3",
        "=",
        "a=",
        "\u202e",
        "%s",
    ),
    *("{0}", "$(ls)", "wrong.yaml", "empty", "5", "latest", "", "scenarios", "employee_handbook"),
)
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def desk(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wrong.yaml").write_text("a: 1\n")
    Path("empty").mkdir()


def test_hostile_arguments() -> None:
    codes = set()
    for number in range(80):
        rng = np.random.default_rng([31, number])
        words = [COMMANDS[int(rng.integers(len(COMMANDS)))]]
        words += [ARGUMENTS[int(n)] for n in rng.integers(len(ARGUMENTS), size=int(rng.integers(1, 5)))]
        with patience():
            result = CliRunner().invoke(app, words)
        assert result.exception is None or isinstance(result.exception, SystemExit), (words, result.exception)
        assert result.exit_code in (0, 2), (words, result.output)
        codes.add(result.exit_code)
    assert codes == {0, 2}


@pytest.mark.parametrize(
    "words",
    [
        [b"run", b"\xff\xfe"],
        [b"run", b"employee_handbook_baseline", b"--set", b"company.actions=\xff"],
        [b"run", b"employee_handbook_baseline", b"--set", b"\xe2\x80\xae=1", b"--out", b"\xff"],
        [b"report", b"x" * 10_000],
        [b"check", b"wrong.yaml"],
        [b"run", b"employee_handbook_baseline", b"--games", b"9" * 30],
    ],
)
def test_hostile_bytes(words) -> None:
    """As a shell hands them over, UTF-8 or not."""
    done = subprocess.run(
        [os.fsencode(sys.executable), b"-m", b"balance", *words],
        capture_output=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 2, done.stderr[-600:]
    assert b"Traceback" not in done.stderr
    assert done.stderr.strip()

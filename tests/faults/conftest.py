"""`crash`: the command line with faults, in forks of one warm process, in a desk with the fake game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

HERE = Path(__file__).parent
FAKE = HERE.parent / "simulation"
sys.path.insert(0, str(FAKE))

import fake_game  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = "72"
RUN = ("run", "three", "--no-report", "--jobs", "1", "--games", GAMES, "--chunk", "45")
"""Two chunks, of five and three deals."""


@dataclass(frozen=True)
class Ended:
    """How a run ended."""

    code: int
    out: str
    err: str
    steps: list[str]

    @property
    def last(self) -> str:
        """The last line that was said."""
        return self.err.strip().splitlines()[-1] if self.err.strip() else ""


class Crash:
    """The warm process."""

    def __init__(self, desk: Path) -> None:
        self.desk = desk
        self.count = 0
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(HERE.parents[1]), str(FAKE)]),
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONWARNINGS": "",
        }
        alone = ["unshare", "--map-root-user", "--mount"]
        try:
            self.may_mount = not subprocess.run([*alone, "true"], capture_output=True, check=False).returncode
        except OSError:
            self.may_mount = False
        self.process = subprocess.Popen(
            [*(alone if self.may_mount else []), sys.executable, str(HERE / "zygote.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=desk,
            env=environment,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"

    def ask(self, what: str, **request: Any) -> dict[str, Any]:
        """One request."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"what": what, **request}) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def begin(self, folder: str, *words: str, **fault: Any) -> tuple[int, str]:
        """Start a run into the folder."""
        self.count += 1
        answer = str(self.desk / f"answer{self.count}-")
        words = (*RUN, *words, "--out", folder)  # of an option given twice, the last counts
        return self.ask("begin", folder=folder, words=words, answer=answer, **fault)["pid"], answer

    def end(self, pid: int, answer: str) -> Ended:
        """Wait for its end."""
        code = self.ask("wait", pid=pid)["code"]
        out, err, steps = (Path(answer + name).read_text() for name in ("out", "err", "steps"))
        return Ended(code, out, err, steps.splitlines())

    def run(self, folder: str, *words: str, **fault: Any) -> Ended:
        """A run into the folder, from start to end."""
        return self.end(*self.begin(folder, *words, **fault))

    def files(self, folder: str) -> dict[str, Any]:
        """Hash of every file of a folder."""
        return self.ask("listing", folder=folder)

    def chunks(self, folder: str) -> list[str]:
        """The chunks that are on disk."""
        return sorted({name.split("/")[1] for name in self.files(folder) if name.startswith("chunks/deals-")})


@pytest.fixture(scope="session")
def crash(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crash]:
    """The warm process, and a whole run in `reference`."""
    desk = tmp_path_factory.mktemp("faults")
    with pytest.MonkeyPatch.context() as patch:
        fake_game.lay_desk(desk, patch)
    warm = Crash(desk)
    whole = warm.run("reference")
    assert whole.code == 0, whole.err
    yield warm
    assert warm.process.stdin is not None
    warm.process.stdin.close()
    warm.process.wait(timeout=30)
    assert warm.process.stdout is not None
    warm.process.stdout.close()


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A desk in this process."""
    return fake_game.lay_desk(tmp_path, monkeypatch)


@pytest.fixture
def many_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start workers however little there is to do."""
    monkeypatch.setattr("balance.simulation.workers.WORTH_WORKERS", 0.0)

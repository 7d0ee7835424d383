"""Runs the command line with the fake game, many times, each in a fork of one warm process, with a fault.

A fault is met at a step: every time the run is about to open a file for writing, or to make, rename or
remove something in its folder, is one (Python's audit events tell). So a test can stop a run before each
step it takes, without clocks. Requests and answers are lines of JSON on stdin and stdout.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

STEPS = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chmod"}
WARM = (
    "balance.__main__",
    "balance.simulation.runner",
    "balance.statistics",
    "pandas",
    "joblib",
    "rich.table",
)
"""Loaded once, before the first fork."""
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def is_step(event: str, args: tuple[Any, ...], folder: str) -> bool:
    """Whether the event changes something in the folder (removing a tree names its parts only)."""
    if event not in STEPS or isinstance(args[0], int):
        return False
    if event == "open" and not (args[2] & WRITING):
        return False
    inside = folder in os.fsdecode(args[0])
    return inside or (event in ("os.remove", "os.rmdir") and args[-1] >= 0)


def set_trap(request: dict[str, Any], log: int) -> None:
    """Count steps, and do at step number `at` what the request says."""
    at, do, folder = request.get("at"), request.get("do"), request["folder"]
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background inherits deafness
    count = 0
    parent = os.getpid()

    def hook(event: str, args: tuple[Any, ...]) -> None:
        nonlocal count
        if event not in STEPS or os.getpid() != parent or not is_step(event, args, folder):
            return
        count += 1
        os.write(log, f"{event} {os.fsdecode(args[0])}\n".encode())
        if at is None or count < at:
            return
        if do.startswith("SIG") and count == at:
            os.kill(parent, getattr(signal, do))
        elif do.startswith("E") and event not in ("os.remove", "os.rmdir"):
            import errno

            number = getattr(errno, do)
            raise OSError(number, os.strerror(number))  # as a system call does it: it names no file

    sys.addaudithook(hook)


def child(request: dict[str, Any], log: int) -> None:
    """Be the command line."""
    from balance.simulation import workers

    os.setsid()
    for number, name in ((1, "out"), (2, "err")):
        handle = os.open(request["answer"] + name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(handle, number)
    os.environ |= {"DICE_PARENT": str(os.getpid()), **request.get("env", {})}
    workers.WORTH_WORKERS = 0.0
    if "file_size" in request:
        resource.setrlimit(resource.RLIMIT_FSIZE, (request["file_size"], request["file_size"]))
    set_trap(request, log)
    sys.argv = ["balance", *request["words"]]
    from balance import __main__

    __main__._summary = lambda *_: None  # a run is over when its files are there
    code = 1
    try:
        __main__.main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001  (what it is goes to stderr, where a test looks)
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def begin(request: dict[str, Any]) -> dict[str, Any]:
    """Start a child."""
    log = os.open(request["answer"] + "steps", os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
    pid = os.fork()
    if not pid:
        child(request, log)
    os.close(log)
    return {"pid": pid}


def wait(request: dict[str, Any]) -> dict[str, Any]:
    """Wait until a child ends or stops."""
    _, status = os.waitpid(request["pid"], os.WUNTRACED)
    if os.WIFSTOPPED(status):
        return {"stopped": True}
    return {"code": os.waitstatus_to_exitcode(status)}


def mount(request: dict[str, Any]) -> dict[str, Any]:
    """Mount or remount (seen by this process and its children only); whether it went well."""
    done = subprocess.run(["mount", *request["words"]], capture_output=True, check=False)
    return {"code": done.returncode}


def listing(request: dict[str, Any]) -> dict[str, Any]:
    """The files in a folder, with the hash of each."""
    import hashlib

    folder = Path(request["folder"])
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def main() -> None:
    """Answer requests until stdin ends."""
    for name in WARM:
        import_module(name)
    from balance import games

    games.GAMES["dice"] = "fake_game"
    games.get("dice")
    todo = {"begin": begin, "wait": wait, "mount": mount, "listing": listing}
    gc.freeze()  # a child then copies fewer pages
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for line in sys.stdin:
        request = json.loads(line)
        sys.stdout.write(json.dumps(todo[request["what"]](request)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

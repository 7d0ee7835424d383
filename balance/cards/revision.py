"""A folder of card data as it was at a revision of its git repository."""

from __future__ import annotations

import os
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path as FilePath
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from balance.cards.paths import nearest, shorten, shown_file
from balance.cards.read import BYTES_MAX
from balance.errors import CardDataError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SECONDS_MAX = 30
FILES_MAX = 200
LISTED_MAX = 4_000_000
NAME_MAX = 200
YAML = (".yaml", ".yml")
ELSEWHERE = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
)  # set inside hooks: another repository


@contextmanager
def card_folder_at(revision: str, folder: FilePath | str) -> Iterator[FilePath]:
    """A temporary folder with the YAML files that the folder had at that revision; gone afterwards.

    revision: what git calls one (a branch, a tag, a commit, `HEAD~1`). CardDataError when the folder is in
    no repository, when there is no such revision, or when the folder did not exist there.
    """
    with tempfile.TemporaryDirectory(prefix="balance-") as name:
        place = FilePath(name) / (FilePath(folder).resolve().name or "cards")
        place.mkdir()
        write_folder_at(revision, folder, place)
        yield place


def write_folder_at(revision: str, folder: FilePath | str, into: FilePath) -> None:
    """Write the YAML files that the folder had at that revision into another folder."""
    option = f"--against {shorten(revision)}"
    if not revision or revision.startswith("-") or len(revision) > NAME_MAX or not revision.isprintable():
        raise CardDataError(f"{option}: allowed: a revision of git, such as HEAD~1, a branch or a tag")
    root, below = _repository(FilePath(folder), option)
    tree = _tree(root, revision, option)
    inside = f"{below}/" if below else ""
    listed = _git(root, ["ls-tree", "-z", "-l", "--full-tree", tree, *([inside] if inside else [])])
    if listed.returncode or (inside and not listed.stdout):
        hint = _like_it(root, tree, below)
        raise CardDataError(
            f"{option}: {shown_file(folder)}: there was no such folder at that revision{hint}"
        )
    files = list(_files(listed.stdout, option))
    if not files:
        raise CardDataError(f"{option}: {shown_file(folder)}: there was no YAML file in it at that revision")
    for name, blob in files:
        content = _git(root, ["cat-file", "blob", blob])
        if content.returncode:
            raise CardDataError(f"{option}: {name}: git cannot read it ({_said(content)})")
        (into / name).write_bytes(content.stdout)


def _git(root: FilePath, arguments: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
    """One git command, without a shell, without asking anything, in bounded time."""
    command = ["git", "--no-pager", "--literal-pathspecs", "-C", str(root), *arguments]
    try:
        done = subprocess.run(  # noqa: S603  (a list, no shell; what a person wrote stands behind --end-of-options)
            command,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=SECONDS_MAX,
            check=False,
            env={name: value for name, value in os.environ.items() if name not in ELSEWHERE},
        )
    except FileNotFoundError:
        raise CardDataError("git is not installed, allowed: a card folder or a run to compare with") from None
    except subprocess.TimeoutExpired:
        raise CardDataError(f"git {arguments[0]}: no answer within {SECONDS_MAX} seconds") from None
    if len(done.stdout) > LISTED_MAX:
        raise CardDataError(f"git {arguments[0]}: found more than {LISTED_MAX} bytes")
    return done


def _repository(folder: FilePath, option: str) -> tuple[FilePath, str]:
    """The root of the folder's repository, and the folder below it; the folder itself need not exist now."""
    here = folder.resolve()
    start = here
    while not start.is_dir():
        start = start.parent
    found = _git(start, ["rev-parse", "--show-toplevel"])
    if found.returncode:
        none = b"not a git repository" in found.stderr
        why = "it is in no git repository" if none else f"git cannot read its repository ({_said(found)})"
        raise CardDataError(f"{option}: {shown_file(folder)}: {why}")
    root = FilePath(found.stdout.decode(errors="surrogateescape").rstrip("\n")).resolve()
    below = here.relative_to(root).as_posix()
    return root, "" if below == "." else below


def _tree(root: FilePath, revision: str, option: str) -> str:
    """The hash of all files at a revision."""
    found = _git(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{tree}}"])
    tree = found.stdout.decode("ascii", "replace").strip()
    if found.returncode == 0 and tree:
        return tree
    listed = _git(
        root, ["for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes"]
    )
    names = [name for name in listed.stdout.decode(errors="replace").splitlines() if name]
    near = nearest(revision, [*names, "HEAD"])
    hint = f"; did you mean {near}?" if near else ""
    raise CardDataError(
        f"{option}: there is no such revision, allowed: a branch, a tag, a commit, HEAD~1{hint}"
    )


def _files(listed: bytes, option: str) -> Iterator[tuple[str, str]]:
    """Name and hash of the YAML files in a listing of one folder."""
    count = 0
    for line in listed.split(b"\0"):
        facts, _, path = line.partition(b"\t")
        name = PurePosixPath(path.decode(errors="replace")).name
        if not path or PurePosixPath(name).suffix.lower() not in YAML:
            continue
        mode, kind, blob, size = facts.decode("ascii").split()
        if kind != "blob" or mode == "120000":
            raise CardDataError(f"{option}: {shorten(name)}: found something that is not a file")
        if int(size) > BYTES_MAX:
            raise CardDataError(
                f"{option}: {shorten(name)}: found {size} bytes, allowed: at most {BYTES_MAX}"
            )
        count += 1
        if count > FILES_MAX:
            raise CardDataError(f"{option}: found more than {FILES_MAX} files, allowed: at most {FILES_MAX}")
        yield name, blob


def _like_it(root: FilePath, tree: str, below: str) -> str:
    """A hint at a folder of nearly that name at the revision."""
    listed = _git(root, ["ls-tree", "-z", "-r", "-d", "--name-only", "--full-tree", tree])
    near = nearest(below, (name.decode(errors="replace") for name in listed.stdout.split(b"\0") if name))
    return f"; did you mean {near}?" if near else ""


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    return shorten(done.stderr.decode(errors="replace").strip() or "no reason given", 120)

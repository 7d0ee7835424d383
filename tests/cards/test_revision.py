"""Card folders as they were at a git revision."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from balance.cards import card_folder_at
from balance.cards import revision as module
from balance.errors import CardDataError

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder, *arguments: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Two revisions of `data/pond`: one file, then two; a branch and a tag."""
    folder = tmp_path / "repository"
    cards = folder / "data" / "pond"
    cards.mkdir(parents=True)
    monkeypatch.chdir(folder)
    git(folder, "init", "-q", "-b", "main")
    (cards / "game.yaml").write_text("rounds: 10\n")
    (cards / "notes.txt").write_text("not card data\n")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "one")
    git(folder, "tag", "first")
    git(folder, "branch", "larger_market")
    (cards / "game.yaml").write_text("rounds: 12\n")
    (cards / "deck.yml").write_text("frogs: 3\n")
    (cards / "more").mkdir()
    (cards / "more" / "game.yaml").write_text("rounds: 99\n")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "two")
    return folder


def read(revision: str, folder) -> dict[str, str]:
    with card_folder_at(revision, folder) as found:
        return {path.name: path.read_text() for path in found.iterdir()}


def test_the_files_of_a_revision(repository) -> None:
    cards = repository / "data" / "pond"
    (cards / "game.yaml").write_text("rounds: 14\n")  # not committed
    assert read("HEAD", cards) == {"game.yaml": "rounds: 12\n", "deck.yml": "frogs: 3\n"}
    for revision in ("HEAD~1", "first", "larger_market", "main~1"):
        assert read(revision, "data/pond") == {"game.yaml": "rounds: 10\n"}
    assert (cards / "game.yaml").read_text() == "rounds: 14\n"


def test_the_folder_is_called_the_same_and_is_gone_afterwards(repository) -> None:
    with card_folder_at("HEAD", "data/pond") as found:
        assert found.name == "pond"
        assert found.is_dir()
    assert not found.exists()


def test_a_folder_that_is_gone_now(repository) -> None:
    shutil.rmtree(repository / "data")
    assert read("HEAD", "data/pond")["game.yaml"] == "rounds: 12\n"


def test_the_root_of_the_repository(repository) -> None:
    (repository / "all.yaml").write_text("frogs: 1\n")
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "three")
    assert read("HEAD", repository) == {"all.yaml": "frogs: 1\n"}


def test_a_hook_of_another_repository_does_not_lead_astray(repository, tmp_path, monkeypatch) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    assert read("first", "data/pond") == {"game.yaml": "rounds: 10\n"}


@pytest.mark.parametrize(
    ("revision", "folder", "expected"),
    [
        ("larger_markt", "data/pond", "--against larger_markt: there is no such revision"),
        ("larger_markt", "data/pond", "did you mean larger_market?"),
        ("HAED", "data/pond", "did you mean HEAD?"),
        ("HEAD~7", "data/pond", "there is no such revision"),
        ("--output=x", "data/pond", "--against --output=x: allowed: a revision of git, such as HEAD~1"),
        ("-n", "data/pond", "allowed: a revision of git"),
        ("", "data/pond", "allowed: a revision of git"),
        ("a\nb", "data/pond", "allowed: a revision of git"),
        ("x" * 201, "data/pond", "allowed: a revision of git"),
        ("first", "data/lake", "data/lake: there was no such folder at that revision"),
        ("first", "data/pnd", "did you mean data/pond?"),
        ("first", "data/pond/more", "there was no such folder at that revision"),
        ("first", "data", "there was no YAML file in it"),
    ],
)
def test_what_cannot_be_found(repository, revision: str, folder: str, expected: str) -> None:
    with pytest.raises(CardDataError) as caught:
        read(revision, folder)
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not (repository / "x").exists()


def test_outside_a_repository(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    (tmp_path / "cards").mkdir()
    with pytest.raises(CardDataError, match=r"cards: it is in no git repository$"):
        read("HEAD", tmp_path / "cards")


def test_links_and_large_files_are_refused(repository, monkeypatch) -> None:
    (repository / "data" / "pond" / "bots.yaml").symlink_to("/etc/hostname")
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "link")
    with pytest.raises(CardDataError, match=r"bots\.yaml: found something that is not a file"):
        read("HEAD", "data/pond")
    monkeypatch.setattr(module, "BYTES_MAX", 5)
    with pytest.raises(CardDataError, match=r"game\.yaml: found 11 bytes, allowed: at most 5"):
        read("first", "data/pond")


def test_without_git(repository, monkeypatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(CardDataError, match=r"^git is not installed"):
        read("HEAD", "data/pond")

"""Files that were cut or changed, at any byte: noticed, never believed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from balance.errors import RunError
from balance.simulation import chunks, manifest, open_run, play, prepare, run, runner, workers
from balance.simulation.progress import Quiet

pytestmark = pytest.mark.usefixtures("desk")


class Voice(Quiet):
    """Remembers what was said."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)


def spoilt(data: bytes, at: int, how: str) -> bytes:
    """The bytes cut before `at`, or with one bit changed there."""
    return data[:at] if how == "cut" else data[:at] + bytes([data[at] ^ 0x04]) + data[at + 1 :]


@pytest.fixture
def chunk(tmp_path: Path) -> chunks.Chunk:
    """A chunk on disk, of the run "mine"."""
    ready = prepare("three")
    packed = chunks.pack(play.play_range(ready.plan, 3, 5))
    return chunks.store(tmp_path, "mine", 3, 5, packed)


@pytest.mark.parametrize("how", ["cut", "bit"])
@pytest.mark.parametrize("name", ["chunk.json", "games.arrow", "sums.arrow"])
def test_a_chunk_that_was_changed_at_any_byte_is_not_taken(chunk: chunks.Chunk, name: str, how: str) -> None:
    file, spare = chunk.folder / name, chunk.folder.with_name("spare")
    chunk.folder.rename(spare)
    whole = (spare / name).read_bytes()
    for at in range(0, len(whole), 3 if name == chunks.SEAL else 97):
        shutil.copytree(spare, chunk.folder, dirs_exist_ok=True)
        file.write_bytes(spoilt(whole, at, how))
        taken = chunks.present(chunk.folder.parent, "mine")[0]
        if taken:  # the last byte of JSON is a new line
            assert taken[0].hashes == chunk.hashes
            assert json.loads(file.read_bytes()) == json.loads(whole)
        else:
            assert not chunk.folder.exists()


def test_a_chunk_under_another_name_is_not_taken(chunk: chunks.Chunk) -> None:
    shutil.copytree(chunk.folder, chunk.folder.with_name("deals-000005-000007"))
    taken, messages = chunks.present(chunk.folder.parent, "mine")
    assert taken == [chunk]
    assert messages == [
        "deals-000005-000007: its name is not that of its deals; these deals are played again"
    ]


def test_chunks_are_put_in_the_order_of_deals_and_not_of_names(tmp_path: Path) -> None:
    for first in (999_998, 1_000_000):
        chunks.store(tmp_path, "mine", first, first + 2, {"games": b""})
    assert [chunk.first for chunk in chunks.present(tmp_path, "mine")[0]] == [999_998, 1_000_000]


def test_a_file_among_the_chunks_is_removed(tmp_path: Path) -> None:
    file = tmp_path / "deals-000000-000005"
    file.write_text("")
    assert chunks.present(tmp_path, "mine")[0] == []
    assert not file.exists()


def test_a_chunk_that_is_damaged_while_the_run_goes_on_is_played_again_next_time(monkeypatch) -> None:
    store = chunks.store

    def harm(folder, identity, first, last, packed):
        chunk = store(folder, identity, first, last, packed)
        if first == 5:
            (chunk.folder / "seats.arrow").write_bytes(b"spoilt")
        return chunk

    with monkeypatch.context() as patch:
        patch.setattr(chunks, "store", harm)
        with pytest.raises(RunError, match=r"seats\.arrow: was damaged after it was written"):
            run("three", out="one", chunk=45, jobs=1)
    voice = Voice()
    assert run("three", out="one", jobs=1, progress=voice).manifest == run("three", jobs=1).manifest
    assert "going on: 45 games are there already" in voice.said  # the first of six chunks


@pytest.mark.parametrize("how", ["cut", "bit"])
def test_a_manifest_that_was_changed_at_any_byte_is_not_believed(how: str) -> None:
    folder = run("three", jobs=1).folder
    file = folder / "manifest.json"
    whole = file.read_bytes()
    for at in range(0, len(whole), 7):
        file.write_bytes(spoilt(whole, at, how))
        try:
            read = manifest.read(folder)
        except RunError:
            continue
        assert read == json.loads(whole)


def test_a_finished_run_with_a_damaged_manifest_is_left_as_it_is() -> None:
    folder = run("three", jobs=1, out="one").folder
    file = folder / "manifest.json"
    file.write_text(file.read_text().replace("finished", "finishing"))
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(RunError, match=r"state: found the text .finishing.*; the folder is left as it is"):
        run("three", jobs=1, out="one")
    with pytest.raises(RunError, match=r"state: found the text .finishing., allowed: one of finished"):
        open_run(folder)
    file.write_bytes(before["manifest.json"].replace(b"finishing", b"in progress"))
    with pytest.raises(RunError, match="damaged, or was changed by hand"):
        open_run(folder)
    file.write_bytes(before["manifest.json"])
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.fixture
def part(monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run that was interrupted after 15 of 30 deals."""
    play_chunk = workers.play_chunk

    def half(plan, code, deals, *, plain):
        if deals[0] >= 15:
            raise KeyboardInterrupt
        return play_chunk(plan, code, deals, plain=plain)

    with monkeypatch.context() as patch:
        patch.setattr(workers, "play_chunk", half)
        with pytest.raises(KeyboardInterrupt):
            run("three", out="part", chunk=45, jobs=1)
    return Path("part")


@pytest.mark.parametrize("how", ["cut", "gone"])
def test_a_lost_manifest_of_an_unfinished_run_is_made_again_from_its_chunks(part: Path, how: str) -> None:
    file = part / "manifest.json"
    file.unlink() if how == "gone" else file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(RunError):
        run("three", out=part, jobs=1, seed=8)
    voice = Voice()
    assert run("three", out=part, jobs=1, progress=voice).manifest == run("three", jobs=1).manifest
    assert "going on: 135 games are there already" in voice.said


@pytest.mark.parametrize("table", ["games", "seats", "curves"])
def test_a_damaged_table_of_a_finished_run_is_not_read_but_made_again(table: str) -> None:
    first = run("three", jobs=1)
    file = first.folder / f"{table}.parquet"
    whole = file.read_bytes()
    file.write_bytes(spoilt(whole, len(whole) // 3, "bit"))
    with pytest.raises(RunError, match="this table is damaged"):
        open_run(first.folder).read(table)
    voice = Voice()
    run("three", jobs=1, progress=voice)
    assert voice.said[0] == f"{table}.parquet is missing or damaged: playing the run again"
    assert file.read_bytes() == whole


@pytest.fixture
def other_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, the rules are other rules."""
    for module in (manifest, workers, __import__("balance.simulation.opened", fromlist=["opened"])):
        monkeypatch.setattr(module, "rule_code", lambda _module: "another")


@pytest.mark.parametrize("state", ["finished", "in progress"])
def test_runs_of_other_code_are_not_mixed(part: Path, state: str, request: pytest.FixtureRequest) -> None:
    folder = part if state == "in progress" else run("three", jobs=1, out="whole").folder
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    request.getfixturevalue("other_code")
    with pytest.raises(RunError) as caught:
        run("three", jobs=1, out=folder)
    assert f"this run ({state}) was made by other code of the rules" in str(caught.value)
    assert "give another --out" in str(caught.value)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_without_a_folder_other_code_gets_its_own_and_says_so(request: pytest.FixtureRequest) -> None:
    first = run("three", jobs=1)
    request.getfixturevalue("other_code")
    voice = Voice()
    second = run("three", jobs=1, progress=voice)
    assert second.folder != first.folder
    assert voice.said[0].startswith(f"the code of the rules has changed since {first.folder}, which stays;")
    assert open_run(first.folder).manifest == first.manifest
    assert open_run("three").folder == second.folder


def test_a_replay_by_other_code_is_shown_only_when_it_is_the_same_game(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = run("three", jobs=1)
    words = played.replay(4)
    request.getfixturevalue("other_code")
    assert open_run("three").replay(4) == words
    monkeypatch.setattr("fake_game.roll", lambda *_: 1)
    with pytest.raises(RunError, match="with this code it would be another game"):
        open_run("three").replay(4)


def test_what_differs_from_the_run_in_a_folder_is_named() -> None:
    run("three", jobs=1, out="one")
    with pytest.raises(RunError, match=r"they differ in: games, seed\)"):
        run("three", jobs=1, out="one", seed=8, games=90)


def test_progress_of_a_resumed_run_counts_what_was_there(part: Path) -> None:
    from io import StringIO

    from balance.simulation.progress import Lines

    voice = Lines(StringIO())
    run("three", out=part, chunk=45, jobs=1, progress=voice)
    assert (voice.total, voice.ready, voice.done) == (270, 135, 270)
    assert voice.stream.getvalue().splitlines()[0] == "going on: 135 games are there already"
    assert voice.stream.getvalue().splitlines()[-1].startswith("135 games in ")


def test_rule_code_is_of_the_game_and_what_it_stands_on() -> None:
    from balance.simulation.rule_code import rule_code, sources

    names = {path.name for path in sources("balance.games.employee_handbook")}
    assert {"jit.py", "chance.py", "rules.py", "bots.py", "state.py"} <= names
    assert "measures.py" not in names
    assert {path.name for path in sources("fake_game")} == {
        "jit.py",
        "folding.py",
        "chance.py",
        "fake_game.py",
    }
    assert rule_code("fake_game") != rule_code("balance.games.employee_handbook")
    assert runner.prepare("three").facts["rule_code"] == rule_code("fake_game")

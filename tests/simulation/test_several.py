"""A scenario with several numbers of players: a run for each, with an identity and a folder of its own."""

from __future__ import annotations

from pathlib import Path

import fake_game
import pytest

from balance.errors import RunError, ScenarioError
from balance.simulation import line_ups, open_run, plan, prepare, prepare_each, run, run_each, workers
from balance.simulation.progress import Quiet
from balance.simulation.storage import file_hash

pytestmark = pytest.mark.usefixtures("desk")

HEAD = "game: dice\ntitle: Every table\nseed: 7\ngames: 60\n"
VERSUS = "line_ups:\n  versus: [bold, calm]\n"


class Voice(Quiet):
    """Remembers what was said."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)


def scenario(text: str, name: str = "tables") -> str:
    Path(f"scenarios/{name}.yaml").write_text(HEAD + text)
    return name


@pytest.fixture
def tables() -> str:
    return scenario("players: [2, 3, 4]\n" + VERSUS)


def test_there_is_a_run_for_each_number_of_players(tables: str) -> None:
    voice = Voice()
    runs = run_each(tables, jobs=1, progress=voice)
    assert [played.manifest["run"]["players"] for played in runs] == [2, 3, 4]
    assert [played.folder.parent.name for played in runs] == ["2-players", "3-players", "4-players"]
    assert len({played.manifest["identity"] for played in runs}) == 3
    assert [len(played.seats) // len(played.games) for played in runs] == [2, 3, 4]
    assert [text for text in voice.said if text.startswith("tables with")] == [
        f"tables with {n} players" for n in (2, 3, 4)
    ]


def test_each_is_the_run_that_a_scenario_of_its_own_would_be(tables: str) -> None:
    single = scenario("players: 3\n" + VERSUS, "single")
    assert prepare(single).identity == prepare(tables, players=3).identity
    scenario("players: [3, 4]\n" + VERSUS)
    assert prepare(single).identity == prepare(tables, players=3).identity  # another count changes nothing


def test_which_one_has_to_be_said(tables: str) -> None:
    with pytest.raises(ScenarioError, match=r"several numbers of players \(2, 3, 4\); say which: --players"):
        run(tables)
    with pytest.raises(ScenarioError, match="--players: found 5, allowed: 2, 3, 4"):
        prepare(tables, players=5)
    run_each(tables, jobs=1)
    with pytest.raises(RunError, match=r"which one is not said; give --players \(here: 2, 3, 4\)"):
        open_run(tables)
    assert open_run(tables, 3).manifest["run"]["players"] == 3
    with pytest.raises(RunError, match="there is none with 6 players"):
        open_run(tables, 6)
    folder = open_run(tables, 3).folder
    with pytest.raises(RunError, match="this run is of 3 players, not of 4"):
        open_run(folder, 4)


def test_one_can_be_played_alone(tables: str) -> None:
    (played,) = run_each(tables, jobs=1, players=4)
    assert played.folder.parent.name == "4-players"
    assert open_run(tables).folder == played.folder  # the only one: it need not be said


def test_out_holds_a_folder_for_each(tables: str) -> None:
    runs = run_each(tables, jobs=1, out="here")
    assert [str(played.folder) for played in runs] == ["here/2-players", "here/3-players", "here/4-players"]


def test_interrupted_it_goes_on_to_the_same_bytes(tables: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run_each(tables, jobs=1, out="whole", chunk=12)
    play_chunk = workers.play_chunk

    def not_three(plan, code, deals, *, plain):
        if plan.seats == 3 and deals[0] >= 4:
            raise KeyboardInterrupt
        return play_chunk(plan, code, deals, plain=plain)

    with monkeypatch.context() as patch:
        patch.setattr(workers, "play_chunk", not_three)
        with pytest.raises(KeyboardInterrupt, match="kept in part/3-players; the same command goes on"):
            run_each(tables, jobs=1, out="part", chunk=12)
    voice = Voice()
    again = run_each(tables, jobs=1, out="part", chunk=12, progress=voice)
    assert sum(text.startswith("nothing left to do") for text in voice.said) == 1
    for one, other in zip(whole, again, strict=True):
        assert one.manifest == other.manifest
        for name in ("games", "seats", "curves"):
            assert file_hash(one.folder / f"{name}.parquet") == file_hash(other.folder / f"{name}.parquet")


def test_a_replay_at_a_table_of_three_is_the_game_of_its_row(tables: str) -> None:
    played = run_each(tables, jobs=1, players=3)[0]
    for number in (0, 17):
        rows = played.seats[played.seats["game"] == number]
        wanted = [f"{bot}: {score}" for bot, score in zip(rows["bot"], rows["score"], strict=True)]
        assert played.replay(number) == wanted


def test_line_ups_may_differ_by_number_of_players() -> None:
    name = scenario(
        'line_ups:\n  "2": {matrix: [bold, calm]}\n'
        '  "4": {versus: [bold, dull], list: [[bold, calm, dull, dull]]}\n'
    )
    two, four = prepare_each(name)
    assert two.plan.line_ups == (("bold", "bold"), ("bold", "calm"), ("calm", "calm"))
    assert four.plan.line_ups[-1] == ("bold", "calm", "dull", "dull")
    assert len(four.plan.line_ups) == 5
    assert four.facts["scenario"]["line_ups"]["versus"] == ["bold", "dull"]


def test_versus_is_everybody_alone_among_everybody() -> None:
    found = line_ups.versus(("a", "b"), 3)
    assert found == [("a", "a", "a"), ("a", "b", "b"), ("b", "a", "a"), ("b", "b", "b")]
    seatings = line_ups.schedule(found, ("a", "b"), rotate=True)
    assert len(seatings) == 1 + 3 + 3 + 1
    assert set(line_ups.distinct(line_ups.versus("abc", 2))) == set(line_ups.matrix("abc", 2))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("players: [2, 7]\n" + VERSUS, "players[1]: found the whole number 7"),
        ("players: [2, 5]\n" + VERSUS, "players[1]: found the whole number 5, allowed: 2, 3, 4"),
        ("players: [3, 3]\n" + VERSUS, "players[1]: found the whole number 3, allowed: each number once"),
        ("players: []\n" + VERSUS, "players: found"),
        ("players: [2, three]\n" + VERSUS, "players[1]: found"),
        ('line_ups:\n  "5": {matrix: [bold]}\n', "line_ups.5: found"),
        ('players: [2, 3]\nline_ups:\n  "2": {matrix: [bold]}\n', "line_ups: found none for 3 players"),
        ('line_ups:\n  "2": {versus: [bold, clam]}\n', "did you mean calm?"),
        ('line_ups:\n  "2": {}\n', "line_ups.2: found no line-up"),
        ('line_ups:\n  "3": {list: [[bold, calm]]}\n', "line_ups.3.list[0]: found a list"),
        ("players: [2, 3]\nline_ups:\n  list: [[bold, calm]]\n", "line_ups.list[0]: found a list"),
        ("players: 2\nline_ups:\n  versus: [bold, bold]\n", "line_ups.versus[1]: found"),
        ('line_ups:\n  "2": {matrix: [bold]}\n  matrix: [bold]\n', "line_ups.matrix"),
        (VERSUS, "players"),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, wanted: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        prepare_each(scenario(text))
    assert wanted in str(caught.value)
    assert "scenarios/tables.yaml:" in str(caught.value)


def test_large_rows_make_small_chunks_and_the_same_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = prepare("three").plan
    assert ready.games_per_chunk() == plan.GAMES_PER_CHUNK
    before = run("three", jobs=1, out="before")
    each = plan.game_bytes(fake_game.GAME, 2)
    assert each == fake_game.GAME_ROW.itemsize + 2 * fake_game.SEAT_ROW.itemsize
    monkeypatch.setattr(plan, "CHUNK_BYTES", 10 * each)
    assert ready.games_per_chunk() == 10
    ranges = []
    play_chunk = workers.play_chunk

    def noted(plan, code, deals, *, plain):
        ranges.append(deals)
        return play_chunk(plan, code, deals, plain=plain)

    monkeypatch.setattr(workers, "play_chunk", noted)
    after = run("three", jobs=1, out="after")
    assert {last - first for first, last in ranges} == {1}
    assert after.manifest == before.manifest


def test_warnings_about_the_card_set_are_said_before_the_run() -> None:
    voice = Voice()
    run("three", jobs=1, overrides=[("dice.faces", 1)], progress=voice)
    assert voice.said[0] == "warning: a die of 1 faces"

"""Open readings ranked: a planted one is found, one without effect is exactly zero, reports tell it."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parents[1] / "simulation"))

import fake_game

from balance.__main__ import app
from balance.errors import RunError, ScenarioError
from balance.experiments import reading_records, readings
from balance.experiments.reading_records import Part, file_of, read_parts
from balance.experiments.readings import try_readings
from balance.reports import write_report
from balance.simulation import run
from balance.simulation.progress import Quiet

READINGS = """readings:
  Q-01:
    question: Does the best plan lose its bonus?
    impact: H
    reading: keeps
    choices:
      keeps: {text: It keeps it.}
      loses: {text: It does not., set: {bots.bold.bonus: 0}}
      more: {text: It gets more., set: {bots.bold.bonus: 3}}
  Q-02:
    question: Is a die that nobody rolls larger?
    impact: L
    reading: same
    choices:
      same: {text: The same.}
      other: {text: The other., set: {dice.slow_ms: 0}}
  Q-03:
    question: Is the head start a little one?
    impact: M
    reading: none
    choices:
      none: {text: None.}
      some: {text: One., set: {dice.head_start: 1}}
"""
SCENARIO = (
    "game: dice\ntitle: The reference\nseed: 5\ngames: 900\nplayers: {players}\nline_ups: {{{line_ups}}}\n"
)


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    fake_game.lay_desk(tmp_path, monkeypatch)
    lay()
    return tmp_path


def lay(text: str = READINGS, players: str = "2", line_ups: str = "matrix: [bold, calm, dull]") -> None:
    Path("card_data/dice/readings.yaml").write_text(text)
    Path("scenarios/dice_baseline.yaml").write_text(SCENARIO.format(players=players, line_ups=line_ups))


def tried(part: Part, question: str) -> dict[str, reading_records.Tried]:
    (found,) = (item for item in part.questions if item.id == question)
    return {item.reading: item for item in found.tried}


def test_a_planted_reading_stands_first_and_one_without_effect_is_exactly_zero() -> None:
    part = try_readings("dice", games=1800, jobs=1)
    assert [item.id for item in part.questions][:1] == ["Q-01"]
    assert [item.id for item in part.first][:1] == ["Q-01"]
    assert [item.id for item in part.zero] == ["Q-02"]
    other = tried(part, "Q-02")["other"]
    assert other.same
    assert other.moves == ()
    # the larger change of the two leads its question
    assert [item.reading for item in part.questions[0].tried] == ["loses", "more"]


def test_sizes_are_differences_in_units_of_margins_by_a_known_truth() -> None:
    """Between bold and dull the bonus was all that was different: without it each wins one half."""
    lay(line_ups="list: [[bold, dull]]")
    part = try_readings("dice", games=2000, jobs=1)
    found = {item.measure: item for item in tried(part, "Q-01")["loses"].moves}["win_share.bold"]
    assert found.low is not None
    assert found.high is not None
    assert found.low <= 0.5 - found.before <= found.high
    assert found.word == "moved"
    assert all(
        item.word != "moved" or item.low is None or item.high is None or not item.low <= 0 <= item.high
        for question in part.questions
        for each in question.tried
        for item in each.moves
    )
    assert found.margin == 0.01
    assert found.size == pytest.approx(abs(found.after - found.before) / 0.01)


def test_margins_of_the_scenario_decide_what_matters() -> None:
    path = Path("scenarios/dice_baseline.yaml")
    path.write_text(
        path.read_text() + "margins: {win_share: 0.9, seat_share: 0.9, mover_share: 0.9, margin: 50}\n"
    )
    part = try_readings("dice", games=900, jobs=1)
    assert part.first == ()
    moves = tried(part, "Q-01")["loses"].moves
    assert {item.word for item in moves if item.measure != "given_up"} == {"equivalent"}


def test_baseline_and_other_runs_are_left_alone_and_a_second_call_plays_nothing() -> None:
    before = run("dice_baseline", jobs=1)
    part = try_readings("dice", games=180, jobs=1)
    assert Path("reports/dice_baseline/latest").read_text().strip() == before.folder.name
    assert sorted(path.name for path in Path("reports/readings").iterdir()) == ["dice.json"]

    class Voice(Quiet):
        said: list[str] = []  # noqa: RUF012  (one test, one voice)

        def say(self, text: str) -> None:
            self.said.append(text)

        def advance(self, games: int) -> None:
            raise AssertionError(games)

    assert try_readings("dice", games=180, jobs=1, progress=Voice()) == part
    assert "nothing left to do" in Voice.said[-1]


def test_interrupted_it_goes_on_and_ends_with_the_same_file() -> None:
    whole = try_readings("dice", games=360, jobs=1)
    text = file_of("dice").read_bytes()
    file_of("dice").unlink()

    class Stops(Quiet):
        done, total = 0, 0

        def start(self, total: int, ready: int) -> None:
            self.total = total

        def advance(self, games: int) -> None:
            self.done += games
            if self.done > 800:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        try_readings("dice", games=360, jobs=1, progress=Stops())
    assert not file_of("dice").exists()

    class Counts(Stops):
        def advance(self, games: int) -> None:
            self.done += games

    counts = Counts()
    assert try_readings("dice", games=360, jobs=1, progress=counts) == whole
    assert counts.done == counts.total == 4 * 360
    assert file_of("dice").read_bytes() == text


def test_a_reading_that_cannot_be_played_is_said_and_the_others_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from balance.errors import CardDataError

    load = fake_game.DiceGame.load

    def refusing(self, folder, overrides=()):
        found = load(self, folder, overrides)
        if found.model.dice.head_start:
            raise CardDataError("no head start today")
        return found

    monkeypatch.setattr(fake_game.DiceGame, "load", refusing)
    part = try_readings("dice", games=180, jobs=1)
    assert tried(part, "Q-03")["some"].refused == "no head start today"
    assert tried(part, "Q-01")["loses"].moves
    assert [item.id for item in part.others] == ["Q-03"]
    result = CliRunner().invoke(app, ["readings", "dice", "--games", "180", "--jobs", "1"])
    assert "Cannot be played with these cards: Q-03 some." in result.stdout


def test_each_number_of_players_has_a_part_of_its_own() -> None:
    lay(players="[2, 3]", line_ups="versus: [bold, dull]")
    two = try_readings("dice", games=90, jobs=1)
    three = try_readings("dice", games=90, jobs=1, players=3)
    assert (two.players, three.players) == (2, 3)
    assert read_parts("dice") == (two, three)
    again = try_readings("dice", games=180, jobs=1)
    assert read_parts("dice") == (again, three)


def test_a_game_without_other_readings_and_a_damaged_file() -> None:
    lay("readings: {}\n")
    with pytest.raises(ScenarioError, match="no open question with another reading"):
        try_readings("dice", games=90)
    lay()
    try_readings("dice", games=90, jobs=1)
    file_of("dice").write_text('{"format": 1, "game": "dice"')
    with pytest.raises(RunError, match="balance readings dice writes it anew"):
        read_parts("dice")
    done = run("dice_baseline", jobs=1)
    assert "Which open question matters most cannot be said" in write_report(done.folder).read_text()
    try_readings("dice", games=90, jobs=1)
    assert len(read_parts("dice")) == 1


def section(done) -> str:
    text = write_report(done.folder).read_text()
    found = re.search(r'<section[^>]*id="assumptions".*?</section>', text, re.DOTALL)
    assert found
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[0]))


def test_the_report_shows_the_table_of_the_same_cards_only() -> None:
    done = run("dice_baseline", jobs=1)
    assert "python -m balance readings dice --players 2" in section(done)
    part = try_readings("dice", games=1800, jobs=1)
    shown = section(done)
    assert "Settle with the designer first: Q-01" in shown
    assert "loses for keeps" in shown
    assert "exactly zero" in shown
    assert f"{part.tests} measures and readings were tested" in shown
    changed = run("dice_baseline", jobs=1, overrides=[("bots.calm.bonus", 2)])
    assert "with other card data, and is not shown" in section(changed)
    assert "loses for keeps" not in section(changed)


def test_the_command_prints_what_to_settle_and_what_changes_nothing() -> None:
    result = CliRunner().invoke(app, ["readings", "dice", "--games", "1800", "--jobs", "1"])
    assert result.exit_code == 0, result.stderr
    text = " ".join(result.stdout.split())
    assert "with the designer first" in text
    assert text.index("Q-01: Does") < text.index("Change no headline measure") < text.index("Q-02: Is")
    assert json.loads(file_of("dice").read_text())["game"] == "dice"
    wrong = CliRunner().invoke(app, ["readings", "dcie"])
    assert wrong.exit_code == 2
    assert "dice" in wrong.stderr


def test_names_of_variants_are_names_of_folders() -> None:
    from balance.games import GAMES, get
    from balance.simulation import places
    from balance.simulation.variants import is_name

    real = {name: module for name, module in GAMES.items() if name != "dice"}
    for game in real:
        names = [
            item.name for item in readings.alternatives(get(game).load(places.ROOT / "card_data" / game))
        ]
        assert len(set(names)) == len(names) > 5
        assert all(is_name(name) for name in names), names

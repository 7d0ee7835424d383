"""A scenario with settings: a run for each, the same as a scenario with these overrides would have played."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.errors import BalanceError, RunError, ScenarioError
from balance.simulation import merge, open_run, prepare, prepare_each, prepared, run, run_each, workers
from balance.simulation.progress import Quiet
from balance.simulation.storage import file_hash

pytestmark = pytest.mark.usefixtures("desk")

HEAD = "game: dice\ntitle: Every setting\nseed: 7\ngames: 60\nline_ups:\n  versus: [bold, calm]\n"
SETTINGS = """settings:
  low: {dice.faces: 2}
  medium: {}
  high: {dice.faces: 5, dice.rounds: 3}
"""
PLACE = "players: {players}\noverrides: {{dice.head_start: 1}}\n"


class Voice(Quiet):
    """Remembers what was said."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)


def scenario(text: str, name: str = "noise") -> str:
    Path(f"scenarios/{name}.yaml").write_text(HEAD + text)
    return name


@pytest.fixture
def noise() -> str:
    return scenario(PLACE.format(players="[2, 3]") + SETTINGS)


def hashes(played: object) -> dict[str, str]:
    return {name: file_hash(played.folder / f"{name}.parquet") for name in merge.TABLES}


def test_there_is_a_run_for_each_number_of_players_at_each_setting(noise: str) -> None:
    voice = Voice()
    runs = run_each(noise, jobs=1, progress=voice)
    assert [str(played.folder.parent) for played in runs] == [
        f"reports/noise/{n}-players/{setting}" for n in (2, 3) for setting in ("low", "medium", "high")
    ]
    assert [played.setting for played in runs] == ["low", "medium", "high"] * 2
    assert len({played.manifest["identity"] for played in runs}) == 6
    assert [played.manifest["run"]["seed"] for played in runs] == [7] * 6
    titles = [text for text in voice.said if text.startswith("noise with")]
    assert titles[:2] == ["noise with 2 players, setting low", "noise with 2 players, setting medium"]
    assert not any("settings" in played.manifest["run"]["scenario"] for played in runs)


def test_each_is_the_run_that_a_scenario_with_these_overrides_would_be(noise: str) -> None:
    alone = scenario("players: 3\noverrides: {dice.head_start: 1, dice.faces: 5, dice.rounds: 3}\n", "alone")
    one, other = run(noise, players=3, setting="high", jobs=1), run(alone, jobs=1)
    assert hashes(one) == hashes(other)
    assert one.manifest["run"] == other.manifest["run"]
    assert one.manifest["identity"] == other.manifest["identity"]
    differ = {key for key in one.manifest if one.manifest[key] != other.manifest.get(key)}
    assert differ <= {"name", "several", "setting", "cards", "seal"}
    assert [tuple(item) for item in one.cards.overrides] == list(other.cards.overrides)


def test_a_setting_wins_over_the_scenario_and_the_command_line_over_both() -> None:
    name = scenario("players: 2\noverrides: {dice.faces: 4}\nsettings: {low: {dice.faces: 2}, as_is: {}}\n")
    low, as_is = prepare_each(name)
    assert (low.cards.model.dice.faces, as_is.cards.model.dice.faces) == (2, 4)
    assert low.cards.overrides == (("dice.faces", 2),)
    both = prepare_each(name, overrides=[("dice.faces", 6)])
    assert [ready.cards.model.dice.faces for ready in both] == [6, 6]


def test_a_scenario_without_settings_is_as_it_was() -> None:
    ready = prepare("three")
    assert ready.setting is None
    assert "settings" not in ready.facts["scenario"]
    assert "setting" not in run("three", jobs=1).manifest


def test_with_one_number_of_players_the_folders_are_the_settings() -> None:
    runs = run_each(scenario("players: 2\n" + SETTINGS), jobs=1, out="here")
    assert [str(played.folder) for played in runs] == ["here/low", "here/medium", "here/high"]
    assert open_run("here", setting="medium").folder == runs[1].folder
    with pytest.raises(RunError, match=r"give --setting \(here: high, low, medium\)"):
        open_run("here")


def test_which_one_has_to_be_said(noise: str) -> None:
    with pytest.raises(ScenarioError, match=r"several numbers of players \(2, 3\); say which: --players"):
        run(noise, setting="low")
    with pytest.raises(ScenarioError, match=r"several settings \(low, medium, high\); say which: --setting"):
        run(noise, players=2)
    with pytest.raises(
        ScenarioError, match=r"--setting: found lwo, allowed: low, medium, high; did you mean low\?"
    ):
        prepare(noise, players=2, setting="lwo")
    with pytest.raises(ScenarioError, match="--setting: found low, allowed: none"):
        prepare("three", setting="low")
    (first, second) = run_each(noise, jobs=1, setting="high")
    assert open_run(noise, 2).folder == first.folder  # the only one: it need not be said
    run_each(noise, jobs=1, players=2)
    assert open_run(noise, 2, "high").folder == first.folder
    with pytest.raises(RunError, match="runs at several settings, and which one is not said"):
        open_run(noise, 2)
    with pytest.raises(RunError, match="there is none at lwo; give --setting"):
        open_run(noise, 2, "lwo")
    with pytest.raises(RunError, match="this run is not at the setting low, but at high"):
        open_run(second.folder, setting="low")


def test_interrupted_it_goes_on_to_the_same_bytes(noise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run_each(noise, jobs=1, out="whole", chunk=12)
    play_chunk = workers.play_chunk

    def not_high(plan, code, deals, *, plain):
        if plan.tables[0]["faces"] == 5 and plan.seats == 2 and deals[0] >= 4:
            raise KeyboardInterrupt
        return play_chunk(plan, code, deals, plain=plain)

    with monkeypatch.context() as patch:
        patch.setattr(workers, "play_chunk", not_high)
        with pytest.raises(KeyboardInterrupt, match="kept in part/2-players/high; the same command goes on"):
            run_each(noise, jobs=1, out="part", chunk=12)
    voice = Voice()
    again = run_each(noise, jobs=1, out="part", chunk=12, progress=voice)
    assert sum(text.startswith("nothing left to do") for text in voice.said) == 2
    assert sum(text.startswith("going on") for text in voice.said) == 1
    for one, other in zip(whole, again, strict=True):
        assert one.manifest == other.manifest
        assert hashes(one) == hashes(other)


def test_the_cards_are_read_once_for_each_setting(noise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read, times = prepared.get("dice").load, []
    game = type(prepared.get("dice"))
    monkeypatch.setattr(game, "load", lambda _, *what: times.append(1) or read(*what))
    run_each(noise, jobs=1)
    assert len(times) == 3


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("settings: {}\n", "noise.yaml:8:11: settings: found an empty mapping"),
        ("settings: [low]\n", "noise.yaml:8:11: settings: found a list"),
        ("settings: {low: }\n", "noise.yaml:8:17: settings.low: found nothing"),
        (
            "settings: {" + ", ".join(f"s{n}: {{dice.faces: {n}}}" for n in range(13)) + "}\n",
            "settings: found a mapping with the keys s0, s1, s2, s3, s4, s5 and 7 more, allowed: ",
        ),
        ("settings: {low: 3}\n", "noise.yaml:8:17: settings.low: found the whole number 3"),
        (
            "settings:\n  Low: {}\n",
            'noise.yaml:9:3: settings.Low: found the text "Low", allowed: a name of lower',
        ),
        ("settings:\n  latest: {}\n", "noise.yaml:9:3: settings.latest: found"),
        ("settings:\n  4-players: {}\n", "noise.yaml:9:3: settings.4-players: found"),
        ("settings:\n  ../low: {}\n", "noise.yaml:9:3: settings.../low: found"),
        (
            "settings: {low: {}, high: {}}\n",
            "noise.yaml:8:21: settings.high: found the same values as in low",
        ),
        (
            "settings:\n  low: {dice.faces: 2}\n  high: {dice.faecs: 3}\n",
            "noise.yaml:10:10: dice.faecs: no such key",
        ),
        ("settings:\n  low: {dice.faecs: 2}\n", "did you mean dice.faces?"),
        ("settings:\n  low: {dice.faces: six}\n", 'dice.faces: found the text "six"'),
        ("settigns: {low: {}}\n", "did you mean settings?"),
    ],
)
def test_a_mistake_is_named_with_its_place_before_anything_is_played(text: str, wanted: str) -> None:
    name = scenario("players: 2\n" + text)
    with pytest.raises(BalanceError) as caught:
        run_each(name, jobs=1)
    assert wanted in str(caught.value)
    assert "scenarios/noise.yaml:" in str(caught.value)
    assert not Path("reports").exists()

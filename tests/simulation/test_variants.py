"""Variants of a scenario: runs on the deals of the baseline; what is wrong is said before the first."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.errors import BalanceError, RunError, ScenarioError
from balance.simulation import merge, open_run, prepare, prepare_each, run, run_each, runner
from balance.simulation.storage import file_hash

pytestmark = pytest.mark.usefixtures("desk")

HEAD = "game: dice\ntitle: Variants\nseed: 7\ngames: 60\nplayers: 2\n"
BOTH = "line_ups: {matrix: [bold, calm]}\n"
VARIANTS = """variants:
  low: {dice.faces: 2}
  long:
    set: {dice.rounds: 5}
  same: {}
"""


def scenario(text: str, name: str = "what_if", head: str = HEAD) -> str:
    Path(f"scenarios/{name}.yaml").write_text(head + text)
    return name


def hashes(played: object) -> dict[str, str]:
    return {name: file_hash(played.folder / f"{name}.parquet") for name in merge.TABLES}


def refused(text: str, head: str = HEAD) -> str:
    """What is said of a scenario that cannot be; nothing may have been played or written."""
    with pytest.raises(BalanceError) as error:
        run_each(scenario(text, head=head), jobs=1)
    assert not Path("reports").exists()
    return str(error.value)


def test_baseline_and_variants_are_played_on_the_same_deals() -> None:
    runs = run_each(scenario(BOTH + VARIANTS), jobs=1)
    assert [played.variant for played in runs] == ["", "low", "long", "same"]
    assert [str(played.folder.parent) for played in runs] == [
        "reports/what_if",
        *(f"reports/what_if/variants/{name}" for name in ("low", "long", "same")),
    ]
    assert {played.manifest["run"]["seed"] for played in runs} == {7}
    assert {played.manifest["deals"] for played in runs} == {15}
    baseline, low, long, same = runs
    assert hashes(baseline) == hashes(same)
    # luck is shared: the first four rounds of a longer game are those of the shorter one
    four = [f"lead.{n}" for n in range(1, 5)]
    assert (long.games[four] == baseline.games[four]).all(axis=None)
    assert (long.games["rounds"] == 5).all()
    assert (low.games["opener"] == baseline.games["opener"]).all()
    assert not (low.games["lead.1"] == baseline.games["lead.1"]).all()


def test_the_baseline_is_the_run_that_a_scenario_without_variants_would_be() -> None:
    plain = scenario(BOTH, "plain")
    name = scenario(BOTH + VARIANTS)
    assert prepare(name).facts == prepare(plain).facts
    one, other = run(name, jobs=1), run(plain, jobs=1)
    assert hashes(one) == hashes(other)
    assert {key for key in one.manifest if one.manifest[key] != other.manifest.get(key)} == {"name", "seal"}
    assert "variant" not in one.manifest


def test_a_variant_is_the_run_that_a_scenario_of_its_own_would_be() -> None:
    alone = run(scenario(BOTH + "overrides: {dice.faces: 2}\n", "alone"), jobs=1)
    varied = run(scenario(BOTH + VARIANTS), variant="low", jobs=1)
    assert hashes(alone) == hashes(varied)
    assert alone.manifest["identity"] == varied.manifest["identity"]
    assert varied.manifest["variant"] == {"name": "low", "bots": {}}


def test_variants_go_on_where_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    name = scenario(BOTH + VARIANTS)
    played: list[object] = []
    complete = runner._complete

    def noted(ready, *rest):
        played.append(ready.variant)
        if len(played) == 3:
            raise KeyboardInterrupt
        complete(ready, *rest)

    monkeypatch.setattr(runner, "_complete", noted)
    with pytest.raises(KeyboardInterrupt):
        run_each(name, jobs=1)
    monkeypatch.setattr(
        runner, "_complete", lambda ready, *rest: (played.append(ready.variant), complete(ready, *rest))
    )
    run_each(name, jobs=1)
    assert played == [None, "low", "long", "long", "same"]


def test_which_run_is_opened() -> None:
    name = scenario(BOTH + VARIANTS)
    runs = run_each(name, jobs=1)
    assert open_run(name).folder == runs[0].folder
    assert open_run(name, variant="low").folder == runs[1].folder
    with pytest.raises(RunError, match=r"no run of the variant lo; did you mean low\?"):
        open_run(name, variant="lo")
    with pytest.raises(
        ScenarioError, match=r"--variant: found lon, allowed: baseline, low, long, same; did you"
    ):
        prepare(name, variant="lon")


def test_with_several_numbers_of_players() -> None:
    head = HEAD.replace("players: 2", "players: [2, 3]")
    runs = run_each(scenario("line_ups: {versus: [bold, calm]}\n" + VARIANTS, head=head), jobs=1)
    assert [str(played.folder.parent) for played in runs] == [
        f"reports/what_if/{players}-players{below}"
        for players in (2, 3)
        for below in ("", "/variants/low", "/variants/long", "/variants/same")
    ]
    assert open_run("what_if", 3, variant="long").manifest["run"]["players"] == 3


def test_other_bots_and_other_line_ups() -> None:
    text = BOTH + "variants:\n  dull: {bots: {bold: dull}}\n  mirror: {line_ups: {list: [[calm, calm]]}}\n"
    baseline, dull, mirror = run_each(scenario(text), jobs=1)
    assert baseline.line_ups == ["bold v bold", "bold v calm", "calm v calm"]
    assert dull.line_ups == ["dull v dull", "dull v calm", "calm v calm"]
    assert dull.manifest["variant"]["bots"] == {"bold": "dull"}
    assert mirror.line_ups == ["calm v calm"]
    # as many deals as the baseline, not as many games
    assert {played.manifest["deals"] for played in (baseline, dull, mirror)} == {15}
    assert mirror.manifest["games"] == 15


def test_cards_are_added_copied_and_removed() -> None:
    text = """variants:
  bolder:
    copy: {bots.bolder: bots.bold}
    set: {bots.bolder.bonus: 3}
    bots: {bold: bolder}
  newer:
    add: {bots.newer: {about: adds four, bonus: 4}}
    line_ups: {matrix: [newer, calm]}
  fewer: {remove: [bots.dull]}
"""
    _, bolder, newer, fewer = prepare_each(scenario(BOTH + text))
    assert bolder.cards.model.bots["bolder"].bonus == 3
    assert bolder.cards.model.bots["bolder"].about == "adds two"
    assert bolder.plan.bot_names == ("bolder", "calm")
    assert newer.plan.bot_names == ("newer", "calm")
    assert list(fewer.cards.bots) == ["bold", "calm"]


def test_a_variant_reads_back_from_its_manifest() -> None:
    copied = "copy: {bots.bolder: bots.bold}, set: {bots.bolder.bonus: 3}, bots: {bold: bolder}"
    text = f"variants:\n  bolder: {{{copied}}}\n"
    played = run(scenario(BOTH + text), variant="bolder", jobs=1)
    assert played.cards.model.bots["bolder"].bonus == 3
    game = int(played.games["game"].iloc[-2])
    assert played.replay(game)


@pytest.mark.parametrize(
    ("variants", "said"),
    [
        ("  low: {dice.face: 2}\n", "scenarios/what_if.yaml:8:9: dice.face: no such key 'face'"),
        ("  low: {dice.faces: many}\n", 'scenarios/what_if.yaml:8:9: dice.faces: found the text "many"'),
        ("  low: {sett: {dice.faces: 2}}\n", "did you mean set?"),
        ("  Low: {dice.faces: 2}\n", 'variants.Low: found the text "Low", allowed: a name of lower-case'),
        ("  baseline: {dice.faces: 2}\n", "other than baseline and latest"),
        (
            "  a: {dice.faces: 2}\n  b: {set: {dice.faces: 2}}\n",
            "variants.b: found the same as in a, allowed",
        ),
        (
            "  a: {bots: {bald: calm}}\n",
            '8:14: variants.a.bots.bald: found the text "bald", allowed: bold, calm',
        ),
        ("  a: {bots: {bold: clam}}\n", "did you mean calm?"),
        (
            "  a: {bots: {bold: calm}, line_ups: {matrix: [calm]}}\n",
            "found beside `line_ups`, allowed: one of",
        ),
        ("  a: {line_ups: {}}\n", "variants.a.line_ups: found no line-up"),
        (
            "  a: {line_ups: {matrix: [bold, clam]}}\n",
            '8:33: variants.a.line_ups.matrix[1]: found the text "clam"',
        ),
        ("  a: {remove: [bots.bold]}\n", "allowed: calm, dull"),
        ("  a: {copy: {bots.new: bots.blod}}\n", "did you mean bots.bold?"),
        ("  a: 3\n", "variants.a: found the whole number 3"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_played(variants: str, said: str) -> None:
    assert said in refused(BOTH + "variants:\n" + variants)


def test_settings_and_variants_are_two_questions() -> None:
    said = refused(BOTH + VARIANTS + "settings: {low: {dice.faces: 2}}\n")
    assert "variants: found beside `settings`, allowed: one of the two" in said


def test_margins_are_of_measures_there_are_and_change_no_run() -> None:
    said = refused(BOTH + "margins: {margn: 1}\n")
    assert 'margins.margn: found the text "margn"' in said
    assert "did you mean margin?" in said
    stated = scenario(BOTH + "margins: {margin: 1, win_share: 0.02, win_share.bold: 0.5}\n", "stated")
    assert prepare(stated).identity == prepare(scenario(BOTH)).identity


def test_a_setting_cannot_lie_where_variants_do() -> None:
    assert "settings.variants: found" in refused(BOTH + "settings: {variants: {dice.faces: 2}}\n")

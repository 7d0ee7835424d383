"""The lint: chances against counting out, what it says of cards put into the list, two taggers."""

from __future__ import annotations

import math
import shutil
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from balance.__main__ import app
from balance.errors import BalanceError, CardDataError
from balance.games.hire_or_fire import agreement, cards, lint
from balance.games.hire_or_fire import fits as fit_tables

if TYPE_CHECKING:
    from balance.cards import CardSet

SHIPPED = Path(__file__).parents[3] / "card_data" / "hire_or_fire"
FEW = (("lint.worlds", 3),)


@cache
def shipped() -> CardSet:
    """The shipped cards."""
    return cards.load(SHIPPED, FEW)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped cards, to be written to."""
    return Path(shutil.copytree(SHIPPED, tmp_path / "cards"))


def with_job(folder: Path, line: str) -> CardSet:
    with (folder / "jobs.yaml").open("a") as file:
        file.write(f"  {line}\n")
    return cards.load(folder, FEW)


def with_skill(folder: Path, strength: str, weakness: str) -> CardSet:
    with (folder / "skills.yaml").open("a") as file:
        file.write(f"  newcomer:\n    strength: {strength}\n    weakness: {weakness}\n")
    return cards.load(folder, FEW)


def kinds_of(found: CardSet) -> dict[str, lint.Kind]:
    return {kind.name: kind for kind in lint.look(found)}


# ------------------------------------------------------------------------------ against counting out


def counted(column: np.ndarray, rest: int) -> list[float]:
    """Chance of each card to be the best of itself and `rest` others, by laying out every hand."""
    found = []
    for card in range(len(column)):
        others = [other for other in range(len(column)) if other != card]
        hands = list(combinations(others, rest))
        shares = []
        for hand in hands:
            best = max(column[card], *(column[other] for other in hand))
            tied = 1 + sum(column[other] == best for other in hand)
            shares.append(1 / tied if column[card] == best else 0)
        found.append(sum(shares) / len(hands))
    return found


TABLE = np.array(
    [[0.0, 0.5, 0.2], [0.0, 0.1, 0.2], [0.3, 0.1, 0.2], [0.9, 0.5, 0.2], [0.3, 0.7, 0.2], [0.0, 0.2, 0.2]]
)


@pytest.mark.parametrize("rest", [1, 2, 4, 5])
def test_chances_to_be_the_best_are_those_of_all_hands_laid_out(rest: int) -> None:
    wanted = np.array([counted(column, rest) for column in TABLE.T]).T
    assert lint.best_chances(TABLE, rest) == pytest.approx(wanted)


def test_a_hand_larger_than_the_list_is_the_list() -> None:
    assert lint.best_chances(TABLE, 9) == pytest.approx(lint.best_chances(TABLE, 5))


def test_a_job_is_no_experience_for_itself() -> None:
    square = np.array([[9.0, 0.5, 0.1], [0.2, 9.0, 0.3], [0.4, 0.1, 9.0]])
    assert lint.best_job_chances(square, 1) == pytest.approx(np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0.0]]))


def test_use_fit_and_doubt_of_cards_by_hand() -> None:
    table = np.array([[0.8, 0.2, 0.2, 0.0]])
    chances = np.array([[0.5, 0.25, 0.25, 0.0]])
    found = lint.in_folders(table, chances)
    assert found["use"] == pytest.approx([0.25])
    assert found["fit"] == pytest.approx([0.5])
    # used for the first: none of three suits it better; for the second or third: one, and half a tie
    assert found["doubt"] == pytest.approx([0.5 * 0 + 0.5 * 1.5 / 3])


def test_a_job_does_not_meet_itself_among_the_offers() -> None:
    table = np.array([[9.0, 0.5, 0.1], [0.2, 9.0, 0.3], [0.4, 0.1, 9.0]])
    found = lint.in_folders(table, lint.best_job_chances(table, 1), own=True)
    assert found["use"] == pytest.approx([0.5, 0.5, 0.5])
    assert found["fit"] == pytest.approx([0.5, 0.3, 0.4])
    assert found["doubt"] == pytest.approx([0, 0, 0])


def test_a_card_that_is_never_the_best_counts_as_used_anywhere() -> None:
    found = lint.in_folders(np.array([[0.1, 0.3]]), np.zeros((1, 2)))
    assert found["use"] == pytest.approx([0])
    assert found["fit"] == pytest.approx([0.2])
    assert found["doubt"] == pytest.approx([0.5])


def test_in_every_hand_one_card_is_the_best() -> None:
    found = shipped()
    kinds, frame = kinds_of(found), found.model.frame
    assert kinds["job"].measures["use"].mean() == pytest.approx(1 / (frame.hand_jobs - 1))
    for side in ("strength", "weakness"):
        assert kinds[side].measures["use"].mean() == pytest.approx(1 / frame.hand_skills)


def test_how_often_an_offer_is_mistaken_is_what_dealt_hands_say() -> None:
    found = cards.load(SHIPPED, [("lint.worlds", 1), ("model.world", 0)])
    model, draws = found.model, np.random.default_rng(7)
    worked = fit_tables.work_out(model)
    hands = (
        (worked.job, model.frame.hand_jobs - 1),
        *((table, model.frame.hand_skills) for table in (worked.strength, worked.weakness)),
    )

    def folder_for(made: int, seen: int) -> float:
        """Fit to one offer of the best folder for another out of a hand, as a hirer sees it."""
        total = model.model.noise.private * draws.standard_normal()
        for table, drawn in hands:
            cards_left = (
                np.delete(np.arange(len(table)), made) if table is worked.job else np.arange(len(table))
            )
            hand = draws.permutation(cards_left)[:drawn]
            total += table[hand[np.argmax(table[hand, made])], seen]
        return float(total)

    claimed = kinds_of(found)["job"].measures["mistaken"]
    for offer in (int(claimed.argmin()), int(claimed.argmax())):
        others = draws.choice(np.delete(np.arange(len(claimed)), offer), 3000)
        missed = [folder_for(int(other), offer) > folder_for(offer, offer) for other in others]
        assert np.mean(missed) == pytest.approx(claimed[offer], abs=0.025)


def test_percentiles_count_equal_values_half() -> None:
    values = np.array([3.0, 1.0, 2.0, 2.0, 5.0])
    assert [lint.percentile(values, index) for index in range(5)] == [75, 0, 37.5, 37.5, 100]
    assert lint.percentile(np.array([7.0]), 0) == 50


def test_offers_are_measured_as_bots_see_them() -> None:
    found = cards.load(SHIPPED, [("lint.worlds", 1), ("model.world", 0)])
    worked = fit_tables.work_out(found.model)
    job = kinds_of(found)["job"]
    assert job.measures["reach"] == pytest.approx(worked.reach)
    assert job.measures["crowd"] == pytest.approx(worked.crowd)


# --------------------------------------------------------------------------------------- the whole list


def test_a_trait_without_enough_cards_is_named(folder: Path) -> None:
    found = cards.load(folder, [*FEW, ("quotas.jobs_per_trait", [14, 29])])
    job = kinds_of(found)["job"]
    counts = {trait: job.tagged(trait) for trait in found.model.traits}
    few = [trait for trait, count in counts.items() if count < 14]
    many = [trait for trait, count in counts.items() if count > 29]
    said = lint.lint(found)
    assert few
    assert many
    assert said.warnings == tuple(
        f"{counts[trait]} jobs tagged {trait}: too {'few' if trait in few else 'many'}, 14 to 29 are meant"
        " (quotas in traits.yaml)."
        for trait in found.model.traits
        if trait in few + many
    )
    rows = {row[0]: row[1] for row in said.tables[0][1].rows}
    assert rows[few[0]] == f"{counts[few[0]]}: too few"
    assert rows[many[0]] == f"{counts[many[0]]}: too many"


def test_two_jobs_with_the_same_tags_are_named(folder: Path) -> None:
    found = with_job(
        folder, "puddle_pilot: {title: Puddle Pilot, tags: {water: 3, precision: 2, numbers: 2}}"
    )
    said = lint.lint(found)
    assert (
        "Puddle Depth Surveyor and Puddle Pilot are nearly the same job by their tags (association 1.00)."
        in said.warnings
    )
    assert ("job", "puddle_depth_surveyor", "puddle_pilot", "1.00", "too near") in said.tables[2][1].rows


def test_tags_beyond_what_is_meant_are_named(folder: Path) -> None:
    found = with_job(folder, "puddle_pilot: {title: Puddle Pilot, tags: {stealth: 3}}")
    assert "Puddle Pilot has 1 tag: too few, 2 to 4 are meant." in lint.lint(found).warnings
    light = cards.load(SHIPPED, [*FEW, ("quotas.weight", [1, 2])])
    assert "Bathtub Admiral: water weighs 3, 1 to 2 is meant." in lint.lint(light).warnings


def test_a_card_that_is_hardly_ever_the_best_is_named(folder: Path) -> None:
    half = "{text: Is called by a name that nobody heard, tags: {words: 1}"
    found = with_skill(folder, half + "}", half.replace("Is", "Was") + ", spin: 0}")
    kind = kinds_of(found)["weakness"]
    use = kind.measures["use"]
    assert use[-1] == use.min()
    limit = (float(use[-1]) + float(np.sort(use)[1])) / 2
    said = lint.lint(cards.load(folder, [*FEW, ("lint.dead_use", limit)])).warnings
    dead = [text for text in said if text.endswith("a dead card.")]
    assert (
        f'"{kind.titles[-1]}" (newcomer) is the best weakness of a hand in {use[-1]:.1%} of the cases only: a'
        in (dead[-1])
    )
    assert sum("best weakness" in text for text in dead) == 1


def test_spin_makes_a_weakness_weaker(folder: Path) -> None:
    plain = kinds_of(cards.load(folder, FEW))["weakness"]
    name = plain.ids[0]
    dull = kinds_of(cards.load(folder, [*FEW, (f"skills.{name}.weakness.spin", 0.1)]))["weakness"]
    for measure in ("use", "fit"):
        assert dull.measures[measure][0] < plain.measures[measure][0]


def test_with_one_card_for_both_halves_the_sum_counts(folder: Path) -> None:
    name = next(q for q, found in cards.load(folder).model.readings.items() if found.switch == "skills_used")
    kinds = kinds_of(cards.load(folder, [*FEW, (f"readings.{name}", "one_card")]))
    for measure in ("use", "fit", "doubt"):
        assert kinds["strength"].measures[measure] == pytest.approx(kinds["weakness"].measures[measure])


# ----------------------------------------------------------------------------------------- named cards


def test_a_new_job_is_held_against_all_others(folder: Path) -> None:
    before = kinds_of(cards.load(folder, FEW))["job"]
    found = with_job(folder, "puddle_pilot: {title: Puddle Pilot, tags: {water: 3, transit: 2}}")
    said = lint.lint(found, ["puddle_pilot"])
    titles = [title for title, _ in said.tables]
    assert titles == [
        "Puddle Pilot (job)",
        "Puddle Pilot (job): what is most like it",
        "Puddle Pilot (job): its traits",
    ]
    job = kinds_of(found)["job"]
    rows = {row[0]: row[1:] for row in said.tables[0][1].rows}
    reach = job.measures["reach"]
    assert rows[lint.ABOUT["reach"]] == (
        f"{reach[-1]:.2f}",
        f"{np.median(reach[:-1]):.2f}",
        f"{lint.percentile(reach, len(reach) - 1):.0f}",
    )
    assert said.tables[1][1].rows[0][0] == job.titles[int(np.argmax(job.near[-1]))]
    quota = "12 to 40"
    assert said.tables[2][1].rows == tuple(
        (trait, weight, str(before.tagged(trait)), str(before.tagged(trait) + 1), quota)
        for trait, weight in (("water", "3"), ("transit", "2"))
    )


def test_a_new_job_that_says_everything_is_warned_of(folder: Path) -> None:
    tags = "{animals: 1, water: 1, craft: 1, machines: 1, food: 1}"
    found = with_job(folder, f"jack_of_puddles: {{title: Jack of Puddles, tags: {tags}}}")
    said = lint.lint(found, ["jack_of_puddles"]).warnings
    assert said[0] == "Jack of Puddles has 5 tags: too many, 2 to 4 are meant."
    assert any(text.startswith("Jack of Puddles says little in a folder") for text in said)


def test_a_new_strength_beyond_the_quota_and_next_to_another_is_warned_of(folder: Path) -> None:
    found = with_skill(
        folder,
        "{text: Bakes while asleep, tags: {food: 3}}",
        "{text: Snores in tune, tags: {stage: 2, words: 2}}",
    )
    said = lint.lint(found, ["newcomer"])
    assert len(said.tables) == 6
    count = kinds_of(found)["strength"].tagged("food")
    most = found.model.quotas.strengths_per_trait[1]
    assert count == most + 1
    assert (
        f'"Bakes while asleep" (newcomer) makes {count} strengths tagged food, over {most}.' in said.warnings
    )
    twin = '"Turns leftovers into a banquet" (leftover_banquet)'
    assert any(text.startswith(f'"Bakes while asleep" (newcomer) and {twin} are') for text in said.warnings)


def test_a_card_that_is_not_there_is_refused_with_the_nearest() -> None:
    found = shipped()
    with pytest.raises(
        CardDataError, match=r"no such card 'lion_hairdreser', .*; did you mean lion_hairdresser\?"
    ):
        lint.lint(found, ["lion_hairdreser"])
    with pytest.raises(CardDataError, match=r"skills\.yaml$"):
        lint.lint(found, ["qqq"])


def test_a_card_named_twice_is_told_once() -> None:
    found = shipped()
    assert len(lint.lint(found, ["bathtub_admiral", "bathtub_admiral"]).tables) == 3


# ------------------------------------------------------------------------------------------ two taggers


def marks(table: list[list[int]]) -> list[tuple[int, int]]:
    return [
        (one, two) for one, row in enumerate(table) for two, count in enumerate(row) for _ in range(count)
    ]


def test_kappa_with_linear_weights_by_hand() -> None:
    # 4 of 12 differ by one; by chance (5 4 3 against 5 4 3) a difference of 124/144 is to be expected
    found = agreement.weighted_kappa(marks([[4, 1, 0], [1, 2, 1], [0, 1, 2]]))
    assert found is not None
    assert found[0] == pytest.approx(1 - (4 / 12) / (124 / 144))
    assert found[1] < found[0] < found[2]


def test_kappa_of_yes_and_no_is_plain_kappa() -> None:
    found = agreement.weighted_kappa(marks([[20, 5], [10, 15]]))  # 0.7 observed, 0.5 by chance
    assert found is not None
    assert found[0] == pytest.approx(0.4)


def test_kappa_at_its_ends() -> None:
    assert agreement.weighted_kappa([(0, 0), (0, 0)]) is None
    assert agreement.weighted_kappa([(2, 2), (2, 2)]) is None
    for pairs, wanted in (([(0, 0), (2, 2)], 1), ([(0, 0), (0, 2)], 0)):
        found = agreement.weighted_kappa(pairs)
        assert found is not None
        assert found[0] == pytest.approx(wanted)
        assert math.isnan(found[1])


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30))
def test_kappa_is_what_its_definition_says(pairs: list[tuple[int, int]]) -> None:
    found = agreement.weighted_kappa(pairs)
    seen = sum(abs(one - two) for one, two in pairs) / len(pairs)
    chance = sum(abs(one - two) for one, _ in pairs for _, two in pairs) / len(pairs) ** 2
    if found is None:
        assert chance == 0
    else:
        assert found[0] == pytest.approx(1 - seen / chance)


def test_the_same_tags_agree(folder: Path) -> None:
    found = shipped()
    for file in ("jobs.yaml", "skills.yaml"):
        said = lint.lint(found, (), folder / file)
        assert said.warnings == ()
        assert [title for title, _ in said.tables] == ["Agreement of two taggers on 180 jobs and halves"]
        assert {row[4] for row in said.tables[0][1].rows} == {"1.00"}


def test_a_trait_that_means_something_else_to_the_second_tagger_is_flagged(folder: Path) -> None:
    file = folder / "jobs.yaml"
    file.write_text(
        file.read_text().replace("nerve:", "SWAP:").replace("stealth:", "nerve:").replace("SWAP:", "stealth:")
    )
    said = lint.lint(shipped(), (), file)
    flagged = [text.split(" on ")[1].split(" (")[0] for text in said.warnings]
    assert flagged == ["nerve", "stealth"]
    differ = dict(said.tables)["Where they differ most"]
    assert differ.rows[0][1] != differ.rows[0][2]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "the file is empty"),
        ("[1]", "allowed: a mapping"),
        ("jobs: {}", "found no tags"),
        ("jobs: {bathtub_admirl: {tags: {water: 3}}}", "did you mean bathtub_admiral?"),
        ("jobs: {bathtub_admiral: {tags: {watr: 3}}}", "did you mean water?"),
        ("jobs: {bathtub_admiral: {tags: {water: 4}}}", "a whole number from 1 to 3"),
        ("skills: {jar_opener: {strength: {tags: {foood: 1}}}}", "did you mean food?"),
        ("skills: {jar_opner: {strength: {tags: {food: 1}}}}", "did you mean jar_opener?"),
        ("jbos: {}", "did you mean jobs?"),
    ],
)
def test_a_wrong_second_tagging_is_refused(tmp_path: Path, text: str, wanted: str) -> None:
    file = tmp_path / "second.yaml"
    file.write_text(text)
    with pytest.raises(BalanceError) as refused:
        lint.lint(shipped(), (), file)
    assert wanted in str(refused.value)
    assert "second.yaml" in str(refused.value)


# ------------------------------------------------------------------------------------- the command line


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the shipped cards are found."""
    monkeypatch.chdir(SHIPPED.parents[1])


def balance_lint(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["lint", *words], env={"COLUMNS": "120"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.usefixtures("desk")
def test_the_command_shows_tables_and_warnings() -> None:
    code, out, _ = balance_lint("hire_or_fire")
    assert code == 0
    assert "jobs (12 to 40)" in out
    assert out.endswith("nothing to warn of\n")
    code, out, _ = balance_lint("hire_or_fire", "bathtub_admiral", "jar_opener")
    assert code == 0
    assert out.count("percentile") >= 3


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["hire_or_fire", "bathtub_admirl"], "did you mean bathtub_admiral?"),
        (["hire_or_fire", "--second", "nothing_here.yaml"], "nothing_here.yaml: there is no such file"),
        (["employee_handbok"], "did you mean 'employee_handbook'?"),
        (["employee_handbook", "farm"], "has no lint of single cards"),
    ],
)
def test_mistakes_are_one_message(words: list[str], wanted: str) -> None:
    code, out, err = balance_lint(*words)
    assert (code, out) == (2, "")
    assert wanted in err
    assert err.count("\n") == 1


@pytest.mark.usefixtures("desk")
def test_a_game_without_a_lint_gives_its_warnings_and_says_so() -> None:
    code, out, _ = balance_lint("extremely_bad_hires")
    assert code == 0
    assert out.splitlines() == [
        "Extremely Bad Hires has no lint of its own: these are the warnings that runs give.",
        "nothing to warn of",
    ]


def test_the_cards_that_the_readme_writes_can_be_added(folder: Path) -> None:
    page = (SHIPPED.parent / "README.md").read_text()
    example = page.split("## Write a job or a skill card")[1].split("```yaml\n")[1].split("```")[0]
    job, skill = example.split("\n\n")
    for file, text in (("jobs.yaml", job), ("skills.yaml", skill)):
        with (folder / file).open("a") as out:
            out.write(text.rstrip() + "\n")
    found = cards.load(folder, FEW)
    assert len(found.model.jobs) == 181
    said = lint.lint(found, [list(found.model.jobs)[-1], list(found.model.skills)[-1]])
    assert len(said.tables) == 9


def test_the_readme_explains_what_the_lint_shows() -> None:
    page = (SHIPPED.parent / "README.md").read_text()
    assert [words for words in lint.ABOUT.values() if f"| {words} |" not in page] == []

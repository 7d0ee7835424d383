"""What differs between two sets of card data, in words and with exact paths."""

from __future__ import annotations

import json
import shutil
from functools import lru_cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from balance import games
from balance.cards import CardSet, from_options, parse_path, summed_up
from balance.cards.changes import GROUPS, SHOWN_MAX, changes
from balance.cards.override import as_overrides
from balance.cards.paths import at_path, leaves, path_text
from balance.errors import CardDataError
from balance.simulation import cards_in_manifest
from tests.frozen import frozen_folder

GAMES = ["employee_handbook", "extremely_bad_hires", "hire_or_fire"]


@lru_cache
def base(name: str) -> CardSet:
    return games.get(name).load(frozen_folder(name))


def with_options(name: str, **options) -> CardSet:
    return games.get(name).load(frozen_folder(name), from_options(**options))


def told(name: str, **options) -> list[str]:
    return [change.text for change in changes(base(name), with_options(name, **options))]


def handbook(**options) -> list[str]:
    return told("employee_handbook", **options)


def value(path: str, name: str = "employee_handbook"):
    return base(name).value(path)


# ------------------------------------------------------------------------------------------ exact paths


def leaf_values(name: str) -> list[tuple[str, object]]:
    """Every number, text and truth value that can be set alone (readings cannot: they set others)."""
    data = base(name).data
    found = [(path, v) for key in data if key != "readings" for path, v in leaves(data[key], (key,))]
    return [
        (path_text(path), v) for path, v in found if v is not None and parse_path(path_text(path)) == path
    ]


def another(old: object) -> object:
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return old + 1
    return old * 1.25 + 0.01 if isinstance(old, float) else f"{old} indeed"


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_exactly_what_was_changed_is_named(name: str, data) -> None:
    known = leaf_values(name)
    picked = data.draw(st.lists(st.integers(0, len(known) - 1), min_size=1, max_size=4, unique=True))
    wanted = {known[n][0]: another(known[n][1]) for n in picked}
    valid = {}
    for path, new in wanted.items():  # some values cannot be changed alone
        try:
            cards = games.get(name).load(frozen_folder(name), [*valid.items(), (path, new)])
        except CardDataError:
            continue
        valid[path] = new
        last = cards
    assume(valid)
    found = changes(base(name), last)
    assert {change.path: (change.before, change.after) for change in found} == {
        path: (base(name).value(path), new) for path, new in valid.items()
    }
    assert len(found) == len(valid)
    assert all(str(change.place).startswith(f"--set {change.path}") for change in found)
    back = changes(last, base(name))
    assert {(c.path, c.after, c.before) for c in back} == {(c.path, c.before, c.after) for c in found}
    again = games.get(name).load(frozen_folder(name), [(c.path, c.after) for c in found])
    assert changes(again, last) == []


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_whatever_is_taken_out_is_refused_or_told(name: str, data) -> None:
    known = sorted(
        {path[:depth] for path, _ in leaves(base(name).data) for depth in range(1, len(path) + 1)}, key=str
    )
    path = path_text(known[data.draw(st.integers(0, len(known) - 1))])
    everywhere = data.draw(st.sampled_from([None, "everywhere"]))
    try:
        cards = games.get(name).load(frozen_folder(name), [(f"remove {path}", everywhere)])
    except CardDataError:
        return  # refused in words: anything else fails here
    found = changes(base(name), cards)
    assert (found == []) == (cards.hash == base(name).hash)
    assert all(change.text and "\n" not in change.text for change in found)
    assert {change.path for change in changes(cards, base(name))} == {change.path for change in found}


@pytest.mark.parametrize("name", GAMES)
def test_equal_cards_do_not_differ(name: str, tmp_path) -> None:
    assert changes(base(name), base(name)) == []
    copy = tmp_path / "cards"
    shutil.copytree(frozen_folder(name), copy)
    for file in copy.glob("*.yaml"):
        file.write_text("# another comment\n" + file.read_text())
    assert changes(base(name), games.get(name).load(copy)) == []
    written = json.loads(json.dumps(cards_in_manifest.write(base(name), [])))
    assert changes(base(name), cards_in_manifest.read(games.get(name), written)) == []


def test_a_value_that_is_what_holds_anyway_is_no_change() -> None:
    path = "buildings.workshop.levels[0].draws"
    assert "draws" not in value("buildings.workshop.levels[0]")
    assert handbook(sets=[f"{path}=0"]) == []
    assert handbook(sets=[f"{path}=1"]) == ["Workshop level 1: draws 0 -> 1"]


def test_folders_manifests_and_overrides_are_compared_alike(tmp_path) -> None:
    game, name = games.get("employee_handbook"), "employee_handbook"
    edit = from_options(sets=["buildings.factory.levels[0].cost=5"])
    by_override = game.load(frozen_folder(name), edit)
    shutil.copytree(frozen_folder(name), tmp_path / "cards")
    file = tmp_path / "cards" / "buildings.yaml"
    old = f"{{cost: {value('buildings.factory.levels[0].cost')}, value: 3, draws: 1"
    assert file.read_text().count(old) == 1
    file.write_text(file.read_text().replace(old, "{cost: 5, value: 3, draws: 1"))
    by_file = game.load(tmp_path / "cards")
    written = json.loads(json.dumps(cards_in_manifest.write(by_override, as_overrides(edit))))
    by_manifest = cards_in_manifest.read(game, written)
    assert changes(by_file, by_override) == changes(by_file, by_manifest) == []
    found = [changes(base(name), other)[0] for other in (by_file, by_override, by_manifest)]
    assert len({change.text for change in found}) == 1
    assert found[0].place.file == "buildings.yaml"  # no folder that is gone tomorrow
    assert found[0].place.line > 0


def test_two_games_are_not_compared() -> None:
    with pytest.raises(CardDataError, match="found two games, allowed: one game"):
        changes(base("employee_handbook"), base("hire_or_fire"))


# ------------------------------------------------------------------------------------------------ words


def test_prices_copies_and_rules_of_the_handbook() -> None:
    cost, copies = value("buildings.factory.levels[0].cost"), value("eras[1].copies.hazard")
    actions, workshops = value("company.actions"), value("start.buildings.workshop")
    found = handbook(
        sets=[
            "eras[1].copies.hazard=9",
            "buildings.factory.levels[0].cost=5",
            "bots.builder.weights.greed=0.5",
            "company.actions=4",
            "start.buildings.workshop=2",
            "frame.rounds=12",
        ]
    )
    assert found == [
        f"rounds {value('frame.rounds')} -> 12",
        f"company: actions {actions} -> 4 (business actions per turn, at most)",
        f"start buildings: Workshop {workshops} -> 2",
        f"Factory level 1: cost {cost} -> 5",
        f"Hazard: {copies} copies -> 9 in era 2",
        f"bot builder: greed {value('bots.builder.weights.greed')} -> 0.5",
    ]


def test_the_groups_stand_in_their_order() -> None:
    found = changes(
        base("employee_handbook"),
        with_options(
            "employee_handbook",
            sets=[
                "base.greed=3",
                "readings.HA-11.reading=immediate",
                "eras[0].copies.hazard=3",
                "buildings.lab.limit=2",
                "frame.rounds=9",
            ],
        ),
    )
    assert [change.group for change in found] == list(GROUPS)


def test_a_reading_is_told_with_its_question() -> None:
    before = base("employee_handbook").assumption("HA-11")
    (found,) = changes(
        base("employee_handbook"), with_options("employee_handbook", sets=["readings.HA-11=immediate"])
    )
    assert found.path == "readings.HA-11.reading"
    assert (found.before, found.after) == (before.reading, "immediate")
    assert found.text == f"HA-11, {before.question} {before.reading} -> immediate"


def test_what_a_reading_sets_is_told_with_its_place() -> None:
    for name in GAMES:
        for question, facts in value("readings", name).items():
            for reading, choice in facts["choices"].items():
                if choice.get("set") and reading != facts["reading"]:
                    other = with_options(name, sets=[f"readings.{question}={reading}"])
                    found = {change.path: change for change in changes(base(name), other)}
                    assert found[f"readings.{question}.reading"].after == reading
                    moved = {
                        p: v for p, v in choice["set"].items() if at_path(base(name).data, parse_path(p)) != v
                    }
                    assert moved.keys() <= found.keys()
                    assert all("readings.yaml" in found[path].place.file for path in moved)
                    return
    pytest.fail("no reading sets a value")


def test_values_of_one_company() -> None:
    cost = value("buildings.factory.levels[0].cost")
    assert handbook(sets=["companies.b.buildings.factory.levels[0].cost=7"]) == [
        f"company b only: Factory level 1: cost {cost} (as for all) -> 7"
    ]


def test_names_and_texts() -> None:
    assert handbook(sets=["buildings.lab.name=Library"]) == ['Lab renamed "Library"']
    old = value("cards.inspection.text")
    assert len(old) > 100
    (found,) = handbook(sets=[f"cards.inspection.text='{old.replace('lapses', 'is gone')}'"])
    assert found.startswith('Inspection: text "...')
    assert "lapses" in found
    assert "is gone" in found
    assert len(found) < len(old) + 40


def test_cards_that_come_and_go() -> None:
    found = handbook(
        copies=["buildings.bank=buildings.factory"],
        sets=["buildings.bank.name=Bank", "buildings.bank.levels[0].cost=5"],
        removes=["cards.windfall=everywhere"],
    )
    cost = value("buildings.factory.levels[0].cost")
    assert found[:2] == [f"Bank added: as Factory, but level 1 cost {cost} -> 5", "Windfall removed"]
    assert found[2:] == [
        f"Windfall: {era['copies']['windfall']} copies -> 0 in era {n}"
        for n, era in enumerate(value("eras"), 1)
    ]
    new = "buildings.bank={name: Bank, limit: 1, levels: [{cost: 5, value: 1, income: 3}]}"
    assert handbook(adds=[new]) == [
        "Bank added: limit 1, levels[0].cost 5, levels[0].value 1, levels[0].income 3"
    ]
    assert handbook(copies=["buildings.bank=buildings.factory"]) == [
        "Factory (bank) added: as Factory (factory)"
    ]


def test_an_entry_out_of_the_middle_of_a_list_is_one_difference() -> None:
    found = changes(
        base("employee_handbook"),
        with_options("employee_handbook", removes=["eras[1]"]),
    )
    assert [(change.path, change.text) for change in found] == [("eras[1]", "era 2 removed")]
    assert found[0].before == value("eras[1]")
    assert found[0].after is None


def test_another_order_of_the_market(tmp_path) -> None:
    shutil.copytree(frozen_folder("employee_handbook"), tmp_path / "cards")
    file = tmp_path / "cards" / "buildings.yaml"
    text = file.read_text()
    at, end = text.index("  factory:\n"), text.index("  lab:\n")
    file.write_text(text[:at] + text[end:] + "\n" + text[at:end])
    (found,) = changes(base("employee_handbook"), games.get("employee_handbook").load(tmp_path / "cards"))
    assert found.path == "buildings"
    assert found.text == "buildings: in another order (Lab now after Workshop)"


def test_the_words_of_extremely_bad_hires() -> None:
    name = "extremely_bad_hires"
    copies, jobs = value("decks.standard.cards.wet_floor", name), value("job_deck.goose_census", name)
    profit, target = value("jobs.goose_census.profit", name), value("frame.target", name)
    assert told(
        name,
        sets=[
            "decks.standard.cards.wet_floor=3",
            "job_deck.goose_census=3",
            "jobs.goose_census.profit=5",
            "frame.target=12",
            "mayhem.wet_floor.effects=[{draw: 1}]",
        ],
    ) == [
        f"target {target} -> 12 (Profit that wins)",
        "Wet Floor, No Sign: effect 1: incapacitate.who $t, incapacitate.turns 2 -> draw 1",
        f"Goose Census, Roof: profit {profit} -> 5",
        f"Wet Floor, No Sign: {copies} copy -> 3 in deck standard",
        f"Goose Census, Roof: {jobs} copy -> 3 in job deck",
    ]


def test_the_words_of_hire_or_fire() -> None:
    name = "hire_or_fire"
    salary, water = value("frame.salaries[0]", name), value("jobs.anchor_lifter.tags.water", name)
    found = told(
        name,
        sets=[
            "frame.salaries[0]=3500",
            f"jobs.anchor_lifter.tags.water={1 + water % 3}",
            "skills.jar_opener.weakness.spin=0.5",
        ],
        removes=["jobs.queue_warmer"],
    )
    assert found == [
        f"salary 1: {salary} -> 3500",
        f"Anchor Lifter tags: water {water} -> {1 + water % 3}",
        "Queue Warmer removed",
        "Jar opener weakness: spin 1 -> 0.5",
    ]


def test_weights_that_a_bot_takes_from_the_base() -> None:
    name = "extremely_bad_hires"
    bot = next(
        bot for bot in value("bots", name) if "block" not in value(f"bots.{bot}", name).get("weights", {})
    )
    block = value("base.block", name)
    assert told(name, sets=[f"bots.{bot}.weights.block=3.5"]) == [f"bot {bot}: block {block} (base) -> 3.5"]


# ---------------------------------------------------------------------------------------------- summing up


def test_few_changes_are_told_one_by_one() -> None:
    found = changes(
        base("employee_handbook"),
        with_options("employee_handbook", sets=["frame.rounds=9", "buildings.lab.limit=2"]),
    )
    assert summed_up(found) == [change.text for change in found]
    assert summed_up([]) == []


def test_many_changes_of_one_kind_are_one_line() -> None:
    name = "hire_or_fire"
    jobs = list(value("jobs", name))[:60]
    sets = [f"jobs.{job}.title=Former {n}" for n, job in enumerate(jobs[:50])]
    found = changes(
        base(name),
        with_options(name, sets=[*sets, "frame.weeks=3"], removes=[f"jobs.{j}" for j in jobs[50:]]),
    )
    lines = summed_up(found)
    assert len(found) == 61
    assert len(lines) == 3
    assert lines[0] == f"weeks {value('frame.weeks', name)} -> 3"
    first = value(f"jobs.{jobs[0]}.title", name)
    assert lines[1].startswith(f'jobs: 50 changes (title): {first} renamed "Former 0"; ')
    assert lines[1].endswith("; and 47 more")
    assert lines[2].startswith("jobs: 10 changes (removed): ")
    assert len(lines) < SHOWN_MAX


def test_prices_that_rise_and_fall() -> None:
    levels = [
        f"buildings.{name}.levels[{n}].cost"
        for name, building in value("buildings").items()
        for n in range(len(building["levels"]))
    ]
    sets = [f"{path}={value(path) + (1 if n % 3 else -1)}" for n, path in enumerate(levels)]
    (line,) = summed_up(changes(base("employee_handbook"), with_options("employee_handbook", sets=sets)))
    down = len(levels[::3])
    assert line.startswith(
        f"buildings: {len(levels)} changes (cost, {len(levels) - down} up and {down} down): "
    )


def test_a_bot_that_was_tuned_is_one_line() -> None:
    weights = value("bots.builder.weights")
    sets = [f"bots.builder.weights.{name}={weight + 0.01}" for name, weight in weights.items()]
    (line,) = summed_up(changes(base("employee_handbook"), with_options("employee_handbook", sets=sets)))
    first = next(iter(weights))
    assert line.startswith(f"bot builder: {len(weights)} changes (numbers, {len(weights)} up): {first} ")


def test_many_copies_of_one_deck_are_one_line() -> None:
    name = "extremely_bad_hires"
    cards = value("decks.standard.cards", name)
    sets = [f"decks.standard.cards.{card}={count + 1}" for card, count in list(cards.items())[:9]]
    (line,) = summed_up(changes(base(name), with_options(name, sets=sets)))
    assert line.startswith("decks.standard.cards: 9 changes (copies, 9 up): ")
    assert line.endswith("in deck standard; and 6 more")


def test_many_numbers_of_a_table_are_one_line() -> None:
    name = "hire_or_fire"
    numbers = value("model.salary.base.3", name)
    path = "model.salary.base.3"
    sets = [f"{path}[{n}]={number + 0.5}" for n, number in enumerate(numbers)]
    sets += [
        f"model.salary.base.4[{n}]={number - 0.5}"
        for n, number in enumerate(value("model.salary.base.4", name))
    ]
    (line,) = summed_up(changes(base(name), with_options(name, sets=sets)))
    size = len(numbers)
    assert line.startswith(
        f"model salary: {2 * size} changes (numbers, {size} up and {size} down): "
        f"base: 3 entry 1: {numbers[0]} -> {numbers[0] + 0.5}; "
    )

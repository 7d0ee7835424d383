"""Card data of Hire or Fire as records: every number is where rules and bots look for it."""

from __future__ import annotations

import zlib

import numpy as np
import pytest

from balance.errors import CardDataError
from balance.games.hire_or_fire import fits, state
from balance.games.hire_or_fire.cards import SWITCHES, load
from balance.games.hire_or_fire.counts import GAME_TALLY, TALLY
from balance.games.hire_or_fire.tables import compile_bot, compile_tables, labels
from balance.games.hire_or_fire.weights import WEIGHTS
from tests.games.hire_or_fire.conftest import SMALL


def rules(*overrides, seats: int = 4) -> np.void:
    return compile_tables(load(SMALL, overrides), seats)[0]


# ------------------------------------------------------------------------------------ frame, readings


def test_the_frame() -> None:
    found = rules(seats=5)
    names = ("players", "weeks", "hand_jobs", "hand_skills", "swap_cards", "bonus", "compensation")
    assert [int(found[name]) for name in names] == [5, 2, 3, 3, 1, 3000, 500]
    assert (found["compensation_stock"], found["leak_chance"]) == (4, 0.5)
    assert found["salaries"] == 2
    assert found["salary"].tolist() == [1000, 2000, 0, 0, 0, 0]
    assert (found["jobs"], found["skills"]) == (30, 30)
    assert (found["private_noise"], found["cover"], found["nothing_below"]) == (0.45, 0, 0.6)
    assert rules(("model.weights.cover", 0.25))["cover"] == 0.25


@pytest.mark.parametrize("switch", list(SWITCHES))
def test_readings_turn_their_switch(switch) -> None:
    cards = load(SMALL)
    name = next(name for name, question in cards.model.readings.items() if question.switch == switch)
    for position, reading in enumerate(SWITCHES[switch]):
        found = rules((f"readings.{name}", reading))["reading"]
        assert found[switch] == position
        assert sum(found.tolist()) == position  # all others stay where they are


# ----------------------------------------------------------------------------------------------- cards


def test_cards_stand_in_the_order_of_the_files_and_are_named_by_their_ids() -> None:
    cards, found = load(SMALL).model, rules()
    assert found["job"]["luck"][:30].tolist() == [zlib.crc32(name.encode()) for name in cards.jobs]
    assert found["skill"]["luck"][:30].tolist() == [zlib.crc32(name.encode()) for name in cards.skills]
    assert not found["job"]["luck"][30:].any()
    traits = list(cards.traits)

    def named(bits: int) -> set[str]:
        return {trait for place, trait in enumerate(traits) if bits >> place & 1}

    for row, job in zip(found["job"], cards.jobs.values(), strict=False):
        assert named(int(row["traits"])) == set(job.tags)
        total = sum(job.tags.values())
        share = {trait: row["share"][place] for place, trait in enumerate(traits) if row["share"][place]}
        assert share == pytest.approx({trait: weight / total for trait, weight in job.tags.items()})
    for row, card in zip(found["skill"], cards.skills.values(), strict=False):
        assert named(int(row["strength_traits"])) == set(card.strength.tags)
        assert named(int(row["weakness_traits"])) == set(card.weakness.tags)


def test_fits_stand_by_card_and_offer() -> None:
    found, known = rules(), fits.work_out(load(SMALL).model)
    for name in ("job", "strength", "weakness"):
        table = found[f"{name}_fit"]["to"]
        assert table[:30, :30].tolist() == getattr(known, name).tolist()
        assert not table[30:].any()
        assert not table[:, 30:].any()
    assert found["job"]["crowd"][:30].tolist() == known.crowd.tolist()
    assert found["job"]["reach"][:30].tolist() == known.reach.tolist()
    assert found["job"]["keep"][:30].tolist() == known.keep_job.tolist()
    for side in ("strength", "weakness"):
        assert found["skill"][f"keep_{side}"][:30].tolist() == getattr(known, f"keep_{side}").tolist()
        assert found[f"mean_keep_{side}"] == pytest.approx(getattr(known, f"keep_{side}").mean())
    assert found["mean_keep_job"] == pytest.approx(known.keep_job.mean())


@pytest.mark.parametrize("name", ["job", "strength", "weakness"])
def test_the_expected_excess_between_the_points_of_the_grid(name) -> None:
    """Interpolated as bots do, against the mean over the deck: off by little, and never below."""
    found, known = rules(), fits.work_out(load(SMALL).model)
    low, step = found["excess_low"], found["excess_step"]
    grid = low + step * np.arange(state.GRID)
    lowest = min(getattr(known, table)[~np.eye(30, dtype=bool)].min() for table in ("strength", "job"))
    assert low <= lowest
    for offer in (0, 7, 29):
        deck = np.delete(known.job[:, offer], offer) if name == "job" else getattr(known, name)[:, offer]
        assert found["excess"][name][offer, -1] == pytest.approx(0, abs=1e-12)
        for b in np.linspace(low, grid[-1], 200):
            exact = np.maximum(0, deck - b).mean()
            interpolated = np.interp(b, grid, found["excess"][name][offer])
            assert -1e-12 <= interpolated - exact <= step / 4


def test_where_all_fits_are_the_same() -> None:
    weights = [(f"model.weights.{part}", 0) for part in ("job", "strength", "weakness")]
    found = rules(*weights, ("model.noise.shared", 0))
    assert (found["excess_low"], found["excess_step"]) == (0, 1)
    assert not found["excess"]["job"].any()


# -------------------------------------------------------------------------------------------- salaries


def test_chances_by_the_number_of_players() -> None:
    for seats, base in ((3, 0), (4, -0.5), (5, -0.75), (6, -1)):
        found = rules(seats=seats)
        assert (found["chance_base"], found["chance_slope"]) == (base, 1)
        mean = fits.chance_points(base, 1, 1, 0.5).mean()
        assert found["thresholds"]["at"][2].tolist() == [pytest.approx(mean), 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("noise", "base", "slope"),
    [(0.1, -0.4, 1.5), (0.25, -0.4, 1.5), (0.35, -0.45, 1.25), (0.65, -0.6, 0.5), (2, -0.6, 0.5)],
)
def test_chances_go_in_proportion_between_noises_and_are_held_beyond(noise, base, slope) -> None:
    found = rules(("model.noise.private", noise))
    assert (found["chance_base"], found["chance_slope"]) == (pytest.approx(base), pytest.approx(slope))


def test_thresholds_by_the_cards_to_choose_from() -> None:
    found = rules(("frame.salaries", [1, 2, 3, 4, 5, 6]))["thresholds"]["at"]
    for count in range(state.SALARIES + 1):
        row = found[count]
        used = max(0, count - 1)
        assert np.all(np.diff(row[:used]) > 0)
        assert np.all((row[:used] > 0) & (row[:used] < 1))
        assert not row[used:].any()


def test_only_players_and_chances_depend_on_the_number_of_players() -> None:
    three, six = rules(seats=3), rules(seats=6)
    moved = {name for name in three.dtype.names if three[name].tobytes() != six[name].tobytes()}
    assert moved == {"players", "chance_base", "thresholds"}


def test_noise_of_other_worlds_moves_fits_and_what_follows() -> None:
    one, two = rules(), rules(("model.world", 2))
    moved = {name for name in one.dtype.names if one[name].tobytes() != two[name].tobytes()}
    follows = {"excess", "excess_low", "excess_step", "job", "skill"}
    follows |= {f"{name}_fit" for name in ("job", "strength", "weakness")}
    assert moved == follows | {f"mean_keep_{name}" for name in ("job", "strength", "weakness")}
    assert one["job"]["crowd"].tolist() == two["job"]["crowd"].tolist()  # tags alone


# ---------------------------------------------------------------------------------------- bots, labels


def test_a_bot_is_the_base_and_what_differs() -> None:
    cards = load(SMALL)
    for name, bot in cards.model.bots.items():
        found = compile_bot(cards, name)
        assert dict(zip(found.dtype.names, found.tolist(), strict=True)) == {
            weight: bot.weights.get(weight, cards.model.base[weight]) for weight in WEIGHTS
        }
    assert compile_bot(load(SMALL, [("bots.plain.weights.tau", 7)]), "plain")["tau"] == 7


def test_a_mistyped_bot_gets_the_nearest() -> None:
    with pytest.raises(CardDataError) as caught:
        compile_bot(load(SMALL), "blufer")
    said = 'no bot is called "blufer", allowed: random, plain, reader, solver, bluffer, saver'
    assert str(caught.value) == f"{said}; did you mean bluffer?"


def test_no_bots(folder) -> None:
    (folder / "bots.yaml").unlink()
    with pytest.raises(CardDataError) as caught:
        compile_bot(load(folder), "plain")
    assert str(caught.value) == 'no bot is called "plain", allowed: none: bots.yaml holds no bots'


@pytest.mark.parametrize("row", [TALLY, GAME_TALLY], ids=["seats", "games"])
def test_every_array_that_is_counted_has_labels(row) -> None:
    found = labels(load(SMALL))
    for name in row.names:
        if row[name].subdtype is not None:
            size = row[name].shape[0]
            assert 0 < len(found[name]) <= size, name
            assert len(set(found[name])) == len(found[name])


def test_labels_say_what_the_members_are() -> None:
    found = labels(load(SMALL, [("frame.salaries", [1000, 1000, 25000])]))
    assert found["weeks"] == found["leader"] == found["lead"] == ["1", "2"]
    assert found["salaries"] == ["$1,000", "$1,000 (2)", "$25,000"]
    assert found["offsets"] == ["1", "2", "3", "4", "5"]
    assert found["ladder_ppm"] == ["L0", "L1", "L2", "L3"]
    assert found["by_tokens"] == ["0", "1", "2", "3", "4", "5+"]
    assert found["jobs"][:2] == ["otter_nurse", "goat_counter"]
    assert found["skills"][-1] == "lies_well"
    assert found["standing"] == ["1", "2", "3", "4", "5", "6"]
    assert found["stalled"] == ["never"]

"""The card data of Extremely Bad Hires: what loads, what a designer can change, what reaches the tables."""

from __future__ import annotations

import pickle
import zlib
from pathlib import Path

import pytest

from balance.errors import CardDataError
from balance.games.extremely_bad_hires import language, state
from balance.games.extremely_bad_hires.cards import load
from balance.games.extremely_bad_hires.counts import GAME_TALLY, TALLY
from balance.games.extremely_bad_hires.operations import OPS
from balance.games.extremely_bad_hires.reader import read_texts
from balance.games.extremely_bad_hires.state import CardType, Op, Window
from balance.games.extremely_bad_hires.tables import compile_bot, compile_tables, labels
from balance.games.extremely_bad_hires.texts import walk

CASES = Path(__file__).parent / "cards" / "cases"


# ------------------------------------------------------------------------------------------ what loads


def test_the_cards_of_the_conformance_cases_load() -> None:
    cards = load(CASES)
    texts, problems = read_texts(cards.model, cards.document)
    assert problems == []
    assert len(texts.mayhem) == 18
    assert len(texts.fixes) == 17
    assert cards.bots == {}


def test_the_small_set_says_every_word(folder) -> None:
    """So that a test which loads it has read, checked and compiled every operation."""
    cards = load(folder)
    texts, _ = read_texts(cards.model, cards.document)
    blocks = [
        b
        for t in (*texts.mayhem.values(), *texts.fixes.values())
        for p in t.parts()
        for b in (p.cost, p.effects)
    ]
    blocks += [b for paths in texts.jobs.values() for p in paths for b in (p.clock_in, p.resolve)]
    said = {one.op for block in blocks for one in walk(block)}
    assert said == set(OPS)
    rules = compile_tables(cards, 2)[0]
    used = {Op(int(op)) for op in rules["code"]["op"][: int(rules["code_size"])]}
    assert used == set(Op)


def test_equal_content_has_one_hash_and_a_changed_text_another(folder) -> None:
    one, same = load(folder), load(folder)
    assert one.hash == same.hash
    assert pickle.loads(pickle.dumps(one)).hash == one.hash
    changed = load(folder, [("mayhem.long_form.effects[0].required.by", 2)])
    assert changed.hash != one.hash
    moved = [name for name, part in changed.part_hash.items() if part != one.part_hash[name]]
    assert moved == ["mayhem.yaml"]


def test_sources_are_known_for_numbers_inside_texts(folder) -> None:
    cards = load(folder, [("mayhem.wet_floor.effects[0].incapacitate.turns", 3)])
    found = {p.path: p.source for p in cards.provenance}
    assert found["fixes.market.effects[2].look.count"] == "T0"
    assert found["mayhem.wet_floor.effects[0].incapacitate.turns"].startswith("--set mayhem.wet_floor")


# ------------------------------------------------------------------------------------------- overrides


def test_an_override_reaches_into_a_text(folder) -> None:
    cards = load(folder, [("jobs.bread.profit", 7), ("jobs.leak.qualified.resolve[0].if.do[0].gain", 4)])
    assert compile_tables(cards, 2)[0]["job"][0]["profit"] == 7
    texts, _ = read_texts(cards.model, cards.document)
    assert texts.jobs["leak"][1].resolve[0].args["do"][0].args["count"].constant == 4


def test_an_override_adds_a_key_an_instruction_and_a_card(folder) -> None:
    cards = load(
        folder,
        [
            ("mayhem.wet_floor.effects[0].incapacitate.no_other_recovery", True),
            ("mayhem.wet_floor.effects[2]", {"gain": 1}),
            ("fixes.nap", {"name": "Nap", "effects": [{"draw": 1}]}),
            ("decks.plain.cards.nap", 2),
        ],
    )
    texts, _ = read_texts(cards.model, cards.document)
    effects = texts.mayhem["wet_floor"].main.effects
    assert effects[0].args["no_other_recovery"] is True
    assert [one.op for one in effects] == ["incapacitate", "draw", "gain"]
    assert cards.model.deck(0)["nap"] == 2
    assert labels(cards)["cards"][-1] == "nap"


def test_each_seat_has_its_own_deck(folder) -> None:
    other = {"about": "Tea only.", "cards": {"tea": 5, "crumb_counter": None}}
    cards = load(folder, [("decks.tea_only", other), ("seats[1]", "tea_only")])
    rules = compile_tables(cards, 2)[0]
    names = labels(cards)["cards"]
    copies = [dict(zip(names, rules["deck"][seat]["copies"].tolist(), strict=False)) for seat in range(2)]
    assert copies[0]["tea"] == 1
    assert copies[0]["wet_floor"] == 1
    assert {name: n for name, n in copies[1].items() if n} == {"tea": 5, "crumb_counter": 4}
    assert rules["deck_size"][:2].tolist() == [20, 9]
    assert rules["mayhem_share"][:2].tolist() == [5 / 20, 0]


# ---------------------------------------------------------------------------------------------- tables


def test_kinds_stand_in_the_order_of_the_files_and_are_named_by_their_ids(folder) -> None:
    cards = load(folder)
    rules = compile_tables(cards, 3)[0]
    names = [*cards.model.hires, *cards.model.mayhem, *cards.model.fixes]
    assert rules["players"] == 3
    assert rules["kinds"] == len(names)
    assert labels(cards)["cards"] == names
    luck = [zlib.crc32(name.encode()) for name in names]
    assert rules["kind"]["luck"][: len(names)].tolist() == luck
    types = rules["kind"]["type"][: len(names)].tolist()
    assert types == [CardType.HIRE] * 2 + [CardType.MAYHEM] * 5 + [CardType.FIX] * 7
    assert rules["kind"]["qualification"][:3].tolist() == [0, 1, -1]
    assert rules["job"]["qualification"][:2].tolist() == [0, 1]
    assert rules["job_copies"][:3].tolist() == [3, 3, 0]
    assert rules["job"]["crew_max"][:2].tolist() == [state.STAFF, 3]


def test_frame_and_readings_reach_the_tables(folder) -> None:
    cards = load(folder, [("frame.target", 10), ("readings.O-18", "shared")])
    rules = compile_tables(cards, 2)[0]
    assert rules["target"] == 10
    assert rules["reading"]["tie"] == state.Tie.SHARED
    assert rules["reading"]["too_few"] == state.TooFew.TAKE_ALL


def test_windows(folder) -> None:
    rules = compile_tables(load(folder), 2)[0]
    prep, mayhem, recovery = (1 << w for w in (Window.PREPARATION, Window.MAYHEM, Window.RECOVERY))
    windows = rules["kind"]["windows"][:14].tolist()
    fixes = [prep | recovery] * 7
    fixes[4] = prep | recovery | mayhem
    assert windows == [prep] * 2 + [mayhem] * 5 + fixes


@pytest.mark.parametrize("row", [TALLY, GAME_TALLY], ids=["seats", "games"])
def test_every_array_that_is_counted_has_labels(folder, row) -> None:
    found = labels(load(folder))
    for name in row.names:
        kind = row[name]
        if kind.subdtype is not None:
            size = kind.shape[0]
            assert 0 < len(found[name]) <= size, name
            if name not in ("jobs", "cards", "qualifications"):
                assert len(found[name]) == size, name


# ------------------------------------------------------------------------------------------------ bots


def test_a_bot_is_the_base_and_what_differs(folder) -> None:
    cards = load(folder)
    assert cards.bots == {"plain": "Plays the base weights.", "baker": "Likes Bakers."}
    bot = compile_bot(cards, "baker")
    assert (bot["ambition"], bot["caution"]) == (1.5, 0)
    assert bot["taste"].tolist()[:2] == [2, 0]
    assert compile_bot(load(folder, [("bots.plain.weights.ambition", 7)]), "plain")["ambition"] == 7


def test_a_mistyped_bot_gets_the_nearest(folder) -> None:
    with pytest.raises(CardDataError) as caught:
        compile_bot(load(folder), "backer")
    assert str(caught.value) == 'no bot is called "backer", allowed: plain, baker; did you mean baker?'


# --------------------------------------------------------------------------------------------- language


def test_every_word_of_the_rules_is_a_word_of_the_language() -> None:
    """What a kernel knows a card can say: no operation, prohibition, pick or test is out of reach."""
    control = {"END", "TARGET", "MODE", "BEGIN", "JUMP", "UNLESS", "NEXT", "EACH_HIRE"}
    assert {word.code for word in OPS.values() if word.code} == {op for op in Op if op.name not in control}
    assert set(language.BANS.values()) == set(state.Ban)
    assert set(language.LEAVES.values()) == set(state.Leave) - {state.Leave.OVERRIDE}
    assert {t.name.lower() for t in state.Test} <= set(language.CONDITIONS)
    assert {n.name.lower() for n in state.Number} - {"const"} == set(language.NUMBERS)
    added = {state.Where.CAN_RETURN, state.Where.CAN_REDUCE, state.Where.CAN_DISMISS}
    assert {code for code, _ in language.WHERES.values()} == set(state.Where) - added
    assert set(language.HARMS.values()) == set(state.Harm) - {state.Harm.NONE, state.Harm.TIMED}

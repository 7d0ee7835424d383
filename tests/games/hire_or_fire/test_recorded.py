"""Recorded games played again: the same game, whatever was written down; records that break a rule."""

from __future__ import annotations

import numpy as np
import pytest
from typer.testing import CliRunner

from balance import games
from balance.__main__ import app
from balance.errors import RecordsError
from balance.games.hire_or_fire import reader
from balance.games.hire_or_fire.events import Event
from balance.games.hire_or_fire.state import Phase
from balance.games.hire_or_fire.words import target
from tests.games.hire_or_fire.playtests import (
    GAME,
    MESSY,
    PEOPLE,
    TIDY,
    messy_tables,
    played,
    rows_of,
    shipped,
    write,
)

OFF = games.get(GAME)
TOLD = (Event.OFFERED, Event.PAID, Event.BONUS, Event.SCORE, Event.WINS, Event.BINNED_JOB, Event.BINNED_SKILL)
DEALT = (Event.DEALT_JOB, Event.DEALT_SKILL)
BOTS = ("reader", "plain", "solver", "saver", "bluffer", "random")


@pytest.fixture(scope="module")
def cards():
    return shipped()


@pytest.fixture
def again(cards, tmp_path):
    def playing(tables, name=None, overrides=()):
        used = shipped(*overrides) if overrides else cards
        return OFF.recorded(used, write(tmp_path / "records", tables), name)

    return playing


@pytest.fixture
def refused(again):
    def asking(tables, overrides=()):
        with pytest.raises(RecordsError) as error:
            again(tables, overrides=overrides)
        return str(error.value)

    return asking


def log(match, events):
    """Entries of these events, whatever their order inside a week."""
    game = match.state[0]
    entries, week = [], 0
    for line in game["log"][: int(game["log_count"])]:
        if line["event"] == Event.WEEK:
            week = int(line["a"])
        if line["event"] in events:
            entries.append((week, *(int(line[name]) for name in ("event", "seat", "a", "b", "c"))))
    return sorted(entries)


def hands(match):
    """Cards dealt to each seat, by week and reason."""
    return [entry[:-1] for entry in log(match, DEALT)]


# ------------------------------------------------------------------------------------ the same game


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_whole_record_gives_the_same_game(cards, again, players):
    before = played(cards, players, 11, BOTS)
    found = again(OFF.record_rows(cards, before, "g1"))
    assert log(found.match, TOLD) == log(before, TOLD)
    assert hands(found.match) == hands(before)
    assert OFF.result(found.match) == OFF.result(before)
    assert OFF.money(found.match) == OFF.money(before)
    assert OFF.decider(found.match) == -1
    assert found.names == ("",) * players
    assert len(found.notes) == 1


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("kept", [(), ("exchanges",), ("hands",)])
def test_without_hands_the_payouts_are_the_same(cards, again, players, kept):
    before = played(cards, players, 12, BOTS)
    tables = OFF.record_rows(cards, before, "g1")
    if kept == ("hands",):  # cards that were drawn before use have to come somehow
        for row in tables["exchanges"]:
            row["drawn"] = ""
        kept = ("hands", "exchanges")
    found = again({table: tables[table] for table in (*reader.NEEDED, *kept)})
    paid = (Event.PAID, Event.BONUS, Event.SCORE, Event.WINS, Event.OFFERED)
    assert log(found.match, paid) == log(before, paid)
    lost, total = OFF.census(found.match)
    assert lost == total
    assert any("made up" in note for note in found.notes)


def test_every_hand_that_was_noted_is_dealt(cards, again):
    """Of two weeks only: those hands are dealt, the others made up around them."""
    tables = rows_of(cards, 4, 13, bots=BOTS)
    some = [row for row in tables["hands"] if row["week"] in (2, 4)]
    found = again(
        {**{table: tables[table] for table in reader.NEEDED}, "exchanges": tables["exchanges"], "hands": some}
    )
    told = OFF.record_rows(cards, found.match, "g1")["hands"]

    def of(rows):
        return sorted((row["week"], row["player"], row["card"]) for row in rows if row["week"] in (2, 4))

    assert of(told) == of(some)


def test_records_of_records_are_the_same(cards, again):
    tables = rows_of(cards, 5, 14, bots=BOTS)
    twice = OFF.record_rows(cards, again(tables).match, "g1")
    for table, rows in tables.items():
        assert sorted(map(str, twice[table])) == sorted(map(str, rows)), table


def test_one_card_for_both_halves(again):
    """HG-03."""
    overrides = [("readings.HG-03", "one_card")]
    before = played(shipped(*overrides), 3, 15)
    found = again(OFF.record_rows(shipped(*overrides), before, "g1"), overrides=overrides)
    assert log(found.match, TOLD) == log(before, TOLD)


def test_other_readings_are_followed(again):
    overrides = [("readings.HG-18", "repeat"), ("readings.HG-07", "in_turn"), ("readings.HG-10", "in_turn")]
    before = played(shipped(*overrides), 4, 16)
    tables = OFF.record_rows(shipped(*overrides), before, "g1")
    found = again(tables, overrides=overrides)
    paid = (Event.PAID, Event.BONUS, Event.SCORE)
    assert log(found.match, paid) == log(before, paid)
    with pytest.raises(RecordsError, match="HF-14, HF-16, HD-1"):
        again(tables)


def test_players_keep_their_names(cards, again):
    found = again(messy_tables(cards))
    assert set(found.names) == set(PEOPLE)
    text = "\n".join(OFF.transcript(cards, found.match, found.names))
    assert all(f"({name})" in text for name in PEOPLE)


def test_a_record_may_end_early(cards, again):
    tables = rows_of(cards, 4, 17, bots=BOTS)
    found = again({table: [row for row in rows if row["week"] < 3] for table, rows in tables.items()})
    assert found.match.state[0]["week"] == 2
    assert found.match.state[0]["phase"] == Phase.OFFER
    assert "The record ends after week 2 of 4." in found.notes


def test_payouts_by_hand(again, cards):
    """Three players, one week, everybody finds the own applicant: salary and $4,500 each (HF-36, HF-37)."""
    jobs, skills = list(cards.model.jobs), list(cards.model.skills)
    tables = {"offers": [], "applications": [], "hires": []}
    for seat, player in enumerate("ABC"):
        to = "ABC"[target(seat, 1, 3)]
        base = {"game": "g1", "week": 1}
        tables["offers"].append({**base, "player": player, "job": jobs[seat]})
        tables["applications"].append(
            {
                **base,
                "player": player,
                "target": to,
                "job": jobs[3 + seat],
                "strength": skills[2 * seat],
                "weakness": skills[2 * seat + 1],
                "salary": 3000 + 1000 * seat,
            }
        )
        tables["hires"].append({**base, "hirer": to, "chosen_player": player})
    found = again(tables)
    assert [have for have, _ in OFF.money(found.match)] == [7500, 8500, 9500]


# ------------------------------------------------------------------------------- what breaks a rule


def test_who_applies_to_whom_is_no_choice(cards, refused):
    """HD-1: another target than the tokens say, though every offer has an applicant."""
    tables = rows_of(cards, 4, 18)
    for row in tables["applications"]:
        if row["week"] == 2:
            row["target"] = "ABCD"[target("ABCD".index(row["player"]), 1, 4)]
    said = refused(tables)
    assert said.startswith("4 errors:")
    assert "in week 2 everybody applies 2 places to the right (HF-14, HF-16, HD-1)" in said


def unnoted(tables, *more):
    return {table: tables[table] for table in (*reader.NEEDED, *more)}


def swapped(tables, week, moment, player="A", count=1, kind="jobs", cards=None):
    """One exchange of cards that are never used."""
    used = {row["job"] for row in tables["offers"]} | {
        row[slot] for row in tables["applications"] for slot in ("job", "strength", "weakness")
    }
    spare = [name for name in getattr(cards.model, kind) if name not in used][:count]
    tables["exchanges"] = [
        {"game": "g1", "week": week, "player": player, "out": card, "drawn": "", "moment": moment}
        for card in spare
    ]
    return unnoted(tables, "exchanges")


@pytest.mark.parametrize("moment", reader.MOMENTS)
def test_exchanges_are_made_when_they_were(cards, again, moment):
    found = again(swapped(rows_of(cards, 4, 19), 2, moment, count=2, cards=cards))
    made = OFF.record_rows(cards, found.match, "g1")["exchanges"]
    assert [(row["week"], row["player"], row["moment"]) for row in made] == [(2, "A", moment)] * 2


@pytest.mark.parametrize(
    ("moment", "reading", "clause"),
    [
        ("before_offer", ("readings.HG-06", "offers_up"), "HG-06"),
        ("week_end", ("readings.HG-05", "folder_closed"), "HG-05"),
        ("before_folder", ("frame.swap_cards", 0), "HF-21"),
    ],
)
def test_exchanges_that_a_reading_forbids(cards, refused, moment, reading, clause):
    tables = swapped(rows_of(cards, 4, 19), 2, moment, cards=cards)
    said = refused(tables, [reading])
    assert clause in said
    assert "exchanges.csv:2" in said


def test_an_exchange_for_which_the_deck_is_too_short(cards, refused):
    """HG-09: six players, two skill cards each and week."""
    tables = rows_of(cards, 6, 20)
    used = {row[slot] for row in tables["applications"] for slot in ("strength", "weakness")}
    spare = iter([name for name in cards.model.skills if name not in used])
    tables["exchanges"] = [
        {"game": "g1", "week": week, "player": player, "out": next(spare), "drawn": "", "moment": "week_end"}
        for week in (1, 2)
        for player in "ABCDEF"
        for _ in range(2 if week == 1 else 1)
    ]
    said = refused(unnoted(tables, "exchanges"), [("frame.swap_cards", 4), ("frame.hand_skills", 8)])
    assert "HG-09" in said


@pytest.fixture(scope="module")
def calm():
    """A game in which nobody may exchange, so that hands follow from deals alone."""
    return rows_of(shipped(("frame.swap_cards", 0)), 3, 21)


def idle(cards, tables, player, *weeks):
    """Rows of the hand of the last of some weeks: jobs that nobody uses, held in all of these weeks."""
    used = {row["job"] for row in (*tables["offers"], *tables["applications"])}
    held = [
        {row["card"] for row in tables["hands"] if (row["week"], row["player"]) == (week, player)}
        for week in weeks
    ]
    last = [row for row in tables["hands"] if (row["week"], row["player"]) == (weeks[-1], player)]
    common = set.intersection(*held) & set(cards.model.jobs) - used
    return [row for row in last if row["card"] in common]


def with_hands(tables, change, *weeks):
    """The needed tables, and hands of some weeks with one card replaced: (row, card)."""
    row, card = change
    hands = [dict(other, card=card) if other is row else other for other in tables["hands"]]
    return {**unnoted(tables), "hands": [other for other in hands if other["week"] in weeks]}


def test_a_card_that_cannot_have_come(cards, calm, refused):
    """Three new jobs in the hand of week 4, where two were drawn."""
    seen = {row["card"] for row in calm["hands"]}
    fresh = next(name for name in cards.model.jobs if name not in seen)
    change = (idle(cards, calm, "A", 3, 4)[0], fresh)
    said = refused(with_hands(calm, change, 3, 4))
    assert "with A, allowed: a card for which there was a draw until then (HF-10, HF-21, HF-46)" in said


def test_a_card_is_in_one_hand_only(cards, calm, refused):
    mine = idle(cards, calm, "A", 4)[0]["card"]
    said = refused(with_hands(calm, (idle(cards, calm, "B", 4)[0], mine), 4))
    assert f"found {mine} with A and with B, allowed: a card in one hand" in said


def test_used_cards_do_not_come_back(cards, calm, refused):
    """HF-44: posted in week 1, and in the hand of week 4."""
    posted = next(row["job"] for row in calm["offers"] if (row["week"], row["player"]) == (1, "A"))
    said = refused(with_hands(calm, (idle(cards, calm, "A", 4)[0], posted), 4))
    assert f"found {posted}, allowed: a card that has not left the hand (it did in week 1; HF-44)" in said


def test_a_card_cannot_be_used_before_it_is_drawn(cards, refused):
    tables = rows_of(cards, 3, 24)
    later = next(row["job"] for row in tables["offers"] if row["week"] == 1 and row["player"] == "A")
    made = swapped(tables, 2, "before_folder", cards=cards)
    made["exchanges"][0]["drawn"] = later
    assert "allowed: a card that is not drawn later (it is, in week 2; exchanges.csv)" in refused(made)


# -------------------------------------------------------------------------------------- the command


def balance(*words):
    return CliRunner().invoke(app, list(words))


def test_the_command_prints_the_game():
    done = balance("recorded", GAME, str(MESSY))
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert "Week 4" in done.output
    assert sum("puts HIRED!" in line for line in lines) == 12
    assert lines[-1].startswith("note: ")


def test_the_command_wants_a_name_among_many():
    done = balance("recorded", GAME, str(TIDY))
    assert done.exit_code == 2
    assert "say which game" in done.output
    assert balance("recorded", GAME, str(TIDY), "game 3").exit_code == 0


@pytest.mark.parametrize("command", ["recorded", "fit"])
def test_games_without_records_say_so(command):
    done = balance(command, "employee_handbook", str(TIDY))
    assert done.exit_code == 2
    assert done.output.startswith("employee_handbook ")
    assert len(done.output.splitlines()) == 1


def test_random_play_is_recorded_and_replayed(cards, again):
    """Any legal game, not only those that bots like: options by chance."""
    rng = np.random.default_rng(3)
    match = OFF.new(OFF.tables(cards, 4), 9, 9, log=True)
    while OFF.decider(match) >= 0:
        options = OFF.options(match)
        OFF.apply(match, options[int(rng.integers(len(options)))])
    found = again(OFF.record_rows(cards, match, "g1"))
    assert log(found.match, TOLD) == log(match, TOLD)
    assert hands(found.match) == hands(match)


def test_mistaken_records_are_played_or_refused(cards, tmp_path):
    """Cells exchanged with others of their column, all tables there: one message, never a traceback."""
    whole = messy_tables(cards)
    rng = np.random.default_rng(4)
    refused = set()
    for _ in range(60):
        tables = {table: [dict(row) for row in rows] for table, rows in whole.items()}
        table = str(rng.choice(["offers", "applications", "hires", "hands", "exchanges"]))
        one, other = (tables[table][int(n)] for n in rng.integers(len(tables[table]), size=2))
        column = str(rng.choice([name for name in one if name != "game"]))
        one[column], other[column] = other[column], one[column]
        folder = write(tmp_path / "records", tables)
        for use in (OFF.recorded, OFF.choice_data):
            try:
                use(cards, folder)
            except RecordsError as error:
                refused.add(str(error))
    assert len(refused) > 20

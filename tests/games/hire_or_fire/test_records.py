"""Records of real games: what is read however it is written, and what is refused with its place."""

from __future__ import annotations

import shutil

import pytest

from balance import games
from balance.errors import BalanceError, RecordsError
from balance.games.hire_or_fire import reader, records
from tests.games.hire_or_fire import playtests
from tests.games.hire_or_fire.playtests import GAME, MESSY, PEOPLE, TIDY, rows_of, shipped, write

SEATS = games.get(GAME).info.seats


@pytest.fixture(scope="module")
def cards():
    return shipped()


@pytest.fixture(scope="module")
def once(cards):
    """The rows of one game of three, never to be changed."""
    return rows_of(cards, 3)


@pytest.fixture
def rows(once):
    """A copy to spoil."""
    return {table: [dict(row) for row in rows] for table, rows in once.items()}


@pytest.fixture
def read(cards, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def reading(tables, overrides=()):
        write(tmp_path / "records", tables)
        return records.read(shipped(*overrides) if overrides else cards, tmp_path / "records", SEATS)

    return reading


@pytest.fixture
def refused(read):
    def asking(tables, overrides=()):
        with pytest.raises(RecordsError) as error:
            read(tables, overrides)
        return str(error.value)

    return asking


# ---------------------------------------------------------------------------------------- what is read


def test_the_committed_records_go_with_the_shipped_cards(renew_golden, tmp_path):
    """They go with the shipped cards; `pytest --renew-golden` writes them anew."""
    for make, folder in ((playtests.write_tidy, TIDY), (playtests.write_messy, MESSY)):
        if renew_golden:
            shutil.rmtree(folder, ignore_errors=True)
            make(folder)
        assert sorted(path.name for path in folder.iterdir()), folder
        found = records.read(shipped(), folder, SEATS)
        assert found.games


def test_a_game_is_read_as_it_was_played(cards, read, once):
    found = read(once)
    assert [game.name for game in found.games] == ["g1"]
    game = found.games[0]
    assert game.players == ("A", "B", "C")
    assert game.group == "g1"
    assert not found.grouped
    assert len(game.weeks) == cards.model.frame.weeks
    jobs, skills = list(cards.model.jobs), list(cards.model.skills)
    for row in once["applications"]:
        folder = game.weeks[row["week"] - 1].folders["ABC".index(row["player"])]
        told = (
            "ABC"[folder.target],
            jobs[folder.job],
            skills[folder.strength],
            skills[folder.weakness],
            cards.model.frame.salaries[folder.salary],
        )
        assert told == tuple(row[name] for name in ("target", "job", "strength", "weakness", "salary"))
    for row in once["hires"]:
        assert "ABC"[game.weeks[row["week"] - 1].hires["ABC".index(row["hirer"])]] == row["chosen_player"]
    hands = sum(len(hand) for week in game.weeks for hand in week.hands.values())
    assert hands == len(once["hands"])


def test_messy_records_say_the_same_as_tidy_ones(cards, tmp_path):
    messy = records.read(cards, MESSY, SEATS)
    assert [game.name for game in messy.games] == ["Friday"]
    assert messy.grouped
    found = messy.games[0]
    assert {name.casefold() for name in found.players} == {name.casefold() for name in PEOPLE}
    assert found.group == "the office"
    assert len(found.weeks) == cards.model.frame.weeks
    assert len(messy.ratings) == 3 * 3 * len(found.weeks)
    for week in found.weeks:
        assert len(week.rankings) == len(week.hands) == 3
        assert all(folder.seconds >= 20 for folder in week.folders)
        for hirer, order in week.rankings.items():
            assert order[0] == week.hires[hirer]


def test_seats_follow_from_whom_one_applies_to(cards, tmp_path, rows):
    """HF-16: in week 1 everybody applies to the right neighbour."""
    called = {"A": "Zoe", "B": "Yan", "C": "Xia"}
    for table in rows.values():
        for row in table:
            for column in ("player", "target", "hirer", "chosen_player"):
                if column in row:
                    row[column] = called[row[column]]
    rows["offers"].reverse()
    found = records.read(cards, write(tmp_path, rows), SEATS).games[0]
    first = found.players.index("Zoe")
    assert found.players[first:] + found.players[:first] == ("Zoe", "Yan", "Xia")


def test_weeks_may_end_early(read, once):
    early = {table: [row for row in rows if row["week"] < 3] for table, rows in once.items()}
    assert len(read(early).games[0].weeks) == 2


def test_optional_tables_may_be_absent(read, once):
    found = read({table: once[table] for table in reader.NEEDED})
    assert not any(week.hands or week.exchanges or week.rankings for week in found.games[0].weeks)
    assert found.ratings == []


def test_games_are_found_by_name(cards, read, once):
    found = read(once)
    assert found.game().name == found.game("G1").name == "g1"
    tidy = records.read(cards, TIDY, SEATS)
    assert tidy.game("game 7").name == "game 7"
    with pytest.raises(RecordsError, match=r"say which game \(games: game 1, game 2"):
        tidy.game()
    with pytest.raises(RecordsError, match=r'no game the text "gane 7" .*did you mean game 7\?'):
        tidy.game("gane 7")


def test_ids_are_read_whatever_their_form(read, rows, once):
    plain = read(once).games[0].weeks[0]
    row = rows["offers"][0]
    row["job"] = f" {row['job'].replace('_', '-').upper()} "
    rows["applications"][0]["salary"] = f"{rows['applications'][0]['salary'] / 1000:.3f}"
    found = read(rows).games[0].weeks[0]
    assert (found.offers, found.folders) == (plain.offers, plain.folders)


# ------------------------------------------------------------------------------------- what is refused


def at(rows, table, column, value, row=0):
    rows[table][row][column] = value
    return rows


def test_an_unknown_card_is_answered_with_the_nearest(refused, rows):
    job = rows["offers"][0]["job"]
    said = refused(at(rows, "offers", "job", job[:-2] + job[-1]))
    assert said.startswith("records/offers.csv:2:4: job: found the text")
    assert f"allowed: the id of a job; did you mean {job}?" in said


@pytest.mark.parametrize("column", ["strength", "weakness"])
def test_an_unknown_skill(refused, rows, column):
    said = refused(at(rows, "applications", column, "zzz"))
    assert f'{column}: found the text "zzz", allowed: the id of a skill card' in said


@pytest.mark.parametrize(
    ("table", "column", "value", "message"),
    [
        ("offers", "week", "9", "a whole number from 1 to 4"),
        ("offers", "week", "one", "a whole number from 1 to 4"),
        ("offers", "week", "", "week: found nothing, allowed: a cell that is not empty"),
        ("applications", "salary", "3500", "a salary card: $3,000, $4,000, $5,000, $6,000"),
        ("applications", "salary", "lots", "a salary card"),
        ("applications", "target", "D", 'found the text "D", allowed: a player of game g1: A, B, C'),
        ("hires", "chosen_player", "", "chosen_player: found nothing"),
        ("hands", "card", "nobody", "the id of a job or a skill card"),
        ("exchanges", "moment", "before_ofer", "did you mean before_offer?"),
        ("hires", "hirer", "Q", "a player of game g1"),
        ("hands", "week", "4.5", "a whole number from 1 to 4"),
        ("hands", "player", "Z", "a player of game g1"),
    ],
)
def test_cells_that_are_nothing(refused, rows, table, column, value, message):
    said = refused(at(rows, table, column, value))
    assert f"records/{table}.csv:2:" in said
    assert message in said


def test_all_problems_are_said_at_once(refused, rows):
    at(rows, "offers", "job", "zzz")
    at(rows, "applications", "salary", "1")
    at(rows, "hires", "chosen_player", rows["hires"][0]["hirer"])
    said = refused(rows)
    assert said.startswith("3 errors:")
    assert "HG-01" in said


def test_many_problems_are_cut(refused, rows):
    for row in rows["hands"]:
        row["card"] = "zzz"
    said = refused({**rows, "hands": rows["hands"] * 3})
    assert said.startswith("more than 100 errors:")
    assert said.endswith("... and more")
    assert len(said.splitlines()) == 12


def test_nobody_hires_himself(refused, read, rows):
    """HG-01."""
    at(rows, "hires", "chosen_player", rows["hires"][0]["hirer"])
    assert "allowed: somebody else (HG-01): " in refused(rows)
    assert read(rows, [("readings.HG-01", "allowed")]).games


def test_hiring_somebody_without_an_application(refused, rows):
    gone = rows["applications"].pop(0)["player"]
    said = refused(rows)
    assert f"found no row of {gone} in week 1 of game g1" in said
    assert f'found the text "{gone}", allowed: somebody with an application in week 1' in said


def test_a_salary_card_is_used_once(refused, rows):
    """HF-27."""
    mine = [row for row in rows["applications"] if row["player"] == "A"]
    mine[1]["salary"] = mine[0]["salary"]
    said = refused(rows)
    assert "which A used in week 1 (line " in said
    assert "allowed: a salary card not used yet (HF-27)" in said


def test_a_card_is_used_once(refused, rows):
    """HF-44: as an offer and as experience, by others too."""
    rows["applications"][-1]["job"] = rows["offers"][0]["job"]
    said = refused({table: rows[table] for table in reader.NEEDED})
    assert (
        "used in week 1 (records/offers.csv:2:4), allowed: a card that has not left the game (HF-44)" in said
    )


def test_two_halves_of_one_card(refused, read, rows):
    """HG-03."""
    needed = {table: rows[table] for table in reader.NEEDED}
    rows["applications"][0]["weakness"] = rows["applications"][0]["strength"]
    assert "a skill card other than that of the strength (HF-25, HF-26, HG-03)" in refused(needed)
    one_card = [("readings.HG-03", "one_card")]
    assert "a folder takes one, with both its halves (HG-03)" in refused(needed, one_card)
    for row in rows["applications"]:
        row["weakness"] = row["strength"]
    assert read(needed, one_card).games


def test_every_offer_has_one_applicant(refused, rows):
    """HD-3, HF-17."""
    rows["applications"][0]["target"] = rows["applications"][1]["target"]
    said = refused(rows)
    assert "(HF-17)" in said or "(HD-3)" in said
    rows["applications"][0]["target"] = rows["applications"][0]["player"]
    assert "another player than the applicant (HF-17)" in refused(rows)


@pytest.mark.parametrize(
    ("table", "column"), [("offers", "player"), ("applications", "player"), ("hires", "hirer")]
)
def test_doubled_rows(refused, rows, table, column):
    rows[table].append(dict(rows[table][2]))
    who = rows[table][2][column]
    said = refused(rows)
    assert (
        f"{column}: found the same row for {who} in week 1 of game g1 (first in line 4), allowed: one" in said
    )
    rows[table][-1] = {**rows[table][-1], "week": 1}
    other = "job" if table == "offers" else "salary" if table == "applications" else "chosen_player"
    before = rows[table][2][other]
    rows[table][-1][other] = next(row[other] for row in rows[table] if row[other] != before)
    assert "found another row for" in refused(rows)


def test_missing_weeks(refused, rows):
    kept = {table: [row for row in rows[table] if row["week"] != 2] for table in rows}
    assert "found no row of week 2 of game g1, but of week 4; allowed: all weeks from 1 on" in refused(kept)


def test_missing_rows_are_told_by_name(refused, rows):
    rows["hires"] = [row for row in rows["hires"] if row["week"] != 3]
    said = refused(rows)
    assert "hires.csv: hirer: found no row of A, B, C in week 3 of game g1" in said


def test_a_misspelt_player(refused, rows):
    for row in rows["offers"]:
        row["player"] = {"A": "Anna", "B": "Bert", "C": "Cleo"}[row["player"]]
    for table in ("applications", "hires"):
        for row in rows[table]:
            for column in ("player", "target", "hirer", "chosen_player"):
                if column in row:
                    row[column] = {"A": "Anna", "B": "Bert", "C": "Cleo"}[row[column]]
    rows["hires"][4]["hirer"] = "Annna"
    said = refused({table: rows[table] for table in reader.NEEDED})
    assert 'hirer: found the text "Annna", allowed: a player of game g1: ' in said
    assert "did you mean Anna?" in said


def test_tables_that_are_not_there(cards, tmp_path, monkeypatch, rows):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        RecordsError, match=r"nowhere: there is no such folder, allowed: a folder with offers"
    ):
        records.read(cards, tmp_path / "nowhere", SEATS)
    write(tmp_path / "records", rows)
    (tmp_path / "records" / "hires.csv").unlink()
    with pytest.raises(RecordsError, match=r"records/hires.csv: there is no such file"):
        records.read(cards, tmp_path / "records", SEATS)
    (tmp_path / "records" / "hire.csv").write_text("game\n")
    with pytest.raises(RecordsError, match=r"hire.csv: nothing reads this file.*did you mean hires.csv\?"):
        records.read(cards, tmp_path / "records", SEATS)
    with pytest.raises(RecordsError, match="found a file, allowed: a folder"):
        records.read(cards, tmp_path / "records" / "offers.csv", SEATS)


def test_too_few_players(refused, rows):
    lonely = {
        table: [row for row in rows[table] if row.get("player", row.get("hirer")) != "C"]
        for table in reader.NEEDED
    }
    assert "found 2 players in game g1, allowed: 3, 4, 5, 6" in refused(lonely)


def test_nothing_but_heads(cards, tmp_path):
    for table in reader.NEEDED:
        heads = ",".join(column.name for column in reader.TABLES[table])
        (tmp_path / f"{table}.csv").write_text(heads + "\n")
    with pytest.raises(RecordsError, match="found no row, allowed: at least one week of one game"):
        records.read(cards, tmp_path, SEATS)


# ------------------------------------------------------------------------------------- optional tables


def test_hands_hold_what_is_used(refused, rows):
    used = rows["offers"][0]
    rows["hands"] = [
        row
        for row in rows["hands"]
        if not (row["week"] == 1 and row["player"] == used["player"] and row["card"] == used["job"])
    ]
    said = refused(rows)
    assert f"found 5 jobs in the hand of {used['player']} in week 1, allowed: 6" in said
    assert f"which is not in the hand of {used['player']} then (week 1 in hands.csv, exchanges.csv)" in said


def test_a_card_of_a_hand_stands_there_once(refused, rows):
    rows["hands"].append(dict(rows["hands"][0]))
    assert "found the same row for a card of a hand (first in line 2), allowed: one" in refused(rows)


def swap_rows(rows, **more):
    """One exchange in place of all that were made: of all cards of a last hand that are never used."""
    hand = [row for row in rows["hands"] if row["week"] == 4 and row["player"] == "A"]
    used = {row["job"] for row in rows["offers"]} | {
        row[slot] for row in rows["applications"] for slot in ("job", "strength", "weakness")
    }
    spare = [row["card"] for row in hand if row["card"] not in used]
    rows["exchanges"] = [
        {"game": "g1", "week": 4, "player": "A", "out": card, "drawn": "", "moment": "week_end", **more}
        for card in spare
    ]
    return {table: rows[table] for table in (*reader.NEEDED, "exchanges")}


def test_two_cards_are_exchanged_at_most(refused, rows):
    """HF-21."""
    tables = swap_rows(rows)
    assert len(tables["exchanges"]) > 2
    assert "found a card more, allowed: 2 cards exchanged in a week (HF-21)" in refused(tables)


def test_an_exchange_is_made_at_one_moment(refused, rows):
    tables = swap_rows(rows)
    tables["exchanges"] = tables["exchanges"][:2]
    tables["exchanges"][1]["moment"] = "before_folder"
    assert "found before_folder, but week_end in line 2; allowed: one exchange a week" in refused(tables)


def test_kinds_are_kept_in_an_exchange(refused, rows, cards):
    tables = swap_rows(rows)
    tables["exchanges"] = tables["exchanges"][:1]
    out = tables["exchanges"][0]["out"]
    other = cards.model.skills if out in cards.model.jobs else cards.model.jobs
    tables["exchanges"][0]["drawn"] = next(iter(other))
    assert "as the one that went out (HF-21)" in refused(tables)


def test_rankings_begin_with_the_hire(read, refused, rows):
    hire = rows["hires"][0]
    others = [player for player in "ABC" if player not in (hire["hirer"], hire["chosen_player"])]
    ranked = [hire["chosen_player"], *others]
    base = {"game": "g1", "week": hire["week"], "hirer": hire["hirer"]}
    tables = {table: rows[table] for table in reader.NEEDED}

    def ranks(*pairs):
        return {**tables, "rankings": [{**base, "rank": rank, "player": player} for rank, player in pairs]}

    seat = "ABC".index(hire["hirer"])
    week = read(ranks((1, ranked[0]), (2, ranked[1]))).games[0].weeks[hire["week"] - 1]
    assert week.rankings == {seat: ["ABC".index(player) for player in ranked]}
    assert "found another than" in refused(ranks((1, ranked[1]), (2, ranked[0])))
    assert "found ranks 2, allowed: 1, 2, ... without gaps" in refused(ranks((2, ranked[0])))
    assert "another player than the hirer" in refused(ranks((1, ranked[0]), (2, hire["hirer"])))
    assert "somebody not ranked yet" in refused(ranks((1, ranked[0]), (2, ranked[0])))
    assert "found another row for rank 1" in refused(ranks((1, ranked[0]), (1, ranked[1])))


def test_ratings_name_an_application(read, refused, rows):
    about = rows["applications"][0]
    rating = {
        "rater": "Dora",
        "application": f"G1 / {about['week']} / {about['player'].lower()}",
        "offer": rows["offers"][0]["job"],
        "score": "7,5",
    }
    tables = {table: rows[table] for table in reader.NEEDED}
    found = read({**tables, "ratings": [rating]}).ratings
    assert [(r.rater, r.week, "ABC"[r.seat], r.score) for r in found] == [
        ("Dora", about["week"], about["player"], 7.5)
    ]
    wrong = {**tables, "ratings": [{**rating, "application": "g1/1/Q"}]}
    assert "game/week/player of an application, such as g1/1/" in refused(wrong)
    assert "a number from 0 to 10" in refused({**tables, "ratings": [{**rating, "score": 11}]})
    assert "found the same row for the rating" in refused({**tables, "ratings": [rating, rating]})


def test_groups_name_every_game(read, refused, rows):
    tables = {table: rows[table] for table in reader.NEEDED}
    assert read({**tables, "groups": [{"game": "G1", "group": "us"}]}).games[0].group == "us"
    groups = [{"game": "g1", "group": "us"}, {"game": "g1", "group": "them"}]
    assert "found another row for the game g1" in refused({**tables, "groups": groups})
    groups = [{"game": "g2", "group": "us"}]
    said = refused({**tables, "groups": groups})
    assert 'game: found the text "g2", allowed: a game that has offers: g1' in said
    assert "found no group for the game g1" in said


@pytest.mark.parametrize("table", ["offers", "applications", "hires", "hands", "exchanges"])
def test_spoiled_tables_are_read_or_refused(read, rows, table):
    """Cells exchanged, emptied, made long: one message, never a traceback."""
    spoil = ["", "0", "-1", "A", "9" * 30, "x" * 199, "none", "🎲", "1e3", rows["offers"][3]["job"]]
    met = []
    for number, row in enumerate(rows[table][:12]):
        for column in list(row):
            before = row[column]
            row[column] = spoil[(number + len(column)) % len(spoil)]
            try:
                read(rows)
            except BalanceError as error:
                met.append(str(error))
            row[column] = before
    assert len(met) > 20
    assert all(f"{table}.csv" in message for message in met)

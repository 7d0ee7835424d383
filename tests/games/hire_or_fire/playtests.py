"""The recorded games that are committed: made by bots, written down as people would. `--renew-golden` renews.

tidy    20 games at tables of four, 10 groups of two games each; the three tables that are needed, and groups
messy   one game of three people, with all tables, as spreadsheets save them: other separators, a byte order
        mark, blank lines, spaces, capitals, printed names in place of ids, dollars
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from balance import games
from balance.experiments.playtests import csv_text, playtest
from balance.simulation.places import card_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.cards import CardSet

GAME = "hire_or_fire"
RECORDS = Path(__file__).parent / "records"
TIDY, MESSY = RECORDS / "tidy", RECORDS / "messy"
PEOPLE = ("Ann", "Bob", "Çağla")
GAMES, GROUP = 20, 2


@lru_cache
def shipped(*overrides: tuple[str, Any]) -> CardSet:
    """The card data that ships."""
    return games.get(GAME).load(card_folder(GAME), overrides)


def played(cards: CardSet, players: int, deal: int = 0, bots: Sequence[str] = ("reader",)) -> Any:
    """A game played by bots, its log on."""
    game = games.get(GAME)
    match = game.new(game.tables(cards, players), 5, deal, log=True)
    weights = np.array([game.bot(cards, bots[seat % len(bots)]) for seat in range(players)], game.bot_dtype)
    while game.decider(match) >= 0:
        game.apply(match, game.choose(match, weights))
    return match


def rows_of(cards: CardSet, players: int, deal: int = 0, **more: Any) -> dict[str, list[dict[str, Any]]]:
    """A game played by bots as the rows of a record."""
    return games.get(GAME).record_rows(cards, played(cards, players, deal, **more), "g1")


def write(folder: Path, tables: dict[str, list[dict[str, Any]]]) -> Path:
    """Rows as files."""
    folder.mkdir(parents=True, exist_ok=True)
    for table, rows in tables.items():
        if rows:
            (folder / f"{table}.csv").write_text(csv_text(rows), encoding="utf-8")
    return folder


def write_tidy(folder: Path) -> None:
    """See above."""
    cards = shipped()
    bots = ("reader", "solver", "reader", "saver")
    leave_out = ("hands", "exchanges")
    playtest(games.get(GAME), cards, bots, folder, games=GAMES, players=4, seed=3, leave_out=leave_out)
    groups = [{"game": f"game {n + 1}", "group": f"table {n // GROUP + 1}"} for n in range(GAMES)]
    write(folder, {"groups": groups})


def messy_tables(cards: CardSet) -> dict[str, list[dict[str, Any]]]:
    """The game of three people, tidy yet: with rankings and ratings."""
    match = played(cards, 3, 8)
    tables = games.get(GAME).record_rows(cards, match, "Friday", PEOPLE)
    rng = np.random.default_rng(1)
    tables["rankings"] = [
        {"game": "Friday", "week": row["week"], "hirer": row["hirer"], "rank": rank, "player": player}
        for row in tables["hires"]
        for rank, player in enumerate(
            (row["chosen_player"], *(set(PEOPLE) - {row["hirer"], row["chosen_player"]})), 1
        )
    ]
    offers = {(row["week"], row["player"]): row["job"] for row in tables["offers"]}
    tables["ratings"] = [
        {
            "rater": rater,
            "application": f"Friday/{row['week']}/{row['player']}",
            "offer": offers[row["week"], row["target"]],
            "score0_10": int(rng.integers(3, 9)),
        }
        for row in tables["applications"]
        for rater in PEOPLE
    ]
    tables["groups"] = [{"game": "Friday", "group": "the office"}]
    for row in tables["applications"]:
        row["seconds"] = int(rng.integers(20, 200))
    return tables


def write_messy(folder: Path) -> None:
    """See above."""
    cards = shipped()
    tables = messy_tables(cards)
    titles = {name: job.title for name, job in cards.model.jobs.items()}
    texts = {name: skill.strength.text for name, skill in cards.model.skills.items()}
    folder.mkdir(parents=True, exist_ok=True)

    def put(table: str, text: str, encoding: str = "utf-8") -> None:
        (folder / f"{table}.csv").write_bytes(text.encode(encoding))

    for row in tables["offers"]:
        row["job"] = f" {titles[row['job']].upper()} "
    put("offers", csv_text(tables["offers"]).replace("\n", "\r\n"), "utf-8-sig")
    for row in tables["applications"]:
        row["salary"] = f"${row['salary']:,}"
        row["strength"] = texts[row["strength"]]
        row["player"], row["target"] = row["player"].upper(), f"{row['target']} "
    put("applications", csv_text(tables["applications"]).replace("\n", "\n\n").replace("game,", "GAME,"))
    put("hires", csv_text(tables["hires"]).replace(",", ";").replace("chosen_player", "Chosen Player"))
    for row in tables["hands"]:
        row["week"] = f"{row['week']}.0"
        row["notes"] = ""
    tables["hands"][0]["notes"] = "found under the table"
    put("hands", csv_text(tables["hands"]).replace(",", "\t"))
    for row in tables["exchanges"]:
        row["moment"] = row["moment"].replace("_", " ").capitalize()
    put("exchanges", csv_text(tables["exchanges"]))
    for table in ("rankings", "ratings", "groups"):
        put(table, csv_text(tables[table]))

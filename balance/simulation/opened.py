# ruff: noqa: PLC0415  (pandas and pyarrow load only when a table is read)
"""A run that has been played: its tables, its card data, and any of its games again."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from balance import games, jit
from balance.chance import deal_key
from balance.errors import RunError
from balance.games.interface import Match
from balance.simulation import cards_in_manifest, chunks, manifest, places, storage
from balance.simulation.line_ups import Entry
from balance.simulation.merge import TABLES
from balance.simulation.rule_code import rule_code

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import pandas as pd

    from balance.cards import CardSet
    from balance.games.interface import Game

DECISIONS_MAX = 1_000_000
PIECE_GAMES, PIECE_BYTES = 16_384, 64 << 20
"""A piece of a run holds so many games at most, and fewer if its columns would take more memory than that."""
COLUMN_BYTES = 4


class Run:
    """A finished run.

    folder      where it lies
    manifest    what was played, with what, how far
    games       a row per game: game, deal, line_up, rotation, and what the game counts
    seats       a row per game and seat: also seat, order (0 moved first), bot, opponent, win_share, ...
    curves      sums over deals per curve, kind ("all", "field": without the random bot, "bot", "line_up"),
                group and bin
    cards       the card data it was played with
    """

    def __init__(self, folder: Path, data: dict[str, Any]) -> None:
        """Take a folder and its manifest, as `open_run` found them."""
        self.folder = folder
        self.manifest = data
        self._whole: set[str] = set()  # tables whose bytes have been checked

    def __repr__(self) -> str:
        """Name, identity and size."""
        return f"<Run {self.name} {self.manifest['identity'][:10]}, {self.manifest['games']:,} games>"

    @property
    def name(self) -> str:
        """The name of its scenario."""
        return str(self.manifest["name"])

    @property
    def setting(self) -> str:
        """Which setting of its scenario it is of; empty when that has none."""
        return str(self.manifest.get("setting") or "")

    @property
    def variant(self) -> str:
        """Which variant of its scenario it is of; empty when it is the baseline."""
        return str((self.manifest.get("variant") or {}).get("name", ""))

    @property
    def title(self) -> str:
        """The title of its scenario."""
        return str(self.manifest["run"]["scenario"]["title"])

    def read(self, table: str, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """A table, or some of its columns; RunError when it is missing or damaged."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        path = self.folder / f"{table}.parquet"
        if table not in TABLES:
            msg = f"there is no table {table!r} in a run (tables: {', '.join(TABLES)})"
            raise RunError(msg)
        try:
            if table not in self._whole:  # a damaged table can look like other numbers
                if storage.file_hash(path) != self.manifest["tables"][table]["sha256"]:
                    msg = f"{path}: this table is damaged; start the same run again to play it anew"
                    raise RunError(msg)
                self._whole.add(table)
            return pq.read_table(path, columns=list(columns) if columns is not None else None).to_pandas()
        except (OSError, pa.ArrowException) as error:
            msg = f"{path}: cannot be read ({error})"
            raise RunError(msg) from None

    def batches(
        self, games_at_once: int | None = None, cuts: Sequence[int] = (), seats: Sequence[str] | None = None
    ) -> Iterator[tuple[pd.DataFrame, pd.DataFrame]]:
        """The games and seats tables in pieces of whole deals, in order, however large the run is.

        games_at_once: about so many games in a piece (default: as many as fit `PIECE_BYTES`); cuts: deals at
        which a piece ends, too; seats: only these columns of the seats table. RunError when a table is
        damaged.
        """
        per_deal, players = int(self.manifest["games_per_deal"]), int(self.manifest["run"]["players"])
        deals = int(self.manifest["deals"])
        if games_at_once is None:
            columns = {name: facts["columns"] for name, facts in self.manifest["tables"].items()}
            wide = len(seats) if seats is not None else int(columns["seats"])
            each = COLUMN_BYTES * (int(columns["games"]) + players * wide)
            games_at_once = min(PIECE_GAMES, PIECE_BYTES // each)
        step = max(1, games_at_once // per_deal)
        ends = sorted({*range(step, deals, step), *(cut for cut in cuts if 0 < cut < deals), deals})
        sizes = [(end - first) * per_deal for first, end in pairwise([0, *ends])]
        games_in = _pieces(self.folder / "games.parquet", sizes, None)
        seats_in = _pieces(self.folder / "seats.parquet", [size * players for size in sizes], seats)
        return zip(games_in, seats_in, strict=True)

    def deal(
        self, number: int, games: Sequence[str] | None = None, seats: Sequence[str] | None = None
    ) -> tuple[pd.DataFrame, pd.DataFrame]:
        """The games and seats of one deal, as they are stored, or some columns; RunError if unreadable."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        found = []
        for table, columns in (("games", games), ("seats", seats)):
            path = self.folder / f"{table}.parquet"
            kept = None if columns is None else list(columns)
            try:
                found.append(pq.read_table(path, columns=kept, filters=[("deal", "=", number)]).to_pandas())
            except (OSError, pa.ArrowException) as error:
                msg = f"{path}: cannot be read ({error})"
                raise RunError(msg) from None
        return found[0], found[1]

    def again(self, deals: Sequence[int]) -> tuple[pd.DataFrame, pd.DataFrame]:
        """The games and seats tables of these deals, played now, from the manifest alone.

        With compiled rules where they are at hand, else in ordinary Python. RunError when the card data of
        the run cannot be read.
        """
        import pandas as pd

        from balance.simulation.plan import make_plan
        from balance.simulation.play import play_range

        facts = self.manifest["run"]
        plan = make_plan(
            self.game,
            self.cards,
            seed=int(facts["seed"]),
            seats=int(facts["players"]),
            line_ups=facts["line_ups"],
            rotate=facts["scenario"].get("rotations", "all") == "all",
        )
        play = plan.rules().kernels.play
        plain = not hasattr(play, "py_func") or jit.is_cold(play)
        played = [play_range(plan, deal, deal + 1, plain=plain) for deal in deals]
        tables = [pd.concat([p[name].to_pandas() for p in played]) for name in ("games", "seats")]
        return tables[0].reset_index(drop=True), tables[1].reset_index(drop=True)

    @cached_property
    def games(self) -> pd.DataFrame:
        """The games table, whole."""
        return self.read("games")

    @cached_property
    def seats(self) -> pd.DataFrame:
        """The seats table, whole."""
        return self.read("seats")

    @cached_property
    def curves(self) -> pd.DataFrame:
        """The curves table."""
        return self.read("curves")

    @cached_property
    def game(self) -> Game:
        """The game that was played."""
        return games.get(self.manifest["run"]["game"])

    @cached_property
    def cards(self) -> CardSet:
        """The card data that the run was played with, from its manifest."""
        return cards_in_manifest.read(self.game, self.manifest["cards"])

    @cached_property
    def line_ups(self) -> list[str]:
        """The line-ups, as they are called in the tables."""
        return list(self.manifest["line_ups"])

    @cached_property
    def bots(self) -> list[str]:
        """The bots that played."""
        return list(self.manifest["bots"])

    @cached_property
    def _compiled(self) -> np.ndarray:
        return self.game.tables(self.cards, int(self.manifest["run"]["players"]))

    @cached_property
    def _plain_tables(self) -> jit.CheckedList:
        """The tables as plain objects, which no game changes: made once, for they are large."""
        return jit.as_objects(self._compiled)

    def entry(self, game_number: int) -> tuple[int, Entry, list[str]]:
        """(deal, place in the schedule, bot of each seat) of a game; RunError when there is no such game."""
        count = int(self.manifest["games"])
        if not 0 <= game_number < count:
            msg = f"game {game_number}: there is no such game in this run (games: 0 to {count - 1})"
            raise RunError(msg)
        deal, position = divmod(game_number, int(self.manifest["games_per_deal"]))
        item = self.manifest["schedule"][position]
        bots = tuple(self.bots.index(name) for name in item["seats"])
        return deal, Entry(self.line_ups.index(item["line_up"]), item["rotation"], bots), list(item["seats"])

    def match(self, game_number: int) -> Match:
        """That game, played again to its end with the log on."""
        played, now = self.manifest["run"]["rules_version"], self.game.info.rules_version
        if played != now:
            msg = f"played with rules version {played}, and these are version {now}: it would be another game"
            raise RunError(msg)
        deal, _, names = self.entry(game_number)
        bots = np.zeros(len(names), self.game.bot_dtype)
        for seat, name in enumerate(names):
            bots[seat] = self.game.bot(self.cards, name)
        match = Match(self._compiled, np.zeros(1, self.game.state_dtype))
        # one game in ordinary Python takes some 20 ms: less than loading compiled rules, let alone compiling
        kernels = self.game.kernels.plain()
        tables, (state, players) = self._plain_tables, map(jit.as_objects, (match.state, bots))
        kernels.setup(tables, state, deal_key(int(self.manifest["run"]["seed"]), deal), 1)
        for _ in range(DECISIONS_MAX):
            kernels.options(tables, state)
            if not state[0].option_count:
                jit.from_objects(state, match.state)
                self._check_replay(game_number, match)
                return match
            kernels.apply(tables, state, kernels.choose(tables, state, players))
        msg = f"game {game_number} does not end"
        raise RunError(msg)

    def _check_replay(self, game_number: int, match: Match) -> None:
        """RunError when the code of the rules was changed since, and makes another game of this one."""
        if self.manifest["run"].get("rule_code") == rule_code(games.GAMES[self.game.info.id]):
            return
        seats = self.read("seats", ["game", "win_share", *(["score"] if self._has_scores else [])])
        rows = seats[seats["game"] == game_number]
        shares, scores = self.game.result(match)
        same = np.allclose(shares, rows["win_share"])
        if not same or (self._has_scores and list(scores) != rows["score"].tolist()):
            msg = "played by other code of the rules: with this code it would be another game"
            raise RunError(msg)

    @property
    def _has_scores(self) -> bool:
        return "score" in (self.game.seat_row.names or ())

    def replay(self, game_number: int) -> list[str]:
        """That game in words, a line for each thing that happened."""
        _, _, names = self.entry(game_number)
        return self.game.transcript(self.cards, self.match(game_number), names)


def _pieces(path: Path, sizes: Sequence[int], columns: Sequence[str] | None) -> Iterator[pd.DataFrame]:
    """A Parquet file in frames of so many rows each."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            wanted = columns and list(columns)
            # group by group: a reader of all groups at once holds on to something of each
            groups = (file.read_row_group(n, columns=wanted) for n in range(file.num_row_groups))
            waiting: pa.Table | None = None
            for size in sizes:
                while waiting is None or waiting.num_rows < size:
                    more = next(groups)
                    waiting = more if waiting is None else pa.concat_tables([waiting, more])
                yield waiting.slice(0, size).to_pandas()
                waiting = waiting.slice(size)
    except StopIteration:
        msg = f"{path}: has fewer rows than the manifest says"
        raise RunError(msg) from None
    except (OSError, pa.ArrowException) as error:
        msg = f"{path}: cannot be read ({error})"
        raise RunError(msg) from None


def open_run(
    wanted: Path | str, players: int | None = None, setting: str | None = None, variant: str | None = None
) -> Run:
    """The run in that folder, the latest of a scenario's folder, or of a scenario's name.

    players: which number of players, where the scenario has several; setting: which setting, likewise;
    variant: which variant, without it the baseline.
    RunError when there is no such run, or when it is not finished.
    """
    folder = places.run_folder(wanted, players, setting, variant)
    data = manifest.read(folder)
    if players is not None and data["run"].get("players") != players:
        msg = f"{folder}: this run is of {data['run'].get('players')} players, not of {players}"
        raise RunError(msg)
    if setting is not None and data.get("setting") != setting:
        msg = f"{folder}: this run is not at the setting {setting}, but at {data.get('setting') or 'none'}"
        raise RunError(msg)
    if data["state"] != manifest.FINISHED:
        done = 0
        if (folder / chunks.FOLDER).is_dir():
            done = len(list((folder / chunks.FOLDER).glob("deals-*")))
        parts = "no part of it" if not done else f"{done} part{'s' if done > 1 else ''} of it"
        msg = f"{folder}: this run is not finished ({parts} played); start the same run again to go on"
        raise RunError(msg)
    missing = [name for name in TABLES if not (folder / f"{name}.parquet").is_file()]
    if missing:
        msg = f"{folder}: {missing[0]}.parquet is missing; start the same run again to play it anew"
        raise RunError(msg)
    return Run(folder, data)

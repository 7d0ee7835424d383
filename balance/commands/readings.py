# ruff: noqa: PLC0415  (imports inside commands: see balance.__main__)
"""`balance readings`: which open question of the rule book matters most?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from balance.commands.common import CountOption, GameArgument, JobsOption, SettingOption, guarded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table
    from rich.text import Text

    from balance.experiments.reading_records import Part
    from balance.reports.content import Table as Sheet

RATIOS = (4, 4, 4, 2, 4)
"""How readings share a line: reading, measure, difference, margins, verdict."""


@guarded
def readings(
    game: GameArgument,
    *,
    games: Annotated[
        int | None, typer.Option(min=1, help="Games of each reading (default: 4000; more tell more).")
    ] = None,
    players: CountOption = None,
    setting: SettingOption = None,
    jobs: JobsOption = None,
) -> None:
    """Play every other reading of the open rule questions, and rank what to settle first."""
    from balance.experiments.readings import try_readings
    from balance.simulation.progress import for_terminal

    part = try_readings(
        game, games=games, players=players, setting=setting, jobs=jobs, progress=for_terminal()
    )
    show(game, part)


def show(game: str, part: Part) -> None:
    """Print the ranking."""
    from rich.console import Console

    from balance.experiments.reading_records import file_of
    from balance.reports.open_readings import intro, tables

    console = Console(highlight=False)
    for text in intro(part):
        console.print(_plain(text), markup=False, soft_wrap=True)
    for found in tables(part):
        console.print()
        console.print(found.caption, style="bold", markup=False, soft_wrap=True)
        console.print()
        for line in _lines(found):
            console.print(line)
    console.print()
    console.print(f"kept in {file_of(game)}; the next report shows it", markup=False, soft_wrap=True)


def _lines(found: Sheet) -> Iterator[Text | Table]:
    """A table of questions: each in a line of its own, with a table of its readings, all equally wide."""
    from rich.markup import escape
    from rich.table import Table
    from rich.text import Text

    heads = found.columns[1:]
    ratios = RATIOS if len(heads) == len(RATIOS) else (1,) * len(heads)
    table: Table | None = None
    for number, row in enumerate(found.rows):
        if ": " in row[0].text:  # a question; else another reading of the same
            if table is not None:
                yield table
            yield Text(_plain(row[0].text))
            table = Table(
                box=None, show_header=not number, expand=True, padding=(0, 0, 0, 2), header_style="dim"
            )
            for head, ratio in zip(heads, ratios, strict=True):
                table.add_column(escape(head), ratio=ratio, overflow="fold")
        if table is not None:
            table.add_row(*(escape(_plain(f"{cell.text} {cell.interval}")) for cell in row[1:]))
    if table is not None:
        yield table


def _plain(text: str) -> str:
    return " ".join(text.split())  # spaces that a terminal knows how to draw

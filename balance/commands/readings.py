# ruff: noqa: PLC0415  (imports inside commands: see balance.__main__)
"""`balance readings`: which open question of the rule book matters most?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from balance.commands.common import CountOption, GameArgument, JobsOption, SettingOption, guarded

if TYPE_CHECKING:
    from balance.experiments.reading_records import Part

QUESTION = 22
"""Letters of a line that a question has at least."""


@guarded
def readings(
    game: GameArgument,
    *,
    games: Annotated[
        int | None, typer.Option(min=1, help="Games of each reading (default: 2000; more tell more).")
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
    from rich.markup import escape
    from rich.table import Table

    from balance.experiments.reading_records import file_of
    from balance.reports.open_readings import intro, tables

    console = Console(highlight=False)

    def plain(text: str) -> str:
        return " ".join(text.split())  # spaces that a terminal knows how to draw

    for text in intro(part):
        console.print(plain(text), markup=False, soft_wrap=True)
    for found in tables(part):
        console.print()
        console.print(found.caption, style="bold", markup=False, soft_wrap=True)
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for number, column in enumerate(found.columns):
            right = any(row[number].number for row in found.rows)
            least = QUESTION if number == 0 else None
            justify: Literal["left", "right"] = "right" if right else "left"
            table.add_column(escape(column), overflow="fold", justify=justify, min_width=least)
        for row in found.rows:
            table.add_row(*(escape(plain(f"{cell.text} {cell.interval}")) for cell in row))
        console.print(table)
    console.print()
    console.print(f"kept in {file_of(game)}; the next report shows it", markup=False, soft_wrap=True)

# ruff: noqa: PLC0415  (imports inside commands: see balance.__main__)
"""`balance watch`: what moved, seconds after a card was saved?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from balance.commands.common import CountOption, JobsOption, SettingOption, guarded

if TYPE_CHECKING:
    from collections.abc import Callable

    from balance.experiments.saves import Saves
    from balance.experiments.watching import View, Watch

PORTS = 65_535


@guarded
def watch(
    scenario: Annotated[str, typer.Argument(help="A scenario file, or its name in scenarios/.")],
    *,
    games: Annotated[int | None, typer.Option(min=1, help="Games of the last look (default: 16000).")] = None,
    players: CountOption = None,
    setting: SettingOption = None,
    jobs: JobsOption = None,
    port: Annotated[
        int, typer.Option(min=0, max=PORTS, help="Port of the page on this machine (default: any).")
    ] = 0,
    browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Play anew whenever a card file or the scenario is saved, and show what moved. Ctrl-C ends it."""
    import tempfile
    import webbrowser
    from pathlib import Path

    from balance.experiments import saves, watching
    from balance.reports.serving import Served
    from balance.simulation.progress import for_terminal

    with tempfile.TemporaryDirectory(prefix="balance-watch-") as work:
        heard: list[saves.FileSaves] = []
        watched = watching.Watch(
            scenario,
            Path(work),
            games=games or watching.GAMES,
            players=players,
            setting=setting,
            jobs=jobs,
            waiting=lambda: any(each.waiting() for each in heard),
            voice=for_terminal(),
        )
        views: list[View] = []
        pages = Served(_page(watched, views), port)
        heard.append(saves.of(watched.cards, watched.file))
        try:
            typer.echo(f"the page, on this machine only: {pages.address}")
            if browser:
                webbrowser.open(pages.address)
            follow(watched, heard[0], views, pages.changed)
        except KeyboardInterrupt:
            pass  # how a watch ends
        finally:
            heard[0].close()
            pages.close()
    typer.echo("the watch has ended; nothing of it is kept")


def follow(watched: Watch, heard: Saves, views: list[View], changed: Callable[[], None]) -> None:
    """Show how it is, and then each save, until no more come. views: the latest look of each, newest
    first.
    """

    def show(view: View) -> None:
        if views and views[0].save == view.save:
            views[0] = view
        else:
            views.insert(0, view)
        del views[KEPT:]
        changed()
        tell(view)

    for view in watched.begin():
        show(view)
    typer.echo(f"watching {watched.cards} and {watched.file}; Ctrl-C ends it")
    while heard.wait():
        for view in watched.saved():
            show(view)


KEPT = 50
"""So many saves stay on the page."""


def tell(view: View) -> None:
    """A view on the terminal."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from balance.reports.watched import said

    def plain(text: str) -> str:
        return " ".join(text.split())  # spaces that a terminal knows how to draw

    console = Console(highlight=False)
    found = said(view)
    console.print()
    console.print(plain(found.head), style="bold", markup=False, soft_wrap=True)
    if found.trouble:
        console.print(found.trouble, style="red", markup=False, soft_wrap=True)
    for line in found.lines:
        console.print(plain(line), markup=False, soft_wrap=True)
    if found.table is not None:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for number, column in enumerate(found.table.columns):
            right = number and found.table.rows and found.table.rows[0][number].number
            table.add_column(escape(column), overflow="fold", justify="right" if right else "left")
        for row in found.table.rows:
            table.add_row(*(escape(plain(f"{cell.text} {cell.interval}")) for cell in row))
        console.print(table)
    for line in found.after:
        console.print(plain(line), markup=False, soft_wrap=True)


def _page(watched: Watch, views: list[View]) -> Callable[[int, str], str]:
    """The page as it is now."""
    from balance.games import get
    from balance.reports import watched as words

    title = get(watched.game).info.title

    def made(version: int, nonce: str) -> str:
        return words.html(watched.file.stem, title, tuple(views), version=version, nonce=nonce)

    return made

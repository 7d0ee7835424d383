# ruff: noqa: PLC0415  (imports inside commands: see balance.__main__)
"""`balance compare`: what changed when a number changed?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from balance.commands.common import CountOption, JobsOption, SeedOption, guarded
from balance.errors import ScenarioError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.experiments.compared import Comparison
    from balance.experiments.comparing import Asked


@guarded
def compare(
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="A scenario, a run, or a folder of card data: the one before."),
    ],
    other: Annotated[
        str | None, typer.Argument(metavar="[OTHER]", help="Another run or folder: the one after.")
    ] = None,
    *,
    changes: Annotated[
        list[str] | None, typer.Option("--set", metavar="PATH=VALUE", help="Compare with this value changed.")
    ] = None,
    adds: Annotated[
        list[str] | None, typer.Option("--add", metavar="PATH=YAML", help="Compare with this card added.")
    ] = None,
    copies: Annotated[
        list[str] | None, typer.Option("--copy", metavar="NEW=OLD", help="Compare with a copy of a card.")
    ] = None,
    removes: Annotated[
        list[str] | None, typer.Option("--remove", metavar="PATH", help="Compare without this card.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="REV", help="Compare with the card data of a git revision.")
    ] = None,
    scenario: Annotated[
        str | None, typer.Option(help="What to play with two card folders (default: the game's baseline).")
    ] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Games of each run.")] = None,
    seed: SeedOption = None,
    jobs: JobsOption = None,
    players: CountOption = None,
    all_pairs: Annotated[
        bool, typer.Option("--all-pairs", help="Compare the variants with each other, too.")
    ] = False,
    correction: Annotated[
        Literal["holm", "benjamini-hochberg", "none"], typer.Option(help="For testing many measures.")
    ] = "holm",
    strict: Annotated[
        bool, typer.Option("--strict", help="Refuse runs that differ in more than what was changed.")
    ] = False,
    whole: Annotated[bool, typer.Option("--all", help="Print every measure, also what stayed.")] = False,
    json: Annotated[
        Path | None, typer.Option(help="Write the JSON to this file (default: beside the page).")
    ] = None,
    no_report: Annotated[bool, typer.Option("--no-report", help="Print only: no page, JSON or CSV.")] = False,
) -> None:
    """What moved, by how much, how sure is that, and what did not move, between two versions."""
    from balance.cards import from_options
    from balance.experiments.comparing import Asked
    from balance.simulation.progress import for_terminal

    changed = from_options(changes, adds, removes, copies)
    if changed and (other is not None or against is not None):
        msg = "--set: found beside two versions to compare, allowed: changes of one scenario"
        raise ScenarioError(msg)
    if against is not None and other is not None:
        msg = f"--against: found beside {other}, allowed: one folder or scenario, compared with a revision"
        raise ScenarioError(msg)
    asked = Asked(games, seed, jobs, players, correction, all_pairs, strict, for_terminal())
    if other is not None:
        found = _two(what, other, scenario, asked)
    elif against is not None:
        from balance.experiments.comparing import compare_revision

        found = compare_revision(against, what, scenario, asked)
    else:
        from balance.experiments.comparing import compare_scenario

        found = compare_scenario(what, changed, asked)
    _tell(found, whole=whole, json=json, no_report=no_report)


def _tell(found: Sequence[Comparison], *, whole: bool, json: Path | None, no_report: bool) -> None:
    """Print what was found, and write the page that shows it."""
    from rich.console import Console

    from balance.reports.comparison_terminal import print_comparison

    print_comparison(found, Console(highlight=False), whole=whole)
    if not no_report:
        from balance.reports.comparison import write_comparison

        typer.echo(f"report: {write_comparison(found, json=json)}")


def _two(what: str, other: str, scenario: str | None, asked: Asked) -> Sequence[Comparison]:
    """Two card folders, or two runs."""
    from balance.experiments.compare import compare_runs
    from balance.experiments.comparing import compare_folders, is_card_folder, stated_margins
    from balance.simulation import open_run

    folders = [is_card_folder(Path(path)) for path in (what, other)]
    if all(folders):
        return compare_folders(Path(what), Path(other), scenario, asked)
    if any(folders):
        msg = f"{what} and {other}: found a card folder and something else, allowed: two folders or two runs"
        raise ScenarioError(msg)
    if scenario is not None or asked.games is not None or asked.seed is not None:
        msg = "two runs are compared as they were played, allowed: no --scenario, --games or --seed"
        raise ScenarioError(msg)
    one, two = (open_run(path, asked.players) for path in (what, other))
    return compare_runs(
        one, [two], margins=stated_margins(one), correction=asked.correction, strict=asked.strict
    )

# ruff: noqa: PLC0415  (imports inside commands: see balance.__main__)
"""`balance compare`: what changed when a number changed?"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from balance.commands.common import CountOption, JobsOption, SeedOption, guarded
from balance.errors import ScenarioError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from balance.experiments.compared import Comparison
    from balance.experiments.comparing import Asked, Question
    from balance.experiments.until import Sequential


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
    games: Annotated[
        int | None, typer.Option(min=1, help="Games of each run (with --until: at most).")
    ] = None,
    until: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MEASURE", help="Play on until this has a verdict (repeat for more; win_share)."
        ),
    ] = None,
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
    from balance.commands.until_table import show
    from balance.experiments.comparing import Asked, answer, answer_until
    from balance.simulation.progress import for_terminal

    changed = from_options(changes, adds, removes, copies)
    if changed and (other is not None or against is not None):
        msg = "--set: found beside two versions to compare, allowed: changes of one scenario"
        raise ScenarioError(msg)
    if against is not None and other is not None:
        msg = f"--against: found beside {other}, allowed: one folder or scenario, compared with a revision"
        raise ScenarioError(msg)
    asked = Asked(games, seed, jobs, players, correction, all_pairs, strict, for_terminal())
    if other is not None and not _folders(what, other):
        if until or scenario is not None or games is not None or seed is not None:
            msg = (
                "two runs are compared as they were played, allowed: no --until, --scenario, --games, --seed"
            )
            raise ScenarioError(msg)
        _tell(_two_runs(what, other, asked), whole=whole, json=json, no_report=no_report)
        return
    with _question(what, other, against, scenario, changed, asked) as question:
        stopped, found = answer_until(question, until, asked) if until else ((), answer(question, asked))
    for item in stopped:
        show(item)
    _tell(found, whole=whole, json=json, no_report=no_report, stopped=stopped)


def _tell(
    found: Sequence[Comparison],
    *,
    whole: bool,
    json: Path | None,
    no_report: bool,
    stopped: Sequence[Sequential] = (),
) -> None:
    """Print what was found, and write the page that shows it."""
    from rich.console import Console

    from balance.reports.comparison_terminal import print_comparison

    print_comparison(found, Console(highlight=False), whole=whole)
    if not no_report:
        from balance.reports.comparison import write_comparison

        typer.echo(f"report: {write_comparison(found, json=json, stopped=stopped)}")


def _folders(what: str, other: str) -> bool:
    """Whether these are two folders of card data, or else two runs; ScenarioError for one of each."""
    from balance.experiments.comparing import is_card_folder

    folders = [is_card_folder(Path(path)) for path in (what, other)]
    if any(folders) and not all(folders):
        msg = f"{what} and {other}: found a card folder and something else, allowed: two folders or two runs"
        raise ScenarioError(msg)
    return all(folders)


def _question(
    what: str,
    other: str | None,
    against: str | None,
    scenario: str | None,
    changed: Sequence[tuple[str, Any]],
    asked: Asked,
) -> AbstractContextManager[Question]:
    from balance.experiments import comparing

    if against is not None:
        return comparing.of_revision(against, what, scenario, asked)
    if other is not None:
        return contextlib.nullcontext(comparing.of_folders(Path(what), Path(other), scenario, asked))
    return contextlib.nullcontext(comparing.of_scenario(what, changed, asked))


def _two_runs(what: str, other: str, asked: Asked) -> Sequence[Comparison]:
    from balance.experiments.compare import compare_runs
    from balance.experiments.comparing import stated_margins
    from balance.simulation import open_run

    one, two = (open_run(path, asked.players) for path in (what, other))
    return compare_runs(
        one, [two], margins=stated_margins(one), correction=asked.correction, strict=asked.strict
    )

# ruff: noqa: PLC0415  (imports inside commands: see balance.__main__)
"""Commands about bots: `tune`, `ladder`, `strength`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from balance.commands.common import GameArgument, JobsOption, PlayersOption, SeedOption, guarded

if TYPE_CHECKING:
    from balance.experiments import Ladder

BudgetOption = Annotated[
    float | None, typer.Option(min=0.01, max=10_000, help="Millions of games to search with.")
]


@guarded
def tune(
    game: GameArgument,
    *,
    budget: BudgetOption = None,
    rounds: Annotated[int | None, typer.Option(min=1, max=100, help="Turns of every bot.")] = None,
    seed: SeedOption = None,
    only: Annotated[list[str] | None, typer.Option(help="Tune this bot (repeat for more).")] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Begin in the middle of each character, not with the file.")
    ] = False,
    players: PlayersOption = None,
    jobs: JobsOption = None,
) -> None:
    """Tune the bots of a game within their characters, and write them to bots.yaml."""
    from balance.experiments import tuning
    from balance.experiments.voice import for_search

    done = tuning.tune(
        game,
        budget=budget or tuning.BUDGET,
        rounds=rounds or tuning.ROUNDS,
        seed=tuning.SEED if seed is None else seed,
        only=only or (),
        fresh=fresh,
        players=players,
        jobs=jobs,
        voice=for_search(),
    )
    for step in done.steps:
        typer.echo(step)
    file = done.cards.folder / "bots.yaml"
    typer.echo(f"{file}: {'written' if done.changed else 'left as it was'}")


@guarded
def ladder(
    game: GameArgument,
    *,
    deals: Annotated[int | None, typer.Option(min=2, max=1_000_000, help="Deals for each pair.")] = None,
    seed: SeedOption = None,
    players: PlayersOption = None,
    jobs: JobsOption = None,
) -> None:
    """Does each bot beat the ones below it: random, first come, the plans, the best response?"""
    from balance import experiments
    from balance.experiments.ladders import DEALS, SEED

    known, cards = experiments.load(game)
    found = experiments.ladder(
        known,
        cards,
        deals=deals or DEALS,
        seed=SEED if seed is None else seed,
        players=experiments.table_of(known, players),
        jobs=jobs,
    )
    _print_ladder(found)


@guarded
def strength(
    game: GameArgument,
    *,
    budget: BudgetOption = None,
    seed: SeedOption = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Only play the held-out games again and compare.")
    ] = False,
    players: PlayersOption = None,
    jobs: JobsOption = None,
) -> None:
    """How far can the plans be beaten? Search freely, and store what was found for the report."""
    from balance.experiments import strengths
    from balance.experiments.voice import for_search

    if verify:
        found = strengths.verify(game, players=players, jobs=jobs)
    else:
        found = strengths.strength(
            game,
            budget=budget or strengths.BUDGET,
            seed=strengths.SEED if seed is None else seed,
            players=players,
            jobs=jobs,
            voice=for_search(),
        )
    _print_ladder(found.ladder)
    typer.echo(
        f"the best response wins {found.mean.value:.1%} ({found.mean.low:.1%} to {found.mean.high:.1%})"
        " against the plans, each counting the same"
    )
    for habit in found.habits:
        typer.echo(f"  {habit.family} {habit.card}: {habit.best:.2f}, the plans {habit.field:.2f}")
    if verify:
        typer.echo("played again: every figure is as stored")


def _print_ladder(found: Ladder) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("", "against", "win share", "95 % interval", "", box=None, pad_edge=False)
    for rung in found.rungs:
        share = rung.share
        verdict = "beats it" if rung.beats else "does not beat it beyond doubt"
        table.add_row(
            rung.bot, rung.below, f"{share.value:.1%}", f"{share.low:.1%} to {share.high:.1%}", verdict
        )
    console = Console(highlight=False, soft_wrap=True)
    console.print(table)
    console.print("each step beats the one below" if found.holds else "not every step beats the one below")

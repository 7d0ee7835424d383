# ruff: noqa: PLC0415  (imports inside commands: see balance.__main__)
"""`balance sprt`: a sequential test of two bots, or of a variant against the baseline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from balance.cards.paths import listing
from balance.commands.common import CountOption, JobsOption, SeedOption, guarded
from balance.errors import ScenarioError

if TYPE_CHECKING:
    from balance.experiments.sprt import Tested
    from balance.simulation import Prepared

POINT = 0.01
SHOWN = 12


@guarded
def sprt(
    scenario: Annotated[str, typer.Argument(help="A scenario file, or its name in scenarios/.")],
    *,
    bounds: Annotated[
        tuple[float, float],
        typer.Option(metavar="LOW HIGH", help="The two effects to tell apart, in points of win share."),
    ],
    bots: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="ONE OTHER", help="Does ONE win more than an even share against OTHER?"),
    ] = None,
    variant: Annotated[
        str | None, typer.Option(metavar="NAME", help="Test this variant against the baseline.")
    ] = None,
    measure: Annotated[
        str | None, typer.Option(metavar="ID", help="With --variant: win_share.BOT, seat_share.1, ...")
    ] = None,
    unit: Annotated[
        Literal["points", "nelo"], typer.Option(help="Of the bounds; nelo: normalised Elo (two players).")
    ] = "points",
    false_alarm: Annotated[
        float, typer.Option(min=0.0001, max=0.5, help="Chance to say HIGH where LOW is true.")
    ] = 0.05,
    miss: Annotated[
        float, typer.Option(min=0.0001, max=0.5, help="Chance to say LOW where HIGH is true.")
    ] = 0.05,
    max_games: Annotated[int | None, typer.Option(min=1, help="Stop after so many games.")] = None,
    seed: SeedOption = None,
    players: CountOption = None,
    jobs: JobsOption = None,
) -> None:
    """Play until it is clear which of two effects is the true one: exit code 0 HIGH, 1 LOW, 3 not clear."""
    from balance.experiments import sprt as tests
    from balance.simulation import prepare
    from balance.simulation.progress import for_terminal

    errors = tests.Errors(false_alarm, miss)
    ready = prepare(scenario, seed=seed, players=players)
    scale = POINT if unit == "points" else 1.0
    sizes = (bounds[0] * scale, bounds[1] * scale)
    voice = for_terminal()
    if variant is None:
        if measure is not None:
            msg = "--measure: found without --variant, allowed: together with it"
            raise ScenarioError(msg)
        one, other = bots or _both(ready)
        found = tests.bots_apart(
            ready,
            one,
            other,
            sizes,
            unit=unit,
            errors=errors,
            max_games=max_games,
            jobs=jobs,
            progress=voice,
        )
    else:
        if bots is not None or unit == "nelo" or measure is None:
            msg = "--variant: allowed with --measure (a share of the win), in points, without --bots"
            raise ScenarioError(msg)
        changed = prepare(scenario, seed=seed, players=players, variant=variant)
        found = tests.variant_apart(
            ready, changed, measure, sizes, errors=errors, max_games=max_games, jobs=jobs, progress=voice
        )
    _show(found)
    raise typer.Exit(tests.EXIT[found.word])


def _both(ready: Prepared) -> tuple[str, str]:
    """The two bots of the scenario, if there are just two."""
    names = ready.plan.bot_names
    if len(names) != 2:
        msg = f"--bots: which two is not said, and the scenario has {listing(names)}"
        raise ScenarioError(msg)
    return names[0], names[1]


def _show(found: Tested) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, soft_wrap=True)
    console.print(found.what, markup=False)
    head = "mean less even" if found.even else "mean difference"
    table = Table("blocks", head, "log likelihood ratio", box=None, pad_edge=False)
    looks = found.looks
    for look in looks if len(looks) <= SHOWN else (*looks[:1], *looks[1 - SHOWN :]):
        table.add_row(f"{look.blocks:,}", f"{100 * look.mean:+.2f} points", f"{look.llr:+.2f}")
    console.print(table)
    low, high = (_size(size, found) for size in found.bounds)
    said = {
        "above": f"rather {high} than {low}",
        "below": f"rather {low} than {high}",
        "undecided": f"not clear yet whether {low} or {high}: stopped at the limit of games",
    }
    stops = " and ".join(f"{stop:+.2f}" for stop in found.stops)
    console.print(f"{said[found.word]} (it stops at {stops}; {found.games:,} games)")
    if found.estimate is None:
        console.print("every block had the same result", markup=False)
        return
    value, start, end = (100 * x for x in (found.estimate.value, found.estimate.low, found.estimate.high))
    console.print(
        f"estimate, corrected for having stopped: {value:+.2f} points"
        f" ({100 * found.estimate.level:g} % interval {start:+.2f} to {end:+.2f})"
    )


def _size(size: float, found: Tested) -> str:
    return f"{size:+g} nelo" if found.unit == "nelo" else f"{100 * size:+g} points"

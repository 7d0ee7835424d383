# ruff: noqa: PLC0415  (imports inside commands: see balance.__main__)
"""Commands about records of real games: `fit`, `recorded`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.commands.common import GameArgument, guarded

RecordsArgument = Annotated[
    Path, typer.Argument(metavar="RECORDS", help="A folder with the CSV tables of recorded games.")
]


@guarded
def fit(
    game: GameArgument,
    records: RecordsArgument,
    *,
    out: Annotated[Path | None, typer.Option(help="Write the constants found to this YAML file.")] = None,
    prior: Annotated[
        float | None,
        typer.Option(help="Hold coefficients towards 0: the standard deviation of a normal prior."),
    ] = None,
    lapse: Annotated[float, typer.Option(help="Share of choices taken blindly.")] = 0.0,
) -> None:
    """Fit models of what people choose to the records of real games, and say what they show."""
    from balance import experiments
    from balance.experiments import constants, fitting
    from balance.experiments.fitting_in_words import show

    known, cards = experiments.load(game)
    found = fitting.fit(known, cards, records, prior=prior, lapse=lapse)
    written = constants.write(found, out) if out is not None else None
    show(found)
    if written is not None:
        typer.echo(f"constants: {written}")


@guarded
def recorded(
    game: GameArgument,
    records: RecordsArgument,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Which game, of several in the records.")
    ] = None,
) -> None:
    """Play a recorded game again by the rules and print it in plain words."""
    from balance import experiments

    known, cards = experiments.load(game)
    again = known.recorded(cards, records, name)
    typer.echo("\n".join(known.transcript(cards, again.match, again.names)))
    for note in again.notes:
        typer.echo(f"note: {note}")

"""What all commands share: the words for what a user can mend, and options that several of them take."""

from __future__ import annotations

import functools
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.errors import BalanceError

if TYPE_CHECKING:
    from collections.abc import Callable

INTERRUPTED, MENDABLE = 130, 2


def guarded(command: Callable[..., None]) -> Callable[..., None]:
    """Turn what a user can mend into one message and an exit code."""

    @functools.wraps(command)
    def wrapper(*args: Any, **kwargs: Any) -> None:
        try:
            command(*args, **kwargs)
            sys.stdout.flush()
        except BalanceError as error:
            stop(str(error), error.exit_code)
        except KeyboardInterrupt as interrupt:
            stop(str(interrupt) or "interrupted", INTERRUPTED)
        except BrokenPipeError:
            os.dup2(
                os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
            )  # the last flush has somewhere to go
            raise typer.Exit(0) from None
        except OSError as error:
            stop(f"{error.filename}: {error.strerror}" if error.filename else str(error), MENDABLE)

    return wrapper


def stop(message: str, code: int) -> None:
    """End with one message and an exit code."""
    typer.echo(message, err=True)
    raise typer.Exit(code) from None


CountOption = Annotated[
    int | None, typer.Option("--players", min=1, max=6, help="Which number of players, of several.")
]
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="A game, as `balance games` lists them.")]
SettingOption = Annotated[
    str | None, typer.Option("--setting", metavar="NAME", help="Which setting, of several.")
]
VariantOption = Annotated[
    str | None, typer.Option("--variant", metavar="NAME", help="Which variant (default: the baseline).")
]
RunArgument = Annotated[
    str, typer.Argument(metavar="RUN", help="A run's folder, a scenario's folder, or a scenario.")
]

JobsOption = Annotated[int | None, typer.Option(min=1, help="Threads (default: one per processor).")]
SeedOption = Annotated[int | None, typer.Option(min=0, max=2**53 - 1, help="Another seed: other luck.")]
PlayersOption = Annotated[
    int | None, typer.Option(min=1, max=6, help="Players at a table (default: the fewest).")
]

# ruff: noqa: PLC0415  (imports inside commands: the docstring says why)
"""The command line: `balance run`, `baselines`, `report`, `replay`, `check`, `lint`, `games`, `compile`,
`compare`, `readings`, `watch`, `sprt`, of bots `tune`, `ladder`, `strength`, and of real games `fit`,
`recorded`.

Exit codes: 0 done, 1 a target is missed, 3 that cannot be told, 2 something the user can mend (one message,
no traceback), 130 interrupted.
Heavy modules are imported by the command that needs them, so that `--help` and mistakes answer at once.
"""

from __future__ import annotations

import contextlib
import time
from pathlib import Path  # noqa: TC003  (typer reads it)
from typing import TYPE_CHECKING, Annotated

import typer

from balance.commands import bots, compare, readings, records, sprt, watch
from balance.commands.common import (
    CountOption,
    GameArgument,
    RunArgument,
    SettingOption,
    VariantOption,
    guarded,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.games.interface import Lint
    from balance.simulation import Run

app = typer.Typer(
    help="Balance analysis for card games: play scenarios, report what they show.",
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
)


@app.command()
@guarded
def run(
    scenario: Annotated[str, typer.Argument(help="A scenario file, or its name in scenarios/.")],
    *,
    games: Annotated[
        int | None, typer.Option(min=1, help="Games in all (rounded up to whole deals).")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=2**53 - 1, help="Another seed: other luck.")] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Worker processes (default: one per processor).")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The run's folder (default: reports/SCENARIO/...).")
    ] = None,
    chunk: Annotated[
        int | None, typer.Option(min=1, help="Games per chunk, at most about (default: 4000).")
    ] = None,
    backend: Annotated[
        str | None, typer.Option(help="Workers: threading (default up to 4), loky (processes), dask.")
    ] = None,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A dask scheduler: tcp://HOST:PORT.")
    ] = None,
    changes: Annotated[
        list[str] | None, typer.Option("--set", metavar="PATH=VALUE", help="Change a value of the card data.")
    ] = None,
    players: CountOption = None,
    setting: SettingOption = None,
    variant: VariantOption = None,
    no_report: Annotated[bool, typer.Option("--no-report", help="Play only.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Ordinary Python instead of compiled rules.")
    ] = False,
) -> None:
    """Play a scenario (or go on with it), and write its report."""
    from balance import simulation
    from balance.cards import parse_override
    from balance.simulation.progress import for_terminal

    runs = simulation.run_each(
        scenario,
        games=games,
        seed=seed,
        jobs=jobs,
        out=out,
        chunk=chunk,
        backend=backend,
        dask=dask,
        overrides=[parse_override(text) for text in changes or ()],
        plain=plain,
        players=players,
        setting=setting,
        variant=variant,
        progress=for_terminal(),
    )
    _written(runs, no_report=no_report, whole=setting is None)
    if not no_report:
        _index()
    _exit_by_targets(runs)


def _exit_by_targets(runs: Sequence[Run]) -> None:
    """Say which targets of the scenario are met; if not all are, leave with 1 (missed) or 3 (not known)."""
    from balance.commands.targets import verdicts

    if code := verdicts(runs):
        raise typer.Exit(code)


def _written(runs: Sequence[Run], *, no_report: bool = False, whole: bool = True) -> None:
    """Write the reports of runs, and say what they found. whole: these are all settings there are.

    Of variants there is no report of their own: `compare` says what is other.
    """
    for done in runs:
        report_file = None
        if not no_report and not done.variant:
            from balance.reports import write_report

            report_file = write_report(done.folder)
        _summary(done, report_file)
    alone = [done for done in runs if not done.variant]
    if not no_report and whole and len(alone) > 1:
        from balance.reports import write_overview

        compared = "all settings" if alone[0].setting else "all numbers of players"
        typer.echo(f"{compared}: {write_overview(alone)}")
    if len(alone) < len(runs):
        typer.echo(f"what the variants change: balance compare {runs[0].name}")


def _index() -> None:
    """Write the page that leads to all reports, and say where it is."""
    from balance.reports import write_index

    typer.echo(f"all reports: {write_index()}")


@app.command()
@guarded
def baselines() -> None:
    """Play the baseline of every game, and write its report: GAME_baseline in scenarios/."""
    from balance import simulation
    from balance.games import GAMES
    from balance.simulation import places
    from balance.simulation.progress import for_terminal

    known = places.scenario_names()
    for name in [f"{game}_baseline" for game in GAMES if f"{game}_baseline" in known]:
        _written(simulation.run_each(name, progress=for_terminal()))
    _index()


@app.command()
@guarded
def report(
    run: RunArgument,
    *,
    out: Annotated[Path | None, typer.Option(help="Write the report to this file instead.")] = None,
    players: CountOption = None,
    setting: SettingOption = None,
    variant: VariantOption = None,
) -> None:
    """Write the report of a run (again)."""
    from balance.reports import write_report
    from balance.simulation import open_run

    typer.echo(write_report(open_run(run, players, setting, variant).folder, out))
    if out is None:
        _index()


@app.command()
@guarded
def replay(
    run: RunArgument,
    game: Annotated[int, typer.Argument(min=0, help="The number of a game, as in the report and tables.")],
    *,
    players: CountOption = None,
    setting: SettingOption = None,
    variant: VariantOption = None,
) -> None:
    """Play one game of a run again and print it in plain words."""
    from balance.simulation import open_run

    opened = open_run(run, players, setting, variant)
    deal, entry, names = opened.entry(game)
    where = f"deal {deal}, {opened.line_ups[entry.line_up]}, rotation {entry.rotation}"
    head = f"{opened.title}: game {game} ({where})"
    seats = ", ".join(
        f"{seat} is {bot}" for seat, bot in zip(opened.game.info.seat_names, names, strict=False)
    )
    typer.echo("\n".join([head, seats, "", *opened.replay(game)]))


@app.command()
@guarded
def check(
    what: Annotated[
        str | None, typer.Argument(metavar="[SCENARIO|GAME]", help="Default: everything.")
    ] = None,
) -> None:
    """Check card data and scenarios without playing."""
    from balance.games import GAMES
    from balance.simulation import places

    if what is None:
        for name in GAMES:
            typer.echo(_checked_game(name))
        for name in places.scenario_names():
            typer.echo(_checked_scenario(name))
    elif what in GAMES:
        typer.echo(_checked_game(what))
    else:
        typer.echo(_checked_scenario(what))


@app.command()
@guarded
def lint(
    game: GameArgument,
    cards: Annotated[
        list[str] | None, typer.Argument(metavar="CARD", help="Ids of cards (default: the whole list).")
    ] = None,
    *,
    second: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Tags by somebody else: how well do the two agree?")
    ] = None,
) -> None:
    """What is odd about the cards, before anything is played."""
    from balance.games import get
    from balance.simulation import places

    known = get(game)
    _print_lint(known.lint(known.load(places.card_folder(game)), cards or (), second))


def _print_lint(found: Lint) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console(highlight=False)
    for title, sheet in found.tables:
        table = Table(box=None, pad_edge=False)
        for head in sheet.columns:
            table.add_column(escape(head), overflow="fold")
        for row in sheet.rows:
            table.add_row(*map(escape, row))
        console.print(f"{title}\n", style="bold", markup=False, soft_wrap=True)
        console.print(table)
        console.print()
    if found.note:
        console.print(found.note, markup=False, soft_wrap=True)
    for warning in found.warnings:
        console.print(f"- {warning}", markup=False, soft_wrap=True)
    count = len(found.warnings)
    console.print("nothing to warn of" if not count else f"{count} warning{'s' if count > 1 else ''}")


@app.command("games")
@guarded
def list_games() -> None:
    """List games, their bots, and scenarios."""
    from balance.games import GAMES, get
    from balance.simulation import places

    for name in GAMES:
        game = get(name)
        players = " or ".join(str(count) for count in game.info.seats)
        typer.echo(f"{name}: {game.info.title}, {players} players")
        cards = game.load(places.card_folder(name))
        width = max(map(len, cards.bots), default=0)
        for bot, about in cards.bots.items():
            typer.echo(f"  {bot:<{width}}  {about}")
    typer.echo("scenarios:")
    for scenario in places.scenario_names():
        typer.echo(f"  {scenario}")


@app.command("compile")
@guarded
def compile_rules() -> None:
    """Compile the rules of every game, if that has not been done on this machine."""
    from balance import jit
    from balance.games import GAMES, get
    from balance.simulation import places
    from balance.simulation.progress import for_terminal

    voice = for_terminal()
    for number, name in enumerate(GAMES, 1):
        game = get(name)
        cards = game.load(places.card_folder(name))
        cold = any(jit.is_cold(entry) for entry in vars(game.kernels).values())
        say = f"{name} ({number} of {len(GAMES)}): compiling the rules, once (about a minute)"
        began = time.monotonic()
        with voice.waiting(say) if cold else contextlib.nullcontext():
            game.compile(cards)
        done = "compiled" if cold else "compiled before, loaded"
        typer.echo(f"{name}: {done} in {time.monotonic() - began:.1f} s")


app.command()(compare.compare)
app.command()(readings.readings)
app.command()(watch.watch)
app.command()(sprt.sprt)
app.command()(bots.tune)
app.command()(bots.ladder)
app.command()(bots.strength)
app.command()(records.fit)
app.command()(records.recorded)


def _checked_game(name: str) -> str:
    from balance.games import get
    from balance.simulation import places

    game = get(name)
    cards = game.load(places.card_folder(name))
    for seats in game.info.seats:
        game.tables(cards, seats)
    for bot in cards.bots:
        game.bot(cards, bot)
    return f"{name}: card data is valid ({len(cards.provenance)} numbers, {len(cards.bots)} bots)"


def _checked_scenario(name: str) -> str:
    from balance import simulation

    found = []
    for ready in simulation.prepare_each(name):
        plan = ready.plan
        most = "at most " if ready.scenario.until else ""
        found.append(
            f"{ready.title}: valid ({len(plan.line_ups)} line-ups, {plan.games_per_deal} games per deal,"
            f" {most}{ready.deals * plan.games_per_deal:,} games)"
        )
    return "\n".join(found)


def _summary(done: Run, report_file: Path | None) -> None:
    """Key numbers of a run on the terminal."""
    from rich.console import Console
    from rich.table import Table

    from balance.reports.summary import win_shares
    from balance.simulation import stopping

    console = Console(highlight=False, soft_wrap=True)
    manifest = done.manifest
    players = f", {manifest['run']['players']} players" if manifest.get("several") else ""
    where = f"report: {report_file}" if report_file else f"tables: {done.folder}"
    which = ("setting", done.setting) if done.setting else ("variant", done.variant)
    if which[1]:  # one of many: in one line, the page that compares them says more
        title = f"{done.title}{players}, {' '.join(which)}"
        console.print(f"{title}: {manifest['games']:,} games; {where}", markup=False)
        return
    console.print(f"{done.title}{players}", markup=False)
    reason = stopping.in_words(manifest["stopped"])
    console.print(f"{manifest['games']:,} games of {manifest['deals']:,} deals; {reason}")
    if manifest["stopped"]["by"] == "precision":
        console.print(
            "the intervals below are those of one look; the run stopped by intervals that hold at every look"
        )
    table = Table("against other plans", "win share", "95 % interval", box=None, pad_edge=False)
    for name, found in win_shares(done).items():
        table.add_row(name, f"{found.value:.1%}", f"{found.low:.1%} to {found.high:.1%}")
    console.print(table)
    console.print(where, markup=False)


def main() -> None:
    """Run the command line."""
    app(prog_name="balance")


if __name__ == "__main__":
    main()

# ruff: noqa: PLC0415  (imports inside commands: heavy modules load only when they are needed)
"""What `balance run` says of the targets of a scenario, and its exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.simulation import Run

WIDTH = 110
"""Letters in a line at least: the table is not read when words are broken."""


def verdicts(runs: Sequence[Run]) -> int:
    """Print the verdict on every target of these runs; the exit code of the command.

    0: all met, or none stated; 1: one is missed; 3: none is missed, and one cannot be told yet.
    """
    stated = [run for run in runs if run.manifest["run"]["scenario"].get("targets")]
    if not stated:
        return 0
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from balance.experiments.targets import EXIT, Judged, judge, worst
    from balance.reports.numbers import NO_BREAK, THIN
    from balance.reports.targets import row

    console = Console(highlight=False)
    console.width = max(WIDTH, console.width)
    judged: list[Judged] = []
    for run in stated:
        found = judge(run)
        if not found:
            continue
        judged += found
        players = f", {run.manifest['run']['players']} players" if run.manifest.get("several") else ""
        setting = f", setting {run.setting}" if run.setting else ""
        setting += f", variant {run.variant}" if run.variant else ""
        table = Table(f"targets{players}{setting}", "wanted", "found", "", box=None, pad_edge=False)
        for item in found:
            table.add_row(*(escape(text.replace(THIN, " ").replace(NO_BREAK, " ")) for text in row(item)))
        console.print(table)
    if not judged:
        return 0
    word = worst(item.word for item in judged)
    said = {"met": "all targets are met", "missed": "a target is missed"}
    console.print(said.get(word, "not all targets can be told yet"))
    return EXIT[word]

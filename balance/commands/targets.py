# ruff: noqa: PLC0415  (imports inside commands: heavy modules load only when they are needed)
"""What `balance run` says of the targets of a scenario, and its exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.simulation import Run


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

    from balance.reports import targets

    console = Console(highlight=False, soft_wrap=True)
    judged: list[targets.Judged] = []
    for run in stated:
        found = targets.judge(run)
        if not found:
            continue
        judged += found
        players = f", {run.manifest['run']['players']} players" if run.manifest.get("several") else ""
        setting = f", setting {run.setting}" if run.setting else ""
        table = Table(f"targets{players}{setting}", "wanted", "found", "", box=None, pad_edge=False)
        for item in found:
            row = (item.name, item.band, targets.found_text(item), targets.in_words(item))
            table.add_row(*map(escape, row))
        console.print(table)
    if not judged:
        return 0
    word = targets.worst(judged)
    said = {"met": "all targets are met", "missed": "a target is missed"}
    console.print(said.get(word, "not all targets can be told yet"))
    return targets.EXIT[word]

"""A calibration on the terminal: tables of rivals, coefficients, outcomes, constants, and what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console
from rich.table import Table

from balance.cards.paths import shown_file
from balance.experiments.constants import command, shown

if TYPE_CHECKING:
    import pandas as pd

    from balance.experiments.fitting import Answer, Calibration, Rival
    from balance.statistics import Estimate

NOTHING = "-"


def show(found: Calibration, console: Console | None = None) -> None:
    """Print all of it."""
    say = console or Console(highlight=False, soft_wrap=True)
    say.print(
        f"{found.game.info.title}: {_count(found.games, 'recorded game')} of"
        f" {_count(found.groups, 'group')} in {shown_file(found.folder)}",
        markup=False,
    )
    for answer in found.answers:
        _answer(answer, say)
    if found.outcomes is not None:
        _outcomes(found.outcomes, found.steps, say)
    if found.agreement is not None:
        beyond = "" if found.beyond is None else f", beyond the model {found.beyond:.2f}"
        say.print(
            f"\nRaters agree with an intraclass correlation of {found.agreement:.2f}{beyond}.", markup=False
        )
    say.print("\nWhat can be told, and what cannot")
    for number, caveat in enumerate(found.caveats, 1):
        say.print(f"{number}. {caveat}", markup=False)
    for note in found.notes:
        say.print(f"Note: {note}", markup=False)
    _constants(found, say)


def _table(*heads: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number == 0 else "right", no_wrap=True)
    return table


def _answer(answer: Answer, say: Console) -> None:
    noun = answer.question.noun
    say.print(
        f"\n{answer.question.title}: {_count(answer.decisions, noun)}; log-likelihood per {noun} by"
        " coefficients"
        f" from other groups (blind choice: {answer.blind:.3f})",
        markup=False,
    )
    for rival in answer.rivals:
        say.print(f"{rival.model.id}: {rival.model.name}", markup=False)
    several = len(answer.rivals) > 1
    heads = ["held out", "over blind, 95 %"]
    heads += [f"over {answer.question.models[0].id}, 95 %"] if several else []
    table = _table("", *heads, "slope, 95 %")
    for rival in answer.rivals:
        cells = [rival.model.id, NOTHING if rival.foretold is None else f"{rival.foretold.value:.3f}"]
        cells.append(_limits(rival.over_blind))
        cells += [_limits(rival.over_first)] if several else []
        table.add_row(*cells, _limits(rival.slope))
    say.print(table)
    for rival in answer.rivals:
        if rival.why:
            say.print(f"{rival.model.id}: {rival.why}", markup=False)
    if answer.best is not None:
        say.print(f"{answer.best.model.id} {answer.because}.", markup=False)
        _coefficients(answer.best, say)


def _coefficients(rival: Rival, say: Console) -> None:
    if rival.fit is None:
        return
    table = _table(f"{rival.model.id}: coefficient", "value", "95 % interval", "standard error")
    for row in rival.fit.table().itertuples():
        table.add_row(row.term, f"{row.value:.2f}", _range(row.low, row.high), f"{row.standard_error:.2f}")
    say.print(table)
    say.print(f"log-likelihood per decision in sample: {rival.fit.per_decision:.3f}", markup=False)
    if rival.idle:
        say.print(f"left out, as they never differ: {', '.join(rival.idle)}", markup=False)


def _outcomes(table: pd.DataFrame, steps: Estimate | None, say: Console) -> None:
    left = sorted(set(table["left"]) - {0}, reverse=True)
    heads = [f"{number} left" for number in left]
    say.print("\nBets and outcomes: share that came true, by stake and bets still to place", markup=False)
    shown_table = _table("stake", "all", "95 % interval", *heads, "number")
    for stake, rows in table.groupby("stake"):
        by = rows.set_index("left")
        whole = by.loc[0]
        cells = [f"{by.loc[number, 'value']:.0%}" if number in by.index else NOTHING for number in left]
        limits = f"{whole['low']:.0%} to {whole['high']:.0%}"
        shown_table.add_row(f"{stake:,}", f"{whole['value']:.0%}", limits, *cells, f"{int(whole['n'])}")
    say.print(shown_table)
    if steps is not None and np.isfinite(steps.low):
        sure = "higher stakes are better bets" if steps.low > 0 else "not clearly better bets"
        sure = "higher stakes are worse bets" if steps.high < 0 else sure
        say.print(
            f"a stake one step higher: {steps.value:+.1%} ({steps.low:+.1%} to {steps.high:+.1%}); {sure}",
            markup=False,
        )


def _constants(found: Calibration, say: Console) -> None:
    if not found.constants:
        say.print("\nNothing is certain enough to be a constant.")
        return
    say.print("\nConstants")
    table = _table("path", "value", "95 % interval")
    table.add_column("")
    for constant in found.constants:
        limits = NOTHING
        if constant.low is not None and constant.high is not None:
            limits = _range(constant.low, constant.high)
        table.add_row(constant.path, shown(constant.value), limits, constant.about)
    say.print(table)
    say.print(f"to play with them: {command(found)}", markup=False)


def _limits(found: Estimate | None) -> str:
    if found is None:
        return NOTHING
    return f"{found.value:.3f} ({found.low:.2f}..{found.high:.2f})"


def _range(low: float, high: float) -> str:
    return f"{low:.2f} to {high:.2f}" if np.isfinite(low) and np.isfinite(high) else "unknown"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"

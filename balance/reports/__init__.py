"""A run as one HTML page that needs nothing else.

numbers      numbers as text: no more digits than the interval supports
evidence     a run, asked for estimates
findings     what is said at the top, in sentences
content      what a page is made of (records)
verdicts     words for one number
panels, bins, fairness, tables_of_many, extremes, trust   the sections
many         what is said of more than two players
brief        a report in short, in a file beside it
overview     runs with several numbers of players on one page
settings     runs at several settings on one page, a column each
signs        which conclusions depend on the setting
index        all reports on one page
comparison   two versions side by side (its docstring names its parts)
figures      inline SVG
templates/   how it looks
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from balance.simulation import Run


def write_report(run: Run | Path | str, out: Path | str | None = None) -> Path:
    """Write the report of a run (or of the run in a folder) as one HTML file.

    out: the file (default: report.html in the folder of the run). Returns where it was written. The same
    run gives the same bytes. RunError when the run cannot be read.
    """
    from balance.reports.page import write  # noqa: PLC0415  figures and templates cost half a second

    return write(run, out)


def write_overview(runs: Sequence[Run]) -> Path:
    """Write one page that compares the runs of a scenario with several numbers of players or settings.

    Returns where it is. Their reports must have been written. RunError when one has not.
    """
    from balance.reports.overview import write  # noqa: PLC0415

    return write(runs)


def write_index() -> Path:
    """Write `index.html` in the folder of runs anew: all reports of all games. Returns where it is."""
    from balance.reports.index import write  # noqa: PLC0415

    return write()


def report_html(run: Run) -> str:
    """The report of a run as text."""
    from balance.reports.page import html  # noqa: PLC0415

    return html(run)


__all__ = ["report_html", "write_index", "write_overview", "write_report"]

"""A run as one HTML page that needs nothing else.

numbers      numbers as text: no more digits than the interval supports
evidence     a run, asked for estimates
findings     what is said at the top, in sentences
content      what a page is made of (records)
panels, fairness, extremes, trust   the sections
figures      inline SVG
templates/   how it looks
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from balance.simulation import Run


def write_report(run: Run | Path | str, out: Path | str | None = None) -> Path:
    """Write the report of a run (or of the run in a folder) as one HTML file.

    out: the file (default: report.html in the folder of the run). Returns where it was written. The same
    run gives the same bytes. RunError when the run cannot be read.
    """
    from balance.reports.page import write  # noqa: PLC0415  figures and templates cost half a second

    return write(run, out)


def report_html(run: Run) -> str:
    """The report of a run as text."""
    from balance.reports.page import html  # noqa: PLC0415

    return html(run)


__all__ = ["report_html", "write_report"]

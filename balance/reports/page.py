"""The page: sections in order, then the template."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from balance.experiments.targets import judge
from balance.reports import (
    brief,
    extremes,
    fairness,
    panels,
    self_checks,
    strength,
    tables_of_many,
    targets,
    trust,
)
from balance.reports.content import Key, Page, Section
from balance.reports.evidence import Evidence
from balance.reports.figures import MARKS
from balance.reports.findings import all_findings
from balance.reports.numbers import count
from balance.reports.verdicts import MARK_WORDS
from balance.simulation import open_run, write_whole

if TYPE_CHECKING:
    from balance.games.interface import Chapter
    from balance.simulation import Run

FILE = "report.html"
MARK_SIGNS = {"good": "\N{CHECK MARK}", "bad": "!", "open": "?", "note": "\N{MIDDLE DOT}"}


def write(run: Run | Path | str, out: Path | str | None) -> Path:
    """See `balance.reports.write_report`."""
    if isinstance(run, (str, Path)):
        run = open_run(run)
    evidence = Evidence(run)
    page = build(run, evidence)
    if out is not None:
        return write_whole(Path(out), render(page))
    target = write_whole(run.folder / FILE, render(page))
    brief.write(run.folder, brief.brief(evidence, evidence.without_random(), page))
    return target


def html(run: Run) -> str:
    """The page as text."""
    return render(build(run))


def build(run: Run, evidence: Evidence | None = None) -> Page:
    """What the page says. evidence: of the run, if it has been read."""
    evidence = evidence or Evidence(run)
    field = evidence.without_random()
    judged = judge(run)
    checked = self_checks.checks(evidence, field)
    findings, missing = all_findings(evidence, field)
    chapters = [_chapter(field, chapter) for chapter in evidence.book.chapters]
    sections: list[Section | None] = [
        targets.section(run, judged),
        fairness.section(evidence),
        fairness.tension(field),
        tables_of_many.unfinished(evidence),
        *chapters,
        extremes.section(field),
        strength.section(evidence),
        trust.assumptions(evidence),
        checked.section,
        trust.trust(evidence, missing),
        trust.reproduce(evidence),
        trust.definitions(evidence),
    ]
    manifest = evidence.manifest
    asked = trust.scenario(manifest)
    facts = manifest.get("run", manifest)
    players = len(getattr(run.game.info, "seats", ())) > 1
    shown = (
        ("players", str(evidence.seats_at_table) if players else ""),
        ("setting", str(manifest.get("setting") or "")),
        ("games", count(evidence.games)),
        ("deals", count(evidence.deals)),
        ("seed", str(facts.get("seed", ""))),
        ("run", str(manifest.get("identity", ""))[:12]),
        ("card data", str(getattr(run.cards, "hash", ""))[:12]),
    )
    title = str(asked.get("title") or manifest.get("name") or "Balance report")
    return Page(
        title=title,
        game=run.game.info.title,
        scenario=str(manifest.get("name") or ""),
        question=str(asked.get("question") or ""),
        facts=tuple((name, value) for name, value in shown if value),
        plans=tuple(
            Key(plan, panels.plan_colour(evidence, plan), n % len(MARKS))
            for n, plan in enumerate(evidence.plans)
        ),
        findings=(*checked.findings, *targets.findings(judged), *findings),
        missing=tuple(missing),
        sections=tuple(section for section in sections if section is not None),
        caveats=evidence.book.caveats,
    )


def render(page: Page, *, overview: bool = False) -> str:
    """The page through its template. overview: it compares runs."""
    return template("page.html.j2", page=page, overview=overview)


def template(name: str, **shown: Any) -> str:
    """A template with what it shows; style, script and marks are there for all."""
    environment = _environment()
    loader: Any = environment.loader
    style, script = (Markup(loader.get_source(environment, name)[0]) for name in ("style.css", "page.js"))  # noqa: S704  our own files
    marks = {"mark_words": MARK_WORDS, "mark_signs": MARK_SIGNS}
    return environment.get_template(name).render({"style": style, "script": script} | marks | shown)


@cache
def _environment() -> Environment:
    """Where templates come from; one for all pages, as it keeps what it has compiled."""
    return Environment(
        loader=PackageLoader("balance.reports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _chapter(evidence: Evidence, chapter: Chapter) -> Section:
    figures = tuple(
        panels.figure(evidence, panel, f"fig-{chapter.id}-{number}")
        for number, panel in enumerate(chapter.panels, 1)
    )
    drawn = sorted(
        figures, key=lambda figure: (figure.open_table, figure.wide)
    )  # pictures first, wide tables last
    return Section(chapter.id, chapter.title, chapter.question, (), tuple(drawn))

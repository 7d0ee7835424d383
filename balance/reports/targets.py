"""What the scenario wanted of its measures: met, missed, or not yet known."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from scipy.special import ndtri

from balance import statistics
from balance.games.interface import RANDOM_BOT
from balance.reports.content import Cell, Section, Table, cell, head
from balance.reports.evidence import Evidence
from balance.reports.numbers import count, free, number, single
from balance.reports.tally import WIN, Tally
from balance.reports.verdicts import Finding, Mark, first_group, round_up, say
from balance.simulation.targets import MOVER_SHARE, SEAT_SHARE, WIN_SHARE, Band, Target, is_share, targets_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balance.reports.layout import Group
    from balance.reports.numbers import Number
    from balance.reports.tally import Key
    from balance.simulation import Run
    from balance.statistics import Estimate

Word = Literal["met", "missed", "undetermined"]
LEVEL, POWER = 0.95, 0.8
EXIT: dict[Word, int] = {"met": 0, "missed": 1, "undetermined": 3}
"""What the command line answers."""
MARKS: dict[Word, Mark] = {"met": "good", "missed": "bad", "undetermined": "open"}
SECTION = "targets"


@dataclass(frozen=True)
class Judged:
    """A target and what a run says of it.

    name         in words
    unit, share  of the measure; share: shown in percent
    estimate     its interval takes account of the number of targets; None: the run had no case of it
    more_games   about so many more would tell; None where that cannot be said, or there is a verdict
    """

    target: Target
    name: str
    unit: str
    share: bool
    estimate: Estimate | None
    word: Word
    more_games: int | None = None

    @property
    def band(self) -> str:
        """The band in words."""
        return band_text(self.target.band, self.unit, share=self.share)


def judge(run: Run, evidence: Evidence | None = None) -> tuple[Judged, ...]:
    """Judge the targets of a run, by name in order; none where it has none.

    evidence: of all its games, if they have been read. The intervals together hold with 95 % (each at
    1 - 5 % / targets); after a run that stopped by itself they hold at every look it took.
    """
    facts = run.manifest.get("run", {})
    wanted = targets_for(facts.get("scenario", {}).get("targets"), int(facts.get("players", 0)))
    wanted = tuple(target for target in wanted if target.word != WIN_SHARE or target.of in run.bots)
    if not wanted:
        return ()
    if evidence is None:
        evidence = Evidence(run, Tally(run, wins_only=all(target.word for target in wanted)))
    level = 1 - (1 - LEVEL) / len(wanted)
    return tuple(_judged(evidence, target, level) for target in wanted)


def worst(judged: Sequence[Judged]) -> Word:
    """Missed if one is; else undetermined if one is; else met."""
    words = {item.word for item in judged}
    return "missed" if "missed" in words else "undetermined" if "undetermined" in words else "met"


def band_text(band: Band, unit: str, *, share: bool) -> str:
    """A band as a person would write it."""
    low, high = (single(end, unit, rate=share) for end in (band.low, band.high))
    if math.isinf(band.low):
        return f"at most {high}"
    return f"at least {low}" if math.isinf(band.high) else f"{low} to {high}"


def section(evidence: Evidence) -> Section | None:
    """What was wanted and what was found; None without targets."""
    found = judge(evidence.run, evidence)
    if not found:
        return None
    rows = tuple(
        (
            head(item.name),
            Cell(item.band),
            cell(_number(item)) if item.estimate else Cell("no case of it"),
            Cell(in_words(item)),
        )
        for item in found
    )
    intro = (
        "Met: the whole interval lies in the band. Missed: none of it does. All intervals together hold with"
        f" {free(100 * LEVEL)} %: each is widened for the number of targets."
    )
    table = Table("Targets", ("measure", "wanted", "found", "verdict"), rows)
    question = "Is the game where the scenario wants it?"
    return Section(SECTION, "Targets", question, (intro, *_stopped(evidence)), tables=(table,))


def findings(evidence: Evidence) -> list[Finding]:
    """The targets in a sentence."""
    found = judge(evidence.run, evidence)
    if not found:
        return []
    word = worst(found)
    pieces = []
    for name in ("missed", "undetermined", "met"):
        names = [item.name for item in found if item.word == name]
        if names:
            verb = "not known yet" if name == "undetermined" else name
            pieces.append(f"{verb}: {', '.join(names)}")
    text = "; ".join(pieces)
    return [Finding("Targets", say(f"{text[0].upper()}{text[1:]}."), MARKS[word], SECTION, word)]


def in_words(item: Judged) -> str:
    """The verdict in a few words."""
    if item.word == "undetermined" and item.more_games:
        return f"undetermined; about {count(round_up(item.more_games))} more games would tell"
    return item.word


def found_text(item: Judged) -> str:
    """What was found, as plain text."""
    return str(_number(item)) if item.estimate else "no case of it"


def _number(item: Judged) -> Number:
    assert item.estimate is not None
    return number(item.estimate, item.unit, rate=item.share)


def _stopped(evidence: Evidence) -> list[str]:
    if _by_itself(evidence):
        return ["This run stopped by itself; these intervals hold at every look it took."]
    return []


def _by_itself(evidence: Evidence) -> bool:
    """Whether the run chose its own length."""
    stopped = evidence.manifest.get("stopped")
    return isinstance(stopped, dict) and "looks" in stopped


def _judged(evidence: Evidence, target: Target, level: float) -> Judged:
    name, unit = _name(evidence, target)
    share = is_share(target.id, evidence.book)
    estimate = _estimate(evidence, target, level)
    if estimate is None:
        return Judged(target, name, unit, share, None, "undetermined")
    word = statistics.band(estimate, target.band.low, target.band.high)
    more = _more_games(evidence, estimate, target.band) if word == "undetermined" else None
    return Judged(target, name, unit, share, estimate, word, more)


def _name(evidence: Evidence, target: Target) -> tuple[str, str]:
    """The measure in words, and its unit."""
    if not target.word:
        measure = evidence.measures[target.id]
        return measure.name, measure.unit
    who = {SEAT_SHARE: "seat ", MOVER_SHARE: "whoever moves at place "}.get(target.word, "")
    return f"win share of {who}{target.of}", "share"


def _estimate(evidence: Evidence, target: Target, level: float) -> Estimate | None:
    """The measure at that level; None when the run has no case of it."""
    bounded = bool(target.word) or evidence.measures[target.id].rate
    for key, group in _places(evidence, target):
        try:
            sums = evidence.tally.moments(key, group)
        except KeyError:
            continue
        if not sums.bottom > 0:
            continue
        rate = bounded and 0 <= sums.top <= sums.bottom
        found = statistics.ratio_from_moments(sums, level, bounded=rate)
        if group[0] in ("rivals", "against"):  # their weights add up to 1 for each deal
            places = int((evidence.layout.groups[group] > 0).sum())
            found = replace(found, n=float(places * evidence.deals), clusters=evidence.deals)
        return _at_every_look(found, rate=rate) if _by_itself(evidence) else found
    return None


def _places(evidence: Evidence, target: Target) -> list[tuple[Key, Group]]:
    """Which quantity over which games; the first that has a case."""
    if target.word == WIN_SHARE:
        kinds = ("against",) if target.of == RANDOM_BOT else ("rivals", "against")
        return [(WIN, (kind, target.of)) for kind in kinds]
    if target.word == SEAT_SHARE:
        return [(WIN, ("seat", str(int(target.of) - 1)))]
    if target.word == MOVER_SHARE:
        return [(("order", str(int(target.of) - 1)), first_group(evidence)[0])]
    return [(("measure", target.id), evidence.without_random().scope)]


def _at_every_look(found: Estimate, *, rate: bool) -> Estimate:
    """The same with an interval that holds however often the run has looked."""
    sd = found.standard_error * math.sqrt(found.clusters)
    if not math.isfinite(sd) or sd == 0:
        return found
    wide = statistics.confidence_sequence(found.value, sd, found.clusters, found.level)
    low, high = (max(0.0, wide.low), min(1.0, wide.high)) if rate else (wide.low, wide.high)
    return replace(found, low=low, high=high, method=wide.method)


def _more_games(evidence: Evidence, found: Estimate, band: Band) -> int | None:
    """Games after which the nearer end of the band would probably lie outside the interval.

    To be met both ends must; so where the estimate is inside, the nearer end decides as well.
    """
    gap = min(abs(found.value - end) for end in (band.low, band.high) if math.isfinite(end))
    error = found.standard_error
    if gap == 0 or not math.isfinite(error) or error == 0:
        return None
    reach = max(found.half_width / error, 0.0) + float(ndtri(POWER))
    return max(1, math.ceil(evidence.games * ((reach * error / gap) ** 2 - 1)))

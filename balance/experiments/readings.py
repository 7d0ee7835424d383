"""Which open question of the rule book matters most? Every other reading is played as a variant.

Each reading of `readings.yaml` that is not in use is one variant of the game's baseline scenario, on the same
deals. Questions are ranked by how far they move the headline measures, in units of their margins; verdicts
count how many measures and readings were tested (Holm).
"""

from __future__ import annotations

import contextlib
import math
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance.errors import BalanceError, CardDataError, ScenarioError
from balance.experiments.compare import compare_groups
from balance.experiments.one_run import one_run
from balance.experiments.quantities import GIVEN_UP
from balance.experiments.reading_records import Asked, Moved, Part, Tried, file_of, keep, read_parts
from balance.games import get
from balance.games.stated import headline
from balance.simulation import prepare_each, read_scenario, storage
from balance.simulation.asked import MOVER_SHARE, SEAT_SHARE, WIN_SHARE
from balance.simulation.progress import Quiet
from balance.simulation.runner import run_prepared
from balance.simulation.variants import BASELINE, Variant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from balance.cards import CardSet
    from balance.experiments.compared import Compared, Comparison
    from balance.simulation import Prepared, Run

GAMES = 4_000
"""Games of each run, unless told otherwise: with some twenty readings about a minute."""


@dataclass(frozen=True)
class Alternative:
    """A reading that is not in use, and the name of its variant."""

    question: str
    reading: str

    @property
    def name(self) -> str:
        """Of the variant, and of the folder of its run."""
        return f"{self.question}-{self.reading}".lower()

    @property
    def variant(self) -> Variant:
        """What it changes."""
        return Variant.model_validate({"set": {f"readings.{self.question}.reading": self.reading}})


def alternatives(cards: CardSet) -> list[Alternative]:
    """Every reading that could be chosen instead."""
    return [Alternative(item.id, other.name) for item in cards.assumptions for other in item.alternatives]


def try_readings(
    game: str,
    *,
    games: int | None = None,
    players: int | None = None,
    setting: str | None = None,
    jobs: int | None = None,
    progress: Quiet | None = None,
) -> Part:
    """Play every reading that is not in use, rank the questions, and keep the result beside the runs.

    games     of each run (default: `GAMES`)
    players, setting   which run of the baseline scenario (see `one_run`)

    What was tried before with the same cards, rules and games is taken from the file. Interrupted, the same
    call goes on where it was. ScenarioError when the game has no baseline or no open question.
    """
    get(game)
    scenario, voice = f"{game}_baseline", progress or Quiet()
    players, setting = one_run(scenario, players, setting)
    how: dict[str, Any] = {"games_wanted": games or GAMES, "players": players, "setting": setting}
    baseline = prepare_each(scenario, variant=BASELINE, **how)[0]
    wanted = alternatives(baseline.cards)
    if not wanted:
        msg = f"{game}: its card data has no open question with another reading, allowed: one with some"
        raise ScenarioError(msg)
    ready, refused = _prepared(scenario, wanted, how)
    identity = storage.text_hash([item.identity for item in (baseline, *ready.values())])
    folder = file_of(game).with_suffix(".runs") / (f"{players}-players" + (f"-{setting}" if setting else ""))
    kept: tuple[Part, ...] = ()
    with contextlib.suppress(BalanceError):  # a damaged file is written anew
        kept = read_parts(game)
    for part in kept:
        if part.identity == identity:
            voice.say(f"nothing left to do: every reading has been tried, see {file_of(game)}")
            return part
    runs = _play(baseline, ready, folder, jobs, voice)
    read, _ = read_scenario(scenario)
    found = _compared(runs[BASELINE], {name: runs[name] for name in ready}, read.margins or {})
    part = _part(baseline, runs, found, wanted, refused, identity)
    keep(game, part, kept)
    shutil.rmtree(folder, ignore_errors=True)
    with contextlib.suppress(OSError):
        folder.parent.rmdir()  # that of other numbers of players stays
    return part


def _prepared(
    scenario: str, wanted: Sequence[Alternative], how: Mapping[str, Any]
) -> tuple[dict[str, Prepared], dict[str, str]]:
    """Variants by name, ready to be played; of those that cannot be, why not."""
    more = {item.name: item.variant for item in wanted}
    try:
        every = prepare_each(scenario, more=more, **how)
        return {str(item.variant): item for item in every if item.variant in more}, {}
    except CardDataError:  # some cannot be: one by one
        ready: dict[str, Prepared] = {}
        refused: dict[str, str] = {}
        for name, variant in more.items():
            try:
                ready[name] = prepare_each(scenario, variant=name, more={name: variant}, **how)[0]
            except CardDataError as error:
                refused[name] = str(error)
        return ready, refused


# ---------------------------------------------------------------------------------------- playing


class _Together(Quiet):
    """The progress of many runs as that of one."""

    def __init__(self, voice: Quiet) -> None:
        self.voice = voice
        self.done = 0

    def advance(self, games: int) -> None:
        """So many more games are done."""
        self.done += games
        self.voice.advance(games)

    def up_to(self, games: int) -> None:
        """So many are done in all: what was there before counts, too."""
        self.advance(games - self.done)


def _play(
    baseline: Prepared, ready: Mapping[str, Prepared], folder: Path, jobs: int | None, voice: Quiet
) -> dict[str, Run]:
    """The run of the baseline, then those of all readings; finished ones are opened."""
    voice.say(f"{baseline.title}, and {len(ready)} other readings on the same deals")

    def played(name: str, item: Prepared, own: Quiet) -> Run:
        return run_prepared(item, jobs=jobs, out=folder / name / item.identity[:10], progress=own)

    runs = {BASELINE: played(BASELINE, baseline, voice)}
    each = baseline.deals * baseline.plan.games_per_deal
    voice.start(each * len(ready), 0)
    together = _Together(voice)
    try:
        for number, (name, item) in enumerate(ready.items(), 1):
            runs[name] = played(name, item, together)
            together.up_to(number * each)
    finally:
        voice.stop()
    return runs


def _compared(
    baseline: Run, variants: Mapping[str, Run], margins: Mapping[str, float]
) -> dict[str, Comparison]:
    """Headline measures of every variant against the baseline, corrected all together."""
    only = {WIN_SHARE, f"{SEAT_SHARE}.1", f"{MOVER_SHARE}.1", GIVEN_UP, *headline(baseline.game.book)}
    found = compare_groups(
        [(baseline, list(variants.values()))],
        margins=margins,
        names=(BASELINE, *variants),
        only=only,
        details=False,
    )
    return {item.name: item for item in found}


# ---------------------------------------------------------------------------------------- records


def _part(
    baseline: Prepared,
    runs: Mapping[str, Run],
    found: Mapping[str, Comparison],
    wanted: Sequence[Alternative],
    refused: Mapping[str, str],
    identity: str,
) -> Part:
    questions = []
    for item in baseline.cards.assumptions:
        texts = {other.name: other.text for other in item.alternatives}
        tried = [
            Tried(reading=one.reading, text=texts[one.reading], refused=refused[one.name])
            if one.name in refused
            else _tried(one, texts[one.reading], found[one.name])
            for one in wanted
            if one.question == item.id
        ]
        if tried:
            tried.sort(key=lambda each: each.moves[0].rank if each.moves else (False, -1.0), reverse=True)
            questions.append(
                Asked(
                    id=item.id,
                    question=item.question,
                    impact=item.impact,
                    in_use=item.reading,
                    tried=tuple(tried),
                )
            )

    def rank(each: Asked) -> tuple[bool, float]:
        largest = each.largest
        return largest[1].rank if largest else (False, -1.0)

    questions.sort(key=rank, reverse=True)
    one = next(iter(found.values()), None)
    run = runs[BASELINE]
    return Part(
        scenario=baseline.name,
        players=baseline.plan.seats,
        setting=baseline.setting or "",
        several=baseline.several,
        cards=baseline.cards.hash,
        rules_version=baseline.game.info.rules_version,
        identity=identity,
        seed=baseline.plan.seed,
        games=int(run.manifest["games"]),
        deals=int(run.manifest["deals"]),
        level=one.level if one else 0.95,
        tests=one.tests if one else 0,
        questions=tuple(questions),
    )


def _tried(item: Alternative, text: str, found: Comparison) -> Tried:
    moves = [_moved(each) for each in found.measures if not each.exactly_zero]
    moves.sort(key=lambda each: each.rank, reverse=True)
    names = {measure.id: measure.name for measure in found.baseline.game.book.measures}
    return Tried(
        reading=item.reading,
        text=text,
        same=_same_games(found.baseline, found.variant),
        moves=tuple(moves),
        gone=tuple(names.get(each, each) for each in found.unmatched),
    )


def _same_games(one: Run, other: Run) -> bool:
    """Whether every game came out the same, to the last counter."""
    tables = [run.manifest["tables"] for run in (one, other)]
    return all(tables[0][name]["sha256"] == tables[1][name]["sha256"] for name in tables[0])


def _moved(item: Compared) -> Moved:
    estimate, word = item.difference.estimate, item.verdict.word
    if word == "moved" and estimate.contains(0):  # its interval allows for deals that were not seen
        word = "undetermined"
    return Moved(
        measure=item.measure,
        name=item.name,
        unit=item.unit,
        rate=item.rate,
        before=item.before.value,
        after=item.after.value,
        difference=estimate.value,
        low=_finite(estimate.low),
        high=_finite(estimate.high),
        margin=item.margin,
        word=word,
        p_adjusted=_finite(item.p_adjusted),
        more_games=item.verdict.more_games,
    )


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None

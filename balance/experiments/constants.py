"""What a calibration found, as a YAML file whose values can be put into scenarios and commands."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

from balance.cards import read_text
from balance.cards.paths import shown_file
from balance.simulation import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from balance.experiments.fitting import Calibration
    from balance.games.records import Constant

DIGITS = 4


def shown(value: float) -> str:
    """A number with as many digits as mean something."""
    rounded = float(f"{value:.{DIGITS}g}")
    return str(int(rounded)) if rounded.is_integer() and abs(rounded) < 1e9 else repr(rounded)


def overrides(found: Calibration) -> list[tuple[str, Any]]:
    """The values as overrides of the card data; those of a bot that is not there yet are that bot."""
    result: dict[str, Any] = {}
    for constant in found.constants:
        value = float(shown(constant.value))
        plain = int(value) if value.is_integer() else value
        name, weight = bot_of(found, constant)
        if name:
            about = f"people as recorded in {shown_file(found.folder)}"
            bot = result.setdefault(f"bots.{name}", {"about": about, "weights": {}})
            bot["weights"][weight] = plain
        else:
            result[constant.path] = plain
    return list(result.items())


def bot_of(found: Calibration, constant: Constant) -> tuple[str, str]:
    """Bot and weight of a constant that is for a new bot; two empty texts for others."""
    steps = constant.path.split(".")
    if len(steps) == 4 and steps[0] == "bots" and steps[2] == "weights" and steps[1] not in found.cards.bots:
        return steps[1], steps[3]
    return "", ""


def bots(found: Calibration) -> list[str]:
    """The new bots."""
    return list(dict.fromkeys(name for c in found.constants if (name := bot_of(found, c)[0])))


def written(value: Any) -> str:
    """A value as YAML in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {written(inner)}" for key, inner in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def command(found: Calibration) -> str:
    """How to play with them."""
    sets = [f"{path}={written(value)}" for path, value in overrides(found)]
    return f"balance run {found.game.info.id}_baseline " + " ".join(f"--set {shlex.quote(s)}" for s in sets)


def text(found: Calibration) -> str:
    """The file."""
    counts = ", ".join(f"{answer.question.noun}s: {answer.decisions}" for answer in found.answers)
    best = ", ".join(
        f"{answer.question.id}: {answer.best.model.id}" for answer in found.answers if answer.best is not None
    )
    prior = "null" if found.prior is None else shown(found.prior)
    lines = [
        f"# Constants of {found.game.info.title}, fitted to recorded games by `balance fit`.",
        "# Copy `overrides` into a scenario, or give them to a run:",
        f"#   {command(found)}",
        *(f"# The bot `{name}` can then sit in line_ups." for name in bots(found)),
        "# intervals: 95 %. What has none was set, not estimated.",
        "",
        f"game: {found.game.info.id}",
        f"records: {json.dumps(shown_file(found.folder), ensure_ascii=False)}",
        f"from: {{games: {found.games}, groups: {found.groups}, {counts}}}",
        f"models: {{{best}}}",
        f"settings: {{prior: {prior}, lapse: {shown(found.lapse)}}}",
        "overrides:" if found.constants else "overrides: {}  # nothing is certain enough",
    ]
    about = {constant.path: constant.about for constant in found.constants}
    for path, value in overrides(found):
        said = f"  # {about[path]}" if path in about else ""
        lines.append(f"  {path}: {written(value)}{said}")
    sure = [constant for constant in found.constants if constant.low is not None]
    lines.append("intervals:" if sure else "intervals: {}")
    lines += [
        f"  {c.path}: [{shown(c.low)}, {shown(c.high)}]"
        for c in sure
        if c.low is not None and c.high is not None
    ]
    return "\n".join(lines) + "\n"


def write(found: Calibration, path: Path) -> Path:
    """Write the file whole, after the card data has taken its values; CardDataError when it does not."""
    found.game.load(found.cards.folder, [*found.cards.overrides, *overrides(found)])
    whole = text(found)
    read_text(whole, str(path))
    return write_whole(path, whole)

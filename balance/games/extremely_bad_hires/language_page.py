"""The card language on one page, made from the words in code.

`python -m balance.games.extremely_bad_hires.language_page` writes it into `card_data/README.md`; a test says
when it is stale. The worked example is read and compiled by that test too.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from balance.games.extremely_bad_hires import language as words
from balance.games.extremely_bad_hires.operations import OPS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BEGIN = "<!-- written by python -m balance.games.extremely_bad_hires.language_page, not by hand -->"
END = "<!-- end of what language_page wrote -->"
FILE = Path(__file__).parents[3] / "card_data" / "README.md"
WIDTH = 118

EXAMPLE = """\
mayhem:
  surprise_inspection:
    name: Surprise Inspection
    text: >-
      Cost: discard 1 card. Choose a participating Hire. It becomes Incapacitated for 2 turns. If it became
      Incapacitated and the attempting player has 10 or more Profit, draw 1 card.
    targets: [{as: victim, pick: participating}]  # chosen when played; nobody there: it cannot be
    cost: [{discard: 1}]  # paid before anything happens
    effects:
    - {incapacitate: {who: $victim, turns: 2}, id: hit}
    - draw: 1
      needs: hit
      when: {profit: {player: ap, min: 10}}
"""


def page() -> str:
    """The section, markers included."""
    beside = "; ".join(f"`{key}`: {what}" for key, what in words.INSTRUCTION_KEYS.items())
    lines = [
        BEGIN,
        "",
        "## The card language of Extremely Bad Hires",
        "",
        "`text` is what the card prints; the keys beside it are what the rules do. A Mayhem or a Fix has",
        "",
        "- `timing`: the windows of a Fix: `prep`, `recovery`, `mayhem` (left out: the first two)",
        "- `requires`: a list of conditions; unless all hold it cannot be played",
        "- `targets`: what is chosen when it is played, each with a name: `{as: t, pick: own_staff}`,",
        "  `{as: c, zone: discard, type: fix}`, `{as: p, player: opponents}`",
        "- `cost`: paid in full after the targets are chosen, with what is your own",
        "- `effects`: what it does, in this order; or in their place `modes`, of which one is chosen when it",
        "  is played: each with `id`, and `requires`, `targets`, `cost`, `effects` as it needs them",
        "",
        *_filled(
            "A card whose targets cannot all be chosen, or whose cost cannot be paid, cannot be "
            "played. An instruction of `effects` that cannot be done is skipped. So what a card "
            "*needs* stands in `targets`, what it *tries* in `effects`."
        ),
        *_filled(
            f"A Job has `qualification`, `required`, `profit`, perhaps `crew: {{min, max}}`, and both "
            "paths, `qualified` and `unqualified`. Each has `clock_in`, for what works before the "
            f"Mayhem ({_list(_at(words.CLOCK_IN))}), and `resolve` for all else; an empty path is "
            f"`{{}}`."
        ),
        "### Instructions",
        "",
        *_filled(
            f"Each entry of a list is one instruction, such as `{{draw: {{count: 2}}}}`, or shorter "
            f"`{{draw: 2}}` (the key marked \\* takes the bare value). Beside it may stand {beside}. A"
            " value in parentheses holds when the key is left out; a key in **bold** must be there. "
            f"As a cost only: {_list(_at(words.COST))}."
        ),
        "| instruction | what it does | keys | its id counts |",
        "|---|---|---|---|",
        *(
            f"| `{name}` | {word.meaning} | {_keys(word.keys, word.short)} | {word.counts} |"
            for name, word in OPS.items()
        ),
        "",
        "### Who and what",
        "",
        *_filled(f"**Hire selector**: {_keys(words.HIRE_KEYS)}; or `$name` of Hires chosen before."),
        *_table("`pick`", {name: meaning for name, (_, meaning) in words.PICKS.items()}),
        *_table("`where`", {name: meaning for name, (_, meaning) in words.WHERES.items()}),
        *_filled(
            "With `all` nobody chooses. Hires that the instruction could not change are left out of "
            "the choice by themselves."
        ),
        *_filled(f"**Card selector**: {_keys(words.CARD_KEYS)}; or `$name` of a card chosen before."),
        *_table("player", words.PLAYER_MEANINGS),
        *_filled("`$name` of a player works too. Whom it befalls is said by `player`, who chooses by `by`."),
        "### Conditions and numbers",
        "",
        *_table(
            "condition", {name: _condition(keys, what) for name, (keys, what) in words.CONDITIONS.items()}
        ),
        "A number is a whole number, or one of these in braces, such as `{count: {pick: sent}}`:",
        "",
        *_table("number", words.NUMBERS),
        "### How long",
        "",
        *_filled(
            "`until`: `attempt` (the running one), `end_of_turn`, `start_of_next_turn` and "
            "`end_of_next_turn` (of whom it is about), `spent` (once it has stopped something). An "
            f"Incapacitation lasts so many `turns`, or `until` ({words.HARM_MEANING})."
        ),
        "### An example",
        "",
        "```yaml",
        *EXAMPLE.rstrip("\n").split("\n"),
        "```",
        "",
        END,
    ]
    return "\n".join(lines)


def _filled(text: str) -> list[str]:
    """A paragraph in lines of one width, and an empty line."""
    return [*textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False), ""]


def _at(place: str) -> list[str]:
    return [name for name, word in OPS.items() if place in word.places]


def _list(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _table(head: str, rows: Mapping[str, str]) -> list[str]:
    return [
        f"| {head} | meaning |",
        "|---|---|",
        *(f"| `{name}` | {what} |" for name, what in rows.items()),
        "",
    ]


def _keys(keys: Mapping[str, words.Key], short: str = "") -> str:
    """Keys with what they take and what holds without them."""
    return "; ".join(_key(name, key, star="*" if name == short else "") for name, key in keys.items())


def _key(name: str, key: words.Key, star: str = "") -> str:
    shown = f"**`{name}`**" if key.needed else f"`{name}`"
    takes = "" if key.kind in ("number", "hires", "card", "name", "block", "id", "deck") else _takes(key)
    default = "" if key.default is None else f" ({str(key.default).lower()})"
    return f"{shown}{star}{default}: {key.meaning}{takes}"


def _takes(key: words.Key) -> str:
    if key.words:
        return (
            ": "
            + ", ".join(f"`{word}`" for word in key.words)
            + (", `{override: what is forbidden}`" if key.kind == "allowance" else "")
        )
    return f" ({words.KINDS[key.kind]})" if key.kind in ("amount", "group", "over", "options") else ""


def _condition(keys: Mapping[str, words.Key], what: str) -> str:
    if not keys:
        return what
    return f"{what}: " + ", ".join(
        f"**`{key}`**" if spec.needed else f"`{key}`" + ("" if spec.default is None else f" ({spec.default})")
        for key, spec in keys.items()
    )


def renewed(text: str) -> str:
    """A README with the section in it, in place of the old one or at the end."""
    if BEGIN in text and END in text:
        before, rest = text.split(BEGIN, 1)
        return before + page() + rest.split(END, 1)[1]
    return f"{text.rstrip()}\n\n{page()}\n"


def main() -> int:
    """Write the section into the README."""
    new = FILE.with_suffix(".new")
    new.write_text(renewed(FILE.read_text(encoding="utf-8")), encoding="utf-8")
    new.replace(FILE)
    return 0


if __name__ == "__main__":
    sys.exit(main())

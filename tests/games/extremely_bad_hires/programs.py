"""A card put into the card set of the conformance cases, and its compiled program to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from balance.games.extremely_bad_hires.cards import load
from balance.games.extremely_bad_hires.state import Op
from balance.games.extremely_bad_hires.tables import compile_tables, labels

CASES = Path(__file__).parent / "cards" / "cases"
BARE = {
    "name": "X",
    "qualification": "technical",
    "required": 2,
    "profit": 1,
    "qualified": {},
    "unqualified": {},
}


class Program:
    """The tables of the cases' card set with one more card, and the program of that card."""

    def __init__(
        self, card: dict[str, Any], *, kind: str = "fixes", path: str = "resolve", set_: Any = ()
    ) -> None:
        overrides = [*set_]
        if kind == "jobs":
            text = {"qualified": {path: card["effects"]}} if "effects" in card else card
            overrides.append(("jobs.x", {**BARE, **text}))
        else:
            overrides.append((f"{kind}.new", {"name": "New", **card}))
        cards = load(CASES, overrides)
        self.rules = compile_tables(cards, 2)[0]
        if kind == "jobs":
            self.row = self.rules["job"][len(cards.model.jobs) - 1]
            self.begin = int(self.row["path"][1][path])
        else:
            self.row = self.rules["kind"][labels(cards)["cards"].index("new")]
            self.begin = int(self.row["code"])
        code = self.rules["code"]
        self.code = [code[place] for place in range(self.begin, int(self.rules["code_size"]))]
        last = self.code[0]
        if last["op"] == Op.MODE:
            modes = int(last["choice"]) + int(last["choices"])
            self.size = int(self.rules["choice"][modes - 1]["last"]) - self.begin + 1
        else:
            self.size = self._end() + 1
        self.code = self.code[: self.size]

    def _end(self) -> int:
        """Where the program ends: past the bodies of delayed effects."""
        place = 0
        while self.code[place]["op"] != Op.END:
            later = self.code[place]["op"] == Op.LATER
            place = int(self.code[place]["jump"]) - self.begin if later else place + 1
        return place

    @property
    def ops(self) -> list[str]:
        """The names of its instructions."""
        return [Op(int(one["op"])).name for one in self.code]

    def find(self, op: str, number: int = 0) -> Any:
        """An instruction by its name."""
        return [one for one in self.code if one["op"] == Op[op]][number]

    def who(self, op: str, number: int = 0) -> Any:
        """The selector of an instruction."""
        return self.rules["selector"][int(self.find(op, number)["who"])]

    def jump(self, op: str, number: int = 0) -> int:
        """Where an instruction jumps to, from the beginning of the program."""
        return int(self.find(op, number)["jump"]) - self.begin

    def number(self, index: int) -> list[tuple[int, ...]]:
        """The steps of a number."""
        steps = []
        while True:
            steps.append(tuple(self.rules["number"][index].tolist()))
            if steps[-1][2]:
                return steps
            index += 1

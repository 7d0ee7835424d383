"""The conformance cases: read from `cases/*.yaml`, laid out, played, checked; on engine and referee.

A case::

    - id: C-033
      title: The path stays as it was at Clock-In
      rules: EBH-7.15, EBH-2.7
      like: C-032                 # takes over what that case of the same file says (keys given here win)
      readings: {tie: highest}    # open points read another way
      frame: {target: 10}         # other numbers
      job: {qualification: technical, required: 1, profit: 2, qualified: {resolve: [{draw: 2}]}}
      mayhem: {M-OWN: {effects: [...]}}   # cards of this case alone; also `fixes`
      given:
        players: 3                # 2
        active: P1                # P0
        window: start             # just before the turn of `active`; else its Preparation Window
        job: V0                   # Active Job: `job` above if there is one, else V0
        job deck: V1 V2 V3        # the top one first
        job pile: ""
        P0: {profit: 5, staff: t1 s1:X2*, hand: F-REC x, deck: a1 a2, pile: t7}
      when: [attempt t1 s1, P1 mayhem M-RET t1]
      then: {P0: {profit: 2, hand: t1 a1 a2}, job: V1}
      next: [{when: [...], then: {...}}]  # further steps of the same game

Hires: `t1` Active, `t1:I` Inactive, `t1:X2` out for two turns, `XE` until the end of its owner's next turn,
`XF` until a Fix is played, `XR` a Fix must be used on it; `*`: inflicted in the running turn of its owner;
`!`: came this turn.
Decks not given: P0 a1 to a10, P1 b1 .. P2 c1 .. P3 d1 ..; hands, staffs and piles are empty.
`given: {new: true, players: 2, active: P1}` is a game from the start in which P1 moves first.

When (`P1` before it: that player is asked, else whoever is):
    hire t1 / hire t7 for t1 / fix F-REC t1 / mayhem M-RET t1 / pick t1 / card x / file t1 / looked a1 /
    player P1 / option 1 / yes / no / stop / next 1 / done / pass / crew t1 s1
                     one option; what follows a card are its picks, left out where nobody was asked
    attempt t1 s1    leave the Preparation Window and send that crew
    skip             the same without a crew
    no mayhem        all opponents pass
    end              nothing more in this turn
    turn of P0       nothing more until P0 begins a turn

Then:
    P0: {profit: 5, hand: x y, hand size: 2, staff: t1 s1:X2, pile: .., deck: .., deck size: 9}
    job: V1 / job deck: V2 V3 / job deck size: 2 / job pile: V0
    asked: P1 / turn: P1 / about: mayhem (preparation, crew, mayhem, recovery, fix_window, limit, hire, card,
    file, looked, player, option, may, order)
    options: [all of them] / offered: [some] / refused: [none of these]; an entry that ends in `..` stands for
    all that begin so
    crew: t1 s1 / required: 2 / path: qualified / attempt: none / cancels: 1
    winner: P0 / over: true
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from balance.games.extremely_bad_hires import GAME
from tests.games.extremely_bad_hires.subjects import (
    Engine,
    Given,
    Judge,
    Place,
    Position,
    Subject,
    card,
    cards,
    key_with_first,
)
from tests.oracles.ebh.card_makers import dump
from tests.oracles.ebh.things import READINGS, Data

if TYPE_CHECKING:
    import numpy as np

HERE = Path(__file__).parent
BASE = HERE / "cards" / "cases"
DULL = [("done",), ("skip",), ("pass",)]
SECTIONS = ("given", "when", "then", "next")


@dataclass
class Case:
    """One case of a file."""

    id: str
    title: str
    rules: list[str]
    file: str
    job: dict[str, Any] | None = None
    mayhem: dict[str, Any] = field(default_factory=dict)
    fixes: dict[str, Any] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    frame: dict[str, int] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    steps: list[dict[str, Any]] = field(default_factory=list)

    @property
    def own_job(self) -> str:
        return "j_" + re.sub("[^a-z0-9]", "_", self.id.lower())


def load_cases() -> list[Case]:
    """All cases of all files."""
    found: list[Case] = []
    for path in sorted((HERE / "cases").glob("*.yaml")):
        raw: dict[str, dict[str, Any]] = {}
        for item in yaml.safe_load(path.read_text(encoding="utf-8")):
            base = raw.get(item.pop("like", ""), {})
            whole = {**{k: v for k, v in base.items() if k not in {"when", "then", "next"}}, **item}
            whole["given"] = {**base.get("given", {}), **item.get("given", {})}
            assert item["id"] not in raw, item["id"]
            raw[item["id"]] = dict(whole)
            steps = [{"when": whole.pop("when", []), "then": whole.pop("then", {})}, *whole.pop("next", [])]
            rules = [rule.strip() for rule in whole.pop("rules").split(",")]
            found.append(Case(rules=rules, file=path.stem, steps=steps, **whole))
    return found


# ---------------------------------------------------------------------------------------- card sets


@lru_cache
def base() -> dict[str, Any]:
    """The card set of the cases, as its files say it."""
    found: dict[str, Any] = {}
    for path in sorted(BASE.glob("*.yaml")):
        found |= yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def with_names(given: dict[str, Any]) -> dict[str, Any]:
    return {card(name)[0]: {"name": name, **text} for name, text in given.items()}


def overrides(case: Case) -> list[tuple[str, Any]]:
    """What a case changes in the card set, by path."""
    found: list[tuple[str, Any]] = []
    switches = {question["switch"]: name for name, question in base()["readings"].items()}
    found += [(f"readings.{switches[s]}.reading", position) for s, position in case.readings.items()]
    found += [(f"frame.{name}", number) for name, number in case.frame.items()]
    return found


def full_job(case: Case) -> dict[str, Any]:
    return {"name": case.own_job, "qualified": {}, "unqualified": {}, **(case.job or {})}


def referee_data(case: Case, players: int) -> Data:
    cards_of = base()
    jobs = {**cards_of["jobs"], **({case.own_job: full_job(case)} if case.job else {})}
    return Data(
        players,
        cards_of["hires"],
        {**cards_of["mayhem"], **with_names(case.mayhem)},
        {**cards_of["fixes"], **with_names(case.fixes)},
        jobs,
        [cards_of["decks"][f"p{seat}"]["cards"] for seat in range(players)],
        cards_of["job_deck"],
        {k: v for k, v in cards_of["frame"].items() if k != "source"} | case.frame,
        READINGS | case.readings,
    )


def file_sets(cases: list[Case]) -> dict[tuple[Any, ...], list[Case]]:
    """Cases that can share a card set: of one file, with the same readings and numbers."""
    found: dict[tuple[Any, ...], list[Case]] = {}
    for case in cases:
        key = (case.file, tuple(sorted(case.readings.items())), tuple(sorted(case.frame.items())))
        found.setdefault(key, []).append(case)
    return found


def engine_data(cases: list[Case], folder: Path, players: int) -> tuple[Data, np.ndarray, list[str]]:
    """One compiled card set for cases that share readings and numbers."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(BASE.glob("*.yaml"))
    }
    for case in cases:
        for section in ("mayhem", "fixes"):
            for name, text in with_names(getattr(case, section)).items():
                assert files[section][section].setdefault(name, text) == text, (
                    f"{case.id}: {name} says two things"
                )
        if case.job:
            files["jobs"]["jobs"][case.own_job] = full_job(case)
    files["game"]["frame"] |= cases[0].frame
    for question in files["readings"]["readings"].values():
        question["reading"] = cases[0].readings.get(question["switch"], question["reading"])
    for name, content in files.items():
        (folder / f"{name}.yaml").write_text(dump(content), encoding="utf-8")
    tables = GAME.tables(GAME.load(folder), players)
    data = referee_data(cases[0], players)
    for section in ("mayhem", "fixes", "jobs"):
        getattr(data, section).update(files[section][section])
    return data, tables, list(files["hires"]["qualifications"])


# ----------------------------------------------------------------------------------------- positions


def seat_of(name: str) -> int:
    return int(name[1:])


def position(case: Case) -> Position:
    given = case.given
    players = given.get("players", 2)
    places = []
    for seat in range(players):
        here = given.get(f"P{seat}", {}) or {}
        unknown = set(here) - {"profit", "hand", "deck", "pile", "staff"}
        assert not unknown, unknown
        deck = cards(here["deck"]) if "deck" in here else [("abcd"[seat], k) for k in range(10)]
        staff = [Given.read(text) for text in str(here.get("staff", "")).split()]
        places.append(
            Place(here.get("profit", 0), cards(here.get("hand")), deck, cards(here.get("pile")), staff)
        )
    own = case.own_job if case.job else "V0"
    return Position(
        places,
        seat_of(given.get("active", "P0")),
        card(given.get("job", own)),
        [the_job(case, name) for name in str(given.get("job deck", "V1 V2 V3")).split()],
        [the_job(case, name) for name in str(given.get("job pile", "")).split()],
        given.get("window") == "start",
    )


def the_job(case: Case, name: str) -> Any:
    return (case.own_job, 0) if name == "J" else card(name)


def start(case: Case, subject: str, shared: tuple[Data, np.ndarray, list[str]]) -> Subject:
    """The subject with the case's position."""
    players = case.given.get("players", 2)
    given: Position | int
    given = (
        key_with_first(players, seat_of(case.given["active"])) if case.given.get("new") else position(case)
    )
    if subject == "engine":
        return Engine(*shared, given)
    return Judge(referee_data(case, players), given)


# -------------------------------------------------------------------------------------------- playing


class Play:
    """A case being played."""

    def __init__(self, case: Case, subject: Subject) -> None:
        self.case, self.subject = case, subject
        self.base = 0  # the turn that `end` ends

    def run(self) -> None:
        for step in self.case.steps:
            self.base = self.turn()
            for line in step.get("when") or []:
                try:
                    self.act(str(line))
                except AssertionError as error:
                    raise AssertionError(f"{self.case.id}, when: {line}: {error}") from None
            for key, value in (step.get("then") or {}).items():
                try:
                    self.check(key, value)
                except AssertionError as error:
                    raise AssertionError(f"{self.case.id}, then {key}: {value}: {error}") from None

    # ---- when
    def act(self, line: str) -> None:
        words = line.split()
        if len(words[0]) == 2 and words[0][0] == "P" and words[0][1].isdigit():
            seat, phase = self.subject.asked()
            if words[1] == "pass" and (seat, phase) != (seat_of(words[0]), "mayhem"):
                return  # without a legal Mayhem nobody is asked
            assert seat == seat_of(words[0]), f"P{seat} is asked (about {phase})"
            words = words[1:]
        match words[0]:
            case "attempt":
                self.leave("preparation")
                self.subject.take(self.option(["crew", *words[1:]]))
            case "skip":
                self.leave("preparation", "crew")
            case "no" if words[1:] == ["mayhem"]:
                self.leave("mayhem", "fix_window")
            case "end":
                self.dull(lambda: self.turn() != self.base)
            case "turn":
                seat = seat_of(words[2])
                self.dull(lambda: self.turn() != self.base and self.active() == seat)
            case "fix" | "mayhem":
                if words[0] == "mayhem":
                    self.leave("fix_window")
                self.subject.take((words[0], card(words[1])[0]))
                for word in words[2:]:
                    self.pick(word)
            case _:
                self.subject.take(self.option(words))

    def turn(self) -> int:
        return int(self.subject.position()["turn"])

    def active(self) -> int:
        return int(self.subject.position()["active"])

    def leave(self, *phases: str) -> None:
        turn = self.turn()
        while self.subject.asked()[1] in phases and self.turn() == turn:
            self.subject.take(next(o for o in DULL if o in self.subject.options()))

    def dull(self, until: Any) -> None:
        while not until() and self.subject.asked()[0] >= 0:
            options = self.subject.options()
            option = next((o for o in DULL if o in options), None)
            assert option is not None, f"asked {self.subject.asked()}: {options}"
            self.subject.take(option)
        self.base = self.turn()

    def pick(self, word: str) -> None:
        """A choice of a card that was played; nobody is asked where only one was possible."""
        phase = self.subject.asked()[1]
        verbs = {"hire": "pick", "card": "card", "file": "file", "player": "player", "option": "option"}
        if phase not in verbs:
            return
        option = self.option([verbs[phase], word])
        if option in self.subject.options():
            self.subject.take(option)

    # ---- options
    def option(self, words: list[str]) -> tuple[Any, ...]:
        match words[0]:
            case "hire":
                out = self.place(words[3])[1] if len(words) > 2 else None
                return "hire", card(words[1])[0], out
            case "fix" | "mayhem" | "card" | "file" | "looked":
                return words[0], card(words[1])[0]
            case "crew":
                return "crew", frozenset(self.place(name, self.active())[1] for name in words[1:])
            case "pick":
                return "pick", *self.place(words[1])
            case "player":
                return "player", seat_of(words[1])
            case "option":
                return "option", int(words[1]) - 1
            case "next":
                return "next", int(words[1]) - 1
        return (words[0],)

    def place(self, name: str, owner: int | None = None) -> tuple[int, int]:
        """Where a Hire is: seat and space."""
        for seat, player in enumerate(self.subject.position()["players"]):
            for slot, hire in enumerate(player["staff"]):
                if hire is not None and hire[0] == card(name) and owner in {None, seat}:
                    return seat, slot
        raise AssertionError(f"{name} is in no staff")

    def said(self, option: tuple[Any, ...]) -> str:
        """An option as a case writes it."""
        position = self.subject.position()
        match option:
            case ("crew", slots):
                staff = position["players"][self.active()]["staff"]
                return "crew " + " ".join(sorted(name_of(staff[slot][0]) for slot in slots))
            case ("pick", seat, slot):
                return "pick " + name_of(position["players"][seat]["staff"][slot][0])
            case ("hire", kind, slot):
                staff = position["players"][self.active()]["staff"]
                return f"hire {kind}" + (f" for {name_of(staff[slot][0])}" if slot is not None else "")
            case ("player", seat):
                return f"player P{seat}"
            case (("option" | "next") as word, number):
                return f"{word} {number + 1}"
            case (word, kind):
                return f"{word} {kind}"
        return str(option[0])

    # ---- then
    def check(self, key: str, value: Any) -> None:
        position = self.subject.position()
        if key[0] == "P" and key[1:].isdigit():
            for what, wanted in value.items():
                self.player(position["players"][seat_of(key)], what, wanted)
            return
        attempt = position["attempt"]
        seat, phase = self.subject.asked()
        match key:
            case "job":
                same(position["job"], the_job(self.case, str(value)))
            case "job deck":
                same(position["jobs"][::-1], [the_job(self.case, n) for n in str(value or "").split()])
            case "job deck size":
                same(len(position["jobs"]), value)
            case "job pile":
                same(position["job pile"], sorted(the_job(self.case, n) for n in str(value or "").split()))
            case "asked":
                same(f"P{seat}", value)
            case "about":
                same(phase, value)
            case "turn":
                same(f"P{position['active']}", value)
            case "options":
                same(sorted(self.all_said()), sorted(canonical(v) for v in value))
            case "offered":
                missing = [v for v in value if not any(fits(o, v) for o in self.all_said())]
                assert not missing, f"not offered: {missing}; {self.all_said()}"
            case "refused":
                there = [v for v in value if any(fits(o, v) for o in self.all_said())]
                assert not there, f"offered: {there}"
            case "crew":
                staff = position["players"][position["active"]]["staff"]
                same(sorted(staff[slot][0] for slot in attempt[2]), sorted(cards(value)))
            case "path":
                same(attempt[1], value)
            case "required":
                same(max(attempt[4], self.case.frame.get("min_required", 1)), value)
            case "attempt":
                same(attempt, None)
            case "cancels":
                same(sum(row[4] for row in position["lasting"] if row[0] == "cancel"), value)
            case "winner":
                same([f"P{s}" for s in self.subject.winners()], [value] if isinstance(value, str) else value)
                same(seat, -1)
            case "over":
                same(seat < 0, value)
            case _:
                raise AssertionError(f"nothing that can be checked: {key}")

    def all_said(self) -> list[str]:
        return [canonical(self.said(option)) for option in self.subject.options()]

    @staticmethod
    def player(player: dict[str, Any], what: str, wanted: Any) -> None:
        match what:
            case "profit":
                same(player["profit"], wanted)
            case "hand" | "pile":
                same(player[what], sorted(cards(wanted)))
            case "deck":
                same(player["deck"][::-1], cards(wanted))
            case "hand size" | "pile size" | "deck size":
                same(len(player[what.split(maxsplit=1)[0]]), wanted)
            case "staff":
                counted = {"timed", "end_of_next_turn"}  # only for these it matters when they began
                now = [(h[0], h[1], *h[4][:2], h[4][2] and h[4][0] in counted) for h in player["staff"] if h]
                same(sorted(now), sorted(Given.read(text).mark() for text in str(wanted or "").split()))
            case _:
                raise AssertionError(f"nothing that can be checked of a player: {what}")


def name_of(found: Any) -> str:
    kind, copy = found
    return f"{kind}{copy + 1}" if kind in {*"abcdxy"} else kind


def canonical(text: str) -> str:
    """One spelling of an option."""
    words = str(text).split()
    if words[0] == "crew":
        return " ".join(["crew", *sorted(words[1:])])
    return " ".join(word if word[0] == "P" else word.lower().replace("-", "_") for word in words)


def fits(option: str, wanted: str) -> bool:
    if wanted.endswith(".."):
        return option.startswith(canonical(wanted.removesuffix("..")))
    return option == canonical(wanted)


def same(found: Any, wanted: Any) -> None:
    assert found == wanted, f"found {found}, wanted {wanted}"

"""The conformance cases: read from `cases/*.yaml`, laid out, played, checked; on engine and referee.

A case::

    - id: FC-13
      title: An exchange
      rules: HF-21
      like: FC-12                 # takes over what that case of the same file says (keys given here win)
      readings: {swap_from: offers_up}   # open points read another way
      frame: {swap_cards: 0}      # other numbers
      given:
        players: 4                # 4
        week: 2                   # 1; weeks before it are played without thought
        first: A                  # A; who is the first to deliver in that week; or {1: A, 2: B}
        phase: job                # offer; others before it are played without thought
        A: {money: 9000, bonuses: 2, compensations: 1}   # put there by hand
        jobs left: 3              # of the deck; the rest goes to the bin
        skills left: 1
      when: [A offer J1, to job, A swap J2 S1]
      then: {A: {jobs: J3 J4 J5 J6 J+}, decks: 155 65}
      next: [{when: [...], then: {...}}]  # further steps of the same game

Cards: `J1` is the first job (by number) of the player's hand when the week began (or, in the week of `given`,
where the case begins), `S1` the first skill card; `J+`, `S+` any card drawn since.

When:
    A offer J1 / swap J1 / swap S2 / draw / job J2 / strength S1 / weakness S4 / salary 5000 / hire B / pass
                     one option of A, who must be asked (hire: the author of the folder)
    A exchange J1 S2 puts them aside and draws
    A folder J2 S1 S4 5000      four options
    asks A 3000 B 6000          which salary cards are put into the folders that are played without thought
    hires A>B B>A C>A           without thought to the hiring, and these tokens
    hires right                 everybody the own applicant
    to job / to week 2 / to end without thought up to that phase (of any player), that week, the end

Without thought: the first offer, job, strength, weakness, salary card (or the one it `asks`) and folder;
no exchange.

Then:
    asked: A / about: offer / week: 2 / first: A
    options: [all of them] / offered: [some] / refused: [none of these]
    applies: A>D B>A            applicant > employer
    decks: 156 66 / bin: 4 8 2  (jobs, skill cards[, salary cards])
    A: {hand: 5 6, jobs: J1 J2, skills: .., salaries: 3000 4000, won: 6000, money: 0, offer: J1,
        folder: J2 S1 S4 5000, exchanged: true, matched: true}
       and since this step began: {income: 500, bonuses: 1, compensations: 0}
    all: {...}                  the same of every player
    reveals: C D A B            order in which folders were told apart
    winners: A / settled: bonuses (money, compensations, shared) / over: true
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from tests.games.hire_or_fire.subjects import SEATS, start

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.hire_or_fire.subjects import Subject

HERE = Path(__file__).parent
BY_HAND = ("money", "bonuses", "compensations")


@dataclass
class Case:
    """One case of a file."""

    id: str
    title: str
    rules: list[str]
    readings: dict[str, str] = field(default_factory=dict)
    frame: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    steps: list[dict[str, Any]] = field(default_factory=list)


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
            found.append(Case(rules=rules, steps=steps, **whole))
    return found


def pairs(text: str) -> list[tuple[int, int]]:
    """`A>B C>D` as seats."""
    return [(SEATS.index(one), SEATS.index(other)) for one, other in re.findall(r"(\w)>(\w)", text)]


class Play:
    """A case being played."""

    def __init__(self, case: Case, subject: str) -> None:
        self.case, given = case, case.given
        self.players = given.get("players", 4)
        first = given.get("first", "A")
        firsts = first if isinstance(first, dict) else {given.get("week", 1): first}
        by_week = {week - 1: SEATS.index(seat) for week, seat in firsts.items()}
        self.subject: Subject = start(subject, self.players, by_week, case.frame, case.readings)
        self.asks: dict[int, int] = {}
        self.names: dict[str, list[list[int]]] = {}
        self.named_week = -1
        self.take_names()
        self.to(lambda: self.week() == given.get("week", 1))
        self.to(lambda: self.subject.asked()[1] == given.get("phase", "offer"))
        self.take_names(anew=True)
        for name in ("jobs", "skills"):
            if f"{name} left" in given:
                self.subject.cut_deck(name, given[f"{name} left"])
        for seat in range(self.players):
            for what, value in given.get(SEATS[seat], {}).items():
                assert what in BY_HAND, what
                self.subject.set_player(seat, what, value)
        self.had = self.subject.position()["players"]

    def run(self) -> None:
        for step in self.case.steps:
            self.had = self.subject.position()["players"]
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

    # ---- where we are
    def week(self) -> int:
        return int(self.subject.position()["week"]) + 1

    def take_names(self, *, anew: bool = False) -> None:
        """Hands as they are become J1.., S1.., once a week."""
        if self.week() != self.named_week or anew:
            players = self.subject.position()["players"]
            self.names = {"J": [p["jobs"] for p in players], "S": [p["skills"] for p in players]}
            self.named_week = self.week()

    # ---- when
    def act(self, line: str) -> None:
        words = line.split()
        self.take_names()
        match words:
            case ["asks", *each]:
                self.asks = {SEATS.index(s): int(v) for s, v in zip(each[::2], each[1::2], strict=True)}
            case ["hires", *_]:
                self.hires(line)
            case ["to", "week", number]:
                self.to(lambda: self.week() == int(number))
            case ["to", "end"]:
                self.to(lambda: self.subject.asked()[0] < 0)
            case ["to", phase]:
                self.to(lambda: self.subject.asked()[1] == phase)
            case [seat, "exchange", *cards]:
                for card in cards:
                    self.take(seat, ["swap", card])
                self.take(seat, ["draw"])
            case [seat, "folder", job, strength, weakness, salary]:
                parts = {"job": job, "strength": strength, "weakness": weakness, "salary": salary}
                for verb, card in parts.items():
                    self.take(seat, [verb, card])
            case [seat, *rest]:
                self.take(seat, rest)

    def take(self, seat: str, words: list[str]) -> None:
        asked, phase = self.subject.asked()
        assert asked == SEATS.index(seat), f"{SEATS[asked]} is asked (about {phase})"
        said = {self.said(option): option for option in self.subject.options()}
        text = " ".join(words)
        assert text in said, f"not offered: {list(said)}"
        self.subject.take(said[text])

    def hires(self, line: str) -> None:
        self.to(lambda: self.subject.asked()[1] == "hire")
        target = self.subject.position()["target"]
        tokens = dict(pairs(line)) or {hirer: target.index(hirer) for hirer in range(self.players)}
        assert len(tokens) == self.players, "one token each"
        while self.subject.asked()[1] == "hire":
            self.subject.take(("hire", tokens[self.subject.asked()[0]]))

    def to(self, there: Callable[[], bool]) -> None:
        """Without thought up to there."""
        while not there():
            seat, phase = self.subject.asked()
            assert seat >= 0, "the game is over"
            options = [o for o in self.subject.options() if not o[0].startswith("swap")]
            asked = ("salary", self.asks.get(seat))
            self.subject.take(asked if asked in options else min(options, key=lambda o: o[1:]))
            if phase == "salary":
                self.asks.pop(seat, None)

    # ---- words
    def card(self, kind: str, seat: int, number: int) -> str:
        known = self.names[kind][seat]
        return f"{kind}{known.index(number) + 1}" if number in known else f"{kind}+"

    def said(self, option: tuple[Any, ...]) -> str:
        """An option as a case writes it."""
        seat = self.subject.asked()[0]
        match option:
            case (("offer" | "job" | "swap_job") as verb, number):
                return (
                    f"{verb.removesuffix('_job') if verb != 'job' else verb} {self.card('J', seat, number)}"
                )
            case (("strength" | "weakness" | "swap_skill") as verb, number):
                return f"{verb.removesuffix('_skill')} {self.card('S', seat, number)}"
            case ("hire", author):
                return f"hire {SEATS[author]}"
            case ("salary", value):
                return f"salary {value}"
        return str(option[0])

    # ---- then
    def check(self, key: str, value: Any) -> None:
        position, (seat, phase) = self.subject.position(), self.subject.asked()
        match key:
            case "asked":
                same(SEATS[seat], value)
            case "about":
                same(phase, value)
            case "week":
                same(position["week"] + 1, value)
            case "first":
                same(SEATS[position["first"]], value)
            case "options":
                same(sorted(self.all_said()), sorted(value))
            case "offered":
                missing = [one for one in value if one not in self.all_said()]
                assert not missing, f"not offered: {missing}; {self.all_said()}"
            case "refused":
                there = [one for one in value if one in self.all_said()]
                assert not there, f"offered: {there}"
            case "applies":
                same(list(enumerate(position["target"])), pairs(value))
            case "decks":
                same([len(position["job deck"]), len(position["skill deck"])], numbers(value))
            case "bin":
                jobs, skills, salaries = position["bin"]
                same([len(jobs), len(skills), salaries][: len(numbers(value))], numbers(value))
            case "all":
                for one in range(self.players):
                    self.player(position, one, value)
            case "reveals":
                same(" ".join(SEATS[author] for author in self.subject.revealed()), value)
            case "winners":
                same(" ".join(SEATS[one] for one in self.subject.winners()[0]), value)
            case "settled":
                same(self.subject.winners()[1], value)
            case "over":
                same(seat < 0, value)
            case _:
                assert key in SEATS, f"nothing that can be checked: {key}"
                self.player(position, SEATS.index(key), value)

    def all_said(self) -> list[str]:
        return [self.said(option) for option in self.subject.options()]

    def player(self, position: dict[str, Any], seat: int, wanted: dict[str, Any]) -> None:
        me = position["players"][seat]
        for what, value in wanted.items():
            match what:
                case "hand":
                    same([len(me["jobs"]), len(me["skills"])], numbers(value))
                case "jobs" | "skills":
                    kind = what[0].upper()
                    same(sorted(self.card(kind, seat, n) for n in me[what]), sorted(str(value).split()))
                case "salaries" | "won":
                    same(me[what], numbers(value))
                case "income":
                    same(me["money"] - self.had[seat]["money"], value)
                case "bonuses" | "compensations":
                    same(me[what] - self.had[seat][what], value)
                case "offer":
                    same(self.card("J", seat, me["parts"][0]), value)
                case "folder":
                    job, strength, weakness = me["parts"][1:]
                    skills = [self.card("S", seat, n) for n in (strength, weakness)]
                    same(f"{self.card('J', seat, job)} {' '.join(skills)} {me['salary']}", value)
                case _:
                    same(me[what], value)


def numbers(value: Any) -> list[int]:
    return [int(one) for one in str(value if value is not None else "").split()]


def same(found: Any, wanted: Any) -> None:
    assert found == wanted, f"found {found}, wanted {wanted}"

"""Reading what stands inside an instruction: words, players, numbers, selectors, conditions.

Each method takes a path into the document and the raw value there, and gives a part of a text, or a harmless
stand-in after noting what is wrong. Names and ids are known by `Scope`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from balance.cards import Document, Problem, nearest, wrong
from balance.cards.paths import Path, in_words, listing, path_text
from balance.cards.validate import MISSING, UNKNOWN
from balance.games.extremely_bad_hires import language as words
from balance.games.extremely_bad_hires.texts import (
    ONE,
    UNNAMED,
    YOU,
    Amount,
    Condition,
    Number,
    Player,
    Selector,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ALL = Amount("all")


@dataclass
class Scope:
    """What is known where an instruction stands."""

    source: str  # mayhem, fix, job
    place: str  # cost, clock_in, effects
    attempt: bool  # an attempt may be running here
    names: dict[str, str] = field(default_factory=dict)  # name -> hires, card, player
    ids: dict[str, str] = field(default_factory=dict)  # ids before this place (id -> op)
    before: bool = False  # worked out before anything of the card is chosen or done: no name, no id

    def inner(self) -> Scope:
        """For a block: the same, with names of its own."""
        return replace(self, names=dict(self.names))


class Phrases:
    """Reads parts of card texts and collects what is wrong."""

    def __init__(self, document: Document, qualifications: Iterable[str]) -> None:
        """For a document; the Qualifications there are."""
        self.document = document
        self.qualifications = list(qualifications)
        self.problems: list[Problem] = []
        self.scope = Scope("job", words.EFFECTS, attempt=True)

    # ------------------------------------------------------------------------------ what is wrong
    def bad(self, path: Path, found: Any, allowed: str, known: Iterable[str] = ()) -> None:
        """A value that does not do."""
        self.problems.append(wrong(self.document, path, found, allowed, list(known)))

    def said(self, path: Path, text: str, *, key: bool = False, rank: int | None = None) -> None:
        """Something else that is wrong."""
        place = self.document.key_place(path) if key else self.document.place(path)
        problem = Problem(place, path_text(path), text)
        self.problems.append(problem if rank is None else replace(problem, rank=rank))

    def mapping(self, path: Path, raw: Any, what: str, keys: Iterable[str]) -> dict[str, Any]:
        """The raw mapping with its unknown keys noted and left out; {} for anything else."""
        known = list(keys)
        if not isinstance(raw, dict):
            allowed = f"a mapping with the keys {listing(known)}" if known else "an empty mapping {}"
            self.bad(path, raw, f"{what}: {allowed}")
            return {}
        for key in raw:
            if key not in known:
                self.unknown_key((*path, key), known, raw)
        return {key: value for key, value in raw.items() if key in known}

    def unknown_key(self, path: Path, known: list[str], raw: Mapping[str, Any]) -> None:
        """A key nobody knows, and the one that was probably meant."""
        key = path[-1]
        near = nearest(key, [k for k in known if k not in raw]) or nearest(key, known)
        text = f"unknown key, allowed: {listing(known, 50) or 'none'}"
        if key in words.INSTRUCTION_KEYS:
            text += f"; {key} stands beside the instruction, not in it"
        elif near:
            text += f"; did you mean {near}?"
        self.said(path, text, key=True, rank=UNKNOWN)

    def word(self, path: Path, raw: Any, allowed: Iterable[str]) -> str:
        """One of these words; "" after a problem."""
        known = list(allowed)
        if isinstance(raw, str) and raw in known:
            return raw
        self.bad(path, raw, known[0] if len(known) == 1 else f"one of {listing(known, 40)}", known)
        return ""

    def flag(self, path: Path, raw: Any) -> bool:
        """True or false."""
        if not isinstance(raw, bool):
            self.bad(path, raw, "true or false")
        return raw is True

    def qualification(self, path: Path, raw: Any) -> str:
        """A Qualification of hires.yaml."""
        return self.word(path, raw, self.qualifications)

    # --------------------------------------------------------------------------------- names and ids
    def name_used(self, path: Path, raw: str, kind: str, *, asked: bool = False) -> str:
        """The name after $; "" and a problem when nothing of that kind (hires, card, player) has it.

        asked: it says who chooses, which is not needed to know what can be chosen.
        """
        name = raw[1:]
        if self.scope.before and not asked:
            self.said(path, f"found {raw}, allowed here: no name, as nothing is chosen yet")
            return ""
        kinds = {"hires": "Hires", "card": "a card", "player": "a player"}
        fits = [f"${n}" for n, k in self.scope.names.items() if k == kind]
        if name not in self.scope.names:
            allowed = (
                f"a name given before by `as`: {listing(fits)}"
                if fits
                else "no name: none is given before it"
            )
            self.bad(path, raw, allowed, fits)
        elif self.scope.names[name] != kind:
            text = f"found {raw}, which is {kinds[self.scope.names[name]]}, allowed: {kinds[kind]}"
            self.said(path, text)
        else:
            return name
        return ""

    def new_name(self, path: Path, raw: Any, kind: str) -> str:
        """A new name, known from here on."""
        if not isinstance(raw, str) or not raw.isidentifier() or not raw.islower() or len(raw) > 40:
            self.bad(path, raw, "a word of small letters, digits and _, at most 40, beginning with a letter")
            return ""
        if raw in self.scope.names:
            self.bad(path, raw, "a name that is not used before it in this text")
            return ""
        self.scope.names[raw] = kind
        return raw

    def id_used(self, path: Path, raw: Any) -> str:
        """An id of an instruction before this one."""
        if self.scope.before:
            self.bad(path, raw, "no id here, as nothing is done yet")
            return ""
        if isinstance(raw, str) and raw in self.scope.ids:
            return raw
        known = list(self.scope.ids)
        allowed = (
            f"the id of an instruction before it: {listing(known)}"
            if known
            else "no id: none stands before it"
        )
        self.bad(path, raw, allowed, known)
        return ""

    # --------------------------------------------------------------------------------------- players
    def player(self, path: Path, raw: Any, kind: str = "player") -> Player:
        """A player of a kind: player (one), players (one or a group), group, chooser."""
        groups = dict(words.GROUPS) if kind in ("players", "group") else {}
        single = {"group": {}, "chooser": words.CHOOSERS}.get(kind, words.PLAYERS)
        known = [*single, *groups]
        if isinstance(raw, str) and raw.startswith("$") and kind != "group":
            name = self.name_used(path, raw, "player", asked=kind == "chooser")
            return Player("bound", name) if name else YOU
        if isinstance(raw, dict) and list(raw) == ["owner"] and kind in ("player", "players"):
            of = raw["owner"]
            if isinstance(of, str) and of.startswith("$"):
                name = self.name_used((*path, "owner"), of, "hires")
                return Player("owner", name) if name else YOU
            self.bad((*path, "owner"), of, "$name of a Hire")
            return YOU
        if isinstance(raw, str) and raw in known:
            return Player(raw)
        more = "" if kind == "group" else ", or $name of a player"
        more += "" if kind in ("group", "chooser") else ", or {owner: $name of a Hire}"
        self.bad(path, raw, f"one of {listing(known)}{more}", known)
        return YOU

    # --------------------------------------------------------------------------------------- numbers
    def number(
        self, path: Path, raw: Any, low: int = 0, high: int = words.NUMBER_MAX, depth: int = 1
    ) -> Number:
        """A number: whole, or worked out."""
        bounds = f"a whole number from {low} to {high}"
        if isinstance(raw, int) and not isinstance(raw, bool):
            if low <= raw <= high:
                return Number("const", raw)
            self.bad(path, raw, bounds)
            return ONE
        if not isinstance(raw, dict):
            self.bad(
                path, raw, f"{bounds}, or one of {listing(f'{{{word}: ...}}' for word in words.NUMBERS)}"
            )
            return ONE
        if len(raw) != 1 or next(iter(raw)) not in words.NUMBERS:
            self._one_word(path, raw, words.NUMBERS, "a number")
            return ONE
        word, of = next(iter(raw.items()))
        at = (*path, word)
        if word == "count":
            return Number(word, of=self.counted(at, of))
        if word == "done":
            return Number(word, of=self.id_used(at, of))
        if word in ("hand", "profit"):
            return Number(word, of=self.player(at, of))
        if word == "required":
            return Number(word, of=self.word(at, of, words.REQUIRED_WORDS))
        if not isinstance(of, list) or len(of) != 2:
            self.bad(at, of, "a list of two numbers")
            return ONE
        if depth > words.NEST_MAX:
            self.said(at, f"found numbers inside each other deeper than {words.NEST_MAX}, allowed: fewer")
            return ONE
        ends = (-words.NUMBER_MAX, words.NUMBER_MAX)
        return Number(
            word, parts=tuple(self.number((*at, n), part, *ends, depth + 1) for n, part in enumerate(of))
        )

    def _one_word(self, path: Path, raw: dict[str, Any], known: Iterable[str], what: str) -> None:
        """A mapping that should have exactly one known key."""
        names = list(known)
        for key in raw:
            if key not in names:
                self.unknown_key((*path, key), names, raw)
                return
        self.bad(path, raw, f"{what}: one of the keys {listing(names)}")

    def amount(self, path: Path, raw: Any, low: int = 0) -> Amount:
        """A number, `all`, or {up_to: number}."""
        if raw == "all":
            return ALL
        if isinstance(raw, str):
            self.bad(path, raw, "a whole number, all, or {up_to: number}", ["all"])
            return Amount("exact")
        if isinstance(raw, dict) and list(raw) == ["up_to"]:
            return Amount("up_to", self.number((*path, "up_to"), raw["up_to"], low))
        if isinstance(raw, dict) and not set(raw) & set(words.NUMBERS):
            self._one_word(path, raw, ["up_to", *words.NUMBERS], "an amount")
            return Amount("exact")
        return Amount("exact", self.number(path, raw, low))

    # ------------------------------------------------------------------------------------- selectors
    def hires(self, path: Path, raw: Any, *, counting: bool = False, extra: Iterable[str] = ()) -> Selector:
        """A Hire selector or $name. `extra`: keys beside it that somebody else reads."""
        nothing = Selector("own_staff")
        if isinstance(raw, str) and raw.startswith("$"):
            name = self.name_used(path, raw, "hires")
            return Selector("bound", name=name, count=ALL) if name else nothing
        keys = words.HIRE_KEYS
        known = [*extra, *keys]
        if not isinstance(raw, dict):
            self.bad(path, raw, f"a Hire selector with the keys {listing(keys)}, or $name of Hires")
            return nothing
        raw = self.mapping(path, raw, "a Hire selector", known)
        if "pick" not in raw:
            allowed = f"one of {listing(words.PICKS)}"
            self.said((*path, "pick"), f"the key is missing, allowed: {allowed}", rank=MISSING)
            return nothing
        pick, player = self._pick((*path, "pick"), raw["pick"])
        if pick == "sent" and not counting:
            self.bad((*path, "pick"), "sent", "participating (sent is for counting only)")
        where, qualification = self._where((*path, "where"), raw.get("where", []))
        count, by = ALL, UNNAMED
        if counting:
            self._only_all(path, raw)
        else:
            count = self.amount((*path, "count"), raw.get("count", 1), 1)
            if "by" in raw:
                by = self.player((*path, "by"), raw["by"], "chooser")
        return Selector(
            pick or "own_staff", player=player, where=where, qualification=qualification, count=count, by=by
        )

    def _only_all(self, path: Path, raw: dict[str, Any]) -> None:
        """Where a selector only counts, it counts all, and nobody picks."""
        if raw.get("count", "all") != "all":
            self.bad((*path, "count"), raw["count"], "all, or nothing: here all that fit are counted")
        if "by" in raw:
            self.said((*path, "by"), "found a chooser, allowed: none: here nobody picks", key=True)

    def _pick(self, path: Path, raw: Any) -> tuple[str, Player]:
        if isinstance(raw, dict) and list(raw) == ["staff_of"]:
            return "staff_of", self.player((*path, "staff_of"), raw["staff_of"])
        known = [name for name in words.PICKS if name != "staff_of"]
        if isinstance(raw, str) and raw in known:
            return raw, Player("ap") if raw == "ap_staff" else YOU
        self.bad(path, raw, f"one of {listing(known)}, or {{staff_of: player}}", known)
        return "", YOU

    def _where(self, path: Path, raw: Any) -> tuple[tuple[str, ...], str]:
        """The words of `where`, and the Qualification asked for."""
        known = [name for name in words.WHERES if name != "qualification"]
        if not isinstance(raw, list) or len(raw) > words.LIST_MAX:
            self.bad(path, raw, f"a list of words: {listing(known)}, or {{qualification: name}}")
            return (), ""
        found, qualification = [], ""
        for number, item in enumerate(raw):
            at = (*path, number)
            if isinstance(item, dict) and list(item) == ["qualification"]:
                if qualification:
                    self.said(at, "found a second Qualification, allowed: one")
                qualification = self.qualification((*at, "qualification"), item["qualification"])
                found.append("qualification")
            elif isinstance(item, str) and item in known:
                found.append(item)
            else:
                self.bad(at, item, f"one of {listing(known)}, or {{qualification: name}}", known)
        return tuple(dict.fromkeys(found)), qualification

    def card(
        self, path: Path, raw: Any, zones: Iterable[str], *, counting: bool = False, extra: Iterable[str] = ()
    ) -> Selector:
        """A card selector or $name; `zones`: where it may look, the default first."""
        allowed_zones = list(zones)
        nothing = Selector(allowed_zones[0], cards=True)
        if isinstance(raw, str) and raw.startswith("$"):
            name = self.name_used(path, raw, "card")
            return Selector("bound", cards=True, name=name) if name else nothing
        if not isinstance(raw, dict):
            self.bad(
                path, raw, f"a card selector with the keys {listing(words.CARD_KEYS)}, or $name of a card"
            )
            return nothing
        raw = self.mapping(path, raw, "a card selector", [*extra, *words.CARD_KEYS])
        zone = self.word((*path, "zone"), raw["zone"], allowed_zones) if "zone" in raw else allowed_zones[0]
        kind = self.word((*path, "type"), raw.get("type", "any"), words.TYPES) or "any"
        qualification = ""
        if "qualification" in raw:
            qualification = self.qualification((*path, "qualification"), raw["qualification"])
            if kind not in ("any", "hire"):
                self.bad((*path, "type"), kind, "hire, as only Hires have a Qualification")
        by = self.player((*path, "by"), raw["by"], "chooser") if "by" in raw else UNNAMED
        if counting:
            self._only_all(path, raw)
        elif raw.get("count", 1) != 1:
            self.bad((*path, "count"), raw["count"], "1: one card at a time")
        return Selector(
            zone or allowed_zones[0],
            cards=True,
            player=self.player((*path, "of"), raw.get("of", "you")),
            type=kind,
            qualification=qualification,
            count=ALL if counting else Amount("exact"),
            by=by,
        )

    def counted(self, path: Path, raw: Any) -> Selector:
        """Hires or cards that are counted."""
        if isinstance(raw, dict) and "zone" in raw:
            return self.card(path, raw, words.ZONES, counting=True)
        return self.hires(path, raw, counting=True)

    # ------------------------------------------------------------------------------------ conditions
    def condition(self, path: Path, raw: Any, depth: int = 1) -> Condition:
        """A condition."""
        never = Condition("players")
        if depth > words.NEST_MAX:
            self.said(
                path, f"found conditions inside each other deeper than {words.NEST_MAX}, allowed: fewer"
            )
            return never
        if not isinstance(raw, dict):
            self.bad(path, raw, f"a condition: one of the keys {listing(words.CONDITIONS)}")
            return never
        if len(raw) != 1 or next(iter(raw)) not in words.CONDITIONS:
            self._one_word(path, raw, words.CONDITIONS, "a condition")
            return never
        word, of = next(iter(raw.items()))
        at = (*path, word)
        if word in ("all", "any"):
            return Condition(word, parts=self.conditions(at, of, depth + 1))
        if word == "not":
            return Condition(word, parts=(self.condition(at, of, depth + 1),))
        if word == "path":
            return Condition(word, of=self.word(at, of, words.PATHS))
        if word == "window":
            return Condition(word, of=self.word(at, of, words.WINDOWS))
        if word == "completed":
            if of is not True:
                self.bad(at, of, "true (for the contrary: {not: {completed: true}})")
            return Condition(word)
        return self._leaf(word, at, of)

    def conditions(self, path: Path, raw: Any, depth: int = 1) -> tuple[Condition, ...]:
        """A list of conditions."""
        if not isinstance(raw, list) or not 1 <= len(raw) <= words.LIST_MAX:
            self.bad(path, raw, f"a list of 1 to {words.LIST_MAX} conditions")
            return (Condition("players"),)
        return tuple(self.condition((*path, number), part, depth) for number, part in enumerate(raw))

    def _leaf(self, word: str, path: Path, raw: Any) -> Condition:
        """A condition that is a mapping with keys of its own."""
        keys = words.CONDITIONS[word][0]
        raw = self.mapping(path, raw, f"{word}", keys)
        low, high = (self.limit((*path, key), raw[key]) if key in raw else None for key in ("min", "max"))
        if "min" in keys and low is None and high is None:
            self.said(path, f"found {in_words(raw)}, allowed: with min, max or both", rank=MISSING)
        elif low is not None and high is not None and low > high:
            self.bad((*path, "min"), low, f"at most {high}, the max")
        for key, what in keys.items():
            if what.needed and key not in raw:
                text = f"the key is missing, allowed: {words.KINDS.get(what.kind, what.meaning)}"
                self.said((*path, key), text, rank=MISSING)
                return Condition("players")
        of: Any = None
        if word == "count":
            of = self.counted((*path, "of"), raw["of"])
        elif word in ("hand", "profit"):
            of = self.player((*path, "player"), raw.get("player", "you"))
        elif word == "did":
            of = self.id_used((*path, "id"), raw["id"])
            low = self.limit((*path, "at_least"), raw.get("at_least", 1), 1)
        elif word == "job":
            of = self.qualification((*path, "qualification"), raw["qualification"])
        elif word == "deck":
            job = raw.get("of", "you") == "job"
            of = "job" if job else self.player((*path, "of"), raw.get("of", "you"))
        return Condition(word, of, low, high)

    def limit(self, path: Path, raw: Any, low: int = 0) -> int:
        """A whole number that stands on the card."""
        most = 999
        if isinstance(raw, int) and not isinstance(raw, bool) and low <= raw <= most:
            return raw
        self.bad(path, raw, f"a whole number from {low} to {most}")
        return low

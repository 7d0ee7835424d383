"""Reading card texts: instructions, targets, costs, whole cards; what each may say, and what is wrong."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from balance.cards.paths import listing
from balance.cards.validate import MISSING
from balance.games.extremely_bad_hires import language as words
from balance.games.extremely_bad_hires.operations import OPS
from balance.games.extremely_bad_hires.phrases import Phrases, Scope
from balance.games.extremely_bad_hires.state import LOOPS, OPTIONS_OF, SEATS, STAFF
from balance.games.extremely_bad_hires.texts import (
    UNNAMED,
    Amount,
    CardText,
    Condition,
    Instruction,
    Option,
    Part,
    PathText,
    Player,
    Selector,
    Target,
    Texts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from balance.cards import Document, Problem
    from balance.cards.paths import Path
    from balance.games.extremely_bad_hires.cards import CardData

NOT_HERE = {
    words.COST: "as a cost",
    words.CLOCK_IN: "at Clock-In",
    words.EFFECTS: "here",
}
OWN_RANGES = {"each", "may", "if", "choose_one", "later"}
ZONES_OF: dict[str | int, tuple[str, ...]] = {
    "take_back": ("discard",),
    "enlist": ("discard", "hand"),
    "give": ("hand",),
    "take": ("discard",),
}
"""Where an instruction looks for a card, the place that is meant when none is said first."""
GROUPED = ("discard", "discard_random", "cycle")
"""Instructions that are done once for each player of a group, as `each` would."""


class Reader(Phrases):
    """Reads whole card texts."""

    # ---------------------------------------------------------------------------------- instructions
    def block(self, path: Path, raw: Any, depth: int = 1) -> list[Instruction]:
        """A list of instructions."""
        if not isinstance(raw, list) or len(raw) > words.LIST_MAX:
            self.bad(path, raw, f"a list of at most {words.LIST_MAX} instructions")
            return []
        if depth > words.NEST_MAX:
            self.said(
                path, f"found instructions inside each other deeper than {words.NEST_MAX}, allowed: fewer"
            )
            return []
        read = [self.instruction((*path, number), item, depth) for number, item in enumerate(raw)]
        return [instruction for instruction in read if instruction is not None]

    def instruction(self, path: Path, raw: Any, depth: int) -> Instruction | None:
        """One instruction; None after a problem that leaves nothing to read."""
        if not isinstance(raw, dict):
            self.bad(path, raw, "an instruction, such as {draw: 1}", OPS)
            return None
        ops = [key for key in raw if key in OPS]
        strange = [key for key in raw if key not in OPS and key not in words.INSTRUCTION_KEYS]
        for key in strange:
            self.unknown_key((*path, key), [*(() if ops else OPS), *words.INSTRUCTION_KEYS], raw)
        if len(ops) != 1:
            if ops:
                found = f"found {len(ops)} instructions in one ({listing(ops)})"
                self.said((*path, ops[1]), f"{found}, allowed: one in each entry of the list", key=True)
            elif not strange:
                self.bad(path, raw, f"an instruction with one of the keys {listing(OPS, 50)}")
            return None
        op = ops[0]
        word = OPS[op]
        result = Instruction(op, path)
        if self.scope.place not in word.places:
            known = [name for name, other in OPS.items() if self.scope.place in other.places]
            text = f"found {op}, allowed {NOT_HERE[self.scope.place]}: {listing(known, 50)}"
            self.said((*path, op), text, key=True)
            return None
        if op == "required" and not self.scope.attempt:
            text = "found required where no attempt is running, allowed: on a Mayhem or a Job"
            self.said((*path, op), text, key=True)
        if "when" in raw:
            result.when = self.condition((*path, "when"), raw["when"])
        if "needs" in raw:
            self._needs(result, (*path, "needs"), raw["needs"])
        self._keys(result, (*path, op), raw[op], depth)
        if "id" in raw:
            self._id(result, (*path, "id"), raw["id"])
        return result

    def _needs(self, result: Instruction, path: Path, raw: Any) -> None:
        if isinstance(raw, dict):
            raw = self.mapping(path, raw, "needs", ("id", "at_least"))
            if "id" not in raw:
                self.said((*path, "id"), "the key is missing, allowed: the id of an instruction before it")
                return
            result.needs_least = self.limit((*path, "at_least"), raw.get("at_least", 1), 1)
            result.needs = self.id_used((*path, "id"), raw["id"])
        else:
            result.needs = self.id_used(path, raw)

    def _id(self, result: Instruction, path: Path, raw: Any) -> None:
        known = self.scope.ids
        if not OPS[result.op].counts:
            self.said(path, f"found an id of {result.op}, which counts nothing, allowed: none", key=True)
        elif not isinstance(raw, str) or not raw.isidentifier() or not raw.islower() or len(raw) > 40:
            self.bad(path, raw, "a word of small letters, digits and _, at most 40, beginning with a letter")
        elif raw in known:
            self.bad(path, raw, "an id that is not used before it in this text")
        else:
            known[raw] = result.op
            result.id = raw

    def _keys(self, result: Instruction, path: Path, raw: Any, depth: int) -> None:
        """The keys of an instruction into its `args`, defaults filled in."""
        op, word = result.op, OPS[result.op]
        if op == "choose":
            self._choose(result, path, raw)
            return
        if word.short and not (isinstance(raw, dict) and not self._is_short(raw, word)):
            raw = {word.short: raw}
            path_of = {word.short: path}
        else:
            path_of = {}
            if not word.keys and raw is None:
                raw = {}
            raw = self.mapping(path, raw, op, word.keys)
        for key, meaning in word.keys.items():
            if meaning.needed and key not in raw:
                allowed = listing(meaning.words) if meaning.words else words.KINDS[meaning.kind]
                self.said((*path, key), f"the key is missing, allowed: {allowed}", rank=MISSING)
        for key, meaning in word.keys.items():
            given = raw.get(key, meaning.default)
            if given is None and key not in raw:
                continue
            if key in ("do", "else", "options", "as") or (key == "when" and op == "later"):
                continue  # after all others: they have a scope of their own
            result.args[key] = self._value(path_of.get(key, (*path, key)), given, meaning, op)
        self._control(result, path, raw, depth)
        self._sense(result, path, raw)

    @staticmethod
    def _is_short(raw: dict[str, Any], word: words.Word) -> bool:
        """Whether a mapping is the value of the short key: a number worked out."""
        return bool(raw) and not set(raw) & set(word.keys) and bool(set(raw) & {*words.NUMBERS, "up_to"})

    def _value(self, path: Path, raw: Any, key: words.Key, op: str) -> Any:
        """The value of a key, by its kind."""
        if key.kind == "number":
            return self.number(path, raw, key.low, key.high)
        if key.kind == "amount":
            return self.amount(path, raw)
        if key.kind == "word":
            return self.word(path, raw, key.words)
        if key.kind == "hires":
            return self.hires(path, raw)
        if key.kind == "card":
            zones = ZONES_OF[path[-1] if op == "exchange" else op]
            return self.card(path, raw, zones)
        if key.kind in ("player", "players", "group", "chooser"):
            return self.player(path, raw, key.kind)
        if key.kind == "qualification":
            return self.qualification(path, raw)
        if key.kind == "flag":
            return self.flag(path, raw)
        if key.kind == "condition":
            return self.condition(path, raw)
        if key.kind == "allowance":
            if isinstance(raw, dict) and list(raw) == ["override"]:
                return f"override {self.word((*path, 'override'), raw['override'], words.BANS)}"
            if isinstance(raw, str) and raw in key.words:
                return raw
            self.bad(path, raw, f"one of {listing(key.words)}, or {{override: what is forbidden}}", key.words)
            return "extra_fix"
        if key.kind == "over":
            if isinstance(raw, str) and not raw.startswith("$"):
                return self.player(path, raw, "group")
            over = self.hires(path, raw, counting=True)
            if isinstance(raw, dict) and "count" not in raw:
                return replace(over, count=Amount("all"))  # a loop is over all that fit
            return over
        return self._keep(path, raw)

    def _keep(self, path: Path, raw: Any) -> dict[str, Any]:
        """`keep` of `look`."""
        raw = self.mapping(path, raw, "keep", words.KEEP_KEYS)
        found: dict[str, Any] = {}
        for key, meaning in words.KEEP_KEYS.items():
            given = raw.get(key, meaning.default)
            at = (*path, key)
            if meaning.kind == "number":
                found[key] = self.number(at, given, meaning.low, meaning.high)
            else:
                found[key] = self.word(at, given, meaning.words)
        return found

    def _choose(self, result: Instruction, path: Path, raw: Any) -> None:
        """`choose`: a selector, with the name it gets."""
        target = self.target(path, raw, players=False)
        if target is not None:
            result.args = {"as": target.name, "who": target.who}

    # --------------------------------------------------------------------------------------- control
    @contextmanager
    def within(self, scope: Scope) -> Iterator[None]:
        """Read with another scope, then go back to this one."""
        before, self.scope = self.scope, scope
        try:
            yield
        finally:
            self.scope = before

    def _control(self, result: Instruction, path: Path, raw: dict[str, Any], depth: int) -> None:
        """Names, blocks, options and delayed conditions, each with what is known there."""
        op = result.op
        if op == "choose_player" and "as" in raw:
            result.args["as"] = self.new_name((*path, "as"), raw["as"], "player")
            return
        inner = self.scope.inner()
        if op == "later":
            step2 = result.args.get("at") == "job_step2"
            inner = replace(inner, ids={}, attempt=step2)
        if op in OWN_RANGES:
            with self.within(inner):
                if op == "each" and "as" in raw:
                    over = result.args.get("over")
                    kind = "hires" if isinstance(over, Selector) else "player"
                    result.args["as"] = self.new_name((*path, "as"), raw["as"], kind)
                if op == "later" and "when" in raw:
                    result.args["when"] = self.condition((*path, "when"), raw["when"])
                if "do" in raw:
                    result.args["do"] = self.block((*path, "do"), raw["do"], depth + 1)
            if "else" in raw:
                with self.within(self.scope.inner()):
                    result.args["else"] = self.block((*path, "else"), raw["else"], depth + 1)
            if "options" in raw:
                result.args["options"] = self._options((*path, "options"), raw["options"], depth)

    def _options(self, path: Path, raw: Any, depth: int) -> list[Option]:
        if not isinstance(raw, list) or not 2 <= len(raw) <= OPTIONS_OF:
            self.bad(path, raw, f"a list of 2 to {OPTIONS_OF}, each {{do: [...]}}")
            return []
        found = []
        for number, item in enumerate(raw):
            at = (*path, number)
            entry = self.mapping(at, item, "an option", ("do",))
            if "do" in entry:
                with self.within(self.scope.inner()):
                    found.append(Option(self.block((*at, "do"), entry["do"], depth + 1), at))
            elif isinstance(item, dict):
                self.said((*at, "do"), "the key is missing, allowed: a list of instructions", rank=MISSING)
        return found

    # ------------------------------------------------------------------- what goes with what in one
    def _sense(self, result: Instruction, path: Path, raw: dict[str, Any]) -> None:
        """Keys that do not go together."""
        op, args = result.op, result.args
        if op == "incapacitate" and "turns" in raw and "until" in raw:
            self.said((*path, "until"), "found two durations, allowed: turns or until", key=True)
        if op == "worsen":
            mode = args.get("mode")
            if "turns" in raw and "until" in raw:
                self.said((*path, "until"), "found two durations, allowed: turns or until", key=True)
            elif "until" in raw and mode in ("extend", "reset"):
                text = f"found until, allowed with the mode {mode}: turns"
                self.said((*path, "until"), text, key=True)
        if op == "required" and ("by" in args) == ("set" in args):
            found = "found both by and set" if "by" in args else "found neither by nor set"
            self.said(path, f"{found}, allowed: one of them")
        if op in ("forbid", "allow"):
            what = str(args.get("what", "")).removeprefix("override ")
            if "who" in raw and "player" in raw:
                self.said((*path, "who"), "found both player and who, allowed: one of them", key=True)
            elif "who" in raw and (what not in words.HIRE_BANS or (op == "allow" and args["what"] == what)):
                text = f"found who, allowed only for {listing(words.HIRE_BANS)}"
                self.said((*path, "who"), text, key=True)
            if "who" in raw:
                args.pop("player", None)
            elif "player" not in args:
                args["player"] = Player("ap" if self.scope.source == "mayhem" else "you")
        if op == "look" and args.get("deck") == "job" and "keep" in args:
            keep = args["keep"]
            if keep.get("to") == "hand":
                self.bad(
                    (*path, "keep", "to"),
                    "hand",
                    "deck_top, deck_bottom or discard: Jobs are never in a hand",
                )
            if keep.get("type") != "any":
                self.bad((*path, "keep", "type"), keep.get("type"), "any, as the Job Deck holds Jobs only")
        if op == "reveal" and args.get("what") == "hand":
            if "count" in raw:
                self.said(
                    (*path, "count"), "found count, allowed only for top: a hand is shown whole", key=True
                )
            args.pop("count", None)
        if op == "enlist" and isinstance(args.get("card"), Selector) and not args["card"].bound:
            if args["card"].type not in ("any", "hire"):
                self.bad((*path, "card", "type"), args["card"].type, "hire, as only Hires enter a staff")
            args["card"] = replace(args["card"], type="hire")
        if op == "each" and isinstance(args.get("over"), Selector) and args["over"].place == "sent":
            self.bad((*path, "over", "pick"), "sent", "participating (sent is for counting only)")
        if self.scope.place == words.COST:
            self._cost(result, path, raw)

    def _cost(self, result: Instruction, path: Path, raw: dict[str, Any]) -> None:
        """Costs are exact, and paid with what is one's own."""
        for key in ("needs", "when"):
            if getattr(result, key):
                at = (*result.path, key)
                self.said(at, f"found {key} of a cost, allowed: none: costs are paid in full", key=True)
        for key in ("player", "by"):
            if key in raw:
                self.said((*path, key), f"found {key}, allowed: none: you pay with what is yours", key=True)
        who = result.args.get("who")
        if isinstance(who, Selector):
            if who.place != "own_staff":
                self.bad((*path, "who", "pick"), who.place, "own_staff: you pay with what is yours")
            elif who.by != UNNAMED:
                self.said((*path, "who", "by"), "found by, allowed: none: you choose what you pay", key=True)
        amount = who.count if isinstance(who, Selector) else result.args.get("count")
        if getattr(amount, "word", "exact") in ("up_to", "all"):
            self.said(
                path, "found an amount that is not exact, allowed: an exact number, as costs are paid in full"
            )

    # --------------------------------------------------------------------------------------- targets
    def target(self, path: Path, raw: Any, *, players: bool) -> Target | None:
        """What is chosen, with the name it gets. `players`: at play, where it may be a player."""
        keys = ["as", *({"player": 0, "by": 0} if players else {}), *words.HIRE_KEYS, *words.CARD_KEYS]
        if not isinstance(raw, dict):
            self.bad(
                path, raw, f"a mapping with as and the keys of a selector: {listing(dict.fromkeys(keys))}"
            )
            return None
        if "as" not in raw:
            self.said((*path, "as"), "the key is missing, allowed: a new name, used as $name", rank=MISSING)
        own = {key: value for key, value in raw.items() if key != "as"}
        scope = self.scope
        self.scope = replace(scope, before=scope.before or players)
        who = player = None
        by = UNNAMED
        if players and "player" in own:
            given = self.mapping(path, own, "a player to choose", ("player", "by"))
            player, kind = self.player((*path, "player"), given["player"], "group"), "player"
            if "by" in given:
                by = self.player((*path, "by"), given["by"], "chooser")
        elif "zone" in own:
            who, kind = self.card(path, own, words.ZONES, extra=["as"]), "card"
        else:
            extra = ["as", *(["player", "zone"] if players else ["zone"])]
            who, kind = self.hires(path, own, extra=extra), "hires"
        self.scope = scope
        name = self.new_name((*path, "as"), raw["as"], kind) if "as" in raw else ""
        return Target(name, path, who, player, by)

    # ----------------------------------------------------------------------------------- whole cards
    def part(self, path: Path, raw: dict[str, Any], source: str, *, attempt: bool) -> Part:
        """Requirements, targets, costs and effects of a card or a mode, in that order."""
        part = Part(path, str(raw.get("id", "")))
        if raw.get("requires"):
            with self.within(replace(self.scope, before=True)):
                conditions = self.conditions((*path, "requires"), raw["requires"])
            part.requires = conditions[0] if len(conditions) == 1 else Condition("all", parts=conditions)
        targets = raw.get("targets", [])
        for number, item in enumerate(targets):
            target = self.target((*path, "targets", number), item, players=True)
            if target is not None:
                part.targets.append(target)
        scope = self.scope
        with self.within(replace(scope, place=words.COST, source=source, before=True)):
            part.cost = self.block((*path, "cost"), raw.get("cost", []))
        with self.within(replace(scope, place=words.EFFECTS, source=source, attempt=attempt)):
            part.effects = self.block((*path, "effects"), raw.get("effects", []))
        self._bounds(path, part.effects)
        return part

    def company_card(self, path: Path, raw: dict[str, Any], source: str) -> CardText:
        """A Mayhem or a Fix."""
        default = ["mayhem"] if source == "mayhem" else ["prep", "recovery"]
        windows = tuple(raw.get("timing") or default)
        attempt = "mayhem" in windows
        self.scope = Scope(source, words.EFFECTS, attempt=attempt)
        if ("effects" in raw) == ("modes" in raw):
            found = "found both effects and modes" if "effects" in raw else "found neither effects nor modes"
            self.said(path, f"{found}, allowed: one of them")
        text = CardText(windows, self.part(path, raw, source, attempt=attempt))
        for number, mode in enumerate(raw.get("modes", [])):
            with self.within(replace(self.scope.inner(), ids=dict(self.scope.ids))):
                text.modes.append(self.part((*path, "modes", number), mode, source, attempt=attempt))
        return text

    def job_path(self, path: Path, raw: dict[str, Any]) -> PathText:
        """A path of a Job."""
        result = PathText(path)
        self.scope = Scope("job", words.CLOCK_IN, attempt=True)
        result.clock_in = self.block((*path, "clock_in"), raw.get("clock_in", []))
        self.scope = Scope("job", words.EFFECTS, attempt=True)
        result.resolve = self.block((*path, "resolve"), raw.get("resolve", []))
        self._bounds(path, result.resolve)
        return result

    def _bounds(self, path: Path, block: list[Instruction]) -> None:
        """No effect may loop deeper, or run longer, than the records hold."""
        depth = loops_deep(block)
        if depth > LOOPS:
            self.said(path, f"found {depth} loops inside each other, allowed: at most {LOOPS}")
        steps = most_steps(block)
        if steps > words.STEPS_MAX:
            found = f"found an effect that could run through {steps} instructions"
            self.said(path, f"{found}, allowed: at most {words.STEPS_MAX}")


def is_loop(instruction: Instruction) -> bool:
    """Whether it is done once for each of several."""
    if instruction.op in GROUPED:
        return instruction.args["player"].word in words.GROUPS
    return instruction.op == "each"


def loops_deep(block: list[Instruction]) -> int:
    """How many loops stand inside each other at most; a delayed effect counts by itself."""
    deepest = 0
    for one in block:
        inner = max((loops_deep(b) for b in one.blocks()), default=0)
        deepest = max(deepest, inner if one.op == "later" else inner + is_loop(one))
    return deepest


def most_steps(block: list[Instruction]) -> int:
    """Instructions that a block can run through at most."""
    total = 0
    for one in block:
        inner = sum(most_steps(b) for b in one.blocks())
        over = one.args.get("over")
        often = 1
        if is_loop(one):
            often = SEATS
            if isinstance(over, Selector):
                often = words.HIRES_MOST if over.place in ("any_staff", "bound") else STAFF
        total += 3 + often * (inner + 1)
    return total


def read_texts(model: CardData, document: Document) -> tuple[Texts, list[Problem]]:
    """All card texts of a set, and what is wrong with them."""
    reader = Reader(document, model.qualifications)
    texts = Texts()
    for section, source in (("mayhem", "mayhem"), ("fixes", "fix")):
        for name, raw in document.data.get(section, {}).items():
            getattr(texts, section)[name] = reader.company_card((section, name), raw, source)
    for name, raw in document.data.get("jobs", {}).items():
        at = ("jobs", name)
        texts.jobs[name] = (
            reader.job_path((*at, "unqualified"), raw["unqualified"]),
            reader.job_path((*at, "qualified"), raw["qualified"]),
        )
    return texts, reader.problems

"""Card texts as one integer program.

What `effects.py` runs is made here; what the fields of an instruction mean stands beside `INSTRUCTION` in
`state.py`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from balance.cards import Problem
from balance.cards.paths import path_text
from balance.cards.readings import switch_position
from balance.games.extremely_bad_hires import language as words
from balance.games.extremely_bad_hires import state
from balance.games.extremely_bad_hires.operations import OPS
from balance.games.extremely_bad_hires.pieces import Built, Pieces, TooMuch
from balance.games.extremely_bad_hires.profiles import Profiler
from balance.games.extremely_bad_hires.reader import GROUPED
from balance.games.extremely_bad_hires.state import (
    At,
    BlockedChoice,
    Count,
    Harm,
    Leave,
    ReduceWaiting,
    Where,
    Who,
)
from balance.games.extremely_bad_hires.texts import (
    ONE,
    UNNAMED,
    Amount,
    CardText,
    Condition,
    Instruction,
    Number,
    Part,
    Player,
    Selector,
    Target,
    Texts,
    walk,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from balance.cards import Document
    from balance.games.extremely_bad_hires.cards import CardData

HIRES, HAND, PILE, PROFIT, PLAYERS = range(5)
"""Pools of a NEED."""

POSITIONS = {name: [p.name.lower() for p in positions] for name, positions in state.SWITCHES.items()}

BITS = {
    "incapacitate": Where.CAN_INCAPACITATE,
    "recover": Where.RECOVERABLE,
    "reduce": Where.CAN_REDUCE,
    "return_hire": Where.CAN_RETURN,
    "dismiss": Where.CAN_DISMISS,
    "activate": Where.INACTIVE,
    "unassign": Where.PARTICIPATING,
    "worsen": Where.INCAPACITATED,
}
"""What an instruction asks of the Hires it is to change."""


class Compiler(Pieces):
    """Compiles the texts of one card set."""

    def __init__(self, model: CardData, seats: int) -> None:
        """For a card set, played by so many."""
        super().__init__(model.qualifications)
        self.turns = Number("const", model.frame.incapacitated_turns)
        self.profiler = Profiler(model.frame.incapacitated_turns, seats)
        self.reading = {
            name: switch_position(model.readings, POSITIONS, name)
            for name in ("blocked_choice", "targets_when", "reduce_waiting")
        }
        self.source = "job"

    # ------------------------------------------------------------------------------------- programs
    def block(self, block: list[Instruction]) -> None:
        """Instructions one after the other; names given in them end with them."""
        before = dict(self.names)
        for number, instruction in enumerate(block):
            self.path = instruction.path
            self.instruction(instruction, block[number + 1 :])
        self.names = before

    def instruction(self, one: Instruction, rest: list[Instruction], cost: int = 0) -> None:
        """An instruction; `rest`: what follows it in its list."""
        group = one.op in GROUPED and one.args["player"].word in words.GROUPS
        if OPS[one.op].code is None or one.op in ("may", "each", "choose_one", "later") or group:
            self._guarded(one, group=group)
            return
        fields = {
            "slot": self.slot(one),
            "needs": self.slots[one.needs] if one.needs else -1,
            "needs_least": one.needs_least,
            "when": self.condition(one.when),
            "cost": cost,
        }
        if one.op == "choose":
            who = self._chosen(one.args["who"], one.args["as"], rest)
            fields |= {"who": who, "by": self.built.selectors[who][-1], "binding": self.bind(one.args["as"])}
        elif one.op == "choose_player":
            fields |= {
                "player": self.player(one.args["from"]),
                "by": self.player(one.args["by"]),
                "binding": self.bind(one.args["as"]),
            }
        else:
            fields |= self.fields(one)
        self.emit(one.op.upper(), **fields)

    def _guarded(self, one: Instruction, *, group: bool) -> None:
        """Control: what must hold for it becomes a jump over it."""
        asked = [] if one.when is None else [one.when]
        if one.needs:
            asked.insert(0, Condition("did", one.needs, one.needs_least))
        guard = (
            self.emit("UNLESS", when=self.condition(Condition("all", parts=tuple(asked)))) if asked else -1
        )
        if group:
            self._for_group(one)
        else:
            getattr(self, f"_{one.op}")(one)
        if guard >= 0:
            self.built.code[guard]["jump"] = self.here

    def _for_group(self, one: Instruction) -> None:
        """Once for each player of a group, with a hidden name."""
        name = f"each player {len(self.names)}"
        before = dict(self.names)
        who = self.player(one.args["player"])
        loop = self.emit("EACH_PLAYER", player=who, binding=self.bind(name), extra=1)
        args = {**one.args, "player": Player("bound", name)}
        self.emit(one.op.upper(), slot=self.slot(one), **self.fields(replace(one, args=args)))
        self.emit("NEXT")
        self.built.code[loop]["jump"] = self.here
        self.names = before

    def _if(self, one: Instruction) -> None:
        test = self.emit("UNLESS", when=self.condition(one.args["when"]))
        self.block(one.args["do"])
        if one.args.get("else"):
            end = self.emit("JUMP")
            self.built.code[test]["jump"] = self.here
            self.block(one.args["else"])
            self.built.code[end]["jump"] = self.here
        else:
            self.built.code[test]["jump"] = self.here

    def _may(self, one: Instruction) -> None:
        ask = self.emit("MAY", by=self.player(one.args["by"]), slot=self.slot(one))
        self.block(one.args["do"])
        self.built.code[ask]["jump"] = self.here

    def _each(self, one: Instruction) -> None:
        over = one.args["over"]
        before = dict(self.names)
        if isinstance(over, Selector):
            who = self.selector(over)
            loop = self.emit("EACH_HIRE", who=who, binding=self.bind(one.args["as"]))
        else:
            loop = self.emit("EACH_PLAYER", player=self.player(over), binding=self.bind(one.args["as"]))
        self.block(one.args["do"])
        self.emit("NEXT")
        self.built.code[loop]["jump"] = self.here
        self.names = before

    def _choose_one(self, one: Instruction) -> None:
        options = one.args["options"]
        first = self.reserve(len(options))
        ask = self.emit("CHOOSE_ONE", by=self.player(one.args["by"]), choice=first, choices=len(options))
        ends = []
        for number, option in enumerate(options):
            begin = self.here
            self.block(option.do)
            ends.append(self.emit("JUMP"))
            profile = self.profiler.block(option.do, self.source)
            self.built.choices[first + number] = {
                "first": begin,
                "last": ends[-1],
                "requires": -1,
                "profile": profile,
            }
        for place in (ask, *ends):
            self.built.code[place]["jump"] = self.here

    def _later(self, one: Instruction) -> None:
        begin = self.emit("LATER", what=At[one.args["at"].upper()], player=self.player(one.args["of"]))
        slots, self.slots = self.slots, {}
        self.built.code[begin]["when"] = self.condition(one.args.get("when"))
        self.block(one.args["do"])
        self.emit("END")
        self.slots = slots
        self.built.code[begin]["jump"] = self.here

    # ------------------------------------------------------------------------------- plain instructions
    def fields(self, one: Instruction) -> dict[str, int]:
        """The fields that an instruction's keys fill."""
        args, found = one.args, {}
        if "who" in args:
            by = Player("ap") if one.op == "incapacitate" and self.source == "job" else UNNAMED
            found["who"] = self.selector(args["who"], self.bits(one), by)
            found["by"] = self.built.selectors[found["who"]][-1]
        if "player" in args:
            found["player"] = self.player(args["player"])
        if "until" in args and one.op not in ("incapacitate", "worsen"):
            found["until"] = words.UNTIL_ALL[args["until"]]
        number = next((args[key] for key in ("count", "turns", "by", "set") if key in args), None)
        if isinstance(number, Amount):
            found["count"] = Count[number.word.upper()]
            number = None if number.word == "all" else number.number
        if isinstance(number, Number):
            found["number"] = self.number(number)
        more = getattr(self, f"_on_{one.op}", None)
        return found | (more(args) if more is not None else {})

    def bits(self, one: Instruction, *, declared: bool = False) -> int:
        """What it asks of its Hires (O-21, O-25)."""
        if one.op == "incapacitate" and self.reading["blocked_choice"] == BlockedChoice.FREE:
            return 0
        if one.op == "reduce" and declared and self.reading["reduce_waiting"] == ReduceWaiting.ALLOWED:
            return int(Where.INCAPACITATED)
        bits = int(BITS.get(one.op, 0))
        if one.op == "worsen" and one.args["mode"] == "extend":
            bits |= Where.TIMED
        return bits

    def _chosen(
        self, selector: Selector, name: str, uses: list[Instruction], *, declared: bool = False
    ) -> int:
        """A selector that gets a name, with what the first instruction asks that uses it (EBH-8.13)."""
        bits = 0
        if not selector.cards:
            for use in walk(uses):
                who = use.args.get("who")
                if use.op != "choose" and isinstance(who, Selector) and who.bound and who.name == name:
                    bits = self.bits(use, declared=declared)
                    break
        return self.selector(selector, bits)

    def _on_discard(self, args: dict[str, Any]) -> dict[str, int]:
        return {"what": words.TYPES[args["type"]], "by": self.player(args.get("by", args["player"]))}

    def _on_discard_random(self, args: dict[str, Any]) -> dict[str, int]:
        return {"what": words.TYPES[args["type"]]}

    def _on_cycle(self, args: dict[str, Any]) -> dict[str, int]:
        return {"by": self.player(args.get("by", args["player"]))}

    def _on_take_back(self, args: dict[str, Any]) -> dict[str, int]:
        return {**self._card(args["card"]), "what": state.Zone[args["to"].upper()]}

    def _on_enlist(self, args: dict[str, Any]) -> dict[str, int]:
        return self._card(args["card"])

    def _on_exchange(self, args: dict[str, Any]) -> dict[str, int]:
        return {**self._card(args["give"]), "other": self.selector(args["take"])}

    def _card(self, selector: Selector) -> dict[str, int]:
        who = self.selector(selector)
        return {"who": who, "by": self.built.selectors[who][-1]}

    def _on_look(self, args: dict[str, Any]) -> dict[str, int]:
        found = {
            "what": state.Deck[args["deck"].upper()],
            "extra": state.Rest[args["rest"].upper()],
            "by": self.player(args["by"]),
            "number": self.number(args["count"]),
        }
        keep = args.get("keep")
        if keep:
            selector = Selector("hand", cards=True, type=keep["type"], count=Amount("exact", keep["count"]))
            found |= {"other": self.selector(selector), "count": state.Zone[keep["to"].upper()]}
        return found

    def _on_reveal(self, args: dict[str, Any]) -> dict[str, int]:
        return {"extra": words.SHOWN[args["what"]]}

    def _on_shuffle(self, args: dict[str, Any]) -> dict[str, int]:
        return {"what": state.Deck[args["deck"].upper()], "extra": int(args["with_discard"])}

    def _harm(self, args: dict[str, Any]) -> dict[str, int]:
        """The kind of Incapacitation, and its turns."""
        if "until" in args:
            return {"until": words.HARMS[args["until"]]}
        return {"until": Harm.TIMED, "number": self.number(args.get("turns", self.turns))}

    def _on_incapacitate(self, args: dict[str, Any]) -> dict[str, int]:
        return {**self._harm(args), "extra": int(args["no_other_recovery"])}

    def _on_worsen(self, args: dict[str, Any]) -> dict[str, int]:
        turns = self.number(args.get("turns", self.turns))  # read whatever replaces what
        return {"number": turns, **self._harm(args), "what": state.Worsen[args["mode"].upper()]}

    def _on_protect(self, args: dict[str, Any]) -> dict[str, int]:
        return {"what": state.Shield[args["from"].upper()]}

    def _on_qualify(self, args: dict[str, Any]) -> dict[str, int]:
        return {"what": self.qualifications.index(args["qualification"])}

    def _on_required(self, args: dict[str, Any]) -> dict[str, int]:
        return {"extra": int("set" in args)}

    def _on_forbid(self, args: dict[str, Any]) -> dict[str, int]:
        return {"what": words.BANS[args["what"]]}

    def _on_allow(self, args: dict[str, Any]) -> dict[str, int]:
        what = args["what"]
        if what.startswith("override "):
            return {"what": int(Leave.OVERRIDE) + words.BANS[what.removeprefix("override ")]}
        return {"what": words.LEAVES[what]}

    # ----------------------------------------------------------------------------------- whole cards
    def company_card(self, text: CardText, source: str) -> dict[str, Any]:
        """The program of a Mayhem or a Fix; fields of its KIND."""
        self.source, self.path = source, text.main.path
        first_need = len(self.built.needs)
        if text.modes:
            first = self.reserve(len(text.modes))
            code = self.emit("MODE", by=Who.YOU, choice=first, choices=len(text.modes))
            for number, mode in enumerate(text.modes):
                begin = self.here
                end = self._play([text.main, mode], number)
                self.built.choices[first + number] = {
                    "first": begin,
                    "last": end,
                    "requires": self.condition(mode.requires),
                    "profile": self.profiler.part([text.main, mode], source),
                }
        else:
            code = self.here
            self._play([text.main], -1)
        effects = [one for part in text.parts() for one in walk(part.effects)]
        self.names, self.slots = {}, {}
        return {
            "windows": sum(1 << words.WINDOWS[window] for window in set(text.windows)),
            "requires": self.condition(text.main.requires),
            "code": code,
            "first_need": first_need,
            "needs": len(self.built.needs) - first_need,
            "modes": len(text.modes),
            "recovery": int(source == "fix" and any(is_recovery(one) for one in effects)),
            "profile": self.profiler.card(text, source),
        }

    def _play(self, parts: list[Part], mode: int) -> int:
        """Targets, costs, effects of a card (and its mode); the place of the END."""
        self.names, self.slots = {}, {}
        effects = parts[-1].effects
        targets = [target for part in parts for target in part.targets]
        costs = [one for part in parts for one in part.cost]
        numbered = [(target, self._target_fields(target, effects)) for target in targets]
        if len(targets) + len(costs) > state.NEEDS_AT_ONCE:
            raise self.full("targets and costs of one card", state.NEEDS_AT_ONCE)
        play_first = self.reading["targets_when"] == state.TargetsWhen.PLAY
        if play_first:
            for target, fields in numbered:
                self._need_target(target, fields, mode)
                self.emit("TARGET", **fields)
        for one in costs:
            self.path = one.path
            self._need_cost(one, mode)
            self.instruction(one, [], cost=1)
        self.emit("BEGIN")
        if not play_first:
            for target, fields in numbered:
                self._need_target(target, fields, mode)
                self.emit("TARGET", **fields)
        self.block(effects)
        return self.emit("END")

    def _target_fields(self, target: Target, uses: list[Instruction]) -> dict[str, int]:
        self.path = target.path
        if target.player is not None:
            found = {"player": self.player(target.player), "by": self.player(target.by)}
        else:
            assert target.who is not None
            who = self._chosen(target.who, target.name, uses, declared=True)
            found = {"who": who, "by": self.built.selectors[who][-1]}
        return {**found, "binding": self.bind(target.name)}

    def _need(self, **fields: int) -> None:
        if len(self.built.needs) == state.NEEDS:
            raise self.full("targets and costs of all cards together", state.NEEDS)
        self.built.needs.append(fields)

    def _need_target(self, target: Target, fields: dict[str, int], mode: int) -> None:
        if target.who is None:
            self._need(selector=-1, number=self.number(ONE), mode=mode, pool=PLAYERS)
            return
        pool = {"hand": HAND, "discard": PILE}.get(target.who.place, HIRES)
        number = self.built.selectors[fields["who"]][(state.SELECTOR.names or ()).index("number")]
        self._need(selector=fields["who"], number=number, mode=mode, pool=pool)

    def _need_cost(self, one: Instruction, mode: int) -> None:
        args = one.args
        if one.op == "lose":
            self._need(selector=-1, number=self.number(args["count"]), mode=mode, pool=PROFIT)
        elif "who" in args:
            who = self.selector(args["who"], self.bits(one))
            self._need(selector=who, number=self.number(args["who"].count.number), mode=mode, pool=HIRES)
        else:
            count = args["count"]
            number = count.number if isinstance(count, Amount) else count
            selector = Selector("hand", cards=True, type=args["type"], count=Amount("exact", number))
            self._need(selector=self.selector(selector), number=self.number(number), mode=mode, pool=HAND)

    def program(self, block: list[Instruction]) -> int:
        """A list of a Job path; where it begins."""
        self.source, self.names, self.slots = "job", {}, {}
        if not block:
            return 0
        begin = self.here
        self.block(block)
        self.emit("END")
        return begin


def is_recovery(one: Instruction) -> bool:
    """EBH-10.22: it would recover, or reduce by 1 or more."""
    return one.op == "recover" or (one.op == "reduce" and one.args["by"].constant != 0)


def build(model: CardData, texts: Texts, seats: int) -> Built:
    """All texts compiled. TooMuch when a record is too small for them."""
    compiler = Compiler(model, seats)
    for section, source in (("mayhem", "mayhem"), ("fixes", "fix")):
        for name, text in getattr(texts, section).items():
            compiler.built.kinds[name] = compiler.company_card(text, source)
    for name, paths in texts.jobs.items():
        rows = []
        for path in paths:
            compiler.path = path.path
            rows.append(
                {
                    "clock_in": compiler.program(path.clock_in),
                    "resolve": compiler.program(path.resolve),
                    "profile": compiler.profiler.block([*path.clock_in, *path.resolve], "job"),
                }
            )
        compiler.built.paths[name] = rows
    return compiler.built


def capacity_problems(model: CardData, texts: Texts, document: Document) -> Iterator[Problem]:
    """What is wrong when the texts do not fit the records."""
    try:
        build(model, texts, state.SEATS)
    except TooMuch as full:
        yield Problem(document.place(full.path), path_text(full.path), str(full))

"""What a text does in round numbers, for bots: a walk that counts, without a position to look at.

A `profile` is a mapping of fields of `PROFILE`. It is meant from the controller's view; for a Job that is the
attempting player. Numbers that depend on the position are guessed (`GUESS`).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from balance.games.extremely_bad_hires import language as words
from balance.games.extremely_bad_hires.texts import (
    Amount,
    CardText,
    Instruction,
    Number,
    Part,
    Player,
    Selector,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

Profile = dict[str, float]

GUESS = {"count": 2.0, "done": 1.0, "hand": 4.0, "profit": 5.0, "required": 2.0}
"""What a number is taken to be when it depends on the position."""
ALL_OF = 2.0  # Hires that "all" is taken to be
HARM_TURNS = {"end_of_next_turn": 1.0, "fix": 2.0, "recovery_fix": 3.0}
SOMETIMES = 0.5  # share of a conditional part
OFTEN = 0.8  # share of a delayed part
CYCLED = 0.25  # what changing a card is worth, in cards
CREW_PLACES = ("participating", "sent")


class Profiler:
    """Works profiles out."""

    def __init__(self, turns: int, seats: int) -> None:
        """Turns of an Incapacitation without a number; players."""
        self.turns = float(turns)
        self.others = float(seats - 1)
        self.source = "job"
        self.named: dict[str, Selector] = {}

    # ------------------------------------------------------------------------------------- amounts
    def number(self, number: Number) -> float:
        """A number, guessed where it must be."""
        if number.word == "const":
            return float(number.value)
        if number.parts:
            one, two = (self.number(part) for part in number.parts)
            return {"min": min(one, two), "max": max(one, two), "add": one + two}[number.word]
        return GUESS[number.word]

    def amount(self, amount: Any) -> float:
        """How many; 1 where nothing is said."""
        if not isinstance(amount, Amount | Number):
            return 1.0
        if isinstance(amount, Amount):
            return ALL_OF if amount.word == "all" else self.number(amount.number)
        return self.number(amount)

    def many(self, player: Player) -> tuple[float, float, float]:
        """How often it is the controller, the active player (another one), other players."""
        word = player.word
        me_active = self.source != "mayhem"
        if word == "you" or (word == "ap" and me_active):
            return 1.0, 0.0, 0.0
        if word == "ap":
            return 0.0, 1.0, 0.0
        if word == "all":
            return 1.0, float(not me_active), self.others - float(not me_active)
        if word == "opponents":
            return 0.0, float(not me_active), self.others - float(not me_active)
        if word == "others":
            return (0.0, 0.0, self.others) if me_active else (1.0, 0.0, self.others - 1.0)
        if word == "owner":
            who = self.named.get(player.name)
            own = who is not None and self.own(who)
            return (1.0, 0.0, 0.0) if own else (0.0, 1.0, 0.0)
        return 0.0, 0.0, 1.0

    def own(self, selector: Selector) -> bool:
        """Whether the Hires are the controller's own."""
        selector = self.meant(selector)
        if selector.place == "own_staff":
            return True
        return self.source != "mayhem" and selector.place in (*CREW_PLACES, "ap_staff", "any_staff")

    def meant(self, selector: Selector) -> Selector:
        """What a name stands for."""
        for _ in range(words.LIST_MAX):
            if not selector.bound or selector.name not in self.named:
                break
            selector = self.named[selector.name]
        return selector

    def hires(self, selector: Selector) -> float:
        """How many Hires."""
        return self.amount(self.meant(selector).count)

    # ------------------------------------------------------------------------------------- profiles
    def card(self, text: CardText, source: str) -> Profile:
        """A card: with modes, their mean."""
        if not text.modes:
            return self.part([text.main], source)
        return mean([self.part([text.main, mode], source) for mode in text.modes])

    def part(self, parts: list[Part], source: str) -> Profile:
        """A card, or one of its modes with what the card itself asks."""
        self.source = source
        self.named = {t.name: t.who for part in parts for t in part.targets if t.who is not None}
        total: Counter[str] = Counter()
        for part in parts:
            for block in (part.cost, part.effects):
                add(total, self.inside(block))
        return dict(total)

    def block(self, block: list[Instruction], source: str) -> Profile:
        """A list of instructions by itself."""
        self.source = source
        return self.inside(block)

    def inside(self, block: Iterable[Instruction]) -> Profile:
        """The sum over a list."""
        total: Counter[str] = Counter()
        for one in block:
            add(total, self.one(one), SOMETIMES if one.when is not None else 1.0)
        return dict(total)

    def one(self, one: Instruction) -> Profile:
        """One instruction."""
        args = one.args
        if one.op == "if":
            parts = [self.inside(args["do"]), self.inside(args.get("else", []))]
            return mean(parts)
        if one.op == "choose_one":
            return mean([self.inside(option.do) for option in args["options"]])
        if one.op in ("may", "later"):
            return scaled(self.inside(args["do"]), OFTEN if one.op == "later" else 1.0)
        if one.op == "each":
            return self._each(one)
        if one.op == "choose":
            self.named[args["as"]] = args["who"]
            return {}
        if "who" in args and one.op not in ("forbid", "allow"):
            return self._on_hires(one, args["who"])
        return self._plain(one)

    def _each(self, one: Instruction) -> Profile:
        over = one.args["over"]
        if isinstance(over, Selector):
            self.named[one.args["as"]] = over
            return scaled(self.inside(one.args["do"]), ALL_OF)
        me, active, others = self.many(over)
        return scaled(self.inside(one.args["do"]), me + active + others)

    def _plain(self, one: Instruction) -> Profile:
        """Cards, Profit, attempt, prohibitions."""
        args, op = one.args, one.op
        number = self.amount(args.get("count", args.get("by", args.get("set"))))
        me, active, others = self.many(args.get("player", Player("you")))
        fields: dict[str, Profile] = {
            "draw": {"draw": me * number, "gift": (active + others) * number},
            "discard": {"discard": me * number, "rob": (active + others) * number},
            "discard_random": {"discard": me * number, "rob": (active + others) * number},
            "cycle": {"draw": me * number * CYCLED, "gift": (active + others) * number * CYCLED},
            "take_back": {"draw": 1.0},
            "exchange": {"draw": CYCLED},
            "look": self._look(args) if op == "look" else {},
            "reveal": {"look": 1.0},
            "shuffle": {"look": 1.0},
            "enlist": {"staff": 1.0},
            "cancel_next_mayhem": {"shield": number},
            "end_attempt": {"ends": 1.0},
            "drop_job": {"drops": 1.0},
            "job_profit": {"job_profit": number * (me if self.source != "mayhem" else active + others)},
            "gain": {"gain": me * number, "gift": (active + others) * number},
            "lose": {"gain": -me * number, "harm": (active + others) * number},
            "forbid": {"ban": active + others} if "player" in args else {"ban": 1.0},
            "allow": {"more": 1.0 if "player" not in args else me},
        }
        if op == "required":
            return {"required": number - GUESS["required"] if "set" in args else number}
        return fields.get(op, {})

    def _look(self, args: dict[str, Any]) -> Profile:
        kept = self.number(args["keep"]["count"]) if "keep" in args else 0.0
        to_hand = kept and args["keep"]["to"] == "hand"
        return {"look": self.number(args["count"]), "draw": kept if to_hand else 0.0}

    def _on_hires(self, one: Instruction, selector: Selector) -> Profile:
        """What befalls Hires."""
        args, op = one.args, one.op
        many, own = self.hires(selector), self.own(selector)
        crew = self.meant(selector).place in (*CREW_PLACES, "ap_staff")
        job = self.source == "job"
        turns = self.turns
        if "until" in args and op in ("incapacitate", "worsen"):
            turns = HARM_TURNS[args["until"]]
        elif "turns" in args:
            turns = self.number(args["turns"])
        if op in ("incapacitate", "worsen"):
            if own and not job:
                return {"lose_staff": many}
            removed = many if crew and op == "incapacitate" else 0.0
            return {"hurt": many * turns, "remove": removed}
        if op in ("return_hire", "dismiss"):
            if own:
                return {"lose_staff": many, "remove": many if job and crew else 0.0}
            return {"remove": many}
        if op == "unassign":
            return {"remove": many}
        if op == "recover":
            return {"recover": many} if own else {"gift": many}
        if op == "reduce":
            by = many * self.number(args["by"])
            return {"reduce": by} if own else {"gift": by}
        if op == "protect":
            return {"shield": many}
        return {"staff": many} if own else {"gift": many}


def add(total: Counter[str], profile: Profile, share: float = 1.0) -> None:
    """Add a share of a profile."""
    for name, value in profile.items():
        total[name] += value * share  # type: ignore[assignment]


def scaled(profile: Profile, share: float) -> Profile:
    """A share of a profile."""
    return {name: value * share for name, value in profile.items()}


def mean(profiles: list[Profile]) -> Profile:
    """The mean of profiles."""
    total: Counter[str] = Counter()
    for profile in profiles:
        add(total, profile, 1.0 / len(profiles))
    return dict(total)

"""Card texts by chance: every operation, cost, condition, chooser, number, mode, target form and block."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tests.oracles.ebh.card_words import BANS, COUNTED, LEAVES, SHIELDS, TYPES, UNTIL, Scope

if TYPE_CHECKING:
    import random


class Texts:
    """Makes texts; `rng` decides everything."""

    def __init__(self, rng: random.Random, qualifications: list[str]) -> None:
        self.rng = rng
        self.qualifications = qualifications
        self.names = 0

    def maybe(self, share: float) -> bool:
        return self.rng.random() < share

    def name(self, letter: str) -> str:
        self.names += 1
        return f"{letter}{self.names}"

    # ---- whole cards
    def company(self, source: str) -> dict[str, Any]:
        scope = Scope(source, source == "mayhem")
        card: dict[str, Any] = {}
        if source == "fix" and self.maybe(0.3):
            card["timing"] = self.rng.choice(
                [["prep"], ["recovery"], ["prep", "recovery", "mayhem"], ["mayhem"]]
            )
            scope.attempt = "mayhem" in card["timing"]
        if self.maybe(0.15):
            card["requires"] = [self.condition(scope) for _ in range(self.rng.randint(1, 2))]
        if self.maybe(0.55):
            card["targets"] = [self.target(scope) for _ in range(self.rng.choice([1, 1, 1, 2]))]
        if self.maybe(0.25):
            card["cost"] = [self.cost(scope) for _ in range(self.rng.choice([1, 1, 2]))]
        if self.maybe(0.15):
            card["modes"] = [self.mode(scope, n) for n in range(self.rng.randint(2, 3))]
        else:
            card["effects"] = self.block(scope, self.rng.randint(1, 4))
        return card

    def mode(self, scope: Scope, number: int) -> dict[str, Any]:
        inner = replace(scope.inner(), ids=[*scope.ids])
        mode: dict[str, Any] = {"id": f"mode_{number}"}
        if self.maybe(0.3):
            mode["requires"] = [self.condition(inner.before())]
        if self.maybe(0.4):
            mode["targets"] = [self.target(inner)]
        return {**mode, "effects": self.block(inner, self.rng.randint(1, 2))}

    def job(self) -> dict[str, Any]:
        job: dict[str, Any] = {
            "qualification": self.rng.choice(self.qualifications),
            "required": self.rng.choice([1, 1, 2, 2, 3]),
            "profit": self.rng.randint(0, 4),
        }
        if self.maybe(0.15):
            job["crew"] = {"max": self.rng.randint(1, 4)}
        for path in ("qualified", "unqualified"):
            job[path] = {}
            if self.maybe(0.5):
                scope = Scope("job", attempt=True)
                job[path]["clock_in"] = [self.clock_in(scope) for _ in range(self.rng.randint(1, 3))]
            if self.maybe(0.75):
                job[path]["resolve"] = self.block(Scope("job", attempt=True), self.rng.randint(1, 3))
        return job

    def clock_in(self, scope: Scope) -> dict[str, Any]:
        op = self.rng.choice(
            ["required", "required", "protect", "cancel_next_mayhem", "forbid", "allow", "job_profit"]
        )
        instruction: dict[str, Any] = {op: getattr(self, op)(scope)}
        if self.maybe(0.15):
            instruction["when"] = self.condition(scope)
        return instruction

    def target(self, scope: Scope) -> dict[str, Any]:
        """Hires, a card, or a player."""
        kind = self.rng.random()
        name = self.name("t")
        if kind < 0.12:
            target = {"as": name, "player": self.rng.choice(["opponents", "others"])}
            scope.players.append(f"${name}")
        elif kind < 0.3:
            zone = self.rng.choice(["discard", "discard", "hand"])
            target = {"as": name, "zone": zone, **self.card_words()}
            scope.cards.append((f"${name}", zone))
        else:
            target = {"as": name, **self.selector(scope.before(), target=True)}
            scope.hires.append(f"${name}")
        return target

    def cost(self, scope: Scope) -> dict[str, Any]:
        op = self.rng.choice(["discard", "discard", "lose", "incapacitate", "return_hire", "dismiss"])
        if op == "discard":
            cost: dict[str, Any] = {
                op: self.rng.choice([1, 1, 2, {"count": 1, "type": self.rng.choice(TYPES)}])
            }
        elif op == "lose":
            cost = {op: self.rng.randint(1, 2)}
        else:
            who: dict[str, Any] = {"pick": "own_staff"}
            if self.maybe(0.4):
                who["where"] = ["active"]
            cost = {op: {"who": who}}
            if op == "incapacitate" and self.maybe(0.5):
                cost[op]["until"] = self.rng.choice(["fix", "end_of_next_turn"])
        if self.maybe(0.3):
            self.count(scope, cost)
        return cost

    def count(self, scope: Scope, instruction: dict[str, Any]) -> None:
        name = self.name("i")
        instruction["id"] = name
        scope.ids.append(name)

    # ---- instructions
    def block(self, scope: Scope, length: int) -> list[dict[str, Any]]:
        return [self.instruction(scope) for _ in range(length)]

    def instruction(self, scope: Scope) -> dict[str, Any]:
        ops = [
            "draw",
            "gain",
            "gain",
            "lose",
            "discard",
            "discard_random",
            "cycle",
            "take_back",
            "exchange",
            "look",
        ]
        ops += ["reveal", "shuffle", "incapacitate", "incapacitate", "recover", "reduce", "worsen", "protect"]
        ops += ["return_hire", "unassign", "dismiss", "enlist", "activate", "qualify", "cancel_next_mayhem"]
        ops += ["end_attempt", "drop_job", "job_profit", "forbid", "allow", "choose"]
        if scope.attempt:
            ops.append("required")
        if scope.depth < 2:
            ops += [
                "choose_player",
                "choose_one",
                "choose_one",
                "conditional",
                "may",
                "each",
                "each",
                "later",
                "later",
            ]
        op = self.rng.choice(ops)
        before = [*scope.ids]
        when = self.condition(scope) if self.maybe(0.1) and op != "later" else None
        word = "if" if op == "conditional" else op
        instruction: dict[str, Any] = {word: getattr(self, op)(scope)}
        if when:
            instruction["when"] = when
        if before and self.maybe(0.35):
            name = self.rng.choice(before)
            instruction["needs"] = name if self.maybe(0.8) else {"id": name, "at_least": 2}
        if op in COUNTED and self.maybe(0.3):
            self.count(scope, instruction)
        return instruction

    def players(self, scope: Scope, *, group: bool = True) -> Any:
        who: list[Any] = ["you", "you", "ap", "left", "right", *scope.players]
        if group:
            who += ["opponents", "others", "all"]
        who += [{"owner": name} for name in scope.hires[:1]]
        return self.rng.choice(who)

    def chooser(self, scope: Scope, *, hires: bool = True) -> Any:
        return self.rng.choice(
            ["you", "ap", "left", "right", *scope.players, *(["random", "owner"] if hires else [])]
        )

    def number(self, scope: Scope, low: int = 1, high: int = 3) -> Any:
        if self.maybe(0.8):
            return self.rng.randint(low, high)
        kinds: list[Any] = [
            {"count": self.counted(scope)},
            {"hand": self.players(scope, group=False)},
            {"profit": self.players(scope, group=False)},
            {"required": self.rng.choice(["printed", "current"])},
        ]
        kinds += [{"done": name} for name in scope.ids]
        one = self.rng.choice(kinds)
        word = self.rng.choice(["min", "min", "max", "add"])
        return {word: [one, self.rng.randint(1, 3)]} if word != "add" else {"min": [{"add": [one, 1]}, 3]}

    def counted(self, scope: Scope) -> Any:
        if self.maybe(0.15):
            return {"zone": self.rng.choice(["hand", "discard"]), **self.card_words()}
        if self.maybe(0.15):
            return {"pick": "sent", "where": self.rng.choice([[], ["matching"], ["not_matching"]])}
        return {"pick": self.pick(scope), "where": self.where()}

    def pick(self, scope: Scope) -> Any:
        picks: list[Any] = ["participating"] * 4 + ["own_staff"] * 3 + ["ap_staff"] * 2 + ["any_staff"]
        return self.rng.choice([*picks, {"staff_of": self.players(scope, group=False)}])

    def where(self) -> list[Any]:
        words: list[Any] = [
            "active", "active", "inactive", "incapacitated", "timed", "indefinite", "can_incapacitate",
            "recoverable", "matching", "not_matching", "participating", "not_participating",
            {"qualification": self.rng.choice(self.qualifications)},
        ]  # fmt: skip
        return self.rng.sample(words, self.rng.choice([0, 0, 0, 1, 1, 2]))

    def selector(self, scope: Scope, *, target: bool = False) -> dict[str, Any]:
        who: dict[str, Any] = {"pick": self.pick(scope)}
        where = self.where()
        if where:
            who["where"] = where
        kind = self.rng.random()
        if kind < 0.15:
            who["count"] = 2
        elif kind < 0.3:
            who["count"] = {"up_to": self.rng.randint(1, 2)}
        elif kind < 0.45:
            who["count"] = "all"
        elif kind < 0.5 and not target:
            who["count"] = self.number(scope)
        if self.maybe(0.3):
            who["by"] = self.chooser(scope, hires=not target)
            if who["by"] == "owner" and who["pick"] == "any_staff":
                who["by"] = "left"
        return who

    def who(self, scope: Scope) -> Any:
        if scope.hires and self.maybe(0.6):
            return self.rng.choice(scope.hires)
        return self.selector(scope)

    def card_words(self) -> dict[str, Any]:
        kind = self.rng.choice(TYPES)
        words = {"type": kind}
        if kind in {"hire", "any"} and self.maybe(0.2):
            words["qualification"] = self.rng.choice(self.qualifications)
        return words

    def card(self, scope: Scope, zones: list[str], *, hire: bool = False) -> Any:
        bound = [name for name, zone in scope.cards if zone in zones]
        if bound and self.maybe(0.7):
            return self.rng.choice(bound)
        card: dict[str, Any] = {"zone": self.rng.choice(zones), **self.card_words()}
        if hire:
            card = {"zone": card["zone"], "type": "hire"}
        if self.maybe(0.3):
            card["of"] = self.players(scope, group=False)
        if self.maybe(0.2):
            card["by"] = self.chooser(scope, hires=False)
        return card

    # ---- one method per operation: its parameters
    def draw(self, s: Scope) -> Any:
        return (
            {"count": self.number(s), "player": self.players(s)}
            if self.maybe(0.4)
            else self.rng.randint(1, 3)
        )

    def discard(self, s: Scope) -> Any:
        count = self.rng.choice([1, 1, 2, "all", {"up_to": 2}, self.number(s)])
        params = {"count": count, "player": self.players(s), "type": self.rng.choice(["any", *TYPES])}
        if self.maybe(0.2):
            params["by"] = self.chooser(s, hires=False)
        return params

    def discard_random(self, s: Scope) -> Any:
        return {
            "count": self.number(s),
            "player": self.players(s),
            "type": self.rng.choice(["any", "any", *TYPES]),
        }

    def cycle(self, s: Scope) -> Any:
        return {"count": self.number(s), "player": self.players(s)}

    def take_back(self, s: Scope) -> Any:
        return {
            "card": self.card(s, ["discard"]),
            "to": self.rng.choice(["hand", "hand", "deck_top", "deck_bottom"]),
        }

    def exchange(self, s: Scope) -> Any:
        return {"give": self.card(s, ["hand"]), "take": self.card(s, ["discard"])}

    def enlist(self, s: Scope) -> Any:
        return {"card": self.card(s, ["hand", "discard"], hire=True)}

    def look(self, s: Scope) -> Any:
        own = self.maybe(0.6)
        rest = self.rng.choice(["same_order", "any_order", "bottom", "discard"])
        params: dict[str, Any] = {"deck": "own" if own else "job", "count": self.number(s), "rest": rest}
        if self.maybe(0.5):
            to = self.rng.choice(
                ["hand", "hand", "deck_top", "deck_bottom", "discard"] if own else ["deck_top", "discard"]
            )
            params["keep"] = {"count": self.rng.randint(1, 2), "to": to}
            if own:
                params["keep"]["type"] = self.rng.choice(["any", *TYPES])
        if self.maybe(0.2):
            params["by"] = self.players(s, group=False)
        return params

    def reveal(self, s: Scope) -> Any:
        if self.maybe(0.5):
            return {"what": "hand", "player": self.players(s)}
        return {"what": "top", "player": self.players(s), "count": self.number(s)}

    def shuffle(self, s: Scope) -> Any:
        return {"deck": self.rng.choice(["own", "job"]), "with_discard": self.maybe(0.5)}

    def incapacitate(self, s: Scope) -> Any:
        params: dict[str, Any] = {"who": self.who(s)}
        kind = self.rng.random()
        if kind < 0.35:
            params["turns"] = self.number(s)
        elif kind < 0.75:
            params["until"] = self.rng.choice(["end_of_next_turn", "fix", "recovery_fix"])
        if self.maybe(0.15):
            params["no_other_recovery"] = True
        return params

    def _only_who(self, s: Scope) -> Any:
        return {"who": self.who(s)}

    recover = return_hire = unassign = dismiss = activate = _only_who

    def reduce(self, s: Scope) -> Any:
        return {"who": self.who(s), "by": self.number(s)}

    def worsen(self, s: Scope) -> Any:
        mode = self.rng.choice(["extend", "replace", "reset"])
        params: dict[str, Any] = {"who": self.who(s), "mode": mode}
        if mode == "replace" and self.maybe(0.6):
            params["until"] = self.rng.choice(["end_of_next_turn", "fix", "recovery_fix"])
        elif self.maybe(0.6):
            params["turns"] = self.number(s)
        return params

    def protect(self, s: Scope) -> Any:
        until = self.rng.choice([*UNTIL, "spent"])
        return {"who": self.who(s), "from": self.rng.choice(SHIELDS), "until": until}

    def qualify(self, s: Scope) -> Any:
        qualification = self.rng.choice(self.qualifications)
        return {"who": self.who(s), "qualification": qualification, "until": self.rng.choice(UNTIL)}

    def required(self, s: Scope) -> Any:
        if self.maybe(0.3):
            return {"set": self.number(s, 0, 3)}
        return {"by": self.rng.choice([-2, -1, -1, 1, 1, 2])}

    def cancel_next_mayhem(self, s: Scope) -> Any:
        params = {"count": self.rng.choice([1, 1, 2]), "until": self.rng.choice([*UNTIL, "spent"])}
        if self.maybe(0.2):
            params["player"] = self.players(s, group=False)
        return params

    def end_attempt(self, s: Scope) -> Any:
        return {}

    drop_job = end_attempt

    def job_profit(self, s: Scope) -> Any:
        return {"by": self.rng.randint(-3, 3), "player": self.players(s)}

    def gain(self, s: Scope) -> Any:
        return {"count": self.number(s, 0), "player": self.players(s)}

    lose = gain

    def forbid(self, s: Scope) -> Any:
        what = self.rng.choice(BANS)
        params = {"what": what, "until": self.rng.choice(UNTIL)}
        return self._about(s, params, what)

    def _about(self, s: Scope, params: dict[str, Any], what: str) -> Any:
        if what in {"recover", "dismiss", "send"} and self.maybe(0.5):
            params["who"] = self.who(s)
        elif self.maybe(0.6):
            params["player"] = self.players(s)
        return params

    def allow(self, s: Scope) -> Any:
        until = self.rng.choice(UNTIL)
        if self.maybe(0.4):
            ban = self.rng.choice(BANS)
            return self._about(s, {"what": {"override": ban}, "until": until}, ban)
        return {"what": self.rng.choice(LEAVES), "until": until, "player": self.players(s)}

    def choose(self, s: Scope) -> Any:
        name = self.name("c")
        if self.maybe(0.2):
            zone = self.rng.choice(["hand", "discard"])
            s.cards.append((f"${name}", zone))
            return {"as": name, "zone": zone, **self.card_words()}
        chosen = {"as": name, **self.selector(s)}
        s.hires.append(f"${name}")
        return chosen

    def choose_player(self, s: Scope) -> Any:
        name = self.name("p")
        params = {"as": name, "from": self.rng.choice(["opponents", "others", "all"])}
        if self.maybe(0.3):
            params["by"] = self.chooser(s, hires=False)
        s.players.append(f"${name}")
        return params

    def choose_one(self, s: Scope) -> Any:
        options = [
            {"do": self.block(s.inner(), self.rng.randint(1, 2))} for _ in range(self.rng.randint(2, 3))
        ]
        return {"options": options, **({"by": self.chooser(s, hires=False)} if self.maybe(0.3) else {})}

    def conditional(self, s: Scope) -> Any:
        params = {"when": self.condition(s), "do": self.block(s.inner(), self.rng.randint(1, 2))}
        return {**params, "else": self.block(s.inner(), 1)} if self.maybe(0.5) else params

    def may(self, s: Scope) -> Any:
        params = {"do": self.block(s.inner(), self.rng.randint(1, 2))}
        return {**params, "by": self.chooser(s, hires=False)} if self.maybe(0.3) else params

    def each(self, s: Scope) -> Any:
        inner, name = s.inner(), self.name("e")
        over: Any = self.rng.choice(["opponents", "others", "all"])
        if self.maybe(0.5):
            over = {"pick": self.pick(s), "where": self.where()}
            inner.hires.append(f"${name}")
        else:
            inner.players.append(f"${name}")
        return {"over": over, "as": name, "do": self.block(inner, self.rng.randint(1, 2))}

    def later(self, s: Scope) -> Any:
        at = self.rng.choice(["end_of_turn", "start_of_next_turn", "after_job", "job_step2"])
        inner = replace(s.inner(), ids=[], attempt=at == "job_step2")
        params: dict[str, Any] = {"at": at, "of": self.players(s, group=False)}
        if self.maybe(0.2):
            params["when"] = self.condition(inner)
        return {**params, "do": self.block(inner, self.rng.randint(1, 2))}

    # ---- conditions
    def condition(self, s: Scope, depth: int = 0) -> dict[str, Any]:
        low = self.rng.randint(0, 2)
        limits: dict[str, int] = self.rng.choice([{"min": low}, {"max": low}, {"min": low, "max": low + 2}])
        some: list[dict[str, Any]] = [
            {"path": self.rng.choice(["qualified", "unqualified"])},
            {"window": self.rng.choice(["prep", "mayhem", "recovery"])},
            {"count": {"of": self.counted(s), **limits}},
            {"count": {"of": self.counted(s), **limits}},
            {"hand": {"player": self.players(s, group=False), **limits}},
            {"profit": {"player": self.players(s, group=False), **limits}},
            {"required": limits},
            {"completed": True},
            {"players": {"min": 2, "max": self.rng.randint(2, 4)}},
            {"job": {"qualification": self.rng.choice(self.qualifications)}},
            {"deck": {"of": self.rng.choice(["job", self.players(s, group=False)]), **limits}},
        ]
        some += [{"did": {"id": name, "at_least": 1}} for name in s.ids]
        if depth < 2:
            kind = self.rng.random()
            if kind < 0.1:
                return {"not": self.condition(s, depth + 1)}
            if kind < 0.25:
                word = self.rng.choice(["all", "any"])
                return {word: [self.condition(s, depth + 1) for _ in range(2)]}
        return self.rng.choice(some)

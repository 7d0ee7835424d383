"""What a designer should know of a card set before it is played: sentences that name the cards.

Nothing here is an error: such a set can be played. All is worked out from the cards alone; what depends
on the game gets the benefit of the doubt.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from balance.cards.paths import listing
from balance.games.extremely_bad_hires.compiler import is_recovery
from balance.games.extremely_bad_hires.reader import read_texts
from balance.games.extremely_bad_hires.tables import required_at
from balance.games.extremely_bad_hires.texts import CardText, Instruction, Number, Part, Selector, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from balance.cards import CardSet
    from balance.games.extremely_bad_hires.cards import CardData
    from balance.games.extremely_bad_hires.texts import Condition

PATHS = ("No Qualification", "Qualification")
SHOWN = 8
ATTEMPT_ONLY = ("unassign", "end_attempt", "job_profit")


def card_set_warnings(cards: CardSet, seats: int) -> list[str]:
    """What is odd about a card set, for so many players, in plain sentences."""
    critic = Critic(cards, seats)
    return [
        *critic.staffing(),
        *critic.qualifications(),
        *critic.profits(),
        *critic.cures(),
        *critic.unplayable(),
        *critic.pointless(),
        *critic.unused(),
    ]


class Critic:
    """Looks at one card set."""

    def __init__(self, cards: CardSet, seats: int) -> None:
        """For so many players."""
        self.model: CardData = cards.model
        self.texts, _ = read_texts(self.model, cards.document)
        self.seats = seats
        self.decks = {self.model.seats[seat]: self.model.deck(seat) for seat in range(seats)}
        self.jobs = [name for name, copies in self.model.job_copies().items() if copies]
        self.in_use = {name for deck in self.decks.values() for name, copies in deck.items() if copies}

    def named(self, ids: Iterable[str]) -> str:
        """Printed names, cut."""
        cards = {**self.model.company(), **self.model.jobs}
        return listing([cards[name].name for name in ids], SHOWN)

    def job_texts(self, name: str) -> list[Instruction]:
        """All instructions of a Job."""
        return [one for path in self.texts.jobs[name] for one in walk([*path.clock_in, *path.resolve])]

    def plays(self) -> Iterator[tuple[str, CardText]]:
        """The Mayhem and Fixes in use."""
        for name, text in {**self.texts.mayhem, **self.texts.fixes}.items():
            if name in self.in_use:
                yield name, text

    def used_texts(self) -> Iterator[tuple[str, list[Instruction]]]:
        """Everything in use that has a text, and all its instructions."""
        for name, text in self.plays():
            yield name, everything(text)
        for name in self.jobs:
            yield name, self.job_texts(name)

    # ------------------------------------------------------------------------------- Jobs and crews
    def hires_in(self, deck: str) -> int:
        """Hires in a deck."""
        return sum(self.decks[deck][name] for name in self.model.hires)

    def brings(self, deck: str, qualification: str) -> bool:
        """Whether a deck has a Hire of a Qualification, or some text can give it to one."""
        copies = self.decks[deck]
        if any(copies[name] and h.qualification == qualification for name, h in self.model.hires.items()):
            return True
        return any(
            one.op == "qualify" and one.args["qualification"] == qualification
            for _, text in self.used_texts()
            for one in text
        )

    def staffing(self) -> Iterator[str]:
        """Jobs that ask for more Hires than can be there."""
        never: list[str] = []
        short: dict[str, list[str]] = {deck: [] for deck in self.decks}
        for name in self.jobs:
            job = self.model.jobs[name]
            limit = min(self.model.frame.staff_limit, job.crew.max)
            needs = self._required(name)
            if min(needs) > limit:
                never.append(name)
                continue
            for path, required in enumerate(needs):
                if required > limit:
                    yield (
                        f"{job.name} cannot be attempted on its {PATHS[path]} path: {required} Hires are"
                        f" required there, and at most {limit} can be sent."
                    )
            for deck in self.decks:
                most = min(limit, self.hires_in(deck))
                if min(needs if self.brings(deck, job.qualification) else needs[:1]) > most:
                    short[deck].append(name)
        if never:
            yield (
                f"Nobody can staff {self.named(never)}: on either path more Hires are required than can be"
                " sent. Unless a card takes such a Job away, it stays Active for ever."
            )
        for deck, names in short.items():
            if names:
                yield f"The deck {deck} cannot staff {self.named(names)} on any path that its Hires open."
        largest = max((self.model.jobs[name].required for name in self.jobs), default=0)
        for deck in self.decks:
            hires = self.hires_in(deck)
            if hires < largest:
                yield f"The deck {deck} has fewer Hires ({hires}) than a Job requires as printed ({largest})."

    def _required(self, name: str) -> list[int]:
        """Hires that must be sent on each path at least, as far as that is known."""
        job, found = self.model.jobs[name], []
        for path, text in enumerate(self.texts.jobs[name]):
            required, fixed = required_at(text, path, job.required, self.seats)
            found.append(max(self.model.frame.min_required, job.crew.min, required) if fixed else 0)
        return found

    def qualifications(self) -> Iterator[str]:
        """Qualifications that Jobs ask for and no Hire brings, or the other way round."""
        asked: dict[str, list[str]] = {}
        for name in self.jobs:
            asked.setdefault(self.model.jobs[name].qualification, []).append(name)
        for qualification, names in asked.items():
            said = self.model.qualifications[qualification].name
            without = [deck for deck in self.decks if not self.brings(deck, qualification)]
            if len(without) == len(self.decks):
                yield f"No deck in use holds a Hire with the Qualification {said} of {self.named(names)}."
                continue
            for deck in without:
                jobs = "1 Job has" if len(names) == 1 else f"{len(names)} Jobs have"
                yield f"The deck {deck} holds no Hire with the Qualification {said}, which {jobs}."
        for qualification, entry in self.model.qualifications.items():
            if qualification not in asked:
                yield f"No Job of the Job Deck has the Qualification {entry.name}."

    def profits(self) -> Iterator[str]:
        """Jobs that are not worth completing for Profit."""
        poor: list[str] = []
        for name in self.jobs:
            job = self.model.jobs[name]
            best = [
                job.profit + most_profit([*path.clock_in, *path.resolve]) for path in self.texts.jobs[name]
            ]
            if max(best) <= 0:
                poor.append(name)
            elif min(best) <= 0:
                yield f"{job.name} brings no Profit on its {PATHS[best.index(min(best))]} path."
        if poor:
            yield (
                f"No Profit can be had from {self.named(poor)}: players may leave such a Job Active for ever."
            )

    # ------------------------------------------------------------------------------- Incapacitation
    def makers(self, kind: str) -> list[str]:
        """Cards in use that set an Incapacitation of a kind."""
        return [
            name
            for name, text in self.used_texts()
            if any(one.op in ("incapacitate", "worsen") and one.args.get("until") == kind for one in text)
        ]

    def cures(self) -> Iterator[str]:
        """Incapacitations that nothing in a deck can end."""
        indefinite, waiting = self.makers("recovery_fix"), self.makers("fix")
        for deck, copies in self.decks.items():
            fixes = [name for name in self.model.fixes if copies[name]]
            cure = any(is_recovery(one) for name in fixes for one in everything(self.texts.fixes[name]))
            if indefinite and not cure:
                yield (
                    f"No Fix of the deck {deck} brings back a Hire on which a Fix must be used"
                    f" ({self.named(indefinite)}): six of them freeze a staff for good."
                )
            if waiting and not fixes:
                yield (
                    f"The deck {deck} holds no Fix: a Hire that waits for one ({self.named(waiting)})"
                    " never comes back."
                )

    # -------------------------------------------------------------------- cards that cannot be played
    def unplayable(self) -> Iterator[str]:
        """Mayhem and Fixes in use that can never be a legal play."""
        for name, text in self.plays():
            reason = self._why_never(name, text)
            if reason:
                yield f"{self.named([name])} can never be played: {reason}."

    def _why_never(self, name: str, text: CardText) -> str:
        """Why a card can never be played; "" when it perhaps can."""
        frame = self.model.frame
        if name in self.texts.mayhem and not frame.mayhem_plays:
            return "no Mayhem may be played at all"
        if name in self.texts.fixes and not frame.fix_plays:
            return "no Fix may be played in a turn"
        main = self._why_part_never(name, text, text.main)
        if main or not text.modes:
            return main
        modes = [self._why_part_never(name, text, mode) for mode in text.modes]
        return f"none of its modes can ({'; '.join(dict.fromkeys(modes))})" if all(modes) else ""

    def _why_part_never(self, name: str, text: CardText, part: Part) -> str:
        """The same for a card or a mode."""
        frame = self.model.frame
        if self._impossible(part.requires, text, mayhem=name in self.texts.mayhem):
            return "what it requires cannot be while it may be played"
        for target in part.targets:
            if target.who is not None:
                reason = self._why_no_target(name, text, target.who)
                if reason:
                    return reason
        lost = sum(one.args["count"].constant or 0 for one in part.cost if one.op == "lose")
        if lost >= frame.target:
            return f"it costs {lost} Profit, and whoever has {frame.target} has won"
        return ""

    def _why_no_target(self, name: str, text: CardText, who: Selector) -> str:
        """Why there is never a target; "" when there perhaps is one."""
        wanted = (who.count.number.constant or 0) if who.count.word == "exact" else 0
        if not wanted:
            return ""
        if who.cards:
            decks = [deck for deck in self.decks.values() if deck[name]]
            if who.player.word == "you" and max(self._fitting(deck, who) for deck in decks) < 1:
                return "its deck holds no card that can be its target"
            return ""
        limit = self.model.frame.staff_limit
        if who.place == "participating" and "mayhem" not in text.windows:
            return "its target is a participating Hire, and there is none when it may be played"
        if contradicts(who):
            return "no Hire can be all that its target has to be"
        if who.place != "any_staff" and wanted > limit:
            return f"it needs {wanted} targets in one staff, which holds {limit}"
        return ""

    def _fitting(self, deck: dict[str, int], selector: Selector) -> int:
        """Cards of a deck that a card selector fits."""
        model, count = self.model, 0
        for kind, cards in (("hire", model.hires), ("mayhem", model.mayhem), ("fix", model.fixes)):
            if selector.type in ("any", kind) and (kind == "hire" or not selector.qualification):
                count += sum(
                    deck[name]
                    for name in cards
                    if not selector.qualification or model.hires[name].qualification == selector.qualification
                )
        return count

    def _impossible(self, condition: Condition | None, text: CardText, *, mayhem: bool) -> bool:
        """Whether a condition can never hold while a card may be played."""
        if condition is None:
            return False
        parts = [self._impossible(part, text, mayhem=mayhem) for part in condition.parts]
        if condition.word == "all":
            return any(parts)
        if condition.word == "any":
            return all(parts)
        if condition.word == "window":
            return condition.of not in text.windows
        if condition.word in ("path", "required"):
            return "mayhem" not in text.windows
        if condition.word == "profit":
            return (condition.low or 0) >= self.model.frame.target
        if condition.word == "completed":
            return mayhem or "recovery" not in text.windows
        if condition.word == "players":
            most = math.inf if condition.high is None else condition.high
            return not (condition.low or 0) <= self.seats <= most
        return False

    # ------------------------------------------------------------------------------- what is of no use
    def pointless(self) -> Iterator[str]:
        """Instructions that can never do anything."""
        for name, text in self.texts.fixes.items():
            if "mayhem" in text.windows:
                continue
            for one in (one for part in text.parts() for one in outside_attempt(part.effects)):
                yield f"{self.named([name])}: {one.op} does nothing, as no attempt runs when it is played."
        for name, paths in self.texts.jobs.items():
            if any(one.op == "required" for path in paths for one in walk(path.resolve)):
                yield (
                    f"{self.named([name])}: required does nothing in resolve, as Required Hires are not"
                    " tested again; it belongs in clock_in."
                )

    def unused(self) -> Iterator[str]:
        """Cards in no deck."""
        used = {n for deck in self.model.decks.values() for n, copies in deck.cards.items() if copies != 0}
        cards = [name for name in self.model.company() if name not in used]
        if cards:
            yield f"In no deck: {self.named(cards)}."
        left = [name for name in self.model.jobs if name not in self.jobs]
        if left:
            yield f"Not in the Job Deck: {self.named(left)}."


def everything(text: CardText) -> list[Instruction]:
    """All instructions of a card, costs included."""
    return [one for part in text.parts() for block in (part.cost, part.effects) for one in walk(block)]


def most_profit(block: list[Instruction]) -> float:
    """The most Profit a Job's text can bring its player beside the printed one; infinity: no end to it."""
    total = 0.0
    for one in block:
        most = _most_of(one)
        total += most if one.when is None and not one.needs else max(0.0, most)
    return total


def _most_of(one: Instruction) -> float:
    """The same for one instruction that happens."""
    args = one.args
    inner = [most_profit(block) for block in one.blocks()]
    if one.op == "if":
        return max([*inner, 0.0] if len(inner) == 1 else inner)
    if one.op == "choose_one":
        return max(inner)
    if one.op in ("may", "later"):
        return max(0.0, *inner)
    if one.op == "each":
        return math.inf if inner[0] > 0 else 0.0
    if one.op not in ("gain", "lose", "job_profit"):
        return 0.0
    number: Number = args["by"] if one.op == "job_profit" else args["count"]
    whose = args["player"].word
    if one.op == "lose":
        return -float(number.constant or 0) if whose in ("you", "ap", "all") else 0.0
    if whose in ("opponents", "others", "left", "right"):
        return 0.0
    return math.inf if number.constant is None else float(number.constant)


def contradicts(selector: Selector) -> bool:
    """Whether the words of a selector exclude each other."""
    where = set(selector.where)
    hurt = where & {"incapacitated", "timed", "indefinite", "recoverable"}
    well = where & {"active", "inactive", "can_incapacitate"}
    crew = selector.place == "participating"
    return (
        bool(hurt and well)
        or {"active", "inactive"} <= where
        or {"timed", "indefinite"} <= where
        or {"matching", "not_matching"} <= where
        or {"participating", "not_participating"} <= where
        or (crew and bool(where & {"not_participating", "inactive"}))
    )


def outside_attempt(block: list[Instruction]) -> Iterator[Instruction]:
    """Instructions about an attempt, not counting those that come later."""
    for one in block:
        if one.op in ATTEMPT_ONLY:
            yield one
        if one.op != "later":
            for inner in one.blocks():
                yield from outside_attempt(inner)

"""A recorded game as a `Match`, played through the one door; and a match as the rows of a record.

The rules are asked for everything: who applies to whom, what may be exchanged, what is paid. Only the decks
are arranged, so that every card is in the hand that used it, as late as can be; where hands and draws are not
in the records, other cards fill them. A record that the rules cannot follow is refused, with the clause.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance.cards import raise_problems
from balance.cards.paths import listing
from balance.cards.validate import Problem
from balance.errors import RecordsError
from balance.games.hire_or_fire.events import Event, Why
from balance.games.hire_or_fire.places import KINDS, lay, pile
from balance.games.hire_or_fire.reader import MOMENTS
from balance.games.hire_or_fire.state import Home, Phase, Verb
from balance.games.hire_or_fire.words import SEAT_NAMES, VERB, count, listed, names, target
from balance.games.records import Recorded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from balance.cards import CardSet, Place
    from balance.games.hire_or_fire.reader import Card, Exchange
    from balance.games.hire_or_fire.records import RecordedGame
    from balance.games.interface import Game, Match

SPAN = 10  # moments of a week
HAND, OFFER, FOLDER = 0, 3, 6
OUT, DRAW = (1, 4, 7), (2, 5, 8)  # by the moment of the exchange
WHERE = {Phase.OFFER: 0, Phase.JOB: 1, Phase.LATE: 2}
"""Phase -> the exchange that can be made in it."""
CLAUSES = ("HF-21, HG-06", "HF-21", "HF-21, HG-05")
SWAP = {"jobs": Verb.SWAP_JOB, "skills": Verb.SWAP_SKILL}
DEALT = {"jobs": Event.DEALT_JOB, "skills": Event.DEALT_SKILL}


def play(game: Game, cards: CardSet, recorded: RecordedGame) -> Recorded:
    """The game of a record, up to its last week; RecordsError where the rules would not have allowed it."""
    return _Replay(game, cards, recorded).played()


# ------------------------------------------------------------------------------- which card came when


@dataclass
class _Need:
    """A card that must be in a hand by some moment, and when it leaves (None: not known)."""

    by: int
    place: Place
    leaves: int | None = None


class _Hand:
    """Which cards of a kind come to a player, and when: each as late as can be."""

    def __init__(self, player: str, kind: str) -> None:
        self.player, self.kind = player, kind
        self.needs: dict[int, _Need] = {}
        self.slots: list[int] = []  # moments at which an unknown card comes
        self.fixed: dict[int, int] = {}  # card -> moment at which it is known to come
        self.comes: dict[int, list[int | None]] = {}  # moment -> cards; None: any other

    def need(self, card: int, by: int, place: Place, *, leaves: bool = False) -> Iterator[str]:
        """A card is there at a moment, and leaves then or stays; what is wrong with that."""
        known = self.needs.setdefault(card, _Need(by, place))
        if known.leaves is not None and by >= known.leaves:
            yield f"a card that has not left the hand (it did in week {known.leaves // SPAN + 1}; HF-44)"
        known.by = min(known.by, by)
        if leaves:
            known.leaves = by

    def deal(self) -> Iterator[tuple[_Need, str]]:
        """Give every needed card the last free moment before it is needed."""
        self.comes = {slot: [] for slot in sorted({*self.slots, *self.fixed.values()})}
        free = sorted(self.slots)
        for card, known in sorted(self.needs.items(), key=lambda item: (item[1].by, item[0])):
            if card in self.fixed:
                if self.fixed[card] > known.by:
                    when = self.fixed[card] // SPAN + 1
                    yield known, f"a card that is not drawn later (it is, in week {when}; exchanges.csv)"
                continue
            before = [slot for slot in free if slot <= known.by]
            if not before:
                yield known, "a card for which there was a draw until then (HF-10, HF-21, HF-46)"
                continue
            free.remove(before[-1])
            self.comes[before[-1]].append(card)
        for card, moment in self.fixed.items():
            self.comes[moment].append(card)
        for slot in free:
            self.comes[slot].append(None)


class _Plan:
    """The hands of all players."""

    def __init__(self, cards: CardSet, recorded: RecordedGame) -> None:
        self.recorded, self.frame = recorded, cards.model.frame
        self.called = names(cards)
        self.week_skills = cards.model.skills_a_week()
        self.hands = {
            (seat, kind): _Hand(player, kind)
            for seat, player in enumerate(recorded.players)
            for kind in KINDS
        }
        raise_problems([*self._needs(), *self._elsewhere(), *self._dealt()], RecordsError)
        self.reserved = {
            (kind, card) for (_, kind), hand in self.hands.items() for card in (*hand.needs, *hand.fixed)
        }

    def name(self, card: Card) -> str:
        """The id of a card."""
        return (self.called.job_ids if card[0] == "jobs" else self.called.skill_ids)[card[1]]

    def _needs(self) -> Iterator[Problem]:
        """Walk through the record: what is there when, and what comes."""
        full = {"jobs": self.frame.hand_jobs, "skills": self.frame.hand_skills}
        used = {"jobs": 2, "skills": self.week_skills}
        for number, week in enumerate(self.recorded.weeks):
            for seat in range(len(self.recorded.players)):
                for kind in KINDS:
                    self.hands[seat, kind].slots += [number * SPAN] * (used if number else full)[kind]
                exchange = week.exchanges.get(seat)
                for moment, card, table, leaves in self._used(number, seat):
                    out = table == "exchanges" and exchange is not None
                    place = exchange.place if out and exchange else week.place(table, seat)
                    for allowed in self.hands[seat, card[0]].need(card[1], moment, place, leaves=leaves):
                        yield Problem(place, "", f"found {self.name(card)}, allowed: {allowed}")
                if exchange is not None:
                    yield from self._draws(number * SPAN + DRAW[exchange.moment], seat, exchange)

    def _draws(self, moment: int, seat: int, exchange: Exchange) -> Iterator[Problem]:
        """What an exchange brings."""
        for out, drawn in zip(exchange.out, exchange.drawn, strict=True):
            hand = self.hands[seat, out[0]]
            if drawn is None:
                hand.slots.append(moment)
            elif drawn[1] in hand.fixed:
                text = f"found {self.name(drawn)} drawn twice, allowed: once (HF-44)"
                yield Problem(exchange.place, "drawn", text)
            else:
                hand.fixed[drawn[1]] = moment

    def _used(self, number: int, seat: int) -> list[tuple[int, Card, str, bool]]:
        """(moment, card, table, whether it leaves the hand) of a week, in the order of time."""
        week, start = self.recorded.weeks[number], number * SPAN
        folder = week.folders[seat]
        found = [(start + HAND, card, "offers", False) for card in week.hands.get(seat, ())]
        found.append((start + OFFER, ("jobs", week.offers[seat]), "offers", True))
        found.append((start + FOLDER, ("jobs", folder.job), "applications", True))
        found += [
            (start + FOLDER, ("skills", card), "applications", True)
            for card in dict.fromkeys((folder.strength, folder.weakness))
        ]
        exchange = week.exchanges.get(seat)
        if exchange is not None:
            found += [(start + OUT[exchange.moment], card, "exchanges", True) for card in exchange.out]
        return sorted(found, key=lambda item: item[0])

    def _elsewhere(self) -> Iterator[Problem]:
        """A card is in one hand only, all game long."""
        owner: dict[Card, _Hand] = {}
        for (_, kind), hand in self.hands.items():
            for card in {*hand.needs, *hand.fixed}:
                other = owner.setdefault((kind, card), hand)
                if other is not hand:
                    known = hand.needs.get(card) or other.needs.get(card)
                    text = (
                        f"found {self.name((kind, card))} with {other.player} and with {hand.player},"
                        " allowed: a card in one hand; used cards do not come back (HF-44)"
                    )
                    place = known.place if known else self.recorded.weeks[0].place("offers", 0)
                    yield Problem(place, "", text)

    def _dealt(self) -> Iterator[Problem]:
        for hand in self.hands.values():
            for known, allowed in hand.deal():
                card = next(number for number, need in hand.needs.items() if need is known)
                text = f"found {self.name((hand.kind, card))} with {hand.player}, allowed: {allowed}"
                yield Problem(known.place, "", text)


# ------------------------------------------------------------------------------------------- playing


class _Replay:
    """One game, played as recorded."""

    def __init__(self, game: Game, cards: CardSet, recorded: RecordedGame) -> None:
        self.game, self.cards, self.recorded = game, cards, recorded
        self.plan = _Plan(cards, recorded)
        tables = game.tables(cards, len(recorded.players))
        luck = zlib.crc32(recorded.name.casefold().encode())
        self.match = game.new(tables, 0, luck, log=True)
        self.state = self.match.state[0]
        self.rules = tables[0]
        self.done: set[tuple[int, int]] = set()  # exchanges made: week, seat

    def played(self) -> Recorded:
        """All weeks of the record."""
        self._deal()
        begun = -1
        while self.state["phase"] != Phase.OVER and self.state["week"] < len(self.recorded.weeks):
            if self.state["week"] != begun:
                self._made(begun)
                begun = int(self.state["week"])
                self._check_targets(begun)
            self._arrange()
            self._take(self._option())
        self._made(begun)
        names = tuple(
            "" if name.casefold() == SEAT_NAMES[seat].casefold() else name
            for seat, name in enumerate(self.recorded.players)
        )
        return Recorded(self.match, names, tuple(self._notes()))

    # ---- cards where they have to be
    def _deal(self) -> None:
        """The first hands, as planned; in the log too."""
        log = self.state["log"][: int(self.state["log_count"])]
        players = self.state["player"][: len(self.recorded.players)]
        for kind in KINDS:
            every = pile(self.state, kind) + [card for me in players for card in pile(me, kind)]
            free = [card for card in every if (kind, card) not in self.plan.reserved]
            dealt: set[int] = set()
            for seat, me in enumerate(players):
                planned = self.plan.hands[seat, kind].comes[0]
                hand = sorted(card if card is not None else free.pop() for card in planned)
                lay(me, kind, hand)
                dealt.update(hand)
                lines = [line for line in log if line["event"] == DEALT[kind] and line["seat"] == seat]
                for line, card in zip(lines, hand, strict=True):
                    line["a"] = card
            lay(self.state, kind, [card for card in every if card not in dealt])

    def _arrange(self) -> None:
        """Put on top of the decks what is drawn next: by an exchange now, else by the next refill."""
        seat, week = int(self.state["decider"]), int(self.state["week"])
        first, players = int(self.state["first"]), len(self.recorded.players)
        for kind in KINDS:
            wanted: list[int | None] = []
            exchange = self._exchange(seat, week)
            if exchange is not None:
                wanted += self.plan.hands[seat, kind].comes.get(week * SPAN + DRAW[exchange.moment], [])
            for place in range(players):
                wanted += self.plan.hands[(first + place) % players, kind].comes.get((week + 1) * SPAN, [])
            self._on_top(kind, wanted)

    def _on_top(self, kind: str, wanted: list[int | None]) -> None:
        deck = pile(self.state, kind)
        free = [card for card in deck if (kind, card) not in self.plan.reserved]
        chosen = [card if card is not None else (free.pop() if free else None) for card in wanted]
        top = [card for card in chosen if card is not None]
        lay(self.state, kind, [*(card for card in deck if card not in top), *reversed(top)])

    # ---- decisions
    def _exchange(self, seat: int, week: int) -> Exchange | None:
        """The exchange that is to be made now, if any."""
        found = self.recorded.weeks[week].exchanges.get(seat)
        if found is None or (week, seat) in self.done:
            return None
        return found if WHERE.get(Phase(self.state["phase"])) == found.moment else None

    def _option(self) -> int:
        """What the record says of the decision at hand."""
        seat, number = int(self.state["decider"]), int(self.state["week"])
        week, me = self.recorded.weeks[number], self.state["player"][seat]
        exchange = self._exchange(seat, number)
        if exchange is not None:
            return self._swap(seat, number, exchange)
        folder = week.folders[seat]
        match Phase(self.state["phase"]):
            case Phase.OFFER:
                return Verb.OFFER * VERB + pile(me, "jobs").index(week.offers[seat])
            case Phase.JOB:
                return Verb.JOB * VERB + pile(me, "jobs").index(folder.job)
            case Phase.STRENGTH:
                return Verb.STRENGTH * VERB + pile(me, "skills").index(folder.strength)
            case Phase.WEAKNESS:
                return Verb.WEAKNESS * VERB + pile(me, "skills").index(folder.weakness)
            case Phase.SALARY:
                return Verb.SALARY * VERB + folder.salary
            case Phase.HIRE:
                laid = self.state["laid"][: int(self.state["laid_size"])].tolist()
                return Verb.HIRE * VERB + laid.index(week.hires[seat])
        return Verb.PASS * VERB

    def _swap(self, seat: int, number: int, exchange: Exchange) -> int:
        """The next card put aside, or the draw."""
        me = self.state["player"][seat]
        for kind, card in exchange.out:
            place = pile(me, kind).index(card)
            if not int(me[f"put_{kind}"]) >> place & 1:
                return SWAP[kind] * VERB + place
        self.done.add((number, seat))
        return Verb.DRAW * VERB

    def _take(self, option: int) -> None:
        """Take it; a problem where the rules do not offer it."""
        if option in self.game.options(self.match):
            self.game.apply(self.match, option)
            return
        seat, number = int(self.state["decider"]), int(self.state["week"])
        verb = Verb(option // VERB)
        player = self.recorded.players[seat]
        if verb in (*SWAP.values(), Verb.DRAW):
            raise self._refused(number, seat)
        table, clause = ("hires", "HG-01") if verb == Verb.HIRE else ("applications", "HF-22, HF-27")
        place = self.recorded.weeks[number].place(table, seat)
        said = self.game.option_text(self.cards, self.match, option)
        raise RecordsError(
            f"{place}: the rules do not let {player} do this in week {number + 1}: {said} ({clause})"
        )

    def _refused(self, number: int, seat: int) -> RecordsError:
        exchange = self.recorded.weeks[number].exchanges[seat]
        out = listed([self.plan.name(card) for card in exchange.out])
        return RecordsError(
            f"{exchange.place}: the rules do not let {self.recorded.players[seat]} exchange {out} in week"
            f" {number + 1} {MOMENTS[exchange.moment]} ({CLAUSES[exchange.moment]}, HG-09)"
        )

    def _made(self, number: int) -> None:
        """All exchanges of a week were made: the rules ask nobody who cannot."""
        if number >= 0:
            for seat in self.recorded.weeks[number].exchanges:
                if (number, seat) not in self.done:
                    raise self._refused(number, seat)

    def _check_targets(self, number: int) -> None:
        """HF-14, HF-16, HF-17, HD-1: who applies to whom is no choice."""
        week, offset = self.recorded.weeks[number], int(self.state["offset"])
        players = self.recorded.players
        clause = "HF-14, HF-16, HD-1" + (", HG-18" if self.rules["reading"]["home"] == Home.REPEAT else "")
        problems = []
        for seat, folder in enumerate(week.folders):
            should = target(seat, offset, len(players))
            if folder.target != should:
                text = (
                    f"found {players[folder.target]}, allowed: {players[should]}, as in week {number + 1}"
                    f" everybody applies {count(offset, 'place')} to the right ({clause}); seats:"
                    f" {listing(players)}"
                )
                problems.append(Problem(week.place("applications", seat), "target", text))
        raise_problems(problems, RecordsError)

    def _notes(self) -> Iterator[str]:
        """What is not in the record, and was filled in."""
        weeks, players = self.recorded.weeks, len(self.recorded.players)
        known = sum(len(week.hands) for week in weeks)
        if known < len(weeks) * players:
            what = "Hands are" if not known else "Some hands are"
            yield f"{what} not in the records: cards that were not used are made up."
        if any(None in e.drawn for week in weeks for e in week.exchanges.values()):
            yield "Some drawn cards are not in the records: they are made up."
        yield "Who delivered first, and how the folders lay, is not in the records: it moves no money."
        if len(weeks) < self.rules["weeks"]:
            yield f"The record ends after week {len(weeks)} of {self.rules['weeks']}."


# ------------------------------------------------------------------------------- a match as a record


def rows(
    cards: CardSet, match: Match, name: str, players: Sequence[str] = ()
) -> dict[str, list[dict[str, Any]]]:
    """The log of a match as rows of the tables of a record: offers, applications, hires, hands, exchanges."""
    return _Rows(cards, match, name, players).tables()


class _Rows:
    """Walks through a log."""

    def __init__(self, cards: CardSet, match: Match, name: str, players: Sequence[str]) -> None:
        game = match.state[0]
        self.called, self.name = names(cards), name
        self.rules = match.tables[0]
        self.players = tuple(players) or SEAT_NAMES[: int(game["players"])]
        self.log = game["log"][: min(int(game["log_count"]), len(game["log"]))]
        self.found: dict[str, list[dict[str, Any]]] = {
            table: [] for table in ("offers", "applications", "hires", "hands", "exchanges")
        }
        self.hands: list[list[Card]] = [[] for _ in self.players]
        self.week = self.offset = self.moment = 0

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """All rows."""
        for line in self.log:
            event, seat, a = Event(line["event"]), int(line["seat"]), int(line["a"])
            if event == Event.WEEK:
                self.week, self.offset = a, int(line["b"])
                for who, hand in enumerate(self.hands):
                    for card in sorted(hand):
                        self._row("hands", who, card=self._id(card))
            elif event in DEALT.values():
                self._drawn(seat, ("jobs" if event == Event.DEALT_JOB else "skills", a), Why(line["b"]))
            elif event in (Event.BINNED_JOB, Event.BINNED_SKILL):
                card = ("jobs" if event == Event.BINNED_JOB else "skills", a)
                self.hands[seat].remove(card)
                self._row("exchanges", seat, out=self._id(card), drawn="", moment=MOMENTS[self.moment])
            elif event == Event.CHOICE:
                self._choice(seat, Verb(a // VERB), int(line["b"]), int(line["c"]))
        return self.found

    def _id(self, card: Card) -> str:
        return (self.called.job_ids if card[0] == "jobs" else self.called.skill_ids)[card[1]]

    def _row(self, table: str, seat: int, *, actor: str = "player", **cells: Any) -> dict[str, Any]:
        row = {"game": self.name, "week": self.week, actor: self.players[seat], **cells}
        self.found[table].append(row)
        return row

    def _drawn(self, seat: int, card: Card, why: Why) -> None:
        self.hands[seat].append(card)
        if why == Why.SWAP:
            ids = self.called.job_ids if card[0] == "jobs" else self.called.skill_ids
            mine = (row for row in self.found["exchanges"] if row["player"] == self.players[seat])
            row = next(r for r in mine if r["week"] == self.week and not r["drawn"] and r["out"] in ids)
            row["drawn"] = self._id(card)

    def _choice(self, seat: int, verb: Verb, phase: int, about: int) -> None:
        if verb == Verb.DRAW:
            self.moment = WHERE[Phase(phase)]
        elif verb == Verb.OFFER:
            self._use(seat, ("jobs", about))
            self._row("offers", seat, job=self._id(("jobs", about)))
        elif verb == Verb.JOB:
            self._use(seat, ("jobs", about))
            to = self.players[target(seat, self.offset, len(self.players))]
            self._row("applications", seat, target=to, job=self._id(("jobs", about)))
        elif verb in (Verb.STRENGTH, Verb.WEAKNESS):
            self._use(seat, ("skills", about))
            row = self.found["applications"][-1]
            row["strength" if verb == Verb.STRENGTH else "weakness"] = self._id(("skills", about))
        elif verb == Verb.SALARY:
            row = self.found["applications"][-1]
            row.setdefault("weakness", row["strength"])  # HG-03: one card
            row["salary"] = int(self.rules["salary"][about])
        elif verb == Verb.HIRE:
            self._row("hires", seat, actor="hirer", chosen_player=self.players[about])

    def _use(self, seat: int, card: Card) -> None:
        self.hands[seat].remove(card)

"""A second count of a game, from its log alone: plain Python that shares nothing with `counting.py`.

What may stand here: how the lines of a log (`events.py`) add up to the rows of `counts.py`. Of the tables
only the fits of cards are used, and the money that the rules name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import permutations
from statistics import mean
from typing import Any

from balance.games.hire_or_fire.events import Event, How, Result, Why
from balance.games.hire_or_fire.state import Phase, Verb

Rows = dict[int, Counter[str]]


def rows() -> Rows:
    """Counters by bin."""
    return defaultdict(Counter)


@dataclass
class Seat:
    """What is counted of one player: names as in `TALLY`."""

    count: Counter[str] = field(default_factory=Counter)
    weeks: Rows = field(default_factory=rows)
    salaries: Rows = field(default_factory=rows)
    offsets: Rows = field(default_factory=rows)
    by_tokens: Rows = field(default_factory=rows)
    jobs: Rows = field(default_factory=rows)
    skills: Rows = field(default_factory=rows)
    hand_jobs: dict[int, int] = field(default_factory=dict)  # card -> week it came
    hand_skills: dict[int, int] = field(default_factory=dict)
    offer: int = -1
    folder: dict[str, int] = field(default_factory=dict)
    hired: int = -1  # the author of the folder chosen
    money: int = 0
    matched: list[int] = field(default_factory=list)  # weeks


class Recount:
    """Reads a log from its first line to its last."""

    def __init__(self, log: list[tuple[int, int, int, int, int]], rules: Any) -> None:
        """log: rows of (event, seat, a, b, c); rules: one record of `RULES`."""
        self.rules = rules
        self.players = int(rules["players"])
        self.seats = [Seat() for _ in range(self.players)]
        self.game: Counter[str] = Counter()
        self.leaders: list[int] = []
        self.leads: list[int] = []
        self.week, self.offset, self.first = -1, 0, 0
        self.compensated = 0
        self.drawn = Counter[str]()
        self.winners: list[int] = []
        self.how = -1
        for event, seat, a, b, c in log:
            name = Event(event).name.lower()
            getattr(self, f"_{name}")(seat, a, b, c)
        self._end_week()
        self._end()

    # ---- who and what
    def target(self, seat: int) -> int:
        """Whose offer a player applies for."""
        return (seat - self.offset) % self.players

    @property
    def mutual(self) -> bool:
        """Whether the two apply to each other."""
        return (2 * self.offset) % self.players == 0

    def fit(self, folder: dict[str, int], offered: int) -> float:
        """How well a folder answers an offer."""
        kinds = ("job", "strength", "weakness")
        return sum(float(self.rules[f"{kind}_fit"]["to"][folder[kind], offered]) for kind in kinds)

    # ---- lines
    def _week(self, seat: int, number: int, offset: int, _: int) -> None:
        if self.week >= 0:
            self._end_week()
        else:
            for place in range(self.players):
                self.seats[(seat + place) % self.players].count["order"] = place
        self.week, self.offset, self.first = number - 1, offset, seat
        self.compensated = 0

    def _dealt_job(self, seat: int, card: int, why: int, _: int) -> None:
        self._dealt(seat, card, why, "jobs")

    def _dealt_skill(self, seat: int, card: int, why: int, _: int) -> None:
        self._dealt(seat, card, why, "skills")

    def _dealt(self, seat: int, card: int, why: int, kind: str) -> None:
        self.drawn[kind] += 1
        hand = getattr(self.seats[seat], f"hand_{kind}")
        hand[card] = max(self.week, 0) + (why == Why.REFILL)

    def _binned_job(self, seat: int, card: int, *_: int) -> None:
        self._leave(seat, card, "jobs")
        self._exchanged(seat)

    def _binned_skill(self, seat: int, card: int, *_: int) -> None:
        self._leave(seat, card, "skills")
        self._exchanged(seat)

    def _exchanged(self, seat: int) -> None:
        me = self.seats[seat]
        me.count["swaps"] += 1
        me.weeks[self.week]["swapped"] += 1
        self.game["swaps"] += 1
        if self.phase == Phase.LATE:
            me.count["swaps_late"] += 1

    def _leave(self, seat: int, card: int, kind: str) -> None:
        me = self.seats[seat]
        came = getattr(me, f"hand_{kind}").pop(card)
        row = getattr(me, kind)[card]
        row["gone"] += 1
        row["weeks_held"] += self.week - came + 1

    def _choice(self, seat: int, option: int, phase: int, about: int) -> None:
        self.game["decisions"] += 1
        self.phase = phase
        me, verb = self.seats[seat], option >> 8
        if verb == Verb.OFFER:
            me.offer = about
            me.jobs[about]["offered"] += 1
            self._leave(seat, about, "jobs")
        elif verb == Verb.JOB:
            self._begin(me, self.seats[self.target(seat)].offer)
            me.folder = {"job": about}
            self._leave(seat, about, "jobs")
        elif verb in (Verb.STRENGTH, Verb.WEAKNESS):
            me.folder[Verb(verb).name.lower()] = about
            self._leave(seat, about, "skills")
        elif verb == Verb.SALARY:
            me.folder["salary"] = about
            self._full(me, self.seats[self.target(seat)].offer)
        elif verb == Verb.HIRE:
            me.hired = about
        elif verb == Verb.DRAW:
            me.count["swap_weeks"] += 1

    def _begin(self, me: Seat, offered: int) -> None:
        for card in me.hand_jobs:
            me.jobs[card]["held"] += 1
        for card in me.hand_skills:
            me.skills[card]["held"] += 1
        best = max(
            self.fit({"job": job, "strength": strength, "weakness": weakness}, offered)
            for job in me.hand_jobs
            for strength in me.hand_skills
            for weakness in me.hand_skills
            if strength != weakness
        )
        nothing = best < float(self.rules["nothing_below"])
        for row in (me.count, me.weeks[self.week]):
            row["best_ppm"] += round(best * 1e6)
            row["nothing"] += nothing

    def _full(self, me: Seat, offered: int) -> None:
        folder, fit = me.folder, round(self.fit(me.folder, offered) * 1e6)
        me.count["fit_ppm"] += fit
        week = me.weeks[self.week]
        week["fit_ppm"] += fit
        week["asked"] += int(self.rules["salary"][folder["salary"]])
        me.jobs[folder["job"]]["used"] += 1
        me.skills[folder["strength"]]["strength"] += 1
        me.skills[folder["weakness"]]["weakness"] += 1
        me.salaries[folder["salary"]]["played"] += 1
        row = me.offsets[self.offset - 1]
        row["applied"] += 1
        row["mutual"] += self.mutual

    def _offered(self, seat: int, job: int, *_: int) -> None:
        assert self.seats[seat].offer == job

    def _laid(self, *_: int) -> None:
        self.game["laid"] += 1

    def _paid(self, seat: int, result: int, earned: int, card: int) -> None:
        me = self.seats[seat]
        assert me.folder["salary"] == card
        tokens = sum(other.hired == seat for other in self.seats)
        week, matched = me.weeks[self.week], result == Result.MATCH
        me.money += earned
        week["played"] += 1
        week["income"] += earned
        week["matched"] += matched
        me.count["tokens"] += tokens
        me.count["wrong_tokens"] += tokens - matched
        me.count["empty"] += tokens == 0
        self._ambiguity(me, missed=not matched)
        self.game["folders"] += 1
        self.game["crowded"] += tokens >= 3
        self.game["empty"] += tokens == 0
        self.game["herfindahl_ppm"] += round(1e6 * tokens**2 / self.players**2)
        row = me.by_tokens[min(tokens, 5)]
        row["folders"] += 1
        row["matched"] += matched
        if result == Result.COMPENSATION:
            for counted in (me.count, self.game):
                counted["compensations"] += 1
            me.count["compensation_income"] += earned
            week["compensated"] += 1
            self.compensated += 1
        if not matched:
            return
        me.matched.append(self.week)
        for counted in (me.count, self.game):
            counted["matches"] += 1
        self.game["mutual_matches"] += self.mutual
        me.count["salary_income"] += earned
        me.jobs[me.folder["job"]]["matched"] += 1
        me.skills[me.folder["strength"]]["strength_matched"] += 1
        me.skills[me.folder["weakness"]]["weakness_matched"] += 1
        me.salaries[card]["matched"] += 1
        me.salaries[card]["income"] += earned
        me.offsets[self.offset - 1]["matched"] += 1
        me.offsets[self.offset - 1]["mutual_matched"] += self.mutual

    def _ambiguity(self, me: Seat, *, missed: bool) -> None:
        fits = [max(0.0, self.fit(me.folder, other.offer)) for other in self.seats]
        even = 1 - 1 / self.players
        found = round(1e6 * (1 - max(fits) / sum(fits) if sum(fits) > 0 else even))
        me.count["ambiguity_ppm"] += found
        me.count["ambiguity_missed_ppm"] += found if missed else 0
        me.jobs[me.folder["job"]]["ambiguity_ppm"] += found

    def _bonus(self, seat: int, applicant: int, paid: int, _: int) -> None:
        me = self.seats[seat]
        assert self.target(applicant) == seat
        assert me.hired == applicant
        me.money += paid
        me.count["bonuses"] += 1
        me.count["bonus_income"] += paid
        me.weeks[self.week]["hired"] += 1
        me.weeks[self.week]["income"] += paid
        me.jobs[me.offer]["found"] += 1

    def _score(self, seat: int, money: int, bonuses: int, compensations: int) -> None:
        me = self.seats[seat]
        assert (me.money, me.count["bonuses"], me.count["compensations"]) == (money, bonuses, compensations)

    def _wins(self, seat: int, how: int, share: int, _: int) -> None:
        self.winners.append(seat)
        self.how = how
        self.seats[seat].count["win_share_ppm"] = share

    # ---- ends
    def _end_week(self) -> None:
        ranked = sorted((me.money for me in self.seats), reverse=True)
        self.leads.append(ranked[0] - ranked[1])
        alone = [seat for seat, me in enumerate(self.seats) if me.money == ranked[0]]
        self.leaders.append(alone[0] if len(alone) == 1 else -1)
        self.game["rounds"] += 1
        self.game["mutual_weeks"] += self.mutual
        self.game["compensations_most"] = max(self.game["compensations_most"], self.compensated)

    def _end(self) -> None:
        totals = [me.money for me in self.seats]
        self.game["tied"] = totals.count(max(totals)) > 1
        self.game["by_bonuses"] = self.how == How.BONUSES
        self.game["by_compensations"] = self.how == How.COMPENSATIONS
        self.game["shared"] = len(self.winners) > 1
        self.game["winner"] = self.winners[0] if len(self.winners) == 1 else -1
        self.game["margin"] = self.leads[-1]
        self.game["overflow"] = self.game["compensations"] > int(self.rules["compensation_stock"])
        self.game["jobs_left"] = int(self.rules["jobs"]) - self.drawn["jobs"]
        self.game["skills_left"] = int(self.rules["skills"]) - self.drawn["skills"]
        cards = [int(value) for value in self.rules["salary"][: int(self.rules["salaries"])]]
        for me in self.seats:
            me.count["score"] = me.money
            paid = [sum(order[week] for week in me.matched) for order in permutations(cards)]
            me.count["salary_by_chance"] = round(mean(paid))
            me.count["salary_hindsight"] = max(paid)

"""The model of judgement once more, in plain Python: what a bot with given weights chooses, and why.

Levels of hirers are worked out by going through every way in which folders may answer offers, applications by
going through every combination of the hand. M ids are sections of `docs/hire_or_fire_rules.md`.
"""

from __future__ import annotations

from itertools import permutations, product
from math import exp, inf, log
from typing import TYPE_CHECKING, Any

from tests.oracles.hof import luck
from tests.oracles.hof.referee import exchanges

if TYPE_CHECKING:
    from tests.oracles.hof.things import Ask, Player, Table

    Folder = tuple[int, int, int]  # job, strength, weakness

Scores = list[tuple[tuple[Any, ...], float]]
"""Options with their worth; the first of the best is chosen."""


class Mind:
    """A player with weights, at a table."""

    def __init__(self, g: Table, player: Player, weights: dict[str, float]) -> None:
        self.g, self.data, self.player, self.w = g, g.data, player, weights
        self.seat, self.week = player.seat, g.week

    # ---- what everything rests on
    def lucks(self, folder: Folder) -> tuple[int, int, int]:
        job, strength, weakness = folder
        return self.data.jobs[job].luck, self.data.skills[strength].luck, self.data.skills[weakness].luck

    def fit(self, folder: Folder, offer: int) -> float:
        """M-3: F."""
        job, strength, weakness = folder
        jobs, skills, weight = self.data.jobs, self.data.skills, self.data.model["cover"]
        total = jobs[job].fit[offer]
        total += skills[strength].fit["strength"][offer]
        total += skills[weakness].fit["weakness"][offer]
        if weight:
            own = jobs[job].traits | skills[strength].traits["strength"] | skills[weakness].traits["weakness"]
            total += weight * sum(jobs[offer].share[t] for t in sorted(jobs[offer].traits & own))
        return total

    def seen(self, folder: Folder, offer: int, *, own: bool = False) -> float:
        """M-3: G; `own`: as the author sees it."""
        noise = self.data.model["private_noise"] * self.w["blur"]
        if own:
            noise *= exp(-self.w["blur_spread"] * self.normal(luck.APPLY, self.seat))
        words = (luck.NOISE, self.week, self.seat, *self.lucks(folder), self.data.jobs[offer].luck)
        return self.fit(folder, offer) + noise * self.normal(*words)

    def normal(self, *words: int) -> float:
        return luck.normal(self.data, self.g.key, *words)

    def whim(self, about: str, *lucks: int) -> float:
        return self.w["whim"] * self.normal(luck.WHIM, self.week, self.seat, luck.PLACE[about], *lucks)

    def soft_best(self, values: list[float]) -> float:
        """Between the mean and the largest: the sharper, the nearer to the latter."""
        sharp = self.w["sharp"]
        return log(sum(exp(sharp * value) for value in values) / len(values)) / sharp

    def eta(self) -> float:
        weeks = self.g.frame("weeks")
        return (weeks - 1 - self.week) / (weeks - 1) if weeks > 1 else 0.0

    def offer_of(self, seat: int) -> int:
        offer = self.g.players[seat].offer
        assert offer is not None
        return offer

    def target_offer(self) -> int:
        return self.offer_of(self.g.target[self.seat])

    # ---- M-4: hiring
    def folders(self) -> dict[int, Folder]:
        """Folders of the others by author, as they lie."""
        players = self.g.players
        return {
            author: (players[author].job, players[author].strength, players[author].weakness)  # type: ignore[misc]
            for author in self.g.laid
            if author != self.seat
        }

    def precision(self) -> float:
        return self.w["tau"] * exp(self.w["tau_spread"] * self.normal(luck.JUDGE, self.seat))

    def judged(self, level: int) -> dict[int, float]:
        """tau_h * U of each folder."""
        folders, tau = self.folders(), self.precision()
        offers = [s for s in range(self.data.players) if s != self.g.target[self.seat]]
        others = [s for s in offers if s != self.seat]
        sees = {(a, o): self.seen(f, self.offer_of(o)) for a, f in folders.items() for o in offers}
        if level == 0:
            return dict.fromkeys(folders, 0.0)
        if level == 1:
            return {a: tau * sees[a, self.seat] for a in folders}
        if level == 2:
            contrast = self.w["contrast"]
            return {
                a: tau * (sees[a, self.seat] - contrast * self.soft_best([sees[a, o] for o in others]))
                for a in folders
            }
        authors = list(folders)
        ways: list[tuple[float, int]] = []  # log weight, who answers the own offer
        for order in permutations(authors):
            answered = dict(zip(offers, order, strict=True))
            ways.append((tau * sum(sees[a, o] for o, a in answered.items()), answered[self.seat]))
        top = max(weight for weight, _ in ways)
        whole = sum(exp(weight - top) for weight, _ in ways)
        return {a: log(sum(exp(w - top) for w, of in ways if of == a) / whole) for a in folders}

    def chances(self, level: int) -> dict[int, float]:
        """Chance of picking each folder."""
        values, lapse = self.judged(level), self.w["lapse"]
        top = max(values.values())
        whole = sum(exp(value - top) for value in values.values())
        return {
            a: lapse / len(values) + (1 - lapse) * exp(value - top) / whole for a, value in values.items()
        }

    def hiring(self) -> Scores:
        if self.player.knows:
            return [(("hire", self.g.target.index(self.seat)), inf)]
        folders, level = self.folders(), round(self.w["level"])
        keys = {
            a: luck.stream(self.g.key, luck.PICK, self.week, self.seat, *self.lucks(f))
            for a, f in folders.items()
        }
        lapse = luck.unit(luck.stream(self.g.key, luck.LAPSE, self.week, self.seat)) < self.w["lapse"]
        if lapse or level == 0:
            return [(("hire", max(keys, key=lambda a: keys[a])), inf)]
        values = self.judged(level)
        return [(("hire", a), values[a] + gumbel(keys[a])) for a in folders]

    # ---- M-5: applying
    def worth(self, folder: Folder) -> float:
        w, g = self.w, self.g
        target = g.target[self.seat]
        seats = range(self.data.players)
        sees = {s: self.seen(folder, self.offer_of(s), own=True) for s in seats}
        clear = self.soft_best([sees[s] for s in seats if s != target])
        decoy = self.soft_best([sees[s] for s in seats if s not in {target, self.seat}])
        job, strength, weakness = folder
        keep = self.data.jobs[job].keep
        keep += self.data.skills[strength].keep["strength"] + self.data.skills[weakness].keep["weakness"]
        worth = sees[target] - w["clarity"] * clear + w["decoy"] * decoy - self.eta() * w["saving"] * keep
        return w["judgement"] * worth + self.whim("job", *self.lucks(folder))

    def plans(self) -> list[tuple[Folder, float]]:
        """Every folder that can still be made, with its worth."""
        me = self.player
        jobs = me.jobs if me.job is None else [me.job]
        strengths = me.skills if me.strength is None else [me.strength]
        one = self.g.reads("skills_used", "one_card")
        found = [
            (job, s, w)
            for job, s, w in product(jobs, strengths, strengths if one else me.skills)
            if (s == w) == one
        ]
        return [(folder, self.worth(folder)) for folder in found]

    def composing(self, part: int, word: str) -> Scores:
        best: dict[int, float] = {}
        for folder, worth in self.plans():
            best[folder[part]] = max(best.get(folder[part], -inf), worth)
        return [((word, card), worth) for card, worth in best.items()]

    def appeal(self) -> float:
        me, target = self.player, self.g.target[self.seat]
        folder: Folder = (me.job, me.strength, me.weakness)  # type: ignore[assignment]
        sees = [self.seen(folder, self.offer_of(s), own=True) for s in range(self.data.players)]
        return sees[target] - self.soft_best([v for s, v in enumerate(sees) if s != target])

    # ---- M-6: salary
    def match_chance(self) -> float:
        m = self.data.model
        slope = m["chance_slope"] * self.w["confidence"]
        return 1 / (1 + exp(-(m["chance_base"] + slope * self.appeal() + self.w["boldness"])))

    def salary(self) -> Scores:
        left = self.g.frame("weeks") - self.week
        candidates = sorted(self.player.salaries)[-left:]
        k, order = len(candidates), round(self.w["order"])
        if order == 1:
            place = 0
        elif order == 2:
            place = k - 1
        elif order == 3:
            place = luck.below(luck.stream(self.g.key, luck.ORDER, self.week, self.seat), k)
        else:
            p = self.match_chance()
            place = sum(threshold < p for threshold in self.data.thresholds[k][: k - 1])
        return [(("salary", candidates[place]), inf)]

    # ---- M-5: offering
    def offering(self) -> Scores:
        w, up = self.w, [p.offer for p in self.g.players if p.offer is not None]
        scores: Scores = []
        for number in self.player.jobs:
            job = self.data.jobs[number]
            worth = w["reach"] * job.reach - w["distinct"] * job.crowd - self.eta() * w["saving"] * job.keep
            if up and self.g.reads("offers", "in_turn"):
                worth -= w["distinct"] * max(job.fit[offer] for offer in up)
            scores.append((("offer", number), w["judgement"] * worth + self.whim("offer", job.luck)))
        return scores

    # ---- M-5: exchanging
    def expected_excess(self, what: str, offer: int, than: float) -> float:
        """E max(0, X - than), between the points of the table."""
        row, m = self.data.jobs[offer].excess[what], self.data.model
        at = (than - m["excess_low"]) / m["excess_step"]
        if at <= 0:
            return row[0]
        if at >= len(row) - 1:
            return row[-1]
        return row[int(at)] + (at - int(at)) * (row[int(at) + 1] - row[int(at)])

    def facet_gain(self, what: str, fits: dict[int, float], card: int) -> float:
        """What another card in place of this one does for the best of them."""
        without = max((fit for other, fit in fits.items() if other != card), default=-inf)
        if without == -inf:
            without = self.data.model["excess_low"]
        offer = self.target_offer()
        return self.expected_excess(what, offer, without) + without - max(fits.values())

    def next_weeks(self, kind: str, card: int) -> float:
        m, keep = self.data.model, self.data.skills[card].keep if kind == "skill" else None
        if keep is None:
            gain = m["mean_keep_job"] - self.data.jobs[card].keep
        else:
            gain = m["mean_keep_strength"] + m["mean_keep_weakness"] - keep["strength"] - keep["weakness"]
        return self.w["swap_next"] * self.eta() * gain

    def swap_worth(self, option: tuple[Any, ...], *, now: bool) -> float:
        word, card = option
        me, jobs, skills = self.player, self.data.jobs, self.data.skills
        kind = word.removeprefix("swap_")
        gain = self.next_weeks(kind, card)
        if now and kind == "job":
            offer = self.target_offer()
            fits = {job: jobs[job].fit[offer] for job in me.jobs if job not in me.aside_jobs}
            gain += self.facet_gain("job", fits, card)
        elif now:
            offer = self.target_offer()
            for what in ("strength", "weakness"):
                fits = {s: skills[s].fit[what][offer] for s in me.skills if s not in me.aside_skills}
                gain += self.facet_gain(what, fits, card)
        own_luck = (jobs if kind == "job" else skills)[card].luck
        return self.w["judgement"] * gain + self.whim(word, own_luck)

    def exchanging(self, *, now: bool) -> Scores:
        """What to put aside, if anything; the end of the exchange is worth what a card must gain."""
        options = [o for o in exchanges(self.g, self.player) if o != ("draw",)]
        return [(o, self.swap_worth(o, now=now)) for o in options]


def gumbel(key: int) -> float:
    u = (((key % (1 << 64)) >> 11) + 0.5) / (1 << 53)
    return -log(-log(u))


def scores(g: Table, asking: Ask, weights: dict[str, float]) -> Scores:
    """Options in question with their worths."""
    mind = Mind(g, g.players[asking.seat], weights)
    match asking.phase:
        case "offer":
            return [(("draw",), inf)] if mind.player.aside() else mind.offering()
        case "strength":
            return mind.composing(1, "strength")
        case "weakness":
            return mind.composing(2, "weakness")
        case "salary":
            return mind.salary()
        case "hire":
            return mind.hiring()
    swaps = mind.exchanging(now=asking.phase == "job")
    wanted = [(option, worth) for option, worth in swaps if worth > weights["swap_cost"]]
    if wanted:
        return wanted
    if mind.player.aside():
        return [(("draw",), inf)]
    return mind.composing(0, "job") if asking.phase == "job" else [(("pass",), inf)]


def choose(g: Table, asking: Ask, weights: dict[str, float]) -> tuple[Any, ...]:
    """The first of the best."""
    found = scores(g, asking, weights)
    top = max(worth for _, worth in found)
    return next(option for option, worth in found if worth == top)

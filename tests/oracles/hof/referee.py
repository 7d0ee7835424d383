"""The rules of Hire or Fire once more, in plain Python, written from the clauses and not from the engine.

Options are words: ("offer", job), ("swap_job", job), ("swap_skill", skill), ("draw",), ("job", job),
("strength", skill), ("weakness", skill), ("salary", dollars), ("hire", author), ("pass",).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.oracles.hof import luck
from tests.oracles.hof.things import Ask, Data, Player, Table

if TYPE_CHECKING:
    from collections.abc import Generator

    Asking = Generator[Ask, tuple[Any, ...], None]
    Options = list[tuple[Any, ...]]


class Referee:
    """One game. `g` is the table; `asking` the decision, None once the game is over."""

    def __init__(self, data: Data, key: int) -> None:
        self.g = Table(data, key)
        self._run = game(self.g)
        self.asking: Ask | None = next(self._run, None)

    def options(self) -> list[tuple[Any, ...]]:
        """What may be done as things are."""
        return list(self.asking.options) if self.asking else []

    def apply(self, option: tuple[Any, ...]) -> None:
        assert option in self.options(), f"{option} is not offered: {self.options()}"
        try:
            self.asking = self._run.send(option)
        except StopIteration:
            self.asking = None


# ------------------------------------------------------------------------------------------- the game


def game(g: Table) -> Asking:
    """HF-11, HF-47."""
    set_up(g)
    for week in range(g.frame("weeks")):
        begin_week(g, week)
        yield from the_week(g)
        tidy_up(g)
        if not g.last_week():  # HG-12
            refill(g)
    finish(g)


def the_week(g: Table) -> Asking:
    """Phases II to V (HF-13: all at once; here one after the other, and nobody sees what is hidden)."""
    for player in g.order():
        yield from post(g, player)
    for player in g.order():  # HG-20
        yield from compose(g, player)
    lay_out(g)
    for player in g.order():
        yield from hire(g, player)
    reveal(g)
    if g.reads("swap_until", "week_end"):
        for player in g.order():
            yield from late_exchange(g, player)


def set_up(g: Table) -> None:
    """HF-7, HF-10."""
    g.job_deck = luck.shuffled_jobs(g.data, g.key)
    g.skill_deck = luck.shuffled_skills(g.data, g.key)
    for player in g.players:
        fill_hand(g, player)


def fill_hand(g: Table, player: Player) -> None:
    while len(player.jobs) < g.frame("hand_jobs") and g.job_deck:
        g.draw_job(player)
    while len(player.skills) < g.frame("hand_skills") and g.skill_deck:
        g.draw_skill(player)


def begin_week(g: Table, week: int) -> None:
    g.week = week
    if week and g.reads("presenter", "in_turn"):
        g.first = g.left_of(g.first)
    else:
        g.first = luck.first_to_deliver(g.key, week, g.data.players)
    for player in g.players:
        player.exchanged = player.matched = player.knows = False
        player.hired = None
    g.laid, g.revealed = [], []
    pass_tokens(g)


def pass_tokens(g: Table) -> None:
    """HF-14, HF-16, HF-17."""
    hand_on(g)
    home = g.before == [player.seat for player in g.players]
    if home and g.reads("home", "repeat"):  # HG-18
        return  # everybody's target is still last week's
    if home:
        hand_on(g)
    for seat, owner in enumerate(g.before):
        g.target[seat] = owner


def hand_on(g: Table) -> None:
    """Each passes the token lying before him to the left."""
    moved = [-1] * g.data.players
    for seat, owner in enumerate(g.before):
        moved[g.left_of(seat)] = owner
    g.before = moved


# ------------------------------------------------------------------------------------ II and III


def post(g: Table, player: Player) -> Asking:
    """HF-19: one job from the hand."""
    while player.offer is None:
        choice = yield Ask(player.seat, "offer", lambda: offers(g, player))
        if choice[0] == "offer":
            player.offer = out_of(player.jobs, choice[1])
        else:
            exchange(g, player, choice)


def offers(g: Table, player: Player) -> Options:
    swaps = exchanges(g, player) if g.reads("swap_from", "any_moment") else []
    return swaps if player.aside() else [*[("offer", job) for job in player.jobs], *swaps]


def compose(g: Table, player: Player) -> Asking:
    """HF-22 to 27: every space is filled, one after the other."""
    while player.job is None:
        choice = yield Ask(player.seat, "job", lambda: experience(g, player))
        if choice[0] == "job":
            player.job = out_of(player.jobs, choice[1])
        else:
            exchange(g, player, choice)
    choice = yield Ask(player.seat, "strength", lambda: [("strength", skill) for skill in player.skills])
    player.strength = out_of(player.skills, choice[1])
    if g.reads("skills_used", "one_card"):  # HG-03
        player.weakness = player.strength
    else:
        choice = yield Ask(player.seat, "weakness", lambda: [("weakness", skill) for skill in player.skills])
        player.weakness = out_of(player.skills, choice[1])
    choice = yield Ask(player.seat, "salary", lambda: [("salary", card) for card in player.salaries])
    player.salary = out_of(player.salaries, choice[1])


def experience(g: Table, player: Player) -> Options:
    swaps = exchanges(g, player)
    return swaps if player.aside() else [*[("job", job) for job in player.jobs], *swaps]


def out_of(cards: list[int], card: int) -> int:
    cards.remove(card)
    return card


# -------------------------------------------------------------------------------------- exchange


def exchanges(g: Table, player: Player) -> Options:
    """HF-21, HG-05, HG-09: cards that may be put aside, and the end of the exchange."""
    options: Options = []
    if player.exchanged:
        return options
    if player.aside() < g.frame("swap_cards"):
        if len(g.job_deck) - len(player.aside_jobs) > kept_back(g, "job"):
            options += [("swap_job", job) for job in player.jobs if job not in player.aside_jobs]
        if len(g.skill_deck) - len(player.aside_skills) > kept_back(g, "skill"):
            options += [("swap_skill", s) for s in player.skills if s not in player.aside_skills]
    if player.aside():
        options.append(("draw",))
    return options


def kept_back(g: Table, kind: str) -> int:
    """What the refills to come need (HG-09)."""
    if g.reads("reserve", "none"):
        return 0
    per_week = 1 if kind == "skill" and g.reads("skills_used", "one_card") else 2
    return (g.frame("weeks") - 1 - g.week) * g.data.players * per_week


def exchange(g: Table, player: Player, choice: tuple[Any, ...]) -> None:
    """HF-21: cards of the same types are drawn for those that go to the bin."""
    if choice[0] == "swap_job":
        player.aside_jobs.append(choice[1])
    elif choice[0] == "swap_skill":
        player.aside_skills.append(choice[1])
    else:
        jobs, skills = player.aside_jobs, player.aside_skills
        player.aside_jobs, player.aside_skills = [], []
        player.jobs = [job for job in player.jobs if job not in jobs]
        player.skills = [skill for skill in player.skills if skill not in skills]
        g.bin_jobs += jobs
        g.bin_skills += skills
        for _ in jobs:
            g.draw_job(player)
        for _ in skills:
            g.draw_skill(player)
        player.exchanged = True


def late_exchange(g: Table, player: Player) -> Asking:
    """HG-05: the week is not over before all is tidied up."""
    while exchanges(g, player):
        choice = yield Ask(player.seat, "late", lambda: last_moment(g, player))
        if choice == ("pass",):
            return
        exchange(g, player, choice)


def last_moment(g: Table, player: Player) -> Options:
    swaps = exchanges(g, player)
    return swaps if player.aside() else [*swaps, ("pass",)]


# -------------------------------------------------------------------------------------- IV and V


def lay_out(g: Table) -> None:
    """HF-30, HF-32, HG-14."""
    g.laid = luck.laid_out(g.key, g.week, g.data.players)
    if g.reads("talk", "leaks"):
        for player in g.players:
            player.knows = luck.leaks(g.key, g.week, player.seat, g.frame("leak_chance"))


def hire(g: Table, player: Player) -> Asking:
    """HF-34, HG-01, HG-02."""
    choice = yield Ask(player.seat, "hire", lambda: folders(g, player))
    player.hired = choice[1]


def folders(g: Table, player: Player) -> Options:
    own = g.reads("self_hire", "allowed")
    return [("hire", author) for author in g.laid if own or author != player.seat]


def reveal(g: Table) -> None:
    """HF-35 to 42."""
    for player in g.order():
        assert player.salary is not None
        tokens = [hirer for hirer in g.players if hirer.hired == player.seat]
        employer = g.players[g.target[player.seat]]
        if employer in tokens:
            player.matched = True
            player.won.append(player.salary)
            player.money += player.salary
            employer.bonuses += 1
            employer.money += g.frame("bonus")
            g.revealed.append((player.seat, "match", player.salary))
        elif tokens:  # HF-39, HF-40: one, however many they are
            player.compensations += 1
            player.money += g.frame("compensation")
            g.revealed.append((player.seat, "compensation", g.frame("compensation")))
        else:
            g.revealed.append((player.seat, "flop", 0))


# ------------------------------------------------------------------------------------ VI, the end


def tidy_up(g: Table) -> None:
    """HF-44, HF-45."""
    for player in g.players:
        g.bin_jobs += [job for job in (player.offer, player.job) if job is not None]
        g.bin_skills += {skill for skill in (player.strength, player.weakness) if skill is not None}
        if not player.matched and player.salary is not None:
            g.bin_salaries.append(player.salary)
        player.offer = player.job = player.strength = player.weakness = player.salary = None


def refill(g: Table) -> None:
    """HF-46, HG-09."""
    for player in g.order():
        fill_hand(g, player)


def finish(g: Table) -> None:
    """HF-49, HF-50, HG-16."""
    g.winners, g.settled = decide([(p.money, p.bonuses, p.compensations) for p in g.players])


def decide(scores: list[tuple[int, int, int]]) -> tuple[list[int], str]:
    """Seats that win, and what settled it."""
    left = list(range(len(scores)))
    for criterion, name in enumerate(("money", "bonuses", "compensations")):
        best = max(scores[seat][criterion] for seat in left)
        left = [seat for seat in left if scores[seat][criterion] == best]
        if len(left) == 1:
            return left, name
    return left, "shared"

"""Setup, the phases of a week, the end (HF-11..20, HF-29..51)."""

from __future__ import annotations

from balance.chance import below, chain, unit
from balance.games.hire_or_fire.counting import count_paid, count_week
from balance.games.hire_or_fire.dealing import (
    FIRST,
    LAY,
    LEAK,
    bin_job,
    bin_skill,
    deal,
    fill_hand,
    log,
)
from balance.games.hire_or_fire.events import Event, Result, Why
from balance.games.hire_or_fire.exchange import can_begin
from balance.games.hire_or_fire.record import BEFORE_PLAYERS, PLAYER_BYTES
from balance.games.hire_or_fire.scoring import finish
from balance.games.hire_or_fire.seating import target_of, tokens_on
from balance.games.hire_or_fire.state import Home, Offers, Phase, Presenter, Talk
from balance.jit import clear, inline, kernel


@kernel
def setup(rules, game, key, log_on):
    """HF-7..10: a new game, up to its first decision."""
    clear(game, BEFORE_PLAYERS)
    game.luck = key
    game.players = rules.players
    game.log_on = log_on
    game.tally.players = rules.players
    for seat in range(rules.players):
        me = game.player[seat]
        clear(me, PLAYER_BYTES)
        me.salaries = (1 << rules.salaries) - 1
    deal(rules, game)
    begin_week(rules, game)
    for place in range(game.players):
        game.player[(game.first + place) % game.players].tally.order = place


@inline
def pass_tokens(rules, game):
    """HF-14, HF-17, HD-1, HD-2, HG-18."""
    game.tokens = (game.tokens + 1) % game.players
    if game.tokens == 0 and rules.reading.home == Home.EXTRA_PASS:
        game.tokens = 1
    if game.tokens != 0:
        game.offset = game.tokens


@inline
def draw_first(rules, game):
    """HG-10: who delivers first this week."""
    if game.week > 0 and rules.reading.presenter == Presenter.IN_TURN:
        game.first = (game.first + 1) % game.players
    else:
        game.first = below(chain(chain(game.luck, FIRST), game.week), game.players)


@kernel
def clear_table(game):
    """HF-44: nothing on boards and in folders."""
    game.laid_size = 0
    for seat in range(game.players):
        me = game.player[seat]
        me.swapped = 0
        me.offer = -1
        me.job = -1
        me.strength = -1
        me.weakness = -1
        me.salary = -1
        me.hired = -1
        me.hint = -1
        me.matched = 0
        me.plan_week = 0


@kernel
def begin_week(rules, game):
    """Phase I."""
    draw_first(rules, game)
    pass_tokens(rules, game)
    clear_table(game)
    log(game, Event.WEEK, game.first, game.week + 1, game.offset, 0)
    begin_phase(game, Phase.OFFER)


@inline
def begin_phase(game, phase):
    """The first to deliver is asked first."""
    game.phase = phase
    game.asked = 0
    game.decider = game.first


@inline
def ask_next(game):
    """HF-13: the next player decides the same; 0 when all have."""
    game.asked += 1
    if game.asked == game.players:
        return False
    game.decider = (game.first + game.asked) % game.players
    return True


@inline
def after_offer(rules, game):
    """HF-19, HG-07: all offers are up, or the next is chosen."""
    if rules.reading.offers == Offers.IN_TURN:
        log(game, Event.OFFERED, game.decider, game.player[game.decider].offer, 0, 0)
    if ask_next(game):
        return
    if rules.reading.offers == Offers.HIDDEN:
        for place in range(game.players):
            seat = (game.first + place) % game.players
            log(game, Event.OFFERED, seat, game.player[seat].offer, 0, 0)
    begin_phase(game, Phase.JOB)


@inline
def after_folder(rules, game):
    """HF-29: all folders are in the middle, or the next is made."""
    if ask_next(game):
        game.phase = Phase.JOB
        return
    lay_out(rules, game)
    begin_phase(game, Phase.HIRE)


@kernel
def lay_out(rules, game):
    """HF-30..32, HG-14: shuffled, so that nobody can tell whose is whose."""
    key = chain(chain(game.luck, LAY), game.week)
    for seat in range(game.players):
        mine = chain(key, seat)
        i = seat
        while i > 0 and chain(key, game.laid[i - 1]) > mine:
            game.laid[i] = game.laid[i - 1]
            i -= 1
        game.laid[i] = seat
    game.laid_size = game.players
    for place in range(game.players):
        author = game.laid[place]
        told = 0
        if rules.reading.talk == Talk.LEAKS:
            hirer = target_of(game, author)
            luck = chain(chain(chain(game.luck, LEAK), game.week), hirer)
            if unit(luck) < rules.leak_chance:
                game.player[hirer].hint = place
                told = 1
        log(game, Event.LAID, author, place, told, 0)


@inline
def after_hire(rules, game):
    """HF-34: all tokens are placed at once."""
    if ask_next(game):
        return
    reveal(rules, game)
    game.phase = Phase.LATE
    game.asked = -1
    ask_late(rules, game)


@kernel
def reveal(rules, game):
    """HF-35..42: from the presenter, each takes back the folder and is paid."""
    for turn in range(game.players):
        seat = (game.first + turn) % game.players
        for place in range(game.laid_size):
            if game.laid[place] == seat:
                pay(rules, game, seat, place)


@inline
def pay(rules, game, seat, place):
    """HF-36..42: the folder of a player, at its place."""
    me = game.player[seat]
    employer = game.player[target_of(game, seat)]
    tokens = tokens_on(game, place)
    if employer.hired == place:  # HF-36, HF-37
        earned = rules.salary[me.salary]
        me.matched = 1
        me.won |= 1 << me.salary
        me.money += earned
        log(game, Event.PAID, seat, Result.MATCH, earned, me.salary)
        employer.money += rules.bonus
        employer.bonuses += 1
        log(game, Event.BONUS, target_of(game, seat), seat, rules.bonus, 0)
    elif tokens > 0:  # HF-39, HF-40
        me.money += rules.compensation
        me.compensations += 1
        log(game, Event.PAID, seat, Result.COMPENSATION, rules.compensation, me.salary)
    else:  # HF-42
        log(game, Event.PAID, seat, Result.FLOP, 0, me.salary)
    count_paid(rules, game, seat, tokens)


@kernel
def ask_late(rules, game):
    """HG-05: who has not exchanged and could, one after the other; then the week ends."""
    game.asked += 1
    while game.asked < game.players:
        game.decider = (game.first + game.asked) % game.players
        if can_begin(rules, game, game.decider):
            return
        game.asked += 1
    end_week(rules, game)


@kernel
def end_week(rules, game):
    """HF-44..47: tidy up; refill and go on, or the end."""
    count_week(rules, game)
    for seat in range(game.players):
        me = game.player[seat]
        bin_job(game, me.offer)
        bin_job(game, me.job)
        bin_skill(game, me.strength)
        if me.weakness != me.strength:
            bin_skill(game, me.weakness)
        game.bin_salaries += 1 - me.matched
        for place in range(me.jobs_size):
            me.job_weeks[place] += 1
        for place in range(me.skills_size):
            me.skill_weeks[place] += 1
    game.week += 1
    if game.week == rules.weeks:
        game.phase = Phase.OVER
        clear_table(game)
        finish(rules, game)
        return
    for place in range(game.players):
        fill_hand(rules, game, (game.first + place) % game.players, Why.REFILL)
    begin_week(rules, game)

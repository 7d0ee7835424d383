"""Attempts from Clock-In to their end, and what follows an effect (EBH-7, 8, 3.5)."""

from __future__ import annotations

from balance.games.extremely_bad_hires.counting import count_attempt_end, count_clock_in
from balance.games.extremely_bad_hires.effects import begin_effect
from balance.games.extremely_bad_hires.events import Event
from balance.games.extremely_bad_hires.lasting import allowed, expire_attempt, log
from balance.games.extremely_bad_hires.needs import may_fix, playable
from balance.games.extremely_bad_hires.picks import ask
from balance.games.extremely_bad_hires.piles import COPIES, count_left, discard_job, reveal_job, to_discard
from balance.games.extremely_bad_hires.settlement import settle
from balance.games.extremely_bad_hires.staff import ENDED_FIX, at, back_to_work, qualifications
from balance.games.extremely_bad_hires.state import (
    SEATS,
    STAFF,
    CardType,
    End,
    FailedProfit,
    Harm,
    Leave,
    Path,
    Phase,
    Role,
    Source,
    Stage,
    Status,
    Window,
)
from balance.games.extremely_bad_hires.values import crew_counts, required_now
from balance.jit import kernel

# ------------------------------------------------------------------------------------------- attempt


@kernel
def begin_attempt(rules, game, crew):
    """EBH-7.2, 7.12: the crew clocks in; path and Required Hires are fixed, the Job's early part works."""
    attempt = game.attempt
    seat = game.active
    job = rules.job[game.job]
    attempt.running = 1
    attempt.job = game.job
    attempt.crew = crew
    attempt.raw = job.required
    attempt.set_to = -1
    attempt.added = 0
    attempt.opponent = 0
    attempt.opponent_plays = 0
    attempt.fix_asked = 0
    attempt.ending = End.COMPLETED
    attempt.met = 0
    attempt.sent = 0
    attempt.path = Path.UNQUALIFIED
    for other in range(SEATS):
        attempt.profit[other] = 0
        attempt.met_kind[other] = 0
    for slot in range(STAFF):
        if (crew >> slot) & 1:
            own = qualifications(game, seat * STAFF + slot)
            attempt.sent_as[attempt.sent] = own
            attempt.sent += 1
            if (own >> job.qualification) & 1:
                attempt.path = Path.QUALIFIED
            game.player[seat].tally.cards[at(game, seat * STAFF + slot).card // COPIES].sent += 1
    attempt.before = game.player[seat].profit
    game.attempts_made += 1
    game.plays += 1
    game.moved = 1
    log(game, Event.CREW, seat, game.job, attempt.path, job.path[attempt.path].required)
    for slot in range(STAFF):
        if (crew >> slot) & 1:
            place = seat * STAFF + slot
            match = (qualifications(game, place) >> job.qualification) & 1
            log(game, Event.SENT, seat, place, at(game, place).card // COPIES, match)
    begin_effect(game, Role.CLOCK_IN, Source.JOB, game.job, -1, seat, job.path[attempt.path].clock_in)


@kernel
def mayhem_window(rules, game):
    """EBH-8.1..8.7, 8.21, O-44: the opponents in order, each once; a Fix only where a card allows it."""
    attempt = game.attempt
    game.window = Window.MAYHEM
    if attempt.ending != End.COMPLETED:
        end_attempt(rules, game)
        return
    if not attempt.fix_asked:
        attempt.fix_asked = 1
        if may_fix(rules, game) and fix_in_window(rules, game):
            ask(game, Phase.FIX_WINDOW, game.active)
            return
    if attempt.opponent >= game.players - 1:
        game.stage = Stage.CHECK
        return
    ask(game, Phase.MAYHEM, (game.active + 1 + attempt.opponent) % game.players)


@kernel
def fix_in_window(rules, game):
    """Whether the active player holds a Fix that may be played in the Mayhem Window."""
    me = game.player[game.active]
    for i in range(me.hand_size):
        if rules.kind[me.hand[i] // COPIES].type == CardType.FIX:
            if playable(rules, game, game.active, me.hand[i]):
                return True
    return False


@kernel
def next_opponent(game):
    """EBH-8.4: this opponent has had the one opportunity."""
    game.attempt.opponent += 1
    game.attempt.opponent_plays = 0
    game.attempt.fix_asked = 0


@kernel
def staffing_check(rules, game):
    """EBH-8.17, 8.18: once, before the Job resolves."""
    attempt = game.attempt
    count = crew_counts(game)
    required = required_now(rules, game)
    log(game, Event.CHECK, game.active, count, required, 0)
    if count < required:
        attempt.ending = End.SHORT
        end_attempt(rules, game)
        return
    game.window = Window.RESOLVE
    for seat in range(game.players):
        game.frame.pending[seat] = 0
    log(game, Event.RESOLVE, game.active, attempt.job, attempt.path, 0)
    begin_effect(
        game,
        Role.JOB,
        Source.JOB,
        attempt.job,
        -1,
        game.active,
        rules.job[attempt.job].path[attempt.path].resolve,
    )


@kernel
def settle_job(rules, game):
    """EBH-3.5, 11.4, 11.5, 11.13, O-37: all Profit of the Job together; then the pile and the next Job."""
    attempt = game.attempt
    pending = game.frame.pending
    seat = game.active
    whole = attempt.ending == End.COMPLETED
    if whole:
        pending[seat] += rules.job[attempt.job].profit
        log(
            game,
            Event.COMPLETED,
            seat,
            attempt.job,
            rules.job[attempt.job].profit,
            attempt.profit[seat],
        )
        for other in range(game.players):
            pending[other] += attempt.profit[other]
        game.completed = 1
    elif rules.reading.failed_profit == FailedProfit.LOST:
        for other in range(game.players):
            pending[other] = 0
    settle(rules, game, Source.JOB)
    if not whole:
        close_attempt(rules, game)
        if game.phase != Phase.OVER:
            after_attempt(rules, game)
        return
    close_attempt(rules, game)
    if game.phase == Phase.OVER:
        count_left(game)
        return
    discard_job(game)
    reveal_job(rules, game)
    game.stage = Stage.AFTER_JOB


@kernel
def end_attempt(rules, game):
    """EBH-4.9: the attempt is over without completion; the Job stays unless it was taken away."""
    close_attempt(rules, game)
    after_attempt(rules, game)


@kernel
def close_attempt(rules, game):
    """The crew is a crew no more (O-35), and what lasted for the attempt is over."""
    attempt = game.attempt
    if attempt.ending != End.COMPLETED:
        log(game, Event.ENDED, game.active, attempt.ending, attempt.job, 0)
    count_attempt_end(rules, game)
    attempt.running = 0
    attempt.crew = 0
    expire_attempt(game)


@kernel
def after_attempt(rules, game):
    """EBH-4.10, 4.11: on to the Recovery Window, or to another attempt if an effect allows one."""
    game.stage = Stage.RECOVERY
    extra = 0
    if game.lasting_size > 0:
        extra = allowed(game, Leave.EXTRA_ATTEMPT, game.active)
    if game.attempts_made < rules.attempts + extra and game.plays < rules.plays_per_turn:
        game.stage = Stage.CREW


@kernel
def finish_effect(rules, game):
    """An effect has ended: what follows it, by its role."""
    frame = game.frame
    frame.on = 0
    role = frame.role
    if role == Role.CLOCK_IN:
        game.stage = Stage.MAYHEM
        game.window = Window.MAYHEM
        count_clock_in(rules, game)
        return
    if role == Role.JOB:
        game.stage = Stage.STEP_TWO
        return
    if role == Role.STEP_TWO:
        return
    settle(rules, game, frame.source)
    if role == Role.FIX and game.phase != Phase.OVER:
        any_fix_condition(rules, game)
    if frame.code >= 0:
        to_discard(game, frame.controller, frame.code)
        frame.code = -1
    if game.phase == Phase.OVER:
        return
    if role == Role.MAYHEM:
        game.attempt.opponent_plays += 1
        if game.attempt.opponent_plays >= rules.mayhem_plays:
            next_opponent(game)
    elif role == Role.FIX and game.stage == Stage.MAYHEM:
        game.attempt.fix_asked = 0


@kernel
def any_fix_condition(rules, game):
    """EBH-10.20, O-26, O-41: a Fix was played; Hires that waited for one become Active."""
    frame = game.frame
    for place in range(game.players * STAFF):
        hire = at(game, place)
        if hire.card >= 0 and hire.status == Status.INCAPACITATED and hire.harm == Harm.FIX:
            if hire.clock == frame.controller and hire.since < frame.effect:
                back_to_work(rules, game, place, ENDED_FIX)

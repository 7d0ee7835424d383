"""The frame of the game: setup, the steps of a turn, attempts, settlements, the end (EBH-4, 5, 7, 8, 11)."""

from __future__ import annotations

from balance.chance import below, chain
from balance.games.extremely_bad_hires.counting import (
    count_attempt_end,
    count_clock_in,
    count_end,
    count_leader,
    count_preparation,
    count_profit,
)
from balance.games.extremely_bad_hires.effects import begin_effect
from balance.games.extremely_bad_hires.events import Drawn, Event, Shuffled
from balance.games.extremely_bad_hires.lasting import (
    allowed,
    drop_lasting,
    expire_at_end,
    expire_at_start,
    expire_attempt,
    log,
)
from balance.games.extremely_bad_hires.needs import may_fix, playable
from balance.games.extremely_bad_hires.picks import ask
from balance.games.extremely_bad_hires.piles import (
    COPIES,
    FIRST,
    discard_job,
    draw_one,
    reveal_job,
    shuffle_company,
    shuffle_jobs,
    to_discard,
)
from balance.games.extremely_bad_hires.record import BEFORE_LOG
from balance.games.extremely_bad_hires.staff import (
    ENDED_COUNT,
    ENDED_FIX,
    at,
    back_to_work,
    qualifications,
)
from balance.games.extremely_bad_hires.state import (
    SEATS,
    STAFF,
    Arrivals,
    At,
    CardType,
    Deck,
    End,
    EqualTurns,
    FailedProfit,
    Harm,
    Lasting,
    LateSeats,
    Leave,
    NextEnd,
    Path,
    Phase,
    Role,
    Source,
    Stage,
    Status,
    Stop,
    Tie,
    Window,
)
from balance.games.extremely_bad_hires.values import crew_counts, holds, next_in_order, required_now
from balance.jit import clear, kernel

# --------------------------------------------------------------------------------------------- setup


@kernel
def deal_cards(rules, game):
    """EBH-5.1..5.3: every deck made and shuffled, the opening hands, the first Active Job."""
    for step in range(game.players):
        seat = (game.first + step) % game.players
        me = game.player[seat]
        for kind in range(rules.kinds):
            me.tally.cards[kind].in_deck = rules.deck[seat].copies[kind]
            for copy in range(rules.deck[seat].copies[kind]):
                me.deck[me.deck_size] = kind * COPIES + copy
                me.deck_size += 1
        shuffle_company(rules, game, seat)
        log(game, Event.SHUFFLE, seat, me.deck_size, Deck.OWN, Shuffled.SETUP)
    for kind in range(rules.jobs):
        for copy in range(rules.job_copies[kind]):
            game.jobs[game.jobs_size] = kind * COPIES + copy
            game.jobs_size += 1
    shuffle_jobs(rules, game)
    log(game, Event.SHUFFLE, -1, game.jobs_size, Deck.JOB, Shuffled.SETUP)
    for step in range(game.players):
        seat = (game.first + step) % game.players
        cards = rules.opening_hand
        if rules.reading.late_seats == LateSeats.EXTRA_CARD:
            cards += step
        for _ in range(cards):
            draw_one(rules, game, seat, Drawn.OPENING)
    reveal_job(rules, game)


@kernel
def setup(rules, game, luck, log_on):
    """EBH-5, 11.1, 13.3: a new game with the luck of a deal, up to its first turn."""
    clear(game, BEFORE_LOG)
    game.luck = luck
    game.log_on = log_on
    game.players = rules.players
    game.first = below(chain(luck, FIRST), rules.players)
    game.active = game.first
    game.decider = game.first
    game.leader = -1
    game.looker = -1
    game.asked_hand = -1
    game.attempt.set_to = -1
    game.frame.answer = -1
    game.frame.code = -1
    game.tally.players = rules.players
    game.tally.opener = game.first
    game.tally.winner = -1
    game.tally.closing = -1
    for i in range(len(game.tally.leader)):
        game.tally.leader[i] = -1
    for seat in range(SEATS):
        for slot in range(STAFF):
            game.player[seat].staff[slot].card = -1
    for seat in range(rules.players):
        me = game.player[seat]
        me.profit = rules.start_profit
        me.tally.order = (seat + rules.players - game.first) % rules.players
    log(game, Event.START, game.first, rules.players, rules.target, 0)
    deal_cards(rules, game)
    game.stage = Stage.TURN_START


# --------------------------------------------------------------------------------------------- stages


@kernel
def go_on(rules, game):
    """No effect resolves and nobody is asked: the next step of the turn."""
    stage = game.stage
    if stage == Stage.TURN_START:
        start_turn(rules, game)
    elif stage == Stage.START_EFFECTS:
        game.window = Window.START
        if not run_waiting(rules, game, At.START_OF_NEXT_TURN):
            game.window = Window.PREPARATION
            game.stage = Stage.PREPARATION
            count_preparation(rules, game)
    elif stage == Stage.PREPARATION:
        ask(game, Phase.PREPARATION, game.active)
    elif stage == Stage.CREW:
        game.window = Window.CREW
        ask(game, Phase.CREW, game.active)
    elif stage == Stage.MAYHEM:
        mayhem_window(rules, game)
    elif stage == Stage.CHECK:
        staffing_check(rules, game)
    elif stage == Stage.STEP_TWO:
        game.window = Window.STEP_TWO
        if game.attempt.ending != End.COMPLETED or not run_waiting(rules, game, At.JOB_STEP2):
            game.stage = Stage.SETTLE
    elif stage == Stage.SETTLE:
        settle_job(rules, game)
    elif stage == Stage.AFTER_JOB:
        game.window = Window.AFTER_JOB
        if not run_waiting(rules, game, At.AFTER_JOB):
            after_attempt(rules, game)
    elif stage == Stage.RECOVERY:
        game.window = Window.RECOVERY
        ask(game, Phase.RECOVERY, game.active)
    elif stage == Stage.END_EFFECTS:
        game.window = Window.END
        if not run_waiting(rules, game, At.END_OF_TURN):
            game.stage = Stage.COUNTDOWN
    elif stage == Stage.COUNTDOWN:
        count_down(rules, game)
        game.window = Window.HAND
        game.stage = Stage.LIMIT
        me = game.player[game.active]
        me.tally.hand_sum += me.hand_size
    elif stage == Stage.LIMIT:
        if game.player[game.active].hand_size > rules.hand_limit:  # EBH-5.9, 5.10
            ask(game, Phase.LIMIT, game.active)
        else:
            game.stage = Stage.PASS_ON
    else:
        pass_on(rules, game)


@kernel
def start_turn(rules, game):
    """EBH-4.3, 4.4, O-09: the turn begins; Hires become Active, then one card is drawn."""
    seat = game.active
    me = game.player[seat]
    game.turn += 1
    me.turns += 1
    me.tally.turns += 1
    game.hires_played = 0
    game.fixes_played = 0
    game.attempts_made = 0
    game.plays = 0
    game.completed = 0
    game.replaced = 0
    game.moved = 0
    log(game, Event.TURN, seat, game.turn, (game.turn - 1) // game.players + 1, 0)
    expire_at_start(game)
    for slot in range(STAFF):
        hire = me.staff[slot]
        if hire.card >= 0:
            if hire.status == Status.INACTIVE:
                if hire.played or rules.reading.arrivals == Arrivals.ALL:
                    hire.status = Status.ACTIVE
                    game.moved = 1
                    log(game, Event.WORKS, seat, seat * STAFF + slot, hire.card // COPIES, 0)
            hire.entered = 0
    for _ in range(rules.start_draw):
        draw_one(rules, game, seat, Drawn.START)
    game.stage = Stage.START_EFFECTS


@kernel
def run_waiting(rules, game, point):
    """EBH-3.6, 3.7: the waiting effects of a point, each player's in turn order; False: none is left."""
    players = 0
    for i in range(game.lasting_size):
        if is_due(game, game.lasting[i], point):
            players |= 1 << game.lasting[i].player
    if players == 0:
        return False
    seat = next_in_order(game, players)
    mask = 0
    for i in range(game.lasting_size):
        if is_due(game, game.lasting[i], point) and game.lasting[i].player == seat:
            mask |= 1 << i
    ask(game, Phase.ORDER, seat)
    game.asked_mask = mask
    return True


@kernel
def is_due(game, row, point):
    """Whether a delayed effect comes at this point."""
    if row.kind != Lasting.LATER or row.what != point:
        return False
    if point == At.START_OF_NEXT_TURN:
        return row.player == game.active and row.count < game.turn
    return True


@kernel
def start_waiting(rules, game, place):
    """A waiting effect begins, if its condition holds (EBH-12.10); it is used up in any case."""
    row = game.lasting[place]
    role = Role.WAITING
    if game.stage == Stage.STEP_TWO:
        role = Role.STEP_TWO
    begin_effect(game, role, row.source, row.card, -1, row.controller, row.pc)
    frame = game.frame
    for i in range(len(frame.bound)):
        frame.bound[i] = row.bound[i]
        frame.bound_uid[i] = row.bound_uid[i]
    when = row.when
    log(game, Event.WAITING, row.controller, row.card, row.source, row.what)
    drop_lasting(game, place)
    if not holds(rules, game, when, frame.controller, frame.source):
        frame.on = 0


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
            own = qualifications(rules, game, seat * STAFF + slot)
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
            match = (qualifications(rules, game, place) >> job.qualification) & 1
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
    settle(rules, game, Source.JOB, attempt.job)
    if not whole:
        close_attempt(rules, game)
        if game.phase != Phase.OVER:
            after_attempt(rules, game)
        return
    close_attempt(rules, game)
    if game.phase == Phase.OVER:
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


# ---------------------------------------------------------------------------------- effects and Profit


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
    settle(rules, game, frame.source, frame.card)
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


@kernel
def settle(rules, game, source, card):
    """EBH-11.7..11.10: all changes of one effect together, never below 0; then the win check."""
    frame = game.frame
    changed = False
    for seat in range(game.players):
        amount = frame.pending[seat]
        frame.pending[seat] = 0
        if amount != 0:
            me = game.player[seat]
            before = me.profit
            me.profit = max(0, before + amount)
            log(game, Event.SETTLE, seat, amount, me.profit, 0)
            if me.profit != before:
                changed = True
                game.still = 0
                count_profit(rules, game, seat, me.profit - before, source, card)
    if changed:
        check_winner(rules, game)


@kernel
def check_winner(rules, game):
    """EBH-11.10, 11.11, O-18, V-01: whether somebody has won."""
    reached = 0
    for seat in range(game.players):
        if game.player[seat].profit >= rules.target:
            reached |= 1 << seat
    if reached == 0:
        game.over_target = 0
        return
    if rules.reading.equal_turns == EqualTurns.FINISH_ROUND:
        if not game.over_target:
            log(game, Event.REACHED, next_in_order(game, reached), rules.target, 0, 0)
        game.over_target = 1
        return
    end_game(rules, game, winners(rules, game, reached, game.active))


@kernel
def winners(rules, game, reached, first):
    """O-18: of those at the target the winners, as a mask. first: where turn order begins."""
    if rules.reading.tie == Tie.TURN_ORDER:
        for step in range(game.players):
            seat = (first + step) % game.players
            if (reached >> seat) & 1:
                return 1 << seat
    if rules.reading.tie == Tie.SHARED:
        return reached
    return highest(game, reached)


@kernel
def highest(game, among):
    """Of a set of players those with the highest total."""
    best = -1
    for seat in range(game.players):
        if (among >> seat) & 1:
            best = max(best, game.player[seat].profit)
    found = 0
    for seat in range(game.players):
        if (among >> seat) & 1 and game.player[seat].profit == best:
            found |= 1 << seat
    return found


# ----------------------------------------------------------------------------------------- the end


@kernel
def count_down(rules, game):
    """EBH-10.6..10.9, T17: the Hires whose clock is the active player's turn."""
    for place in range(game.players * STAFF):
        hire = at(game, place)
        if hire.card < 0 or hire.status != Status.INCAPACITATED or hire.clock != game.active:
            continue
        if hire.fresh:
            hire.fresh = 0
            game.moved = 1
        elif hire.harm == Harm.TIMED:
            hire.n -= 1
            game.moved = 1
            if hire.n <= 0:
                back_to_work(rules, game, place, ENDED_COUNT)
            else:
                log(game, Event.COUNTED, place // STAFF, place, hire.card // COPIES, hire.n)
        elif hire.harm == Harm.NEXT_END:
            back_to_work(rules, game, place, ENDED_COUNT)


@kernel
def end_next_end(rules, game):
    """O-08, the other reading: conditions "until the end of the next turn" end before end-of-turn effects."""
    if rules.reading.next_end != NextEnd.EFFECTS:
        return
    for place in range(game.players * STAFF):
        hire = at(game, place)
        if hire.card >= 0 and hire.status == Status.INCAPACITATED and hire.clock == game.active:
            if hire.harm == Harm.NEXT_END and not hire.fresh:
                back_to_work(rules, game, place, ENDED_COUNT)


@kernel
def end_recovery(rules, game):
    """EBH-4.13: the end of the turn begins."""
    game.stage = Stage.END_EFFECTS
    end_next_end(rules, game)


@kernel
def drop_unfired(game):
    """Delayed effects that were to come in this turn and did not are over."""
    i = 0
    while i < game.lasting_size:
        row = game.lasting[i]
        if row.kind == Lasting.LATER and row.what != At.START_OF_NEXT_TURN:
            drop_lasting(game, i)
        else:
            i += 1


@kernel
def pass_on(rules, game):
    """EBH-4.13(5), O-36: the turn passes, or the game stops."""
    expire_at_end(game)
    drop_unfired(game)
    game.still += 1
    game.idle += 1
    if game.moved:
        game.idle = 0
    count_leader(rules, game)
    last = game.turn % game.players == 0
    if game.over_target and last:
        reached = 0
        for seat in range(game.players):
            if game.player[seat].profit >= rules.target:
                reached |= 1 << seat
        best = highest(game, reached)
        if rules.reading.tie == Tie.TURN_ORDER:
            best = winners(rules, game, best, game.first)
        end_game(rules, game, best)
        return
    stop = Stop.NONE
    if game.tally.stalled == Stop.FAULT:
        stop = Stop.FAULT
    elif game.turn >= rules.max_rounds * game.players:
        stop = Stop.MAX_ROUNDS
    elif game.still >= rules.no_progress_rounds * game.players:
        stop = Stop.NO_PROGRESS
    elif game.idle >= game.players:
        stop = Stop.FROZEN
    if stop != Stop.NONE:
        game.tally.stalled = stop
        game.tally.stalled_job = game.job + 1
        log(game, Event.STALL, -1, stop, game.job, 0)
        end_game(rules, game, 0)
        return
    game.active = (game.active + 1) % game.players
    game.stage = Stage.TURN_START


@kernel
def end_game(rules, game, won):
    """EBH-11.11: it is over. won: the winners as a mask; 0: stalled."""
    game.phase = Phase.OVER
    count_end(rules, game, won)

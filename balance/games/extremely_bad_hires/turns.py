"""The frame of the game: setup, the steps of a turn, attempts, settlements, the end (EBH-4, 5, 7, 8, 11)."""

from __future__ import annotations

from balance.chance import below, chain
from balance.games.extremely_bad_hires.attempts import (
    after_attempt,
    mayhem_window,
    settle_job,
    staffing_check,
)
from balance.games.extremely_bad_hires.counting import count_leader, count_preparation
from balance.games.extremely_bad_hires.effects import begin_effect
from balance.games.extremely_bad_hires.events import Drawn, Event, Shuffled
from balance.games.extremely_bad_hires.lasting import drop_lasting, expire_at_end, expire_at_start, log
from balance.games.extremely_bad_hires.picks import ask
from balance.games.extremely_bad_hires.piles import (
    COPIES,
    FIRST,
    draw_one,
    reveal_job,
    shuffle_company,
    shuffle_jobs,
)
from balance.games.extremely_bad_hires.record import BEFORE_PLAYERS, PLAYER_BYTES
from balance.games.extremely_bad_hires.settlement import end_game, highest, winners
from balance.games.extremely_bad_hires.staff import ENDED_COUNT, at, back_to_work
from balance.games.extremely_bad_hires.state import (
    STAFF,
    Arrivals,
    At,
    Deck,
    End,
    Harm,
    Lasting,
    LateSeats,
    NextEnd,
    Phase,
    Role,
    Stage,
    Status,
    Stop,
    Tie,
    Window,
)
from balance.games.extremely_bad_hires.values import holds, next_in_order
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
    clear(game, BEFORE_PLAYERS + rules.players * PLAYER_BYTES)
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
    for seat in range(rules.players):
        me = game.player[seat]
        for slot in range(STAFF):
            me.staff[slot].card = -1
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
        if not run_waiting(game, At.START_OF_NEXT_TURN):
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
        if game.attempt.ending != End.COMPLETED or not run_waiting(game, At.JOB_STEP2):
            game.stage = Stage.SETTLE
    elif stage == Stage.SETTLE:
        settle_job(rules, game)
    elif stage == Stage.AFTER_JOB:
        game.window = Window.AFTER_JOB
        if not run_waiting(game, At.AFTER_JOB):
            after_attempt(rules, game)
    elif stage == Stage.RECOVERY:
        game.window = Window.RECOVERY
        ask(game, Phase.RECOVERY, game.active)
    elif stage == Stage.END_EFFECTS:
        game.window = Window.END
        if not run_waiting(game, At.END_OF_TURN):
            game.stage = Stage.COUNTDOWN
    elif stage == Stage.COUNTDOWN:
        count_down(rules, game)
        game.window = Window.HAND
        game.stage = Stage.LIMIT
        me = game.player[game.active]
        me.tally.hand_sum += me.hand_size
        me.tally.hand_turns += 1
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
    game.progress = 0
    game.replaced = 0
    game.noted = 0
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
def run_waiting(game, point):
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
    if game.progress:
        game.still = 0
    game.idle += 1
    if game.moved:
        game.idle = 0
    count_leader(game)
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
        game.player[game.active].tally.jobs[game.job].stalled += 1
        log(game, Event.STALL, -1, stop, game.job, 0)
        end_game(rules, game, 0)
        return
    game.active = (game.active + 1) % game.players
    game.stage = Stage.TURN_START

"""What is counted while a game is played (`counts.py`): the rules call it; neither they nor bots read it."""

from __future__ import annotations

from balance.games.extremely_bad_hires.events import Event
from balance.games.extremely_bad_hires.lasting import log
from balance.games.extremely_bad_hires.needs import may_fix
from balance.games.extremely_bad_hires.piles import COPIES, round_now
from balance.games.extremely_bad_hires.staff import ENDED_NEVER, at, qualifications
from balance.games.extremely_bad_hires.state import (
    MET,
    ROUNDS,
    STAFF,
    SURPLUS,
    VERB,
    CardType,
    End,
    Path,
    Phase,
    Source,
    Status,
    Stop,
    Verb,
)
from balance.games.extremely_bad_hires.values import required_now
from balance.jit import bits, inline, kernel

MILLION = 1_000_000


@inline
def round_row(game, me):
    """The row of the round that runs now."""
    return me.tally.rounds[min(round_now(game), ROUNDS) - 1]


@kernel
def count_preparation(rules, game):
    """A Preparation Window begins: how full the staff is."""
    me = game.player[game.active]
    t = me.tally
    t.preps += 1
    round_row(game, me).turns += 1
    if me.staff_size >= rules.staff_limit:
        t.full_preps += 1
        active = 0
        for slot in range(STAFF):
            active += int(me.staff[slot].card >= 0 and me.staff[slot].status == Status.ACTIVE)
        if active == 0:
            t.stuck_preps += 1
    else:
        game.replaced = 1  # a replacement in this window is none of a full staff


@kernel
def count_chances(rules, game, seat, one, other):
    """Cards of two types in a hand that have a chance now, and of those the ones that are offered.

    Returns how many kinds are offered.
    """
    me = game.player[seat]
    before = -1
    for i in range(me.hand_size):
        kind = me.hand[i] // COPIES
        if kind != before:
            if rules.kind[kind].type == one or rules.kind[kind].type == other:
                me.tally.cards[kind].held += 1
        before = kind
    before = -1
    found = 0
    for i in range(game.option_count):
        verb = game.option[i] // VERB
        kind = game.option[i] % VERB
        if verb == Verb.HIRE:
            kind = kind // 8
        if kind != before and (verb == Verb.HIRE or verb == Verb.FIX or verb == Verb.MAYHEM):
            me.tally.cards[kind].legal += 1
            before = kind
            found += int(verb != Verb.HIRE)
    return found


@kernel
def count_window(rules, game):
    """A Preparation or Recovery Window has begun: the cards that have a chance in it."""
    seat = game.active
    one = CardType.FIX + 0
    other = CardType.FIX + 0
    if game.phase == Phase.PREPARATION:
        if game.noted > 0:
            return
        other = CardType.HIRE + 0
        if not may_fix(rules, game):
            one = CardType.HIRE + 0
    elif game.noted == 2 or not may_fix(rules, game):
        return
    game.noted = 1 + int(game.phase == Phase.RECOVERY)
    if count_chances(rules, game, seat, one, other) > 0:
        game.player[seat].tally.fix_chances += 1


@kernel
def count_decision(game, point):
    """A decision with two options or more, at one of the points D1..D12."""
    game.tally.decisions += 1
    game.tally.choices[point] += 1
    game.tally.options[point] += game.option_count


@kernel
def count_facing(rules, game, sent):
    """D2: the staff as it stands, what it misses, and whether the Job is left."""
    seat = game.active
    me = game.player[seat]
    t = me.tally
    job = t.jobs[game.job]
    job.faced += 1
    asked = t.qualifications[rules.job[game.job].qualification]
    asked.faced += 1
    if game.attempts_made == 0:
        match = 0
        for slot in range(STAFF):
            hire = me.staff[slot]
            if hire.card < 0:
                continue
            if hire.status == Status.ACTIVE:
                t.active += 1
                own = qualifications(game, seat * STAFF + slot)
                match |= (own >> rules.job[game.job].qualification) & 1
            elif hire.status == Status.INACTIVE:
                t.inactive += 1
            else:
                t.incapacitated += 1
                count_lost_turn(game, seat, hire)
        job.match += match
        asked.match += match
    if sent == 0:
        if game.option_count > 1:
            t.skips += 1
            job.skipped += 1
        else:
            t.no_crew += 1
            job.no_crew += 1


@kernel
def count_lost_turn(game, seat, hire):
    """Statistic 19: a Hire misses a turn of its owner, and whose doing it was."""
    t = game.player[seat].tally
    t.lost_turns += 1
    t.lost_by_kind[hire.harm] += 1
    t.lost_by_source[hire.by_source] += 1
    t.cards[hire.card // COPIES].lost_turns += 1
    if hire.by_source == Source.JOB:
        t.jobs[hire.by_card].lost_turns += 1
    else:
        game.player[hire.by_seat].tally.cards[hire.by_card].lost_turns += 1


@kernel
def count_clock_in(rules, game):
    """An attempt has begun."""
    seat = game.active
    me = game.player[seat]
    t = me.tally
    attempt = game.attempt
    job = t.jobs[attempt.job]
    asked = t.qualifications[rules.job[attempt.job].qualification]
    t.attempts += 1
    job.attempts += 1
    asked.attempts += 1
    round_row(game, me).attempts += 1
    t.sent += attempt.sent
    if attempt.path == Path.QUALIFIED:
        t.attempts_qualified += 1
        job.qualified += 1
        asked.qualified += 1
    else:
        job.unqualified += 1
    over = max(0, attempt.sent - required_now(rules, game))
    t.surplus_sum += over
    t.surplus[min(over, SURPLUS - 1)] += 1
    attempt.surplus = min(over, SURPLUS - 1)
    if leads_alone(game) == seat:
        t.leader_attempts += 1


@kernel
def leads_alone(game):
    """The seat with the highest total, if it is alone; else -1."""
    best = -1
    seat = -1
    for other in range(game.players):
        profit = game.player[other].profit
        if profit > best:
            best = profit
            seat = other
        elif profit == best:
            seat = -1
    return seat


@kernel
def count_attempt_end(rules, game):
    """How an attempt ended, and what the Mayhem against it did."""
    seat = game.active
    me = game.player[seat]
    t = me.tally
    attempt = game.attempt
    job = t.jobs[attempt.job]
    qualified = int(attempt.path == Path.QUALIFIED)
    met = min(attempt.met, MET - 1)
    change = me.profit - attempt.before
    t.by_met[met] += 1
    t.by_met_profit[met] += change
    for other in range(game.players):
        if attempt.met_kind[other] > 0:
            game.player[other].tally.cards[attempt.met_kind[other] - 1].met_profit += change
    if attempt.ending == End.COMPLETED:
        t.by_met_completed[met] += 1
        t.qualifications[rules.job[attempt.job].qualification].completed += 1
        t.completed += 1
        t.completed_qualified += qualified
        t.surplus_completed[attempt.surplus] += 1
        job.completed += 1
        job.completed_qualified += qualified
        job.completed_unqualified += 1 - qualified
        round_row(game, me).completed += 1
    elif attempt.ending == End.MAYHEM:
        t.ended_mayhem += 1
        job.ended_mayhem += 1
    elif attempt.ending == End.SHORT:
        t.ended_short += 1
        job.ended_short += 1
    elif attempt.ending == End.OWN:
        t.ended_own += 1
        job.ended_own += 1
    else:
        t.ended_removed += 1
        job.ended_removed += 1
    if attempt.ending != End.COMPLETED:
        for other in range(game.players):
            if attempt.met_kind[other] > 0:
                game.player[other].tally.cards[attempt.met_kind[other] - 1].failed += 1


@kernel
def count_opportunity(rules, game):
    """D3: an opponent's chance to play Mayhem."""
    seat = game.decider
    count_chances(rules, game, seat, CardType.MAYHEM, CardType.MAYHEM)
    if game.option_count > 1:
        game.player[seat].tally.mayhem_chances += 1


@kernel
def count_mayhem(game, seat, kind):
    """A Mayhem is played."""
    t = game.player[seat].tally
    t.mayhem += 1
    t.cards[kind].played += 1
    target = game.player[game.active]
    target.tally.mayhem_met += 1
    target.tally.jobs[game.attempt.job].met += 1
    round_row(game, target).mayhem += 1
    game.attempt.met += 1
    game.attempt.met_kind[seat] = kind + 1
    game.tally.plays += 1
    if leads_alone(game) == game.active:
        t.mayhem_on_leader += 1


@kernel
def count_mayhem_end(game, seat, kind, cancelled):
    """A Mayhem has resolved, or was cancelled."""
    t = game.player[seat].tally
    if cancelled:
        t.mayhem_cancelled += 1
        t.cards[kind].cancelled += 1
        game.attempt.met_kind[seat] = 0
        game.attempt.met -= 1
    elif game.attempt.ending != End.COMPLETED:
        t.cards[kind].ended += 1


@kernel
def count_fix(game, kind):
    """A Fix is played."""
    t = game.player[game.active].tally
    t.fixes += 1
    t.cards[kind].played += 1
    if game.phase == Phase.PREPARATION:
        t.fixes_early += 1
    game.tally.plays += 1


@kernel
def count_profit(rules, game, seat, change, source):
    """A total has changed."""
    me = game.player[seat]
    t = me.tally
    row = round_row(game, me)
    if seat == game.active:
        t.own_profit += change
        row.profit += change
        if source == Source.JOB and game.attempt.running:
            job = t.jobs[game.attempt.job]
            job.profit += change
            t.qualifications[rules.job[game.attempt.job].qualification].profit += change
            if game.attempt.path == Path.QUALIFIED:
                job.profit_qualified += change
            else:
                job.profit_unqualified += change
    else:
        t.other_profit += change
        row.other_profit += change
    if change < 0 and (seat != game.active or source == Source.MAYHEM):
        t.lost_to_others -= change


@kernel
def count_milestones(rules, game):
    """A settlement is done: half and three quarters of the target may be reached for the first time."""
    best = 0
    for seat in range(game.players):
        best = max(best, game.player[seat].profit)
    if not game.half_seen and 2 * best >= rules.target:
        game.half_seen = 1
        for seat in range(game.players):
            if 4 * (best - game.player[seat].profit) >= rules.target:
                game.behind |= 1 << seat
        game.tally.trailing = int(game.behind != 0)
    if game.close_turn == 0 and 4 * best >= 3 * rules.target:
        game.close_turn = game.turn


@kernel
def count_leader(game):
    """The end of a turn, or of the game within one: who leads alone."""
    seat = leads_alone(game)
    if seat >= 0:
        if game.leader >= 0 and game.leader != seat:
            game.tally.lead_changes += 1
        game.leader = seat
    if game.turn % game.players == 0:
        note_round(game, seat)


@kernel
def note_round(game, seat):
    """The end of a round, or of the game within one: the sole leader, and the lead."""
    number = (game.turn + game.players - 1) // game.players - 1
    if number < ROUNDS:
        best = 0
        second = 0
        for other in range(game.players):
            profit = game.player[other].profit
            if profit >= best:
                second = best
                best = profit
            elif profit > second:
                second = profit
        game.tally.leader[number] = seat
        game.tally.lead[number] = best - second


@kernel
def count_end(rules, game, won):
    """The game is over: totals, shares of the win, and each card by whether it came early."""
    g = game.tally
    g.turns = game.turn
    g.rounds = (game.turn + game.players - 1) // game.players
    note_round(game, leads_alone(game))
    count = bits(won)
    best = -1
    for seat in range(game.players):
        if (won >> seat) & 1:
            best = max(best, game.player[seat].profit)
            log(game, Event.WINNER, seat, game.player[seat].profit, count, 0)
    second = 0
    for seat in range(game.players):
        profit = game.player[seat].profit
        log(game, Event.SCORE, seat, profit, 0, 0)
        g.standing[seat] = profit
        if not (won >> seat) & 1:
            second = max(second, profit)
        else:
            g.winner = seat
    if count != 1:
        g.winner = -1
    if count > 0:
        if count == 1:
            g.margin = best - second
        g.overshoot = best - rules.target
        g.comeback = int(won & game.behind != 0)
        if g.stalled != Stop.NONE:
            g.stalled = Stop.NONE
    if game.close_turn > 0:
        g.closing = game.turn - game.close_turn
    for seat in range(game.players):
        count_player_end(rules, game, seat, won, count)


@kernel
def count_player_end(rules, game, seat, won, count):
    """The last counts of one player."""
    me = game.player[seat]
    t = me.tally
    t.score = me.profit
    t.win_share_ppm = 0
    if (won >> seat) & 1:
        t.win_share_ppm = MILLION // count
    for slot in range(STAFF):
        hire = at(game, seat * STAFF + slot)
        if hire.card >= 0 and hire.status == Status.INCAPACITATED:
            t.ends[ENDED_NEVER] += 1
    for kind in range(rules.kinds):
        row = t.cards[kind]
        if row.early:
            row.early_won = t.win_share_ppm
        elif row.in_deck > 0:
            row.other = 1
            row.other_won = t.win_share_ppm

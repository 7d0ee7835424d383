"""Profit is settled, and somebody may have won (EBH-11)."""

from __future__ import annotations

from balance.games.extremely_bad_hires.counting import count_end, count_leader, count_milestones, count_profit
from balance.games.extremely_bad_hires.events import Event
from balance.games.extremely_bad_hires.lasting import log
from balance.games.extremely_bad_hires.state import EqualTurns, Phase, Tie
from balance.games.extremely_bad_hires.values import next_in_order
from balance.jit import kernel


@kernel
def settle(rules, game, source):
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
                game.progress = 1
                count_profit(rules, game, seat, me.profit - before, source)
    if changed:
        count_milestones(rules, game)
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
    count_leader(game)
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


@kernel
def end_game(rules, game, won):
    """EBH-11.11: it is over. won: the winners as a mask; 0: stalled."""
    game.phase = Phase.OVER
    count_end(rules, game, won)

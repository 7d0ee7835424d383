"""What may be done: the legal options of each decision point, written into the record."""

from __future__ import annotations

from balance.games.hire_or_fire.exchange import can_put, can_put_job, can_put_skill, put_aside
from balance.games.hire_or_fire.state import Phase, SelfHire, Verb
from balance.jit import inline, kernel


@inline
def offer(game, n, verb, argument):
    """One option more; returns how many there are."""
    game.option[n] = verb * 256 + argument
    return n + 1


@kernel
def offer_exchange(rules, game, n):
    """HF-21: each card that may be put aside; the end of an exchange that was begun."""
    me = game.player[game.decider]
    if can_put(rules, game, me):
        if can_put_job(rules, game, me):
            for place in range(me.jobs_size):
                if (me.put_jobs >> place) & 1 == 0:
                    n = offer(game, n, Verb.SWAP_JOB, place)
        if can_put_skill(rules, game, me):
            for place in range(me.skills_size):
                if (me.put_skills >> place) & 1 == 0:
                    n = offer(game, n, Verb.SWAP_SKILL, place)
    if put_aside(me) > 0:
        n = offer(game, n, Verb.DRAW, 0)
    return n


@inline
def offer_cards(game, n, verb, count):
    """A card of a hand for each place."""
    for place in range(count):
        n = offer(game, n, verb, place)
    return n


@kernel
def list_options(rules, game):
    """Write the legal options of the decider into the record (none when the game is over)."""
    me = game.player[game.decider]
    n = 0
    if game.phase == Phase.OFFER or game.phase == Phase.JOB:
        n = offer_exchange(rules, game, n)
        if put_aside(me) == 0:
            if game.phase == Phase.OFFER:  # HF-19
                n = offer_cards(game, n, Verb.OFFER, me.jobs_size)
            else:  # HF-23
                n = offer_cards(game, n, Verb.JOB, me.jobs_size)
    elif game.phase == Phase.STRENGTH:  # HF-25
        n = offer_cards(game, n, Verb.STRENGTH, me.skills_size)
    elif game.phase == Phase.WEAKNESS:  # HF-26
        n = offer_cards(game, n, Verb.WEAKNESS, me.skills_size)
    elif game.phase == Phase.SALARY:  # HF-27
        for card in range(rules.salaries):
            if (me.salaries >> card) & 1:
                n = offer(game, n, Verb.SALARY, card)
    elif game.phase == Phase.HIRE:  # HF-34, HG-01
        for place in range(game.laid_size):
            if game.laid[place] != game.decider or rules.reading.self_hire == SelfHire.ALLOWED:
                n = offer(game, n, Verb.HIRE, place)
    elif game.phase == Phase.LATE:
        n = offer_exchange(rules, game, n)
        if put_aside(me) == 0:
            n = offer(game, n, Verb.PASS, 0)
    game.option_count = n
